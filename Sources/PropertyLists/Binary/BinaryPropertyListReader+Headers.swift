// What is at an index: the one place where markers and lengths are judged.
//
// A fast exit for each shape that archives are made of comes first: small containers, references, numbers, ASCII
// strings. One load of eight bytes brings the marker and, mostly, the payload, and because these are inlined where they
// are used, nothing is passed through memory. They return nil for whatever is not of their shape, damaged objects
// included; `slowHeader(_:at:)` then judges every shape and names what is wrong.

extension BinaryPropertyListReader {
    /// Reads the marker and the length of an object, and checks that its payload lies within the object area.
    @inline(__always)
    package func header(at index: ObjectIndex) throws(ArchiveError) -> BinaryObjectHeader {
        guard let start = start(of: index) else { throw badOffset(of: index) }
        if let header = fastContainer(from: start) { return header }
        return try slowHeader(UInt8(truncatingIfNeeded: start.word &>> 56), at: start.position)
    }

    /// The marker and the length of an object that is most often a string, as ``header(at:)`` finds them.
    @inlinable
    @inline(__always)
    package func stringHeader(at index: ObjectIndex) throws(ArchiveError) -> BinaryObjectHeader {
        if let range = fastASCIIString(at: index) {
            return BinaryObjectHeader(
                marker: BinaryObjectKind.asciiString.rawValue &<< 4, payload: range.lowerBound, count: range.count)
        }
        return try slowStringHeader(at: index)
    }

    @usableFromInline
    @inline(never)
    func slowStringHeader(at index: ObjectIndex) throws(ArchiveError) -> BinaryObjectHeader {
        try header(at: index)
    }

    // MARK: Fast exits

    /// The position of an object and the eight bytes from there on; nil if its offset is wrong.
    @inlinable
    @inline(__always)
    package func start(of index: ObjectIndex) -> (position: Int, word: UInt64)? {
        let offset = uncheckedOffset(of: index)
        guard offset &- 8 < UInt64(truncatingIfNeeded: offsetTableStart &- 8) else { return nil }
        let position = Int(truncatingIfNeeded: offset)
        return (position, integer(at: position, width: 8))
    }

    /// The header of a container of up to 14 elements or entries.
    @inlinable
    @inline(__always)
    func fastContainer(from start: (position: Int, word: UInt64)) -> BinaryObjectHeader? {
        let (position, word) = start
        guard word &>> 60 >= 0xA, word &>> 60 <= 0xD else { return nil }
        let marker = UInt8(truncatingIfNeeded: word &>> 56)
        let count = Int(marker & 0xF)
        let size = (count &* referenceSize) &<< (marker &>> 4 == 0xD ? 1 : 0)
        guard count < 0xF, position &+ size < offsetTableStart else { return nil }
        return BinaryObjectHeader(marker: marker, payload: position &+ 1, count: count)
    }

    /// The fields of a dictionary of up to 14 entries.
    @inlinable
    @inline(__always)
    package func fastDictionary(at index: ObjectIndex) -> BinaryFields? {
        start(of: index).flatMap { fastDictionary(from: $0) }
    }

    /// The fields of a dictionary of up to 14 entries that starts somewhere.
    @inlinable
    @inline(__always)
    package func fastDictionary(from start: (position: Int, word: UInt64)) -> BinaryFields? {
        guard let header = fastContainer(from: start), header.kind == .dictionary else { return nil }
        return fields(of: header)
    }

    /// The elements of an array of up to 14.
    @inlinable
    @inline(__always)
    package func fastArray(at index: ObjectIndex) -> BinaryReferences? {
        guard let start = start(of: index), let header = fastContainer(from: start), header.kind == .array else {
            return nil
        }
        return BinaryReferences(position: header.payload, count: header.count)
    }

    /// The number of a UID of 1 to 4 bytes.
    @inlinable
    @inline(__always)
    package func fastUID(at index: ObjectIndex) -> Int? {
        start(of: index).flatMap { fastUID(from: $0) }
    }

    /// The number of a UID of 1 to 4 bytes that starts somewhere.
    @inlinable
    @inline(__always)
    package func fastUID(from start: (position: Int, word: UInt64)) -> Int? {
        let (position, word) = start
        guard word &>> 58 == 0x80 &>> 2 else { return nil }
        let size = Int(truncatingIfNeeded: word &>> 56 & 3) &+ 1
        guard position &+ size < offsetTableStart else { return nil }
        return Int(truncatingIfNeeded: (word &<< 8) &>> UInt64(truncatingIfNeeded: 64 &- 8 &* size))
    }

    /// The value of an integer of 1, 2, 4 or 8 bytes.
    @inlinable
    @inline(__always)
    package func fastInteger(at index: ObjectIndex) -> Int64? {
        start(of: index).flatMap { fastInteger(from: $0) }
    }

    /// The value of an integer of 1, 2, 4 or 8 bytes that starts somewhere.
    @inlinable
    @inline(__always)
    package func fastInteger(from start: (position: Int, word: UInt64)) -> Int64? {
        let (position, word) = start
        guard word &>> 58 == 0x10 &>> 2 else { return nil }
        let size = 1 &<< Int(truncatingIfNeeded: word &>> 56 & 3)
        guard position &+ size < offsetTableStart else { return nil }
        if size == 8 { return Int64(bitPattern: integer(at: position &+ 1, width: 8)) }
        return Int64(bitPattern: (word &<< 8) &>> UInt64(truncatingIfNeeded: 64 &- 8 &* size))
    }

    /// The value of a real of 8 bytes.
    @inlinable
    @inline(__always)
    package func fastDouble(at index: ObjectIndex) -> Double? {
        start(of: index).flatMap { fastDouble(from: $0) }
    }

    /// The value of a real of 8 bytes that starts somewhere.
    @inlinable
    @inline(__always)
    package func fastDouble(from start: (position: Int, word: UInt64)) -> Double? {
        let (position, word) = start
        guard word &>> 56 == 0x23, position &+ 8 < offsetTableStart else { return nil }
        return Double(bitPattern: integer(at: position &+ 1, width: 8))
    }

    /// The value of a boolean that starts somewhere.
    @inlinable
    @inline(__always)
    package func fastBoolean(from start: (position: Int, word: UInt64)) -> Bool? {
        guard start.word &>> 57 == 0x08 &>> 1 else { return nil }
        return start.word &>> 56 == 0x09
    }

    /// The range of the bytes of an ASCII string of up to 255 characters; whether they are ASCII is not checked.
    @inlinable
    @inline(__always)
    package func fastASCIIString(at index: ObjectIndex) -> Range<Int>? {
        start(of: index).flatMap { fastASCIIString(from: $0) }
    }

    /// The range of the bytes of an ASCII string of up to 255 characters that starts somewhere.
    @inlinable
    @inline(__always)
    func fastASCIIString(from start: (position: Int, word: UInt64)) -> Range<Int>? {
        let (position, word) = start
        guard word &>> 60 == 0x5 else { return nil }
        var first = position &+ 1
        var count = Int(truncatingIfNeeded: word &>> 56 & 0xF)
        if count == 0xF {
            guard word &>> 48 & 0xFF == 0x10 else { return nil }
            first &+= 2
            count = Int(truncatingIfNeeded: word &>> 40 & 0xFF)
        }
        guard first &+ count <= offsetTableStart else { return nil }
        return unsafe Range(uncheckedBounds: (first, first &+ count))
    }

    // MARK: Every shape

    /// The header of an object that begins at a position, for lists whose offset table says nothing.
    func header(atPosition position: Int) throws(ArchiveError) -> BinaryObjectHeader {
        guard position >= BinaryTrailer.headerSize, position < offsetTableStart else {
            throw ArchiveError.damaged(.invalidOffset, "there is no object outside the object area", at: position)
        }
        return try slowHeader(bytes[position], at: position)
    }

    /// The header of an object of any shape.
    @inline(never)
    private func slowHeader(_ marker: UInt8, at position: Int) throws(ArchiveError) -> BinaryObjectHeader {
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

    /// The header of an object whose length is in the marker or, for 15 and more, in an integer after it.
    private func countedHeader(
        _ marker: UInt8,
        at position: Int,
        unit: Int
    ) throws(ArchiveError) -> BinaryObjectHeader {
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
                throw ArchiveError.damaged(
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
            throw ArchiveError.cutShort(
                .invalidLength,
                "a length of \(count) reaches past the end of the objects at byte \(offsetTableStart)",
                at: position
            )
        }
        return BinaryObjectHeader(marker: marker, payload: payload, count: Int(truncatingIfNeeded: count))
    }

    private func tooLong(_ size: Int, at position: Int) -> ArchiveError {
        .cutShort(
            .invalidLength,
            "an object of \(size) bytes and its marker reach past the end of the objects at byte \(offsetTableStart)",
            at: position
        )
    }

    private func invalidMarker(_ marker: UInt8, at position: Int) -> ArchiveError {
        let reason: String
        switch marker {
        case 0x0F: reason = "the fill byte 0x0F is where an object should be"
        case 0x70...0x7F: reason = "UTF-8 strings (marker \(hexadecimal(marker))) are not part of bplist00"
        default: reason = "the marker \(hexadecimal(marker)) is not defined"
        }
        return ArchiveError(
            .invalidMarker,
            reason,
            at: position,
            remedy: "the offset table or the object is damaged; get a fresh copy"
        )
    }
}
