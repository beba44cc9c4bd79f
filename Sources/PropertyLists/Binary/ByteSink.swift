/// A place in memory of a known size that is filled from front to back.
///
/// Numbers are stored eight bytes at a time where there is room for eight: the bytes beyond the number are overwritten
/// by the next store. Every store is checked against the size of the memory, so that a wrong size can end the program
/// but not write elsewhere; storing through an array would be slower (row `write tree of a person` of
/// `Instructions.tsv`).
@safe struct ByteSink {
    private let start: UnsafeMutableRawPointer
    private let count: Int
    /// The position for the next byte.
    private(set) var position: Int

    init(_ memory: UnsafeMutableBufferPointer<UInt8>, at position: Int) {
        unsafe start = UnsafeMutableRawPointer(memory.baseAddress.unsafelyUnwrapped)
        count = memory.count
        self.position = position
    }

    /// Adds the low `width` bytes of a number, 1 to 8, most significant first.
    @inline(__always)
    mutating func append(_ value: UInt64, width: Int) {
        if position &+ 8 <= count {
            let word = (value &<< UInt64(truncatingIfNeeded: 64 &- 8 &* width)).bigEndian
            unsafe start.storeBytes(of: word, toByteOffset: position, as: UInt64.self)
        } else {
            storeNearEnd(value, width: width)
        }
        position &+= width
    }

    /// Stores a number byte by byte.
    ///
    /// It changes nothing here, so that the position can stay in a register around the call.
    @inline(never)
    private func storeNearEnd(_ value: UInt64, width: Int) {
        precondition(position >= 0 && position + width <= count)
        for index in 0..<width {
            let byte = UInt8(truncatingIfNeeded: value &>> UInt64(8 &* (width &- 1 &- index)))
            unsafe start.storeBytes(of: byte, toByteOffset: position &+ index, as: UInt8.self)
        }
    }

    /// Adds a UID of at most 32 bits.
    @inline(__always)
    mutating func append(uid: Int) {
        let number = UInt64(truncatingIfNeeded: uid)
        switch number {
        case ...0xFF: append(0x8000 | number, width: 2)
        case ...0xFFFF: append(0x81_0000 | number, width: 3)
        default: append(0x83_0000_0000 | number, width: 5)
        }
    }

    /// Adds the low `width` bytes of some references that are numbered.
    @inline(__always)
    mutating func append(
        _ numbers: borrowing GrowingTable<BinaryObjectTable.Entry>,
        _ range: Range<Int>,
        width: Int
    ) {
        // One check for all of them, and a position that stays in a register.
        precondition(range.count &* width <= count &- position)
        var place = position
        switch width {
        case 1:
            unsafe numbers.copyLowBytes(range, as: UInt8.self, to: start + place)
            place &+= range.count
        case 2:
            unsafe numbers.copyLowBytes(range, as: UInt16.self, to: start + place)
            place &+= 2 &* range.count
        case 4:
            unsafe numbers.copyBigEndian(range, to: start + place)
            place &+= 4 &* range.count
        default:
            for index in range { append(UInt64(numbers[index].rawValue), width: width) }
            place = position
        }
        position = place
    }

    /// Adds the part of a table of bytes between two positions.
    ///
    /// Most parts are short. They are copied as three words, which may reach beyond the part on both sides, where there
    /// are as many bytes, so that they aren't counted out (row `write tree of a person` of
    /// `Instructions.tsv`).
    @inline(__always)
    mutating func append(_ bytes: borrowing GrowingTable<UInt8>, _ range: Range<Int>) {
        let (first, end) = (range.lowerBound, range.upperBound)
        let size = end &- first
        if UInt(bitPattern: size) <= 24, position <= count &- 24, first >= 0, first <= bytes.count &- 24 {
            unsafe bytes.copyThreeWords(at: first, to: start + position)
        } else {
            store(bytes, from: first, to: end)
        }
        position &+= size
    }

    /// Stores a part of any length; like ``storeNearEnd(_:width:)`` it changes nothing here.
    @inline(never)
    private func store(_ bytes: borrowing GrowingTable<UInt8>, from first: Int, to end: Int) {
        let size = end &- first
        precondition(first >= 0 && size >= 0 && position >= 0 && size <= count &- position)
        if size <= 64, size &+ 8 <= count &- position, end &+ 8 <= bytes.count {
            unsafe bytes.copyWords(first..<end, to: start + position)
        } else {
            unsafe bytes.copy(first..<end, to: start + position)
        }
    }

    /// Adds bytes.
    mutating func append(_ bytes: ArraySlice<UInt8>) {
        precondition(bytes.count <= count &- position)
        unsafe UnsafeMutableRawBufferPointer(start: start + position, count: bytes.count).copyBytes(from: bytes)
        position &+= bytes.count
    }

    /// Adds a marker with its count, which follows as an integer if it is 15 or more.
    @inline(__always)
    mutating func appendMarker(_ kind: BinaryObjectKind, count: Int) {
        guard count >= 15 else {
            return append(UInt64(kind.rawValue) &<< 4 | UInt64(truncatingIfNeeded: count), width: 1)
        }
        let width = minimalWidth(of: UInt64(count))
        append(UInt64(kind.rawValue) &<< 4 | 0x0F, width: 1)
        append(UInt64(0x10 | width.trailingZeroBitCount), width: 1)
        append(UInt64(count), width: width)
    }
}

extension GrowingTable<BinaryObjectTable.Entry> {
    /// Copies the lowest bytes of each entry of a range, as many as a type of integer has and the most significant of
    /// them first, to memory with room for them.
    @inline(__always)
    func copyLowBytes<Number: FixedWidthInteger & BitwiseCopyable>(
        _ range: Range<Int>,
        as type: Number.Type,
        to target: UnsafeMutableRawPointer
    ) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        guard let memory = unsafe memory else { return }
        let source = unsafe memory + range.lowerBound
        for index in 0..<range.count {
            let number = unsafe Number(truncatingIfNeeded: source[index].rawValue).bigEndian
            unsafe target.storeBytes(of: number, toByteOffset: MemoryLayout<Number>.size &* index, as: Number.self)
        }
    }

    /// Copies the entries of a range, as 32-bit numbers with the most significant byte first, to memory with room for
    /// them: two at a time.
    @inline(__always)
    func copyBigEndian(_ range: Range<Int>, to target: UnsafeMutableRawPointer) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        guard let memory = unsafe memory else { return }
        let source = unsafe UnsafeRawPointer(memory + range.lowerBound)
        let size = 4 &* (range.upperBound &- range.lowerBound)
        var copied = 0
        while copied &+ 8 <= size {
            let pair = unsafe source.loadUnaligned(fromByteOffset: copied, as: UInt64.self)
            #if _endian(little)
                // Reversing all eight bytes exchanges the two numbers as well.
                let word = pair.byteSwapped &<< 32 | pair.byteSwapped &>> 32
            #else
                let word = pair
            #endif
            unsafe target.storeBytes(of: word, toByteOffset: copied, as: UInt64.self)
            copied &+= 8
        }
        if copied < size {
            let last = unsafe source.loadUnaligned(fromByteOffset: copied, as: UInt32.self).bigEndian
            unsafe target.storeBytes(of: last, toByteOffset: copied, as: UInt32.self)
        }
    }
}
