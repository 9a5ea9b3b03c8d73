"""The arguments of commands: cards by id, files of cards, expressions in the language, positions and puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tilewright.check.fragments import read_fragment
from tilewright.cli.args.inputs import Inputs, another_wanted, workspace
from tilewright.cli.terminal import CannotRun, needed
from tilewright.diagnostics import nearest
from tilewright.disk import is_folder, is_there
from tilewright.meaning.scoring import overwork
from tilewright.packs.documents import LANGUAGE_SUFFIX
from tilewright.packs.pack import Pack, Report
from tilewright.packs.tables import Loaded, LoadedRule, T
from tilewright.source import Source
from tilewright.table.card import Card
from tilewright.table.position import Position, Puzzle, Record
from tilewright.table.puzzles import LayoutPuzzle, MapPuzzle, MovesPuzzle, PoolPuzzle, TurnsPuzzle


def card_files(names: Iterable[str]) -> list[str]:
    """The names of files, with ids of cards replaced by the files of these cards."""
    resolver = workspace().resolver()
    return [
        str(file) if not is_there(name) and isinstance(file := resolver.card_file(name), Path) else name
        for name in names
    ]


class CardArguments:
    """Resolves arguments; problems of files are reported through `inputs`, which keeps the exit code.

    Raises `CannotRun` if there is no such card or it does not score; with `abilities`, it may have abilities
    instead.
    """

    def __init__(self, inputs: Inputs, abilities: bool = False) -> None:
        self.inputs = inputs
        self.abilities = abilities
        self.workspace = workspace()
        self.resolver = self.workspace.resolver()

    def cards(self, names: Iterable[str]) -> Iterator[LoadedRule]:
        """The cards named by ids, files and folders, in order; only scoring cards of a folder."""
        for name in names:
            if _is_path(name):
                yield from self._in_files(name)
            else:
                yield from self._in_files(str(needed(self.resolver.card_file(name))), name)

    def pair(self, names: Sequence[str], game: str | None) -> list[LoadedRule]:
        """Two rules of one game, each a card by its id, a file with one card, or an expression.

        Fewer if one has problems, which are reported. If there is no card, the game is `game`, or the one whose
        words are used.
        """
        found: dict[int, LoadedRule] = {}
        for i, name in enumerate(names):
            is_id = not _is_path(name) and isinstance(self.resolver.card_file(name), Path)
            cards = list(self.cards([name])) if is_id or _is_path(name) else []
            if len(cards) > 1:
                raise CannotRun(f"{name} contains {len(cards)} cards; name one by its id")
            if cards:
                found[i] = cards[0]
            elif _is_path(name) or not self.inputs.good:
                return []
        packs = [loaded.pack for loaded in found.values()]
        if len({pack.game.id for pack in packs}) > 1:
            raise CannotRun("the two cards are of different games")
        pack = packs[0] if packs else self._pack_of(" ".join(names), game)
        rules = [found.get(i) or self._text(name, pack) for i, name in enumerate(names)]
        return [loaded for loaded in rules if loaded]

    def _pack_of(self, text: str, game: str | None) -> Pack:
        """The pack of the given game, or the one whose words a text uses."""
        if game is not None:
            return needed(self.resolver.pack(game))
        own = self.resolver.pack_of(text)
        if own is None:
            games = ", ".join(pack.game.id for pack in self.resolver.packs())
            raise CannotRun(f"the texts may be of several games; name one with --game: {games}")
        return needed(own)

    def _in_files(self, path: str, id: str | None = None) -> Iterator[LoadedRule]:
        """The scoring cards of a file or folder, or the one with an id."""
        self.inputs.paths, self.inputs.suffixes = [path], (LANGUAGE_SUFFIX,)
        for source in self.inputs.sources():
            yield from self._in(source, id, is_folder(path))

    def _in(self, source: Source, id: str | None, folder: bool) -> Iterator[LoadedRule]:
        report = self.workspace.check(source)
        cards = [value for value in report.values if isinstance(value, Card) and id in (None, value.id)]
        scoring = [card for card in cards if card.rule is not None or (self.abilities and _acts(card))]
        problems = list(report.diagnostics)
        if not report.has_errors and not scoring and not folder:
            does, wanted = (
                ("scores", "gives points") if not self.abilities else ("does anything", "gives points or acts")
            )
            what = f"the card '{id}' does not score" if id else f"this file has no card that {does}"
            problems.append(another_wanted(source, what, f"name a card that {wanted}"))
        if self.inputs.sound(source, problems) and report.pack:
            yield from (LoadedRule(card.id, card, report.pack) for card in scoring)

    def _text(self, text: str, pack: Pack) -> LoadedRule | None:
        """A text as a rule of a game; its problems are reported."""
        if not text.strip():
            raise CannotRun("a text to compare is empty")
        found = read_fragment(text, pack.game)
        if isinstance(found, Card):
            return LoadedRule(" ".join(text.split()), found, pack, True)
        if " " not in text.strip() and nearest(text, pack.catalog().files()):
            needed(self.resolver.card(text, pack))
        self.inputs.sound(found[0].source, found)
        return None


def _is_path(name: str) -> bool:
    return name == "-" or name.endswith(LANGUAGE_SUFFIX) or (bool(name) and is_folder(name))


def _acts(card: Card) -> bool:
    """Whether a card has effects in play."""
    return bool(card.effects)


AnyLoadedPuzzle = (
    Loaded[Puzzle]
    | Loaded[TurnsPuzzle]
    | Loaded[MovesPuzzle]
    | Loaded[MapPuzzle]
    | Loaded[PoolPuzzle]
    | Loaded[LayoutPuzzle]
)
PUZZLES = (Puzzle, TurnsPuzzle, MovesPuzzle, MapPuzzle, PoolPuzzle, LayoutPuzzle)
_NAMES: dict[type, str] = {
    TurnsPuzzle: "puzzle about turns",
    MovesPuzzle: "puzzle about moves",
    PoolPuzzle: "puzzle over a pool",
    MapPuzzle: "puzzle about a map",
    LayoutPuzzle: "puzzle about layouts",
}
"""The names of values whose class has a different name."""
_COMMANDS = {
    "puzzle": "use solve or show",
    "puzzle about turns": "use solve or show",
    "puzzle about moves": "use solve or show",
    "puzzle over a pool": "use solve or show",
    "puzzle about a map": "use solve or show",
    "puzzle about layouts": "use solve",
    "position": "use score or show",
    "record": "use score or show",
}
"""The hint for a file that belongs to another command."""


def load(inputs: Inputs, wanted: type[T]) -> Iterator[Loaded[T]]:
    """The positions or puzzles without errors, in order; the problems of all files are reported.

    For a record, the position is the current one.
    """
    accepted = (wanted, Record) if wanted is Position else (wanted,)
    for source in inputs.sources():
        report: Report = checked(source, accepted, wanted.__name__.lower())
        cards = list(report.cards)
        found, problems = list[Loaded[T]](), [*report.diagnostics, *report.causes]
        for value in report.tables:
            if isinstance(value, wanted) and report.pack:
                final = report.match is None or report.match.over
                found.append(Loaded(source, report.pack, value, cards, final))
                problems += overwork(value, cards)
        if inputs.sound(source, problems):
            yield from found


def load_puzzles(inputs: Inputs) -> Iterator[AnyLoadedPuzzle]:
    """The puzzles without errors, of every kind, in order."""
    for source in inputs.sources():
        report = checked(source, PUZZLES, "puzzle")
        cards, problems = list(report.cards), [*report.diagnostics, *report.causes]
        found = list[AnyLoadedPuzzle]()
        for value in report.values:
            if isinstance(value, PUZZLES) and report.pack:
                found.append(Loaded[Any](source, report.pack, value, cards))
                if not isinstance(value, (PoolPuzzle, LayoutPuzzle)):
                    problems += overwork(value if isinstance(value, Puzzle) else value.position, cards)
        if inputs.sound(source, problems):
            yield from found


def checked(source: Source, wanted: tuple[type, ...], what: str) -> Report:
    """The report of a file; a file without any of the `wanted` values is an error (TW418)."""
    report = workspace().check(source)
    if report.has_errors or any(isinstance(value, wanted) for value in report.values):
        return report
    found = sorted({_NAMES.get(type(value), type(value).__name__.lower()) for value in report.values})
    others = [_COMMANDS[kind] for kind in found if kind in _COMMANDS]
    help = "; ".join([f"it contains {' and '.join(f'a {name}' for name in found) or 'nothing'}", *others])
    other = another_wanted(source, f"this file has no {what}", help)
    return replace(report, diagnostics=[*report.diagnostics, other])
