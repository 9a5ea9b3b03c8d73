"""Statements in abilities, by cards invented for the purpose."""

from __future__ import annotations

from random import Random

import pytest

from cards import card
from plays import CASTLE, counter, moves, play, realm, table
from relaid import relaid
from tilewright.cli.args.games import game_setup
from tilewright.core.play import ForEachInAnyOrder, Option, Pick
from tilewright.core.walk import find
from tilewright.play.log import turn_lines
from tilewright.play.match import Match
from tilewright.play.moves import IllegalMove


def spirit(*lines: str, during: str = "") -> Match:
    """A turn with a Spirit of these lines in play, on a realm with a set face-down and some tiles."""
    body = "\n".join(f"    {line}" for line in lines)
    window = f" during {during}" if during else ""
    own = card(f"spirit probe\n  ability{window}\n{body}\n")
    return table("M1 M3 1^ . | 1 2 S1 .", castle=CASTLE, spirits=[own], counters=[{"reserve": 4}])


def used(*lines: str, then: tuple[str, ...] = ()) -> Match:
    """After the ability was paid for with a shrine."""
    return play(spirit(*lines), "use probe", "shrine", *then)


def test_choices_keep_the_words_of_their_author() -> None:
    """An option says its lines, a pick its line as far as what is picked; comments and names are left out."""
    match = spirit(
        "choose one",
        "  option one  # the first",
        "    discard a face-up tile  # any",
        "    choose one",
        "      option inner",
        "        gain 1 point",
        "  option other",
        "    choose a face-up tile called prey",
        "    if the prey is face-up",
        "      discard the prey",
    )
    ability = match.cards[0].abilities[0]
    texts = {option.name: option.text for option in find(Option, ability)}
    assert texts == {
        "one": "discard a face-up tile",
        "inner": "gain 1 point",
        "other": "choose a face-up tile; if the prey is face-up",
    }
    assert [pick.text for pick in find(Pick, ability)] == ["discard a face-up tile", "choose a face-up tile"]


def test_not_yet_named() -> None:
    """An ability that speaks of the tile taken first cannot be used before one is taken."""
    match = spirit("discard the first")
    assert "use probe" not in moves(match)
    play(match, "take 1,1")
    assert "use probe" in moves(match)


def test_marked_before_taken() -> None:
    """Nor can one that only asks about what the turn has not named."""
    assert "use probe" not in moves(spirit("if the first is a dragon", "  gain 1 point", "gain 1 point"))


def test_may_without_a_pick() -> None:
    """`may` asks, whatever it is that may be done."""
    match = used("may gain 1 point")
    assert moves(match) == ["yes", "done"]
    assert counter(play(match, "yes"), "points") == 1
    assert counter(used("may gain 1 point", then=("done",)), "points") == 0


def test_up_to_without_a_pick() -> None:
    """`up to 3 times` asks before each time."""
    match = used("up to 3 times", "  gain 1 point", then=("yes", "yes"))
    assert moves(match) == ["yes", "done"]
    assert counter(play(match, "yes"), "points") == 3


def test_may_pay() -> None:
    """What cannot be paid is not asked."""
    match = table(
        "M1",
        castle=CASTLE,
        spirits=[card("spirit probe\n  ability\n    may pay 1 shrine\n    gain 1 point\n")],
        counters=[{"reserve": 1}],
    )
    assert counter(play(match, "use probe", "shrine"), "points") == 1


def test_may_of_another_player() -> None:
    """`may` asks too when the pick is on another player's board."""
    own = card("spirit probe\n  ability\n    may discard a face-up tile of the left player\n    gain 1 point\n")
    match = table("M1 . | . .", "S1 . | . .", castle=CASTLE, spirits=[own], counters=[{"reserve": 2}])
    play(match, "use probe", "shrine")
    assert moves(match) == ["yes", "done"]
    assert realm(play(match, "yes"), 1) == ". . | . ."


def test_build_on_what_is_known() -> None:
    """A shrine cannot be built on a tile that bears one or is face-up, however it is named."""
    for column, offered in (("third", False), ("first", True)):  # 1^ and S1; M1 and 1
        match = spirit(f"choose a stack in the {column} column called goal", "build a shrine on the goal")
        assert ("use probe" in moves(match)) is offered


def test_build_on_what_was_chosen() -> None:
    """Only tiles that can bear a shrine are offered when one is to be built on what is chosen."""
    match = used("choose a tile called goal", "build a shrine on the goal")
    assert moves(match) == ["choose 2,1", "choose 2,2"]
    assert realm(play(match, "choose 2,2")) == "M1 M3 1^ . | 1 2^ S1 ."


def test_a_card_changes_what_a_set_is() -> None:
    """What makes a group a set is a rule of the game too, which a card can widen."""
    own = card("spirit probe\n  ability\n    now a group is also complete if size = 3\n")
    match = table(
        "M1 M2 . S1 | . . . .", castle="W1/M3 . W2/W3 . W4/Y1 . W1/Y2", spirits=[own], counters=[{"reserve": 1}]
    )
    play(match, "use probe", "tile", "discard 1,4", "take 1,1", "shrine", "place 1,3", "done")
    assert realm(match).split(" | ")[0].startswith("1") and counter(match, "points") == 2


@pytest.mark.slow
def test_a_long_way() -> None:
    """An ability is offered as well when its only ways are long and rare."""
    own = card(
        "spirit probe\n  ability\n    2 times\n      move a tile to another space\n"
        "    choose a group of face-up tiles with the same type where size >= 4\n    gain 3 points\n"
    )
    rows = ["M1 M2 . M3 . .", *[". . . . . ."] * 4, ". . . . . M5"]
    match = table(" | ".join(rows), castle=CASTLE, spirits=[own], counters=[{"reserve": 1}])
    assert "use probe" in moves(match)


# ------------------------------------------------------------------ when an ability is offered


def gated(header: str, *lines: str, reserve: int = 4) -> Match:
    """A turn with a Spirit whose ability begins with this line."""
    body = "\n".join(f"    {line}" for line in lines)
    own = card(f"spirit probe\n  {header}\n{body}\n")
    return table("M1 M3 1^ . | 1 2 S1 .", castle=CASTLE, spirits=[own], counters=[{"reserve": reserve}] * 2)


def test_a_gate_is_asked_before_the_cost() -> None:
    """Where its condition is not true an ability is not offered; what its cost would change is not counted."""
    assert "use probe" not in moves(gated("ability if reserve < 4", "gain 1 point"))
    match = play(gated("ability if reserve = 4", "gain 1 point"), "use probe", "shrine")
    assert (counter(match, "points"), counter(match, "reserve")) == (1, 3)


def test_a_gate_may_speak_of_the_turn() -> None:
    """What the turn has not named makes the ability wait; then its condition is asked."""
    match = gated("ability if the first is a dragon", "gain 1 point")
    assert "use probe" not in moves(match)
    assert "use probe" not in moves(play(match, "take 1,1"))
    match = gated("ability if the first is not a dragon", "gain 1 point")
    assert "use probe" not in moves(match)
    assert "use probe" in moves(play(match, "take 1,1"))


def test_once_a_game_for_each_player() -> None:
    """Each player uses such an ability once; in later turns it is not offered, nor when a move is taken back and made."""
    match = gated("ability once a game", "gain 1 point")
    for offered in (True, True, False, False):
        assert ("use probe" in moves(match)) is offered
        if offered:
            match.play("use probe")
            match.undo()
            match.play("use probe")
        turn = match.state.turn
        while match.state.turn == turn:
            assert "use probe" not in moves(match)
            match.play(moves(match)[-1])
    assert match.state.spent == {(0, 0), (1, 0)}


def test_one_of_two_abilities_may_be_spent() -> None:
    """What is used once a game is the ability, not the card; where it is spent is part of where a game stands."""
    own = card("spirit probe\n  ability once a game\n    gain 1 point\n  ability\n    gain 2 points\n")
    match = table("M1 M3 . .", castle=CASTLE, spirits=[own], counters=[{"reserve": 9}] * 2)
    assert [move for move in moves(match) if move.startswith("use")] == ["use probe 1", "use probe 2"]
    before = match.state.key
    match.state.cells.set(match.machine.layout.spent, 1)
    relaid(match)
    assert [move for move in moves(match) if move.startswith("use")] == ["use probe 2"]
    assert match.state.key != before and match.state.copy().spent == match.state.spent


def test_two_abilities_of_a_card_have_moves_of_their_own() -> None:
    """Their moves are numbered, so that a record says which was used; the card alone means the only one there is."""
    own = card("spirit probe\n  ability\n    gain 1 point\n  ability if points >= 5\n    gain 2 points\n")
    counters = [{"reserve": 9, "points": 5}, {"reserve": 9}]
    match = table("M1 M3 . .", castle=CASTLE, spirits=[own], counters=counters)
    assert [move for move in moves(match) if move.startswith("use")] == ["use probe 1", "use probe 2"]
    with pytest.raises(IllegalMove, match="can be several moves"):
        match.play("use probe")
    second = table("M1 M3 . .", castle=CASTLE, spirits=[own], counters=counters)
    assert counter(play(match, "use probe 1", "shrine"), "points") == 6
    assert counter(play(second, "use probe 2", "shrine"), "points") == 7
    alone = table("M1 M3 . .", castle=CASTLE, spirits=[own], counters=[{"reserve": 9}] * 2)
    assert counter(play(alone, "use probe", "shrine"), "points") == 1


def test_an_ability_used_while_things_are_taken_one_by_one_is_in_the_log() -> None:
    """Where it is asked which tile comes next, the choice of a tile goes without saying; an ability that is used there does not."""
    found = game_setup("dragon-castle", 2, "whirl", None, 1)
    match, random = Match(found.pack.game, ["Ada", "Bo"], found.cards, found.layouts, 7), Random(7)
    while "use whirl" not in map(str, match.moves):
        match.play(random.choice([str(move) for move in match.moves]))
    assert match.state.choice is not None and isinstance(match.state.choice.step, ForEachInAnyOrder)
    turn = match.state.turn
    match.play("use whirl")
    assert turn_lines(match, turn) == ["Ada so far: take 5,7 (W1); pair; place 4,3 (W1); use whirl"]
