import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Scenarios 59 to 68: class names, their tables, their records, and malformed references.
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

    @Test func `59: a class renamed on encode is written without its chain, and needs a mapping to be read`() throws {
        let bytes = try archive { archiver in
            archiver.setClassName("K9", for: Dog.self)
            #expect(archiver.className(for: Dog.self) == "K9")
            try archiver.encode(Dog("Rex"), forKey: "root")
        }
        #expect(try Self.rootClass(bytes) == ArchivedClass(name: "K9"))
        #expect(code { _ = try Self.rootType(bytes) } == .unknownClass)
        #expect(code { _ = try KeyedUnarchiver.unarchivedObject(of: Dog.self, from: bytes) } == .unknownClass)
        #expect(try Self.rootType(bytes, registry: Self.registry(["K9": Dog.self])) == Dog.self)
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        unarchiver.setClass(Dog.self, forClassName: "K9")
        #expect(try unarchiver.decodeObject(of: Dog.self, forKey: "root")?.name == "Rex")
    }

    @Test func `59: removing a name brings the type's own back`() throws {
        let bytes = try archive { archiver in
            archiver.setClassName("K9", for: Dog.self)
            archiver.setClassName(nil, for: Dog.self)
            try archiver.encode(Dog("Rex"), forKey: "root")
        }
        #expect(try Self.rootClass(bytes).name == "Dog")
    }

    @Test func `68: a private subclass writes the public name and chain`() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: HiddenDog("Rex"))
        #expect(
            try Self.rootClass(bytes) == ArchivedClass(name: "Dog", hierarchy: ["Dog", "Animal", "NSObject"]))
        #expect(!String(decoding: bytes, as: UTF8.self).contains("_HiddenDog"))
        #expect(try Self.rootType(bytes, registry: Self.registry(["Dog": Dog.self])) == Dog.self)
    }

    @Test func `68: the table is asked for the public class`() throws {
        let bytes = try archive { archiver in
            archiver.setClassName("K9", for: Dog.self)
            archiver.setClassName("never", for: HiddenDog.self)
            try archiver.encode(HiddenDog("Rex"), forKey: "root")
        }
        #expect(try Self.rootClass(bytes) == ArchivedClass(name: "K9"))
    }

    @Test func `the chain follows the coded superclasses, and fallbacks are hints`() throws {
        #expect(Puppy.codedClassHierarchy == ["Puppy", "Dog", "Animal", "NSObject"])
        let puppy = try Self.rootClass(KeyedArchiver.archivedBytes(withRootObject: Puppy("Rex")))
        #expect(puppy == ArchivedClass(name: "Puppy", hierarchy: ["Puppy", "Dog", "Animal", "NSObject"]))
        let cat = try Self.rootClass(KeyedArchiver.archivedBytes(withRootObject: Cat()))
        #expect(
            cat == ArchivedClass(name: "NewApp.Cat", hierarchy: ["NewApp.Cat", "NSObject"], fallbacks: ["U", "V"]))
    }

    // MARK: Tables

    @Test func `60: the unarchiver's table goes before the registry, and nil removes an entry`() throws {
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
    }

    @Test func `60: the last writer of a name wins, and both sides are independent`() throws {
        let bytes = try Self.animal("B")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        unarchiver.setClass(Dog.self, forClassName: "B")
        unarchiver.setClass(Puppy.self, forClassName: "B")
        #expect(try unarchiver.decodeObject(of: Animal.self, forKey: "root") is Puppy)
    }

    @Test func `67: the type that the resolved type names wins over the tables`() throws {
        let bytes = try Self.animal("X")
        #expect(try Self.rootType(bytes, registry: Self.registry(["X": Retired.self])) == Dog.self)
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: Self.registry(["X": Puppy.self]))
        unarchiver.setClass(Retired.self, forClassName: "X")
        #expect(try unarchiver.decodeObject(of: Animal.self, forKey: "root") is Dog)
        // It is that type which must be allowed.
        let retired = try KeyedArchiver.archivedBytes(withRootObject: Retired("Rex"))
        #expect(code { _ = try KeyedUnarchiver.unarchivedObject(of: Retired.self, from: retired) } == .unexpectedClass)
    }

    @Test func `one rule renames a whole module, after the name as it is`() throws {
        var registry = Self.registry(["NewApp.Dog": Dog.self])
        registry.renameModule("OldApp", to: "NewApp")
        #expect(try Self.rootType(Self.animal("OldApp.Dog"), registry: registry) == Dog.self)
        #expect(code { _ = try Self.rootType(Self.animal("OldApp.Fox"), registry: registry) } == .unknownClass)
        #expect(code { _ = try Self.rootType(Self.animal("OldAppX.Dog"), registry: registry) } == .unknownClass)
        #expect(code { _ = try Self.rootType(Self.animal("OldApp"), registry: registry) } == .unknownClass)
        // A type that a call names is read under its old module too.
        let cat = try KeyedUnarchiver.unarchivedObject(
            of: Cat.self, from: Self.animal("OldApp.Cat"), registry: registry)
        #expect(cat != nil)
        registry.register(Puppy.self, forClassName: "OldApp.Dog")
        #expect(try Self.rootType(Self.animal("OldApp.Dog"), registry: registry) == Puppy.self)
        registry.renameModule("NewApp", to: "OldApp")
        #expect(code { _ = try Self.rootType(Self.animal("OldApp.Fox"), registry: registry) } == .unknownClass)
    }

    @Test func `a registry is a value: what is changed in a copy holds only there`() throws {
        var registry = Self.registry(["X": Dog.self])
        let unarchiver = try KeyedUnarchiver(forReadingFrom: Self.animal("X"), registry: registry)
        let copy = registry
        registry.register(nil, forClassName: "X")
        registry.register(Puppy.self)
        #expect(registry.type(forClassName: "X") == nil)
        #expect(copy.type(forClassName: "X") == Dog.self)
        #expect(copy.type(forClassName: "Puppy") == nil)
        #expect(ClassRegistry.standard.type(forClassName: "Puppy") == nil)
        #expect(try unarchiver.decodeObject(of: Animal.self, forKey: "root") is Dog)
    }

    // MARK: Unknown classes

    @Test func `61: the first fallback that is known stands for an unknown class, and the delegate is not asked`()
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
    }

    @Test func `62: the delegate is asked about an unknown class, with its name and chain`() throws {
        let bytes = try Self.animal("Mystery", hierarchy: ["Mystery", "Base", "NSObject"])
        let advisor = Advisor()
        advisor.answer = Dog.self
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        unarchiver.delegate = advisor
        #expect(try unarchiver.decodeObject(of: Animal.self, forKey: "root") is Dog)
        #expect(advisor.asked.map(\.name) == ["Mystery"])
        #expect(advisor.asked.map(\.classes) == [["Mystery", "Base", "NSObject"]])
    }

    @Test func `62: an unknown class is an error that names it, if the delegate returns nil or there is none`() throws {
        let bytes = try Self.animal("Mystery")
        let advisor = Advisor()
        for delegate in [nil, advisor] {
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
            unarchiver.delegate = delegate
            let error = #expect(throws: ArchiveError.self) {
                _ = try unarchiver.decodeObject(of: Animal.self, forKey: "root")
            }
            #expect(error?.code == .unknownClass)
            #expect(error?.className == "Mystery")
            #expect(error?.path?.description == "root")
            #expect(error.map { "\($0)" }?.contains("\"Mystery\"") == true)
        }
        #expect(advisor.asked.map(\.classes) == [[]])
    }

    @Test func `63: superclasses in the chain do not stand in for an unknown class`() throws {
        let bytes = try Self.animal("Mystery", hierarchy: ["Mystery", "Dog", "NSObject"])
        let registry = Self.registry(["Dog": Dog.self, "NSObject": Animal.self])
        #expect(code { _ = try Self.rootType(bytes, registry: registry) } == .unknownClass)
    }

    @Test(arguments: [[], ["NSWindow", "NSResponder"], ["Dog"], ["", "NSObject", "Animal"]])
    func `64: a class record without a chain, or with an unrelated one, is read by its name`(chain: [String]) throws {
        #expect(try Self.rootType(Self.animal("Animal", hierarchy: chain)) == Animal.self)
    }

    @Test func `values of many Swift types that are objects of one class have one class record`() throws {
        // As the platform's archiver writes it: an array is an NSArray whatever it holds.
        let bytes = try archive {
            try $0.encode([[1], [2]], forKey: "numbers")
            try $0.encode(["a"], forKey: "strings")
            try $0.encode(ArchivedArray(["b"]), forKey: "any")
            try $0.encode(["key": ["c"]], forKey: "dictionary")
            try $0.encode(["key": 5], forKey: "other")
        }
        let archive = try KeyedArchive(bytes)
        var names: [String] = []
        for uid in 0..<archive.objectCount {
            if let record = try? archive.archivedClass(at: UID(UInt64(uid))) { names.append(record.name) }
        }
        #expect(names == ["NSArray", "NSDictionary"])
    }

    @Test func `two classes of one name have a class record each`() throws {
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
        let bytes = try archive {
            try $0.encode(One(), forKey: "one")
            try $0.encode(Other(), forKey: "other")
        }
        let archive = try KeyedArchive(bytes)
        #expect(archive.objectCount == 5)
        let classes = try [archive.topUID("one"), archive.topUID("other")].map { try archive.record(at: $0)?.classUID }
        #expect(classes == [UID(2), UID(4)])
    }

    // MARK: Malformed references to classes

    enum ClassDefect: CaseIterable {
        case outOfRange, farOutOfRange, null, string, otherObject, itself, missing, integer, name, text
        case nameMissing, nameInteger, classIsArray
    }

    @Test(arguments: ClassDefect.allCases)
    func `65: a malformed class reference or record is refused`(defect: ClassDefect) throws {
        let bytes = try archive {
            try $0.encode(Animal("Rex"), forKey: "root")
            try $0.encode(Cat(), forKey: "other")
        }
        var archive = try KeyedArchive(bytes)
        let (root, other) = (UID(1), try archive.topUID("other"))
        let text = archive.add(.value("text"))
        let classUID = try archive.rootRecord().classUID
        var expected = ArchiveError.Code.invalidClassRecord
        func refer(to value: PropertyList) throws { try archive.setRawValue(value, forKey: "$class", ofObjectAt: root) }
        switch defect {
        case .outOfRange:
            try refer(to: .uid(UID(UInt64(archive.objectCount))))
            expected = .invalidUID
        case .farOutOfRange:
            try refer(to: .uid(UID(UInt64(UInt32.max))))
            expected = .invalidUID
        case .null: try refer(to: .uid(0))
        case .string: try refer(to: .uid(text))
        case .otherObject: try refer(to: .uid(other))
        case .itself: try refer(to: .uid(root))
        case .missing:
            try archive.removeValue(forKey: "$class", ofObjectAt: root)
            expected = .invalidObject
        case .integer: try refer(to: 3)
        case .name: try refer(to: "Animal")
        case .text: try refer(to: ["Animal"])
        case .nameMissing: try archive.removeValue(forKey: "$classname", ofObjectAt: classUID)
        case .nameInteger: try archive.setRawValue(7, forKey: "$classname", ofObjectAt: classUID)
        case .classIsArray: try archive.replaceEntry(at: classUID, with: .value([1]))
        }
        let damaged = try archive.bytes()
        #expect(code { _ = try Self.rootType(damaged) } == expected)
        #expect(code { _ = try KeyedUnarchiver.unarchivedGraph(from: damaged) } == expected)
        let lenient = try lenientUnarchiver(damaged)
        #expect(try lenient.decodeObject(of: Animal.self, forKey: "root") == nil)
        #expect((lenient.error as? ArchiveError)?.code == expected)
    }

    @Test func `65: an object whose class is an object that was decoded before is refused`() throws {
        let bytes = try archive {
            try $0.encode(Cat(), forKey: "other")
            try $0.encode(Animal("Rex"), forKey: "root")
        }
        var archive = try KeyedArchive(bytes)
        let other = try archive.topUID("other")
        try archive.setRawValue(.uid(other), forKey: "$class", ofObjectAt: archive.topUID("root"))
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archive.bytes())
        #expect(try unarchiver.decodeObject(of: Cat.self, forKey: "other") != nil)
        #expect(code { _ = try unarchiver.decodeObject(of: Animal.self, forKey: "root") } == .invalidClassRecord)
    }

    @Test func `65: a class record isn't an object, whether its class was seen before or not`() throws {
        var archive = try KeyedArchive(archive { try $0.encode(Animal("Rex"), forKey: "root") })
        try archive.setRawTopLevelValue(.uid(archive.rootRecord().classUID), forKey: "class")
        for readsRootFirst in [false, true] {
            let unarchiver = try KeyedUnarchiver(forReadingFrom: archive.bytes())
            if readsRootFirst { _ = try unarchiver.decodeObject(of: Animal.self, forKey: "root") }
            #expect(code { _ = try unarchiver.decodeObject(of: Animal.self, forKey: "class") } == .invalidObject)
            #expect(code { _ = try unarchiver.decodeObject(forKey: "class") } == .invalidObject)
        }
    }

    // MARK: Malformed references to objects

    @Test(arguments: [UInt64(4), 1000, UInt64(UInt32.max)])
    func `66: a reference past the end is refused, at the top, in a field and in a collection`(uid: UInt64) throws {
        let reference = PropertyList.uid(UID(uid))
        var top = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: Animal("Rex")))
        var field = top
        try top.setRawTopLevelValue(reference, forKey: "root")
        try field.setRawValue(reference, forKey: "Animal.name", ofObjectAt: 1)
        for archive in [top, field] {
            let bytes = try archive.bytes()
            #expect(code { _ = try Self.rootType(bytes) } == .invalidUID)
        }
        var list = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: ["a"]))
        try list.setRawValue(.array([reference]), forKey: "NS.objects", ofObjectAt: 1)
        let bytes = try list.bytes()
        #expect(code { _ = try KeyedUnarchiver.unarchivedObject(of: [String].self, from: bytes) } == .invalidUID)
        #expect(code { _ = try KeyedUnarchiver.unarchivedGraph(from: bytes) } == .invalidUID)
    }

    static let badElements: [(PropertyList, ArchiveError.Code)] = [
        ([1, 2], .invalidValue), ([.uid(0)], .invalidValue), ([.uid(2), 7], .invalidValue),
        (["text"], .invalidValue), ([[]], .invalidValue), ("text", .invalidUnarchiveOperation),
        (5, .invalidUnarchiveOperation), (.uid(2), .invalidUnarchiveOperation),
    ]

    @Test(arguments: badElements)
    func `66: elements that aren't references, or stand for nil, are refused`(
        elements: PropertyList,
        expected: ArchiveError.Code
    ) throws {
        var list = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: ["a"]))
        var set = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: Set(["a"])))
        try list.setRawValue(elements, forKey: "NS.objects", ofObjectAt: 1)
        try set.setRawValue(elements, forKey: "NS.objects", ofObjectAt: 1)
        let (listBytes, setBytes) = (try list.bytes(), try set.bytes())
        #expect(code { _ = try KeyedUnarchiver.unarchivedObject(of: [String].self, from: listBytes) } == expected)
        #expect(code { _ = try KeyedUnarchiver.unarchivedObject(of: Set<String>.self, from: setBytes) } == expected)
        #expect(code { _ = try KeyedUnarchiver.unarchivedGraph(from: listBytes) } == expected)
        #expect(code { _ = try KeyedUnarchiver.unarchivedGraph(from: setBytes) } == expected)
    }

    @Test(arguments: ["NS.keys", "NS.objects"])
    func `66: a dictionary with more keys than values, or the reverse, is refused and never misaligned`(
        key: String
    ) throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: ["a": "x", "b": "y"])
        var short = try KeyedArchive(bytes)
        guard case .array(let elements)? = try short.rootRecord()[key] else {
            Issue.record("\(key) is not an array")
            return
        }
        var without = short
        try short.setValue(.array(PropertyListArray(elements.dropLast())), forKey: key, ofObjectAt: 1)
        try without.removeValue(forKey: key, ofObjectAt: 1)
        for archive in [short, without] {
            let damaged = try archive.bytes()
            #expect(
                code { _ = try KeyedUnarchiver.unarchivedObject(of: [String: String].self, from: damaged) }
                    == .invalidValue)
            #expect(code { _ = try KeyedUnarchiver.unarchivedGraph(from: damaged) } == .invalidValue)
        }
    }

    @Test func `66: an array without elements is empty, as documented`() throws {
        var archive = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: ["a"]))
        try archive.removeValue(forKey: "NS.objects", ofObjectAt: 1)
        #expect(try KeyedUnarchiver.unarchivedObject(of: [String].self, from: archive.bytes()) == [])
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
}

extension KeyedArchive {
    /// The UID under a top-level key.
    func topUID(_ key: String) throws -> UID {
        guard case .uid(let uid)? = topLevelValue(forKey: key) else {
            throw ArchiveError(.valueNotFound, "there is no \(key)")
        }
        return uid
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
