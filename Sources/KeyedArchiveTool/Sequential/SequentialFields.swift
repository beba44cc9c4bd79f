import KeyedArchiving
import PropertyLists
import SequentialArchives

/// The fields that an object of a sequential archive has in keyed archives, if it is one of Foundation's and AppKit's
/// best known classes.
///
/// The groups of each are those that its class writes; where others are there, nothing is read, and they stay values
/// with numbers.
struct SequentialFields {
    /// The fields.
    private(set) var fields: [(key: String, value: PropertyList)] = []
    private var cursor: GroupCursor
    private let archive: SequentialArchive

    init(_ groups: [SequentialGroup], in archive: SequentialArchive) {
        cursor = GroupCursor(groups)
        self.archive = archive
    }

    /// The first group that isn't in ``fields``.
    var position: Int { cursor.position }

    /// The first of a class and its superclasses that is well known; nil if none is.
    static func knownClass(in names: [String]) -> String? { names.first { known.contains($0) } }

    /// Reads the fields of an object of a well-known class, or of a class below one.
    ///
    /// - Parameter kind: The kind of content that objects of the class write first, if it is one of Foundation's.
    mutating func read(ofClass name: String, _ kind: SequentialKind?, _ object: SequentialObject) {
        let start = cursor
        if !read(name, kind, object) {
            fields = []
            cursor = start
        }
    }

    /// These classes; a counted set isn't read as the set that it is, too.
    private static let known: Set = [
        "NSNull", "NSCountedSet", "NSString", "NSArray", "NSSet", "NSDictionary", "NSData", "NSDate", "NSURL",
        "NSNumber", "NSValue", "NSDecimalNumberPlaceholder", "NSDecimalNumber", "NSAttributedString", "NSColor",
        "NSFont",
    ]

    /// Reads the fields of a class.
    ///
    /// - Returns: Whether its groups are there.
    private mutating func read(_ name: String, _ kind: SequentialKind?, _ object: SequentialObject) -> Bool {
        switch name {
        case "NSValue": return readValue()
        case "NSColor": return readColor()
        case "NSFont": return readFont(object)
        default: break
        }
        // The words of a decimal number are kept as they are stored.
        if kind == .decimal { return readDecimal() }
        guard let kind, let content = SequentialContent(kind, &cursor, in: archive) else { return false }
        fields = Self.fields(of: content)
        return true
    }

    /// The fields of the value that an object of Foundation's represents.
    private static func fields(of content: SequentialContent) -> [(key: String, value: PropertyList)] {
        func plain(_ value: SequentialValue) -> PropertyList { value.plain(isDouble: false) }
        func list(_ values: some Sequence<SequentialValue>) -> PropertyList {
            .array(PropertyListArray(values.map(plain)))
        }
        switch content {
        case .null, .decimal: return []
        case .string(let text): return [(StringFields.string, .string(text))]
        case .number(let number, let code, _):
            let key = if case .real = number { NumberFields.real } else { NumberFields.integer }
            let type = PropertyListString(String(UnicodeScalar(code)))
            return [("NS.type", .string(type)), (key, number.plain(isDouble: code == UInt8(ascii: "d")))]
        case .data(let bytes): return [(DataFields.data, .data(bytes))]
        case .date(let seconds): return [(DateFields.time, .double(seconds))]
        case .url(let text, let base): return [(URLFields.base, plain(base)), (URLFields.text, plain(text))]
        case .elements(let elements): return [(CollectionFields.elements, list(elements))]
        case .entries(let entries):
            let keys = stride(from: 0, to: entries.count, by: 2).map { entries[$0] }
            let values = stride(from: 1, to: entries.count, by: 2).map { entries[$0] }
            return [(CollectionFields.keys, list(keys)), (CollectionFields.elements, list(values))]
        case .runs(let text, let runs):
            var attributes: [SequentialValue] = []
            var numbers: [SequentialValue: Int] = [:]
            var info: [UInt8] = []
            for run in runs {
                let number = numbers[run.attributes] ?? attributes.count
                if numbers.updateValue(number, forKey: run.attributes) == nil { attributes.append(run.attributes) }
                info += VariableLengthIntegers.bytes([run.length, number])
            }
            let whole = (key: AttributedStringFields.string, value: plain(text))
            guard runs.count > 1 else {
                return [whole] + attributes.map { (AttributedStringFields.attributes, plain($0)) }
            }
            return [
                whole, (AttributedStringFields.attributes, list(attributes)),
                (AttributedStringFields.runs, .data(info)),
            ]
        }
    }

    /// The keys of the fields of a decimal number.
    static let decimalKeys = [
        DecimalFields.exponent, DecimalFields.length, DecimalFields.isNegative, DecimalFields.isCompact,
        DecimalFields.byteOrder, DecimalFields.mantissa,
    ]

    // MARK: - Classes

    /// A boxed value: its type, and a group of that type.
    private mutating func readValue() -> Bool {
        guard case .cString(let reference)? = cursor.value("*"), let bytes = archive.cString(reference),
            let type = String(validating: bytes, as: UTF8.self), let boxed = cursor.value(type)
        else { return false }
        let plain = boxed.plain(isDouble: type.contains("d"))
        fields = [("NS.type", .string(PropertyListString(type)))]
        switch boxed {
        case .integer, .unsignedInteger: fields.append((NumberFields.integer, plain))
        case .real: fields.append((NumberFields.real, plain))
        case .structure(let parts):
            if let geometry = Geometry(parts, type) {
                fields =
                    [
                        (BoxedValueFields.kind, .integer(Int64(geometry.kind.rawValue))),
                        (geometry.key, .string(.init(geometry.text))),
                    ] + fields
            } else {
                fields.append(("NS.value", plain))
            }
        default: fields.append(("NS.value", plain))
        }
        return true
    }

    private mutating func readDecimal() -> Bool {
        guard let exponent = cursor.integer("i"), let length = cursor.integer("S"), let negative = cursor.integer("C"),
            let compact = cursor.integer("C"), cursor.integer("I") == Int64(DecimalMantissa.greatestWordCount),
            case .array(let digits)? = cursor.value("[\(DecimalMantissa.greatestWordCount)S]")
        else { return false }
        var bytes: [UInt8] = []
        for digit in digits {
            guard case .unsignedInteger(let word) = digit else { return false }
            bytes += [UInt8(truncatingIfNeeded: word), UInt8(truncatingIfNeeded: word >> 8)]
        }
        let order = Int64(DecimalMantissa.ByteOrder.littleEndian.rawValue)
        let values: [PropertyList] = [
            .integer(exponent), .integer(length), .boolean(negative != 0), .boolean(compact != 0), .integer(order),
            .data(bytes),
        ]
        fields = zip(Self.decimalKeys, values).map { (key: $0, value: $1) }
        return true
    }

    private mutating func readColor() -> Bool {
        guard let number = cursor.integer("c"), let kind = SequentialColor.Kind(rawValue: Int(clamping: number)),
            let components = cursor.values(kind.types)
        else { return false }
        fields = [(ColorFields.kind, .integer(number))]
        guard let key = ColorFields.Kind(rawValue: kind.rawValue)?.components?.field else {
            let names = [ColorFields.catalog, ColorFields.name, ColorFields.namedColor]
            for (name, value) in zip(names, components) { fields.append((name, value.plain(isDouble: false))) }
            return true
        }
        let numbers = components.map { value in
            if case .real(let number) = value { return Float(number).description }
            return value.description
        }
        fields.append((key, .data(Array(numbers.joined(separator: " ").utf8) + [0])))
        return true
    }

    private mutating func readFont(_ object: SequentialObject) -> Bool {
        guard let name = object.propertyList(atGroup: 0)?.stringValue, cursor.data() != nil,
            case .real(let size)? = cursor.value("f")
        else { return false }
        fields = [("NSName", .string(PropertyListString(name))), ("NSSize", .float(Float(size)))]
        return true
    }
}

/// A point, a size or a rectangle in an `NSValue`.
private struct Geometry {
    /// The number that such a value has in keyed archives, and the field with its text.
    var kind: BoxedValueFields.Kind
    var key: String
    var text: String

    init?(_ parts: [SequentialValue], _ type: String) {
        // `{CGPoint=dd}`, `{_NSPoint=ff}` and `{NSPoint=ff}` are all points.
        let name = type.dropFirst().prefix { $0 != "=" }.drop { $0 == "_" }
        let kindName = name.hasPrefix("NS") || name.hasPrefix("CG") ? name.dropFirst(2) : name
        switch (kindName, parts.count) {
        case ("Point", 2): (kind, key) = (.point, BoxedValueFields.point)
        case ("Size", 2): (kind, key) = (.size, BoxedValueFields.size)
        case ("Rect", 2): (kind, key) = (.rect, BoxedValueFields.rect)
        default: return nil
        }
        guard let text = Self.text(of: parts) else { return nil }
        self.text = text
    }

    /// The numbers in braces; types nest within bounds, so this may recurse.
    private static func text(of parts: [SequentialValue]) -> String? {
        var texts: [String] = []
        for part in parts {
            switch part {
            case .real(let number): texts.append(Int64(exactly: number).map { "\($0)" } ?? "\(number)")
            case .structure(let parts):
                guard let text = text(of: parts) else { return nil }
                texts.append(text)
            default: return nil
            }
        }
        return "{\(texts.joined(separator: ", "))}"
    }
}
