internal import PropertyLists

/// The positions of keys in a list whose elements are appended at the end, and removed anywhere.
///
/// An element keeps its number when others are removed, and numbers ascend, so a position is found by bisection.
struct KeyPlaces: Sendable {
    /// The rule for which of two equal keys counts.
    private let counting: KeyPositions.Counting
    /// The number of each key.
    private var numbers: [EntryName: Int] = [:]
    /// The numbers of the elements in their order.
    private var order: [Int] = []
    /// Whether two elements are one key, so that removing the one that counts uncovers the other.
    private(set) var hasDuplicates = false

    init(_ counting: KeyPositions.Counting, capacity: Int) {
        self.counting = counting
        numbers.reserveCapacity(capacity)
        order.reserveCapacity(capacity)
    }

    /// The position of a key; nil if it isn't there.
    func position(of key: EntryName) -> Int? {
        guard let number = numbers[key] else { return nil }
        var (start, end) = (0, order.count)
        while start < end {
            let middle = start + (end - start) / 2
            if order[middle] < number { start = middle + 1 } else { end = middle }
        }
        return start
    }

    /// Adds an element after the others.
    ///
    /// - Parameter key: Nil if it has no name.
    mutating func append(_ key: EntryName?) {
        let number = (order.last ?? -1) + 1
        order.append(number)
        guard let key else { return }
        let isNew = numbers[key] == nil
        if !isNew { hasDuplicates = true }
        if isNew || counting == .last { numbers[key] = number }
    }

    /// Removes the element at a position below the number of elements.
    mutating func remove(at position: Int, _ key: EntryName?) {
        if let key { numbers[key] = nil }
        order.remove(at: position)
    }
}
