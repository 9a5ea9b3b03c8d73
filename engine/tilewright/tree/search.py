"""The compiled game of a match for searching, and the value of the game with its principal variation."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from tilewright.core import expr as core
from tilewright.kernel.flow import Status
from tilewright.kernel.graph import Circular, NodeKind, SearchExtent, StateGraph, TooLargeGraph, TooLongLine
from tilewright.kernel.layout import StateLayout
from tilewright.kernel.wasm.kept import KeptSearches
from tilewright.kernel.wasm.native import CompiledGame, DeadlinePassed, NativeFault, compiled
from tilewright.kernel.wasm.walks import UNKNOWN, TreeSearch
from tilewright.meaning.scoring import scoring_rules
from tilewright.play.match import Match
from tilewright.play.moves import moves_of
from tilewright.play.view import View
from tilewright.resources import cache_folder
from tilewright.stopping import STOP, PlayError
from tilewright.store import Store
from tilewright.tree.node import GameNode, root


def search_of(match: Match | View, megabytes: int = 64) -> TreeSearch:
    """A search in the game of a match with its scoring rules; `megabytes` is the size of its transposition table."""
    return TreeSearch(game_of(match), megabytes)


def game_of(match: Match | View) -> CompiledGame:
    """The compiled game of a match with its scoring rules."""
    layout = match.machine.layout
    return _scored(layout, tuple(scoring_rules(layout.game, match.cards).items()))


@lru_cache(maxsize=16)
def _scored(layout: StateLayout, rules: tuple[tuple[str, core.Expr], ...]) -> CompiledGame:
    """The compiled game of a layout with its scoring rules; compiled once per process."""
    store = Store(cache_folder("tilewright-compiled"))
    return compiled(layout, dict(rules), store=store, ties=layout.game.tie_breaks)


ACCURACY = 1e-9
"""Bounds that differ by less count as equal: with chance, a value is a sum of rounded numbers."""
MOST_DEPTH = 500
_RESULTS = (1, "win"), (0, "draw"), (-1, "loss")
_LINE_SECONDS = 0.1
"""The time for finding the line after the search was stopped, in seconds."""
_NODE_BYTES = 150
"""The approximate memory per position in a game with more than two players."""


class CannotSolve(PlayError):
    """A game cannot be solved; the message says why, `help` what can be done."""

    def __init__(self, reason: str, help: str = "") -> None:
        super().__init__(reason)
        self.help = help


@dataclass(frozen=True)
class SolveLimits:
    """The limits of a search: depth in choices, seconds, and megabytes for positions."""

    depth: int | None = None
    seconds: float | None = None
    megabytes: int = 256


@dataclass(frozen=True)
class LineMove:
    """A move of a line, and the player who makes it."""

    player: int
    move: str


@dataclass(frozen=True)
class GameValue:
    """The value of a game for the `player` who decides first, between `low` and `high` (None: unknown).

    With `points` it is in points, with two players the difference; else 1 is a win, -1 a loss and 0 a draw, or the mean
    if there is chance. `values` has it for every player, once it is proved. The `line` is the principal variation,
    confirmed by the rules of the game, to its end or to a chance node. `depth` is the number of choices searched
    completely, `positions` the number of positions visited, `stored` the number in the table. `stopped` says what ended
    the search: ``""``, ``"depth"``, ``"time"`` or ``"interrupt"``.
    """

    player: int
    points: bool
    low: Fraction | float | None
    high: Fraction | float | None
    values: tuple[Fraction | float, ...] = ()
    line: tuple[LineMove, ...] = ()
    to_end: bool = False
    depth: int = 0
    positions: int = 0
    stored: int = 0
    stopped: str = ""

    @property
    def is_proved(self) -> bool:
        """Whether the value is known."""
        return self.low is not None and self.high is not None and self.high - self.low <= ACCURACY

    @property
    def result(self) -> str:
        """``win``, ``draw`` or ``loss`` for the player, if that is proved; else an empty text."""
        if self.points or not self.is_proved or len(self.values) != 2:
            return ""
        return next((text for value, text in _RESULTS if value == self.low), "")


def solve_match(
    match: Match,
    *,
    points: bool = False,
    open_information: bool = False,
    limits: SolveLimits = SolveLimits(),
    on_depth: Callable[[GameValue], None] | None = None,
    kept: KeptSearches | None = None,
) -> GameValue:
    """The value of a match for the player who decides next, within the limits; `on_depth` is called with the result of
    each depth. With `kept`, the search continues from an earlier one, and is written when it ends.

    With `open_information`, hidden information is assumed to be known to all, including face-down pieces; secret
    choices are made in sequence, visible to later players. On a stop request (`stopping.STOP`) it returns what is
    known. Raises `CannotSolve`.
    """
    if match.over:
        raise CannotSolve("the game is over", "ask about an earlier moment")
    if match.game.hides and not open_information:
        raise CannotSolve(
            f"players of {match.game.id} have hidden information, so best play is not a single line of moves",
            "--open solves it as if everyone saw everything; 'tilewright equilibrium' solves secret choices",
        )
    start = root(match)
    try:
        if len(match.names) > 2 and open_information and match.machine.layout.deals:
            raise CannotSolve(
                "face-down pieces can be revealed only in games of two players", "solve it without --open"
            )
        if len(match.names) > 2:
            return _of_several(match, start, points, limits, kept)
        bounding = _Bounding(match, start, points, open_information, limits, on_depth)
        if kept is None:
            return bounding.solve()
        bounding.search.resume(kept)
        found = bounding.solve()
        bounding.search.keep(kept)
        return found
    except NativeFault as problem:
        raise CannotSolve(f"the game cannot be searched: {problem}") from None


class _Bounding:
    """Iterative deepening for one of two players, or for a single one."""

    def __init__(
        self,
        match: Match,
        start: GameNode,
        points: bool,
        open_deal: bool,
        limits: SolveLimits,
        on_depth: Callable[[GameValue], None] | None,
    ) -> None:
        self.start, self.points, self.limits, self.on_depth = start, points or start.players == 1, limits, on_depth
        self.player, self._open = start.player, open_deal
        self.search = search_of(match, limits.megabytes)
        if limits.seconds is not None:
            self.search.deadline.until = time.monotonic() + limits.seconds
        self.known = GameValue(self.player, self.points, None, None)
        if not self.points:
            self.known = replace(self.known, low=Fraction(-1), high=Fraction(1))

    def solve(self) -> GameValue:
        """Search deeper until the value is proved, a limit is reached, or a stop is requested."""
        most, stopped = self.limits.depth or MOST_DEPTH, "depth"
        try:
            for depth in range(1, most + 1):
                self._deepen(depth)
                if self.on_depth is not None:
                    self.on_depth(self.known)
                if self.known.is_proved:
                    stopped = ""
                    break
        except (DeadlinePassed, KeyboardInterrupt) as reason:
            if isinstance(reason, KeyboardInterrupt) and not STOP.asked:
                raise
            stopped = "time" if isinstance(reason, DeadlinePassed) else "interrupt"
        found = replace(self._with_line(bool(stopped)), stopped=stopped)
        return replace(found, positions=self.search.searched, stored=self.search.stored)

    def _deepen(self, depth: int) -> None:
        cells, player = self.start.state.cells, self.player
        found = self.search.value(cells, player, depth, self.points, self._open)
        low, high = _number(found.value), self.known.high
        if found.is_value:
            high = low
        elif self.start.players == 2:
            high = _number(-self.search.value(cells, 1 - player, depth, self.points, self._open).value)
        self.known = replace(self.known, low=low, high=high, depth=depth)
        if self.known.is_proved and low is not None:
            own = (low, -low) if player == 0 else (-low, low)
            self.known = replace(self.known, values=own if self.start.players == 2 else (low,))

    # -- the line

    def _with_line(self, is_stopped: bool) -> GameValue:
        """The result with a line of moves that are proved to be best for the player who makes them, confirmed by the
        rules of the game.

        If the value is not proved, it is the move that guarantees the lower bound, if that says anything.
        """
        if self.known.low is None or (not self.known.is_proved and not self.points and self.known.low <= -1):
            return self.known
        node, line = self.start, list[LineMove]()
        asked, STOP.asked = STOP.asked, False
        self.search.deadline.until = time.monotonic() + _LINE_SECONDS if is_stopped else None
        try:
            while not node.is_terminal and not node.is_chance:
                move = self._best_move(node, max(1, self.known.depth - len(line)))
                line.append(LineMove(node.player, move))
                node = node.apply(move)
                if not self.known.is_proved:
                    break
                while self._open and node.dealt is not None:
                    node = node.apply(node.dealt)
        except DeadlinePassed:
            pass
        finally:
            self.search.deadline.until, STOP.asked = None, asked
        if self.known.is_proved and node.is_terminal:
            reached = node.returns(self.points)[self.player]
            assert abs(float(reached) - float(self.known.low)) <= ACCURACY, (reached, self.known)
        return replace(self.known, line=tuple(line), to_end=node.is_terminal)

    def _best_move(self, node: GameNode, ahead: int) -> str:
        """The best move for the player who decides at a node of the line, searched as deep as needed to be certain: perhaps
        deeper than the root, if the table knew the value there from an earlier search and has lost what is below."""
        own = self.known.values
        wanted = float(own[node.player if self.start.players == 2 else 0] if own else self.known.low or 0)
        for depth in range(ahead, MOST_DEPTH + 1):
            found = self.search.value(node.state.cells, node.player, depth, self.points, self._open)
            if found.value >= wanted - ACCURACY:
                break
        return next(move for move, code in node.codes.items() if code == found.move)


def _number(value: float) -> Fraction | float | None:
    """A bound of the runtime: None if unknown, and an integer if it is one."""
    if abs(value) >= UNKNOWN / 1000:
        return None
    return Fraction(round(value)) if value == round(value) else value


# -- several players


def _of_several(
    match: Match, start: GameNode, points: bool, limits: SolveLimits, kept: KeptSearches | None
) -> GameValue:
    """Best play of three or more players."""
    search, player = search_of(match), start.player
    search.reach(SearchExtent())
    search.count_rounds(True)
    if limits.seconds is not None:
        search.deadline.until = time.monotonic() + limits.seconds
    unknown = GameValue(player, points, None, None)
    most = limits.megabytes * (1 << 20) // _NODE_BYTES
    try:
        graph = search.graph(
            start.state.cells,
            Status.DONE,
            most,
            lambda state: search.returns(state, points),
            kept=kept,
        )
    except Circular:
        raise CannotSolve("positions can repeat; such games are solved only for two players") from None
    except TooLongLine:
        raise CannotSolve("one line of play has too many choices", "ask later in the game") from None
    except TooLargeGraph:
        raise CannotSolve(
            f"there are more than {most} positions", "give it more --memory, or ask later in the game"
        ) from None
    except DeadlinePassed:
        return replace(unknown, stopped="time")
    except KeyboardInterrupt:
        if not STOP.asked:
            raise
        return replace(unknown, stopped="interrupt")
    values, best = _max_n(graph, [tuple(map(_exact, returns)) for returns in graph.results])
    found, count = values[graph.root], len(graph.order)
    moves = list(_line_of(graph, best, search, match))
    node = start
    for one in moves:
        node = node.apply(one.move)
    if node.is_terminal:
        assert node.returns(points) == found, (node.returns(points), found)
    return GameValue(
        player, points, found[player], found[player], found, tuple(moves), node.is_terminal, 0, count, count
    )


def _exact(value: float) -> Fraction:
    """A return as an exact fraction: shares of a victory have small denominators."""
    return Fraction(value).limit_denominator(10_000)


def _line_of(graph: StateGraph, best: Sequence[int], search: TreeSearch, match: Match) -> Iterator[LineMove]:
    """The best moves from the root to the end or to a chance node."""
    state, stop, at = graph.start, graph.stop, graph.root
    while graph.kinds[at] in (NodeKind.CHOICE, NodeKind.PASS):
        if graph.kinds[at] == NodeKind.CHOICE:
            yield LineMove(graph.deciders[at], moves_of(match.machine.interpreter, state, stop)[best[at]].text)
            state, stop = search.after(state, stop, stop.codes[best[at]])
        at = graph.targets[graph.first[at] + best[at]]


def _max_n(graph: StateGraph, ends: Sequence[tuple[Fraction, ...]]) -> tuple[list[tuple[Fraction, ...]], list[int]]:
    """Backward induction by max^n: for each node its values for all players, and the index of the best edge."""
    values: list[tuple[Fraction, ...]] = [()] * len(graph.kinds)
    best = [0] * len(graph.kinds)
    for node in graph.order:
        if graph.kinds[node] == NodeKind.END:
            values[node] = ends[graph.first[node]]
            continue
        after = [values[graph.targets[edge]] for edge in graph.edges(node)]
        if graph.kinds[node] == NodeKind.CHANCE:
            weights = [graph.values[edge] for edge in graph.edges(node)]
            columns = zip(*after, strict=True)
            values[node] = tuple(
                sum((w * v for w, v in zip(weights, column, strict=True)), Fraction(0)) / sum(weights)
                for column in columns
            )
            continue
        own = 0 if graph.kinds[node] == NodeKind.PASS else graph.deciders[node]
        best[node] = max(range(len(after)), key=lambda index: (after[index][own], -sum(after[index]), after[index]))
        values[node] = after[best[node]]
    return values, best


# ------------------------------------------------------------------ counting lines of play


@dataclass(frozen=True)
class LineCount:
    """The number of lines with so many `decisions`: `positions` after exactly that many, `over` of which are terminal;
    and `ended`, lines that ended the game with fewer.

    A decision is a choice between two or more moves: a forced move is made without being counted. Different outcomes of
    chance count as different lines.
    """

    decisions: int
    positions: int
    over: int
    ended: int

    @property
    def lines(self) -> int:
        """The number of all lines, including those that ended the game earlier."""
        return self.positions + self.ended

    @property
    def is_complete(self) -> bool:
        """Whether all lines have ended the game: then these are all its lines."""
        return self.over == self.positions


def count_lines(match: Match, decisions: int) -> Iterator[LineCount]:
    """The counts for one decision, two, and so on, up to a number or to the end of all games.

    Each is exact: positions are visited one by one, and counted in 64 bits. Raises `PlayError` if the compiled game
    exceeds a limit, or if chance fills a whole place, and `KeyboardInterrupt` on a stop request (`stopping.STOP`).
    """
    search = search_of(match)
    for depth in range(1, decisions + 1):
        counts = search.counts(match.state.cells, depth)
        ended = sum(one.over for one in counts[:depth])
        found = LineCount(depth, counts[depth].positions, counts[depth].over, ended)
        yield found
        if found.is_complete:
            return
