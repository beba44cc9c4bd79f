#!/usr/bin/env python3
"""Writes cases/*.jsonl and the list of rules in README.md from descriptions/*.py.

    python3 Fixtures/conformance/generate.py           # writes them
    python3 Fixtures/conformance/generate.py --check   # fails if they differ from the descriptions
"""

import argparse
import importlib
import json
import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
DESCRIPTIONS = ["binary", "xml", "openstep", "keyed", "typedstream"]


def lines(cases):
    """The cases in JSON, one a line."""
    return "".join(json.dumps(case, ensure_ascii=True, separators=(",", ":")) + "\n" for case in cases)


def section(text, name, content):
    """A text with what stands between two marks replaced."""
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"
    before, rest = text.split(begin)
    return before + begin + content + end + rest.split(end)[1]


def rules(suites):
    """The rules and how many cases each has, as Markdown."""
    text = ""
    for suite in suites:
        counts = {verdict: sum(case["verdict"] == verdict for case in suite.cases) for verdict in "yni"}
        text += f"\n### {suite.title}\n\n"
        text += f"`cases/{suite.format}.jsonl`: {len(suite.cases)} cases, of which {counts['y']} must be read, "
        text += f"{counts['n']} must be refused and {counts['i']} are up to the reader. "
        text += f"The format: [{suite.article.split('/')[-1]}](../../Sources/{suite.article}).\n\n"
        text += "| Rule | In one line | Cases |\n|---|---|---|\n"
        for name, line in suite.rules.items():
            text += f"| `{name}` | {line} | {sum(case['rule'] == name for case in suite.cases)} |\n"
    return text + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    arguments = parser.parse_args()
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(FOLDER / "descriptions"))
    suites = [importlib.import_module(name).suite for name in DESCRIPTIONS]
    readme = FOLDER / "README.md"
    made = {FOLDER / "cases" / f"{suite.format}.jsonl": lines(suite.cases) for suite in suites}
    made[readme] = section(readme.read_text(encoding="utf-8"), "rules", rules(suites))
    for suite in suites:
        unused = set(suite.rules) - {case["rule"] for case in suite.cases}
        if unused:
            sys.exit(f"{suite.format}: rules without cases: {', '.join(sorted(unused))}")

    differing = [path for path, text in made.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    extra = set((FOLDER / "cases").glob("*")) - set(made)
    if arguments.check:
        for path in differing + sorted(extra):
            print(f"{path.relative_to(FOLDER)} is not what the descriptions say", file=sys.stderr)
        sys.exit(1 if differing or extra else 0)
    (FOLDER / "cases").mkdir(exist_ok=True)
    for path in differing:
        path.write_text(made[path], encoding="utf-8")
    print(f"{sum(len(suite.cases) for suite in suites)} cases, {len(differing)} files changed")


main()
