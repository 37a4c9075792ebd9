#!/usr/bin/env python3
"""Where the instructions of a question go: the profile of warm copies of programs, by phase.

    apt install valgrind
    cargo build --release --bin calipers && cargo build --release --example program
    lab/question_profile.py target/release/calipers FILE... [--copies 20] [--families target/release/examples/program]

Runs `test-affine-reify-value-bounds` under callgrind on many copies of each FILE behind `// -----`, and on one copy. The
difference is the cost of a further copy in a process in which rules have been read. It prints, per question, the
instructions of the pass by phase, and the numbers of linear programs, e-classes and allocations. --families adds
programs of the families of `benches/programs.rs`.

A phase is named by the functions with which it begins; the innermost one counts. A function that several phases call
is divided among them by the cost of the calls, as gprof does. Files without questions, or with questions that fail,
are skipped.
"""
import argparse
import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PASS = "-pass-pipeline=builtin.module(func.func(test-affine-reify-value-bounds))"
FAMILIES = ["chain 10", "chainq 10", "min 10", "pads 10", "inserts 10", "loops 3", "ifs 10", "muldiv 5", "tiles 10", "funcs 20"]
# Methods of the engine and of its parts.
ENGINE = r"calipers_engine::solve::(?!claim|explain).*::"
# The functions with which each phase begins. What lies outside of the pass has no phase.
PHASES = {
    "define": ENGINE + r"(class_of_term|define|define_all|intern_unfolded)$",
    "facts": ENGINE + r"(enter|settle_facts|pass_through|compared|add_fact)$",
    "loops": ENGINE + r"(find_invariants|find_of_join|find_together|candidates_of_join)$",
    "ranges": ENGINE + r"(range_of_goal|range_at|form_range_at)$",
    "models": ENGINE + r"(seen_values|runs_at)$",
    "LP": ENGINE + r"(gather|gather_into|solve_rows|is_separable|solve_with_cuts)$",
    "cases": ENGINE + r"solve_cases$",
    "claims": r"(range_by_claim|written_claim|term_claim_at|claim_at|claim::Decide>::\w+)$",
    "reached": ENGINE + r"is_unreachable$",
    "symbolic": r"analysis::search::Search::\w+$|stop_condition::affine_equality$",
    "clashes": r"::clash_diagnostics$",
    "the rest": r"reify_value_bounds::ReifyValueBounds as .*Pass>::run_on_all$",
}
COUNTS = {"LPs": ENGINE + r"solve_rows$", "e-classes": r"hashcons::Graph::insert_new$", "allocations": r"__rust_alloc(_zeroed)?$"}
NAME = re.compile(r"^(c?f[nile])=\((\d+)\)(?: (.*))?$")


class Profile:
    """The call graph of a run: self costs, and calls with their numbers and inclusive costs."""

    def __init__(self, path):
        self.own = collections.Counter()
        self.calls = collections.defaultdict(collections.Counter)
        self.count = collections.Counter()
        names, here, callee, number = {}, None, None, None
        for line in path.read_text(errors="replace").splitlines():
            if found := NAME.match(line):
                kind, key, name = found.groups()
                if kind in ("fn", "cfn"):
                    if name:
                        names[key] = re.sub(r"'\d+$", "", name)
                    if kind == "fn":
                        here = names[key]
                    else:
                        callee = names[key]
            elif line.startswith("calls="):
                number = int(line[6:].split()[0])
            elif here and re.match(r"[+\-*\d]", line):
                cost = int(line.split()[1])
                if number is None:
                    self.own[here] += cost
                    continue
                self.calls[here][callee] += cost
                self.count[callee] += number
                number = None

    def phases(self):
        """Returns the self costs by phase."""
        begins = {}
        for name in set(self.own) | set(self.count):
            begins[name] = next((phase for phase, pattern in PHASES.items() if re.search(pattern, name)), None)
        incoming = collections.defaultdict(list)
        for caller, callees in self.calls.items():
            for callee, cost in callees.items():
                if caller != callee:
                    incoming[callee].append((caller, cost))
        shares = {name: {phase: 1.0} if phase else {} for name, phase in begins.items()}
        # The callers of most functions have their shares after a few rounds; recursion needs some more.
        for _ in range(40):
            for name, phase in begins.items():
                total = sum(cost for _, cost in incoming[name])
                if phase or not total:
                    continue
                share = collections.Counter()
                for caller, cost in incoming[name]:
                    for phase, part in shares[caller].items():
                        share[phase] += part * cost / total
                shares[name] = share
        found = collections.Counter()
        for name, cost in self.own.items():
            for phase, part in shares[name].items():
                found[phase] += part * cost
        return found

    def counts(self):
        found = collections.Counter()
        for title, pattern in COUNTS.items():
            found[title] = sum(number for name, number in self.count.items() if re.search(pattern, name))
        return found


def profile(tool, text, copies, folder):
    """Returns the costs of that many copies of a program: phases and counts."""
    program, out = folder / "copies.mlir", folder / "callgrind.out"
    program.write_text("// -----\n".join([text] * copies))
    command = ["setarch", "-R", "valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", tool, "opt", program,
               "-split-input-file", "-allow-unregistered-dialect", "--threads=1", PASS]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=600)
    if done.returncode:
        # The diagnostics of the tool are between the messages of valgrind, which begin with the number of the process.
        said = [line for line in done.stderr.splitlines() if not line.startswith("==")]
        raise ValueError(said[0] if said else f"exit code {done.returncode}")
    found = Profile(out)
    return found.phases() + found.counts()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tool")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--copies", type=int, default=20)
    parser.add_argument("--families")
    arguments = parser.parse_args()
    programs = [(path.name.removesuffix(".mlir").removesuffix(".q"), path.read_text()) for path in arguments.files]
    for family in FAMILIES if arguments.families else []:
        made = subprocess.run([arguments.families, *family.split()], capture_output=True, text=True, check=True)
        programs.append((family, made.stdout))
    if not programs:
        parser.error("there is no program")
    tool = os.path.abspath(arguments.tool)
    columns = [*PHASES, *COUNTS]
    print("| program | questions | instructions |", " | ".join(columns), "|")
    print("| --- " * (len(columns) + 3) + "|")
    with tempfile.TemporaryDirectory() as folder:
        for name, text in programs:
            asked = len(re.findall(r"test\.(?:reify_bound|compare)\"?\(", text))
            if not asked:
                print(f"{name}: no questions", file=sys.stderr)
                continue
            try:
                many, one = (profile(tool, text, copies, pathlib.Path(folder)) for copies in (arguments.copies + 1, 1))
            except (ValueError, subprocess.TimeoutExpired) as error:
                print(f"{name}: {error}", file=sys.stderr)
                continue
            per = {column: (many[column] - one[column]) / arguments.copies / asked for column in columns}
            total = sum(per[phase] for phase in PHASES)
            cells = [f"{per[phase]:,.0f}" for phase in PHASES] + [f"{per[count]:.1f}" for count in COUNTS]
            print(f"| {name} | {asked} | {total:,.0f} |", " | ".join(cells), "|", flush=True)


if __name__ == "__main__":
    sys.exit(main())
