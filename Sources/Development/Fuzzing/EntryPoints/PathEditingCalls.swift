import KeyedArchiving
import PropertyLists

/// Changes an archive, and a property list with archives in it, by separate paths.
enum PathEditingCalls {
    static func exerciseAll(_ original: KeyedArchive) {
        ExecutionCounts.count(.pathEditing)
        var archive = original
        for view in ((try? original.matches("**")) ?? []).prefix(12) { edit(&archive, at: view.path) }
        for path in ["root", "root.added", "root[0]", "root.NS.objects[0]", "root!root.name", "**", "["] {
            edit(&archive, at: path)
        }
        _ = try? archive.dropOrphans()
        guard let bytes = try? archive.bytes() else { return }
        _ = try? KeyedArchive(bytes, limits: .untrusted).problems(strict: true).count
    }

    private static func edit(_ archive: inout KeyedArchive, at path: some ArchivePathConvertible) {
        ExecutionCounts.count(.editedPlaces)
        _ = try? archive.set("text", at: path, everywhere: true, orphans: .kept)
        _ = try? archive.set(PropertyList.date(1), at: path)
        _ = try? archive.setEncodable([1], at: path)
        _ = try? archive.appendEncodable(["a": 1], to: path)
        _ = try? archive.insertEncodable([1.5], at: path)
        _ = try? archive.append("last", to: path)
        _ = try? archive.append(PropertyList.data([1]), to: path)
        _ = try? archive.insert("first", at: path)
        _ = try? archive.insert(PropertyList.boolean(true), at: path)
        _ = try? archive.move(from: path, to: "moved")
        _ = try? archive.remove(at: path)
    }

    static func exerciseAll(_ bytes: [UInt8]) {
        guard var list = try? PropertyListDocument(bytes, limits: .untrusted) else { return }
        ExecutionCounts.count(.listEditing)
        _ = list.description
        ViewCalls.exercise(list["$top"])
        for view in ((try? list.matches("**")) ?? []).prefix(12) {
            ViewCalls.exercise(view)
            _ = try? list.append(1, to: view.path)
            _ = try? list.insert("text", at: view.path)
            _ = try? list.set("text", at: view.path)
            _ = try? list.set(PropertyList.data(bytes), at: view.path)
            _ = try? list.set("text", at: view.path.description + "!root.name")
            _ = try? list.setEncodable(["a": [1.5]], at: view.path)
            _ = try? list.move(from: view.path, to: "moved")
            _ = try? list.move(from: "moved", to: view.path.description + "!root.name")
            _ = try? list.remove(at: view.path)
        }
        for format in PropertyListFormat.allCases { _ = (try? list.bytes(format: format).count, list.root.kind) }
    }
}
