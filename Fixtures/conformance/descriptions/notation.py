"""The notation of the descriptions: hex with comments for bytes, Python values for contents."""

import base64
import struct


# Bytes


def hexes(text):
    """Bytes from hex digits, 'text in single quotes' and comments that begin with #.

    >>> hexes("51 'a'  # a string of one byte").hex()
    '5161'
    """
    result = bytearray()
    for line in text.split("\n"):
        while line:
            line = line.lstrip()
            if not line or line[0] == "#":
                break
            if line[0] == "'":
                end = line.index("'", 1)
                result += line[1:end].encode("ascii")
                line = line[end + 1 :]
            else:
                result.append(int(line[:2], 16))
                line = line[2:]
    return bytes(result)


def as_bytes(part):
    return part if isinstance(part, (bytes, bytearray)) else hexes(part)


def sized(number, size):
    """A number in so many bytes, the most significant first; what does not fit is cut off."""
    return (number % (1 << (8 * size))).to_bytes(size, "big")


# Contents


class Tagged:
    """A value with a tag, as README.md lists them."""

    def __init__(self, tag, content):
        self.json = {tag: content}


def integer(value):
    return Tagged("integer", str(value))


def real(value):
    return Tagged("real", repr(float(value)))


def date(text):
    """A date as ISO 8601 text, or as a number of seconds since 2001."""
    return Tagged("date", text if isinstance(text, str) else repr(float(text)))


def uid(number):
    return Tagged("uid", number if number <= 2**53 else str(number))


def utf16(text):
    """A string that is no valid Unicode, as its UTF-16 code units in hex."""
    return Tagged("utf16", text)


def pairs(*entries):
    """A dictionary whose keys are not all strings."""
    return Tagged("dictionary", [[content(key), content(value)] for key, value in entries])


def set_of(*members):
    return Tagged("set", [content(member) for member in members])


def ordered_set(*members):
    return Tagged("orderedSet", [content(member) for member in members])


def content(value):
    """A content in the tagged JSON of README.md."""
    if isinstance(value, Tagged):
        return value.json
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return value if abs(value) <= 2**53 else {"integer": str(value)}
    if isinstance(value, float):
        return real(value).json
    if isinstance(value, (bytes, bytearray)):
        return {"data": value.hex()}
    if isinstance(value, (list, tuple)):
        return [content(element) for element in value]
    if isinstance(value, dict):
        return {"dictionary": [[content(key), content(element)] for key, element in value.items()]}
    raise TypeError(f"no content: {value!r}")


# Binary property lists


def plist(
    *objects,
    header="'bplist00'",
    top=0,
    offset_size=None,
    reference_size=1,
    count=None,
    offsets=None,
    table_at=None,
    unused="00 00 00 00 00 00",
    before_table="",
    before_trailer="",
    after="",
    cut=0,
):
    """A binary property list of the given objects. Whatever is named differs from what a writer does."""
    body = as_bytes(header)
    places = []
    for part in objects:
        places.append(len(body))
        body += as_bytes(part)
    body += as_bytes(before_table)
    table = len(body)
    places = places if offsets is None else offsets
    if offset_size is None:
        offset_size = 1 if table < 256 else 2 if table < 65_536 else 4
    for place in places:
        body += sized(place, offset_size)
    body += as_bytes(before_trailer)
    body += as_bytes(unused) + sized(offset_size, 1) + sized(reference_size, 1)
    body += sized(len(places) if count is None else count, 8) + sized(top, 8)
    body += sized(table if table_at is None else table_at, 8) + as_bytes(after)
    return body[: len(body) - cut]


def string(text):
    """A string object of a binary property list, as a writer makes it."""
    if all(ord(character) < 128 for character in text):
        return length(0x50, len(text)) + text.encode("ascii")
    units = text.encode("utf-16-be")
    return length(0x60, len(units) // 2) + units


def length(marker, count):
    """A marker with a count."""
    if count < 15:
        return bytes([marker | count])
    size = 0 if count < 256 else 1 if count < 65_536 else 2
    return bytes([marker | 15, 0x10 | size]) + sized(count, 1 << size)


def double(value):
    return struct.pack(">d", value)


def written(value):
    """A binary property list of a value, laid out as CoreFoundation does, except that nothing is shared."""
    objects = []

    def add(value):
        number = len(objects)
        objects.append(None)
        if value is None:
            objects[number] = b"\x00"
        elif isinstance(value, bool):
            objects[number] = b"\x09" if value else b"\x08"
        elif isinstance(value, int):
            size = 3 if value < 0 else next(size for size in range(5) if value < 1 << min(8 << size, 63 if size == 3 else 128))
            objects[number] = bytes([0x10 | size]) + sized(value, 1 << size)
        elif isinstance(value, float):
            objects[number] = b"\x23" + double(value)
        elif isinstance(value, str):
            objects[number] = string(value)
        elif isinstance(value, (bytes, bytearray)):
            objects[number] = length(0x40, len(value)) + value
        elif isinstance(value, list):
            members = [add(member) for member in value]
            objects[number] = (0xA0, members)
        elif isinstance(value, dict):
            keys = [add(key) for key in value]
            objects[number] = (0xD0, keys + [add(member) for member in value.values()])
        elif isinstance(value, Tagged) and "uid" in value.json:
            small = value.json["uid"]
            size = 1 if small < 256 else 2 if small < 65_536 else 4
            objects[number] = bytes([0x80 | size - 1]) + sized(small, size)
        else:
            raise TypeError(f"no object: {value!r}")
        return number

    add(value)
    reference_size = 1 if len(objects) < 256 else 2
    made = []
    for part in objects:
        if isinstance(part, tuple):
            marker, members = part
            count = len(members) if marker == 0xA0 else len(members) // 2
            part = length(marker, count) + b"".join(sized(member, reference_size) for member in members)
        made.append(part)
    return plist(*made, reference_size=reference_size)


# XML


def xml(value):
    """An XML property list of a value, laid out as CoreFoundation does."""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" '
        '"http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n<plist version="1.0">\n'
        + "\n".join(element(value, 0)) + "\n</plist>\n"
    ).encode()


def element(value, level):
    """The lines of an element."""
    indent = "\t" * level

    def escaped(text):
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")

    if isinstance(value, Tagged) and "uid" in value.json:
        return [f"{indent}<dict>", f"{indent}\t<key>CF$UID</key>", f"{indent}\t<integer>{value.json['uid']}</integer>", f"{indent}</dict>"]
    if isinstance(value, bool):
        return [f"{indent}<{'true' if value else 'false'}/>"]
    if isinstance(value, int):
        return [f"{indent}<integer>{value}</integer>"]
    if isinstance(value, float):
        return [f"{indent}<real>{'%.17g' % value if value else '0.0'}</real>"]
    if isinstance(value, str):
        return [f"{indent}<string>{escaped(value)}</string>"]
    if isinstance(value, bytes):
        return [f"{indent}<data>"] + [indent + line for line in base64.encodebytes(value).decode().split()] + [f"{indent}</data>"]
    if isinstance(value, list):
        inside = [line for member in value for line in element(member, level + 1)]
        return [f"{indent}<array>"] + inside + [f"{indent}</array>"] if inside else [f"{indent}<array/>"]
    if isinstance(value, dict):
        inside = []
        for key in sorted(value):
            inside += [f"{indent}\t<key>{escaped(key)}</key>"] + element(value[key], level + 1)
        return [f"{indent}<dict>"] + inside + [f"{indent}</dict>"] if inside else [f"{indent}<dict/>"]
    raise TypeError(f"no element: {value!r}")


# Keyed archives


def is_uid(value):
    return isinstance(value, Tagged) and "uid" in value.json


def class_record(*names, hints=()):
    """A class record: the names from the class up."""
    record = {"$classname": names[0], "$classes": list(names)}
    return dict(record, **{"$classhints": list(hints)}) if hints else record


def envelope(objects, top=None, archiver="NSKeyedArchiver", version=100_000):
    """The outer dictionary of a keyed archive. The entry 0, `$null`, is added."""
    return {
        "$version": version, "$archiver": archiver, "$top": {"root": uid(1)} if top is None else top,
        "$objects": ["$null"] + list(objects),
    }


def graph(outer):
    """The content of a keyed archive as a graph, in the tagged JSON of README.md."""
    entries = outer["$objects"]
    objects = {}

    def resolved(value):
        if isinstance(value, list):
            return [resolved(member) for member in value]
        if not is_uid(value):
            return content(value)
        number = value.json["uid"]
        entry = entries[number]
        if entry == "$null":
            return None
        if not isinstance(entry, dict):
            return content(entry)
        if str(number) not in objects:
            record = entries[entry["$class"].json["uid"]]
            made = {"class": record["$classname"]}
            objects[str(number)] = made
            if "$classes" in record:
                made["classes"] = record["$classes"]
            if "$classhints" in record:
                made["hints"] = record["$classhints"]
            made["fields"] = [[key, resolved(field)] for key, field in entry.items() if key != "$class"]
        return {"object": str(number)}

    return {"top": [[key, resolved(value)] for key, value in outer["$top"].items()], "objects": objects}


# Typedstreams

LITTLE = "04 0B 'streamtyped' 81 E8 03"
BIG = "04 0B 'typedstream' 81 03 E8"


def stream(*parts, header=LITTLE):
    """A typedstream: its header, then the parts."""
    return b"".join(as_bytes(part) for part in (header,) + parts)


def struct_of(*fields):
    return Tagged("struct", [content(field) for field in fields])


def array_of(*elements):
    return Tagged("array", [content(element) for element in elements])


def reference(label):
    return Tagged("object", str(label))


def group(types, *values):
    return {"types": types, "values": [content(value) for value in values]}


def instance(classes, *groups):
    """An object: its class chain as `Name:version` from the class up, and its groups."""
    chain = [[name.rsplit(":", 1)[0], int(name.rsplit(":", 1)[1])] for name in classes.split()]
    return {"classes": chain, "groups": list(groups)}


def archive(*groups, order="little", system=1000, **objects):
    """The content of a typedstream; objects are named o0, o1 and so on."""
    return {"order": order, "system": system, "groups": list(groups), "objects": {name[1:]: made for name, made in objects.items()}}


# Cases


class Suite:
    """The rules and the cases of one format."""

    def __init__(self, format, title, article):
        self.format = format
        self.title = title
        # Where the format is specified, from the folder of the sources on.
        self.article = article
        self.rules = {}
        self.cases = []

    def rule(self, name, text):
        """Names a rule; the cases that follow are about it until the next one."""
        assert name not in self.rules, name
        self.rules[name] = text
        self.current = name

    def y(self, name, value, data, round_trip=False, **more):
        """A case that must be read with this content."""
        self.add(name, "y", data, content=content(value), round_trip=round_trip, **more)

    def n(self, name, data, why, **more):
        """A case that must be refused."""
        self.add(name, "n", data, note=why, **more)

    def i(self, name, data, why, value=..., **more):
        """A case that a reader may read or refuse; the content is what CoreFoundation reads, if it reads it."""
        if value is not ...:
            more["content"] = content(value)
        self.add(name, "i", data, note=why, **more)

    def add(self, name, verdict, data, round_trip=False, note=None, **more):
        row = {"name": f"{verdict}-{self.format}-{name}", "format": self.format, "rule": self.current}
        assert all(row["name"] != other["name"] for other in self.cases), row["name"]
        row["verdict"] = verdict
        if note:
            row["note"] = note
        if round_trip:
            row["roundTrip"] = True
        row["bytes"] = as_bytes(data).hex()
        row.update(more)
        self.cases.append(row)
