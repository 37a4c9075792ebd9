#!/usr/bin/env python3
"""Races arithmetic facts against TVM's analyzer, each fact by itself, in one run.

    pip install apache-tvm
    cargo build --release --example facts
    lab/facts_race.py target/release/examples/facts FILE.jsonl... [--runs N]

`random_facts.py` makes such files.

A fact is a line of JSON: `vars` with the ends of each variable, `assume`, and a question that depends on its `kind`:
`equal` (`lhs`, `rhs`), `prove` (`cond`), `interval` or `modular` (`lhs`), all in prefix notation. The time covers the
creation of the analyzer, or session, up to the answer; the terms are built before. It is the minimum of several runs.
TVM is measured in three ways: at its default proof strength; at `ProofStrength.SYMBOLIC_BOUND`, its full strength,
which calls Z3 if TVM's own analyzers fail; and at that strength with a Z3 without a budget, which shows what TVM proves
by itself. The script prints the versions.
"""
import argparse
import contextlib
import functools
import json
import pathlib
import re
import statistics
import subprocess
import time

import tvm
from tvm import tirx
from tvm.sym import Analyzer, ConstIntBound
from tvm.sym.analyzer import ProofStrength

FUNCTIONS = {"floordiv": tirx.floordiv, "floormod": tirx.floormod, "truncdiv": tirx.truncdiv, "truncmod": tirx.truncmod,
             "min": tirx.min, "max": tirx.max, "and": tirx.all, "or": tirx.any, "<": tirx.LT, "<=": tirx.LE,
             ">": tirx.GT, ">=": tirx.GE, "==": tirx.EQ, "!=": tirx.NE, "select": tirx.Select, "not": tirx.Not,
             "+": lambda a, b: a + b, "*": lambda a, b: a * b}

# The configurations of TVM: a name, the proof strength, whether Z3 has a budget.
WAYS = [("TVM DEFAULT", ProofStrength.DEFAULT, True), ("TVM SYMBOLIC_BOUND", ProofStrength.SYMBOLIC_BOUND, True),
        ("TVM SYMBOLIC_BOUND, no Z3", ProofStrength.SYMBOLIC_BOUND, False)]


def read(text):
    """Parses a term in prefix notation to nested lists."""
    open_lists = [[]]
    for token in re.findall(r"[()]|[^\s()]+", text):
        if token == "(":
            open_lists.append([])
        elif token == ")":
            done = open_lists.pop()
            open_lists[-1].append(done)
        else:
            open_lists[-1].append(token)
    return open_lists[0][0]


def build(term, variables):
    if isinstance(term, str):
        if term in ("true", "false"):
            return tirx.IntImm("bool", int(term == "true"))
        return variables[term] if term in variables else tirx.IntImm("int64", int(term))
    name, arguments = term[0], [build(it, variables) for it in term[1:]]
    if name == "-":
        return -arguments[0] if len(arguments) == 1 else arguments[0] - arguments[1]
    function = FUNCTIONS[name]
    if name in ("select", "not"):
        return function(*arguments)
    return functools.reduce(function, arguments)


def peer(fact, strength=ProofStrength.SYMBOLIC_BOUND, solver=True):
    """The time of TVM for a fact, in microseconds, and whether TVM proves it if the fact is a proof question."""
    variables = {name: tirx.Var(name, "int64") for name in fact["vars"]}
    term = {key: build(read(fact[key]), variables) for key in ("lhs", "rhs", "cond") if fact.get(key)}
    assumed = [build(read(text), variables) for text in fact["assume"]]
    start = time.perf_counter()
    analyzer = Analyzer()
    if not solver and analyzer.is_z3_enabled:
        analyzer.set_z3_rlimit(1)
    for name, (low, high) in fact["vars"].items():
        if (low, high) != (None, None):
            low = ConstIntBound.NEG_INF if low is None else low
            high = ConstIntBound.POS_INF if high is None else high
            analyzer.update(variables[name], ConstIntBound(low, high), True)
    with contextlib.ExitStack() as scopes:
        for condition in assumed:
            scopes.enter_context(analyzer.constraint_scope(condition))
        proved = None
        if fact["kind"] == "equal":
            proved = analyzer.can_prove_equal(term["lhs"], term["rhs"])
            if not proved and strength != ProofStrength.DEFAULT:  # `can_prove_equal` takes no strength
                proved = analyzer.can_prove(tirx.EQ(term["lhs"], term["rhs"]), strength)
        elif fact["kind"] == "prove":
            proved = analyzer.can_prove(term["cond"], strength)
        elif fact["kind"] == "interval":
            analyzer.const_int_bound(term["lhs"])
        else:
            analyzer.modular_set(term["lhs"])
    return (time.perf_counter() - start) * 1e6, bool(proved)


def script(fact):
    """Converts a fact to a line of a script."""
    def end(key, number):
        return "" if number is None else f" :{key} {number}"
    lines = [f"(var {name}{end('min', low)}{end('max', high)})" for name, (low, high) in fact["vars"].items()]
    lines += [f"(assume {text})" for text in fact["assume"]]
    lines.append({"equal": f"(prove (== {fact.get('lhs')} {fact.get('rhs')}))", "prove": f"(prove {fact.get('cond')})"}
                 .get(fact["kind"], f"(range {fact.get('lhs')})"))
    return " ".join(lines)


def fastest(fact, strength, solver, runs):
    try:
        return min(peer(fact, strength, solver) for _ in range(runs))
    except Exception:  # whatever TVM does not take
        return None


def versions():
    cargo = (pathlib.Path(__file__).parent.parent / "Cargo.toml").read_text()
    ours = re.search(r'^version = "(.*)"', cargo, re.M).group(1)
    z3 = "with Z3" if Analyzer().is_z3_enabled else "built without Z3"
    return f"Calipers {ours}; apache-tvm {tvm.__version__}, {z3}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("example")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    facts = [json.loads(line) for path in options.files for line in open(path) if line.strip()]
    text = "\n".join(map(script, facts))
    told = subprocess.run([options.example], input=text, capture_output=True, text=True, check=True).stdout.splitlines()
    ours = [(float(time), answer == "proved") for time, answer in (line.split("\t", 1) for line in told)]
    rows = [("Calipers", ours)]
    for name, strength, solver in WAYS:
        rows.append((name, [fastest(fact, strength, solver, options.runs) for fact in facts]))
    taken = [all(row[k] is not None for _, row in rows) for k in range(len(facts))]
    conditions = sum(fact["kind"] in ("equal", "prove") for fact, both in zip(facts, taken) if both)
    print(versions())
    print(f"{len(facts)} facts, {sum(taken)} of which TVM takes; {conditions} of those ask for a proof, the others for a range; microseconds")
    for name, row in rows:
        row = [answer for answer, both in zip(row, taken) if both]
        times, proved = [time for time, _ in row], sum(proved for _, proved in row)
        slow = statistics.quantiles(times, n=10)[-1]
        print(f"{name:<26} median {statistics.median(times):8.1f}   mean {statistics.mean(times):8.1f}   90 % below {slow:8.1f}   proved {proved}")


if __name__ == "__main__":
    main()
