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
"""Models of boards with longer sides take minutes to build."""
MOST_WORKERS = 64

Asked = TypeVar("Asked")
O_co = TypeVar("O_co", bound=Output, covariant=True)


@dataclass(frozen=True)
class QuestionOption:
    """The declaration of an option: its `kind`, help, and maximum.

    `usual` is the default on the command line, or its description; programs get the default of the field.
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
    """A time limit. Raises `ValueError` unless it is positive and finite."""
    if not 0 < number < math.inf:
        raise ValueError("a number of seconds above 0 is needed")
    return number


def board_size(rows: int, columns: int) -> Geometry:
    """The size of a board. Raises `ValueError` for sizes that take too long to model."""
    if not (0 < rows <= LONGEST_SIDE and 0 < columns <= LONGEST_SIDE):
        raise ValueError(f"1 to {LONGEST_SIDE} rows and columns")
    return Geometry(rows, columns)


def _option(default: Any, *settings: Any) -> Any:
    return field(default=default, kw_only=True, metadata={"option": QuestionOption(*settings)})


def count(help: str, most: int | None = None, metavar: str = "N", usual: str | None = None) -> Any:
    """An optional integer from 1 to `most`."""
    return _option(None, "count", help, most, metavar, usual)


def flag(help: str) -> Any:
    """A boolean option."""
    return _option(False, "flag", help)


def size(help: str, usual: str | None = None) -> Any:
    """An optional number of rows and columns."""
    return _option(None, "size", help, None, "RxC", usual)


def time_limit(help: str, usual: float | None = None) -> Any:
    """An optional limit in seconds."""
    return _option(None, "seconds", help, None, "S", usual)


def workers() -> Any:
    """The number of threads; by default one per processor."""
    return _option(None, "count", "Search with N threads.", MOST_WORKERS)


def options_of(question: Callable[..., Any]) -> Mapping[str, QuestionOption]:
    """The options of a question by field name, in order."""
    return {one.name: one.metadata["option"] for one in fields(question) if "option" in one.metadata}  # type: ignore[arg-type]


def requested(question: Callable[..., Asked], args: Mapping[str, Any], *about: Any, **settled: Any) -> Asked:
    """The question with the options of a request, except the `settled` ones.

    Raises `ValueError` or `TypeError` for a value of the wrong type.
    """
    options = options_of(question)
    named = {
        name: option.read(args[name])
        for name, option in options.items()
        if name not in settled and args.get(name) is not None
    }
    return question(*about, **named | settled)


class ProgressListener(Protocol):
    """Receives the progress of a question."""

    def progress(self, seconds: float, best: int | None, bound: int | None) -> None:
        """The best value so far (None: none), and the proved bound (None: not bounded)."""

    def better(self, board: Board) -> None:
        """A placement better than all before."""

    def another(self, one: Any) -> None:
        """One of several equally good answers: a board, or a first take."""

    def step(self, words: str) -> None:
        """The current step."""


class NoProgress:
    """Ignores progress."""

    def progress(self, seconds: float, best: int | None, bound: int | None) -> None: ...

    def better(self, board: Board) -> None: ...

    def another(self, one: Any) -> None: ...

    def step(self, words: str) -> None: ...


@dataclass(frozen=True)
class SolvedPuzzle(Generic[O_co]):
    """The answer as JSON and in words, whether it was `found`, and whether it is `unique` (None: not known).

    `best` is the proved best value, to judge other attempts (None: not proved). `hints` are increasingly detailed
    and independent of one another; if there are none, `no_hint` is the reason. `hint_output` is a hint in its
    format, `drawing` draws SVG.
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
