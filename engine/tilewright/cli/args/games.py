"""What a game is played with: GAME, the cards and the layouts, as the command line names them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TypeVar

from tilewright.cli.errors import CannotRun
from tilewright.diagnostics import Diagnostics
from tilewright.diagnostics.nearest import did_you_mean
from tilewright.packs import (
    LANGUAGE_SUFFIX,
    PACK_FILE,
    Pack,
    files_by_id,
    pack_folders,
    read_pack_folder,
)
from tilewright.source import Unreadable, read_source
from tilewright.table.card import Card, Layout

T = TypeVar("T", Card, Layout)


@dataclass(frozen=True)
class GameSetup:
    """A pack whose game can be played, the cards in play, and the layout of each board by its name."""

    pack: Pack = field(repr=False)
    cards: tuple[Card, ...] = ()
    layouts: Mapping[str, Layout] = field(default_factory=dict)


def game_setup(game: str, players: int, cards: str, layout: str | None, seed: int) -> GameSetup:
    """What the options of a command come to.

    `game` is the name of a pack that came with tilewright, or a folder. `cards` are ids parted by
    commas, `layout` is an id: of the current folder, else of the pack. Both may be files instead
    (``NAME.tw``). Without `layout` the seed draws one of the pack that fits the number of players.

    Raises `CannotRun` when something is not there, has errors or does not fit.
    """
    pack = playable(game)
    low, high = pack.game.players
    if not low <= players <= high:
        raise CannotRun(f"{pack.game.id} is for {low} to {high} players, not {players}")
    found = _Finder(pack)
    return GameSetup(pack, tuple(found.cards(cards)), found.layouts(layout, players, seed))


def playable(game: str) -> Pack:
    """The pack of a game that can be played. Raises `CannotRun`."""
    known = pack_folders()
    folder = known.get(game, Path(game))
    if not (folder / PACK_FILE).is_file():
        if folder.is_dir():
            raise CannotRun(f"there is no {PACK_FILE} in {game}")
        raise CannotRun(f"there is no game '{game}'; {_meant(game, known, 'or name the folder of a pack')}")
    pack, problems = read_pack_folder(folder)
    if pack is None:
        first = next((problem for problem in problems if problem.is_error), "it cannot be read")
        raise CannotRun(f"the pack {game} has problems: {first}")
    if pack.game.course is None:
        raise CannotRun(f"{pack.game.id} can be scored, not played: its game file says nothing of turns")
    return pack


class _Finder:
    """Finds cards and layouts: files by their names, ids in the current folder, then in the pack."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.files = pack.index | {id: paths[0] for id, paths in files_by_id(Path()).items()}
        self.sorts = [definition.name for definition in pack.game.layouts]

    def cards(self, names: str) -> list[Card]:
        """The cards of a list parted by commas, each once."""
        asked = [name.strip() for name in names.split(",")]
        ids = self.pack.card_files(Path())
        found = [card for name in asked if name for card in self._named(name, Card, "card", ids)]
        return list({card.id: card for card in found}.values())

    def layouts(self, name: str | None, players: int, seed: int) -> dict[str, Layout]:
        """The layout of every board that has layouts: the one that was named, else one that is drawn."""
        named = self._layout(name) if name is not None else None
        if named is not None:
            _must_fit(named, players)
        return {
            sort: named if named is not None and named.category == sort else self._drawn(sort, players, seed)
            for sort in self.sorts
        }

    def _layout(self, name: str) -> Layout:
        if not self.sorts:
            raise CannotRun(f"{self.pack.game.id} has no layouts to choose from")
        found = self._named(name, Layout, " or ".join(self.sorts), self.pack.layout_classes)
        if len(found) > 1:
            raise CannotRun(f"{name} holds {len(found)} layouts; name one by its id")
        return found[0]

    def _drawn(self, sort: str, players: int, seed: int) -> Layout:
        files = {self.pack.index[id] for id, of in self.pack.layout_classes.items() if of == sort}
        known = [layout for file in files for layout in self._values(file, Layout)]
        fitting = {layout.id: layout for layout in known if layout.category == sort and _fits(layout, players)}
        if not fitting:
            raise CannotRun(f"the pack has no {sort} for {players} players")
        return fitting[Random(seed).choice(sorted(fitting))]

    def _named(self, name: str, wanted: type[T], what: str, ids: Iterable[str]) -> list[T]:
        """What a file holds, or what has an id."""
        if name.endswith(LANGUAGE_SUFFIX):
            found = self._values(Path(name), wanted)
        elif name in self.files:
            found = [value for value in self._values(self.files[name], wanted) if value.id == name]
        else:
            raise CannotRun(f"there is no {what} '{name}'; {_meant(name, ids)}")
        if not found:
            is_file = name.endswith(LANGUAGE_SUFFIX)
            raise CannotRun(f"there is no {what} in {name}" if is_file else f"'{name}' is no {what}")
        return found

    def _values(self, path: Path, wanted: type[T]) -> list[T]:
        """The cards or layouts of a file, which must be without errors."""
        source = read_source(str(path))
        if isinstance(source, Unreadable):
            raise CannotRun(f"cannot read {path}: {source.reason}")
        diagnostics = Diagnostics(source)
        found = self.pack.check(source, diagnostics)
        for problem in diagnostics.sorted():
            if problem.is_error:
                raise CannotRun(f"{path.name} has errors: {problem}")
        return [checked.value for checked in found if isinstance(checked.value, wanted)]


def _fits(layout: Layout, players: int) -> bool:
    low, high = layout.players
    return low <= players <= high


def _must_fit(layout: Layout, players: int) -> None:
    low, high = layout.players
    if not _fits(layout, players):
        span = str(low) if low == high else f"{low} to {high}"
        raise CannotRun(f"the {layout.category} '{layout.id}' is for {span} players, not {players}")


def _meant(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """The nearest known name, or all of them."""
    names = sorted(known)
    rest = f"; {otherwise}" if otherwise else ""
    return did_you_mean(name, names) or (f"known: {', '.join(names)}" if names else "there are none") + rest
