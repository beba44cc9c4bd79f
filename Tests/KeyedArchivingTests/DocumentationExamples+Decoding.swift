import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What examples print is not for the tests' output.
private func print(_ items: Any...) {}

/// The examples of the documentation comments of the unarchiver, which are run.
private struct DecodingExamples {
    typealias Person = ExampleTypes.Person
    typealias Dog = ExampleTypes.Dog
    typealias Cat = ExampleTypes.Cat

    func keyedUnarchiver(_ bytes: [UInt8]) throws {
        let person = try KeyedUnarchiver.unarchivedObject(of: Person.self, from: bytes)
        _ = person
    }

    func unarchivedObjects(_ bytes: [UInt8]) throws {
        let person = try KeyedUnarchiver.unarchivedObject(of: Person.self, from: bytes)
        let owner = try KeyedUnarchiver.unarchivedObject(of: Person.self, from: bytes, forKey: "owner")
        let object = try KeyedUnarchiver.unarchivedGraph(from: bytes)
        _ = (person, owner, object)
    }

    func unarchivedObject(_ bytes: [UInt8]) throws {
        let person = try KeyedUnarchiver.unarchivedObject(of: Person.self, from: bytes)
        _ = person
    }

    func unarchivedArrayOfObjects(_ bytes: [UInt8]) throws {
        let people = try KeyedUnarchiver.unarchivedArrayOfObjects(of: Person.self, from: bytes)
        _ = people
    }

    func unarchivedDictionary(_ bytes: [UInt8]) throws {
        let ages = try KeyedUnarchiver.unarchivedDictionary(ofKey: String.self, object: Int.self, from: bytes)
        _ = ages
    }

    func decodeObject(_ unarchiver: KeyedUnarchiver) throws {
        let pet = try unarchiver.decodeObject(of: [Dog.self, Cat.self], forKey: "pet")
        _ = pet
    }

    func decodeObject2(_ unarchiver: KeyedUnarchiver) throws {
        let owner = try unarchiver.decodeObject(of: Person.self, forKey: "owner")
        _ = owner
    }

    func decodeObject3(_ unarchiver: KeyedUnarchiver) throws {
        let first = try unarchiver.decodeObject(of: String.self)
        let second = try unarchiver.decodeObject(of: String.self)
        _ = (first, second)
    }

    func anyObject(_ unarchiver: KeyedUnarchiver) throws {
        try unarchiver.disableSecureCoding()
        let object = try unarchiver.decodeObject(forKey: "root")
        _ = object
    }

    func decodeAny(_ unarchiver: KeyedUnarchiver) throws {
        let info = try unarchiver.decodeAny(of: [Person.self], forKey: "info") as? [String: Any]
        _ = info
    }

    func decodeTopLevelObject(_ unarchiver: KeyedUnarchiver) throws {
        let person = try unarchiver.decodeTopLevelObject(of: Person.self, forKey: "person")
        _ = person
    }

    func decodeArrayOfObjects(_ unarchiver: KeyedUnarchiver) throws {
        let people = try unarchiver.decodeArrayOfObjects(of: Person.self, forKey: "people") ?? []
        _ = people
    }

    func decodeDictionary(_ unarchiver: KeyedUnarchiver) throws {
        let ages = try unarchiver.decodeDictionary(ofKey: String.self, object: Int.self, forKey: "ages")
        _ = ages
    }

    func decodeElements(_ unarchiver: KeyedUnarchiver) throws {
        let elements = try unarchiver.decodeElements(forKey: "elements")
        _ = elements
    }

    func decodeElements2(_ unarchiver: KeyedUnarchiver) throws {
        let names = try unarchiver.decodeElements(of: String.self, forKey: "names")
        _ = names
    }

    func containsValue(_ unarchiver: KeyedUnarchiver) throws {
        let isOld = try !unarchiver.containsValue(forKey: "version")
        _ = isOld
    }

    func optionalFields(_ unarchiver: KeyedUnarchiver) throws {
        let nickname = try unarchiver.decodeIfPresent(String.self, forKey: "nickname")
        _ = nickname
    }

    func decodeInteger(_ unarchiver: KeyedUnarchiver) throws {
        let count = try unarchiver.decodeInteger(forKey: "count")
        _ = count
    }

    func decodeBytes(_ unarchiver: KeyedUnarchiver) throws {
        let checksum = try unarchiver.decodeBytes(forKey: "checksum") ?? []
        _ = checksum
    }

    func decodeValue(_ unarchiver: KeyedUnarchiver) throws {
        let length = try unarchiver.decodeValue(Double.self)
        _ = length
    }

    func decodeArray(_ unarchiver: KeyedUnarchiver) throws {
        let weights = try unarchiver.decodeArray(of: Double.self, forKey: "weights")
        _ = weights
    }

    func decodeValueOfObjCType(_ unarchiver: KeyedUnarchiver) throws {
        let count = try unarchiver.decodeValue(ofObjCType: "i").integer(as: Int.self)
        let names = try unarchiver.decodeValue(ofObjCType: "[2@]")
        _ = (count, names)
    }

    func decodeValues(_ unarchiver: KeyedUnarchiver) throws {
        let values = try unarchiver.decodeValues(ofObjCTypes: "id")
        _ = values
    }

    func decodeArrayOfObjCType(_ unarchiver: KeyedUnarchiver) throws {
        let samples = try unarchiver.decodeArray(ofObjCType: "s", count: 2)
        _ = samples
    }

    func decodePropertyList(_ unarchiver: KeyedUnarchiver) throws {
        let info = try unarchiver.decodePropertyList(forKey: "info")
        _ = info
    }

    func archivedObject(_ unarchiver: KeyedUnarchiver) throws {
        unarchiver.keepsUnknownClasses = true
        if let window = try unarchiver.decodeObject(forKey: "window") as? ArchivedObject {
            window["title"] = .object("Untitled")
        }
    }

    func decodeTopLevelFields(_ unarchiver: KeyedUnarchiver) throws {
        for field in try unarchiver.decodeTopLevelFields() { print(field.key) }
    }

    func valueIdentity(_ bytes: [UInt8]) throws {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        unarchiver.keepsUnknownClasses = true
        unarchiver.preservesValueIdentity = true
        _ = unarchiver
    }

    func rewriting(_ bytes: [UInt8]) throws {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        let person = try unarchiver.decodeObject(of: Person.self, forKey: "root")
        person?.name = "Grace"
        let archiver = try KeyedArchiver(rewriting: unarchiver)
        try archiver.encode(person, forKey: "root")
        let changed = try archiver.encodedBytes
        _ = changed
    }

    func writingBack(_ bytes: [UInt8]) throws {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        unarchiver.keepsUnknownClasses = true
        try unarchiver.disableSecureCoding()
        let fields = try unarchiver.decodeTopLevelFields()

        let archiver = try KeyedArchiver(rewriting: unarchiver)
        try archiver.encodeTopLevelFields(fields)
        let copy = try archiver.encodedBytes
        _ = copy
    }

    func archivedNumbers(_ unarchiver: KeyedUnarchiver) throws {
        let samples = try unarchiver.decode([ArchivedNumber].self, forKey: "samples")
        let sum = samples.reduce(0) { $0 + $1.doubleValue }
        _ = (samples, sum)
    }

    func propertyListString(_ unarchiver: KeyedUnarchiver) throws {
        let name = try unarchiver.decode(PropertyListString.self, forKey: "name")
        print(name.string ?? name.repaired)
        _ = name
    }

    func failWithError(_ unarchiver: KeyedUnarchiver, _ age: Int) throws {
        guard age >= 0 else {
            try unarchiver.failWithError(ArchiveError(.invalidValue, "the age is negative"))
            return
        }
    }

    func keyedUnarchiverInitializer(_ bytes: [UInt8]) throws {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, limits: .untrusted)
        let person = try unarchiver.decode(Person.self, forKey: "person")
        unarchiver.finishDecoding()
        _ = person
    }

    func unarchivedObject2(_ bytes: [UInt8]) throws {
        let pet = try KeyedUnarchiver.unarchivedObject(of: [Dog.self, Cat.self], from: bytes)
        _ = pet
    }

    func unarchivedArrayOfObjects2(_ bytes: [UInt8]) throws {
        let pets = try KeyedUnarchiver.unarchivedArrayOfObjects(of: [Dog.self, Cat.self], from: bytes)
        _ = pets
    }

    func unarchivedDictionary2(_ bytes: [UInt8]) throws {
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

    func decodeObject4(_ unarchiver: KeyedUnarchiver) throws {
        let pet = try unarchiver.decodeObject(forKey: "pet")
        _ = pet
    }

    func decodeObject5(_ unarchiver: KeyedUnarchiver) throws {
        let pet = try unarchiver.decodeObject()
        _ = pet
    }

    func decodeCString(_ unarchiver: KeyedUnarchiver) throws {
        let name = try unarchiver.decodeCString()
        _ = name
    }

    func decodeBytes2(_ unarchiver: KeyedUnarchiver) throws {
        let checksum = try unarchiver.decodeBytes() ?? []
        _ = checksum
    }

    func decodeArray2(_ unarchiver: KeyedUnarchiver) throws {
        let weights = try unarchiver.decodeArray(of: Double.self)
        _ = weights
    }

    func decodePropertyList2(_ unarchiver: KeyedUnarchiver) throws {
        let info = try unarchiver.decodePropertyList()
        _ = info
    }

    func decodeTopLevelObject2(_ unarchiver: KeyedUnarchiver) throws {
        let window = try unarchiver.decodeTopLevelObject(forKey: "window")
        _ = window
    }

    func decodeTopLevelObject3(_ unarchiver: KeyedUnarchiver) throws {
        let root = try unarchiver.decodeTopLevelObject()
        _ = root
    }

    func decodeArrayOfObjects2(_ unarchiver: KeyedUnarchiver) throws {
        let pets = try unarchiver.decodeArrayOfObjects(of: [Dog.self, Cat.self], forKey: "pets") ?? []
        _ = pets
    }

    func decodeDictionary2(_ unarchiver: KeyedUnarchiver) throws {
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
}

@Suite struct DecodingExampleTests {
    private typealias Dog = ExampleTypes.Dog
    private typealias Cat = ExampleTypes.Cat

    private static func reading(_ encode: (KeyedArchiver) throws -> Void) throws -> KeyedUnarchiver {
        try KeyedUnarchiver(forReadingFrom: archive(encode))
    }

    private static func list(_ object: any Codingable) throws -> [UInt8] {
        try archive { try $0.encode(object, forKey: "root") }
    }

    @Test func `the examples of decoding run`() throws {
        let examples = DecodingExamples()
        var runs = ExampleRuns()
        let person = ExampleTypes.storedPerson
        let people = ArchivedArray([person, person])
        let pets = ArchivedArray([Dog(), Cat()])
        let named = ArchivedDictionary([(key: "Rex", value: Dog())])
        let ages = ["Ada": 36]
        let info: PropertyList = ["name": "Ada"]
        let root = try Self.list(person)
        runs.run { try examples.keyedUnarchiver(root) }
        runs.run {
            try examples.unarchivedObjects(
                archive {
                    try $0.encode(person, forKey: "root")
                    try $0.encode(person, forKey: "owner")
                })
        }
        runs.run { try examples.unarchivedObject(root) }
        runs.run { try examples.unarchivedArrayOfObjects(Self.list(people)) }
        runs.run { try examples.unarchivedDictionary(archive { try $0.encode(ages, forKey: "root") }) }
        runs.run { try examples.decodeObject(Self.reading { try $0.encode(Dog(), forKey: "pet") }) }
        runs.run { try examples.decodeObject2(Self.reading { try $0.encode(person, forKey: "owner") }) }
        runs.run {
            try examples.decodeObject3(
                Self.reading {
                    try $0.encode("first")
                    try $0.encode("second")
                })
        }
        runs.run { try examples.anyObject(Self.reading { try $0.encode(ArchivedSet(["Ada"]), forKey: "root") }) }
        runs.run {
            try examples.decodeAny(Self.reading { try $0.encodeAny(["friend": person, "size": 7], forKey: "info") })
        }
        runs.run { try examples.decodeTopLevelObject(Self.reading { try $0.encode(person, forKey: "person") }) }
        runs.run { try examples.decodeArrayOfObjects(Self.reading { try $0.encode(people, forKey: "people") }) }
        runs.run { try examples.decodeDictionary(Self.reading { try $0.encode(ages, forKey: "ages") }) }
        runs.run {
            try examples.decodeElements(Self.reading { try $0.encodeElements(["a", Int64(1)], forKey: "elements") })
        }
        runs.run {
            try examples.decodeElements2(Self.reading { try $0.encodeElements(["Ada", "Alan"], forKey: "names") })
        }
        runs.run { try examples.containsValue(Self.reading { try $0.encode(2, forKey: "version") }) }
        runs.run { try examples.optionalFields(Self.reading { _ in }) }
        runs.run { try examples.decodeInteger(Self.reading { try $0.encode(3, forKey: "count") }) }
        runs.run { try examples.decodeBytes(Self.reading { try $0.encodeBytes([1, 2], forKey: "checksum") }) }
        runs.run { try examples.decodeValue(Self.reading { try $0.encodeValue(1.5) }) }
        runs.run { try examples.decodeArray(Self.reading { try $0.encodeArray([0.5, 1.5], forKey: "weights") }) }
        runs.run {
            try examples.decodeValueOfObjCType(
                Self.reading {
                    try $0.encodeValue(ofObjCType: "i", .integer(7))
                    try $0.encodeValue(ofObjCType: "[2@]", .array([.object("Ada"), .null]))
                })
        }
        runs.run {
            try examples.decodeValues(
                Self.reading { try $0.encodeValues(ofObjCTypes: "id", [.integer(7), .real(0.5)]) })
        }
        runs.run {
            try examples.decodeArrayOfObjCType(
                Self.reading { try $0.encodeArray(ofObjCType: "s", [.integer(1), .integer(-1)]) })
        }
        runs.run { try examples.decodePropertyList(Self.reading { try $0.encodePropertyList(info, forKey: "info") }) }
        runs.run { try examples.archivedObject(Self.reading { try $0.encode(person, forKey: "window") }) }
        runs.run { try examples.decodeTopLevelFields(Self.reading { try $0.encode("Ada", forKey: "name") }) }
        runs.run { try examples.valueIdentity(root) }
        runs.run { try examples.rewriting(Self.list(person)) }
        runs.run { try examples.writingBack(root) }
        runs.run { try examples.archivedNumbers(Self.reading { try $0.encode([1, 2], forKey: "samples") }) }
        runs.run { try examples.propertyListString(Self.reading { try $0.encode("Ada", forKey: "name") }) }
        runs.run { try examples.failWithError(Self.reading { _ in }, 36) }
        #expect(throws: ArchiveError.self) { try examples.failWithError(Self.reading { _ in }, -1) }
        runs.run { try examples.keyedUnarchiverInitializer(archive { try $0.encode(person, forKey: "person") }) }
        runs.run { try examples.unarchivedObject2(Self.list(Cat())) }
        runs.run { try examples.unarchivedArrayOfObjects2(Self.list(pets)) }
        runs.run { try examples.unarchivedDictionary2(Self.list(named)) }
        runs.run { try examples.decodeBool(Self.reading { try $0.encode(true, forKey: "isDraft") }) }
        runs.run { try examples.decodeInt(Self.reading { try $0.encode(Int32(7), forKey: "code") }) }
        runs.run { try examples.decodeInt2(Self.reading { try $0.encode(Int64.max, forKey: "size") }) }
        runs.run { try examples.decodeCInt(Self.reading { try $0.encodeCInt(7, forKey: "code") }) }
        runs.run { try examples.decodeFloat(Self.reading { try $0.encode(Float(0.5), forKey: "opacity") }) }
        runs.run { try examples.decodeDouble(Self.reading { try $0.encode(1.75, forKey: "height") }) }
        runs.run { try examples.decodeNumber(Self.reading { try $0.encode(12, forKey: "NSSize") }) }
        runs.run {
            try examples.decodeInlineString(Self.reading { try $0.encodeInlineString("Ada", forKey: "NS.string") })
        }
        runs.run {
            let unarchiver = try Self.reading { try $0.encode(person, forKey: "pet") }
            unarchiver.keepsUnknownClasses = true
            try examples.decodeObject4(unarchiver)
        }
        runs.run {
            let unarchiver = try Self.reading { try $0.encode(person) }
            unarchiver.keepsUnknownClasses = true
            try examples.decodeObject5(unarchiver)
        }
        runs.run { try examples.decodeCString(Self.reading { try $0.encodeCString("Ada") }) }
        runs.run { try examples.decodeBytes2(Self.reading { try $0.encodeBytes([1, 2]) }) }
        runs.run { try examples.decodeArray2(Self.reading { try $0.encodeArray([0.5, 1.5]) }) }
        runs.run { try examples.decodePropertyList2(Self.reading { try $0.encodePropertyList(info) }) }
        runs.run {
            let unarchiver = try Self.reading { try $0.encode(person, forKey: "window") }
            unarchiver.keepsUnknownClasses = true
            try examples.decodeTopLevelObject2(unarchiver)
        }
        runs.run { try examples.decodeTopLevelObject3(Self.reading { try $0.encode("Ada") }) }
        runs.run { try examples.decodeArrayOfObjects2(Self.reading { try $0.encode(pets, forKey: "pets") }) }
        runs.run { try examples.decodeDictionary2(Self.reading { try $0.encode(named, forKey: "petsByName") }) }
        runs.run { try examples.charge(Self.reading { _ in }, []) }
        runs.run { try examples.failure(Self.reading { _ in }, 36) }
        #expect(throws: ArchiveError.self) { try examples.failure(Self.reading { _ in }, -1) }
        try runs.expectAll(of: #filePath)
    }
}
