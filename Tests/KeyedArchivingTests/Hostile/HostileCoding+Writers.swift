import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

extension HostileCoding {
    /// Row 107: graphs and calls that an archiver has to withstand.
    static let writers: [HostileCoding] = [
        HostileCoding(107, "objects that nest 100,000 deep", .refused(.limitExceeded, deepPath("next"))) {
            let things = (0..<TestScale.count(100_000, quick: 10_000)).map { _ in Thing() }
            for (thing, next) in zip(things, things.dropFirst()) { thing.next = next }
            defer { for thing in things { thing.next = nil } }
            _ = try KeyedArchiver.archivedBytes(withRootObject: things.first)
        },
        HostileCoding(107, "a value that encodes itself without end", .refused(.limitExceeded, deepPath("self"))) {
            _ = try KeyedArchiver.archivedBytes(withRootObject: Endless())
        },
        HostileCoding(107, "values in a cycle by way of an instance") {
            let box = Box()
            box.content = Holder(box: box)
            defer { box.content = nil }
            let archive = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: box))
            #expect(archive.objectCount == 5)
        },
        HostileCoding(107, "an object that changes while it is encoded") {
            let growing = Growing()
            let bytes = try KeyedArchiver.archivedBytes(withRootObject: growing)
            let archive = try KeyedArchive(bytes)
            #expect(archive.problems(strict: true) == [])
            #expect(try archive.uids(ofClass: "Growing").count == 11)
            growing.children = []
        },
        HostileCoding(107, "encoding after finishing", .refused(.finished, "nowhere")) {
            let archiver = KeyedArchiver()
            try archiver.encode("x", forKey: "root")
            try archiver.finishEncoding()
            try archiver.encode("y", forKey: "other")
        },
        HostileCoding(107, "a scalar after finishing", .refused(.finished, "nowhere")) {
            let archiver = KeyedArchiver()
            try archiver.finishEncoding()
            try archiver.encode(1, forKey: "other")
        },
        HostileCoding(107, "an object that throws half way, and an archiver that is used on") {
            let archiver = KeyedArchiver()
            let failing = Failing()
            for _ in 0..<3 {
                #expect(throws: Failing.Failure.self) { try archiver.encode(failing, forKey: "bad") }
            }
            try archiver.encode(["good", "good too"], forKey: "root")
            failing.fails = false
            try archiver.encode(failing, forKey: "better")
            let archive = try KeyedArchive(archiver.encodedBytes)
            try expectRows {
                (archive.problems(), [])
                (try archive.topLevel().map(\.key.string), ["root", "better"])
                (try KeyedUnarchiver.unarchivedObject(of: [String].self, from: archive.bytes()), ["good", "good too"])
            }
        },
        HostileCoding(107, "keys that start with $") {
            let archiver = KeyedArchiver()
            let keys = ["$class", "$0", "$", "$$", "$objects"]
            for (number, key) in keys.enumerated() { try archiver.encode(number, forKey: key) }
            try archiver.encodeValue(true)
            let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
            for (number, key) in keys.enumerated() { #expect(try unarchiver.decodeInteger(forKey: key) == number) }
            #expect(try unarchiver.decodeValue(Bool.self))
        },
        HostileCoding(107, "one key twice") {
            let archiver = KeyedArchiver()
            try archiver.encode(1, forKey: "key")
            try archiver.encode("two", forKey: "key")
            let bytes = try archiver.encodedBytes
            #expect(try KeyedUnarchiver(forReadingFrom: bytes).decode(String.self, forKey: "key") == "two")
            #expect(try KeyedArchive(bytes).topLevel().count == 1)
        },
        HostileCoding(107, "an object that finishes the archive", .refused(.invalidArchiveOperation, "root")) {
            _ = try KeyedArchiver.archivedBytes(withRootObject: Finishing())
        },
        HostileCoding(107, "more values than XML can hold", .refused(.unrepresentable, "nowhere")) {
            let archiver = KeyedArchiver()
            archiver.outputFormat = .xml
            try archiver.encode(
                ArchivedObject(ArchivedClass(name: "A"), fields: [.init("k", .inline(.null))]), forKey: "root")
            _ = try archiver.encodedBytes
        },
    ]

    struct Endless: Codingable {
        static var codedClassName: String { "Endless" }
        init() {}
        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(Endless(), forKey: "self") }
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    struct Holder: Codingable {
        static var codedClassName: String { "Holder" }
        var box: Box
        init(box: Box) { self.box = box }
        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(box, forKey: "box") }
        init(coder unarchiver: KeyedUnarchiver) throws { box = Box() }
    }

    final class Box: Codingable {
        static var codedClassName: String { "Box" }
        var content: Holder?
        init() {}
        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(content, forKey: "content") }
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    /// Gets one more child each time that it is encoded, up to ten.
    final class Growing: Codingable {
        static var codedClassName: String { "Growing" }
        var children: [Growing] = []
        weak var parent: Growing?

        init() {}

        func encode(with archiver: KeyedArchiver) throws {
            let root = parent ?? self
            if root.children.count < 10 {
                let child = Growing()
                child.parent = root
                root.children.append(child)
            }
            try archiver.encode(root.children, forKey: "children")
            try archiver.encode(root, forKey: "root")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    final class Failing: Codingable {
        struct Failure: Error {}

        static var codedClassName: String { "Failing" }
        var fails = true

        init() {}

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode("half", forKey: "way")
            try archiver.encode([1, 2, 3], forKey: "list")
            if fails { throw Failure() }
        }

        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    struct Finishing: Codingable {
        static var codedClassName: String { "Finishing" }
        init() {}
        func encode(with archiver: KeyedArchiver) throws { try archiver.finishEncoding() }
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }
}
