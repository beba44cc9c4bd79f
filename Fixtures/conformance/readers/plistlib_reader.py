"""A reader for the conformance suite: Python's plistlib."""

import plistlib

from tagged import main, tagged

FORMATS = {"binary": plistlib.FMT_BINARY, "xml": plistlib.FMT_XML}


def other(value):
    return {"uid": value.data} if isinstance(value, plistlib.UID) else None


def read(format, data):
    return tagged(plistlib.loads(data, fmt=FORMATS[format]), other)


def write(format, data):
    return plistlib.dumps(plistlib.loads(data, fmt=FORMATS[format]), fmt=FORMATS[format], sort_keys=False)


main(read, write)
