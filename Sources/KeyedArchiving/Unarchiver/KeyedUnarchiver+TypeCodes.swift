internal import PropertyLists

// Values without keys whose types are type codes, which may be known only at run time.

extension KeyedUnarchiver {
    /// Decodes the next value, of a type code.
    ///
    /// ```swift
    /// let count = try unarchiver.decodeValue(ofObjCType: "i").integer(as: Int.self)
    /// let names = try unarchiver.decodeValue(ofObjCType: "[2@]")
    /// ```
    ///
    /// An array may have more elements than are asked for, but not fewer. A value of `l` or `L` may have 64 bits, as
    /// GNUstep's has. Objects are those that the enclosing call allows, as in ``decodeObject()``.
    ///
    /// - Parameter type: One type code.
    /// - Returns: The value; 0, nil or an empty array if there is none.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidUnarchiveOperation`` if keyed archives have no such type, as
    ///   they have no structures, or the value is of another kind; ``/PropertyLists/ArchiveError/Code/range`` if a
    ///   number doesn't fit; ``/PropertyLists/ArchiveError/Code/invalidValue`` if an array contradicts itself or has
    ///   too few elements.
    public func decodeValue(ofObjCType type: String) throws -> TypedValue {
        try decoding(.null) {
            let type = try UnkeyedType(type, failure: .invalidUnarchiveOperation)
            return try decoding(type.missing) {
                guard let count = type.count else { return try nextValue(type.code) ?? type.missing }
                guard let uid = try nextReference(), uid != .null else { return type.missing }
                let elements = try oldStyleElements(uid, type.code, count)
                return type.isBytes ? .bytes(elements.map(Self.byte)) : .array(elements)
            }
        }
    }

    /// Decodes the next values, of several types.
    ///
    /// ```swift
    /// let values = try unarchiver.decodeValues(ofObjCTypes: "id")
    /// ```
    ///
    /// - Throws: As ``decodeValue(ofObjCType:)`` does.
    public func decodeValues(ofObjCTypes types: String) throws -> [TypedValue] {
        try decoding([]) {
            let list = try UnkeyedType.list(types, failure: .invalidUnarchiveOperation)
            return try list.map { try decodeValue(ofObjCType: $0) }
        }
    }

    /// Decodes the next C array, of so many values of one type code; empty if there is none.
    ///
    /// ```swift
    /// let samples = try unarchiver.decodeArray(ofObjCType: "s", count: 2)
    /// ```
    ///
    /// - Throws: As ``decodeValue(ofObjCType:)`` does.
    public func decodeArray(ofObjCType type: String, count: Int) throws -> [TypedValue] {
        try decoding([]) {
            // Digits before the code would become a part of the count.
            _ = try UnkeyedType(type, failure: .invalidUnarchiveOperation)
            return switch try decodeValue(ofObjCType: "[\(count)\(type)]") {
            case .array(let elements): elements
            case .bytes(let bytes) where type.utf8.last == TypeCode.uint8.rawValue:
                bytes.map { .unsignedInteger(UInt64($0)) }
            case .bytes(let bytes): bytes.map { .integer(Int64(Int8(bitPattern: $0))) }
            default: []
            }
        }
    }

    /// Decodes the next name of a selector; nil if there is none or it is nil.
    ///
    /// ```swift
    /// let action = try unarchiver.decodeSelector()
    /// ```
    ///
    /// - Throws: As ``decodeObject(of:)`` does.
    package func decodeSelector() throws -> String? { try decodeObject(of: String.self) }

    /// Decodes the next name of a class; nil if there is none or it is nil.
    ///
    /// Which type it stands for, if any, the ``registry`` says.
    ///
    /// ```swift
    /// if let name = try unarchiver.decodeClass() { print(unarchiver.registry.type(forClassName: name) as Any) }
    /// ```
    ///
    /// - Throws: As ``decodeObject(of:)`` does.
    package func decodeClass() throws -> String? { try decodeObject(of: String.self) }

    /// The next value that isn't an array; nil if there is none.
    private func nextValue(_ code: TypeCode) throws -> TypedValue? {
        guard let type = code.scalarType else { return try nextReference().map { try value(at: $0, code) } }
        return try decodeStoredScalar(as: type)
    }

    private func decodeStoredScalar<Value: CScalar>(as type: Value.Type) throws -> TypedValue? {
        try decodeStoredScalar(type)?.typeCodedValue()
    }

    /// The value of a reference: an object, or the string that represents a class, a selector or a C string.
    private func value(at uid: UID, _ code: TypeCode) throws -> TypedValue {
        if code == .object {
            return try anyObject(at: uid, .inherited).map { .object($0) } ?? .null
        }
        guard let text = try decode(String.self, from: .reference(uid)) else { return .null }
        return switch code {
        case .class: .class(text)
        case .selector: .selector(Array(text.utf8))
        default: .cString(CodedCString(text))
        }
    }

    /// The elements of the C array at a reference, which may be objects that the enclosing call allows.
    private func oldStyleElements(_ uid: UID, _ code: TypeCode, _ count: Int) throws -> [TypedValue] {
        try withinCArray(uid) {
            let storedCount = try decodeOldStyleHeader(UnkeyedType.readable(code.rawValue)).count
            guard storedCount >= count else {
                throw failure(
                    .invalidValue, "the array has \(storedCount.counted("element")) where \(count) are asked for",
                    key: "NS.count", remedy: "ask for no more than there are")
            }
            return try oldStyleElements(code, count)
        }
    }

    /// The elements of the C array that is being decoded.
    func oldStyleElements(_ code: TypeCode, _ count: Int) throws -> [TypedValue] {
        try chargeForElements(count, of: TypedValue.self)
        var elements: [TypedValue] = []
        for position in 0..<count {
            guard let element = try nextValue(code) else { throw missingElement(position, of: count) }
            elements.append(element)
        }
        return elements
    }

    private static func byte(_ value: TypedValue) -> UInt8 {
        value.integer(as: Int64.self).map { UInt8(truncatingIfNeeded: $0) } ?? 0
    }
}
