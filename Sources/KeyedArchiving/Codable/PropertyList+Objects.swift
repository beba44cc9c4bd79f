internal import PropertyLists

extension PropertyList {
    /// The types of the objects that property lists are made of.
    ///
    /// Safe: it is never changed, and the conformances of the library's types hold in every isolation. A list of
    /// metatypes that the compiler knows to be `Sendable` would be converted again for each object.
    nonisolated(unsafe) static let objectTypes: [any Codingable.Type] = [
        String.self, Int64.self, ArchivedData.self, ArchivedDate.self, ArchivedArray.self, ArchivedDictionary.self,
    ]

    /// The objects that stand for a property list: arrays, dictionaries, strings, numbers, data and dates.
    ///
    /// - Throws: ``ArchiveError/Code/unrepresentable`` for a value that has no such object.
    func object() throws(ArchiveError) -> any Codingable {
        var writer = ObjectTreeWriter()
        return try writer.object(of: self)
    }
}

/// Makes the objects of a property list, from the leaves up, with a stack of its own.
private struct ObjectTreeWriter {
    /// A container whose objects are being made.
    struct Frame {
        /// The keys of a dictionary; nil for an array.
        var keys: [String]?
        var children: [PropertyList]
        var objects: [any Codingable] = []

        var object: any Codingable {
            guard let keys else { return ArchivedArray(objects) }
            return ArchivedDictionary(Array(zip(keys, objects).map { (key: $0, value: $1) }))
        }
    }

    private var stack: [Frame] = []

    mutating func object(of value: PropertyList) throws(ArchiveError) -> any Codingable {
        var result = try open(value)
        while let top = stack.indices.last {
            if let object = result { stack[top].objects.append(object) }
            if stack[top].objects.count < stack[top].children.count {
                result = try open(stack[top].children[stack[top].objects.count])
            } else {
                result = stack.removeLast().object
            }
        }
        return result ?? ArchivedArray()
    }

    /// The object of a scalar; a container is pushed on the stack instead.
    private mutating func open(_ value: PropertyList) throws(ArchiveError) -> (any Codingable)? {
        switch value {
        case .array(let elements):
            stack.append(Frame(keys: nil, children: elements.elements))
            return nil
        case .dictionary(let entries):
            stack.append(Frame(keys: try keys(of: entries), children: Array(entries.values)))
            return nil
        case .boolean(let value): return value
        case .integer(let value): return value
        case .unsignedInteger(let value): return value
        case .integer128(let value): return value
        case .float(let value): return value
        case .double(let value): return value
        case .date(let seconds): return ArchivedDate(secondsSince2001: seconds)
        case .data(let bytes): return ArchivedData(bytes)
        case .string(let string):
            if let string = string.string { return string }
            return string
        case .null, .uid, .orderedSet, .set:
            throw ArchiveError(
                .unrepresentable,
                "a property list with \(value.kind.withArticle) in it cannot be encoded as objects",
                remedy: "use arrays, dictionaries with strings as keys, strings, numbers, booleans, data and dates"
            )
        }
    }

    private func keys(of entries: PropertyListDictionary) throws(ArchiveError) -> [String] {
        var keys: [String] = []
        for key in entries.keys {
            guard case .string(let key) = key else {
                throw ArchiveError(
                    .unrepresentable, "a key of a property list is \(key.kind.withArticle), not a string",
                    remedy: "use strings as keys")
            }
            keys.append(try wellFormed(key))
        }
        return keys
    }

    private func wellFormed(_ string: PropertyListString) throws(ArchiveError) -> String {
        guard let string = string.string else {
            throw ArchiveError.unpairedSurrogateInKey(.unrepresentable)
        }
        return string
    }
}
