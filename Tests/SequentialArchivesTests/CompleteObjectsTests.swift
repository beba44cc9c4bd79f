import SequentialArchives
import Testing

/// Nothing of an object is lost: one of Foundation's classes that has more than its class writes is refused.
@Suite struct CompleteObjectsTests {
    private static func objects() throws -> [any SequentialCodingable] {
        let text = SequentialString("text")
        let color = try SequentialColor(.calibratedRGB, components: [0.5, 1, 0, 1])
        return [
            text, SequentialArray([text]), SequentialSet([text]), SequentialDictionary([.init(key: text, value: text)]),
            SequentialDate(timeIntervalSinceReferenceDate: 1.5), SequentialNull(), SequentialData([1, 2, 3]),
            SequentialURL("b", relativeTo: SequentialURL("http://a/")), SequentialDecimal(exponent: -2, digits: [1234]),
            color, SequentialColor(catalog: "System", name: "text", color: color),
            try SequentialBoxedValue(.integer(300), ofObjCType: "i"),
            try SequentialAttributedString(text, runs: [(4, SequentialDictionary([]))]),
        ]
    }

    @Test func `an object of a class of Foundation that has one value more than the class writes is refused`() throws {
        for object in try Self.objects() {
            let name = "\(type(of: object))"
            var archive = try SequentialArchive(SequentialArchiver.archivedBytes(withRootObject: object))
            #expect(throws: Never.self, "\(name)") {
                try SequentialUnarchiver(forReadingFrom: archive.bytes()).decodeObject()
            }
            let root = try #require(archive.root)
            let more = try SequentialGroup(types: "i", values: [.integer(7)])
            try archive.setGroups(root.groups + [more], of: root.reference)
            let error = #expect(throws: ArchiveError.self, "\(name)") {
                try SequentialUnarchiver(forReadingFrom: archive.bytes()).decodeObject()
            }
            #expect(error?.code == .invalidValue, "\(name)")
        }
    }

    @Test func `a color in a catalog has a name and a color that it stands for, and others have neither`() throws {
        let red = try SequentialColor(.calibratedRGB, components: [1, 0, 0, 1])
        let named = SequentialColor(catalog: "System", name: "alert", color: red)
        #expect(named.name?.catalog == "System" && named.name?.name == "alert" && named.namedColor === red)
        #expect(red.name == nil && red.namedColor == nil)
    }

    @Test func `a string is mutable if its class says so`() {
        #expect(SequentialString("text", isMutable: true).isMutable && !SequentialString("text").isMutable)
    }

    @Test func `a negative zero stays one, in four bytes and in eight`() throws {
        var archive = SequentialArchive(header: .default)
        try archive.setGroups([SequentialGroup(types: "fd", values: [.real(-0.0), .real(-0.0)])])
        let values = try SequentialArchive(archive.bytes()).groups.first?.values ?? []
        #expect(values.count == 2)
        for value in values {
            guard case .real(let real) = value else {
                Issue.record("\(value)")
                continue
            }
            #expect(real == 0 && real.sign == .minus)
        }
    }
}
