internal import PropertyLists

extension KeyedArchiver {
    /// Puts the archive together.
    ///
    /// Nothing can be encoded afterwards; finishing again does nothing.
    ///
    /// ```swift
    /// try archiver.encode(person, forKey: "person")
    /// try archiver.finishEncoding()
    /// let bytes = try archiver.encodedBytes
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidArchiveOperation`` while an object is being encoded,
    ///   ``/PropertyLists/ArchiveError/Code/limitExceeded`` if there are more objects than a file can hold,
    ///   ``/PropertyLists/ArchiveError/Code/unrepresentable`` if the archive holds something that XML cannot express,
    ///   and the errors of deeply nested objects whose encoding was deferred until now.
    public func finishEncoding() throws {
        guard !state.isFinished else {
            _ = try finished?.get()
            return
        }
        guard state.depth == 0 else {
            throw ArchiveError(
                .invalidArchiveOperation,
                "the archive cannot be finished while an object is being encoded",
                remedy: "finish it after the outermost call to encode"
            )
        }
        try encodeDeferred()
        state.isFinished = true
        delegate?.archiverWillFinish(self)
        let result = Result { try archive() }
        finished = result
        if case .failure = result { state.releaseWritingTables() }
        // Releasing objects runs code of the user, which may come back to the archiver: no access to the state is open.
        _ = state.releaseContents()
        if case .success = result { delegate?.archiverDidFinish(self) }
        _ = try result.get()
    }

    private func archive() throws(ArchiveError) -> [UInt8] {
        // Storing a string doesn't throw, and the string `$null` has a class.
        try checkClassCount()
        let outputFormat = outputFormat
        if outputFormat == .openStep { throw .archiveInOpenStep }
        let identity = state.origins.identity
        let instances = identity == nil ? [] : state.instanceUIDs
        var binary = try state.finishedArchive()
        if let identity, outputFormat == .xml || follows(identity.origin.archive) {
            binary = try IdentityWriter.bytes(binary, identity.origin.archive, identity.pairs, instances)
        }
        try BinaryPropertyListReader.check(binary, within: limits)
        guard outputFormat == .xml else { return binary }
        let tree = try BinaryPropertyListReader(binary, limits: .unlimited).tree()
        return try XMLPropertyListWriter(documentType: layout.documentType, limits: limits).write(tree)
    }

    /// Whether an archive has the layout that is followed: only then can entries be as they were in it.
    private func follows(_ archive: ArchiveIndex) -> Bool {
        guard let outer = archive.outer, outer.count == layout.outerKeys.count else { return false }
        return zip(archive.members(of: outer.keys), layout.outerKeys).allSatisfy { archive.isText($0, $1.rawValue) }
    }

    /// The archive; asking for it finishes it.
    ///
    /// - Throws: As ``finishEncoding()`` does.
    public var encodedBytes: [UInt8] {
        get throws {
            try finishEncoding()
            guard let finished else {
                throw ArchiveError(
                    .invalidArchiveOperation,
                    "the archive is being finished and has no bytes yet",
                    remedy: "ask for them after the call that finishes it"
                )
            }
            return try finished.get()
        }
    }
}

extension ArchiverState {
    /// The UIDs of the instances that were encoded.
    fileprivate var instanceUIDs: [EntryUID] {
        mutating get {
            retained.compactMap { object in
                // Skip identified values: equal values may share an entry.
                if let value = object as? IdentifiedValue, value.entry != nil { return nil }
                return identities[object].map { KeyedArchiver.Known(rawValue: $0).uid }
            }
        }
    }

    /// Adds the envelope and writes everything.
    fileprivate mutating func finishedArchive() throws(ArchiveError) -> [UInt8] {
        let outer = addEnvelope()
        if objects.count > Self.fewObjects { releaseSearchTables() }
        var options = BinaryWritingOptions()
        options.objectOrder = layout.objectOrder
        options.allowsThreeByteOffsets = layout.allowsThreeByteOffsets
        defer { releaseWritingTables() }
        return try table.writeLast(top: outer, options: options, listingIn: &elements)
    }

    /// Adds the outer dictionary.
    private mutating func addEnvelope() -> Entry {
        let top = addDictionary(shapeGuess: commonShapes?.root, isObject: false).entry
        let version = integerEntry(ArchiveEnvelope.supportedVersion, .int32)
        let archiver = commonArchiver ?? stringEntry(archiverName)
        let objects = table.addContainer(.array, objects, from: 0)
        let keyList = outerKeyList ?? table.addKeyList(of: layout.outerKeys.map { stringEntry($0.rawValue) })
        let firstPlace = table.leaveValues(of: keyList)
        for (position, key) in layout.outerKeys.enumerated() {
            let value =
                switch key {
                case .version: version
                case .archiver: archiver
                case .top: top
                case .objects: objects
                }
            table.setValue(value, at: firstPlace + position)
        }
        return table.addDictionary(keyList: keyList, valuesFrom: firstPlace)
    }

    /// The name of the archiver's class, if the table has it from the start.
    private var commonArchiver: Entry? {
        commonShapes != nil && archiverName.isIdentical(to: ArchiveEnvelope.usualArchiver)
            ? CommonShapes.shared.archiver : nil
    }

    /// The keys of the outer dictionary, as a list in the table, if that has them from the start.
    private var outerKeyList: Int? {
        commonShapes != nil && layout.outerKeys == ArchiveLayout.modernKeys ? CommonShapes.shared.outerKeyList : nil
    }
}
