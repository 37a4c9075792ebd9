"""The Python in the documentation and in the tutorial runs."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PAGES = [ROOT / "bindings/python/README.md", *(ROOT / "docs").rglob("*.md")]
BLOCKS = [
    (f"{page.relative_to(ROOT)}-{number}", code)
    for page in PAGES
    for number, code in enumerate(re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL))
]


@pytest.mark.parametrize("code", [code for _, code in BLOCKS], ids=[name for name, _ in BLOCKS])
def test_it_runs(code, monkeypatch):
    monkeypatch.chdir(ROOT)
    exec(compile(code, "documentation", "exec"), {})


def test_the_tutorial_runs():
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    pytest.importorskip("sympy")
    pytest.importorskip("jax")
    notebook = nbformat.read(ROOT / "bindings/python/tutorial.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=300).execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    kinds = {kind for output in shown for kind in output.get("data", {})}
    assert {"text/html", "image/svg+xml"} <= kinds
