import KeyedArchiving
import PropertyLists
import SequentialArchives

/// An audit in words and in JSON.
struct AuditReport {
    private var audit: ArchiveAudit
    /// The entry that is shown as number 0.
    private var firstNumber: UInt64 = 0
    /// The peculiarities of a sequential archive, which its writer never produces.
    private var oddities: [String] = []
    private let file: InputFiles.Name
    /// The path to the archive in a property list; nil for a file that is one.
    private let path: ArchivePath?

    /// How many of each kind are printed for people.
    private static let printedCount = 8

    /// Audits an archive; nil for another property list.
    init?(of document: Document, in file: InputFiles.Name) throws(ArchiveError) {
        guard let archive = try document.keyedArchive() else { return nil }
        audit = try archive.audit()
        self.file = file
        path = document.path
        if let archive = document.sequential { take(archive) }
    }

    /// Replaces the figures of a sequential archive's copy by those of the file.
    private mutating func take(_ archive: SequentialArchive) {
        firstNumber = SequentialEntries.firstNumber
        audit.byteCount = archive.fileSize
        audit.entryCount -= 1
        audit.containerObjectCount = audit.entryCount
        // Whatever is in such a file is written where it is seen first, so that something leads to it; superclasses are
        // there for those below them.
        audit.unreachable = []
        audit.unreachableCount = 0
        audit.oddClasses.removeAll { $0.reason == .unused }
        audit.oddClassCount = audit.oddClasses.count
        audit.containerProblems = []
        oddities = archive.oddities.map(\.shownLine)
    }

    /// The number with which an entry is shown.
    private func number(_ uid: UID) -> UID {
        UID(uid.rawValue >= firstNumber ? uid.rawValue - firstNumber : uid.rawValue)
    }

    // MARK: - Words

    func text(_ palette: Palette) -> String {
        let place = path.map { " " + $0.description.escaped(limit: displayLimit) } ?? ""
        var text = "\(file.text.escaped())\(place): \(size(audit.byteCount, audit.entryCount))\n"
        for (name, value) in lines { text += "  \(palette.paint(name, .name)): \(value)\n" }
        return text
    }

    private var lines: [(name: String, value: String)] {
        var lines: [(name: String, value: String)] = []
        lines.append(
            ("cycles", list(audit.cycleCount, audit.cycles.map(text))))
        let factor = (audit.amplification * 10).rounded() / 10
        lines.append(
            (
                "sharing",
                audit.expandedCount == audit.reachableCount
                    ? "none"
                    : "\(audit.reachableCount) objects and values would be \(expanded) without it (\(factor) times)"
            ))
        lines.append(("unreachable", list(audit.unreachableCount, audit.unreachable.map { number($0).description })))
        lines.append(("container", list(containerProblems.count, containerProblems)))
        lines.append(("lost entries", list(audit.lostEntryCount, audit.lostEntries.map(text))))
        lines.append(("odd classes", list(audit.oddClassCount, audit.oddClasses.map(text))))
        lines.append(("nested archives", list(audit.nestedArchiveCount, audit.nestedArchives.map(text))))
        lines.append(("needs", limits.map { "\($0.name) \($0.value)" }.joined(separator: ", ")))
        return lines
    }

    private var containerProblems: [String] { oddities + audit.containerProblems.map(text) }

    private var expanded: String { audit.expandedCount == .max ? "more than can be counted" : "\(audit.expandedCount)" }

    private func list(_ count: Int, _ items: [String]) -> String {
        guard count > 0 else { return "none" }
        let shown = items.prefix(Self.printedCount)
        let more = count > shown.count ? ["… \(count - shown.count) more"] : []
        return "\(count)" + (shown + more).map { "\n    \($0)" }.joined()
    }

    private func text(_ cycle: ArchiveAudit.Cycle) -> String {
        let uids =
            cycle.uids.prefix(16).map { number($0).description }.joined(separator: ", ")
            + (cycle.uids.count > 16 ? ", …" : "")
        let path = cycle.path.map { " at \($0.description.escaped(limit: displayLimit))" } ?? ""
        return "\(cycle.uids.count.counted("object"))\(path): \(uids)"
    }

    private func text(_ problem: ArchiveError) -> String { problem.shownLine }

    private func text(_ lost: ArchiveAudit.LostEntry) -> String {
        "\(number(lost.uid)) has the key \(lost.key.quoted()) twice; the last counts"
    }

    private func text(_ oddClass: ArchiveAudit.OddClass) -> String {
        "\(number(oddClass.uid)) \(oddClass.name?.quoted() ?? "without a name"): \(oddClass.reason.words)"
    }

    private func text(_ nested: ArchiveAudit.NestedArchive) -> String {
        "in \(number(nested.uid)), depth \(nested.depth): \(size(nested.byteCount, nested.entryCount))"
    }

    private func size(_ bytes: Int, _ entries: Int) -> String {
        "\(bytes.counted("byte")), \(entries.counted("entry", plural: "entries"))"
    }

    private var limits: [(name: String, value: Int)] {
        let limits = audit.requiredLimits
        return [
            ("depth", limits.depth), ("objects", limits.objects), ("classes", limits.classes),
            ("stringBytes", limits.stringBytes), ("dataBytes", limits.dataBytes),
            ("nestedArchives", limits.nestedArchives),
        ]
    }

    // MARK: - JSON

    var json: JSONValue {
        var members = file.line == nil ? [JSONValue.Member(key: "file", value: .text(file.text))] : file.origin
        if let path { members.append(JSONValue.Member(key: "path", value: .text(path.description))) }
        let limits = limits.map { JSONValue.Member(key: PropertyListString($0.name), value: .integer($0.value)) }
        let rest: KeyValuePairs<PropertyListString, JSONValue> = [
            "bytes": .integer(audit.byteCount), "containerObjects": .integer(audit.containerObjectCount),
            "entries": .integer(audit.entryCount), "cycleCount": .integer(audit.cycleCount),
            "cycles": .array(audit.cycles.map(json)), "reachable": .integer(audit.reachableCount),
            "expanded": .integer(audit.expandedCount), "amplification": .scalar(.double(audit.amplification)),
            "unreachableCount": .integer(audit.unreachableCount), "unreachable": numbers(audit.unreachable),
            "containerProblems": .array(containerProblems.map { .text($0) }),
            "lostEntryCount": .integer(audit.lostEntryCount), "lostEntries": .array(audit.lostEntries.map(json)),
            "oddClassCount": .integer(audit.oddClassCount), "oddClasses": .array(audit.oddClasses.map(json)),
            "nestedArchiveCount": .integer(audit.nestedArchiveCount),
            "nestedArchives": .array(audit.nestedArchives.map(json)), "requiredLimits": .object(limits),
        ]
        return .object(members + rest.map { JSONValue.Member(key: $0.key, value: $0.value) })
    }

    private func numbers(_ uids: [UID]) -> JSONValue { .array(uids.map { .integer(number($0).rawValue) }) }

    private func json(_ cycle: ArchiveAudit.Cycle) -> JSONValue {
        .object(["uids": numbers(cycle.uids), "path": cycle.path.map { .text($0.description) } ?? .scalar(.null)])
    }

    private func json(_ lost: ArchiveAudit.LostEntry) -> JSONValue {
        .object(["uid": .integer(number(lost.uid).rawValue), "key": .text(lost.key)])
    }

    private func json(_ oddClass: ArchiveAudit.OddClass) -> JSONValue {
        .object([
            "uid": .integer(number(oddClass.uid).rawValue),
            "name": oddClass.name.map { .text($0) } ?? .scalar(.null), "reason": .text(oddClass.reason.words),
        ])
    }

    private func json(_ nested: ArchiveAudit.NestedArchive) -> JSONValue {
        .object([
            "uid": .integer(number(nested.uid).rawValue), "depth": .integer(nested.depth),
            "bytes": .integer(nested.byteCount), "entries": .integer(nested.entryCount),
        ])
    }
}

extension ArchiveAudit.OddClass.Reason {
    /// The reason in a few words.
    fileprivate var words: String {
        switch self {
        case .unreadable: "it has no name that is text"
        case .unused: "no object has this class"
        case .noHierarchy: "$classes is missing or empty"
        case .hierarchyOfAnotherClass: "$classes doesn't start with the name"
        case .sameNameAsAnother: "another class has the same name"
        }
    }
}
