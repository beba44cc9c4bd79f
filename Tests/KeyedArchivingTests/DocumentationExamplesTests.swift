import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// The examples of the documentation comments, so that they compile.
///
/// They are compiled, not run: what they decode isn't there. Blocks with an ellipsis leave something out and are not
/// here.
private struct Examples {
    final class Person: Codingable {
        static var codedClassName: String { "Person" }
        var name: String
        var friend: Person?

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(name, forKey: "name")
            try archiver.encode(friend, forKey: "friend")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            name = try unarchiver.decode(String.self, forKey: "name")
            try unarchiver.register(self)  // a friend may refer back to this person
            friend = try unarchiver.decodeObject(of: Person.self, forKey: "friend")
        }
    }

    class Pet: CodedObject {}

    final class Dog: Pet {
        override class var codedClassName: String { "Dog" }
    }

    final class Cat: Pet {
        override class var codedClassName: String { "Cat" }
    }

    struct Secret: Codingable {
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    final class Signal: Codingable {
        let samples: [Double]

        func encode(with archiver: KeyedArchiver) throws {}

        required init(coder unarchiver: KeyedUnarchiver) throws {
            let packed = try unarchiver.decodeBytes(forKey: "samples") ?? []
            try unarchiver.charge(8 * packed.count)
            samples = packed.map { Double($0) / 255 }
        }
    }

    enum Cycles {
        final class Node: Codingable {
            var name: String
            var children: [Node]

            func encode(with archiver: KeyedArchiver) throws {}

            required init(coder unarchiver: KeyedUnarchiver) throws {
                name = try unarchiver.decode(String.self, forKey: "name")
                children = []
                try unarchiver.register(self)
                children = try unarchiver.decode([Node].self, forKey: "children")
            }
        }
    }

    enum Phases {
        final class Node: TwoPhaseCodingable {
            var next: Node?
            init() {}

            func encode(with archiver: KeyedArchiver) throws {
                try archiver.encode(next, forKey: "next")
            }

            func decode(with unarchiver: KeyedUnarchiver) throws {
                next = try unarchiver.decodeObject(of: Node.self, forKey: "next")
            }
        }

        final class Link {
            var next: Link?

            deinit {
                var rest = next.take()
                while isKnownUniquelyReferenced(&rest) { rest = rest?.next.take() }
            }
        }
    }

    func unarchivedObjects(_ bytes: [UInt8]) throws {
        let person = try KeyedUnarchiver.unarchivedObject(of: Person.self, from: bytes)
        let owner = try KeyedUnarchiver.unarchivedObject(of: Person.self, from: bytes, forKey: "owner")
        let object = try KeyedUnarchiver.unarchivedGraph(from: bytes)
        _ = (person, owner, object)
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

    func decodeAny(_ unarchiver: KeyedUnarchiver) throws {
        let info = try unarchiver.decodeAny(of: [Person.self], forKey: "info") as? [String: Any]
        _ = info
    }

    func archivePath(_ archive: KeyedArchive) throws {
        let path = try ArchivePath("root.items[2].name")
        let located = try archive.value(at: path)
        _ = (path, located)
    }

    func archivedObject(_ unarchiver: KeyedUnarchiver) throws {
        unarchiver.keepsUnknownClasses = true
        if let window = try unarchiver.decodeObject(forKey: "window") as? ArchivedObject {
            window["title"] = .object("Untitled")
        }
    }

    func encodeTopLevelFields(_ archiver: KeyedArchiver, _ unarchiver: KeyedUnarchiver) throws {
        try archiver.encodeTopLevelFields(unarchiver.decodeTopLevelFields())
    }

    func decodeTopLevelFields(_ unarchiver: KeyedUnarchiver) throws {
        for field in try unarchiver.decodeTopLevelFields() { print(field.key) }
    }

    func archivedClass() {
        let person = ArchivedClass(name: "Person", hierarchy: ["Person", "NSObject"])
        _ = person
    }

    func elements(_ archive: KeyedArchive, _ uid: UID) throws {
        if case .object(let list) = try archive.entry(at: uid), let elements = archive.elements(of: list) {
            print(elements.count)
        }
    }

    func pairs(_ archive: KeyedArchive, _ record: ArchivedRecord) {
        for (key, value) in archive.pairs(of: record) ?? [] { print(key, value) }
    }

    func setValue(_ archive: inout KeyedArchive, _ uid: UID) throws {
        try archive.setValue("Ada", forKey: "name", ofObjectAt: uid)
        let changed = try archive.bytes()
        _ = changed
    }

    func removeValue(_ archive: inout KeyedArchive, _ uid: UID) throws {
        try archive.removeValue(forKey: "draft", ofObjectAt: uid)
    }

    func setTopLevelValue(_ archive: inout KeyedArchive) throws {
        try archive.setTopLevelValue(.integer(2), forKey: "version")
    }

    func removeTopLevelValue(_ archive: inout KeyedArchive) throws {
        try archive.removeTopLevelValue(forKey: "version")
    }

    func uid(_ archive: inout KeyedArchive) throws {
        let point = try archive.uid(of: ArchivedClass(name: "Point", hierarchy: ["Point", "NSObject"]))
        let origin = archive.add(.object(ArchivedRecord(classUID: point, fields: [ArchivedField("x", .integer(0))])))
        _ = (point, origin)
    }

    func editByPath(_ archive: inout KeyedArchive) throws {
        try archive.set(.integer(7), at: "root.friend.age")
        try archive.set("Grace", at: "root.friend.name")
        try archive.setEncodable(["volume": 0.5], at: "root.settings")
        try archive.remove(at: "root.items[-1]")
        try archive.append(.date(0), to: "root.visits")
        try archive.append("Grace", to: "root.friends")
        try archive.appendEncodable(["volume": 0.5], to: "root.presets")
        try archive.insertEncodable(["volume": 0.5], at: "root.presets[0]")
        try archive.insert(.date(0), at: "root.visits[0]")
        try archive.insert("Grace", at: "root.friends[0]")
        try archive.move(from: "root.items[0]", to: "root.archive[0]")
    }

    func propertyListDocument(_ bytes: [UInt8]) throws {
        var theme = try PropertyListDocument(bytes)
        print(theme["Window Settings.Basic.TextColor!.NSRGB"].bytes ?? [])
        try theme.set("Menlo", at: "Window Settings.Basic.Font!.NSName")
        let changed = try theme.bytes()
        _ = changed
    }

    func replaceEntry(_ archive: inout KeyedArchive, _ uid: UID) throws {
        try archive.replaceEntry(at: uid, with: .value("Grace"))
    }

    func layout(_ archive: KeyedArchive) {
        let archiver = KeyedArchiver(layout: archive.layout)
        _ = archiver
    }

    func nestedArchive(_ archive: KeyedArchive, _ payload: [UInt8]) throws {
        if let inner = try archive.nestedArchive(in: payload) { print(inner.objectCount) }
    }

    func archiveView(_ archive: KeyedArchive) throws {
        let friend = archive["root.friend"]
        print(friend["name"].string ?? "nobody", friend["scores"][-1].double ?? 0)
        let name = try archive["root.friend.name"].requireString()
        _ = name
    }

    func archiveViewContents(_ archive: KeyedArchive) throws {
        print(archive["root.items[0].name"].string ?? "nothing")
        for item in try archive["root.items"].requireElements() { print(item["name"].string ?? "") }
        for (key, value) in archive["root.options"].entries ?? [] { print(key.string ?? "", value.int ?? 0) }
        for color in try archive.matches("root.**<NSColor>") { print(color.path) }
        if case .uid(let root)? = archive.topLevelValue(forKey: "root") { print(root) }
    }

    func propertyListSubscript() {
        let list: PropertyList = ["name": "Ada", "scores": [1, 2.5]]
        print(list["name"]?.stringValue ?? "", list["scores"]?[1]?.doubleValue ?? 0)
    }

    func value(_ archive: KeyedArchive) throws {
        let located = try archive.value(at: ArchivePath("root.items[0]"))
        _ = located
    }

    func sharedUIDs(_ archive: KeyedArchive) {
        for uid in archive.sharedUIDs().sorted() { print(uid) }
    }

    func bytes(_ archive: KeyedArchive) throws {
        let xml = try archive.bytes(format: .xml)
        _ = xml
    }

    func foundationValue(_ archive: KeyedArchive, _ uid: UID) throws {
        if case .object(let record) = try archive.entry(at: uid) {
            let archivedClass = try archive.archivedClass(at: record.classUID)
            if case .date(let seconds)? = archive.foundationValue(of: record, ofClass: archivedClass)?.content {
                print(seconds)
            }
        }
    }

    func foundationValueCache(_ archive: KeyedArchive, _ first: UID, _ second: UID) throws {
        var cache = FoundationValueCache()
        var budget = archive.budget
        for uid in [first, second] {
            guard case .object(let record) = try cache.entry(at: uid, of: archive, charging: &budget) else { continue }
            let archivedClass = try archive.archivedClass(at: record.classUID)
            print(
                try archive.foundationValue(of: record, ofClass: archivedClass, caching: &cache, charging: &budget)
                    as Any)
        }
    }

    func problems(_ archive: KeyedArchive) {
        for problem in archive.problems(strict: true) { print(problem) }
    }

    func archiveLayout(_ person: Person) throws {
        let archiver = KeyedArchiver(layout: .macOS10_14)
        try archiver.encode(person, forKey: "person")
        _ = archiver
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

    func keyedArchiverDelegate(_ archiver: KeyedArchiver) {
        final class Redactor: KeyedArchiverDelegate {
            func archiver(_ archiver: KeyedArchiver, willEncode object: any Codingable) throws -> (any Codingable)? {
                object is Secret ? nil : object
            }
        }
    }

    func encodeEncodable(_ archiver: KeyedArchiver) throws {
        try archiver.encodeEncodable(["volume": 0.5], forKey: "settings")
    }

    func unkeyedEncodeEncodable(_ archiver: KeyedArchiver) throws {
        try archiver.encodeEncodable(["volume": 0.5])
    }

    func encodePropertyList(_ archiver: KeyedArchiver) throws {
        try archiver.encodePropertyList(["name": "Ada", "age": 36], forKey: "info")
    }

    func decodeTopLevelDecodable(_ unarchiver: KeyedUnarchiver) throws {
        let settings = try unarchiver.decodeTopLevelDecodable([String: Double].self, forKey: "settings")
        _ = settings
    }

    func decodePropertyList(_ unarchiver: KeyedUnarchiver) throws {
        let info = try unarchiver.decodePropertyList(forKey: "info")
        _ = info
    }

    func archiveError(_ bytes: [UInt8]) {
        do {
            _ = try KeyedArchive(bytes)
        } catch {
            print(error.code, error.reason, error.remedy ?? "")
        }
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

    func decodeInteger(_ unarchiver: KeyedUnarchiver) throws {
        let count = try unarchiver.decodeInteger(forKey: "count")
        _ = count
    }

    func decodeBytes(_ unarchiver: KeyedUnarchiver) throws {
        let checksum = try unarchiver.decodeBytes(forKey: "checksum") ?? []
        _ = checksum
    }

    func decodeObject(_ unarchiver: KeyedUnarchiver) throws {
        let pet = try unarchiver.decodeObject(of: [Dog.self, Cat.self], forKey: "pet")
        _ = pet
    }

    func decodeObject2(_ unarchiver: KeyedUnarchiver) throws {
        let owner = try unarchiver.decodeObject(of: Person.self, forKey: "owner")
        _ = owner
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

    func decodeTopLevelObject(_ unarchiver: KeyedUnarchiver) throws {
        let person = try unarchiver.decodeTopLevelObject(of: Person.self, forKey: "person")
        _ = person
    }

    func decodeObject3(_ unarchiver: KeyedUnarchiver) throws {
        let first = try unarchiver.decodeObject(of: String.self)
        let second = try unarchiver.decodeObject(of: String.self)
        _ = (first, second)
    }

    func decodeValue(_ unarchiver: KeyedUnarchiver) throws {
        let length = try unarchiver.decodeValue(Double.self)
        _ = length
    }

    func decodeArray(_ unarchiver: KeyedUnarchiver) throws {
        let weights = try unarchiver.decodeArray(ofType: Double.self, forKey: "weights")
        _ = weights
    }

    func keyedUnarchiverDelegate(_ unarchiver: KeyedUnarchiver) {
        final class Migration: KeyedUnarchiverDelegate {
            func unarchiver(
                _ unarchiver: KeyedUnarchiver,
                cannotDecodeObjectOfClassName name: String,
                originalClasses: [String]
            ) -> (any Codingable.Type)? {
                name == "OldPerson" ? Person.self : nil
            }
        }
    }

    func failWithError(_ unarchiver: KeyedUnarchiver, _ age: Int) throws {
        guard age >= 0 else {
            try unarchiver.failWithError(ArchiveError(.invalidValue, "the age is negative"))
            return
        }
    }

    func limits(_ bytes: [UInt8]) throws {
        var limits = Limits.untrusted
        limits.depth = 100
        let list = try BinaryPropertyListReader(bytes, limits: limits).tree()
        _ = (limits, list)
    }

    func propertyList() {
        let list: PropertyList = ["name": "Ada", "scores": [1, 2.5], "isDraft": false]
        if case .dictionary(let fields) = list, case .string(let name)? = fields["name"] { print(name.repaired) }
        _ = list
    }

    func binaryPropertyListReader(_ bytes: [UInt8]) throws {
        let tree = try BinaryPropertyListReader(bytes).tree()
        _ = tree
    }

    func binaryPropertyListWriter() throws {
        let bytes = try BinaryPropertyListWriter().write(["name": "Ada"])
        _ = bytes
    }

    func xMLPropertyListReader(_ bytes: [UInt8]) throws {
        let tree = try XMLPropertyListReader().read(bytes)
        _ = tree
    }

    func xMLPropertyListWriter() throws {
        let bytes = try XMLPropertyListWriter().write(["name": "Ada"])
        _ = bytes
    }

    func keyedArchive(_ bytes: [UInt8]) throws {
        let archive = try KeyedArchive(bytes)
        print(archive["root.friend.name"].string ?? "nobody")
        _ = archive
    }

    func entries(_ archive: KeyedArchive) throws {
        var budget = archive.budget
        for number in 0..<archive.objectCount {
            print(try archive.entry(at: UID(UInt64(number)), charging: &budget))
        }
        _ = budget
    }

    func keyedUnarchiver(_ bytes: [UInt8]) throws {
        let person = try KeyedUnarchiver.unarchivedObject(of: Person.self, from: bytes)
        _ = person
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

    func registry() {
        var registry = ClassRegistry.standard
        registry.register(Dog.self)
        registry.register(Cat.self, forClassName: "OldApp.Cat")
        registry.renameModule("OldApp", to: "NewApp")
        _ = registry
    }

    func keyedArchiver(_ person: Person) throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: person)
        _ = bytes
    }

    func budget(_ bytes: [UInt8], _ count: Int, _ position: Int) throws {
        var budget = Budget(inputSize: bytes.count, limits: .untrusted)
        try budget.allocateContainer(of: count, at: position)
        _ = budget
    }

    struct Page: Codingable {
        static let known: [String: Page] = [:]
        let name: String
        let isDraft: Bool

        func encode(with archiver: KeyedArchiver) throws {}

        init(coder unarchiver: KeyedUnarchiver) throws {
            name = try unarchiver.decode(String.self, forKey: "name")
            isDraft = false
        }

        func replacementObject(for archiver: KeyedArchiver) throws -> (any Codingable)? {
            isDraft ? nil : self
        }

        func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? {
            Self.known[name] ?? self
        }
    }

    func analysis(_ archive: KeyedArchive, _ old: KeyedArchive, _ bytes: [UInt8]) throws {
        func summary() throws {
            for summary in try archive.classSummary {
                print(summary.archivedClass.name, summary.objectCount)
                for key in summary.keys { print("  ", key.key, key.count, key.kinds.map(\.kind)) }
            }
        }
        func audit() throws {
            let audit = try archive.audit()
            print(audit.cycleCount, audit.amplification, audit.unreachableCount, audit.requiredLimits.depth)
        }
        func difference() throws {
            let difference = try archive.difference(from: old)
            for change in difference.changes { print(change) }
        }
        func salvage() throws {
            let salvaged = try KeyedArchive.salvage(Array(bytes.dropLast(1000)))
            print(salvaged.intactCount, salvaged.losses.count, salvaged.damages)
            let root = salvaged.archive["root"]
            _ = root
        }
    }

    func openStep() throws {
        let settings = try OpenStepPropertyListReader().read(Array("{ name = Ada; tags = (a, \"b c\"); }".utf8))
        let text = try OpenStepPropertyListWriter(dialect: .gnuStep).write(["name": "Ada", "age": 36])
        _ = (settings, text)
    }

    func topLevel(_ archive: KeyedArchive) throws {
        for field in try archive.topLevel() { print(field.key) }
    }

    func entry(_ archive: KeyedArchive, _ uid: UID) throws {
        switch try archive.entry(at: uid) {
        case .object(let record): print(record.fields.count)
        case .value(let value): print(value)
        case .classRecord(let archivedClass): print(archivedClass.name)
        case .null: print("nil")
        }
    }

    func objects(_ bytes: [UInt8]) throws {
        let reader = try BinaryPropertyListReader(bytes)
        for index in reader.objectIndices {
            print(index, try reader.object(at: index))
        }
    }

    final class Pair: Codingable {
        static var codedClassName: String { "Pair" }
        var owner: Person?

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(owner, forKey: "owner")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            try unarchiver.decodeObject(of: Person.self, forKey: "owner", onceAvailable: { self.owner = $0 })
        }
    }

    func uids(_ archive: KeyedArchive) throws {
        for uid in try archive.uids(ofClass: "Person") { print(uid) }
    }

    func classNames(_ archiver: KeyedArchiver, _ unarchiver: KeyedUnarchiver) {
        archiver.setClassName("OldPerson", for: Person.self)
        unarchiver.setClass(Person.self, forClassName: "OldPerson")
    }

    func anyObject(_ unarchiver: KeyedUnarchiver) throws {
        try unarchiver.disableSecureCoding()
        let object = try unarchiver.decodeObject(forKey: "root")
        _ = object
    }

    struct Note: Codable {
        let title: String
        let tags: [String]
    }

    func decodedNote(_ bytes: [UInt8]) throws {
        struct Note: Decodable {
            let title: String
            let tags: [String]
        }
        let note = try KeyedArchiveDecoder().decode(Note.self, from: bytes)
        _ = note
    }

    final class Layer: SharedDecodable {
        let name: String
    }

    func expectedNames() {
        var decoder = KeyedArchiveDecoder()
        decoder.expectClassNames(["Note", "OldNote"], for: Note.self)
    }

    func place(_ bytes: [UInt8]) throws {
        let title = try KeyedArchiveDecoder().decode(String.self, from: bytes, at: "root.notes[0].title")
        _ = title
    }

    func decodedView(_ archive: KeyedArchive) throws {
        let title = try archive["root.notes[0].title"].decode(String.self)
        _ = title
    }

    func openedArchive(_ bytes: [UInt8]) throws {
        let archive = try KeyedArchive(bytes)
        let note = try KeyedArchiveDecoder().decode(Note.self, from: archive)
        _ = note
    }

    func encodedNote(_ note: Note) throws -> [UInt8] {
        let bytes = try KeyedArchiveEncoder().encode(note)
        return bytes
    }

    func namedNote() {
        var encoder = KeyedArchiveEncoder()
        encoder.setClassName("Note", for: Note.self)
    }

    func optionalFields(_ unarchiver: KeyedUnarchiver) throws {
        let nickname = try unarchiver.decodeIfPresent(String.self, forKey: "nickname")
        _ = nickname
    }
}

private struct Celsius: Codable, Codingable {
    func encode(with archiver: KeyedArchiver) throws {}
    init(coder unarchiver: KeyedUnarchiver) throws {}
}

extension Celsius: CodedAsObject {}

@Suite struct DocumentationExamplesTests {
    @Test func `every example of a documentation comment is one that compiles`() throws {
        let missing = try DocumentationExamples.missing(of: "PropertyLists", "KeyedArchiving", compiledIn: #filePath)
        #expect(missing.examples == [])
        #expect(missing.count >= 50)
    }
}
