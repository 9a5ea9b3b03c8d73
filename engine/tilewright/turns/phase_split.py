"""Where a turn falls into two parts: first things are taken from the table, then the players' own boards are played on.

What is taken can be gone through by the machine, turn after turn, if none of it depends on the players' boards; what is
made of it is left to the solver, if nothing of that reads or changes a place of the table. Whether and where a game has such a cut
is read off its statements.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tilewright.core import expr as core
from tilewright.core.node import LYING, RULES, SPACES, Node, asked_of, reads
from tilewright.core.walk import children, counters_read, marks_read, rules_asked, walk
from tilewright.kernel import flow as f
from tilewright.kernel.contents import FlowPart, Levels, contents_of, effects, questions, statements_of, turn_of
from tilewright.kernel.liveness import read_slots
from tilewright.kernel.lowering import AFTER, USE
from tilewright.play.evaluator import StateEvaluator
from tilewright.table.game import BoardDef

OWN, POOL, TABLE = "own", "pool", "table"
"""Sorts of places: boards of players, their pools, and what is the table's."""
_BY_CHANCE = (f.Fill, f.Draw, f.Roll, f.ChooseAtRandom)
_OF_BOARDS = LYING - SPACES
"""What a node reads that looks at stacks."""


@dataclass(frozen=True)
class PhaseSplit:
    """`at`: how many statements of the turn belong to its first part; `taking`: the abilities that do, by their numbers."""

    at: int
    taking: frozenset[int]


def cut_of(evaluator: StateEvaluator) -> PhaseSplit | None:
    """Where a turn falls into its parts; None if it has no such parts."""
    return _Cut(evaluator).found()


def limited_counters(evaluator: StateEvaluator) -> list[str]:
    """The counters that cannot grow beyond a number, or beyond what the supply has."""
    return [
        name for name, one in evaluator.game.counters_by_name.items() if one.most is not None or one.cap is not None
    ]


class _Cut:
    def __init__(self, evaluator: StateEvaluator) -> None:
        self.evaluator, self.course, self.flow = evaluator, evaluator.course, evaluator.flow
        self.rules = {rule.name: rule for rule in self.course.rules}
        boards, own = evaluator.game.boards_by_name, evaluator.game.own_place
        self.homes = {self.course.me.id: _sort(own)} | {var.id: _sort(boards[name]) for name, var in self.course.places}
        self.begun = {TABLE} if any(board.begins for board in evaluator.game.boards) else set[str]()

    def found(self) -> PhaseSplit | None:
        """The first index at which the two parts meet, with every ability in one of them."""
        roots, cost = self.flow.roots, len(self.course.cost)
        taking, given = set[int](), list[FlowPart]()
        later = self._flow_parts(statements_of(roots[AFTER])) if AFTER in roots else []
        for number in range(len(self.flow.uses)):
            whole = statements_of(roots[f"{USE} {number}"])
            later += self._flow_parts(whole[:cost])
            body = self._flow_parts(whole[cost:])
            if OWN in self._touched(body):
                later += body
            else:
                taking.add(number)
                given += body
        turn = turn_of(self.flow)
        for index in range(1, len(turn)):
            if self._parted([*self._flow_parts(turn[:index]), *given], [*self._flow_parts(turn[index:]), *later]):
                return PhaseSplit(index, frozenset(taking))
        return None

    def _flow_parts(self, levels: Levels) -> list[FlowPart]:
        return list(contents_of(self.flow).parts(levels))

    def _parted(self, first: list[FlowPart], second: list[FlowPart]) -> bool:
        if TABLE in self._touched(second) or OWN in self._touched(first):
            return False
        if any(isinstance(part, _BY_CHANCE) for part in first):
            return False
        bound = {part.var for part in first if isinstance(part, f.BindLasting)}
        asked = [part for question in questions(*second) for part in self._closure(question.asked)]
        changed, given = [effects(part) for part in second], [effects(part) for part in first]
        marks, rules = marks_read(*asked), rules_asked(*asked)
        named = {var.id for var in walk(*asked) if isinstance(var, core.Var)} | self._things_read(second)
        if bound & named or any(one.marks & marks or one.rules & rules for one in given):
            return False
        own = [part for question in questions(*first) for part in self._closure(question.asked)]
        own += self._closure(self.course.end)
        later = frozenset[str]().union(*(one.counters for one in changed))
        gained = {part.counter for part in second if isinstance(part, f.ChangeCounter) and not part.pay}
        limited = set(limited_counters(self.evaluator)) & {name for one in given for name in one.counters}
        return (
            not later & counters_read(*own)
            and not gained & limited
            and OWN not in set(self._looked(self.course.end, OWN, None))
        )

    def _things_read(self, parts: list[FlowPart]) -> set[int]:
        """The things that a turn names that parts read without asking."""
        read = 0
        for part in parts:
            read |= read_slots(part)
        return {var for var, slot in self.flow.lasting.items() if read >> slot.index & 1}

    def _touched(self, parts: list[FlowPart]) -> set[str]:
        """The sorts of places that parts read or change."""
        found: set[str] = set()
        for part in parts:
            changed = effects(part)
            found |= self.begun if changed.home else set()
            found |= {_sort(seat.board) for seat in changed.seats}
            if isinstance(part, f.Override):
                home = self.rules[part.ruling.now.rule].home
                for question in questions(part):
                    found |= set(self._looked(question.asked, self._home(home, None), question.scope))
                continue
            for question in questions(part):
                found |= set(self._looked(question.asked, self._home(question.home, question.scope), question.scope))
        return found

    def _home(self, home: core.Var | None, scope: f.Scope | None) -> str:
        """What sort of place a home is: of the player, one that has a name, or one that a slot holds."""
        if home is None:
            return OWN
        slot = None if scope is None else scope.slots.get(home.id)
        return self.homes.get(home.id, OWN) if slot is None or slot.board is None else _sort(slot.board)

    def _looked(self, node: Node, seat: str, scope: f.Scope | None) -> Iterator[str]:
        """The sorts of places of which an expression looks at stacks, asked at places of some sorts."""
        seat = self._home(asked_of(node), scope) if asked_of(node) else seat
        if reads(node) & _OF_BOARDS:
            yield seat
        for rule in rules_asked(node) if RULES & reads(node) else ():
            yield from self._looked(self.rules[rule].body, seat, None)
        for part in children(node):
            yield from self._looked(part, seat, scope)

    def _closure(self, node: Node) -> Iterator[Node]:
        waiting, seen = [node], set[str]()
        while waiting:
            part = waiting.pop()
            yield part
            fresh = rules_asked(part) - seen
            seen |= fresh
            waiting += [self.rules[rule].body for rule in sorted(fresh)]


def _sort(board: BoardDef) -> str:
    return TABLE if not board.each_player else POOL if board.pool else OWN
