internal import PropertyLists

// Values of any type.

extension GraphDecoder {
    /// Decodes the outermost value.
    func decodeOutermost<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try fastValue(value, depth, as: type) { try construct(type) }
    }

    /// Decodes this value again, as another type.
    @_specialize(where Value == String)
    @_specialize(where Value == Int)
    @_specialize(where Value == Double)
    @_specialize(where Value == Bool)
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try fastValue(value, depth, as: type) { try GraphDecoder(value, in: self, .none).construct(type) }
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
    func decode<Value: Decodable>(_ type: Value.Type, _ value: GraphValue, _ step: CodingStep) throws -> Value {
        try fastValue(value, depth &+ 1, as: type) { try GraphDecoder(value, in: self, step).construct(type) }
    }

    /// A value of one of the types that containers hold most often; otherwise what a closure makes.
    ///
    /// Otherwise the type's own initializer asks for a container for its value, or for each of its elements. There is
    /// no optional of the type here, not even that of a cast, because that would be one more type to look up while the
    /// program runs. Whatever fails here fails there too, with the place of the value.
    @inline(__always)
    private func fastValue<Value: Decodable>(
        _ node: GraphValue,
        _ depth: Int,
        as type: Value.Type,
        otherwise: () throws -> Value
    ) throws -> Value {
        if type == String.self, let text = try? source.string(node) { return same(text, as: type) }
        if type == Int.self, let integer = try? source.integer(node, as: Int.self) { return same(integer, as: type) }
        if type == Double.self, let real = try? source.real(node, as: Double.self) { return same(real, as: type) }
        if type == Bool.self, let boolean = try? source.boolean(node) { return same(boolean, as: type) }
        // What nests too deep fails below.
        if depth >= source.unarchiver.limits.depth { return try otherwise() }
        if type == [String].self, let list = try? source.strings(node) { return same(list, as: type) }
        if type == [Int].self, let list = try? source.integers(node) { return same(list, as: type) }
        if type == [Double].self, let list = try? source.reals(node) { return same(list, as: type) }
        if type == [UInt8].self, let list = try? source.bytes(node) { return same(list, as: type) }
        return try otherwise()
    }

    /// A value as the type that it was found to be.
    @inline(__always)
    private func same<Known, Value>(_ value: Known, as type: Value.Type) -> Value {
        // Safe: the callers compare the two types first.
        unsafe unsafeBitCast(value, to: type)
    }

    /// Decodes the value of this decoder, which is for one type only.
    @inline(__always)
    private func construct<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let facts = source.facts(of: type)
        guard facts.isPlain else { return try constructSpecially(type, facts) }
        return try initialize(type)
    }

    /// Runs the initializer of a type.
    @inline(__always)
    func initialize<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try entering(type) {
            begin(type)
            let result = try type.init(from: self)
            try source.checkFailure()
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
        if let start = source.openObjects.enter(uid, as: ObjectIdentifier(type), depth: depth) {
            throw cycle(from: start)
        }
        defer { source.openObjects.leave() }
        return try body()
    }

    // Not specialized: for each of the common types it would be a copy of 4 KB that none of them takes.
    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    private func constructSpecially<Value: Decodable>(_ type: Value.Type, _ facts: DecodableFacts) throws -> Value {
        if facts.hasClassNames, let names = source.options.classNames[ObjectIdentifier(type)] {
            try checkClass(names, type)
        }
        if let dictionary = facts.dictionary, let result = try decodeDictionary(dictionary) as? Value { return result }
        if let list = facts.list, let result = try decodeList(list) as? Value { return result }
        if let object = facts.object { return try constructObject(type, object) }
        if let list = facts.value {
            let stored = try checkedAny { try source.propertyList(value) }
            guard let result = stored.flatMap({ list.init(propertyListValue: $0) }) as? Value else {
                throw mismatch(type, "\(type)".withArticle)
            }
            return result
        }
        guard facts.isShared, case .entry(let uid) = value else { return try initialize(type) }
        if let known = source.instance(of: type, at: uid) as? Value { return known }
        let result = try initialize(type)
        if let instance = result as? any SharedDecodable { source.keep(instance, as: type, at: uid) }
        return result
    }

    /// Decodes a value as its own object; one that is of another class, as its `Decodable` conformance does.
    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    private func constructObject<Value: Decodable>(_ type: Value.Type, _ object: any CodedAsObject.Type) throws -> Value
    {
        guard !isNil else { throw mismatch(type, "\(type)".withArticle) }
        let kind = try checked { () throws(ArchiveError) in
            GraphTables.OtherKind(type: ObjectIdentifier(type), number: try source.kindNumber(of: value))
        }
        if !source.tables.otherKinds.contains(kind) {
            if let value = try ownObject(object) as? Value { return value }
            source.tables.otherKinds.insert(kind)
        }
        do {
            return try initialize(type)
        } catch let error as DecodingError {
            throw isAboutKind(error) ? mismatch(type, "\(type)".withArticle) : error
        }
    }

    /// The object of a type of its own; nil if the value is of another class.
    private func ownObject(_ type: any CodedAsObject.Type) throws -> (any Codingable)? {
        let unarchiver = source.unarchiver
        let outer = unarchiver.state.depth
        unarchiver.state.depth = depth + 1
        defer { unarchiver.state.depth = outer }
        do {
            switch value {
            case .entry(let uid): return try type._decode(.reference(uid.uid), from: unarchiver)
            case .inline(let index): return try type._decode(.inline(index), from: unarchiver)
            case .made(let index): return made(type, from: source.madeValues[index])
            case .integer: return nil
            }
        } catch let error as ArchiveError {
            guard isAboutKind(error) else { throw located(error) }
            return nil
        }
    }

    /// A value of a type with objects of its own, from a value of a property list that isn't stored as one.
    private func made(_ type: any CodedAsObject.Type, from list: PropertyList) -> (any Codingable)? {
        (type as? any PropertyListValue.Type)?.init(propertyListValue: list) as? any Codingable
    }

    /// Whether an error says that this value, rather than one within it, isn't an object of some type.
    private func isAboutKind(_ error: ArchiveError) -> Bool {
        switch error.code {
        case .unexpectedClass, .unknownClass, .invalidUnarchiveOperation: break
        default: return false
        }
        guard let uid = error.uid, case .entry(let own) = value else { return true }
        return uid == own.uid
    }

    /// Whether an error says that this value, rather than one within it, isn't what some type is decoded from.
    private func isAboutKind(_ error: DecodingError) -> Bool {
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context):
            context.codingPath.count <= countOfKeys
        default: false
        }
    }

    private func checkedAny<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as ArchiveError {
            throw located(error)
        }
    }

    /// Checks that the object has one of the names of classes, or a superclass that has.
    private func checkClass(_ names: [String], _ type: Any.Type) throws {
        let stored = try checked { () throws(ArchiveError) in try source.storedObject(of: value) }
        if let found = stored.map({ source.unarchiver.state.classes[$0.classIndex].record }),
            names.contains(where: found.isKind(ofClassNamed:))
        {
            return
        }
        let expected = names.map(\.quotedForDisplay).joined(separator: " or ")
        throw mismatch(type, "an object of class \(expected)")
    }
}
