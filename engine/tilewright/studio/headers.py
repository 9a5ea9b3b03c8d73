"""The security headers of everything that the server answers, errors too."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
