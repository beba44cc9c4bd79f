internal import PropertyLists

// What to do about a class that no type is known for.

extension KeyedUnarchiver {
    /// The error for a class without a known type, with a remedy that depends on the types that the call names.
    ///
    /// - Parameter wanted: The types that the call names.
    func unknownClass(_ name: String, wanted: [any Codingable.Type]) -> ArchiveError {
        let isFoundations = FoundationFamily.byClassName[name] != nil
        var remedy: String
        if requiresSecureCoding, wanted.isEmpty {
            // A call that names no type allows none of the registry's.
            remedy =
                (isFoundations ? "import KeyedArchivingFoundation for its types, and " : "")
                + "name a type for it in the decoding call, as in `decodeObject(of: [Person.self], forKey:)`, or set "
                + "`keepsUnknownClasses`"
        } else {
            remedy =
                (isFoundations ? "pass `registry: .foundation` of KeyedArchivingFoundation, " : "")
                + "register a type for it in a ClassRegistry, or set `keepsUnknownClasses`"
        }
        let own = wanted.filter { !isOfLibrary($0) }
        if let type = own.first(where: { ClassNaming.differsInModuleOnly($0.codedClassName, name) }) {
            let coded = type.codedClassName
            remedy =
                "\(type) was asked for, whose coded class name is \(coded.quotedForDisplay): rename the module with "
                + "`registry.renameClasses(withPrefix: \((ClassNaming.module(of: name) + ".").quotedForDisplay), to: "
                + "\((ClassNaming.module(of: coded) + ".").quotedForDisplay))`, or name the class in `codedClassAliases` of "
                + "\(type)"
        } else if let type = own.first {
            let names = own.prefix(3).map { "\($0)" }.joined(separator: ", ") + (own.count > 3 ? ", …" : "")
            remedy =
                "\(names) \(own.count == 1 ? "was" : "were") asked for: if \(own.count == 1 ? "\(type)" : "one") reads "
                + "this class too, name the class in its `codedClassAliases`; else " + remedy
        }
        return ArchiveError(
            .unknownClass,
            "no type is known for class \(name.quotedForDisplay)",
            className: name,
            remedy: remedy
        )
    }

    /// Whether the class of a type is one that the library reads: it can't be given another name.
    private func isOfLibrary(_ type: any Codingable.Type) -> Bool {
        if type._kind.isInline { return true }
        return [registry, .standard].contains { registry in
            registry.type(forClassName: type.codedClassName).map { registry.isLibraryType($0) } == true
        }
    }
}

extension ClassNaming {
    /// Whether two names are of one type in two modules.
    static func differsInModuleOnly(_ name: String, _ other: String) -> Bool {
        guard let dot = name.firstIndex(of: "."), let otherDot = other.firstIndex(of: ".") else { return false }
        return name != other && name[dot...] == other[otherDot...]
    }

    /// The part of a name before its first dot.
    static func module(of name: String) -> String { String(name.prefix { $0 != "." }) }
}

// Objects of known classes whose content is not understood.

extension KeyedUnarchiver {
    /// Decodes an object as an ``ArchivedObject`` after a type of the library refused its content, if unknown classes
    /// are kept: one odd object must not cost the whole graph.
    ///
    /// Errors of a user's type reach the user, and limits hold for everything. Arrays, dictionaries and sets
    /// hold references only: if these contradict themselves the file is damaged, and there is nothing to keep.
    ///
    /// - Parameters:
    ///   - type: The type that refused.
    ///   - hadFailed: Whether something had failed before.
    /// - Throws: The error, if the object is not to be kept.
    func keepUnknown(
        _ type: any Codingable.Type,
        at uid: EntryUID,
        _ stored: UnarchiverState.StoredObject,
        _ request: AllowedTypes,
        hadFailed: Bool,
        after error: any Error
    ) throws -> BoxedObject {
        guard keepsUnknownClasses, !hadFailed, let refusal = error as? ArchiveError, Self.isAboutContent(refusal.code),
            registry.isLibraryType(type), type._kind.twoPhaseType == nil,
            state.entries[uid].stage == .unseen,
            !requiresSecureCoding || effective(request).contains(ArchivedObject.self, isExact: allowsExactTypesOnly),
            state.depth < limits.depth
        else { throw error }
        if state.hasFailed {
            self.error = nil
            state.decodingState = .running
        }
        state.warnings.append(
            CodingWarning(
                reason: "the content is not understood, and the object kept as it is: \(refusal.reason)",
                key: refusal.key ?? ClassFields.instanceClass,
                className: state.classes[stored.classIndex].record.name
            )
        )
        return try decodeInTwoPhases(ArchivedObject.self, uid, stored, request)
    }

    /// Whether the call that decodes the current object names this type alone, so that no object as it is stored can stand
    /// in its place.
    package func isNamed(_ type: any Codingable.Type) -> Bool {
        state.frame.allowedType.map { ObjectIdentifier($0) == ObjectIdentifier(type) } ?? false
    }

    /// Whether an error reports that the content of an object doesn't match its type.
    private static func isAboutContent(_ code: ArchiveError.Code) -> Bool {
        switch code {
        case .invalidValue, .valueNotFound, .invalidUnarchiveOperation, .range, .unexpectedClass, .unknownClass, .cycle:
            true
        default: false
        }
    }
}
