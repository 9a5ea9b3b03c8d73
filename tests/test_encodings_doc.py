"""The page on encodings speaks of what there is."""

from __future__ import annotations

import re
from pathlib import Path

from tilewright.meaning.domain import Arithmetic

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs" / "encodings.md").read_text(encoding="utf-8")


def test_every_operation_has_its_encoding() -> None:
    """Each operation of the arithmetic stands in the first column of a table."""
    first = " ".join(re.findall(r"^\| ([^|]*) \|", TEXT, re.M))
    operations = {name for name in vars(Arithmetic) if not name.startswith("_")}
    assert operations - set(re.findall(r"`(\w+)`", first)) == set()


def test_modules_are_there() -> None:
    """Each module that the page names is in the package."""
    named = set(re.findall(r"`((?:\w+/)*\w+\.py)`", TEXT))
    assert named
    folder = ROOT / "engine" / "tilewright"
    missing = [name for name in named if not any(folder.rglob(name))]
    assert missing == []
