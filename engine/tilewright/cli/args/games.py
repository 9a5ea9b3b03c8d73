"""What a game is played with: GAME, the cards and the layouts, as the command line names them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import SystemRandom
from typing import TypeVar

from tilewright.cli.args.inputs import workspace
from tilewright.cli.terminal import CannotRun, echo, needed
from tilewright.packs.documents import LANGUAGE_SUFFIX
from tilewright.packs.equipment import drawn_layout, missing_cards, one_by_id, printed_cards
from tilewright.packs.pack import Pack
from tilewright.packs.resolve import Resolver
from tilewright.source import Unreadable
from tilewright.table.card import Card, Layout
from tilewright.table.game import Game, spanned

T = TypeVar("T", Card, Layout)


@dataclass(frozen=True)
class GameSetup:
    """A pack whose game can be played, the cards in play, and the layout of each board by its name."""

    pack: Pack = field(repr=False)
    cards: tuple[Card, ...] = ()
    layouts: Mapping[str, Layout] = field(default_factory=dict)


def game_setup(game: str, players: int, cards: str | None, layout: str | None, seed: int) -> GameSetup:
    """What the options of a command come to.

    `game` is the id of a game, or the folder of a pack. `cards` are ids separated by commas
    (None: those that a game begins with, `Finder.printed`), `layout` is an id: of the current folder, else of the pack. Both may be files instead
    (``NAME.tw``). Without `layout` the seed draws one of the pack that fits the number of players.

    Raises `CannotRun` when something is not there, has errors or does not fit.
    """
    resolver = workspace().resolver()
    pack = playable(game, resolver)
    players_of(pack.game, players)
    found = Finder(pack, resolver)
    chosen = found.printed() if cards is None else found.cards(cards)
    return GameSetup(pack, tuple(chosen), found.layouts(layout, players, seed))


def note_missing_cards(pack: Pack, cards: Iterable[Card]) -> None:
    """Say on stderr which cards are not in play though the pieces that they go with are."""
    missing = missing_cards(pack, cards)
    if missing:
        pieces = pack.game.plural(pack.game.piece)
        echo(f"not in play: {', '.join(missing)}; {pieces} that go with these cards do nothing", err=True)


def players_of(game: Game, players: int) -> int:
    """The number of players, if the game is for so many. Raises `CannotRun`."""
    low, high = game.players
    if not low <= players <= high:
        raise CannotRun(f"{game.id} is for {spanned(low, high)} players, not {players}")
    return players


def playable(game: str, resolver: Resolver) -> Pack:
    """The pack of a game that can be played. Raises `CannotRun`."""
    pack = needed(resolver.pack(game))
    if pack.game.course is None:
        raise CannotRun(f"{pack.game.id} can be scored, not played: its game file has no turns")
    return pack


class Finder:
    """Finds cards and layouts: in files by their names, else by their ids."""

    def __init__(self, pack: Pack, resolver: Resolver) -> None:
        self.pack = pack
        self.resolver = resolver
        self.sorts = [definition.name for definition in pack.game.layouts]

    def cards(self, names: str) -> list[Card]:
        """The cards of a list separated by commas, each once; of a file all."""
        asked = [name.strip() for name in names.split(",")]
        return list(needed(one_by_id(card for name in asked if name for card in self._cards(name))))

    def printed(self) -> list[Card]:
        """The cards with which a game begins whose cards lie at places; none of another game."""
        return [needed(self.pack.find_card(id)) for id in printed_cards(self.pack)]

    def _cards(self, name: str) -> list[Card]:
        if name.endswith(LANGUAGE_SUFFIX):
            return self._in_file(name, Card, "card")
        return [needed(self.resolver.card(name, self.pack))]

    def layouts(self, name: str | None, players: int, seed: int) -> dict[str, Layout]:
        """The layout of every board that has layouts: the one that was named, else one that is drawn."""
        named = self._layout(name) if name is not None else None
        if named is not None and named.misfit(players):
            raise CannotRun(named.misfit(players))
        return {
            sort: named
            if named is not None and named.category == sort
            else needed(drawn_layout(self.pack, sort, players, seed))
            for sort in self.sorts
        }

    def _layout(self, name: str) -> Layout:
        if not self.sorts:
            raise CannotRun(f"{self.pack.game.id} has no layouts to choose from")
        if not name.endswith(LANGUAGE_SUFFIX):
            return needed(self.resolver.layout(name, self.pack))
        found = self._in_file(name, Layout, " or ".join(self.sorts))
        if len(found) > 1:
            raise CannotRun(f"{name} contains {len(found)} layouts; name one by its id")
        return found[0]

    def _in_file(self, name: str, wanted: type[T], what: str) -> list[T]:
        """The cards or layouts of a file, which must be without errors."""
        source = self.resolver.library.documents.read(Path(name))
        if isinstance(source, Unreadable):
            raise CannotRun(f"cannot read {name}: {source.reason}")
        file = self.pack.check_file(source)
        for problem in file.diagnostics:
            if problem.is_error:
                raise CannotRun(f"{Path(name).name} has errors: {problem}")
        found = [checked.value for checked in file.checked if isinstance(checked.value, wanted)]
        if not found:
            raise CannotRun(f"there is no {what} in {name}")
        return found


SEEDS = 1_000_000
"""Without a seed one below this is drawn: short enough to be typed again."""


def seeds(seed: int | None, count: int) -> range:
    """So many seeds from this one on, or from one that is drawn."""
    first = SystemRandom().randrange(SEEDS) if seed is None else seed
    return range(first, first + count)
