"""Arguments that name a file or folder."""

from __future__ import annotations

import os

import click


class NamedPath(click.Path):
    """A path that is checked when it is read; a name that no file can have is refused like one that is not there."""

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> str | bytes | os.PathLike[str]:
        """The path. Raises `click.BadParameter`."""
        try:
            return super().convert(value, param, ctx)
        except ValueError as problem:
            self.fail(f"{os.fspath(value)!r}: {problem}", param, ctx)
