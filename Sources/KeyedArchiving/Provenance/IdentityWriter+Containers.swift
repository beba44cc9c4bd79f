internal import PropertyLists

// What the containers of both archives hold.

extension IdentityWriter {
    /// Whether a value is the list of objects, which is written again.
    func isObjectList(_ child: Child) -> Bool {
        guard let list = child.index.flatMap({ matching.written.elements(at: $0) }) else { return false }
        return list == matching.written.entries
    }

    /// The header of the object to write.
    func header(of child: Child) -> BinaryObjectHeader? {
        if let index = child.index { return try? matching.written.reader.header(at: index) }
        return child.stored.flatMap { try? matching.stored.reader.header(at: $0) }
    }

    func isContainer(_ child: Child) -> Bool { header(of: child)?.kind.isContainer == true }

    /// The members of a container in the order to write: the elements, or all keys and then all values.
    ///
    /// A dictionary with the keys that it had has them in the order that it had.
    mutating func children(of container: Child) -> [Child] {
        let (written, stored) = (matching.written, matching.stored)
        guard let index = container.index else {
            guard let references = header(of: container)?.references else { return [] }
            return (0..<references.count).map { Child(index: nil, stored: stored.reader.unchecked($0, of: references)) }
        }
        if let fields = written.fields(at: index) {
            return children(of: fields, container.stored.flatMap { stored.fields(at: $0) })
        }
        guard let elements = header(of: container)?.references else { return [] }
        let storedElements = container.stored.flatMap { stored.elements(at: $0) }
        var storedPositions = (0..<(storedElements?.count ?? 0)).makeIterator()
        return (0..<elements.count).map { position in
            let stored = storedElements.flatMap { elements in
                storedPositions.next().map { stored.reader.unchecked($0, of: elements) }
            }
            return Child(index: written.reader.unchecked(position, of: elements), stored: stored)
        }
    }

    /// The keys and then the values of a dictionary, in the order of the stored one if that has the same keys.
    private mutating func children(of fields: BinaryFields, _ storedFields: BinaryFields?) -> [Child] {
        let (written, stored) = (matching.written.reader, matching.stored.reader)
        guard let storedFields else {
            let keys = fields.positions.map { Child(index: written.key($0, of: fields), stored: nil) }
            return keys + fields.positions.map { Child(index: written.value($0, of: fields), stored: nil) }
        }
        let storedPositions = matching.positions(of: fields, in: storedFields)
        var order = Array(zip(fields.positions, storedPositions))
        if storedFields.count == fields.count, !storedPositions.contains(nil) {
            order.sort { ($0.1 ?? $0.0) < ($1.1 ?? $1.0) }
        }
        let keys = order.map { position, place in
            Child(index: written.key(position, of: fields), stored: place.map { stored.key($0, of: storedFields) })
        }
        return keys
            + order.map { position, place in
                Child(
                    index: written.value(position, of: fields), stored: place.map { stored.value($0, of: storedFields) }
                )
            }
    }
}
