#!/usr/bin/env python3
"""Confirms answers with Z3: exports the questions of scripts as SMT-LIB, and runs Z3 and `calipers smt` on each.

    pip install z3-solver
    lab/smt_questions.py target/release/calipers [SCRIPT...]

The default is all scripts of `tests/scripts`. A file `*.smt2` is the script of one answer, written by `calipers-lab fuzz
--smt FOLDER`; a folder stands for those in it. The negation of an answer must not be satisfiable for Z3; a constant bound
or range has such a script for each end. `calipers smt` must not contradict Z3 either; for an open question the two are
compared as well. Z3 has a limit of work for each question. The exit code is 1 if an answer is wrong.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

import z3

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIMIT = 3_000_000


def exported(tool, script):
    """The answers of a script, each with its question and its SMT-LIB texts."""
    if script.suffix == ".smt2":
        text = script.read_text()
        question, answer = (line.removeprefix("; ") for line in text.splitlines()[:2])
        return [{"question": question, "answer": answer, "smt": [text]}]
    command = [tool, "run", "--json", "--smt", script]
    run = subprocess.run(command, capture_output=True, text=True, cwd=script.parent, timeout=300)
    return map(json.loads, run.stdout.splitlines())


def files(paths):
    for path in paths:
        yield from sorted(path.glob("*.smt2")) if path.is_dir() else [path]


def by_z3(text):
    solver = z3.Solver()
    solver.set("rlimit", LIMIT)
    solver.from_string(text)
    return str(solver.check())


def by_calipers(tool, text):
    run = subprocess.run([tool, "smt", "-"], input=text, capture_output=True, text=True, timeout=300)
    return run.stdout.strip()


def confirmed(tool, script):
    """Compares the answers of a script: how many are confirmed, how many left open, and what is wrong."""
    counts, wrong = {"confirmed": 0, "open": 0}, []
    for answer in exported(tool, script):
        for text in answer.get("smt", []):
            if "(check-sat)" not in text:
                continue
            peer, own = by_z3(text), by_calipers(tool, text)
            is_claimed = answer["answer"] != "unknown"
            bad = is_claimed and peer == "sat" or {peer, own} == {"sat", "unsat"} or own.startswith("(error")
            counts["open"] += peer == "unknown" or own == "unknown"
            counts["confirmed"] += not bad and peer != "unknown"
            if bad:
                question, verdict = answer["question"], answer["answer"]
                wrong.append(f"{script.name}: {question} is {verdict}, Z3: {peer}, calipers smt: {own}\n{text}")
    return counts, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("calipers")
    parser.add_argument("scripts", nargs="*", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many scripts are compared at once")
    options = parser.parse_args()
    tool = str(pathlib.Path(options.calipers).resolve())
    scripts = [it.resolve() for it in files(options.scripts)] or sorted((ROOT / "tests/scripts").glob("*.cal"))
    total, wrong = collections.Counter(), 0
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for counts, found in pool.map(confirmed, [tool] * len(scripts), scripts):
            total.update(counts)
            wrong += len(found)
            for text in found:
                print(f"WRONG {text}")
    print(f"{total['confirmed']} questions confirmed by Z3, {total['open']} left open by one of the two, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
