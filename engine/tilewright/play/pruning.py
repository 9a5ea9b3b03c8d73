"""Statements that make no difference to a game are left out before it begins.

A mark that nothing asks about in this game (a card that is not in play would) need not be given,
and a statement that does nothing else need not be done.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.node import Node
from tilewright.core.walk import marks_read, transform, variables
from tilewright.play.program import Program

_NEEDS_BODY = (play.Atomic, play.ForEachInAnyOrder, play.RepeatTimes, play.When, play.ForEach)
"""Statements that do nothing by themselves: with nothing in their blocks they can be left out."""


def pruned(course: play.Course, abilities: Sequence[play.Ability]) -> play.Course:
    """The course without statements that give nothing but marks that neither it nor the abilities ask about."""
    done = course if abilities else replace(course, cost=(), after=())
    measures = (number for _, number in course.measures)
    asked = marks_read(done, *measures, *abilities)
    verbs = tuple(replace(verb, body=_without(verb.body, asked)) for verb in course.verbs)
    setup, turn, cost, after = (
        _without(block, asked) for block in (course.setup, course.turn, course.cost, course.after)
    )
    turns = tuple((name, _without(body, asked)) for name, body in course.turns)
    return replace(course, verbs=verbs, setup=setup, turn=turn, turns=turns, cost=cost, after=after)


def _without(block: play.Block, asked: frozenset[str]) -> play.Block:
    """A block without statements that come to no more than other marks than these."""
    steps = (_pruned(step, asked) for step in block)
    return tuple(step for step in steps if step is not None)


def _pruned(step: play.Step, asked: frozenset[str]) -> play.Step | None:
    if isinstance(step, play.MarkSpace) and step.mark not in asked:
        return None
    bodies = [_without(block, asked) for block in play.blocks(step)]
    if isinstance(step, _NEEDS_BODY) and not any(bodies):
        return None
    return play.with_blocks(step, bodies) if bodies else step


# ------------------------------------------------------------------ programs


@dataclass(frozen=True, eq=False, slots=True)
class _Read:
    """A course and abilities as they were read.

    Equal ones of other files may be worded differently by their authors, so a key is the objects themselves.
    """

    course: play.Course
    abilities: tuple[play.Ability, ...]

    def __eq__(self, other: object) -> bool:
        """Both are the very same objects."""
        if not isinstance(other, _Read) or len(self.abilities) != len(other.abilities):
            return NotImplemented
        pairs = zip(self.abilities, other.abilities, strict=True)
        return self.course is other.course and all(one is same for one, same in pairs)

    def __hash__(self) -> int:
        return hash((self.course, self.abilities))


def program_of(course: play.Course, abilities: Iterable[play.Ability]) -> Program:
    """The program of a game without what makes no difference; matches of one sort share it."""
    return _program(_Read(course, tuple(abilities)))


@lru_cache(maxsize=32)
def _program(read: _Read) -> Program:
    return Program(pruned(read.course, read.abilities), list(_apart(read.course, read.abilities)))


def _apart(course: play.Course, abilities: Sequence[play.Ability]) -> Iterator[play.Ability]:
    """The abilities with other variables where some of those before them bind the same ones.

    Each card numbers its own from the last of the game file on; by its number it is known where a thing lies.
    """
    taken: set[int] = set()
    for ability in abilities:
        own = sorted({var.id for var in variables(ability) if var.id >= course.variables})
        first = max(taken, default=0) + 1
        new = {} if taken.isdisjoint(own) else {old: first + i for i, old in enumerate(own)}
        taken.update(new.values() if new else own)
        yield transform(ability, partial(_renumbered, new)) if new else ability


def _renumbered(new: Mapping[int, int], node: Node) -> Node:
    return replace(node, id=new[node.id]) if isinstance(node, core.Var) and node.id in new else node
