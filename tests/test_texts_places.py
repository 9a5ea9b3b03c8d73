"""What texts about places, neighbors, lines and groups mean: each agrees with a rule and differs from another one."""

from __future__ import annotations

import pytest

import tilewright
from tilewright.check.fragments import read_fragment
from tilewright.core.expr import Expr
from tilewright.core.same import canonical
from tilewright.table.card import Card
from tilewright.texts.verdict import Agreement, judge, proving

BOOK = tilewright.load_pack("dragon-castle").phrasebook()
RIGHT = (Agreement.AGREES, Agreement.ONE_READING)
BOTH = "score 2 for each shrine where any neighbor is face-up and any neighbor is empty"
EITHER = "score 2 for each shrine where any neighbor is face-up or any neighbor is empty"
ALONE = "score 2 for each shrine where no shrine is in the same row and no shrine is in the same column"
IN_ROW = "score 2 for each shrine where no shrine is in the same row"
SECOND = "score 2 * (second largest height of stacks)"
SIZES = "for each group of shrines\n  score size read as 2: 3, 3: 6, 4 or more: 10"
LESS = "for each group of shrines\n  score size read as 2: 3, 3: 6, 4 or more: 9"


def rule_of(text: str) -> Expr:
    card = read_fragment(text, BOOK.game)
    assert isinstance(card, Card) and card.rule is not None
    return card.rule


def verdict(language: str, text: str, rule: str) -> Agreement:
    known = BOOK.language(language)
    assert known is not None
    return judge(known, text, rule_of(rule), proving(20)).agreement


@pytest.mark.parametrize(
    ("language", "text", "right", "wrong"),
    [
        ("en", "2 points for each tile in your second tallest stack.", SECOND, "score 2 * (largest height of stacks)"),
        ("en", "2 points for each tile in your 2nd tallest stack.", SECOND, "score 2 * (largest height of stacks)"),
        ("en", "2 points for every second shrine.", "score 2 * (count of shrines / 2)", "score 2 for each shrine"),
        ("fr", "2 points par tuile de votre 2e plus haute pile.", SECOND, "score 2 * (largest height of stacks)"),
        ("it", "2 punti per ogni tessera nella tua 2ª pila più alta.", SECOND, "score 2 * (largest height of stacks)"),
        ("en", "2 points for each shrine bordering a face-up tile and also an empty space.", BOTH, EITHER),
        ("en", "2 points for each shrine adjacent to a face-up tile as well as to an empty space.", BOTH, EITHER),
        ("fr", "2 points par sanctuaire voisin d'une tuile face visible et d'une case vide.", BOTH, EITHER),
        (
            "en",
            "2 points for each shrine with a face-up tile on at least one adjacent space.",
            "score 2 for each shrine beside a face-up tile",
            "score 2 for each shrine beside at least 2 face-up tiles",
        ),
        ("en", "Each shrine that shares neither its row nor its column with another shrine scores 2.", ALONE, IN_ROW),
        ("fr", "2 points par sanctuaire qui est le seul de sa rangée et de sa colonne.", ALONE, IN_ROW),
        ("it", "2 punti per ogni sacrario che è l'unico nella sua riga e nella sua colonna.", ALONE, IN_ROW),
        ("en", "3/6/10 points for each group of 2/3/4 or more shrines.", SIZES, LESS),
        ("en", "Groups of 2, 3 and 4+ shrines are worth 3, 6 and 10 points respectively.", SIZES, LESS),
        ("fr", "Chaque groupe de 2, 3 et 4+ sanctuaires rapporte respectivement 3, 6 et 10 points.", SIZES, LESS),
        ("it", "Ogni gruppo di 2/3/4+ sacrari adiacenti vale 3/6/10 punti.", SIZES, LESS),
        (
            "en",
            "2 points for each row containing exactly 3 stacks, and the same for each column.",
            "score 2 for each line with exactly 3 stacks",
            "score 2 for each row with exactly 3 stacks",
        ),
        (
            "en",
            "2 points per wind in the corners, and 2 points per wind in the center.",
            "score 2 for each wind where it is in a corner or in the center",
            "score 2 for each wind where it is in a corner",
        ),
        (
            "en",
            "1 point for each face-up tile that touches no other face-up tile, including diagonally.",
            "score 1 for each face-up tile where no surrounding neighbor is face-up",
            "score 1 for each face-up tile where no diagonal neighbor is face-up",
        ),
    ],
)
def test_a_text_agrees_with_its_rule_and_with_no_other(language: str, text: str, right: str, wrong: str) -> None:
    assert verdict(language, text, right) in RIGHT
    assert verdict(language, text, wrong) not in RIGHT


def test_a_row_of_one_and_two_lists_of_different_lengths_are_no_tables() -> None:
    for text in (
        "Groups of 2 and 3 shrines are worth 3, 6 and 10 points.",
        "Groups of 2, 3 and 4+ shrines are worth 10 points.",
    ):
        assert verdict("en", text, SIZES) is Agreement.NOT_UNDERSTOOD


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "for each shrine\n  score 2 if it is on the border",
            "score 2 for each shrine where it is on the border",
        ),
        (
            "score 1 for each stack where it is on the border and it has a shrine",
            "score 1 for each stack where it has a shrine and it is on the border",
        ),
        (
            "score 1 for each stack where it is in a corner or height > 2",
            "score 1 for each stack where height > 2 or it is in a corner",
        ),
    ],
)
def test_rules_are_the_same_in_any_order_and_with_if_or_where(one: str, other: str) -> None:
    assert canonical(rule_of(one)) == canonical(rule_of(other))
