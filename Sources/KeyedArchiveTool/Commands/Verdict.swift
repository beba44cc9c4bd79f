import KeyedArchiving
import PropertyLists

/// The result of `check` for a file.
struct Verdict {
    /// The contents of the file, in words.
    var content = ""
    /// How many objects that is; nil if that isn't known.
    var objectCount: Int?
    /// The problems, in file order; empty if the file is valid.
    var problems: [ArchiveError] = []
    /// The peculiarities of the property list itself, and lost entries of dictionaries; a strict check lists them as
    /// problems instead.
    var oddities: [ArchiveError] = []
    /// Whether the file is an archive, a damaged one too, or a list that holds some.
    var isOfArchives = true

    /// Looks at everything in a file.
    init(of bytes: [UInt8], charging budget: DocumentBudget, isStrict: Bool) {
        let limits = budget.limits
        do throws(ArchiveError) {
            // All problems of the offset table are wanted, not only the first one.
            let document = try Document(bytes, charging: budget, validation: .onAccess)
            switch document.content {
            case .archive(let archive):
                objectCount = archive.objectCount
                content = archive.objectCount.counted("object")
                _ = try checkArchives(in: document, isStrict: isStrict)
            case .sequential(let archive):
                let count = archive.objectCount
                objectCount = count
                content = "a sequential archive of \(count.counted("object"))"
                _ = try checkArchives(in: document, isStrict: isStrict)
            case .list(let list):
                note(list.oddities, isStrict: isStrict)
                try checkList(document, isStrict: isStrict)
            }
        } catch {
            // A damaged container explains why no archive was found in it.
            let container = try? BinaryPropertyListReader(bytes, limits: limits.limits, validation: .onAccess)
            let found = container?.problems(strict: isStrict) ?? []
            problems = found.isEmpty ? [error] + problems : LineEndChange.explaining(found, in: bytes, limit: 100)
        }
    }

    /// Adds the peculiarities of a property list.
    mutating func note(_ found: [ArchiveError], isStrict: Bool) {
        if isStrict { problems += found } else { oddities += found }
    }

    /// The peculiarities of the property list of an archive, and the dictionaries of the archive that lose an entry.
    private static func oddities(of archive: KeyedArchive) throws(ArchiveError) -> [ArchiveError] {
        archive.oddities + (try archive.lostEntries())
    }

    /// An error of an archive, with the path through the documents around it.
    private static func place(
        _ error: ArchiveError,
        at path: ArchivePath?,
        in document: Document
    ) throws(ArchiveError) -> ArchiveError {
        guard let path else { return error }
        var error = error
        error.path = ArchivePath(path.steps + (error.path?.steps ?? []))
        try document.budget.make(values: error.path?.steps.count ?? 0)
        return error
    }

    /// Looks at the archives that a property list holds.
    private mutating func checkList(_ document: Document, isStrict: Bool) throws(ArchiveError) {
        let held = try checkArchives(in: document, isStrict: isStrict)
        guard held.archiveCount > 0 || held.hasDamage else {
            isOfArchives = false
            throw ArchiveError(
                .notAKeyedArchive,
                "this is a property list, but no keyed archive, and its data hold none",
                remedy: "a keyed archive has $archiver, $version, $top and $objects"
            )
        }
        objectCount = held.objectCount
        let archives = held.archiveCount.counted("archive")
        content = "a property list that holds \(archives) of \(held.objectCount.counted("object"))"
    }

    /// Looks at the archives of a document: itself, and those in data.
    ///
    /// - Returns: How many archives there are but for those in the data of others, how many objects they have, and whether
    ///   data surely are a damaged document.
    private mutating func checkArchives(
        in document: Document,
        isStrict: Bool
    ) throws(ArchiveError) -> (archiveCount: Int, objectCount: Int, hasDamage: Bool) {
        var archives = ArchiveSearch(document, includingNested: true)
        var (archiveCount, objectCount) = (0, 0)
        var hasDamage = false
        func noteDamages() {
            let damages = archives.takeDamages()
            hasDamage = hasDamage || !damages.isEmpty
            problems += damages
        }
        while let found = try archives.next() {
            noteDamages()
            let (count, foundProblems): (Int, [ArchiveError])
            var oddities: [ArchiveError] = []
            switch found.content {
            case .archive(let archive):
                (count, foundProblems) = (archive.objectCount, archive.problems(strict: isStrict))
                // Problems of a strict check include what is odd about a property list.
                if !isStrict { oddities = try Self.oddities(of: archive) }
            case .sequential(let archive):
                (count, foundProblems) = (archive.objectCount, archive.contradictions)
                oddities = archive.oddities
            case .list: continue
            }
            if !archives.isInArchive {
                archiveCount += 1
                objectCount += count
            }
            for problem in foundProblems { problems.append(try Self.place(problem, at: found.path, in: document)) }
            for oddity in oddities {
                note([try Self.place(oddity, at: found.path, in: document)], isStrict: isStrict)
            }
        }
        noteDamages()
        return (archiveCount, objectCount, hasDamage)
    }
}
