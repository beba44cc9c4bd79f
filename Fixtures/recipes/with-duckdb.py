#!/usr/bin/env python3
"""Reads a Parquet file of archives with DuckDB: python3 with-duckdb.py FOLDER

FOLDER has archives.parquet with columns id and body. Needs keyed-archive on PATH, and: pip install duckdb
"""
import subprocess, sys, tempfile, time
from pathlib import Path

import duckdb

source = Path(sys.argv[1]) / "archives.parquet"
began = time.monotonic()
with tempfile.TemporaryDirectory() as folder:
    rows, answers = Path(folder) / "rows.jsonl", Path(folder) / "answers.jsonl"
    duckdb.sql(f"copy (select id, base64(body) body from '{source}') to '{rows}' (format json)")
    with rows.open() as input, answers.open("w") as output:
        command = ["keyed-archive", "convert", "-", "-", "--field", "body", "--format", "plain-json"]
        # 1: a row failed; its body is {"$error": …}.
        if subprocess.run(command, stdin=input, stdout=output).returncode > 1:
            sys.exit("keyed-archive could not run")
    duckdb.sql(f"""
        create table answer as select id, body.* from read_json('{answers}', format = 'newline_delimited', columns = {{
            id: 'bigint', body: 'struct(name varchar, "date" timestamp, number double)'}})
    """)
print(f"{time.monotonic() - began:.1f} s")
print(duckdb.sql("""
    select count(*) archives, count(name) names, min(date) earliest, round(avg(number), 3) mean from answer
"""))
print(duckdb.sql(f"""
    select id, octet_length(body) size, name, date, number from answer join '{source}' using (id) order by id limit 3
"""))
