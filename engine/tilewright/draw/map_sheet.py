"""Boards that grow, in SVG: their tiles, the figures on these and on their patches, and the marks of a scene."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from tilewright.draw.face_art import FaceArt
from tilewright.draw.face_shapes import UNIT, Point
from tilewright.draw.scene import Scene
from tilewright.draw.tiles import SIDE, Tiles, add


def draw_map(parent: Element, scene: Scene, x: float, y: float) -> None:
    """Draw a map whose upper left corner is a point, each space `SIDE` wide and high."""
    art, tiles, columns = FaceArt(scene.game), Tiles.of(scene), scene.board.geometry.columns
    corners = {space: (x + SIDE * (space % columns), y + SIDE * (space // columns)) for space in scene.faces}
    for space, kind in scene.faces.items():
        art.draw(parent, kind, *corners[space], SIDE)
    figures = add(parent, "g")
    for space, mark, owner, lying, (across, down) in _figures(scene, art):
        left, top = corners[space]
        group = add(figures, "g", transform=f"translate({left:g} {top:g}) scale({SIDE / UNIT:g})")
        art.figure(group, mark, owner, lying, (across, down))
    for space, (left, top) in corners.items():
        tiles.mark(parent, space, left, top)


def _figures(scene: Scene, art: FaceArt) -> Iterator[tuple[int, str, int | None, bool, Point]]:
    """The figures: where each stands, its mark, whose it is, whether it lies (on the rest), and the point in its tile."""
    for space, kind in scene.faces.items():
        caps = scene.board.stacks[space].caps
        across, down = art.spot(kind, -1)
        for i, mark in enumerate(caps):
            yield space, mark, None, False, (across + 16 * (i - (len(caps) - 1) / 2), down)
    for standee in scene.standees:
        kind = scene.faces[standee.space]
        assert kind.face is not None, "tiles of a map have faces"
        area = kind.face.areas[standee.patch]
        lying = scene.game.areas[area].place == "rest"
        yield standee.space, standee.mark, standee.owner, lying, art.spot(kind, standee.patch)
