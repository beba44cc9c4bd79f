import KeyedArchiving
import PropertyLists

/// What was in a place and what is there now, in words that tell the two apart.
struct ChangeText {
    private(set) var old: String
    private(set) var new: String

    /// How many characters, or bytes, come before the first one that differs.
    private static let leadingCount = 16

    init(_ change: Comparison.Change, _ palette: Palette, _ dates: DateForm) {
        let printer = TreePrinter(palette: palette, stringLimit: displayLimit, dates: dates)
        func text(_ content: GraphItem.Content?) -> String {
            content.map { printer.item(GraphItem(label: .root, content: $0)) } ?? ""
        }
        (old, new) = (text(change.old), text(change.new))
        guard let before = change.old, let after = change.new else { return }
        if let first = before.text, let second = after.text,
            first.repaired.unicodeScalars.count > displayLimit || second.repaired.unicodeScalars.count > displayLimit
        {
            let (first, second) = Self.fromDifference(first.repaired, second.repaired)
            (old, new) = (text(before.with(text: first)), text(after.with(text: second)))
        }
        guard old == new else { return }
        if case .object(let first) = before, case .object(let second) = after, change.kind == .objectClass {
            (old, new) = (Self.chain(first.archivedClass, palette), Self.chain(second.archivedClass, palette))
        } else if let first = before.bytes, let second = after.bytes {
            let start = zip(first, second).prefix { $0 == $1 }.count
            (old, new) = (Self.preview(first, from: start, after: old), Self.preview(second, from: start, after: new))
        }
    }

    /// Two texts from a little before the first character that differs.
    private static func fromDifference(_ first: String, _ second: String) -> (String, String) {
        let (first, second) = (Array(first.unicodeScalars), Array(second.unicodeScalars))
        let common = zip(first, second).prefix { $0 == $1 }.count
        // What is shown anyway is shown from the beginning.
        guard common >= displayLimit - leadingCount else { return (text(first[...]), text(second[...])) }
        let start = common - leadingCount
        return ("…" + text(first[start...]), "…" + text(second[start...]))
    }

    private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars)
        return text
    }

    private static func chain(_ archivedClass: ArchivedClass, _ palette: Palette) -> String {
        let names = archivedClass.hierarchy.first == archivedClass.name ? archivedClass.hierarchy : [archivedClass.name]
        let fallbacks = archivedClass.fallbacks.map { $0.escaped(limit: displayLimit) }.joined(separator: ", ")
        return palette.paint(names.map { $0.escaped(limit: displayLimit) }.joined(separator: " : "), .className)
            + (fallbacks.isEmpty ? "" : " (or \(fallbacks))")
    }

    private static func preview(_ bytes: [UInt8], from start: Int, after text: String) -> String {
        let first = max(0, start - 2)
        let shown = bytes[first...].prefix(leadingCount).map(\.hexadecimal).joined(separator: " ")
        return "\(text); at byte \(first): \(shown)"
    }
}

extension GraphItem.Content {
    /// The text that is shown, if that is one.
    fileprivate var text: PropertyListString? {
        switch self {
        case .scalar(.string(let text)): return text
        case .object(let object):
            switch object.content {
            case .string(let text), .url(let text, _): return text
            default: return nil
            }
        default: return nil
        }
    }

    /// The same with another text.
    fileprivate func with(text: String) -> GraphItem.Content {
        let text = PropertyListString(text)
        guard case .object(var object) = self else { return .scalar(.string(text)) }
        if case .url(_, let base) = object.content {
            object.content = .url(text, base: base)
        } else {
            object.content = .string(text)
        }
        return .object(object)
    }

    /// The bytes of data.
    fileprivate var bytes: [UInt8]? {
        switch self {
        case .scalar(.data(let bytes)): return bytes
        case .object(let object):
            if case .data(let bytes) = object.content { return bytes }
            return nil
        default: return nil
        }
    }
}
