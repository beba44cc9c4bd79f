internal import PropertyLists

// Objects of known classes whose content is not understood.

extension KeyedUnarchiver {
    /// Decodes an object as an ``ArchivedObject`` after a type of the library refused its content, if unknown classes
    /// are kept: one odd object must not cost the whole graph.
    ///
    /// What a type of the user's throws is for the user, and limits hold for everything. Arrays, dictionaries and sets
    /// hold references only: if these contradict themselves the file is damaged, and there is nothing to keep.
    ///
    /// - Parameters:
    ///   - type: The type that refused.
    ///   - hadFailed: Whether something had failed before.
    /// - Throws: The error, if the object is not to be kept.
    func decodeUnknown(
        _ type: any Codingable.Type,
        at uid: EntryUID,
        _ record: UnarchiverState.Record,
        _ allowed: AllowedTypes,
        effective: AllowedTypes,
        hadFailed: Bool,
        after error: any Error
    ) throws -> any Codingable {
        guard keepsUnknownClasses, !hadFailed, let refusal = error as? ArchiveError, Self.isAboutContent(refusal.code),
            registry.isLibraryType(type), type._kind.twoPhaseType == nil,
            state.decoded[uid].progress == UnarchiverState.Progress.unseen,
            !requiresSecureCoding || effective.contains(ArchivedObject.self, isExact: allowsExactTypesOnly),
            state.depth < limits.depth
        else { throw error }
        if state.hasFailed {
            self.error = nil
            state.decodingState = .running
        }
        state.warnings.append(
            CodingWarning(
                reason: "the content is not understood, and the object kept as it is: \(refusal.reason)",
                key: refusal.key ?? "$class",
                className: state.classes[record.classIndex].record.name
            )
        )
        return try decodeInTwoPhases(ArchivedObject.self, uid, allowed)
    }

    /// Whether an error says that the content of an object is not what its type expects.
    private static func isAboutContent(_ code: ArchiveError.Code) -> Bool {
        switch code {
        case .invalidValue, .valueNotFound, .invalidUnarchiveOperation, .range, .unexpectedClass, .unknownClass, .cycle:
            true
        default: false
        }
    }
}
