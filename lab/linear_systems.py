#!/usr/bin/env python3
"""Random systems of linear integer constraints with quotients and remainders by constants, decided by Calipers and Z3.

    pip install z3-solver
    lab/linear_systems.py target/release/calipers --systems 1000 --seed 1

A system has 2 to 6 variables, some with bounds, 1 to 5 assumptions with coefficients up to 50, and a goal. About a
third has divisions, about a third has contradictory assumptions; `--boolean` adds disjunctions, minima, maxima and
selections. A question has four answers: the goal is proved, refuted, open, or the assumptions contradict each other.
Calipers answers in one process (`calipers repl`); its time is that between a question and its answer. The time of Z3 is
that of its checks alone, without the construction of its terms. Z3 has a limit of work, so that a seed and a version
give the same systems. With `--models`, for very many systems, Z3 is asked only about the goals that are left open
without integers for which they hold and integers for which they do not, and about one in 50 of the others. Prints the disagreements, and the median, mean and sum of both times. The exit code is 1 if an
answer is wrong, or missing although Z3 decides.
"""
import argparse
import json
import math
import random
import statistics
import subprocess
import sys
import time

import z3

from z3_questions import COMPARISONS, OPERATORS

OPERATORS = {**OPERATORS, "select": lambda c, a, b: z3.If(c, a, b)}
LIMIT = 3_000_000


def show(term):
    return term if isinstance(term, str) else f"({' '.join(map(show, term))})"


def to_z3(term):
    if isinstance(term, str):
        return z3.IntVal(term) if term.lstrip("-").isdigit() else z3.Int(term)
    name, arguments = term[0], [to_z3(it) for it in term[1:]]
    if name in ("+", "*"):
        return z3.Sum(arguments) if name == "+" else z3.Product(arguments)
    if name in ("and", "or", "not"):
        return {"and": z3.And, "or": z3.Or, "not": z3.Not}[name](*arguments)
    return (COMPARISONS.get(name) or OPERATORS[name])(*arguments)


class Systems:
    def __init__(self, seed, boolean):
        self.random, self.boolean = random.Random(seed), boolean

    def coefficient(self):
        r = self.random
        return r.choice([1, 1, 1, -1, -1, 2, 3, -2, 5, r.randint(-50, 50) or 1])

    def term(self, names, divisions, depth=1):
        r, parts = self.random, []
        for name in r.sample(names, r.randint(1, min(3, len(names)))):
            part = name
            if depth and divisions and r.random() < 0.4:
                inner = self.term(names, False, 0)
                part = [r.choice(["floordiv", "mod", "ceildiv"]), inner, str(r.choice([2, 3, 4, 5, 7, 8, 16, 32, 48]))]
            if depth and self.boolean and r.random() < 0.2:
                others = [self.term(names, False, 0) for _ in range(2)]
                part = r.choice([["min", *others], ["max", *others], ["select", self.comparison(names, 0), *others]])
            k = self.coefficient()
            parts.append(part if k == 1 else ["*", str(k), part])
        if r.random() < 0.6:
            parts.append(str(r.randint(-60, 60)))
        return parts[0] if len(parts) == 1 else ["+", *parts]

    def comparison(self, names, divisions, depth=1):
        operator = self.random.choice(["<=", "<", ">=", ">", "==", "==", "!="])
        return [operator, self.term(names, divisions, depth), self.term(names, divisions, depth)]

    def condition(self, names, divisions):
        r = self.random
        if self.boolean and r.random() < 0.3:
            parts = [self.comparison(names, divisions) for _ in range(r.randint(2, 3))]
            return r.choice([["or", *parts], ["and", *parts], ["not", ["and", *parts]]])
        return self.comparison(names, divisions)

    def system(self):
        r = self.random
        names, ends = ["x", "y", "z", "u", "v", "w"][: r.randint(2, 6)], {}
        for name in names:
            low = r.choice([None, 0, 0, 1, -9])
            ends[name] = (low, r.choice([None, 9, 100, 1000, 2**31 - 1]) if low is not None else None)
        divisions = r.random() < 0.34
        assumptions = [self.condition(names, divisions) for _ in range(r.randint(1, 5))]
        return ends, assumptions, self.condition(names, divisions)


def checked(assertions):
    solver = z3.Solver()
    solver.set("rlimit", LIMIT)
    solver.add(assertions)
    begin = time.perf_counter()
    result = solver.check()
    return result, time.perf_counter() - begin


def by_z3(ends, assumptions, goal):
    known = [to_z3(it) for it in assumptions]
    for name, (low, high) in ends.items():
        known += [z3.Int(name) >= low] if low is not None else []
        known += [z3.Int(name) <= high] if high is not None else []
    goal = to_z3(goal)
    fails, first = checked([*known, z3.Not(goal)])
    holds, second = checked([*known, goal])
    if z3.unknown in (fails, holds):
        return None, first + second
    answer = {(True, True): "unknown", (True, False): "refuted", (False, True): "proved", (False, False): "unreachable"}
    return answer[fails == z3.sat, holds == z3.sat], first + second


def values(term, known):
    """The value of a term, or the truth of a condition, for these integers."""
    if isinstance(term, str):
        return known[term] if term in known else int(term)
    name, (first, *rest) = term[0], [values(it, known) for it in term[1:]]
    if name in ("+", "*"):
        return sum(rest, first) if name == "+" else math.prod(rest, start=first)
    return {
        "floordiv": lambda: first // rest[0], "mod": lambda: first % rest[0], "ceildiv": lambda: -(-first // rest[0]),
        "min": lambda: min(first, *rest), "max": lambda: max(first, *rest), "select": lambda: rest[not first],
        "<": lambda: first < rest[0], "<=": lambda: first <= rest[0], ">": lambda: first > rest[0],
        ">=": lambda: first >= rest[0], "==": lambda: first == rest[0], "!=": lambda: first != rest[0],
        "and": lambda: first and all(rest), "or": lambda: first or any(rest), "not": lambda: not first,
    }[name]()


def is_example(ends, assumptions, goal, truth, numbers):
    known = {name: int(numbers.get(name, low or 0)) for name, (low, _) in ends.items()}
    within = all((low is None or low <= known[it]) and (high is None or known[it] <= high)
                 for it, (low, high) in ends.items())
    return within and all(values(it, known) for it in assumptions) and bool(values(goal, known)) == truth


def many(options):
    """Batches of systems, each in one process."""
    systems, done, own, counts, confirmed, open_, wrong = Systems(options.seed, options.boolean), 0, 0.0, {}, 0, 0, 0
    while done < options.systems:
        batch = [systems.system() for _ in range(min(1000, options.systems - done))]
        script = "".join(text(*it) + "\n" for it in batch)
        begin = time.perf_counter()
        run = subprocess.run([options.calipers, "run", "--json", "-"], input=script, capture_output=True, text=True)
        own += time.perf_counter() - begin
        answers = [json.loads(it) for it in run.stdout.splitlines()]
        answers = {it["line"]: it for it in answers if it["kind"] == "answer" and it["question"].startswith("(prove")}
        for n, system in enumerate(batch):
            found = answers[n + 1]
            answer = found["answer"]
            counts[answer] = counts.get(answer, 0) + 1
            done += 1
            both = [(True, found.get("true_at")), (False, found.get("false_at"))]
            given = [(truth, it) for truth, it in both if it is not None]
            bad = not all(is_example(*system, truth, it) for truth, it in given)
            if not bad and (len(given) == 2 or answer != "unknown" and systems.random.random() > 0.02):
                continue
            confirmed += 1
            expected, _ = by_z3(*system)
            if bad or expected not in (answer, None) and answer != "unknown" and expected != "unreachable":
                wrong += 1
                print(f"WRONG {answer}, Z3: {expected}: {text(*system)}")
            elif expected not in (answer, None):
                open_ += 1
                print(f"{answer}, Z3: {expected}: {text(*system)}")
        print(f"{done} systems, {own:.0f} s, {counts}", file=sys.stderr)
    kinds = ", ".join(f"{n} {it}" for it, n in sorted(counts.items()))
    print(f"{done} systems: {kinds}; {own:.1f} s in all, {own / done * 1e6:.0f} us in the mean")
    print(f"{confirmed} asked of Z3, {open_} left open although Z3 decides, {wrong} wrong")
    return 1 if wrong or open_ else 0


def text(ends, assumptions, goal):
    lines = ["(push)"]
    for name, (low, high) in ends.items():
        low = f" :min {low}" if low is not None else ""
        lines.append(f"(var {name}{low}{f' :max {high}' if high is not None else ''})")
    lines += [f"(assume {show(it)})" for it in assumptions]
    return " ".join([*lines, f"(prove {show(goal)})", "(pop)"])


class Calipers:
    def __init__(self, tool):
        self.process = subprocess.Popen([tool, "repl"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, ends, assumptions, goal):
        asked = text(ends, assumptions, goal)
        begin = time.perf_counter()
        print(asked, file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline().strip()
        return answer, time.perf_counter() - begin, asked


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("calipers")
    parser.add_argument("--systems", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--boolean", action="store_true", help="with disjunctions, minima, maxima and selections")
    parser.add_argument("--slowest", type=int, default=0, help="print that many of the slowest questions")
    parser.add_argument("--models", action="store_true", help="ask Z3 only where integers do not confirm an answer")
    options = parser.parse_args()
    if options.models:
        return many(options)
    systems, calipers = Systems(options.seed, options.boolean), Calipers(options.calipers)
    counts, open_, wrong, own, peer, slowest = {}, 0, 0, [], [], []
    while len(own) < options.systems:
        system = systems.system()
        expected, by_peer = by_z3(*system)
        # Contradictory assumptions are rarer than a third, open goals more frequent.
        if expected == "unknown" and systems.random.random() < 0.7:
            continue
        answer, by_own, asked = calipers.ask(*system)
        own.append(by_own)
        peer.append(by_peer)
        slowest.append((by_own, by_peer, asked))
        counts[expected] = counts.get(expected, 0) + 1
        if expected is None or answer == expected:
            continue
        if answer == "unknown" or answer in ("proved", "refuted") and expected == "unreachable":
            open_ += 1
            print(f"{answer}, Z3: {expected}: {asked}")
        else:
            wrong += 1
            print(f"WRONG {answer}, Z3: {expected}: {asked}")
    for by_own, by_peer, asked in sorted(slowest, reverse=True)[: options.slowest]:
        print(f"{by_own * 1e6:.0f} us, Z3 {by_peer * 1e6:.0f} us: {asked}")
    kinds = ", ".join(f"{n} {it or 'not decided by Z3'}" for it, n in sorted(counts.items(), key=str))
    print(f"{len(own)} systems: {kinds}")
    print(f"{open_} left open although Z3 decides, {wrong} wrong")
    for name, times in (("Calipers", own), ("Z3 " + z3.get_version_string(), peer)):
        median, mean = statistics.median(times), statistics.mean(times)
        print(f"{name}: median {median * 1e6:.0f} us, mean {mean * 1e6:.0f} us, sum {sum(times):.2f} s")
    return 1 if wrong or open_ else 0


if __name__ == "__main__":
    sys.exit(main())
