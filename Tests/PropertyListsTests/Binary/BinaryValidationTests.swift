import TestSupport
import Testing

import PropertyLists

@Suite struct BinaryValidationTests {
    @Test(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
    func `the binary archives of the corpus have no problems, strictly checked`() throws {
        for row in try Corpus.sample("archives") where row.format == "bplist00" {
            let problems = try BinaryPropertyListReader(row.bytes()).problems(strict: true)
            #expect(problems.map(\.description) == [], "\(row.file)")
        }
    }

    @Test func `every problem is listed with its position, single objects first`() throws {
        let list = HandmadeList(
            container(0xA0, [1, 2, 3, 4, 9]),
            [0x15],  // an integer of 32 bytes
            [0x52, 0x61, 0xFF],  // a byte beyond ASCII
            [0x88, 1, 0, 0, 0, 1, 0, 0, 0, 0],  // a UID beyond 64 bits
            container(0xD0, [4, 0])  // itself as key
        )
        let reader = try BinaryPropertyListReader(list.bytes)
        expectRows {
            (
                places(reader.problems()),
                [
                    "invalidMarker 14", "invalidNumber 18", "invalidReference 13", "invalidKey 28",
                    "invalidReference 28", "invalidReference 8",
                ]
            )
            (places(reader.problems(limit: 2)), ["invalidMarker 14", "invalidNumber 18"])
            (reader.problems(limit: 0), [])
        }
        let error = #expect(throws: ArchiveError.self) { try reader.validate() }
        #expect(error?.byteOffset == 14)
    }

    @Test func `objects that nothing refers to and offsets that opening didn't check are checked too`() throws {
        let unused = HandmadeList([0x09], [0xA1, 0x02], [0xA1, 0x01], [0x7F])
        #expect(
            places(try BinaryPropertyListReader(unused.bytes).problems()) == ["invalidMarker 13", "invalidReference 9"])
        let list = HandmadeList(container(0xD0, [1, 2]), [0x51, 0x61], [0x09]).spoiled {
            $0.claimedOffsets = [1: 7, 2: 200]
        }
        let reader = try BinaryPropertyListReader(list.bytes, validation: .onAccess)
        #expect(places(reader.problems()) == ["invalidOffset 15", "invalidOffset 16"])
    }

    @Test func `strict checking lists bytes that belong to nothing, or to two objects`() throws {
        let list = HandmadeList([0xA1, 0x01], [0x09]).spoiled {
            $0.gapBeforeTable = [1, 2]
            $0.gapBeforeTrailer = [3]
            $0.unused = [0, 0, 4, 0, 5, 0]
        }
        let reader = try BinaryPropertyListReader(list.bytes)
        #expect(reader.problems() == [])
        #expect(places(reader.problems(strict: true)) == ["unusedBytes 11", "unusedBytes 15", "unusedBytes 18"])
        // A gap between objects, which the offset table has in another order.
        let gap = HandmadeList([0xA2, 0x01, 0x02], [0x08], [0xFF, 0xFF, 0x09]).spoiled {
            $0.claimedOffsets = [1: 14, 2: 11]
        }
        #expect(places(try BinaryPropertyListReader(gap.bytes).problems(strict: true)) == ["unusedBytes 12"])
        let twice = HandmadeList([0xA2, 0x01, 0x02], [0x09], []).spoiled { $0.claimedOffsets = [2: 11] }
        let inside = HandmadeList([0xA2, 0x01, 0x02], [0x52, 0x08, 0x08], []).spoiled { $0.claimedOffsets = [2: 12] }
        for (list, position) in [(twice, 11), (inside, 12)] {
            let reader = try BinaryPropertyListReader(list.bytes)
            #expect(reader.problems() == [])
            #expect(places(reader.problems(strict: true)) == ["invalidOffset \(position)"])
        }
    }

    @Test func `strict checking lists keys and members that are there twice, keys by their code units`() throws {
        let list = HandmadeList(
            container(0xD0, [1, 2, 3, 1, 4, 4, 4, 4]),  // the same object, the same text, the same text in UTF-16
            [0x51, 0x61], [0x51, 0x61], [0x61, 0x00, 0x61], container(0xD0, [1, 5]), [0x09]
        )
        let reader = try BinaryPropertyListReader(list.bytes)
        let onlyInSwift = HandmadeList(
            container(0xD0, [1, 2, 3, 3]), [0x61, 0x00, 0xE9], [0x62, 0x00, 0x65, 0x03, 0x01], [0x09])
        let sets = HandmadeList(
            container(0xA0, [1, 2]), container(0xC0, [3, 4]), container(0xB0, [5, 5]), [0x10, 0x07], [0x10, 0x07],
            [0xA0])
        try expectRows {
            (reader.problems(), [])
            (places(reader.problems(strict: true)), ["duplicateKey 10", "duplicateKey 11", "duplicateKey 12"])
            (try BinaryPropertyListReader(onlyInSwift.bytes).problems(strict: true), [])
            (
                places(try BinaryPropertyListReader(sets.bytes).problems(strict: true)),
                ["invalidMarker 14", "duplicateKey 13", "duplicateKey 16"]
            )
        }
    }

    @Test func `a graph that doubles at each of 64 levels is checked in one pass, and a million without recursion`()
        throws
    {
        let levels = (1...64).map { container(0xA0, [$0, $0]) }
        let list = HandmadeList(objects: levels + [[0x09]])
        #expect(try BinaryPropertyListReader(list.bytes).problems(strict: true) == [])
        let problems = try SmallStack.run(size: SmallStack.least) {
            try BinaryPropertyListReader(HandmadeList.deeplyNested).problems(strict: true)
        }
        #expect(problems == [])
    }

    /// Codes and positions.
    private func places(_ problems: [ArchiveError]) -> [String] {
        problems.map { "\($0.code) \($0.byteOffset ?? -1)" }
    }
}
