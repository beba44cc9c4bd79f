import PropertyLists
import SequentialArchives
import TestSupport
import Testing

/// The examples of the documentation comments of sequential archives, which are run.
private struct ArchiveExamples: PrintingExamples {
    let output = ExampleOutput()

    func initializer(_ bytes: [UInt8]) throws -> SequentialArchive {
        let archive = try SequentialArchive(bytes, limits: .untrusted)
        return archive
    }

    func objects(_ archive: SequentialArchive) {
        for person in archive.objects(ofClass: "Person") { print(person.groups.map(\.types)) }
    }

    func object(_ archive: SequentialArchive) {
        if let object = archive.object(SequentialReference(3)) { print(object.className) }
    }

    func object2(_ archive: SequentialArchive) {
        for value in archive.groups.flatMap(\.values) { print(archive.object(value)?.className ?? "no object") }
    }

    func classRecord(_ archive: SequentialArchive, _ object: SequentialObject) {
        if let reference = object.classReference { print(archive.classRecord(reference)?.version ?? 0) }
    }

    func cString(_ archive: SequentialArchive) {
        if case .cString(let name)? = archive.groups.first?.values.first { print(archive.cString(name) ?? []) }
    }

    func version(_ archive: SequentialArchive) -> Bool {
        let isOld = archive.version(forClassName: "Person") == 0
        return isOld
    }

    func canonicalText(_ archive: SequentialArchive, _ other: SequentialArchive) throws -> Bool {
        let isSame = try archive.canonicalText() == other.canonicalText()
        return isSame
    }

    func initializer2() throws -> [UInt8] {
        var archive = SequentialArchive(header: .default)
        try archive.setGroups([SequentialGroup(types: "i", values: [.integer(36)])])
        let bytes = archive.bytes()
        return bytes
    }

    func setGroups(_ archive: inout SequentialArchive) throws {
        try archive.setGroups([SequentialGroup(types: "iI", values: [.integer(1), .unsignedInteger(10)])])
    }

    func setGroups2(
        _ archive: inout SequentialArchive,
        _ friend: SequentialReference,
        _ person: SequentialReference
    ) throws {
        try archive.setGroups([SequentialGroup(types: "@", values: [.object(friend)])], of: person)
    }

    func addObject(_ archive: inout SequentialArchive, _ personClass: SequentialReference) throws {
        let person = try archive.addObject(ofClass: personClass)
        try archive.setGroups([SequentialGroup(types: "@", values: [.object(person)])])
    }

    func addClass(_ archive: inout SequentialArchive) throws -> SequentialReference {
        let root = try archive.addClass(name: "NSObject", superclass: nil)
        let personClass = try archive.addClass(name: "Person", version: 1, superclass: root)
        return personClass
    }

    func addCString(_ archive: inout SequentialArchive) throws {
        let name = try archive.addCString(Array("Ada".utf8))
        try archive.setGroups([SequentialGroup(types: "*", values: [.cString(name)])])
    }

    func renameClass(_ archive: inout SequentialArchive) throws {
        for record in archive.classes where record.name == "OldPerson" {
            try archive.renameClass(record.reference, to: "Person", version: 1)
        }
    }

    func encoded(_ archive: inout SequentialArchive) -> [UInt8] {
        archive.header.byteOrder = .big
        let bytes = archive.bytes()
        return bytes
    }
}

@Suite struct ArchiveExampleTests {
    private typealias StoredPerson = SequentialExamples.StoredPerson

    private static func archive() throws -> SequentialArchive {
        try SequentialArchive(SequentialArchiver.archivedBytes(withRootObject: StoredPerson("Ada", 36)))
    }

    /// The groups of an archive, after it was written and read.
    private static func groups(of archive: SequentialArchive) throws -> [String] {
        try SequentialArchive(archive.bytes()).groups.map(\.description)
    }

    @Test func `the examples of reading archives come to what they say`() throws {
        let examples = ArchiveExamples()
        var runs = ExampleRuns()
        let archive = try Self.archive()
        let person = try #require(archive.root)
        runs.expect("Person") { try examples.initializer(archive.bytes()).root?.className }
        runs.expect([#"["@", "i", "@"]"#]) {
            examples.objects(archive)
            return examples.output.take()
        }
        runs.expect(["NSString"]) {
            examples.object(archive)
            return examples.output.take()
        }
        runs.expect(["Person"]) {
            examples.object2(archive)
            return examples.output.take()
        }
        runs.expect(["1"]) {
            examples.classRecord(archive, person)
            return examples.output.take()
        }
        runs.expect(["[65, 100, 97]"]) {
            let archiver = SequentialArchiver()
            try archiver.encodeCString(CodedCString("Ada"))
            examples.cString(try SequentialArchive(archiver.encodedBytes))
            return examples.output.take()
        }
        runs.expect(false) { examples.version(archive) }
        runs.expect(true) { try examples.canonicalText(archive, archive) }
        runs.expect(false) { try examples.canonicalText(archive, SequentialArchive(header: .default)) }
        try runs.expectAll(of: #filePath)
    }

    @Test func `the examples of changing archives come to what they say`() throws {
        let examples = ArchiveExamples()
        var runs = ExampleRuns()
        let archive = try Self.archive()
        let person = try #require(archive.root)
        let friend = try #require(archive.objects(ofClass: "NSString").first)
        runs.expect([36] as [Int64]) {
            try SequentialArchive(examples.initializer2()).groups.flatMap(\.values).compactMap {
                if case .integer(let age) = $0 { age } else { nil }
            }
        }
        runs.expect(["iI(1, 10)"]) {
            var edited = archive
            try examples.setGroups(&edited)
            return try Self.groups(of: edited)
        }
        runs.expect(["NSString"]) {
            var edited = archive
            try examples.setGroups2(&edited, friend.reference, person.reference)
            return try SequentialArchive(edited.bytes()).root?.values.compactMap { edited.object($0)?.className }
        }
        runs.expect(["Person"]) {
            var edited = archive
            try examples.addObject(&edited, #require(person.classReference))
            let written = try SequentialArchive(edited.bytes())
            return written.root.flatMap { $0.groups.isEmpty ? [$0.className] : nil }
        }
        runs.expect(["Person:1", "NSObject:0"]) {
            var edited = SequentialArchive(header: .default)
            let person = try edited.addObject(ofClass: examples.addClass(&edited))
            try edited.setGroups([SequentialGroup(types: "@", values: [.object(person)])])
            return try SequentialArchive(edited.bytes()).root?.classes.map(\.description)
        }
        runs.expect(Array("Ada".utf8)) {
            var edited = archive
            try examples.addCString(&edited)
            let written = try SequentialArchive(edited.bytes())
            guard case .cString(let name)? = written.groups.first?.values.first else { return nil }
            return written.cString(name)
        }
        runs.expect(["Person:1", "NSObject:0"]) {
            let archiver = SequentialArchiver()
            archiver.encodeClassName("Person", intoClassName: "OldPerson")
            try archiver.encodeRootObject(StoredPerson("Ada", 36))
            var edited = try SequentialArchive(archiver.encodedBytes)
            #expect(edited.root?.className == "OldPerson")
            try examples.renameClass(&edited)
            return try SequentialArchive(edited.bytes()).root?.classes.map(\.description)
        }
        runs.expect("big") {
            var edited = archive
            return try SequentialArchive(examples.encoded(&edited)).header.byteOrder.rawValue
        }
        try runs.expectAll(of: #filePath)
    }
}
