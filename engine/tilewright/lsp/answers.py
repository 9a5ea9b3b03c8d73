"""The requests of the protocol, as functions of the open documents and the parameters."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from lsprotocol import types

from tilewright.analysis.completion import KEY, KEYWORD, NAME, VALUE
from tilewright.analysis.document import (
    CARD,
    CLASS,
    CODE,
    COUNTER,
    GAME,
    LOCAL,
    MARK,
    OPTION,
    PART,
    PLACE,
    RULE,
    VERB,
    WORD,
)
from tilewright.analysis.outline import CLASSES, SOLVE, OutlineItem
from tilewright.analysis.rename import NotRenamed, RenameChanges
from tilewright.analysis.service import TextRange, quick_fixes
from tilewright.diagnostics import Diagnostic
from tilewright.draw.picture import Picture, of_layout, of_position, of_puzzle
from tilewright.draw.sheet import svg
from tilewright.lsp.documents import OpenDocuments, OpenText, Positions
from tilewright.packs.check_cache import NOT_COMPARED
from tilewright.packs.pack import Report
from tilewright.pages import pages, title
from tilewright.source import Source, Span
from tilewright.stopping import Unsupported
from tilewright.table.card import Layout
from tilewright.table.position import Position, Puzzle

TOKEN_TYPES = sorted(set(CLASSES.values()))
TOKEN_MODIFIERS = ["declaration"]
MOST_OFFERS = 500
MOST_FIXED = 30
"""If there are more safe fixes than this, they are only tried one by one."""
SOLVE_COMMAND, SHOW_COMMAND, EXPLAIN_COMMAND = "tilewright.solve", "tilewright.show", "tilewright.explain"
PICTURE_COMMAND = "tilewright.picture"
FIX_ALL = "source.fixAll.tilewright"
_KINDS = {
    CARD: types.SymbolKind.Class,
    GAME: types.SymbolKind.Package,
    CLASS: types.SymbolKind.Class,
    WORD: types.SymbolKind.Object,
    "piece": types.SymbolKind.Object,
    CODE: types.SymbolKind.EnumMember,
    COUNTER: types.SymbolKind.Number,
    RULE: types.SymbolKind.Function,
    VERB: types.SymbolKind.Method,
    MARK: types.SymbolKind.Property,
    PLACE: types.SymbolKind.Namespace,
    PART: types.SymbolKind.Field,
    OPTION: types.SymbolKind.Enum,
    LOCAL: types.SymbolKind.Variable,
    "key": types.SymbolKind.Key,
    "ability": types.SymbolKind.Event,
}
_OFFERED = {
    KEYWORD: types.CompletionItemKind.Keyword,
    NAME: types.CompletionItemKind.Variable,
    KEY: types.CompletionItemKind.Property,
    VALUE: types.CompletionItemKind.Value,
}

# ------------------------------------------------------------------ problems


def diagnostics(desk: OpenDocuments, opened: OpenText) -> list[types.Diagnostic]:
    """The diagnostics of an open document, without those of its printed texts."""
    return _diagnostics(desk.problems(opened), desk.positions(opened.source))


def text_diagnostics(desk: OpenDocuments, opened: OpenText) -> list[types.Diagnostic]:
    """The diagnostics of its printed texts."""
    return _diagnostics(desk.text_problems(opened), desk.positions(opened.source))


def _diagnostics(problems: Iterable[Diagnostic], positions: Positions) -> list[types.Diagnostic]:
    return [_diagnostic(problem, positions) for problem in problems]


def _diagnostic(problem: Diagnostic, positions: Positions) -> types.Diagnostic:
    severity = types.DiagnosticSeverity.Error if problem.is_error else types.DiagnosticSeverity.Warning
    if problem.code == NOT_COMPARED:
        severity = types.DiagnosticSeverity.Information  # a text may be right that is not understood
    message = "\n".join(filter(None, (problem.message, problem.help)))
    tags = [types.DiagnosticTag.Unnecessary] if problem.code == "TW103" else None
    return types.Diagnostic(
        positions.range(problem.span), message, severity, problem.code, source="tilewright", tags=tags
    )


def code_actions(desk: OpenDocuments, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Code actions at a range: safe fixes, all fixes of the file, and explanations of problems."""
    uri = params.text_document.uri
    source = desk.source(uri)
    if source is None:
        return []
    only = params.context.only
    positions, problems = desk.positions(source), desk.known_problems(uri)
    span = positions.span(params.range)
    found = []
    if _wanted(types.CodeActionKind.QuickFix, only):
        for problem in quick_fixes(problems, span):
            edit = types.TextEdit(positions.range(problem.span), problem.replacement or "")
            name = f"Write '{problem.replacement}'" if problem.replacement else "Delete this"
            action = types.CodeAction(name, types.CodeActionKind.QuickFix, [_diagnostic(problem, positions)])
            action.is_preferred = True
            action.edit = types.WorkspaceEdit({uri: [edit]})
            found.append(action)
        found += _explanations([one for one in problems if one.span.start <= span.end and span.start <= one.span.end])
    fixable = sum(problem.replacement is not None for problem in problems)
    if _wanted(FIX_ALL, only) and 0 < fixable <= MOST_FIXED:
        after = desk.analysis.fixed(source)
        if after is not None:
            edit = types.TextEdit(positions.whole(), after)
            whole = types.CodeAction("Fix all problems with an obvious fix", FIX_ALL)
            whole.edit = types.WorkspaceEdit({uri: [edit]})
            found.append(whole)
    return found


def _explanations(problems: list[Diagnostic]) -> Iterator[types.CodeAction]:
    for code in dict.fromkeys(problem.code for problem in problems):
        if code in pages():
            name = f"Explain {code}"
            command = types.Command(name, EXPLAIN_COMMAND, arguments=[code])
            yield types.CodeAction(name, types.CodeActionKind.QuickFix, command=command)


def _wanted(kind: str, only: Sequence[types.CodeActionKind | str] | None) -> bool:
    """Whether a client asks for actions of a kind: of that itself, or of one above it."""
    return only is None or any(kind == asked or kind.startswith(f"{asked}.") for asked in map(_text, only))


def _text(kind: types.CodeActionKind | str) -> str:
    return kind.value if isinstance(kind, types.CodeActionKind) else kind


# ------------------------------------------------------------------ words


def completion(desk: OpenDocuments, params: types.CompletionParams) -> types.CompletionList:
    """The completion items at a position."""
    source = desk.source(params.text_document.uri)
    if source is None:
        return types.CompletionList(False, [])
    positions = desk.positions(source)
    offers = desk.analysis.complete(source, positions.offset(params.position))
    items = []
    for rank, offer in enumerate(offers[:MOST_OFFERS]):
        edit = types.TextEdit(positions.range(offer.span), offer.text)
        item = types.CompletionItem(offer.text.rstrip(": "), text_edit=edit, sort_text=f"{rank:04}")
        item.kind = _OFFERED[offer.sort]
        item.documentation = offer.about or None
        item.data = [params.text_document.uri, offer.text, offer.sort]
        items.append(item)
    return types.CompletionList(len(offers) > MOST_OFFERS, items)


def resolved(desk: OpenDocuments, item: types.CompletionItem) -> types.CompletionItem:
    """A completion item with its documentation."""
    data = item.data
    if not isinstance(data, list) or len(data) != 3 or not all(isinstance(part, str) for part in data):
        return item
    uri, word, sort = data
    source = desk.source(uri)
    if source is not None and sort in (KEYWORD, NAME):
        item.documentation = _markdown(desk.analysis.describe(source, word, sort))
    return item


def hover(desk: OpenDocuments, params: types.HoverParams) -> types.Hover | None:
    """The hover text for the word at a position, and for the problems there."""
    source = desk.source(params.text_document.uri)
    if source is None:
        return None
    positions = desk.positions(source)
    found = desk.analysis.hover(source, positions.offset(params.position))
    if found is None:
        return None
    text, span = found
    return types.Hover(_markdown(text), positions.range(span))


def _markdown(text: str) -> types.MarkupContent:
    """Markdown with HTML escaped."""
    return types.MarkupContent(types.MarkupKind.Markdown, text.replace("&", "&amp;").replace("<", "&lt;"))


def semantic_tokens(desk: OpenDocuments, params: types.SemanticTokensParams) -> types.SemanticTokens:
    """The semantic tokens of a document, delta-encoded as in the protocol."""
    source = desk.source(params.text_document.uri)
    data: list[int] = []
    if source is None:
        return types.SemanticTokens(data)
    positions = desk.positions(source)
    line = character = 0
    for token in desk.analysis.tokens(source):
        range = positions.range(token.span)
        start, end = range.start, range.end
        if start.line != end.line or end.character <= start.character:
            continue
        if start.line != line:
            character = 0
        kind = TOKEN_TYPES.index(token.kind)
        length, modifiers = end.character - start.character, int(token.defines)  # the first bit is `declaration`
        data += [start.line - line, start.character - character, length, kind, modifiers]
        line, character = start.line, start.character
    return types.SemanticTokens(data)


# ------------------------------------------------------------------ places


def definition(desk: OpenDocuments, params: types.DefinitionParams) -> list[types.Location]:
    """The definition of the symbol at a position."""
    source = desk.source(params.text_document.uri)
    if source is None:
        return []
    return _locations(desk, desk.analysis.definition(source, desk.offset(source, params.position)))


def references(desk: OpenDocuments, params: types.ReferenceParams) -> list[types.Location]:
    """All occurrences of the symbol at a position."""
    source = desk.source(params.text_document.uri)
    if source is None:
        return []
    offset = desk.offset(source, params.position)
    return _locations(desk, desk.analysis.references(source, offset, params.context.include_declaration))


def highlights(desk: OpenDocuments, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
    """The occurrences in the same document of the symbol at a position."""
    source = desk.source(params.text_document.uri)
    if source is None:
        return []
    offset, positions = desk.offset(source, params.position), desk.positions(source)
    return [types.DocumentHighlight(positions.range(span)) for span in desk.analysis.alike(source, offset)]


def _locations(desk: OpenDocuments, places: list[TextRange]) -> list[types.Location]:
    return [desk.location(place.source, place.span) for place in places]


def document_symbols(desk: OpenDocuments, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
    """The outline of a document."""
    source = desk.source(params.text_document.uri)
    if source is None:
        return []
    positions = desk.positions(source)
    return [_symbol(entry, positions) for entry in desk.analysis.outline(source)]


def _symbol(entry: OutlineItem, positions: Positions) -> types.DocumentSymbol:
    kind = _KINDS.get(entry.sort, types.SymbolKind.Struct)
    span, place = positions.range(entry.span), positions.range(entry.place)
    parts = [_symbol(part, positions) for part in entry.parts]
    return types.DocumentSymbol(entry.name or "?", kind, span, place, children=parts)


def folding(desk: OpenDocuments, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
    """Folding ranges: blocks, from the line above them, and comments of several lines."""
    source = desk.source(params.text_document.uri)
    lines = source.text.split("\n") if source else []
    found, open_blocks = list[types.FoldingRange](), list[tuple[int, int]]()
    last = comment = -1
    for number, line in enumerate([*lines, "end"]):
        words = line.lstrip()
        if comment >= 0 and not words.startswith("#"):
            if number - comment > 1:
                found.append(types.FoldingRange(comment, number - 1, kind=types.FoldingRangeKind.Comment))
            comment = -1
        if words.startswith("#"):
            comment = number if comment < 0 else comment
        if not words or words.startswith("#"):
            continue
        depth = len(line) - len(words)
        while open_blocks and open_blocks[-1][1] >= depth:
            begin, _ = open_blocks.pop()
            found += [types.FoldingRange(begin, last)] if last > begin else []
        open_blocks.append((number, depth))
        last = number
    return found


def document_links(desk: OpenDocuments, params: types.DocumentLinkParams) -> list[types.DocumentLink]:
    """Links to the files of the cards and of the game that a YAML file names."""
    source = desk.source(params.text_document.uri)
    if source is None:
        return []
    positions = desk.positions(source)
    links = ((span, desk.location(target, Span(0, 0)).uri) for span, target in desk.analysis.links(source))
    return [types.DocumentLink(positions.range(span), target=uri) for span, uri in links]


def inlay_hints(desk: OpenDocuments, params: types.InlayHintParams) -> list[types.InlayHint]:
    """The names of cards that a YAML file names by id."""
    source = desk.source(params.text_document.uri)
    if source is None:
        return []
    positions = desk.positions(source)
    lines = range(params.range.start.line, params.range.end.line + 1)
    hints = ((positions.range(span).end, title) for span, title in desk.analysis.titles(source))
    return [types.InlayHint(place, title, padding_left=True) for place, title in hints if place.line in lines]


def picture(desk: OpenDocuments, uri: str) -> str | None:
    """The boards of a position, puzzle or layout as one SVG, or a card as printed; None for other documents.

    Also None for documents with errors, and for cards without `typst`.
    """
    source = desk.source(uri)
    report = None if source is None else desk.analysis.check(source)
    if report is None or report.pack is None:
        return None
    pictures = list[Picture]()
    for value in report.values:
        if isinstance(value, Position):
            pictures += of_position(value)
        elif isinstance(value, Puzzle):
            pictures += of_puzzle(value, report.cards)
        elif isinstance(value, Layout):
            pictures.append(of_layout(value, report.pack.game))
    return svg(pictures) if pictures else _printed(desk, report)


def _printed(desk: OpenDocuments, report: Report) -> str | None:
    """The first card of a document as it is printed."""
    from tilewright.analysis.faces import card_of, drawn, why_not_set

    card = card_of(report)
    if card is None or report.has_errors or why_not_set():
        return None
    with suppress(Unsupported):  # a font of its own that cannot be printed: `print` says why
        return str(drawn(desk.analysis.workspace, report, card, "en")["svg"])
    return None


def workspace_symbols(desk: OpenDocuments, params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
    """The cards and layouts in the packs of the open documents whose class and id contain the query."""
    sources: dict[str, Source] = {}
    for opened in list(desk.opened.values()):
        if opened.unreadable is None:
            around = desk.analysis.surroundings.around(desk.analysis.document(opened.source))
            sources |= {source.name: source for source in around if source.name.endswith(".tw")}
    return [
        types.WorkspaceSymbol(
            desk.location(source, entry.place), entry.name, _KINDS.get(entry.sort, types.SymbolKind.Struct)
        )
        for entry, source in desk.analysis.symbols(params.query, iter(sources.values()))
    ]


# ------------------------------------------------------------------ changes


def formatting(desk: OpenDocuments, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
    """The edits that format a document; none if it has syntax errors."""
    source = desk.source(params.text_document.uri)
    after = desk.analysis.laid_out(source) if source else None
    if source is None or after is None or after == source.text:
        return []
    return [types.TextEdit(desk.positions(source).whole(), after)]


def prepare_rename(desk: OpenDocuments, params: types.PrepareRenameParams) -> types.Range | NotRenamed | None:
    """The name at a position that can be renamed."""
    source = desk.source(params.text_document.uri)
    if source is None:
        return None
    found = desk.analysis.can_rename(source, desk.offset(source, params.position))
    return found if isinstance(found, NotRenamed) else desk.positions(source).range(found.span)


def rename(desk: OpenDocuments, params: types.RenameParams) -> types.WorkspaceEdit | NotRenamed | None:
    """The edits that rename the symbol at a position."""
    source = desk.source(params.text_document.uri)
    if source is None:
        return None
    offset = desk.offset(source, params.position)
    found = desk.analysis.rename(source, offset, params.new_name, desk.may_edit)
    return found if isinstance(found, NotRenamed) else _edit(desk, found)


def _edit(desk: OpenDocuments, changes: RenameChanges) -> types.WorkspaceEdit:
    edits: dict[str, list[types.TextEdit]] = {}
    for source, own in changes.items():
        positions = desk.positions(source)
        edits[desk.uri_of(source)] = [types.TextEdit(positions.range(change.span), change.text) for change in own]
    return types.WorkspaceEdit(edits)


# ------------------------------------------------------------------ lenses and commands


def code_lenses(desk: OpenDocuments, params: types.CodeLensParams) -> list[types.CodeLens]:
    """The code lenses of a document: scores and actions."""
    uri = params.text_document.uri
    source = desk.source(uri)
    if source is None:
        return []
    positions, found = desk.positions(source), []
    for lens in desk.analysis.lenses_of(source):
        command = types.Command(lens.title, "")
        if lens.action == SOLVE:
            command = types.Command(lens.title, SOLVE_COMMAND, arguments=[uri])
        elif lens.path is not None:
            command = types.Command(lens.title, SHOW_COMMAND, arguments=[desk.uri_of(Source("", "", lens.path))])
        found.append(types.CodeLens(positions.range(lens.span), command))
    return found


def explanation(code: str) -> str | None:
    """The documentation page of a code, with its title."""
    page = pages().get(code)
    return f"# {code}: {title(page)}\n{page.partition(chr(10))[2]}" if page else None


# ------------------------------------------------------------------ puzzles solved in a process of their own

SECONDS = 60
"""The time limit of a puzzle in seconds."""
_GRACE = 30


async def solved(text: str, folder: Path) -> str:
    """The output of `tilewright solve` for a puzzle whose text is in a folder."""
    command = (sys.executable, "-m", "tilewright", "--color", "never", "solve", "-", "--time-limit", str(SECONDS))
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, cwd=folder, stdin=pipe, stdout=pipe, stderr=pipe)
    try:
        out, err = await asyncio.wait_for(process.communicate(text.encode()), SECONDS + _GRACE)
    except TimeoutError:
        return f"no answer within {SECONDS + _GRACE} seconds"
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return (out or err).decode(errors="replace").rstrip()
