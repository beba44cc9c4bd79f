internal import PropertyLists

// The coercions of scalars: integer to integer of any width, real to real; nothing else. The whole matrix is in the
// tests.

extension KeyedUnarchiver {
    /// The integer at an object index, as any integer type that holds its value.
    @inline(__always)
    func integer<Value: FixedWidthInteger>(at index: Int, key: String, as type: Value.Type) throws(ArchiveError)
        -> Value
    {
        let header = try state.header(at: index)
        if header.kind == .integer, header.count <= 8, let value = Value(exactly: state.reader.integer(of: header)) {
            return value
        }
        return try unusualInteger(header, at: index, key, type)
    }

    private func unusualInteger<Value: FixedWidthInteger>(
        _ header: BinaryObjectHeader,
        at index: Int,
        _ key: String,
        _ type: Value.Type
    ) throws(ArchiveError) -> Value {
        guard header.kind == .integer else { throw wrongKind(at: index, expected: "an integer", key) }
        if header.count == 16 {
            let wide = state.reader.integer128(at: header.payload)
            if let value = Int64(exactly: wide).flatMap({ Value(exactly: $0) }) { return value }
            if let value = UInt64(exactly: wide).flatMap({ Value(exactly: $0) }) { return value }
            throw outOfRange("\(wide)", "\(type)", key)
        }
        throw outOfRange("\(state.reader.integer(of: header))", "\(type)", key)
    }

    /// The real at an object index, widened.
    @inline(__always)
    func double(at index: Int, key: String) throws(ArchiveError) -> Double {
        let header = try state.header(at: index)
        guard header.kind == .real else { throw wrongKind(at: index, expected: "a real", key) }
        let bits = state.reader.bytes.bigEndian(at: header.payload, width: header.count)
        return header.count == 8
            ? Double(bitPattern: bits) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    }

    /// The real at an object index, narrowed; a finite value beyond the range of `Float` is refused.
    func float(at index: Int, key: String) throws(ArchiveError) -> Float {
        let header = try state.header(at: index)
        guard header.kind == .real else { throw wrongKind(at: index, expected: "a real", key) }
        let bits = state.reader.bytes.bigEndian(at: header.payload, width: header.count)
        guard header.count == 8 else { return Float(bitPattern: UInt32(truncatingIfNeeded: bits)) }
        let value = Double(bitPattern: bits)
        if value.isFinite, value.magnitude > Double(Float.greatestFiniteMagnitude) {
            throw outOfRange("\(value)", "Float", key)
        }
        return Float(value)
    }

    /// The boolean at an object index.
    @inline(__always)
    func boolean(at index: Int, key: String) throws(ArchiveError) -> Bool {
        let header = try state.header(at: index)
        guard header.kind == .simple, header.marker != 0 else {
            throw wrongKind(at: index, expected: "a boolean", key)
        }
        return header.marker == 0x09
    }

    /// The bytes at an object index, as a part of the archive.
    func data(at index: Int, key: String) throws(ArchiveError) -> ArraySlice<UInt8> {
        let header = try state.header(at: index)
        guard header.kind == .data else { throw wrongKind(at: index, expected: "data", key) }
        do {
            return try state.reader.data(in: header.payload..<header.payload + header.count)
        } catch {
            throw ArchiveError(error)
        }
    }

    func wrongKind(at index: Int, expected: String, _ key: String) -> ArchiveError {
        var error = failure(
            .invalidUnarchiveOperation,
            "the value is not \(expected) but a \(kind(at: index))",
            key: key,
            remedy: kind(at: index) == "reference to an object"
                ? "it was encoded as an object; decode it with `decodeObject(of:forKey:)` or `decode(_:forKey:)`"
                : "decode it with the method for its kind"
        )
        error.byteOffset = try? state.reader.offset(of: index)
        return error
    }

    private func outOfRange(_ value: String, _ type: String, _ key: String) -> ArchiveError {
        failure(
            .range,
            "the value \(value) does not fit \(type)",
            key: key,
            remedy: "decode it with a wider type and check it"
        )
    }
}
