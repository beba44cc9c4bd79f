import KeyedArchiving
import TestSupport
import Testing

/// Objects that wait for one that is being decoded, and for which decoding it fails at first.
@Suite struct WaitingTests {
    /// An owner whose initializer throws a given number of times, after its pet was decoded.
    final class Owner: Codingable {
        static var codedClassName: String { "Owner" }
        @TaskLocal static var failures = Failures(0)
        var pet: Pet?
        var isRegistered = false

        init() {}

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(pet, forKey: "pet")
            try archiver.encode(isRegistered, forKey: "isRegistered")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            isRegistered = try unarchiver.decodeBool(forKey: "isRegistered")
            if isRegistered { try unarchiver.register(self) }
            pet = try unarchiver.decodeObject(of: Pet.self, forKey: "pet")
            if Self.failures.rest > 0 {
                Self.failures.rest -= 1
                throw CancellationError()
            }
        }
    }

    /// A pet that gets its owner as soon as there is one.
    final class Pet: Codingable {
        static var codedClassName: String { "Pet" }
        weak var owner: Owner?
        var toldCount = 0
        var refusesOnce = false

        init() {}

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(owner, forKey: "owner")
            try archiver.encode(refusesOnce, forKey: "refusesOnce")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            refusesOnce = try unarchiver.decodeBool(forKey: "refusesOnce")
            try unarchiver.decodeObject(of: Owner.self, forKey: "owner") { [unowned self] in
                toldCount += 1
                owner = $0
                guard refusesOnce else { return }
                refusesOnce = false
                throw CancellationError()
            }
        }
    }

    final class Failures: @unchecked Sendable {
        var rest: Int
        init(_ rest: Int) { self.rest = rest }
    }

    static func bytes(_ change: (Owner, Pet) -> Void = { _, _ in }) throws -> [UInt8] {
        let (owner, pet) = (Owner(), Pet())
        (owner.pet, pet.owner) = (pet, owner)
        change(owner, pet)
        return try KeyedArchiver.archivedBytes(withRootObject: owner)
    }

    @Test("an object that waits for one that failed is linked when that is decoded again", .rows)
    func failedOnce() {
        forEachRow([1, 3]) { (failures: Int) throws in
            let unarchiver = try KeyedUnarchiver(forReadingFrom: Self.bytes())
            try Owner.$failures.withValue(Failures(failures)) {
                for _ in 0..<failures {
                    #expect(throws: CancellationError.self) {
                        try unarchiver.decodeObject(of: Owner.self, forKey: "root")
                    }
                }
                let owner = try #require(try unarchiver.decodeObject(of: Owner.self, forKey: "root"))
                let pet = try #require(owner.pet)
                #expect(pet.owner === owner)
                #expect(pet.toldCount == 1)
            }
        }
    }

    @Test("objects that are forgotten with the one that failed no longer wait for it")
    func forgotten() throws {
        // The owner that registered itself takes the pet with it, which may refer to it. The pet of the second attempt
        // finds the owner registered, and waits for nothing.
        let unarchiver = try KeyedUnarchiver(forReadingFrom: Self.bytes { owner, _ in owner.isRegistered = true })
        try Owner.$failures.withValue(Failures(1)) {
            #expect(throws: CancellationError.self) { try unarchiver.decodeObject(of: Owner.self, forKey: "root") }
            let owner = try #require(try unarchiver.decodeObject(of: Owner.self, forKey: "root"))
            let pet = try #require(owner.pet)
            #expect(pet.owner === owner)
            #expect(pet.toldCount == 1)
        }
    }

    @Test("when one of those that wait throws, all are called again for the next attempt")
    func refused() throws {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: Self.bytes { _, pet in pet.refusesOnce = true })
        #expect(throws: CancellationError.self) { try unarchiver.decodeObject(of: Owner.self, forKey: "root") }
        let owner = try #require(try unarchiver.decodeObject(of: Owner.self, forKey: "root"))
        let pet = try #require(owner.pet)
        #expect(pet.owner === owner)
        #expect(pet.toldCount == 2)
    }
}
