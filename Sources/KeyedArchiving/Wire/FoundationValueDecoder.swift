internal import PropertyLists

/// Reads the fields of one object and remembers which ones it used.
struct FoundationValueDecoder: ~Copyable {
    let archive: KeyedArchive
    let record: ArchivedRecord
    /// The cached content that other objects read before.
    var cache = FoundationValueCache()
    /// The budget for reading.
    private(set) var budget: Budget
    /// The error of the budget, once too little is left.
    private(set) var exhaustion: ArchiveError?
    private var isUsed: [Bool]

    init(archive: KeyedArchive, record: ArchivedRecord, budget: Budget) {
        self.archive = archive
        self.record = record
        self.budget = budget
        isUsed = Array(repeating: false, count: record.fields.count)
    }

    /// The fields that no content was read from.
    var otherFields: [ArchivedRecord.Field] {
        zip(record.fields, isUsed).lazy.filter { !$1 }.map(\.0)
    }

    /// The content of an object of a family, or nil if its fields contradict that.
    mutating func content(of family: FoundationFamily) -> FoundationValue.Content? {
        switch family {
        case .null: .null
        case .string: string()
        case .data: data().map { .data($0) }
        case .decimal: decimal()
        case .date: date()
        case .url: url()
        case .uuid: uuid()
        case .value: geometry()
        case .array, .orderedSet, .set, .countedSet, .hashTable, .dictionary: collection(family)
        case .indexSet: indexSet()
        case .indexPath: indexPath()
        case .attributedString: attributedString()
        }
    }
}

// MARK: - Fields

extension FoundationValueDecoder {
    /// The value of a field as it is stored; the field counts as used.
    mutating func field(_ key: String) -> PropertyList? {
        guard let position = record.fields.firstIndex(where: { $0.key.isIdentical(to: key) }) else { return nil }
        isUsed[position] = true
        return record.fields[position].value
    }

    /// The value of a field; where that is a reference to a plain value, the value.
    mutating func resolvedField(_ key: String) -> PropertyList? {
        guard let value = field(key) else { return nil }
        guard case .uid(let uid) = value else { return value }
        if case .value(let value) = entry(at: uid) { return value }
        return nil
    }

    /// The entry that a reference leads to; nil if it can't be read or charged.
    private mutating func entry(at uid: UID) -> ArchiveEntry? {
        do {
            return try cache.entry(at: uid, of: archive, charging: &budget)
        } catch {
            if error.endsWork { exhaustion = error }
            return nil
        }
    }

    /// Charges memory that the content takes.
    ///
    /// - Returns: Whether enough was left.
    mutating func charge(_ count: Int, of size: Int) -> Bool {
        do {
            try budget.allocate(count, of: size)
            return true
        } catch {
            exhaustion = error
            return false
        }
    }

    /// The plain value of another object's field, which may be stored as a reference.
    private mutating func plainValue(_ value: PropertyList?) -> PropertyList? {
        guard case .uid(let uid) = value, case .value(let plain) = entry(at: uid) else { return value }
        return plain
    }

    /// The integer in a field.
    mutating func integer(_ key: String) -> Int64? {
        resolvedField(key)?.storedInteger
    }

    /// The string in a field, which may also be an object of a string class.
    mutating func resolvedString(_ key: String) -> PropertyListString? {
        guard let value = field(key) else { return nil }
        if case .string(let string) = value { return string }
        guard case .uid(let uid) = value, let entry = entry(at: uid) else { return nil }
        switch entry {
        case .value(.string(let string)): return string
        case .object(let record):
            if case .string(let string) = plainValue(record[StringFields.string]) { return string }
            return StringFields.text(utf8: record[StringFields.utf8])
        default: return nil
        }
    }

    /// The bytes in a field, which may also be an object of a data class.
    mutating func resolvedData(_ key: String) -> [UInt8]? {
        guard let value = field(key) else { return nil }
        if case .data(let bytes) = value { return bytes }
        guard case .uid(let uid) = value, let entry = entry(at: uid) else { return nil }
        switch entry {
        case .value(.data(let bytes)): return bytes
        case .object(let record):
            if case .data(let bytes) = plainValue(record[DataFields.data] ?? record[DataFields.bytes]) { return bytes }
            return nil
        default: return nil
        }
    }

    /// The content of a collection.
    private mutating func collection(_ family: FoundationFamily) -> FoundationValue.Content? {
        guard let layout = (try? archive.layout(of: record, family)) ?? nil else { return nil }
        for (position, field) in record.fields.enumerated() where layout.stores(field.key.repaired) {
            isUsed[position] = true
        }
        do {
            try budget.step(layout.sharedCount)
            let values = try archive.values(of: layout.values.slots, charging: &budget)
            if let keys = layout.keys {
                let keys = try archive.values(of: keys.slots, charging: &budget)
                return .dictionary(Array(zip(keys, values).map { (key: $0, value: $1) }))
            }
            if let counts = layout.counts {
                let counts = try archive.values(of: counts.slots, charging: &budget)
                return .countedSet(
                    values.indices.map { (element: values[$0], count: layout.times[$0], stored: counts[$0]) })
            }
            return layout.kind == .set ? .set(values) : .list(values)
        } catch {
            if error.endsWork { exhaustion = error }
            return nil
        }
    }
}

extension PropertyList {
    /// An integer, in however many bytes it is stored; nil for one beyond 64 bits, and for all else.
    var storedInteger: Int64? {
        switch self {
        case .integer(let value): value
        case .unsignedInteger(let value): Int64(exactly: value)
        case .integer128(let value): Int64(exactly: value)
        default: nil
        }
    }
}
