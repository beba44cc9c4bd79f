public import Foundation
public import KeyedArchiving

/// `NSIndexSet`. `NSMutableIndexSet` is read too.
extension IndexSet: HasMutableVariant {
    /// `NSIndexSet`.
    public static var codedClassName: String { "NSIndexSet" }

    /// Writes the number of ranges, then one range in two fields or more of them as variable-length integers.
    public func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(rangeView.count, forKey: IndexSetFields.rangeCount)
        if rangeView.count > 1 {
            let numbers = rangeView.flatMap { [$0.lowerBound, $0.count] }
            try archiver.encode(
                MutableVariant(Data(VariableLengthIntegers.bytes(numbers))), forKey: IndexSetFields.ranges)
        } else if let range = rangeView.first {
            try archiver.encode(range.lowerBound, forKey: IndexSetFields.location)
            try archiver.encode(range.count, forKey: IndexSetFields.length)
        }
    }

    /// Reads the ranges, which have to be in ascending order and apart.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        self.init()
        let count = try unarchiver.requiredInteger(forKey: IndexSetFields.rangeCount)
        switch count {
        case 0: break
        case 1:
            let location = try unarchiver.requiredInteger(forKey: IndexSetFields.location)
            let length = try unarchiver.requiredInteger(forKey: IndexSetFields.length)
            insert(integersIn: try unarchiver.indexRange(location, length, key: IndexSetFields.location))
        default:
            guard let numbers = try unarchiver.variableLengthIntegers(forKey: IndexSetFields.ranges) else {
                throw unarchiver.missing(IndexSetFields.ranges)
            }
            guard numbers.count.isMultiple(of: 2), numbers.count / 2 == count else {
                throw unarchiver.damaged(
                    "an index set counts \(count) ranges and holds \(numbers.count) numbers for them",
                    key: IndexSetFields.ranges
                )
            }
            var previous: Range<Int>?
            for position in stride(from: 0, to: numbers.count, by: 2) {
                let range = try unarchiver.indexRange(
                    numbers[position], numbers[position + 1], key: IndexSetFields.ranges)
                guard IndexSetFields.range(range.lowerBound, range.count, after: previous) != nil else {
                    throw unarchiver.damaged(
                        "the ranges of an index set overlap or are out of order",
                        key: IndexSetFields.ranges)
                }
                insert(integersIn: range)
                previous = range
            }
        }
    }
}

extension KeyedUnarchiver {
    /// A range of indexes, all of them from 0 to the greatest integer but one, as Apple's index sets have them.
    fileprivate func indexRange(_ location: Int, _ length: Int, key: String) throws -> Range<Int> {
        guard let range = IndexSetFields.range(location, length) else {
            throw damaged("a range of \(length) indexes from \(location) is impossible", key: key)
        }
        return range
    }
}

/// `NSIndexPath`.
extension IndexPath: Codingable {
    /// `NSIndexPath`.
    public static var codedClassName: String { "NSIndexPath" }

    /// Writes the length, then one index in a field or more of them as variable-length integers.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/unrepresentable`` if an index is negative.
    public func encode(with archiver: KeyedArchiver) throws {
        guard allSatisfy({ $0 >= 0 }) else {
            throw ArchiveError(
                .unrepresentable,
                "an index path with a negative index cannot be archived",
                remedy: "use indexes from 0 on"
            )
        }
        try archiver.encode(count, forKey: IndexPathFields.length)
        if count > 1 {
            try archiver.encode(
                MutableVariant(Data(VariableLengthIntegers.bytes(self))), forKey: IndexPathFields.indexes)
        } else if let index = first {
            try archiver.encode(index, forKey: IndexPathFields.index)
        }
    }

    /// Reads the length and as many indexes.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        let length = try unarchiver.requiredInteger(forKey: IndexPathFields.length)
        switch length {
        case 0: self.init()
        case 1:
            let index = try unarchiver.requiredInteger(forKey: IndexPathFields.index)
            guard index >= 0 else {
                throw unarchiver.damaged("an index is negative", key: IndexPathFields.index)
            }
            self.init(index: index)
        default:
            guard let indexes = try unarchiver.variableLengthIntegers(forKey: IndexPathFields.indexes) else {
                throw unarchiver.missing(IndexPathFields.indexes)
            }
            guard indexes.count == length else {
                throw unarchiver.damaged(
                    "an index path counts \(length) indexes and holds \(indexes.count)",
                    key: IndexPathFields.indexes
                )
            }
            self.init(indexes: indexes)
        }
    }
}
