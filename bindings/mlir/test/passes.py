#!/usr/bin/env python3
"""Runs the RUN lines of tests under a stock mlir-opt with the plugin.

    passes.py PLUGIN FILE...

`%s` is the file and `%S` its folder; `not` expects a command to fail.
"""

import os
import re
import subprocess
import sys

OPT = os.environ.get("MLIR_OPT", "mlir-opt-22")
CHECK = os.environ.get("FILECHECK", "FileCheck-22")


def command_of(run, plugin, path):
    """The shell command of a RUN line."""
    run = run.replace("%S", os.path.dirname(path)).replace("%s", path)
    run = re.sub(r"(?<![\w/-])FileCheck\b", CHECK, run)
    run = re.sub(r"(?<![\w/.-])mlir-opt\b", f"{OPT} --load-pass-plugin={plugin}", run)
    return re.sub(r"^not ", "! ", run)


def main():
    plugin, files = os.path.abspath(sys.argv[1]), sys.argv[2:]
    failed = 0
    for path in map(os.path.abspath, files):
        with open(path, encoding="utf-8") as file:
            runs = re.findall(r"^// RUN:\s*(.*)$", file.read(), re.MULTILINE)
        if not runs:
            continue
        for run in runs:
            # A failure before FileCheck fails the run, unless the run expects it.
            shell = ["bash", "-c", f"set -o pipefail; {command_of(run, plugin, path)}"]
            if run.startswith("not "):
                producer, _, check = command_of(run, plugin, path).partition("|")
                shell = ["bash", "-c", f"set -o pipefail; ({producer}) | {check or 'cat'}"]
            done = subprocess.run(shell, capture_output=True, text=True, timeout=120)
            if done.returncode != 0:
                failed += 1
                print(f"{path}: fails: {run}\n{done.stdout}{done.stderr}"[:4000])
        print(f"{os.path.basename(path)}: {len(runs)} runs")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
