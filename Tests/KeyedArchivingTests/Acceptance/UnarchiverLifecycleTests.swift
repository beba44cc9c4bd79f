import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What an unarchiver does when it is used out of turn, from inside its own calls, or by objects that fail.
@Suite struct UnarchiverLifecycleTests {
    struct Failure: Error {}

    // MARK: Hooks that throw or ask again

    @Test(.rows)
    func `an object whose decoding threw is decoded again when asked for again`() {
        forEachRow(["init object", "awakeAfter object", "didDecode object"]) { (hook: String) throws in
            let bytes = try KeyedArchiver.archivedBytes(withRootObject: Logged("object"))
            let log = CallLog()
            log.actions[hook] = { throw Failure() }
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
            unarchiver.delegate = log
            let object = try Logged.$decodingLog.withValue(Logged.Log(calls: log)) {
                #expect(throws: Failure.self) { try unarchiver.decodeObject(of: Logged.self, forKey: "root") }
                log.actions = [:]
                return try unarchiver.decodeObject(of: Logged.self, forKey: "root")
            }
            #expect(object?.name == "object")
        }
    }

    @Test(.rows)
    func `a hook may decode other objects, and its own only once there is one`() {
        forEachRow(["init object", "awakeAfter object", "didDecode object"]) { (hook: String) throws in
            let bytes = try archive {
                try $0.encode(Logged("object"), forKey: "root")
                try $0.encode("other", forKey: "other")
            }
            let log = CallLog()
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
            var codes: [ArchiveError.Code?] = []
            var other: String?
            log.actions[hook] = {
                codes.append(code { _ = try unarchiver.decodeTopLevelObject(of: Logged.self, forKey: "root") })
                other = try? unarchiver.decodeTopLevelObject(of: String.self, forKey: "other")
            }
            unarchiver.delegate = log
            let object = try Logged.$decodingLog.withValue(Logged.Log(calls: log)) {
                try unarchiver.decodeObject(of: Logged.self, forKey: "root")
            }
            #expect(object?.name == "object")
            // Inside the initializer a call for the top level is out of place. Afterwards the object has registered
            // itself.
            #expect(codes == (hook.hasPrefix("init") ? [.invalidUnarchiveOperation] : [nil]))
            #expect(other == (hook.hasPrefix("init") ? nil : "other"))
        }
    }

    @Test func `a delegate that asks for the value it is asked about gets an error, not the question again`() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: "a plain value")
        let log = CallLog()
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        unarchiver.delegate = log
        var codes: [ArchiveError.Code?] = []
        log.actions["didDecode \"a plain value\""] = {
            codes.append(code { _ = try unarchiver.decodeObject(of: String.self, forKey: "root") })
        }
        #expect(try unarchiver.decodeObject(of: String.self, forKey: "root") == "a plain value")
        #expect(codes == [.cycle])
    }

    @Test func `after finishing inside an initializer the rest of it fails`() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: Scripted { try $0.encode(1, forKey: "value") })
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        #expect(
            code {
                try inRoot(unarchiver) { unarchiver in
                    unarchiver.finishDecoding()
                    _ = try unarchiver.decodeInteger(forKey: "value")
                }
            } == .finished)
    }

    // MARK: Objects that were available before they failed

    /// A two-phase class that fails while it is filled, if the archive says so.
    final class Part: TwoPhaseCodingable {
        static var codedClassName: String { "Part" }
        var fails = false
        var parts: [Part?] = []
        var isFilled = false
        @TaskLocal static var fails = true
        init() {}
        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(fails, forKey: "fails")
            try archiver.encode(parts, forKey: "parts")
        }
        func decode(with unarchiver: KeyedUnarchiver) throws {
            fails = try unarchiver.decodeBool(forKey: "fails")
            parts = try unarchiver.decode([Part?].self, forKey: "parts")
            if fails, Self.fails { throw Failure() }
            isFilled = true
        }
    }

    @Test func `an empty object that was never filled is not returned afterwards`() throws {
        let (root, good, bad) = (Part(), Part(), Part())
        bad.fails = true
        root.parts = [good, bad]
        let bytes = try archive {
            try $0.encode(root, forKey: "root")
            try $0.encode(good, forKey: "good")
        }
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        #expect(throws: Failure.self) { try unarchiver.decodeObject(of: Part.self, forKey: "root") }
        #expect(try unarchiver.decodeObject(of: Part.self, forKey: "good")?.isFilled == true)
        let decoded = try Part.$fails.withValue(false) { try unarchiver.decodeObject(of: Part.self, forKey: "root") }
        #expect(decoded?.parts.map { $0?.isFilled } == [true, true])
    }

    @Test func `what refers to an object that registered itself and failed is forgotten with it`() throws {
        let child = Friend("child")
        let owner = Friend("owner")
        owner.others = [child]
        child.best = owner
        defer { child.best = nil }
        let bytes = try archive {
            try $0.encode(owner, forKey: "owner")
            try $0.encode(child, forKey: "child")
        }
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        // The owner fails in a hook after its child has been decoded with a reference to it.
        final class Refuser: KeyedUnarchiverDelegate {
            var refuses = true
            func unarchiver(
                _ unarchiver: KeyedUnarchiver,
                didDecode object: any Codingable
            ) throws -> (any Codingable)? {
                if refuses, (object as? Friend)?.name == "owner" { throw Failure() }
                return object
            }
        }
        let refuser = Refuser()
        unarchiver.delegate = refuser
        #expect(throws: Failure.self) { try unarchiver.decodeObject(of: Friend.self, forKey: "owner") }
        refuser.refuses = false
        let decoded = try #require(try unarchiver.decodeObject(of: Friend.self, forKey: "child"))
        let again = try unarchiver.decodeObject(of: Friend.self, forKey: "owner")
        #expect(decoded.best === again)
        #expect(decoded.best?.others.first === decoded)
        decoded.best?.others = []
    }

    // MARK: Several requests for one object

    @Test func `an array is decoded as each type that is asked for, an instance as its own only, however often`() throws
    {
        let array = ArchivedArray([1, 2])
        let bytes = try archive { for key in ["a", "b"] { try $0.encode(array, forKey: key) } }
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        for key in ["a", "b", "a"] {
            #expect(try unarchiver.decodeObject(of: [Int].self, forKey: key) == [1, 2])
            #expect(try unarchiver.decodeObject(of: [Int8].self, forKey: key) == [1, 2])
        }
        let friend = Friend("Ada")
        let twice = try archive { for key in ["a", "b"] { try $0.encode(friend, forKey: key) } }
        let refusing = try KeyedUnarchiver(forReadingFrom: twice)
        #expect(try refusing.decodeObject(of: Friend.self, forKey: "a")?.name == "Ada")
        for _ in 0..<2 {
            do {
                _ = try refusing.decodeObject(of: Node.self, forKey: "b")
                Issue.record("a friend was decoded as a node")
            } catch let error as ArchiveError {
                expectRows {
                    (error.code, .unexpectedClass)
                    (error.className, "Friend")
                    expecting(error.reason, contains: "Node")
                }
            }
        }
    }

    // MARK: Where it failed

    /// The bytes of an archive made by hand: entries from UID 1 on, and the entry under `root`.
    private static func handmade(_ objects: [PropertyList], root: UID = UID(1)) throws -> [UInt8] {
        try BinaryPropertyListWriter().write([
            "$archiver": "NSKeyedArchiver", "$version": 100_000, "$top": ["root": .uid(root)],
            "$objects": .array(PropertyListArray(["$null"] + objects)),
        ])
    }

    @Test(.rows)
    func `a reference to an object that is not there is refused with its path`() {
        forEachRow([UInt64(3), 1 << 32, 1 << 63, .max]) { (number: UInt64) throws in
            let bytes = try Self.handmade([
                ["next": .uid(UID(number)), "$class": .uid(UID(2))], ["$classname": "Link"],
            ])
            do {
                _ = try KeyedUnarchiver.unarchivedObject(of: Link.self, from: bytes)
                Issue.record("there is no such object")
            } catch let error as ArchiveError {
                expectRows {
                    (error.code, .invalidReference)
                    (error.path?.description, "root.next")
                    (error.key, "next")
                }
            }
            let waiting = try Self.handmade([
                ["owner": .uid(UID(number)), "$class": .uid(UID(2))], ["$classname": "Waiter"],
            ])
            #expect(
                code { _ = try KeyedUnarchiver.unarchivedObject(of: Waiter.self, from: waiting) } == .invalidReference)
        }
    }

    @Test func `an error about an element has its position, and one about an inline value its key`() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: ["a": [1, 2, 300]])
        do {
            _ = try KeyedUnarchiver.unarchivedObject(of: [String: [Int8]].self, from: bytes)
            Issue.record("300 does not fit")
        } catch let error as ArchiveError {
            #expect(error.code == .range)
            #expect(error.path?.description == "root.a[2]")
        }
        let inline = try archive { try $0.encode(1.5, forKey: "real") }
        do {
            _ = try KeyedUnarchiver(forReadingFrom: inline).decode(Int.self, forKey: "real")
            Issue.record("a real isn't an integer")
        } catch let error as ArchiveError {
            expectRows {
                (error.code, .invalidUnarchiveOperation)
                (error.path?.description, "real")
                (error.reason, "the value is not an integer but a real")
            }
        }
    }

    // MARK: Depth

    @Test func `arrays 100,000 deep, sets, dictionaries and a chain of an unknown class are decoded and released`()
        throws
    {
        let count = TestScale.count(100_000, quick: 20_000)
        var array = ArchivedArray([1])
        for _ in 0..<count { array = ArchivedArray([array]) }
        let arrays = try KeyedArchiver.archivedBytes(withRootObject: array)
        #expect(try KeyedUnarchiver.unarchivedGraph(from: arrays) is ArchivedArray)
        var object: any Codingable = 1
        for depth in 0..<TestScale.count(50_000, quick: 20_000) {
            object = depth.isMultiple(of: 2) ? ArchivedSet([object]) : ArchivedDictionary([(key: "key", value: object)])
        }
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: object)
        #expect(try KeyedUnarchiver.unarchivedGraph(from: bytes) is ArchivedDictionary)
        var objects: [PropertyList] = (1...count).map { number in
            ["next": .uid(UID(number == count ? 0 : UInt64(number) + 1)), "$class": .uid(UID(UInt64(count) + 1))]
        }
        objects.append(["$classname": "Unknown"])
        #expect(try KeyedUnarchiver.unarchivedGraph(from: Self.handmade(objects)) is ArchivedObject)
    }
}
