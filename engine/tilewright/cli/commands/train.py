"""`tilewright train`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import click

from tilewright.cli.args import given
from tilewright.cli.args.given import complete_games
from tilewright.cli.args.outputs import writable, write_file
from tilewright.cli.args.series import SeriesRecipe, bots_by_seat, executor
from tilewright.cli.terminal import Bar, CannotRun, echo, table
from tilewright.outputs.games import TrainingOutput
from tilewright.packs.documents import Documents
from tilewright.packs.pack import WEIGHTS_FILE, weights_of, weights_text
from tilewright.play.bots.features import digest_of
from tilewright.sim.training import COMPARED, ITSELF, POOL, Training, compared, train
from tilewright.source import Unreadable
from tilewright.table.game import Weights


def _pool(ctx: click.Context, option: click.Parameter, value: str) -> tuple[str, ...]:
    """The opponents, which may include the bot being trained."""
    names = tuple(name.strip() for name in value.split(","))
    if rivals := [name for name in names if name != ITSELF]:
        bots_by_seat(",".join(rivals))
    return names


def _begun(ctx: click.Context, option: click.Parameter, path: str | None) -> Weights | None:
    """The weights in a file. Raises `CannotRun`."""
    if path is None:
        return None
    source = Documents().read(Path(path))
    if isinstance(source, Unreadable):
        raise CannotRun(f"cannot read {path}: {source.reason}")
    found = weights_of(source)
    if found is None:
        raise CannotRun(f"{path} has no weights")
    return found


class TrainOptions(given.Options):
    game: str = given.argument(shell_complete=complete_games)
    generations: int = given.count("--generations", 1000, default=8, help="Number of generations (8).")
    players: int = given.count("--players", 12, default=2, help="Number of players (2).")
    pool: tuple[str, ...] = given.option(
        "--pool",
        default=",".join(POOL),
        callback=_pool,
        metavar="BOT,BOT...",
        help=f"The rivals ({','.join(POOL)}); '{ITSELF}' is the bot as trained by the previous generation.",
    )
    cards: str | None = given.cards()
    layouts: str | None = given.option(
        "--layouts",
        metavar="ID,ID...",
        help="The layouts, used in turn (default: a suitable one for all games, chosen by the seed).",
    )
    seed: int = given.seed("A different seed gives a different run (0).", default=0)
    begin: Weights | None = given.option(
        "--begin",
        callback=_begun,
        metavar="FILE.json",
        help="Begin with the weights in this file, for example to continue a run that was stopped.",
    )
    workers: int = given.workers()
    output: str | None = given.option(
        "-o",
        "--output",
        metavar="FILE.json",
        help=f"The file to write the weights to (default: {WEIGHTS_FILE} next to the game file).",
    )


@contextmanager
def _reported(known: Callable[[], str]) -> Iterator[None]:
    """Report what is known when the work is interrupted."""
    try:
        yield
    except KeyboardInterrupt:
        echo(f"tilewright: stopped: {known() or 'nothing is known yet'}", err=True)
        raise


@given.command(TrainOptions, epilog="Example: tilewright train my-game --generations 10 --layouts small,large")
def command(options: TrainOptions) -> int:
    """Learn evaluation weights for bots by playing matches against a pool of bots.

    GAME is a pack that comes with tilewright, or the folder of a pack. Bots read the weights from the
    file next to the game file. Each generation writes its weights to weights.new.json. At the end, they replace the old weights if they beat them. How it works:
    docs/bots.md
    """
    named = [name.strip() for name in options.layouts.split(",")] if options.layouts else [None]
    recipes = [SeriesRecipe(options.game, options.players, options.cards, layout, options.seed) for layout in named]
    setup, *_ = (recipe.setup() for recipe in recipes)
    training = Training(
        tuple(recipes),
        options.players,
        options.pool,
        options.generations,
        options.seed,
        options.begin.values if options.begin else {},
    )
    setting = TrainingOutput(
        tilewright=version("tilewright"),
        seed=options.seed,
        games=0,
        players=options.players,
        pool=options.pool,
        layouts=[layout for layout in named if layout is not None],
        cards=[card.id for card in setup.cards],
        begin=options.begin.values if options.begin else {},
    )
    file = Path(options.output or setup.pack.folder / WEIGHTS_FILE)
    writable(str(file))
    new = str(file.with_suffix(f".new{file.suffix}"))
    rules = digest_of(setup.pack.game)
    held = _held(file, rules)
    last = None
    with (
        _reported(lambda: f"{new} has the weights so far; --begin {new} continues from them" if last else ""),
        executor(options.workers, None, lambda: f"{new} has the weights so far") as found,
        Bar("", options.generations, 0) as bar,
    ):
        for last in train(training, found):
            text = weights_text(setup.pack.game.id, Weights(rules, last.mean), replace(setting, games=last.games))
            said = write_file(new, text)
            echo(f"generation {last.number}: {last.games} games, success {last.success:+.2f}; {said}", err=True)
            bar.step()
        if last is None:
            raise CannotRun("no feature of the game differed between players: there is nothing to train")
        won = compared(training, last.mean, held, found)
    echo("\n".join(table([(name, f"{weight:+.2f}") for name, weight in last.mean.items()], left=1)))
    against = f"the weights of {file}" if held else "bots without weights"
    even = 1 / options.players
    echo(
        f"won {won.share:.0%} ({won.low:.0%} to {won.high:.0%}) of {COMPARED} games against {against}; even: {even:.0%}"
    )
    if won.low <= even:
        echo(f"not certainly better: {file} is unchanged, and {new} has the new weights")
        return 1
    echo(write_file(str(file), text))
    Path(new).unlink()
    return 0


def _held(file: Path, rules: str) -> Mapping[str, float]:
    """The weights in a file for these rules; empty if it does not exist, or is for other rules."""
    found = weights_of(Documents().read(file))
    return found.values if found is not None and found.rules == rules else {}
