#if !hasFeature(Embedded)

/// Decodes a value of an archive or of a property list.
///
/// It is a class because the standard library passes decoders as existentials, in which an object takes one word. The
/// coding path is put together only on demand, from decoder to decoder.
package final class TreeDecoder: Decoder, NestedCoder {
    package let source: any DecodingSource
    let session: DecodingSession
    @exclusivity(unchecked) private var uncheckedValue: TreePlace
    package private(set) var parent: TreeDecoder?
    @exclusivity(unchecked) private var uncheckedStep: CodingStep
    /// How many keys lead to the value.
    package let depth: Int
    /// The keys and values, once a keyed container was asked for.
    @exclusivity(unchecked) private var uncheckedKeys = TreeKeys()
    /// How many keys were asked for.
    @exclusivity(unchecked) private var askedCount = 0
    /// The type whose initializer runs with this decoder; nil if none was begun here.
    @exclusivity(unchecked) private var uncheckedType: (any Decodable.Type)?

    /// The number by which ``DecoderPaths`` identifies this decoder; 0 until its path was asked for.
    @exclusivity(unchecked) private var uncheckedPathNumber = 0

    /// A decoder for the outermost value.
    ///
    /// - Parameter depth: How many objects enclose it.
    package init(_ source: any DecodingSource, _ value: TreePlace, depth: Int = 0) {
        self.source = source
        session = source.session
        unsafe uncheckedValue = value
        parent = nil
        unsafe uncheckedStep = .none
        self.depth = depth
    }

    /// A decoder for a value within another, or for the same one again.
    @inline(__always)
    init(_ value: TreePlace, in parent: TreeDecoder, _ step: CodingStep) {
        source = parent.source
        session = parent.session
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
    func move(to value: TreePlace, at position: Int) {
        unsafe uncheckedValue = value
        unsafe uncheckedStep = .position(position)
        unsafe uncheckedKeys = TreeKeys()
        unsafe askedCount = 0
        unsafe uncheckedPathNumber = 0
    }

    package var value: TreePlace {
        @inline(__always) get { unsafe uncheckedValue }
    }

    /// How the value is reached from the one around it.
    package var step: CodingStep {
        @inline(__always) get { unsafe uncheckedStep }
    }

    var keys: TreeKeys { unsafe uncheckedKeys }

    var pathNumber: Int {
        get { unsafe uncheckedPathNumber }
        set { unsafe uncheckedPathNumber = newValue }
    }

    /// The keys and values, read now if no keyed container was asked for: dictionaries are decoded without one.
    func keysForPath() -> TreeKeys {
        if case .none = keys.entries, keys.object == nil, let read = (try? source.keys(of: value)) ?? nil {
            unsafe uncheckedKeys = read
        }
        return keys
    }

    /// Whether there is stack, and may be more keys, for decoding values within this one.
    var hasRoom: Bool {
        @inline(__always) get { depth < session.depthLimit && session.hasStack }
    }

    package var userInfo: [CodingUserInfoKey: Any] { source.userInfo }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try openKeys()
        return KeyedDecodingContainer(KeyedTreeReader<Key>(decoder: self))
    }

    @inline(never)
    private func openKeys() throws {
        if depth >= session.depthLimit { throw tooDeep() }
        do {
            guard let keys = try source.keys(of: value) else {
                throw mismatch([String: Any].self, "an object or a dictionary")
            }
            unsafe uncheckedKeys = keys
        } catch let error as ArchiveError {
            throw located(error)
        }
    }

    package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        UnkeyedTreeReader(decoder: self, elements: try openElements())
    }

    /// The elements of the value, which must be a collection.
    ///
    /// - Parameter type: The kind of elements requested, which may also be components of a value; nil if only the type
    ///   being decoded determines it.
    func openElements(as type: ElementKind? = nil) throws -> TreeElements {
        if depth >= session.depthLimit { throw tooDeep() }
        do {
            let kind = type ?? partsOfType
            if kind != .data, let elements = try source.elements(of: value) { return elements }
            if let parts = try source.parts(of: value, as: kind) { return parts }
            throw mismatch([Any].self, "a collection")
        } catch let error as ArchiveError {
            throw located(error)
        }
    }

    /// The kind of elements that the type being decoded takes from an unkeyed container.
    private var partsOfType: ElementKind { unsafe uncheckedType.map { session.parts(of: $0, for: source) } ?? .other }

    /// Notes the type whose initializer runs next with this decoder.
    @inline(__always)
    func begin(_ type: any Decodable.Type) {
        unsafe uncheckedType = type
    }

    /// An element.
    ///
    /// - Precondition: The position is below the count.
    @inline(__always)
    func element(_ position: Int, of elements: TreeElements) throws -> TreePlace {
        try checked { () throws(ArchiveError) in try source.element(position, of: elements) }
    }

    package func singleValueContainer() -> any SingleValueDecodingContainer {
        SingleTreeReader(decoder: self)
    }
}

// MARK: - Within this one

extension TreeDecoder {
    /// A decoder for the fields of a superclass without a separate key: the same object, or nothing.
    func superDecoder() -> TreeDecoder {
        if source.sharesSuperclass { return TreeDecoder(value, in: self, .none) }
        return TreeDecoder(.entry(.null), in: self, .key(TreeKey.superclass))
    }
}

// MARK: - Under keys

extension TreeDecoder {
    /// The value under a key; nil if there is none.
    @inline(__always)
    func find(_ key: some CodingKey) throws -> TreePlace? {
        let number = unsafe askedCount
        unsafe askedCount = number &+ 1
        return try checked { () throws(ArchiveError) in
            try source.find(key.stringValue, key, in: unsafe uncheckedKeys, number)
        }
    }

    /// The value under a key that must be there.
    @inline(__always)
    func require(_ key: some CodingKey) throws -> TreePlace {
        if let value = try find(key) { return value }
        let implied = try checked { () throws(ArchiveError) in try source.implied(key.stringValue, in: keys) }
        guard let implied else { throw missing(key) }
        return implied
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

extension TreeDecoder {
    /// Runs a look at the archive, and gives its error the place of this decoder.
    @inline(__always)
    package func checked<Value>(_ body: () throws(ArchiveError) -> Value) throws -> Value {
        do throws(ArchiveError) {
            return try body()
        } catch {
            throw located(error)
        }
    }

    package var isNil: Bool { source.isNil(value) }

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

    /// An integer of a type that 64 bits with a sign hold.
    @inline(__always)
    func small<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
        Value(truncatingIfNeeded: try integer(type, from: Int64(Value.min), to: Int64(Value.max)))
    }

    @inline(never)
    private func integer(
        _ type: any FixedWidthInteger.Type, from least: Int64, to most: Int64
    ) throws -> Int64 {
        guard let value = try wholeNumber()?.integer(as: Int64.self), least <= value, value <= most else {
            throw notRepresentable(type, "an integer")
        }
        return value
    }

    @inline(never)
    private func wholeNumber() throws -> WholeNumber? {
        try checked { () throws(ArchiveError) in try source.wholeNumber(value) }
    }

    /// The error for a value that isn't an integer of a type.
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

#endif
