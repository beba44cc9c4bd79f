import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What happens when decoding fails, under both policies.
@Suite struct FailurePolicyTests {
    struct Owner: Codingable {
        static var codedClassName: String { "Owner" }

        func encode(with archiver: KeyedArchiver) throws {}

        init() {}

        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    struct Outsider: Codingable {
        static var codedClassName: String { "Outsider" }

        func encode(with archiver: KeyedArchiver) throws {}

        init() {}

        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    /// A tree whose nodes have an age and an owner, either of which may be of the wrong kind.
    struct Node: Codingable {
        static var codedClassName: String { "Node" }
        var children: [Node] = []
        var owner: (any Codingable)?
        var age = 0
        var hasTextAsAge = false

        init(children: [Node] = [], owner: (any Codingable)? = nil, age: Int = 0, hasTextAsAge: Bool = false) {
            self.children = children
            self.owner = owner
            self.age = age
            self.hasTextAsAge = hasTextAsAge
        }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(children, forKey: "children")
            try archiver.encode(owner, forKey: "owner")
            if hasTextAsAge {
                try archiver.encode("ten", forKey: "age")
            } else {
                try archiver.encode(age, forKey: "age")
            }
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            children = try unarchiver.decodeObject(of: [Node].self, forKey: "children") ?? []
            owner = try unarchiver.decodeObject(of: Owner.self, forKey: "owner")
            age = try unarchiver.decodeInteger(forKey: "age")
        }
    }

    /// Finds that its contents make no sense.
    struct Picky: Codingable {
        struct Refusal: Error, Equatable {}
        static var codedClassName: String { "Picky" }

        init() {}

        func encode(with archiver: KeyedArchiver) throws {}

        init(coder unarchiver: KeyedUnarchiver) throws {
            try unarchiver.failWithError(Refusal())
            // What an initializer that returns nil is on Apple systems.
            throw ArchiveError(.invalidValue, "never seen")
        }
    }

    static var badAge: Node {
        Node(children: [Node(age: 1), Node(age: 2, hasTextAsAge: true), Node(age: 3)], age: 4)
    }

    // MARK: The lenient policy

    @Test func `the first failure inside a nested initializer sticks, and every later call returns a default`()
        throws
    {
        let bytes = try archive {
            try $0.encode(Self.badAge, forKey: "root")
            try $0.encode(7, forKey: "integer")
            try $0.encode(7.5, forKey: "real")
            try $0.encode(Float(7.5), forKey: "float")
            try $0.encode(true, forKey: "boolean")
            try $0.encodeBytes([1], forKey: "bytes")
            try $0.encode("x", forKey: "text")
            try $0.encode(["x"], forKey: "list")
        }
        let unarchiver = try lenientUnarchiver(bytes)
        let root = try unarchiver.decodeObject(of: Node.self, forKey: "root")
        let first = try #require(unarchiver.error as? ArchiveError)
        #expect(first.code == .invalidUnarchiveOperation)
        #expect(first.path?.description == "root.children[1].age")
        // What was read after the failure is a default, what was read before it is not.
        try expectRows {
            (root?.age ?? 0, 0)
            root?.children.dropFirst(2).allSatisfy { $0.age == 0 } ?? true
            (try unarchiver.decodeInteger(forKey: "integer"), 0)
            (try unarchiver.decodeInt32(forKey: "integer"), 0)
            (try unarchiver.decodeInt64(forKey: "integer"), 0)
            (try unarchiver.decodeDouble(forKey: "real"), 0)
            (try unarchiver.decodeFloat(forKey: "float"), 0)
            try !unarchiver.decodeBool(forKey: "boolean")
            (try unarchiver.decodeBytes(forKey: "bytes"), nil)
            (try unarchiver.decodeObject(of: String.self, forKey: "text"), nil)
            (try unarchiver.decodeObject(forKey: "text"), nil)
            (try unarchiver.decodeObject(of: [String].self, forKey: "list"), nil)
            (try unarchiver.decodeObject(of: [String.self], forKey: "text"), nil)
            try !unarchiver.containsValue(forKey: "text")
        }
        // Another failure does not take the first one's place.
        #expect(try unarchiver.decodeObject(of: Outsider.self, forKey: "root") == nil)
        let last = unarchiver.error as? ArchiveError
        #expect(last?.path == first.path)
        #expect(last?.code == first.code)
    }

    @Test
    func `the error of an initializer that fails is kept, with nil for the parent, or thrown, as the policy says`()
        throws
    {
        let bytes = try KeyedArchiver.archivedBytes(
            withRootObject: Scripted { try $0.encode(Picky(), forKey: "child") })
        let unarchiver = try lenientUnarchiver(bytes)
        try inRoot(unarchiver) { unarchiver throws in
            #expect(try unarchiver.decodeObject(of: Picky.self, forKey: "child") == nil)
        }
        #expect(unarchiver.error as? Picky.Refusal == Picky.Refusal())
        let nested = try KeyedArchiver.archivedBytes(withRootObject: [[Picky()]])
        #expect(throws: Picky.Refusal()) {
            _ = try KeyedUnarchiver.unarchivedObject(of: [[Picky]].self, from: nested)
        }
    }

    @Test func `under the lenient policy, too, a value that must be there and a top-level call throw`() throws {
        let unarchiver = try lenientUnarchiver(archive { try $0.encode(1, forKey: "a") })
        #expect(code { _ = try unarchiver.decode(String.self, forKey: "b") } == .valueNotFound)
        #expect((unarchiver.error as? ArchiveError)?.code == .valueNotFound)
        let failing = try lenientUnarchiver(archive { try $0.encode(Self.badAge, forKey: "root") })
        #expect(
            code { _ = try failing.decodeTopLevelObject(of: Node.self, forKey: "root") }
                == .invalidUnarchiveOperation)
    }

    // MARK: The throwing policy

    @Test func `a failure surfaces at the top-level call, with path, key, class and remedy`() throws {
        let root = Node(children: [Node(owner: Owner()), Node(owner: Outsider())])
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: root)
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        let error = #expect(throws: ArchiveError.self) {
            _ = try unarchiver.decodeObject(of: Node.self, forKey: "root")
        }
        expectRows {
            (error?.code, .unknownClass)
            (error?.path?.description, "root.children[1].owner")
            (error?.className, "Outsider")
            error?.remedy != nil
            error?.byteOffset != nil
            (error.map { "\($0)" }?.hasPrefix("root.children[1].owner"), true)
            (unarchiver.error, nil)
        }
        let wrongKind = try KeyedArchiver.archivedBytes(withRootObject: Self.badAge)
        let mismatch = #expect(throws: ArchiveError.self) {
            _ = try KeyedUnarchiver.unarchivedObject(of: Node.self, from: wrongKind)
        }
        expectRows {
            (mismatch?.code, .invalidUnarchiveOperation)
            (mismatch?.path?.description, "root.children[1].age")
            (mismatch?.key, "age")
            (mismatch?.className, "Node")
            mismatch?.remedy != nil
        }
    }

    @Test func `after a failure the unarchiver goes on, and fails in the same way again`() throws {
        let bytes = try archive {
            try $0.encode(Self.badAge, forKey: "root")
            try $0.encode("x", forKey: "text")
        }
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        for _ in 0..<2 {
            #expect(
                code { _ = try unarchiver.decodeObject(of: Node.self, forKey: "root") } == .invalidUnarchiveOperation)
        }
        #expect(try unarchiver.decodeObject(of: String.self, forKey: "text") == "x")
    }

    // MARK: Roots and the end

    @Test func `a missing root is an error of the calls for a whole archive, and nil for the others`() throws {
        let bytes = try archive { try $0.encode("x", forKey: "other") }
        expectRows {
            (code { _ = try KeyedUnarchiver.unarchivedObject(of: String.self, from: bytes) }, .valueNotFound)
            (code { _ = try KeyedUnarchiver.unarchivedObject(of: [String.self], from: bytes) }, .valueNotFound)
            (code { _ = try KeyedUnarchiver.unarchivedArrayOfObjects(of: String.self, from: bytes) }, .valueNotFound)
            (code { _ = try KeyedUnarchiver.unarchivedGraph(from: bytes) }, .valueNotFound)
        }
        let unarchiver = try lenientUnarchiver(bytes)
        #expect(try unarchiver.decodeTopLevelObject(of: String.self, forKey: "root") == nil)
        #expect(unarchiver.error == nil)
    }

    @Test(.rows)
    func `a top-level call inside an initializer is an error`() {
        forEachRow([KeyedUnarchiver.DecodingFailurePolicy.throw, .setErrorAndReturn]) {
            (policy: KeyedUnarchiver.DecodingFailurePolicy) throws in
            let bytes = try KeyedArchiver.archivedBytes(withRootObject: Scripted { try $0.encode("x", forKey: "k") })
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
            unarchiver.decodingFailurePolicy = policy
            try inRoot(unarchiver) { unarchiver throws in
                #expect(
                    code { _ = try unarchiver.decodeTopLevelObject(of: String.self, forKey: "k") }
                        == .invalidUnarchiveOperation)
                #expect(try unarchiver.decodeObject(of: String.self, forKey: "k") == "x")
            }
            #expect(unarchiver.error == nil)
        }
    }

    @Test func `decoding after the end is an error, but ending again isn't`() throws {
        let bytes = try archive {
            try $0.encode(1, forKey: "integer")
            try $0.encode("x", forKey: "text")
        }
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        unarchiver.finishDecoding()
        unarchiver.finishDecoding()
        expectRows {
            (code { _ = try unarchiver.decodeInteger(forKey: "integer") }, .finished)
            (code { _ = try unarchiver.decodeObject(of: String.self, forKey: "text") }, .finished)
            (code { _ = try unarchiver.containsValue(forKey: "text") }, .finished)
        }
        let lenient = try lenientUnarchiver(bytes)
        lenient.finishDecoding()
        #expect(try lenient.decodeInteger(forKey: "integer") == 0)
        #expect((lenient.error as? ArchiveError)?.code == .finished)
    }

    @Test func `hostile class names are shortened and escaped in every text`() throws {
        let hostile = "Evil\u{1B}[2J\n\u{202E}" + String(repeating: "x", count: 10_000)
        let bytes = try ClassTests.animal(hostile)
        var registry = ClassRegistry.standard
        registry.register(ClassTests.Dog.self, forClassName: hostile)
        let unknown = #expect(throws: ArchiveError.self) {
            _ = try KeyedUnarchiver.unarchivedObject(of: Node.self, from: bytes)
        }
        let unnamed = #expect(throws: ArchiveError.self) {
            _ = try KeyedUnarchiver.unarchivedObject(of: Node.self, from: bytes, registry: registry)
        }
        expectRows {
            (unknown?.code, .unknownClass)
            (unknown?.className, hostile)
            (unnamed?.code, .unexpectedClass)
        }
        for text in [unknown, unnamed].compactMap({ $0.map { "\($0)" } }) {
            #expect(text.count < 400)
            #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
        }
        #expect(unknown.map { "\($0)" }?.contains("Evil\\u{1B}[2J\\u{A}\\u{202E}xxx") == true)
    }
}
