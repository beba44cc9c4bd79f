internal import PropertyLists

extension KeyedArchive {
    /// How objects of a class lay out their fields; nil if that isn't known.
    ///
    /// - Complexity: O(1) for a class of the file that was asked for before.
    func family(ofClassAt uid: UID?) -> FoundationFamily? {
        guard let uid else { return nil }
        guard edits.content(at: uid, sourceCount: index.entries.count) == nil else {
            return (try? archivedClass(at: uid)).flatMap { FoundationFamily(of: $0) }
        }
        return index[uid].flatMap { facts.family(ofRecord: $0, in: index) }
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
        case .stored(let index)?:
            if try reader.isString(at: index, name) { return true }
            guard self.index.hasPrefix(index, "_Tt"), self.index.count(of: index) <= MangledClassName.maximumLength
            else {
                return false
            }
            return self.index.text(at: index).map { ArchivedClass.isName($0, readAs: name) } == true
        case .new(.string(let text))?:
            return text.isIdentical(to: name) || text.string.map { ArchivedClass.isName($0, readAs: name) } == true
        default:
            let stored = try archivedClass(at: uid).name
            return stored.isIdentical(to: name) || ArchivedClass.isName(stored, readAs: name)
        }
    }

    /// The place of the name of a class record; nil for an entry that isn't a record with a text as its name.
    private func nameSlot(ofClassAt uid: UID) throws(ArchiveError) -> Slot? {
        let content = try content(at: uid)
        guard isClassRecord(content), case .dictionary(let slots) = content,
            let name = try slot(ClassFields.name, in: slots)
        else { return nil }
        if case .stored(let index) = name, self.index.kind(of: index) != .string { return nil }
        return name
    }
}
