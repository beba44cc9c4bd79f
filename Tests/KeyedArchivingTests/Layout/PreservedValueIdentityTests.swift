import KeyedArchiving
import PropertyLists
import Testing
import TestSupport

@Suite struct PreservedValueIdentityTests {
    /// The archive, decoded with the identity of its values where no class is known and encoded again.
    private func copy(_ bytes: [UInt8]) throws -> [UInt8] {
        let archive = try KeyedArchive(bytes)
        return try GenericCopy.bytes(
            of: archive, from: bytes, registry: ClassRegistry(), layout: archive.layout, preservingValueIdentity: true)
    }

    @Test func `shared strings, conditional references and integers of different types come out as they were`() throws {
        let text = IdentifiedValue("a string of 26 characters")
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: ArchivedArray([text, text, text]))
        #expect(try KeyedArchive(bytes).objectCount == 4)
        #expect(try copy(bytes) == bytes)

        let conditional = KeyedArchiver()
        let parent = ArchivedArray(["a parent with a long name"])
        try conditional.encodeConditionalObject(parent, forKey: "before")
        try conditional.encodeConditionalObject(ArchivedArray(["never"]), forKey: "never")
        try conditional.encode(ArchivedArray([parent]), forKey: "root")
        let references = try conditional.encodedBytes
        #expect(try copy(references) == references)

        let archiver = KeyedArchiver()
        try archiver.encode(7 as Int32, forKey: "narrow")
        try archiver.encode(7 as Int64, forKey: "wide")
        try archiver.encode(ArchivedArray([7 as Int32, 7 as Int64]), forKey: "root")
        let integers = try archiver.encodedBytes
        #expect(try copy(integers) == integers)
    }

    @Test func `without value identity each reference to a string is a separate string`() throws {
        let text = IdentifiedValue("a string of 26 characters")
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: ArchivedArray([text, text]))
        let plain = try GenericCopy.bytes(of: KeyedArchive(bytes), from: bytes, registry: ClassRegistry())
        #expect(try KeyedArchive(plain).objectCount == KeyedArchive(bytes).objectCount + 1)
    }

    @Test func `an object that gets a new field has its keys in the usual order`() throws {
        let object = ArchivedObject(ArchivedClass(name: "A"), fields: [.init("a", .object("text"))])
        let unarchiver = try KeyedUnarchiver(forReadingFrom: KeyedArchiver.archivedBytes(withRootObject: object))
        unarchiver.keepsUnknownClasses = true
        try unarchiver.disableSecureCoding()
        unarchiver.preservesValueIdentity = true
        let decoded = try #require(try unarchiver.decodeObject(forKey: "root") as? ArchivedObject)
        decoded["b"] = .inline(1)
        object["b"] = .inline(1)
        #expect(
            try KeyedArchiver.archivedBytes(withRootObject: decoded)
                == KeyedArchiver.archivedBytes(withRootObject: object))
    }

    @Test func `plain values come as identified values, and a typed call still gets the value`() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: ["text"])
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        try unarchiver.disableSecureCoding()
        unarchiver.preservesValueIdentity = true
        let array = try #require(try unarchiver.decodeObject(forKey: "root") as? ArchivedArray)
        #expect((array.elements.first as? IdentifiedValue)?.value as? String == "text")
        #expect(try unarchiver.decodeObject(of: [String].self, forKey: "root") == ["text"])
    }

    @Test func `all of the top level is decoded and encoded, inline values too`() throws {
        let archiver = KeyedArchiver()
        try archiver.encode("text", forKey: "object")
        try archiver.encode(1.5, forKey: "real")
        try archiver.encode(3 as Int64, forKey: "integer")
        let bytes = try archiver.encodedBytes
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        try unarchiver.disableSecureCoding()
        let fields = try unarchiver.decodeTopLevelFields()
        #expect(Set(fields.map(\.key)) == ["object", "real", "integer"])
        let copy = KeyedArchiver()
        try copy.encodeTopLevelFields(fields)
        #expect(try ArchiveComparison(KeyedArchive(bytes), KeyedArchive(copy.encodedBytes)).difference == nil)
        unarchiver.finishDecoding()
        #expect(throws: ArchiveError.self) { try unarchiver.decodeTopLevelFields() }
    }

    @Test func `what is encoded after the fields of a top level that have places is there as well`() throws {
        let archiver = KeyedArchiver()
        for key in ["first", "second", "third"] { try archiver.encode(key, forKey: key) }
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
        try unarchiver.disableSecureCoding()
        unarchiver.preservesValueIdentity = true
        let fields = try unarchiver.decodeTopLevelFields()
        for more in [[], ["one"], ["one", "two"]] {
            let copy = KeyedArchiver()
            try copy.encodeTopLevelFields(fields)
            // An object of one field, and a value that isn't an object.
            for key in more { try copy.encode(ArchivedData([1, 2]), forKey: key) }
            try copy.encode(ArchivedDictionary([]), forKey: "dictionary")
            try copy.encode(7, forKey: "number")
            let result = try KeyedUnarchiver(forReadingFrom: copy.encodedBytes)
            for key in ["first", "second", "third"] {
                #expect(try result.decodeObject(of: String.self, forKey: key) == key)
            }
            for key in more { #expect(try result.containsValue(forKey: key)) }
            #expect(try result.containsValue(forKey: "dictionary"))
            #expect(try result.decodeInteger(forKey: "number") == 7)
        }
    }
}
