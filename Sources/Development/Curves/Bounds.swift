import PropertyLists

/// What a curve may be.
enum Bounds {
    /// How much more work or memory twice the input may take.
    ///
    /// 2 is proportional; n log n and tables that grow in steps are a little more.
    static let doubling = 2.3

    /// How many sizes are measured at most, each twice the one before.
    ///
    /// Three, and more where the last three grow too much: what grows faster than the input below a limit ends at the
    /// limit, which some families reach with the larger ones only. What is left then is bounded by ``mostWork``.
    static let mostSizes = 5

    /// The most steps for each byte of the input and what is made of it.
    static let mostWork: UInt64 = 4000

    /// Below this, work says nothing of a curve.
    static let leastWork: UInt64 = 20_000
    /// Below this many bytes, memory says nothing of a curve.
    static let leastMemory: UInt64 = 256 << 10
    /// Below this many microseconds, time says nothing of a curve.
    ///
    /// Time counts because the runtime's work isn't counted otherwise, such as hashing a long string. It is the only
    /// figure that isn't the same each time, so it has a coarse bound and has to be confirmed.
    static let leastTime: UInt64 = 12_000
    static let doublingOfTime = 2.9

    /// The most memory for an input.
    ///
    /// Where text is made, tree and text are there at once, and the text grows by doubling: while it is copied, it
    /// takes up to three times its length.
    static func memory(forInputOf size: Int, _ entryPoint: EntryPoint) -> UInt64 {
        let factor = Limits.untrusted.allocation + (entryPoint.makesText ? 3 * Limits.untrusted.output : 0)
        // Each thread has a stack, an output and a part of the heap for itself.
        let fixed = entryPoint.answersLines ? 8 << 20 : 1 << 20
        return UInt64(entryPoint.archiveCount * factor * size + fixed)
    }

    /// The most output for an input.
    static func output(forInputOf size: Int, _ entryPoint: EntryPoint) -> UInt64 {
        let count = entryPoint.answersLines ? entryPoint.archiveCount : 1
        return UInt64(count * (Limits.untrusted.output * (size + 4096) + (1 << 16)))
    }

    /// The processor time after which a run is ended, in seconds; a proportional one takes milliseconds for some KB.
    ///
    /// Some families make many MB of these, which take a third of a second each.
    static func seconds(forInputOf size: Int) -> Int { 4 + size >> 20 }

    /// The address space of a worker, in bytes.
    static let addressSpace = 6 << 30

    /// Why some costs, each of an input twice as long as the one before, are too much; nil if they aren't.
    static func objection(to costs: [Cost], of cell: Cell) -> String? {
        for cost in costs {
            if cost.memory > memory(forInputOf: cost.size, cell.entryPoint) {
                return "memory \(cost.memory / UInt64(cost.size)) times the input"
            }
            if cost.work > cell.entryPoint.callCount * mostWork * (UInt64(cost.size + cost.made + 4096) + cost.output) {
                return "work \(cost.work / UInt64(cost.size)) times the input"
            }
            let output = cost.output + UInt64(cost.made)
            if output > self.output(forInputOf: cell.family.printedFactor * cost.size, cell.entryPoint) {
                return "output \(output / UInt64(cost.size)) times the input"
            }
        }
        return growth(of: costs)
    }

    /// The growth of work or memory at the three largest sizes, if it is too much.
    static func growth(of costs: [Cost]) -> String? {
        if let times = growth(costs, \.work, leastWork, doubling) { return "work \(times)" }
        // Buffers grow by doubling, so that memory makes one separate step in nearly every curve.
        if let times = growth(costs, \.memory, leastMemory, doubling, inEachStep: true) { return "memory \(times)" }
        return nil
    }

    /// Whether the time grows too much, which has to be confirmed by a second measurement.
    static func objectionToTime(of costs: [Cost]) -> String? {
        growth(costs, \.time, leastTime, doublingOfTime).map { "time \($0)" }
    }

    /// The growth from each size to the next, if the last is beyond the bound and the whole is too.
    ///
    /// One jump alone isn't a curve: a method may change with the size, and a table may double at just this one. Nor is
    /// growth that gives way, as of work that a budget ends.
    private static func growth(
        _ costs: [Cost],
        _ figure: KeyPath<Cost, UInt64>,
        _ least: UInt64,
        _ bound: Double,
        inEachStep: Bool = false
    ) -> String? {
        let costs = costs.suffix(3)
        let figures = costs.map { Double($0[keyPath: figure]) }
        guard figures.count == 3, figures[2] >= Double(least) else { return nil }
        // Inputs aren't exactly twice as long. Where a form repeats what is shared, as XML and JSON do, writing it is
        // work in proportion to it, and how much it may be is a separate bound.
        let sizes = costs.map { Double($0.size) }
        let wholes = costs.map { Double($0.size + $0.made + (inEachStep ? 0 : Int($0.output))) }
        let first = figures[1] / max(1, figures[0]) * 2 / max(sizes[1] / sizes[0], wholes[1] / wholes[0])
        let second = figures[2] / max(1, figures[1]) * 2 / max(sizes[2] / sizes[1], wholes[2] / wholes[1])
        guard second > bound, second > 0.85 * first else { return nil }
        guard inEachStep ? first > bound : first * second > bound * bound else { return nil }
        return "\(rounded(first)) and \(rounded(second)) times for a doubling"
    }

    private static func rounded(_ value: Double) -> String {
        "\(Double(Int(value * 10)) / 10)"
    }
}
