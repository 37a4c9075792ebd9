#!/usr/bin/env python3
"""Confirms answers with Z3: asks the questions of scripts, exports each as SMT-LIB, and runs Z3 and `calipers smt` on it.

    pip install z3-solver
    lab/smt_questions.py target/release/calipers [SCRIPT...]

The default is all scripts of `tests/scripts`. A question that is proved must not be satisfiable for Z3, and a constant
bound or range is such a question for each end. `calipers smt` must not contradict Z3 either; for a question that is
neither proved nor refuted the two are compared as well. Z3 has a limit of work for each question. The exit code is 1 if
an answer is wrong.
"""
import argparse
import json
import pathlib
import subprocess
import sys

import z3

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIMIT = 3_000_000
QUESTIONS = ("prove", "range", "lb", "ub", "eq")


def forms(text):
    """The top-level forms of a script."""
    depth, begin, comment, string = 0, 0, False, False
    for n, char in enumerate(text):
        if comment:
            comment = char != "\n"
        elif string:
            string = char != '"'
        elif char == ";":
            comment = True
        elif char == '"':
            string = True
        elif char == "(":
            begin = n if depth == 0 else begin
            depth += 1
        elif char == ")":
            depth -= 1
            if depth == 0:
                yield text[begin : n + 1]


def exported(tool, script):
    """The answers of a script, each with its question and its SMT-LIB texts."""
    parts = list(forms(script.read_text()))
    asked = [part for part in parts if part[1:].split(None, 1)[0].rstrip(")") in QUESTIONS]
    text = "\n".join(part + "\n(smt)" if part in asked else part for part in parts)
    path = script.with_name(f".{script.name}.smt.cal")
    path.write_text(text)
    try:
        run = subprocess.run([tool, "run", "--json", path], capture_output=True, text=True, cwd=script.parent, timeout=300)
    finally:
        path.unlink()
    return run.stdout.splitlines()


def by_z3(text):
    solver = z3.Solver()
    solver.set("rlimit", LIMIT)
    solver.from_string(text)
    return str(solver.check())


def by_calipers(tool, text):
    run = subprocess.run([tool, "smt", "-"], input=text, capture_output=True, text=True, timeout=300)
    return run.stdout.strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("calipers")
    parser.add_argument("scripts", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    tool = str(pathlib.Path(options.calipers).resolve())
    scripts = [it.resolve() for it in options.scripts] or sorted((ROOT / "tests/scripts").glob("*.cal"))
    confirmed = wrong = undecided = 0
    for script in scripts:
        last = None
        for line in exported(tool, script):
            answer = json.loads(line)
            if "answer" not in answer:
                last = None
                continue
            if answer.get("question") != "(smt)":
                last = answer
                continue
            for text in answer["answer"].split("\n; unsat if"):
                if "(check-sat)" not in text or last is None:
                    continue
                text = text if text.startswith(";") else ";" + text
                peer, own = by_z3(text), by_calipers(tool, text)
                verdict = last.get("answer")
                is_claimed = verdict == "proved" or not str(last["question"]).startswith("(prove")
                bad = is_claimed and peer == "sat" or {peer, own} == {"sat", "unsat"} or own.startswith("(error")
                if verdict == "refuted" and peer == "unsat":
                    # Of contradictory assumptions everything holds.
                    bad = by_z3(text.replace("(assert (not ", "(assert (or true ")) == "sat"
                wrong += bad
                undecided += peer == "unknown" or own == "unknown"
                confirmed += not bad and peer != "unknown"
                if bad:
                    print(f"WRONG {script.name}: {last['question']} is {verdict}, Z3: {peer}, calipers smt: {own}\n{text}")
    print(f"{confirmed} questions confirmed by Z3, {undecided} left open by one of the two, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
