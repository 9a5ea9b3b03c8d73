"""Statements that are left out make no difference: games with and without them are the same."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

import tilewright.play.linking
from cards import card, pack
from plays import NAMES, sized
from test_cairns import cairns
from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.walk import find
from tilewright.play.match import Match
from tilewright.play.program import Program, pruned
from tilewright.table.card import Card
from tilewright.table.geometry import Geometry

ASKING = "spirit probe\n  ability\n    take a {0} tile in the castle\n    gain 1 point\n"
ACTING = [card for card in pack().cards() if card.abilities]


def play_rules(cards: list[Card]) -> play.PlayRules:
    """The course of the pack for a game with these cards."""
    found = pack().game.play_rules
    assert found is not None
    return pruned(found, [ability for card in cards for ability in card.abilities])


def marks(play_rules: play.PlayRules) -> set[str]:
    """The marks that a course gives."""
    return {flag.mark for flag in find(play.MarkSpace, play_rules)}


# ------------------------------------------------------------------ what is left out


def test_marks_that_nobody_asks_about_are_left_out() -> None:
    """Only marks that the game asks about are given: those of abilities when there are some, that of a card with it."""
    assert marks(play_rules([])) == {"consolidated"}
    assert marks(play_rules([pack().card("faith")])) == {"consolidated", "waiting", "due"}
    assert marks(play_rules([card(ASKING.format("adjoining"))])) == {"consolidated", "waiting", "due", "adjoining"}


def test_loops_that_only_mark_are_left_out() -> None:
    """A loop goes with the marks that were all it gave; what asks the player stays."""
    loops = list(find(play.ForEach, play_rules([pack().card("faith")])))
    asked = list(find(play.ForEach, play_rules([card(ASKING.format("adjoining"))])))
    assert len(asked) == len(loops) + 1
    assert len(list(find(play.Menu, play_rules([])))) == len(
        list(find(play.Menu, play_rules([pack().card("deception")])))
    )


def test_a_game_without_such_marks_is_the_same() -> None:
    """What makes a difference is kept as it is, the words of the author with it."""
    own = cairns().game.play_rules
    assert own is not None
    found = pruned(own, ())
    assert found == own
    assert [pick.text for pick in find(play.Pick, found)] == [pick.text for pick in find(play.Pick, own)]


def mark(name: str) -> play.MarkSpace:
    """A statement that marks a space."""
    return play.MarkSpace(play.At(core.Var(1, core.SPACE, "tile")), name)


@pytest.mark.parametrize("other", [(), (mark("consolidated"),)])
def test_every_statement_that_only_marks_is_left_out(other: play.Block) -> None:
    """Blocks inside of loops and conditions are pruned, and go when nothing is left; a menu asks all the same."""
    binder = next(find(play.ForEach, play_rules([]))).binder
    body = (mark("adjoining"), *other)
    condition = play.When(core.TRUE, (), body)
    loops = [
        play.RepeatTimes(0, core.Const(2), body),
        play.ForEach(binder, None, body),
        play.ForEachInAnyOrder("tile", binder, None, body),
    ]
    menu = play.Menu((play.Option("one", core.TRUE, body),))
    found = pack().game.play_rules
    assert found is not None
    turn = pruned(replace(found, turn=(condition, *loops, menu)), ()).turn
    if not other:
        assert turn == (play.Menu((play.Option("one", core.TRUE, ()),)),)
    else:
        assert len(turn) == 5 and not any(flag.mark == "adjoining" for flag in find(play.MarkSpace, *turn))


# ------------------------------------------------------------------ the same games


def both(monkeypatch: pytest.MonkeyPatch, *args: object) -> tuple[Match, Match]:
    """A match as it is played, and one with all statements that the files have."""
    first = Match(*args)  # type: ignore[arg-type]
    with monkeypatch.context() as patch:
        patch.setattr(
            tilewright.play.linking, "program_of", lambda play_rules, abilities: Program(play_rules, tuple(abilities))
        )
        return first, Match(*args)  # type: ignore[arg-type]


def compare(one: Match, other: Match, rng: Random, decisions: int) -> None:
    """Both have the same moves, and the same lies on the table, all the way."""
    for _ in range(decisions):
        assert list(map(str, one.moves)) == list(map(str, other.moves))
        assert one.position() == other.position() and one.over == other.over
        if one.over:
            break
        moves = list(one.moves)
        used = [move for move in moves if move.kind == "use"]
        text = str(rng.choice(used if used and rng.random() < 0.4 else moves))
        one.play(text)
        other.play(text)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_games_are_the_same_without_what_makes_no_difference(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With any cards, of which some ask about marks, the pruned game is the game."""
    rng = Random(seed)
    probes = [card(ASKING.format(mark)) for mark in ("adjoining", "open")]
    cards = [*rng.sample(ACTING, 2), *rng.sample(probes, 1)]
    layout = replace(pack().layouts()[0], heights=((1, 2, 2, 1), (1, 2, 3, 1), (0, 1, 1, 1)))
    game = sized({"realm": Geometry(2, 4)})
    compare(*both(monkeypatch, game, NAMES[:2], cards, {"castle": layout}, seed), rng, 60)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_the_second_game_is_the_same(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """So it is with the other pack."""
    cards = [card for card in cairns().cards() if card.abilities]
    compare(*both(monkeypatch, cairns().game, NAMES[:2], cards, {}, seed), Random(seed), 40)
