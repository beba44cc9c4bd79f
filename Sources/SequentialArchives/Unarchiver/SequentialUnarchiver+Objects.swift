internal import PropertyLists

// Objects: each is made once, whatever refers to it.

extension SequentialUnarchiver {
    /// Reads an object of any class; nil if nil was encoded.
    ///
    /// Objects of registered classes come as those types, others as ``UnknownSequentialObject``.
    ///
    /// ```swift
    /// if let node = try unarchiver.decodeObject() as? UnknownSequentialObject { print(node.codedClassVersions) }
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidUnarchiveOperation`` if the next group isn't an object,
    ///   ``/PropertyLists/ArchiveError/Code/valueNotFound`` if there is none,
    ///   ``/PropertyLists/ArchiveError/Code/unknownClass`` if the class is unknown and ``keepsUnknownClasses`` is
    ///   false, ``/PropertyLists/ArchiveError/Code/cycle`` if the object is being decoded,
    ///   ``/PropertyLists/ArchiveError/Code/limitExceeded`` if objects nest deeper than ``limits`` or the stack allow,
    ///   and the errors of its type.
    public func decodeObject() throws -> (any SequentialCodingable)? {
        guard let number = try nextObject() else { return nil }
        return try object(number)
    }

    /// Reads an object of a type; nil if it is nil.
    ///
    /// ```swift
    /// let friend = try unarchiver.decodeObject(of: Person.self)
    /// ```
    ///
    /// - Throws: As ``decodeObject()`` does; ``/PropertyLists/ArchiveError/Code/unexpectedClass`` if the object is of
    ///   another class.
    public func decodeObject<Object: SequentialCodingable>(of type: Object.Type) throws -> Object? {
        guard let number = try nextObject(), let object = try object(number, as: type) else { return nil }
        guard let result = object as? Object else { throw unexpected(number, type) }
        return result
    }

    /// The object with a number in the archive, decoded if it wasn't before; nil if there is none.
    ///
    /// Objects may be read in any order, for instance those that a view of ``archive`` finds.
    ///
    /// ```swift
    /// for text in unarchiver.archive.objects(ofClass: "NSString") {
    ///     print(try unarchiver.object(text.reference) as Any)
    /// }
    /// ```
    ///
    /// - Throws: As ``decodeObject()`` does.
    public func object(_ reference: SequentialReference) throws -> (any SequentialCodingable)? {
        guard archive.object(reference) != nil else { return nil }
        return try object(reference.number)
    }

    /// Makes an object that is being decoded available to references back to it, from inside its initializer.
    ///
    /// Call it once all stored properties are set, before decoding objects that may refer back. Others may then see the
    /// object before it is complete: they may keep a reference to it, but should not look into it yet. Registering at
    /// the top level does nothing.
    ///
    /// ```swift
    /// init(coder unarchiver: SequentialUnarchiver) throws {
    ///     name = try unarchiver.decodeString() ?? ""
    ///     try unarchiver.register(self)
    ///     parent = try unarchiver.decodeObject(of: Node.self)
    /// }
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidArchiveOperation`` if another instance was registered for
    ///   the same object.
    public func register(_ object: some SequentialCodingable & AnyObject) throws {
        guard let number = frame.number, !frame.isFilling else { return }
        switch progress[number] {
        case .decoding:
            progress[number] = .partial
            setInstance(number, object)
        case .partial:
            guard instance(number).flatMap(SequentialArchiver.instance) !== object else { return }
            throw failure(
                .invalidArchiveOperation, "another instance is registered for the object",
                remedy: "register the instance that the initializer makes, and no other")
        default: break
        }
    }

    /// Reads the number of an object, which must be the only value of its group.
    private func nextObject() throws -> Int? {
        _ = try nextGroup { storage.bytes[$0.range].elementsEqual("@".utf8) ? nil : "an object" }
        var cursor = frame.cursor
        let value = storage.object(&cursor)
        frame.cursor = cursor
        switch value {
        case .object(let reference): return reference.number
        case .class:
            throw failure(
                .invalidUnarchiveOperation, "the object is a class", remedy: "use `decodeValue(ofObjCType: \"@\")`")
        default: return nil
        }
    }

    /// The object with a number.
    ///
    /// - Parameter requested: The type that is asked for; nil for any.
    func object(
        _ number: Int,
        as requested: (any SequentialCodingable.Type)? = nil
    ) throws -> (any SequentialCodingable)? {
        switch progress[number] {
        case .partial, .complete: return replaced(instance(number))
        case .decoding:
            let name = classVersions(ofObject: number).first?.name
            let ofClass = name.map { " of class \($0.quotedForDisplay)" } ?? ""
            throw failure(
                .cycle, "the object\(ofClass) is needed while it is still being decoded", object: number,
                remedy: "call `register(self)` in its initializer, or make its class a TwoPhaseSequentialCodingable")
        case .unknown: return replaced(try make(number, try type(ofObject: number, requested)))
        }
    }

    private func replaced(_ object: (any SequentialCodingable)?) -> (any SequentialCodingable)? {
        guard !replacements.isEmpty, let object, let instance = SequentialArchiver.instance(of: object),
            let replacement = replacements[ObjectIdentifier(instance)]
        else { return object }
        return replacement
    }

    private func make(_ number: Int, _ type: any SequentialCodingable.Type) throws -> (any SequentialCodingable)? {
        if depth == 0 { stack.begin() }
        madeCount &+= 1
        try Cancellation.check(atStep: madeCount)
        if let twoPhase = type as? any TwoPhaseSequentialCodingable.Type {
            return try makeInTwoPhases(number, twoPhase)
        }
        try checkDepth(number)
        progress[number] = .decoding
        let outer = enter(number, isFilling: false)
        defer { leave(outer) }
        do {
            return try complete(try type.init(coder: self), number)
        } catch {
            progress[number] = .unknown
            setInstance(number, nil)
            throw located(error)
        }
    }

    /// Records a decoded object, or its replacement.
    private func complete(_ object: any SequentialCodingable, _ number: Int) throws -> any SequentialCodingable {
        let result = try object.awakeAfter(using: self) ?? object
        progress[number] = .complete
        setInstance(number, result)
        return result
    }

    private func makeInTwoPhases(
        _ number: Int,
        _ type: any TwoPhaseSequentialCodingable.Type
    ) throws -> (any SequentialCodingable)? {
        let instance = type.init()
        progress[number] = .partial
        setInstance(number, instance)
        let waitingCount = pending.count
        pending.append(PendingObject(number: number, instance: instance))
        // An object that is being filled itself lets those that it refers to wait, so that depth costs no stack.
        if frame.isFilling { return instance }
        do {
            while pending.count > waitingCount, let next = pending.popLast() { try fill(next) }
        } catch {
            // What wasn't filled must not be returned later as if it were.
            for waiting in pending[waitingCount...] { progress[waiting.number] = .unknown }
            pending.removeLast(pending.count - waitingCount)
            progress[number] = .unknown
            throw error
        }
        return self.instance(number)
    }

    private func fill(_ object: PendingObject) throws {
        try checkDepth(object.number)
        let outer = enter(object.number, isFilling: true)
        defer { leave(outer) }
        do {
            try object.instance.decode(with: self)
            _ = try complete(object.instance, object.number)
        } catch {
            progress[object.number] = .unknown
            throw located(error)
        }
    }

    private func enter(_ number: Int, isFilling: Bool) -> Frame {
        let outer = frame
        frame = Frame(number: number, cursor: storage.cursor(ofObject: number), isFilling: isFilling)
        depth += 1
        return outer
    }

    private func leave(_ outer: Frame) {
        frame = outer
        depth -= 1
    }
}
