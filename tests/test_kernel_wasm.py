"""Compiled games do what the reference interpreter does: the same stops, and the same bytes of the state."""

from __future__ import annotations

import os

import pytest

import tilewright
from cases import mostly_slow, samples
from kernel_games import MANY_TRIALS, in_play, match_of
from native_lockstep import play_natively
from tilewright.kernel.wasm import native

GAMES = int(os.environ.get("TILEWRIGHT_GAMES", "1"))
PACKS = ["cairns", "herons", "court-the-king", "fist-of-dragonstones", "dragon-castle", "princess-and-dragon"]
CASES = [case for name in PACKS for case in in_play(name)]


@pytest.mark.parametrize(
    ("name", "cards"),
    mostly_slow(CASES, 4),
    ids=lambda one: one if isinstance(one, str) else "+".join(one[:2]) or "none",
)
def test_compiled_games_are_the_same(name: str, cards: list[str]) -> None:
    """Every list of choices and every byte of the state of random games is that of the interpreter."""
    pack = tilewright.load_pack(name)
    for seed in range(GAMES):
        match = match_of(pack, [pack.card(one) for one in cards], seed)
        few = samples(4, 6) if MANY_TRIALS & set(cards) else 25
        decisions, _ = play_natively(match, seed, most=10_000 if GAMES > 1 else few)
        assert decisions > 0 or not cards, "games without cards may ask nobody"


def test_one_thread_at_a_time_asks_for_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules of two engines cannot be linked, and of threads that ask at once each would make its own."""
    monkeypatch.setattr(native, "_new_engine", lambda: native._ENGINE.locked())
    assert native._engine()
    assert not native._ENGINE.locked()
