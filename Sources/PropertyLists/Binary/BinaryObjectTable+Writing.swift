extension BinaryObjectTable {
    /// Writes the table as a binary property list.
    ///
    /// Numbers the objects, computes every size, and writes the bytes once into an array of exactly the right size.
    ///
    /// - Throws: ``ArchiveError/Code/limitExceeded`` if there are more than 2²⁹ objects of one kind, 2³²
    ///   references, or 2²⁸ - 1 elements in one container, ``ArchiveError/Code/invalidReference`` if an entry is
    ///   of another table.
    /// - Complexity: O(*n*) in the number of references and bytes.
    @usableFromInline package func write(
        top: Entry,
        options: BinaryWritingOptions = BinaryWritingOptions()
    ) throws(ArchiveError) -> [UInt8] {
        try checkCapacity()
        try Cancellation.check()
        let numbering = try numbering(top: top, options.objectOrder, copiedEntries()).checked()
        try Cancellation.check()
        return bytes(of: numbering, top: top, options)
    }

    /// Writes the table as ``write(top:options:)`` does, for the last time: afterwards its containers are lost.
    ///
    /// Writing needs as much memory again as the entries of the containers take, unless it can use theirs.
    ///
    /// - Parameter list: A table that is no longer needed, for the list of objects. It gets its memory back.
    package mutating func writeLast(
        top: Entry,
        options: BinaryWritingOptions,
        listingIn list: inout GrowingTable<Entry>
    ) throws(ArchiveError) -> [UInt8] {
        try checkCapacity()
        try Cancellation.check()
        let numbering = try numbering(top: top, options.objectOrder, Self.taken(&entries), Self.taken(&list)).checked()
        try Cancellation.check()
        let bytes = bytes(of: numbering, top: top, options)
        list = numbering.list
        entries = numbering.references
        return bytes
    }

    private static func taken(_ table: inout GrowingTable<Entry>) -> GrowingTable<Entry> {
        var taken = GrowingTable<Entry>()
        swap(&taken, &table)
        return taken
    }

    private func checkCapacity() throws(ArchiveError) {
        guard isOverfull || UInt64(entries.count) >= UInt64(Numbering.none) else { return }
        throw ArchiveError(
            .limitExceeded,
            "more than \(Self.capacity) objects of one kind, \(Numbering.none) references, or "
                + "\(Container.maximumCount) elements in one container",
            remedy: "split the archive"
        )
    }

    private func bytes(of numbering: borrowing Numbering, top: Entry, _ options: BinaryWritingOptions) -> [UInt8] {
        let sizes = sizes(of: numbering, options)
        return unsafe [UInt8](count: sizes.file) {
            unsafe write(numbering, to: $0, sizes)
            var trailer = unsafe ByteSink($0, at: sizes.file - BinaryTrailer.size)
            trailer.append(0, width: 6)
            trailer.append(UInt64(sizes.offset), width: 1)
            trailer.append(UInt64(sizes.reference), width: 1)
            trailer.append(UInt64(numbering.list.count), width: 8)
            trailer.append(UInt64(numbering.number(of: top)), width: 8)
            trailer.append(UInt64(sizes.tableStart), width: 8)
        }
    }

    /// The entries of all containers, which numbering takes.
    func copiedEntries() -> GrowingTable<Entry> {
        var copy = GrowingTable<Entry>(capacity: entries.count)
        copy.append(contentsOf: entries, in: 0..<entries.count)
        return copy
    }

    /// Numbers everything in an order.
    ///
    /// - Parameters:
    ///   - entries: Those of the table's containers.
    ///   - list: A table to list the objects in.
    func numbering(
        top: Entry,
        _ order: BinaryWritingOptions.ObjectOrder,
        _ entries: consuming GrowingTable<Entry>,
        _ list: consuming GrowingTable<Entry> = GrowingTable()
    ) -> Numbering {
        if case .listed(let order) = order { return listedNumbering(order, top: top, entries) }
        return depthFirstNumbering(top: top, withOrphans: order == .depthFirstWithOrphans, entries, list)
    }

    /// The sizes of a file and its parts, in bytes.
    struct Sizes {
        /// One reference.
        var reference: Int
        /// One offset.
        var offset: Int
        /// Everything before the offset table.
        var tableStart: Int
        /// All of it.
        var file: Int
    }

    /// The sizes of the file of a numbering: references and offsets are as wide as the greatest number takes.
    func sizes(of numbering: borrowing Numbering, _ options: BinaryWritingOptions) -> Sizes {
        let count = numbering.list.count
        let reference = max(minimalWidth(of: UInt64(count)), min(options.minimumReferenceSize, 8))
        let tableStart = BinaryTrailer.headerSize + contentSize(numbering) + numbering.totals.referenceCount * reference
        var offset = minimalWidth(of: UInt64(tableStart))
        if options.allowsThreeByteOffsets, offset == 4, tableStart <= 0xFF_FFFF { offset = 3 }
        offset = max(offset, min(options.minimumOffsetSize, 8))
        return Sizes(
            reference: reference,
            offset: offset,
            tableStart: tableStart,
            file: tableStart + count * offset + BinaryTrailer.size
        )
    }

    /// Writes the header, the objects and the offset table in one pass: each object where the one before ended, each
    /// offset in its place.
    private func write(
        _ numbering: borrowing Numbering,
        to memory: UnsafeMutableBufferPointer<UInt8>,
        _ sizes: Sizes
    ) {
        var objects = unsafe ByteSink(UnsafeMutableBufferPointer(rebasing: memory[..<sizes.tableStart]), at: 0)
        var offsets = unsafe ByteSink(memory, at: sizes.tableStart)
        objects.append(0x6270_6C69_7374_3030, width: 8)  // bplist00
        var position = 0
        while position < numbering.list.count {
            // Of an archive of Apple's layout most objects are UIDs, one for each reference. A separate loop is
            // faster, because what it needs stays in registers (row `encode person` of `Instructions.tsv`).
            while position < numbering.list.count, numbering.list[position].kind == Kind.uid.rawValue {
                offsets.append(UInt64(truncatingIfNeeded: objects.position), width: sizes.offset)
                objects.append(uid: numbering.list[position].index)
                position &+= 1
            }
            // The others are scalars mostly.
            while position < numbering.list.count, numbering.list[position].kind == Kind.scalar.rawValue {
                let index = numbering.list[position].index
                offsets.append(UInt64(truncatingIfNeeded: objects.position), width: sizes.offset)
                objects.append(scalarBytes, rangeOfScalar(index))
                position &+= 1
            }
            guard position < numbering.list.count else { break }
            offsets.append(UInt64(truncatingIfNeeded: objects.position), width: sizes.offset)
            append(numbering.list[position], to: &objects, numbering, sizes.reference)
            position &+= 1
        }
        precondition(objects.position == sizes.tableStart)
    }

    @inline(__always)
    func markerSize(count: Int) -> Int {
        count < 15 ? 1 : 2 + minimalWidth(of: UInt64(count))
    }

    @inline(__always)
    private func append(
        _ entry: Entry,
        to output: inout ByteSink,
        _ numbering: borrowing Numbering,
        _ referenceSize: Int
    ) {
        let index = entry.index
        switch entry.kind {
        case Kind.scalar.rawValue:
            output.append(scalarBytes, rangeOfScalar(index))
        case Kind.uid.rawValue:
            output.append(uid: index)
        case Kind.boolean.rawValue:
            output.append(index == 0 ? 0x08 : 0x09, width: 1)
        case Kind.container.rawValue:
            let container = containers[index]
            if let number = container.keyList {
                let keys = keyLists[number]
                output.appendMarker(.dictionary, count: keys.count)
                output.append(numbering.references, keys.start..<keys.start &+ keys.count, width: referenceSize)
                let values = container.start..<container.start &+ keys.count
                output.append(numbering.references, values, width: referenceSize)
            } else {
                output.appendMarker(container.ownKind, count: container.ownCount)
                let range = container.start..<container.start &+ container.ownReferenceCount
                output.append(numbering.references, range, width: referenceSize)
            }
        default:
            output.appendMarker(.data, count: externalData[index].count)
            output.append(externalData[index])
        }
    }
}

/// How a table of objects is laid out as bytes.
///
/// The defaults are those of current Apple systems.
@usableFromInline package struct BinaryWritingOptions: Hashable, Sendable {
    /// The order in which objects are listed, with the rule for which of them are listed repeatedly.
    @usableFromInline package enum ObjectOrder: Hashable, Sendable {
        /// Depth first, and every visit of a UID or a boolean after the first lists one more copy that nothing refers
        /// to. Apple's writer does this in nearly all archives.
        case depthFirstWithOrphans
        /// Depth first, each object once.
        case depthFirst
        /// These objects first and in this order, each once, also if nothing refers to them, then all other objects of
        /// the table. For files whose writer had its own order.
        case listed([BinaryObjectTable.Entry])
    }

    /// The order in which objects are listed.
    @usableFromInline package var objectOrder: ObjectOrder = .depthFirstWithOrphans

    /// Whether offsets may take 3 bytes (Mac OS X 10.4) rather than 1, 2, 4 or 8.
    @usableFromInline package var allowsThreeByteOffsets = false

    /// The least size of an offset, in bytes; more than 8 counts as 8.
    @usableFromInline package var minimumOffsetSize = 1

    /// The least size of an object reference, in bytes; more than 8 counts as 8.
    @usableFromInline package var minimumReferenceSize = 1

    /// Creates the default options.
    @usableFromInline package init() {}
}
