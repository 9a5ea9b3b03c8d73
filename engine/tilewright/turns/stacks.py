"""A table with unknown choices: a stack is its initial pieces with guarded changes, and rules are evaluated on such
stacks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.node import Node
from tilewright.core.walk import rules_asked, variables, walk
from tilewright.meaning.domain import Element, Env, Ruling, SpaceSet
from tilewright.meaning.evaluator import Evaluator
from tilewright.meaning.unrolled import Unrolled
from tilewright.play.table import Pile
from tilewright.stopping import Unsupported
from tilewright.symbolic.nodes import Bit, Linear, as_number, combine, invert
from tilewright.symbolic.numbers import Symbolic
from tilewright.table.geometry import Geometry


class NotExecutable(Unsupported):
    """A statement whose meaning cannot be expressed in a model."""

    def __init__(self, reason: str, step: play.Step | None = None, card: str = "") -> None:
        super().__init__(reason)
        self.card = card
        self.span = getattr(step, "span", None)


class TopQuestion(NamedTuple):
    """A query about a piece: whether it is ``there``, is face-``down``, ``shows`` or ``is`` one of some kinds."""

    asks: str
    kinds: frozenset[int] = frozenset()


THERE, FACE_DOWN = TopQuestion("there"), TopQuestion("down")
GuardedPiece: TypeAlias = Callable[[TopQuestion], Bit]
"""A partially known piece, as a function that answers queries."""


def known_piece(code: int) -> GuardedPiece:
    """A piece from its code in `play.table`."""

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
    """The answer of a piece after it has been turned."""
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
    # if both are equal the guard is irrelevant, and would hide that they are
    if then == otherwise:
        return then
    return logic.some([logic.every([bit, then]), logic.every([invert(bit), otherwise])])


class _Pieces:
    """The pieces of a stack; `ask` queries the piece with `depth` others on top of it."""

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
    """One face-up piece or none, of unknown kind: `shows` gives the bit that it is one of some kinds; `kinds` are all
    possible ones."""

    def __init__(self, logic: Symbolic, shows: Callable[[frozenset[int]], Bit], kinds: frozenset[int]) -> None:
        super().__init__(logic)
        self.shows, self.kinds = shows, kinds

    def answer(self, depth: int, question: TopQuestion) -> Bit:
        if depth or question.asks == "down":
            return False
        asked = self.kinds if question.asks == "there" else self.kinds & question.kinds
        return self.shows(asked) if asked else False


class _Changed(_Pieces):
    """The pieces after a change, which takes effect if the guard holds."""

    def __init__(self, before: _Pieces, guard: Bit) -> None:
        super().__init__(before.logic)
        self.before, self.guard = before, guard

    def answer(self, depth: int, question: TopQuestion) -> Bit:
        # an unguarded change hides what was before
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
    """A stack: its pieces, its height, the bit for each kind of cap that one is on it, and its marks of the turn."""

    pieces: _Pieces
    height: Linear
    caps: Mapping[str, Bit]
    marks: Mapping[str, Bit]

    def top(self, question: TopQuestion) -> Bit:
        """The answer of the top piece; false if there is none."""
        return self.pieces.ask(0, question)

    def put(self, guard: Bit, piece: GuardedPiece, marks: Mapping[str, Bit]) -> GuardedStack:
        """Put a piece on it, with its marks."""
        logic = self.pieces.logic
        both = dict.fromkeys((*self.marks, *marks), False)
        taken = {name: either(logic, guard, marks.get(name, False), self.marks.get(name, False)) for name in both}
        height = combine([(1, self.height), (1, as_number(guard))])
        return GuardedStack(_Put(self.pieces, guard, piece), height, self.caps, taken)

    def lifted(self, guard: Bit) -> GuardedStack:
        """Remove the top piece, with its marks."""
        logic = self.pieces.logic
        left = {name: logic.every([invert(guard), bit]) for name, bit in self.marks.items()}
        height = combine([(1, self.height), (-1, as_number(guard))])
        return GuardedStack(_Lifted(self.pieces, guard), height, self.caps, left)

    def turned(self, guard: Bit, up: bool) -> GuardedStack:
        """Turn the top piece."""
        return replace(self, pieces=_Turned(self.pieces, guard, up))

    def with_cap(self, guard: Bit, mark: str, on: bool) -> GuardedStack:
        """Put a cap on it, or take one off."""
        logic, lies = self.pieces.logic, self.caps.get(mark, False)
        lies = logic.some([guard, lies]) if on else logic.every([invert(guard), lies])
        return replace(self, caps={**self.caps, mark: lies})

    def marked(self, guard: Bit, mark: str) -> GuardedStack:
        """Give it a mark of the turn."""
        return replace(self, marks={**self.marks, mark: self.pieces.logic.some([guard, self.marks.get(mark, False)])})

    def unmarked(self) -> GuardedStack:
        """Remove all marks of the turn."""
        return replace(self, marks={})


def known_stack(logic: Symbolic, pile: Pile, caps: str) -> GuardedStack:
    """A fully known stack, without marks."""
    return GuardedStack(_Start(logic, pile), logic.number(len(pile)), dict.fromkeys(caps, True), {})


class GuardedBoard:
    """`meaning.domain.BoardView` of a place whose stacks are replaced as they change.

    `marks` maps the names of caps to their symbols. A pool has a geometry of one row and may grow.
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
        """Whether it is a pool, which has a space per piece."""
        return self._geometry is None

    @property
    def geometry(self) -> Geometry:
        return self._geometry or Geometry(1, len(self.stacks))

    @property
    def tallest(self) -> int:
        return max((stack.height.high for stack in self.stacks), default=0)

    def grow(self) -> int:
        """Add an empty space to a pool; returns it."""
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


@dataclass(frozen=True)
class CaseSplit:
    """The value of a variable that is one of several elements, each with the bit that it is the one.

    At most one of the bits holds.
    """

    of: tuple[tuple[Element, Bit], ...]


@dataclass(frozen=True)
class PickedGroup(SpaceSet[Bit]):
    """A picked group, with the value that its pieces share (None: they need not share one)."""

    value: core.Value | None = field(default=None, compare=False)

    def __hash__(self) -> int:
        return hash(self.root)


class _TableEvaluator(Evaluator[Linear, Bit]):
    """Evaluates some conditions in an equivalent but smaller form."""

    def condition(self, expr: core.Expr, env: Env, seat: Element) -> Bit:
        match expr:
            case core.Compare(operator=">" | "=" as operator, left=core.Height(space=space), right=core.Const(value=0)):
                board = self.domain.board(seat)
                if isinstance(board, GuardedBoard):
                    there = board.stacks[env[space.id]].top(THERE)
                    return there if operator == ">" else invert(there)
            case core.Exists(binder=binder, condition=core.ShowsValue(space=space, value=value)):
                group = env.get(binder.domain.of.id) if isinstance(binder.domain, core.SpacesOf) else None
                plain = binder.guard == core.TRUE and space == binder.var
                if plain and isinstance(group, PickedGroup) and group.value is not None:
                    return bool(env[value.id] == group.value)
            case _:  # the general form
                pass
        return super().condition(expr, env, seat)


class TableRules:
    """Evaluates the rules of a game on the boards of `domain`; `lasting` are bindings that all rules can use.

    `changes` are the overrides in force.
    """

    def __init__(
        self,
        logic: Symbolic,
        domain: Unrolled[Linear, Bit],
        book: Rulebook,
        me: int,
        lasting: Env,
        changes: Sequence[tuple[str, Ruling]] = (),
    ) -> None:
        self.logic, self.domain, self.book, self.me, self.lasting = logic, domain, book, me, lasting
        self.changes = changes

    def condition(self, expr: core.Expr, env: Env) -> Bit:
        """The bit of a condition, for the player."""
        held = [
            (self._evaluator(lasting).condition(expr, inner, inner[self.me]), bit)
            for inner, lasting, bit in self.split(expr, env)
        ]
        return held[0][0] if len(held) == 1 else self.logic.some([self.logic.every(list(pair)) for pair in held])

    def number(self, expr: core.Expr, env: Env) -> Linear:
        """The value of a number, for the player."""
        zero = self.logic.number(0)
        found = [
            (self._evaluator(lasting).number(expr, inner, inner[self.me]), bit)
            for inner, lasting, bit in self.split(expr, env)
        ]
        if len(found) == 1:
            return found[0][0]
        return self.logic.add([self.logic.pick(bit, number, zero) for number, bit in found])

    def elements(self, binder: core.Binder, home: core.Var | None, env: Env) -> list[tuple[Element, Bit]]:
        """The elements that may satisfy a binder, each with the bit that it does."""
        found: dict[Element, dict[Bit, list[Bit]]] = {}  # grouped by condition, so that each condition is posted once
        for inner, lasting, bit in self.split(binder, env):
            seat = inner[self.me if home is None else home.id]
            evaluator = self._evaluator(lasting)
            for bound, there in self.domain.satisfying(evaluator.each(binder, inner, seat)):
                found.setdefault(bound[binder.var.id], {}).setdefault(there, []).append(bit)
        every, some = self.logic.every, self.logic.some
        joined = [
            (element, some([every([some(bits), there]) for there, bits in cases.items()]))
            for element, cases in found.items()
        ]
        return [(element, bit) for element, bit in joined if bit is not False]

    def at(self, expr: core.Expr, env: Env, seat: int, lasting: Env | None = None) -> Bit:
        """The bit of a condition on a place, if no variable in it is a `CaseSplit`."""
        return self._evaluator(self.lasting if lasting is None else lasting).condition(expr, env, seat)

    def _evaluator(self, lasting: Env) -> _TableEvaluator:
        rulings: Mapping[str, Sequence[Ruling]] = {
            rule.name: [
                Ruling(rule.parameter, rule.body, lasting),
                *(one for name, one in self.changes if name == rule.name),
            ]
            for rule in self.book.rules
        }
        return _TableEvaluator(self.domain, rulings)

    def split(self, node: Node, env: Env) -> list[tuple[Env, Env, Bit]]:
        """The environments (also of lasting variables) in which every variable of a node is bound to a single element,
        each with its bit."""
        found: list[tuple[Env, Env, Bit]] = [(env, self.lasting, True)]
        for var in self.book.mentioned(node).union(*(self.book.mentioned(one.body) for _, one in self.changes)):
            cases: Any = env.get(var, self.lasting.get(var))
            if isinstance(cases, CaseSplit):
                found = [
                    ({**inner, var: element}, {**lasting, var: element}, self.logic.every([bit, case]))
                    for inner, lasting, bit in found
                    for element, case in cases.of
                ]
        return [one for one in found if one[2] is not False]


# ------------------------------------------------------------------ the rules of a game


class Rulebook:
    """The named rules of a course, and cached facts about expressions that use them."""

    def __init__(self, play_rules: play.PlayRules) -> None:
        self.rules = play_rules.rules
        self._bodies = {rule.name: rule.body for rule in play_rules.rules}
        self._closures: dict[int, tuple[Node, tuple[Node, ...]]] = {}
        self._mentioned: dict[int, frozenset[int]] = {}
        self._types: dict[int, frozenset[type[Node]]] = {}

    def closure(self, node: Node) -> tuple[Node, ...]:
        """A node, and the bodies of the rules that it uses, transitively."""
        known = self._closures.get(id(node))
        if known is None:
            found, names = [node], rules_asked(node)
            done = set[str]()
            while names - done:
                name = min(names - done)
                done.add(name)
                found.append(self._bodies[name])
                names |= rules_asked(self._bodies[name])
            known = self._closures[id(node)] = node, tuple(found)
        return known[1]

    def mentioned(self, node: Node) -> frozenset[int]:
        """The ids of all variables in its closure."""
        known = self._mentioned.get(id(node))
        if known is None:
            known = frozenset(var.id for part in self.closure(node) for var in variables(part))
            self._mentioned[id(node)] = known
        return known

    def types(self, node: Node) -> frozenset[type[Node]]:
        """The classes of all nodes in its closure."""
        known = self._types.get(id(node))
        if known is None:
            known = self._types[id(node)] = frozenset(map(type, walk(*self.closure(node))))
        return known
