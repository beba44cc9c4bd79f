import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

/// What errors of Foundation's types say to do is done, and then the value is written or read.
@Suite struct FoundationRemedyTests {
    private static func bytes(_ value: some Codingable) throws -> [UInt8] {
        try KeyedArchiver.archivedBytes(withRootObject: value)
    }

    private static func read<Value: Codingable>(
        _ type: Value.Type,
        _ className: String,
        _ fields: KeyValuePairs<String, ArchivedValue>
    ) throws -> Value? {
        try KeyedUnarchiver.unarchivedObject(
            of: type, from: ArchiveBuilder.bytes(className, fields), registry: .foundation)
    }

    /// The value under a key of an object that is decoded as it is stored.
    private static func text(
        _ key: String,
        _ className: String,
        _ fields: KeyValuePairs<String, ArchivedValue>
    ) throws -> String? {
        guard case .object(let text as String)? = try read(ArchivedObject.self, className, fields)?[key] else {
            return nil
        }
        return text
    }

    @Test func `what the errors of a missing file and of one more in a counted set say cures them`() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("remedy-\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        expectCures {
            Cure("no file", says: "check its path, and that this program may read it") {
                try KeyedArchive(.contents(of: file))
            } cured: {
                try Data(Self.bytes("Ada")).write(to: file)
                return try KeyedArchive(.contents(of: file))["root"].string == "Ada"
            }
        }

        let archive = try KeyedArchive(Self.bytes(ArchivedCountedSet([("Ada", 2)])))
        expectCures {
            Cure(
                "one more",
                says: "set the collection as a whole, to an `ArchivedCountedSet` of KeyedArchivingFoundation"
            ) {
                var archive = archive
                try archive.append("Cy" as PropertyList, to: "root")
            } cured: {
                var archive = archive
                try archive.set(ArchivedCountedSet([("Ada", 2), ("Cy", 1)]), at: "root")
                let set = try KeyedUnarchiver.unarchivedObject(
                    of: ArchivedCountedSet.self, from: archive.bytes(), registry: .foundation)
                return set?.members.map(\.count) == [2, 1] && archive["root"].className == "NSCountedSet"
            }
        }
    }

    // MARK: Writing

    /// A length of a unit of one's own.
    private final class Doubled: UnitConverter, @unchecked Sendable {
        override func baseUnitValue(fromValue value: Double) -> Double { 2 * value }
        override func value(fromBaseUnitValue value: Double) -> Double { value / 2 }
    }

    @Test func `what errors of writing say cures them`() throws {
        let length = Measurement(value: 3, unit: UnitLength(symbol: "pair", converter: Doubled()))
        expectCures {
            Cure("a color of an unknown kind", says: "decode it as an `ArchivedObject`, which can be written again") {
                let color = try Self.read(ArchivedColor.self, "NSColor", ["NSColorSpace": .integer(77)])
                return try color.map { try Self.bytes($0) }
            } cured: {
                let color = try Self.read(ArchivedObject.self, "NSColor", ["NSColorSpace": .integer(77)])
                let archive = try color.map { try KeyedArchive(Self.bytes($0)) }
                return archive?["root.NSColorSpace"].int == 77
            }
            Cure("a range below 0", says: "let the bounds be 0 or more, and their difference an Int") {
                try Self.bytes(-5..<3)
            } cured: {
                try KeyedUnarchiver.unarchivedObject(of: Range<Int>.self, from: Self.bytes(0..<8)) == 0..<8
            }
            Cure(
                "a day of the year",
                says: "encode the components with `encodeEncodable(_:forKey:)`, or set the month and the day"
            ) {
                var components = DateComponents(year: 2026)
                components.dayOfYear = 60
                return try Self.bytes(components)
            } cured: {
                var components = DateComponents(year: 2026)
                components.dayOfYear = 60
                let archiver = KeyedArchiver()
                try archiver.encodeEncodable(components, forKey: "components")
                let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
                return try unarchiver.decodeDecodable(DateComponents.self, forKey: "components") == components
            }
            Cure("a member that isn't there", says: "leave the member out, or give it a count of 1 or more") {
                try Self.bytes(ArchivedCountedSet([("a", 0)]))
            } cured: {
                try Self.bytes(ArchivedCountedSet([("a", 1)])).isEmpty == false
            }
            Cure("a mark for what isn't set", says: "leave the component nil, or give it another value") {
                try Self.bytes(DateComponents(year: Int(Int32.max)))
            } cured: {
                try [DateComponents(), DateComponents(year: 9999)].allSatisfy { try roundTrip($0) == $0 }
            }
            Cure("a real too large for a float", says: "let `typeCode` be d") {
                var numbers = BoxedNumbers(reals: [1e300])
                numbers.typeCode = "f"
                return try Self.bytes(BoxedValue.numbers(numbers))
            } cured: {
                let numbers = BoxedValue.numbers(BoxedNumbers(reals: [1e300]))
                return try KeyedUnarchiver.unarchivedObject(of: BoxedValue.self, from: Self.bytes(numbers)) == numbers
            }
            Cure("two components of three", says: "give as many as the space has, and the opacity as `alpha`") {
                try Self.bytes(ArchivedColor.components(ColorComponents(.deviceRGB, [0, 1])))
            } cured: {
                let color = ArchivedColor.components(ColorComponents(.deviceRGB, [0, 1, 0], alpha: 0.5))
                return try roundTrip(color) == color
            }
            Cure("CMYK of UIKit", says: "convert it to RGB, or let `isUIKit` be false") {
                try Self.bytes(ArchivedColor.components(ColorComponents(.deviceCMYK, [0, 0, 0, 1], isUIKit: true)))
            } cured: {
                let cmyk = ArchivedColor.components(ColorComponents(.deviceCMYK, [0, 0, 0, 1]))
                let rgb = ArchivedColor.components(ColorComponents(.deviceRGB, [0, 0, 0], isUIKit: true))
                return try roundTrip(cmyk) == cmyk && !Self.bytes(rgb).isEmpty
            }
            Cure("a date that is no number", says: "encode an ArchivedDate, which keeps any value") {
                try Self.bytes(Date(timeIntervalSinceReferenceDate: .nan))
            } cured: {
                try roundTrip(ArchivedDate(timeIntervalSinceReferenceDate: .nan)).timeIntervalSinceReferenceDate.isNaN
            }
            Cure(
                "numbers of another kind",
                says: "let `typeCode` be q for integers, Q for unsigned ones, B for booleans, "
            ) {
                var numbers = BoxedNumbers(integers: [1])
                numbers.typeCode = "d"
                return try Self.bytes(BoxedValue.numbers(numbers))
            } cured: {
                var single = BoxedNumbers(integers: [1], isArray: false)
                let contents: [(BoxedNumbers.Content, Character)] = [
                    (.integers([1]), "q"), (.unsignedIntegers([.max]), "Q"), (.booleans([true]), "B"),
                    (.reals([1.5]), "d"), (.string("Ada"), "*"),
                ]
                return try contents.allSatisfy {
                    (single.content, single.typeCode) = $0
                    return try roundTrip(BoxedValue.numbers(single)) == .numbers(single)
                }
            }
            Cure("a wide number", says: "use a wider type, such as 'q' or 'Q'") {
                try Self.bytes(BoxedValue.numbers(BoxedNumbers(integers: [1 << 40], typeCode: "i")))
            } cured: {
                let numbers = BoxedValue.numbers(BoxedNumbers(integers: [1 << 40], typeCode: "q"))
                return try roundTrip(numbers) == numbers
            }
            Cure("two numbers for one", says: "give it one number, or let `isArray` be true") {
                try Self.bytes(BoxedValue.numbers(BoxedNumbers(integers: [1, 2], isArray: false)))
            } cured: {
                let numbers = [BoxedNumbers(integers: [1], isArray: false), BoxedNumbers(integers: [1, 2])]
                return try numbers.allSatisfy { try roundTrip(BoxedValue.numbers($0)) == .numbers($0) }
            }
            Cure(
                "runs of characters", says: "let the runs add up to the code units of UTF-16 in `string`, and refer to"
            ) {
                try Self.bytes(
                    ArchivedAttributedString(
                        "👍", attributes: [ArchivedDictionary([])],
                        runs: [ArchivedAttributedString.Run(length: 1, attributes: 0)]))
            } cured: {
                let text = ArchivedAttributedString(
                    "👍", attributes: [ArchivedDictionary([])],
                    runs: [ArchivedAttributedString.Run(length: "👍".utf16.count, attributes: 0)])
                return try roundTrip(text).string == "👍"
            }
            Cure("a unit of one's own", says: "convert the measurement to a unit of Foundation") {
                try Self.bytes(length)
            } cured: {
                try roundTrip(length.converted(to: .meters)).value == 6
            }
            Cure("a negative index", says: "use indexes from 0 on") {
                try Self.bytes(IndexPath(indexes: [-1, 2]))
            } cured: {
                try roundTrip(IndexPath(indexes: [1, 2])) == [1, 2]
            }
            Cure("a key that is no text", says: "use strings as keys") {
                try PropertyList([1: "Ada"] as [AnyHashable: Any])
            } cured: {
                try PropertyList(["1": "Ada"] as [AnyHashable: Any]) == ["1": "Ada"]
            }
            Cure(
                "a value of no property list", says: "use arrays, dictionaries with strings as keys, strings, numbers,"
            ) {
                try PropertyList(["a": URL(fileURLWithPath: "/")] as [String: Any])
            } cured: {
                try PropertyList(
                    ["a": ["b", 1, 1.5, true, Date(timeIntervalSinceReferenceDate: 0), Data([1])]] as [String: Any])
                    == ["a": ["b", 1, 1.5, true, .date(0), .data([1])]]
            }
            Cure("deep lists", says: "raise `Limits.depth`") {
                try PropertyList([[["Ada"]]] as [Any], limits: Limits(depth: 2))
            } cured: {
                try PropertyList([[["Ada"]]] as [Any], limits: Limits(depth: 3)) == [[["Ada"]]]
            }
        }
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test func `a calendar without a name in archives is written by its identifier, or another is`() {
        expectCures {
            Cure("a calendar without a name", says: "encode another calendar, or the identifier as a string") {
                try Self.bytes(Calendar(identifier: .dangi))
            } cured: {
                try roundTrip(Calendar(identifier: .chinese)).identifier == .chinese
                    && roundTrip("\(Calendar.Identifier.dangi)") == "dangi"
            }
        }
    }

    // MARK: Reading

    @Test func `what errors of reading say cures them`() throws {
        let color = try ArchiveBuilder.bytes("NSColor", ["NSColorSpace": .integer(77)])
        let date = try Self.bytes(ArchivedDate(timeIntervalSinceReferenceDate: .nan))
        let error = try Self.bytes(ArchivedNSError(domain: "Mine", code: 7))
        let split = try ArchiveBuilder.bytes(
            "NSAttributedString",
            [
                "NSString": .object("👍"), "NSAttributeInfo": .object(Data([1, 0, 1, 0])),
                "NSAttributes": .object(ArchivedArray([ArchivedDictionary([])])),
            ])
        let numbered = try ArchiveBuilder.bytes(
            "NSAttributedString",
            [
                "NSString": .object("text"),
                "NSAttributes": .object(ArchivedDictionary([(key: Int64(1), value: "value")])),
            ])
        let uuid = try Self.bytes(UUID())
        func keeping(_ bytes: [UInt8]) throws -> KeyedUnarchiver {
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: .foundation)
            unarchiver.keepsUnknownClasses = true
            return unarchiver
        }
        expectCures {
            Cure("a color of an unknown kind", says: "decode it as an `ArchivedObject`, which has all of its fields") {
                try keeping(color).decodeObject(of: [ArchivedColor.self, Date.self], forKey: "root")
            } cured: {
                let object = try keeping(color).decodeObject(of: ArchivedObject.self, forKey: "root")
                guard case .inline(77)? = object?["NSColorSpace"] else { return false }
                return true
            }
            Cure("an unknown calendar", says: "decode it as ArchivedObject to see the name") {
                try Self.read(Calendar.self, "NSCalendar", ["NS.identifier": .object("mayan")])
            } cured: {
                try Self.text("NS.identifier", "NSCalendar", ["NS.identifier": .object("mayan")]) == "mayan"
            }
            Cure("an unknown time zone", says: "decode it as ArchivedObject to see the name and the tables") {
                try Self.read(TimeZone.self, "NSTimeZone", ["NS.name": .object("Mars/Olympus")])
            } cured: {
                try Self.text("NS.name", "NSTimeZone", ["NS.name": .object("Mars/Olympus")]) == "Mars/Olympus"
            }
            Cure("a date that is no number", says: "decode it as ArchivedDate, which keeps any value") {
                try KeyedUnarchiver.unarchivedObject(of: Date.self, from: date)
            } cured: {
                try KeyedUnarchiver.unarchivedObject(of: ArchivedDate.self, from: date)?.timeIntervalSinceReferenceDate
                    .isNaN == true
            }
            Cure("an error of another domain", says: "decode it as ArchivedNSError") {
                try KeyedUnarchiver.unarchivedObject(of: CocoaError.self, from: error)
            } cured: {
                try KeyedUnarchiver.unarchivedObject(of: ArchivedNSError.self, from: error)?.code == 7
            }
            Cure("an unknown C type", says: "register ArchivedObject for the class to keep the fields as they are") {
                try Self.read(BoxedValue.self, "NSValue", ["$0": .object("{odd=}"), "$1": .integer(1)])
            } cured: {
                try Self.keptFields(["$0": .object("{odd=}"), "$1": .integer(1)]) == 2
            }
            Cure(
                "an unknown kind of value", says: "register ArchivedObject for the class to keep the fields as they are"
            ) {
                try Self.read(BoxedValue.self, "NSValue", ["NS.special": .integer(99)])
            } cured: {
                try Self.keptFields(["NS.special": .integer(99)]) == 1
            }
            Cure("a point for a size", says: "decode it as BoxedValue to see what it is") {
                try KeyedUnarchiver.unarchivedObject(of: CGSize.self, from: Self.bytes(CGPoint(x: 1, y: 2)))
            } cured: {
                let bytes = try Self.bytes(CGPoint(x: 1, y: 2))
                return try KeyedUnarchiver.unarchivedObject(of: BoxedValue.self, from: bytes)
                    == .point(CGPoint(x: 1, y: 2))
            }
            Cure(
                "a run within a character", says: "decode it as ArchivedAttributedString, which keeps the runs as they"
            ) {
                try KeyedUnarchiver.unarchivedObject(of: AttributedString.self, from: split)
            } cured: {
                try KeyedUnarchiver.unarchivedObject(of: ArchivedAttributedString.self, from: split)?.runs.map(\.length)
                    == [1, 1]
            }
            Cure("a number for an attribute", says: "decode it as ArchivedAttributedString, which keeps attributes as")
            {
                try KeyedUnarchiver.unarchivedObject(of: AttributedString.self, from: numbered)
            } cured: {
                let text = try KeyedUnarchiver.unarchivedObject(of: ArchivedAttributedString.self, from: numbered)
                return text?.attributes.first?.entries.first?.value as? String == "value"
            }
            Cure("an unknown set of characters", says: "decode it as ArchivedObject to see the fields") {
                try Self.read(CharacterSet.self, "NSCharacterSet", ["NSBuiltinID": .integer(99)])
            } cured: {
                let object = try Self.read(ArchivedObject.self, "NSCharacterSet", ["NSBuiltinID": .integer(99)])
                guard case .inline(99)? = object?["NSBuiltinID"] else { return false }
                return true
            }
            Cure("a mass for a length", says: "decode it as Measurement<Unit> if the kind of unit is not known") {
                let bytes = try Self.bytes(Measurement(value: 1, unit: UnitMass.grams))
                return try KeyedUnarchiver.unarchivedObject(of: Measurement<UnitLength>.self, from: bytes)
            } cured: {
                let bytes = try Self.bytes(Measurement(value: 1, unit: UnitMass.grams))
                return try KeyedUnarchiver.unarchivedObject(of: Measurement<Unit>.self, from: bytes)?.unit.symbol == "g"
            }
            Cure("a field that isn't there", says: "the file was damaged or made by a faulty writer") {
                try Self.read(URL.self, "NSURL", [:])
            } cured: {
                try roundTrip(URL(fileURLWithPath: "/")) == URL(fileURLWithPath: "/")
            }
            Cure("a malformed URL", says: "decode it as ArchivedObject to see the text") {
                try Self.read(URL.self, "NSURL", ["NS.base": .null, "NS.relative": .object("http://[::1")])
            } cured: {
                try Self.text("NS.relative", "NSURL", ["NS.base": .null, "NS.relative": .object("http://[::1")])
                    == "http://[::1"
            }
            Cure("a long relative URL", says: "decode it as ArchivedObject to see the texts") {
                try Self.read(URL.self, "NSURL", Self.longURL)
            } cured: {
                try Self.text("NS.relative", "NSURL", Self.longURL)?.count == 40_000
            }
            Cure("a class of Foundation", says: "pass `registry: .foundation` of KeyedArchivingFoundation, ") {
                let unarchiver = try KeyedUnarchiver(forReadingFrom: uuid)
                try unarchiver.disableSecureCoding()
                return try unarchiver.decodeObject(forKey: "root")
            } cured: {
                let unarchiver = try KeyedUnarchiver(forReadingFrom: uuid, registry: .foundation)
                try unarchiver.disableSecureCoding()
                return try unarchiver.decodeObject(forKey: "root") is UUID
            }
            Cure(
                "a class of Foundation that isn't named",
                says: "import KeyedArchivingFoundation for its types, and name"
            ) {
                try KeyedUnarchiver(forReadingFrom: uuid).decodeObject(forKey: "root")
            } cured: {
                try KeyedUnarchiver(forReadingFrom: uuid, registry: .foundation)
                    .decodeObject(of: [UUID.self], forKey: "root") is UUID
            }
        }
    }

    private static var longURL: KeyValuePairs<String, ArchivedValue> {
        [
            "NS.base": .object(
                ArchiveBuilder.object("NSURL", ["NS.base": .null, "NS.relative": .object("http://a/")])),
            "NS.relative": .object(String(repeating: "a", count: 40_000)),
        ]
    }

    /// How many fields an `NSValue` has where `ArchivedObject` is registered for its class.
    private static func keptFields(_ fields: KeyValuePairs<String, ArchivedValue>) throws -> Int? {
        let unarchiver = try KeyedUnarchiver(
            forReadingFrom: ArchiveBuilder.bytes("NSValue", fields), registry: .foundation)
        unarchiver.setClass(ArchivedObject.self, forClassName: "NSValue")
        return try unarchiver.decodeObject(of: ArchivedObject.self, forKey: "root")?.fields.count
    }
}
