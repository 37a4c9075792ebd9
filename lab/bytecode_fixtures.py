#!/usr/bin/env python3
"""Writes the bytecode fixtures of crates/bytecode/tests with mlir-opt.

    lab/bytecode_fixtures.py [--mlir-opt PATH]

Each fixture is a .mlirbc file with the text that mlir-opt prints for it, which has the locations of all ops.
"""

import argparse
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "crates/bytecode/tests/fixtures"
OLD = ["0", "1", "2", "3", "4", "5", "6"]
NEW = ["6"]

# The name, the file, the number of the part, and the versions.
SOURCES = [
    ("attributes", "crates/bytecode/tests/fixtures/builtin.mlir", 0, OLD),
    ("functions", "tests/ir/builtin_func_arith.mlir", 0, ["4", "6"]),
    ("affine", "tests/ir/affine.mlir", 0, ["5", "6"]),
    ("scf", "tests/ir/scf.mlir", 0, NEW),
    ("memref", "tests/ir/memref_cf_bufferization.mlir", 0, NEW),
    ("llvm", "tests/ir/llvm.mlir", 3, NEW),
    ("vector", "tests/ir/vector.mlir", 0, NEW),
    ("linalg", "tests/ir/linalg.mlir", 0, NEW),
]


def run(command, data):
    return subprocess.run(command, input=data, capture_output=True, check=True).stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mlir-opt", default="mlir-opt-22")
    tool = [parser.parse_args().mlir_opt, "-allow-unregistered-dialect"]
    for name, source, number, versions in SOURCES:
        text = (ROOT / source).read_text()
        part = re.split(r"^// -----.*$\n?", text, flags=re.M)[number].encode()
        for version in versions:
            bytecode = run([*tool, "--emit-bytecode", f"--emit-bytecode-version={version}"], part)
            printing = ["-mlir-print-op-generic", "-mlir-print-debuginfo", "-mlir-print-local-scope"]
            (FIXTURES / f"{name}.v{version}.mlirbc").write_bytes(bytecode)
            (FIXTURES / f"{name}.v{version}.mlir").write_bytes(run([*tool, *printing], bytecode))


main()
