#!/bin/sh
# Reads the archives of a SQLite table into columns: sh sqlite.sh FOLDER
#
# FOLDER has archives.sqlite with table archive(id, body). Needs keyed-archive on PATH and sqlite3 3.33 or later.
set -e
cd "$1"
rm -f answers.sqlite
sqlite3 archives.sqlite "select json_object('id', id, 'body', hex(body)) from archive" |
    keyed-archive convert - - --field body --format plain-json |
    sqlite3 answers.sqlite "create table line(json)" ".mode ascii" '.separator "\037" "\n"' ".import /dev/stdin line"
sqlite3 answers.sqlite "
    create table answer as select
        json_extract(json, '$.id') id, json_extract(json, '$.body.name') name,
        json_extract(json, '$.body.date') date, json_extract(json, '$.body.number') number
    from line"
sqlite3 -header -column answers.sqlite \
    "select count(*) archives, count(name) names, min(date) earliest, round(avg(number), 3) mean from answer" \
    "select * from answer order by id limit 3"
