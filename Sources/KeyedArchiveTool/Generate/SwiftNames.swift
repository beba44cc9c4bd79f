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

    /// Names of types that generated source uses itself, or that would hide those of the standard library.
    static let reservedTypes: Set<String> = [
        "Any", "AnyObject", "Archives", "Array", "Bool", "Character", "Class", "ClassRegistry", "Codable", "Codingable",
        "CodingKey", "CodingKeys", "Data", "Date", "Decodable", "Decoder", "Dictionary", "Double", "Encodable",
        "Encoder", "Error", "Float", "Int", "Int32", "Int64", "KeyedArchive", "KeyedArchiver", "KeyedUnarchiver",
        "Never", "Optional", "Protocol", "Result", "Self", "Set", "String", "Type", "UInt8", "URL", "UUID", "Void",
    ]

    /// The words that can't be names of properties without backticks.
    private static let keywords: Set<String> = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
        "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
        "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
        "public", "repeat", "rethrows", "return", "self", "Self", "static", "struct", "subscript", "super", "switch",
        "throw", "throws", "true", "try", "typealias", "var", "where", "while", "Type", "Protocol",
    ]

    /// A name for a type: that of the class without its module.
    mutating func type(_ className: String) -> String {
        let last = className.split(separator: ".").last.map(String.init) ?? className
        return unique(Self.legal(last, ifEmpty: "Unnamed", capitalized: true))
    }

    /// A name for a property.
    mutating func property(_ key: String) -> String {
        var words = key
        for prefix in ["NS.", "$"] where words.hasPrefix(prefix) && words.count > prefix.count {
            words.removeFirst(prefix.count)
        }
        let name = unique(Self.legal(words, ifEmpty: "value", capitalized: false))
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

    /// Letters, digits and underscores of ASCII, at most 60; what comes between words is left out, and the next word
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
