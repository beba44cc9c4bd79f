import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// The examples of the documentation comments of the archiver, which are run.
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

@Suite struct EncodingExampleTests {
    @Test func `the examples of encoding run`() throws {
        let examples = EncodingExamples()
        var runs = ExampleRuns()
        let bytes = try archive { try $0.encode(ExampleTypes.storedPerson, forKey: "root") }
        let person = try #require(try KeyedUnarchiver.unarchivedObject(of: ExampleTypes.Person.self, from: bytes))
        let (dog, cat) = (ExampleTypes.Dog(), ExampleTypes.Cat())
        runs.run { try examples.archiveLayout(person) }
        runs.run { try examples.keyedArchiver(person) }
        runs.run { try examples.finishEncoding(KeyedArchiver(), person) }
        runs.run { try examples.encode(KeyedArchiver(), person) }
        runs.run { try examples.encodeConditionalObject(KeyedArchiver(), person) }
        runs.run { try examples.encodeRootObject(KeyedArchiver(), person) }
        runs.run {
            let unarchiver = try KeyedUnarchiver(forReadingFrom: archive { try $0.encode("Ada", forKey: "name") })
            try examples.encodeTopLevelFields(KeyedArchiver(), unarchiver)
        }
        runs.run { try examples.encodeAny(KeyedArchiver(), person, dog, cat) }
        runs.run { try examples.keyedArchiverInitializer(person) }
        runs.run { try examples.archivedBytes(person) }
        runs.run { try examples.archivedBytes2([dog, cat]) }
        runs.run { try examples.encode3(KeyedArchiver(), person) }
        runs.run { try examples.encodeBytes2(KeyedArchiver(), Array(repeating: 7, count: 32)) }
        runs.run { try examples.encodeConditionalObject2(KeyedArchiver(), person) }
        runs.run { try archiving { try examples.encodeBytes($0) } }
        runs.run { try archiving { try examples.encodeElements($0) } }
        runs.run { try archiving { try examples.encode2($0) } }
        runs.run { try archiving { try examples.encodeValue($0) } }
        runs.run { try archiving { try examples.encodeArray($0) } }
        runs.run { try archiving { try examples.encodeValueOfObjCType($0) } }
        runs.run { try archiving { try examples.encodeValues($0) } }
        runs.run { try archiving { try examples.encodeArrayOfObjCType($0) } }
        runs.run { try archiving { try examples.encodePropertyList($0) } }
        runs.run { try archiving { try examples.rawValue($0) } }
        runs.run { try archiving { try examples.encodeElements2($0) } }
        runs.run { try archiving { try examples.encode4($0) } }
        runs.run { try archiving { try examples.encode5($0) } }
        runs.run { try archiving { try examples.encode6($0) } }
        runs.run { try archiving { try examples.encode7($0) } }
        runs.run { try archiving { try examples.encodeCInt($0) } }
        runs.run { try archiving { try examples.encode8($0) } }
        runs.run { try archiving { try examples.encode9($0) } }
        runs.run { try examples.encodeInlineString(KeyedArchiver()) }
        runs.run { try archiving { try examples.encodeElements3($0) } }
        runs.run { try archiving { try examples.encodeCString($0) } }
        runs.run { try archiving { try examples.encodeBytes3($0) } }
        runs.run { try archiving { try examples.encodeArray2($0) } }
        runs.run { try archiving { try examples.encodePropertyList2($0) } }
        try runs.expectAll(of: #filePath)
    }

    /// Encodes what an example does, and opens the archive.
    private func archiving(_ encode: (KeyedArchiver) throws -> Void) throws {
        let archiver = KeyedArchiver()
        try encode(archiver)
        let archive = try KeyedArchive(archiver.encodedBytes)
        #expect(archive.problems(strict: true).isEmpty)
    }
}
