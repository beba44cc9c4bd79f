import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What an archiver does when it is used out of turn, from inside its own calls, or by objects that fail.
@Suite struct ArchiverLifecycleTests {
    struct Failure: Error {}

    // MARK: Finishing

    @Test
    func `there are no bytes while an object is being encoded, or the delegate learns that the archive will finish`()
        throws
    {
        final class Meddler: KeyedArchiverDelegate {
            var codes: [ArchiveError.Code?] = []
            func archiverWillFinish(_ archiver: KeyedArchiver) {
                codes = [
                    code { try archiver.finishEncoding() },
                    code { _ = try archiver.encodedBytes },
                    code { try archiver.encode(1, forKey: "late") },
                ]
            }
        }
        let archiver = KeyedArchiver()
        let object = Scripted { archiver in
            #expect(code { try archiver.finishEncoding() } == .invalidArchiveOperation)
            #expect(code { _ = try archiver.encodedBytes } == .invalidArchiveOperation)
            // The archiver goes on.
            try archiver.encode(5, forKey: "value")
        }
        try archiver.encode(object, forKey: "root")
        #expect(try KeyedArchive(archiver.encodedBytes).rootRecord()["value"] == 5)
        let meddler = Meddler()
        let finishing = KeyedArchiver()
        finishing.delegate = meddler
        try finishing.encode("x", forKey: "root")
        #expect(try KeyedArchive(finishing.encodedBytes).objectCount == 2)
        #expect(meddler.codes == [nil, .invalidArchiveOperation, .finished])
    }

    @Test func `an object that comes back to the archiver when it is released meets a finished archiver`() throws {
        final class Returning: Codingable {
            static var codedClassName: String { "Returning" }
            weak var archiver: KeyedArchiver?
            let report: (KeyedArchiver) -> Void

            init(_ archiver: KeyedArchiver, _ report: @escaping (KeyedArchiver) -> Void) {
                self.archiver = archiver
                self.report = report
            }

            func encode(with archiver: KeyedArchiver) throws { try archiver.encode(1, forKey: "one") }

            init(coder unarchiver: KeyedUnarchiver) throws { throw Failure() }

            deinit { if let archiver { report(archiver) } }
        }
        let archiver = KeyedArchiver()
        var reports: [ArchiveError.Code?] = []
        // The archiver alone holds the object.
        try archiver.encode(
            Returning(archiver) { archiver in reports.append(code { try archiver.encode(2, forKey: "late") }) },
            forKey: "root"
        )
        #expect(reports.isEmpty)
        let bytes = try archiver.encodedBytes
        #expect(reports == [.finished])
        #expect(try KeyedArchive(bytes).rootRecord()["one"] == 1)
    }

    /// One value of each type that is stored as a plain value.
    static var plainValues: [any Codingable] {
        [
            "text", 7, Int8(7), UInt64.max, 1.5, Float(0.5), true, Integer128(high: 1, low: 0), ArchivedData([1]),
            ConstantString("text"), PropertyListString("text"), IdentifiedValue("text"),
        ]
    }

    @Test(.rows)
    func `a finished archiver stores no value, and asks its delegate about none`() {
        forEachRow(Self.plainValues.indices) { (index: Int) throws in
            final class Listener: KeyedArchiverDelegate {
                var asked = 0
                func archiver(_ archiver: KeyedArchiver, willEncode object: any Codingable) -> (any Codingable)? {
                    asked += 1
                    return object
                }
            }
            for listener in [Listener(), nil] {
                let archiver = KeyedArchiver()
                archiver.delegate = listener
                let bytes = try archiver.encodedBytes
                let value = Self.plainValues[index]
                try expectRows {
                    (code { _ = try archiver.reference(to: value) }, .finished)
                    (code { try archiver.encode(value, forKey: "late") }, .finished)
                    (try archiver.encodedBytes, bytes)
                    (listener?.asked ?? 0, 0)
                }
            }
        }
    }

    @Test func `an archive that cannot be written fails every time it is asked for`() throws {
        let archiver = KeyedArchiver()
        archiver.outputFormat = .xml
        let set = ArchivedObject(ArchivedClass(name: "Odd"), fields: [.init("set", .inline(.set([])))])
        try archiver.encode(set, forKey: "root")
        for _ in 0..<2 { #expect(code { _ = try archiver.encodedBytes } == .unrepresentable) }
    }

    // MARK: Objects that fail

    /// A two-phase class that can be made to fail.
    final class Fragile: TwoPhaseCodingable {
        static var codedClassName: String { "Fragile" }
        var next: Fragile?
        var fails = false
        init() {}
        func encode(with archiver: KeyedArchiver) throws {
            if fails { throw Failure() }
            try archiver.encode(next, forKey: "next")
        }
        func decode(with unarchiver: KeyedUnarchiver) throws {
            next = try unarchiver.decodeObject(of: Fragile.self, forKey: "next")
        }
    }

    @Test func `an object that fails after it was put off because it lay deep is encoded again when asked for again`()
        throws
    {
        let nodes = (0..<300).map { _ in Fragile() }
        for (node, next) in zip(nodes, nodes.dropFirst()) { node.next = next }
        nodes[200].fails = true
        let archiver = KeyedArchiver()
        #expect(throws: Failure.self) { try archiver.encode(nodes[0], forKey: "root") }
        nodes[200].fails = false
        try archiver.encode(nodes[200], forKey: "failed")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
        var count = 0
        var node = try unarchiver.decodeObject(of: Fragile.self, forKey: "failed")
        while let current = node {
            count += 1
            node = current.next
        }
        #expect(count == 100)
    }

    @Test func `two-phase objects nest beyond a low depth limit`() throws {
        var chain: Node?
        for number in (0..<300).reversed() { chain = Node(number, next: chain) }
        let archiver = KeyedArchiver(limits: Limits(depth: 10))
        try archiver.encode(chain, forKey: "root")
        var node = try KeyedUnarchiver.unarchivedObject(of: Node.self, from: archiver.encodedBytes)
        for number in 0..<300 {
            #expect(node?.number == number)
            node = node?.next
        }
    }

    @Test func `an object that fails leaves nothing: it takes no key, and no list that it stood in is kept`() throws {
        let archiver = KeyedArchiver()
        #expect(throws: Failure.self) { try archiver.encode(Scripted { _ in throw Failure() }) }
        try archiver.encode("first")
        #expect(try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes).decodeObject(of: String.self) == "first")
        let other = KeyedArchiver()
        let failing = [Scripted { _ in }, Scripted { _ in throw Failure() }]
        #expect(throws: Failure.self) { try other.encode(failing, forKey: "failing") }
        try other.encode(["a", "b"], forKey: "root")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: other.encodedBytes)
        #expect(try unarchiver.decodeObject(of: [String].self, forKey: "root") == ["a", "b"])
        #expect(try !unarchiver.containsValue(forKey: "failing"))
    }

    // MARK: Conditional objects and substitution

    @Test func `what stands in for a conditional object fills its slot, and is encoded once`() throws {
        // No matter which is encoded first.
        let log = CallLog()
        let standIn = Logged("stand-in", log: log)
        let original = Logged("original")
        original.replacement = { standIn }
        let archiver = KeyedArchiver()
        try archiver.encodeConditionalObject(original, forKey: "conditional")
        try archiver.encode(standIn, forKey: "stand-in")
        try archiver.encode(original, forKey: "original")
        let archive = try KeyedArchive(archiver.encodedBytes)
        #expect(
            ["conditional", "stand-in", "original"].map { archive.topLevelValue(forKey: $0) } == [
                .uid(1), .uid(1), .uid(1),
            ])
        #expect(log.lines.filter { $0 == "encode stand-in" }.count == 1)
        let replaced = Logged("original")
        replaced.replacement = { "a plain value" }
        let other = KeyedArchiver()
        try other.encodeConditionalObject(replaced, forKey: "conditional")
        try other.encode(replaced, forKey: "original")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: other.encodedBytes)
        for key in ["conditional", "original"] {
            #expect(try unarchiver.decodeObject(of: String.self, forKey: key) == "a plain value")
        }
    }

    @Test func `an optional instance keeps its identity where it is referred to conditionally`() throws {
        func mention<Value: Codingable>(_ value: Value, _ archiver: KeyedArchiver) throws {
            try archiver.encodeConditionalObject(value, forKey: "conditional")
        }
        let object: Friend? = Friend("Ada")
        let archiver = KeyedArchiver()
        try mention(object, archiver)
        try archiver.encode(object, forKey: "root")
        let archive = try KeyedArchive(archiver.encodedBytes)
        #expect(archive.topLevelValue(forKey: "conditional") == archive.topLevelValue(forKey: "root"))
        #expect(try archive.uids(ofClass: "Friend").count == 1)
    }

    // MARK: Class names

    class Animal: Codingable {
        class var codedClassName: String { "Animal" }
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        required init(coder unarchiver: KeyedUnarchiver) throws {}
    }
    final class Dog: Animal {
        override class var codedClassName: String { "Dog" }
    }
    final class Mongrel: Animal {}

    @Test func `a subclass that inherits its coded class name is refused, with the cures`() throws {
        do {
            _ = try KeyedArchiver.archivedBytes(withRootObject: Mongrel())
            Issue.record("the subclass was encoded under the name of its superclass")
        } catch let error as ArchiveError {
            expectRows {
                (error.code, .invalidArchiveOperation)
                expecting(error.reason, contains: "Mongrel")
                (error.remedy?.contains("class var"), true)
                (error.remedy?.contains("typeForKeyedArchiver"), true)
            }
        }
        for animal in [Animal(), Dog()] { _ = try KeyedArchiver.archivedBytes(withRootObject: animal) }
    }

    @Test func `a name set on the archiver is written, for a subclass that inherits its own as for the containers`()
        throws
    {
        let archiver = KeyedArchiver()
        archiver.setClassName("Mongrel", for: Mongrel.self)
        archiver.setClassName("List", for: ArchivedArray.self)
        try archiver.encode(Mongrel(), forKey: "root")
        try archiver.encode(ArchivedArray([1, 2]), forKey: "list")
        let archive = try KeyedArchive(archiver.encodedBytes)
        #expect(try archive.uids(ofClass: "Mongrel").count == 1)
        #expect(try archive.uids(ofClass: "List").count == 1)
    }

    // MARK: The string that stands for nil

    @Test func `the string $null comes back as itself, alone, in collections and as a key`() throws {
        let strings = ["$null", "a", "$null"]
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: strings)
        #expect(try KeyedUnarchiver.unarchivedObject(of: [String].self, from: bytes) == strings)
        let dictionary = ["$null": "$null"]
        let other = try KeyedArchiver.archivedBytes(withRootObject: dictionary)
        #expect(try KeyedUnarchiver.unarchivedObject(of: [String: String].self, from: other) == dictionary)
        let mutable = try KeyedArchiver.archivedBytes(withRootObject: MutableArchivedString("$null"))
        #expect(try KeyedUnarchiver.unarchivedObject(of: String.self, from: mutable) == "$null")
    }

    // MARK: Sets

    final class Member: Codingable, Hashable {
        static var codedClassName: String { "Member" }
        let name: String
        var friends: Set<Member> = []
        var owner: ArchivedArray?
        init(_ name: String) { self.name = name }
        static func == (left: Member, right: Member) -> Bool { left === right }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(name, forKey: "name")
            try archiver.encode(friends, forKey: "friends")
            try archiver.encode(owner, forKey: "owner")
        }
        init(coder unarchiver: KeyedUnarchiver) throws {
            name = try unarchiver.decode(String.self, forKey: "name")
            try unarchiver.register(self)
            friends = try unarchiver.decode(Set<Member>.self, forKey: "friends")
        }
    }

    /// Twenty members who are all friends of each other and refer to what holds them.
    private static func members() -> [Member] {
        let owner = ArchivedArray()
        let members = (0..<20).map { Member("member \($0)") }
        for member in members {
            member.friends = Set(members.shuffled())
            member.owner = owner
        }
        return members
    }

    @Test func `sets and dictionaries are written alike, whatever their order, capacity and history`() throws {
        // The members refer back to each other.
        let bytes = try (0..<TestScale.count(3, quick: 2)).map { _ in
            let members = Self.members()
            defer { for member in members { member.friends = [] } }
            return try KeyedArchiver.archivedBytes(withRootObject: Set(members.shuffled()))
        }
        #expect(Set(bytes).count == 1)
        #expect(try KeyedArchive(bytes[0]).uids(ofClass: "Member").count == 20)
        let keys = (0..<50).map { "key \($0)" }
        var large = [String: Int](minimumCapacity: 10_000)
        for (value, key) in keys.enumerated().reversed() { large[key] = value }
        let tight = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
        #expect(
            try KeyedArchiver.archivedBytes(withRootObject: large)
                == KeyedArchiver.archivedBytes(withRootObject: tight))
        let buffers = keys.map { ArchivedData(Array($0.utf8)) }
        var set = Set<ArchivedData>(minimumCapacity: 10_000)
        for buffer in buffers.reversed() { set.insert(buffer) }
        #expect(
            try KeyedArchiver.archivedBytes(withRootObject: set)
                == KeyedArchiver.archivedBytes(withRootObject: Set(buffers)))
    }

    @Test func `a dictionary with a key that is not equal to itself keeps its entries together`() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: [Double.nan: "nan", 1: "one"])
        let decoded = try #require(try KeyedUnarchiver.unarchivedGraph(from: bytes) as? ArchivedDictionary)
        expectRows {
            (decoded.entries.count, 2)
            decoded.entries.contains { $0.key as? Double == 1 && $0.value as? String == "one" }
            (code { _ = try KeyedUnarchiver.unarchivedObject(of: [Double: String].self, from: bytes) }, .invalidValue)
        }
    }
}
