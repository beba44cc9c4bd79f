import Fuzzing
import SequentialArchives
import TestSupport
import Testing

/// What a hostile archive can hold beside its type strings.
@Suite struct HostileArchiveTests {
    private typealias Code = ArchiveError.Code

    private static func archive(_ parts: [UInt8]...) -> [UInt8] { StreamBytes().bytes + parts.flatMap { $0 } }

    private static func expectError(_ code: Code, at byteOffset: Int? = nil, _ bytes: [UInt8]) {
        let error = #expect(throws: ArchiveError.self) { try SequentialArchive(bytes) }
        #expect(error?.code == code, "\(error.map(String.init(describing:)) ?? "")")
        if let byteOffset { #expect(error?.byteOffset == byteOffset) }
    }

    // MARK: The header

    @Test func `what has no signature, or another version, isn't read, and the error says so`() {
        for bytes in [[], [4], Array("bplist00".utf8), Array("\u{4}\u{b}streamtypes\u{0}".utf8)] {
            Self.expectError(.unrecognizedFormat, bytes)
            #expect(!SequentialHeader.isPresent(in: bytes))
        }
        #expect(SequentialHeader.isPresent(in: StreamBytes().bytes))
        #expect(SequentialHeader.isPresent(in: StreamBytes(big: true, version: 3).bytes))
        let error = #expect(throws: ArchiveError.self) {
            try SequentialArchive(StreamBytes(version: 3).bytes)
        }
        expectRows {
            (error?.code, .unsupportedVersion)
            (error?.reason.contains("version 3"), true)
            error?.remedy != nil
        }
        Self.expectError(.unsupportedVersion, StreamBytes(version: 5).bytes)
    }

    @Test func `a system version is a number that isn't negative`() {
        let signature = Array(StreamBytes().bytes.prefix(13))
        Self.expectError(.range, at: 13, signature + [0xFF])
        Self.expectError(.range, at: 13, signature + [0x87, 0, 0, 0, 0, 1, 0, 0, 0])
        Self.expectError(.truncated, at: 13, signature)
        Self.expectError(.truncated, at: 13, signature + [0x81, 1])
        Self.expectError(.invalidMarker, at: 13, signature + [0x84])
    }

    @Test func `an archive may have no groups`() throws {
        let archive = try SequentialArchive(StreamBytes(big: true).bytes)
        expectRows {
            archive.groups.isEmpty
            (archive.header.systemVersion, 1000)
            (archive.header.byteOrder, .big)
            archive.isNormal
        }
    }

    // MARK: Strings and lengths

    @Test func `a string that is longer than the rest, of a negative length, not there or nil is refused`() {
        Self.expectError(.truncated, Self.archive([0x84, 100], Array("@".utf8)))
        Self.expectError(.truncated, Self.archive(StreamBytes.new("+"), StreamBytes.wide(.max)))
        Self.expectError(.invalidLength, Self.archive([0x84, 0xFF]))
        Self.expectError(.invalidLength, Self.archive(StreamBytes.new("+"), StreamBytes.wide(-1)))
        Self.expectError(.invalidReference, at: 16, Self.archive([StreamBytes.reference(0)]))
        Self.expectError(.invalidReference, Self.archive([0x87, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]))
        // A group needs a type string.
        Self.expectError(.invalidType, at: 16, Self.archive([StreamBytes.null]))
    }

    @Test(.rows)
    func `a head byte that isn't an integer, or one that doesn't fit its type, is refused where one belongs`() {
        forEachRow([0x80, 0x83, 0x84, 0x85, 0x86, 0x88, 0x8F, 0x91] as [UInt8]) { (head: UInt8) in
            Self.expectError(
                .invalidMarker, at: 19, Self.archive(StreamBytes.new("i"), [head, 0, 0, 0, 0, 0, 0, 0, 0]))
        }
        Self.expectError(.range, at: 19, Self.archive(StreamBytes.new("s"), StreamBytes.wide(32768)))
        Self.expectError(.range, at: 19, Self.archive(StreamBytes.new("i"), [0x87, 0, 0, 0, 0x80, 0, 0, 0, 0]))
    }

    @Test func `an integer that takes more bytes than it needs, or than a float holds, is read, and is not normal`()
        throws
    {
        let bytes = Self.archive(StreamBytes.new("sf"), StreamBytes.wide(-5), [0x81, 3, 0])
        let wide = try SequentialArchive(bytes)
        // As an integer and a float of 4 bytes, which doesn't hold it, and as one of 8: it is read as the float beside
        // it, and written as that.
        let integer = [0x82, 0x01, 0x00, 0x00, 0x01] as [UInt8]
        let archive = try SequentialArchive(Self.archive(StreamBytes.new("fd"), integer, integer))
        try expectRows {
            (wide.groups.first?.values, [.integer(-5), .real(3)])
            !wide.isNormal
            (wide.bytes(), bytes)
            (archive.groups.first?.values, [.real(16_777_216), .real(16_777_217)])
            !archive.isNormal
            (try SequentialArchive(archive.rewritten()).groups, archive.groups)
        }
    }

    // MARK: Classes and references

    @Test func `a class isn't an object, a C string, nil or its own superclass, and these two not each other`() {
        Self.expectError(.invalidReference, Self.archive(StreamBytes.new("@"), [0x84, StreamBytes.reference(0)]))
        Self.expectError(
            .invalidReference,
            Self.archive(StreamBytes.new("*@"), [0x84], StreamBytes.new("x"), [0x84, StreamBytes.reference(0)]))
        Self.expectError(.invalidClassRecord, Self.archive(StreamBytes.new("@"), [0x84, StreamBytes.null]))
        Self.expectError(.invalidReference, Self.archive(StreamBytes.new("#"), [StreamBytes.reference(0)]))
        Self.expectError(.invalidClassRecord, Self.archive(StreamBytes.new("#"), [0x84, 0x85]))

        let string = [0x84] + StreamBytes.new("x")
        Self.expectError(.invalidReference, Self.archive(StreamBytes.new("*@"), string, [StreamBytes.reference(0)]))
        let object = StreamBytes.object("X") + [StreamBytes.end]
        Self.expectError(.invalidReference, Self.archive(StreamBytes.new("@*"), object, [StreamBytes.reference(0)]))
        Self.expectError(.invalidValue, Self.archive(StreamBytes.new("*"), [0x84, StreamBytes.null]))

        let loop = [0x84, 0x84] + StreamBytes.new("A") + [0, StreamBytes.reference(1)]
        Self.expectError(.invalidClassRecord, Self.archive(StreamBytes.new("@"), loop, [StreamBytes.end]))
        let longer = [0x84, 0x84] + StreamBytes.new("A") + [0] + [0x84] + StreamBytes.new("B")
        Self.expectError(
            .invalidClassRecord,
            Self.archive(StreamBytes.new("@"), longer, [0, StreamBytes.reference(1)], [StreamBytes.end]))
    }

    @Test func `an object may be a class, and may refer to itself`() throws {
        let object = StreamBytes.object("X") + StreamBytes.new("@@") + [StreamBytes.reference(0)]
        let archive = try SequentialArchive(
            Self.archive(StreamBytes.new("@"), object, [StreamBytes.reference(1), StreamBytes.end]))
        #expect(archive.isNormal)
        #expect(try archive.canonicalText().contains("ref #0\n      ref #1\n"))
    }

    // MARK: Ends

    @Test func `an object that doesn't end is truncated where it is, and an end where nothing is open is refused`() {
        let bytes = Self.archive(StreamBytes.new("@"), StreamBytes.object("X"), StreamBytes.new("i@"), [7])
        let error = #expect(throws: ArchiveError.self) { try SequentialArchive(bytes) }
        expectRows {
            (error?.code, .truncated)
            (error?.path?.description, "root.groups[0][1]")
            (error?.className, "X")
            (error?.reference, SequentialReference(0))
            (error?.byteOffset, bytes.count)
        }
        Self.expectError(.invalidMarker, at: 20, Self.archive(StreamBytes.new("i"), [7, StreamBytes.end]))
    }

    @Test(.rows)
    func `zeros after the last group are tolerated and reported, and are groups where a type string has the number`() {
        forEachRow([1, 7, 4096]) { (count: Int) throws in
            let bytes = Self.archive(StreamBytes.new("i"), [7]) + Array(repeating: 0, count: count)
            let archive = try SequentialArchive(bytes)
            expectRows {
                (archive.trailingZeroCount, count)
                (archive.groups.count, 1)
                (archive.bytes(), bytes)
                !archive.isNormal
            }
            Self.expectError(.invalidReference, bytes + [1])
        }
        forEachRow([1, 2, 3, 8]) { (count: Int) throws in
            var stream = StreamBytes()
            for number in 0..<110 { stream.add(StreamBytes.new(String(repeating: "!", count: number + 1))) }
            stream.add(StreamBytes.new("@"), [StreamBytes.null])
            stream.bytes += Array(repeating: 0, count: count)
            let archive = try SequentialArchive(stream.bytes, limits: .unlimited)
            // A reference to object 110, which doesn't exist: no group.
            #expect(archive.trailingZeroCount == count)
            #expect(archive.groups.count == 111)
        }
    }

    @Test func `every truncation of an archive is an error or a shorter archive`() throws {
        var stream = StreamBytes()
        stream.add(StreamBytes.new("@"), StreamBytes.object("X"), StreamBytes.new("*f[2s]+#:%q"))
        stream.add([0x84], StreamBytes.new("text"), [0x83, 0, 0, 0x80, 0x7F, 1, 2, 3], Array("abc".utf8))
        stream.add([StreamBytes.reference(1), 0x84], [3], Array("sel".utf8), StreamBytes.new("atom"))
        stream.add([0x87, 1, 2, 3, 4, 5, 6, 7, 8, StreamBytes.end])
        #expect(try SequentialArchive(stream.bytes).isNormal)
        for count in 0..<stream.bytes.count where count != 16 {
            #expect(throws: ArchiveError.self) { try SequentialArchive(Array(stream.bytes.prefix(count))) }
        }
    }
}
