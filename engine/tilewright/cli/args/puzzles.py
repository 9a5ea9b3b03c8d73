"""What is asked of a new puzzle: the options, and the order they come to."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.cli.args.games import Finder
from tilewright.cli.args.workspace import workspace
from tilewright.cli.echo import echo, echo_json
from tilewright.cli.errors import CannotRun, needed
from tilewright.diagnostics import Diagnostic
from tilewright.meaning.scoring import overwork, scoring_rules
from tilewright.outputs.solving import DifficultyOutput
from tilewright.packs.documents import LANGUAGE_SUFFIX
from tilewright.packs.pack import Pack
from tilewright.packs.resolve import Resolver
from tilewright.source import Source
from tilewright.table.board import Board, Stack
from tilewright.table.card import Card
from tilewright.table.geometry import Geometry
from tilewright.table.position import Puzzle

if TYPE_CHECKING:
    from tilewright.design.puzzles.boards import Order

LEVELS = {"easy": (16, 2, 2), "medium": (16, 3, 3), "hard": (24, 4, 3)}
"""For each level about how many spaces, how many pieces and how many caps, if nothing is asked for."""


@dataclass(frozen=True)
class PuzzleTask:
    """What is to be made, with the pack and the cards, and the text of those that are not of the pack."""

    pack: Pack
    cards: tuple[Card, ...]
    order: Order
    own_cards: str


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
    kind: str = "arrange"
    turns: int = 2
    record: str | None = None
    worth: str | None = None
    players: int | None = None
    alone: bool = False

    @property
    def names(self) -> list[str]:
        """The cards as they are named, by an id or a file, each once."""
        return list(dict.fromkeys(name.strip() for name in self.cards.split(",") if name.strip()))

    @property
    def labels(self) -> list[str]:
        """What the cards are called in titles and names of files."""
        return [Path(name).name.removesuffix(LANGUAGE_SUFFIX) for name in self.names]

    @property
    def unnamed(self) -> str:
        """What a puzzle is called without cards or a title."""
        return "moves" if self.kind == "moves" else "ending"

    def report_none(self, seed: int, message: str) -> None:
        """Say that no puzzle was made of a seed: as JSON, or as a message to standard error."""
        if self.json_:
            echo_json(DifficultyOutput(seed=seed, status="unknown"))
        else:
            echo(message, err=True)

    def report_made(self, output: DifficultyOutput, seed: int, text: str, written: str) -> None:
        """Say what was made of a seed: as JSON, or where its file was `written`, or as its text."""
        if self.json_:
            echo_json(replace(output, seed=seed, status="found", text=text))
        else:
            echo(written or text, nl=bool(written))

    def title_of(self, seed: int) -> str:
        """The title that is asked for, else one of the cards and the seed."""
        return self.title or " and ".join(self.labels or [self.unnamed]).capitalize() + f" {seed}"

    def name(self, seed: int) -> str:
        """The name of a puzzle's file, without its suffix: of its title, else of its cards and seed."""
        title = self.title or "-".join(self.labels or [self.unnamed]) + (
            "" if self.kind == "moves" else f"-{self.difficulty}"
        )
        plain = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "puzzle"
        return plain if self.title and self.count == 1 else f"{plain}-{seed}"

    def again(self, seed: int) -> str:
        """The command that makes the puzzle of a seed again."""
        words = ["tilewright", "puzzle", "new", *([self.cards] if self.cards else [])]
        words += ["--kind", "turns", "--turns", str(self.turns)] if self.kind == "turns" else []
        words += ["--from", Path(self.record).name] if self.record else []
        words += ["--kind", "moves", "--worth", self.worth or ""] if self.kind == "moves" else []
        words += ["--alone"] if self.alone else []
        words += ["--players", str(self.players)] if self.players else []
        words += ["--difficulty", self.difficulty] if self.kind != "moves" else []
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
        if self.difficulty not in LEVELS:
            raise CannotRun(f"'{self.difficulty}' is a level of --kind turns; levels: {', '.join(LEVELS)}")
        area, pieces, caps = LEVELS[self.difficulty]
        geometry = self.size or _usual_size(pack, area)
        board = game.own_place
        if not board.allows(geometry.rows, geometry.columns):
            raise CannotRun(f"a {board.name} of {geometry.rows} x {geometry.columns}; allowed: {board.sizes}")
        rules = scoring_rules(game, cards)
        most = most_pieces(game, rules)
        if (self.pieces or 0) > most:
            plural = game.plural(game.piece)
            raise CannotRun(f"at most {most} {plural}: more would look different but score the same")
        counts = {cap.name: caps if self.caps is None else self.caps for cap in game.caps}
        ids = tuple(card.id for card in cards)
        order = Order(game, ids, rules, geometry, self.pieces or min(pieces, most), counts, self.caps is not None)
        empty = Puzzle(game, "", Board(geometry, (Stack(),) * geometry.size), ids, ())
        for problem in overwork(empty, cards):
            raise CannotRun(problem.message)
        return PuzzleTask(pack, tuple(cards), order, _own_cards(pack, cards))

    def _cards(self) -> tuple[Pack, list[Card]]:
        """The cards that are named, and their pack. Raises `CannotRun`."""
        if not self.names:
            raise CannotRun("name a card")
        resolver = workspace().resolver()
        pack = needed(_pack_of(self.names, resolver) if self.game is None else resolver.pack(self.game))
        cards = Finder(pack, resolver).cards(self.cards)
        for card in cards:
            if card.rule is None:
                raise CannotRun(f"the card '{card.id}' does not score")
        return pack, cards


def _pack_of(names: Sequence[str], resolver: Resolver) -> Pack | list[Diagnostic]:
    """The first pack that has all these cards; of files, the one that the first of them belongs to."""
    files = [name for name in names if name.endswith(LANGUAGE_SUFFIX)]
    if not files:
        return resolver.pack_with(names)
    source = resolver.library.documents.read(Path(files[0]))
    found = resolver.pack_of(source.text) if isinstance(source, Source) else None
    return found or [
        Diagnostic.about(
            "TW406", files[0], f"the words of {files[0]} do not show which game it is for", "name it with --game"
        )
    ]


def _own_cards(pack: Pack, cards: Sequence[Card]) -> str:
    """The text of the cards that lie outside of their pack: whoever gets the puzzle does not have them."""
    home = pack.documents.real(pack.folder)
    paths = [(card, card.source.path) for card in cards]
    own = [card for card, path in paths if path and home not in pack.documents.real(path).parents]
    return "\n".join(map(pack.text_of, own))


def _usual_size(pack: Pack, area: int) -> Geometry:
    """The size that is nearest to so many spaces, no larger than the board of the game, near to a square."""
    board = pack.game.own_place
    sizes = [
        (rows, columns)
        for rows in range(1, board.rows + 1)
        for columns in range(rows, board.columns + 1)
        if board.allows(rows, columns)
    ]
    rows, columns = min(sizes, key=lambda size: (abs(size[0] * size[1] - area), size[1] - size[0]))
    return board.sized(rows, columns)
