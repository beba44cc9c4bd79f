import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What examples print is not for the tests' output.
private func print(_ items: Any...) {}

/// The examples of the documentation comments of calls that change archives and documents, which are run.
private struct EditingExamples {
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
        let x = ArchivedRecord.Field("x", .integer(0))
        let origin = archive.add(.object(ArchivedRecord(classUID: point, fields: [x])))
        _ = (point, origin)
    }

    func editDocuments(_ archive: inout KeyedArchive, _ document: inout PropertyListDocument) throws {
        try archive.set(.integer(7), at: "root.friend.age")
        try document.set("Menlo-Bold", at: "Window Settings.Basic.Font!NSName")
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
        print(theme["Window Settings.Basic.TextColor!NSRGB"].bytes ?? [])
        try theme.set("Menlo", at: "Window Settings.Basic.Font!NSName")
        let changed = try theme.bytes()
        _ = changed
    }

    func replaceEntry(_ archive: inout KeyedArchive, _ uid: UID) throws {
        try archive.replaceEntry(at: uid, with: .value("Grace"))
    }

    func add(_ archive: inout KeyedArchive) {
        let uid = archive.add(.value("Grace"))
        _ = uid
    }

    func removeObject(_ archive: inout KeyedArchive, _ uid: UID) throws {
        try archive.removeObject(at: uid)
    }

    func setArchiver(_ archive: inout KeyedArchive) {
        archive.setArchiver("XYZArchiver")
    }

    func dropOrphans(_ archive: inout KeyedArchive, _ paths: [ArchivePath]) throws {
        for path in paths { try archive.remove(at: path, orphans: .kept) }
        try archive.dropOrphans()
    }
}

@Suite struct EditingExampleTests {
    /// An object with all that the examples change.
    private static func archive() throws -> KeyedArchive {
        let friend: PropertyList = ["age": 36, "name": .uid(3), "$class": .uid(2)]
        func list(_ elements: PropertyList...) -> PropertyList {
            ["NS.objects": .array(PropertyListArray(elements)), "$class": .uid(5)]
        }
        let root: PropertyList = [
            "name": .uid(3), "draft": true, "friend": .uid(4), "settings": .uid(3), "items": .uid(6), "visits": .uid(7),
            "friends": .uid(7), "presets": .uid(7), "archive": .uid(7), "$class": .uid(2),
        ]
        return try KeyedArchive(
            SmallArchive(
                root, .classRecord("Person", "NSObject"), "Ada", friend,
                .classRecord("NSMutableArray", "NSArray", "NSObject"), list(.uid(3), .uid(4), .uid(3)), list(),
                top: ["root": .uid(1), "version": 1]
            ).bytes())
    }

    private static func theme() throws -> [UInt8] {
        func object(_ key: PropertyList, _ value: PropertyList) throws -> PropertyList {
            .data(
                try SmallArchive([key: value, "$class": .uid(2)], .classRecord("Thing", "NSObject"), "Menlo").bytes())
        }
        let window: PropertyList = [
            "TextColor": try object("NSRGB", .data([0x31])), "Font": try object("NSName", .uid(3)), "columns": 80,
            "title": "Basic",
        ]
        return try BinaryPropertyListWriter().write(["Window Settings": ["Basic": window], "names": ["second"]])
    }

    @Test func `the examples of editing run`() throws {
        let examples = EditingExamples()
        var runs = ExampleRuns()
        func edit(_ edit: (inout KeyedArchive) throws -> Void) throws {
            var archive = try Self.archive()
            try edit(&archive)
            #expect(archive.problems(strict: true).isEmpty)
        }
        func change(_ change: (inout PropertyListDocument) throws -> Void) throws {
            var document = try PropertyListDocument(Self.theme())
            try change(&document)
            #expect(throws: Never.self) { try PropertyListDocument(document.bytes()) }
        }
        runs.run { try edit { try examples.setValue(&$0, 1) } }
        runs.run { try edit { try examples.removeValue(&$0, 1) } }
        runs.run { try edit { try examples.setTopLevelValue(&$0) } }
        runs.run { try edit { try examples.removeTopLevelValue(&$0) } }
        runs.run { try edit { try examples.uid(&$0) } }
        runs.run { try edit { try examples.editByPath(&$0) } }
        runs.run { try examples.propertyListDocument(Self.theme()) }
        runs.run { try edit { try examples.replaceEntry(&$0, 3) } }
        runs.run { try edit { archive in try change { try examples.editDocuments(&archive, &$0) } } }
        runs.run { try edit { examples.add(&$0) } }
        runs.run { try edit { try examples.removeObject(&$0, 6) } }
        runs.run { try edit { examples.setArchiver(&$0) } }
        runs.run { try edit { try examples.dropOrphans(&$0, [ArchivePath("root.friend")]) } }
        try runs.expectAll(of: #filePath)
    }
}
