/// Whole numbers in groups of seven bits, the least significant group first; the top bit of a byte says that more
/// follow.
///
/// Index sets, index paths and the runs of attributed strings are stored this way.
enum VariableLengthIntegers {
    /// What is wrong with bytes that aren't a sequence of numbers.
    enum Failure: Error {
        /// The last number has no end.
        case truncated
        /// A number does not fit an `Int`.
        case overflow

        /// The failure in one lower-case clause.
        var reason: String {
            switch self {
            case .truncated: "the last number has no end"
            case .overflow: "a number does not fit"
            }
        }
    }

    /// How many numbers a sequence of bytes holds.
    static func count(in bytes: some Sequence<UInt8>) -> Int {
        bytes.reduce(0) { $0 + ($1 & 0x80 == 0 ? 1 : 0) }
    }

    /// The bytes of a sequence of numbers, none of them negative.
    static func bytes(_ numbers: some Sequence<Int>) -> [UInt8] {
        var bytes: [UInt8] = []
        for number in numbers {
            var rest = UInt(bitPattern: number)
            while rest > 0x7F {
                bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
                rest >>= 7
            }
            bytes.append(UInt8(truncatingIfNeeded: rest))
        }
        return bytes
    }

    /// The numbers in a sequence of bytes.
    static func numbers(_ bytes: some Sequence<UInt8>) throws(Failure) -> [Int] {
        var numbers: [Int] = []
        var number: UInt64 = 0
        var shift: UInt64 = 0
        for byte in bytes {
            let group = UInt64(byte & 0x7F)
            // Ten groups hold 64 bits; the tenth has room for one.
            guard shift < 63 || (shift == 63 && group <= 1) else { throw .overflow }
            number |= group << shift
            shift += 7
            guard byte & 0x80 == 0 else { continue }
            guard let value = Int(exactly: number) else { throw .overflow }
            numbers.append(value)
            (number, shift) = (0, 0)
        }
        guard shift == 0 else { throw .truncated }
        return numbers
    }
}
