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
}
