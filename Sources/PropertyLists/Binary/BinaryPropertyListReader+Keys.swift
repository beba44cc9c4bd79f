// Looking for keys without making strings of them.

extension BinaryPropertyListReader {
    /// The marker and the length of the key at an index.
    ///
    /// - Throws: ``ArchiveError/Code/invalidKey`` if something other than a string is there.
    @inlinable
    @inline(__always)
    package func keyHeader(at index: ObjectIndex) throws(ArchiveError) -> BinaryObjectHeader {
        let header = try stringHeader(at: index)
        guard header.kind.isString else {
            throw ArchiveError.unusableKey(header.kind, at: try offset(of: index))
        }
        return header
    }

    /// The range of keys, markers included, if they are up to 14 ASCII strings of up to 14 characters, one right after
    /// the other; nil for other keys.
    ///
    /// So lie the keys of an object for which all were written again. The markers are among the bytes and say where
    /// each key ends, so keys with the same bytes have the same texts.
    package func adjacentRange(of keys: BinaryReferences) -> Range<Int>? {
        guard keys.count > 0, keys.count < 15, let (start, _) = start(of: unchecked(0, of: keys)) else { return nil }
        var end = start
        for position in 0..<keys.count {
            guard end < offsetTableStart,
                uncheckedOffset(of: unchecked(position, of: keys)) == UInt64(truncatingIfNeeded: end)
            else { return nil }
            let marker = Int(truncatingIfNeeded: integer(at: end, width: 1))
            // A longer key has its own length behind the marker.
            guard marker &>> 4 == 0x5, marker & 0xF < 0xF else { return nil }
            end &+= 1 &+ marker & 0xF
        }
        return end <= offsetTableStart ? start..<end : nil
    }

    /// A hash of the bytes at a range before the offset table.
    package func hash(of range: Range<Int>, _ seed: HashSeed) -> UInt32 {
        if range.count <= 8 {
            let word = range.isEmpty ? 0 : integer(at: range.lowerBound, width: range.count)
            return seed.hash(word, UInt64(truncatingIfNeeded: range.count))
        }
        return seed.hash(range.count) { integer(at: range.lowerBound &+ $0, width: 8) }
    }

    /// Whether two ranges before the offset table have the same bytes.
    package func areSameBytes(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        guard left.count == right.count else { return false }
        let (left, right, size) = (left.lowerBound, right.lowerBound, left.count)
        if size < 8 { return size == 0 || integer(at: left, width: size) == integer(at: right, width: size) }
        var offset = 0
        while offset < size {
            // The last eight may overlap with those before.
            let place = min(offset, size &- 8)
            guard integer(at: left &+ place, width: 8) == integer(at: right &+ place, width: 8) else { return false }
            offset &+= 8
        }
        return true
    }

    /// Whether the bytes at a range are those of a text of the same length.
    ///
    /// The memory of the text is gone through rather than its view of UTF-8. Both buffers are used only
    /// while they are lent, and every position is below both counts, which are compared first.
    @inline(__always)
    package func isText(_ text: String, at range: Range<Int>) -> Bool {
        let known = unsafe text.utf8.withContiguousStorageIfAvailable {
            unsafe areBytes(UnsafeRawBufferPointer($0), at: range)
        }
        if let known { return known }
        var text = text
        return text.withUTF8 { unsafe areBytes(UnsafeRawBufferPointer($0), at: range) }
    }

    @inline(__always)
    private func areBytes(_ text: UnsafeRawBufferPointer, at range: Range<Int>) -> Bool {
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe UnsafeRawBufferPointer(rebasing: bytes[range]).hasSameBytes(as: text)
        }
    }
}
