import PropertyLists
import SequentialArchives

/// The examples of the documentation comments of sequential archives, so that they compile; they aren't run.
private struct ArchiveExamples {
    func initializer(_ bytes: [UInt8]) throws {
        let archive = try SequentialArchive(bytes, limits: .untrusted)
        _ = archive
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

    func version(_ archive: SequentialArchive) {
        let isOld = archive.version(forClassName: "Person") == 0
        _ = isOld
    }

    func canonicalText(_ archive: SequentialArchive, _ other: SequentialArchive) throws {
        let isSame = try archive.canonicalText() == other.canonicalText()
        _ = isSame
    }

    func initializer2() throws {
        var archive = SequentialArchive(header: .default)
        try archive.setGroups([SequentialGroup(types: "i", values: [.integer(36)])])
        let bytes = archive.encoded()
        _ = bytes
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

    func addClass(_ archive: inout SequentialArchive) throws {
        let root = try archive.addClass(name: "NSObject", superclass: nil)
        let personClass = try archive.addClass(name: "Person", version: 1, superclass: root)
        _ = personClass
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

    func encoded(_ archive: inout SequentialArchive) {
        archive.header.byteOrder = .big
        let bytes = archive.encoded()
        _ = bytes
    }
}
