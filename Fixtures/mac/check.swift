// Shows on a Mac that Apple's unarchiver reads what this library writes.
//
//     swift Fixtures/mac/check.swift              reads the archives of Fixtures/archives and Fixtures/apple-layout
//     swift Fixtures/mac/check.swift FOLDER       reads the archives of another folder, for a line about each
//
// Not yet run on a Mac. It was compiled and run on Linux, where it leaves out what Foundation there can't read.
//
// It prints a line for each file and needs Foundation alone: classes that aren't there are read by stand-ins. The exit
// status is 1 if a file wasn't read, or a value is another one than was written. A class that raises an exception ends
// the program; the file whose name was printed last is to blame.

import Foundation

// MARK: - Classes

/// The person of family.plist.
final class Person: NSObject, NSCoding {
    let name: String?
    let born: Date?
    private(set) var spouse: Person?
    private(set) var children: [Person] = []
    private(set) var parents: [Person] = []

    init?(coder: NSCoder) {
        name = coder.decodeObject(forKey: "name") as? String
        born = coder.decodeObject(forKey: "born") as? Date
        super.init()
        spouse = coder.decodeObject(forKey: "spouse") as? Person
        children = coder.decodeObject(forKey: "children") as? [Person] ?? []
        parents = coder.decodeObject(forKey: "parents") as? [Person] ?? []
    }

    func encode(with coder: NSCoder) {}
}

/// The object of unknown-class.plist.
final class Gadget: NSObject, NSCoding {
    let serial: Int
    let weight: Double
    let firmware: [UInt8]
    private(set) var itself: Gadget?

    init?(coder: NSCoder) {
        serial = coder.decodeInteger(forKey: "serial")
        weight = coder.decodeDouble(forKey: "weight")
        #if canImport(Darwin)
            var count = 0
            let bytes = coder.decodeBytes(forKey: "firmware", returnedLength: &count)
            firmware = Array(UnsafeBufferPointer(start: bytes, count: count))
        #else
            firmware = coder.withDecodedUnsafeBufferPointer(forKey: "firmware") {
                Array($0 ?? .init(start: nil, count: 0))
            }
        #endif
        super.init()
        itself = coder.decodeObject(forKey: "itself") as? Gadget
    }

    func encode(with coder: NSCoder) {}
}

/// An object of a class that this program doesn't have.
final class Unknown: NSObject, NSCoding {
    init?(coder: NSCoder) {}
    func encode(with coder: NSCoder) {}
}

/// Reads unknown classes by a stand-in, and remembers their names.
final class StandIns: NSObject, NSKeyedUnarchiverDelegate {
    private(set) var names: Set<String> = []

    func unarchiver(
        _ unarchiver: NSKeyedUnarchiver,
        cannotDecodeObjectOfClassName name: String,
        originalClasses classNames: [String]
    ) -> AnyClass? {
        names.insert(name)
        return Unknown.self
    }

    #if !canImport(Darwin)
        // Apple's protocol doesn't require these.
        func unarchiver(_ unarchiver: NSKeyedUnarchiver, didDecode object: Any?) -> Any? { object }
        func unarchiver(_ unarchiver: NSKeyedUnarchiver, willReplace object: Any, with newObject: Any) {}
        func unarchiverWillFinish(_ unarchiver: NSKeyedUnarchiver) {}
        func unarchiverDidFinish(_ unarchiver: NSKeyedUnarchiver) {}
    #endif
}

// MARK: - Reading

struct Failure: Error, CustomStringConvertible {
    var description: String
}

/// An archive and the unarchiver that reads it.
final class Reading {
    let data: Data
    let unarchiver: NSKeyedUnarchiver
    let standIns = StandIns()

    convenience init(contentsOf url: URL) throws { try self.init(Data(contentsOf: url)) }

    init(_ data: Data) throws {
        self.data = data
        unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
        unarchiver.requiresSecureCoding = false
        unarchiver.decodingFailurePolicy = .setErrorAndReturn
        unarchiver.delegate = standIns
    }

    /// An object of the top level; nil if there is none.
    func object(_ key: String = "root") throws -> Any? {
        let object = unarchiver.decodeObject(forKey: key)
        if let error = unarchiver.error { throw error }
        return object
    }

    func object<Value>(_ key: String = "root", as type: Value.Type) throws -> Value {
        guard let value = try object(key) as? Value else { throw Failure(description: "\(key) is no \(type)") }
        return value
    }

    /// The keys of the top level under which there are objects; those of values without a key are left out.
    func keysOfObjects() throws -> [String] {
        let list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        let top = list?["$top"] as? [String: Any] ?? [:]
        // Scalars are inline; references are of a class that isn't public.
        let references = top.filter { !($0.value is NSNumber || $0.value is String || $0.value is Data) }
        return references.keys.filter { !$0.hasPrefix("$") }.sorted()
    }
}

func expect(_ isTrue: Bool, _ what: String) throws {
    if !isTrue { throw Failure(description: "another value: \(what)") }
}

/// Whether two values are equal as Foundation's objects are.
func areEqual(_ first: Any?, _ second: Any) -> Bool { (first as? NSObject)?.isEqual(second) ?? false }

// MARK: - What was written

func checkFamily(_ reading: Reading) throws {
    reading.unarchiver.setClass(Person.self, forClassName: "Person")
    let ada = try reading.object(as: Person.self)
    try expect(ada.name == "Ada" && ada.spouse?.name == "William", "names")
    try expect(ada.born == Date(timeIntervalSinceReferenceDate: -67_593 * 86_400), "born")
    try expect(ada.spouse?.spouse === ada, "the spouse's spouse")
    try expect(ada.children.map(\.name) == ["Byron", "Anne"], "children")
    try expect(ada.children.first === ada.spouse?.children.first, "a child of both")
    try expect(ada.children.first?.parents.first === ada, "a child's parent")
}

func checkCollections(_ reading: Reading) throws {
    let root = try reading.object(as: NSDictionary.self)
    try expect(root.count == 8, "the number of entries")
    let numbers = root["numbers"] as? [NSNumber] ?? []
    // The integer of 128 bits is small enough for any reader.
    let expected: [NSNumber] = [true, 1, -1, 1.5, NSNumber(value: Float(0.1)), 3, NSNumber(value: UInt64.max)]
    try expect(numbers.count == expected.count, "the number of numbers")
    for (number, expected) in zip(numbers, expected) {
        // XML has no width of reals.
        let isNear = abs(number.doubleValue - expected.doubleValue) < 1e-6
        try expect(number == expected || isNear && number.doubleValue.rounded() != number.doubleValue, "\(expected)")
    }
    let texts = ["plain", "więcej niż ASCII", "a string that is longer than a pointer"]
    try expect(root["texts"] as? [String] == texts, "texts")
    try expect(root["data"] as? Data == Data([0xDE, 0xAD, 0xBE, 0xEF]), "data")
    try expect(root["date"] as? Date == Date(timeIntervalSinceReferenceDate: 0), "date")
    try expect(root["nothing"] is NSNull, "nothing")
    try expect(root["set"] as? Set<String> == ["a", "b"], "set")
    let (first, second) = (root.object(forKey: "first") as AnyObject, root.object(forKey: "second") as AnyObject)
    try expect(areEqual(first, ["shared", "by", "two"] as NSArray), "first")
    #if canImport(Darwin)
        // Foundation for Linux makes Swift arrays of them.
        try expect(first is NSMutableArray && first === second, "one mutable array under two keys")
    #endif
}

func checkConditional(_ reading: Reading) throws {
    let root = try reading.object(as: NSArray.self)
    try expect(root == ["encoded elsewhere"], "root")
    try expect(try reading.object("fulfilled") as? NSArray === root, "fulfilled")
    try expect(try reading.object("unfulfilled") == nil, "unfulfilled")
}

func checkNested(_ reading: Reading) throws {
    let payload = try reading.object(as: NSDictionary.self)["payload"] as? Data
    let inner = try Reading(payload ?? Data()).object()
    try expect(areEqual(inner, ["inside": "an archive of its own"] as NSDictionary), "the archive inside")
}

func checkTopLevel(_ reading: Reading) throws {
    try expect(try reading.object("title") as? String == "a title", "title")
    try expect(reading.unarchiver.decodeInteger(forKey: "count") == 42, "count")
    try expect(reading.unarchiver.decodeBool(forKey: "isOpen"), "isOpen")
    try expect(reading.unarchiver.decodeDouble(forKey: "scale") == 0.5, "scale")
    try expect(reading.unarchiver.decodeObject() as? String == "without a key", "the value without a key")
    if let error = reading.unarchiver.error { throw error }
}

func checkUnknownClass(_ reading: Reading) throws {
    reading.unarchiver.setClass(Gadget.self, forClassName: "Example.Gadget")
    let gadget = try reading.object(as: Gadget.self)
    try expect(gadget.serial == 7 && gadget.weight == 1.25 && gadget.firmware == [1, 2, 3], "fields")
    try expect(gadget.itself === gadget, "the reference to itself")
}

func checkCircularReference(_ reading: Reading) throws {
    let array = try reading.object(as: NSArray.self)
    try expect(array.count == 1 && array[0] as? NSArray === array, "the array in itself")
}

/// What is known of the value of a file.
let checks: [String: (Reading) throws -> Void] = [
    "archives/family.plist": checkFamily,
    "archives/collections.plist": checkCollections,
    "archives/collections.xml": checkCollections,
    "archives/conditional.plist": checkConditional,
    "archives/nested.plist": checkNested,
    "archives/top-level.plist": checkTopLevel,
    "archives/unknown-class.plist": checkUnknownClass,
    "apple-layout/circularReference.plist": checkCircularReference,
    "apple-layout/plainString.plist": { try expect(try $0.object() as? String == "Some string!", "text") },
    "apple-layout/nsData.plist": { try expect(try $0.object(as: NSMutableData.self).length == 10, "ten bytes") },
    "apple-layout/NSIndexSet-OneRange.archive": {
        try expect(try $0.object(as: NSIndexSet.self).count > 0, "a range")
    },
    "apple-layout/NSSet-Numbers.archive": { try expect(try $0.object(as: NSSet.self).count > 0, "numbers") },
]

/// Files that Foundation for Linux can't read: over cycles it recurses without end, and affine transforms it refuses.
#if canImport(Darwin)
    let leftOut: Set<String> = []
#else
    let leftOut: Set<String> = [
        "archives/family.plist", "archives/unknown-class.plist", "apple-layout/circularReference.plist",
        "apple-layout/NSAffineTransform.plist",
    ]
#endif

// MARK: - All files

/// Reads all objects of the top level, and writes a single root again with Apple's archiver.
///
/// - Returns: What there is to say.
func readAll(_ reading: Reading) throws -> String {
    let keys = try reading.keysOfObjects()
    var root: Any?
    for key in keys { root = try reading.object(key) }
    if !reading.standIns.names.isEmpty {
        return "read, with stand-ins for \(reading.standIns.names.sorted().joined(separator: ", "))"
    }
    guard keys == ["root"], let root else { return "read" }
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    archiver.outputFormat = .binary
    archiver.encode(root, forKey: "root")
    return archiver.encodedData == reading.data
        ? "read, and written as the same bytes" : "read, and written as other bytes"
}

/// Prints the line of a file, and returns whether it is as it should be.
func check(_ name: String, in folder: URL) -> Bool {
    print(name, terminator: ": ")
    fflush(nil)
    guard !leftOut.contains(name) else {
        print("left out on this system")
        return true
    }
    do {
        let url = folder.appendingPathComponent(name)
        if let check = checks[name] {
            try check(Reading(contentsOf: url))
            print("the value is the one that was written", terminator: "; ")
        }
        print(checks[name] != nil && name.hasPrefix("archives/") ? "done" : try readAll(Reading(contentsOf: url)))
        return true
    } catch {
        print("FAILED: \(error)")
        return false
    }
}

let arguments = CommandLine.arguments.dropFirst()
let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
let (folder, parts) =
    arguments.first.map { (URL(fileURLWithPath: $0), [""]) } ?? (fixtures, ["archives", "apple-layout"])
var (count, failures) = (0, 0)
for part in parts {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(part).path)
    for file in files.sorted() where !file.hasPrefix(".") && !file.hasSuffix(".tsv") {
        count += 1
        if !check(part.isEmpty ? file : "\(part)/\(file)", in: folder) { failures += 1 }
    }
}
print("\(count) files, \(failures) failed")
exit(failures == 0 ? 0 : 1)
