import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What errors of archivers say to do is done, and then the archive is written and read.
@Suite struct EncodingRemedyTests {
    private static func written(_ encode: (KeyedArchiver) throws -> Void) throws -> KeyedUnarchiver {
        try KeyedUnarchiver(forReadingFrom: archive(encode))
    }

    // MARK: Archivers

    /// Asks for the archive while it is being finished.
    private final class Impatient: KeyedArchiverDelegate {
        var error: (any Error)?
        var bytes: [UInt8]?
        func archiverWillFinish(_ archiver: KeyedArchiver) {
            do { bytes = try archiver.encodedBytes } catch { self.error = error }
        }
    }

    /// Lists that hold one another.
    private static func nested(_ depth: Int) -> Scripted {
        (1..<depth).reduce(Scripted { _ in }) { inner, _ in Scripted { try $0.encode(inner, forKey: "inner") } }
    }

    private final class Plain: Codingable {
        static var codedClassName: String { "Plain" }
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    private final class Insecure: Codingable {
        static var codedClassName: String { "Plain" }
        static var supportsSecureCoding: Bool { false }
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    @Test func `what errors of archivers say cures them`() {
        expectCures {
            Cure("a finished archiver", says: "use a new archiver") {
                let archiver = KeyedArchiver()
                try archiver.finishEncoding()
                try archiver.encode("Ada", forKey: "name")
            } cured: {
                try Self.written { try $0.encode("Ada", forKey: "name") }.decode(String.self, forKey: "name") == "Ada"
            }
            Cure("finishing within an object", says: "finish it after the outermost call to encode") {
                try Self.written { try $0.encode(Scripted { try $0.finishEncoding() }, forKey: "root") }
            } cured: {
                let archiver = KeyedArchiver()
                try archiver.encode(Scripted { _ in }, forKey: "root")
                try archiver.finishEncoding()
                return try !archiver.encodedBytes.isEmpty
            }
            Cure("bytes before the end", says: "ask for them after the call that finishes it") {
                let (archiver, delegate) = (KeyedArchiver(), Impatient())
                archiver.delegate = delegate
                try archiver.finishEncoding()
                if let error = delegate.error { throw error }
            } cured: {
                let (archiver, delegate) = (KeyedArchiver(), Impatient())
                archiver.delegate = delegate
                try archiver.finishEncoding()
                return try delegate.bytes == nil && KeyedArchive(archiver.encodedBytes).objectCount == 1
            }
            Cure("nil as a key", says: "leave the entry out, or use a key that is not nil") {
                try KeyedArchiver.archivedBytes(withRootObject: [nil: "Ada"] as [String?: String])
            } cured: {
                let bytes = try KeyedArchiver.archivedBytes(withRootObject: ["name": "Ada"] as [String?: String])
                return try KeyedUnarchiver.unarchivedObject(of: [String: String].self, from: bytes) == ["name": "Ada"]
            }
            Cure("deep objects", says: "raise `Limits.depth`") {
                let archiver = KeyedArchiver(limits: Limits(depth: 4))
                try archiver.encode(Self.nested(8), forKey: "root")
            } cured: {
                let archiver = KeyedArchiver(limits: Limits(depth: 8))
                try archiver.encode(Self.nested(8), forKey: "root")
                return try !archiver.encodedBytes.isEmpty
            }
            Cure("deep objects of one phase", says: "make the class a ") {
                let archiver = KeyedArchiver(limits: Limits(depth: 4))
                try archiver.encode(Self.nested(8), forKey: "root")
            } cured: {
                let archiver = KeyedArchiver(limits: Limits(depth: 4))
                let array = (1..<8).reduce(ArchivedArray([])) { inner, _ in ArchivedArray([inner]) }
                try archiver.encode(array, forKey: "root")
                return try !archiver.encodedBytes.isEmpty
            }
            Cure("a class that isn't secure", says: "let `supportsSecureCoding` return true once the type decodes") {
                let archiver = KeyedArchiver(requiringSecureCoding: true)
                try archiver.encode(Insecure(), forKey: "root")
            } cured: {
                let archiver = KeyedArchiver(requiringSecureCoding: true)
                try archiver.encode(Plain(), forKey: "root")
                return try KeyedUnarchiver.unarchivedObject(of: Plain.self, from: archiver.encodedBytes) != nil
            }
            Cure("a value of no type", says: "make the type Codingable, or leave the value out") {
                try Self.written {
                    try $0.encodeAny(["name": "Ada", "task": { () in }] as [String: Any], forKey: "root")
                }
            } cured: {
                let made = try Self.written {
                    try $0.encodeAny(["name": "Ada", "task": Plain()] as [String: Any], forKey: "root")
                }
                let left = try Self.written { try $0.encodeAny(["name": "Ada"] as [String: Any], forKey: "root") }
                let values = try made.decodeAny(of: [Plain.self], forKey: "root") as? [String: Any]
                return try values?["task"] is Plain
                    && left.decodeAny(forKey: "root") as? [String: String] == ["name": "Ada"]
            }
            Cure("a number above 63 bits in fields", says: "encode it as a string") {
                try Self.written { try $0.encode(Scripted { try UInt64.max.encode(with: $0) }, forKey: "root") }
            } cured: {
                try Self.written { try $0.encode("\(UInt64.max)", forKey: "root") }.decode(String.self, forKey: "root")
                    == "\(UInt64.max)"
            }
            Cure("a number of 128 bits in fields", says: "encode it as a string") {
                let large = Integer128(high: 1, low: 0)
                return try Self.written { try $0.encode(Scripted { try large.encode(with: $0) }, forKey: "root") }
            } cured: {
                let text = Integer128(high: 1, low: 0).description
                return try Self.written { try $0.encode(text, forKey: "root") }.decode(String.self, forKey: "root")
                    == text
            }
            Cure("half a character in a key", says: "encode an ArchivedDictionary with a PropertyListString as the key")
            {
                let list = PropertyList.dictionary(
                    PropertyListDictionary([(key: .string(PropertyListString(utf16: [0xD800])), value: 1)]))
                return try Self.written { try $0.encodePropertyList(list, forKey: "root") }
            } cured: {
                let key = PropertyListString(utf16: [0xD800])
                let unarchiver = try Self.written {
                    try $0.encode(ArchivedDictionary([(key: key, value: Int64(1))]), forKey: "root")
                }
                let types: [any Codingable.Type] = [ArchivedDictionary.self, PropertyListString.self, Int64.self]
                let read = try unarchiver.decodeObject(of: types, forKey: "root") as? ArchivedDictionary
                return read?.entries.first?.key as? PropertyListString == key
            }
        }
    }

    // MARK: Classes

    private class Animal: Codingable {
        class var codedClassName: String { "Animal" }
        var typeForKeyedArchiver: (any Codingable.Type)? { nil }
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        required init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    private final class NamelessCat: Animal {}

    private final class Cat: Animal {
        override class var codedClassName: String { "Cat" }
    }

    private final class HiddenCat: Animal {
        override var typeForKeyedArchiver: (any Codingable.Type)? { Animal.self }
    }

    private struct Transient: Codingable {
        func encode(with archiver: KeyedArchiver) throws {}
        init() {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    private struct Permanent: Codingable {
        static var codedClassName: String { "Permanent" }
        func encode(with archiver: KeyedArchiver) throws {}
        init() {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    /// Leaves all hooks to their defaults.
    class Deaf: Codingable {
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        required init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    final class DeafChild: Deaf {
        class var codedClassName: String { "DeafChild" }
    }

    private class Hearing: CodedObject {
        override class var codedClassName: String { "Hearing" }
    }

    private final class HearingChild: Hearing {
        override class var codedClassName: String { "HearingChild" }
    }

    private static func className(_ object: some Codingable) throws -> String? {
        try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: object))["root"].className
    }

    @Test func `what errors of class names say cures them`() {
        expectCures {
            Cure("the name of the superclass", says: "override `codedClassName`, which the superclass declares as a") {
                try Self.className(NamelessCat())
            } cured: {
                try Self.className(Cat()) == "Cat" && Self.className(HiddenCat()) == "Animal"
            }
            Cure("an empty name", says: "set or declare a name that the reading program knows") {
                try Self.written {
                    $0.setClassName("", for: Plain.self)
                    try $0.encode(Plain(), forKey: "root")
                }
            } cured: {
                let unarchiver = try Self.written {
                    $0.setClassName("Known", for: Plain.self)
                    try $0.encode(Plain(), forKey: "root")
                }
                unarchiver.setClass(Plain.self, forClassName: "Known")
                return try unarchiver.decodeObject(of: Plain.self, forKey: "root") != nil
            }
            Cure("a private type", says: "declare its name, such as `static var codedClassName: String { ") {
                try Self.className(Transient())
            } cured: {
                try Self.className(Permanent()) == "Permanent"
            }
            Cure("hooks that are never called", says: "derive ") {
                try Self.className(DeafChild())
            } cured: {
                try Self.className(HearingChild()) == "HearingChild"
            }
        }
    }

    // MARK: Type codes

    @Test func `what errors of type codes say cures them`() {
        expectCures {
            Cure("one value of two", says: "give one value for each type") {
                try Self.written { try $0.encodeValues(ofObjCTypes: "ii", [.integer(1)]) }
            } cured: {
                try Self.written { try $0.encodeValues(ofObjCTypes: "ii", [.integer(1), .integer(2)]) }
                    .decodeValues(ofObjCTypes: "ii").count == 2
            }
            Cure("bytes that are no text", says: "encode it as bytes") {
                try Self.written { try $0.encodeValue(ofObjCType: ":", .selector([0xFF])) }
            } cured: {
                try Self.written { try $0.encodeBytes([0xFF]) }.decodeBytes() == [0xFF]
            }
            Cure("a large integer", says: "use a wider type, such as q or Q") {
                try Self.written { try $0.encodeValue(ofObjCType: "i", .integer(1 << 40)) }
            } cured: {
                try Self.written { try $0.encodeValue(ofObjCType: "q", .integer(1 << 40)) }
                    .decodeValue(Int64.self) == 1 << 40
            }
            Cure("the largest integer", says: "use a wider type, such as q or Q") {
                try Self.written { try $0.encodeValue(ofObjCType: "q", .unsignedInteger(.max)) }
            } cured: {
                try Self.written { try $0.encodeValue(ofObjCType: "Q", .unsignedInteger(.max)) }
                    .decodeValue(UInt64.self) == .max
            }
            Cure("a text for a number", says: "change the type string or the value") {
                try Self.written { try $0.encodeValue(ofObjCType: "i", .object("Ada")) }
            } cured: {
                let unarchiver = try Self.written {
                    try $0.encodeValue(ofObjCType: "@", .object("Ada"))
                    try $0.encodeValue(ofObjCType: "i", .integer(7))
                }
                return try unarchiver.decodeObject(of: String.self) == "Ada" && unarchiver.decodeValue(Int32.self) == 7
            }
            Cure("a number for an array", says: "change the type string or the value") {
                try Self.written { try $0.encodeValue(ofObjCType: "[2i]", .integer(1)) }
            } cured: {
                try Self.written { try $0.encodeValue(ofObjCType: "i", .integer(1)) }.decodeValue(Int32.self) == 1
            }
            Cure("one element of two", says: "give as many elements as the type string says") {
                try Self.written { try $0.encodeValue(ofObjCType: "[2i]", .array([.integer(1)])) }
            } cured: {
                try Self.written { try $0.encodeValue(ofObjCType: "[2i]", .array([.integer(1), .integer(2)])) }
                    .decodeArray(of: Int32.self) == [1, 2]
            }
            Cure("an array of nothing", says: "leave it out; a missing key decodes as an empty array") {
                try Self.written { try $0.encodeArray([Int32](), forKey: "list") }
            } cured: {
                try Self.written { _ in }.decodeArray(of: Int32.self, forKey: "list").isEmpty
            }
            Cure("an array of no elements", says: "leave it out; a missing value decodes as an empty array") {
                try Self.written { try $0.encodeValue(ofObjCType: "[0i]", .array([])) }
            } cured: {
                try Self.written { _ in }.decodeArray(of: Int32.self).isEmpty
            }
            Cure("a structure", says: "each field under its own key, or the value as an object") {
                try Self.written { try $0.encodeValue(ofObjCType: "{p=d}", .structure([.real(1)])) }
            } cured: {
                let unarchiver = try Self.written {
                    try $0.encode(1.0, forKey: "x")
                    try $0.encode(ArchivedArray([1.0]), forKey: "point")
                }
                let types: [any Codingable.Type] = [ArchivedArray.self, Double.self]
                return try unarchiver.decodeDouble(forKey: "x") == 1
                    && unarchiver.decodeObject(of: types, forKey: "point") is ArchivedArray
            }
            Cure("an unknown type", says: "use one for numbers, objects, classes, selectors, C strings or arrays") {
                try Self.written { try $0.encodeValue(ofObjCType: "%", .atom([65])) }
            } cured: {
                let unarchiver = try Self.written {
                    try $0.encodeValue(ofObjCType: "i", .integer(1))
                    try $0.encodeValue(ofObjCType: "@", .object("Ada"))
                    try $0.encodeValue(ofObjCType: "[3d]", .array([.real(1), .real(2), .real(3)]))
                }
                return try unarchiver.decodeValue(Int32.self) == 1 && unarchiver.decodeObject(of: String.self) == "Ada"
                    && unarchiver.decodeArray(of: Double.self) == [1, 2, 3]
            }
        }
    }
}
