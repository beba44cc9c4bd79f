"""Interprets the part of the Kaitai Struct language that the descriptions in this folder use.

It stands in for the compiler where that can't be had, so that the descriptions are run and not only read. It knows no
other part of the language, and a description that it accepts may still be refused by the compiler.
"""

import re
import struct

import yaml


class Stream:
    def __init__(self, data):
        self.data = data
        self.pos = 0

    @property
    def size(self):
        return len(self.data)

    @property
    def eof(self):
        return self.pos >= len(self.data)

    def read(self, count):
        if count < 0 or count > len(self.data) - self.pos:
            raise EOFError(f"{count} bytes at {self.pos} of {len(self.data)}")
        self.pos += count
        return self.data[self.pos - count:self.pos]


# MARK: Expressions

TOKEN = re.compile(
    r"\s*(0x[0-9a-fA-F]+|\d+|\"[^\"]*\"|[A-Za-z_]\w*::\w+|[A-Za-z_]\w*|==|!=|<=|>=|>>|<<|[-+*/%&|<>?:.,()\[\]])")
BINARY = [["or"], ["and"], ["==", "!=", "<", "<=", ">", ">="], ["|"], ["&"], [">>", "<<"], ["+", "-"], ["*", "/", "%"]]
OPERATION = {
    "==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b, ">=": lambda a, b: a >= b, "|": lambda a, b: a | b, "&": lambda a, b: a & b,
    ">>": lambda a, b: a >> b, "<<": lambda a, b: a << b, "+": lambda a, b: a + b, "-": lambda a, b: a - b,
    "*": lambda a, b: a * b, "/": lambda a, b: a // b, "%": lambda a, b: a % b,
}


class Expression:
    """Parses an expression once; a parsed expression is a function of a scope."""

    known = {}

    def __init__(self, text):
        self.tokens = []
        position = 0
        text = text.strip()
        while position < len(text):
            match = TOKEN.match(text, position)
            if not match:
                raise SyntaxError(f"{text!r} at {position}")
            self.tokens.append(match[1])
            position = match.end()
        self.at = 0

    @classmethod
    def of(cls, text):
        if not isinstance(text, str):
            return lambda scope: text
        if text not in cls.known:
            parser = cls(text)
            function = parser.ternary()
            if parser.at != len(parser.tokens):
                raise SyntaxError(f"{text!r}: {parser.peek()!r}")
            cls.known[text] = function
        return cls.known[text]

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def take(self, token=None):
        found = self.peek()
        if found is None or token not in (None, found):
            raise SyntaxError(f"{token!r} expected, not {found!r}: {self.tokens}")
        self.at += 1
        return found

    def ternary(self):
        condition = self.binary(0)
        if self.peek() != "?":
            return condition
        self.take()
        yes = self.ternary()
        self.take(":")
        no = self.ternary()
        return lambda scope: yes(scope) if condition(scope) else no(scope)

    def binary(self, level):
        if level == len(BINARY):
            return self.unary()
        left = self.binary(level + 1)
        while self.peek() in BINARY[level]:
            left = self.operation(self.take(), left, self.binary(level + 1))
        return left

    @staticmethod
    def operation(name, left, right):
        if name == "or":
            return lambda scope: left(scope) or right(scope)
        if name == "and":
            return lambda scope: left(scope) and right(scope)
        function = OPERATION[name]
        return lambda scope: function(left(scope), right(scope))

    def unary(self):
        if self.peek() == "not":
            self.take()
            operand = self.unary()
            return lambda scope: not operand(scope)
        if self.peek() == "-":
            self.take()
            operand = self.unary()
            return lambda scope: -operand(scope)
        return self.postfix()

    def postfix(self):
        value = self.primary()
        while self.peek() in (".", "["):
            value = self.index(value) if self.take() == "[" else self.member(value)
        return value

    def index(self, value):
        index = self.ternary()
        self.take("]")
        return lambda scope: value(scope)[index(scope)]

    def member(self, value):
        name = self.take()
        if name == "as":
            self.take("<")
            self.take()
            self.take(">")
            return value
        return lambda scope: attribute(value(scope), name)

    def primary(self):
        token = self.take()
        if token == "(":
            value = self.ternary()
            self.take(")")
            return value
        if token[0].isdigit():
            number = int(token, 0)
            return lambda scope: number
        if token[0] == '"':
            return lambda scope: token[1:-1]
        if "::" in token:
            enumeration, name = token.split("::")
            return lambda scope: scope.node._enumeration(enumeration)[name]
        return lambda scope: scope.look_up(token)

    def arguments(self):
        """The name of a type and its arguments, such as `item(low + 1)`."""
        name = self.take()
        arguments = []
        while self.peek() in ("(", ","):
            self.take()
            arguments.append(self.ternary())
        if arguments:
            self.take(")")
        return name, arguments


def attribute(value, name):
    if isinstance(value, list):
        return {"size": len(value), "last": value[-1] if value else None, "first": value[0] if value else None}[name]
    if isinstance(value, Stream):
        return getattr(value, name)
    return value[name]


class Scope:
    """Where an expression is evaluated: in a node, perhaps with the element or the index of a repetition."""

    def __init__(self, node, **names):
        self.node = node
        self.names = names

    def look_up(self, name):
        if name in self.names:
            return self.names[name]
        return {"true": True, "false": False}[name] if name in ("true", "false") else self.node[name]


# MARK: Nodes


class Node:
    """A value of a type: parsed fields, parameters, and instances, which are found when they are asked for."""

    def __init__(self, specification, root, parent, stream, values=()):
        self._specification = specification
        self._values = {"_root": root or self, "_parent": parent, "_io": stream}
        self._values.update(zip((p["id"] for p in specification.get("params", [])), values))
        for field in specification.get("seq", []):
            self._values[field["id"]] = self._parse(field, stream)

    def __getitem__(self, name):
        if name not in self._values:
            instance = self._specification.get("instances", {}).get(name)
            if instance is None:
                raise KeyError(name)
            self._values[name] = self._instance(instance)
        return self._values[name]

    def _instance(self, instance):
        if "value" in instance:
            return Expression.of(instance["value"])(Scope(self))
        stream = self["_io"]
        position = stream.pos
        if "pos" in instance:
            stream.pos = Expression.of(instance["pos"])(Scope(self))
        value = self._parse(instance, stream)
        stream.pos = position
        return value

    def _enumeration(self, name):
        return {text: number for number, text in self["_root"]._specification["enums"][name].items()}

    def _parse(self, field, stream):
        if "if" in field and not Expression.of(field["if"])(Scope(self)):
            return None
        repeat = field.get("repeat")
        if repeat is None:
            return self._one(field, stream, Scope(self))
        items = self._values[field.get("id", "")] = []
        # The elements that there are already can be referred to while the others are read.
        count = Expression.of(field["repeat-expr"])(Scope(self)) if repeat == "expr" else None
        while len(items) != count and not (repeat == "eos" and stream.eof):
            items.append(self._one(field, stream, Scope(self, _index=len(items))))
            if repeat == "until" and Expression.of(field["repeat-until"])(Scope(self, _=items[-1])):
                break
        return items

    def _one(self, field, stream, scope):
        value = self._read(field, stream, scope)
        self._check(field, value)
        return value

    def _read(self, field, stream, scope):
        if "contents" in field:
            expected = field["contents"].encode()
            found = stream.read(len(expected))
            if found != expected:
                raise ValueError(f"{found} is not {expected}")
            return found
        if "terminator" in field:
            end = stream.data.index(bytes([field["terminator"]]), stream.pos)
            text = stream.read(end - stream.pos).decode(field["encoding"])
            stream.read(1)
            return text
        if "size" in field:
            stream = Stream(stream.read(Expression.of(field["size"])(scope)))
        if field.get("size-eos") or "size" in field and field.get("type", "str") == "str":
            content = stream.read(stream.size - stream.pos)
            return content.decode(field["encoding"]) if "encoding" in field else content
        chosen = field["type"]
        if isinstance(chosen, dict):
            switch = Expression.of(chosen["switch-on"])(scope)
            cases = {Expression.of(key)(scope): kind for key, kind in chosen["cases"].items()}
            if switch not in cases:
                return None
            chosen = cases[switch]
        return self._typed(chosen, stream, scope)

    def _typed(self, text, stream, scope):
        primitive = re.fullmatch(r"([usf])([1248])(le|be)?", text)
        if primitive:
            width = int(primitive[2])
            endian = primitive[3] or self["_root"]._specification["meta"].get("endian", "be")
            order = {"le": "little", "be": "big"}[endian]
            data = stream.read(width)
            if primitive[1] == "f":
                return struct.unpack((">" if order == "big" else "<") + {4: "f", 8: "d"}[width], data)[0]
            return int.from_bytes(data, order, signed=primitive[1] == "s")
        bits = re.fullmatch(r"b(\d+)", text)
        if bits:
            return int.from_bytes(stream.read(int(bits[1]) // 8), "big")
        name, arguments = Expression(text).arguments()
        values = [argument(scope) for argument in arguments]
        specification = self["_root"]._specification["types"][name]
        return Node(specification, self["_root"], self, stream, values)

    def _check(self, field, value):
        rule = field.get("valid")
        if rule is None:
            return
        if not isinstance(rule, dict):
            rule = {"any-of": [rule]}
        scope = Scope(self, _=value)
        good = True
        if "min" in rule:
            good = value >= Expression.of(rule["min"])(scope)
        if "max" in rule:
            good = good and value <= Expression.of(rule["max"])(scope)
        if "expr" in rule:
            good = good and Expression.of(rule["expr"])(scope)
        if "any-of" in rule:
            good = good and value in [Expression.of(item)(scope) for item in rule["any-of"]]
        if not good:
            raise ValueError(f"{field['id']} is {value!r}")


def parse(path, data):
    """Parses bytes by the description in a file."""
    with open(path, encoding="utf-8") as file:
        return Node(yaml.safe_load(file), None, None, Stream(data))
