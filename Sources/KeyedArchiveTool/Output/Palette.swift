/// The colors of results on a terminal.
///
/// The environment variable `NO_COLOR`, set to anything, turns them off.
struct Palette {
    /// The role of a piece of text.
    enum Role: String {
        case className = "36"
        case name = "34"
        case string = "32"
        case number = "33"
        case note = "2"
        case problem = "31"
    }

    private let isColored: Bool

    init(isColored: Bool) {
        self.isColored =
            isColored && Process.environment("NO_COLOR") == nil && Process.environment("TERM") != "dumb"
    }

    /// The text in the color of its role.
    func paint(_ text: String, _ role: Role) -> String {
        isColored ? "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// A patch of a color, such as `#2A2D36`, with a space before it, or nothing.
    func patch(_ hexadecimal: String) -> String {
        guard isColored, let number = UInt32(hexadecimal.dropFirst().prefix(6), radix: 16) else { return "" }
        return " \u{1B}[48;2;\(number >> 16);\(number >> 8 & 255);\(number & 255)m  \u{1B}[0m"
    }
}
