#!/usr/bin/env python3
"""Builds from scratch what users build, and prints the CPU seconds, the crates, and the size without symbols.

    lab/build_figures.py                 everything
    lab/build_figures.py core mlir       some of: core, mlir, binary, edit
    lab/build_figures.py binary --timings    also writes cargo's report of the time of each crate

*core* is an embedder with an IR of its own (`examples/bounds_checks`), without the MLIR reader; *mlir* is one that reads
MLIR (`examples/embed.rs`); *binary* is the command line; *edit* is the binary again after one file of the engine has
changed, in the profile for development.

CPU seconds are user and system time of all processes. They grow if other work competes for the caches of the machine.
"""
import argparse
import os
import pathlib
import resource
import shutil
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
CPU_SECONDS = {"core": 60, "mlir": 100, "binary": 150}
MEGABYTES = {"core": 3, "mlir": 5, "binary": 9}
EDITED = ROOT / "crates/engine/src/solve/decide.rs"


def embedder(folder, features, sources):
    """Writes a package outside of the workspace that depends on this one."""
    (folder / "src").mkdir(parents=True)
    for source in sources:
        name = "main.rs" if len(sources) == 1 else source.name
        shutil.copy(source, folder / "src" / name)
    (folder / "Cargo.toml").write_text(f"""[package]
name = "embedder"
version = "0.1.0"
edition = "2024"

[dependencies]
calipers = {{ path = "{ROOT}", default-features = false, features = {features} }}

[workspace]
""")
    shutil.copy(ROOT / "Cargo.lock", folder)


def cargo(arguments, folder, target):
    """Runs cargo, and returns the CPU seconds of all its processes and the number of compiled crates."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        ["cargo", *arguments], cwd=folder, text=True, stderr=subprocess.PIPE,
        env={**os.environ, "CARGO_TARGET_DIR": str(target)},
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise SystemExit(done.stderr)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, sum(line.split()[:1] == ["Compiling"] for line in done.stderr.splitlines())


def megabytes(program):
    subprocess.run(["strip", program], check=True)
    return program.stat().st_size / 1e6


def report(what, seconds, crates, size=None):
    text = f"{what:7} {seconds:6.1f} CPU seconds"
    if what in CPU_SECONDS:
        text += f" (aim: {CPU_SECONDS[what]})"
    text += f", {crates} crates"
    if size is not None:
        text += f", {size:.1f} MB (aim: {MEGABYTES[what]})"
    print(text, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", default=["core", "mlir", "binary", "edit"])
    parser.add_argument("--timings", action="store_true")
    options = parser.parse_args()
    more = ["--timings"] if options.timings else []
    examples = ROOT / "examples"
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for what in options.what:
            target = folder / f"target-{what}"
            if what in ("core", "mlir"):
                own = [path for path in sorted((examples / "bounds_checks").iterdir())]
                sources = own if what == "core" else [examples / "embed.rs"]
                package = folder / what
                embedder(package, "[]" if what == "core" else '["mlir"]', sources)
                figures = cargo(["build", "--release", "--offline", *more], package, target)
                report(what, *figures, megabytes(target / "release" / "embedder"))
            elif what == "binary":
                arguments = ["build", "--release", "--offline", "-p", "calipers", "--bin", "calipers", *more]
                figures = cargo(arguments, ROOT, target)
                report(what, *figures, megabytes(target / "release" / "calipers"))
            elif what == "edit":
                arguments = ["build", "--profile", "dev-release", "--offline", "-p", "calipers", "--bin", "calipers"]
                cargo(arguments, ROOT, target)
                EDITED.touch()
                report(what, *cargo(arguments, ROOT, target))
            else:
                parser.error(f"unknown: {what}")
            if options.timings:
                for page in target.glob("cargo-timings/cargo-timing.html"):
                    shutil.copy(page, ROOT / "target" / f"timing-{what}.html")
            shutil.rmtree(target)


if __name__ == "__main__":
    main()
