"""What completes the words of a command line in a shell: cards, games, layouts, codes, files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from tilewright.packs.resolve import Resolver

Completes = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]
"""What could stand in place of an incomplete word."""


def _completes(
    words: Callable[[], Iterable[tuple[str, str]]], *, files: bool = False, listed: bool = False
) -> Completes:
    """Completes one of some words, each with what it is.

    With `files` names of files, too; with `listed` the last of several words separated by commas.
    """

    def complete(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        before, comma, last = incomplete.rpartition(",") if listed else ("", "", incomplete)
        taken = before.split(",")
        found = [
            CompletionItem(f"{before}{comma}{word}", help=about)
            for word, about in words()
            if word.startswith(last) and word not in taken
        ]
        return found or ([CompletionItem(incomplete, type="file")] if files else [])

    return complete


def _resolver() -> Resolver:
    from tilewright.cli.args.inputs import workspace

    return workspace().resolver()


def _cards(scoring: bool = False) -> Iterable[tuple[str, str]]:
    for pack in _resolver().packs():
        yield from ((card.id, card.name()) for card in pack.cards() if card.rule is not None or not scoring)


def _scoring_cards() -> Iterable[tuple[str, str]]:
    return _cards(scoring=True)


def _games() -> Iterable[tuple[str, str]]:
    return ((pack.game.id, pack.imprint.title) for pack in _resolver().packs())


def _layouts() -> Iterable[tuple[str, str]]:
    return ((layout.id, layout.name()) for pack in _resolver().packs() for layout in pack.layouts())


def _codes() -> Iterable[tuple[str, str]]:
    from tilewright.pages import pages, terms, title

    found = [("language", "the language"), *((code, title(page)) for code, page in sorted(pages().items()))]
    return [*found, *((term, title(page)) for term, page in terms().items() if " " not in term)]


def _schemas() -> Iterable[tuple[str, str]]:
    from tilewright.files.schema import names, published

    return ((name.rpartition("-")[0], str(published(name).get("title", ""))) for name in names())


def _exported() -> Iterable[tuple[str, str]]:
    return (*_games(), *_cards())


complete_files = _completes(tuple, files=True)
complete_games = _completes(_games, files=True)
complete_exported = _completes(_exported, files=True)
complete_cards = _completes(_cards, files=True, listed=True)
complete_scoring_card = _completes(_scoring_cards, files=True)
complete_scoring_cards = _completes(_scoring_cards, files=True, listed=True)
complete_layouts = _completes(_layouts, files=True)
complete_codes = _completes(_codes)
complete_schemas = _completes(_schemas)
