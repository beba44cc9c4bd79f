internal import PropertyLists

extension ArchiveSalvager {
    /// The value of an entry; nil if it is lost.
    mutating func value(ofEntry entry: ObjectIndex, _ uid: UID) throws(ArchiveError) -> PropertyList? {
        guard isThere(entry), let header = try? reader.header(at: entry) else {
            return lose(uid, entry, reader.contains(entry) ? "its bytes are damaged" : "it is missing from the file")
        }
        if !header.kind.isContainer {
            if let value = try scalar(at: entry) { return value }
            return lose(uid, entry, "its value is damaged")
        }
        guard header.kind == .dictionary else { return lose(uid, entry, "its bytes are damaged: it is a list") }
        let fields = reader.fields(of: header)
        try charge(forFields: fields.count)
        var values: [PropertyListDictionary.Element] = []
        values.reserveCapacity(fields.count)
        var gap = SalvagedArchive.Gap(uid: uid, keys: [], unnamedCount: 0)
        // The first value of these keys, as for everyone who reads the archive; it may be lost.
        var firstValues: [String: PropertyList?] = [:]
        for position in fields.positions {
            let (key, value) = (reader.key(position, of: fields), reader.value(position, of: fields))
            guard isThere(key), let name = try text(at: key) else {
                gap.unnamedCount += 1
                continue
            }
            let (found, isWhole) = isThere(value) ? try fieldValue(at: value) : (nil, false)
            if !isWhole { gap.keys.append(name.repaired) }
            for key in [ClassFields.instanceClass, ClassFields.name]
            where firstValues[key] == nil && name.isIdentical(to: key) {
                firstValues[key] = .some(found)
            }
            if let found { values.append((key: .string(name), value: found)) }
        }
        if case .uid(let classUID)?? = firstValues[ClassFields.instanceClass] {
            if let defect = try defect(ofClassAt: classUID) { return lose(uid, entry, defect) }
        } else if !isNamed(firstValues[ClassFields.name]) || !ArchivedClass.isRecord({ firstValues[$0] != nil }) {
            return lose(uid, entry, "its class is lost")
        }
        if !gap.keys.isEmpty || gap.unnamedCount > 0 { note(gap) }
        return .dictionary(PropertyListDictionary(values))
    }

    /// Whether the value under `$classname`, if there is one, is text.
    private func isNamed(_ name: PropertyList??) -> Bool {
        if case .string?? = name { true } else { false }
    }

    /// The defect of a class record; nil if it is sound.
    private mutating func defect(ofClassAt uid: UID) throws(ArchiveError) -> String? {
        if let known = classDefect(at: uid) { return known }
        var defect: String?
        if let entry = entry(at: uid), isThere(entry), let fields = index.fields(at: entry) {
            if index.value(of: ClassFields.name, in: fields).map({ index.kind(of: $0) == .string }) != true {
                defect = "the name of its class is lost"
            } else if !index.isClassRecord(fields) {
                defect = "its class record \(uid) is an object"
            }
        } else {
            defect = "its class record \(uid) is lost"
        }
        setClassDefect(defect, at: uid)
        return defect
    }

    // MARK: Values

    /// The text of a key; nil if it is damaged.
    mutating func text(at key: ObjectIndex) throws(ArchiveError) -> PropertyListString? {
        guard case .string(let text)? = try scalar(at: key) else { return nil }
        return text
    }

    /// A scalar; nil if it is damaged.
    private mutating func scalar(at object: ObjectIndex) throws(ArchiveError) -> PropertyList? {
        try stored.readable(at: object)
    }

    /// The value of a field, and whether it is complete: lost elements of lists are nil.
    mutating func fieldValue(at object: ObjectIndex) throws(ArchiveError) -> (value: PropertyList?, isWhole: Bool) {
        guard let header = try? reader.header(at: object) else { return (nil, false) }
        guard header.kind == .array else {
            // Fields hold no dictionaries or sets; if one is there, a reference is wrong.
            guard !header.kind.isContainer, let value = try scalar(at: object) else { return (nil, false) }
            return (value, true)
        }
        try charge(forFields: header.count)
        var elements: [PropertyList] = []
        var isWhole = true
        for position in 0..<header.count {
            let element = reader.unchecked(position, of: header.references)
            if isThere(element), let kind = try? reader.header(at: element).kind, !kind.isContainer,
                let value = try scalar(at: element)
            {
                elements.append(value)
            } else {
                elements.append(.uid(.null))
                isWhole = false
            }
        }
        return (.array(PropertyListArray(elements)), isWhole)
    }
}
