"""Runs the front with uvicorn."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Callable
from pathlib import Path

import uvicorn

from tilewright.studio.app import MOST_BYTES, app
from tilewright.studio.patience import ImpatientProtocol

LOOPBACK = ("127.0.0.1", "localhost", "::1")


def serve(folder: Path, host: str, port: int, tell: Callable[[str], None]) -> None:
    """Serve a folder until a signal ends it; `tell` is given the address of the page. Raises `OSError`."""
    token = secrets.token_urlsafe(24)
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
            log_level="error",
            access_log=False,
            ws_max_size=MOST_BYTES,
            server_header=False,
        )
        tell(f"http://{named}:{listener.getsockname()[1]}/#token={token}")
        uvicorn.Server(config).run(sockets=[listener])
