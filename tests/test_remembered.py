"""What is remembered of states: answers hold only where all is as it was that they depend on."""

from __future__ import annotations

import pytest

import tilewright.play.machine.trial as trials
from cards import card
from plays import CASTLE
from plays import old_table as table
from small_games import NAMES, cards_of, game_of, moves
from tilewright import parse_board
from tilewright.play.frames import Frame
from tilewright.play.machine.abilities import Abilities
from tilewright.play.machine.foresight import Foresight
from tilewright.play.machine.trial import Trial
from tilewright.play.old_match import OldMatch as Match
from tilewright.play.state import Move, State
from tilewright.table.position import Player, Position

QUARRY = game_of(
    """\
game quarry
  players 1 to 2

  piece block
    color red R copies 9
    color blue B copies 9
    identity face

  board yard
    of each player
    size 1 by 3
    sizes 1 to 6

  board pit
    of the table
    size 2 by 3
    sizes 1 to 6

  counter coins
  cards tool with abilities

  to sift a block
    choose a neighbor of the block called one
    choose a face-down neighbor of the one called two
    choose a face-down neighbor of the two where it is not the block
    gain 1 coin

  turn
    choose one
      option rest
        gain 1 coin
      option more
        gain 2 coins

  end after a round if coins > 40
"""
)


def at(yard: str, pit: str, ability: str) -> Match:
    """A turn begins, with a card of this ability."""
    boards = [parse_board(text, QUARRY) for text in (yard, ". . .", pit)]
    players = tuple(Player(*known, {}) for known in zip(NAMES, boards[:2], strict=False))
    cards = cards_of(f"tool probe\n  ability\n{ability}", QUARRY)
    return Match.at(Position(QUARRY, players, (), {"pit": boards[2]}), cards)


class Blind(Foresight):
    """Foresight that sees nothing, so that everything is tried."""

    def foreseen(self, state: State, frame: Frame | None) -> bool | None:
        """Not known."""
        return None


def tried(match: Match) -> bool:
    """Whether trying finds a way to use the first ability of a match."""
    referee = match.machine.referee
    trial = Trial(referee, Blind(referee), Abilities(referee))
    return trial.leads_on(match.state, None, Move("", "use", referee.abilities[0]))


@pytest.mark.parametrize(
    "ability",
    [
        "    choose (count of red blocks) blocks in the pit called few\n",
        "    choose 1 to 2 blocks in the pit called few so that count of blocks in the few = count of red blocks\n",
    ],
)
def test_how_many_are_picked_elsewhere_may_depend_on_ones_own_board(ability: str) -> None:
    """An ability in vain is asked about again when the player's board has changed, which says how many are to be picked."""
    match = at("R R R", "B B . | . . .", ability)
    assert moves(match) == ["rest", "more"]
    later = match.state.copy()
    later.usable = None
    later.table.changing(0).lift(0)
    assert [str(move) for move in match.machine.moves_at(later)] == ["rest", "more", "use probe"]


def test_inside_a_verb_it_matters_what_lies_where_it_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dead ends in a verb that is done to a thing of another place are told apart by what lies there."""
    ability = "    2 times\n      turn face-down a face-up block in the pit\n    do sift a red block in the pit\n"
    for remembered in (10**9, -1):
        monkeypatch.setattr(trials, "REMEMBERED", remembered)
        assert tried(at(". . .", ". R B | B B B", ability))


def test_what_a_card_names_is_not_taken_for_what_another_one_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tile that one card names in the realm is told from others, though another card names tiles in the hand."""
    cards = [
        card(f"spirit {id}\n  ability\n{ability}")
        for id, ability in (
            (
                "whirl",
                "    choose a face-up tile called dancer\n    choose a face-up tile\n"
                "    swap the dancer and a diagonal neighbor of the dancer where it is face-up\n",
            ),
            ("scorn", "    choose a tile in the hand called held\n    discard the held\n"),
        )
    ]
    realm = "M1 . Y1 . | W1 . . . | . . S1 . | . F1 . ."
    for remembered in (10**9, -1):
        monkeypatch.setattr(trials, "REMEMBERED", remembered)
        assert tried(table(realm, castle=CASTLE, spirits=cards, counters=[{"reserve": 2}]))
