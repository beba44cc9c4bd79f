/// How a report on each file is printed.
enum ReportForm {
    /// For people.
    case words
    /// An array of JSON with an element for each file.
    case array
    /// JSON with a line for each file.
    case lines

    /// The form that `--json` or `--lines` names.
    init(_ arguments: Arguments) {
        let isLines = arguments.has("--lines") || arguments.text(of: "--field") != nil
        self = isLines ? .lines : arguments.has("--json") ? .array : .words
    }
}
