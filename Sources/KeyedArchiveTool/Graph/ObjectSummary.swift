import KeyedArchiving
import PropertyLists

/// A summary in a few words of an object whose class is one of Foundation's that isn't a plain value: the parts of a
/// date, a measurement, a condition, an order, a format.
///
/// Shortcuts of two widespread libraries are summarized, too.
struct ObjectSummary {
    let text: String
    /// The field that gives the text, or the first of those that do.
    let field: String

    /// Summarizes an object; nil for objects of other classes, and for those that aren't understood.
    ///
    /// - Throws: The error of an exhausted budget.
    fileprivate init?(
        of record: ArchivedRecord,
        ofClass archivedClass: ArchivedClass,
        in entries: inout any ArchiveEntries,
        _ budget: inout Budget
    ) throws(ArchiveError) {
        guard let kind = Kind(rawValue: archivedClass.name) else { return nil }
        var reader = Reader(entries, budget)
        defer { (entries, budget) = (reader.entries, reader.budget) }
        guard let text = try reader.text(of: record, kind) else { return nil }
        self.text = text
        field = kind.field
    }

    /// Whether objects of a class are summarized.
    static func isMade(ofClassNamed name: String) -> Bool { Kind(rawValue: name) != nil }

    /// The classes that are summarized, by their names.
    fileprivate enum Kind: String {
        case measurement = "NSMeasurement"
        case dateComponents = "NSDateComponents"
        case sortDescriptor = "NSSortDescriptor"
        case dateFormatter = "NSDateFormatter"
        case numberFormatter = "NSNumberFormatter"
        case isoDateFormatter = "NSISO8601DateFormatter"
        case dateIntervalFormatter = "NSDateIntervalFormatter"
        case byteCountFormatter = "NSByteCountFormatter"
        case comparison = "NSComparisonPredicate"
        case compound = "NSCompoundPredicate"
        case constant = "NSConstantValueExpression"
        case keyPath = "NSKeyPathExpression"
        case function = "NSFunctionExpression"
        case variable = "NSVariableExpression"
        case itself = "NSSelfExpression"
        case coreImageColor = "CIColor"
        case shortcut = "MASShortcut"
        case recordedShortcut = "SRShortcut"

        var field: String {
            switch self {
            case .measurement: "NS.value"
            case .dateComponents: "NS.year"
            case .sortDescriptor: "NSKey"
            case .dateFormatter: "NS.format"
            case .numberFormatter: "NS.positiveformat"
            case .isoDateFormatter: "NS.formatOptions"
            case .dateIntervalFormatter: "NS.dateTemplate"
            case .byteCountFormatter: "NSUnits"
            case .comparison: "NSLeftExpression"
            case .compound: "NSSubpredicates"
            case .constant: "NSConstantValue"
            case .keyPath: "NSArguments"
            case .function: "NSSelectorName"
            case .variable: "NSVariable"
            case .itself: "NSExpressionType"
            case .coreImageColor: "red"
            case .shortcut: "KeyCode"
            case .recordedShortcut: "keyCode"
            }
        }
    }
}

/// Makes the summaries of an archive's objects, charged to a separate budget: summaries that cost too much to read are
/// left out.
struct ObjectSummaries {
    /// The budget; nil before the first summary.
    private var budget: Budget?

    /// Summarizes an object.
    ///
    /// - Parameter original: The initial budget.
    mutating func summary(
        of record: ArchivedRecord,
        ofClass archivedClass: ArchivedClass,
        in entries: inout any ArchiveEntries,
        _ original: Budget
    ) -> ObjectSummary? {
        var remaining = budget ?? original
        defer { budget = remaining }
        return try? ObjectSummary(of: record, ofClass: archivedClass, in: &entries, &remaining)
    }
}

/// Reads the fields of objects that are summarized.
private struct Reader {
    var entries: any ArchiveEntries
    var budget: Budget

    /// How many conditions may be one in the other, and how many a condition names.
    private static let maximumDepth = 8
    private static let maximumCount = 8
    /// How many conditions are named in all, with those that are parts of others: one may be a part of many.
    private static let maximumTotal = 64
    private var conditionCount = 0

    init(_ entries: any ArchiveEntries, _ budget: Budget) {
        self.entries = entries
        self.budget = budget
    }

    mutating func text(of record: ArchivedRecord, _ kind: ObjectSummary.Kind) throws(ArchiveError) -> String? {
        switch kind {
        case .measurement:
            guard let value = number(record["NS.value"]), let unit = try object(record["NS.unit"]),
                let symbol = try string(unit["NS.symbol"])
            else { return nil }
            return "\(value.description) \(symbol.escaped(limit: displayLimit))"
        case .dateComponents: return dateComponents(of: record)
        case .sortDescriptor:
            guard let key = try string(record["NSKey"]), case .boolean(let isAscending)? = record["NSAscending"] else {
                return nil
            }
            let selector = try string(record["NSSelector"]).map { ", " + $0.escaped(limit: displayLimit) } ?? ""
            return "(\(key.escaped(limit: displayLimit)), \(isAscending ? "ascending" : "descending")\(selector))"
        case .dateFormatter: return try string(record["NS.format"])?.quoted()
        case .numberFormatter: return try string(record["NS.positiveformat"])?.quoted()
        case .isoDateFormatter: return isoDateOptions(of: record)
        case .dateIntervalFormatter:
            guard case .boolean(let isChosen)? = record["NS.useTemplate"] else { return nil }
            return try string(record[isChosen ? "NS.dateTemplate" : "NS.dateTemplateFromStyles"])?.quoted()
        case .byteCountFormatter: return byteCountOptions(of: record)
        case .comparison, .compound: return try condition(record, kind, depth: 0)
        case .constant, .keyPath, .function, .variable, .itself: return try expression(record, kind, depth: 0)
        case .coreImageColor: return components(of: record)
        case .shortcut: return keyStroke(record["KeyCode"], record["ModifierFlags"])
        case .recordedShortcut: return keyStroke(record["keyCode"], record["modifierFlags"])
        }
    }

    // MARK: - Dates

    /// The components that are set, in the order of their size.
    private static let components = [
        ("era", "NS.era"), ("year", "NS.year"), ("quarter", "NS.quarter"), ("month", "NS.month"), ("day", "NS.day"),
        ("hour", "NS.hour"), ("minute", "NS.minute"), ("second", "NS.second"), ("nanosecond", "NS.nanosec"),
        ("week of year", "NS.weekOfYear"), ("week of month", "NS.weekOfMonth"),
        ("year for week of year", "NS.yearForWOY"), ("weekday", "NS.weekday"),
        ("weekday ordinal", "NS.weekdayOrdinal"),
    ]

    private func dateComponents(of record: ArchivedRecord) -> String? {
        let parts = Self.components.compactMap { name, key -> String? in
            guard case .integer(let value)? = record[key], value != .max, value != Int64(Int32.max) else { return nil }
            return "\(name) \(value)"
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    // MARK: - Formats

    /// The options of ISO 8601 dates, by their bits; those of internet dates first, which are several.
    private static let isoDateOptions: [(bits: Int64, name: String)] = [
        (1907, "internet date and time"), (1 << 0, "year"), (1 << 1, "month"), (1 << 2, "week of year"),
        (1 << 4, "day"),
        (1 << 5, "time"), (1 << 6, "time zone"), (1 << 7, "space before the time"), (1 << 8, "dashes in the date"),
        (1 << 9, "colons in the time"), (1 << 10, "colons in the time zone"), (1 << 11, "fractional seconds"),
    ]

    /// The units of byte counts, by their bits; the last one is for all that are larger, too.
    private static let byteCountUnits: [(bits: Int64, name: String)] = [
        (1 << 0, "bytes"), (1 << 1, "KB"), (1 << 2, "MB"), (1 << 3, "GB"), (1 << 4, "TB"), (1 << 5, "PB"),
        (1 << 6, "EB"),
        (1 << 7, "ZB"), (0xFF00, "YB"),
    ]

    private func isoDateOptions(of record: ArchivedRecord) -> String? {
        guard case .integer(let options)? = record["NS.formatOptions"] else { return nil }
        return Self.names(of: options, in: Self.isoDateOptions)
    }

    /// The units that are allowed, and how many bytes a kilobyte has.
    private func byteCountOptions(of record: ArchivedRecord) -> String? {
        guard case .integer(let units)? = record["NSUnits"], let names = Self.names(of: units, in: Self.byteCountUnits)
        else { return nil }
        guard case .integer(let style)? = record["NSKBSize"] else { return names }
        return [0: "file", 1: "memory", 2: "decimal", 3: "binary"][style].map { "\(names) (\($0))" }
    }

    /// The names of bits; nil if there are none, or others.
    private static func names(of bits: Int64, in names: [(bits: Int64, name: String)]) -> String? {
        var rest = bits
        let found = names.filter { bits, _ in
            guard rest & bits == bits else { return false }
            rest &= ~bits
            return true
        }
        return found.isEmpty || rest != 0 ? nil : found.map(\.name).joined(separator: ", ")
    }

    // MARK: - Conditions

    /// The operators of comparisons, by their numbers.
    private static let operators = [
        0: "<", 1: "<=", 2: ">", 3: ">=", 4: "==", 5: "!=", 6: "MATCHES", 7: "LIKE", 8: "BEGINSWITH", 9: "ENDSWITH",
        10: "IN", 99: "CONTAINS", 100: "BETWEEN",
    ]

    private mutating func condition(
        _ record: ArchivedRecord,
        _ kind: ObjectSummary.Kind,
        depth: Int
    ) throws(ArchiveError) -> String? {
        guard depth < Self.maximumDepth else { return nil }
        guard kind == .compound else { return try comparison(record) }
        guard case .integer(let type)? = record["NSCompoundPredicateType"], 0...2 ~= type,
            let elements = try elements(record["NSSubpredicates"]), !elements.isEmpty
        else { return nil }
        var parts: [String] = []
        for element in elements.prefix(Self.maximumCount) where conditionCount < Self.maximumTotal {
            conditionCount += 1
            guard let part = try object(element), let name = try className(of: part),
                let kind = ObjectSummary.Kind(rawValue: name), kind == .compound || kind == .comparison,
                let text = try condition(part, kind, depth: depth + 1)
            else { return nil }
            parts.append(kind == .compound ? "(\(text))" : text)
        }
        if elements.count > parts.count { parts.append("…") }
        return type == 0 ? "NOT (\(parts[0]))" : parts.joined(separator: type == 1 ? " AND " : " OR ")
    }

    private mutating func comparison(_ record: ArchivedRecord) throws(ArchiveError) -> String? {
        guard let left = try expression(record["NSLeftExpression"]),
            let right = try expression(record["NSRightExpression"]),
            let operation = try object(record["NSPredicateOperator"]),
            case .integer(let type)? = operation["NSOperatorType"], let symbol = Self.operators[Int(clamping: type)]
        else { return nil }
        var modifier = ""
        if case .integer(let number)? = operation["NSModifier"] {
            guard let word = [0: "", 1: "ALL ", 2: "ANY "][number] else { return nil }
            modifier = word
        }
        var options = ""
        if case .integer(let number)? = operation["NSOptions"] {
            options = (number & 1 != 0 ? "c" : "") + (number & 2 != 0 ? "d" : "")
        }
        return "\(modifier)\(left) \(symbol)\(options.isEmpty ? "" : "[\(options)]") \(right)"
    }

    /// The expression that a value refers to; nil for others than those of ``ObjectSummary/Kind``.
    private mutating func expression(_ value: PropertyList?, depth: Int = 0) throws(ArchiveError) -> String? {
        guard let record = try object(value), let name = try className(of: record),
            let kind = ObjectSummary.Kind(rawValue: name)
        else { return nil }
        return try expression(record, kind, depth: depth)
    }

    /// A path of keys, a call, a constant, a variable or the object itself; nil for objects that are no expression.
    private mutating func expression(
        _ record: ArchivedRecord,
        _ kind: ObjectSummary.Kind,
        depth: Int
    ) throws(ArchiveError) -> String? {
        guard depth < Self.maximumDepth else { return nil }
        switch kind {
        case .keyPath:
            guard let operand = try expression(record["NSOperand"], depth: depth + 1),
                let specifier = try object(try elements(record["NSArguments"])?.first),
                let path = try string(specifier["NSKeyPath"])?.escaped(limit: displayLimit)
            else { return nil }
            return operand == Self.itself ? path : "\(operand).\(path)"
        case .function: return try call(record, depth: depth)
        case .itself: return Self.itself
        case .variable: return try string(record["NSVariable"]).map { "$" + $0.escaped(limit: displayLimit) }
        case .constant: return try constant(record["NSConstantValue"])
        default: return nil
        }
    }

    /// The call of a function: of the operand, as predicates write it, or of those that every predicate has.
    private mutating func call(_ record: ArchivedRecord, depth: Int) throws(ArchiveError) -> String? {
        guard let name = try string(record["NSSelectorName"]) else { return nil }
        let operand = try expression(record["NSOperand"], depth: depth + 1)
        let arguments = try elements(record["NSArguments"]) ?? []
        var parts = operand.map { [$0, name.quoted()] } ?? []
        for argument in arguments.prefix(Self.maximumCount) {
            conditionCount += 1
            guard conditionCount < Self.maximumTotal, let text = try expression(argument, depth: depth + 1) else {
                return nil
            }
            parts.append(text)
        }
        if arguments.count > Self.maximumCount { parts.append("…") }
        return (operand == nil ? name.escaped(limit: displayLimit) : "FUNCTION") + "(\(parts.joined(separator: ", ")))"
    }

    /// How predicates write the object that they are about.
    private static let itself = "SELF"

    private mutating func constant(_ value: PropertyList?) throws(ArchiveError) -> String? {
        guard let value else { return nil }
        let scalars = ScalarFormatter(palette: Palette(isColored: false))
        guard case .uid(let uid) = value else { return value.isContainer ? nil : scalars.text(of: value) }
        switch try entry(uid) {
        case .null?: return "nil"
        case .value(let value)?: return scalars.text(of: value)
        case .object(let record)?:
            switch try content(of: record) {
            case .date(let seconds): return DateForm.iso.text(of: seconds)
            case .string(let text): return text.quoted()
            case .decimal(let number): return number
            default: return nil
            }
        case .classRecord?, nil: return nil
        }
    }

    // MARK: - Colors

    /// The components of a color of Core Image, whose color space is archived only as a number of the system.
    private func components(of record: ArchivedRecord) -> String? {
        let scalars = ScalarFormatter(palette: Palette(isColored: false))
        let values = ["red", "green", "blue", "alpha"].compactMap { key -> String? in
            guard let value = record[key], number(value) != nil else { return nil }
            return scalars.text(of: value)
        }
        return values.count == 4 ? "(\(values.joined(separator: " ")))" : nil
    }

    // MARK: - Keys

    private func keyStroke(_ key: PropertyList?, _ modifiers: PropertyList?) -> String? {
        guard case .integer(let key)? = key, case .integer(let modifiers)? = modifiers else { return nil }
        return KeyStroke(key: key, modifiers: modifiers)?.text
    }

    // MARK: - Fields

    private func number(_ value: PropertyList?) -> Double? {
        switch value {
        case .integer(let value)?: Double(value)
        case .float(let value)?: Double(value)
        case .double(let value)?: value
        default: nil
        }
    }

    private mutating func string(_ value: PropertyList?) throws(ArchiveError) -> String? {
        guard case .uid(let uid)? = value else { return nil }
        switch try entry(uid) {
        case .value(.string(let text))?: return text.repaired
        case .object(let record)?:
            // A mutable string.
            if case .string(let text)? = try content(of: record) { return text.repaired }
            return nil
        default: return nil
        }
    }

    /// The value that an object of one of Foundation's classes represents; nil for other objects.
    private mutating func content(of record: ArchivedRecord) throws(ArchiveError) -> FoundationValue.Content? {
        let archivedClass = try ObjectForms.readable { () throws(ArchiveError) in
            try entries.archivedClass(at: record.classUID, charging: &budget)
        }
        guard let archivedClass else { return nil }
        return try entries.foundationValue(of: record, ofClass: archivedClass, charging: &budget)?.content
    }

    private mutating func object(_ value: PropertyList?) throws(ArchiveError) -> ArchivedRecord? {
        guard case .uid(let uid)? = value, case .object(let record)? = try entry(uid) else { return nil }
        return record
    }

    private mutating func elements(_ value: PropertyList?) throws(ArchiveError) -> [PropertyList]? {
        guard let record = try object(value), case .list(let elements)? = try content(of: record) else { return nil }
        return elements
    }

    private mutating func className(of record: ArchivedRecord) throws(ArchiveError) -> String? {
        guard case .classRecord(let archivedClass)? = try entry(record.classUID) else { return nil }
        return archivedClass.name
    }

    private mutating func entry(_ uid: UID) throws(ArchiveError) -> ArchiveEntry? {
        try entries.readableEntry(at: .uid(uid), charging: &budget)
    }
}
