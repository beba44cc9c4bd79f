import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Nested classes under the names that Apple's runtime has for them.
@Suite struct RuntimeClassNameTests {
    final class Inner: CodedObject {
        var name = ""

        override func encode(with archiver: KeyedArchiver) throws { try archiver.encode(name, forKey: "name") }

        required init(coder unarchiver: KeyedUnarchiver) throws {
            name = try unarchiver.decodeObject(of: String.self, forKey: "name") ?? ""
            try super.init(coder: unarchiver)
        }

        init(_ name: String) {
            self.name = name
            super.init()
        }
    }

    enum Space {
        class Base: CodedObject {}
        final class Derived: Base {}
    }

    private static func bytes(of object: some Codingable) throws -> [UInt8] {
        let archiver = KeyedArchiver()
        archiver.usesRuntimeClassNames = true
        try archiver.encode(object, forKey: KeyedArchiver.rootObjectKey)
        return try archiver.encodedBytes
    }

    private static let mangled = "_TtCV19KeyedArchivingTests21RuntimeClassNameTests5Inner"

    @Test func `a nested class and its superclasses are written under their runtime names where that is asked for`()
        throws
    {
        let archive = try KeyedArchive(Self.bytes(of: Inner("Ada")))
        let record = try #require(archive["root"].archivedClass)
        #expect(record.name == Self.mangled)
        #expect(record.readableName == "KeyedArchivingTests.RuntimeClassNameTests.Inner")
        #expect(record.hierarchy.first == Self.mangled)
        let plain = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: Inner("Ada")))
        #expect(plain["root"].archivedClass?.name == "KeyedArchivingTests.RuntimeClassNameTests.Inner")
        let derived = try #require(KeyedArchive(Self.bytes(of: Space.Derived()))["root"].archivedClass)
        let prefix = "_TtCOV19KeyedArchivingTests21RuntimeClassNameTests5Space"
        #expect(derived.hierarchy.prefix(2) == [prefix + "7Derived", prefix + "4Base"])
    }

    @Test func `either name leads to the class, also in tables of types, where the stored one comes first`() throws {
        let bytes = try Self.bytes(of: Inner("Ada"))
        #expect(try KeyedUnarchiver.unarchivedObject(of: Inner.self, from: bytes)?.name == "Ada")
        var standard = ClassRegistry.standard
        standard.register(Inner.self)
        let reading = try KeyedUnarchiver(forReadingFrom: bytes, registry: standard)
        try reading.disableSecureCoding()
        #expect(try (reading.decodeObject(forKey: "root") as? Inner)?.name == "Ada")
        let archive = try KeyedArchive(bytes)
        for name in [Self.mangled, "KeyedArchivingTests.RuntimeClassNameTests.Inner"] {
            #expect(try archive.uids(ofClass: name) == [1])
            #expect(try archive.matches("**<\(name)>").count == 1)
        }
        let name = "KeyedArchivingTests.RuntimeClassNameTests.Inner"
        var registry = ClassRegistry()
        registry.register(Inner.self)
        let unarchiver = try KeyedUnarchiver(forReadingFrom: Self.bytes(of: Inner("Ada")))
        unarchiver.setClass(Inner.self, forClassName: name)
        expectRows {
            (registry.type(forClassName: Self.mangled) == Inner.self, true)
            (registry.type(forClassName: name) == Inner.self, true)
            (registry.type(forClassName: Self.mangled + "x") == nil, true)
            (unarchiver.class(forClassName: Self.mangled) == Inner.self, true)
            (unarchiver.class(forClassName: name) == Inner.self, true)
        }
        registry.register(Space.Derived.self, forClassName: Self.mangled)
        unarchiver.setClass(Space.Derived.self, forClassName: Self.mangled)
        expectRows {
            (registry.type(forClassName: Self.mangled) == Space.Derived.self, true)
            (registry.type(forClassName: name) == Inner.self, true)
            (unarchiver.class(forClassName: Self.mangled) == Space.Derived.self, true)
        }
    }

    @Test func `a call that names a type and a rule for renaming take the name in the source`() throws {
        var registry = ClassRegistry.standard
        registry.register(Space.Derived.self, forClassName: "KeyedArchivingTests.RuntimeClassNameTests.Inner")
        let bytes = try Self.bytes(of: Inner("Ada"))
        // The type comes before a registered one.
        #expect(try KeyedUnarchiver.unarchivedObject(of: [Inner.self], from: bytes, registry: registry) is Inner)
        var renaming = ClassRegistry.standard
        renaming.register(Inner.self, forClassName: "NewApp.Item")
        renaming.renameClasses(withPrefix: "KeyedArchivingTests.RuntimeClassNameTests.Inner", to: "NewApp.Item")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: Self.bytes(of: Inner("Ada")), registry: renaming)
        try unarchiver.disableSecureCoding()
        #expect(try unarchiver.decodeObject(forKey: "root") is Inner)
    }
}
