import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Every call that encodes, made when the archive is finished.
@Suite struct FinishedArchiverTests {
    struct Failure: Error {}

    /// A value that no call can encode.
    struct NoObject {}

    /// A value that fails, and says that it was asked.
    struct Stubborn: Encodable {
        func encode(to encoder: any Encoder) throws { throw Failure() }
    }

    enum Flag: Int, Codingable {
        case on = 1
    }

    final class Thing: Codingable {
        static var codedClassName: String { "Thing" }
        init() {}
        func encode(with archiver: KeyedArchiver) throws { throw Failure() }
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    typealias Call = @Sendable (KeyedArchiver) throws -> Void

    /// Many would fail for another reason, or do nothing, if the archive weren't finished.
    static let keyedCalls: [(name: String, call: Call)] = [
        ("object", { try $0.encode(Thing(), forKey: "key") }),
        ("any object", { try $0.encode(Thing() as (any Codingable)?, forKey: "key") }),
        ("nil", { try $0.encode(nil, forKey: "key") }),
        ("string", { try $0.encode("text", forKey: "key") }),
        ("contents of a string", { try "text".encode(with: $0) }),
        ("contents of an unpaired surrogate", { try PropertyListString(utf16: [0xD800]).encode(with: $0) }),
        ("array", { try $0.encode([Thing()], forKey: "key") }),
        ("empty array", { try $0.encode([String](), forKey: "key") }),
        ("set", { try $0.encode(["a"] as Set<String>, forKey: "key") }),
        ("dictionary", { try $0.encode(["a": 1], forKey: "key") }),
        ("number", { try $0.encode(Int16(7), forKey: "key") }),
        ("conditional", { try $0.encodeConditionalObject(Thing(), forKey: "key") }),
        ("conditional nil", { try $0.encodeConditionalObject(nil, forKey: "key") }),
        ("conditional value", { try $0.encodeConditionalObject("text", forKey: "key") }),
        ("Bool", { try $0.encode(true, forKey: "key") }), ("Int", { try $0.encode(7, forKey: "key") }),
        ("Int32", { try $0.encode(Int32(7), forKey: "key") }), ("Int64", { try $0.encode(Int64(7), forKey: "key") }),
        ("CInt", { try $0.encodeCInt(7, forKey: "key") }), ("Float", { try $0.encode(Float(7), forKey: "key") }),
        ("Double", { try $0.encode(7.5, forKey: "key") }), ("bytes", { try $0.encodeBytes([7], forKey: "key") }),
        ("slice", { try $0.encodeBytes([7, 8][1...], forKey: "key") }),
        ("inline string", { try $0.encodeInlineString("text", forKey: "key") }),
        ("elements", { try $0.encodeElements(["text"], forKey: "key") }),
        ("no elements", { try $0.encodeElements([String](), forKey: "key") }),
        ("lazy elements", { try $0.encodeElements(["text"].lazy.reversed(), forKey: "key") }),
        ("any elements", { try $0.encodeElements([any Codingable](), forKey: "key") }),
        ("optional elements", { try $0.encodeElements([(any Codingable)?](), forKey: "key") }),
        ("objects of any type", { try $0.encode([Thing()] as [any Codingable], forKey: "key") }),
        ("values of any type", { try $0.encode(["a": Thing()] as [String: any Codingable], forKey: "key") }),
        ("anything", { try $0.encodeAny(NoObject(), forKey: "key") }),
        ("raw value", { try $0.encode(Flag.on, forKey: "key") }),
        ("encodable", { try $0.encodeEncodable(Stubborn(), forKey: "key") }),
        ("property list", { try $0.encodePropertyList([1, "text"], forKey: "key") }),
        ("array of scalars", { try $0.encodeArray([Int32(7)], forKey: "key") }),
        ("run-time key", { try $0.encode(nil, forRuntimeKey: "key") }),
        ("Swift key", { try $0.encodeBytes([7], forSwiftKey: "key") }),
        ("top-level fields", { try $0.encodeTopLevelFields([]) }),
    ]

    static let sequentialCalls: [(name: String, call: Call)] = [
        ("object", { try $0.encode(Thing()) }), ("nil", { try $0.encode(nil) }),
        ("conditional", { try $0.encodeConditionalObject(Thing()) }),
        ("conditional nil", { try $0.encodeConditionalObject(nil) }), ("root", { try $0.encodeRootObject(Thing()) }),
        ("scalar", { try $0.encodeValue(Int8(7)) }), ("C string", { try $0.encodeCString("text") }),
        ("bytes", { try $0.encodeBytes([7]) }), ("array of scalars", { try $0.encodeArray([Int32(7)]) }),
        ("encodable", { try $0.encodeEncodable(Stubborn()) }),
        ("property list", { try $0.encodePropertyList([1, "text"]) }),
        ("unknown type", { try $0.encodeValue(ofObjCType: "?", .integer(7)) }),
        ("misfit", { try $0.encodeValue(ofObjCType: "c", .integer(700)) }),
        ("no values", { try $0.encodeValues(ofObjCTypes: "", []) }),
        ("too few values", { try $0.encodeValues(ofObjCTypes: "ii", [.integer(7)]) }),
        ("array of values", { try $0.encodeArray(ofObjCType: "i", [.integer(7)]) }),
        ("selector", { try $0.encodeSelector(nil) }), ("class", { try $0.encodeClass(nil) }),
    ]

    /// Objects that encode themselves, asked without a key.
    static let references: [(name: String, call: Call)] = [
        ("array", { _ = try $0.reference(to: ["text"]) }),
        ("dictionary", { _ = try $0.reference(to: ["a": 1]) }),
        ("set", { _ = try $0.reference(to: Set(["a"])) }),
        ("Int16", { _ = try $0.reference(to: Int16(7)) }),
        ("Bool", { _ = try $0.reference(to: true) }),
        ("UInt64", { _ = try $0.reference(to: UInt64.max) }),
        ("Float", { _ = try $0.reference(to: Float(7)) }),
        ("Double", { _ = try $0.reference(to: 7.5) }),
        ("128 bits", { _ = try $0.reference(to: Integer128(high: 1, low: 0)) }),
        ("number", { _ = try $0.reference(to: ArchivedNumber.integer(7)) }),
        ("data", { _ = try $0.encodeData(ArchivedData([7])) { $0.bytes } }),
        ("enumeration", { _ = try $0.reference(to: Flag.on) }),
    ]

    @Test(.rows)
    func `no call adds to a finished archive, whatever it is asked to encode`() {
        forEachRow((Self.keyedCalls + Self.sequentialCalls + Self.references).indices) { (index: Int) throws in
            let (name, call) = (Self.keyedCalls + Self.sequentialCalls + Self.references)[index]
            let archiver = KeyedArchiver()
            try archiver.encode("before", forKey: "root")
            let bytes = try archiver.encodedBytes
            #expect(code { try call(archiver) } == .finished, "\(name)")
            #expect(try archiver.encodedBytes == bytes)
        }
    }

    @Test(.rows)
    func `an encodable value that finishes the archive is not added to it`() {
        forEachRow([true, false]) { (hasKey: Bool) throws in
            struct Finisher: Encodable {
                var archiver: KeyedArchiver
                func encode(to encoder: any Encoder) throws {
                    var container = encoder.singleValueContainer()
                    try container.encode("late")
                    try archiver.finishEncoding()
                }
            }
            let archiver = KeyedArchiver()
            let value = Finisher(archiver: archiver)
            #expect(
                code {
                    if hasKey {
                        try archiver.encodeEncodable(value, forKey: "key")
                    } else {
                        try archiver.encodeEncodable(value)
                    }
                } == .finished)
            #expect(try KeyedArchive(archiver.encodedBytes).objectCount == 1)
        }
    }
}
