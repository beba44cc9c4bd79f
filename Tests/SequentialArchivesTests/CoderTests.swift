import SequentialArchives
import TestSupport
import Testing

@Suite struct CoderTests {
    /// The reason of the error for decoding the first group.
    private static func reason(
        _ types: String,
        _ values: CodedValue...,
        decode: (SequentialUnarchiver) throws -> Void
    ) throws -> String {
        let archiver = SequentialArchiver()
        try archiver.encodeValues(ofObjCTypes: types, values)
        let unarchiver = try SequentialUnarchiver(forReadingFrom: archiver.encodedBytes)
        return #expect(throws: ArchiveError.self) { try decode(unarchiver) }?.reason ?? ""
    }

    @Test(.rows)
    func `whole numbers of 32 bits are integers in archives of some systems, also where a float doesn't hold them`() {
        forEachRow([
            ([0x82, 0xD4, 0xEC, 0x0F, 0x14], 336_587_988.0, true),
            ([0x83, 0, 0, 0, 0xD4, 0xEC, 0x0F, 0xB4, 0x41], 336_587_988.0, true),
            ([0x03], 3.0, true), ([0x83, 0, 0, 0, 0, 0, 0, 8, 0x40], 3.0, false),
        ]) { (stored: [UInt8], value: Double, isNormal: Bool) throws in
            let bytes = [4, 11] + Array("streamtyped".utf8) + [0x81, 0xE8, 3, 0x84, 1, UInt8(ascii: "d")] + stored
            let archive = try SequentialArchive(bytes)
            #expect(archive.groups.first?.values == [.real(value)])
            #expect(archive.isNormal == isNormal)
        }
    }

    @Test func `a number that doesn't fit is a range error, which says exactly which it is`() throws {
        try expectRows {
            expecting(
                try Self.reason("i", .integer(300)) { _ = try $0.decodeValue(Int8.self) }, contains: "number 300 isn't")
            expecting(
                try Self.reason("Q", .unsignedInteger(.max)) { _ = try $0.decodeValue(Int64.self) },
                contains: "number 18446744073709551615 isn't")
            expecting(
                try Self.reason("d", .real(1.5)) { _ = try $0.decodeValue(Int8.self) }, contains: "number 1.5 isn't")
        }
        let archiver = SequentialArchiver()
        try archiver.encodeValue(Int32(300))
        let unarchiver = try SequentialUnarchiver(forReadingFrom: archiver.encodedBytes)
        #expect(throws: ArchiveError(.range, "")) { try unarchiver.decodeValue(UInt8.self) }
        #expect(throws: ArchiveError(.range, "")) {
            try SequentialArchiver().encodeValue(ofObjCType: "c", .integer(128))
        }
        // Values of another kind are none.
        #expect(throws: ArchiveError(.invalidValue, "")) {
            try SequentialArchiver().encodeValue(ofObjCType: "@", .integer(1))
        }
        #expect(throws: ArchiveError(.invalidValue, "")) { try SequentialArchiver().encodePropertyList(1) }
    }

    @Test func `a call of other types is an error that names both and moves nothing`() throws {
        let archiver = SequentialArchiver()
        try archiver.encodeValues(ofObjCTypes: "ii", [.integer(1), .integer(2)])
        let unarchiver = try SequentialUnarchiver(forReadingFrom: archiver.encodedBytes)
        let error = #expect(throws: ArchiveError.self) { try unarchiver.decodeValue(Int32.self) }
        try expectRows {
            (error?.code, .invalidUnarchiveOperation)
            (error?.reason.contains("\"ii\""), true)
            (error?.path?.description, "groups[0]")
            (try unarchiver.decodeValues(ofObjCTypes: "ii").count, 2)
        }
        #expect(throws: ArchiveError(.valueNotFound, "")) { try unarchiver.decodeObject() }
    }

    @Test(.rows)
    func `an array of one type is a group with nothing else`() {
        let array = CodedValue.array([.integer(1), .integer(2)])
        forEachRow([
            ("[2i]i", [array, .integer(3)]), ("i[2i]", [.integer(3), array]), ("[1[2i]]", [.array([array])]),
            ("[2I]", [array]), ("i", [.integer(3)]), ("{a=[2i]}", [.structure([array])]),
        ]) { (types: String, values: [CodedValue]) throws in
            let archiver = SequentialArchiver()
            try archiver.encodeValues(ofObjCTypes: types, values)
            let unarchiver = try SequentialUnarchiver(forReadingFrom: archiver.encodedBytes)
            let error = #expect(throws: ArchiveError.self) { try unarchiver.decodeArray(of: Int32.self) }
            #expect(error?.code == .invalidUnarchiveOperation)
        }
    }

    /// Calls every kind of call once.
    private final class Everything: SequentialCodingable {
        static var codedClassName: String { "Everything" }
        static var version: Int { 3 }
        var version = 0

        init() {}

        func encode(with archiver: SequentialArchiver) throws {
            try archiver.encodeValue(Int8(-1))
            try archiver.encodeValue(UInt16.max)
            try archiver.encodeValue(Int32.min)
            try archiver.encodeValue(Int64.min)
            try archiver.encodeValue(UInt64.max)
            try archiver.encodeValue(true)
            try archiver.encodeValue(Float(0.1))
            try archiver.encodeValue(16_777_217.0)
            try archiver.encodeValue(Double.nan)
            try archiver.encodeValues(ofObjCTypes: "iI", [.integer(1), .integer(10)])
            try archiver.encodeValue(
                ofObjCType: "{p=f[2s]}", .structure([.real(1.5), .array([.integer(1), .integer(2)])]))
            try archiver.encodeArray([Int32](arrayLiteral: 4, 5, 6))
            try archiver.encodeArray([UInt8](arrayLiteral: 7, 255))
            try archiver.encodeArray([UInt16]())
            try archiver.encodeArray(ofObjCType: "@", [.null, .object(SequentialString("in an array"))])
            try archiver.encodeBytes([1, 2, 3])
            try archiver.encodeData([])
            try archiver.encodeCString(CodedCString("text"))
            try archiver.encodeCString(nil)
            try archiver.encodeSelector("copy:")
            try archiver.encodeClass(Everything.self)
            try archiver.encodePropertyList(["list": ["Ada", ""], "data": .data([1, 2, 3, 4, 5])])
            try archiver.encodeString("ü")
            try archiver.encode(nil)
            try archiver.encodeValue(ofObjCType: "%", .atom([65]))
        }

        init(coder unarchiver: SequentialUnarchiver) throws {
            version = unarchiver.version(forClassName: "Everything") ?? -1
            try expectRows {
                (try unarchiver.decodeValue(Int8.self), -1)
                (try unarchiver.decodeValue(UInt16.self), .max)
                (try unarchiver.decodeValue(Int32.self), .min)
                (try unarchiver.decodeValue(Int64.self), .min)
                (try unarchiver.decodeValue(UInt64.self), .max)
                try unarchiver.decodeValue(Bool.self)
                (try unarchiver.decodeValue(Float.self), 0.1)
                (try unarchiver.decodeValue(Double.self), 16_777_217)
                try unarchiver.decodeValue(Double.self).isNaN
                (try unarchiver.decodeValues(ofObjCTypes: "iI").compactMap { $0.integer(as: Int.self) }, [1, 10])
            }
            guard case .structure(let fields) = try unarchiver.decodeValue(ofObjCType: "{p=f[2s]}") else { return }
            try expectRows {
                (fields.first?.real, 1.5)
                (try unarchiver.decodeArray(of: Int32.self), [4, 5, 6])
                (try unarchiver.decodeArray(of: UInt8.self), [7, 255])
                try unarchiver.decodeArray(of: UInt16.self).isEmpty
            }
            let objects = try unarchiver.decodeArray(ofObjCType: "@", count: 2)
            try expectRows {
                ((objects.last?.object as? SequentialString)?.text, "in an array")
                (try unarchiver.decodeBytes(), [1, 2, 3])
                (try unarchiver.decodeData(), [])
                (try unarchiver.decodeCString()?.text, "text")
                (try unarchiver.decodeCString(), nil)
                (try unarchiver.decodeSelector(), "copy:")
                (try unarchiver.decodeClass()?.map(\.description), ["Everything:3", "NSObject:0"])
            }
            let list = try unarchiver.decodePropertyList()
            try expectRows {
                (list, ["list": ["Ada", ""], "data": .data([1, 2, 3, 4, 5])])
                (try unarchiver.decodeString(), "ü")
                (try unarchiver.decodeObject(), nil)
                (unarchiver.nextTypes, "%")
                !unarchiver.isAtEnd
            }
            _ = try unarchiver.decodeValue(ofObjCType: "%")
            #expect(unarchiver.isAtEnd)
        }
    }

    @Test(.rows)
    func `what every call writes is read by the call of the same types`() {
        forEachRow(SequentialByteOrder.allCases) { (byteOrder: SequentialByteOrder) throws in
            let header = SequentialHeader(byteOrder: byteOrder, systemVersion: 930)
            let bytes = try SequentialArchiver.archivedBytes(withRootObject: Everything(), header: header)
            let object = try SequentialUnarchiver.unarchivedObject(of: Everything.self, from: bytes)
            #expect(object?.version == 3)
            let archive = try SequentialArchive(bytes)
            try expectRows {
                archive.isNormal
                (archive.header, header)
                (try SequentialUnarchiver(archive).systemVersion, 930)
                (archive.root?.groups.count, 28)
            }
        }
    }

    @Test(.rows)
    func `a number of values other than that of the types, or of bytes below 0, is refused by what it is`() throws {
        forEachRow([0, 1, 3]) { (count: Int) throws in
            let archiver = SequentialArchiver()
            let error = #expect(throws: ArchiveError.self) {
                try archiver.encodeValues(ofObjCTypes: "ii", Array(repeating: .integer(1), count: count))
            }
            #expect(error?.code == .invalidValue)
            #expect(error?.reason == "there are \(count) values for another number of types")
        }
        let archiver = SequentialArchiver()
        try archiver.encodeValues(ofObjCTypes: "i", [.integer(-1)])
        let unarchiver = try SequentialUnarchiver(forReadingFrom: archiver.encodedBytes)
        let error = #expect(throws: ArchiveError.self) { try unarchiver.decodeData() }
        #expect(error?.code == .invalidValue)
        #expect(error?.reason == "a number of bytes is negative")
    }

    // MARK: Names, versions and substitution

    private class Base: SequentialCodingable {
        class var codedClassName: String { "Base" }
        class var version: Int { 2 }
        init() {}
        func encode(with archiver: SequentialArchiver) throws { try archiver.encodeValue(Int32(1)) }
        required init(coder unarchiver: SequentialUnarchiver) throws { _ = try unarchiver.decodeValue(Int32.self) }
    }

    private final class Derived: Base {
        override class var codedClassName: String { "Derived" }
        override class var version: Int { 5 }
    }

    private final class Nameless: Base {}

    @Test func `a class is written with its superclasses and their versions`() throws {
        let bytes = try SequentialArchiver.archivedBytes(withRootObject: Derived())
        let archive = try SequentialArchive(bytes)
        try expectRows {
            (archive.root?.classes.map(\.description), ["Derived:5", "Base:2", "NSObject:0"])
            try SequentialUnarchiver.unarchivedObject(of: Derived.self, from: bytes) != nil
            try SequentialUnarchiver.unarchivedObject(of: Base.self, from: bytes) != nil
        }
        #expect(throws: ArchiveError(.unexpectedClass, "")) {
            try SequentialUnarchiver.unarchivedObject(of: SequentialData.self, from: bytes)
        }
        #expect(throws: ArchiveError(.invalidArchiveOperation, "")) {
            try SequentialArchiver.archivedBytes(withRootObject: Nameless())
        }
    }

    private class Other: SequentialCodingable {
        class var codedClassName: String { "Other" }
        init() {}
        func encode(with archiver: SequentialArchiver) throws {}
        required init(coder unarchiver: SequentialUnarchiver) throws {}
    }

    private final class OtherDerived: Other {
        override class var codedClassName: String { "OtherDerived" }
    }

    @Test func `a registered class stands for a superclass that is asked for, and for no other class`() throws {
        func unarchiver(_ object: some SequentialCodingable, _ name: String) throws -> SequentialUnarchiver {
            let archiver = SequentialArchiver()
            archiver.encodeClassName(type(of: object).codedClassName, intoClassName: "Stored")
            try archiver.encodeRootObject(object)
            let unarchiver = try SequentialUnarchiver(forReadingFrom: archiver.encodedBytes)
            unarchiver.registry.register(Derived.self)
            unarchiver.registry.register(OtherDerived.self)
            unarchiver.decodeClassName("Stored", asClassName: name)
            return unarchiver
        }
        // Nothing but the registered type says that it is of the class that is asked for.
        #expect(try unarchiver(OtherDerived(), "OtherDerived").decodeObject(of: Other.self) is OtherDerived)
        #expect(throws: ArchiveError(.unexpectedClass, "")) {
            try unarchiver(OtherDerived(), "OtherDerived").decodeObject(of: Base.self)
        }
        #expect(throws: ArchiveError(.unexpectedClass, "")) {
            try unarchiver(OtherDerived(), "OtherDerived").decodeObject(of: SequentialData.self)
        }
    }

    @Test func `an object of an unknown class is a node, or an error where nodes aren't wanted`() throws {
        let bytes = try SequentialArchiver.archivedBytes(withRootObject: Derived())
        let node = try #require(try SequentialUnarchiver.unarchivedObject(from: bytes) as? UnknownSequentialObject)
        try expectRows {
            (node.className, "Derived")
            (node.values.first?.integer(as: Int.self), 1)
            (try SequentialArchiver.archivedBytes(withRootObject: node), bytes)
        }
        let unarchiver = try SequentialUnarchiver(forReadingFrom: bytes)
        unarchiver.keepsUnknownClasses = false
        #expect(throws: ArchiveError(.unknownClass, "")) { try unarchiver.decodeObject() }
    }

    /// Stands for a string in archives.
    private final class Draft: SequentialCodingable, SharedSubstitution {
        static var codedClassName: String { "Draft" }
        var isEmpty = false
        init() {}
        func encode(with archiver: SequentialArchiver) throws {}
        init(coder unarchiver: SequentialUnarchiver) throws {}
        func replacementObjectForCoder() throws -> Any? {
            isEmpty ? nil : SequentialString("draft")
        }
    }

    @Test func `objects are replaced as their hooks and the archiver say, each once`() throws {
        let (draft, empty, other) = (Draft(), Draft(), SequentialString("other"))
        empty.isEmpty = true
        let array = SequentialArray([draft, draft, empty, other, other])
        let archiver = SequentialArchiver()
        archiver.replace(other, with: SequentialString("replaced"))
        try archiver.encodeRootObject(array)
        let unarchiver = try SequentialUnarchiver(forReadingFrom: archiver.encodedBytes)
        let read = try #require(try unarchiver.decodeObject(of: SequentialArray.self))
        let texts = read.elements.map { ($0 as? SequentialString)?.text }
        expectRows {
            (texts, ["draft", "draft", nil, "replaced", "replaced"])
            read.elements[0] as AnyObject === read.elements[1] as AnyObject
            read.elements[3] as AnyObject === read.elements[4] as AnyObject
        }
    }

    private final class Token: SequentialCodingable, SharedSubstitution {
        static var codedClassName: String { "Token" }
        init() {}
        func encode(with archiver: SequentialArchiver) throws {}
        init(coder unarchiver: SequentialUnarchiver) throws {}
        func awakeAfterDecoding() throws -> Any? { SequentialString("awake") }
        var typeForCoder: Any.Type? { Token.self }
    }

    @Test func `an object is returned as what it awakes as, and replaced by the unarchiver`() throws {
        let token = Token()
        let bytes = try SequentialArchiver.archivedBytes(withRootObject: SequentialArray([token, token]))
        let unarchiver = try SequentialUnarchiver(forReadingFrom: bytes)
        unarchiver.registry.register(Token.self)
        let array = try #require(try unarchiver.decodeObject(of: SequentialArray.self))
        #expect(array.elements.map { ($0 as? SequentialString)?.text } == ["awake", "awake"])
        unarchiver.replace(array, with: SequentialNull())
        #expect(try unarchiver.object(SequentialReference(0)) is SequentialNull)
    }

    /// Is written as another object, to which a second one refers conditionally.
    private final class Replaced: SequentialCodingable {
        static var codedClassName: String { "Replaced" }
        let other: SequentialString
        init(_ other: SequentialString) { self.other = other }
        func encode(with archiver: SequentialArchiver) throws {}
        init(coder unarchiver: SequentialUnarchiver) throws { other = SequentialString("") }
        func replacementObject(for archiver: SequentialArchiver) throws -> (any SequentialCodingable)? { other }
    }

    private final class Pair: SequentialCodingable {
        static var codedClassName: String { "Pair" }
        let object: Replaced
        init(_ object: Replaced) { self.object = object }
        func encode(with archiver: SequentialArchiver) throws {
            try archiver.encode(object)
            try archiver.encodeConditionalObject(object)
        }
        init(coder unarchiver: SequentialUnarchiver) throws { object = Replaced(SequentialString("")) }
    }

    @Test func `a conditional reference leads to what its object was written as`() throws {
        let bytes = try SequentialArchiver.archivedBytes(withRootObject: Pair(Replaced(SequentialString("new"))))
        let unarchiver = try SequentialUnarchiver(forReadingFrom: bytes)
        let node = try #require(try unarchiver.decodeObject() as? UnknownSequentialObject)
        let texts = node.groups.map { ($0.values.first?.object as? SequentialString)?.text }
        #expect(texts == ["new", "new"])
    }

    @Test func `a class in the place of an object is written where there is a reference to it`() throws {
        let versions = [CodedClassVersion("Person"), CodedClassVersion("NSObject")]
        let archiver = SequentialArchiver()
        #expect(throws: ArchiveError.self) { try archiver.encodeValue(ofObjCType: "@", .class(versions)) }
        let other = SequentialArchiver()
        try other.encodeValue(ofObjCType: "#", .class(versions))
        try other.encodeValue(ofObjCType: "@", .class(versions))
        #expect(try SequentialArchive(other.encodedBytes).groups.count == 2)
    }

    @Test func `classes are written and read under other names, and exchanged once if their names are exchanged`()
        throws
    {
        let archiver = SequentialArchiver()
        archiver.encodeClassName("Derived", intoClassName: "Old")
        try archiver.encodeRootObject(Derived())
        #expect(archiver.classNameEncoded(forTrueClassName: "Derived") == "Old")
        let unarchiver = try SequentialUnarchiver(forReadingFrom: archiver.encodedBytes)
        #expect(unarchiver.archive.root?.className == "Old")
        unarchiver.decodeClassName("Old", asClassName: "Derived")
        unarchiver.registry.register(Derived.self)
        #expect(unarchiver.classNameDecoded(forArchiveClassName: "Old") == "Derived")
        #expect(try unarchiver.decodeObject() is Derived)

        let bytes = try SequentialArchiver.archivedBytes(withRootObject: Token())
        let exchanging = try SequentialUnarchiver(forReadingFrom: bytes)
        exchanging.registry.register(Token.self)
        exchanging.registry.register(Everything.self)
        exchanging.decodeClassName("Token", asClassName: "Everything")
        exchanging.decodeClassName("Everything", asClassName: "Token")
        #expect(throws: ArchiveError.self) { try exchanging.decodeObject(of: Token.self) }
    }

    @Test func `no position of a group is too large to be asked for`() throws {
        let archiver = SequentialArchiver()
        try archiver.encode(SequentialString("a"))
        let archive = try SequentialArchive(archiver.encodedBytes)
        #expect(archive.objects.first?.propertyList(atGroup: .max) == nil)
    }

    @Test func `text that many references share is charged each time that it is asked for`() throws {
        let archiver = SequentialArchiver()
        let text = SequentialString(String(repeating: "a", count: 100_000))
        for _ in 0..<5000 { try archiver.encode(text) }
        let unarchiver = try SequentialUnarchiver(forReadingFrom: archiver.encodedBytes, limits: .untrusted)
        let error = #expect(throws: ArchiveError.self) {
            for _ in 0..<5000 { _ = try unarchiver.decodeString() }
        }
        #expect(error?.code == .limitExceeded)
    }
}
