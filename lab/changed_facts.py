#!/usr/bin/env python3
"""Mutates facts about integer expressions and compares the answers of `calipers run`, Z3 and TVM's analyzer.

    pip install z3-solver apache-tvm
    lab/changed_facts.py target/release/calipers FILE.jsonl... --questions 1000 --seed 1

`facts_race.py` documents the fields of a fact. A mutation replaces a variable by a term, a number by another number,
or an operator by another one, or applies an operation to both sides. The script prints each fact that Z3 and TVM
prove but Calipers does not. It also prints each fact that Calipers proves although Z3 has a counterexample, or
refutes although it holds: then the exit code is 1.
"""
import argparse
import functools
import json
import random
import subprocess
import sys

import z3

from facts_race import peer, read, script
from z3_questions import COMPARISONS, OPERATORS

SWAPS = [("min", "max"), ("floordiv", "truncdiv"), ("floormod", "truncmod"), ("<", "<="), (">", ">=")]
CONDITIONS = {*COMPARISONS, "and", "or", "not", "true", "false"}


def show(term):
    return term if isinstance(term, str) else f"({' '.join(map(show, term))})"


def mapped(term, change):
    """Applies a change to every part of a term, including operators."""
    return change(term) if isinstance(term, str) else [mapped(part, change) for part in term]


def put(term, name, value):
    if isinstance(term, str):
        return value if term == name else term
    return [term[0], *(put(part, name, value) for part in term[1:])]


def numbers(term, found):
    if isinstance(term, str):
        if term.lstrip("-").isdigit():
            found.add(int(term))
    else:
        for part in term[1:]:
            numbers(part, found)
    return found


def is_condition(term):
    return (term if isinstance(term, str) else term[0]) in CONDITIONS


class Changes:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def changed(self, fact):
        r = self.random
        sides = {key: read(fact[key]) for key in ("lhs", "rhs", "cond") if fact.get(key)}
        assumed = [read(text) for text in fact["assume"]]
        ends = dict(fact["vars"])
        for _ in range(r.choice([1, 1, 2, 3])):
            every = lambda change: ({key: change(term) for key, term in sides.items()}, [change(term) for term in assumed])
            kind = r.random()
            if kind < 0.4:
                known = sorted(functools.reduce(lambda found, term: numbers(term, found), [*sides.values(), *assumed], set()))
                if known:
                    old = r.choice(known)
                    new = r.choice([old + 1, old - 1, old * 2, old * 3, -old, old + r.randint(-6, 6)])
                    # Multiples of the changed number stay multiples of it.
                    others = [it for it in known if old not in (0, 1, -1) and it % old == 0 and r.random() < 0.8]
                    values = {str(it): str(it // old * new) for it in others} | {str(old): str(new)}
                    sides, assumed = every(lambda term: mapped(term, lambda part: values.get(part, part)))
            elif kind < 0.7:
                name, other = r.choice(list(ends)), r.choice(list(ends))
                number = str(r.choice([2, 3, 4, 8, -1]))
                value = r.choice([["+", name, other], ["-", name, other], ["*", name, number], ["+", name, number], ["floordiv", name, "3"],
                                  ["min", name, other], ["max", name, other], ["floormod", name, "4"]])
                sides, assumed = every(lambda term: put(term, name, value))
                low, high = ends[name]
                assumed += [[">=", value, str(low)]] * (low is not None) + [["<=", value, str(high)]] * (high is not None)
                ends[name] = [None, None]
            elif kind < 0.85:
                a, b = r.choice(SWAPS)
                swap = {a: b, b: a}
                sides, assumed = every(lambda term: mapped(term, lambda part: swap.get(part, part)))
            elif "rhs" in sides and not is_condition(sides["lhs"]) and not is_condition(sides["rhs"]):
                name = r.choice(list(ends))
                outer = r.choice([["+", "@", name], ["-", name, "@"], ["*", "@", "2"], ["min", "@", name], ["floordiv", "@", "3"], ["floormod", "@", "4"]])
                sides = {key: put(outer, "@", term) for key, term in sides.items()}
        return {"kind": fact["kind"], "vars": ends, "assume": list(map(show, assumed)), **{key: show(term) for key, term in sides.items()}}


def translated(term):
    """Converts the term to Z3."""
    if isinstance(term, str):
        if term in ("true", "false"):
            return z3.BoolVal(term == "true")
        return z3.IntVal(term) if term.lstrip("-").isdigit() else z3.Int(term)
    name, parts = term[0], [translated(part) for part in term[1:]]
    many = {"and": z3.And, "or": z3.Or, "not": z3.Not, "select": z3.If}
    if name in many:
        return many[name](*parts)
    if name == "-" and len(parts) == 1:
        return -parts[0]
    return functools.reduce({**OPERATORS, **COMPARISONS, "floormod": OPERATORS["mod"]}[name], parts)


def by_z3(fact):
    """Whether the fact holds; `None` if Z3 does not decide it."""
    solver = z3.Solver()
    solver.set("timeout", 1000)
    for name, (low, high) in fact["vars"].items():
        solver.add(*([z3.Int(name) >= low] if low is not None else []), *([z3.Int(name) <= high] if high is not None else []))
    solver.add([translated(read(text)) for text in fact["assume"]])
    if fact["kind"] == "equal":
        claim = translated(read(fact["lhs"])) == translated(read(fact["rhs"]))
    else:
        claim = translated(read(fact["cond"]))
    solver.add(z3.Not(claim))
    decided = {"unsat": True, "sat": False}
    holds = decided.get(str(solver.check()))
    return holds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("calipers")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--questions", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    facts = [json.loads(line) for path in options.files for line in open(path) if line.strip()]
    facts = [fact for fact in facts if fact["kind"] in ("equal", "prove") and fact.get("expect", True)]
    changes = Changes(options.seed)
    asked = [changes.changed(changes.random.choice(facts)) for _ in range(options.questions)]
    text = "\n".join(f"(push) {script(fact)} (pop)" for fact in asked)
    run = subprocess.run([options.calipers, "run", "-"], input=text, capture_output=True, text=True)
    answers = run.stdout.splitlines()
    if len(answers) != len(asked):
        sys.exit(f"{len(answers)} answers: {run.stderr[:500]}")
    true, proved, missed, wrong = 0, 0, 0, 0
    for fact, answer in zip(asked, answers):
        holds = by_z3(fact)
        true += holds is True
        proved += holds is True and answer == "proved"
        told = json.dumps({key: fact[key] for key in ("lhs", "rhs", "cond", "assume", "vars") if fact.get(key)})
        if answer == "proved" and holds is False or answer == "refuted" and holds:
            wrong += 1
            print(f"wrong: {answer}: {told}")
        elif answer == "unknown" and holds:
            try:
                is_missed = peer(fact)[1]
            except Exception:  # whatever TVM does not take
                continue
            missed += is_missed
            if is_missed:
                print(f"missed: {told}")
    print(f"{len(asked)} questions, {true} of which Z3 shows to hold; {proved} of these proved, {missed} proved by TVM alone; {wrong} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
