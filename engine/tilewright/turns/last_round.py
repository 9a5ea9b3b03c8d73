"""The last round of two players, where the lead counts; and a bot that finishes games by proof."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tilewright.core import expr as core
from tilewright.core.node import LYING, RULES
from tilewright.core.players import refers_to_players
from tilewright.core.walk import asks, counters_read, find, rules_asked
from tilewright.kernel import flow as f
from tilewright.kernel.contents import contents_of, questions, turn_of
from tilewright.play.bots import Bot
from tilewright.play.evaluator import StateEvaluator
from tilewright.play.positions import position_of
from tilewright.play.state import Move
from tilewright.play.table import Table
from tilewright.play.view import View
from tilewright.stopping import OutOfTime
from tilewright.table.card import Card
from tilewright.table.goal import MOST
from tilewright.table.position import Position
from tilewright.turns.lines import Disallowed, PlayedLine
from tilewright.turns.solve import FirstTake, LineSearch, TurnsAnswer
from tilewright.turns.stacks import NotExecutable


@dataclass(frozen=True)
class RepliedTake:
    """A first take, the best result of the first player after it, and the best reply."""

    take: FirstTake
    own: TurnsAnswer
    reply: TurnsAnswer

    @property
    def low(self) -> int | None:
        """A lower bound of the lead."""
        return None if self.own.line is None or self.reply.bound is None else self.own.line.total - self.reply.bound

    @property
    def high(self) -> int | None:
        """An upper bound of the lead."""
        if self.own.bound is None or self.reply.line is None:
            return None
        return self.own.bound - self.reply.line.total


@dataclass(frozen=True)
class LastRound:
    """The answer to "what is the largest lead after the reply?".

    `status` and `bound` are as in `TurnsAnswer`, for leads; `low` is a proved lower bound. `line` holds both turns as
    played, `replied` the score of the other player. `takes` are the first takes that were examined.
    """

    status: str
    line: PlayedLine | None
    low: int | None
    bound: int | None
    replied: int | None
    takes: tuple[RepliedTake, ...]
    seconds: float


def last_round(
    position: Position, cards: Sequence[Card], *, time_limit: float | None = None, workers: int | None = None
) -> LastRound:
    """The largest lead of the first of two players when each has one turn.

    Raises `NotExecutable` if the two turns depend on each other in more than what is taken.
    """
    started = time.monotonic()
    search = LineSearch(position, cards, 1, time_limit=time_limit, workers=workers)
    check_apart(search)
    replies: dict[object, TurnsAnswer] = {}
    takes: list[RepliedTake] = []
    whole = True
    try:
        for take in search.first_takes():
            assert take.taken is not None
            after = take.taken[2]
            # the reply depends only on what was taken (`check_apart`), so equal tables share one
            if after.key not in replies:
                replies[after.key] = reply_to(search, after).best()
            takes.append(RepliedTake(take, search.best(MOST, take), replies[after.key]))
            search.deadline.check()
    except OutOfTime:
        whole = False
    answer = _answer(search, takes, whole)
    return LastRound(*answer, tuple(takes), time.monotonic() - started)


def _answer(
    search: LineSearch, takes: Sequence[RepliedTake], whole: bool
) -> tuple[str, PlayedLine | None, int | None, int | None, int | None]:
    """Status, line, lower bound, upper bound, and the score of the reply."""
    sure = [take for take in takes if take.low is not None]
    limits = [take.high for take in takes]
    known = [limit for limit in limits if limit is not None]
    # the bound is the maximum over all takes, so each of them needs one
    bound = max(known) if whole and known and len(known) == len(limits) else None
    if not sure:
        return "unknown", None, None, bound, None
    best = max(sure, key=lambda take: take.low or 0)
    if best.own.line is None or best.reply.line is None:
        return "unknown", None, best.low, bound, None
    line = search.ending.written([best.own.line.turns[0], best.reply.line.turns[0]], answered=True)
    replied = sum(search.ending.parts(line.table, 1).values())
    # verify what `check_apart` assumes, by playing both turns in sequence
    if (line.total, replied) != (best.own.line.total, best.reply.line.total):
        raise Disallowed("what one of the two players does changes what the other one scores")
    return "optimal" if bound == best.low else "feasible", line, best.low, bound, replied


def check_apart(search: LineSearch) -> None:
    """Check that the reply can be computed separately. Raises `NotExecutable` if the two turns depend on each other in
    more than what is taken."""
    evaluator, rules = search.evaluator, search.rules
    if evaluator.abilities:
        raise NotExecutable("a reply in a game with cards that can be used")
    if search.cut is None:
        raise NotExecutable("a reply in a game in which taking cannot be separated from the rest of the turn")
    if not evaluator.play_rules.by_round:
        raise NotExecutable("a reply in a game that does not end with a round")
    if hanging := [name for name, rule in rules.items() if refers_to_players(rule)]:
        raise NotExecutable(f"a reply where the scores depend on one another ('{hanging[0]}' looks at other players)")
    rest = contents_of(evaluator.flow).parts(turn_of(evaluator.flow)[search.cut.at :])
    asks = [question.asked for question in questions(*rest)]
    named: Mapping[str, core.Expr] = {rule.name: rule.body for rule in evaluator.play_rules.rules}
    asked = rules_asked(*asks, *named.values())
    if any(find(core.Players, *asks)) or refers_to_players(*(named[rule] for rule in asked)):
        raise NotExecutable("a reply in a game whose turns look at other players")


def reply_to(search: LineSearch, after: Table) -> LineSearch:
    """The search for the turn of the other player after a take."""
    position, names = search.ending.position, search.ending.names
    found = position_of(after, names, position.cards)
    # in the position for the search, the other player is the first
    turned = Position(position.game, found.players[::-1], position.cards, found.boards)
    left = search.deadline.left
    return LineSearch(turned, search.ending.cards, 1, time_limit=left, workers=search.workers)


@dataclass(frozen=True)
class ProvedTurn:
    """A turn after which the game is over with this round, and the proved lead."""

    moves: tuple[str, ...]
    lead: int


class Finisher:
    """Plays like another bot until it can prove how to finish; a proof may take `seconds` (None: no limit)."""

    def __init__(self, otherwise: Bot, seconds: float | None = 10.0) -> None:
        self.name = f"finish:{otherwise.name}"
        self.proved = 0
        self._otherwise, self._seconds = otherwise, seconds
        self._turn = -1
        self._rest: list[str] = []

    def choose(self, view: View) -> Move:
        """A move. Raises IndexError if the game is over."""
        moves = list(view.moves)
        if view.state.turn != self._turn:
            self._turn = view.state.turn
            found = last_turn(view, self._seconds)
            self._rest = [] if found is None else list(found.moves)
            self.proved += found is not None
        if self._rest:
            text = self._rest.pop(0)
            known = next((move for move in moves if move.text == text), None)
            if known is not None:
                return known
            self._rest = []
        return self._otherwise.choose(view)


def last_turn(view: View, seconds: float | None = None) -> ProvedTurn | None:
    """The turn with which a player should finish, asked at its beginning; None if nothing is proved.

    It is optimal if the game ends with this round whatever is played; else it ends the game and wins.
    """
    state = view.state
    position = view.position()
    hidden = any(stack.down for board in position.boards.values() for stack in board.stacks)
    if hidden or len(position.players) != 2 or state.mover != state.player:
        return None
    try:
        return _proved(position, view, state.mover, seconds)
    except (NotExecutable, Disallowed, OutOfTime):
        return None


def _proved(position: Position, view: View, mover: int, seconds: float | None) -> ProvedTurn | None:
    own, other = (position.players[seat] for seat in (mover, 1 - mover))
    search = LineSearch(replace(position, players=(own, other)), view.cards, 1, time_limit=seconds, workers=1)
    begun = search.ending.begun(search.table)
    if begun.table.key != search.table.key or [move.text for move in view.moves] != [
        move.text for move in search.ending.machine.moves_at(begun)
    ]:
        return None  # the turn has already begun, if only with forced moves
    check_apart(search)
    if not _ends_for_good(search.evaluator):
        return None
    ended = search.over
    takes = [take for take in search.first_takes() if ended or (take.taken is not None and take.taken[0].last)]
    turns = list(_leads(search, takes, mover))
    best = max(turns, key=lambda turn: turn.lead, default=None)
    if best is None or len(turns) < len(takes):
        return None
    return best if ended or best.lead > 0 else None


def _leads(search: LineSearch, takes: list[FirstTake], mover: int) -> Iterator[ProvedTurn]:
    """The proved result of each take, with the best continuation of the mover, and of the other player if they reply."""
    stands = sum(search.ending.parts(search.table, 1).values())
    replies: dict[object, int | None] = {}
    for take in takes:
        assert take.taken is not None
        after = take.taken[2]
        if mover == 0 and after.key not in replies:
            reply = reply_to(search, after).best()
            replies[after.key] = reply.line.total if reply.status == "optimal" and reply.line is not None else None
        against = replies[after.key] if mover == 0 else stands
        answer = search.best(MOST, take)
        if answer.status == "optimal" and answer.line is not None and against is not None:
            yield ProvedTurn(answer.line.turns[0], answer.line.total - against)


def _ends_for_good(evaluator: StateEvaluator) -> bool:
    """Whether the end condition, once true, stays true: it reads only counters, and none of them is paid from."""
    play_rules = evaluator.play_rules
    asked = counters_read(play_rules.end)
    parts = contents_of(evaluator.flow).parts(turn_of(evaluator.flow))
    paid = {part.counter for part in parts if isinstance(part, f.ChangeCounter) and part.pay}
    return not asks(LYING | RULES, play_rules.end) and bool(asked) and not paid & asked
