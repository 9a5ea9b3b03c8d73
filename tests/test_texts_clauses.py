"""Texts in several clauses or sentences: what the later ones refer to, what they add, and what they except."""

from __future__ import annotations

import pytest

import tilewright
from tilewright.check.fragments import read_fragment
from tilewright.core import expr as core
from tilewright.solver.proof import Proof
from tilewright.table.card import Card
from tilewright.texts.verdict import Agreement, compare_rules, judge, proving

PACK = tilewright.load_pack("dragon-castle")
BOOK = PACK.phrasebook()
ENGLISH = BOOK.language("en")
assert ENGLISH is not None
AGREEING = (Agreement.AGREES, Agreement.ONE_READING)


def verdict(text: str, rule: str) -> Agreement:
    assert ENGLISH is not None
    card = read_fragment(rule, BOOK.game)
    assert isinstance(card, Card) and card.rule is not None
    return judge(ENGLISH, text, card.rule, proving(20)).agreement


CLAUSES = [
    # ------------------------------------------------ what is added to what each thing scores
    (
        "2 points for each shrine, plus 5 points if at least two of them are in a corner.",
        "score 2 for each shrine\nscore 5 if at least 2 shrines are in a corner",
        "score 2 for each shrine\nscore 5 if any shrine is in a corner",
    ),
    (
        "1 point per shrine. Shrines in a corner or in the center score an extra 2 points.",
        "score 1 for each shrine\nscore 2 for each shrine where it is in a corner or it is in the center",
        "score 2 for each shrine where it is in a corner or it is in the center\nscore 1 for each shrine where not (it is in a corner or it is in the center)",
    ),
    (
        "2 points per shrine, minus 4 points if a quadrant has no shrine.",
        "score 2 for each shrine\nscore -4 if any quadrant has no shrine",
        "for each shrine\n  score -4 if any quadrant has no shrine, otherwise 2",
    ),
    # ------------------------------------------------ two sorts of things, two sorts of lines
    (
        "Each shrine and each face-up tile on a diagonal gives 1 point.",
        "score 1 for each shrine on a diagonal\nscore 1 for each face-up tile on a diagonal",
        "score 1 for each shrine\nscore 2 for each face-up tile on a diagonal",
    ),
    (
        "For each column: 2 shrines, 2 points; 3 shrines or more, 5 points.",
        "score 2 for each column with exactly 2 shrines\nscore 5 for each column with at least 3 shrines",
        "score 2 for each column with at least 2 shrines\nscore 5 for each column with at least 3 shrines",
    ),
    (
        "If a row contains a season, every shrine in it scores 3 points.",
        "score 3 for each shrine in a row with a season",
        "score 3 for each row with a season",
    ),
    # ------------------------------------------------ exceptions, conditions that are denied
    (
        "Winds score 3 each, except those next to a taller stack.",
        "score 3 for each wind where no neighbor is taller",
        "score 3 for each wind where any neighbor is taller",
    ),
    (
        "Do you have 3 dragons or more? Then gain 6 points, unless there is a wind in your realm.",
        "score 6 if there are at least 3 dragons and there is no wind",
        "score 6 if there are at least 3 dragons or there is no wind",
    ),
    (
        "10 points provided that you have no shrines along the border; if you do, you get 2 points instead.",
        "pays on an empty realm\nscore 10 if no shrine is on the border, otherwise 2",
        "pays on an empty realm\nscore 2 if no shrine is on the border, otherwise 10",
    ),
    (
        "If a row has stacks but none of them is face-up, it scores 3 points.",
        "score 3 for each row where it has a stack and every stack in it is face-down",
        "score 3 for each row where it has a stack and it has a face-down stack",
    ),
    # ------------------------------------------------ heights as adjectives, deeds as conditions
    (
        "With at least 8 single-tile stacks, you earn a bonus of 5.",
        "score 5 if there are at least 8 stacks where height = 1",
        "score 5 if there are at least 8 stacks",
    ),
    (
        "2 points for each 3-high shrine.",
        "score 2 for each shrine where height = 3",
        "score 2 for each shrine where height >= 3",
    ),
    (
        "Own a stack of 5 or more tiles to get 5 points.",
        "score 5 if there is a stack where height >= 5",
        "score 5 for each stack where height >= 5",
    ),
    # ------------------------------------------------ what each scores, and more; two qualities; named lines
    (
        "2 points for each quadrant that contains a shrine, plus 1 if there is no dragon in it.",
        "score 2 for each quadrant with a shrine\nscore 1 for each quadrant where (it has a shrine) and (it has no dragon)",
        "score 2 for each quadrant with a shrine\nscore 1 if there is no dragon",
    ),
    (
        "For each shrine, score 2 points if it touches a dragon and 2 points if it touches a season.",
        "score 2 for each shrine beside a dragon\nscore 2 for each shrine beside a season",
        "score 2 for each shrine where it is beside a dragon or it is beside a season",
    ),
    (
        "The top row and the bottom row are each worth 5 points when they hold 3 shrines or more.",
        "score 5 if the top row has at least 3 shrines\nscore 5 if the bottom row has at least 3 shrines",
        "score 5 if the top row has at least 3 shrines and the bottom row has at least 3 shrines",
    ),
    (
        "1 point per shrine, plus a bonus of 6 if none of them touches another.",
        "score 1 for each shrine\nscore 6 if there is a shrine and no shrine is beside a shrine",
        "score 1 for each shrine\nscore 6 if any shrine is beside a shrine",
    ),
    (
        "A tile whose number equals the height of its stack scores 3 points.",
        "score 3 for each tile where number = height",
        "score 3 for each tile where number > height",
    ),
    (
        "Shrines that have only one tile beneath them bring you 3 points each.",
        "score 3 for each shrine where height = 1",
        "score 3 for each shrine where height = 3",
    ),
    (
        "Each stack in the center is worth 1 point, 2 if it has a shrine.",
        "for each stack in the center\n  score 2 if it has a shrine, otherwise 1",
        "score 1 for each stack in the center\nscore 2 for each shrine in the center",
    ),
    (
        "In the center, each stack scores 1 point and each shrine scores 2 more.",
        "score 1 for each stack in the center\nscore 2 for each shrine in the center",
        "score 2 for each stack in the center\nscore 1 for each shrine in the center",
    ),
    (
        "4 points for each shrine that is not adjacent to a single face-up tile.",
        "score 4 for each shrine where no neighbor is face-up",
        "score 4 for each shrine where any neighbor is face-up",
    ),
    (
        "As long as no face-up tile touches it, a shrine scores 4 points.",
        "score 4 for each shrine where no neighbor is face-up",
        "score 4 for each shrine where any neighbor is face-up",
    ),
    (
        "Central stacks score 1 point each. If they are topped by a shrine, they score 3 points instead.",
        "for each stack in the center\n  score 3 if it has a shrine, otherwise 1",
        "score 1 for each stack in the center\nscore 3 for each shrine in the center",
    ),
]


@pytest.mark.parametrize(("text", "right", "wrong"), CLAUSES)
def test_a_text_in_clauses_means_one_rule_and_not_its_near_miss(text: str, right: str, wrong: str) -> None:
    same = compare_rules(BOOK.game, *(_rule(rule) for rule in (right, wrong)), proving(20))
    assert isinstance(same, Proof) and same.verdict == "different", "the near miss is one"
    assert verdict(text, right) in AGREEING
    assert verdict(text, wrong) not in AGREEING


def _rule(text: str) -> core.Expr:
    card = read_fragment(text, BOOK.game)
    assert isinstance(card, Card) and card.rule is not None, card
    return card.rule
