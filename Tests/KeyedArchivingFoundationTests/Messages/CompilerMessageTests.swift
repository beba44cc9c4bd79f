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
        """

    private static let notCodingable = "this type isn't Codingable"
    private static let parameters =
        "(_ archiver: KeyedArchiver, _ unarchiver: KeyedUnarchiver, _ data: Data, _ url: URL)"

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
        ("let shared: any Sendable = TypeCodedValue<Int, String>.null; _ = shared", []),
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
        ("_ = try unarchiver.decodeObject(of: [Dog.self, Dog.self], forKey: \"k\")", []),
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
        (
            "_ = try KeyedUnarchiver.unarchivedObject(ofClass: Dog.self, from: data)",
            ["renamed to 'unarchivedObject(of:from:)'"]
        ),
        (
            "_ = try KeyedUnarchiver.unarchivedObject(ofClasses: [Dog.self], from: data)",
            ["renamed to 'unarchivedObject(of:from:)'"]
        ),
        (
            "_ = try KeyedUnarchiver.unarchivedArrayOfObjects(ofClass: Dog.self, from: data)",
            ["renamed to 'unarchivedArrayOfObjects(of:from:)'"]
        ),
        (
            "_ = try KeyedUnarchiver.unarchivedDictionary(ofKeyClass: Kind.self, objectClass: Dog.self, from: data)",
            ["renamed to 'unarchivedDictionary(ofKey:object:from:)'"]
        ),
        ("KeyedUnarchiver.setClass(Dog.self, forClassName: \"Dog\")", ["for one unarchiver", "ClassRegistry"]),
        ("KeyedArchiver.setClassName(\"Dog\", for: Dog.self)", ["for one archiver", "codedClassName"]),
        ("unarchiver.requiresSecureCoding = false", ["disableSecureCoding()"]),
    ]

    /// Apple's spellings that are other calls here: the call, and what the compiler says to write.
    private static let spellings: [Snippet] = [
        ("_ = try KeyedUnarchiver.unarchiveObject(with: data)", ["'unarchivedObject(of:from:)'", "'unarchivedGraph"]),
        ("_ = try KeyedUnarchiver.unarchiveTopLevelObjectWithData(data)", ["'unarchivedGraph(from:)'"]),
        ("_ = try KeyedUnarchiver.unarchiveObject(withFile: \"f\")", [".contents(of: url)"]),
        ("_ = try KeyedUnarchiver(forReadingWith: data)", ["'init(forReadingFrom:)'"]),
        ("_ = try KeyedUnarchiver(forReadingContentsOf: url)", [".contents(of: url)"]),
        ("_ = try unarchiver.decodeCGPoint(forKey: \"k\")", ["'decodePoint(forKey:)'"]),
        ("_ = try unarchiver.decodeCGSize(forKey: \"k\")", ["'decodeSize(forKey:)'"]),
        ("_ = try unarchiver.decodeCGRect(forKey: \"k\")", ["'decodeRect(forKey:)'"]),
        ("_ = try unarchiver.decodeUIEdgeInsets(forKey: \"k\")", ["'decode(EdgeInsets.self, forKey:)'"]),
        ("_ = try unarchiver.decodeDirectionalEdgeInsets(forKey: \"k\")", ["'decode(DirectionalEdgeInsets.self"]),
        ("_ = try unarchiver.decodeUIOffset(forKey: \"k\")", ["'decode(Offset.self, forKey:)'"]),
        ("_ = try unarchiver.decodeCGAffineTransform(forKey: \"k\")", ["'decode(AffineTransform.self, forKey:)'"]),
        ("_ = try unarchiver.decodeCGVector(forKey: \"k\")", ["'decode(String.self, forKey:)'"]),
        ("_ = try unarchiver.decodePoint()", ["'decodePoint(forKey:)'"]),
        ("_ = try unarchiver.decodeSize()", ["'decodeSize(forKey:)'"]),
        ("_ = try unarchiver.decodeRect()", ["'decodeRect(forKey:)'"]),
        ("_ = try unarchiver.decodeData()", ["'decodeObject(of: Data.self)'"]),
        ("_ = unarchiver.version(forClassName: \"C\")", ["store one under a key"]),
        ("_ = unarchiver.systemVersion", ["store a version under a key"]),
        ("_ = unarchiver.objectZone()", ["there are no zones"]),
        ("unarchiver.setObjectZone(nil)", ["there are no zones"]),
        ("_ = unarchiver.allowedClasses", ["renamed to 'allowedTypes'"]),
        ("_ = try unarchiver.decodeBytes(forKey: \"k\", returnedLength: nil)", ["compare its count"]),
        ("_ = try unarchiver.decodeBytes(forKey: \"k\", minimumLength: 4)", ["compare its count"]),
        ("try unarchiver.decodeValue(ofObjCType: \"i\", at: data)", ["'decodeValue(ofObjCType:)'"]),
        ("try unarchiver.decodeValue(ofObjCType: \"i\", at: data, size: 4)", ["'decodeValue(ofObjCType:)'"]),
        ("try unarchiver.decodeArray(ofObjCType: \"i\", count: 2, at: data)", ["'decodeArray(ofObjCType:count:)'"]),
        (
            "_ = try unarchiver.decodeArrayOfObjects(ofClass: Dog.self, forKey: \"k\")",
            ["renamed to 'decodeArrayOfObjects(of:forKey:)'"]
        ),
        (
            "_ = try unarchiver.decodeArrayOfObjects(ofClasses: [Dog.self], forKey: \"k\")",
            ["renamed to 'decodeArrayOfObjects(of:forKey:)'"]
        ),
        (
            "_ = try unarchiver.decodeDictionary(withKeyClass: Kind.self, objectClass: Dog.self, forKey: \"k\")",
            ["renamed to 'decodeDictionary(ofKey:object:forKey:)'"]
        ),
        (
            "_ = try unarchiver.decodeDictionary(withKeysOfClasses: [], objectsOfClasses: [], forKey: \"k\")",
            ["renamed to 'decodeDictionary(ofKeys:objects:forKey:)'"]
        ),
        (
            "_ = try KeyedUnarchiver.unarchivedDictionary(ofKeyClasses: [], objectClasses: [], from: data)",
            ["renamed to 'unarchivedDictionary(ofKeys:objects:from:)'"]
        ),
        ("_ = try KeyedArchiver(forWritingWith: data)", ["'init(requiringSecureCoding:)'"]),
        ("_ = try KeyedArchiver.archiveRootObject(1, toFile: \"f\")", ["'archiveRootObject(_:to:)'"]),
        ("try archiver.encodeInteger(1, forKey: \"k\")", ["'encode(_:forKey:)'"]),
        ("try archiver.encodePoint(CGPoint())", ["'encode(_:forKey:)'"]),
        ("try archiver.encodeSize(CGSize())", ["'encode(_:forKey:)'"]),
        ("try archiver.encodeRect(CGRect())", ["'encode(_:forKey:)'"]),
        ("try archiver.encodeBycopyObject(nil)", ["there are no distributed objects"]),
        ("try archiver.encodeByrefObject(nil)", ["there are no distributed objects"]),
        ("_ = archiver.objectZone()", ["there are no zones"]),
        ("archiver.setObjectZone(nil)", ["there are no zones"]),
        ("try archiver.encodeBytes(nil, length: 1, forKey: \"k\")", ["'encodeBytes(_:forKey:)'"]),
        ("try archiver.encodeBytes(nil, length: 1)", ["'encodeBytes(_:)'"]),
        ("try archiver.encodeValue(ofObjCType: \"i\", at: data)", ["'encodeValue(ofObjCType:_:)'"]),
        ("try archiver.encodeArray(ofObjCType: \"i\", count: 2, at: data)", ["'encodeArray(ofObjCType:_:)'"]),
        ("_ = archiver.systemVersion", ["store one under a key"]),
        ("_ = KeyedArchiver.classNameForClass(Dog.self)", ["'className(for:)'"]),
        ("_ = KeyedArchiver.className(for: Dog.self)", ["'className(for:)' of an archiver"]),
        ("_ = KeyedUnarchiver.class(forClassName: \"Dog\")", ["'class(forClassName:)' of an unarchiver"]),
        ("_ = try unarchiver.decodeBytes(withReturnedLength: nil)", ["'decodeBytes()'"]),
        ("unarchiver.decodingFailurePolicy = .raiseException", ["renamed to 'throw'"]),
        ("_ = try unarchiver.decodeTime(forKey: \"k\")", ["there is no CMTime", "'decodeAny(forKey:)'"]),
        ("_ = try unarchiver.decodeTimeRange(forKey: \"k\")", ["there is no CMTimeRange"]),
        ("_ = try unarchiver.decodeTimeMapping(forKey: \"k\")", ["there is no CMTimeMapping"]),
        ("_ = try unarchiver.decodeNXObject()", ["'decodeObject()'"]),
        ("_ = try unarchiver.decodeNXColor()", ["'decode(ArchivedColor.self, forKey:)'"]),
        ("try archiver.encodeNXObject(data)", ["'encode(_:)'"]),
        ("_ = archiver.version(forClassName: \"C\")", ["store one under a key"]),
        ("archiver.replace(data, with: data)", ["'archiver(_:willEncode:)'", "'replacementObject(for:)'"]),
        ("try archiver.encodePropertyList([\"a\": 1] as [String: Any])", ["'try PropertyList(value)'"]),
        ("try archiver.encodePropertyList([\"a\": 1] as [String: Any], forKey: \"k\")", ["'encodeAny(_:forKey:)'"]),
        ("try archiver.encode(NSString(\"a\"), forKey: \"k\")", ["for NSString, NSNumber and NSNull encode a String"]),
        ("try archiver.encode(NSNumber(value: 1), forKey: \"k\")", ["for NSString, NSNumber and NSNull"]),
        ("try archiver.encode(NSNull())", ["for NSString, NSNumber and NSNull"]),
        (
            "_ = try unarchiver.decodeObject(of: [Dog.self, NSArray.self], forKey: \"k\")",
            ["leave Foundation's collections"]
        ),
        ("_ = try unarchiver.decodeObject(of: [NSArray.self, NSString.self], forKey: \"k\")", ["name String, Int"]),
        ("_ = try unarchiver.decodeAny(of: [[String: Any].self], forKey: \"k\")", ["use 'decodeAny(of:forKey:)'"]),
        (
            "_ = try unarchiver.decodeArrayOfObjects(of: [NSArray.self], forKey: \"k\")",
            ["leave Foundation's collections"]
        ),
        (
            "_ = try KeyedUnarchiver.unarchivedObject(of: [Dog.self, NSArray.self], from: data)",
            ["leave Foundation's collections"]
        ),
        ("_ = archiver.classNameForClass(Dog.self)", ["renamed to 'className(for:)'"]),
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
        ("_ = try KeyedUnarchiver(forReadingFrom: data)", []),
        ("try KeyedArchive(data).write(to: url)", []),
        ("_ = try KeyedUnarchiver.unarchivedArrayOfObjects(of: [Date.self, URL.self], from: data)", []),
        ("_ = try KeyedUnarchiver.unarchivedDictionary(ofKeys: [String.self], objects: [URL.self], from: data)", []),
        ("_ = try KeyedUnarchiver.unarchivedObject(of: [Date.self, URL.self], from: .contents(of: url))", []),
        ("_ = try KeyedUnarchiver.unarchivedGraph(from: .contents(of: url))", []),
        ("_ = try PropertyListDocument(data); _ = try PropertyListDocument(.contents(of: url))", []),
        ("_ = try KeyedArchive(.contents(of: url))", []),
        ("let file: ArchiveFile = .contents(of: url); let shared: any Sendable = file; _ = shared", []),
        ("_ = try KeyedArchiver.archivedData(withRootObject: data, requiringSecureCoding: true)", []),
        ("try archiver.encode(Settings(), forKey: \"k\")", [notCodingable, "encodeEncodable(_:forKey:)"]),
        ("try archiver.encode(Plain.a, forKey: \"k\")", [notCodingable]),
        (
            "_ = try KeyedUnarchiver.unarchivedObject(ofClass: URL.self, from: data)",
            ["renamed to 'unarchivedObject(of:from:)'"]
        ),
    ]

    @Test(.rows)
    func `each wrong call names the right one, and each right one compiles`() {
        forEachRow(["KeyedArchiving", "KeyedArchivingFoundation"]) { (module: String) throws in
            let snippets = module == "KeyedArchiving" ? Self.core + Self.spellings : Self.foundation + Self.spellings
            let functions = snippets.enumerated().map { "func call\($0)\(Self.parameters) throws { \($1.code) }" }
            let head = ["import Foundation", "import \(module)", Self.types].joined(separator: "\n")
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
