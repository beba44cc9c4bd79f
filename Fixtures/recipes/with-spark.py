#!/usr/bin/env python3
"""Pipes a table of archives through keyed-archive in Apache Spark: python3 with-spark.py FOLDER [CORES]

Needs keyed-archive on PATH, Java 17 or later, and: pip install pyspark
"""
import os, sys, time
from pyspark.sql import SparkSession
from pyspark.sql.functions import struct, to_json

folder, cores = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "2"
spark = SparkSession.builder.master(f"local[{cores}]").config("spark.sql.session.timeZone", "UTC").getOrCreate()
spark.sparkContext.setLogLevel("ERROR")

began = time.monotonic()
table = spark.read.parquet(f"{folder}/archives.parquet")
# JSON has bytes as base64, so that a row is a line: {"id":0,"body":"YnBsaXN0…"}
lines = table.select(to_json(struct("id", "body"))).rdd.map(lambda row: row[0])
# Without an environment, the program isn't looked for in PATH.
rows = lines.pipe("keyed-archive convert - - --field body --format plain-json", env=dict(os.environ))
answers = spark.read.json(rows, "id long, body struct<name string, date timestamp, number double>")
answers.select("id", "body.*").write.mode("overwrite").parquet(f"{folder}/answers.parquet")
print(f"{time.monotonic() - began:.0f} s")

spark.read.parquet(f"{folder}/answers.parquet").createOrReplaceTempView("answer")
spark.sql("select * from answer order by id limit 3").show(truncate=False)
spark.sql("""
    select count(*) archives, count(name) names, min(date) earliest, round(avg(number), 3) mean from answer
""").show(truncate=False)
