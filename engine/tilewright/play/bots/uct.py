"""The bot that searches with UCT (`kernel/wasm/uct.c`), and its statistics of the moves."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from random import Random
from threading import Lock
from typing import TYPE_CHECKING

from tilewright.core import expr as core
from tilewright.core.walk import free, walk
from tilewright.kernel.engine import is_compiled
from tilewright.kernel.layout import StateLayout
from tilewright.kernel.state import FlatState
from tilewright.meaning.scoring import scoring_rules
from tilewright.play.bots.features import features_of
from tilewright.play.bots.greedy import Greedy
from tilewright.play.bots.proof import EndgameSearch, ProvedMove
from tilewright.play.bots.value import POINT, weights_for
from tilewright.play.hidden import deal_anew
from tilewright.play.state import GameState, Move
from tilewright.play.view import View, sample
from tilewright.resources import cache_folder
from tilewright.store import Store
from tilewright.table.card import Card
from tilewright.table.game import Game

if TYPE_CHECKING:
    from tilewright.kernel.wasm.native import CompiledGame, PortableGame
    from tilewright.kernel.wasm.walks import ChoiceStatistics, UctTree
    from tilewright.play.match import Match

SLICE = 0.005
"""About how many seconds pass inside between two checks of the clock."""
VISITS, PROVING = 2, 0.1
"""For each playout, this many positions may be visited first to prove the best move; of a time budget, this share."""
MOST_VISITS = 1 << 20
"""The maximum of these visits, however large the budget."""


@dataclass(frozen=True)
class Rollouts:
    """Settings of UCT: the number of decisions after which a rollout is cut off if the lead has changed, the
    exploration constant, and the weight of the lead in the value of a game."""

    limit: int = 3
    exploration: float = 0.7
    lead: float = 0.6


BY_TURNS = Rollouts(exploration=0.3, lead=1.0)
"""The settings where choices are whole turns, whose ends are evaluated by a trained value."""
TURNS_AHEAD, TURNS_DRAWN = 3, 32
"""There, a game is continued for this many turns, each the best of this many random ones."""


@dataclass(frozen=True)
class MoveAdvice:
    """A move with its statistics: how many of all games began with it; the player's share of the win in these, and the
    mean lead (alone: points); who wins after it, if that is proved."""

    move: Move
    tried: ChoiceStatistics
    games: int


@dataclass(frozen=True)
class _Compiled:
    """What a tree is compiled for; games, cards and layouts are compared by identity."""

    layout: StateLayout
    identity: tuple[int, ...]
    heights: tuple[tuple[int, tuple[int, ...]], ...]
    learned: bool
    game: Game = field(compare=False)
    cards: tuple[Card, ...] = field(compare=False)


class SharedTree:
    """A tree shared by all bots of a process; the `lock` is held while it is in use. Its nodes belong to the `owner`.
    `rest` searches the endgame of the same game."""

    def __init__(self, tree: UctTree, game: CompiledGame) -> None:
        self.tree, self.lock, self._game = tree, Lock(), game
        self.owner: object = None

    @cached_property
    def rest(self) -> EndgameSearch:
        return EndgameSearch(self._game)


@lru_cache(maxsize=2)
def _shared(asked: _Compiled) -> SharedTree:
    from tilewright.kernel.wasm.native import compiled
    from tilewright.kernel.wasm.walks import TurnTree, UctTree

    worth = promise(asked.game, asked.cards) if asked.learned else None
    game = compiled(
        asked.layout,
        scoring_rules(asked.game, asked.cards),
        dict(asked.heights),
        Store(cache_folder("tilewright-compiled")),
        ties=asked.game.tie_breaks,
        measure=worth or _measure(asked.game),
    )
    by_turns = worth is not None and not asked.game.hides
    return SharedTree(TurnTree(game, TURNS_AHEAD, TURNS_DRAWN) if by_turns else UctTree(game), game)


def promise(game: Game, cards: Sequence[Card]) -> core.Expr | None:
    """The value of a player's features by the weights of the game, in units of 1 / `POINT` points; None without
    weights."""
    weights = weights_for(game) or {}
    worth = [
        core.Mul(core.Const(round(POINT * weights[feature.name])), feature.rule)
        for feature in features_of(game, cards)
        if weights.get(feature.name)
    ]
    return core.Add(tuple(worth)) if worth else None


def portable_tree(match: Match, asked: Mapping[str, core.Expr] | None = None) -> PortableGame:
    """A match as a game that another host plays and searches (`kernel.wasm.native.portable`).

    Its scores are those of the game, or the numbers in `asked`, by name.
    """
    from tilewright.kernel.wasm.native import portable

    game, rules = match.game, asked or scoring_rules(match.game, match.cards)
    return portable(match.machine.layout, rules, match.beginning().heights, game.tie_breaks, _measure(game))


def _measure(game: Game) -> core.Expr | None:
    """A measure that each player has by what is on their own places, whatever rules are overridden; None if there is
    none."""
    if game.play_rules is None:
        return None
    own = {board.name for board in game.boards if board.each_player}
    places = {var.id for name, var in game.play_rules.places if name in own}
    for _, number in game.play_rules.measures:
        ruled = any(isinstance(node, core.RuleHolds | core.RuleNumber) for node in walk(number))
        if not ruled and {var.id for var in free(number)} <= places:
            return number
    return None


def shared_tree(view: View, learned: bool = True) -> SharedTree:
    """The tree of the process for a game with its cards and layouts, with or without `learned` values; compiled on
    first use."""
    heights = tuple((seat, tuple(own)) for seat, own in view.state.chance.heights.items())
    identity = id(view.game), *map(id, view.cards)
    return _shared(_Compiled(view.machine.layout, identity, heights, learned, view.game, view.cards))


class Uct:
    """Plays the move with the most games of its tree: UCT, with information sets where information is hidden (`uct.c`).

    If the rest of the game is small enough, it is searched to its end, and an optimal move is played, which is then
    `proved`.

    The budget is for a turn: a time in seconds, or a number of `playouts`, with which the same seed gives the same
    moves. The choices of a turn share it. A choice reuses the playouts that went through it before; of these and of the
    remaining budget it gets half, and the last choice all of it. Every move is tried at least once unless there are
    more than a few dozen. If the game has `learned` values and no hidden information, whole turns are compared. Without
    compiled games it plays as `Greedy`.
    """

    name = "uct"
    thorough = 1
    """A factor for the effort to prove the best move."""

    def __init__(
        self,
        seed: int,
        seconds: float = 1.0,
        playouts: int | None = None,
        rollouts: Rollouts | None = None,
        learned: bool = True,
    ) -> None:
        self._random, self._greedy = Random(seed), Greedy(seed)
        self._budget: float = seconds if playouts is None else playouts
        self._timed, self._rollouts, self._learned = playouts is None, rollouts, learned
        self._begun: GameState | None = None
        self._unproved: GameState | None = None
        self._left, self._chosen, self._pace = 0.0, 0, 1.0
        self.known: Sequence[MoveAdvice] = ()
        self.proved: ProvedMove | None = None

    def choose(self, view: View) -> Move:
        """A move; unless it is `proved` to be optimal, `known` holds the statistics of all moves. Raises IndexError if
        the game is over."""
        moves = list(view.moves)
        self.known, self.proved = (), None
        if not is_compiled():
            return self._greedy.choose(view)
        if len(moves) < 2:
            return moves[0]
        self.proved = self._proved(view)
        if self.proved is not None and not self.proved.is_lost:
            return next(move for move in moves if move.value == self.proved.code)
        self.known = self.advise(view)
        return self.known[0].move

    def _proved(self, view: View) -> ProvedMove | None:
        """The move that is proved to be optimal; after an attempt that took too much, none is made again in the turn."""
        if self._goes_on(self._unproved, view):
            return None
        shared = shared_tree(view, self._learned)
        visits, seconds = VISITS * self.thorough * self._budget, PROVING * self.thorough * self._budget
        with shared.lock:
            found = shared.rest.proved(
                view, *(MOST_VISITS, seconds) if self._timed else (min(MOST_VISITS, int(visits)), None)
            )
        self._unproved = view.state if found is None else None
        return found

    def advise(self, view: View, among: Sequence[Move] | None = None) -> Sequence[MoveAdvice]:
        """The statistics of each move (or of those in `among`), the best first."""
        moves = {move.value: move for move in (view.moves if among is None else among)}
        shared = shared_tree(view, self._learned)
        with shared.lock:
            tried = self._searched(view, shared, list(moves))
            games = shared.tree.games(tried)
        self._chosen = tried[0].code
        return [MoveAdvice(moves[one.code], one, games) for one in tried]

    def _searched(self, view: View, shared: SharedTree, codes: Sequence[int]) -> list[ChoiceStatistics]:
        """The statistics of the choices after a search, the best first."""
        began, goes_on = time.perf_counter(), self._goes_on(self._begun, view)
        if not goes_on:
            self._left = self._budget
        self._begun = view.state
        states = self._states(view)
        seed, chosen = self._random.getrandbits(32), self._chosen if goes_on and shared.owner is self else None
        rollouts = self._rollouts or (BY_TURNS if shared.tree.by_turns else Rollouts())
        kept = shared.tree.begin(next(states), view.player, codes, seed, rollouts, chosen)
        shared.owner = self
        self._spend(shared.tree, states, view.player, kept, began)
        return ranked(shared.tree.tried(), view.player)

    @staticmethod
    def _goes_on(begun: GameState | None, view: View) -> bool:
        """Whether the turn in which the last choice was made continues."""
        if begun is None or begun.interpreter is not view.machine.interpreter:
            return False
        return begun.draws <= view.state.draws and view.machine.goes_on(begun, view.state)

    def _states(self, view: View) -> Iterator[FlatState]:
        """Determinizations: states consistent with what the player knows. If nothing is hidden it is a single one, as
        chance is drawn inside."""
        if not view.game.hides:
            one = sample(view.state, self._random).cells
            while True:
                yield one
        while True:
            state = view.state.cells.copy()
            deal_anew(state, view.machine.flow, view.player, self._random)
            yield state

    def _spend(self, tree: UctTree, states: Iterator[FlatState], player: int, kept: int, began: float) -> None:
        """Search until a share of the remaining budget and of the `kept` playouts is spent, or all of it if the best
        move ends the turn."""
        spent, games, size = 0.0, 0, 1
        before = kept * self._pace
        for part in tree.parts:
            quota = max(part * (self._left + before) - before, 0 if self._timed else tree.least - kept)
            while spent < quota:
                most = max(1, size if self._timed else min(tree.most_at_once, round(quota - spent)))
                started = time.perf_counter()
                if not self._batch(tree, states, most):
                    return
                now, games = time.perf_counter(), games + most
                spent = now - began if self._timed else games
                if now - started < SLICE / 2:
                    size = min(tree.most_at_once, size * 2)
                elif now - started > 2 * SLICE:
                    size = max(1, size // 2)
            if ranked(tree.tried(), player)[0].stays:
                break
        self._left -= spent
        if self._timed and games:
            self._pace = spent / games

    def _batch(self, tree: UctTree, states: Iterator[FlatState], size: int) -> bool:
        """Search so many games; returns whether there is anything left to find."""
        if not tree.hides:
            return bool(tree.search(size))
        for _ in range(size):
            tree.load(next(states))
            tree.search(1)
        return True


class ExactBot(Uct):
    """Plays a `proved` optimal move if it finds one within its budget; otherwise it plays as `Uct`, with the same
    budget again."""

    name = "exact"
    thorough = 10


def ranked(tried: Sequence[ChoiceStatistics], player: int) -> list[ChoiceStatistics]:
    """The choices of a player, the best first: a proved win, then by number of games, proved losses last."""
    return sorted(tried, key=lambda one: (-_certainty(one, player), -one.visits, -one.worth))


def _certainty(tried: ChoiceStatistics, player: int) -> int:
    return 0 if tried.winner is None else 1 if tried.winner == player else -1
