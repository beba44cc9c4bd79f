import TestSupport
import Testing

/// What the compiler says to calls that look right and aren't there.
///
/// The snippets are compiled by two runs of the compiler that is on PATH, one for each set of imports, against the
/// modules that the tests were built with; the tests are skipped where these can't be found.
@Suite(.enabled(if: Compiler.obstacle == nil, "\(Compiler.obstacle ?? "")"))
struct CompilerMessageTests {
    /// A line of code, and what the compiler's error about it contains; nothing if it compiles.
    private typealias Snippet = (code: String, messages: [String])

    private static let types = """
        enum Plain: String { case a }
        struct Settings: Codable { var volume = 0.5 }
        enum Kind: String, Codingable { case a }
        enum Size: Int, Codingable { case small }
        struct Flags: OptionSet, Codingable { let rawValue: UInt8 }
        protocol Pet: Codingable {}
        struct Dog: Pet {
            func encode(with archiver: KeyedArchiver) throws {}
            init(coder unarchiver: KeyedUnarchiver) throws {}
        }
        struct Note: SequentialCodingable {
            static var codedClassName: String { "Note" }
            func encode(with archiver: SequentialArchiver) throws {}
            init(coder unarchiver: SequentialUnarchiver) throws {}
        }
        """

    private static let notCodingable = "this type isn't Codingable"
    private static let parameters = """
        (_ archiver: KeyedArchiver, _ unarchiver: KeyedUnarchiver, _ data: Data, _ url: URL, _ dog: Dog, _ note: Note, \
        _ sequentialArchiver: SequentialArchiver, _ sequentialUnarchiver: SequentialUnarchiver)
        """

    /// With the core alone.
    private static let core: [Snippet] = [
        ("try archiver.encode(Kind.a, forKey: \"k\")", []),
        ("try archiver.encode(Size.small, forKey: \"k\")", []),
        ("try archiver.encode([Kind.a: [Size.small]], forKey: \"k\")", []),
        ("try archiver.encode([] as [any Pet], forKey: \"k\")", []),
        ("try archiver.encode([:] as [String: any Codingable], forKey: \"k\")", []),
        ("try archiver.encode(nil, forKey: \"k\")", []),
        ("try archiver.encode(2 * 3 + 4 - 1, forKey: \"k\")", []),
        ("try archiver.encode(0.5 + 2 * 1.5 - 4, forKey: \"k\")", []),
        ("try archiver.encode(Optional<Dog>.none, forKey: \"k\")", []),
        ("try archiver.encodeAny([\"a\": 1, \"b\": [2, \"c\"]] as [String: Any], forKey: \"k\")", []),
        ("_ = try unarchiver.decodeAny(forKey: \"k\") as? [String: Any]", []),
        ("_ = try unarchiver.decode(Flags.self, forKey: \"k\")", []),
        ("let shared: any Sendable = TypeCodedValue<Int, String, Int>.null; _ = shared", []),
        ("try archiver.encode(Plain.a, forKey: \"k\")", [notCodingable, "only has to name the protocol"]),
        ("try archiver.encode([Plain.a], forKey: \"k\")", [notCodingable]),
        ("try archiver.encode(Plain.a as Any?, forKey: \"k\")", ["encodeAny(_:forKey:)"]),
        ("try archiver.encode([\"a\": 1] as [String: Any], forKey: \"k\")", ["encodeAny(_:forKey:)"]),
        ("try archiver.encode([Plain.a] as [Any])", ["encodeAny(_:forKey:)"]),
        ("try archiver.encode(Settings(), forKey: \"k\")", [notCodingable, "encodeEncodable(_:forKey:)"]),
        ("try archiver.encode(data, forKey: \"k\")", ["import KeyedArchivingFoundation"]),
        ("try archiver.encode(Date(), forKey: \"k\")", ["import KeyedArchivingFoundation"]),
        ("try archiver.encode(url as URL?, forKey: \"k\")", ["import KeyedArchivingFoundation"]),
        ("try archiver.encode([UUID()], forKey: \"k\")", ["import KeyedArchivingFoundation"]),
        ("_ = try unarchiver.decode(Settings.self, forKey: \"k\")", ["decodeDecodable(_:forKey:)"]),
        ("_ = try unarchiver.decode(URL.self, forKey: \"k\")", ["import KeyedArchivingFoundation"]),
        ("_ = try unarchiver.decode((any Pet).self, forKey: \"k\")", ["name its types", "as? [any P]"]),
        ("_ = try unarchiver.decode([any Pet].self, forKey: \"k\")", ["name its types", "as? [any P]"]),
        ("_ = try unarchiver.decodeIfPresent((any Pet)?.self, forKey: \"k\")", ["name its types"]),
        ("_ = try unarchiver.decode([String: Any].self, forKey: \"k\")", ["[String: Any] use 'decodeAny(of:forKey:)'"]),
        ("_ = try unarchiver.decodeObject(of: (any Pet).self, forKey: \"k\")", ["name its types", "as? any P"]),
        ("_ = try unarchiver.decodeAny(of: [Dog.self], forKey: \"k\")", []),
        ("_ = try unarchiver.decodeArrayOfObjects(of: [Dog.self], forKey: \"k\")", []),
        ("_ = try unarchiver.decodeIfPresent([Date].self, forKey: \"k\")", ["import KeyedArchivingFoundation"]),
        ("_ = try unarchiver.decodeObject(of: UUID.self, forKey: \"k\")", ["import KeyedArchivingFoundation"]),
        ("_ = try KeyedUnarchiver.unarchivedObject(of: Dog.self, from: data)", ["import KeyedArchivingFoundation"]),
        ("_ = try KeyedUnarchiver.unarchivedObject(of: Dog.self, contentsOf: url)", [".contents(of: url)"]),
        ("_ = try KeyedUnarchiver(forReadingFrom: data)", ["import KeyedArchivingFoundation"]),
        ("_ = try KeyedArchive(data)", ["import KeyedArchivingFoundation"]),
        ("_ = try KeyedArchive(contentsOf: url)", [".contents(of: url)"]),
        ("try KeyedArchive([UInt8]()).write(to: url)", ["import KeyedArchivingFoundation"]),
        (
            "_ = try KeyedArchiver.archivedData(withRootObject: 1, requiringSecureCoding: true)",
            ["import KeyedArchivingFoundation"]
        ),
        ("_ = try KeyedArchiver.archivedBytes(withRootObject: Plain.a)", [notCodingable]),
    ]

    /// With either module.
    private static let either: [Snippet] = [
        ("_ = try KeyedUnarchiver(forReadingContentsOf: url)", [".contents(of: url)"]),
        (
            "_ = try unarchiver.decodeAny(of: [[String: Any].self], forKey: \"k\")",
            ["'decodeAny(of:forKey:)' for a [String: Any]"]
        ),
        (
            "_ = try unarchiver.decodeArrayOfObjects(of: [NSArray.self], forKey: \"k\")",
            ["leave Foundation's collections"]
        ),
        (
            "_ = try KeyedUnarchiver.unarchivedObject(of: [Dog.self, NSArray.self], from: data)",
            ["leave Foundation's collections"]
        ),
    ]

    /// With Foundation's module.
    private static let foundation: [Snippet] = [
        ("try archiver.encode(data, forKey: \"k\")", []),
        ("try archiver.encode(url as URL?, forKey: \"k\")", []),
        ("try archiver.encode([Date()], forKey: \"k\")", []),
        ("try archiver.encode([\"a\": UUID()], forKey: \"k\")", []),
        ("try archiver.encode(CGFloat(1) * 2 + 0.5, forKey: \"k\")", []),
        ("try archiver.encode(Optional(CGFloat(1)), forKey: \"k\")", []),
        ("try archiver.encode([CGFloat(1), 2], forKey: \"k\")", []),
        ("_ = try unarchiver.decode(URL.self, forKey: \"k\")", []),
        ("_ = try KeyedUnarchiver.unarchivedObject(of: Date.self, from: data)", []),
        ("_ = try KeyedUnarchiver.unarchivedObject(of: Date.self, from: .contents(of: url))", []),
        ("try KeyedArchive(data).write(to: url)", []),
        ("_ = try KeyedUnarchiver.unarchivedArrayOfObjects(of: [Date.self, URL.self], from: data)", []),
        ("_ = try KeyedUnarchiver.unarchivedDictionary(ofKeys: [String.self], objects: [URL.self], from: data)", []),
        ("_ = try KeyedUnarchiver.unarchivedObject(of: [Date.self, URL.self], from: .contents(of: url))", []),
        ("_ = try KeyedUnarchiver.unarchivedGraph(from: .contents(of: url))", []),
        ("_ = try PropertyListDocument(data); _ = try PropertyListDocument(.contents(of: url))", []),
        ("_ = try KeyedArchive(.contents(of: url))", []),
        ("let file: ArchiveFile = .contents(of: url); let shared: any Sendable = file; _ = shared", []),
        ("_ = try KeyedArchiver.archivedData(withRootObject: data, requiringSecureCoding: true)", []),
        (
            "let d: Data = try KeyedArchiver.archivedData(withRootObject: NSNull(), requiringSecureCoding: true); _ = d",
            [notCodingable]
        ),
        (
            "_ = try KeyedArchiver.archivedData(withRootObject: [:] as [String: Any], requiringSecureCoding: true)",
            [notCodingable]
        ),
        ("try KeyedArchiver.archiveRootObject([:] as [String: Any], to: url)", [notCodingable]),
        ("try archiver.encode(Settings(), forKey: \"k\")", [notCodingable, "encodeEncodable(_:forKey:)"]),
        ("try archiver.encode(Plain.a, forKey: \"k\")", [notCodingable]),
        (
            "_ = try KeyedUnarchiver.unarchivedObject(ofClass: URL.self, from: data)",
            ["renamed to 'unarchivedObject(of:from:)'"]
        ),
    ]

    /// The calls of Apple's members; those that compile here may need Foundation's module.
    private static func appleCalls(of module: String) throws -> [Snippet] {
        try AppleMember.all().compactMap { member in
            guard let call = member.call, member.message != nil || module == "KeyedArchivingFoundation" else {
                return nil
            }
            return (call, member.message.map { [$0] } ?? [])
        }
    }

    @Test(.rows)
    func `each wrong call names the right one, and each right one compiles`() {
        forEachRow(["KeyedArchiving", "KeyedArchivingFoundation"]) { (module: String) throws in
            let own = module == "KeyedArchiving" ? Self.core : Self.foundation
            let snippets = try own + Self.either + Self.appleCalls(of: module)
            let functions = snippets.enumerated().map { "func call\($0)\(Self.parameters) throws { \($1.code) }" }
            let imports = ["Foundation", "PropertyLists", "SequentialArchives", module].map { "import \($0)" }
            let head = (imports + [Self.types]).joined(separator: "\n")
            let errors = try Compiler.errors(in: ([head] + functions).joined(separator: "\n") + "\n")
            let first = head.split(separator: "\n").count + 1
            #expect(errors.keys.allSatisfy { $0 >= first })
            for (position, snippet) in snippets.enumerated() {
                let found = errors[first + position] ?? []
                #expect(found.count == (snippet.messages.isEmpty ? 0 : 1), "\(snippet.code): \(found)")
                for message in snippet.messages {
                    #expect(found.first?.contains(message) == true, "\(snippet.code): \(found)")
                }
            }
        }
    }
}
