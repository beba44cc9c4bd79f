import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

extension HostileCoding {
    /// Rows 82 to 85: cycles and sizes.
    static let graphs: [HostileCoding] = nestedRows + memberRows + sizeRows

    private static let nestedRows: [HostileCoding] = [
        HostileCoding(82, "archives in archives, 8 deep") { try walk(down: 8) },
        HostileCoding(82, "archives in archives, 9 deep", .refused(.limitExceeded, "nowhere")) { try walk(down: 9) },
        HostileCoding(82, "a path through archives in archives, 9 deep", .refused(.limitExceeded, deepPath)) {
            _ = try KeyedArchive(HostileArchive.nested(9)).value(at: ArchivePath(deepPath + ".root"))
        },
    ]

    private static let deepPath = Array(repeating: "root", count: 9).joined(separator: "!") + "!"

    private static func walk(down depth: Int) throws {
        var archive = try KeyedArchive(HostileArchive.nested(depth))
        for _ in 0..<depth {
            guard case .value(.data(let bytes)) = try archive.entry(at: 1) else {
                Issue.record("no data")
                return
            }
            archive = try #require(try archive.nestedArchive(in: bytes))
        }
        #expect(try archive.entry(at: 1) == .value("core"))
    }

    private static let memberRows: [HostileCoding] = [
        HostileCoding(83, "a member of a set that is still being decoded", .refused(.cycle, "root")) {
            _ = try KeyedUnarchiver.unarchivedObject(of: LateMember.self, from: cycle("NSSet", ["NS.objects"]))
        },
        HostileCoding(83, "a member of a set that registered itself before", .refused(.cycle, "root")) {
            _ = try KeyedUnarchiver.unarchivedObject(of: EagerMember.self, from: cycle("NSSet", ["NS.objects"]))
        },
        HostileCoding(83, "a key of a dictionary that registered itself before", .refused(.cycle, "root")) {
            let bytes = try cycle("NSDictionary", ["NS.keys", "NS.objects"])
            _ = try KeyedUnarchiver.unarchivedObject(of: EagerKey.self, from: bytes)
        },
        HostileCoding(83, "a member of a set that is not hashed") {
            let bytes = try cycle("NSSet", ["NS.objects"])
            let graph = try #require(try KeyedUnarchiver.unarchivedGraph(from: bytes) as? ArchivedObject)
            guard case .object(let object) = graph["others"], let set = object as? ArchivedSet else {
                Issue.record("no set")
                return
            }
            #expect(set.members.first as? ArchivedObject === graph)
            set.members = []
        },
    ]

    /// A member that is equal to others by its name, which it decodes last.
    class Member: Hashable {
        fileprivate(set) var name = ""

        static func == (one: Member, other: Member) -> Bool { one.name == other.name }
        func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }

    final class LateMember: Member, Codingable {
        static var codedClassName: String { "Member" }
        var others: Set<LateMember>?

        func encode(with archiver: KeyedArchiver) throws {}

        init(coder unarchiver: KeyedUnarchiver) throws {
            others = try unarchiver.decodeObject(of: Set<LateMember>.self, forKey: "others")
            super.init()
            name = try unarchiver.decode(String.self, forKey: "name")
        }
    }

    final class EagerMember: Member, Codingable {
        static var codedClassName: String { "Member" }
        var others: Set<EagerMember>?

        func encode(with archiver: KeyedArchiver) throws {}

        init(coder unarchiver: KeyedUnarchiver) throws {
            super.init()
            try unarchiver.register(self)
            others = try unarchiver.decodeObject(of: Set<EagerMember>.self, forKey: "others")
            name = try unarchiver.decode(String.self, forKey: "name")
        }
    }

    final class EagerKey: Member, Codingable {
        static var codedClassName: String { "Member" }
        var others: [EagerKey: EagerKey]?

        func encode(with archiver: KeyedArchiver) throws {}

        init(coder unarchiver: KeyedUnarchiver) throws {
            super.init()
            try unarchiver.register(self)
            others = try unarchiver.decodeObject(of: [EagerKey: EagerKey].self, forKey: "others")
            name = try unarchiver.decode(String.self, forKey: "name")
        }
    }

    /// A member with a collection of the given class, whose keys include the member itself.
    private static func cycle(_ className: String, _ keys: [String]) throws -> [UInt8] {
        var fields = PropertyListDictionary(keys.map { (key: .string(PropertyListString($0)), value: [.uid(1)]) })
        fields["$class"] = .uid(4)
        return try SmallArchive(
            .record(["others": .uid(3), "name": .uid(5), "$class": .uid(2)]), .classRecord("Member", "NSObject"),
            .dictionary(fields), .classRecord(className, "NSObject"), "Ada"
        ).bytes()
    }

    private static let sizeRows: [HostileCoding] = [
        HostileCoding(84, "a chain of a million objects, decoded in one phase", .refused(.limitExceeded, onePhasePath))
        {
            _ = try KeyedUnarchiver.unarchivedObject(of: Thing.self, from: millionLinks.get())
        },
        HostileCoding(84, "a chain of a million objects, decoded in two phases") {
            var link = try KeyedUnarchiver.unarchivedObject(of: Link.self, from: millionLinks.get())
            #expect(link?.count == million)
            link = nil
        },
        HostileCoding(84, "a chain of a million objects of an unknown class") {
            var graph = try KeyedUnarchiver.unarchivedGraph(from: millionLinks.get()) as? ArchivedObject
            #expect(graph?.archivedClass.name == "Thing")
            graph = nil
        },
        HostileCoding(
            84, "a chain of a million objects, encoded in one phase", .refused(.limitExceeded, deepPath("next"))
        ) {
            let things = (0..<million).map { _ in Thing() }
            for (thing, next) in zip(things, things.dropFirst()) { thing.next = next }
            defer { for thing in things { thing.next = nil } }
            _ = try KeyedArchiver.archivedBytes(withRootObject: things.first)
        },
        HostileCoding(84, "a chain of a million objects, encoded in two phases") {
            let first = Link()
            var last = first
            for _ in 1..<million {
                let next = Link()
                last.next = next
                last = next
            }
            let archive = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: first))
            #expect(archive.objectCount == million + 2)
        },
        HostileCoding(85, "a million objects that nothing refers to and that cannot be read") {
            var table = BinaryObjectTable()
            let damaged = table.addDictionary(keys: [table.addString("$class")], values: [table.addInteger(7)])
            let head = [table.addString("$null"), table.addString("x")]
            let bytes = try table.archive(of: head + Array(repeating: damaged, count: million))
            #expect(try KeyedUnarchiver.unarchivedObject(of: String.self, from: bytes) == "x")
            #expect(try KeyedUnarchiver.unarchivedGraph(from: bytes) as? String == "x")
        },
    ]

    /// A million, or in a quick run as many as no thread's stack bears calls in each other.
    private static let million = TestScale.count(1_000_000, quick: 30_000)

    private static let onePhasePath = "root" + String(repeating: ".next", count: 512)

    /// A chain of a million objects, made once.
    private static let millionLinks = Result {
        var table = BinaryObjectTable()
        let (next, archivedClass) = (table.addString("next"), table.addString("$class"))
        var objects = [table.addString("$null"), table.add(.classRecord("Thing", "NSObject"))]
        for number in 0..<million {
            let target = number == million - 1 ? UID.null : UID(UInt64(number + 3))
            let values = [table.uid(target), table.uid(1)]
            objects.append(table.addDictionary(keys: [next, archivedClass], values: values))
        }
        return try table.archive(of: objects, root: 2)
    }

    /// A link of a chain, decoded in two phases, that takes its chain apart when it dies.
    final class Link: TwoPhaseCodingable {
        static var codedClassName: String { "Thing" }
        var next: Link?

        init() {}

        /// How many links there are from this one on.
        var count: Int {
            var (count, link) = (0, Optional(self))
            while let current = link { (count, link) = (count + 1, current.next) }
            return count
        }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(next, forKey: "next")
        }

        func decode(with unarchiver: KeyedUnarchiver) throws {
            next = try unarchiver.decodeObject(of: Link.self, forKey: "next")
        }

        deinit {
            var rest = next.take()
            while isKnownUniquelyReferenced(&rest) { rest = rest?.next.take() }
        }
    }
}
