import Fuzzing
import SequentialArchives
import TestSupport
import Testing

/// Objects of Foundation's classes whose contents contradict their class.
@Suite struct HostileObjectTests {
    /// An object of a class with what an archive has of it.
    private static func read(
        _ name: String,
        _ body: @escaping (SequentialArchiver) throws -> Void
    ) throws -> (any SequentialCodingable)? {
        struct Writer: SequentialCodingable {
            static var codedClassName: String { "Writer" }
            var codedClassVersions: [CodedClassVersion]
            var body: (SequentialArchiver) throws -> Void
            init(_ versions: [CodedClassVersion], _ body: @escaping (SequentialArchiver) throws -> Void) {
                codedClassVersions = versions
                self.body = body
            }
            func encode(with archiver: SequentialArchiver) throws { try body(archiver) }
            init(coder unarchiver: SequentialUnarchiver) throws { throw ArchiveError(.cycle, "") }
        }
        var versions = [CodedClassVersion(name), CodedClassVersion("NSObject")]
        if name == "NSNumber" { versions.insert(CodedClassVersion("NSValue"), at: 1) }
        let bytes = try SequentialArchiver.archivedBytes(withRootObject: Writer(versions, body))
        return try SequentialUnarchiver.unarchivedObject(from: bytes)
    }

    private static func expectError(
        _ code: ArchiveError.Code,
        _ name: String,
        _ body: @escaping (SequentialArchiver) throws -> Void
    ) {
        let error = #expect(throws: ArchiveError.self) { try read(name, body) }
        expectRows {
            (error?.code, code)
            error?.reference != nil
            error?.byteOffset != nil
        }
    }

    /// A text of ten units, and runs of it.
    private static func attributed(
        _ archiver: SequentialArchiver,
        _ runs: [(Int64, UInt64, Bool)]
    ) throws {
        try archiver.encodeString("Noter 😀st")
        for (index, length, hasAttributes) in runs {
            try archiver.encodeValues(ofObjCTypes: "iI", [.integer(index), .unsignedInteger(length)])
            if hasAttributes { try archiver.encode(SequentialDictionary([])) }
        }
    }

    /// As many objects, each of a class of its own whose superclass is the class of the object before.
    private static func subclasses(_ count: Int) -> [UInt8] {
        var stream = StreamBytes()
        for number in 0..<count {
            stream.add(number == 0 ? StreamBytes.new("@") : [StreamBytes.reference(0)])
            stream.add([0x84, 0x84], number == 0 ? StreamBytes.new("Class") : [StreamBytes.reference(1)], [0])
            stream.add(number == 0 ? [StreamBytes.null] : StreamBytes.wide(Int32(2 * number - 1 - 110)))
            stream.add(StreamBytes.end)
        }
        return stream.bytes
    }

    @Test func `superclasses that many classes share count for each class`() throws {
        func read(_ count: Int) throws -> Int {
            let unarchiver = try SequentialUnarchiver(forReadingFrom: Self.subclasses(count), limits: .untrusted.exact)
            var chainLength = 0
            while !unarchiver.isAtEnd {
                chainLength = (try unarchiver.decodeObject() as? UnknownSequentialObject)?.codedClassVersions.count ?? 0
            }
            return chainLength
        }
        #expect(try read(15) == 15)
        let error = #expect(throws: ArchiveError.self) { try read(2000) }
        #expect(error?.code == .limitExceeded && error?.reason.contains("`expansion`") == true, "\(error as Any)")
    }

    @Test func `the superclasses of an object are known again, and are its own`() throws {
        // As many objects of one class as it has superclasses.
        var stream = StreamBytes()
        let count = 2000
        stream.add(StreamBytes.new("@"), [0x84])
        for number in 0..<count { stream.add([0x84], StreamBytes.new("Class\(number)"), [1]) }
        stream.add([StreamBytes.null, StreamBytes.end])
        for _ in 0..<count { stream.add([StreamBytes.reference(0), 0x84, StreamBytes.reference(1), StreamBytes.end]) }
        let archive = try SequentialArchive(stream.bytes, limits: .untrusted.exact)
        #expect(archive.objects.count == count + 1)
        for object in archive.objects {
            let classes = object.classes
            #expect(classes.count == count)
            #expect(classes.first?.name == "Class0" && classes.last?.name == "Class\(count - 1)")
        }
        // All objects have the memory of one array.
        let addresses = archive.objects.map { object in
            object.classes.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        }
        #expect(Set(addresses).count == 1)

        var changed = archive
        try changed.renameClass(SequentialReference(count), to: "Root", version: 2)
        #expect(changed.objects.first?.classes.last?.name == "Root")
        #expect(archive.objects.first?.classes.last?.name == "Class\(count - 1)")
    }

    @Test func `runs whose lengths don't add up, or whose numbers are out of order, are refused`() throws {
        let name = "NSAttributedString"
        Self.expectError(.invalidValue, name) { try Self.attributed($0, [(1, 11, true)]) }
        Self.expectError(.valueNotFound, name) { try Self.attributed($0, [(1, 9, true)]) }
        Self.expectError(.invalidValue, name) { try Self.attributed($0, [(0, 10, false)]) }
        Self.expectError(.invalidValue, name) { try Self.attributed($0, [(-1, 10, false)]) }
        Self.expectError(.invalidValue, name) { try Self.attributed($0, [(2, 10, true)]) }
        Self.expectError(.invalidValue, name) { try Self.attributed($0, [(1, 4_294_967_295, true)]) }
        Self.expectError(.invalidValue, name) { try Self.attributed($0, [(1, 10, true), (1, 1, false)]) }
        Self.expectError(.invalidValue, name) { archiver in
            try archiver.encode(nil)
        }
        Self.expectError(.unexpectedClass, name) { archiver in
            try archiver.encode(SequentialData([]))
        }
    }

    @Test func `runs that cut a character are read, and its halves are replaced in their texts`() throws {
        let object = try Self.read("NSAttributedString") { try Self.attributed($0, [(1, 7, true), (1, 3, false)]) }
        let string = try #require(object as? SequentialAttributedString)
        expectRows {
            (string.text, "Noter 😀st")
            (string.runs.map(\.text), ["Noter \u{FFFD}", "\u{FFFD}st"])
            string.runs[0].attributes === string.runs[1].attributes
        }
    }

    @Test func `collections with a wrong count, and values that contradict themselves, are refused`() throws {
        Self.expectError(.invalidValue, "NSArray") { try $0.encodeValue(Int32(-1)) }
        Self.expectError(.valueNotFound, "NSArray") { try $0.encodeValue(Int32.max) }
        Self.expectError(.valueNotFound, "NSDictionary") { archiver in
            try archiver.encodeValue(Int32(2))
            for _ in 0..<3 { try archiver.encode(SequentialString("odd")) }
        }
        Self.expectError(.invalidValue, "NSSet") { archiver in
            try archiver.encodeValue(UInt32(0))
            try archiver.encode(SequentialString("more"))
        }
        Self.expectError(.invalidUnarchiveOperation, "NSSet") { try $0.encodeValue(Int32(0)) }
        Self.expectError(.invalidUnarchiveOperation, "NSData") { archiver in
            try archiver.encodeValue(Int32(4))
            try archiver.encodeValue(ofObjCType: "[3c]", .bytes([1, 2, 3]))
        }
        Self.expectError(.invalidValue, "NSURL") { archiver in
            try archiver.encodeValue(true)
            try archiver.encode(nil)
            try archiver.encodeString("text")
        }
        Self.expectError(.invalidValue, "NSDecimalNumberPlaceholder") { archiver in
            try archiver.encodeValue(Int32(0))
            try archiver.encodeValue(UInt16(9))
            for _ in 0..<2 { try archiver.encodeValue(UInt8(0)) }
            try archiver.encodeValue(UInt32(8))
        }
        Self.expectError(.invalidValue, "NSColor") { try $0.encodeValue(Int8(9)) }
        Self.expectError(.invalidValue, "NSNull") { try $0.encode(nil) }
    }

    @Test(.rows)
    func `a number or boxed value with a type that is none, without one, or with another value is refused`() {
        forEachRow(["@", "#", "*", "[2i]", "{a=i}"]) { (type: String) throws in
            Self.expectError(.invalidType, "NSNumber") { archiver in
                try archiver.encodeCString(CodedCString(type))
                try archiver.encodeValue(Int32(1))
            }
        }
        Self.expectError(.invalidType, "NSValue") { try $0.encodeCString(CodedCString("{")) }
        Self.expectError(.invalidType, "NSValue") { try $0.encodeCString(CodedCString("")) }
        Self.expectError(.invalidValue, "NSValue") { try $0.encodeCString(nil) }
        Self.expectError(.invalidType, "NSValue") { archiver in
            try archiver.encodeCString(CodedCString("ii"))
            try archiver.encodeValues(ofObjCTypes: "ii", [.integer(1), .integer(2)])
        }
        #expect(throws: ArchiveError(.invalidType, "")) {
            try SequentialBoxedValue(.integer(1), ofObjCType: "ii")
        }
        Self.expectError(.invalidUnarchiveOperation, "NSValue") { archiver in
            try archiver.encodeCString(CodedCString("{CGPoint=dd}"))
            try archiver.encodeValue(Int32(1))
        }
    }

    @Test(.rows)
    func `a malformed old property list is an error`() {
        forEachRow(
            [
                [], [6], [6, 0, 0, 0, 255, 255, 255, 255], [2, 0, 0, 0, 255, 255, 255, 255], [9, 0, 0, 0, 0, 0, 0, 0],
                [7, 0, 0, 0, 1, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0],
                Array(repeating: [2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0] as [UInt8], count: 10_000).flatMap { $0 },
            ] as [[UInt8]]
        ) { (bytes: [UInt8]) throws in
            let archiver = SequentialArchiver()
            try archiver.encodeData(bytes)
            let unarchiver = try SequentialUnarchiver(forReadingFrom: archiver.encodedBytes)
            #expect(throws: ArchiveError.self) { try unarchiver.decodePropertyList() }
        }
    }
}
