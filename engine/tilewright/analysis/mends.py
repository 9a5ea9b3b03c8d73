"""RenameChanges that mend problems, and the layout of a text."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.diagnostics import Diagnostic, Diagnostics
from tilewright.diagnostics.mends import mended
from tilewright.files.header import kind_of
from tilewright.packs.carried import format_carried
from tilewright.packs.documents import is_language
from tilewright.packs.workspace import Workspace
from tilewright.source import Source, Span
from tilewright.syntax.formatter import format_source


def mends_at(problems: Sequence[Diagnostic], span: Span) -> list[Diagnostic]:
    """The problems with a sure mend that touch a part of the text."""
    return [
        one for one in problems if one.mend is not None and one.span.start <= span.end and span.start <= one.span.end
    ]


def all_mended(workspace: Workspace, source: Source) -> str | None:
    """The text with every sure mend that helps; None when there is none."""
    after, made = mended(source, lambda text: workspace.check(text).diagnostics)
    return after.text if made else None


def laid_out(source: Source) -> str | None:
    """The text in the canonical layout; None when it cannot be read or has none."""
    if is_language(source):
        return format_source(source, Diagnostics(source))
    return format_carried(source, Diagnostics(source)) if kind_of(source) == "puzzle" else None
