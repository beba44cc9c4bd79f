internal import PropertyLists

// Fields of the top level and of objects of unknown classes, decoded one by one.

extension KeyedUnarchiver {
    /// Decodes everything at the top level, in the order in which it was encoded, as far as the archive shows it.
    ///
    /// Together with ``keepsUnknownClasses`` this takes any archive apart; ``KeyedArchiver/encodeTopLevelFields(_:)``
    /// puts it together again.
    ///
    /// ```swift
    /// for field in try unarchiver.decodeTopLevelFields() { print(field.key) }
    /// ```
    ///
    /// - Throws: As ``decodeObject(forKey:)`` does for each field.
    public func decodeTopLevelFields() throws -> [ArchivedObject.Field] {
        let fields: [ArchivedObject.Field]? = try decodingAtTopLevel(nil) {
            try decoding([]) {
                // Looking for any key starts decoding, and fails once it is finished.
                _ = try state.find(ClassFields.instanceClass)
                try state.chargeElements(state.frame.fields.count)
                return Array(try decodeFields(at: state.positionsInEncodingOrder()))
            }
        }
        guard var fields else { return [] }
        for position in fields.indices { fields[position].origin = origin }
        return fields
    }

    /// Decodes the values of the fields of the current object but its class.
    func decodeValues(in order: FieldOrder) throws -> CompactList {
        var values = CompactListBuilder(capacity: state.frame.fields.count - 1)
        var next = 0
        while let index = try state.appendPlainValues(order, from: &next, to: &values) {
            values.append(try slowValue(at: index))
        }
        return values.finished()
    }

    /// Decodes the fields of the current object but its class.
    func decodeFields(at positions: [FieldPosition]) throws -> ArchivedObject.Fields {
        let fields = state.frame.fields
        var keys: [String] = []
        keys.reserveCapacity(positions.count)
        var values = CompactListBuilder(capacity: positions.count)
        for position in positions {
            let key = try fieldKey(at: position, of: fields)
            guard key != ClassFields.instanceClass else { continue }
            keys.append(key)
            let index = state.reader.value(position, of: fields)
            values.append(try state.plainValue(at: index) ?? slowValue(at: index))
        }
        return ArchivedObject.Fields(keys: keys, values: values.finished())
    }

    private func fieldKey(at position: FieldPosition, of fields: BinaryFields) throws -> String {
        let index = state.reader.key(position, of: fields)
        if let key = try state.inlineText(at: index)?.string { return key }
        // What isn't a string has a separate error.
        _ = try state.reader.keyHeader(at: index)
        var error = ArchiveError.unpairedSurrogateInKey(
            .invalidObject, at: state.reader.place(of: index))
        error.className = state.currentClass?.name
        throw state.located(error, state.frame.uid)
    }

    /// The value of a field that isn't plain.
    private func slowValue(at index: ObjectIndex) throws -> CompactValue {
        if let references = try state.array(at: index) { return try list(references, at: index) }
        if let uid = try state.uid(at: index) { return CompactValue(try anyObject(at: uid, .inherited)) }
        return .inline(try inlineValue(at: index))
    }

    /// An array of references; a plain value if something else is among them.
    private func list(_ references: BinaryReferences, at index: ObjectIndex) throws -> CompactValue {
        try state.chargeElements(references.count)
        var objects = CompactListBuilder(capacity: references.count)
        while true {
            try state.appendPlainObjects(of: references, to: &objects)
            guard objects.count < references.count else { return .objects(objects.finished()) }
            guard let uid = try state.uid(at: state.reader.unchecked(objects.count, of: references)) else {
                return .inline(try inlineValue(at: index))
            }
            objects.append(CompactValue(try anyObject(at: uid, .inherited)))
        }
    }

    private func inlineValue(at index: ObjectIndex) throws(ArchiveError) -> PropertyList {
        let header = try state.header(at: index)
        guard header.kind.isContainer else {
            try state.budget.allocateBuffer(of: header.scalarSize)
            return try state.reader.scalar(of: header)
        }
        let reader = state.reader
        return try reader.tree(at: index, spending: &state.budget)
    }
}
