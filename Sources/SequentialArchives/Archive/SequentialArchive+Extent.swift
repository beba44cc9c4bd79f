internal import PropertyLists

extension SequentialArchive {
    /// How far an archive reaches that other bytes may follow.
    package struct Extent {
        /// The end of the last object of the top level, or of the bytes if all of them are groups.
        package var end: Int
        /// Whether the bytes ended within a group, so that more of them may tell more.
        package var isCutShort: Bool
    }

    /// How far the archive reaches that bytes begin with; nil if they begin with none that has an object.
    ///
    /// - Complexity: O(*n*) in the size of the archive, and of the bytes after it that could be part of it.
    package static func extent(in bytes: [UInt8], limits: Limits) -> Extent? {
        guard bytes.first == 4, let byteOrder = SequentialHeader.byteOrder(of: bytes) else { return nil }
        var scanner = SequentialScanner(bytes, at: SequentialHeader.size, byteOrder: byteOrder, limits: limits)
        var isCutShort = true
        do throws(ArchiveError) {
            _ = try scanner.scanInteger()
            try scanner.scan()
            return Extent(end: scanner.position, isCutShort: true)
        } catch {
            isCutShort = error.code == .truncated
        }
        let end = scanner.endOfLastWholeGroup
        return end > 0 || isCutShort ? Extent(end: end, isCutShort: isCutShort) : nil
    }
}

extension SequentialScanner {
    /// The end of the last object outside the top-level group being read, as an offset in bytes; 0 if there is none.
    fileprivate var endOfLastWholeGroup: Int {
        var open = current.object
        // The frame of the top level comes first, then that of the outermost object that is open.
        for position in 0..<frames.count {
            let object = frames[position].object
            guard object != NumberedItem.none, object != Frame.loop else { continue }
            open = object
            break
        }
        if open == Frame.loop { open = NumberedItem.none }
        let count = open == NumberedItem.none ? tables.items.count : min(Int(open), tables.items.count)
        var end = 0
        for number in 0..<count where tables.items[number].kind == .object {
            end = max(end, tables.items[number].end)
        }
        return end
    }
}
