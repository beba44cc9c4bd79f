import KeyedArchiving
import TestSupport
import Testing

@Suite struct MutableArchivedStringTests {
    @Test func `a mutable string and mutable data keep their class and their identity where any object is asked for`()
        throws
    {
        let string = MutableArchivedString("shared")
        let data = MutableArchivedData([1, 2])
        let list = ArchivedArray([string, string, data, data, "shared", ArchivedData([1, 2])])
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: list)
        let decoded = try #require(try KeyedUnarchiver.unarchivedGraph(from: bytes) as? ArchivedArray)
        try expectRows {
            decoded.elements[0] as? MutableArchivedString === decoded.elements[1] as? MutableArchivedString
            ((decoded.elements[0] as? MutableArchivedString)?.string, "shared")
            decoded.elements[2] as? MutableArchivedData === decoded.elements[3] as? MutableArchivedData
            ((decoded.elements[2] as? MutableArchivedData)?.bytes, [1, 2])
            (decoded.elements[4] as? String, "shared")
            (decoded.elements[5] as? ArchivedData, ArchivedData([1, 2]))
            (try KeyedArchiver.archivedBytes(withRootObject: decoded), bytes)
        }
    }

    @Test
    func `a call that asks for a string or for bytes gets them from the mutable classes too, decoded before or not`()
        throws
    {
        let archiver = KeyedArchiver()
        try archiver.encode(MutableArchivedString("text"), forKey: "string")
        try archiver.encode(MutableArchivedData([7]), forKey: "data")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
        try unarchiver.disableSecureCoding()
        #expect(try unarchiver.decode(String.self, forKey: "string") == "text")
        #expect(try unarchiver.decode(ArchivedData.self, forKey: "data") == ArchivedData([7]))
        let again = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
        try again.disableSecureCoding()
        try expectRows {
            try again.decodeObject(forKey: "string") is MutableArchivedString
            try again.decodeObject(forKey: "data") is MutableArchivedData
            (try again.decode(String.self, forKey: "string"), "text")
            try (again.decode(ArchivedData.self, forKey: "data"), ArchivedData([7]))
        }
    }

    @Test func `a dictionary finds a value by a key that is a mutable string`() throws {
        let dictionary = ArchivedDictionary([(key: MutableArchivedString("name"), value: "Ada")])
        #expect(dictionary["name"] as? String == "Ada")
    }
}
