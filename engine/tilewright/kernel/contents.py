"""What the statements of a flow consist of: the blocks of each, the questions that they ask, and what they may change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache

from tilewright.core import expr as core
from tilewright.kernel import flow as f
from tilewright.kernel.paths import paths_of

Levels = Sequence[f.Level]
"""Statements one after another, without the end of their body."""
FlowPart = f.Operation | f.Terminator


@lru_cache(maxsize=32)
def contents_of(flow: f.Flow) -> Contents:
    """The contents of a flow."""
    return Contents(flow)


class Contents:
    """Answers about the statements of one flow, worked out when they are first asked for."""

    def __init__(self, flow: f.Flow) -> None:
        self.flow = flow
        self._own: dict[int, tuple[f.BlockId, ...]] = {}

    def own(self, level: f.Level) -> tuple[f.BlockId, ...]:
        """The blocks of a statement in the order in which they come, those of the bodies inside left out."""
        if id(level) not in self._own:
            self._own[id(level)] = tuple(self._reached(level))
        return self._own[id(level)]

    def _reached(self, level: f.Level) -> Iterator[f.BlockId]:
        after, inside = next_entry(level), entered(level)
        waiting, seen = [level.entry], {after}
        while waiting:
            at = waiting.pop()
            if at in inside:
                at = inside[at].levels[-1].entry
            if at in seen or at == f.NOWHERE:
                continue
            seen.add(at)
            yield at
            end = self.flow.blocks[at].end
            if not isinstance(end, f.Return):  # a verb goes on where its call says
                waiting += reversed(list(paths_of(self.flow).after(end)))

    def ends(self, levels: Iterable[f.Level]) -> Iterator[f.Terminator]:
        """The terminators of statements, and of those inside of them."""
        return (self.flow.blocks[at].end for level in inside(levels) for at in self.own(level))

    def parts(self, levels: Iterable[f.Level]) -> Iterator[FlowPart]:
        """The operations and terminators of statements, and of those inside of them."""
        for level in inside(levels):
            yield from self.parts_of(level)

    def parts_of(self, level: f.Level) -> Iterator[FlowPart]:
        """The operations and terminators of a statement itself."""
        for at in self.own(level):
            yield from self.flow.blocks[at].operations
            yield self.flow.blocks[at].end

    def gone_through(self, level: f.Level) -> Listed | None:
        """What a loop goes through: in the order of the board, or in that in which the player picks (`in_any_order`)."""
        if level.rounds is None or level.rounds.most is not None:
            return None
        parts = list(self.parts_of(level))
        for part in parts:
            if isinstance(part, f.Choose) and isinstance(part.listing, f.Elements):
                return Listed(level, part.listing.question, part.listing.slot)
        asked = next(part.question for part in parts if isinstance(part, f.Collect))
        return Listed(level, asked, next(part.slot for part in parts if isinstance(part, f.Take)))


@dataclass(frozen=True, slots=True, eq=False)
class Listed:
    """The elements that a statement goes through, or one of which is picked, and the slot that each is bound to."""

    level: f.Level
    question: f.Question
    slot: f.Slot

    @property
    def binder(self) -> core.Binder:
        """What the elements are."""
        assert isinstance(self.question.asked, core.Binder)
        return self.question.asked

    @property
    def body(self) -> f.Body:
        """What a loop does with each of them."""
        return self.level.bodies[0]

    @property
    def in_any_order(self) -> bool:
        """Whether it is a loop whose player picks what comes next."""
        return self.level.rounds is not None and self.level.rounds.at is None


def next_entry(level: f.Level) -> f.BlockId:
    """Where the statement after one begins, or its body ends."""
    return level.body.levels[level.at + 1].entry


def entered(level: f.Level) -> Mapping[f.BlockId, f.Body]:
    """The bodies inside of a statement that are not empty, each by the block where it begins."""
    return {body.levels[0].entry: body for body in level.bodies if len(body.levels) > 1}


def statements_of(body: f.Body, at: int = 0, end: int | None = None) -> Levels:
    """The statements of a body, from one to another."""
    return body.levels[at : len(body.levels) - 1 if end is None else end]


def turn_of(flow: f.Flow) -> Levels:
    """The statements of a turn, of those without a name."""
    return statements_of(flow.roots["turn"])


def inside(levels: Iterable[f.Level]) -> Iterator[f.Level]:
    """Statements, and those inside of them, of verbs too."""
    for level in levels:
        yield level
        for body in level.bodies:
            yield from inside(statements_of(body))


def questions(*nodes: object) -> Iterator[f.Question]:
    """The questions of operations and terminators; of a changed rule what it says then."""
    for node in nodes:
        match node:
            case f.Question():
                yield node
            case f.Override(ruling):
                yield from (f.Question(asked, ruling.scope) for asked in (ruling.now.body, ruling.now.where))
            case f.Slot() | f.Seat() | f.Level():
                pass
            case tuple():
                yield from questions(*node)
            case _ if is_dataclass(node):
                yield from questions(*(getattr(node, field.name) for field in fields(node)))
            case _:
                pass


def lists_groups(question: f.Question) -> bool:
    """Whether what is listed are groups of spaces."""
    return isinstance(question.asked, core.Binder) and isinstance(question.asked.domain, core.Groups)


# ------------------------------------------------------------------ changes


@dataclass(frozen=True, slots=True)
class Effects:
    """What a part of a flow may change on the table: the things on places, and all else by name.

    With `home` the place as well where a piece begins that goes back there, or the counter of the owner of a cap.
    """

    seats: frozenset[f.Seat] = frozenset()
    counters: frozenset[str] = frozenset()
    marks: frozenset[str] = frozenset()
    rules: frozenset[str] = frozenset()
    home: bool = False


_NOTHING = Effects()


def effects(part: FlowPart) -> Effects:
    """What an operation or a terminator may change."""
    match part:
        case f.MovePiece(piece, to, _):
            return Effects(frozenset({piece.seat} if to is None else {piece.seat, to.seat}))
        case f.SwapPieces(first, second):
            return Effects(frozenset({first.seat, second.seat}))
        case f.KeepPiece(piece, pool):
            return Effects(frozenset({piece.seat, pool}))
        case f.TurnPiece(piece) | f.ShowSide(piece) | f.Roll(piece) | f.Uncover(piece) | f.LookAt(piece):
            return Effects(frozenset({piece.seat}))
        case f.Draw(seat) | f.Fill(seat):
            return Effects(frozenset({seat}))
        case f.ReturnPiece(piece):
            return Effects(frozenset({piece.seat}), home=True)
        case f.PutCap(at):
            return Effects(frozenset({at.seat}))
        case f.TakeCap(at, _, back):
            return Effects(frozenset({at.seat}), home=back)
        case f.ChangeCounter(counter=name) | f.SetCounter(counter=name) | f.SetRole(role=name):
            return Effects(counters=frozenset({name}))
        case f.Choose(f.Numbers(answer=name)) if name:
            return Effects(counters=frozenset({name}))
        case f.Mark(_, mark):
            return Effects(marks=frozenset({mark}))
        case f.Override(ruling):
            return Effects(rules=frozenset({ruling.now.rule}))
        case _:
            return _NOTHING
