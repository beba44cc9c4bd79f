public import Foundation
public import KeyedArchiving
internal import PropertyLists

/// A string with attributes as archives hold it: `NSAttributedString`, `NSMutableAttributedString` or `NSTextStorage`.
///
/// Attributes may be of any classes: fonts, colors, plain values. `AttributedString(_:)` turns it into Foundation's
/// attributed string.
public final class ArchivedAttributedString: StoredContainer, ObjectContainer {
    /// A stretch of the string with the same attributes throughout.
    public struct Run: Hashable, Sendable {
        /// How many UTF-16 code units it has.
        public var length: Int

        /// The index of the run's attribute dictionary.
        public var attributes: Int

        /// Creates a run.
        public init(length: Int, attributes: Int) {
            self.length = length
            self.attributes = attributes
        }
    }

    /// The characters.
    public var string: String

    /// The attribute dictionaries that runs refer to, with strings as keys.
    public var attributes: [ArchivedDictionary]

    /// The runs, which make up the whole string; none for a string without characters.
    public var runs: [Run]

    /// Whether the string is written as `NSMutableAttributedString`.
    public var isMutable: Bool

    /// The entry that it was decoded from.
    package private(set) var entry: StoredEntry?

    /// Creates a string with attributes.
    public init(_ string: String, attributes: [ArchivedDictionary], runs: [Run], isMutable: Bool = false) {
        self.string = string
        self.attributes = attributes
        self.runs = runs
        self.isMutable = isMutable
    }

    /// Creates a string with the same attributes throughout, or without any.
    public convenience init(
        _ string: String,
        attributes: ArchivedDictionary = ArchivedDictionary(),
        isMutable: Bool = false
    ) {
        let runs = string.isEmpty ? [] : [Run(length: string.utf16.count, attributes: 0)]
        self.init(string, attributes: string.isEmpty ? [] : [attributes], runs: runs, isMutable: isMutable)
    }

    /// Creates a string from an archive.
    public convenience init(coder unarchiver: KeyedUnarchiver) throws {
        self.init("")
        // Attributes may refer back, as the text views of a text storage do.
        try unarchiver.register(self)
        try decode(from: unarchiver)
    }

    deinit {
        var contents = takeContents()
        ObjectGraph.release(&contents)
    }

    /// Leaves the string without attributes.
    ///
    /// - Returns: The attribute dictionaries.
    package func takeContents() -> [AnyObject] {
        defer { attributes = [] }
        return attributes
    }
}

extension ArchivedAttributedString: Codingable, ValueCoding {
    /// `NSAttributedString`.
    public static var codedClassName: String { "NSAttributedString" }

    /// Whether a stored field is one of those of an attributed string.
    package static func owns(_ key: String) -> Bool {
        [AttributedStringFields.string, AttributedStringFields.attributes, AttributedStringFields.runs].contains(key)
    }

    /// Whether the class isn't the immutable one.
    package static func isMutable(_ record: ArchivedClass) -> Bool { record.name != codedClassName }

    /// Objects with another class record than that of the type.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }

    /// The class record by whether the string is mutable.
    @usableFromInline
    package static func classRecord(of text: ArchivedAttributedString) -> ArchivedClass? {
        records.record(isMutable: text.isMutable)
    }

    private static let records = VariantRecords(of: codedClassName)

    /// Writes the characters; the attributes, if there are characters; and the runs, if they are several.
    ///
    /// Characters and runs that are as they were stored are written as that: as plain values or mutable objects, and
    /// one run as a list where it was one.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/unrepresentable`` if the runs do not make up the string.
    public func encode(with archiver: KeyedArchiver) throws {
        if let problem {
            throw ArchiveError(
                .unrepresentable,
                problem,
                remedy: "let the runs add up to the code units of UTF-16 in `string`, and refer to `attributes`"
            )
        }
        archiver.begin(self, at: entry)
        // The names of attributes are constants of the frameworks that define them.
        for dictionary in attributes { dictionary.hasConstantKeys = true }
        let isKept =
            isMutable && archiver.storedClassName(forKey: AttributedStringFields.string) != String.mutableClassName
            && archiver.storedValue(String.self, forKey: AttributedStringFields.string) == string
        if string.isEmpty, archiver.holdsNil(AttributedStringFields.string) {
            try archiver.encode(nil as String?, forKey: AttributedStringFields.string)
        } else if isMutable, !isKept {
            try archiver.encode(MutableVariant(string), forKey: AttributedStringFields.string)
        } else {
            try archiver.encode(string, forKey: AttributedStringFields.string)
        }
        try encodeRuns(with: archiver)
    }

    /// Writes the attributes and the runs.
    private func encodeRuns(with archiver: KeyedArchiver) throws {
        let numbers = runs.flatMap { [$0.length, $0.attributes] }
        // Bytes that say the same are kept: a number can be written in more of them than it takes.
        let storedRuns = archiver.storedValue(Data.self, forKey: AttributedStringFields.runs).flatMap { data in
            (try? VariableLengthIntegers.numbers(data)) == numbers ? data : nil
        }
        if runs.count > 1 || storedRuns != nil {
            let isMutable = archiver.storedClassName(forKey: AttributedStringFields.attributes) != "NSArray"
            try archiver.encode(
                ArchivedArray(attributes, isMutable: isMutable), forKey: AttributedStringFields.attributes)
            let isPlain = archiver.storedClassName(forKey: AttributedStringFields.runs) != Data.mutableClassName
            if let storedRuns, isPlain {
                try archiver.encode(storedRuns, forKey: AttributedStringFields.runs)
            } else {
                let data = storedRuns ?? Data(VariableLengthIntegers.bytes(numbers))
                try archiver.encode(MutableVariant(data), forKey: AttributedStringFields.runs)
            }
        } else if let dictionary = runs.first.map({ attributes[$0.attributes] }) {
            try archiver.encode(dictionary, forKey: AttributedStringFields.attributes)
        } else if let dictionary = attributes.first,
            archiver.storedValue(String.self, forKey: AttributedStringFields.string) == string,
            archiver.holds(AttributedStringFields.attributes)
        {
            // Apple's writer leaves attributes of no characters out.
            try archiver.encode(dictionary, forKey: AttributedStringFields.attributes)
        }
    }

    /// Reads the characters, the attributes and the runs.
    func decode(from unarchiver: KeyedUnarchiver) throws {
        isMutable = unarchiver.currentClass.map { Self.isMutable($0) } ?? false
        entry = unarchiver.currentEntry
        // Nibs have formatters whose strings for nil and zero are attributed strings of nil.
        guard try unarchiver.containsValue(forKey: AttributedStringFields.string) else {
            throw unarchiver.missing(AttributedStringFields.string)
        }
        string = try unarchiver.optionalString(forKey: AttributedStringFields.string) ?? ""
        let content = try unarchiver.decodeObject(
            of: ContentOnlyTypes.allowed(by: unarchiver), forKey: AttributedStringFields.attributes)
        switch content {
        case nil:
            self.attributes = string.isEmpty ? [] : [ArchivedDictionary()]
            runs = string.isEmpty ? [] : [Run(length: string.utf16.count, attributes: 0)]
        case let dictionary as ArchivedDictionary:
            self.attributes = [dictionary]
            runs = string.isEmpty ? [] : [Run(length: string.utf16.count, attributes: 0)]
        case let array as ArchivedArray:
            // Many strings may share one array of attributes.
            try unarchiver.charge(16 * array.elements.count)
            self.attributes = try array.elements.map { element in
                guard let dictionary = element as? ArchivedDictionary else { throw malformed(unarchiver) }
                return dictionary
            }
            guard let numbers = try unarchiver.variableLengthIntegers(forKey: AttributedStringFields.runs) else {
                throw unarchiver.missing(AttributedStringFields.runs)
            }
            guard numbers.count.isMultiple(of: 2) else {
                throw unarchiver.damaged("a run has no attributes", key: AttributedStringFields.runs)
            }
            runs = stride(from: 0, to: numbers.count, by: 2).map { position in
                Run(length: numbers[position], attributes: numbers[position + 1])
            }
        default: throw malformed(unarchiver)
        }
        if let problem { throw unarchiver.damaged(problem, key: AttributedStringFields.runs) }
    }

    private func malformed(_ unarchiver: KeyedUnarchiver) -> ArchiveError {
        unarchiver.damaged(
            "the attributes of a string are neither a dictionary nor an array of dictionaries",
            key: AttributedStringFields.attributes
        )
    }

    /// The problem with the runs; nil if there is none.
    var problem: String? {
        var rest = string.utf16.count
        for run in runs {
            guard attributes.indices.contains(run.attributes) else {
                return "a run refers to attributes \(run.attributes) of \(attributes.count)"
            }
            guard run.length > 0, run.length <= rest else { return "a run of \(run.length) units does not fit" }
            rest -= run.length
        }
        return rest == 0 ? nil : "the runs of a string leave out \(rest) units of it"
    }
}

extension ArchivedAttributedString: CustomStringConvertible {
    /// The text in quotes, of a long one the beginning: `NSAttributedString "text"`.
    public var description: String {
        "\(Self.codedClassName) \(PropertyList.string(PropertyListString(string)).shortDescription())"
    }
}

/// The attribute of Foundation's attributed strings that holds the attributes of an archive: values by their names,
/// such as `NSFont`.
///
/// ```swift
/// for run in text.runs {
///     if case .font(let font)? = run[ArchivedAttributes.self]?["NSFont"] { print(font.name) }
/// }
/// ```
public enum ArchivedAttributes: AttributedStringKey {
    /// Values by their names.
    public typealias Value = [String: AttributeValue]

    /// The name of the attribute.
    public static let name = "KeyedArchiving.attributes"
}

/// The value of an attribute of an archived string, in a form that Foundation's attributed strings can hold.
public enum AttributeValue: Hashable, Sendable {
    /// A string.
    case string(String)
    /// An integer.
    case integer(Int64)
    /// A real number.
    case real(Double)
    /// A boolean.
    case boolean(Bool)
    /// Bytes.
    case data(Data)
    /// A date.
    case date(Date)
    /// A URL.
    case url(URL)
    /// A color.
    case color(ArchivedColor)
    /// A font.
    case font(ArchivedFont)
    /// An object of any other class, as a separate archive.
    case archive(Data)
}

extension AttributeValue {
    /// Creates a value from a decoded object.
    ///
    /// - Throws: The errors of archiving an object of another class.
    init(_ object: any Codingable) throws {
        switch (object as? IdentifiedValue)?.value ?? object {
        case let string as String: self = .string(string)
        case let integer as Int64: self = .integer(integer)
        case let real as Double: self = .real(real)
        case let boolean as Bool: self = .boolean(boolean)
        case let data as Data: self = .data(data)
        case let date as Date: self = .date(date)
        case let url as URL: self = .url(url)
        case let color as ArchivedColor: self = .color(color)
        case let font as ArchivedFont: self = .font(font)
        case let object: self = .archive(try KeyedArchiver.archivedData(withRootObject: object))
        }
    }

    /// The value as an object to encode.
    ///
    /// - Throws: The errors of decoding an archive.
    var object: (any Codingable)? {
        get throws {
            switch self {
            case .string(let string): string
            case .integer(let integer): integer
            case .real(let real): real
            case .boolean(let boolean): boolean
            case .data(let data): data
            case .date(let date): date
            case .url(let url): url
            case .color(let color): color
            case .font(let font): font
            case .archive(let data): try KeyedUnarchiver.unarchivedGraph(from: data)
            }
        }
    }
}
