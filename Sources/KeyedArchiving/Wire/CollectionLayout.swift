internal import PropertyLists

/// The elements of an object that is a collection, and their places in its fields.
///
/// Archives store collections in six forms: as one list of references, or two for a dictionary; with a field for each
/// reference, as old archives and generic coders do; a counted set with special fields; a hash table; a dictionary
/// with known keys, whose keys and values are in separate arrays; and with nothing but a class, if it is empty.
/// All code that reads, changes or checks the elements of collections uses this type. It doesn't look into the
/// elements.
struct CollectionLayout {
    /// How the contents of the object are meant.
    enum Kind { case array, orderedSet, set, dictionary }

    /// A list of references.
    struct Part {
        var slots: SlotList
        var place: Place

        var count: Int { slots.count }

        /// The empty part.
        static let empty = Part(slots: .new([]), place: .nowhere)
    }

    /// The place of successive references in the fields of the object.
    enum Place {
        case nowhere
        /// In the list under a key.
        case list(String)
        /// In fields whose keys are a text and a number, the first of which is given.
        case fields(String, first: Int)
        /// In the array that some keys lead to, at some positions.
        case array([String], [Int])
    }

    let kind: Kind
    /// The keys of a dictionary; nil for other collections.
    let keys: Part?
    /// The elements, or as many values as there are keys.
    let values: Part
    /// The fields with how often a counted set holds each element; nil for other collections.
    private(set) var counts: Part?
    /// How often a counted set holds each element, at least once.
    private(set) var times: [Int] = []
    /// The keys of fields that only say how much the collection holds.
    private(set) var otherKeys: [String] = []
    /// How many keys, values and fields of other objects were gone through, which many objects can share.
    private(set) var sharedCount = 0

    /// How much the collection holds.
    var count: Int { values.count }

    private init(_ kind: Kind, keys: Part? = nil, values: Part) {
        self.kind = kind
        self.keys = keys
        self.values = values
    }
}

// MARK: - Reading

extension CollectionLayout {
    /// The layout of an object; nil if it isn't a collection.
    ///
    /// An object whose class isn't known is a collection if it has the fields of one, without a flaw.
    ///
    /// - Parameters:
    ///   - fields: The fields of the object.
    ///   - family: How objects of its class lay out their fields; nil if that isn't known.
    ///   - index: The entries of the file.
    ///   - edits: The entries that differ from those of the file; nil if none does.
    /// - Throws: The damage of the fields.
    /// - Complexity: O(*n*) in the number of fields; for counted sets and known keys, in that of the elements.
    init?(
        of fields: ObjectFields,
        _ family: FoundationFamily?,
        in index: ArchiveIndex,
        _ edits: ArchiveEdits?
    ) throws(CollectionDamage) {
        let found: CollectionLayout?
        switch family {
        case .countedSet: found = try Self.countedSet(fields, index, edits)
        case .hashTable: found = try Self.hashTable(fields, index)
        case .array: found = try Self.listed(.array, fields, index, edits)
        case .orderedSet: found = try Self.listed(.orderedSet, fields, index, edits)
        case .set: found = try Self.listed(.set, fields, index, edits)
        case .dictionary: found = try Self.listed(.dictionary, fields, index, edits)
        case nil: found = (try? Self.listed(nil, fields, index, edits)) ?? nil
        default: return nil
        }
        guard let found else { return nil }
        self = found
    }

    /// Collections whose fields are `NS.objects` and `NS.keys`, in one field each or in numbered ones.
    private static func listed(
        _ kind: Kind?,
        _ fields: ObjectFields,
        _ index: ArchiveIndex,
        _ edits: ArchiveEdits?
    ) throws(CollectionDamage) -> CollectionLayout? {
        var found = (keys: FoundList(.keys), values: FoundList(.values))
        fields.forEach(in: index) { key, value in
            found.keys.look(at: key, value, index)
            found.values.look(at: key, value, index)
        }
        var keys: Part?
        // An object of an unknown class has keys if there is a first one; arrays and sets have none.
        let mayHaveKeys =
            kind == nil
            && (found.keys.isListed || fields.value(of: CollectionPart.firstKey, in: index) != nil)
        if kind == .dictionary || mayHaveKeys {
            keys = try found.keys.part(of: fields, index)
        }
        let values = try found.values.part(of: fields, index)
        guard kind == .dictionary || keys != nil else {
            if let values { return CollectionLayout(kind ?? .array, values: values) }
            // Without a list it is empty, if there is nothing else either.
            guard let kind, fields.count == 1 else { return nil }
            return CollectionLayout(kind, values: .empty)
        }
        switch (keys, values) {
        case (nil, nil):
            if fields.count == 1 { return CollectionLayout(.dictionary, keys: .empty, values: .empty) }
            return try knownKeys(fields, index, edits)
        case (nil, .some) where found.values.isListed: throw .noKeys
        case (.some, nil) where found.keys.isListed: throw .noValues
        case (let keys, let values):
            let (keys, values) = (keys ?? .empty, values ?? .empty)
            guard keys.count == values.count else { throw .unequal(keys: keys.count, values: values.count) }
            return CollectionLayout(.dictionary, keys: keys, values: values)
        }
    }

    /// A counted set: `NS.object0` and `NS.count0`, and so on; how many there are is under `NS.count`.
    private static func countedSet(
        _ fields: ObjectFields,
        _ index: ArchiveIndex,
        _ edits: ArchiveEdits?
    ) throws(CollectionDamage) -> CollectionLayout? {
        func integer(_ slot: KeyedArchive.Slot) -> Int? {
            guard let uid = index.reference(slot) else { return index.integer(slot) }
            return index.scalar(at: uid, edits).flatMap { index.integer($0) }
        }
        guard let number = fields.value(of: CountedSetFields.count, in: index).flatMap(integer),
            0...fields.count ~= number
        else { throw .badCount }
        var (members, counts, times): ([KeyedArchive.Slot], [KeyedArchive.Slot], [Int]) = ([], [], [])
        let numbered = (
            members: NumberedFields(CountedSetFields.objectPrefix, in: fields, index),
            counts: NumberedFields(CountedSetFields.countPrefix, in: fields, index)
        )
        for position in 0..<number {
            guard let member = numbered.members[position] else { throw .lacks(CountedSetFields.object(position)) }
            guard let count = numbered.counts[position] else { throw .lacks(CountedSetFields.count(position)) }
            guard let often = integer(count), often > 0 else { throw .badTimes(CountedSetFields.count(position)) }
            members.append(member)
            counts.append(count)
            times.append(often)
        }
        var layout = CollectionLayout(
            .set, values: Part(slots: .new(members), place: .fields(CountedSetFields.objectPrefix, first: 0)))
        layout.times = times
        layout.counts = Part(slots: .new(counts), place: .fields(CountedSetFields.countPrefix, first: 0))
        layout.otherKeys = [CountedSetFields.count]
        return layout
    }

    /// A hash table: options under `$0`, and members from `$1` on, up to a reference to nil.
    private static func hashTable(
        _ fields: ObjectFields,
        _ index: ArchiveIndex
    ) throws(CollectionDamage) -> CollectionLayout? {
        let numbered = NumberedFields(HashTableFields.prefix, in: fields, index)
        guard numbered[0] != nil else { throw .lacks(HashTableFields.options) }
        var members: [KeyedArchive.Slot] = []
        var hasEnd = false
        while let member = numbered[1 + members.count] {
            hasEnd = index.reference(member) == .null
            if hasEnd { break }
            members.append(member)
        }
        var layout = CollectionLayout(
            .set, values: Part(slots: .new(members), place: .fields(HashTableFields.prefix, first: 1)))
        if hasEnd { layout.otherKeys = ["\(HashTableFields.prefix)\(1 + members.count)"] }
        return layout
    }

    /// A dictionary with known keys, `NSKnownKeysDictionary1`: its keys are those of a strategy, and a key without a
    /// value refers to the token for no value.
    private static func knownKeys(
        _ fields: ObjectFields,
        _ index: ArchiveIndex,
        _ edits: ArchiveEdits?
    ) throws(CollectionDamage) -> CollectionLayout? {
        var sharedCount = 0
        func array(_ slot: KeyedArchive.Slot?) -> SlotList? {
            guard let slot else { return nil }
            guard let uid = index.reference(slot) else { return index.elements(of: slot) }
            guard let fields = index.objectFields(at: uid, edits),
                let list = fields.value(of: CollectionPart.values.key, in: index)
            else { return nil }
            sharedCount += fields.count
            return index.elements(of: list)
        }
        guard let strategy = fields.value(of: KnownKeysFields.strategy, in: index) else { return nil }
        guard let values = array(fields.value(of: KnownKeysFields.values, in: index)),
            let strategyFields = index.reference(strategy).flatMap({ index.objectFields(at: $0, edits) }),
            let keys = array(strategyFields.value(of: KnownKeysFields.keys, in: index))
        else { throw .unreadable }
        sharedCount += strategyFields.count + values.count
        guard keys.count == values.count else { throw .unequal(keys: keys.count, values: values.count) }
        let token = fields.value(of: KnownKeysFields.emptyToken, in: index).flatMap { index.reference($0) }
        let positions = (0..<values.count).filter { position in
            let value = index.reference(index.slot(position, of: values))
            return value == nil || value != token
        }
        func part(_ list: SlotList, _ path: [String]) -> Part {
            Part(slots: .new(positions.map { index.slot($0, of: list) }), place: .array(path, positions))
        }
        var layout = CollectionLayout(
            .dictionary,
            keys: part(keys, [KnownKeysFields.strategy, KnownKeysFields.keys]),
            values: part(values, [KnownKeysFields.values]))
        layout.sharedCount = sharedCount
        return layout
    }

    /// A list in one field, or in numbered ones.
    private struct FoundList {
        private let part: CollectionPart
        private var list: KeyedArchive.Slot?
        private var isNumbered = false

        init(_ part: CollectionPart) { self.part = part }

        /// Whether there is a field for all.
        var isListed: Bool { list != nil }

        mutating func look(at key: KeyedArchive.Slot, _ value: KeyedArchive.Slot, _ index: ArchiveIndex) {
            if list == nil, index.isText(key, part.key) { list = value }
            if !isNumbered, list == nil, index.hasPrefix(key, part.prefix) { isNumbered = true }
        }

        /// The part that was found; nil if there is none.
        func part(of fields: ObjectFields, _ index: ArchiveIndex) throws(CollectionDamage) -> Part? {
            let place = Place(part, isNumbered: isNumbered && list == nil)
            if let list {
                guard let elements = index.elements(of: list) else {
                    throw .notAList(part.key, kind: index.kind(of: list))
                }
                return Part(slots: elements, place: place)
            }
            guard isNumbered else { return nil }
            return Part(slots: .new(try NumberedFields(part.prefix, in: fields, index).elements()), place: place)
        }
    }
}

// MARK: - Places

extension CollectionLayout {
    /// The keys, or the elements and values.
    func part(_ part: CollectionPart) -> Part? { part == .keys ? keys : values }

    /// The steps from the object to an element, or to a value of a dictionary, by its position.
    func steps(toValue position: Int) -> [ArchivePath.Step] { values.place.steps(to: position) }

    /// The steps from the object to a key of a dictionary by its position.
    func steps(toKey position: Int) -> [ArchivePath.Step] { (keys ?? .empty).place.steps(to: position) }

    /// The steps from the object to the count of an element of a counted set.
    func steps(toCount position: Int) -> [ArchivePath.Step] { (counts ?? .empty).place.steps(to: position) }

    /// Whether a field of the object is part of how the collection is stored.
    func stores(_ key: String) -> Bool {
        values.stores(key) || keys?.stores(key) == true || counts?.stores(key) == true
            || otherKeys.contains { $0.isIdentical(to: key) }
    }

    /// Whether elements can be added and removed.
    ///
    /// Of the other forms only the elements can be replaced.
    var isResizable: Bool {
        guard counts == nil else { return false }
        switch values.place {
        case .nowhere, .list: return true
        case .fields(_, let first): return first == 0
        case .array: return false
        }
    }
}

extension CollectionLayout.Place {
    /// The place of one of the usual lists.
    ///
    /// - Parameter isNumbered: Whether each reference has a separate field.
    init(_ part: CollectionPart, isNumbered: Bool) {
        self = isNumbered ? .fields(part.prefix, first: 0) : .list(part.key)
    }

    /// Whether this is the list under a key.
    func isList(_ name: String) -> Bool {
        if case .list(let key) = self { key.isIdentical(to: name) } else { false }
    }

    func steps(to position: Int) -> [ArchivePath.Step] {
        switch self {
        case .nowhere: []
        case .list(let key): [.key(key), .index(position)]
        case .fields(let prefix, let first): [.key("\(prefix)\(first + position)")]
        case .array(let path, let positions): path.map { .key($0) } + [.index(positions[position])]
        }
    }
}

extension CollectionLayout.Place {
    /// The position that a path ends at; nil if it ends elsewhere, or where another object has the list.
    fileprivate func position(at steps: [ArchivePath.Step]) -> Int? {
        switch self {
        case .nowhere, .array: return nil
        case .list(let key):
            guard case .index(let position)? = steps.last, let name = steps.dropLast().last?.name,
                name.isIdentical(to: key)
            else { return nil }
            return position
        case .fields(let prefix, let first):
            let number = steps.last?.name.flatMap { NumberedFields.number(of: $0, prefix) }
            return number.flatMap { $0 < first ? nil : $0 - first }
        }
    }
}

extension CollectionLayout.Part {
    fileprivate func stores(_ key: String) -> Bool {
        switch place {
        case .nowhere: return false
        case .list(let name): return name.isIdentical(to: key)
        // The object that has known keys has more.
        case .array(let path, _): return path.count == 1 && path.first?.isIdentical(to: key) == true
        case .fields(let prefix, let first):
            return NumberedFields.number(of: key, prefix).map { (first..<first + count).contains($0) } == true
        }
    }
}

/// The places of the keys and the values of a dictionary in the fields of its object.
package struct EntryPlaces {
    fileprivate let keys: CollectionLayout.Place
    fileprivate let values: CollectionLayout.Place

    /// The places in a list of all keys and a list of all values.
    package static var lists: EntryPlaces {
        EntryPlaces(keys: .list(CollectionPart.keys.key), values: .list(CollectionPart.values.key))
    }

    /// The steps from the object to a key by its position.
    package func steps(toKey position: Int) -> [ArchivePath.Step] { keys.steps(to: position) }

    /// The steps from the object to a value by its position.
    package func steps(toValue position: Int) -> [ArchivePath.Step] { values.steps(to: position) }

    /// The position of the entry that a path from the object ends at the value of; nil if it ends elsewhere.
    package func position(ofValueAt steps: [ArchivePath.Step]) -> Int? { values.position(at: steps) }
}

extension KeyedArchive {
    /// The places of the keys and the values of a record that is a dictionary; nil for other records.
    package func entryPlaces(of record: ArchivedRecord) -> EntryPlaces? {
        guard let layout = (try? layout(of: record, family(ofClassAt: record.classUID))) ?? nil, let keys = layout.keys
        else { return nil }
        return EntryPlaces(keys: keys.place, values: layout.values.place)
    }
}

// MARK: - Damage

/// Damage of the fields of a collection.
enum CollectionDamage: Error {
    /// A dictionary has another number of keys than of values.
    case unequal(keys: Int, values: Int)
    case noKeys
    case noValues
    /// Something else than an array is where a list belongs.
    case notAList(String, kind: String)
    /// One of numbered fields isn't there, though others are.
    case missing(Int, prefix: String, among: Int)
    case lacks(String)
    /// A counted set doesn't say how much it holds, or says that it is more than it has fields.
    case badCount
    /// A counted set doesn't say how often it holds a member, or says that it doesn't.
    case badTimes(String)
    /// The contents of the lists can't be read.
    case unreadable

    /// The damage in words.
    var reason: String {
        switch self {
        case .unequal(let keys, let values):
            "the dictionary has \(keys.counted("key")), but \(values.counted("value"))"
        case .noKeys: "the dictionary has \(CollectionPart.values.key), but no \(CollectionPart.keys.key)"
        case .noValues: "the dictionary has \(CollectionPart.keys.key), but no \(CollectionPart.values.key)"
        case .notAList(let key, let kind): "\(key) is \(kind), not an array"
        case .missing(let number, let prefix, let count):
            "\(prefix)\(number) is missing, though there \(count == 1 ? "is" : "are") \(count.counted("such field"))"
        case .lacks(let key): "the object lacks its field \(key)"
        case .badCount: "\(CountedSetFields.count) doesn't say how many members the set has"
        case .badTimes(let key): "\(key) doesn't say how often the set holds the member"
        case .unreadable: "the fields of the collection do not list what it holds"
        }
    }

    /// The key of the field that has the damage, or should be there; nil if no single field has it.
    var key: String? {
        switch self {
        case .unequal, .noKeys, .noValues: CollectionPart.keys.key
        case .notAList(let key, _), .badTimes(let key), .lacks(let key): key
        case .badCount: CountedSetFields.count
        case .missing, .unreadable: nil
        }
    }

    /// The warning about a dictionary of which one entry hides another.
    static var twoEntries: String { "two entries of the dictionary have this key; the last counts" }

    /// The error for a key of a dictionary of which one entry hides another.
    static func twoEntries(ofKey name: String) -> ArchiveError {
        .damaged(
            .invalidValue, "two entries of the dictionary have the key \(name.quotedForDisplay); the last counts")
    }

    /// The warning about a dictionary of which a text hides the integer with its digits, where both name one entry.
    static var textAndInteger: String { "a text and an integer are this key of the dictionary; the text counts" }

    /// The error for an entry that another one hides, where nothing can warn of it.
    static func lostEntry(_ reason: String, _ key: String) -> ArchiveError {
        ArchiveError(
            .invalidValue, "\(reason): \(key.quotedForDisplay)",
            remedy: "decode it as a type that asks for its keys, or with KeyedUnarchiver, which warns of this")
    }

    /// The damage as an error.
    var error: ArchiveError { .damaged(.invalidValue, reason) }
}
