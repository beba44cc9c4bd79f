import Foundation
import KeyedArchiving
import KeyedArchivingFoundation

extension ValueCase {
    /// Values of Foundation's types.
    static var foundation: [ValueCase] {
        plain + sets + places + calendars + texts + records + measures + mutables
    }

    private static var plain: [ValueCase] {
        let date = Date(timeIntervalSinceReferenceDate: 720_000_000.123_456)
        let uuid = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") ?? UUID()
        return [
            ValueCase("data", Data([0, 1, 2]), Data([0, 1, 2]) as NSData),
            ValueCase("a date", date, date as NSDate),
            ValueCase("a date before 2001", Date.distantPast, Date.distantPast as NSDate),
            ValueCase("a UUID", uuid, uuid as NSUUID),
            ValueCase("dates in an array", [date, date], [date, date] as NSArray),
        ]
    }

    private static var sets: [ValueCase] {
        let counted = NSCountedSet(array: ["a", "b", "a"])
        return [
            ValueCase("no indices", IndexSet(), NSIndexSet()),
            ValueCase("a range of indices", IndexSet(3..<9), NSIndexSet(indexesIn: NSRange(3..<9))),
            ValueCase("many indices", IndexSet([1, 5, 6, 1000]), IndexSet([1, 5, 6, 1000]) as NSIndexSet),
            ValueCase("an empty index path", IndexPath(), NSIndexPath()),
            ValueCase("an index path", IndexPath(indexes: [4, 300]), IndexPath(indexes: [4, 300]) as NSIndexPath),
            ValueCase("an ordered set", TypedOrderedSet(["b", "a"]), NSOrderedSet(array: ["b", "a"])),
            ValueCase("a counted set", TypedCountedSet(["a", "b", "a"]), counted),
        ]
    }

    private static var places: [ValueCase] {
        let point = CGPoint(x: 0.1, y: -2)
        let size = CGSize(width: 3, height: 4.5)
        let rect = CGRect(origin: point, size: size)
        let range = NSRange(location: 7, length: 2)
        return [
            ValueCase("a point", BoxedValue.point(point), NSValue(point: point)),
            ValueCase("a size", BoxedValue.size(size), NSValue(size: size)),
            ValueCase("a rectangle", BoxedValue.rect(rect), NSValue(rect: rect)),
            ValueCase("a range", BoxedValue.range(range), NSValue(range: range)),
        ]
    }

    private static var calendars: [ValueCase] {
        var components = DateComponents()
        components.year = 1815
        components.month = 12
        components.day = 10
        let locale = Locale(identifier: "de_CH")
        let zone = TimeZone(identifier: "Europe/Zurich") ?? .gmt
        let start = Date(timeIntervalSinceReferenceDate: 1)
        let interval = DateInterval(start: start, duration: 5)
        return [
            ValueCase("a locale", locale, locale as NSLocale),
            ValueCase("a time zone", zone, zone as NSTimeZone),
            // Foundation on Linux takes the missing calendar and time zone for damage.
            ValueCase("date components", components, components as NSDateComponents).notReadByFoundation(),
            // Foundation on Linux reads the end of an interval from the key of its start.
            ValueCase("a date interval", interval, interval as NSDateInterval).notReadByFoundation(),
            ValueCase("a calendar", Calendar(identifier: .gregorian), Calendar(identifier: .gregorian) as NSCalendar),
        ]
    }

    private static var texts: [ValueCase] {
        let letters = CharacterSet(charactersIn: "abc")
        var names = PersonNameComponents()
        names.givenName = "Ada"
        names.familyName = "Lovelace"
        let attributed = NSMutableAttributedString(string: "plain and bold")
        let weight = NSAttributedString.Key("weight")
        attributed.addAttribute(weight, value: "bold", range: NSRange(location: 10, length: 4))
        let runs = ArchivedAttributedString(
            "plain and bold",
            attributes: [ArchivedDictionary(), ArchivedDictionary([(key: "weight", value: "bold")])],
            runs: [.init(length: 10, attributes: 0), .init(length: 4, attributes: 1)]
        )
        return [
            ValueCase("a character set", letters, letters as NSCharacterSet),
            // Foundation on Linux keeps the names in the object itself, Apple's in an object of its own within.
            ValueCase("a person's names", names, names as NSPersonNameComponents).notReadByFoundation(),
            // Foundation on Linux takes it for damage that one run needs no lengths of runs.
            ValueCase("text in one run", ArchivedAttributedString("text"), NSAttributedString(string: "text")) {
                ($0 as? ArchivedAttributedString)?.string == "text"
            }.notReadByFoundation(),
            ValueCase("text in two runs", runs, NSAttributedString(attributedString: attributed)) {
                ($0 as? ArchivedAttributedString)?.runs == runs.runs
            },
        ]
    }

    private static var records: [ValueCase] {
        let base = URL(string: "https://example.com/a/") ?? URL(fileURLWithPath: "/")
        let relative = URL(string: "b?c=d", relativeTo: base) ?? base
        let item = URLQueryItem(name: "c", value: "d")
        let decimal = Decimal(string: "-12.5") ?? 0
        return [
            ValueCase("a URL", base, base as NSURL),
            ValueCase("a relative URL", relative, NSURL(string: "b?c=d", relativeTo: base) ?? (base as NSURL)),
            ValueCase("a file URL", URL(fileURLWithPath: "/a b"), URL(fileURLWithPath: "/a b") as NSURL),
            ValueCase("a query item", item, item as NSURLQueryItem),
            // Foundation on Linux cannot write a decimal number, and reads its digits as 0.
            ValueCase("a decimal number", decimal, decimal as NSDecimalNumber)
                .notWrittenByFoundation().notReadByFoundation(),
            // Foundation on Linux hashes an error without end, so that its archiver overflows the stack.
            ValueCase(
                "an error",
                ArchivedNSError(domain: "Domain", code: -7),
                NSError(domain: "Domain", code: -7)
            ) { ($0 as? ArchivedNSError)?.code == -7 }.notWrittenByFoundation(),
        ]
    }

    private static var measures: [ValueCase] {
        let miles = Measurement(value: 3, unit: UnitLength.miles)
        let insets = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4.5)
        let platformInsets = NSEdgeInsets(top: 1, left: 2, bottom: 3, right: 4.5)
        let notification = Notification(name: Notification.Name("n"), object: "o")
        let transform = AffineTransform(m11: 1, m12: 2, m21: 3, m22: 4, tX: 5, tY: 6)
        return [
            ValueCase("a measurement", miles, NSMeasurement(doubleValue: 3, unit: UnitLength.miles)),
            ValueCase("edge insets", BoxedValue.edgeInsets(insets), NSValue(edgeInsets: platformInsets)),
            // Foundation on Linux compares notifications by identity, so that what it read cannot be checked this way.
            ValueCase("a notification", notification, NSNotification(name: notification.name, object: "o" as NSString))
            {
                ($0 as? Notification)?.object as? String == "o"
            }.notReadByFoundation(),
            // Foundation on Linux has a form of its own for transforms.
            ValueCase("a transform", transform, transform as NSAffineTransform)
                .notWrittenByFoundation().notReadByFoundation(),
        ]
    }

    private static var mutables: [ValueCase] {
        let text = NSMutableString(string: "text")
        let indexes = NSMutableIndexSet(indexesIn: NSRange(3..<9))
        let numbers: NSMutableOrderedSet = ["b", "a"]
        return [
            // Foundation on Linux writes a mutable string as an immutable one.
            ValueCase("a mutable string", MutableVariant("text"), text).notWrittenByFoundation(),
            ValueCase("mutable data", MutableVariant(Data([1, 2])), NSMutableData(data: Data([1, 2]))),
            ValueCase("a mutable array", MutableVariant(["a"]), NSMutableArray(array: ["a"])),
            ValueCase("a mutable dictionary", MutableVariant(["a": 1]), NSMutableDictionary(dictionary: ["a": 1])),
            ValueCase("a mutable set", MutableVariant(Set(["a"])), NSMutableSet(array: ["a"])),
            ValueCase("a mutable index set", MutableVariant(IndexSet(3..<9)), indexes),
            ValueCase("a mutable ordered set", MutableVariant(TypedOrderedSet(["b", "a"])), numbers),
        ]
    }
}
