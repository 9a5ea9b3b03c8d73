"""Games as trees: the protocol on random games, its page, and what it says compared with the match."""

from __future__ import annotations

import doctest
from pathlib import Path
from random import Random

import pytest

import tilewright
from cases import mostly_slow
from kernel_games import match_of
from test_readme import run
from tilewright.play.moves import IllegalMove
from tilewright.tree import CHANCE, TERMINAL, node, root

ROOT = Path(__file__).parents[1]
NAMES = ["examples/pig", "herons", "cairns", "examples/goofspiel", "dragon-castle", "princess-and-dragon"]


def test_the_page_and_the_docstring_are_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their examples give what they show, and the commands of the page print it."""
    monkeypatch.chdir(ROOT)
    page = ROOT / "docs" / "tree.md"
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert not failed and tried > 10
    assert not doctest.testmod(node).failed
    blocks = page.read_text("utf-8").split("```console\n$ tilewright ")[1:]
    assert len(blocks) == 2
    for block in blocks:
        command, _, output = block.partition("```")[0].partition("\n")
        assert run(command) == output


@pytest.mark.parametrize("name", mostly_slow(NAMES, quick=3))
def test_random_games(name: str) -> None:
    """Chances add up to 1, samples cannot be told apart, keys follow the moves, and returns are those of the match."""
    pack = tilewright.load_pack(str(ROOT / name) if "/" in name else name)
    match, random, chances = match_of(pack, [], 2), Random(2), 0
    at, played = root(match), 0
    while not at.is_terminal and played < 400:
        assert at.returns() == (0,) * at.players
        if at.is_chance:
            assert (at.player, at.moves, sum(at.outcomes.values())) == (CHANCE, (), 1)
            word = random.choice(list(at.outcomes))
            chances += 1
        else:
            assert at.outcomes == {} and 0 <= at.player < at.players
            sampled = at.sample(random)
            assert sampled.moves == at.moves
            assert sampled.information(at.player) == at.information(at.player)
            assert at.observation(at.player) == sampled.observation(at.player)
            word = random.choice(at.moves)
        once, again = at.apply(word), at.apply(word)
        assert once == again and hash(once) == hash(again) and once.copy() is once
        at, played = once, played + 1
    assert chances or name in ("herons", "examples/goofspiel")
    if at.is_terminal:
        match.state = at.state
        assert list(at.points) == [score.total for score in match.scores()]
        assert [match.names[player] for player in at.winners] == match.winners()
        assert at.player == TERMINAL and sum(at.returns()) == 0


def test_what_is_not_possible() -> None:
    """A word that is no move is refused with those that are."""
    start = root(tilewright.Match(tilewright.load_pack(str(ROOT / "examples" / "tic-tac-toe")).game, ["Ada", "Bo"]))
    with pytest.raises(IllegalMove, match="possible: to 1,1, to 1,2"):
        start.apply("to 9,9")
    assert start.apply("to 1,1") != start
    assert start.apply("to 1,1").apply("to 2,2").apply("to 3,3") == start.apply("to 3,3").apply("to 2,2").apply(
        "to 1,1"
    )
