import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import TestSupport
import Testing

/// What people see of a color: one space, its components, and hexadecimal digits where those say it.
@Suite struct ShownColorTests {
    private func color(_ className: String, _ fields: KeyValuePairs<String, ArchivedValue>) throws -> ArchivedColor {
        let object = ArchivedObject(ArchivedClass(name: className, hierarchy: [className, "UIColor", "NSObject"]))
        for (key, value) in fields { object[key] = value }
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: object)
        return try #require(try KeyedUnarchiver.unarchivedObject(of: ArchivedColor.self, from: bytes))
    }

    private func text(_ text: String) -> ArchivedValue { .inline(.data(Array(text.utf8))) }

    private func space(_ fields: KeyValuePairs<String, ArchivedValue>) -> ArchivedValue {
        let object = ArchivedObject(ArchivedClass(name: "NSColorSpace"))
        for (key, value) in fields { object[key] = value }
        return .object(object)
    }

    @Test func `a space of the color's own counts`() throws {
        // ANSIBrightGreen of the theme of WWDC 2016.
        let green = try color(
            "NSColor",
            [
                "NSColorSpace": .inline(1), "NSRGB": text("0.2809 0.6823 0.2722\0"),
                "NSComponents": text("0.333714664 0.7233174443 0.3429031372 1"),
                "NSCustomColorSpace": space(["NSID": .inline(7)]),
            ])
        // The ball dispenser of a program with bowling balls.
        let dark = try color(
            "NSColor",
            [
                "NSColorSpace": .inline(1), "NSRGB": text("0.21465455 0.22 0.2\0"),
                "NSComponents": text("0.2784313858 0.2823529541 0.2666666806 1"),
                "NSCustomColorSpace": space(["NSSpaceID": .inline(12)]),
            ])
        let older = try color(
            "NSColor",
            [
                "NSColorSpace": .inline(3), "NSWhite": text("0.5 0.25\0"),
                "NSCustomColorSpace": space(["NSID": .inline(5)]),
            ])
        expectRows {
            (green.hexadecimal, "#55B857FF")
            (green.shown.description, "sRGB 0.3337 0.7233 0.3429")
            (dark.hexadecimal, nil)
            (dark.shown.description, "Display P3 0.2784 0.2824 0.2667")
            (older.shown, ShownColor(.deviceGray, [0.5], alpha: 0.25))
            (older.hexadecimal, "#80808040")
        }
    }

    @Test func `components of a device are digits, those of a calibrated space aren't`() throws {
        let solarized = try color(
            "NSColor",
            ["NSColorSpace": .inline(1), "NSRGB": text("0.01592440531 0.1265209168 0.1596960127 0.96\0")])
        let dracula = try color(
            "NSColor", ["NSColorSpace": .inline(2), "NSRGB": text("0.1568627451 0.1647058824 0.2117647059\0")])
        let ink = try color("NSColor", ["NSColorSpace": .inline(5), "NSCMYK": text("0 1 1 0")])
        let bright = try color("NSColor", ["NSColorSpace": .inline(2), "NSRGB": text("1.5 0 0")])
        expectRows {
            (solarized.hexadecimal, nil)
            (solarized.shown.description, "calibrated RGB 0.0159 0.1265 0.1597, opacity 0.96")
            (dracula.hexadecimal, "#282A36FF")
            (dracula.shown.space, .deviceRGB)
            (ink.hexadecimal, nil)
            (ink.shown.description, "CMYK 0 1 1 0")
            (bright.hexadecimal, nil)
            (bright.shown.components, [1.5, 0, 0])
        }
    }

    @Test func `a space of sRGB is extended where components need that, and the doubles of UIKit aren't cut`() throws {
        func shown(_ values: [Double], _ space: ArchivedColorSpace = ArchivedColorSpace(identifier: 7)) -> ShownColor {
            ColorComponents(.calibratedRGB, [1, 0, 0], custom: .init(space: space, values: values)).shown
        }
        expectRows {
            (shown([1.09, -0.2, 0.1, 1]).description, "extended sRGB 1.09 -0.2 0.1")
            (shown([1.09, -0.2, 0.1, 1]).hexadecimal, nil)
            (shown([1.09, -0.2, 0.1, 1], ArchivedColorSpace(spaceIdentifier: 14)).space, .extendedSRGB)
            (shown([1.5, 0, 0, 1], ArchivedColorSpace(spaceIdentifier: 12)).description, "Display P3 1.5 0 0")
            // As 32 bits round it.
            (shown([1.000000119, 0, 0, 1]).space, .sRGB)
            (shown([1.000000119, 0, 0, 1]).hexadecimal, "#FF0000FF")
            (ColorComponents(.deviceRGB, [1.000000119, 0, 0], isUIKit: true).shown.space, .sRGB)
        }

        let reals = ["UIRed": 0.25, "UIGreen": 0.5, "UIBlue": 0.75, "UIAlpha": 1.0]
        var fields = reals.map { ($0, ArchivedValue.inline(.float(Float($1)))) }
        fields += [("UIRed-Double", .inline(0.2501)), ("UIColorComponentCount", .inline(4))]
        let object = ArchivedObject(ArchivedClass(name: "UIColor"))
        for (key, value) in fields { object[key] = value }
        let exact = try #require(
            try KeyedUnarchiver.unarchivedObject(
                of: ArchivedColor.self, from: KeyedArchiver.archivedBytes(withRootObject: object)))
        let wide = ArchivedColor.components(ColorComponents(.deviceRGB, [1.09, -0.2, 0.1], isUIKit: true))
        try expectRows {
            (exact.colorComponents?.values, [0.2501, 0.5, 0.75])
            (exact.hexadecimal, "#4080BFFF")
            (try roundTrip(exact), exact)
            (wide.shown.description, "extended sRGB 1.09 -0.2 0.1")
            (wide.hexadecimal, nil)
            (try roundTrip(wide), wide)
        }
    }

    @Test(.rows)
    func `classes below those of colors are colors, as far as their fields are those of one`() {
        let reals: [(String, ArchivedValue)] = ["UIRed", "UIGreen", "UIBlue", "UIAlpha"].map { ($0, .inline(0.5)) }
        let gray: [(String, ArchivedValue)] = [("NSColorSpace", .inline(4)), ("NSWhite", text("0.5"))]
        typealias Row = ([String], [(String, ArchivedValue)], String)
        forEachRow(
            [
                (
                    ["UIDynamicCatalogSystemColor", "UIDynamicSystemColor", "UIDynamicColor", "UIColor"],
                    [("UISystemColorName", .object("labelColor"))], "system \"labelColor\""
                ),
                (["UICachedDevicePatternColor", "UIColor"], reals, "sRGB 0.5 0.5 0.5, opacity 0.5"),
                (["NSCatalogColor", "NSColor"], gray, "device gray 0.5"),
                (["Paint.Ink", "Paint.Dye", "NSColor"], gray + [("name", .object("ink"))], "device gray 0.5"),
            ] as [Row]
        ) { (chain, fields, shown) throws in
            let object = ArchivedObject(ArchivedClass(name: chain[0], hierarchy: chain + ["NSObject"]))
            for (key, value) in fields { object[key] = value }
            let bytes = try KeyedArchiver.archivedBytes(withRootObject: object)
            let color = try #require(try KeyedUnarchiver.unarchivedObject(of: ArchivedColor.self, from: bytes))
            #expect(color.description == shown)
            #expect(try roundTrip(color) == color)
            // In a graph, too, which is written back as it was.
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: .foundation)
            unarchiver.keepsUnknownClasses = true
            try unarchiver.disableSecureCoding()
            let graph = try unarchiver.decodeTopLevelFields()
            let archiver = try KeyedArchiver(rewriting: unarchiver)
            try archiver.encodeTopLevelFields(graph)
            #expect(try archiver.encodedBytes == bytes)
            guard case .object(let root?)? = graph.first?.value else {
                Issue.record("no root")
                return
            }
            #expect(root as? ArchivedColor == color)
        }
    }

    @Test func `a class below that of a color stays itself where it has other fields, or a type of its own`() throws {
        final class Ink: Codingable {
            static let codedClassName = "Paint.Ink"
            func encode(with archiver: KeyedArchiver) throws {}
            init(coder unarchiver: KeyedUnarchiver) throws {}
        }
        let object = ArchivedObject(ArchivedClass(name: "Paint.Ink", hierarchy: ["Paint.Ink", "NSColor", "NSObject"]))
        object["name"] = .object("ink")
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: object)
        let kept = try KeyedUnarchiver.unarchivedGraph(from: bytes, registry: .foundation)
        #expect((kept as? ArchivedObject)?.fields.map(\.key) == ["name"])
        var registry = ClassRegistry.foundation
        registry.register(Ink.self)
        #expect(try KeyedUnarchiver.unarchivedGraph(from: bytes, registry: registry) is Ink)
        #expect(throws: ArchiveError.self) { try KeyedUnarchiver.unarchivedObject(of: Date.self, from: bytes) }
    }

    @Test(.rows)
    func `through coders a color keeps each digit of its components, and its kind`() {
        let space = ArchivedColorSpace(identifier: 7)
        let third = 1.0 / 3
        forEachRow([
            .components(ColorComponents(.calibratedRGB, [third, 0.1, 2e-300], alpha: 0.123456789012345)),
            .components(ColorComponents(.deviceRGB, [third, 0.1, 1e300], alpha: third, isUIKit: true)),
            .components(
                ColorComponents(
                    .calibratedRGB, [1, 0, 0], custom: .init(space: space, values: [third, 2.0 / 3, 0, 1]))),
            .components(ColorComponents(.deviceCMYK, [third, 0.1, 0.2, 0.7])),
            .catalog("System", name: "textColor", fallback: .components(ColorComponents(.calibratedWhite, [third]))),
            .system("labelColor", fallback: ColorComponents(.deviceWhite, [third])),
        ]) { (color: ArchivedColor) throws in
            let bytes = try KeyedArchiveEncoder().encode([color])
            #expect(
                try KeyedArchiveDecoder().decode([ArchivedColor].self, from: bytes).map(\.description) == [
                    color.description
                ])
            #expect(
                try KeyedArchiveEncoder().encode(try KeyedArchiveDecoder().decode([ArchivedColor].self, from: bytes))
                    == bytes)
            #expect(try JSONDecoder().decode(ArchivedColor.self, from: JSONEncoder().encode(color)) == color)
            #expect(try roundTrip(color).colorComponents?.values == color.colorComponents?.values)
        }
        #expect(ColorComponents(.deviceRGB, [0.1568627451, 0.25, 1]).values == [0.1568627451, 0.25, 1])
    }

    @Test func `colors without components have names, and the color beside is a fallback without digits`() throws {
        let label = try color("UIDynamicSystemColor", ["UISystemColorName": .object("labelColor")])
        let white = try color(
            "UIColor",
            [
                "UISystemColorName": .object("whiteColor"), "UIWhite": .inline(.float(1)),
                "UIAlpha": .inline(.float(1)),
                "NSColorSpace": .inline(4), "NSWhite": text("1"), "UIColorComponentCount": .inline(2),
            ])
        let text = ArchivedColor.catalog("System", name: "textColor", fallback: nil)
        try expectRows {
            (label, .system("labelColor", fallback: nil))
            (label.shown.description, "system \"labelColor\"")
            (try roundTrip(label), label)
            (white.colorComponents?.values, [1])
            (white.hexadecimal, nil)
            (try roundTrip(white), white)
            (text.shown.description, "\"System\" \"textColor\"")
            (text.shown.fallback, nil)
            (ArchivedColor.other(kind: 10).shown.space, .pattern)
            (ArchivedColor.other(kind: 11).shown.description, "kind 11")
        }

        let gray = ArchivedColor.components(ColorComponents(.deviceWhite, [0.5]))
        let control = ArchivedColor.catalog("System", name: "controlColor", fallback: gray)
        let renamed = ArchivedColor.catalog("System", name: "background", fallback: control)
        let dynamic = ArchivedColor.system(
            "labelColor", fallback: ColorComponents(.deviceRGB, [0.25, 1, 0], alpha: 0.5))
        expectRows {
            (control.shown.fallback, ShownColor(.deviceGray, [0.5]))
            (control.shown.fallback?.hexadecimal, "#808080FF")
            (control.shown.components, [])
            (control.hexadecimal, nil)
            (control.shown.description, "\"System\" \"controlColor\", fallback device gray 0.5")
            // Of a fallback that is a name itself, the name is said.
            (renamed.shown.description, "\"System\" \"background\", fallback \"System\" \"controlColor\"")
            (dynamic.shown.description, "system \"labelColor\", fallback sRGB 0.25 1 0, opacity 0.5")
            (dynamic.hexadecimal, nil)
        }
    }

    @Test func `a space is named by its number, or else by its profile`() throws {
        func shown(_ space: ArchivedColorSpace) -> ShownColor.Space {
            ColorComponents(.calibratedRGB, [0, 0, 0], custom: .init(space: space)).shown.space
        }
        var profile = [UInt8](repeating: 0, count: 128) + [0, 0, 0, 1] + Array("desc".utf8)
        profile += [0, 0, 0, 144, 0, 0, 0, 20] + Array("desc".utf8) + [0, 0, 0, 0, 0, 0, 0, 6] + Array("My P3\0".utf8)
        var translated = [UInt8](repeating: 0, count: 128) + [0, 0, 0, 1] + Array("desc".utf8)
        translated += [0, 0, 0, 144, 0, 0, 0, 36] + Array("mluc".utf8) + [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 12]
        translated += Array("enUS".utf8) + [0, 0, 0, 4, 0, 0, 0, 28, 0, 65, 0, 66]
        expectRows {
            (shown(ArchivedColorSpace(spaceIdentifier: 14)), .sRGB)
            (shown(ArchivedColorSpace(spaceIdentifier: 17)), .linearSRGB)
            (shown(ArchivedColorSpace(identifier: 1)), .genericRGB)
            (shown(ArchivedColorSpace(identifier: 2)), .genericGray)
            (shown(ArchivedColorSpace(identifier: 9)), .genericGamma22Gray)
            (shown(ArchivedColorSpace(profile: Data(profile))), .other("My P3"))
            (shown(ArchivedColorSpace(profile: Data(translated))), .other("AB"))
            (shown(ArchivedColorSpace(spaceIdentifier: 20)), .other("space 20 of its own"))
            (shown(ArchivedColorSpace()), .other("space of its own"))
        }
        for count in profile.indices {
            #expect(shown(ArchivedColorSpace(profile: Data(profile[..<count]))) == .other("space of its own"))
        }
    }
}
