import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Property lists that hold archives in their data, such as themes of Terminal.
@Suite struct PropertyListDocumentTests {
    private static func theme() throws -> PropertyList {
        [
            "Default Window Settings": "Basic",
            "Window Settings": [
                "Basic": [
                    "TextColor": .data(
                        try SmallArchive(
                            ["NSRGB": .data([0x30, 0x20, 0x31, 0x20, 0x31]), "NSColorSpace": 1, "$class": .uid(2)],
                            .classRecord("NSColor", "NSObject")
                        ).bytes()),
                    "columns": 80, "names": ["a", "b"],
                ]
            ],
        ]
    }

    private static let color = "\"Window Settings\".Basic.TextColor!root"

    @Test(.rows)
    func `a key that isn't in a dictionary of the list is an error with the first twelve that are`() {
        forEachRow([1, 11, 12, 13, 14, 40]) { (count: Int) throws in
            let keys = (0..<count).map { "key\($0)" }
            let list = PropertyList.dictionary(
                PropertyListDictionary(keys.map { (key: .string(PropertyListString($0)), value: 1) }))
            let document = try PropertyListDocument(try BinaryPropertyListWriter().write(list))
            let error = #expect(throws: ArchiveError.self) { try document["absent"].require() }
            let named = keys.prefix(12).map { "\"\($0)\"" }.joined(separator: ", ")
            let text = (count == 1 ? "there is only " : "there are ") + named + (count > 12 ? ", …" : "")
            #expect(error?.description.contains(text) == true, "\(error?.description ?? "")")
            #expect(error?.description.contains("\"key12\"") == false)
        }
    }

    @Test func `a list of OpenStep text is written as such`() throws {
        var document = try PropertyListDocument(Array("{ title = day; }".utf8))
        #expect(document.format == .openStep)
        try document.set("night", at: "title")
        let written = try PropertyListDocument(document.bytes())
        #expect(written.format == .openStep)
        #expect(written["title"].string == "night")
    }

    @Test(.rows)
    func `values are looked up and changed, in the list and in its archives`() {
        forEachRow(PropertyListFormat.ofArchives) { (format: PropertyListFormat) throws in
            let tree = try Self.theme()
            let bytes =
                format == .xml ? try XMLPropertyListWriter().write(tree) : try BinaryPropertyListWriter().write(tree)
            var document = try PropertyListDocument(bytes)
            try expectRows {
                (document.format, format)
                (document[Self.color + ".NSRGB"].bytes, [0x30, 0x20, 0x31, 0x20, 0x31])
                (document[Self.color].className, "NSColor")
                (document["\"Window Settings\".Basic.columns"].int, 80)
                (document["\"Window Settings\".*.names[-1]"].exists, false)
                (try document.matches("\"Window Settings\".*.names[-1]").map(\.string), ["b"])
                (try document.matches("**!**<NSColor>").count, 1)
                (try document["\"Window Settings\""].require(\.entries).map(\.key.string), ["Basic"])
            }

            try document.set(PropertyList.data([0x31, 0x20, 0x30, 0x20, 0x31]), at: Self.color + ".NSRGB")
            try document.set("night", at: Self.color + ".name")
            try document.set(100, at: "\"Window Settings\".Basic.columns")
            try document.set("text", at: "\"Window Settings\".Basic.title")
            try document.append("c", to: "\"Window Settings\".Basic.names")
            try document.insert("first", at: "\"Window Settings\".Basic.names[0]")
            try document.remove(at: "\"Window Settings\".Basic.names[1]")
            try document.remove(at: "\"Default Window Settings\"")

            let written = try PropertyListDocument(document.bytes())
            expectRows {
                (written.format, format)
                (written[Self.color + ".NSRGB"].value, .data([0x31, 0x20, 0x30, 0x20, 0x31]))
                (written[Self.color + ".name"].string, "night")
                (written[Self.color].archive?.problems(strict: true), [])
                (written["\"Window Settings\".Basic.columns"].value, 100)
                (written["\"Window Settings\".Basic.title"].value, "text")
                (written["\"Window Settings\".Basic.names"].elements?.map(\.string), ["first", "b", "c"])
                !written["\"Default Window Settings\""].exists
            }
        }
    }

    @Test func `a path may leave out the quotes around words and the root of an archive in data`() throws {
        let color = "Window Settings.Basic.TextColor!"
        var document = try PropertyListDocument(BinaryPropertyListWriter().write(Self.theme()))
        try expectRows {
            (document["Window Settings.Basic.TextColor!NSRGB"].bytes, [0x30, 0x20, 0x31, 0x20, 0x31])
            (document["Window Settings.Basic.TextColor!NSRGB"].path, document[Self.color + ".NSRGB"].path)
            (document[color + ".NSRGB"].path.description, Self.color + ".NSRGB")
            (try document.matches("Window Settings.*.TextColor!NSRGB").map(\.bytes), [[0x30, 0x20, 0x31, 0x20, 0x31]])
            !document[color + ".none"].exists
            !document["Window Settings!NSRGB"].exists
        }

        try document.set(PropertyList.data([0x31, 0x20, 0x30, 0x20, 0x31]), at: color + ".NSRGB")
        try document.move(from: color + ".NSColorSpace", to: color + ".root.space")
        #expect(document[Self.color + ".NSRGB"].value == .data([0x31, 0x20, 0x30, 0x20, 0x31]))
        #expect(document[Self.color + ".space"].int == 1)
        try document.remove(at: color + ".space")
        #expect(!document[Self.color + ".space"].exists)
        // What isn't there yet is a new top-level key.
        try document.set(1, at: color + ".version")
        #expect(document[color + ".version"].int == 1 && !document[Self.color + ".version"].exists)
        #expect(document[Self.color].archive?.problems(strict: true) == [])
    }

    @Test func `what is moved goes within the list, within an archive, and from one to the other`() throws {
        var document = try PropertyListDocument(BinaryPropertyListWriter().write(Self.theme()))
        let basic = "\"Window Settings\".Basic"
        try document.move(from: basic + ".names", to: basic + ".labels")
        try document.move(from: basic + ".labels[0]", to: basic + ".labels[1]")
        try document.move(from: Self.color + ".NSColorSpace", to: Self.color + ".space")
        try document.move(from: Self.color + ".NSRGB", to: "rgb")
        try document.move(from: basic + ".columns", to: Self.color + ".columns")
        expectRows {
            (document[basic + ".labels"].elements?.map(\.string), ["b", "a"])
            (document[basic + ".names"].exists, false)
            (document[Self.color + ".space"].int, 1)
            (document["rgb"].bytes, [0x30, 0x20, 0x31, 0x20, 0x31])
            (document[Self.color + ".columns"].int, 80)
            (document[Self.color].archive?.problems(strict: true), [])
        }
        let before = document.root
        #expect(throws: ArchiveError(.unrepresentable, "")) { try document.move(from: Self.color, to: "color") }
        #expect(throws: ArchiveError(.valueNotFound, "")) { try document.move(from: "nothing", to: "color") }
        #expect(document.root == before)
    }

    @Test func `what is encodable becomes a list as deep as the limits allow, and objects in archives`() throws {
        struct Size: Codable, Equatable {
            var columns: Int
            var names: [String]
        }
        let size = Size(columns: 100, names: ["a"])
        var document = try PropertyListDocument(BinaryPropertyListWriter().write(Self.theme()))
        try document.setEncodable(size, at: "size")
        try document.setEncodable(size, at: Self.color + ".size")
        expectRows {
            (document["size"].value, ["columns": 100, "names": ["a"]])
            (document[Self.color + ".size"].className, "NSDictionary")
            (document[Self.color + ".size.names[0]"].string, "a")
            (document[Self.color].archive?.problems(strict: true), [])
        }

        // The text of a scalar at the root has no level.
        var shallow = try PropertyListDocument(Array("text;".utf8), limits: Limits(depth: 1))
        try shallow.setEncodable(2, at: "text")
        #expect(code { try shallow.setEncodable([[1]], at: "text") } == .limitExceeded)
    }

    @Test func `an error says where the path stopped, in the list and in the archive`() throws {
        var document = try PropertyListDocument(BinaryPropertyListWriter().write(Self.theme()))
        func text(_ code: ArchiveError.Code, _ body: () throws -> Void) -> String {
            #expect(throws: ArchiveError(code, "")) { try body() }?.description ?? ""
        }
        expectRows {
            expecting(text(.valueNotFound) { try document["nothing"].require() }, contains: "\"Window Settings\"")
            expecting(text(.valueNotFound) { try document.set(1, at: "a.b") }, hasPrefix: "a:")
            expecting(
                text(.valueNotFound) { try document.set(1, at: Self.color + ".x.y") }, contains: "TextColor!root.x:")
            expecting(text(.valueNotFound) { try document.remove(at: "nothing") }, hasPrefix: "nothing:")
            expecting(text(.invalidPath) { try document.set(1, at: "**") }, contains: "matches")
            expecting(text(.unrepresentable) { try document.set(ArchivedNull(), at: "x") }, contains: "no objects")
        }
        #expect(throws: ArchiveError(.limitExceeded, "")) {
            var limits = Limits.default
            limits.nestedArchives = 0
            let bytes = try BinaryPropertyListWriter().write(Self.theme())
            try PropertyListDocument(bytes, limits: limits)[Self.color].require()
        }
    }

    @Test func `an array may be at the top`() throws {
        var document = try PropertyListDocument(BinaryPropertyListWriter().write(["a", ["b": 1]]))
        #expect(document["[0]"].string == "a" && document["[-1].b"].int == 1)
        try document.set(2, at: "[1].b")
        #expect(document.root == ["a", ["b": 2]])
        #expect(try document.matches("[*]").count == 2)
    }
}
