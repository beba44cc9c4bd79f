#!/usr/bin/env python3
"""Runs the conformance suite against readers.

    python3 Fixtures/conformance/run.py                          # every reader that is installed
    python3 Fixtures/conformance/run.py --readers plistlib -v    # one of them, naming each case that differs
    python3 Fixtures/conformance/run.py --command "my-reader"    # any other program
    python3 Fixtures/conformance/run.py --readme                 # also writes the scoreboard in README.md

A reader gets the name of the format as its last argument and the bytes on standard input. It prints the content in the
tagged JSON of README.md and ends with status 0, or refuses with another status. Status 3 says that it doesn't read
such a thing at all.
"""

import argparse
import collections
import json
import os
import pathlib
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(FOLDER))
sys.setrecursionlimit(50_000)

from comparison import Malformed, compare  # noqa: E402

FORMATS = ["binary", "xml", "openstep", "keyed", "typedstream"]
TITLES = {
    "binary": "Binary property lists", "xml": "XML property lists", "openstep": "OpenStep property lists",
    "keyed": "Keyed archives", "typedstream": "Typedstreams",
}
TIME_LIMIT = 10
MEMORY_LIMIT = 8 << 30
NOT_APPLICABLE = 3


# Readers


class Reader:
    """A reader: how to prepare it, how to call it, and what version it has."""

    def __init__(self, name, formats, prepare, version):
        self.name, self.formats, self.prepare, self.version = name, formats, prepare, version


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def script(name, *modules, interpreter=None):
    """Prepares a reader in Python that needs modules."""

    def prepare(folder):
        python = interpreter or sys.executable
        checks = "".join(f"import {module}\n" for module in modules)
        if subprocess.run([python, "-c", checks], capture_output=True).returncode != 0:
            return None
        return [python, "-B", str(FOLDER / "readers" / name)]

    return prepare


def distribution(name):
    return lambda: output(sys.executable, "-c", f"import importlib.metadata as m; print(m.version('{name}'))")


def foundation(folder):
    """Compiles the reader that calls the toolchain's Foundation."""
    if not shutil.which("swiftc"):
        return None
    program = pathlib.Path(folder) / "foundation"
    subprocess.run(["swiftc", "-O", str(FOLDER / "readers/foundation/main.swift"), "-o", str(program)], check=True)
    return [str(program)]


def this_project(folder):
    """The project's own tool: where KEYED_ARCHIVE_TOOL says, or as the package was built."""
    builds = (FOLDER.parent.parent / ".build" / build / "keyed-archive" for build in ("release", "debug"))
    tool = os.environ.get("KEYED_ARCHIVE_TOOL") or next((str(path) for path in builds if path.exists()), None)
    return [sys.executable, "-B", str(FOLDER / "readers/keyed_archive.py"), tool] if tool else None


def rust_plist(folder):
    """Compiles the reader that calls the crate `plist`, from the crates that Debian installs."""
    registry = pathlib.Path("/usr/share/cargo/registry")
    if not shutil.which("cargo") or not any(registry.glob("plist-1*")):
        return None
    source = pathlib.Path(folder) / "rust-plist"
    shutil.copytree(FOLDER / "readers/rust-plist", source)
    (source / ".cargo").mkdir()
    (source / ".cargo/config.toml").write_text(
        '[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "/usr/share/cargo/registry"\n'
    )
    built = subprocess.run(["cargo", "build", "--release", "--offline", "--quiet"], cwd=source)
    return [str(source / "target/release/rust-plist")] if built.returncode == 0 else None


def debian(package):
    return lambda: output("dpkg-query", "--show", "--showformat=${Version}", package).split("-")[0]


PROPERTY_LISTS = ["binary", "xml", "openstep"]
READERS = [
    Reader("keyed-archive", FORMATS, this_project, lambda: output(this_project(None)[-1], "--version").split()[-1]),
    Reader(
        "Foundation", PROPERTY_LISTS + ["keyed"], foundation,
        lambda: "Swift " + output("swiftc", "--version").split("Swift version ")[1].split()[0],
    ),
    Reader("plistlib", ["binary", "xml"], script("plistlib_reader.py"), lambda: "Python " + sys.version.split()[0]),
    Reader(
        "libplist", ["binary", "xml"], script("libplist_reader.py", "plist", interpreter="/usr/bin/python3"),
        debian("python3-plist"),
    ),
    Reader("biplist", ["binary"], script("biplist_reader.py", "biplist"), distribution("biplist")),
    Reader(
        "openstep-plist", ["openstep"], script("openstep_plist_reader.py", "openstep_plist"),
        distribution("openstep-plist"),
    ),
    Reader("rust-plist", ["binary", "xml"], rust_plist, debian("librust-plist-dev")),
    Reader("bpylist2", ["keyed"], script("bpylist2_reader.py", "bpylist2"), distribution("bpylist2")),
    Reader(
        "nska_deserialize", ["keyed"], script("nska_reader.py", "nska_deserialize"), distribution("nska_deserialize")
    ),
    Reader("pytypedstream", ["typedstream"], script("pytypedstream_reader.py", "typedstream"), distribution("pytypedstream")),
]


# Runs


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(command, arguments, data):
    """The status of a run ("crashed" and "timed out" among them) and what it printed."""
    environment = dict(os.environ, SWIFT_BACKTRACE="enable=no", PYTHONDONTWRITEBYTECODE="1")
    try:
        done = subprocess.run(
            command + arguments, input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=TIME_LIMIT,
            preexec_fn=limit_memory, env=environment,
        )
    except subprocess.TimeoutExpired:
        return "timed out", b"", b""
    if done.returncode < 0 or done.returncode >= 128:
        number = -done.returncode if done.returncode < 0 else done.returncode - 128
        name = signal.Signals(number).name if number in set(signal.Signals) else number
        return "crashed", b"", f"signal {name}".encode()
    if done.returncode == NOT_APPLICABLE:
        return "not applicable", b"", b""
    return ("read" if done.returncode == 0 else "refused"), done.stdout, done.stderr


def judge(case, command):
    """What a reader does with a case: read, read otherwise, refused, crashed, timed out or not applicable."""
    status, printed, errors = run(command, [case["format"]], bytes.fromhex(case["bytes"]))
    if status != "read":
        return status, errors.decode(errors="replace").strip()
    try:
        content = json.loads(printed)
        if "content" not in case:
            return "read", printed.decode(errors="replace").strip()
        equal = compare(case["content"], content, case["format"])
    except (Malformed, ValueError, KeyError, TypeError) as error:
        return "read otherwise", f"no tagged JSON: {error}"
    if equal is None and case["verdict"] == "i":
        return "read", printed.decode(errors="replace").strip()
    if equal is None:
        return "not applicable", "nothing that can be compared"
    return ("read" if equal else "read otherwise"), printed.decode(errors="replace").strip()


# The outcomes of an input that ends the reader.
CRASHED = ("crashed", "timed out")
EXPECTED = {"y": {"read"}, "n": {"refused"}, "i": {"read", "read otherwise", "refused"}}


def load(formats):
    cases = []
    for format in formats:
        for line in (FOLDER / "cases" / f"{format}.jsonl").read_text(encoding="utf-8").splitlines():
            cases.append(json.loads(line))
    return cases


def rewrites(case, command):
    """What a reader does when it writes the content of a case: same bytes, other bytes, or what `run` says."""
    data = bytes.fromhex(case["bytes"])
    status, printed, _ = run(command, ["--rewrite", case["format"]], data)
    if status == "read":
        return "same bytes" if printed == data else "other bytes"
    return status


def report(name, case, outcome, *details):
    """Prints a line about a case."""
    print(name, case["name"], outcome, *details, sep="\t")


def score(name, command, cases, arguments):
    """Counts of outcomes: by format, then by verdict and outcome."""
    scores = collections.defaultdict(collections.Counter)
    for case in cases:
        outcome, detail = judge(case, command)
        written = rewrites(case, command) if case.get("roundTrip") else "not applicable"
        counts = scores[case["format"]]
        counts[case["verdict"], outcome] += 1
        if written != "not applicable":
            counts["round trips"] += 1
            counts["same bytes"] += written == "same bytes"
        if not arguments.verbose:
            continue
        # Nothing of an input that ends the reader is printed.
        ended = outcome in CRASHED or written in CRASHED
        details = [] if ended else [case["bytes"][:400], detail[:300]]
        if outcome not in EXPECTED[case["verdict"]] and outcome != "not applicable" or arguments.all:
            report(name, case, outcome, *details)
        if written not in ("not applicable", "same bytes"):
            report(name, case, f"{written} when writing", *details[:1])
    return scores


def differs(scores):
    """Whether a case that must be read or refused came out otherwise."""
    return any(
        key[1] not in EXPECTED[key[0]] and key[1] != "not applicable"
        for counts in scores.values() for key in counts if isinstance(key, tuple)
    )


# The scoreboard


HEADINGS = [
    "y: right", "y: other value", "y: refused", "n: refused", "n: read", "i: read", "i: refused", "crashed", "not compared",
    "same bytes",
]


def table(format, rows, cases):
    totals = collections.Counter(case["verdict"] for case in cases if case["format"] == format)
    text = f"| {TITLES[format]} | " + " | ".join(HEADINGS) + " |\n|---" + "|--:" * len(HEADINGS) + "|\n"
    text += f"| *cases* | *{totals['y']}* | | | *{totals['n']}* | | *{totals['i']}* | | | | |\n"
    for name, counts in rows:
        read = {verdict: counts[verdict, "read"] + counts[verdict, "read otherwise"] for verdict in "yni"}
        crashed = sum(counts[verdict, outcome] for verdict in "yni" for outcome in CRASHED)
        cells = [
            counts["y", "read"], counts["y", "read otherwise"], counts["y", "refused"], counts["n", "refused"],
            read["n"], read["i"], counts["i", "refused"], crashed,
            sum(counts[verdict, "not applicable"] for verdict in "yni"),
            f"{counts['same bytes']} of {counts['round trips']}" if counts["round trips"] else "–",
        ]
        text += f"| {name} | " + " | ".join(map(str, cells)) + " |\n"
    return text


def scoreboard(results, versions, cases, formats):
    text = "\n"
    for format in formats:
        rows = [(name, scores[format]) for name, scores in results.items() if format in scores]
        if rows:
            text += table(format, rows, cases) + "\n"
    return text + "Versions: " + ", ".join(f"{name} {version}" for name, version in versions.items()) + ".\n\n"


def write_readme(text):
    path = FOLDER / "README.md"
    readme = path.read_text(encoding="utf-8")
    begin, end = "<!-- scoreboard -->\n", "<!-- end of scoreboard -->\n"
    before, rest = readme.split(begin)
    path.write_text(before + begin + text + end + rest.split(end)[1], encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--readers", help="names of readers, with commas between them")
    parser.add_argument("--command", help="the command of another reader")
    parser.add_argument("--formats", default=",".join(FORMATS), help="formats, with commas between them")
    parser.add_argument("--verbose", "-v", action="store_true", help="name each case that a reader gets wrong")
    parser.add_argument("--all", action="store_true", help="with -v, name every case")
    parser.add_argument("--readme", action="store_true", help="write the scoreboard in README.md")
    arguments = parser.parse_args()
    formats = arguments.formats.split(",")
    cases = load(formats)
    names = arguments.readers.split(",") if arguments.readers else [reader.name for reader in READERS]
    unknown = set(names) - {reader.name for reader in READERS}
    if unknown:
        parser.error(f"unknown readers: {', '.join(sorted(unknown))}")
    readers = [reader for reader in READERS if reader.name in names]
    if arguments.command:
        readers = [Reader(arguments.command, formats, lambda _: shlex.split(arguments.command), lambda: "")]

    results, versions, absent = {}, {}, []
    with tempfile.TemporaryDirectory() as folder:
        for reader in readers:
            command = reader.prepare(folder)
            if command is None:
                absent.append(reader.name)
                continue
            mine = [case for case in cases if case["format"] in reader.formats]
            results[reader.name] = score(reader.name, command, mine, arguments)
            versions[reader.name] = reader.version()
    text = scoreboard(results, versions, cases, formats)
    print(text, end="")
    if absent:
        print(f"Not run, because not installed: {', '.join(absent)}.")
    if arguments.readme:
        if absent or arguments.readers or arguments.command or formats != FORMATS:
            parser.error("the scoreboard of README.md has every reader and every format")
        write_readme(text)
    chosen = arguments.readers or arguments.command
    if absent and chosen or chosen and any(map(differs, results.values())):
        sys.exit(1)


if __name__ == "__main__":
    main()
