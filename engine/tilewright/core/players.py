"""Which players and roles rules refer to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.build import has_role
from tilewright.core.node import PLAYERS, reads
from tilewright.core.walk import walk


def refers_to_others(*rules: core.Expr) -> bool:
    """Whether rules refer to a player other than the one they are evaluated for: then more than one is needed."""
    return any(which not in ("player", "self") for which in _which(*rules))


def refers_to_players(*rules: core.Expr) -> bool:
    """Whether rules refer to others or to all: then their values can depend on who else is at the table."""
    return any(which != "self" for which in _which(*rules))


def tells_sides_from_others(*rules: core.Expr) -> bool:
    """Whether rules distinguish neighbors from others or all: with three players these are the same."""
    which = set(_which(*rules))
    return bool(which & {"left", "right", "adjacent"}) and bool(which & {"opponent", "player"})


def _which(*rules: core.Expr) -> Iterator[str]:
    """The players that rules refer to, by the names of `core.Players`."""
    return (getattr(node, "which", "opponent") for node in walk(*rules) if reads(node) >= PLAYERS)


def needed_roles(play_rules: play.PlayRules, roles: Iterable[str]) -> tuple[str, ...]:
    """The roles, in order, whose holder the course needs before it gives them to anyone.

    Without a holder, such a statement fails and the rest of its block is skipped, so nobody gets a turn. If the course
    only loops over whoever has a role, it is not needed.
    """
    found = _Roles(play_rules, tuple(roles))
    found.block(play_rules.course)
    return tuple(role for role in found.roles if role in found.needed)


class _Roles:
    """The uses of roles in the statements of a course, in order."""

    def __init__(self, play_rules: play.PlayRules, roles: tuple[str, ...]) -> None:
        self.roles = roles
        self.needed: set[str] = set()
        self._given: set[str] = set()
        self._verbs = {verb.name: verb.body for verb in play_rules.verbs}

    def block(self, steps: play.Block) -> None:
        """Visit a block and its nested blocks; the turns of players are not part of the course."""
        for step in steps:
            match step:
                case play.BindFirst():
                    asked = (role for role in self.roles if step.binder.guard == has_role(step.binder.var, role))
                    self.needed.update(role for role in asked if role not in self._given)
                case play.SetRole():
                    self._given.add(step.role)
                case play.Call() if step.verb in self._verbs:
                    self.block(self._verbs[step.verb])
                case _:  # only its nested blocks matter
                    for body in play.blocks(step):
                        self.block(body)
