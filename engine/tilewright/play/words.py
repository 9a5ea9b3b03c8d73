"""Elements of a game in play as the files of positions name them, and the names that statements give to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.walk import find
from tilewright.meaning.domain import Element, Env, SpaceSet
from tilewright.play.evaluator import StateEvaluator
from tilewright.play.positions import slots, space_named
from tilewright.play.table import POOL, Table
from tilewright.table.continuation import KeyPath, Misplaced

MOST_LEFT = 50
"""So many pieces can be named of a pool which they have left."""


class Unsayable(ValueError):
    """Why a position cannot say where a game stands."""


class ElementWords:
    """Says and reads elements of one table.

    A space is ``row,column``, or in a pool which of its pieces it is, as a position lists them; one whose piece has left
    the pool counts behind them. A group is its spaces, a player the name, a value its label; the place of
    a player ``PLACE of NAME``, one of the table ``PLACE``.
    """

    def __init__(self, evaluator: StateEvaluator, table: Table, names: Sequence[str]) -> None:
        self._evaluator, self._table, self._names = evaluator, table, names
        self._homes = evaluator.program.homes
        self._slots = {seat: slots(table.grids[seat]) for seat in evaluator.pools}
        roots = (evaluator.course, *evaluator.abilities)
        self._values: dict[int, Sequence[core.Value]] = {
            binder.var.id: binder.domain.values
            for binder in find(core.Binder, *roots)
            if isinstance(binder.domain, core.Values)
        }
        self._seats = {
            place.name
            if owner is None
            else names[owner]
            if seat < len(names)
            else f"{place.name} of {names[owner]}": seat
            for seat, (place, owner) in enumerate(evaluator.game.places(len(names)))
        }

    # -- names

    def scope(self, steps: Sequence[play.Step] = ()) -> Mapping[str, core.Var]:
        """What the first statements of a block have named, and what turns name to their end; equal words are numbered."""
        found: dict[str, core.Var] = {}
        own = [var for step in steps for var in bound_by(step)]
        for var in (*own, *(thing.space for _, thing in self._evaluator.course.lasting)):
            if var not in found.values():
                number = sum(word.partition(" ")[0] == var.noun for word in found)
                found[f"{var.noun} {number + 1}" if number else var.noun] = var
        return found

    def differing(self, base: Env, env: Env, scope: Mapping[str, core.Var]) -> dict[str, str | None]:
        """What is bound otherwise than in a base, by its words; None: not at all. Raises `Unsayable`."""
        words = {var.id: word for word, var in scope.items()}
        changed = [id for id in {**base, **env} if id not in env or id not in base or base[id] != env[id]]
        if any(id not in words for id in changed):
            raise Unsayable("it refers to something that has no name")
        named = {words[id]: id for id in changed}
        return {
            word: self.word(scope[word], env[id], env, self._home(id)) if id in env else None
            for word, id in sorted(named.items())
        }

    def bound(self, base: Env, named: Mapping[str, str | None], scope: Mapping[str, core.Var], where: KeyPath) -> Env:
        """A base with what is named bound too. Raises `Misplaced`."""
        env = dict(base)
        for word, text in named.items():
            var = scope.get(word)
            if var is None:
                known = "known: " + ", ".join(scope) if scope else "nothing is named there"
                raise Misplaced((*where, word), f"there is nothing named '{word[:40]}'", known)
            if text is None:
                env.pop(var.id, None)
            else:
                env[var.id] = self.read(var, text, env, self._home(var.id), (*where, word))
        return env

    def _home(self, var: int) -> int:
        return self._homes.get(var, self._evaluator.me)

    # -- elements

    def word(self, var: core.Var, element: Element, env: Env, home: core.Var | int | None) -> str:
        """The word for an element. Raises `Unsayable`."""
        if isinstance(element, core.Value):
            return element.label
        if isinstance(element, str):
            return element
        if var.sort == core.PLAYER:
            return next(word for word, seat in self._seats.items() if seat == element)
        seat = self._seat(env, home)
        if isinstance(element, SpaceSet):
            if not all(isinstance(space, int) for space in element.members):
                raise Unsayable("it refers to a group that is not a group of spaces")
            return " ".join(self._space(seat, space) for space in sorted(element.members)) or "none"
        return self._space(seat, element)

    def read(self, var: core.Var, text: str, env: Env, home: core.Var | int | None, where: KeyPath) -> Element:
        """The element that a word names. Raises `Misplaced`."""
        if var.sort == core.AXIS:
            return text
        if var.sort == core.VALUE:
            known = next((one for one in self._values.get(var.id, ()) if one.label == text), None)
            if known is None and not text.removeprefix("-").isdecimal():
                raise Misplaced(where, f"there is no {var.noun} named '{text[:40]}'")
            return known or core.Value(text, None, int(text))
        if var.sort == core.PLAYER:
            if text not in self._seats:
                raise Misplaced(where, f"there is no '{text[:40]}'", "known: " + ", ".join(self._seats))
            return self._seats[text]
        seat = self._seat(env, home)
        if var.sort == core.SPACE:
            return self._read_space(seat, text, where)
        spaces = [self._read_space(seat, word, where) for word in text.split() if word != "none"]
        return SpaceSet(min(spaces, default=-1), dict.fromkeys(spaces, True))

    def _seat(self, env: Env, home: core.Var | int | None) -> int:
        found: int = env[self._evaluator.me if home is None else home if isinstance(home, int) else home.id]
        return found

    def _space(self, seat: int, space: int) -> str:
        grid = self._table.grids[seat]
        if grid.geometry != POOL:
            return grid.geometry.spoken(space)
        if space not in self._slots[seat]:
            self._slots[seat].append(space)
        return str(self._slots[seat].index(space) + 1)

    def _read_space(self, seat: int, word: str, where: KeyPath) -> int:
        grid = self._table.grids[seat]
        if grid.geometry == POOL and word.isdecimal() and int(word) <= len(self._slots[seat]) + MOST_LEFT:
            while int(word) > len(grid.tops):
                grid.grow()
        return space_named(self._table, seat, word, where)


def bound_by(step: play.Step) -> tuple[core.Var, ...]:
    """The variables that a statement binds for what follows."""
    match step:
        case play.Pick() | play.BindFirst():
            return (step.binder.var,)
        case play.PickSome():
            return (step.some,)
        case play.PickNumber() | play.BindNumber():
            return (step.var,)
        case play.KeepPiece() | play.Draw():
            return (step.kept,)
        case _:
            return ()
