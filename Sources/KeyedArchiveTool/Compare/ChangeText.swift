import KeyedArchiving
import PropertyLists

/// The old and the new content of a place, in words that distinguish the two.
struct ChangeText {
    private(set) var old: String
    private(set) var new: String

    /// How many characters, or bytes, come before the first one that differs.
    private static let leadingCount = 16

    /// Says a change.
    ///
    /// - Parameter budget: The budget for the work on long values: several changes may be about the same ones.
    init(
        _ change: Comparison.Change,
        _ palette: Palette,
        _ dates: DateForm,
        charging budget: DocumentBudget
    ) throws(ArchiveError) {
        let printer = TreePrinter(palette: palette, stringLimit: displayLimit, dates: dates)
        func text(_ content: GraphItem.Content?) -> String {
            content.map { printer.item(GraphItem(label: .root, content: $0)) } ?? ""
        }
        (old, new) = (text(change.old?.content), text(change.new?.content))
        guard let before = change.old?.content, let after = change.new?.content else { return }
        if let first = before.text?.repaired, let second = after.text?.repaired,
            Self.isLong(first[...]) || Self.isLong(second[...])
        {
            let common = Self.commonCount(first.utf8, second.utf8)
            try budget.step(common / 16)
            let (first, second) = Self.fromDifference(first, second, common)
            (old, new) = (text(before.with(text: first)), text(after.with(text: second)))
        }
        guard old == new else { return }
        if case .object(let first) = before, case .object(let second) = after, change.kind == .objectClass {
            (old, new) = (Self.chain(first.archivedClass, palette), Self.chain(second.archivedClass, palette))
        } else if let first = before.bytes, let second = after.bytes {
            let start = Self.commonCount(first, second)
            try budget.step(start / 16)
            (old, new) = (Self.preview(first, from: start, after: old), Self.preview(second, from: start, after: new))
        } else if let first = before.text?.utf16, let second = after.text?.utf16 {
            let start = Self.commonCount(first, second)
            try budget.step(start / 16)
            (old, new) = (Self.units(first, from: start, after: old), Self.units(second, from: start, after: new))
        } else if let first = before.realType, let second = after.realType {
            (old, new) = ("\(old) (\(first))", "\(new) (\(second))")
        } else if let first = before.seconds, let second = after.seconds {
            // They differ by less than a millisecond.
            let form = DateForm.seconds
            (old, new) = ("\(old) (\(form.text(of: first)))", "\(new) (\(form.text(of: second)))")
        }
    }

    /// How many elements are the same at the beginning of both.
    private static func commonCount<Element: Equatable>(
        _ first: some Sequence<Element>,
        _ second: some Sequence<Element>
    ) -> Int {
        var count = 0
        for (one, other) in zip(first, second) {
            guard one == other else { break }
            count += 1
        }
        return count
    }

    /// Whether a text has more characters than are shown.
    private static func isLong(_ text: Substring) -> Bool {
        !text.unicodeScalars.dropFirst(displayLimit).isEmpty
    }

    /// Two texts from a little before the first character that differs, as far as they are shown.
    ///
    /// - Parameter common: How many bytes are the same at the beginning.
    private static func fromDifference(_ first: String, _ second: String, _ common: Int) -> (String, String) {
        let (before, after) = (first.utf8.dropFirst(common), second.utf8.dropFirst(common))
        // The first bytes of two characters may be the same.
        let isWithin = [before.first, after.first].contains { $0.map { $0 & 0xC0 == 0x80 } == true }
        return (text(first, from: before.startIndex, isWithin), text(second, from: after.startIndex, isWithin))
    }

    /// A text from a little before a place, as far as it is shown.
    ///
    /// - Parameter isWithin: Whether the place is within a character.
    private static func text(_ text: String, from place: String.Index, _ isWithin: Bool) -> String {
        let scalars = text.unicodeScalars
        var start = place
        if isWithin {
            repeat { start = text.utf8.index(before: start) } while text.utf8[start] & 0xC0 == 0x80
        }
        // What is shown anyway is shown from the beginning.
        guard scalars.index(start, offsetBy: leadingCount - displayLimit, limitedBy: scalars.startIndex) != nil,
            let first = scalars.index(start, offsetBy: -leadingCount, limitedBy: scalars.startIndex)
        else { return String(scalars.prefix(displayLimit + 1)) }
        return "…" + String(scalars[first...].prefix(displayLimit + 1))
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

    /// A text with the code units that a letter doesn't tell apart: an accent may be a part of it or follow it.
    private static func units(_ units: some Sequence<UInt16>, from start: Int, after text: String) -> String {
        let shown = units.dropFirst(start).prefix(4).map { "U+" + JSONText.fourDigits($0) }
        return "\(text); at code unit \(start): \(shown.isEmpty ? "the end" : shown.joined(separator: " "))"
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

    /// The type of a real number; nil for everything else.
    fileprivate var realType: String? {
        switch self {
        case .scalar(.float): "float"
        case .scalar(.double): "double"
        default: nil
        }
    }

    /// The seconds of a date since 2001.
    fileprivate var seconds: Double? {
        switch self {
        case .scalar(.date(let seconds)): return seconds
        case .object(let object):
            if case .date(let seconds) = object.content { return seconds }
            return nil
        default: return nil
        }
    }
}
