import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

/// What is hashed must be complete: a set or a dictionary would not find again what changes afterwards.
@Suite struct CompletenessTests {
    /// An object that is equal to others by its name, and lets itself be seen before it has one.
    final class Member: Codingable, Hashable {
        static var codedClassName: String { "Member" }
        private(set) var name = ""

        static func == (one: Member, other: Member) -> Bool { one.name == other.name }

        func hash(into hasher: inout Hasher) { hasher.combine(name) }

        func encode(with archiver: KeyedArchiver) throws {}

        init(coder unarchiver: KeyedUnarchiver) throws {
            try unarchiver.register(self)
            try CompletenessTests.decodeOthers?(unarchiver)
            name = try unarchiver.decode(String.self, forKey: "name")
        }
    }

    @TaskLocal static var decodeOthers: TaskFunction<KeyedUnarchiver, Void>?

    typealias Row = (className: String, fields: PropertyList, decode: @Sendable (KeyedUnarchiver) throws -> Void)

    /// The collections of the library that hash what they hold, and how they are archived with object 1 in them.
    static let collections: [Row] = [
        ("NSSet", ["NS.objects": [.uid(1)]], { try decode(Set<Member>.self, $0) }),
        ("NSDictionary", ["NS.keys": [.uid(1)], "NS.objects": [.uid(1)]], { try decode([Member: Member].self, $0) }),
        ("NSOrderedSet", ["NS.object.0": .uid(1)], { try decode(TypedOrderedSet<Member>.self, $0) }),
        (
            "NSCountedSet", ["NS.count": 1, "NS.object0": .uid(1), "NS.count0": 1],
            { try decode(TypedCountedSet<Member>.self, $0) }
        ),
    ]

    private static func decode(_ type: (some Codingable).Type, _ unarchiver: KeyedUnarchiver) throws {
        _ = try unarchiver.decodeObject(of: type, forKey: "others")
    }

    /// An object whose collection holds the object itself or another one, which is complete by then.
    private static func archive(_ className: String, _ fields: PropertyList, holdsItself: Bool) throws -> [UInt8] {
        guard case .dictionary(var collection) = fields else { return [] }
        collection["$class"] = .uid(4)
        let other: PropertyList = ["name": .uid(5), "$class": .uid(2)]
        var holder: PropertyListDictionary = ["name": .uid(5), "$class": .uid(2)]
        holder["others"] = .uid(3)
        return try SmallArchive(
            holdsItself ? .dictionary(holder) : other, .classRecord("Member", "NSObject"), .dictionary(collection),
            .classRecord(className, "NSObject"), "Ada", .dictionary(holder),
            top: ["root": .uid(holdsItself ? 1 : 6)]
        ).bytes()
    }

    @Test(.rows)
    func `a collection that hashes refuses an object that is not complete, and takes one that is`() {
        forEachRow(Self.collections.indices) { (index: Int) throws in
            let (className, fields, decode) = Self.collections[index]
            let bytes = try Self.archive(className, fields, holdsItself: true)
            Self.$decodeOthers.withValue(TaskFunction(decode)) {
                let error = #expect(throws: ArchiveError.self) {
                    try KeyedUnarchiver.unarchivedObject(of: Member.self, from: bytes)
                }
                #expect(error?.code == .cycle)
                #expect(error?.className == "Member")
                #expect(error?.reason.hasPrefix("the object of class \"Member\" is to be a member") == true)
            }
        }

        forEachRow(Self.collections.indices) { (index: Int) throws in
            let (className, fields, decode) = Self.collections[index]
            let bytes = try Self.archive(className, fields, holdsItself: false)
            let decodeIfPresent = TaskFunction<KeyedUnarchiver, Void> { unarchiver in
                guard try unarchiver.containsValue(forKey: "others") else { return }
                try decode(unarchiver)
            }
            try Self.$decodeOthers.withValue(decodeIfPresent) {
                let member = try KeyedUnarchiver.unarchivedObject(of: Member.self, from: bytes)
                #expect(member?.name == "Ada")
            }
        }
    }
}
