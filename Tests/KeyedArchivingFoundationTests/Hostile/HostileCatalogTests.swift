import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

/// The rows of the catalog of hostile inputs that concern Foundation's classes.
@Suite struct HostileCatalogTests {
    /// The payloads of each row, by the type that the row is about; `HostilePayloadTests` tries them.
    private static let payloads: [Int: [HostilePayload]] = [
        93: of(["UUID:"]), 94: of(["Date:"]), 95: of(["URL:"]), 96: of(["String:"]),
        98: of(["BoxedValue:", "CGPoint:", "NSRange:", "Range<Int>:", "EdgeInsets:"]), 99: of(["Decimal:"]),
        100: of(["IndexSet:"]), 101: of(["IndexPath:"]), 102: of(["ArchivedAttributedString:", "AttributedString:"]),
        103: HostilePayload.geometry.filter { $0.name.contains("count") || $0.name.contains("element") },
    ]

    private static func of(_ prefixes: [String]) -> [HostilePayload] {
        HostilePayload.all.filter { payload in prefixes.contains { payload.name.hasPrefix($0) } }
    }

    /// Rows that aren't a payload of one object: a name, and what must hold.
    private static let kept: [Other] = [
        (
            94, "a time that is not a number is kept by any object",
            {
                let bytes = try ArchiveBuilder.bytes("NSDate", ["NS.time": .real(.nan)])
                #expect(try KeyedArchive(bytes).bytes() == bytes)
            }
        ),
        (
            95, "a chain of 100,000 bases",
            {
                let bytes = try chain(of: TestScale.count(100_000, quick: 20_000))
                let error = #expect(throws: ArchiveError.self) {
                    try KeyedUnarchiver.unarchivedObject(of: URL.self, from: bytes, registry: .foundation)
                }
                #expect(error?.code == .limitExceeded)
                #expect(error?.reason.contains("`depth` of 512") == true)
            }
        ),
        (
            95, "a URL of a file that is not there, and that nothing opens",
            {
                let bytes = try ArchiveBuilder.bytes(
                    "NSURL", ["NS.base": .null, "NS.relative": "file:///no/such/folder/file"])
                let url = try KeyedUnarchiver.unarchivedObject(of: URL.self, from: bytes, registry: .foundation)
                #expect(url?.absoluteString == "file:///no/such/folder/file")
            }
        ),
        (
            97, "numbers that look alike",
            {
                let numbers: [any Codingable] = [true, Int64(1), 1.0, Float(1), Integer128(1), false, Int64(0), -0.0]
                try expectKept(numbers)
            }
        ),
        (
            97, "numbers of 16 bytes",
            {
                try expectKept([Integer128(high: 1, low: 0), Integer128(high: -1, low: 0), Integer128(UInt64.max)])
            }
        ),
        (
            97, "special values",
            {
                try expectKept([Double.nan, Double.infinity, -Double.infinity, Float.nan, Double.leastNonzeroMagnitude])
            }
        ),
        (
            104, "an error whose user info holds the error",
            {
                let error = ArchivedNSError(domain: "a", code: 1)
                error.userInfo = ArchivedDictionary([("NSUnderlyingError", error)])
                defer { error.userInfo = nil }
                let decoded = try roundTrip(error)
                #expect((decoded.userInfo?["NSUnderlyingError"] as? ArchivedNSError) === decoded)
                decoded.userInfo = nil
            }
        ),
    ]

    private typealias Other = (row: Int, name: String, run: @Sendable () throws -> Void)

    private static let others: [Other] = kept + inert

    /// Programs stay objects with fields.
    private static let inert: [Other] = ["NSPredicate", "NSExpression", "NSInvocation", "NSKeyedUnarchiveFromData"].map
    { name -> Other in
        let run: @Sendable () throws -> Void = {
            let bytes = try ArchiveBuilder.bytes(name, ["NSSelectorName": "terminate:", "NSOperand": .data([1])])
            let object = try KeyedUnarchiver.unarchivedGraph(from: bytes, registry: .foundation) as? ArchivedObject
            #expect(object?.archivedClass.name == name)
            #expect(object?.fields.count == 2)
        }
        return (row: 104, name: "\(name), which is not evaluated", run: run)
    }

    /// A URL relative to another, and so on.
    private static func chain(of count: Int) throws -> [UInt8] {
        var archive = SmallArchive()
        for number in 0..<count {
            let base = number == count - 1 ? UID.null : UID(UInt64(number + 2))
            archive.objects.append(
                [
                    "NS.base": .uid(base), "NS.relative": .uid(UID(UInt64(count + 2))),
                    "$class": .uid(UID(UInt64(count + 1))),
                ])
        }
        archive.objects += [.classRecord("NSURL", "NSObject"), "a/"]
        return try archive.bytes()
    }

    /// Numbers come back as what they were, and encode to the same bytes.
    private static func expectKept(_ numbers: [any Codingable]) throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: ArchivedArray(numbers))
        let array = try #require(
            try KeyedUnarchiver.unarchivedGraph(from: bytes, registry: .foundation) as? ArchivedArray)
        #expect(array.elements.map { "\(type(of: $0)) \($0)" } == numbers.map { "\(type(of: $0)) \($0)" })
        #expect(try KeyedArchiver.archivedBytes(withRootObject: array) == bytes)
    }

    @Test(.rows)
    func `every row of the catalog from 93 to 104 is tried, and what isn't a payload does no harm`() {
        forEachRow(Self.others.indices) { (index: Int) throws in
            try Self.others[index].run()
        }

        var counts = Self.payloads.mapValues(\.count)
        for other in Self.others { counts[other.row, default: 0] += 1 }
        #expect(Set(counts.keys) == HostileCatalog.rows(of: .payloads))
        for (row, count) in counts {
            #expect(count >= HostileCatalog.leastInputCounts[row] ?? 1, "row \(row)")
        }
    }

    @Test(.rows)
    func `a class that is a program stays an object with fields`() {
        forEachRow([
            "NSPredicate", "NSComparisonPredicate", "NSExpression", "NSFunctionExpression", "NSInvocation",
            "NSSortDescriptor", "NSRegularExpression", "NSDateFormatter", "NSNumberFormatter", "NSParagraphStyle",
        ]) { (className: String) throws in
            let bytes = try ArchiveBuilder.bytes(className, ["NSSelectorName": "valueForKey:"])
            let object = try KeyedUnarchiver.unarchivedGraph(from: bytes, registry: .foundation)
            #expect((object as? ArchivedObject)?.archivedClass.name == className)
            #expect(throws: ArchiveError(.unknownClass, "")) {
                try KeyedUnarchiver.unarchivedObject(of: Date.self, from: bytes, registry: .foundation)
            }
        }
    }
}
