/// Runs of memory that nothing uses, by their addresses, which wait to be used again.
///
/// What lies next to each other is one run.
struct SpareMemory {
    /// How many bytes wait at most.
    let limit: UInt
    private(set) var runs: [(start: UInt, length: UInt)] = []

    /// Takes so many bytes out; nil if no run is as long.
    mutating func take(_ length: UInt) -> UInt? {
        guard let place = runs.firstIndex(where: { $0.length >= length }) else { return nil }
        let start = runs[place].start
        if runs[place].length == length {
            runs.remove(at: place)
        } else {
            runs[place] = (start &+ length, runs[place].length &- length)
        }
        return start
    }

    /// Puts a run aside.
    ///
    /// - Returns: Whether it waits; false if too much waits already.
    mutating func keep(_ start: UInt, _ length: UInt) -> Bool {
        guard length <= limit, runs.reduce(0, { $0 &+ $1.length }) <= limit &- length else { return false }
        var (first, end) = (start, start &+ length)
        runs.removeAll { run in
            let (isBefore, isAfter) = (run.start &+ run.length == first, run.start == end)
            if isBefore { first = run.start }
            if isAfter { end = run.start &+ run.length }
            return isBefore || isAfter
        }
        runs.append((first, end &- first))
        return true
    }
}
