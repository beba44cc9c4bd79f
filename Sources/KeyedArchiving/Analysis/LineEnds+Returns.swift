internal import PropertyLists

// Removed returns: of several ways to choose the line feeds that had one, those are right by which the objects are in the
// order of Apple's writer: each when it is first referred to, and what it holds right after it.

extension LineEnds {
    /// The list with the returns that were removed from it.
    ///
    /// Of texts and data, the first line feeds get a return, as many as are missing.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/limitExceeded``, ``/PropertyLists/ArchiveError/Code/cancelled``.
    static func withReturns(
        _ bytes: [UInt8], limits: Limits, charging budget: inout Budget
    ) throws(ArchiveError) -> Restored? {
        guard let removed = try RemovedReturns(bytes, charging: &budget) else { return nil }
        var (known, inContents, choices): ([Int], [Int], [[Int]]) = ([], [], [[]])
        for doubt in removed.doubts {
            if doubt.isOfContents { inContents += doubt.lineFeeds }
            if doubt.choices.count == 1, let only = doubt.choices.first {
                known += only
            } else {
                choices = choices.flatMap { choice in doubt.choices.map { choice + $0 } }
                guard choices.count <= mostChoices else { return nil }
            }
        }
        if choices.count > 1 {
            var right: [[Int]] = []
            for choice in choices {
                try budget.step(bytes.count)
                if isInWritersOrder(removed.restored(with: known + choice), limits) { right.append(choice) }
            }
            choices = right
        }
        guard let chosen = choices.first else { return nil }
        var counts: [Int: Int] = [:]
        for lineFeed in choices.joined() { counts[lineFeed, default: 0] += 1 }
        let doubtful = inContents + counts.filter { $0.value < choices.count }.keys
        return (removed.restored(with: known + chosen), doubtful.sorted())
    }

    /// How many ways to choose line feeds are tried.
    private static var mostChoices: Int { 64 }

    /// Whether the objects of a list are in the writer's order, in one of the ways to list values that are seen again.
    private static func isInWritersOrder(_ bytes: [UInt8], _ limits: Limits) -> Bool {
        guard let reader = try? BinaryPropertyListReader(bytes, limits: limits) else { return false }
        return Sharing.allCases.contains { isInOrder(reader, $0) }
    }

    private static func isInOrder(_ reader: BinaryPropertyListReader, _ sharing: Sharing) -> Bool {
        guard let root = try? reader.header(at: 0) else { return false }
        var next = 1
        var frames = [(references: root.references, place: 0)]
        while let frame = frames.last {
            guard frame.place < frame.references.count else {
                frames.removeLast()
                continue
            }
            frames[frames.count - 1].place += 1
            let reference = reader.unchecked(frame.place, of: frame.references)
            guard reference.rawValue <= next, let found = try? reader.header(at: reference) else { return false }
            if reference.rawValue == next {
                next += 1
                if found.holdsOthers { frames.append((found.references, 0)) }
            } else if found.holdsOthers || sharing == .unshared && found.kind == .uid {
                return false
            } else if sharing != .single,
                found.isNull || found.boolean != nil || found.kind == .uid || found.kind == .array
            {
                // The writer lists it again.
                guard next < reader.objectCount, let copy = try? reader.header(at: ObjectIndex(next)),
                    copy.kind == found.kind, copy.boolean == found.boolean
                else { return false }
                next += 1
            }
        }
        return next == reader.objectCount
    }
}

extension BinaryObjectHeader {
    fileprivate var holdsOthers: Bool { kind.isContainer && references.count > 0 }
}
