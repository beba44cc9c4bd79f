import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import Testing

@Suite struct ValuesTests {
    @Test(arguments: [Data(), Data([1]), Data(repeating: 7, count: 100_000)])
    func `data come back`(data: Data) throws {
        #expect(try roundTrip(data) == data)
        #expect(try graphRoundTrip(data) as? Data == data)
        #expect(try roundTrip(Mutable(data)).value == data)
        #expect(try (graphRoundTrip(Mutable(data)) as? ObjectData)?.bytes == Array(data))
    }

    @Test func `data that were read as a buffer can be asked for as data`() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: Mutable(Data([1, 2])))
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        #expect(try unarchiver.decodeObject(of: ByteBuffer.self, forKey: "root")?.bytes == [1, 2])
        #expect(try unarchiver.decodeObject(of: Data.self, forKey: "root") == Data([1, 2]))
    }

    @Test(arguments: [0, 1.5, -63_113_904_000, 1e300, .infinity, -.infinity])
    func `dates come back, infinite ones too`(seconds: Double) throws {
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        #expect(try roundTrip(date) == date)
        #expect(try graphRoundTrip(date) as? Date == date)
    }

    @Test func `an older calendar date is a date`() throws {
        let bytes = try ArchiveBuilder.bytes("NSCalendarDate", ["NS.time": .real(42), "NS.format": "%Y"])
        let date = try KeyedUnarchiver.unarchivedObject(of: Date.self, from: bytes)
        #expect(date == Date(timeIntervalSinceReferenceDate: 42))
    }

    @Test func `UUIDs come back`() throws {
        let uuid = try #require(UUID(uuidString: "54CD5574-E957-4499-8A09-DAB688C0B586"))
        #expect(try roundTrip(uuid) == uuid)
        #expect(try graphRoundTrip(uuid) as? UUID == uuid)
    }

    @Test func `a path and a set of indexes come back`() throws {
        for path: IndexPath in [[], [0], [1, 128, .max]] { #expect(try roundTrip(path) == path) }
        for ranges: [Range<Int>] in [[], [0..<1], [3..<9, 20..<21], [0..<50, Int.max - 51..<Int.max]] {
            let set = ranges.reduce(into: IndexSet()) { $0.insert(integersIn: $1) }
            #expect(try roundTrip(set) == set)
            #expect(try roundTrip(Mutable(set)).value == set)
        }
    }

    @Test func `a path with a negative index cannot be archived`() {
        #expect(throws: ArchiveError(.unrepresentable, "")) { try roundTrip(IndexPath(indexes: [-1])) }
    }

    @Test func `the items of a query come back, without a value too`() throws {
        for item in [URLQueryItem(name: "a", value: "b"), URLQueryItem(name: "a", value: nil)] {
            #expect(try roundTrip(item) == item)
        }
    }
}
