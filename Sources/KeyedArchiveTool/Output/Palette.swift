/// The colors of results on a terminal.
///
/// The environment variable `NO_COLOR`, set to anything, turns them off.
struct Palette {
    /// What a piece of text is.
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

    /// A patch of a color with a space before it, or nothing.
    func patch(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> String {
        isColored ? " \u{1B}[48;2;\(red);\(green);\(blue)m  \u{1B}[0m" : ""
    }
}
