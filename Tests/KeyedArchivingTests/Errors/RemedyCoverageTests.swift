import Foundation
import TestSupport
import Testing

/// Every remedy that stands in the libraries is followed by a row of a suite of remedies.
///
/// Which text stands where is read from the sources: the literals of remedies in the libraries, and the beginnings of
/// remedies that rows name, ``Cure/init(_:says:_:cured:)``.
@Suite struct RemedyCoverageTests {
    /// The remedies that no test can follow, and why.
    private static let withoutRows = [
        "split the archive": "a table would have to have 2^29 objects of one kind",
        "split it with the program that wrote it": "the archive would have to have 4 GB",
        "encode them under a key, or as an ArchivedData": "the data would have to have 4 GB",
        "import KeyedArchivingFoundation":
            "the tests' program has that module, whose conformances cure everything in it",
        "round it to 38 digits": "no decimal number of this Foundation has more digits than an archive",
        "give it as a property list, or as an object":
            "what the library encodes under a top-level key is an object, or a reference that stands for nil",
        "use a string as the key": "the calls that are public have strings as keys by their types",
        "unpack it first": "that is another program's work",
        "open the database that it belongs to": "that is another program's work",
        "mount it first, and look at the files in it": "that is another program's work",
        "fetch the file: `git lfs pull`": "that is another program's work",
        "only nibs compiled for macOS": "it says what the file is, and that no archive is in it",
        "keyed archives never come in this version": "it says what the file is, and that no archive is in it",
        "open it with `SequentialArchive`": "the tests of that module open such files",
        "use strings, numbers, booleans, data, dates, arrays and dictionaries":
            "encoding a property list throws nothing else than an error of the library, which has a remedy of its own",
    ]

    @Test func `each remedy in the sources is named by a row that follows it`() throws {
        let root = Corpus.packageFolder
        let sources = root.appendingPathComponent("Sources")
        guard FileManager.default.fileExists(atPath: sources.path) else {
            print("not checked: the sources aren't at \(sources.path)")
            return
        }
        var named: Set<String> = []
        for file in try Self.files(in: root.appendingPathComponent("Tests"))
        where file.path.hasSuffix("RemedyTests.swift") {
            named.formUnion(Self.texts(after: "says: ", in: try String(contentsOf: file, encoding: .utf8)))
        }
        var remedies: [(text: String, file: String)] = []
        for library in ["PropertyLists", "KeyedArchiving", "KeyedArchivingFoundation", "SequentialArchives"] {
            for file in try Self.files(in: sources.appendingPathComponent(library)) {
                let text = try String(contentsOf: file, encoding: .utf8)
                remedies += RemedyLiterals.all(in: text).map { ($0, file.lastPathComponent) }
            }
        }
        #expect(remedies.count > 150 && named.count > 120)
        let followed = named.union(Self.withoutRows.keys)
        let missing = remedies.filter { remedy in
            !RemedyLiterals.pieces(of: remedy.text).contains { piece in followed.contains { Self.begins(piece, $0) } }
        }
        #expect(missing.isEmpty, "\(missing.map { "\($0.file): \($0.text)" }.joined(separator: "\n"))")
        let unused = Self.withoutRows.keys.filter { text in !remedies.contains { $0.text.hasPrefix(text) } }
        #expect(unused.isEmpty)
    }

    /// Whether a part of a remedy begins with what a row names: all of it, or enough of it to tell it from others.
    private static func begins(_ piece: String, _ named: String) -> Bool {
        piece == named || (named.count >= 8 && piece.hasPrefix(named))
    }

    private static func files(in folder: URL) throws -> [URL] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return paths.filter { $0.hasSuffix(".swift") }.map { folder.appendingPathComponent($0) }
    }

    private static func texts(after label: String, in source: String) -> [String] {
        source.components(separatedBy: label + "\"").dropFirst().compactMap { rest in
            RemedyLiterals.literals(in: "\"" + (rest.split(separator: "\n").first ?? "")).first.map {
                $0.trimmingCharacters(in: RemedyLiterals.separators)
            }
        }
    }
}

/// The string literals of remedies in Swift sources.
private enum RemedyLiterals {
    /// The literals of a file that are remedies: those after the word, up to the end of the argument, and all in the
    /// body of a function or a property that is named so.
    static func all(in source: String) -> [String] {
        var found: [String] = []
        var bodyIndentation: Int?
        var isOpen = false
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            let code = line.drop { $0 == " " }
            let indentation = line.count - code.count
            if code.hasPrefix("//") { continue }
            if let end = bodyIndentation {
                if indentation == end, code.hasPrefix("}") { bodyIndentation = nil }
                found = found.joining(literals(in: code), isContinued: code.hasPrefix("+"))
                continue
            }
            if isDeclaration(code), code.hasSuffix("{") || code.hasSuffix("(") {
                bodyIndentation = indentation
                continue
            }
            if isOpen, let first = code.first, "\"?:+".contains(first) {
                found = found.joining(literals(in: code), isContinued: first == "+")
                continue
            }
            let places = ["remedy", "Remedy", "otherwise"].compactMap { code.range(of: $0)?.upperBound }
            isOpen = !places.isEmpty
            if let place = places.min() { found += literals(in: code[place...]) }
        }
        return found.filter { $0.contains(" ") && !pieces(of: $0).isEmpty }
    }

    private static func isDeclaration(_ code: Substring) -> Bool {
        let names = ["func remedy", "var remedy: String {", "emedy: String {", "var endsHere: String"]
        return names.contains { code.contains($0) }
    }

    /// The string literals in a line, without their quotation marks.
    static func literals(in line: some StringProtocol) -> [String] {
        var found: [String] = []
        var literal: String?
        var depth = 0
        var isEscaped = false
        for character in line {
            guard literal != nil else {
                if character == "\"" { literal = "" }
                continue
            }
            if depth == 0, character == "\"", !isEscaped {
                found.append(literal ?? "")
                literal = nil
                continue
            }
            if depth > 0 { depth += character == "(" ? 1 : character == ")" ? -1 : 0 }
            if depth == 0, isEscaped, character == "(" { depth = 1 }
            isEscaped = character == "\\" && !isEscaped && depth == 0
            literal?.append(character)
        }
        return found
    }

    /// The parts of a literal between what is filled in.
    static func pieces(of literal: String) -> [String] {
        var pieces = [""]
        var depth = 0
        var isEscaped = false
        for character in literal {
            if depth > 0 {
                depth += character == "(" ? 1 : character == ")" ? -1 : 0
                if depth == 0 { pieces.append("") }
                continue
            }
            if isEscaped, character == "(" {
                depth = 1
                pieces[pieces.count - 1].removeLast()
                isEscaped = false
                continue
            }
            isEscaped = character == "\\" && !isEscaped
            pieces[pieces.count - 1].append(character)
        }
        return pieces.map { $0.trimmingCharacters(in: separators) }.filter { !$0.isEmpty }
    }

    /// What may stand between two parts.
    static let separators = CharacterSet(charactersIn: " ;,")
}

extension [String] {
    /// The literals with those of one more line, the first of which may go on where the last ended.
    fileprivate func joining(_ others: [String], isContinued: Bool) -> [String] {
        guard isContinued, let last, let first = others.first else { return self + others }
        return dropLast() + [last + first] + others.dropFirst()
    }
}
