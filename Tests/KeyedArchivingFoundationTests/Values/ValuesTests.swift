import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

@Suite struct ValuesTests {
    @Test(.rows)
    func `data come back, and those that were read as a buffer can be asked for as data`() throws {
        forEachRow([Data(), Data([1]), Data(repeating: 7, count: 100_000)]) { (data: Data) throws in
            try expectRows {
                (try roundTrip(data), data)
                (try graphRoundTrip(data) as? Data, data)
                (try roundTrip(MutableVariant(data)).value, data)
                try ((graphRoundTrip(MutableVariant(data)) as? MutableArchivedData)?.bytes, Array(data))
            }
        }

        let bytes = try KeyedArchiver.archivedBytes(withRootObject: MutableVariant(Data([1, 2])))
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        #expect(try unarchiver.decodeObject(of: ArchivedData.self, forKey: "root")?.bytes == [1, 2])
        #expect(try unarchiver.decodeObject(of: Data.self, forKey: "root") == Data([1, 2]))
    }

    @Test(.rows)
    func `dates come back, infinite ones too, in whatever form they are stored`() throws {
        forEachRow([0, 1.5, -63_113_904_000, 1e300, .infinity, -.infinity]) { (seconds: Double) throws in
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            #expect(try roundTrip(date) == date)
            #expect(try graphRoundTrip(date) as? Date == date)
        }

        let calendarDate = try ArchiveBuilder.bytes("NSCalendarDate", ["NS.time": .real(42), "NS.format": "%Y"])
        let older = try KeyedUnarchiver.unarchivedObject(of: Date.self, from: calendarDate)
        #expect(older == Date(timeIntervalSinceReferenceDate: 42))

        let whole = try ArchiveBuilder.bytes("NSDate", ["NS.time": .integer(42)])
        let date = Date(timeIntervalSinceReferenceDate: 42)
        try expectRows {
            (try KeyedUnarchiver.unarchivedObject(of: Date.self, from: whole), date)
            (try KeyedUnarchiver.unarchivedGraph(from: whole, registry: .foundation) as? Date, date)
            (
                try KeyedUnarchiver.unarchivedObject(of: ArchivedDate.self, from: whole)?
                    .timeIntervalSinceReferenceDate, 42
            )
        }

        let plain = try SmallArchive(.date(1)).bytes()
        let unarchiver = try KeyedUnarchiver(forReadingFrom: plain, registry: .foundation)
        #expect(try unarchiver.decodeObject(of: ArchivedDate.self, forKey: "root")?.timeIntervalSinceReferenceDate == 1)
        #expect(
            try unarchiver.decodeObject(of: Date.self, forKey: "root") == Date(timeIntervalSinceReferenceDate: 1))
    }

    @Test("a date that is not a number is neither read nor written")
    func notANumber() throws {
        let date = Date(timeIntervalSinceReferenceDate: .nan)
        #expect(throws: ArchiveError(.unrepresentable, "")) { try KeyedArchiver.archivedBytes(withRootObject: date) }
        let kept = try KeyedArchiver.archivedBytes(withRootObject: ArchivedDate(timeIntervalSinceReferenceDate: .nan))
        #expect(throws: ArchiveError(.invalidValue, "")) {
            try KeyedUnarchiver.unarchivedObject(of: Date.self, from: kept)
        }
        #expect(
            try KeyedUnarchiver.unarchivedObject(of: ArchivedDate.self, from: kept)?.timeIntervalSinceReferenceDate
                .isNaN == true)
    }

    @Test("mutable data is written under the key that the archiver's subclass has for it")
    func keyOfMutableData() throws {
        let variants: [any Codingable] = [
            MutableVariant(Data([1, 2])), MutableVariant(ArchivedData([1, 2])), MutableArchivedData([1, 2]),
        ]
        for (name, key) in [("NSKeyedArchiver", "NS.data"), ("MyArchiver", "NS.bytes")] {
            for data in variants {
                let archiver = KeyedArchiver()
                archiver.archiverName = name
                try archiver.encode(data, forKey: "root")
                let archive = try KeyedArchive(archiver.encodedBytes)
                let uid = try #require(try archive.uids(ofClass: "NSMutableData").first)
                #expect(try archive.record(at: uid)?.fields.map(\.key.repaired).contains(key) == true)
            }
        }
    }

    @Test("numbers that are objects are read as any object, by whatever field they have")
    func numberObjects() throws {
        let numbers = ArchivedValue.objects([
            ArchiveBuilder.object("NSNumber", ["NS.dblval": .real(1.5)]),
            ArchiveBuilder.object("NSNumber", ["NS.boolval": .boolean(true)]),
            ArchiveBuilder.object("NSNumber", ["NS.intval": .integer(7)]),
        ])
        let bytes = try ArchiveBuilder.bytes("NSArray", ["NS.objects": numbers])
        for registry in [ClassRegistry.standard, .foundation] {
            let graph = try KeyedUnarchiver.unarchivedGraph(from: bytes, registry: registry) as? ArchivedArray
            expectRows {
                (graph?.elements[0] as? Double, 1.5)
                (graph?.elements[1] as? Bool, true)
                (graph?.elements[2] as? Int64, 7)
            }
        }
        let typed = try KeyedUnarchiver.unarchivedObject(of: [ArchivedNumber].self, from: bytes)
        #expect(typed == [.double(1.5), .boolean(true), .integer(7)])
        let error = try ArchiveBuilder.bytes(
            "NSError",
            [
                "NSDomain": "a", "NSCode": .integer(1),
                "NSUserInfo": .object(
                    ArchiveBuilder.object(
                        "NSDictionary", ["NS.keys": .objects(["a"]), "NS.objects": .objects([Self.real])])),
            ])
        let decoded = try KeyedUnarchiver.unarchivedObject(of: ArchivedNSError.self, from: error, registry: .foundation)
        #expect(decoded?.userInfo?["a"] as? Double == 1.5)
    }

    private static var real: ArchivedObject { ArchiveBuilder.object("NSNumber", ["NS.dblval": .real(1.5)]) }

    @Test func `UUIDs, items of a query, sets of indexes and paths come back, these without negative indexes`() throws {
        let uuid = try #require(UUID(uuidString: "54CD5574-E957-4499-8A09-DAB688C0B586"))
        #expect(try roundTrip(uuid) == uuid)
        #expect(try graphRoundTrip(uuid) as? UUID == uuid)
        for item in [URLQueryItem(name: "a", value: "b"), URLQueryItem(name: "a", value: nil)] {
            #expect(try roundTrip(item) == item)
        }
        for path: IndexPath in [[], [0], [1, 128, .max]] { #expect(try roundTrip(path) == path) }
        for ranges: [Range<Int>] in [[], [0..<1], [3..<9, 20..<21], [0..<50, Int.max - 51..<Int.max]] {
            let set = ranges.reduce(into: IndexSet()) { $0.insert(integersIn: $1) }
            #expect(try roundTrip(set) == set)
            #expect(try roundTrip(MutableVariant(set)).value == set)
        }
        #expect(throws: ArchiveError(.unrepresentable, "")) { try roundTrip(IndexPath(indexes: [-1])) }
    }
}
