import Testing

@testable import PropertyLists

@Suite struct XMLTagTests {
    @Test func `the number of each tag is its name in ASCII`() {
        for tag in XMLTag.allCases {
            #expect(tag.rawValue == tag.name.utf8.reduce(0) { $0 << 8 | UInt64($1) })
        }
    }
}
