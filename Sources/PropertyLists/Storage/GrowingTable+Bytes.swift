// Encoded values are appended eight bytes at a time: the bytes beyond the value are overwritten by what comes next.

extension GrowingTable<UInt8> {
    /// Adds the low `width` bytes of a number, 1 to 8, most significant first.
    @inlinable
    @inline(__always)
    package mutating func append(bigEndian value: UInt64, width: Int) {
        reserve(8)
        guard let memory = unsafe memory else { return }
        let word = (value &<< UInt64(truncatingIfNeeded: 64 &- 8 &* width)).bigEndian
        unsafe UnsafeMutableRawPointer(memory + count).storeBytes(of: word, as: UInt64.self)
        count &+= width
    }

    /// Adds a marker and the number after it.
    @inlinable
    @inline(__always)
    package mutating func append(marker: UInt8, bigEndian value: UInt64, width: Int) {
        reserve(9)
        append(marker)
        append(bigEndian: value, width: width)
    }

    /// Adds bytes that lie in memory.
    @inlinable
    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        reserve(bytes.count)
        guard let memory = unsafe memory, let source = bytes.baseAddress else { return }
        unsafe UnsafeMutableRawPointer(memory + count).copyMemory(from: source, byteCount: bytes.count)
        count &+= bytes.count
    }

    /// Adds tabs and a text that is known when compiling, so that its bytes are stored by a few instructions.
    @inline(__always)
    mutating func append(_ text: StaticString, afterTabs tabs: Int) {
        let size = text.utf8CodeUnitCount
        reserve(tabs &+ 8 &+ size)
        guard let memory = unsafe memory else { return }
        let start = unsafe UnsafeMutableRawPointer(memory + count)
        var written = 0
        while written < tabs {
            unsafe start.storeBytes(of: 0x0909_0909_0909_0909, toByteOffset: written, as: UInt64.self)
            written &+= 8
        }
        unsafe (start + tabs).copyMemory(from: text.utf8Start, byteCount: size)
        count &+= tabs &+ size
    }

    /// Adds a header, and bytes that lie in memory, if all of these are below 128; otherwise adds nothing.
    ///
    /// Most texts are short: they are copied and checked in one pass, eight bytes at a time. The last eight may overlap
    /// with those before.
    ///
    /// - Parameter header: A number of `headerSize` bytes, 1 to 8.
    /// - Returns: Whether they were added.
    @inline(__always)
    package mutating func appendASCII(
        _ bytes: UnsafeRawBufferPointer,
        header: UInt64,
        headerSize: Int
    ) -> Bool {
        let size = bytes.count
        reserve(size + 16)
        guard let memory = unsafe memory else { return false }
        let start = unsafe UnsafeMutableRawPointer(memory + count)
        let headerWord = (header &<< UInt64(truncatingIfNeeded: 64 &- 8 &* headerSize)).bigEndian
        unsafe start.storeBytes(of: headerWord, as: UInt64.self)
        let target = unsafe start + headerSize
        var found: UInt64 = 0
        var copied = 0
        if size >= 8 {
            while copied < size {
                let offset = min(copied, size &- 8)
                let word = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                found |= word
                unsafe target.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
                copied &+= 8
            }
        } else {
            found = unsafe bytes.shortWord
            unsafe target.storeBytes(of: found.littleEndian, as: UInt64.self)
        }
        guard found & 0x8080_8080_8080_8080 == 0 else { return false }
        count &+= headerSize &+ size
        return true
    }

    /// Adds a text as UTF-8.
    package mutating func append(text: String) {
        let known: Void? = unsafe text.utf8.withContiguousStorageIfAvailable {
            unsafe append(UnsafeRawBufferPointer($0))
        }
        if known != nil { return }
        var text = text
        text.withUTF8 { unsafe append(UnsafeRawBufferPointer($0)) }
    }

    /// The bytes, copied.
    package var array: [UInt8] {
        if isEmpty { return [] }
        return unsafe [UInt8](count: count) {
            unsafe copy(0..<count, to: UnsafeMutableRawPointer($0.baseAddress.unsafelyUnwrapped))
        }
    }

    /// Adds bytes.
    package mutating func append(_ bytes: ArraySlice<UInt8>) {
        unsafe bytes.withUnsafeBytes { unsafe append($0) }
    }

    /// Copies 24 bytes from a position on to memory with room for them.
    @inline(__always)
    func copyThreeWords(at position: Int, to target: UnsafeMutableRawPointer) {
        precondition(position >= 0 && position <= count &- 24)
        let source = unsafe UnsafeRawPointer(memory.unsafelyUnwrapped + position)
        let first = unsafe source.loadUnaligned(as: UInt64.self)
        let second = unsafe source.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        let third = unsafe source.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
        unsafe target.storeBytes(of: first, as: UInt64.self)
        unsafe target.storeBytes(of: second, toByteOffset: 8, as: UInt64.self)
        unsafe target.storeBytes(of: third, toByteOffset: 16, as: UInt64.self)
    }

    /// Copies a part, eight bytes at a time, to memory with room for it and eight bytes more; there must be as much
    /// beyond the part here.
    @inline(__always)
    func copyWords(_ range: Range<Int>, to target: UnsafeMutableRawPointer) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count &- 8)
        guard let memory = unsafe memory else { return }
        let source = unsafe UnsafeRawPointer(memory + range.lowerBound)
        var copied = 0
        while copied < range.upperBound &- range.lowerBound {
            let word = unsafe source.loadUnaligned(fromByteOffset: copied, as: UInt64.self)
            unsafe target.storeBytes(of: word, toByteOffset: copied, as: UInt64.self)
            copied &+= 8
        }
    }

    /// Copies a part to memory with room for it.
    @inline(__always)
    func copy(_ range: Range<Int>, to target: UnsafeMutableRawPointer) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        guard let memory = unsafe memory else { return }
        unsafe target.copyMemory(from: memory + range.lowerBound, byteCount: range.count)
    }
}

// MARK: - Hashing and comparing parts, eight bytes at a time

extension UnsafeRawBufferPointer {
    /// Up to eight bytes as one number, the first byte lowest.
    ///
    /// The ends of the bytes are read, which may overlap, rather than one byte after the other.
    @inlinable
    @inline(__always)
    package var shortWord: UInt64 {
        if count == 8 { return unsafe UInt64(littleEndian: loadUnaligned(as: UInt64.self)) }
        if count >= 4 {
            let first = unsafe UInt32(littleEndian: loadUnaligned(as: UInt32.self))
            let last = unsafe UInt32(littleEndian: loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
            return UInt64(first) | UInt64(last) &<< UInt64(8 &* (count &- 4))
        }
        guard count > 0 else { return 0 }
        let middle = unsafe UInt64(self[count &>> 1]) &<< UInt64(8 &* (count &>> 1))
        return unsafe UInt64(self[0]) | middle | UInt64(self[count &- 1]) &<< UInt64(8 &* (count &- 1))
    }
}

extension UnsafeRawBufferPointer {
    /// Whether two buffers hold the same bytes; the last eight that are compared may overlap with those before.
    @inlinable
    @inline(__always)
    package func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        if count < 4 { return unsafe shortWord == other.shortWord }
        if count <= 8 {
            let (left, right) = unsafe (loadUnaligned(as: UInt32.self), other.loadUnaligned(as: UInt32.self))
            guard left == right else { return false }
            let last = unsafe loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
            return unsafe last == other.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
        }
        var position = 0
        while position &+ 8 < count {
            let left = unsafe loadUnaligned(fromByteOffset: position, as: UInt64.self)
            guard unsafe left == other.loadUnaligned(fromByteOffset: position, as: UInt64.self) else { return false }
            position &+= 8
        }
        let left = unsafe loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
        return unsafe left == other.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
    }
}

extension GrowingTable<UInt8> {
    /// Eight bytes from a position on, as one number.
    @inline(__always)
    func word(at position: Int) -> UInt64 {
        precondition(position >= 0 && position <= count &- 8)
        return unsafe UnsafeRawPointer(memory.unsafelyUnwrapped)
            .loadUnaligned(fromByteOffset: position, as: UInt64.self)
    }

    /// Up to eight bytes as one number, which is the same for the same bytes wherever they lie.
    @inline(__always)
    func word(_ range: Range<Int>) -> UInt64 {
        let size = range.upperBound &- range.lowerBound
        guard size > 0 else { return 0 }
        if range.upperBound >= 8 {
            let word = UInt64(littleEndian: word(at: range.upperBound &- 8))
            return word &>> UInt64(truncatingIfNeeded: 64 &- 8 &* size)
        }
        var word: UInt64 = 0
        for position in range.reversed() { word = word &<< 8 | UInt64(self[position]) }
        return word
    }

    /// Whether two parts hold the same bytes.
    @inline(__always)
    func areSame(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        let size = left.upperBound &- left.lowerBound
        guard size == right.upperBound &- right.lowerBound else { return false }
        if size <= 8 { return word(left) == word(right) }
        var offset = 0
        while offset &+ 8 < size {
            guard word(at: left.lowerBound &+ offset) == word(at: right.lowerBound &+ offset) else { return false }
            offset &+= 8
        }
        return word(at: left.upperBound &- 8) == word(at: right.upperBound &- 8)
    }
}

extension [UInt8] {
    /// Creates an array of bytes that a closure writes, all of them.
    @inline(__always)
    init(count: Int, writtenBy write: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        unsafe self.init(unsafeUninitializedCapacity: count) { memory, writtenCount in
            unsafe write(memory)
            writtenCount = count
        }
    }
}
