internal import PropertyLists

/// Writes an archive that was just encoded with the entries of the archive that its objects were decoded from.
///
/// Unchanged objects keep their numbers, their order of fields and their entries: which strings, numbers and keys are
/// one entry, and which equal ones are several. New or changed objects are written as they were encoded. So an
/// unchanged graph gives the same bytes that it was decoded from, and a changed one differs only where it was changed.
struct IdentityWriter: ~Copyable {
    typealias Entry = BinaryObjectTable.Entry

    /// The target of a reference.
    enum Target: Hashable {
        case null
        /// To an object that was stored, by its number there.
        case stored(EntryUID)
        /// To an object that is new, by the number that it was written with.
        case new(EntryUID)
    }

    /// A written object, by its index, and the object stored in its place.
    struct Child {
        /// The index of the written object; nil for an object that is copied from the stored archive.
        var index: ObjectIndex?
        var stored: ObjectIndex?
    }

    var matching: IdentityMatching
    /// The objects of the archive that was stored; new ones are added.
    var source: BinaryObjectTableSource
    /// For each plain value and class, the first stored one that it is in any place, or null.
    var defaults: [EntryUID]
    /// For each scalar, by its index, the first stored one that it is in any place.
    var scalarDefaults: [ObjectIndex: ObjectIndex] = [:]
    /// For each stored number in use, the written object that has it.
    var providers: [EntryUID: EntryUID] = [:]
    var newObjects: Set<EntryUID> = []
    /// The numbers that objects get.
    var numbers: [Target: Int] = [.null: 0]
    /// The objects in the order of their numbers: what was written, and what it was.
    var objects: [(uid: EntryUID?, stored: EntryUID?)] = []
    var sameness: [SIMD2<Int32>: Bool] = [:]

    /// - Parameter isReachable: For each stored object, whether anything led to it.
    /// - Throws: ``/PropertyLists/ArchiveError`` if the archive that was stored cannot be read whole.
    init(_ matching: consuming IdentityMatching, isReachable: [Bool]) throws(ArchiveError) {
        source = try BinaryObjectTableSource(matching.stored.reader)
        defaults = Array(repeating: .null, count: matching.written.entries.count)
        self.matching = matching
        visit { writer, child in writer.note(child) }
        var isReferred = Array(repeating: false, count: defaults.count)
        visit { writer, child in
            guard let uid = child.index.flatMap({ writer.matching.written.entryUID(at: $0) }) else { return }
            isReferred[uid] = true
            writer.use(writer.target(of: uid, child.stored), uid)
        }
        for uid in self.matching.written.uids.dropFirst() where !isReferred[uid] { use(target(of: uid, nil), uid) }
        number(isReachable)
    }

    // MARK: Surveying

    /// Visits the members of all containers.
    private mutating func visit(_ body: (inout IdentityWriter, Child) -> Void) {
        visit(Child(index: matching.written.reader.topObject, stored: matching.stored.reader.topObject), body)
        for uid in matching.written.uids.dropFirst() where matching.writtenDictionary(uid) != nil {
            let identity = matching.identities[uid]
            let object = Child(
                index: matching.written[uid], stored: identity == .null ? nil : matching.stored[identity])
            visit(object, body)
        }
    }

    private mutating func visit(
        _ container: Child,
        _ body: (inout IdentityWriter, Child) -> Void
    ) {
        var pending = [container]
        while let container = pending.popLast() {
            for child in children(of: container) where !isObjectList(child) {
                if isContainer(child) {
                    pending.append(child)
                } else {
                    body(&self, child)
                }
            }
        }
    }

    /// Records the identity of a scalar, a plain value or a class where it is seen first.
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
            providers[storedUID] = owner == .null ? uid : owner
        case .new(let uid): newObjects.insert(uid)
        }
    }
}

extension IdentityWriter {
    /// An archive with the entries that its objects had in another; as it is if that one cannot be read whole.
    ///
    /// - Parameters:
    ///   - bytes: An archive that was just encoded.
    ///   - stored: The archive that objects were decoded from.
    ///   - pairs: The UIDs of objects in both.
    ///   - instances: The UIDs of instances.
    static func bytes(
        _ bytes: [UInt8],
        _ stored: ArchiveIndex,
        _ pairs: [(written: EntryUID, stored: EntryUID)],
        _ instances: [EntryUID]
    ) throws(ArchiveError) -> [UInt8] {
        guard let reader = try? BinaryPropertyListReader(bytes, limits: .unlimited, validation: .onAccess),
            let envelope = try? ArchiveEnvelope(of: reader)
        else { return bytes }
        let written = ArchiveIndex(reader, envelope)
        let matching = IdentityMatching(written, stored, pairs: pairs, instances: instances)
        guard let graph = try ArchiveFacts().graph(of: stored),
            let writer = try? IdentityWriter(matching, isReachable: graph.reachable())
        else { return bytes }
        return try writer.bytes()
    }
}
