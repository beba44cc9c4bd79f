internal import PropertyLists

/// The name of an entry of a dictionary: a text, whether it is stored as plain text or as a string object, or an
/// integer.
///
/// Two keys are one if they have the same code units, or the same digits; of two entries with one key the last counts,
/// as it does for Foundation's unarchiver. Other keys, reals among them, name nothing.
enum EntryName: Hashable, Sendable {
    case text(PropertyListString)
    /// An integer, by its digits.
    case integer(String)

    /// The integer that a name stands for where there is no such text; nil for a name that isn't one in its shortest
    /// form.
    static func integer(of name: String) -> String? {
        let digits = name.utf8.first == UInt8(ascii: "-") ? name.utf8.dropFirst() : name.utf8[...]
        let isNumber = digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        guard let first = digits.first, digits.count <= 40, isNumber else { return nil }
        if first == UInt8(ascii: "0"), digits.count > 1 || name.utf8.count > 1 { return nil }
        return name
    }

    /// The fields of a string object that its name depends on: the objects that these refer to belong to the name.
    static var fields: [String] { [StringFields.string, ClassFields.instanceClass] }

    /// The name in words.
    var display: String {
        switch self {
        case .text(let text): text.repaired
        case .integer(let digits): digits
        }
    }

    /// The name as a path has it: text in quotes, an integer without.
    var displayInPath: String {
        switch self {
        case .text: display.quotedForDisplay
        case .integer: display
        }
    }

    /// The value that stores the name as a key.
    var value: PropertyList? {
        switch self {
        case .text(let text): return .string(text)
        case .integer(let digits):
            if let integer = Int64(digits) { return .integer(integer) }
            return UInt64(digits).map { .unsignedInteger($0) }
        }
    }
}

/// The place where the name of a key is stored.
private enum StoredName {
    /// A string.
    case text(KeyedArchive.Slot)
    /// Data with the text as UTF-8.
    case utf8(KeyedArchive.Slot)
    /// An integer.
    case integer(KeyedArchive.Slot)
}

extension KeyedArchive {
    /// The position of the entry that a name means, among the keys of a dictionary; nil if there is none.
    ///
    /// The text counts before the integer with these digits.
    ///
    /// - Parameter isText: Whether the name isn't an integer, even if it has only digits.
    /// - Complexity: O(1), after one look at all keys if there are many; O(*n*) if keys were changed.
    func position(of name: String, isText: Bool = false, among keys: SlotList) throws(ArchiveError) -> Int? {
        let integer = isText ? nil : EntryName.integer(of: name)
        if case .edited(let list) = keys {
            let text = EntryName.text(PropertyListString(name))
            if let known = list.position(ofKey: text, edits.keyChanges) {
                guard known == nil, let integer else { return known }
                return list.position(ofKey: .integer(integer), edits.keyChanges) ?? nil
            }
        }
        var positions: KeyPositions?
        if case .stored(let run) = keys, edits.keyChanges == 0, KeyPositions.areWorthwhile(forKeys: run.count) {
            positions = self.positions(in: run)
        }
        func isAt(_ position: Int) throws(ArchiveError) -> Bool {
            try isName(name, at: index.slot(position, of: keys))
        }
        if let known = try positions?.find(name, isAt: isAt) {
            guard known == nil, let integer else { return known }
            if let number = Int64(integer), let known = positions?.find(number) { return known }
        }
        var found: Int?
        for position in (0..<keys.count).reversed() {
            let key = index.slot(position, of: keys)
            if try isName(name, at: key) { return position }
            if found == nil, let integer, try isInteger(integer, at: key) { found = position }
        }
        return found
    }

    private func positions(in run: BinaryReferences) -> KeyPositions {
        facts.positions(in: ArchiveFacts.Run(references: run, isOfUIDs: true)) {
            var budget = budget
            return KeyPositions(count: run.count, .last, in: reader, chargedTo: &budget) { position in
                switch try? storedName(of: .stored(reader.unchecked(position, of: run))) {
                case .text(.stored(let object)): .object(object)
                case .integer(.stored(let object)):
                    if case .integer(let integer)? = try? reader.scalar(at: object) {
                        .integer(integer)
                    } else {
                        .other
                    }
                case .text, .utf8, .integer: .other
                case nil: .none
                }
            }
        }
    }

    /// The dictionaries of the file with a key that is there twice, each with the first such key.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/limitExceeded``; `cancelled` if the task is.
    /// - Complexity: O(*n*) in the size of all entries together.
    func hiddenKeys() throws(ArchiveError) -> [(uid: UID, key: String)] {
        var (hidden, numbers) = ([(uid: UID, key: String)](), KeyNumbers(budget))
        for uid in index.uids {
            try Cancellation.check(atStep: uid.number)
            guard let keys = ((try? layout(ofObjectAt: uid.uid)) ?? nil)?.keys,
                let key = try numbers.hiddenKey(among: keys.slots, in: self)
            else { continue }
            hidden.append((uid.uid, key))
        }
        return hidden
    }

    /// The stored text, data or integer that a key of a dictionary is; nil if it has no name, or was changed.
    fileprivate func nameObject(ofKey key: Slot) throws(ArchiveError) -> ObjectIndex? {
        switch try storedName(of: key) {
        case .text(.stored(let object)), .utf8(.stored(let object)), .integer(.stored(let object)): object
        case .text, .utf8, .integer, nil: nil
        }
    }

    /// Whether each key of a dictionary that has a name is an integer, and one does.
    func areIntegers(_ keys: SlotList) throws(ArchiveError) -> Bool {
        var isInteger = false
        for position in 0..<keys.count {
            switch try storedName(of: index.slot(position, of: keys)) {
            case .integer: isInteger = true
            case .text, .utf8: return false
            case nil: break
            }
        }
        return isInteger
    }

    /// The name of a key of a dictionary; nil if it has none.
    func name(ofKey key: Slot, charging budget: inout Budget) throws(ArchiveError) -> EntryName? {
        guard let stored = try storedName(of: key) else { return nil }
        var reader = FieldReader(reader, chargedTo: budget)
        defer { budget = reader.budget }
        switch stored {
        case .text(let slot):
            guard case .string(let text) = try value(slot, &reader) else { return nil }
            return .text(text)
        case .utf8(let slot): return StringFields.text(utf8: try value(slot, &reader)).map { .text($0) }
        case .integer(let slot): return try value(slot, &reader).integerDigits.map { .integer($0) }
        }
    }

    private func isName(_ name: String, at key: Slot) throws(ArchiveError) -> Bool {
        switch try storedName(of: key) {
        case .text(let slot): return try isKey(slot, name)
        case .utf8(let slot):
            if case .stored(let object) = slot, index.count(of: object) != name.utf8.count { return false }
            guard case .data(let bytes) = try value(slot) else { return false }
            return bytes.elementsEqual(name.utf8)
        case .integer, nil: return false
        }
    }

    private func isInteger(_ digits: String, at key: Slot) throws(ArchiveError) -> Bool {
        guard case .integer(let slot) = try storedName(of: key) else { return false }
        return try value(slot).integerDigits == digits
    }

    /// The place of the name of a key: a plain text or integer, or the characters of a string object.
    private func storedName(of key: Slot) throws(ArchiveError) -> StoredName? {
        guard let uid = try reference(key) else { return plainName(at: key) }
        switch try content(at: uid) {
        case .scalar(let slot): return plainName(at: slot)
        case .dictionary(let fields):
            guard family(ofClassAt: try classUID(of: fields)) == .string else { return nil }
            if let text = try slot(StringFields.string, in: fields) {
                guard let uid = try reference(text) else { return plainName(at: text, .string) }
                guard case .scalar(let slot) = try content(at: uid) else { return nil }
                return plainName(at: slot, .string)
            }
            guard let bytes = try slot(StringFields.utf8, in: fields), isKind(.data, bytes) else { return nil }
            return .utf8(bytes)
        case .other: return nil
        }
    }

    private func plainName(at slot: Slot, _ kinds: ObjectKind = [.string, .integer]) -> StoredName? {
        if kinds.contains(.string), isKind(.string, slot) { return .text(slot) }
        if kinds.contains(.integer), isKind(.integer, slot) { return .integer(slot) }
        return nil
    }

    private func isKind(_ kind: ObjectKind, _ slot: Slot) -> Bool {
        switch slot {
        case .stored(let object): index.kind(of: object) == kind
        case .new(.string): kind == .string
        case .new(.integer), .new(.unsignedInteger), .new(.integer128): kind == .integer
        case .new(.data): kind == .data
        case .new, .list: false
        }
    }
}

/// Numbers for the keys of an archive's dictionaries: two keys that are one have one number.
///
/// Each stored key is read once, however many dictionaries have it.
struct KeyNumbers {
    private var numbers: [EntryName: Int] = [:]
    private var known: [ObjectIndex: Int] = [:]
    /// The budget for the texts of all keys.
    private var budget: Budget

    init(_ budget: Budget) {
        self.budget = budget
    }

    /// The first key of a dictionary that a later one hides, as text; nil if there is none.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/limitExceeded`` if the keys read so far are too long together.
    /// - Complexity: O(*n*) in the number of keys, and in the length of those that are new.
    mutating func hiddenKey(among keys: SlotList, in archive: KeyedArchive) throws(ArchiveError) -> String? {
        guard keys.count > 1 else { return nil }
        var seen: Set<Int> = []
        for position in 0..<keys.count {
            let key = archive.index.slot(position, of: keys)
            do throws(ArchiveError) {
                guard let number = try number(of: key, in: archive) else { continue }
                if !seen.insert(number).inserted { return try archive.name(ofKey: key, charging: &budget)?.display }
            } catch {
                // What is damaged names nothing.
                if error.endsWork { throw error }
            }
        }
        return nil
    }

    private mutating func number(of key: KeyedArchive.Slot, in archive: KeyedArchive) throws(ArchiveError) -> Int? {
        let object = try archive.nameObject(ofKey: key)
        if let object, let known = known[object] { return known }
        guard let name = try archive.name(ofKey: key, charging: &budget) else { return nil }
        let number = numbers[name] ?? numbers.count
        numbers[name] = number
        if let object { known[object] = number }
        return number
    }
}

extension PropertyList {
    /// The digits of an integer; nil for other values.
    package var integerDigits: String? {
        switch self {
        case .integer(let integer): "\(integer)"
        case .unsignedInteger(let integer): "\(integer)"
        case .integer128(let integer): "\(integer)"
        default: nil
        }
    }
}
