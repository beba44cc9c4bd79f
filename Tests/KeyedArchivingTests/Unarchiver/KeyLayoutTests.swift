import Testing

@testable import KeyedArchiving

/// What is remembered about the keys of a class must not change what is read.
@Suite struct KeyLayoutTests {
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
            // The text is made anew, so that it is not the memory of the literal.
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

    @Test(arguments: orders)
    func `objects of one class have their own keys, one inside the other`(shapes: [Int]) throws {
        let root = try #require(Self.chain(shapes))
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: root)
        let decoded = try KeyedUnarchiver.unarchivedObject(of: Varying.self, from: bytes)
        #expect(Self.numbers(decoded) == Self.numbers(root))
    }

    @Test(arguments: orders)
    func `objects of one class have their own keys, one after the other`(shapes: [Int]) throws {
        let objects = shapes.map { Varying($0, next: nil) }
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: objects)
        let decoded = try #require(try KeyedUnarchiver.unarchivedObject(of: [Varying].self, from: bytes))
        #expect(decoded.map(\.numbers) == objects.map(\.numbers))
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

    @Test func `a short string is the same however often it is met`() throws {
        let words = (0..<200).map { "word \($0 * $0 % 35)" }
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: words)
        #expect(try KeyedUnarchiver.unarchivedObject(of: [String].self, from: bytes) == words)
    }
}
