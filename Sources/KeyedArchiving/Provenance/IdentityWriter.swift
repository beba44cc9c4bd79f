internal import PropertyLists

/// Writes an archive that was just encoded with the entries of the archive that its objects were decoded from.
///
/// What is as it was gets the number, the order of fields and the entries that it had: which strings, numbers and keys
/// are one entry, and which equal ones are several. What is new or changed is written as it was encoded. So a graph that
/// nobody changed gives the very bytes that it was decoded from, whatever it was that decided over them, and one that
/// was changed differs where it was changed.
struct IdentityWriter: ~Copyable {
    typealias Entry = BinaryObjectTable.Entry

    /// Where a reference leads.
    enum Target: Hashable {
        case null
        /// To an object with the number that it had.
        case stored(Int)
        /// To one of those that were written, which had none.
        case new(Int)
    }

    /// Something that was written, by its index, and what was stored in its place.
    struct Child {
        /// Nil for what is copied from the archive that was stored.
        var index: Int?
        var stored: Int?
    }

    var matching: IdentityMatching
    /// The objects of the archive that was stored; new ones are added.
    var source: BinaryObjectTableSource
    /// For each plain value and class, the first stored one that it is in any place; -1 if there is none.
    private var defaults: [Int]
    /// For each scalar, by its index, the first stored one that it is in any place.
    var scalarDefaults: [Int: Int] = [:]
    /// For each stored number in use, the written object that has it; -1 for one that is copied.
    private var providers: [Int: Int] = [:]
    private var newObjects: Set<Int> = []
    /// The numbers that objects get.
    private(set) var numbers: [Target: Int] = [.null: 0]
    /// The objects in the order of their numbers: what was written, and what it was; -1 for what was not.
    private(set) var objects: [(uid: Int, stored: Int)] = []
    private var sameness: [SIMD2<Int32>: Bool] = [:]

    /// - Throws: ``PropertyListError`` if the archive that was stored cannot be read whole.
    init(_ matching: IdentityMatching) throws(PropertyListError) {
        self.matching = matching
        source = try BinaryObjectTableSource(matching.stored.reader)
        defaults = Array(repeating: -1, count: matching.written.objects.count)
        visit { writer, child, _ in writer.note(child) }
        var isReferred = Array(repeating: false, count: defaults.count)
        visit { writer, child, isWritten in
            guard let uid = child.index.flatMap({ writer.matching.written.uid(at: $0) }) else { return }
            isReferred[uid] = true
            if isWritten { writer.use(writer.target(of: uid, child.stored), uid) }
        }
        for uid in isReferred.indices.dropFirst() where !isReferred[uid] { use(target(of: uid, nil), uid) }
        number()
    }

    // MARK: Targets

    /// Where a reference leads.
    ///
    /// - Parameter stored: The index of what was stored in its place.
    mutating func target(of uid: Int, _ stored: Int?) -> Target {
        let storedUID = stored.flatMap { matching.stored.uid(at: $0) } ?? 0
        if uid == 0 { return storedUID > 0 && isUnwritten(storedUID) ? .stored(storedUID) : .null }
        if matching.identities[uid] >= 0 { return .stored(matching.identities[uid]) }
        if matching.templates[uid] >= 0 || matching.isInstance[uid] { return .new(uid) }
        if storedUID > 0, isSame(uid, storedUID) { return .stored(storedUID) }
        return defaults[uid] >= 0 ? .stored(defaults[uid]) : .new(uid)
    }

    /// Whether a stored object was only mentioned, and never written.
    private func isUnwritten(_ storedUID: Int) -> Bool {
        matching.stored.isString(matching.stored.index(of: storedUID), "$null")
    }

    /// Whether a plain value or a class is the same as a stored one.
    private mutating func isSame(_ uid: Int, _ storedUID: Int) -> Bool {
        let pair = SIMD2(Int32(truncatingIfNeeded: uid), Int32(truncatingIfNeeded: storedUID))
        if let known = sameness[pair] { return known }
        let index = matching.written.index(of: uid)
        let storedIndex = matching.stored.index(of: storedUID)
        var isSame = false
        if let record = matching.writtenDictionary(uid) {
            if let storedRecord = matching.storedDictionary(storedUID), matching.owners[storedUID] < 0 {
                isSame = matching.isClass(uid) && isSameRecord(record, storedRecord)
            }
        } else if matching.contents.areEqual(index, stored: storedIndex) {
            let owner = matching.owners[storedUID]
            isSame = owner < 0 || matching.contents.areEqual(index, matching.written.index(of: owner))
        } else if let content = content(ofObjectAt: storedUID), matching.contents.areEqual(index, stored: content) {
            isSame = matching.owners[storedUID] < 0 || holdsContent(matching.owners[storedUID], index)
        }
        sameness[pair] = isSame
        return isSame
    }

    /// The text or the data of a stored object of a string or data class, which may have become a plain value.
    private func content(ofObjectAt storedUID: Int) -> Int? {
        guard let fields = matching.storedDictionary(storedUID), fields.keys.count == 2,
            matching.stored.value(of: "$class", in: fields) != nil
        else { return nil }
        return matching.stored.value(of: "NS.string", in: fields) ?? matching.stored.value(of: "NS.data", in: fields)
    }

    /// Whether a written object of a string or data class still holds the text or the data of a plain value.
    private mutating func holdsContent(_ uid: Int, _ index: Int) -> Bool {
        guard let fields = matching.writtenDictionary(uid),
            let content = matching.written.value(of: "NS.string", in: fields)
                ?? matching.written.value(of: "NS.data", in: fields)
        else { return false }
        return matching.contents.areEqual(index, content)
    }

    /// Whether the fields of a class are the same: names and lists of names.
    private mutating func isSameRecord(
        _ record: IdentifiedArchive.Dictionary,
        _ storedRecord: IdentifiedArchive.Dictionary
    ) -> Bool {
        guard record.keys.count == storedRecord.keys.count else { return false }
        for (position, place) in matching.places(of: record.keys, in: storedRecord.keys).enumerated() {
            guard place >= 0 else { return false }
            let value = matching.written.index(position, of: record.values)
            let storedValue = matching.stored.index(place, of: storedRecord.values)
            if matching.contents.areEqual(value, stored: storedValue) { continue }
            guard let names = matching.written.array(at: value),
                let storedNames = matching.stored.array(at: storedValue), names.count == storedNames.count
            else { return false }
            for position in 0..<names.count {
                let name = matching.written.index(position, of: names)
                guard matching.contents.areEqual(name, stored: matching.stored.index(position, of: storedNames)) else {
                    return false
                }
            }
        }
        return true
    }

    // MARK: Surveying

    /// Goes through what all containers hold, and whether it will be written: not that of values that became one with
    /// others.
    private mutating func visit(_ body: (inout IdentityWriter, Child, _ isWritten: Bool) -> Void) {
        visit(Child(index: matching.written.reader.topObject, stored: matching.stored.reader.topObject), true, body)
        for uid in 1..<max(1, matching.identities.count) where matching.writtenDictionary(uid) != nil {
            let identity = matching.identities[uid]
            let template = matching.templates[uid]
            let object = Child(
                index: matching.written.index(of: uid),
                stored: template < 0 ? nil : matching.stored.index(of: template)
            )
            visit(object, identity < 0 || matching.owners[identity] == uid, body)
        }
    }

    private mutating func visit(
        _ container: Child,
        _ isWritten: Bool,
        _ body: (inout IdentityWriter, Child, _ isWritten: Bool) -> Void
    ) {
        var pending = [container]
        while let container = pending.popLast() {
            for child in children(of: container) where !isObjectList(child) {
                if isContainer(child) {
                    pending.append(child)
                } else {
                    body(&self, child, isWritten)
                }
            }
        }
    }

    /// Keeps what a scalar, a plain value or a class is where it is met first.
    private mutating func note(_ child: Child) {
        guard let index = child.index, let stored = child.stored else { return }
        guard let uid = matching.written.uid(at: index) else {
            if scalarDefaults[index] == nil, matching.contents.areEqual(index, stored: stored) {
                scalarDefaults[index] = stored
            }
            return
        }
        if uid > 0, defaults[uid] < 0, case .stored(let storedUID) = target(of: uid, stored) {
            defaults[uid] = storedUID
        }
    }

    private mutating func use(_ target: Target, _ uid: Int) {
        switch target {
        case .null: break
        case .stored(let storedUID):
            guard providers[storedUID] == nil else { return }
            let owner = matching.owners[storedUID]
            let isCopied =
                owner < 0 && matching.writtenDictionary(uid) == nil && matching.storedDictionary(storedUID) != nil
            providers[storedUID] = owner >= 0 ? owner : isCopied ? -1 : uid
            if isCopied { useClass(ofStored: storedUID) }
        case .new(let uid): newObjects.insert(uid)
        }
    }

    /// Keeps the class of an object that is copied; what was written may have none like it.
    private mutating func useClass(ofStored storedUID: Int) {
        guard let fields = matching.storedDictionary(storedUID),
            let value = matching.stored.value(of: "$class", in: fields), let classUID = matching.stored.uid(at: value),
            providers[classUID] == nil
        else { return }
        providers[classUID] = -1
    }

    /// Numbers the objects as they were; new ones come after the one that was encoded before them.
    private mutating func number() {
        objects = [(0, 0)]
        let isUnreferred = unreferredObjects()
        if newObjects.isEmpty,
            isUnreferred.indices.allSatisfy({ $0 == 0 || isUnreferred[$0] != (providers[$0] != nil) })
        {
            for storedUID in isUnreferred.indices.dropFirst() { append(providers[storedUID] ?? -1, storedUID) }
            return
        }
        var added: [(after: Int, uid: Int)] = []
        var last = 0
        for uid in defaults.indices.dropFirst() {
            if newObjects.contains(uid) { added.append((last, uid)) }
            last = matching.identities[uid] >= 0 ? matching.identities[uid] : max(last, defaults[uid])
        }
        var next = added.sorted { ($0.after, $0.uid) < ($1.after, $1.uid) }[...]
        for (storedUID, uid) in providers.sorted(by: { $0.key < $1.key }) {
            while let new = next.first, new.after < storedUID { append(next.removeFirst().uid, -1) }
            append(uid, storedUID)
        }
        for new in next { append(new.uid, -1) }
    }

    /// For each stored object, whether nothing referred to it.
    ///
    /// An object that was encoded under a key under which another was encoded after it is such a one. As long as all
    /// numbers are as they were, it stays where it is.
    private func unreferredObjects() -> [Bool] {
        let stored = matching.stored
        var isUnreferred = Array(repeating: true, count: stored.objects.count)
        var pending = (0..<stored.top.values.count).map { stored.index($0, of: stored.top.values) }
        var visited: Set<Int> = []
        while let index = pending.popLast() {
            if let uid = stored.uid(at: index) {
                guard isUnreferred[uid] else { continue }
                isUnreferred[uid] = false
                pending.append(stored.index(of: uid))
            } else if let references = (try? stored.reader.header(at: index))?.references, references.count > 0,
                visited.insert(index).inserted
            {
                for position in 0..<references.count { pending.append(stored.index(position, of: references)) }
            }
        }
        return isUnreferred
    }

    private mutating func append(_ uid: Int, _ storedUID: Int) {
        numbers[storedUID < 0 ? .new(uid) : .stored(storedUID)] = objects.count
        objects.append((uid, storedUID))
    }

    // MARK: Containers

    /// Whether a value is the list of objects, which is written again.
    func isObjectList(_ child: Child) -> Bool {
        guard let list = child.index.flatMap({ matching.written.array(at: $0) }) else { return false }
        return list == matching.written.objects
    }

    /// The header of what is to be written.
    func header(of child: Child) -> BinaryObjectHeader? {
        if let index = child.index { return try? matching.written.reader.header(at: index) }
        return child.stored.flatMap { try? matching.stored.reader.header(at: $0) }
    }

    func isContainer(_ child: Child) -> Bool { header(of: child)?.kind.isContainer == true }

    /// What a container holds, in the order to write: the elements, or all keys and then all values.
    ///
    /// A dictionary with the keys that it had has them in the order that it had.
    mutating func children(of container: Child) -> [Child] {
        let (written, stored) = (matching.written, matching.stored)
        guard let index = container.index else {
            guard let references = header(of: container)?.references else { return [] }
            return (0..<references.count).map { Child(index: nil, stored: stored.index($0, of: references)) }
        }
        if let fields = written.dictionary(at: index) {
            let storedFields = container.stored.flatMap { stored.dictionary(at: $0) }
            var places = Array(repeating: -1, count: fields.keys.count)
            if let storedFields { places = matching.places(of: fields.keys, in: storedFields.keys) }
            var order = Array(0..<fields.keys.count)
            if let storedFields, storedFields.keys.count == order.count, !places.contains(-1) {
                for (position, place) in places.enumerated() { order[place] = position }
            }
            func child(_ position: Int, _ run: BinaryReferences, _ storedRun: BinaryReferences?) -> Child {
                let place = places[position]
                let stored = storedRun.flatMap { place < 0 ? nil : stored.index(place, of: $0) }
                return Child(index: written.index(position, of: run), stored: stored)
            }
            return order.map { child($0, fields.keys, storedFields?.keys) }
                + order.map { child($0, fields.values, storedFields?.values) }
        }
        guard let elements = header(of: container)?.references else { return [] }
        let storedElements = container.stored.flatMap { stored.array(at: $0) }
        return (0..<elements.count).map { position in
            let stored = storedElements.flatMap { position < $0.count ? stored.index(position, of: $0) : nil }
            return Child(index: written.index(position, of: elements), stored: stored)
        }
    }
}

extension IdentityWriter {
    /// An archive with the entries that its objects had in another; as it is if that one cannot be read whole.
    ///
    /// - Parameters:
    ///   - bytes: An archive that was just encoded.
    ///   - stored: The archive that objects were decoded from.
    ///   - carried: The UIDs of objects in both.
    ///   - instances: The UIDs of instances.
    static func bytes(
        _ bytes: [UInt8],
        _ stored: IdentifiedArchive,
        _ carried: [(written: Int, stored: Int)],
        _ instances: [Int]
    ) throws(PropertyListError) -> [UInt8] {
        guard let written = try? IdentifiedArchive(bytes) else { return bytes }
        let matching = IdentityMatching(written, stored, carried: carried, instances: instances)
        guard let writer = try? IdentityWriter(matching) else { return bytes }
        return try writer.bytes()
    }
}
