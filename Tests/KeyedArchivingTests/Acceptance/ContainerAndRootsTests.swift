import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// The envelope, top-level keys, both forms, finishing.
@Suite struct ContainerAndRootsTests {
    @Test func `the convenience call writes the four keys, the version, root as UID 1 and null as entry 0`() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: ["a"])
        guard case .dictionary(let outer) = try BinaryPropertyListReader(bytes).tree() else {
            Issue.record("the top object is not a dictionary")
            return
        }
        expectRows {
            (outer.map(\.key), ["$version", "$archiver", "$top", "$objects"])
            (outer["$version"], 100_000)
            (outer["$archiver"], "NSKeyedArchiver")
            (outer["$top"], ["root": .uid(1)])
        }
        guard case .array(let objects) = outer["$objects"] else {
            Issue.record("$objects is not an array")
            return
        }
        #expect(objects.first == "$null")
    }

    @Test func `a nil root is UID 0, contained, and decodes as nil without an error`() throws {
        let bytes = try archive { try $0.encode(nil, forKey: "root") }
        #expect(try KeyedArchive(bytes).topLevelValue(forKey: "root") == .uid(0))
        let unarchiver = try lenientUnarchiver(bytes)
        try expectRows {
            (try unarchiver.decodeObject(forKey: "root"), nil)
            try unarchiver.containsValue(forKey: "root")
            (unarchiver.error, nil)
        }
    }

    @Test func `top-level values are read in any order by keys, and one after the other without, then nil`() throws {
        let bytes = try archive {
            try $0.encode("first", forKey: "a")
            try $0.encode([1, 2], forKey: "b")
            try $0.encode(true, forKey: "c")
        }
        #expect(try KeyedArchive(bytes).topLevelValue(forKey: "c") == true)
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        try expectRows {
            try unarchiver.decodeBool(forKey: "c")
            (try unarchiver.decodeObject(of: String.self, forKey: "a"), "first")
            (try unarchiver.decodeObject(of: [Int].self, forKey: "b"), [1, 2])
        }
        let unkeyed = try archive {
            try $0.encode("zero")
            try $0.encode("one")
        }
        let archive = try KeyedArchive(unkeyed)
        #expect(Set(try archive.topLevel().map(\.key.repaired)) == ["$0", "$1"])
        let inOrder = try KeyedUnarchiver(forReadingFrom: unkeyed)
        try expectRows {
            (try inOrder.decodeObject(of: String.self), "zero")
            (try inOrder.decodeObject(of: String.self), "one")
            (try inOrder.decodeObject(of: String.self), nil)
        }
    }

    @Test func `XML and binary hold equal graphs, and a key CF$UID of the user is never misread`() throws {
        func encode(_ archiver: KeyedArchiver) throws {
            try archiver.encode(Scripted { try $0.encode(7, forKey: "CF$UID") }, forKey: "root")
            try archiver.encode(["text", "więcej"], forKey: "list")
        }
        let binary = try archive(encode)
        let xml = try archive(format: .xml, encode)
        #expect(String(decoding: xml, as: UTF8.self).contains("<key>CF$UID</key>"))
        for bytes in [binary, xml] {
            let archive = try KeyedArchive(bytes)
            #expect(try archive.rootRecord()["CF$UID"] == 7)
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
            #expect(try unarchiver.decodeObject(of: [String].self, forKey: "list") == ["text", "więcej"])
        }
    }

    @Test(.rows)
    func `more objects than one or two bytes can number come back`() {
        forEachRow([200, 300, 70_000]) { (count: Int) throws in
            let strings = (0..<count).map { "a string of its own, number \($0)" }
            let bytes = try KeyedArchiver.archivedBytes(withRootObject: strings)
            #expect(try KeyedArchive(bytes).objectCount == count + 3)
            #expect(try KeyedUnarchiver.unarchivedObject(of: [String].self, from: bytes) == strings)
        }
    }

    @Test func `an archive that another class wrote is opened`() throws {
        let archiver = KeyedArchiver()
        archiver.archiverName = "SCNKeyedArchiver"
        try archiver.encode("x", forKey: "root")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
        #expect(unarchiver.archiverName == "SCNKeyedArchiver")
        #expect(try unarchiver.decodeObject(of: String.self, forKey: "root") == "x")
    }

    @Test(.rows)
    func `what isn't an archive is refused when it is opened`() {
        forEachRow([
            ("not a property list", Array("hello".utf8), ArchiveError.Code.unrecognizedFormat),
            ("an array", Self.binary([1]), .notAKeyedArchive),
            ("no $objects", Self.binary(["$archiver": "A", "$version": 100_000, "$top": [:]]), .notAKeyedArchive),
            (
                "no $top", Self.binary(["$archiver": "A", "$version": 100_000, "$objects": ["$null"]]),
                .notAKeyedArchive
            ),
            (
                "version 18",
                Self.binary(["$archiver": "A", "$version": 18, "$top": [:], "$objects": ["$null"]]),
                .unsupportedVersion
            ),
        ]) { (defect: String, bytes: [UInt8], expected: ArchiveError.Code) throws in
            #expect(code { _ = try KeyedUnarchiver(forReadingFrom: bytes) } == expected, "\(defect)")
            #expect(code { _ = try KeyedArchive(bytes) } == expected, "\(defect)")
        }
    }

    @Test func `an archive cut short anywhere is refused`() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: ["key": "value"])
        for count in 0..<bytes.count {
            let cut = Array(bytes[..<count])
            let refusal = code { _ = try KeyedUnarchiver(forReadingFrom: cut) }
            let isCutShort = refusal == .truncated || refusal == .unrecognizedFormat || refusal == .invalidTrailer
            #expect(isCutShort, "\(count) bytes: \(refusal?.name ?? "opened")")
        }
    }

    @Test func `asking for the bytes finishes an archiver, which then refuses more, and may be finished again`() throws
    {
        let archiver = KeyedArchiver()
        try archiver.encode("x", forKey: "root")
        let bytes = try archiver.encodedBytes
        expectRows {
            (code { try archiver.encode("y", forKey: "more") }, .finished)
            (code { try archiver.encode(1, forKey: "more") }, .finished)
            (code { try archiver.encode("y") }, .finished)
        }
        try archiver.finishEncoding()
        #expect(try archiver.encodedBytes == bytes)
        let list = KeyedArchiver()
        try list.encode([1, 2, 3], forKey: "root")
        #expect(try KeyedUnarchiver.unarchivedObject(of: [Int].self, from: list.encodedBytes) == [1, 2, 3])
    }

    private static func binary(_ tree: PropertyList) -> [UInt8] {
        (try? BinaryPropertyListWriter().write(tree)) ?? []
    }
}
