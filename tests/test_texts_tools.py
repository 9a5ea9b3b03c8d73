"""The tools for printed texts: sentences of changed rules, and rulebooks in several languages."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from realms import cards, pack

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
import compare_rulebooks
import mutant_texts

LANGUAGES = ("en", "fr", "it")
"""Those that the game has words in."""

ENGLISH = """Boldness
How to play
Dragon of Boldness
Score 1 point for each shrine on the
border of your realm.
FAQ:
- Not this.
Dragon of Knowledge
2 points for each different face-up special tile.
Dragon of Bravery
1 point for each stack whose colour is nice.
"""
FRENCH = """<|MARK|>DRAGON DE LA TEMERITE
1 point par sanctuaire dans un coin du royaume.
Foire aux questions : rien
DRAGON DE LA SAGESSE

2 points pour chaque tuile spéciale différente.
"""


@pytest.mark.slow
def test_changed_rules_are_distinguished_from_the_cards_own() -> None:
    """A changed rule written as a sentence means the changed rule, and is told from the rule of the card."""
    book, rng = pack().phrasebook(), random.Random(5)
    for number, (_, card) in enumerate(sorted(cards().items())):
        language = book.language(LANGUAGES[number % len(LANGUAGES)])
        assert language is not None
        assert mutant_texts.outcome(card, language, rng) in ("told apart", "the same rule", "in one reading or open")


@pytest.mark.slow
def test_changed_abilities_are_distinguished_from_the_cards_own() -> None:
    """So is a changed ability: by playing both; one that comes to the same is not accused."""
    book, rng = pack().phrasebook(), random.Random(3)
    acting = [card for card in pack().cards() if card.abilities]
    for number, card in enumerate(acting[::2]):
        language = book.language(LANGUAGES[number % len(LANGUAGES)])
        assert language is not None
        assert mutant_texts.outcome(card, language, rng) in ("told apart", "the same rule", "not changed"), card.id


@pytest.mark.slow
def test_rulebooks_are_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Texts are found under the names of cards, judged, and compared; what is not understood is told."""
    for name, text in (("en", ENGLISH), ("fr", FRENCH)):
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.setattr(sys, "argv", ["compare_rulebooks", f"en={tmp_path / 'en'}", f"fr={tmp_path / 'fr'}"])
    compare_rulebooks.main()
    told = capsys.readouterr().out
    boldness, bravery, knowledge = (
        told.partition(f"\n{name}\n" if name != "boldness" else "boldness\n")[2]
        for name in ("boldness", "bravery", "knowledge")
    )
    assert boldness.startswith("  en: Score 1 point for each shrine on the border of your realm.\n      agrees\n")
    assert "differs on" in boldness.partition("bravery")[0] and "en and fr DIFFER" in boldness.partition("bravery")[0]
    assert "not understood: 'colour'" in bravery.partition("knowledge")[0] and "fr: not found" in bravery
    assert "en and fr come to the same, but one says more than the other" in knowledge
