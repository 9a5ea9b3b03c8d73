"""What is said of operations whatever lies on the table, against what they do in games at random."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import fists
import kings
from cards import pack
from princess import princess, symbols
from tilewright.api import load_pack
from tilewright.kernel import flow as f
from tilewright.kernel.contents import effects, may_fail
from tilewright.kernel.interpreter import Interpreter
from tilewright.kernel.state import FlatState
from tilewright.play.match import Match
from tilewright.table.card import Card
from tilewright.table.game import Game

GAMES = [("cairns", 40), ("herons", 40), ("dragon-castle", 12), ("court-the-king", 60), ("fist-of-dragonstones", 60)]
STEERING = (f.Set, f.Increase, f.Copy, f.NextPlayer, f.Ask, f.Collect, f.Take, f.Remove, f.Begin, f.End)


class Watch(Interpreter):
    """Compares what each operation changes, or that it fails, with what is said of it; `seen` counts the operations."""

    def __init__(self, match: Match) -> None:
        super().__init__(match.machine.layout)
        self.seen = Counter[type]()
        self.rules = match.machine.evaluator

    def do(self, state: FlatState, operation: f.Operation) -> bool:
        """The operation, and the comparison."""
        before = state.copy()
        done = super().do(state, operation)
        if not isinstance(operation, STEERING):
            self.seen[type(operation)] += 1
            assert done or may_fail(operation), operation
            self._compare(before, state, operation)
        return done

    def _compare(self, before: FlatState, after: FlatState, operation: f.Operation) -> None:
        said, layout = effects(operation), self.layout
        for name in layout.counters:
            if any(before.counter(one, name) != after.counter(one, name) for one in range(layout.players)):
                assert name in said.counters or said.home, operation
        seats = {self.seat(before, seat) for seat in said.seats}
        for seat in range(len(layout.owners)):
            if seat not in seats and not (said.home and seat in self.rules.homes.values()):
                assert pieces_and_caps(before, seat) == pieces_and_caps(after, seat), operation
        if before.get(layout.ruled) != after.get(layout.ruled):
            assert said.rules, operation


def pieces_and_caps(state: FlatState, seat: int) -> list[object]:
    """The pieces on each space of a place and its caps; what tiles show goes with the tiles."""
    layout = state.layout
    place, caps = layout.place_at(seat), layout.space_cells - len(layout.caps)
    if place.board.of_patches and not layout.caps:
        return []
    found: list[object] = []
    for space in range(place.size):
        at = layout.space_at(seat, space)
        pile = () if place.board.of_patches else state.pile(seat, space)
        found.append((pile, state.narrow[at + caps : at + layout.space_cells].tolist()))
    return found


def match_of(name: str) -> Match:
    """A match of a game with cards that do much."""
    game, cards = _played(name)
    layouts = {layout.category: layout for layout in load_pack(name).layouts() if layout.id in ("base-2", "first")}
    return Match(game, ["Ada", "Bo"], cards, layouts, seed=3)


def _played(name: str) -> tuple[Game, tuple[Card, ...]]:
    match name:
        case "dragon-castle":
            return pack().game, tuple(map(pack().card, ("wind", "destruction", "faith", "change")))
        case "court-the-king":
            return kings.court().game, kings.characters()
        case "fist-of-dragonstones":
            return fists.fist().game, fists.characters()[:8]
        case "princess-and-dragon":
            return princess().game, symbols()
    return load_pack(name).game, ()


@pytest.mark.parametrize(
    ("name", "most"),
    [*GAMES, ("princess-and-dragon", 30)],
)
def test_operations_change_and_fail_as_it_is_said(name: str, most: int) -> None:
    """In a game and in all its trials no operation changes anything else, and none fails that cannot."""
    match, random = match_of(name), Random(1)
    match.machine.engine = watch = Watch(match)
    for _ in range(most):
        if not match.over:
            match.play(random.choice(list(match.moves)))
    assert len(watch.seen) >= 3, watch.seen
