internal import PropertyLists

/// The fields of an index set, `NSIndexSet`.
package enum IndexSetFields {
    /// How many ranges there are.
    @inlinable package static var rangeCount: String { "NSRangeCount" }

    /// The first index of the only range.
    @inlinable package static var location: String { "NSLocation" }

    /// How many indexes the only range has.
    @inlinable package static var length: String { "NSLength" }

    /// The first index and the length of each of several ranges, as ``VariableLengthIntegers``.
    @inlinable package static var ranges: String { "NSRangeData" }

    /// The other fields depend on the number of ranges.
    static func rules(rangeCount: Int64?) -> [FieldRule] {
        let indexes: [FieldRule] =
            switch rangeCount {
            case nil, 0: []
            case 1: [.required(location, .integer), .required(length, .integer)]
            default: [.required(ranges, .bytes)]
            }
        return [.required(self.rangeCount, .integer)] + indexes
    }

    /// The range of some indexes; nil if there can be none: a range has an index, and lies beyond the one before and
    /// apart from it.
    @inlinable
    package static func range<Index: FixedWidthInteger>(
        _ location: Index,
        _ length: Index,
        after previous: Range<Index>? = nil
    ) -> Range<Index>? {
        let (end, overflow) = location.addingReportingOverflow(length)
        guard location >= 0, length > 0, !overflow, previous.map({ location > $0.upperBound }) ?? true else {
            return nil
        }
        return location..<end
    }
}

/// The fields of an index path, `NSIndexPath`.
package enum IndexPathFields {
    /// How many indexes there are.
    @inlinable package static var length: String { "NSIndexPathLength" }

    /// The only index.
    @inlinable package static var index: String { "NSIndexPathValue" }

    /// Several indexes, as ``VariableLengthIntegers``.
    @inlinable package static var indexes: String { "NSIndexPathData" }

    /// The other fields depend on the number of indexes.
    static func rules(length: Int64?) -> [FieldRule] {
        let indexes: [FieldRule] =
            switch length {
            case nil, 0: []
            case 1: [.required(index, .integer)]
            default: [.required(self.indexes, .bytes)]
            }
        return [.required(self.length, .integer)] + indexes
    }
}

/// Whole numbers in groups of seven bits, the least significant group first; the top bit of a byte says that more
/// follow.
///
/// Index sets, index paths and the runs of attributed strings are stored this way.
package enum VariableLengthIntegers {
    /// The reason why bytes aren't a sequence of numbers.
    package enum Failure: Error {
        /// The last number has no end.
        case truncated
        /// A number does not fit its type.
        case overflow

        /// The failure in one lower-case clause.
        package var reason: String {
            switch self {
            case .truncated: "the last number has no end"
            case .overflow: "a number does not fit"
            }
        }
    }

    /// How many numbers a sequence of bytes holds.
    @inlinable
    package static func count(in bytes: some Sequence<UInt8>) -> Int {
        bytes.reduce(0) { $0 + ($1 & 0x80 == 0 ? 1 : 0) }
    }

    /// The bytes of a sequence of numbers, none of them negative.
    @inlinable
    package static func bytes(_ numbers: some Sequence<some BinaryInteger>) -> [UInt8] {
        var bytes: [UInt8] = []
        for number in numbers {
            var rest = UInt64(truncatingIfNeeded: number)
            while rest > 0x7F {
                bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
                rest >>= 7
            }
            bytes.append(UInt8(truncatingIfNeeded: rest))
        }
        return bytes
    }

    /// The numbers in a sequence of bytes.
    ///
    /// - Throws: ``Failure/overflow`` for a number that the type cannot represent.
    @inlinable
    package static func numbers<Number: FixedWidthInteger>(
        _ bytes: some Sequence<UInt8>,
        as type: Number.Type = Int.self
    ) throws(Failure) -> [Number] {
        var numbers: [Number] = []
        var number: UInt64 = 0
        var shift: UInt64 = 0
        for byte in bytes {
            let group = UInt64(byte & 0x7F)
            // Ten groups hold 64 bits; the tenth has room for one.
            guard shift < 63 || (shift == 63 && group <= 1) else { throw .overflow }
            number |= group << shift
            shift += 7
            guard byte & 0x80 == 0 else { continue }
            guard let value = Number(exactly: number) else { throw .overflow }
            numbers.append(value)
            (number, shift) = (0, 0)
        }
        guard shift == 0 else { throw .truncated }
        return numbers
    }
}

extension FoundationValueDecoder {
    mutating func indexSet() -> FoundationValue.Content? {
        guard let count = integer(IndexSetFields.rangeCount) else { return nil }
        let numbers: [UInt64]
        switch count {
        case ..<0: return nil
        case 0: numbers = []
        case 1:
            guard let location = integer(IndexSetFields.location), let length = integer(IndexSetFields.length),
                let range = IndexSetFields.range(location, length)
            else { return nil }
            return .indexSet([UInt64(range.lowerBound)..<UInt64(range.upperBound)])
        default:
            guard let data = resolvedData(IndexSetFields.ranges), let found = variableLengthNumbers(in: data) else {
                return nil
            }
            guard found.count.isMultiple(of: 2), found.count / 2 == count else { return nil }
            numbers = found
        }
        var ranges: [Range<UInt64>] = []
        for position in stride(from: 0, to: numbers.count - 1, by: 2) {
            guard let range = IndexSetFields.range(numbers[position], numbers[position + 1], after: ranges.last)
            else { return nil }
            ranges.append(range)
        }
        return .indexSet(ranges)
    }

    mutating func indexPath() -> FoundationValue.Content? {
        guard let count = integer(IndexPathFields.length) else { return nil }
        switch count {
        case 0: return .indexPath([])
        case 1:
            guard let index = integer(IndexPathFields.index), index >= 0 else { return nil }
            return .indexPath([UInt64(index)])
        default:
            guard
                let data = resolvedData(IndexPathFields.indexes), let indexes = variableLengthNumbers(in: data),
                Int64(indexes.count) == count
            else { return nil }
            return .indexPath(indexes)
        }
    }

    private mutating func variableLengthNumbers(in data: [UInt8]) -> [UInt64]? {
        // Many objects can share one long list, and each gets its numbers, and ranges of them.
        guard charge(data.count, of: 2 * MemoryLayout<UInt64>.stride) else { return nil }
        return try? VariableLengthIntegers.numbers(data, as: UInt64.self)
    }
}
