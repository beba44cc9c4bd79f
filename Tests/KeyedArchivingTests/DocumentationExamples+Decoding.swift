import KeyedArchiving
import PropertyLists

/// The examples of the documentation comments of the unarchiver, so that they compile; they aren't run.
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
        let weights = try unarchiver.decodeArray(ofType: Double.self, forKey: "weights")
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
        let weights = try unarchiver.decodeArray(ofType: Double.self)
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
