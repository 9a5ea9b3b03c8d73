"""What is asked of a new puzzle: the options, and the order they come to."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.cli.args.workspace import workspace
from tilewright.cli.errors import CannotRun, needed
from tilewright.meaning.scoring import overwork, scoring_rules
from tilewright.packs.pack import Pack
from tilewright.table.board import Board, Stack
from tilewright.table.card import Card
from tilewright.table.geometry import Geometry
from tilewright.table.position import Puzzle

if TYPE_CHECKING:
    from tilewright.design.puzzles.boards import Order

SUFFIX = ".puzzle.yaml"
LEVELS = {"easy": (16, 2, 2), "medium": (16, 3, 3), "hard": (24, 4, 3)}
"""For each level about how many spaces, how many pieces and how many caps, if nothing is asked for."""


@dataclass(frozen=True)
class PuzzleTask:
    """What is to be made, with the pack and the cards."""

    pack: Pack
    cards: tuple[Card, ...]
    order: Order


@dataclass(frozen=True)
class PuzzleOptions:
    """The options of new puzzles as they are typed."""

    cards: str
    game: str | None
    difficulty: str
    size: Geometry | None
    pieces: int | None
    caps: int | None
    seed: int | None
    count: int
    time_limit: float | None
    title: str | None
    output: str | None
    force: bool
    json_: bool

    @property
    def card_ids(self) -> list[str]:
        """The ids of the cards, each once."""
        return list(dict.fromkeys(name.strip() for name in self.cards.split(",") if name.strip()))

    def title_of(self, seed: int) -> str:
        """The title that is asked for, else one of the cards and the seed."""
        return self.title or " and ".join(self.card_ids).capitalize() + f" {seed}"

    def name(self, seed: int) -> str:
        """The name of a puzzle's file, without its suffix: of its title, else of its cards and seed."""
        title = self.title or "-".join(self.card_ids) + f"-{self.difficulty}"
        plain = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "puzzle"
        return plain if self.title and self.count == 1 else f"{plain}-{seed}"

    def again(self, seed: int) -> str:
        """The command that makes the puzzle of a seed again."""
        words = ["tilewright", "puzzle", "new", self.cards, "--difficulty", self.difficulty]
        words += ["--game", self.game] if self.game else []
        words += ["--size", f"{self.size.rows}x{self.size.columns}"] if self.size else []
        words += ["--tiles", str(self.pieces)] if self.pieces else []
        words += ["--caps", str(self.caps)] if self.caps is not None else []
        return shlex.join([*words, "--seed", str(seed)])

    def task(self) -> PuzzleTask:
        """What is to be made. Raises `CannotRun` when that cannot be."""
        from tilewright.design.puzzles.boards import Order, most_pieces

        pack, cards = self._cards()
        game = pack.game
        area, pieces, caps = LEVELS[self.difficulty]
        geometry = self.size or _usual_size(pack, area)
        board = game.player_board
        if not board.allows(geometry.rows, geometry.columns):
            raise CannotRun(f"a {board.name} of {geometry.rows} x {geometry.columns}; allowed: {board.sizes}")
        rules = scoring_rules(game, cards)
        most = most_pieces(game, rules)
        if (self.pieces or 0) > most:
            plural = game.plural(game.piece)
            raise CannotRun(f"at most {most} {plural}: others would look different and score the same")
        counts = {cap.name: caps if self.caps is None else self.caps for cap in game.caps}
        ids = tuple(card.id for card in cards)
        order = Order(game, ids, rules, geometry, self.pieces or min(pieces, most), counts, self.caps is not None)
        empty = Puzzle(game, "", Board(geometry, (Stack(),) * geometry.size), ids, ())
        for problem in overwork(empty, cards):
            raise CannotRun(problem.message)
        return PuzzleTask(pack, tuple(cards), order)

    def _cards(self) -> tuple[Pack, list[Card]]:
        """The cards that are named, and the first pack that has them all. Raises `CannotRun`."""
        names = self.card_ids
        if not names:
            raise CannotRun("name a card")
        resolver = workspace().resolver()
        pack = needed(resolver.pack_with(names) if self.game is None else resolver.pack(self.game))
        cards = needed(resolver.cards(names, pack))
        for card in cards:
            if card.rule is None:
                raise CannotRun(f"the card '{card.id}' does not score")
        return pack, list(cards)


def _usual_size(pack: Pack, area: int) -> Geometry:
    """The size that is nearest to so many spaces, no larger than the board of the game, near to a square."""
    board = pack.game.player_board
    sizes = [
        (rows, columns)
        for rows in range(1, board.rows + 1)
        for columns in range(rows, board.columns + 1)
        if board.allows(rows, columns)
    ]
    rows, columns = min(sizes, key=lambda size: (abs(size[0] * size[1] - area), size[1] - size[0]))
    return Geometry(rows, columns)
