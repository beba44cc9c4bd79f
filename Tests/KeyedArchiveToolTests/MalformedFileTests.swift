import Foundation
import TestSupport
import Testing

/// What `check` says of the damaged and odd files that other projects keep for their tests.
@Suite(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
struct MalformedFileTests {
    /// The beginning of the name of a file or several, and what is wrong; nil for files that are valid archives.
    private static let verdicts: [(files: String, count: Int, reason: String?)] = [
        // Archives that break the rules of archives.
        ("bpylist2__fixture_data_circular_archive", 1, nil),
        ("bpylist2__fixture_data_invalid_type_archive", 1, nil),
        ("bpylist2__fixture_data_invalid_uid_archive", 1, "root, byte 81: there is no object #10; the archive has 3"),
        ("bpylist2__fixture_data_invalid_version_archive", 1, "byte 50: the archive's $version is 10000, not 100000"),
        ("bpylist2__fixture_data_missing_uid_archive", 1, "root, object #1, byte 94: an object has no class"),
        ("bpylist2__fixture_data_no_class_meta", 1, "object #3 is not a class record, which $class has to refer to"),
        ("bpylist2__fixture_data_no_class_name", 1, "object #3 is not a class record, which $class has to refer to"),
        ("bpylist2__fixture_data_no_objects_archive", 1, "byte 8: the archive has no $objects"),
        ("bpylist2__fixture_data_no_root_archive", 1, nil),
        ("bpylist2__fixture_data_no_top_archive", 1, "byte 8: the archive has no $top"),
        ("nskeyedarchiver__fixtures_missing_archiver", 1, "the archive has no $archiver"),
        ("nskeyedarchiver__fixtures_missing_objects", 1, "the archive has no $objects"),
        ("nskeyedarchiver__fixtures_missing_top", 1, "the archive has no $top"),
        ("nskeyedarchiver__fixtures_missing_version", 1, "the archive has no $version"),
        ("nskeyedarchiver__fixtures_wrong_archiver", 1, nil),  // Subclasses of the archiver write their own name.
        ("nskeyedarchiver__fixtures_wrong_version", 1, "the archive's $version is 18, not 100000"),
        ("go-ios__ios_nskeyedarchiver_hardening_security_test.go_scan-648", 1, nil),  // A cycle.
        ("go-ios__ios_nskeyedarchiver_hardening_security_test.go_scan-1795", 1, nil),  // A cycle.
        (
            "go-ios__ios_nskeyedarchiver_hardening_security_test.go_scan-4345", 1,
            "the archive's $archiver is not a string"
        ),
        (
            "go-ios__ios_nskeyedarchiver_hardening_security_test.go_scan-4813", 1,
            "the archive's $version is not an integer"
        ),
        (
            "go-ios__ios_nskeyedarchiver_hardening_security_test.go_scan-5294", 1,
            "the archive's $top is not a dictionary"
        ),
        ("macos-loginitems__test_data_malformed_bad_bookmark", 1, nil),  // The fault lies in what data means.

        // Files that aren't XML property lists.
        ("go-ios__ios_nskeyedarchiver_archiver_test", 1, nil),  // Backslashes before quotes of attributes are odd.
        ("go-plist__testdata_xml_unusual_cases_s05", 1, "line 3, column 14: "),
        ("go-plist__testdata_xml_unusual_cases_s06", 1, "line 3, column 14: \"&\" does not start an entity"),
        ("go-plist__testdata_xml_unusual_cases_s07", 1, "; odd: line 2, column 1: "),
        ("go-plist__testdata_xml_unusual_cases_s08", 1, "but no keyed archive"),
        ("go-plist__testdata_xml_unusual_cases_s09", 1, "; odd: line 1, column 16: a quote"),
        ("go-plist__testdata_xml_unusual_cases_s10", 1, "; odd: line 4, column 13: the tag is neither closed"),
        ("macos-loginitems__test_data_malformed_bad_plist", 1, nil),
        ("nskeyedarchiver__fixtures_broken_plist", 1, "byte 0: the input is neither a binary nor an XML property list"),
        ("rust-plist__data_xml_entity_error", 1, "line 4, column 1: text outside of an element"),
        ("rust-plist__data_xml_error", 1, "line 16, column 11: <ke> isn't an element of a property list"),

        // Files that aren't binary property lists.
        ("biplist__data_bogus_file", 1, "line 1, column 20: the text ends inside an entry"),
        ("biplist__data_empty_file", 1, "byte 0: the input is empty"),
        ("biplist__data_invalid_object_offset_size", 1, "byte 1036: object 0 lies at byte 0, outside the objects"),
        ("biplist__data_invalid_object_ref_size", 1, "byte 8: the array of object 0 holds itself"),
        ("biplist__fuzz_data_list_index_out_of_range", 1, "byte 8: a length of 8 reaches past the end of the objects"),
        ("biplist__fuzz_data_no_marker_byte", 1, "byte 9: object 0 lies at byte 136, outside the objects"),
        ("biplist__fuzz_data_", 10, "does not fit before the trailer"),
        ("rust-plist__data_binary_circular_array", 1, "does not fit before the trailer"),
        ("rust-plist__data_binary_zero_offset_size", 1, "byte 250: the size of an offset is 0, not 1 to 8"),

        // Property lists that aren't archives.
        ("go-plist__testdata_xml_unusual_cases_s", 5, "this is a property list, but no keyed archive"),
        ("rust-plist__data_binary_three_byte_integer_offset_table", 1, "but no keyed archive"),
        ("rust-plist__data_utf16_bplist", 1, "but no keyed archive"),
    ]

    @Test func `each file is named with what is wrong with it`() throws {
        let rows = try Corpus.rows("malformed")
        let run = try ToolRun(["check"] + rows.map(\.url.path))
        #expect(run.status == 1)
        #expect(run.errors == "")
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(lines.count == rows.count)
        var counts = [Int](repeating: 0, count: Self.verdicts.count)
        for (row, line) in zip(rows, lines) {
            let index = try #require(Self.verdicts.firstIndex { row.file.hasPrefix($0.files) }, "\(row.file)")
            counts[index] += 1
            if let reason = Self.verdicts[index].reason {
                #expect(line.hasPrefix("\(row.url.path): invalid: ") && line.contains(reason), "\(line)")
            } else {
                #expect(line.hasPrefix("\(row.url.path): valid, "), "\(line)")
            }
        }
        #expect(counts == Self.verdicts.map(\.count))
    }

    @Test func `no command crashes on any of them`() throws {
        let scratch = try Scratch()
        for row in try Corpus.sample("malformed") {
            for arguments in [
                ["dump", "--nested", row.url.path], ["dump", "--format", "json", row.url.path],
                ["objects", row.url.path], ["objects", "--json", row.url.path],
                ["rewrite", row.url.path, scratch.path("out")], ["get", row.url.path, "root"],
            ] {
                let run = try ToolRun(arguments)
                #expect(run.status == 0 || run.status == 1, "\(arguments)")
                #expect(run.status == 0 || run.errors.hasPrefix("keyed-archive: \(row.url.path): "), "\(arguments)")
            }
        }
    }
}
