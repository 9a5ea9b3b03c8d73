"""How bots weigh moves and make plans: likeness, worth, changes of plans, and what they are not to know."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from cards import pack
from plays import CASTLE, NAMES, moves, play, table
from tilewright.play.bots.beam import MOST, MoveSimilarity
from tilewright.play.bots.halving import AHEAD, SOONER, Planner, TurnPlan
from tilewright.play.match import Match
from tilewright.play.totals import Totals

FOREVER = float("inf")


def likes(match: Match) -> dict[str, int]:
    """The likeness of each move there is."""
    found = list(match.moves)
    return {
        str(move): like for move, like in zip(found, MoveSimilarity(match.machine).of(match.state, found), strict=True)
    }


def planner(match: Match, seed: int = 1, until: float = FOREVER) -> Planner:
    """A planner for the one who moves."""
    return Planner(match.view(), Random(seed), until)


def texts(plan: TurnPlan) -> list[str]:
    """The moves of a plan."""
    return [decision.move.text for decision in plan.decisions]


def small(seed: int = 1, ids: tuple[str, ...] = ()) -> Match:
    """A game on a castle of sixteen tiles."""
    layout = replace(pack().layouts()[0], heights=((1, 2, 2, 1), (1, 2, 3, 1), (0, 1, 1, 1)))
    return Match(pack().game, NAMES[:2], [pack().card(id) for id in ids], {"castle": layout}, seed)


# ------------------------------------------------------------------ likeness


def test_a_place_is_liked_for_its_neighbors() -> None:
    """Where a tile is to be placed, the neighbors of its type count, whatever their number."""
    match = play(table("M1 . . | . M2 S1 | . . .", castle="W1/M4 . W2/W3 . W4/Y1"), "take 1,1", "shrine")
    assert likes(match) == {
        "place 1,2": 2,
        "place 1,3": 0,
        "place 2,1": 2,
        "place 3,1": 0,
        "place 3,2": 1,
        "place 3,3": 0,
    }


def test_moves_are_written_by_their_own_board() -> None:
    """Games on boards of other sizes share their statements, not the names of their spaces."""
    for realm in ("M1 . . | . M2 .", "M1 . | . . | M2 .", "M1 . . . M2 ."):
        rows = [row.split() for row in realm.split("|")]
        free = {f"place {i},{j}" for i, row in enumerate(rows, 1) for j, tile in enumerate(row, 1) if tile == "."}
        match = play(table(realm, castle="W1/M4 . W2/W3 . W4/Y1"), "take 1,1", "shrine")
        assert set(moves(match)) == free


def test_a_tile_is_liked_for_those_one_has() -> None:
    """Where a tile is picked, those of its type on top in one's own realm count, up to a most."""
    match = table("W1 W2 W4 W1 | W2 S1 1 1S2", "M1 M2 . . | . . . .", castle="W1/M4 . W2/W3 . W4/S3 . W1/F3")
    assert likes(match) == {"take 1,1": 0, "take 1,3": MOST, "take 1,5": 2, "take 1,7": 0}


def test_options_are_liked_alike() -> None:
    """Where nothing on a board is picked, no move is better than another."""
    match = play(table("M1 M2 | . .", castle=CASTLE), "take 1,1")
    assert set(moves(match)) >= {"shrine", "discard"} and set(likes(match).values()) == {0}


def test_an_ability_is_as_good_as_the_best_pick() -> None:
    """A move that picks nothing is not left behind by those that do."""
    match = table("W1 W2 . . | . . . .", castle="W1/M4 . W2/W3 . W4/Y1", spirits=["thrift"], counters=[{"reserve": 1}])
    found = likes(play(match, "take"))
    assert found["take 1,3"] == found["use thrift"] == 2 and found["take 1,1"] == 0


def test_a_face_down_tile_is_like_none() -> None:
    """Nothing is like a tile that does not show."""
    match = table("1 2 . M1 | . . . .", castle="W1/M4 . M2 . W4/Y1")
    assert likes(match) == {"take 1,1": 1, "take 1,5": 0}


# ------------------------------------------------------------------ plans


def test_a_plan_is_a_line_of_the_game() -> None:
    """Each decision is a move that there is at its state, of the one who plans, in the next turns of that player."""
    match = small(3)
    plan = planner(match).plan()
    assert plan.decisions[0].state.key == match.state.key
    machine = match.machine
    for decision in plan.decisions:
        assert decision.state.mover == match.turn
        assert decision.move in machine.moves_at(decision.state)
    turns = {decision.state.turn for decision in plan.decisions}
    assert turns == {0, 2, 4, 6} and len(turns) == AHEAD


def test_a_plan_is_worth_its_leads() -> None:
    """The lead at the end, and a little of the mean over the turns on the way."""
    match = small(4)
    plan = planner(match, 9).plan()
    totals, player = Totals(match), match.turn
    starts = {decision.state.turn: decision for decision in reversed(plan.decisions)}
    leads = [totals.lead(starts[turn].state, player) for turn in sorted(starts)][1:]
    assert list(plan.decisions[-1].leads) == leads
    lead = [
        lead
        for lead in range(-60, 61)
        if abs(lead + SOONER * (sum(leads) + lead) / (len(leads) + 1) - plan.worth) < 1e-9
    ]
    assert len(lead) == 1


def test_a_plan_ends_with_the_game() -> None:
    """When the game ends sooner, the worth is the lead then."""
    match = table("M1 . | . .", castle="M2", counters=[{"countdown": 1, "points": 5}, {"countdown": 1}])
    plan = planner(match).plan()
    assert {decision.state.turn for decision in plan.decisions} <= {0}
    assert plan.worth >= 5


def test_wanted_moves_are_made_as_far_as_they_can_be() -> None:
    """A plan goes by the moves that are wanted; one that is not there is replaced, and the next is tried after it."""
    match = small(5)
    wanted = texts(planner(match, 2).plan())
    assert texts(planner(match, 2).plan(wanted)) == wanted
    first = texts(planner(match, 7).plan(wanted[:1]))
    assert first[0] == wanted[0]
    second = texts(planner(match, 7).plan([wanted[0], "nonsense"]))
    assert second[0] == wanted[0] and second[1] != "nonsense"


@pytest.mark.parametrize("seed", range(6))
def test_a_changed_plan_differs_in_one_decision_first(seed: int) -> None:
    """Up to one decision it is the plan, there is another move where there is one, and leads are counted on from there."""
    match = small(6)
    own = planner(match, seed)
    plan = own.plan()
    for _ in range(5):
        changed = own.changed(plan)
        both = list(zip(plan.decisions, changed.decisions, strict=False))
        at = next((i for i, (a, b) in enumerate(both) if a.move != b.move), len(both))
        assert all(a.state.key == b.state.key for a, b in both[: at + 1])
        assert all(a.leads == b.leads for a, b in both[: at + 1])
        if at < len(both):
            assert len(match.machine.moves_at(both[at][0].state)) > 1


def test_a_single_move_cannot_be_changed() -> None:
    """Where there is one move only, the changed plan has it, too."""
    match = table(". | .", castle="M2", counters=[{"countdown": 1}, {"countdown": 1}])
    own = planner(match)
    plan = own.plan()
    assert texts(own.changed(plan))[:1] in ([text] for text in moves(match))


def test_the_seed_decides_a_plan() -> None:
    """The same seed makes the same plans, another one others."""
    plans = [texts(planner(small(2), seed).plan()) for seed in (1, 1, 2, 3)]
    assert plans[0] == plans[1] and len(set(map(tuple, plans))) > 1


def test_others_play_the_same_against_every_plan() -> None:
    """Two plans with the same moves meet the same answers; no ability is used by the others."""
    match = small(8, ("destruction",))
    own = planner(match, 3)
    plan = own.plan()
    again = own.plan(texts(plan))
    assert [decision.state.key for decision in plan.decisions] == [decision.state.key for decision in again.decisions]
    assert plan.worth == again.worth


def test_a_planner_does_not_know_what_chance_brings() -> None:
    """Its copies draw otherwise than the match does, and the match is left as it is."""
    match = small(9)
    key, chance = match.state.key, match.state.chance
    plan = planner(match).plan()
    assert plan.decisions[0].state.chance is not chance
    assert (match.state.key, match.state.chance) == (key, chance)


def test_a_plan_breaks_off_when_it_is_late() -> None:
    """After the time that is given it makes one more move and says that it is late; its plan is still one of moves."""
    match = small(1)
    own = planner(match, until=-1.0)
    plan = own.plan()
    assert own.late and len(plan.decisions) == 1 and plan.decisions[0].move in match.moves
