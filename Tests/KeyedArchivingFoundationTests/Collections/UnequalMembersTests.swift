import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

/// What is not equal to itself could never be found again in a set or a dictionary, and many of it would take quadratic
/// time to put there.
@Suite struct UnequalMembersTests {
    /// Thousands of times not a number: far more than could be put into a hash table in the time of a test.
    private static var numbers: [any Codingable] {
        Array(repeating: Double.nan, count: TestScale.count(20_000, quick: 5_000))
    }

    private static let nan = ArchiveError(.invalidValue, "")

    private func decode<Value: Codingable>(_ type: Value.Type, from object: any Codingable) throws -> Value? {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: object)
        return try KeyedUnarchiver.unarchivedObject(of: type, from: bytes, registry: .foundation)
    }

    @Test func `sets of all kinds and user info refuse members and keys that are not equal to themselves`() throws {
        #expect(throws: Self.nan) { try decode(Set<Double>.self, from: ArchivedSet(Self.numbers)) }
        #expect(throws: Self.nan) { try decode(Set<ArchivedNumber>.self, from: ArchivedSet(Self.numbers)) }
        #expect(throws: Self.nan) { try decode(Set<Float>.self, from: ArchivedSet([Float.nan])) }
        let numbers = BoxedValue.numbers(BoxedNumbers(reals: [1, .nan]))
        #expect(throws: Self.nan) { try decode(Set<BoxedValue>.self, from: ArchivedSet([numbers])) }
        let color = ArchivedColor.components(ColorComponents(.deviceWhite, [.nan], isUIKit: true))
        #expect(throws: Self.nan) { try decode(Set<ArchivedColor>.self, from: ArchivedSet([color])) }
        #expect(throws: Never.self) { try decode(ArchivedSet.self, from: ArchivedSet(Self.numbers)) }

        #expect(throws: Self.nan) {
            try decode(TypedOrderedSet<Double>.self, from: ArchivedOrderedSet(Self.numbers))
        }
        #expect(throws: Self.nan) {
            let members = Self.numbers.map { (object: $0, count: 1) }
            return try decode(TypedCountedSet<Double>.self, from: ArchivedCountedSet(members))
        }

        let info = ArchivedDictionary(Self.numbers.map { (key: $0, value: "a") })
        let archive = try ArchiveBuilder.bytes(
            "NSNotification", ["NS.name": "a", "NS.object": .null, "NS.userinfo": .object(info)])
        let error = #expect(throws: ArchiveError.self) {
            try KeyedUnarchiver.unarchivedObject(of: Notification.self, from: archive, registry: .foundation)
        }
        #expect(error?.code == .invalidValue)
        #expect(error?.reason.contains("not equal to itself") == true)
    }

    @Test("attributes that are not a number are written run by run, in time proportional to the runs")
    func attributes() throws {
        let count = 3000
        let numbers = (0..<count).flatMap { [UInt8](Self.variable(1) + Self.variable($0)) }
        let dictionaries = (0..<count).map { _ in ArchivedDictionary([(key: "NSKern", value: Double.nan)]) }
        let archive = try ArchiveBuilder.bytes(
            "NSAttributedString",
            [
                "NSString": .object(String(repeating: "a", count: count)),
                "NSAttributes": .object(ArchivedArray(dictionaries)), "NSAttributeInfo": .dataObject(numbers),
            ])
        let text = try #require(
            try KeyedUnarchiver.unarchivedObject(of: AttributedString.self, from: archive, registry: .foundation))
        #expect(try ArchivedAttributedString(text).runs.count == count)
    }

    @Test("comparing members of one hash that are different is charged, in sets and among keys")
    func collisions() throws {
        var limits = Limits.default
        limits.steps = 8
        limits.allowance = 0
        let lists = (0..<2_000).map { _ in [Double.nan] }
        let tooMuch = ArchiveError(.limitExceeded, "")
        func decode<Value: Codingable>(_ type: Value.Type, from object: any Codingable) throws -> Value? {
            let bytes = try KeyedArchiver.archivedBytes(withRootObject: object)
            return try KeyedUnarchiver.unarchivedObject(of: type, from: bytes, registry: .foundation, limits: limits)
        }
        #expect(throws: tooMuch) { try decode(Set<[Double]>.self, from: ArchivedSet(lists)) }
        #expect(throws: tooMuch) { try decode(TypedOrderedSet<[Double]>.self, from: ArchivedOrderedSet(lists)) }
        #expect(throws: tooMuch) {
            try decode([[Double]: Int].self, from: ArchivedDictionary(lists.map { (key: $0, value: 1) }))
        }
        let members = lists.map { (object: $0 as any Codingable, count: 1) }
        #expect(throws: tooMuch) { try decode(TypedCountedSet<[Double]>.self, from: ArchivedCountedSet(members)) }
    }

    @Test func `members of one hash cost a comparison each, the more the longer they are, and no error`() throws {
        let equal = ArchivedSet((0..<5_000).map { _ in [1.5] })
        #expect(try decode(Set<[Double]>.self, from: equal) == [[1.5]])
        let alike = ArchivedArray((0..<100).map { SameHash(number: $0) })
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: ArchivedSet(alike.elements))
        #expect(try KeyedUnarchiver.unarchivedObject(of: Set<SameHash>.self, from: bytes)?.count == 100)

        // The text is once in the archive, and each member is charged for it: a step for 16 bytes.
        let (count, length) = (100, 16_000)
        let text = String(repeating: "a", count: length)
        let members = ArchivedSet((0..<count).map { SameHash(number: $0, text: text) })
        let long = try KeyedArchiver.archivedBytes(withRootObject: members)
        let factor = try SmallestLimit.of(\.steps) { limits in
            _ = try KeyedUnarchiver.unarchivedObject(of: Set<SameHash>.self, from: long, limits: limits)
        }
        // A sixteenth of the steps for each of two members is enough to bound the time. 4,096 bytes are added.
        #expect(factor * (long.count + 4096) >= count * (count - 1) / 2 * length / 256)
    }

    private struct SameHash: Codingable, Hashable {
        static var codedClassName: String { "SameHash" }
        var number: Int
        var text: String?

        init(number: Int, text: String? = nil) {
            self.number = number
            self.text = text
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            number = try unarchiver.decodeInteger(forKey: "number")
            text = try unarchiver.decodeObject(of: String.self, forKey: "text")
        }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(number, forKey: "number")
            try archiver.encode(text, forKey: "text")
        }

        func hash(into hasher: inout Hasher) {}
    }

    private static func variable(_ number: Int) -> [UInt8] {
        number < 128 ? [UInt8(number)] : [UInt8(number & 127) | 128, UInt8(number >> 7)]
    }
}
