"""A reader for the conformance suite: libplist, through its Python module."""

import re

import plist
from tagged import main, tagged

READERS = {"binary": "from_bin", "xml": "from_xml"}


def content(node):
    if isinstance(node, plist.Dict):
        return {"dictionary": [[key, content(node[key])] for key in node.keys()]}
    if isinstance(node, plist.Array):
        return [content(element) for element in node]
    if isinstance(node, plist.Bool):
        return bool(node)
    if isinstance(node, plist.Uid):
        return {"uid": int(node.get_value())}
    if isinstance(node, plist.Integer):
        # The module's number has no sign; the library's text has.
        return {"integer": re.search("<integer>(.*)</integer>", node.to_xml())[1]}
    if isinstance(node, plist.Real):
        # The module's number has 32 bits; the library's text has more.
        return {"real": re.search("<real>(.*)</real>", node.to_xml())[1]}
    if isinstance(node, (plist.String, plist.Key, plist.Data, plist.Date)):
        return tagged(node.get_value())
    raise TypeError(f"a node of the type {type(node)}")


def node(format, data):
    made = getattr(plist, READERS[format])(data)
    if made is None:
        raise ValueError("refused")
    return made


def read(format, data):
    return content(node(format, data))


def write(format, data):
    made = node(format, data)
    return made.to_bin() if format == "binary" else made.to_xml().encode()


main(read, write)
