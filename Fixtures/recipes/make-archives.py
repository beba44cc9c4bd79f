#!/usr/bin/env python3
"""Writes small keyed archives: a dictionary with a name, a date and a number, one archive a row.

    python3 make-archives.py COUNT FOLDER

FOLDER gets archives.base64 with an archive on each line, archives.parquet and archives.sqlite with the columns id and
body, and in files/ the first 20,000 archives. Needs: pip install pyarrow
"""
import base64, plistlib, random, sqlite3, sys
from pathlib import Path
from plistlib import UID

import pyarrow
from pyarrow import parquet

FIRST = "Ada Byron Anne William Grace Emmy Sofia Mary Alan Édith 雪 Zoë".split()
LAST = "Lovelace King Hopper Noether Kovalevskaya Somerville Turing Клиновская".split()


def archive(source, number):
    """The bytes of an archive, with its values from a random source."""
    name = f"{source.choice(FIRST)} {source.choice(LAST)} {number}"
    score = source.randrange(100_000) if number % 3 else source.random() * 1000
    objects = [
        "$null",
        {"NS.keys": [UID(2), UID(3), UID(4)], "NS.objects": [UID(5), UID(6), UID(8)], "$class": UID(9)},
        "name", "date", "number", name,
        {"NS.time": source.randrange(-10**9, 10**9) / 4, "$class": UID(7)},
        {"$classname": "NSDate", "$classes": ["NSDate", "NSObject"]},
        score,
        {"$classname": "NSDictionary", "$classes": ["NSDictionary", "NSObject"]},
    ]
    document = {"$version": 100000, "$archiver": "NSKeyedArchiver", "$top": {"root": UID(1)}, "$objects": objects}
    return plistlib.dumps(document, fmt=plistlib.FMT_BINARY, sort_keys=False)


def main():
    count, folder = int(sys.argv[1]), Path(sys.argv[2])
    source = random.Random(1)
    bodies = [archive(source, number) for number in range(count)]
    folder.mkdir(exist_ok=True)
    with open(folder / "archives.base64", "wb") as file:
        file.writelines(base64.b64encode(body) + b"\n" for body in bodies)
    database = sqlite3.connect(folder / "archives.sqlite")
    with database:
        database.execute("drop table if exists archive")
        database.execute("create table archive(id integer primary key, body blob)")
        database.executemany("insert into archive values(?, ?)", enumerate(bodies))
    database.close()
    table = pyarrow.table({"id": pyarrow.array(range(count), pyarrow.int64()), "body": bodies})
    # Small groups of rows, so that Spark has something to share out.
    parquet.write_table(table, folder / "archives.parquet", row_group_size=max(1, min(50_000, count // 10)))
    (folder / "files").mkdir(exist_ok=True)
    for number, body in enumerate(bodies[:20_000]):
        (folder / "files" / f"{number:05}.plist").write_bytes(body)


main()
