import Fuzzing
import GoldenSupport
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

/// Arrays of many entries that are one object of the file, for a value of each type.
@Suite struct PaidSharingTests {
    private typealias Decoding = (name: String, body: @Sendable (KeyedUnarchiver, GoldenInput) throws -> Void)

    private static let decodings: [Decoding] = [
        ("any object", { unarchiver, _ in _ = try unarchiver.decodeObject(forKey: "root") }),
        (
            "one type",
            { unarchiver, input in
                _ = try unarchiver.decodeObject(of: [input.type ?? ArchivedArray.self], forKey: "root")
            }
        ),
        (
            "types of Foundation",
            { unarchiver, _ in _ = try unarchiver.decodeObject(of: TypedCalls.foundationTypes, forKey: "root") }
        ),
        ("elements", { unarchiver, _ in _ = try unarchiver.decodeElements(forKey: "root") }),
        ("property list", { unarchiver, _ in _ = try unarchiver.decodePropertyList(forKey: "root") }),
        (
            "decodable values",
            { unarchiver, _ in
                guard try unarchiver.decodeDecodable([ValueOfAnyKind].self, forKey: "root") != nil else {
                    throw ArchiveError(.valueNotFound, "there are no such values")
                }
            }
        ),
    ]

    /// What was taken, in steps: a value counts as one, and so do 16 bytes of memory.
    private static func taken(_ unarchiver: KeyedUnarchiver) -> Int {
        let used = unarchiver.used
        return used.values + used.bytes / 16 + used.steps
    }

    @Test func `each object is paid for, in whatever way it is decoded`() throws {
        var unpaid: [String] = []
        let inputs = TestScale.sample(
            try GoldenInput.repeatedValues(), every: 4, of: "arrays of values that are one object", by: \.name)
        for input in inputs {
            for (name, decode) in Self.decodings {
                let unarchiver = try KeyedUnarchiver(
                    forReadingFrom: input.bytes(), registry: .foundation, limits: .unlimited)
                try unarchiver.disableSecureCoding()
                // What can't be decoded as such values isn't looked at further.
                guard (try? decode(unarchiver, input)) != nil else { continue }
                let taken = Self.taken(unarchiver)
                if taken < GoldenInput.repetitionCount { unpaid.append("\(input.name), \(name): \(taken)") }
            }
        }
        #expect(unpaid == [])
    }
}
