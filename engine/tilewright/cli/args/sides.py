"""What `balance` is asked of a layout, or of two versions of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tilewright.cli.args.games import playable
from tilewright.cli.args.series import Recipe, warn_of_weights
from tilewright.cli.args.workspace import workspace
from tilewright.cli.errors import CannotRun, needed
from tilewright.disk import is_file
from tilewright.packs.documents import LANGUAGE_SUFFIX, PACK_FILE
from tilewright.packs.equipment import fitting_layouts
from tilewright.packs.pack import Pack
from tilewright.sim.estimates import InterimAnalyses
from tilewright.sim.sides import Side, SidesQuestion
from tilewright.source import Source
from tilewright.table.card import Layout


@dataclass(frozen=True)
class SidesOptions:
    """The options that both questions share."""

    bots: tuple[str, ...]
    cards: str | None
    layout: str | None
    seed: int
    cap: int
    looks: InterimAnalyses


def asked_layout(names: Sequence[str]) -> tuple[Pack, Layout, str] | None:
    """The pack, the layout and its name when that is what is named; None when it is cards. Raises `CannotRun`."""
    found = [one for one in map(_layout, names) if one is not None]
    if found and len(names) > 1:
        raise CannotRun("name one layout at a time, and no cards")
    return found[0] if found else None


def _layout(name: str) -> tuple[Pack, Layout, str] | None:
    resolver = workspace().resolver()
    if not name.endswith(LANGUAGE_SUFFIX):
        found = ((pack, resolver.layout(name, pack)) for pack in resolver.packs() if pack.game.layouts)
        return next(((pack, one, name) for pack, one in found if isinstance(one, Layout)), None)
    source = resolver.library.documents.read(Path(name))
    report = workspace().check(source) if isinstance(source, Source) else None
    layouts = [value for value in report.values if isinstance(value, Layout)] if report else []
    if len(layouts) > 1:
        raise CannotRun(f"{name} holds {len(layouts)} layouts; name one by its id")
    return (report.pack, layouts[0], name) if report and report.pack and layouts else None


def layout_question(asked: tuple[Pack, Layout, str], options: SidesOptions) -> SidesQuestion:
    """The layout beside all others of its sort in the pack that fit. Raises `CannotRun`."""
    pack, layout, name = asked
    playable(str(pack.folder), workspace().resolver())
    players = len(options.bots)
    if options.layout is not None:
        raise CannotRun("the question is about the layout itself: leave --layout out")
    if layout.misfit(players):
        raise CannotRun(layout.misfit(players))
    fitting = fitting_layouts(pack, layout.category, players)
    if isinstance(fitting, list):
        raise CannotRun(str(fitting[0]))
    others = [one.id for one in fitting if one.id != layout.id]
    if not others:
        raise CannotRun(f"the pack has no other {layout.category} for {players} players to compare with")
    sides = [_side(pack, id, name, options) for id, name in ((layout.id, name), *((id, id) for id in others))]
    warn_of_weights(pack, options.bots)
    return _question("layout", sides, options)


def rules_question(names: Sequence[str], against: str | None, options: SidesOptions) -> SidesQuestion:
    """Two versions of a game, both played without weights, which would fit only one of them. Raises `CannotRun`."""
    if len(names) != 1 or against is None:
        raise CannotRun("name one game: tilewright balance GAME --against OTHER/game.tw")
    packs = [playable(_folder(name), workspace().resolver()) for name in (names[0], against)]
    if packs[0].folder.resolve() == packs[1].folder.resolve():
        raise CannotRun("these two files have the same rules")
    titles = _titles(packs)
    sides = [_side(pack, title, options.layout, options, False) for pack, title in zip(packs, titles, strict=True)]
    return _question("rules", sides, options)


def _titles(packs: Sequence[Pack]) -> list[str]:
    """Names that tell two versions apart: their ids, else their folders, else numbers behind the id."""
    ids = [pack.game.id for pack in packs]
    folders = [pack.folder.resolve().name for pack in packs]
    return next((names for names in (ids, folders) if len(set(names)) == len(names)), [ids[0], f"{ids[1]}-2"])


def _folder(name: str) -> str:
    """A game by its id or folder; a game file stands for the folder that it is the game of."""
    if not name.endswith(LANGUAGE_SUFFIX):
        return name
    if not is_file(Path(name).parent / PACK_FILE):
        raise CannotRun(f"{name} is not the game file of a pack: there is no {PACK_FILE} next to it")
    pack = needed(workspace().resolver().pack(str(Path(name).parent)))
    if pack.source.path is None or pack.source.path.resolve() != Path(name).resolve():
        raise CannotRun(f"{name} is not the game file of the pack in {Path(name).parent}")
    return str(pack.folder)


def _side(pack: Pack, title: str, layout: str | None, options: SidesOptions, weights: bool = True) -> Side:
    recipe = Recipe(str(pack.folder), len(options.bots), options.cards, layout, options.seed, weights)
    recipe.setup()
    return Side(title, recipe, pack.source)


def _question(about: str, sides: Sequence[Side], options: SidesOptions) -> SidesQuestion:
    bots = tuple(dict.fromkeys(options.bots))
    return SidesQuestion(about, tuple(sides), bots, len(options.bots), options.looks, options.seed, options.cap)
