"""`tilewright studio`."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import click

from tilewright.cli.args import given
from tilewright.cli.args.outputs import NamedPath
from tilewright.cli.terminal import CannotRun, echo

LOOPBACK = "127.0.0.1"
WARNING = (
    "Everyone who can reach this machine and has the address with its token can read and change the files of the\n"
    "folder and use the processor; traffic is not encrypted. Put a proxy with TLS in front of it."
)


class StudioOptions(given.Options):
    folder: Path = given.argument(default=".", type=NamedPath(exists=True, file_okay=False, path_type=Path))
    port: int = given.option(
        "--port", type=click.IntRange(0, 65535), default=8765, show_default=True, help="The port (0: any free port)."
    )
    host: str = given.option(
        "--host",
        default=LOOPBACK,
        show_default=True,
        help="The address to listen on. With a non-default address, other machines that have the token can connect.",
    )
    open_it: bool = given.flag("--open", help="Open the page in the browser.")


@given.command(StudioOptions, epilog="Example: tilewright studio my-cards --open")
def command(options: StudioOptions) -> int:
    """Serve the studio: edit files, lay out boards, see scores and proofs in the browser.

    The page can read and write files only in FOLDER, and read the packs that come with tilewright.
    It needs the extra packages of `pip install "tilewright[studio]"`.
    """
    try:
        from tilewright.studio.serving import serve
    except ModuleNotFoundError as missing:
        raise CannotRun(f"there is no package '{missing.name}'; run: pip install \"tilewright[studio]\"") from None

    def tell(address: str) -> None:
        if options.host not in (LOOPBACK, "localhost", "::1"):
            echo(WARNING, err=True)
        echo(f"The studio is at {address}")
        if options.open_it:
            webbrowser.open(address)

    try:
        serve(options.folder, options.host, options.port, tell)
    except OSError as problem:
        raise CannotRun(
            f"cannot listen on {options.host}, port {options.port}: {problem.strerror or problem}"
        ) from None
    return 0
