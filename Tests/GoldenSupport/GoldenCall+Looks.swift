import Fuzzing
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

extension GoldenCall {
    /// What looks into archives and lists without decoding them: descriptions, views, patterns and analyses.
    package static let looks: [GoldenCall] = [
        GoldenCall("look:describe", describe), GoldenCall("look:records", records),
        GoldenCall("look:views", views), GoldenCall("look:patterns", patterns),
        GoldenCall("look:analyze", analyze), GoldenCall("look:salvage", salvage),
        GoldenCall("look:salvage:damaged", salvageDamaged), GoldenCall("look:lists", lists),
    ]

    /// What a call returns, or what its error says, in a line of its own.
    static func line<Value>(_ name: String, _ call: () throws -> Value) -> String {
        do {
            return "\(name): \(try call())"
        } catch {
            return "\(name)! \(GoldenOutcome.facts(of: error))"
        }
    }

    /// How many bytes a call returns, and their digest.
    static func digest(_ name: String, _ call: () throws -> [UInt8]) -> String {
        line(name) { GoldenOutcome.size(of: try call()) }
    }

    private static func archive(_ subject: Subject) throws -> KeyedArchive { try KeyedArchive(subject.bytes) }

    // MARK: Entries

    private static func uids(_ archive: KeyedArchive) -> [UID] {
        (0..<min(archive.objectCount, 64)).map { UID(UInt64($0)) }
    }

    private static func describe(_ subject: Subject) throws -> String {
        let archive = try archive(subject)
        var lines = [archive.description, "\(archive["root"]) \(archive["$top"])"]
        for uid in uids(archive) {
            lines.append(
                line("\(uid)") {
                    switch try archive.entry(at: uid) {
                    case .object(let record): "\(record) \(record.fields.prefix(8).map(\.description))"
                    case .classRecord(let record): "\(record) \(record.hierarchy) \(record.fallbacks)"
                    case .value(let value): "\(value) \(value.debugDescription)"
                    case .null: "null"
                    }
                })
        }
        let unarchiver = try KeyedUnarchiver(forReadingFrom: subject.bytes, registry: .foundation)
        unarchiver.keepsUnknownClasses = true
        try unarchiver.disableSecureCoding()
        lines.append(
            line("decoded") {
                guard let object = try unarchiver.decodeObject(forKey: KeyedArchiver.rootObjectKey) else {
                    return "nil"
                }
                defer { CycleBreaker.takeApart(object) }
                return GoldenCall.description(of: object)
            })
        return lines.joined(separator: "\n")
    }

    /// The description of an object that has one of ours; the type of any other.
    static func description(of object: any Codingable) -> String {
        switch object {
        case let object as ArchivedObject: object.description
        case let object as ArchivedArray: object.description
        case let object as ArchivedDictionary: object.description
        case let object as ArchivedSet: object.description
        case let object as ArchivedOrderedSet: object.description
        case let object as ArchivedCountedSet: object.description
        case let object as ArchivedData: object.description
        case let object as MutableArchivedData: object.description
        case let object as MutableArchivedString: object.description
        case let object as String: object
        case let object as any FixedWidthInteger: "\(object)"
        case let object as Double: "\(object)"
        default: "\(type(of: object))"
        }
    }

    private static func records(_ subject: Subject) throws -> String {
        let archive = try archive(subject)
        var lines = ["\(try archive.sharedUIDs().map(\.rawValue).sorted())"]
        lines.append(line("extra") { try archive.extraTopLevelValues().map(\.description) })
        for uid in uids(archive) {
            lines.append(line("offset") { archive.byteOffset(of: uid) ?? -1 })
            guard let record = try? archive.record(at: uid) else { continue }
            lines.append(line("keys") { record.fields.map { "\($0.key) \(record[$0.key.repaired] ?? "none")" } })
            lines.append(line("elements") { archive.elements(of: record).map { "\($0)" } ?? "none" })
            lines.append(
                line("pairs") { archive.pairs(of: record).map { "\($0.map { [$0.key, $0.value] })" } ?? "none" })
            lines.append(
                line("value") {
                    let archivedClass = try archive.archivedClass(at: record.classUID)
                    return archive.foundationValue(of: record, ofClass: archivedClass).map { "\($0)" } ?? "none"
                })
        }
        for name in ["NSArray", "NSDictionary", "NSObject", "NSMutableString"] {
            lines.append(line(name) { try archive.uids(ofClass: name) })
        }
        return lines.joined(separator: "\n")
    }

    // MARK: Paths

    private static let patternTexts = [
        "**", "root.*", "root[*]", "root[-1]", "root[0]", "root.**[-1]", "**<NSObject>", "**<NSArray>[*]", "**!**",
        "root.NS.objects[*]", "*.\"NS.keys\"[0]", "root.{0}", "$top.*", "**[1]", "root.**.*", "root[99]", "root![0]",
    ]

    private static func patterns(_ subject: Subject) throws -> String {
        let archive = try archive(subject)
        return patternTexts.map { text in
            line(text) { try archive.matches(text).prefix(200).map { "\($0.path) \($0.uid?.rawValue ?? 0)" } }
        }.joined(separator: "\n")
    }

    private static func views(_ subject: Subject) throws -> String {
        let archive = try archive(subject)
        let found = try archive.matches("**").prefix(40)
        let others = ["root.missing", "root[7]", "root[-9]", "root!", "$top.root", "root.a.b", "root.\"$class\""].map {
            archive[$0]
        }
        return (found + others).map(look).joined(separator: "\n")
    }

    private static func look(at view: ArchiveView) -> String {
        [
            line("\(view)") { "\(view.exists) \(view.isNil) \(view.value.map { "\($0)" } ?? "none")" },
            line("string") { try view.require(\.string) }, line("int") { try view.require(\.int) },
            line("double") { try view.require(\.double) }, line("bool") { try view.require(\.bool) },
            line("date") { try view.require(\.date).timeIntervalSinceReferenceDate },
            digest("bytes") { try view.require(\.bytes) },
            line("class") { try view.require(\.archivedClass).name },
            line("elements") { try view.require(\.elements).map(\.description) },
            line("entries") { try view.require(\.entries).map { "\($0.key) \($0.value)" } },
            line("fields") { try view.require(\.fields).map { "\($0.key) \($0.value)" } },
            line("texts") { try view.decode([String: String].self).keys.sorted() },
            line("numbers") { try view.decode([Double].self) },
            line("inner") { "\(view["name"]) \(view[0]) \(view[-1])" },
            line("nested") { "\(view.nestedArchive)" },
        ].joined(separator: "\n")
    }

    // MARK: Analyses

    private static func analyze(_ subject: Subject) throws -> String {
        let archive = try archive(subject)
        var edited = archive
        var lines = [
            line("classes") {
                try archive.classSummary.map { "\($0) \($0.recordUIDs) \($0.keys.map { "\($0.key) \($0.kinds)" })" }
            },
            line("audit") { try report(archive.audit()) }, line("audit:1") { try report(archive.audit(limit: 1)) },
            line("same") { try archive.difference(from: archive).isEmpty },
        ]
        guard case .uid(let root)? = archive.topLevelValue(forKey: "root") else { return lines.joined(separator: "\n") }
        lines.append(line("set") { try edited.setValue(1, forKey: "added", ofObjectAt: root) })
        lines.append(line("insert") { try edited.insert("inserted", at: "root[0]") })
        lines.append(line("remove") { try edited.remove(at: "root[-1]") })
        for (new, old) in [(edited, archive), (archive, edited)] {
            lines.append(
                line("difference") {
                    let difference = try new.difference(from: old)
                    return "\(difference) \(difference.changes.map { "\($0.kind) \($0)" })"
                })
        }
        return lines.joined(separator: "\n")
    }

    private static func report(_ audit: ArchiveAudit) -> String {
        let cycles = audit.cycles.map { "\($0.uids) \($0.path.map(\.description) ?? "nowhere")" }
        let counts = [
            audit.byteCount, audit.containerObjectCount, audit.entryCount, audit.cycleCount, audit.expandedCount,
            audit.reachableCount, audit.unreachableCount, audit.oddClassCount, audit.nestedArchiveCount,
        ]
        return "\(cycles) \(counts) \(audit.amplification) \(audit.unreachable) \(audit.oddClasses) "
            + "\(audit.nestedArchives) \(audit.containerProblems.map { GoldenOutcome.facts(of: $0) }) "
            + "\(audit.requiredLimits)"
    }

    private static func salvage(_ subject: Subject) throws -> String {
        try report(KeyedArchive.salvage(subject.bytes))
    }

    /// What is got out of an input that was cut short, and of one in which a byte was changed in each of some places.
    private static func salvageDamaged(_ subject: Subject) throws -> String {
        var lines: [String] = []
        for part in 1...4 {
            let place = subject.bytes.count * part / 5
            lines.append(line("cut") { try report(KeyedArchive.salvage(Array(subject.bytes.prefix(place)))) })
            var bytes = subject.bytes
            if bytes.indices.contains(place) { bytes[place] ^= 0x5A }
            lines.append(line("changed") { try report(KeyedArchive.salvage(bytes)) })
        }
        return lines.joined(separator: "\n")
    }

    private static func report(_ salvaged: SalvagedArchive) throws -> String {
        let facts = (salvaged.damages + salvaged.losses.map(\.reason)).map(GoldenOutcome.wording)
        return
            "\(salvaged.isIntact) \(salvaged.intactCount) "
            + "\(salvaged.losses.map { [$0.uid.rawValue, UInt64($0.byteOffset ?? 0)] }) "
            + "\(salvaged.gaps.map { "\($0.uid) \($0.keys) \($0.unnamedCount)" }) \(facts) "
            + digest("bytes") { try salvaged.archive.bytes() }
    }

    // MARK: Lists

    private static func lists(_ subject: Subject) throws -> String {
        let tree = try tree(subject.bytes)
        var lines = ["\(tree)", tree.debugDescription, "\(tree == tree)"]
        for dialect in OpenStepPropertyListWriter.Dialect.allCases {
            lines.append(line("\(dialect)") { try OpenStepPropertyListWriter(dialect: dialect).write(tree).count })
            lines.append(
                line("back") {
                    let text = try OpenStepPropertyListWriter(dialect: dialect).write(tree)
                    let copy = try OpenStepPropertyListReader().read(text)
                    return GoldenOutcome.size(of: text) + " \(copy == tree) \(copy)"
                })
        }
        lines.append(
            line("xml") {
                let text = try XMLPropertyListWriter().write(tree)
                let copy = try XMLPropertyListReader().read(text)
                return "\(copy == tree) \(copy)"
            })
        return lines.joined(separator: "\n")
    }
}
