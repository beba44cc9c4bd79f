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
                            ["NSRGB": .data([0x30, 0x20, 0x31]), "NSColorSpace": 1, "$class": .uid(2)],
                            .classRecord("NSColor", "NSObject")
                        ).bytes()),
                    "columns": 80, "names": ["a", "b"],
                ]
            ],
        ]
    }

    private static let color = "\"Window Settings\".Basic.TextColor!root"

    @Test func `a list of OpenStep text is written as such`() throws {
        var document = try PropertyListDocument(Array("{ title = day; }".utf8))
        #expect(document.format == .openStep)
        try document.set("night", at: "title")
        let written = try PropertyListDocument(document.bytes())
        #expect(written.format == .openStep)
        #expect(written["title"].string == "night")
    }

    @Test(arguments: PropertyListFormat.ofArchives)
    func `values are looked up and changed, in the list and in its archives`(format: PropertyListFormat) throws {
        let tree = try Self.theme()
        let bytes =
            format == .xml ? try XMLPropertyListWriter().write(tree) : try BinaryPropertyListWriter().write(tree)
        var document = try PropertyListDocument(bytes)
        #expect(document.format == format)
        #expect(document[Self.color + ".NSRGB"].bytes == [0x30, 0x20, 0x31])
        #expect(document[Self.color].className == "NSColor")
        #expect(document["\"Window Settings\".Basic.columns"].int == 80)
        #expect(document["\"Window Settings\".*.names[-1]"].exists == false)
        #expect(try document.matches("\"Window Settings\".*.names[-1]").map(\.string) == ["b"])
        #expect(try document.matches("**!**<NSColor>").count == 1)
        #expect(try document["\"Window Settings\""].requireEntries().map(\.key.string) == ["Basic"])

        try document.set(PropertyList.data([0x31]), at: Self.color + ".NSRGB")
        try document.set("night", at: Self.color + ".name")
        try document.set(100, at: "\"Window Settings\".Basic.columns")
        try document.set("text", at: "\"Window Settings\".Basic.title")
        try document.append("c", to: "\"Window Settings\".Basic.names")
        try document.insert("first", at: "\"Window Settings\".Basic.names[0]")
        try document.remove(at: "\"Window Settings\".Basic.names[1]")
        try document.remove(at: "\"Default Window Settings\"")

        let written = try PropertyListDocument(document.bytes())
        #expect(written.format == format)
        #expect(written[Self.color + ".NSRGB"].value == .data([0x31]))
        #expect(written[Self.color + ".name"].string == "night")
        #expect(written[Self.color].archive?.problems(strict: true) == [])
        #expect(written["\"Window Settings\".Basic.columns"].value == 100)
        #expect(written["\"Window Settings\".Basic.title"].value == "text")
        #expect(written["\"Window Settings\".Basic.names"].elements?.map(\.string) == ["first", "b", "c"])
        #expect(!written["\"Default Window Settings\""].exists)
    }

    @Test func `an error says where the path stopped, in the list and in the archive`() throws {
        var document = try PropertyListDocument(BinaryPropertyListWriter().write(Self.theme()))
        func text(_ code: ArchiveError.Code, _ body: () throws -> Void) -> String {
            #expect(throws: ArchiveError(code, "")) { try body() }?.description ?? ""
        }
        #expect(text(.valueNotFound) { try document["nothing"].require() }.contains("\"Window Settings\""))
        #expect(text(.valueNotFound) { try document.set(1, at: "a.b") }.hasPrefix("a:"))
        #expect(text(.valueNotFound) { try document.set(1, at: Self.color + ".x.y") }.contains("TextColor!.root.x:"))
        #expect(text(.valueNotFound) { try document.remove(at: "nothing") }.hasPrefix("nothing:"))
        #expect(text(.invalidPath) { try document.set(1, at: "**") }.contains("matches"))
        #expect(text(.unrepresentable) { try document.set(ArchivedNull(), at: "x") }.contains("no objects"))
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
