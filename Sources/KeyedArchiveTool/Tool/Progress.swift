/// A line on standard error that says which of many files is being worked on, if that is a terminal.
final class Progress {
    private let descriptor: Int32?
    private let isEnabled: Bool
    private var isShown = false

    init(on descriptor: Int32?) {
        self.descriptor = descriptor
        isEnabled = descriptor.map(Descriptor.isTerminal) ?? false
    }

    /// Shows the line.
    func show(_ position: Int, of count: Int, _ file: String) {
        guard isEnabled, count > 1 else { return }
        print("\r\u{1B}[K[\(position + 1)/\(count)] \(file.escaped(limit: 60))")
        isShown = true
    }

    /// Takes the line away, so that other text can take its place.
    func clear() {
        guard isShown else { return }
        print("\r\u{1B}[K")
        isShown = false
    }

    private func print(_ text: String) {
        // Progress isn't a result: if it cannot be written, nothing is lost.
        if let descriptor { try? Descriptor.writeAll(Array(text.utf8), to: descriptor) }
    }
}
