"""Abilities in an execution: when each is used is reported, what it does is executed like all else.

A *moment* is where the machine of `play` puts a choice to the player, who may use an ability instead; it is named by where in
the turn it is: by its number, and inside of a loop over groups by the number of the loop, that of the group and its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from tilewright.core import play
from tilewright.turns.stacks import NotExecutable

UseMoment: TypeAlias = tuple[int, ...]


@dataclass(frozen=True)
class PlannedUse:
    """An ability, by its number among those of the game, and when in the turn it is used.

    One that is `taking` does to the table what the machine has played; here only its cost is paid.
    """

    ability: int
    when: UseMoment
    taking: bool = False


@dataclass(frozen=True)
class PlayedMoves:
    """What stands among decisions where moves were played by the machine: those of an ability that it used, or of taking.

    The moves of taking come in parts, each up to the use of an ability.
    """

    ability: int | None = None
    part: int = 0


@dataclass
class TurnUses:
    """The uses that are still to come in a turn, in the order of time, and the moments that passed since the last one.

    `failed`: what was used could not be brought to its end, whatever is chosen. `quiet`: none is used now.
    """

    planned: tuple[PlannedUse, ...] = ()
    passed: tuple[UseMoment, ...] = ()
    failed: bool = False
    quiet: bool = False
    prefix: UseMoment = ()
    number: int = 0


class HasUses(Protocol):
    """An execution, as far as its uses go."""

    uses: TurnUses


@contextmanager
def quiet(run: HasUses) -> Iterator[None]:
    """No ability is used in what is done inside."""
    was, run.uses.quiet = run.uses.quiet, True
    try:
        yield
    finally:
        run.uses.quiet = was


@contextmanager
def reported_for(ability: play.Ability) -> Iterator[None]:
    """What cannot be executed in there is reported of the card."""
    try:
        yield
    except NotExecutable as problem:
        problem.card = problem.card or ability.card
        raise


# ------------------------------------------------------------------ moments inside of loops over groups


def enter_loop(run: HasUses) -> UseMoment:
    """The name of a loop over groups that is come to."""
    run.uses.number += 1
    return (*run.uses.prefix, run.uses.number - 1)


def falls_into(run: HasUses, loop: UseMoment) -> int | None:
    """Which group of a loop the next use is for (0: between groups), if it falls into the loop."""
    when = run.uses.planned[0].when if run.uses.planned and not run.uses.quiet else ()
    return when[len(loop)] if when[: len(loop)] == loop and len(when) > len(loop) else None


@contextmanager
def within(run: HasUses, loop: UseMoment, number: int) -> Iterator[None]:
    """Moments in what is done with a group of a loop are named by its number."""
    before = run.uses.prefix, run.uses.number
    run.uses.prefix, run.uses.number = (*loop, number), 0
    try:
        yield
    finally:
        run.uses.prefix, run.uses.number = before
