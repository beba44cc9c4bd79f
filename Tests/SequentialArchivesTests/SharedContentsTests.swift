import Fuzzing
import PropertyLists
import SequentialArchives
import TestSupport
import Testing

/// Long strings and long chains of classes that many places of a file share: each is made once, and a caller that gets
/// text charges it each time.
@Suite struct SharedContentsTests {
    private static let name = String(repeating: "n", count: 1000)

    /// Groups of one type string of more than 1,000 bytes, each of two bytes after the first.
    private static func longTypes(_ count: Int) -> [UInt8] {
        var stream = StreamBytes()
        stream.add(StreamBytes.new("{\(name)=c}"))
        stream.add(1)
        for _ in 1..<count { stream.add([StreamBytes.reference(0), 1]) }
        return stream.bytes
    }

    /// One array of strings of NeXT's or of selectors, all of them one text of 1,000 bytes.
    private static func longElements(_ code: String, _ count: Int) -> [UInt8] {
        var stream = StreamBytes()
        stream.add(StreamBytes.new("[\(count)\(code)]"), StreamBytes.new(name))
        for _ in 1..<count { stream.add(StreamBytes.reference(1)) }
        return stream.bytes
    }

    private static func address(_ bytes: [UInt8]) -> UInt {
        bytes.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }

    @Test(.rows)
    func `groups of one type string, and references to one string, have one array of its bytes`() throws {
        let archive = try SequentialArchive(Self.longTypes(50))
        let groups = archive.groups
        expectRows {
            (groups.count, 50)
            groups.allSatisfy { $0.values == [.structure([.integer(1)])] }
            (groups[0].types, "{\(Self.name)=c}")
            (Set((archive.groups + groups).map { Self.address($0.typeBytes) }).count, 1)
        }
        // Groups of a short type string in a row.
        var stream = StreamBytes()
        stream.add(StreamBytes.new("i"), [1])
        for _ in 1..<50 { stream.add([StreamBytes.reference(0), 1]) }
        let short = try SequentialArchive(stream.bytes).groups
        #expect(short.count == 50 && Set(short.map { Self.address($0.typeBytes) }).count == 1)
        forEachRow(["%", ":"]) { (code: String) throws in
            let archive = try SequentialArchive(Self.longElements(code, 50))
            guard case .array(let elements)? = archive.groups.first?.values.first else {
                Issue.record("there is no array")
                return
            }
            let texts = elements.compactMap { element -> [UInt8]? in
                switch element {
                case .atom(let bytes) where code == "%": bytes
                case .selector(let bytes) where code == ":": bytes
                default: nil
                }
            }
            #expect(texts.count == 50 && texts.allSatisfy { $0 == Array(Self.name.utf8) })
            #expect(Set(texts.map(Self.address)).count == 1)
        }
    }

    @Test func `an array of what takes no bytes has no memory, whatever its count`() throws {
        var stream = StreamBytes()
        for number in 0..<50 { stream.add(StreamBytes.new("[\(9000 + number){e=}]")) }
        for group in try SequentialArchive(stream.bytes).groups {
            guard case .array(let elements)? = group.values.first else {
                Issue.record("there is no array")
                return
            }
            #expect(elements.isEmpty && elements.capacity == 0)
        }
    }

    @Test func `an archive that shares one long type string or text is written again in linear time`() throws {
        func rewriteTypes(_ count: Int) throws {
            var stream = StreamBytes()
            stream.add(StreamBytes.new("{\(String(repeating: "n", count: 4 * count))=c}"), [1])
            for _ in 1..<count { stream.add([StreamBytes.reference(0), 1]) }
            let archive = try SequentialArchive(stream.bytes)
            #expect(archive.isNormal)
            // The same groups, read and written by type string.
            let unarchiver = try SequentialUnarchiver(archive)
            let archiver = SequentialArchiver()
            while let types = unarchiver.nextTypes {
                try archiver.encodeValues(ofObjCTypes: types, unarchiver.decodeValues(ofObjCTypes: types))
            }
            #expect(archiver.encodedBytes == stream.bytes)
        }
        func rewriteTexts(_ count: Int) throws {
            let text = StreamBytes.new(String(repeating: "n", count: 4 * count))
            var stream = StreamBytes()
            stream.add(StreamBytes.new("[\(count)%]"), text, text)
            // The strings are the types and both texts.
            for _ in 2..<count { stream.add(StreamBytes.reference(2)) }
            var expected = StreamBytes()
            expected.add(StreamBytes.new("[\(count)%]"), text)
            for _ in 1..<count { expected.add(StreamBytes.reference(1)) }
            #expect(try SequentialArchive(stream.bytes).rewritten() == expected.bytes)
        }
        // Eight times as large: comparing the string for each group or reference takes 64 times as long.
        let types = try WorkTime.growth(from: { try rewriteTypes(500) }, to: { try rewriteTypes(4000) }, below: 25)
        #expect(types < 25)
        let texts = try WorkTime.growth(from: { try rewriteTexts(1000) }, to: { try rewriteTexts(8000) }, below: 25)
        #expect(texts < 25)
    }

    @Test func `arrays of one long type string are decoded in linear time`() throws {
        func decode(_ count: Int) throws {
            var stream = StreamBytes()
            stream.add(StreamBytes.new("[\(String(repeating: "0", count: 4 * count))1i]"), [1])
            for _ in 1..<count { stream.add([StreamBytes.reference(0), 1]) }
            let unarchiver = try SequentialUnarchiver(forReadingFrom: stream.bytes)
            for _ in 0..<count { #expect(try unarchiver.decodeArray(of: Int32.self) == [1]) }
        }
        // Eight times as large: reading the types for each array takes 64 times as long.
        let growth = try WorkTime.growth(from: { try decode(500) }, to: { try decode(4000) }, below: 25)
        #expect(growth < 25)
    }

    @Test func `a type string is compared where it isn't that of the next group`() throws {
        let unarchiver = try SequentialUnarchiver(forReadingFrom: Self.longTypes(3))
        let types = try #require(unarchiver.nextTypes)
        let other = "{\(String(repeating: "m", count: 1000))=c}"
        let error = #expect(throws: ArchiveError.self) {
            try unarchiver.decodeValues(ofObjCTypes: other)
        }
        try expectRows {
            (error?.code, .invalidUnarchiveOperation)
            (try unarchiver.decodeValues(ofObjCTypes: types).count, 1)
            (try unarchiver.decodeValues(ofObjCTypes: String(Array(types))).count, 1)
        }
    }

    @Test(.rows)
    func `each reference to a long text and each type string of a node is charged where it is decoded`() throws {
        forEachRow(["%", ":"]) { (code: String) throws in
            let bytes = Self.longElements(code, 200)
            func decode(_ allocation: Int) throws -> CodedValue {
                let limits = Limits.exact(allocation: allocation)
                let unarchiver = try SequentialUnarchiver(forReadingFrom: bytes, limits: limits)
                return try unarchiver.decodeValue(ofObjCType: "[200\(code)]")
            }
            // 200 times 1,000 bytes and 32 for each, of a file of about 1,250 bytes.
            let enough = (200 * 1032 + bytes.count - 1) / bytes.count
            guard case .array(let elements) = try decode(enough) else {
                Issue.record("there is no array")
                return
            }
            #expect(elements.count == 200)
            let error = #expect(throws: ArchiveError.self) { try decode(enough - 1) }
            #expect(error?.code == .limitExceeded && error?.reason.contains("by memory") == true)
        }
        var stream = StreamBytes()
        stream.add(StreamBytes.new("@"), StreamBytes.object("Unknown"))
        stream.add(StreamBytes.new("{\(Self.name)=c}"))
        stream.add(1)
        // The strings are "@", the name of the class, and the types.
        for _ in 1..<200 { stream.add([StreamBytes.reference(2), 1]) }
        stream.add(StreamBytes.end)
        func node(_ allocation: Int) throws -> UnknownSequentialObject? {
            try SequentialUnarchiver.unarchivedObject(from: stream.bytes, limits: Limits.exact(allocation: allocation))
                as? UnknownSequentialObject
        }
        #expect(try node(384)?.groups.count == 200)
        let error = #expect(throws: ArchiveError.self) { try node(64) }
        #expect(error?.code == .limitExceeded && error?.reason.contains("by memory") == true)
    }

    /// A class that is the last of a long chain.
    private struct Last: SequentialCodingable {
        static var codedClassName: String { "Last" }
        init(coder unarchiver: SequentialUnarchiver) throws {}
        func encode(with archiver: SequentialArchiver) throws {}
    }

    @Test func `a chain of classes is followed once for all objects of which one type is asked for`() throws {
        func decode(_ count: Int) throws {
            var stream = StreamBytes()
            stream.add(StreamBytes.new("@"), [0x84])
            for number in 1..<count { stream.add([0x84], StreamBytes.new("C\(number)"), [0]) }
            stream.add([0x84], StreamBytes.new("Last"), [0, StreamBytes.null, StreamBytes.end])
            // The first object has the number 0, its class the number 1.
            let next = [StreamBytes.reference(0), 0x84, StreamBytes.reference(1), StreamBytes.end]
            for _ in 1..<count { stream.add(next) }
            let unarchiver = try SequentialUnarchiver(forReadingFrom: stream.bytes)
            var decoded = 0
            while !unarchiver.isAtEnd {
                if try unarchiver.decodeObject(of: Last.self) != nil { decoded += 1 }
            }
            #expect(decoded == count)
        }
        // Eight times as large: following the chain for each object takes 64 times as long.
        let growth = try WorkTime.growth(from: { try decode(250) }, to: { try decode(2000) }, below: 25)
        #expect(growth < 25)
    }
}
