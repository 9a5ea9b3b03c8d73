"""What is understood of a text that is not understood as a whole."""

from __future__ import annotations

import pytest

from realms import cards
from test_texts_signs import language
from tilewright.meaning.scoring import points
from tilewright.texts.partial import partial
from tilewright.texts.verdict import Agreement, Partial, judge_card

AGREE = (Agreement.AGREES, Agreement.ONE_READING)


def found(name: str, text: str, id: str) -> Partial:
    """What is understood of a text of a card."""
    known = partial(language(name), text, cards()[id])
    assert known is not None
    return known


TEXTS = [
    ("en", "1 point for each shrine that looks up to a taller stack.", "that looks up to a taller stack"),
    ("en", "1 point for each shrin next to a taller stack.", "shrin"),
    ("fr", "1 point par sanctuaire dominé quelque part.", "dominé quelque part"),
    ("it", "1 punto per ogni santuario più alto adiacente pila.", "più alto adiacente pila"),
]


@pytest.mark.parametrize(("name", "text", "obstacle"), TEXTS)
def test_the_obstacle_is_a_phrase(name: str, text: str, obstacle: str) -> None:
    """It is the whole phrase that no table has, and not the word behind it."""
    known = found(name, text, "humility")
    assert text[known.span.start : known.span.end] == obstacle
    assert known.rule.startswith("score 1 for each ")
    assert "..." in known.rule


@pytest.mark.parametrize(("name", "text", "obstacle"), TEXTS)
def test_with_what_is_needed_the_text_is_the_rule(name: str, text: str, obstacle: str) -> None:
    """Each phrase that is proposed makes the text one that is understood and agrees."""
    known = found(name, text, "humility")
    assert known.needed
    for phrase in known.needed:
        whole = text[: known.span.start] + phrase + text[known.span.end :]
        assert judge_card(language(name), whole, cards()["humility"]).agreement in AGREE, whole


def test_what_cannot_be_the_rule_needs_nothing() -> None:
    """With 2 points for each shrine no phrase makes it a rule that gives 1."""
    assert found("en", "2 points for each shrine in the shadow of a tower.", "humility").needed == ()


def test_what_is_no_rule_whatever_the_hole_means_is_shown_on_a_board() -> None:
    """At most 1 point for each dragon is less than what the card gives on the board, and not more is claimed."""
    known = found("en", "1 point for each dragon in the shadow of a tower.", "humility")
    bad = known.contradiction
    assert bad is not None and bad.table is not None and bad.scores is not None
    rule = cards()["humility"].rule
    assert rule is not None
    most, scored = bad.scores
    assert points(bad.table, {"rule": rule}, first=1)[0]["rule"] == scored > most == 0 or scored > most
    assert found("en", "1 point for each shrine in the shadow of a tower.", "humility").contradiction is None


@pytest.mark.parametrize(
    "text",
    [
        "1 point for each shrine not in the shadow of a tower.",
        "10 points if there is a dragon in the shadow of a tower.",
        "1 point for each shrine in the shadow of a tower. 2 points for each dragon.",
    ],
)
def test_nothing_is_contradicted_where_the_hole_may_turn_it(text: str) -> None:
    """Where the hole does not simply choose among things nothing is claimed."""
    known = partial(language("en"), text, cards()["bravery"])
    assert known is None or known.contradiction is None


def test_a_sentence_is_the_obstacle_when_it_says_nothing_that_is_known() -> None:
    """Of two sentences the one that is understood is shown."""
    known = found(
        "en", "1 point for each shrine in a corner. Weather permitting everybody rejoices greatly.", "boldness"
    )
    assert "score 1 for each shrine where (it is in a corner)" in known.rule.replace(
        "where it is in a corner", "where (it is in a corner)"
    )


def test_what_makes_no_sense_is_not_understood_in_part() -> None:
    """A text of which nothing is known has no hole but is one."""
    assert partial(language("en"), "Lorem ipsum dolor sit amet.", cards()["humility"]) is None
