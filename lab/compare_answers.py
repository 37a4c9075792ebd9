#!/usr/bin/env python3
"""Compares the answers and outputs of two builds of `calipers` on programs, scripts and facts.

usage: compare_answers.py OLD NEW [PATH...] [--only KIND] [--jobs N] [--verbose]

PATH is a file or a folder, which is searched for `.mlir`, `.cal` and `.jsonl` files (facts, one JSON object a line,
with the fields that facts_race.py documents). The default is `tests`, `examples` and `lab/corpus` of this project. Each
program is answered (`opt --answers`), printed in the generic form, annotated, and sent through each pass; each script
is run.

A difference is *gained* (only NEW decides the question), *tighter*, *lost*, *looser*, or *other*; text that is not an
answer can only be *other*. Prints all differences except the gained and tighter ones (all with --verbose), then the
number of each kind. The exit code is 1 if an answer is lost, looser or other.
"""
import argparse
import collections
import concurrent.futures
import difflib
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
READ = ["-allow-unregistered-dialect", "-split-input-file"]
ASK = "-pass-pipeline=builtin.module(func.func(test-affine-reify-value-bounds))"
PASSES = """affine-simplify-min-max arith-int-range-narrowing=int-bitwidths-supported=8,16,32 arith-unsigned-when-equivalent
canonicalize cse fold-all-true-masks hoist-bounded-allocs inline make-arena int-range-optimizations int-range-optimizations=narrowing=2
make-loop-independent pad-to-static-bounds reify-result-shapes resolve-ranked-shaped-type-result-dims
resolve-shaped-type-result-dims simplify-shapes simplify-with-bounds""".split()
OPEN = {"fail", "none", "unknown", "?"}


def flag(name):
    """Converts a pass name, which may have options after a `=`, to a command-line option."""
    name, equals, options = name.partition("=")
    return f"--{name}={options}" if equals else f"--{name}"


def tasks(path):
    """Yields (kind, arguments, standard input) for each way to run one file."""
    if path.suffix == ".cal":
        return [("script", ["run", path.name], None)]
    if path.suffix == ".jsonl":
        return [("fact", ["run", "-"], script(path))]
    opt = ["opt", path.name, "--threads=1", *READ]
    return [("answer", [*opt, "--answers", ASK], None), ("print", [*opt, "--mlir-print-op-generic"], None),
            ("annotation", ["annotate", "--threads=1", path.name], None),
            *((name.split("=")[0], [*opt, flag(name)], None) for name in PASSES)]


def script(path):
    """Converts the facts of a file to one script, each between `push` and `pop`."""
    out = []
    for line in path.read_text().splitlines():
        fact = json.loads(line)
        out.append("(push)")
        for name, (least, most) in fact["vars"].items():
            ends = (f" :min {least}" if least is not None else "") + (f" :max {most}" if most is not None else "")
            out.append(f"(var {name}{ends})")
        out += [f"(assume {condition})" for condition in fact["assume"]]
        question = {"equal": "(prove (== {lhs} {rhs}))", "prove": "(prove {cond})"}.get(fact["kind"], "(range {lhs})")
        out += [question.format(**fact), "(pop)"]
    return "\n".join(out)


def said(tool, path, arguments, text):
    try:
        run = subprocess.run([tool, *arguments], input=text, cwd=path.parent, capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired:
        return ["out of time"]
    status = [] if run.returncode == 0 else [f"exit {run.returncode}"]
    return [line.rstrip() for line in (run.stdout + run.stderr).splitlines()] + status


def ends(answer):
    """Parses the ends of a printed range as numbers; `None` if the text is not a range."""
    match = re.match(r"\[(\S+), (\S+)\]", answer)
    if not match:
        return None
    try:
        return [float(end.replace("inf", "Infinity")) for end in match.groups()]
    except ValueError:
        return None


def judge(old, new):
    """Classifies the change of one answer."""
    old, new = old.split("\t")[-1].strip(), new.split("\t")[-1].strip()
    if old in OPEN:
        return "gained"
    if new in OPEN:
        return "lost"
    before, after = ends(old), ends(new)
    if before and after:
        if after[0] >= before[0] and after[1] <= before[1]:
            return "tighter"
        if after[0] <= before[0] and after[1] >= before[1]:
            return "looser"
    return "other"


def differences(kind, old, new):
    """Yields (class, old text, new text) for each difference between two outputs."""
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            continue
        before, after = old[a:b], new[c:d]
        if kind in ("answer", "script", "fact") and len(before) == len(after):
            yield from ((judge(x, y), x, y) for x, y in zip(before, after) if x != y)
        else:
            yield "other", "\n".join(before), "\n".join(after)


def compare(job):
    (old, new), path, (kind, arguments, text) = job
    before, after = (said(tool, path, arguments, text) for tool in (old, new))
    return path, kind, [] if before == after else list(differences(kind, before, after))


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("old")
    options.add_argument("new")
    options.add_argument("paths", nargs="*", type=pathlib.Path)
    options.add_argument("--only", help="compare this kind alone: answer, print, annotation, script, fact, or a pass")
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--verbose", action="store_true")
    options = options.parse_intermixed_args()
    tools = [str(pathlib.Path(tool).resolve()) for tool in (options.old, options.new)]
    files = []
    for path in options.paths or [ROOT / "tests", ROOT / "examples", ROOT / "lab" / "corpus"]:
        found = path.rglob("*") if path.is_dir() else [path]
        files += sorted(file for file in found if file.suffix in (".mlir", ".cal", ".jsonl"))
    jobs = [(tools, file, task) for file in files for task in tasks(file) if options.only in (None, task[0])]
    counts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for path, kind, found in pool.map(compare, jobs):
            for what, before, after in found:
                counts[what] += 1
                if options.verbose or what not in ("gained", "tighter"):
                    print(f"{what}: {path}, {kind}\n  old: {before[:600]}\n  new: {after[:600]}", flush=True)
    summary = ", ".join(f"{counts[what]} {what}" for what in ("gained", "tighter", "lost", "looser", "other"))
    print(f"{len(files)} files, {len(jobs)} comparisons: {summary}")
    return 1 if counts["lost"] or counts["looser"] or counts["other"] else 0


sys.exit(main())
