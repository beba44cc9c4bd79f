internal import PropertyLists

/// Decodes a value of an archive.
///
/// It is an object because a decoder of the standard library is handed around as one of any kind: an object takes one
/// word there. What it is for is put together only when somebody asks: the path from decoder to decoder.
final class GraphDecoder: Decoder, NestedCoder {
    let source: GraphSource
    @exclusivity(unchecked) private var uncheckedValue: GraphValue
    private(set) var parent: GraphDecoder?
    @exclusivity(unchecked) private var uncheckedStep: CodingStep
    /// How many keys lead to the value.
    let depth: Int
    /// What is under keys, once a keyed container was asked for.
    @exclusivity(unchecked) private var uncheckedKeys = GraphKeys()
    /// How many keys were asked for.
    @exclusivity(unchecked) private var askedCount = 0
    /// The type whose initializer runs with this decoder; nil if none was begun here.
    @exclusivity(unchecked) private var uncheckedType: (any Decodable.Type)?

    /// What ``DecoderPaths`` knows this decoder by; 0 until its path was asked for.
    @exclusivity(unchecked) private var uncheckedPathNumber = 0

    /// A decoder for the outermost value.
    ///
    /// - Parameter depth: How many objects enclose it.
    init(_ source: GraphSource, _ value: GraphValue, depth: Int = 0) {
        self.source = source
        unsafe uncheckedValue = value
        parent = nil
        unsafe uncheckedStep = .none
        self.depth = depth
    }

    /// A decoder for a value within another, or for the same one again.
    @inline(__always)
    init(_ value: GraphValue, in parent: GraphDecoder, _ step: CodingStep) {
        source = parent.source
        unsafe uncheckedValue = value
        self.parent = parent
        unsafe uncheckedStep = step
        depth = parent.depth &+ step.length
    }

    deinit {
        // One after the other: releasing each with the one before it would overflow the stack where containers were
        // opened in one another.
        var next = parent.take()
        while isKnownUniquelyReferenced(&next) { next = next?.parent.take() }
    }

    /// Makes this the decoder of another element of the same list: one that wasn't kept.
    @inline(__always)
    func move(to value: GraphValue, at position: Int) {
        unsafe uncheckedValue = value
        unsafe uncheckedStep = .position(position)
        unsafe uncheckedKeys = GraphKeys()
        unsafe askedCount = 0
        unsafe uncheckedPathNumber = 0
    }

    var value: GraphValue {
        @inline(__always) get { unsafe uncheckedValue }
    }

    /// How the value is reached from the one around it.
    var step: CodingStep {
        @inline(__always) get { unsafe uncheckedStep }
    }

    var keys: GraphKeys { unsafe uncheckedKeys }

    var pathNumber: Int {
        get { unsafe uncheckedPathNumber }
        set { unsafe uncheckedPathNumber = newValue }
    }

    /// What is under keys, read now if no keyed container was asked for: dictionaries are decoded without one.
    func keysForPath() -> GraphKeys {
        if case .none = keys.entries, keys.object == nil, let read = (try? source.keys(of: value)) ?? nil {
            unsafe uncheckedKeys = read
        }
        return keys
    }

    /// Whether there is stack, and may be more keys, for decoding values within this one.
    var hasRoom: Bool {
        @inline(__always) get { depth < source.unarchiver.limits.depth && source.unarchiver.state.stack.hasRoom() }
    }

    var userInfo: [CodingUserInfoKey: Any] { source.options.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try openKeys()
        return KeyedDecodingContainer(KeyedGraphContainer<Key>(decoder: self))
    }

    @inline(never)
    private func openKeys() throws {
        if depth >= source.unarchiver.limits.depth { throw tooDeep() }
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
        UnkeyedGraphContainer(decoder: self, elements: try openElements())
    }

    /// The elements of the value, which must be a collection.
    ///
    /// - Parameter type: What a list is to hold, which may also be what a value consists of; nil if only the type that
    ///   is being decoded tells.
    func openElements(as type: ElementKind? = nil) throws -> GraphElements {
        if depth >= source.unarchiver.limits.depth { throw tooDeep() }
        do {
            if let elements = try source.elements(of: value) { return elements }
            if let parts = try source.parts(of: value, as: type ?? partsOfType) { return parts }
            throw mismatch([Any].self, "a collection")
        } catch let error as ArchiveError {
            throw located(error)
        }
    }

    /// What the type that is being decoded takes from an unkeyed container.
    private var partsOfType: ElementKind { unsafe uncheckedType.map { ElementKind(ofPartsOf: $0) } ?? .other }

    /// Notes the type whose initializer runs next with this decoder.
    @inline(__always)
    func begin(_ type: any Decodable.Type) {
        unsafe uncheckedType = type
    }

    /// An element.
    ///
    /// - Precondition: The position is below the count.
    @inline(__always)
    func element(_ position: Int, of elements: GraphElements) throws -> GraphValue {
        switch elements {
        case .stored(let run):
            return try checked { () throws(ArchiveError) in
                try source.value(at: source.reader.unchecked(position, of: run))
            }
        case .made(let index, _): return source.madeLists[index][position]
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
                let position = source.unarchiver.state.keyShapes.lookUps.position(of: name, number, object.lookUps)
            else { return nil }
            unsafe askedCount = number &+ 1
            return source.reader.value(position, of: object.fields)
        case .listed(let entries):
            guard let position = source.entryShapes.lookUps.position(of: name, number, entries.lookUps) else {
                return nil
            }
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
    /// The caller decodes the value next, so this doesn't count as a look-up.
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

    /// A number as an integer type that holds it exactly; a real without a fraction is accepted.
    @inline(__always)
    func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
        if let value = try wholeNumber()?.integer(as: type) { return value }
        throw notRepresentable(type, "an integer")
    }

    @inline(never)
    private func wholeNumber() throws -> WholeNumber? {
        try checked { () throws(ArchiveError) in try source.wholeNumber(value) }
    }

    /// Why the value isn't an integer of a type.
    @inline(never)
    func integerError(_ type: any FixedWidthInteger.Type) -> any Error {
        do {
            _ = try wholeNumber()
            return notRepresentable(type, "an integer")
        } catch {
            return error
        }
    }

    /// A number as a real type, rounded to the nearest that the type holds.
    func real<Value: BinaryFloatingPoint>(_ type: Value.Type) throws -> Value {
        if let value = try checked({ () throws(ArchiveError) in try source.real(value, as: type) }) { return value }
        throw notRepresentable(type, "a number")
    }
}
