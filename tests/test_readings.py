"""Where `its` could mean two things, both readings are offered as lines of the language."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from cards import checked, pack
from lint_random import random_position
from tilewright.diagnostics import Diagnostic
from tilewright.meaning.exact import evaluate
from tilewright.table.card import Card

TEXT = (Path(__file__).parent / "bad" / "meaning" / "whose.tw").read_text("utf-8")
WARNED = [problem for problem in checked(TEXT)[1] if problem.code == "TW220"]


def card(line: str, block: str) -> Card:
    """The card of one line, under the line of a block; what is offered is warned of no more."""
    found, problems = checked("dragon probe\n" + block + ("  " if block else "") + f"  {line}\n")
    assert not any(problem.is_error for problem in problems)
    assert isinstance(found[0].value, Card)
    return found[0].value


@pytest.mark.slow
@pytest.mark.parametrize("problem", WARNED, ids=lambda problem: str(problem.span.start))
def test_both_readings_are_offered(problem: Diagnostic) -> None:
    """The first is what the line scores on any realm, the other scores something else; neither is warned of."""
    number = problem.source.position(problem.span.start)[0]
    block = "  for each column\n" if problem.source.line(number).startswith("    ") else ""
    offered = re.fullmatch(r"write '(.*)'; if you mean the \w+, write '(.*)'", problem.help)
    assert offered is not None
    for line in offered.groups():
        assert "TW220" not in [p.code for p in checked(f"dragon probe\n  for each column\n    {line}\n")[1]]
    line = problem.source.line(number).strip()
    read, same, other = (card(text, block).rule for text in (line, *offered.groups()))
    assert read is not None and same is not None and other is not None
    random = Random(1)
    positions = [random_position(random, pack().game) for _ in range(80)]
    scores = [(evaluate(read, one), evaluate(same, one), evaluate(other, one)) for one in positions]
    assert [score[0] for score in scores] == [score[1] for score in scores]
    assert any(score[1] != score[2] for score in scores)


def test_there_are_such_lines() -> None:
    """The golden text has four of them."""
    assert len(WARNED) == 4


JOINED = [
    "height = 2 or height = 3 and it has a shrine",
    "it is on the border and it is face-up or it has a shrine",
    "any neighbor is a shrine and height > 1 and it is face-down or it is in a corner",
]


@pytest.mark.slow
@pytest.mark.parametrize("condition", JOINED)
def test_both_readings_of_and_and_or(condition: str) -> None:
    """With parentheses the first reading says the same, the other does not, and neither is warned of."""
    line = f"score 1 for each stack where {condition}"
    (problem,) = (one for one in checked(f"dragon probe\n  {line}\n")[1] if one.code == "TW222")
    offered = re.fullmatch(r"write '(.*)'; otherwise, '(.*)'", problem.help)
    assert offered is not None
    lines = [line.replace(condition, text) for text in offered.groups()]
    assert not any("TW222" in [p.code for p in checked(f"dragon probe\n  {one}\n")[1]] for one in lines)
    read, same, other = (card(text, "").rule for text in (line, *lines))
    assert read is not None and same is not None and other is not None
    random = Random(2)
    positions = [random_position(random, pack().game) for _ in range(60)]
    assert all(evaluate(read, one) == evaluate(same, one) for one in positions)
    assert any(evaluate(read, one) != evaluate(other, one) for one in positions)
