internal import PropertyLists

extension FoundationValueDecoder {
    /// The elements of an array or a set; one that is empty may have no field at all.
    mutating func elements() -> [PropertyList]? {
        guard let elements = archive.elements(of: record) else { return record.fields.isEmpty ? [] : nil }
        markUsed(prefixes: ["NS.object"])
        return elements
    }

    mutating func pairs() -> FoundationValue.Content? {
        guard let pairs = archive.pairs(of: record) else { return record.fields.isEmpty ? .dictionary([]) : nil }
        markUsed(prefixes: ["NS.object", "NS.key"])
        return .dictionary(pairs)
    }

    /// The fields `NS.object0`, `NS.count0` and so on, with their number under `NS.count`.
    mutating func countedSet() -> FoundationValue.Content? {
        guard let count = integer("NS.count"), 0...Int64(record.fields.count) ~= count else { return nil }
        var values: [String: PropertyList] = [:]
        for field in record.fields { values[field.key.repaired] = field.value }
        var members: [(element: PropertyList, count: PropertyList)] = []
        for position in 0..<count {
            guard let element = values["NS.object\(position)"], let count = values["NS.count\(position)"] else {
                return nil
            }
            members.append((element, count))
        }
        markUsed(prefixes: ["NS.object", "NS.count"])
        return .countedSet(members)
    }

    mutating func indexSet() -> FoundationValue.Content? {
        guard let count = integer("NSRangeCount") else { return nil }
        let numbers: [UInt64]
        switch count {
        case 0: numbers = []
        case 1:
            guard let location = integer("NSLocation"), let length = integer("NSLength") else { return nil }
            guard location >= 0, length >= 0 else { return nil }
            numbers = [UInt64(location), UInt64(length)]
        default:
            guard let data = resolvedData("NSRangeData"), let found = sevenBitNumbers(in: data) else { return nil }
            guard UInt64(found.count) == UInt64(clamping: count).multipliedReportingOverflow(by: 2).partialValue else {
                return nil
            }
            numbers = found
        }
        var ranges: [Range<UInt64>] = []
        for position in stride(from: 0, to: numbers.count - 1, by: 2) {
            let (end, overflow) = numbers[position].addingReportingOverflow(numbers[position + 1])
            guard !overflow else { return nil }
            ranges.append(numbers[position]..<end)
        }
        return .indexSet(ranges)
    }

    mutating func indexPath() -> FoundationValue.Content? {
        guard let count = integer("NSIndexPathLength") else { return nil }
        switch count {
        case 0: return .indexPath([])
        case 1:
            guard let index = integer("NSIndexPathValue"), index >= 0 else { return nil }
            return .indexPath([UInt64(index)])
        default:
            guard
                let data = resolvedData("NSIndexPathData"), let indexes = sevenBitNumbers(in: data),
                Int64(indexes.count) == count
            else { return nil }
            return .indexPath(indexes)
        }
    }

    /// Numbers in groups of seven bits, the least significant group first; the top bit says that more follow.
    private mutating func sevenBitNumbers(in data: [UInt8]) -> [UInt64]? {
        // Many objects can share one long list, and each gets its numbers, and ranges of them.
        guard pay(data.count, of: 2 * MemoryLayout<UInt64>.stride) else { return nil }
        var numbers: [UInt64] = []
        var number: UInt64 = 0
        var shift: UInt64 = 0
        for byte in data {
            let group = UInt64(byte & 0x7F)
            guard shift < 63 || (shift == 63 && group <= 1) else { return nil }
            number |= group << shift
            if byte & 0x80 == 0 {
                numbers.append(number)
                (number, shift) = (0, 0)
            } else {
                shift += 7
            }
        }
        return shift == 0 ? numbers : nil
    }
}
