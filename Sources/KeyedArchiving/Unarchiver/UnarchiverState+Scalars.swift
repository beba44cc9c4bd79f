internal import PropertyLists

// Scalars under keys, and their coercions: integer to integer of any width, real to real; nothing else. The whole
// matrix is in the tests. Each method does all its work in one access to the state.

extension UnarchiverState {
    /// The object index of the value under a user's key, or nil.
    @inline(__always)
    mutating func value(forKey key: String) throws(ArchiveError) -> ObjectIndex? {
        if let index = try find(key, isStored: false) { return index }
        // Looking at the first character only where nothing was found keeps the cost from the keys that everybody uses.
        return CodingKeyRules.isReserved(key) ? try find(CodingKeyRules.stored(key)) : nil
    }

    /// The integer under a key, or nil if the key is missing.
    @inline(__always)
    mutating func integer<Value: FixedWidthInteger>(
        forKey key: String,
        as type: Value.Type
    ) throws(ArchiveError) -> Value? {
        guard let index = try value(forKey: key) else { return nil }
        return try integer(at: index, key: key, as: type)
    }

    /// The 64-bit real under a key, or nil if the key is missing.
    mutating func double(forKey key: String) throws(ArchiveError) -> Double? {
        guard let index = try value(forKey: key) else { return nil }
        return try double(at: index, key: key)
    }

    /// The 32-bit real under a key, or nil if the key is missing.
    mutating func float(forKey key: String) throws(ArchiveError) -> Float? {
        guard let index = try value(forKey: key) else { return nil }
        return try float(at: index, key: key)
    }

    /// The boolean under a key, or nil if the key is missing.
    mutating func boolean(forKey key: String) throws(ArchiveError) -> Bool? {
        guard let index = try value(forKey: key) else { return nil }
        return try boolean(at: index, key: key)
    }

    /// The bytes under a key, or nil if the key is missing or holds nil.
    mutating func data(forKey key: String) throws(ArchiveError) -> ArraySlice<UInt8>? {
        guard let index = try value(forKey: key), try uid(at: index) != .null else { return nil }
        return try data(at: index, key: key)
    }

    /// The reference under a key; nil if the key is missing or holds nil.
    @inline(__always)
    mutating func reference(forKey key: String) throws(ArchiveError) -> UID? {
        guard let index = try value(forKey: key) else { return nil }
        guard let uid = try uid(at: index) else { throw wrongKind(at: index, expected: "an object", key) }
        return uid == .null ? nil : uid
    }
}

// MARK: - By object index

extension UnarchiverState {
    /// The integer at an object index, as any integer type that holds its value.
    @inline(__always)
    mutating func integer<Value: FixedWidthInteger>(
        at index: ObjectIndex,
        key: String?,
        as type: Value.Type
    ) throws(ArchiveError) -> Value {
        if let integer = reader.fastInteger(at: index), let value = Value(exactly: integer) { return value }
        let number = try wholeNumber(at: index, key)
        guard let value = number.integer(as: type) else { throw outOfRange("\(number)", "\(type)", key) }
        return value
    }

    @inline(never)
    private mutating func wholeNumber(
        at index: ObjectIndex,
        _ key: String?
    ) throws(ArchiveError) -> WholeNumber {
        let header = try header(at: index)
        guard header.kind == .integer else { throw wrongKind(at: index, expected: "an integer", key) }
        guard header.count == 16 else { return .signed(reader.integer(of: header)) }
        return WholeNumber(reader.integer128(at: header.payload))
    }

    /// The real at an object index, widened.
    @inline(__always)
    mutating func double(at index: ObjectIndex, key: String?) throws(ArchiveError) -> Double {
        if let value = reader.fastDouble(at: index) { return value }
        return try slowDouble(at: index, key)
    }

    @inline(never)
    private mutating func slowDouble(at index: ObjectIndex, _ key: String?) throws(ArchiveError) -> Double {
        let header = try header(at: index)
        guard header.kind == .real else { throw wrongKind(at: index, expected: "a real", key) }
        return header.count == 8 ? reader.double(at: header.payload) : Double(reader.float(at: header.payload))
    }

    /// The real at an object index, narrowed; a finite value beyond the range of `Float` is refused.
    mutating func float(at index: ObjectIndex, key: String?) throws(ArchiveError) -> Float {
        let header = try header(at: index)
        guard header.kind == .real else { throw wrongKind(at: index, expected: "a real", key) }
        guard header.count == 8 else { return reader.float(at: header.payload) }
        let value = reader.double(at: header.payload)
        if value.isFinite, value.magnitude > Double(Float.greatestFiniteMagnitude) {
            throw outOfRange("\(value)", "Float", key)
        }
        return Float(value)
    }

    /// The boolean at an object index.
    @inline(__always)
    mutating func boolean(at index: ObjectIndex, key: String?) throws(ArchiveError) -> Bool {
        let header = try header(at: index)
        guard let boolean = header.boolean else { throw wrongKind(at: index, expected: "a boolean", key) }
        return boolean
    }

    /// The number at an object index, as a scalar whose range holds it.
    ///
    /// A boolean may be the integer 0 or 1. Under keys a boolean is one, because only `encode(_:forKey:)` of booleans
    /// writes it, and Apple's `decodeBool(forKey:)` refuses everything else. Without keys the type code decides, and
    /// booleans have several: `BOOL` is `c` on Intel systems, so that Apple's archiver stores an integer there, and
    /// GNUstep stores one for `B` too. Another integer was encoded as something else, and is refused.
    mutating func scalar<Value: CScalar>(
        at index: ObjectIndex,
        key: String,
        as type: Value.Type
    ) throws(ArchiveError) -> Value {
        let number: TypedValue
        let code = Value.code
        var whole: WholeNumber?
        switch code {
        case .float: number = .real(Double(try float(at: index, key: key)))
        case .double: number = .real(try double(at: index, key: key))
        case .boolean where try header(at: index).kind != .integer:
            number = .unsignedInteger(try boolean(at: index, key: key) ? 1 : 0)
        default:
            let integer = try wholeNumber(at: index, key)
            switch integer {
            case .signed(let value): number = .integer(value)
            case .unsigned(let value): number = .unsignedInteger(value)
            case .wide: number = .null
            }
            whole = integer
        }
        if let value = Value(number) { return value }
        if code == .boolean { throw wrongKind(at: index, expected: "a boolean, 0 or 1", key) }
        throw outOfRange(whole?.description ?? "\(number.real ?? 0)", "\(type)", key)
    }

    /// The bytes at an object index, as a part of the archive; they are charged each time they are returned.
    mutating func data(at index: ObjectIndex, key: String?) throws(ArchiveError) -> ArraySlice<UInt8> {
        let header = try header(at: index)
        guard header.kind == .data else { throw wrongKind(at: index, expected: "data", key) }
        try chargeBuffer(header.count)
        return try reader.data(in: header.payload..<header.payload + header.count)
    }

    /// A copy of the bytes at an object index.
    mutating func dataCopy(at index: ObjectIndex, key: String?) throws(ArchiveError) -> [UInt8] {
        Array(try data(at: index, key: key))
    }
}

// MARK: - Errors

extension UnarchiverState {
    /// The error for a value of another kind than asked for.
    mutating func wrongKind(at index: ObjectIndex, expected: String, _ key: String?) -> ArchiveError {
        let kind = kind(at: index)
        var error = failure(
            .invalidUnarchiveOperation,
            "the value is not \(expected) but \(kind.words)",
            key: key,
            remedy: kind == .reference
                ? "it was encoded as an object; decode it with `decodeObject(of:forKey:)` or `decode(_:forKey:)`"
                : "decode it with the method for its kind"
        )
        error.byteOffset = reader.place(of: index)
        return error
    }

    mutating func outOfRange(_ value: String, _ type: String, _ key: String?) -> ArchiveError {
        failure(
            .range,
            "the value \(value) does not fit \(type)",
            key: key,
            remedy: "decode it with a wider type and check it"
        )
    }

    /// An error about the value under a key of the object being decoded.
    mutating func failure(
        _ code: ArchiveError.Code,
        _ reason: String,
        key: String?,
        remedy: String?
    ) -> ArchiveError {
        let error = ArchiveError(code, reason, key: key, className: currentClass?.name, remedy: remedy)
        return frame.uid == .null ? error : located(error, frame.uid)
    }

    /// The class record of the object being decoded, or nil at the top level.
    var currentClass: ArchivedClass? {
        frame.classIndex.value.map { classes[$0].record }
    }

    /// Whether the object being decoded is of a class with a name.
    func isClass(named name: String) -> Bool {
        frame.classIndex.value.map { classes[$0].record.isNamed(name) } == true
    }

    /// The kind of the value at an object index.
    mutating func kind(at index: ObjectIndex) -> ObjectKind {
        (try? header(at: index)).map { ObjectKind($0) } ?? .unreadable
    }
}
