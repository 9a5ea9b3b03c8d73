"""Names, texts and other printed words, each in one or several languages."""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.diagnostics import Diagnostics
from tilewright.diagnostics.nearest import did_you_mean
from tilewright.syntax import ast, game_ast


def labels(
    node: ast.Card | game_ast.Game, what: str, diagnostics: Diagnostics, languages: Iterable[str]
) -> dict[str, str]:
    """The names or texts of a card by language."""
    lines = (member for member in node.members if isinstance(member, ast.Labelled) and member.what == what)
    return by_language(lines, what, diagnostics, languages)


def by_language(
    lines: Iterable[ast.Labelled | ast.CardWords], what: str, diagnostics: Diagnostics, languages: Iterable[str]
) -> dict[str, str]:
    """What some lines say, by language; of each there is one line, in a language of the pack."""
    found: dict[str, str] = {}
    known = set(languages)
    for line in lines:
        language = line.language.text
        if language in found:
            diagnostics.error("TW109", line.span, f"there is already a {what} in '{language}' above", "keep one")
        elif known and language not in known:
            help = did_you_mean(language, known) or "known: " + ", ".join(sorted(known))
            diagnostics.error("TW108", line.language.span, f"'{language}' is not a language of this pack", help)
        elif not line.value.strip():
            diagnostics.error("TW108", line.span, f"the {what} is empty", "write it, or leave the line out")
        found[language] = line.value
    return found
