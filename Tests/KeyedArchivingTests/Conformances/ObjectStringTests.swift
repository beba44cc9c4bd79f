import KeyedArchiving
import Testing

@Suite struct ObjectStringTests {
    @Test func `a mutable string and mutable data keep their class and their identity where any object is asked for`()
        throws
    {
        let string = ObjectString("shared")
        let data = ObjectData([1, 2])
        let list = ObjectArray([string, string, data, data, "shared", ByteBuffer([1, 2])])
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: list)
        let decoded = try #require(try KeyedUnarchiver.unarchivedGraph(from: bytes) as? ObjectArray)
        #expect(decoded.elements[0] as? ObjectString === decoded.elements[1] as? ObjectString)
        #expect((decoded.elements[0] as? ObjectString)?.string == "shared")
        #expect(decoded.elements[2] as? ObjectData === decoded.elements[3] as? ObjectData)
        #expect((decoded.elements[2] as? ObjectData)?.bytes == [1, 2])
        #expect(decoded.elements[4] as? String == "shared")
        #expect(decoded.elements[5] as? ByteBuffer == ByteBuffer([1, 2]))
        #expect(try KeyedArchiver.archivedBytes(withRootObject: decoded) == bytes)
    }

    @Test func `a call that asks for a string or for bytes gets them from the mutable classes too`() throws {
        let archiver = KeyedArchiver()
        try archiver.encode(ObjectString("text"), forKey: "string")
        try archiver.encode(ObjectData([7]), forKey: "data")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
        try unarchiver.disableSecureCoding()
        #expect(try unarchiver.decode(String.self, forKey: "string") == "text")
        #expect(try unarchiver.decode(ByteBuffer.self, forKey: "data") == ByteBuffer([7]))
    }

    @Test func `a string that was decoded as any object can be asked for as a string afterwards`() throws {
        let archiver = KeyedArchiver()
        try archiver.encode(ObjectString("text"), forKey: "string")
        try archiver.encode(ObjectData([7]), forKey: "data")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
        try unarchiver.disableSecureCoding()
        #expect(try unarchiver.decodeObject(forKey: "string") is ObjectString)
        #expect(try unarchiver.decodeObject(forKey: "data") is ObjectData)
        #expect(try unarchiver.decode(String.self, forKey: "string") == "text")
        #expect(try unarchiver.decode(ByteBuffer.self, forKey: "data") == ByteBuffer([7]))
    }

    @Test func `a dictionary finds a value by a key that is a mutable string`() throws {
        let dictionary = ObjectDictionary([(key: ObjectString("name"), value: "Ada")])
        #expect(dictionary["name"] as? String == "Ada")
    }
}
