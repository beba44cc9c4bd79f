public import PropertyLists

// Generic calls are thin layers over calls that are not generic, and are inlined where they are used: there the type is
// known, so that nothing has to be looked up while the program runs. Generic code that stays in this module would fetch
// type metadata for every optional and every array it handles, about 370 instructions each.

extension KeyedUnarchiver {
    /// Decodes an object of a type or its subclasses; nil if the key is missing or holds nil.
    ///
    /// - Throws: ``ArchiveError/Code/unexpectedClass`` if the object is of another class,
    ///   ``ArchiveError/Code/unknownClass`` if no type is known for its class,
    ///   ``ArchiveError/Code/invalidUnarchiveOperation`` if the value is not an object, ``ArchiveError/Code/cycle`` if
    ///   the object is being decoded and not available yet, other codes if the archive is damaged, and whatever the
    ///   type's initialiser throws.
    @inlinable
    public func decodeObject<Object: Codingable>(of type: Object.Type, forKey key: String) throws -> Object? {
        do {
            return try type._decode(referenceForKey: key, from: self)
        } catch {
            try recover(from: error)
            return nil
        }
    }

    /// Decodes a value that must be there.
    ///
    /// Numbers and booleans are read whether they are stored inline or as objects.
    ///
    /// - Throws: ``ArchiveError/Code/valueNotFound`` if the key is missing or holds nil, and else as
    ///   ``decodeObject(of:forKey:)-(Object.Type,_)`` does. There is no default for an arbitrary type, so it throws even
    ///   under ``DecodingFailurePolicy/setErrorAndReturn``.
    @inlinable
    public func decode<Value: Codingable>(_ type: Value.Type, forKey key: String) throws -> Value {
        do {
            if let value = try type._decode(fieldForKey: key, from: self) { return value }
            throw missing(key)
        } catch {
            try recover(from: error)
            throw self.error ?? error
        }
    }

    /// Decodes a value; nil if the key is missing or holds nil.
    ///
    /// - Throws: As ``decodeObject(of:forKey:)-(Object.Type,_)`` does.
    @inlinable
    public func decodeIfPresent<Value: Codingable>(_ type: Value.Type, forKey key: String) throws -> Value? {
        do {
            return try type._decode(fieldForKey: key, from: self)
        } catch {
            try recover(from: error)
            return nil
        }
    }

    /// Decodes an inline value.
    @inlinable
    func inlineValue<Value: Codingable>(_ type: Value.Type, at index: Int, forKey key: String) throws -> Value {
        do {
            return try type._decode(inline: index, from: self)
        } catch {
            throw self.error(error, forKey: key)
        }
    }

    /// Decodes the contents of a collection.
    ///
    /// These are references under a key (`NS.objects`), or under numbered keys (`NS.object.0`, `NS.object.1`, …); the
    /// list is empty if neither is there.
    ///
    /// - Throws: ``ArchiveError/Code/invalidValue`` if an element is not a reference or stands for nil, and else as
    ///   ``decodeObject(of:forKey:)-(Object.Type,_)`` does for each element.
    @inlinable
    public func decodeElements<Element: Codingable>(
        of type: Element.Type,
        forKey key: String = "NS.objects"
    ) throws -> [Element] {
        do {
            let list = try elementList(forKey: key)
            // Where the type is known at compile time, as it mostly is, so is the outcome of this.
            if type == String.self, let strings = try decodeStrings(list, key) as? [Element] { return strings }
            var elements: [Element] = []
            if type == ArchivedNumber.self, let numbers = leadingNumbers(of: list) as? [Element] { elements = numbers }
            elements.reserveCapacity(list.count)
            try forEachElement(of: type, in: list, from: elements.count, key) { elements.append($1) }
            return elements
        } catch {
            try recover(from: error)
            return []
        }
    }

    /// The integers and reals that a list begins with.
    @usableFromInline
    func leadingNumbers(of list: borrowing ElementList) -> [ArchivedNumber] {
        guard let references = list.references else { return [] }
        return state.leadingNumbers(
            of: references, integer: { ArchivedNumber.integer($0) }, real: { ArchivedNumber.double($0) })
    }

    /// Decodes the elements of a list one after the other, and hands each to a closure with its position.
    @inlinable
    @inline(__always)
    func forEachElement<Element: Codingable>(
        of type: Element.Type,
        in list: borrowing ElementList,
        from start: Int = 0,
        _ key: String,
        _ body: (Int, Element) throws -> Void
    ) throws {
        for position in start..<list.count {
            let uid = try reference(at: position, of: list, key)
            guard let element = try type._decode(reference: uid, from: self) else {
                throw badElement("is nil", position, key)
            }
            try body(position, element)
        }
    }

    /// Decodes a value of a type that has no identity, such as a Swift array.
    @inlinable
    func decodeAnew<Value: Codingable>(_ type: Value.Type, reference uid: UID) throws -> Value? {
        if uid == .null { return nil }
        if let mark = try beginAnew(uid, as: type, isRepeated: false) { return try decodeAnew(uid, mark) }
        guard let object = try decodeObject(reference: uid, as: type) else { return nil }
        if let cast = type._cast(object) { return cast }
        if let mark = try beginAnew(uid, as: type, isRepeated: true) { return try decodeAnew(uid, mark) }
        throw wrongType(of: object, type, uid)
    }

    /// Decodes the value that has been entered.
    @inlinable
    func decodeAnew<Value: Codingable>(_ uid: UID, _ mark: DecodingMark) throws -> Value {
        var isDone = false
        defer { endAnew(uid, mark, isDone: isDone) }
        let value = try Value(coder: self)
        try throwIfFailed()
        isDone = true
        return value
    }
}

/// What is under a key.
@usableFromInline
enum CodedField {
    case missing
    case reference(UID)
    /// An inline value, by its object index in the property list.
    case inline(Int)
}

/// The references of a collection: an inline array, or numbered keys.
@usableFromInline
struct ElementList {
    @usableFromInline var count: Int
    var references: BinaryReferences?
    var numbered: [UID] = []
}

extension KeyedUnarchiver {
    /// The reference under a key; nil if the key is missing or holds nil.
    @usableFromInline
    func reference(forKey key: String) throws -> UID? {
        try state.reference(forKey: key)
    }

    /// What is under a key; nil counts as missing.
    @usableFromInline
    func field(forKey key: String) throws -> CodedField {
        try state.field(forKey: key)
    }

    /// Throws the error of an earlier failure under ``DecodingFailurePolicy/setErrorAndReturn``.
    @usableFromInline
    func throwIfFailed() throws {
        if state.hasFailed, let error { throw error }
    }

    /// The error for a value that must be there.
    @usableFromInline
    func missing(_ key: String) -> any Error {
        if let error { return error }
        return failure(
            .valueNotFound,
            "there is no value, or nil, under key \(key.quotedForDisplay)",
            key: key,
            remedy: "use `decodeIfPresent` if the value may be missing"
        )
    }

    /// The references of a collection.
    @usableFromInline
    func elementList(forKey key: String) throws -> ElementList {
        guard let index = try state.value(forKey: key) else { return try numberedElements(key) }
        if let references = state.reader.commonArray(at: index) {
            try state.payForElements(references.count)
            return ElementList(count: references.count, references: references)
        }
        let header = try state.header(at: index)
        guard header.kind == .array else {
            throw state.wrongKind(at: index, expected: "an array of references", key)
        }
        try state.payForElements(header.count)
        let references = BinaryReferences(position: header.payload, count: header.count)
        return ElementList(count: header.count, references: references)
    }

    /// Older and generic coders write one key for each element: `NS.object.0` for `NS.objects`.
    private func numberedElements(_ key: String) throws -> ElementList {
        let prefix = key.hasSuffix("s") ? "\(key.dropLast())." : "\(key)."
        var list = ElementList(count: 0, references: nil)
        while let index = try state.value(forKey: "\(prefix)\(list.count)") {
            guard let uid = try state.uid(at: index) else { throw badElement("is not a reference", list.count, key) }
            list.numbered.append(uid)
            list.count += 1
        }
        let fieldCount = try state.fieldCount(withPrefix: prefix)
        guard fieldCount == list.count else {
            throw failure(
                .invalidValue,
                "\(prefix)\(list.count) is missing, though there are \(fieldCount) such fields",
                key: key,
                remedy: "the file was damaged or made by a faulty writer"
            )
        }
        return list
    }

    /// One reference of a collection.
    @usableFromInline
    func reference(at position: Int, of list: borrowing ElementList, _ key: String) throws -> UID {
        if let references = list.references, position < references.count,
            let uid = state.reader.commonUID(at: state.reader.unchecked(position, of: references))
        {
            return UID(UInt64(truncatingIfNeeded: uid))
        }
        return try unusualReference(at: position, of: list, key)
    }

    @inline(never)
    private func unusualReference(at position: Int, of list: borrowing ElementList, _ key: String) throws -> UID {
        guard let references = list.references else { return list.numbered[position] }
        guard let uid = try state.reference(at: position, of: references) else {
            throw badElement("is not a reference", position, key)
        }
        return uid
    }

    /// The error for an element that is not what it must be.
    @usableFromInline
    func badElement(_ reason: String, _ position: Int, _ key: String) -> ArchiveError {
        failure(
            .invalidValue,
            "element \(position) of the collection \(reason)",
            key: key,
            remedy: "the file was damaged or made by a faulty writer"
        )
    }
}

extension UnarchiverState {
    /// What is under a key; nil counts as missing.
    fileprivate mutating func field(forKey key: String) throws(ArchiveError) -> CodedField {
        guard let index = try value(forKey: key) else { return .missing }
        guard let uid = try uid(at: index) else { return .inline(index) }
        return uid == .null ? .missing : .reference(uid)
    }

    /// One reference of a run of references, or nil if it is something else.
    fileprivate mutating func reference(at position: Int, of references: BinaryReferences) throws(ArchiveError) -> UID?
    {
        try uid(at: reader.unchecked(position, of: references))
    }
}
