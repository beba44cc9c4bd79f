import KeyedArchiving

/// The old and the new name of a class, or of the module of several classes.
///
/// The names of Swift classes include the name of their module: `Module.Class`, or mangled `_TtC6Module5Class`.
struct ClassRenaming {
    private enum Rule {
        /// A name, and others that mean the same.
        case names([String: String])
        case module(old: String, new: String)
    }

    private let rule: Rule
    /// The old name, as the user gave it.
    let old: String

    /// Takes the operands of a command.
    ///
    /// - Throws: ``Failure/usage(_:)`` unless both are names, or both are modules with a dot after their name.
    init(from old: String, to new: String) throws(Failure) {
        self.old = old
        guard !old.isEmpty, !new.isEmpty else { throw .usage("a class has a name; none is given") }
        guard old.hasSuffix(".") == new.hasSuffix(".") else {
            throw .usage("a module is renamed to a module: OldModule. and NewModule., both with a dot after them")
        }
        if old.hasSuffix(".") {
            let names = [String(old.dropLast()), String(new.dropLast())]
            guard names.allSatisfy(\.isModuleName) else {
                throw .usage("a module's name has letters, digits and _ only, and a dot after it")
            }
            rule = .module(old: names[0], new: names[1])
        } else {
            var names = [old: new]
            if let mangled = old.mangledClass { names[mangled] = new.mangledClass ?? new }
            rule = .names(names)
        }
    }

    /// The new name of a class; nil if it stays.
    func newName(of name: String) -> String? {
        switch rule {
        case .names(let names): return names[name] ?? names[ArchivedClass(name: name).readableName]
        case .module(let old, let new):
            let renamed = name.hasPrefix("_Tt") ? Self.mangled(name, old, new) : Self.written(name, old, new)
            return renamed == name ? nil : renamed
        }
    }

    /// A name with another module before each of its parts; those of generic types have several.
    private static func written(_ name: String, _ old: String, _ new: String) -> String {
        var result = ""
        var rest = name[...]
        var isInName = false
        while let character = rest.first {
            if !isInName, rest.hasPrefix(old + ".") {
                result += new
                rest = rest.dropFirst(old.count)
                isInName = true
            } else {
                result.append(character)
                rest = rest.dropFirst()
                isInName = character.isPartOfName || character == "."
            }
        }
        return result
    }

    /// A mangled name with another module: after the letter of a kind comes the length of the module's name, then the
    /// name.
    private static func mangled(_ name: String, _ old: String, _ new: String) -> String {
        let bytes = Array(name.utf8)
        var result: [UInt8] = []
        var position = 0
        var isModule = false
        while position < bytes.count {
            let digits = bytes[position...].prefix { 0x30...0x39 ~= $0 }
            guard !digits.isEmpty else {
                isModule = "CVOP".utf8.contains(bytes[position])
                result.append(bytes[position])
                position += 1
                continue
            }
            let start = position + digits.count
            guard let length = Int(String(decoding: digits, as: UTF8.self)), length <= bytes.count - start else {
                return name
            }
            let identifier = bytes[start..<start + length]
            let isOld = isModule && identifier.elementsEqual(old.utf8)
            result += isOld ? Array("\(new.utf8.count)\(new)".utf8) : Array(bytes[position..<start + length])
            position = start + length
            isModule = false
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension Character {
    fileprivate var isPartOfName: Bool { isLetter || isNumber || self == "_" || self == "$" }
}

extension String {
    fileprivate var isModuleName: Bool { !isEmpty && allSatisfy(\.isPartOfName) && first?.isNumber == false }

    /// The mangled form of a class `Module.Class`; nil for other names.
    fileprivate var mangledClass: String? {
        let parts = split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, parts.allSatisfy(\.isModuleName) else { return nil }
        return "_TtC" + parts.map { "\($0.utf8.count)\($0)" }.joined()
    }
}
