"""The option `--keep`: the file of a search, from which the same command continues."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from tilewright.cli.terminal import echo
from tilewright.kernel.state import FlatState
from tilewright.kernel.wasm.kept import KeptSearches, name_of
from tilewright.kernel.wasm.native import CompiledGame

PATIENCE = 120.0
"""Seconds that a search may take, after it was stopped, to derive and write what it knows."""


@contextmanager
def keeping(
    path: str | None, game: CompiledGame, state: FlatState, question: Mapping[str, object]
) -> Iterator[KeptSearches | None]:
    """The file that keeps the searches of a question about a state of a game (`--keep`), if there is one.

    Raises `KeptError` if it was written for something else. If it cannot be written later, that is printed: the answer
    is not lost.
    """
    if path is None:
        yield None
        return
    kept = KeptSearches(path, game, {"position": name_of(state), **question})
    try:
        yield kept
    except KeyboardInterrupt:
        echo(f"tilewright: stopped{again(kept)}", err=True)
        raise
    finally:
        if kept.problem:
            echo(f"tilewright: {kept.problem}", err=True)


def again(keep: KeptSearches | str | None) -> str:
    """How to continue what was stopped; empty if nothing was kept."""
    path = keep.written if isinstance(keep, KeptSearches) else keep
    return f"; the same command continues from {path}" if path else ""
