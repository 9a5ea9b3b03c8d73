"""What is found out by trying: its budget, what it remembers, and changed rules that have to be made use of."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tilewright.play.budget as budget
import tilewright.play.machine.trial as trials
from cards import card, pack
from plays import CASTLE, moves, play
from plays import old_table as table
from tilewright.packs.workspace import Workspace
from tilewright.play.machine.abilities import Abilities
from tilewright.play.machine.demand import Demands
from tilewright.play.machine.foresight import Foresight
from tilewright.play.machine.trial import Trial
from tilewright.play.old_match import OldMatch as Match
from tilewright.play.record import Unplayable, record_of, replay
from tilewright.play.state import Move, State
from tilewright.sim.simulation import Endless, Series, Start, play_game
from tilewright.source import read_source

LATE = """    4 times
      turn face-down a merchant
    choose a face-down tile beside a farmer called last
"""
"""An ability that fails only after many ways to begin it: no merchant lies beside a farmer."""


def begun(ability: str, realm: str, castle: str = CASTLE, **counters: int) -> Match:
    """A turn begins, with an ability that shrines can pay for."""
    probe = card(f"spirit probe\n  ability\n{ability}")
    return table(realm, castle=castle, spirits=[probe], counters=[{"reserve": 2, **counters}])


class Counting(Trial):
    """Trials that count themselves."""

    def __init__(self, match: Match) -> None:
        referee = match.machine.referee
        super().__init__(referee, Foresight(referee), Abilities(referee))
        self.count = 0

    def _tried(self, *args: Any) -> State | bool:
        self.count += 1
        return super()._tried(*args)


def use(match: Match, trial: Trial) -> bool:
    """Whether the one ability of a match can be brought to its end."""
    (ability,) = match.machine.referee.abilities
    return trial.leads_on(match.state, None, Move("", "use", ability))


# ------------------------------------------------------------------ the budget


def test_what_is_not_found_in_time_counts_as_impossible(monkeypatch: pytest.MonkeyPatch) -> None:
    """With too few statements to do, an ability that could be done is not offered; the next question has its own."""
    ability = "    draw a tile\n    place it\n    discard a merchant\n"
    match = begun(ability, "S1 S2 | . .", points=1)
    trial = Counting(match)
    assert use(match, trial) and use(match, trial)
    monkeypatch.setattr(trials, "MOST_STEPS", 0)
    assert not use(match, trial)
    monkeypatch.undo()
    assert use(match, trial)
    monkeypatch.setattr(trials, "MOST_STEPS", 0)
    assert "use probe" not in moves(begun(ability, "S1 S2 | . .", points=1))


@pytest.mark.slow
def test_dead_ends_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """States that led nowhere are not tried again, so the same question takes fewer trials and has the same answer."""
    realm = "M1 M2 M3 . | M4 M5 S1 F1"
    counts = {}
    for remembered in (0, 10**9):
        monkeypatch.setattr(trials, "REMEMBERED", remembered)
        match = begun(LATE, realm)
        trial = Counting(match)
        assert not use(match, trial)
        counts[remembered] = trial.count
    assert counts[0] < counts[10**9] / 2, counts
    match = begun(LATE, realm.replace("S1", "M6"))
    assert use(match, Counting(match))


DEARLY = """    now a tile in the castle is also open at least once if it is a dragon
"""
"""Which way it is paid for makes no difference to whether it can be made use of."""


@pytest.mark.slow
def test_what_cannot_matter_is_not_remembered() -> None:
    """Many tiles to pay with lead to one state of the castle, which is looked into once or twice, not for each of them."""
    castle, counts = "M2/M3 . M4/S3 . F2/S4 . M5/F4", {}
    for count in (4, 24):
        tiles = ["MSF"[(at + at // 6) % 3] + str(at % 6 + 1) if at < count else "." for at in range(24)]
        realm = " | ".join(" ".join(tiles[at : at + 6]) for at in range(0, 24, 6))
        match = begun(DEARLY, realm, castle=castle)
        trial = Counting(match)
        assert not use(match, trial)
        counts[count] = trial.count
    assert counts[24] < 2 * counts[4], counts


@pytest.mark.slow
def test_trials_go_as_deep_as_they_need() -> None:
    """Hundreds of moves, one after another, are tried in a row: the depth of Python's calls is no limit."""
    deep = "    250 times\n      move a face-down tile to another space\n    discard a dragon\n"
    trial = Counting(match := begun(deep, "1 . | . D1"))
    assert use(match, trial) and trial.count > 250


def test_a_trial_changes_nothing() -> None:
    """The state that is asked about is as before, whatever was tried."""
    match = begun(LATE, "M1 M2 M3 . | . . . .")
    key, choice = match.state.key, match.state.choice
    use(match, Trial(match.machine.referee, Foresight(match.machine.referee), Abilities(match.machine.referee)))
    assert match.state.key == key and match.state.choice is choice


def test_trials_do_not_call_the_listener() -> None:
    """Turns that begin in a trial are not told; those of the game are."""
    match = table("M1 . | . .", castle="W1/M4 . W2/W3", spirits=["dawn"], counters=[{"reserve": 2}])
    told: list[State] = []
    match.machine.on_turn = told.append
    assert moves(match) and not told
    while not told:
        match.play(match.moves[0])
    assert told[0] is match.state


# ------------------------------------------------------------------ changed rules


DAWN = "    now a tile in the castle is also open at least once if it is a dragon\n"


def test_an_obligation_is_met_by_a_pick_that_needs_the_change() -> None:
    """What the rule allows anyhow does not meet it; with a new pick it is met, and the turn is free again."""
    probe = card(f"spirit probe\n  ability\n{DAWN}")
    match = table("M1 . | . .", castle="M2 D1 D2 D3 M3", spirits=[probe], counters=[{"reserve": 2}])
    play(match, "use probe", "shrine")
    assert len(match.state.obligations) == 1
    assert [move for move in moves(match) if move.startswith("take ")] == ["take 1,2", "take 1,3", "take 1,4"]
    play(match, "take 1,2")
    assert not match.state.obligations


def test_without_anything_new_to_pick_the_change_is_not_offered() -> None:
    """A rule that is changed for nothing cannot be made use of."""
    probe = card(f"spirit probe\n  ability\n{DAWN}")
    for castle, offered in (("M2 W1 M3", False), ("M2 D1 M3", True), ("D1 . M3", False)):
        match = table("M1 . | . .", castle=castle, spirits=[probe], counters=[{"reserve": 2}])
        assert ("use probe" in moves(match)) is offered, castle


def test_the_last_chance_to_meet_an_obligation_is_not_passed_over() -> None:
    """With one pick left that goes by the rule, options without it are not offered."""
    ability = "    now a tile in the castle is also matching at least once if it is a dragon\n"
    probe = card(f"spirit probe\n  ability\n{ability}")
    match = table("M1 . | . .", castle="M2 . W1 . D1 . D2", spirits=[probe], counters=[{"reserve": 2}])
    play(match, "use probe", "shrine")
    assert "summon" not in moves(match)
    play(match, "take 1,1")
    assert not {"shrine", "discard"} & set(moves(match))
    assert match.state.obligations


def test_rules_that_decide_what_is_picked() -> None:
    """From the first statement of a turn on a tile is picked by 'open'; once tiles are taken no rule decides."""
    referee = begun(LATE, "M1 . | . .").machine.referee
    turn = referee.program.turn
    assert {"open", "highest", "available", "matching"} <= referee.deciding(turn)
    assert not referee.deciding(turn, 1) & {"open", "matching"}
    assert "worth" not in referee.deciding(turn)


# ------------------------------------------------------------------ too much work


HEAVY = """    6 times
      move a tile to another space
    move a shrine to another tile
    99 times
      discard a face-up tile
"""
"""More discards than there are tiles, behind many moves."""
STUBBORN = """    8 times
      move a tile to another space
    99 times
      pay 3 points
"""
"""What cannot be paid, behind more moves than can be tried."""
LINES = (
    "    discard a tile\n",
    "    2 times\n      discard a face-up tile\n",
    "    move a tile to another space\n",
    "    may discard a tile\n",
    "    move a tile of the left player to a space\n",
    "    choose one\n      option less\n        discard a tile\n      option more\n        gain 1 point\n",
    "    up to 2 times\n      discard a tile\n",
)


def test_more_pieces_than_there_are_is_seen_at_once() -> None:
    """An ability that takes away more tiles than lie on the board is refused without trying the moves before that."""
    match = begun(HEAVY, "M1 M2 M3 1^ | F1 F2 F3 2")
    trial = Counting(match)
    assert not use(match, trial) and trial.count < 50


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_demands_refuse_nothing_that_can_be_done(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Abilities of several statements are offered alike whether their demands are looked at or not."""
    random = Random(seed)
    ability = "".join(random.choices(LINES, k=random.randint(2, 4)))
    for realm in ("M1 . | . .", "M1 2S1 | . .", "M1 F1 | 2 ."):
        match = table(
            realm,
            "M1 1 | . .",
            castle=CASTLE,
            spirits=[card(f"spirit probe\n  ability\n{ability}")],
            counters=[{"reserve": 1}],
        )
        offered = use(match, Counting(match))
        with monkeypatch.context() as patched:
            patched.setattr(Demands, "hopeless", lambda *_: False)
            assert use(match, Counting(match)) is offered, (ability, realm)


@pytest.mark.slow
def test_a_record_with_a_card_that_can_never_be_used_is_read_soon() -> None:
    """What is found impossible costs little: a whole game with such a card stays far below its budget."""
    probe = card(f"spirit probe\n  ability\n{HEAVY}")
    found = Workspace().check(read_source(str(Path(__file__).parent / "games" / "base-2.record.yaml")))
    assert found.match is not None
    record, layouts = record_of(found.match), found.match.layouts
    cards = [pack().card("humility"), pack().card("destruction"), probe]
    match = replay(replace(record, cards=(*record.cards, "probe")), pack().game, cards, layouts)
    assert match.machine.referee.budget.spent < 60_000


DEAR = "count of pairs of stacks where largest height of it = 8"


def test_expressions_of_much_work_count_as_statements() -> None:
    """Asking once what goes through all pairs of stacks is noted; usual questions are not."""
    match = begun("    discard a tile\n", "M1 M2 M3 1^ . . | F1 F2 F3 2 . .")
    dear = card(f"spirit dear\n  ability if ({DEAR}) = 3\n    discard a tile\n").abilities[0].condition
    usual = card("spirit usual\n  ability if there is a shrine\n    discard a tile\n").abilities[0].condition
    larger = table(" | ".join([" ".join(["1"] * 6)] * 6)).machine.referee
    for referee, question, noted in (
        (larger, dear, True),
        (larger, usual, False),
        (match.machine.referee, dear, False),
    ):
        before = referee.budget.spent
        state = match.state if referee is match.machine.referee else table(" | ".join([" ".join(["1"] * 6)] * 6)).state
        referee.holds(state, question, state.env)
        assert (referee.budget.spent > before) is noted


def test_a_record_of_too_much_to_ask_is_not_read_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Conditions that ask much are paid from the same budget, though nothing is tried; their card is named."""
    monkeypatch.setattr(budget, "SPARE", 100)
    layout = next(known for known in pack().layouts() if known.id == "base-2")
    probe = card(f"spirit probe\n  ability if ({DEAR}) = 1000\n    discard a tile\n")
    match = Match(pack().game, ["Ada", "Bo"], [], {"castle": layout}, 1)
    for _ in range(120):
        match.play(next((move for move in match.moves if move.text == "shrine"), match.moves[0]))
    dear = replace(record_of(match), cards=("probe",))
    with pytest.raises(Unplayable, match="it takes too much work to find out whether 'probe' can be used") as caught:
        replay(dear, pack().game, [probe], {"castle": layout})
    assert (caught.value.code, caught.value.card) == ("TW210", "probe")


@pytest.mark.slow
def test_a_record_of_too_much_work_is_not_read_on() -> None:
    """All trials of a record have one budget; when it is spent the card is named."""
    layout = next(known for known in pack().layouts() if known.id == "base-2")
    probe = card(f"spirit probe\n  ability\n{STUBBORN}")
    match = Match(pack().game, ["Ada", "Bo"], [], {"castle": layout}, 1)
    for _ in range(60):
        match.play(next((move for move in match.moves if move.text == "shrine"), match.moves[0]))
    heavy = replace(record_of(match), cards=("probe",))
    with pytest.raises(Unplayable) as caught:
        replay(heavy, pack().game, [probe], {"castle": layout})
    assert (caught.value.code, caught.value.card) == ("TW210", "probe")


@pytest.mark.slow
def test_a_simulated_game_of_too_much_work_ends() -> None:
    """The game is given up, and why."""
    with pytest.raises(Endless, match="it takes too much work to find out whether 'probe' can be used"):
        play_game(Series(stubborn, ("random", "random")), 1)


def stubborn() -> Start:
    """Games with a card that takes too much work."""
    layout = next(known for known in pack().layouts() if known.id == "base-2")
    return Start(pack().game, (card(f"spirit probe\n  ability\n{STUBBORN}"),), {"castle": layout})
