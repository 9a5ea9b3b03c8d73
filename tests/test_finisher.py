"""The bot that finishes by proof."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cards import pack
from cases import mostly_slow
from command_line import run
from line_search import ends_from, two_players
from tilewright.files.printing import print_position
from tilewright.play.bots import bot
from tilewright.play.match import Match
from tilewright.table.position import Position
from tilewright.turns.last_round import Finisher, last_turn
from tilewright.turns.lines import Endgame


def last(seed: int, countdown: tuple[int, int]) -> Position:
    """An ending of two players with so much of the countdown each; nothing lies under anything in the castle."""
    position = two_players(seed)
    castle = position.boards["castle"]
    flat = replace(castle, stacks=tuple(replace(stack, up=stack.up[-1:]) for stack in castle.stacks))
    position = replace(position, boards={"castle": flat})
    players = zip(position.players, countdown, strict=True)
    own = tuple(replace(one, counters={**one.counters, "countdown": count}) for one, count in players)
    return replace(position, players=own)


def leads(position: Position, mover: int) -> list[int]:
    """The leads of the one to move at the end of the round, whatever is played, against the best reply."""
    ending, found = Endgame(position, ()), []
    for end in ends_from(ending.machine, ending.begun(ending.table, mover)):
        state = ending.begun(end, 1)
        finals = ends_from(ending.machine, state) if mover == 0 else [end]
        totals = [[sum(ending.parts(table, seat).values()) for seat in (mover, 1 - mover)] for table in finals]
        found.append(min(own - other for own, other in totals))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "mover"), mostly_slow([(s, m) for s in range(3) for m in (1, 0)], quick=2))
def test_the_last_turn_is_that_of_minimax(seed: int, mover: int) -> None:
    """When the end has come about the lead is the largest against every reply, and the turn is played to its end."""
    position = last(seed, (1, 1))
    match = Match.at(position, (), turn=mover)
    found = last_turn(match.view())
    assert found is not None and found.lead == max(leads(position, mover))
    player, begun = Finisher(bot("random", 1)), match.state.turn
    while match.state.turn == begun and not match.over:
        match.play(player.choose(match.view()))
    assert tuple(move.text for move in match.played) == found.moves and player.proved == 1


def test_nothing_is_proved_far_from_the_end() -> None:
    """While the end has not come about, and cannot be brought about, the other bot plays."""
    match = Match.at(last(0, (0, 0)), (), turn=0)
    assert last_turn(match.view()) is None
    plain, player = bot("greedy", 3), Finisher(bot("greedy", 3))
    assert player.choose(match.view()) == plain.choose(match.view()) and player.proved == 0


def test_what_is_hidden_is_not_proved() -> None:
    """Where nobody knows what lies covered there is no proof."""
    layouts = {one.category: one for one in pack().layouts() if one.id == "base-2"}
    match = Match(pack().game, ["a", "b"], (), layouts, 1)
    assert last_turn(match.view()) is None


@pytest.mark.slow
def test_a_hint_near_the_end_is_proved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a game that is over with this round; a bot that is named is asked as before."""
    position = last(0, (1, 1))
    (tmp_path / "a.position.yaml").write_text(print_position(position), "utf-8")
    monkeypatch.chdir(tmp_path)
    lead = max(leads(position, 0))
    text = run("play", "a.position.yaml", input="hint\nhint greedy\nquit\n").output
    assert f"proved, for a lead of {lead} at the end" in text and "greedy suggests" in text
