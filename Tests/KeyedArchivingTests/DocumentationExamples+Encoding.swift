import KeyedArchiving
import PropertyLists

/// The examples of the documentation comments of the archiver, so that they compile; they aren't run.
private struct EncodingExamples {
    typealias Person = ExampleTypes.Person
    typealias Dog = ExampleTypes.Dog
    typealias Cat = ExampleTypes.Cat

    func archiveLayout(_ person: Person) throws {
        let archiver = KeyedArchiver(layout: .macOS10_14)
        try archiver.encode(person, forKey: "person")
        _ = archiver
    }

    func keyedArchiver(_ person: Person) throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: person)
        _ = bytes
    }

    func finishEncoding(_ archiver: KeyedArchiver, _ person: Person) throws {
        try archiver.encode(person, forKey: "person")
        try archiver.finishEncoding()
        let bytes = try archiver.encodedBytes
        _ = bytes
    }

    func encode(_ archiver: KeyedArchiver, _ person: Person) throws {
        try archiver.encode(person, forKey: "person")
    }

    func encodeConditionalObject(_ archiver: KeyedArchiver, _ parent: Person) throws {
        try archiver.encodeConditionalObject(parent, forKey: "parent")
    }

    func encodeBytes(_ archiver: KeyedArchiver) throws {
        try archiver.encodeBytes([0xCA, 0xFE], forKey: "checksum")
    }

    func encodeElements(_ archiver: KeyedArchiver) throws {
        try archiver.encodeElements(["a", Int64(1)], forKey: "elements")
    }

    func encode2(_ archiver: KeyedArchiver) throws {
        try archiver.encode("first")
        try archiver.encode("second")
    }

    func encodeRootObject(_ archiver: KeyedArchiver, _ person: Person) throws {
        try archiver.encodeRootObject(person)
    }

    func encodeValue(_ archiver: KeyedArchiver) throws {
        try archiver.encodeValue(3.5)
        try archiver.encodeValue(Int32(7))
    }

    func encodeArray(_ archiver: KeyedArchiver) throws {
        try archiver.encodeArray([0.5, 1.5], forKey: "weights")
    }

    func encodeValueOfObjCType(_ archiver: KeyedArchiver) throws {
        try archiver.encodeValue(ofObjCType: "i", .integer(7))
        try archiver.encodeValue(ofObjCType: "[2@]", .array([.object("Ada"), .null]))
    }

    func encodeValues(_ archiver: KeyedArchiver) throws {
        try archiver.encodeValues(ofObjCTypes: "id", [.integer(7), .real(0.5)])
    }

    func encodeArrayOfObjCType(_ archiver: KeyedArchiver) throws {
        try archiver.encodeArray(ofObjCType: "s", [.integer(1), .integer(-1)])
    }

    func encodePropertyList(_ archiver: KeyedArchiver) throws {
        try archiver.encodePropertyList(["name": "Ada", "age": 36], forKey: "info")
    }

    func encodeTopLevelFields(_ archiver: KeyedArchiver, _ unarchiver: KeyedUnarchiver) throws {
        try archiver.encodeTopLevelFields(unarchiver.decodeTopLevelFields())
    }

    func rawValue(_ archiver: KeyedArchiver) throws {
        enum Size: Int, Codingable { case small, large }
        try archiver.encode(Size.large, forKey: "size")
    }

    func encodeAny(_ archiver: KeyedArchiver, _ person: Person, _ dog: Dog, _ cat: Cat) throws {
        let info: [String: Any] = ["name": "Ada", "scores": [1, 2.5], "friend": person]
        try archiver.encodeAny(info, forKey: "info")
        let pets: [any Codingable] = [dog, cat]
        try archiver.encode(pets, forKey: "pets")
        let values: [String: any Codingable] = ["name": "Ada", "age": 36]
        try archiver.encode(values, forKey: "values")
    }

    func keyedArchiverInitializer(_ person: Person) throws {
        let archiver = KeyedArchiver()
        try archiver.encode(person, forKey: "person")
        let bytes = try archiver.encodedBytes
        _ = bytes
    }

    func archivedBytes(_ person: Person) throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: person)
        _ = bytes
    }

    func archivedBytes2(_ pets: [any Codingable]) throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: pets.first)
        _ = bytes
    }

    func encode3(_ archiver: KeyedArchiver, _ person: Person) throws {
        try archiver.encode(person, forKey: "person")
    }

    func encodeElements2(_ archiver: KeyedArchiver) throws {
        try archiver.encodeElements(["Ada", "Charles"], forKey: "names")
    }

    func encode4(_ archiver: KeyedArchiver) throws {
        try archiver.encode(true, forKey: "isDraft")
    }

    func encode5(_ archiver: KeyedArchiver) throws {
        try archiver.encode(3, forKey: "count")
    }

    func encode6(_ archiver: KeyedArchiver) throws {
        try archiver.encode(Int32(7), forKey: "code")
    }

    func encode7(_ archiver: KeyedArchiver) throws {
        try archiver.encode(Int64.max, forKey: "size")
    }

    func encodeCInt(_ archiver: KeyedArchiver) throws {
        try archiver.encodeCInt(7, forKey: "code")
    }

    func encode8(_ archiver: KeyedArchiver) throws {
        try archiver.encode(Float(0.5), forKey: "opacity")
    }

    func encode9(_ archiver: KeyedArchiver) throws {
        try archiver.encode(1.75, forKey: "height")
    }

    func encodeBytes2(_ archiver: KeyedArchiver, _ bytes: [UInt8]) throws {
        try archiver.encodeBytes(bytes.prefix(16), forKey: "checksum")
    }

    func encodeInlineString(_ archiver: KeyedArchiver) throws {
        try archiver.encodeInlineString("Ada", forKey: "NS.string")
    }

    func encodeElements3(_ archiver: KeyedArchiver) throws {
        try archiver.encodeElements(["a", nil, Int64(1)], forKey: "elements")
    }

    func encodeConditionalObject2(_ archiver: KeyedArchiver, _ parent: Person) throws {
        try archiver.encodeConditionalObject(parent)
    }

    func encodeCString(_ archiver: KeyedArchiver) throws {
        try archiver.encodeCString("Ada")
    }

    func encodeBytes3(_ archiver: KeyedArchiver) throws {
        try archiver.encodeBytes([0xCA, 0xFE])
    }

    func encodeArray2(_ archiver: KeyedArchiver) throws {
        try archiver.encodeArray([0.5, 1.5])
    }

    func encodePropertyList2(_ archiver: KeyedArchiver) throws {
        try archiver.encodePropertyList(["name": "Ada", "age": 36])
    }
}
