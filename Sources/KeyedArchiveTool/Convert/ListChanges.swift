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

    /// Compares two lists.
    ///
    /// - Complexity: O(*n*) in the size of the lists, and in the steps that are taken from the budget.
    init(from old: [PropertyList], to new: [PropertyList], charging budget: DocumentBudget) {
        let start = zip(old, new).prefix { $0 == $1 }.count
        let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
        let (oldMiddle, newMiddle) = (Array(old[start..<(old.count - end)]), Array(new[start..<(new.count - end)]))
        var (goneOffsets, newOffsets) = (Set(oldMiddle.indices), Set(newMiddle.indices))
        let work = oldMiddle.count * newMiddle.count
        if oldMiddle.count != newMiddle.count, work <= Self.maximumWork, budget.takeSteps(work / 16) {
            (goneOffsets, newOffsets) = ([], [])
            // Each element is looked at once, and compared by its number.
            var numbers: [PropertyList: Int] = [:]
            func number(_ element: PropertyList) -> Int {
                let next = numbers.count
                if let known = numbers[element] { return known }
                numbers[element] = next
                return next
            }
            let oldNumbers = oldMiddle.map(number)
            for change in newMiddle.map(number).difference(from: oldNumbers) {
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
