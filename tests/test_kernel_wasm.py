"""Compiled games do what the reference interpreter does: the same stops, and the same bytes of the state."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from time import sleep

import pytest

import tilewright
from cases import mostly_slow
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
        few = 6 if MANY_TRIALS & set(cards) else 25
        decisions, _ = play_natively(match, seed, most=10_000 if GAMES > 1 else few)
        assert decisions > 0 or not cards, "games without cards may ask nobody"


def test_threads_that_begin_at_once_share_an_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules of two engines cannot be linked: of threads that ask at once, each would have made its own."""

    def slow() -> object:
        sleep(0.02)
        return object()

    monkeypatch.setattr(native, "_new_engine", cache(slow))
    with ThreadPoolExecutor(4) as threads:
        engines = [one.result() for one in [threads.submit(native._engine) for _ in range(4)]]
    assert len(set(map(id, engines))) == 1
