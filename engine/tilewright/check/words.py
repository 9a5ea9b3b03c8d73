"""Names and printed texts in several languages, and the forms of the words of a game in each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tilewright.diagnostics import Diagnostic, Diagnostics, Severity, did_you_mean
from tilewright.source import Source
from tilewright.syntax import ast, game_ast
from tilewright.table.game import Game, WordForms


def labels(
    node: ast.Card | game_ast.Game, what: str, diagnostics: Diagnostics, languages: Iterable[str]
) -> dict[str, str]:
    """The names or texts of a card by language."""
    lines = (member for member in node.members if isinstance(member, ast.Labelled) and member.what == what)
    return by_language(lines, what, diagnostics, languages)


def by_language(
    lines: Iterable[ast.Labelled | ast.CardWords], what: str, diagnostics: Diagnostics, languages: Iterable[str]
) -> dict[str, str]:
    """The values of lines by language; duplicates and languages that the pack lacks are reported."""
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


GENDERS = ("masculine", "feminine", "neuter")
ADJECTIVE = "adjective"
SORTS = (*GENDERS, ADJECTIVE)
COUNTS = {ADJECTIVE: (1, 2, 4, 6), "": (1, 2)}
"""The number of forms of an adjective, and of a noun."""


def words_to_say(game: Game) -> tuple[str, ...]:
    """The words of a game that printed sentences may need."""
    boards, counters = (board.name for board in game.boards), (counter.name for counter in game.counters)
    pieces = [sort.name for sort in game.sorts]
    attributes = [word for sort in game.sorts for word in (sort.main_attribute, sort.identity)]
    kinds = [value for sort in game.sorts for value in game.values_of(sort.main_attribute)]
    caps = (cap.name for cap in game.caps)
    said = (*pieces, *caps, *kinds, *game.classes, *attributes, *game.numeric_attributes, *boards, *counters)
    return tuple(dict.fromkeys(filter(None, said)))


def spoken_words(node: game_ast.Game, game: Game, diagnostics: Diagnostics) -> Iterator[WordForms]:
    """The valid `word` lines of a game file, one value per alternative; errors are reported."""
    known = tuple(dict.fromkeys((*words_to_say(game), *game.card_classes)))  # classes are printed on their cards
    seen: set[tuple[str, str]] = set()
    for line in node.members:
        if not isinstance(line, game_ast.WordInLanguage):
            continue
        key = line.name.text, line.language.text
        if line.name.text not in known:
            help = did_you_mean(line.name.text, known) or "declared here: " + ", ".join(known)
            diagnostics.error("TW101", line.name.span, f"no word '{line.name.text}' is declared", help)
        elif key in seen:
            message = f"the forms of '{key[0]}' in '{key[1]}' are already given above"
            diagnostics.error("TW111", line.name.span, message, "add 'or' and other forms to that line")
        else:
            found = (_forms(line, alternative, diagnostics) for alternative in line.alternatives)
            yield from filter(None, found)
        seen.add(key)


def _forms(line: game_ast.WordInLanguage, written: game_ast.Forms, diagnostics: Diagnostics) -> WordForms | None:
    """An alternative of a word; None if it is invalid, which is reported (TW114)."""
    sort, name = written.sort.text if written.sort else "", line.name.text
    if written.sort and sort not in SORTS:
        help = did_you_mean(sort, SORTS) or f"write one of: {', '.join(SORTS)}"
        diagnostics.error("TW114", written.sort.span, f"'{sort}' is neither a gender nor 'adjective'", help)
        return None
    counts = COUNTS[ADJECTIVE if sort == ADJECTIVE else ""]
    if len(written.forms) not in counts or not all(form.strip() for form in written.forms):
        wanted = "1, 2, 4 or 6 forms" if sort == ADJECTIVE else "a singular and a plural, or one form for both"
        diagnostics.error("TW114", written.span, f"these are not the forms of '{name}'", f"it has {wanted}")
        return None
    return WordForms(name, line.language.text, sort, tuple(form.strip() for form in written.forms))


def check_all_said(game: Game, node: game_ast.Game, diagnostics: Diagnostics) -> None:
    """Warn of each language in which some words of the game are missing (TW115)."""
    lines = (
        line
        for line in node.members
        if isinstance(line, game_ast.WordInLanguage) and line.name.text in words_to_say(game)
    )
    said = {(line.name.text, line.language.text) for line in lines}
    for language in sorted({language for _, language in said}):
        missing = [word for word in words_to_say(game) if (word, language) not in said]
        if missing:
            message = f"these words have no forms in '{language}': {', '.join(missing)}"
            diagnostics.warning(
                "TW115", node.id.span, message, f'for example: word {missing[0]} {language} "..." "..."'
            )


def check_languages(
    game: Game, languages: Iterable[str], tables: Iterable[str], source: Source
) -> Iterator[Diagnostic]:
    """Warn of languages of a pack without words of its game, and of words in languages that the pack does not have.

    A language with a phrase table may have words although no card has texts in it.
    """
    said, known = {word.language for word in game.words}, set(languages)
    messages = [f"the words of the game have no forms in '{language}'" for language in known - said]
    messages += [
        f"there are words in '{language}', which is not a language of this pack"
        for language in said - known.union(tables)
    ]
    for message in sorted(messages) if said else ():
        help = "add 'word' lines for the languages of pack.yaml, and for no other"
        yield Diagnostic("TW115", Severity.WARNING, message, source, source.line_span(1), help)
