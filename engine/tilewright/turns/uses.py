"""Uses of abilities in an execution: when each is used is given by the plan; its statements are executed like all
others.

A *moment* is where the machine of `play` offers a choice at which the player may use an ability instead. It is
identified by its number within the turn; inside a loop over groups, by the number of the loop, of the group, and its
own.
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
    """An ability (by index), and the moment of the turn at which it is used.

    An ability in `taking` was played by the machine; here only its cost is paid.
    """

    ability: int
    when: UseMoment
    taking: bool = False


@dataclass(frozen=True)
class PlayedMoves:
    """Moves played by the machine, as an entry among decisions: those of an ability, or of taking.

    The moves of taking are in parts, each up to the use of an ability.
    """

    ability: int | None = None
    part: int = 0


@dataclass
class TurnUses:
    """The remaining uses of a turn, in order, and the moments passed since the last one.

    `failed`: a use could not be completed, whatever is chosen. `quiet`: no ability is used at present.
    """

    planned: tuple[PlannedUse, ...] = ()
    passed: tuple[UseMoment, ...] = ()
    failed: bool = False
    quiet: bool = False
    prefix: UseMoment = ()
    number: int = 0


class HasUses(Protocol):
    """The part of an execution that deals with uses."""

    uses: TurnUses


@contextmanager
def quiet(run: HasUses) -> Iterator[None]:
    """A context in which no ability is used."""
    was, run.uses.quiet = run.uses.quiet, True
    try:
        yield
    finally:
        run.uses.quiet = was


@contextmanager
def reported_for(ability: play.Ability) -> Iterator[None]:
    """A context in which `NotExecutable` is attributed to the card of an ability."""
    try:
        yield
    except NotExecutable as problem:
        problem.card = problem.card or ability.card
        raise


# ------------------------------------------------------------------ moments inside loops over groups


def enter_loop(run: HasUses) -> UseMoment:
    """Begin a loop over groups; returns its moment."""
    run.uses.number += 1
    return (*run.uses.prefix, run.uses.number - 1)


def falls_into(run: HasUses, loop: UseMoment) -> int | None:
    """The group of a loop in which the next use happens (0: between groups); None if it is not in the loop."""
    when = run.uses.planned[0].when if run.uses.planned and not run.uses.quiet else ()
    return when[len(loop)] if when[: len(loop)] == loop and len(when) > len(loop) else None


@contextmanager
def within(run: HasUses, loop: UseMoment, number: int) -> Iterator[None]:
    """A context in which moments belong to one group of a loop."""
    before = run.uses.prefix, run.uses.number
    run.uses.prefix, run.uses.number = (*loop, number), 0
    try:
        yield
    finally:
        run.uses.prefix, run.uses.number = before
