import KeyedArchiving
import PropertyLists

/// Prints the text or the bytes of values as they are, for an editor or the program that reads them.
struct ContentFormat: GraphFormat {
    static var isForPeople: Bool { true }

    /// The part of each value that is printed.
    enum Part { case text, bytes }

    /// A value without the part, as a tree would show it, and whether it has the other part; nil if all values have the
    /// part.
    private(set) var refused: (shown: String, isOtherPart: Bool)?

    private let part: Part
    private let output: TextOutput
    private let scalars: ScalarFormatter

    init(_ part: Part, _ output: TextOutput, dates: DateForm) {
        self.part = part
        self.output = output
        scalars = ScalarFormatter(palette: Palette(isColored: false), stringLimit: .max, dates: dates)
    }

    mutating func begin(_ item: GraphItem) { leaf(item) }

    mutating func end(_ item: GraphItem) {}

    mutating func leaf(_ item: GraphItem) {
        switch part {
        case .text:
            guard let text = text(of: item.content) else { return refuse(item) }
            output.write(text + "\n")
        case .bytes:
            guard let bytes = item.content.bytes else { return refuse(item) }
            output.write(bytes)
        }
    }

    private mutating func refuse(_ item: GraphItem) {
        guard refused == nil else { return }
        let printer = TreePrinter(palette: Palette(isColored: false), stringLimit: displayLimit)
        let isOtherPart = part == .text ? item.content.bytes != nil : text(of: item.content) != nil
        refused = (printer.content(item.content), isOtherPart)
    }

    private func text(of content: GraphItem.Content) -> String? {
        switch content {
        case .scalar(.string(let text)): return text.repaired
        case .scalar(.data), .scalar(.null): return nil
        case .scalar(let value): return scalars.text(of: value)
        case .object(let object):
            switch object.content {
            case .string(let text), .url(let text, _), .geometry(let text): return text.repaired
            case .decimal(let number): return number
            case .date(let seconds): return scalars.dates.text(of: seconds)
            case .uuid(let bytes): return UUIDFields.text(bytes)
            default: return nil
            }
        default: return nil
        }
    }
}
