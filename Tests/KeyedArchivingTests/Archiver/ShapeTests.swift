import PropertyLists
import TestSupport
import Testing

import KeyedArchiving

/// Objects of one class mostly have the same keys, which the archiver counts on; these do not.
@Suite struct ShapeTests {
    /// An object with a number under each of some keys, with an object inside after the first of them.
    private final class Varied: Codingable {
        static var codedClassName: String { "Varied" }
        let keys: [String]
        let inner: Varied?
        let isBroken: Bool

        init(_ keys: String, inner: Varied? = nil, isBroken: Bool = false) {
            self.keys = keys.split(separator: " ").map(String.init)
            self.inner = inner
            self.isBroken = isBroken
        }

        func encode(with archiver: KeyedArchiver) throws {
            for (position, key) in keys.enumerated() {
                try archiver.encode(position, forKey: key)
                if position == 0, let inner { try archiver.encode(inner, forKey: "inner") }
            }
            if isBroken { throw CancellationError() }
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            keys = []
            inner = nil
            isBroken = false
        }
    }

    /// The keys of each object of class `Varied`, in the order written, with the numbers under them.
    private func fields(_ objects: [Varied]) throws -> [[String]] {
        try fields(in: KeyedArchiver.archivedBytes(withRootObject: objects))
    }

    private func fields(in bytes: [UInt8]) throws -> [[String]] {
        let tree = try BinaryPropertyListReader(bytes).tree()
        guard case .dictionary(let envelope) = tree, case .array(let objects)? = envelope["$objects"] else { return [] }
        return objects.compactMap { object in
            guard case .dictionary(let fields) = object, fields["$classname"] == nil, fields["NS.objects"] == nil
            else { return nil }
            return fields.map { key, value in
                guard case .string(let key) = key else { return "?" }
                if case .integer(let number) = value { return "\(key)=\(number)" }
                return "\(key)"
            }
        }
    }

    static let lists = [
        ["a b c", "a b c", "a b c", "a b c"],
        ["a b c", "a b c", "a b", "a b c d", "a b c", "a b c"],
        ["a b c", "a b c", "c b a", "a b c", "c b a", "c b a", "c b a"],
        ["a", "a", "", "a", "", "", "", "a"],
        ["a b c", "a b c", "x y z", "a b c", "a y c", "a b c"],
        ["$a b", "$a b", "$a b", "a $b", "$a b"],
        ["é ü", "é ü", "é ü", "e u"],
        // More keys and shapes than are looked through one after the other, each again once there are many.
        (0..<60).map { "k\($0 % 30) m\($0 % 7)" },
    ]

    @Test(.rows)
    func `whatever keys came before, an object has the fields that it has in an archive of its own`() {
        forEachRow(Self.lists) { (lists: [String]) throws in
            let alone = try lists.flatMap { try fields([Varied($0)]) }
            #expect(try fields(lists.map { Varied($0) }) == alone)
            #expect(alone.map(\.count) == lists.map { $0.split(separator: " ").count + 1 })
        }
    }

    /// A value with a number under each of some keys.
    private struct Value: Codingable {
        static var codedClassName: String { "Value" }
        let keys: [String]

        init(_ keys: String) {
            self.keys = keys.split(separator: " ").map(String.init)
        }

        func encode(with archiver: KeyedArchiver) throws {
            for (position, key) in keys.enumerated() { try archiver.encode(position, forKey: key) }
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            keys = []
        }
    }

    @Test(.rows)
    func `a value that isn't an array has its own fields, also if it is the first of its class`() {
        forEachRow(["", "a", "a b", "a a", "NS.objects", "NS.objects a", "a NS.objects", "NS.objects NS.objects"]) {
            (keys: String) throws in
            let bytes = try KeyedArchiver.archivedBytes(withRootObject: [Value(keys), Value("a b"), Value(keys)])
            guard case .dictionary(let envelope) = try BinaryPropertyListReader(bytes).tree(),
                case .array(let objects)? = envelope["$objects"]
            else { throw CancellationError() }
            // The first two are `$null` and the array.
            let fields = objects.dropFirst(2).compactMap { object -> Set<PropertyList>? in
                guard case .dictionary(let fields) = object, fields["$classname"] == nil else { return nil }
                return Set(fields.map(\.key))
            }
            let own = Set(Value(keys).keys + ["$class"]).map { PropertyList.string(PropertyListString($0)) }
            #expect(fields == [Set(own), ["a", "b", "$class"], Set(own)])
            #expect(try BinaryPropertyListReader(bytes).problems(strict: true) == [])
        }
    }

    @Test func `an object inside another, or whose encoding threw, changes nothing for others of its class`() throws {
        let plain = ["a b", "a b", "a b"].map { Varied($0) }
        let nested = Varied("a b c", inner: Varied("x y", inner: Varied("a b c", inner: Varied("a b"))))
        let all = try fields(plain + [nested, Varied("a b"), nested])
        #expect(all.prefix(3).allSatisfy { $0 == all[0] })
        #expect(
            all.dropFirst(3).map { Set($0) } == [
                ["a=0", "inner", "b=1", "c=2", "$class"], ["x=0", "inner", "y=1", "$class"],
                ["a=0", "inner", "b=1", "c=2", "$class"], ["a=0", "b=1", "$class"], ["a=0", "b=1", "$class"],
            ])

        let archiver = KeyedArchiver()
        for _ in 0..<3 { try archiver.encode(Varied("a b c")) }
        for keys in ["a", "a b c", "a b c d"] {
            #expect(throws: CancellationError.self) { try archiver.encode(Varied(keys, isBroken: true)) }
        }
        try archiver.encode(Varied("a b c"))
        let after = try fields(in: archiver.encodedBytes)
        #expect(after.filter { $0.count == 4 && Set($0) == ["a=0", "b=1", "c=2", "$class"] }.count == 4)
        #expect(try BinaryPropertyListReader(archiver.encodedBytes).problems(strict: true) == [])
    }

    @Test func `of two values under one key the last counts, also where the key was expected once`() throws {
        let all = try fields(["a b", "a b", "a a b", "a b a", "a b"].map { Varied($0) })
        #expect(
            all.map { Set($0) } == [
                ["a=0", "b=1", "$class"], ["a=0", "b=1", "$class"], ["a=1", "b=2", "$class"], ["a=2", "b=1", "$class"],
                ["a=0", "b=1", "$class"],
            ])
    }
}
