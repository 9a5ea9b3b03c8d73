"""Statements that make no difference to a game are left out before it begins.

A mark that nothing asks about in this game (a card that is not in play would) need not be given,
and a loop that does nothing else need not be run.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.node import Node
from tilewright.core.walk import find

MOST_KNOWN = 32
_KNOWN: OrderedDict[tuple[int, ...], tuple[object, play.Course]] = OrderedDict()


def pruned(course: play.Course, abilities: Sequence[play.Ability]) -> play.Course:
    """The course without marks that neither it nor the abilities ask about; matches of one sort share it."""
    key = id(course), *map(id, abilities)
    if key not in _KNOWN:
        _KNOWN[key] = (course, tuple(abilities)), _pruned(course, abilities)
        if len(_KNOWN) > MOST_KNOWN:
            _KNOWN.popitem(last=False)
    return _KNOWN[key][1]


def _pruned(course: play.Course, abilities: Sequence[play.Ability]) -> play.Course:
    blocks = [course.setup, course.turn, *(verb.body for verb in course.verbs)]
    blocks += [course.cost, course.after, *(ability.body for ability in abilities)] if abilities else []
    steps = (step for block in blocks for step in block)
    asked = _marks([*steps, *course.rules, course.end, *(number for _, number in course.measures)])
    verbs = tuple(replace(verb, body=_without(verb.body, asked)) for verb in course.verbs)
    setup, turn, cost, after = (
        _without(block, asked) for block in (course.setup, course.turn, course.cost, course.after)
    )
    return replace(course, verbs=verbs, setup=setup, turn=turn, cost=cost, after=after)


def _marks(nodes: Iterable[Node]) -> frozenset[str]:
    """The marks that expressions somewhere in the nodes ask about."""
    return frozenset(flagged.mark for flagged in find(core.Flagged, *nodes))


def _without(block: play.Block, asked: frozenset[str]) -> play.Block:
    """A block without the marks that nobody asks about."""
    steps = (_step(step, asked) for step in block)
    return tuple(step for step in steps if step is not None)


def _step(step: play.Step, asked: frozenset[str]) -> play.Step | None:
    match step:
        case play.Flag():
            return step if step.mark in asked else None
        case play.Each():
            body = _without(step.body, asked)
            return replace(step, body=body) if body else None
        case play.InAnyOrder() | play.Times():
            return replace(step, body=_without(step.body, asked)) if step.body else step
        case play.When():
            then, otherwise = _without(step.body, asked), _without(step.otherwise, asked)
            return replace(step, body=then, otherwise=otherwise) if then or otherwise else None
        case play.Menu():
            options = (replace(option, body=_without(option.body, asked)) for option in step.options)
            return replace(step, options=tuple(options))
        case _:
            return step
