package import PropertyLists

extension KeyedArchive {
    /// The Foundation value that an object represents, if its class is one of Foundation's or a subclass of one.
    ///
    /// ```swift
    /// if case .object(let record) = try archive.entry(at: uid) {
    ///     let archivedClass = try archive.archivedClass(at: record.classUID)
    ///     if case .date(let seconds)? = archive.foundationValue(of: record, ofClass: archivedClass)?.content {
    ///         print(seconds)
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - record: An object of this archive.
    ///   - archivedClass: Its class record.
    /// - Returns: Nil for objects of other classes, for those whose fields contradict their class, and for those that
    ///   are more than the archive's limits allow.
    /// - Complexity: O(*n*) in the size of the object and of the objects that its fields refer to.
    package func foundationValue(of record: ArchivedRecord, ofClass archivedClass: ArchivedClass) -> FoundationValue? {
        var (cache, budget) = (FoundationValueCache(), budget)
        return try? foundationValue(of: record, ofClass: archivedClass, caching: &cache, charging: &budget)
    }

    /// The Foundation value that an object represents; content that objects share is read once and cached.
    ///
    /// - Parameters:
    ///   - cache: The content of this archive that was read before.
    ///   - budget: The budget.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/limitExceeded`` if too little is left.
    package func foundationValue(
        of record: ArchivedRecord,
        ofClass archivedClass: ArchivedClass,
        caching cache: inout FoundationValueCache,
        charging budget: inout Budget
    ) throws(ArchiveError) -> FoundationValue? {
        guard let family = try cache.family(of: archivedClass, at: record.classUID, charging: &budget) else {
            return nil
        }
        var decoder = FoundationValueDecoder(archive: self, record: record, budget: budget)
        // Only one of them holds what is cached, so that adding to it copies nothing.
        swap(&decoder.cache, &cache)
        let content = decoder.content(of: family)
        swap(&decoder.cache, &cache)
        budget = decoder.budget
        if let error = decoder.exhaustion { throw error }
        guard let content else { return nil }
        return FoundationValue(content: content, otherFields: decoder.otherFields)
    }

    /// The value that an object of a family represents; nil if its fields contradict the family.
    func content(
        of record: ArchivedRecord,
        in family: FoundationFamily
    ) throws(ArchiveError) -> FoundationValue.Content? {
        var decoder = FoundationValueDecoder(archive: self, record: record, budget: budget)
        let content = decoder.content(of: family)
        if let error = decoder.exhaustion { throw error }
        return content
    }
}
