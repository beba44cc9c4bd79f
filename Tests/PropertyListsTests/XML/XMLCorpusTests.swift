import PropertyLists
import TestSupport
import Testing

@Suite(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
struct XMLCorpusTests {
    @Test func `every XML archive of the corpus is written back byte for byte`() throws {
        let rows = try Corpus.rows("archives").filter { $0.format == "xml" }
        #expect(rows.count == 22)
        for row in Corpus.sample(rows, every: 2) {
            let bytes = try row.bytes()
            var writer = XMLPropertyListWriter()
            writer.documentType = XMLPropertyListReader.documentType(of: bytes)
            let written = try writer.write(XMLPropertyListReader().read(bytes))
            #expect(written == bytes, "\(row.file)")
        }
    }

    @Test func `small binary archives are written as XML and read back equal where XML distinguishes values`() throws {
        for row in try Corpus.sample("archives") where row.format == "bplist00" {
            let bytes = try row.bytes()
            guard bytes.count < 8192 else { continue }
            let text = try XMLPropertyListWriter().write(BinaryPropertyListReader(bytes).tree())
            let again = try XMLPropertyListWriter().write(XMLPropertyListReader().read(text))
            #expect(again == text, "\(row.file)")
        }
    }

    // MARK: - The XML files that other projects keep because they are broken or odd

    /// Files that are broken as XML or as property lists: the code and the line and column of the error.
    private static let refused: [(file: String, code: ArchiveError.Code, line: Int, column: Int)] = [
        ("biplist__data_bogus_file.plist", .unrecognizedFormat, 1, 1),
        ("biplist__data_empty_file.plist", .unrecognizedFormat, 1, 1),
        ("nskeyedarchiver__fixtures_broken_plist.xml", .unrecognizedFormat, 1, 1),
        ("rust-plist__data_xml_entity_error.plist", .malformedText, 4, 1),
        ("rust-plist__data_xml_error.plist", .malformedText, 16, 11),
        ("macos-loginitems__test_data_malformed_bad_plist.btm", .invalidData, 186, 3),
        ("go-plist__testdata_xml_unusual_cases_s05.plist", .malformedText, 3, 14),
        ("go-plist__testdata_xml_unusual_cases_s06.plist", .malformedText, 3, 14),
        ("go-plist__testdata_xml_unusual_cases_s07.plist", .malformedText, 2, 1),
        ("go-plist__testdata_xml_unusual_cases_s08.plist", .malformedText, 7, 1),
        ("go-plist__testdata_xml_unusual_cases_s09.plist", .malformedText, 1, 16),
        ("go-plist__testdata_xml_unusual_cases_s10.plist", .malformedText, 4, 13),
        ("go-ios__ios_nskeyedarchiver_archiver_test.go_scan-8625-508", .malformedText, 1, 16),
    ]

    @Test(.rows)
    func `a broken file is refused, or reported as odd, where it goes wrong`() {
        forEachRow(Self.refused.indices) { (index: Int) throws in
            let expected = Self.refused[index]
            let row = try #require(try Corpus.rows("malformed").first { $0.file == expected.file })
            let error = try #require(errorOfReadingXML(row.bytes()))
            #expect(error.code == expected.code, "\(expected.file)")
            #expect(error.line == expected.line, "\(expected.file)")
            #expect(error.column == expected.column, "\(expected.file)")
        }
    }

    @Test func `every other XML file is opened, whatever is wrong with the archive inside`() throws {
        let refused = Set(Self.refused.map(\.file))
        var openedCount = 0
        for row in try Corpus.rows("malformed") where !refused.contains(row.file) {
            let bytes = try row.bytes()
            if bytes.starts(with: "bplist".utf8) { continue }
            #expect(throws: Never.self, "\(row.file)") { try XMLPropertyListReader().read(bytes) }
            openedCount += 1
        }
        #expect(openedCount == 17)
    }

    @Test func `odd text is read as XML defines it`() throws {
        func read(_ number: String) throws -> PropertyList {
            let file = "go-plist__testdata_xml_unusual_cases_s\(number).plist"
            let row = try #require(try Corpus.rows("malformed").first { $0.file == file })
            return try XMLPropertyListReader().read(row.bytes())
        }
        try expectRows {
            (try read("01"), ["copyright": "\u{A9}"])
            (try read("02"), ["name": "value"])
            (try read("03"), ["": "value"])
            (try read("04"), ["": "value"])
            (try read("11"), ["test": "libplist"])
        }
    }
}
