public import PropertyLists

// The contents of collections: references in a list, or under numbered keys.

/// The references of a collection: those of an inline array, or collected from other fields.
@usableFromInline
struct ElementList {
    @usableFromInline var count: Int
    var references: BinaryReferences?
    var collected: [UID] = []
}

extension KeyedUnarchiver {
    /// Decodes the contents of a collection.
    ///
    /// These are references under a key (`NS.objects`), or under numbered keys (`NS.object.0`, `NS.object.1`, …); for an
    /// object of one of Foundation's classes those of its other forms, such as a counted set. The list is empty if none
    /// is there.
    ///
    /// ```swift
    /// let names = try unarchiver.decodeElements(of: String.self, forKey: "names")
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidValue`` if an element is not a reference or stands for nil,
    ///   or the fields of the collection contradict each other, and otherwise as ``decodeObject(of:forKey:)-(Object.Type,_)`` does for each element.
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
        guard let index = try state.value(forKey: key), let references = try state.array(at: index) else {
            return try otherElements(key, elementSize)
        }
        try state.chargeElements(references.count, of: elementSize)
        return ElementList(count: references.count, references: references)
    }

    /// The references of a collection that has no list under a key.
    ///
    /// Older and generic coders write a field for each element, `NS.object.0` for `NS.objects`; other classes have
    /// other fields.
    @inline(never)
    private func otherElements(_ key: String, _ elementSize: Int) throws -> ElementList {
        guard !state.hasFailed, let list = try slots(insteadOf: key) else { return ElementList(count: 0) }
        // The fields are charged as values already, but many objects can share these.
        let elementSize = max(elementSize, Budget.valueSize) + MemoryLayout<UID>.stride
        try state.budget.allocate(list.count, of: MemoryLayout<KeyedArchive.Slot>.stride + elementSize)
        let references = try (0..<list.count).map { position in
            guard let uid = state.archive.reference(state.archive.slot(position, of: list)) else {
                throw badElement("is not a reference", position, key)
            }
            return uid
        }
        return ElementList(count: references.count, collected: references)
    }

    /// The elements that the object being decoded has in other fields than one under a key; nil if it has none.
    private func slots(insteadOf key: String) throws -> SlotList? {
        if let part = CollectionPart(key: key), let family = collectionFamily,
            let found = try layout(family, forKey: key)?.part(part)
        {
            return found.slots
        }
        // A class of one's own can have lists under any keys.
        if let index = try state.value(forKey: key) {
            throw state.wrongKind(at: index, expected: "an array of references", key)
        }
        let prefix = CollectionPart.prefix(insteadOf: CodingKeyRules.stored(key))
        return .new(
            try judged(key) { () throws(CollectionDamage) in
                try NumberedFields(prefix, in: .stored(state.frame.fields), state.archive).elements()
            })
    }

    /// How the collection that is being decoded lays out its fields: as its class says, or else the type that it
    /// becomes; nil for other objects.
    private var collectionFamily: FoundationFamily? {
        guard let index = state.frame.classIndex.value else { return nil }
        let ofType = state.classes[index].type.flatMap { FoundationFamily.byClassName[$0.codedClassName] }
        return [state.classes[index].family, ofType].lazy.compactMap { $0 }.first { $0.isCollection }
    }

    /// The layout of the object that is being decoded; nil if it has no list.
    ///
    /// - Parameter key: The key of the field that is read.
    private func layout(_ family: FoundationFamily, forKey key: String) throws -> CollectionLayout? {
        let layout = try judged(key) { () throws(CollectionDamage) in
            try state.archive.layout(of: state.frame.fields, family)
        }
        try state.budget.step(layout?.sharedCount ?? 0)
        return layout
    }

    /// Checks that a dictionary has as many keys as values.
    @usableFromInline
    func checkCounts(_ keys: Int, _ values: Int) throws {
        guard keys != values else { return }
        let key = CollectionPart.keys.key
        _ = try layout(.dictionary, forKey: key)
        throw damage(.unequal(keys: keys, values: values), key)
    }

    /// How often the counted set that is being decoded holds each of its members.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidValue`` if the fields are damaged.
    package func timesOfMembers() throws -> [Int] {
        guard !state.hasFailed, let layout = try layout(.countedSet, forKey: CountedSetFields.count) else { return [] }
        try state.budget.allocate(layout.times.count, of: MemoryLayout<Int>.stride)
        return layout.times
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
        guard let references = list.references else { return list.collected[position] }
        guard let uid = try state.reference(at: position, of: references) else {
            throw badElement("is not a reference", position, key)
        }
        return uid
    }

    /// Runs code that judges the fields of a collection.
    ///
    /// - Parameter key: The key of the field that is read.
    private func judged<Value>(_ key: String, _ body: () throws(CollectionDamage) -> Value) throws -> Value {
        do throws(CollectionDamage) { return try body() } catch { throw damage(error, key) }
    }

    /// The error for a collection whose fields have a flaw.
    ///
    /// - Parameter key: The key of the field that it names if the flaw isn't that of a certain one.
    private func damage(_ damage: CollectionDamage, _ key: String) -> ArchiveError {
        let key = damage.key ?? key
        var error = failure(.invalidValue, damage.reason, key: key, remedy: ArchiveError.damageRemedy)
        if let field = (try? state.value(forKey: key)) ?? nil { error.byteOffset = state.reader.place(of: field) }
        return error
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
