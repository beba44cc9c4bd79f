internal import PropertyLists

// What an object of the archive is in a tree.

extension GraphToTree {
    /// The node of an object; a container met for the first time is pushed on the stack instead.
    mutating func node(at uid: EntryUID) throws -> TreeNode? {
        if uid == .null { return .null }
        guard isDirect else { return try decodedNode(at: uid) }
        let index = archive[uid]
        if let text = archive.reader.fastASCIIString(at: index) {
            textCost = text.count / Budget.valueSize
            return isNull(text) ? .null : .text(uid)
        }
        if let value = archive.reader.fastInteger(at: index) { return .integer(value) }
        if let value = archive.reader.fastDouble(at: index) { return .double(value) }
        if let known = try knownContainer(uid) { return known }
        guard let record = try unarchiver.state.record(at: uid) else { return try slowScalar(at: uid, index) }
        let progress = unarchiver.state.decoded[uid].progress
        guard progress == UnarchiverState.Progress.unseen || progress == UnarchiverState.Progress.seenUncached else {
            return try decodedNode(at: uid)
        }
        switch try shape(of: record.classIndex, at: uid) {
        case .array: if try open(uid, record, isRecord: false) { return nil }
        case .dictionary: if try open(uid, record, isRecord: true) { return nil }
        case .other, .unknown: break
        }
        return try decodedNode(at: uid)
    }

    /// The node of a container that is complete; nil if it is new.
    private func knownContainer(_ uid: EntryUID) throws -> TreeNode? {
        guard let place = place(of: uid) else { return nil }
        if place < table.containers.count, table.containers[place].uid == uid {
            return table.containers[place].isRecord ? .record(place) : .list(place)
        }
        guard place < stack.count, stack[place].uid == uid else { return nil }
        throw cycle(stack[place].isRecord ? ArchivedDictionary.self : ArchivedArray.self)
    }

    /// What a class stands for in this property list.
    private mutating func shape(of classIndex: Int, at uid: EntryUID) throws -> Shape {
        let line = classIndex & (Self.shapeLineCount - 1)
        if shapes[line].classIndex == classIndex { return shapes[line].shape }
        let allowed = AllowedTypes.list(PropertyList.objectTypes)
        let type = try unarchiver.resolve(classIndex, allowed: allowed, at: uid)
        try unarchiver.checkAllowed(type, allowed, at: uid)
        let shape: Shape = type == ArchivedArray.self ? .array : type == ArchivedDictionary.self ? .dictionary : .other
        shapes.set(shape, for: classIndex, UInt(bitPattern: classIndex))
        return shape
    }

    /// The node of a boolean or of a string that is not of the usual shape, or of another plain value.
    private mutating func slowScalar(at uid: EntryUID, _ index: ObjectIndex) throws -> TreeNode? {
        let header = try unarchiver.state.header(at: index)
        switch header.kind {
        case .simple where header.marker != 0: return .boolean(header.marker == 0x09)
        case .asciiString, .utf16String:
            textCost = header.scalarSize / Budget.valueSize
            return try archive.reader.isArchiveString(at: index, "$null") ? .null : .text(uid)
        default: return try decodedNode(at: uid)
        }
    }

    /// Whether a string is `$null`, which stands for nil.
    @inline(__always)
    private func isNull(_ text: Range<Int>) -> Bool {
        text.count == 5 && archive.reader.integer(at: text.lowerBound, width: 5) == 0x24_6E75_6C6C
    }

    /// The node of an object that is decoded.
    private mutating func decodedNode(at uid: EntryUID) throws -> TreeNode? {
        guard let object = try unarchiver.decodePropertyListObject(uid.uid) else { return .null }
        return try node(of: object)
    }
}
