import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Values without keys of type codes that are known at run time, and what is stored of them.
@Suite struct TypeCodeTests {
    /// Encodes values without keys in a root object.
    private static func archive(_ values: [(type: String, value: TypedValue)]) throws -> [UInt8] {
        try KeyedArchiver.archivedBytes(
            withRootObject: Scripted { archiver in
                for (type, value) in values { try archiver.encodeValue(ofObjCType: type, value) }
            })
    }

    static var scalars: [(type: String, value: TypedValue, stored: PropertyList)] {
        [
            ("c", .integer(-128), -128), ("C", .unsignedInteger(255), 255), ("s", .integer(-32_768), -32_768),
            ("S", .unsignedInteger(65_535), 65_535), ("i", .integer(Int64(Int32.min)), .integer(Int64(Int32.min))),
            ("I", .unsignedInteger(UInt64(UInt32.max)), 4_294_967_295), ("l", .integer(-5), -5),
            ("L", .unsignedInteger(5), 5), ("q", .integer(.min), .integer(.min)),
            ("Q", .unsignedInteger(.max), .unsignedInteger(.max)), ("B", .unsignedInteger(1), true),
            ("B", .unsignedInteger(0), false), ("f", .real(0.5), .float(0.5)), ("d", .real(1), 1.0),
            ("rd", .real(2.5), 2.5),
            ("nNi", .integer(7), 7),
        ]
    }

    @Test(.rows)
    func `a number is stored inline, and comes back as it was`() {
        forEachRow(Self.scalars.indices) { (index: Int) throws in
            let (type, value, stored) = Self.scalars[index]
            let bytes = try Self.archive([(type, value)])
            #expect(try KeyedArchive(bytes).rootRecord()["$0"] == stored)
            try inRoot(bytes) { unarchiver throws in
                #expect("\(try unarchiver.decodeValue(ofObjCType: type))" == "\(value)")
            }
        }
    }

    @Test func `classes, selectors and C strings are references to strings, and nil a reference to nil`() throws {
        let bytes = try KeyedArchiver.archivedBytes(
            withRootObject: Scripted { archiver in
                try archiver.encodeClass(Node.self)
                try archiver.encodeSelector("copy:")
                try archiver.encodeValue(ofObjCType: "r*", .cString(CodedCString("Ädä")))
                for type in ["@", "#", ":", "*"] { try archiver.encodeValue(ofObjCType: type, .null) }
            })
        let archive = try KeyedArchive(bytes)
        let record = try archive.rootRecord()
        for (key, text) in zip(["$0", "$1", "$2"], ["Node", "copy:", "Ädä"]) {
            guard case .uid(let uid)? = record[key] else {
                Issue.record("\(key) isn't a reference")
                continue
            }
            #expect(try archive.entry(at: uid) == .value(.string(PropertyListString(text))))
        }
        #expect((3..<7).allSatisfy { record["$\($0)"] == .uid(0) })
        try inRoot(bytes) { unarchiver throws in
            #expect(try unarchiver.decodeClass() == "Node")
            #expect(try unarchiver.decodeSelector() == "copy:")
            guard case .cString(let text) = try unarchiver.decodeValue(ofObjCType: "*") else { return }
            #expect(text.text == "Ädä")
            for type in ["@", "#", ":", "*"] {
                #expect("\(try unarchiver.decodeValue(ofObjCType: type))" == "null")
            }
        }
    }

    static var arrays: [(type: String, size: Int, elements: [TypedValue])] {
        [
            ("c", 1, [.integer(-1), .integer(1)]), ("C", 1, [.unsignedInteger(200)]), ("B", 1, [.unsignedInteger(1)]),
            ("s", 2, [.integer(-2)]), ("S", 2, [.unsignedInteger(2)]),
            ("i", 4, [.integer(1), .integer(2), .integer(3)]),
            ("I", 4, [.unsignedInteger(3)]), ("l", 4, [.integer(4)]), ("L", 4, [.unsignedInteger(4)]),
            ("q", 8, [.integer(.max)]), ("Q", 8, [.unsignedInteger(.max)]), ("f", 4, [.real(0.5)]),
            ("d", 8, [.real(0.1), .real(0.2)]), ("@", 8, [.object("Ada"), .null, .object(Int64(7))]),
            ("#", 8, [.class("NSString"), .null]), (":", 8, [.selector(Array("init".utf8))]),
            ("*", 8, [.cString(CodedCString("text")), .null]),
        ]
    }

    @Test(.rows)
    func `an array is an object with count, size and code of its elements, of every code`() {
        forEachRow(Self.arrays.indices) { (index: Int) throws in
            let (type, size, elements) = Self.arrays[index]
            let bytes = try KeyedArchiver.archivedBytes(
                withRootObject: Scripted { try $0.encodeArray(ofObjCType: type, elements) })
            let archive = try KeyedArchive(bytes)
            guard case .uid(let uid)? = try archive.rootRecord()["$0"] else {
                Issue.record("the array isn't a reference")
                return
            }
            let array = try archive.requiredRecord(uid)
            try expectRows {
                (try archive.archivedClass(at: array.classUID).name, "_NSKeyedCoderOldStyleArray")
                (array["NS.count"], .integer(Int64(elements.count)))
                (array["NS.size"], .integer(Int64(size)))
                (array["NS.type"], .integer(Int64(type.utf8.first ?? 0)))
                (array["$\(elements.count)"], nil)
            }
            try inRoot(bytes) { unarchiver throws in
                let decoded = try unarchiver.decodeArray(ofObjCType: type, count: elements.count)
                #expect(decoded.map(Self.words) == elements.map(Self.words))
                #expect(try unarchiver.decodeArray(ofObjCType: type, count: 1).isEmpty)
            }
        }
    }

    private static func words(_ value: TypedValue) -> String {
        switch value {
        case .cString(let string): string.text
        case .array(let elements): "[" + elements.map(words).joined(separator: ", ") + "]"
        default: "\(value)"
        }
    }

    @Test func `arrays that typed calls write and those of type codes are the same`() throws {
        let typed = Scripted { archiver in
            try archiver.encodeArray([1, 2, 3] as [Int32])
            try archiver.encodeArray([1.5] as [Double])
            try archiver.encodeArray([7, 255] as [UInt8])
            try archiver.encodeValue(true)
        }
        let untyped = Scripted { archiver in
            try archiver.encodeValues(
                ofObjCTypes: "[3i][1d][2C]B",
                [
                    .array([.integer(1), .integer(2), .integer(3)]), .array([.real(1.5)]), .bytes([7, 255]),
                    .integer(1),
                ])
        }
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: untyped)
        #expect(try KeyedArchiver.archivedBytes(withRootObject: typed) == bytes)
        try inRoot(bytes) { unarchiver throws in
            let values = try unarchiver.decodeValues(ofObjCTypes: "[2i][1d][2C]B")
            #expect(
                values.map(Self.words) == [
                    "[integer(1), integer(2)]", "[real(1.5)]", "bytes([7, 255])", "unsignedInteger(1)",
                ])
        }
    }

    @Test func `reading one more than was written gives 0, nil or an empty array`() throws {
        try inRoot(try Self.archive([])) { unarchiver throws in
            try expectRows {
                (try unarchiver.decodeValue(ofObjCType: "i").integer(as: Int.self), 0)
                (try unarchiver.decodeValue(ofObjCType: "d").real, 0)
                ("\(try unarchiver.decodeValue(ofObjCType: "@"))", "null")
                ("\(try unarchiver.decodeValue(ofObjCType: "[3i]"))", "array([])")
                ("\(try unarchiver.decodeValue(ofObjCType: "[3c]"))", "bytes([])")
            }
        }
    }

    @Test(.rows)
    func `a type that keyed archives don't have is an error, of encoding and of decoding`() {
        forEachRow([
            ("{CGPoint=dd}", "this archiver cannot encode structs"), ("r{p=i}", "this archiver cannot encode structs"),
            ("[2{p=i}]", "this archiver cannot encode structs"), ("(u=if)", "type encoding"), ("^i", "type encoding"),
            ("b3", "type encoding"), ("v", "type encoding"), ("?", "type encoding"), ("%", "type encoding"),
            ("!", "type encoding"), ("+", "type encoding"), ("", "empty"), ("ii", "one type"), ("[3i", "type encoding"),
            ("[i]", "number of elements"), ("[0i]", "without elements"), ("[2[2i]]", "type encoding"), ("r", "empty"),
        ]) { (type: String, words: String) throws in
            for value in [TypedValue.null, .structure([.real(1), .real(2)]), .array([]), .integer(1)] {
                do {
                    _ = try Self.archive([(type, value)])
                    Issue.record("\(type) was encoded")
                } catch {
                    let error = error as? ArchiveError
                    expectRows {
                        (error?.code, .invalidArchiveOperation)
                        (error?.reason.contains(words), true)
                        (error?.path?.description, "root.$0")
                    }
                }
            }
            try inRoot(try Self.archive([("i", .integer(1))])) { unarchiver throws in
                let error = #expect(throws: ArchiveError.self) { try unarchiver.decodeValue(ofObjCType: type) }
                #expect(error?.code == .invalidUnarchiveOperation)
                let decodingWords = words.replacing("archiver cannot encode", with: "unarchiver cannot decode")
                #expect(error?.reason.contains(decodingWords) == true)
                // Nothing was taken.
                #expect(try unarchiver.decodeValue(Int.self) == 1)
            }
        }
    }

    @Test func `a value of another type or size is refused, with its place, in an array too`() throws {
        let misfits: [(String, TypedValue, ArchiveError.Code)] = [
            ("c", .integer(128), .range), ("C", .integer(-1), .range), ("B", .integer(2), .range),
            ("l", .integer(1 << 31), .range), ("Q", .integer(-1), .range), ("i", .real(1), .invalidArchiveOperation),
            ("d", .null, .invalidArchiveOperation), ("@", .integer(1), .invalidArchiveOperation),
            ("#", .object("text"), .invalidArchiveOperation), ("*", .bytes([1]), .invalidArchiveOperation),
            ("[2i]", .array([.integer(1)]), .invalidArchiveOperation), ("[1i]", .bytes([1]), .invalidArchiveOperation),
            ("[1i]", .integer(1), .invalidArchiveOperation), ("*", .cString(CodedCString([255])), .unrepresentable),
            (":", .selector([0xC3]), .unrepresentable),
        ]
        for (type, value, expected) in misfits {
            do {
                _ = try Self.archive([("i", .integer(0)), (type, value)])
                Issue.record("\(value) was encoded as \(type)")
            } catch {
                let error = error as? ArchiveError
                #expect(error?.code == expected, "\(type)")
                #expect(error?.path?.description == "root.$1")
            }
        }
        do {
            _ = try Self.archive([("[2i]", .array([.integer(1), .real(2)]))])
            Issue.record("it was encoded")
        } catch {
            #expect((error as? ArchiveError)?.path?.description == "root.$0.$1")
        }
    }

    @Test func `an array may have more elements than are asked for, and not fewer, nor of another code`() throws {
        let bytes = try Self.archive(
            Array(repeating: ("[3s]", .array([.integer(1), .integer(2), .integer(3)])), count: 5))
        try inRoot(bytes) { unarchiver throws in
            try expectRows {
                (try unarchiver.decodeArray(ofObjCType: "s", count: 2).compactMap(\.real), [1, 2])
                (code { _ = try unarchiver.decodeValue(ofObjCType: "[4s]") }, .invalidValue)
                (code { _ = try unarchiver.decodeValue(ofObjCType: "[3i]") }, .invalidUnarchiveOperation)
                (code { _ = try unarchiver.decodeValue(ofObjCType: "[3@]") }, .invalidUnarchiveOperation)
                (code { _ = try unarchiver.decodeValue(ofObjCType: "[4294967295s]") }, .invalidValue)
            }
        }
    }

    @Test func `longs have four bytes, and eight where GNUstep wrote them`() throws {
        var archive = try KeyedArchive(Self.archive([("[2l]", .array([.integer(1), .integer(2)]))]))
        try archive.setValue(8, forKey: "NS.size", ofObjectAt: 2)
        try archive.setValue(.integer(1 << 40), forKey: "$1", ofObjectAt: 2)
        try inRoot(try archive.bytes()) { unarchiver throws in
            #expect(try unarchiver.decodeArray(ofObjCType: "l", count: 2).compactMap(\.real) == [1, 1_099_511_627_776])
        }
        try inRoot(try archive.bytes()) { unarchiver throws in
            #expect(try unarchiver.decodeArray(ofObjCType: "q", count: 2).count == 2)
        }
    }

    @Test func `objects in an array are shared with others, and are those that the call allows`() throws {
        let node = Node(7, next: nil)
        let bytes = try KeyedArchiver.archivedBytes(
            withRootObject: Scripted { archiver in
                try archiver.encode(node)
                try archiver.encodeArray(ofObjCType: "@", [.object(node), .object(node)])
            })
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        unarchiver.setClass(Node.self, forClassName: "Node")
        try unarchiver.disableSecureCoding()
        try inRoot(unarchiver) { unarchiver throws in
            let first = try unarchiver.decodeObject(of: Node.self)
            let elements = try unarchiver.decodeArray(ofObjCType: "@", count: 2)
            #expect(first?.number == 7)
            #expect(elements.count == 2)
            let areShared = elements.allSatisfy { $0.object as? Node === first }
            #expect(areShared)
        }
        let secure = try KeyedUnarchiver(forReadingFrom: bytes)
        secure.setClass(Node.self, forClassName: "Node")
        try inRoot(secure) { unarchiver throws in
            _ = try unarchiver.decodeObject(of: Node.self)
            #expect(code { _ = try unarchiver.decodeArray(ofObjCType: "@", count: 2) } == .unexpectedClass)
        }
    }

    @Test func `digits before a type code don't become a part of the number of elements`() throws {
        let archiver = KeyedArchiver()
        let elements: [TypedValue] = Array(repeating: .integer(1), count: 12)
        #expect(code { try archiver.encodeArray(ofObjCType: "2c", elements) } == .invalidArchiveOperation)
        try inRoot(Self.archive([("[12c]", .array(elements))])) { unarchiver throws in
            #expect(code { _ = try unarchiver.decodeArray(ofObjCType: "2c", count: 1) } == .invalidUnarchiveOperation)
            #expect(try unarchiver.decodeArray(ofObjCType: "c", count: 12).count == 12)
        }
    }

    @Test func `an array that is an element of itself is a cycle`() throws {
        var archive = try KeyedArchive(Self.archive([("[1@]", .array([.null]))]))
        try archive.setRawValue(.uid(2), forKey: "$0", ofObjectAt: 2)
        try inRoot(try archive.bytes()) { unarchiver throws in
            #expect(code { _ = try unarchiver.decodeValue(ofObjCType: "[1@]") } != nil)
        }
    }

    @Test func `an array that many values share is charged each time, for itself and for the values that it becomes`()
        throws
    {
        func numbered(_ count: Int, _ value: PropertyList) -> [(key: PropertyList, value: PropertyList)] {
            (0..<count).map { (.string(PropertyListString("$\($0)")), value) }
        }
        /// A number of values that are one array of 1s.
        func sharing(_ arrayCount: Int, _ elementCount: Int) throws -> [UInt8] {
            let header: [(key: PropertyList, value: PropertyList)] = [
                ("NS.type", 99), ("NS.count", .integer(Int64(elementCount))), ("NS.size", 1), ("$class", .uid(2)),
            ]
            return try SmallArchive(
                .dictionary(PropertyListDictionary(header + numbered(elementCount, 1))),
                .classRecord("_NSKeyedCoderOldStyleArray", "NSObject"),
                top: .dictionary(PropertyListDictionary(numbered(arrayCount, .uid(1))))
            ).bytes()
        }
        let count = TestScale.count(3_000, quick: 1_500)
        let unarchiver = try KeyedUnarchiver(forReadingFrom: sharing(count, count))
        #expect(
            code { for _ in 0..<count { _ = try unarchiver.decodeValue(ofObjCType: "[\(count)c]") } }
                == .limitExceeded)
        // One array of C in the archive is decoded many times.
        let (arrayCount, elementCount) = (300, 60)
        let bytes = try sharing(arrayCount, elementCount)
        let size = arrayCount * elementCount * MemoryLayout<TypedValue>.stride
        var limits = Limits.unlimited
        for (bound, isEnough) in [(Int.max, true), (size / bytes.count - 1, false)] {
            limits.allocation = bound
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, limits: limits)
            let error = code {
                for _ in 0..<arrayCount { _ = try unarchiver.decodeArray(ofObjCType: "c", count: elementCount) }
            }
            #expect(error == (isEnough ? nil : .limitExceeded))
        }
    }
}
