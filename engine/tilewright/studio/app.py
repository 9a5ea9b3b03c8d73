"""The web application: pages and their WebSockets. It does not parse any texts; that is left to child processes.

The page itself is public, since it contains no data. Its WebSockets require the token and the same origin. All
resources are local, and the page has no inline scripts or styles (`headers`).
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
"""The largest message of a page in bytes."""
MOST_PAGES = 64
FORBIDDEN, CROWDED, OVER, RESTING = 4403, 4429, 4408, 4410
"""The WebSocket close codes: no token or a foreign origin; too many pages; the child process exceeded its limits, or
was idle."""


class Studio:
    """A folder, served to pages that have the token."""

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
        """The colors of boards, for light and dark themes."""
        return Response(palette.page_style(), media_type="text/css")

    # -- connections

    def allows(self, ws: WebSocket) -> bool:
        """Whether a connection has the token and the same origin."""
        origin = urlsplit(Headers(scope=ws.scope).get("origin", ""))
        same = origin.scheme in ("http", "https") and origin.netloc == ws.headers.get("host")
        offered: Sequence[str] = ws.scope.get("subprotocols", [])
        return same and any(secrets.compare_digest(one.encode(), self.token.encode()) for one in offered)

    @asynccontextmanager
    async def connection(self, ws: WebSocket) -> AsyncIterator[bool]:
        """Accept and count a connection; False if it is refused."""
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
                with suppress(RuntimeError, WebSocketDisconnect):  # the page was closed
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
                with suppress(RuntimeError, WebSocketDisconnect):  # the page was closed
                    await sent

            def later(sent: Awaitable[None]) -> None:
                task = asyncio.ensure_future(quietly(sent))
                sending.add(task)
                task.add_done_callback(sending.discard)

            why = OVER

            def on_message(data: bytes) -> None:
                self.idle.quiet(child, rest)
                later(ws.send_text(data.decode()))

            def rest() -> None:
                nonlocal why
                why = RESTING
                child.end()

            def ended() -> None:
                self.idle.busy(child)
                later(ws.close(why))

            child = Child(serve_editor, self.files, on_message, ended)
            try:
                with suppress(RuntimeError):  # the connection was closed by the server
                    async for text in _texts(ws):
                        if not child.started:  # a page without requests needs no process
                            await child.start()
                        self.idle.quiet(child, rest)
                        await child.send(text.encode())
            finally:
                child.end()


async def _texts(ws: WebSocket) -> AsyncIterator[str]:
    """The text messages of a page until it is closed; binary ones are skipped."""
    while (event := await ws.receive())["type"] != "websocket.disconnect":
        if event.get("text") is not None:
            yield event["text"]


def app(folder: Path, token: str, hosts: Sequence[str]) -> ASGIApp:
    """The application; `hosts` are the allowed host names."""
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
"""The content security policy of other responses: nothing may be loaded."""
PAGE = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; connect-src 'self'; img-src 'self' data:; "
    + _ALWAYS
)
"""The content security policy (CSP level 3) of the page, with a nonce for its styles: own resources only."""
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
    """Middleware that adds `HEADERS` to all responses, unless they set them."""

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
