"""A player that finishes by proof: where the game is sure to end with this round it plays the turn that is proved to be best.

That is so when the end has been brought about already, and also when this turn can bring it about and is then proved to win.
Until then, and wherever nothing can be proved, another bot decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tilewright.core.node import LYING, RULES
from tilewright.core.walk import asks, counters_read
from tilewright.kernel import flow as f
from tilewright.kernel.contents import contents_of, turn_of
from tilewright.play.bots import Bot
from tilewright.play.evaluator import StateEvaluator
from tilewright.play.state import Move
from tilewright.play.view import View
from tilewright.symbolic.deadline import OutOfTime
from tilewright.table.goal import MOST
from tilewright.table.position import Position
from tilewright.turns.last_round import check_apart, reply_to
from tilewright.turns.lines import Disallowed
from tilewright.turns.solve import FirstTake, LineSearch
from tilewright.turns.unsupported import NotExecutable


@dataclass(frozen=True)
class ProvedTurn:
    """A turn after which the game is over with this round, and the lead that is proved then."""

    moves: tuple[str, ...]
    lead: int


class Finisher:
    """Plays as another bot until a proof says how to finish; a proof may take so many seconds (None: as long as it takes)."""

    def __init__(self, otherwise: Bot, seconds: float | None = 10.0) -> None:
        self.name = f"finish:{otherwise.name}"
        self.proved = 0
        self._otherwise, self._seconds = otherwise, seconds
        self._turn = -1
        self._rest: list[str] = []

    def choose(self, view: View) -> Move:
        """A move. Raises IndexError when the game is over."""
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
    """The turn that a player should finish with, at the beginning of that turn; None where nothing is proved.

    It is the best if the game ends with this round whatever is played, and else one that ends it and wins.
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
        return None  # something was done in this turn already, if only what went without saying
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
    """What each take leads to, with the best of the mover, and of the other one if they are to reply; those that are proved."""
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
    """Whether the game is over for good once its end has come about: it looks at counters alone, of which none is paid."""
    course = evaluator.course
    asked = counters_read(course.end)
    parts = contents_of(evaluator.flow).parts(turn_of(evaluator.flow))
    paid = {part.counter for part in parts if isinstance(part, f.ChangeCounter) and part.pay}
    return not asks(LYING | RULES, course.end) and bool(asked) and not paid & asked
