"""The front: pages and their connections. It reads no texts; what is to be worked out goes to child processes.

A page is served to whoever asks, for it holds nothing; what it connects to wants the token and comes from the same
origin. Nothing is loaded from elsewhere, and no script or style stands in the page itself (`headers`).
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from tilewright.draw import palette
from tilewright.studio.files import StudioFiles
from tilewright.studio.messages import message_of
from tilewright.studio.page import Child, IdleProcesses, Page, warm_up
from tilewright.studio.work import serve_editor

ASSETS = Path(__file__).parent / "assets"
PROTOCOL = "tilewright"
MOST_BYTES = 1 << 20
"""Of one message of a page."""
MOST_PAGES = 64
FORBIDDEN, CROWDED, OVER, RESTING = 4403, 4429, 4408, 4410
"""Why a connection is closed: no token or another origin; too many pages; its child process was ended, as one that did
too much, or as one that had nothing to do."""


class Studio:
    """One folder, served to pages that have the token."""

    def __init__(self, folder: Path, token: str) -> None:
        self.files, self.token = StudioFiles(folder), token
        self.slots = asyncio.Semaphore(max(1, (os.cpu_count() or 2) // 2))
        self.pages = 0
        self.idle = IdleProcesses()

    # -- pages

    async def index(self, request: Request) -> Response:
        """The page."""
        nonce = secrets.token_urlsafe(16)
        text = (ASSETS / "index.html").read_text("utf-8").replace("{{nonce}}", nonce)
        return HTMLResponse(text, headers={POLICY: PAGE.format(nonce=nonce)})

    async def palette(self, request: Request) -> Response:
        """The colors of boards, in the light and in the dark."""
        return Response(palette.page_style(), media_type="text/css")

    # -- connections

    def allows(self, ws: WebSocket) -> bool:
        """Whether a connection has the token and comes from a page of ours."""
        origin = urlsplit(Headers(scope=ws.scope).get("origin", ""))
        same = origin.scheme in ("http", "https") and origin.netloc == ws.headers.get("host")
        offered: Sequence[str] = ws.scope.get("subprotocols", [])
        return same and any(secrets.compare_digest(one.encode(), self.token.encode()) for one in offered)

    @asynccontextmanager
    async def connection(self, ws: WebSocket) -> AsyncIterator[bool]:
        """Accept a connection and count it; False when it is refused."""
        await ws.accept(PROTOCOL if PROTOCOL in ws.scope.get("subprotocols", []) else None)
        if not self.allows(ws) or self.pages >= 2 * MOST_PAGES:
            await ws.close(CROWDED if self.allows(ws) else FORBIDDEN)
            yield False
            return
        self.pages += 1
        try:
            yield True
        finally:
            self.pages -= 1

    async def work(self, ws: WebSocket) -> None:
        """The requests and questions of a page."""
        async with self.connection(ws) as allowed:
            if not allowed:
                return

            async def send(message: dict[str, object]) -> None:
                with suppress(RuntimeError, WebSocketDisconnect):  # the page has gone
                    await ws.send_text(json.dumps(message))

            page = Page(self.files, self.slots, send, self.idle)
            try:
                async for text in _texts(ws):
                    message = message_of(text)
                    if message is not None:
                        await page.take(message)
            finally:
                page.end()

    async def editor(self, ws: WebSocket) -> None:
        """The language server of a page."""
        async with self.connection(ws) as allowed:
            if not allowed:
                return
            sending: set[asyncio.Task[None]] = set()

            async def quietly(sent: Awaitable[None]) -> None:
                with suppress(RuntimeError, WebSocketDisconnect):  # the page has gone
                    await sent

            def later(sent: Awaitable[None]) -> None:
                task = asyncio.ensure_future(quietly(sent))
                sending.add(task)
                task.add_done_callback(sending.discard)

            why = OVER

            def took(data: bytes) -> None:
                self.idle.quiet(child, rest)
                later(ws.send_text(data.decode()))

            def rest() -> None:
                nonlocal why
                why = RESTING
                child.end()

            def ended() -> None:
                self.idle.busy(child)
                later(ws.close(why))

            child = Child(serve_editor, self.files, took, ended)
            try:
                with suppress(RuntimeError):  # it was closed from here
                    async for text in _texts(ws):
                        if not child.started:  # a page that asks nothing needs no process
                            await child.start()
                        self.idle.quiet(child, rest)
                        await child.send(text.encode())
            finally:
                child.end()


async def _texts(ws: WebSocket) -> AsyncIterator[str]:
    """The messages of a page until it goes; those that are no text are passed over."""
    while (event := await ws.receive())["type"] != "websocket.disconnect":
        if event.get("text") is not None:
            yield event["text"]


def app(folder: Path, token: str, hosts: Sequence[str]) -> ASGIApp:
    """The application; `hosts` are the names by which it may be called."""
    studio = Studio(folder, token)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        warming = asyncio.ensure_future(asyncio.to_thread(warm_up))
        yield
        await warming

    served = Starlette(
        routes=[
            Route("/", studio.index),
            Route("/palette.css", studio.palette),
            Mount("/assets", StaticFiles(directory=ASSETS)),
            WebSocketRoute("/work", studio.work),
            WebSocketRoute("/editor", studio.editor),
        ],
        middleware=[
            Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts), www_redirect=False),
            Middleware(GZipMiddleware, minimum_size=1000),
        ],
        lifespan=lifespan,
    )
    return WithHeaders(served)


_ALWAYS = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
NOTHING = f"default-src 'none'; {_ALWAYS}"
"""What answers may load that are no page: nothing."""
PAGE = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; connect-src 'self'; img-src 'self' data:; "
    + _ALWAYS
)
"""What the page may load, with a nonce for its styles: its own files, and nothing from elsewhere (CSP, level 3)."""
POLICY = "Content-Security-Policy"
HEADERS = {
    POLICY: NOTHING,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


class WithHeaders:
    """An application whose answers all have `HEADERS`, unless they set one of them themselves."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request. A WebSocket that is closed before it is accepted gets an answer too: the server's has no headers."""
        accepted = False

        async def with_headers(message: Message) -> None:
            nonlocal accepted
            accepted = accepted or message["type"] == "websocket.accept"
            if message["type"] == "websocket.close" and not accepted:
                await with_headers({"type": "websocket.http.response.start", "status": 403, "headers": []})
                message = {"type": "websocket.http.response.body", "body": b""}
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, with_headers)
