import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Row 108 of the catalog of hostile inputs: errors print names of the archive without repeating their effects.
@Suite struct ErrorTextTests {
    /// A name that clears the terminal, reverses the text after it, breaks the line, and is long.
    static let name =
        "\u{1B}[2J\u{202E}\n\r\t\u{0}\u{9B}31m\u{2028}\u{E000}\"\\" + String(repeating: "n", count: 65_536)

    /// What produces an error of each code, with the name in every place where an archive can have one.
    static let errors: [(code: ArchiveError.Code, fail: @Sendable () throws -> Void)] = [
        (.malformedText, { _ = try KeyedArchive(Array("<plist><\(name)/></plist>".utf8)) }),
        (.forbiddenEntity, { _ = try KeyedArchive(Array("<plist><string>&\(xmlName);</string></plist>".utf8)) }),
        (.invalidNumber, { _ = try KeyedArchive(Array("<plist><integer>\(xmlName)</integer></plist>".utf8)) }),
        (.invalidNumber, { _ = try KeyedArchive(Array("<plist><real>\(xmlName)</real></plist>".utf8)) }),
        (.invalidDate, { _ = try KeyedArchive(Array("<plist><date>\(xmlName)</date></plist>".utf8)) }),
        (.invalidData, { _ = try KeyedArchive(Array("<plist><data>\(xmlName)</data></plist>".utf8)) }),
        (
            .unsupportedVersion,
            { _ = try KeyedArchive(Array("<?xml version='1.0' encoding='\(xmlName)'?><true/>".utf8)) }
        ),
        (.notAKeyedArchive, { _ = try KeyedArchive(BinaryPropertyListWriter().write(.record([name: 1]))) }),
        (.invalidReference, { try decode(.record([name: .uid(9), "$class": .uid(2)])) }),
        (.invalidObject, { try decode([1]) }),
        (.invalidClassRecord, { try decode(.record([name: 1, "$class": .uid(4)]), ["$classname": 1]) }),
        (.unknownClass, { try decode(["$class": .uid(2)], as: Thing.self) }),
        (
            .unexpectedClass,
            {
                var registry = ClassRegistry.standard
                registry.register(Thing.self, forClassName: name)
                let unarchiver = try KeyedUnarchiver(forReadingFrom: archive(["$class": .uid(2)]), registry: registry)
                _ = try unarchiver.decodeObject(of: [ArchivedArray.self], forKey: name)
            }
        ),
        (.invalidUnarchiveOperation, { _ = try opened(name, "x").decodeInteger(forKey: name) }),
        (.range, { _ = try opened(name, .integer(.max)).decodeInt32(forKey: name) }),
        (.valueNotFound, { _ = try opened("key", 1).decode(String.self, forKey: name + "!") }),
        (.valueNotFound, { _ = try KeyedArchive(archive("x")).value(at: ArchivePath([.key(name + "!")])) }),
        (
            .valueNotFound,
            { _ = try KeyedArchive(archive(["$class": .uid(2)])).value(at: ArchivePath([.key(name), .index(3)])) }
        ),
        (
            .invalidValue,
            {
                let unarchiver = try opened(
                    name, .uid(1), .record(["NS.objects": [.uid(0)], name: 1, "$class": .uid(2)]))
                unarchiver.setClass(ArchivedArray.self, forClassName: name)
                _ = try unarchiver.decodeObject(of: [ArchivedArray.self], forKey: name)
            }
        ),
        (
            .cycle,
            {
                let unarchiver = try opened(name, .uid(1), .record(["next": .uid(1), "$class": .uid(2)]))
                unarchiver.setClass(Thing.self, forClassName: name)
                _ = try unarchiver.decodeObject(of: Thing.self, forKey: name)
            }
        ),
        (
            .limitExceeded,
            {
                _ = try KeyedUnarchiver.unarchivedObject(
                    of: Thing.self, from: HostileArchive.chain(600, last: 0).bytes())
            }
        ),
        (
            .invalidArchiveOperation,
            {
                let archiver = KeyedArchiver(requiringSecureCoding: true)
                try archiver.encode(Insecure(), forKey: name)
            }
        ),
        (
            .finished,
            {
                let archiver = KeyedArchiver()
                try archiver.finishEncoding()
                try archiver.encode(1, forKey: name)
            }
        ),
        (.invalidPath, { _ = try ArchivePath(name) }),
        (.invalidPath, { _ = try ArchivePath("root[\(name)]") }),
        (.unrepresentable, { try KeyedArchiver().encodePropertyList(.record([name: .uid(1)]), forKey: name) }),
        (
            .invalidUnarchiveOperation,
            {
                // The element type of a C array is a character that the archive chooses.
                let array: PropertyList = ["NS.type": 27, "NS.count": 1, "NS.size": 4, "$class": .uid(2)]
                let bytes = try SmallArchive(
                    array, .classRecord("_NSKeyedCoderOldStyleArray", "NSObject"), top: ["$0": .uid(1)]
                ).bytes()
                _ = try KeyedUnarchiver(forReadingFrom: bytes).decodeArray(of: Int32.self)
            }
        ),
    ]

    struct Insecure: Codingable {
        static var codedClassName: String { ErrorTextTests.name }
        static var supportsSecureCoding: Bool { false }
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    /// The part of the name that XML text may hold.
    private static let xmlName = "\u{9B}31m\u{202E}\u{2028}" + String(repeating: "n", count: 65_536)

    /// An archive whose root is of a class with the name.
    private static func archive(_ root: PropertyList, _ others: PropertyList...) throws -> [UInt8] {
        let text = PropertyListString(name)
        var archive = SmallArchive(
            root, ["$classname": .string(text), "$classes": [.string(text)]], "x",
            top: .record(["root": .uid(1), name: .uid(1)]))
        archive.objects += others
        return try archive.bytes()
    }

    private static func decode(_ root: PropertyList, _ others: PropertyList..., as type: Thing.Type? = nil) throws {
        var archive = try KeyedArchive(archive(root))
        for other in others { _ = archive.add(.value(other)) }
        if type != nil {
            _ = try KeyedUnarchiver(forReadingFrom: archive.bytes()).decodeObject(of: Thing.self, forKey: name)
        } else {
            _ = try KeyedUnarchiver.unarchivedGraph(from: archive.bytes())
        }
    }

    private static func opened(
        _ key: String,
        _ value: PropertyList,
        _ root: PropertyList = "x"
    ) throws -> KeyedUnarchiver {
        var archive = try KeyedArchive(archive(root))
        try archive.setRawTopLevelValue(value, forKey: key)
        return try KeyedUnarchiver(forReadingFrom: archive.bytes())
    }

    @Test(.rows)
    func `an error of each code is one line of bounded length that a terminal shows as it is`() {
        forEachRow(Self.errors.indices) { (index: Int) throws in
            let (code, fail) = Self.errors[index]
            let error = #expect(throws: ArchiveError.self) { try fail() }
            #expect(error?.code == code)
            check(error?.description)
            check(error?.reason)
            let remedy = try #require(error?.remedy)
            check(remedy)
            #expect(error?.description.hasSuffix("; \(remedy)") == true)
            check(error.map { "\($0)" })
        }

        let codes: [ArchiveError.Code] = [
            .malformedText, .forbiddenEntity, .invalidNumber, .invalidDate, .invalidData, .unsupportedVersion,
            .notAKeyedArchive, .invalidReference, .invalidObject, .invalidClassRecord, .unknownClass,
            .unexpectedClass, .invalidUnarchiveOperation, .range, .valueNotFound, .invalidValue, .cycle,
            .limitExceeded, .invalidArchiveOperation, .finished, .invalidPath, .unrepresentable,
        ]
        #expect(Set(Self.errors.map(\.code)) == Set(codes))
    }

    private func check(_ text: String?) {
        guard let text else { return }
        #expect(text.utf8.count < 3000)
        let isShown = text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
        #expect(isShown, "\(text.debugDescription.prefix(400))")
    }

    @Test func `names are shortened and escaped in every part of a description, in warnings and by Codable`() throws {
        let error = ArchiveError(
            .invalidValue, "it is wrong", path: ArchivePath([.key(Self.name), .index(0), .key(Self.name)]),
            key: Self.name,
            className: Self.name, uid: 1
        )
        check(error.description)
        #expect(error.description.hasPrefix("\"\\u{1B}[2J\\u{202E}\\u{A}\\u{D}\\u{9}\\u{0}\\u{9B}31m"))

        let archive = try Self.opened(Self.name, 1)
        #expect(try archive.decodeObject(forKey: Self.name) == nil)
        for warning in archive.warnings { check(warning.description) }
        #expect(archive.warnings.count == 1)
        let unarchiver = try KeyedUnarchiver(
            forReadingFrom: KeyedArchiver.archivedBytes(withRootObject: [Self.name: 1] as [String: Int]))
        do {
            _ = try unarchiver.decodeDecodable([String: String].self, forKey: "root")
            Issue.record("decoded")
        } catch let DecodingError.typeMismatch(_, context) {
            check(context.debugDescription)
        }
    }

    @Test func `a path of a thousand steps is printed by its ends`() {
        let steps = (0..<1000).map { ArchivePath.Step.key("step\($0)") }
        let text = ArchiveError(.cycle, "it is wrong", path: ArchivePath(steps)).description
        expectRows {
            text.utf8.count < 400
            expecting(text, hasPrefix: "step0.step1.")
            expecting(text, contains: ".step999: it is wrong")
            ArchivePath(steps).description.utf8.count > 7000
        }
    }
}
