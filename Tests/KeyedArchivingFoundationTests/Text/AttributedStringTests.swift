import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

@Suite struct AttributedStringTests {
    private static let red = ArchivedColor.components(ColorComponents(.calibratedRGB, [1, 0, 0]))

    @Test func `runs that don't cover the text are refused, and cannot be archived`() throws {
        for lengths in [[2], [-1, 7], [7], [3, 4]] {
            let archived = ArchivedAttributedString(
                "abcdef", attributes: [ArchivedDictionary()],
                runs: lengths.map { ArchivedAttributedString.Run(length: $0, attributes: 0) })
            #expect(throws: ArchiveError(.invalidValue, ""), "\(lengths)") { try AttributedString(archived) }
        }

        let tooLong = [ArchivedAttributedString.Run(length: 9, attributes: 0)]
        let unmatched = ArchivedAttributedString("abc", attributes: [ArchivedDictionary()], runs: tooLong)
        #expect(throws: ArchiveError(.unrepresentable, "")) { try roundTrip(unmatched) }
    }

    private static var styled: AttributedString {
        var text = AttributedString("Hello, ")
        var name = AttributedString("Wörld 🌍")
        name[ArchivedAttributes.self] = [
            "NSFont": .font(ArchivedFont(name: "Menlo-Regular", size: 11)), "NSColor": .color(red),
            "NSKern": .real(1.5), "NSLigature": .integer(0), "NSLanguage": .string("de"),
        ]
        text += name
        var link = AttributedString("!")
        link.link = URL(string: "https://www.example.com")
        return text + link
    }

    @Test func `no run, one run and several runs come back, and a string of nil has no characters`() throws {
        #expect(try roundTrip(AttributedString("")) == AttributedString(""))
        #expect(try roundTrip(AttributedString("plain")) == AttributedString("plain"))
        let decoded = try roundTrip(Self.styled)
        #expect(String(decoded.characters) == "Hello, Wörld 🌍!")
        #expect(decoded.runs.count == 3)
        let attributes = decoded.runs.compactMap { $0[ArchivedAttributes.self] }
        expectRows {
            (attributes.first?["NSColor"], .color(Self.red))
            (attributes.first?["NSKern"], .real(1.5))
            (decoded.runs.compactMap(\.link), [URL(string: "https://www.example.com")])
        }

        let bytes = try ArchiveBuilder.bytes("NSAttributedString", ["NSString": .null])
        let archived = try KeyedUnarchiver.unarchivedObject(of: ArchivedAttributedString.self, from: bytes)
        try expectRows {
            (archived?.string, "")
            (archived?.runs.isEmpty, true)
            try (KeyedUnarchiver.unarchivedObject(of: AttributedString.self, from: bytes), AttributedString())
        }
    }

    @Test func `an attribute of a class without a type survives`() throws {
        let style = ArchiveBuilder.object("NSParagraphStyle", ["NSAlignment": .integer(4), "NSTabStops": .null])
        let archived = ArchivedAttributedString(
            "text", attributes: ArchivedDictionary([("NSParagraphStyle", style)]))
        let decoded = try roundTrip(archived)
        let object = decoded.attributes.first?["NSParagraphStyle"] as? ArchivedObject
        #expect(object?.archivedClass.name == "NSParagraphStyle")
        let text = try AttributedString(decoded)
        guard case .archive? = text.runs.first?[ArchivedAttributes.self]?["NSParagraphStyle"] else {
            Issue.record("the style is not kept as an archive")
            return
        }
        #expect(try roundTrip(text) == text)
    }

    @Test func `mutable strings are read and written, and a text storage as one, with its delegate`() throws {
        let archived = ArchivedAttributedString("text", isMutable: true)
        let mutable = try #require(try graphRoundTrip(archived) as? ArchivedAttributedString)
        #expect(mutable.isMutable)
        #expect(mutable.string == "text")
        let storage = try ArchiveBuilder.bytes("NSTextStorage", ["NSString": "text", "NSDelegate": .null])
        #expect(try KeyedUnarchiver.unarchivedObject(of: AttributedString.self, from: storage) == "text")

        for delegate in [ArchivedValue.object(nil), .object("a view")] {
            let stored = ArchivedObject(
                ArchivedClass(
                    name: "NSTextStorage",
                    hierarchy: ["NSTextStorage", "NSMutableAttributedString", "NSAttributedString", "NSObject"]),
                fields: [
                    .init("NSString", .object(MutableArchivedString("text"))),
                    .init("NSAttributes", .object(ArchivedDictionary())), .init("NSDelegate", delegate),
                ])
            let bytes = try KeyedArchiver.archivedBytes(withRootObject: stored)
            let decoded = try #require(
                try KeyedUnarchiver.unarchivedGraph(from: bytes, registry: .foundation) as? ArchivedAttributedString)
            #expect(decoded.isMutable && decoded.string == "text")
            let copy = try KeyedArchiver.archivedBytes(withRootObject: decoded)
            #expect(try ArchiveComparison(KeyedArchive(bytes), KeyedArchive(copy)).difference == nil)
            decoded.string = "next"
            let changed = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: decoded))
            #expect(changed["root.NSString"].string == "next")
            #expect(changed["root"].archivedClass?.name == "NSTextStorage")
            #expect(changed["root.NSDelegate"].string == (try KeyedArchive(bytes))["root.NSDelegate"].string)
        }
    }

    @Test func `the names of attributes are one object however many dictionaries have them`() throws {
        let dictionaries = (0..<3).map { ArchivedDictionary([("NSParagraphStyleName", $0)]) }
        let runs = (0..<3).map { ArchivedAttributedString.Run(length: 1, attributes: $0) }
        let bytes = try KeyedArchiver.archivedBytes(
            withRootObject: ArchivedAttributedString("abc", attributes: dictionaries, runs: runs))
        let archive = try KeyedArchive(bytes)
        var count = 0
        for uid in 0..<archive.objectCount {
            if case .value(.string(let text)) = try archive.entry(at: UID(UInt64(uid))),
                text.string == "NSParagraphStyleName"
            {
                count += 1
            }
        }
        #expect(count == 1)
    }

    @Test func `a link is what the string has now, in the form that was stored`() throws {
        let stored = ArchivedAttributedString(
            "text", attributes: [ArchivedDictionary([("NSLink", "http://a.b"), ("NSKern", 1.5)])],
            runs: [.init(length: 4, attributes: 0)])
        var text = try AttributedString(stored)
        #expect(text.link == URL(string: "http://a.b"))
        text.append(AttributedString("!"))
        let kept = try ArchivedAttributedString(text).attributes.first?.entries.first { $0.key as? String == "NSLink" }
        #expect(kept?.value as? String == "http://a.b")
        text.link = nil
        let removed = try ArchivedAttributedString(text).attributes.first?.entries.map { $0.key as? String }
        #expect(removed == ["NSKern"])
    }
}
