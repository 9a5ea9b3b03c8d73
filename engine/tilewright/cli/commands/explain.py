"""`tilewright explain`."""

from __future__ import annotations

import re
import textwrap

import click

from tilewright.cli.args import given
from tilewright.cli.args.given import complete_codes
from tilewright.cli.terminal import CannotRun, echo, echo_json
from tilewright.diagnostics import did_you_mean
from tilewright.outputs.files import ExplainOutput
from tilewright.pages import LANGUAGE, pages, terms, terms_like, title, usage_of

_LINK = re.compile(r"\[([^\]\n]+(?:\n[^\]\n]+)?)\]\([^)\s]+\)")
_FENCE = re.compile(r"^```(?:(?:tw|game|yaml|console)\b)? ?(.*)\n((?:.*\n)*?)```\n?", re.MULTILINE)
_LABELS = {"rule scores": "rule that scores", "ability": "ability"}
"""The labels of code blocks in recipes."""


class ExplainOptions(given.Options):
    words: tuple[str, ...] = given.argument(
        nargs=-1, metavar="[CODE|WORD|language|recipes|files|glossary]...", shell_complete=complete_codes
    )
    as_json: bool = given.json("One JSON object per code or word, one per line.")


@given.command(ExplainOptions, epilog="Example: tilewright explain TW203")
def command(options: ExplainOptions) -> int:
    """Explain problems by their codes, and the words that tilewright prints.

    Pages without a code: the language, recipes for cards (majority, sets, longest wall ...), files (positions, puzzles,
    records), and the glossary of words such as insight, q1 or cap. For a statement or a word of the language (place, "for each",
    neighbor), show how it is written, with examples. For a word of a game, show what its game file says.
    Without an argument, list all pages.
    """
    wanted = _wanted(options.words) if options.words else {name: pages()[name] for name in sorted(pages())}
    for name, page in wanted.items():
        if options.as_json:
            echo_json(ExplainOutput(code=name, title=title(page), page=page))
        elif options.words:
            echo(_shown(name, page))
        else:
            echo(f"{name}: {title(page)}")
    return 0


def _wanted(words: tuple[str, ...]) -> dict[str, str]:
    """The requested pages by name; several words may be one term, as in 'class of layouts'."""
    together = " ".join(words)
    one = together.lower() in terms() or (len(words) > 1 and usage_of(together) is not None)
    given = [together] if one else words
    return {name: page for word in given for name, page in _pages_of(word).items()}


def _pages_of(word: str) -> dict[str, str]:
    """The pages about a word; `language` is all pages of the language."""
    known = pages()
    code = word.lower() if word.lower() in known else word.upper()
    if code in known:
        return {name: known[name] for name in (LANGUAGE if code == LANGUAGE[0] else [code])}
    term, games, usage = terms().get(word.lower()), _of_games(word), usage_of(word)
    if term is None and not games and usage is None:
        if recipes := terms_like(word.lower()):
            return recipes
        hint = did_you_mean(code, known) or did_you_mean(word.lower(), [*terms(), *_words_of_games()])
        hint = hint or "run 'tilewright explain' for a list"
        raise CannotRun(f"there is no explanation of '{word}'; {hint}")
    page = term or (usage if not games else f"# a word of {' and '.join(games)}\n") or ""
    close = None if page == usage else usage_of(word, within=False)
    more = [] if close is None else [f"In the language:\n{close.partition(chr(10))[2]}"]
    return {word if term is None else word.lower(): "\n".join([page.rstrip() + "\n", *games.values(), *more])}


def _of_games(word: str) -> dict[str, str]:
    """What game files say of a word that they declare, by the title of the pack."""
    from tilewright.cli.args.inputs import workspace
    from tilewright.packs.declared import declared

    found: dict[str, str] = {}
    for pack in workspace().resolver().packs():
        blocks = [
            f"```game {pack.imprint.title}, {pack.imprint.file}, line {place.number}\n{place.text}\n```\n"
            for place in declared(pack, word)
        ]
        found |= {pack.imprint.title: "\n".join(blocks)} if blocks else {}
    return found


def _words_of_games() -> list[str]:
    """The words declared by game files."""
    from tilewright.cli.args.inputs import workspace
    from tilewright.packs.declared import words_declared

    return [word for pack in workspace().resolver().packs() for word in words_declared(pack)]


def _shown(code: str, page: str) -> str:
    """A page for the terminal: examples indented, without links."""
    heading = title(page)
    head = click.style(heading if code in heading.split(", ") else f"{code}: {heading}", bold=True)
    return head + "\n" + _FENCE.sub(_example, _LINK.sub(r"\1", page.partition("\n")[2]))


def _example(fence: re.Match[str]) -> str:
    called = fence[1]
    for kind, words in _LABELS.items():
        called = called.replace(kind, words) if called.startswith(kind) else called
    label = called[:1].upper() + called[1:] or "Example"
    if "." in fence[1]:  # the name of a file
        label = fence[1]
    if called.isalpha() and "\n\n" in fence[2]:  # two boards
        label += "s, yours first and then your left neighbor's"
    return f"{click.style(label + ':', bold=True)}\n\n{textwrap.indent(fence[2], '    ')}"
