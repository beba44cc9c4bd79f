import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Identity, uniquing, cycles and depth.
@Suite struct IdentityAndCycleTests {
    private func roundTrip<Object: Codingable>(_ object: Object) throws -> Object {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: object)
        return try #require(try KeyedUnarchiver.unarchivedObject(of: Object.self, from: bytes))
    }

    @Test func `an object that is referred to twice, by parents or by keys, is one entry and one instance`() throws {
        let shared = Friend("shared")
        let parents = [Friend("a"), Friend("b")]
        for parent in parents { parent.best = shared }
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: parents)
        #expect(try KeyedArchive(bytes).uids(ofClass: "Friend").count == 3)
        let decoded = try #require(try KeyedUnarchiver.unarchivedObject(of: [Friend].self, from: bytes))
        #expect(decoded[0].best === decoded[1].best)
        #expect(decoded[0].best?.name == "shared")
        let keyed = try archive {
            try $0.encode(shared, forKey: "one")
            try $0.encode(shared, forKey: "two")
        }
        let archive = try KeyedArchive(keyed)
        #expect(archive.topLevelValue(forKey: "one") == archive.topLevelValue(forKey: "two"))
        let unarchiver = try KeyedUnarchiver(forReadingFrom: keyed)
        let one = try unarchiver.decodeObject(of: Friend.self, forKey: "one")
        #expect(try unarchiver.decodeObject(of: Friend.self, forKey: "two") === one)
    }

    @Test func `values that are equal stay apart where they have an identity or another type`() throws {
        let arrays = ArchivedArray([ArchivedArray([1], isMutable: true), ArchivedArray([1], isMutable: true)])
        let decodedArrays = try roundTrip(arrays)
        let first = try #require(decodedArrays.elements.first as? ArchivedArray)
        let second = try #require(decodedArrays.elements.last as? ArchivedArray)
        #expect(first !== second)
        first.elements = []
        #expect(second.elements.count == 1)
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: ArchivedArray([true, 1, 1.0]))
        let archive = try KeyedArchive(bytes)
        try expectRows {
            try (archive.rootRecord()["NS.objects"], [.uid(2), .uid(3), .uid(4)])
            try (archive.entry(at: 2), .value(true))
            try (archive.entry(at: 3), .value(1))
            try (archive.entry(at: 4), .value(1.0))
        }
    }

    @Test(.rows)
    func `equal strings come back equal, whether stored once or twice`() {
        forEachRow(["short", "a string that is longer than a tagged pointer", "Łódź"]) { (text: String) throws in
            #expect(try roundTrip([text, text]) == [text, text])
        }
    }

    @Test func `short strings share an entry, as Apple's tagged pointers do, and long ones do not`() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: ["red", "red", "Hello, World!", "Hello, World!"])
        let elements = try #require(try KeyedArchive(bytes).rootRecord()["NS.objects"])
        #expect(elements == [.uid(2), .uid(2), .uid(3), .uid(4)])
    }

    @Test func `a string that many keys refer to is read under each`() throws {
        let text = "shared by ten keys, and long enough to be kept"
        var archive = try KeyedArchive(
            KeyedArchiver.archivedBytes(withRootObject: Scripted { try $0.encode(text, forKey: "k0") })
        )
        for index in 1..<10 { try archive.setValue(.uid(2), forKey: "k\(index)", ofObjectAt: 1) }
        try inRoot(try archive.bytes()) { unarchiver throws in
            for index in 0..<10 {
                #expect(try unarchiver.decodeObject(of: String.self, forKey: "k\(index)") == text)
            }
        }
    }

    @Test func `a cycle of one object, of two, or through containers comes back with its identities`() throws {
        let a = Friend("a")
        let b = Friend("b")
        a.best = b
        b.best = a
        let decoded = try roundTrip(a)
        #expect(decoded.best?.best === decoded)
        a.best = nil
        decoded.best = nil
        let narcissus = Friend("n")
        narcissus.best = narcissus
        let selfish = try roundTrip(narcissus)
        #expect(selfish.best === selfish)
        narcissus.best = nil
        selfish.best = nil
        // As in an archive that an Apple system wrote: object 1 is the array, its only element is UID 1.
        let list = ArchivedArray([], isMutable: true)
        list.elements = [list]
        let listBytes = try KeyedArchiver.archivedBytes(withRootObject: list)
        #expect(try KeyedArchive(listBytes).rootRecord()["NS.objects"] == [.uid(1)])
        let decodedList = try #require(try KeyedUnarchiver.unarchivedObject(of: ArchivedArray.self, from: listBytes))
        #expect(decodedList.elements.first as? ArchivedArray === decodedList)
        list.elements = []
        decodedList.elements = []
        let friend = Friend("f")
        let array = ArchivedArray([friend])
        let dictionary = ArchivedDictionary([(key: "list", value: array), (key: "friend", value: friend)])
        array.elements.append(dictionary)
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: dictionary)
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        let types: [any Codingable.Type] = [ArchivedDictionary.self, ArchivedArray.self, Friend.self]
        let outer = try #require(try unarchiver.decodeObject(of: types, forKey: "root") as? ArchivedDictionary)
        let inner = try #require(outer["list"] as? ArchivedArray)
        #expect(inner.elements[0] as? Friend === outer["friend"] as? Friend)
        #expect(inner.elements[1] as? ArchivedDictionary === outer)
        array.elements = []
        inner.elements = []
    }

    @Test func `a cycle of two containers is broken by emptying either`() throws {
        let array = ArchivedArray([])
        array.elements = [ArchivedArray([array])]
        array.elements = []
        #expect(array.elements.isEmpty)
        let dictionary = ArchivedDictionary([])
        dictionary.entries = [(key: "k", value: ArchivedArray([dictionary]))]
        dictionary.entries = []
        #expect(dictionary.entries.isEmpty)
        let set = ArchivedSet([])
        set.members = [ArchivedArray([set])]
        set.members = []
        #expect(set.members.isEmpty)
        let object = ArchivedObject(ArchivedClass(name: "Note"))
        object.fields = [ArchivedObject.Field("k", .object(ArchivedArray([object])))]
        object.fields = []
        #expect(object.fields.isEmpty)
    }

    @Test func `a chain of 100,000 two-phase objects is encoded, decoded and released`() throws {
        let length = TestScale.count(100_000, quick: 20_000)
        var chain: Node?
        for number in (0..<length).reversed() { chain = Node(number, next: chain) }
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: #require(chain))
        chain = nil
        var node = try KeyedUnarchiver.unarchivedObject(of: Node.self, from: bytes)
        var count = 0
        while let current = node {
            guard current.number == count else { break }
            count += 1
            node = current.next
        }
        #expect(count == length)
    }

    @Test func `one-phase objects nest up to the depth limit and no deeper, on both sides`() throws {
        func chain(_ length: Int) -> Link? {
            var chain: Link?
            for _ in 0..<length { chain = Link(next: chain) }
            return chain
        }
        func encode(_ length: Int, limit: Int) throws -> [UInt8] {
            let archiver = KeyedArchiver(limits: Limits(depth: limit))
            try archiver.encode(chain(length), forKey: "root")
            return try archiver.encodedBytes
        }
        #expect(throws: Never.self) { try encode(39, limit: 40) }
        let bytes = try encode(40, limit: 40)
        #expect(code { _ = try encode(41, limit: 40) } == .limitExceeded)
        for (limit, expected) in [(41, nil), (40, nil), (39, ArchiveError.Code.limitExceeded)] {
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, limits: Limits(depth: limit))
            #expect(code { _ = try unarchiver.decodeObject(of: Link.self, forKey: "root") } == expected)
        }
    }

    @Test func `a back reference waits for an object that is not available yet`() throws {
        let owner = Waiter()
        let child = Waiter()
        owner.child = child
        child.owner = owner
        let decoded = try roundTrip(owner)
        #expect(decoded.child?.owner === decoded)
    }

    /// A class with a subclass, of which nobody registers.
    private class Member: CodedObject {
        override class var codedClassName: String { "Member" }
        var team: Team?
        init(team: Team?) {
            self.team = team
            super.init()
        }
        override func encode(with archiver: KeyedArchiver) throws { try archiver.encode(team, forKey: "team") }
        required init(coder unarchiver: KeyedUnarchiver) throws {
            try super.init(coder: unarchiver)
            team = try unarchiver.decodeObject(of: Team.self, forKey: "team")
        }
    }

    private final class Captain: Member {
        override class var codedClassName: String { "Captain" }
    }

    private final class Team: Codingable {
        static var codedClassName: String { "Team" }
        var captain: Member?
        var members: [Member] = []
        init() {}
        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(captain, forKey: "captain")
            try archiver.encode(members, forKey: "members")
        }
        init(coder unarchiver: KeyedUnarchiver) throws {
            members = try unarchiver.decode([Member].self, forKey: "members")
            captain = try unarchiver.decodeObject(of: Member.self, forKey: "captain")
        }
    }

    @Test
    func `a cycle error names the class of the object, the way that was followed, and who registers in a hierarchy`()
        throws
    {
        let team = Team()
        // The shorter way, by the captain, is not followed when the members are decoded.
        let (player, captain) = (Member(team: team), Captain(team: team))
        team.members = [player]
        team.captain = captain
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: team)
        let error = #expect(throws: ArchiveError.self) {
            try KeyedUnarchiver.unarchivedObject(of: Team.self, from: bytes)
        }
        #expect(error?.reason.contains("; members[0].team leads from it back to it") == true, "\(error as Any)")
        #expect(error?.reason.hasPrefix("the object of class \"Team\" is needed while") == true, "\(error as Any)")
        #expect(error?.remedy?.hasPrefix("call `register(self)` in its initializer, use") == true)
        team.members = [captain]
        let own = try KeyedArchiver.archivedBytes(withRootObject: captain)
        var registry = ClassRegistry.standard
        registry.register(Captain.self, Member.self)
        let second = #expect(throws: ArchiveError.self) {
            try KeyedUnarchiver.unarchivedObject(of: Captain.self, from: own, registry: registry)
        }
        #expect(second?.reason.contains("; team.members[0] leads from it back to it") == true, "\(second as Any)")
        #expect(second?.reason.hasPrefix("the object of class \"Captain\" is needed while") == true)
        #expect(
            second?.remedy?.hasPrefix("call `register(self)` in the initializer of its topmost class, Member,") == true)
        (player.team, captain.team) = (nil, nil)
    }

    private final class Bough: Codingable {
        static var codedClassName: String { "Bough" }
        var parent: Bough?
        var list: [Bough] = []
        var table: [String: Bough] = [:]
        init() {}
        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(table, forKey: "a table")
            try archiver.encode(list, forKey: "list")
            try archiver.encode(parent, forKey: "parent")
        }
        init(coder unarchiver: KeyedUnarchiver) throws {
            list = try unarchiver.decode([Bough].self, forKey: "list")
            parent = try unarchiver.decodeObject(of: Bough.self, forKey: "parent")
        }
    }

    @Test func `a cycle that nothing breaks is an error that names the way round, as it was asked for, and the cures`()
        throws
    {
        let first = Link()
        first.next = Link(next: first)
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: first)
        first.next = nil
        do {
            _ = try KeyedUnarchiver.unarchivedObject(of: Link.self, from: bytes)
            Issue.record("the cycle was decoded")
        } catch let error as ArchiveError {
            expectRows {
                (error.code, .cycle)
                expecting(error.reason, contains: "next")
                (error.remedy?.contains("register(self)"), true)
                (error.remedy?.contains("onceAvailable"), true)
                (error.remedy?.contains("TwoPhaseCodingable"), true)
            }
        }
        // The way doesn't lead through a collection that wasn't asked for.
        let (trunk, twig) = (Bough(), Bough())
        (trunk.list, trunk.table, twig.parent) = ([twig], ["twig": twig], trunk)
        let trunkBytes = try KeyedArchiver.archivedBytes(withRootObject: trunk)
        let error = #expect(throws: ArchiveError.self) {
            try KeyedUnarchiver.unarchivedObject(of: Bough.self, from: trunkBytes)
        }
        #expect(error?.reason.contains("; list[0].parent leads from it back to it") == true, "\(error as Any)")
        twig.parent = nil
    }

    /// Registers itself, and then another instance.
    private final class Impostor: Codingable {
        static var codedClassName: String { "Impostor" }
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {
            try unarchiver.register(self)
            try unarchiver.register(self)
            try unarchiver.register(Impostor())
        }
    }

    @Test func `a second instance that is registered for an object is an error, the same one again is not`() throws {
        let archive = try archive {
            try $0.encode(Impostor(), forKey: "impostor")
            try $0.encode(Friend("f"), forKey: "friend")
        }
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archive)
        for _ in 0..<2 {
            let error = #expect(throws: ArchiveError.self) {
                try unarchiver.decodeObject(of: Impostor.self, forKey: "impostor")
            }
            #expect(error?.code == .invalidUnarchiveOperation)
            #expect(error?.reason == "another instance is registered for the object")
        }
        #expect(try unarchiver.decodeObject(of: Friend.self, forKey: "friend")?.name == "f")
    }

    private final class Order: @unchecked Sendable {
        var names: [String] = []
    }

    /// A two-phase object that writes down when it is filled.
    private final class Branch: TwoPhaseCodingable {
        static var codedClassName: String { "Branch" }
        @TaskLocal static var order = Order()
        var name = ""
        var children: [Branch] = []

        init() {}
        init(_ name: String, _ children: [Branch] = []) { (self.name, self.children) = (name, children) }
        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encodeInlineString(name, forKey: "name")
            for (index, child) in children.enumerated() { try archiver.encode(child, forKey: "\(index)") }
        }
        func decode(with unarchiver: KeyedUnarchiver) throws {
            name = try unarchiver.decodeInlineString(forKey: "name") ?? ""
            Self.order.names.append(name)
            for index in 0..<3 {
                children += try unarchiver.decodeObject(of: Branch.self, forKey: "\(index)").map { [$0] } ?? []
            }
        }
    }

    @Test
    func `siblings in two phases are filled in the order in which they were asked for, each with what is below it`()
        throws
    {
        let tree = Branch("r", [Branch("a", [Branch("aa"), Branch("ab")]), Branch("b", [Branch("ba")]), Branch("c")])
        let order = Order()
        try Branch.$order.withValue(order) { _ = try roundTrip(tree) }
        #expect(order.names == ["r", "a", "aa", "ab", "b", "ba", "c"])
    }

    @Test func `UIDs are given parents first and class records after the contents of their first instance`() throws {
        // The numbering of a measurement that macOS 10.14 archived: unit, symbol, converter, then the classes from the
        // inside out.
        final class Plain: Codingable, ValueCoding {
            static var codedClassName: String { "unused" }
            let className: String
            let fields: [(String, any Codingable)]
            init(_ className: String, _ fields: [(String, any Codingable)] = []) {
                self.className = className
                self.fields = fields
            }
            static var _kind: _CodingKind { _CodingKind(.special(self)) }
            static func classRecord(of object: Plain) -> ArchivedClass? {
                ArchivedClass(name: object.className, hierarchy: [object.className, "NSObject"])
            }
            func encode(with archiver: KeyedArchiver) throws {
                for (key, value) in fields { try archiver.encode(value, forKey: key) }
            }
            init(coder unarchiver: KeyedUnarchiver) throws {
                className = ""
                fields = []
            }
        }
        let unit = Plain(
            "NSUnitAngle",
            [("NS.symbol", "°"), ("NS.converter", Plain("NSUnitConverterLinear"))]
        )
        let archive = try KeyedArchive(
            KeyedArchiver.archivedBytes(withRootObject: Plain("NSMeasurement", [("NS.unit", unit)]))
        )
        try expectRows {
            (archive.objectCount, 8)
            try (archive.requiredRecord(1)["NS.unit"], .uid(2))
            try (archive.requiredRecord(2)["NS.symbol"], .uid(3))
            try (archive.requiredRecord(2)["NS.converter"], .uid(4))
            (try archive.archivedClass(at: 5).name, "NSUnitConverterLinear")
            (try archive.archivedClass(at: 6).name, "NSUnitAngle")
            (try archive.archivedClass(at: 7).name, "NSMeasurement")
        }
    }
}
