internal import PropertyLists

/// A string of up to 11 ASCII characters in two words.
struct PackedString: Equatable, BitwiseCopyable {
    /// The first eight characters; those that are missing are 0.
    let low: UInt64
    /// Up to three more characters, and one more than the number of all in the highest byte, so that it is never 0.
    let high: UInt64

    /// The longest string that fits.
    static let maximumCount = 11

    /// `$null`.
    static var null: PackedString { PackedString(low: 0x6C_6C75_6E24, high: 6 &<< 56) }

    private init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    /// The number of characters.
    var count: Int { Int(truncatingIfNeeded: high &>> 56) &- 1 }

    /// Packs a string; nil if it is longer or not ASCII.
    @inline(__always)
    init?(_ string: String) {
        let count = string.utf8.count
        guard count <= Self.maximumCount else { return nil }
        var string = string
        let (low, high) = string.withUTF8 { utf8 in
            (unsafe Self.word(utf8, 0..<min(8, count)), unsafe Self.word(utf8, min(8, count)..<count))
        }
        guard (low | high) & 0x8080_8080_8080_8080 == 0 else { return nil }
        self.low = low
        self.high = high | UInt64(truncatingIfNeeded: count &+ 1) &<< 56
    }

    /// Some bytes as a number, the first one lowest.
    @inline(__always)
    private static func word(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> UInt64 {
        var word: UInt64 = 0
        var position = range.upperBound
        while position > range.lowerBound {
            position &-= 1
            unsafe word = word &<< 8 | UInt64(bytes[position])
        }
        return word
    }

    /// The character at a position, as ASCII.
    @inline(__always)
    subscript(position: Int) -> UInt8 {
        position < 8
            ? UInt8(truncatingIfNeeded: low &>> UInt64(8 &* position))
            : UInt8(truncatingIfNeeded: high &>> UInt64(8 &* (position &- 8)))
    }
}

/// Finds the entry of a string that is one object in Apple's memory because it fits a tagged pointer.
///
/// Open addressing over two words for each string: comparing and hashing take a few instructions, where a `Dictionary`
/// of strings takes some 250.
struct TaggedStringTable: ~Copyable {
    struct Slot: BitwiseCopyable {
        fileprivate var low: UInt64 = 0
        /// 0 marks a free place.
        fileprivate var high: UInt64 = 0
        var entry = BinaryObjectTable.Entry.false
        /// The UID of the string as an object, or 0 if it has none.
        var uid: UInt32 = 0
    }

    private var slots = FixedTable(repeating: Slot(), count: 16)
    private var count = 0
    private let seed = HashSeed.shared

    /// The position of a string, and whether it was there; if it was not, a place has been made for it.
    mutating func place(of string: PackedString) -> (position: Int, isNew: Bool) {
        if 4 &* (count &+ 1) > 3 &* slots.count { grow() }
        let position = position(of: string.low, string.high)
        if slots[position].high != 0 { return (position, false) }
        count &+= 1
        slots[position] = Slot(low: string.low, high: string.high)
        return (position, true)
    }

    /// The slot at a position that ``place(of:)`` just gave; positions change when the table grows.
    subscript(position: Int) -> Slot {
        get { slots[position] }
        set { slots[position] = newValue }
    }

    /// The place of a string, or the free place where it belongs.
    @inline(__always)
    private mutating func position(of low: UInt64, _ high: UInt64) -> Int {
        let mask = slots.count &- 1
        var position = Int(truncatingIfNeeded: seed.hash(low, high)) & mask
        while true {
            let slot = slots[position]
            if slot.high == 0 || (slot.low == low && slot.high == high) { return position }
            position = (position &+ 1) & mask
        }
    }

    private mutating func grow() {
        var larger = TaggedStringTable()
        larger.slots = FixedTable(repeating: Slot(), count: 2 * slots.count)
        larger.count = count
        for position in 0..<slots.count where slots[position].high != 0 {
            larger.slots[larger.position(of: slots[position].low, slots[position].high)] = slots[position]
        }
        swap(&self, &larger)
    }
}
