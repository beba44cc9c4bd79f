internal import PropertyLists

// Types whose values are decoded as objects rather than as what these hold.

extension GraphSource {
    func hooks(for type: any Decodable.Type) -> DecodingHooks {
        var hooks: DecodingHooks = []
        if options.classNames[ObjectIdentifier(type)] != nil { hooks.insert(.checksClass) }
        if type is any CodableAsObject.Type { hooks.insert(.isObject) }
        if type is any SharedDecodable.Type { hooks.insert(.isShared) }
        return hooks
    }

    /// Checks that the object has one of the names of classes, or a superclass that has.
    func checkClass(of decoder: TreeDecoder, as type: any Decodable.Type) throws {
        guard let names = options.classNames[ObjectIdentifier(type)] else { return }
        let stored = try decoder.checked { () throws(ArchiveError) in try storedObject(of: decoder.value) }
        if let found = stored.map({ unarchiver.state.classes[$0.classIndex].record }),
            names.contains(where: found.isKind(ofClassNamed:))
        {
            return
        }
        let expected = names.map(\.quotedForDisplay).joined(separator: " or ")
        throw decoder.mismatch(type, "an object of class \(expected)")
    }

    /// Decodes a value as its own object; one that is of another class, as its `Decodable` conformance does.
    func object<Value: Decodable>(of type: Value.Type, by decoder: TreeDecoder) throws -> Value {
        guard !decoder.isNil else { throw decoder.mismatch(type, "\(type)".withArticle) }
        let kind = try decoder.checked { () throws(ArchiveError) in
            GraphTables.OtherKind(type: ObjectIdentifier(type), number: try kindNumber(of: decoder.value))
        }
        if !tables.otherKinds.contains(kind) {
            if let object = type as? any CodableAsObject.Type, let value = try ownObject(object, decoder) as? Value {
                return value
            }
            tables.otherKinds.insert(kind)
        }
        do {
            return try decoder.initialize(type)
        } catch let error as DecodingError {
            throw isAboutKind(error, decoder) ? decoder.mismatch(type, "\(type)".withArticle) : error
        }
    }

    /// The object of a type whose values are separate objects; nil if the value is of another class.
    private func ownObject(_ type: any CodableAsObject.Type, _ decoder: TreeDecoder) throws -> (any Codingable)? {
        let outer = unarchiver.state.depth
        unarchiver.state.depth = decoder.depth + 1
        defer { unarchiver.state.depth = outer }
        do {
            switch decoder.value {
            case .entry(let uid): return try unarchiver.decode(type, from: .reference(uid.uid))
            case .inline(let index): return try unarchiver.decode(type, from: .inline(index))
            case .made(let index): return made(type, from: madeValues[index])
            case .integer: return nil
            }
        } catch let error as ArchiveError {
            guard isAboutKind(error, decoder.value) else { throw decoder.located(error) }
            return nil
        }
    }

    /// A value of a type whose values are separate objects, from a value of a property list that isn't stored as one.
    private func made(_ type: any CodableAsObject.Type, from list: PropertyList) -> (any Codingable)? {
        (type as? any PropertyListValue.Type)?.init(propertyListValue: list) as? any Codingable
    }

    /// Whether an error says that this value, rather than one within it or in a field of it, isn't an object of some
    /// type.
    private func isAboutKind(_ error: ArchiveError, _ value: TreePlace) -> Bool {
        switch error.code {
        case .unexpectedClass, .unknownClass: break
        case .invalidUnarchiveOperation where error.key == nil: break
        default: return false
        }
        guard let uid = error.uid, case .entry(let own) = value else { return true }
        return uid == own.uid
    }

    /// Whether an error says that this value, rather than one within it, has the wrong kind for a type.
    private func isAboutKind(_ error: DecodingError, _ decoder: TreeDecoder) -> Bool {
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context):
            context.codingPath.count <= decoder.countOfKeys
        default: false
        }
    }

    /// Decodes a class of which there is one instance for each object.
    func instance<Value: Decodable>(of type: Value.Type, by decoder: TreeDecoder) throws -> Value {
        guard case .entry(let uid) = decoder.value, uid != .null else { return try decoder.initialize(type) }
        let key = GraphTables.SharedKey(uid: uid, type: ObjectIdentifier(type))
        if let known = tables.instances[key] as? Value { return known }
        let result = try decoder.initialize(type)
        if let instance = result as? any SharedDecodable { tables.instances[key] = instance }
        return result
    }
}

// Costs, and what errors say of a value.

extension GraphSource {

    /// A type that archives the fields of all classes together stores those of its superclass with its own.
    var sharesSuperclass: Bool { true }

    var hidesPath: Bool { isWithinObject }

    func step(_ count: Int) throws(ArchiveError) { try unarchiver.state.budget.step(count) }

    func chargeElements(_ count: Int, of size: Int) throws(ArchiveError) {
        try unarchiver.state.chargeElements(count, of: size)
    }

    func className(of value: TreePlace) -> String? {
        guard let stored = (try? storedObject(of: value)) ?? nil else { return nil }
        return unarchiver.state.classes[stored.classIndex].record.name
    }

    func uid(of value: TreePlace) -> UID? {
        guard case .entry(let uid) = value, uid != .null else { return nil }
        return uid.uid
    }

    func kind(of value: TreePlace) -> String {
        switch value {
        case .entry(let uid):
            if let className = className(of: value) { return "an object of class \(className.quotedForDisplay)" }
            return index.kind(of: index[uid]).words
        case .inline(let index): return self.index.kind(of: index).words
        case .integer: return "an integer"
        case .made(let index): return madeValues[index].kind.withArticle
        }
    }
}
