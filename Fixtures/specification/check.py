#!/usr/bin/env python3
"""Parses fixtures by the descriptions in this folder, and compares what comes out with other readers.

    python3 Fixtures/specification/check.py

With the Kaitai Struct compiler the descriptions are compiled to Python and run; that needs the package `kaitaistruct`.
The compiler is a program on PATH, or the npm package `kaitai-struct-compiler`, which `compile.cjs` calls with node;
that needs `PyYAML`, too. Without a compiler `interpreter.py` runs the descriptions, which needs `PyYAML`.

Status: 0 if all is as expected with compiled descriptions, 1 if something differs or the compiler refuses a
description, 2 if a package is missing, 3 if all is as expected, but the descriptions were only interpreted.
"""

import importlib
import json
import pathlib
import plistlib
import re
import shutil
import subprocess
import sys
import tempfile
from datetime import datetime, timedelta

# The tests take every file in the fixtures' folders for an input.
sys.dont_write_bytecode = True

FOLDER = pathlib.Path(__file__).resolve().parent
FIXTURES = FOLDER.parent
SOURCES = FIXTURES.parent / "Sources"

# What the typedstreams among the fixtures hold: the order of bytes, the system version, how many items and strings have
# a number, the classes with their versions in the order of the file, and the first unshared strings.
TYPEDSTREAMS = {
    "sequential/message.typedstream": {
        "big_endian": False, "system": 1000, "items": 19, "strings": 15, "groups": ["@"],
        "classes": [
            ("NSMutableAttributedString", 0), ("NSAttributedString", 0), ("NSObject", 0), ("NSMutableString", 1),
            ("NSString", 1), ("NSDictionary", 0), ("NSNumber", 0), ("NSValue", 0), ("NSURL", 0),
        ],
        "texts": [
            "See you at 8 — bring the map: example.com", "__kIMMessagePartAttributeName", "__kIMLinkAttributeName",
            "http://example.com",
        ],
        "numbers": [1, 30, 1, 0, 2, 11, 2, 0],
    },
    "sequential/panel.nib": {
        "big_endian": True, "system": 930, "items": 17, "strings": 21, "groups": ["@"],
        "classes": [
            ("PanelTemplate", 41), ("NSObject", 0), ("NSString", 0), ("NSMutableArray", 0), ("NSArray", 0),
            ("PanelButton", 2), ("PanelField", 2), ("NSFont", 21), ("NSColor", 0),
        ],
        "texts": [],
        "numbers": [120, 340, 260.5, 90, 7, 7, 2, 28, 12, 0, 0, 0, 0, 2, 1, 0.2, 0.4, 0.6, 1],
    },
}

# Groups of one value each, with every width of integers and reals, and their values as they are stored.
GROUPS = {
    "04 0b 73 74 72 65 61 6d 74 79 70 65 64 81 e8 03": [
        ("i", "2a", 42), ("l", "92", -110), ("s", "81 91 ff", -111), ("I", "81 e8 03", 1000),
        ("L", "82 00 80 ff ff", -32768), ("q", "87 00 e6 8e e7 fd ff ff ff", -9000000000), ("S", "fd", -3),
        ("d", "83 00 00 00 00 00 20 59 40", 100.5), ("f", "83 00 00 c0 3f", 1.5), ("c", "85", 0x85),
    ],
    "04 0b 74 79 70 65 64 73 74 72 65 61 6d 81 03 a2": [
        ("s", "81 ff 91", -111), ("i", "82 ff ff 80 00", -32768), ("q", "87 ff ff ff fd e7 8e e6 00", -9000000000),
        ("d", "83 40 59 20 00 00 00 00 00", 100.5), ("f", "83 43 82 40 00", 260.5), ("[3s]", "01 02 03", [1, 2, 3]),
    ],
}

# Property lists that the rules of the trailer refuse.
REFUSED = ["cut-short", "object-count-huge", "offset-size-zero", "top-object-past-end"]


# MARK: Running the descriptions


class Program:
    """The compiler as a program."""

    def __init__(self, path):
        self.path = path
        self.version = subprocess.run([path, "--version"], capture_output=True, text=True, check=True).stdout.strip()

    def compile(self, file, folder):
        subprocess.run([self.path, "--target", "python", "--outdir", folder, file], check=True)


class Package:
    """The compiler as an npm package."""

    SCRIPT = FOLDER / "compile.cjs"
    MISSING = 4

    def __init__(self, node, version):
        self.node = node
        self.version = f"kaitai-struct-compiler {version} (npm)"

    @classmethod
    def find(cls):
        node = shutil.which("node")
        if node is None:
            return None
        asked = subprocess.run([node, cls.SCRIPT, "--version"], stdout=subprocess.PIPE, text=True)
        if asked.returncode == cls.MISSING:
            return None
        asked.check_returncode()
        return cls(node, asked.stdout.strip())

    def compile(self, file, folder):
        description = importlib.import_module("yaml").safe_load(file.read_text(encoding="utf-8"))
        subprocess.run([self.node, self.SCRIPT, folder], input=json.dumps(description), text=True, check=True)


def find_compiler():
    path = shutil.which("kaitai-struct-compiler") or shutil.which("ksc")
    return Program(path) if path else Package.find()


class Compiled:
    """Descriptions that the compiler has turned into Python."""

    def __init__(self, compiler, folder):
        for name in ("bplist00", "typedstream"):
            compiler.compile(FOLDER / f"{name}.ksy", folder)
        sys.path.insert(0, folder)

    def parse(self, name, data):
        return getattr(importlib.import_module(name), name.capitalize()).from_bytes(data)

    def get(self, node, name):
        # A field whose condition is false is no attribute; instances are properties of the class.
        value = getattr(node, name) if hasattr(type(node), name) else vars(node).get(name)
        return value.value if name == "kind" and hasattr(value, "value") else value


class Interpreted:
    """Descriptions that are run as they are."""

    def __init__(self):
        sys.path.insert(0, str(FOLDER))
        self.interpreter = importlib.import_module("interpreter")

    def parse(self, name, data):
        return self.interpreter.parse(FOLDER / f"{name}.ksy", data)

    def get(self, node, name):
        return node[name]


def get(node, path):
    for name in path.split("."):
        node = runner.get(node, name)
    return node


# MARK: Property lists


def value(root, number, path=()):
    """The value of an object as plistlib gives it."""
    if number in path:
        raise ValueError("a container contains itself")
    stored = get(get(root, "objects")[number], "object")
    kind, body = get(stored, "kind"), get(stored, "body")
    path = (*path, number)

    def referred(name):
        return [value(root, get(item, "value"), path) for item in get(body, name)]

    match kind:
        case 0x0:
            return {0: None, 8: False, 9: True}[get(body, "value")]
        case 0x1:
            high = get(body, "high")
            return get(body, "value") + ((high << 64) if high is not None else 0)
        case 0x3:
            return datetime(2001, 1, 1) + timedelta(seconds=get(body, "value"))
        case 0x8:
            return plistlib.UID(get(body, "value"))
        case 0xA:
            return referred("elements")
        case 0xD:
            return dict(zip(referred("keys"), referred("values")))
        case 0x2 | 0x4 | 0x5 | 0x6:
            return get(body, "value")
    raise ValueError(f"kind {kind}")


def check_lists():
    count = 0
    for folder in ("apple-layout", "archives", "foundation"):
        for file in sorted((FIXTURES / folder).iterdir()):
            data = file.read_bytes()
            if not data.startswith(b"bplist"):
                continue
            root = runner.parse("bplist00", data)
            expect(file, "value", value(root, get(root, "trailer.top_object")), plistlib.loads(data))
            expect(file, "count", len(get(root, "objects")), get(root, "trailer.count"))
            expect(file, "root", get(root, "root.marker") >> 4, 0xD)
            count += 1
    for name in REFUSED:
        try:
            root = runner.parse("bplist00", (FIXTURES / f"malformed/{name}.plist").read_bytes())
            get(root, "trailer")
            failures.append(f"malformed/{name}.plist is not refused")
        except Exception:
            pass
    print(f"{count} binary property lists have the values that plistlib reads; {len(REFUSED)} damaged ones are refused")


# MARK: Typedstreams


class Contents:
    """What is in a typedstream, collected in the order of the file."""

    def __init__(self):
        self.items = self.strings = 0
        self.classes, self.texts, self.numbers = [], [], []

    def shared(self, string):
        self.strings += bool(get(string, "head.is_new"))

    def group(self, group):
        self.shared(get(group, "type_string"))
        for item in get(group, "values"):
            self.value(item)

    def value(self, item):
        code, content = chr(get(item, "node.code")), get(item, "content")
        if code in "cCBsSiIlLqQfd":
            self.numbers.append(get(content, "value"))
        elif code == "@":
            if get(content, "head.is_new"):
                self.items += 1
                self.chain(get(content, "class_chain"))
                for group in get(content, "groups"):
                    if not get(group, "is_end"):
                        self.group(group)
        elif code == "#":
            self.chain(content)
        elif code == "*":
            if get(content, "head.is_new"):
                self.items += 1
                self.shared(get(content, "value"))
        elif code in "%:":
            self.shared(content)
        elif code == "+":
            if get(content, "value") is not None:
                self.texts.append(get(content, "value").decode())
        elif code == "[":
            for element in get(content, "elements") or []:
                self.value(element)
        elif code == "{":
            for field in get(content, "fields"):
                self.value(field)

    def chain(self, link):
        while link is not None and get(link, "head.is_new"):
            self.items += 1
            self.shared(get(link, "name"))
            if get(link, "name.head.is_new"):
                name = get(link, "name.characters.bytes").decode()
                self.classes.append((name, get(link, "version.value")))
            link = get(link, "superclass")


def check_typedstreams():
    for name, expected in TYPEDSTREAMS.items():
        file = FIXTURES / name
        root = runner.parse("typedstream", file.read_bytes())
        contents = Contents()
        for group in get(root, "groups"):
            contents.group(group)
        types = [get(group, "string.characters.bytes").decode() for group in get(root, "groups")]
        expect(file, "byte order", get(root, "is_big_endian"), expected["big_endian"])
        expect(file, "system version", get(root, "system_version.value"), expected["system"])
        expect(file, "types", types, expected["groups"])
        expect(file, "items", contents.items, expected["items"])
        expect(file, "strings", contents.strings, expected["strings"])
        expect(file, "classes", contents.classes, expected["classes"])
        expect(file, "texts", contents.texts, expected["texts"])
        expect(file, "numbers", [round(number, 6) for number in contents.numbers], expected["numbers"])
    for header, groups in GROUPS.items():
        data = bytes.fromhex(header)
        for types, hexadecimal, _ in groups:
            data += bytes([0x84, len(types)]) + types.encode() + bytes.fromhex(hexadecimal)
        contents = Contents()
        for group in get(runner.parse("typedstream", data), "groups"):
            contents.group(group)
        numbers = [number for *_, value in groups for number in (value if isinstance(value, list) else [value])]
        expect(FOLDER / "check.py", "numbers of the made groups", contents.numbers, numbers)
    print(f"{len(TYPEDSTREAMS)} typedstreams have the contents that are listed here, and {len(GROUPS)} made ones")


# MARK: Examples of the articles


def example(text):
    """The bytes of a block of lines with a position, bytes and quoted characters; None if it is no such block."""
    result = b""
    lines = [line for line in text.splitlines() if line.strip()]
    start = re.match(r"([0-9a-f]{2,3})  ", lines[0]) if lines else None
    if start is None or int(start[1], 16) not in (0, 8):
        return None
    if int(start[1], 16) == 8:
        result = b"bplist00"
    for line in lines:
        position = re.match(r"([0-9a-f]{2,3}) +", line)
        if position is None or int(position[1], 16) != len(result):
            return None
        rest = line[position.end():]
        while found := re.match(r"([0-9a-f]{2})(?: |$)|\"([^\"]*)\"(?: |$)", rest):
            result += bytes.fromhex(found[1]) if found[1] else found[2].encode()
            rest = rest[found.end():]
            if rest.startswith(" "):
                break
    return result


def check_examples():
    same = {
        "AppleByteLayout.md": (FIXTURES / "apple-layout/circularReference.plist").read_bytes(),
        "TypedstreamFormat.md": (FIXTURES / "sequential/message.typedstream").read_bytes(),
        "BinaryPropertyListFormat.md": plistlib.dumps(
            {"name": "Ada", "tags": ["Zoë", True], "ref": plistlib.UID(1), "big": -1},
            fmt=plistlib.FMT_BINARY, sort_keys=False),
    }
    for name, expected in same.items():
        file, = SOURCES.glob(f"*/Documentation.docc/{name}")
        blocks = re.findall(r"```text\n(.*?)```", file.read_text(encoding="utf-8"), re.DOTALL)
        examples = [bytes for bytes in map(example, blocks) if bytes is not None]
        expect(file, "example", examples, [expected])
    print(f"{len(same)} worked examples of the articles are the files that they say")


# MARK: Results

failures = []


def expect(file, what, found, expected):
    if found != expected:
        failures.append(f"{file.relative_to(FIXTURES.parent)}: {what} is {found!r}, not {expected!r}")


def main():
    global runner
    with tempfile.TemporaryDirectory() as folder:
        try:
            compiler = find_compiler()
            runner = Compiled(compiler, folder) if compiler else Interpreted()
            check_lists()
            check_typedstreams()
        except ModuleNotFoundError as error:
            print(f"NOT RUN: the Python package {error.name} is missing")
            return 2
        except subprocess.CalledProcessError as error:
            print(f"REFUSED: the compiler ended with status {error.returncode}; its message is above")
            return 1
    check_examples()
    print(*failures, sep="\n", end="\n" if failures else "")
    if failures:
        return 1
    if compiler is None:
        print("NOT COMPILED: there is no Kaitai Struct compiler, neither a program nor the npm package for node;")
        print("the descriptions were only interpreted")
        return 3
    print(f"The descriptions were compiled by {compiler.version}")
    return 0


if __name__ == "__main__":
    sys.setrecursionlimit(20_000)
    sys.exit(main())
