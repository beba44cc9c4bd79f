internal import PropertyLists

/// Finds the shortest paths to objects of an archive, as ``KeyedArchive/value(at:)`` follows them.
///
/// Paths are searched only when there is an error to tell, breadth first, each object and each array once. What can't
/// be read is passed over: there is an error to report already. Keys are compared where they lie, so that the cost is
/// that of the references, whatever the length of the keys.
struct PathSearch {
    /// The keys and values of an object, or of the top level.
    typealias Fields = (keys: BinaryReferences, values: BinaryReferences)

    /// How an object was first reached.
    private struct Arrival {
        /// The UID of the object that refers to it; nil for the start.
        var parent: UID?
        /// The position of the field in that.
        var field: Int
        /// The position in the field's array; nil if the field itself is the reference.
        var element: Int?
    }

    private let reader: BinaryPropertyListReader
    private let objects: BinaryReferences
    private let start: Fields
    private let isTopLevel: Bool
    private var arrivals: [UID: Arrival] = [:]
    private var queue: [UID] = []
    private var head = 0
    private var hasStarted = false
    /// The dictionaries and arrays that were gone through, by object index: hostile archives share long ones.
    private var visited: Set<Int> = []

    /// - Parameters:
    ///   - start: Where paths start.
    ///   - isTopLevel: Whether that is the top level, rather than an object.
    init(
        _ reader: BinaryPropertyListReader,
        _ objects: BinaryReferences,
        from start: Fields,
        isTopLevel: Bool = true
    ) {
        self.reader = reader
        self.objects = objects
        self.start = start
        self.isTopLevel = isTopLevel
    }

    /// The steps to an object, which may be missing from the archive.
    ///
    /// - Returns: Nil if nothing leads to it, or if no path can say what does: a key that isn't text, or the later of two
    ///   fields with one key.
    /// - Complexity: O(*n*) in the size of the archive, for all objects together.
    mutating func steps(to target: UID) -> [ArchivePath.Step]? {
        if !hasStarted {
            hasStarted = true
            visit(start, of: nil, target)
        }
        while arrivals[target] == nil, head < queue.count {
            let uid = queue[head]
            head += 1
            guard let fields = fields(of: uid), visited.insert(index(of: uid)).inserted else { continue }
            visit(fields, of: uid, target)
        }
        var parts: [[ArchivePath.Step]] = []
        var next: UID? = target
        while let uid = next {
            guard let arrival = arrivals[uid], let part = steps(of: arrival) else { return nil }
            parts.append(part)
            next = arrival.parent
        }
        return parts.reversed().flatMap { $0 }
    }

    // MARK: Searching

    private mutating func visit(_ fields: Fields, of parent: UID?, _ target: UID) {
        for field in 0..<fields.values.count {
            let index = reader.unchecked(field, of: fields.values)
            guard let header = try? reader.header(at: index) else { continue }
            switch header.kind {
            case .uid: arrive(header, Arrival(parent: parent, field: field), target)
            case .array where visited.insert(index).inserted:
                for element in 0..<header.count {
                    let index = reader.unchecked(element, of: header.references)
                    guard let header = try? reader.header(at: index), header.kind == .uid else { continue }
                    arrive(header, Arrival(parent: parent, field: field, element: element), target)
                }
            default: break
            }
        }
    }

    private mutating func arrive(_ header: BinaryObjectHeader, _ arrival: Arrival, _ target: UID) {
        guard let number = try? reader.uid(of: header) else { return }
        let uid = UID(number)
        guard uid != .null, arrivals[uid] == nil, number < UInt64(objects.count) || uid == target else { return }
        arrivals[uid] = arrival
        if number < UInt64(objects.count) { queue.append(uid) }
    }

    private func index(of uid: UID) -> Int {
        reader.unchecked(Int(truncatingIfNeeded: uid.rawValue), of: objects)
    }

    private func fields(of uid: UID) -> Fields? {
        guard uid.rawValue < UInt64(objects.count),
            case .dictionary(let keys, let values)? = try? reader.object(at: index(of: uid))
        else { return nil }
        return (keys, values)
    }

    // MARK: Writing

    /// The steps that lead from an object to the next.
    private func steps(of arrival: Arrival) -> [ArchivePath.Step]? {
        let fields: Fields
        if let parent = arrival.parent {
            guard let found = self.fields(of: parent) else { return nil }
            fields = found
        } else {
            fields = start
        }
        guard let name = text(at: reader.unchecked(arrival.field, of: fields.keys)),
            position(of: name, in: fields) == arrival.field
        else { return nil }
        guard let element = arrival.element else { return [.key(name)] }
        guard arrival.parent != nil || !isTopLevel, name == "NS.objects" else { return [.key(name), .index(element)] }
        if position(of: "NS.keys", in: fields) != nil {
            return dictionaryKey(element, in: fields).map { [.key($0)] } ?? [.key(name), .index(element)]
        }
        // A collection's own position is what people count.
        return position(of: "NS.key.0", in: fields) == nil ? [.index(element)] : [.key(name), .index(element)]
    }

    private func position(of key: String, in fields: Fields) -> Int? {
        (try? reader.firstPosition(of: key, in: fields.keys)) ?? nil
    }

    /// Keys with more code units tell less than the position.
    private static let longestKey = 64

    /// The key of an entry of a dictionary, if it is a short string that leads to this entry.
    private func dictionaryKey(_ element: Int, in fields: Fields) -> String? {
        guard let position = position(of: "NS.keys", in: fields),
            let keys = try? reader.header(at: reader.unchecked(position, of: fields.values)), keys.kind == .array,
            let values = self.position(of: "NS.objects", in: fields),
            let count = try? reader.header(at: reader.unchecked(values, of: fields.values)).count,
            count == keys.count, let key = entry(element, of: keys.references),
            let header = try? reader.header(at: key), header.kind.isString, header.count <= Self.longestKey,
            let text = text(at: key), text != "$class", text != "$null", self.position(of: text, in: fields) == nil
        else { return nil }
        for earlier in 0..<element {
            if let other = entry(earlier, of: keys.references), (try? reader.isKey(at: other, text)) == true {
                return nil
            }
        }
        return text
    }

    /// The object index of the entry that an element of a run refers to.
    private func entry(_ element: Int, of references: BinaryReferences) -> Int? {
        guard let header = try? reader.header(at: reader.unchecked(element, of: references)), header.kind == .uid,
            let number = try? reader.uid(of: header), number < UInt64(objects.count)
        else { return nil }
        return index(of: UID(number))
    }

    private func text(at index: Int) -> String? {
        (try? reader.archiveString(at: index))?.string
    }
}
