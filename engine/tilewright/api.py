"""The functions of the public API; reached as ``tilewright.NAME``.

docs/api.md shows them at work; its examples are tests.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.diagnostics import Diagnostic
from tilewright.diagnostics.nearest import did_you_mean
from tilewright.draw import Picture
from tilewright.draw.scenes import of_board
from tilewright.library import Report
from tilewright.meaning.scoring import Score, overwork, scoring_rules
from tilewright.meaning.scoring import score as _score
from tilewright.packs import Pack, pack_folders, read_pack_folder
from tilewright.source import Source, Unreadable, read_source
from tilewright.table.board import Board
from tilewright.table.board import parse_board as _parse_board
from tilewright.table.card import Card
from tilewright.table.game import Game
from tilewright.table.position import Player, Position, Puzzle
from tilewright.workspace import Workspace

if TYPE_CHECKING:
    from tilewright.cpsat.solve import Solution


class Problems(ValueError):
    """What was asked for has errors; `diagnostics` lists them all (it may be empty)."""

    def __init__(self, message: str, diagnostics: Iterable[Diagnostic] = ()) -> None:
        super().__init__(message)
        self.diagnostics = list(diagnostics)


def load_pack(name: str | Path) -> Pack:
    """The pack in a folder, or one that came with tilewright, by its name.

    Raises `Problems` when there is none or when its files have errors.
    """
    folder = pack_folders().get(str(name), Path(name))
    pack, problems = read_pack_folder(folder)
    if pack is None:
        told = "; ".join(map(str, problems)) or f"there is no pack '{name}'"
        raise Problems(told, problems)
    return pack


def check_file(path: str | Path) -> Report:
    """Read and check a file of any kind: what it holds and every problem of it.

    Raises `Problems` when it cannot be read as text; problems of its content are values.
    """
    source = read_source(str(path))
    if isinstance(source, Unreadable):
        raise Problems(f"{path}: {source.reason}")
    return Workspace().check(source)


def check_text(text: str, name: str = "text") -> Report:
    """Check a text instead of a file, against the pack that came with tilewright and has its words."""
    return Workspace().check(Source(name, text))


def parse_board(text: str, game: Game) -> Board:
    """A board in notation, one line a row or rows parted by ``|``.

    Raises `Problems` that tells every word that cannot be read.
    """
    board = _parse_board(text, game)
    if isinstance(board, Board):
        return board
    told = [f"row {e.row + 1}, column {e.column + 1}: {e.message}" for e in board]
    raise Problems("; ".join(told))


def position(pack: Pack, *boards: Board, cards: Iterable[str] = ()) -> Position:
    """A position of players who have these boards and nothing else, in turn order."""
    players = tuple(Player(f"player {i}", board) for i, board in enumerate(boards, start=1))
    return Position(pack.game, players, tuple(cards))


def score(position: Position, cards: Iterable[Card]) -> list[Score]:
    """The score of every player, with the reasons for every point.

    Raises `Problems` when the cards take too much work on these boards (TW210).
    """
    found = list(cards)
    _refuse_overwork(position, found)
    return _score(position, found)


def solve(
    puzzle: Puzzle,
    cards: Iterable[Card],
    *,
    time_limit: float | None = None,
    workers: int | None = None,
    on_progress: Callable[[float, int | None, int], None] | None = None,
) -> Solution:
    """The best final placement, proved unless the time ran out (see its `status`).

    `time_limit` is in seconds; `on_progress` is told seconds, the best score yet and the bound.
    Raises `Problems` when the puzzle cannot be (`Puzzle.status` says why), names what the game
    does not have, or has rules that cannot be modeled or take too much work (TW210).
    """
    _refuse_impossible(puzzle)
    from tilewright.cpsat.solve import Solution
    from tilewright.cpsat.solve import solve as run

    found = list(cards)
    _refuse_overwork(puzzle, found)
    rules = scoring_rules(puzzle.game, found)
    answer = run(puzzle, rules, time_limit=time_limit, workers=workers, on_progress=on_progress)
    if not isinstance(answer, Solution):
        raise Problems(answer.reason)
    return answer


def _refuse_overwork(table: Position | Puzzle, cards: list[Card]) -> None:
    found = overwork(table, cards)
    if found:
        raise Problems("; ".join(map(str, found)), found)


def _refuse_impossible(puzzle: Puzzle) -> None:
    """Raises `Problems` that tells every reason why a puzzle cannot be."""
    game = puzzle.game
    counters = [counter.name for counter in game.counters]
    unknown = [
        *_unknown(game.piece, puzzle.pieces, game.by_code),
        *_unknown("cap", puzzle.caps, [cap.name for cap in game.caps]),
        *_unknown("counter", puzzle.counters, counters),
        *(told for other in puzzle.others for told in _unknown("counter", other.counters, counters)),
    ]
    negative = [f"{count} caps '{cap}' to place" for cap, count in puzzle.caps.items() if count < 0]
    found = [*unknown, *negative] or [reason.message for reason in puzzle.status()]
    if found:
        raise Problems("; ".join(found))


def _unknown(what: str, names: Iterable[str], known: Collection[str]) -> Iterator[str]:
    for name in dict.fromkeys(names):
        if name not in known:
            yield f"there is no {what} '{name}'; {did_you_mean(name, known) or 'known: ' + ', '.join(known)}"


def picture(board: Board, game: Game, title: str = "") -> Picture:
    """A picture of a player's board; notebooks draw it, `svg` and `terminal` take it."""
    return of_board(board, game, title)
