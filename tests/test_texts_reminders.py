"""Remarks that repeat what the rule says anyway: read where they hold, and not where the rule says otherwise."""

from __future__ import annotations

import pytest

from test_texts_sentences import agrees
from test_texts_signs import rules

SETS = "score 3 for each group of face-up tiles with the same type where size >= 3"
LEVELS = "score 2 for each group of stacks with the same height"
KINDS = "score 2 * (count of different types of tiles in the center)"
CLIMBS = "score 3 for each column where it has at least 2 stacks and its stacks rise from top to bottom"
BESIDE = "score 2 for each dragon where any neighbor is a shrine"
RUNS = "for each run of farmers where size >= 3\n  score size"


@pytest.mark.parametrize(
    ("language", "text", "right"),
    [
        ("en", "3 points for every group of at least 3 adjacent face-up tiles of one type; larger groups do not score extra.", SETS),
        ("en", "2 points per group of adjacent stacks of the same height (a single stack also counts as a group).", LEVELS),
        ("en", "2 points for each different type in the center. Repeated types count once.", KINDS),
        ("en", "2 points for each different type in the center (duplicates do not count).", KINDS),
        ("en", "2 points for each dragon next to a shrine. Score each dragon separately.", BESIDE),
        ("en", "Score 3 points per column in which your stacks get taller and taller from top to bottom (at least two stacks; skip empty spaces).", CLIMBS),
        ("en", "1 point per tile in each run of at least three farmers. Lines are counted at full length.", RUNS),
        ("fr", "2 points par groupe de piles adjacentes de même hauteur ; un groupe plus grand ne rapporte pas plus.", LEVELS),
        ("fr", "2 points par groupe de piles adjacentes de même hauteur (une pile seule est aussi un groupe).", LEVELS),
        ("fr", "2 points pour chaque dragon voisin d'un sanctuaire. Comptez chaque dragon séparément.", BESIDE),
        ("fr", "2 points par type différent au centre (les doublons ne comptent pas).", KINDS),
        ("it", "2 punti per ogni gruppo di pile adiacenti della stessa altezza; un gruppo più grande non vale di più.", LEVELS),
        ("it", "2 punti per ogni gruppo di pile adiacenti della stessa altezza (anche una pila da sola è un gruppo).", LEVELS),
        ("it", "2 punti per ogni drago vicino a un santuario. Conta ogni drago separatamente.", BESIDE),
        ("it", "2 punti per ogni tipo diverso al centro (i doppioni non contano).", KINDS),
    ],
)  # fmt: skip
def test_a_remark_repeats_the_rule(language: str, text: str, right: str) -> None:
    assert agrees(language, text, right)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "1 point for each shrine in each group of shrines; larger groups do not score extra."),
        ("en", "2 points per group of at least two adjacent stacks of the same height (a single stack also counts as a group)."),
        ("en", "2 points for each tile in the center. Repeated types count once."),
        ("en", "1 point per face-up tile next to a dragon of the same type. Repeated types count once."),
        ("en", "2 points for each tile in the center (duplicates do not count)."),
        ("en", "2 points for each dragon next to a shrine. Score each shrine separately."),
        ("en", "2 points per group of shrines (skip empty spaces)."),
        ("en", "2 points per shrine next to a dragon (skip empty spaces)."),
        ("en", "1 point per shrine in a corner. Lines are counted at full length."),
        ("fr", "2 points par groupe d'au moins deux piles adjacentes de même hauteur (une pile seule est aussi un groupe)."),
        ("fr", "2 points par tuile au centre (les doublons ne comptent pas)."),
        ("fr", "2 points pour chaque dragon voisin d'un sanctuaire. Comptez chaque sanctuaire séparément."),
        ("it", "2 punti per ogni gruppo di almeno due pile adiacenti della stessa altezza (anche una pila da sola è un gruppo)."),
        ("it", "2 punti per ogni tessera al centro (i doppioni non contano)."),
        ("it", "2 punti per ogni drago vicino a un santuario. Conta ogni santuario separatamente."),
    ],
)  # fmt: skip
def test_a_remark_does_not_contradict_the_rule(language: str, text: str) -> None:
    """A text with a remark that would change what it says has no meaning."""
    assert not rules(language, text)
