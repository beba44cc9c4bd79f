internal import PropertyLists

/// Which families the class records of a file belong to, found once for each record and each chain of names.
///
/// Records of a hostile file can share a chain with thousands of names. The file never changes, so copies of an archive
/// share what was found out.
final class ClassFamilies: Sendable {
    private struct State {
        var ofRecords: [ObjectIndex: FoundationFamily?] = [:]
        var ofChains: [ObjectIndex: FoundationFamily?] = [:]
        /// The chains that were gone through; nil as long as there are none.
        var visits: ContainerVisits?

        /// Whether to go through a chain: chains of a hostile file can overlap, each an object of its own.
        mutating func enter(_ chain: ObjectIndex, in index: ArchiveIndex) -> Bool {
            var visits = self.visits.take() ?? ContainerVisits(index)
            let isEntered = visits.enter(chain)
            self.visits = consume visits
            return isEntered
        }
    }

    private let state = Guarded(State())

    /// The family of the class record at an object index; nil if it has none, or no name.
    func family(ofRecord record: ObjectIndex, in index: ArchiveIndex) -> FoundationFamily? {
        if let known = state.withValue({ $0.ofRecords[record] }) { return known }
        let family = find(record, in: index)
        state.withValue { $0.ofRecords[record] = .some(family) }
        return family
    }

    private func find(_ record: ObjectIndex, in index: ArchiveIndex) -> FoundationFamily? {
        guard let fields = index.classRecord(at: record),
            let name = index.value(of: ClassFields.name, in: fields), index.kind(of: name) == .string
        else { return nil }
        if let family = family(named: name, in: index) { return family }
        guard let chain = index.value(of: ClassFields.hierarchy, in: fields) else { return nil }
        if let known = state.withValue({ $0.ofChains[chain] }) { return known }
        var family: FoundationFamily?
        if let names = index.elements(at: chain), state.withValue({ $0.enter(chain, in: index) }) {
            family = index.members(of: names).lazy.compactMap { self.family(named: $0, in: index) }.first
        }
        let found = family
        state.withValue { $0.ofChains[chain] = .some(found) }
        return found
    }

    private func family(named name: ObjectIndex, in index: ArchiveIndex) -> FoundationFamily? {
        index.shortText(at: name).flatMap { FoundationFamily.byClassName[$0] }
    }
}

extension KeyedArchive {
    /// How objects of a class lay out their fields; nil if that isn't known.
    ///
    /// - Complexity: O(1) for a class of the file that was asked for before.
    func family(ofClassAt uid: UID?) -> FoundationFamily? {
        guard let uid else { return nil }
        guard edits.content(at: uid, sourceCount: index.entries.count) == nil else {
            return (try? archivedClass(at: uid)).flatMap { FoundationFamily(of: $0) }
        }
        return index[uid].flatMap { classFamilies.family(ofRecord: $0, in: index) }
    }

    /// The name of a class; its chain, which records may share, isn't read.
    func className(at uid: UID) throws(ArchiveError) -> String {
        switch try nameSlot(ofClassAt: uid) {
        case .stored(let name)?:
            if let text = index.text(at: name) { return text }
        case .new(.string(let name))?:
            if let text = name.string { return text }
        default: break
        }
        return try archivedClass(at: uid).name
    }

    /// Whether the class record at a UID has a name; its chain isn't read, and of a long name only the length.
    func isClass(at uid: UID, named name: String) throws(ArchiveError) -> Bool {
        switch try nameSlot(ofClassAt: uid) {
        case .stored(let index)?: return try reader.isString(at: index, name)
        case .new(.string(let text))?: return text.isIdentical(to: name)
        default: return try archivedClass(at: uid).isNamed(name)
        }
    }

    /// Where the name of a class record is; nil for what isn't a record with a text for a name.
    private func nameSlot(ofClassAt uid: UID) throws(ArchiveError) -> Slot? {
        let content = try content(at: uid)
        guard isClassRecord(content), case .dictionary(let slots) = content,
            let name = try slot(ClassFields.name, in: slots)
        else { return nil }
        if case .stored(let index) = name, self.index.kind(of: index) != .string { return nil }
        return name
    }
}
