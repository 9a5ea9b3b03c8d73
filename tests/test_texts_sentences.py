"""Sentences in a language, each with the rule that it means and one that it does not mean (`tests/texts/sentences`)."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from cards import pack
from phrasebooks import language
from tilewright.check.fragments import read_ability, read_fragment
from tilewright.table.card import Card
from tilewright.texts.verdict import Agreement, judge_card, proving

FOLDER = Path(__file__).parent / "texts" / "sentences"
SENTENCES = [
    pytest.param(file.stem, one["text"], one["is"], one["not"], id=f"{file.stem}: {one['text']}")
    for file in sorted(FOLDER.glob("*.yaml"))
    for one in yaml.safe_load(file.read_text("utf-8"))
]


def agrees(code: str, text: str, rule: str) -> bool:
    """Whether a text can mean a rule, or the statements of an ability."""
    card = (read_ability if rule.startswith("ability") else read_fragment)(rule, pack().game)
    assert isinstance(card, Card), card
    verdict = judge_card(language(code), text, card, proving(20))
    return verdict.agreement in (Agreement.AGREES, Agreement.ONE_READING)


@pytest.mark.parametrize(("code", "text", "right", "wrong"), SENTENCES)
def test_a_sentence_means_its_rule_and_not_another(code: str, text: str, right: str, wrong: str) -> None:
    assert agrees(code, text, right)
    assert not agrees(code, text, wrong)
