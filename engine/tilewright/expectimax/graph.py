"""The states of a turn as a graph without what statements are blind to: decisions, throws of chance and results.

What lies in blind pools (`horizon`) is not part of a stop but *held* beside it, as one number that grows along the
edges; so a stop stands for all states that differ only there. Rounds of loops are not counted in stops either, as long
as no way through the graph does as many as a loop may have; else the graph is made anew with them. This is the
abstraction of states of Markov decision processes by equal further course (bisimulation, Givan, Dean and Greig 2003),
read off the statements instead of computed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import lcm
from typing import Any

from tilewright.core import play
from tilewright.core.expr import Const
from tilewright.expectimax.walker import SETTLED, Walker, is_chance
from tilewright.meaning.domain import Env
from tilewright.play.frames import Frame, upward
from tilewright.play.keys import Keys, told
from tilewright.play.state import Move, State
from tilewright.play.table import Grid

MOST_OPEN = 20_000
"""So many stops wait at most to be gone on from: their states are what takes memory."""
BITS = 8
"""So many bits has the number of each thing in what is held."""


class TooManyStates(Exception):
    """There are more states than may be looked at."""

    def __init__(self) -> None:
        super().__init__("there are too many states to examine; ask later in the turn, or with fewer cards")


class Edge:
    """Where a move or an outcome leads: a stop, and what comes to be held besides.

    `weight` is that of an outcome; once the graph is complete, of any edge, so that values are whole numbers over the
    common denominator of the stop from which it goes out. `passes` are the rounds of loops that it begins, by section and index.
    """

    __slots__ = ("gain", "move", "passes", "target", "weight")

    def __init__(
        self, target: Stop, gain: int, weight: int, move: Move | None, passes: dict[tuple[int, int], int]
    ) -> None:
        self.target, self.gain, self.weight, self.move, self.passes = target, gain, weight, move, passes

    @property
    def text(self) -> str:
        """The move as it is written; nothing for an outcome."""
        return self.move.text if self.move is not None else ""


class Stop:
    """States that go on alike: what they are worth is a whole number over the `denominator`.

    At a decision one of the `edges` is taken, else chance takes one. A result has none, and keeps its `state`, which
    holds what is `held`; one that is open has none, for it was not gone on from. `ways` are the targets, gains and
    weights of the edges.
    """

    __slots__ = ("denominator", "edges", "held", "is_chance", "is_open", "number", "state", "ways")

    def __init__(self, number: int, state: State, held: int) -> None:
        self.number = number
        self.state: State | None = state
        self.held = held
        self.is_chance = is_chance(state)
        self.is_open = False
        self.edges: list[Edge] = []
        self.denominator = 1
        self.ways: list[tuple[Stop, int, int]] = []


class NotAlone(Exception):
    """Another player has to choose."""

    def __init__(self) -> None:
        super().__init__(
            "another player has a choice in this turn; odds are only for turns in which one player chooses"
        )


class CannotAbstract(Exception):
    """Something of what was taken to make no difference does."""


class TurnGraph:
    """All stops that can be reached from a state, `most` at most, else `TooManyStates` is raised.

    When it may be `cut` there are more, once, and those that are not gone on from are open. `root` is the first of them, `held` what its state holds. Unless it is `abstract` nothing is held: all that lies
    on the table is part of a stop. With `counting` rounds of loops are counted.
    """

    def __init__(
        self,
        walker: Walker,
        state: State,
        most: int,
        abstract: bool = True,
        counting: bool = False,
        cut: bool = False,
    ) -> None:
        self.walker = walker
        self.blind = blind = walker.horizon.blind(state) if abstract else frozenset()
        self._counting = counting
        self._player = state.mover
        self._most = most
        self._cut = cut
        referee = walker.referee
        self._seats = sorted(walker.horizon.changed(state) - blind)
        self._keys = Keys(referee.program.homes, referee.pools.intersection(self._seats))
        self._in_blind = frozenset(
            var for var, home in referee.program.homes.items() if state.env.get(home, -1) in blind
        )
        self._things = frozenset(
            var for var, home in referee.program.homes.items() if state.env.get(home, -1) in self._keys.pools
        )
        self._env = state.env
        self._places: dict[int, tuple[Frame, object]] = {}
        self._interned: dict[object, int] = {}
        self._letters: dict[object, int] = {}
        self.things: list[tuple[int, tuple[Any, ...]]] = []
        self._stops: dict[object, Stop] = {}
        self._open: list[Stop] = []
        self._begun = _rounds(state.frame)
        self.root = self._stop(state)
        self.held = self.root.held
        while self._open and self.size <= most and len(self._open) <= MOST_OPEN:
            self._expand(self._open.pop())
        self.is_complete = not self._open
        for stop in self._open:
            stop.is_open, stop.state = True, None
        self.order = self._ordered()
        self._check_rounds()
        self._weigh()

    @property
    def size(self) -> int:
        """How many stops there are."""
        return len(self._stops)

    # -- stops

    def find(self, state: State) -> tuple[Stop, int] | None:
        """The stop that a state is at, and what it holds; None if it was not met."""
        copy = state.copy()
        copy.choice = state.choice
        if not self._counting:
            copy.frame = _without_rounds(copy.frame)
        stop = self._stops.get(self._key(copy))
        return None if stop is None else (stop, self._held(state))

    def _stop(self, state: State) -> Stop:
        if not self._counting:
            state.frame = _without_rounds(state.frame)
        key = self._key(state)
        stop = self._stops.get(key)
        if stop is None:
            if not self._cut and (self.size >= self._most or len(self._open) >= MOST_OPEN):
                raise TooManyStates
            stop = self._stops[key] = Stop(len(self._stops), state, self._held(state))
            self._open.append(stop)
        return stop

    def _key(self, state: State) -> object:
        """Equal for states of one stop. In most states nothing that lies in a pool has a name; then that is quick."""
        where = self._where(state.frame)
        turn = self._of_turn(state)
        if where is None or turn is None:
            rulings = [ruling for _, ruling in state.changes]
            due = tuple(rulings.index(one.ruling) for one in state.obligations)
            where = self._keys.of(state.table, state.env, (state.frame,), rulings, self._seats), due
            lying: object = None
        else:
            grids = state.table.grids
            lying = tuple(_lying(grids[seat], seat in self._keys.pools) for seat in self._seats), state.table.rest[:2]
        open_ = tuple((one.seat, one.sides, one.among) for one in state.unseen)
        return where, turn, lying, state.used, state.spent, state.closing, state.over, state.choice is None, open_

    def _of_turn(self, state: State) -> object | None:
        """What the turn has named, if that is no thing in a pool and no rule was changed; else None."""
        if state.changes or state.obligations:
            return None
        return self._bound(state.env)

    def _where(self, frame: Frame | None) -> object | None:
        """Where a state stands, if statements have no name for a thing in a pool there; else None."""
        if frame is None:
            return ()
        known = self._places.get(id(frame))
        if known is None:
            bound, parent = self._bound(frame.env), self._where(frame.parent)
            place: object = None
            if (
                bound is not None
                and parent is not None
                and (frame.left is None or not isinstance(frame.step, play.Each))
            ):
                place = frame.section.number, frame.at, frame.done, frame.left, bound, parent
                place = self._interned.setdefault(place, len(self._interned))
            known = self._places[id(frame)] = frame, place
        return known[1]

    def _bound(self, env: Env) -> object | None:
        """Bindings beyond those of the first state; None if one is of a thing in a pool. Raises `CannotAbstract` of a blind one."""
        more = {var: env[var] for var in env if self._env.get(var, self) != env[var]}
        if not self._in_blind.isdisjoint(more):
            raise CannotAbstract  # what lies there must not have a name
        if not self._things.isdisjoint(more):
            return None
        return tuple(sorted((var, told(element, None)) for var, element in more.items())) if more else ()

    def _held(self, state: State) -> int:
        """What lies in the blind pools, as a number."""
        held = 0
        for seat in self.blind:
            grid = state.table.grids[seat]
            for space, pile in enumerate(grid.piles):
                if pile:
                    thing = seat, (pile, grid.caps[space], grid.flags[space])
                    letter = self._letters.get(thing)
                    if letter is None:
                        letter = self._letters[thing] = len(self.things)
                        self.things.append(thing)
                    held += 1 << BITS * letter
        return held

    def contents(self, held: int) -> Iterator[tuple[int, Any, int]]:
        """What is held: the seat of a pool, the thing there, and how many of it."""
        for letter, (seat, thing) in enumerate(self.things):
            count = held >> BITS * letter & (1 << BITS) - 1
            if count:
                yield seat, thing, count

    def _expand(self, stop: Stop) -> None:
        """Find what follows on a stop; only results keep their state."""
        state, walker = stop.state, self.walker
        assert state is not None
        if stop.is_chance:
            for weight, after in walker.outcomes(state):
                self._link(stop, after, weight, None)
        elif state.choice is not SETTLED and not state.over:
            if state.player != self._player:
                raise NotAlone
            for move in walker.moves_at(state):
                after = state.copy()
                walker.rounds.clear()
                walker.apply(after, move)
                self._link(stop, after, 1, move)
        if stop.edges:
            stop.state = None

    def _link(self, stop: Stop, after: State, weight: int, move: Move | None) -> None:
        """An edge to the state after; of moves that lead to the same there is one, outcomes add up."""
        passes = dict(self.walker.rounds)
        gain = self._held(after) - stop.held
        target = self._stop(after)
        for edge in stop.edges:
            if edge.target is target and edge.gain == gain:
                edge.weight += weight if stop.is_chance else 0
                return
        stop.edges.append(Edge(target, gain, weight, move, passes))

    # -- the graph as a whole

    def _ordered(self) -> list[Stop]:
        """The stops, each after all that follow on it. Raises `CannotAbstract` where a way leads back."""
        order: list[Stop] = []
        begun: dict[Stop, Iterator[Edge]] = {self.root: iter(self.root.edges)}
        done: set[Stop] = set()
        while begun:
            stop, edges = next(reversed(begun.items()))
            edge = next(edges, None)
            if edge is None:
                begun.popitem()
                done.add(stop)
                order.append(stop)
            elif edge.target in begun:
                raise CannotAbstract
            elif edge.target not in done:
                begun[edge.target] = iter(edge.target.edges)
        return order

    def _check_rounds(self) -> None:
        """No way may do more rounds of a loop than it has. Raises `CannotAbstract`."""
        if self._counting:
            return
        loops = {loop for stop in self.order for edge in stop.edges for loop in edge.passes}
        for loop in loops:
            most = self.walker.limits[loop]
            rounds: dict[Stop, int] = {}
            for stop in self.order:
                rounds[stop] = max((edge.passes.get(loop, 0) + rounds[edge.target] for edge in stop.edges), default=0)
            if not isinstance(most, Const) or rounds[self.root] + self._begun.get(loop, 0) > most.value:
                raise CannotAbstract

    def _weigh(self) -> None:
        """Common denominators, from the results on."""
        for stop in self.order:
            if stop.edges:
                below = lcm(*(edge.target.denominator for edge in stop.edges))
                ways = sum(edge.weight for edge in stop.edges) if stop.is_chance else 1
                stop.denominator = below * ways
                for edge in stop.edges:
                    edge.weight *= below // edge.target.denominator
                    stop.ways.append((edge.target, edge.gain, edge.weight))


def _lying(grid: Grid, pool: bool) -> object:
    """What lies on a place; in a pool in no order."""
    if not pool:
        return grid.key
    return tuple(sorted([thing for thing in zip(grid.piles, grid.caps, grid.flags, strict=True) if thing[0]]))


def _rounds(frame: Frame | None) -> dict[tuple[int, int], int]:
    """The rounds of the loops around a frame, by section and index."""
    around = (one for one in upward(frame) if one.at < len(one.section.steps))
    return {(one.section.number, one.at): one.done for one in around if isinstance(one.step, play.Times)}


def _due(frame: Frame) -> int:
    """The rounds of a loop that make a difference to what it offers, other than that there is an end of them."""
    if frame.at < len(frame.section.steps):
        if isinstance(frame.step, play.Times) and not frame.step.in_turn:
            return 0 if frame.step.least is None else min(frame.done, frame.step.least + 1)
        if isinstance(frame.step, play.Each):
            return 0
    return frame.done


def _without_rounds(frame: Frame | None) -> Frame | None:
    """The frames without rounds that make no difference."""
    if frame is None:
        return None
    parent, due = _without_rounds(frame.parent), _due(frame)
    if parent is frame.parent and due == frame.done:
        return frame
    return replace(frame, parent=parent, done=due)
