"""The faults that tools/mutants.py puts into the engine are still faults of today's code."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "tools"))
from mutants import AREAS, ENGINE, ROOT, mutants_of


@pytest.mark.parametrize("area", AREAS)
def test_each_mutant_changes_one_place(area: str) -> None:
    """Its text is in its file once, what it becomes is read by Python and is another program, and its tests exist."""
    tests, mutants = AREAS[area]
    assert all((ROOT / f"tests/test_{name}.py").is_file() for name in tests)
    for mutant in mutants_of(mutants):
        text = (ROOT / ENGINE / mutant.file).read_text(encoding="utf-8")
        assert text.count(mutant.old) == 1, (mutant.file, mutant.old)
        changed = ast.parse(text.replace(mutant.old, mutant.new))
        assert ast.dump(changed) != ast.dump(ast.parse(text)), (mutant.file, mutant.new)


def test_there_are_many_mutants() -> None:
    assert sum(len(list(mutants_of(mutants))) for _, mutants in AREAS.values()) >= 60
