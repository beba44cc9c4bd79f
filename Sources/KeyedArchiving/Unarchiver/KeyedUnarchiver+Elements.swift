public import PropertyLists

// The contents of collections: references in a list, or under numbered keys.

/// The references of a collection: an inline array, or numbered keys.
@usableFromInline
struct ElementList {
    @usableFromInline var count: Int
    var references: BinaryReferences?
    var numbered: [UID] = []
}

extension KeyedUnarchiver {
    /// Decodes the contents of a collection.
    ///
    /// These are references under a key (`NS.objects`), or under numbered keys (`NS.object.0`, `NS.object.1`, …); the
    /// list is empty if neither is there.
    ///
    /// ```swift
    /// let names = try unarchiver.decodeElements(of: String.self, forKey: "names")
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidValue`` if an element is not a reference or stands for nil,
    ///   and otherwise as ``decodeObject(of:forKey:)-(Object.Type,_)`` does for each element.
    @inlinable
    public func decodeElements<Element: Codingable>(
        of type: Element.Type,
        forKey key: String = "NS.objects"
    ) throws -> [Element] {
        do {
            let list = try elementList(forKey: key, elementSize: MemoryLayout<Element>.stride)
            // The type is usually known at compile time, and then so is this result.
            if type == String.self,
                let strings = Substitution.exact(try decodeStrings(list, key), as: [Element].self)
            {
                return strings
            }
            var elements: [Element] = []
            if type == ArchivedNumber.self,
                let numbers = Substitution.exact(leadingNumbers(of: list), as: [Element].self)
            {
                elements = numbers
            }
            elements.reserveCapacity(list.count)
            for position in elements.count..<list.count {
                elements.append(try element(at: position, of: list, key))
            }
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

    /// Decodes one element of a list.
    @inlinable
    @inline(__always)
    func element<Element: Codingable>(
        at position: Int,
        of list: borrowing ElementList,
        _ key: String
    ) throws -> Element {
        let uid = try reference(at: position, of: list, key)
        guard let element = try decode(Element.self, from: .reference(uid)) else {
            throw nilElement(position, key)
        }
        return element
    }

    // MARK: Lists

    /// The references of a collection, whose elements are charged.
    ///
    /// - Parameter elementSize: The memory of each element in the collection that is made, in bytes.
    @usableFromInline
    func elementList(forKey key: String, elementSize: Int) throws -> ElementList {
        guard let index = try state.value(forKey: key) else { return try numberedElements(key, elementSize) }
        guard let references = try state.array(at: index) else {
            throw state.wrongKind(at: index, expected: "an array of references", key)
        }
        try state.chargeElements(references.count, of: elementSize)
        return ElementList(count: references.count, references: references)
    }

    /// Older and generic coders write one key for each element: `NS.object.0` for `NS.objects`.
    ///
    /// Their fields are charged as values already, but many objects can share these.
    private func numberedElements(_ key: String, _ elementSize: Int) throws -> ElementList {
        let prefix = CollectionPart.prefix(insteadOf: key)
        let fields: [KeyedArchive.Slot]
        do throws(CollectionDamage) {
            fields = try NumberedFields(prefix, in: .stored(state.frame.fields), state.archive).elements()
        } catch {
            throw damage(error, key)
        }
        try state.budget.allocate(fields.count, of: MemoryLayout<KeyedArchive.Slot>.stride)
        let elements =
            try fields.isEmpty
            ? knownKeys(key) ?? []
            : fields.enumerated().map { position, field in
                guard let uid = state.archive.reference(field) else {
                    throw badElement("is not a reference", position, key)
                }
                return uid
            }
        try state.budget.allocate(elements.count, of: max(elementSize, Budget.valueSize) + MemoryLayout<UID>.stride)
        return ElementList(count: elements.count, references: nil, numbered: elements)
    }

    /// The keys or the values of a dictionary with known keys, which are in separate arrays; nil for others.
    private func knownKeys(_ key: String) -> [UID]? {
        guard let part = CollectionPart(key: key),
            let layout = (try? state.archive.layout(of: state.frame.fields, .dictionary)) ?? nil, !layout.isResizable,
            let list = layout.part(part)?.slots
        else { return nil }
        let references = (0..<list.count).compactMap { state.archive.reference(state.archive.slot($0, of: list)) }
        return references.count == list.count ? references : nil
    }

    /// One reference of a collection.
    @usableFromInline
    func reference(at position: Int, of list: borrowing ElementList, _ key: String) throws -> UID {
        if let references = list.references, position < references.count,
            let uid = state.reader.fastUID(at: state.reader.unchecked(position, of: references))
        {
            return UID(UInt64(truncatingIfNeeded: uid))
        }
        return try slowReference(at: position, of: list, key)
    }

    @inline(never)
    private func slowReference(at position: Int, of list: borrowing ElementList, _ key: String) throws -> UID {
        guard let references = list.references else { return list.numbered[position] }
        guard let uid = try state.reference(at: position, of: references) else {
            throw badElement("is not a reference", position, key)
        }
        return uid
    }

    /// The error for a collection whose fields have a flaw.
    func damage(_ damage: CollectionDamage, _ key: String) -> ArchiveError {
        failure(.invalidValue, damage.reason, key: key, remedy: ArchiveError.damageRemedy)
    }

    /// The error for an element of the wrong kind.
    @usableFromInline
    func badElement(_ reason: String, _ position: Int, _ key: String) -> ArchiveError {
        failure(
            .invalidValue,
            "element \(position) of the collection \(reason)",
            key: key,
            remedy: ArchiveError.damageRemedy
        )
    }
}

extension UnarchiverState {
    /// One reference of a run of references, or nil if it is something else.
    fileprivate mutating func reference(at position: Int, of references: BinaryReferences) throws(ArchiveError) -> UID?
    {
        try uid(at: reader.unchecked(position, of: references))
    }
}
