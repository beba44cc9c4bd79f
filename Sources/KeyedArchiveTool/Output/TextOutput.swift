/// Text on its way to a file descriptor, gathered into large writes.
///
/// Writing never fails for the caller. Once the reader of a pipe has gone or the disk is full, the rest is dropped:
/// long work asks ``takesMore`` now and then, and ``failure`` says at the end what to report.
final class TextOutput {
    /// Runs before text goes out.
    var willFlush: () -> Void = {}

    /// Whether text still goes anywhere.
    private(set) var takesMore = true

    /// Why writing failed; nil if it did not, or if the reader of a pipe has gone, which is its right.
    private(set) var failure: String?

    /// How many bytes of text were taken.
    private(set) var count = 0

    private let descriptor: Int32
    private var buffer: [UInt8] = []

    /// How much text is gathered before it goes out.
    private static let capacity = 1 << 16

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Takes text.
    func write(_ text: String) {
        guard takesMore else { return }
        buffer.append(contentsOf: text.utf8)
        count += text.utf8.count
        if buffer.count >= Self.capacity { flush() }
    }

    /// Takes bytes.
    func write(_ bytes: [UInt8]) {
        guard takesMore else { return }
        buffer.append(contentsOf: bytes)
        count += bytes.count
        if buffer.count >= Self.capacity { flush() }
    }

    /// Takes spaces.
    func write(spaces number: Int) {
        guard takesMore else { return }
        buffer.append(contentsOf: repeatElement(UInt8(ascii: " "), count: number))
        count += number
    }

    /// Writes out what was gathered.
    func flush() {
        guard !buffer.isEmpty else { return }
        willFlush()
        do {
            try Descriptor.writeAll(buffer, to: descriptor)
        } catch {
            takesMore = false
            if !error.isClosedPipe { failure = error.reason }
        }
        buffer.removeAll(keepingCapacity: takesMore)
    }
}
