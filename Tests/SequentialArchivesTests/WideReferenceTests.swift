import Fuzzing
import SequentialArchives
import TestSupport
import Testing

/// References and integers that don't fit one byte, which the scanner reads in its loop and, where something is wrong
/// with them, elsewhere.
@Suite struct WideReferenceTests {
    /// A file with 301 objects, of which the last is of the class of the one before, and after it a group.
    private static func archive(big: Bool, _ groups: [UInt8]) -> [UInt8] {
        var stream = StreamBytes(big: big)
        stream.add(StreamBytes.new("@"))
        stream.bytes += StreamBytes.object("A") + [StreamBytes.end]
        // Objects 2 to 299.
        for _ in 2..<300 {
            stream.bytes += [StreamBytes.reference(0), 0x84, StreamBytes.reference(1), StreamBytes.end]
        }
        // Object 300 is of class 301, and 302 too.
        stream.bytes += [StreamBytes.reference(0)] + StreamBytes.object("B") + [StreamBytes.end]
        stream.bytes += [StreamBytes.reference(0), 0x84] + integer16(301 - 110, big: big) + [StreamBytes.end]
        stream.bytes += groups
        return stream.bytes
    }

    private static func integer16(_ value: Int16, big: Bool) -> [UInt8] {
        let bytes = [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
        return [0x81] + (big ? bytes.reversed() : bytes)
    }

    private static func integer32(_ value: Int32, big: Bool) -> [UInt8] {
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return [0x82] + (big ? bytes.reversed() : bytes)
    }

    @Test(.rows)
    func `references of one, three and five bytes lead to the same objects`() {
        forEachRow([false, true]) { (big: Bool) throws in
            let references = [
                [StreamBytes.reference(0)], Self.integer16(-110, big: big), Self.integer32(-110, big: big),
                Self.integer16(302 - 110, big: big), Self.integer32(302 - 110, big: big), [StreamBytes.null],
            ]
            let groups = StreamBytes.new("[6@]") + references.flatMap { $0 }
            let archive = try SequentialArchive(Self.archive(big: big, groups))
            guard case .array(let elements)? = archive.groups.last?.first else {
                Issue.record("the last group isn't an array")
                return
            }
            expectRows {
                (elements.map { archive.object($0)?.className }, ["A", "A", "A", "B", "B", nil])
                (archive.objects.count, 301)
                (archive.object(elements[3])?.reference.number, 302)
            }
        }
    }

    @Test(.rows)
    func `a reference to what doesn't exist, or to another kind, is refused in every size`() {
        forEachRow([false, true]) { (big: Bool) throws in
            for number in [303, 1000, Int(Int16.max)] {
                let value = number - 110
                for reference in [
                    Self.integer16(Int16(value), big: big), Self.integer32(Int32(value), big: big),
                ] {
                    for prefix in [[StreamBytes.reference(0)], [StreamBytes.reference(0), 0x84]] {
                        #expect(throws: ArchiveError(.invalidReference, "")) {
                            try SequentialArchive(Self.archive(big: big, prefix + reference))
                        }
                    }
                }
            }
            // Object 300 isn't a class.
            #expect(throws: ArchiveError(.invalidReference, "")) {
                try SequentialArchive(
                    Self.archive(
                        big: big, [StreamBytes.reference(0), 0x84] + Self.integer16(300 - 110, big: big)))
            }
        }
    }

    @Test(.rows)
    func `integers of two and four bytes fit where they fit, and nowhere else`() {
        forEachRow([false, true]) { (big: Bool) throws in
            let values = Self.integer16(-32_768, big: big) + Self.integer32(70_000, big: big)
            let read = try SequentialArchive(Self.archive(big: big, StreamBytes.new("iqfd") + values + values))
            #expect(
                read.groups.last?.values == [.integer(-32_768), .integer(70_000), .real(-32_768), .real(70_000)])
            #expect(throws: ArchiveError(.range, "")) {
                try SequentialArchive(Self.archive(big: big, StreamBytes.new("ss") + values))
            }
            #expect(throws: ArchiveError(.range, "")) {
                try SequentialArchive(
                    Self.archive(big: big, StreamBytes.new("i") + [0x87, 1, 2, 3, 4, 5, 6, 7, 8]))
            }
        }
    }

    @Test(.rows)
    func `an archive that ends within a wide reference or number is truncated`() {
        forEachRow([false, true]) { (big: Bool) throws in
            let groups =
                StreamBytes.new("@@isqfd") + Self.integer16(302 - 110, big: big) + Self.integer32(190, big: big)
                + Self.integer32(70_000, big: big) + Self.integer16(300, big: big) + [0x87, 1, 2, 3, 4, 5, 6, 7, 8]
                + [0x83, 1, 2, 3, 4] + [0x83, 1, 2, 3, 4, 5, 6, 7, 8]
            let bytes = Self.archive(big: big, groups)
            #expect(throws: Never.self) { try SequentialArchive(bytes) }
            for count in 1..<groups.count {
                #expect(throws: ArchiveError(.truncated, ""), "\(count)") {
                    try SequentialArchive(Array(bytes.dropLast(count)))
                }
            }
        }
    }
}
