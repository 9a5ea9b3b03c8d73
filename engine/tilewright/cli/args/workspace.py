"""The workspace of one run of the program."""

from __future__ import annotations

import click

from tilewright.packs.workspace import Workspace

_KEY = "tilewright.workspace"


def workspace() -> Workspace:
    """What one part of a command has read, its other parts need not read again.

    Outside of a command it is a new one each time.
    """
    context = click.get_current_context(silent=True)
    if context is None:
        return Workspace()
    found: Workspace = context.find_root().meta.setdefault(_KEY, Workspace())
    return found
