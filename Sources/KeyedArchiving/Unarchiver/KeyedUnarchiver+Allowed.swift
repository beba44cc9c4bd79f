public import PropertyLists

// Checks on the types that are instantiated, and their errors.

extension KeyedUnarchiver {
    /// Checks that a type is allowed, where secure coding is required.
    func checkAllowed(_ type: any Codingable.Type, _ allowed: AllowedTypes, at uid: EntryUID) throws {
        guard requiresSecureCoding, !allowed.contains(type, isExact: allowsExactTypesOnly) else { return }
        throw unexpectedClass(type, allowed, at: uid)
    }

    /// Checks a further reference to an object: its type or, if a hook put it in the place of another, its class.
    func checkAgain(_ object: any Codingable, _ allowed: AllowedTypes, at uid: EntryUID) throws {
        guard requiresSecureCoding, !type(of: object)._kind.isInline else { return }
        if allowed.contains(type(of: object), isExact: allowsExactTypesOnly) { return }
        guard let record = try state.record(at: uid) else { return }
        try checkAllowed(resolve(record.classIndex, allowed: allowed, at: uid), allowed, at: uid)
    }

    /// The error for an object of a type that the call does not allow.
    func unexpectedClass(_ type: any Codingable.Type, _ allowed: AllowedTypes, at uid: EntryUID) -> ArchiveError {
        let className = state.className(at: uid) ?? type.codedClassName
        let typeName = "\(type)" == className ? "" : " (\(type))"
        return state.located(
            ArchiveError(
                .unexpectedClass,
                "the object is of class \(className.quotedForDisplay)\(typeName); allowed are \(allowed.description)",
                className: className,
                remedy: "name the type in the decoding call if you expect it here"
            ),
            uid
        )
    }

    /// A decoded object as the type asked for.
    func cast<Object: Codingable>(_ object: any Codingable, to type: Object.Type, at uid: EntryUID) throws -> Object {
        if let cast = Object._cast(object) { return cast }
        throw unexpectedClass(Swift.type(of: object), .only(type), at: uid)
    }

    /// The error for an object that turned out to be of another type than asked for.
    @usableFromInline
    func wrongType(of object: any Codingable, _ request: any Codingable.Type, _ uid: UID) -> ArchiveError {
        unexpectedClass(type(of: object), .only(request), at: EntryUID(Int(truncatingIfNeeded: uid.rawValue)))
    }

    /// The error for a type that does not support secure coding.
    func insecure(_ type: any Codingable.Type, at uid: EntryUID) -> ArchiveError {
        state.located(
            ArchiveError(
                .unexpectedClass,
                "secure coding is required, but \(type) does not support it",
                className: type.codedClassName,
                remedy: "let `supportsSecureCoding` return true once the type decodes with explicit types only"
            ),
            uid
        )
    }

    /// The error for objects that nest too deep.
    func tooDeep(_ type: any Codingable.Type, at uid: EntryUID) -> ArchiveError {
        state.located(
            ArchiveError(
                .limitExceeded,
                state.depth < limits.depth
                    ? StackGauge.reason("objects", limit: limits.depth)
                    : "the limit `depth` of \(limits.depth) is exceeded by objects that nest deeper",
                className: type.codedClassName,
                remedy: state.depth < limits.depth
                    ? "make the class a TwoPhaseCodingable, or decode on a thread with a larger stack"
                    : "make the class a TwoPhaseCodingable, or raise `Limits.depth` if you trust the input"
            ),
            uid
        )
    }
}
