internal import PropertyLists

/// The fields of an object: those of the file, or the fields that replaced them.
enum ObjectFields {
    case stored(BinaryFields)
    case slots([(key: KeyedArchive.Slot, value: KeyedArchive.Slot)])

    var count: Int {
        switch self {
        case .stored(let fields): fields.count
        case .slots(let slots): slots.count
        }
    }

    /// The value under the first key with a text.
    func value(of key: String, in index: ArchiveIndex) -> KeyedArchive.Slot? {
        switch self {
        case .stored(let fields): index.value(of: key, in: fields).map { .stored($0) }
        case .slots(let slots): slots.first { index.isText($0.key, key) }?.value
        }
    }
}

extension ObjectFields {
    /// Goes through the fields in their order.
    func forEach(in index: ArchiveIndex, _ body: (_ key: KeyedArchive.Slot, _ value: KeyedArchive.Slot) -> Void) {
        switch self {
        case .stored(let fields):
            for field in index.pairs(of: fields) { body(.stored(field.key), .stored(field.value)) }
        case .slots(let slots):
            for slot in slots { body(slot.key, slot.value) }
        }
    }
}

/// Fields whose keys are a text and a number: `NS.object.0`, `NS.object.1` and so on.
struct NumberedFields {
    private let prefix: String
    private var values: [Int: KeyedArchive.Slot] = [:]
    /// How many fields begin with the text.
    private var count = 0

    init(_ prefix: String, in fields: ObjectFields, _ index: ArchiveIndex) {
        self.prefix = prefix
        var (values, count) = (values, count)
        fields.forEach(in: index) { key, value in
            guard index.hasPrefix(key, prefix) else { return }
            count += 1
            guard let number = index.number(of: key, prefix), values[number] == nil else { return }
            values[number] = value
        }
        (self.values, self.count) = (values, count)
    }

    /// The value of the first field with a number.
    subscript(number: Int) -> KeyedArchive.Slot? { values[number] }

    /// The values, if each number below the count of the fields is there.
    func elements() throws(CollectionDamage) -> [KeyedArchive.Slot] {
        var elements: [KeyedArchive.Slot] = []
        elements.reserveCapacity(values.count)
        for number in 0..<count {
            guard let value = values[number] else { throw .missing(number, prefix: prefix, among: count) }
            elements.append(value)
        }
        return elements
    }

    /// The number in its shortest form that a key has after a text; nil if something else is there.
    static func number(of key: String, _ prefix: String) -> Int? {
        guard key.utf8.starts(with: prefix.utf8) else { return nil }
        let digits = Substring(key.utf8.dropFirst(prefix.utf8.count))
        guard let number = Int(digits), digits == String(number) else { return nil }
        return number
    }
}

// MARK: - Slots

extension ArchiveIndex {
    /// Whether a key is a text.
    func isText(_ key: KeyedArchive.Slot, _ text: String) -> Bool {
        switch key {
        case .stored(let object): isText(object, text)
        case .new(.string(let key)): key.isIdentical(to: text)
        case .new, .list: false
        }
    }

    /// Whether a key begins with an ASCII prefix.
    func hasPrefix(_ key: KeyedArchive.Slot, _ prefix: String) -> Bool {
        switch key {
        case .stored(let object): hasPrefix(object, prefix)
        case .new(let name): name.stringValue?.utf8.starts(with: prefix.utf8) == true
        case .list: false
        }
    }

    /// The number that a key has after a text; nil if it is another key.
    func number(of key: KeyedArchive.Slot, _ prefix: String) -> Int? {
        shortText(of: key).flatMap { NumberedFields.number(of: $0, prefix) }
    }

    /// A key that is a short text.
    private func shortText(of key: KeyedArchive.Slot) -> String? {
        switch key {
        case .stored(let object): shortText(at: object)
        case .new(let name): name.stringValue
        case .list: nil
        }
    }

    /// The UID at a place; nil if something else is there.
    func reference(_ slot: KeyedArchive.Slot) -> UID? {
        switch slot {
        case .stored(let object): uid(at: object)
        case .new(.uid(let uid)): uid
        case .new, .list: nil
        }
    }

    /// The integer at a place; nil if something else is there.
    func integer(_ slot: KeyedArchive.Slot) -> Int? {
        var value: PropertyList?
        switch slot {
        case .stored(let object): if kind(of: object) == .integer { value = try? reader.scalar(at: object) }
        case .new(let new): value = new
        case .list: break
        }
        return value?.storedInteger.flatMap { Int(exactly: $0) }
    }

    /// The elements of the array at a place; nil if something else is there.
    func elements(of slot: KeyedArchive.Slot) -> SlotList? {
        switch slot {
        case .stored(let object): elements(at: object).map { .stored($0) }
        case .new(.array(let elements)): .values(elements)
        case .new: nil
        case .list(let list): .edited(list)
        }
    }

    /// The kind of the value at a place, in words.
    func kind(of slot: KeyedArchive.Slot) -> String {
        switch slot {
        case .stored(let object): kind(of: object).words
        case .new(let value): value.kind.withArticle
        case .list: ObjectKind.array.words
        }
    }

    /// One of several values.
    ///
    /// - Parameter position: From 0, and below their number.
    func slot(_ position: Int, of list: SlotList) -> KeyedArchive.Slot {
        switch list {
        case .stored(let run): .stored(reader.unchecked(position, of: run))
        case .new(let slots): slots[position]
        case .values(let values): .new(values[position])
        case .edited(let list): list[position]
        }
    }

    /// Whether a key begins with an ASCII prefix, compared where it lies.
    func hasPrefix(_ key: ObjectIndex, _ prefix: String) -> Bool {
        let range: Range<Int>
        if let short = reader.fastASCIIString(at: key) {
            range = short
        } else {
            guard let header = try? reader.header(at: key) else { return false }
            guard header.kind == .asciiString else {
                return shortText(at: key)?.utf8.starts(with: prefix.utf8) == true
            }
            range = header.payload..<header.payload + header.count
        }
        let count = prefix.utf8.count
        return range.count >= count && reader.isText(prefix, at: range.prefix(count))
    }
}
