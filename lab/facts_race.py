#!/usr/bin/env python3
"""Races arithmetic facts against TVM's analyzer, each fact by itself, in one run.

usage: facts_race.py EXAMPLE FILE.jsonl... [--runs N]

EXAMPLE is `target/release/examples/facts` (`cargo build --release --example facts`). A fact is a line of JSON: `vars`
with the ends of each variable, `assume`, and by its `kind` what is asked: `equal` (`lhs`, `rhs`), `prove` (`cond`),
`interval` or `modular` (`lhs`), all in prefix notation. Counted is from the new analyzer, or session, to the answer; the
terms are built before. The least of several runs. Needs apache-tvm.
"""
import argparse
import contextlib
import functools
import json
import re
import statistics
import subprocess
import time

from tvm import tirx
from tvm.sym import Analyzer, ConstIntBound

FUNCTIONS = {"floordiv": tirx.floordiv, "floormod": tirx.floormod, "truncdiv": tirx.truncdiv, "truncmod": tirx.truncmod,
             "min": tirx.min, "max": tirx.max, "and": tirx.all, "or": tirx.any, "<": tirx.LT, "<=": tirx.LE,
             ">": tirx.GT, ">=": tirx.GE, "==": tirx.EQ, "!=": tirx.NE, "select": tirx.Select, "not": tirx.Not,
             "+": lambda a, b: a + b, "*": lambda a, b: a * b}


def read(text):
    """A term in prefix notation as nested lists."""
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


def peer(fact):
    """How long TVM takes for a fact, in microseconds, and whether it proves it, where that is asked."""
    variables = {name: tirx.Var(name, "int64") for name in fact["vars"]}
    term = {key: build(read(fact[key]), variables) for key in ("lhs", "rhs", "cond") if fact.get(key)}
    assumed = [build(read(text), variables) for text in fact["assume"]]
    start = time.perf_counter()
    analyzer = Analyzer()
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
        elif fact["kind"] == "prove":
            proved = analyzer.can_prove(term["cond"])
        elif fact["kind"] == "interval":
            analyzer.const_int_bound(term["lhs"])
        else:
            analyzer.modular_set(term["lhs"])
    return (time.perf_counter() - start) * 1e6, bool(proved)


def script(fact):
    """The same as a line of a script."""
    def end(key, number):
        return "" if number is None else f" :{key} {number}"
    lines = [f"(var {name}{end('min', low)}{end('max', high)})" for name, (low, high) in fact["vars"].items()]
    lines += [f"(assume {text})" for text in fact["assume"]]
    lines.append({"equal": f"(prove (== {fact.get('lhs')} {fact.get('rhs')}))", "prove": f"(prove {fact.get('cond')})"}
                 .get(fact["kind"], f"(range {fact.get('lhs')})"))
    return " ".join(lines)


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
    theirs = []
    for fact in facts:
        try:
            theirs.append(min(peer(fact) for _ in range(options.runs)))
        except Exception:  # whatever TVM does not take
            theirs.append(None)
    asked = [(a, b) for a, b in zip(ours, theirs) if b is not None]
    print(f"{len(facts)} facts, {len(asked)} of which TVM takes; microseconds")
    for name, told in (("calipers", [a for a, _ in asked]), ("TVM", [b for _, b in asked])):
        times, proved = [it[0] for it in told], sum(it[1] for it in told)
        slow = statistics.quantiles(times, n=10)[-1]
        print(f"{name:<10} median {statistics.median(times):8.1f}   mean {statistics.mean(times):8.1f}   90 % below {slow:8.1f}   proved {proved}")


if __name__ == "__main__":
    main()
