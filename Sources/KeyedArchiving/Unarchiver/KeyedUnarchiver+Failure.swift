internal import PropertyLists

extension KeyedUnarchiver {
    /// Makes decoding fail, from the initialiser of a type.
    ///
    /// - Throws: The error, unless the policy is ``DecodingFailurePolicy/setErrorAndReturn``; then it is kept in
    ///   ``error`` if it is the first, and all later calls answer defaults.
    public func failWithError(_ error: any Error) throws {
        guard decodingFailurePolicy == .setErrorAndReturn else { throw error }
        record(error)
    }

    /// Runs one decoding call under the failure policy.
    @inline(__always)
    func decoding<Value>(_ fallback: @autoclosure () -> Value, _ body: () throws -> Value) throws -> Value {
        if error != nil { return fallback() }
        do {
            if isFinished { throw alreadyFinished }
            return try body()
        } catch {
            try recover(from: error)
            return fallback()
        }
    }

    /// Keeps an error or throws it on, at the outermost call with the path to the object concerned.
    func recover(from error: any Error) throws {
        let error = state.depth == 0 ? withPath(error) : error
        guard decodingFailurePolicy == .setErrorAndReturn else { throw error }
        record(withPath(error))
    }

    private func record(_ error: any Error) {
        if self.error == nil { self.error = error }
    }

    private func withPath(_ error: any Error) -> any Error {
        guard var archiveError = error as? ArchiveError, archiveError.path == nil else { return error }
        if archiveError.uid != nil || archiveError.key != nil {
            archiveError.path = state.path(to: archiveError.uid, key: archiveError.key)
        }
        return archiveError
    }

    private var alreadyFinished: ArchiveError {
        ArchiveError(.finished, "decoding is already finished", remedy: "use a new unarchiver")
    }

    /// An error about the value under a key of the object being decoded.
    func failure(_ code: ArchiveError.Code, _ reason: String, key: String, remedy: String? = nil) -> ArchiveError {
        let error = ArchiveError(code, reason, key: key, className: currentClass?.name, remedy: remedy)
        return state.scope.uid == 0 ? error : state.located(error, state.scope.uid)
    }

    /// The error for an inline value where an object is asked for.
    func mismatch(inline index: Int, expected: String) -> ArchiveError {
        ArchiveError(
            .invalidUnarchiveOperation,
            "the value is an inline \(kind(at: index)), not an object of class \(expected.quotedForDisplay)",
            className: currentClass?.name,
            uid: state.scope.uid == 0 ? nil : UID(UInt64(state.scope.uid)),
            byteOffset: try? state.reader.offset(of: index),
            remedy: "decode it with the method for its kind"
        )
    }

    /// What sort of value is at an object index, in words.
    func kind(at index: Int) -> String {
        guard let header = try? state.header(at: index) else { return "value that cannot be read" }
        return switch header.kind {
        case .simple: header.marker == 0 ? "null" : "boolean"
        case .integer: "integer"
        case .real: "real"
        case .date: "date"
        case .data: "data"
        case .asciiString, .utf16String: "string"
        case .uid: "reference to an object"
        case .dictionary: "dictionary"
        default: "array"
        }
    }
}
