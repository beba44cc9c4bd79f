internal import PropertyLists

/// The changes of an archive since it was opened; the file itself stays as it is.
struct ArchiveEdits: Sendable {
    /// Another name for `$archiver`.
    var archiver: String?
    /// All of `$top`, if any of it was changed.
    var top: FieldTable?
    /// Entries of the file that were changed, by UID.
    var changed: [UID: KeyedArchive.Content] = [:]
    /// How often an entry was changed on which the name of a dictionary's key may depend.
    var keyChanges = 0
    /// Entries that became keys of dictionaries, or hold the characters or are the class of one.
    var addedKeys: Set<UID> = []
    /// The UIDs of class records by their content, once one was looked for; of equal ones, the first.
    var classUIDs: [ArchivedClass: UID]?
    /// Entries that were added after those of the file.
    var added: [KeyedArchive.Content] = []
    /// The batch that edits are part of, if they are.
    var batch: EditBatch?

    var isEmpty: Bool {
        archiver == nil && top == nil && changed.isEmpty && added.isEmpty
    }

    /// The content of an entry if it was changed or added.
    func content(at uid: UID, sourceCount: Int) -> KeyedArchive.Content? {
        guard uid.rawValue >= UInt64(sourceCount) else { return changed[uid] }
        let position = uid.rawValue - UInt64(sourceCount)
        return position < UInt64(added.count) ? added[Int(position)] : nil
    }

    /// Releases the content of an entry that was changed or added, whose new content is stored next.
    ///
    /// The only holder of the old content can then change it without a copy.
    mutating func releaseContent(at uid: UID, sourceCount: Int) {
        let position = Int(truncatingIfNeeded: uid.rawValue) - sourceCount
        if added.indices.contains(position) {
            added[position] = .other(.array)
        } else if changed[uid] != nil {
            changed[uid] = .other(.array)
        }
    }
}
