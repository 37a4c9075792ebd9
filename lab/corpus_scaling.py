#!/usr/bin/env python3
"""How a survey of many programs scales with the number of processes.

    pip install target/wheels/calipers-*.whl pyarrow
    lab/corpus_scaling.py [FOLDER...] [--copies 20] [--workers 2] [--runs 3]

Surveys copies of the programs in the folders (default: `tests` and `examples`) by `calipers.corpus`, with one worker and
with several, in turn. Prints the median times, from the first file to the Parquet file, and the efficiency: the time of
one worker, divided by the time of several and their number. The rows must be the same.
"""
import argparse
import pathlib
import shutil
import statistics
import tempfile
import time

from calipers import corpus
from pyarrow import parquet

ROOT = pathlib.Path(__file__).resolve().parent.parent


def timed(folder, out, workers):
    start = time.perf_counter()
    corpus.run([folder], out, corpus.local(workers))
    return time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", default=[ROOT / "tests", ROOT / "examples"], type=pathlib.Path)
    parser.add_argument("--copies", type=int, default=20)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        found = [file for root in options.folders for file in sorted(root.rglob("*.mlir"))]
        for copy in range(options.copies):
            to = folder / "programs" / str(copy)
            to.mkdir(parents=True)
            for number, file in enumerate(found):
                shutil.copy(file, to / f"{number}-{file.name}")
        times = {1: [], options.workers: []}
        for _ in range(options.runs):
            for workers, taken in times.items():
                taken.append(timed(folder / "programs", folder / f"{workers}.parquet", workers))
        tables = [parquet.read_table(folder / f"{workers}.parquet").drop(["seconds"]) for workers in times]
        assert all(table.equals(tables[0]) for table in tables)
    one, several = (statistics.median(taken) for taken in times.values())
    print(f"{options.copies * len(found)} files, {tables[0].num_rows} rows")
    print(f"1 worker: {one:.1f} s, {options.workers} workers: {several:.1f} s")
    print(f"efficiency: {one / several / options.workers:.2f}")


if __name__ == "__main__":
    main()
