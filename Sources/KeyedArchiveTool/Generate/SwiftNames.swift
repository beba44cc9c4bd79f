import KeyedArchiving
import PropertyLists

/// Legal names for Swift source, each given once.
struct SwiftNames {
    /// Names that others have, which many sets of names share.
    private let reserved: Set<String>
    private var taken: Set<String>
    /// The number to try next for each name that is taken.
    private var nextNumbers: [String: Int] = [:]

    /// Creates a set of names.
    ///
    /// - Parameters:
    ///   - reserved: Names that others have; they aren't copied.
    ///   - taken: More names that can't be given.
    init(reserved: Set<String> = [], taken: Set<String> = []) {
        self.reserved = reserved
        self.taken = taken
    }

    /// Names of types that generated source uses itself, or that would hide those of the standard library, of Foundation
    /// and of this package.
    static let reservedTypes: Set<String> = [
        "AffineTransform", "Any", "AnyObject", "Archives", "ArchiveError", "ArchivePath", "ArchivedArray",
        "ArchivedClass", "ArchivedColor", "ArchivedColorSpace", "ArchivedCountedSet", "ArchivedData", "ArchivedDate",
        "ArchivedDictionary", "ArchivedFont", "ArchivedNSError", "ArchivedNull", "ArchivedNumber", "ArchivedObject",
        "ArchivedOrderedSet", "ArchivedSet", "ArchivedUnit", "ArchivedUnitConverter",
        "ArchivedAttributedString", "Array", "AttributedString", "Bool", "BoxedValue", "Bundle", "CGFloat", "CGPoint",
        "CGRect", "CGSize", "Calendar", "Character", "CharacterSet", "Class", "ClassRegistry", "Codable", "CodedObject",
        "Codingable", "CodingKey", "CodingKeys", "Data", "Date", "DateComponents", "DateInterval", "Decimal",
        "Decodable", "Decoder", "Dictionary", "Dimension", "Double", "Encodable", "Encoder", "Equatable", "Error",
        "FileManager", "Float", "Formatter", "Foundation", "Hashable", "Host", "Identifiable", "IndexPath", "IndexSet",
        "Int", "Int16", "Int32", "Int64", "Int8", "KeyedArchive", "KeyedArchiveDecoder", "KeyedArchiveEncoder",
        "KeyedArchiver", "KeyedArchiving", "KeyedArchivingFoundation", "KeyedUnarchiver", "Locale", "Measurement",
        "MutableVariant", "Never", "Notification", "Operation", "Optional", "PersonNameComponents", "Port", "Process",
        "Progress", "PropertyList", "PropertyLists", "Protocol", "Range", "Result", "Scanner", "Self", "Sequence",
        "Set", "SharedDecodable", "Stream", "String", "Swift", "Task", "Thread", "TimeZone", "Timer", "Type", "UID",
        "UInt", "UInt16", "UInt32", "UInt64", "UInt8", "Unit", "URL", "URLQueryItem", "UUID", "Void",
    ]

    /// Members of the protocols of generated types, whose names properties can't have.
    static let reservedMembers: Set<String> = [
        "_kind", "archiver", "awakeAfter", "className",
        "decode", "decoder", "encode", "hashValue", "object", "replacementObject", "typeForKeyedArchiver", "unarchiver",
    ]

    /// The words that can't be names of properties without backticks, or not everywhere.
    private static let keywords: Set<String> = [
        "actor", "any", "as", "associatedtype", "async", "await", "borrowing", "break", "case", "catch", "class",
        "consume", "consuming", "continue", "convenience", "copy", "default", "defer", "deinit", "discard",
        "distributed", "do", "dynamic", "each", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
        "final", "for", "func", "get", "guard", "if", "import", "in", "indirect", "infix", "inout", "internal", "is",
        "isolated", "lazy", "let", "macro", "mutating", "nil", "nonisolated", "nonmutating", "open", "operator",
        "optional", "override", "package", "postfix", "precedencegroup", "prefix", "private", "protocol", "public",
        "repeat", "required", "rethrows", "return", "sending", "set", "some", "static", "struct", "subscript", "super",
        "switch", "then", "throw", "throws", "true", "try", "typealias", "unowned", "unsafe", "var", "weak", "where",
        "while", "yield",
    ]

    /// The words that mean something else even in backticks.
    private static let unusable: Set<String> = ["Protocol", "Self", "Type", "init", "self"]

    /// Whether a word can be the name of a type as it is, without backticks.
    static func canNameType(_ word: String) -> Bool {
        !keywords.contains(word) && !unusable.contains(word) && !["Any", "_"].contains(word)
    }

    /// A name for a type: that of the class in its source, without its module, the types around it, and arguments of
    /// generic types.
    ///
    /// The frameworks have types with the names of Apple's classes; others get another name.
    mutating func type(_ className: String) -> String {
        let readable = ArchivedClass(name: className).readableName
        let last = Self.withoutArguments(readable).split(separator: ".").last.map(String.init) ?? readable
        let isApples =
            ["NS", "UI"].contains { last.hasPrefix($0) && last.dropFirst($0.count).first?.isUppercase == true }
        return unique(Self.legal((isApples ? "Archived" : "") + last, ifEmpty: "Unnamed", capitalized: true))
    }

    /// A name of a type without the arguments of generic types: `App.Box` for `App.Box<Swift.Int>`.
    private static func withoutArguments(_ name: String) -> String {
        var result = ""
        var depth = 0
        for character in name {
            if character == "<" { depth += 1 }
            if depth == 0 { result.append(character) }
            if character == ">", depth > 0 { depth -= 1 }
        }
        return result
    }

    /// A name for a property.
    mutating func property(_ key: String) -> String {
        var words = key
        for prefix in ["NS.", "$"] where words.hasPrefix(prefix) && words.count > prefix.count {
            words.removeFirst(prefix.count)
        }
        let legal = Self.legal(words, ifEmpty: "value", capitalized: false)
        let name = unique(Self.unusable.contains(legal) ? legal + "Value" : legal)
        return Self.keywords.contains(name) ? "`\(name)`" : name
    }

    private mutating func unique(_ name: String) -> String {
        guard !take(name) else { return name }
        var number = nextNumbers[name] ?? 2
        while !take("\(name)\(number)") { number += 1 }
        nextNumbers[name] = number + 1
        return "\(name)\(number)"
    }

    /// Takes a name, if it is free.
    private mutating func take(_ name: String) -> Bool {
        !reserved.contains(name) && taken.insert(name).inserted
    }

    /// Letters, digits and underscores of ASCII, at most 60; characters between words are left out, and the next word
    /// is capitalized.
    private static func legal(_ text: String, ifEmpty fallback: String, capitalized: Bool) -> String {
        var name = ""
        var startsWord = capitalized
        for scalar in text.unicodeScalars.prefix(60) {
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "_":
                name += startsWord ? String(scalar).uppercased() : String(scalar)
                startsWord = false
            default: startsWord = !name.isEmpty || capitalized
            }
        }
        if name.allSatisfy({ $0 == "_" }) { name = fallback }
        if let first = name.utf8.first, 0x30...0x39 ~= first { name = "_" + name }
        return name
    }

    /// A text as a literal of Swift source.
    static func literal(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": literal += "\\\(scalar)"
            case _ where scalar.isShown: literal.unicodeScalars.append(scalar)
            default: literal += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
        }
        return literal + "\""
    }
}
