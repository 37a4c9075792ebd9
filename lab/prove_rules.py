#!/usr/bin/env python3
"""Proves the arithmetic identities of rule files over all integers, with Z3.

    prove_rules.py [--work N] [--jobs N] FILE...

Reads every (rewrite NAME LEFT RIGHT [:for answers] [:let (?x TERM)...] [:when GUARD...]) and birewrite and asks Z3 for integers that
satisfy the guards and make the sides differ. A quotient is encoded by its definition: x = c*q + r, the remainder
between 0 and the divisor. What Z3 leaves open so is tried again with lemmas about multiples of differences of
quotients. About (content ...), a common divisor of coefficients, the encoding assumes only that it divides the constants
among its arguments. Exit code: 0 if no identity is refuted, 1 if one is, 2 on bad input. `unknown` means that Z3 reached
its limit, which counts work and not time: `calipers rules check` still tests such an identity.
"""

import argparse
import functools
import itertools
import multiprocessing
import os
import re
import sys

import z3


def forms(text):
    """Parses the S-expressions of a text to lists of lists, integers and words."""
    text = re.sub(r";[^\n]*", "", text)
    stack = [[]]
    for token in re.findall(r'[()]|"(?:\\.|[^"\\])*"|[^\s()"]+', text):
        if token == "(":
            stack.append([])
        elif token == ")":
            if len(stack) == 1:
                raise ValueError("a parenthesis is closed that was not open")
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(int(token) if re.fullmatch(r"[+-]?\d+", token) else token)
    if len(stack) != 1:
        raise ValueError("a parenthesis is never closed")
    return stack[0]


class Encoding:
    """The encoding of one identity: integer variables and constraints on them."""

    def __init__(self):
        self.variables, self.contents, self.quotients, self.holds = {}, {}, {}, []

    def fresh(self, name):
        return z3.FreshInt(name)

    def quotient(self, kind, a, b, definition):
        """The quotient of two terms, the same variable wherever they are divided."""
        key = kind, a.get_id(), b.get_id()
        if key not in self.quotients:
            q, r = self.fresh("q"), self.fresh("r")
            # The terms are kept, since Z3 gives the number of one that is gone to another.
            self.quotients[key] = q, a, b
            self.holds += [a == b * q + r, z3.Implies(b == 0, q == 0), *definition(r)]
        return self.quotients[key][0]

    def floordiv(self, a, b):
        return self.quotient(
            "floordiv",
            a,
            b,
            lambda r: [
                z3.Implies(b > 0, z3.And(0 <= r, r < b)),
                z3.Implies(b < 0, z3.And(b < r, r <= 0)),
            ],
        )

    def truncdiv(self, a, b):
        return self.quotient(
            "truncdiv",
            a,
            b,
            lambda r: [
                z3.Implies(z3.And(b != 0, a >= 0), z3.And(0 <= r, r < z3.Abs(b))),
                z3.Implies(z3.And(b != 0, a < 0), z3.And(-z3.Abs(b) < r, r <= 0)),
            ],
        )

    def lemmas(self):
        """What holds of integers: a divisor times a number that is not 0 is as far from 0 as the divisor, at least. Of
        differences of quotients, which are 0 where two quotients agree, and of sums, which are 0 or -1 where one is of a
        negated number."""
        divisors = {b.get_id(): b for _, _, b in self.quotients.values() if not z3.is_int_value(b)}
        numbers = []
        for (q, _, _), (r, _, _) in itertools.combinations(self.quotients.values(), 2):
            numbers += [q - r, q + r, q + r + 1]
        for b, number in itertools.product(divisors.values(), numbers):
            yield z3.Implies(z3.And(b > 0, number > 0), b * number >= b)
            yield z3.Implies(z3.And(b > 0, number < 0), b * number <= -b)
            yield z3.Implies(z3.And(b < 0, number > 0), b * number <= b)
            yield z3.Implies(z3.And(b < 0, number < 0), b * number >= -b)

    def content(self, arguments, constants):
        key = repr(arguments)
        if key not in self.contents:
            content = self.contents[key] = self.fresh("g")
            self.holds.append(content >= 0)
            for argument in arguments:
                if isinstance(argument, int) or argument in constants:
                    times = self.fresh("k")
                    self.holds.append(self.term(argument, constants) == content * times)
        return self.contents[key]

    def term(self, form, constants):
        if isinstance(form, int):
            return z3.IntVal(form)
        if isinstance(form, str):
            if not form.startswith("?"):
                raise ValueError(f"the word '{form}' is no term")
            return self.variables.setdefault(form, z3.Int(form))
        head, *arguments = form
        if head == "content":
            return self.content(arguments, constants)
        args = [self.term(argument, constants) for argument in arguments]
        truth = lambda condition: z3.If(condition, z3.IntVal(1), z3.IntVal(0))

        def fold(operation):
            value = args[0]
            for arg in args[1:]:
                value = operation(value, arg)
            return value

        least = lambda a, b: z3.If(a <= b, a, b)
        greatest = lambda a, b: z3.If(a <= b, b, a)
        match head:
            case "+":
                return fold(lambda a, b: a + b)
            case "*":
                return fold(lambda a, b: a * b)
            case "-":
                return -args[0] if len(args) == 1 else fold(lambda a, b: a - b)
            case "min" | "and":
                return fold(least)
            case "max" | "or":
                return fold(greatest)
            case "not":
                return 1 - args[0]
            case "<":
                return truth(args[0] < args[1])
            case "<=":
                return truth(args[0] <= args[1])
            case ">":
                return truth(args[0] > args[1])
            case ">=":
                return truth(args[0] >= args[1])
            case "==":
                return truth(args[0] == args[1])
            case "!=":
                return truth(args[0] != args[1])
            case "select":
                return z3.If(args[0] != 0, args[1], args[2])
            case "floordiv":
                return self.floordiv(*args)
            case "ceildiv":
                return -self.floordiv(-args[0], args[1])
            case "mod":
                return args[0] - args[1] * self.floordiv(*args)
            case "truncdiv":
                return self.truncdiv(*args)
            case "truncmod":
                return args[0] - args[1] * self.truncdiv(*args)
        raise ValueError(f"unknown operator '{head}'")


def clauses(rest):
    """The clauses of :let and of :when."""
    found, key = {":let": [], ":when": [], ":for": []}, None
    for part in rest:
        if isinstance(part, str) and part.startswith(":"):
            key = part
        else:
            found[key].append(part)
    return found


def prove(rule, work):
    """Returns 'proved', 'unknown', or the counterexample as text."""
    _, _, left, right, *rest = rule
    found = clauses(rest)
    constants = {g[1] for g in found[":when"] if isinstance(g, list) and g[0] == "constant"}
    encoding = Encoding()
    sides = encoding.term(left, constants), encoding.term(right, constants)
    for name, value in found[":let"]:
        encoding.holds.append(encoding.term(name, constants) == encoding.term(value, constants))
    for guard in found[":when"]:
        if isinstance(guard, list) and guard[0] == "constant":
            continue
        encoding.holds.append(encoding.term(guard, constants) != 0)
    # Two solvers, since neither is better for all products. First without lemmas, since most identities need none.
    for lemmas, solver in itertools.product(([], list(encoding.lemmas())), (z3.Solver, lambda: z3.SolverFor("QF_NIA"))):
        solver = solver()
        solver.set("rlimit", work)
        solver.add(*encoding.holds, *lemmas, sides[0] != sides[1])
        result = solver.check()
        if result == z3.unsat:
            return "proved"
        if result == z3.sat:
            model = solver.model()
            value = lambda term: model.eval(term, model_completion=True)
            with_ = ", ".join(f"{n} = {value(v)}" for n, v in encoding.variables.items())
            return f"REFUTED: with {with_} the left side is {value(sides[0])}, the right side {value(sides[1])}"
    return "unknown"


def identities(file):
    """The rewrites and birewrites of a file."""
    with open(file, encoding="utf-8") as text:
        return [f for f in forms(text.read()) if isinstance(f, list) and f[:1] in (["rewrite"], ["birewrite"])]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--work", type=int, default=12_000_000, help="Z3's limit for each identity and tactic")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many are proved at once")
    parser.add_argument("files", nargs="+", metavar="FILE")
    arguments = parser.parse_args()
    counts = {"proved": 0, "unknown": 0, "refuted": 0}
    # A process for each identity, since the work that Z3 needs depends on what it was asked before.
    with multiprocessing.Pool(arguments.jobs, maxtasksperchild=1) as pool:
        for file in arguments.files:
            try:
                rules = identities(file)
                verdicts = pool.imap(functools.partial(prove, work=arguments.work), rules)
                for rule, verdict in zip(rules, verdicts):
                    counts["refuted" if verdict.startswith("REFUTED") else verdict] += 1
                    print(f"{file}: {rule[1]}: {verdict}", flush=True)
            except (OSError, ValueError, IndexError) as error:
                print(f"{file}: {error}", file=sys.stderr)
                return 2
    print(", ".join(f"{count} {verdict}" for verdict, count in counts.items()))
    return 1 if counts["refuted"] else 0


if __name__ == "__main__":
    sys.exit(main())
