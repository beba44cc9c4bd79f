// Looking for keys without making strings of them.

extension BinaryPropertyListReader {
    /// Whether the string at an index has exactly the characters of a text.
    ///
    /// Lengths are compared first, so that of a key that is longer than the text nothing is read.
    ///
    /// - Throws: ``PropertyListError/Code/invalidKey`` if something other than a string is there.
    /// - Complexity: O(*n*) in the length of the text.
    @inline(__always)
    package func isKey(at index: ObjectIndex, _ text: String) throws(PropertyListError) -> Bool {
        if let range = fastASCIIString(at: index) { return range.count == text.utf8.count && isText(text, at: range) }
        return try slowIsKey(at: index, text)
    }

    @inline(never)
    private func slowIsKey(at index: ObjectIndex, _ text: String) throws(PropertyListError) -> Bool {
        _ = try keyHeader(at: index)
        return try isString(at: index, text)
    }

    /// The number of code units of the key at an index.
    ///
    /// - Throws: ``PropertyListError/Code/invalidKey`` if something other than a string is there.
    @inline(__always)
    package func keyLength(at index: ObjectIndex) throws(PropertyListError) -> Int {
        if let range = fastASCIIString(at: index) { return range.count }
        return try keyHeader(at: index).count
    }

    /// The shape of the key at an index.
    private func keyHeader(at index: ObjectIndex) throws(PropertyListError) -> BinaryObjectHeader {
        let header = try header(at: index)
        guard header.kind.isString else {
            throw PropertyListError(.invalidKey, "a key is not a string", at: try offset(of: index))
        }
        return header
    }

    /// Whether two runs of references lead to the same texts; false also if one of them isn't a short ASCII string.
    package func haveSameTexts(_ first: BinaryReferences, _ second: BinaryReferences) -> Bool {
        guard first.count == second.count else { return false }
        for position in 0..<first.count {
            let (left, right) = (unchecked(position, of: first), unchecked(position, of: second))
            if left == right { continue }
            guard let left = fastASCIIString(at: left), let right = fastASCIIString(at: right),
                left.count == right.count, areSameBytes(left.lowerBound, right.lowerBound, size: left.count)
            else { return false }
        }
        return true
    }

    /// How many bytes keys are, markers included, that are up to 14 ASCII strings of up to 14 characters, one right after
    /// the other; 0 for all else.
    ///
    /// So lie the keys of an object for which all were written again.
    package func adjacentSize(of keys: BinaryReferences) -> Int {
        guard keys.count > 0, keys.count < 15, let first = fastASCIIString(at: unchecked(0, of: keys)) else { return 0 }
        let start = first.lowerBound &- 1
        var end = start
        for position in 0..<keys.count {
            let index = unchecked(position, of: keys)
            // A length of its own may lie between the marker and the text.
            guard let key = fastASCIIString(at: index), key.count < 15, key.lowerBound == end &+ 1,
                uncheckedOffset(of: index) == UInt64(truncatingIfNeeded: end)
            else { return 0 }
            end = key.upperBound
        }
        return end &- start
    }

    /// Whether keys lie one right after the other, with the same bytes as others that do; false if it can't be told.
    ///
    /// The markers are among these bytes, and say where each key ends.
    ///
    /// - Parameter size: What ``adjacentSize(of:)`` is for the others.
    package func areAdjacent(_ keys: BinaryReferences, like others: BinaryReferences, size: Int) -> Bool {
        guard keys.count == others.count, let (start, _) = start(of: unchecked(0, of: keys)),
            start &+ size <= offsetTableStart,
            areSameBytes(Int(truncatingIfNeeded: uncheckedOffset(of: unchecked(0, of: others))), start, size: size)
        else { return false }
        var place = start
        for position in 0..<keys.count {
            guard uncheckedOffset(of: unchecked(position, of: keys)) == UInt64(truncatingIfNeeded: place) else {
                return false
            }
            place &+= 1 &+ Int(truncatingIfNeeded: integer(at: place, width: 1) & 0xF)
        }
        return true
    }

    /// Whether as many bytes at two positions are the same; the last eight may overlap with those before.
    private func areSameBytes(_ left: Int, _ right: Int, size: Int) -> Bool {
        if size < 8 { return size == 0 || integer(at: left, width: size) == integer(at: right, width: size) }
        var offset = 0
        while offset < size {
            let place = min(offset, size &- 8)
            guard integer(at: left &+ place, width: 8) == integer(at: right &+ place, width: 8) else { return false }
            offset &+= 8
        }
        return true
    }

    /// Whether the bytes at a range are those of a text of the same length.
    ///
    /// Going through the memory of the text is faster than through its view of UTF-8. Both buffers are
    /// used only while they are lent, and every position is below both counts, which are compared first.
    func isText(_ text: String, at range: Range<Int>) -> Bool {
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
            let stored = unsafe UnsafeRawBufferPointer(rebasing: bytes[range])
            return unsafe stored.hasSameBytes(as: text)
        }
    }
}
