import Fuzzing
import SequentialArchives
import TestSupport
import Testing

@Suite struct EditingTests {
    /// An array of two strings, the second of which is there twice.
    private static let bytes: [UInt8] = {
        var stream = StreamBytes()
        stream.add(StreamBytes.new("@"), StreamBytes.object("NSArray"), StreamBytes.new("i"), [3])
        stream.add([StreamBytes.reference(0), 0x84, 0x84], StreamBytes.new("NSString"), [1, StreamBytes.reference(1)])
        stream.add(StreamBytes.new("+"), [3], Array("one".utf8), [StreamBytes.end])
        stream.add([StreamBytes.reference(0), 0x84, StreamBytes.reference(3), StreamBytes.reference(4)])
        stream.add([3], Array("two".utf8), [StreamBytes.end])
        stream.add([StreamBytes.reference(0), StreamBytes.reference(4), StreamBytes.end])
        return stream.bytes
    }()

    private static func texts(_ archive: SequentialArchive) -> [String] {
        archive.objects(ofClass: "NSString").compactMap { object in
            guard case .bytes(let bytes) = object.values.first else { return nil }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    @Test func `an archive shows its objects, classes and groups`() throws {
        let archive = try SequentialArchive(Self.bytes)
        let root = try #require(archive.root)
        expectRows {
            (root.className, "NSArray")
            (root.groups.map(\.types), ["i", "@", "@", "@"])
            (root.values.first, .integer(3))
            (root.values[2], root.values[3])
            (archive.objects.map(\.reference.number), [0, 2, 4])
            (archive.classes.map(\.description), ["NSArray:0", "NSString:1"])
            (archive.object(root.values[1])?.classes.map(\.name), ["NSString", "NSArray"])
            (archive.version(forClassName: "NSString"), 1)
            (archive.version(forClassName: "NSData"), nil)
            (Self.texts(archive), ["one", "two"])
            (archive.object(SequentialReference(99)), nil)
            (archive.object(SequentialReference(1)), nil)
        }
    }

    @Test func `a value is replaced, and the rest is written as it was`() throws {
        var archive = try SequentialArchive(Self.bytes)
        try archive.setValue(.bytes(Array("ONE".utf8)), at: 0, ofGroup: 0, in: SequentialReference(2))
        let changed = archive.bytes()
        try expectRows {
            (changed.count, Self.bytes.count)
            (zip(changed, Self.bytes).filter { $0.0 != $0.1 }.count, 3)
            (Self.texts(try SequentialArchive(changed)), ["ONE", "two"])
        }
        try archive.setValue(.bytes(Array("one".utf8)), at: 0, ofGroup: 0, in: SequentialReference(2))
        #expect(archive.bytes() == Self.bytes)
    }

    @Test func `an object that nothing refers to anymore isn't written, and its class moves on`() throws {
        var archive = try SequentialArchive(Self.bytes)
        let root = try #require(archive.root)
        let groups = root.groups
        try archive.setGroups(
            [SequentialGroup(types: "i", values: [.integer(2)]), groups[2], groups[3]], of: root.reference)
        let changed = try SequentialArchive(archive.bytes())
        expectRows {
            changed.isNormal
            (Self.texts(changed), ["two"])
            (changed.root?.values.suffix(2), [.object(SequentialReference(2)), .object(SequentialReference(2))])
            (changed.classes.map(\.name), ["NSArray", "NSString"])
        }
    }

    @Test func `a class in the place of an object is nil once nothing before it has the class`() throws {
        var archive = SequentialArchive(header: .default)
        let record = try archive.addClass(name: "A", version: 1, superclass: nil)
        let object = try archive.addObject(ofClass: record)
        let (first, second) = (
            try SequentialGroup(types: "@", values: [.object(object)]),
            try SequentialGroup(types: "@", values: [.class(record)])
        )
        try archive.setGroups([first, second])
        #expect(try SequentialArchive(archive.bytes()).groups.map(\.values)[1] == [.class(SequentialReference(1))])
        try archive.setGroups([second, first])
        let reopened = try SequentialArchive(archive.bytes())
        try expectRows {
            reopened.isNormal
            (reopened.groups.map(\.values), [[.null], [.object(SequentialReference(0))]])
            try (archive.canonicalText(), reopened.canonicalText())
        }
    }

    @Test func `objects, classes and C strings are added`() throws {
        var archive = SequentialArchive(header: SequentialHeader(byteOrder: .big, systemVersion: 930))
        let object = try archive.addClass(name: "NSObject", superclass: nil)
        let node = try archive.addClass(name: "Node", version: 7, superclass: object)
        let name = try archive.addCString(Array("loop".utf8))
        let first = try archive.addObject(ofClass: node)
        let group = try SequentialGroup(
            types: "*@#iS[2c]",
            values: [
                .cString(name), .object(first), .class(object), .integer(-1), .integer(65535), .bytes([1, 2]),
            ])
        try archive.setGroups([group], of: first)
        try archive.setGroups([SequentialGroup(types: "@@", values: [.object(first), .null])])
        let reopened = try SequentialArchive(archive.bytes())
        try expectRows {
            (reopened.header, SequentialHeader(byteOrder: .big, systemVersion: 930))
            reopened.isNormal
            (reopened.root?.classes.map(\.description), ["Node:7", "NSObject:0"])
            (reopened.root?.values[1], .object(SequentialReference(0)))
            (reopened.root?.values[4], .unsignedInteger(65535))
            try (reopened.canonicalText(), archive.canonicalText())
        }
    }

    @Test func `a class is renamed for all of its objects`() throws {
        var archive = try SequentialArchive(Self.bytes)
        try archive.renameClass(SequentialReference(3), to: "NSText", version: 2)
        let changed = try SequentialArchive(archive.bytes())
        #expect(changed.objects(ofClass: "NSText").count == 2)
        #expect(changed.version(forClassName: "NSText") == 2)
    }

    @Test(.enabled(if: SequentialCorpus.isPresent))
    func `an archive that is written in the other order of bytes has the same contents`() throws {
        for file in TestScale.sample(
            try SequentialCorpus.undamaged(), every: 16, of: "sequential archives", by: \.name)
        where file.objectCount < 200 {
            let bytes = try file.bytes()
            let original = try SequentialArchive(bytes)
            var other = original
            other.header.byteOrder = original.header.byteOrder == .little ? .big : .little
            var back = try SequentialArchive(other.bytes())
            #expect(back.isNormal)
            #expect(back.objects.count == file.objectCount)
            back.header.byteOrder = original.header.byteOrder
            #expect(back.bytes() == bytes)
        }
    }

    @Test func `what doesn't exist or doesn't fit is refused`() throws {
        var archive = try SequentialArchive(Self.bytes)
        func expect(_ code: ArchiveError.Code, _ body: () throws -> Void) {
            #expect(throws: ArchiveError(code, ""), performing: body)
        }
        expect(.invalidValue) { _ = try SequentialGroup(types: "i", values: [.real(1)]) }
        expect(.invalidValue) { _ = try SequentialGroup(types: "ii", values: [.integer(1)]) }
        expect(.invalidValue) { _ = try SequentialGroup(types: "i", values: [.integer(1), .integer(2)]) }
        expect(.invalidValue) { _ = try SequentialGroup(types: "[2c]", values: [.bytes([1])]) }
        expect(.invalidValue) { _ = try SequentialGroup(types: "i", values: [.null]) }
        expect(.range) { _ = try SequentialGroup(types: "s", values: [.integer(32768)]) }
        expect(.range) { _ = try SequentialGroup(types: "C", values: [.integer(-1)]) }
        expect(.range) { _ = try SequentialGroup(types: "q", values: [.unsignedInteger(.max)]) }
        expect(.invalidType) { _ = try SequentialGroup(types: "", values: []) }
        expect(.invalidType) { _ = try SequentialGroup(types: "[i", values: []) }
        let dangling = try SequentialGroup(types: "@", values: [.object(SequentialReference(1))])
        expect(.invalidReference) { try archive.setGroups([dangling]) }
        expect(.invalidReference) { try archive.setGroups([], of: SequentialReference(1)) }
        expect(.invalidReference) { _ = try archive.addObject(ofClass: SequentialReference(0)) }
        expect(.invalidValue) { _ = try archive.addCString([1, 0]) }
        expect(.valueNotFound) { try archive.setValue(.null, at: 1, ofGroup: 0, in: nil) }
        #expect(archive.bytes() == Self.bytes)
    }

    @Test func `descriptions are short, whatever the contents`() throws {
        var stream = StreamBytes()
        stream.add(StreamBytes.new("@"), StreamBytes.object("X\u{1B}"), StreamBytes.new("[100000c]"))
        stream.add(Array(repeating: 65, count: 100_000))
        stream.add(StreamBytes.new("[1000[10i]]"), Array(repeating: 1, count: 10_000), [StreamBytes.end])
        let archive = try SequentialArchive(stream.bytes)
        let root = try #require(archive.root)
        try expectRows {
            root.description.count < 1000
            !root.description.contains("\u{1B}")
            root.groups.allSatisfy { $0.description.count < 500 }
            (archive.description, #"SequentialArchive(little, system 1000, 1 object, root "X\u{1B}")"#)
            expecting(try SequentialArchive(DeepArchiveTests.chain(50_000)).description, contains: "more than")
        }
    }

    @Test func `a group shows values until the text has 200 bytes, a list 100 and an object its groups until 400`()
        throws
    {
        for length in 1...60 {
            let texts = [60, 60, 60, length, 1, 1].map { SequentialValue.bytes(Array(repeating: 65, count: $0)) }
            let text = try SequentialGroup(types: "++++++", values: texts).description
            // Each text has two quotes and ends with a comma and a space.
            let shown = "++++++(".utf8.count + 3 * 64 + length + 4
            let isWhole = shown + 5 < 200
            #expect(text.hasSuffix("…)") == !isWhole, "\(length): \(text)")
            #expect(text.utf8.count <= shown + 5 + "…)".utf8.count + 3)
        }
        for count in 30...40 {
            let values = SequentialValue.array(Array(repeating: .integer(7), count: count)).description
            // Each number ends with a comma and a space.
            let shown = min(count, 34)
            let text = Array(repeating: "7", count: shown).joined(separator: ", ") + (count > shown ? ", …" : "")
            #expect(values == "[\(text)]")
        }
        for length in 1...80 {
            var archive = try SequentialArchive(Self.bytes)
            let root = try #require(archive.root?.reference)
            let groups = try [60, 60, 60, 60, length, 1, 1].map { length in
                try SequentialGroup(types: "+", values: [.bytes(Array(repeating: 65, count: length))])
            }
            try archive.setGroups(groups, of: root)
            let text = try #require(archive.root).description
            let whole = groups.reduce(archive.root.map { "\($0.className) \($0.reference)" } ?? "") { "\($0) \($1)" }
            if whole.utf8.count < 400 {
                #expect(text == whole)
            } else {
                #expect(text.hasSuffix(" …") && text.utf8.count >= 400 && whole.hasPrefix(text.dropLast(2)))
                #expect(text.dropLast(2).utf8.count - 75 < 400)
            }
        }
    }
}
