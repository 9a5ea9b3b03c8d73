"""The operands of statements of play: things picked by the player, or referred to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tilewright.check.elaborator import Elaborator
from tilewright.check.play.steps import Done, StepHandler, bind_at, up_to
from tilewright.check.typed import Bound, Elem, Reported, Scope
from tilewright.core import build, play
from tilewright.core import expr as core
from tilewright.source import Span
from tilewright.syntax import ast, play_ast
from tilewright.syntax.words import ORDINALS
from tilewright.table.game import CapPiece

Guard = Callable[[core.Var], core.Expr]
"""A condition on the picked thing."""


class Operands:
    """Elaborates the operands of statements into picks and variables."""

    def __init__(self, elaborator: Elaborator) -> None:
        self.context = elaborator.context
        self.names = elaborator.names
        self.references = elaborator.references
        self.phrases = elaborator.phrases
        self.number = elaborator.expressions.number
        self._caps: dict[core.Var, str] = {}  # those picked under a name
        self.sorts: dict[core.Var, str] = {}
        """What things are that may have got a name."""
        self._chosen: dict[core.Var, play.SetCounter] = {}
        """Pieces chosen in secret, with the step that updates the answer when one moves away."""

    def picked(self, verb: str, phrase: ast.Phrase, scope: Scope, *guards: Guard, name: ast.Word | None = None) -> Done:
        """A pick of a thing described by a phrase; it becomes the innermost element."""
        if name is not None:
            self.names.check_thing(name)
        by_lot = len(phrase.words) > 1 and phrase.words[0].text == "random"
        phrase = replace(phrase, words=phrase.words[1:]) if by_lot else phrase
        bound = self.phrases.bound(phrase, scope, many=False)
        steps, home = self.home(bound)
        var = replace(bound.var, noun=name.text) if name else bound.var
        self.sorts[var] = bound.var.noun
        if phrase.noun.text in self.context.vocabulary.caps:
            self._caps[var] = phrase.noun.text
        guard = build.conjunction([bound.binder.guard, *(guard(var) for guard in guards)])
        lasting = self.lasts(name, play.At(var, home))
        binder = core.Binder(var, bound.binder.domain, guard)
        text = up_to(self.context.diagnostics.source, phrase.span)
        pick: play.Pick | play.BindFirst = play.Pick(verb, binder, home, lasting, phrase.span, text, by_lot)
        if self.in_pile(home) and not lasting:  # only the top of a pile can be picked, so there is no choice
            pick = play.BindFirst(binder, home)
        return [*steps, pick], bind_at(scope, var, home)

    def in_pile(self, home: core.Var | None) -> bool:
        """Whether a place is a hidden pile."""
        place = self.phrases.places.at(home)
        return place is not None and place.pile

    def home(self, bound: Bound) -> tuple[list[play.Step], core.Var | None]:
        """The place of a bound thing, after steps that bind another player's board."""
        return self.seat(bound.player) if bound.player else ([], None)

    def seat(self, place: Elem) -> tuple[list[play.Step], core.Var]:
        """Steps that bind a place, and its variable."""
        steps, outer = self.seat(place.outer) if place.outer else ([], None)
        return [*steps, *([play.BindFirst(place.binder, outer)] if place.binder else [])], place.var

    def referred_player(self, phrase: ast.Phrase, scope: Scope) -> Elem:
        """The player that a phrase refers to."""
        found = self.references.one(phrase, scope)
        self.check_player(found.var, phrase)
        return found

    def check_player(self, var: core.Var, phrase: ast.Phrase) -> None:
        """Report what is not a player."""
        places = [place for place in self.context.setting.places.values() if place != self.context.me]
        if var.sort != core.PLAYER or var in places:
            raise self.context.fail(
                "TW202",
                phrase.span,
                f"a {var.noun} cannot make decisions",
                "only players can, as in 'for each player in turn'",
            )

    def player(self, phrase: ast.Phrase, scope: Scope) -> tuple[list[play.Step], core.Var]:
        """The player that a phrase refers to: steps that bind it, and the variable."""
        return self.seat(self.referred_player(phrase, scope))

    def some(
        self, verb: str, things: play_ast.Several, scope: Scope, *guards: Guard, name: ast.Word | None = None
    ) -> tuple[list[play.Step], Scope, core.Var]:
        """A pick of several things described by a phrase; their set becomes the innermost element."""
        if name is not None:
            self.names.check_thing(name)
        bound = self.phrases.bound(things.phrase, scope, many=None)
        steps, home = self.home(bound)
        guard = build.conjunction([bound.binder.guard, *(guard(bound.var) for guard in guards)])
        binder = core.Binder(bound.var, bound.binder.domain, guard)
        if bound.var.sort != core.SPACE:
            raise self.context.fail(
                "TW202",
                things.span,
                f"only one {bound.var.noun} can be picked at a time",
                "only things on a board can be picked together",
            )
        least, most = (self._count(number, scope) for number in (things.least, things.most))
        self._check_exist(least, things, scope)
        some = self.context.fresh(core.GROUP, name.text if name else things.phrase.noun.text)
        text = up_to(self.context.diagnostics.source, things.phrase.span)
        pick = play.PickSome(verb, binder, home, least or core.Const(0), most, some, span=things.span, text=text)
        return [*steps, pick], bind_at(scope, some, home), some

    def _check_exist(self, least: core.Expr | None, things: play_ast.Several, scope: Scope) -> None:
        """Report a number of things that exceeds their supply."""
        game, sort = self.context.game, self.sort(things, scope)
        kinds = game.sorts_by_name[sort].kinds if sort in game.sorts_by_name else frozenset()
        exist = sum(kind.copies for kind in game.kinds if kind.index in kinds and kind.first == kind.index)
        if isinstance(least, core.Const) and 0 < exist < least.value:
            raise self.context.fail(
                "TW211", things.span, f"there are {exist} {game.plural(sort)} in all", "write a smaller number"
            )

    def _count(self, number: ast.Expr | int | None, scope: Scope) -> core.Expr | None:
        if number is None:
            return None
        return core.Const(number) if isinstance(number, int) else self.number(number, scope)

    def each_of(
        self, verb: str, things: play_ast.Several, scope: Scope, *guards: Guard
    ) -> tuple[list[play.Step], core.Binder, core.Var | None]:
        """A loop over several things: preceding steps, binder, and place."""
        if things.every:
            bound = self.phrases.bound(things.phrase, scope, many=False)
            steps, home = self.home(bound)
            guard = build.conjunction([bound.binder.guard, *(guard(bound.var) for guard in guards)])
            return steps, core.Binder(bound.var, bound.binder.domain, guard), home
        steps, inner, some = self.some(verb, things, scope, *guards)
        var = self.context.fresh(core.SPACE, self.sort(things, scope))
        return steps, core.Binder(var, core.SpacesOf(some), core.TRUE), inner.home(some)

    def sort(self, thing: play_ast.Thing | play_ast.Several, scope: Scope) -> str:
        """The sort of piece of a thing, by default the first."""
        known, game = self.context.vocabulary, self.context.game
        text = thing.phrase.noun.text if thing.phrase.words else ""
        noun = known.nouns.get(text) or known.plurals.get(text)
        if noun is None and isinstance(thing, play_ast.Thing) and not thing.picked:
            found = self.references.find(thing.phrase, scope)
            noun = known.nouns.get(self.sorts.get(found.var, found.var.noun)) if found else None
        return noun.piece if noun is not None and noun.piece else game.piece

    def lasts(self, name: ast.Word | None, at: play.At) -> bool:
        """Whether the name of a thing lasts until the end of the turn; it is then added to the setting."""
        setting = self.context.setting
        if name is None or not setting.naming:
            return False
        taken = self.context.vocabulary.is_taken(name.text) and name.text not in ORDINALS
        if taken or name.text in setting.places:
            raise self.names.taken(name)
        setting.lasting[name.text] = at
        return True

    def thing(
        self,
        verb: str,
        thing: play_ast.Thing | play_ast.Several,
        scope: Scope,
        *guards: Guard,
        name: ast.Word | None = None,
    ) -> tuple[list[play.Step], Scope, play.At]:
        """A thing on a space: picked here, or referred to."""
        if isinstance(thing, play_ast.Several):
            help = f"repeat it, as in '2 times' and, below it, '{verb} ... a {self.context.game.piece}'"
            raise self.context.fail("TW202", thing.span, "this is done to one thing at a time", help)
        if thing.picked:
            steps, inner = self.picked(verb, thing.phrase, scope, *guards, name=name)
            var = inner.elements[-1]
        else:
            found = self.references.one(thing.phrase, scope)
            if found.binder is not None and found.answer is not None:
                steps, home = self.seat(found.outer) if found.outer else ([], None)
                steps, inner, var = (
                    [*steps, play.BindFirst(found.binder, home)],
                    bind_at(scope, found.var, home),
                    found.var,
                )
                self._chosen[var] = _moved_away(*found.answer)
            elif found.binder is not None:
                raise self.context.fail(
                    "TW202", thing.span, f"its {found.var.noun} may not exist", "pick one, as in 'take a ...'"
                )
            else:
                steps, inner, var = [], scope, found.var
        at = self.at(var, thing.span, inner)
        if guards and not thing.picked:
            steps = [*steps, self._fits(at, guards)]
        return steps, inner, at

    def at(self, var: core.Var, span: Span, scope: Scope) -> play.At:
        """A space with its place; anything else is reported."""
        if var.sort != core.SPACE:
            raise self.context.fail(
                "TW202",
                span,
                f"this cannot be done to a {var.noun}",
                f"it can be done only to a {self.context.game.piece} or a space",
            )
        return play.At(var, scope.home(var))

    def moving(self, handler: StepHandler) -> StepHandler:
        """A handler for statements that move pieces: a piece chosen in secret then no longer counts as the
        chosen one."""

        def handle(node: ast.Statement, scope: Scope) -> Done:
            steps, inner = handler(node, scope)
            found = (step.binder.var for step in steps if isinstance(step, play.BindFirst))
            return [*steps, *(self._chosen[var] for var in found if var in self._chosen)], inner

        return handle

    def _fits(self, at: play.At, guards: tuple[Guard, ...]) -> play.BindFirst:
        """A step that fails unless a referenced thing satisfies the guards."""
        same = self.context.fresh(core.SPACE, at.space.noun)
        guard = build.conjunction(guard(same) for guard in guards)
        return play.BindFirst(core.Binder(same, core.SpacesOf(at.space), guard), at.home)

    def piece(
        self, verb: str, thing: play_ast.Thing | play_ast.Several, scope: Scope, name: ast.Word | None = None
    ) -> tuple[list[play.Step], Scope, play.At]:
        """A piece on top of its stack: neither a cap, nor covered by one."""
        cap = None if isinstance(thing, play_ast.Several) else self.cap(thing, scope)
        if cap is not None:
            raise self.not_to_a_cap(thing, cap)
        return self.thing(verb, thing, scope, self.loose, name=name)

    def not_to_a_cap(self, thing: play_ast.Thing | play_ast.Several, cap: CapPiece) -> Reported:
        """Report an operation on a cap that needs a piece."""
        help = self.context.game.only_built(cap)
        return self.context.fail("TW202", thing.span, f"this cannot be done to a {cap.name}", help)

    def loose(self, var: core.Var) -> core.Expr:
        """The condition that a piece can be taken: it has no cap."""
        caps = [build.negation(core.Capped(var, cap.name)) for cap in self.context.game.caps if cap.covers]
        return build.conjunction([build.occupied(var), *caps])

    def caps(self, things: play_ast.Several) -> CapPiece | None:
        """The cap that several things are, if they are caps."""
        noun = self.context.vocabulary.plurals.get(things.phrase.noun.text)
        return self.context.game.caps_by_name.get(noun.singular if noun else things.phrase.noun.text)

    def cap(self, thing: play_ast.Thing, scope: Scope) -> CapPiece | None:
        """The cap that a thing is, if it is one: picked here, or referred to."""
        if thing.picked:
            noun = thing.phrase.noun.text
        else:
            found = self.references.find(thing.phrase, scope)
            noun = self._caps.get(found.var, found.var.noun) if found else ""
        return self.context.game.caps_by_name.get(noun)


def _moved_away(player: core.Var, name: str) -> play.SetCounter:
    """Negate the answer of a player whose piece has moved: it matches no piece, but the choice remains known."""
    return play.SetCounter(name, core.Mul(core.Const(-1), core.OnBoardOf(player, core.CounterOf(name))), player)
