"""Fragments of sentences, each put into plain sentences around its place: what was understood is, and nothing is accused."""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path

import pytest

from command_line import ROOT
from phrasebooks import language
from realms import pack
from tilewright.table.card import Card

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
from fragments import Composed, cards, composed, result
from judge_texts import Comparisons

LANGUAGES = ("en", "fr", "it")
LOTS, READ = 8, 2
"""The sentences are dealt into so many lots, and so many of these are read here, the first in the quick tests; `tools/fragments.py` reads all."""


def golden(code: str) -> Path:
    """The sentences of a language that are understood."""
    return ROOT / "tests" / "golden" / "texts" / f"understood-fragments-{code}.txt"


@cache
def sentences(code: str) -> tuple[Composed, ...]:
    """The sentences that the list makes in a language."""
    return tuple(composed(code))


@cache
def meant(code: str) -> dict[str, Card]:
    """The cards of their rules."""
    return cards([one.rule for one in sentences(code)], pack())


@pytest.mark.parametrize("lot", [0, *(pytest.param(lot, marks=pytest.mark.slow) for lot in range(1, READ))])
@pytest.mark.parametrize("code", LANGUAGES)
def test_what_was_understood_is_understood(code: str, lot: int) -> None:
    """Every sentence of the golden file means its rule, and no other sentence is accused; ``UPDATE_GOLDEN=1`` adds new ones."""
    known = golden(code).read_text("utf-8").splitlines() if golden(code).exists() else []
    way, here = Comparisons(), sentences(code)[lot::LOTS]
    found = {one.text: result(language(code), one.text, meant(code)[one.rule], way)[0] for one in here}
    assert [text for text, verdict in found.items() if verdict == "accused"] == []
    right = {text for text, verdict in found.items() if verdict == "right"}
    assert {one.text for one in here}.intersection(known) <= right
    if os.environ.get("UPDATE_GOLDEN"):
        all_known = right.union(known)
        kept = dict.fromkeys(one.text for one in sentences(code) if one.text in all_known)
        golden(code).write_text("".join(f"{text}\n" for text in kept), "utf-8")


@pytest.mark.parametrize("code", LANGUAGES)
def test_most_of_the_list_is_understood(code: str) -> None:
    """The golden file has nine in ten of the sentences that are read, and no others."""
    made = {one.text for lot in range(READ) for one in sentences(code)[lot::LOTS]}
    known = set(golden(code).read_text("utf-8").splitlines())
    assert known <= made and len(known) >= 0.9 * len(made)


def test_each_slot_of_a_fragment_has_frames() -> None:
    """A fragment is put into each of the sentences of its slot, with the rule that they make of the rule of its concept."""
    assert [(made.text, made.rule) for made in sentences("en") if made.fragment == "off the border"] == [
        ("3 points for each shrine off the border.", "score 3 for each shrine not on the border"),
        ("Each shrine off the border scores 2 points.", "score 2 for each shrine not on the border"),
    ]
