"""How a command stops when it cannot do its work."""

from __future__ import annotations

import click


class CannotRun(click.ClickException):
    """The command could not do its work."""

    exit_code = 2

    def show(self, file: object = None) -> None:
        """Print it as other messages are printed."""
        click.echo(f"tilewright: {self.message}", err=True)
