import TestSupport
import Testing

import KeyedArchiving

@Suite struct VariableLengthIntegersTests {
    @Test func `numbers come back, from the bytes of Apple's systems`() throws {
        let numbers = [0, 1, 127, 128, 16_383, 16_384, Int.max]
        #expect(try VariableLengthIntegers.numbers(VariableLengthIntegers.bytes(numbers)) == numbers)
        #expect(VariableLengthIntegers.bytes([1000, 50]) == [0xE8, 0x07, 0x32])
    }

    @Test(.rows)
    func `malformed numbers are refused`() {
        forEachRow([
            ([0x80] as [UInt8], VariableLengthIntegers.Failure.truncated),
            ([1, 0xFF, 0xFF], .truncated),
            (Array(repeating: 0xFF, count: 9) + [1], .overflow),
            (Array(repeating: 0xFF, count: 9) + [2], .overflow),
            (Array(repeating: 0x80, count: 11) + [1], .overflow),
        ]) { (bytes: [UInt8], failure: VariableLengthIntegers.Failure) throws in
            #expect(throws: failure) { try VariableLengthIntegers.numbers(bytes) }
        }
    }
}
