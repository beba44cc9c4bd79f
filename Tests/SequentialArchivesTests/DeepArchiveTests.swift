import Fuzzing
import SequentialArchives
import TestSupport
import Testing

/// Archives that nest deep or share much: no walk may recurse or go over anything twice.
@Suite struct DeepArchiveTests {
    /// Objects of which each holds the next.
    static func chain(_ depth: Int) -> [UInt8] {
        var stream = StreamBytes()
        stream.add(StreamBytes.new("@"), StreamBytes.object("X"))
        for _ in 1..<depth { stream.add([StreamBytes.reference(0), 0x84, StreamBytes.reference(1)]) }
        stream.add(Array(repeating: StreamBytes.end, count: depth))
        return stream.bytes
    }

    @Test func `objects that nest 100,000 deep are read and written on a small stack, but not as canonical text`()
        throws
    {
        let bytes = Self.chain(100_000)
        let isNormal = try SmallStack.run(size: SmallStack.least) {
            let archive = try SequentialArchive(bytes)
            return archive.isNormal
        }
        #expect(isNormal)
        // The text is refused rather than grow with the square.
        let chain = Self.chain(TestScale.count(100_000, quick: 20_000))
        let archive = try SequentialArchive(chain, limits: Limits(output: 8))
        #expect(throws: ArchiveError(.limitExceeded, "")) { try archive.canonicalText() }
        #expect(try SequentialArchive(Self.chain(100)).canonicalText().split(separator: "\n").count == 402)
    }

    @Test func `containers that are doubled level by level are gone through once`() throws {
        var stream = StreamBytes()
        stream.add(StreamBytes.new("@"), StreamBytes.object("X"))
        stream.add(StreamBytes.new("@@"))
        for level in 1...60 {
            stream.add([0x84, StreamBytes.reference(1)])
            if level < 60 { stream.add(StreamBytes.reference(2)) }
        }
        stream.add(StreamBytes.end)
        for level in (1...59).reversed() { stream.add([StreamBytes.reference(level + 2), StreamBytes.end]) }
        stream.add([StreamBytes.reference(2), StreamBytes.end])
        let archive = try SequentialArchive(stream.bytes)
        #expect(archive.isNormal)
        #expect(try archive.canonicalText().split(separator: "\n").count < 400)
    }

    @Test func `reading and writing 16 times as much takes about 16 times as long`() throws {
        let (small, large) = (Self.chain(1000), Self.chain(16000))
        let growth = try WorkTime.growth(
            from: { _ = try SequentialArchive(small).isNormal },
            to: { _ = try SequentialArchive(large).isNormal },
            below: 40
        )
        #expect(growth < 40)
    }
}
