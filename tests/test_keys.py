"""Keys of moments: what can be told apart is told apart, and nothing else."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from cards import card, pack
from cases import mostly_slow
from plays import CASTLE, NAMES, moves, play, table
from tilewright.play.match import Match

PRINTED = ("strength", "change", "beauty", "elegance", "wind", "faith")


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_slow(range(6), quick=1))
def test_equal_keys_go_on_alike(seed: int) -> None:
    """In random games with two Spirits, moments with one key have the same moves."""
    layout = next(known for known in pack().layouts() if known.id == "base-2")
    rng, known = Random(seed), dict[object, list[str]]()
    cards = [pack().card(id) for id in rng.sample(PRINTED, 2)]
    match = Match(pack().game, NAMES[:2], cards, {"castle": layout}, seed)
    for _ in range(60):
        found = list(match.moves)
        for move in [*[m for m in found if m.kind == "use"], *rng.sample(found, min(4, len(found)))]:
            match.play(move)
            assert known.setdefault(match.state.key, moves(match)) == moves(match)
            match.undo()
        match.play(rng.choice(found))
        if match.over:
            break
    assert len(known) > 60


def test_what_was_picked_is_reported() -> None:
    """Which tile is being moved, and how a rule was changed, are part of the moment."""
    match = table("M1 S1 | . .", castle=CASTLE, spirits=["strength"], counters=[{"reserve": 2}])
    play(match, "use strength", "shrine")
    keys = set()
    for move in list(match.moves):
        match.play(move)
        keys.add(match.state.key)
        match.undo()
    assert len(keys) == 2
    two = card(
        "spirit probe\n  ability\n    choose one\n      option five\n        now the worth of a group is 5\n"
        "      option nine\n        now the worth of a group is 9\n"
    )
    found = [
        play(table("M1 S1 | . .", castle=CASTLE, spirits=[two], counters=[{"reserve": 2}]), "use probe", "shrine", way)
        for way in ("five", "nine")
    ]
    assert found[0] != found[1] and found[0].digest != found[1].digest


@pytest.mark.slow
def test_the_digest_is_the_same_in_every_run() -> None:
    """It depends on the game alone, not on the process."""
    program = (
        "import tilewright; pack = tilewright.load_pack('dragon-castle')\n"
        "base = next(known for known in pack.layouts() if known.id == 'base-2')\n"
        "match = tilewright.Match(pack.game, ['Ada', 'Bo'], [pack.card('faith')], {'castle': base}, 5)\n"
        "match.play(match.moves[0]); print(match.digest)"
    )
    runs = [
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True) for _ in range(2)
    ]
    assert len({run.stdout for run in runs}) == 1 and len(runs[0].stdout.strip()) == 32
