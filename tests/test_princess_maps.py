"""The Princess and the Dragon beside an independent scorer, on random games; nothing is lost or made."""

from __future__ import annotations

from random import Random

import pytest

from princess import figure, followers, layout, match, part_of, points, seat, terrain_of
from tilewright.core import play as steps
from tilewright.play.frames import upward
from tilewright.play.match import Match
from tilewright.play.state import State


class Watch:
    """Compares every area that is settled with the independent scorer, and looks for those that should have been."""

    def __init__(self, made: Match) -> None:
        self.made, self.machine = made, made.machine
        self.settled = 0
        self.expected: list[int] | None = None
        self._step = self.machine.step
        self.machine.step = self.step  # type: ignore[method-assign]

    def step(self, state: State, frame: object) -> None:
        """Before each statement: was the last area paid as it should be, and what will this one pay?"""
        inside = any(one.name == "settle" for one in upward(state.frame)) if state.frame else False
        if self.expected is not None and not inside:
            assert points(state) == self.expected
            self.expected = None
        assert state.frame is not None
        section, at = state.frame.section, state.frame.at
        step = section.steps[at] if at < len(section.steps) else None
        if isinstance(step, steps.Call) and step.verb == "settle" and not self.machine.offers.trial:
            area = state.frame.env[step.arguments[0].space.id]
            known = layout(state)
            parts = [part_of(state, patch, known) for patch in area.members]
            paid = known.paid(parts, followers(state, known), figure(state, "*"))
            self.expected = [now + paid[player] for player, now in enumerate(points(state))]
            self.settled += 1
        self._step(state, state.frame)


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "players"), [(1, 2), (2, 3), (3, 4), (4, 5), (5, 2), (6, 3)])
def test_areas_are_paid_as_an_independent_scorer_pays_them(seed: int, players: int) -> None:
    """In whole games at random each area is settled for the right points, and when a turn begins none is left over."""
    made, random = match(players, seed), Random(seed)
    watch = Watch(made)
    turn = -1
    while not made.over:
        if made.state.turn != turn:
            turn = made.state.turn
            known = layout(made.state)
            standing = followers(made.state, known)
            for area in known.areas().values():
                assert not (standing.keys() & set(area) and known.complete(area))
        made.play(random.choice(list(made.moves)))
    assert watch.settled > 10
    assert not followers(made.state, layout(made.state))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_every_area_is_worth_what_the_independent_scorer_says(seed: int) -> None:
    """Whatever stands on it, of each area on a map the engine says the same worth, and the same about its completion."""
    made, random, compared = match(2, seed), Random(seed), 0
    rules = {rule.name: rule for rule in made.game.course.rules} if made.game.course else {}
    while not made.over:
        if made.state.turn % 20 == 19 and made.state.choice is not None:
            state, known = made.state, layout(made.state)
            referee = made.machine.referee
            env = referee.deciding_player(state.table, 0)
            on_patches = seat(state, "patches")
            areas = terrain_of(state).patchwork.areas
            exact = referee.evaluator(state).domain.maps.areas(on_patches, None)
            assert len(areas) == len(known.areas())
            for element, _ in exact:
                area = [part_of(state, patch, known) for patch in element.members]
                for name, asked in (("worth", referee.number), ("complete", referee.holds)):
                    rule = rules[name]
                    bound = {**env, rule.parameter.id: element, referee.me: on_patches}
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
