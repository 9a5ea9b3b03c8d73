"""Sentences of cards that are in no pack, by writers who did not know the tables: how many are understood, none wrongly."""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path

import pytest

from command_line import ROOT
from phrasebooks import book
from realms import pack
from tilewright.texts.reading import ABILITY, TEXT, NotUnderstood, readings

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
from judge_texts import Comparisons, Sentence, judged, outcome, sentences

SHEETS = (
    "english",
    "romance",
    "mixed",
    "later",
    "fresh",
    "held",
    "idioms",
    "last",
    "next",
    "autumn",
    "winter",
    "spring",
    "summer",
    "harvest",
    "frost",
    "thaw",
    "isle",
    "rime",
)
GOLDEN = ROOT / "tests" / "golden" / "texts"


@cache
def of_sheet(name: str) -> list[Sentence]:
    """The sentences of a sheet."""
    return list(sentences(ROOT / "tests" / "texts" / name / "sheet.yaml", pack()))


def understood(sentence: Sentence) -> bool:
    """Whether a sentence has a reading."""
    language = book().language(sentence.language)
    assert language is not None
    start = TEXT if sentence.card.rule is not None else ABILITY
    return not isinstance(readings(language, sentence.text, start), NotUnderstood)


@pytest.mark.slow
@pytest.mark.parametrize("name", SHEETS)
def test_what_was_understood_is_understood(name: str) -> None:
    """Recall never falls: every sentence that is in the golden file has a reading; ``UPDATE_GOLDEN=1`` adds new ones."""
    found = [f"{of.language}|{of.card.id}|{of.text}" for of in of_sheet(name) if understood(of)]
    path = GOLDEN / f"understood-{name}.txt"
    known = path.read_text("utf-8").splitlines() if path.exists() else []
    assert set(known) <= set(found)
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text("".join(f"{line}\n" for line in found), "utf-8")
    assert known


@pytest.mark.slow
@pytest.mark.parametrize("name", SHEETS)
def test_no_sentence_is_accused_or_missed(name: str) -> None:
    """A sentence that means its card never differs from it, and one that does not never agrees."""
    way = Comparisons()
    wrong = [
        (of.card.id, of.language, of.text)
        for of in of_sheet(name)
        if understood(of) and outcome(of.kind, judged(of, book(), way)[0].agreement) in ("accused", "missed")
    ]
    assert wrong == []


def test_the_judge_counts_what_is_wrong() -> None:
    """A right sentence that is said to differ is accused, a wrong one that is said to agree is missed."""
    [right, *_] = (of for of in of_sheet("english") if of.card.id == "bare-roofs" and of.kind == "same")
    verdict, _ = judged(right, book(), Comparisons())
    assert outcome("same", verdict.agreement) == "right" and outcome("differ", verdict.agreement) == "missed"
    other = next(of for of in of_sheet("english") if of.card.id == "dragon-tax")
    verdict, _ = judged(Sentence(right.card, "en", "same", other.text), book(), Comparisons())
    assert outcome("same", verdict.agreement) == "accused" and outcome("differ", verdict.agreement) == "right"
