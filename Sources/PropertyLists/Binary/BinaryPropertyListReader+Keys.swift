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

    /// Whether the bytes at a range are those of a text of the same length.
    ///
    /// Going through the memory of the text is faster than through its view of UTF-8. Both buffers are
    /// used only while they are lent, and every position is below both counts, which are compared first.
    func isText(_ text: String, at range: Range<Int>) -> Bool {
        var text = text
        return text.withUTF8 { text in
            unsafe bytes.withUnsafeBytes { bytes in
                let stored = unsafe UnsafeRawBufferPointer(rebasing: bytes[range])
                guard stored.count == text.count else { return false }
                var position = 0
                while position < text.count {
                    guard unsafe stored[position] == text[position] else { return false }
                    position &+= 1
                }
                return true
            }
        }
    }
}
