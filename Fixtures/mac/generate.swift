// Writes archives of known values with the system's NSKeyedArchiver, for the tests of another machine.
//
//     swift Fixtures/mac/generate.swift FOLDER
//
// Not yet run on a Mac. It was compiled and run on Linux, with the classes that Foundation has there.
//
// FOLDER gets NAME.plist and NAME.xml for each value, and values.tsv with name, system, size and value. Compare the files
// with what this library writes for the same values: `keyed-archive diff NAME.plist OURS`, or `cmp`. They are made by an
// Apple system and stay outside of the repository; list what they show in Fixtures/apple-archives.tsv.

import Foundation

/// A name for the file, what is written, and the value in words.
struct Value {
    var name: String
    var object: Any
    var words: String

    init(_ name: String, _ object: Any, _ words: String) {
        (self.name, self.object, self.words) = (name, object, words)
    }
}

let date = Date(timeIntervalSinceReferenceDate: 700_000_000.25)
let shared: NSMutableArray = ["shared"]

/// Strings, numbers, data, dates and collections.
let plain: [Value] = [
    Value("string", "text", "the string text"),
    Value("string-wide", "więcej 🐕", "a string beyond ASCII"),
    Value("string-mutable", NSMutableString(string: "text"), "a mutable string text"),
    Value(
        "numbers",
        [true, 1, -1, 255, 65_536, 1.5, NSNumber(value: Float(0.1)), NSNumber(value: UInt64.max)] as NSArray,
        "numbers of each width"),
    Value(
        "numbers-equal", [NSNumber(value: 1), NSNumber(value: Int64(1)), NSNumber(value: 1.0), true] as NSArray,
        "equal numbers of several types"),
    Value("data", Data([1, 2, 3]), "three bytes"),
    Value("data-mutable", NSMutableData(data: Data([1, 2, 3])), "three mutable bytes"),
    Value("date", date, "700000000.25 seconds after 2001"),
    Value("null", NSNull(), "an NSNull"),
    Value("array-empty", [] as NSArray, "an empty array"),
    Value("array-shared", [shared, shared, "shared"] as NSArray, "one mutable array twice, and its string"),
    Value("array-equal", [NSMutableArray(array: ["a"]), NSMutableArray(array: ["a"])] as NSArray, "two equal arrays"),
    Value("dictionary", ["b": 1, "a": 2, "B": 3, "é": 4] as NSDictionary, "four keys in the archiver's order"),
    Value("dictionary-numbers", [1: "a", 20: "b", 300: "c"] as NSDictionary, "integers as keys"),
    Value("set", NSSet(array: ["a", "b", 3]), "a set of three"),
    Value("set-counted", NSCountedSet(array: ["a", "a", "b"]), "a twice, b once"),
    Value("ordered-set", NSOrderedSet(array: ["b", "a"]), "b, then a"),
]

/// Foundation's other classes.
let foundation: [Value] = [
    Value("url", NSURL(string: "https://example.com/a?b#c") as Any, "a URL"),
    Value(
        "url-relative", NSURL(string: "b", relativeTo: URL(string: "https://example.com/a/")) as Any,
        "a URL with a base"),
    Value("uuid", NSUUID(uuidString: "4800216B-860D-4B0A-9256-FA6AD4930C11") as Any, "a UUID"),
    Value("index-path", IndexPath(indexes: [4, 8, 300]) as NSIndexPath, "4, 8, 300"),
    Value("index-set", IndexSet([1, 5, 6, 1000]) as NSIndexSet, "1, 5, 6, 1000"),
    Value("locale", Locale(identifier: "de_CH") as NSLocale, "de_CH"),
    Value("time-zone", NSTimeZone(name: "Europe/Zurich") as Any, "Europe/Zurich"),
    Value(
        "regular-expression", try NSRegularExpression(pattern: "a+", options: [.caseInsensitive]),
        "a+, without regard to case"),
    Value("measurement", NSMeasurement(doubleValue: 5, unit: UnitLength.kilometers), "5 km"),
    Value("attributed", NSAttributedString(string: "text"), "a text without attributes"),
    Value("range", NSValue(range: NSRange(location: 7, length: 2)), "the range 7, 2"),
    Value("point", NSValue(point: NSPoint(x: 0.5, y: -2)), "the point 0.5, -2"),
    Value("rectangle", NSValue(rect: NSRect(x: 1, y: 2, width: 3.25, height: 4)), "1, 2, 3.25, 4"),
]

#if canImport(Darwin)
    /// What only Apple's Foundation has or writes; the formats' articles mark most of it with a question mark.
    let apple: [Value] = [
        Value("error", NSError(domain: "Example", code: 7, userInfo: ["key": "value"]), "error 7 of Example"),
        Value("decimal", NSDecimalNumber(string: "-12.5"), "the decimal number -12.5"),
        Value(
            "components",
            DateComponents(calendar: Calendar(identifier: .gregorian), year: 1815, month: 12) as NSDateComponents,
            "December 1815, Gregorian"),
        Value("calendar", Calendar(identifier: .iso8601) as NSCalendar, "the ISO calendar"),
        Value("attributed-runs", runs(), "two runs, the second with an attribute"),
        Value("sort-descriptor", NSSortDescriptor(key: "name", ascending: true), "by name"),
        Value("predicate", NSPredicate(format: "age > 7 AND name = 'Ada'"), "age > 7 AND name = 'Ada'"),
        Value("hash-table", hashTable(), "a hash table of two strings"),
        Value("notification", NSNotification(name: .init("Example"), object: "a", userInfo: ["b": 1]), "Example"),
        Value("request", NSURLRequest(url: URL(fileURLWithPath: "/a")), "a request"),
        Value("element-null", ["$null", "a"] as NSArray, "a string with the text $null in an array"),
        Value("keys-escaped", ["$a": "b"] as NSDictionary, "a key that begins with $"),
        Value("type-code", NSValue(bytes: [Int32(1), 2, 3], objCType: "[3i]"), "the C array 1, 2, 3"),
    ]

    func runs() -> NSAttributedString {
        let text = NSMutableAttributedString(string: "ab")
        text.addAttribute(.init("key"), value: "value", range: NSRange(location: 1, length: 1))
        return text
    }

    func hashTable() -> NSHashTable<NSString> {
        let table = NSHashTable<NSString>(options: .strongMemory)
        table.add("a")
        table.add("b")
        return table
    }
#else
    let apple: [Value] = []
#endif

/// An archive whose root is the value.
func archive(_ value: Value, _ format: PropertyListSerialization.PropertyListFormat) -> Data {
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    archiver.outputFormat = format
    archiver.encode(value.object, forKey: NSKeyedArchiveRootObjectKey)
    return archiver.encodedData
}

guard let path = CommandLine.arguments.dropFirst().first else {
    print("usage: swift Fixtures/mac/generate.swift FOLDER")
    exit(2)
}
let folder = URL(fileURLWithPath: path, isDirectory: true)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
var table = "name\tproducer\tsize\tvalue\n"
for value in plain + foundation + apple {
    // A class that raises an exception ends the program; this says which.
    print(value.name)
    fflush(nil)
    for (ending, format) in [("plist", PropertyListSerialization.PropertyListFormat.binary), ("xml", .xml)] {
        let data = archive(value, format)
        try data.write(to: folder.appendingPathComponent("\(value.name).\(ending)"))
        table +=
            "\(value.name).\(ending)\t\(ProcessInfo.processInfo.operatingSystemVersionString)\t\(data.count)\t\(value.words)\n"
    }
}
try Data(table.utf8).write(to: folder.appendingPathComponent("values.tsv"))
