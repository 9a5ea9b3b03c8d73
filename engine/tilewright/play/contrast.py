"""Differential testing of two abilities: a table on which one of them leads to something that the other does not.

Random turns are played on random tables, always the same ones. Wherever one of the two can be used, every way to use
either is enumerated, and the resulting tables are compared. If an ability overrides rules for the rest of the turn, the
turn is continued in both with the same moves, which must be offered in both and lead to the same. Of the cost of an
ability, only what involves no choice or payment is executed; what the game does after an ability, and the course around
the turns, are left out. Abilities that this does not distinguish may still differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import Random

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.same import canonical
from tilewright.core.walk import find
from tilewright.play.budget import TooMuchWork
from tilewright.play.positions import position_of
from tilewright.play.random_trial import SIDE, Allowance, Stage
from tilewright.play.state import GameState, Move
from tilewright.play.table import POOL, Table
from tilewright.play.ways import ways_to_end
from tilewright.table.game import Game
from tilewright.table.position import Position

PLAYERS = 3
"""Enough for distinct left and right neighbors."""
SIDES = (2, SIDE)
"""The sides of the boards that are tried."""
TURNS = 400
"""The maximum number of turns on boards of each size."""
ENOUGH = 40
"""The number of moments at which something can happen, after which a size has been tried enough."""
NUMBERED = 0.3
"""The share of tables on which all pieces show the same number."""
MOMENTS = 3
"""The number of moments per turn at which the abilities are compared."""
MOST_STATES = 300
"""The maximum number of states visited to find what an ability leads to."""
MOST_MOVES = 40
"""The maximum number of moves of a turn before an ability is used, and after."""
MOST_WORK = 60_000
"""The maximum number of steps of trials for two abilities, about a second."""
MOST_WORK_ASKED = 2000
"""The maximum number of steps for the question what can be done at one moment."""
ONE, OTHER = range(2)


@dataclass(frozen=True)
class Consequence:
    """A result of an ability: the moves after it was invoked, and the final table."""

    moves: tuple[str, ...]
    table: Position


@dataclass(frozen=True)
class Difference:
    """A difference between two abilities: a position, the moves `before` one is used, and the result of either.

    A result is None if the ability does not lead there, whatever is picked, or does not offer these moves.
    """

    position: Position
    before: tuple[str, ...]
    one: Consequence | None
    other: Consequence | None


@dataclass(frozen=True)
class ComparedAbilities:
    """The number of moments at which two abilities were compared and one can do something, and their difference, if
    any."""

    moments: int
    contrast: Difference | None = None


def contrast(game: Game, one: play.Ability, other: play.Ability) -> ComparedAbilities:
    """Play two abilities from many tables, until they differ or enough was tried."""
    moments = 0
    for side in SIDES:
        comparison = _Comparison(game, one, other, side)
        for number in range(TURNS):
            if comparison.allowance.over or comparison.moments >= ENOUGH:
                break
            found = comparison.turn(number)
            if found is not None:
                return ComparedAbilities(moments + comparison.moments, found)
        moments += comparison.moments
    return ComparedAbilities(moments)


@dataclass(frozen=True)
class _Scene:
    """A table at the beginning of a turn, the seed of its chance, and the moves before an ability is used."""

    table: Table
    seed: int
    before: tuple[str, ...]


@dataclass(frozen=True)
class _Line:
    """A sequence of moves and the state it leads to."""

    moves: tuple[str, ...]
    state: GameState

    @property
    def table(self) -> Table:
        """The resulting table."""
        return self.state.table


@dataclass(frozen=True)
class _Divergence:
    """What only one of two abilities leads to, and the result of the same moves with the other one."""

    one: _Line | None
    other: _Line | None


@dataclass
class _Outcomes:
    """All ways to use an ability at a moment, by resulting table; `complete` if all were enumerated."""

    lines: dict[object, list[_Line]] = field(default_factory=dict)
    complete: bool = True

    def changes(self, unused: GameState) -> bool:
        """Whether some way leads to another table, or changes what may be done in the rest of the turn."""
        lying, rules = _visible_table(unused.table), _changes(unused)
        return any(key != lying or _changes(line.state) != rules for key, lines in self.lines.items() for line in lines)

    def apart_from(self, other: _Outcomes, before: Table) -> _Divergence | None:
        """A table that only one of two abilities leads to; if there is none, None."""
        line = self._only_here(other, before)
        if line is not None:
            return _Divergence(line, other._by_moves(line.moves))
        line = other._only_here(self, before)
        return None if line is None else _Divergence(self._by_moves(line.moves), line)

    def _only_here(self, other: _Outcomes, before: Table) -> _Line | None:
        same = _visible_table(before)
        alone = [lines[0] for key, lines in self.lines.items() if key != same and key not in other.lines]
        return min(alone, key=lambda line: (len(line.moves), line.moves)) if alone and other.complete else None

    def _by_moves(self, moves: tuple[str, ...]) -> _Line | None:
        return next((line for lines in self.lines.values() for line in lines if line.moves == moves), None)


class _Comparison:
    """Turns in which either of two abilities can be used."""

    def __init__(self, game: Game, one: play.Ability, other: play.Ability, side: int) -> None:
        assert game.play_rules is not None, "only games that are played have abilities"
        self.moments = 0
        self.players = max(min(PLAYERS, game.players[1]), game.players[0])
        self._during = {one.during, other.during} - {""}
        self.allowance = Allowance(MOST_WORK // len(SIDES), MOST_WORK_ASKED)
        cost = tuple(step for step in game.play_rules.cost if not _asks(step))
        both = [replace(one, card="one", kind=-1), replace(other, card="other", kind=-1)]
        self._stage = Stage(game, both, self.players, side, self.allowance, cost, NUMBERED)

    # -- turns

    def turn(self, number: int) -> Difference | None:
        """Play a turn, and compare the two abilities wherever one can be used."""
        random, compared = Random(number), 0
        table = self._stage.table(random)
        scene = _Scene(table, random.getrandbits(32), ())
        with suppress(TooMuchWork):
            state = self._stage.turn(table, scene.seed)
            while not state.over and len(scene.before) < MOST_MOVES and compared < MOMENTS:
                if self._stage.uses_at(state):
                    before = self.moments
                    parting = self._parting(state)
                    compared += self.moments - before
                    if parting is not None:
                        return self._smaller(scene, parting)
                if not (plain := self._leading(self._stage.moves_at(state))):
                    break
                move = random.choice(plain)
                scene = replace(scene, before=(*scene.before, move.text))
                state = self._stage.after(state, move)
        return None

    def _leading(self, moves: Sequence[Move]) -> list[Move]:
        """The options during which the abilities are used, if there are any, else all moves."""
        return [move for move in moves if move.text in self._during] or list(moves)

    def _parting(self, state: GameState) -> _Divergence | None:
        """The difference of the abilities at a moment; None if it takes too much work to find out what can be done.

        The moment counts if one of them can do something.
        """
        with suppress(TooMuchWork):
            one, other = (self._outcomes(state, number) for number in (ONE, OTHER))
            unused = self._stage.without(state, ONE, OTHER)
            self.moments += any(found.changes(unused) for found in (one, other))
            return one.apart_from(other, state.table) or self._apart_later(one, other, _Line((), unused))
        return None

    # -- what an ability leads to

    def _outcomes(self, state: GameState, number: int) -> _Outcomes:
        """The results of one of the abilities; the other one is not used in this turn."""
        found = _Outcomes()
        alone = self._stage.without(state, OTHER - number)
        use = self._stage.uses_at(alone).get(number)
        if use is None:
            return found
        looked_at = 0

        def longer(moves: tuple[str, ...], state: GameState) -> Iterator[tuple[tuple[str, ...], GameState]]:
            nonlocal looked_at
            looked_at += 1
            found.complete = found.complete and looked_at <= MOST_STATES and not self.allowance.over
            for move in self._stage.moves_at(state) if found.complete else ():
                yield (*moves, move.text), self._stage.after(state, move)

        for moves, state in ways_to_end(tuple[str, ...](), self._stage.after(alone, use), longer, _is_used):
            found.lines.setdefault(_visible_table(state.table), []).append(_Line(moves, state))
        return found

    def _longer(self, line: _Line, move: Move) -> _Line:
        """The line extended by a move."""
        return _Line((*line.moves, move.text), self._stage.after(line.state, move))

    def _next(self, line: _Line) -> dict[str, Move]:
        """The moves after a line, by notation."""
        return {move.text: move for move in self._stage.moves_at(line.state)}

    # -- the rest of the turn, if abilities have overridden rules

    def _apart_later(self, one: _Outcomes, other: _Outcomes, unused: _Line) -> _Divergence | None:
        """A difference in the rest of the turn after the same table; an ability that is not used changes nothing."""
        without = {_visible_table(unused.table): [unused]}
        for key in dict.fromkeys((*one.lines, *other.lines)):
            ours, theirs = (found.lines.get(key, without.get(key, [])) for found in (one, other))
            if len(ours) == len(theirs) == 1 and _changes(ours[0].state) != _changes(theirs[0].state):
                found = self._played_on(ours[0], theirs[0])
                if found is not None:
                    return found
        return None

    def _played_on(self, one: _Line, other: _Line) -> _Divergence | None:
        """A difference between two turns continued with the same moves; only moves that an ability adds are compared."""
        random = Random(len(one.moves))
        changed = bool(one.state.changes), bool(other.state.changes)
        for _ in range(MOST_MOVES):
            ours, theirs = self._next(one), self._next(other)
            added = [text for text in ours if text not in theirs], [text for text in theirs if text not in ours]
            if changed[0] and added[0]:
                return _Divergence(self._longer(one, ours[added[0][0]]), None)
            if changed[1] and added[1]:
                return _Divergence(None, self._longer(other, theirs[added[1][0]]))
            both = [move for text, move in ours.items() if text in theirs]
            if not both:
                return None
            move = random.choice(self._leading(both))
            one, other = self._longer(one, move), self._longer(other, theirs[move.text])
            if _visible_table(one.table) != _visible_table(other.table):
                return _Divergence(one, other)
        return None

    # -- minimizing counterexamples

    def _smaller(self, scene: _Scene, parting: _Divergence) -> Difference:
        """Minimize a counterexample: a table from which nothing can be removed without losing the difference."""
        smaller, self.allowance.most = True, 2 * MOST_WORK
        while smaller and not self.allowance.over:
            smaller = False
            for table in _less(scene.table):
                less = replace(scene, table=table)
                found = self._difference_in(less)
                if found is not None:
                    scene, parting, smaller = less, found, True
                    break
        names = "you", *(f"player {number}" for number in range(2, self.players + 1))
        one, other = (
            None if line is None else Consequence(line.moves, position_of(line.table, names, ()))
            for line in (parting.one, parting.other)
        )
        return Difference(position_of(scene.table, names, ()), scene.before, one, other)

    def _difference_in(self, scene: _Scene) -> _Divergence | None:
        """The difference of the abilities in another scene; None also if its moves cannot be made."""
        with suppress(TooMuchWork):
            state = self._stage.turn(scene.table, scene.seed)
            for text in scene.before:
                move = next((move for move in self._stage.moves_at(state) if move.text == text), None)
                if move is None:
                    return None
                state = self._stage.after(state, move)
            if not state.over:
                return self._parting(state)
        return None


def _is_used(state: GameState) -> bool:
    """Whether an ability has been completed."""
    return state.over or not state.ability


def _asks(step: play.Step) -> bool:
    """Whether a statement requires a choice or a payment."""
    asking = (play.Pick, play.PickSome, play.PickNumber, play.Menu, play.RepeatTimes, play.ForEachInAnyOrder)
    return any(True for kind in asking for _ in find(kind, step)) or any(gain.pay for gain in find(play.Gain, step))


def _visible_table(table: Table) -> object:
    """What players see of a table, without the marks of the turn; the order in pools, and what was taken out of them, is
    ignored."""
    grids = [
        (grid.piles, grid.caps)
        if grid.geometry != POOL
        else (sorted(filter(None, grid.piles)), filter(None, grid.caps))
        for grid in table.grids
    ]
    return tuple((tuple(piles), tuple(caps)) for piles, caps in grids), *table.rest[:1]


def _changes(state: GameState) -> object:
    """The overrides of a turn, with their variables in canonical form, and the number of its obligations."""
    return (
        [canonical(core.Binder(ruling.parameter, core.Spaces(), ruling.body)) for _, ruling in state.changes],
        [(name, ruling.also) for name, ruling in state.changes],
        len(state.obligations),
    )


def _less(table: Table) -> Iterator[Table]:
    """The smaller tables: without one of its stacks, with a lower one, or with a counter at zero."""
    for seat, grid in enumerate(table.grids):
        for space, pile in enumerate(grid.piles):
            for rest in ((), pile[1:], pile[:-1]) if len(pile) > 1 else ((),) if pile else ():
                less = table.copy()
                own = less.changing(seat)
                own.lay(space, rest)
                own.caps[space] = own.caps[space] if rest else ""
                yield less
            if grid.caps[space]:
                less = table.copy()
                less.changing(seat).caps[space] = ""
                yield less
    for player, counters in enumerate(table.counters):
        for name in (name for name, count in counters.items() if count):
            less = table.copy()
            less.counters[player][name] = 0
            yield less
