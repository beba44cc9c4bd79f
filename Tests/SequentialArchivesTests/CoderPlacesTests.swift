import Fuzzing
import PropertyLists
import SequentialArchives
import Testing

/// Where errors say that they are, and which of several values or classes a call means.
@Suite struct CoderPlacesTests {
    @Test func `an error in a property list has the byte of the file, not that of the list`() throws {
        let archiver = SequentialArchiver()
        try archiver.encodeString("before")
        // A dictionary with one entry, whose key is nothing.
        let list: [UInt8] = [7, 0, 0, 0, 1, 0, 0, 0, 8, 0, 0, 0, 4, 0, 0, 0, 8, 0, 0, 0]
        try archiver.encodeData(list)
        let start = archiver.encodedBytes.count - list.count
        let unarchiver = try SequentialUnarchiver(forReadingFrom: archiver.encodedBytes)
        _ = try unarchiver.decodeString()
        let error = #expect(throws: ArchiveError.self) { try unarchiver.decodePropertyList() }
        #expect(error?.code == .invalidValue)
        #expect(error?.byteOffset == start)

        // An unknown type, in the last four bytes.
        let unknown = SequentialArchiver()
        try unknown.encodeData([2, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 99, 0, 0, 0])
        let reader = try SequentialUnarchiver(forReadingFrom: unknown.encodedBytes)
        let inside = #expect(throws: ArchiveError.self) { try reader.decodePropertyList() }
        #expect(inside?.byteOffset == unknown.encodedBytes.count - 4)
    }

    @Test func `the place of an error names the value in a group of many`() throws {
        var stream = StreamBytes()
        stream.add(StreamBytes.new("i"), [1], StreamBytes.new("@ffi@"), [StreamBytes.null, 1, 2, 3, 4])
        let error = #expect(throws: ArchiveError.self) { try SequentialArchive(stream.bytes) }
        #expect(error?.code == .invalidReference)
        #expect(error?.path?.description == "groups[1][4]")
    }

    @Test func `an array of characters may be given as numbers or as bytes`() throws {
        let numbers = try SequentialGroup(types: "[3c]", values: [.array([.integer(1), .integer(-1), .integer(3)])])
        #expect(numbers.values == [.bytes([1, 255, 3])])
        #expect(throws: ArchiveError(.range, "")) {
            try SequentialGroup(types: "[1c]", values: [.array([.integer(200)])])
        }
        #expect(throws: ArchiveError(.invalidValue, "")) {
            try SequentialGroup(types: "[2C]", values: [.array([.integer(1)])])
        }
        let archiver = SequentialArchiver()
        try archiver.encodeValue(ofObjCType: "[3c]", .array([.integer(1), .integer(-1), .integer(3)]))
        #expect(try SequentialArchive(archiver.encodedBytes).groups == [numbers])
    }

    /// An object that asks for the versions of classes.
    private final class Asking: SequentialCodingable {
        static var codedClassName: String { "Asking" }
        static var codedClassVersions: [CodedClassVersion] {
            [CodedClassVersion("Asking", version: 7), CodedClassVersion("Shared", version: 2)]
        }
        private(set) var versions: [Int?] = []

        init() {}

        func encode(with archiver: SequentialArchiver) throws {}

        init(coder unarchiver: SequentialUnarchiver) throws {
            versions = ["Asking", "Shared", "First", "Missing"].map { unarchiver.version(forClassName: $0) }
        }
    }

    @Test func `versions are those of the object's own classes, then of the first of the archive`() throws {
        var stream = StreamBytes()
        func classes(_ names: [(String, UInt8)]) -> [UInt8] {
            names.flatMap { [0x84] + StreamBytes.new($0.0) + [$0.1] } + [StreamBytes.null]
        }
        stream.add(StreamBytes.new("@"), [0x84], classes([("First", 5), ("Shared", 1)]), [StreamBytes.end])
        // "Shared" is the third of the strings.
        stream.add([StreamBytes.reference(0), 0x84], [0x84], StreamBytes.new("Asking"), [7])
        stream.add([0x84, StreamBytes.reference(2), 2, StreamBytes.null, StreamBytes.end])
        let unarchiver = try SequentialUnarchiver(forReadingFrom: stream.bytes)
        unarchiver.registry.register(Asking.self)
        _ = try unarchiver.decodeObject()
        #expect(try unarchiver.decodeObject(of: Asking.self)?.versions == [7, 2, 5, nil])
        #expect(unarchiver.version(forClassName: "Shared") == 1)
    }

    @Test func `a negative version of a system, with which no archive opens, is written as 0`() throws {
        var archive = try SequentialArchive(SequentialArchiver.archivedBytes(withRootObject: SequentialString("a")))
        archive.header.systemVersion = .min
        #expect(try SequentialArchive(archive.bytes()).header.systemVersion == 0)
        archive.header = SequentialHeader(systemVersion: -1)
        #expect(try SequentialArchive(archive.bytes()).header.systemVersion == 0)
    }
}
