"""Renaming a symbol in all files, refused if it would cause new errors."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tilewright.analysis.document import CODE, GAME, LOCAL, DeclaredSymbol, Document, FilesAround, Occurrence, forms_of
from tilewright.packs.catalog import headers_of
from tilewright.packs.workspace import Workspace
from tilewright.source import Source, Span

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_FIXED = (CODE, GAME)
"""Sorts that cannot be renamed: codes are part of ranges, and games are named by folders and other files."""


@dataclass(frozen=True)
class NotRenamed:
    """The reason why a symbol cannot be renamed."""

    reason: str


@dataclass(frozen=True)
class TextChange:
    """A replacement of a span."""

    span: Span
    text: str


RenameChanges = Mapping[Source, Sequence[TextChange]]


def occurrence_at(document: Document, offset: int) -> Occurrence | None:
    """The occurrence of a symbol at an offset."""
    touching = (found for found in document.occurrences if found.span.start <= offset <= found.span.end)
    return next(touching, None)


def can_rename(document: Document, offset: int) -> Occurrence | NotRenamed:
    """The symbol that would be renamed at an offset."""
    found = occurrence_at(document, offset)
    if found is None:
        return NotRenamed("there is no name here that can be renamed")
    if found.symbol.sort in _FIXED:
        return NotRenamed(f"a {found.symbol.sort} cannot be renamed here")
    return found


def renamed(
    surroundings: FilesAround, document: Document, offset: int, name: str, may_edit: Callable[[Path], bool]
) -> RenameChanges | NotRenamed:
    """The changes in all files that rename a symbol.

    They are verified: if a file would have more errors, the reason is returned.
    """
    found = can_rename(document, offset)
    if isinstance(found, NotRenamed):
        return found
    if not _NAME.fullmatch(name):
        return NotRenamed("a name is made of lowercase letters, digits and hyphens, and begins with a letter")
    symbol, changes = found.symbol, dict[Source, Sequence[TextChange]]()
    around = [(document.source, document.occurrences)] if symbol.sort == LOCAL else None
    for source, occurrences in around or surroundings.occurrences_around(document):
        own = [one for one in occurrences if one.symbol == symbol]
        edits = [edit for one in own if (edit := _change(one, source, name, document)) is not None]
        if edits:
            changes[source] = edits
    outside = [source.name for source in changes if source.path and not may_edit(source.path)]
    if outside:
        return NotRenamed(f"'{symbol.name}' is in {outside[0]}, which is outside this workspace")
    return _tried(changes, name, surroundings.workspace, symbol)


def _change(found: Occurrence, source: Source, name: str, document: Document) -> TextChange | None:
    """The new form of a name at one occurrence; an irregular plural is unchanged."""
    written, symbol = source.slice(found.span), found.symbol
    one, several = forms_of(symbol.name, document.declared.plurals)
    if written == one:
        return TextChange(found.span, name)
    if written == several and symbol.name not in document.declared.plurals:
        return TextChange(found.span, forms_of(name, {})[1])
    if written == one.removesuffix("s"):  # of a counter: `gain 1 point`
        return TextChange(found.span, name.removesuffix("s"))
    return TextChange(found.span, f"{name}s") if written == f"{one}s" else None


def text_after(source: Source, changes: Sequence[TextChange]) -> str:
    """A text with changes applied."""
    pieces, done = [], 0
    for change in sorted(changes, key=lambda one: one.span):
        pieces += [source.text[done : change.span.start], change.text]
        done = change.span.end
    return "".join([*pieces, source.text[done:]])


def _tried(
    changes: RenameChanges, name: str, workspace: Workspace, symbol: DeclaredSymbol
) -> RenameChanges | NotRenamed:
    """The changes, if no file has more errors afterwards."""
    trial = Workspace()
    texts = {source: text_after(source, own) for source, own in changes.items()}
    for source, text in texts.items():
        if source.path is not None:
            trial.open(source.path, text)
    for source, text in sorted(texts.items(), key=lambda item: not _declares_game(item[0])):
        before = [problem for problem in workspace.check(source).diagnostics if problem.is_error]
        after = [problem for problem in trial.check(replace(source, text=text)).diagnostics if problem.is_error]
        if len(after) > len(before):
            known = {problem.message for problem in before}
            new = next((problem for problem in after if problem.message not in known), after[0])
            return NotRenamed(f"'{symbol.name}' cannot be renamed to '{name}': {new.message}")
    return changes


def _declares_game(source: Source) -> bool:
    """Whether a file is a game file, whose errors cause those of all other files."""
    return any(category == GAME for category, _ in headers_of(source.text))
