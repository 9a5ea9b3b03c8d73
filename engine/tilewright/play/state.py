"""A game at one moment, on a flat state: the table, whose turn it is, the current statement.

Everything except the cells is computed on demand and never written: a machine (`play.machine`) changes the cells, and
then the cached values are dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Any

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.play import Step
from tilewright.kernel import flow as f
from tilewright.kernel.engine import SeededChance
from tilewright.kernel.flow import Status
from tilewright.kernel.interpreter import Interpreter
from tilewright.kernel.liveness import liveness_of
from tilewright.kernel.lowering import after_root
from tilewright.kernel.state import FlatState
from tilewright.kernel.stops import STOP, Pause, use_of
from tilewright.meaning.domain import Element, Env, Ruling
from tilewright.meaning.evaluator import Evaluator
from tilewright.play.frames import Frame
from tilewright.play.hidden import deal_anew
from tilewright.play.keys import Keys
from tilewright.play.table import Table, seen_in, table_in
from tilewright.struct import Struct, struct


@struct
class Move(Struct):
    """Something a player can do at a choice; its text is its notation and its identity.

    `kind` is ``pick``, ``option``, ``stop`` or ``use`` (an ability).
    """

    text: str
    kind: str = field(compare=False)
    value: Any = field(compare=False, repr=False, default=None)

    def __str__(self) -> str:
        return self.text


DECIDER = -1
"""The id of the variable that is bound to the player who decides."""


@dataclass(slots=True)
class ChoicePoint:
    """What a player has to choose: an element to pick, an option, or whether to continue; immutable.

    Without a step the choice is whether to end the turn; if it is `optional` the player may stop. `player` is the one
    whose turn it is, unless another one decides.
    """

    step: Step | None
    elements: Sequence[Element]
    optional: bool = False
    player: int | None = None


class GameState:
    """A game at one moment.

    `drawn`: the kinds drawn or rolled since the game began. `movers`: the players of all turns so far. `moves`: the
    available moves, if they have been computed.
    """

    evaluator: Evaluator[int, bool] | None = None

    def __init__(
        self,
        interpreter: Interpreter,
        keys: Keys,
        cells: FlatState,
        chance: SeededChance,
    ) -> None:
        self.interpreter, self.keys, self.cells, self.chance = interpreter, keys, cells, chance
        self.stop = Pause(Status.OVER)
        self.moves: list[Move] | None = None
        self.drawn: tuple[int, ...] = ()
        self.movers: tuple[int, ...] = ()

    def copy(self) -> GameState:
        """An independent copy."""
        return self.at(self.cells.copy(), self.stop)

    def at(self, cells: FlatState, stop: Pause) -> GameState:
        """The same game with other cells, which it takes over, and another stop."""
        other = GameState(self.interpreter, self.keys, cells, self.chance)
        other.stop, other.drawn, other.movers = stop, self.drawn, self.movers
        return other

    # -- the game

    @property
    def over(self) -> bool:
        return bool(self.cells.get(self.cells.layout.over))

    @property
    def turn(self) -> int:
        return self.cells.get(self.cells.layout.turn)

    @property
    def mover(self) -> int:
        """The player whose turn it is."""
        return self.cells.get(self.cells.layout.mover)

    @property
    def idle(self) -> int:
        """The number of consecutive turns, or passes of the course, without a choice."""
        return self.cells.get(self.cells.layout.idle)

    @property
    def draws(self) -> int:
        return self.cells.get(self.cells.layout.draws)

    @property
    def _block(self) -> f.Block:
        return self.interpreter.flow.blocks[self.cells.get(self.cells.layout.pc)]

    @property
    def listing(self) -> f.Listing | None:
        """The listing of the current choice."""
        end = self._block.end
        return end.listing if isinstance(end, f.Choose) else None

    @property
    def player(self) -> int:
        """Who has to choose now; if the game is over, whose turn it was."""
        end = self._block.end
        return self.cells.number(end.decider) if isinstance(end, f.Choose) and not self.over else self.mover

    @cached_property
    def table(self) -> Table:
        """The table; not to be changed."""
        return table_in(self.cells)

    @cached_property
    def choice(self) -> ChoicePoint | None:
        """What a player has to choose."""
        if self.stop.status != Status.CHOICE:
            return None
        end, codes = self._block.end, [code for code in self.stop.codes if code > STOP]
        if not isinstance(end, f.Choose):
            return ChoicePoint(None, (), optional=True)
        assert end.level is not None and end.level.step is not None
        return ChoicePoint(end.level.step, self._elements(end, codes), STOP in self.stop.codes, self.player)

    def picked(self, move: Move) -> Any:
        """What a move picks or does: an element, an option, an ability."""
        end = self._block.end
        if move.kind == "use":
            return self.interpreter.flow.uses[use_of(move.value)].ability
        return None if move.kind == "stop" or not isinstance(end, f.Choose) else self._elements(end, [move.value])[0]

    def _elements(self, end: f.Choose, codes: Sequence[int]) -> tuple[Any, ...]:
        """The elements chosen with some codes."""
        match end.listing:
            case f.Elements() as listing:
                return tuple(self.interpreter.element(self.cells, listing, code) for code in codes)
            case f.Sets() as listing:
                sets = self.interpreter.sets(self.cells, listing)
                return tuple(sets[code] for code in codes)
            case f.Numbers(low):
                numbers = [self.interpreter.ask(self.cells, low) + code for code in codes]
                return tuple(core.Value(str(number), None, number) for number in numbers)
            case f.Options():
                assert end.level is not None and isinstance(end.level.step, play.Menu)
                return tuple(end.level.step.options[code] for code in codes)
            case f.Confirm():
                return (True,) * len(codes)

    # -- the turn

    @cached_property
    def env(self) -> Env:
        """The bindings that all statements of the turn can use: the player and the places, and what the turn has named."""
        return self._bound(self.interpreter.flow.turn_scope)

    def _bound(self, scope: f.Scope) -> Env:
        """The bindings of a scope, without what the turn has not named yet."""
        env, layout = self.interpreter.env(self.cells, scope), self.cells.layout
        for var in layout.lasting:
            if not self.knows(var):
                env.pop(var, None)
        env[DECIDER] = self.cells.number(scope.decider)
        return env

    def knows(self, var: int) -> bool:
        """Whether the turn has named a thing."""
        return bool(self.cells.get(self.cells.layout.bound, self.cells.layout.lasting[var]))

    @cached_property
    def changes(self) -> tuple[tuple[str, Ruling], ...]:
        """The overrides in force, oldest first."""
        return tuple(self.interpreter.rulings_of(self.cells))

    @property
    def obligations(self) -> Sequence[int]:
        """The overrides with unmet obligations, as indices into `changes`."""
        return self.interpreter.due(self.cells)

    @property
    def ability(self) -> str:
        """The card whose ability is in progress."""
        number = self.cells.get(self.cells.layout.ability)
        return self.interpreter.flow.uses[number - 1].ability.card if number else ""

    @property
    def spent(self) -> frozenset[tuple[int, int]]:
        """The abilities limited to one use per game that have been used: the player, and the index of the ability."""
        layout, abilities = self.cells.layout, [use.ability for use in self.interpreter.flow.uses]
        return frozenset(
            (player, next(i for i, known in enumerate(abilities) if known is one))
            for player in range(layout.players)
            for number, one in enumerate(layout.single)
            if self.cells.get(layout.spent, player * len(layout.single) + number)
        )

    @property
    def used(self) -> frozenset[str]:
        """The abilities used in this turn, by card; a second copy of a card is ``CARD 1``."""
        layout, counts = self.cells.layout, dict[str, int]()
        for number, use in enumerate(self.interpreter.flow.uses):
            counts[use.ability.card] = counts.get(use.ability.card, 0) + self.cells.get(layout.used, number)
        return frozenset(f"{card} {n}" if n else card for card, count in counts.items() for n in range(count))

    # -- the call stack

    @cached_property
    def frame(self) -> Frame | None:
        """The statement that comes next, in its enclosing blocks; None at the end of a turn."""
        return self._frame(self._block.level)

    @cached_property
    def under(self) -> Frame | None:
        """In a turn of a course, the statement of the course that the turn belongs to."""
        return self._frame(self.interpreter.flow.returns.get(self.cells.get(self.cells.layout.under)))

    def _frame(self, level: f.Level | None) -> Frame | None:
        if level is None:
            return None
        body, flow = level.body, self.interpreter.flow
        parent, whole = self._around(body), int(body.whole)
        ability = body.outer is None and body.name.startswith("use ")
        name = flow.uses[int(body.name.split()[1])].ability.card if ability else body.name
        if not ability and (body.name in ("then", "otherwise") or (body.outer is None and body.back is None)):
            name = ""
        whole += parent.whole if parent is not None else 0
        done, left = self._rounds(level)
        return Frame(level, self._bound(level.scope), parent, whole, name, ability, done, left)

    def _around(self, body: f.Body) -> Frame | None:
        """The frame of the statement that contains a body."""
        flow = self.interpreter.flow
        if body.outer is not None:
            return self._frame(body.outer)
        if body.back is not None:
            return self._frame(flow.returns.get(self.cells.number(body.back)))
        if body.name.startswith("use "):
            after = self._frame(flow.roots[after_root(self.cells.number(flow.nested) - 1)].levels[0])
            return None if after is None else replace(after, done=0, left=None)
        for number, back in enumerate(flow.backs):
            if body is flow.roots.get(after_root(number)):
                return self._frame(flow.blocks[self.cells.number(back)].level)
        return None

    def _rounds(self, level: f.Level) -> tuple[int, tuple[Element, ...] | None]:
        """The number of iterations of a loop that have begun, and the remaining elements."""
        rounds = level.rounds
        if rounds is None:
            return 0, None
        done = self.cells.number(rounds.done)
        if isinstance(level.step, play.RepeatTimes) and rounds.most is not None:
            constant = isinstance(level.step.most, core.Const)
            return done, None if constant else (self.cells.number(rounds.most),)
        if rounds.things is None or rounds.count is None:
            return done, None
        sealed = (
            isinstance(level.step, play.ForEach) and level.step.sealed
        )  # in a secret, the list still has all who are asked
        first = 0 if rounds.at is None or sealed else self.cells.number(rounds.at)
        left = range(first, self.cells.number(rounds.count))
        return done, tuple(self.cells.element(rounds.things, index) for index in left)

    # -- information of players

    def seen_by(self, player: int) -> GameState:
        """A copy with everything that a player may know; continued, its chance is independent of the real one.

        Hidden information is dealt again, always in the same way: the result is a state consistent with what the player
        knows, and reveals nothing else.
        """
        return self._dealt_anew(player, Random(0), 0)

    def sampled(self, random: Random) -> GameState:
        """A determinization for the player who chooses: hidden information and future chance are sampled."""
        return self._dealt_anew(self.player, random)

    def _dealt_anew(self, player: int, random: Random, seed: int | None = None) -> GameState:
        seen = self.copy()
        deal_anew(seen.cells, self.interpreter.flow, player, random)
        seen.chance = self.chance.of_seed(random.getrandbits(32) if seed is None else seed)
        return seen

    # -- as a value

    @property
    def key(self) -> tuple[object, ...]:
        """A canonical key: equal for states with the same continuations, apart from chance; the same in every run.

        Only live bindings count.
        """
        live = 0 if self.over else liveness_of(self.interpreter.flow).of(self.cells)
        stacks: Any = () if self.over else (self._live(self.frame, live), self._live(self.under, live))
        used, closing = (*sorted(self.used), *sorted(self.spent)), self.cells.get(self.cells.layout.closing)
        rulings = [ruling for _, ruling in self.changes]
        lying = self.keys.of(self.table, {} if self.over else self.env, stacks, rulings)
        return lying, (*self.obligations,), (self.mover, self.over, used, closing), self.draws, *self.known_keys()

    def known_keys(self) -> Iterator[tuple[int, ...]]:
        """For each hidden pile, who has seen its pieces, bottom to top."""
        if self.cells.layout.piles:
            yield from map(tuple, seen_in(self.cells).values())

    def _live(self, frame: Frame | None, live: int) -> Frame | None:
        """A frame and its enclosing ones, with live bindings only."""
        if frame is None:
            return None
        lasting, slots = self.cells.layout.lasting, frame.level.scope.slots
        dead = {var for var, slot in slots.items() if not live >> slot.index & 1 and var not in lasting}
        env = {var: element for var, element in frame.env.items() if var not in dead}
        return replace(frame, env=env, parent=self._live(frame.parent, live))
