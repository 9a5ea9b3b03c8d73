"""Series of games: the bots by seat, the setup, and the processes that play."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import blake2b
from importlib import import_module
from typing import Any

import click

from tilewright.cli.args import given
from tilewright.cli.args.games import GameSetup, game_setup
from tilewright.cli.report.diagnostics import as_text
from tilewright.cli.terminal import CannotRun, echo
from tilewright.packs.pack import WEIGHTS_FILE, Pack, stale_weights
from tilewright.play.bots import bot, knows_weights, named
from tilewright.sim.processes import cluster, processes
from tilewright.sim.simulation import PreparedStart, Start


@dataclass(frozen=True)
class SeriesRecipe:
    """The setup of a series as given on the command line; each worker reads the files itself. Without `weights`, bots
    ignore the weights of the pack."""

    game: str
    players: int
    cards: str | None
    layout: str | None
    seed: int
    weights: bool = True

    def setup(self) -> GameSetup:
        """The setup, read from the files. Raises `CannotRun`."""
        return game_setup(self.game, self.players, self.cards, self.layout, self.seed)

    def __call__(self) -> Start:
        found = self.setup()
        game = found.pack.game if self.weights else replace(found.pack.game, weights=None)
        return Start(game, found.cards, found.layouts)


def carried(recipe: Callable[[], Start]) -> PreparedStart:
    """The setup, read here, for workers that do not have the files."""
    start = recipe()
    return PreparedStart(blake2b(pickle.dumps(start)).hexdigest(), start)


def bots_by_seat(text: str) -> tuple[str, ...]:
    """The bots in a comma-separated list, one per seat. Raises `UnknownBot`."""
    bots = tuple(name.strip() for name in text.split(","))
    for name in bots:
        bot(name, 0)
    return tuple(map(named, bots))


def bots_option(name: str, help: str, **settings: Any) -> Any:
    """An option for one bot per seat."""

    def read(ctx: click.Context, option: click.Parameter, value: str | None) -> tuple[str, ...] | None:
        return None if value is None else bots_by_seat(value)

    return given.option(name, callback=read, metavar="BOT,BOT...", help=help, **settings)


@contextmanager
def executor(workers: int, address: str | None, kept: Callable[[], str]) -> Iterator[Executor]:
    """The executor that plays: local processes, or a cluster; `kept` is the message about kept games if it is lost.

    Raises `CannotRun` if a process is killed, and `NoCluster`.
    """
    try:
        if address is None:
            with processes(workers) as found:
                yield found
        else:
            with cluster(address) as found:
                yield found
    except BrokenProcessPool:
        raise CannotRun(f"a worker was killed: {kept()}") from None


def plotter(name: str) -> Callable[..., str]:
    """A function of `sim.plot`. Raises `CannotRun` without altair; call it before any game is played."""
    try:
        found: Callable[..., str] = getattr(import_module("tilewright.sim.plot"), name)
    except ImportError as problem:
        raise CannotRun(f"--plot needs {problem.name}; pip install 'tilewright[pictures]'") from None
    return found


def warn_of_weights(pack: Pack, bots: Iterable[str | None]) -> None:
    """Print a warning if the weights of a pack are stale and one of the bots uses them."""
    if any(text is not None and knows_weights(text) for text in bots):
        for problem in stale_weights(pack.game, pack.documents.read(pack.folder / WEIGHTS_FILE)):
            echo(as_text(problem), err=True)
