"""Words that a text defines itself: what they mean in the rest of it, wherever and however they are defined."""

from __future__ import annotations

import pytest

from test_texts_sentences import agrees
from test_texts_signs import rules

LONELY = "score 2 for each shrine where no neighbor has a shrine"
NOT_ALONE = "score 2 for each shrine where no neighbor is a stack"
FULL = "score 2 for each row where it has no empty space; score 7 for each column where it has no empty space"
FULL = FULL.replace("; ", "\n")
ROWS_ONLY = "score 2 for each row where it has no empty space\nscore 7 for each column"
SHELTERED = "score 2 for each shrine where any neighbor is taller"
TOWERS = "let tower be a stack on floor 3 or higher\nscore 2 for each tower"
COMMANDING = (
    "score 2 for each shrine where (there is no stack in the same row where (it is taller))"
    " and (there is no stack in the same column where (it is lower))"
)
BIG = "score 2 for each shrine on floor 3 or higher"


@pytest.mark.parametrize(
    ("language", "text", "right", "wrong"),
    [
        ("en", "Lonely shrines score 2 points each. A shrine is lonely if no neighbor has a shrine.", LONELY, NOT_ALONE),
        ("en", "A shrine is lonely if it has no neighboring shrine. 2 points per lonely shrine.", LONELY, NOT_ALONE),
        ("en", "2 points for each lonely shrine (a shrine is lonely if no neighbor has a shrine).", LONELY, NOT_ALONE),
        ("en", "Each shrine is worth 2 points if it is lonely. We call a shrine lonely when no neighbor has a shrine.", LONELY, NOT_ALONE),
        ("en", "2 points per solitary shrine. A shrine is called solitary if no neighbor has a shrine.", LONELY, NOT_ALONE),
        ("en", "2 points per shrine that is sheltered. A stack counts as sheltered if it has a taller neighbor.", SHELTERED, LONELY),
        ("en", "Each complete row is worth 2 points and each complete column 7. A line is complete when all its spaces hold stacks.", FULL, ROWS_ONLY),
        ("en", "2 points per mighty tower. A stack is mighty if it has a shrine. A tower is a stack of 3 tiles or more.", BIG, TOWERS),
        ("en", "Solitary shrines: 2 points. A shrine is solitary if none of the spaces around it, including diagonals, holds a shrine.", "score 2 for each shrine where no surrounding neighbor has a shrine", LONELY),
        ("en", "A shrine is commanding if its stack is the tallest in its row and the lowest in its column (ties allowed). 2 points per commanding shrine.", COMMANDING, COMMANDING.replace("is taller", "is as tall or taller")),
        ("en", "A shrine is commanding if its stack is the tallest in its row and the lowest in its column. 2 points per commanding shrine.", COMMANDING.replace("is taller", "is as tall or taller").replace("is lower", "is as tall or lower"), COMMANDING),
        ("fr", "Les sanctuaires isolés rapportent 2 points chacun. Un sanctuaire est isolé s'il n'a aucun sanctuaire voisin.", LONELY, NOT_ALONE),
        ("fr", "2 points par sanctuaire isolé (un sanctuaire est dit isolé s'il n'a aucun sanctuaire voisin).", LONELY, NOT_ALONE),
        ("fr", "Un sanctuaire est abrité s'il a une voisine plus haute. Chaque sanctuaire vaut 2 points s'il est abrité.", SHELTERED, LONELY),
        ("fr", "Chaque rangée complète vaut 2 points et chaque colonne complète 7 points. Une ligne est complète quand elle n'a aucune case vide.", FULL, ROWS_ONLY),
        ("it", "I santuari isolati valgono 2 punti ciascuno. Un santuario è isolato se non ha santuari vicini.", LONELY, NOT_ALONE),
        ("it", "2 punti per ogni santuario isolato (un santuario è detto isolato se non ha santuari vicini).", LONELY, NOT_ALONE),
        ("it", "Un santuario si dice riparato se ha una pila vicina più alta. 2 punti per ogni santuario che è riparato.", SHELTERED, LONELY),
        ("it", "Ogni riga completa vale 2 punti e ogni colonna completa 7 punti. Una linea è completa quando non ha spazi vuoti.", FULL, ROWS_ONLY),
    ],
)  # fmt: skip
def test_a_word_means_what_the_text_says(language: str, text: str, right: str, wrong: str) -> None:
    assert agrees(language, text, right)
    assert not agrees(language, text, wrong)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "2 points per lonely dragon. A shrine is lonely if it has no neighboring shrine."),
        ("en", "7 points per complete column. A row is complete when all its spaces hold stacks."),
        ("en", "2 points per lonely shrine. A shrine is lovely if it has no neighboring shrine."),
        ("en", "2 points per lone shrine. A shrine is long if it has no neighboring shrine."),
        ("en", "2 points per shrine. A shrine is ignored if it is on the border."),
        ("fr", "2 points par dragon isolé. Un sanctuaire est isolé s'il n'a aucun sanctuaire voisin."),
        ("it", "2 punti per ogni drago isolato. Un santuario è isolato se non ha santuari vicini."),
    ],
)
def test_a_word_says_nothing_of_what_it_is_not_defined_for(language: str, text: str) -> None:
    """A word of another thing, and another word, have no meaning."""
    assert not rules(language, text)


def test_a_definition_wins_over_what_a_word_means_elsewhere() -> None:
    """A word of the tables is read as the text defines it."""
    assert rules("en", "2 points per isolated shrine. A shrine is isolated if it has a taller neighbor.") == [
        "score 2 for each shrine where there is a neighbor where it is taller"
    ]
