public import Foundation
public import KeyedArchiving

/// `NSIndexSet`. `NSMutableIndexSet` is read too.
extension IndexSet: HasMutableVariant {
    /// `NSIndexSet`.
    public static var codedClassName: String { "NSIndexSet" }

    /// `NSMutableIndexSet`.
    public static var mutableClassName: String { "NSMutableIndexSet" }

    /// `NSMutableIndexSet`.
    public static var codedClassAliases: [String] { ["NSMutableIndexSet"] }

    /// Writes the number of ranges, then one range in two fields or more of them as variable-length integers.
    public func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(rangeView.count, forKey: "NSRangeCount")
        if rangeView.count > 1 {
            let numbers = rangeView.flatMap { [$0.lowerBound, $0.count] }
            try archiver.encode(MutableVariant(Data(VariableLengthIntegers.bytes(numbers))), forKey: "NSRangeData")
        } else if let range = rangeView.first {
            try archiver.encode(range.lowerBound, forKey: "NSLocation")
            try archiver.encode(range.count, forKey: "NSLength")
        }
    }

    /// The set itself, or that of a mutable one.
    public static func _cast(_ object: any Codingable) -> IndexSet? {
        object as? IndexSet ?? (object as? MutableVariant<IndexSet>)?.value
    }

    /// Reads the ranges, which have to be in ascending order and apart.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        self.init()
        let count = try unarchiver.requiredInteger(forKey: "NSRangeCount")
        switch count {
        case 0: break
        case 1:
            let location = try unarchiver.requiredInteger(forKey: "NSLocation")
            let length = try unarchiver.requiredInteger(forKey: "NSLength")
            insert(integersIn: try unarchiver.indexRange(location, length, key: "NSLocation"))
        default:
            guard let numbers = try unarchiver.variableLengthIntegers(forKey: "NSRangeData") else {
                throw unarchiver.missing("NSRangeData")
            }
            guard numbers.count.isMultiple(of: 2), numbers.count / 2 == count else {
                throw unarchiver.failure(
                    .invalidValue,
                    "an index set counts \(count) ranges and holds \(numbers.count) numbers for them",
                    key: "NSRangeData"
                )
            }
            var end = -1
            for position in stride(from: 0, to: numbers.count, by: 2) {
                let range = try unarchiver.indexRange(numbers[position], numbers[position + 1], key: "NSRangeData")
                guard range.lowerBound > end else {
                    throw unarchiver.failure(
                        .invalidValue, "the ranges of an index set overlap or are out of order", key: "NSRangeData")
                }
                insert(integersIn: range)
                end = range.upperBound
            }
        }
    }
}

extension KeyedUnarchiver {
    /// A range of indexes, all of them from 0 to the greatest integer but one, as Apple's index sets have them.
    fileprivate func indexRange(_ location: Int, _ length: Int, key: String) throws -> Range<Int> {
        let (end, overflow) = location.addingReportingOverflow(length)
        guard location >= 0, length > 0, !overflow else {
            throw failure(.invalidValue, "a range of \(length) indexes from \(location) is impossible", key: key)
        }
        return location..<end
    }
}

/// `NSIndexPath`.
extension IndexPath: Codingable {
    /// `NSIndexPath`.
    public static var codedClassName: String { "NSIndexPath" }

    /// Writes the length, then one index in a field or more of them as variable-length integers.
    ///
    /// - Throws: ``/KeyedArchiving/ArchiveError/Code/unrepresentable`` if an index is negative.
    public func encode(with archiver: KeyedArchiver) throws {
        guard allSatisfy({ $0 >= 0 }) else {
            throw ArchiveError(.unrepresentable, "an index path with a negative index cannot be archived")
        }
        try archiver.encode(count, forKey: "NSIndexPathLength")
        if count > 1 {
            try archiver.encode(MutableVariant(Data(VariableLengthIntegers.bytes(self))), forKey: "NSIndexPathData")
        } else if let index = first {
            try archiver.encode(index, forKey: "NSIndexPathValue")
        }
    }

    /// Reads the length and as many indexes.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        let length = try unarchiver.requiredInteger(forKey: "NSIndexPathLength")
        switch length {
        case 0: self.init()
        case 1:
            let index = try unarchiver.requiredInteger(forKey: "NSIndexPathValue")
            guard index >= 0 else {
                throw unarchiver.failure(.invalidValue, "an index is negative", key: "NSIndexPathValue")
            }
            self.init(index: index)
        default:
            guard let indexes = try unarchiver.variableLengthIntegers(forKey: "NSIndexPathData") else {
                throw unarchiver.missing("NSIndexPathData")
            }
            guard indexes.count == length else {
                throw unarchiver.failure(
                    .invalidValue,
                    "an index path counts \(length) indexes and holds \(indexes.count)",
                    key: "NSIndexPathData"
                )
            }
            self.init(indexes: indexes)
        }
    }
}

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
