extension BinaryPropertyListReader {
    /// The string at a range that ``object(at:)`` gave for an ASCII string.
    ///
    /// Bytes above 0x7F, which don't belong there, are characters of ISO 8859-1, as CoreFoundation reads them.
    ///
    /// ```swift
    /// if case .asciiString(let range) = try reader.object(at: index) { print(try reader.asciiString(in: range)) }
    /// ```
    ///
    /// - Throws: ``ArchiveError/Code/invalidString`` if the range is not within the objects,
    ///   ``ArchiveError/Code/limitExceeded`` if it is longer than ``Limits/stringBytes``.
    /// - Complexity: O(*n*) in the length.
    @usableFromInline package func asciiString(in range: Range<Int>) throws(ArchiveError) -> String {
        guard range.lowerBound >= 0, range.upperBound <= offsetTableStart else { throw badRange(range) }
        try checkLength(range)
        return wellFormedASCII(in: range) ?? PropertyListString(latin1: bytes[range]).repaired
    }

    /// The string at a range that ``object(at:)`` gave for a UTF-16 string.
    ///
    /// ```swift
    /// if case .utf16String(let range) = try reader.object(at: index) {
    ///     print(try reader.utf16String(in: range).repaired)
    /// }
    /// ```
    ///
    /// - Throws: ``ArchiveError/Code/invalidString`` if the range is not within the objects or has an odd length,
    ///   ``ArchiveError/Code/limitExceeded`` if it is longer than ``Limits/stringBytes``.
    /// - Complexity: O(*n*) in the length.
    @usableFromInline package func utf16String(in range: Range<Int>) throws(ArchiveError) -> PropertyListString {
        guard range.lowerBound >= 0, range.upperBound <= offsetTableStart, range.count.isMultiple(of: 2) else {
            throw badRange(range)
        }
        try checkLength(range)
        if let string = wellFormedUTF16(in: range) { return PropertyListString(string) }
        var units: [UInt16] = []
        units.reserveCapacity(range.count / 2)
        for position in stride(from: range.lowerBound, to: range.upperBound, by: 2) {
            units.append(UInt16(bytes[position]) << 8 | UInt16(bytes[position + 1]))
        }
        return PropertyListString(utf16: units)
    }

    /// The text of an object, in either encoding; nil if it isn't a string.
    @inline(__always)
    package func text(of header: BinaryObjectHeader) throws(ArchiveError) -> PropertyListString? {
        let range = header.payload..<header.payload + header.scalarSize
        switch header.kind {
        case .asciiString:
            try checkLength(range)
            return wellFormedASCII(in: range).map { PropertyListString($0) } ?? PropertyListString(latin1: bytes[range])
        case .utf16String: return try utf16String(in: range)
        default: return nil
        }
    }

    /// The bytes at a range that ``object(at:)`` gave for data, without a copy.
    ///
    /// ```swift
    /// if case .data(let range) = try reader.object(at: index) { print(try reader.data(in: range).count) }
    /// ```
    ///
    /// - Throws: ``ArchiveError/Code/invalidLength`` if the range is not within the objects,
    ///   ``ArchiveError/Code/limitExceeded`` if it is longer than ``Limits/dataBytes``.
    /// - Complexity: O(1).
    @usableFromInline package func data(in range: Range<Int>) throws(ArchiveError) -> ArraySlice<UInt8> {
        guard range.lowerBound >= 0, range.upperBound <= offsetTableStart else {
            throw ArchiveError(
                .invalidLength,
                "the bytes \(range) are not within the objects",
                remedy: "ask only for ranges that `object(at:)` of this reader gave"
            )
        }
        if range.count > limits.dataBytes { throw .limit("dataBytes", limits.dataBytes, at: range.lowerBound) }
        return bytes[range]
    }

    /// The string of ASCII bytes at a range within the objects, or nil if one of them is not ASCII.
    ///
    /// Swift keeps strings of up to 15 bytes inside the value. Writing these in place goes without the library's check
    /// for UTF-8 and its two calls (row `read tree of a person` of `Instructions.tsv`); they are most
    /// strings of an archive.
    @inlinable
    @inline(__always)
    package func wellFormedASCII(in range: Range<Int>) -> String? {
        let (first, count) = (range.lowerBound, range.upperBound &- range.lowerBound)
        if count > 15 { return longASCII(in: range) }
        if count == 0 { return "" }
        let width = min(count, 8)
        let start = integer(at: first, width: width) &<< UInt64(truncatingIfNeeded: 64 &- 8 &* width)
        let end = count > 8 ? integer(at: first &+ count &- 8, width: 8) : 0
        return (start | end) & Self.highBits == 0 ? Self.shortString(start, end, count) : nil
    }

    /// A string of up to 15 ASCII characters.
    ///
    /// - Parameters:
    ///   - start: The first eight, the first one in the highest byte; zeros follow if there are fewer.
    ///   - end: The last eight, if there are more than eight.
    @usableFromInline
    @inline(never)
    static func shortString(_ start: UInt64, _ end: UInt64, _ count: Int) -> String {
        // Safe: words are stored where there is room for them, and the characters that count are among them.
        unsafe String(unsafeUninitializedCapacity: count > 8 ? 15 : 8) { memory in
            let memory = UnsafeMutableRawBufferPointer(memory)
            unsafe memory.storeBytes(of: start.bigEndian, as: UInt64.self)
            if count > 8 { unsafe memory.storeBytes(of: end.bigEndian, toByteOffset: count &- 8, as: UInt64.self) }
            return count
        }
    }

    @usableFromInline
    @inline(never)
    func longASCII(in range: Range<Int>) -> String? {
        unsafe bytes.withUnsafeBytes { bytes in
            let text = unsafe UnsafeRawBufferPointer(rebasing: bytes[range])
            var found: UInt64 = 0
            var position = 0
            while position &+ 8 <= text.count {
                unsafe found |= text.loadUnaligned(fromByteOffset: position, as: UInt64.self)
                position &+= 8
            }
            // The last eight bytes again, rather than the last few one by one: there are at least 16.
            unsafe found |= text.loadUnaligned(fromByteOffset: text.count &- 8, as: UInt64.self)
            return unsafe found & Self.highBits == 0 ? String(decoding: text, as: UTF8.self) : nil
        }
    }

    /// The bits that are 0 in ASCII.
    @inlinable
    static var highBits: UInt64 { 0x8080_8080_8080_8080 }

    /// The string of big-endian code units, or nil if a surrogate is unpaired.
    ///
    /// Code units are transcoded by hand into the memory of the string: the library's UTF-16 decoder works scalar by
    /// scalar through generic iterators. The bytes are counted first; both passes go over the same units, which cannot
    /// change in between, so that the second one fills exactly the memory that the first one asked for.
    package func wellFormedUTF16(in range: Range<Int>) -> String? {
        guard let count = utf8Count(ofUTF16: range) else { return nil }
        return unsafe String(unsafeUninitializedCapacity: count) { utf8 in
            var written = 0
            func put(_ byte: UInt32) {
                unsafe utf8[written] = UInt8(truncatingIfNeeded: byte)
                written &+= 1
            }
            var position = range.lowerBound
            while position < range.upperBound, written < count {
                let unit = codeUnit(at: position)
                position &+= 2
                if unit < 0x80 {
                    put(unit)
                } else if unit < 0x800 {
                    put(0xC0 | unit &>> 6)
                    put(0x80 | unit & 0x3F)
                } else if unit & 0xF800 != 0xD800 {
                    put(0xE0 | unit &>> 12)
                    put(0x80 | unit &>> 6 & 0x3F)
                    put(0x80 | unit & 0x3F)
                } else {
                    let scalar = 0x10000 &+ ((unit & 0x3FF) &<< 10 | codeUnit(at: position) & 0x3FF)
                    position &+= 2
                    put(0xF0 | scalar &>> 18)
                    put(0x80 | scalar &>> 12 & 0x3F)
                    put(0x80 | scalar &>> 6 & 0x3F)
                    put(0x80 | scalar & 0x3F)
                }
            }
            return written
        }
    }

    /// How many bytes big-endian code units take as UTF-8, or nil if a surrogate is unpaired.
    private func utf8Count(ofUTF16 range: Range<Int>) -> Int? {
        var count = 0
        var position = range.lowerBound
        // Four units at a time as long as none of them is a surrogate.
        while range.upperBound &- position >= 8 {
            let units = integer(at: position, width: 8)
            guard Self.unitCount(notZeroIn: units & 0xF800_F800_F800_F800 ^ 0xD800_D800_D800_D800) == 4 else { break }
            count &+= 4 &+ Self.unitCount(notZeroIn: units & 0xFF80_FF80_FF80_FF80)
            count &+= Self.unitCount(notZeroIn: units & 0xF800_F800_F800_F800)
            position &+= 8
        }
        while position < range.upperBound {
            let unit = codeUnit(at: position)
            position &+= 2
            if unit & 0xF800 != 0xD800 {
                count &+= unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3
            } else {
                guard unit < 0xDC00, position < range.upperBound, codeUnit(at: position) & 0xFC00 == 0xDC00 else {
                    return nil
                }
                position &+= 2
                count &+= 4
            }
        }
        return count
    }

    /// How many of four units of 16 bits are not zero.
    @inline(__always)
    private static func unitCount(notZeroIn units: UInt64) -> Int {
        // The highest bit of each unit that has a bit: adding carries into it from any of the others.
        let carries = (units & 0x7FFF_7FFF_7FFF_7FFF) &+ 0x7FFF_7FFF_7FFF_7FFF
        let ones = (carries | units) &>> 15 & 0x0001_0001_0001_0001
        return Int(truncatingIfNeeded: (ones &* 0x0001_0001_0001_0001) &>> 48)
    }

    @inline(__always)
    private func codeUnit(at position: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: integer(at: position, width: 2))
    }

    /// Whether the object at an index is a string of exactly the given text, in either encoding.
    ///
    /// Lengths are compared first, so this costs at most the length of the text that is looked for.
    ///
    /// - Throws: ``ArchiveError`` if the object's marker or length is invalid.
    /// - Complexity: O(*n*) in the length of `text`, whatever the length of the object.
    package func isString(at index: ObjectIndex, _ text: String) throws(ArchiveError) -> Bool {
        isString(try stringHeader(at: index), text)
    }

    /// Whether an object whose marker and length are known is a string of exactly the given text, in either encoding.
    ///
    /// - Complexity: O(*n*) in the length of `text`, whatever the length of the object.
    @inline(__always)
    package func isString(_ header: BinaryObjectHeader, _ text: String) -> Bool {
        switch header.kind {
        case .asciiString:
            // A character of ISO 8859-1 beyond ASCII takes two bytes in the text.
            guard header.count == text.utf8.count else {
                return header.count < text.utf8.count && isLatin1(header, text)
            }
            return isText(text, at: header.payload..<header.payload + header.count)
                && text.utf8.allSatisfy { $0 < 0x80 }
        case .utf16String: return isUTF16(header, text)
        default: return false
        }
    }

    /// Whether a string marked ASCII, shorter than a text as UTF-8, has its characters.
    @inline(never)
    private func isLatin1(_ header: BinaryObjectHeader, _ text: String) -> Bool {
        var position = header.payload
        let end = header.payload + header.count
        for scalar in text.unicodeScalars {
            guard position < end, scalar.value == UInt32(bytes[position]) else { return false }
            position += 1
        }
        return position == end
    }

    @inline(never)
    private func isUTF16(_ header: BinaryObjectHeader, _ text: String) -> Bool {
        // A UTF-16 unit is 1 to 3 bytes of UTF-8, which sorts out most texts without counting units.
        guard header.count <= text.utf8.count, text.utf8.count <= 3 * header.count, header.count == text.utf16.count
        else { return false }
        var position = header.payload
        for unit in text.utf16 {
            guard integer(at: position, width: 2) == UInt64(unit) else { return false }
            position &+= 2
        }
        return true
    }

    /// The peculiarity of an ASCII string with other bytes, which may have been meant as UTF-8; nil if it has none.
    func oddity(ofASCII header: BinaryObjectHeader) -> ArchiveError? {
        let text = bytes[header.payload..<header.payload + header.count]
        guard let position = text.firstIndex(where: { $0 >= 0x80 }) else { return nil }
        let start = max(text.startIndex, position - 20)
        let meant = String(validating: text[start...].prefix(60), as: UTF8.self)
        return ArchiveError(
            .invalidString,
            "an ASCII string holds the byte \(hexadecimal(bytes[position])), read as ISO 8859-1"
                + (meant.map { "; as UTF-8 it is \($0.quotedForDisplay)" } ?? ""),
            at: position,
            remedy: "the file was made by a faulty writer; other characters belong in UTF-16 strings"
        )
    }

    /// Checks the length of a string against the limit.
    func checkLength(_ range: Range<Int>) throws(ArchiveError) {
        if range.count > limits.stringBytes {
            throw .limit("stringBytes", limits.stringBytes, at: range.lowerBound)
        }
    }

    private func badRange(_ range: Range<Int>) -> ArchiveError {
        ArchiveError(
            .invalidString,
            "the bytes \(range) are not a string within the objects",
            remedy: "ask only for ranges that `object(at:)` of this reader gave"
        )
    }
}
