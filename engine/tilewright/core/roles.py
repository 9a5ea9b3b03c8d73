"""The roles that somebody must have for a game to go on."""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.core import play
from tilewright.core.build import has_role


def needed_roles(course: play.Course, roles: Iterable[str]) -> tuple[str, ...]:
    """The roles whose holder the course asks for before it gives them to anyone, in their order.

    Without a holder, such a statement fails and the rest of its block is skipped: nobody gets a turn. Where the course
    only goes through whoever has a role, it is not needed.
    """
    found = _Roles(course, tuple(roles))
    found.block(course.course)
    return tuple(role for role in found.roles if role in found.needed)


class _Roles:
    """What the statements of a course do with roles, in their order."""

    def __init__(self, course: play.Course, roles: tuple[str, ...]) -> None:
        self.roles = roles
        self.needed: set[str] = set()
        self._given: set[str] = set()
        self._verbs = {verb.name: verb.body for verb in course.verbs}

    def block(self, steps: play.Block) -> None:
        """Go through a block and the blocks in it; the turns of players are not part of the course."""
        for step in steps:
            match step:
                case play.First():
                    asked = (role for role in self.roles if step.binder.guard == has_role(step.binder.var, role))
                    self.needed.update(role for role in asked if role not in self._given)
                case play.SetRole():
                    self._given.add(step.role)
                case play.Call() if step.verb in self._verbs:
                    self.block(self._verbs[step.verb])
                case _:  # whatever it does, its blocks are gone through
                    for body in play.blocks(step):
                        self.block(body)
