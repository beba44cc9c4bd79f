import PropertyLists
import Testing

@Suite struct UIDTests {
    @Test func `UIDs are ordered by their numbers, and none comes before itself`() {
        let numbers: [UInt64] = [0, 1, 255, 256, 1 << 32, .max]
        for (place, number) in numbers.enumerated() {
            for (otherPlace, other) in numbers.enumerated() {
                #expect((UID(number) < UID(other)) == (place < otherPlace))
            }
        }
    }
}
