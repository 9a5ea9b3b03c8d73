"""`tilewright completion`."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from tilewright.cli.echo import echo

SHELLS = ("bash", "zsh", "fish")


@click.command(epilog='Example: eval "$(tilewright completion bash)"')
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print a script that makes a shell complete commands, options, files, cards, games, layouts and codes.

    Load it when your shell starts: in ~/.bashrc or ~/.zshrc, add the line of the example with the name of your shell.
    For fish, write the output to ~/.config/fish/completions/tilewright.fish.
    """
    found = get_completion_class(shell)
    assert found is not None
    echo(found(ctx.find_root().command, {}, "tilewright", "_TILEWRIGHT_COMPLETE").source(), exact=True)
