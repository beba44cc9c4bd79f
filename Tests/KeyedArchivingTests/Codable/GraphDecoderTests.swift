import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What containers say of damage, what they take, and what is charged.
struct GraphDecoderTests {
    private static let array = PropertyList.classRecord("NSArray", "NSObject")

    private static func object(_ className: String, _ fields: [(String, PropertyList)], _ others: PropertyList...)
        throws
        -> [UInt8]
    {
        let entries = [("$class", PropertyList.uid(2))] + fields
        let object = PropertyListDictionary(entries.map { (key: .string(PropertyListString($0.0)), value: $0.1) })
        return try SmallArchive(entries: [.dictionary(object), .classRecord(className, "NSObject")] + others).bytes()
    }

    private func failure<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) -> DecodingError? {
        #expect(throws: DecodingError.self) { try KeyedArchiveDecoder().decode(type, from: bytes) }
    }

    // MARK: Damage

    @Test func `a value that is damaged is there, and isn't one that is absent`() throws {
        struct Optionals: Decodable {
            var text: String?
            var number: Int?
            var small: UInt8?
            var real: Double?
            var flag: Bool?
            var list: [Int]?
        }
        for key in ["text", "number", "small", "real", "flag", "list"] {
            let bytes = try Self.object("Holder", [(key, .uid(99))])
            #expect(failure(Optionals.self, from: bytes)?.archiveError?.code == .invalidReference, "\(key)")
            let null = try KeyedArchiveDecoder().decode(
                Optionals.self, from: Self.object("Holder", [(key, .uid(0))]))
            #expect(null.number == nil && null.small == nil && null.real == nil && null.flag == nil)
            #expect(null.text == nil && null.list == nil)
        }
        let all = try KeyedArchiveDecoder().decode(
            Optionals.self,
            from: Self.object("Holder", [("number", 5), ("small", 6), ("real", 0.5), ("flag", true)]))
        #expect(all.number == 5 && all.small == 6 && all.real == 0.5 && all.flag == true)
        #expect(failure(Optionals.self, from: try Self.object("Holder", [("small", 256)])) != nil)
        struct Asker: Decodable {
            var isThere: Bool
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: AnyKey.self)
                isThere = container.contains(AnyKey("x"))
                #expect(!container.contains(AnyKey("y")))
            }
        }
        let bytes = try Self.object("Holder", [("x", .uid(99))])
        #expect(try KeyedArchiveDecoder().decode(Asker.self, from: bytes).isThere)
    }

    @Test func `keys that cannot be listed make the initializer fail that lists them`() throws {
        struct Lister: Decodable {
            init(from decoder: any Decoder) throws {
                _ = try decoder.container(keyedBy: AnyKey.self).allKeys
            }
        }
        struct Tolerant: Decodable {
            var inner: Lister?
            enum CodingKeys: CodingKey { case inner }
            init(from decoder: any Decoder) throws {
                inner = try? decoder.container(keyedBy: CodingKeys.self).decode(Lister.self, forKey: .inner)
            }
        }
        let damaged: PropertyList = ["$class": .uid(5), "NS.keys": [.uid(99)], "NS.objects": [.uid(4)]]
        let bytes = try Self.object(
            "Holder", [("inner", .uid(3))], damaged, 1, .classRecord("NSDictionary", "NSObject"))
        #expect(failure([String: Lister].self, from: bytes)?.archiveError?.code == .invalidReference)
        #expect(try KeyedArchiveDecoder().decode(Tolerant.self, from: bytes).inner == nil)
    }

    // MARK: Objects of their own

    /// A type with an object of its own, which holds another.
    struct Celsius: CodableAsObject, Decodable, Equatable {
        static var codedClassName: String { "Celsius" }
        var degrees: Double
        init(degrees: Double) { self.degrees = degrees }
        init(coder unarchiver: KeyedUnarchiver) throws {
            degrees = try unarchiver.decode(ArchivedDate.self, forKey: "degrees").timeIntervalSinceReferenceDate
        }
        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(ArchivedDate(timeIntervalSinceReferenceDate: degrees), forKey: "degrees")
        }
    }

    @Test func `an object of its own class says what is wrong within it, and one of another class as Decodable does`()
        throws
    {
        let good = try KeyedArchiver.archivedBytes(withRootObject: Celsius(degrees: 20))
        #expect(try KeyedArchiveDecoder().decode(Celsius.self, from: good).degrees == 20)
        let bytes = try Self.object("Celsius", [("degrees", .uid(3))], ["$class": .uid(4)], .classRecord("Other"))
        #expect(failure(Celsius.self, from: bytes)?.archiveError?.uid == 3)
        #expect(
            try KeyedArchiveDecoder().decode(Celsius.self, from: Self.object("Other", [("degrees", 21)])).degrees == 21)
        let damaged = try Self.object("Other", [("degrees", .uid(99))])
        #expect(failure(Celsius.self, from: damaged)?.archiveError?.code == .invalidReference)
        let nested = failure(Celsius.self, from: try Self.object("Other", [("degrees", .uid(3))], "warm"))
        #expect(nested?.context?.codingPath.map(\.stringValue) == ["degrees"])
        guard case .typeMismatch(let type, _) = failure(Celsius.self, from: try SmallArchive("text").bytes()) else {
            Issue.record("another error")
            return
        }
        #expect("\(type)" == "Celsius")
    }

    // MARK: Costs

    @Test func `a long text or data that many objects share is charged by each`() throws {
        func archive(_ className: String, _ fields: [(String, PropertyList)], _ shared: PropertyList) throws -> [UInt8]
        {
            var list: [PropertyList] = []
            for number in 0..<2000 { list.append(.uid(UID(UInt64(number + 5)))) }
            var entries: [PropertyList] = [
                ["$class": .uid(2), "NS.objects": .array(PropertyListArray(list))], Self.array,
                .classRecord(className, "NSObject"), shared,
            ]
            let object = PropertyListDictionary(
                ([("$class", PropertyList.uid(3))] + fields).map {
                    (key: .string(PropertyListString($0.0)), value: $0.1)
                })
            for _ in 0..<2000 { entries.append(.dictionary(object)) }
            return try SmallArchive(entries: entries).bytes()
        }
        let text = PropertyList.string(PropertyListString(String(repeating: "x", count: 300_000)))
        let urls = try archive("NSURL", [("NS.base", .uid(0)), ("NS.relative", .uid(4))], text)
        #expect(failure([String].self, from: urls)?.archiveError?.code == .limitExceeded)
        let data = try archive("NSData", [("NS.data", .uid(4))], .data([UInt8](repeating: 1, count: 300_000)))
        #expect(failure([[UInt8]].self, from: data)?.archiveError?.code == .limitExceeded)
    }

    @Test func `dictionaries with numbers as keys take time in proportion to their size`() throws {
        func archive(_ count: Int) throws -> [UInt8] {
            let keys = (0..<count).map { PropertyList.uid(UID(UInt64(4 + $0))) }
            let record: PropertyList = [
                "$class": .uid(3), "NS.keys": .array(PropertyListArray(keys)),
                "NS.objects": .array(PropertyListArray(keys)),
            ]
            let root: PropertyList = [
                "NS.objects": [.uid(2), .uid(2), .uid(2)], "$class": .uid(UID(UInt64(4 + count))),
            ]
            let numbers = (0..<count).map { PropertyList.integer(Int64($0)) }
            return try SmallArchive(
                entries: [root, record, .classRecord("NSDictionary", "NSObject")] + numbers + [Self.array]
            ).bytes()
        }
        let (small, large) = (try archive(200), try archive(1600))
        func decode(_ bytes: [UInt8]) throws {
            #expect(try KeyedArchiveDecoder().decode([[Int: Int]].self, from: bytes).count == 3)
        }
        let growth = try WorkTime.growth(from: { try decode(small) }, to: { try decode(large) }, below: 20)
        #expect(growth < 20)
    }

    // MARK: Depth

    @Test func `containers that are opened in one another are released on a small stack`() throws {
        struct Digger: Decodable {
            var depth = 0
            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                while !container.isAtEnd {
                    container = try container.nestedUnkeyedContainer()
                    depth += 1
                }
            }
        }
        let count = 30_000
        var entries = (0..<count).map { number -> PropertyList in
            ["$class": .uid(UID(UInt64(count + 1))), "NS.objects": [.uid(UID(UInt64(number + 2)))]]
        }
        entries[count - 1] = ["$class": .uid(UID(UInt64(count + 1))), "NS.objects": []]
        let bytes = try SmallArchive(entries: entries + [Self.array]).bytes()
        let depth = try SmallStack.run {
            try KeyedArchiveDecoder(limits: Limits(depth: 100_000)).decode(Digger.self, from: bytes).depth
        }
        #expect(depth == count - 1)
    }

    /// Has fields with the names that ask for an object's class.
    private struct Ticket: Codable, Equatable {
        var grade: String?
        var grades: [String]?
        var number = 1

        enum CodingKeys: String, CodingKey {
            case number
            case grade = "$class"
            case grades = "$classes"
        }
    }

    @Test func `a field with the name that asks for the class is the field, or absent`() throws {
        for className in ["Ticket", nil] {
            var encoder = KeyedArchiveEncoder()
            if let className { encoder.setClassName(className, for: Ticket.self) }
            for ticket in [Ticket(grade: "first", grades: ["a"]), Ticket()] {
                let bytes: [UInt8] = try encoder.encode(ticket)
                #expect(try KeyedArchiveDecoder().decode(Ticket.self, from: bytes) == ticket)
            }
        }
    }
}
