internal import PropertyLists

// What was decoded as an object.

extension GraphToTree {
    /// The node of an object; a container seen for the first time is pushed on the stack instead.
    mutating func node(of object: any Codingable) throws(ArchiveError) -> TreeNode? {
        guard let instance = object._object else { return try value(object) }
        let identifier = ObjectIdentifier(instance)
        if let known = objectContainers[identifier] {
            return table.containers[known.index].isDictionary ? .dictionary(known.index) : .list(known.index)
        }
        switch instance {
        case let array as ArchivedArray:
            try enter(array, array.elements, start: table.nodes.count, isDictionary: false)
        case let dictionary as ArchivedDictionary:
            let start = table.nodes.count
            dictionaryCount += 1
            for entry in dictionary.entries {
                guard let key = String._cast(entry.key) else { throw notInPropertyLists(entry.key) }
                appendKey(keyIndex(of: key))
            }
            try enter(dictionary, dictionary.entries.map(\.value), start: start, isDictionary: true)
        default: return try value(object)
        }
        return nil
    }

    /// The node of an object that isn't a container.
    ///
    /// A type of the user's may stand for an array or a dictionary, which is walked as any other.
    private mutating func value(_ object: any Codingable) throws(ArchiveError) -> TreeNode? {
        if let scalar = scalar(object) { return scalar }
        guard let value = object as? any PropertyListValue else { throw notInPropertyLists(object) }
        let list = value.propertyListValue
        switch list {
        case .array, .dictionary: return try node(of: list.object())
        case .data(let bytes):
            // A type that keeps its bytes in another form makes a copy for each place.
            try unarchiver.charge(bytes.count)
            return self.value(list)
        default: return self.value(list)
        }
    }

    private mutating func enter(
        _ container: any Codingable & AnyObject,
        _ children: [any Codingable],
        start: Int,
        isDictionary: Bool
    ) throws(ArchiveError) {
        guard openObjects.insert(ObjectIdentifier(container)).inserted else { throw cycle(type(of: container)) }
        // The nodes are made besides the object, which was paid for when it was decoded.
        try unarchiver.state.payForElements(isDictionary ? 2 * children.count : children.count, of: TreeTable.nodeCost)
        for _ in children { table.nodes.append(.null) }
        openContainers.append((container, children))
        try push(Frame(uid: .null, isDictionary: isDictionary, start: start, count: children.count))
    }

    /// Remembers the innermost container that was decoded as an object, which is complete.
    mutating func closeObject(_ index: Int) {
        guard let object = openContainers.popLast()?.object else { return }
        objectContainers[ObjectIdentifier(object)] = (object, index)
        openObjects.remove(ObjectIdentifier(object))
    }

    private mutating func scalar(_ object: any Codingable) -> TreeNode? {
        switch object {
        case let string as String: text(PropertyListString(string))
        case let string as PropertyListString: text(string)
        case let value as Bool: .boolean(value)
        case let value as Int64: .integer(value)
        case let value as Double: .double(value)
        case let value as Float: self.value(.float(value))
        case let value as Integer128:
            self.value(UInt64(beyondSigned: value).map { .unsignedInteger($0) } ?? .integer128(value))
        case let string as MutableArchivedString: text(string.text)
        case let data as MutableArchivedData: self.value(.data(data.bytes))
        default: nil
        }
    }

    private mutating func text(_ string: PropertyListString) -> TreeNode {
        value(.string(string))
    }

    private mutating func value(_ value: PropertyList) -> TreeNode {
        switch value {
        case .string(let text): textCost = text.size / Budget.valueSize
        case .data(let bytes): textCost = bytes.count / Budget.valueSize
        default: textCost = 0
        }
        table.values.append(value)
        return .value(table.values.count - 1)
    }
}

// MARK: - Errors

extension GraphToTree {
    private func notInPropertyLists(_ object: any Codingable) -> ArchiveError {
        ArchiveError(
            .invalidValue,
            "an object of class \(type(of: object).codedClassName.quotedForDisplay) has no place in a property list",
            className: type(of: object).codedClassName,
            remedy: "decode it as an object"
        )
    }

    func cycle(_ type: any Codingable.Type) -> ArchiveError {
        ArchiveError(
            .cycle,
            "a container of a property list holds itself",
            className: type.codedClassName,
            remedy: "decode it as objects, which may refer to each other in a cycle"
        )
    }
}

// What an object of the archive is in a tree.

extension GraphToTree {
    /// The node of an object; a container seen for the first time is pushed on the stack instead.
    mutating func node(at uid: EntryUID) throws -> TreeNode? {
        if uid == .null { return .null }
        guard isDirect else { return try decodedNode(at: uid) }
        let index = archive[uid]
        if let text = archive.reader.fastASCIIString(at: index) {
            textCost = text.count / Budget.valueSize
            return archive.reader.isNullText(text) ? .null : .text(uid)
        }
        if let value = archive.reader.fastInteger(at: index) { return .integer(value) }
        if let value = archive.reader.fastDouble(at: index) { return .double(value) }
        if let known = try knownContainer(uid) { return known }
        guard let stored = try unarchiver.state.storedObject(at: uid) else { return try slowScalar(at: uid, index) }
        guard unarchiver.state.decoded[uid].isUnkept else { return try decodedNode(at: uid) }
        switch try shape(of: stored.classIndex, at: uid) {
        case .array: if try open(uid, stored, isDictionary: false) { return nil }
        case .dictionary: if try open(uid, stored, isDictionary: true) { return nil }
        case .null: return .null
        case .other, .unknown: break
        }
        return try decodedNode(at: uid)
    }

    /// The node of a container that is complete; nil if it is new.
    private func knownContainer(_ uid: EntryUID) throws -> TreeNode? {
        guard let place = place(of: uid) else { return nil }
        if place < table.containers.count, table.containers[place].uid == uid {
            return table.containers[place].isDictionary ? .dictionary(place) : .list(place)
        }
        guard place < stack.count, stack[place].uid == uid else { return nil }
        throw cycle(stack[place].isDictionary ? ArchivedDictionary.self : ArchivedArray.self)
    }

    /// What a class stands for in this property list.
    private mutating func shape(of classIndex: Int, at uid: EntryUID) throws -> Shape {
        if let known = shapes[classIndex, UInt(bitPattern: classIndex)] { return known }
        let allowed = AllowedTypes.list(unsafe PropertyList.objectTypes)
        let type = try unarchiver.resolve(classIndex, allowed: allowed, at: uid)
        if type == ArchivedNull.self {
            shapes.set(.null, for: classIndex, UInt(bitPattern: classIndex))
            return .null
        }
        try unarchiver.checkAllowed(type, allowed, at: uid)
        let shape: Shape = type == ArchivedArray.self ? .array : type == ArchivedDictionary.self ? .dictionary : .other
        shapes.set(shape, for: classIndex, UInt(bitPattern: classIndex))
        return shape
    }

    /// The node of a boolean or of a string that is not of the usual shape, or of another plain value.
    private mutating func slowScalar(at uid: EntryUID, _ index: ObjectIndex) throws -> TreeNode? {
        let header = try unarchiver.state.header(at: index)
        if let boolean = header.boolean { return .boolean(boolean) }
        switch header.kind {
        case .asciiString, .utf16String:
            textCost = header.scalarSize / Budget.valueSize
            return try archive.reader.isNullText(at: index) ? .null : .text(uid)
        default: return try decodedNode(at: uid)
        }
    }

    /// The node of an object that is decoded.
    private mutating func decodedNode(at uid: EntryUID) throws -> TreeNode? {
        guard let object = try unarchiver.decodePropertyListObject(uid.uid) else { return .null }
        return try node(of: object)
    }
}
