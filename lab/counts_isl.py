#!/usr/bin/env python3
"""Compares counts and footprints of random affine nests with isl (`pip install islpy`).

    counts_isl.py CALIPERS [--nests N] [--seed S]

Each nest has up to three `affine.for` loops over `%n` and `%m` and perhaps an `affine.if`; one store touches an element
of a buffer. Calipers answers with a closed expression, which is evaluated for several sizes. isl has the same space as
a set: its points, and those of the image under the map of the indices, are counted for each of these sizes (the wheel
contains no counting with parameters). Prints how many answers are exact, how many are upper bounds and how tight, and
the median times. Exit code: 0, 1 if an answer is wrong, 2 on bad input.
"""

import argparse
import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time

import islpy as isl

SIZES = [(n, m) for n in (0, 1, 2, 5, 9) for m in (0, 3, 7)]


def affine(rng, variables, constants, parameters=("n", "m")):
    """A random affine expression, as (coefficients by name, constant)."""
    terms = {name: rng.choice([1, 1, 1, -1, 2]) for name in variables if rng.random() < 0.4}
    if parameters and rng.random() < 0.6:
        terms[rng.choice(parameters)] = 1
    return terms, rng.choice(constants)


def text(expression, names):
    terms, constant = expression
    parts = [f"{factor} * {names(name)}" for name, factor in terms.items()] + [str(constant)]
    return " + ".join(parts)


class Nest:
    def __init__(self, rng):
        self.loops, self.guard = [], None
        variables = []
        for name in "ijk"[: rng.randint(1, 3)]:
            lower = ({}, 0) if rng.random() < 0.6 else affine(rng, variables, [0, 1], ())
            self.loops.append((name, lower, affine(rng, variables, [1, 2, 4, 8]), rng.choice([1, 1, 1, 2, 3])))
            variables.append(name)
        if rng.random() < 0.4:
            self.guard = affine(rng, variables, [-1, 0, 2])
        self.indices = [affine(rng, variables, [0, 1], ()) for _ in range(rng.randint(1, 2))]

    def program(self):
        rank = len(self.indices)
        buffer = "memref<" + "?x" * rank + "f32>"
        lines, order = [], []

        def expression(value):
            """The expression in a map over the loops so far and the sizes."""
            return text(value, lambda name: f"d{order.index(name)}" if name in order else {"n": "s0", "m": "s1"}[name])

        def operands():
            dims = ", ".join(f"d{number}" for number in range(len(order)))
            values = ", ".join("%" + name for name in order)
            return f"({dims})[s0, s1]", f"({values})[%n, %m]"

        for name, lower, upper, step in self.loops:
            head, values = operands()
            bounds = [f"affine_map<{head} -> ({expression(bound)})>{values}" for bound in (lower, upper)]
            lines.append(f"affine.for %{name} = {bounds[0]} to {bounds[1]} step {step} {{")
            order.append(name)
        head, values = operands()
        if self.guard:
            lines.append(f"affine.if affine_set<{head} : ({expression(self.guard)} >= 0)>{values} {{")
        store = ", ".join(text(index, lambda name: "%" + name) for index in self.indices)
        lines.append("%here = arith.constant 0 : index")
        lines.append(f"affine.store %v, %b[{store}] : {buffer}")
        lines += ["}"] * (len(self.loops) + bool(self.guard))
        return f"func.func @f(%b: {buffer}, %n: index, %m: index, %v: f32) {{\n" + "\n".join(lines) + "\nreturn\n}\n"

    def space(self):
        """The set of points, and the map to indices."""
        tuples = ", ".join(name for name, *_ in self.loops)
        conditions, trips = [], []
        for name, lower, upper, step in self.loops:
            trips.append(f"t{name}")
            conditions.append(f"{name} = {text(lower, str)} + {step} * t{name} and t{name} >= 0 and {name} < {text(upper, str)}")
        if self.guard:
            conditions.append(f"{text(self.guard, str)} >= 0")
        where = f"exists {', '.join(trips)} : {' and '.join(conditions)}"
        indices = ", ".join(text(index, str) for index in self.indices)
        return isl.Set(f"[n, m] -> {{ [{tuples}] : {where} }}"), isl.Map(f"[n, m] -> {{ [{tuples}] -> [{indices}] }}")


def read(source):
    stack = [[]]
    for token in re.findall(r"[()]|[^\s()]+", source):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    return stack[0][0]


def evaluate(term, sizes):
    if isinstance(term, str):
        return sizes[term] if term in sizes else int(term)
    operator, values = term[0], [evaluate(it, sizes) for it in term[1:]]
    if operator == "*":
        product = 1
        for value in values:
            product *= value
        return product
    return {
        "+": lambda: sum(values),
        "-": lambda: values[0] - sum(values[1:]) if len(values) > 1 else -values[0],
        "max": lambda: max(values),
        "min": lambda: min(values),
        "and": lambda: int(all(values)),
        "or": lambda: int(any(values)),
        "not": lambda: int(not values[0]),
        "floordiv": lambda: values[0] // values[1] if values[1] else 0,
        "ceildiv": lambda: -(-values[0] // values[1]) if values[1] else 0,
        "mod": lambda: values[0] % values[1] if values[1] else values[0],
        "select": lambda: values[1] if values[0] else values[2],
        "<=": lambda: int(values[0] <= values[1]),
        "<": lambda: int(values[0] < values[1]),
        "==": lambda: int(values[0] == values[1]),
        "!=": lambda: int(values[0] != values[1]),
    }[operator]()


def counted(space, n, m):
    for number, value in enumerate((n, m)):
        space = space.fix_val(isl.dim_type.param, number, isl.Val(value))
    return int(str(space.count_val()))


def answers(calipers, nest):
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as program, tempfile.NamedTemporaryFile("w", suffix=".cal") as script:
        program.write(nest.program())
        program.flush()
        script.write(f'(load "{program.name}")\n(func f)\n(count %here)\n(footprint %b)\n')
        script.flush()
        run = subprocess.run([calipers, "run", script.name], capture_output=True, text=True, check=False)
    lines = run.stdout.strip().split("\n")
    if len(lines) != 2:
        sys.exit(f"no answers: {run.stdout}{run.stderr}\n{nest.program()}")
    return [line.split(" elements")[0] for line in lines]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("calipers")
    parser.add_argument("--nests", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    totals = {"exact": 0, "upper": 0, "tight": 0, "none": 0, "wrong": 0}
    times = {"calipers": [], "isl": []}
    for number in range(options.nests):
        nest = Nest(random.Random(f"{options.seed} {number}"))
        start = time.perf_counter()
        found = answers(options.calipers, nest)
        times["calipers"].append(time.perf_counter() - start)
        start = time.perf_counter()
        points, indices = nest.space()
        expected = [[counted(it, n, m) for n, m in SIZES] for it in (points, points.apply(indices))]
        times["isl"].append(time.perf_counter() - start)
        for answer, numbers in zip(found, expected):
            kind = next((word for word in ("exactly ", "at most ") if answer.startswith(word)), None)
            if kind is None:
                totals["none"] += 1
                continue
            term = read(answer[len(kind):])
            own = [evaluate(term, {"%n": n, "%m": m}) for n, m in SIZES]
            is_right = own == numbers if kind == "exactly " else all(a >= b for a, b in zip(own, numbers))
            totals["exact" if kind == "exactly " else "upper"] += 1
            totals["tight"] += kind == "at most " and own == numbers
            if not is_right:
                totals["wrong"] += 1
                print(f"wrong: {answer}: {own}, not {numbers}\n{nest.program()}")
    print(json.dumps(totals))
    for tool, all_times in times.items():
        print(f"{tool}: median {1000 * statistics.median(all_times):.1f} ms for two questions"
              + (f" at {len(SIZES)} sizes" if tool == "isl" else ", with the start of the process"))
    return 1 if totals["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
