"""The options of a command, declared once: a class in which each attribute is an argument or an option.

The order of the attributes is that of the help. A command is a function of an instance of the class::

    class ScoreOptions(given.Options):
        files: tuple[str, ...] = given.argument(nargs=-1, required=True, metavar="FILE...")
        as_json: bool = given.json("One JSON object per file, one per line.")

    @given.command(ScoreOptions, epilog="Example: tilewright score my.position.yaml")
    def command(options: ScoreOptions) -> int:
        ...

The options of a question for the solver are declared by the question: ``question = given.question(BoundsQuestion)``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from inspect import cleandoc
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click
from click.shell_completion import CompletionItem

from tilewright.cli.args.outputs import picture_file
from tilewright.diagnostics import did_you_mean
from tilewright.questions.question import MOST_WORKERS, Asked, QuestionOption, board_size, options_of, seconds
from tilewright.table.geometry import Geometry

if TYPE_CHECKING:
    from tilewright.packs.resolve import Resolver


Completes = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]
"""Returns the completion items for an incomplete word."""


def _completes(
    words: Callable[[], Iterable[tuple[str, str]]], *, files: bool = False, listed: bool = False
) -> Completes:
    """A completer for words, each with a description.

    With `files` it also completes names of files; with `listed` the last word of a comma-separated list.
    """

    def complete(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        before, comma, last = incomplete.rpartition(",") if listed else ("", "", incomplete)
        taken = before.split(",")
        found = [
            CompletionItem(f"{before}{comma}{word}", help=about)
            for word, about in words()
            if word.startswith(last) and word not in taken
        ]
        return found or ([CompletionItem(incomplete, type="file")] if files else [])

    return complete


def _resolver() -> Resolver:
    from tilewright.cli.args.inputs import workspace

    return workspace().resolver()


def _cards(scoring: bool = False) -> Iterable[tuple[str, str]]:
    for pack in _resolver().packs():
        yield from ((card.id, card.name()) for card in pack.cards() if card.rule is not None or not scoring)


def _scoring_cards() -> Iterable[tuple[str, str]]:
    return _cards(scoring=True)


def _games() -> Iterable[tuple[str, str]]:
    return ((pack.game.id, pack.imprint.title) for pack in _resolver().packs())


def _layouts() -> Iterable[tuple[str, str]]:
    return ((layout.id, layout.name()) for pack in _resolver().packs() for layout in pack.layouts())


def _codes() -> Iterable[tuple[str, str]]:
    from tilewright.pages import pages, terms, title

    found = [("language", "the language"), *((code, title(page)) for code, page in sorted(pages().items()))]
    return [*found, *((term, title(page)) for term, page in terms().items() if " " not in term)]


def _schemas() -> Iterable[tuple[str, str]]:
    from tilewright.files.schema import names, published

    return ((name.rpartition("-")[0], str(published(name).get("title", ""))) for name in names())


def _exported() -> Iterable[tuple[str, str]]:
    return (*_games(), *_cards())


complete_files = _completes(tuple, files=True)
complete_games = _completes(_games, files=True)
complete_exported = _completes(_exported, files=True)
complete_cards = _completes(_cards, files=True, listed=True)
complete_scoring_card = _completes(_scoring_cards, files=True)
complete_scoring_cards = _completes(_scoring_cards, files=True, listed=True)
complete_layouts = _completes(_layouts, files=True)
complete_codes = _completes(_codes)
complete_schemas = _completes(_schemas)


class _Checked(click.ParamType[Any]):
    """A click type that applies a function to the value of another type; its `ValueError` is the message."""

    def __init__(self, name: str, check: Callable[[Any], Any], of: click.ParamType[Any] = click.STRING) -> None:
        self.name, self.check, self.of = name, check, of

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The converted value; fails with a problem of the option."""
        try:
            return self.check(self.of.convert(value, param, ctx))
        except ValueError as problem:
            self.fail(str(problem), param, ctx)


class BoardCommand(click.Command):
    """A command with --size, which may also be given as an option with the name of the board of a pack."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Packs are loaded only if an option is unknown to the command and no help is requested."""
        own = {"-h", "--help", *(name for option in self.params for name in option.opts)}
        if any(word.startswith("-") and word.split("=")[0] not in own for word in args):
            size = next(option for option in self.params if option.name == "size")
            size.opts = ["--size", *(name for name in _board_options() if name not in own - {*size.opts})]
        return super().parse_args(ctx, args)


def _board_options() -> list[str]:
    # imported here because every command imports this module, and few read packs
    from tilewright.cli.args.inputs import workspace

    packs = workspace().resolver().packs()
    return list(dict.fromkeys(f"--{pack.game.own_place.name}" for pack in packs))


def rows_and_columns(text: str) -> tuple[int, int] | None:
    """The numbers in ``4x6``."""
    found = re.fullmatch(r"(\d{1,3})\s*[xX]\s*(\d{1,3})", text.strip())
    return (int(found[1]), int(found[2])) if found else None


def _size(text: str) -> Geometry:
    sides = rows_and_columns(text)
    if sides is None:
        raise ValueError("rows and columns are needed, as in 4x4")
    return board_size(*sides)


# ------------------------------------------------------------------ what a command can be given

WORKERS = min(MOST_WORKERS, os.cpu_count() or 1)
PRINTED = " (default: none, or the printed ones in games that deal them from a deck)"
"""The default cards, for help texts."""


class Options:
    """The given values, as attributes."""

    def __init__(self, **values: Any) -> None:
        vars(self).update(values)


Given = TypeVar("Given", bound=Options)


class _Declared(NamedTuple):
    """A parameter before its attribute has a name."""

    kind: type[click.Parameter]
    names: tuple[str, ...]
    settings: dict[str, Any]


class _Question(NamedTuple):
    """A question before its options are declared."""

    asks: Callable[..., Any]


def question(asks: Callable[..., Asked]) -> Callable[..., Asked]:
    """The options of a question. The attribute becomes the question with these options applied; call it with its
    subject.

    Each option is also an attribute of its own, which a class declares if it reads it.
    """
    return _Question(asks)  # type: ignore[return-value]


def _of_question(asks: Callable[..., Any]) -> dict[str, _Declared]:
    options = options_of(asks)
    return {name: _declared(f"--{name.replace('_', '-')}", option) for name, option in options.items()}


def _declared(name: str, asked: QuestionOption) -> _Declared:
    help = f"{asked.help} Default: {asked.usual}." if isinstance(asked.usual, str) else asked.help
    match asked.kind:
        case "flag":
            found = flag(name, help=asked.help)
        case "seconds":
            found = time_limit(asked.help, **({} if asked.usual is None else {"default": asked.usual}))
        case "size":
            found = size(help)
        case "count":
            found = count(name, asked.most, metavar=asked.metavar, help=help)
    made: _Declared = found
    return made


def argument(**settings: Any) -> Any:
    """An argument, with the settings of `click.Argument`."""
    return _Declared(click.Argument, (), settings)


def option(*names: str, **settings: Any) -> Any:
    """An option with these names, and the settings of `click.Option`."""
    return _Declared(click.Option, names, settings)


def flag(*names: str, help: str) -> Any:
    """An option without a value."""
    return option(*names, is_flag=True, help=help)


def command(
    options: type[Given],
    cls: type[click.Command] = click.Command,
    group: click.Group | None = None,
    **settings: Any,
) -> Callable[[Callable[[Given], int]], click.Command]:
    """Makes a command of a function, whose docstring is its help and which returns the exit code."""
    declared: dict[str, _Declared] = {}
    questions = {name: one.asks for name, one in vars(options).items() if isinstance(one, _Question)}
    for name, one in vars(options).items():
        if isinstance(one, (_Declared, _Question)):
            declared |= {name: one} if isinstance(one, _Declared) else _of_question(one.asks)
    parameters = [one.kind([*one.names, name], **one.settings) for name, one in declared.items()]

    def decorated(run: Callable[[Given], int]) -> click.Command:
        def callback(**values: Any) -> None:
            asked = {name: partial(asks, **_taken(asks, values)) for name, asks in questions.items()}
            click.get_current_context().exit(run(options(**values, **asked)))

        settings.setdefault("name", run.__name__)
        made = cls(callback=callback, params=parameters, help=cleandoc(run.__doc__ or ""), **settings)
        if group is not None:
            group.add_command(made)
        return made

    return decorated


def _taken(asks: Callable[..., Any], values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: values[name] for name in options_of(asks)}


# ------------------------------------------------------------------ options that several commands have


def json(help: str = "One JSON object.") -> Any:
    """The option ``--json``."""
    return flag("--json", help=help)


def count(name: str, most: int | None = None, *, least: int = 1, metavar: str = "N", **settings: Any) -> Any:
    """An option whose value is an integer from `least` to `most`."""
    return option(name, type=click.IntRange(least, most), metavar=metavar, **settings)


def time_limit(help: str, **settings: Any) -> Any:
    """The option ``--time-limit`` in seconds; the help shows its default."""
    kind = _Checked("seconds", seconds, click.FLOAT)
    return option("--time-limit", type=kind, metavar="S", help=help, show_default=bool(settings), **settings)


def size(help: str, **settings: Any) -> Any:
    """The option ``--size`` of a board."""
    return option("--size", type=_Checked("size", _size), metavar="RxC", help=help, **settings)


def keep(help: str = "Keep the search in a file; a run that was stopped continues from there.") -> Any:
    """The option ``--keep`` for the file of a search."""
    return option("--keep", metavar="FILE", help=help)


def picture(help: str) -> Any:
    """The option ``-o`` for the file of a picture."""
    return option("-o", "--output", callback=picture_file, metavar="FILE.svg", help=help)


def cards() -> Any:
    """The option ``--cards``: the cards in play."""
    help = f"The cards in play{PRINTED}: ids or .tw files."
    return option("--cards", metavar="ID,ID...", shell_complete=complete_cards, help=help)


def layout() -> Any:
    """The option ``--layout``: the layout of the boards of the table."""
    help = "The layout: an id or a .tw file (default: a suitable one, chosen by the seed)."
    return option("--layout", metavar="ID", shell_complete=complete_layouts, help=help)


def seed(help: str = "A different seed gives different games (0).", **settings: Any) -> Any:
    """The option ``--seed`` of games."""
    return count("--seed", 999_999_999, least=0, help=help, **{"metavar": "S", **settings})


def cap(usual: int, besides: str = "") -> Any:
    """The option ``--cap``: the largest number of decisions in a game."""
    return count("--cap", 1_000_000, default=usual, help=f"Stop a game after N decisions ({usual}){besides}.")


def workers() -> Any:
    """The option ``--workers``: the number of processes that play."""
    help = f"Play with N processes ({WORKERS}); the results do not depend on it."
    return count("--workers", MOST_WORKERS, default=WORKERS, help=help)


def cluster() -> Any:
    """The option ``--cluster``: a cluster that plays instead."""
    return option(
        "--cluster",
        metavar="ADDRESS",
        help="Play with the workers of this Dask scheduler, such as tcp://10.0.0.1:8786, instead of local processes "
        "(pip install 'tilewright[cluster]'); --workers is the number of cluster workers to prepare games for.",
    )


def plot(what: str) -> Any:
    """The option ``--plot`` for the file of a plot."""
    help = f"Draw {what} (needs altair: pip install 'tilewright[pictures]')."
    return option("--plot", callback=picture_file, metavar="FILE.svg", help=help)


# ------------------------------------------------------------------ groups of commands


_OTHERWISE_CALLED = {"draw": "show", "view": "show", "lint": "check", "validate": "check", "format": "fmt"}
"""Common synonyms of commands, for suggestions."""


class CommandGroup(click.Group):
    """A group that suggests a command for an unknown one."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The named command; an unknown one is reported with the most similar name."""
        if not args[0].startswith("-") and not ctx.resilient_parsing and self.get_command(ctx, args[0]) is None:
            known = self.list_commands(ctx)
            help = did_you_mean(_OTHERWISE_CALLED.get(args[0], args[0]), known) or f"commands: {', '.join(known)}"
            raise click.UsageError(f"there is no command {args[0]!r}; {help}", ctx)
        return super().resolve_command(ctx, args)
