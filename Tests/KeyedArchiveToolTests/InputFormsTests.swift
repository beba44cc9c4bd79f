import Foundation
import PropertyLists
import TestSupport
import Testing

/// What files the tool opens besides archives, and what it says of the others.
@Suite struct InputFormsTests {
    private let archive = SmallArchive(["name": .uid(2), "$class": .uid(3)], "Ada", .classRecord("Person", "NSObject"))

    /// A property list with an archive in it, at two depths.
    private func list() throws -> PropertyList {
        let inner = try BinaryPropertyListWriter().write(["deep": .data(try archive.bytes()), "n": 1])
        return ["Font": .data(try archive.bytes()), "columns": 80, "more": ["list": .data(inner)]]
    }

    private let shown = """
        "Font": data, SIZE bytes, holds an archive
          root: Person
            name: "Ada"
        "columns": 80
        "more": dictionary, 1 element
          "list": data, LIST bytes, holds a property list
            "deep": data, SIZE bytes, holds an archive
              root: Person
                name: "Ada"
            "n": 1

        """

    @Test("archives in the data of property lists are opened, and lists in those of archives with --nested")
    func lists() throws {
        let list = try list()
        let forms = [
            try BinaryPropertyListWriter().write(list), try XMLPropertyListWriter().write(list),
            try OpenStepPropertyListWriter().write(list),
        ]
        guard case .data(let inner)? = list["more"]?["list"] else { return }
        for form in forms {
            let run = try ToolRun("dump", "-", input: form)
            let expected = shown.replacing("SIZE", with: String(try self.archive.bytes().count))
                .replacing("LIST", with: String(inner.count))
            // The OpenStep form has no numbers.
            try expectRows {
                (run.output.replacing("\"80\"", with: "80"), expected)
                (run.status, 0)
                (try ToolRun("get", "-", "Font!root.name", input: form).output, "\"Ada\"\n")
                (try ToolRun("get", "-", "Font!", input: form).output, "root: Person\n  name: \"Ada\"\n")
                (
                    try ToolRun("check", "-", input: form).output,
                    "-: valid, a property list that holds 2 archives of 8 objects\n"
                )
            }
        }
        let data = try BinaryPropertyListWriter().write(["key": ["value"]])
        let archive = SmallArchive(["data": .data(data), "$class": .uid(2)], .classRecord("Holder", "NSObject"))
        #expect(
            try ToolRun("dump", "-", "--nested", input: archive.bytes()).output == """
                root: Holder
                  data: data, \(data.count) bytes, holds a property list
                    "key": array, 1 element
                      [0]: "value"

                """
        )
    }

    @Test func `lists without archives, and lists of one value`() throws {
        let plain = try BinaryPropertyListWriter().write(["a", 1])
        #expect(try ToolRun("dump", "-", input: plain).output == "[0]: \"a\"\n[1]: 1\n")
        let check = try ToolRun("check", "-", input: plain)
        #expect(check.status == 1)
        #expect(
            check.output.hasPrefix("-: invalid: this is a property list, but no keyed archive, and its data hold none"))
        let value = try BinaryPropertyListWriter().write("text")
        #expect(try ToolRun("dump", "-", input: value).output == "$value: \"text\"\n")
        let json = try ToolRun("dump", "-", "--format", "json", input: value)
        #expect(
            json.output == "{\"$file\": \"-\", \"$graph\": 1.0, \"$propertyList\": \"binary\", \"$value\": \"text\"}\n")
        let xml = try ToolRun("rewrite", "-", "-", "--format", "xml", input: value)
        #expect(xml.output.contains("<string>text</string>"))
    }

    @Test func `problems of archives in data have the path to them`() throws {
        let damaged = try SmallArchive(["bad": .uid(9), "$class": .uid(2)], .classRecord("A", "NSObject")).bytes()
        let list = try BinaryPropertyListWriter().write(["Text Font": .data(damaged)])
        let run = try ToolRun("check", "-", input: list)
        #expect(run.output.hasPrefix("-: invalid: \"Text Font\"!root.bad"), "\(run.output)")
    }

    @Test func `hexadecimal digits and base64 are read as what they stand for`() throws {
        let bytes = try archive.bytes()
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let base64 = Data(bytes).base64EncodedString(options: .lineLength64Characters)
        let texts = [
            digits, " 0x\(digits)\n", "X'\(digits.uppercased())'\n", "<\(digits)>", base64 + "\n",
            base64.replacing("=", with: ""), "\\x\(digits)", "\\\\x\(digits)\n", "\u{FEFF}" + base64,
            "\u{FEFF}0x\(digits)",
        ]
        for text in texts {
            let run = try ToolRun("dump", "-", input: Array(text.utf8))
            #expect(run.output == "root: Person\n  name: \"Ada\"\n", "\(run.errors)")
        }
        let cut = digits + String(repeating: "\n", count: 5000) + "xyz"
        let broken = try ToolRun("dump", "-", input: Array(cut.utf8))
        #expect(broken.errors.contains("it begins as a property list in hexadecimal digits, but isn't that to its end"))
        #expect(broken.status == 1)
    }

    /// The end of a disk image, with its mark, version and size.
    private static let imageEnd =
        Array("koly".utf8) + [0, 0, 0, 4, 0, 0, 2, 0] + [UInt8](repeating: 0, count: 500)

    /// First bytes, or the last ones, and what the tool calls them.
    private static let others: [(bytes: [UInt8], name: String)] = [
        (Array("NIBArchive".utf8), "a NIBArchive"),
        (Array("bplist15".utf8), "a binary property list of version 15"),
        (Array("bplist17".utf8), "a binary property list of version 17"), ([0x1F, 0x8B, 8], "a gzip file"),
        (Array("PK\u{3}\u{4}".utf8), "a zip archive"), (Array("SQLite format 3\0".utf8), "an SQLite database"),
        (Array("{\"a\": 1}".utf8), "JSON"), (Array("[1, 2]".utf8), "JSON"),
        ([0xCF, 0xFA, 0xED, 0xFE], "a Mach-O program"), ([0x89] + Array("PNG\r\n".utf8), "a PNG picture"),
        (Array("version https://git-lfs.github.com/spec/v1\noid".utf8), "a Git LFS pointer"),
        (Array("book\0\0\0\0mark\0\0\0\0".utf8), "a bookmark"),
        (Array("book".utf8) + [4, 1, 0, 0, 0x10, 4, 0, 0, 0x30, 0, 0, 0], "a bookmark"),
        // The head of Core Data's binary stores: name, version, the version of the model.
        (
            Array("CoreData".utf8) + [0, 0, 0, 1, 0, 0, 0, 2] + [UInt8](repeating: 0, count: 48),
            "a binary store of Core Data"
        ),
        (
            Array("<?xml version=\"1.0\"?>\n<!DOCTYPE database SYSTEM \"CoreData.dtd\">\n<database></database>".utf8),
            "a store or a mapping model of Core Data"
        ),
        ([0x37, 0x7F, 6, 0x82], "the write-ahead log of an SQLite database"),
        (Array("name".utf8) + [UInt8](repeating: 0, count: 253) + Array("ustar\0".utf8), "a tar archive"),
        ([UInt8](repeating: 0, count: 36) + Array("acsp".utf8), "an ICC color profile"),
        ([UInt8](repeating: 0, count: 512) + Array("EFI PART".utf8), "a disk image"),
        (Array("encrcdsa".utf8), "an encrypted disk image"),
        (Array("BZh91AY".utf8) + imageEnd, "a disk image"),
        ([UInt8](repeating: 0xDA, count: 200_000) + imageEnd, "a disk image"),
    ]

    @Test("other files are named by their first bytes, or the last ones", .rows)
    func otherKinds() {
        forEachRow(Self.others.indices) { (index: Int) throws in
            let (bytes, name) = Self.others[index]
            for command in [["dump", "-"], ["objects", "-"], ["rewrite", "-", "-"]] {
                let run = try ToolRun(command, input: bytes)
                #expect(run.errors.hasPrefix("keyed-archive: -: this is \(name)"), "\(run.errors)")
                #expect(run.status == 1)
            }
            let check = try ToolRun("check", "-", input: bytes)
            #expect(check.output.hasPrefix("-: invalid: this is \(name)"))
            #expect(check.status == 1)
        }
    }

    @Test func `data of a known kind are named, and text isn't a list`() throws {
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10]
        let run = try ToolRun("dump", "-", input: SmallArchive(.data(png)).bytes())
        #expect(run.output == "root: 6 bytes, a PNG picture: 89 50 4E 47 0D 0A\n")
        let profile = [UInt8](repeating: 0, count: 36) + Array("acsp".utf8)
        let icc = try ToolRun("dump", "-", input: SmallArchive(.data(profile)).bytes())
        #expect(icc.output.hasPrefix("root: 40 bytes, an ICC color profile: 00"), "\(icc.output)")
        let inner = try SmallArchive("inner").bytes()
        let nested = try ToolRun("dump", "-", input: SmallArchive(.data(inner)).bytes())
        #expect(nested.output.hasPrefix("root: \(inner.count) bytes, an archive: 62 70"), "\(nested.output)")
        let text = try ToolRun("dump", "-", input: Array("hello world".utf8))
        #expect(text.errors.contains("neither a binary nor an XML property list, but other text"))
    }
}
