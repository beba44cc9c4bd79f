extension BinaryPropertyListReader {
    /// The string at a range that ``object(at:)`` gave for an ASCII string.
    ///
    /// - Throws: ``PropertyListError/Code/invalidString`` if the range is not within the objects or not ASCII,
    ///   ``PropertyListError/Code/limitExceeded`` if it is longer than ``Limits/stringBytes``.
    /// - Complexity: O(*n*) in the length.
    public func asciiString(in range: Range<Int>) throws(PropertyListError) -> String {
        guard range.lowerBound >= 0, range.upperBound <= offsetTableStart else { throw badRange(range) }
        try checkLength(range)
        let string = uncheckedASCIIString(in: range)
        // Decoding puts a character beyond ASCII in the place of invalid UTF-8.
        guard string.isASCII else {
            try checkASCII(range)
            throw badRange(range)
        }
        return string
    }

    /// The string at a range that ``object(at:)`` gave for a UTF-16 string.
    ///
    /// - Throws: ``PropertyListError/Code/invalidString`` if the range is not within the objects or has an odd length,
    ///   ``PropertyListError/Code/limitExceeded`` if it is longer than ``Limits/stringBytes``.
    /// - Complexity: O(*n*) in the length.
    public func utf16String(in range: Range<Int>) throws(PropertyListError) -> PropertyListString {
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

    /// The bytes at a range that ``object(at:)`` gave for data, without a copy.
    ///
    /// - Throws: ``PropertyListError/Code/invalidLength`` if the range is not within the objects,
    ///   ``PropertyListError/Code/limitExceeded`` if it is longer than ``Limits/dataBytes``.
    /// - Complexity: O(1).
    public func data(in range: Range<Int>) throws(PropertyListError) -> ArraySlice<UInt8> {
        guard range.lowerBound >= 0, range.upperBound <= offsetTableStart else {
            throw PropertyListError(.invalidLength, "the bytes \(range) are not within the objects")
        }
        if range.count > limits.dataBytes { throw .limit("dataBytes", limits.dataBytes, at: range.lowerBound) }
        return bytes[range]
    }

    /// The string at a range whose bytes have been checked to be ASCII.
    @inline(__always)
    package func uncheckedASCIIString(in range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// The string of big-endian code units, or nil if a surrogate is unpaired.
    ///
    /// Transcoding by hand into UTF-8 bytes is more than ten times faster than going through the library's UTF-16
    /// decoder, because the latter works scalar by scalar through generic iterators.
    package func wellFormedUTF16(in range: Range<Int>) -> String? {
        var utf8: [UInt8] = []
        utf8.reserveCapacity(range.count / 2 &* 3)
        var position = range.lowerBound
        while position < range.upperBound {
            let unit = UInt32(bytes[position]) &<< 8 | UInt32(bytes[position &+ 1])
            position &+= 2
            if unit < 0x80 {
                utf8.append(UInt8(truncatingIfNeeded: unit))
            } else if unit < 0x800 {
                utf8.append(UInt8(truncatingIfNeeded: 0xC0 | unit &>> 6))
                utf8.append(UInt8(truncatingIfNeeded: 0x80 | unit & 0x3F))
            } else if unit & 0xF800 != 0xD800 {
                utf8.append(UInt8(truncatingIfNeeded: 0xE0 | unit &>> 12))
                utf8.append(UInt8(truncatingIfNeeded: 0x80 | unit &>> 6 & 0x3F))
                utf8.append(UInt8(truncatingIfNeeded: 0x80 | unit & 0x3F))
            } else {
                guard unit < 0xDC00, position < range.upperBound else { return nil }
                let next = UInt32(bytes[position]) &<< 8 | UInt32(bytes[position &+ 1])
                guard next & 0xFC00 == 0xDC00 else { return nil }
                position &+= 2
                let scalar = 0x10000 &+ ((unit & 0x3FF) &<< 10 | next & 0x3FF)
                utf8.append(UInt8(truncatingIfNeeded: 0xF0 | scalar &>> 18))
                utf8.append(UInt8(truncatingIfNeeded: 0x80 | scalar &>> 12 & 0x3F))
                utf8.append(UInt8(truncatingIfNeeded: 0x80 | scalar &>> 6 & 0x3F))
                utf8.append(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
            }
        }
        return String(decoding: utf8, as: UTF8.self)
    }

    /// Checks the text of an ASCII string byte by byte.
    ///
    /// - Throws: ``PropertyListError/Code/invalidString`` with the position of the first byte above 0x7F,
    ///   ``PropertyListError/Code/limitExceeded``.
    func checkASCII(_ range: Range<Int>) throws(PropertyListError) {
        try checkLength(range)
        guard let position = bytes[range].firstIndex(where: { $0 >= 0x80 }) else { return }
        throw PropertyListError(
            .invalidString,
            "an ASCII string holds the byte \(hexadecimal(bytes[position]))",
            at: position,
            remedy: "the file was made by a faulty writer; other characters belong in UTF-16 strings"
        )
    }

    /// Checks the length of a string against the limit.
    func checkLength(_ range: Range<Int>) throws(PropertyListError) {
        if range.count > limits.stringBytes {
            throw .limit("stringBytes", limits.stringBytes, at: range.lowerBound)
        }
    }

    private func badRange(_ range: Range<Int>) -> PropertyListError {
        PropertyListError(.invalidString, "the bytes \(range) are not a string within the objects")
    }
}
