internal import PropertyLists

// Which type stands for a class of the archive.

extension KeyedUnarchiver {
    /// The type for a class when a call names one type.
    ///
    /// - Returns: The type named, a registered type, or ``ArchivedObject`` where unknown classes are kept.
    func resolve(
        _ classIndex: Int,
        request: any Codingable.Type,
        at uid: EntryUID
    ) throws -> any Codingable.Type {
        if let type = state.resolvedType(classIndex, ObjectIdentifier(request)) { return type }
        let name = request.codedClassName
        let type =
            state.types.isEmpty && state.classes[classIndex].record.name.isIdentical(to: name)
            ? try named(request, at: uid) : try resolve(state.classes[classIndex].record, [request], at: uid)
        try keep(type, for: classIndex, ObjectIdentifier(request), at: uid)
        return type
    }

    /// The type for a class, whether or not the call allows it.
    @inline(__always)
    func resolve(_ classIndex: Int, _ allowed: AllowedTypes, at uid: EntryUID) throws -> any Codingable.Type {
        switch allowed {
        case .inherited: try resolveAny(classIndex, at: uid)
        case .only(let type): try resolve(classIndex, request: type, at: uid)
        case .list(let types): try resolve(classIndex, types, at: uid)
        }
    }

    /// The type for a class where no call names any.
    private func resolveAny(_ classIndex: Int, at uid: EntryUID) throws -> any Codingable.Type {
        let request = ObjectIdentifier(AllowedTypes.self)
        if let type = state.resolvedType(classIndex, request) { return type }
        let type = try resolve(state.classes[classIndex].record, [], at: uid)
        try keep(type, for: classIndex, request, at: uid)
        return type
    }

    /// The type for a class when a call allows several: the result is kept as for a single type.
    private func resolve(
        _ classIndex: Int,
        _ types: [any Codingable.Type],
        at uid: EntryUID
    ) throws -> any Codingable.Type {
        let list = state.indexOfAllowedList(types)
        if state.classes[classIndex].requestedList == list, let type = state.classes[classIndex].type { return type }
        let type = try resolve(state.classes[classIndex].record, types, at: uid)
        try keep(type, for: classIndex, nil, at: uid)
        state.classes[classIndex].requestedList = list
        return type
    }

    /// Records the type that a class was resolved to, which has to be usable here.
    private func keep(
        _ type: any Codingable.Type,
        for classIndex: Int,
        _ request: ObjectIdentifier?,
        at uid: EntryUID
    ) throws {
        do {
            try ClassNaming.checkActor(of: type)
        } catch {
            throw state.located(error, uid)
        }
        state.classes[classIndex].request = request
        state.classes[classIndex].requestedList = .none
        state.classes[classIndex].type = type
        state.typesToCompare.append((classIndex: classIndex, type: type))
        if holdsAnyObjects(type) { state.mayHoldContainers = true }
    }

    /// Looks a class up in Apple's order: this unarchiver's table, the types named and the registry, the class's
    /// fallbacks, the delegate.
    ///
    /// The resolved type then may name another.
    private func resolve(
        _ record: ArchivedClass,
        _ named: [any Codingable.Type],
        at uid: EntryUID
    ) throws -> any Codingable.Type {
        if let type = self.class(forClassName: record.name) { return type.typeForKeyedUnarchiver() }
        // Each fallback is looked up, whatever the result was for other types; a hostile record can have many.
        try state.budget.step(record.fallbacks.count)
        for name in ([record.name] + record.fallbacks).flatMap({ ClassNaming.names(for: $0) }) {
            if let type = named.first(where: { reads($0, name) }) { return try self.named(type, at: uid) }
            if let type = registry.type(forExactName: name)?.typeForKeyedUnarchiver() {
                return isKept(insteadOf: type, named) ? ArchivedObject.self : type
            }
        }
        if let type = delegate?.unarchiver(
            self,
            cannotDecodeObjectOfClassName: record.name,
            originalClasses: record.hierarchy
        ) {
            return type.typeForKeyedUnarchiver()
        }
        if let type = try subclassReader(for: record, named, at: uid) { return type }
        if keepsUnknownClasses || named.contains(where: { $0 is ArchivedObject.Type }) { return ArchivedObject.self }
        throw state.located(unknownClass(record.name, wanted: named), uid)
    }

    /// The type that stands for the classes below its own, for the nearest superclass that has one.
    private func subclassReader(
        for record: ArchivedClass,
        _ named: [any Codingable.Type],
        at uid: EntryUID
    ) throws -> (any Codingable.Type)? {
        try state.budget.step(record.hierarchy.count)
        for name in record.hierarchy.dropFirst() {
            if let type = named.first(where: { $0 is any SubclassReading.Type && reads($0, name) }) {
                return try self.named(type, at: uid)
            }
            if let type = registry.type(forExactName: name), type is any SubclassReading.Type {
                return isKept(insteadOf: type, named) ? ArchivedObject.self : type
            }
        }
        return nil
    }

    /// Whether a call asks for objects as they are stored, and doesn't allow the registry's type for them.
    private func isKept(insteadOf type: any Codingable.Type, _ named: [any Codingable.Type]) -> Bool {
        guard requiresSecureCoding, named.contains(where: { $0 == ArchivedObject.self }) else { return false }
        return !AllowedTypes.list(named).contains(type, isExact: allowsExactTypesOnly)
    }

    /// The type for a class that a type reads which a call names.
    private func named(_ type: any Codingable.Type, at uid: EntryUID) throws -> any Codingable.Type {
        do {
            try ClassNaming.checkRequest(for: type)
        } catch {
            throw state.located(error, uid)
        }
        return type.typeForKeyedUnarchiver()
    }

    /// Whether a type that a call names reads a class name, its module renamed if there is a rule.
    private func reads(_ type: any Codingable.Type, _ name: String) -> Bool {
        let codedName = type.codedClassName
        if codedName.isIdentical(to: name) { return true }
        if type.codedClassAliases.contains(where: { $0.isIdentical(to: name) }) { return true }
        return registry.renames(name, to: codedName)
    }
}

extension UnarchiverState {
    /// The type that a class was resolved to for the same request before.
    @inline(__always)
    mutating func resolvedType(_ classIndex: Int, _ request: ObjectIdentifier) -> (any Codingable.Type)? {
        classes[classIndex].request == request ? classes[classIndex].type : nil
    }

    /// Whether the class of the object being decoded was resolved to a type.
    @inline(__always)
    mutating func isResolved(to type: any Codingable.Type) -> Bool {
        guard let classIndex = frame.classIndex.value, let resolved = classes[classIndex].type else { return false }
        return ObjectIdentifier(resolved) == ObjectIdentifier(type)
    }
}
