import Foundation
import KeyedArchiving
import TestSupport
import Testing

@Suite(.serialized) struct StackLimitTests {
    /// How many bytes of stack recursion took until the limit said that there is no room.
    ///
    /// Each level calls code that needs some stack itself, as an initializer does.
    private static func bytesTaken(from start: UInt? = nil, _ limit: inout StackLimit) -> Int {
        // Not the address of a variable, which a sanitizer may keep elsewhere.
        let here = StackLimit.stackAddress(1)
        guard let start else {
            limit.begin()
            return bytesTaken(from: here, &limit)
        }
        guard limit.hasRoom() else { return Int(start) - Int(here) }
        let taken = bytesTaken(from: start, &limit)
        return StackLimit.stackAddress(1) > 0 ? taken : 0
    }

    @Test("recursion ends in time on stacks of all sizes", .rows)
    func sizes() {
        forEachRow([128, 512, 1024, 8192]) { (kilobytes: Int) throws in
            let size = kilobytes << 10
            let taken = try SmallStack.run(size: size) {
                var limit = StackLimit()
                return Self.bytesTaken(&limit)
            }
            // The system may give a thread more than it asks for, so only that much is certain.
            #expect(taken > size / 2)
        }
    }

    @Test func `a limit can be used on one thread after the other`() throws {
        for size in [8 << 20, 256 << 10] {
            let taken = try SmallStack.run(size: size) { () -> Int in
                var limit = StackLimit()
                _ = Self.bytesTaken(&limit)
                return Self.bytesTaken(&limit)
            }
            #expect(taken > size / 2)
        }
    }

    @Test func `of a large stack all is used but a small part`() throws {
        let size = 8 << 20
        let taken = try SmallStack.run(size: size) {
            var limit = StackLimit()
            return Self.bytesTaken(&limit)
        }
        #expect(taken > size - (1 << 20))
    }
}
