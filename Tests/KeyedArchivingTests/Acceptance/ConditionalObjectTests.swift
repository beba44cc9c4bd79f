import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// References that take effect only if the object is encoded elsewhere.
@Suite struct ConditionalObjectTests {
    @Test func `an object that is only referred to conditionally, however often, is one null slot and decodes as nil`()
        throws
    {
        let friend = Friend("x")
        let bytes = try archive { try $0.encodeConditionalObject(friend, forKey: "maybe") }
        let slot = try KeyedArchive(bytes)
        #expect(slot.topLevelValue(forKey: "maybe") == .uid(1))
        #expect(try slot.entry(at: 1) == .null)
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        #expect(try unarchiver.containsValue(forKey: "maybe"))
        #expect(try unarchiver.decodeObject(of: Friend.self, forKey: "maybe") == nil)
        let thrice = try archive {
            for key in ["a", "b", "c"] { try $0.encodeConditionalObject(friend, forKey: key) }
        }
        let mentions = try KeyedArchive(thrice)
        #expect(mentions.objectCount == 2)
        let other = try KeyedUnarchiver(forReadingFrom: thrice)
        for key in ["a", "b", "c"] {
            #expect(mentions.topLevelValue(forKey: key) == .uid(1))
            #expect(try other.decodeObject(of: Friend.self, forKey: key) == nil)
        }
        // The shape of nibs: a view that refers to a view that was not archived.
        let object = Scripted {
            try $0.encodeConditionalObject(Friend("never"), forKey: "NSNextKeyView")
            try $0.encode("title", forKey: "NSTitle")
        }
        try inRoot(try KeyedArchiver.archivedBytes(withRootObject: object)) { unarchiver throws in
            #expect(try unarchiver.decodeObject(of: Friend.self, forKey: "NSNextKeyView") == nil)
            #expect(try unarchiver.decodeObject(of: String.self, forKey: "NSTitle") == "title")
        }
    }

    @Test func `nil referred to conditionally is UID 0 and reserves nothing`() throws {
        let none = try archive { try $0.encodeConditionalObject(nil, forKey: "a") }
        #expect(try KeyedArchive(none).topLevelValue(forKey: "a") == .uid(0))
        #expect(try KeyedArchive(none).objectCount == 1)
    }

    @Test func `encoded unconditionally, later or before, an object is the one that was referred to conditionally`()
        throws
    {
        // Later, it fills the slot that was reserved first.
        let friend = Friend("x")
        let bytes = try archive {
            try $0.encodeConditionalObject(friend, forKey: "maybe")
            try $0.encode("in between", forKey: "between")
            try $0.encode([friend], forKey: "really")
        }
        let later = try KeyedArchive(bytes)
        #expect(later.topLevelValue(forKey: "maybe") == .uid(1))
        #expect(try later.uids(ofClass: "Friend") == [1])
        try checkSameInstance(bytes)
        let before = try archive {
            try $0.encode([friend], forKey: "really")
            try $0.encodeConditionalObject(friend, forKey: "maybe")
        }
        try checkSameInstance(before)
    }

    private func checkSameInstance(_ bytes: [UInt8]) throws {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        let maybe = try unarchiver.decodeObject(of: Friend.self, forKey: "maybe")
        let really = try unarchiver.decodeObject(of: [Friend].self, forKey: "really")
        #expect(maybe?.name == "x")
        #expect(really?.first === maybe)
    }

    @Test func `the delegate is asked about a conditional object, but not notified that it was encoded`() throws {
        final class Counter: KeyedArchiverDelegate {
            var calls: [String] = []
            func archiver(
                _ archiver: KeyedArchiver,
                willEncode object: any Codingable
            ) throws -> (any Codingable)? {
                calls.append("willEncode \((object as? Friend)?.name ?? "?")")
                return object
            }
            func archiver(_ archiver: KeyedArchiver, didEncode object: any Codingable) {
                calls.append("didEncode \((object as? Friend)?.name ?? "?")")
            }
        }
        let counter = Counter()
        let archiver = KeyedArchiver()
        archiver.delegate = counter
        try archiver.encodeConditionalObject(Friend("x"), forKey: "a")
        #expect(counter.calls == ["willEncode x"])
    }

    @Test func `a conditional reference without a key takes the next generated key`() throws {
        let friend = Friend("x")
        let bytes = try archive {
            try $0.encodeConditionalObject(friend)
            try $0.encode(friend)
        }
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        let first = try unarchiver.decodeObject(of: Friend.self)
        #expect(first?.name == "x")
        #expect(try unarchiver.decodeObject(of: Friend.self) === first)
    }

    /// Puts a plain value in the place of each friend.
    private final class Replacing: KeyedArchiverDelegate {
        let value: any Codingable

        init(_ value: any Codingable) { self.value = value }

        func archiver(_ archiver: KeyedArchiver, willEncode object: any Codingable) throws -> (any Codingable)? {
            object is Friend ? value : object
        }
    }

    @Test(.rows) func `a plain value that replaces an object is in the slot that was reserved first, and only there`() {
        let long = String(repeating: "long ", count: 20)
        let values: [any Codingable] = [
            "short", long, ConstantString("a constant"), 7, 1_000_000_007, 2.5, Float(0.5), true,
            ArchivedData([1, 2, 3]), "$null", ConstantString("$null"), PropertyListString("$null"),
        ]
        forEachRow(values) { value throws in
            let bytes = try archive { archiver in
                let delegate = Replacing(value)
                archiver.delegate = delegate
                let friend = Friend("x")
                try withExtendedLifetime((delegate, friend)) {
                    try archiver.encodeConditionalObject(friend, forKey: "maybe")
                    try archiver.encode([friend, friend], forKey: "really")
                    for key in ["again", "once more"] { try archiver.encode(value, forKey: key) }
                    try archiver.encode("after", forKey: "after")
                }
            }
            let archive = try KeyedArchive(bytes)
            #expect(archive.topLevelValue(forKey: "maybe") == .uid(1))
            #expect(archive["really[0]"].uid == 1 && archive["really[1]"].uid == 1)
            #expect(try archive.audit().unreachable == [])
            let expected = try archive.entry(at: 1)
            for key in ["again", "once more"] {
                let uid = try #require(archive[key].uid)
                #expect(try archive.entry(at: uid) == expected)
                #expect(archive[key].string == archive["maybe"].string)
            }
            #expect(archive["after"].string == "after")
        }
    }
}
