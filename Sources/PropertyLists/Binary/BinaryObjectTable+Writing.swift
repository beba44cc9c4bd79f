extension BinaryObjectTable {
    /// Writes the table as a binary property list.
    ///
    /// Numbers the objects, computes every size, and writes the bytes once into an array of exactly the right size.
    ///
    /// - Throws: ``PropertyListError/Code/limitExceeded`` if there are more than 2²⁹ objects of one sort or 2³²
    ///   references, ``PropertyListError/Code/invalidReference`` if an entry is of another table.
    /// - Complexity: O(*n*) in the number of references and bytes.
    public func write(
        top: Entry,
        options: BinaryWritingOptions = BinaryWritingOptions()
    ) throws(PropertyListError) -> [UInt8] {
        guard !isOverfull, UInt64(entries.count) < UInt64(Numbering.none) else {
            throw PropertyListError(
                .limitExceeded,
                "more than \(Self.capacity) objects of one sort or \(Numbering.none) references",
                remedy: "split the archive"
            )
        }
        let numbering =
            switch options.objectOrder {
            case .depthFirstWithOrphans: depthFirstNumbering(top: top, withOrphans: true)
            case .depthFirst: depthFirstNumbering(top: top, withOrphans: false)
            case .listed(let order): listedNumbering(order, top: top)
            }
        guard !numbering.hasForeignEntry else {
            throw PropertyListError(
                .invalidReference,
                "an entry does not belong to the table",
                remedy: "use only entries that adding to this table returned"
            )
        }
        return write(numbering, top: numbering.number(of: top), options)
    }

    /// Writes the objects of a numbering.
    func write(_ numbering: Numbering, top: UInt32, _ options: BinaryWritingOptions) -> [UInt8] {
        let count = numbering.list.count
        let referenceSize = max(minimalWidth(of: UInt64(count)), min(options.minimumReferenceSize, 8))
        var position = BinaryTrailer.headerSize
        for entry in numbering.list {
            position &+= encodedSize(of: entry, referenceSize)
        }
        let tableStart = position
        var offsetSize = minimalWidth(of: UInt64(tableStart))
        if options.allowsThreeByteOffsets, offsetSize == 4, tableStart <= 0xFF_FFFF { offsetSize = 3 }
        offsetSize = max(offsetSize, min(options.minimumOffsetSize, 8))

        var output: [UInt8] = []
        output.reserveCapacity(tableStart &+ count &* offsetSize &+ BinaryTrailer.size)
        output.append(contentsOf: "bplist00".utf8)
        for entry in numbering.list {
            append(entry, to: &output, numbering, referenceSize)
        }
        position = BinaryTrailer.headerSize
        for entry in numbering.list {
            output.appendBigEndian(UInt64(position), width: offsetSize)
            position &+= encodedSize(of: entry, referenceSize)
        }
        output.append(contentsOf: repeatElement(0, count: 6))
        output.append(UInt8(offsetSize))
        output.append(UInt8(referenceSize))
        output.appendBigEndian(UInt64(count), width: 8)
        output.appendBigEndian(UInt64(top), width: 8)
        output.appendBigEndian(UInt64(tableStart), width: 8)
        return output
    }

    @inline(__always)
    private func encodedSize(of entry: Entry, _ referenceSize: Int) -> Int {
        let index = entry.index
        switch entry.sort {
        case Sort.scalar.rawValue: return scalarEnds[index] &- scalarStart(index)
        case Sort.uid.rawValue: return 1 &+ minimalWidth(of: UInt64(index))
        case Sort.boolean.rawValue: return 1
        case Sort.container.rawValue:
            let container = containers[index]
            return markerSize(count: container.count) &+ container.referenceCount &* referenceSize
        default:
            let size = largeData[index].count
            return markerSize(count: size) &+ size
        }
    }

    @inline(__always)
    private func scalarStart(_ index: Int) -> Int {
        index == 0 ? 0 : scalarEnds[index &- 1]
    }

    func markerSize(count: Int) -> Int {
        count < 15 ? 1 : 2 + minimalWidth(of: UInt64(count))
    }

    @inline(__always)
    private func append(_ entry: Entry, to output: inout [UInt8], _ numbering: Numbering, _ referenceSize: Int) {
        let index = entry.index
        switch entry.sort {
        case Sort.scalar.rawValue:
            output.append(contentsOf: scalarBytes[scalarStart(index)..<scalarEnds[index]])
        case Sort.uid.rawValue:
            let width = minimalWidth(of: UInt64(index))
            output.append(0x80 | UInt8(truncatingIfNeeded: width &- 1))
            output.appendBigEndian(UInt64(index), width: width)
        case Sort.boolean.rawValue:
            output.append(index == 0 ? 0x08 : 0x09)
        case Sort.container.rawValue:
            let container = containers[index]
            appendMarker(container.kind, count: container.count, to: &output)
            for reference in container.start..<container.start &+ container.referenceCount {
                let number = numbering.number(of: entries[reference])
                output.appendBigEndian(UInt64(number), width: referenceSize)
            }
        default:
            appendMarker(.data, count: largeData[index].count, to: &output)
            output.append(contentsOf: largeData[index])
        }
    }

    private func appendMarker(_ kind: BinaryObjectKind, count: Int, to output: inout [UInt8]) {
        if count < 15 {
            output.append(kind.rawValue &<< 4 | UInt8(truncatingIfNeeded: count))
        } else {
            let width = minimalWidth(of: UInt64(count))
            output.append(kind.rawValue &<< 4 | 0x0F)
            output.append(0x10 | UInt8(width.trailingZeroBitCount))
            output.appendBigEndian(UInt64(count), width: width)
        }
    }
}
