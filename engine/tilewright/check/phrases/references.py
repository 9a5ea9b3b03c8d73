"""Resolution of references: `it`, `the row`, `its mirror across ...`, and the subject of phrases."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from tilewright.check import vocabulary as words
from tilewright.check.context import Context, Names
from tilewright.check.typed import Elem, Reported, Scope
from tilewright.core import build
from tilewright.core import expr as core
from tilewright.syntax import ast
from tilewright.syntax.repair.wordings import SYNONYMS
from tilewright.table.board import MAX_SIDE
from tilewright.table.geometry import DIAGONAL_SIDES, SIDES


@dataclass
class Subject:
    """The element that a phrase is about, with its scope.

    `given`: it was bound before. `near` is the space that a neighbor belongs to, `player` the player on whose board
    the element lies, if given.
    """

    var: core.Var
    scope: Scope
    given: bool = False
    near: core.Var | None = None
    player: Elem | None = None

    def __post_init__(self) -> None:
        if self.given:
            self.scope = replace(self.scope, described=self.var)

    @property
    def inner(self) -> Scope:
        """The scope of conditions about the element, which is `it` there."""
        return self.scope.on(self.player).describing(self.var)


class References:
    """Resolves the referents of phrases, or reports why there is none."""

    def __init__(self, context: Context, names: Names) -> None:
        self.context = context
        self.names = names
        self.answered: Callable[[ast.Phrase, Scope], Elem]
        """Resolves what was chosen in secret, in the places of the game; set by the elaborator."""
        self.introduce = (
            "pick one: write 'a {0}', or 'choose a {0}' on a line above"
            if context.in_play
            else "introduce it first, as in 'for each {0}'"
        )

    def one(self, phrase: ast.Phrase, scope: Scope) -> Elem:
        """The referent of a phrase; reported if there is none."""
        found = self.find(phrase, scope)
        if found is None:
            raise self._no_referent(phrase, scope)
        return found

    def find(self, phrase: ast.Phrase, scope: Scope) -> Elem | None:
        """The referent of a phrase, or None."""
        if phrase.article == "it":
            var = scope.innermost()
            return Elem(var) if var else None
        if phrase.article == "its" and phrase.noun.text == "mirror":
            return self._mirror_image(phrase, scope)
        if phrase.article == "its" and len(phrase.words) == 1 and phrase.noun.text == "area" and not phrase.modifiers:
            return self._its_area(scope)
        away = tuple(m for m in phrase.modifiers if isinstance(m, ast.Away))
        if phrase.article == "the" and len(phrase.words) == 2 and phrase.noun.text in words.PLAYER_WORDS:
            beside = self._beside_player(phrase, scope)
            if beside is not None:
                return beside
        if self.is_answer(phrase):
            return self.answered(phrase, scope)
        if phrase.article not in ("the", "its") or len(phrase.modifiers) != len(away):
            return None
        found = self._beyond(phrase, scope, *away)
        if found is not None or away or phrase.article == "its" or len(phrase.words) != 1:
            return found
        text = phrase.noun.text
        var = scope.named(lambda v: v.noun == text, lambda v: text in self.general(v))
        var = var or self.context.setting.around.get(text)
        return Elem(var) if var else self._of_play(phrase.noun)

    def is_answer(self, phrase: ast.Phrase) -> bool:
        """Whether a phrase is a piece chosen in secret: `the bid`, `the bid of the left player`."""
        named = phrase.article in ("the", "their") and len(phrase.words) == 1
        return named and bool(self.context.vocabulary.answers.get(phrase.noun.text))

    def _its_area(self, scope: Scope) -> Elem | None:
        """The area of a patch."""
        patch = scope.innermost(core.SPACE)
        if patch is None or not self.context.game.areas:
            return None
        var = self.context.fresh(core.GROUP, "area")
        home = scope.home(patch)
        there = Elem(home) if home is not None and home != scope.board else None
        return Elem(var, core.Binder(var, core.Areas(patch), core.TRUE), outer=there)

    def _of_play(self, noun: ast.Word) -> Elem | None:
        """The player with a role, or the player who decides."""
        if noun.text in self.context.game.roles:
            self.names.require_play(noun)
            var = self.context.fresh(core.PLAYER, noun.text)
            return Elem(var, core.Binder(var, core.Players("player"), build.has_role(var, noun.text)))
        return Elem(self.context.me) if noun.text == "player" and self.context.in_play else None

    def _beside_player(self, phrase: ast.Phrase, scope: Scope) -> Elem | None:
        """`the right player of the starter`."""
        side = phrase.words[0].text
        owners = [modifier.phrase for modifier in phrase.modifiers if isinstance(modifier, ast.OfPhrase)]
        if side not in words.PLAYER_SIDES or len(owners) != 1 or len(phrase.modifiers) != 1:
            return None
        owner = self.find(owners[0], scope)
        if owner is None or owner.var.sort != core.PLAYER:
            return None
        var = self.context.fresh(core.PLAYER, phrase.noun.text)
        return Elem(var, core.Binder(var, core.Players(side), core.TRUE), outer=owner)

    def general(self, var: core.Var) -> tuple[str, ...]:
        """The more general nouns for an element."""
        game = self.context.game
        general: dict[str, tuple[str, ...]] = {
            core.SPACE: ("space", "stack", game.piece),
            core.LINE: ("line",),
            core.PLAYER: ("player",),
            core.VALUE: (game.main_attribute,) if var.noun in game.classes else (),
        }
        return general.get(var.sort, ())

    def away(self, modifier: ast.Away, space: core.Var, shape: str) -> core.Neighbors:
        """The spaces `2 away` from a space, in steps of a shape, or `2 by 1 away`."""
        if modifier.steps < 1 or modifier.across == 0:
            raise self.context.fail(
                "TW211", modifier.span, "a distance of 0 is not allowed", "write '2 away' or '2 by 1 away'"
            )
        if max(modifier.steps, modifier.across or 0) > MAX_SIDE:
            help = f"boards have at most {MAX_SIDE} rows and columns"
            raise self.context.fail("TW211", modifier.span, "no space is that far away", help)
        if modifier.across is None:
            return core.Neighbors(space, shape, modifier.steps, modifier.steps)
        if shape != "orthogonal":
            raise self.context.fail(
                "TW202",
                modifier.span,
                f"this does not apply to {shape} neighbors",
                "leave out the word before 'neighbor'",
            )
        return core.Neighbors(space, f"{modifier.steps} by {modifier.across}")

    def _beyond(self, phrase: ast.Phrase, scope: Scope, *away: ast.Away) -> Elem | None:
        """`its left neighbor`, `the left player`, `the top row`: that element, if it exists."""
        *adjectives, noun = (word.text for word in phrase.words)
        side = " ".join(adjectives)
        space = scope.innermost(core.SPACE)
        if phrase.article == "its" and noun == "neighbor" and side in {*SIDES, *DIAGONAL_SIDES} and space:
            var = self.context.fresh(core.SPACE, noun)
            around = self.away(away[0], space, side) if away else core.Neighbors(space, side)
            return Elem(var, core.Binder(var, self.context.neighbors_wanted(around, phrase.span), core.TRUE))
        if phrase.article == "the" and noun in words.PLAYER_WORDS and side in words.PLAYER_SIDES:
            var = self.context.fresh(core.PLAYER, noun)
            return Elem(var, core.Binder(var, core.Players(side), core.TRUE))
        if phrase.article == "the" and side in words.NAMED_LINES.get(noun, {}):
            var = self.context.fresh(core.LINE, noun)
            return Elem(var, core.Binder(var, core.Lines(*words.NAMED_LINES[noun][side]), core.TRUE))
        return None

    def _mirror_image(self, phrase: ast.Phrase, scope: Scope) -> Elem:
        across = [m for m in phrase.modifiers if isinstance(m, ast.Across)]
        space = scope.innermost(core.SPACE)
        if len(across) != 1 or space is None:
            raise self.context.fail(
                "TW202",
                phrase.span,
                "a mirror image of what, across what?",
                "write 'its mirror across the vertical axis'",
            )
        axis = self.axis(across[0].place, scope)
        var = self.context.fresh(core.SPACE, "mirror")
        return Elem(var, core.Binder(var, core.Image(axis, space), core.TRUE))

    def axis(self, place: ast.Phrase, scope: Scope) -> core.Var | str:
        """A named symmetry, or a bound axis."""
        found = self.find(place, scope)
        if found and found.var.sort == core.AXIS:
            return found.var
        *adjectives, noun = (word.text for word in place.words) if place.words else ("",)
        which = words.SYMMETRIES.get(noun, {}).get(" ".join(adjectives) or "-", ())
        if len(which) != 1:
            raise self.context.fail(
                "TW202",
                place.span,
                "this is not one axis or one turn",
                "write 'the axis' after 'for each axis', 'the vertical axis' or 'a half turn'",
            )
        return which[0]

    # -- unresolved references

    def _no_referent(self, phrase: ast.Phrase, scope: Scope) -> Reported:
        if not phrase.words:
            return self.context.fail_unless_lost(
                "it",
                "TW106",
                phrase.span,
                "there is nothing here that 'it' could refer to",
                self.introduce.format("stack"),
            )
        known, noun, first = self.context.vocabulary, phrase.noun.text, phrase.words[0].text
        if first in ("largest", "smallest"):
            return self._extreme(phrase)
        if (measure := SYNONYMS.get(first, "")).endswith(" height") and noun in known.nouns:
            many = known.nouns[noun].plural
            help = f"say how tall it is, as in 'any {noun} where height = {measure} of {many}'"
            return self.context.fail("TW106", phrase.span, f"more than one {noun} can be the {first}", help)
        if known.sort_of(noun) == core.LINE and first not in (noun, "same"):
            named = words.NAMED_LINES.get(noun)
            help = f"say what is in one, as in '{noun} with a ...'"
            if named:
                help = f"write one of these before '{noun}': {', '.join(named)}"
            return self.context.fail("TW106", phrase.span, f"there is no {noun} with this name", help)
        if noun in known.plurals and (phrase.article == "its" or noun not in known.nouns):
            return self._several(phrase)
        if noun not in known.nouns and noun not in {board.name for board in self.context.game.boards}:
            return self.names.unknown(phrase.noun, scope)
        help = "leave it out: everything is counted on the player's own board"
        if not self.context.in_play and noun not in known.nouns and noun != self.context.game.own_place.name:
            help = f"a card that scores sees only the players' boards, not the {noun}"
        if noun == "neighbor":
            help = "write 'any neighbor', 'every neighbor' or 'its left neighbor'"
        elif noun in ("border", "edge"):
            help = "write 'the border', or which edge, as in 'the left edge'"
        elif noun in known.nouns:
            help = self.introduce.format(noun)
        return self.context.fail_unless_lost(
            noun, "TW106", phrase.span, f"there is nothing here that 'the {noun}' could refer to", help
        )

    def _extreme(self, phrase: ast.Phrase) -> Reported:
        """`the largest stack`, `the largest height`."""
        known, noun, extreme = self.context.vocabulary, phrase.noun.text, phrase.words[0].text
        if known.is_measure(noun):
            return self.context.fail(
                "TW106",
                phrase.span,
                f"the {extreme} {noun} is a number; a thing is expected here",
                f"write 'its {noun} is more than the {extreme} {noun} of ...'",
            )
        plural = known.nouns[noun].plural if noun in known.nouns else noun
        return self.context.fail(
            "TW106",
            phrase.span,
            f"'{extreme}' goes before the measure, not before the thing",
            f"as in '{extreme} height of stacks' or '{extreme} size of {plural}'",
        )

    def _several(self, phrase: ast.Phrase) -> Reported:
        """`the stacks`, `its stacks`."""
        one = self.context.vocabulary.plurals[phrase.noun.text].singular
        help = f"write 'the {one}' for one introduced earlier, or 'any', 'every' or 'no {one}'"
        if phrase.article == "its":
            help = f"write 'every {one}', 'any {one}' or 'no {one}'"
        message = f"'{phrase.noun.text}' is plural; use the singular here"
        return self.context.fail("TW102", phrase.noun.span, message, help)
