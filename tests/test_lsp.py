"""The language server over standard input and output, as editors start it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from click.testing import CliRunner
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient

from quarry import CARD, lay_out
from test_analysis import HOSTILE
from tilewright.cli.main import command
from tilewright.lsp.documents import Positions
from tilewright.resources import is_installed
from tilewright.source import Source, Span

SERVER = [sys.executable, "-m", "tilewright", "lsp"]


@pytest.fixture
def quarry(tmp_path: Path) -> Path:
    """A folder with a pack, a card, a position and a puzzle."""
    return lay_out(tmp_path, puzzle=True)


@pytest_lsp.fixture(config=ClientServerConfig(server_command=SERVER))
async def client(lsp_client: LanguageClient, quarry: Path) -> AsyncIterator[None]:
    """A client of a server of its own, with the folder open."""
    await lsp_client.initialize_session(
        types.InitializeParams(types.ClientCapabilities(), root_uri=quarry.as_uri(), process_id=None)
    )
    yield
    await lsp_client.shutdown_session()


class Editor:
    """One document of a client."""

    def __init__(self, client: LanguageClient, path: Path) -> None:
        self.client = client
        self.uri = path.as_uri()
        self.text = path.read_text("utf-8")
        self.version = 0
        self.id = types.TextDocumentIdentifier(self.uri)

    async def open(self) -> list[str | int | None]:
        """Open the document; the codes of its problems."""
        item = types.TextDocumentItem(self.uri, "tilewright", self.version, self.text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return await self.codes()

    async def type(self, text: str) -> list[str | int | None]:
        """Change the text; the codes of its problems."""
        self.change(text)
        return await self.codes()

    def change(self, text: str) -> None:
        """Change the text, and do not wait."""
        self.text, self.version = text, self.version + 1
        whole = types.TextDocumentContentChangeWholeDocument(text)
        identifier = types.VersionedTextDocumentIdentifier(self.version, self.uri)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, [whole]))

    async def codes(self) -> list[str | int | None]:
        """The codes of the problems of the text as it is now."""
        while True:
            told = await self.client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
            if told.uri == self.uri:
                assert told.version <= self.version
                if told.version == self.version:
                    return [problem.code for problem in told.diagnostics]

    def at(self, word: str) -> types.Position:
        """The position of a word."""
        return Positions(Source("", self.text)).position(self.text.index(word))

    def place(self, word: str) -> dict[str, Any]:
        """The parameters of a request about a word."""
        return {"text_document": self.id, "position": self.at(word)}


@pytest.mark.slow
@pytest.mark.asyncio
async def test_texts_are_judged_after_the_rest(
    client: LanguageClient, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """What is wrong with printed texts is told after the other problems, with texts that are not understood."""
    path = tmp_path_factory.mktemp("alone") / "misty.tw"
    path.write_text(
        "dragon misty\n"
        '  text en "4 points for each shrine next to at least two taller stacks."\n'
        '  text fr "4 points pour chaque sanctuair."\n\n'
        "  score 4 for each shrine where any neighbor is taller\n",
        "utf-8",
    )
    card = Editor(client, path)
    assert await card.open() == []
    assert await card.codes() == ["TW501", "TW504"]
    assert await card.type(card.text.replace("two taller", "one taller").replace("sanctuair", "pile")) == []
    assert await card.codes() == ["TW501"]


@pytest.mark.slow
@pytest.mark.asyncio
async def test_problems_come_as_one_types(client: LanguageClient, quarry: Path) -> None:
    """The last of many changes is answered, none after it is for an older text, and other open files are told."""
    card, position = Editor(client, quarry / "wall.tw"), Editor(client, quarry / "a.position.yaml")
    assert await position.open() == []
    assert await card.open() == []
    for end in range(len(CARD) - 20, len(CARD)):
        card.change(CARD[:end])
    assert await card.type(CARD.replace("red", "rd")) == ["TW101"]
    assert await position.codes() == ["TW405"]
    assert await card.type(CARD) == []
    assert await position.codes() == []
    client.text_document_did_close(types.DidCloseTextDocumentParams(card.id))
    told = await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    assert (told.uri, list(told.diagnostics)) == (card.uri, [])
    (quarry / "wall.tw").rename(quarry / "gate.tw")
    (quarry / "gate.tw").write_text(CARD.replace("goal wall", "goal gate"), "utf-8")
    event = types.FileEvent((quarry / "gate.tw").as_uri(), types.FileChangeType.Created)
    client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
    assert await position.codes() == ["TW405"]


@pytest.mark.slow
@pytest.mark.asyncio
async def test_words_are_offered_and_explained(client: LanguageClient, quarry: Path) -> None:
    """Completion puts a whole word in place of its beginning, with what it is; hovering tells the same."""
    card = Editor(client, quarry / "wall.tw")
    await card.open()
    await card.type(CARD.replace("for each tower", "for each re"))
    line = next(i for i, text in enumerate(card.text.split("\n")) if text.startswith("  for each"))
    here = types.Position(line, len("  for each re"))
    offers = await client.text_document_completion_async(types.CompletionParams(card.id, here))
    assert isinstance(offers, types.CompletionList)
    [red] = [item for item in offers.items if item.label == "red"]
    assert isinstance(red.text_edit, types.TextEdit)
    assert red.text_edit.range == types.Range(types.Position(line, 11), here)
    known = await client.completion_item_resolve_async(red)
    assert isinstance(known.documentation, types.MarkupContent)
    assert "R1, R2, R3: 12 of 12 pieces" in known.documentation.value
    hover = await client.text_document_hover_async(types.HoverParams(**card.place("red neighbors")))
    assert hover is not None and isinstance(hover.contents, types.MarkupContent)
    assert hover.contents.value == known.documentation.value


@pytest.mark.slow
@pytest.mark.asyncio
async def test_names_are_found_and_changed(client: LanguageClient, quarry: Path) -> None:
    """Definitions and references lead to other files, a rename changes all of them or says why it cannot be."""
    card = Editor(client, quarry / "wall.tw")
    await card.open()
    game, position = (quarry / "game.tw").as_uri(), (quarry / "a.position.yaml").as_uri()
    found = await client.text_document_definition_async(types.DefinitionParams(**card.place("red")))
    assert isinstance(found, (list, tuple))
    assert [(place.uri, place.range.start.line) for place in found if isinstance(place, types.Location)] == [(game, 4)]
    places = await client.text_document_references_async(
        types.ReferenceParams(types.ReferenceContext(True), **card.place("wall"))
    )
    puzzle = (quarry / "b.puzzle.yaml").as_uri()
    assert {place.uri for place in places or ()} == {card.uri, position, puzzle}
    alike = await client.text_document_document_highlight_async(types.DocumentHighlightParams(**card.place("tower be")))
    assert len(alike or ()) == 3
    edit = await client.text_document_rename_async(types.RenameParams(new_name="rampart", **card.place("wall")))
    assert edit is not None and edit.changes is not None
    assert edit.changes.keys() == {card.uri, position, puzzle}
    with pytest.raises(Exception, match="already has a meaning"):
        await client.text_document_rename_async(types.RenameParams(new_name="stack", **card.place("tower be")))


@pytest.mark.slow
@pytest.mark.asyncio
async def test_texts_are_fixed_and_laid_out(client: LanguageClient, quarry: Path) -> None:
    """A sure replacement is a quick fix, alone and all at once; formatting is that of `fmt`."""
    card = Editor(client, quarry / "wall.tw")
    await card.open()
    assert await card.type(CARD.replace("red ", "rde ").replace("  score tall", "    score  tall")) != []
    await card.type(CARD.replace("red ", "rde "))
    everywhere = types.Range(types.Position(0, 0), types.Position(99, 0))
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(card.id, everywhere, types.CodeActionContext([]))
    )
    assert {action.title for action in actions or ()} == {
        "Write 'red'",
        "Explain TW101",
        "Fix all problems with an obvious fix",
    }
    fixes = {action.title: action for action in actions or () if isinstance(action, types.CodeAction)}
    for title in ("Write 'red'", "Fix all problems with an obvious fix"):
        edit = fixes[title].edit
        assert edit is not None and edit.changes is not None
        [change] = edit.changes[card.uri]
        assert applied(card.text, change) == CARD
    page = await client.workspace_execute_command_async(types.ExecuteCommandParams("tilewright.explain", ["TW101"]))
    assert str(page).startswith("# TW101: ")
    await card.type(CARD.replace("score tall if", "score   tall  if"))
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(card.id, types.FormattingOptions(4, False))
    )
    assert [applied(card.text, edit) for edit in edits or ()] == [CARD]


def applied(text: str, edit: types.TextEdit) -> str:
    """A text after a change."""
    span = Positions(Source("", text)).span(edit.range)
    return text[: span.start] + edit.new_text + text[span.end :]


@pytest.mark.slow
@pytest.mark.asyncio
async def test_files_are_outlined_colored_and_scored(client: LanguageClient, quarry: Path) -> None:
    """Symbols, semantic tokens and code lenses of cards, positions and puzzles; a puzzle is solved."""
    card, puzzle = Editor(client, quarry / "wall.tw"), Editor(client, quarry / "b.puzzle.yaml")
    await card.open()
    assert await puzzle.open() == []
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(card.id))
    assert [symbol.name for symbol in symbols or ()] == ["goal wall"]
    known = await client.workspace_symbol_async(types.WorkspaceSymbolParams("wa"))
    assert [symbol.name for symbol in known or ()] == ["goal wall"]
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(card.id))
    assert tokens is not None and list(tokens.data[:5]) == [0, 0, 4, tokens.data[3], 0]
    assert {type(number) for number in tokens.data} == {int}  # F86: the protocol knows no booleans here
    assert 1 in tokens.data[4::5]
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(card.id))
    assert [lens.command.title for lens in lenses or () if lens.command] == ["a.position.yaml: 5"]
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(puzzle.id))
    [solve] = [lens.command for lens in lenses or () if lens.command]
    answer = await client.workspace_execute_command_async(types.ExecuteCommandParams(solve.command, solve.arguments))
    assert "proved best" in str(answer)


@pytest.mark.slow
@pytest.mark.asyncio
async def test_files_are_folded_linked_and_hinted(client: LanguageClient, quarry: Path) -> None:
    """Blocks and comments fold; a position leads to its game and cards, and says what these are called."""
    game, position = Editor(client, quarry / "game.tw"), Editor(client, quarry / "a.position.yaml")
    (quarry / "wall.tw").write_text(CARD.replace('name en "Wall"', 'name en "The great wall"'), "utf-8")
    await game.open()
    await position.open()
    lines = game.text.split("\n")
    folds = await client.text_document_folding_range_async(types.FoldingRangeParams(game.id))
    assert folds
    for fold in folds:
        if fold.kind is None:
            indents = [len(line) - len(line.lstrip()) for line in lines[fold.start_line : fold.end_line + 1] if line]
            assert min(indents[1:]) > indents[0]
    links = await client.text_document_document_link_async(types.DocumentLinkParams(position.id))
    assert {link.target for link in links or ()} == {game.uri, (quarry / "wall.tw").as_uri()}
    everywhere = types.Range(types.Position(0, 0), types.Position(99, 0))
    hints = await client.text_document_inlay_hint_async(types.InlayHintParams(position.id, everywhere))
    assert [hint.label for hint in hints or ()] == ["The great wall"]
    wall = Editor(client, quarry / "wall.tw")
    await wall.open()
    for uri, drawn in (
        (position.uri, True),
        (wall.uri, is_installed("typst")),
        (game.uri, False),
        ("file:///no/such.tw", False),
    ):
        picture = await client.workspace_execute_command_async(types.ExecuteCommandParams("tilewright.picture", [uri]))
        assert str(picture).startswith("<svg") == drawn


# ------------------------------------------------------------------ what no editor sends


class Wire:
    """A server, and the messages that go to it and come from it, as they are."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin and process.stdout
        self.stdin, self.stdout = process.stdin, process.stdout
        self.seen: list[dict[str, Any]] = []

    def write(self, body: bytes) -> None:
        """Send a message that need not be one."""
        self.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self.stdin.flush()

    def send(self, method: str, params: object, id: int | None = None) -> None:
        """Send a request, or without an id a notification."""
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        self.write(json.dumps(message | ({} if id is None else {"id": id})).encode("utf-8", "surrogatepass"))

    def answer(self, id: int) -> dict[str, Any]:
        """The answer to a request; what comes before it is kept."""
        while True:
            length = 0
            while line := self.stdout.readline().strip():
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            message: dict[str, Any] = json.loads(self.stdout.read(length))
            self.seen.append(message)
            if message.get("id") == id and "method" not in message:
                return message


@pytest.fixture
def wire() -> Iterator[Wire]:
    """A server that has been initialized; it ends when asked to, and has written nothing to its standard error."""
    pipe = subprocess.PIPE
    with subprocess.Popen(SERVER, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        wire = Wire(process)
        wire.send("initialize", {"processId": None, "rootUri": None, "capabilities": {}}, 1)
        assert "result" in wire.answer(1)
        wire.send("initialized", {})
        yield wire
        wire.send("shutdown", None, 99)
        wire.answer(99)
        wire.send("exit", None)
        assert process.wait() == 0
        assert process.stderr and process.stderr.read() == b""
    assert "Traceback" not in json.dumps(wire.seen) and ".py" not in json.dumps(wire.seen)


@pytest.mark.slow
def test_wrong_messages_are_answered(wire: Wire) -> None:
    """What does not fit the protocol gets an error, and what is no message is passed over; work goes on."""
    for body in (b"{", b"[]", b"7", b"null", b"\xff", b"[" * 2000, b'{"jsonrpc": "2.0"}', b'{"jsonrpc": "1", "id": 5}'):
        wire.write(body)
    wire.send("textDocument/hover", {"x": 1}, 2)
    assert wire.answer(2)["error"]["code"] == -32602
    wire.send("textDocument/nothing", {}, 3)
    assert wire.answer(3)["error"]["code"] == -32601
    wire.send("workspace/executeCommand", {"command": "tilewright.solve", "arguments": [{"a": 1}]}, 4)
    assert wire.answer(4).get("result") is None
    wire.send(
        "textDocument/didChange", {"textDocument": {"uri": "file:///nowhere", "version": 1}, "contentChanges": []}
    )
    place = {"textDocument": {"uri": "file:///etc/passwd"}, "position": {"line": 0, "character": 0}}
    wire.send("textDocument/hover", place, 5)
    assert wire.answer(5)["result"] is None  # what no client has opened is not read
    wire.send("textDocument/completion", place, 6)
    assert wire.answer(6)["result"]["items"] == []


ASKED = (
    "completion",
    "hover",
    "definition",
    "references",
    "documentHighlight",
    "documentSymbol",
    "foldingRange",
    "documentLink",
    "inlayHint",
    "formatting",
    "prepareRename",
    "rename",
    "codeAction",
    "codeLens",
    "semanticTokens/full",
)


@pytest.mark.slow
def test_hostile_texts_are_answered(wire: Wire) -> None:
    """Every request about texts of all sorts, at their ends and beyond, has an answer without a traceback."""
    number = 10
    range = {"start": {"line": 0, "character": 0}, "end": {"line": 9**9, "character": 0}}
    more = {"context": {"includeDeclaration": True, "diagnostics": []}, "newName": "x", "range": range}
    texts = [*HOSTILE.values(), "\0", "\ud800", "x" * 300_000, "\r\n\r goal\r"]
    for uri in ("file:///no/such/x.tw", "untitled:Untitled-1", "file:///no/such/x.position.yaml"):
        for version, text in enumerate(texts):
            document = {"uri": uri, "languageId": "tilewright", "version": version, "text": text}
            wire.send("textDocument/didOpen", {"textDocument": document})
        for method in ASKED:
            for line in (0, 9**9):
                params = {"textDocument": {"uri": uri}, "position": {"line": line, "character": line}, **more}
                params["options"] = {"tabSize": 2, "insertSpaces": True}
                wire.send(f"textDocument/{method}", params, number)
                answer = wire.answer(number)
                assert "result" in answer or answer["error"]["code"] in (-32602, -32803), (method, answer)
                number += 1


# ------------------------------------------------------------------ places

ODD = "# a\u2028b\x0b\x85\n\ndragon \U0001f409 x\r"


@pytest.mark.parametrize("encoding", list(types.PositionEncodingKind))
def test_positions_are_those_of_the_protocol(encoding: types.PositionEncodingKind) -> None:
    """Only line feeds end lines; columns count the code units agreed on; every offset has its place and back."""
    source = Source("x", ODD)
    positions = Positions(source, encoding)
    assert [positions.offset(positions.position(offset)) for offset in range(len(ODD) + 1)] == list(range(len(ODD) + 1))
    widths = {"utf-8": 4, "utf-16": 2, "utf-32": 1}
    start = ODD.index("\U0001f409")
    place = positions.range(Span(start, start + 1))
    assert (place.start.line, place.end.character - place.start.character) == (2, widths[encoding.value])
    assert positions.offset(types.Position(99, 0)) == len(ODD)
    assert positions.offset(types.Position(1, 99)) == ODD.index("\ndragon")


def test_without_its_packages_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server needs packages that a plain installation lacks."""
    monkeypatch.setitem(sys.modules, "pygls", None)
    for name in [name for name in sys.modules if name.startswith(("tilewright.lsp", "pygls."))]:
        monkeypatch.delitem(sys.modules, name)
    result = CliRunner().invoke(command, ["lsp"])
    assert (result.exit_code, result.output.count('pip install "tilewright[lsp]"')) == (2, 1)
