"""A reader for the conformance suite: openstep-plist."""

import openstep_plist
from tagged import main, tagged


def read(format, data):
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        text = data.decode("utf-16")
    else:
        text = data.decode("utf-8-sig")
    return tagged(openstep_plist.loads(text))


main(read)
