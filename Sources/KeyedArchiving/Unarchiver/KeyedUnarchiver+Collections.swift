internal import PropertyLists

// Collections whose elements may be of several types, or of any, and whose own class need not be named.

extension KeyedUnarchiver {
    /// Decodes an array of objects of a type or its subclasses; nil if the key is missing or holds nil.
    ///
    /// ```swift
    /// let people = try unarchiver.decodeArrayOfObjects(of: Person.self, forKey: "people") ?? []
    /// ```
    ///
    /// - Throws: As ``decodeObject(of:forKey:)-(Object.Type,_)`` does.
    @inlinable
    public func decodeArrayOfObjects<Element: Codingable>(
        of type: Element.Type,
        forKey key: String
    ) throws -> [Element]? {
        try decodeObject(of: [Element].self, forKey: key)
    }

    /// Decodes an array of objects of several types or their subclasses; nil if the key is missing or holds nil.
    ///
    /// ```swift
    /// let pets = try unarchiver.decodeArrayOfObjects(of: [Dog.self, Cat.self], forKey: "pets") ?? []
    /// ```
    ///
    /// - Throws: As ``decodeObject(of:forKey:)-(Object.Type,_)`` does.
    public func decodeArrayOfObjects(
        of types: [any Codingable.Type],
        forKey key: String
    ) throws -> [any Codingable]? {
        try decoding(nil) {
            switch try withContents({ try decodeObject(of: [ArchivedArray.self] + types, forKey: key) }) {
            case nil: return nil
            case let array as ArchivedArray:
                for element in array.elements {
                    try checkAllowed(element, in: types, as: "an array has", "an element", key)
                }
                return array.elements
            case let array as [any Codingable]: return array
            case let other?: throw notA("array", other, key)
            }
        }
    }

    /// Decodes a dictionary; nil if the key is missing or holds nil.
    ///
    /// ```swift
    /// let ages = try unarchiver.decodeDictionary(ofKey: String.self, object: Int.self, forKey: "ages")
    /// ```
    ///
    /// - Throws: As ``decodeObject(of:forKey:)-(Object.Type,_)`` does.
    @inlinable
    public func decodeDictionary<Key: Codingable & Hashable, Value: Codingable>(
        ofKey keyType: Key.Type,
        object valueType: Value.Type,
        forKey key: String
    ) throws -> [Key: Value]? {
        try decodeObject(of: [Key: Value].self, forKey: key)
    }

    /// Decodes a dictionary of keys and objects of several types or their subclasses; nil if the key is missing or
    /// holds nil.
    ///
    /// ```swift
    /// let pets = try unarchiver.decodeDictionary(
    ///     ofKeys: [String.self], objects: [Dog.self, Cat.self], forKey: "petsByName")
    /// ```
    ///
    /// - Throws: As ``decodeObject(of:forKey:)-(Object.Type,_)`` does.
    public func decodeDictionary(
        ofKeys keyTypes: [any Codingable.Type],
        objects objectTypes: [any Codingable.Type],
        forKey key: String
    ) throws -> [ArchivedDictionary.Entry]? {
        try decoding(nil) {
            let allowed = [ArchivedDictionary.self] + keyTypes + objectTypes
            switch try withContents({ try decodeObject(of: allowed, forKey: key) }) {
            case nil: return nil
            case let dictionary as ArchivedDictionary:
                for entry in dictionary.entries {
                    try checkAllowed(entry.key, in: keyTypes, as: "a dictionary has", "a key", key)
                    try checkAllowed(entry.value, in: objectTypes, as: "a dictionary has", "an object", key)
                }
                return dictionary.entries
            case let other?: throw notA("dictionary", other, key)
            }
        }
    }

    /// Checks that a key is where keys are expected, and an object where objects are.
    ///
    /// - Parameters:
    ///   - collection: The holder of the object, with the verb.
    ///   - place: The role of the object in its holder.
    private func checkAllowed(
        _ object: any Codingable,
        in types: [any Codingable.Type],
        as collection: String,
        _ place: String,
        _ key: String
    ) throws {
        // A value with an identity is what it is of.
        let content = (object as? IdentifiedValue)?.value ?? object
        let (type, allowed) = (type(of: content), AllowedTypes.list(types))
        guard requiresSecureCoding, !type._kind.isInline else { return }
        if allowed.contains(type, isExact: allowsExactTypesOnly) { return }
        throw failure(
            .unexpectedClass,
            "\(collection) \(type) as \(place); allowed are \(allowed.description)",
            key: key,
            remedy: "name the type in the decoding call if you expect it here"
        )
    }

    private func notA(_ collection: String, _ object: any Codingable, _ key: String) -> ArchiveError {
        failure(
            .unexpectedClass,
            "the object isn't \(collection.withArticle) but \("\(type(of: object))".withArticle)",
            key: key,
            remedy: "decode it with `decodeObject(of:forKey:)`"
        )
    }

    // MARK: Contents

    /// Decodes the contents of a collection of objects of any types that are allowed.
    ///
    /// ```swift
    /// let elements = try unarchiver.decodeElements(forKey: "elements")
    /// ```
    ///
    /// - Throws: As ``decodeElements(of:forKey:)`` does.
    public func decodeElements(forKey key: String = "NS.objects") throws -> [any Codingable] {
        try decodeContents(forKey: key).elements
    }

    /// Decodes the contents of a collection of objects of any types that are allowed.
    func decodeContents(forKey key: String) throws -> CollectionContents {
        try decoding(.elements([])) {
            let list = try elementList(forKey: key, elementSize: MemoryLayout<any Codingable>.stride)
            // Numbers, of which there may be many, are read in one go.
            var numbers: [any Codingable] = []
            if list.count > CompactList.maximumCount, let references = list.references {
                numbers = state.leadingNumbers(of: references, integer: { $0 }, real: { $0 })
            }
            let start = numbers.count
            var rest = CompactListBuilder(capacity: list.count - start)
            while start + rest.count < list.count {
                if let references = list.references {
                    try state.appendPlainObjects(of: references, from: start, takesNil: false, to: &rest)
                    if start + rest.count == list.count { break }
                }
                let position = start + rest.count
                let uid = try reference(at: position, of: list, key)
                guard let element = try anyObject(at: uid, .inherited) ?? elementForNil else {
                    throw nilElement(position, key)
                }
                // What a hook left out stands where it was; an entry that is nil never was an element.
                if state.preservesIdentity, element is OmittedObject, state.archive.isNil(try state.entry(uid)) {
                    throw nilElement(position, key)
                }
                rest.append(CompactValue(element))
            }
            return CollectionContents(numbers, rest.finished())
        }
    }
}
