"""`tilewright lsp`."""

from __future__ import annotations

import logging

import click

from tilewright.cli.args.paths import NamedPath
from tilewright.cli.errors import CannotRun


@click.command(epilog="Example: tilewright lsp")
@click.option("--stdio", is_flag=True, help="Use standard input and output (always the case).")
@click.option("--log", type=NamedPath(dir_okay=False, writable=True), help="Log errors to this file.")
def command(stdio: bool, log: str | None) -> None:
    """Serve an editor: the language server, over standard input and output.

    It needs the extra packages of `pip install "tilewright[lsp]"`.
    """
    try:
        from tilewright.lsp.server import Server
    except ModuleNotFoundError as missing:
        raise CannotRun(f"there is no package '{missing.name}'; run: pip install \"tilewright[lsp]\"") from None
    handler = logging.FileHandler(log, delay=True) if log else logging.NullHandler()
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
    try:
        Server().start_io()
    finally:
        handler.close()
