import KeyedArchiving
import PropertyLists

/// What color an object of `NSColor` or `UIColor` is.
struct ColorSummary {
    /// Red, green and blue from 0 to 1, as far as they are known without color management.
    private var rgb: (red: Double, green: Double, blue: Double)?
    private var alpha = 1.0
    /// The space, or the catalog and the name.
    private var words: String
    /// The fields that say no more than this.
    private var folded: Set<String>

    /// Summarizes a color; nil for objects of other classes, and for colors that aren't understood.
    ///
    /// - Throws: The error of an exhausted budget.
    init?(
        of record: ArchivedRecord,
        ofClass archivedClass: ArchivedClass,
        in archive: KeyedArchive,
        _ cache: inout FoundationValueCache,
        _ budget: inout Budget
    ) throws(ArchiveError) {
        guard ["NSColor", "UIColor"].contains(archivedClass.name) else { return nil }
        if let white = record[UIColorFields.white]?.number {
            self.init(white, white, white, alpha: record[UIColorFields.alpha]?.number, "gray")
        } else if let red = record[UIColorFields.red]?.number, let green = record[UIColorFields.green]?.number,
            let blue = record[UIColorFields.blue]?.number
        {
            self.init(red, green, blue, alpha: record[UIColorFields.alpha]?.number, "RGB")
        } else if case .integer(let number)? = record[ColorFields.kind],
            let kind = ColorFields.Kind(rawValue: Int(clamping: number))
        {
            if let (field, count) = kind.components {
                guard let values = Self.numbers(record[field]), values.count >= count else { return nil }
                self.init(values, kind, field, count)
            } else {
                guard let catalog = try Self.text(ColorFields.catalog, record, archive, &cache, &budget),
                    let name = try Self.text(ColorFields.name, record, archive, &cache, &budget)
                else { return nil }
                self.init(named: "\(catalog.quoted()) \(name.quoted())")
            }
        } else {
            return nil
        }
    }

    private init(named words: String) {
        self.words = words
        folded = [ColorFields.kind, ColorFields.catalog, ColorFields.name]
    }

    private init(_ red: Double, _ green: Double, _ blue: Double, alpha: Double?, _ words: String) {
        rgb = (red, green, blue)
        self.alpha = alpha ?? 1
        self.words = words
        folded = [
            UIColorFields.white, UIColorFields.red, UIColorFields.green, UIColorFields.blue, UIColorFields.alpha,
            UIColorFields.componentCount, ColorFields.kind, ColorFields.rgb, ColorFields.white,
        ]
    }

    private init(_ values: [Double], _ kind: ColorFields.Kind, _ field: String, _ count: Int) {
        switch count {
        case 1: rgb = (values[0], values[0], values[0])
        case 3: rgb = (values[0], values[1], values[2])
        default:
            // The usual approximation; inks have no exact color.
            let light = 1 - values[3]
            rgb = ((1 - values[0]) * light, (1 - values[1]) * light, (1 - values[2]) * light)
        }
        alpha = values.count > count ? values[count] : 1
        words = kind.words
        folded = [ColorFields.kind, field, ColorFields.customComponents]
    }

    /// The numbers in the text of a field, which ends with a zero byte.
    private static func numbers(_ field: PropertyList?) -> [Double]? {
        guard case .data(let bytes)? = field, bytes.count <= 256 else { return nil }
        let words = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self).split(separator: " ")
        let numbers = words.compactMap { Double($0) }
        return numbers.count == words.count ? numbers : nil
    }

    private static func text(
        _ field: String,
        _ record: ArchivedRecord,
        _ archive: KeyedArchive,
        _ cache: inout FoundationValueCache,
        _ budget: inout Budget
    ) throws(ArchiveError) -> PropertyListString? {
        guard case .uid(let uid)? = record[field] else { return nil }
        do throws(ArchiveError) {
            let entry = try cache.entry(at: uid, of: archive, charging: &budget)
            if case .value(.string(let text)) = entry { return text }
        } catch {
            if error.code == .limitExceeded { throw error }
        }
        return nil
    }

    /// Whether a field says no more than the summary.
    func isFolded(_ key: PropertyListString) -> Bool {
        key.string.map(folded.contains) ?? false
    }

    /// The color as `#2A2D36`, clamped to what that can say; nil for colors of a catalog.
    var hexadecimal: String? {
        rgb.map { "#" + [$0.red, $0.green, $0.blue].map { Self.digits(Self.byte($0)) }.joined() }
    }

    /// The opacity from 0 to 1.
    var opacity: Double { alpha.isNaN ? 1 : min(max(alpha, 0), 1) }

    /// The color in words, on terminals with a patch of it.
    func text(_ palette: Palette) -> String {
        guard let rgb, let hexadecimal else { return palette.paint(words, .number) }
        let opacity = alpha == 1 ? "" : ", opacity \(alpha)"
        let patch = palette.patch(Self.byte(rgb.red), Self.byte(rgb.green), Self.byte(rgb.blue))
        return palette.paint(hexadecimal, .number) + patch + " \(words)\(opacity)"
    }

    private static func byte(_ value: Double) -> UInt8 {
        value.isNaN ? 0 : UInt8((min(max(value, 0), 1) * 255).rounded())
    }

    private static func digits(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}

extension ColorFields.Kind {
    fileprivate var words: String {
        switch self {
        case .calibratedRGB: "calibrated RGB"
        case .deviceRGB: "device RGB"
        case .calibratedWhite: "calibrated white"
        case .deviceWhite: "device white"
        case .cmyk: "CMYK"
        case .catalog: "catalog"
        }
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
