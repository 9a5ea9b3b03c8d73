"""The board of a picked space, which records name if the move alone is ambiguous.

A verb that is used for one board only needs only the space: ``take 1,3``. If the game or the cards in play use it for
several, the board is named, ``discard road 1,3``, unless it is the player's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.walk import find
from tilewright.play.machine import Machine
from tilewright.play.program import Program
from tilewright.play.state import GameState, Move

_Pick = play.Pick | play.PickSome | play.ForEachInAnyOrder
_PICKS = (play.Pick, play.PickSome, play.ForEachInAnyOrder)


def with_board(machine: Machine, names: Sequence[str], state: GameState, move: Move) -> str:
    """The notation of a move at the choice of a state in records."""
    step, (board, owner) = _picked(machine, names, state)
    if step is None or move.kind != "pick" or owner == state.player:
        return move.text
    if owner is None and len(_homes(machine.evaluator.program, step.verb)) < 2:
        return move.text
    return f"{step.verb} {board} {move.text.removeprefix(step.verb).strip()}"


def without_board(machine: Machine, names: Sequence[str], state: GameState, text: str) -> str:
    """A move at the choice of a state without the name of the board, if it is that of the choice."""
    step, (board, _) = _picked(machine, names, state)
    if step is None:
        return text
    words, named = " ".join(text.split()), f"{step.verb} {board} "
    return f"{step.verb} {words[len(named) :]}" if words.lower().startswith(named.lower()) else text


def _picked(machine: Machine, names: Sequence[str], state: GameState) -> tuple[_Pick | None, tuple[str, int | None]]:
    """The statement that picks a space or a group, and the name and owner of the board; None for others."""
    step = state.choice.step if state.choice is not None else None
    nothing = None, ("", None)
    if not isinstance(step, _PICKS) or state.frame is None or step.binder.var.sort not in (core.SPACE, core.GROUP):
        return nothing
    evaluator = machine.evaluator
    board, owner = evaluator.game.places(state.table.players)[evaluator.seat(step.home, state.frame.env)]
    if board.pool:
        return nothing
    if owner is None or owner == state.player:
        return step, (board.name, owner)
    name = " ".join(names[owner].split())
    return step, (f"player {owner + 1}" if ";" in name else name, owner)


@lru_cache(maxsize=1000)
def _homes(program: Program, verb: str) -> set[int | None]:
    """The places that a verb is used for, by variable."""
    me = program.play_rules.me
    return {None if step.home in (None, me) else step.home.id for step in _picks(program) if step.verb == verb}


@lru_cache(maxsize=100)
def picking_verbs(program: Program) -> frozenset[str]:
    """The verbs of all moves that pick something."""
    return frozenset(step.verb for step in _picks(program))


def _picks(program: Program) -> list[_Pick]:
    asked = (program.play_rules, *program.abilities)
    return [*find(play.Pick, *asked), *find(play.PickSome, *asked), *find(play.ForEachInAnyOrder, *asked)]
