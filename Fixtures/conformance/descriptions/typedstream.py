"""Typedstreams: the archives of NSArchiver."""

from notation import *

suite = Suite("typedstream", "Typedstreams", "SequentialArchives/Documentation.docc/TypedstreamFormat.md")
rule = suite.rule


def y(name, value, data, round_trip=True, **more):
    suite.add(name, "y", data, content=value, round_trip=round_trip, **more)


def n(name, data, why):
    suite.n(name, data, why)


def i(name, data, why, value=None):
    suite.add(name, "i", data, note=why, **({"content": value} if value else {}))


def both(name, value, little, big):
    """A case in both orders of bytes."""
    y(name, value, stream(little))
    y(name + "-big", dict(value, order="big"), stream(big, header=BIG))


NIL = "84 01 '@' 85"  # the group `@` with nil
OBJECT = "84 84 08 'NSObject' 00 85"  # a new class NSObject of version 0, without a superclass

rule("header", "The version 4, the length 11, `streamtyped` (little-endian) or `typedstream` (big-endian), the system's version.")
y("header-little", archive(group("@", None)), stream(NIL))
y("header-big", archive(group("@", None), order="big"), stream(NIL, header=BIG))
y("header-system-930", archive(group("@", None), order="big", system=930), stream(NIL, header="04 0B 'typedstream' 81 03 A2"))
y("header-system-82", archive(group("@", None), order="big", system=82), stream(NIL, header="04 0B 'typedstream' 52"))
y("header-system-0", archive(group("@", None), system=0), stream(NIL, header="04 0B 'streamtyped' 00"))
y("header-system-wide", archive(group("@", None)), stream(NIL, header="04 0B 'streamtyped' 82 E8 03 00 00"), round_trip=False)
i("header-alone", stream(), "no group", archive())
n("header-empty", "", "no bytes at all")
n("header-version-3", stream(NIL, header="03 0B 'streamtyped' 81 E8 03"), "an older version, with another layout")
n("header-version-5", stream(NIL, header="05 0B 'streamtyped' 81 E8 03"), "a version that does not exist")
n("header-version-0", stream(NIL, header="00 0B 'streamtyped' 81 E8 03"), "a version that does not exist")
n("header-length", stream(NIL, header="04 0A 'streamtyped' 81 E8 03"), "another length of the signature")
n("header-signature", stream(NIL, header="04 0B 'streamtypes' 81 E8 03"), "another signature")
n("header-upper-case", stream(NIL, header="04 0B 'STREAMTYPED' 81 E8 03"), "another signature")
n("header-signature-cut", "04 0B 'stream'", "the signature is cut short")
n("header-system-missing", "04 0B 'streamtyped'", "the system's version is missing")
n("header-system-cut", "04 0B 'streamtyped' 81 E8", "half of the system's version is missing")
n("header-system-negative", stream(NIL, header="04 0B 'streamtyped' FF"), "a negative version of the system")
n("header-system-nil", stream(NIL, header="04 0B 'streamtyped' 85"), "nil in the place of an integer")

rule("integer", "One byte from 92 to 7F is the number; 81, 82 and 87 come before 2, 4 and 8 bytes.")
for name, number, byte in (("0", 0, "00"), ("1", 1, "01"), ("127", 127, "7F"), ("minus-1", -1, "FF"), ("minus-110", -110, "92")):
    y(f"integer-{name}", archive(group("i", number)), stream("84 01 'i'", byte))
both("integer-128", archive(group("i", 128)), "84 01 'i' 81 80 00", "84 01 'i' 81 00 80")
both("integer-minus-111", archive(group("i", -111)), "84 01 'i' 81 91 FF", "84 01 'i' 81 FF 91")
both("integer-32767", archive(group("i", 32767)), "84 01 'i' 81 FF 7F", "84 01 'i' 81 7F FF")
both("integer-32768", archive(group("i", 32768)), "84 01 'i' 82 00 80 00 00", "84 01 'i' 82 00 00 80 00")
both("integer-minus-32768", archive(group("i", -32768)), "84 01 'i' 82 00 80 FF FF", "84 01 'i' 82 FF FF 80 00")
both("integer-largest-i", archive(group("i", 2**31 - 1)), "84 01 'i' 82 FF FF FF 7F", "84 01 'i' 82 7F FF FF FF")
both("integer-8-bytes", archive(group("q", -9000000000)), "84 01 'q' 87 00 E6 8E E7 FD FF FF FF", "84 01 'q' 87 FF FF FF FD E7 8E E6 00")
y("integer-largest-q", archive(group("q", integer(2**63 - 1))), stream("84 01 'q' 87 FF FF FF FF FF FF FF 7F"))
y("integer-short", archive(group("s", -5)), stream("84 01 's' FB"))
y("integer-long", archive(group("l", 7)), stream("84 01 'l' 07"))
y("integer-wide-2", archive(group("i", 5)), stream("84 01 'i' 81 05 00"), round_trip=False)
y("integer-wide-4", archive(group("i", 5)), stream("84 01 'i' 82 05 00 00 00"), round_trip=False)
i("integer-wide-8-in-i", stream("84 01 'i' 87 05 00 00 00 00 00 00 00"), "8 bytes for a type of 4", archive(group("i", 5)))
i("integer-beyond-s", stream("84 01 's' 82 00 00 01 00"), "a number that the type doesn't hold")
i("integer-beyond-i", stream("84 01 'i' 87 00 00 00 00 01 00 00 00"), "a number that the type doesn't hold")
for head in (0x80, 0x88, 0x91):
    n(f"integer-head-{head:02x}", stream("84 01 'i'", bytes([head]) + bytes(8)), "a reserved head byte")
n("integer-real", stream("84 01 'i' 83 00 00 80 3F"), "a real in the place of an integer")
n("integer-new", stream("84 01 'i' 84 01 'a'"), "a literal in the place of an integer")
n("integer-nil", stream("84 01 'i' 85"), "nil in the place of an integer")
n("integer-end", stream("84 01 'i' 86"), "an end in the place of an integer")
n("integer-missing", stream("84 01 'i'"), "the value is missing")
n("integer-cut", stream("84 01 'i' 81 05"), "half of the integer is missing")

rule("unsigned", "`S`, `I`, `L` and `Q` store the bits of the number as if it had a sign.")
y("unsigned-short", archive(group("S", 65533)), stream("84 01 'S' FD"))
y("unsigned-int", archive(group("I", 2**32 - 3)), stream("84 01 'I' FD"))
y("unsigned-long", archive(group("L", 2**32 - 1)), stream("84 01 'L' FF"))
y("unsigned-quad", archive(group("Q", integer(2**64 - 3))), stream("84 01 'Q' FD"))
y("unsigned-int-2-to-31", archive(group("I", 2**31)), stream("84 01 'I' 82 00 00 00 80"))
y("unsigned-short-32768", archive(group("S", 32768)), stream("84 01 'S' 82 00 80 FF FF"))

rule("byte", "`c`, `C` and `B` are one byte as it is, without a head.")
y("byte-c", archive(group("c", -1)), stream("84 01 'c' FF"))
y("byte-c-head", archive(group("c", -124)), stream("84 01 'c' 84"), note="a byte that would be a head elsewhere")
y("byte-unsigned", archive(group("C", 255)), stream("84 01 'C' FF"))
y("byte-boolean", archive(group("B", 1)), stream("84 01 'B' 01"))
n("byte-missing", stream("84 01 'c'"), "the byte is missing")

rule("real", "`f` and `d`: 83 and 4 or 8 bytes, or an integer where that is exact.")
both("real-f", archive(group("f", 1.5)), "84 01 'f' 83 00 00 C0 3F", "84 01 'f' 83 3F C0 00 00")
both("real-d", archive(group("d", 100.5)), "84 01 'd' 83 00 00 00 00 00 20 59 40", "84 01 'd' 83 40 59 20 00 00 00 00 00")
y("real-f-tenth", archive(group("f", 0.10000000149011612)), stream("84 01 'f' 83 CD CC CC 3D"))
y("real-d-tenth", archive(group("d", 0.1)), stream("84 01 'd' 83 9A 99 99 99 99 99 B9 3F"))
y("real-whole", archive(group("f", 3.0)), stream("84 01 'f' 03"))
y("real-d-whole", archive(group("d", 21692800.0)), stream("84 01 'd' 82 80 01 4B 01"))
y("real-minus-whole", archive(group("d", -7.0)), stream("84 01 'd' F9"))
y("real-zero", archive(group("d", 0.0)), stream("84 01 'd' 00"))
y("real-nan", archive(group("d", float("nan"))), stream("84 01 'd' 83 00 00 00 00 00 00 F8 7F"))
y("real-infinity", archive(group("f", float("inf"))), stream("84 01 'f' 83 00 00 80 7F"))
y("real-whole-in-full", archive(group("f", 3.0)), stream("84 01 'f' 83 00 00 40 40"), round_trip=False)
n("real-nil", stream("84 01 'f' 85"), "nil in the place of a real")
n("real-cut", stream("84 01 'd' 83 00 00 C0 3F"), "four bytes of the real are missing")

rule("types", "A group: a type string of one or more types, then a value of each.")
y("types-two-groups", archive(group("i", 1), group("i", 2)), stream("84 01 'i' 01 92 02"), note="the second type string is a reference to the first")
y("types-two-in-one", archive(group("iI", 1, 2)), stream("84 02 'iI' 01 02"))
y("types-many", archive(group("ic@f", 1, 2, None, 3.0)), stream("84 04 'ic@f' 01 02 85 03"))
n("types-nil", stream("85"), "nil in the place of the type string")
n("types-empty", stream("84 00"), "an empty type string")
n("types-unknown", stream("84 01 'z' 00"), "a type that does not exist")
n("types-pointer", stream("84 02 '^i' 00"), "a pointer")
n("types-void", stream("84 01 'v'"), "a type without values")
n("types-unknown-pointer", stream("84 01 '?' 00"), "a type of functions")
n("types-cut", stream("84 02 'i'"), "the type string is longer than the file")
n("types-end", stream(NIL, "86"), "an end where a group or the end of the file should be")
n("types-values-missing", stream("84 02 'ii' 01"), "the second value is missing")

rule("string", "A shared string: 84, its length and its bytes; 85 nil; or its number - 110.")
y("string-reference", archive(group("i", 1), group("f", 2.0), group("i", 3), group("f", 4.0)), stream("84 01 'i' 01 84 01 'f' 02 92 03 93 04"))
i("string-twice", stream("84 01 'i' 01 84 01 'i' 02"), "a string that was there already", archive(group("i", 1), group("i", 2)))
n("string-reference-beyond", stream("84 01 'i' 01 93 02"), "no string has this number")
n("string-reference-first", stream("92 01"), "no string has this number")
n("string-reference-negative", stream("84 01 'i' 01 81 91 FF 02"), "a number below 0")
n("string-length-negative", stream("84 FF 'i' 01"), "a negative length")
n("string-length-beyond", stream("84 7F 'i' 01"), "a length beyond the end of the file")
n("string-length-2-to-31", stream("84 82 FF FF FF 7F 'i' 01"), "a length beyond the end of the file")
n("string-head", stream("80"), "a reserved head byte")

rule("array", "`[nt]`: n values of type t without anything between; of `c` and `C` bytes.")
y("array", archive(group("[3i]", array_of(1, 2, 3))), stream("84 04 '[3i]' 01 02 03"))
y("array-bytes", archive(group("[4c]", b"\x84\x85\x00\xff")), stream("84 04 '[4c]' 84 85 00 FF"))
y("array-unsigned-bytes", archive(group("[2C]", b"ab")), stream("84 04 '[2C]' 'ab'"))
y("array-reals", archive(group("[2f]", array_of(1.0, 1.5))), stream("84 04 '[2f]' 01 83 00 00 C0 3F"))
y("array-objects", archive(group("[2@]", array_of(None, None))), stream("84 04 '[2@]' 85 85"))
y("array-nested", archive(group("[2[2i]]", array_of(array_of(1, 2), array_of(3, 4)))), stream("84 07 '[2[2i]]' 01 02 03 04"))
y("array-structs", archive(group("[2{?=ii}]", array_of(struct_of(1, 2), struct_of(3, 4)))), stream("84 09 '[2{?=ii}]' 01 02 03 04"))
y("array-empty-bytes", archive(group("[0c]", b"")), stream("84 04 '[0c]'"))
n("array-cut", stream("84 04 '[3i]' 01 02"), "the third value is missing")
n("array-bytes-cut", stream("84 04 '[4c]' 00 00"), "two bytes are missing")
n("array-count-huge", stream("84 0D '[4294967295c]' 00"), "more bytes than the file has")
n("array-not-closed", stream("84 03 '[3i' 01 02 03"), "the bracket is not closed")
n("array-no-count", stream("84 03 '[i]' 01"), "the count is missing")
n("array-no-type", stream("84 03 '[3]' 01"), "the type is missing")
n("array-negative", stream("84 05 '[-1c]'"), "a negative count")
n("array-closed-twice", stream("84 05 '[1i]]' 01"), "a bracket without an opening one")

rule("struct", "`{name=tt…}`: the fields in order; the name may be missing.")
y("struct", archive(group("{_NSPoint=ff}", struct_of(1.0, 2.0))), stream("84 0D '{_NSPoint=ff}' 01 02"))
y("struct-question-mark", archive(group("{?=ff}", struct_of(1.0, 2.0))), stream("84 06 '{?=ff}' 01 02"))
y("struct-no-name", archive(group("{ff}", struct_of(1.0, 2.0))), stream("84 04 '{ff}' 01 02"))
y(
    "struct-nested",
    archive(group("{_NSRect={_NSPoint=ff}{_NSSize=ff}}", struct_of(struct_of(1.0, 2.0), struct_of(3.0, 4.0)))),
    stream("84 23 '{_NSRect={_NSPoint=ff}{_NSSize=ff}}' 01 02 03 04"),
)
n("struct-cut", stream("84 06 '{?=ff}' 01"), "the second field is missing")
n("struct-not-closed", stream("84 05 '{?=ff' 01 02"), "the brace is not closed")
n("struct-closed-by-bracket", stream("84 06 '{?=ff]' 01 02"), "the brace is closed by a bracket")
n("struct-closed-twice", stream("84 07 '{?=ff}}' 01 02"), "a brace without an opening one")
i("struct-empty", stream("84 04 '{?=}'"), "a struct without fields", archive(group("{?=}", struct_of())))

rule("other", "`*` a C string, `%` an atom, `:` a selector, `+` the bytes of a string, `#` a class, `!` nothing.")
y("other-c-string", archive(group("*", Tagged("cString", "abc"))), stream("84 01 '*' 84 84 03 'abc'"))
y("other-c-string-nil", archive(group("*", None)), stream("84 01 '*' 85"))
y("other-c-string-twice", archive(group("**", Tagged("cString", "abc"), Tagged("cString", "abc"))), stream("84 02 '**' 84 84 03 'abc' 92"), note="the second is a reference to the object number 0")
y("other-c-string-shares-type", archive(group("*", Tagged("cString", "*"))), stream("84 01 '*' 84 92"), note="its bytes are the shared string 0")
y("other-atom", archive(group("%", Tagged("atom", "abc"))), stream("84 01 '%' 84 03 'abc'"))
y("other-atom-nil", archive(group("%", None)), stream("84 01 '%' 85"))
y("other-selector", archive(group(":", Tagged("selector", "ok:"))), stream("84 01 ':' 84 03 'ok:'"))
y("other-selector-nil", archive(group(":", None)), stream("84 01 ':' 85"))
y("other-bytes", archive(group("+", b"abc")), stream("84 01 '+' 03 'abc'"))
y("other-bytes-empty", archive(group("+", b"")), stream("84 01 '+' 00"))
y("other-bytes-nil", archive(group("+", None)), stream("84 01 '+' 85"))
y("other-bytes-200", archive(group("+", bytes(200))), stream("84 01 '+' 81 C8 00", bytes(200)))
y("other-bytes-not-shared", archive(group("+", b"abc"), group("+", b"abc")), stream("84 01 '+' 03 'abc' 92 03 'abc'"))
y("other-class", archive(group("#", Tagged("class", [["NSObject", 0]]))), stream("84 01 '#'", OBJECT))
y("other-class-nil", archive(group("#", None)), stream("84 01 '#' 85"))
y("other-class-twice", archive(group("#", Tagged("class", [["NSObject", 0]])), group("#", Tagged("class", [["NSObject", 0]]))), stream("84 01 '#'", OBJECT, "92 92"))
y("other-nothing", archive(group("!i", Tagged("ignored", None), 5)), stream("84 02 '!i' 05"))
i("other-union", stream("84 06 '(?=ic)' 01 02 03 04"), "a union: the bytes of its largest member")
n("other-bytes-cut", stream("84 01 '+' 05 'abc'"), "two bytes are missing")
n("other-bytes-negative", stream("84 01 '+' FF 'abc'"), "a negative length")
n("other-c-string-reference-beyond", stream("84 01 '*' 92"), "no object has this number")
n("other-selector-reference-beyond", stream("84 01 ':' 9F"), "no string has this number")
n("other-class-is-c-string", stream("84 02 '*#' 84 84 03 'abc' 92"), "a reference to a C string in the place of a class")

rule("object", "84, its class, its groups, 86; 85 nil; or its number - 110. Objects, classes and C strings are numbered together.")
ONE = instance("NSObject:0")
y("object", archive(group("@", reference(0)), o0=ONE), stream("84 01 '@' 84", OBJECT, "86"))
y("object-nil", archive(group("@", None)), stream(NIL))
y(
    "object-twice", archive(group("@", reference(0)), group("@", reference(0)), o0=ONE),
    stream("84 01 '@' 84", OBJECT, "86 92 92"), note="the last byte is a reference to the object number 0",
)
y(
    "object-two-of-a-class", archive(group("@@", reference(0), reference(2)), o0=ONE, o2=ONE),
    stream("84 02 '@@' 84", OBJECT, "86 84 93 86"), note="93 is the class, number 1",
)
y(
    "object-fields", archive(group("@", reference(0)), o0=instance("Person:2 NSObject:0", group("i", 36), group("f", 1.5))),
    stream("84 01 '@' 84 84 84 06 'Person' 02", OBJECT, "84 01 'i' 24 84 01 'f' 83 00 00 C0 3F 86"),
)
y(
    "object-nested",
    archive(group("@", reference(0)), o0=instance("Person:0 NSObject:0", group("@", reference(3))), o3=instance("Person:0 NSObject:0", group("@", None))),
    stream("84 01 '@' 84 84 84 06 'Person' 00", OBJECT, "92 84 93 92 85 86 86"),
)
y(
    "object-itself", archive(group("@", reference(0)), o0=instance("Person:0 NSObject:0", group("@", reference(0)))),
    stream("84 01 '@' 84 84 84 06 'Person' 00", OBJECT, "92 92 86"),
)
y(
    "object-parent",
    archive(
        group("@", reference(0)), o0=instance("Person:0 NSObject:0", group("@", reference(3))),
        o3=instance("Person:0 NSObject:0", group("@", reference(0))),
    ),
    stream("84 01 '@' 84 84 84 06 'Person' 00", OBJECT, "92 84 93 92 92 86 86"),
)
y("object-is-class", archive(group("#", Tagged("class", [["NSObject", 0]])), group("@", Tagged("class", [["NSObject", 0]]))), stream("84 01 '#'", OBJECT, "84 01 '@' 92"), note="a class may stand in the place of an object, as a reference")
y(
    "object-numbers-above-237",
    archive(*[group("@", reference(0 if k == 0 else k + 1)) for k in range(240)], group("@", reference(238)), **{f"o{0 if k == 0 else k + 1}": ONE for k in range(240)}),
    stream("84 01 '@' 84", OBJECT, "86", "92 84 93 86" * 239, "92 81 80 00"),
    note="238 - 110 is 128, which needs two bytes",
)
n("object-not-ended", stream("84 01 '@' 84", OBJECT), "the end of the object is missing")
n("object-ended-twice", stream("84 01 '@' 84", OBJECT, "86 86"), "an end too many")
n("object-no-class", stream("84 01 '@' 84 85 86"), "the class is nil")
n("object-class-missing", stream("84 01 '@' 84"), "the class is missing")
n("object-reference-beyond", stream("84 01 '@' 92"), "no object has this number")
n("object-reference-forward", stream("84 02 '@@' 84", OBJECT, "86 94"), "no object has this number")
n("object-reference-negative", stream("84 02 '@@' 84", OBJECT, "86 81 91 FF"), "a number below 0")
n("object-is-c-string", stream("84 02 '*@' 84 84 03 'abc' 92"), "a reference to a C string in the place of an object")
n("object-class-is-object", stream("84 02 '@@' 84", OBJECT, "86 84 92 86"), "the class is an object")
n("object-class-is-itself", stream("84 01 '@' 84 92 86"), "the class is the object itself")
n("object-class-is-c-string", stream("84 02 '*@' 84 84 03 'abc' 84 92 86"), "the class is a C string")
n("object-integer", stream("84 01 '@' 05"), "a number that no object has")

rule("class", "84, its name, its version, its superclass; 85 ends the chain; or its number - 110.")
y("class-version", archive(group("@", reference(0)), o0=instance("Person:3 NSObject:0")), stream("84 01 '@' 84 84 84 06 'Person' 03", OBJECT, "86"))
both("class-version-1000", archive(group("@", reference(0)), o0=instance("Person:1000 NSObject:0")), "84 01 '@' 84 84 84 06 'Person' 81 E8 03 " + OBJECT + " 86", "84 01 '@' 84 84 84 06 'Person' 81 03 E8 " + OBJECT + " 86")
y(
    "class-chain", archive(group("@", reference(0)), o0=instance("Puppy:1 Dog:2 Animal:3 NSObject:0")),
    stream("84 01 '@' 84 84 84 05 'Puppy' 01 84 84 03 'Dog' 02 84 84 06 'Animal' 03", OBJECT, "86"),
)
y("class-root", archive(group("@", reference(0)), o0=instance("Thing:0")), stream("84 01 '@' 84 84 84 05 'Thing' 00 85 86"))
y(
    "class-superclass-reference",
    archive(group("@@", reference(0), reference(3)), o0=instance("Dog:0 NSObject:0"), o3=instance("Cat:0 NSObject:0")),
    stream("84 02 '@@' 84 84 84 03 'Dog' 00", OBJECT, "86 84 84 84 03 'Cat' 00 94 86"), note="94 is NSObject, number 2",
)
y("class-name-is-type", archive(group("@", reference(0)), o0=instance("@:0")), stream("84 01 '@' 84 84 92 00 85 86"), note="the name is the shared string 0")
i("class-version-negative", stream("84 01 '@' 84 84 84 06 'Person' FF", OBJECT, "86"), "a negative version", archive(group("@", reference(0)), o0=instance("Person:-1 NSObject:0")))
i("class-name-empty", stream("84 01 '@' 84 84 84 00 00 85 86"), "an empty name")
n("class-name-nil", stream("84 01 '@' 84 84 85 00 85 86"), "the name is nil")
n("class-superclass-itself", stream("84 01 '@' 84 84 84 06 'Person' 00 93 86"), "the superclass is the class itself")
n("class-superclass-below", stream("84 01 '@' 84 84 84 03 'Dog' 00 84 84 06 'Animal' 00 93 86"), "the superclass is a class below")
n("class-superclass-object", stream("84 01 '@' 84 84 84 06 'Person' 00 92 86"), "the superclass is an object")
n("class-superclass-missing", stream("84 01 '@' 84 84 84 06 'Person' 00"), "the superclass is missing")
n("class-reference-beyond", stream("84 01 '@' 84 9F 86"), "no class has this number")

rule("end", "The file ends with its last group.")
i("end-zeros", stream(NIL, "00 00 00 00"), "zeros after the last group, as some copies have", archive(group("@", None)))
n("end-text", stream(NIL, "0A"), "a line feed after the last group, which is no type string")
n("end-in-group", stream(NIL, "84 01 'i'"), "a group without its value")

rule("depth", "Objects nest to any depth; a reader may have a limit, and says so.")


def nest(count):
    return stream("84 01 '@' 84 84 84 06 'Person' 00", OBJECT, "92 84 93" * (count - 1), "86" * count)


chain = {"o0": instance("Person:0 NSObject:0", group("@", reference(3)))}
chain.update({f"o{k + 2}": instance("Person:0 NSObject:0", group("@", reference(k + 3))) for k in range(1, 31)})
y("depth-32", archive(group("@", reference(0)), o33=instance("Person:0 NSObject:0"), **chain), nest(32))
i("depth-2000", nest(2000), "2,000 objects in each other: more than many readers allow")

rule("foundation", "What Foundation's classes write: a string its bytes, a collection its count and its elements, and so on.")
STRING = "84 84 84 08 'NSString' 01"
y(
    "foundation-string", archive(group("@", reference(0)), o0=instance("NSString:1 NSObject:0", group("+", "é".encode()))),
    stream("84 01 '@'", STRING, OBJECT, "84 01 '+' 02 C3 A9 86"),
)
y(
    "foundation-array",
    archive(
        group("@", reference(0)),
        o0=instance("NSArray:0 NSObject:0", group("i", 2), group("@", reference(3)), group("@", reference(3))),
        o3=instance("NSString:1 NSObject:0", group("+", b"a")),
    ),
    stream("84 01 '@' 84 84 84 07 'NSArray' 00", OBJECT, "84 01 'i' 02 92 84 84 84 08 'NSString' 01 94 84 01 '+' 01 'a' 86 92 95 86"),
)
y(
    "foundation-dictionary",
    archive(
        group("@", reference(0)),
        o0=instance("NSDictionary:0 NSObject:0", group("i", 1), group("@", reference(3)), group("@", reference(5))),
        o3=instance("NSString:1 NSObject:0", group("+", b"a")), o5=instance("NSString:1 NSObject:0", group("+", b"b")),
    ),
    stream("84 01 '@' 84 84 84 0C 'NSDictionary' 00", OBJECT, "84 01 'i' 01 92 84 84 84 08 'NSString' 01 94 84 01 '+' 01 'a' 86 92 84 96 97 01 'b' 86 86"),
)
y(
    "foundation-number",
    archive(group("@", reference(0)), o0=instance("NSNumber:0 NSValue:0 NSObject:0", group("*", Tagged("cString", "i")), group("i", 42))),
    stream("84 01 '@' 84 84 84 08 'NSNumber' 00 84 84 07 'NSValue' 00", OBJECT, "84 01 '*' 84 84 01 'i' 97 2A 86"),
)
y(
    "foundation-date", archive(group("@", reference(0)), o0=instance("NSDate:0 NSObject:0", group("d", 21692800.0))),
    stream("84 01 '@' 84 84 84 06 'NSDate' 00", OBJECT, "84 01 'd' 82 80 01 4B 01 86"),
)
y(
    "foundation-data", archive(group("@", reference(0)), o0=instance("NSData:0 NSObject:0", group("i", 3), group("[3c]", b"\x01\x02\x03"))),
    stream("84 01 '@' 84 84 84 06 'NSData' 00", OBJECT, "84 01 'i' 03 84 04 '[3c]' 01 02 03 86"),
)
