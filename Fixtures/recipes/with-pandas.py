#!/usr/bin/env python3
"""Reads a column of archives with pandas, through one process that stays: python3 with-pandas.py FOLDER

FOLDER has archives.parquet with columns id and body. Needs keyed-archive on PATH, and: pip install pandas pyarrow
"""
import base64, json, subprocess, sys, threading, time

import pandas


class Archives:
    """A process that answers a line for each archive, as soon as it is asked."""

    def __init__(self, *arguments):
        command = ["keyed-archive", *arguments]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, bodies):
        """The values of archives, in order; None for an empty one, {"$error": …} for one that can't be read."""
        bodies = list(bodies)
        # Another thread writes: the process stops reading while no one takes its answers.
        writer = threading.Thread(target=self.write, args=(bodies,))
        writer.start()
        answers = [self.process.stdout.readline() for _ in bodies]
        writer.join()
        return [json.loads(answer) if answer.strip() else None for answer in answers]

    def write(self, bodies):
        for body in bodies:
            self.process.stdin.write(base64.b64encode(body or b"") + b"\n")
        self.process.stdin.flush()

    def close(self):
        self.process.stdin.close()
        return self.process.wait()


table = pandas.read_parquet(f"{sys.argv[1]}/archives.parquet")
archives = Archives("convert", "-", "-", "--lines", "--format", "plain-json")
print(archives.ask([table.body[1], None, b"damaged"]))
began = time.monotonic()
for body in table.body[:1000]:
    archives.ask([body])
print(f"{1000 / (time.monotonic() - began):,.0f} archives a second, one by one")
began = time.monotonic()
answers = pandas.json_normalize(archives.ask(table.body)).set_index(table.id)
answers["date"] = pandas.to_datetime(answers["date"], format="ISO8601")
print(f"{len(table) / (time.monotonic() - began):,.0f} archives a second")
print(answers.head(3))
print("exit status", archives.close())
