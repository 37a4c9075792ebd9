#!/usr/bin/env python3
"""Counts the lines of Rust that the proof checker reaches: its crate and the crates of the project that it depends on.

An error in any of these lines can make the checker accept a wrong proof. Tests are not counted. Fails above the limit.

The checker gets the program and the rules as data. What reads them from text is not counted in the sum, since a proof is
about the data. The crate that reads rules, and the one that derives relations of slices from claims that the checker has
accepted, are printed for comparison.

    lab/checker_reach.py
"""
import json
import os
import re
import subprocess
import sys

# The size that a person can still review. What the checker does not use belongs to the crates that use it.
LIMIT = 14_000

# Crates that the checker does not reach, but that decide what its verdict means.
BESIDE = {
    "calipers-rules": "reads rules",
    "calipers-slices": "checks that slices relate if the claims of some proofs hold",
}


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
        lines = lines_of_package(packages[name])
        total += lines
        print(f"{lines:7} {name}")
    print(f"{total:7} in all (at most {LIMIT})")
    for name, purpose in BESIDE.items():
        if name not in reached:
            print(f"{lines_of_package(packages[name]):7} {name}, which {purpose}: not in the sum")
    sys.exit(total > LIMIT)


def lines_of_package(package):
    folder = os.path.join(os.path.dirname(package["manifest_path"]), "src")
    return sum(lines_of(path) for path in rust_files(folder))


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
