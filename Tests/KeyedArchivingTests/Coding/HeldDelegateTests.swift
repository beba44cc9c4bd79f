import TestSupport
import Testing

import KeyedArchiving

/// A coder refers to its delegate weakly, but keeps it while it is within an object.
@Suite struct HeldDelegateTests {
    /// Counts what it is shown, and lets its only strong reference go at the first object.
    private final class Delegate: KeyedArchiverDelegate, KeyedUnarchiverDelegate {
        var owner: Owner?
        var shown: [String] = []

        func archiver(_ archiver: KeyedArchiver, didEncode object: any Codingable) {
            owner?.delegate = nil
            owner?.shown.append("\(type(of: object))")
        }

        func unarchiver(
            _ unarchiver: KeyedUnarchiver,
            didDecode object: any Codingable
        ) throws -> (any Codingable)? {
            owner?.delegate = nil
            owner?.shown.append("\(type(of: object))")
            if object is Failing { throw Failing.Failure() }
            return nil
        }
    }

    /// The only one who refers to the delegate, which refers back.
    private final class Owner {
        var delegate: Delegate?
        var shown: [String] = []

        init() {
            delegate = Delegate()
            delegate?.owner = self
        }
    }

    private final class Leaf: TwoPhaseCodingable {
        var names = ["a", "b"]
        var next: Leaf?
        init() {}

        func encode(with coder: KeyedArchiver) throws {
            try coder.encode(names, forKey: "names")
            try coder.encode(next, forKey: "next")
        }

        func decode(with coder: KeyedUnarchiver) throws {
            names = try coder.decode([String].self, forKey: "names")
            next = try coder.decodeObject(of: Leaf.self, forKey: "next")
        }

        static let codedClassName = "Leaf"
    }

    private final class Failing: Codingable {
        struct Failure: Error {}
        init() {}
        init(coder: KeyedUnarchiver) throws {}
        func encode(with coder: KeyedArchiver) throws {}
        static let codedClassName = "Failing"
    }

    private static func chain() -> Leaf {
        let leaf = Leaf()
        leaf.next = Leaf()
        return leaf
    }

    @Test func `an archiver shows its delegate all of an object, and then lets it go`() throws {
        let owner = Owner()
        weak let delegate = owner.delegate
        let archiver = KeyedArchiver()
        archiver.delegate = owner.delegate
        try archiver.encode(Self.chain(), forKey: "leaf")
        expectRows {
            (owner.shown.filter { $0 == "Leaf" }.count, 2)
            (delegate, nil)
            (archiver.delegate, nil)
        }
        try archiver.encode(Leaf(), forKey: "other")
        #expect(owner.shown.filter { $0 == "Leaf" }.count == 2)
    }

    @Test func `an unarchiver shows its delegate all of an object, and then lets it go`() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: Self.chain())
        let owner = Owner()
        weak let delegate = owner.delegate
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        unarchiver.delegate = owner.delegate
        _ = try unarchiver.decode(Leaf.self, forKey: "root")
        expectRows {
            (owner.shown.filter { $0 == "Leaf" }.count, 2)
            expecting(owner.shown, contains: "Array<String>")
            (delegate, nil)
            (unarchiver.delegate, nil)
        }
    }

    @Test func `an unarchiver lets its delegate go after an error and after a Decodable value`() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: [Failing(), Failing()])
        let failed = Owner()
        weak let first = failed.delegate
        let failing = try KeyedUnarchiver(forReadingFrom: bytes)
        failing.delegate = failed.delegate
        #expect(throws: Failing.Failure.self) { try failing.decode([Failing].self, forKey: "root") }
        #expect(failed.shown == ["Failing"])
        #expect(first == nil)
        let archiver = KeyedArchiver()
        try archiver.encodeEncodable(["a": ["b", "c"]], forKey: "value")
        let owner = Owner()
        weak let delegate = owner.delegate
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
        unarchiver.delegate = owner.delegate
        owner.delegate = nil
        let value = try unarchiver.decodeDecodable([String: [String]].self, forKey: "value")
        #expect(value == ["a": ["b", "c"]])
        #expect(delegate == nil)
        withExtendedLifetime((failing, failed, unarchiver, owner)) {}
    }
}
