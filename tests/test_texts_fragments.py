"""Fragments of sentences, each put into plain sentences around its place: what was understood is, and nothing is accused."""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path

import pytest
import yaml

from command_line import ROOT
from phrasebooks import language
from realms import pack
from tilewright.table.card import Card

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
from fragments import LIST, Composed, cards, composed, result
from judge_texts import Comparisons

GOLDEN = ROOT / "tests" / "golden" / "texts" / "understood-fragments.txt"
LOTS, READ = 8, 2
"""The sentences are dealt into so many lots, and so many of these are read here; `tools/fragments.py` reads all."""


@cache
def sentences() -> tuple[Composed, ...]:
    """The sentences that the list makes."""
    return tuple(composed(yaml.safe_load(LIST.read_text("utf-8"))))


@cache
def meant() -> dict[str, Card]:
    """The cards of their rules."""
    return cards([one.rule for one in sentences()], pack())


@pytest.mark.parametrize("lot", range(READ))
def test_what_was_understood_is_understood(lot: int) -> None:
    """Every sentence of the golden file means its rule, and no other sentence is accused; ``UPDATE_GOLDEN=1`` adds new ones."""
    known = GOLDEN.read_text("utf-8").splitlines() if GOLDEN.exists() else []
    way, here = Comparisons(), sentences()[lot::LOTS]
    found = {one.text: result(language("en"), one.text, meant()[one.rule], way)[0] for one in here}
    assert [text for text, verdict in found.items() if verdict == "accused"] == []
    right = {text for text, verdict in found.items() if verdict == "right"}
    assert {one.text for one in here}.intersection(known) <= right
    if os.environ.get("UPDATE_GOLDEN"):
        all_known = right.union(known)
        GOLDEN.write_text("".join(f"{one.text}\n" for one in sentences() if one.text in all_known), "utf-8")


def test_most_of_the_list_is_understood() -> None:
    """The golden file has nine in ten of the sentences that are read, and no others."""
    made = {one.text for lot in range(READ) for one in sentences()[lot::LOTS]}
    known = set(GOLDEN.read_text("utf-8").splitlines())
    assert known <= made and len(known) >= 0.9 * len(made)


def test_each_slot_of_a_fragment_has_frames() -> None:
    """A fragment is put into each of the sentences of its slot, with the rule that they make of the rule of its concept."""
    one = {"concept": "border", "slot": "behind", "noun": "shrine", "rule": "on the border", "fragments": "on the rim"}
    assert [(made.text, made.rule) for made in composed([one])] == [
        ("3 points for each shrine on the rim.", "score 3 for each shrine on the border"),
        ("Each shrine on the rim scores 2 points.", "score 2 for each shrine on the border"),
    ]
