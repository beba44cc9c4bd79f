import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// References to entries that stand for nothing, in archives that are decoded with the identity of their values.
@Suite struct OmittedObjectTests {
    private static func recoded(_ bytes: [UInt8]) throws -> [UInt8] {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        unarchiver.keepsUnknownClasses = true
        try unarchiver.disableSecureCoding()
        unarchiver.preservesValueIdentity = true
        let fields = try unarchiver.decodeTopLevelFields()
        let archiver = KeyedArchiver(layout: try KeyedArchive(bytes).layout)
        try archiver.encodeTopLevelFields(fields)
        return try archiver.encodedBytes
    }

    @Test func `a reference to another entry that is $null comes back as that`() throws {
        let bytes = try SmallArchive(
            .record(["a": .uid(3), "b": .uid(0), "c": .uid(4), "$class": .uid(2)]), .classRecord("Thing", "NSObject"),
            "$null", "text"
        ).bytes()
        let archive = try KeyedArchive(Self.recoded(bytes))
        try expectRows {
            try (archive.rootRecord()["a"], .uid(3))
            try (archive.rootRecord()["b"], .uid(0))
            try (archive.entry(at: 4), .value("text"))
        }
    }

    @Test func `lists that became longer and shorter keep what was in their places`() throws {
        let bytes = try KeyedArchiver.archivedBytes(
            withRootObject: ArchivedArray([ArchivedArray(["a", "b", "c"]), ArchivedArray(["d"]), "e"]))
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: .standard)
        try unarchiver.disableSecureCoding()
        unarchiver.preservesValueIdentity = true
        let fields = try unarchiver.decodeTopLevelFields()
        guard case .object(let object)? = fields.first?.value, let root = object as? ArchivedArray,
            let longer = root.elements[1] as? ArchivedArray, let shorter = root.elements[0] as? ArchivedArray
        else {
            Issue.record("\(fields)")
            return
        }
        longer.elements += ["f", "g"]
        shorter.elements.removeLast(2)
        let archiver = KeyedArchiver(layout: try KeyedArchive(bytes).layout)
        try archiver.encodeTopLevelFields(fields)
        let decoded = try KeyedUnarchiver.unarchivedObject(
            of: ArchivedArray.self, from: archiver.encodedBytes, registry: .standard)
        let lists = decoded?.elements.map { ($0 as? ArchivedArray)?.elements.map { "\($0)" } ?? ["\($0)"] }
        #expect(lists == [["a"], ["d", "f", "g"], ["e"]])
    }
}
