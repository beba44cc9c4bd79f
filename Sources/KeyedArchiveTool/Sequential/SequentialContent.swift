import KeyedArchiving
import PropertyLists
import SequentialArchives

/// The value that an object of one of Foundation's classes represents, as far as building it gives the same groups.
enum SequentialContent {
    case null
    case string(PropertyListString)
    /// A number, with the code and the C string of its type.
    case number(SequentialValue, code: UInt8, type: SequentialReference)
    case data([UInt8])
    case date(Double)
    case url(text: SequentialValue, base: SequentialValue)
    case decimal(String)
    /// The elements of an array or a set.
    case elements([SequentialValue])
    /// The entries of a dictionary: each key, and its value after it.
    case entries([SequentialValue])
    /// An attributed string: the object with its text, and of each run the length and the attributes.
    case runs(text: SequentialValue, [(length: Int, attributes: SequentialValue)])

    /// The class whose name may be left out; nil if the class is always said.
    var impliedClass: String? {
        switch self {
        case .elements: "NSArray"
        case .entries: "NSDictionary"
        case .date: "NSDate"
        case .url: "NSURL"
        case .decimal: "NSDecimalNumberPlaceholder"
        case .null, .string, .number, .data, .runs: nil
        }
    }

    // MARK: - From groups

    /// Reads the groups that a class wrote; nil if building the value would give other groups.
    ///
    /// - Parameter cursor: Goes behind the groups of the class.
    init?(_ kind: SequentialKind, _ cursor: inout GroupCursor, in archive: SequentialArchive) {
        switch kind {
        case .null: self = .null
        case .string(isOld: false):
            guard case .bytes(let bytes)? = cursor.value("+"), let text = String(validating: bytes, as: UTF8.self)
            else { return nil }
            self = .string(PropertyListString(text))
        case .string(isOld: true):
            let units = cursor.data()?.map(NextStepEncoding.unit)
            guard let units, !units.contains(NextStepEncoding.noUnit) else { return nil }
            self = .string(PropertyListString(utf16: units))
        case .number:
            guard case .cString(let type)? = cursor.value("*"), let code = archive.cString(type), code.count == 1,
                Self.numberCodes.contains(code[0]), let value = cursor.value(String(UnicodeScalar(code[0])))
            else { return nil }
            self = .number(value, code: code[0], type: type)
        case .data:
            guard let bytes = cursor.data() else { return nil }
            self = .data(bytes)
        case .date:
            guard case .real(let seconds)? = cursor.value("d") else { return nil }
            self = .date(seconds)
        case .url:
            guard let hasBase = cursor.integer("c"), 0...1 ~= hasBase, let first = cursor.value("@") else { return nil }
            guard hasBase == 1 else {
                self = .url(text: first, base: .null)
                return
            }
            guard let text = cursor.value("@"), first != .null else { return nil }
            self = .url(text: text, base: first)
        case .decimal:
            guard let text = Self.decimal(&cursor) else { return nil }
            self = .decimal(text)
        case .array, .set:
            guard let count = cursor.integer(kind.countType), let elements = Self.references(count, &cursor) else {
                return nil
            }
            self = .elements(elements)
        case .dictionary:
            guard let count = cursor.integer(kind.countType), 0...Int64(cursor.count) ~= count,
                let entries = Self.references(2 * count, &cursor)
            else { return nil }
            self = .entries(entries)
        case .attributedString:
            guard let text = cursor.value("@"), let runs = Self.runs(&cursor) else { return nil }
            self = .runs(text: text, runs)
        }
    }

    /// Creates the value that all groups of an object represent; nil if there are other groups.
    init?(of object: SequentialObject, _ kind: SequentialKind, in archive: SequentialArchive) {
        var cursor = GroupCursor(object.groups)
        self.init(kind, &cursor, in: archive)
        guard cursor.count == 0 else { return nil }
    }

    /// The codes of the types that numbers have.
    static let numberCodes = Set("cCsSiIlLqQfdB".utf8)

    /// References to objects or classes, none of them nil, each in a group.
    private static func references(_ count: Int64, _ cursor: inout GroupCursor) -> [SequentialValue]? {
        guard count >= 0, count <= cursor.count else { return nil }
        var references: [SequentialValue] = []
        for _ in 0..<count {
            guard let reference = cursor.value("@"), reference != .null else { return nil }
            references.append(reference)
        }
        return references
    }

    private static func decimal(_ cursor: inout GroupCursor) -> String? {
        let start = cursor
        guard let exponent = cursor.integer("i"), let length = cursor.integer("S"),
            let isNegative = cursor.integer("C"), cursor.integer("C") != nil, cursor.integer("I") != nil,
            case .array(let digits)? = cursor.value("[\(DecimalMantissa.greatestWordCount)S]"),
            0...digits.count ~= Int(clamping: length)
        else { return nil }
        var words: [UInt16] = []
        for digit in digits.prefix(Int(clamping: length)) {
            guard case .unsignedInteger(let word) = digit, let word = UInt16(exactly: word) else { return nil }
            words.append(word)
        }
        let end = cursor
        guard let text = DecimalText.text(words: words, exponent: exponent, isNegative: isNegative != 0),
            let groups = try? SequentialContent.decimal(text).groups(.decimal)
        else { return nil }
        // What lies behind the words that are used isn't always zero.
        cursor = start
        for group in groups {
            guard cursor.values(group.types) == group.values else { return nil }
        }
        cursor = end
        return text
    }

    /// The runs of an attributed string, each with its attributes: these are stored where they come first, and have
    /// numbers after that.
    private static func runs(_ cursor: inout GroupCursor) -> [(length: Int, attributes: SequentialValue)]? {
        var runs: [(length: Int, attributes: SequentialValue)] = []
        var known: [SequentialValue] = []
        while let run = cursor.values("iI") {
            guard case .integer(let number) = run[0], case .unsignedInteger(let length) = run[1], length > 0,
                1...known.count + 1 ~= Int(clamping: number)
            else { return nil }
            if number == known.count + 1 {
                guard let attributes = cursor.value("@"), case .object = attributes else { return nil }
                known.append(attributes)
            }
            runs.append((Int(clamping: length), known[Int(number) - 1]))
        }
        // The same attributes have one number.
        return Set(known).count == known.count ? runs : nil
    }

    // MARK: - As groups

    /// The groups that a class writes.
    func groups(_ kind: SequentialKind) throws(ArchiveError) -> [SequentialGroup] {
        switch self {
        case .null: return []
        case .string(let text):
            if kind == .string(isOld: true) { return try Self.oldString(text) }
            guard let text = text.string else {
                throw ArchiveError(
                    .invalidValue, "the text has half of a surrogate pair, and a sequential archive holds UTF-8",
                    remedy: "give both halves, or take it out")
            }
            return [try SequentialGroup(types: "+", values: [.bytes(Array(text.utf8))])]
        case .number(let value, let code, let type):
            return [
                try SequentialGroup(types: "*", values: [.cString(type)]),
                try SequentialGroup(types: String(UnicodeScalar(code)), values: [value]),
            ]
        case .data(let bytes): return try Self.data(bytes)
        case .date(let seconds): return [try SequentialGroup(types: "d", values: [.real(seconds)])]
        case .url(let text, let base):
            let hasBase = try SequentialGroup(types: "c", values: [.integer(base == .null ? 0 : 1)])
            return [hasBase] + (try Self.objects(base == .null ? [text] : [base, text]))
        case .decimal(let text): return try Self.decimal(text)
        case .elements(let elements): return try Self.count(elements.count, kind) + Self.objects(elements)
        case .entries(let entries): return try Self.count(entries.count / 2, kind) + Self.objects(entries)
        case .runs(let text, let runs):
            var groups = try Self.objects([text])
            var numbers: [SequentialValue: Int] = [:]
            for run in runs {
                let number = numbers[run.attributes] ?? numbers.count + 1
                groups.append(
                    try SequentialGroup(
                        types: "iI", values: [.integer(Int64(number)), .unsignedInteger(UInt64(run.length))]))
                if numbers.updateValue(number, forKey: run.attributes) == nil {
                    groups += try Self.objects([run.attributes])
                }
            }
            return groups
        }
    }

    private static func count(_ count: Int, _ kind: SequentialKind) throws(ArchiveError) -> [SequentialGroup] {
        [try SequentialGroup(types: kind.countType, values: [.integer(Int64(count))])]
    }

    private static func objects(_ objects: [SequentialValue]) throws(ArchiveError) -> [SequentialGroup] {
        var groups: [SequentialGroup] = []
        groups.reserveCapacity(objects.count)
        for object in objects { groups.append(try SequentialGroup(types: "@", values: [object])) }
        return groups
    }

    private static func data(_ bytes: [UInt8]) throws(ArchiveError) -> [SequentialGroup] {
        [
            try SequentialGroup(types: "i", values: [.integer(Int64(bytes.count))]),
            try SequentialGroup(types: "[\(bytes.count)c]", values: [.bytes(bytes)]),
        ]
    }

    /// The groups of a string of OPENSTEP.
    static func oldString(_ text: PropertyListString) throws(ArchiveError) -> [SequentialGroup] {
        try data(oldBytes(of: text))
    }

    private static func oldBytes(of text: PropertyListString) throws(ArchiveError) -> [UInt8] {
        var bytes: [UInt8] = []
        for unit in text.utf16 {
            guard let byte = NextStepEncoding.byte(of: unit) else {
                throw ArchiveError(
                    .invalidValue,
                    "the character set of NeXTSTEP, in which NSString of version 0 is, lacks a character",
                    remedy: "use other characters, or give NSString the version 1 in \"$classes\" of its JSON")
            }
            bytes.append(byte)
        }
        return bytes
    }

    /// The groups of a decimal number; none if the text isn't one.
    private static func decimal(_ text: String) throws(ArchiveError) -> [SequentialGroup] {
        guard let number = DecimalText(text) else { return [] }
        let words = number.mantissa.words
        let count = DecimalMantissa.greatestWordCount
        let digits = (words + Array(repeating: 0, count: count - words.count)).map {
            SequentialValue.unsignedInteger(UInt64($0))
        }
        let values: [(String, SequentialValue)] = [
            ("i", .integer(Int64(number.exponent))), ("S", .unsignedInteger(UInt64(words.count))),
            ("C", .unsignedInteger(number.isNegative ? 1 : 0)), ("C", .unsignedInteger(1)),
            ("I", .unsignedInteger(UInt64(count))), ("[\(count)S]", .array(digits)),
        ]
        var groups: [SequentialGroup] = []
        for (types, value) in values { groups.append(try SequentialGroup(types: types, values: [value])) }
        return groups
    }
}
