import Testing

@testable import KeyedArchiving

@Suite struct ArchiverTableTests {
    @Test func `a string is packed if it has at most 11 ASCII characters`() throws {
        let packed = try #require(PackedString("hello world"))
        #expect(packed.count == 11)
        #expect((0..<11).map { packed[$0] } == Array("hello world".utf8))
        #expect(PackedString("hello worlds") == nil)
        #expect(PackedString("h\u{E9}llo") == nil)
        #expect(PackedString("")?.count == 0)
    }

    @Test func `strings that differ by a NUL at the end are packed differently`() throws {
        #expect(try #require(PackedString("a")) != #require(PackedString("a\0")))
        #expect(try #require(PackedString("12345678")) != #require(PackedString("12345678\0")))
        #expect(PackedString("$null") == .null)
    }

    @Test func `a tagged string is found again after the table has grown`() throws {
        var table = TaggedStringTable()
        for number in 0..<500 {
            let (position, isNew) = table.place(of: try #require(PackedString("s\(number)")))
            table[position].uid = UInt32(number + 1)
            #expect(isNew)
        }
        for number in 0..<500 {
            let (position, isNew) = table.place(of: try #require(PackedString("s\(number)")))
            #expect(!isNew)
            #expect(table[position].uid == UInt32(number + 1))
        }
    }

    @Test func `numbers of the same bits and another storage type have places of their own`() {
        var table = NumberTable()
        for bits in UInt64(0)..<200 {
            for type in [NumberTable.StorageType.int32, .int64, .double] {
                let (position, isNew) = table.place(of: bits, type)
                table[position].uid = UInt32(bits) * 10 + UInt32(type.rawValue)
                #expect(isNew)
            }
        }
        let (position, isNew) = table.place(of: 150, .int64)
        #expect(!isNew)
        #expect(table[position].uid == 1500 + UInt32(NumberTable.StorageType.int64.rawValue))
    }

    @Test(arguments: [0, 8, 16, 24, 32, 40, 48])
    func `words that differ in their upper or lower bytes alone spread over all bits of their hashes`(shift: Int) {
        let hashes = (UInt64(0)..<4096).map { HashSeed.shared.hash($0 &<< UInt64(shift), 7) }
        // Random hashes fill 1 - 1/e of the places.
        #expect(Set(hashes.map { $0 & 4095 }).count > 1500)
        #expect(Set(hashes.map { $0 &>> 20 }).count > 1500)
    }

    @Test func `an object is found by its address, and another one is not`() {
        final class Instance {}
        let instances = (0..<300).map { _ in Instance() }
        var table = IdentityTable()
        for (number, instance) in instances.enumerated() { table.set(UInt32(number), for: instance) }
        table.set(7777, for: instances[4])
        for (number, instance) in instances.enumerated() {
            let found = table[instance]
            #expect(found == (number == 4 ? 7777 : UInt32(number)))
        }
        let stranger = table[Instance()]
        #expect(stranger == nil)
    }
}
