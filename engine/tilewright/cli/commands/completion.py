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
    """Print what makes a shell complete commands, options, files, cards, games, layouts and codes.

    Put it where your shell begins: in ~/.bashrc or ~/.zshrc the line of the example, with the name of your shell;
    for fish, the output into ~/.config/fish/completions/tilewright.fish.
    """
    found = get_completion_class(shell)
    assert found is not None
    echo(found(ctx.find_root().command, {}, "tilewright", "_TILEWRIGHT_COMPLETE").source(), exact=True)
