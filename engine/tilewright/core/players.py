"""Which players rules refer to, and in what roles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.build import has_role
from tilewright.core.node import PLAYERS, reads
from tilewright.core.walk import walk


def refers_to_others(*rules: core.Expr) -> bool:
    """Whether rules refer to a player besides the one they are evaluated for; alone they lack somebody."""
    return any(which not in ("player", "self") for which in _which(*rules))


def refers_to_players(*rules: core.Expr) -> bool:
    """Whether rules refer to others or to all: what they come to can depend on who else is at the table."""
    return any(which != "self" for which in _which(*rules))


def tells_sides_from_others(*rules: core.Expr) -> bool:
    """Whether rules refer to players at one's sides, and to others or all too: among three players these are the same."""
    which = set(_which(*rules))
    return bool(which & {"left", "right", "adjacent"}) and bool(which & {"opponent", "player"})


def _which(*rules: core.Expr) -> Iterator[str]:
    """Which players rules refer to, as `core.Players` names them."""
    return (getattr(node, "which", "opponent") for node in walk(*rules) if reads(node) >= PLAYERS)


def needed_roles(course: play.PlayRules, roles: Iterable[str]) -> tuple[str, ...]:
    """The roles whose holder the course asks for before it gives them to anyone, in their order.

    Without a holder, such a statement fails and the rest of its block is skipped: nobody gets a turn. Where the course
    only goes through whoever has a role, it is not needed.
    """
    found = _Roles(course, tuple(roles))
    found.block(course.course)
    return tuple(role for role in found.roles if role in found.needed)


class _Roles:
    """What the statements of a course do with roles, in their order."""

    def __init__(self, course: play.PlayRules, roles: tuple[str, ...]) -> None:
        self.roles = roles
        self.needed: set[str] = set()
        self._given: set[str] = set()
        self._verbs = {verb.name: verb.body for verb in course.verbs}

    def block(self, steps: play.Block) -> None:
        """Go through a block and the blocks in it; the turns of players are not part of the course."""
        for step in steps:
            match step:
                case play.BindFirst():
                    asked = (role for role in self.roles if step.binder.guard == has_role(step.binder.var, role))
                    self.needed.update(role for role in asked if role not in self._given)
                case play.SetRole():
                    self._given.add(step.role)
                case play.Call() if step.verb in self._verbs:
                    self.block(self._verbs[step.verb])
                case _:  # whatever it does, its blocks are gone through
                    for body in play.blocks(step):
                        self.block(body)
