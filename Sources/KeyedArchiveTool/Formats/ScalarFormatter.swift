import PropertyLists

/// Plain values in text made for people.
struct ScalarFormatter {
    let palette: Palette

    /// How long a string may get before it is cut, in Unicode scalars.
    var stringLimit = displayLimit

    /// How dates are shown.
    var dates = DateForm.iso

    /// A value that is not a container.
    func text(of value: PropertyList) -> String {
        switch value {
        case .null: palette.paint("null", .note)
        case .string(let string): palette.paint(string.quoted(limit: stringLimit), .string)
        case .data(let bytes): bytes.preview
        case .boolean(let value): palette.paint(String(value), .number)
        case .integer(let value): palette.paint(String(value), .number)
        case .unsignedInteger(let value): palette.paint(String(value), .number)
        case .integer128(let value): palette.paint(value.description, .number)
        case .float(let value): palette.paint(value.description, .number)
        case .double(let value): palette.paint(value.description, .number)
        case .date(let seconds): palette.paint(dates.text(of: seconds), .number)
        case .uid(let uid): palette.paint("\(uid)", .note)
        case .array, .orderedSet, .set, .dictionary: value.kind
        }
    }
}
