import Fuzzing
import GoldenSupport
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

/// Arrays of many entries that are one object of the file, for a value of each type.
@Suite struct ChargedSharingTests {
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
    ]

    /// What was taken, in steps: a value counts as one, and so do 16 bytes of memory.
    private static func taken(_ unarchiver: KeyedUnarchiver) -> Int {
        let used = unarchiver.used
        return used.values + used.bytes / 16 + used.steps
    }

    @Test func `each object is charged, in whatever way it is decoded, as are values of any kind`() throws {
        var unchargedObjects: [String] = []
        var looked = 0
        let inputs = TestScale.sample(
            try GoldenInput.repeatedValues(), every: 4, of: "arrays of values that are one object", by: \.name)
        for input in inputs {
            for (name, decode) in Self.decodings {
                let unarchiver = try KeyedUnarchiver(
                    forReadingFrom: input.bytes(), registry: .foundation, limits: .unlimited)
                try unarchiver.disableSecureCoding()
                // What can't be decoded as such values isn't looked at further.
                guard (try? decode(unarchiver, input)) != nil else { continue }
                looked += 1
                let taken = Self.taken(unarchiver)
                if taken < GoldenInput.repetitionCount { unchargedObjects.append("\(input.name), \(name): \(taken)") }
            }
        }
        #expect(unchargedObjects == [])
        #expect(looked > 0)

        // What a call at the top level took is given back after it, since it is the caller who asks again. So this
        // gives nothing that could be taken.
        func decode(_ input: GoldenInput, _ limits: Limits) throws -> Bool {
            let unarchiver = try KeyedUnarchiver(
                forReadingFrom: input.bytes(), registry: .foundation, limits: limits)
            try unarchiver.disableSecureCoding()
            return try unarchiver.decodeDecodable([ValueOfAnyKind].self, forKey: "root") != nil
        }
        var (uncharged, count): ([String], Int) = ([], 0)
        for input in try GoldenInput.repeatedValues() where (try? decode(input, .unlimited)) == true {
            count += 1
            let error = #expect(throws: ArchiveError.self) {
                try decode(input, .exact(expansion: 0, allocation: 0, steps: 0))
            }
            if error?.code != .limitExceeded { uncharged.append(input.name) }
        }
        #expect(uncharged == [])
        #expect(count > 0)
    }
}
