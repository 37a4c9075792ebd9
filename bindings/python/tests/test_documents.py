"""The Python in the documentation runs."""

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
