import KeyedArchiving
import PropertyLists

/// What `check` says of a file.
struct Verdict {
    /// What the file holds, in words.
    var content = ""
    /// What is wrong, in file order; empty if the file is valid.
    var problems: [ArchiveError] = []
    /// Whether the file is an archive, a damaged one too, or a list that holds some.
    var isOfArchives = true

    /// Looks at everything in a file.
    init(of bytes: [UInt8], limits: InputLimits, isStrict: Bool) {
        if case .sequential = FileKind(bytes) {
            checkSequential(bytes, limits: limits, isStrict: isStrict)
            return
        }
        do throws(ArchiveError) {
            // All problems of the offset table are wanted, not only the first one.
            switch try OpenedFile.Content(bytes, limits: limits, validation: .onAccess) {
            case .archive(let archive):
                problems = archive.problems(strict: isStrict)
                content = archive.objectCount.counted("object")
            case .sequential: break
            case .list(let list):
                try check(list, limits: limits, isStrict: isStrict)
            }
        } catch {
            // A damaged container explains why no archive was found in it.
            let container = try? BinaryPropertyListReader(bytes, limits: limits.limits, validation: .onAccess)
            let found = container?.problems(strict: isStrict) ?? []
            problems = found.isEmpty ? [error] : found
        }
    }

    /// Looks at the archives that a property list holds.
    private mutating func check(
        _ list: PropertyListDocument,
        limits: InputLimits,
        isStrict: Bool
    ) throws(ArchiveError) {
        let archives = try list.archives(limits: limits)
        guard !archives.isEmpty else {
            isOfArchives = false
            throw ArchiveError(
                .notAKeyedArchive,
                "this is a property list, but no keyed archive, and its data hold none",
                remedy: "a keyed archive has $archiver, $version, $top and $objects"
            )
        }
        var objectCount = 0
        for found in archives {
            objectCount += found.mirror?.objectCount ?? found.archive.objectCount
            // What is wrong with a sequential archive shows when it is opened.
            let foundProblems = found.mirror.map { isStrict ? $0.archive.oddities : [] }
            for var problem in foundProblems ?? found.archive.problems(strict: isStrict) {
                problem.path = ArchivePath((found.path?.steps ?? []) + (problem.path?.steps ?? []))
                problems.append(problem)
            }
        }
        let held = archives.count.counted("archive")
        content = "a property list that holds \(held) of \(objectCount.counted("object"))"
    }
}
