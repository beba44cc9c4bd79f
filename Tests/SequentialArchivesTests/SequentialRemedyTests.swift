import Fuzzing
import PropertyLists
import SequentialArchives
import TestSupport
import Testing

/// What errors of sequential archives say to do is done, and then the archive is read or written.
@Suite struct SequentialRemedyTests {
    // MARK: Archives

    @Test func `what errors of reading an archive say cures them`() throws {
        let whole = try SequentialArchiver.archivedBytes(withRootObject: SequentialString("Ada"))
        expectCures {
            Cure("another file", says: "sequential archives have `streamtyped` or `typedstream` at byte 2") {
                try SequentialArchive(Array("a page of a book".utf8))
            } cured: {
                try SequentialArchive(whole).root?.text == "Ada"
            }
            Cure("version 3", says: "open it with the program that wrote it, on NeXTSTEP 3 or later") {
                try SequentialArchive([3] + whole.dropFirst())
            } cured: {
                try SequentialArchive(whole).root?.text == "Ada"
            }
            Cure("half of an archive", says: "get a complete copy") {
                try SequentialArchive(Array(whole.dropLast(4)))
            } cured: {
                try SequentialArchive(whole).root?.text == "Ada"
            }
            Cure("an end too many", says: "remove what follows") {
                try SequentialArchive(whole + [StreamBytes.end])
            } cured: {
                try SequentialArchive(whole).root?.text == "Ada"
            }
            Cure("an unknown reference", says: "the file was damaged or made by a faulty writer") {
                var bytes = whole
                if let place = bytes.lastIndex(of: StreamBytes.end) { bytes[place] = StreamBytes.reference(99) }
                return try SequentialArchive(bytes).root?.text
            } cured: {
                try SequentialArchive(whole).root?.text == "Ada"
            }
            Cure("a limit", says: "raise `Limits.") {
                try SequentialArchive(whole, limits: Limits(objects: 2))
            } cured: {
                try SequentialArchive(whole, limits: Limits(objects: 3)).root?.text == "Ada"
            }
        }
    }

    @Test func `what errors of editing an archive say cures them`() throws {
        let archive = try SequentialArchive(
            SequentialArchiver.archivedBytes(withRootObject: SequentialDate(timeIntervalSinceReferenceDate: 5)))
        let date = try #require(archive.root?.reference)
        expectCures {
            Cure("a value that isn't there", says: "look into the groups for what is there, or set all of them") {
                var edited = archive
                try edited.setValue(.real(1), at: 1, ofGroup: 0, in: date)
            } cured: {
                var edited = archive
                let groups = edited.root?.groups ?? []
                for (number, group) in groups.enumerated() {
                    for index in group.indices { try edited.setValue(.real(1), at: index, ofGroup: number, in: date) }
                }
                return edited.root?.values == [.real(1)]
            }
            Cure("a zero in a C string", says: "leave the zeros out; the one at the end is not written") {
                var edited = archive
                return try edited.addCString([65, 0])
            } cured: {
                var edited = archive
                let text = try edited.addCString([65])
                return edited.cString(text) == [65]
            }
            Cure("a number of nothing", says: "add it first, and use the reference that you get") {
                var edited = archive
                try edited.setGroups([SequentialGroup(types: "*", values: [.cString(SequentialReference(99))])])
            } cured: {
                var edited = archive
                let text = try edited.addCString([65])
                try edited.setGroups([SequentialGroup(types: "*", values: [.cString(text)])])
                return try SequentialArchive(edited.bytes()).groups.first?.types == "*"
            }
            Cure("no types", says: "give each value a type, such as i or @") {
                try SequentialGroup(types: "", values: [.integer(1), .null])
            } cured: {
                try SequentialGroup(types: "i@", values: [.integer(1), .null]).count == 2
            }
            Cure("malformed types", says: "write it as `@encode` of Objective-C does, such as i, [3d] or {CGPoint=dd}")
            {
                try SequentialGroup(types: "int", values: [.integer(1)])
            } cured: {
                let point: SequentialValue = .structure([.real(1), .real(2)])
                let list: SequentialValue = .array([.real(1), .real(2), .real(3)])
                return try SequentialGroup(types: "i[3d]{CGPoint=dd}", values: [.integer(1), list, point]).count == 3
            }
            Cure("a large number", says: "use a wider type, such as q or Q") {
                try SequentialGroup(types: "i", values: [.integer(1 << 40)])
            } cured: {
                try SequentialGroup(types: "q", values: [.integer(1 << 40)]).values == [.integer(1 << 40)]
            }
            Cure("a number too large for q", says: "use the type Q") {
                try SequentialGroup(types: "q", values: [.unsignedInteger(.max)])
            } cured: {
                try SequentialGroup(types: "Q", values: [.unsignedInteger(.max)]).values == [.unsignedInteger(.max)]
            }
            Cure("a real too large for f", says: "use the type d") {
                try SequentialGroup(types: "f", values: [.real(1e300)])
            } cured: {
                try SequentialGroup(types: "d", values: [.real(1e300)]).values == [.real(1e300)]
            }
            Cure("a negative number", says: "use a type with a sign, such as q") {
                try SequentialGroup(types: "Q", values: [.integer(-1)])
            } cured: {
                try SequentialGroup(types: "q", values: [.integer(-1)]).values == [.integer(-1)]
            }
            Cure("a large boolean", says: "give 0 or 1, or use a type such as q or Q") {
                try SequentialGroup(types: "B", values: [.integer(2)])
            } cured: {
                try SequentialGroup(types: "BQ", values: [.integer(1), .integer(2)]).values
                    == [.unsignedInteger(1), .unsignedInteger(2)]
            }
            Cure("a text for a number", says: "change the type string or the value") {
                try SequentialGroup(types: "i", values: [.bytes([65])])
            } cured: {
                try SequentialGroup(types: "+", values: [.bytes([65])]).count == 1
                    && SequentialGroup(types: "i", values: [.integer(65)]).count == 1
            }
            Cure("more values than types", says: "give one value for each type") {
                try SequentialGroup(types: "i", values: [.integer(1), .integer(2)])
            } cured: {
                try SequentialGroup(types: "ii", values: [.integer(1), .integer(2)]).count == 2
            }
        }
    }

    // MARK: Archiver

    private struct Versioned: SequentialCodingable {
        static var codedClassName: String { "Versioned" }
        @TaskLocal static var current = 1
        static var version: Int { current }
        init() {}
        func encode(with archiver: SequentialArchiver) throws {}
        init(coder unarchiver: SequentialUnarchiver) throws {}
    }

    private class Animal: SequentialCodingable {
        class var codedClassName: String { "Animal" }
        init() {}
        func encode(with archiver: SequentialArchiver) throws {}
        required init(coder unarchiver: SequentialUnarchiver) throws {}
    }

    private final class NamelessCat: Animal {}

    private final class Cat: Animal {
        override class var codedClassName: String { "Cat" }
    }

    /// Encodes what a test gives it.
    private struct Custom: SequentialCodingable {
        static var codedClassName: String { "Custom" }
        var content: (SequentialArchiver) throws -> Void
        func encode(with archiver: SequentialArchiver) throws { try content(archiver) }
        init(_ content: @escaping (SequentialArchiver) throws -> Void) { self.content = content }
        init(coder unarchiver: SequentialUnarchiver) throws { content = { _ in } }
    }

    /// What one call writes, read by another.
    private static func read<Value>(
        _ encode: (SequentialArchiver) throws -> Void,
        _ decode: (SequentialUnarchiver) throws -> Value
    ) throws -> Value {
        let archiver = SequentialArchiver()
        try encode(archiver)
        return try decode(SequentialUnarchiver(forReadingFrom: archiver.encodedBytes))
    }

    private static func nested(_ depth: Int) -> PropertyList {
        (1..<depth).reduce([]) { inner, _ in [inner] }
    }

    /// An array of as many levels as `nested` has, as the archiver writes it where it does not refuse.
    private static func nestedBytes(_ depth: Int) -> [UInt8] {
        (1..<depth).reduce([2, 0, 0, 0, 0, 0, 0, 0]) { (inner: [UInt8], _) in
            let size = (0..<4).map { UInt8(truncatingIfNeeded: inner.count >> (8 * $0)) }
            return [2, 0, 0, 0, 1, 0, 0, 0] + size + inner
        }
    }

    @Test func `what errors of encoding say cures them`() throws {
        let text = SequentialString("Ada")
        expectCures {
            Cure(
                "a class with the name of its superclass", says: "override `codedClassName`, declared as a `class var`"
            ) {
                try SequentialArchiver.archivedBytes(withRootObject: NamelessCat())
            } cured: {
                let bytes = try SequentialArchiver.archivedBytes(withRootObject: Cat())
                return try SequentialUnarchiver.unarchivedObject(of: Cat.self, from: bytes) != nil
            }
            Cure("an empty name", says: "give it a name that the reading program knows") {
                let archiver = SequentialArchiver()
                archiver.encodeClassName("Cat", intoClassName: "")
                try archiver.encode(Cat())
            } cured: {
                let archiver = SequentialArchiver()
                archiver.encodeClassName("Cat", intoClassName: "Animal")
                try archiver.encode(Cat())
                return try SequentialUnarchiver.unarchivedObject(of: Animal.self, from: archiver.encodedBytes) != nil
            }
            Cure("a large version", says: "use a version that an Int32 holds") {
                try Versioned.$current.withValue(1 << 40) {
                    try SequentialArchiver.archivedBytes(withRootObject: Versioned())
                }
            } cured: {
                let bytes = try SequentialArchiver.archivedBytes(withRootObject: Versioned())
                return try SequentialArchive(bytes).version(forClassName: "Versioned") == 1
            }
            Cure("going on after an error", says: "use a new archiver; check what may fail before encoding it") {
                let archiver = SequentialArchiver()
                try? archiver.encode(Custom { _ in throw CancellationError() })
                try archiver.encode(text)
            } cured: {
                try Self.read {
                    try $0.encode(text)
                } _: {
                    try $0.decodeString()
                } == "Ada"
            }
            Cure("a text for a number", says: "change the type string or the value") {
                try SequentialArchiver().encodeValue(ofObjCType: "i", .object(text))
            } cured: {
                try Self.read {
                    try $0.encodeValue(ofObjCType: "i", .integer(7))
                    try $0.encodeValue(ofObjCType: "@", .object(text))
                } _: {
                    try $0.decodeValue(Int32.self) == 7 && $0.decodeString() == "Ada"
                }
            }
            Cure("one value of two", says: "give one value for each type") {
                try SequentialArchiver().encodeValues(ofObjCTypes: "ii", [.integer(1)])
            } cured: {
                try Self.read {
                    try $0.encodeValues(ofObjCTypes: "ii", [.integer(1), .integer(2)])
                } _: {
                    try $0.decodeValues(ofObjCTypes: "ii").count == 2
                }
            }
            Cure("a root in a root", says: "use `encode(_:)` for the objects in it") {
                try SequentialArchiver.archivedBytes(withRootObject: Custom { try $0.encodeRootObject(text) })
            } cured: {
                let bytes = try SequentialArchiver.archivedBytes(withRootObject: Custom { try $0.encode(text) })
                return try SequentialArchive(bytes).objects(ofClass: "NSString").first?.text == "Ada"
            }
            Cure("a conditional object without a root", says: "use `encodeRootObject(_:)` or `archivedBytes(with") {
                try SequentialArchiver().encode(Custom { try $0.encodeConditionalObject(text) })
            } cured: {
                let object = Custom {
                    try $0.encode(text)
                    try $0.encodeConditionalObject(text)
                }
                let archiver = SequentialArchiver()
                try archiver.encodeRootObject(object)
                let bytes = try SequentialArchiver.archivedBytes(withRootObject: object)
                return try archiver.encodedBytes == bytes && SequentialArchive(bytes).root?.values.count == 2
            }
            Cure("a deep property list", says: "encode it as a SequentialDictionary or a SequentialArray") {
                try SequentialArchiver().encodePropertyList(Self.nested(129))
            } cured: {
                let array = (1..<129).reduce(SequentialArray([])) { inner, _ in SequentialArray([inner]) }
                let bytes = try SequentialArchiver.archivedBytes(withRootObject: array)
                return try SequentialArchive(bytes).objects(ofClass: "NSArray").count == 129
            }
            Cure("a number in a property list", says: "store numbers and dates as strings") {
                try SequentialArchiver().encodePropertyList([1])
            } cured: {
                try Self.read {
                    try $0.encodePropertyList(["1"])
                } _: {
                    try $0.decodePropertyList()
                } == ["1"]
            }
            Cure("a number as a key of a property list", says: "use strings as keys") {
                try SequentialArchiver().encodePropertyList(.dictionary(PropertyListDictionary([(key: 1, value: "a")])))
            } cured: {
                try Self.read {
                    try $0.encodePropertyList(["1": "a"])
                } _: {
                    try $0.decodePropertyList()
                } == ["1": "a"]
            }
            Cure("half a color", says: "give as many as the kind has, alpha last") {
                try SequentialColor(.calibratedRGB, components: [0, 1])
            } cured: {
                try SequentialColor(.calibratedRGB, components: [0, 1, 0, 1]).components == [0, 1, 0, 1]
            }
            Cure("components of a catalog", says: "use `init(catalog:name:color:)`") {
                try SequentialColor(.catalog, components: [0, 1, 0])
            } cured: {
                let color = SequentialColor(catalog: "System", name: "textColor", color: SequentialColor())
                return color.kind == .catalog && color.name?.name == "textColor"
            }
            Cure("runs of characters", says: "count the code units of UTF-16") {
                try SequentialAttributedString(SequentialString("👍"), runs: [(1, SequentialDictionary([]))])
            } cured: {
                let runs = [(length: "👍".utf16.count, attributes: SequentialDictionary([]))]
                return try SequentialAttributedString(SequentialString("👍"), runs: runs).string.text == "👍"
            }
            Cure("an object in a box", says: "encode a value of another type with `encodeValue(ofObjCType:_:)`") {
                try SequentialBoxedValue(.object(text), ofObjCType: "@")
            } cured: {
                try Self.read {
                    try $0.encodeValue(ofObjCType: "@", .object(text))
                } _: {
                    try $0.decodeString()
                } == "Ada"
            }
            Cure("deep objects", says: "raise `Limits.depth`") {
                try SequentialArchiver.archivedBytes(
                    withRootObject: SequentialArray([SequentialArray([])]), limits: Limits(depth: 1))
            } cured: {
                try !SequentialArchiver.archivedBytes(
                    withRootObject: SequentialArray([SequentialArray([])]), limits: Limits(depth: 2)
                ).isEmpty
            }
        }
    }

    // MARK: Unarchiver

    /// A person with a friend, who may be the same.
    private class Person: SequentialCodingable {
        class var codedClassName: String { "Person" }
        final var friend: Person?
        init(friend: Person? = nil) { self.friend = friend }
        final func encode(with archiver: SequentialArchiver) throws { try archiver.encode(friend) }
        required init(coder unarchiver: SequentialUnarchiver) throws {
            friend = try unarchiver.decodeObject(of: type(of: self))
        }
    }

    /// The same class, which registers what its initializer makes.
    private final class RegisteredPerson: SequentialCodingable {
        class var codedClassName: String { "Person" }
        var friend: RegisteredPerson?
        init() {}
        func encode(with archiver: SequentialArchiver) throws { try archiver.encode(friend) }
        required init(coder unarchiver: SequentialUnarchiver) throws {
            try unarchiver.register(self)
            friend = try unarchiver.decodeObject(of: RegisteredPerson.self)
        }
    }

    /// The same class, which registers another instance, too.
    private final class ImpostorPerson: SequentialCodingable {
        class var codedClassName: String { "Person" }
        init() {}
        func encode(with archiver: SequentialArchiver) throws {}
        required init(coder unarchiver: SequentialUnarchiver) throws {
            try unarchiver.register(self)
            try unarchiver.register(ImpostorPerson())
        }
    }

    /// The same class in two phases.
    private final class TwoPhasePerson: TwoPhaseSequentialCodingable {
        class var codedClassName: String { "Person" }
        var friend: TwoPhasePerson?
        init() {}
        func encode(with archiver: SequentialArchiver) throws { try archiver.encode(friend) }
        func decode(with unarchiver: SequentialUnarchiver) throws {
            friend = try unarchiver.decodeObject(of: TwoPhasePerson.self)
        }
    }

    private static func unarchiver(
        keepsUnknownClasses: Bool = true,
        _ encode: (SequentialArchiver) throws -> Void
    ) throws -> SequentialUnarchiver {
        let archiver = SequentialArchiver()
        try encode(archiver)
        let unarchiver = try SequentialUnarchiver(forReadingFrom: archiver.encodedBytes)
        unarchiver.keepsUnknownClasses = keepsUnknownClasses
        return unarchiver
    }

    @Test func `what errors of decoding say cures them`() throws {
        let text = SequentialString("Ada")
        let own = Person()
        own.friend = own
        defer { own.friend = nil }
        let cycle = try SequentialArchiver.archivedBytes(withRootObject: own)
        let chain = (1..<20).reduce(Person()) { friend, _ in Person(friend: friend) }
        let deep = try SequentialArchiver.archivedBytes(withRootObject: chain)
        let shallow = Limits(depth: 5)
        var strange = try SequentialArchive(
            SequentialArchiver.archivedBytes(withRootObject: SequentialDate(timeIntervalSinceReferenceDate: 5)))
        let root = try #require(strange.root)
        try strange.setGroups(
            root.groups + [SequentialGroup(types: "i", values: [.integer(7)])], of: root.reference)
        let larger = strange.bytes()
        var classes = SequentialArchive(header: .default)
        let cat = try classes.addClass(name: "Cat", superclass: classes.addClass(name: "NSObject", superclass: nil))
        try classes.setGroups([
            SequentialGroup(types: "#", values: [.class(cat)]), SequentialGroup(types: "@", values: [.class(cat)]),
        ])
        let classBehindAnother = try SequentialArchive(classes.bytes())
        expectCures {
            Cure("an unknown class", says: "register one in `registry`, or set `keepsUnknownClasses`") {
                try Self.unarchiver(keepsUnknownClasses: false) { try $0.encode(Cat()) }.decodeObject()
            } cured: {
                let keeping = try Self.unarchiver { try $0.encode(Cat()) }
                let registering = try Self.unarchiver(keepsUnknownClasses: false) { try $0.encode(Cat()) }
                registering.registry.register(Cat.self)
                return try keeping.decodeObject() is UnknownSequentialObject && registering.decodeObject() is Cat
            }
            Cure("an object of another class", says: "ask for another type, or register one for the class") {
                try Self.unarchiver { try $0.encode(text) }.decodeObject(of: SequentialDate.self)
            } cured: {
                let asking = try Self.unarchiver { try $0.encode(text) }.decodeObject(of: SequentialString.self)
                let registering = try Self.unarchiver { try $0.encode(text) }
                registering.registry.register(UnknownSequentialObject.self, forClassName: "NSString")
                return try asking?.text == "Ada" && registering.decodeObject(of: UnknownSequentialObject.self) != nil
            }
            Cure("an object in itself", says: "call `register(self)` in its initializer, or make its class a TwoPhase")
            {
                try SequentialUnarchiver.unarchivedObject(of: Person.self, from: cycle)
            } cured: {
                let registered = try SequentialUnarchiver.unarchivedObject(of: RegisteredPerson.self, from: cycle)
                let twoPhase = try SequentialUnarchiver.unarchivedObject(of: TwoPhasePerson.self, from: cycle)
                defer {
                    registered?.friend = nil
                    twoPhase?.friend = nil
                }
                return registered != nil && registered?.friend === registered && twoPhase != nil
                    && twoPhase?.friend === twoPhase
            }
            Cure("another instance", says: "register the instance that the initializer makes, and no other") {
                try SequentialUnarchiver.unarchivedObject(of: ImpostorPerson.self, from: deep)
            } cured: {
                try SequentialUnarchiver.unarchivedObject(of: RegisteredPerson.self, from: deep)?.friend != nil
            }
            Cure("deep objects", says: "make the class a ") {
                try SequentialUnarchiver.unarchivedObject(of: Person.self, from: deep, limits: shallow)
            } cured: {
                let raised = try SequentialUnarchiver.unarchivedObject(of: Person.self, from: deep)
                return try raised?.friend != nil
                    && SequentialUnarchiver.unarchivedObject(of: TwoPhasePerson.self, from: deep, limits: shallow)
                        != nil
            }
            Cure("a class for an object", says: "use `decodeValue(ofObjCType: \"@\")`") {
                let unarchiver = try SequentialUnarchiver(classBehindAnother)
                _ = try unarchiver.decodeClass()
                return try unarchiver.decodeObject()
            } cured: {
                let unarchiver = try SequentialUnarchiver(classBehindAnother)
                _ = try unarchiver.decodeClass()
                guard case .class(let versions) = try unarchiver.decodeValue(ofObjCType: "@") else { return false }
                return versions.first?.name == "Cat"
            }
            Cure("a number that is wider", says: "decode it with a wider type and check it") {
                try Self.unarchiver { try $0.encodeValue(Int64(1 << 40)) }.decodeValue(Int32.self)
            } cured: {
                try Self.unarchiver { try $0.encodeValue(Int64(1 << 40)) }.decodeValue(Int64.self) == 1 << 40
            }
            Cure("more than there is", says: "check `isAtEnd`, or the version of the class, before decoding") {
                try Self.unarchiver { try $0.encode(text) }.decodeValues(ofObjCTypes: "@", then: "i")
            } cured: {
                let unarchiver = try Self.unarchiver { try $0.encode(text) }
                _ = try unarchiver.decodeString()
                return unarchiver.isAtEnd
            }
            Cure("another type", says: "decode in the order and with the types of encoding; see `nextTypes`") {
                try Self.unarchiver { try $0.encode(text) }.decodeValue(Int32.self)
            } cured: {
                let unarchiver = try Self.unarchiver { try $0.encode(text) }
                return try unarchiver.nextTypes == "@" && unarchiver.decodeValue(ofObjCType: "@").object != nil
            }
            Cure("going on after an error", says: "handle the first error, or decode objects in groups of one value") {
                let unarchiver = try Self.unarchiver(keepsUnknownClasses: false) {
                    try $0.encodeValues(ofObjCTypes: "@@", [.object(Cat()), .object(text)])
                }
                _ = try? unarchiver.decodeValues(ofObjCTypes: "@@")
                _ = try unarchiver.decodeObject()
            } cured: {
                let unarchiver = try Self.unarchiver(keepsUnknownClasses: false) {
                    try $0.encode(Cat())
                    try $0.encode(text)
                }
                _ = try? unarchiver.decodeObject()
                return try unarchiver.decodeString() == "Ada"
            }
            Cure("more than a date writes", says: "register UnknownSequentialObject for the class in `registry`") {
                try SequentialUnarchiver(forReadingFrom: larger).decodeObject()
            } cured: {
                let unarchiver = try SequentialUnarchiver(forReadingFrom: larger)
                unarchiver.registry.register(UnknownSequentialObject.self, forClassName: "NSDate")
                return try (unarchiver.decodeObject() as? UnknownSequentialObject)?.groups.count == 2
            }
            Cure("a deep old property list", says: "read its bytes with `decodeData()`") {
                try Self.unarchiver { try $0.encodeData(Self.nestedBytes(129)) }.decodePropertyList()
            } cured: {
                let whole = try Self.unarchiver { try $0.encodeData(Self.nestedBytes(128)) }.decodePropertyList()
                let bytes = try Self.unarchiver { try $0.encodeData(Self.nestedBytes(129)) }.decodeData()
                return whole == Self.nested(128) && bytes == Self.nestedBytes(129)
            }
        }
    }

    @Test func `what nests deep is decoded on a larger stack`() {
        var stream = StreamBytes()
        stream.add(StreamBytes.new("@"), StreamBytes.object("Person"))
        for _ in 1..<3_000 { stream.add([StreamBytes.reference(0), 0x84, StreamBytes.reference(1)]) }
        stream.add([StreamBytes.reference(0), StreamBytes.null], Array(repeating: StreamBytes.end, count: 3_000))
        let bytes = stream.bytes
        expectCures {
            Cure("a small stack", says: "on a thread with a larger stack") {
                try SmallStack.run(size: SmallStack.least) { try Self.hasFriend(bytes) }
            } cured: {
                try SmallStack.run(size: SmallStack.large) { try Self.hasFriend(bytes) }
            }
        }
    }

    private static func hasFriend(_ bytes: [UInt8]) throws -> Bool {
        try SequentialUnarchiver.unarchivedObject(of: Person.self, from: bytes, limits: .unlimited)?.friend != nil
    }
}

extension SequentialUnarchiver {
    fileprivate func decodeValues(ofObjCTypes types: String, then others: String) throws -> [CodedValue] {
        try decodeValues(ofObjCTypes: types) + decodeValues(ofObjCTypes: others)
    }
}
