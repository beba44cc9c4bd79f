import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Class names, their tables and their records.
@Suite struct ClassTests {
    class Animal: Codingable {
        class var codedClassName: String { "Animal" }
        var name: String

        init(_ name: String) { self.name = name }

        var typeForKeyedArchiver: (any Codingable.Type)? { nil }

        class func typeForKeyedUnarchiver() -> any Codingable.Type { self }

        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(name, forKey: "Animal.name") }

        required init(coder unarchiver: KeyedUnarchiver) throws {
            name = try unarchiver.decode(String.self, forKey: "Animal.name")
        }
    }

    class Dog: Animal {
        override class var codedClassName: String { "Dog" }
    }

    final class Puppy: Dog {
        override class var codedClassName: String { "Puppy" }
    }

    /// A private subclass that is written as what it is to the public.
    final class HiddenDog: Dog {
        override class var codedClassName: String { "_HiddenDog" }
        override var typeForKeyedArchiver: (any Codingable.Type)? { Dog.self }
    }

    /// Was replaced by a dog.
    final class Retired: Animal {
        override class var codedClassName: String { "Retired" }
        override class func typeForKeyedUnarchiver() -> any Codingable.Type { Dog.self }
    }

    /// Names the classes that older readers may use for it.
    struct Cat: Codingable {
        static var codedClassName: String { "NewApp.Cat" }
        static var codedClassFallbacks: [String] { ["U", "V"] }

        init() {}

        func encode(with archiver: KeyedArchiver) throws {}

        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    /// Notes what it is asked.
    final class Advisor: KeyedUnarchiverDelegate {
        var asked: [(name: String, classes: [String])] = []
        var answer: (any Codingable.Type)?

        func unarchiver(
            _ unarchiver: KeyedUnarchiver,
            cannotDecodeObjectOfClassName name: String,
            originalClasses: [String]
        ) -> (any Codingable.Type)? {
            asked.append((name, originalClasses))
            return answer
        }
    }

    /// An archive of an animal whose class record was exchanged.
    static func animal(
        _ name: String,
        hierarchy: [String] = [],
        fallbacks: [String] = []
    ) throws -> [UInt8] {
        var archive = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: Animal("Rex")))
        let record = ArchivedClass(name: name, hierarchy: hierarchy, fallbacks: fallbacks)
        try archive.replaceEntry(at: archive.rootRecord().classUID, with: .classRecord(record))
        return try archive.bytes()
    }

    /// The standard registry with types under names.
    static func registry(_ types: [String: any (Codingable & SendableMetatype).Type]) -> ClassRegistry {
        var registry = ClassRegistry.standard
        for (name, type) in types { registry.register(type, forClassName: name) }
        return registry
    }

    /// The type of the root, read as an animal.
    static func rootType(_ bytes: [UInt8], registry: ClassRegistry = .standard) throws -> Animal.Type? {
        try KeyedUnarchiver.unarchivedObject(of: Animal.self, from: bytes, registry: registry).map { type(of: $0) }
    }

    static func rootClass(_ bytes: [UInt8]) throws -> ArchivedClass {
        let archive = try KeyedArchive(bytes)
        return try archive.archivedClass(at: archive.rootRecord().classUID)
    }

    // MARK: Writing

    @Test func `a class renamed on encode is written without its chain, and needs a mapping to be read`() throws {
        let bytes = try archive { archiver in
            archiver.setClassName("K9", for: Dog.self)
            #expect(archiver.className(for: Dog.self) == "K9")
            try archiver.encode(Dog("Rex"), forKey: "root")
        }
        try expectRows {
            try (Self.rootClass(bytes), ArchivedClass(name: "K9"))
            (code { _ = try Self.rootType(bytes) }, .unknownClass)
            (code { _ = try KeyedUnarchiver.unarchivedObject(of: Dog.self, from: bytes) }, .unknownClass)
            try Self.rootType(bytes, registry: Self.registry(["K9": Dog.self])) == Dog.self
        }
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        unarchiver.setClass(Dog.self, forClassName: "K9")
        #expect(try unarchiver.decodeObject(of: Dog.self, forKey: "root")?.name == "Rex")
    }

    @Test func `a name set for a class is written until it is removed, for a private subclass too`() throws {
        let removed = try archive { archiver in
            archiver.setClassName("K9", for: Dog.self)
            archiver.setClassName(nil, for: Dog.self)
            try archiver.encode(Dog("Rex"), forKey: "root")
        }
        #expect(try Self.rootClass(removed).name == "Dog")
        // The table is asked for the public class.
        let bytes = try archive { archiver in
            archiver.setClassName("K9", for: Dog.self)
            archiver.setClassName("never", for: HiddenDog.self)
            try archiver.encode(HiddenDog("Rex"), forKey: "root")
        }
        #expect(try Self.rootClass(bytes) == ArchivedClass(name: "K9"))
    }

    @Test func `a class is written with its superclasses and fallbacks, a private one as what it is to the public`()
        throws
    {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: HiddenDog("Rex"))
        try expectRows {
            try (Self.rootClass(bytes), ArchivedClass(name: "Dog", hierarchy: ["Dog", "Animal", "NSObject"]))
            !String(decoding: bytes, as: UTF8.self).contains("_HiddenDog")
            try Self.rootType(bytes, registry: Self.registry(["Dog": Dog.self])) == Dog.self
        }
        #expect(Puppy.codedClassHierarchy == ["Puppy", "Dog", "Animal", "NSObject"])
        let puppy = try Self.rootClass(KeyedArchiver.archivedBytes(withRootObject: Puppy("Rex")))
        #expect(puppy == ArchivedClass(name: "Puppy", hierarchy: ["Puppy", "Dog", "Animal", "NSObject"]))
        let cat = try Self.rootClass(KeyedArchiver.archivedBytes(withRootObject: Cat()))
        #expect(
            cat == ArchivedClass(name: "NewApp.Cat", hierarchy: ["NewApp.Cat", "NSObject"], fallbacks: ["U", "V"]))
    }

    // MARK: Tables

    @Test func `the unarchiver's table goes before the registry, its last entry counts, and nil removes it`() throws {
        let bytes = try archive { archiver in
            archiver.setClassName("X", for: Animal.self)
            try archiver.encode(Animal("one"), forKey: "a")
            try archiver.encode(Animal("two"), forKey: "b")
            try archiver.encode(Animal("three"), forKey: "c")
        }
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: Self.registry(["X": Dog.self]))
        let before = try #require(try unarchiver.decodeObject(of: Animal.self, forKey: "a"))
        #expect(type(of: before) == Dog.self)
        unarchiver.setClass(Puppy.self, forClassName: "X")
        #expect(unarchiver.class(forClassName: "X") == Puppy.self)
        let between = try #require(try unarchiver.decodeObject(of: Animal.self, forKey: "b"))
        #expect(type(of: between) == Puppy.self)
        unarchiver.setClass(nil, forClassName: "X")
        #expect(unarchiver.class(forClassName: "X") == nil)
        let after = try #require(try unarchiver.decodeObject(of: Animal.self, forKey: "c"))
        #expect(type(of: after) == Dog.self)
        let twice = try KeyedUnarchiver(forReadingFrom: Self.animal("B"))
        twice.setClass(Dog.self, forClassName: "B")
        twice.setClass(Puppy.self, forClassName: "B")
        #expect(try twice.decodeObject(of: Animal.self, forKey: "root") is Puppy)
    }

    @Test func `the type that the resolved type names wins over the tables`() throws {
        let bytes = try Self.animal("X")
        #expect(try Self.rootType(bytes, registry: Self.registry(["X": Retired.self])) == Dog.self)
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: Self.registry(["X": Puppy.self]))
        unarchiver.setClass(Retired.self, forClassName: "X")
        #expect(try unarchiver.decodeObject(of: Animal.self, forKey: "root") is Dog)
        // It is that type which must be allowed.
        let retired = try KeyedArchiver.archivedBytes(withRootObject: Retired("Rex"))
        #expect(code { _ = try KeyedUnarchiver.unarchivedObject(of: Retired.self, from: retired) } == .unexpectedClass)
    }

    @Test func `a rule gives the classes of a module or others new names, of which the last that has a type counts`()
        throws
    {
        var zoo = Self.registry(["NewApp.Dog": Dog.self])
        zoo.renameClasses(withPrefix: "OldApp.", to: "NewApp.")
        try expectRows {
            try Self.rootType(Self.animal("OldApp.Dog"), registry: zoo) == Dog.self
            (code { _ = try Self.rootType(Self.animal("OldApp.Fox"), registry: zoo) }, .unknownClass)
            (code { _ = try Self.rootType(Self.animal("OldAppX.Dog"), registry: zoo) }, .unknownClass)
            (code { _ = try Self.rootType(Self.animal("OldApp"), registry: zoo) }, .unknownClass)
        }
        // A type that a call names is read under its old module too.
        let cat = try KeyedUnarchiver.unarchivedObject(
            of: Cat.self, from: Self.animal("OldApp.Cat"), registry: zoo)
        #expect(cat != nil)
        zoo.register(Puppy.self, forClassName: "OldApp.Dog")
        #expect(try Self.rootType(Self.animal("OldApp.Dog"), registry: zoo) == Puppy.self)
        zoo.renameClasses(withPrefix: "NewApp.", to: "OldApp.")
        #expect(code { _ = try Self.rootType(Self.animal("OldApp.Fox"), registry: zoo) } == .unknownClass)
        var registry = ClassRegistry()
        registry.register(Dog.self, forClassName: "PLDog")
        registry.renameClasses { $0.hasPrefix("Old.") ? "PL" + $0.dropFirst(4) : nil }
        #expect(registry.type(forClassName: "Old.Dog") == Dog.self)
        #expect(registry.type(forClassName: "Older.Dog") == nil)
        registry.renameClasses(withPrefix: "Old.", to: "Gone.")
        #expect(registry.type(forClassName: "Old.Dog") == Dog.self)
        registry.register(Cat.self, forClassName: "Gone.Dog")
        #expect(registry.type(forClassName: "Old.Dog") == Cat.self)
        registry.renameClasses(withPrefix: "", to: "PL")
        #expect(registry.type(forClassName: "Dog") == Dog.self)
    }

    @Test func `a registry takes over the types and rules of another`() {
        var zoo = ClassRegistry()
        zoo.register(Dog.self, Cat.self)
        zoo.renameClasses(withPrefix: "OldZoo.", to: "")
        var registry = ClassRegistry()
        registry.register(Puppy.self, forClassName: "Dog")
        registry.merge(zoo)
        expectRows {
            registry.type(forClassName: "Dog") == Dog.self
            registry.type(forClassName: "OldZoo.NewApp.Cat") == Cat.self
            (registry.type(forClassName: "Fox"), nil)
        }
    }

    @Test func `a registry is a value: what is changed in a copy holds only there`() throws {
        var registry = Self.registry(["X": Dog.self])
        let unarchiver = try KeyedUnarchiver(forReadingFrom: Self.animal("X"), registry: registry)
        let copy = registry
        registry.removeTypes(forClassName: "X")
        registry.register(Puppy.self)
        try expectRows {
            (registry.type(forClassName: "X"), nil)
            copy.type(forClassName: "X") == Dog.self
            (copy.type(forClassName: "Puppy"), nil)
            (ClassRegistry.standard.type(forClassName: "Puppy"), nil)
            try unarchiver.decodeObject(of: Animal.self, forKey: "root") is Dog
        }
    }

    // MARK: Unknown classes

    @Test
    func `an unknown class is read as its first known fallback, never as a superclass, and the delegate isn't asked`()
        throws
    {
        let bytes = try Self.animal("New", fallbacks: ["U", "V"])
        let advisor = Advisor()
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: Self.registry(["V": Dog.self]))
        unarchiver.delegate = advisor
        #expect(try unarchiver.decodeObject(of: Animal.self, forKey: "root") is Dog)
        #expect(advisor.asked.isEmpty)
        let both = Self.registry(["V": Dog.self, "U": Puppy.self])
        #expect(try Self.rootType(bytes, registry: both) == Puppy.self)
        // A known class does not need its fallbacks.
        let known = Self.registry(["V": Dog.self, "New": Animal.self])
        #expect(try Self.rootType(bytes, registry: known) == Animal.self)
        let chained = try Self.animal("Mystery", hierarchy: ["Mystery", "Dog", "NSObject"])
        let registry = Self.registry(["Dog": Dog.self, "NSObject": Animal.self])
        #expect(code { _ = try Self.rootType(chained, registry: registry) } == .unknownClass)
    }

    @Test func `the delegate is asked for an unknown class with its chain, and without an answer the error names it`()
        throws
    {
        let chained = try Self.animal("Mystery", hierarchy: ["Mystery", "Base", "NSObject"])
        let advisor = Advisor()
        advisor.answer = Dog.self
        let asking = try KeyedUnarchiver(forReadingFrom: chained)
        asking.delegate = advisor
        try expectRows {
            try asking.decodeObject(of: Animal.self, forKey: "root") is Dog
            (advisor.asked.map(\.name), ["Mystery"])
            (advisor.asked.map(\.classes), [["Mystery", "Base", "NSObject"]])
        }
        let bytes = try Self.animal("Mystery")
        let silent = Advisor()
        for delegate in [nil, silent] {
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
            unarchiver.delegate = delegate
            let error = #expect(throws: ArchiveError.self) {
                _ = try unarchiver.decodeObject(of: Animal.self, forKey: "root")
            }
            expectRows {
                (error?.code, .unknownClass)
                (error?.className, "Mystery")
                (error?.path?.description, "root")
                (error.map { "\($0)" }?.contains("\"Mystery\""), true)
            }
        }
        #expect(silent.asked.map(\.classes) == [[]])
    }

    @Test(.rows)
    func `a class record without a chain, or with an unrelated one, is read by its name`() {
        forEachRow([[], ["NSWindow", "NSResponder"], ["Dog"], ["", "NSObject", "Animal"]]) { (chain: [String]) throws in
            #expect(try Self.rootType(Self.animal("Animal", hierarchy: chain)) == Animal.self)
        }
    }

    @Test func `the error for an unknown class names three types that were asked for, and says if there are more`()
        throws
    {
        struct First: Empty { static var codedClassName: String { "First" } }
        struct Second: Empty { static var codedClassName: String { "Second" } }
        struct Third: Empty { static var codedClassName: String { "Third" } }
        struct Fourth: Empty { static var codedClassName: String { "Fourth" } }
        let types: [any Codingable.Type] = [First.self, Second.self, Third.self, Fourth.self]
        let bytes = try SmallArchive(["$class": .uid(2)], .classRecord("Nobody", "NSObject")).bytes()
        for (count, names) in [(1, "First was"), (3, "First, Second, Third were"), (4, "First, Second, Third, … were")]
        {
            let error = #expect(throws: ArchiveError.self) {
                try KeyedUnarchiver.unarchivedObject(of: Array(types.prefix(count)), from: bytes)
            }
            #expect(error?.code == .unknownClass)
            #expect(error?.remedy?.hasPrefix(names) == true, "\(error?.remedy ?? "")")
        }
    }

    @Test func `each class has one class record, whatever its values are in Swift and what others are called`() throws {
        // As the platform's archiver writes it: an array is an NSArray whatever it holds.
        let bytes = try archive {
            try $0.encode([[1], [2]], forKey: "numbers")
            try $0.encode(["a"], forKey: "strings")
            try $0.encode(ArchivedArray(["b"]), forKey: "any")
            try $0.encode(["key": ["c"]], forKey: "dictionary")
            try $0.encode(["key": 5], forKey: "other")
        }
        let collections = try KeyedArchive(bytes)
        var names: [String] = []
        for uid in 0..<collections.objectCount {
            if let record = try? collections.archivedClass(at: UID(UInt64(uid))) { names.append(record.name) }
        }
        #expect(names == ["NSArray", "NSDictionary"])
        final class One: Codingable {
            static var codedClassName: String { "Same" }
            init() {}
            func encode(with archiver: KeyedArchiver) throws {}
            init(coder unarchiver: KeyedUnarchiver) throws {}
        }
        final class Other: Codingable {
            static var codedClassName: String { "Same" }
            init() {}
            func encode(with archiver: KeyedArchiver) throws {}
            init(coder unarchiver: KeyedUnarchiver) throws {}
        }
        let sameNames = try archive {
            try $0.encode(One(), forKey: "one")
            try $0.encode(Other(), forKey: "other")
        }
        let both = try KeyedArchive(sameNames)
        #expect(both.objectCount == 5)
        let classes = try [both.topUID("one"), both.topUID("other")].map { try both.record(at: $0)?.classUID }
        #expect(classes == [UID(2), UID(4)])
    }
}

/// A type without fields.
private protocol Empty: Codingable {
    init()
}

extension Empty {
    func encode(with archiver: KeyedArchiver) throws {}
    init(coder unarchiver: KeyedUnarchiver) throws { self.init() }
}
