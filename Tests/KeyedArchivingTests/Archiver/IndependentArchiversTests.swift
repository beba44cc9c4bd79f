import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Nothing of one archiver's archive is seen in the next one's.
@Suite struct IndependentArchiversTests {
    private final class Node: Codingable {
        let names: [String]
        let next: Node?

        init(_ names: [String], next: Node? = nil) {
            self.names = names
            self.next = next
        }

        init(coder: KeyedUnarchiver) throws {
            names = []
            next = nil
        }

        func encode(with coder: KeyedArchiver) throws {
            try coder.encode(names, forKey: "names")
            try coder.encode(names.count, forKey: "count")
            try coder.encode(next, forKey: "next")
        }

        static let codedClassName = "Node"
    }

    /// Encodes keys that differ from all others, some twice, and then fails.
    private final class Failing: Codingable {
        struct Failure: Error {}
        let number: Int

        init(_ number: Int) { self.number = number }
        required init(coder: KeyedUnarchiver) throws { number = 0 }

        func encode(with coder: KeyedArchiver) throws {
            for key in 0..<number { try coder.encode("NSObject", forKey: "key \(number) \(key)") }
            try coder.encode(100_000 as Int32, forKey: "key \(number) 0")
            if number % 2 == 0 { throw Failure() }
        }

        static var codedClassName: String { "Failing" }
    }

    private final class Delegate: KeyedArchiverDelegate {}

    /// The bytes of a graph with class records of arrays and of an own class, and numbers and strings that the tables
    /// have from the start.
    private static func bytes(_ layout: ArchiveLayout) throws -> [UInt8] {
        let archiver = KeyedArchiver(layout: layout)
        let graph = Node(["NSObject", "NSArray", "$null", "a"], next: Node(["root"]))
        try archiver.encode(graph, forKey: "first")
        try archiver.encode(100_000 as Int32, forKey: "number")
        return try archiver.encodedBytes
    }

    static let layouts: [ArchiveLayout] = [.current, .iOS12, .macOS10_9, .macOSX10_6, .macOSX10_4]

    @Test(.rows)
    func `an archive has the same bytes whatever was archived before`() {
        forEachRow(Self.layouts) { (layout: ArchiveLayout) throws in
            let expected = try Self.bytes(layout)
            let delegate = Delegate()
            for number in [1, 2, 3, 30, 31, 200, 301] {
                for other in [layout, .current, .macOS10_9] {
                    let archiver = KeyedArchiver(requiringSecureCoding: number % 3 == 0, layout: other)
                    archiver.delegate = delegate
                    archiver.archiverName = "Other"
                    archiver.setClassName("Other", for: Node.self)
                    archiver.outputFormat = number % 2 == 0 ? .binary : .xml
                    try? archiver.encode(Failing(number), forKey: "failing")
                    try archiver.encodeConditionalObject(Node(["a"]), forKey: "conditional")
                    try archiver.encode([Node](repeating: Node(["NSArray", "b"]), count: number), forKey: "nodes")
                    if number > 3 { _ = try archiver.encodedBytes }
                }
                #expect(try Self.bytes(layout) == expected)
            }
        }
    }

    @Test func `a new archiver is as if it were the first`() throws {
        let before = KeyedArchiver(requiringSecureCoding: false)
        let delegate = Delegate()
        before.delegate = delegate
        before.archiverName = "Other"
        before.outputFormat = .xml
        before.setClassName("Other", for: Node.self)
        try before.encode(Failing(1), forKey: "warning")
        #expect(before.warnings.count == 1)
        _ = try before.encodedBytes
        _ = consume before

        let archiver = KeyedArchiver()
        expectRows {
            (archiver.delegate, nil)
            (archiver.archiverName, "NSKeyedArchiver")
            (archiver.outputFormat, .binary)
            !archiver.requiresSecureCoding
            (archiver.className(for: Node.self), nil)
            archiver.warnings.isEmpty
            (archiver.layout, .current)
        }
        try archiver.encode(Node([]), forKey: "node")
        #expect(try KeyedArchive(archiver.encodedBytes).topLevel().map(\.key) == ["node"])
    }

    @Test func `objects are released with the archiver, not with the next`() throws {
        weak var released: Node?
        do {
            let archiver = KeyedArchiver()
            let node = Node(["a"])
            released = node
            try archiver.encode(node, forKey: "node")
        }
        #expect(released == nil)
    }

    @Test func `an archiver that is made while another ends has its own tables`() throws {
        /// Archives something when it is released.
        final class Archiving: Codingable {
            nonisolated(unsafe) static var bytes: [[UInt8]] = []
            init() {}
            required init(coder: KeyedUnarchiver) throws {}
            func encode(with coder: KeyedArchiver) throws { try coder.encode(1, forKey: "one") }
            static var codedClassName: String { "Archiving" }
            deinit {
                guard let bytes = try? KeyedArchiver.archivedBytes(withRootObject: ["a", "b"]) else { return }
                Self.bytes.append(bytes)
            }
        }
        let expected = try KeyedArchiver.archivedBytes(withRootObject: ["a", "b"])
        do {
            let unfinished = KeyedArchiver()
            try unfinished.encode([Archiving(), Archiving()], forKey: "objects")
            let finished = KeyedArchiver()
            try finished.encode([Archiving()], forKey: "objects")
            _ = try finished.encodedBytes
        }
        #expect(Archiving.bytes == [expected, expected, expected])
        #expect(try KeyedArchiver.archivedBytes(withRootObject: ["a", "b"]) == expected)
    }
}
