"""The rules that a command is about: cards by their ids, files of cards, or texts of the language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tilewright.check.fragments import read_fragment
from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.positions import another_wanted
from tilewright.cli.errors import CannotRun
from tilewright.core import expr as core
from tilewright.diagnostics.nearest import did_you_mean
from tilewright.packs import (
    LANGUAGE_SUFFIX,
    Pack,
    files_by_id,
    folder_of,
    likeliest,
    pack_folders,
)
from tilewright.source import Source
from tilewright.table.card import Card
from tilewright.workspace import Workspace


@dataclass(frozen=True)
class CardArgument:
    """A rule, what it is called (the id of its card, or its text), and the pack it belongs to.

    A `fragment` is a text that stands in no file.
    """

    name: str
    card: Card
    pack: Pack
    fragment: bool = False

    @property
    def rule(self) -> core.Expr:
        """What the card scores; there are no arguments without."""
        assert self.card.rule is not None
        return self.card.rule


class CardArguments:
    """Finds arguments; problems of files are told by `inputs`, which keeps the exit code.

    Raises `CannotRun` when there is no such card or when it does not score.
    """

    def __init__(self, inputs: Inputs) -> None:
        self.inputs = inputs
        self.workspace = Workspace()

    @cached_property
    def packs(self) -> list[Pack]:
        """The pack above the current folder, if there is one, then those that came with tilewright."""
        return [pack for folder in self._folders if (pack := self.workspace.pack_in(folder)[0])]

    @cached_property
    def _folders(self) -> list[Path]:
        above = folder_of(None)
        return list(dict.fromkeys([*([above] if above else []), *(p.resolve() for p in pack_folders().values())]))

    def cards(self, names: Iterable[str]) -> Iterator[CardArgument]:
        """The cards that ids, files and folders name, in that order; of folders those that score."""
        for name in names:
            if _is_path(name):
                yield from self._in_files(name)
            else:
                yield from self._by_id(name, True)

    def pair(self, names: Sequence[str], game: str | None) -> list[CardArgument]:
        """Two rules, each a card by its id, a file with one card, or a text, of one game.

        Fewer when one has problems, which are told. Without a card the words of the texts, or `game`, decide
        of which game they are.
        """
        found: dict[int, CardArgument] = {}
        for i, name in enumerate(names):
            cards = list(self.cards([name]) if _is_path(name) else self._by_id(name, False))
            if len(cards) > 1:
                raise CannotRun(f"{name} holds {len(cards)} cards; name one by its id")
            if cards:
                found[i] = cards[0]
            elif _is_path(name) or not self.inputs.good:
                return []
        packs = [argument.pack for argument in found.values()]
        if len({pack.game.id for pack in packs}) > 1:
            raise CannotRun("the two cards are of different games")
        pack = packs[0] if packs else self._pack_of(" ".join(names), game)
        told = [found.get(i) or self._text(name, pack) for i, name in enumerate(names)]
        return [argument for argument in told if argument]

    def _pack_of(self, text: str, game: str | None) -> Pack:
        """The pack whose game was named, or that a text speaks of."""
        if game is not None:
            pack = next((pack for pack in self.packs if pack.game.id == game), None)
            if pack is None:
                known = [pack.game.id for pack in self.packs]
                raise CannotRun(
                    f"there is no game '{game}'; {did_you_mean(game, known) or 'known: ' + ', '.join(known)}"
                )
            return pack
        own = self.packs[0] if folder_of(None) and self.packs else likeliest(self.packs, text)
        if own is None:
            games = ", ".join(pack.game.id for pack in self.packs)
            raise CannotRun(f"the texts may be of several games; name one with --game: {games}")
        return own

    def _by_id(self, id: str, needed: bool) -> list[CardArgument]:
        """The card of an id: of the current folder, else of a pack. None that is not `needed`: no argument."""
        beside = files_by_id(Path()).get(id)
        for path in beside[:1] if beside else [pack.index[id] for pack in self.packs if id in pack.index]:
            return list(self._in_files(str(path), id))
        if not needed:
            return []
        known = [id for pack in self.packs for id in pack.card_files()]
        broken = [
            f"the pack in {folder} has problems" for folder in self._folders if not self.workspace.pack_in(folder)[0]
        ]
        raise CannotRun("; ".join(filter(None, [f"there is no card '{id}'", did_you_mean(id, known), *broken])))

    def _in_files(self, path: str, id: str | None = None) -> Iterator[CardArgument]:
        """The cards of a file or folder that score, or the one of an id."""
        self.inputs.paths, self.inputs.suffixes = [path], (LANGUAGE_SUFFIX,)
        for source in self.inputs.sources():
            yield from self._in(source, id, Path(path).is_dir())

    def _in(self, source: Source, id: str | None, folder: bool) -> Iterator[CardArgument]:
        report = self.workspace.check(source)
        cards = [value for value in report.values if isinstance(value, Card) and id in (None, value.id)]
        scoring = [card for card in cards if card.rule is not None]
        problems = list(report.diagnostics)
        if not report.has_errors and not scoring and not folder:
            what = f"the card '{id}' does not score" if id else "this file holds no card that scores"
            problems.append(another_wanted(source, what, "name a card that gives points"))
        if self.inputs.sound(source, problems) and report.pack:
            yield from (CardArgument(card.id, card, report.pack) for card in scoring)

    def _text(self, text: str, pack: Pack) -> CardArgument | None:
        """A text as a rule of a game; its problems are told."""
        if not text.strip():
            raise CannotRun("a text to compare is empty")
        found = read_fragment(text, pack.game)
        if isinstance(found, Card):
            return CardArgument(" ".join(text.split()), found, pack, True)
        ids = list(pack.card_files())
        if " " not in text.strip() and (hint := did_you_mean(text, ids)):
            raise CannotRun(f"there is no card '{text}'; {hint}")
        self.inputs.sound(found[0].source, found)
        return None


def _is_path(name: str) -> bool:
    return name == "-" or name.endswith(LANGUAGE_SUFFIX) or (bool(name) and Path(name).is_dir())
