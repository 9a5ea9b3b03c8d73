"""The Princess and the Dragon beside an independent scorer, on random games; nothing is lost or made."""

from __future__ import annotations

from random import Random

import pytest

from cases import GAMES
from princess import (
    figure,
    followers,
    interpreted,
    layout,
    match,
    moves,
    part_of,
    play,
    points,
    scene,
    seat,
    terrain_of,
)
from tilewright.core import expr as core
from tilewright.core import play as steps
from tilewright.kernel import flow as f
from tilewright.kernel.state import FlatState
from tilewright.kernel.stops import Pause
from tilewright.play.evaluator import TableContext
from tilewright.play.match import Match
from tilewright.play.table import table_in
from tilewright.table.terrain import TURNS

MAPS = GAMES or 2
"""How many whole games are compared; `make maps` compares many."""


class Watch:
    """Compares every area that is settled with the independent scorer, and looks for those that should have been."""

    def __init__(self, made: Match) -> None:
        self.layout, self.settled = made.machine.layout, 0
        self.expected: list[int] | None = None
        self.engine = interpreted(made)
        calls = (block for block in self.engine.flow.blocks if _calls(block, "settle"))
        self.after = {one.value: block for block in calls for one in block.operations if isinstance(one, f.Set)}
        self._end = self.engine._end
        self.engine._end = self.end  # type: ignore[method-assign]

    def end(self, cells: FlatState, at: f.BlockId, end: f.Terminator) -> Pause | None:
        """At the end of each block: was the last area paid as it should be, and what will this one pay?"""
        block = self.engine.flow.blocks[at]
        if not cells.get(self.layout.trial) and (at in self.after or block in self.after.values()):
            state = TableContext(table_in(cells), {})
            if at in self.after:
                assert points(state) == self.expected
            else:
                area = next(one.to for one in block.operations if isinstance(one, f.Copy) and one.to.sort == core.GROUP)
                known = layout(state)
                parts = [part_of(state, patch, known) for patch in cells.element(area).members]
                paid = known.paid(parts, followers(state, known), figure(state, "*"))
                self.expected = [now + paid[player] for player, now in enumerate(points(state))]
                self.settled += 1
        return self._end(cells, at, end)


def _calls(block: f.Block, verb: str) -> bool:
    """Whether a block leads into a verb."""
    step = block.level.step if block.level is not None else None
    return (
        isinstance(step, steps.Call) and step.verb == verb and any(isinstance(one, f.Set) for one in block.operations)
    )


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "players"), [(seed, 2 + (seed - 1) % 4) for seed in range(1, MAPS + 3)])
def test_areas_are_paid_as_an_independent_scorer_pays_them(seed: int, players: int) -> None:
    """In whole games at random each area is settled for the right points, and when a turn begins none is left over."""
    made, random = match(players, seed), Random(seed)
    watch = Watch(made)
    turn = -1
    while not made.over:
        if made.state.turn != turn and moves(made)[0].startswith("place"):  # else the tile lies already
            turn = made.state.turn
            known = layout(made.state)
            standing = followers(made.state, known)
            for area in known.areas().values():
                assert not (standing.keys() & set(area) and known.complete(area))
        made.play(random.choice(list(made.moves)))
    assert watch.settled > 10
    assert not followers(made.state, layout(made.state))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(MAPS))
def test_every_area_is_worth_what_the_independent_scorer_says(seed: int) -> None:
    """Whatever stands on it, of each area on a map the engine says the same worth, and the same about its completion."""
    made, random, compared = match(2, seed), Random(seed), 0
    rules = {rule.name: rule for rule in made.game.play_rules.rules} if made.game.play_rules else {}
    while not made.over:
        if made.state.turn % 20 == 19 and made.state.choice is not None:
            state, known = made.state, layout(made.state)
            evaluator = made.machine.evaluator
            env = evaluator.places_of(state.table, 0)
            on_patches = seat(state, "patches")
            areas = terrain_of(state).patchwork.areas
            exact = evaluator.exact(state).domain.maps.areas(on_patches, None)
            assert len(areas) == len(known.areas())
            for element, _ in exact:
                area = [part_of(state, patch, known) for patch in element.members]
                for name, asked in (("worth", evaluator.number), ("complete", evaluator.holds)):
                    rule = rules[name]
                    bound = {**env, rule.parameter.id: element, evaluator.me: on_patches}
                    assert asked(state, rule.body, bound) == getattr(known, name)(area), (name, area)
                compared += 1
        made.play(random.choice(list(made.moves)))
    assert compared > 300


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 5])
def test_nothing_is_lost_or_made(players: int) -> None:
    """At every choice there are 102 tiles, seven followers of each player, and at most one dragon and one fairy."""
    made, random = match(players, 9), Random(9)
    while not made.over:
        table = made.state.table
        patches = seat(made.state, "patches")
        lying = sum(height for at, grid in enumerate(table.grids) if at != patches for height in grid.heights)
        assert lying + sum(table.gone) == 102
        signs = "".join(table.grids[patches].caps)
        for player, own in enumerate(table.counters):
            assert own["camp"] + signs.count(f"+{player}") == 7
        caps = "".join(table.grids[seat(made.state, "country")].caps)
        assert caps.count("&") <= 1 and caps.count("*") <= 1
        made.play(random.choice(list(made.moves)))


@pytest.mark.parametrize("seed", range(3))
def test_a_map_laid_in_another_order_is_the_same_state(seed: int) -> None:
    """Whatever the order in which its tiles came to lie, a map with its figures has one key; another figure another one."""
    made, random = match(2, seed), Random(seed)
    while made.state.turn < 12:
        made.play(random.choice(list(made.moves)))
    tiles = {place: code + TURNS[turn] for place, (code, turn) in layout(made.state).tiles.items()}
    standing = {((0, 0), "city"): 0, ((0, 0), "road"): 1}

    def key(tiles: dict[tuple[int, int], str], standing: dict[tuple[tuple[int, int], str], int]) -> object:
        state = scene(tiles, "U", standing, dragon=(0, 0)).state
        assert state is not None
        return state.key

    others = [shuffled(tiles, random) for _ in range(3)]
    assert len({tuple(one) for one in (tiles, *others)}) > 1
    assert {key(one, standing) for one in (tiles, *others)} == {key(tiles, standing)}
    assert key(tiles, standing) != key(tiles, {((0, 0), "city"): 1, ((0, 0), "road"): 0})
    assert key(tiles, standing) != key(dict(list(tiles.items())[:-1]), standing)


def shuffled(tiles: dict[tuple[int, int], str], random: Random) -> dict[tuple[int, int], str]:
    """The tiles of a map in another order, each beside one before it; the first one stays the first."""
    found = {(0, 0): tiles[0, 0]}
    while len(found) < len(tiles):
        near = [(r + down, c + right) for r, c in found for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))]
        place = random.choice(sorted(set(near) & tiles.keys() - found.keys()))
        found[place] = tiles[place]
    return found


@pytest.mark.parametrize("seed", range(2))
def test_a_choice_on_a_map_laid_in_another_order_is_the_same(seed: int) -> None:
    """What statements have named on the map is told by where it lies: after the same moves the keys are equal."""
    random = Random(seed)
    tiles = {(0, 0): "D", (0, 1): "U>", (0, 2): "X", (0, -1): "V<"}
    one, other = scene(tiles, "U"), scene(shuffled(tiles, random), "U")
    for _ in range(3):
        assert moves(one) == moves(other) or sorted(moves(one)) == sorted(moves(other))
        move = random.choice(sorted(moves(one)))
        play(one, move)
        play(other, move)
        assert one.state is not None and other.state is not None
        assert one.state.key == other.state.key
