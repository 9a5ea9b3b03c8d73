"""Herons, a game of tricks: invariants of random games against plain Python, its rulings by name, a record that replays."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from pathlib import Path
from random import Random

import pytest

from tilewright.files.printing import print_position
from tilewright.packs.pack import Pack
from tilewright.packs.resolve import Resolver
from tilewright.packs.workspace import Workspace
from tilewright.play.match import Match
from tilewright.play.record import record_of, replay
from tilewright.source import Source

NAMES = ("Ada", "Bo", "Cy", "Di")
RECORD = Path(__file__).parent / "games" / "herons-3.record.yaml"


@cache
def herons() -> Pack:
    """The pack."""
    found = Resolver().game("herons")
    assert isinstance(found, Pack)
    return found


def pieces_in(match: Match, place: str, player: int) -> list[str]:
    """The codes of the feathers that lie in a pool of a player."""
    grid = match.state.table.grids[match.state.table.seat_of(place, player)]
    return sorted(match.game.kinds[pile[-1] >> 1].code for pile in grid.piles if pile)


def leader(match: Match) -> int:
    """Who leads to the trick."""
    return [own["leader"] for own in match.state.table.counters].index(1)


def following(hand: list[str], led: str | None) -> set[str]:
    """What may be played by the rules: the bird that was led by who has it, anything else otherwise."""
    own = {code for code in hand if led and code[0] == led[0]}
    return own or set(hand)


def points(nest: list[str]) -> int:
    """4 for each stretch of three ranks or more, less 1 for each heron; counted by hand."""
    ranks = sorted({int(code[1]) for code in nest})
    stretches = [list(run) for _, run in groupby(enumerate(ranks), key=lambda pair: pair[1] - pair[0])]
    return 4 * sum(len(run) >= 3 for run in stretches) - sum(code[0] == "H" for code in nest)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_random_games_follow_the_rules(seed: int) -> None:
    """Every choice is what the rules allow, the highest feather of the bird that was led takes the trick, and nothing is lost."""
    match, random = Match(herons().game, NAMES[: 3 + seed % 2], seed=seed), Random(seed)
    players = range(len(match.names))
    tricks = 0
    while not match.over:
        played = {player: pieces_in(match, "trick", player) for player in players}
        led = next(iter(played[leader(match)]), None)
        hand = pieces_in(match, "hand", match.turn)
        moves = {str(move).removeprefix("move ") for move in match.moves}
        assert moves == following(hand, led)
        assert led is not None or match.turn == leader(match)
        everything = [
            code for place in ("hand", "trick", "nest") for who in players for code in pieces_in(match, place, who)
        ]
        assert len(everything) == len(set(everything)) == 9 * len(players)
        before = sum(len(pieces_in(match, "nest", player)) for player in players)
        match.play(random.choice(list(match.moves)))
        after = [pieces_in(match, "nest", player) for player in players]
        new = sum(map(len, after)) - before
        assert new % len(players) == 0
        tricks += new // len(players)  # the last trick is played at once, as nobody has a choice
        if new == len(players):
            assert all(code in after[leader(match)] for cards in played.values() for code in cards)
    assert tricks == 9
    assert [score.total for score in match.scores()] == [points(pieces_in(match, "nest", player)) for player in players]


def after_setting(hands: list[list[str]], who: int) -> Match:
    """A match of three in which these hands are to be played, and this player leads."""
    match = Match(herons().game, NAMES[:3], seed=1)
    text = print_position(match.position())
    lines = []
    player = -1
    for line in text.splitlines():
        player += line.startswith("  - name:")
        if not line.startswith(("leader:", "    hand:", "    trick:")):
            lines.append(line)
        elif line.startswith("    hand:"):
            lines.append(f"    hand: {' '.join(hands[player])}")
    at = f"[{{block: course, statement: 1, left: [9]}}, {{statement: 2, with: {{leader: {NAMES[who]}}}, of: {NAMES[who]}, left: ["
    order = [NAMES[(who + step) % 3] for step in (1, 2)]
    at += ", ".join(order) + "]}, {statement: 1}, {block: turn, statement: 1}]"
    text = "\n".join([*lines, f"leader: {NAMES[who]}", f"play: {{turn: {NAMES[who]}, at: {at}}}"]) + "\n"
    report = Workspace().check(Source("a.position.yaml", text))
    assert not report.has_errors, [str(problem) for problem in report.diagnostics]
    return Match.at(report.values[0], seed=1)


def test_who_has_the_bird_that_was_led_follows_it() -> None:
    """Cy has a crane and plays it; Ada has none and may play what she likes."""
    match = after_setting([["H1", "S1"], ["C5", "S2"], ["C9", "E1"]], who=1)
    match.play("move C5")  # Cy has no choice
    assert pieces_in(match, "trick", 2) == ["C9"]
    assert match.names[match.turn] == "Ada"
    assert {str(move) for move in match.moves} == {"move H1", "move S1"}


def test_the_highest_of_the_bird_that_was_led_takes_the_trick() -> None:
    """A nine of another bird takes nothing, and who took leads to the next trick."""
    match = after_setting([["H9", "S1"], ["C5", "S2"], ["C6", "E1"]], who=1)
    for move in ("C5", "H9"):
        match.play(f"move {move}")
    assert {"C5", "C6", "H9"} <= set(pieces_in(match, "nest", 2))
    assert leader(match) == 2


@pytest.mark.slow
def test_a_record_replays() -> None:
    """The record of a game of bots has the moves and the scores that it says."""
    report = Workspace().check(Source(str(RECORD), RECORD.read_text("utf-8"), RECORD))
    assert not report.diagnostics
    assert report.match is not None and report.match.over
    again = replay(record_of(report.match), herons().game, (), {})
    assert again == report.match


@pytest.mark.slow
def test_a_score_tells_its_reasons() -> None:
    """What lies in a pool is told by its noun, for it is on no space; a flight by its ranks."""
    report = Workspace().check(Source(str(RECORD), RECORD.read_text("utf-8"), RECORD))
    assert report.match is not None
    reasons = [r for score in report.match.scores() for found in score.reasons.values() for r in found]
    assert {name.partition(" ")[0] for reason in reasons for name in reason.what} == {"flight", "heron"}
    assert all(reason.spaces == () for reason in reasons)
