"""Surveys of many programs: results, restarts, and workers that end."""

import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

parquet = pytest.importorskip("pyarrow.parquet")

from calipers import corpus  # noqa: E402

LOOP = """
func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %r = arith.remui %n, %c8 : index
  return
}
"""


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    folder = tmp_path / "programs"
    (folder / "more").mkdir(parents=True)
    (folder / "a.mlir").write_text(LOOP)
    (folder / "b.mlir").write_text("func.func @f( {")
    (folder / "more" / "c.mlir").write_text(f"{LOOP}// -----\n{LOOP}")
    (folder / "notes.txt").write_text("no program")
    return folder


def rows(path: Path) -> list:
    found = parquet.read_table(path).to_pylist()
    for row in found:
        row.pop("seconds")
    return found


def test_each_value_has_a_row(programs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    count, failed = corpus.run([programs], out, corpus.local(2))
    found = rows(out)
    assert count == len(found)
    assert [Path(file).name for file in failed] == ["b.mlir"]
    remainders = [row for row in found if row["value"] == "%r"]
    assert [(Path(row["file"]).name, row["part"]) for row in remainders] == [("a.mlir", 1), ("c.mlir", 1), ("c.mlir", 2)]
    assert all((row["lower"], row["upper"], row["modulus"]) == (0, 7, 1) for row in remainders)
    [error] = [row["error"] for row in found if row["error"]]
    assert "b.mlir:1" in error
    assert not Path(f"{out}.partial").exists()


def test_the_order_of_the_work_makes_no_difference(programs: Path, tmp_path: Path) -> None:
    corpus.run([programs], tmp_path / "one.parquet", corpus.local(1))
    corpus.run(reversed(list(programs.rglob("*.mlir"))), tmp_path / "two.parquet", lambda: ThreadPoolExecutor(3))
    assert rows(tmp_path / "one.parquet") == rows(tmp_path / "two.parquet")


class Stopped(Exception):
    pass


class Stops(ThreadPoolExecutor):
    """Accepts some files, then stops the run."""

    def __init__(self, accepted: int) -> None:
        super().__init__(1)
        self.accepted = accepted

    def submit(self, *arguments, **more):  # type: ignore[no-untyped-def,override]
        self.accepted -= 1
        if self.accepted < 0:
            time.sleep(0.5)
            raise Stopped
        return super().submit(*arguments, **more)


def test_a_run_that_was_stopped_goes_on(programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out.parquet"
    monkeypatch.setattr(corpus, "WINDOW", 1)
    with pytest.raises(Stopped):
        corpus.run([programs], out, lambda: Stops(2))
    assert not out.exists()
    # The last line may have been cut off.
    partial = Path(f"{out}.partial")
    with partial.open("a") as journal:
        journal.write('{"file": "c')
    asked = []
    monkeypatch.setattr(corpus, "survey", lambda file, rules: asked.append(file) or [])
    corpus.run([programs], out, lambda: ThreadPoolExecutor(1))
    assert [Path(file).name for file in asked] == ["c.mlir"]


def test_a_journal_of_other_rules_is_refused(programs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    with pytest.raises(Stopped):
        corpus.run([programs], out, lambda: Stops(1))
    rules = tmp_path / "my.rules"
    rules.write_text('(concept my.id :operands (?x) :results (?r) :equalities ((= ?r ?x)))')
    with pytest.raises(ValueError):
        corpus.run([programs], out, lambda: ThreadPoolExecutor(1), rules=[rules])


def killed(file: str, rules: object = ()) -> list:
    """A survey whose worker ends at one of the files."""
    if file.endswith("b.mlir"):
        os._exit(1)
    return [{"file": file, "value": "%x"}]


def test_a_worker_that_ends_takes_no_other_file_with_it(
    programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(corpus, "survey", killed)
    out = tmp_path / "out.parquet"
    count, failed = corpus.run([programs], out, corpus.local(2), retries=1)
    assert [Path(file).name for file in failed] == ["b.mlir"]
    assert count == 3


def test_on_a_dask_cluster(programs: Path, tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    corpus.run([programs], tmp_path / "one.parquet", corpus.local(1))
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        corpus.run([programs], tmp_path / "two.parquet", corpus.dask(cluster.scheduler_address))
    assert rows(tmp_path / "one.parquet") == rows(tmp_path / "two.parquet")


def test_the_command_line(programs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.parquet"
    assert corpus.main([str(programs), "--out", str(out), "--workers", "1"]) == 1
    assert "1 files with errors" in capsys.readouterr().err
    assert corpus.main([str(programs / "a.mlir"), "--out", str(out), "--workers", "1"]) == 0
    assert corpus.main([str(programs), "--out", str(tmp_path / "none" / "out.parquet")]) == 2
