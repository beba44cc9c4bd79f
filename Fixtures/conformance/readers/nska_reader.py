"""A reader for the conformance suite: nska_deserialize, which makes plain values of archives."""

import io

import nska_deserialize
from tagged import main, tagged


def read(format, data):
    value = nska_deserialize.deserialize_plist(io.BytesIO(data), format=dict)
    return {"meaning": {"dictionary": [["root", tagged(value)]]}}


main(read)
