#!/usr/bin/env python3
"""Compares the shortest forms of Calipers with those that a peer's own tests expect.

    peer_forms.py CALIPERS FILE.jsonl... [--failures]

Each line of a file is a fact: `kind` is "equal", `lhs` is a term as an S-expression and `rhs` the form that the peer
simplifies it to; `vars` gives the range of each variable, `assume` has conditions. Other kinds are skipped, and so is a
fact whose sides are not terms of scripts. Calipers simplifies `lhs`; its form counts as short if it has fewer
divisions, or as many and no more operations. Prints the numbers by file; with --failures also the forms that are
longer. Exit code: 0, or 2 on bad input.
"""

import argparse
import collections
import json
import re
import subprocess
import sys
import tempfile

DIVISIONS = {"floordiv", "ceildiv", "mod", "truncdiv", "truncmod"}
NAMES = {"floormod": "mod"}


def read(text):
    """Parses an S-expression to lists and words."""
    stack = [[]]
    for token in re.findall(r"[()]|[^\s()]+", text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(NAMES.get(token, token))
    return stack[0][0]


def write(term):
    return term if isinstance(term, str) else "(" + " ".join(map(write, term)) + ")"


def is_negated(term):
    return isinstance(term, list) and term[0] in ("*", "-") and (term[0] == "-" and len(term) == 2 or "-1" in term)


def size(term):
    """Divisions and operations. A difference is one operation, and the negation of a condition is none."""
    if isinstance(term, str):
        return (0, 0)
    head, arguments = term[0], term[1:]
    divisions, operations = map(sum, zip(*map(size, arguments)))
    own = 1
    if head in ("+", "*", "min", "max", "and", "or"):
        own = len(arguments) - 1
    elif head == "-":
        own = max(len(arguments) - 1, 1)
    elif head == "not":
        own = 0
    if head == "+":
        own -= min(sum(map(is_negated, arguments)), len(arguments) - 1)
    return (divisions + (head in DIVISIONS), operations + own)


def script(fact):
    lines = []
    for name, (low, high) in fact["vars"].items():
        ends = ("" if low is None else f" :min {low}") + ("" if high is None else f" :max {high}")
        lines.append(f"(var {name}{ends})")
    lines += [f"(assume {write(read(condition))})" for condition in fact.get("assume", [])]
    lines.append(f"(simplify {write(read(fact['lhs']))})")
    return "\n".join(lines) + "\n"


def simplified(calipers, fact):
    """The form of Calipers as an S-expression; none if it does not read the fact, or takes a minute."""
    with tempfile.NamedTemporaryFile("w", suffix=".cal") as file:
        file.write(script(fact))
        file.flush()
        command = [calipers, "run", file.name]
        try:
            run = subprocess.run(command, capture_output=True, text=True, timeout=60)
        except subprocess.TimeoutExpired:
            return None
    answers = run.stdout.strip().splitlines()
    return answers[-1] if run.returncode == 0 and answers else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("calipers")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--failures", action="store_true")
    options = parser.parse_args()
    total = collections.Counter()
    for path in options.files:
        counts = collections.Counter()
        try:
            facts = [json.loads(line) for line in open(path, encoding="utf-8")]
        except (OSError, ValueError) as error:
            sys.exit(f"{path}: {error}")
        for fact in facts:
            if fact.get("kind") != "equal":
                continue
            form = simplified(options.calipers, fact)
            if form is None:
                counts["not read"] += 1
                continue
            own, expected = size(read(form)), size(read(fact["rhs"]))
            outcome = "shorter" if own < expected else "as short" if own == expected else "longer"
            counts[outcome] += 1
            if options.failures and outcome == "longer":
                print(f"{fact['id']}: {fact['lhs']} {fact.get('assume') or ''}\n    {form} {own}\n    {fact['rhs']} {expected}")
        total.update(counts)
        print(path, dict(counts))
    read_facts = total["shorter"] + total["as short"] + total["longer"]
    short = total["shorter"] + total["as short"]
    print(f"{short} of {read_facts} are as short as expected or shorter, {100 * short / max(read_facts, 1):.1f} %")


if __name__ == "__main__":
    main()
