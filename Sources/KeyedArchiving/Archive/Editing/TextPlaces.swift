internal import PropertyLists

/// Where texts are in a list that is being changed at its end, and from which any element is removed.
///
/// An element keeps its number when others are removed, and numbers ascend, so a position is found by bisection.
struct TextPlaces: Sendable {
    /// The number of each text; of two with one text, that of the first.
    private var numbers: [PropertyListString: Int] = [:]
    /// The numbers of the elements in their order.
    private var order: [Int] = []
    /// Whether two elements have one text, so that removing the first uncovers the second.
    private(set) var hasDuplicates = false

    init(capacity: Int) {
        numbers.reserveCapacity(capacity)
        order.reserveCapacity(capacity)
    }

    /// The position of a text; nil if it isn't there.
    func position(of text: PropertyListString) -> Int? {
        guard let number = numbers[text] else { return nil }
        var (start, end) = (0, order.count)
        while start < end {
            let middle = start + (end - start) / 2
            if order[middle] < number { start = middle + 1 } else { end = middle }
        }
        return start
    }

    /// Adds an element after the others.
    ///
    /// - Parameter text: Nil if it isn't text.
    mutating func append(_ text: PropertyListString?) {
        let number = (order.last ?? -1) + 1
        order.append(number)
        guard let text else { return }
        if numbers[text] == nil { numbers[text] = number } else { hasDuplicates = true }
    }

    /// Removes the element at a position below the number of elements.
    mutating func remove(at position: Int, _ text: PropertyListString?) {
        if let text { numbers[text] = nil }
        order.remove(at: position)
    }
}
