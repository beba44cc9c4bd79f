"""Binary property lists."""

from notation import *

suite = Suite("binary", "Binary property lists", "PropertyLists/Documentation.docc/BinaryPropertyListFormat.md")
rule, y, n, i = suite.rule, suite.y, suite.n, suite.i


# The container

rule("header", "A file begins with `bplist00`: the magic `bplist` and the version, two digits.")
y("header-00", "a", plist("51 'a'"), round_trip=True)
i("header-01", plist("51 'a'", header="'bplist01'"), "no writer writes the version 01", "a")
i("header-0x", plist("51 'a'", header="'bplist0x'"), "no writer writes a letter for the second digit", "a")
i("header-0-nul", plist("51 'a'", header="'bplist0' 00"), "no writer writes NUL for the second digit", "a")
n("header-10", plist("51 'a'", header="'bplist10'"), "another version")
n("header-15", plist("51 'a'", header="'bplist15'"), "another version, with another layout")
n("header-16", plist("51 'a'", header="'bplist16'"), "another version, with another layout")
n("header-17", plist("51 'a'", header="'bplist17'"), "another version, with another layout")
n("header-space", plist("51 'a'", header="'bplist 0'"), "a space is no digit")
n("header-upper-case", plist("51 'a'", header="'BPLIST00'"), "the magic is in lower case")
n("header-short-magic", plist("51 'a'", header="'bplis00'"), "a letter of the magic is missing")
n("header-after-space", b" " + plist("51 'a'"), "a byte before the magic")
n("header-after-mark", hexes("EF BB BF") + plist("51 'a'"), "a byte-order mark before the magic")
n("header-alone", "'bplist00'", "nothing after the header")
n("empty", "", "no bytes at all")
n("trailer-alone", bytes(32), "a trailer of zeros without a header")

rule("trailer", "The last 32 bytes: 5 unused, sort version, offset size, reference size; count, top object, table's place.")
y("trailer-top-not-first", "b", plist("51 'a'", "51 'b'", top=1))
y("trailer-smallest-file", True, plist("09"), round_trip=True)
i("trailer-unused-bytes", plist("51 'a'", unused="01 02 03 04 05 00"), "unused bytes are 0 in every file that a writer wrote", "a")
i("trailer-sort-version", plist("51 'a'", unused="00 00 00 00 00 01"), "the sort version is 0 in every file that a writer wrote", "a")
n("trailer-cut-by-1", plist("51 'a'", cut=1), "the last byte is missing")
n("trailer-cut-by-8", plist("51 'a'", cut=8), "the last 8 bytes are missing")
n("trailer-cut-by-32", plist("51 'a'", cut=32), "the trailer is missing")
i("bytes-after-zero", plist("51 'a'", after="00"), "a zero after the trailer, which is no longer the last 32 bytes", "a")
i("bytes-after-newline", plist("51 'a'", after="0A"), "a line feed after the trailer, as editors of text append", "a")
i("bytes-after-text", plist("51 'a'", after="'more text after the end'"), "text after the trailer", "a")
n("two-lists", plist("51 'a'") + plist("51 'b'"), "a second list after the first: its offsets count from its own header")

rule("count", "The number of objects is at least 1.")
n("count-0", plist(count=0), "no object")
n("count-0-with-object", plist("51 'a'", count=0), "no object, though one is there")
n("count-too-large", plist("51 'a'", count=2), "the table is shorter than the count says")
n("count-too-small", plist("A1 01", "51 'a'", count=1), "the reference 1 is beyond the count")
n("count-2-to-31", plist("51 'a'", count=2**31), "a count that no file of this size holds")
n("count-2-to-32", plist("51 'a'", count=2**32 + 1), "a count whose low half is right")
n("count-2-to-61", plist("51 'a'", count=2**61, offset_size=8), "a count that times 8 is 0 in 64 bits")
n("count-2-to-63", plist("51 'a'", count=2**63), "a count that is negative as a signed number")
n("count-all-ones", plist("51 'a'", count=2**64 - 1), "a count of all ones")
y("count-unreachable", "a", plist("51 'a'", "51 'b'"), note="an object that nothing refers to; NSKeyedArchiver writes such copies")

rule("top", "The top object is one of the objects.")
n("top-beyond-count", plist("51 'a'", top=1), "the number is the count itself")
n("top-2-to-32", plist("51 'a'", top=2**32), "a number whose low half is right")
n("top-all-ones", plist("51 'a'", top=2**64 - 1), "a number of all ones")

rule("offset-size", "An offset has 1 to 8 bytes, enough for the place of the offset table.")
for size in range(1, 9):
    y(f"offset-size-{size}", "a", plist("51 'a'", offset_size=size), round_trip=size == 1)
n("offset-size-0", plist("51 'a'", offset_size=0), "offsets of no bytes")
i("offset-size-9", plist("51 'a'", offset_size=9), "an offset that is wider than every file", "a")
i("offset-size-16", plist("51 'a'", offset_size=16), "an offset that is wider than every file", "a")
i("offset-size-too-small", plist("4F 11 01 00" + "00" * 256, offset_size=1), "a table at 268 whose place does not fit offsets of 1 byte", bytes(256))
y("offset-size-2-needed", bytes(256), plist("4F 11 01 00" + "00" * 256), round_trip=True)

rule("reference-size", "A reference has 1 to 8 bytes, enough for the number of objects.")
for size in range(1, 9):
    y(
        f"reference-size-{size}",
        ["a"],
        plist("A1" + "00" * (size - 1) + "01", "51 'a'", reference_size=size),
        round_trip=size == 1,
    )
n("reference-size-0", plist("A1", "51 'a'", reference_size=0), "references of no bytes")
i("reference-size-9", plist("A1" + "00" * 8 + "01", "51 'a'", reference_size=9), "a reference that is wider than every number", ["a"])
i("reference-size-16", plist("A1" + "00" * 15 + "01", "51 'a'", reference_size=16), "a reference that is wider than every number", ["a"])
y("reference-size-255-objects", [list(range(253))], written([list(range(253))]), round_trip=True)
y("reference-size-256-objects", [list(range(254))], written([list(range(254))]), round_trip=True)
i(
    "reference-size-256-objects-in-1-byte",
    plist(length(0xA0, 255) + bytes(range(1, 256)), *[b"\x10" + bytes([k]) for k in range(255)], offset_size=2),
    "a writer takes 2 bytes from 256 objects on, though 255 fits 1",
    list(range(255)),
)

rule("offset-table", "The table begins after the objects and ends where the trailer begins.")
n("table-at-0", plist("51 'a'", table_at=0), "the table would be the header")
n("table-at-7", plist("51 'a'", table_at=7), "the table would begin in the header")
n("table-at-8", plist("51 'a'", table_at=8), "the table would begin with the first object")
n("table-in-trailer", plist("51 'a'", table_at=12), "the table would end in the trailer")
n("table-past-end", plist("51 'a'", table_at=1000), "the table would be past the end")
n("table-2-to-63", plist("51 'a'", table_at=2**63), "a place that is negative as a signed number")
n("table-all-ones", plist("51 'a'", table_at=2**64 - 1), "a place of all ones")
n("table-wraps", plist("51 'a'", count=2**60, offset_size=8, table_at=2**63 + 10), "a place and a size whose sum wraps around")
i("table-gap-before-trailer", plist("51 'a'", before_trailer="00 00"), "two bytes between table and trailer: CoreFoundation refuses them", "a")
i("table-gap-before", plist("51 'a'", before_table="00 00 00"), "three bytes between the last object and the table", "a")
i("table-garbage-before", plist("51 'a'", before_table="FF FF FF"), "three bytes between the last object and the table that would be no object", "a")
y("table-references-go-back", ["a", "b"], plist("A2 02 01", "51 'b'", "51 'a'"))
y("table-offsets-descend", ["b", "a"], plist("A2 01 02", "51 'a'", "51 'b'", offsets=[8, 13, 11]))
i("table-gap-between", plist("A1 01", "00 00", "51 'a'", offsets=[8, 12]), "bytes between objects that belong to none", ["a"])

rule("offset", "An offset is the place of an object: after the header and before the table.")
n("offset-0", plist("51 'a'", offsets=[0]), "the object would be the header")
n("offset-7", plist("51 'a'", offsets=[7]), "the object would begin in the header")
n("offset-7-of-element", plist("A1 01", "51 'a'", offsets=[8, 7]), "the element would begin in the header")
n("offset-at-table", plist("51 'a'", offsets=[10]), "the object would begin with the table")
n("offset-in-trailer", plist("51 'a'", offsets=[20]), "the object would begin in the trailer")
n("offset-past-end", plist("51 'a'", offsets=[255]), "the object would begin past the end")
n("offset-all-ones", plist("51 'a'", offsets=[2**64 - 1], offset_size=8), "an offset of all ones")
n("offset-2-to-63", plist("51 'a'", offsets=[2**63 + 8], offset_size=8), "an offset that is negative as a signed number")
n("offset-unreachable-past-end", plist("51 'a'", "51 'b'", offsets=[8, 200]), "an object that nothing refers to begins past the end")
i("offset-unreachable-in-header", plist("51 'a'", "51 'b'", offsets=[8, 3]), "an object that nothing refers to begins in the header", "a")
i("offset-twice", plist("A2 01 02", "51 'a'", offsets=[8, 11, 11]), "two numbers for one object", ["a", "a"])
i("offset-inside-object", plist("A2 01 02", "52 51 'b'", offsets=[8, 11, 12]), "objects that share bytes", ["Qb", "b"])

rule("reference", "A reference is the number of an object: less than the count.")
n("reference-beyond-count", plist("A1 02", "51 'a'"), "an element that is no object")
n("reference-255", plist("A1 FF", "51 'a'"), "an element that is no object")
n("reference-all-ones", plist("A1 FF FF FF FF FF FF FF FF", "51 'a'", reference_size=8), "a reference of all ones")
n("reference-of-key", plist("D1 03 01", "51 'a'"), "a key that is no object")
n("reference-of-value", plist("D1 01 03", "51 'a'"), "a value that is no object")
y("reference-twice", ["a", "a"], plist("A2 01 01", "51 'a'"), round_trip=True)
y("reference-shared-array", [[1], [1]], plist("A2 01 01", "A1 02", "10 01"))
y("reference-key-is-value", {"a": "a"}, plist("D1 01 01", "51 'a'"), round_trip=True)

rule("cycle", "No container holds itself, at any depth.")
n("cycle-array", plist("A1 00"), "an array whose element is itself")
n("cycle-array-second-element", plist("A2 01 00", "51 'a'"), "an array whose second element is itself")
n("cycle-of-two", plist("A1 01", "A1 00"), "two arrays that hold each other")
n("cycle-of-three", plist("A1 01", "A1 02", "A1 00"), "three arrays in a ring")
n("cycle-dictionary-value", plist("D1 01 00", "51 'a'"), "a dictionary whose value is itself")
n("cycle-dictionary-key", plist("D1 00 01", "51 'a'"), "a dictionary whose key is itself")
n("cycle-below-top", plist("A2 01 02", "51 'a'", "A1 02"), "an element that holds itself")
n("cycle-set", plist("C1 00"), "a set whose member is itself")

rule("depth", "Containers nest to any depth; a reader may have a limit, and says so.")
nested = []
for _ in range(63):
    nested = [nested]
y("depth-64", nested, plist(*[bytes([0xA1, k + 1]) for k in range(63)], "A0"), round_trip=True)
i(
    "depth-400",
    plist(*[b"\xA1" + sized(k + 1, 2) for k in range(399)], "A0", reference_size=2, offset_size=2),
    "400 arrays in each other: more than some readers allow",
)
i(
    "depth-2000",
    plist(*[b"\xA1" + sized(k + 1, 2) for k in range(1999)], "A0", reference_size=2, offset_size=2),
    "2,000 arrays in each other: more than many readers allow",
)


# The objects

rule("singletons", "`00` null, `08` false, `09` true, `0F` a fill byte that is no object; the others are reserved.")
y("false", False, plist("08"), round_trip=True)
y("true", True, plist("09"), round_trip=True)
i("null", plist("00"), "no writer writes null", None)
i("null-in-array", plist("A1 01", "00"), "no writer writes null", [None])
for marker in range(1, 8):
    n(f"marker-{marker:02x}", plist(bytes([marker])), "a reserved marker")
for marker in range(10, 15):
    n(f"marker-{marker:02x}", plist(bytes([marker])), "a reserved marker")
n("fill-as-object", plist("0F"), "a fill byte is no object")
n("fill-in-array", plist("A1 01", "0F"), "a fill byte is no object")

rule("integer", "`1n`: 2^n bytes. 1, 2 and 4 bytes are unsigned, 8 and 16 are in two's complement.")
for number, size in ((0, 0), (1, 0), (127, 0), (128, 0), (255, 0), (256, 1), (32768, 1), (65535, 1), (65536, 2)):
    y(f"integer-{number}", number, plist(bytes([0x10 | size]) + sized(number, 1 << size)), round_trip=True)
y("integer-2-to-31", 2**31, plist("12 80 00 00 00"), round_trip=True)
y("integer-4-bytes-all-ones", 2**32 - 1, plist("12 FF FF FF FF"), round_trip=True)
y("integer-2-to-32", 2**32, plist("13 00 00 00 01 00 00 00 00"), round_trip=True)
y("integer-beyond-2-to-53", 2**53 + 1, plist("13 00 20 00 00 00 00 00 01"), round_trip=True)
y("integer-largest-signed", 2**63 - 1, plist("13 7F FF FF FF FF FF FF FF"), round_trip=True)
y("integer-minus-1", -1, plist("13 FF FF FF FF FF FF FF FF"), round_trip=True)
y("integer-minus-128", -128, plist("13 FF FF FF FF FF FF FF 80"), round_trip=True)
y("integer-smallest", -(2**63), plist("13 80 00 00 00 00 00 00 00"), round_trip=True)
y("integer-2-to-63", 2**63, plist("14 00 00 00 00 00 00 00 00 80 00 00 00 00 00 00 00"), round_trip=True)
y("integer-largest-unsigned", 2**64 - 1, plist("14 00 00 00 00 00 00 00 00 FF FF FF FF FF FF FF FF"), round_trip=True)
y("integer-wide-0-in-2", 0, plist("11 00 00"))
y("integer-wide-1-in-4", 1, plist("12 00 00 00 01"))
y("integer-wide-1-in-8", 1, plist("13 00 00 00 00 00 00 00 01"))
y("integer-wide-1-in-16", 1, plist("14" + "00" * 15 + "01"))
i("integer-wide-minus-1-in-16", plist("14" + "FF" * 16), "CoreFoundation keeps the low half, without a sign", -1)
i("integer-2-to-64", plist("14 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00 00"), "beyond 64 bits: CoreFoundation keeps the low half", 2**64)
i("integer-2-to-100", plist("14 00 00 00 10 00 00 00 00 00 00 00 00 00 00 00 05"), "beyond 64 bits: CoreFoundation keeps the low half", 2**100 + 5)
for nibble in range(5, 16):
    n(f"integer-width-{nibble}", plist(bytes([0x10 | nibble]) + bytes(1 << min(nibble, 6))), "integers of more than 16 bytes do not exist")
n("integer-cut-short", plist("11 01"), "a byte of the integer is missing: the table begins")
n("integer-cut-short-8", plist("13 00 00 00"), "five bytes of the integer are missing")

rule("real", "`22`: 4 bytes, `23`: 8 bytes, IEEE 754, the most significant first.")
y("real-4-bytes", 1.5, plist("22 3F C0 00 00"), round_trip=True)
y("real-4-bytes-tenth", 0.10000000149011612, plist("22 3D CC CC CD"), round_trip=True)
y("real-8-bytes", 1.5, plist("23 3F F8 00 00 00 00 00 00"), round_trip=True)
y("real-whole", 1.0, plist("23 3F F0 00 00 00 00 00 00"), round_trip=True)
y("real-tenth", 0.1, plist(b"\x23" + double(0.1)), round_trip=True)
y("real-0", 0.0, plist("23 00 00 00 00 00 00 00 00"), round_trip=True)
y("real-minus-0", -0.0, plist("23 80 00 00 00 00 00 00 00"), round_trip=True)
y("real-infinity", float("inf"), plist("23 7F F0 00 00 00 00 00 00"), round_trip=True)
y("real-minus-infinity", float("-inf"), plist("23 FF F0 00 00 00 00 00 00"), round_trip=True)
y("real-nan", float("nan"), plist("23 7F F8 00 00 00 00 00 00"), round_trip=True)
y("real-nan-with-bits", float("nan"), plist("23 7F F8 00 00 00 00 12 34"))
y("real-largest", 1.7976931348623157e308, plist("23 7F EF FF FF FF FF FF FF"), round_trip=True)
y("real-smallest", 5e-324, plist("23 00 00 00 00 00 00 00 01"), round_trip=True)
y("real-4-bytes-infinity", float("inf"), plist("22 7F 80 00 00"), round_trip=True)
y("real-4-bytes-smallest", 1.401298464324817e-45, plist("22 00 00 00 01"), round_trip=True)
n("real-1-byte", plist("20 00"), "a real of 1 byte")
n("real-2-bytes", plist("21 3E 00"), "a real of 2 bytes")
n("real-16-bytes", plist("24" + "00" * 16), "a real of 16 bytes")
n("real-cut-short", plist("23 3F F0"), "six bytes of the real are missing")

rule("date", "`33`: 8 bytes, a real: the seconds since 2001-01-01T00:00:00Z.")
y("date-0", date("2001-01-01T00:00:00Z"), plist("33 00 00 00 00 00 00 00 00"), round_trip=True)
y("date-before-2001", date("1970-01-01T00:00:00Z"), plist(b"\x33" + double(-978307200.0)), round_trip=True)
y("date-fraction", date("2001-01-01T00:00:00.5Z"), plist("33 3F E0 00 00 00 00 00 00"), round_trip=True)
y("date-year-1000", date("1000-01-01T00:00:00Z"), plist(b"\x33" + double(-31588531200.0)))
y("date-year-9999", date("9999-12-31T23:59:59Z"), plist(b"\x33" + double(252423993599.0)))
i("date-nan", plist("33 7F F8 00 00 00 00 00 00"), "no date is NaN", date("nan"))
i("date-infinity", plist("33 7F F0 00 00 00 00 00 00"), "no date is infinite", date("inf"))
i("date-1e300", plist(b"\x33" + double(1e300)), "a date that no calendar has", date(1e300))
n("date-marker-30", plist("30 00 00 00 00 00 00 00 00"), "a date is `33` and nothing else")
n("date-marker-32", plist("32 00 00 00 00"), "a date is `33` and nothing else")
n("date-marker-34", plist("34" + "00" * 16), "a date is `33` and nothing else")
n("date-cut-short", plist("33 00 00 00 00"), "four bytes of the date are missing")

rule("data", "`4n` and n bytes; with n = F an integer follows that is the count.")
y("data-empty", b"", plist("40"), round_trip=True)
y("data-1", b"\x00", plist("41 00"), round_trip=True)
y("data-14", bytes(range(14)), plist("4E" + bytes(range(14)).hex()), round_trip=True)
y("data-15", bytes(range(15)), plist("4F 10 0F" + bytes(range(15)).hex()), round_trip=True)
y("data-256", bytes(range(256)), plist("4F 11 01 00" + bytes(range(256)).hex()), round_trip=True)
y("data-that-is-a-list", plist("51 'a'"), plist(length(0x40, 43) + plist("51 'a'")), round_trip=True)
n("data-past-end", plist("44 01 02 03"), "the fourth byte is the table")
n("data-count-past-end", plist("4F 10 FF 01"), "255 bytes in a file of fewer")

rule("count-of-object", "The count after F is an integer object of any width, not negative.")
y("count-small-in-f", b"\x01", plist("4F 10 01 01"))
y("count-0-in-f", b"", plist("4F 10 00"))
y("count-wide-2", b"\x01", plist("4F 11 00 01 01"))
y("count-wide-4", b"\x01", plist("4F 12 00 00 00 01 01"))
y("count-wide-8", b"\x01", plist("4F 13 00 00 00 00 00 00 00 01 01"))
i("count-wide-16", plist("4F 14" + "00" * 15 + "01 01"), "a count of 16 bytes", b"\x01")
n("count-negative", plist("4F 13 FF FF FF FF FF FF FF FF 01"), "a count of -1")
n("count-2-to-62", plist("4F 13 40 00 00 00 00 00 00 00 01"), "a count that no file holds")
n("count-largest", plist("4F 13 7F FF FF FF FF FF FF FF 01"), "a count whose end wraps around")
n("count-is-real", plist("4F 22 3F 80 00 00 01"), "a count that is a real")
n("count-is-string", plist("4F 51 '1' 01"), "a count that is a string")
n("count-missing", plist("4F"), "no count after F")
n("count-cut-short", plist("4F 11 00"), "the second byte of the count is the table")
i("count-16-high-half", plist("4F 14 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00 01 01"), "a count of 2^64 + 1, whose low half is 1", b"\x01")

rule("ascii", "`5n` and n bytes, each below 128.")
y("ascii-empty", "", plist("50"), round_trip=True)
y("ascii-1", "a", plist("51 'a'"), round_trip=True)
y("ascii-14", "abcdefghijklmn", plist("5E 'abcdefghijklmn'"), round_trip=True)
y("ascii-15", "abcdefghijklmno", plist("5F 10 0F 'abcdefghijklmno'"), round_trip=True)
y("ascii-300", "x" * 300, plist("5F 11 01 2C" + "78" * 300), round_trip=True)
y("ascii-nul", "a\0b", plist("53 'a' 00 'b'"), round_trip=True)
y("ascii-controls", "\x01\t\n\r\x1f\x7f", plist("56 01 09 0A 0D 1F 7F"), round_trip=True)
i("ascii-e9", plist("51 E9"), "a byte above 127: CoreFoundation takes it for ISO 8859-1", "é")
i("ascii-utf-8", plist("52 C3 A9"), "bytes that are UTF-8: CoreFoundation takes them for ISO 8859-1", "Ã©")
i("ascii-ff", plist("51 FF"), "a byte that is never in UTF-8", "ÿ")
n("ascii-past-end", plist("53 'ab'"), "the third byte is the table")
n("ascii-count-past-end", plist("5F 10 FF 'a'"), "255 bytes in a file of fewer")
n("ascii-count-2-to-63", plist("5F 13 7F FF FF FF FF FF FF FF 'a'"), "a count whose end wraps around")

rule("utf-16", "`6n` and n units of 2 bytes, the most significant first.")
y("utf-16-1", "é", plist("61 00 E9"), round_trip=True)
y("utf-16-14", "é" * 14, plist("6E" + "00E9" * 14), round_trip=True)
y("utf-16-15", "é" * 15, plist("6F 10 0F" + "00E9" * 15), round_trip=True)
y("utf-16-pair", "\U0001F600", plist("62 D8 3D DE 00"), round_trip=True)
y("utf-16-ascii", "a", plist("61 00 'a'"))
i("utf-16-empty", plist("60"), "an empty string that isn't `50`: CoreFoundation refuses it", "")
y("utf-16-nul", "é\0", plist("62 00 E9 00 00"), round_trip=True)
y("utf-16-mark-inside", "é\ufeffé", plist("63 00 E9 FE FF 00 E9"), round_trip=True)
y("utf-16-composed", "é", plist("61 00 E9"))
y("utf-16-decomposed", "e\u0301", plist("62 00 65 03 01"), round_trip=True)
y("utf-16-ffff", "\uffff", plist("61 FF FF"), round_trip=True)
i("utf-16-mark-first", plist("62 FE FF 00 E9"), "a byte-order mark at the start is a character like any other, or it is left out", "\ufeffé")
i("utf-16-mark-swapped", plist("62 FF FE E9 00"), "a swapped byte-order mark is a character like any other, or says the order of bytes", "\ufffe\ue900")
i("utf-16-high-alone", plist("61 D8 3D"), "an unpaired surrogate is no Unicode: CoreFoundation reads U+FFFD", utf16("d83d"))
i("utf-16-low-alone", plist("61 DE 00"), "an unpaired surrogate is no Unicode: CoreFoundation reads U+FFFD", utf16("de00"))
i("utf-16-swapped-pair", plist("62 DE 00 D8 3D"), "a pair in the wrong order is no Unicode: CoreFoundation reads U+FFFD", utf16("de00 d83d"))
i("utf-16-high-at-end", plist("62 00 'a' D8 3D"), "an unpaired surrogate is no Unicode: CoreFoundation reads U+FFFD", utf16("0061 d83d"))
n("utf-16-past-end", plist("62 00 E9 00"), "half of the second unit is the table")
n("utf-16-count-wraps", plist("6F 13 80 00 00 00 00 00 00 01 00 E9"), "a count that times 2 is 2 in 64 bits")
n("utf-16-count-2-to-62", plist("6F 13 40 00 00 00 00 00 00 00 00 E9"), "a count that no file holds")

rule("uid", "`8n` and n + 1 bytes, an unsigned number below 2^32.")
y("uid-0", uid(0), plist("80 00"), round_trip=True)
y("uid-255", uid(255), plist("80 FF"), round_trip=True)
y("uid-256", uid(256), plist("81 01 00"), round_trip=True)
y("uid-65535", uid(65535), plist("81 FF FF"), round_trip=True)
y("uid-65536", uid(65536), plist("83 00 01 00 00"), round_trip=True)
y("uid-largest", uid(2**32 - 1), plist("83 FF FF FF FF"), round_trip=True)
y("uid-3-bytes", uid(66051), plist("82 01 02 03"))
y("uid-wide-2", uid(1), plist("81 00 01"))
y("uid-wide-8", uid(1), plist("87" + "00" * 7 + "01"))
i("uid-wide-16", plist("8F" + "00" * 15 + "01"), "a UID of 16 bytes", uid(1))
i("uid-2-to-32", plist("84 01 00 00 00 00"), "a UID beyond 32 bits", uid(2**32))
i("uid-all-ones", plist("87" + "FF" * 8), "a UID beyond 32 bits", uid(2**64 - 1))
n("uid-cut-short", plist("81 01"), "the second byte of the UID is the table")
y("uid-in-array", [uid(1), uid(2)], plist("A2 01 02", "80 01", "80 02"), round_trip=True)

rule("array", "`An` and n references; with n = F an integer follows that is the count.")
y("array-empty", [], plist("A0"), round_trip=True)
y("array-1", ["a"], plist("A1 01", "51 'a'"), round_trip=True)
y("array-14", list(range(14)), written(list(range(14))), round_trip=True)
y("array-15", list(range(15)), written(list(range(15))), round_trip=True)
y("array-nested", [[["a"]], []], plist("A2 01 04", "A1 02", "A1 03", "51 'a'", "A0"), round_trip=True)
y("array-count-in-f", ["a"], plist("AF 10 01 01", "51 'a'"))
y(
    "array-mixed",
    [True, False, 7, 0.5, "a", "é", b"\xFF", date("2001-01-01T00:00:01Z"), uid(3), {}],
    plist(
        "AA 01 02 03 04 05 06 07 08 09 0A", "09", "08", "10 07", "23 3F E0 00 00 00 00 00 00",  # 7, 0.5
        "51 'a'", "61 00 E9", "41 FF", "33 3F F0 00 00 00 00 00 00", "80 03", "D0",
    ),
    round_trip=True,
)
n("array-past-end", plist("A2 01"), "the second reference is the table")
n("array-count-past-end", plist("AF 10 FF 01", "51 'a'"), "255 references in a file of fewer")
n("array-count-2-to-63", plist("AF 13 7F FF FF FF FF FF FF FF 01", "51 'a'"), "a count that no file holds")
n("array-count-wraps", plist("AF 13 20 00 00 00 00 00 00 01" + "00" * 7 + "01", "51 'a'", reference_size=8), "a count that times 8 wraps around")

rule("set", "`Cn` a set, `Bn` an ordered set, and n references: no property list has one.")
i("set-empty", plist("C0"), "no writer writes sets", set_of())
i("set-2", plist("C2 01 02", "51 'a'", "51 'b'"), "no writer writes sets", set_of("a", "b"))
i("set-twice", plist("C2 01 01", "51 'a'"), "a member twice", set_of("a"))
i("ordered-set-empty", plist("B0"), "no writer writes ordered sets", ordered_set())
i("ordered-set-2", plist("B2 01 02", "51 'b'", "51 'a'"), "no writer writes ordered sets", ordered_set("b", "a"))

rule("dictionary", "`Dn`, n references of keys and n references of values.")
y("dictionary-empty", {}, plist("D0"), round_trip=True)
y("dictionary-1", {"a": 1}, plist("D1 01 02", "51 'a'", "10 01"), round_trip=True)
y("dictionary-2", {"b": 1, "a": 2}, plist("D2 01 02 03 04", "51 'b'", "51 'a'", "10 01", "10 02"), round_trip=True)
y("dictionary-14", {chr(97 + k): k for k in range(14)}, written({chr(97 + k): k for k in range(14)}), round_trip=True)
y("dictionary-15", {chr(97 + k): k for k in range(15)}, written({chr(97 + k): k for k in range(15)}), round_trip=True)
y("dictionary-nested", {"a": {"b": {}}}, plist("D1 01 02", "51 'a'", "D1 03 04", "51 'b'", "D0"), round_trip=True)
y("dictionary-empty-key", {"": 1}, plist("D1 01 02", "50", "10 01"), round_trip=True)
y("dictionary-utf-16-key", {"é": 1}, plist("D1 01 02", "61 00 E9", "10 01"), round_trip=True)
y("dictionary-key-proto", {"__proto__": 1}, plist("D1 01 02", "59 '__proto__'", "10 01"), round_trip=True)
y("dictionary-cf-uid", {"CF$UID": 1}, plist("D1 01 02", "56 'CF$UID'", "10 01"))
y(
    "dictionary-two-normal-forms",
    {"é": 1, "e\u0301": 2},
    plist("D2 01 02 03 04", "61 00 E9", "62 00 65 03 01", "10 01", "10 02"),
    round_trip=True,
    note="keys are equal if their code units are",
)
n("dictionary-past-end", plist("D1 01"), "the value's reference is the table")
n("dictionary-count-past-end", plist("DF 10 FF 01 01", "51 'a'"), "510 references in a file of fewer")
n("dictionary-count-wraps", plist("DF 13 80 00 00 00 00 00 00 01 01 01", "51 'a'"), "a count that times 2 is 2 in 64 bits")
i("dictionary-key-twice", plist("D2 01 01 02 03", "51 'a'", "10 01", "10 02"), "a key twice: CoreFoundation takes the first value", {"a": 1})
i("dictionary-equal-keys", plist("D2 01 02 03 04", "51 'a'", "51 'a'", "10 01", "10 02"), "two equal keys: CoreFoundation takes the first value", {"a": 1})
i("dictionary-equal-keys-two-forms", plist("D2 01 02 03 04", "51 'a'", "61 00 'a'", "10 01", "10 02"), "two equal keys in two encodings", {"a": 1})
i("dictionary-integer-key", plist("D1 01 02", "10 05", "51 'a'"), "a key that is an integer", pairs((5, "a")))
i("dictionary-real-key", plist("D1 01 02", "23 3F F8 00 00 00 00 00 00", "51 'a'"), "a key that is a real", pairs((1.5, "a")))
i("dictionary-boolean-key", plist("D1 01 02", "09", "51 'a'"), "a key that is a boolean", pairs((True, "a")))
i("dictionary-date-key", plist("D1 01 02", "33 00 00 00 00 00 00 00 00", "51 'a'"), "a key that is a date", pairs((date("2001-01-01T00:00:00Z"), "a")))
i("dictionary-data-key", plist("D1 01 02", "41 01", "51 'a'"), "a key that is data", pairs((b"\x01", "a")))
i("dictionary-uid-key", plist("D1 01 02", "80 01", "51 'a'"), "a key that is a UID", pairs((uid(1), "a")))
i("dictionary-null-key", plist("D1 01 02", "00", "51 'a'"), "a key that is null", pairs((None, "a")))
n("dictionary-array-key", plist("D1 01 02", "A0", "51 'a'"), "a key that is an array")
n("dictionary-dictionary-key", plist("D1 01 02", "D0", "51 'a'"), "a key that is a dictionary")

rule("reserved", "`7n`, `9n`, `En` and `Fn` are reserved.")
i("marker-71", plist("71 'a'"), "some call `7n` a string in UTF-8; no writer writes it", "a")
i("marker-72-utf-8", plist("72 C3 A9"), "some call `7n` a string in UTF-8; no writer writes it", "é")
for marker in (0x70, 0x90, 0x91, 0x9F, 0xE0, 0xE1, 0xEF, 0xF0, 0xF1, 0xFF):
    (i if marker == 0x70 else n)(f"marker-{marker:02x}", plist(bytes([marker]) + b"\x10\x01a"), "a reserved marker")
