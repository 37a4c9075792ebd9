#!/usr/bin/env python3
"""Writes the fixtures of crates/bytecode/tests that hold StableHLO in its versioned form, with JAX.

    pip install jax
    JAX_PLATFORMS=cpu python lab/bytecode_jax.py

Each fixture is a portable artifact for a version of StableHLO, with the text of the StableHLO program that JAX reads
from it.
"""

import pathlib

from jax._src.interpreters import mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import chlo, sdy, stablehlo

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "crates/bytecode/tests/fixtures"

# The name, the program, and the versions of StableHLO.
SOURCES = [
    ("ops", FIXTURES / "stablehlo_ops.mlir", ["1.17.0", "1.0.0"]),
    ("branches", ROOT / "tests/jax/branches.mlir", ["1.15.0", "0.14.0", "0.9.0"]),
    ("convolution", ROOT / "tests/jax/convolution.mlir", ["1.15.0"]),
    ("shardings", FIXTURES / "shardings.mlir", ["1.15.0"]),
    ("slicing", ROOT / "tests/jax/slicing.mlir", ["1.15.0"]),
]


def context():
    made = mlir.make_ir_context()
    for dialect in [stablehlo, chlo, sdy]:
        dialect.register_dialect(made)
    return made


def main():
    for name, source, versions in SOURCES:
        for version in versions:
            with context():
                module = ir.Module.parse(source.read_text())
                artifact = stablehlo.serialize_portable_artifact(module, version, allow_other_dialects=True)
            with context() as made:
                again = stablehlo.deserialize_portable_artifact(made, artifact)
                printing = {"print_generic_op_form": True, "enable_debug_info": True, "use_local_scope": True}
                text = again.operation.get_asm(**printing)
            (FIXTURES / f"vhlo_{name}.{version}.mlirbc").write_bytes(artifact)
            (FIXTURES / f"vhlo_{name}.{version}.mlir").write_text(text)


main()
