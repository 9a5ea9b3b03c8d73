"""What every child process needs, loaded once by the fork server: the packs, the language server and the solver."""

from __future__ import annotations

import tilewright.lsp.server
import tilewright.questions.placement
import tilewright.solver.bounds
import tilewright.solver.compare
import tilewright.solver.enumerate
import tilewright.solver.hints
import tilewright.solver.subsets
import tilewright.solver.why  # noqa: F401
from tilewright.packs.workspace import Workspace
from tilewright.source import Source

WORKSPACE = Workspace()
for _pack in WORKSPACE.resolver().library.bundled():
    WORKSPACE.check(Source("-", f"tilewright: position/2\ngame: {_pack.game.id}\n"))
