internal import PropertyLists

/// How an archive was encoded, as its UIDs tell: in which order the fields of each object, and which references were
/// conditional.
///
/// An archiver numbers an object when it is first mentioned, then encodes its contents, then numbers its class. So
/// walking through the objects in that order shows, for each reference that leads to a new object, whether the object
/// was encoded there and then: the next UID occurs in it. If not, the reference was conditional.
struct EncodingReplay {
    /// A field of an object: its UID, and the position of the field in the file.
    struct Place: Hashable {
        var uid: Int
        var position: Int
    }

    /// The fields that were encoded conditionally.
    private(set) var conditional: Set<Place> = []
    /// The positions of the fields of each object in the order of encoding.
    private(set) var orders: [Int: [Int]] = [:]

    private let reader: BinaryPropertyListReader
    private let objects: BinaryReferences
    /// The UID that the next new object had.
    private var next = 1
    private var isEncoded: [Bool]
    private var pending: [Frame] = []
    /// How many more keys and references may be looked at, so that objects that overlap cost no more than others.
    private var budget: Int
    /// Objects that were mentioned but not encoded so far.
    private var mentioned: Set<Int> = []
    /// How many of them each class has.
    private var mentionedCounts: [Int: Int] = [:]

    /// An object that is being encoded.
    private struct Frame {
        var uid: Int
        var contents: Contents
        /// The fields that remain, in the order of the file.
        var remaining: [Int]
        /// The fields that were encoded, in their order.
        var chosen: [Int] = []
        /// The field that is being encoded, and how many of its references are.
        var current: (field: Int, done: Int)?
    }

    /// The fields of an object: for each the UIDs it refers to, and the position.
    private struct Contents {
        var fields: [(uids: [Int], position: Int)] = []
        var classUID: Int?
        var fieldCount = 0
    }

    init(_ reader: BinaryPropertyListReader, _ objects: BinaryReferences, _ top: BinaryReferences) {
        self.reader = reader
        self.objects = objects
        let (product, overflow) = reader.bytes.count.multipliedReportingOverflow(by: 64)
        budget = overflow ? .max : product
        isEncoded = Array(repeating: false, count: objects.count)
        var contents = Contents(fieldCount: top.count)
        for position in 0..<top.count {
            // All of them can be one long array.
            guard budget > 0 else { break }
            let uids = uids(at: reader.unchecked(position, of: top))
            budget -= uids.count
            if !uids.isEmpty { contents.fields.append((uids, position)) }
        }
        enter(0, contents)
        run()
    }

    private mutating func run() {
        while let frame = pending.last {
            let top = pending.count - 1
            if let (field, done) = frame.current, done < frame.contents.fields[field].uids.count {
                pending[top].current?.done += 1
                let (uids, position) = frame.contents.fields[field]
                visit(uids[done], Place(uid: frame.uid, position: position))
            } else if let choice = nextField(of: frame) {
                pending[top].remaining.remove(at: choice.index)
                pending[top].current = (choice.field, 0)
                pending[top].chosen.append(choice.field)
            } else {
                pending.removeLast()
                setOrder(frame)
                if frame.contents.classUID == next { next += 1 }
            }
        }
    }

    /// The field that was encoded next: the one that leads to the next new object; of several, one that refers to it
    /// directly.
    private mutating func nextField(of frame: Frame) -> (index: Int, field: Int)? {
        // Looking at all that remain for each field takes time in proportion to the square of their number.
        guard budget > 0 else { return frame.remaining.first.map { (0, $0) } }
        budget -= frame.remaining.count
        var best: (index: Int, field: Int, first: Int, isIndirect: Bool)?
        for (index, field) in frame.remaining.enumerated() {
            budget -= frame.contents.fields[field].uids.count
            for uid in frame.contents.fields[field].uids {
                guard let first = firstNew(uid) else { continue }
                let isIndirect = uid < next
                if let best {
                    let rank = (first, isIndirect ? 1 : 0)
                    let bestRank = (best.first, best.isIndirect ? 1 : 0)
                    guard
                        rank < bestRank
                            || rank == bestRank
                                && frame.contents.fields[field].uids.lexicographicallyPrecedes(
                                    frame.contents.fields[best.field].uids)
                    else { continue }
                }
                best = (index, field, first, isIndirect)
            }
        }
        if let best { return (best.index, best.field) }
        return frame.remaining.first.map { (0, $0) }
    }

    /// Keeps the order of an object's fields: those that refer to objects change places among themselves.
    private mutating func setOrder(_ frame: Frame) {
        var order = Array(0..<frame.contents.fieldCount)
        let positions = frame.chosen.map { frame.contents.fields[$0].position }
        for (place, position) in zip(positions.sorted(), positions) { order[place] = position }
        orders[frame.uid] = order
    }

    /// Follows a reference, and begins with the object if it was encoded there.
    private mutating func visit(_ uid: Int, _ place: Place?) {
        guard uid > 0, uid < objects.count, !isEncoded[uid] else { return }
        if uid == next { next += 1 }
        guard uid < next else { return }
        guard let contents = contents(of: uid) else {
            if !isNull(uid) {
                isEncoded[uid] = true
            } else if let place {
                conditional.insert(place)
            }
            return
        }
        guard isEncodedNow(uid, contents) else {
            if mentioned.insert(uid).inserted, let classUID = contents.classUID {
                mentionedCounts[classUID, default: 0] += 1
            }
            if let place { conditional.insert(place) }
            return
        }
        isEncoded[uid] = true
        enter(uid, contents)
    }

    /// Whether an object is encoded at this point: the next UID is new in it, or none is.
    private mutating func isEncodedNow(_ uid: Int, _ contents: Contents) -> Bool {
        if let classUID = contents.classUID, classUID > next,
            contents.fields.contains(where: { $0.uids.contains { $0 > classUID } }), !isClassAdded(uid, classUID)
        {
            return false
        }
        var hasLater = contents.classUID.map { $0 >= next } ?? false
        if contents.classUID == next { return true }
        for field in contents.fields {
            for uid in field.uids where uid >= next || !isEncoded[uid] {
                if uid == next || uid < next && isObject(uid) && refersToNext(uid) { return true }
                if uid > next { hasLater = true }
            }
        }
        return !hasLater
    }

    /// Whether a class may have been added by another object in the contents of one.
    private mutating func isClassAdded(_ uid: Int, _ classUID: Int) -> Bool {
        hasObject(ofClass: classUID)
            || mentionedCounts[classUID, default: 0] > (mentioned.contains(uid) ? 1 : 0)
            || classUID - next > Self.searchedCount
    }

    /// Whether an object of a class is among those that are numbered next.
    private mutating func hasObject(ofClass classUID: Int) -> Bool {
        for uid in next..<min(classUID, next + Self.searchedCount) where contents(of: uid)?.classUID == classUID {
            return true
        }
        return false
    }

    /// How many objects are searched for one of a class, so that damaged files cost no more.
    private static let searchedCount = 4096

    private mutating func refersToNext(_ uid: Int) -> Bool {
        guard let contents = contents(of: uid) else { return false }
        return contents.classUID == next || contents.fields.contains { $0.uids.contains(next) }
    }

    private mutating func enter(_ uid: Int, _ contents: Contents) {
        if mentioned.remove(uid) != nil, let classUID = contents.classUID { mentionedCounts[classUID, default: 0] -= 1 }
        pending.append(Frame(uid: uid, contents: contents, remaining: Array(contents.fields.indices)))
    }

    /// The first UID that encoding an object adds; nil if it adds none, as far as its own fields tell.
    private mutating func firstNew(_ uid: Int) -> Int? {
        if uid >= next { return uid }
        guard uid > 0, !isEncoded[uid], let contents = contents(of: uid) else { return nil }
        let uids = contents.fields.flatMap(\.uids) + (contents.classUID.map { [$0] } ?? [])
        return uids.filter { $0 >= next }.min()
    }

    // MARK: The file

    private mutating func isObject(_ uid: Int) -> Bool { contents(of: uid) != nil }

    private func isNull(_ uid: Int) -> Bool {
        (try? reader.isString(at: reader.unchecked(uid, of: objects), "$null")) == true
    }

    /// The references of an object; nil for a plain value or a class, and once the work is out of proportion to the
    /// file.
    private mutating func contents(of uid: Int) -> Contents? {
        guard uid < objects.count, budget > 0,
            case .dictionary(let keys, let values)? = try? reader.object(at: reader.unchecked(uid, of: objects))
        else { return nil }
        var contents = Contents()
        contents.fieldCount = keys.count
        budget -= keys.count
        for position in 0..<keys.count {
            let uids = uids(at: reader.unchecked(position, of: values))
            guard !uids.isEmpty else { continue }
            budget -= uids.count
            guard budget > 0 else { return nil }
            if (try? reader.isString(at: reader.unchecked(position, of: keys), "$class")) == true {
                contents.classUID = uids.first
            } else {
                contents.fields.append((uids, position))
            }
        }
        return contents.classUID == nil ? nil : contents
    }

    /// The references at an object index, as far as they lead to objects of the archive.
    private func uids(at index: Int) -> [Int] {
        switch try? reader.object(at: index) {
        case .uid(let uid): position(of: uid).map { [$0] } ?? []
        case .array(let elements):
            (0..<elements.count).compactMap { place in
                guard case .uid(let uid)? = try? reader.object(at: reader.unchecked(place, of: elements)) else {
                    return nil
                }
                return position(of: uid)
            }
        default: []
        }
    }

    private func position(of uid: UID) -> Int? {
        uid.rawValue < UInt64(objects.count) ? Int(uid.rawValue) : nil
    }
}
