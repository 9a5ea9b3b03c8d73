"""A question is a class: its fields with a help text are its options, and `run` returns its answer.

The command line makes options of the fields (`cli.args.given`), a page names their values in a request, and a program gives
them by keyword. An answer says itself what is shown (`words`), and is an `Output` where a format says how::

    @dataclass(frozen=True)
    class BoundsQuestion:
        game: Game
        rule: core.Expr
        players: int | None = count("Only for N players.", most=12)

        def run(self, watcher: ProgressListener) -> BoundsAnswer: ...
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar

from tilewright.outputs.output import Output
from tilewright.table.geometry import Geometry

if TYPE_CHECKING:
    from tilewright.table.board import Board

LONGEST_SIDE = 12
"""Boards with longer sides would make models that take minutes to write down."""
MOST_WORKERS = 64

Asked = TypeVar("Asked")
O_co = TypeVar("O_co", bound=Output, covariant=True)


@dataclass(frozen=True)
class QuestionOption:
    """How a field is given: its `kind`, what it is for, and the most it may be.

    `usual` is the default on the command line, or the words for it; a program that says nothing has the default of the field.
    """

    kind: Literal["count", "seconds", "size", "flag"]
    help: str
    most: int | None = None
    metavar: str = "N"
    usual: float | str | None = None

    def read(self, value: Any) -> Any:
        """The value that a request names. Raises `ValueError` or `TypeError` for one of another kind."""
        match self.kind:
            case "flag":
                return bool(value)
            case "size":
                return board_size(*map(int, value))
            case "seconds":
                return seconds(float(value))
        number = int(value)
        if not 0 < number <= (number if self.most is None else self.most):
            raise ValueError(f"a number from 1 to {self.most} is needed")
        return number


def seconds(number: float) -> float:
    """A time limit. Raises `ValueError` unless it is above 0 and ends."""
    if not 0 < number < math.inf:
        raise ValueError("a number of seconds above 0 is needed")
    return number


def board_size(rows: int, columns: int) -> Geometry:
    """The size of a board. Raises `ValueError` for one that takes too long to model."""
    if not (0 < rows <= LONGEST_SIDE and 0 < columns <= LONGEST_SIDE):
        raise ValueError(f"1 to {LONGEST_SIDE} rows and columns")
    return Geometry(rows, columns)


def _option(default: Any, *settings: Any) -> Any:
    return field(default=default, kw_only=True, metadata={"option": QuestionOption(*settings)})


def count(help: str, most: int | None = None, metavar: str = "N", usual: str | None = None) -> Any:
    """A whole number from 1 to `most`, or none."""
    return _option(None, "count", help, most, metavar, usual)


def flag(help: str) -> Any:
    """Whether something is asked."""
    return _option(False, "flag", help)


def size(help: str, usual: str | None = None) -> Any:
    """The rows and columns of a board, or none."""
    return _option(None, "size", help, None, "RxC", usual)


def time_limit(help: str, usual: float | None = None) -> Any:
    """How many seconds may be spent; none is no limit."""
    return _option(None, "seconds", help, None, "S", usual)


def workers() -> Any:
    """The number of threads that search; none is as many as there are."""
    return _option(None, "count", "Search with N threads.", MOST_WORKERS)


def options_of(question: Callable[..., Any]) -> Mapping[str, QuestionOption]:
    """The options of a question, by the names of the fields, in order."""
    return {one.name: one.metadata["option"] for one in fields(question) if "option" in one.metadata}  # type: ignore[arg-type]


def requested(question: Callable[..., Asked], args: Mapping[str, Any], *about: Any, **settled: Any) -> Asked:
    """The question about something with the options that a request names, but for those that are `settled`.

    Raises `ValueError` or `TypeError` for a value of another kind.
    """
    options = options_of(question)
    named = {
        name: option.read(args[name])
        for name, option in options.items()
        if name not in settled and args.get(name) is not None
    }
    return question(*about, **named | settled)


class ProgressListener(Protocol):
    """Follows the work while it is done."""

    def progress(self, seconds: float, best: int | None, bound: int | None) -> None:
        """The best worth found so far (None: none yet), and the proved bound (None: nothing is to be bounded)."""

    def better(self, board: Board) -> None:
        """A placement that is better than those before."""

    def another(self, one: Any) -> None:
        """One of several answers that are as good: a board, or a first take."""

    def step(self, words: str) -> None:
        """What is done now."""


class NoProgress:
    """Follows nothing."""

    def progress(self, seconds: float, best: int | None, bound: int | None) -> None: ...

    def better(self, board: Board) -> None: ...

    def another(self, one: Any) -> None: ...

    def step(self, words: str) -> None: ...


@dataclass(frozen=True)
class SolvedPuzzle(Generic[O_co]):
    """The answer in its format and in words, and whether it was `found` and is the only one (`unique`; None: not known).

    `best` is what answers are judged by that are found elsewhere, None if it is not proved. `hints` give away more and more, each
    without the others; without any, `no_hint` says why. `hint_output` is a hint of a level in its format, `drawing` makes SVG.
    """

    output: O_co
    lines: Sequence[str]
    found: bool
    unique: bool | None = None
    best: int | None = None
    hints: Sequence[str] = ()
    no_hint: str = ""
    hint_output: Callable[[int], Output] | None = None
    drawing: Callable[[], str] | None = None
