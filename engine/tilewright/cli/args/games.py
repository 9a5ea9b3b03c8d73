"""The setup of games: the pack, the cards and the layouts named on the command line."""

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
    """A pack with a playable game, the cards in play, and the layout of each board by name."""

    pack: Pack = field(repr=False)
    cards: tuple[Card, ...] = ()
    layouts: Mapping[str, Layout] = field(default_factory=dict)


def game_setup(game: str, players: int, cards: str | None, layout: str | None, seed: int) -> GameSetup:
    """The setup that the options of a command describe.

    `game` is the id of a game, or the folder of a pack. `cards` are comma-separated ids of cards or names of files
    (None: the default cards, `Finder.printed`). `layout` is an id or a file, looked up in the current folder and
    then in the pack; by default the seed draws one for the number of players.
    Raises `CannotRun` if something is missing, has errors or does not fit.
    """
    resolver = workspace().resolver()
    pack = playable(game, resolver)
    players_of(pack.game, players)
    found = Finder(pack, resolver)
    chosen = found.printed() if cards is None else found.cards(cards)
    return GameSetup(pack, tuple(chosen), found.layouts(layout, players, seed))


def note_missing_cards(pack: Pack, cards: Iterable[Card]) -> None:
    """Print a note to stderr about cards that are not in play although pieces belong to them."""
    missing = missing_cards(pack, cards)
    if missing:
        pieces = pack.game.plural(pack.game.piece)
        echo(f"not in play: {', '.join(missing)}; {pieces} that go with these cards do nothing", err=True)


def players_of(game: Game, players: int) -> int:
    """The number of players. Raises `CannotRun` if the game does not allow it."""
    low, high = game.players
    if not low <= players <= high:
        raise CannotRun(f"{game.id} is for {spanned(low, high)} players, not {players}")
    return players


def playable(game: str, resolver: Resolver) -> Pack:
    """The pack of a game that can be played. Raises `CannotRun`."""
    pack = needed(resolver.pack(game))
    if pack.game.play_rules is None:
        raise CannotRun(f"{pack.game.id} can be scored, not played: its game file has no turns")
    return pack


class Finder:
    """Finds cards and layouts in files, or by their ids."""

    def __init__(self, pack: Pack, resolver: Resolver) -> None:
        self.pack = pack
        self.resolver = resolver
        self.sorts = [definition.name for definition in pack.game.layouts]

    def cards(self, names: str) -> list[Card]:
        """The cards in a comma-separated list, without duplicates; all cards of a file."""
        asked = [name.strip() for name in names.split(",")]
        return list(needed(one_by_id(card for name in asked if name for card in self._cards(name))))

    def printed(self) -> list[Card]:
        """The cards that a game starts with if its cards lie at places; empty for other games."""
        return [needed(self.pack.find_card(id)) for id in printed_cards(self.pack)]

    def _cards(self, name: str) -> list[Card]:
        if name.endswith(LANGUAGE_SUFFIX):
            return self._in_file(name, Card, "card")
        return [needed(self.resolver.card(name, self.pack))]

    def layouts(self, name: str | None, players: int, seed: int) -> dict[str, Layout]:
        """The layout of every board that has layouts: the named one, or one drawn by the seed."""
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
        """The cards or layouts of a file. Raises `CannotRun` if it has errors."""
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
"""The range of random seeds: short enough to be typed again."""


def seeds(seed: int | None, count: int) -> range:
    """`count` consecutive seeds, from the given one or a random one."""
    first = SystemRandom().randrange(SEEDS) if seed is None else seed
    return range(first, first + count)
