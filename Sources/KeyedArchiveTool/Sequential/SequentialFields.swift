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
    mutating func read(ofClass name: String, _ object: SequentialObject) {
        let start = cursor
        if !read(name, object) {
            fields = []
            cursor = start
        }
    }

    /// These classes; a counted set isn't read as the set that it is, too.
    private static let known: Set = [
        "NSNull", "NSCountedSet", "NSString", "NSArray", "NSSet", "NSDictionary", "NSData", "NSDate", "NSURL",
        "NSNumber", "NSValue",
        "NSDecimalNumberPlaceholder", "NSAttributedString", "NSColor", "NSFont",
    ]

    /// Reads the fields of a class.
    ///
    /// - Returns: Whether its groups are there.
    private mutating func read(_ name: String, _ object: SequentialObject) -> Bool {
        switch name {
        case "NSString": return readString(object)
        case "NSArray": return readElements(count: "i")
        case "NSSet": return readElements(count: "I")
        case "NSDictionary": return readEntries()
        case "NSData":
            guard let bytes = cursor.data() else { return false }
            fields = [(DataFields.data, .data(bytes))]
            return true
        case "NSDate":
            guard case .real(let seconds)? = cursor.value("d") else { return false }
            fields = [(DateFields.time, .double(seconds))]
            return true
        case "NSURL": return readURL()
        case "NSNumber", "NSValue": return readValue(isNumber: name == "NSNumber")
        case "NSDecimalNumberPlaceholder": return readDecimal()
        case "NSAttributedString": return readAttributedString()
        case "NSColor": return readColor()
        case "NSFont": return readFont(object)
        default: return false
        }
    }

    /// The keys of the fields of a decimal number.
    static let decimalKeys = [
        DecimalFields.exponent, DecimalFields.length, DecimalFields.isNegative, DecimalFields.isCompact,
        DecimalFields.byteOrder, DecimalFields.mantissa,
    ]

    // MARK: - Groups

    /// A reference to an object, or to nil.
    private mutating func reference() -> PropertyList? { cursor.value("@")?.plain(isDouble: false) }

    // MARK: - Classes

    private mutating func readString(_ object: SequentialObject) -> Bool {
        if case .bytes(let bytes)? = cursor.value("+") {
            guard let text = String(validating: bytes, as: UTF8.self) else { return false }
            fields = [(StringFields.string, .string(PropertyListString(text)))]
            return true
        }
        // OPENSTEP's strings, in a character set of their own.
        guard cursor.data() != nil, let text = object.text else { return false }
        fields = [(StringFields.string, .string(PropertyListString(text)))]
        return true
    }

    private mutating func references(_ count: Int64) -> [PropertyList]? {
        guard count >= 0, count <= cursor.count else { return nil }
        var references: [PropertyList] = []
        for _ in 0..<count {
            guard let reference = reference() else { return nil }
            references.append(reference)
        }
        return references
    }

    private mutating func readElements(count type: String) -> Bool {
        guard let count = cursor.integer(type), let elements = references(count) else { return false }
        fields = [(CollectionFields.elements, .array(PropertyListArray(elements)))]
        return true
    }

    private mutating func readEntries() -> Bool {
        guard let count = cursor.integer("i"), count >= 0, count <= cursor.count, let all = references(2 * count)
        else { return false }
        let keys = stride(from: 0, to: all.count, by: 2).map { all[$0] }
        let values = stride(from: 1, to: all.count, by: 2).map { all[$0] }
        fields = [
            (CollectionFields.keys, .array(PropertyListArray(keys))),
            (CollectionFields.elements, .array(PropertyListArray(values))),
        ]
        return true
    }

    private mutating func readURL() -> Bool {
        guard let hasBase = cursor.integer("c"), let first = reference() else { return false }
        guard hasBase != 0 else {
            fields = [(URLFields.base, .uid(.null)), (URLFields.text, first)]
            return true
        }
        guard let text = reference() else { return false }
        fields = [(URLFields.base, first), (URLFields.text, text)]
        return true
    }

    /// A boxed value: its type, and a group of that type.
    private mutating func readValue(isNumber: Bool) -> Bool {
        guard case .cString(let reference)? = cursor.value("*"), let bytes = archive.cString(reference),
            let type = String(validating: bytes, as: UTF8.self), let boxed = cursor.value(type)
        else { return false }
        let plain = boxed.plain(isDouble: type.contains("d"))
        fields = [("NS.type", .string(PropertyListString(type)))]
        switch boxed {
        case .integer, .unsignedInteger: fields.append((NumberFields.integer, plain))
        case .real: fields.append((NumberFields.real, plain))
        case .structure(let parts) where !isNumber:
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

    /// An attributed string: its text, then of each run the number of its attributes, its length, and the attributes
    /// where they are new.
    private mutating func readAttributedString() -> Bool {
        guard let text = reference() else { return false }
        var attributes: [PropertyList] = []
        var info: [UInt8] = []
        var runCount = 0
        while let run = cursor.values("iI") {
            guard run.count == 2, case .integer(let index) = run[0], case .unsignedInteger(let length) = run[1],
                index >= 1, index <= attributes.count + 1
            else { return false }
            if index == attributes.count + 1 {
                guard let new = reference() else { return false }
                attributes.append(new)
            }
            info += VariableLengthIntegers.bytes([length, UInt64(index - 1)])
            runCount += 1
        }
        fields = [(AttributedStringFields.string, text)]
        if runCount == 1 { fields.append((AttributedStringFields.attributes, attributes[0])) }
        if runCount > 1 {
            fields.append((AttributedStringFields.attributes, .array(PropertyListArray(attributes))))
            fields.append((AttributedStringFields.runs, .data(info)))
        }
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
