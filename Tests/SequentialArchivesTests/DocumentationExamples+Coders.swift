import PropertyLists
import SequentialArchives
import TestSupport
import Testing

/// The examples of the documentation comments of sequential unarchivers, which are run.
private struct UnarchiverExamples: PrintingExamples {
    let output = ExampleOutput()
    typealias Person = SequentialExamples.Person
    typealias Node = SequentialExamples.Node

    func initializer(_ bytes: [UInt8]) throws -> Person? {
        let unarchiver = try SequentialUnarchiver(forReadingFrom: bytes, limits: .untrusted)
        let person = try unarchiver.decodeObject(of: Person.self)
        return person
    }

    func initializer2(_ bytes: [UInt8]) throws -> Person? {
        let archive = try SequentialArchive(bytes)
        let person = try SequentialUnarchiver(archive).decodeObject(of: Person.self)
        return person
    }

    func unarchivedObject(_ bytes: [UInt8]) throws -> Person? {
        let person = try SequentialUnarchiver.unarchivedObject(of: Person.self, from: bytes)
        return person
    }

    func unarchivedObject2(_ bytes: [UInt8]) throws -> SequentialString? {
        let text = try SequentialUnarchiver.unarchivedObject(from: bytes) as? SequentialString
        return text
    }

    func isAtEnd(_ unarchiver: SequentialUnarchiver) throws {
        while !unarchiver.isAtEnd { print(try unarchiver.decodeObject() as Any) }
    }

    func nextTypes(_ unarchiver: SequentialUnarchiver) throws {
        if unarchiver.nextTypes == "i" { print(try unarchiver.decodeValue(Int32.self)) }
    }

    func version(_ unarchiver: SequentialUnarchiver) -> Bool {
        let isOld = unarchiver.version(forClassName: "Person") == 0
        return isOld
    }

    func decodeClassName(_ unarchiver: SequentialUnarchiver) {
        unarchiver.decodeClassName("OldPerson", asClassName: "Person")
    }

    func replaceObject(_ unarchiver: SequentialUnarchiver, _ draft: Person) {
        unarchiver.replace(draft, with: nil)
    }

    func decodeObject(_ unarchiver: SequentialUnarchiver) throws {
        if let node = try unarchiver.decodeObject() as? UnknownSequentialObject { print(node.codedClassVersions) }
    }

    func decodeObject2(_ unarchiver: SequentialUnarchiver) throws -> Person? {
        let friend = try unarchiver.decodeObject(of: Person.self)
        return friend
    }

    func object(_ unarchiver: SequentialUnarchiver) throws {
        for text in unarchiver.archive.objects(ofClass: "NSString") {
            print(try unarchiver.object(text.reference) as Any)
        }
    }

    func decodeValues(_ unarchiver: SequentialUnarchiver) throws -> [CodedValue] {
        let values = try unarchiver.decodeValues(ofObjCTypes: "iI")
        return values
    }

    func decodeValue(_ unarchiver: SequentialUnarchiver) throws -> Int32 {
        let age = try unarchiver.decodeValue(Int32.self)
        return age
    }

    func decodeArray(_ unarchiver: SequentialUnarchiver) throws -> [CodedValue] {
        let weights = try unarchiver.decodeArray(ofObjCType: "d", count: 3)
        return weights
    }

    func decodeArray2(_ unarchiver: SequentialUnarchiver) throws -> [Double] {
        let weights = try unarchiver.decodeArray(of: Double.self)
        return weights
    }

    func decodeBytes(_ unarchiver: SequentialUnarchiver) throws -> [UInt8]? {
        let checksum = try unarchiver.decodeBytes()
        return checksum
    }

    func decodeData(_ unarchiver: SequentialUnarchiver) throws -> [UInt8]? {
        let photo = try unarchiver.decodeData()
        return photo
    }

    func decodeCString(_ unarchiver: SequentialUnarchiver) throws -> String? {
        let name = try unarchiver.decodeCString()?.text
        return name
    }

    func decodeSelector(_ unarchiver: SequentialUnarchiver) throws -> String? {
        let action = try unarchiver.decodeSelector()
        return action
    }

    func decodeClass(_ unarchiver: SequentialUnarchiver) throws -> String? {
        let name = try unarchiver.decodeClass()?.first?.name
        return name
    }

    func decodeString(_ unarchiver: SequentialUnarchiver) throws -> String {
        let name = try unarchiver.decodeString() ?? ""
        return name
    }

    func register2(_ registry: inout ClassRegistry) {
        registry.register(Person.self, Node.self)
    }

    func type(_ registry: ClassRegistry) {
        if registry.sequentialType(forClassName: "Person") == nil { print("no type reads persons") }
    }

    func register3(_ registry: inout ClassRegistry) {
        registry.register(Person.self, forClassName: "OldPerson")
    }

    func decodePropertyList(_ unarchiver: SequentialUnarchiver) throws -> PropertyList {
        let info = try unarchiver.decodePropertyList()
        return info
    }
}

/// Those of sequential archivers, which are run, too.
private struct ArchiverExamples {
    typealias Person = SequentialExamples.Person

    func newArchiver(_ person: Person) throws -> [UInt8] {
        let archiver = SequentialArchiver()
        try archiver.encodeRootObject(person)
        let bytes = archiver.encodedBytes
        return bytes
    }

    func archivedBytes(_ person: Person) throws -> [UInt8] {
        let bytes = try SequentialArchiver.archivedBytes(withRootObject: person)
        return bytes
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
        archiver.replace(draft, with: nil)
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

@Suite struct CoderExampleTests {
    private typealias Person = SequentialExamples.Person
    private typealias StoredPerson = SequentialExamples.StoredPerson

    private static func archive(_ encode: (SequentialArchiver) throws -> Void) throws -> [UInt8] {
        let archiver = SequentialArchiver()
        try encode(archiver)
        return archiver.encodedBytes
    }

    private static func reading(_ encode: (SequentialArchiver) throws -> Void) throws -> SequentialUnarchiver {
        try SequentialUnarchiver(forReadingFrom: archive(encode))
    }

    @Test func `the examples of opening and reading objects come to what they say`() throws {
        let examples = UnarchiverExamples()
        var runs = ExampleRuns()
        let stored = StoredPerson("Ada", 36)
        let bytes = try Self.archive { try $0.encodeRootObject(stored) }
        runs.expect("Ada") { try examples.initializer(bytes)?.name }
        runs.expect("Ada") { try examples.initializer2(bytes)?.name }
        runs.expect("Ada") { try examples.unarchivedObject(bytes)?.name }
        runs.expect("text") {
            try examples.unarchivedObject2(Self.archive { try $0.encodeRootObject(SequentialString("text")) })?.text
        }
        runs.expect(2) {
            try examples.isAtEnd(
                Self.reading {
                    try $0.encode(SequentialString("a"))
                    try $0.encode(nil)
                })
            return examples.output.take().count
        }
        runs.expect(["7"]) {
            let unarchiver = try Self.reading {
                try $0.encodeValue(Int32(7))
                try $0.encodeValue(Int64(8))
            }
            for _ in 1...2 { try examples.nextTypes(unarchiver) }
            return examples.output.take()
        }
        runs.expect(false) { try examples.version(SequentialUnarchiver(forReadingFrom: bytes)) }
        runs.expect("Ada") {
            let unarchiver = try Self.reading {
                $0.encodeClassName("Person", intoClassName: "OldPerson")
                try $0.encode(stored)
            }
            examples.decodeClassName(unarchiver)
            return try unarchiver.decodeObject(of: Person.self)?.name
        }
        runs.expect(true) {
            let unarchiver = try Self.reading {
                try $0.encode(stored)
                try $0.encode(stored)
            }
            let draft = try #require(try unarchiver.decodeObject(of: Person.self))
            examples.replaceObject(unarchiver, draft)
            return try unarchiver.decodeObject() == nil
        }
        runs.expect(1) {
            try examples.decodeObject(SequentialUnarchiver(forReadingFrom: bytes))
            return examples.output.take().count
        }
        runs.expect("Ada") { try examples.decodeObject2(SequentialUnarchiver(forReadingFrom: bytes))?.name }
        runs.expect(1) {
            try examples.object(SequentialUnarchiver(forReadingFrom: bytes))
            return examples.output.take().count { $0.hasPrefix("Optional(") }
        }
        try runs.expectAll(of: #filePath)
    }

    @Test func `the examples of reading values come to what they say`() throws {
        let examples = UnarchiverExamples()
        let archiverExamples = ArchiverExamples()
        var runs = ExampleRuns()
        runs.expect([1, 10]) {
            try examples.decodeValues(
                Self.reading { try $0.encodeValues(ofObjCTypes: "iI", [.integer(1), .unsignedInteger(10)]) }
            ).map { $0.integer(as: Int.self) }
        }
        runs.expect(36) { try examples.decodeValue(Self.reading { try archiverExamples.encodeValue($0) }) }
        runs.expect([0.5, 1.5, 2.5]) {
            try examples.decodeArray(Self.reading { try $0.encodeArray([0.5, 1.5, 2.5]) }).map(\.real)
        }
        runs.expect([0.5, 1.5]) { try examples.decodeArray2(Self.reading { try archiverExamples.encodeArray($0) }) }
        runs.expect([0.5, 1.5]) { try examples.decodeArray2(Self.reading { try archiverExamples.encodeArray2($0) }) }
        runs.expect([0xCA, 0xFE]) { try examples.decodeBytes(Self.reading { try archiverExamples.encodeBytes($0) }) }
        runs.expect([0xFF, 0xD8]) { try examples.decodeData(Self.reading { try archiverExamples.encodeData($0) }) }
        runs.expect("Ada") { try examples.decodeCString(Self.reading { try archiverExamples.encodeCString($0) }) }
        runs.expect("save:") { try examples.decodeSelector(Self.reading { try archiverExamples.encodeSelector($0) }) }
        runs.expect("Person") { try examples.decodeClass(Self.reading { try archiverExamples.encodeClass($0) }) }
        runs.expect("Ada") { try examples.decodeString(Self.reading { try archiverExamples.encodeString($0) }) }
        runs.expect(["name": "Ada", "tags": ["a", "b"]]) {
            try examples.decodePropertyList(Self.reading { try archiverExamples.encodePropertyList($0) })
        }
        try runs.expectAll(of: #filePath)
    }

    @Test func `the examples of registries come to what they say`() throws {
        let examples = UnarchiverExamples()
        var runs = ExampleRuns()
        func isPerson(_ registry: ClassRegistry, _ name: String) -> Bool {
            registry.sequentialType(forClassName: name) == Person.self
        }
        runs.expect([false, true, true]) {
            var registry = ClassRegistry()
            let hadName = isPerson(registry, "Person")
            examples.type(registry)
            guard examples.output.take() == ["no type reads persons"] else { return [] }
            examples.register2(&registry)
            examples.register3(&registry)
            return [hadName, isPerson(registry, "Person"), isPerson(registry, "OldPerson")]
        }
        try runs.expectAll(of: #filePath)
    }

    @Test func `the examples of writing come to what they say`() throws {
        let examples = ArchiverExamples()
        var runs = ExampleRuns()
        let person = try SequentialExamples.person()
        func name(_ bytes: [UInt8]) throws -> String? {
            try SequentialUnarchiver.unarchivedObject(of: Person.self, from: bytes)?.name
        }
        runs.expect("Ada") { try name(examples.newArchiver(person)) }
        runs.expect("Ada") { try name(examples.archivedBytes(person)) }
        runs.expect("Ada") { try name(Self.archive { try examples.encodeRootObject($0, person) }) }
        func contents(_ encode: @escaping (SequentialArchiver) throws -> Void) throws -> [String] {
            let archive = try SequentialArchive(SequentialArchiver.archivedBytes(withRootObject: Holder(encode)))
            return (archive.root?.values ?? []).map { archive.object($0)?.className ?? "\($0)" }
        }
        runs.expect(["Person"]) { try contents { try examples.encode($0, person) } }
        // A parent that isn't encoded otherwise is nil.
        runs.expect(["nil"]) { try contents { try examples.encodeConditionalObject($0, person) } }
        runs.expect(["Person", "Person"]) {
            try contents {
                try examples.encodeConditionalObject($0, person)
                try $0.encode(person)
            }
        }
        runs.expect(["nil"]) {
            try contents {
                examples.replaceObject($0, person)
                try $0.encode(person)
            }
        }
        runs.expect(["OldPerson"]) {
            try contents {
                examples.encodeClassName($0)
                try $0.encode(person)
            }
        }
        try runs.expectAll(of: #filePath)
    }

    /// A root object, which conditional references need, that encodes what a test does.
    private final class Holder: SequentialCodingable {
        static var codedClassName: String { "Holder" }
        let contents: (SequentialArchiver) throws -> Void

        init(_ contents: @escaping (SequentialArchiver) throws -> Void) { self.contents = contents }

        func encode(with archiver: SequentialArchiver) throws { try contents(archiver) }

        init(coder unarchiver: SequentialUnarchiver) throws {
            throw ArchiveError(.invalidObject, "a holder is only encoded")
        }
    }
}
