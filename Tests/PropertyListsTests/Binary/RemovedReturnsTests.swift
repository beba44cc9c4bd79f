import TestSupport
import Testing

import PropertyLists

@Suite struct RemovedReturnsTests {
    private static func withoutReturns(_ bytes: [UInt8]) -> [UInt8] {
        zip(bytes, bytes.dropFirst() + [0]).filter { $0 != (0x0D, 0x0A) }.map(\.0)
    }

    private static func removed(in list: HandmadeList) throws -> (RemovedReturns?, steps: Int) {
        let bytes = withoutReturns(list.bytes)
        var budget = Budget(inputSize: bytes.count, limits: .unlimited)
        let removed = try RemovedReturns(bytes, charging: &budget)
        return (removed, budget.used.steps)
    }

    @Test(.rows)
    func `returns are found in contents, lengths and references`() throws {
        let text: [UInt8] = [0x59] + Array("one\r\ntwo\n".utf8)
        forEachRow([
            ([0xA1, 1], text), ([0xA1, 1], [0x11, 0x0D, 0x0A]), ([0xA1, 1], [0x81, 0x0D, 0x0A]),
            ([0xA1, 1], [0x61, 0x0D, 0x0A]),
            ([0xA1, 1], [0x4F, 0x11, 0x0D, 0x0A] + Array(repeating: 7, count: 0x0D0A)),
        ]) { (root: [UInt8], object: [UInt8]) throws in
            let list = HandmadeList(root, object).spoiled { $0.offsetSize = 2 }
            let removed = try #require(try Self.removed(in: list).0)
            let chosen = removed.doubts.flatMap { $0.choices.first ?? [] }
            #expect(removed.restored(with: chosen) == list.bytes)
            #expect(removed.doubts.map(\.isOfContents) == (object == text ? [true] : []))
        }
        // A list of booleans, of which the tenth follows the thirteenth once more.
        let list = HandmadeList(objects: [[0xAE] + (1...13) + [10]] + Array(repeating: [0x09], count: 13))
        #expect(try Self.removed(in: list).0?.restored(with: []) == list.bytes)
    }

    @Test func `a list of which nothing is missing, or something else, isn't walked through`() throws {
        let list = HandmadeList([0xA1, 1], [0x59] + Array("one\r\ntwo\n".utf8))
        var budget = Budget(inputSize: list.bytes.count, limits: .unlimited)
        #expect(try RemovedReturns(list.bytes, charging: &budget) == nil)
        #expect(try RemovedReturns(Array(Self.withoutReturns(list.bytes).dropLast(3)), charging: &budget) == nil)
        #expect(budget.used.steps == 0)
    }

    @Test(.rows)
    func `hostile lists take a number of steps that grows with their objects only`() {
        let many = 20_000
        let pairs: [UInt8] = (0..<many).flatMap { _ in [0x0D, 0x0A, 0x09] } + (0..<many).flatMap { _ in [0x0A, 0x09] }
        let number: [UInt8] = [0x14, 0x0D, 0x0A, 0x0D, 0x0A] + Array(repeating: 0x0A, count: 12)
        let array: [UInt8] = [0xAE, 0x0D, 0x0A] + Array(repeating: 0x0A, count: 12)
        let longArray: [UInt8] =
            [0xAF, 0x11, 0x40, 0] + (0..<200).flatMap { _ in [0x0D, 0x0A] }
            + Array(repeating: 0x0A, count: 0x4000 - 400)
        forEachRow([
            // Each number of returns leads on, through all booleans.
            [[0x4F, 0x12] + bigEndian(UInt64(pairs.count), 4) + pairs] + Array(repeating: [0x09], count: many),
            Array(repeating: number, count: many), Array(repeating: array, count: many),
            Array(repeating: longArray, count: 20),
        ]) { (objects: [[UInt8]]) throws in
            let list = HandmadeList(objects: objects).spoiled { $0.offsetSize = 4 }
            let steps = try Self.removed(in: list).steps
            #expect(steps <= 8 * objects.count + 350_000)
        }
    }
}
