// Fast paths to the objects that archives are made of: references, small containers, numbers, ASCII strings.
//
// Each returns nil for whatever is not of its usual shape, damaged objects included; the caller then takes the slow path
// through `header(at:)`, which judges every shape and names what is wrong. So what is accepted here is a part of what
// is accepted there. One load of eight bytes brings the marker and, mostly, the payload, and because these are inlined
// where they are used, nothing is passed through memory.

extension BinaryPropertyListReader {
    /// The position of an object and the eight bytes from there on; nil if its offset is wrong.
    @inlinable
    @inline(__always)
    func start(of index: ObjectIndex) -> (position: Int, word: UInt64)? {
        let offset = uncheckedOffset(of: index)
        guard offset &- 8 < UInt64(truncatingIfNeeded: offsetTableStart &- 8) else { return nil }
        let position = Int(truncatingIfNeeded: offset)
        return (position, integer(at: position, width: 8))
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
    func fastUID(from start: (position: Int, word: UInt64)) -> Int? {
        let (position, word) = start
        guard word &>> 58 == 0x80 &>> 2 else { return nil }
        let size = Int(truncatingIfNeeded: word &>> 56 & 3) &+ 1
        guard position &+ size < offsetTableStart else { return nil }
        return Int(truncatingIfNeeded: (word &<< 8) &>> UInt64(truncatingIfNeeded: 64 &- 8 &* size))
    }

    /// The entries of a dictionary of up to 14.
    @inlinable
    @inline(__always)
    package func fastDictionary(at index: ObjectIndex) -> BinaryFields? {
        guard let (position, word) = start(of: index), word &>> 60 == 0xD, word &>> 56 != 0xDF else { return nil }
        let count = Int(truncatingIfNeeded: word &>> 56 & 0xF)
        let size = count &* referenceSize
        guard position &+ 2 &* size < offsetTableStart else { return nil }
        return BinaryFields(
            keys: BinaryReferences(position: position &+ 1, count: count),
            values: BinaryReferences(position: position &+ 1 &+ size, count: count)
        )
    }

    /// The elements of an array of up to 14.
    @inlinable
    @inline(__always)
    package func fastArray(at index: ObjectIndex) -> BinaryReferences? {
        guard let (position, word) = start(of: index), word &>> 60 == 0xA, word &>> 56 != 0xAF else { return nil }
        let count = Int(truncatingIfNeeded: word &>> 56 & 0xF)
        guard position &+ count &* referenceSize < offsetTableStart else { return nil }
        return BinaryReferences(position: position &+ 1, count: count)
    }

    /// The shape of a container of up to 14 elements or entries.
    @inline(__always)
    func fastContainer(at index: ObjectIndex) -> BinaryObjectHeader? {
        guard let (position, word) = start(of: index), word &>> 60 >= 0xA, word &>> 60 <= 0xD else { return nil }
        let marker = UInt8(truncatingIfNeeded: word &>> 56)
        let count = Int(marker & 0xF)
        let size = (count &* referenceSize) &<< (marker &>> 4 == 0xD ? 1 : 0)
        guard count < 0xF, position &+ size < offsetTableStart else { return nil }
        return BinaryObjectHeader(marker: marker, payload: position &+ 1, count: count)
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
    func fastInteger(from start: (position: Int, word: UInt64)) -> Int64? {
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
    func fastDouble(from start: (position: Int, word: UInt64)) -> Double? {
        let (position, word) = start
        guard word &>> 56 == 0x23, position &+ 8 < offsetTableStart else { return nil }
        return Double(bitPattern: integer(at: position &+ 1, width: 8))
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

    /// Whether two runs of this reader have the same references, byte by byte.
    @inlinable
    @inline(__always)
    package func areSame(_ first: BinaryReferences, _ second: BinaryReferences) -> Bool {
        guard first.count == second.count else { return false }
        let size = first.count &* referenceSize
        var offset = 0
        while offset &+ 8 <= size {
            guard integer(at: first.position &+ offset, width: 8) == integer(at: second.position &+ offset, width: 8)
            else { return false }
            offset &+= 8
        }
        if offset == size { return true }
        let rest = size &- offset
        return integer(at: first.position &+ offset, width: rest) == integer(at: second.position &+ offset, width: rest)
    }
}
