"""`tilewright lsp`."""

from __future__ import annotations

import logging
import sys
from typing import BinaryIO, cast

from tilewright.cli.args import given
from tilewright.cli.args.outputs import NamedPath
from tilewright.cli.terminal import CannotRun

MOST_BYTES = 64 << 20
"""The largest message of an editor in bytes; files are far smaller."""


class _Messages:
    """Standard input that ends at a message over the limit."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.refused = 0

    def readline(self) -> bytes:
        """A header line, or the first part of one over the limit."""
        return self._stream.readline(MOST_BYTES)

    def read(self, size: int) -> bytes:
        """A message; empty if it is over the limit."""
        if size <= MOST_BYTES:
            return self._stream.read(size)
        self.refused = size
        return b""


class LspOptions(given.Options):
    stdio: bool = given.flag("--stdio", help="Use standard input and output (always the case).")
    log: str | None = given.option(
        "--log", type=NamedPath(dir_okay=False, writable=True), help="Log errors to this file."
    )


@given.command(LspOptions, epilog="Example: tilewright lsp")
def command(options: LspOptions) -> int:
    """Serve an editor: the language server, over standard input and output.

    It needs the extra packages of `pip install "tilewright[lsp]"`.
    """
    try:
        from tilewright.lsp.server import Server
    except ModuleNotFoundError as missing:
        raise CannotRun(f"there is no package '{missing.name}'; run: pip install \"tilewright[lsp]\"") from None
    if sys.stdin is None or not hasattr(sys.stdout, "buffer"):
        raise CannotRun("the language server needs standard input and standard output; one of them is closed")
    messages = _Messages(sys.stdin.buffer)
    handler = logging.FileHandler(options.log, delay=True) if options.log else logging.NullHandler()
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
    try:
        Server().start_io(cast(BinaryIO, messages))
    finally:
        handler.close()
    if messages.refused:
        raise CannotRun(f"a message of {messages.refused} bytes is too long: the most is {MOST_BYTES}")
    return 0
