#!/usr/bin/env python3
"""Runs test files of MLIR with the passes of the plugin in place of MLIR's, under a stock mlir-opt and FileCheck.

    upstream.py PLUGIN FILE...

Each chunk of a file (between `// -----` lines) is run by itself with every RUN line. Prints the chunks that fail, and
those that fail with MLIR's own passes too: these expect what another version of MLIR answers.
"""

import os
import re
import subprocess
import sys
import tempfile

PASSES = {
    "test-affine-reify-value-bounds": "calipers-reify-value-bounds",
    "int-range-optimizations": "calipers-int-range-optimizations",
}
# Passes that tests run after these, and where the first ones must be nested.
OTHERS = {"canonicalize", "cse"}
PLACES = {"test-affine-reify-value-bounds": "func.func(%s)"}
OPT = os.environ.get("MLIR_OPT", "mlir-opt-22")
CHECK = os.environ.get("FILECHECK", "FileCheck-22")


def runs_of(text):
    """The commands of the RUN lines, which may be continued."""
    joined = re.sub(r"\\\n\s*//\s*RUN:", "", text)
    return re.findall(r"^// RUN:\s*(.*)$", joined, re.MULTILINE)


def replaced(command, plugin):
    """The command with the passes of the plugin, which mlir-opt knows in pipelines only."""
    flags = re.findall(r"(?<=\s)--?([\w-]+)(?:=\"([\w-]+)\")?(?=\s)", command)
    passes = [(name, options) for name, options in flags if name in PASSES or name in OTHERS]
    if any(name in PASSES for name, _ in passes):
        for name, _ in passes:
            command = re.sub(rf"(?<=\s)--?{name}(=\"[\w-]+\")?(?=\s)", "", command)
        pipeline = ",".join(PLACES.get(name, "%s") % spelled(name, options) for name, options in passes)
        command = command.replace("mlir-opt", f"mlir-opt --pass-pipeline='builtin.module({pipeline})'", 1)
    for own, other in PASSES.items():
        command = re.sub(rf"(?<![\w-]){own}(?![\w-])", other, command)
    return command.replace("mlir-opt", f"mlir-opt --load-pass-plugin={plugin}", 1)


def spelled(name, options):
    """A pass in a pipeline."""
    return f"{name}{{{options}}}" if options else name


def checked(command, chunk):
    """The command without FileCheck, if the chunk has nothing to check with that prefix."""
    match = re.search(r"\|\s*FileCheck.*$", command)
    prefix = re.search(r"--?check-prefix(?:es)?[= ](\S+)", command)
    names = (prefix.group(1) if prefix else "CHECK").split(",")
    has_checks = any(re.search(rf"\b{name}(-[A-Z]+)?:", chunk) for name in names)
    return command if has_checks or not match else command[: match.start()]


def passes(command, chunk):
    """Whether the command succeeds on a chunk."""
    command = checked(command, chunk)
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(chunk)
        file.flush()
        command = re.sub(r"(?<![\w/-])mlir-opt\b", OPT, command.replace("%s", file.name))
        command = re.sub(r"(?<![\w/-])FileCheck\b", CHECK, command)
        shell = ["bash", "-o", "pipefail", "-c", command]
        done = subprocess.run(shell, capture_output=True, text=True, timeout=120)
    return done.returncode == 0, done.stdout + done.stderr


def main():
    plugin, files = os.path.abspath(sys.argv[1]), sys.argv[2:]
    total, lost = 0, []
    for path in files:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        runs = runs_of(text)
        # A file without split input is a chunk.
        chunks = text.split("// -----") if any("split-input" in run for run in runs) else [text]
        for number, chunk in enumerate(chunks, 1):
            for run in runs:
                total += 1
                done, output = passes(replaced(run, plugin), chunk)
                if done:
                    continue
                by_mlir, _ = passes(run, chunk)
                name = f"{path} chunk {number}"
                print(f"{name}: fails{'' if by_mlir else ', and with MLIR as well'}")
                if by_mlir or "VERBOSE" in os.environ:
                    print(output[:3000])
                lost += [name] if by_mlir else []
    print(f"{total} runs, {len(lost)} fail that pass with MLIR's own passes")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
