import PropertyLists

/// How one list became another: which elements stayed, and which were replaced, removed or inserted.
struct ListChanges {
    /// Positions of elements in the place of which others are now, in the old list and in the new one.
    private(set) var replaced: [(old: Int, new: Int)] = []
    /// Positions in the old list, ascending.
    private(set) var removed: [Int] = []
    /// Positions in the new list, ascending.
    private(set) var inserted: [Int] = []

    /// Above so many comparisons, elements are matched by their positions.
    private static let maximumWork = 4_000_000

    init(from old: [PropertyList], to new: [PropertyList]) {
        let start = zip(old, new).prefix { $0 == $1 }.count
        let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
        let (oldMiddle, newMiddle) = (Array(old[start..<(old.count - end)]), Array(new[start..<(new.count - end)]))
        var (goneOffsets, newOffsets) = (Set(oldMiddle.indices), Set(newMiddle.indices))
        if oldMiddle.count != newMiddle.count, oldMiddle.count * newMiddle.count <= Self.maximumWork {
            (goneOffsets, newOffsets) = ([], [])
            for change in newMiddle.difference(from: oldMiddle) {
                switch change {
                case .remove(let offset, _, _): goneOffsets.insert(offset)
                case .insert(let offset, _, _): newOffsets.insert(offset)
                }
            }
        }
        // Between elements that stayed, those that went and those that came are matched in order.
        var (oldPosition, newPosition) = (0, 0)
        while oldPosition < oldMiddle.count || newPosition < newMiddle.count {
            var (gone, come): ([Int], [Int]) = ([], [])
            while oldPosition < oldMiddle.count, goneOffsets.contains(oldPosition) {
                gone.append(start + oldPosition)
                oldPosition += 1
            }
            while newPosition < newMiddle.count, newOffsets.contains(newPosition) {
                come.append(start + newPosition)
                newPosition += 1
            }
            replaced += zip(gone, come).map { (old: $0, new: $1) }
            removed += gone.dropFirst(come.count)
            inserted += come.dropFirst(gone.count)
            oldPosition += 1
            newPosition += 1
        }
        // Equal elements at the same place in lists of one length aren't changes.
        replaced.removeAll { old[$0.old] == new[$0.new] }
    }
}
