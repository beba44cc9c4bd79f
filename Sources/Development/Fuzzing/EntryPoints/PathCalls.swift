import KeyedArchiving
import PropertyLists

/// Reads paths and follows them.
enum PathCalls {
    private static let fixed = [
        "root", "root.NS.objects[0].name", "root[0]", "root[0][0].name", "root!", "root!root", "added", "\"\"",
        "root[-1]",
        "root[99999999999999999999]", "root.\"NS.objects\"[1]", "root.a.b.c", "$top", "",
    ]

    private static let patterns = ["root.*", "root[*]", "**", "**<NSObject>.**", "**!**", "root.**[-1]", "*<"]

    static func exerciseAll(_ archive: KeyedArchive) throws(FuzzFailure) {
        ExecutionCounts.count(.paths)
        for text in fixed { follow(text, in: archive) }
        for text in patterns { match(text, in: archive) }
        // The keys of the archive itself, and what it says in the place of a path.
        for field in ((try? archive.topLevel()) ?? []).prefix(8) {
            let path = ArchivePath([.key(field.key.repaired), .index(0), .key(field.key.repaired), .nestedArchive])
            try check(path)
            _ = try? archive.value(at: path)
            _ = try? archive.value(at: ArchivePath([.key(field.key.repaired)]))
        }
        for index in 0..<min(16, archive.objectCount) {
            guard case .value(.string(let string))? = try? archive.entry(at: UID(UInt64(index))) else { continue }
            follow(string.repaired, in: archive)
            try check(ArchivePath([.key("root"), .key(string.repaired), .index(index)]))
        }
    }

    private static func follow(_ text: String, in archive: KeyedArchive) {
        guard let path = try? ArchivePath(text) else { return }
        guard let found = try? archive.value(at: path) else { return }
        _ = (found.value.kind, found.archive.objectCount)
        ViewCalls.exerciseAll(archive[path], of: archive)
    }

    /// Each place that a pattern leads to is where its path leads.
    private static func match(_ text: String, in archive: KeyedArchive) {
        guard let path = try? ArchivePath(text) else { return }
        _ = path.isPattern
        _ = try? archive.matches(path).count
        for view in ((try? archive.matches(text)) ?? []).prefix(64) { ViewCalls.exerciseAll(view, of: archive) }
        ViewCalls.exerciseAll(archive[text], of: archive)
    }

    /// A path that the library prints is one that it reads.
    static func check(_ path: ArchivePath) throws(FuzzFailure) {
        guard let copy = try? ArchivePath(path.description), copy.steps.elementsEqual(path.steps, by: { $0 == $1 }),
            copy.hashValue == path.hashValue
        else {
            throw FuzzFailure("the path \(path.description) isn't read as it was printed")
        }
    }
}
