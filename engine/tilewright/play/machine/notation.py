"""Moves as they are written: what is done and the space, piece or value it is done to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.meaning.domain import Element, SpaceSet
from tilewright.play.machine.referee import Referee
from tilewright.play.positions import patch_word
from tilewright.play.state import ChoicePoint, Move, State
from tilewright.table.geometry import Geometry
from tilewright.table.terrain import Patchwork


def moves_for(referee: Referee, state: State, choice: ChoicePoint) -> list[Move]:
    """The moves that pick the elements or options of a choice."""
    step, elements = choice.step, choice.elements
    if step is None or isinstance(step, play.Menu):
        return [Move(option.name, "option", option) for option in elements]
    if isinstance(step, play.Times):
        return [Move("yes", "pick", True)]
    if isinstance(step, play.PickNumber):
        return [Move(f"{step.verb} {value.label}", "pick", value) for value in elements]
    assert isinstance(step, (play.Pick, play.PickSome, play.InAnyOrder)) and state.frame is not None
    seat, sort = referee.seat(step.home, state.frame.env), step.binder.var.sort
    if isinstance(step, play.PickSome):
        return [Move(f"{step.verb} {_set(referee, state, seat, one)}", "pick", one) for one in elements]
    if sort == core.SPACE and seat not in referee.pools:
        geometry = state.table.grids[seat].geometry
        if geometry.fixed is geometry:
            moves = _picks(step.verb, geometry.rows, geometry.columns)
            return [moves[space] for space in elements]
    verb = "" if sort == core.PLAYER and isinstance(step, play.InAnyOrder) else f"{step.verb} "  # `player 2` says both
    return [Move(f"{verb}{_written(referee, state, seat, sort, one)}", "pick", one) for one in elements]


def uses_of(abilities: Sequence[play.Ability]) -> dict[play.Ability, str]:
    """How the use of each ability is written: by its card, and by its number on a card that has several."""
    cards = Counter(ability.card for ability in abilities)
    written, numbers = {}, Counter[str]()
    for ability in abilities:
        numbers[ability.card] += 1
        number = f" {numbers[ability.card]}" if cards[ability.card] > 1 else ""
        written[ability] = f"use {ability.card}{number}"
    return written


@lru_cache(maxsize=1000)
def _picks(verb: str, rows: int, columns: int) -> list[Move]:
    """The moves that pick each space of a board."""
    geometry = Geometry(rows, columns)
    return [Move(f"{verb} {geometry.spoken(space)}", "pick", space) for space in range(geometry.size)]


def _set(referee: Referee, state: State, seat: int, chosen: SpaceSet[bool]) -> str:
    """A set as moves are written: a word for each of them, or ``none``."""
    return " ".join(_written(referee, state, seat, core.SPACE, space) for space in chosen.members) or "none"


def _written(referee: Referee, state: State, seat: int, sort: str, element: Element) -> str:
    """An element as moves are written: a space as ``row,column``, a group by its first space."""
    grid = state.table.grids[seat]
    if sort == core.VALUE:
        return str(element.label)
    if sort == core.PLAYER:
        return f"player {element + 1}"
    space = element if isinstance(element, int) else element.root
    if isinstance(grid.geometry, Patchwork):
        return patch_word(state.table, space)
    if seat in referee.pools:
        top = grid.tops[space]
        return referee.game.kinds[top].code if top >= 0 else "face-down"
    return grid.geometry.spoken(space)
