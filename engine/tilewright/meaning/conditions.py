"""What conditions mean."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.core import expr as core
from tilewright.meaning.arithmetic import B, N
from tilewright.meaning.binders import Binders, Env, Part, near


class Conditions(Binders[N, B]):
    """One method for each condition of the calculus."""

    def condition(self, expr: core.Expr, env: Env, seat: int) -> B:
        """The bit a condition is."""
        result: B = _CONDITIONS[type(expr)](self, expr, env, seat)
        return result

    def _truth(self, expr: core.Truth, env: Env, seat: int) -> B:
        return self.arithmetic.truth(expr.value)

    def _compare(self, expr: core.Compare, env: Env, seat: int) -> B:
        left, right = self.number(expr.left, env, seat), self.number(expr.right, env, seat)
        return self.arithmetic.compare(expr.operator, left, right)

    def _and(self, expr: core.And, env: Env, seat: int) -> B:
        bits = []
        for part in expr.parts:
            bits.append(self.condition(part, env, seat))
            if self.arithmetic.decided(bits[-1]) is False:
                return bits[-1]
        return self.arithmetic.every(bits)

    def _or(self, expr: core.Or, env: Env, seat: int) -> B:
        bits = []
        for part in expr.parts:
            bits.append(self.condition(part, env, seat))
            if self.arithmetic.decided(bits[-1]) is True:
                return bits[-1]
        return self.arithmetic.some(bits)

    def _not(self, expr: core.Not, env: Env, seat: int) -> B:
        return self.arithmetic.invert(self.condition(expr.body, env, seat))

    def _exists(self, expr: core.Exists, env: Env, seat: int) -> B:
        bits = []
        for inner, bit in self.satisfying(expr.binder, env, seat):
            bits.append(self.arithmetic.every([bit, self.condition(expr.condition, inner, seat)]))
            if self.arithmetic.decided(bits[-1]) is True:
                return bits[-1]
        return self.arithmetic.some(bits)

    def _forall(self, expr: core.Forall, env: Env, seat: int) -> B:
        invert, bits = self.arithmetic.invert, []
        for inner, bit in self.satisfying(expr.binder, env, seat):
            holds = self.condition(expr.condition, inner, seat)
            bits.append(self.arithmetic.some([invert(bit), holds]))
            if self.arithmetic.decided(bits[-1]) is False:
                return bits[-1]
        return self.arithmetic.every(bits)

    def _shows(self, expr: core.Shows, env: Env, seat: int) -> B:
        return self.seats[seat].board.shows(env[expr.space.id], expr.kinds)

    def _shows_value(self, expr: core.ShowsValue, env: Env, seat: int) -> B:
        return self.has_value(seat, env[expr.space.id], env[expr.value.id])

    def _one_of(self, expr: core.OneOf, env: Env, seat: int) -> B:
        kinds = env[expr.value.id].kinds
        return self.arithmetic.truth(bool(kinds and kinds & expr.kinds))

    def _face_down(self, expr: core.FaceDown, env: Env, seat: int) -> B:
        return self.seats[seat].board.face_down(env[expr.space.id])

    def _capped(self, expr: core.Capped, env: Env, seat: int) -> B:
        return self.seats[seat].board.capped(env[expr.space.id], expr.cap)

    def _agree(self, expr: core.Agree, env: Env, seat: int) -> B:
        board, left, right = self.seats[seat].board, env[expr.left.id], env[expr.right.id]
        every = self.arithmetic.every
        both = [every([board.shows(left, c), board.shows(right, c)]) for c in expr.classes]
        return self.arithmetic.some(both)

    def _inside(self, expr: core.Inside, env: Env, seat: int) -> B:
        space, owner = env[expr.space.id], env[expr.of.id]
        if isinstance(owner, Part):
            bit: B = owner.members.get(space, self.arithmetic.truth(False))
            return bit
        return self.arithmetic.truth(space == owner)

    def _in_region(self, expr: core.InRegion, env: Env, seat: int) -> B:
        region = self.seats[seat].board.geometry.region(expr.region)
        return self.arithmetic.truth(env[expr.space.id] in region)

    def _same_line(self, expr: core.SameLine, env: Env, seat: int) -> B:
        geometry = self.seats[seat].board.geometry
        left, right = env[expr.left.id], env[expr.right.id]
        return self.arithmetic.truth(geometry.same_line(left, right, expr.kind))

    def _near(self, expr: core.Near, env: Env, seat: int) -> B:
        around = near(expr.neighbors, env, self.seats[seat].board.geometry)
        return self.arithmetic.truth(env[expr.left.id] in around)

    def _flagged(self, expr: core.Flagged, env: Env, seat: int) -> B:
        return self.seats[seat].board.flagged(env[expr.space.id], expr.mark)

    def _rule_holds(self, expr: core.RuleHolds, env: Env, seat: int) -> B:
        result = self.arithmetic.truth(False)
        for ruling in self.rules[expr.rule]:
            inner = {**ruling.env, ruling.parameter.id: env[expr.of.id]}
            said = self.condition(ruling.body, inner, seat)
            result = self.arithmetic.some([result, said]) if ruling.also else said
        return result

    def _same(self, expr: core.Same, env: Env, seat: int) -> B:
        left, right = env[expr.left.id], env[expr.right.id]
        if isinstance(left, Part):
            return self.arithmetic.truth(left.root == right.root and set(left.members) == set(right.members))
        return self.arithmetic.truth(left == right)

    def _on_board_of_player(self, expr: core.OnBoardOf, env: Env, seat: int) -> B:
        return self.condition(expr.body, env, env[expr.player.id])


_CONDITIONS: dict[type, Callable[..., Any]] = {
    core.Truth: Conditions._truth,
    core.Compare: Conditions._compare,
    core.And: Conditions._and,
    core.Or: Conditions._or,
    core.Not: Conditions._not,
    core.Exists: Conditions._exists,
    core.Forall: Conditions._forall,
    core.Shows: Conditions._shows,
    core.ShowsValue: Conditions._shows_value,
    core.OneOf: Conditions._one_of,
    core.FaceDown: Conditions._face_down,
    core.Capped: Conditions._capped,
    core.Agree: Conditions._agree,
    core.Inside: Conditions._inside,
    core.InRegion: Conditions._in_region,
    core.SameLine: Conditions._same_line,
    core.Near: Conditions._near,
    core.Flagged: Conditions._flagged,
    core.RuleHolds: Conditions._rule_holds,
    core.Same: Conditions._same,
    core.OnBoardOf: Conditions._on_board_of_player,
}
