import KeyedArchiving
import PropertyLists

/// The runs of an attributed string that has several: parts of the text, each with its attributes.
struct AttributedRuns {
    private(set) var children: [GraphChildren.Child] = []
    /// The attributes that several runs have.
    private(set) var repeated: Set<UID> = []

    /// How much of a part is shown, in UTF-16 units.
    private static let shownLength = 2 * displayLimit

    /// Finds the runs; nil if the fields aren't those of an attributed string with several runs, or contradict it.
    ///
    /// - Throws: The error of an exhausted budget.
    init?(
        of fields: [ArchivedRecord.Field],
        text: PropertyListString,
        in entries: inout any ArchiveEntries,
        _ budget: inout Budget
    ) throws(ArchiveError) {
        guard let info = fields.first(where: { $0.key.isIdentical(to: AttributedStringFields.runs) })?.value,
            let attributes = fields.first(where: { $0.key.isIdentical(to: AttributedStringFields.attributes) })?.value
        else { return nil }
        guard let bytes = try Self.data(info, &entries, &budget), let numbers = Self.pairs(bytes),
            let elements = try Self.elements(attributes, &entries, &budget)
        else { return nil }
        let units = text.utf16
        try budget.step(numbers.count)
        try budget.allocate(numbers.count / 2, of: MemoryLayout<GraphChildren.Child>.stride)
        var position = units.startIndex
        var seen: Set<Int> = []
        for pair in stride(from: 0, to: numbers.count, by: 2) {
            let (length, index) = (numbers[pair], numbers[pair + 1])
            guard length <= units.distance(from: position, to: units.endIndex), elements.indices.contains(index) else {
                return nil
            }
            let end = units.index(position, offsetBy: length)
            let part = PropertyListString(utf16: Array(units[position..<end].prefix(Self.shownLength)))
            try budget.allocateBuffer(of: part.size)
            children.append((.run(part, attributes: index), elements[index]))
            position = end
            if !seen.insert(index).inserted, case .uid(let uid) = elements[index] { repeated.insert(uid) }
        }
    }

    /// Whether a field says no more than the runs.
    static func isFolded(_ key: PropertyListString) -> Bool {
        key.isIdentical(to: AttributedStringFields.runs) || key.isIdentical(to: AttributedStringFields.attributes)
    }

    /// Pairs of a length and an index; nil if bytes aren't that.
    private static func pairs(_ bytes: [UInt8]) -> [Int]? {
        guard let numbers = try? VariableLengthIntegers.numbers(bytes) else { return nil }
        return numbers.count.isMultiple(of: 2) && !numbers.isEmpty ? numbers : nil
    }

    private static func data(
        _ value: PropertyList,
        _ entries: inout any ArchiveEntries,
        _ budget: inout Budget
    ) throws(ArchiveError) -> [UInt8]? {
        if case .data(let bytes) = value { return bytes }
        switch try entries.readableEntry(at: value, charging: &budget) {
        case .value(.data(let bytes))?: return bytes
        case .object(let record)?:
            if case .data(let bytes)? = record[DataFields.data] { return bytes }
            return nil
        default: return nil
        }
    }

    private static func elements(
        _ value: PropertyList,
        _ entries: inout any ArchiveEntries,
        _ budget: inout Budget
    ) throws(ArchiveError) -> [PropertyList]? {
        if case .array(let elements) = value { return elements.elements }
        guard case .object(let record)? = try entries.readableEntry(at: value, charging: &budget) else { return nil }
        let archivedClass = try ObjectForms.readable { () throws(ArchiveError) in
            try entries.archivedClass(at: record.classUID, charging: &budget)
        }
        guard let archivedClass,
            case .list(let elements)? = try entries.foundationValue(
                of: record, ofClass: archivedClass, charging: &budget)?.content
        else { return nil }
        return elements
    }
}
