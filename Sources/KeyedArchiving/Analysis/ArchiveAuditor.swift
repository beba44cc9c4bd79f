internal import PropertyLists

/// Checks an archive for ``KeyedArchive/audit(limit:)``.
struct ArchiveAuditor: ~Copyable {
    private let archive: KeyedArchive
    private let index: ArchiveIndex
    private let isBinary: Bool
    private let limit: Int
    private let graph: EntryGraph
    private let components: EntryGraph.Components
    private var result = ArchiveAudit()

    /// - Throws: ``/PropertyLists/ArchiveError/Code/limitExceeded`` if the archive holds more than the limit allows.
    init(_ archive: KeyedArchive, isBinary: Bool, limit: Int) throws(ArchiveError) {
        let graph = try archive.graph
        try Cancellation.check()
        self.archive = archive
        index = archive.index
        self.isBinary = isBinary
        self.limit = limit
        self.graph = graph
        components = graph.components()
    }

    mutating func audit() throws(ArchiveError) -> ArchiveAudit {
        result.byteCount = archive.inputSize
        result.containerObjectCount = archive.reader.objectCount
        result.entryCount = archive.objectCount
        result.containerProblems =
            isBinary ? archive.reader.problems(strict: true, limit: limit) : Array(archive.oddities.prefix(limit))
        try Cancellation.check()
        try look()
        try listLostEntries()
        try findNestedArchives()
        return result
    }

    /// Checks everything but nested archives.
    private mutating func look() throws(ArchiveError) {
        try listCycles()
        let isReachable = findReachable()
        listUnreachable(isReachable)
        try measureGroups()
        try checkClasses()
        try measureObjects()
    }

    /// The limits that an archive needs without those within it.
    fileprivate static func limits(neededBy archive: KeyedArchive) throws(ArchiveError) -> Limits {
        var auditor = try ArchiveAuditor(archive, isBinary: archive.format == .binary, limit: 0)
        try auditor.look()
        return auditor.result.requiredLimits
    }

    // MARK: The graph

    private mutating func listCycles() throws(ArchiveError) {
        let paths = PathSearch(archive)
        for (number, members) in components.components.enumerated() {
            try Cancellation.check(atStep: number)
            guard let first = members.first, members.count > 1 || graph.references(of: first).contains(first) else {
                continue
            }
            result.cycleCount += 1
            guard result.cycles.count < limit else { continue }
            let path = paths.steps(to: first.uid).map { ArchivePath($0) }
            result.cycles.append(ArchiveAudit.Cycle(uids: members.prefix(limit).map(\.uid), path: path))
        }
    }

    /// Marks the objects reachable from the outer dictionary, and their class records.
    private mutating func findReachable() -> [Bool] {
        var isReachable = graph.reachable(throughClasses: false)
        let objects = isReachable.indices.filter { isReachable[$0] }
        result.reachableCount = objects.count
        for number in objects {
            if let record = graph.classRecord(of: EntryUID(number)) { isReachable[record] = true }
        }
        return isReachable
    }

    private mutating func listUnreachable(_ isReachable: [Bool]) {
        for number in 1..<max(1, graph.count) where !isReachable[EntryUID(number)] {
            result.unreachableCount += 1
            if result.unreachable.count < limit { result.unreachable.append(EntryUID(number).uid) }
        }
    }

    /// Counts the objects that the outer dictionary would expand to, and their depth.
    private mutating func measureGroups() throws(ArchiveError) {
        // A group comes after all that it leads to.
        var sizes = Array(repeating: 0, count: components.components.count)
        var depths = sizes
        for (number, members) in components.components.enumerated() {
            try Cancellation.check(atStep: number)
            var (size, depth) = (members.count, 0)
            for member in members {
                for target in graph.references(of: member) {
                    let component = components.componentOf[target]
                    guard component != number else { continue }
                    size = size.addingOrMaximum(sizes[component])
                    depth = max(depth, depths[component])
                }
            }
            (sizes[number], depths[number]) = (size, depth + members.count)
        }
        var depth = 0
        for root in graph.roots {
            let component = components.componentOf[root]
            result.expandedCount = result.expandedCount.addingOrMaximum(sizes[component])
            depth = max(depth, depths[component])
        }
        var containers = ContainerDepths(index)
        result.requiredLimits.depth = max(depth, try containers.greatestDepth())
    }

    // MARK: Classes

    private mutating func checkClasses() throws(ArchiveError) {
        var isUsed = Array(repeating: false, count: graph.count)
        for number in 0..<graph.count {
            if let record = graph.classRecord(of: EntryUID(number)) { isUsed[record] = true }
        }
        var firstOfName = ClassNameTable<ArchivedClass>()
        var classCount = 0
        for uid in index.uids {
            try Cancellation.check(atStep: uid.number)
            guard index.classRecord(at: index[uid]) != nil else { continue }
            classCount += 1
            let record: ArchivedClass
            do throws(ArchiveError) {
                record = try archive.archivedClass(at: uid.uid)
            } catch {
                if error.endsWork { throw error }
                report(uid, nil, .unreadable)
                continue
            }
            if !isUsed[uid] { report(uid, record.name, .unused) }
            if record.hierarchy.isEmpty {
                report(uid, record.name, .noHierarchy)
            } else if !record.isFirstOfHierarchy {
                report(uid, record.name, .hierarchyOfAnotherClass)
            }
            if let known = firstOfName[record.name] {
                if !known.hasHierarchy(of: record) { report(uid, record.name, .sameNameAsAnother) }
            } else {
                firstOfName[record.name] = record
            }
        }
        result.requiredLimits.classes = classCount
    }

    private mutating func report(_ uid: EntryUID, _ name: String?, _ reason: ArchiveAudit.OddClass.Reason) {
        result.oddClassCount += 1
        guard result.oddClasses.count < limit else { return }
        result.oddClasses.append(ArchiveAudit.OddClass(uid: uid.uid, name: name, reason: reason))
    }

    // MARK: Values

    private mutating func listLostEntries() throws(ArchiveError) {
        let lost = try archive.hiddenKeys()
        result.lostEntryCount = lost.count
        result.lostEntries = lost.prefix(limit).map { ArchiveAudit.LostEntry(uid: $0.uid, key: $0.key) }
    }

    /// Measures texts and data.
    private mutating func measureObjects() throws(ArchiveError) {
        let reader = archive.reader
        var (stringBytes, dataBytes) = (0, 0)
        for object in reader.objectIndices {
            try Cancellation.check(atStep: object.rawValue)
            guard let header = try? reader.header(at: object) else { continue }
            if header.kind.isString { stringBytes = max(stringBytes, header.scalarSize) }
            if header.kind == .data { dataBytes = max(dataBytes, header.count) }
        }
        result.requiredLimits.objects = isBinary ? reader.objectCount : try textObjectCount
        result.requiredLimits.stringBytes = stringBytes
        result.requiredLimits.dataBytes = dataBytes
    }

    /// How many objects reading the XML text counts: one for each place, and three for a UID, which is a dictionary there.
    private var textObjectCount: Int {
        get throws(ArchiveError) {
            let reader = archive.reader
            var count = 1
            for object in reader.objectIndices {
                try Cancellation.check(atStep: object.rawValue)
                guard let references = try? reader.header(at: object).references else { continue }
                let uidCount = (0..<references.count).count { position in
                    (try? reader.header(at: reader.unchecked(position, of: references)).kind) == .uid
                }
                count = count.addingOrMaximum(references.count + 2 * uidCount)
            }
            return count
        }
    }

    /// Opens the archives in data.
    private mutating func findNestedArchives() throws(ArchiveError) {
        result.requiredLimits.nestedArchives = 0
        var nested = NestedArchiveSearch(limits: result.requiredLimits, budget: archive.budget, limit: limit)
        try nested.search(archive)
        result.nestedArchives = nested.found
        result.nestedArchiveCount = nested.count
        result.requiredLimits = nested.limits
    }
}

/// Opens the archives in the data of an archive, and those in theirs.
private struct NestedArchiveSearch: ~Copyable {
    private(set) var found: [ArchiveAudit.NestedArchive] = []
    private(set) var count = 0
    /// The limits that the archive and all nested ones need.
    private(set) var limits: Limits
    /// The budget for opening the data.
    private var budget: Budget
    private let limit: Int

    init(limits: Limits, budget: Budget, limit: Int) {
        self.limits = limits
        self.budget = budget
        self.limit = limit
    }

    mutating func search(_ archive: KeyedArchive) throws(ArchiveError) {
        var pending: [(archive: KeyedArchive, holder: UID?)] = [(archive, nil)]
        while let (outer, holder) = pending.popLast() {
            var seen: Set<ObjectIndex> = []
            func search(_ values: [ObjectIndex], of uid: UID) throws(ArchiveError) {
                for value in values where outer.index.kind(of: value) == .data && seen.insert(value).inserted {
                    if let inner = try open(value, of: outer) {
                        try add(inner, in: holder ?? uid)
                        pending.append((inner, holder ?? uid))
                    }
                }
            }
            try search(outer.index.pairs(of: outer.index.top).map(\.value), of: .null)
            for uid in outer.index.uids {
                try Cancellation.check(atStep: uid.number)
                let entry = outer.index[uid]
                let fields = outer.index.fields(at: entry)
                try search(fields.map { outer.index.pairs(of: $0).map(\.value) } ?? [entry], of: uid.uid)
            }
        }
    }

    /// The archive in a data value; nil if there is none, or if it costs more than the limits allow.
    private mutating func open(_ value: ObjectIndex, of outer: KeyedArchive) throws(ArchiveError) -> KeyedArchive? {
        var stored = FieldReader(outer.reader, chargedTo: budget)
        defer { budget = stored.budget }
        guard case .data(let data) = try stored.value(at: value) else { return nil }
        // The audit reports what the archive has, however much it is.
        var limits = outer.limits
        (limits.depth, limits.objects, limits.classes, limits.nestedArchives) = (.max, .max, .max, .max)
        (limits.stringBytes, limits.dataBytes) = (.max, .max)
        do throws(ArchiveError) {
            return try KeyedArchive.nestedArchive(in: data, limits: limits, depth: outer.nestingDepth)
        } catch {
            if error.code == .cancelled { throw error }
            return nil
        }
    }

    private mutating func add(_ inner: KeyedArchive, in holder: UID) throws(ArchiveError) {
        count += 1
        // What all of them hold together is bounded by the file around them.
        if let content = inner.facts.content(of: inner.index) { try budget.step(content) }
        let needed = try ArchiveAuditor.limits(neededBy: inner)
        limits.nestedArchives = max(limits.nestedArchives, inner.nestingDepth)
        limits.depth = max(limits.depth, needed.depth)
        limits.classes = max(limits.classes, needed.classes)
        limits.stringBytes = max(limits.stringBytes, needed.stringBytes)
        limits.dataBytes = max(limits.dataBytes, needed.dataBytes)
        limits.objects = max(limits.objects, needed.objects)
        guard found.count < limit else { return }
        found.append(
            ArchiveAudit.NestedArchive(
                uid: holder,
                depth: inner.nestingDepth,
                byteCount: inner.inputSize,
                entryCount: inner.objectCount
            ))
    }
}
