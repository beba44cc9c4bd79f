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
        case stored(EntryUID)
        /// To one of those that were written, which had none.
        case new(EntryUID)
    }

    /// Something that was written, by its index, and what was stored in its place.
    struct Child {
        /// Nil for what is copied from the archive that was stored.
        var index: ObjectIndex?
        var stored: ObjectIndex?
    }

    var matching: IdentityMatching
    /// The objects of the archive that was stored; new ones are added.
    var source: BinaryObjectTableSource
    /// For each plain value and class, the first stored one that it is in any place, or null.
    private var defaults: [EntryUID]
    /// For each scalar, by its index, the first stored one that it is in any place.
    var scalarDefaults: [ObjectIndex: ObjectIndex] = [:]
    /// For each stored number in use, the written object that has it; nil for one that is copied.
    private var providers: [EntryUID: EntryUID?] = [:]
    private var newObjects: Set<EntryUID> = []
    /// The numbers that objects get.
    private(set) var numbers: [Target: Int] = [.null: 0]
    /// The objects in the order of their numbers: what was written, and what it was.
    private(set) var objects: [(uid: EntryUID?, stored: EntryUID?)] = []
    private var sameness: [SIMD2<Int32>: Bool] = [:]

    /// - Throws: ``PropertyListError`` if the archive that was stored cannot be read whole.
    init(_ matching: IdentityMatching) throws(PropertyListError) {
        self.matching = matching
        source = try BinaryObjectTableSource(matching.stored.reader)
        defaults = Array(repeating: .null, count: matching.written.entries.count)
        visit { writer, child, _ in writer.note(child) }
        var isReferred = Array(repeating: false, count: defaults.count)
        visit { writer, child, isWritten in
            guard let uid = child.index.flatMap({ writer.matching.written.entryUID(at: $0) }) else { return }
            isReferred[uid] = true
            if isWritten { writer.use(writer.target(of: uid, child.stored), uid) }
        }
        for uid in matching.written.uids.dropFirst() where !isReferred[uid] { use(target(of: uid, nil), uid) }
        number()
    }

    // MARK: Targets

    /// Where a reference leads.
    ///
    /// - Parameter stored: The index of what was stored in its place.
    mutating func target(of uid: EntryUID, _ stored: ObjectIndex?) -> Target {
        let storedUID = stored.flatMap { matching.stored.entryUID(at: $0) } ?? .null
        if uid == .null { return storedUID != .null && isUnwritten(storedUID) ? .stored(storedUID) : .null }
        if matching.identities[uid] != .null { return .stored(matching.identities[uid]) }
        if matching.templates[uid] != .null || matching.isInstance[uid] { return .new(uid) }
        if storedUID != .null, isSame(uid, storedUID) { return .stored(storedUID) }
        return defaults[uid] != .null ? .stored(defaults[uid]) : .new(uid)
    }

    /// Whether a stored object was only mentioned, and never written.
    private func isUnwritten(_ storedUID: EntryUID) -> Bool {
        matching.stored.isText(matching.stored[storedUID], "$null")
    }

    /// Whether a plain value or a class is the same as a stored one.
    private mutating func isSame(_ uid: EntryUID, _ storedUID: EntryUID) -> Bool {
        let pair = SIMD2(Int32(truncatingIfNeeded: uid.number), Int32(truncatingIfNeeded: storedUID.number))
        if let known = sameness[pair] { return known }
        let index = matching.written[uid]
        let storedIndex = matching.stored[storedUID]
        var isSame = false
        if let record = matching.writtenDictionary(uid) {
            if let storedRecord = matching.storedDictionary(storedUID), matching.owners[storedUID] == .null {
                isSame = matching.isClass(uid) && isSameRecord(record, storedRecord)
            }
        } else if matching.contents.areEqual(index, stored: storedIndex) {
            let owner = matching.owners[storedUID]
            isSame = owner == .null || matching.contents.areEqual(index, matching.written[owner])
        } else if let content = content(ofObjectAt: storedUID), matching.contents.areEqual(index, stored: content) {
            isSame = matching.owners[storedUID] == .null || holdsContent(matching.owners[storedUID], index)
        }
        sameness[pair] = isSame
        return isSame
    }

    /// The text or the data of a stored object of a string or data class, which may have become a plain value.
    private func content(ofObjectAt storedUID: EntryUID) -> ObjectIndex? {
        guard let fields = matching.storedDictionary(storedUID), fields.keys.count == 2,
            matching.stored.value(of: "$class", in: fields) != nil
        else { return nil }
        return matching.stored.value(of: "NS.string", in: fields) ?? matching.stored.value(of: "NS.data", in: fields)
    }

    /// Whether a written object of a string or data class still holds the text or the data of a plain value.
    private mutating func holdsContent(_ uid: EntryUID, _ index: ObjectIndex) -> Bool {
        guard let fields = matching.writtenDictionary(uid),
            let content = matching.written.value(of: "NS.string", in: fields)
                ?? matching.written.value(of: "NS.data", in: fields)
        else { return false }
        return matching.contents.areEqual(index, content)
    }

    /// Whether the fields of a class are the same: names and lists of names.
    private mutating func isSameRecord(
        _ record: BinaryFields,
        _ storedRecord: BinaryFields
    ) -> Bool {
        guard record.keys.count == storedRecord.keys.count else { return false }
        for (position, place) in zip(record.positions, matching.positions(of: record, in: storedRecord)) {
            guard let place else { return false }
            let value = matching.written.reader.value(position, of: record)
            let storedValue = matching.stored.reader.value(place, of: storedRecord)
            if matching.contents.areEqual(value, stored: storedValue) { continue }
            guard let names = matching.written.elements(at: value),
                let storedNames = matching.stored.elements(at: storedValue), names.count == storedNames.count
            else { return false }
            for position in 0..<names.count {
                let name = matching.written.reader.unchecked(position, of: names)
                guard
                    matching.contents.areEqual(
                        name, stored: matching.stored.reader.unchecked(position, of: storedNames))
                else {
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
        for uid in matching.written.uids.dropFirst() where matching.writtenDictionary(uid) != nil {
            let identity = matching.identities[uid]
            let template = matching.templates[uid]
            let object = Child(
                index: matching.written[uid],
                stored: template == .null ? nil : matching.stored[template]
            )
            visit(object, identity == .null || matching.owners[identity] == uid, body)
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
        guard let uid = matching.written.entryUID(at: index) else {
            if scalarDefaults[index] == nil, matching.contents.areEqual(index, stored: stored) {
                scalarDefaults[index] = stored
            }
            return
        }
        if uid != .null, defaults[uid] == .null, case .stored(let storedUID) = target(of: uid, stored) {
            defaults[uid] = storedUID
        }
    }

    private mutating func use(_ target: Target, _ uid: EntryUID) {
        switch target {
        case .null: break
        case .stored(let storedUID):
            guard providers[storedUID] == nil else { return }
            let owner = matching.owners[storedUID]
            let isCopied =
                owner == .null && matching.writtenDictionary(uid) == nil && matching.storedDictionary(storedUID) != nil
            providers[storedUID] = .some(owner != .null ? owner : isCopied ? nil : uid)
            if isCopied { useClass(ofStored: storedUID) }
        case .new(let uid): newObjects.insert(uid)
        }
    }

    /// Keeps the class of an object that is copied; what was written may have none like it.
    private mutating func useClass(ofStored storedUID: EntryUID) {
        guard let fields = matching.storedDictionary(storedUID),
            let value = matching.stored.value(of: "$class", in: fields),
            let classUID = matching.stored.entryUID(at: value),
            providers[classUID] == nil
        else { return }
        providers[classUID] = .some(nil)
    }

    /// Numbers the objects as they were; new ones come after the one that was encoded before them.
    private mutating func number() {
        objects = [(.null, .null)]
        let isUnreferred = unreferredObjects()
        if newObjects.isEmpty,
            matching.stored.uids.dropFirst().allSatisfy({ isUnreferred[$0] != (providers[$0] != nil) })
        {
            for storedUID in matching.stored.uids.dropFirst() { append(providers[storedUID] ?? nil, storedUID) }
            return
        }
        var added: [(after: EntryUID, uid: EntryUID)] = []
        var last = EntryUID.null
        for uid in matching.written.uids.dropFirst() {
            if newObjects.contains(uid) { added.append((last, uid)) }
            last = matching.identities[uid] != .null ? matching.identities[uid] : max(last, defaults[uid])
        }
        var next = added.sorted { ($0.after, $0.uid) < ($1.after, $1.uid) }[...]
        for (storedUID, uid) in providers.sorted(by: { $0.key < $1.key }) {
            while let new = next.first, new.after < storedUID { append(next.removeFirst().uid, nil) }
            append(uid, storedUID)
        }
        for new in next { append(new.uid, nil) }
    }

    /// For each stored object, whether nothing referred to it.
    ///
    /// An object that was encoded under a key under which another was encoded after it is such a one. As long as all
    /// numbers are as they were, it stays where it is.
    private func unreferredObjects() -> [Bool] {
        let stored = matching.stored
        var isUnreferred = Array(repeating: true, count: stored.entries.count)
        var pending = (0..<stored.top.values.count).map { stored.reader.unchecked($0, of: stored.top.values) }
        var visited: Set<ObjectIndex> = []
        while let index = pending.popLast() {
            if let uid = stored.entryUID(at: index) {
                guard isUnreferred[uid] else { continue }
                isUnreferred[uid] = false
                pending.append(stored[uid])
            } else if let references = (try? stored.reader.header(at: index))?.references, references.count > 0,
                visited.insert(index).inserted
            {
                for position in 0..<references.count {
                    pending.append(stored.reader.unchecked(position, of: references))
                }
            }
        }
        return isUnreferred
    }

    private mutating func append(_ uid: EntryUID?, _ storedUID: EntryUID?) {
        if let target = storedUID.map({ .stored($0) }) ?? uid.map({ Target.new($0) }) {
            numbers[target] = objects.count
        }
        objects.append((uid, storedUID))
    }

    // MARK: Containers

    /// Whether a value is the list of objects, which is written again.
    func isObjectList(_ child: Child) -> Bool {
        guard let list = child.index.flatMap({ matching.written.elements(at: $0) }) else { return false }
        return list == matching.written.entries
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
            return (0..<references.count).map { Child(index: nil, stored: stored.reader.unchecked($0, of: references)) }
        }
        if let fields = written.fields(at: index) {
            return children(of: fields, container.stored.flatMap { stored.fields(at: $0) })
        }
        guard let elements = header(of: container)?.references else { return [] }
        let storedElements = container.stored.flatMap { stored.elements(at: $0) }
        return (0..<elements.count).map { position in
            let stored = storedElements.flatMap {
                position < $0.count ? stored.reader.unchecked(position, of: $0) : nil
            }
            return Child(index: written.reader.unchecked(position, of: elements), stored: stored)
        }
    }

    /// The keys and then the values of a dictionary, in the order of the stored one if that has the same keys.
    private mutating func children(of fields: BinaryFields, _ storedFields: BinaryFields?) -> [Child] {
        let (written, stored) = (matching.written.reader, matching.stored.reader)
        guard let storedFields else {
            let keys = fields.positions.map { Child(index: written.key($0, of: fields), stored: nil) }
            return keys + fields.positions.map { Child(index: written.value($0, of: fields), stored: nil) }
        }
        let storedPositions = matching.positions(of: fields, in: storedFields)
        var order = Array(zip(fields.positions, storedPositions))
        if storedFields.count == fields.count, !storedPositions.contains(nil) {
            order.sort { ($0.1 ?? $0.0) < ($1.1 ?? $1.0) }
        }
        let keys = order.map { position, place in
            Child(index: written.key(position, of: fields), stored: place.map { stored.key($0, of: storedFields) })
        }
        return keys
            + order.map { position, place in
                Child(
                    index: written.value(position, of: fields), stored: place.map { stored.value($0, of: storedFields) }
                )
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
        _ stored: ArchiveIndex,
        _ carried: [(written: EntryUID, stored: EntryUID)],
        _ instances: [EntryUID]
    ) throws(PropertyListError) -> [UInt8] {
        guard let reader = try? BinaryPropertyListReader(bytes, limits: .unlimited, validation: .onAccess),
            let envelope = try? ArchiveEnvelope(of: reader)
        else { return bytes }
        let written = ArchiveIndex(reader, envelope)
        let matching = IdentityMatching(written, stored, carried: carried, instances: instances)
        guard let writer = try? IdentityWriter(matching) else { return bytes }
        return try writer.bytes()
    }
}
