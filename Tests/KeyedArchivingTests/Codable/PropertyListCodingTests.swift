import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

@Suite struct PropertyListCodingTests {
    static let everything: PropertyList = [
        "string": "text", "empty": "", "nil as text": "$null", "true": true, "false": false, "integer": -7,
        "unsigned": .unsignedInteger(.max), "wide": .integer128(3), "float": .float(0.5), "double": 0.1,
        "date": .date(-1.5), "data": .data([0, 255]), "array": [1, [], ["inner"]], "dictionary": ["a": [:]],
    ]

    static func roundTrip(_ list: PropertyList) throws -> PropertyList? {
        let archiver = KeyedArchiver()
        try archiver.encodePropertyList(list, forKey: "list")
        return try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes).decodePropertyList(forKey: "list")
    }

    @Test func `a property list of every kind of value comes back equal, also where values keep their identity`() throws
    {
        #expect(try Self.roundTrip(Self.everything) == Self.everything)
        let archiver = KeyedArchiver()
        let list: PropertyList = ["text": "one", "list": [1, 0.5, true, "one"], "data": .data([7])]
        try archiver.encodePropertyList(list, forKey: "list")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
        unarchiver.preservesValueIdentity = true
        #expect(try unarchiver.decodePropertyList(forKey: "list") == list)
    }

    @Test func `it is stored as the objects that Foundation has for it`() throws {
        let archiver = KeyedArchiver()
        try archiver.encodePropertyList(["dates": [.date(1)]], forKey: "root")
        let archive = try KeyedArchive(archiver.encodedBytes)
        try expectRows {
            (try archive.value(at: ArchivePath("root.dates[0].\"NS.time\"")).value, 1.0)
            (try archive.uids(ofClass: "NSDictionary"), [1])
            (try archive.uids(ofClass: "NSArray").count, 1)
            (try archive.uids(ofClass: "NSDate").count, 1)
        }
    }

    @Test func `lists without keys come back in order, then nil, as for nil and a missing key`() throws {
        let archiver = KeyedArchiver()
        try archiver.encodePropertyList("first")
        try archiver.encodePropertyList([2])
        try archiver.encode(nil as String?, forKey: "nil")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
        try expectRows {
            (try unarchiver.decodePropertyList(), "first")
            (try unarchiver.decodePropertyList(), [2])
            (try unarchiver.decodePropertyList(), nil)
            (try unarchiver.decodePropertyList(forKey: "nil"), nil)
            (try unarchiver.decodePropertyList(forKey: "missing"), nil)
        }
    }

    static let unencodable: [PropertyList] = [
        .null, .uid(1), .set(["a"]), .orderedSet(["a"]), .array([.null]), .dictionary([.integer(1): "value"]),
        .dictionary([.string(PropertyListString(utf16: [0xD800])): "value"]),
    ]

    @Test(.rows)
    func `what has no object is refused, and the archiver works on`() {
        forEachRow(Self.unencodable) { (list: PropertyList) throws in
            let archiver = KeyedArchiver()
            #expect(throws: ArchiveError(.unrepresentable, "")) {
                try archiver.encodePropertyList(list, forKey: "list")
            }
            try archiver.encodePropertyList("next", forKey: "list")
            let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
            #expect(try unarchiver.decodePropertyList(forKey: "list") == "next")
        }
    }

    @Test func `nil in a container is the text that stands for it`() throws {
        let archiver = KeyedArchiver()
        try archiver.encode(ListWithNil(), forKey: "list")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
        #expect(try unarchiver.decodePropertyList(forKey: "list") == ["first", "$null"])
        #expect(throws: ArchiveError(.unexpectedClass, "")) {
            try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes).decode([String].self, forKey: "list")
        }
    }

    /// An array with nil in it.
    struct ListWithNil: Codingable {
        static var codedClassName: String { "NSArray" }
        init() {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encodeElements(["first", nil], forKey: "NS.objects")
        }
    }

    @Test func `objects that are no tree of a property list's classes are refused`() throws {
        let cycle = ArchivedArray()
        cycle.elements = [ArchivedArray([cycle])]
        defer { cycle.elements = [] }
        var doubled = ArchivedArray(["leaf"])
        for _ in 0..<40 { doubled = ArchivedArray([doubled, doubled]) }
        func refusal(of object: some Codingable, isSecure: Bool = true) throws -> ArchiveError.Code? {
            let unarchiver = try KeyedUnarchiver(forReadingFrom: KeyedArchiver.archivedBytes(withRootObject: object))
            if !isSecure { try unarchiver.disableSecureCoding() }
            return code { _ = try unarchiver.decodePropertyList(forKey: "root") }
        }
        try expectRows {
            (try refusal(of: ["person": ArchivedSet(["member"])], isSecure: false), .invalidValue)
            (try refusal(of: cycle), .cycle)
            (try refusal(of: doubled), .limitExceeded)
        }
    }

    @Test func `a list as deep as the limit is decoded, a deeper one is refused`() throws {
        func list(depth: Int) -> PropertyList {
            var list: PropertyList = []
            for _ in 1..<depth { list = .array(PropertyListArray([list])) }
            return list
        }
        #expect(try Self.roundTrip(list(depth: 512)) == list(depth: 512))
        #expect(throws: ArchiveError(.limitExceeded, "")) { try Self.roundTrip(list(depth: 513)) }
    }

    // MARK: Classes

    // A property list is of a few classes; others are refused before anything of them is instantiated.

    struct Trap: Codingable {
        static var codedClassName: String { "Trap" }
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws { Issue.record("the initializer ran") }
    }

    @Test(.rows)
    func `a registered class in a property list is refused before its initializer runs`() {
        forEachRow([true, false]) { (isNested: Bool) throws in
            let bytes = try SmallArchive(
                .record(["NS.objects": [.uid(3)], "$class": .uid(2)]), .classRecord("NSArray", "NSObject"),
                .record(["$class": .uid(4)]), .classRecord("Trap", "NSObject"),
                top: ["root": .uid(isNested ? 1 : 3)]
            ).bytes()
            var registry = ClassRegistry.standard
            registry.register(Trap.self)
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: registry)
            let error = #expect(throws: ArchiveError.self) { try unarchiver.decodePropertyList(forKey: "root") }
            #expect(error?.code == .unexpectedClass)
            if isNested {
                #expect(throws: DecodingError.self) {
                    try unarchiver.decodeDecodable([String: [Int]].self, forKey: "root")
                }
            } else {
                // What is decoded are the fields, of which there are none; no initializer runs for that either.
                #expect(try unarchiver.decodeDecodable([String: [Int]].self, forKey: "root") == [:])
            }
        }
    }
}
