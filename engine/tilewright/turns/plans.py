"""Everything that can be taken in the turns to come, gone through by the machine of `play`.

Only the first part of each turn is played (`phase_split`); what the player has of it is a `TakenPieces`. Ways to take that give the
same are one `TakingPlan`: pieces that no rule of the rest of the turn tells apart are alike, and what is left on the table
after the last turn makes no difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.node import Node
from tilewright.core.walk import walk
from tilewright.kernel.contents import contents_of, effects, turn_of
from tilewright.kernel.engine import SeededChance
from tilewright.play.evaluator import StateEvaluator
from tilewright.play.machine import Machine
from tilewright.play.program import Program
from tilewright.play.state import GameState, Move
from tilewright.play.table import Table
from tilewright.play.ways import ways_to_end
from tilewright.symbolic.deadline import Deadline
from tilewright.symbolic.kinds import interchangeable
from tilewright.turns.lines import is_over
from tilewright.turns.phase_split import PhaseSplit, limited_counters
from tilewright.turns.unsupported import NotExecutable

MOST_PLANS = 20_000
"""So many plans are gone through."""


@dataclass(frozen=True)
class TakenPieces:
    """What the first part of a turn gives: pieces in pools of the player, by place and as they lie there, and what
    counters have gained.

    With `last` the game ends with that turn. `early` are the abilities that were used before anything was gained, `late` those
    at the end, which may as well be used later: by their numbers.
    """

    pieces: tuple[tuple[int, tuple[int, ...]], ...] = ()
    gains: tuple[tuple[str, int], ...] = ()
    last: bool = False
    early: tuple[int, ...] = ()
    late: tuple[int, ...] = ()


@dataclass(frozen=True)
class TakingMoves:
    """The moves of the first part of a turn as they are written, and apart from them those of each late ability.

    The former come in parts: each but the last ends with the use of an ability.
    """

    parts: tuple[tuple[str, ...], ...] = ((),)
    late: tuple[tuple[int, tuple[str, ...]], ...] = ()


@dataclass(frozen=True)
class TakingPlan:
    """A haul for each turn, and one way to get them: the moves of each turn, and the pieces as they really are."""

    hauls: tuple[TakenPieces, ...]
    moves: tuple[TakingMoves, ...]


@dataclass(frozen=True)
class _Way:
    """Moves of the first part of a turn, and the abilities that were used in it."""

    parts: tuple[tuple[str, ...], ...] = ((),)
    early: tuple[int, ...] = ()
    late: tuple[tuple[int, tuple[str, ...]], ...] = ()

    @property
    def used(self) -> object:
        """Which abilities were used, and when."""
        return self.early, tuple(ability for ability, _ in self.late)


TakenTurn = tuple[TakenPieces, TakingMoves, Table]
"""What the first part of a turn came to, its moves, and the table after it, on which the pools are empty again."""


class Taking:
    """Plays the first parts of turns of the first player."""

    def __init__(
        self,
        evaluator: StateEvaluator,
        players: int,
        parts: PhaseSplit,
        scoring: Iterable[core.Expr],
        deadline: Deadline,
    ) -> None:
        self.evaluator, self.deadline = evaluator, deadline
        course, cut = evaluator.course, parts.at
        self.abilities = {evaluator.abilities[number]: number for number in sorted(parts.taking)}
        self.first = StateEvaluator(evaluator.game, _first_part(evaluator.program, cut, tuple(self.abilities)), players)
        # kinds that nothing after taking tells apart count as one: fewer hauls, so fewer plans
        later: list[Node] = [*course.turn[cut:], *course.verbs, *course.rules, *scoring, *course.cost, *course.after]
        later += [ability for number, ability in enumerate(evaluator.abilities) if number not in parts.taking]
        classes = interchangeable(evaluator.game, list(walk(*later)))  # type: ignore[arg-type]
        self.alike = {kind.index: members[0].index for members in classes for kind in members}
        rest = contents_of(evaluator.flow).parts(turn_of(evaluator.flow)[cut:])
        changed = frozenset[str]().union(*(effects(part).counters for part in rest))
        self.limited = [name for name in limited_counters(evaluator) if name in changed]
        self._known: dict[object, list[TakenTurn]] = {}

    def plans(self, table: Table, turns: int, first: TakenTurn | None = None) -> list[TakingPlan]:
        """Every plan for so many turns, or those that begin with a way to take in the first of them.

        Raises `OutOfTime`, and `NotExecutable` when there are too many.
        """
        level: dict[tuple[TakenPieces, ...], dict[object, tuple[tuple[TakingMoves, ...], Table]]]
        level = {(): {table.key: ((), table)}}
        done: list[TakingPlan] = []
        for turn in range(turns):
            wider: dict[tuple[TakenPieces, ...], dict[object, tuple[tuple[TakingMoves, ...], Table]]] = {}
            for hauls, ways in level.items():
                for moves, now in ways.values():
                    for haul, own, after in self.hauls(now) if turn or first is None else [first]:
                        known = wider.setdefault((*hauls, haul), {})
                        # after the last turn only what was taken matters, not how the table was left
                        known.setdefault(() if turn == turns - 1 or haul.last else after.key, ((*moves, own), after))
            # each plan is a model of its own
            if len(wider) > MOST_PLANS:
                raise NotExecutable(f"there are more than {MOST_PLANS} ways to take in {turns} turns")
            ended = {hauls: ways for hauls, ways in wider.items() if hauls[-1].last or turn == turns - 1}
            done += [TakingPlan(hauls, next(iter(ways.values()))[0]) for hauls, ways in ended.items()]
            level = {hauls: ways for hauls, ways in wider.items() if hauls not in ended}
        return done

    def hauls(self, table: Table) -> list[TakenTurn]:
        """Every way in which the first part of a turn can end."""
        if table.key not in self._known:
            self._known[table.key] = self._played(table)
        return self._known[table.key]

    def _played(self, table: Table) -> list[TakenTurn]:
        machine, ends = Machine.on(self.first, table), dict[object, tuple[_Way, Table]]()

        def longer(way: _Way, state: GameState) -> Iterator[tuple[_Way, GameState]]:
            self.deadline.check()
            for move in machine.moves_at(state):
                yield self._with(way, state, table, move), machine.applied(state, move)

        begun = machine.single_turn(table, {}, 0, SeededChance(0))
        for way, state in ways_to_end(_Way(), begun, longer, key=lambda way, state: (state.key, way.used)):
            ends.setdefault((state.table.key, way.used), (way, state.table))
        return [self._haul(table, way, after) for way, after in ends.values()]

    def _with(self, way: _Way, state: GameState, before: Table, move: Move) -> _Way:
        """The way with a move more."""
        if not self.abilities:
            return replace(way, parts=((*way.parts[0], move.text),))
        text, ending = move.text, state.choice is not None and state.choice.step is None
        *others, last = way.parts
        if move.kind == "use":
            used = state.picked(move)
            ability = self.abilities[used]
            if ending:
                return replace(way, late=(*way.late, (ability, ())))
            if state.table.counters != before.counters:
                raise NotExecutable(
                    "it can be used after something was gained, but before all pieces were taken", None, used.card
                )
            return replace(way, early=(*way.early, ability), parts=(*others, (*last, text), ()))
        if ending:
            return way
        if way.late:
            *done, (ability, texts) = way.late
            return replace(way, late=(*done, (ability, (*texts, text))))
        return replace(way, parts=(*others, (*last, text)))

    def _haul(self, before: Table, way: _Way, after: Table) -> TakenTurn:
        pieces = []
        for seat in sorted(self.evaluator.pools):
            owner = self.evaluator.game.places(after.players)[seat][1]
            held = [self._class(piece) for pile in after.grids[seat].piles for piece in pile]
            # what was taken is put aside: it is laid by the execution, in every way at once
            if held and owner == 0:
                pieces.append((seat, tuple(held)))
                grid = after.changing(seat)
                for space, pile in enumerate(grid.piles):
                    for _ in pile:
                        grid.lift(space)
        old, new = before.counters[0], after.counters[0]
        for name in self.limited:
            definition = self.evaluator.game.counters_by_name[name]
            full = definition.most is not None and new[name] >= definition.most
            spent = definition.cap is not None and not after.supply(definition.cap)
            # at its limit a counter would gain less than the plan says
            if new[name] > old[name] and (full or spent):
                raise NotExecutable(f"'{name}' reaches its limit")
        gains = tuple((name, new[name] - old[name]) for name in sorted(new) if new[name] != old[name])
        haul = TakenPieces(
            tuple(pieces), gains, is_over(self.evaluator, after), way.early, tuple(ability for ability, _ in way.late)
        )
        return haul, TakingMoves(way.parts, way.late), after

    def _class(self, piece: int) -> int:
        return 2 * self.alike[piece >> 1] + (piece & 1)


@lru_cache(maxsize=32)
def _first_part(program: Program, cut: int, taking: tuple[play.Ability, ...]) -> Program:
    """A game of which turns are no more than the first statements of those of another one, with some of its abilities."""
    course = program.course
    return Program(replace(course, turn=course.turn[:cut], end=core.FALSE, by_round=False, cost=(), after=()), taking)
