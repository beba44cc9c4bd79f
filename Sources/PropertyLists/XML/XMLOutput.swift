/// XML text in the making, laid out as Apple's writer does: one line for each tag or scalar, indented by tabs.
struct XMLOutput: ~Copyable {
    /// The end of the text, after the parts.
    var bytes = GrowingTable<UInt8>()

    /// The text up to there.
    ///
    /// A long text in one run of memory would be moved each time that it outgrows it, each time into pages that the
    /// system has to provide.
    private var parts: [[UInt8]] = []
    private static let partSize = 1 << 20

    /// The budget for the text; nil if nothing bounds it.
    private(set) var budget: Budget?
    /// How many bytes are charged.
    private var chargedCount = 0

    init(chargedTo budget: Budget? = nil) {
        self.budget = budget
    }

    /// How many tabs begin a line at most.
    ///
    /// If each level were indented, the text of a deep list would grow with the square of its depth. No real file is
    /// as deep.
    static let maximumIndentation = 64

    /// How many levels enclose a line.
    var indentation = 0

    /// Charges the text written since the last call, and stores a full part separately.
    mutating func charge() throws(ArchiveError) {
        try budget?.print(bytes.count - chargedCount)
        chargedCount = bytes.count
        guard bytes.count >= Self.partSize else { return }
        parts.append(bytes.array)
        bytes.truncate(to: 0)
        chargedCount = 0
    }

    /// The whole text; nothing is left of it here.
    mutating func finish() -> [UInt8] {
        let end = bytes.array
        bytes.truncate(to: 0)
        if parts.isEmpty { return end }
        parts.append(end)
        parts.reverse()
        var text: [UInt8] = []
        text.reserveCapacity(parts.reduce(0) { $0 + $1.count })
        while let part = parts.popLast() { text.append(contentsOf: part) }
        return text
    }

    /// Appends text as it is.
    mutating func append(_ text: String) {
        bytes.append(text: text)
    }

    /// Appends a tag.
    @inline(__always)
    mutating func append(tag: StaticString) {
        bytes.append(tag, afterTabs: 0)
    }

    /// Begins a line, and writes the tag that it is given.
    @inline(__always)
    mutating func line(_ tag: StaticString) {
        bytes.append(tag, afterTabs: min(indentation, Self.maximumIndentation))
    }

    mutating func indent(by count: Int) {
        bytes.append("", afterTabs: count)
    }

    /// Appends text as XML, and returns whether XML can hold it: false if it has a NUL character.
    ///
    /// Only the three characters are replaced that Apple's writer replaces; quotes and control characters stay as they
    /// are. Most text has none of the three, so it is appended first and checked afterwards.
    mutating func appendEscaped(_ text: String) -> Bool {
        let start = bytes.count
        append(text)
        guard bytes.needsCareInXML(from: start) else { return true }
        bytes.truncate(to: start)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): append("&amp;")
            case UInt8(ascii: "<"): append("&lt;")
            case UInt8(ascii: ">"): append("&gt;")
            case 0: return false
            default: bytes.append(byte)
            }
        }
        return true
    }
}

extension GrowingTable<UInt8> {
    /// Whether text from a position to the end cannot be written as it is; eight bytes are checked at a time.
    fileprivate func needsCareInXML(from start: Int) -> Bool {
        var position = start
        while position &+ 8 <= count {
            if word(at: position).needsCareInXML { return true }
            position &+= 8
        }
        guard position < count else { return false }
        let missing = UInt64.max &<< UInt64(truncatingIfNeeded: 8 &* (count &- position))
        return (word(position..<count) | missing).needsCareInXML
    }
}

extension UInt64 {
    /// Whether one of the eight bytes is `&`, `<`, `>` or 0.
    @inline(__always)
    fileprivate var needsCareInXML: Bool {
        // `<` and `>` differ in one bit.
        let angle = (self | 0x0202_0202_0202_0202) ^ 0x3E3E_3E3E_3E3E_3E3E
        return hasZeroByte || (self ^ 0x2626_2626_2626_2626).hasZeroByte || angle.hasZeroByte
    }

    /// Subtracting 1 borrows into the highest bit of a byte that is 0 or that had it, and of no other before the first.
    @inline(__always)
    private var hasZeroByte: Bool { (self &- 0x0101_0101_0101_0101) & ~self & 0x8080_8080_8080_8080 != 0 }
}

extension XMLOutput {
    /// Appends an integer in decimal digits.
    mutating func append(integer value: some BinaryInteger) {
        guard let magnitude = UInt64(exactly: value.magnitude) else { return append(String(value)) }
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        var (rest, count) = (magnitude, 1)
        while rest >= 10 {
            rest /= 10
            count += 1
        }
        append(magnitude, count: count, pointAfter: count)
    }
}

extension XMLOutput {
    /// Writes data as base64 lines between the lines of its tags.
    ///
    /// A line is as long as fits into 76 columns with tabs of 8, and at least 12 characters. As in Apple's writer, no
    /// base64 line is indented by more than 8 tabs, although its tags are.
    mutating func dataElement(_ data: [UInt8]) {
        line("<data>\n")
        let tabs = min(indentation, 8)
        let bytesPerLine = (76 - 8 * tabs) / 4 * 3
        var position = 0
        while position < data.count {
            let end = min(position + bytesPerLine, data.count)
            indent(by: tabs)
            Base64.encode(data[position..<end], into: &bytes)
            append("\n")
            position = end
        }
        line("</data>\n")
    }
}

extension XMLOutput {
    /// Appends a real as Apple's writer does: as C's `%.17g`, except for zero, infinities and NaN.
    mutating func append(_ value: Double) {
        if value.isNaN { return append("nan") }
        if value.isInfinite { return append(value < 0 ? "-infinity" : "+infinity") }
        if value.isZero { return append("0.0") }
        // Whole numbers of up to 53 bits are the commonest, and their digits are at hand.
        if value.magnitude < 0x1p53, Double(Int64(value)) == value { return append(integer: Int64(value)) }
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        append(SeventeenDigits(of: value.magnitude))
    }

    /// Appends a number without trailing zeros, and with an exponent where that is below -4 or above 16.
    private mutating func append(_ number: SeventeenDigits) {
        var (digits, count) = (number.digits, 17)
        while digits.isMultiple(of: 10) {
            digits /= 10
            count -= 1
        }
        switch number.exponent {
        case 0...16:
            let integerCount = number.exponent + 1
            append(digits, count: count, pointAfter: integerCount)
            for _ in 0..<max(0, integerCount - count) { append("0") }
        case -4..<0:
            append("0.")
            for _ in 0..<(-1 - number.exponent) { append("0") }
            append(digits, count: count, pointAfter: count)
        default:
            append(digits, count: count, pointAfter: 1)
            append(number.exponent < 0 ? "e-" : "e+")
            if number.exponent.magnitude < 10 { append("0") }
            append(integer: number.exponent.magnitude)
        }
    }

    /// Appends `count` digits, with a point after the first `integerCount` of them unless they are all.
    private mutating func append(_ digits: UInt64, count: Int, pointAfter integerCount: Int) {
        let hasPoint = integerCount < count
        _ = bytes.append(UInt8(ascii: "."), times: count + (hasPoint ? 1 : 0))
        // The digits come out last to first.
        var rest = digits
        var index = bytes.count - 1
        for position in (0..<count).reversed() {
            bytes[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
            index -= hasPoint && position == integerCount ? 2 : 1
        }
    }
}
