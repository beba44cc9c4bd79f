internal import PropertyLists

// Numbers and strings.

extension SequentialScanner {
    /// The number of bytes after the head byte of a longer number; 0 if the slow path must read it.
    @inline(__always)
    static func width(_ head: UInt8, _ code: UInt8) -> Int {
        // Two bytes fit every type, and four fit all but the narrowest.
        if head == HeadByte.integer16 { return 2 }
        if head == HeadByte.integer32 { return code == ScanCode.integer16 ? 0 : 4 }
        if head == HeadByte.real, code >= ScanCode.real32 { return code == ScanCode.real32 ? 4 : 8 }
        return 0
    }

    /// Skips a number whose first byte doesn't say all, or is wrong.
    @inline(never)
    mutating func skipNumber(_ code: UInt8) throws(ArchiveError) {
        guard position < bytes.count else { throw truncated() }
        let start = position
        switch code {
        case ScanCode.integer16: try check(try scanInteger(), width: 2, at: start)
        case ScanCode.integer32: try check(try scanInteger(), width: 4, at: start)
        case ScanCode.integer64: _ = try scanInteger()
        default:
            guard bytes[position] == HeadByte.real else { return _ = try scanWideInteger() }
            throw truncated(code == ScanCode.real32 ? 5 : 9)
        }
    }

    /// Skips raw bytes.
    @inline(__always)
    mutating func skipRaw(_ count: Int) throws(ArchiveError) {
        guard count <= bytes.count &- position else { throw truncated(count) }
        guard count <= limits.dataBytes else { throw .limit("dataBytes", limits.dataBytes, at: position) }
        position &+= count
    }

    private mutating func check(_ value: Int64, width: Int, at start: Int) throws(ArchiveError) {
        guard value >> Int64(8 * width - 1) == value >> 63 else {
            throw failure(.range, "\(value) doesn't fit \(width) bytes", at: start)
        }
    }

    /// Reads an integer.
    @inline(__always)
    mutating func scanInteger() throws(ArchiveError) -> Int64 {
        guard position < bytes.count else { throw truncated() }
        let head = Int8(bitPattern: bytes[position])
        guard head < HeadByte.leastInteger else {
            position &+= 1
            return Int64(head)
        }
        return try scanWideInteger()
    }

    /// Reads an integer that doesn't fit its head byte.
    @inline(never)
    mutating func scanWideInteger() throws(ArchiveError) -> Int64 {
        let head = bytes[position]
        let width: Int
        switch head {
        case HeadByte.integer16: width = 2
        case HeadByte.integer32: width = 4
        case HeadByte.integer64: width = 8
        default: throw wrongHead(head, "an integer")
        }
        guard width < bytes.count - position else { throw truncated(width + 1) }
        let value = bytes.integer(at: position + 1, width: width, isLittle: isLittle)
        position += 1 + width
        return value
    }

    /// Skips the bytes of a string object.
    @inline(__always)
    mutating func skipString() throws(ArchiveError) {
        guard position < bytes.count else { throw truncated() }
        if bytes[position] == HeadByte.null {
            position &+= 1
        } else {
            position &+= try scanLength()
        }
    }

    /// Reads the length of a string, whose bytes follow.
    @inline(__always)
    private mutating func scanLength() throws(ArchiveError) -> Int {
        let start = position
        let length = try scanInteger()
        guard length >= 0 else {
            throw failure(.invalidLength, "the length \(length) of a string is negative", at: start)
        }
        guard length <= Int64(bytes.count &- position) else { throw truncated(Int(clamping: length)) }
        guard length <= Int64(limits.stringBytes) else { throw .limit("stringBytes", limits.stringBytes, at: start) }
        return Int(length)
    }

    /// Reads a shared string.
    ///
    /// - Returns: Its number, or nil.
    @inline(__always)
    mutating func scanSharedString() throws(ArchiveError) -> Int? {
        guard position < bytes.count else { throw truncated() }
        let start = position
        let head = bytes[position]
        if head == HeadByte.new {
            position &+= 1
            let length = try scanLength()
            let number = tables.strings.count
            tables.strings.append(SharedString(start: position, count: length))
            position &+= length
            return number
        }
        if head == HeadByte.null {
            position &+= 1
            return nil
        }
        let number = try scanReference()
        guard UInt(bitPattern: number) < UInt(bitPattern: tables.strings.count) else {
            throw failure(
                .invalidReference,
                "string \(number) is referred to, but there are only \(tables.strings.count)",
                at: start
            )
        }
        return number
    }

    /// Reads a reference.
    ///
    /// - Returns: A number, which may be out of range.
    @inline(__always)
    mutating func scanReference() throws(ArchiveError) -> Int {
        Int(truncatingIfNeeded: try scanInteger() &+ Int64(HeadByte.firstReference))
    }
}

extension [UInt8] {
    /// The signed integer of some bytes, 2, 4 or 8; the caller has checked that they are there.
    @inline(__always)
    func integer(at position: Int, width: Int, isLittle: Bool) -> Int64 {
        if width == 2 {
            let (first, second) = (UInt16(self[position]), UInt16(self[position &+ 1]))
            return Int64(Int16(bitPattern: isLittle ? second &<< 8 | first : first &<< 8 | second))
        }
        var value: UInt64 = 0
        for index in 0..<width {
            let byte = UInt64(self[isLittle ? position &+ width &- 1 &- index : position &+ index])
            value = value &<< 8 | byte
        }
        let unused = 64 &- 8 &* Int64(width)
        return (Int64(bitPattern: value) &<< unused) &>> unused
    }
}
