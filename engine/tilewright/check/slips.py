"""Plain English in noun phrases that means something else here, or nothing: what to write."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.check.typed import Reported
from tilewright.core import expr as core
from tilewright.syntax import ast
from tilewright.syntax.repair.instead import FOREIGN, MISPLACED

if TYPE_CHECKING:
    from tilewright.check.noun_phrase import PhraseBuilder

_COMPARED = {
    **dict.fromkeys(("taller", "higher", "bigger", "greater"), "taller"),
    **dict.fromkeys(("lower", "shorter"), "lower"),
}
_SIGNS = {"exactly": "=", "at least": ">=", "more than": ">"}


def no_adjective(builder: PhraseBuilder, word: ast.Word, following: ast.Word) -> Reported:
    """A word that is no adjective here; if it is the noun, what follows it has no place."""
    known = builder.phrases.vocabulary
    if known.sort_of(word.text) is None:
        return builder.phrases.unknown(word, builder.scope)
    help = "more about a thing begins with 'where', 'with', 'in', 'on', 'of' or 'beside'"
    help = (FOREIGN | MISPLACED).get(following.text, help)
    if following.text in _COMPARED:
        help = f"write 'where it is {_COMPARED[following.text]} ...'"
    return builder.fail("TW101", following.span, f"'{following.text}' cannot follow '{word.text}'", help)


def of_members(builder: PhraseBuilder, modifier: ast.Modifier, phrase: ast.Phrase) -> None:
    """`group of flags with at least 3 stacks`: `with` is about each member, which is one space."""
    if not isinstance(modifier, ast.WithSome):
        return
    quantity, noun = modifier.counted.quantity, modifier.counted.phrase.noun.text
    sort = builder.phrases.vocabulary.sort_of(noun)
    own = sort == core.SPACE and noun not in ("neighbor", "neighbors")
    if quantity.kind in _SIGNS and quantity.count > 1 and own:
        raise builder.fail(
            "TW202",
            modifier.span,
            f"'with' is about each of the {phrase.noun.text}, not about the group",
            f"write 'where size {_SIGNS[quantity.kind]} {quantity.count}', or 'where it has ...' of the group",
        )


def after_of(builder: PhraseBuilder, phrase: ast.Phrase) -> None:
    """`of the same color`, `of color red`, `neighbor of a stack`."""
    if len(phrase.words) != 2:
        return
    known = builder.phrases.vocabulary
    first, second = (word.text for word in phrase.words)
    if phrase.article == "the" and first == "same" and known.sort_of(second) == core.VALUE:
        raise builder.fail(
            "TW202",
            phrase.span,
            f"'of the same {second}' cannot follow a thing",
            f"write 'with the same {second}' of a group, 'where it is of the same {second}' of a {known.game.piece}",
        )
    if builder.var.sort != core.SPACE:
        return
    if known.sort_of(first) == core.VALUE and second in known.kinds_of:
        raise builder.fail(
            "TW202",
            phrase.span,
            f"'of {first} {second}' is not said here",
            f"write '{second}' alone, as in 'each {second}'",
        )
    if builder.is_neighbor and first in ("a", "an") and known.sort_of(second) == core.SPACE:
        raise builder.fail("TW106", phrase.span, f"which {second}?", f"write 'stack beside a {second}'")
