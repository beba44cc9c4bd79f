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
    init(of bytes: [UInt8], charging budget: DocumentBudget, isStrict: Bool) {
        let limits = budget.limits
        if case .sequential = FileKind(bytes) {
            checkSequential(bytes, limits: limits, isStrict: isStrict)
            return
        }
        do throws(ArchiveError) {
            // All problems of the offset table are wanted, not only the first one.
            let document = try Document(bytes, charging: budget, validation: .onAccess)
            switch document.content {
            case .archive(let archive):
                problems = archive.problems(strict: isStrict)
                content = archive.objectCount.counted("object")
            case .sequential: break
            case .list: try checkArchives(in: document, isStrict: isStrict)
            }
        } catch {
            // A damaged container explains why no archive was found in it.
            let container = try? BinaryPropertyListReader(bytes, limits: limits.limits, validation: .onAccess)
            let found = container?.problems(strict: isStrict) ?? []
            problems = found.isEmpty ? [error] : LineEndChange.explaining(found, in: bytes, limit: 100)
        }
    }

    /// Looks at the archives that a property list holds.
    private mutating func checkArchives(in document: Document, isStrict: Bool) throws(ArchiveError) {
        var archives = ArchiveSearch(document, includingNested: false)
        var (archiveCount, objectCount) = (0, 0)
        while let found = try archives.next() {
            guard let archive = found.archive else { continue }
            archiveCount += 1
            objectCount += found.mirror?.objectCount ?? archive.objectCount
            // What is wrong with a sequential archive shows when it is opened.
            let foundProblems = found.mirror.map { isStrict ? $0.archive.oddities : [] }
            for var problem in foundProblems ?? archive.problems(strict: isStrict) {
                problem.path = ArchivePath((found.path?.steps ?? []) + (problem.path?.steps ?? []))
                try document.budget.make(values: problem.path?.steps.count ?? 0)
                problems.append(problem)
            }
        }
        guard archiveCount > 0 else {
            isOfArchives = false
            throw ArchiveError(
                .notAKeyedArchive,
                "this is a property list, but no keyed archive, and its data hold none",
                remedy: "a keyed archive has $archiver, $version, $top and $objects"
            )
        }
        let held = archiveCount.counted("archive")
        content = "a property list that holds \(held) of \(objectCount.counted("object"))"
    }
}
