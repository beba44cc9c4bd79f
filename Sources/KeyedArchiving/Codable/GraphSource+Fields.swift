internal import PropertyLists

// The names of an object's fields, which a strategy may change.

/// The fields of objects of one shape by the names that a strategy gives them.
struct FieldNames {
    /// The names in the order of the fields.
    var names: [String] = []
    /// The position of each field by name; of two fields with one name, the first.
    var positions: [PropertyListString: FieldPosition] = [:]
}

extension GraphSource {
    /// The position of the field that a key stands for.
    ///
    /// A key that starts with `$` is stored with one more in front, unless it is one that an archiver made.
    func fieldPosition(_ key: String, in object: GraphFields, _ number: Int) throws(ArchiveError) -> FieldPosition? {
        switch options.keyStrategy {
        case .useStoredKeys: return try storedPosition(key, in: object, number)
        case .strippingPrefixes:
            if let position = try storedPosition(key, in: object, number) { return position }
        case .custom: break
        }
        return try fieldNames(of: object).positions[PropertyListString(key)]
    }

    private func storedPosition(
        _ key: String,
        in object: GraphFields,
        _ number: Int
    ) throws(ArchiveError) -> FieldPosition? {
        let stored = CodingKeyRules.stored(key)
        let position = try unarchiver.state.keyShapes.search(
            stored, in: object.shape, number, object.lookUps, reader, &unarchiver.state.budget)
        // A field as it is stored, but not the reference to the class.
        if position != nil || stored.utf8.count == key.utf8.count || key == ClassFields.instanceClass {
            return position
        }
        return try unarchiver.state.keyShapes.search(
            key, in: object.shape, number, object.lookUps, reader, &unarchiver.state.budget)
    }

    /// The keys of an object's fields, without its class.
    func fieldKeys(of object: GraphFields, limit: Int) throws(ArchiveError) -> [String] {
        if usesStoredKeys {
            return try storedKeys(of: object, limit: limit).compactMap(Self.userKey)
        }
        return try fieldNames(of: object).names
    }

    private func fieldNames(of object: GraphFields) throws(ArchiveError) -> FieldNames {
        if let known = tables.fieldNames[object.shape] { return known }
        var names = FieldNames()
        for (position, stored) in try storedKeys(of: object).enumerated() {
            guard let key = Self.userKey(stored) else { continue }
            let name = options.keyStrategy.name(of: key)
            let text = PropertyListString(name)
            guard names.positions[text] == nil else { continue }
            names.names.append(name)
            names.positions[text] = FieldPosition(position)
        }
        tables.fieldNames[object.shape] = names
        return names
    }

    /// The keys of an object as they are stored; nil for those that no Swift string can hold.
    private func storedKeys(of object: GraphFields, limit: Int = .max) throws(ArchiveError) -> [String?] {
        let positions = object.fields.positions.prefix(limit)
        try unarchiver.state.chargeElements(positions.count)
        var keys: [String?] = []
        keys.reserveCapacity(positions.count)
        for position in positions {
            let index = reader.key(position, of: object.fields)
            keys.append(try unarchiver.state.inlineText(at: index)?.string)
        }
        return keys
    }

    /// The key under which a field was encoded; nil for the class of an object.
    private static func userKey(_ stored: String?) -> String? {
        guard let stored, stored != ClassFields.instanceClass else { return nil }
        return CodingKeyRules.userKey(stored)
    }
}

extension KeyedArchiveDecoder.KeyStrategy {
    /// The name that a stored key has in types.
    func name(of stored: String) -> String {
        switch self {
        case .useStoredKeys: stored
        case .strippingPrefixes(let prefixes):
            prefixes.first { stored.hasPrefix($0) && stored != $0 }.map { String(stored.dropFirst($0.count)) } ?? stored
        case .custom(let name): name(stored)
        }
    }
}
