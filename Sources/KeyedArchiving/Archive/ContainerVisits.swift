internal import PropertyLists

/// Which containers of a file a walk goes through, paid by their elements.
///
/// Many entries of a hostile file can be one container, and many containers can overlap, each an object of its own. So
/// none is gone through more often than the walk asks for, and all together not beyond the limit of steps; then the
/// walk is cut short, and must not take what it saw for all that there is.
struct ContainerVisits {
    private let index: ArchiveIndex
    private var budget: Budget
    /// How often each container was gone through.
    private var counts: [UInt8]
    /// How often each container may be gone through.
    private let limit: UInt8
    /// Whether a container was left out because the limit of steps was reached.
    private(set) var isCutShort = false

    init(_ index: ArchiveIndex, upTo limit: UInt8 = 1) {
        self.index = index
        self.limit = limit
        budget = Budget(of: index.reader)
        counts = Array(repeating: 0, count: index.reader.objectCount)
    }

    /// Whether to go through a container, which is paid for then.
    mutating func enter(_ container: ObjectIndex) -> Bool {
        guard !isCutShort, counts[container] < limit else { return false }
        // Each element is looked at and, where it is a reference, followed.
        guard (try? budget.step(through: index.count(of: container), looks: 2)) != nil else {
            isCutShort = true
            return false
        }
        counts[container] += 1
        return true
    }

    /// The error for a walk that was cut short.
    func checkComplete() throws(ArchiveError) {
        guard isCutShort else { return }
        throw .limit("steps", index.reader.limits.steps, at: nil)
    }
}
