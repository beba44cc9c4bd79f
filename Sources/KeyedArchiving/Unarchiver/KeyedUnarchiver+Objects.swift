internal import PropertyLists

// How one reference is resolved, step by step in Apple's order.

extension KeyedUnarchiver {
    /// An object that has been decoded and may have been substituted.
    private enum Decoded<Object> {
        case own(Object)
        case other(any Codingable)
    }

    /// Decodes the object at a UID as a given type.
    ///
    /// - Returns: The object; nil if the reference stands for nil.
    func decodeObject<Object: Codingable>(_ type: Object.Type, reference uid: UID) throws -> Object? {
        let index = try state.objectIndex(of: uid)
        let position = Int(truncatingIfNeeded: uid.rawValue)
        switch state.progress[position] {
        case UnarchiverState.Progress.instance:
            guard let instance = state.instances[position] else { return nil }
            if let object = Object._cast(instance) { return object }
            return try cast(instance as? any Codingable, at: position)
        case UnarchiverState.Progress.value: return try cast(state.values[position], at: position)
        case UnarchiverState.Progress.null: return nil
        case UnarchiverState.Progress.decoding: throw cycle(position)
        default: break
        }
        let header = try state.header(at: index)
        guard header.kind == .dictionary else {
            return try cast(decodeInlineObject(at: index, position), at: position)
        }
        let record = try state.record(header, at: position)
        let resolved = try resolve(record.classIndex, request: type, at: position)
        if ObjectIdentifier(resolved) == ObjectIdentifier(type) {
            switch try instantiate(type, position, record, .only(type)) {
            case .own(let object): return object
            case .other(let object): return try cast(object, at: position)
            }
        }
        if requiresSecureCoding || !(resolved is ArchivedObject.Type) {
            guard isSubtype(resolved, of: type) || !requiresSecureCoding else {
                throw unexpectedClass(resolved, .only(type), at: position)
            }
        }
        return try cast(instantiateAny(resolved, position, record, .only(type)), at: position)
    }

    /// Decodes the object at a UID as whatever its class stands for.
    ///
    /// - Parameter allowed: The types that the call allows.
    /// - Returns: The object; nil if the reference stands for nil.
    func decodeAnyObject(reference uid: UID, _ allowed: AllowedTypes) throws -> (any Codingable)? {
        if uid == .null { return nil }
        let index = try state.objectIndex(of: uid)
        let position = Int(truncatingIfNeeded: uid.rawValue)
        let effective = if case .inherited = allowed { state.scope.allowed } else { allowed }
        switch state.progress[position] {
        case UnarchiverState.Progress.instance:
            let object = state.instances[position] as? any Codingable
            if let object { try checkAllowed(type(of: object), effective, at: position) }
            return object
        case UnarchiverState.Progress.value:
            let object = state.values[position]
            if let object, !type(of: object)._isInline { try checkAllowed(type(of: object), effective, at: position) }
            return object
        case UnarchiverState.Progress.null: return nil
        case UnarchiverState.Progress.decoding: throw cycle(position)
        default: break
        }
        let header = try state.header(at: index)
        guard header.kind == .dictionary else { return try decodeInlineObject(at: index, position) }
        let record = try state.record(header, at: position)
        let resolved = try resolve(record.classIndex, allowed: effective, at: position)
        try checkAllowed(resolved, effective, at: position)
        return try instantiateAny(resolved, position, record, allowed)
    }

    private func instantiateAny(
        _ type: any Codingable.Type,
        _ uid: Int,
        _ record: UnarchiverState.Record,
        _ allowed: AllowedTypes
    ) throws -> any Codingable {
        func open<Object: Codingable>(_ type: Object.Type) throws -> any Codingable {
            switch try instantiate(type, uid, record, allowed) {
            case .own(let object): object
            case .other(let object): object
            }
        }
        return try open(type)
    }

    /// Decodes an object with its initialiser, or, for a two-phase type, creates and fills it.
    private func instantiate<Object: Codingable>(
        _ type: Object.Type,
        _ uid: Int,
        _ record: UnarchiverState.Record,
        _ allowed: AllowedTypes
    ) throws -> Decoded<Object> {
        if requiresSecureCoding, !type.supportsSecureCoding { throw insecure(type, at: uid) }
        guard state.depth < limits.depth else { throw tooDeep(type, at: uid) }
        state.hasStarted = true
        let wasDecodedBefore = state.progress[uid] == UnarchiverState.Progress.decodedOnce
        if type._isTwoPhase, let empty = try type._makeEmpty(for: self) {
            return try instantiateEmpty(empty, uid, allowed)
        }
        state.progress[uid] = UnarchiverState.Progress.decoding
        let outer = begin(uid, record.keys, record.values, allowed)
        let object: Object
        do {
            object = try type.init(coder: self)
        } catch {
            end(outer)
            state.progress[uid] = UnarchiverState.Progress.unseen
            state.waiting[uid] = nil
            throw error
        }
        end(outer)
        return try finish(object, uid, keeps: !type._isDecodedAnew || wasDecodedBefore)
    }

    /// Enters an empty instance and fills it: now if the caller is a one-phase type or the top level, later if the
    /// caller is itself being filled.
    private func instantiateEmpty<Object: Codingable>(
        _ object: Object,
        _ uid: Int,
        _ allowed: AllowedTypes
    ) throws -> Decoded<Object> {
        store(object, uid)
        let mark = state.unfilled.count
        state.unfilled.append((object, uid))
        if state.scope.isFilling { return .own(object) }
        do {
            while state.unfilled.count > mark, let (next, uid) = state.unfilled.popLast() {
                try fill(next, uid, allowed)
            }
        } catch {
            state.unfilled.removeLast(max(0, state.unfilled.count - mark))
            throw error
        }
        // Substitution after filling takes effect for later references.
        switch state.progress[uid] {
        case UnarchiverState.Progress.instance:
            guard let instance = state.instances[uid], instance !== object._instance else { return .own(object) }
            return (instance as? any Codingable).map { .other($0) } ?? .own(object)
        case UnarchiverState.Progress.value: return state.values[uid].map { .other($0) } ?? .own(object)
        default: return .own(object)
        }
    }

    private func fill(_ object: any Codingable, _ uid: Int, _ allowed: AllowedTypes) throws {
        let header = try state.header(at: state.reader.unchecked(uid, of: state.objects))
        let keys = BinaryReferences(position: header.payload, count: header.count)
        let outer = begin(uid, keys, state.reader.values(of: header), allowed)
        state.scope.isFilling = true
        do {
            try object._fill(from: self)
        } catch {
            end(outer)
            state.progress[uid] = UnarchiverState.Progress.unseen
            state.instances[uid] = nil
            throw error
        }
        end(outer)
        func open<Object: Codingable>(_ object: Object) throws { _ = try finish(object, uid, keeps: true) }
        try open(object)
    }

    // MARK: After decoding

    /// Substitution after decoding: the object's own, then the delegate's; then whoever waits is told.
    private func finish<Object: Codingable>(_ object: Object, _ uid: Int, keeps: Bool) throws -> Decoded<Object> {
        if state.progress[uid] == UnarchiverState.Progress.instance, let registered = state.instances[uid],
            registered !== object._instance, let early = registered as? any Codingable
        {
            delegate?.unarchiver(self, willReplace: early, with: object)
        }
        var substitute = try object.awakeAfter(using: self)
        if let instance = substitute?._instance, instance === object._instance { substitute = nil }
        if let substitute { delegate?.unarchiver(self, willReplace: object, with: substitute) }
        if hasDelegate, let delegate {
            let current: any Codingable = substitute ?? object
            if let chosen = try delegate.unarchiver(self, didDecode: current),
                chosen._instance == nil || chosen._instance !== current._instance
            {
                delegate.unarchiver(self, willReplace: current, with: chosen)
                substitute = chosen
            }
        }
        if let substitute {
            store(substitute, uid)
            try tellWaiting(substitute, uid)
            return .other(substitute)
        }
        if keeps || hasDelegate {
            store(object, uid)
        } else {
            state.progress[uid] = UnarchiverState.Progress.decodedOnce
        }
        if !state.waiting.isEmpty { try tellWaiting(object, uid) }
        return .own(object)
    }

    private func store(_ object: any Codingable, _ uid: Int) {
        if let instance = object._instance {
            state.instances[uid] = instance
            state.progress[uid] = UnarchiverState.Progress.instance
        } else {
            state.values[uid] = object
            state.progress[uid] = UnarchiverState.Progress.value
        }
    }

    private func tellWaiting(_ object: any Codingable, _ uid: Int) throws {
        for closure in state.waiting.removeValue(forKey: uid) ?? [] { try closure(object) }
    }

    // MARK: Scopes

    private func begin(
        _ uid: Int,
        _ keys: BinaryReferences,
        _ values: BinaryReferences,
        _ allowed: AllowedTypes
    ) -> UnarchiverState.Scope {
        let outer = state.scope
        state.scope = UnarchiverState.Scope(uid: uid, keys: keys, values: values)
        if case .inherited = allowed { state.scope.allowed = outer.allowed } else { state.scope.allowed = allowed }
        state.depth += 1
        return outer
    }

    private func end(_ outer: UnarchiverState.Scope) {
        state.scope = outer
        state.depth -= 1
    }

    // MARK: Circles

    /// Makes an object that is being decoded available to references back to it, from inside its initialiser.
    ///
    /// Call it once all stored properties are set, before decoding whatever may refer back:
    ///
    /// ```swift
    /// required init(coder unarchiver: KeyedUnarchiver) throws {
    ///     name = try unarchiver.decode(String.self, forKey: "name")
    ///     children = []
    ///     try unarchiver.register(self)
    ///     children = try unarchiver.decode([Node].self, forKey: "children")
    /// }
    /// ```
    ///
    /// By calling it the type consents to being seen half built: who gets such a reference may keep it, but should not
    /// look into it yet. Registering at the top level does nothing.
    ///
    /// - Throws: ``ArchiveError/Code/invalidUnarchiveOperation`` if another instance was registered for the same object.
    public func register(_ object: some Codingable & AnyObject) throws {
        let uid = state.scope.uid
        guard uid != 0, !state.scope.isFilling else { return }
        if state.progress[uid] == UnarchiverState.Progress.instance {
            guard state.instances[uid] === object else {
                throw state.located(
                    ArchiveError(.invalidUnarchiveOperation, "another instance is registered for the object"),
                    uid
                )
            }
            return
        }
        guard state.progress[uid] == UnarchiverState.Progress.decoding else { return }
        state.instances[uid] = object
        state.progress[uid] = UnarchiverState.Progress.instance
    }

    private func cycle(_ uid: Int) -> ArchiveError {
        state.located(
            ArchiveError(
                .cycle,
                "object #\(uid) is needed while it is still being decoded: \(circle(through: uid))",
                remedy:
                    "call `register(self)` in its initialiser, use `decodeObject(of:forKey:onceAvailable:)`, "
                    + "or make its class a TwoPhaseCodingable"
            ),
            uid
        )
    }

    /// The way round a circle, as class names and keys.
    private func circle(through uid: Int) -> String {
        var text = "#\(uid)"
        for step in state.circle(through: uid) { text += " → \(step)" }
        return text
    }
}

// MARK: - Types

extension KeyedUnarchiver {
    /// A decoded object as the type asked for.
    private func cast<Object: Codingable>(_ object: (any Codingable)?, at uid: Int) throws -> Object? {
        guard let object else { return nil }
        if let cast = object as? Object { return cast }
        throw unexpectedClass(type(of: object), .only(Object.self), at: uid)
    }

    private func isSubtype<Object: Codingable>(_ type: any Codingable.Type, of request: Object.Type) -> Bool {
        ObjectIdentifier(type) == ObjectIdentifier(request) || (!allowsExactTypesOnly && type is Object.Type)
    }

    private func checkAllowed(_ type: any Codingable.Type, _ allowed: AllowedTypes, at uid: Int) throws {
        guard requiresSecureCoding, !allowed.contains(type, isExact: allowsExactTypesOnly) else { return }
        throw unexpectedClass(type, allowed, at: uid)
    }

    func unexpectedClass(_ type: any Codingable.Type, _ allowed: AllowedTypes, at uid: Int) -> ArchiveError {
        state.located(
            ArchiveError(
                .unexpectedClass,
                "the object is of class \(type.codedClassName.quotedForDisplay); allowed are \(allowed.description)",
                className: type.codedClassName,
                remedy: "name the type in the decoding call if you expect it here"
            ),
            uid
        )
    }

    private func insecure(_ type: any Codingable.Type, at uid: Int) -> ArchiveError {
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

    private func tooDeep(_ type: any Codingable.Type, at uid: Int) -> ArchiveError {
        state.located(
            ArchiveError(
                .limitExceeded,
                "the limit `depth` of \(limits.depth) is exceeded by objects that nest deeper",
                className: type.codedClassName,
                remedy: "make the class a TwoPhaseCodingable, or raise `Limits.depth` if you trust the input"
            ),
            uid
        )
    }
}
