"""Pools on the terminal: dice in frames with their pips, cards as lines; readable without color."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from textwrap import wrap

from tilewright.draw import palette
from tilewright.draw.scene import Scene, clean
from tilewright.draw.styles import BOLD, DIM, beside, paint, width_of
from tilewright.draw.things import Thing, card_face, pips, rank_of_card, rows_of
from tilewright.table.game import Depiction, Game

CHOICE = ">"
"""Stands before what can be chosen."""
PIP = "●"
MOST_IN_WORDS = 3
"""More dice than these are counted where they are written in words."""
LEAST = 5
"""The columns inside of the frame of a die, if no word is wider."""
THIN, HEAVY = "╭─╮│╰╯", "┏━┓┃┗┛"
"""The frame of a die, and of one that can be chosen."""


def pool_lines(scene: Scene, width: int, *, color: bool = False) -> list[str]:
    """A pool in full: dice with pips, a line for each card with its number, title and prices, a word for all else."""
    lines = dice_lines(scene, width, color=color)
    for row in rows_of(scene):
        cards = [thing for thing in row.things if thing.look == "card"]
        words = [
            _word(scene.game, thing, frozenset(), color)
            for thing in row.things
            if thing.look in ("tile", "face", "back")
        ]
        lines += flowed(words, width) if words else []
        lines += [paint(row.label, DIM, color)] if row.label else []
        lines += _cards(scene.game, cards, width, color)
    return lines or ["."]


def dice_lines(scene: Scene, width: int, choices: frozenset[int] = frozenset(), *, color: bool = False) -> list[str]:
    """The dice of a pool side by side; the frames of `choices` are heavy. No line without any."""
    found = [thing for row in rows_of(scene) for thing in row.things if thing.look == "side"]
    blocks = [_framed(scene, thing, bool(choices.intersection(thing.spaces)), color) for thing in found]
    return beside(blocks, width, gap=0) if blocks else []


def _framed(scene: Scene, thing: Thing, chosen: bool, color: bool) -> list[str]:
    """A piece in a frame of five lines, with its number beside it if there are several."""
    assert thing.kind is not None
    spots, word = pips(scene.game, thing.kind), thing.code
    inside = max(LEAST, width_of(word) + 2)
    if spots is None:
        rows = ["", word, ""]
    else:
        rows = ["".join(PIP if (row, column) in spots else " " for column in range(3)) for row in range(3)]
        rows = [f"{row[0]} {row[1]} {row[2]}" for row in rows]
    left_top, across, right_top, down, left_low, right_low = tuple(HEAVY if chosen else THIN)
    style = BOLD if chosen else ""
    lines = [
        f"{left_top}{across * inside}{right_top}",
        *(f"{down}{row.center(inside)}{down}" for row in rows),
        f"{left_low}{across * inside}{right_low}",
    ]
    beside_it = f" {thing.count}×" if thing.count > 1 else ""
    blank = " " * len(beside_it)
    return [
        (beside_it if i == 2 else blank) + paint(line, style, color) + (" " if beside_it else "")
        for i, line in enumerate(lines)
    ]


def _cards(game: Game, cards: Sequence[Thing], width: int, color: bool) -> Iterator[str]:
    """A line for each card: how many, the title, the prices."""
    faces = [card_face(game, card.kind) for card in cards if card.kind]
    wide = max((width_of(clean(face.title)) for face in faces), default=0)
    for card, face in zip(cards, faces, strict=True):
        count = f"{card.count:>3} " if card.count > 1 else "    "
        title = clean(face.title)
        words = "; ".join(words for _, words in face.prices)
        price = wrap(clean(words), max(width - wide - 6, 20)) or [""]
        style = card_style(game, card)
        yield f"{count}{paint(title, style, color)}{' ' * (wide - width_of(title))}  {price[0]}".rstrip()
        yield from (f"{' ' * (wide + 6)}{line}" for line in price[1:])


def card_style(game: Game, card: Thing) -> str:
    """The ANSI style of a card: the color of its number."""
    assert card.kind is not None
    return f"{BOLD};{palette.fill_of(rank_of_card(game, card.kind))[2]}" if card.kind.first == card.kind.index else DIM


def pool_words(scene: Scene, width: int, choices: frozenset[int] = frozenset(), *, color: bool = False) -> list[str]:
    """A pool in few lines: a word for each thing, as moves have it, alike ones counted; ``>`` before the `choices`.

    Cards of one number stand on lines of their own behind that number.
    """
    lines: list[str] = []
    for row in rows_of(scene):
        label = row.label.rpartition(" ")[2]
        words = [_word(scene.game, thing, choices, color) for thing in _counted(row.things)]
        lines += flowed(words, width, f"{label:>2} " if label else "")
    return lines or ["."]


def _counted(things: Sequence[Thing]) -> list[Thing]:
    """Dice that show the same together, if there are many in all."""
    if len(things) <= MOST_IN_WORDS:
        return list(things)
    alike: dict[str, tuple[int, ...]] = {}
    for thing in things:
        alike[thing.code] = alike.get(thing.code, ()) + thing.spaces
    return [replace(thing, spaces=alike.pop(thing.code)) for thing in things if thing.code in alike]


def _word(game: Game, thing: Thing, choices: frozenset[int], color: bool) -> tuple[str, int]:
    """A thing in a word, and the columns that it takes."""
    sign = CHOICE if choices.intersection(thing.spaces) else ""
    count = f"{thing.count}{'×' if thing.look == 'side' else ' '}" if thing.count > 1 else ""
    shown = f" [{' / '.join(' '.join(row) for row in thing.parts)}]" if thing.parts else ""
    code = (thing.code or "?") + shown
    style = card_style(game, thing) if thing.look == "card" else _piece_style(game, thing)
    return paint(sign, BOLD, color) + count + paint(code, style, color), width_of(sign + count + code)


def _piece_style(game: Game, thing: Thing) -> str:
    """The ANSI style of a piece that is no card: the color that the pack gives to its main value, if it does."""
    value = thing.kind.values.get(game.main_attribute, "") if thing.kind else ""
    color = game.depictions.get(value, Depiction()).color
    return f"{BOLD};{palette.fill_like(color)[2]}" if color else BOLD


def flowed(words: Sequence[tuple[str, int]], width: int, label: str = "") -> list[str]:
    """Words one after another behind a label, as many on a line as the width allows."""
    lines, used = [label], len(label)
    for word, wide in words:
        if used > len(label) and used + 2 + wide > width:
            lines.append(" " * len(label))
            used = len(label)
        gap = "  " if used > len(label) else ""
        lines[-1] += gap + word
        used += len(gap) + wide
    return lines
