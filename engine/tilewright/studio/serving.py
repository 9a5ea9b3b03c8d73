"""Runs the application with uvicorn, with timeouts for slow requests."""

from __future__ import annotations

import asyncio
import re
import secrets
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.server import ServerProtocol

from tilewright.store import Store
from tilewright.studio.app import HEADERS, MOST_BYTES, app
from tilewright.studio.files import StudioFiles

KEPT = "studio-"
"""The prefix of the names of stored tokens."""
LOOPBACK = ("127.0.0.1", "localhost", "::1")


def token_of(folder: Path) -> str:
    """The token of a folder, stored so that open pages can reconnect after a restart.

    It is kept in the user's cache folder; without one, it is new each time.
    """
    store, name = Store.of_user(), f"{KEPT}{StudioFiles(folder).id}.json"
    found = store.read(name)
    if not isinstance(found, str) or not re.fullmatch(r"[\w-]{32}", found, re.ASCII):
        found = secrets.token_urlsafe(24)
        store.write(name, found)
        store.forget_oldest(KEPT)
    return found


def serve(folder: Path, host: str, port: int, tell: Callable[[str], None]) -> None:
    """Serve a folder until a signal; `tell` receives the address of the page. Raises `OSError`."""
    token = token_of(folder)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(128)
        named = f"[{host}]" if ":" in host else host
        hosts = [*LOOPBACK, named] if host in LOOPBACK else ["*"]
        config = uvicorn.Config(
            app(folder, token, hosts),
            http=ImpatientProtocol,
            ws=GuardedWebSockets,
            log_level="error",
            access_log=False,
            ws_max_size=MOST_BYTES,
            server_header=False,
        )
        tell(f"http://{named}:{listener.getsockname()[1]}/#token={token}")
        uvicorn.Server(config).run(sockets=[listener])


PATIENCE = 10.0
"""The time limit in seconds of a complete request, from its first byte or from the start of the connection."""


class ImpatientProtocol(H11Protocol):
    """Closes a connection whose request is not complete in time, even if data arrive (slow loris)."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client has connected."""
        super().connection_made(transport)
        self._expect_request()

    def data_received(self, data: bytes) -> None:
        """A part of a request, or several requests."""
        super().data_received(data)
        self._expect_request()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """The request is complete; from now on the connection belongs to another protocol."""
        self._forget_deadline()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has disconnected."""
        self._forget_deadline()
        super().connection_lost(exc)

    def _expect_request(self) -> None:
        """Start the timeout for an incomplete request, or cancel it if the request is complete."""
        upgraded = self.transport.get_protocol() is not self
        if upgraded or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._forget_deadline()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(PATIENCE, self.transport.abort)

    def _forget_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def send_400_response(self, msg: str) -> None:
        """Answer a malformed request, and detach the handler of one whose body is malformed."""
        if self.cycle is not None:
            self.cycle.disconnected = True
        headers = [*HEADERS.items(), ("Content-Type", "text/plain; charset=utf-8"), ("Connection", "close")]
        parts: list[Any] = [h11.Response(status_code=400, headers=headers, reason=b"Bad Request")]
        for part in [*parts, h11.Data(data=msg.encode("ascii")), h11.EndOfMessage()]:
            self.transport.write(self.conn.send(part) or b"")
        self.transport.close()


class GuardedWebSockets(WebSocketsSansIOProtocol):
    """Answers a malformed handshake with the headers of all responses, without calling the application."""

    def handle_connect(self, event: Request) -> None:
        """A client requests a WebSocket."""
        response = ServerProtocol().accept(event)
        if response.status_code == 101:
            super().handle_connect(event)
            return
        response.headers.update(HEADERS)
        self.handshake_complete = self.close_sent = True
        self.conn.send_response(response)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()
