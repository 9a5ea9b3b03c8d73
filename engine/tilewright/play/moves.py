"""The moves that a player can choose from at one moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tilewright.play.state import Move


class IllegalMove(ValueError):
    """A text that is no move at this moment."""


class Moves(Sequence[Move]):
    """The moves at one moment, `found` when they are first looked at."""

    def __init__(self, found: Callable[[], list[Move]]) -> None:
        self._find = found
        self._found: list[Move] | None = None

    @property
    def _all(self) -> list[Move]:
        if self._found is None:
            self._found = self._find()
        return self._found

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Move]:
        return iter(self._all)

    def __getitem__(self, index):  # type: ignore[no-untyped-def]
        return self._all[index]

    def __contains__(self, move: object) -> bool:
        return any(str(known) == str(move) for known in self._all)

    def parse(self, text: str) -> Move:
        """The move that a text means: its notation, or as much of its end as is clear; of an ability its card alone.

        Raises `IllegalMove`.
        """
        words = " ".join(text.split()).lower()
        exact = [move for move in self._all if move.text.lower() == words]
        found = exact or [move for move in self._all if move.text.lower().split()[-1] == words]
        found = found or [move for move in self._all if move.kind == "use" and move.text.startswith(f"{words} ")]
        if len(found) != 1:
            raise IllegalMove(f"'{text}' is not a move now" if not found else f"'{text}' can be several moves")
        return found[0]
