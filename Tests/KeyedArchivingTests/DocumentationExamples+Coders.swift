import KeyedArchiving
import PropertyLists

/// The examples of the documentation comments of coders and the class registry, so that they compile; they aren't
/// run.
private struct CoderExamples {
    typealias Person = ExampleTypes.Person
    typealias Dog = ExampleTypes.Dog
    typealias Cat = ExampleTypes.Cat
    typealias Note = ExampleTypes.Note

    func register(_ registry: inout ClassRegistry) {
        registry.register(Dog.self)
    }

    func register2(_ registry: inout ClassRegistry) {
        registry.register(Cat.self, forClassName: "OldApp.Cat")
    }

    func renameModule(_ registry: inout ClassRegistry) {
        registry.renameModule("OldApp", to: "NewApp")
    }

    func type(_ registry: ClassRegistry) {
        if registry.type(forClassName: "Dog") == nil { print("no type reads dogs") }
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

    func className(_ archiver: KeyedArchiver) {
        let name = archiver.className(for: Person.self) ?? Person.codedClassName
        _ = name
    }

    func encode(_ archiver: KeyedArchiver, _ person: Person) throws {
        try archiver.encode(person, forKey: "person")
    }

    func encodeElements(_ archiver: KeyedArchiver) throws {
        try archiver.encodeElements(["Ada", "Charles"], forKey: "names")
    }

    func encode2(_ archiver: KeyedArchiver) throws {
        try archiver.encode(true, forKey: "isDraft")
    }

    func encode3(_ archiver: KeyedArchiver) throws {
        try archiver.encode(3, forKey: "count")
    }

    func encode4(_ archiver: KeyedArchiver) throws {
        try archiver.encode(Int32(7), forKey: "code")
    }

    func encode5(_ archiver: KeyedArchiver) throws {
        try archiver.encode(Int64.max, forKey: "size")
    }

    func encodeCInt(_ archiver: KeyedArchiver) throws {
        try archiver.encodeCInt(7, forKey: "code")
    }

    func encode6(_ archiver: KeyedArchiver) throws {
        try archiver.encode(Float(0.5), forKey: "opacity")
    }

    func encode7(_ archiver: KeyedArchiver) throws {
        try archiver.encode(1.75, forKey: "height")
    }

    func encodeBytes(_ archiver: KeyedArchiver, _ bytes: [UInt8]) throws {
        try archiver.encodeBytes(bytes.prefix(16), forKey: "checksum")
    }

    func encodeInlineString(_ archiver: KeyedArchiver) throws {
        try archiver.encodeInlineString("Ada", forKey: "NS.string")
    }

    func encodeElements2(_ archiver: KeyedArchiver) throws {
        try archiver.encodeElements(["a", nil, Int64(1)], forKey: "elements")
    }

    func encodeConditionalObject(_ archiver: KeyedArchiver, _ parent: Person) throws {
        try archiver.encodeConditionalObject(parent)
    }

    func encodeCString(_ archiver: KeyedArchiver) throws {
        try archiver.encodeCString("Ada")
    }

    func encodeBytes2(_ archiver: KeyedArchiver) throws {
        try archiver.encodeBytes([0xCA, 0xFE])
    }

    func encodeArray(_ archiver: KeyedArchiver) throws {
        try archiver.encodeArray([0.5, 1.5])
    }

    func encodePropertyList(_ archiver: KeyedArchiver) throws {
        try archiver.encodePropertyList(["name": "Ada", "age": 36])
    }

    func keyedUnarchiverInitializer(_ bytes: [UInt8]) throws {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, limits: .untrusted)
        let person = try unarchiver.decode(Person.self, forKey: "person")
        unarchiver.finishDecoding()
        _ = person
    }

    func classForName(_ unarchiver: KeyedUnarchiver) {
        let type = unarchiver.class(forClassName: "OldPerson")
        _ = type
    }

    func unarchivedObject(_ bytes: [UInt8]) throws {
        let pet = try KeyedUnarchiver.unarchivedObject(of: [Dog.self, Cat.self], from: bytes)
        _ = pet
    }

    func unarchivedArrayOfObjects(_ bytes: [UInt8]) throws {
        let pets = try KeyedUnarchiver.unarchivedArrayOfObjects(of: [Dog.self, Cat.self], from: bytes)
        _ = pets
    }

    func unarchivedDictionary(_ bytes: [UInt8]) throws {
        let pets = try KeyedUnarchiver.unarchivedDictionary(
            ofKeys: [String.self], objects: [Dog.self, Cat.self], from: bytes)
        _ = pets
    }

    func decodeBool(_ unarchiver: KeyedUnarchiver) throws {
        let isDraft = try unarchiver.decodeBool(forKey: "isDraft")
        _ = isDraft
    }

    func decodeInt(_ unarchiver: KeyedUnarchiver) throws {
        let code = try unarchiver.decodeInt32(forKey: "code")
        _ = code
    }

    func decodeInt2(_ unarchiver: KeyedUnarchiver) throws {
        let size = try unarchiver.decodeInt64(forKey: "size")
        _ = size
    }

    func decodeCInt(_ unarchiver: KeyedUnarchiver) throws {
        let code = try unarchiver.decodeCInt(forKey: "code")
        _ = code
    }

    func decodeFloat(_ unarchiver: KeyedUnarchiver) throws {
        let opacity = try unarchiver.decodeFloat(forKey: "opacity")
        _ = opacity
    }

    func decodeDouble(_ unarchiver: KeyedUnarchiver) throws {
        let height = try unarchiver.decodeDouble(forKey: "height")
        _ = height
    }

    func decodeNumber(_ unarchiver: KeyedUnarchiver) throws {
        let size = try unarchiver.decodeNumber(forKey: "NSSize") ?? 12
        _ = size
    }

    func decodeInlineString(_ unarchiver: KeyedUnarchiver) throws {
        let name = try unarchiver.decodeInlineString(forKey: "NS.string")
        _ = name
    }

    func decodeObject(_ unarchiver: KeyedUnarchiver) throws {
        let pet = try unarchiver.decodeObject(forKey: "pet")
        _ = pet
    }

    func decodeObject2(_ unarchiver: KeyedUnarchiver) throws {
        let pet = try unarchiver.decodeObject()
        _ = pet
    }

    func decodeCString(_ unarchiver: KeyedUnarchiver) throws {
        let name = try unarchiver.decodeCString()
        _ = name
    }

    func decodeBytes(_ unarchiver: KeyedUnarchiver) throws {
        let checksum = try unarchiver.decodeBytes() ?? []
        _ = checksum
    }

    func decodeArray(_ unarchiver: KeyedUnarchiver) throws {
        let weights = try unarchiver.decodeArray(ofType: Double.self)
        _ = weights
    }

    func decodeDecodable(_ unarchiver: KeyedUnarchiver) throws {
        let settings = try unarchiver.decodeDecodable([String: Double].self, forKey: "settings")
        _ = settings
    }

    func unkeyedDecodeDecodable(_ unarchiver: KeyedUnarchiver) throws {
        let settings = try unarchiver.decodeDecodable([String: Double].self)
        _ = settings
    }

    func decodePropertyList(_ unarchiver: KeyedUnarchiver) throws {
        let info = try unarchiver.decodePropertyList()
        _ = info
    }

    func decodeTopLevelObject(_ unarchiver: KeyedUnarchiver) throws {
        let window = try unarchiver.decodeTopLevelObject(forKey: "window")
        _ = window
    }

    func decodeTopLevelObject2(_ unarchiver: KeyedUnarchiver) throws {
        let root = try unarchiver.decodeTopLevelObject()
        _ = root
    }

    func decodeArrayOfObjects(_ unarchiver: KeyedUnarchiver) throws {
        let pets = try unarchiver.decodeArrayOfObjects(of: [Dog.self, Cat.self], forKey: "pets") ?? []
        _ = pets
    }

    func decodeDictionary(_ unarchiver: KeyedUnarchiver) throws {
        let pets = try unarchiver.decodeDictionary(
            ofKeys: [String.self], objects: [Dog.self, Cat.self], forKey: "petsByName")
        _ = pets
    }

    func charge(_ unarchiver: KeyedUnarchiver, _ members: [Person]) throws {
        try unarchiver.charge(steps: members.count * members.count)
    }

    func failure(_ unarchiver: KeyedUnarchiver, _ age: Int) throws {
        guard age >= 0 else { throw unarchiver.failure(.invalidValue, "the age is negative", key: "age") }
    }

    func decodeAtPath(_ bytes: [UInt8]) throws {
        let path = ArchivePath([.key("root"), .key("notes"), .index(0)])
        let note = try KeyedArchiveDecoder().decode(Note.self, from: bytes, at: path)
        _ = note
    }

    func decodeAtPath2(_ archive: KeyedArchive) throws {
        for place in try archive.matches("**<Note>") {
            print(try KeyedArchiveDecoder().decode(Note.self, from: archive, at: place.path).title)
        }
    }

    func encode8(_ note: Note) throws {
        let bytes: [UInt8] = try KeyedArchiveEncoder().encode(note)
        _ = bytes
    }
}
