"""Surveys of many programs on many processes or machines, with the results in one Parquet file.

    python -m calipers.corpus PROGRAMS... --out ranges.parquet --workers 8
    python -m calipers.corpus PROGRAMS... --out ranges.parquet --dask tcp://scheduler:8786

A program is a file `*.mlir`, `*.mlirbc` or `*.onnx`; a folder stands for those in it, however deep. Parts of a text that
`// -----` separates are programs of their own. The result has a row for each integer and each dynamic size:

    file, part    the file, and which of its parts, from 1
    value         the name of the value, with the number of the dimension
    lower, upper  the ends of its range, both included; null if there is none, or it has more than 38 digits
    modulus, residue    value % modulus == residue
    seconds       the time of the whole part
    error         why a part could not be read; the other columns are null then

Rows are in the order of the files' names, whatever ran first. What is done is kept in `OUT.partial` until the end: a run
that was stopped goes on from there when it is started again. A file whose worker ended is tried again, alone, so that it
takes no other file with it. Needs `pyarrow`, and `distributed` for Dask.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import json
import multiprocessing
import os
import re
import sys
import threading
import time
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import closing
from importlib import import_module
from typing import IO, Any, Callable, Iterable, Iterator, Optional, Sequence, Union

from ._calipers import Analysis, Module, Rules, __version__

Path = Union[str, "os.PathLike[str]"]
Row = dict[str, Any]

SUFFIXES = (".mlir", ".mlirbc", ".onnx")
WINDOW = 256
"""How many files are given to an executor at once."""
ROWS = 50_000
"""How many rows are written to the Parquet file at once."""
DIGITS = 38
"""What a decimal of Parquet holds."""


def programs(paths: Iterable[Path]) -> list[str]:
    """The files of programs: the given ones, and those in the given folders; in the order of their names."""
    found: set[str] = set()
    for given in paths:
        path = os.fspath(given)
        if os.path.isdir(path):
            for folder, _, names in os.walk(path):
                found.update(os.path.join(folder, name) for name in names if name.endswith(SUFFIXES))
        else:
            found.add(path)
    return sorted(found)


def survey(file: str, rules: Sequence[tuple[str, str]] = ()) -> list[Row]:
    """The rows of a file, with additional rules as pairs of a name and a text. Raises `OSError` if it can't be read."""
    with open(file, "rb") as opened:
        data = opened.read()
    parts = [data] if data.startswith(b"ML\xefR") or file.endswith(".onnx") else re.split(rb"(?m)^// -----.*$", data)
    rows = []
    for part, text in enumerate(parts, 1):
        start = time.perf_counter()
        found, error = [], None
        try:
            known = _rules(tuple(rules), threading.get_ident())
            found = Analysis(Module.from_bytes(text, file, rules=known), known).rows()
        except ValueError as failed:
            error = str(failed)
        seconds = time.perf_counter() - start
        same = {"file": file, "part": part, "seconds": seconds}
        if error is not None:
            rows.append({**same, "error": error})
        for name, lower, upper, modulus, residue in found:
            rows.append(
                {**same, "value": name, "lower": lower, "upper": upper, "modulus": modulus, "residue": residue}
            )
    return rows


@functools.lru_cache(maxsize=64)
def _rules(texts: tuple[tuple[str, str], ...], _thread: int) -> Rules:
    rules = Rules()
    for name, text in texts:
        rules.load(text, name)
    return rules


def _line(survey: Callable[..., list[Row]], file: str, rules: Sequence[tuple[str, str]]) -> str:
    """The line of a file in the journal. Workers write it, so that the process that collects them has little to do."""
    return _encoded(file, survey(file, rules))


def _encoded(file: str, rows: list[Row]) -> str:
    return json.dumps({"file": file, "rows": rows})


class _Journal:
    """The files that are done, one in a line; the last line may have been cut off."""

    def __init__(self, path: str, key: str) -> None:
        self.path = path
        self.places: dict[str, int] = {}
        """Where the line of each file begins."""
        self.file: IO[bytes] = open(path, "a+b")
        self.file.seek(0)
        head = self.file.readline()
        if not head.endswith(b"\n"):
            self.file.truncate(0)
            self.file.write(key.encode() + b"\n")
            return
        if head.decode(errors="replace").strip() != key:
            self.file.close()
            raise ValueError(
                f"{path} is of a run with other rules or another version; remove it, or choose another --out"
            )
        place = self.file.tell()
        for line in self.file:
            if not line.endswith(b"\n"):
                break
            self.places[json.loads(line)["file"]] = place
            place += len(line)
        self.file.truncate(place)

    def add(self, file: str, line: str) -> None:
        self.file.seek(0, os.SEEK_END)
        self.places[file] = self.file.tell()
        self.file.write(line.encode() + b"\n")
        self.file.flush()

    def add_error(self, file: str, error: str) -> None:
        self.add(file, _encoded(file, [{"file": file, "error": error}]))

    def rows(self, files: Iterable[str]) -> Iterator[Row]:
        for file in files:
            self.file.seek(self.places[file])
            yield from json.loads(self.file.readline())["rows"]

    def close(self) -> None:
        self.file.close()


def run(
    paths: Iterable[Path],
    out: Path,
    executor: Callable[[], Executor],
    rules: Sequence[Path] = (),
    retries: int = 2,
) -> tuple[int, list[str]]:
    """Surveys programs and writes the rows to a Parquet file. Returns the number of rows, and the files with errors.

    `executor` makes an executor of `concurrent.futures`, and is called again if its processes ended: `local(2)`,
    `dask("tcp://scheduler:8786")`, or another one, like that of mpi4py.
    """
    out, files, texts = os.fspath(out), programs(paths), []
    for path in rules:
        with open(path, encoding="utf-8") as opened:
            texts.append((os.fspath(path), opened.read()))
    for name, text in texts:
        Rules().load(text, name)
    key = hashlib.sha256(json.dumps([__version__, texts]).encode()).hexdigest()
    with closing(_Journal(out + ".partial", key)) as journal:
        todo = [file for file in files if file not in journal.places]
        _work(todo, texts, executor, retries, journal)
        count, failed = _write(journal.rows(files), out)
    os.remove(journal.path)
    return count, failed


def _work(
    todo: list[str],
    rules: Sequence[tuple[str, str]],
    executor: Callable[[], Executor],
    retries: int,
    journal: _Journal,
) -> None:
    todo = todo[::-1]
    # Files that were under way when processes ended: one of them is the reason, so that each runs alone.
    suspects: list[str] = []
    failures: Counter[str] = Counter()
    running: dict[Future[str], str] = {}
    pool: Optional[Executor] = None

    def failed(file: str, reason: str) -> None:
        failures[file] += 1
        if failures[file] > retries:
            journal.add_error(file, reason)
        else:
            suspects.append(file)

    try:
        while todo or suspects or running:
            pool = pool or executor()
            waiting, room = (suspects, 1) if suspects else (todo, WINDOW)
            is_broken = False
            while waiting and len(running) < room and not is_broken:
                try:
                    running[pool.submit(_line, survey, waiting[-1], rules)] = waiting[-1]
                    waiting.pop()
                except BrokenExecutor:
                    is_broken = True
            is_alone = len(running) == 1
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                file = running.pop(future)
                try:
                    journal.add(file, future.result())
                except BrokenExecutor as error:
                    is_broken = True
                    if is_alone:
                        failed(file, str(error))
                    else:
                        suspects.append(file)
                except OSError as error:
                    journal.add_error(file, str(error.strerror))
                except Exception as error:  # What the workers of a cluster raise is not known here.
                    failed(file, f"{type(error).__name__}: {error}")
            if is_broken:
                suspects.extend(running.values())
                running.clear()
                pool.shutdown(wait=False)
                pool = None
    finally:
        for future in running:
            future.cancel()
        if pool is not None:
            pool.shutdown(wait=False)


def _write(rows: Iterator[Row], out: str) -> tuple[int, list[str]]:
    pyarrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    number = pyarrow.decimal128(DIGITS, 0)
    numbers = ("lower", "upper", "modulus", "residue")
    schema = pyarrow.schema(
        [("file", pyarrow.string()), ("part", pyarrow.int32()), ("value", pyarrow.string())]
        + [(name, number) for name in numbers]
        + [("seconds", pyarrow.float64()), ("error", pyarrow.string())]
    )

    def stored(row: Row) -> Row:
        fits = {name: row.get(name) for name in numbers}
        return {**row, **{name: it if it is None or abs(it) < 10**DIGITS else None for name, it in fits.items()}}

    count = 0
    failed: list[str] = []
    with parquet.ParquetWriter(out + ".new", schema) as writer:
        block: list[Row] = []

        def flush() -> None:
            columns = {name: [row.get(name) for row in block] for name in schema.names}
            writer.write_table(pyarrow.table(columns, schema=schema))
            block.clear()

        for row in rows:
            count += 1
            if row.get("error") is not None and row["file"] not in failed[-1:]:
                failed.append(row["file"])
            block.append(stored(row))
            if len(block) == ROWS:
                flush()
        flush()
    os.replace(out + ".new", out)
    return count, failed


def local(workers: Optional[int] = None) -> Callable[[], Executor]:
    """Processes on this machine: as many as it has processors, if not given."""
    # A forked process would share the threads' locks.
    context = multiprocessing.get_context("spawn")
    return lambda: ProcessPoolExecutor(workers, mp_context=context)


class _Dask(Executor):
    def __init__(self, address: str) -> None:
        self.client = import_module("distributed").Client(address)
        self.pool = self.client.get_executor(pure=False)

    def submit(self, *arguments: Any, **more: Any) -> Any:
        return self.pool.submit(*arguments, **more)

    def shutdown(self, *_arguments: Any, **_more: Any) -> None:
        self.client.close()


def dask(address: str) -> Callable[[], Executor]:
    """The workers of a Dask cluster, each of which needs this package and sees the files under the same names."""
    return lambda: _Dask(address)


def main(arguments: Optional[Sequence[str]] = None) -> int:
    parser = argparse.ArgumentParser(
        "python -m calipers.corpus", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("paths", nargs="+", metavar="PROGRAMS")
    parser.add_argument("--out", required=True, help="the Parquet file")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", type=int, help="processes on this machine; as many as processors, if not given")
    where.add_argument("--dask", metavar="ADDRESS", help="the scheduler of a Dask cluster")
    parser.add_argument("--rules", action="append", default=[], metavar="FILE", help="more rules; may be repeated")
    parser.add_argument("--retries", type=int, default=2, help="for a file whose worker ended (default: 2)")
    options = parser.parse_args(arguments)
    start = time.perf_counter()
    try:
        executor = dask(options.dask) if options.dask else local(options.workers)
        count, failed = run(options.paths, options.out, executor, options.rules, options.retries)
    except (ImportError, OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    for file in failed[:10]:
        print(f"failed: {file}", file=sys.stderr)
    print(f"{count} rows, {len(failed)} files with errors, {time.perf_counter() - start:.1f} s", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
