import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

/// The Swift source that `generate` writes; `.ci/generated` compiles and runs it.
@Suite struct GenerateTests {
    private let archive = SmallArchive(
        [
            "name": .uid(2), "age": 36, "height": 1.5, "isMember": true, "friend": .uid(3), "class": 1,
            "Person": .uid(6), "$class": .uid(4),
        ],
        "Ada", ["name": .uid(0), "age": 1, "height": 2, "isMember": false, "friend": .uid(1), "$class": .uid(4)],
        .classRecord("My.Person", "NSObject"), .classRecord("NSArray", "NSObject"),
        ["NS.objects": [.uid(2)], "$class": .uid(5)]
    )

    @Test func `classes that conform to Codingable`() throws {
        let run = try ToolRun("generate", "-", input: archive.bytes())
        #expect(
            run.output.hasPrefix(
                """
                // Written by keyed-archive generate from -.

                import Foundation
                import KeyedArchiving
                import KeyedArchivingFoundation

                /// "My.Person", of which the samples have 2.
                final class Person: Codingable {
                    static var codedClassName: String { "My.Person" }
                    static var codedClassHierarchy: [String] { ["My.Person", "NSObject"] }

                    var name: String?
                    var age: Int = 0
                    var height: Double = 0
                    var isMember: Bool = false
                    var friend: Person?
                    var `class`: Int?
                    var Person2: [String]?

                    init() {}

                    init(coder unarchiver: KeyedUnarchiver) throws {
                        // Objects below may refer back to this one.
                        try unarchiver.register(self)
                        name = try unarchiver.decodeIfPresent(String.self, forKey: "name")
                        age = try unarchiver.decode(Int.self, forKey: "age")
                        height = try unarchiver.decodeNumber(forKey: "height") ?? 0
                """), "\(run.output)")
        #expect(run.output.contains("        registry.register(Person.self)\n"))
        #expect(run.status == 0)
    }

    @Test func `a mangled class gets a type of its name in the source, and keeps its coded name`() throws {
        let archive = SmallArchive(
            ["list": .uid(3), "$class": .uid(2)], .classRecord("_TtCC3App5Outer5Inner", "NSObject"),
            ["$class": .uid(4)], .classRecord("_TtGC3App3BoxGSaSd__", "NSObject"),
            top: ["root": .uid(1), "secret": .uid(5)])
        var objects = archive.objects
        objects += [
            ["$class": .uid(6)],
            .classRecord("_TtC3AppP33_0123456789ABCDEF0123456789ABCDEF6Secret", "NSObject"),
        ]
        let bytes = try SmallArchive(entries: objects, top: archive.top).bytes()
        let lines = try ToolRun("generate", "-", input: bytes).output.split(separator: "\n")
        let types = lines.filter { $0.hasPrefix("final class ") }
        #expect(
            types.sorted() == [
                "final class Box: Codingable {", "final class Inner: Codingable {", "final class Secret: Codingable {",
            ])
        #expect(lines.contains("/// \"_TtCC3App5Outer5Inner\" (App.Outer.Inner), of which the samples have 1."))
        #expect(lines.contains("    static var codedClassName: String { \"_TtCC3App5Outer5Inner\" }"))
    }

    @Test func `a field with objects of several classes is an enumeration, one that leads back is weak`() throws {
        let family = SmallArchive(
            ["pets": .uid(2), "best": .uid(4), "$class": .uid(7)],
            ["NS.objects": [.uid(4), .uid(5)], "$class": .uid(3)],
            .classRecord("NSArray", "NSObject"), ["owner": .uid(1), "friend": .uid(5), "$class": .uid(6)],
            ["owner": .uid(1), "friend": .uid(8), "$class": .uid(6)], .classRecord("XYCat", "NSObject"),
            .classRecord("Person", "NSObject"), ["name": .uid(10), "$class": .uid(9)], .classRecord("Dog", "NSObject"),
            "Rex")
        let run = try ToolRun("generate", "-", input: family.bytes())
        #expect(run.output.contains("    /// The object that this one is in.\n    weak var owner: Person?\n"))
        #expect(run.output.contains("    var best: XYCat?\n"))
        #expect(
            run.output.contains(
                """
                    /// The objects under "friend", by their classes.
                    enum FriendChoice {
                        case dog(Dog)
                        case xyCat(XYCat)

                        init(_ object: any Codingable) throws {
                            switch object {
                            case let object as Dog: self = .dog(object)
                            case let object as XYCat: self = .xyCat(object)
                            default:
                """), "\(run.output)")
        expectRows {
            expecting(run.output, contains: "    var friend: FriendChoice?\n")
            expecting(
                run.output,
                contains: "friend = try unarchiver.decodeObject(forKey: \"friend\").map { try FriendChoice($0) }\n")
            expecting(run.output, contains: "        try archiver.encode(friend?.object, forKey: \"friend\")\n")
        }
    }

    @Test func `samples in several files are gathered at once, in their order`() throws {
        let scratch = try Scratch()
        let first = try scratch.file("first", archive.bytes()).path
        let second = try scratch.file(
            "second", SmallArchive(["size": 2, "$class": .uid(2)], .classRecord("My.Person", "NSObject")).bytes()
        ).path
        let runs = try ["1", "4"].map { try ToolRun("generate", first, second, first, "--jobs", $0).output }
        expectRows {
            (runs[0], runs[1])
            expecting(runs[0], contains: "/// \"My.Person\", of which the samples have 5.")
            expecting(runs[0], contains: "    var age: Int?\n")
        }
        let tables = try ["1", "4"].map { try ToolRun("classes", first, second, "--jobs", $0).output }
        #expect(tables[0] == tables[1])
        #expect(tables[0].contains("My.Person : NSObject: 3 objects in 2 files\n"))
    }

    @Test func `structures that conform to Decodable`() throws {
        let run = try ToolRun("generate", "-", "--codable", input: archive.bytes())
        expectRows {
            expecting(
                run.output,
                contains: "    // \"friend\" isn't read: it leads back to an object that this one is in.\n")
            expecting(run.output, contains: "struct Person: Decodable {\n    var name: String?\n    var age: Int\n")
            expecting(run.output, contains: "    var Person2: [String]?\n")
            expecting(run.output, contains: "        case Person2 = \"Person\"\n")
            expecting(
                run.output,
                hasSuffix:
                    "// let root = try KeyedArchiveDecoder(registry: .foundation).decode(Person.self, from: bytes)\n")
        }
    }

    /// A folder with two files, each of which knows it, the second being the first one's original.
    private let folder = SmallArchive(
        ["name": .uid(2), "files": .uid(3), "$class": .uid(7)],
        "Letters", ["NS.objects": [.uid(4), .uid(5)], "$class": .uid(6)],
        ["folder": .uid(1), "original": .uid(5), "parts": .uid(9), "$class": .uid(8)],
        ["folder": .uid(1), "original": .uid(0), "parts": .uid(10), "$class": .uid(8)],
        .classRecord("NSMutableArray", "NSArray", "NSObject"), .classRecord("Folder", "NSObject"),
        .classRecord("File", "NSObject"),
        ["NS.objects": [.uid(11)], "$class": .uid(6)], ["NS.objects": [], "$class": .uid(6)],
        ["folder": .uid(0), "original": .uid(0), "parts": .uid(10), "$class": .uid(8)]
    )

    @Test func `decodable types hold children in arrays, and are classes if they hold their own kind directly`() throws
    {
        let run = try ToolRun("generate", "-", "--codable", input: folder.bytes())
        expectRows {
            expecting(run.output, contains: " Folder: SharedDecodable {\n    var name: String\n    var files: [File]\n")
            expecting(
                run.output,
                contains: "    // \"folder\" isn't read: it leads back to an object that this one is in.\n")
        }
        #expect(
            run.output.contains(
                """
                final class File: SharedDecodable {
                    // "folder" isn't read: it leads back to an object that this one is in.
                    var original: File?
                    var parts: [File]

                """), "\(run.output)")
        let tree = SmallArchive(
            ["nodes": .uid(2), "$class": .uid(4)], ["NS.objects": [.uid(5)], "$class": .uid(3)],
            .classRecord("NSArray", "NSObject"), .classRecord("Node", "NSObject"),
            ["nodes": .uid(6), "$class": .uid(4)], ["NS.objects": [], "$class": .uid(3)])
        let nodes = try ToolRun("generate", "-", "--codable", input: tree.bytes()).output
        expectRows { expecting(nodes, contains: "struct Node: Decodable {\n    var nodes: [Node]\n") }
    }

    @Test func `a list that leads to itself has an identity, and a dictionary that is its own key ends`() throws {
        let map = SmallArchive(
            ["map": .uid(2), "$class": .uid(4)],
            ["NS.keys": [.uid(2)], "NS.objects": [.uid(2)], "$class": .uid(3)],
            .classRecord("NSDictionary", "NSObject"), .classRecord("Thing", "NSObject")
        )
        #expect(try ToolRun("generate", "-", input: try map.bytes()).output.contains("Thing"))
        let ring = SmallArchive(
            ["members": .uid(2), "$class": .uid(4)], ["NS.objects": [.uid(5)], "$class": .uid(3)],
            .classRecord("NSArray", "NSObject"), .classRecord("Club", "NSObject"),
            ["others": .uid(2), "$class": .uid(6)], .classRecord("Member", "NSObject"))
        let run = try ToolRun("generate", "-", input: ring.bytes())
        let untangled = try ToolRun("generate", "-", input: folder.bytes()).output
        expectRows {
            expecting(run.output, contains: "    var members: ArchivedArray?\n")
            expecting(run.output, contains: "    var others: ArchivedArray?\n")
            expecting(untangled, contains: "    var files: [File] = []\n")
        }
    }

    @Test func `dates, URLs, colors and attributed strings have their types`() throws {
        let values = SmallArchive(
            [
                "date": .uid(3), "url": .uid(5), "color": .uid(7), "text": .uid(9), "count": .uid(13),
                "dates": .uid(11), "data": .uid(14), "pattern": .uid(15), "$class": .uid(2),
            ],
            .classRecord("Values", "NSObject"), ["NS.time": 0.5, "$class": .uid(4)], .classRecord("NSDate", "NSObject"),
            ["NS.base": .uid(0), "NS.relative": .uid(6), "$class": .uid(16)], "https://example.com/",
            ["NSColorSpace": 3, "NSWhite": .data(Array("0.5\0".utf8)), "$class": .uid(8)],
            .classRecord("NSColor", "NSObject"), ["NSString": .uid(6), "$class": .uid(10)],
            .classRecord("NSAttributedString", "NSObject"), ["NS.objects": [.uid(3)], "$class": .uid(12)],
            .classRecord("NSArray", "NSObject"), 7, .data([1, 2]), ["NSColorSpace": 10, "$class": .uid(8)],
            .classRecord("NSURL", "NSObject"))
        let (classes, structures) = (
            try ToolRun("generate", "-", input: values.bytes()).output,
            try ToolRun("generate", "-", "--codable", input: values.bytes()).output
        )
        expectRows {
            expecting(classes, contains: "    var date: Date?\n    var url: URL?\n    var color: ArchivedColor?\n")
            expecting(classes, contains: "    var text: ArchivedAttributedString?\n    var count: Int = 0\n")
            expecting(classes, contains: "    var dates: [Date] = []\n    var data: Data?\n")
            expecting(classes, contains: "    /// NSColor\n    var pattern: (any Codingable)?\n")
            !classes.contains("class NSColor") && !classes.contains("class ArchivedNSColor")
            expecting(structures, contains: "    var date: Date\n    var url: URL\n    var color: ArchivedColor\n")
            expecting(structures, contains: "    var text: String\n    var count: Int\n    var dates: [Date]\n")
        }
    }

    @Test func `no type is written for a class that the library has a type for`() throws {
        let known: [any Codingable.Type] = [
            ArchivedNumber.self, ArchivedNull.self, String.self, Data.self, Date.self, URL.self, URLQueryItem.self,
            UUID.self, Decimal.self, IndexSet.self, IndexPath.self, BoxedValue.self, AffineTransform.self,
            ArchivedArray.self, ArchivedDictionary.self, ArchivedSet.self, ArchivedOrderedSet.self,
            ArchivedCountedSet.self, Locale.self, TimeZone.self, Calendar.self, DateComponents.self, DateInterval.self,
            ArchivedUnit.self, ArchivedUnitConverter.self, Measurement<Unit>.self, CharacterSet.self,
            PersonNameComponents.self, ArchivedAttributedString.self, Notification.self, ArchivedNSError.self,
            ArchivedColor.self, ArchivedColorSpace.self, ArchivedFont.self,
        ]
        let names = known.flatMap { [$0.codedClassName] + $0.codedClassAliases } + ["NSPredicate", "Person"]
        let records = names.enumerated().flatMap { (position, name) -> [PropertyList] in
            [["$class": .uid(UID(UInt64(2 * position + 2)))], .classRecord(name, "NSObject")]
        }
        let output = try ToolRun("generate", "-", input: SmallArchive(entries: records).bytes()).output
        for name in names {
            let isKnown = ClassRegistry.foundation.type(forClassName: name) != nil
            #expect(output.contains("/// \"\(name)\", of which the samples have") == !isKnown, "\(name)")
        }
    }

    @Test func `types hide none of the frameworks, and keys that are keywords are names`() throws {
        var fields: PropertyListDictionary = [:]
        for key in ["type", "self", "await", "Type", "init", "Date", "class", "archiver"] { fields[key] = 1 }
        fields["$class"] = .uid(2)
        let odd = SmallArchive(
            .dictionary(fields), .classRecord("NSView", "NSObject"), ["$class": .uid(4)],
            .classRecord("My.Date", "NSObject"))
        for flags in [[], ["--codable"]] {
            let output = try ToolRun(["generate", "-"] + flags, input: odd.bytes()).output
            expectRows {
                expecting(output, contains: " ArchivedNSView: ")
                expecting(output, contains: " Date2: ")
                expecting(output, contains: "    var type: Int")
                expecting(output, contains: "    var selfValue: Int")
                expecting(output, contains: "    var `await`: Int")
                expecting(output, contains: "    var TypeValue: Int")
                expecting(output, contains: "    var initValue: Int")
                expecting(output, contains: "    var Date3: Int")
                expecting(output, contains: "    var `class`: Int")
                expecting(output, contains: "    var archiver2: Int")
            }
        }
    }

    @Test func `what is at the top under other keys is decoded, too`() throws {
        let people = SmallArchive(
            ["NS.objects": [.uid(3)], "$class": .uid(2)], .classRecord("NSArray", "NSObject"),
            ["name": .uid(5), "$class": .uid(4)], .classRecord("Person", "NSObject"), "Ada",
            top: ["people": .uid(1), "count": 1])
        let run = try ToolRun("generate", "-", "--codable", input: people.bytes())
        let call = "try KeyedArchiveDecoder(registry: .foundation).decode"
        expectRows {
            expecting(run.output, contains: "// let people = \(call)([Person].self, from: bytes, at: \"people\")\n")
            expecting(run.output, contains: "// let count = \(call)(Int.self, from: bytes, at: \"count\")\n")
        }
    }

    @Test func `names of hostile archives become legal ones, and stay in their literals`() throws {
        let evil = "\"); import Evil //\n"
        var fields: PropertyListDictionary = ["\u{202E}": 2, "": 3, "$class": .uid(2)]
        fields["1 " + evil] = 1
        let hostile = SmallArchive(.dictionary(fields), .classRecord(evil, "NSObject"))
        let flags: [[String]] = [[], ["--codable"]]
        for flag in flags {
            let run = try ToolRun(["generate", "-"] + flag, input: hostile.bytes())
            expectRows {
                !run.output.split(separator: "\n").contains { $0.contains("import Evil") && !$0.contains("\\\"") }
                expecting(run.output, contains: "_1ImportEvil")
                expecting(run.output, contains: "value")
            }
        }
        let plain = try ToolRun("generate", "-", input: SmallArchive("text").bytes())
        #expect(plain.status == 1)
        let reason = "the samples have no classes but those that the library has types for"
        #expect(plain.errors.hasPrefix("keyed-archive: \(reason)"), "\(plain.errors)")
    }

    @Test func `completions and the manual name all commands and options`() throws {
        for shell in ["bash", "zsh", "fish"] {
            let text = try ToolRun("completions", shell).output
            for word in ["dump", "generate", "max-boxes", "untrusted", "mermaid"] {
                #expect(text.contains(word), "\(shell): \(word)")
            }
        }
        let manual = try ToolRun("manual").output
        try expectRows {
            expecting(manual, hasPrefix: ".TH KEYED-ARCHIVE 1\n")
            expecting(manual, contains: ".SS generate\n.nf\nusage: keyed\\-archive generate FILE")
            expecting(
                manual,
                contains: ".SH OPTIONS\n.TP\n.B \\-\\-all\n(check)\nprints every problem, up to 100, on separate")
            expecting(manual, contains: ".TP\n.B \\-r, \\-\\-recursive\n(dump, check, ")
            expecting(manual, contains: ".SH EXIT STATUS\n.TP\n.B 0\n")
            expecting(manual, contains: ".SH EXAMPLES\n.TP\n.B keyed\\-archive dump family.plist\n")
            (try ToolRun("completions", "tcsh").status, 2)
        }
    }

    @Test func `completions keep the colons and apostrophes of what they say, and bash takes its own`() throws {
        let (zsh, fish) = (try ToolRun("completions", "zsh").output, try ToolRun("completions", "fish").output)
        try expectRows {
            expecting(fish, contains: "-l regex -d 'TEXT is a regular expression: . [a-z] [^…]")
            expecting(
                fish,
                contains: "-l raw -d 'shows the fields of Foundation\\'s classes as they are stored, not their values")
            expecting(zsh, contains: "'--regex[TEXT is a regular expression\\: . \\[a-z\\] \\[^…\\]")
            expecting(
                zsh,
                contains: "'--raw[shows the fields of Foundation'\\''s classes as they are stored, not their values")
            (try ToolRun(shell: "\"$TOOL\" completions bash | bash -n").errors, "")
        }
        let run = try ToolRun(
            shell: """
                command -v bash >/dev/null || exit 127
                "$TOOL" completions bash > /dev/null
                bash -c 'eval "$("$TOOL" completions bash)"; COMP_WORDS=(keyed-archive dump --fo); COMP_CWORD=2
                _keyed_archive; echo "${COMPREPLY[*]}"; COMP_WORDS=(keyed-archive dump --format ht); COMP_CWORD=3
                _keyed_archive; echo "${COMPREPLY[*]}"; COMP_WORDS=(keyed-archive ge); COMP_CWORD=1
                _keyed_archive; echo "${COMPREPLY[*]}"'
                """)
        if run.status == 127 { return }  // There is no bash on this machine.
        #expect(run.output == "--format\nhtml\nget generate\n")
    }
}
