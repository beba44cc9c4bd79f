import KeyedArchiving
import Testing

/// An error of the user's at every point at which one can be thrown: the coder goes on, nothing is lost, nothing stays
/// in memory.
@Suite struct ThrowingObjectsTests {
    private static func encode(_ family: Kin, with archiver: KeyedArchiver) throws {
        let delegate = SteppingDelegate()
        archiver.delegate = delegate
        try archiver.encode(family, forKey: "root")
    }

    private static func decode(with unarchiver: KeyedUnarchiver) throws -> Kin? {
        let delegate = SteppingDelegate()
        unarchiver.delegate = delegate
        return try unarchiver.decodeObject(of: [Kin.self, Pet.self, ObjectArray.self], forKey: "root") as? Kin
    }

    private static func archive() throws -> [UInt8] {
        let family = Kin.family()
        defer { family.breakCircles() }
        return try KeyedArchiver.archivedBytes(withRootObject: family)
    }

    @Test func `an archiver whose objects throw, wherever they do, encodes them afterwards`() throws {
        let bytes = try Self.archive()
        let family = Kin.family()
        defer { family.breakCircles() }
        let steps = try Fuse.steps { try Self.encode(family, with: KeyedArchiver()) }
        #expect(steps > 50)
        for step in 0..<steps {
            let archiver = KeyedArchiver()
            #expect(throws: Fuse.Blown.self, "step \(step)") {
                try Fuse.$current.withValue(Fuse(blowsAt: step)) { try Self.encode(family, with: archiver) }
            }
            try Self.encode(family, with: archiver)
            let archive = try KeyedArchive(archiver.encodedBytes)
            #expect(archive.problems(strict: true).isEmpty, "step \(step)")
            let copy = try #require(try Self.decode(with: KeyedUnarchiver(forReadingFrom: archive.bytes())))
            #expect(copy.summary == family.summary, "step \(step)")
            copy.breakCircles()
        }
        #expect(try KeyedArchiver.archivedBytes(withRootObject: family) == bytes)
    }

    @Test func `an archiver whose objects throw, wherever they do, can be finished, and finishes a valid archive`()
        throws
    {
        let family = Kin.family()
        defer { family.breakCircles() }
        let steps = try Fuse.steps { try Self.encode(family, with: KeyedArchiver()) }
        for step in 0..<steps {
            let archiver = KeyedArchiver()
            try archiver.encode("before", forKey: "before")
            try? Fuse.$current.withValue(Fuse(blowsAt: step)) { try Self.encode(family, with: archiver) }
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
        let expected = Kin.family()
        defer { expected.breakCircles() }
        let steps = try Fuse.steps {
            try Self.decode(with: KeyedUnarchiver(forReadingFrom: bytes))?.breakCircles()
        }
        #expect(steps > 40)
        for step in 0..<steps {
            let fuse = Fuse(blowsAt: step)
            try Fuse.$current.withValue(fuse) {
                let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
                #expect(throws: Fuse.Blown.self, "step \(step)") { _ = try Self.decode(with: unarchiver) }
                let family = try #require(try Self.decode(with: unarchiver))
                #expect(family.summary == expected.summary, "step \(step)")
                family.breakCircles()
            }
            #expect(fuse.living == 0, "step \(step)")
        }
    }

    @Test func `an unarchiver that failed leaves nothing in memory, whichever step failed`() throws {
        let bytes = try Self.archive()
        let steps = try Fuse.steps {
            try Self.decode(with: KeyedUnarchiver(forReadingFrom: bytes))?.breakCircles()
        }
        for policy in [KeyedUnarchiver.DecodingFailurePolicy.throw, .setErrorAndReturn] {
            for step in 0..<steps {
                let fuse = Fuse(blowsAt: step)
                try Fuse.$current.withValue(fuse) {
                    let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
                    unarchiver.decodingFailurePolicy = policy
                    let family = try? Self.decode(with: unarchiver)
                    #expect(family == nil, "step \(step)")
                    #expect((unarchiver.error is Fuse.Blown) == (policy == .setErrorAndReturn), "step \(step)")
                }
                #expect(fuse.living == 0, "step \(step), \(policy)")
            }
        }
    }

    @Test func `an array that holds itself and what cannot be decoded leaves nothing in memory`() throws {
        let pets = ObjectArray([Pet("Rex"), ObjectDictionary([(key: "pet", value: Pet("Mia"))])])
        pets.elements.append(pets)
        defer { pets.elements = [] }
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: pets)
        let fuse = Fuse(blowsAt: 3)
        Fuse.$current.withValue(fuse) {
            #expect(throws: Fuse.Blown.self) {
                try KeyedUnarchiver.unarchivedObject(
                    of: [ObjectArray.self, ObjectDictionary.self, Pet.self], from: bytes)
            }
        }
        #expect(fuse.steps >= 3)
        #expect(fuse.living == 0)
    }
}
