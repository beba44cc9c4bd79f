import KeyedArchiving

/// Text on its way to a file descriptor, gathered into large writes.
///
/// Writing never fails for the caller. Once the reader of a pipe has gone or the disk is full, the rest is dropped:
/// long work asks ``takesMore`` now and then, and ``failure`` has the error to report at the end.
final class TextOutput {
    /// Runs before text goes out.
    var willFlush: () -> Void = {}

    /// Whether text still goes anywhere, and the budget allows more of it.
    var takesMore: Bool { isOpen && refusal == nil }

    private var isOpen = true
    /// The budget of the document that is being printed; nil for text outside of documents.
    private var budget: DocumentBudget?
    /// Whether text is kept, so that it takes memory.
    private var isMemory = false
    /// Why no more text is taken, if there was more than the budget allows.
    private var refusal: ArchiveError?

    /// Why writing failed; nil if it did not, or if the reader of a pipe has gone, which is its right.
    private(set) var failure: String?

    /// How many bytes of text were taken.
    private(set) var count = 0

    /// The separator between two items of a list, such as the documents of several files; nil outside of lists.
    private var itemSeparator: String?
    private var itemStart = 0
    private var hasItems = false
    private var isSeparatorDue = false

    /// Where text goes.
    private enum Target {
        case descriptor(Int32)
        /// Into memory, and once that is much, to another output, after its turn has come.
        case memory(TextOutput, waitForTurn: () -> Bool)
        case other(TextOutput)
        /// Nowhere: it is kept.
        case none
    }

    private var target: Target
    private var buffer: [UInt8] = []
    /// The text before that in the buffer, where all is kept: one array of it would be copied each time that it grows.
    private var chunks: [[UInt8]] = []
    private let capacity: Int

    /// Creates an output to a file descriptor.
    init(_ descriptor: Int32) {
        target = .descriptor(descriptor)
        capacity = 1 << 16
    }

    /// Creates an output that keeps text until its turn on another output has come.
    ///
    /// - Parameter waitForTurn: Called when there is too much to keep; false if nothing more is wanted.
    init(before other: TextOutput, waitForTurn: @escaping () -> Bool) {
        target = .memory(other, waitForTurn: waitForTurn)
        capacity = 1 << 18
    }

    /// Creates an output that keeps all text.
    static func kept() -> TextOutput { TextOutput(keeping: ()) }

    private init(keeping: Void) {
        target = .none
        capacity = 1 << 16
    }

    /// The text of an output that keeps it, with other bytes after it.
    func keptBytes(endingWith end: [UInt8] = []) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + end.count)
        for chunk in chunks { bytes += chunk }
        bytes += buffer
        bytes += end
        return bytes
    }

    /// Takes text.
    func write(_ text: String) {
        guard takesMore, charge(text.utf8.count) else { return }
        if isSeparatorDue { writeSeparator() }
        buffer.append(contentsOf: text.utf8)
        count += text.utf8.count
        if buffer.count >= capacity { flush() }
    }

    /// Takes bytes.
    func write(_ bytes: [UInt8]) {
        guard takesMore, charge(bytes.count) else { return }
        if isSeparatorDue, !bytes.isEmpty { writeSeparator() }
        buffer.append(contentsOf: bytes)
        count += bytes.count
        if buffer.count >= capacity { flush() }
    }

    /// Takes spaces.
    func write(spaces number: Int) {
        guard takesMore, charge(number) else { return }
        if isSeparatorDue { writeSeparator() }
        buffer.append(contentsOf: repeatElement(UInt8(ascii: " "), count: number))
        count += number
    }

    // MARK: - What text costs

    /// Charges all text that is written meanwhile to the budget of a document.
    ///
    /// Once the budget doesn't suffice, no more text is taken.
    ///
    /// - Parameters:
    ///   - budget: The budget.
    ///   - isMemory: Whether text counts as memory rather than as output.
    ///   - body: Writes text.
    /// - Throws: The error of the body, or ``KeyedArchiving/ArchiveError/Code/limitExceeded`` if text wasn't taken.
    func charging<Value>(
        _ budget: DocumentBudget,
        asMemory isMemory: Bool = false,
        _ body: () throws(ArchiveError) -> Value
    ) throws(ArchiveError) -> Value {
        let outer = (self.budget, self.isMemory)
        (self.budget, self.isMemory) = (budget, isMemory)
        defer {
            (self.budget, self.isMemory) = outer
            refusal = nil
        }
        let value = try body()
        try check()
        return value
    }

    /// Charges text as ``charging(_:asMemory:_:)`` does.
    ///
    /// - Parameter isWhole: Whether the text goes out at the end, and none of it if that isn't reached: JSON that ends
    ///   in the middle is none.
    func charging(
        _ budget: DocumentBudget,
        isWhole: Bool,
        _ body: () throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        guard isWhole else { return try charging(budget, body) }
        var chunks = try keeping { () throws(ArchiveError) in try charging(budget, body) }
        // Each goes out and is released before the next: one array of all would be a copy, and a writer's another.
        chunks.reverse()
        while let chunk = chunks.popLast() { write(chunk) }
    }

    /// Ends work whose text isn't taken anymore.
    ///
    /// - Throws: ``KeyedArchiving/ArchiveError/Code/limitExceeded`` if there was more text than the budget allows.
    func check() throws(ArchiveError) {
        if let refusal { throw refusal }
    }

    /// Charges work on text that may be printed; false if the budget doesn't suffice, and then no more text is taken.
    func takes(_ charge: (DocumentBudget) throws(ArchiveError) -> Void) -> Bool {
        guard takesMore else { return false }
        do throws(ArchiveError) {
            if let budget { try charge(budget) }
            return true
        } catch {
            refusal = error
            return false
        }
    }

    private func charge(_ size: Int) -> Bool {
        guard let budget else { return true }
        do throws(ArchiveError) {
            if isMemory { try budget.make(size) } else { try budget.print(size) }
            return true
        } catch {
            refusal = error
            return false
        }
    }

    /// The text that is written meanwhile, which goes nowhere else.
    func taking<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) -> [UInt8] {
        try keeping(body).reduce(into: []) { $0 += $1 }
    }

    /// The text that is written meanwhile, which goes nowhere else, in parts.
    private func keeping<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) -> [[UInt8]] {
        let outer = (target, buffer, chunks, count, itemSeparator, isSeparatorDue)
        (target, buffer, chunks, itemSeparator, isSeparatorDue) = (.none, [], [], nil, false)
        defer { (target, buffer, chunks, count, itemSeparator, isSeparatorDue) = outer }
        count = 0
        try body()
        return chunks + [buffer]
    }

    // MARK: - Lists

    /// Begins a list of items.
    func beginList(separator: String) {
        itemSeparator = separator
        itemStart = count
        hasItems = false
    }

    /// Ends the list.
    func endList(with end: String, ifEmpty: String) {
        beginItem()
        (itemSeparator, isSeparatorDue) = (nil, false)
        write(hasItems ? end : ifEmpty)
    }

    /// Begins another item; if anything is written for it, a separator comes before it unless it is the first.
    func beginItem() {
        guard itemSeparator != nil else { return }
        if count > itemStart { hasItems = true }
        isSeparatorDue = hasItems
        itemStart = count
    }

    private func writeSeparator() {
        isSeparatorDue = false
        write(itemSeparator ?? "")
        itemStart = count
    }

    /// Writes out the buffered text; text that waits for its turn stays.
    func flush() {
        guard !buffer.isEmpty else { return }
        switch target {
        case .descriptor(let descriptor):
            willFlush()
            do {
                try Descriptor.writeAll(buffer, to: descriptor)
            } catch {
                isOpen = false
                if !error.isClosedPipe { failure = error.reason }
            }
        case .memory(_, let waitForTurn):
            guard buffer.count >= capacity else { return }
            guard waitForTurn() else {
                isOpen = false
                break
            }
            return pass()
        case .none: chunks.append(buffer)
        case .other(let other):
            other.write(buffer)
            isOpen = other.isOpen
        }
        buffer.removeAll(keepingCapacity: isOpen)
    }

    /// Passes on the kept text, now that its turn has come, and all later text.
    func pass() {
        if case .memory(let other, _) = target {
            other.beginItem()
            target = .other(other)
        }
        flush()
    }
}
