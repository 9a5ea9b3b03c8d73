"""Puzzles about maps as questions, and the maximum from laying all of some tiles: branch and bound over tile, space and
rotation."""

from __future__ import annotations

import re
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tilewright.areas.partial_map import ENDLESS, AreaPart, NewPatch, NewTile, NoBound, PartialMapDomain, SharedInterval
from tilewright.areas.shapes import TileStock, terrain_at
from tilewright.check.fragments import read_question
from tilewright.core import expr as core
from tilewright.core.build import is_condition
from tilewright.core.node import Node
from tilewright.core.walk import transform, walk
from tilewright.diagnostics import Problems
from tilewright.meaning.domain import Element, Env, Ruling
from tilewright.meaning.evaluator import Evaluator
from tilewright.meaning.intervals import Maybe
from tilewright.meaning.work import PATCHES
from tilewright.play.evaluator import EvaluationContext, StateEvaluator, TableContext
from tilewright.play.linking import evaluator_of
from tilewright.play.positions import table_of
from tilewright.stopping import STOP
from tilewright.table.card import Card
from tilewright.table.game import Game, Kind
from tilewright.table.puzzles import MapPuzzle
from tilewright.table.terrain import ROUND, Location, Terrain, TileFace

WHOLE = 5040
"""The unit of shares of the gain of closing an area, which are rounded up. A multiple of all numbers up to 10, so the
shares of so few spaces are exact."""
MOST_MAPS = 400_000
"""The maximum number of maps generated."""

Laid = frozenset[tuple[Location, int]]
"""A set of laid tiles: locations, each with the index of the kind (a tile in one rotation)."""


@dataclass(frozen=True)
class LayingQuestion:
    """A table with a map, the tiles to lay on it, and the number to maximize when all are laid."""

    evaluator: StateEvaluator
    state: EvaluationContext
    stock: TileStock
    asked: core.Expr

    @property
    def env(self) -> Env:
        """The bindings of the number, for the first player."""
        return {**self.state.env, **self.evaluator.places_of(self.state.table, 0)}

    @property
    def terrain(self) -> Terrain:
        """The map before any tile is laid."""
        found = terrain_at(self.state)
        assert found is not None, "tiles are laid on a board that grows"
        return found

    @cached_property
    def seat(self) -> int:
        """The place of the map."""
        return min(self.evaluator.maps)

    def shares(self) -> Shares | None:
        """The shares of the parts; None if the number has no upper bound."""
        env = self.env
        try:
            return shares_of(self.evaluator, self.state, self.stock, self.asked, env, env[self.evaluator.me])
        except NoBound:
            return None

    def value(self, laid: Laid) -> int:
        """The number with some tiles laid, evaluated on an actual table."""
        table = self.state.table.copy()
        for place, kind in in_order(self.evaluator.game, self.terrain, laid):
            grid = table.changing(self.seat)
            assert isinstance(grid.geometry, Terrain)
            space = grid.geometry.at_place[place]
            assert kind.face is not None and grid.geometry.fits(space, kind.face), "a tile does not fit"
            grid.put(space, 2 * kind.index + 1)
            table.tile_placed(self.seat, space)
        return self.evaluator.number(TableContext(table, self.state.env, self.state.changes), self.asked, self.env)


def in_order(game: Game, terrain: Terrain, laid: Laid) -> Iterator[tuple[Location, Kind]]:
    """Tiles in an order in which they can be laid, each adjacent to an earlier one."""
    waiting = dict(sorted(laid))
    while waiting:
        place = next(place for place in waiting if place in terrain.at_place)
        kind = game.kinds[waiting.pop(place)]
        assert kind.face is not None, "tiles show something"
        terrain = terrain.with_tile(terrain.at_place[place], kind.face)
        yield place, kind


@dataclass(frozen=True)
class LayingAnswer:
    """The maximum found, up to a requested number of answers that reach it, and an upper bound.

    `status` is ``optimal`` if nothing is better, ``feasible`` if that is open, ``infeasible`` if the tiles cannot all
    be laid, else ``unknown``. `every`: `answers` are all optimal ones. `maps` is the number of maps generated.
    """

    status: str
    score: int | None
    bound: int | None
    answers: tuple[Laid, ...]
    every: bool
    maps: int

    @property
    def unique(self) -> bool | None:
        """Whether there is exactly one answer; None if that is not known."""
        if len(self.answers) > 1:
            return False
        return True if self.every and self.status == "optimal" else None


@dataclass(frozen=True)
class Counts:
    """The upper bound of a map: `total` with all areas open, plus the `gain` of closing areas for tiles not laid yet.

    `closing` is the gain, by space, of filling it and thereby closing areas around it, in units of 1 / `WHOLE`; filling
    only spaces that are not `closable` closes no area.
    """

    tiles: int
    total: int
    gain: int
    closing: Mapping[int, int]
    closable: frozenset[int]

    @property
    def bound(self) -> int:
        """An upper bound of all maps that can follow."""
        return self.total + self.gain + sum(sorted(self.closing.values(), reverse=True)[: self.tiles]) // WHOLE

    def filling(self, space: int) -> int:
        """The same if the next tile is laid on a space."""
        others = sorted((most for other, most in self.closing.items() if other != space), reverse=True)
        closing = self.closing.get(space, 0) + sum(others[: self.tiles - 1])
        gain = self.gain if self.tiles > 1 or space in self.closable else 0
        return self.total + gain + closing // WHOLE


@dataclass(frozen=True)
class SearchedMap:
    """A node of the search: its terrain, the tiles left, what was laid, and by patch the shares in an open area and in
    a closed one.

    `barred` are, for each kind of tile, the spaces on which it may no longer be laid (symmetry breaking).
    """

    terrain: Terrain
    left: Mapping[int, int]
    laid: Laid
    loose: tuple[int, ...]
    closed: tuple[int, ...]
    barred: Mapping[int, frozenset[int]]

    @property
    def tiles(self) -> int:
        """The number of tiles left."""
        return sum(self.left.values())


def most_points(
    question: LayingQuestion, *, answers: int = 1, most_maps: int = MOST_MAPS, time_limit: float | None = None
) -> LayingAnswer:
    """The maximum with all tiles of a question laid, with up to so many optimal `answers`."""
    return LayingSearch(question, answers, most_maps, time_limit).answer()


class LayingSearch:
    """Depth-first branch and bound, the child with the highest bound first."""

    def __init__(self, question: LayingQuestion, answers: int, most_maps: int, time_limit: float | None) -> None:
        self.question, self.wanted, self.most_maps = question, answers, most_maps
        self._deadline = None if time_limit is None else time.monotonic() + time_limit
        self.shares = question.shares()
        self.best: int | None = None
        self.found: list[Laid] = []
        self.maps, self.ended, self._left_open = 0, False, -ENDLESS
        self._cut = False
        self._tiles: dict[int, tuple[int, int]] = {}
        self._faces: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}
        order = sorted(question.stock.counts, key=lambda first: (-sum(self._tile_counts(first)), first))
        self._ranks = {first: rank for rank, first in enumerate(order)}

    def answer(self) -> LayingAnswer:
        """Run the search."""
        start = self.start()
        if sum(self.question.stock.counts.values()):
            self._explore(start)
        else:
            self._ask(start)
        open_bound = self._left_open if self.ended else -ENDLESS
        bound = max(open_bound, -ENDLESS if self.best is None else self.best)
        proved = not self.ended or (self.best is not None and open_bound <= self.best)
        if self.best is None:
            status = "infeasible" if proved else "unknown"
        else:
            status = "optimal" if proved else "feasible"
        finite = None if bound in (-ENDLESS, ENDLESS) else bound
        every = not self.ended and not self._cut and self.wanted > 1
        return LayingAnswer(status, self.best, finite, tuple(self.found), every, self.maps)

    def start(self) -> SearchedMap:
        """The root: the map before any tile is laid."""
        question, shares = self.question, self.shares
        patches = range(question.terrain.patchwork.size)
        loose, closed = (
            tuple(by_patch.get(patch, 0) for patch in patches) if shares is not None else ()
            for by_patch in ((shares.loose, shares.closed) if shares is not None else ({}, {}))
        )
        return SearchedMap(question.terrain, dict(question.stock.counts), frozenset(), loose, closed, {})

    # -- the search

    def _explore(self, at: SearchedMap) -> None:
        for bound, after in self.following(at):
            if not self._better(bound):
                break  # the bounds are descending
            if self._over():
                self._left_open = max(self._left_open, bound)
            elif after.left:
                self._explore(after)
            else:
                self._ask(after)

    def _better(self, bound: int) -> bool:
        """Whether a map with this bound can still improve the result, or add an answer that is wanted."""
        if self.best is None or bound > self.best:
            return True
        return bound == self.best and self.wanted > 1 and not self._cut

    def _over(self) -> bool:
        late = self._deadline is not None and time.monotonic() > self._deadline
        self.ended = self.ended or late or STOP.asked or self.maps > self.most_maps
        return self.ended

    def _ask(self, laid: SearchedMap) -> None:
        """Evaluate a map on which all tiles are laid."""
        score = self.question.value(laid.laid)
        if self.best is None or score > self.best:
            self.best, self.found, self._cut = score, [laid.laid], False
        elif score == self.best and self.wanted > 1:
            if len(self.found) < self.wanted:
                self.found.append(laid.laid)
            else:
                self._cut = True

    def following(self, at: SearchedMap) -> list[tuple[int, SearchedMap]]:
        """The children with one more tile, on spaces that can improve the result, the highest bound first."""
        found, counts = [], self.counts(at)
        spaces = [space for space in at.terrain.wanted if self._better(counts.filling(space))]
        for first in at.left:
            for space in spaces:
                if space in at.barred.get(first, ()):
                    continue
                for kind in self.question.stock.turns[first]:
                    if kind.face is not None and at.terrain.fits(space, kind.face):
                        self.maps += 1
                        after = self._with_tile(at, space, kind, kind.face)
                        found.append((self.counts(after).bound, after))
        return sorted(found, key=lambda one: -one[0])

    def _with_tile(self, at: SearchedMap, space: int, kind: Kind, face: TileFace) -> SearchedMap:
        left = {first: count - (first == kind.first) for first, count in at.left.items()}
        left = {first: count for first, count in left.items() if count}
        loose, closed = self._shares_of(kind, face)
        return SearchedMap(
            at.terrain.with_tile(space, face),
            left,
            at.laid | {(at.terrain.where[space], kind.index)},
            at.loose + loose,
            at.closed + closed,
            {first: self._barred(at, first, space, kind) for first in left},
        )

    def _barred(self, at: SearchedMap, first: int, space: int, kind: Kind) -> frozenset[int]:
        """Where a tile may no longer be laid after another one, because it would have come before: of all orders only
        one is visited."""
        known, rank = at.barred.get(first, frozenset()), self._ranks
        if rank[first] > rank[kind.first]:
            return known
        before = at.terrain.wanted
        return known.union(before if first != kind.first else [other for other in before if other < space])

    # -- the bound

    def _shares_of(self, kind: Kind, face: TileFace) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The shares of the patches of a tile in one rotation."""
        if self.shares is None:
            return (), ()
        if kind.index not in self._faces:
            printed = self.question.stock.turns[kind.first][0].face
            assert printed is not None, "tiles show something"
            own = [NewPatch(NewTile(kind.first, 0), i) for i in turned_patches(printed, face)]
            self._faces[kind.index] = (
                tuple(self.shares.loose.get(patch, 0) for patch in own),
                tuple(self.shares.closed.get(patch, 0) for patch in own),
            )
        return self._faces[kind.index]

    def _tile_counts(self, first: int) -> tuple[int, int]:
        """An upper bound of the contribution of a tile not laid yet in open areas, and of the additional one in closed
        areas."""
        if first not in self._tiles:
            kind = self.question.stock.turns[first][0]
            assert kind.face is not None, "tiles show something"
            sure = gain = 0
            for patch, (loose, closed) in enumerate(zip(*self._shares_of(kind, kind.face), strict=True)):
                sure += loose if kind.face.at(patch) else closed
                gain += max(0, closed - loose) if kind.face.at(patch) else 0
            self._tiles[first] = sure, gain
        return self._tiles[first]

    def counts(self, at: SearchedMap) -> Counts:
        """The upper bound of a map."""
        if self.shares is None:
            return Counts(at.tiles, ENDLESS, 0, {}, frozenset())
        total, tiles = self.shares.base, at.tiles
        closing: dict[int, int] = defaultdict(int)
        closable: set[int] = set()
        fillable: dict[int, bool] = {}
        patchwork = at.terrain.patchwork
        for patches in patchwork.areas.values():
            loose = [patch for patch in patches if patchwork.loose[patch]]
            if not loose:
                total += sum([at.closed[patch] for patch in patches])
                continue
            total += (low := sum([at.loose[patch] for patch in patches]))
            spaces = _loose_spaces(at.terrain, loose) if tiles else ()
            if 0 < len(spaces) <= tiles and all(self._fillable(at, space, fillable) for space in spaces):
                closable.update(spaces)
                gain = max(0, sum([at.closed[patch] for patch in patches]) - low)
                for space in spaces:
                    closing[space] -= -gain * WHOLE // len(spaces)
        if any(area.place == "any" for area in self.question.stock.game.areas.values()):
            closable.update(at.terrain.wanted)  # a tile there may end the area next to another sort
        left = [(count, *self._tile_counts(first)) for first, count in at.left.items()]
        total += sum(count * sure for count, sure, _ in left)
        return Counts(tiles, total, sum(count * gain for count, _, gain in left), closing, frozenset(closable))

    def _fillable(self, at: SearchedMap, space: int, known: dict[int, bool]) -> bool:
        """Whether a remaining tile fits on a space."""
        if space not in known:
            free = (first for first in at.left if space not in at.barred.get(first, ()))
            faces = (kind.face for first in free for kind in self.question.stock.turns[first])
            known[space] = any(face is not None and at.terrain.fits(space, face) for face in faces)
        return known[space]


def _loose_spaces(terrain: Terrain, patches: list[int]) -> set[int]:
    """The free spaces at the open edges of some patches; -1 for one beyond the border of the board."""
    found = set()
    for patch in patches:
        space = terrain.patchwork.spaces[patch]
        row, column = terrain.where[space]
        for edge in terrain.faces[space].at(patch - terrain.patchwork.on[space][0]):
            down, right = ((-1, 0), (0, 1), (1, 0), (0, -1))[edge]
            other = terrain.at_place.get((row + down, column + right), -1)
            if other not in terrain.faces:
                found.add(other)
    return found


def turned_patches(printed: TileFace, lying: TileFace) -> list[int]:
    """For each patch of a tile in a rotation, its index in the tile as printed."""
    face, own = printed, list(range(len(printed.patches)))
    for _ in ROUND:
        if face == lying:
            return own
        rim = face.rim[-3:] + face.rim[:-3]
        own = [own[old] for old in dict.fromkeys((*rim, *range(len(face.patches))))]
        face = face.turned()
    raise AssertionError("a tile lies as it can be turned")


@dataclass(frozen=True)
class Shares:
    """The upper bound of a number as a sum: `base`, and the contribution of each part if its area is open (`loose`) at
    the end, or closed."""

    base: int
    loose: dict[Element, int]
    closed: dict[Element, int]


def shares_of(
    evaluator: StateEvaluator, state: EvaluationContext, stock: TileStock, asked: core.Expr, env: Env, seat: int
) -> Shares:
    """The shares of the parts, by the first patch of each, in a number. Raises `NoBound`."""
    domain = PartialMapDomain(evaluator, state, stock)
    known = {name: [_ordered(one) for one in said] for name, said in evaluator.exact(state).rules.items()}
    bounds: Evaluator[SharedInterval, Maybe] = Evaluator(domain, known)
    base, loose, closed = 0, dict[Element, int](), dict[Element, int]()
    for factor, term, place in _terms(transform(asked, _loop_last), env, seat, 1):
        over_areas = isinstance(term, core.Sum) and term.binder.domain == core.Areas()
        if not isinstance(term, core.Sum) or not over_areas:
            base += factor * bounds.number(term, env, place).high
            continue
        for part in domain.parts:
            for is_loose, found in ((True, loose), (False, closed)):
                share = _share(domain, bounds, term, part, is_loose, env, place)
                found[part.patches[0]] = found.get(part.patches[0], 0) + factor * share
    if base >= ENDLESS:
        raise NoBound("an unbounded number")
    return Shares(base, loose, closed)


def _share(
    domain: PartialMapDomain,
    evaluator: Evaluator[SharedInterval, Maybe],
    term: core.Sum,
    part: AreaPart,
    loose: bool,
    env: Env,
    seat: int,
) -> int:
    """The share of a part in a sum over all areas, if its area is open or closed at the end."""
    if part.whole and loose:
        return 0
    domain.focus = focus = AreaPart(part.patches, part.sort, part.whole, loose)
    before = domain.part_of
    domain.part_of = {**before, **dict.fromkeys(part.patches, focus)}
    inner = {**env, term.binder.var.id: focus}
    held = evaluator.condition(term.binder.guard, inner, seat)
    share = 0 if held is False else evaluator.number(term.body, inner, seat).share
    domain.focus, domain.part_of = None, before
    return share


def _terms(expr: core.Expr, env: Env, seat: int, factor: int) -> Iterator[tuple[int, core.Expr, int]]:
    """The terms of a sum, each with its factor and the place on which it is evaluated."""
    match expr:
        case core.Add():
            for part in expr.parts:
                yield from _terms(part, env, seat, factor)
        case core.OnBoardOf() if expr.player.id in env:
            yield from _terms(expr.body, env, env[expr.player.id], factor)
        case core.Mul(left=core.Const(value=value), right=body) if value >= 0:
            yield from _terms(body, env, seat, factor * value)
        case core.Mul(left=body, right=core.Const(value=value)) if value >= 0:
            yield from _terms(body, env, seat, factor * value)
        case _:  # a single term, bounded as a whole
            yield factor, expr, seat


def _ordered(ruling: Ruling) -> Ruling:
    return replace(ruling, body=transform(ruling.body, _loop_last))


def _loop_last(node: Node) -> Node:
    """A product with the factor that contains a loop last, because `PartialMapDomain.times` takes the share of that one."""
    if isinstance(node, core.Mul) and _goes_through(node.left) and not _goes_through(node.right):
        return core.Mul(node.right, node.left)
    return node


def _goes_through(expr: core.Expr) -> bool:
    return any(isinstance(node, (core.Sum, core.Extremum, core.RuleNumber)) for node in walk(expr))


_LAID = re.compile(r"(?P<code>\S+) (?P<row>-?\d{1,3}),(?P<column>-?\d{1,3})")


class CannotLay(Exception):
    """The question about the map is invalid; the text says why, `key` is the key in question."""

    def __init__(self, key: str, reason: str) -> None:
        super().__init__(reason)
        self.key = key


def question_of(puzzle: MapPuzzle, cards: Sequence[Card]) -> LayingQuestion:
    """The question of a puzzle.

    Raises `InvalidStanding` if the game cannot be in this state, `Problems` if the number does not parse, and
    `CannotLay`.
    """
    position = puzzle.position
    evaluator = evaluator_of(position.game, cards, len(position.players))
    game, mover = evaluator.game, 0 if position.standing is None else position.standing.player
    state = evaluator.on(table_of(replace(position, game=game))[0], mover)
    terrain = terrain_at(state)
    if terrain is None:
        raise CannotLay("game", f"{game.id} has no board that grows")
    counts = Counter(game.by_code[code].first for code in puzzle.tiles)
    lying = Counter(game.kinds[game.by_code[code].first].first for code in _tiles_on_table(puzzle))
    for first, count in counts.items():
        kind = game.kinds[first]
        if kind.face is None:
            raise CannotLay(game.plural(game.piece), f"{kind.code} is not a tile that is laid on the map")
        if count + lying[first] > kind.copies:
            there = f"there are {kind.copies} of {kind.code}, but with those on the table there would be {count + lying[first]}"
            raise CannotLay(game.plural(game.piece), there)
    asked = read_question(puzzle.worth, game, replace(game.largest, pieces=_tiles_of_patches(terrain, game, counts)))
    if isinstance(asked, list):
        raise Problems(diagnostics=asked)
    if is_condition(asked):
        raise CannotLay("worth", "worth must be a number; this is a condition")
    return LayingQuestion(evaluator, state, TileStock(game, counts), asked)


def _tiles_of_patches(terrain: Terrain, game: Game, counts: Counter[int]) -> int:
    """A number of tiles that have as many patches as there are, for the estimate of work: tiles have fewer than the
    maximum."""
    new = sum(count * len(face.patches) for first, count in counts.items() if (face := game.kinds[first].face))
    return -(-(terrain.patchwork.size + new) // PATCHES)


def _tiles_on_table(puzzle: MapPuzzle) -> list[str]:
    """The codes of the tiles on the table of a puzzle, on the map or elsewhere."""
    position = puzzle.position
    boards = [*position.boards.values(), *(pool for player in position.players for pool in player.pools.values())]
    boards += [player.board for player in position.players]
    return [code for board in boards for stack in board.stacks for code in stack.up]


def laid_of(puzzle: MapPuzzle, question: LayingQuestion) -> Laid:
    """The tiles of a recorded solution, all of which fit. Raises `CannotLay`."""
    game, terrain = question.evaluator.game, question.terrain
    found: dict[tuple[int, int], int] = {}
    for text in puzzle.solution:
        read = _LAID.fullmatch(text)
        kind = game.by_code.get(read["code"]) if read else None
        if read is None or kind is None:
            raise CannotLay("solution", f"'{text}' is not in the form CODE ROW,COLUMN")
        place = int(read["row"]), int(read["column"])
        if place in found:
            raise CannotLay("solution", f"there are two tiles at {place[0]},{place[1]}")
        found[place] = kind.index
    if Counter(game.kinds[index].first for index in found.values()) != question.stock.counts:
        raise CannotLay("solution", "its tiles are not those of the puzzle")
    waiting = dict(found)
    while waiting:
        place = next((place for place in waiting if terrain.at_place.get(place) in terrain.wanted), (-1, -1))
        kind = game.kinds[waiting.pop(place)] if place in waiting else None
        if kind is None or kind.face is None or not terrain.fits(terrain.at_place[place], kind.face):
            left = ", ".join(f"{row},{column}" for row, column in ([place] if kind else waiting))
            raise CannotLay("solution", f"no tile can be laid like this at {left}")
        terrain = terrain.with_tile(terrain.at_place[place], kind.face)
    return frozenset(found.items())
