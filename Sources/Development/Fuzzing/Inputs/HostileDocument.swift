import PropertyLists

/// Files made to cost a program that converts, compares or describes them much more than they weigh, each of about a
/// given size.
package struct HostileDocument: Sendable, CustomStringConvertible {
    package let name: String
    private let make: @Sendable (Int) throws -> [UInt8]

    package var description: String { name }

    private init(_ name: String, _ make: @escaping @Sendable (Int) throws -> [UInt8]) {
        self.name = name
        self.make = make
    }

    /// The file, of about a size in bytes.
    package func bytes(size: Int) throws -> [UInt8] { try make(size) }

    /// All of them that are archives or property lists.
    package static let all = nested + conversions + classes

    /// All of them that are JSON.
    package static let allJSON = [references, levels, values, objects]

    // MARK: - Documents in data

    package static let nested = [sequentialInData, keyedInData, mixedInData, listsInData, deepData]

    /// Sequential archives, each in the data of the one before.
    package static let sequentialInData = HostileDocument("sequential archives in data") { size in
        var bytes = StreamBytes().bytes
        for _ in 0..<size / 45 { bytes = holder(of: bytes) }
        return bytes
    }

    /// Keyed archives, each in the data of the one before.
    package static let keyedInData = HostileDocument("keyed archives in data") { size in
        var bytes = try archive([["$class": .uid(2)], record("Core")])
        for _ in 0..<size / 220 { bytes = try archive([.data(bytes)]) }
        return bytes
    }

    /// Keyed and sequential archives in turn.
    package static let mixedInData = HostileDocument("archives of both kinds in data") { size in
        var bytes = StreamBytes().bytes
        for number in 0..<size / 130 {
            bytes = number.isMultiple(of: 2) ? holder(of: bytes) : try archive([.data(bytes)])
        }
        return bytes
    }

    /// Property lists, each in the data of the one before.
    package static let listsInData = HostileDocument("property lists in data") { size in
        var bytes = try BinaryPropertyListWriter().write([1])
        for _ in 0..<size / 50 { bytes = try BinaryPropertyListWriter().write([.data(bytes)]) }
        return bytes
    }

    /// Many small property lists in data, far inside a list.
    package static let deepData = HostileDocument("property lists far inside of a list") { size in
        let inner = PropertyList.data(try BinaryPropertyListWriter().write([1]))
        var list = PropertyList.array(PropertyListArray(Array(repeating: inner, count: size / 2)))
        for _ in 0..<100 { list = [list] }
        return try BinaryPropertyListWriter().write(list)
    }

    private static func holder(of bytes: [UInt8]) -> [UInt8] {
        var stream = StreamBytes()
        stream.add(StreamBytes.new("@"), StreamBytes.object("NSData"), StreamBytes.new("i"))
        stream.add(StreamBytes.length(bytes.count), StreamBytes.new("[\(bytes.count)c]"), bytes, [StreamBytes.end])
        return stream.bytes
    }

    // MARK: - Conversions

    package static let conversions = [sharedText, deepObject, sharedRuns, countedSets, smallGroups, smallObjects]

    /// References to one long text.
    package static let sharedText = HostileDocument("references to one long text") { size in
        let text = PropertyList.string(PropertyListString(String(repeating: "x", count: size / 2)))
        return try archive([array(Array(repeating: 2, count: size / 2), class: 3), text, record("NSArray")])
    }

    /// References to one object that lies deep.
    package static let deepObject = HostileDocument("references to one object that lies deep") { size in
        let depth = 300
        var objects: [PropertyList] = [array([2] + Array(repeating: depth + 1, count: size / 4), class: depth + 2)]
        let key = PropertyList.string(PropertyListString(String(repeating: "k", count: size / 2)))
        for number in 2...depth {
            objects.append([key: .uid(UID(UInt64(number + 1))), "$class": .uid(UID(UInt64(depth + 3)))])
        }
        objects.append(["$class": .uid(UID(UInt64(depth + 3)))])
        return try archive(objects + [record("NSArray"), record("Node")])
    }

    /// Attributed strings that share one text and its runs, each of one character.
    package static let sharedRuns = HostileDocument("attributed strings with the same runs") { size in
        let count = size / 4
        let string: PropertyList = [
            "NSString": .uid(2), "NSAttributeInfo": .uid(3), "NSAttributes": .uid(4), "$class": .uid(7),
        ]
        let strings = Array(repeating: string, count: size / 40)
        let runs: [UInt8] = (0..<count).flatMap { [1, UInt8($0 % 2)] }
        return try archive(
            [
                array(Array(9..<9 + strings.count), class: 6),
                .string(PropertyListString(String(repeating: "x", count: count))), .data(runs),
                array([5, 5], class: 6),
                ["NS.keys": [], "NS.objects": [], "$class": .uid(8)], record("NSArray"), record("NSAttributedString"),
                record("NSDictionary"),
            ] + strings)
    }

    /// A counted set whose members are there as often as 64 bits can say.
    package static let countedSets = HostileDocument("counted sets") { size in
        var set: [PropertyListDictionary.Element] = [(key: "$class", value: .uid(3))]
        for number in 0..<size / 40 {
            set.append((key: .string(PropertyListString("NS.object\(number)")), value: .uid(2)))
            set.append((key: .string(PropertyListString("NS.count\(number)")), value: .integer(.max)))
        }
        set.append((key: "NS.count", value: .integer(Int64(size / 40))))
        return try archive([.dictionary(PropertyListDictionary(set)), "member", record("NSCountedSet")])
    }

    /// A counted set with one member, which is there so often.
    package static func countedSet(count: Int64) throws -> [UInt8] {
        try archive([
            ["NS.count": 1, "NS.object0": .uid(2), "NS.count0": .integer(count), "$class": .uid(3)], "member",
            record("NSCountedSet"),
        ])
    }

    /// A sequential archive of groups of two bytes.
    package static let smallGroups = HostileDocument("groups of two bytes") { size in
        var stream = StreamBytes()
        stream.add(StreamBytes.new("c"), [1])
        for _ in 0..<size / 2 { stream.add([StreamBytes.reference(0), 1]) }
        return stream.bytes
    }

    /// A sequential archive of objects of five bytes.
    package static let smallObjects = HostileDocument("objects of five bytes") { size in
        var stream = StreamBytes()
        stream.add(StreamBytes.new("@"), StreamBytes.object("Node"), [StreamBytes.end])
        for _ in 0..<size / 5 {
            stream.add([StreamBytes.reference(0), 0x84, StreamBytes.reference(1), StreamBytes.end])
        }
        return stream.bytes
    }

    // MARK: - Classes

    package static let classes = [classRing, classCrowd, oneName]

    /// Classes each of which refers to the next, and the last to the first.
    package static let classRing = HostileDocument("classes in a ring") { size in
        let count = size / 60
        var objects: [PropertyList] = []
        for number in 0..<count {
            let next = (number + 1) % count + 1
            objects.append(["next": .uid(UID(UInt64(next))), "$class": .uid(UID(UInt64(count + number + 1)))])
        }
        return try archive(objects + (0..<count).map { record("C\($0)") })
    }

    /// Fields of many classes, each of which holds objects of all.
    package static let classCrowd = HostileDocument("fields with objects of all classes") { size in
        let count = size / 64
        let root = 64
        let list = UInt64(2 * count + 1)
        var objects: [PropertyList] = []
        for number in 0..<count {
            objects.append(["all": .uid(UID(list)), "$class": .uid(UID(UInt64(count + number + 1)))])
        }
        objects += (0..<count).map { record("C\($0)") }
        let lists = count / root + 1
        let arrayClass = Int(list) + min(lists, root) + 1
        objects.append(array((0..<min(lists, root)).map { Int(list) + 1 + $0 }, class: arrayClass))
        for number in 0..<min(lists, root) {
            let members = (0..<root).map { (number * root + $0) % count + 1 }
            objects.append(array(members, class: arrayClass))
        }
        return try archive(objects + [record("NSArray")])
    }

    /// Keys of one class that become one name in Swift, as only characters tell them apart that no name has.
    package static let oneName = HostileDocument("keys that become one name") { size in
        var fields: [PropertyListDictionary.Element] = [(key: "$class", value: .uid(2))]
        for number in 0..<size / 8 {
            let codes = [0x4E00 + UInt32(number & 0x3FFF), 0x4E00 + UInt32(number >> 14)]
            let scalars = codes.compactMap(UnicodeScalar.init)
            var key = "key"
            key.unicodeScalars.append(contentsOf: scalars)
            fields.append((key: .string(PropertyListString(key)), value: true))
        }
        return try archive([.dictionary(PropertyListDictionary(fields)), record("Keys")])
    }

    // MARK: - JSON

    /// Objects each of which refers to the next by its number.
    package static let references = HostileDocument("references in a row") { size in
        let count = size / 40
        let objects = (1..<count).map { #"{"$id":\#($0),"$class":"A","n":{"$ref":\#($0 + 1)}}"# }
        let last = #"{"$id":\#(count),"$class":"A"}"#
        return Array(
            (#"{"$graph":1.0,"root":{"$ref":1},"$continued":["# + (objects + [last]).joined(separator: ",") + "]}").utf8
        )
    }

    /// Objects one inside the other, around many values.
    package static let levels = HostileDocument("500 levels") { size in
        let values = String(repeating: "7,", count: max(0, size - 3000) / 2) + "7"
        return Array(
            (#"{"$graph":1.0,"root":"# + String(repeating: #"{"a":"#, count: 500) + "[\(values)]"
                + String(repeating: "}", count: 500) + "}").utf8)
    }

    /// Values of two bytes.
    package static let values = HostileDocument("values of two bytes") { size in
        Array(("[" + String(repeating: "[],", count: size / 3) + "7]").utf8)
    }

    /// Objects with a text each.
    package static let objects = HostileDocument("objects in JSON") { size in
        let elements = (0..<size / 160).map { #"{"$class":"Person","name":"NAME \#($0)","size":\#($0)}"# }
        return Array((#"{"$graph":1.0,"root":["# + elements.joined(separator: ",") + "]}").utf8)
    }

    // MARK: - Archives

    private static func array(_ elements: [Int], class classNumber: Int) -> PropertyList {
        [
            "NS.objects": .array(PropertyListArray(elements.map { .uid(UID(UInt64($0))) })),
            "$class": .uid(UID(UInt64(classNumber))),
        ]
    }

    private static func record(_ name: String) -> PropertyList {
        let name = PropertyList.string(PropertyListString(name))
        return ["$classname": name, "$classes": [name, "NSObject"]]
    }

    private static func archive(_ objects: [PropertyList]) throws -> [UInt8] {
        var table = ArchiveTable(root: UID(1))
        table.objects += objects
        return try table.bytes(.binary)
    }
}
