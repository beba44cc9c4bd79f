/// The objects of a damaged or truncated binary property list, as far as they can be found.
///
/// Apple's writer puts the objects one after the other and numbers them in that order. Their lengths are in their
/// markers, so that they can be found again from the first on without an offset table; and if the table exists, each of
/// the two makes up for damage of the other.
package struct BinaryObjectScan {
    /// The position of each object; nil for lost ones.
    package private(set) var positions: [Int?]
    /// The size of a reference.
    package let referenceSize: Int
    /// How many objects there are, lost ones included, as far as is known.
    package var objectCount: Int { positions.count }
    /// Whether a trailer with an offset table was found that fits the objects.
    package let hasTrailer: Bool
    /// The index of the top object.
    package let topObject: ObjectIndex
    /// Objects whose entry in the offset table was wrong, and containers whose length was.
    package private(set) var repaired: [ObjectIndex] = []

    /// The input, with a header and with lengths that were repaired.
    private var bytes: [UInt8]
    /// The end of the objects.
    private let end: Int
    /// Reads markers and lengths at any position.
    private let headers: BinaryPropertyListReader

    /// Finds the objects.
    ///
    /// - Throws: ``ArchiveError/Code/unrecognizedFormat`` if there is not a single one.
    /// - Complexity: O(*n*) in the size of the input.
    package init(_ input: [UInt8]) throws(ArchiveError) {
        bytes = input
        let magic = Array("bplist00".utf8)
        guard input.count > magic.count else { throw Self.nothingFound }
        bytes.replaceSubrange(..<magic.count, with: magic)
        let chain = Self.chain(in: bytes)
        if let listed = Self.listed(in: bytes), listed.isExact || listed.positions.count > chain?.positions.count ?? 0 {
            (headers, end, referenceSize) = (listed.reader, listed.end, listed.reader.referenceSize)
            (hasTrailer, topObject) = (true, listed.top)
            positions = listed.positions.map { .some($0) }
            checkPositions()
            return
        }
        guard let chain else { throw Self.nothingFound }
        (headers, end, referenceSize) = (chain.reader, chain.end, chain.reader.referenceSize)
        (hasTrailer, topObject) = (false, 0)
        positions = chain.positions.map { .some($0) }
    }

    private static let nothingFound = ArchiveError(
        .unrecognizedFormat,
        "no object of a binary property list can be found",
        at: 0,
        remedy: "look for another copy"
    )

    /// A reader for markers and lengths: one object, and a trailer that makes all the bytes its object area.
    private static func headers(
        of objects: ArraySlice<UInt8>,
        _ referenceSize: Int
    ) throws(ArchiveError) -> BinaryPropertyListReader {
        let list = Self.list(Array(objects), [BinaryTrailer.headerSize], 0, referenceSize)
        return try BinaryPropertyListReader(list, limits: .unlimited, validation: .onAccess)
    }

    /// A property list of objects at some positions.
    private static func list(
        _ objects: [UInt8],
        _ positions: [Int],
        _ top: ObjectIndex,
        _ referenceSize: Int
    ) -> [UInt8] {
        var list = objects
        list.reserveCapacity(objects.count + 8 * positions.count + BinaryTrailer.size)
        func append(_ number: Int) { list.appendBigEndian(UInt64(number), width: 8) }
        for position in positions { append(position) }
        list += [0, 0, 0, 0, 0, 0, 8, UInt8(truncatingIfNeeded: referenceSize)]
        append(positions.count)
        append(top.rawValue)
        append(objects.count)
        return list
    }

    /// The list with a new offset table and trailer; lost objects are null, which no archive holds.
    package func reader(limits: Limits) throws(ArchiveError) -> BinaryPropertyListReader {
        let objects = Array(bytes[..<end]) + [0]
        let list = Self.list(objects, positions.map { $0 ?? end }, topObject, referenceSize)
        return try BinaryPropertyListReader(list, limits: limits)
    }
}

// MARK: - Finding objects

extension BinaryObjectScan {
    private static let referenceSizes = [1, 2, 4, 8, 3]

    /// The objects that the offset table lists, if it fits them.
    private static func listed(in bytes: [UInt8]) -> (
        reader: BinaryPropertyListReader, positions: [Int], end: Int, top: ObjectIndex, isExact: Bool
    )? {
        guard let trailer = try? BinaryTrailer(of: bytes, limits: .unlimited) else { return nil }
        let (end, width) = (trailer.offsetTableStart, trailer.offsetSize)
        let table = (0..<trailer.objectCount).map { index -> Int in
            let offset = bytes.bigEndian(at: end + index * width, width: width)
            return offset < UInt64(end) ? Int(offset) : 0
        }
        // The size of a reference is one byte of the trailer, and every list depends on it.
        var best: (reader: BinaryPropertyListReader, fit: (readable: Int, adjacent: Int))?
        for size in [trailer.referenceSize] + referenceSizes where size != best?.reader.referenceSize {
            guard let reader = try? headers(of: bytes[..<end], size) else { continue }
            let fit = fit(of: table, reader)
            if fit.adjacent > best?.fit.adjacent ?? -1 { best = (reader, fit) }
        }
        // In a file of Apple's writer each object ends where the next begins; in others most can be read at least.
        let half = table.count - table.count / 2
        guard let best, best.fit.adjacent >= half || best.fit.readable >= table.count - table.count / 10 else {
            return nil
        }
        let isExact = end + table.count * width == bytes.count - BinaryTrailer.size
        return (best.reader, table, end, trailer.topObject, isExact)
    }

    /// How many of the objects that a table lists can be read, and how many end where the next one begins.
    private static func fit(of table: [Int], _ reader: BinaryPropertyListReader) -> (readable: Int, adjacent: Int) {
        var (readable, adjacent) = (0, 0)
        for (index, position) in table.enumerated() {
            guard let end = reader.end(ofObjectAt: position) else { continue }
            readable += 1
            if end == (index + 1 < table.count ? table[index + 1] : reader.trailer.offsetTableStart) { adjacent += 1 }
        }
        return (readable, adjacent)
    }

    /// The objects from the first on, one after the other, with the size of references that leads farthest.
    private static func chain(
        in bytes: [UInt8]
    ) -> (reader: BinaryPropertyListReader, positions: [Int], end: Int)? {
        var best: (reader: BinaryPropertyListReader, positions: [Int], end: Int)?
        var bestKeyCount = -1
        for size in referenceSizes {
            guard let reader = try? headers(of: bytes[...], size) else { continue }
            var positions: [Int] = []
            var position = BinaryTrailer.headerSize
            while let end = reader.end(ofObjectAt: position) {
                positions.append(position)
                position = end
            }
            // By chance another size can lead farther, but not to a top dictionary whose keys are strings.
            let keyCount = keyCount(positions, reader)
            let isFarther = position > best?.end ?? BinaryTrailer.headerSize
            if keyCount == bestKeyCount ? isFarther : keyCount > bestKeyCount {
                (best, bestKeyCount) = ((reader, positions, position), keyCount)
            }
        }
        return best
    }

    /// How many keys of the first object are strings, as far as they are there; -1 if it isn't a dictionary, or one of
    /// its keys is something else.
    private static func keyCount(_ positions: [Int], _ reader: BinaryPropertyListReader) -> Int {
        guard let first = positions.first, let header = try? reader.header(atPosition: first),
            header.kind == .dictionary, header.count > 0
        else { return -1 }
        var count = 0
        for position in 0..<header.count {
            let key = reader.unchecked(position, of: reader.fields(of: header).keys)
            // A file that is cut short may end before its keys.
            if key.rawValue >= positions.count { continue }
            guard key > 0, (try? reader.header(atPosition: positions[key.rawValue]).kind.isString) == true else {
                return -1
            }
            count += 1
        }
        return count
    }

    /// Compares the offset table with where objects end, and repairs the one by the other.
    private mutating func checkPositions() {
        var isAdjacent = 0
        for index in positions.indices where endOfObject(index) == start(after: index) { isAdjacent += 1 }
        let isApples = isAdjacent >= positions.count - positions.count / 2
        for index in positions.indices {
            let previousEnd = index == 0 ? BinaryTrailer.headerSize : endOfObject(index - 1)
            // An offset is wrong if the object before it ends elsewhere, and there is one that ends where the next
            // begins.
            if isApples, let previousEnd, previousEnd != positions[index],
                headers.end(ofObjectAt: previousEnd) == start(after: index), start(after: index) != nil
            {
                positions[index] = previousEnd
                repaired.append(ObjectIndex(index))
            }
        }
        for index in positions.indices {
            guard let position = positions[index] else { continue }
            let end = endOfObject(index)
            if end != nil, !isApples || end == start(after: index) { continue }
            if isApples, repairLength(of: index, at: position) {
                repaired.append(ObjectIndex(index))
            } else {
                positions[index] = nil
            }
        }
    }

    private func endOfObject(_ index: Int) -> Int? {
        positions[index].flatMap { headers.end(ofObjectAt: $0) }
    }

    /// The position of the object after another one, or of the offset table.
    private func start(after index: Int) -> Int? {
        index + 1 < positions.count ? positions[index + 1] : end
    }

    /// Puts the length in place that the top dictionary of an archive or its list of entries must have to end where the
    /// next object begins, if its marker and its length differ from that by one byte.
    ///
    /// Losing one of these loses all that it refers to; losing another loses only itself.
    private mutating func repairLength(of index: Int, at position: Int) -> Bool {
        guard let next = start(after: index), next > position else { return false }
        for (kind, unit) in [(UInt8(0xA0), referenceSize), (0xD0, 2 * referenceSize)] {
            for headerSize in [1, 3, 4, 6] {
                let size = next - position - headerSize
                guard size >= 0, size.isMultiple(of: unit) else { continue }
                let header = Self.header(kind, count: size / unit)
                guard header.count == headerSize else { continue }
                let stored = bytes[position..<position + headerSize]
                guard zip(header, stored).count(where: { $0 != $1 }) == 1 else { continue }
                let isTop = kind == 0xD0 && index == topObject.rawValue
                guard isTop || kind == 0xA0 && isNull(referredAt: position + headerSize) else { continue }
                bytes.replaceSubrange(position..<position + headerSize, with: header)
                return true
            }
        }
        return false
    }

    /// Whether a reference at a position leads to the string `$null`, with which the list of entries begins.
    private func isNull(referredAt position: Int) -> Bool {
        guard position + referenceSize <= end else { return false }
        let number = bytes.bigEndian(at: position, width: referenceSize)
        guard number < UInt64(positions.count), let string = positions[Int(number)] else { return false }
        return bytes[string..<end].starts(with: [0x55] + Array("$null".utf8))
    }

    /// The marker and the length of a container as Apple's writer puts them.
    private static func header(_ kind: UInt8, count: Int) -> [UInt8] {
        if count < 15 { return [kind | UInt8(truncatingIfNeeded: count)] }
        let width = count <= 0xFF ? 1 : count <= 0xFFFF ? 2 : 4
        let marker: UInt8 = width == 1 ? 0x10 : width == 2 ? 0x11 : 0x12
        var header = [kind | 0xF, marker]
        header.appendBigEndian(UInt64(count), width: width)
        return header
    }
}

extension BinaryPropertyListReader {
    /// The end of the object at a position; nil if none can be read.
    fileprivate func end(ofObjectAt position: Int) -> Int? {
        guard let header = try? header(atPosition: position) else { return nil }
        return header.payload + header.scalarSize + header.references.count * referenceSize
    }
}
