"""Command lines at random: every command with every option, as click knows them."""

from __future__ import annotations

import random
from collections.abc import Iterator

import click

from tilewright.cli.main import command

HOSTILE = (
    "",
    "-1",
    "0",
    "x",
    "9" * 30,
    "nan",
    "1e400",
    "x" * 5000,
    "\x1b[2J",
    "\u202e",
    "\udcff",
    "a\0b",
    "../..",
    "*",
    ",",
    "=",
)
"""Values that fit nothing."""
SERVING = {"studio"}
"""Commands that serve until they are ended."""
NEVER = {"watch", "help", "version"}
"""Options that do not come to an end, or say what does not depend on the input."""
LIMITS = {"time_limit": "0.02", "workers": "1", "games": "1", "cap": "200", "count": "1", "seed": "7", "size": "2x2"}
"""Given last to every command that has them, so that nothing takes long."""
WORDS = {
    "output": ("out", "out.svg", "out.position.yaml", "out.puzzle.yaml", "out.tw", "out.jsonl", ".", "no/out.svg"),
    "drawing": ("out.svg", "out"),
    "plot": ("out.svg",),
    "export": ("out.xml",),
    "save": ("out.record.yaml",),
    "card": ("humility", "harmony", "destruction"),
    "cards": ("humility", "harmony,destruction", "wind", "{file}"),
    "layout": ("base-2", "keep", "{file}"),
    "players": ("Ada,random", "random,random", "random", "2", "2-3", "3"),
    "game": ("cairns", "dragon-castle", "{file}"),
    "one": ("humility", "score 1 for each shrine", "{file}"),
    "other": ("harmony", "score count of shrines", "{file}"),
    "codes": ("TW101", "language", "TW999"),
    "meet": ("humility=1", "humility=1,harmony=2"),
    "floors": ("2", "2=30,3=10-14", "3=20%"),
    "size": ("2x2", "2x3", "1x1"),
    "seed": ("0", "7"),
    "draw": ("{file}",),
    "symmetry": ("half-turn",),
}
"""What usual values of options and arguments are, by their names; `{file}` is the file that is tried."""


def commands(
    found: click.Command = command, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command that comes to an end, with the words that call it."""
    if not isinstance(found, click.Group):
        yield path, found
        return
    context = click.Context(found, info_name="tilewright", obj=None)
    for name in found.list_commands(context):
        below = found.get_command(context, name)
        if below is not None and name not in SERVING:
            yield from commands(below, (*path, name))


def command_line(rng: random.Random, path: tuple[str, ...], of: click.Command, file: str) -> list[str]:
    """The words after `tilewright` for a command: its arguments, some options, and what limits it."""
    options = [option for option in of.params if isinstance(option, click.Option) and option.name not in NEVER]
    chosen = [option for option in options if rng.random() < 0.2]
    words = [*path]
    for option in chosen:
        words += [rng.choice(option.opts), *([] if option.is_flag else [_value(rng, option, file)])]
    for option in options:
        if option.name in LIMITS:
            words += [option.opts[0], LIMITS[option.name]]
    if of.name in ("play", "simulate") and "--players" not in words:
        words += ["--players", rng.choice(("Ada,random", "random,random"))]
    arguments = [argument for argument in of.params if isinstance(argument, click.Argument)]
    for argument in arguments:
        for _ in range(rng.choice((1, 1, 1, 2)) if argument.nargs == -1 else 1):
            words.append(_value(rng, argument, file) if rng.random() < 0.3 else _usual(rng, argument, file))
    return words


def _value(rng: random.Random, of: click.Parameter, file: str) -> str:
    return rng.choice(HOSTILE) if rng.random() < 0.3 else _usual(rng, of, file)


def _usual(rng: random.Random, of: click.Parameter, file: str) -> str:
    if isinstance(of.type, click.Choice):
        return str(rng.choice(list(of.type.choices)))
    if isinstance(of.type, click.IntRange):
        return str(int(of.type.min or 0) + rng.randrange(3))
    return rng.choice(WORDS.get(of.name or "", ("{file}",))).replace("{file}", file)
