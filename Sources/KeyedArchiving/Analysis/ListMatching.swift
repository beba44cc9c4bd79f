/// Matches the elements of two lists, given as numbers that are equal for equal elements.
struct ListMatching {
    /// For each element of the old list the position of its partner in the new one.
    private(set) var partners: [Int?]
    /// The elements of the new list without a partner, in order.
    private(set) var added: [Int] = []

    /// Matches the elements of arrays, so that those between others stay between them.
    ///
    /// Common prefixes and suffixes are matched first. Between them, as many as possible of the elements that occur
    /// once in each list are matched in the same order. Elements between two such matches are matched in order; surplus
    /// elements stay unmatched.
    ///
    /// - Complexity: O(*n*), and O(*n* log *n*) in the number of elements between the common prefix and suffix.
    static func ofArrays(_ old: [Int], _ new: [Int]) -> ListMatching {
        var matching = ListMatching(partners: Array(repeating: nil, count: old.count))
        var start = 0
        while start < old.count, start < new.count, old[start] == new[start] {
            matching.partners[start] = start
            start += 1
        }
        var (oldEnd, newEnd) = (old.count, new.count)
        while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
            oldEnd -= 1
            newEnd -= 1
            matching.partners[oldEnd] = newEnd
        }
        var (oldNext, newNext) = (start, start)
        for anchor in anchors(old[start..<oldEnd], new[start..<newEnd]) + [(old: oldEnd, new: newEnd)] {
            // Elements between two anchors are changed ones, as far as they go in pairs.
            let paired = min(anchor.old - oldNext, anchor.new - newNext)
            for offset in 0..<paired { matching.partners[oldNext + offset] = newNext + offset }
            matching.added += (newNext + paired)..<anchor.new
            if anchor.old < oldEnd { matching.partners[anchor.old] = anchor.new }
            (oldNext, newNext) = (anchor.old + 1, anchor.new + 1)
        }
        return matching
    }

    /// The longest run of elements that are there once in each list and come in the same order.
    private static func anchors(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>) -> [(old: Int, new: Int)] {
        guard !old.isEmpty, !new.isEmpty else { return [] }
        var places: [Int: Int?] = [:]
        for position in new.indices { places[new[position]] = places[new[position]] == nil ? position : .some(nil) }
        var counts: [Int: Int] = [:]
        for mark in old { counts[mark, default: 0] += 1 }
        // The longest increasing run: the last element of the best run of each length, and what comes before each.
        var candidates: [(old: Int, new: Int, before: Int?)] = []
        var ends: [Int] = []
        for position in old.indices where counts[old[position]] == 1 {
            guard case let place?? = places[old[position]] else { continue }
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = low + (high - low) / 2
                if candidates[ends[middle]].new < place { low = middle + 1 } else { high = middle }
            }
            candidates.append((position, place, low > 0 ? ends[low - 1] : nil))
            if low == ends.count { ends.append(candidates.count - 1) } else { ends[low] = candidates.count - 1 }
        }
        var run: [(old: Int, new: Int)] = []
        var next = ends.last
        while let number = next {
            run.append((candidates[number].old, candidates[number].new))
            next = candidates[number].before
        }
        return run.reversed()
    }

    /// Matches the elements of sets, regardless of their order.
    ///
    /// - Complexity: O(*n*).
    static func ofSets(_ old: [Int], _ new: [Int]) -> ListMatching {
        var matching = ListMatching(partners: Array(repeating: nil, count: old.count))
        var places: [Int: [Int]] = [:]
        for position in new.indices.reversed() { places[new[position], default: []].append(position) }
        var isMatched = Array(repeating: false, count: new.count)
        for position in old.indices {
            guard let place = places[old[position]]?.popLast() else { continue }
            matching.partners[position] = place
            isMatched[place] = true
        }
        matching.added = new.indices.filter { !isMatched[$0] }
        return matching
    }

    /// Matches the elements without a partner in order, those that aren't scalars: they are taken for changed ones.
    mutating func pairRest(_ isOldScalar: (Int) -> Bool, isNewScalar: (Int) -> Bool) {
        let open = partners.indices.filter { partners[$0] == nil && !isOldScalar($0) }
        let free = added.filter { !isNewScalar($0) }
        for (position, place) in zip(open, free) { partners[position] = place }
        let taken = Set(zip(open, free).map(\.1))
        added.removeAll { taken.contains($0) }
    }
}
