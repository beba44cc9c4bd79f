import KeyedArchiving
import PropertyLists
import Testing

/// Values without keys, and C arrays.
@Suite struct UnkeyedTests {
    @Test func `objects, scalars and bytes share one count of generated keys`() throws {
        let object = Scripted {
            try $0.encode("zero")
            try $0.encodeValue(Int32(1))
            try $0.encodeValue(2.5)
            try $0.encode("named", forKey: "key")
            try $0.encodeBytes([3])
            try $0.encode(nil)
        }
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: object)
        let record = try KeyedArchive(bytes).rootRecord()
        #expect(record["$1"] == 1)
        #expect(record["$2"] == 2.5)
        #expect(record["$3"] == .data([3]))
        #expect(record["$4"] == .uid(0))
        try inRoot(bytes) { unarchiver throws in
            #expect(try unarchiver.decodeObject(of: String.self) == "zero")
            #expect(try unarchiver.decodeValue(Int.self) == 1)
            #expect(try unarchiver.decodeValue(Double.self) == 2.5)
            #expect(try unarchiver.decodeBytes().map(Array.init) == [3])
            #expect(try unarchiver.decodeObject() == nil)
            #expect(try unarchiver.decodeValue(Int.self) == 0)
            #expect(try unarchiver.decodeObject(of: String.self, forKey: "key") == "named")
        }
    }

    @Test func `the counter starts anew in every object`() throws {
        let object = Scripted {
            try $0.encode(Scripted { try $0.encodeValue(true) })
            try $0.encodeValue(false)
        }
        let archive = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: object))
        #expect(try archive.rootRecord()["$1"] == false)
        #expect(try archive.requiredRecord(2)["$0"] == true)
    }

    @Test func `a C array is an object with count, size, type code and its elements`() throws {
        // As in an archive of OS X 10.11 that holds a value of type [3i].
        let bytes = try KeyedArchiver.archivedBytes(
            withRootObject: Scripted { try $0.encodeArray([1, 2, 3] as [Int32]) }
        )
        let archive = try KeyedArchive(bytes)
        let array = try archive.requiredRecord(2)
        #expect(try archive.archivedClass(at: array.classUID).hierarchy == ["_NSKeyedCoderOldStyleArray", "NSObject"])
        #expect(array["NS.count"] == 3)
        #expect(array["NS.size"] == 4)
        #expect(array["NS.type"] == 105)
        #expect((0..<3).map { array["$\($0)"] } == [1, 2, 3])
        try inRoot(bytes) { unarchiver throws in
            #expect(try unarchiver.decodeArray(ofType: Int32.self) == [1, 2, 3])
        }
    }

    @Test func `a C array is read with its own element type only`() throws {
        let bytes = try KeyedArchiver.archivedBytes(
            withRootObject: Scripted { try $0.encodeArray([1.5, 2.5], forKey: "a") }
        )
        try inRoot(bytes) { unarchiver throws in
            #expect(
                code { _ = try unarchiver.decodeArray(ofType: Float.self, forKey: "a") } == .invalidUnarchiveOperation)
        }
        try inRoot(bytes) { unarchiver throws in
            #expect(try unarchiver.decodeArray(ofType: Double.self, forKey: "a") == [1.5, 2.5])
            #expect(try unarchiver.decodeArray(ofType: Double.self, forKey: "missing").isEmpty)
        }
    }

    @Test func `a C array without elements is refused`() {
        let object = Scripted { try $0.encodeArray([] as [Int32]) }
        #expect(
            code { _ = try KeyedArchiver.archivedBytes(withRootObject: object) } == .invalidArchiveOperation
        )
    }

    @Test(arguments: [
        ("a count that lies", 1_000_000, 4, 105),
        ("a count whose size wraps", Int.max, 4, 105),
        ("a negative count", -1, 4, 105),
        ("another size", 3, 8, 105),
    ])
    func `a C array that contradicts itself is refused`(defect: String, count: Int, size: Int, type: Int) throws {
        var archive = try KeyedArchive(
            KeyedArchiver.archivedBytes(withRootObject: Scripted { try $0.encodeArray([1, 2, 3] as [Int32]) })
        )
        try archive.setValue(.integer(Int64(count)), forKey: "NS.count", ofObjectAt: 2)
        try archive.setValue(.integer(Int64(size)), forKey: "NS.size", ofObjectAt: 2)
        try archive.setValue(.integer(Int64(type)), forKey: "NS.type", ofObjectAt: 2)
        try inRoot(try archive.bytes()) { unarchiver throws in
            #expect(code { _ = try unarchiver.decodeArray(ofType: Int32.self) } == .invalidValue, "\(defect)")
        }
    }

    @Test func `a root object encoded without a key is the first unkeyed value`() throws {
        let bytes = try archive { try $0.encodeRootObject("root") }
        #expect(try KeyedArchive(bytes)["$0"] == .uid(1))
    }
}
