"""The modules and data that every child process needs, loaded once by the fork server: packs, language server,
solver."""

from __future__ import annotations

from tilewright.packs.workspace import Workspace
from tilewright.source import Source

WORKSPACE = Workspace()
for _pack in WORKSPACE.resolver().library.bundled():
    WORKSPACE.check(Source("-", f"tilewright: position/2\ngame: {_pack.game.id}\n"))
