internal import PropertyLists

/// How a number is stored in memory.
///
/// Equal values of different types are different objects.
enum StorageType: UInt32 {
    case int8 = 1, int16, int32, int64, float, double, boolean
}

/// The key of a number, a boolean or a short string: equal values have equal keys.
struct ValueKey: Equatable, BitwiseCopyable {
    /// The bits of a number, or the first characters of a string.
    fileprivate let low: UInt64
    /// The storage type of a number, or the other characters and the number of all of them, which is above every type.
    fileprivate let high: UInt32

    fileprivate init() { (low, high) = (0, 0) }

    init(_ bits: UInt64, _ type: StorageType) { (low, high) = (bits, type.rawValue) }

    init(_ string: PackedString) { (low, high) = (string.low, string.high) }
}

/// The values of an archive that are one object however often they are encoded, with their entries.
///
/// Which these are a ``SharingPolicy`` says. Numbers and short strings, most of all values, are two words, which are
/// compared and hashed in a few instructions, which a `Dictionary` of strings isn't (row `encode number` of
/// `Instructions.tsv`).
struct ValueTable: ~Copyable, Sendable {
    typealias Entry = BinaryObjectTable.Entry

    /// A place for a value: its key, and its position.
    ///
    /// An array of a million numbers fills a table of a million slots, so a slot is kept to 16 bytes.
    struct Slot: HashTableKeySlot {
        fileprivate var key = ValueKey()
        /// The UID of a value that is an object; otherwise its entry, which is one of a scalar, with the highest bit
        /// set.
        private var place: UInt32 = 0

        init() {}

        fileprivate init(_ key: ValueKey) { self.key = key }

        var isFree: Bool { key.high == 0 }

        @inline(__always)
        func hash(_ seed: HashSeed) -> UInt32 { seed.hash(key.low, UInt64(key.high)) }

        @inline(__always)
        func isSame(as other: Slot) -> Bool { key == other.key }

        /// The UID of the value as an object; nil if it has only been stored inline.
        fileprivate var uid: EntryUID? {
            place == 0 || place & Self.entryFlag != 0 ? nil : EntryUID(Int(place))
        }

        /// The entry of a value that has only been stored inline.
        fileprivate var entry: Entry? {
            place & Self.entryFlag == 0 ? nil : Entry(rawValue: place & ~Self.entryFlag)
        }

        fileprivate mutating func setEntry(_ entry: Entry) { place = entry.rawValue | Self.entryFlag }

        /// Keeps the UID of the value.
        ///
        /// One that doesn't fit is not kept; the value then gets another object when it occurs again.
        fileprivate mutating func setUID(_ uid: EntryUID) {
            if let uid = UInt32(exactly: uid.number), uid < Self.entryFlag { place = uid }
        }

        private static var entryFlag: UInt32 { 1 &<< 31 }
    }

    /// The use of a text whose equal occurrences share an entry.
    enum TextUse {
        /// The name of a class.
        case className
        /// Anything, where all equal strings are one entry.
        case any
    }

    private struct Text: Hashable {
        let text: PropertyListString
        let use: TextUse
    }

    private var slots = HashTable<Slot>(firstSlotCount: 32)
    /// The place in `slots` of the value that became an object last.
    private var lastPosition = 0
    private var texts: [Text: Entry] = [:]
    private var constants: [PropertyListString: EntryUID] = [:]
    private var data: [ArraySlice<UInt8>: Entry] = [:]
    private var arrays: [[Entry]: Entry] = [:]

    init() {}

    /// Creates a table of the numbers and short strings of another, which has nothing else.
    init(copying other: borrowing ValueTable) {
        slots = HashTable(copying: other.slots)
    }

    // MARK: Numbers and short strings

    /// The entry of a value, which is added if there is none.
    ///
    /// - Parameter objects: The entries of the objects, by UID.
    @inline(__always)
    mutating func entry(
        of key: ValueKey,
        _ objects: borrowing GrowingTable<Entry>,
        _ table: inout BinaryObjectTable,
        orAdd add: (inout BinaryObjectTable) -> Entry
    ) -> Entry {
        let position = slots.place(of: Slot(key)).position
        let slot = slots[position]
        if let known = slot.entry { return known }
        if let uid = slot.uid { return objects[uid.number] }
        let entry = add(&table)
        slots[position].setEntry(entry)
        return entry
    }

    /// The UID of a value as an object, which is added if there is none.
    @inline(__always)
    mutating func uid(
        of key: ValueKey,
        _ objects: inout GrowingTable<Entry>,
        _ table: inout BinaryObjectTable,
        orAdd add: (inout BinaryObjectTable) -> Entry
    ) -> EntryUID {
        let position = slots.place(of: Slot(key)).position
        let slot = slots[position]
        if let uid = slot.uid { return uid }
        let uid = EntryUID(objects.count)
        objects.append(slot.entry ?? add(&table))
        slots[position].setUID(uid)
        lastPosition = position
        return uid
    }

    /// Gives the value that became an object last another UID, if it is in the table.
    ///
    /// - Parameters:
    ///   - old: The UID that it had.
    ///   - constant: Its text, if it is a constant of a program.
    mutating func moveLast(from old: EntryUID, to new: EntryUID, constant: String?) {
        if !slots.isEmpty, slots[lastPosition].uid == old { slots[lastPosition].setUID(new) }
        if let text = constant.map({ PropertyListString($0) }), constants[text] == old { constants[text] = new }
    }

    // MARK: Longer values

    /// The entry of a text that is one entry for a use.
    mutating func entry(of text: String, for use: TextUse, _ table: inout BinaryObjectTable) -> Entry {
        let key = Text(text: PropertyListString(text), use: use)
        if let known = texts[key] { return known }
        let entry = table.addString(text)
        texts[key] = entry
        return entry
    }

    /// The UID of a constant of a program.
    subscript(constant text: PropertyListString) -> EntryUID? {
        get { constants[text] }
        set { constants[text] = newValue }
    }

    /// The entry of data where equal data are one entry.
    mutating func entry(of bytes: ArraySlice<UInt8>, _ table: inout BinaryObjectTable) -> Entry {
        if let known = data[bytes] { return known }
        let entry = table.addData(bytes)
        data[bytes] = entry
        return entry
    }

    /// The entry of an array, of the references from a position on, where equal arrays are one entry.
    mutating func entry(
        ofArray elements: borrowing GrowingTable<Entry>,
        from start: Int,
        _ table: inout BinaryObjectTable
    ) -> Entry {
        let list = elements.elements(start..<elements.count)
        if let known = arrays[list] { return known }
        let entry = table.addContainer(.array, elements, from: start)
        arrays[list] = entry
        return entry
    }
}
