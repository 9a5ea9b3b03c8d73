"""Answers about abilities, kept as long as nothing changes that they read: a turn asks the same question several times."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from tilewright.core import play
from tilewright.play.machine.referee import Referee
from tilewright.play.machine.relevance import Read, Relevance
from tilewright.play.machine.static import StaticAnalysis
from tilewright.play.sections import Program
from tilewright.play.state import State

MOST_REMEMBERED = 10_000
"""The most answers that are kept; then all are dropped."""


class Recall:
    """Answers about what abilities do, whatever they cost, by the versions of the places they read (`Grid.version`)."""

    def __init__(self, static: StaticAnalysis) -> None:
        self._static = static
        self._referee = static.referee
        self._seats: dict[tuple[play.Ability, int], tuple[Read, tuple[int, ...]] | None] = {}
        self._answers: dict[object, bool | None] = {}

    def of(
        self, state: State, ability: play.Ability, asked: Callable[[State, play.Ability], bool | None]
    ) -> bool | None:
        """The answer about an ability of the mover; it is `asked` anew when something has changed that the ability reads.

        None, too, where the answer may depend on more than places and counters.
        """
        if state.changes or state.obligations:
            return None
        by = ability, state.mover
        if by not in self._seats:
            self._seats[by] = self._seats_of(state, ability)
        found = self._seats[by]
        if found is None:
            return None
        read, seats = found
        grids, counters = state.table.grids, state.table.counters
        counted = counters if read.everyone else counters[state.mover : state.mover + 1]
        key = by, *[grids[seat].version for seat in seats], *[own[name] for own in counted for name in read.counters]
        if key not in self._answers:
            if len(self._answers) >= MOST_REMEMBERED:
                self._answers.clear()
            self._answers[key] = asked(state, ability)
        return self._answers[key]

    def _seats_of(self, state: State, ability: play.Ability) -> tuple[Read, tuple[int, ...]] | None:
        """What an ability reads, and the seats of these places and of those that its cost uncovers."""
        referee = self._referee
        read, env = _read_by(referee, ability), referee.places_of(state.table, state.mover)
        paid = self._static.changed_by(referee.program.cost, env)
        if read is None or paid is None:
            return None
        seats = {referee.seat(home, env) for home in read.homes} | {
            one.where for one in paid if one.what == "uncovered"
        }
        return read, tuple(sorted(seats))


def _read_by(referee: Referee, ability: play.Ability) -> Read | None:
    """What an ability reads; None if it may be more than places and counters (the areas of a map lie on another place)."""
    program = referee.program
    known = _known_of(program)
    if ability not in known:
        steps = list(program.body(ability).steps_from(0))
        read = Relevance(referee).read_by(steps)
        lasting = frozenset(at.space.id for _, at in program.course.lasting)
        changes = any(isinstance(step, play.Now) for step in steps)
        known[ability] = None if read is None or changes or referee.maps or lasting & read.variables else read
    return known[ability]


@lru_cache(maxsize=32)
def _known_of(program: Program) -> dict[play.Ability, Read | None]:
    """What the abilities of a program read, as far as it is known; matches of one kind share it."""
    return {}
