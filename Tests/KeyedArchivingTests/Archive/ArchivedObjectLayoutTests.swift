import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Objects of one class are decoded with what is known of those before them, and must not differ from them for it.
@Suite struct ArchivedObjectLayoutTests {
    /// Encodes arrays in an order of its own.
    private struct Ordered: Codingable {
        static var codedClassName: String { "Ordered" }
        var fields: [(key: String, value: any Codingable)]

        init(_ keys: [String], opener: Opener? = nil) {
            fields = keys.enumerated().map { number, key in
                if number == 1, let opener { return (key, opener) }
                return (key, ArchivedArray([key]))
            }
        }

        init(coder unarchiver: KeyedUnarchiver) throws { fields = [] }

        func encode(with archiver: KeyedArchiver) throws {
            for (key, value) in fields { try archiver.encode(value, forKey: key) }
        }
    }

    /// Decodes others while the object that holds it is being decoded.
    private struct Opener: Codingable {
        static var codedClassName: String { "Opener" }
        var objects: [any Codingable]

        init(_ objects: [any Codingable]) { self.objects = objects }

        init(coder unarchiver: KeyedUnarchiver) throws { objects = try unarchiver.decodeElements(forKey: "objects") }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encodeElements(objects, forKey: "objects")
        }
    }

    private static let orders = [
        ["a", "b", "c", "d"], ["d", "c", "b", "a"], ["b", "a", "d", "c"], ["c", "d", "a", "b"],
    ]

    private static func decode(_ objects: [any Codingable]) throws -> (elements: [ArchivedObject], bytes: [UInt8]) {
        var registry = ClassRegistry.standard
        registry.register(Opener.self)
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: ArchivedArray(objects))
        let graph = try KeyedUnarchiver.unarchivedGraph(from: bytes, registry: registry)
        let array = try #require(graph as? ArchivedArray)
        #expect(try KeyedArchiver.archivedBytes(withRootObject: array) == bytes)
        return (try array.elements.map { try #require($0 as? ArchivedObject) }, bytes)
    }

    /// The texts under the keys, each of which is that key.
    private static func texts(of object: ArchivedObject) -> [String] {
        object.fields.map { field in
            guard case .object(let array as ArchivedArray) = field.value else { return field.key }
            return array.elements.first as? String ?? "?"
        }
    }

    @Test func `objects of one class keep their orders, which alternate, also with others inside them`() throws {
        let orders = (0..<24).map { (number: Int) -> [String] in
            let position: Int = number * number + number / 5
            return Self.orders[position % 4]
        }
        let (objects, _) = try Self.decode(orders.map { Ordered($0) })
        #expect(objects.map { $0.fields.map(\.key) } == orders)
        #expect(objects.map { Self.texts(of: $0) } == orders)

        let inner = (0..<6).map { Ordered(Self.orders[1 + $0 % 3]) }
        let outer = (0..<5).map { Ordered(Self.orders[0], opener: $0 == 3 ? Opener(inner) : nil) }
        let (holders, _) = try Self.decode(outer)
        #expect(holders.map { $0.fields.map(\.key) } == outer.map { _ in Self.orders[0] })
        #expect(holders.map { Self.texts(of: $0) } == outer.map { _ in Self.orders[0] })
    }

    @Test func `values of every kind are the same in the first object of a class and in those after it`() throws {
        let value: PropertyList = [
            "nil": .uid(0), "text": .uid(2), "number": .uid(3), "real": .uid(4), "boolean": .uid(5), "data": .uid(6),
            "inline": 7, "inline real": 1.5, "inline boolean": true, "inline text": "text", "list": [.uid(0), .uid(2)],
            "object": .uid(8), "objects": [.uid(8), .uid(3)], "mixed": [.uid(2), "text"], "$class": .uid(7),
        ]
        let objects: [PropertyList] = [
            ["NS.objects": .array(PropertyListArray((9..<15).map { .uid(UID($0)) })), "$class": .uid(15)],
            "a text that has more than fifteen bytes", 12, 2.5, true, .data([1, 2]),
            .classRecord("Thing", "NSObject"), ["$class": .uid(7)],
        ]
        let archive = SmallArchive(
            entries: objects + Array(repeating: value, count: 6) + [.classRecord("NSArray", "NSObject")])
        let graph = try KeyedUnarchiver.unarchivedGraph(from: try archive.bytes())
        let array = try #require(graph as? ArchivedArray)
        let decoded = try array.elements.map { try #require($0 as? ArchivedObject) }
        let first = try #require(decoded.first)
        #expect(first.fields.count == 14)
        for object in decoded {
            #expect(object.archivedClass == first.archivedClass)
            #expect(object.fields.map(\.key) == first.fields.map(\.key))
            for field in first.fields {
                #expect(object[field.key].map { "\($0)" } == "\(field.value)")
            }
            guard case .object(nil)? = object["nil"], case .object(let boolean)? = object["boolean"],
                case .inline(.boolean(true))? = object["inline boolean"], case .inline? = object["mixed"],
                case .object(let inner)? = object["object"], case .objects(let others)? = object["objects"]
            else {
                Issue.record("another form of value")
                return
            }
            #expect(boolean as? Bool == true)
            let shared = try #require(inner as? ArchivedObject)
            #expect(others.count == 2 && others[0] as? ArchivedObject === shared && others[1] as? Int64 == 12)
        }
    }

    @Test(.rows) func `a decoded object is changed in place`() {
        forEachRow([3, 40]) { (fieldCount: Int) throws in
            let keys = (0..<fieldCount).map { "key \($0)" }
            let (objects, _) = try Self.decode((0..<4).map { _ in Ordered(keys) })
            let object = try #require(objects.last)
            #expect(object.fields.map(\.key) == keys)
            object["key 1"] = .inline(1)
            object["new"] = .object("text")
            object["key 0"] = nil
            object.archivedClass.name = "Changed"
            #expect(object.fields.map(\.key) == keys.dropFirst() + ["new"])
            #expect(Self.texts(of: object) == keys.dropFirst() + ["new"])
            guard case .inline(1)? = object["key 1"] else { throw CancellationError() }
            #expect(object.archivedClass.hierarchy == objects[0].archivedClass.hierarchy)
            object.fields.removeLast()
            object.fields[0].key = "renamed"
            expectRows {
                (object.fields.map(\.key), ["renamed"] + keys.dropFirst(2))
                (objects[0].fields.map(\.key), keys)
                (objects[0].archivedClass.name, "Ordered")
            }
        }
    }
}
