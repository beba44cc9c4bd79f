internal import PropertyLists

// Values without keys whose types are type codes, which may be known only at run time. The forms are those of Apple's
// `encodeValue(ofObjCType:at:)`.

extension KeyedArchiver {
    /// Encodes a value of a type code without a key.
    ///
    /// ```swift
    /// try archiver.encodeValue(ofObjCType: "i", .integer(7))
    /// try archiver.encodeValue(ofObjCType: "[2@]", .array([.object("Ada"), .null]))
    /// ```
    ///
    /// Numbers are stored inline, an object, a class (`#`), a selector (`:`) and a C string (`*`) as a reference, the
    /// last three to a string. An array is a reference to an object with the number, the size and the type code of its
    /// elements, which may be of any code but an array.
    ///
    /// - Parameters:
    ///   - type: One type code.
    ///   - value: A value of that type.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidArchiveOperation`` if keyed archives have no such type, as
    ///   they have no structures, or the value is of another type; ``/PropertyLists/ArchiveError/Code/range`` if a
    ///   number doesn't fit; ``/PropertyLists/ArchiveError/Code/unrepresentable`` if the characters of a C string or a
    ///   selector aren't UTF-8; the errors of objects.
    public func encodeValue(ofObjCType type: String, _ value: TypedValue) throws {
        try checkNotFinished()
        let parsed: UnkeyedType
        let array: OldStyleValues?
        do {
            parsed = try UnkeyedType(type, failure: .invalidArchiveOperation)
            array = try parsed.count.map { try OldStyleValues(value, code: parsed.code, count: $0) }
        } catch {
            throw locatedUnkeyed(error)
        }
        if let array { try encode(array) } else { try encodeValue(value, code: parsed.code) }
    }

    /// Encodes values of several types without keys, each under the next generated key.
    ///
    /// ```swift
    /// try archiver.encodeValues(ofObjCTypes: "id", [.integer(7), .real(0.5)])
    /// ```
    ///
    /// - Throws: As ``encodeValue(ofObjCType:_:)`` does, and if there are more or fewer values than types.
    public func encodeValues(ofObjCTypes types: String, _ values: [TypedValue]) throws {
        try checkNotFinished()
        let list: [String]
        do {
            list = try UnkeyedType.list(types, failure: .invalidArchiveOperation)
            guard list.count == values.count else {
                throw ArchiveError(
                    .invalidArchiveOperation, "\(values.count.counted("value")) for \(list.count.counted("type"))",
                    remedy: "give one value for each type")
            }
        } catch {
            throw locatedUnkeyed(error)
        }
        for (type, value) in zip(list, values) { try encodeValue(ofObjCType: type, value) }
    }

    /// Encodes a C array of values of one type code without a key.
    ///
    /// ```swift
    /// try archiver.encodeArray(ofObjCType: "s", [.integer(1), .integer(-1)])
    /// ```
    ///
    /// - Throws: As ``encodeValue(ofObjCType:_:)`` does; an array without elements is refused.
    public func encodeArray(ofObjCType type: String, _ elements: [TypedValue]) throws {
        // Digits before the code would become a part of the count.
        do {
            _ = try UnkeyedType(type, failure: .invalidArchiveOperation)
        } catch {
            throw locatedUnkeyed(error)
        }
        try encodeValue(ofObjCType: "[\(elements.count)\(type)]", .array(elements))
    }

    /// Encodes the name of a selector without a key: a reference to a string, or nil.
    ///
    /// ```swift
    /// try archiver.encodeSelector("save:")
    /// ```
    ///
    /// - Throws: As `encode(_:forKey:)` of objects does.
    package func encodeSelector(_ name: String?) throws {
        try encodeValue(ofObjCType: ":", name.map { .selector(Array($0.utf8)) } ?? .null)
    }

    /// Encodes the name of a class without a key: a reference to a string, or nil.
    ///
    /// The name is that under which the archiver writes objects of the type.
    ///
    /// ```swift
    /// try archiver.encodeClass(Person.self)
    /// ```
    ///
    /// - Throws: As `encode(_:forKey:)` of objects does.
    package func encodeClass(_ type: (any Codingable.Type)?) throws {
        try encodeValue(ofObjCType: "#", type.map { .class(className(for: $0) ?? $0.codedClassName) } ?? .null)
    }

    /// Encodes a value that isn't an array; errors have their place.
    func encodeValue(_ value: TypedValue, code: TypeCode) throws {
        guard let type = code.scalarType else { return try encodeReference(value, code: code) }
        switch code {
        case .long: try encodeScalar(value, code, as: Int32.self)
        case .unsignedLong: try encodeScalar(value, code, as: UInt32.self)
        default: try encodeScalar(value, code, as: type)
        }
    }

    private func encodeScalar<Value: CScalar>(_ value: TypedValue, _ code: TypeCode, as type: Value.Type) throws {
        guard let number = Value(value) else { throw misfit(value, code) }
        try encodeValue(number)
    }

    /// Stores a number inline under a key that is stored as it is.
    func put<Value: CScalar>(_ value: Value, forStoredKey key: String) throws {
        let (number, code): (TypedValue, TypeCode) = (value.typeCodedValue(), Value.code)
        let entry: ArchiverState.Entry
        switch number {
        case .integer(let integer): entry = state.integerEntry(integer, code.size <= 4 ? .int32 : .int64)
        case .unsignedInteger(let bit) where code == .boolean: entry = bit == 0 ? .false : .true
        case .unsignedInteger(let integer):
            entry =
                Int64(exactly: integer).map { state.integerEntry($0, code.size <= 4 ? .int32 : .int64) }
                ?? state.table.addUnsignedInteger(integer)
        case .real(let real): entry = code == .float ? state.floatEntry(Float(real)) : state.doubleEntry(real)
        default: throw misfit(number, code)
        }
        state.put(entry, forStoredKey: key)
    }

    private func encodeReference(_ value: TypedValue, code: TypeCode) throws {
        switch (code, value) {
        case (.object, .object(let object)): try encode(object)
        case (.class, .class(let name)): try encode(name)
        case (.selector, .selector(let bytes)): try encode(try text(bytes, "the name of a selector"))
        case (.cString, .cString(let string)): try encode(try text(string.bytes, "a C string"))
        case (_, .null): try encode(nil)
        default: throw misfit(value, code)
        }
    }

    private func text(_ bytes: [UInt8], _ words: String) throws -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        throw locatedUnkeyed(
            ArchiveError(
                .unrepresentable, "\(words) is not UTF-8, and a keyed archive holds it as a string",
                remedy: "encode it as bytes"))
    }

    private func misfit(_ value: TypedValue, _ code: TypeCode) -> any Error {
        let name = code.text.quotedForDisplay
        let takesIntegers = code.kind != .reference
        switch value {
        case .integer where takesIntegers, .unsignedInteger where takesIntegers:
            return locatedUnkeyed(
                ArchiveError(
                    .range, "the integer doesn't fit the type \(name)", remedy: "use a wider type, such as q or Q"))
        default:
            let reason = "\(value.words) isn't a value of the type \(name)"
            return locatedUnkeyed(
                ArchiveError(.invalidArchiveOperation, reason, remedy: "change the type string or the value"))
        }
    }
}

extension OldStyleValues {
    /// Checks that a value is an array of so many elements.
    fileprivate init(_ value: TypedValue, code: TypeCode, count: Int) throws(ArchiveError) {
        let elements: [TypedValue]
        switch value {
        case .array(let values): elements = values
        case .bytes(let bytes) where code == .int8:
            elements = bytes.map { .integer(Int64(Int8(bitPattern: $0))) }
        case .bytes(let bytes) where code == .uint8: elements = bytes.map { .unsignedInteger(UInt64($0)) }
        default:
            throw ArchiveError(
                .invalidArchiveOperation, "\(value.words) isn't an array of \(count.counted("element"))",
                remedy: "change the type string or the value")
        }
        guard elements.count == count else {
            throw ArchiveError(
                .invalidArchiveOperation, "\(elements.count.counted("element")) for an array of \(count)",
                remedy: "give as many elements as the type string says")
        }
        self.init(code: code, elements: elements)
    }
}
