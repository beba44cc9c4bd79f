internal import PropertyLists

/// Decodes a value of an archive.
///
/// It is an object because a decoder of the standard library is handed around as one of any kind: an object takes one
/// word there. What it is for is put together only when somebody asks: the path from decoder to decoder.
final class GraphDecoder: Decoder {
    /// How a value is reached from the one around it.
    enum Step {
        case start
        case key(any CodingKey)
        case position(Int)
    }

    let source: GraphSource
    let value: GraphValue
    let parent: GraphDecoder?
    let step: Step
    /// How many keys lead to the value.
    let depth: Int
    /// What stands under keys, once a keyed container was asked for.
    @exclusivity(unchecked) private var uncheckedKeys = GraphKeys()
    /// How many keys were asked for.
    @exclusivity(unchecked) private var askedCount = 0

    /// A decoder for the outermost value.
    init(_ source: GraphSource, _ value: GraphValue) {
        self.source = source
        self.value = value
        parent = nil
        step = .start
        depth = 0
    }

    /// A decoder for a value within another, or for the same one once more.
    @inline(__always)
    init(_ value: GraphValue, in parent: GraphDecoder, _ step: Step) {
        source = parent.source
        self.value = value
        self.parent = parent
        self.step = step
        if case .start = step { depth = parent.depth } else { depth = parent.depth &+ 1 }
    }

    var keys: GraphKeys { unsafe uncheckedKeys }

    var userInfo: [CodingUserInfoKey: Any] { source.options.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try openKeys()
        return KeyedDecodingContainer(KeyedGraphContainer<Key>(decoder: self))
    }

    @inline(never)
    private func openKeys() throws {
        try checkDepth()
        do {
            guard let keys = try source.keys(of: value) else {
                throw mismatch([String: Any].self, "an object or a dictionary")
            }
            unsafe uncheckedKeys = keys
        } catch let error as ArchiveError {
            throw located(error)
        }
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try checkDepth()
        do {
            guard let elements = try source.elements(of: value) else { throw mismatch([Any].self, "a collection") }
            return UnkeyedGraphContainer(decoder: self, elements: elements)
        } catch let error as ArchiveError {
            throw located(error)
        }
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        SingleGraphContainer(decoder: self)
    }
}

// MARK: - Under keys

extension GraphDecoder {
    /// The value under a key; nil if there is none.
    @inline(__always)
    func find(_ key: some CodingKey) throws -> GraphValue? {
        let name = key.stringValue
        if let known = knownValue(name) {
            return try checked { () throws(ArchiveError) in try source.value(at: known) }
        }
        return try search(name, key.intValue)
    }

    /// Where the value under a key is, if objects with these keys were asked for it at this point before.
    @inline(__always)
    private func knownValue(_ name: String) -> ObjectIndex? {
        let number = unsafe askedCount
        switch unsafe uncheckedKeys.entries {
        case .none:
            guard let object = unsafe uncheckedKeys.object,
                let position = source.unarchiver.state.keyShapes.position(of: name, number, object.answers)
            else { return nil }
            unsafe askedCount = number &+ 1
            return source.reader.value(position, of: object.fields)
        case .listed(let entries):
            guard let position = source.entryShapes.position(of: name, number, entries.answers) else { return nil }
            unsafe askedCount = number &+ 1
            return source.reader.value(position, of: entries.fields)
        case .made: return nil
        }
    }

    @inline(never)
    private func search(_ name: String, _ integer: Int?) throws -> GraphValue? {
        let number = unsafe askedCount
        unsafe askedCount = number &+ 1
        return try checked { () throws(ArchiveError) in
            try source.search(name, integer, in: unsafe uncheckedKeys, number)
        }
    }

    /// The value under a key that must be there.
    @inline(__always)
    func require(_ key: some CodingKey) throws -> GraphValue {
        guard let value = try find(key) else { throw missing(key) }
        return value
    }

    /// Whether there is a value under a key.
    ///
    /// Whoever asks decodes the value next, so that this doesn't count as a question.
    func contains(_ key: some CodingKey) throws -> Bool {
        let number = unsafe askedCount
        defer { unsafe askedCount = number }
        return try find(key) != nil
    }
}

// MARK: - The value

extension GraphDecoder {
    /// Runs a look at the archive, and gives its error the place of this decoder.
    @inline(__always)
    func checked<Value>(_ body: () throws(ArchiveError) -> Value) throws -> Value {
        do throws(ArchiveError) {
            return try body()
        } catch {
            throw located(error)
        }
    }

    var isNil: Bool { source.isNil(value) }

    func boolean() throws -> Bool {
        guard let value = try checked({ () throws(ArchiveError) in try source.boolean(value) }) else {
            throw mismatch(Bool.self, "a boolean")
        }
        return value
    }

    func string() throws -> String {
        guard let value = try checked({ () throws(ArchiveError) in try source.string(value) }) else {
            throw mismatch(String.self, "a string")
        }
        return value
    }

    /// A number as an integer type that holds it exactly; a real without a fraction will do.
    func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
        if let value = try checked({ () throws(ArchiveError) in try source.integer(value, as: type) }) { return value }
        throw notRepresentable(type, "an integer")
    }

    /// A number as a real type; an integer only if the type holds it exactly.
    func real<Value: BinaryFloatingPoint>(_ type: Value.Type) throws -> Value {
        if let value = try checked({ () throws(ArchiveError) in try source.real(value, as: type) }) { return value }
        throw notRepresentable(type, "a number")
    }

    /// Decodes the outermost value.
    func decodeOutermost<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try fastValue(value, as: type) { try construct(type) }
    }

    /// Decodes this value once more, as another type.
    @_specialize(where Value == String)
    @_specialize(where Value == Int)
    @_specialize(where Value == Double)
    @_specialize(where Value == Bool)
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try fastValue(value, as: type) { try GraphDecoder(value, in: self, .start).construct(type) }
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
    func decode<Value: Decodable>(_ type: Value.Type, _ value: GraphValue, _ step: Step) throws -> Value {
        try fastValue(value, as: type) { try GraphDecoder(value, in: self, step).construct(type) }
    }

    /// A value of one of the types that containers hold most often, or else what a closure makes.
    ///
    /// Otherwise the type's own initializer asks for a container for its value, or for each of its elements. There is
    /// no optional of the type here, because that would be one more type to look up while the program runs. Whatever
    /// fails here fails there too, with the place of the value.
    @inline(__always)
    private func fastValue<Value: Decodable>(
        _ node: GraphValue,
        as type: Value.Type,
        otherwise: () throws -> Value
    ) throws -> Value {
        if type == String.self, let text = try? source.string(node), let value = text as? Value { return value }
        if type == Int.self, let integer = try? source.integer(node, as: Int.self), let value = integer as? Value {
            return value
        }
        if type == Double.self, let real = try? source.real(node, as: Double.self), let value = real as? Value {
            return value
        }
        if type == Bool.self, let boolean = try? source.boolean(node), let value = boolean as? Value { return value }
        if type == [String].self, let list = try? source.strings(node), let value = list as? Value { return value }
        if type == [Int].self, let list = try? source.integers(node), let value = list as? Value { return value }
        if type == [Double].self, let list = try? source.reals(node), let value = list as? Value { return value }
        if type == [UInt8].self, let list = try? source.bytes(node), let value = list as? Value { return value }
        return try otherwise()
    }

    /// Decodes the value of this decoder, which is for one type only.
    @inline(__always)
    private func construct<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let facts = source.facts(of: type)
        guard facts.isPlain else { return try constructSpecially(type, facts) }
        return try initialize(type)
    }

    /// Checks how many keys lead to the value.
    ///
    /// Containers that are opened in one another take no stack, but what lets go of them does.
    @inline(__always)
    private func checkDepth() throws {
        if depth >= source.unarchiver.limits.depth { throw tooDeep() }
    }

    /// Runs the initializer of a type.
    @inline(__always)
    private func initialize<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard source.unarchiver.state.stack.hasRoom() else { throw tooDeep() }
        try checkDepth()
        guard case .entry(let uid) = value, uid != .null else { return try type.init(from: self) }
        // A value that is decoded once more at the same place isn't reached from itself.
        if case .start = step, depth > 0 { return try type.init(from: self) }
        if let start = source.openObjects.enter(uid, as: ObjectIdentifier(type), depth: depth) {
            throw cycle(from: start)
        }
        defer { source.openObjects.leave() }
        return try type.init(from: self)
    }

    @inline(never)
    private func constructSpecially<Value: Decodable>(_ type: Value.Type, _ facts: DecodableFacts) throws -> Value {
        if let names = facts.classNames { try checkClass(names, type) }
        if let object = facts.object { return try constructObject(type, object) }
        if let list = facts.value {
            let stored = try checkedAny { try source.propertyList(value) }
            guard let result = stored.flatMap({ list.init(propertyListValue: $0) }) as? Value else {
                throw mismatch(type, "a \(type)")
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
    private func constructObject<Value: Decodable>(_ type: Value.Type, _ object: any CodedAsObject.Type) throws -> Value
    {
        guard !isNil else { throw mismatch(type, "a \(type)") }
        let unarchiver = source.unarchiver
        let outer = unarchiver.state.depth
        unarchiver.state.depth = depth + 1
        defer { unarchiver.state.depth = outer }
        do {
            let decoded: (any Codingable)? =
                switch value {
                case .entry(let uid): try object._decode(.reference(uid.uid), from: unarchiver)
                case .inline(let index): try object._decode(.inline(index), from: unarchiver)
                case .integer, .made: nil
                }
            if let value = decoded as? Value { return value }
        } catch let error as ArchiveError {
            switch error.code {
            case .unexpectedClass, .unknownClass, .invalidUnarchiveOperation: break
            default: throw located(error)
            }
        }
        guard let result = try? initialize(type) else { throw mismatch(type, "a \(type)") }
        return result
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
        let record = try checked { () throws(ArchiveError) in try source.record(of: value) }
        let archived = record.map { source.unarchiver.state.classes[$0.classIndex].record }
        let found = archived.map { [$0.name] + $0.hierarchy } ?? []
        if names.contains(where: found.contains) { return }
        let expected = names.map(\.quotedForDisplay).joined(separator: " or ")
        throw mismatch(type, "an object of class \(expected)")
    }
}

extension GraphSource {
    /// The elements of an array if all are strings.
    func strings(_ value: GraphValue) throws(ArchiveError) -> [String]? {
        guard case .stored(let run) = try elements(of: value) else { return nil }
        var strings: [String] = []
        strings.reserveCapacity(run.count)
        for position in 0..<run.count {
            let element = try self.value(at: reader.unchecked(position, of: run))
            guard let string = try string(element) else { return nil }
            strings.append(string)
        }
        return strings
    }

    /// The elements of an array if all are integers.
    func integers(_ value: GraphValue) throws(ArchiveError) -> [Int]? {
        guard case .stored(let run) = try elements(of: value) else { return nil }
        var integers: [Int] = []
        integers.reserveCapacity(run.count)
        for position in 0..<run.count {
            let element = try self.value(at: reader.unchecked(position, of: run))
            guard let integer = try integer(element, as: Int.self) else { return nil }
            integers.append(integer)
        }
        return integers
    }

    /// The elements of an array if all are reals.
    func reals(_ value: GraphValue) throws(ArchiveError) -> [Double]? {
        guard case .stored(let run) = try elements(of: value) else { return nil }
        var reals: [Double] = []
        reals.reserveCapacity(run.count)
        for position in 0..<run.count {
            let element = try self.value(at: reader.unchecked(position, of: run))
            guard let real = try real(element, as: Double.self) else { return nil }
            reals.append(real)
        }
        return reals
    }
}
