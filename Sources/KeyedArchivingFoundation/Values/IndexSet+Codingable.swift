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
