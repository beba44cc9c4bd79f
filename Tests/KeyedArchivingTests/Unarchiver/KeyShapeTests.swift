import PropertyLists
import TestSupport
import Testing

import KeyedArchiving

/// What is remembered about the keys of a class must not change what is read.
@Suite struct KeyShapeTests {
    /// Has other keys, in another order, for each shape, and holds the next object between them.
    final class Varying: Codingable {
        static var codedClassName: String { "Varying" }
        let shape: Int
        let next: Varying?
        /// The number under each of the keys of the shape; 0 under the others.
        let numbers: [Int]

        init(_ shape: Int, next: Varying?) {
            self.shape = shape
            self.next = next
            numbers = Self.allKeys.indices.map { Self.has($0, shape) ? 1000 * shape + $0 : 0 }
        }

        static let allKeys = ["a", "b", "$c", "d\u{E9}", "a key of more than fifteen bytes", "f", "$0"]

        static func has(_ key: Int, _ shape: Int) -> Bool { shape >> key & 1 == 1 }

        func encode(with archiver: KeyedArchiver) throws {
            for (position, key) in Self.allKeys.enumerated().reversed() where Self.has(position, shape) {
                try archiver.encode(numbers[position], forKey: key)
            }
            try archiver.encode(shape, forKey: "shape")
            try archiver.encode(next, forKey: "next")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            shape = try unarchiver.decodeInteger(forKey: "shape")
            var numbers: [Int] = []
            for key in Self.allKeys.prefix(3) { numbers.append(try unarchiver.decodeInteger(forKey: key)) }
            next = try unarchiver.decodeObject(of: Varying.self, forKey: "next")
            // The text is made again, so that it is not the memory of the literal.
            for key in Self.allKeys.dropFirst(3) {
                numbers.append(try unarchiver.decodeInteger(forKey: String(Array(key))))
            }
            self.numbers = numbers
        }
    }

    private static func chain(_ shapes: [Int]) -> Varying? {
        shapes.reversed().reduce(nil) { Varying($1, next: $0) }
    }

    private static func numbers(_ chain: Varying?) -> [[Int]] {
        Array(sequence(first: chain) { $0?.next }.lazy.prefix { $0 != nil }.map { $0?.numbers ?? [] })
    }

    private static let orders: [[Int]] = [
        Array(repeating: 0x7F, count: 50),
        (0..<50).map { [0x7F, 0x15][$0 % 2] },
        [0x01] + Array(repeating: 0x7F, count: 50) + Array(repeating: 0x2A, count: 50) + [0x01, 0x7F, 0x01],
        (0..<200).map { $0 * 37 % 128 },
    ]

    @Test(.rows)
    func `objects of one class have their own keys, one inside the other and one after the other`() {
        forEachRow(Self.orders) { (shapes: [Int]) throws in
            let root = try #require(Self.chain(shapes))
            let chain = try KeyedArchiver.archivedBytes(withRootObject: root)
            let decoded = try KeyedUnarchiver.unarchivedObject(of: Varying.self, from: chain)
            #expect(Self.numbers(decoded) == Self.numbers(root))

            let objects = shapes.map { Varying($0, next: nil) }
            let list = try KeyedArchiver.archivedBytes(withRootObject: objects)
            let elements = try #require(try KeyedUnarchiver.unarchivedObject(of: [Varying].self, from: list))
            #expect(elements.map(\.numbers) == objects.map(\.numbers))
        }
    }

    /// Has values without keys, which are stored under keys that start with `$`, and are not values under such keys.
    final class Unkeyed: Codingable {
        static var codedClassName: String { "Unkeyed" }
        let values: [String]

        init(_ values: [String]) { self.values = values }

        func encode(with archiver: KeyedArchiver) throws {
            for value in values { try archiver.encode(value) }
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            var values: [String] = []
            while let value = try unarchiver.decodeObject(of: String.self) {
                values.append(value)
                #expect(try !unarchiver.containsValue(forKey: "$\(values.count)"))
            }
            self.values = values
        }
    }

    @Test func `values without keys are not values under reserved keys`() throws {
        let objects = (0..<40).map { count in Unkeyed((0..<count % 5).map { "value \($0) of \(count)" }) }
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: objects)
        let decoded = try #require(try KeyedUnarchiver.unarchivedObject(of: [Unkeyed].self, from: bytes))
        #expect(decoded.map(\.values) == objects.map(\.values))
    }

    @Test func `a short string is the same however often it is read`() throws {
        let words = (0..<200).map { "word \($0 * $0 % 35)" }
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: words)
        #expect(try KeyedUnarchiver.unarchivedObject(of: [String].self, from: bytes) == words)
    }

    // MARK: What lines must not change

    /// Asks for its fields in an order that is given from outside.
    final class Asking: Codingable {
        final class Script: @unchecked Sendable {
            var keys: [[String]] = []
            var found: [[Int]] = []
            /// Before which look-up of which object decoding is finished.
            var end: (object: Int, lookUp: Int)?
        }

        @TaskLocal static var script: Script?
        static var codedClassName: String { "Asking" }

        func encode(with archiver: KeyedArchiver) throws {
            for (number, key) in ["a", "b", "K"].enumerated() { try archiver.encode(number + 1, forKey: key) }
        }

        init() {}

        init(coder unarchiver: KeyedUnarchiver) throws {
            guard let script = Self.script, script.found.count < script.keys.count else { return }
            let object = script.found.count
            script.found.append([])
            for (lookUp, key) in script.keys[object].enumerated() {
                if let end = script.end, end == (object, lookUp) { unarchiver.finishDecoding() }
                let isThere = try unarchiver.containsValue(forKey: key)
                script.found[object].append(isThere ? try unarchiver.decodeInteger(forKey: key) : 0)
            }
        }
    }

    private static func found(
        _ bytes: [UInt8],
        _ keys: [[String]],
        end: (object: Int, lookUp: Int)? = nil
    ) throws -> [[Int]] {
        let script = Asking.Script()
        script.keys = keys
        script.end = end
        try Asking.$script.withValue(script) {
            let objects = try KeyedUnarchiver.unarchivedObject(of: [Asking].self, from: bytes)
            #expect(objects?.count == keys.count)
        }
        return script.found
    }

    private static let numbers = ["a": 1, "b": 2, "K": 3]

    @Test(.rows)
    func `a key is found alike whatever objects before it were asked for`() {
        forEachRow([
            [["a", "b"], ["a", "b"], ["a", "b"], ["b", "a"], ["a", "a", "b", "b"], ["b"], ["a", "b"]],
            [["b", "x"], ["b", "x"], ["b", "x"], ["x", "b"], ["b", "x", "a"], ["x", "x", "x", "x", "a", "b"]],
            // U+212A is canonically equivalent to K.
            Array(repeating: ["K", "\u{212A}"], count: 5) + Array(repeating: ["\u{212A}", "K"], count: 5),
        ]) { (keys: [[String]]) throws in
            let bytes = try KeyedArchiver.archivedBytes(withRootObject: keys.map { _ in Asking() })
            let expected = keys.map { $0.map { key in key == "K" && key.utf8.count > 1 ? 0 : Self.numbers[key] ?? 0 } }
            #expect(try Self.found(bytes, keys) == expected)
        }
    }

    @Test(.rows) func `once decoding is finished nothing is read, known key or not`() {
        forEachRow(0..<3) { (lookUp: Int) throws in
            let keys = Array(repeating: ["a", "b", "K"], count: 8)
            let bytes = try KeyedArchiver.archivedBytes(withRootObject: keys.map { _ in Asking() })
            #expect(code { _ = try Self.found(bytes, keys, end: (6, lookUp)) } == .finished)
        }
    }

    private static func classRecord(_ name: String, in table: inout BinaryObjectTable) -> BinaryObjectTable.Entry {
        let names = table.addArray([table.addString(name), table.addString("NSObject")])
        return table.addDictionary(
            keys: [table.addString("$classname"), table.addString("$classes")],
            values: [table.addString(name), names])
    }

    @Test func `of two fields with one key the first counts, in whatever order they are asked for`() throws {
        var table = BinaryObjectTable()
        let (a, b, classKey) = (table.addString("a"), table.addString("b"), table.addString("$class"))
        let values = [table.addInteger(1), table.addInteger(2), table.addInteger(3), table.uid(3)]
        let object = { (table: inout BinaryObjectTable) in
            table.addDictionary(keys: [a, b, a, classKey], values: values)
        }
        let keys = [["a", "b", "a"], ["b", "a"], ["a", "b", "a"], ["a", "a", "a"], ["b", "a"], ["b", "b", "a"]]
        let list = table.addArray(keys.indices.map { table.uid(UID(4 + UInt64($0))) })
        let array = table.addDictionary(keys: [table.addString("NS.objects"), classKey], values: [list, table.uid(2)])
        var objects = [
            table.addString("$null"), array, Self.classRecord("NSArray", in: &table),
            Self.classRecord("Asking", in: &table),
        ]
        for _ in keys { objects.append(object(&table)) }
        let found = try Self.found(table.archive(of: objects), keys)
        #expect(found == keys.map { $0.map { Self.numbers[$0] ?? 0 } })
    }

    @Test(.rows)
    func `objects whose keys are stored again, in an order of their own, have their fields`() {
        forEachRow([[], ["a key of more than 14"], ["\u{E9}"], [""]]) { (others: [String]) throws in
            var table = BinaryObjectTable()
            let keys = (0..<150).map { number in Self.permuted(["a", "b", "K", "x"], number / 3) }
            let list = table.addArray(keys.indices.map { table.uid(UID(4 + UInt64($0))) })
            let array = table.addDictionary(
                keys: [table.addString("NS.objects"), table.addString("$class")], values: [list, table.uid(2)])
            var objects = [
                table.addString("$null"), array, Self.classRecord("NSArray", in: &table),
                Self.classRecord("Asking", in: &table),
            ]
            for number in keys.indices {
                let order = Self.permuted(["a", "b", "K"] + others + ["$class"], number * 7)
                let values = order.map { key in
                    key == "$class" ? table.uid(3) : table.addInteger(Int64(1000 * number + (Self.numbers[key] ?? 0)))
                }
                objects.append(table.addDictionary(keys: order.map { table.addString($0) }, values: values))
            }
            let found = try Self.found(table.archive(of: objects), keys)
            #expect(
                found
                    == keys.indices.map { number in
                        keys[number].map { key in Self.numbers[key].map { 1000 * number + $0 } ?? 0 }
                    })
        }
    }

    /// Some elements in one of their orders.
    private static func permuted(_ elements: [String], _ number: Int) -> [String] {
        var (rest, number, result) = (elements, number, [] as [String])
        while !rest.isEmpty {
            result.append(rest.remove(at: number % rest.count))
            number /= rest.count + 1
        }
        return result
    }

    @Test func `of two classes of one object the first counts, whatever objects before it had`() throws {
        var table = BinaryObjectTable()
        let (x, classKey) = (table.addString("x"), table.addString("$class"))
        let one = table.addInteger(1)
        let both = { (table: inout BinaryObjectTable) in
            table.addDictionary(keys: [classKey, x, classKey], values: [table.uid(2), one, table.uid(1)])
        }
        var objects = [
            table.addString("$null"), Self.classRecord("Unkeyed", in: &table), Self.classRecord("Asking", in: &table),
        ]
        let early = table.addDictionary(keys: [classKey, x, x], values: [table.uid(1), one, one])
        let late = table.addDictionary(keys: [x, classKey], values: [one, table.uid(1)])
        objects += [early, both(&table), late, both(&table), early, both(&table)]
        let top = table.addDictionary(
            keys: (3..<9).map { table.addString("\($0)") },
            values: (3..<9).map { table.uid(UID(UInt64($0))) })
        let outer = table.addDictionary(
            keys: ["$version", "$archiver", "$top", "$objects"].map { table.addString($0) },
            values: [table.addInteger(100_000), table.addString("NSKeyedArchiver"), top, table.addArray(objects)])
        let unarchiver = try KeyedUnarchiver(forReadingFrom: table.write(top: outer))
        for key in 3..<9 {
            let object = try unarchiver.decodeObject(of: [Unkeyed.self, Asking.self], forKey: "\(key)")
            #expect(key.isMultiple(of: 2) ? object is Asking : object is Unkeyed)
        }
    }
}
