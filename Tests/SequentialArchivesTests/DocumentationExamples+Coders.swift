import PropertyLists
import SequentialArchives

/// The examples of the documentation comments of sequential coders, so that they compile; they aren't run.
private struct UnarchiverExamples {
    typealias Person = SequentialExamples.Person

    func initializer(_ bytes: [UInt8]) throws {
        let unarchiver = try SequentialUnarchiver(forReadingFrom: bytes, limits: .untrusted)
        let person = try unarchiver.decodeObject(of: Person.self)
        _ = person
    }

    func initializer2(_ bytes: [UInt8]) throws {
        let archive = try SequentialArchive(bytes)
        let person = try SequentialUnarchiver(archive).decodeObject(of: Person.self)
        _ = person
    }

    func unarchivedObject(_ bytes: [UInt8]) throws {
        let person = try SequentialUnarchiver.unarchivedObject(of: Person.self, from: bytes)
        _ = person
    }

    func unarchivedObject2(_ bytes: [UInt8]) throws {
        let text = try SequentialUnarchiver.unarchivedObject(from: bytes) as? SequentialString
        _ = text
    }

    func isAtEnd(_ unarchiver: SequentialUnarchiver) throws {
        while !unarchiver.isAtEnd { print(try unarchiver.decodeObject() as Any) }
    }

    func nextTypes(_ unarchiver: SequentialUnarchiver) throws {
        if unarchiver.nextTypes == "i" { print(try unarchiver.decodeValue(Int32.self)) }
    }

    func version(_ unarchiver: SequentialUnarchiver) {
        let isOld = unarchiver.version(forClassName: "Person") == 0
        _ = isOld
    }

    func decodeClassName(_ unarchiver: SequentialUnarchiver) {
        unarchiver.decodeClassName("OldPerson", asClassName: "Person")
    }

    func replaceObject(_ unarchiver: SequentialUnarchiver, _ draft: Person) {
        unarchiver.replaceObject(draft, with: nil)
    }

    func decodeObject(_ unarchiver: SequentialUnarchiver) throws {
        if let node = try unarchiver.decodeObject() as? SequentialNode { print(node.codedClassVersions) }
    }

    func decodeObject2(_ unarchiver: SequentialUnarchiver) throws {
        let friend = try unarchiver.decodeObject(of: Person.self)
        _ = friend
    }

    func object(_ unarchiver: SequentialUnarchiver) throws {
        for text in unarchiver.archive.objects(ofClass: "NSString") {
            print(try unarchiver.object(text.reference) as Any)
        }
    }

    func decodeValues(_ unarchiver: SequentialUnarchiver) throws {
        let values = try unarchiver.decodeValues(ofObjCTypes: "iI")
        _ = values
    }

    func decodeValue(_ unarchiver: SequentialUnarchiver) throws {
        let age = try unarchiver.decodeValue(Int32.self)
        _ = age
    }

    func decodeArray(_ unarchiver: SequentialUnarchiver) throws {
        let weights = try unarchiver.decodeArray(ofObjCType: "d", count: 3)
        _ = weights
    }

    func decodeArray2(_ unarchiver: SequentialUnarchiver) throws {
        let weights = try unarchiver.decodeArray(of: Double.self)
        _ = weights
    }

    func decodeBytes(_ unarchiver: SequentialUnarchiver) throws {
        let checksum = try unarchiver.decodeBytes()
        _ = checksum
    }

    func decodeData(_ unarchiver: SequentialUnarchiver) throws {
        let photo = try unarchiver.decodeData()
        _ = photo
    }

    func decodeCString(_ unarchiver: SequentialUnarchiver) throws {
        let name = try unarchiver.decodeCString()?.text
        _ = name
    }

    func decodeSelector(_ unarchiver: SequentialUnarchiver) throws {
        let action = try unarchiver.decodeSelector()
        _ = action
    }

    func decodeClass(_ unarchiver: SequentialUnarchiver) throws {
        let name = try unarchiver.decodeClass()?.first?.name
        _ = name
    }

    func decodeString(_ unarchiver: SequentialUnarchiver) throws {
        let name = try unarchiver.decodeString() ?? ""
        _ = name
    }

    func initializer3() {
        var registry = SequentialClassRegistry()
        registry.register(Person.self)
    }

    func register(_ registry: inout SequentialClassRegistry) {
        registry.register(Person.self)
    }

    func setType(_ registry: inout SequentialClassRegistry) {
        registry.setType(Person.self, forClassName: "OldPerson")
    }

    func decodeClassName2(_ registry: inout SequentialClassRegistry) {
        registry.decodeClassName("OldPerson", asClassName: "Person")
    }

    func type(_ registry: SequentialClassRegistry) {
        if registry.type(forClassName: "Person") == nil { print("no type reads persons") }
    }

    func decodePropertyList(_ unarchiver: SequentialUnarchiver) throws {
        let info = try unarchiver.decodePropertyList()
        _ = info
    }
}

/// Those of archivers.
private struct ArchiverExamples {
    typealias Person = SequentialExamples.Person

    func initializer(_ person: Person) throws {
        let archiver = SequentialArchiver()
        try archiver.encodeRootObject(person)
        let bytes = archiver.encodedBytes
        _ = bytes
    }

    func archivedBytes(_ person: Person) throws {
        let bytes = try SequentialArchiver.archivedBytes(withRootObject: person)
        _ = bytes
    }

    func encodeRootObject(_ archiver: SequentialArchiver, _ person: Person) throws {
        try archiver.encodeRootObject(person)
    }

    func encode(_ archiver: SequentialArchiver, _ person: Person) throws {
        try archiver.encode(person)
    }

    func encodeConditionalObject(_ archiver: SequentialArchiver, _ parent: Person) throws {
        try archiver.encodeConditionalObject(parent)
    }

    func replaceObject(_ archiver: SequentialArchiver, _ draft: Person) {
        archiver.replaceObject(draft, with: nil)
    }

    func encodeClassName(_ archiver: SequentialArchiver) {
        archiver.encodeClassName("Person", intoClassName: "OldPerson")
    }

    func encodeValue(_ archiver: SequentialArchiver) throws {
        try archiver.encodeValue(Int32(36))
    }

    func encodeArray(_ archiver: SequentialArchiver) throws {
        try archiver.encodeArray(ofObjCType: "d", [.real(0.5), .real(1.5)])
    }

    func encodeArray2(_ archiver: SequentialArchiver) throws {
        try archiver.encodeArray([0.5, 1.5])
    }

    func encodeBytes(_ archiver: SequentialArchiver) throws {
        try archiver.encodeBytes([0xCA, 0xFE])
    }

    func encodeData(_ archiver: SequentialArchiver) throws {
        try archiver.encodeData([0xFF, 0xD8])
    }

    func encodeCString(_ archiver: SequentialArchiver) throws {
        try archiver.encodeCString(CodedCString("Ada"))
    }

    func encodeSelector(_ archiver: SequentialArchiver) throws {
        try archiver.encodeSelector("save:")
    }

    func encodeClass(_ archiver: SequentialArchiver) throws {
        try archiver.encodeClass(Person.self)
    }

    func encodeString(_ archiver: SequentialArchiver) throws {
        try archiver.encodeString("Ada")
    }

    func encodePropertyList(_ archiver: SequentialArchiver) throws {
        try archiver.encodePropertyList(["name": "Ada", "tags": ["a", "b"]])
    }
}
