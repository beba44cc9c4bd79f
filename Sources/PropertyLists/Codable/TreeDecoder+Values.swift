#if !hasFeature(Embedded)

// Values of any type.

extension TreeDecoder {
    /// Decodes the outermost value.
    package func decodeOutermost<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try fastValue(value, depth, as: type) { try construct(type) }
    }

    /// Decodes this value again, as another type.
    @_specialize(where Value == String)
    @_specialize(where Value == Int)
    @_specialize(where Value == Double)
    @_specialize(where Value == Bool)
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try fastValue(value, depth, as: type) { try construct(type, from: value, .none) }
    }

    /// Decodes a value of the container that this is the decoder of.
    ///
    /// Calls come from generic code of the standard library, which knows the type only while the program runs. For the
    /// commonest types it is known here, so that nothing has to be looked up.
    @_specialize(where Value == String)
    @_specialize(where Value == Int)
    @_specialize(where Value == Double)
    @_specialize(where Value == Bool)
    @_specialize(where Value == [String])
    @_specialize(where Value == [Int])
    @_specialize(where Value == [Double])
    func decode<Value: Decodable>(_ type: Value.Type, _ value: TreePlace, _ step: CodingStep) throws -> Value {
        try fastValue(value, depth &+ 1, as: type) { try construct(type, from: value, step) }
    }

    /// Decodes a value of one of the types that containers hold most often; otherwise calls a closure.
    ///
    /// Without this, the type's initializer asks for a container for its value, or for each of its elements. There is
    /// no optional of the type here, not even that of a cast, because that would be one more type to look up while the
    /// program runs. A value that can't be decoded here fails in the closure too, with the place of the value.
    @inline(__always)
    private func fastValue<Value: Decodable>(
        _ node: TreePlace,
        _ depth: Int,
        as type: Value.Type,
        otherwise: () throws -> Value
    ) throws -> Value {
        if type == String.self, let text = try? source.string(node) { return same(text, as: type) }
        if type == Int.self, let integer = try? source.integer(node, as: Int.self) { return same(integer, as: type) }
        if type == Double.self, let real = try? source.real(node, as: Double.self) { return same(real, as: type) }
        if type == Bool.self, let boolean = try? source.boolean(node) { return same(boolean, as: type) }
        // What nests too deep fails below.
        if depth < session.depthLimit {
            if type == [String].self, let list = try? source.strings(node) { return same(list, as: type) }
            if type == [Int].self, let list = try? source.integers(node) { return same(list, as: type) }
            if type == [Double].self, let list = try? source.reals(node) { return same(list, as: type) }
            if type == [UInt8].self, let list = try? source.bytes(node) { return same(list, as: type) }
        }
        return try otherwise()
    }

    /// A value as the type that it was found to be.
    @inline(__always)
    private func same<Known, Value>(_ value: Known, as type: Value.Type) -> Value {
        // Safe: the callers compare the two types first.
        unsafe unsafeBitCast(value, to: type)
    }

    /// Decodes a value with a separate decoder.
    // Not specialized: for each of the common types it would be a copy of 2 KB that only their errors take.
    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    private func construct<Value: Decodable>(
        _ type: Value.Type, from value: TreePlace, _ step: CodingStep
    ) throws -> Value {
        try TreeDecoder(value, in: self, step).construct(type)
    }

    /// Decodes the value of this decoder, which is for one type only.
    @inline(__always)
    private func construct<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let facts = session.facts(of: type, for: source)
        guard facts.isPlain else { return try constructSpecially(type, facts) }
        return try initialize(type)
    }

    /// Runs the initializer of a type.
    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    package func initialize<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try entering(type) {
            begin(type)
            let result = try type.init(from: self)
            try session.checkFailure()
            return result
        }
    }

    /// Decodes this value as a type, which mustn't be going on already.
    @inline(__always)
    func entering<Result>(_ type: any Any.Type, _ body: () throws -> Result) throws -> Result {
        guard hasRoom else { throw tooDeep() }
        guard case .entry(let uid) = value, uid != .null else { return try body() }
        // A value that is decoded once more at the same place isn't reached from itself.
        if case .none = step, parent != nil { return try body() }
        if let start = session.openObjects.enter(uid, as: ObjectIdentifier(type), depth: depth) {
            throw cycle(from: start)
        }
        defer { session.openObjects.leave() }
        return try body()
    }

    // Not specialized: for each of the common types it would be a copy of 4 KB that none of them takes.
    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    private func constructSpecially<Value: Decodable>(_ type: Value.Type, _ facts: DecodableFacts) throws -> Value {
        if facts.hooks.contains(.needsImport) { throw needsImport(type) }
        if facts.hooks.contains(.checksClass) { try source.checkClass(of: self, as: type) }
        if let dictionary = facts.dictionary, let result = try decodeDictionary(dictionary) as? Value { return result }
        if let list = facts.list, let result = try decodeList(list) as? Value { return result }
        if facts.hooks.contains(.isObject) { return try source.object(of: type, by: self) }
        if let list = facts.value {
            let stored = try checkedAny { try source.propertyList(value) }
            // Nil is a property list too, and no other of these types.
            guard let result = list.init(propertyListValue: stored ?? .null) as? Value else {
                throw mismatch(type, "\(type)".withArticle)
            }
            return result
        }
        return try facts.hooks.contains(.isShared) ? source.instance(of: type, by: self) : initialize(type)
    }

    private func checkedAny<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as ArchiveError {
            throw located(error)
        }
    }
}

#endif
