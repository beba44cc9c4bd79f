extension XMLPropertyListParser {
    /// Opens `<plist>`.
    mutating func openDocument(_ start: StartTag, at offset: Int) throws(PropertyListError) {
        guard innermost.tag == nil, pending.isEmpty else {
            throw PropertyListError(.malformedXML, "<plist> where the document has begun already", at: offset)
        }
        if !start.isEmpty { open(.plist, at: offset) }
    }

    /// Opens an array or a dictionary, or adds an empty one.
    @inline(__always)
    mutating func openContainer(_ start: StartTag, at offset: Int) throws(PropertyListError) {
        depth += 1
        if depth > limits.depth { throw .limit("depth", limits.depth, at: offset) }
        open(start.tag, at: offset)
        if start.isEmpty { try closeInnermost() }
    }

    private mutating func open(_ tag: XMLTag, at offset: Int) {
        enclosing.append(innermost)
        innermost = OpenContainer(tag: tag, offset: offset, firstPending: pending.count)
    }

    /// Closes the innermost container; the cursor stands at an end tag.
    @inline(__always)
    mutating func closeContainer() throws(PropertyListError) {
        guard let tag = innermost.tag else {
            throw PropertyListError(.malformedXML, "an end tag without a start tag", at: cursor.position)
        }
        let offset = cursor.position
        try cursor.readEndTag(tag)
        if innermost.hasOpenKey {
            throw PropertyListError(.malformedXML, "</dict> where the value of the last key is expected", at: offset)
        }
        try closeInnermost()
    }

    private mutating func closeInnermost() throws(PropertyListError) {
        let closed = innermost
        innermost = enclosing.popLast() ?? OpenContainer(tag: nil, offset: 0, firstPending: 0)
        guard closed.tag != .plist else { return }
        depth -= 1
        let contents = pending[closed.firstPending...]
        let value = closed.tag == .array ? Self.array(contents) : Self.dictionary(contents)
        pending.removeLast(contents.count)
        try append(value, from: closed.offset)
    }

    private static func array(_ elements: ArraySlice<PropertyList>) -> PropertyList {
        .array(PropertyListArray(Array(elements)))
    }

    /// The dictionary with the given keys and values, alternating, or the UID that it stands for.
    ///
    /// A UID is a dictionary with the only key `CF$UID` and an integer from 0 to 2^32 - 1. Anything that differs, by a
    /// second key, a string, a negative or a larger number, stays a dictionary.
    private static func dictionary(_ entries: ArraySlice<PropertyList>) -> PropertyList {
        if entries.count == 2, case .integer(let index) = entries[entries.startIndex + 1],
            entries[entries.startIndex].isString("CF$UID"), let index = UInt32(exactly: index)
        {
            return .uid(UID(UInt64(index)))
        }
        var elements: [PropertyList] = []
        elements.reserveCapacity(entries.count)
        for first in [entries.startIndex, entries.startIndex + 1] {
            for position in stride(from: first, to: entries.endIndex, by: 2) { elements.append(entries[position]) }
        }
        return .dictionary(PropertyListDictionary(keysThenValues: elements))
    }
}
