public import Foundation
public import KeyedArchiving

/// `NSAttributedString`, with every attribute it has as ``ArchivedAttributes``.
///
/// Of Foundation's own attributes the link is written, as `NSLink`; the others belong to Foundation alone.
extension AttributedString: Codingable, ValueCoding {
    /// `NSAttributedString`.
    public static var codedClassName: String { "NSAttributedString" }

    /// Writes the characters and the attributes.
    public func encode(with archiver: KeyedArchiver) throws {
        try ArchivedAttributedString(self).encode(with: archiver)
    }

    /// Reads the characters and the attributes.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        let archived = ArchivedAttributedString("")
        try archived.decode(from: unarchiver)
        do {
            self = try AttributedString(archived) { try unarchiver.charge($0) }
        } catch let error as ArchiveError {
            throw unarchiver.failure(error.code, error.reason, key: "NSAttributeInfo", remedy: error.remedy)
        }
    }

    /// Objects that may be decoded as another type, too.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }

    /// The string, also from an archived one.
    @usableFromInline
    package static func converted(_ object: any Codingable) -> AttributedString? {
        switch object {
        case let string as AttributedString: string
        case let archived as ArchivedAttributedString: try? AttributedString(archived)
        default: nil
        }
    }
}

extension ArchivedAttributedString {
    /// Creates an archived string from Foundation's; runs with equal attributes share a dictionary.
    ///
    /// - Throws: The errors of decoding an attribute that is stored as a separate archive.
    public convenience init(_ text: AttributedString) throws {
        self.init("")
        var positions: [ArchivedAttributes.Value: Int] = [:]
        for run in text.runs {
            var values = run[ArchivedAttributes.self] ?? [:]
            // A link that is the one that was stored stays in the form that it had.
            if run.link != values["NSLink"]?.link { values["NSLink"] = run.link.map { .url($0) } }
            let part = String(text[run.range].characters)
            string += part
            // Attributes with a NaN are equal to none, and looking for one among many takes as long as there are.
            let isFindable = values.values.allSatisfy { $0 == $0 }
            let known = isFindable ? positions[values] : nil
            let position = known ?? attributes.count
            if known == nil {
                if isFindable { positions[values] = position }
                attributes.append(try ArchivedDictionary(values))
            }
            if let last = runs.last, last.attributes == position {
                runs[runs.count - 1].length += part.utf16.count
            } else {
                runs.append(Run(length: part.utf16.count, attributes: position))
            }
        }
    }
}

extension ArchivedDictionary {
    /// The attributes by name, in the order of their names.
    fileprivate convenience init(_ values: ArchivedAttributes.Value) throws {
        var entries: [Entry] = []
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            if let object = try value.object { entries.append((key, object)) }
        }
        self.init(entries)
    }
}

extension AttributedString {
    /// Creates Foundation's attributed string from an archived one.
    ///
    /// Attributes come as ``ArchivedAttributes``; a link, `NSLink`, also as Foundation's.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidValue`` if the runs do not make up the string or split a
    ///   character, and the errors of archiving an attribute of another class.
    public init(_ archived: ArchivedAttributedString) throws {
        try self.init(archived) { _ in }
    }

    /// Creates Foundation's attributed string, and reports how many bytes it takes before taking them.
    ///
    /// Many strings may share attributes, which this makes again for each of them.
    init(_ archived: ArchivedAttributedString, charge: (Int) throws -> Void) throws {
        self.init()
        let remedy = "decode it as ArchivedAttributedString, which keeps the runs as they are"
        if let problem = archived.problem { throw ArchiveError(.invalidValue, problem, remedy: remedy) }
        try charge(archived.copiedSize)
        let containers = try withoutActuallyEscaping(charge) { charge in
            var values = AttributeValues(charge: charge)
            return try archived.attributes.map { try AttributeContainer($0, &values) }
        }
        var position = archived.string.utf16.startIndex
        for run in archived.runs {
            guard
                let end = archived.string.utf16.index(
                    position, offsetBy: run.length, limitedBy: archived.string.utf16.endIndex),
                let text = String(archived.string.utf16[position..<end]), containers.indices.contains(run.attributes)
            else {
                throw ArchiveError(.invalidValue, "a run ends inside a character", remedy: remedy)
            }
            append(AttributedString(text, attributes: containers[run.attributes]))
            position = end
        }
    }
}

/// The charges for the parts of Foundation's attributed strings, in bytes.
private enum AttributeSizes {
    static let run = 128
    static let container = 128
    static let entry = 128
}

/// The values of attributes, each made once however many dictionaries hold it.
private struct AttributeValues {
    private let charge: (Int) throws -> Void
    private var known: [ObjectIdentifier: AttributeValue] = [:]

    init(charge: @escaping (Int) throws -> Void) {
        self.charge = charge
    }

    mutating func value(of object: any Codingable) throws -> AttributeValue {
        guard let instance = object.instance else { return try AttributeValue(object) }
        if let value = known[ObjectIdentifier(instance)] { return value }
        let value = try AttributeValue(object)
        // How much it is shows only now, but it is in proportion to the object, which was charged once.
        if case .archive(let data) = value { try charge(data.count) }
        known[ObjectIdentifier(instance)] = value
        return value
    }
}

extension AttributeValue {
    /// The URL that a link's attribute represents; nil if it represents none.
    fileprivate var link: URL? {
        switch self {
        case .url(let url): url
        case .string(let text): URL(string: text)
        default: nil
        }
    }
}

extension AttributeContainer {
    fileprivate init(_ dictionary: ArchivedDictionary, _ values: inout AttributeValues) throws {
        self.init()
        var archived: ArchivedAttributes.Value = [:]
        for (key, object) in dictionary.entries {
            guard let key = String.converted(key) else {
                throw ArchiveError(
                    .invalidValue,
                    "the name of an attribute is not a string",
                    remedy: "decode it as ArchivedAttributedString, which keeps attributes as they are"
                )
            }
            archived[key] = try values.value(of: object)
        }
        if !archived.isEmpty { self[ArchivedAttributes.self] = archived }
        if let link = archived["NSLink"]?.link { self[AttributeScopes.FoundationAttributes.LinkAttribute.self] = link }
    }
}

extension ArchivedAttributedString: CopiedContent {
    /// The size of the text, the runs and the attributes.
    package var copiedSize: Int {
        attributes.reduce(AttributeSizes.run * runs.count + string.utf8.count) {
            $0 + AttributeSizes.container + AttributeSizes.entry * $1.entries.count
        }
    }
}
