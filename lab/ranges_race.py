#!/usr/bin/env python3
"""Races `int-range-optimizations` against that of mlir-opt 22, in one run.

usage: ranges_race.py CALIPERS FILE... [--runs N] [--minimum RATIO]

Counts the pass alone: the line of mlir-opt's `-mlir-timing`, and `analysis_us` of `calipers opt --timing`; the
least of several runs, which alternate. Ends with 1 where the times added up are not RATIO times as good.
"""
import argparse
import re
import subprocess
import sys

PASS = "--int-range-optimizations"


def peer(path):
    command = ["mlir-opt-22", path, PASS, "-mlir-disable-threading", "-mlir-timing", "-mlir-timing-display=list", "-o", "/dev/null"]
    text = subprocess.run(command, capture_output=True, text=True).stderr
    return float(re.search(r"([\d.]+) \([^)]*\)\s+ArithIntRangeOpts", text).group(1)) * 1e6


def ours(tool, path):
    text = subprocess.run([tool, "opt", path, PASS, "--timing"], capture_output=True, text=True).stderr
    return float(re.search(r"analysis_us=([\d.]+)", text).group(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--minimum", type=float, default=2)
    options = parser.parse_args()
    total = [0, 0]
    print(f"{'file':<44}{'mlir-opt us':>12}{'calipers us':>12}{'ratio':>8}")
    for path in options.files:
        times = [(peer(path), ours(options.tool, path)) for _ in range(options.runs)]
        a, b = (min(t[k] for t in times) for k in (0, 1))
        total = [total[0] + a, total[1] + b]
        print(f"{path.rsplit('/', 1)[-1]:<44}{a:>12.0f}{b:>12.0f}{a / b:>8.1f}")
    ratio = total[0] / total[1]
    print(f"{'total':<44}{total[0]:>12.0f}{total[1]:>12.0f}{ratio:>8.1f}")
    return 0 if ratio >= options.minimum else 1


if __name__ == "__main__":
    sys.exit(main())
