import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What examples print is not for the tests' output.
private func print(_ items: Any...) {}

/// The examples of the documentation comments of archives, documents and their values, which are run.
private struct ArchiveExamples {
    func archiveViewSubscript(_ archive: KeyedArchive) {
        let name = archive["root"]["name"].string
        _ = name
    }

    func archiveViewSubscript2(_ archive: KeyedArchive) {
        let last = archive["root.items"][-1]
        _ = last
    }

    func archiveViewSubscript3(_ archive: KeyedArchive) {
        let name = archive["root"][path: "friend.name"].string
        _ = name
    }

    func nestedArchive(_ archive: KeyedArchive) {
        let payload = archive["root.payload"].nestedArchive["root"]
        _ = payload
    }

    func require(_ archive: KeyedArchive) throws {
        let friend = try archive["root.friend"].require()
        _ = friend
    }

    func requireProperty(_ archive: KeyedArchive) throws {
        let name = try archive["root.name"].require(\.string)
        let age = try archive["root.age"].require(\.int)
        for item in try archive["root.items"].require(\.elements) { print(item.path) }
        _ = (name, age)
    }

    func fields(_ archive: KeyedArchive) {
        for (key, value) in archive["root"].fields ?? [] { print(key, value.className ?? "inline") }
    }

    func content(_ archive: KeyedArchive) {
        switch archive["root"].content {
        case .string(let text)?: print(text)
        case .list(let elements)?: print(elements.count, "elements")
        case .object(let fields)?: print(fields.map(\.key))
        default: break
        }
    }

    func propertyListDocumentSubscript(_ document: PropertyListDocument) {
        let columns = document["Window Settings.Basic.columns"].int
        _ = columns
    }

    func matches(_ document: PropertyListDocument) throws {
        let colors = try document.matches("**!**<NSColor>")
        _ = colors
    }

    func bytes(_ document: PropertyListDocument) throws {
        let xml = try document.bytes(format: .xml)
        _ = xml
    }

    func keyedArchiveInitializer(_ bytes: [UInt8]) throws {
        let archive = try KeyedArchive(bytes, limits: .untrusted)
        _ = archive
    }

    func archiveSource(_ bytes: [UInt8]) throws {
        struct Upload: ArchiveSource {
            var body: [UInt8]

            func archiveBytes() -> [UInt8] { body }
        }

        let archive = try KeyedArchive(Upload(body: bytes), limits: .untrusted)
        _ = archive
    }

    func topLevel(_ archive: KeyedArchive) throws {
        for field in try archive.topLevel() { print(field.key) }
    }

    func extraTopLevelValues(_ archive: KeyedArchive) throws {
        for field in try archive.extraTopLevelValues() { print(field.key, field.value) }
    }

    func record(_ archive: KeyedArchive, _ uid: UID) throws {
        if let record = try archive.record(at: uid) { print(record["name"] ?? "unnamed") }
    }

    func archivedClass(_ archive: KeyedArchive, _ uid: UID) throws {
        if let record = try archive.record(at: uid) { print(try archive.archivedClass(at: record.classUID).name) }
    }

    func byteOffset(_ archive: KeyedArchive, _ uid: UID) {
        if let offset = archive.byteOffset(of: uid) { print("object \(uid) starts at byte \(offset)") }
    }

    func archiveEntrySubscript(_ record: ArchivedRecord) {
        if case .uid(let friend)? = record["friend"] { print(friend) }
    }

    func archivedObjectSubscript(_ window: ArchivedObject) {
        window["title"] = .object("Untitled")
    }

    func archivedObjectInitializer() {
        let note = ArchivedObject(ArchivedClass(name: "Note", hierarchy: ["Note", "NSObject"]))
        note["title"] = .object("Untitled")
    }

    func arrayInitializer() {
        let list = ArchivedArray(["Ada", Int64(36)], isMutable: true)
        list.elements.append(list)
    }

    func dictionaryInitializer() {
        let options = ArchivedDictionary([(key: "volume", value: 0.5), (key: 7, value: "seven")])
        _ = options
    }

    func dictionarySubscript(_ options: ArchivedDictionary) {
        let volume = options["volume"] as? Double
        _ = volume
    }

    func setInitializer() {
        let tags = ArchivedSet(["draft", Int64(1)])
        _ = tags
    }

    func mutableArchivedString(_ archiver: KeyedArchiver) throws {
        try archiver.encode(MutableArchivedString("draft"), forKey: "text")
    }

    func constantString(_ archiver: KeyedArchiver) throws {
        try archiver.encode(ConstantString("NSFont"), forKey: "attribute")
    }

    func archivedDate(_ archiver: KeyedArchiver) throws {
        try archiver.encode(ArchivedDate(timeIntervalSinceReferenceDate: 86_400), forKey: "opened")
    }

    func archivedData(_ archiver: KeyedArchiver) throws {
        try archiver.encode(ArchivedData([0xCA, 0xFE]), forKey: "payload")
    }
}

@Suite struct ArchiveExampleTests {
    /// An object with all that the examples look at.
    static func archive() throws -> KeyedArchive {
        let root: PropertyList = [
            "name": .uid(3), "age": 36, "height": 1.75, "isAdmin": true, "born": .uid(6), "photo": .data([1]),
            "payload": .data(try SmallArchive("Ada").bytes()), "friend": .uid(4), "items": .uid(8), "options": .uid(10),
            "$class": .uid(2),
        ]
        return try KeyedArchive(
            SmallArchive(
                root, .classRecord("Person", "NSObject"), "Ada",
                ["name": .uid(3), "scores": .uid(5), "$class": .uid(2)], ["NS.objects": [.uid(12)], "$class": .uid(9)],
                ["NS.time": 0.5, "$class": .uid(7)], .classRecord("NSDate", "NSObject"),
                ["NS.objects": [.uid(4), .uid(4), .uid(4)], "$class": .uid(9)], .classRecord("NSArray", "NSObject"),
                ["NS.keys": [.uid(3)], "NS.objects": [.uid(12)], "$class": .uid(11)],
                .classRecord("NSDictionary", "NSObject"), 7
            ).bytes())
    }

    @Test func `the examples of archives and their values run`() throws {
        let examples = ArchiveExamples()
        let archive = try Self.archive()
        let record = try #require(try archive.record(at: 1))
        let list = try BinaryPropertyListWriter().write(["Window Settings": ["Basic": ["columns": 80]]])
        let document = try PropertyListDocument(list)
        let window = ArchivedObject(ArchivedClass(name: "Window"))
        let options = ArchivedDictionary([(key: "volume", value: 0.5)])
        var runs = ExampleRuns()
        examples.archiveViewSubscript(archive)
        examples.archiveViewSubscript2(archive)
        examples.archiveViewSubscript3(archive)
        examples.nestedArchive(archive)
        runs.run { try examples.require(archive) }
        runs.run { try examples.requireProperty(archive) }
        examples.fields(archive)
        examples.content(archive)
        examples.propertyListDocumentSubscript(document)
        runs.run { try examples.matches(document) }
        runs.run { try examples.bytes(document) }
        runs.run { try examples.keyedArchiveInitializer(archive.bytes()) }
        runs.run { try examples.archiveSource(archive.bytes()) }
        runs.run { try examples.topLevel(archive) }
        runs.run { try examples.extraTopLevelValues(archive) }
        runs.run { try examples.record(archive, 1) }
        runs.run { try examples.archivedClass(archive, 1) }
        examples.byteOffset(archive, 1)
        examples.archiveEntrySubscript(record)
        examples.archivedObjectSubscript(window)
        examples.archivedObjectInitializer()
        examples.arrayInitializer()
        examples.dictionaryInitializer()
        examples.dictionarySubscript(options)
        examples.setInitializer()
        runs.run { try examples.mutableArchivedString(KeyedArchiver()) }
        runs.run { try examples.constantString(KeyedArchiver()) }
        runs.run { try examples.archivedDate(KeyedArchiver()) }
        runs.run { try examples.archivedData(KeyedArchiver()) }
        try runs.expectAll(of: #filePath)
    }
}
