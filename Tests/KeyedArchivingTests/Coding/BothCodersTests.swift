import KeyedArchiving
import SequentialArchives
import TestSupport
import Testing

/// Types that keyed and sequential archives can hold.
@Suite struct BothCodersTests {
    /// There is one instance of each.
    private final class Country: Codingable, SequentialCodingable, SharedSubstitution, Sendable {
        static let known = ["CH": Country("CH"), "FR": Country("FR")]
        static var codedClassName: String { "Country" }
        let code: String

        init(_ code: String) { self.code = code }
        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(code, forKey: "code") }
        func encode(with archiver: SequentialArchiver) throws { try archiver.encode(SequentialString(code)) }
        init(coder unarchiver: KeyedUnarchiver) throws { code = try unarchiver.decode(String.self, forKey: "code") }
        init(coder unarchiver: SequentialUnarchiver) throws { code = try unarchiver.decodeString() ?? "" }
        func awakeAfterDecoding() throws -> Any? { Country.known[code] }
    }

    /// Is written as a country, or as nothing.
    private final class Draft: Codingable, SequentialCodingable, SharedSubstitution {
        static var codedClassName: String { "Draft" }
        let country: Country?
        init(_ country: Country?) { self.country = country }
        func encode(with archiver: KeyedArchiver) throws {}
        func encode(with archiver: SequentialArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws { country = nil }
        init(coder unarchiver: SequentialUnarchiver) throws { country = nil }
        func replacementObjectForCoder() throws -> Any? { country }
    }

    /// A class with a superclass that declares the hooks.
    private class Pet: CodedObject, SequentialCodingable {
        override class var codedClassName: String { "Pet" }
        override init() { super.init() }
        func encode(with archiver: SequentialArchiver) throws {}
        required init(coder unarchiver: KeyedUnarchiver) throws { try super.init(coder: unarchiver) }
        required init(coder unarchiver: SequentialUnarchiver) throws { super.init() }
    }

    private final class SecretPet: Pet {
        override class var codedClassName: String { "SecretPet" }
        override var typeForCoder: Any.Type? { Pet.self }
        override func replacementObjectForCoder() throws -> Any? { self }
        override func awakeAfterDecoding() throws -> Any? { Country.known["CH"] }
    }

    /// Returns what no coder can write.
    private final class Mistake: Codingable, SequentialCodingable, SharedSubstitution {
        static var codedClassName: String { "Mistake" }
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        func encode(with archiver: SequentialArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
        init(coder unarchiver: SequentialUnarchiver) throws {}
        func replacementObjectForCoder() throws -> Any? { 1...2 }
    }

    private static let registry: ClassRegistry = {
        var registry = ClassRegistry.standard
        registry.merge(.sequential)
        registry.register(Country.self)
        registry.register(SecretPet.self, forClassName: "Pet")
        return registry
    }()

    private static func keyed(_ object: some Codingable) throws -> (any Codingable)? {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: object)
        return try KeyedUnarchiver.unarchivedGraph(from: bytes, registry: registry)
    }

    private static func sequential(_ object: some SequentialCodingable) throws -> (any SequentialCodingable)? {
        let unarchiver = try SequentialUnarchiver(
            forReadingFrom: SequentialArchiver.archivedBytes(withRootObject: object))
        unarchiver.registry = registry
        return try unarchiver.decodeObject()
    }

    @Test func `a type is registered once for both coders, each of which takes the last that it can read`() throws {
        let france = Country.known["FR"]
        try expectRows {
            (try Self.keyed(Country("FR")) as? Country === france, true)
            (try Self.sequential(Country("FR")) as? Country === france, true)
            (Self.registry.type(forClassName: "NSString") == String.self, true)
            (Self.registry.sequentialType(forClassName: "NSString") == SequentialString.self, true)
        }
        var registry = ClassRegistry()
        registry.register(SequentialString.self, forClassName: "X")
        registry.register(String.self, forClassName: "X")
        registry.register(Country.self, forClassName: "Y")
        registry.register(SequentialNull.self, forClassName: "Y")
        var merged = ClassRegistry()
        merged.register(Draft.self, forClassName: "X")
        merged.merge(registry)
        expectRows {
            (registry.type(forClassName: "X") == String.self, true)
            (registry.sequentialType(forClassName: "X") == SequentialString.self, true)
            (registry.type(forClassName: "Y") == Country.self, true)
            (registry.sequentialType(forClassName: "Y") == SequentialNull.self, true)
            (merged.type(forClassName: "X") == String.self, true)
            (merged.sequentialType(forClassName: "X") == SequentialString.self, true)
        }
        registry.removeTypes(forClassName: "X")
        registry.renameClasses(withPrefix: "Old.", to: "")
        expectRows {
            (registry.type(forClassName: "X") == nil, true)
            (registry.sequentialType(forClassName: "Old.Y") == SequentialNull.self, true)
        }
    }

    @Test func `hooks that need no coder are heard by both`() throws {
        try expectRows {
            (try Self.keyed(Draft(Country("FR"))) as? Country === Country.known["FR"], true)
            (try Self.sequential(Draft(Country("FR"))) as? Country === Country.known["FR"], true)
            (try Self.keyed(Draft(nil)) == nil, true)
            (try Self.sequential(Draft(nil)) == nil, true)
            (try Self.keyed(SecretPet()) as? Country === Country.known["CH"], true)
            (try Self.sequential(SecretPet()) as? Country === Country.known["CH"], true)
        }
    }

    @Test func `a hook that returns what the coder can't write is an error that names it`() {
        let wanted = "replacementObjectForCoder() of Mistake returned a ClosedRange<Int>, which isn't "
        #expect(throws: ArchiveError(.invalidArchiveOperation, wanted + "Codingable")) { try Self.keyed(Mistake()) }
        #expect(throws: ArchiveError(.invalidArchiveOperation, wanted + "SequentialCodingable")) {
            try Self.sequential(Mistake())
        }
    }
}
