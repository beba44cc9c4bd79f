package import PropertyLists

/// What a call takes from a budget, measured by the smallest limit that it needs.
package enum SmallestLimit {
    /// The smallest value of a limit at which the call isn't refused, all other limits being without bound.
    ///
    /// - Parameter greatest: The value at which the call is known to end.
    package static func of(
        _ limit: WritableKeyPath<Limits, Int>,
        upTo greatest: Int = 1 << 16,
        _ call: (Limits) throws -> Void
    ) throws -> Int {
        func suffices(_ value: Int) throws -> Bool {
            var limits = Limits.unlimited
            limits[keyPath: limit] = value
            do {
                try call(limits)
                return true
            } catch let error as ArchiveError where error.code == .limitExceeded {
                return false
            }
        }
        // Twice as much each time: what is refused early costs little, and most calls need little.
        var (low, high) = (-1, min(1, greatest))
        while high < greatest, try !suffices(high) { (low, high) = (high, min(greatest, 2 * high)) }
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if try suffices(middle) { high = middle } else { low = middle }
        }
        return high
    }
}
