import TestSupport

import PropertyLists

extension HandmadeList {
    /// An array of 900 strings of 20,000 characters, each of which begins four bytes after the one before.
    ///
    /// That is 18 MB of text in a file of 30 kB. The header of a string is ASCII itself, so it is also text of the
    /// strings before it.
    static var overlappingStrings: HandmadeList {
        let header: [UInt8] = [0x5F, 0x11, 0x4E, 0x20]
        let references = Array(1...900)
        var list = HandmadeList(container(0xA0, references, width: 2), (0..<6000).flatMap { _ in header })
        list.objects += Array(repeating: [], count: 899)
        for index in references { list.claimedOffsets[index] = UInt64(list.position(of: 1) + 4 * (index - 1)) }
        list.referenceSize = 2
        list.offsetSize = 2
        return list
    }

    /// The bytes of arrays one inside the other, the innermost empty; the outermost is object 0.
    ///
    /// Put together at once, because a million small arrays of bytes take seconds.
    static func nestedArrays(_ depth: Int) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        bytes.reserveCapacity(10 * depth + 40)
        for index in 1..<depth {
            bytes.append(0xA1)
            bytes.appendBigEndian(UInt64(index), width: 4)
        }
        bytes.append(0xA0)
        let table = bytes.count
        for index in 0..<depth { bytes.appendBigEndian(UInt64(8 + 5 * index), width: 4) }
        let sizes: [UInt8] = [0, 0, 0, 0, 0, 0, 4, 4]
        return bytes + sizes + bigEndian(UInt64(depth), 8) + bigEndian(0, 8) + bigEndian(UInt64(table), 8)
    }

    /// How many levels show that nothing recurses: a million, or in a quick run as many as no small stack bears and as
    /// take references of 4 bytes.
    static let manyLevels = TestScale.count(1_000_000, quick: 70_000)

    /// So many arrays one inside the other, made once for all tests.
    static let deeplyNested = nestedArrays(manyLevels)
}
