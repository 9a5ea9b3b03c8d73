"""How a command stops when it cannot do its work."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TypeVar

import click

from tilewright.diagnostics import Diagnostic, in_one_line
from tilewright.source import blanked
from tilewright.stopping import NoScope, Unsupported

T = TypeVar("T")


class CannotRun(click.ClickException):
    """The command could not do its work."""

    exit_code = 2

    def show(self, file: object = None) -> None:
        """Print it as other messages are printed."""
        with suppress(OSError):  # there is nowhere to say that standard error takes no more
            click.echo(f"tilewright: {blanked(self.message)}", err=True)


def needed(found: T | list[Diagnostic]) -> T:
    """What was looked up. Raises `CannotRun` with what is wrong when there is no such thing."""
    if isinstance(found, list):
        raise CannotRun(in_one_line(found))
    return found


@contextmanager
def asking(what: str) -> Iterator[None]:
    """Around a question to the solver. Raises `CannotRun` where it cannot be asked, with `what` before the reason."""
    try:
        yield
    except NoScope as problem:
        raise CannotRun(problem.reason) from None
    except Unsupported as problem:
        raise CannotRun(f"{what}: {problem.reason}") from None
