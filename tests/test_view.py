"""What players may know: states that look alike are played alike, and nothing that is hidden comes out."""

from __future__ import annotations

from collections import Counter
from copy import copy
from pathlib import Path
from random import Random

import pytest

from cards import board, card, pack
from cases import GAMES, mostly_slow
from plays import NAMES, moves, play, table
from relaid import relaid
from test_play_command import typed
from tilewright.kernel.engine import SeededChance
from tilewright.play.bots import bot
from tilewright.play.match import Match
from tilewright.play.table import COVERED
from tilewright.play.view import information, sample, view
from tilewright.table.position import Player, Position

ENGINE = Path(__file__).parent.parent / "engine" / "tilewright"
CARDS = ["dawn", "destruction"], ["faith", "abyss"], ["deception", "change"], []


def game(seed: int) -> Match:
    """A game for two on a printed castle."""
    layout = next(known for known in pack().layouts() if known.id == "base-2")
    cards = [pack().card(id) for id in CARDS[seed % len(CARDS)]]
    return Match(pack().game, NAMES[:2], cards, {"castle": layout}, seed)


def redrawn(match: Match, random: Random) -> Match:
    """The same match with what lies covered drawn again from all that nobody has seen, and another chance to come."""
    state = match.state.copy()
    unseen = [kind for kind, count in enumerate(state.table.bag) for _ in range(count)]
    random.shuffle(unseen)
    layout = match.machine.layout
    for piece in range(1, layout.pieces):
        if state.cells.get(layout.kind, piece) == COVERED:
            state.cells.set(layout.dealt, unseen.pop(), piece)
    state.chance = SeededChance(random.getrandbits(32))
    other = copy(match)
    other.state, other.played, other._past = state, [*match.played], [*match._past]
    return other


# ------------------------------------------------------------------ equal views


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_slow(range(GAMES or 4), quick=2))
def test_what_looks_alike_is_played_alike(seed: int) -> None:
    """In random games, whatever lies hidden: the same information, moves, and moves of every bot."""
    rng, match, differing = Random(seed), game(seed), 0
    for number in range(120):
        other = redrawn(match, rng)
        player = match.turn
        assert information(match.state, player) == information(other.state, player)
        assert match.view().position() == other.view().position()
        assert moves(match) == moves(other)
        differing += match.position() != other.position()
        if number % 12 == 0:
            trained = ("halving:2",) if number == 108 else ()
            for text in ("random", "greedy", "uct:8", *trained):
                assert bot(text, seed).choose(match.view()) == bot(text, seed).choose(other.view())
        match.play(rng.choice(match.moves))
        if match.over:
            break
    assert differing > 50


@pytest.mark.slow
def test_what_is_shown_does_not_depend_on_what_is_hidden() -> None:
    """The screen, the stacks that are looked at, and hints are the same, and name no covered tile."""
    match = game(1)
    commands = ["board", "look 4,5", "look 5,7", "score", "hint", "hint uct:9", "moves", "turns"]
    shown = typed(match, *commands)
    for seed in range(3):
        assert typed(redrawn(match, Random(seed)), *commands) == shown
    column, row = 7, 5
    stack = match.position().boards["castle"].stacks[(row - 1) * 12 + column - 1]
    assert stack.height == 3
    assert f"castle 5,7: 2 hidden, {stack.top}\n" in shown


def test_only_the_rules_are_asked_for_more_than_a_view() -> None:
    """Neither bots nor the terminal ask a match for its whole position, or a state for its chance."""
    files = [*(ENGINE / "play" / "bots").glob("*.py"), *(ENGINE / "cli" / "table").glob("*.py")]
    assert len(files) > 12
    for file in files:
        text = file.read_text("utf-8")
        for word in ("match.position(", "position_at", "chance.kind", "chance.pile", "chance.dealt"):
            assert word not in text, file


def test_what_has_been_seen_stays_known() -> None:
    """A tile that was on top is known when another comes to lie on it; the tile under the two is not."""
    probe = card("spirit probe\n  ability\n    swap a face-up tile and a tile in the castle\n")
    match = table("M1 M2 . . | . . . .", castle="F1/S1 . W1/W2", spirits=[probe], counters=[{"reserve": 1}])
    assert repr(match.view().position().boards["castle"]) == "1S1 . 1W2"
    play(match, "use probe", "shrine", "swap 1,1", "with 1,1")
    assert repr(match.view().position().boards["castle"]) == "1M1 . 1W2"
    assert repr(match.position().boards["castle"]) == "F1/M1 . W1/W2"
    match.play("take 1,1")
    assert repr(match.view().position().boards["castle"]) == "F1 . 1W2"


# ------------------------------------------------------------------ samples


@pytest.mark.slow
def test_samples_are_uniform() -> None:
    """Each unseen tile is as likely to lie under another as any other, and what is known stays as it is."""
    match = table("M1 . | . .", castle="F1/S1 . W1/W2")
    match.state.table.bag = [0] * len(pack().game.kinds)
    for code, count in (("F1", 1), ("F2", 2), ("D1", 3)):
        match.state.table.bag[pack().game.by_code[code].index] = count
    relaid(match)
    found: Counter[str] = Counter()
    seen, rng = match.view(), Random(1)
    for _ in range(1200):
        state = sample(seen.state, rng)
        assert information(state, 0) == information(match.state, 0)
        move = next(move for move in seen.moves if move.text == "take 1,1")
        state = match.machine.applied(state, move)
        found[match.game.kinds[state.table.grids[state.table.seat_of("castle", 0)].tops[0]].code] += 1
    assert set(found) == {"F1", "F2", "D1"}
    assert abs(found["F1"] - 200) < 45 and abs(found["F2"] - 400) < 60 and abs(found["D1"] - 600) < 60, found


def test_a_view_knows_nothing_of_its_chance() -> None:
    """Going on from a view reveals what another chance brings, in the match what lies there."""
    match = table("M1 . | . .", castle="F1/S1 . W1/W2")
    tops = []
    for state in (view(match.state, 0), match.state):
        state = match.machine.applied(state, next(move for move in match.moves if move.text == "take 1,1"))
        tops.append(state.table.grids[state.table.seat_of("castle", 0)].tops[0])
    assert match.game.kinds[tops[1]].code == "F1"
    assert tops[0] != tops[1]


# ------------------------------------------------------------------ what chance can bring


DRAWN = """spirit probe
  ability
    draw a tile
    place it
    2 times
      turn face-down a dragon
    gain 5 points
"""


def hoping(seed: int) -> Match:
    """A game with one dragon in the realm, where the ability needs another one to be drawn."""
    player = Player("Ada", board("D1 1 | 1^ 1^"), {"reserve": 2})
    return Match.at(Position(pack().game, (player,), (), {"castle": board("W1 . W2")}), [card(DRAWN)], seed=seed)


@pytest.mark.slow
def test_possible_is_what_some_outcome_allows() -> None:
    """An ability that needs a certain draw is offered whatever the true draw is, as long as it can come."""
    for seed in range(6):
        assert "use probe" in moves(hoping(seed)), seed
    match = hoping(0)
    for kind, known in enumerate(pack().game.kinds):
        match.state.table.bag[kind] *= known.code[0] != "D"
    relaid(match)
    assert "use probe" not in moves(match)


@pytest.mark.slow
def test_what_chance_makes_impossible_is_passed_over() -> None:
    """The draw does not bring what was hoped for: the rest is left out, and the game goes on."""
    results = set()
    for seed in range(16):
        match = play(hoping(seed), "use probe")
        while moves(match)[0].startswith("turn "):
            match.play(match.moves[0])
        drawn = [match.game.kinds[kind].code for kind in match.state.drawn]
        points = match.state.table.counters[0]["points"]
        assert len(drawn) == 1 and points == (5 if drawn[0][0] == "D" else 0)
        assert moves(match)
        results.add(points)
    assert results == {0, 5}


def test_a_changed_rule_that_chance_leaves_without_use_is_given_up() -> None:
    """Hoping for a second wind below the first is allowed; when there is none, the turn goes on as ever."""
    for below, paired in (("W1", True), ("F1", False)):
        castle = f"M1 {below}/W1 M2 . F2/F3"
        match = table("M1 . . . | . . . .", castle=castle, spirits=["dawn"], counters=[{"reserve": 2}])
        play(match, "use dawn", "shrine")
        assert (moves(match) == ["shrine", "discard"]) is not paired
        assert (repr(match.position().boards["castle"]) == "M1 . M2 . F2/F3") is paired


def test_a_position_may_leave_hidden_tiles_unknown() -> None:
    """What a position does not say of covered tiles the seed decides, out of those that nobody has seen."""
    place = {"castle": board("2M5 . 2S3")}
    state = Position(pack().game, (Player("Ada", board("D1 1 | . .")),), (), place)
    assert not state.status()
    assert [reason.code for reason in Position(pack().game, state.players, (), {"castle": board("2 W1")}).status()] == [
        "TW420"
    ]
    found = set()
    for seed in range(5):
        match = Match.at(state, seed=seed)
        play(match, "take 1,1")
        (top,) = match.position().boards["castle"].stacks[0].up
        again = Match.at(state, seed=seed)
        play(again, "take 1,1")
        assert again == match and repr(again.position()) == repr(match.position())
        found.add(top)
    assert len(found) > 1
