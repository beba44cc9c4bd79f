import SequentialArchives
import Testing

@Suite struct WrittenChainsTests {
    /// Chains with long names, one of which differs from another in the version of its superclass only.
    private static let chains = ["A", "B"].map { letter in
        [CodedClassVersion(String(repeating: letter, count: 300)), CodedClassVersion("NSObject")]
    }

    @Test func `objects of classes with long names come back as they were, each class written once`() throws {
        var changed = Self.chains[0]
        changed[1].version = 3
        // Chains of the same names, some of which share their memory.
        let copies = Self.chains[1].map { CodedClassVersion($0.name, version: $0.version) }
        let chains = [Self.chains[0], Self.chains[1], Self.chains[0], changed, copies, Self.chains[0], changed]
        let archiver = SequentialArchiver()
        for chain in chains {
            try archiver.encodeValue(ofObjCType: "@", .object(UnknownSequentialObject(codedClassVersions: chain)))
        }
        let bytes = archiver.encodedBytes

        let unarchiver = try SequentialUnarchiver(SequentialArchive(bytes))
        let again = SequentialArchiver()
        for chain in chains {
            let value = try unarchiver.decodeValue(ofObjCType: "@")
            guard case .object(let object) = value else { throw WrongValue() }
            #expect(object.codedClassVersions == chain)
            try again.encodeValue(ofObjCType: "@", value)
        }
        #expect(again.encodedBytes == bytes)
        let names = bytes.indices.filter { bytes[$0...].starts(with: Array(repeating: UInt8(ascii: "A"), count: 300)) }
        #expect(names.count == 1)
    }

    private struct WrongValue: Error {}
}
