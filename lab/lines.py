#!/usr/bin/env python3
"""Counts the lines of Rust of each package, without tests, examples, benchmarks, fuzz targets and the laboratory.

    lab/lines.py
"""
import json
import subprocess

from checker_reach import lines_of_package

# Packages that are no part of what users get.
APART = {"calipers-lab", "calipers-fuzz"}


def main():
    metadata = subprocess.run(
        ["cargo", "metadata", "--format-version=1", "--no-deps", "--offline"],
        capture_output=True, text=True, check=True,
    )
    packages = [it for it in json.loads(metadata.stdout)["packages"] if it["name"] not in APART]
    counts = {it["name"]: lines_of_package(it) for it in packages}
    for name in sorted(counts, key=counts.get, reverse=True):
        print(f"{counts[name]:7} {name}")
    print(f"{sum(counts.values()):7} in all")


if __name__ == "__main__":
    main()
