"""What a tile shows, from its line: patches by edges, and the rest of the tile."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tilewright.check.typed import Reported
from tilewright.diagnostics import Diagnostics, did_you_mean
from tilewright.source import Span
from tilewright.syntax import ast, game_ast
from tilewright.table.game import AreaDef, regular_plural
from tilewright.table.terrain import PLACES, ROUND, TileFace

_RIM = len(ROUND) * PLACES


class _Sketch:
    """A partially read tile: the patches on its rim, and the lines that divide it."""

    def __init__(self) -> None:
        self.patches: list[str] = []
        self.rim: dict[int, int] = {}
        self.said: dict[int, str] = {}
        self.parting: list[frozenset[int]] = []  # the sets of edges that are connected through the tile
        self.parted = False
        self.enclosed: list[int] = []

    def add(self, what: str, places: Iterable[int]) -> int:
        """Add a patch with its places on the rim."""
        self.patches.append(what)
        patch = len(self.patches) - 1
        self.rim |= dict.fromkeys(places, patch)
        return patch


class TileLines:
    """Elaborates what tiles show; `areas` are the kinds of areas of the piece."""

    def __init__(self, areas: Sequence[AreaDef], plurals: dict[str, str], diagnostics: Diagnostics) -> None:
        self.areas = {area.name: area for area in areas}
        self.diagnostics = diagnostics
        self.named = {name: name for name in self.areas}
        self.named |= {plurals.get(name) or regular_plural(name): name for name in self.areas}
        self.rest = next((area.name for area in areas if area.place == "rest"), "")

    def face(self, code: ast.Word, features: Sequence[ast.Feature]) -> TileFace:
        """The face of a tile as printed. Raises `Reported`."""
        sketch = _Sketch()
        for feature in features:
            self._feature(feature, sketch)
        edges = [sketch.said.get(edge, self.rest) for edge in range(len(ROUND))]
        if "" in edges:
            side = ROUND[edges.index("")]
            raise self._fail("TW113", code.span, f"the {side} edge is not described", "say what is there")
        self._fill(sketch, edges)
        shown = tuple(None if self.areas[name].place == "any" else name for name in edges)
        rim = tuple(sketch.rim[place] for place in range(_RIM))
        return TileFace(shown, tuple(sketch.patches), rim, self._beside(sketch, rim)).numbered()

    def _fail(self, code: str, span: Span, message: str, help: str) -> Reported:
        self.diagnostics.error(code, span, message, help)
        return Reported()

    # -- features

    def _feature(self, feature: ast.Feature, sketch: _Sketch) -> None:
        marks, area, edges = self._words(feature)
        what = " ".join([*marks, area.name])
        if area.place == "rest":
            self._rest(feature, sketch)
            return
        self._possible(feature, area, edges)
        if not edges and area.place != "inside":
            help = f"write '{area.name} top', or 'area {area.name} inside' in the piece"
            raise self._fail("TW113", feature.span, f"no edge of the {area.name}", help)
        ended = [self._edge(word, sketch, area) for word in feature.ended]
        gates = [word for word in feature.joined if word.text in self.named]
        joined = [self._edge(word, sketch, area) for word in (*edges, *(w for w in feature.joined if w not in gates))]
        if ended:
            for edge in (*joined, *ended):
                sketch.add(what, self._places(edge, area))
            self._part(sketch, feature, (*joined, *ended))
            return
        sketch.add(what, (place for edge in joined for place in self._places(edge, area)))
        for gate in gates:
            joined += self._gate(gate, sketch)
        if feature.under is None:
            self._part(sketch, feature, joined)
        elif feature.under.text not in self.named:
            raise self._no_area(feature.under)
        elif not _crosses(frozenset(joined), sketch.parting):
            raise self._fail(
                "TW113", feature.span, f"this does not cross any {feature.under.text} before it", "leave 'under' out"
            )

    def _possible(self, feature: ast.Feature, area: AreaDef, edges: Sequence[ast.Word]) -> None:
        """Report edges of an area inside the tile, and an area between others if there are none."""
        if area.place == "inside" and edges:
            help = f"leave '{edges[0].text}' out, or write 'area {area.name}' in the piece"
            raise self._fail("TW113", edges[0].span, f"a {area.name} lies inside a tile and reaches no edge", help)
        if area.place == "between" and not self.rest:
            help = "declare what is there, as in 'area field as the rest'"
            raise self._fail("TW113", feature.span, f"there is nothing on the sides of the {area.name}", help)

    def _words(self, feature: ast.Feature) -> tuple[list[str], AreaDef, list[ast.Word]]:
        """The marks before the area, the area, and the edges after it."""
        at = next((i for i, word in enumerate(feature.words) if word.text in self.named), None)
        if at is None:
            raise self._no_area(next((w for w in reversed(feature.words) if w.text not in ROUND), feature.words[-1]))
        area = self.areas[self.named[feature.words[at].text]]
        marks, edges = feature.words[:at], feature.words[at + 1 :]
        known = set(area.marks) | ({"parted"} if area.place == "rest" else set())
        for mark in marks:
            if mark.text not in known:
                help = did_you_mean(mark.text, known) or f"a {area.name} may be: {', '.join(known) or 'nothing'}"
                raise self._fail("TW101", mark.span, f"a {area.name} is never '{mark.text}'", help)
        if len({mark.text for mark in marks}) < len(marks):
            raise self._fail("TW109", marks[-1].span, f"'{marks[-1].text}' is given twice", "give it once")
        return sorted(mark.text for mark in marks), area, list(edges)

    def _no_area(self, word: ast.Word) -> Reported:
        help = did_you_mean(word.text, self.named) or "areas: " + ", ".join(self.areas)
        return self._fail("TW101", word.span, f"'{word.text}' is not an area of the piece", help)

    def _edge(self, word: ast.Word, sketch: _Sketch, area: AreaDef) -> int:
        if word.text not in ROUND:
            help = did_you_mean(word.text, ROUND) or "edges: " + ", ".join(ROUND)
            raise self._fail("TW101", word.span, f"'{word.text}' is not an edge", help)
        edge = ROUND.index(word.text)
        if edge in sketch.said:
            raise self._fail(
                "TW109", word.span, f"the {word.text} edge already has a {sketch.said[edge]}", "give each edge once"
            )
        sketch.said[edge] = area.name
        return edge

    def _places(self, edge: int, area: AreaDef) -> Iterable[int]:
        """The places of an edge that a patch takes: all, or the middle one."""
        start = edge * PLACES
        return (start + PLACES // 2,) if area.place == "between" else range(start, start + PLACES)

    def _gate(self, word: ast.Word, sketch: _Sketch) -> list[int]:
        """The edges of the patch at which another one ends."""
        area = self.named[word.text]
        patch = next((i for i, what in enumerate(sketch.patches) if what.split()[-1] == area), None)
        if patch is None:
            raise self._fail("TW113", word.span, f"the tile has no {area} yet", f"give the {area} first")
        return list(dict.fromkeys(place // PLACES for place, known in sketch.rim.items() if known == patch))

    def _part(self, sketch: _Sketch, feature: ast.Feature, edges: Iterable[int]) -> None:
        """A line through the tile, which must not cross others."""
        line = frozenset(edges)
        if len(line) < 2:
            return
        if _crosses(line, sketch.parting):
            raise self._fail(
                "TW113", feature.span, "this crosses something before it", "write 'under' and what it goes under"
            )
        sketch.parting.append(line)

    def _rest(self, feature: ast.Feature, sketch: _Sketch) -> None:
        """`parted field`: a patch for each edge; `field inside`: one that reaches no edge."""
        said = [word.text for word in feature.words]
        edge = next((word for word in (*feature.words, *feature.ended, *feature.joined) if word.text in ROUND), None)
        if edge is not None:
            help = f"leave '{edge.text}' out; '{self.rest} inside' is enclosed by others"
            raise self._fail(
                "TW113", edge.span, f"the {self.rest} is the rest of the tile: it has no edges of its own", help
            )
        if "inside" in said:
            sketch.enclosed.append(sketch.add(self.rest, ()))
        sketch.parted = sketch.parted or "parted" in said

    # -- the rest of the tile

    def _fill(self, sketch: _Sketch, edges: Sequence[str]) -> None:
        """Fill the rest of the rim: places between the same lines form one patch."""
        parts: dict[tuple[object, ...], int] = {}
        for place in range(_RIM):
            if place not in sketch.rim:
                edge = place // PLACES
                whole = edges[edge] == self.rest
                at = edge * PLACES + PLACES // 2 if whole else place
                key: tuple[object, ...] = tuple(_arc(line, at) for line in sketch.parting)
                key += (edge,) if sketch.parted else ()
                if key not in parts:
                    parts[key] = sketch.add(self.rest, ())
                sketch.rim[place] = parts[key]

    def _beside(self, sketch: _Sketch, rim: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """The adjacent patches on the rim; an enclosed patch is adjacent to all with its edges."""
        found: list[set[int]] = [set() for _ in sketch.patches]
        pairs = list(zip(rim, (*rim[1:], rim[0]), strict=True))
        pairs += [(inside, patch) for inside in sketch.enclosed for patch in rim]
        for one, other in pairs:
            if one != other:
                found[one].add(other)
                found[other].add(one)
        return tuple(tuple(sorted(known)) for known in found)


def _crosses(line: frozenset[int], others: Iterable[frozenset[int]]) -> bool:
    """Whether a line between edges crosses one of others."""
    return any(
        not line & other and len({_arc(line, edge * PLACES + PLACES // 2) for edge in other}) > 1 for other in others
    )


def _arc(line: frozenset[int], place: int) -> int:
    """The index of the arc between the edges of a line that contains a place."""
    ends = sorted(edge * PLACES + PLACES // 2 for edge in line)
    return sum(end < place for end in ends) % len(ends)


def area_of(line: game_ast.Area) -> AreaDef:
    """The declaration of a kind of area."""
    return AreaDef(line.name.text, line.place, tuple(mark.text for mark in line.marks))
