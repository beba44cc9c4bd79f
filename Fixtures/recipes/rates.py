#!/usr/bin/env python3
"""Measures readers of keyed archives in several engines: python3 rates.py FOLDER COUNT ENGINE…

The engines are process, sqlite, duckdb, spark and files. FOLDER has what make-archives.py writes. Needs keyed-archive
and sqlite3 on PATH, and: pip install duckdb pyspark nska_deserialize
"""
import base64, datetime, json, os, plistlib, sqlite3, subprocess, sys, tempfile, time
from pathlib import Path

FOLDER, COUNT = Path(sys.argv[1]), int(sys.argv[2])
CONVERT = ["keyed-archive", "convert", "-", "-", "--field", "body", "--format", "plain-json"]


def with_nska(body):
    import nska_deserialize

    return nska_deserialize.deserialize_plist_from_string(body, format=dict)


def with_plistlib(body):
    """The root of an archive, for the classes that these archives have, and arrays."""
    objects = (document := plistlib.loads(body))["$objects"]

    def value(uid):
        found = objects[uid.data]
        if not isinstance(found, dict):
            return None if found == "$null" else found
        name = objects[found["$class"].data]["$classname"].replace("Mutable", "")
        if name == "NSDictionary":
            return {value(key): value(item) for key, item in zip(found["NS.keys"], found["NS.objects"])}
        if name == "NSArray":
            return [value(item) for item in found["NS.objects"]]
        if name == "NSDate":
            return datetime.datetime(2001, 1, 1) + datetime.timedelta(seconds=found["NS.time"])
        return {key: value(item) if isinstance(item, plistlib.UID) else item for key, item in found.items()}

    return value(document["$top"]["root"])


READERS = {"nska_deserialize": with_nska, "plistlib": with_plistlib}


def text(read):
    """A function for engines whose values are text."""
    return lambda body: json.dumps(read(body), default=str)


def process(name):
    """Python alone, or one process that reads lines."""
    bodies = [base64.b64decode(line) for line in open(FOLDER / "archives.base64").readlines()[:COUNT]]
    if name in READERS:
        return lambda: len([READERS[name](body) for body in bodies])

    def run():
        lines = b"".join(base64.b64encode(body) + b"\n" for body in bodies)
        command = ["keyed-archive", "convert", "-", "-", "--lines", "--format", "plain-json"]
        answers = subprocess.run(command, input=lines, stdout=subprocess.PIPE).stdout
        return len([json.loads(line) for line in answers.splitlines()])

    return run


def sqlite(name):
    path = str(FOLDER / "archives.sqlite")
    if name in READERS:
        database = sqlite3.connect(path)
        database.create_function("answer", 1, text(READERS[name]))
        query = f"select count(json_extract(answer(body), '$.name')) from (select body from archive limit {COUNT})"
        return lambda: database.execute(query).fetchone()[0]
    query = f"select json_object('id', id, 'body', hex(body)) from archive limit {COUNT}"

    def run():
        with subprocess.Popen(["sqlite3", path, query], stdout=subprocess.PIPE) as rows:
            with subprocess.Popen(CONVERT, stdin=rows.stdout, stdout=subprocess.PIPE) as answers:
                database = sqlite3.connect(":memory:")
                database.execute("create table answer(line)")
                database.executemany("insert into answer values(?)", ((line.decode(),) for line in answers.stdout))
        return database.execute("select count(json_extract(line, '$.body.name')) from answer").fetchone()[0]

    return run


def duckdb(name):
    import duckdb

    source = f"(select * from '{FOLDER / 'archives.parquet'}' limit {COUNT})"
    if name in READERS:
        duckdb.create_function(name, text(READERS[name]), ["BLOB"], "VARCHAR")
        query = f"select count(json_extract_string({name}(body), '$.name')) from {source}"
        return lambda: duckdb.sql(query).fetchall()[0][0]

    def run():
        with tempfile.TemporaryDirectory() as folder:
            rows, answers = Path(folder) / "rows.jsonl", Path(folder) / "answers.jsonl"
            duckdb.sql(f"copy (select id, base64(body) body from {source}) to '{rows}' (format json)")
            with rows.open() as input, answers.open("w") as output:
                subprocess.run(CONVERT, stdin=input, stdout=output)
            columns = "{id: 'bigint', body: 'struct(name varchar, \"date\" timestamp, number double)'}"
            read = f"read_json('{answers}', format = 'newline_delimited', columns = {columns})"
            return duckdb.sql(f"select count(body.name) from {read}").fetchall()[0][0]

    return run


def spark(name):
    from pyspark.sql import SparkSession
    from pyspark.sql.functions import struct, to_json

    session = SparkSession.builder.master("local[2]").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    table = session.read.parquet(str(FOLDER / "archives.parquet")).where(f"id < {COUNT}")
    if name in READERS:
        read = READERS[name]
        rows = table.rdd.map(lambda row: json.dumps({"id": row.id, "body": read(bytes(row.body))}, default=str))
    else:
        lines = table.select(to_json(struct("id", "body"))).rdd.map(lambda row: row[0])
        rows = lines.pipe(" ".join(CONVERT), env=dict(os.environ))
    answers = session.read.json(rows, "id long, body struct<name string, date timestamp, number double>")
    return lambda: answers.selectExpr("count(body.name)").first()[0]


def files(name):
    """xargs -P 2 with files, 1,000 for each run."""
    folder = FOLDER / f"files-{COUNT}"
    if not folder.exists():
        folder.mkdir()
        for number, line in enumerate(open(FOLDER / "archives.base64").readlines()[:COUNT]):
            (folder / f"{number:07}.plist").write_bytes(base64.b64decode(line))
    if name in READERS:
        command = f"{sys.executable} {__file__} {FOLDER} {COUNT} --{name}"
    else:
        command = "keyed-archive dump --jobs 1 --lines"
    shell = f"find {folder} -type f -print0 | xargs -0 -P 2 -n 1000 {command} | wc -l"
    return lambda: int(subprocess.run(shell, shell=True, stdout=subprocess.PIPE).stdout)


def processor_seconds():
    """The processor time of this process and all below it, so far."""
    parents, times = {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(path.parent.name)] = int(fields[1])
        times[int(path.parent.name)] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    below = {os.getpid()}
    while more := {child for child, parent in parents.items() if parent in below} - below:
        below |= more
    return sum(times[process] for process in below)


if sys.argv[3].startswith("--"):
    for file in sys.argv[4:]:
        print(json.dumps(READERS[sys.argv[3][2:]](Path(file).read_bytes()), default=str))
    sys.exit()

for engine in sys.argv[3:]:
    runs = {name: globals()[engine](name) for name in ["keyed-archive", *READERS]}
    best = {}
    for attempt in range(4 if engine == "spark" else 3):
        for name, run in runs.items():
            began, processor = time.monotonic(), processor_seconds()
            count = run()
            elapsed, used = time.monotonic() - began, processor_seconds() - processor
            assert count == COUNT, (engine, name, count)
            if attempt or engine != "spark":  # Spark's first run also starts its workers.
                best[name] = [min(pair) for pair in zip(best.get(name, (1e9, 1e9)), (elapsed, used))]
    for name, (elapsed, used) in best.items():
        rate, each = COUNT / elapsed, used / COUNT * 1e6
        print(f"{engine:8} {name:17} {rate:8,.0f} a second {each:6,.0f} µs of processor time each", flush=True)
