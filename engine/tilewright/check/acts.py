"""Statements of play: what is done in a turn, in a set-up, or by an ability of a card."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from tilewright.check.statements import Checker
from tilewright.check.typed import Bound, Reported, Scope
from tilewright.check.vocabulary import Vocabulary
from tilewright.core import build, play, walk
from tilewright.core import expr as core
from tilewright.diagnostics import Diagnostics
from tilewright.diagnostics.nearest import did_you_mean
from tilewright.source import Span
from tilewright.syntax import ast, play_ast
from tilewright.table.game import CapPiece

Done = tuple[list[play.Step], Scope]
"""Steps, and what is in reach after them."""
Handlers = dict[type, Callable[[Any, Scope], Done]]


@dataclass
class Setting:
    """What all statements of play can speak of.

    `places` are the boards that are not the player's main one, `pool` the one that keeps
    pieces; `lasting` are the things that a turn names, with their homes.
    """

    me: core.Var
    places: dict[str, core.Var] = field(default_factory=dict)
    pool: core.Var | None = None
    verbs: dict[str, play.VerbDef] = field(default_factory=dict)
    lasting: dict[str, play.At] = field(default_factory=dict)
    options: dict[str, None] = field(default_factory=dict)


class Acts(Checker):
    """Checks statements of play; `naming`: names that are given here last to the end of the turn."""

    spoken_of = "pick one: write 'a {0}', or 'choose a {0}' on a line above"

    playing = True

    def __init__(self, vocabulary: Vocabulary, diagnostics: Diagnostics, setting: Setting | None = None) -> None:
        super().__init__(vocabulary, diagnostics)
        self.setting = setting or Setting(self.me)
        self.me = self.setting.me
        self.around = {**self.setting.places, **{name: at.space for name, at in self.setting.lasting.items()}}
        self.naming = False
        self.caps: dict[core.Var, str] = {}  # picked under a name of its own
        self._handlers = self.handlers()

    def handlers(self) -> Handlers:
        """What checks each sort of statement."""
        return {
            play_ast.PickOne: self._pick_one,
            play_ast.Take: self._take,
            play_ast.Draw: self._draw,
            play_ast.Discard: self._discard,
            play_ast.Place: self._place,
            play_ast.Shift: self._shift,
            play_ast.TurnOver: self._turn_over,
            play_ast.Flag: self._flag,
            play_ast.Build: self._build,
            play_ast.Gain: self._gain,
        }

    def scope(self) -> Scope:
        """What is in reach at the beginning of a block."""
        homes = {at.space: at.home for at in self.setting.lasting.values()}
        return Scope(homes=homes)

    def steps(self, statements: tuple[ast.Statement, ...], scope: Scope) -> play.Block:
        """A block; what cannot be read is reported and left out."""
        inner = scope.block()
        found: list[play.Step] = []
        lost = set(self.lost)
        for statement in statements:
            try:
                done, inner = self._act(statement, inner)
                found += done
            except Reported:
                continue
        self.unused(inner, scope)
        self.lost = lost
        return tuple(found)

    def _act(self, node: ast.Statement, scope: Scope) -> Done:
        act = self._handlers.get(type(node))
        if act is None:
            raise self.fail(
                "TW213",
                node.span,
                "this scores; here something is done",
                "points in the course of the game are gained, as in 'gain 2 points'",
            )
        return act(node, scope)

    # -- things

    def _picked(
        self,
        verb: str,
        phrase: ast.Phrase,
        scope: Scope,
        *guards: Callable[[core.Var], core.Expr],
        name: ast.Word | None = None,
    ) -> Done:
        """A pick of one thing that a phrase describes; it is in reach afterwards."""
        bound = self.bound(phrase, scope, many=False)
        steps, home = self._home(bound)
        var = replace(bound.var, noun=name.text) if name else bound.var
        if phrase.noun.text in self.vocabulary.caps:
            self.caps[var] = phrase.noun.text
        more = build.conjunction([bound.binder.guard, *(guard(var) for guard in guards)])
        lasting = self._lasts(name, play.At(var, home))
        binder = core.Binder(var, bound.binder.domain, more)
        return [*steps, play.Pick(verb, binder, home, lasting, phrase.span)], bind_at(scope, var, home)

    def _home(self, bound: Bound) -> tuple[list[play.Step], core.Var | None]:
        """The place on which a bound thing lies; another player's board is bound first."""
        if bound.player is None:
            return [], None
        binder = bound.player.binder
        return ([play.First(binder)] if binder else []), bound.player.var

    def _lasts(self, name: ast.Word | None, at: play.At) -> bool:
        """Whether the thing keeps its name to the end of the turn; its name is kept then."""
        if name is None or not self.naming:
            return False
        if self.vocabulary.is_taken(name.text) or name.text in self.setting.places:
            raise self.fail("TW105", name.span, f"'{name.text}' has a meaning already", "take another name")
        self.setting.lasting[name.text] = at
        self.around[name.text] = at.space
        return True

    def _thing(
        self,
        verb: str,
        thing: play_ast.Thing,
        scope: Scope,
        *guards: Callable[[core.Var], core.Expr],
        name: ast.Word | None = None,
    ) -> tuple[list[play.Step], Scope, play.At]:
        """A thing on a space: picked here, or one that has been spoken of."""
        if thing.picked:
            steps, inner = self._picked(verb, thing.phrase, scope, *guards, name=name)
            var = inner.elements[-1]
        else:
            found = self.reference(thing.phrase, scope)
            if found.binder is not None:
                raise self.fail(
                    "TW202", thing.span, f"its {found.var.noun} may not be there", "pick one, as in 'take a ...'"
                )
            steps, inner, var = [], scope, found.var
        if var.sort != core.SPACE:
            raise self.fail(
                "TW202",
                thing.span,
                f"this cannot be done to a {var.noun}",
                f"it is done to a {self.game.piece} or a space",
            )
        if guards and not thing.picked:
            same, home = self.fresh(core.SPACE, var.noun), inner.home(var)
            fits = build.conjunction(guard(same) for guard in guards)
            steps = [play.First(core.Binder(same, core.SpacesOf(var), fits), home)]
        return steps, inner, play.At(var, inner.home(var))

    def _upper_piece(
        self, verb: str, thing: play_ast.Thing, scope: Scope, name: ast.Word | None = None
    ) -> tuple[list[play.Step], Scope, play.At]:
        """A piece on top of its stack: no cap, and with none on it."""
        cap = self._cap_of(thing, scope)
        if cap is not None:
            raise self.fail(
                "TW202",
                thing.span,
                f"this cannot be done to a {cap.name}",
                f"it can be built and moved; 'a {self.game.piece}' is a piece without one",
            )
        return self._thing(verb, thing, scope, self._loose, name=name)

    def _loose(self, var: core.Var) -> core.Expr:
        """A piece that can be taken up: it bears no cap."""
        caps = [build.negation(core.Capped(var, cap.name)) for cap in self.game.caps]
        return build.conjunction([core.Compare(">", core.Height(var), core.Const(0)), *caps])

    # -- pieces

    def _pick_one(self, node: play_ast.PickOne, scope: Scope) -> Done:
        return self._picked("choose", node.thing, scope, name=node.name)

    def _take(self, node: play_ast.Take, scope: Scope) -> Done:
        steps, inner, at = self._upper_piece("take", node.thing, scope, name=node.place)
        pool, kept, inner, lasting = self._kept(node.name, node.span, inner)
        return [*steps, play.Keep(at, pool, kept, lasting)], inner

    def _draw(self, node: play_ast.Draw, scope: Scope) -> Done:
        if node.noun.text != self.game.piece:
            raise self.unknown(node.noun, scope, {self.game.piece})
        pool, kept, inner, lasting = self._kept(node.name, node.span, scope)
        return [play.Draw(pool, kept, lasting)], inner

    def _kept(self, name: ast.Word | None, span: Span, scope: Scope) -> tuple[core.Var, core.Var, Scope, bool]:
        """The pool, the space of it on which a piece comes to lie, and the scope with that."""
        pool = self.setting.pool
        if pool is None:
            raise self.fail(
                "TW112",
                span,
                "no board of the game is a pool, so nothing can be kept",
                "declare a board 'of each player' with the line 'pool'",
            )
        var = self.fresh(core.SPACE, name.text if name else self.game.piece)
        lasting = self._lasts(name, play.At(var, pool))
        return pool, var, bind_at(scope, var, pool), lasting

    def _discard(self, node: play_ast.Discard, scope: Scope) -> Done:
        steps, inner, at = self._upper_piece("discard", node.thing, scope)
        return [*steps, play.Shift(at, None)], inner

    def _place(self, node: play_ast.Place, scope: Scope) -> Done:
        steps, inner, at = self._upper_piece("choose", node.thing, scope)
        space = self.fresh(core.SPACE, "space")
        fits = walk.substitute(self.game.place.condition, self.game.place.var, space)
        pick = play.Pick("place", core.Binder(space, core.Spaces(), fits), None, span=node.span)
        return [*steps, pick, play.Shift(at, play.At(space))], inner.bind(space)

    def _shift(self, node: play_ast.Shift, scope: Scope) -> Done:
        cap = self._cap_of(node.thing, scope)
        if cap is not None:
            return self._shift_cap(node, cap, scope)
        steps, inner, at = self._upper_piece("move", node.thing, scope)
        rule = self.game.place
        goal, inner = self._picked(
            "to",
            node.target,
            inner,
            lambda var: walk.substitute(rule.condition, rule.var, var),
            lambda var: build.negation(core.Same(var, at.space)),
        )
        to = inner.elements[-1]
        return [*steps, *goal, play.Shift(at, play.At(to, inner.home(to)))], inner

    def _turn_over(self, node: play_ast.TurnOver, scope: Scope) -> Done:
        steps, inner, at = self._upper_piece("turn", node.thing, scope)
        return [*steps, play.Flip(at, node.up)], inner

    def _flag(self, node: play_ast.Flag, scope: Scope) -> Done:
        if node.mark.text not in self.game.marks:
            raise self.unknown(node.mark, scope, self.game.marks)
        _, inner, at = self._thing("mark", node.thing, scope)
        return [play.Flag(at, node.mark.text)], inner

    # -- caps and counters

    def _cap_of(self, thing: play_ast.Thing, scope: Scope) -> CapPiece | None:
        """The cap that a thing is, if it is one: picked here, or spoken of before."""
        if thing.picked:
            noun = thing.phrase.noun.text
        else:
            found = self.find_element(thing.phrase, scope)
            noun = self.caps.get(found.var, found.var.noun) if found else ""
        return next((cap for cap in self.game.caps if cap.name == noun), None)

    def _shift_cap(self, node: play_ast.Shift, cap: CapPiece, scope: Scope) -> Done:
        there = [] if node.thing.picked else [lambda var: core.Capped(var, cap.name)]
        steps, inner, at = self._thing("move", node.thing, scope, *there)
        goal, inner = self._picked(
            "to",
            node.target,
            inner,
            lambda var: walk.substitute(cap.place.condition, cap.place.var, var),
            lambda var: build.negation(core.Same(var, at.space)),
        )
        to = inner.elements[-1]
        put = play.Cap(play.At(to, inner.home(to)), cap.name)
        return [*steps, *goal, play.Cap(at, cap.name, on=False), put], inner

    def _build(self, node: play_ast.Build, scope: Scope) -> Done:
        caps = {cap.name: cap for cap in self.game.caps}
        if node.cap.text not in caps:
            raise self.unknown(node.cap, scope, caps)
        cap = caps[node.cap.text]
        reserve = self.game.reserve_of(cap.name)
        guards = [lambda var: walk.substitute(cap.place.condition, cap.place.var, var)]
        pay: list[play.Step] = []
        if reserve is not None:
            kept = core.OnBoardOf(self.me, core.CounterOf(reserve.name))
            guards.append(lambda _: core.Compare(">", kept, core.Const(0)))
            pay = [play.Gain(reserve.name, core.Const(1), pay=True, there=True)]
        steps, inner, at = self._thing("build", node.target, scope, *guards)
        return [*steps, *pay, play.Cap(at, cap.name)], inner

    def _gain(self, node: play_ast.Gain, scope: Scope) -> Done:
        counter = self.counter(node.counter, scope)
        amount = self.number(node.amount, scope)
        return [play.Gain(counter, amount, node.pay)], scope

    def counter(self, word: ast.Word, scope: Scope) -> str:
        """The counter that a word means: its name, how it is written, one or many, or its caps."""
        known: dict[str, str] = {}
        for counter in self.game.counters:
            for name in (counter.name, counter.written, counter.cap or counter.name):
                known |= dict.fromkeys((name, self.game.plural(name), name.removesuffix("s")), counter.name)
        if word.text not in known:
            help = did_you_mean(word.text, known) or "counters: " + ", ".join(c.name for c in self.game.counters)
            raise self.fail("TW101", word.span, f"'{word.text}' is not a counter", help)
        return known[word.text]


def bind_at(scope: Scope, var: core.Var, home: core.Var | None) -> Scope:
    """The scope in which a thing is in reach that lies on some place."""
    bound = scope.bind(var)
    return replace(bound, homes={**bound.homes, var: home})
