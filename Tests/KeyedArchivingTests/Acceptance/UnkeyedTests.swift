import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Values without keys, and C arrays.
@Suite struct UnkeyedTests {
    @Test func `objects, scalars and bytes share one count of generated keys, which starts over in every object`()
        throws
    {
        let object = Scripted {
            try $0.encode("zero")
            try $0.encodeValue(Int32(1))
            try $0.encodeValue(2.5)
            try $0.encode("named", forKey: "key")
            try $0.encodeBytes([3, 200])
            try $0.encode(nil)
        }
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: object)
        let record = try KeyedArchive(bytes).rootRecord()
        expectRows {
            (record["$1"], 1)
            (record["$2"], 2.5)
            (record["$3"], 2)
            (record["$5"], .uid(0))
        }
        try inRoot(bytes) { unarchiver throws in
            try expectRows {
                (try unarchiver.decodeObject(of: String.self), "zero")
                (try unarchiver.decodeValue(Int.self), 1)
                (try unarchiver.decodeValue(Double.self), 2.5)
                (try unarchiver.decodeBytes().map(Array.init), [3, 200])
                (try unarchiver.decodeObject(), nil)
                (try unarchiver.decodeValue(Int.self), 0)
                (try unarchiver.decodeObject(of: String.self, forKey: "key"), "named")
            }
        }
        let nested = Scripted {
            try $0.encode(Scripted { try $0.encodeValue(true) })
            try $0.encodeValue(false)
        }
        let root = try archive { try $0.encodeRootObject("root") }
        #expect(try KeyedArchive(root).topLevelValue(forKey: "$0") == .uid(1))
        let archive = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: nested))
        #expect(try archive.rootRecord()["$1"] == false)
        #expect(try archive.requiredRecord(2)["$0"] == true)
    }

    @Test("bytes without a key are their number and a C array of c, as NSCoder writes them, and come back")
    func bytes() throws {
        let four = try KeyedArchiver.archivedBytes(
            withRootObject: Scripted { try $0.encodeBytes([0, 127, 128, 255]) })
        let archive = try KeyedArchive(four)
        #expect(try archive.rootRecord()["$0"] == 4)
        let array = try archive.requiredRecord(2)
        try expectRows {
            (try archive.archivedClass(at: array.classUID).name, "_NSKeyedCoderOldStyleArray")
            (array["NS.count"], 4)
            (array["NS.size"], 1)
            (array["NS.type"], .integer(Int64(UInt8(ascii: "c"))))
            ((0..<4).map { array["$\($0)"] }, [0, 127, -128, -1])
        }
        // None come back too, and what follows stays in step.
        let contents: [[UInt8]] = [[], [0], [1, 2, 255], [], Array(repeating: 200, count: 1000)]
        let bytes = try KeyedArchiver.archivedBytes(
            withRootObject: Scripted { archiver in
                for content in contents { try archiver.encodeBytes(content) }
                try archiver.encode("last")
            })
        try inRoot(bytes) { unarchiver throws in
            for content in contents { #expect(try unarchiver.decodeBytes().map(Array.init) == content) }
            #expect(try unarchiver.decodeObject(of: String.self) == "last")
            #expect(try unarchiver.decodeBytes() == nil)
        }
    }

    @Test("bytes of other writers are read: inline, of C, and none without an array")
    func foreignBytes() throws {
        let bytes = try KeyedArchiver.archivedBytes(
            withRootObject: Scripted { archiver in
                try archiver.encodeValue(UInt32(2))
                try archiver.encodeArray([1, 255] as [UInt8])
                try archiver.encodeValue(UInt32(0))
                try archiver.encodeArray([7] as [Int8])
                try archiver.encodeValue(UInt32(0))
                try archiver.encode("text")
                try archiver.encodeValue(UInt32(3))
                try archiver.encodeArray([1, 2] as [Int8])
            })
        var archive = try KeyedArchive(bytes)
        guard case .uid(let root)? = archive.topLevelValue(forKey: "root") else { return }
        try archive.setRawValue(.data([1, 2, 3]), forKey: "$8", ofObjectAt: root)
        try inRoot(try archive.bytes()) { unarchiver throws in
            try expectRows {
                (try unarchiver.decodeBytes().map(Array.init), [1, 255])
                (try unarchiver.decodeBytes()?.isEmpty, true)
                (try unarchiver.decodeArray(of: Int8.self), [7])
                (try unarchiver.decodeBytes()?.isEmpty, true)
                (try unarchiver.decodeObject(of: String.self), "text")
                (code { _ = try unarchiver.decodeBytes() }, .invalidValue)
                (try unarchiver.decodeBytes().map(Array.init), [1, 2, 3])
            }
        }
    }

    @Test("a boolean without a key may be the integer 0 or 1, and no other value")
    func booleans() throws {
        let bytes = try KeyedArchiver.archivedBytes(
            withRootObject: Scripted { archiver in
                for value in [0, 1, 2, -1] as [Int8] { try archiver.encodeValue(value) }
                try archiver.encodeValue(1.0)
                try archiver.encodeArray([0, 1] as [Int8])
                try archiver.encode(1, forKey: "keyed")
            })
        try inRoot(bytes) { unarchiver throws in
            #expect(try unarchiver.decodeValue(Bool.self) == false)
            #expect(try unarchiver.decodeValue(Bool.self) == true)
            for _ in 0..<3 {
                #expect(code { _ = try unarchiver.decodeValue(Bool.self) } == .invalidUnarchiveOperation)
            }
            #expect(try unarchiver.decodeArray(of: Bool.self) == [false, true])
            #expect(code { _ = try unarchiver.decodeBool(forKey: "keyed") } == .invalidUnarchiveOperation)
        }
    }

    @Test func `a C array is an object with count, size, type code and elements, and is read as no other type`()
        throws
    {
        // As in an archive of OS X 10.11 that holds a value of type [3i].
        let bytes = try KeyedArchiver.archivedBytes(
            withRootObject: Scripted { try $0.encodeArray([1, 2, 3] as [Int32]) }
        )
        let archive = try KeyedArchive(bytes)
        let array = try archive.requiredRecord(2)
        try expectRows {
            (try archive.archivedClass(at: array.classUID).hierarchy, ["_NSKeyedCoderOldStyleArray", "NSObject"])
            (array["NS.count"], 3)
            (array["NS.size"], 4)
            (array["NS.type"], 105)
            ((0..<3).map { array["$\($0)"] }, [1, 2, 3])
        }
        try inRoot(bytes) { unarchiver throws in
            #expect(try unarchiver.decodeArray(of: Int32.self) == [1, 2, 3])
        }
        let reals = try KeyedArchiver.archivedBytes(
            withRootObject: Scripted { try $0.encodeArray([1.5, 2.5], forKey: "a") }
        )
        try inRoot(reals) { unarchiver throws in
            #expect(
                code { _ = try unarchiver.decodeArray(of: Float.self, forKey: "a") } == .invalidUnarchiveOperation)
        }
        try inRoot(reals) { unarchiver throws in
            #expect(try unarchiver.decodeArray(of: Double.self, forKey: "a") == [1.5, 2.5])
            #expect(try unarchiver.decodeArray(of: Double.self, forKey: "missing").isEmpty)
        }
    }

    @Test func `a C array without elements is refused`() {
        let object = Scripted { try $0.encodeArray([] as [Int32]) }
        #expect(
            code { _ = try KeyedArchiver.archivedBytes(withRootObject: object) } == .invalidArchiveOperation
        )
    }

    @Test(.rows)
    func `a C array that contradicts itself is refused`() {
        forEachRow([
            ("a count that lies", 1_000_000, 4, 105),
            ("a count whose size wraps", Int.max, 4, 105),
            ("a negative count", -1, 4, 105),
            ("another size", 3, 8, 105),
        ]) { (defect: String, count: Int, size: Int, type: Int) throws in
            var archive = try KeyedArchive(
                KeyedArchiver.archivedBytes(withRootObject: Scripted { try $0.encodeArray([1, 2, 3] as [Int32]) })
            )
            try archive.setValue(.integer(Int64(count)), forKey: "NS.count", ofObjectAt: 2)
            try archive.setValue(.integer(Int64(size)), forKey: "NS.size", ofObjectAt: 2)
            try archive.setValue(.integer(Int64(type)), forKey: "NS.type", ofObjectAt: 2)
            try inRoot(try archive.bytes()) { unarchiver throws in
                #expect(code { _ = try unarchiver.decodeArray(of: Int32.self) } == .invalidValue, "\(defect)")
            }
        }
    }

    @Test func `the bytes of a C array are numbers of eight bits, with a sign or without`() throws {
        func bytes(_ type: Character, _ elements: PropertyList...) throws -> ArraySlice<UInt8>? {
            let fields: [(key: PropertyList, value: PropertyList)] = [
                ("NS.type", .integer(Int64(type.asciiValue ?? 0))), ("NS.size", 1),
                ("NS.count", .integer(Int64(elements.count))), ("$class", .uid(2)),
            ]
            let values = elements.enumerated().map { number, value -> (key: PropertyList, value: PropertyList) in
                (.string(PropertyListString("$\(number)")), value)
            }
            let archive = SmallArchive(
                .dictionary(PropertyListDictionary(fields + values)),
                .classRecord("_NSKeyedCoderOldStyleArray", "NSObject"),
                top: ["$0": .integer(Int64(elements.count)), "$1": .uid(1)])
            return try KeyedUnarchiver(forReadingFrom: archive.bytes()).decodeBytes()
        }
        try expectRows {
            (try bytes("c", -128, -1, 0, 127), [128, 255, 0, 127])
            (try bytes("C", 0, 128, 255), [0, 128, 255])
            (code { _ = try bytes("c", -129) }, .invalidValue)
            (code { _ = try bytes("C", 256) }, .invalidValue)
        }
    }

    /// Reads the next value around each list that it is shown.
    private final class Reading: KeyedUnarchiverDelegate {
        var found: [String?] = []
        func unarchiver(_ unarchiver: KeyedUnarchiver, didDecode object: any Codingable) throws -> (any Codingable)? {
            if object is [String] { found.append(try unarchiver.decodeObject(of: String.self)) }
            return object
        }
    }

    @Test func `a delegate that reads a value around a list moves on to the next one, as around any object`() throws {
        let bytes = try archive {
            try $0.encode(
                Scripted { archiver in
                    try archiver.encode(["element"], forKey: "list")
                    for word in ["first", "second"] { try archiver.encode(word) }
                }, forKey: "root")
        }
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        let delegate = Reading()
        unarchiver.delegate = delegate
        try inRoot(unarchiver) { unarchiver throws in
            #expect(try unarchiver.decode([String].self, forKey: "list") == ["element"])
            #expect(try unarchiver.decodeObject(of: String.self) == "second")
        }
        #expect(delegate.found == ["first"])
    }
}
