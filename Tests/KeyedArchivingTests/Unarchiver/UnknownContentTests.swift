import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Objects of known classes whose content is not understood, where unknown classes are kept.
@Suite struct UnknownContentTests {
    /// A type of the user's, which refuses what it reads.
    struct Refusing: Codingable {
        static var codedClassName: String { "Refusing" }
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {
            throw unarchiver.failure(.invalidValue, "not good", key: "any")
        }
    }

    /// An array of a good date, the same odd one twice, and a text.
    static func bytes(_ odd: PropertyList = ["NS.time": "noon", "$class": .uid(6)]) throws -> [UInt8] {
        let references: [PropertyList] = [.uid(3), .uid(4), .uid(4), .uid(5)]
        return try SmallArchive(
            ["NS.objects": .array(PropertyListArray(references)), "$class": .uid(2)],
            .classRecord("NSArray", "NSObject"),
            ["NS.time": 1.5, "$class": .uid(6)],
            odd,
            "text",
            .classRecord("NSDate", "NSObject")
        ).bytes()
    }

    static func unarchiver(_ bytes: [UInt8], keepsUnknownClasses: Bool = true) throws -> KeyedUnarchiver {
        var registry = ClassRegistry.standard
        registry.register(Refusing.self)
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: registry)
        unarchiver.keepsUnknownClasses = keepsUnknownClasses
        try unarchiver.disableSecureCoding()
        return unarchiver
    }

    @Test(.rows)
    func `an object of a known class with odd content is kept as it is, with a warning`() throws {
        forEachRow([
            KeyedUnarchiver.DecodingFailurePolicy.throw, .setErrorAndReturn,
        ]) { (policy: KeyedUnarchiver.DecodingFailurePolicy) throws in
            let unarchiver = try Self.unarchiver(Self.bytes())
            unarchiver.decodingFailurePolicy = policy
            let array = try #require(try unarchiver.decodeObject(forKey: "root") as? ArchivedArray)
            try #require(array.elements.count == 4)
            #expect(array.elements[0] is ArchivedDate)
            let odd = try #require(array.elements[1] as? ArchivedObject)
            expectRows {
                (odd.archivedClass.name, "NSDate")
                array.elements[2].instance === odd
                (array.elements[3] as? String, "text")
            }
            guard case .inline("noon")? = odd["NS.time"] else {
                Issue.record("the field is \(String(describing: odd["NS.time"]))")
                return
            }
            #expect(unarchiver.error == nil)
            let warning = try #require(unarchiver.warnings.first)
            expectRows {
                (unarchiver.warnings.count, 1)
                (warning.className, "NSDate")
                (warning.key, "NS.time")
            }
            let again = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: array))
            let times = try again.uids(ofClass: "NSDate").map { try again.requiredRecord($0)["NS.time"] }
            #expect(times == [1.5, "noon"])
        }

        #expect(try KeyedUnarchiver.unarchivedGraph(from: Self.bytes()) is ArchivedArray)
    }

    @Test func `odd content is an error where a type is named, a class refused or a user's type throws`() throws {
        let bytes = try Self.bytes()
        #expect(
            code {
                _ = try Self.unarchiver(bytes, keepsUnknownClasses: false).decodeObject(forKey: "root")
            } != nil)
        #expect(code { _ = try Self.unarchiver(bytes).decodeObject(of: [ArchivedDate].self, forKey: "root") } != nil)
        let secure = try KeyedUnarchiver(forReadingFrom: bytes)
        secure.keepsUnknownClasses = true
        let types: [any Codingable.Type] = [ArchivedArray.self, ArchivedDate.self]
        #expect(code { _ = try secure.decodeObject(of: types, forKey: "root") } != nil)
        #expect(try secure.decodeObject(of: types + [ArchivedObject.self], forKey: "root") is ArchivedArray)

        var archive = try KeyedArchive(Self.bytes(["$class": .uid(6)]))
        try archive.replaceEntry(at: 6, with: .classRecord(ArchivedClass(name: "Refusing", hierarchy: ["NSObject"])))
        let refusing = try archive.bytes()
        #expect(code { _ = try Self.unarchiver(refusing).decodeObject(forKey: "root") } == .invalidValue)
    }
}
