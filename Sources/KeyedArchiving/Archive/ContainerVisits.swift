internal import PropertyLists

/// Which containers of a file a walk goes through.
///
/// Many entries of a hostile file can be one container, and many containers can overlap, each an object of its own. So
/// none is gone through more often than the walk asks for, and all together not beyond what an archive may hold; then
/// the walk is cut short, and must not take what it saw for all that there is.
struct ContainerVisits {
    private let index: ArchiveIndex
    /// How many containers and elements of them may still be looked at.
    private var left: Int
    /// How often each container was gone through.
    private var counts: [UInt8]
    /// How often each container may be gone through.
    private let limit: UInt8
    /// Whether a container was left out because the archive holds more than the limit `expansion` allows.
    private(set) var isCutShort = false

    init(_ index: ArchiveIndex, upTo limit: UInt8 = 1) {
        self.index = index
        self.limit = limit
        let mostContent = index.reader.limits.mostContent(ofInputOf: index.reader.bytes.count)
        left = mostContent.multipliedOrMaximum(by: Int(limit))
        counts = Array(repeating: 0, count: index.reader.objectCount)
    }

    /// Whether to go through a container.
    mutating func enter(_ container: ObjectIndex) -> Bool {
        guard !isCutShort, counts[container] < limit else { return false }
        let cost = 1 + index.references(at: container).count
        guard cost <= left else {
            isCutShort = true
            return false
        }
        left -= cost
        counts[container] += 1
        return true
    }

    /// The error for a walk that was cut short.
    func checkComplete() throws(ArchiveError) {
        guard isCutShort else { return }
        throw .limit("expansion", index.reader.limits.expansion, at: nil)
    }
}
