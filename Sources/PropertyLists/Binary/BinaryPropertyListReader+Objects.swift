extension BinaryPropertyListReader {
    /// Looks at one object.
    ///
    /// The text of a string isn't checked before ``asciiString(in:)`` makes a string of it.
    ///
    /// - Parameter index: The index of the object in the offset table.
    /// - Throws: ``PropertyListError`` with the byte offset of the object if its marker or its length is invalid, or if
    ///   a string is longer than ``Limits/stringBytes``.
    /// - Complexity: O(1), whatever the length of the object.
    public func object(at index: ObjectIndex) throws(PropertyListError) -> BinaryObject {
        let header = try header(at: index)
        let payload = header.payload
        let references = BinaryReferences(position: payload, count: header.count)
        switch header.kind {
        case .simple: return header.marker == 0 ? .null : .boolean(header.marker == 0x09)
        case .integer where header.count == 16: return .integer128(integer128(at: payload))
        case .integer: return .integer(integer(of: header))
        case .real where header.count == 4: return .float(float(at: payload))
        case .real: return .double(double(at: payload))
        case .date: return .date(double(at: payload))
        case .data: return .data(payload..<payload + header.count)
        case .asciiString:
            try checkLength(payload..<payload + header.count)
            return .asciiString(payload..<payload + header.count)
        case .utf16String:
            try checkLength(payload..<payload + 2 * header.count)
            return .utf16String(payload..<payload + 2 * header.count)
        case .uid: return .uid(UID(try uid(of: header)))
        case .array: return .array(references)
        case .orderedSet: return .orderedSet(references)
        case .set: return .set(references)
        default:
            let values = BinaryReferences(position: payload + header.count * referenceSize, count: header.count)
            return .dictionary(keys: references, values: values)
        }
    }

    /// Reads the marker and the length of an object, and checks that its payload lies within the object area.
    ///
    /// This is the one place where markers and lengths are judged.
    package func header(at index: ObjectIndex) throws(PropertyListError) -> BinaryObjectHeader {
        let position = try offset(of: index)
        let marker = bytes[position]
        let low = Int(marker & 0x0F)
        let size: Int
        switch marker &>> 4 {
        case 0x0 where marker == 0x00 || marker == 0x08 || marker == 0x09: size = 0
        case 0x1 where low <= 4: size = 1 << low
        case 0x2 where low == 2 || low == 3: size = 1 << low
        case 0x3 where low == 3: size = 8
        case 0x8: size = low + 1
        case 0x4, 0x5: return try countedHeader(marker, at: position, unit: 1)
        case 0x6: return try countedHeader(marker, at: position, unit: 2)
        case 0xA, 0xB, 0xC: return try countedHeader(marker, at: position, unit: referenceSize)
        case 0xD: return try countedHeader(marker, at: position, unit: 2 &* referenceSize)
        default: throw invalidMarker(marker, at: position)
        }
        guard size < offsetTableStart - position else { throw tooLong(size, at: position) }
        return BinaryObjectHeader(marker: marker, payload: position &+ 1, count: size)
    }

    /// The position of an object whose header has been read, in bytes.
    func position(of index: ObjectIndex) -> Int {
        Int(truncatingIfNeeded: integer(at: offsetTableStart &+ index.rawValue &* offsetSize, width: offsetSize))
    }

    /// The header of an object whose length is in the marker or, for 15 and more, in an integer after it.
    private func countedHeader(
        _ marker: UInt8,
        at position: Int,
        unit: Int
    ) throws(PropertyListError) -> BinaryObjectHeader {
        var payload = position &+ 1
        let low = Int(marker & 0x0F)
        if low < 0x0F, low &* unit <= offsetTableStart &- payload {
            return BinaryObjectHeader(marker: marker, payload: payload, count: low)
        }
        var count = UInt64(low)
        if low == 0x0F {
            guard payload < offsetTableStart else { throw tooLong(1, at: position) }
            let width = 1 << Int(bytes[payload] & 0x0F)
            guard bytes[payload] &>> 4 == 0x1, width <= 8 else {
                throw PropertyListError(
                    .invalidLength,
                    "the length is not an integer of 1 to 8 bytes but marker \(hexadecimal(bytes[payload]))",
                    at: payload
                )
            }
            guard width < offsetTableStart - payload else { throw tooLong(width, at: payload) }
            count = integer(at: payload &+ 1, width: width)
            payload = payload &+ 1 &+ width
        }
        guard count <= UInt64(offsetTableStart &- payload) / UInt64(unit) else {
            throw PropertyListError(
                .invalidLength,
                "a length of \(count) reaches past the end of the objects at byte \(offsetTableStart)",
                at: position,
                remedy: "the file is damaged or cut short; get a fresh copy"
            )
        }
        return BinaryObjectHeader(marker: marker, payload: payload, count: Int(truncatingIfNeeded: count))
    }

    /// The value of an integer of 1 to 8 bytes: without a sign up to 4 bytes, with one at 8.
    @inlinable
    @inline(__always)
    package func integer(of header: BinaryObjectHeader) -> Int64 {
        Int64(bitPattern: integer(at: header.payload, width: header.count))
    }

    /// The value of an integer of 16 bytes.
    package func integer128(at payload: Int) -> Integer128 {
        Integer128(
            high: Int64(bitPattern: integer(at: payload, width: 8)),
            low: integer(at: payload + 8, width: 8)
        )
    }

    /// The value of a 4-byte real, NaN with its bits.
    package func float(at payload: Int) -> Float {
        Float(bitPattern: UInt32(truncatingIfNeeded: integer(at: payload, width: 4)))
    }

    /// The value of an 8-byte real or of a date, NaN with its bits.
    package func double(at payload: Int) -> Double {
        Double(bitPattern: integer(at: payload, width: 8))
    }

    /// The number of a UID of 1 to 16 bytes, of which all but the last 8 must be 0.
    package func uid(of header: BinaryObjectHeader) throws(PropertyListError) -> UInt64 {
        guard header.count > 8 else { return integer(at: header.payload, width: header.count) }
        let excess = header.count - 8
        guard bytes[header.payload..<header.payload + excess].allSatisfy({ $0 == 0 }) else {
            throw PropertyListError(.invalidNumber, "a UID does not fit 64 bits", at: header.payload - 1)
        }
        return integer(at: header.payload + excess, width: 8)
    }

    private func tooLong(_ size: Int, at position: Int) -> PropertyListError {
        PropertyListError(
            .invalidLength,
            "an object of \(size) bytes and its marker reach past the end of the objects at byte \(offsetTableStart)",
            at: position,
            remedy: "the file is damaged or cut short; get a fresh copy"
        )
    }

    private func invalidMarker(_ marker: UInt8, at position: Int) -> PropertyListError {
        let reason: String
        switch marker {
        case 0x0F: reason = "the fill byte 0x0F stands where an object should be"
        case 0x70...0x7F: reason = "UTF-8 strings (marker \(hexadecimal(marker))) are not part of bplist00"
        default: reason = "the marker \(hexadecimal(marker)) is not defined"
        }
        return PropertyListError(
            .invalidMarker,
            reason,
            at: position,
            remedy: "the offset table or the object is damaged; get a fresh copy"
        )
    }
}

/// The byte as `0x0A`.
func hexadecimal(_ byte: UInt8) -> String {
    (byte < 0x10 ? "0x0" : "0x") + String(byte, radix: 16, uppercase: true)
}
