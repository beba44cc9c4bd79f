import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Containers of the decoder, and the rules of the unarchiver that hold below it.
@Suite struct UnarchiverDecodableTests {
    static func archive(_ list: PropertyList) throws -> [UInt8] {
        let archiver = KeyedArchiver()
        try archiver.encodePropertyList(list, forKey: "root")
        return try archiver.encodedBytes
    }

    @Test(.rows)
    func `keys are found in any order, and missing ones are not, however many there are`() {
        forEachRow([3, 16, 17, 300]) { (count: Int) throws in
            let entries = (0..<count).map { number -> PropertyListDictionary.Element in
                (.string(PropertyListString("key\(number)")), .integer(Int64(number)))
            }
            let bytes = try Self.archive(.dictionary(PropertyListDictionary(entries)))
            struct Reader: Decodable {
                init(from decoder: any Decoder) throws {
                    let container = try decoder.container(keyedBy: AnyKey.self)
                    let count = container.allKeys.count
                    for round in 0..<2 {
                        for position in (0..<count).reversed() {
                            let key = AnyKey("key\(position * 7 % count)")
                            #expect(try container.decode(Int.self, forKey: key) == position * 7 % count)
                            #expect(!container.contains(AnyKey("missing\(round)")))
                            #expect(throws: DecodingError.self) {
                                try container.decode(Int.self, forKey: AnyKey("key"))
                            }
                            #expect(try container.decodeIfPresent(Int.self, forKey: AnyKey("key\(count)")) == nil)
                        }
                    }
                }
            }
            #expect(try KeyedUnarchiver(forReadingFrom: bytes).decodeDecodable(Reader.self, forKey: "root") != nil)
        }
    }

    @Test func `lists and dictionaries of scalars of every type are decoded`() throws {
        func decoded<Value: Codable>(_ value: Value) throws -> Value? {
            let archiver = KeyedArchiver()
            try archiver.encodeEncodable(value, forKey: "root")
            return try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes).decodeDecodable(
                Value.self, forKey: "root")
        }
        try expectRows {
            (try decoded([1, .min, .max]), [1, Int.min, .max])
            (try decoded([0.5, -.infinity]), [0.5, -.infinity])
            (try decoded([Float(0.5)]), [0.5])
            (try decoded([true, false]), [true, false])
            (try decoded([UInt8.max]), [.max])
            (try decoded([UInt64.max]), [.max])
            (try decoded([["a"], []]), [["a"], []])
            (try decoded(["a": ["b"], "c": []]), ["a": ["b"], "c": []])
            (try decoded(["a": 1.5]), ["a": 1.5])
            (try decoded([nil, 1, nil]), [nil, 1, nil as Int?])
            try (decoded([ArchivedData([1, 2])]), [ArchivedData([1, 2])])
        }
    }

    /// A type that is a list in a property list, whatever its coded form would be.
    struct Route: PropertyListValue, Codable, Equatable {
        var stops: [String]
        var propertyListValue: PropertyList { ["stops": .array(PropertyListArray(stops.map { .string(.init($0)) }))] }
        init(stops: [String]) { self.stops = stops }
        init?(propertyListValue: PropertyList) {
            guard case .dictionary(let entries) = propertyListValue, case .array(let list)? = entries["stops"] else {
                return nil
            }
            stops = list.compactMap { if case .string(let stop) = $0 { stop.string } else { nil } }
        }
    }

    @Test func `a value of a property list may be one of any kind`() throws {
        let routes = [Route(stops: ["a", "b"]), Route(stops: []), Route(stops: ["a", "b"])]
        let archiver = KeyedArchiver()
        try archiver.encodeEncodable(["routes": routes], forKey: "root")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
        #expect(try unarchiver.decodeDecodable([String: [Route]].self, forKey: "root") == ["routes": routes])
        #expect(throws: DecodingError.self) { try unarchiver.decodeDecodable([String: Route].self, forKey: "root") }
    }

    @Test(.rows)
    func `an error in a list of scalars tells the position`() {
        forEachRow([["a", 1], [1, "a"], [true], [2.5]] as [PropertyList]) { (list: PropertyList) throws in
            let bytes = try Self.archive(["list": list])
            func path<Value: Decodable>(_ type: Value.Type) throws -> [String] {
                do {
                    _ = try KeyedUnarchiver(forReadingFrom: bytes).decodeDecodable([String: Value].self, forKey: "root")
                    return []
                } catch let DecodingError.typeMismatch(_, context) {
                    return context.codingPath.map(\.stringValue)
                } catch let DecodingError.valueNotFound(_, context) {
                    return context.codingPath.map(\.stringValue)
                } catch let DecodingError.dataCorrupted(context) {
                    return context.codingPath.map(\.stringValue)
                }
            }
            let isStringFirst = if case .array(let elements) = list { elements[0] == "a" } else { false }
            #expect(try path([String].self) == ["list", isStringFirst ? "Index 1" : "Index 0"])
            if list != [1, "a"] { #expect(try path([Int].self) == ["list", "Index 0"]) }
        }
    }

    // MARK: The unarchiver's rules

    /// Shouts every string.
    final class Shouter: KeyedUnarchiverDelegate {
        func unarchiver(_ unarchiver: KeyedUnarchiver, didDecode object: any Codingable) throws -> (any Codingable)? {
            (object as? String)?.uppercased()
        }
    }

    @Test func `a delegate is shown what is decoded, and may replace it`() throws {
        let delegate = Shouter()
        let unarchiver = try KeyedUnarchiver(forReadingFrom: Self.archive([["key": "text"], [:]]))
        unarchiver.delegate = delegate
        #expect(try unarchiver.decodePropertyList(forKey: "root") == [["KEY": "TEXT"], [:]])
        #expect(try unarchiver.decodeDecodable([[String: String]].self, forKey: "root") == [["KEY": "TEXT"], [:]])
        // Lists with nil, numbers and dates are shown, too.
        struct Some: Codable, Equatable {
            var none: [Int?] = [1, nil]
            var dates = [ArchivedDate(timeIntervalSinceReferenceDate: 1.5)]
            var data = ArchivedData([1, 2])
            var numbers = [1: "a"]
            var large = UInt64.max
        }
        let archiver = KeyedArchiver()
        try archiver.encodeEncodable(Some(), forKey: "some")
        let shouting = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
        shouting.delegate = delegate
        #expect(throws: DecodingError.self) { try shouting.decodeDecodable(Some.self, forKey: "some") }
        final class Silent: KeyedUnarchiverDelegate {}
        let silent = Silent()
        let other = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
        other.delegate = silent
        #expect(try other.decodeDecodable(Some.self, forKey: "some") == Some())
    }

    @Test func `a list is decoded as it is stored, also under a class set for its name, or after an object`() throws {
        let named = SmallArchive(StoredListTests.list(2, class: 3), "x", .classRecord("MyList", "NSObject"))
        let naming = try KeyedUnarchiver(forReadingFrom: named.bytes())
        #expect(throws: DecodingError.self) { try naming.decodeDecodable([String].self, forKey: "root") }
        naming.setClass(ArchivedArray.self, forClassName: "MyList")
        #expect(try naming.decodeDecodable([String].self, forKey: "root") == ["x"])
        let unarchiver = try KeyedUnarchiver(forReadingFrom: Self.archive(["x"]))
        let object = try #require(try unarchiver.decodeObject(of: ArchivedArray.self, forKey: "root"))
        object.elements.append("y")
        #expect(try unarchiver.decodeDecodable([String].self, forKey: "root") == ["x"])
    }

    @Test func `only what a type asks for is looked at`() throws {
        struct Named: Decodable, Equatable {
            var name: String
            var scores: [Int: String]
            var tags: Set<String>
        }
        let unarchiver = try StoredListTests.open(
            [
                "$class": .uid(2), "name": .uid(3), "scores": .uid(4), "tags": .uid(5), "owner": .uid(1),
                "broken": .uid(99), "odd": .uid(2),
            ],
            .classRecord("Unknown", "NSObject"), "Ada",
            StoredListTests.record([6], [3], class: 8), StoredListTests.list(3, class: 7), 7,
            .classRecord("NSSet", "NSObject"), StoredListTests.dictionary)
        #expect(
            try unarchiver.decodeDecodable(Named.self, forKey: "root")
                == Named(name: "Ada", scores: [7: "Ada"], tags: ["Ada"]))
    }

    @Test func `an initializer may decode from the same unarchiver while it is being decoded`() throws {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: Self.archive([["x": 1], ["x": 2]]))
        struct Inner: Decodable, Equatable {
            var x: Int
        }
        struct Outer: Decodable {
            @TaskLocal static var other: TaskFunction<Void, Void>?
            var x: Int
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: AnyKey.self)
                try Self.other?(())
                x = try container.decode(Int.self, forKey: AnyKey("x"))
            }
        }
        nonisolated(unsafe) let shared = unarchiver
        let decodeAll = TaskFunction<Void, Void> {
            let inner = try shared.decodeDecodable([Inner].self, forKey: "root")
            #expect(inner == [Inner(x: 1), Inner(x: 2)])
        }
        let decoded = try Outer.$other.withValue(decodeAll) {
            try unarchiver.decodeDecodable([Outer].self, forKey: "root")
        }
        #expect(decoded?.map(\.x) == [1, 2])
    }

    /// A two-phase object with a property list, of which a part is decoded as an object.
    final class Holder: TwoPhaseCodingable {
        static var codedClassName: String { "Holder" }
        var list: PropertyList?
        init() {}
        func encode(with archiver: KeyedArchiver) throws {
            let dictionary = ArchivedDictionary([(key: MutableArchivedString("key"), value: ["a", "b"])])
            try archiver.encode(dictionary, forKey: "list")
        }
        func decode(with unarchiver: KeyedUnarchiver) throws {
            list = try unarchiver.decodePropertyList(forKey: "list")
        }
    }

    @Test func `inside an object that is being filled, a property list has its contents`() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: Holder())
        let holder = try KeyedUnarchiver.unarchivedObject(of: Holder.self, from: bytes)
        #expect(holder?.list == ["key": ["a", "b"]])
    }

    @Test func `containers may be kept and asked later, and after the last element say that there are no more`() throws
    {
        final class Keeper: Decodable {
            let decoder: any Decoder
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: AnyKey.self)
                var list = try container.nestedUnkeyedContainer(forKey: AnyKey("list"))
                #expect(try list.decode(Int.self) == 1)
                let inner = try list.nestedContainer(keyedBy: AnyKey.self)
                try expectRows {
                    (inner.codingPath.map(\.stringValue), ["list", "Index 1"])
                    (try inner.decode(String.self, forKey: AnyKey("x")), "a string of more than 15 bytes")
                    list.isAtEnd
                }
                #expect(throws: DecodingError.self) { try list.decode(Int.self) }
                self.decoder = try container.superDecoder(forKey: AnyKey("list"))
            }
        }
        let bytes = try Self.archive(["list": [1, ["x": "a string of more than 15 bytes"]]])
        var unarchiver: KeyedUnarchiver? = try KeyedUnarchiver(forReadingFrom: bytes)
        let keeper = try #require(try unarchiver?.decodeDecodable(Keeper.self, forKey: "root"))
        unarchiver = nil
        var list = try keeper.decoder.unkeyedContainer()
        try expectRows {
            (list.codingPath.map(\.stringValue), ["list"])
            (list.count, 2)
            (try list.decode(Int.self), 1)
        }
        struct Reader: Decodable {
            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                #expect(try [list.decode([Int].self), list.decode([Int].self)] == [[1], [2]])
                do {
                    _ = try list.decode([Int].self)
                    Issue.record("there is a third element")
                } catch DecodingError.valueNotFound(_, let context) {
                    #expect(
                        context.debugDescription.contains("there are no more elements; there are 2; check `isAtEnd`"))
                    #expect(context.codingPath.map(\.stringValue) == ["Index 2"])
                }
            }
        }
        let two = try KeyedUnarchiver(forReadingFrom: Self.archive([[1], [2]]))
        #expect(try two.decodeDecodable(Reader.self, forKey: "root") != nil)
    }
}
