extension KeyedArchive {
    /// What an object stands for, if it is of one of Foundation's own classes or of a subclass of one.
    ///
    /// - Parameters:
    ///   - record: An object of this archive.
    ///   - archivedClass: Its class record.
    /// - Returns: Nil for objects of other classes, and for those whose fields contradict their class.
    /// - Complexity: O(*n*) in the size of the object.
    public func meaning(of record: ArchivedRecord, ofClass archivedClass: ArchivedClass) -> ArchivedMeaning? {
        let names = [archivedClass.name] + archivedClass.hierarchy
        guard let family = names.lazy.compactMap({ FoundationFamily.byClassName[$0] }).first else { return nil }
        var reader = MeaningReader(archive: self, record: record)
        guard let content = reader.content(of: family) else { return nil }
        return ArchivedMeaning(content: content, otherFields: reader.otherFields)
    }
}
