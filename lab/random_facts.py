#!/usr/bin/env python3
"""Generates random valid facts about integer expressions, one line of JSON each, for `facts_race.py`.

    pip install z3-solver
    lab/random_facts.py --count 500 --seed 1 > facts.jsonl

Half of the facts are comparisons of two random terms. The other half are equalities between a random term and the same
term after identities were applied at random places. Divisors are positive constants, or variables of at least 1, so
the definition of division by zero does not matter. The script prints a fact if Z3 proves it, and drops it otherwise.
It limits the work of Z3 and not the time: one seed and one version of Z3 give the same facts on every machine.
"""
import argparse
import json
import random

import z3

from z3_questions import COMPARISONS, OPERATORS

SIZES = [2, 3, 4, 5, 7, 8, 16, 32]
DIVISIONS = ["floordiv", "floormod", "truncdiv", "truncmod"]
NAMES = {"floormod": "mod"}


def show(term):
    return term if isinstance(term, str) else f"({' '.join(map(show, term))})"


def holds(known, condition):
    solver = z3.Solver()
    solver.set("rlimit", 1_000_000)
    solver.add(known)
    solver.add(z3.Not(condition))
    return solver.check() == z3.unsat


def to_z3(term):
    if isinstance(term, str):
        return z3.IntVal(term) if term.lstrip("-").isdigit() else z3.Int(term)
    name, arguments = term[0], [to_z3(it) for it in term[1:]]
    return OPERATORS[NAMES.get(name, name)](*arguments)


class Facts:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def variables(self):
        r = self.random
        ends = {}
        for name in ["x", "y", "z"][: r.randint(1, 3)]:
            low = r.choice([None, 0, 0, -4])
            ends[name] = [low, r.choice([None, None, 7, 31, 100])]
        if r.random() < 0.3:
            ends["n"] = [1, None]
        return ends

    def term(self, ends, depth):
        r = self.random
        if depth == 0 or r.random() < 0.15:
            return r.choice(list(ends)) if r.random() < 0.75 else str(r.choice([0, 1, *SIZES]))
        name = r.choice(["+", "+", "-", "*", "min", "max", *DIVISIONS])
        left = self.term(ends, depth - 1)
        if name in DIVISIONS or name == "*":
            divisor = "n" if "n" in ends and r.random() < 0.3 else str(r.choice(SIZES))
            return [name, left, divisor]
        return [name, left, self.term(ends, depth - 1)]

    def rewritten(self, term):
        """Returns an equal term: applies identities at random places."""
        if isinstance(term, str):
            size = str(self.random.choice(SIZES))
            if self.random.random() < 0.2:
                return ["+", ["*", ["floordiv", term, size], size], ["floormod", term, size]]
            return term
        name, a, b = term[0], self.rewritten(term[1]), term[2]
        if name not in DIVISIONS and name != "*":
            b = self.rewritten(b)
        if self.random.random() < 0.5:
            return [name, a, b]
        size = str(self.random.choice(SIZES))
        return {
            "+": ["-", a, ["-", "0", b]],
            "-": ["+", ["*", b, "-1"], a],
            "*": ["-", ["*", ["+", a, size], b], ["*", b, size]],
            "min": ["-", ["+", a, b], ["max", b, a]],
            "max": ["-", "0", ["min", ["-", "0", a], ["-", "0", b]]],
            "floordiv": ["-", ["floordiv", ["+", a, ["*", b, size]], b], size],
            "floormod": ["-", a, ["*", ["floordiv", a, b], b]],
            "truncdiv": ["-", "0", ["truncdiv", ["-", "0", a], b]],
            "truncmod": ["-", a, ["*", ["truncdiv", a, b], b]],
        }[name]

    def candidate(self):
        """Generates a fact, and its assumptions and condition for Z3."""
        ends = self.variables()
        known = [z3.Int(name) >= low for name, (low, _) in ends.items() if low is not None]
        known += [z3.Int(name) <= high for name, (_, high) in ends.items() if high is not None]
        fact = {"vars": ends, "assume": []}
        left = self.term(ends, 3)
        if self.random.random() < 0.5:
            right = self.rewritten(left)
            fact |= {"kind": "equal", "lhs": show(left), "rhs": show(right)}
            trivial = left == right
            name = "=="
        else:
            right = self.term(ends, 2)
            name = self.random.choice(["<", "<=", ">", ">=", "!="])
            fact |= {"kind": "prove", "cond": show([name, left, right])}
            trivial = isinstance(left, str) and isinstance(right, str)
        return fact, known, None if trivial else COMPARISONS[name](to_z3(left), to_z3(right))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    facts = Facts(options.seed)
    wanted = {"equal": (options.count + 1) // 2, "prove": options.count // 2}
    while any(wanted.values()):
        fact, known, condition = facts.candidate()
        if condition is not None and wanted[fact["kind"]] and holds(known, condition):
            wanted[fact["kind"]] -= 1
            print(json.dumps(fact))


if __name__ == "__main__":
    main()
