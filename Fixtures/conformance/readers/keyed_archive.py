"""A reader for the conformance suite: this project's command-line tool, whose path is the first argument."""

import base64
import json
import struct
import subprocess
import sys

import tagged as common
from tagged import main

TOOL = sys.argv.pop(1)
FORMS = {"binary": "binary", "xml": "xml", "openstep": "openStep"}


def call(data, *arguments):
    """What the tool prints; an error ends the program with a signal of the tool or as a refusal."""
    done = subprocess.run([TOOL, *arguments], input=data, capture_output=True)
    if done.returncode < 0:
        sys.exit(128 - done.returncode)
    if done.returncode != 0:
        raise ValueError(done.stderr.decode(errors="replace").strip() or done.stdout.decode(errors="replace").strip())
    return done.stdout


# Property lists


def scalar(value):
    """A number, a string or a boolean of the tool's JSON."""
    return common.tagged(value)


def seconds(value):
    if isinstance(value, dict):
        return value["$real"]
    return value if isinstance(value, str) else repr(float(value))


def from_graph(value):
    """A value of the graph form, which `keyed-archive help dump` describes."""
    if isinstance(value, list):
        return [from_graph(element) for element in value]
    if not isinstance(value, dict):
        return scalar(value)
    if len(value) == 1:
        (tag, content), = value.items()
        if tag == "$data":
            return {"data": base64.b64decode(content).hex()}
        if tag == "$ascii":
            return {"data": content.encode().hex()}
        if tag == "$document":
            # Data that hold a property list are shown opened; this makes them again.
            document = json.dumps({"$graph": 1.0, **content}).encode()
            return {"data": call(document, "convert", "-", "-").hex()}
        if tag == "$date":
            return {"date": seconds(content)}
        if tag == "$uid":
            return {"uid": content}
        if tag == "$int128":
            return {"integer": str(content)}
        if tag == "$real":
            # The bits of an unusual NaN follow after a colon.
            return {"real": content.partition(":")[0]}
        if tag == "$float":
            if isinstance(content, str):
                return {"real": content.partition(":")[0]}
            return {"real": repr(struct.unpack(">f", struct.pack(">f", content))[0])}
        if tag == "$set":
            return {"set": [from_graph(member) for member in content]}
        if tag == "$orderedSet":
            return {"orderedSet": [from_graph(member) for member in content]}
        if tag == "$entries":
            return entries(content)
    return {"dictionary": [[key[1:] if key.startswith("$$") else key, from_graph(element)] for key, element in value.items()]}


def entries(content):
    """Entries, of which the first counts if a key is there twice."""
    result, seen = [], []
    for key, value in content:
        if key not in seen:
            seen.append(key)
            result.append([from_graph(key), from_graph(value)])
    return {"dictionary": result}


def property_list(format, data):
    graph = json.loads(call(data, "convert", "-", "-", "--format", "json", "--bare"))
    if graph.pop("$propertyList") != FORMS[format]:
        raise ValueError("another format")
    graph.pop("$graph")
    for key in ("$value", "$elements"):
        if key in graph:
            return from_graph(graph[key])
    return from_graph(graph) if graph else {"dictionary": []}


# Keyed archives


def from_table(value, resolved):
    """A value of the table that `keyed-archive objects --json` prints."""
    if isinstance(value, list):
        return [from_table(element, resolved) for element in value]
    if not isinstance(value, dict):
        return scalar(value)
    if "CF$UID" in value:
        return resolved(value["CF$UID"])
    if "$data" in value:
        return {"data": base64.b64decode(value["$data"]).hex()}
    if "$date" in value:
        return {"date": seconds(value["$date"])}
    if "$real" in value:
        return {"real": value["$real"]}
    return {"dictionary": [[key, from_table(element, resolved)] for key, element in value.items()]}


def keyed_archive(data):
    call(data, "check", "-")
    table = json.loads(call(data, "objects", "-", "--json"))
    stored, objects = table["$objects"], {}

    def resolved(number):
        entry = stored[number]
        if entry == "$null":
            return None
        if not isinstance(entry, dict) or "$class" not in entry:
            return from_table(entry, resolved)
        label = str(number)
        if label not in objects:
            record = stored[entry["$class"]["CF$UID"]]
            made = objects[label] = {"class": record["$classname"]}
            for tag, name in (("$classes", "classes"), ("$classhints", "hints")):
                if tag in record:
                    made[name] = record[tag]
            made["fields"] = [[key, from_table(value, resolved)] for key, value in entry.items() if key != "$class"]
        return {"object": label}

    top = [[key, from_table(value, resolved)] for key, value in table["$top"].items()]
    return {"graph": {"top": top, "objects": objects}}


# Typedstreams


class CanonicalText:
    """Reads the text that `keyed-archive objects --canonical` prints: a line for each value, nested by two spaces."""

    def __init__(self, text):
        self.lines = [((len(line) - len(line.lstrip(" "))) // 2, line.strip()) for line in text.splitlines()]
        self.next = 0
        self.objects = {}
        # The class chain, the object or the C string with a number.
        self.numbered = {}

    def level(self):
        return self.lines[self.next][0] if self.next < len(self.lines) else -1

    def line(self):
        self.next += 1
        return self.lines[self.next - 1][1]

    def content(self):
        _, _, order, system = self.line().split()
        groups = self.groups(0)
        return {"order": order, "system": int(system), "groups": groups, "objects": self.objects}

    def groups(self, level):
        groups = []
        while self.level() == level and self.lines[self.next][1].startswith("group "):
            types = json.loads(self.line()[len("group ") :])
            groups.append({"types": types, "values": self.values(level + 1)})
        return groups

    def values(self, level):
        values = []
        while self.level() == level:
            values.append(self.value(level))
        return values

    def value(self, level):
        kind, _, rest = self.lines[self.next][1].partition(" ")
        if kind == "class":
            chain = self.chain()
            return {"class": chain} if chain else None
        self.next += 1
        if kind == "int":
            return {"integer": rest}
        if kind == "real":
            return {"real": repr(struct.unpack(">d", bytes.fromhex(rest))[0])}
        if kind == "bytes":
            return {"data": rest}
        if kind in ("atom", "selector"):
            return {kind: bytes.fromhex(rest).decode("latin-1")}
        if kind == "nil":
            return None
        if kind == "ignored":
            return {"ignored": None}
        if kind == "ref":
            return self.numbered[rest]
        if kind == "cstring":
            number, _, digits = rest.partition(" ")
            self.numbered[number] = {"cString": bytes.fromhex(digits).decode("latin-1")}
            return self.numbered[number]
        if kind in ("array", "struct"):
            return {kind: self.values(level + 1)}
        if kind == "object":
            self.numbered[rest] = {"object": rest}
            made = self.objects[rest] = {}
            made["classes"] = self.chain()
            made["groups"] = self.groups(level + 1)
            self.line()
            return {"object": rest}
        raise ValueError(f"a line that begins with {kind}")

    def chain(self):
        names, numbers = [], []
        while True:
            words = self.line()[len("class ") :]
            if words == "nil":
                break
            if words.startswith("ref "):
                names += self.numbered[words[len("ref ") :]]["class"]
                break
            number, _, rest = words.partition(" ")
            name, _, version = rest.rpartition(" v")
            names.append([json.loads(name), int(version)])
            numbers.append(number)
        for position, number in enumerate(numbers):
            self.numbered[number] = {"class": names[position:]}
        return names


def read(format, data):
    if format == "keyed":
        return keyed_archive(data)
    if format == "typedstream":
        return CanonicalText(call(data, "objects", "-", "--canonical").decode()).content()
    return property_list(format, data)


def write(format, data):
    if format == "openstep":
        raise common.NotApplicable
    if format in ("keyed", "typedstream"):
        return call(data, "rewrite", "-", "-")
    return call(data, "convert", "-", "-", "--format", format)


main(read, write)
