"""People at one screen who have something to hide: each is asked alone."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from tilewright.cli.table.console import Console
from tilewright.meaning.domain import Element
from tilewright.play.frames import Frame
from tilewright.play.match import Match
from tilewright.play.unseen import secret_began, secret_block


class AskedAlone:
    """Covers the screen of a console before another one of several `people` looks at it.

    Who has no choice where others choose in secret is called too: else all would know it, and so something of what that player has.
    """

    def __init__(self, match: Match, people: Collection[int], console: Console) -> None:
        self._match = match
        self._people = people
        self._console = console
        self._hides = match.game.hides and len(people) > 1
        self._before: int | None = None
        block, self._began = self._secret()
        self._block = None if block is None else block.left  # who is asked in the secret that was open last
        self._called = set() if block is None else set((block.left or ())[: block.done - 1])
        self._played = len(match.played)

    def pass_on(self) -> bool:
        """Let the player who chooses now be alone; whether the screen was covered for that."""
        self._without_choice(waiting=True)
        turn, before = self._match.turn, self._before
        self._called.add(turn)
        self._before = turn
        if not self._hides or before == turn:
            return False
        self._cover(turn)
        return True

    def moved(self) -> None:
        """A move was made: who had no choice in a secret that is open no more is called before all see what was chosen."""
        self._without_choice(waiting=False)

    def _without_choice(self, waiting: bool) -> None:
        match = self._match
        block, began = self._secret()
        now = None if block is None else block.left
        if len(match.played) < self._played:  # taken back
            self._block, self._began, self._called = now, began, set()
        self._played = len(match.played)
        if began != self._began:
            self._call(self._block or ())
            self._block, self._began, self._called = None, None, set()
        if waiting and block is not None and now is not None:
            self._call(now[: block.done - 1])
            self._block, self._began = now, began

    def _secret(self) -> tuple[Frame | None, int | None]:
        """The secret that is open, and the index of its first choice."""
        match = self._match
        block: Frame | None = None if match.over else secret_block(match.state)
        return block, None if block is None else secret_began(match.states, len(match.states) - 1)

    def _call(self, players: tuple[Element, ...]) -> None:
        """Call those of these players who were not called yet."""
        for player in self._missing(players):
            self._called.add(player)
            self._before = player
            self._cover(player)
            self._console.cover(f"{self._match.names[player]}: there is nothing for you to choose here.")

    def _missing(self, players: tuple[Element, ...]) -> Iterator[int]:
        return (one for one in self._people if self._hides and one in players and one not in self._called)

    def _cover(self, player: int) -> None:
        self._console.cover(f"Next: {self._match.names[player]}. The others look away.")
