/// The name of a Swift class as Apple's runtime has it where it isn't just `Module.Class`: `_TtCC3App5Outer5Inner`.
///
/// Source: "Mangling" in the documentation of Swift's ABI, the form before Swift 4, which the Objective-C runtime kept.
/// Read are classes, structures and enumerations one in the other, generic arguments of such types and of the standard
/// library's common ones, names of private types, and repeated parts (`S_`, `S0_`).
package struct MangledClassName {
    private var rest: Substring.UTF8View
    /// The names that later parts may refer to.
    private var known: [Name] = []
    private var depth = 0

    /// A module, or a type in one, level by level.
    private struct Name {
        var levels: [String]

        var text: String { levels.joined(separator: ".") }
    }

    /// How long a name may be, mangled and readable.
    package static let maximumLength = 1000
    private static let maximumDepth = 32

    /// The name as the source of the program has it, such as `App.Outer.Inner`; nil for one that isn't mangled, and for
    /// parts that aren't understood.
    ///
    /// It equals `String(reflecting:)` of the type.
    ///
    /// - Complexity: O(*n*) in the length of the name, of which at most 1,000 bytes are read.
    package static func readable(_ name: String) -> String? {
        guard name.utf8.starts(with: "_Tt".utf8), name.utf8.count <= maximumLength else { return nil }
        var parser = MangledClassName(rest: name[...].utf8.dropFirst(3))
        guard let type = parser.type(), parser.rest.isEmpty else { return nil }
        return type.text
    }

    private init(rest: Substring.UTF8View) {
        self.rest = rest
    }

    // MARK: - Reading

    private mutating func take(_ character: Character) -> Bool {
        guard let value = character.asciiValue, rest.first == value else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// A type: one with a name, one with arguments, or one of the standard library.
    private mutating func type() -> Name? {
        guard depth < Self.maximumDepth else { return nil }
        depth += 1
        defer { depth -= 1 }
        if take("G") { return genericType() }
        if rest.first == UInt8(ascii: "S") { return substitution() }
        return named()
    }

    /// A class, structure or enumeration: what it is in, and its name.
    private mutating func named() -> Name? {
        guard take("C") || take("V") || take("O") else { return nil }
        guard var name = context(), let own = ownName() else { return nil }
        name.levels.append(own)
        return remembered(name)
    }

    private mutating func context() -> Name? {
        guard depth < Self.maximumDepth else { return nil }
        depth += 1
        defer { depth -= 1 }
        switch rest.first {
        case UInt8(ascii: "S"): return substitution()
        case UInt8(ascii: "C"), UInt8(ascii: "V"), UInt8(ascii: "O"): return named()
        case UInt8(ascii: "s"): return take("s") ? Name(levels: ["Swift"]) : nil
        default: return identifier().flatMap { remembered(Name(levels: [$0])) }
        }
    }

    /// The name of a type, after the mark of the file that it is private to.
    private mutating func ownName() -> String? {
        if take("P"), identifier() == nil { return nil }
        return identifier()
    }

    /// A length and as many characters.
    private mutating func identifier() -> String? {
        let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        guard let length = Int(Substring(digits)), length > 0, rest.count - digits.count >= length else { return nil }
        let text = rest.dropFirst(digits.count).prefix(length)
        rest = rest.dropFirst(digits.count + length)
        return String(decoding: text, as: UTF8.self)
    }

    /// A type and, for each of its levels, arguments that end with `_`.
    private mutating func genericType() -> Name? {
        guard var name = rest.first == UInt8(ascii: "S") ? substitution() : named() else { return nil }
        for level in name.levels.indices.dropFirst() {
            var arguments: [String] = []
            while !take("_") {
                guard let argument = type() else { return nil }
                arguments.append(argument.text)
            }
            if !arguments.isEmpty { name.levels[level] += "<\(arguments.joined(separator: ", "))>" }
        }
        return remembered(name)
    }

    /// A type of the standard library, Objective-C's module, or a repeated part.
    private mutating func substitution() -> Name? {
        guard take("S") else { return nil }
        let standard: KeyValuePairs<Character, String> = [
            "a": "Array", "b": "Bool", "c": "UnicodeScalar", "d": "Double", "f": "Float", "i": "Int", "q": "Optional",
            "S": "String", "u": "UInt",
        ]
        for (code, name) in standard where take(code) { return Name(levels: ["Swift", name]) }
        if take("o") { return Name(levels: ["__C"]) }
        if take("_") { return known.first }
        // The digits are those of base 36.
        let digits = rest.prefix { $0 != UInt8(ascii: "_") }
        guard let number = Int(Substring(digits), radix: 36), number >= 0, number < known.count - 1 else { return nil }
        rest = rest.dropFirst(digits.count)
        return take("_") ? known[number + 1] : nil
    }

    /// A name that later parts may refer to; nil if it is too long, as it can get by such parts.
    private mutating func remembered(_ name: Name) -> Name? {
        guard name.levels.reduce(0, { $0 + $1.utf8.count }) <= Self.maximumLength else { return nil }
        known.append(name)
        return name
    }
}
