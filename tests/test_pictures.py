"""What is around the boards of a picture: legend, pieces to place, sentences; and its light and dark look."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import pytest

import tilewright
from cards import pack
from command_line import run
from test_draw import GAME, PICTURES, SVG, realm, root_of, words_of
from tilewright.draw import palette, svg, terminal
from tilewright.draw.picture import of_layout, of_puzzle
from tilewright.resources import data_folder
from tilewright.table.board import Board, parse_board
from tilewright.table.position import Puzzle

ENOUGH = 4.5
"""The contrast of text by WCAG 2.2, 1.4.3."""


def luminance(color: str) -> float:
    """Relative luminance by WCAG 2.2."""
    parts = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Contrast by WCAG 2.2, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


class Painted(NamedTuple):
    """A shape on the picture: its fill, and a polygon that it fills, or a text without one."""

    fill: str
    corners: tuple[tuple[float, float], ...]
    words: str = ""


def painted(root: ElementTree.Element, dark: bool) -> Iterator[Painted]:
    """What is painted, in order, in one of the two looks; a text is the point in its middle."""
    style = root.findtext(f"{SVG}style") or ""
    rules = dict(re.findall(r"\.([\w-]+)\{fill:(#\w+)\}", style)) if dark else {}

    def walk(element: ElementTree.Element, fill: str, place: tuple[float, float, float]) -> Iterator[Painted]:
        """The shapes in an element that is moved and scaled."""
        left, top, scale = place
        named = [rules[role] for role in element.get("class", "").split() if role in rules]
        fill = named[0] if named else element.get("fill", fill)
        moved = re.fullmatch(r"translate\((\S+) (\S+)\) scale\((\S+)\)", element.get("transform", ""))
        if moved:
            x, y, factor = map(float, moved.groups())
            place = left + scale * x, top + scale * y, scale * factor
            left, top, scale = place
        corners = tuple((left + scale * x, top + scale * y) for x, y in corners_of(element))
        if corners and fill != "none":
            yield Painted(fill, corners, element.text or "" if element.tag == f"{SVG}text" else "")
        for child in element:
            yield from walk(child, fill, place)

    return walk(root, "#000000", (0.0, 0.0, 1.0))


def corners_of(element: ElementTree.Element) -> list[tuple[float, float]]:
    """The corners of what an element fills; of a circle those of the square in it, of a text its middle."""
    number = {key: float(value) for key, value in element.items() if re.fullmatch(r"-?[\d.]+", value)}
    match element.tag.removeprefix(SVG):
        case "rect":
            x, y = number.get("x", 0), number.get("y", 0)
            right, bottom = x + number["width"], y + number["height"]
        case "circle":
            half = number["r"] / 1.5
            x, y, right, bottom = (number["cx"] - half, number["cy"] - half, number["cx"] + half, number["cy"] + half)
        case "polygon":
            return [(float(x), float(y)) for x, y in re.findall(r"(\S+),(\S+)", element.get("points", ""))]
        case "text":
            shift = {"middle": 0, "end": -4}.get(element.get("text-anchor", ""), 4)
            return [(number["x"] + shift, number["y"] - 0.36 * number.get("font-size", 13))]
        case _:
            return []
    return [(x, y), (right, y), (right, bottom), (x, bottom)]


def inside(point: tuple[float, float], corners: tuple[tuple[float, float], ...]) -> bool:
    """Whether a point is in a polygon (the number of edges to its right is odd)."""
    x, y = point
    edges = zip(corners, (*corners[1:], corners[0]), strict=True)
    crossed = [(a, b) for a, b in edges if (a[1] > y) != (b[1] > y)]
    return sum(x < a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1]) for a, b in crossed) % 2 == 1


def texts_and_grounds(text: str, dark: bool) -> Iterator[tuple[str, str, str]]:
    """Each text of a picture with its color and that of what lies under it."""
    below: list[Painted] = []
    for item in painted(root_of(text), dark):
        if item.words:
            yield item.words, item.fill, next(s.fill for s in reversed(below) if inside(item.corners[0], s.corners))
        elif len(item.corners) > 2:
            below.append(item)


def puzzle() -> Puzzle:
    """A puzzle of the pack with every sort of tile to place."""
    game = pack().game
    board = parse_board("2^ . | 1M5 3", game)
    assert isinstance(board, Board)
    return Puzzle(game, "Roofs", board, ("humility",), ("M1", "S2", "F3", "Y1", "W2", "D3"), {"shrine": 1})


def puzzle_picture() -> str:
    """Its picture, with the sentence of its card."""
    return svg(of_puzzle(puzzle(), [pack().card("humility")]))


def pictures() -> dict[str, str]:
    """Pictures with everything on them that can be drawn: the stacks of a layout are of any height."""
    looks = {name: svg([make()]) for name, make in PICTURES.items()}
    tall = parse_board("1 2 3 4 5 9", GAME)
    assert isinstance(tall, Board)
    return looks | {"puzzle": puzzle_picture(), "tall": svg([replace(realm(), board=tall, scored={}, layout=True)])}


@pytest.mark.slow
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", [*PICTURES, "puzzle", "tall"])
def test_every_text_can_be_read(name: str, dark: bool) -> None:
    """Every text has a contrast of 4.5 or more to what lies under it, in the light look and in the dark one."""
    found = list(texts_and_grounds(pictures()[name], dark))
    assert len(found) == len(words_of(pictures()[name])) > 8
    low = [(words, ink, ground) for words, ink, ground in found if contrast(ink, ground) < ENOUGH]
    assert not low


def test_every_ink_of_the_palette_can_be_read() -> None:
    """So can every ink of the palette on what it is written on, in both looks, whether or not a picture above has it."""
    inks = [(ink, fill) for fill, ink, _ in palette.FILLS] + [(ink, face) for face, _, ink, _ in palette.TONES]
    inks += [
        (palette.DOWN_INK, palette.DOWN_FACE),
        (palette.INK, palette.UP_FACE),
        (palette.INK, palette.WHITE),
        (palette.CAP_INK, palette.CAP_WALL),
        (palette.WHITE, palette.BADGE),
    ]
    inks += [pair for color in (palette.TEXT, palette.MUTED) for pair in zip(color[1:], palette.PAPER[1:], strict=True)]
    assert len(inks) == 22
    assert [pair for pair in inks if contrast(*pair) < ENOUGH] == []


def test_the_dark_look_is_dark() -> None:
    """Paper and board are dark and texts light, and pieces look the same in both looks."""
    light, dark = (list(painted(root_of(puzzle_picture()), dark)) for dark in (False, True))
    assert luminance(light[0].fill) > 0.9 > 0.1 > luminance(dark[0].fill)
    same = {one.fill for one, other in zip(light, dark, strict=True) if one.fill == other.fill}
    assert {palette.UP_FACE, palette.DOWN_FACE, palette.CAP_WALL, palette.fill_of(0)[0]} <= same
    changed = {other.fill for one, other in zip(light, dark, strict=True) if one.fill != other.fill}
    assert changed == {color.dark for color in (palette.PAPER, palette.TEXT, palette.MUTED, palette.SPACE)}


def test_the_legend_names_what_is_seen() -> None:
    """The legend has each sort of piece and cap that is on the sheet, once, with its letter; a layout has none."""
    words = words_of(svg(of_puzzle(puzzle())))
    game = pack().game
    kinds = zip("MSFYWD", game.values_of("type"), strict=True)
    assert words[-13:] == [*(word for kind in kinds for word in kind), "shrine"]
    one = parse_board(". 1 | M5 .", game)
    assert isinstance(one, Board)
    only = svg(of_puzzle(replace(puzzle(), pieces=(), caps={}, board=one)))
    assert words_of(only)[-2:] == ["M", "merchant"]
    assert "soldier" not in words_of(only)
    layout = pack().layouts()[0]
    assert words_of(svg([of_layout(layout, game)]))[-1] == of_layout(layout, game).caption


def test_a_puzzle_shows_what_is_to_be_placed() -> None:
    """Below the board are the tiles and shrines to place, and in words too; then the sentence of the card, whole."""
    card = pack().card("humility")
    text = puzzle_picture()
    without = svg(of_puzzle(replace(puzzle(), pieces=(), caps={}), [card]))
    for code in puzzle().pieces:
        assert words_of(text).count(code) == words_of(without).count(code) + 1
    roofs = [sum(1 for _ in root_of(t).iter(f"{SVG}path")) for t in (text, without)]
    assert roofs[0] > roofs[1]
    assert "place M1 S2 F3 Y1 W2 D3; up to 1 shrine" in " ".join(words_of(text))
    assert f"{card.name()}: {card.text()}" in " ".join(words_of(text))
    shown = terminal(of_puzzle(puzzle(), [card])[0])
    assert "place M1 S2 F3 Y1 W2 D3; up to 1 shrine\n" in shown
    assert f"{card.name()}: {card.text()}" in " ".join(shown.split())
    assert max(map(len, shown.splitlines())) <= 79


@pytest.mark.slow
@pytest.mark.parametrize(("suffix", "start"), [(".png", b"\x89PNG\r\n\x1a\n"), (".pdf", b"%PDF-")])
def test_pictures_are_written_as_their_names_end(tmp_path: Path, suffix: str, start: bytes) -> None:
    """`show -o` writes PNG at twice the size of the SVG, and PDF, each with the text that the SVG has."""
    file = data_folder("cards") / "dragon-castle" / "puzzles" / "two-roofs.puzzle.yaml"
    outputs = [tmp_path / f"roofs{end}" for end in (suffix, ".svg")]
    for output in outputs:
        assert run("show", str(file), "-o", str(output)).exit_code == 0
    content = outputs[0].read_bytes()
    assert content.startswith(start)
    if suffix == ".png":
        root = root_of(outputs[1].read_text("utf-8"))
        size = [int.from_bytes(content[at : at + 4]) for at in (16, 20)]
        wanted = [2 * float(root.get(side, 0)) for side in ("width", "height")]
        assert all(abs(one - other) < 1 for one, other in zip(size, wanted, strict=True))


def test_without_the_converter_it_is_said_plainly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without vl-convert only SVG is written; the others are refused before any work, with what to install."""
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    file = data_folder("cards") / "dragon-castle" / "puzzles" / "two-roofs.puzzle.yaml"
    assert run("show", str(file), "-o", str(tmp_path / "a.svg")).exit_code == 0
    for command in ("show", "solve"):
        refused = run(command, str(file), "-o", str(tmp_path / "a.png"))
        told = "tilewright: .png pictures need vl-convert-python: pip install 'tilewright[pictures]'\n"
        assert (refused.exit_code, refused.stdout, refused.stderr) == (2, "", told)
    other = run("show", str(file), "-o", str(tmp_path / "a.gif"))
    assert other.exit_code == 2
    assert "pictures are written as .svg, .png, .pdf files" in other.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["a.svg"]


def test_many_pieces_to_place_stay_on_the_sheet() -> None:
    """The pieces to place are broken into rows that are no wider than the board."""
    root = root_of(svg(of_puzzle(replace(puzzle(), pieces=("M1",) * 40))))
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    assert all(0 <= x <= width and 0 <= y <= height for item in painted(root, False) for x, y in item.corners)


def test_notebooks_show_values() -> None:
    """Positions, puzzles and answers show their boards as SVG, boards and scores tables; all is well-formed."""
    own, card = pack(), pack().card("humility")
    position = tilewright.position(own, puzzle().board)
    named = replace(position, players=(replace(position.players[0], name="A<b>"),))
    [score] = tilewright.score(named, [card])
    answer = tilewright.solve(replace(puzzle(), pieces=("M1",)), [card])
    values = {"board": puzzle().board, "position": named, "puzzle": puzzle(), "score": score, "answer": answer}
    shown = {name: ElementTree.fromstring(value._repr_html_() or "") for name, value in values.items()}
    drawn = {name for name, root in shown.items() if root.tag == f"{SVG}svg" or root.find(f".//{SVG}svg") is not None}
    assert drawn == {"position", "puzzle", "answer"}
    assert [cell.text for cell in shown["board"].iter("td")] == ["1", "2^", ".", "2", "1M5", "3"]
    words = list(shown["score"].itertext())
    assert words[0] == "A<b>"
    assert words[words.index("humility") + 1] == str(score.parts["humility"])
    assert words[-1] == str(score.total)
    assert f"{answer.score} points, proved best" in " ".join(shown["answer"].itertext())


def test_notebooks_draw_values_too() -> None:
    """What shows no HTML gets a picture of the same: boards and scores with the texts of their tables, in both looks."""
    position = tilewright.position(pack(), puzzle().board)
    [score] = tilewright.score(position, [pack().card("humility")])
    answer = tilewright.solve(replace(puzzle(), pieces=("M1",)), [pack().card("humility")])
    values = {"board": puzzle().board, "position": position, "puzzle": puzzle(), "score": score, "answer": answer}
    texts = {name: value._repr_svg_() or "" for name, value in values.items()}
    assert words_of(texts["board"]) == ["1", "2", "1", "2^", ".", "2", "1M5", "3"]
    cells = [cell.text for cell in ElementTree.fromstring(score._repr_html_() or "").iter() if cell.tag in ("th", "td")]
    assert words_of(texts["score"]) == [cell for cell in cells if cell]
    assert "marked corner: placed" in words_of(texts["answer"])
    for text in texts.values():
        for dark in (False, True):
            found = list(texts_and_grounds(text, dark))
            assert found and all(contrast(ink, ground) >= ENOUGH for _, ink, ground in found)
    assert replace(answer, board=None)._repr_svg_() is None


def test_an_answer_without_a_board_is_shown_in_words() -> None:
    """An answer that there is none says why; one whose puzzle is not known says how the search ended."""
    full = replace(puzzle(), pieces=("F1",) * 4, board=tilewright.parse_board("M1 M2 | M3 M4", pack().game))
    answer = tilewright.solve(full, [])
    assert answer.status == "infeasible"
    assert "no placement is possible" in (answer._repr_html_() or "")
    assert replace(answer, puzzle=None)._repr_html_() == "<p>infeasible</p>"
