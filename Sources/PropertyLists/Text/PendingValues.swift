/// The keys and values of the open containers of a text, outermost first; those of a dictionary alternate.
///
/// They are one after the other in one array, and a container that closes takes its own off the end. Whatever the form
/// of the text, what it holds is counted and paid for here.
struct PendingValues: ~Copyable {
    private var values: [PropertyList] = []
    private var objectCount = 0
    private var budget: Budget
    private let limits: Limits

    /// - Parameter text: The text that is read, whose size bounds what may be made of it.
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

    // MARK: Paying

    /// Pays for a container that is opened.
    ///
    /// - Parameter depth: How many containers are open, this one included.
    mutating func payForContainer(depth: Int, at offset: Int) throws(ArchiveError) {
        if depth > limits.depth { throw .limit("depth", limits.depth, at: offset) }
        try budget.allocate(Budget.containerSize, at: offset)
    }

    /// Pays for a string of so many bytes.
    @inline(__always)
    mutating func payForString(of size: Int, at offset: Int) throws(ArchiveError) {
        if size > limits.stringBytes { throw .limit("stringBytes", limits.stringBytes, at: offset) }
        try budget.allocateBuffer(of: size, at: offset)
    }

    /// Pays for data of so many bytes.
    mutating func payForData(of size: Int, at offset: Int) throws(ArchiveError) {
        if size > limits.dataBytes { throw .limit("dataBytes", limits.dataBytes, at: offset) }
        try budget.allocateBuffer(of: size, at: offset)
    }
}
