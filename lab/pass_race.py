#!/usr/bin/env python3
"""Races a pass against the pass of the same name in mlir-opt 22, in one run.

usage: pass_race.py CALIPERS FILE... [--pass NAME] [--runs N] [--minimum RATIO]

Measures the pass alone: the line of mlir-opt's `-mlir-timing`, and `analysis_us` of `calipers opt --timing`, or the
processor time of the whole process if that is less; the minimum of several runs, which alternate. The exit code is 1 if
the total time is not lower by the factor RATIO.
"""
import argparse
import re
import sys

from bounds_race import run, versions

# The time limit of one run, in seconds.
LIMIT = 60

# The names of the passes in the output of mlir-opt's timing.
PASSES = {
    "int-range-optimizations": "ArithIntRangeOpts",
    "resolve-ranked-shaped-type-result-dims": "ResolveRankedShapeTypeResultDims",
    "resolve-shaped-type-result-dims": "ResolveShapedTypeResultDims",
}


def peer(path, name):
    flags = ["-allow-unregistered-dialect", "-mlir-disable-threading", "-mlir-timing", "-mlir-timing-display=list", "-o", "/dev/null"]
    done, seconds = run(["mlir-opt-22", path, f"--{name}", *flags], LIMIT)
    return min(float(re.search(r"([\d.]+) \([^)]*\)\s+" + PASSES[name], done.stderr).group(1)), seconds) * 1e6


def ours(tool, path, name):
    command = [tool, "opt", path, "-allow-unregistered-dialect", f"--{name}", "--timing"]
    done, seconds = run(command, LIMIT)
    return min(float(re.search(r"analysis_us=([\d.]+)", done.stderr).group(1)), seconds * 1e6)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--pass", dest="name", choices=PASSES, default="int-range-optimizations")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--minimum", type=float, default=2)
    options = parser.parse_args()
    total = [0, 0]
    print(versions(options.tool))
    print(f"{'file':<44}{'mlir-opt us':>12}{'calipers us':>12}{'ratio':>8}")
    for path in options.files:
        times = [(peer(path, options.name), ours(options.tool, path, options.name)) for _ in range(options.runs)]
        a, b = (min(t[k] for t in times) for k in (0, 1))
        total = [total[0] + a, total[1] + b]
        print(f"{path.rsplit('/', 1)[-1]:<44}{a:>12.0f}{b:>12.0f}{a / b:>8.1f}")
    ratio = total[0] / total[1]
    print(f"{'total':<44}{total[0]:>12.0f}{total[1]:>12.0f}{ratio:>8.1f}")
    return 0 if ratio >= options.minimum else 1


if __name__ == "__main__":
    sys.exit(main())
