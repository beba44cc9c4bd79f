public import PropertyLists

extension KeyedArchive {
    /// What an object stands for, if it is of one of Foundation's own classes or of a subclass of one.
    ///
    /// - Parameters:
    ///   - record: An object of this archive.
    ///   - archivedClass: Its class record.
    /// - Returns: Nil for objects of other classes, for those whose fields contradict their class, and for those that are
    ///   more than the archive's limits allow.
    /// - Complexity: O(*n*) in the size of the object and of what its fields refer to.
    public func meaning(of record: ArchivedRecord, ofClass archivedClass: ArchivedClass) -> ArchivedMeaning? {
        var budget = budget
        return try? meaning(of: record, ofClass: archivedClass, charging: &budget)
    }

    /// What an object stands for, paid from a budget that other calls are paid from, too.
    ///
    /// Many objects of a hostile file can share one long text, which each of them stands for.
    ///
    /// - Parameters:
    ///   - record: An object of this archive.
    ///   - archivedClass: Its class record.
    ///   - budget: What is paid from.
    /// - Returns: Nil for objects of other classes, and for those whose fields contradict their class.
    /// - Throws: ``ArchiveError/Code/limitExceeded`` if too little is left.
    /// - Complexity: O(*n*) in the size of the object and of what its fields refer to.
    public func meaning(
        of record: ArchivedRecord,
        ofClass archivedClass: ArchivedClass,
        charging budget: inout Budget
    ) throws(ArchiveError) -> ArchivedMeaning? {
        var memory = MeaningMemory()
        return try meaning(of: record, ofClass: archivedClass, remembering: &memory, charging: &budget)
    }

    /// What an object stands for; what objects share is read once and remembered.
    package func meaning(
        of record: ArchivedRecord,
        ofClass archivedClass: ArchivedClass,
        remembering memory: inout MeaningMemory,
        charging budget: inout Budget
    ) throws(ArchiveError) -> ArchivedMeaning? {
        guard let family = try memory.family(of: archivedClass, at: record.classUID, charging: &budget) else {
            return nil
        }
        var reader = FoundationValueDecoder(archive: self, record: record, budget: budget)
        // Only one of them holds what is remembered, so that adding to it copies nothing.
        swap(&reader.memory, &memory)
        let content = reader.content(of: family)
        swap(&reader.memory, &memory)
        budget = reader.budget
        if let error = reader.exhaustion { throw error }
        guard let content else { return nil }
        return ArchivedMeaning(content: content, otherFields: reader.otherFields)
    }
}
