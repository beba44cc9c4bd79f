import KeyedArchiving
import PropertyLists

extension GoldenCall {
    /// What changes archives and lists: each edit for itself, at each place.
    package static let edits: [GoldenCall] = [
        GoldenCall("edit:paths", editPaths), GoldenCall("edit:entries", editEntries),
        GoldenCall("edit:list", editList),
    ]

    private typealias Edit = (name: String, run: @Sendable (inout KeyedArchive, ArchivePath) throws -> Void)

    private static let pathEdits: [Edit] = [
        ("set", { _ = try $0.set("text", at: $1, everywhere: true, orphans: .kept) }),
        ("set one", { _ = try $0.set(7, at: $1) }), ("set list", { _ = try $0.set(PropertyList.date(1), at: $1) }),
        ("encodable", { _ = try $0.setEncodable([1, 2], at: $1) }),
        ("append", { try $0.append("last", to: $1) }),
        ("append list", { try $0.append(PropertyList.data([1]), to: $1) }),
        ("append encodable", { try $0.appendEncodable(["a": 1], to: $1) }),
        ("insert", { try $0.insert("first", at: $1) }),
        ("insert list", { try $0.insert(PropertyList.boolean(true), at: $1) }),
        ("insert encodable", { try $0.insertEncodable([1.5], at: $1) }),
        ("move", { _ = try $0.move(from: $1, to: "moved") }), ("remove", { _ = try $0.remove(at: $1) }),
        ("move to root", { try $0.move(from: $1, to: "root") }),
        ("move and keep", { try $0.move(from: $1, to: "root", orphans: .kept) }),
        ("move to front", { try $0.move(from: $1, to: "root[0]") }),
        ("move in front", { try $0.move(from: "root[-1]", to: $1) }),
        ("remove and keep", { _ = try $0.remove(at: $1, orphans: .kept) }),
        (
            "remove and drop",
            {
                _ = try $0.remove(at: $1)
                _ = try $0.dropOrphans()
            }
        ),
    ]

    private static func editPaths(_ subject: Subject) throws -> String {
        let archive = try KeyedArchive(subject.bytes)
        let others = ["added", "root.added", "root[0]", "root[-1]", "root[99]", "root!root", "root.\"$class\""]
        let paths = try archive.matches("**").prefix(4).map(\.path) + others.map { try ArchivePath($0) }
        return digests(of: archive, paths, pathEdits) { try $0.bytes() }
    }

    /// What each edit at each path makes of a copy of a document.
    private static func digests<Document>(
        of document: Document,
        _ paths: [ArchivePath],
        _ edits: [(name: String, run: @Sendable (inout Document, ArchivePath) throws -> Void)],
        bytes: (Document) throws -> [UInt8]
    ) -> String {
        paths.flatMap { path in
            edits.map { edit in
                digest("\(path) \(edit.name)") {
                    var copy = document
                    try edit.run(&copy, path)
                    return try bytes(copy)
                }
            }
        }.joined(separator: "\n")
    }

    private static func editEntries(_ subject: Subject) throws -> String {
        let archive = try KeyedArchive(subject.bytes)
        let last = UID(UInt64(archive.objectCount - 1))
        let record = ArchivedClass(name: "Added", hierarchy: ["Added", "NSObject"])
        let values: [PropertyList] = [
            1, "text", .uid(last), [.uid(1), .uid(last)], .uid(UID(UInt64(archive.objectCount))),
        ]
        var edits: [(String, (inout KeyedArchive) throws -> Void)] = [
            ("archiver", { $0.setArchiver("Another") }),
            ("top", { try $0.setTopLevelValue(.uid(1), forKey: "added") }),
            ("top removed", { _ = try $0.removeTopLevelValue(forKey: "root") }),
            ("top missing", { _ = try $0.removeTopLevelValue(forKey: "missing") }),
            (
                "object",
                {
                    let uid = $0.add(.object(ArchivedRecord(classUID: try $0.uid(of: record), fields: [])))
                    try $0.setTopLevelValue(.uid(uid), forKey: "added")
                }
            ),
        ]
        for uid in [UID(0), UID(1), UID(2), last, UID(UInt64(archive.objectCount))] {
            for value in values {
                edits.append(("\(uid) set", { try $0.setValue(value, forKey: "added", ofObjectAt: uid) }))
                edits.append(("\(uid) array", { try $0.setValue(value, forKey: "NS.objects", ofObjectAt: uid) }))
                edits.append(("\(uid) class", { try $0.setValue(value, forKey: "$class", ofObjectAt: uid) }))
                edits.append(("\(uid) value", { try $0.replaceEntry(at: uid, with: .value(value)) }))
            }
            edits.append(("\(uid) removed", { try $0.removeObject(at: uid) }))
            edits.append(("\(uid) class record", { try $0.replaceEntry(at: uid, with: .classRecord(record)) }))
            edits.append(("\(uid) null", { try $0.replaceEntry(at: uid, with: .null) }))
            edits.append(("\(uid) key", { _ = try $0.removeValue(forKey: "NS.objects", ofObjectAt: uid) }))
            edits.append(("\(uid) class key", { _ = try $0.removeValue(forKey: "$class", ofObjectAt: uid) }))
        }
        return edits.map { name, edit in
            var copy = archive
            let outcome = digest(name) {
                try edit(&copy)
                return try copy.bytes()
            }
            return outcome + " \(copy.isChanged) \(copy.problems(limit: 2).map { GoldenOutcome.facts(of: $0) })"
        }.joined(separator: "\n")
    }

    private typealias ListEdit = (name: String, run: @Sendable (inout PropertyListDocument, ArchivePath) throws -> Void)

    private static let listEdits: [ListEdit] = [
        ("set", { _ = try $0.set("text", at: $1) }),
        ("set list", { _ = try $0.set(PropertyList.data([1, 2]), at: $1) }),
        ("encodable", { _ = try $0.setEncodable(["a": [1.5]], at: $1) }),
        ("insert", { try $0.insert("first", at: $1) }), ("append", { try $0.append(1, to: $1) }),
        ("move", { _ = try $0.move(from: $1, to: "moved") }), ("remove", { _ = try $0.remove(at: $1) }),
    ]

    private static func editList(_ subject: Subject) throws -> String {
        let list = try PropertyListDocument(subject.bytes)
        let others = try ["added", "$objects[0]", "$objects[-1]", "$objects[99]", "a.b", "$top"].map {
            try ArchivePath($0)
        }
        let paths = try list.matches("**").prefix(6).map(\.path) + others
        return digests(of: list, paths, listEdits) { try $0.bytes() }
    }
}
