import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Errors while encoding say where in the graph they arose.
@Suite struct EncodingErrorTests {
    struct Insecure: Codingable {
        static var codedClassName: String { "Insecure" }
        static var supportsSecureCoding: Bool { false }
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    /// A value that its `Encodable` conformance can't encode.
    struct EncodedInsecure: Encodable {
        func encode(to encoder: any Encoder) throws {
            throw ArchiveError(.invalidArchiveOperation, "no")
        }
    }

    /// A chain link that ends in something else.
    final class Link: Codingable {
        static var codedClassName: String { "Link" }
        var next: (any Codingable)?
        init(_ next: (any Codingable)?) { self.next = next }
        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(next, forKey: "next") }
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    final class Watcher: KeyedArchiverDelegate {}

    static func error(
        requiringSecureCoding: Bool = true,
        hasDelegate: Bool = false,
        _ body: (KeyedArchiver) throws -> Void
    ) -> ArchiveError? {
        let watcher = Watcher()
        let archiver = KeyedArchiver(requiringSecureCoding: requiringSecureCoding)
        if hasDelegate { archiver.delegate = watcher }
        do {
            try body(archiver)
            _ = try archiver.encodedBytes
            return nil
        } catch {
            return error as? ArchiveError
        }
    }

    /// What leads to the object that is refused, and the path to it.
    static var places: [(path: String, key: String?, encode: (KeyedArchiver) throws -> Void)] {
        [
            ("root", "root", { try $0.encode(Insecure(), forKey: "root") }),
            ("root", "root", { try $0.encode(Insecure() as (any Codingable)?, forKey: "root") }),
            ("root.next.next", "next", { try $0.encode(Link(Link(Insecure())), forKey: "root") }),
            ("root[1]", nil, { try $0.encode(ArchivedArray([1, Insecure()]), forKey: "root") }),
            ("root[2].next[0]", nil, { try $0.encode([Link(1), Link(2), Link([Insecure()])], forKey: "root") }),
            ("root.a", "a", { try $0.encode(Scripted { try $0.encode(Insecure(), forKey: "a") }, forKey: "root") }),
            (
                "root.list[1]", nil,
                { archiver in
                    let object = Scripted { try $0.encodeElements([nil, Insecure()], forKey: "list") }
                    try archiver.encode(object, forKey: "root")
                }
            ),
            (
                "root.$1", "$1",
                { archiver in
                    try archiver.encode(
                        Scripted {
                            try $0.encodeValue(1); try $0.encode(Insecure())
                        }, forKey: "root")
                }
            ),
            ("$0", "$0", { try $0.encode(Insecure()) }),
            (
                "root.key", "key",
                { try $0.encode(["key": Link(1)].mapValues { _ in Insecure() }, forKey: "root") }
            ),
            (
                #"root."two words".next"#, "next",
                { archiver in
                    let values: [String: any Codingable] = ["a": 1, "two words": Link(Insecure())]
                    try archiver.encode(values, forKey: "root")
                }
            ),
            (
                "root[1]", nil,
                { archiver in
                    let values: [any Codingable] = ["a", Insecure()]
                    try archiver.encode(values, forKey: "root")
                }
            ),
            ("root.b[0].next", "next", { try $0.encodeAny(["a": 1, "b": [Link(Insecure())]], forKey: "root") }),
            (
                "root.7", "7",
                { try $0.encode(ArchivedDictionary([(key: 7, value: Insecure())]), forKey: "root") }
            ),
            (
                #"root."NS.keys"[1]"#, nil,
                {
                    let entries: [ArchivedDictionary.Entry] = [(key: "a", value: 1), (key: Insecure(), value: 1)]
                    try $0.encode(ArchivedDictionary(entries), forKey: "root")
                }
            ),
            (
                #"root."NS.objects"[0]"#, nil,
                {
                    let entries: [ArchivedDictionary.Entry] = [(key: "a", value: Insecure()), (key: "a", value: 1)]
                    try $0.encode(ArchivedDictionary(entries), forKey: "root")
                }
            ),
            ("$0", "$0", { try $0.encodeEncodable(EncodedInsecure()) }),
            ("root", "root", { try $0.encodeEncodable(EncodedInsecure(), forKey: "root") }),
            (
                "root.next", "next",
                {
                    try $0.encodeConditionalObject(Link(1), forKey: "c");
                    try $0.encode(Link(Insecure()), forKey: "root")
                }
            ),
            (
                "field.inner", "inner",
                { archiver in
                    let object = ArchivedObject(
                        ArchivedClass(name: "Any"),
                        fields: [
                            ArchivedObject.Field("inner", .object(Insecure()))
                        ])
                    try archiver.encodeTopLevelFields([ArchivedObject.Field("field", .object(object))])
                }
            ),
        ]
    }

    @Test("an error while encoding has the path and the key of where it arose", .rows)
    func paths() {
        forEachRow(
            Self.places.indices,
            [
                false, true,
            ]
        ) { (place: Int, hasDelegate: Bool) throws in
            let place = Self.places[place]
            let error = try #require(Self.error(hasDelegate: hasDelegate, place.encode))
            expectRows {
                (error.code, .invalidArchiveOperation)
                (error.path?.description, place.path)
                (error.key, place.key)
            }
        }
    }

    @Test("a graph that is too deep is reported with the path to its deepest object")
    func tooDeep() throws {
        var link = Link(nil)
        for _ in 0..<600 { link = Link(link) }
        let error = try #require(Self.error { try $0.encode(link, forKey: "root") })
        expectRows {
            (error.code, .limitExceeded)
            (error.path?.steps.count, Limits.default.depth + 1)
            (error.path?.steps.allSatisfy { $0 == .key("next") || $0 == .key("root") }, true)
        }
    }

    /// A chain link whose contents are put off where it lies deep.
    final class Node: TwoPhaseCodingable {
        static var codedClassName: String { "Node" }
        var next: (any Codingable)?
        init() {}
        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(next, forKey: "next") }
        func decode(with unarchiver: KeyedUnarchiver) throws {}
    }

    @Test func `an error in an object whose contents were put off has the whole path, through lists, too`() throws {
        let nodes = (0..<300).map { _ in Node() }
        for (node, next) in zip(nodes, nodes.dropFirst()) { node.next = next }
        nodes[299].next = Scripted { try $0.encode(Insecure(), forKey: "inside") }
        let error = try #require(Self.error { try $0.encode(nodes[0], forKey: "root") })
        let expected = "root" + String(repeating: ".next", count: 300) + ".inside"
        #expect(error.path?.description == expected)
        #expect(error.key == "inside")

        let listed = (0..<300).map { _ in Node() }
        for (node, next) in zip(listed, listed.dropFirst()) { node.next = next }
        let key = "a key of more than fifteen letters"
        let accented = "clé"
        listed[10].next = Scripted { try $0.encode(listed[11], forKey: key) }
        listed[20].next = ArchivedArray([1, listed[21]])
        listed[30].next = Scripted { try $0.encodeElements([nil, listed[31]], forKey: accented) }
        listed[40].next = ["a key": listed[41]]
        listed[299].next = ArchivedArray([1, 2, Insecure()])
        let inLists = try #require(Self.error { try $0.encode([listed[0]], forKey: "root") })
        let steps = try #require(inLists.path?.steps)
        expectRows {
            (steps.prefix(2), [.key("root"), .index(0)])
            steps.contains(.key(key))
            steps.contains(.key(accented))
            steps.contains(.key("a key"))
            (steps.filter { $0 == .index(1) }.count, 2)
            (steps.suffix(2), [.key("next"), .index(2)])
            (steps.filter { $0 == .key("next") }.count, 300)
        }
    }

    @Test("an archive error of a type's own gets the path, with its key, and other errors pass as they are")
    func ownErrors() throws {
        let object = Scripted { _ in throw ArchiveError(.unrepresentable, "no way", key: "inside") }
        let error = try #require(Self.error { try $0.encode(Link(object), forKey: "root") })
        #expect(error.path?.description == "root.next.inside")
        #expect(error.key == "inside")
        let other = Scripted { _ in throw CancellationError() }
        #expect(throws: CancellationError.self) { try KeyedArchiver.archivedBytes(withRootObject: Link(other)) }
        let set = try PropertyListArchive.error()
        #expect(set?.path?.description == "root.next.list")
    }

    /// A property list that has no objects.
    enum PropertyListArchive {
        static func error() throws -> ArchiveError? {
            EncodingErrorTests.error { archiver in
                let object = Scripted { try $0.encodePropertyList(.set([1]), forKey: "list") }
                try archiver.encode(Link(object), forKey: "root")
            }
        }
    }

    @Test func `a path shows no error that was caught before, and of an archive inside only the path there`() throws {
        let object = Scripted { archiver in
            try? archiver.encode(Link(Insecure()), forKey: "first")
            try archiver.encode(Link(Insecure()), forKey: "second")
        }
        let error = try #require(Self.error { try $0.encode(object, forKey: "root") })
        #expect(error.path?.description == "root.second.next")

        let holder = Scripted { archiver in
            let bytes = try KeyedArchiver.archivedBytes(withRootObject: Insecure(), requiringSecureCoding: true)
            try archiver.encodeBytes(bytes, forKey: "archive")
        }
        let within = try #require(Self.error { try $0.encode(holder, forKey: "outer") })
        #expect(within.path?.description == "root")
    }

    @Test func `arrays nest as deep as the limit and no deeper, and more objects than the limit are refused`() throws {
        func refusal(_ root: any Codingable) -> ArchiveError.Code? {
            let archiver = KeyedArchiver(limits: Limits(depth: 2))
            return code { try archiver.encode(root, forKey: "root") }
        }
        expectRows {
            (refusal([[1], [2]]), nil)
            (refusal([[[1]], [[2]]]), .limitExceeded)
            (refusal([["a"], ["b"]]), nil)
            (refusal([[["a"]], [["b"]]]), .limitExceeded)
        }

        var limits = Limits.default
        limits.objects = 8
        let archiver = KeyedArchiver(limits: limits)
        let lists = (0..<10).map { [$0] }
        #expect(code { try archiver.encode(lists, forKey: "lists") } == .limitExceeded)
    }

    /// An object that holds another without end.
    struct Endless: Codingable {
        static var codedClassName: String { "Endless" }
        init() {}
        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(Endless(), forKey: "next") }
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    /// An instance that holds another without end.
    private final class EndlessInstance: Codingable {
        static var codedClassName: String { "EndlessInstance" }
        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(EndlessInstance(), forKey: "next") }
        init() {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    /// A value whose hook encodes another of its kind, without end.
    private struct EndlessHook: Codingable {
        static var codedClassName: String { "EndlessHook" }
        func replacementObject(for archiver: KeyedArchiver) throws -> (any Codingable)? {
            try archiver.encode(EndlessHook(), forKey: "next")
            return self
        }
        func encode(with archiver: KeyedArchiver) throws {}
        init() {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    @Test func `encoding without end ends with the stack, whatever is encoded, and on each thread`() throws {
        let codes = try SmallStack.run { () -> [ArchiveError.Code?] in
            [
                code { try KeyedArchiver(limits: .unlimited).encode(Endless(), forKey: "root") },
                code { try KeyedArchiver(limits: .unlimited).encode(Endless() as any Codingable, forKey: "root") },
                code { try KeyedArchiver(limits: .unlimited).encode(EndlessInstance(), forKey: "root") },
                code {
                    try KeyedArchiver(limits: .unlimited).encode(EndlessInstance() as any Codingable, forKey: "root")
                },
                code { try KeyedArchiver(limits: .unlimited).encode(EndlessHook(), forKey: "root") },
            ]
        }
        #expect(codes == Array(repeating: .limitExceeded, count: 5))

        nonisolated(unsafe) let archiver = KeyedArchiver(limits: .unlimited)
        // The thread that is made second has its stack at the lower addresses, on systems known.
        let outer = try SmallStack.run(size: 1 << 20) {
            let inner = try SmallStack.run(size: 1 << 20) { code { try archiver.encode(Endless(), forKey: "inner") } }
            return [inner, code { try archiver.encode(Endless(), forKey: "outer") }]
        }
        #expect(outer == [.limitExceeded, .limitExceeded])
    }
}
