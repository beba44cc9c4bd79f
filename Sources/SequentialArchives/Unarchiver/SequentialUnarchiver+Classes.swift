internal import PropertyLists

// Which type an object becomes, and errors at the place that is being read.

extension SequentialUnarchiver {
    /// The type of an object: the one asked for, or the one that is registered for its class or a superclass.
    func type(
        ofObject number: Int,
        _ requested: (any SequentialCodingable.Type)?
    ) throws -> any SequentialCodingable.Type {
        let classNumber = Int(storage.tables.items[number].classNumber)
        let known = seenClass(classNumber)
        guard let requested else {
            if let type = known.type { return type }
            try keepChain(from: classNumber)
            let type = try registeredType(classVersions(from: classNumber), number)
            try checkActor(of: type, number)
            known.type = type
            return type
        }
        // Many objects can have one long chain, which is followed once for each type that is asked for.
        if let type = known.requestedTypes[ObjectIdentifier(requested)] { return type }
        try checkActor(of: requested, number)
        try keepChain(from: classNumber)
        guard let type = type(for: classVersions(from: classNumber), requested) else {
            throw unexpected(number, requested)
        }
        try checkActor(of: type, number)
        known.requestedTypes[ObjectIdentifier(requested)] = type
        return type
    }

    /// The type for a class and its superclasses where a type is asked for; nil if none of them is of that type.
    private func type(
        for versions: [CodedClassVersion],
        _ requested: any SequentialCodingable.Type
    ) -> (any SequentialCodingable.Type)? {
        if requested == UnknownSequentialObject.self { return requested }
        for version in versions {
            let name = classNameDecoded(forArchiveClassName: version.name)
            if name.isIdentical(to: requested.codedClassName) || registry.renames(name, to: requested.codedClassName) {
                return requested
            }
            if let known = registry.sequentialType(forClassName: name), Self.isSubclass(known, of: requested) {
                return known
            }
        }
        return nil
    }

    /// The type that is registered for a class; for Foundation's only if nothing would be lost.
    private func registeredType(
        _ versions: [CodedClassVersion],
        _ number: Int
    ) throws -> any SequentialCodingable.Type {
        guard let name = versions.first?.name else { return UnknownSequentialObject.self }
        if let type = registry.sequentialType(forClassName: classNameDecoded(forArchiveClassName: name)) {
            guard let standard = type as? any StandardSequentialClass.Type else { return type }
            if standard.canHold(versions) { return type }
        }
        guard keepsUnknownClasses else {
            throw failure(
                .unknownClass, "there is no type for the class \(name.quotedForDisplay)", object: number,
                remedy: "register one in `registry`, or set `keepsUnknownClasses`")
        }
        return UnknownSequentialObject.self
    }

    /// Checks that the type for an object may be used here.
    private func checkActor(of type: any SequentialCodingable.Type, _ number: Int) throws {
        do {
            try SequentialArchiver.checkActor(of: type)
        } catch {
            throw failure(error.code, error.reason, object: number, remedy: error.remedy)
        }
    }

    private static func isSubclass(
        _ type: any SequentialCodingable.Type,
        of other: any SequentialCodingable.Type
    ) -> Bool {
        if type == other { return true }
        var superclass: AnyClass? = (type as? AnyClass).flatMap { _getSuperclass($0) }
        while let type = superclass {
            if ObjectIdentifier(type) == ObjectIdentifier(other) { return true }
            superclass = _getSuperclass(type)
        }
        return false
    }

    // MARK: Errors

    /// An error at the place that is being read.
    func failure(
        _ code: ArchiveError.Code,
        _ reason: String,
        object: Int? = nil,
        remedy: String?
    ) -> ArchiveError {
        let start: [ArchivePath.Step] = frame.number.map { [.key("objects"), .index($0)] } ?? []
        return ArchiveError(
            code,
            reason,
            path: ArchivePath(start + [.key("groups"), .index(frame.group)]),
            className: codedClassVersions.first?.name,
            uid: (object ?? frame.number).map { SequentialReference($0).uid },
            at: frame.cursor.position,
            remedy: remedy
        )
    }

    /// An error at the place that is being read, for contents that contradict the class.
    func damaged(_ reason: String) -> ArchiveError {
        failure(.invalidValue, reason, remedy: ArchiveError.damageRemedy)
    }

    /// An error with the place of the object being read, if it has none.
    func located(_ error: any Error) -> any Error {
        guard var error = error as? ArchiveError, error.uid == nil else { return error }
        error.reference = frame.number.map { SequentialReference($0) }
        error.className = error.className ?? codedClassVersions.first?.name
        error.byteOffset = error.byteOffset ?? frame.cursor.position
        return error
    }

    /// Checks that one more object may nest.
    func checkDepth(_ number: Int) throws {
        guard depth >= limits.depth || !stack.hasRoom() else { return }
        throw failure(
            .limitExceeded,
            StackLimit.reason("objects", depth: depth, limit: limits.depth),
            object: number,
            remedy: StackLimit.remedy(
                .decode, depth: depth, limit: limits.depth, insteadBy: "TwoPhaseSequentialCodingable")
        )
    }

    func unexpected(_ number: Int, _ type: any SequentialCodingable.Type) -> ArchiveError {
        let name = classVersions(ofObject: number).first?.name ?? ""
        return failure(
            .unexpectedClass,
            "the object is of the class \(name.quotedForDisplay), not \(type.codedClassName)",
            object: number,
            remedy: "ask for another type, or register one for the class"
        )
    }
}
