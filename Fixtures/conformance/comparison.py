"""Compares contents in the suite's tagged JSON: README.md says what each tag means."""

import re
import struct


class Malformed(Exception):
    """What a reader printed is no tagged JSON."""


def days(year, month, day):
    """The days from 2001-01-01 to a day of the Gregorian calendar, whatever the year."""
    if month <= 2:
        year -= 1
        month += 12
    # Years begin in March here, so that a leap day is the last of its year.
    return 365 * year + year // 4 - year // 100 + year // 400 + (153 * (month - 3) + 2) // 5 + day - 1 - 730_791


def seconds(text):
    """The seconds since 2001 of a date, to the millisecond."""
    match = re.fullmatch(r"(-?\d+)-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(\.\d+)?Z", text)
    if match:
        year, month, day, hour, minute, second = map(int, match.groups()[:6])
        value = days(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second + float(match[7] or 0)
    else:
        value = float(text)
    return repr(round(value, 3)) if abs(value) < 1e15 else repr(value)


def bits(text):
    value = float(text)
    return "nan" if value != value else struct.pack(">d", value).hex()


class Normalizer:
    """Brings a content into a form that is equal for equal contents, and that can be sorted."""

    def __init__(self, objects=()):
        self.objects = objects
        # Labels of objects in the order in which they are seen: the labels themselves say nothing.
        self.numbers = {}

    def value(self, json):
        if json is None:
            return ["null"]
        if isinstance(json, bool):
            return ["boolean", str(json)]
        if isinstance(json, int):
            return ["integer", str(json)]
        if isinstance(json, str):
            return ["string", json.encode("utf-16-be", "surrogatepass").hex()]
        if isinstance(json, list):
            return ["array"] + [self.value(element) for element in json]
        if not isinstance(json, dict) or len(json) != 1:
            raise Malformed(f"neither a plain value nor one tag: {json!r}")
        (tag, content), = json.items()
        return self.tagged(tag, content)

    def tagged(self, tag, content):
        if tag in ("integer", "uid"):
            return [tag, str(int(content))]
        if tag == "real":
            return ["real", bits(content)]
        if tag == "date":
            return ["date", seconds(content)]
        if tag == "utf16":
            return ["string", content.replace(" ", "").lower()]
        if tag in ("data", "atom", "selector", "cString"):
            return [tag, content]
        if tag == "dictionary":
            return ["dictionary"] + self.entries(content)
        if tag == "set":
            return ["set"] + sorted(self.value(member) for member in content)
        if tag == "orderedSet":
            return ["orderedSet"] + [self.value(member) for member in content]
        if tag in ("array", "struct", "NSURL"):
            return [tag] + [self.value(element) for element in content]
        if tag in ("NSNull", "ignored"):
            return [tag]
        if tag == "NSUUID":
            return [tag, content.upper()]
        if tag == "class":
            return [tag, repr(content)]
        if tag == "object":
            return self.object(str(content))
        raise Malformed(f"an unknown tag: {tag}")

    def entries(self, entries):
        """Entries without their order; values are numbered in the order of the sorted keys."""
        keyed = [(self.value(key), value) for key, value in entries]
        keyed.sort(key=lambda entry: entry[0])
        return [[key, self.value(value)] for key, value in keyed]

    def object(self, label):
        if label in self.numbers:
            return ["object", str(self.numbers[label])]
        if label not in self.objects:
            raise Malformed(f"no object has the label {label}")
        self.numbers[label] = len(self.numbers)
        content = self.objects[label]
        number = ["object", str(self.numbers[label])]
        if "fields" in content:
            names = [content["class"]] + content.get("classes", []) + ["/"] + content.get("hints", [])
            return number + [names] + self.entries(content["fields"])
        return number + [repr(content["classes"])] + self.groups(content["groups"])

    def groups(self, groups):
        return [[group["types"]] + [self.value(value) for value in group["values"]] for group in groups]


def normalized(json, format):
    """The parts of a content that can be compared, by name."""
    if format == "keyed":
        parts = {}
        if "graph" in json:
            normalizer = Normalizer(json["graph"]["objects"])
            parts["graph"] = normalizer.entries(json["graph"]["top"])
        if "meaning" in json:
            parts["meaning"] = Normalizer().value(json["meaning"])
        return parts
    if format == "typedstream":
        stream = Normalizer(json["objects"])
        return {"stream": [json["order"], str(json["system"])] + stream.groups(json["groups"])}
    return {"value": Normalizer().value(json)}


def compare(expected, actual, format):
    """Whether contents are equal; None if they have no part in common that could be compared."""
    left, right = normalized(expected, format), normalized(actual, format)
    common = set(left) & set(right)
    return all(left[part] == right[part] for part in common) if common else None
