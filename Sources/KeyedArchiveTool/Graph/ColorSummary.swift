import KeyedArchiving
import PropertyLists

/// The color of an object of `NSColor` or `UIColor`, or of one of their subclasses.
struct ColorSummary {
    private let color: ShownColor
    /// The fields that say no more than this.
    private let folded: Set<String>

    /// Summarizes a color; nil for objects of other classes, and for colors that aren't understood.
    ///
    /// - Throws: The error of an exhausted budget.
    init?(
        of record: ArchivedRecord,
        ofClass archivedClass: ArchivedClass,
        in entries: inout any ArchiveEntries,
        _ budget: inout Budget
    ) throws(ArchiveError) {
        var reader = Reader(record: record)
        // Most objects have no such field, so that their classes need not be looked through.
        guard reader.isLikeColor else { return nil }
        try budget.step(archivedClass.hierarchy.count)
        guard ColorFields.classNames.contains(where: { archivedClass.isKind(ofClassNamed: $0) }) else { return nil }
        guard let color = try reader.color(&entries, &budget) else { return nil }
        self.color = color
        folded = reader.used
    }

    /// Whether a field says no more than the summary.
    func isFolded(_ key: PropertyListString) -> Bool {
        key.string.map(folded.contains) ?? false
    }

    /// The color as `#2A2D36`, with the opacity behind it unless it is 1; nil where that can't say it.
    var hexadecimal: String? {
        color.hexadecimal.map { $0.hasSuffix("FF") ? String($0.dropLast(2)) : $0 }
    }

    /// The color in words, on terminals with a patch of it.
    func text(_ palette: Palette) -> String {
        guard let hexadecimal else { return palette.paint(color.description, .number) }
        let opacity = color.alpha == 1 ? "" : ", opacity \(color.alpha)"
        return palette.paint(hexadecimal, .number) + palette.patch(hexadecimal) + " \(color.space)\(opacity)"
    }
}

/// Reads the fields of a color, and remembers which ones it used.
private struct Reader {
    let record: ArchivedRecord
    var used: Set<String> = []

    var isLikeColor: Bool {
        record[ColorFields.kind] != nil || record[UIColorFields.systemName] != nil
            || UIColorFields.components.contains {
                record[$0] != nil || record[$0 + UIColorFields.doubleSuffix] != nil
            }
    }

    /// The color; of one with a name, the color beside it as the fallback.
    mutating func color(
        _ entries: inout any ArchiveEntries,
        _ budget: inout Budget
    ) throws(ArchiveError) -> ShownColor? {
        guard var color = try colorItself(&entries, &budget) else { return nil }
        switch color.space {
        case .system: color.fallback = ColorFields.Form.uiKitKeys(has).flatMap { uiKitColor($0) }
        case .catalog:
            // It stays a field: others may refer to it.
            if case .object(let fallback)? = try entries.readableEntry(
                at: record[ColorFields.namedColor], charging: &budget)
            {
                var reader = Reader(record: fallback)
                color.fallback = reader.isLikeColor ? try reader.colorItself(&entries, &budget) : nil
            }
        default: break
        }
        return color
    }

    private func has(_ key: String) -> Bool { record[key] != nil }

    /// The color without a fallback.
    private mutating func colorItself(
        _ entries: inout any ArchiveEntries,
        _ budget: inout Budget
    ) throws(ArchiveError) -> ShownColor? {
        let kind = field(ColorFields.kind)?.number.flatMap { Int(exactly: $0) }
        switch ColorFields.Form(kind: kind ?? 0, has: has) {
        case .system:
            let name = try text(UIColorFields.systemName, &entries, &budget)
            return name.map { ShownColor(.system($0)) }
        case .catalog:
            guard let catalog = try text(ColorFields.catalog, &entries, &budget),
                let name = try text(ColorFields.name, &entries, &budget)
            else { return nil }
            return ShownColor(.catalog(catalog, name: name))
        case .uiKit(let keys): return uiKitColor(keys)
        case .components(let kind):
            guard let key = kind.components?.field, let (values, alpha) = numbers(key).flatMap(kind.split) else {
                return nil
            }
            return ShownColor(
                kind, values, alpha: alpha, custom: try customSpace(&entries, &budget),
                customValues: numbers(ColorFields.customComponents))
        case .none(let number):
            return kind == nil ? nil : ShownColor(kind: number)
        }
    }

    /// The color in the fields of UIKit; nil if one is missing.
    private mutating func uiKitColor(_ keys: [String]) -> ShownColor? {
        let values = keys.compactMap { component($0) }
        let alpha = component(UIColorFields.alpha) ?? 1
        // They say the same in text, as AppKit has it.
        used.formUnion([UIColorFields.componentCount, ColorFields.rgb, ColorFields.white])
        return values.count == keys.count ? ShownColor(uiKit: values, alpha: alpha) : nil
    }

    private mutating func field(_ key: String) -> PropertyList? {
        used.insert(key)
        return record[key]
    }

    /// A component of UIKit; the real of 64 bits counts.
    private mutating func component(_ key: String) -> Double? {
        let exact = field(key + UIColorFields.doubleSuffix)?.number
        let rounded = field(key)?.number
        return exact ?? rounded
    }

    private mutating func numbers(_ key: String) -> [Double]? {
        guard case .data(let bytes)? = field(key) else { return nil }
        return ColorFields.numbers(bytes)
    }

    private mutating func text(
        _ key: String,
        _ entries: inout any ArchiveEntries,
        _ budget: inout Budget
    ) throws(ArchiveError) -> String? {
        guard case .value(.string(let text))? = try entries.readableEntry(at: field(key), charging: &budget) else {
            return nil
        }
        return text.repaired
    }

    /// The space of the color's own, which stays a field.
    private func customSpace(
        _ entries: inout any ArchiveEntries,
        _ budget: inout Budget
    ) throws(ArchiveError) -> ShownColor.CustomSpace? {
        guard
            case .object(let space)? = try entries.readableEntry(at: record[ColorFields.customSpace], charging: &budget)
        else { return nil }
        var profile: [UInt8]?
        switch try entries.readableEntry(at: space[ColorFields.Space.profile], charging: &budget) {
        case .object(let data)?:
            if case .data(let bytes)? = data[DataFields.data] ?? data[DataFields.bytes] { profile = bytes }
        case .value(.data(let bytes))?: profile = bytes
        default: break
        }
        if profile != nil { try budget.step(ShownColor.CustomSpace.cost) }
        return ShownColor.CustomSpace(
            identifier: space[ColorFields.Space.identifier]?.number.flatMap { Int(exactly: $0) },
            spaceIdentifier: space[ColorFields.Space.newIdentifier]?.number.flatMap { Int(exactly: $0) },
            profile: profile)
    }
}

extension PropertyList {
    fileprivate var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .float(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }
}
