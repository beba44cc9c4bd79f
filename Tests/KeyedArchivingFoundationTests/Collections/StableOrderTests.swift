import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import TestSupport
import Testing

/// Collections that have no order of their own are written in one that is the same each time, in bounded time.
@Suite struct StableOrderTests {
    /// A counted set of counted sets, and so on, of two members each.
    private struct Nest: Codingable, Hashable {
        static var codedClassName: String { "Nest" }

        var name: String
        var below: TypedCountedSet<Nest>

        init(_ name: String, _ below: [Nest]) {
            self.name = name
            self.below = TypedCountedSet(below)
        }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(name, forKey: "name")
            try archiver.encode(below, forKey: "below")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            name = try unarchiver.decode(String.self, forKey: "name")
            below = try unarchiver.decode(TypedCountedSet<Nest>.self, forKey: "below")
        }
    }

    /// A class that is a member of the counted set that it holds.
    private final class Member: Codingable, Hashable {
        static var codedClassName: String { "Member" }

        var set = TypedCountedSet<Member>([])

        init() {}

        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(set, forKey: "set") }

        init(coder unarchiver: KeyedUnarchiver) throws {}

        static func == (left: Member, right: Member) -> Bool { left === right }

        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    @Test func `counted sets nested 40 deep, or in themselves by a member, are encoded in time that grows with depth`()
        throws
    {
        var nest = Nest("0", [])
        for number in 1..<40 { nest = Nest("\(number)", [nest, Nest("leaf", [])]) }
        #expect(try roundTrip(nest) == nest)

        let member = Member()
        member.set = TypedCountedSet([member, Member()])
        defer { member.set = TypedCountedSet([]) }
        #expect(try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: member)).objectCount > 4)
    }

    @Test func `keys of user info that are dictionaries are put in order in bounded time, and deep lists end`() throws {
        var key: [AnyHashable: AnyHashable] = [:]
        // The standard library takes twice the time to hash such a key for each level more.
        for number in 0..<6 { key = [AnyHashable(key): "a", "\(number)": "b"] }
        let notification = Notification(name: Notification.Name("a"), object: nil, userInfo: [AnyHashable(key): 1])
        let archives = try (0..<2).map { _ in try KeyedArchiver.archivedBytes(withRootObject: notification) }
        #expect(archives[0] == archives[1])

        var content: [Any] = []
        for _ in 0..<3000 { content = [content] }
        // Only one thread at a time uses it.
        nonisolated(unsafe) let deep = Notification(name: Notification.Name("a"), object: content)
        #expect(throws: ArchiveError(.limitExceeded, "")) {
            try SmallStack.run { try KeyedArchiver.archivedBytes(withRootObject: deep) }
        }
    }
}
