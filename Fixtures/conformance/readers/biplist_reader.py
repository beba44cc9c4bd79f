"""A reader for the conformance suite: biplist."""

import biplist
from tagged import main, tagged


def other(value):
    if isinstance(value, biplist.Uid):
        return {"uid": value.integer if hasattr(value, "integer") else int(value)}
    return None


def read(format, data):
    if (format == "binary") != data.startswith(b"bplist"):
        raise ValueError("another format")
    return tagged(biplist.readPlistFromString(data), other)


main(read)
