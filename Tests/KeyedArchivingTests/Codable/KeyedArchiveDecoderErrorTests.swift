import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What a decoder says of archives that don't have what a type asks for, and what it does with hostile ones.
struct KeyedArchiveDecoderErrorTests {
    private static let person = KeyedArchiveDecoderTests.person

    private func failure<Value: Decodable>(
        _ type: Value.Type,
        from archive: SmallArchive = person,
        at place: String? = nil,
        _ decoder: KeyedArchiveDecoder = KeyedArchiveDecoder()
    ) throws -> DecodingError? {
        let bytes = try archive.bytes()
        return #expect(throws: DecodingError.self) { try decoder.decode(type, from: bytes, at: place) }
    }

    @Test func `an error says where it is and what is there, for a missing key, a mismatch and nil`() throws {
        struct Wrong: Decodable { var nmae: String }
        let error = try failure([String: Wrong].self, from: Self.person, at: "root.friend")
        _ = error
        let missing = try #require(try failure(Wrong.self, at: "root.friend"))
        guard case .keyNotFound(let key, let context) = missing else {
            Issue.record("\(missing)")
            return
        }
        #expect(key.stringValue == "nmae")
        #expect(
            context.debugDescription
                == "root.friend, key \"nmae\", object #9: the object of class \"XPerson\" has nothing there; "
                + "there are \"name\", \"age\", \"tags\", \"isMember\"")
        struct Outer: Decodable {
            struct Inner: Decodable { var tags: [Int] }
            var friend: Inner?
            var tags: [Int]
        }
        let mismatch = try #require(try failure(Outer.self))
        guard case .typeMismatch(_, let mismatchContext) = mismatch else {
            Issue.record("\(mismatch)")
            return
        }
        try expectRows {
            (mismatchContext.codingPath.map(\.stringValue), ["tags", "Index 0"])
            (
                mismatchContext.debugDescription,
                "root.tags[0], object #5: an integer is expected, but the value is a string; "
                    + "decode it with a type for what is there"
            )
            (mismatch.archiveError?.path, (try ArchivePath("root.tags[0]")))
        }
        struct Named: Decodable { var nickname: String }
        let none = try #require(try failure(Named.self))
        guard case .valueNotFound = none else {
            Issue.record("\(none)")
            return
        }
        #expect(
            none.reason == "root.nickname: a string is expected, but the value is nil; "
                + "use `decodeIfPresent` or an optional type if the value may be nil")
    }

    @Test func `a printed error says what is wrong once, and its cause has all of it`() throws {
        struct Outer: Decodable { var tags: [Int] }
        let error = try #require(try failure(Outer.self))
        let reason = "an integer is expected, but the value is a string"
        #expect("\(error)".ranges(of: reason).count == 1, "\(error)")
        let damaged = DecodingError(ArchiveError(.truncated, reason), [])
        #expect("\(damaged)".ranges(of: reason).count == 1, "\(damaged)")
        #expect(damaged.archiveError?.reason == reason)
    }

    @Test func `damage, a path to nothing and what isn't an archive are errors with that of the archive`() throws {
        struct Outer: Decodable { var broken: String }
        let damage = try #require(try failure(Outer.self))
        #expect(damage.archiveError?.code == .invalidReference)
        let error = #expect(throws: DecodingError.self) {
            try KeyedArchiveDecoder().decode(String.self, from: Array("no archive".utf8))
        }
        #expect(error?.archiveError?.code == .unrecognizedFormat)
        let path = try #require(try failure(String.self, at: "root.nothing"))
        #expect(path.archiveError?.code == .valueNotFound)
    }

    // MARK: Cycles

    @Test func `a cycle names both ends, but an object may be asked for less from within`() throws {
        final class Owner: Decodable {
            var name: String
            var owner: Owner?
        }
        let error = try #require(try failure(Owner.self))
        #expect(error.archiveError?.code == .cycle)
        #expect(error.reason?.hasPrefix("root.owner, object #1: the object is the one at root, which is still") == true)
        struct Outer: Decodable { var child: Owner }
        let nested = SmallArchive(
            ["$class": .uid(2), "child": .uid(3)], .classRecord("A", "NSObject"),
            ["$class": .uid(2), "name": .uid(4), "owner": .uid(5)], "a",
            ["$class": .uid(2), "name": .uid(4), "owner": .uid(3)])
        let second = try #require(try failure(Outer.self, from: nested))
        #expect(
            second.reason?.hasPrefix("root.child.owner.owner, object #3: the object is the one at root.child") == true)
        struct Named: Decodable { var name: String }
        struct Owned: Decodable {
            var name: String
            var owner: Named
        }
        let owned = try KeyedArchiveDecoder().decode(Owned.self, from: Self.person.bytes())
        #expect(owned.owner.name == "Ada")
    }

    // MARK: Instances

    @Test func `shared classes are one instance for each object`() throws {
        final class Item: SharedDecodable { var name: String }
        final class Copied: Decodable { var name: String }
        let archive = SmallArchive(
            ["$class": .uid(2), "NS.objects": [.uid(3), .uid(3)]], .classRecord("NSArray", "NSObject"),
            ["$class": .uid(4), "name": .uid(5)], .classRecord("Item", "NSObject"), "x")
        let items = try KeyedArchiveDecoder().decode([Item].self, from: archive.bytes())
        #expect(items[0] === items[1])
        let copies = try KeyedArchiveDecoder().decode([Copied].self, from: archive.bytes())
        #expect(copies[0] !== copies[1] && copies[1].name == "x")
    }

    // MARK: Options

    private static let prefixed = SmallArchive(
        ["$class": .uid(2), "NS.name": .uid(3), "_count": 4, "plain": 5, "_plain": 6], .classRecord("Item", "NSObject"),
        "x")

    struct Item: Decodable, Equatable {
        var name: String
        var count: Int
        var plain: Int
    }

    @Test func `keys lose prefixes, or are changed by a function`() throws {
        var decoder = KeyedArchiveDecoder()
        decoder.keyStrategy = .strippingPrefixes(["NS.", "_"])
        #expect(try decoder.decode(Item.self, from: Self.prefixed.bytes()) == Item(name: "x", count: 4, plain: 5))
        struct Wrong: Decodable { var other: Int }
        let error = try #require(try failure(Wrong.self, from: Self.prefixed, decoder))
        #expect(error.reason?.contains("there are \"name\", \"count\", \"plain\"") == true)
        struct Mistyped: Decodable { var name: Int }
        let mistyped = try #require(try failure(Mistyped.self, from: Self.prefixed, decoder))
        #expect(mistyped.archiveError?.path == (try ArchivePath("root.\"NS.name\"")))
        decoder.keyStrategy = .custom { $0.uppercased() }
        #expect(
            try decoder.decode(
                [String: Int].self, from: SmallArchive(["$class": .uid(2), "a": 1], .classRecord("A")).bytes())
                == ["A": 1])
    }

    @Test func `keys that differ in code units only are two, whatever the key strategy`() throws {
        struct Pair: Decodable, Equatable {
            enum CodingKeys: String, CodingKey {
                case composed = "\u{E9}"
                case other
            }
            let composed: Int
            let other: Int?
        }
        let archive = SmallArchive(["$class": .uid(2), "e\u{301}": 1, "\u{E9}": 2], .classRecord("A"))
        let strategies: [KeyedArchiveDecoder.KeyStrategy] = [
            .useStoredKeys, .strippingPrefixes(["NS."]), .custom { $0 },
        ]
        for strategy in strategies {
            var decoder = KeyedArchiveDecoder()
            decoder.keyStrategy = strategy
            #expect(try decoder.decode(Pair.self, from: archive.bytes()) == Pair(composed: 2, other: nil))
        }
    }

    @Test func `class names are checked where they are expected`() throws {
        var decoder = KeyedArchiveDecoder()
        struct Named: Decodable { var name: String }
        decoder.expectClassNames(["NSObject"], for: Named.self)
        #expect(try decoder.decode(Named.self, from: Self.person.bytes()).name == "Ada")
        decoder.expectClassNames(["Person", "OldPerson"], for: Named.self)
        let error = try #require(try failure(Named.self, from: Self.person, decoder))
        #expect(
            error.reason
                == "root, object #1: an object of class \"Person\" or \"OldPerson\" is expected, but the value is "
                + "an object of class \"XPerson\"; decode it with a type for what is there")
    }

    // MARK: Hostile archives

    /// A list of one element that is the next list, to a depth.
    private static func chain(_ length: Int) -> SmallArchive {
        var archive = SmallArchive(.classRecord("NSArray", "NSObject"), top: ["root": .uid(2)])
        for number in 0..<length {
            archive.objects.append(["$class": .uid(1), "NS.objects": [.uid(UID(UInt64(number + 3)))]])
        }
        archive.objects.append("end")
        return archive
    }

    @Test func `depth is limited, by the limits and by the stack`() throws {
        final class Level: Decodable, @unchecked Sendable {
            var inner: [Level]
            init(from decoder: any Decoder) throws { inner = try [Level](from: decoder) }
        }
        let error = try #require(try failure(Level.self, from: Self.chain(2000)))
        #expect(error.archiveError?.code == .limitExceeded)
        let bytes = try Self.chain(20_000).bytes()
        try SmallStack.run {
            _ = #expect(throws: (any Error).self) {
                try KeyedArchiveDecoder(limits: .unlimited).decode(Level.self, from: bytes)
            }
        }
    }

    @Test func `shared lists and text are charged at each place`() throws {
        // Each list holds the next one twice.
        var lists = SmallArchive(.classRecord("NSArray", "NSObject"), top: ["root": .uid(2)])
        for number in 0..<40 {
            let next = PropertyList.uid(UID(UInt64(number + 3)))
            lists.objects.append(["$class": .uid(1), "NS.objects": [next, next]])
        }
        lists.objects.append(["$class": .uid(1), "NS.objects": []])
        struct Level: Decodable {
            var inner: [Level]
            init(from decoder: any Decoder) throws { inner = try [Level](from: decoder) }
        }
        let first = try #require(try failure(Level.self, from: lists))
        #expect(first.archiveError?.code == .limitExceeded)
        let text = String(repeating: "x", count: 100_000)
        var archive = SmallArchive(
            .classRecord("NSArray", "NSObject"), .string(PropertyListString(text)), top: ["root": .uid(3)])
        archive.objects.append([
            "$class": .uid(1), "NS.objects": .array(PropertyListArray((0..<100_000).map { _ in .uid(2) })),
        ])
        let error = try #require(try failure([String].self, from: archive))
        #expect(error.archiveError?.code == .limitExceeded)
    }

    @Test func `a mistake costs what its path takes to tell`() throws {
        /// Makes ten thousand mistakes that it forgives, at the innermost level.
        struct Level: Decodable {
            init(from decoder: any Decoder) throws {
                if var list = try? decoder.unkeyedContainer() {
                    _ = try list.decode(Level.self)
                } else {
                    for _ in 0..<10_000 { _ = try? Int(from: decoder) }
                }
            }
        }
        let decoder = KeyedArchiveDecoder(limits: .untrusted.exact)
        _ = try decoder.decode(Level.self, from: try Self.chain(2).bytes())
        let error = try #require(try failure(Level.self, from: Self.chain(100), decoder))
        #expect(error.archiveError?.code == .limitExceeded)
    }
}
