// What Apple's writer never does although it can be read.

extension BinaryPropertyListValidator {
    /// Reports bytes that belong to nothing, and objects that share bytes.
    ///
    /// - Returns: Whether the objects lie apart.
    mutating func checkLayout() -> Bool {
        let reader = reader
        var objectsLieApart = true
        let trailer = reader.trailer
        var end = BinaryTrailer.headerSize
        var last: ObjectIndex = 0
        for index in indicesByPosition() where hasRoom {
            guard let header = header(at: index) else { continue }
            let position = reader.position(of: index)
            if position < end {
                objectsLieApart = false
                report(.overlap(index, last, at: position))
            } else {
                reportUnused(end..<position, "between the objects")
            }
            let referenceBytes = header.references.count * trailer.referenceSize
            let objectEnd = header.payload + header.scalarSize + referenceBytes
            if objectEnd > end { (end, last) = (objectEnd, index) }
        }
        let tableEnd = trailer.offsetTableStart + trailer.objectCount * trailer.offsetSize
        let trailerStart = reader.bytes.count - BinaryTrailer.size
        reportUnused(end..<max(end, trailer.offsetTableStart), "before the offset table")
        reportUnused(tableEnd..<trailerStart, "between the offset table and the trailer")
        if let position = trailer.unused.firstIndex(where: { $0 != 0 }) {
            report(
                ArchiveError(
                    .unusedBytes,
                    "an unused byte of the trailer is \(hexadecimal(trailer.unused[position])), not 0",
                    at: trailerStart + position,
                    remedy: "read the file and write it again"
                )
            )
        }
        return objectsLieApart
    }

    /// The objects that can be read, by their position in the input.
    ///
    /// Nearly all files list them in that order.
    private func indicesByPosition() -> [ObjectIndex] {
        let indices = reader.objectIndices.filter { kinds[$0] != nil }
        let isSorted = zip(indices, indices.dropFirst()).allSatisfy {
            reader.position(of: $0) <= reader.position(of: $1)
        }
        return isSorted ? indices : indices.sorted { reader.position(of: $0) < reader.position(of: $1) }
    }

    private mutating func reportUnused(_ range: Range<Int>, _ place: String) {
        guard !range.isEmpty else { return }
        report(
            ArchiveError(
                .unusedBytes,
                "\(range.count.counted("byte")) \(place) belong to no object",
                at: range.lowerBound,
                remedy: "read the file and write it again"
            )
        )
    }
}

extension ArchiveError {
    fileprivate static func overlap(_ index: ObjectIndex, _ other: ObjectIndex, at position: Int) -> ArchiveError {
        ArchiveError(
            .invalidOffset,
            "object \(index) shares bytes with object \(other)",
            at: position,
            remedy: "the offset table is damaged or was made by a faulty writer"
        )
    }
}
