/// The keys and values of the open containers of a text, outermost first; those of a dictionary alternate.
///
/// They are one after the other in one array, and a container that closes takes its values off the end. The values of
/// all text formats are counted and charged here.
struct PendingValues: ~Copyable {
    private var values: [PropertyList] = []
    private var objectCount = 0
    private var budget: Budget
    private let limits: Limits

    /// - Parameter text: The text that is read, whose size bounds the values made of it.
    init(of text: SourceText, limits: Limits) {
        budget = Budget(inputSize: text.utf8.count, limits: limits)
        self.limits = limits
    }

    var count: Int { values.count }
    var isEmpty: Bool { values.isEmpty }
    var first: PropertyList? { values.first }
    var last: PropertyList? { values.last }

    subscript(position: Int) -> PropertyList {
        @inline(__always) get { values[position] }
    }

    /// Adds a key or a value to the innermost container.
    @inline(__always)
    mutating func append(_ value: PropertyList, from offset: Int) throws(ArchiveError) {
        objectCount += 1
        if objectCount > limits.objects { throw .limit("objects", limits.objects, at: offset) }
        try budget.allocate(Budget.valueSize, at: offset)
        values.append(value)
    }

    /// The values from a position on.
    func elements(from first: Int) -> [PropertyList] {
        Array(values[first...])
    }

    /// Every second of the values from a position on: the keys of a dictionary, or its values.
    func alternating(from first: Int) -> [PropertyList] {
        stride(from: first, to: values.count, by: 2).map { values[$0] }
    }

    /// Takes the values from a position on away.
    mutating func remove(from first: Int) {
        values.removeLast(values.count - first)
    }

    /// Takes all but the last of the entries with equal keys away from the dictionary whose keys and values begin at a
    /// position: the last one counts in text, as in CoreFoundation.
    ///
    /// - Parameter offset: Where the dictionary begins in the text.
    mutating func keepLastOfEqualKeys(
        from first: Int,
        at offset: Int,
        _ oddities: inout Oddities
    ) throws(ArchiveError) {
        let count = (values.count - first) / 2
        // Of a few keys all pairs are compared, which takes no memory.
        var lost: [Int] = []
        if count <= 8 {
            for entry in 0..<count {
                let key = values[first + 2 * entry]
                if (entry + 1..<count).contains(where: { values[first + 2 * $0] == key }) { lost.append(entry) }
            }
        } else {
            var seen: Set<PropertyList> = []
            seen.reserveCapacity(count)
            for entry in (0..<count).reversed() where !seen.insert(values[first + 2 * entry]).inserted {
                lost.append(entry)
            }
            lost.reverse()
        }
        guard !lost.isEmpty else { return }
        for entry in lost {
            try oddities.note(
                ArchiveError(
                    .duplicateKey,
                    "the dictionary has the key \(values[first + 2 * entry].shortDescription(limit: 40)) more than once; the "
                        + "last entry counts",
                    at: offset, remedy: "remove the other entries"))
        }
        var kept: [PropertyList] = []
        var next = 0
        for entry in 0..<count {
            if next < lost.count, lost[next] == entry {
                next += 1
            } else {
                kept += values[first + 2 * entry..<first + 2 * entry + 2]
            }
        }
        values.replaceSubrange(first..., with: kept)
    }

    // MARK: Charging

    /// Charges a container that is opened.
    ///
    /// - Parameter depth: How many containers are open, this one included.
    mutating func chargeContainer(depth: Int, at offset: Int) throws(ArchiveError) {
        if depth > limits.depth { throw .limit("depth", limits.depth, at: offset) }
        try budget.allocate(Budget.containerSize, at: offset)
    }

    /// Charges a string of so many bytes.
    @inline(__always)
    mutating func chargeString(of size: Int, at offset: Int) throws(ArchiveError) {
        if size > limits.stringBytes { throw .limit("stringBytes", limits.stringBytes, at: offset) }
        try budget.allocateBuffer(of: size, at: offset)
    }

    /// Charges data of so many bytes.
    mutating func chargeData(of size: Int, at offset: Int) throws(ArchiveError) {
        if size > limits.dataBytes { throw .limit("dataBytes", limits.dataBytes, at: offset) }
        try budget.allocateBuffer(of: size, at: offset)
    }
}
