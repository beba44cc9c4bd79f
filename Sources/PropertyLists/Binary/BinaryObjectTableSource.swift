/// A table filled from a file, with the facts needed to write the file back as it was.
package struct BinaryObjectTableSource: ~Copyable, Sendable {
    /// The objects.
    package var table = BinaryObjectTable()
    /// The entry of each object of the file, by its index there.
    package var entries: [BinaryObjectTable.Entry] = []
    /// Options that reproduce the file's layout.
    package var options = BinaryWritingOptions()

    /// Fills a table with the objects of a file.
    ///
    /// Scalars are copied in their encoded form; lengths of containers are written in as few bytes as they take. If listing depth first, as Apple's writers do, does not give the order
    /// of the file, then some other program wrote it and its own order is kept.
    ///
    /// Text is copied unseen, so that even strings that reading refuses are written back as they are.
    ///
    /// - Throws: ``ArchiveError`` if an object cannot be read, if a reference is out of range, or if objects
    ///   overlap so much that together they are larger than ``Limits/expansion`` times the file.
    /// - Complexity: O(*n*) in the size of the file.
    package init(_ reader: BinaryPropertyListReader) throws(ArchiveError) {
        let usage = try ReferenceUsage(of: reader)
        options.allowsThreeByteOffsets = reader.trailer.offsetSize == 3
        options.objectOrder = usage.isListedOnce ? .depthFirst : .depthFirstWithOrphans
        try fill(from: reader, usage, withoutUniquing: false)
        guard !reproducesOrder(of: reader, usage) else { return }

        table = BinaryObjectTable()
        entries = []
        try fill(from: reader, usage, withoutUniquing: true)
        options.objectOrder = .listed(entries)
        options.minimumOffsetSize = reader.trailer.offsetSize
        options.minimumReferenceSize = reader.trailer.referenceSize
    }

    /// Whether numbering depth first gives each object the index that it has in the file.
    private func reproducesOrder(of reader: BinaryPropertyListReader, _ usage: ReferenceUsage) -> Bool {
        let numbering = table.numbering(
            top: entries[reader.topObject], options.objectOrder, table.copiedEntries())
        guard numbering.list.count == reader.objectCount else { return false }
        return reader.objectIndices.allSatisfy { index in
            usage.count(of: index) == 0
                || numbering.number(of: entries[index]) == UInt32(truncatingIfNeeded: index.rawValue)
        }
    }

    private mutating func fill(
        from reader: BinaryPropertyListReader,
        _ usage: ReferenceUsage,
        withoutUniquing isApart: Bool
    ) throws(ArchiveError) {
        entries.reserveCapacity(reader.objectCount)
        var containerCount = 0
        for index in reader.objectIndices {
            let header = try reader.header(at: index)
            if header.kind.isContainer {
                entries.append(table.entry(.container, containerCount))
                containerCount += 1
            } else {
                entries.append(try addScalar(at: index, header, reader, usage, isApart))
            }
        }
        let entries = self.entries
        for index in reader.objectIndices {
            let header = try reader.header(at: index)
            guard header.kind.isContainer else { continue }
            let references = header.references
            let children = (0..<references.count).lazy.map { entries[reader.unchecked($0, of: references)] }
            _ = table.addContainer(header.kind, children)
        }
    }

    private mutating func addScalar(
        at index: ObjectIndex,
        _ header: BinaryObjectHeader,
        _ reader: BinaryPropertyListReader,
        _ usage: ReferenceUsage,
        _ isApart: Bool
    ) throws(ArchiveError) -> BinaryObjectTable.Entry {
        let isSharedKind = !isApart && (header.kind == .uid ? usage.sharesUIDs : header.kind == .simple)
        if isSharedKind, header.kind == .uid {
            let uid = try reader.uid(of: header)
            // One that is wider than it has to be is copied.
            if header.scalarSize == minimalWidth(of: uid) { return table.uid(UID(uid)) }
        }
        if isSharedKind, let boolean = header.boolean { return table.boolean(boolean) }
        let start = try reader.offset(of: index)
        let size = header.scalarSize
        if header.kind == .data, size > BinaryObjectTable.externalDataThreshold,
            header.payload - start == table.markerSize(count: size)
        {
            return table.addData(reader.bytes[header.payload..<header.payload + size])
        }
        return table.addEncodedScalar(reader.bytes[start..<header.payload + size])
    }
}

/// How the objects of a file are referred to, from which the habits of its writer follow.
private struct ReferenceUsage {
    /// How many references each object has, up to 2; the top object has one more.
    private var counts: [UInt8]
    /// Whether UIDs with the same number are one object.
    var sharesUIDs = true
    /// Whether every object is listed once, UIDs and booleans included: no object without a reference, yet some UID
    /// or boolean is referred to twice.
    var isListedOnce = false

    func count(of index: ObjectIndex) -> Int { Int(counts[index]) }

    init(of reader: BinaryPropertyListReader) throws(ArchiveError) {
        counts = Array(repeating: 0, count: reader.objectCount)
        counts[reader.topObject] = 1
        var budget = Budget(of: reader)
        for index in reader.objectIndices {
            let header = try reader.header(at: index)
            try budget.spend(header.scalarSize, at: header.payload)
            let references = header.references
            try budget.spend(references.count, at: header.payload)
            for position in 0..<references.count {
                let child = reader.unchecked(position, of: references)
                guard reader.contains(child) else { throw reader.invalidReference(position, of: references, in: index) }
                if counts[child] < 2 { counts[child] += 1 }
            }
        }
        var hasOrphan = false
        var hasRepeated = false
        var knownUIDs: Set<UInt64> = []
        for index in reader.objectIndices {
            hasOrphan = hasOrphan || counts[index] == 0
            let header = try reader.header(at: index)
            guard header.kind == .uid || header.boolean != nil, counts[index] > 0 else { continue }
            hasRepeated = hasRepeated || counts[index] == 2
            if header.kind == .uid, !knownUIDs.insert(try reader.uid(of: header)).inserted { sharesUIDs = false }
        }
        isListedOnce = hasRepeated && !hasOrphan
    }
}
