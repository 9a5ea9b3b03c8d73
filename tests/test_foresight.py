"""What the machine foresees and offers, doubted at every statement of random games; and claims one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from cards import card, pack
from doubting import Doubted
from plays import CASTLE, NAMES, moves, sized
from plays import old_table as table
from small_games import begin, game_of
from test_cairns import cairns
from tilewright.core import play
from tilewright.play.machine import Referee, program_of, trial
from tilewright.play.machine.foresight import Foresight
from tilewright.play.machine.statements import KINDS
from tilewright.play.old_match import OldMatch as Match
from tilewright.play.sections import Program, Section
from tilewright.play.state import State
from tilewright.table.card import Card
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry

HEIGHTS = (1, 2, 2, 1), (1, 2, 3, 1), (0, 1, 1, 1)
ABILITIES = {
    "exactly twice": """
    2 times
      discard a face-up tile
    gain 5 points""",
    "two prices": """
    pay 1 shrine
    pay 2 points
    gain 5 points""",
    "a loop before a pick": """
    up to 2 times
      choose a face-up tile called one
      choose a merchant called two
      turn face-down the two
    choose a season called last
    turn face-down the last""",
    "a thing that is built upon": """
    choose a face-down tile called one
    build a shrine on the one
    discard the one""",
    "options inside of options": """
    choose one
      option high
        choose a merchant called one
        choose a soldier called two
        pay 1 point
      option low
        1 to 2 times
          choose one
            option pay
              pay 1 shrine
            option give if there is a merchant
              discard a farmer""",
    "every player": """
    for each player
      discard a face-up tile
      pay 1 point""",
    "any order": """
    for each face-up tile not on the border in any order
      move it to a corner
      turn face-down it""",
    "a supply": """
    choose one
      option sell
        discard a face-up tile
        gain 1 shrine
      option buy if there are at least 2 shrines
        pay 1 shrine
        draw a tile
        place it
      option beg
        gain 1 point""",
    "a loop that takes what comes after": """
    up to 3 times
      pay 1 shrine
      gain 1 point
    pay 1 point""",
    "shrines that move": """
    1 to 2 times
      move a shrine to another tile
    may turn face-down a face-up tile
    pay 1 shrine""",
    "unknown tiles": """
    may turn face-up a face-down tile
    choose one
      option turn
        choose a face-down tile called one
        turn face-up the one
      option stay
        pay 1 point""",
    "a verb": """
    choose a special tile called joker
    let flock be a group of faction tiles with the same number where size >= 2
    if the joker is a dragon
      do consolidate a flock counted as dragon
    otherwise
      discard the joker""",
    "tiles that change places": """
    may swap a face-up tile and another tile
    swap a merchant and a face-up tile of the left player
    choose one
      option back
        swap a merchant and another merchant
      option pay
        pay 1 point""",
    "another player": """
    take a face-up tile of the left player
    for each left player
      pay 2 points""",
}
"""Abilities whose statements can fail in all ways there are."""
PIECES = (".", ".", "M1", "M2", "M3", "S1", "F2", "D1", "Y1", "1", "2", "1^", "1M3", "2S2")


def random_table(rng: Random, ability: str) -> Match:
    """A small table with little on it."""
    realms = [" | ".join(" ".join(rng.choice(PIECES) for _ in range(4)) for _ in range(2)) for _ in range(2)]
    counters = [{"reserve": rng.randint(0, 2), "points": rng.randint(0, 3)} for _ in range(2)]
    return table(*realms, castle=CASTLE, spirits=[card(f"spirit probe\n  ability{ability}\n")], counters=counters)


def scarce(rng: Random) -> Game:
    """The second game with few stones, one or two beacons, and room for little bread."""
    game = cairns().game
    return replace(
        game,
        kinds=tuple(replace(kind, copies=rng.choice([0, 0, 1])) for kind in game.kinds),
        caps=tuple(replace(cap, copies=rng.choice([0, 1, 2])) for cap in game.caps),
        counters=tuple(replace(one, most=3) if one.name == "bread" else one for one in game.counters),
    )


def acting(cards: list[Card]) -> list[Card]:
    """The cards with abilities."""
    return [card for card in cards if card.abilities]


# ------------------------------------------------------------------ random games, doubted


@pytest.mark.slow
@pytest.mark.parametrize("ability", ABILITIES)
def test_abilities_are_foreseen_as_they_turn_out(ability: str) -> None:
    """On small tables all that is foreseen and offered of an ability is what trying says."""
    compared: Counter[str] = Counter()
    for seed in range(8):
        rng = Random(seed)
        doubted = Doubted(random_table(rng, ABILITIES[ability]))
        doubted.play(rng, 14)
        compared += doubted.compared
    answers = Counter(name.split()[-1] for name in compared.elements() if not name.startswith("changed"))
    assert min(answers["True"], answers["False"]) >= 10, compared


@pytest.mark.slow
def test_printed_abilities_are_foreseen_as_they_turn_out() -> None:
    """So it is in games with any two cards of the pack, on a castle that is soon empty."""
    layout, compared = replace(pack().layouts()[0], heights=HEIGHTS), Counter[str]()
    for seed in range(15):
        rng = Random(seed)
        cards = rng.sample(acting(pack().cards()), 2)
        game = sized({"realm": Geometry(2, 4)})
        doubted = Doubted(Match(game, NAMES[: rng.randint(2, 3)], cards, {"castle": layout}, seed))
        doubted.play(rng, 60)
        compared += doubted.compared
    assert min(compared[f"{what} {said}"] for what in ("foreseen", "offered", "usable") for said in (True, False)) > 50
    assert compared["cannot fail"] > 500


@pytest.mark.slow
def test_small_supplies_are_foreseen() -> None:
    """So it is where stones and beacons, which no counter keeps, are few, and a counter has a most."""
    compared: Counter[str] = Counter()
    for seed in range(25):
        rng = Random(seed)
        game, cards = scarce(rng), rng.sample(acting(cairns().cards()), rng.randint(0, 2))
        doubted = Doubted(Match(game, NAMES[: rng.randint(1, 2)], cards, {}, seed))
        doubted.play(rng, 60)
        compared += doubted.compared
    assert min(compared[said] for said in ("foreseen True", "offered True", "offered False", "usable False")) > 50
    assert compared["changed by Cap"] and compared["changed by Draw"] and compared["may stop True"]


REMEMBERING = {
    **ABILITIES,
    "a rule that changes for a price": """
    choose one
      option two
        discard a face-up tile
        discard a face-up tile
      option turn
        turn face-down a face-up tile
    now a tile in the castle is also open at least once if it is a dragon or it is a wind""",
    "a rule that changes for all that follows": """
    now a tile in the castle is also matching at least once if it is special
    choose a face-up tile called one
    move the one to another space""",
}


@pytest.mark.slow
@pytest.mark.parametrize("ability", REMEMBERING)
def test_what_is_remembered_changes_no_offer(ability: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """At every position of random games the same moves are offered when all dead ends are remembered and when none is."""
    positions = 0
    for seed in range(2):
        matches = [(remembered, random_table(Random(seed), REMEMBERING[ability])) for remembered in (-1, 10**9)]
        rng, move = Random(seed), None
        for _ in range(15):
            offered = []
            for remembered, match in matches:
                monkeypatch.setattr(trial, "REMEMBERED", remembered)
                if move is not None:
                    match.play(move)
                offered.append([] if match.over else [move.text for move in match.moves])
            assert offered[0] == offered[1], (seed, offered)
            if not offered[0]:
                break
            positions += 1
            used = [text for text in offered[0] if text.startswith("use")]
            move = rng.choice(used if used and rng.random() < 0.5 else offered[0])
    assert positions > 10


# ------------------------------------------------------------------ which statements cannot fail


def program(body: str) -> tuple[Foresight, Section]:
    """The foresight of a game with one ability, and the section of that."""
    ability = card(f"spirit probe\n  ability\n{body}").abilities[0]
    course = pack().game.course
    assert course is not None
    found = program_of(replace(course, cost=()), [ability])
    return Foresight(Referee(pack().game, found, {}, 2)), found.uses[ability]


CANNOT_FAIL = {
    "    gain 2 points\n": True,
    "    pay 1 point\n": False,
    "    choose a merchant\n": False,
    "    draw a tile\n": False,
    "    may discard a merchant\n": True,
    "    up to 2 times\n      pay 1 point\n": True,
    "    1 to 2 times\n      gain 1 point\n": False,
    "    for each merchant\n      gain 1 point\n": True,
    "    for each merchant\n      turn face-down it\n": False,
    "    for each player\n      pay 1 point\n": False,
    "    for each player\n      gain 1 point\n": True,
    "    if there is a merchant\n      gain 1 point\n    otherwise\n      gain 2 points\n": True,
    "    if there is a merchant\n      pay 1 point\n    otherwise\n      gain 2 points\n": False,
    "    if there is a merchant\n      gain 1 point\n    otherwise\n      pay 2 points\n": False,
    "    choose one\n      option a\n        pay 1 point\n      option b\n        gain 1 point\n": True,
    "    choose one\n      option a\n        pay 1 point\n      option b if there is a merchant\n        gain 1 point\n": False,
    "    now the worth of a group is 5\n": True,
    "    now a tile in the castle is highest if it is on floor 1\n": False,
    "    gain 1 point\n    pay 2 points\n": False,
}


@pytest.mark.slow
@pytest.mark.parametrize("body", CANNOT_FAIL)
def test_what_cannot_fail(body: str) -> None:
    """A block cannot fail if none of its statements can, whatever lies on the table."""
    foresight, section = program(body)
    assert foresight.cannot_fail(section) is CANNOT_FAIL[body]
    assert foresight.cannot_fail(section, len(section.steps))


def test_what_follows_cannot_fail() -> None:
    """From a later statement on, only those that are left count."""
    foresight, section = program("    pay 1 point\n    gain 1 point\n")
    assert [foresight.cannot_fail(section, at) for at in range(3)] == [False, True, True]


def test_a_cap_in_a_reserve_is_there() -> None:
    """A cap that a counter keeps has been paid with it; another may be out of stock, and so may a piece to turn up."""
    thing = play.At(play.Var(1, "space", "stack"))
    cap, kind = play.Cap(thing, "shrine"), KINDS[play.Cap]
    assert kind.cannot_fail(cap, (), frozenset({"shrine"})) and not kind.cannot_fail(cap, (), frozenset())
    assert kind.cannot_fail(replace(cap, on=False), (), frozenset())
    flip = play.Flip(thing, up=True)
    assert not KINDS[play.Flip].cannot_fail(flip, (), frozenset())
    assert KINDS[play.Flip].cannot_fail(replace(flip, up=False), (), frozenset())


def test_a_piece_of_a_pool_is_not_moved_there() -> None:
    """It lies there already; one of another place can be moved."""
    hand, castle = play.Var(2, "player", "hand"), play.Var(3, "player", "castle")
    moved = play.Keep(play.At(play.Var(1, "space", "tile"), hand), hand, play.Var(4, "space", "kept"))
    assert not KINDS[play.Keep].cannot_fail(moved, (), frozenset())
    assert KINDS[play.Keep].cannot_fail(replace(moved, pool=castle), (), frozenset())


# ------------------------------------------------------------------ what is foreseen of one table


def offered(realm: str, ability: str, **counters: int) -> bool:
    """Whether an ability is offered at the beginning of a turn with some shrines to pay for it."""
    probe = card(f"spirit probe\n  ability\n{ability}")
    match = table(realm, castle="W1/M4 . W2/W3 . W4/Y1", spirits=[probe], counters=[{"reserve": 2, **counters}])
    return "use probe" in moves(match)


@pytest.mark.parametrize(
    ("realm", "expected"),
    [("M1 S1 | . .", True), ("M1 . | . .", False), ("S1 . | . .", False), ("S1 M1 | M2 .", True)],
)
def test_picks_are_followed_through_their_bindings(realm: str, expected: bool) -> None:
    """Where every pick of the first leaves none for the second, the whole is not offered."""
    ability = "    choose a merchant called one\n    choose a soldier in the row of the one\n    gain 1 point\n"
    assert offered(realm, ability.replace(" in the row of the one", ""), reserve=2) is expected


def test_stopping_is_a_way_on() -> None:
    """A loop that can be left at once does not keep what follows from being done, whatever its picks lead to."""
    ability = (
        "    up to 2 times\n      choose a merchant called one\n      choose a farmer called two\n"
        "      turn face-down the two\n    choose a season called last\n    turn face-down the last\n"
    )
    assert offered("M1 Y1 | . .", ability) and not offered("M1 F1 | . .", ability)


@pytest.mark.slow
def test_a_state_is_not_changed_by_looking_ahead() -> None:
    """Moves that are asked for again are the same, and the moment is."""
    rng = Random(5)
    for ability in ABILITIES.values():
        match = random_table(rng, ability)
        for _ in range(10):
            key, known = match.state.key, moves(match)
            assert moves(match) == known and match.state.key == key
            if not match.over:
                match.play(rng.choice(match.moves))


# ------------------------------------------------------------------ sections


def every_section(program: Program) -> Iterator[Section]:
    """The sections of a program, those inside of others too."""
    waiting = [program.setup, program.turn, program.after, *program.uses.values()]
    for section in waiting:
        yield section
        waiting += [inner for inside in section.inner for inner in inside]


def test_equal_blocks_at_different_places_are_told_apart() -> None:
    """Every section that is not empty has a number of its own, though it be equal to another."""
    body = "    up to 2 times\n      pay 1 point\n    gain 1 point\n    up to 2 times\n      pay 1 point\n"
    _, section = program(body)
    first, last = section.inner[0][0], section.inner[2][0]
    assert first.steps == last.steps and first.number != last.number
    course = pack().game.course
    assert course is not None
    known = set(every_section(program_of(course, [a for card in pack().cards() for a in card.abilities])))
    numbers = [section.number for section in known if section.steps]
    assert len(numbers) > 40 and len(set(numbers)) == len(numbers)


def test_a_call_leads_into_its_verb() -> None:
    """Inside a call are the statements of the verb, one section for all calls of it."""
    body = "    do consolidate a group of merchants counted as its type\n"
    _, section = program(body)
    steps = list(section.steps_from(0))
    call = next(step for step in steps if isinstance(step, play.Call))
    (verb,) = [verb for verb in pack().game.course.verbs if verb.name == call.verb]  # type: ignore[union-attr]
    assert set(verb.body) <= {*steps} | {step for step in verb.body if isinstance(step, play.Flag)}


def test_an_option_of_hundreds_of_statements() -> None:
    """Of what is too long to be foreseen nothing is said: it is tried, and found possible or not."""
    steps = "\n".join(["          pay 1 coin"] * 400)
    game = game_of(
        f"""
game strip
  players 1 to 2
  counter coins
  setup
    gain 500 coins
  turn
    choose one
      option many
{steps}
      option few
        pay 1 coin
  course
    2 times in turn
      do turn
"""
    )
    match = begin(game, players=1)
    assert match.state.table.counters[0]["coins"] == 500
    options = [str(move) for move in match.moves]
    match.play(match.moves[0])
    assert options == ["many", "few"]
    assert match.state.table.counters[0]["coins"] in (99, 100)
    assert match.over or [str(move) for move in match.moves] == ["few"]


# ------------------------------------------------------------------ what is remembered


def test_an_ability_in_vain_is_asked_about_again_when_what_it_reads_has_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """While all stays as it is that an ability reads it is not looked at again, whatever else changes."""
    match = Match(pack().game, NAMES[:2], [pack().card("change")], {"castle": pack().layouts()[0]}, 1)
    looked: list[State] = []
    alone = Foresight._alone

    def counted(self: Foresight, state: State, ability: play.Ability) -> bool | None:
        looked.append(state)
        return alone(self, state, ability)

    monkeypatch.setattr(Foresight, "_alone", counted)
    machine, (ability,) = match.machine, match.machine.referee.abilities
    foresight, state = Foresight(machine.referee), match.state.copy()
    castle, realm, opponent = state.table.seat_of("castle", 0), 0, 1
    assert foresight.usable(state, ability) is False and len(looked) == 1
    for elsewhere in (castle, opponent):
        state.table.changing(elsewhere)
        state.table.counters[opponent]["reserve"] += 1
        assert foresight.usable(state, ability) is False and len(looked) == 1
    state.table.changing(realm)
    assert foresight.usable(state, ability) is False and len(looked) == 2
    state.table.counters[realm]["reserve"] += 1
    assert foresight.usable(state, ability) is False and len(looked) == 3
    copy = state.copy()
    assert foresight.usable(copy, ability) is False and len(looked) == 3
