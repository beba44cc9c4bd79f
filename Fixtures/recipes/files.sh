#!/bin/sh
# Reads archives in files, two processes at a time: sh files.sh FOLDER OUTPUT
#
# OUTPUT, a folder that doesn't exist, gets a file of answers for each thousand of files. Needs keyed-archive on PATH.
set -e
mkdir "$2"
find "$1" -type f -print0 |
    xargs -0 -P 2 -n 1000 sh -c 'folder=$1; shift
        keyed-archive dump --jobs 1 --lines "$@" > "$(mktemp "$folder/XXXXXX")"' sh "$2"
