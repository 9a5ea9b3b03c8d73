"""A state in a turn of a game, and the graph of its continuations up to where no chance is left in the turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from tilewright.core import expr as core
from tilewright.kernel import flow as f
from tilewright.kernel import table
from tilewright.kernel.engine import SeededChance
from tilewright.kernel.flow import Status
from tilewright.kernel.graph import Circular, NodeKind, SearchExtent, StateGraph, TooLargeGraph, TooManyRounds
from tilewright.kernel.layout import TooLargeNumber
from tilewright.kernel.state import FlatState
from tilewright.kernel.stops import Pause
from tilewright.kernel.wasm.answers import CompiledQuestions
from tilewright.kernel.wasm.kept import KeptSearches
from tilewright.kernel.wasm.native import NativeFault, compiled_once
from tilewright.kernel.wasm.walks import Walks
from tilewright.play.machine import Machine
from tilewright.play.match import Match
from tilewright.play.moves import moves_of
from tilewright.play.state import GameState
from tilewright.play.table import table_in
from tilewright.play.view import View
from tilewright.stopping import Unsupported
from tilewright.table.game import Game

USED_UP = 100
"""The use count of an ability that is disabled for the turn."""


class NoOdds(Unsupported):
    """The question cannot be answered; the text says why."""


@dataclass(frozen=True)
class Moment:
    """A state in a turn of a game, which is never changed."""

    machine: Machine
    state: GameState

    @classmethod
    def of(cls, match: Match | View) -> Moment:
        """The current moment of a match, with the information of the player who chooses. Raises `NoOdds`."""
        if match.state.over:
            raise NoOdds("the game is over")
        seen = match if isinstance(match, View) else match.view()
        return cls(seen.machine, seen.state)

    @property
    def game(self) -> Game:
        return self.machine.game

    @property
    def uses(self) -> tuple[int, ...]:
        """The abilities of cards in front of the player whose turn it is, by index."""
        cells, seats = self.state.cells, self.machine.evaluator.card_seats[self.state.mover]
        shown = {
            cells.pile(seat, space)[-1] >> 1
            for seat in seats
            for space in range(cells.size(seat))
            if cells.pile(seat, space)
        }
        kinds = [use.ability.kind for use in self.machine.flow.uses]
        return tuple(number for number, kind in enumerate(kinds) if kind < 0 or kind in shown)

    def without(self, uses: tuple[int, ...]) -> Moment:
        """The same moment without some abilities."""
        state = self.state.copy()
        leave_out(state.cells, uses)
        return replace(self, state=state)


def leave_out(cells: FlatState, uses: tuple[int, ...]) -> None:
    """Disable some abilities."""
    for number in uses:
        cells.set(cells.layout.used, USED_UP, number)


# ------------------------------------------------------------------ a turn at the beginning of a game

DOWN = "/down"
"""The suffix of the name of a face-down card."""


def beginning(match: Match, having: Sequence[str], player: int = 0) -> Moment:
    """The beginning of a turn of a player with these cards: after the setup, or where the match began.

    Cards are named by their ids, face-down ones with ``/down``. Raises `NoOdds` if there is no such card.
    """
    if match.start is None:
        flat = Match(match.game, match.names, match.cards, match.layouts, match.seed)
        machine, state = flat.machine, flat.machine.set_up(flat.beginning())
    else:
        machine, state = Match.laid_out(match.start, match.cards)
    cells = state.cells.copy()
    give(machine, cells, having, player)
    return starting(machine, cells, player)


def starting(machine: Machine, cells: FlatState, player: int) -> Moment:
    """The beginning of a turn of a player on a given table, before anything is done in it."""
    return Moment(machine, machine.at_turn(table_in(cells), {}, player, SeededChance(0)))


def given(moment: Moment, cards: Sequence[str]) -> Moment:
    """The same moment with more cards in front of the player whose turn it is. Raises `NoOdds`."""
    state = moment.state.copy()
    give(moment.machine, state.cells, cards, state.mover)
    return replace(moment, state=state)


def give(machine: Machine, cells: FlatState, having: Sequence[str], player: int) -> None:
    """Give cards to a player, from where they are. Raises `NoOdds`."""
    evaluator, game = machine.evaluator, machine.game
    seats = evaluator.card_seats[player]
    if having and not seats:
        raise NoOdds("cards of this game do not lie before players")
    for name in having:
        front, down = name.removesuffix(DOWN), name.endswith(DOWN)
        kind = game.by_code.get(front)
        if kind is None or kind.values.get("card") != front:
            raise NoOdds(f"no card '{front}' is in play")
        if down and kind.index not in game.turned:
            raise NoOdds(f"there is nothing on the back of '{front}'")
        home, shown = evaluator.homes[kind.index], 2 * kind.index + 1
        lying = [space for space in range(cells.size(home)) if cells.pile(home, space)[-1:] == (shown,)]
        if not lying:
            raise NoOdds(f"there are not that many cards '{front}' in this game")
        piece = table.lift(cells, (home, lying[0]))
        cells.set(cells.layout.kind, 2 * (game.turned[kind.index] if down else kind.index) + 1, piece)
        table.add_to_pool(cells, seats[0], piece)


EndResult = TypeVar("EndResult")
_FEWEST = 1000
"""A graph with at most this many nodes is not reduced any further."""


class TooManyStates(Unsupported):
    """There are more states than the limit."""

    def __init__(self) -> None:
        super().__init__("there are too many states to examine; ask later in the turn, or with fewer cards")


class OtherPlayerDecides(Unsupported):
    """Another player has to choose."""

    def __init__(self) -> None:
        super().__init__(
            "another player has a choice in this turn; odds are only for turns in which one player chooses"
        )


class TurnGraph(Generic[EndResult]):
    """The graph of a moment, with the results of `at_end` for its ends (`results`).

    Beyond `most` nodes `TooManyStates` is raised, or the graph is `cut`. `without` are abilities that are not used.
    Unless the turn is `contested`, `OtherPlayerDecides` is raised where others choose. `walks` can be shared with an
    existing graph. A search that is `kept` continues where it was stopped; its results have to be values of JSON.
    """

    def __init__(
        self,
        moment: Moment,
        reach: SearchExtent,
        at_end: Callable[[FlatState], EndResult],
        most: int,
        cut: bool = False,
        without: tuple[int, ...] = (),
        contested: bool = False,
        walks: Walks | None = None,
        kept: KeptSearches | None = None,
    ) -> None:
        self.moment = moment.without(without) if without else moment
        self.reach, self._without, self.at_end = reach, without, at_end
        self.walks = walks or Walks(compiled_once(moment.machine.layout))
        self.walks.reach(reach)
        cells = self.moment.state.cells
        self.graph = self._found(cells, most, cut, kept)
        self.results: list[EndResult] = self.graph.results
        mover = cells.get(moment.machine.layout.mover)
        found = set(zip(self.graph.kinds, self.graph.deciders, strict=True))
        if not contested and any(kind == NodeKind.CHOICE and own != mover for kind, own in found):
            raise OtherPlayerDecides

    def _found(self, cells: FlatState, most: int, cut: bool, kept: KeptSearches | None) -> StateGraph:
        """The graph; if iteration counts of loops matter they are part of its states.

        If a graph that may be cut exceeds the memory, it is cut earlier.
        """
        for counting in (False, True):
            self.walks.count_rounds(counting)
            try:
                return self.walks.graph(cells, Status.DONE, most, self.at_end, cut, kept)
            except (Circular, TooManyRounds):
                continue
            except TooLargeGraph:
                raise TooManyStates from None
            except NativeFault:
                if cut and most > _FEWEST:
                    return self._found(cells, most // 16, cut, kept)
                raise TooManyStates from None
        raise TooManyStates

    @property
    def size(self) -> int:
        """The number of states, without unexpanded ones."""
        return len(self.graph.order)

    def find(self, state: FlatState, status: Status) -> int | None:
        """The node of a stopped state; None if it is not in the graph."""
        if self._without:
            state = state.copy()
            leave_out(state, self._without)
        return self.graph.by_key.get(self.walks.key(state, status))

    def texts(self, state: FlatState, stop: Pause) -> list[str]:
        """The moves at a choice, in the order of its codes."""
        if stop.status != Status.CHOICE:
            return []
        return [move.text for move in moves_of(self.moment.machine.interpreter, state, stop)]

    def after(self, state: FlatState, stop: Pause, code: int) -> tuple[FlatState, Pause]:
        """The next stop after a choice or an answer of chance."""
        return self.walks.after(state, stop, code)


def asking(moment: Moment, asked: core.Expr) -> Callable[[FlatState], int]:
    """A function that evaluates a condition (1 or 0) or a number in a state, for the player whose turn it is."""
    answers = asking_all(moment, [asked])
    return lambda state: answers(state)[0]


def asking_all(moment: Moment, asked: Sequence[core.Expr]) -> Callable[[FlatState], tuple[int, ...]]:
    """The same for several conditions and numbers."""
    machine = moment.machine
    compiled = CompiledQuestions(compiled_once(machine.layout), asked)

    def ask(state: FlatState) -> tuple[int, ...]:
        try:
            return compiled(state)
        except TooLargeNumber:  # for 32 bits
            questions = [f.Question(one, machine.flow.turn_scope) for one in asked]
            return tuple(machine.interpreter.ask(state, question) for question in questions)

    return ask
