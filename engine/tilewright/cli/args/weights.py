"""The weights of a pack, which some bots know: that they do not fit is said before a game."""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.cli.echo import echo
from tilewright.cli.report.diagnostics import as_text
from tilewright.packs.pack import Pack
from tilewright.packs.weights import WEIGHTS_FILE, stale_weights
from tilewright.play.bots import knows_weights


def warn_of_weights(pack: Pack, bots: Iterable[str | None]) -> None:
    """Say on stderr that the weights of a pack are stale, if one of the bots would know them."""
    if any(text is not None and knows_weights(text) for text in bots):
        for problem in stale_weights(pack.game, pack.documents.read(pack.folder / WEIGHTS_FILE)):
            echo(as_text(problem), err=True)
