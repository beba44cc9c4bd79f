import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What examples print is not for the tests' output.
private func print(_ items: Any...) {}

/// The examples of the documentation comments of opening an archive and looking at what is in it, which are run.
private struct EntryExamples {
    func archivePath(_ archive: KeyedArchive) throws {
        let path = try ArchivePath("root.items[2].name")
        let located = try archive.value(at: path)
        _ = (path, located)
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
        let name = try archive["root.friend.name"].require(\.string)
        _ = name
    }

    func archiveViewContents(_ archive: KeyedArchive) throws {
        print(archive["root.items[0].name"].string ?? "nothing")
        for item in try archive["root.items"].require(\.elements) { print(item["name"].string ?? "") }
        for (key, value) in archive["root.options"].entries ?? [] { print(key.string ?? "", value.int ?? 0) }
        for color in try archive.matches("root.**<NSColor>") { print(color.path) }
        if case .uid(let root)? = archive.topLevelValue(forKey: "root") { print(root) }
    }

    func value(_ archive: KeyedArchive) throws {
        let located = try archive.value(at: ArchivePath("root.items[0]"))
        _ = located
    }

    func sharedUIDs(_ archive: KeyedArchive) throws {
        for uid in try archive.sharedUIDs().sorted() { print(uid) }
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

    func problems(_ archive: KeyedArchive) {
        for problem in archive.problems(strict: true) { print(problem) }
    }

    func oddities(_ archive: KeyedArchive) {
        for oddity in archive.oddities { print(oddity) }
    }

    func archiveError(_ bytes: [UInt8]) {
        do {
            _ = try BinaryPropertyListReader(bytes).tree()
        } catch {
            print(error.code, error.reason, error.remedy ?? "")
        }
    }

    func keyedArchive(_ bytes: [UInt8]) throws {
        let archive = try KeyedArchive(bytes)
        print(archive["root.friend.name"].string ?? "nobody")
        _ = archive
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
        for example in [summary, audit, difference, salvage] { try example() }
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

    func uids(_ archive: KeyedArchive) throws {
        for uid in try archive.uids(ofClass: "Person") { print(uid) }
    }
}

@Suite struct EntryExampleTests {
    @Test func `the examples of looking at archives run`() throws {
        let examples = EntryExamples()
        let archive = try ArchiveExampleTests.archive()
        let bytes = try archive.bytes()
        let record = try #require(try archive.record(at: 10))
        var runs = ExampleRuns()
        runs.run { try examples.archivePath(archive) }
        examples.archivedClass()
        runs.run { try examples.elements(archive, 8) }
        examples.pairs(archive, record)
        examples.layout(archive)
        runs.run { try examples.nestedArchive(archive, bytes) }
        runs.run { try examples.archiveView(archive) }
        runs.run { try examples.archiveViewContents(archive) }
        runs.run { try examples.value(archive) }
        runs.run { try examples.sharedUIDs(archive) }
        runs.run { try examples.bytes(archive) }
        runs.run { try examples.foundationValue(archive, 6) }
        examples.problems(archive)
        examples.oddities(archive)
        examples.archiveError(Array("no list".utf8))
        runs.run { try examples.keyedArchive(bytes) }
        runs.run { try examples.analysis(archive, archive, bytes + bytes) }
        runs.run { try examples.topLevel(archive) }
        for number in 0..<UInt64(archive.objectCount) { runs.run { try examples.entry(archive, UID(number)) } }
        runs.run { try examples.uids(archive) }
        try runs.expectAll(of: #filePath)
    }
}
