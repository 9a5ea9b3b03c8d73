"""Commands that consist of commands."""

from __future__ import annotations

import click

from tilewright.diagnostics.nearest import did_you_mean


class CommandGroup(click.Group):
    """Says of a command that is not there which one was probably meant."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is meant; a misspelt one is reported with the nearest there is."""
        if not args[0].startswith("-") and not ctx.resilient_parsing and self.get_command(ctx, args[0]) is None:
            known = self.list_commands(ctx)
            help = did_you_mean(args[0], known) or f"there are {', '.join(known)}"
            raise click.UsageError(f"there is no command {args[0]!r}; {help}", ctx)
        return super().resolve_command(ctx, args)
