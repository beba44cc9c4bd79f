import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Edits that drop what they leave without a reference after the last of them.
@Suite struct EditBatchTests {
    private static let archive = SmallArchive(
        ["name": .uid(3), "alias": .uid(3), "born": .uid(4), "friend": .uid(0), "$class": .uid(2)],
        .classRecord("Person", "NSObject"), "Ada", ["NS.time": 0.0, "$class": .uid(5)],
        .classRecord("NSDate", "NSObject"), "unreachable"
    )

    private static func edited(_ edit: (inout KeyedArchive) throws -> Void) throws -> KeyedArchive {
        var archive = try KeyedArchive(Self.archive.bytes())
        archive.beginBatch()
        try edit(&archive)
        try archive.endBatch()
        #expect(archive.problems(strict: true) == [])
        return archive
    }

    @Test func `what several edits leave together without a reference is dropped, and nothing else`() throws {
        let renamed = try Self.edited { archive in
            try archive.set("Grace", at: "root.name")
            try archive.set("Grace", at: "root.alias")
            try archive.remove(at: "root.born")
        }
        try expectRows {
            (renamed["root.name"].string, "Grace")
            (renamed["root.alias"].string, "Grace")
            (try renamed.entry(at: 3), .null)
            (try renamed.entry(at: 4), .null)
            (try renamed.entry(at: 5), .null)
            (try renamed.entry(at: 6), .value("unreachable"))
        }
        let shared = try Self.edited { try $0.set("Grace", at: "root.name") }
        expectRows {
            (shared["root.name"].string, "Grace")
            (shared["root.alias"].string, "Ada")
        }
    }

    @Test
    func `an entry of one reference keeps its place, one an edit refers to stays, one taken away can be put elsewhere`()
        throws
    {
        let replaced = try Self.edited { archive in
            try archive.set(1, at: "root.age")
            try archive.set(.date(9), at: "root.born")
        }
        #expect(replaced["root.born"].uid == 4 && replaced["root.born"].date?.timeIntervalSinceReferenceDate == 9)
        let referred = try Self.edited { archive in
            try archive.set(.uid(4), at: "root.friend")
            try archive.set(.date(9), at: "root.born")
        }
        expectRows {
            (referred["root.friend"].date?.timeIntervalSinceReferenceDate, 0)
            (referred["root.born"].date?.timeIntervalSinceReferenceDate, 9)
        }

        let moved = try Self.edited { archive in
            try archive.remove(at: "root.born")
            try archive.set(.uid(4), at: "root.friend")
        }
        #expect(moved["root.friend"].date?.timeIntervalSinceReferenceDate == 0)
    }
}
