#!/usr/bin/env python3
"""Races the bounds of `calipers opt` against those of mlir-opt 22, in one run.

    apt install mlir-22-tools          # Debian's mlir-opt-22, with MLIR's test passes
    cargo build --release --bins && cargo build --release --example program
    lab/bounds_race.py target/release/calipers --program target/release/examples/program [FILE...]

Times `test-affine-reify-value-bounds` on programs of the families of `benches/programs.rs` and on FILEs. It measures
the pass alone: the line of mlir-opt's `-mlir-timing`, a multiple of 100 µs, against `analysis_us` and `print_us` of
`calipers opt --timing`; or the processor time of the whole process if that is less, so that a busy machine does not
lengthen long runs. It takes the minimum of several runs, which alternate. mlir-opt runs on one thread, Calipers on as
many as there are processors unless --threads says otherwise. The script removes questions that mlir-opt does not answer
from a program, because its pass gives up a function at the first of them, and prints their number. If anything else
fails, it skips the program and prints the reason. It also prints the versions.
"""
import argparse
import math
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

PEER = "mlir-opt-22"
PASS = "-pass-pipeline=builtin.module(func.func(test-affine-reify-value-bounds))"
SIZES = {"chain": [10, 100], "chainq": [10, 50], "min": [10, 100], "pads": [10, 100], "inserts": [10, 100], "loops": [3, 10],
         "ifs": [10, 30], "muldiv": [5, 10], "tiles": [10, 100], "funcs": [100, 1000]}


class LeftOut(Exception):
    pass


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(command, limit):
    """Runs the command; returns its output and its processor time in seconds."""
    start = processor_seconds()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        raise LeftOut(f"{pathlib.Path(command[0]).name} took more than {limit:g} s") from None
    return done, processor_seconds() - start


def peer(path, limit):
    flags = ["-allow-unregistered-dialect", "-mlir-disable-threading", "-mlir-timing", "-mlir-timing-display=list", PASS]
    done, seconds = run([PEER, path, *flags], limit)
    found = re.search(r"([\d.]+) \([^)]*\)\s+.*ReifyValueBounds", done.stderr)
    if done.returncode or not found:
        raise LeftOut(f"{PEER}: {first_error(done.stderr)}")
    return min(float(found.group(1)), seconds) * 1e6


def ours(tool, path, threads, limit):
    flags = ["-allow-unregistered-dialect", "--timing", PASS] + ([f"--threads={threads}"] if threads else [])
    done, seconds = run([tool, "opt", path, *flags], limit)
    found = [re.search(name + r"=([\d.]+)", done.stderr) for name in ("analysis_us", "print_us")]
    if done.returncode or not all(found) or "test.reify_bound" in done.stdout:
        raise LeftOut(f"Calipers: {first_error(done.stderr)}")
    return min(sum(float(it.group(1)) for it in found), seconds * 1e6)


def answerable(path, folder, limit):
    """Removes the questions that mlir-opt does not answer; returns the text and their number."""
    lines = pathlib.Path(path).read_text().splitlines()
    path, dropped = folder / pathlib.Path(path).name, 0
    while True:
        path.write_text("\n".join(lines) + "\n")
        done, _ = run([PEER, str(path), "-allow-unregistered-dialect", PASS, "-o", "/dev/null"], limit)
        failed = {int(line) for line in re.findall(r":(\d+):\d+: error: 'test\.\w+' op could not", done.stderr)}
        if not failed:
            return str(path), dropped
        for line in failed:
            lines[line - 1] = ""
        dropped += len(failed)


def first_error(text):
    return next((line for line in text.splitlines() if "error" in line), "a question without an answer")[:120]


def cases(options, folder):
    """Yields the name and the file of each case."""
    if options.program:
        for family, sizes in SIZES.items():
            for size in sizes:
                path = folder / f"{family}{size}.mlir"
                done = subprocess.run([options.program, family, str(size)], capture_output=True, text=True, check=True)
                path.write_text(done.stdout)
                yield f"{family} {size}", str(path)
    for path in options.files:
        yield pathlib.Path(path).stem, path


def versions(tool):
    lines = subprocess.run([PEER, "--version"], capture_output=True, text=True).stdout.splitlines()
    version = next((line.strip() for line in lines if "version" in line), "of unknown version")
    return f"{subprocess.run([tool, '--version'], capture_output=True, text=True).stdout.strip()}; {PEER}: {version}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool")
    parser.add_argument("files", nargs="*")
    parser.add_argument("--program", help="the example `program`, which prints the families")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--limit", type=float, default=60, help="seconds for one run")
    options = parser.parse_args()
    print(versions(options.tool))
    print("| program | MLIR µs | Calipers µs | ratio |\n| --- | --- | --- | --- |")
    ratios, left_out = [], []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for name, path in cases(options, folder):
            try:
                path, dropped = answerable(path, folder, options.limit)
                times = [(peer(path, options.limit), ours(options.tool, path, options.threads, options.limit))
                         for _ in range(options.runs)]
            except LeftOut as reason:
                left_out.append(f"{name}: {reason}")
                continue
            a, b = (min(time[k] for time in times) for k in (0, 1))
            if a == 0 or b == 0:
                left_out.append(f"{name}: too short for the clock")
                continue
            ratios.append(a / b)
            name += f" (without {dropped} questions)" if dropped else ""
            print(f"| {name} | {a:,.0f} | {b:,.0f} | {a / b:.1f} |", flush=True)
    for line in left_out:
        print(f"left out: {line}")
    if not ratios:
        return 1
    print(f"geometric mean of {len(ratios)} ratios: {math.exp(sum(map(math.log, ratios)) / len(ratios)):.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
