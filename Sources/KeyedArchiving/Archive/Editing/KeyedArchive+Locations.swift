internal import PropertyLists

extension KeyedArchive {
    /// Puts a value, in its stored form, at a place.
    mutating func write(_ value: PropertyList, at location: EditLocation) throws(ArchiveError) {
        edits.batch?.note(value)
        switch location {
        case .topLevel(let key):
            try beginEditingTop()
            edits.top?.set(.new(value), forKey: key)
        case .field(let uid, let key):
            var fields = try slots(ofObjectAt: uid)
            try set(.new(value), forKey: key, in: &fields)
            try store(.dictionary(fields), at: uid)
        case .entry(let uid, let position), .element(let uid, let position):
            try changeValues(of: uid) { if position < $0.count { $0[position] = .new(value) } }
        case .newEntry(let uid, let key):
            guard let stored = key.value else { return }
            let name = try appendPlain(stored)
            try changeKeys(of: uid) { $0.append(.new(.uid(name)), key: key) }
            try changeValues(of: uid) { $0.append(.new(value)) }
        case .inlineElement(let list, let position):
            try changeInlineElements(at: list) { elements in
                guard elements.indices.contains(position) else { return }
                elements[position] = value
            }
        case .fixed(let place, _): try write(value, at: place)
        }
    }

    /// Puts a reference before the element at a position.
    mutating func insert(_ value: PropertyList, at location: EditLocation) throws(ArchiveError) {
        edits.batch?.note(value)
        switch location {
        case .element(let uid, let position):
            try changeValues(of: uid) { $0.insert(.new(value), at: min(position, $0.count)) }
        case .inlineElement(let list, let position):
            try changeInlineElements(at: list) { $0.insert(value, at: min(position, $0.count)) }
        case .topLevel, .field, .entry, .newEntry: try write(value, at: location)
        case .fixed(_, let form): throw form.error("added to")
        }
    }

    /// Removes the value at a place.
    mutating func clear(_ location: EditLocation) throws(ArchiveError) {
        switch location {
        case .topLevel(let key): try removeTopLevelValue(forKey: key)
        case .field(let uid, let key): try removeValue(forKey: key, ofObjectAt: uid)
        case .entry(let uid, let position):
            let name = try nameOfKey(at: position, of: uid)
            try changeKeys(of: uid) { if position < $0.count { $0.remove(at: position, key: name) } }
            try changeValues(of: uid) { if position < $0.count { $0.remove(at: position) } }
        case .element(let uid, let position):
            try changeValues(of: uid) { if position < $0.count { $0.remove(at: position) } }
        case .newEntry: break
        case .inlineElement(let list, let position):
            try changeInlineElements(at: list) { elements in
                if elements.indices.contains(position) { elements.remove(at: position) }
            }
        case .fixed(_, let form): throw form.error("made smaller")
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
}
