extension BinaryPropertyListReader {
    /// Reads every object once, including unreachable ones, and lists the problems.
    ///
    /// Checks the marker, the length and the position of each object; UIDs; whether references lead to objects; whether
    /// dictionary keys are scalars; whether a container holds itself. Unpaired surrogates in UTF-16 strings are accepted: Apple's systems write them.
    ///
    /// Strict checking also reports readable peculiarities that Apple's writer never produces: another version, bytes
    /// after the end or outside all objects, unused bytes of the trailer that are not zero, objects that overlap, ASCII
    /// strings with other characters, dictionary keys that are not strings, dictionaries with the same key twice, and
    /// sets with the same member twice.
    ///
    /// Opening throws for damaged entries of the offset table. Depth and expansion concern a tree, and ``tree()`` checks
    /// them.
    ///
    /// ```swift
    /// for problem in reader.problems(strict: true) { print(problem) }
    /// ```
    ///
    /// - Parameters:
    ///   - strict: Whether to check strictly.
    ///   - limit: How many problems to list at most.
    /// - Returns: The problems with their byte offsets: those of single objects, of references, cycles, those of the
    ///   layout by position, duplicates. Keys and members are compared only if no objects overlap.
    /// - Complexity: O(*n*) in the size of the input; strict checking of a file whose objects are not in the order of
    ///   the offset table takes the time to sort them. If objects overlap so much that together they are larger than
    ///   ``Limits/expansion`` times the input, that is reported and checking ends.
    public func problems(strict: Bool = false, limit: Int = 100) -> [ArchiveError] {
        var validator = BinaryPropertyListValidator(reader: self, limit: limit)
        guard validator.checkObjects() else { return validator.problems }
        validator.checkReferences(strict: strict)
        validator.checkCycles()
        if strict { validator.checkOddities() }
        return validator.problems
    }

    /// Reads every object once, and lists only the additional findings of strict checking: readable peculiarities that
    /// Apple's writer never produces.
    ///
    /// ```swift
    /// for oddity in reader.oddities() { print(oddity) }
    /// ```
    ///
    /// - Parameter limit: How many oddities to list at most.
    /// - Complexity: As for ``problems(strict:limit:)``.
    public func oddities(limit: Int = 100) -> [ArchiveError] {
        // What is damaged isn't odd, and isn't listed.
        var validator = BinaryPropertyListValidator(reader: self, limit: 0)
        guard validator.checkObjects() else { return openingOddities }
        return validator.oddities(limit: limit)
    }

    /// Reads every object once and throws the first problem that ``problems(strict:limit:)`` would list.
    ///
    /// ```swift
    /// try BinaryPropertyListReader(bytes).validate()
    /// ```
    ///
    /// - Parameter strict: Whether to check strictly.
    /// - Throws: ``ArchiveError``.
    /// - Complexity: As for ``problems(strict:limit:)``.
    public func validate(strict: Bool = false) throws(ArchiveError) {
        if let problem = problems(strict: strict, limit: 1).first { throw problem }
    }
}

extension BinaryPropertyListReader {
    /// The ranges of complete binary property lists in bytes of any kind: behind a prefix, in another file, one after
    /// the other.
    ///
    /// ```swift
    /// for range in BinaryPropertyListReader.lists(in: bytes) {
    ///     print(range, try BinaryPropertyListReader(Array(bytes[range])).objectCount)
    /// }
    /// ```
    ///
    /// - Returns: The ranges in their order. Lists may lie in data of others.
    /// - Complexity: O(*n*), with a few comparisons for each byte.
    public static func lists(in bytes: [UInt8]) -> [Range<Int>] {
        BinaryTrailer.trailers(in: bytes).compactMap { trailer in
            BinaryTrailer.listStart(in: bytes, trailerAt: trailer).map { $0..<trailer + BinaryTrailer.size }
        }.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    }
}

extension BinaryPropertyListReader {
    /// Checks that a binary property list, which was just written, can be read again within limits.
    ///
    /// - Throws: ``ArchiveError/Code/limitExceeded``.
    /// - Complexity: O(1) if strings and data have no limit; otherwise O(*n*) in the number of objects.
    package static func check(_ bytes: [UInt8], within limits: Limits) throws(ArchiveError) {
        do {
            guard limits.stringBytes < .max || limits.dataBytes < .max else {
                if limits.objects < .max { _ = try BinaryTrailer(of: bytes, limits: limits) }
                return
            }
            let reader = try BinaryPropertyListReader(bytes, limits: limits, validation: .onAccess)
            for index in reader.objectIndices {
                let header = try reader.header(at: index)
                let payload = header.payload..<header.payload + header.scalarSize
                if header.kind.isString { try reader.checkLength(payload) }
                if header.kind == .data { _ = try reader.data(in: payload) }
            }
        } catch {
            // The caller doesn't see the bytes, so a position in them says nothing.
            var error = error
            error.byteOffset = nil
            throw error
        }
    }
}
