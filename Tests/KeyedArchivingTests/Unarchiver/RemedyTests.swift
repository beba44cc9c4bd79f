import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What errors of decoding tell to do: each is provoked, what it says is done, and then the value is there.
@Suite struct RemedyTests {
    private static let thing = SmallArchive(
        ["name": .uid(3), "$class": .uid(2)], .classRecord("Thing", "NSObject"), "Ada")

    @Test func `keeping unknown classes decodes an object of one where nothing was named`() throws {
        let bytes = try Self.thing.bytes()
        let refused = #expect(throws: ArchiveError.self) {
            try KeyedUnarchiver(forReadingFrom: bytes).decodeObject(forKey: "root")
        }
        #expect(refused?.remedy?.contains("keepsUnknownClasses") == true)
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        unarchiver.keepsUnknownClasses = true
        let object = try #require(try unarchiver.decodeObject(forKey: "root") as? ArchivedObject)
        guard case .object(let name as String)? = object["name"] else {
            Issue.record("\(object.fields)")
            return
        }
        #expect(name == "Ada")
    }

    @Test func `an object that was encoded without a key is decoded without one`() throws {
        let archiver = KeyedArchiver()
        try archiver.encode("named", forKey: "named")
        try archiver.encode("Ada")
        let bytes = try archiver.encodedBytes
        let refused = #expect(throws: ArchiveError.self) {
            try KeyedUnarchiver.unarchivedObject(of: String.self, from: bytes, forKey: "$0")
        }
        #expect(refused?.remedy?.contains("decodeObject(of:)") == true)
        #expect(try KeyedUnarchiver(forReadingFrom: bytes).decodeObject(of: String.self) == "Ada")
    }

    @Test func `nil among elements is decoded as optional`() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: [nil, "Ada"] as [String?])
        let refused = #expect(throws: ArchiveError.self) {
            try KeyedUnarchiver.unarchivedObject(of: [String].self, from: bytes)
        }
        #expect(refused?.remedy?.contains("optional") == true)
        #expect(try KeyedUnarchiver.unarchivedObject(of: [String?].self, from: bytes) == [nil, "Ada"])
    }

    @Test func `a class that isn't allowed is named in the call`() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: ArchivedArray(["Ada", Int64(1)]))
        let refused = #expect(throws: ArchiveError.self) {
            try KeyedUnarchiver.unarchivedObject(of: ArchivedSet.self, from: bytes)
        }
        #expect(refused?.remedy?.contains("name the type") == true)
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        let types: [any Codingable.Type] = [ArchivedSet.self, ArchivedArray.self, String.self, Int64.self]
        #expect(try unarchiver.decodeObject(of: types, forKey: "root") is ArchivedArray)
    }

    @Test func `integers beyond Int are UInt64 among untyped values`() throws {
        let archiver = KeyedArchiver(requiringSecureCoding: false)
        try archiver.encodeAny([UInt64.max, 1] as [Any], forKey: "root")
        let values = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes).decodeAny(forKey: "root") as? [Any]
        #expect(values?[0] as? UInt64 == .max && values?[1] as? Int == 1)
    }
}
