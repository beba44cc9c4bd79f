import KeyedArchiving
import PropertyLists

/// The cost of one object as graphs grow: it stays about the same if cost grows linearly.
///
/// In addition to people, these are shapes on which coders tend to become quadratic.
struct Curves {
    let repetitions: Int

    /// A kind of graph, by its size.
    private struct Shape: Sendable {
        var name: String
        var sizes: [Int]
        var make: @Sendable (Int) -> any Codingable
    }

    /// A node of a chain, which decodes in two phases and so at any depth.
    final class Link: TwoPhaseCodingable {
        static var codedClassName: String { "Link" }
        var next: Link?

        init() {}

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(next, forKey: "next")
        }

        func decode(with unarchiver: KeyedUnarchiver) throws {
            next = try unarchiver.decodeObject(of: Link.self, forKey: "next")
        }

        /// Takes the chain apart one by one, so that releasing a long one does not recurse.
        deinit {
            var link = next.take()
            while var current = link.take(), isKnownUniquelyReferenced(&current) { link = current.next.take() }
        }
    }

    static func chain(of size: Int) -> Link {
        var first = Link()
        for _ in 1..<size {
            let link = Link()
            link.next = first
            first = link
        }
        return first
    }

    private static let shapes = [
        Shape(name: "persons", sizes: [1_000, 10_000, 100_000, 1_000_000]) { W1Persons(size: $0).persons },
        Shape(name: "one set", sizes: growing) { size in ArchivedSet((0..<size).map { "member number \($0)" }) },
        Shape(name: "references to one object", sizes: growing) { size in
            let shared = ArchivedArray(["shared"])
            return ArchivedArray(Array(repeating: shared, count: size))
        },
        Shape(name: "equal short strings", sizes: growing) { Array(repeating: "equal", count: $0) },
        Shape(name: "equal long strings", sizes: growing) { size in
            Array(repeating: "a string that is too long to be shared", count: size)
        },
        Shape(name: "one dictionary", sizes: growing) { size in
            Dictionary(uniqueKeysWithValues: (0..<size).map { ("key number \($0)", $0) })
        },
        Shape(name: "one object with many keys", sizes: growing) { size in
            let object = ArchivedObject(ArchivedClass(name: "Wide", hierarchy: ["Wide", "NSObject"]))
            for number in 0..<size {
                object.fields.append(ArchivedObject.Field("key number \(number)", .inline(.integer(Int64(number)))))
            }
            return object
        },
        Shape(name: "a chain of nodes", sizes: growing) { chain(of: $0) },
    ]

    private static let growing = [1_000, 10_000, 100_000, 1_000_000]

    /// Prints a table for each shape.
    func print() throws {
        for shape in Self.shapes {
            Swift.print("\(shape.name): ns per object")
            Swift.print("   objects    decode    encode")
            for size in shape.sizes { try print(shape, size) }
        }
    }

    private func print(_ shape: Shape, _ size: Int) throws {
        let graph = shape.make(size)
        let bytes = try encode(graph)
        var registry = ClassRegistry.standard
        registry.register(Link.self)
        registry.register(W1Persons.Person.self)
        var decoding = Timing()
        var encoding = Timing()
        for _ in 0..<repetitions {
            decoding.seconds.append(
                try time {
                    _ = try KeyedUnarchiver.unarchivedGraph(from: bytes, registry: registry, limits: .unlimited)
                })
            encoding.seconds.append(try time { _ = try encode(graph) })
        }
        let perObject = [decoding, encoding].map { format($0.median / Double(size) * 1e9, 10) }
        Swift.print(format(Double(size), 10) + perObject.joined())
    }

    private func encode(_ graph: any Codingable) throws -> [UInt8] {
        try KeyedArchiver.archivedBytes(withRootObject: graph, limits: .unlimited)
    }
}
