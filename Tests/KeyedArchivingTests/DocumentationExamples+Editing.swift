import KeyedArchiving
import PropertyLists

/// The examples of the documentation comments of calls that change archives and documents, so that they compile; they
/// aren't run.
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

    func set(_ document: inout PropertyListDocument) throws {
        try document.set(.integer(100), at: "Window Settings.Basic.columns")
    }

    func set2(_ document: inout PropertyListDocument) throws {
        try document.set("Menlo-Bold", at: "Window Settings.Basic.Font!.NSName")
    }

    func remove(_ document: inout PropertyListDocument) throws {
        try document.remove(at: "Window Settings.Basic.title")
    }

    func insert(_ document: inout PropertyListDocument) throws {
        try document.insert("first", at: "names[0]")
    }

    func append(_ document: inout PropertyListDocument) throws {
        try document.append("last", to: "names")
        try document.setEncodable(["columns": 100], at: "defaults")
        try document.move(from: "Window Settings.Basic", to: "Window Settings.Old")
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
