"""Sentences about what abilities do, in three languages: what was understood is, nothing is accused and nothing missed."""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from cards import pack
from command_line import ROOT
from phrasebooks import book

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
from acts import LIST, Said, cards, halves, result, sentences

GOLDEN = ROOT / "tests" / "golden" / "texts" / "understood-acts.txt"
LOTS = 16
"""The sentences are dealt into so many lots; one of them is read in the quick tests."""


@cache
def deeds() -> list[dict[str, Any]]:
    """The deeds of the list."""
    found: list[dict[str, Any]] = yaml.safe_load(LIST.read_text("utf-8"))
    return found


@cache
def said() -> tuple[Said, ...]:
    """The sentences about them."""
    return tuple(sentences(deeds()))


@pytest.mark.parametrize("lot", [0, *(pytest.param(lot, marks=pytest.mark.slow) for lot in range(1, LOTS))])
def test_what_was_understood_is_understood(lot: int) -> None:
    """Every sentence of the golden file is judged rightly, and no other wrongly; ``UPDATE_GOLDEN=1`` adds new ones."""
    known = GOLDEN.read_text("utf-8").splitlines() if GOLDEN.exists() else []
    meant, here = cards(deeds(), pack()), said()[lot::LOTS]
    found = {one: result(book(), one, meant[one.deed])[0] for one in here}
    assert [one.text for one, verdict in found.items() if verdict in ("accused", "missed")] == []
    right = {one.text for one, verdict in found.items() if verdict == "right"}
    assert {one.text for one in here}.intersection(known) <= right
    if os.environ.get("UPDATE_GOLDEN"):
        all_known = dict.fromkeys(one.text for one in said() if one.text in right.union(known))
        GOLDEN.write_text("".join(f"{text}\n" for text in all_known), "utf-8")


def test_the_golden_file_is_of_the_list() -> None:
    """It has sentences of the list only, and the deeds are dealt into two halves."""
    assert set(GOLDEN.read_text("utf-8").splitlines()) <= {one.text for one in said()}
    assert [len(half) for half in halves(deeds())] == [len(deeds()) // 2] * 2
