"""docs/reference.md has every construct of the grammar, each with an example that uses it."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))
from grammar_rules import NODES  # noqa: E402
from reference import MEANINGS, PAGE, PARTS, written  # noqa: E402


def test_no_construct_of_the_grammar_is_missing() -> None:
    """Each rule that makes a node has a line of its own, or is known as a part of those that have one; and no other is listed."""
    listed = {node for section in MEANINGS.values() for node in section}
    assert NODES - listed - PARTS == set()
    assert (listed | PARTS) - NODES == set()
    assert listed & PARTS == set()


def test_the_page_is_the_one_that_the_grammar_gives() -> None:
    """`make grammar` writes it; after a change of the grammar or of the examples, run it again."""
    assert PAGE.read_text("utf-8") == written()
