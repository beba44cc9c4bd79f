import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Substitution on both sides, the delegates, and the order of all calls.
@Suite struct SubstitutionTests {
    @Test func `a replacement is asked for once, and is one object wherever it or the original is referred to`() throws
    {
        let log = CallLog()
        let stored = Logged("stored")
        let original = Logged("original", log: log)
        original.replacement = { stored }
        let bytes = try log.archive([original, original])
        let archive = try KeyedArchive(bytes)
        try expectRows {
            (try archive.uids(ofClass: "Logged").count, 1)
            try (archive.rootRecord()["NS.objects"], [.uid(2), .uid(2)])
            (log.lines.filter { $0 == "replacementObject original" }.count, 1)
            (log.lines.filter { $0.hasPrefix("willReplace") }, ["willReplace original with stored"])
            expecting(log.lines, contains: "willEncode stored")
            !log.lines.contains("willEncode original")
        }
        let plain = Logged("original")
        plain.replacement = { stored }
        for objects in [[plain, stored], [stored, plain]] {
            let archive = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: objects))
            #expect(try archive.rootRecord()["NS.objects"] == [.uid(2), .uid(2)])
        }
        // So a proxy that refers back to what it replaces comes to an end.
        let proxied = Logged("original")
        proxied.replacement = { Logged("proxy", child: proxied) }
        let record = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: proxied)).rootRecord()
        #expect(record["name"] == "proxy")
        #expect(record["child"] == .uid(1))
    }

    @Test func `an object that its hook or the delegate replaces by nil is UID 0, and no one is asked about nil`()
        throws
    {
        let hooks = CallLog()
        let object = Logged("object", log: hooks)
        object.replacement = { nil }
        let bytes = try hooks.archive(object)
        try expectRows {
            try (KeyedArchive(bytes).topLevelValue(forKey: "root"), .uid(.null))
            (try KeyedArchive(bytes).objectCount, 1)
            (
                hooks.lines,
                [
                    "replacementObject object", "willReplace object with nil", "archiverWillFinish",
                    "archiverDidFinish",
                ]
            )
        }
        let log = CallLog()
        log.substitutes = ["a": nil]
        let archive = try KeyedArchive(log.archive(Logged("outer", child: Logged("a"))))
        try expectRows {
            try (archive.rootRecord()["child"], .uid(.null))
            (log.lines.filter { $0.hasPrefix("willReplace") }, ["willReplace a with nil"])
            !log.lines.contains("willEncode nil")
        }
    }

    @Test func `the delegate puts in objects and plain values for each other, once for each`() throws {
        let objects = CallLog()
        objects.substitutes = ["a": Logged("b")]
        let a = Logged("a")
        let replaced = try KeyedArchive(objects.archive([a, a]))
        try expectRows {
            (try replaced.requiredRecord(2)["name"], "b")
            try (replaced.rootRecord()["NS.objects"], [.uid(2), .uid(2)])
            (objects.lines.filter { $0 == "willEncode a" }.count, 1)
            (objects.lines.filter { $0.hasPrefix("willReplace") }, ["willReplace a with b"])
            (objects.lines.filter { $0.hasPrefix("didEncode") }, ["didEncode b", "didEncode [2]"])
        }
        let log = CallLog()
        log.substitutes = ["\"one\"": "two", "a": "three", "Int": Logged("four")]
        let archive = try KeyedArchive(log.archive(["one"] as [String]))
        try expectRows {
            try (archive.entry(at: 2), .value("two"))
            expecting(log.lines, contains: "willReplace \"one\" with \"two\"")
            expecting(log.lines, contains: "didEncode \"two\"")
            try (KeyedArchive(log.archive([Logged("a")])).entry(at: 2), .value("three"))
            expecting(log.lines, contains: "didEncode \"three\"")
            (try KeyedArchive(log.archive([1])).requiredRecord(2)["name"], "four")
        }
    }

    @Test func `what stays the same, or for which the delegate gives nil, is not reported as replaced`() throws {
        let log = CallLog()
        _ = try log.archive(["text", "text"])
        #expect(!log.lines.contains { $0.hasPrefix("willReplace") })
        log.lines = []
        _ = try log.read([String].self, from: KeyedArchiver.archivedBytes(withRootObject: ["text"]))
        #expect(!log.lines.contains { $0.hasPrefix("willReplace") })
        let refusing = CallLog()
        refusing.substitutes = ["object": nil]
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: Logged("object"))
        #expect(try refusing.read(from: bytes)?.name == "object")
        #expect(!refusing.lines.contains { $0.hasPrefix("willReplace") })
    }

    /// A class whose objects register an instance other than the one that their initializer makes.
    private final class Understudy: Codingable {
        static var codedClassName: String { "Understudy" }
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws { try unarchiver.register(Understudy()) }
    }

    @Test func `a delegate is told when another object takes the place of a registered instance, before all else`()
        throws
    {
        let log = CallLog()
        log.substitutes = ["Understudy": "text"]
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: Understudy())
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        unarchiver.delegate = log
        let object = try unarchiver.decodeObject(of: [Understudy.self, String.self], forKey: "root")
        #expect(object as? String == "text")
        #expect(
            log.lines == [
                "willReplace Understudy with Understudy", "didDecode Understudy",
                "willReplace Understudy with \"text\"",
            ])
    }

    @Test func `what awakeAfter puts in is what every reference gets, whatever its type, and it is called once`() throws
    {
        let shared = Logged("shared")
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: [shared, shared])
        let canonical = Logged("canonical")
        let log = CallLog()
        let objects = try #require(try log.read([Logged].self, from: bytes, awakeAfter: ["shared": canonical]))
        expectRows {
            (objects.count, 2)
            objects.allSatisfy { $0 === canonical }
            (log.lines.filter { $0 == "awakeAfter shared" }.count, 1)
            (log.lines.filter { $0.hasPrefix("willReplace") }, ["willReplace shared with canonical"])
        }
        let keyed = try archive {
            try $0.encode(shared, forKey: "a")
            try $0.encode(shared, forKey: "b")
        }
        let unarchiver = try KeyedUnarchiver(forReadingFrom: keyed)
        // It isn't refused the second time.
        let other = Logged.Log(calls: CallLog(), substitutes: ["shared": Friend("other")])
        let friends = try Logged.$decodingLog.withValue(other) {
            try ["a", "b"].map { try unarchiver.decodeObject(of: [Logged.self], forKey: $0) }
        }
        #expect(friends[0] is Friend)
        #expect(friends[0]?.instance === friends[1]?.instance)
    }

    @Test func `the delegate swaps an object everywhere, plain values included, once for each`() throws {
        let shared = Logged("shared")
        let text = "a string that is too long to be tagged"
        let bytes = try archive {
            for key in ["a", "b"] { try $0.encode(shared, forKey: key) }
            try $0.encode(text, forKey: "text")
        }
        let log = CallLog()
        let swapped = Logged("swapped")
        log.substitutes = ["shared": swapped, "\"\(text)\"": "another"]
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        unarchiver.delegate = log
        try expectRows {
            try unarchiver.decodeObject(of: Logged.self, forKey: "a") === swapped
            try unarchiver.decodeObject(of: Logged.self, forKey: "b") === swapped
            (try unarchiver.decodeObject(of: String.self, forKey: "text"), "another")
            (try unarchiver.decodeObject(of: String.self, forKey: "text"), "another")
            (
                log.lines,
                [
                    "didDecode shared", "willReplace shared with swapped",
                    "didDecode \"\(text)\"", "willReplace \"\(text)\" with \"another\"",
                ]
            )
        }
    }

    @Test
    func `an object that throws half way leaves the archiver usable, and is encoded again when asked for again`()
        throws
    {
        struct Failure: Error {}
        let log = CallLog()
        let failing = Logged("failing", log: log)
        let outer = Logged("outer", child: [Logged("before"), failing])
        log.actions["encode failing"] = { throw Failure() }
        let archiver = KeyedArchiver()
        #expect(throws: Failure.self) { try archiver.encode(outer, forKey: "root") }
        log.actions = [:]
        try archiver.encode(outer, forKey: "root")
        let decoded = try #require(
            try KeyedUnarchiver.unarchivedObject(of: Logged.self, from: archiver.encodedBytes))
        #expect((decoded.child as? [Logged])?.map(\.name) == ["before", "failing"])
    }

    @Test func `the order of all calls of archiving, and of reading where the class is known or not`() throws {
        let log = CallLog()
        let custom = Logged("custom", child: "text", log: log)
        _ = try log.archive([custom, custom])
        #expect(
            log.lines == [
                "willEncode [2]",
                "replacementObject custom", "willEncode custom", "typeForKeyedArchiver custom", "encode custom",
                "willEncode \"text\"", "didEncode \"text\"",
                "didEncode custom",
                "didEncode [2]",
                "archiverWillFinish", "archiverDidFinish",
            ])
        let plain = Logged("custom", child: "text")
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: [plain, plain])
        let reading = CallLog()
        _ = try reading.read([Logged].self, from: bytes)
        #expect(
            reading.lines == [
                "typeForKeyedUnarchiver",
                "init custom", "didDecode \"text\"", "awakeAfter custom", "didDecode custom",
                "didDecode [2]",
                "unarchiverWillFinish", "unarchiverDidFinish",
            ])
        // The delegate is asked before the type that it names.
        let archiver = KeyedArchiver()
        archiver.setClassName("Forgotten", for: Logged.self)
        try archiver.encode(Logged("custom"), forKey: "root")
        let asking = CallLog()
        asking.typeForUnknownClass = Logged.self
        _ = try asking.read(from: archiver.encodedBytes)
        #expect(asking.lines.prefix(3) == ["cannotDecode Forgotten []", "typeForKeyedUnarchiver", "init custom"])
    }

    @Test func `the order of all calls where each side substitutes twice`() throws {
        let log = CallLog()
        let original = Logged("original", log: log)
        original.replacement = { Logged("own", log: log) }
        log.substitutes = ["own": Logged("delegate's", log: log)]
        let bytes = try log.archive(original)
        #expect(
            log.lines == [
                "replacementObject original", "willEncode own", "willReplace original with delegate's",
                "typeForKeyedArchiver delegate's", "encode delegate's", "didEncode delegate's",
                "archiverWillFinish", "archiverDidFinish",
            ])
        log.lines = []
        log.substitutes = ["awoken": Logged("last")]
        _ = try log.read(from: bytes, awakeAfter: ["delegate's": Logged("awoken")])
        #expect(
            log.lines == [
                "typeForKeyedUnarchiver", "init delegate's", "awakeAfter delegate's",
                "willReplace delegate's with awoken", "didDecode awoken", "willReplace awoken with last",
                "unarchiverWillFinish", "unarchiverDidFinish",
            ])
    }

    @Test func `a cycle keeps the object that it was given, and later references get the substitute`() throws {
        let first = Logged("first")
        let other = Logged("second", child: first)
        first.child = other
        let bytes = try archive {
            try $0.encode(first, forKey: "root")
            try $0.encode(other, forKey: "second")
        }
        first.child = nil
        let canonical = Logged("canonical")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        let log = Logged.Log(calls: CallLog(), substitutes: ["first": canonical])
        let second = try Logged.$decodingLog.withValue(log) {
            let results = try (0..<2).map { _ in try unarchiver.decodeObject(of: Logged.self, forKey: "root") }
            #expect(results.allSatisfy { $0 === canonical })
            return try #require(try unarchiver.decodeObject(of: Logged.self, forKey: "second"))
        }
        let early = second.child as? Logged
        #expect(early?.name == "first")
        #expect(early !== canonical)
        early?.child = nil
    }
}
