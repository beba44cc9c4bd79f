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
        try budget.allocate(Budget.containerSize, at: offset)
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
        let value = closed.tag == .array ? array(from: closed.firstPending) : dictionary(from: closed.firstPending)
        pending.removeLast(pending.count - closed.firstPending)
        try append(value, from: closed.offset)
    }

    private func array(from first: Int) -> PropertyList {
        .array(PropertyListArray(Array(pending[first...])))
    }

    /// The dictionary of the pending keys and values, alternating, or the UID that it stands for.
    ///
    /// A UID is a dictionary with the only key `CF$UID` and an integer from 0 to 2^32 - 1. Anything that differs, by a
    /// second key, a string, a negative or a larger number, stays a dictionary.
    private mutating func dictionary(from first: Int) -> PropertyList {
        let count = (pending.count - first) / 2
        if count == 1, case .integer(let number) = pending[first + 1], let index = UInt32(exactly: number),
            case .string(let key) = pending[first], key.string == "CF$UID"
        {
            return .uid(UID(UInt64(index)))
        }
        let keys = sharedKeys(count, from: first)
        let values = (0..<count).map { pending[first + 2 * $0 + 1] }
        return .dictionary(PropertyListDictionary(stringKeys: keys, values: values))
    }

    /// The pending keys of a dictionary, in the array of an earlier dictionary of as many keys if they are the same.
    ///
    /// Dictionaries that have the same keys mostly follow on each other.
    private mutating func sharedKeys(_ count: Int, from first: Int) -> [PropertyList] {
        let slot = count & (Self.rememberedKeyRuns - 1)
        let known = keyRuns[slot]
        if known.count == count, (0..<count).allSatisfy({ isKey(known[$0], first + 2 * $0) }) { return known }
        let keys = (0..<count).map { pending[first + 2 * $0] }
        keyRuns[slot] = keys
        return keys
    }

    /// Whether a key is the same as the one at a position of the pending values.
    @inline(__always)
    private func isKey(_ known: PropertyList, _ position: Int) -> Bool {
        guard case .string(let known) = known, case .string(let key) = pending[position] else { return false }
        return known == key
    }
}
