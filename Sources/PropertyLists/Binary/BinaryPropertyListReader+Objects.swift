extension BinaryPropertyListReader {
    /// Reads one object.
    ///
    /// The text of a string isn't checked before ``asciiString(in:)`` makes a string of it.
    ///
    /// ```swift
    /// if case .array(let elements) = try reader.object(at: reader.topObject) { print(elements.count) }
    /// ```
    ///
    /// - Parameter index: The index of the object in the offset table.
    /// - Throws: ``ArchiveError`` with the byte offset of the object if its marker or its length is invalid, or if
    ///   a string is longer than ``Limits/stringBytes``.
    /// - Complexity: O(1), regardless of the length of the object.
    @usableFromInline package func object(at index: ObjectIndex) throws(ArchiveError) -> BinaryObject {
        let header = try header(at: index)
        let payload = header.payload
        let references = BinaryReferences(position: payload, count: header.count)
        switch header.kind {
        case .simple: return header.boolean.map { .boolean($0) } ?? .null
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

    /// The position of an object whose header has been read, in bytes.
    func position(of index: ObjectIndex) -> Int {
        Int(truncatingIfNeeded: integer(at: offsetTableStart &+ index.rawValue &* offsetSize, width: offsetSize))
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

    /// The UID at an index; nil if something else is there.
    package func reference(at index: ObjectIndex) throws(ArchiveError) -> UID? {
        let header = try header(at: index)
        return header.kind == .uid ? UID(try uid(of: header)) : nil
    }

    /// The number of a UID of 1 to 16 bytes.
    ///
    /// Of one that doesn't fit 64 bits the lower ones count, as in CoreFoundation, if they are a UID of 32 bits.
    package func uid(of header: BinaryObjectHeader) throws(ArchiveError) -> UInt64 {
        guard header.count > 8 else { return integer(at: header.payload, width: header.count) }
        let uid = integer(at: header.payload + header.count - 8, width: 8)
        guard uid <= UInt32.max || !losesBits(ofUID: header) else {
            throw ArchiveError.damaged(.invalidNumber, "a UID does not fit 64 bits", at: header.payload - 1)
        }
        return uid
    }

    /// Whether a UID has bits beyond 64.
    private func losesBits(ofUID header: BinaryObjectHeader) -> Bool {
        bytes[header.payload..<header.payload + header.count].dropLast(8).contains { $0 != 0 }
    }

    /// The peculiarity of an object by itself: bytes above 127 in ASCII, or what other readers don't know; nil for others.
    func oddity(of header: BinaryObjectHeader, at position: Int) -> ArchiveError? {
        switch header.kind {
        case .asciiString: return oddity(ofASCII: header)
        case .utf16String where header.count == 0:
            return ArchiveError(
                .invalidString, "an empty string marked as UTF-16, which other readers refuse", at: position,
                remedy: "read the file and write it again")
        case .orderedSet:
            return ArchiveError(
                .invalidMarker, "an ordered set, which other readers refuse", at: position,
                remedy: "make an array of it")
        case .uid:
            guard let uid = try? uid(of: header), uid > UInt32.max || losesBits(ofUID: header) else { return nil }
            let reason =
                uid > UInt32.max
                ? "the UID \(uid) is beyond 32 bits" : "of a UID beyond 64 bits the lower ones are read, \(uid)"
            return ArchiveError(
                .invalidNumber, reason, at: position,
                remedy: "only a damaged file has so many entries; get another copy")
        default: return nil
        }
    }
}

/// The byte as `0x0A`.
func hexadecimal(_ byte: UInt8) -> String {
    (byte < 0x10 ? "0x0" : "0x") + String(byte, radix: 16, uppercase: true)
}
