"""What the readers in Python have in common: contents in the suite's tagged JSON, and the statuses of README.md."""

import datetime
import json
import sys

EPOCH = datetime.datetime(2001, 1, 1)


class NotApplicable(Exception):
    """The reader doesn't read such a thing at all, or says nothing of its content that could be compared."""


def date(moment):
    """A date as the seconds since 2001."""
    if moment.tzinfo is not None:
        moment = moment.astimezone(datetime.timezone.utc).replace(tzinfo=None)
    difference = moment - EPOCH
    return {"date": repr(difference.days * 86400 + difference.seconds + difference.microseconds / 1e6)}


def tagged(value, other=None):
    """A value of Python's own types in tagged JSON; `other` knows the types of the library."""
    if value is None or isinstance(value, bool):
        return value
    known = other(value) if other else None
    if known is not None:
        return known
    if isinstance(value, str):
        try:
            value.encode("utf-8")
            return str(value)
        except UnicodeEncodeError:
            return {"utf16": value.encode("utf-16-be", "surrogatepass").hex()}
    if isinstance(value, int):
        return {"integer": str(int(value))}
    if isinstance(value, float):
        return {"real": repr(float(value))}
    if isinstance(value, (bytes, bytearray)):
        return {"data": bytes(value).hex()}
    if isinstance(value, datetime.datetime):
        return date(value)
    if isinstance(value, dict):
        return {"dictionary": [[tagged(key, other), tagged(element, other)] for key, element in value.items()]}
    if isinstance(value, (list, tuple)):
        return [tagged(element, other) for element in value]
    if isinstance(value, (set, frozenset)):
        return {"set": [tagged(element, other) for element in value]}
    raise TypeError(f"a value of the type {type(value)}")


def main(read, write=None):
    """Calls read(format, bytes) and prints the content, or write(format, bytes) and prints the bytes."""
    arguments = sys.argv[1:]
    data = sys.stdin.buffer.read()
    sys.setrecursionlimit(5_000)
    try:
        if arguments[0] == "--rewrite":
            if write is None:
                raise NotApplicable
            sys.stdout.buffer.write(write(arguments[1], data))
            return
        print(json.dumps(read(arguments[-1], data)))
    except NotApplicable:
        sys.exit(3)
    except Exception as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        sys.exit(1)
