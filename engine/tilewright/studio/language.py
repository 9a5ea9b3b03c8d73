"""The language server of one page, in a child process: messages are read from a pipe, one at a time.

The URI of a file on the page is ``file:///NAME`` with its studio name. Requests about other files are not passed on,
nor are the server's commands, which would start processes without limits.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from pygls import uris
from pygls.exceptions import JsonRpcException

from tilewright.analysis.service import Analysis
from tilewright.lsp.documents import OpenDocuments
from tilewright.lsp.server import Server
from tilewright.packs.workspace import Workspace
from tilewright.studio.files import NoFile, StudioFiles
from tilewright.studio.limits import limit_time
from tilewright.studio.messages import json_of

LEFT_OUT = {"shutdown", "exit", "workspace/executeCommand", "workspace/didChangeConfiguration"}
_ADDRESSES = {"uri", "targetUri", "rootUri"}
_START = "file:///"


class Addresses:
    """Translates file URIs in messages between a page and the language server."""

    def __init__(self, files: StudioFiles) -> None:
        self.files = files

    def inward(self, message: Any) -> Any:
        """A message of a page, with the paths of files on disk. Raises `NoFile` for inaccessible files."""
        return _replaced(message, self._path)

    def outward(self, message: Any) -> Any:
        """A message of the server, with the names of files; parts about other files are removed."""
        return _replaced(message, self._name)

    def _path(self, uri: str) -> str:
        if uri == _START:
            return uris.from_fs_path(str(self.files.roots["folder"])) or uri
        if not uri.startswith(_START):
            raise NoFile("this is not a file of the studio")
        path = self.files.path((uris.to_fs_path(uri) or "").lstrip("/"))
        return uris.from_fs_path(str(path)) or uri

    def _name(self, uri: str) -> str | None:
        path = uris.to_fs_path(uri)
        name = self.files.name(Path(path)) if path else None
        return None if name is None else uris.from_fs_path("/" + name)


def _replaced(value: Any, translate: Callable[[str], str | None]) -> Any:
    """A JSON value with its URIs translated; items of lists with an untranslatable URI are removed."""
    if isinstance(value, list):
        found = [_replaced(item, translate) for item in value]
        return [item for item, before in zip(found, value, strict=True) if item is not None or before is None]
    if not isinstance(value, dict):
        return value
    answer = {}
    for key, item in value.items():
        if key in _ADDRESSES and isinstance(item, str):
            item = translate(item)
            if item is None:
                return None
        elif key == "arguments" and isinstance(item, list):  # the arguments of a command
            item = [_argument(one, translate) for one in item]
        else:
            item = _replaced(item, translate)
        if key.startswith(_START):
            key = translate(key)
            if key is None:
                continue
        answer[key] = item
    return answer


def _argument(value: Any, translate: Callable[[str], str | None]) -> Any:
    return translate(value) if isinstance(value, str) and value.startswith(_START) else _replaced(value, translate)


class _Outbox:
    """The transport for messages of the server."""

    def __init__(self, send: Callable[[str], None], addresses: Addresses) -> None:
        self.send, self.addresses = send, addresses

    def write(self, data: bytes) -> None:
        """Send one message."""
        message = self.addresses.outward(json.loads(data))
        if message is not None:
            self.send(json.dumps(message))

    def close(self) -> None:
        """Nothing to close: the connection ends with the process."""


class PageLanguageServer:
    """The language server of one page; its messages are passed to `send`."""

    def __init__(self, files: StudioFiles, workspace: Workspace, send: Callable[[str], None]) -> None:
        self.server, self.addresses = Server(OpenDocuments(Analysis(workspace))), Addresses(files)
        # pygls logs the content of messages; internal errors are logged by `Server`
        logging.getLogger("pygls").setLevel(logging.CRITICAL)
        self.server.protocol.set_writer(_Outbox(send, self.addresses), include_headers=False)

    def take(self, data: str | bytes) -> None:
        """Handle a message of the page; errors are logged."""
        try:
            self._take(data)
        except Exception:
            logging.getLogger(__name__).exception("a message of a page")

    def _take(self, data: str | bytes) -> None:
        """Pass a message to the server. A request about an inaccessible file is answered with null."""
        message, protocol = json_of(data), self.server.protocol
        if not isinstance(message, dict):
            return
        method = message.get("method")
        if message.get("jsonrpc") != "2.0" or not isinstance(method, str | None) or method in LEFT_OUT:
            return
        try:
            message = self.addresses.inward(message)
        except NoFile:
            if isinstance(message.get("id"), (int, str)):
                protocol._send_response(message["id"], None)
            return
        text = json.dumps(message)
        try:
            structured = json.loads(text, object_hook=protocol.structure_message)
        except JsonRpcException:  # the message does not conform to the protocol
            return
        protocol.handle_message(structured)


async def serve(pipe: Connection, files: StudioFiles, workspace: Workspace) -> None:
    """Handle the messages from the pipe until it is closed."""
    language = PageLanguageServer(files, workspace, lambda text: pipe.send_bytes(text.encode()))
    ended = asyncio.get_running_loop().create_future()

    def take() -> None:
        try:
            data = pipe.recv_bytes()
        except (EOFError, OSError):
            asyncio.get_running_loop().remove_reader(pipe.fileno())
            ended.set_result(None)
            return
        limit_time()
        language.take(data)

    asyncio.get_running_loop().add_reader(pipe.fileno(), take)
    await ended
