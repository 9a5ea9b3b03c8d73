"""The last round of two players: the first has a turn, the other replies with one, and the lead is what counts.

What the first player does on their own board makes no difference to the reply; only what is taken does. So for each first
take the best of both players is found apart: the lead is the one less the other.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tilewright.core import expr as core
from tilewright.core.players import refers_to_players
from tilewright.core.walk import find, rules_asked
from tilewright.kernel.contents import contents_of, questions, turn_of
from tilewright.play.positions import position_of
from tilewright.play.table import Table
from tilewright.symbolic.deadline import OutOfTime
from tilewright.table.card import Card
from tilewright.table.goal import MOST
from tilewright.table.position import Position
from tilewright.turns.lines import Disallowed, PlayedLine
from tilewright.turns.solve import FirstTake, LineSearch, TurnsAnswer
from tilewright.turns.unsupported import NotExecutable


@dataclass(frozen=True)
class RepliedTake:
    """A first take, the best that the first player makes of it, and the best reply to it."""

    take: FirstTake
    own: TurnsAnswer
    reply: TurnsAnswer

    @property
    def low(self) -> int | None:
        """A lead that is sure."""
        return None if self.own.line is None or self.reply.bound is None else self.own.line.total - self.reply.bound

    @property
    def high(self) -> int | None:
        """A lead that is not passed."""
        if self.own.bound is None or self.reply.line is None:
            return None
        return self.own.bound - self.reply.line.total


@dataclass(frozen=True)
class LastRound:
    """The answer to "what is the largest lead after the reply?".

    `status` and `bound` are those of a `TurnsAnswer`, of leads; `low` is the lead that is sure. `line` are both turns as they were
    played, `replied` what the other player comes to. `takes` are all first takes that were looked into.
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
    """The largest lead of the first of two players when both have one turn.

    Raises `NotExecutable` for games in which the turns of the two depend on one another in more than what is taken.
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
            # the reply depends on what was taken alone (`check_apart`), so equal tables have one
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
    """Status, line, what is sure, the bound and what the reply comes to."""
    sure = [take for take in takes if take.low is not None]
    limits = [take.high for take in takes]
    known = [limit for limit in limits if limit is not None]
    # a bound of all takes, so each of them must have one
    bound = max(known) if whole and known and len(known) == len(limits) else None
    if not sure:
        return "unknown", None, None, bound, None
    best = max(sure, key=lambda take: take.low or 0)
    if best.own.line is None or best.reply.line is None:
        return "unknown", None, best.low, bound, None
    line = search.ending.written([best.own.line.turns[0], best.reply.line.turns[0]], answered=True)
    replied = sum(search.ending.parts(line.table, 1).values())
    # what `check_apart` showed is verified by playing both turns in a row
    if (line.total, replied) != (best.own.line.total, best.reply.line.total):
        raise Disallowed("what one of the two players does changes what the other one scores")
    return "optimal" if bound == best.low else "feasible", line, best.low, bound, replied


def check_apart(search: LineSearch) -> None:
    """Check that a reply can be found apart. Raises `NotExecutable` where the turns of the two players depend on one another in more than what is taken."""
    evaluator, rules = search.evaluator, search.rules
    if evaluator.abilities:
        raise NotExecutable("a reply in a game with cards that can be used")
    if search.cut is None:
        raise NotExecutable("a reply in a game in which taking cannot be separated from the rest of the turn")
    if not evaluator.course.by_round:
        raise NotExecutable("a reply in a game that does not end with a round")
    if hanging := [name for name, rule in rules.items() if refers_to_players(rule)]:
        raise NotExecutable(f"a reply where the scores depend on one another ('{hanging[0]}' looks at other players)")
    rest = contents_of(evaluator.flow).parts(turn_of(evaluator.flow)[search.cut.at :])
    asks = [question.asked for question in questions(*rest)]
    named: Mapping[str, core.Expr] = {rule.name: rule.body for rule in evaluator.course.rules}
    asked = rules_asked(*asks, *named.values())
    if any(find(core.Players, *asks)) or refers_to_players(*(named[rule] for rule in asked)):
        raise NotExecutable("a reply in a game whose turns look at other players")


def reply_to(search: LineSearch, after: Table) -> LineSearch:
    """The search for the turn of the other player, after something was taken."""
    position, names = search.ending.position, search.ending.names
    found = position_of(after, names, position.cards)
    # the other player is the first of a position of their own
    turned = Position(position.game, found.players[::-1], position.cards, found.boards)
    left = search.deadline.left
    return LineSearch(turned, search.ending.cards, 1, time_limit=left, workers=search.workers)
