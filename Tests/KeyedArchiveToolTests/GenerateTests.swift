import Foundation
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

    @Test func `a dictionary that is its own key ends`() throws {
        let archive = SmallArchive(
            ["map": .uid(2), "$class": .uid(4)],
            ["NS.keys": [.uid(2)], "NS.objects": [.uid(2)], "$class": .uid(3)],
            .classRecord("NSDictionary", "NSObject"), .classRecord("Thing", "NSObject")
        )
        let run = try ToolRun("generate", "-", input: try archive.bytes())
        #expect(run.output.contains("Thing"))
    }

    @Test func `classes that conform to Codingable`() throws {
        let run = try ToolRun("generate", "-", input: archive.bytes())
        #expect(
            run.output.hasPrefix(
                """
                // Written by keyed-archive generate from -.

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
                    /// a list
                    var Person2: (any Codingable)?

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
            expecting(run.output, contains: "    // \"friend\" leads to \"My.Person\", which leads back here.\n")
            expecting(run.output, contains: "    var name: String?\n    var age: Int\n    var height: Double\n")
            expecting(run.output, contains: "    var Person2: [String]?\n")
            expecting(run.output, contains: "        case Person2 = \"Person\"\n")
            expecting(
                run.output, hasSuffix: "// let root = try KeyedArchiveDecoder().decode(Person.self, from: bytes)\n")
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
        #expect(
            plain.errors
                == "keyed-archive: the samples have no classes but Foundation's; see keyed-archive generate --help\n"
                || plain.errors == "keyed-archive: the samples have no classes but Foundation's\n")
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
            (try ToolRun("completions", "tcsh").status, 2)
        }
    }

    @Test func `bash takes its completions`() throws {
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
