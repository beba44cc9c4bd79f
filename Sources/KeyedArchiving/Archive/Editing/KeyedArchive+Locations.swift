internal import PropertyLists

extension KeyedArchive {
    /// Puts a value, in its stored form, at a place.
    mutating func write(_ value: PropertyList, at location: EditLocation) throws(ArchiveError) {
        switch location {
        case .topLevel(let key):
            try beginEditingTop()
            edits.top?.set(.new(value), forKey: key)
        case .field(let uid, let key):
            var fields = try slots(ofObjectAt: uid)
            try set(.new(value), forKey: key, in: &fields)
            try store(.dictionary(fields), at: uid)
        case .entry(let uid, let position), .element(let uid, let position):
            var collection = try collection(at: uid)
            guard collection.values.indices.contains(position) else { throw noSuchEntry(uid) }
            collection.values[position] = .new(value)
            try write(collection, at: uid)
        case .newEntry(let uid, let key):
            var collection = try collection(at: uid)
            let name = append(Content(.value(.string(PropertyListString(key)))))
            collection.keys = (collection.keys ?? []) + [.new(.uid(name))]
            collection.values.append(.new(value))
            try write(collection, at: uid)
        case .inlineElement(let list, let position):
            try changeInlineElements(at: list) { elements in
                guard elements.indices.contains(position) else { return }
                elements[position] = value
            }
        }
    }

    /// Puts a reference before the element at a position.
    mutating func insert(_ value: PropertyList, at location: EditLocation) throws(ArchiveError) {
        switch location {
        case .element(let uid, let position):
            var collection = try collection(at: uid)
            collection.values.insert(.new(value), at: min(position, collection.values.count))
            try write(collection, at: uid)
        case .inlineElement(let list, let position):
            try changeInlineElements(at: list) { $0.insert(value, at: min(position, $0.count)) }
        case .topLevel, .field, .entry, .newEntry: try write(value, at: location)
        }
    }

    /// Takes away what is at a place.
    mutating func clear(_ location: EditLocation) throws(ArchiveError) {
        switch location {
        case .topLevel(let key): try removeTopLevelValue(forKey: key)
        case .field(let uid, let key): try removeValue(forKey: key, ofObjectAt: uid)
        case .entry(let uid, let position), .element(let uid, let position):
            var collection = try collection(at: uid)
            guard collection.values.indices.contains(position) else { return }
            collection.values.remove(at: position)
            collection.keys?.remove(at: position)
            try write(collection, at: uid)
        case .newEntry: break
        case .inlineElement(let list, let position):
            try changeInlineElements(at: list) { elements in
                if elements.indices.contains(position) { elements.remove(at: position) }
            }
        }
    }

    private mutating func changeInlineElements(
        at location: EditLocation,
        _ change: (inout [PropertyList]) -> Void
    ) throws(ArchiveError) {
        guard let slot = try slot(at: location), case .array(let array) = try value(slot) else { return }
        var elements = array.elements
        change(&elements)
        try write(.array(PropertyListArray(elements)), at: location)
    }

    /// Stores the parts of a collection, in the way in which it had them.
    private mutating func write(_ collection: Collection, at uid: UID) throws(ArchiveError) {
        var fields = try slots(ofObjectAt: uid)
        if collection.isNumbered {
            var kept: [(key: Slot, value: Slot)] = []
            for field in fields {
                let isKey = try number(of: field.key, after: "NS.key.") != nil
                let isValue = try number(of: field.key, after: "NS.object.") != nil
                if !isKey, !isValue { kept.append(field) }
            }
            fields = kept
            // None of these keys is left.
            for (number, key) in (collection.keys ?? []).enumerated() {
                fields.append((.new(.string(PropertyListString("NS.key.\(number)"))), key))
            }
            for (number, value) in collection.values.enumerated() {
                fields.append((.new(.string(PropertyListString("NS.object.\(number)"))), value))
            }
        } else {
            if let keys = collection.keys { try set(.new(try list(of: keys)), forKey: "NS.keys", in: &fields) }
            try set(.new(try list(of: collection.values)), forKey: "NS.objects", in: &fields)
        }
        try store(.dictionary(fields), at: uid)
    }

    private func list(of slots: [Slot]) throws(ArchiveError) -> PropertyList {
        var elements: [PropertyList] = []
        elements.reserveCapacity(slots.count)
        for slot in slots {
            if let uid = try reference(slot) {
                elements.append(.uid(uid))
            } else {
                elements.append(try value(slot))
            }
        }
        return .array(PropertyListArray(elements))
    }
}
