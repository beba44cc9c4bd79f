import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import TestSupport
import Testing

@Suite struct AppearanceTests {
    private static let space = ArchivedColorSpace(identifier: 7, profile: Data([1, 2, 3]), model: 1)

    @Test(.rows)
    func `colors come back, those of UIKit with their space and a custom space`() throws {
        forEachRow([
            ArchivedColor.components(ColorComponents(.calibratedRGB, [0.25, 0.5, 1])),
            .components(ColorComponents(.deviceRGB, [0, 0, 0], alpha: 0.5)),
            .components(ColorComponents(.calibratedWhite, [0.75])),
            .components(ColorComponents(.deviceCMYK, [0, 0.25, 0.5, 1])),
            .components(
                ColorComponents(
                    .calibratedRGB, [1, 0, 0], custom: ColorComponents.Custom(space: Self.space, values: [1, 0, 0, 1]))),
            .components(ColorComponents(.deviceRGB, [1, 0.5, 0.25], alpha: 0.5, isUIKit: true)),
            .components(ColorComponents(.deviceWhite, [0.5], isUIKit: true)),
            .catalog("System", name: "textColor", fallback: .components(ColorComponents(.calibratedWhite, [0]))),
        ]) { (color: ArchivedColor) throws in
            #expect(try roundTrip(color) == color)
            #expect(try graphRoundTrip(color) as? ArchivedColor == color)
        }

        let custom = ColorComponents.Custom(space: ArchivedColorSpace(identifier: 11), values: [0.25, 0.5, 1])
        let color = ArchivedColor.components(
            ColorComponents(.calibratedRGB, [0, 0.5, 1], alpha: 0.5, custom: custom, isUIKit: true))
        #expect(try roundTrip(color) == color)
    }

    @Test func `a color without components keeps all that is stored where it is rewritten or kept unknown`() throws {
        let bytes = try ArchiveBuilder.bytes("NSColor", ["NSColorSpace": .integer(10), "NSImage": .null])
        let color = try #require(try KeyedUnarchiver.unarchivedObject(of: ArchivedColor.self, from: bytes))
        #expect(color == .other(kind: 10))
        #expect(color.colorComponents == nil)
        #expect(throws: ArchiveError(.unrepresentable, "")) { try roundTrip(color) }
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        let stored = try #require(try unarchiver.decodeObject(of: ArchivedColor.self, forKey: "root"))
        let archiver = try KeyedArchiver(rewriting: unarchiver)
        try archiver.encode(stored, forKey: "root")
        #expect(try archiver.encodedBytes == bytes)
        let few = ArchivedColor.components(ColorComponents(.calibratedRGB, [1]))
        #expect(throws: ArchiveError(.unrepresentable, "")) { try roundTrip(few) }

        let archives: [KeyValuePairs<String, ArchivedValue>] = [
            ["NSColorSpace": .inline(10), "NSImage": .object(nil)], ["NSUnknown": .object("labelColor")],
        ]
        for fields in archives {
            let bytes = try ArchiveBuilder.bytes("NSColor", fields)
            let graph = try #require(
                try KeyedUnarchiver.unarchivedGraph(from: bytes, registry: .foundation) as? ArchivedObject)
            #expect(graph.fields.map(\.key).sorted() == fields.map(\.key).sorted())
            let copy = try KeyedUnarchiver.unarchivedGraph(
                from: KeyedArchiver.archivedBytes(withRootObject: graph), registry: .foundation)
            #expect((copy as? ArchivedObject)?.fields.map(\.key).sorted() == fields.map(\.key).sorted())
        }
    }

    @Test func `a color of UIKit without the fields of AppKit is written back without them`() throws {
        let reals = ["UIRed", "UIGreen", "UIBlue", "UIAlpha"].map { ($0, ArchivedValue.inline(.double(0.5))) }
        let object = ArchivedObject(ArchivedClass(name: "UIColor"))
        for (key, value) in reals + [("UIColorComponentCount", ArchivedValue.inline(4))] { object[key] = value }
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: object)
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        let color = try #require(try unarchiver.decodeObject(of: ArchivedColor.self, forKey: "root"))
        let archiver = try KeyedArchiver(rewriting: unarchiver)
        try archiver.encode(color, forKey: "root")
        let keys = try KeyedArchive(archiver.encodedBytes).record(at: 1)?.fields.map { $0.key.repaired }.sorted()
        let new = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: color))
        try expectRows {
            (keys, ["UIAlpha", "UIBlue", "UIColorComponentCount", "UIGreen", "UIRed"])
            (new["root.NSRGB"].exists, true)
            (try roundTrip(color), color)
        }
    }

    @Test func `fonts come back, those of UIKit, with a text style and with a number of 32 bits or more`() throws {
        for font in [
            ArchivedFont(name: "Menlo-Regular", size: 11),
            ArchivedFont(name: ".AppleSystemUIFont", size: 13.5, flags: 1044, usesAppearanceFontSize: true),
            ArchivedFont(name: "Menlo", size: 12, flags: 1 << 40),
        ] {
            #expect(try roundTrip(font) == font)
        }

        let descriptor = ArchivedObject(ArchivedClass(name: "NSFontDescriptor"))
        descriptor["NSFontDescriptorAttributes"] = .object(
            ArchivedDictionary([("NSCTFontUIUsageAttribute", "UICTFontTextStyleBody"), ("NSFontSizeAttribute", 13.0)]))
        let styled = try ArchiveBuilder.bytes(
            "NSFont",
            [
                "NSName": .object(".AppleSystemUIFont"), "NSSize": .inline(13.0), "NSfFlags": .inline(16),
                "NSTextStyleDescriptor": .object(descriptor), "NSHasWidth": .inline(.boolean(true)),
            ])
        let body = try #require(try KeyedUnarchiver.unarchivedObject(of: ArchivedFont.self, from: styled))
        try expectRows {
            (body.textStyle, "UICTFontTextStyleBody")
            (try roundTrip(body), body)
            (try graphRoundTrip(body) as? ArchivedFont, body)
        }

        let forms: [KeyValuePairs<String, ArchivedValue>] = [
            ["UIFontName": .object("Helvetica"), "UIFontPointSize": .inline(12.0)],
            ["NSName": .object("Helvetica"), "NSSize": .inline(12.0), "UIFontPointSize": .inline(12.0)],
        ]
        for form in forms {
            let object = ArchivedObject(ArchivedClass(name: "UIFont"))
            for (key, value) in form { object[key] = value }
            object["UIFontTraits"] = .inline(2)
            object["UISystemFont"] = .inline(.boolean(false))
            let bytes = try KeyedArchiver.archivedBytes(withRootObject: object)
            let font = try KeyedUnarchiver.unarchivedObject(of: ArchivedFont.self, from: bytes)
            #expect(font == ArchivedFont(name: "Helvetica", size: 12, uiKit: .init(traits: 2)))
            #expect(try font.map { try roundTrip($0) } == font)
        }
    }

    @Test func `the text of components is read up to 256 bytes`() throws {
        for (length, isRead) in [(256, true), (257, false)] {
            let text = "0.5 0.25 0." + String(repeating: "0", count: length - 12) + "5"
            let bytes = try ArchiveBuilder.bytes(
                "NSColor", ["NSColorSpace": .integer(1), "NSRGB": .dataObject(Array(text.utf8))])
            let color = try? KeyedUnarchiver.unarchivedObject(of: ArchivedColor.self, from: bytes)
            #expect((color?.colorComponents?.values.first == 0.5) == isRead)
        }
    }
}
