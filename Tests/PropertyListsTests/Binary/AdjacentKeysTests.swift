import TestSupport
import Testing

import PropertyLists

/// Keys that lie one right after the other are compared in one go, which must not make unequal ones equal.
@Suite struct AdjacentKeysTests {
    /// Two lists of three keys each, with the same texts.
    private static let list = HandmadeList(
        [0xA2, 1, 5],
        [0xA3, 2, 3, 4],
        marker(0x50, count: 1) + Array("a".utf8),
        marker(0x50, count: 0),
        marker(0x50, count: 14) + Array("fourteen bytes".utf8),
        [0xA3, 6, 7, 8],
        marker(0x50, count: 1) + Array("a".utf8),
        marker(0x50, count: 0),
        marker(0x50, count: 14) + Array("fourteen bytes".utf8)
    )

    private static func keys(_ index: Int, in reader: BinaryPropertyListReader) throws -> BinaryReferences {
        try reader.header(at: ObjectIndex(index)).references
    }

    /// Whether two lists of keys are found to be the same.
    private static func areSame(_ reader: BinaryPropertyListReader) throws -> Bool {
        guard let first = reader.adjacentRange(of: try keys(1, in: reader)),
            let second = reader.adjacentRange(of: try keys(5, in: reader))
        else { return false }
        let areSame = reader.areSameBytes(first, second)
        let seed = HashSeed.random()
        #expect((reader.hash(of: first, seed) == reader.hash(of: second, seed)) == areSame)
        return areSame
    }

    private static func texts(_ index: Int, in reader: BinaryPropertyListReader) throws -> [String] {
        let keys = try keys(index, in: reader)
        return try (0..<keys.count).map { position in
            let key = try reader.header(at: try reader.reference(position, of: keys))
            return try reader.asciiString(in: key.payload..<key.payload + key.count)
        }
    }

    @Test func `keys that are written again one after the other are found to be the same`() throws {
        let reader = try BinaryPropertyListReader(Self.list.bytes)
        #expect(reader.adjacentRange(of: try Self.keys(1, in: reader))?.count == 18)
        #expect(try Self.areSame(reader))
    }

    @Test(.rows)
    func `keys of other texts, in another order or of another number aren't the same`() throws {
        // Whichever byte differs.
        for object in 6...8 {
            for place in Self.list.objects[object].indices {
                let changed = Self.list.spoiled { $0.objects[object][place] ^= 1 }
                let reader = try BinaryPropertyListReader(changed.bytes, validation: .onAccess)
                #expect(try !Self.areSame(reader))
            }
        }
        forEachRow(
            [
                [0xA3, 7, 6, 8], [0xA3, 6, 6, 8], [0xA2, 6, 7], [0xA3, 6, 7, 9], [0xA3, 6, 7, 255], [0xA3, 0, 7, 8],
                [0xA0],
            ] as [[UInt8]]
        ) { (keys: [UInt8]) throws in
            let changed = Self.list.spoiled { list in
                list.objects[5] = keys + Array(repeating: 0, count: 4 - keys.count)
            }
            #expect(try !Self.areSame(try BinaryPropertyListReader(changed.bytes, validation: .onAccess)))
        }
    }

    @Test func `wherever an offset leads, only the same texts are the same`() throws {
        var found = 0
        for object in [2, 3, 4, 6, 7, 8] {
            for offset in 0..<UInt64(Self.list.bytes.count) {
                let changed = Self.list.spoiled { $0.claimedOffsets[object] = offset }
                let reader = try BinaryPropertyListReader(changed.bytes, validation: .onAccess)
                guard try Self.areSame(reader) else { continue }
                found += 1
                #expect(try Self.texts(1, in: reader) == Self.texts(5, in: reader))
            }
        }
        #expect(found == 6)
    }

    @Test(.rows)
    func `keys that aren't short ASCII strings have no range`() {
        forEachRow([
            marker(0x50, count: 15) + Array("fifteen letters".utf8), [0x5F, 0x10, 0x01, 0x61], [0x61, 0x00, 0x61],
            [0x10, 0x01],
        ]) { (key: [UInt8]) throws in
            for object in 2...4 {
                let changed = Self.list.spoiled { $0.objects[object] = key }
                let reader = try BinaryPropertyListReader(changed.bytes)
                #expect(reader.adjacentRange(of: try Self.keys(1, in: reader)) == nil)
            }
        }
    }
}
