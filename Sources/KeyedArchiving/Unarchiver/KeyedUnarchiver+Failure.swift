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
        record(error)
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
        let error = state.depth == 0 ? withPath(error) : error
        guard decodingFailurePolicy == .setErrorAndReturn else { throw error }
        record(withPath(error))
    }

    /// An error about an inline value, with the key that it was asked for by.
    @usableFromInline
    func error(_ error: any Error, forKey key: String) -> any Error {
        guard var archiveError = error as? ArchiveError, archiveError.key == nil else { return error }
        archiveError.key = key
        return archiveError
    }

    private func record(_ error: any Error) {
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
    /// Throw it from the initializer of a type where the contents of the archive contradict what the type needs.
    public func failure(
        _ code: ArchiveError.Code,
        _ reason: String,
        key: String?,
        remedy: String? = nil
    ) -> ArchiveError {
        state.failure(code, reason, key: key, remedy: remedy)
    }

    /// The error for an inline value where an object is asked for.
    @usableFromInline
    func mismatch(inline index: ObjectIndex, expected: String) -> ArchiveError {
        var error = state.failure(
            .invalidUnarchiveOperation,
            "the value is \(state.kind(at: index)), not an object of class \(expected.quotedForDisplay)",
            key: nil,
            remedy: "decode it with the method for its kind"
        )
        error.byteOffset = try? state.reader.offset(of: index)
        return error
    }
}
