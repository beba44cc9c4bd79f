import KeyedArchiving
import PropertyLists

/// Edits of what objects of Foundation's stand for, where several fields say it.
extension GraphEdits {
    /// Changes what a mark of an object says.
    ///
    /// - Returns: False if the mark isn't one of those that several fields say.
    mutating func change(_ mark: String, to new: PropertyList, of uid: UID) throws(ArchiveError) -> Bool {
        let fields: [(key: String, value: PropertyList?)]?
        switch mark {
        case "$ranges": fields = Self.indexSet(new)
        case "$indexes": fields = Self.indexPath(new)
        case "$decimal": fields = new.stringValue.flatMap(Self.decimal)
        case "$geometry": fields = try geometry(new.stringValue ?? "", of: uid)
        default: return false
        }
        guard let fields else { throw Self.unchangeable("\(mark) of object \(uid) to \(Self.shown(new))") }
        try setFields(fields, of: uid)
        return true
    }

    private mutating func setFields(
        _ fields: [(key: String, value: PropertyList?)],
        of uid: UID
    ) throws(ArchiveError) {
        count += 1
        for (key, value) in fields {
            if let value {
                try archive.setValue(value, forKey: key, ofObjectAt: uid)
            } else {
                try archive.removeValue(forKey: key, ofObjectAt: uid)
            }
        }
    }

    private static func shown(_ value: PropertyList) -> String {
        value.stringValue.map { $0.quoted() } ?? "what isn't one"
    }

    // MARK: - Indexes

    private static func indexSet(_ json: PropertyList) -> [(key: String, value: PropertyList?)]? {
        var numbers: [UInt64] = []
        var end: Int64 = -1
        guard let ranges = json.arrayValue else { return nil }
        for range in ranges {
            // Ranges ascend, and don't touch.
            guard let pair = range.arrayValue, pair.count == 2, case .integer(let start) = pair[0],
                case .integer(let length) = pair[1], start > end, length > 0,
                case let (sum, overflow) = start.addingReportingOverflow(length), !overflow
            else { return nil }
            numbers += [UInt64(start), UInt64(length)]
            end = sum
        }
        let single = ranges.count == 1
        return [
            (IndexSetFields.rangeCount, .integer(Int64(ranges.count))),
            (IndexSetFields.location, single ? .integer(Int64(numbers[0])) : nil),
            (IndexSetFields.length, single ? .integer(Int64(numbers[1])) : nil),
            (IndexSetFields.ranges, ranges.count > 1 ? .data(VariableLengthIntegers.bytes(numbers)) : nil),
        ]
    }

    private static func indexPath(_ json: PropertyList) -> [(key: String, value: PropertyList?)]? {
        var numbers: [UInt64] = []
        guard let indexes = json.arrayValue else { return nil }
        for index in indexes {
            guard case .integer(let index) = index, index >= 0 else { return nil }
            numbers.append(UInt64(index))
        }
        return [
            (IndexPathFields.length, .integer(Int64(numbers.count))),
            (IndexPathFields.index, numbers.count == 1 ? .integer(Int64(numbers[0])) : nil),
            (IndexPathFields.indexes, numbers.count > 1 ? .data(VariableLengthIntegers.bytes(numbers)) : nil),
        ]
    }

    // MARK: - Numbers

    private static func decimal(_ text: String) -> [(key: String, value: PropertyList?)]? {
        guard let number = DecimalText(text) else { return nil }
        return [
            (DecimalFields.exponent, .integer(Int64(number.exponent))),
            (DecimalFields.length, .integer(Int64(number.mantissa.words.count))),
            (DecimalFields.isNegative, .boolean(number.isNegative)), (DecimalFields.isCompact, true),
            (DecimalFields.byteOrder, .integer(Int64(DecimalMantissa.ByteOrder.littleEndian.rawValue))),
            (DecimalFields.mantissa, .data(number.mantissa.bytes)),
        ]
    }

    /// The fields of a point, a size, a rectangle or a range; its text has as many numbers as before.
    private func geometry(_ text: String, of uid: UID) throws(ArchiveError) -> [(key: String, value: PropertyList?)]? {
        guard let record = try archive.record(at: uid), let numbers = Self.numbers(text) else { return nil }
        if record[BoxedValueFields.rangeLocation] != nil {
            let parts = numbers.compactMap { Int64($0) }
            guard parts.count == 2, numbers.count == 2, text.filter({ $0 == "{" }).count == 1 else { return nil }
            return [
                (BoxedValueFields.rangeLocation, .integer(parts[0])),
                (BoxedValueFields.rangeLength, .integer(parts[1])),
            ]
        }
        let forms = [(BoxedValueFields.point, 2, 1), (BoxedValueFields.size, 2, 1), (BoxedValueFields.rect, 4, 3)]
        for (key, count, braces) in forms where record[key] != nil {
            guard numbers.count == count, text.filter({ $0 == "{" }).count == braces else { return nil }
            return [(key, .string(PropertyListString(text)))]
        }
        return nil
    }

    /// The numbers in nested braces, such as `{{0, 0}, {100, 20}}`; nil if there is anything else.
    private static func numbers(_ text: String) -> [Substring]? {
        guard text.hasPrefix("{"), text.hasSuffix("}") else { return nil }
        let parts = text.split { "{}, ".contains($0) }
        return parts.allSatisfy { Double($0) != nil } ? parts : nil
    }

    // MARK: - Counted sets

    /// Changes the members of a counted set: their counts, members that went, and those that came.
    mutating func changeCountedSet(
        _ old: PropertyListArray,
        to new: PropertyListArray,
        of uid: UID
    ) throws(ArchiveError) {
        guard let record = try archive.record(at: uid) else { throw Self.unchangeable("a counted set") }
        var fields: [(key: String, value: PropertyList?)] = [(CountedSetFields.count, .integer(Int64(new.count)))]
        // The places of equal members, the first one last.
        var places: [PropertyList: [Int]] = [:]
        for (position, member) in old.enumerated().reversed() {
            if let element = member["$element"] { places[element, default: []].append(position) }
        }
        for (position, member) in new.enumerated() {
            guard let element = member["$element"], let number = member["$count"]?.intValue, number > 0 else {
                throw Self.unchangeable(
                    "a counted set to one with a member that isn't {\"$count\":1 or more,\"$element\":…}")
            }
            var reference: PropertyList?
            if let known = places[element]?.popLast() { reference = record[CountedSetFields.object(known)] }
            if reference == nil { reference = try addReference(to: element) }
            fields.append((CountedSetFields.object(position), reference))
            fields.append((CountedSetFields.count(position), .integer(Int64(number))))
        }
        for position in new.count..<max(new.count, old.count) {
            fields += [(CountedSetFields.object(position), nil), (CountedSetFields.count(position), nil)]
        }
        try setFields(fields.filter { $0.value == nil || $0.value != record[$0.key] }, of: uid)
    }

    private mutating func addReference(to json: PropertyList) throws(ArchiveError) -> PropertyList {
        switch try builder.value(of: json, in: &archive) {
        case .uid(let uid): return .uid(uid)
        case .null: throw ArchiveError(.unrepresentable, "a collection can't hold null", remedy: "take it out")
        case let plain: return .uid(archive.add(.value(plain)))
        }
    }
}
