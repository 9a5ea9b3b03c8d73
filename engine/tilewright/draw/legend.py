"""What the letters and shapes on the pieces of a sheet stand for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil
from typing import NamedTuple
from xml.etree.ElementTree import Element

from tilewright.draw import palette
from tilewright.draw.face_art import FaceArt
from tilewright.draw.scene import Scene
from tilewright.draw.things import look_of
from tilewright.draw.tiles import add, cap_shape, emblem
from tilewright.table.game import Depiction, Game

SIZE = 13.0  # of the font
ICON, GAP, LINE = 26.0, 16.0, 30.0


class LegendEntry(NamedTuple):
    """What a sign stands for: the letters of pieces with a look, or the mark of a cap without one.

    Figures of players have an owner.
    """

    word: str
    sign: str
    look: int | None = None
    owner: int | None = None

    @property
    def width(self) -> float:
        """The room that the sign and the word take."""
        return ICON + 0.6 * SIZE * len(self.word)


def entries(scenes: Iterable[Scene]) -> list[LegendEntry]:
    """What is on the pieces that are seen, in the order of the game."""
    found: dict[LegendEntry, None] = {}
    for scene in scenes:
        signs = {
            *scene.supply,
            *scene.printed.values(),
            *(sign for stack in scene.board.stacks for sign in (*stack.up, *stack.caps)),
        }
        kinds = [scene.game.by_code[sign] for sign in signs if sign in scene.game.by_code]
        signs |= {scene.game.kinds[part].code for kind in kinds for part in kind.covers}
        if not scene.layout:
            known = [*_kinds(scene), *((LegendEntry(cap.name, cap.mark), {cap.mark}) for cap in scene.game.caps)]
            found |= {entry: None for entry, codes in known if codes & signs}
            found |= {LegendEntry(name, "", owner=i): None for i, name in enumerate(scene.names) if scene.standees}
    return list(found)


def _kinds(scene: Scene) -> list[tuple[LegendEntry, set[str]]]:
    """For each look of the tiles of a game what it stands for, and the codes that have it."""
    names = (*scene.game.values_of(scene.game.main_attribute), scene.game.piece)
    codes: dict[int, list[str]] = {}
    for code, look in scene.looks().items():
        kind = scene.game.by_code[code]
        if look_of(scene.game, kind) == "tile" and not kind.covers:
            codes.setdefault(look, []).append(code)
    return [(LegendEntry(names[look], _letters(codes[look]), look), set(codes[look])) for look in sorted(codes)]


def _letters(codes: Iterable[str]) -> str:
    """The letters that codes begin with; none when they differ."""
    found = {code.rstrip("0123456789") for code in codes}
    return found.pop() if len(found) == 1 else ""


def lines(found: Sequence[LegendEntry], width: float) -> list[list[LegendEntry]]:
    """The entries in as few lines as fit a width, with equally many in each if that fits too."""
    filled: list[list[LegendEntry]] = []
    for entry in found:
        if filled and _width([*filled[-1], entry]) <= width:
            filled[-1].append(entry)
        else:
            filled.append([entry])
    each = ceil(len(found) / max(len(filled), 1))
    even = [list(found[i : i + each]) for i in range(0, len(found), max(each, 1))]
    return even if all(_width(line) <= width for line in even) else filled


def draw(parent: Element, filled: Sequence[Sequence[LegendEntry]], game: Game, middle: float, top: float) -> None:
    """Draw lines of entries, centered on `middle`."""
    group = add(parent, "g", font_size=SIZE, fill=palette.MUTED)
    figures = {cap.mark for cap in game.caps if cap.stands_on}
    for i, line in enumerate(filled):
        left, y = middle - _width(line) / 2, top + LINE * (i + 0.5)
        for entry in line:
            if entry.owner is not None or entry.sign in figures:
                mark = entry.sign or next(cap.mark for cap in game.caps if cap.of_players)
                FaceArt(game).figure(group, mark, entry.owner, False, (left + ICON / 2 - 3, y), 21)
            elif entry.look is None:
                cap_shape(group, entry.sign if len(game.caps) > 1 else "", left + ICON / 2 - 3, y + 10, 0.62)
            else:
                emblem(group, entry.look, entry.sign, left + ICON / 2 - 3, y, 9.5, _colors(game, entry.word))
            add(group, "text", entry.word, x=left + ICON, y=y + 0.36 * SIZE)
            left += entry.width + GAP


def _colors(game: Game, word: str) -> palette.Paint | None:
    """The colors that the pack gives to a value."""
    color = game.depictions.get(word, Depiction()).color
    return palette.fill_like(color) if color else None


def _width(line: Sequence[LegendEntry]) -> float:
    return sum(entry.width for entry in line) + GAP * (len(line) - 1)
