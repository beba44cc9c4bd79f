import Foundation
package import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

/// A value of every type that the library can encode, so that every built-in class has a seed.
package enum OneOfEach {
    package static var all: [any Codingable] {
        plain + collections + values + calendars + texts + others + structures + forms
    }

    private static var plain: [any Codingable] {
        [
            "text", "日本語, longer than fifteen bytes", 7 as Int64, -1 as Int64, Int64.max, UInt64.max, 1.5, Float(0.1),
            true, Integer128(3), ArchivedData([1, 2, 3]), ArchivedDate(timeIntervalSinceReferenceDate: 0.5),
            ArchivedNull(),
            MutableArchivedString("mutable"), MutableArchivedData([4, 5]),
        ]
    }

    private static var collections: [any Codingable] {
        let inner = ArchivedArray(["inner", 1 as Int64, 2.5])
        return [
            ArchivedArray([inner, inner, ArchivedNull()], isMutable: true),
            ArchivedDictionary([(key: "one", value: inner), (key: 2 as Int64, value: "two")]),
            ArchivedSet(["a", "b", inner]), ArchivedOrderedSet(["b", "a", inner]),
            ArchivedCountedSet([(object: "a", count: 2), (object: "b", count: 1)]),
            [["one": 1], ["two": 2]] as [[String: Int]],
        ]
    }

    private static var values: [any Codingable] {
        let base = URL(string: "https://example.com/a/")
        let relative = URL(string: "b?c=d", relativeTo: base)
        let urls: [any Codingable] = [base, relative].compactMap { $0 }
        return urls + [
            Data([1, 2, 3]), Date(timeIntervalSinceReferenceDate: 1),
            UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
            URLQueryItem(name: "a", value: "b"), Decimal(string: "-12.5") ?? 0, IndexSet([1, 5, 6, 1000]),
            IndexSet(3..<9), IndexPath(indexes: [4, 300]), IndexPath(index: 1),
            BoxedValue.point(CGPoint(x: 0.5, y: -2)), BoxedValue.size(CGSize(width: 3, height: 4)),
            BoxedValue.rect(CGRect(x: 1, y: 2, width: 3, height: 4)), BoxedValue.range(NSRange(location: 7, length: 2)),
            BoxedValue.edgeInsets(EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)),
            BoxedValue.numbers(BoxedNumbers(integers: [1, 2, 3])), AffineTransform(translationByX: 1, byY: 2),
        ]
    }

    private static var calendars: [any Codingable] {
        let components = DateComponents(calendar: Calendar(identifier: .gregorian), year: 1815, month: 12, day: 10)
        let start = Date(timeIntervalSinceReferenceDate: 1)
        return [
            Locale(identifier: "de_CH"), TimeZone(identifier: "Europe/Zurich") ?? .gmt,
            Calendar(identifier: .gregorian), components, DateInterval(start: start, duration: 5),
        ]
    }

    private static var texts: [any Codingable] {
        var names = PersonNameComponents()
        names.givenName = "Ada"
        names.familyName = "Lovelace"
        let red = ColorComponents(.deviceRGB, [1, 0, 0])
        let attributes = ArchivedDictionary([
            (key: "NSColor", value: ArchivedColor.components(red)),
            (key: "NSFont", value: ArchivedFont(name: "Helvetica", size: 12)),
        ])
        return [
            CharacterSet(charactersIn: "abc"), CharacterSet.letters, names,
            ArchivedAttributedString("text"),
            ArchivedAttributedString(
                "plain and bold",
                attributes: [ArchivedDictionary(), attributes],
                runs: [.init(length: 10, attributes: 0), .init(length: 4, attributes: 1)],
                isMutable: true
            ),
            ArchivedColor.components(red),
            ArchivedColor.catalog("System", name: "textColor", fallback: .components(red)),
            ArchivedColorSpace(identifier: 1, spaceIdentifier: 2), ArchivedFont(name: "Helvetica", size: 12),
        ]
    }

    private static var others: [any Codingable] {
        let info = ArchivedDictionary([(key: "key", value: "value")])
        return [
            ArchivedNSError(domain: "Domain", code: -7, userInfo: info),
            Notification(name: Notification.Name("done"), object: "sender", userInfo: ["key": "value"]),
            ArchivedUnit(className: "NSUnitLength", symbol: "m", converter: .linear(coefficient: 1, constant: 0)),
            ArchivedUnitConverter.linear(coefficient: 2, constant: 1), ArchivedUnitConverter.reciprocal(3),
            Measurement(value: 2, unit: UnitLength.meters as Unit),
        ]
    }

    private static var structures: [any Codingable] {
        [
            BoxedValue.viewEdgeInsets(EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)),
            BoxedValue.affineTransform(AffineTransform(translationByX: 1, byY: 2)),
            DirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4), Offset(horizontal: 1, vertical: 2),
        ]
    }

    /// Further forms of types that have several; they come last, so that the numbers of the others stay.
    private static var forms: [any Codingable] {
        var names = PersonNameComponents()
        names.phoneticRepresentation = {
            var phonetic = PersonNameComponents()
            phonetic.givenName = "Ay-da"
            return phonetic
        }()
        var zoned = Calendar(identifier: .iso8601)
        zoned.timeZone = TimeZone(secondsFromGMT: 3_600) ?? .gmt
        zoned.locale = Locale(identifier: "de_CH")
        let linked = AttributedString(
            "a link", attributes: AttributeContainer().link(URL(string: "https://example.com") ?? URL(filePath: "/")))
        let text: [any Codingable] = (try? [ArchivedAttributedString(linked)]) ?? []
        return text + [
            CharacterSet.letters.inverted, CharacterSet(charactersIn: "\u{10000}"..."\u{10FFF}"), CharacterSet(),
            names, zoned, BoxedValue.numbers(BoxedNumbers(reals: [0.5, -1])),
            BoxedValue.numbers(BoxedNumbers(integers: Array(repeating: 300, count: 40))),
            IndexSet([1, 70, 2_000_000]), IndexPath(), ArchivedDictionary([]), ArchivedSet([]), ArchivedArray([]),
            Data(repeating: 7, count: 300), String(repeating: "long text ", count: 40), Decimal.nan,
            Int64.min, -0.0, Double.nan, Integer128(-1), UInt64(1) << 63,
            [["a", "b"], ["c"]] as [[String]], ["one": Data([1])] as [String: Data], Set(["a", "b"]),
            ArchivedColor.components(ColorComponents(.calibratedWhite, [0.5])),
            ArchivedColor.components(ColorComponents(.deviceCMYK, [0, 0, 0, 1])),
            Measurement(value: 2, unit: UnitTemperature.celsius as Unit), DateComponents(second: 5),
        ]
    }
}
