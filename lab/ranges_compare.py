#!/usr/bin/env python3
"""Compares the ranges that `int-range-optimizations` prints with those that mlir-opt 22 prints.

usage: ranges_compare.py CALIPERS FILE... [--pass OPTIONS] [--verbose]

The script numbers each `test.reflect_bounds` of a file and runs both tools. The exit code is 1 if Calipers prints a
weaker range than mlir-opt for any value except `ceildivsi`, whose result for the least integer mlir-opt ignores,
although its lowering computes it. `--pass 'narrowing=2'` gives the pass of Calipers options, `--verbose` prints the
differences.
"""
import argparse
import re
import subprocess
import sys

PASS = "--int-range-optimizations"
ASK = re.compile(r"test\.reflect_bounds( \{([^}]*)\})? ")
TAG = re.compile(r"test\.reflect_bounds \{([^}]*)\} (\S+) : (\S+)")
ENDS = ("smin", "smax", "umin", "umax")


def numbered(text):
    """Numbers the questions of a program."""
    count = 0

    def number(match):
        nonlocal count
        count += 1
        others = f"{match[2]}, " if match[2] else ""
        return f"test.reflect_bounds {{{others}tag = {count} : i64}} "

    return ASK.sub(number, text), count


def ask(command, text):
    """Runs a tool; returns the value, the type and the four ends for each number, and the printed program."""
    run = subprocess.run(command, input=text, capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"{' '.join(command)}: {run.stderr[:2000]}")
    said = {}
    for attributes, value, kind in TAG.findall(run.stdout):
        stated = dict(re.findall(r"(\w+) = (-?\w+)", attributes))
        if all(end in stated for end in ENDS):
            said[int(stated["tag"])] = (value, kind, [end_of(stated[end], kind, end) for end in ENDS])
    return said, run.stdout


def end_of(text, kind, end):
    value = {"true": 1, "false": 0}.get(text)
    value = int(text) if value is None else value
    bits = int(kind[1:]) if re.fullmatch(r"i\d+", kind) else 64
    if end[0] == "u":
        return value % 2**bits
    return value - 2**bits if bits == 1 and value == 1 else value


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--pass", dest="options", default="")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    own = PASS + (f"={options.options}" if options.options else "")
    total = [0, 0, 0, 0, 0]
    print(f"{'file':<44}{'asked':>7}{'same':>7}{'tighter':>9}{'looser':>8}{'ours only':>11}{'theirs only':>13}")
    for path in options.files:
        with open(path, encoding="utf-8") as file:
            text, asked = numbered(file.read())
        split = ["--split-input-file"] if "// -----" in text else []
        peer, _ = ask(["mlir-opt-22", "-", PASS, *split], text)
        ours, program = ask([options.tool, "opt", "-", own, *split], text)
        ceilings = re.findall(r"(%\S+) = (?:arith\.ceildivsi|index\.ceildivs)", program)
        row = [asked, 0, 0, 0, len(ours.keys() - peer.keys()), len(peer.keys() - ours.keys())]
        for tag in sorted(peer.keys() & ours.keys()):
            value, kind, (smin, smax, umin, umax) = ours[tag]
            _, _, theirs = peer[tag]
            if options.verbose and value in ceilings and smin + 1 == theirs[0]:
                print(f"  right   {value} : {kind} ours {[smin, smax, umin, umax]} mlir-opt {theirs}")
            if value in ceilings and smin + 1 == theirs[0]:
                theirs = [smin, *theirs[1:]]
            looser = smin < theirs[0] or smax > theirs[1] or umin < theirs[2] or umax > theirs[3]
            same = [smin, smax, umin, umax] == theirs
            row[1 if same else 3 if looser else 2] += 1
            if options.verbose and not same:
                print(f"  {'LOOSER' if looser else 'tighter'} {value} : {kind} ours {[smin, smax, umin, umax]} mlir-opt {theirs}")
        print(f"{path.rsplit('/', 1)[-1]:<44}{row[0]:>7}{row[1]:>7}{row[2]:>9}{row[3]:>8}{row[4]:>11}{row[5]:>13}")
        total = [a + b for a, b in zip(total, row[1:])]
    print(f"{'total':<51}{total[0]:>7}{total[1]:>9}{total[2]:>8}{total[3]:>11}{total[4]:>13}")
    return 1 if total[2] else 0


if __name__ == "__main__":
    sys.exit(main())
