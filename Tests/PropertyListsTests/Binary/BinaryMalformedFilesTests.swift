import PropertyLists
import TestSupport
import Testing

/// What becomes of the damaged binary property lists that other projects test with.
@Suite(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
struct BinaryMalformedFilesTests {
    /// Those that are refused, with the code and the byte of the error.
    static let refused: [String: (code: ArchiveError.Code, position: Int)] = [
        // The size of an offset is 1 instead of 2, so the first offset is the upper half of 00 08.
        "biplist__data_invalid_object_offset_size.plist": (.invalidOffset, 1036),
        // The size of a reference is 1 instead of 2, so the first reference is the upper half of 00 01.
        "biplist__data_invalid_object_ref_size.plist": (.invalidReference, 8),
        // Four unused bytes of the trailer are missing, so the trailer, counted from the end, begins in the offset
        // table.
        "biplist__fuzz_data_array_invalid_count.plist": (.invalidTrailer, 227),
        "biplist__fuzz_data_ascii_string_negative_length.plist": (.invalidTrailer, 227),
        "biplist__fuzz_data_ascii_string_too_long.plist": (.invalidTrailer, 227),
        "biplist__fuzz_data_date_seconds_is_nan.plist": (.invalidTrailer, 190),
        "biplist__fuzz_data_dictionary_invalid_count.plist": (.invalidTrailer, 190),
        "biplist__fuzz_data_integer_zero_byte_length.plist": (.invalidTrailer, 227),
        "biplist__fuzz_data_invalid_offset_ending.plist": (.invalidTrailer, 227),
        "biplist__fuzz_data_real_invalid_length.plist": (.invalidTrailer, 215),
        "biplist__fuzz_data_recursive_object_offset.plist": (.invalidTrailer, 227),
        // 233 objects in an offset table that would end in the trailer; 129 objects in a file of 42 bytes.
        "rust-plist__data_binary_circular_array.plist": (.invalidTrailer, 427),
        "biplist__fuzz_data_invalid_object_offset.plist": (.invalidTrailer, 18),
        // An array of 8 elements in a file with one byte of objects.
        "biplist__fuzz_data_list_index_out_of_range.plist": (.invalidLength, 8),
        // The only object lies at byte 136 of 42.
        "biplist__fuzz_data_no_marker_byte.plist": (.invalidOffset, 9),
        // Some bytes of the trailer are missing, so that an unused byte stands for the size.
        "rust-plist__data_binary_zero_offset_size.plist": (.invalidTrailer, 250),
    ]

    /// Those that are sound property lists: unusual ones, and archives whose faults lie above the property list.
    static let sound: Set = [
        "bpylist2__fixture_data_circular_archive.plist",
        "bpylist2__fixture_data_invalid_type_archive.plist",
        "bpylist2__fixture_data_invalid_uid_archive.plist",
        "bpylist2__fixture_data_invalid_version_archive.plist",
        "bpylist2__fixture_data_missing_uid_archive.plist",
        "bpylist2__fixture_data_no_class_meta_archive.plist",
        "bpylist2__fixture_data_no_class_name_archive.plist",
        "bpylist2__fixture_data_no_objects_archive.plist",
        "bpylist2__fixture_data_no_root_archive.plist",
        "bpylist2__fixture_data_no_top_archive.plist",
        "rust-plist__data_binary_three_byte_integer_offset_table.plist",
        "rust-plist__data_utf16_bplist.plist",
    ]

    @Test func `each damaged file is refused with its code and place, and each sound one is read`() throws {
        var files: Set<String> = []
        for row in try Corpus.rows("malformed") {
            let bytes = try row.bytes()
            guard bytes.starts(with: "bplist".utf8) else { continue }
            files.insert(row.file)
            do throws(ArchiveError) {
                let reader = try BinaryPropertyListReader(bytes)
                _ = try reader.tree()
                #expect(Self.sound.contains(row.file))
                #expect(reader.problems(strict: true) == [])
            } catch {
                let expected = try #require(Self.refused[row.file], "\(row.file): \(error)")
                #expect(error.code == expected.code, "\(row.file)")
                #expect(error.byteOffset == expected.position, "\(row.file)")
            }
        }
        #expect(files == Self.sound.union(Self.refused.keys))
    }
}
