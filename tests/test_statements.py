"""What is said of each statement of play, in one place for all its readers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import pytest

from cards import card, pack
from plays import CASTLE, table
from plays import play as play_moves
from test_cairns import cairns
from tilewright.core import expr as core
from tilewright.core import play
from tilewright.play.frames import Frame
from tilewright.play.machine.statements import KINDS, Footprint, reads
from tilewright.play.sections import Section
from tilewright.table.card import Card

STEERING = {play.Pick, play.Menu, play.When, play.Each, play.InAnyOrder, play.Times, play.First, play.Call}
COURSES = [pack().game.course, cairns().game.course]


def steps(block: play.Block) -> Iterator[play.Step]:
    """All statements of a block, those inside of others too."""
    for step in block:
        yield step
        for inner in play.blocks(step):
            yield from steps(inner)


def first(kind: type[play.Step], text: str) -> play.Step:
    """The first statement of a sort in an ability."""
    (ability,) = card(f"spirit probe\n  ability\n{text}").abilities
    return next(step for step in steps(ability.body) if isinstance(step, kind))


def place(name: str) -> core.Var:
    """The variable of a place of the pack."""
    course = pack().game.course
    assert course is not None
    return dict(course.places)[name]


def test_every_statement_is_described() -> None:
    """Each class of statements of the core has its kind, and there is no other."""
    own = get_args(play.Step)
    changes = {change for one in own for change in (get_args(one) or [one])}
    assert set(KINDS) == changes


def test_what_steers_changes_nothing() -> None:
    """Both packs have nearly every statement; each either steers or changes something, and never both."""
    abilities = [ability for known in (pack(), cairns()) for card in known.cards() for ability in card.abilities]
    bodies = [verb.body for course in COURSES if course for verb in course.verbs]
    bodies += [
        block for course in COURSES if course for block in (course.setup, course.turn, course.cost, course.after)
    ]
    found = {type(step): step for block in [*bodies, *(one.body for one in abilities)] for step in steps(block)}
    own = {play.PickSome, play.PickNumber, play.Wholly, play.LetNow, play.Require, play.Return, play.Roll, play.TurnTo}
    own |= {play.Repeat, play.TurnOf, play.SetCounter, play.SetRole}
    assert set(KINDS) - set(found) <= {play.First, *own}
    assert {kind for kind, step in found.items() if KINDS[kind].changes(step) == Footprint()} <= STEERING


# ------------------------------------------------------------------ blocks


@pytest.mark.parametrize("course", COURSES)
def test_blocks_can_be_put_back(course: play.Course) -> None:
    """A statement with its own blocks is the same; with other blocks it has those and nothing else is new."""
    seen = 0
    for block in (course.turn, course.setup, *(verb.body for verb in course.verbs)):
        for step in steps(block):
            bodies = play.blocks(step)
            assert play.with_blocks(step, bodies) == step
            other: list[play.Block] = [(play.Gain("points", core.Const(i)),) for i in range(len(bodies))]
            assert play.blocks(play.with_blocks(step, other)) == other
            assert play.with_blocks(play.with_blocks(step, other), bodies) == step
            seen += len(bodies)
    assert seen > 5


# ------------------------------------------------------------------ what is changed


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        (play.Gain, "    gain 2 points\n", Footprint(counters=frozenset({"points"}))),
        (play.Gain, "    pay 1 shrine\n", Footprint(counters=frozenset({"reserve"}))),
        (play.Shift, "    discard a merchant\n", Footprint(frozenset({None}), stock=True)),
        (play.Shift, "    move a merchant to another space\n", Footprint(frozenset({None}), stock=True)),
        (play.Swap, "    swap a merchant and another tile\n", Footprint(frozenset({None}))),
        (play.Flip, "    turn face-down a merchant\n", Footprint(frozenset({None}))),
        (play.Cap, "    build a shrine on a stack\n", Footprint(frozenset({None}))),
        (
            play.Keep,
            "    take a tile in the castle\n",
            Footprint(frozenset({place("castle"), place("hand")}), stock=True),
        ),
        (play.Draw, "    draw a tile\n", Footprint(frozenset({place("hand")}), stock=True)),
        (play.Flag, "    choose a merchant\n    mark it as waiting\n", Footprint(marks=frozenset({"waiting"}))),
        (play.Now, "    now the worth of a group is 5\n", Footprint(rules=frozenset({"worth"}))),
        (play.Pick, "    choose a merchant\n", Footprint()),
        (play.When, "    if there is a merchant\n      gain 1 point\n", Footprint()),
    ],
)
def test_what_a_statement_changes(kind: type[play.Step], text: str, expected: Footprint) -> None:
    """Places, counters, marks, rules and the pieces off the table, each by what it is called."""
    step = first(kind, text)
    assert KINDS[kind].changes(step) == expected


# ------------------------------------------------------------------ what is read


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        (play.Pick, "    choose a merchant\n", Footprint(frozenset({None}))),
        (play.Pick, "    choose a waiting merchant\n", Footprint(frozenset({None}), marks=frozenset({"waiting"}))),
        (
            play.Pick,
            "    take an open tile in the castle\n",
            Footprint(frozenset({place("castle")}), rules=frozenset({"open"})),
        ),
        (
            play.When,
            "    if points > 2 and there is a tile in the castle\n      gain 1 point\n",
            Footprint(frozenset({place("castle")}), frozenset({"points"})),
        ),
        (play.Gain, "    gain (count of shrines) points\n", Footprint(frozenset({None}))),
        (play.Times, "    up to (count of shrines) times\n      gain 1 point\n", Footprint(frozenset({None}))),
        (
            play.Menu,
            "    choose one\n      option a if points > 1\n        gain 1 shrine\n      option b\n        pay 1 point\n",
            Footprint(counters=frozenset({"points"})),
        ),
        (play.Keep, "    take a tile in the castle\n", Footprint(frozenset({place("castle")}))),
        (play.Call, "    do consolidate a group of merchants counted as its type\n", Footprint()),
    ],
)
def test_what_a_statement_reads(kind: type[play.Step], text: str, expected: Footprint) -> None:
    """The places, counters, marks and rules that its own conditions, numbers and binders ask about."""
    assert reads(first(kind, text)) == expected


def test_where_a_turn_leaves_the_castle() -> None:
    """From the second statement of the turn on nothing reads or changes the castle: what is taken is settled by then."""
    course, castle = pack().game.course, place("castle")
    assert course is not None
    bodies = {verb.name: verb.body for verb in course.verbs}
    touched = []
    for step in course.turn:
        inside = list(steps((step,)))
        inside += [one for call in inside if isinstance(call, play.Call) for one in steps(bodies[call.verb])]
        touched.append(any(castle in (KINDS[type(one)].changes(one).places | reads(one).places) for one in inside))
    assert touched == [True, False, False]


# ------------------------------------------------------------------ how often


def ends(probe: Card, realm: str) -> set[int]:
    """The points that an ability gains, whatever the player answers."""
    begun = play_moves(table(realm, castle=CASTLE, spirits=[probe], counters=[{"reserve": 1}]), "use probe", "shrine")
    found, waiting = set(), [begun.state]
    while waiting:
        state = waiting.pop()
        if not state.ability:
            found.add(state.table.counters[0]["points"])
            continue
        for move in begun.machine.moves_at(state):
            waiting.append(begun.machine.applied(state, move))
    return found


@pytest.mark.parametrize(
    ("often", "expected"),
    [
        ("up to (count of merchants) times", {0, 1, 2, 3}),
        ("(count of merchants) times", {3}),
        ("up to (count of merchants) times until there is no merchant", {0, 1, 2, 3}),
        ("(count of merchants) times until count of merchants = 1", {2}),
    ],
)
@pytest.mark.parametrize("first", ["discard a merchant", "gain 1 point\n      discard a merchant"])
def test_f70_how_often_is_known_before_the_first_time(often: str, expected: set[int], first: str) -> None:
    """F70: what is counted changes with each round, the number of rounds does not, whatever the form of the loop."""
    body = first if first.startswith("gain") else f"{first}\n      gain 1 point"
    assert ends(card(f"spirit probe\n  ability\n    {often}\n      {body}\n"), "M1 M2 M3 | . . .") == expected


@pytest.mark.parametrize("body", ["gain 1 point", "choose a merchant\n      gain 1 point"])
@pytest.mark.parametrize(
    ("often", "expected"),
    [("2 times", {2}), ("1 to 3 times", {1, 2, 3}), ("up to 2 times", {0, 1, 2}), ("up to 1 times", {0, 1})],
)
def test_a_loop_is_done_as_often_as_it_says(often: str, expected: set[int], body: str) -> None:
    """Whatever the player answers, the rounds are at least the least and at most the most, and each number can be."""
    assert ends(card(f"spirit probe\n  ability\n    {often}\n      {body}\n"), "M1 M2 | . .") == expected


# ------------------------------------------------------------------ frames


def test_how_many_blocks_are_done_wholly() -> None:
    """A frame counts the blocks around it that are done wholly; with the end of each it is one less."""
    inner, outer = Section((), 1), play.Times(0, core.Const(2), ())
    start = Frame(Section((outer, outer), 0, ((inner,), (inner,))), {}, None)
    once = start.wholly(0, start.again(), optional=True)
    twice = Frame(start.section, {}, once, whole=once.whole).wholly(0, once)
    assert (start.whole, once.whole, twice.whole) == (0, 1, 2)
    assert once.parent is not None and (once.parent.whole, once.parent.done) == (0, 1)
    assert (once.stopped.at, once.stopped.whole, start.stopped.at) == (1, 0, 1)
    assert start.inner(0, {1: 2}, start.next()).whole == 0 and start.next().at == 1
