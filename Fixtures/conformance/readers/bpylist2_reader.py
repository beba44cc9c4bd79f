"""A reader for the conformance suite: bpylist2."""

from bpylist2 import archive_types, archiver
from tagged import NotApplicable, main, tagged


def other(value):
    if isinstance(value, archive_types.timestamp):
        # Seconds since 1970.
        return {"date": repr(float(value) - 978307200)}
    if isinstance(value, archive_types.NSMutableData):
        return {"data": bytes(value.NSdata).hex()}
    return None


def read(format, data):
    try:
        return {"meaning": {"dictionary": [["root", tagged(archiver.unarchive(data), other)]]}}
    except archiver.MissingClassMapping:
        raise NotApplicable


main(read)
