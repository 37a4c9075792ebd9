#!/usr/bin/env python3
"""Random arithmetic questions for `calipers run` and Z3: neither may refute a claim that the other proves.

    pip install z3-solver
    lab/z3_questions.py target/release/calipers --questions 2000 --seed 1

Terms are those of the script language: `x floordiv 0 = 0`, `x mod 0 = x`, and so on. Z3 has a second for each
question; questions that it does not decide are ignored. The exit code is 1 if an answer is wrong.
"""
import argparse
import random
import subprocess
import sys

import z3

ZERO, ONE = z3.IntVal(0), z3.IntVal(1)
SIZES = [0, 1, 2, 3, 4, 5, 7, 8, 12, 16, -1, -2, -3, -8]


def floor_div(a, b):
    # Division in Z3 rounds such that the remainder is non-negative.
    return z3.If(b == 0, 0, z3.If(b > 0, a / b, (-a) / (-b)))


def trunc_div(a, b):
    quotient = z3.If(a >= 0, a, -a) / z3.If(b >= 0, b, -b)
    return z3.If(b == 0, 0, z3.If((a >= 0) == (b >= 0), quotient, -quotient))


OPERATORS = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "min": lambda a, b: z3.If(a <= b, a, b),
    "max": lambda a, b: z3.If(a >= b, a, b),
    "floordiv": floor_div,
    "ceildiv": lambda a, b: -floor_div(-a, b),
    "mod": lambda a, b: a - b * floor_div(a, b),
    "truncdiv": trunc_div,
    "truncmod": lambda a, b: a - b * trunc_div(a, b),
}
COMPARISONS = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}


class Questions:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def term(self, names, depth):
        """Generates a term, as text and in Z3."""
        r = self.random
        if depth == 0 or r.random() < 0.25:
            if r.random() < 0.7:
                name = r.choice(names)
                return name, z3.Int(name)
            value = r.choice(SIZES)
            return str(value), z3.IntVal(value)
        if r.random() < 0.1:
            (c, zc), (a, za), (b, zb) = self.condition(names, depth - 1), self.term(names, depth - 1), self.term(names, depth - 1)
            return f"(select {c} {a} {b})", z3.If(zc, za, zb)
        name = r.choice(list(OPERATORS))
        a, za = self.term(names, depth - 1)
        b, zb = self.term(names, depth - 1)
        if name in ("*", "floordiv", "ceildiv", "mod", "truncdiv", "truncmod") and r.random() < 0.85:
            value = r.choice(SIZES)
            b, zb = str(value), z3.IntVal(value)
        return f"({name} {a} {b})", OPERATORS[name](za, zb)

    def condition(self, names, depth):
        name = self.random.choice(list(COMPARISONS))
        a, za = self.term(names, depth)
        b, zb = self.term(names, depth)
        return f"({name} {a} {b})", COMPARISONS[name](za, zb)

    def question(self):
        """Generates the lines of a script before the question, the assumptions, and the question."""
        r = self.random
        names = ["x", "y", "z"][: r.randint(1, 3)]
        lines, known = [], []
        for name in names:
            ends = ""
            if r.random() < 0.5:
                least = r.choice([0, 0, 1, -4])
                ends += f" :min {least}"
                known.append(z3.Int(name) >= least)
            if r.random() < 0.4:
                most = r.choice([7, 9, 31, 100])
                ends += f" :max {most}"
                known.append(z3.Int(name) <= most)
            lines.append(f"(var {name}{ends})")
        for _ in range(r.randint(0, 2)):
            text, condition = self.condition(names, 1)
            lines.append(f"(assume {text})")
            known.append(condition)
        text, condition = self.condition(names, r.randint(1, 3))
        return lines, known, text, condition


def by_z3(known, condition):
    def impossible(extra):
        solver = z3.Solver()
        solver.set("timeout", 1000)
        solver.add(known)
        solver.add(extra)
        return {"unsat": True, "sat": False}.get(str(solver.check()))

    return impossible(z3.Not(condition)), impossible(condition)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("calipers")
    parser.add_argument("--questions", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    made = Questions(options.seed)
    all_questions = [made.question() for _ in range(options.questions)]
    script = []
    for lines, _, text, _ in all_questions:
        script += ["(push)", *lines, f"(prove {text})", "(pop)"]
    run = subprocess.run([options.calipers, "run", "-"], input="\n".join(script), capture_output=True, text=True)
    answers = run.stdout.split("\n")[: len(all_questions)]
    if len(answers) != len(all_questions):
        sys.exit(f"{len(answers)} answers: {run.stderr[:500]}")
    counts = {}
    wrong = 0
    for (lines, known, text, condition), answer in zip(all_questions, answers):
        answer = answer.split(":")[0].split(" ")[0].strip()
        holds, fails = by_z3(known, condition)
        z3_says = {(True, True): "unreachable", (True, False): "proved", (False, True): "refuted", (False, False): "open"}.get((holds, fails), "unknown")
        counts[(answer, z3_says)] = counts.get((answer, z3_says), 0) + 1
        bad = (
            answer == "proved" and holds is False
            or answer == "refuted" and fails is False
            or answer == "unreachable" and (holds is False or fails is False)
        )
        if bad:
            wrong += 1
            print(f"wrong: {answer}, Z3 says {z3_says}\n  " + "\n  ".join([*lines, f"(prove {text})"]))
    print("| Calipers | Z3 | questions |\n| --- | --- | --- |")
    for (answer, z3_says), count in sorted(counts.items()):
        print(f"| {answer} | {z3_says} | {count} |")
    print(f"{len(all_questions)} questions, {wrong} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
