import Fuzzing
import SequentialArchives
import TestSupport
import Testing

/// Type strings that a hostile archive can hold.
@Suite struct HostileTypeStringTests {
    /// An archive of one group, whose type string is new.
    private static func archive(_ types: String, _ values: [UInt8] = []) -> [UInt8] {
        var stream = StreamBytes()
        stream.add(StreamBytes.new(types), values)
        return stream.bytes
    }

    @Test(.rows)
    func `a malformed type string is refused where it is malformed`() {
        forEachRow([
            "[c]", "[-1c]", "[12", "[99999999999999999999c]", "[4294967296c]", "[2]", "[2ic]", "{", "}", "{ff", "(i",
            "{ff]",
            "[2c}", "]", ")", "x", "^i", "b3", "i?", "{a=b=c}", "[ 2c]", "(@)", "(^v)", "",
        ]) { (types: String) throws in
            let error = #expect(throws: ArchiveError.self) { try SequentialArchive(Self.archive(types, [0])) }
            #expect(error?.code == .invalidType)
            #expect((16...18 + types.utf8.count).contains(error?.byteOffset ?? 0))
        }
    }

    @Test(.rows)
    func `types nest 64 deep, and 100,000 deep are refused`() {
        forEachRow(["[1", "{"]) { (bracket: String) throws in
            let closing = bracket == "[1" ? "]" : "}"
            func types(_ depth: Int) -> String {
                String(repeating: bracket, count: depth) + "c" + String(repeating: closing, count: depth)
            }
            #expect(try SequentialArchive(Self.archive(types(64), [7])).groups.count == 1)
            let error = #expect(throws: ArchiveError.self) {
                try SequentialArchive(Self.archive(types(65), [7]))
            }
            #expect(error?.code == .invalidType)
            #expect(error?.reason.contains("64 levels") == true)
        }
        forEachRow(["[1", "{", "("]) { (bracket: String) throws in
            let types = String(repeating: bracket, count: 100_000)
            #expect(throws: ArchiveError(.invalidType, "")) { try SequentialArchive(Self.archive(types)) }
        }
    }

    @Test(.rows)
    func `an array of elements without bytes has none, and a structure of nothing is read`() throws {
        forEachRow(["[1000000000!]", "[1000000000{}]", "[4294967295[4294967295{!}]]", "[1000000000[0c]]"]) {
            (types: String) throws in
            let archive = try SequentialArchive(Self.archive(types))
            try expectRows {
                (archive.groups.map(\.values), [[.array([])]])
                try archive.canonicalText().utf8.count < 200
                archive.isNormal
            }
        }
        let archive = try SequentialArchive(Self.archive("[0c][0@]{}!{a=}i", [7]))
        let values: [SequentialValue] = [
            .bytes([]), .array([]), .structure([]), .ignored, .structure([]), .integer(7),
        ]
        #expect(archive.groups.map(\.values) == [values])
        #expect(archive.isNormal)
    }

    @Test(.rows)
    func `more elements, containers or values without bytes than the bytes can be are refused`() {
        forEachRow(["[4294967295c]", "[4294967295i]", "[2[4294967295i]]", "[3{i[4294967295s]}]"]) {
            (types: String) throws in
            #expect(throws: ArchiveError(.truncated, "")) { try SequentialArchive(Self.archive(types, [0, 0])) }
        }
        #expect(throws: ArchiveError(.limitExceeded, "")) {
            try SequentialArchive(Self.archive("[1000000[1000000[1000000i]]]", [0, 0]))
        }
        // 100,000 values without bytes, in each of 1,000 groups of one byte.
        var stream = StreamBytes()
        stream.add(StreamBytes.new(String(repeating: "!", count: 100_000)))
        for _ in 0..<1000 { stream.add(StreamBytes.reference(0)) }
        let error = #expect(throws: ArchiveError.self) { try SequentialArchive(stream.bytes) }
        #expect(error?.code == .limitExceeded)
        #expect(error?.reason.contains("expansion") == true)
    }

    @Test func `arrays of structures with objects are read element by element, a union as its largest member`() throws {
        let object = StreamBytes.object("X") + [StreamBytes.end]
        let archive = try SequentialArchive(
            Self.archive("i[2{a=c[2@]}]c", [1] + [2] + object + [StreamBytes.reference(0)] + [3, 0x85, 0x85] + [9]))
        let reference = SequentialValue.object(SequentialReference(0))
        #expect(
            archive.groups.first?.values == [
                .integer(1),
                .array([
                    .structure([.integer(2), .array([reference, reference])]),
                    .structure([.integer(3), .array([.null, .null])]),
                ]),
                .integer(9),
            ])
        #expect(archive.isNormal)
        let union = try SequentialArchive(Self.archive("(u=c{p=cs}[5c]i)c", [1, 2, 3, 4, 5, 6, 7, 8, 9]))
        #expect(union.groups.first?.values == [.bytes([1, 2, 3, 4, 5, 6, 7, 8]), .integer(9)])
    }

    @Test func `opening 16 times as many groups takes about 16 times as long`() throws {
        func archive(_ count: Int) -> [UInt8] {
            var stream = StreamBytes()
            stream.add(StreamBytes.new("[3{i{ff}}]@"))
            for _ in 0..<count {
                stream.add([1, 2, 3, 1, 2, 3, 1, 2, 3, StreamBytes.null])
                stream.add(StreamBytes.reference(0))
            }
            stream.bytes.removeLast()
            return stream.bytes
        }
        let (small, large) = (archive(1000), archive(16000))
        let growth = try WorkTime.growth(
            from: { _ = try SequentialArchive(small) }, to: { _ = try SequentialArchive(large) }, below: 40)
        #expect(growth < 40)
    }
}
