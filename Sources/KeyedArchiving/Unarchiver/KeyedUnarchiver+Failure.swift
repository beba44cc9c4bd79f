public import PropertyLists

extension KeyedUnarchiver {
    /// Makes decoding fail, from the initializer of a type.
    ///
    /// ```swift
    /// guard age >= 0 else {
    ///     try unarchiver.failWithError(ArchiveError(.invalidValue, "the age is negative"))
    ///     return
    /// }
    /// ```
    ///
    /// - Throws: The error, unless the policy is ``DecodingFailurePolicy/setErrorAndReturn``; then it is kept in
    ///   ``error`` if it is the first, and all later calls return defaults.
    public func failWithError(_ error: any Error) throws {
        guard decodingFailurePolicy == .setErrorAndReturn else { throw error }
        keep(error)
    }

    /// Runs one decoding call under the failure policy.
    @inline(__always)
    func decoding<Value>(_ fallback: @autoclosure () -> Value, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            try recover(from: error)
            return fallback()
        }
    }

    /// Keeps an error or throws it on, at the outermost call with the path to the object concerned.
    @usableFromInline
    func recover(from error: any Error) throws {
        guard decodingFailurePolicy == .setErrorAndReturn else { throw state.depth == 0 ? withPath(error) : error }
        // Only the first error is kept, so that no path is searched for another.
        if self.error == nil { keep(withPath(error)) }
    }

    /// An error about an inline value, with the key that it was asked for by.
    @usableFromInline
    func error(_ error: any Error, forKey key: String) -> any Error {
        guard var archiveError = error as? ArchiveError, archiveError.key == nil else { return error }
        archiveError.key = key
        return archiveError
    }

    private func keep(_ error: any Error) {
        guard self.error == nil else { return }
        self.error = error
        if case .running = state.decodingState { state.decodingState = .failed }
    }

    private func withPath(_ error: any Error) -> any Error {
        guard var archiveError = error as? ArchiveError, archiveError.path == nil else { return error }
        guard archiveError.uid != nil || archiveError.key != nil else { return error }
        archiveError.path = state.path(to: archiveError.uid, key: archiveError.key)
        if archiveError.key == nil { archiveError.key = archiveError.path?.lastKey }
        return archiveError
    }

    /// An error about the value under a key of the object being decoded, with the object's class and place.
    ///
    /// Throw it from the initializer of a type where the contents of the archive contradict the requirements of the
    /// type.
    ///
    /// ```swift
    /// guard age >= 0 else { throw unarchiver.failure(.invalidValue, "the age is negative", key: "age") }
    /// ```
    public func failure(
        _ code: ArchiveError.Code,
        _ reason: String,
        key: String?,
        remedy: String? = nil
    ) -> ArchiveError {
        state.failure(code, reason, key: key, remedy: remedy)
    }

    /// An error about the value under a key of the object being decoded that no writer may have written.
    package func damaged(
        _ reason: String,
        key: String?,
        code: ArchiveError.Code = .invalidValue
    ) -> ArchiveError {
        failure(code, reason, key: key, remedy: ArchiveError.damageRemedy)
    }

    /// The error for an inline value where an object is asked for.
    @usableFromInline
    func mismatch(inline index: ObjectIndex, expected: String) -> ArchiveError {
        var error = state.failure(
            .invalidUnarchiveOperation,
            "the value is \(state.kind(at: index).words), not an object of class \(expected.quotedForDisplay)",
            key: nil,
            remedy: "decode it with the method for its kind"
        )
        error.byteOffset = state.reader.place(of: index)
        return error
    }
}

extension UnarchiverState {
    /// The shortest path from the top level to an object, for an error text.
    ///
    /// Paths are searched only when an error reaches the caller, so decoding keeps no record of where it is. Which
    /// entries refer to which is found out for the first error, and kept for those that follow.
    ///
    /// - Parameters:
    ///   - uid: The object, which may be missing from the archive; nil for the top level.
    ///   - key: The key of that object, if there is one to add.
    /// - Returns: The path, or nil if the object is unreachable.
    /// - Complexity: O(*n*) in the size of the archive for the first path, then O(*n*) in the number of its steps.
    mutating func path(to uid: UID?, key: String?) -> ArchivePath? {
        var steps: [ArchivePath.Step] = []
        if let uid {
            guard let found = pathSearch().steps(to: uid) else { return nil }
            steps = found
        }
        if let key { steps.append(.key(storedKey(key, of: uid))) }
        return ArchivePath(steps)
    }

    /// The stored form of a key that an error names: a user's key that starts with `$` has one more.
    private func storedKey(_ key: String, of uid: UID?) -> String {
        guard CodingKeyRules.isReserved(key) else { return key }
        guard let fields = uid.map({ archive.fields(of: $0) }) ?? archive.top,
            archive.position(of: CodingKeyRules.stored(key), in: fields) != nil,
            archive.position(of: key, in: fields) == nil
        else { return key }
        return CodingKeyRules.stored(key)
    }

    /// The way from an object that is being decoded back to itself, or nil if there is none.
    ///
    /// It leads through objects and collections that are being decoded, too, or else through collections for which that
    /// isn't known.
    mutating func cycle(through uid: EntryUID) -> ArchivePath? {
        let search = pathSearch()
        func isOpen(_ entry: EntryUID) -> Bool { [.open, .early].contains(entries[entry].stage) }
        func mayBeOpen(_ entry: EntryUID) -> Bool {
            isOpen(entry)
                || entries[entry].stage.isUnkept
                    && className(at: entry).flatMap { FoundationFamily.byClassName[$0] } != nil
        }
        let steps = search.cycle(through: uid, from: frame.uid, preferring: isOpen, or: mayBeOpen)
        return steps.map { ArchivePath($0) }
    }

    private mutating func pathSearch() -> PathSearch {
        if let known = knownPathSearch { return known }
        let search = PathSearch(archive, ArchiveFacts())
        knownPathSearch = search
        return search
    }
}
