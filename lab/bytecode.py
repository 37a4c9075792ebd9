#!/usr/bin/env python3
"""Compares the reader and the writer of bytecode with mlir-opt on all programs of a directory.

    lab/bytecode.py DIRECTORY [--calipers PATH] [--mlir-opt PATH] [--versions 0,4,6] [--jobs N]

For each part of each .mlir file that mlir-opt and Calipers both read, `calipers opt` must print the same generic form

- of the bytecode that mlir-opt writes and of the text that mlir-opt prints for it, for each version;
- of the text that mlir-opt prints for the bytecode that `calipers opt --emit-bytecode` writes.
"""

import argparse
import difflib
import pathlib
import re
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

UNREGISTERED = "-allow-unregistered-dialect"
GENERIC = "-mlir-print-op-generic"


def run(command, data=None):
    done = subprocess.run(command, input=data, capture_output=True, timeout=120)
    return done.returncode, done.stdout, done.stderr.decode(errors="replace").strip()


def words(text):
    return sorted(re.findall(rb'[\w.#@%"]+', text))


def first_difference(old, new):
    lines = difflib.unified_diff(old.decode().split("\n"), new.decode().split("\n"), lineterm="", n=0)
    return "\n".join([line[:300] for line in lines][2:6])


class Comparison:
    def __init__(self, options):
        self.options = options
        self.folder = pathlib.Path(tempfile.mkdtemp())

    def ours(self, path, *more):
        return run([self.options.calipers, "opt", path, UNREGISTERED, GENERIC, *more])

    def theirs(self, path, *more):
        return run([self.options.mlir_opt, path, UNREGISTERED, *more])

    def check(self, job):
        """The kind of result with the details of a difference, for each direction and version."""
        number, name, text = job
        base = self.folder / str(number)
        source = base.with_suffix(".mlir")
        source.write_text(text)
        code, generic, _ = self.theirs(source, GENERIC)
        if code != 0:
            return [("mlir-opt does not read the text", "")]
        plain = base.with_suffix(".generic.mlir")
        plain.write_bytes(generic)
        code, expected, error = self.ours(plain)
        if code != 0:
            return [("calipers does not read the text", error[:300])]
        results = []
        for version in self.options.versions:
            results.append(self.read(base, plain, expected, version))
            results.append(self.write(base, plain, expected, version))
        for path in self.folder.glob(f"{number}.*"):
            path.unlink()
        return results

    def read(self, base, plain, expected, version):
        path = base.with_suffix(".mlirbc")
        code, _, error = self.theirs(plain, "--emit-bytecode", f"--emit-bytecode-version={version}", "-o", path)
        if code != 0:
            return (f"version {version}: mlir-opt does not write it", error[:300])
        if int(version) < 5:
            # mlir-opt writes no properties then, except those that are attributes.
            code, text, error = self.theirs(path, GENERIC)
            if code != 0:
                return (f"version {version}: mlir-opt does not read its own file", error[:300])
            again = base.with_suffix(".again.mlir")
            again.write_bytes(text)
            expected = self.ours(again)[1]
        code, found, error = self.ours(path)
        if code != 0:
            return (f"version {version}: not read", error[:300])
        if found != expected:
            return (f"version {version}: read differently", first_difference(expected, found))
        return (f"version {version}: read", "")

    def write(self, base, plain, expected, version):
        path = base.with_suffix(".ours.mlirbc")
        flags = ["--emit-bytecode", f"--emit-bytecode-version={version}", "-o", path]
        code, _, error = self.ours(plain, *flags)
        if code != 0 and "cannot hold the property" in error:
            return (f"version {version}: cannot hold it", "")
        if code != 0:
            return (f"version {version}: not written", error[:300])
        code, text, error = self.theirs(path, GENERIC)
        if code != 0:
            return (f"version {version}: mlir-opt does not read what is written", error[:300])
        again = base.with_suffix(".again.mlir")
        again.write_bytes(text)
        code, found, error = self.ours(again)
        if code == 0 and found != expected and words(found) == words(expected):
            # Of an op of a dialect that mlir-opt does not know.
            return (f"version {version}: written, with properties among the attributes", "")
        if code != 0 or found != expected:
            difference = error[:300] or first_difference(expected, found)
            return (f"version {version}: written differently", difference)
        return (f"version {version}: written", "")


def jobs_of(directory):
    for path in sorted(pathlib.Path(directory).rglob("*.mlir")):
        text = path.read_text(errors="replace")
        for number, part in enumerate(re.split(r"^// -----.*$", text, flags=re.M)):
            if part.strip():
                yield f"{path}#{number}", part


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory")
    parser.add_argument("--calipers", default="target/dev-release/calipers")
    parser.add_argument("--mlir-opt", default="mlir-opt-22")
    parser.add_argument("--versions", default="0,4,5,6", type=lambda text: text.split(","))
    parser.add_argument("--jobs", default=2, type=int)
    parser.add_argument("--step", default=1, type=int, help="check every STEP-th part")
    options = parser.parse_args()
    comparison = Comparison(options)
    jobs = [(at, name, text) for at, (name, text) in enumerate(jobs_of(options.directory))][:: options.step]
    counts = Counter()
    with ThreadPoolExecutor(options.jobs) as pool:
        for (_, name, _), results in zip(jobs, pool.map(comparison.check, jobs)):
            for kind, detail in results:
                counts[kind] += 1
                if detail:
                    print(f"{name}: {kind}\n{detail}\n", flush=True)
    for kind, count in sorted(counts.items()):
        print(f"{count:6} {kind}")
    bad = ("not", "differently")
    sys.exit(any(word in kind.split() for kind in counts for word in bad if kind.startswith("version")))


main()
