"""A turn in which several players decide, with best play of each: exhaustive search by the statements of the game.

With two players it is minimax on the difference of their values; with more it is max^n (Luckhardt, Irani 1986): each
player maximizes their own value; ties are broken in favor of the move that leaves the others least, then of the first
in the order of moves. There must be no chance, and no hidden information: secret answers would be made knowing those of
others, and a hidden state would be treated as the true one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.core import expr as core
from tilewright.diagnostics import Problems
from tilewright.expectimax.moment import Moment, NoOdds, TurnGraph, asking
from tilewright.expectimax.question import read_goal
from tilewright.kernel import flow as f
from tilewright.kernel.flow import Status
from tilewright.kernel.graph import NodeKind, SearchExtent
from tilewright.kernel.state import FlatState
from tilewright.play.match import Match
from tilewright.play.moves import IllegalMove
from tilewright.table.card import Card
from tilewright.table.game import Game
from tilewright.table.puzzles import MovesPuzzle

MOST_CONTESTED = 200_000
"""The maximum number of states of a turn."""

SeatValues = tuple[int, ...]


@dataclass(frozen=True)
class ContestLine:
    """A line of best play: its moves, their players, and the value of the end of the turn to each player."""

    moves: tuple[str, ...]
    players: tuple[int, ...]
    worths: SeatValues


@dataclass(frozen=True)
class ContestAnswer:
    """The best line, the results of all first moves (the best first), and the number of states visited.

    `lines` is the number of lines of the turn, if they were counted.
    """

    best: ContestLine
    firsts: tuple[ContestLine, ...]
    states: int
    lines: int | None = None

    @property
    def is_unique(self) -> bool:
        """Whether only one first move has the best result for its player."""
        return sum(_pays_alike(one, self.best) for one in self.firsts) <= 1


def _pays_alike(one: ContestLine, other: ContestLine) -> bool:
    player = one.players[0]
    if len(one.worths) == 2:
        return _lead(one.worths, player) == _lead(other.worths, player)
    return one.worths[player] == other.worths[player]


def _lead(worths: SeatValues, player: int) -> int:
    return worths[player] - worths[1 - player]


class Contest:
    """The graph of a moment up to the end of the turn; `asked` is the number that each player maximizes.

    Raises `NoOdds` if the game has hidden information.
    """

    def __init__(self, moment: Moment, asked: core.Expr, most: int = MOST_CONTESTED) -> None:
        if reason := hidden_reason(moment.game):
            raise NoOdds(reason)
        self._moment, self._most = moment, most
        self._ask = asking(moment, asked)

    def solve(self, count: bool = False) -> ContestAnswer:
        """Best play; with `count` the lines are counted too.

        Raises `NoOdds` if there is chance, and `TooManyStates`, also if moves can lead back to an earlier state.
        """
        turn = self._turn(self._most)
        graph = turn.graph
        if graph.kinds[graph.root] == NodeKind.END:
            raise NoOdds("the turn is over, and nobody has a choice")
        best = self._best_values(turn)
        firsts = [self._line(turn, best, index) for index in range(graph.sizes[graph.root])]
        firsts.sort(key=lambda line: _rank(line.worths, graph.deciders[graph.root]), reverse=True)
        lines = self._lines(turn) if count else None
        return ContestAnswer(firsts[0], tuple(firsts), turn.size, lines)

    def best_lines(self, most: int) -> list[tuple[str, ...]]:
        """The moves of the lines in which each player does as well as with best play, `most` of them at most.

        Raises the same as `solve`.
        """
        turn = self._turn(self._most)
        graph, best = turn.graph, self._best_values(turn)
        found, open_lines = list[tuple[str, ...]](), [(graph.root, graph.start, graph.stop, tuple[str, ...]())]
        while open_lines and len(found) < most:
            node, state, stop, moves = open_lines.pop()
            if graph.kinds[node] == NodeKind.END:
                found.append(moves)
                continue
            player, texts = graph.deciders[node], turn.texts(state, stop)
            rank = _rank(best[node][0], player)
            for index, edge in enumerate(graph.edges(node)):
                target = graph.targets[edge]
                if _rank(best[target][0], player) == rank:
                    open_lines.append((target, *turn.after(state, stop, graph.values[edge]), (*moves, texts[index])))
        return found

    def walk(self, moves: Sequence[str]) -> ContestLine:
        """The values of a line of moves, played by the rules. Raises `NoOdds` if a move is not legal."""
        turn = self._turn(1, cut=True)
        state, stop, players = turn.graph.start, turn.graph.stop, list[int]()
        for text in moves:
            texts = turn.texts(state, stop) if stop.status == Status.CHOICE else []
            if text not in texts:
                raise NoOdds(f"'{text}' cannot be played")
            players.append(self._decider(state))
            state, stop = turn.after(state, stop, stop.codes[texts.index(text)])
        if stop.status not in (Status.OVER, Status.SETTLED):
            raise NoOdds("the turn is not over after these moves")
        return ContestLine(tuple(moves), tuple(players), self._worths(state))

    def _decider(self, state: FlatState) -> int:
        end = self._moment.machine.flow.blocks[state.get(state.layout.pc)].end
        return state.number(end.decider) if isinstance(end, f.Choose) else state.get(state.layout.mover)

    def _turn(self, most: int, cut: bool = False) -> TurnGraph[SeatValues]:
        turn = TurnGraph(self._moment, SearchExtent(turn=True), self._worths, most, cut, contested=True)
        if NodeKind.CHANCE in turn.graph.kinds:
            raise NoOdds("this turn involves chance; use odds")
        return turn

    def _best_values(self, turn: TurnGraph[SeatValues]) -> list[tuple[SeatValues, int]]:
        """For each node the values of best play, and the index of the best edge."""
        graph = turn.graph
        known: list[tuple[SeatValues, int]] = [((), 0)] * len(graph.kinds)
        for node in graph.order:
            if graph.kinds[node] == NodeKind.END:
                known[node] = turn.results[graph.first[node]], 0
                continue
            player, best = graph.deciders[node], -1
            worths: SeatValues = ()
            for index, edge in enumerate(graph.edges(node)):
                own = known[graph.targets[edge]][0]
                if best < 0 or _rank(own, player) > _rank(worths, player):
                    worths, best = own, index
            known[node] = worths, best
        return known

    def _line(self, turn: TurnGraph[SeatValues], best: Sequence[tuple[SeatValues, int]], index: int) -> ContestLine:
        """The line of best play that begins with a move."""
        graph, moves, players = turn.graph, list[str](), list[int]()
        state, stop, node = graph.start, graph.stop, graph.root
        while graph.kinds[node] != NodeKind.END:
            edge = graph.first[node] + index
            if graph.kinds[node] == NodeKind.CHOICE:
                moves.append(turn.texts(state, stop)[index])
                players.append(graph.deciders[node])
                state, stop = turn.after(state, stop, graph.values[edge])
            node = graph.targets[edge]
            index = best[node][1]
        return ContestLine(tuple(moves), tuple(players), best[node][0])

    def _lines(self, turn: TurnGraph[SeatValues]) -> int:
        """The number of lines."""
        graph, found = turn.graph, [0] * len(turn.graph.kinds)
        for node in graph.order:
            is_end = graph.kinds[node] == NodeKind.END
            found[node] = 1 if is_end else sum(found[graph.targets[edge]] for edge in graph.edges(node))
        return found[graph.root]

    def _worths(self, state: FlatState) -> SeatValues:
        state, worths = state.copy(), list[int]()
        for player in range(state.layout.players):
            state.set(state.layout.mover, player)
            worths.append(self._ask(state))
        return tuple(worths)


def _rank(worths: SeatValues, player: int) -> tuple[int, ...]:
    """The order of a player's preferences, most important first."""
    if len(worths) == 2:
        return (_lead(worths, player),)
    return worths[player], -sum(worths)


def hidden_reason(game: Game) -> str:
    """Why turns of a game cannot be solved: it has secret answers, hidden counters or hidden pieces; else an empty
    text."""
    return f"{game.id} has hidden information; only turns of games without it are solved" if game.hides else ""


def contest_of(puzzle: MovesPuzzle, cards: Sequence[Card]) -> Contest:
    """The turn of a puzzle.

    Raises `InvalidStanding`, `IllegalMove` if a move before the question is not legal, `Problems` if the number does
    not parse, and `NoOdds` if the game has hidden information.
    """
    if reason := hidden_reason(puzzle.position.game):
        raise NoOdds(reason)
    match = Match.at(puzzle.position, cards)
    turn = match.state.turn
    for text in puzzle.after:
        match.play(text)
    if match.over or match.state.turn != turn:
        raise IllegalMove("the turn is over after these moves")
    read = read_goal(puzzle.worth, match.game, end=True)
    if isinstance(read, list):
        raise Problems(diagnostics=read)
    if read.is_chance:
        raise IllegalMove("worth must be a number; this is a condition")
    return Contest(Moment.of(match), read.asked)
