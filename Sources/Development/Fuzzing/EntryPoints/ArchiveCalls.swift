import KeyedArchiving
import PropertyLists

/// Opens an input as an archive, looks at everything in it, and writes it.
enum ArchiveCalls {
    static func exerciseAll(_ bytes: [UInt8]) throws(FuzzFailure) {
        try AnalysisCalls.salvage(bytes)
        ExecutionCounts.count(.opening)
        guard let archive = try? KeyedArchive(bytes, limits: .untrusted) else {
            _ = try? KeyedArchive(bytes, limits: .untrusted, validation: .onAccess).problems(strict: true)
            return
        }
        ExecutionCounts.count(.looking)
        let problems = archive.problems(strict: true)
        for oddity in archive.oddities { _ = oddity.description }
        for problem in problems {
            _ = (problem.description, problem.code.description, problem == problems[0])
            if let path = problem.path { try PathCalls.check(path) }
        }
        if archive.problems().isEmpty, !problems.isEmpty { _ = archive.problems(limit: 1) }
        look(into: archive)
        try DescriptionCalls.exerciseAll(archive)
        try rewrite(archive)
        LayoutCalls.exerciseAll(archive)
        try AnalysisCalls.exerciseAll(archive)
        EditingCalls.exerciseAll(archive)
    }

    /// Opens an input as an archive, looks at places in it and changes them by their paths.
    static func exercisePaths(_ bytes: [UInt8]) throws(FuzzFailure) {
        guard let archive = try? KeyedArchive(bytes, limits: .untrusted) else { return }
        try PathCalls.exerciseAll(archive)
        PathEditingCalls.exerciseAll(archive)
    }

    private static func look(into archive: KeyedArchive) {
        _ = try? archive.topLevel()
        _ = try? archive.extraTopLevelValues()
        _ = try? archive.sharedUIDs()
        _ = (archive.archiver, archive.version, archive.format, archive.limits.depth)
        _ = (archive.topLevelValue(forKey: "root"), archive.topLevelValue(forKey: ""))
        for index in 0..<archive.objectCount {
            let uid = UID(UInt64(index))
            _ = archive.byteOffset(of: uid)
            switch try? archive.entry(at: uid) {
            case .object(let record):
                if let archivedClass = try? archive.archivedClass(at: record.classUID) {
                    _ = archive.foundationValue(of: record, ofClass: archivedClass)
                    if index < 4 { _ = try? archive.uids(ofClass: archivedClass.name) }
                    if index < 4 { _ = try? archive.uids(ofClass: archivedClass.readableName) }
                }
                _ = archive.elements(of: record)
                _ = archive.pairs(of: record)
                for field in record.fields { open(field.value, in: archive) }
            case .value(let value): open(value, in: archive)
            default: break
            }
        }
    }

    /// Opens archives in data, down to the limit.
    private static func open(_ value: PropertyList, in archive: KeyedArchive) {
        guard case .data(let data) = value, let nested = try? archive.nestedArchive(in: data) else { return }
        _ = nested.problems(strict: true)
        guard nested.objectCount < 256 else { return }
        for index in 0..<nested.objectCount {
            if case .value(let value)? = try? nested.entry(at: UID(UInt64(index))) { open(value, in: nested) }
        }
    }

    /// Writes the archive in both forms; what was written opens again and is written as the same bytes.
    private static func rewrite(_ archive: KeyedArchive) throws(FuzzFailure) {
        for format in PropertyListFormat.allCases {
            guard let written = try? archive.bytes(format: format) else { continue }
            guard let copy = try? KeyedArchive(written, limits: .unlimited) else {
                throw FuzzFailure("an archive that was rewritten as \(format) does not open")
            }
            guard copy.objectCount == archive.objectCount, (try? copy.bytes()) == written else {
                throw FuzzFailure("an archive that was rewritten as \(format) is rewritten as another")
            }
        }
    }
}
