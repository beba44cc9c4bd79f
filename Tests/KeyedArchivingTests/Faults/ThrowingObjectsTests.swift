import KeyedArchiving
import Testing

/// An error of the user's at every point at which one can be thrown: the coder continues, nothing is lost, nothing
/// stays in memory.
@Suite struct ThrowingObjectsTests {
    private static func encode(_ family: FamilyMember, with archiver: KeyedArchiver) throws {
        let delegate = SteppingDelegate()
        archiver.delegate = delegate
        try archiver.encode(family, forKey: "root")
    }

    private static func decode(with unarchiver: KeyedUnarchiver) throws -> FamilyMember? {
        let delegate = SteppingDelegate()
        unarchiver.delegate = delegate
        return try unarchiver.decodeObject(of: [FamilyMember.self, Pet.self, ArchivedArray.self], forKey: "root")
            as? FamilyMember
    }

    private static func archive() throws -> [UInt8] {
        let family = FamilyMember.family()
        defer { family.breakCycles() }
        return try KeyedArchiver.archivedBytes(withRootObject: family)
    }

    @Test func `an archiver whose objects throw, wherever they do, encodes them afterwards or finishes without them`()
        throws
    {
        let bytes = try Self.archive()
        let family = FamilyMember.family()
        defer { family.breakCycles() }
        let steps = try StepFault.steps { try Self.encode(family, with: KeyedArchiver()) }
        #expect(steps > 50)
        for step in 0..<steps {
            let archiver = KeyedArchiver()
            #expect(throws: StepFault.Blown.self, "step \(step)") {
                try StepFault.$current.withValue(StepFault(blowsAt: step)) { try Self.encode(family, with: archiver) }
            }
            try Self.encode(family, with: archiver)
            let archive = try KeyedArchive(archiver.encodedBytes)
            #expect(archive.problems(strict: true).isEmpty, "step \(step)")
            let copy = try #require(try Self.decode(with: KeyedUnarchiver(forReadingFrom: archive.bytes())))
            #expect(copy.summary == family.summary, "step \(step)")
            copy.breakCycles()
        }
        #expect(try KeyedArchiver.archivedBytes(withRootObject: family) == bytes)
        for step in 0..<steps {
            let archiver = KeyedArchiver()
            try archiver.encode("before", forKey: "before")
            try? StepFault.$current.withValue(StepFault(blowsAt: step)) { try Self.encode(family, with: archiver) }
            try archiver.encode("after", forKey: "after")
            let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
            #expect(try unarchiver.decode(String.self, forKey: "before") == "before")
            #expect(try unarchiver.decode(String.self, forKey: "after") == "after")
            #expect(try !unarchiver.containsValue(forKey: "root"), "step \(step)")
            #expect(throws: ArchiveError(.finished, "")) { try archiver.encode("late", forKey: "late") }
        }
    }

    @Test func `an unarchiver whose objects throw, wherever they do, decodes them afterwards`() throws {
        let bytes = try Self.archive()
        let expected = FamilyMember.family()
        defer { expected.breakCycles() }
        let steps = try StepFault.steps {
            try Self.decode(with: KeyedUnarchiver(forReadingFrom: bytes))?.breakCycles()
        }
        #expect(steps > 40)
        for step in 0..<steps {
            let fuse = StepFault(blowsAt: step)
            try StepFault.$current.withValue(fuse) {
                let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
                #expect(throws: StepFault.Blown.self, "step \(step)") { _ = try Self.decode(with: unarchiver) }
                let family = try #require(try Self.decode(with: unarchiver))
                #expect(family.summary == expected.summary, "step \(step)")
                family.breakCycles()
            }
            #expect(fuse.living == 0, "step \(step)")
        }
    }

    @Test func `an unarchiver that failed leaves nothing in memory, whichever step failed and whatever holds itself`()
        throws
    {
        let bytes = try Self.archive()
        let steps = try StepFault.steps {
            try Self.decode(with: KeyedUnarchiver(forReadingFrom: bytes))?.breakCycles()
        }
        for policy in [KeyedUnarchiver.DecodingFailurePolicy.throw, .setErrorAndReturn] {
            for step in 0..<steps {
                let fuse = StepFault(blowsAt: step)
                try StepFault.$current.withValue(fuse) {
                    let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
                    unarchiver.decodingFailurePolicy = policy
                    let family = try? Self.decode(with: unarchiver)
                    #expect(family == nil, "step \(step)")
                    #expect((unarchiver.error is StepFault.Blown) == (policy == .setErrorAndReturn), "step \(step)")
                }
                #expect(fuse.living == 0, "step \(step), \(policy)")
            }
        }
        // The array holds itself and what cannot be decoded.
        let pets = ArchivedArray([Pet("Rex"), ArchivedDictionary([(key: "pet", value: Pet("Mia"))])])
        pets.elements.append(pets)
        defer { pets.elements = [] }
        let petBytes = try KeyedArchiver.archivedBytes(withRootObject: pets)
        let petFuse = StepFault(blowsAt: 3)
        StepFault.$current.withValue(petFuse) {
            #expect(throws: StepFault.Blown.self) {
                try KeyedUnarchiver.unarchivedObject(
                    of: [ArchivedArray.self, ArchivedDictionary.self, Pet.self], from: petBytes)
            }
        }
        #expect(petFuse.steps >= 3)
        #expect(petFuse.living == 0)
    }
}
