"""The server: which request is answered how, one after another, and problems as one types.

Texts are worked on by one thread, in the order of the requests, so that reading the client's messages never
waits: a request that the client has cancelled, or a check whose text has changed since, is not begun.
Positions are reckoned in `lsp.positions` and texts are sent whole, since pygls parts lines where Python does.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types
from pygls import uris
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

from tilewright.analysis.rename import NotRenamed
from tilewright.lsp import answers
from tilewright.lsp.answers import solved
from tilewright.lsp.documents import OpenDocuments, OpenText

T = TypeVar("T")
TYPING_PAUSE = 0.01
"""Seconds without a change before a text is checked."""
AROUND_PAUSE = 0.4
"""Seconds before other open documents, which may depend on the text, are checked."""
_LOG = logging.getLogger(__name__)
_WATCHED = "**/*.{tw,yaml}"

REQUESTS: dict[str, Callable[[OpenDocuments, Any], object]] = {
    types.TEXT_DOCUMENT_COMPLETION: answers.completion,
    types.COMPLETION_ITEM_RESOLVE: answers.resolved,
    types.TEXT_DOCUMENT_HOVER: answers.hover,
    types.TEXT_DOCUMENT_DEFINITION: answers.definition,
    types.TEXT_DOCUMENT_REFERENCES: answers.references,
    types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: answers.highlights,
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: answers.document_symbols,
    types.TEXT_DOCUMENT_FOLDING_RANGE: answers.folding,
    types.TEXT_DOCUMENT_DOCUMENT_LINK: answers.document_links,
    types.TEXT_DOCUMENT_INLAY_HINT: answers.inlay_hints,
    types.WORKSPACE_SYMBOL: answers.workspace_symbols,
    types.TEXT_DOCUMENT_FORMATTING: answers.formatting,
    types.TEXT_DOCUMENT_PREPARE_RENAME: answers.prepare_rename,
    types.TEXT_DOCUMENT_RENAME: answers.rename,
    types.TEXT_DOCUMENT_CODE_ACTION: answers.code_actions,
    types.TEXT_DOCUMENT_CODE_LENS: answers.code_lenses,
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: answers.semantic_tokens,
}
_OPTIONS: dict[str, Any] = {
    types.TEXT_DOCUMENT_COMPLETION: types.CompletionOptions(trigger_characters=[" "], resolve_provider=True),
    types.TEXT_DOCUMENT_RENAME: types.RenameOptions(prepare_provider=True),
    types.TEXT_DOCUMENT_CODE_ACTION: types.CodeActionOptions([types.CodeActionKind.QuickFix, answers.FIX_ALL]),
    types.TEXT_DOCUMENT_CODE_LENS: types.CodeLensOptions(resolve_provider=False),
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: types.SemanticTokensLegend(answers.TOKEN_TYPES, answers.TOKEN_MODIFIERS),
}


class RequestFailed(JsonRpcException):
    """A valid request that cannot be fulfilled; the message is for the user."""

    CODE = -32803
    MESSAGE = "Request failed"


class Protocol(LanguageServerProtocol):
    """Answers malformed messages with an error, without a traceback."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """A message, or the bytes unchanged if they are not one."""
        try:
            return super().structure_message(data)
        except JsonRpcException as problem:
            if "method" in data and isinstance(data.get("id"), (int, str)):
                self._send_response(data["id"], error=problem.to_response_error())
            return data

    def handle_message(self, message: Any) -> None:
        """Give a message to its handler; what is no message is passed over."""
        if hasattr(message, "jsonrpc"):
            super().handle_message(message)

    def _send_response(self, msg_id: Any, result: Any = None, error: types.ResponseError | None = None) -> None:
        if error is not None:
            error.data = None
        super()._send_response(msg_id, result, error)


class Server(LanguageServer):
    """A language server for one client."""

    def __init__(self, desk: OpenDocuments | None = None, **settings: Any) -> None:
        full = types.TextDocumentSyncKind.Full
        super().__init__("tilewright", "1", full, protocol_cls=Protocol, **settings)
        self.desk = desk or OpenDocuments()
        self.worker = ThreadPoolExecutor(1, "tilewright")
        self._checks: dict[str, asyncio.Task[None]] = {}
        for method, answer in REQUESTS.items():
            self.feature(method, _OPTIONS.get(method))(self._answering(answer))
        for method, take in (
            (types.INITIALIZE, self._initialize),
            (types.INITIALIZED, self._initialized),
            (types.TEXT_DOCUMENT_DID_OPEN, self._opened),
            (types.TEXT_DOCUMENT_DID_CHANGE, self._changed),
            (types.TEXT_DOCUMENT_DID_CLOSE, self._closed),
            (types.TEXT_DOCUMENT_DID_SAVE, self._saved),
            (types.WORKSPACE_DID_CHANGE_WATCHED_FILES, self._files_changed),
        ):
            self.feature(method)(_function(take))
        for name, run in (
            (answers.SOLVE_COMMAND, self._solve),
            (answers.SHOW_COMMAND, self._show),
            (answers.EXPLAIN_COMMAND, self._explain),
            (answers.PICTURE_COMMAND, self._picture),
        ):
            self.command(name)(_function(run))

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log an internal error; the client has received its answer."""
        _LOG.error("%s", error)

    def shutdown(self) -> None:
        """Also end the worker thread."""
        self.worker.shutdown(wait=False, cancel_futures=True)
        super().shutdown()  # type: ignore[no-untyped-call]

    # -- requests

    async def work(self, function: Callable[..., T], *values: Any) -> T:
        """Run a function of the open documents in the worker thread."""
        return await asyncio.get_running_loop().run_in_executor(self.worker, function, self.desk, *values)

    def _answering(
        self, answer: Callable[[OpenDocuments, Any], object]
    ) -> Callable[[Any], Coroutine[Any, Any, object]]:
        async def handler(params: Any) -> object:
            try:
                found = await self.work(answer, params)
            except Exception:
                _LOG.exception("%s", answer.__name__)
                return None
            if isinstance(found, NotRenamed):
                raise RequestFailed(found.reason)
            return found

        return handler

    # -- the session

    async def _initialize(self, params: types.InitializeParams) -> None:
        roots = [folder.uri for folder in params.workspace_folders or []] or [params.root_uri or ""]
        self.desk.roots = [Path(path) for root in roots if (path := uris.to_fs_path(root))]
        self.desk.encoding = types.PositionEncodingKind(self.workspace.position_encoding or "utf-16")

    async def _initialized(self, params: types.InitializedParams) -> None:
        workspace = self.client_capabilities.workspace
        watched = workspace.did_change_watched_files if workspace else None
        if watched is None or not watched.dynamic_registration:
            return
        options = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher(_WATCHED)])
        wanted = types.Registration("tilewright.files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        await self.client_register_capability_async(types.RegistrationParams([wanted]))

    # -- texts

    async def _opened(self, params: types.DidOpenTextDocumentParams) -> None:
        document = params.text_document
        await self._take(document.uri, document.version, document.text)

    async def _changed(self, params: types.DidChangeTextDocumentParams) -> None:
        texts = [change.text for change in params.content_changes]
        if texts:
            await self._take(params.text_document.uri, params.text_document.version, texts[-1])

    async def _take(self, uri: str, version: int, text: str) -> None:
        await self.work(OpenDocuments.open, uri, version, text)
        self._check_soon(uri)

    async def _closed(self, params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        await self.work(OpenDocuments.close, uri)
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    async def _saved(self, params: types.DidSaveTextDocumentParams) -> None:
        await self._files_changed(None)

    async def _files_changed(self, params: types.DidChangeWatchedFilesParams | None) -> None:
        await self.work(lambda desk: desk.analysis.workspace.refresh())
        for uri in list(self.desk.opened):
            self._check_soon(uri)

    # -- problems

    def _check_soon(self, uri: str) -> None:
        """Check a document when nothing more is typed, in place of a check that has not been done."""
        before = self._checks.pop(uri, None)
        if before is not None:
            before.cancel()
        self._checks[uri] = asyncio.ensure_future(self._check(uri))

    async def _check(self, uri: str) -> None:
        await asyncio.sleep(TYPING_PAUSE)
        opened = self.desk.opened.get(uri)
        if opened is None:
            return
        published = [(opened, await self._publish(opened))]
        await asyncio.sleep(AROUND_PAUSE)
        published += [(other, await self._publish(other)) for other in self.desk.others(uri)]
        for document, before in published:
            await self._publish(document, before)

    async def _publish(self, opened: OpenText, before: list[types.Diagnostic] | None = None) -> list[types.Diagnostic]:
        """Tell the client the problems of a document, unless its text has changed meanwhile.

        Problems of its printed texts are published with those that were published `before`; nothing where there are none.
        """
        question = answers.diagnostics if before is None else answers.text_diagnostics
        try:
            found = await self.work(_unless_stale, opened, question)
        except Exception:
            _LOG.exception("check")
            return []
        if (found or before is None) and found is not None and self.desk.opened.get(opened.uri) == opened:
            problems = [*(before or ()), *found]
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(opened.uri, problems, opened.version))
        return found or []

    # -- commands

    async def _solve(self, uri: str) -> str | None:
        source = self.desk.source(uri) if isinstance(uri, str) else None
        if source is None:
            return None
        answer = await solved(source.text, source.path.parent if source.path else Path())
        self.window_show_message(types.ShowMessageParams(types.MessageType.Info, answer))
        return answer

    async def _show(self, uri: str) -> None:
        if isinstance(uri, str) and uri.startswith("file:"):
            await self.window_show_document_async(types.ShowDocumentParams(uri))

    async def _picture(self, uri: str) -> str | None:
        return await self.work(answers.picture, uri) if isinstance(uri, str) else None

    async def _explain(self, code: str) -> str | None:
        return answers.explanation(code) if isinstance(code, str) else None


def _function(method: Callable[[Any], Coroutine[Any, Any, T]]) -> Callable[[Any], Coroutine[Any, Any, T]]:
    """A method as a function: pygls writes on what it registers."""

    async def handler(params: Any) -> T:
        return await method(params)

    return handler


def _unless_stale(
    desk: OpenDocuments, opened: OpenText, problems: Callable[[OpenDocuments, OpenText], list[types.Diagnostic]]
) -> list[types.Diagnostic] | None:
    """Problems of a document; None when its text has changed since this was asked for."""
    return problems(desk, opened) if desk.opened.get(opened.uri) == opened else None
