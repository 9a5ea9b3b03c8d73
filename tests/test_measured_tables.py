"""The tables of measured results are files in docs/data, which tools write, outside of the prose that links to them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import ROOT

sys.path.insert(0, str(ROOT / "tools"))
import bounds_table
import tables
from tilewright.pages import documents, read_page

PAGES = ("benchmarks", "bounds")
LINK = re.compile(r"^\[[^\]\n]+\]\(data/([a-z-]+)\.md\)$", re.MULTILINE)
PRINTED = """\
Python 3.11

| card | seconds |
|---|---|
| power | 0.2 |

other | words
| card | ratio |
|---|---|
| power | 2 |
| majesty | 3 |

| nothing | measured |
|---|---|
"""


def prose(page: str) -> str:
    """A page without its tables."""
    return (ROOT / "docs" / f"{page}.md").read_text("utf-8")


def test_the_prose_has_links_instead_of_tables() -> None:
    """Each file is linked to once, and each link has its file."""
    linked = [name for page in PAGES for name in LINK.findall(prose(page))]
    assert sorted(linked) == sorted(path.stem for path in tables.DATA.iterdir())
    assert not any(re.search(r"^\|", prose(page), re.MULTILINE) for page in PAGES)


def test_readers_see_the_tables_in_their_places() -> None:
    """In the studio and on the site a page has its tables, and no link to them."""
    for page in PAGES:
        shown = read_page(ROOT / "docs" / f"{page}.md")
        assert shown == documents()[page]
        assert "](data/" not in shown
        for name in LINK.findall(prose(page)):
            assert (tables.DATA / f"{name}.md").read_text("utf-8").strip() in shown


def test_every_file_is_a_table() -> None:
    """Its rows have as many cells as its head; only the boards are no table."""
    for path in set(tables.DATA.iterdir()) - {bounds_table.BOARDS}:
        head, line, *rows = path.read_text("utf-8").splitlines()
        assert set(line) <= set("|-"), path
        assert rows, path
        assert {row.count("|") for row in (line, *rows)} == {head.count("|")}, path


def test_what_is_measured_is_a_table_of_the_page() -> None:
    """The tools are there, and their tables have files."""
    for names, (tool, *_) in tables.TOOLS.items():
        assert (ROOT / "tools" / tool).is_file()
        assert all((tables.DATA / f"{name}.md").is_file() for name in names)


def test_printed_tables_are_written(tmp_path: Path) -> None:
    """In the order in which a tool prints them; the file of a table that it does not print stays."""
    tool = tmp_path / "tool.py"
    tool.write_text(f"print({PRINTED!r})", "utf-8")
    (tmp_path / "third.md").write_text("as before", "utf-8")
    tables.measure(("first", "second", "third"), (str(tool),), tmp_path)
    assert (tmp_path / "first.md").read_text("utf-8") == "| card | seconds |\n|---|---|\n| power | 0.2 |\n"
    assert (tmp_path / "second.md").read_text("utf-8").splitlines()[2:] == ["| power | 2 |", "| majesty | 3 |"]
    assert (tmp_path / "third.md").read_text("utf-8") == "as before"


def test_a_tool_that_fails_writes_nothing(tmp_path: Path) -> None:
    """What it had printed before is no result."""
    tool = tmp_path / "tool.py"
    tool.write_text(f"print({PRINTED!r})\nraise SystemExit(1)", "utf-8")
    with pytest.raises(subprocess.CalledProcessError):
        tables.measure(("first",), (str(tool),), tmp_path)
    assert not (tmp_path / "first.md").exists()


def test_the_table_of_bounds_keeps_other_cards() -> None:
    """`--only` reads the rows and boards of the others from the files, and loses none."""
    table, boards = bounds_table.TABLE.read_text("utf-8"), bounds_table.BOARDS.read_text("utf-8")
    known = bounds_table._known(table, boards).values()
    assert [row for rows, _ in known for row in rows] == table.splitlines()[2:]
    assert [line for _, lines in known for line in lines] == boards.splitlines()[1:-1]
