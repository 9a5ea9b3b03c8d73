"""Stacks of a table on which choices are open: each is what lay there and the list of its changes.

A change has a *guard*, the bit that it happens. What a rule asks of the top of a stack is worked out from the
last change back to the start, and only when it is asked: of kinds that nobody tells apart nothing is built.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple, TypeAlias

from tilewright.play.table import Pile
from tilewright.symbolic.nodes import Bit, Linear, as_number, combine, invert
from tilewright.symbolic.numbers import Symbolic
from tilewright.table.geometry import Geometry
from tilewright.turns.unsupported import NotExecutable


class TopQuestion(NamedTuple):
    """What is asked of a piece: whether it is ``there``, lies ``down``, ``shows`` or ``is`` one of some kinds."""

    asks: str
    kinds: frozenset[int] = frozenset()


THERE, FACE_DOWN = TopQuestion("there"), TopQuestion("down")
GuardedPiece: TypeAlias = Callable[[TopQuestion], Bit]
"""A piece of which not everything is known, by what it answers."""


def known_piece(code: int) -> GuardedPiece:
    """A piece as `play.table` writes it."""

    def ask(question: TopQuestion) -> bool:
        match question.asks:
            case "there":
                return True
            case "down":
                return not code & 1
            case "is" if code < 0:
                raise NotExecutable("it asks for a piece that nobody has seen")
        return (question.asks == "is" or bool(code & 1)) and code >> 1 in question.kinds

    return ask


def turned(piece: GuardedPiece, up: bool, question: TopQuestion) -> Bit:
    """What a piece answers when it has been turned."""
    match question.asks:
        case "down":
            return False if up else piece(THERE)
        case "shows":
            return piece(TopQuestion("is", question.kinds)) if up else False
    return piece(question)


def either(logic: Symbolic, bit: Bit, then: Bit, otherwise: Bit) -> Bit:
    """`then` if the bit holds, else `otherwise`."""
    if isinstance(bit, bool):
        return then if bit else otherwise
    # the guard decides nothing here, and would only hide that two answers are equal
    if then == otherwise:
        return then
    return logic.some([logic.every([bit, then]), logic.every([invert(bit), otherwise])])


class _Pieces:
    """The pieces of a stack; `ask` is about the piece that has so many others on it."""

    def __init__(self, logic: Symbolic) -> None:
        self.logic = logic
        self._known: dict[tuple[int, TopQuestion], Bit] = {}

    def ask(self, depth: int, question: TopQuestion) -> Bit:
        key = depth, question
        if key not in self._known:
            self._known[key] = self.answer(depth, question)
        return self._known[key]

    def answer(self, depth: int, question: TopQuestion) -> Bit:
        raise NotImplementedError


class _Start(_Pieces):
    def __init__(self, logic: Symbolic, pile: Pile) -> None:
        super().__init__(logic)
        self.pile = pile

    def answer(self, depth: int, question: TopQuestion) -> Bit:
        return depth < len(self.pile) and known_piece(self.pile[-1 - depth])(question)


class OpenPieces(_Pieces):
    """One face-up piece or none: `shows` says by the kinds in question whether it is one of them, `kinds` are all it can be."""

    def __init__(self, logic: Symbolic, shows: Callable[[frozenset[int]], Bit], kinds: frozenset[int]) -> None:
        super().__init__(logic)
        self.shows, self.kinds = shows, kinds

    def answer(self, depth: int, question: TopQuestion) -> Bit:
        if depth or question.asks == "down":
            return False
        asked = self.kinds if question.asks == "there" else self.kinds & question.kinds
        return self.shows(asked) if asked else False


class _Changed(_Pieces):
    """The pieces after a change, which happens if the guard holds."""

    def __init__(self, before: _Pieces, guard: Bit) -> None:
        super().__init__(before.logic)
        self.before, self.guard = before, guard

    def answer(self, depth: int, question: TopQuestion) -> Bit:
        # an unguarded change needs no look at what was before
        if self.guard is True:
            return self.changed(depth, question)
        return either(self.logic, self.guard, self.changed(depth, question), self.before.ask(depth, question))

    def changed(self, depth: int, question: TopQuestion) -> Bit:
        raise NotImplementedError


class _Put(_Changed):
    def __init__(self, before: _Pieces, guard: Bit, piece: GuardedPiece) -> None:
        super().__init__(before, guard)
        self.piece = piece

    def changed(self, depth: int, question: TopQuestion) -> Bit:
        return self.before.ask(depth - 1, question) if depth else self.piece(question)


class _Lifted(_Changed):
    def changed(self, depth: int, question: TopQuestion) -> Bit:
        return self.before.ask(depth + 1, question)


class _Turned(_Changed):
    def __init__(self, before: _Pieces, guard: Bit, up: bool) -> None:
        super().__init__(before, guard)
        self.up = up

    def changed(self, depth: int, question: TopQuestion) -> Bit:
        return self.before.ask(depth, question) if depth else turned(partial(self.before.ask, 0), self.up, question)


@dataclass(frozen=True)
class GuardedStack:
    """A stack: its pieces, their number, whether a cap of each mark lies on it, and the marks of the turn that it has."""

    pieces: _Pieces
    height: Linear
    caps: Mapping[str, Bit]
    marks: Mapping[str, Bit]

    def top(self, question: TopQuestion) -> Bit:
        """What the top piece answers; false when there is none."""
        return self.pieces.ask(0, question)

    def put(self, guard: Bit, piece: GuardedPiece, marks: Mapping[str, Bit]) -> GuardedStack:
        """A piece comes onto it, with its marks."""
        logic = self.pieces.logic
        both = dict.fromkeys((*self.marks, *marks), False)
        taken = {name: either(logic, guard, marks.get(name, False), self.marks.get(name, False)) for name in both}
        height = combine([(1, self.height), (1, as_number(guard))])
        return GuardedStack(_Put(self.pieces, guard, piece), height, self.caps, taken)

    def lifted(self, guard: Bit) -> GuardedStack:
        """The top piece is taken off; the marks go with it."""
        logic = self.pieces.logic
        left = {name: logic.every([invert(guard), bit]) for name, bit in self.marks.items()}
        height = combine([(1, self.height), (-1, as_number(guard))])
        return GuardedStack(_Lifted(self.pieces, guard), height, self.caps, left)

    def turned(self, guard: Bit, up: bool) -> GuardedStack:
        """The top piece is turned."""
        return replace(self, pieces=_Turned(self.pieces, guard, up))

    def with_cap(self, guard: Bit, mark: str, on: bool) -> GuardedStack:
        """A cap comes onto it, or is taken off."""
        logic, lies = self.pieces.logic, self.caps.get(mark, False)
        lies = logic.some([guard, lies]) if on else logic.every([invert(guard), lies])
        return replace(self, caps={**self.caps, mark: lies})

    def marked(self, guard: Bit, mark: str) -> GuardedStack:
        """It is given a mark of the turn."""
        return replace(self, marks={**self.marks, mark: self.pieces.logic.some([guard, self.marks.get(mark, False)])})

    def unmarked(self) -> GuardedStack:
        """It has no marks any more."""
        return replace(self, marks={})


def known_stack(logic: Symbolic, pile: Pile, caps: str) -> GuardedStack:
    """A stack of which everything is known, without marks."""
    return GuardedStack(_Start(logic, pile), logic.number(len(pile)), dict.fromkeys(caps, True), {})


class GuardedBoard:
    """`meaning.domain.BoardView` of a place; its stacks are replaced by changed ones.

    `marks` are the marks of caps by their names. A pool has a geometry of one row and may grow.
    """

    def __init__(
        self, logic: Symbolic, geometry: Geometry | None, stacks: Sequence[GuardedStack], marks: Mapping[str, str]
    ) -> None:
        self.logic, self.marks, self.stacks = logic, marks, list(stacks)
        self._geometry = geometry

    def copy(self) -> GuardedBoard:
        """An independent copy."""
        return GuardedBoard(self.logic, self._geometry, self.stacks, self.marks)

    @property
    def pool(self) -> bool:
        """Whether it has no spaces but those of its pieces."""
        return self._geometry is None

    @property
    def geometry(self) -> Geometry:
        return self._geometry or Geometry(1, len(self.stacks))

    @property
    def tallest(self) -> int:
        return max((stack.height.high for stack in self.stacks), default=0)

    def grow(self) -> int:
        """A further space of a pool, empty."""
        self.stacks.append(known_stack(self.logic, (), ""))
        return len(self.stacks) - 1

    def height(self, space: int) -> Linear:
        return self.stacks[space].height

    def attribute(self, space: int, numbers: tuple[tuple[int, int], ...]) -> Linear:
        by_number: dict[int, set[int]] = {}
        for kind, number in numbers:
            by_number.setdefault(number, set()).add(kind)
        shown = {number: self.shows(space, frozenset(kinds)) for number, kinds in by_number.items()}
        return combine((1, as_number(bit, number)) for number, bit in shown.items())

    def shows(self, space: int, kinds: frozenset[int]) -> Bit:
        return self.stacks[space].top(TopQuestion("shows", kinds))

    def face_down(self, space: int) -> Bit:
        return self.stacks[space].top(FACE_DOWN)

    def capped(self, space: int, cap: str) -> Bit:
        return self.stacks[space].caps.get(self.marks[cap], False)

    def flagged(self, space: int, mark: str) -> Bit:
        return self.stacks[space].marks.get(mark, False)
