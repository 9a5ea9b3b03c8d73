"""`tilewright completion`."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from tilewright.cli.args import given
from tilewright.cli.terminal import echo

SHELLS = ("bash", "zsh", "fish")


class CompletionOptions(given.Options):
    shell: str = given.argument(type=click.Choice(SHELLS))


@given.command(CompletionOptions, epilog='Example: eval "$(tilewright completion bash)"')
def command(options: CompletionOptions) -> int:
    """Print a script that makes a shell complete commands, options, files, cards, games, layouts and codes.

    Load it when your shell starts: in ~/.bashrc or ~/.zshrc, add the line of the example with the name of your shell.
    For fish, write the output to ~/.config/fish/completions/tilewright.fish.
    """
    found = get_completion_class(options.shell)
    assert found is not None
    echo(
        found(click.get_current_context().find_root().command, {}, "tilewright", "_TILEWRIGHT_COMPLETE").source(),
        exact=True,
    )
    return 0
