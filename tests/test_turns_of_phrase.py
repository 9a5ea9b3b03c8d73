"""Turns of phrase are compiled when a line has a word that each of them needs."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tilewright.syntax.repair.hints import HINTS, NEVER_DONE, TurnOfPhrase, phrases, turn_of_phrase

KNOWN = [turn for known in HINTS.values() for turn, _ in known.phrases + known.ends + known.blocks + known.wordings]
NEEDING = list({turn.how: turn for turn in KNOWN if turn.word}.values())


@given(st.data())
@settings(max_examples=150, suppress_health_check=list(HealthCheck), deadline=None)
def test_whatever_is_recognized_has_the_word(data: st.DataObject) -> None:
    turn = data.draw(st.sampled_from(NEEDING))
    assert turn.word in data.draw(st.from_regex(turn.how))


def test_what_is_an_option_is_not_needed() -> None:
    needed = {
        "with (?:a )?size": "with ",
        "points?": "point",
        "cells?|fields?": "",
        r"score (?P<at>\(?minus)": "score ",
    }
    needed |= {
        "(?<!is )taller(?= than)": "taller",
        "(?:does|do) not have|has not": "",
        "turns (?P<w>of [^,)]+)": "turns of ",
    }
    assert {how: TurnOfPhrase(how, "", "").word for how in needed} == needed


def test_few_are_compiled_for_a_line() -> None:
    known = phrases({turn.how: "" for turn, _ in NEVER_DONE})
    turn_of_phrase(known, "  score 1 for each stack where its height is 3", 8)
    compiled = [turn for turn, _ in known if "_pattern" in vars(turn)]
    assert 0 < len(compiled) < len(known) / 3
