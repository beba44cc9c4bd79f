"""Keyed archives, in binary and in XML."""

from notation import *

suite = Suite("keyed", "Keyed archives", "KeyedArchiving/Documentation.docc/KeyedArchiveFormat.md")
rule = suite.rule

OBJECT = class_record("NSObject")
ARRAY = class_record("NSArray", "NSObject")
MUTABLE_ARRAY = class_record("NSMutableArray", "NSArray", "NSObject")
DICTIONARY = class_record("NSDictionary", "NSObject")
SET = class_record("NSSet", "NSObject")
PERSON = class_record("Person", "NSObject")
UNSAID = object()


def y(name, outer, meaning=UNSAID, xml_too=False, round_trip=True, **more):
    """An archive that must be read: its graph follows from the description, its meaning in Foundation is given."""
    value = {"graph": graph(outer)}
    if meaning is not UNSAID:
        value["meaning"] = content({"root": meaning} if list(outer["$top"]) == ["root"] else meaning)
    suite.add(name, "y", written(outer), content=value, round_trip=round_trip, **more)
    if xml_too:
        suite.add(name + "-xml", "y", xml(outer), content=value, round_trip=round_trip, **more)


def n(name, outer, why, xml_too=False):
    """An archive that must be refused."""
    suite.n(name, outer if isinstance(outer, bytes) else written(outer), why)
    if xml_too:
        suite.n(name + "-xml", xml(outer), why)


def i(name, outer, why, meaning=UNSAID, graph_too=False):
    """An archive that a reader may refuse."""
    more = {}
    if meaning is not UNSAID:
        more["content"] = {"meaning": content({"root": meaning})}
    if graph_too:
        more.setdefault("content", {})["graph"] = graph(outer)
    suite.add(name, "i", outer if isinstance(outer, bytes) else written(outer), note=why, **more)


def without(outer, *keys):
    return {key: value for key, value in outer.items() if key not in keys}


def with_entry(outer, **entries):
    """An outer dictionary with other entries; `_objects` stands for `$objects`."""
    return dict(outer, **{"$" + key[1:]: value for key, value in entries.items()})


def url(base, text):
    return Tagged("NSURL", [content(base), text])


NULL = Tagged("NSNull", None)

# The envelope

rule("envelope", "The outer dictionary has `$archiver`, `$version`, `$top` and `$objects`; their order says nothing.")
HELLO = envelope(["hello"])
y("string", HELLO, "hello", xml_too=True)
y("order", {key: HELLO[key] for key in ("$top", "$objects", "$version", "$archiver")}, "hello")
n("no-archiver", without(HELLO, "$archiver"), "`$archiver` is missing", xml_too=True)
n("no-version", without(HELLO, "$version"), "`$version` is missing", xml_too=True)
n("no-top", without(HELLO, "$top"), "`$top` is missing", xml_too=True)
n("no-objects", without(HELLO, "$objects"), "`$objects` is missing", xml_too=True)
n("plain-list", {"a": 1}, "a property list that is no archive", xml_too=True)
n("plain-array", ["$null", "hello"], "a property list that is no archive", xml_too=True)
n("plain-string", "hello", "a property list that is no archive")
n("not-a-list", b"hello", "no property list")
n("empty", b"", "no bytes at all")
n("cut-short", written(HELLO)[:-5], "a binary property list whose last bytes are missing")
n("cut-short-xml", xml(HELLO)[:-20], "an XML property list whose last bytes are missing")
n("openstep", b'{ "$archiver" = NSKeyedArchiver; "$version" = 100000; "$top" = { root = hello; }; "$objects" = ("$null", hello); }', "OpenStep text has no integers and no UIDs")
i("extra-key", dict(HELLO, extra=1), "a fifth key", "hello", graph_too=True)
i("extra-dollar-key", dict(HELLO, **{"$extra": "x"}), "a fifth key", "hello", graph_too=True)

rule("archiver", "`$archiver` is the name of the class that wrote the archive: `NSKeyedArchiver` or a subclass.")
i("archiver-subclass", envelope(["hello"], archiver="SCNKeyedArchiver"), "archives of a subclass exist; CoreFoundation's own coder refuses them", "hello", graph_too=True)
n("archiver-integer", envelope(["hello"], archiver=1), "a name that is no string")
n("archiver-data", envelope(["hello"], archiver=b"NSKeyedArchiver"), "a name that is no string")

rule("version", "`$version` is the integer 100000.")
n("version-99999", envelope(["hello"], version=99_999), "another version")
n("version-0", envelope(["hello"], version=0), "another version")
n("version-100001", envelope(["hello"], version=100_001), "another version")
n("version-negative", envelope(["hello"], version=-100_000), "another version")
n("version-large", envelope(["hello"], version=2**32 + 100_000), "a number whose low half is right")
n("version-string", envelope(["hello"], version="100000"), "a string", xml_too=True)
i("version-real", envelope(["hello"], version=100_000.0), "a real", "hello")

rule("top", "`$top` is a dictionary: keys to UIDs or plain values; with one root object its key is `root`.")
y("top-two-keys", envelope(["a", "b"], {"one": uid(1), "two": uid(2)}), {"one": "a", "two": "b"}, xml_too=True)
y("top-same-object", envelope(["a"], {"one": uid(1), "two": uid(1)}), {"one": "a", "two": "a"})
y("top-other-key", envelope(["a"], {"State": uid(1)}), {"State": "a"})
y("top-empty", envelope([], {}), {})
y("top-nil", envelope([], {"root": uid(0)}), None, xml_too=True)
y("top-plain-values", envelope([], {"i": 5, "b": True, "r": 0.5, "d": b"\x01"}), note="scalars that were encoded without an object around them")
y("top-unkeyed", envelope(["a"], {"$0": uid(1), "$1": 7}), note="values encoded without keys are `$0`, `$1` and so on")
y("top-empty-key", envelope(["a"], {"": uid(1)}), {"": "a"})
y("top-utf-16-key", envelope(["a"], {"é": uid(1)}), {"é": "a"})
n("top-array", envelope(["a"], [uid(1)]), "`$top` is an array")
n("top-uid", envelope(["a"], uid(1)), "`$top` is a UID")
n("top-string", envelope(["a"], "root"), "`$top` is a string")

rule("objects", "`$objects` is an array whose entry 0 is the string `$null`.")
n("objects-string", with_entry(HELLO, _objects="$null"), "`$objects` is a string")
n("objects-dictionary", with_entry(HELLO, _objects={"0": "$null", "1": "hello"}), "`$objects` is a dictionary")
n("objects-uid", with_entry(HELLO, _objects=uid(1)), "`$objects` is a UID")
i("objects-empty", with_entry(HELLO, _objects=[], _top={}), "no entry, not even `$null`")
i("objects-first-not-null", with_entry(HELLO, _objects=["a", "hello"]), "the entry 0 is another string", "hello")
i("objects-first-object", with_entry(HELLO, _objects=[{"$class": uid(2)}, "hello", OBJECT]), "the entry 0 is an object", "hello")

# References

rule("uid", "A UID is the number of an entry; 0, and any entry that is the string `$null`, is nil.")
y("uid-null-elsewhere", envelope(["$null", "a"]), None, note="a conditional object that was never encoded")
y("uid-null-in-field", envelope([{"name": uid(0), "friend": uid(3), "$class": uid(2)}, PERSON, "$null"]))
y("uid-unreachable", envelope(["a", "b", "c"]), "a")
y("uid-300", envelope(["x"] * 299 + ["a"], {"root": uid(300)}), "a", xml_too=True)
n("uid-is-count", envelope(["a"], {"root": uid(2)}), "no entry has this number", xml_too=True)
n("uid-large", envelope(["a"], {"root": uid(2**32 - 1)}), "no entry has this number")
n("uid-in-array", envelope([{"NS.objects": [uid(9)], "$class": uid(2)}, ARRAY]), "an element that no entry has", xml_too=True)
n("uid-in-dictionary", envelope([{"NS.keys": [uid(3)], "NS.objects": [uid(9)], "$class": uid(2)}, DICTIONARY, "a"]), "a value that no entry has")
i("uid-dangling-unreachable", envelope(["a", {"NS.objects": [uid(9)], "$class": uid(3)}, ARRAY]), "a reference to nothing in an unreachable object", "a")

rule("entry", "An entry is a plain value, an object or a class record.")
y("entry-integer", envelope([42]), 42, xml_too=True)
y("entry-negative", envelope([-42]), -42)
y("entry-large", envelope([2**64 - 1]), 2**64 - 1)
y("entry-real", envelope([1.5]), 1.5, xml_too=True)
y("entry-true", envelope([True]), True, xml_too=True)
y("entry-false", envelope([False]), False)
y("entry-data", envelope([b"\x01\x02"]), b"\x01\x02", xml_too=True)
y("entry-empty-string", envelope([""]), "", xml_too=True)
y("entry-utf-16-string", envelope(["é\U0001F600"]), "é\U0001F600", xml_too=True)
y("entry-dollar-string", envelope(["$nul"]), "$nul")
n("entry-array", envelope([["a"]]), "an array is no entry")
n("entry-no-class", envelope([{"a": 1}]), "a dictionary that is neither an object nor a class record", xml_too=True)
n("entry-class-record", envelope([ARRAY]), "a class record in the place of an object")
i("entry-uid", envelope([uid(2), "a"]), "a UID is no entry: a chain of references")
i("entry-uid-itself", envelope([uid(1)]), "a UID is no entry: a reference to itself")
i("entry-unreachable-array", envelope(["a", ["b"]]), "an array is no entry, but it is unreachable", "a")

# Objects

rule("object", "An object is a dictionary: its fields, and `$class`, the UID of a class record.")
y("object-no-fields", envelope([{"$class": uid(2)}, PERSON]), xml_too=True)
y("object-fields", envelope([{"name": uid(2), "age": 36, "$class": uid(3)}, "Ada", PERSON]), xml_too=True)
y("object-plain-fields", envelope([{"i": -1, "b": False, "r": 0.5, "d": b"\xFF", "$class": uid(2)}, PERSON]), xml_too=True)
y("object-class-first", envelope([{"$class": uid(3), "name": uid(2)}, "Ada", PERSON]))
y("object-unkeyed", envelope([{"$0": 1, "$1": uid(2), "$class": uid(3)}, "a", PERSON]), note="values encoded without keys are `$0`, `$1` and so on")
y("object-dollar-key", envelope([{"$$key": 1, "$class": uid(2)}, PERSON]), note="a key that begins with `$` is stored with one more")
y("object-empty-key", envelope([{"": 1, "$class": uid(2)}, PERSON]))
y("object-shared", envelope([{"a": uid(2), "b": uid(2), "$class": uid(3)}, {"$class": uid(3)}, PERSON]), xml_too=True)
y("object-equal-not-shared", envelope([{"a": uid(2), "b": uid(3), "$class": uid(4)}, {"$class": uid(4)}, {"$class": uid(4)}, PERSON]))
y("object-array-field", envelope([{"list": [uid(2), uid(2)], "$class": uid(3)}, "a", PERSON]))
n("object-class-integer", envelope([{"NS.objects": [], "$class": 2}, ARRAY]), "`$class` is an integer", xml_too=True)
n("object-class-string", envelope([{"NS.objects": [], "$class": "NSArray"}]), "`$class` is a string")
n("object-class-nil", envelope([{"NS.objects": [], "$class": uid(0)}]), "`$class` is nil")
n("object-class-beyond", envelope([{"NS.objects": [], "$class": uid(9)}]), "no entry has the number of `$class`", xml_too=True)
n("object-class-is-string", envelope([{"NS.objects": [], "$class": uid(2)}, "NSArray"]), "the class record is a string")
n("object-class-is-array", envelope([{"NS.objects": [], "$class": uid(2)}, ["NSArray"]]), "the class record is an array")
n("object-class-is-itself", envelope([{"NS.objects": [], "$class": uid(1)}]), "the class record is the object itself")
n("object-class-is-object", envelope([{"NS.objects": [], "$class": uid(2)}, {"NS.objects": [], "$class": uid(3)}, ARRAY]), "the class record is another object")
n("object-class-is-empty", envelope([{"NS.objects": [], "$class": uid(2)}, {}]), "the class record is empty")

rule("class", "A class record has `$classname`, and may have `$classes`, from the class up, and `$classhints`.")
y("class-name-alone", envelope([{"$class": uid(2)}, {"$classname": "Person"}]), note="of a class that was renamed for the archiver", xml_too=True)
y("class-chain", envelope([{"$class": uid(2)}, class_record("Puppy", "Dog", "Animal", "NSObject")]))
y("class-hints", envelope([{"$class": uid(2)}, class_record("Puppy", "NSObject", hints=["Dog", "Animal"])]))
y("class-module", envelope([{"$class": uid(2)}, class_record("Example.Person", "NSObject")]))
y("class-mangled", envelope([{"$class": uid(2)}, class_record("_TtC7ExampleP33_0123456789ABCDEF6Person", "NSObject")]))
y("class-utf-16", envelope([{"$class": uid(2)}, class_record("Größe", "NSObject")]))
y("class-two-records", envelope([{"a": uid(2), "$class": uid(3)}, {"$class": uid(4)}, PERSON, dict(PERSON)]), note="two records of one class")
y("class-key-order", envelope([{"$class": uid(2)}, {"$classes": ["Person", "NSObject"], "$classname": "Person"}]))
n("class-no-name", envelope([{"NS.objects": [], "$class": uid(2)}, {"$classes": ["NSArray", "NSObject"]}]), "`$classname` is missing", xml_too=True)
n("class-name-integer", envelope([{"NS.objects": [], "$class": uid(2)}, {"$classname": 1, "$classes": ["NSArray", "NSObject"]}]), "`$classname` is an integer")
n("class-name-array", envelope([{"NS.objects": [], "$class": uid(2)}, {"$classname": ["NSArray"]}]), "`$classname` is an array")
n("class-name-uid", envelope([{"NS.objects": [], "$class": uid(2)}, {"$classname": uid(3)}, "NSArray"]), "`$classname` is a UID")
n("class-name-empty", envelope([{"NS.objects": [], "$class": uid(2)}, {"$classname": "", "$classes": ["", "NSObject"]}]), "`$classname` is empty")
i("class-chain-empty", envelope([{"NS.objects": [], "$class": uid(2)}, {"$classname": "NSArray", "$classes": []}]), "`$classes` is empty", [])
i("class-chain-other", envelope([{"NS.objects": [], "$class": uid(2)}, {"$classname": "NSArray", "$classes": ["NSObject"]}]), "`$classes` does not begin with the class", [])
i("class-chain-string", envelope([{"NS.objects": [], "$class": uid(2)}, {"$classname": "NSArray", "$classes": "NSArray"}]), "`$classes` is a string", [])
i("class-chain-integers", envelope([{"NS.objects": [], "$class": uid(2)}, {"$classname": "NSArray", "$classes": [1, 2]}]), "`$classes` holds integers", [])
i("class-hints-string", envelope([{"NS.objects": [], "$class": uid(2)}, dict(ARRAY, **{"$classhints": "NSSet"})]), "`$classhints` is a string", [])

rule("cycle", "An object may refer to itself and to objects that refer to it.")
y("cycle-itself", envelope([{"self": uid(1), "$class": uid(2)}, PERSON]), xml_too=True)
y("cycle-two", envelope([{"friend": uid(2), "$class": uid(3)}, {"friend": uid(1), "$class": uid(3)}, PERSON]), xml_too=True)
y("cycle-array", envelope([{"NS.objects": [uid(1)], "$class": uid(2)}, ARRAY]))
y("cycle-parent", envelope([{"children": uid(2), "$class": uid(4)}, {"NS.objects": [uid(3)], "$class": uid(5)}, {"parent": uid(1), "$class": uid(4)}, PERSON, ARRAY]))

rule("depth", "Objects refer to each other to any depth; a reader may have a limit, and says so.")


def chain(count):
    return envelope([{"NS.objects": [uid(k + 2)] if k < count - 1 else [], "$class": uid(count + 1)} for k in range(count)] + [ARRAY])


nested = []
for _ in range(31):
    nested = [nested]
y("depth-32", chain(32), nested)
i("depth-300", chain(300), "300 arrays in each other: more than some readers allow")
i("depth-2000", chain(2000), "2,000 arrays in each other: more than many readers allow")

# Foundation's classes

rule("array", "`NSArray` and `NSMutableArray`: `NS.objects`, an array of UIDs.")
y("array-empty", envelope([{"NS.objects": [], "$class": uid(2)}, ARRAY]), [], xml_too=True)
y("array", envelope([{"NS.objects": [uid(2), uid(3)], "$class": uid(4)}, "a", 1, ARRAY]), ["a", 1], xml_too=True)
y("array-mutable", envelope([{"NS.objects": [uid(2)], "$class": uid(3)}, "a", MUTABLE_ARRAY]), ["a"])
y("array-same-twice", envelope([{"NS.objects": [uid(2), uid(2)], "$class": uid(3)}, "a", ARRAY]), ["a", "a"])
y("array-nested", envelope([{"NS.objects": [uid(2), uid(3)], "$class": uid(4)}, {"NS.objects": [], "$class": uid(4)}, {"NS.objects": [uid(2)], "$class": uid(4)}, ARRAY]), [[], [[]]])
n("array-objects-string", envelope([{"NS.objects": "a", "$class": uid(2)}, ARRAY]), "`NS.objects` is a string")
n("array-objects-dictionary", envelope([{"NS.objects": {"0": uid(2)}, "$class": uid(3)}, "a", ARRAY]), "`NS.objects` is a dictionary")
i("array-numbered", envelope([{"NS.object.0": uid(2), "NS.object.1": uid(3), "$class": uid(4)}, "a", "b", ARRAY]), "the numbered keys of coders without lists", ["a", "b"])
i("array-no-objects", envelope([{"$class": uid(2)}, ARRAY]), "`NS.objects` is missing", [])
i("array-objects-uid", envelope([{"NS.objects": uid(2), "$class": uid(3)}, "a", ARRAY]), "`NS.objects` is one UID")
i("array-nil", envelope([{"NS.objects": [uid(0)], "$class": uid(2)}, ARRAY]), "an element that is nil")
i("array-plain-element", envelope([{"NS.objects": ["a", 1], "$class": uid(2)}, ARRAY]), "elements in the place of UIDs", ["a", 1])

rule("dictionary", "`NSDictionary` and `NSMutableDictionary`: `NS.keys` and `NS.objects`, arrays of as many UIDs.")
y("dictionary-empty", envelope([{"NS.keys": [], "NS.objects": [], "$class": uid(2)}, DICTIONARY]), {}, xml_too=True)
y("dictionary", envelope([{"NS.keys": [uid(2), uid(3)], "NS.objects": [uid(4), uid(5)], "$class": uid(6)}, "a", "b", 1, 2, DICTIONARY]), {"a": 1, "b": 2}, xml_too=True)
y("dictionary-mutable", envelope([{"NS.keys": [uid(2)], "NS.objects": [uid(2)], "$class": uid(3)}, "a", class_record("NSMutableDictionary", "NSDictionary", "NSObject")]), {"a": "a"})
y("dictionary-integer-key", envelope([{"NS.keys": [uid(2)], "NS.objects": [uid(3)], "$class": uid(4)}, 5, "a", DICTIONARY]), pairs((5, "a")))
y("dictionary-nested", envelope([{"NS.keys": [uid(2)], "NS.objects": [uid(3)], "$class": uid(4)}, "a", {"NS.keys": [], "NS.objects": [], "$class": uid(4)}, DICTIONARY]), {"a": {}})
n("dictionary-more-keys", envelope([{"NS.keys": [uid(2), uid(3)], "NS.objects": [uid(2)], "$class": uid(4)}, "a", "b", DICTIONARY]), "two keys and one value", xml_too=True)
n("dictionary-more-values", envelope([{"NS.keys": [uid(2)], "NS.objects": [uid(2), uid(3)], "$class": uid(4)}, "a", "b", DICTIONARY]), "one key and two values")
n("dictionary-no-values", envelope([{"NS.keys": [uid(2)], "$class": uid(3)}, "a", DICTIONARY]), "`NS.objects` is missing")
n("dictionary-no-keys", envelope([{"NS.objects": [uid(2)], "$class": uid(3)}, "a", DICTIONARY]), "`NS.keys` is missing")
n("dictionary-keys-string", envelope([{"NS.keys": "a", "NS.objects": [], "$class": uid(2)}, DICTIONARY]), "`NS.keys` is a string")
i("dictionary-nil-key", envelope([{"NS.keys": [uid(0)], "NS.objects": [uid(2)], "$class": uid(3)}, "a", DICTIONARY]), "a key that is nil")
i("dictionary-nil-value", envelope([{"NS.keys": [uid(2)], "NS.objects": [uid(0)], "$class": uid(3)}, "a", DICTIONARY]), "a value that is nil")
i("dictionary-key-twice", envelope([{"NS.keys": [uid(2), uid(2)], "NS.objects": [uid(3), uid(4)], "$class": uid(5)}, "a", 1, 2, DICTIONARY]), "a key twice")

rule("set", "`NSSet` and `NSMutableSet`: `NS.objects`, an array of UIDs.")
y("set-empty", envelope([{"NS.objects": [], "$class": uid(2)}, SET]), set_of())
y("set", envelope([{"NS.objects": [uid(2), uid(3)], "$class": uid(4)}, "a", "b", SET]), set_of("a", "b"), xml_too=True)
y("set-mutable", envelope([{"NS.objects": [uid(2)], "$class": uid(3)}, "a", class_record("NSMutableSet", "NSSet", "NSObject")]), set_of("a"))
i("set-same-twice", envelope([{"NS.objects": [uid(2), uid(2)], "$class": uid(3)}, "a", SET]), "a member twice", set_of("a"))

rule("string", "`NSMutableString`: `NS.string`, a string; other strings are plain entries.")
y("string-mutable", envelope([{"NS.string": "abc", "$class": uid(2)}, class_record("NSMutableString", "NSString", "NSObject")]), "abc", xml_too=True)
y("string-mutable-empty", envelope([{"NS.string": "", "$class": uid(2)}, class_record("NSMutableString", "NSString", "NSObject")]), "")
n("string-data", envelope([{"NS.string": b"abc", "$class": uid(2)}, class_record("NSMutableString", "NSString", "NSObject")]), "`NS.string` is data")

rule("data", "`NSMutableData` and `NSData`: `NS.data`, data; other data are plain entries.")
y("data-mutable", envelope([{"NS.data": b"\x01\x02", "$class": uid(2)}, class_record("NSMutableData", "NSData", "NSObject")]), b"\x01\x02", xml_too=True)
y("data-object", envelope([{"NS.data": b"", "$class": uid(2)}, class_record("NSData", "NSObject")]), b"")
n("data-string", envelope([{"NS.data": "abc", "$class": uid(2)}, class_record("NSMutableData", "NSData", "NSObject")]), "`NS.data` is a string")

rule("date", "`NSDate`: `NS.time`, a real, the seconds since 2001-01-01T00:00:00Z.")
DATE = class_record("NSDate", "NSObject")
y("date", envelope([{"NS.time": 21692800.0, "$class": uid(2)}, DATE]), date(21692800), xml_too=True)
y("date-fraction", envelope([{"NS.time": 700000000.523, "$class": uid(2)}, DATE]), date(700000000.523))
y("date-before-2001", envelope([{"NS.time": -978307200.0, "$class": uid(2)}, DATE]), date("1970-01-01T00:00:00Z"))
i("date-integer", envelope([{"NS.time": 5, "$class": uid(2)}, DATE]), "`NS.time` is an integer", date(5))
n("date-string", envelope([{"NS.time": "5", "$class": uid(2)}, DATE]), "`NS.time` is a string")

rule("url", "`NSURL`: `NS.relative`, its text, and `NS.base`, a URL or nil.")
URL = class_record("NSURL", "NSObject")
y("url", envelope([{"NS.base": uid(0), "NS.relative": uid(2), "$class": uid(3)}, "https://example.com/a", URL]), url(None, "https://example.com/a"), xml_too=True)
y(
    "url-with-base",
    envelope([{"NS.base": uid(2), "NS.relative": uid(5), "$class": uid(4)}, {"NS.base": uid(0), "NS.relative": uid(3), "$class": uid(4)}, "https://example.com/dir/", URL, "page.html"]),
    url(url(None, "https://example.com/dir/"), "page.html"),
)
n("url-text-integer", envelope([{"NS.base": uid(0), "NS.relative": uid(2), "$class": uid(3)}, 5, URL]), "`NS.relative` is an integer")

rule("uuid", "`NSUUID`: `NS.uuidbytes`, data of 16 bytes.")
UUID = class_record("NSUUID", "NSObject")
y("uuid", envelope([{"NS.uuidbytes": bytes(range(16)), "$class": uid(2)}, UUID]), Tagged("NSUUID", "00010203-0405-0607-0809-0A0B0C0D0E0F"), xml_too=True)
n("uuid-15-bytes", envelope([{"NS.uuidbytes": bytes(15), "$class": uid(2)}, UUID]), "a byte is missing")
n("uuid-17-bytes", envelope([{"NS.uuidbytes": bytes(17), "$class": uid(2)}, UUID]), "a byte too many")
n("uuid-empty", envelope([{"NS.uuidbytes": b"", "$class": uid(2)}, UUID]), "no bytes")
n("uuid-string", envelope([{"NS.uuidbytes": "00010203-0405-0607-0809-0A0B0C0D0E0F", "$class": uid(2)}, UUID]), "a string")

rule("null", "`NSNull` has no fields.")
y("null", envelope([{"$class": uid(2)}, class_record("NSNull", "NSObject")]), NULL, xml_too=True)
y("null-in-array", envelope([{"NS.objects": [uid(2)], "$class": uid(4)}, {"$class": uid(3)}, class_record("NSNull", "NSObject"), ARRAY]), [NULL])
