"""Runs the front with uvicorn."""

from __future__ import annotations

import re
import secrets
import socket
from collections.abc import Callable
from pathlib import Path

import uvicorn

from tilewright.store import Store
from tilewright.studio.app import MOST_BYTES, app
from tilewright.studio.patience import GuardedWebSockets, ImpatientProtocol
from tilewright.studio.shelf import Shelf

KEPT = "studio-"
"""How the names begin under which tokens are kept."""
LOOPBACK = ("127.0.0.1", "localhost", "::1")


def token_of(folder: Path) -> str:
    """The token of a folder, by which open pages know the studio again when it is started once more.

    It is kept in the user's cache folder; where nothing can be kept, it is another one each time.
    """
    store, name = Store.of_user(), f"{KEPT}{Shelf(folder).id}.json"
    found = store.read(name)
    if not isinstance(found, str) or not re.fullmatch(r"[\w-]{32}", found, re.ASCII):
        found = secrets.token_urlsafe(24)
        store.write(name, found)
        store.forget_oldest(KEPT)
    return found


def serve(folder: Path, host: str, port: int, tell: Callable[[str], None]) -> None:
    """Serve a folder until a signal ends it; `tell` is given the address of the page. Raises `OSError`."""
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
