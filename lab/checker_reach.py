#!/usr/bin/env python3
"""Counts the lines of Rust that the proof checker reaches: its crate and the crates of the project that it depends on.

An error in any of these lines can make the checker accept a wrong proof. Tests are not counted. Fails above the limit.

    lab/checker_reach.py
"""
import json
import os
import re
import subprocess
import sys

# What the checker reaches today. It may shrink, not grow.
LIMIT = 25_600


def main():
    metadata = subprocess.run(
        ["cargo", "metadata", "--format-version=1", "--no-deps", "--offline"],
        capture_output=True, text=True, check=True,
    )
    packages = {it["name"]: it for it in json.loads(metadata.stdout)["packages"]}
    reached, waiting = [], ["calipers-checker"]
    while waiting:
        name = waiting.pop()
        if name in reached:
            continue
        reached.append(name)
        dependencies = packages[name]["dependencies"]
        waiting += [it["name"] for it in dependencies if it["kind"] is None and it["name"] in packages]
    total = 0
    for name in sorted(reached):
        folder = os.path.join(os.path.dirname(packages[name]["manifest_path"]), "src")
        lines = sum(lines_of(path) for path in rust_files(folder))
        total += lines
        print(f"{lines:7} {name}")
    print(f"{total:7} in all (at most {LIMIT})")
    sys.exit(total > LIMIT)


def rust_files(folder):
    for path, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".rs") and not name.endswith("tests.rs"):
                yield os.path.join(path, name)


def lines_of(path):
    """The lines of a file before its tests, which stand at its end."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    return len(re.split(r"(?m)^#\[cfg\(test\)\]\nmod \w+ \{", text)[0].splitlines())


if __name__ == "__main__":
    main()
