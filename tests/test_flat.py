"""Moments of matches: positions, keys, records and all that is read of them, on the compiled game and on the reference interpreter alike."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tilewright
from cards import card
from cases import mostly_slow, samples
from flat_games import Twins, played
from kernel_games import MANY_TRIALS, match_of
from test_records import game as recorded
from tilewright.core.play import Pick
from tilewright.core.walk import variables
from tilewright.kernel import flow as f
from tilewright.kernel.engine import COMPILED, ENGINE, INTERPRETER
from tilewright.kernel.flow import Status
from tilewright.kernel.interpreter import Interpreter
from tilewright.kernel.liveness import liveness_of
from tilewright.meaning.domain import SpaceSet
from tilewright.play import choices, log, naming, prompts, totals
from tilewright.play.bots import bot
from tilewright.play.budget import Budget, TooMuchWork
from tilewright.play.match import Match
from tilewright.play.record import record_of, replay
from tilewright.play.standing import NotExpressible, standing_of
from tilewright.play.view import BYSTANDER, sample, view

MORE = int(os.environ.get("TILEWRIGHT_GAMES", "0"))
SPIRITS = [one.id for one in tilewright.load_pack("dragon-castle").cards() if one.abilities]
PACKS = [
    ("cairns", []),
    ("herons", []),
    ("cairns", ["staff", "strap", "climb"]),
    ("fist-of-dragonstones", None),
    ("court-the-king", None),
    ("princess-and-dragon", None),
    ("dragon-castle", []),
    *(("dragon-castle", [spirit]) for spirit in SPIRITS),
]
each_pack = pytest.mark.parametrize(
    ("name", "cards"),
    mostly_slow(PACKS, 3),
    ids=lambda one: one if isinstance(one, str) else "all" if one is None else "+".join(one) or "none",
)
RECORDS = [
    Path("tests/games") / f"{name}.record.yaml"
    for name in ("thousand-towers", "cairns-1", "herons-3", "fist-of-dragonstones-3")
] + sorted({*Path("tests").glob("*/*.record.yaml")})
FLAT: Any = Match


def begun(name: str, cards: list[str] | None, seed: int) -> Match:
    """A new match with cards of a pack, or with all of them."""
    pack = tilewright.load_pack(name)
    return match_of(pack, list(pack.cards()) if cards is None else [pack.card(one) for one in cards], seed)


def most(name: str, cards: list[str] | None) -> int:
    """How many choices of a game are compared: the reference interpreter is slow where an ability can be used."""
    few = 6 if MANY_TRIALS & set(cards or ()) else 12 if name == "dragon-castle" and cards else 60
    return 10 * few if MORE else few


def said(match: Match) -> object:
    """The full position of a match, or why there is none."""
    try:
        return match.full_position()
    except NotExpressible as problem:
        return str(problem)


# ------------------------------------------------------------------ positions


@each_pack
def test_positions_say_the_same_and_are_gone_on_with_alike(name: str, cards: list[str] | None) -> None:
    """What a position says is the same on both; read again it is the same moment, and goes on alike."""
    for seed in range(max(1, MORE)):
        random = Random(seed)
        for number, twins in enumerate(played(begun(name, cards, seed), seed, most(name, cards))):
            if number % samples(12, 6) and not MORE:
                continue
            position = said(twins.flat)
            assert position == said(twins.match)
            if isinstance(position, str):
                continue
            match, flat = (kind.at(position, twins.match.cards, seed=seed) for kind in (Match, FLAT))
            assert flat == twins.flat
            laid = [kind.laid_out(position, twins.match.cards)[1].table.key for kind in (Match, FLAT)]
            assert laid[0] == laid[1]
            for _ in range(3):
                assert list(map(str, flat.moves)) == list(map(str, match.moves))
                if match.over:
                    break
                move = str(random.choice(list(match.moves)))
                match.play(move)
                flat.play(move)
                assert flat.state.table.key == match.state.table.key


def test_loops_are_entered_where_they_were(name: str = "court-the-king") -> None:
    """Rounds of every kind of loop, verbs that are called at several places, and abilities under way are all met."""
    met = set[str]()
    for seed in range(2):
        for twins in played(begun(name, None, seed), seed, 150):
            if not twins.match.over:
                standing = standing_of(twins.match.machine, twins.match.state, twins.match.names)
                for level in standing.at or ():
                    met |= {"done"} if level.done else set()
                    met |= {"left"} if level.left else set()
                    met |= {"use"} if level.block.startswith("use ") else set()
                    met |= {"named"} if level.named else set()
    assert met == {"done", "left", "use", "named"}


# ------------------------------------------------------------------ keys


@each_pack
def test_equal_keys_are_equal_moments(name: str, cards: list[str] | None) -> None:
    """What today's key says to be alike is alike; and of equal keys all that players see is the same."""
    random, new, seen = Random(0), dict[object, object](), dict[object, object]()
    twins = Twins(begun(name, cards, 0))
    for _ in range(most(name, cards) // 6):
        for old, flat in _around(twins, random):
            assert new.setdefault(old.key, flat.key) == flat.key
            shown = twins.flat.position_at(flat), sorted(map(str, twins.flat.machine.moves_at(flat)))
            assert seen.setdefault(flat.key, shown) == shown
        if twins.match.over:
            break
        twins.play(str(random.choice(list(twins.match.moves))))
    assert len(set(map(repr, new.values()))) > 5


def _around(twins: Twins, random: Random) -> list[tuple[Any, Any]]:
    """Some states two moves on, in both orders of each pair of moves."""
    found: list[tuple[Any, Any]] = [(twins.match.state, twins.flat.state)]
    texts = list(map(str, twins.match.moves))
    pairs = [random.sample(texts, 2) for _ in range(3)] if len(texts) > 1 else []
    for pair in [*pairs, *(pair[::-1] for pair in pairs)]:
        old: Any = twins.match.state
        flat: Any = twins.flat.state
        for text in pair:
            before = twins.match.machine.moves_at(old), twins.flat.machine.moves_at(flat)
            moves = [next((move for move in moves if move.text == text), None) for moves in before]
            assert (moves[0] is None) == (moves[1] is None)
            if moves[0] is None or moves[1] is None:
                break
            old, flat = twins.match.machine.applied(old, moves[0]), twins.flat.machine.applied(flat, moves[1])
            found.append((old, flat))
    return found


def test_what_nothing_asks_for_any_more_is_no_part_of_a_key() -> None:
    """Slots that are not read before they are written may hold anything."""
    twins, random = Twins(begun("court-the-king", None, 1)), Random(1)
    dead = 0
    for _ in range(20):
        twins.play(str(random.choice(list(twins.match.moves))))
        state = twins.flat.state
        key, changed = state.key, state.copy()
        live = liveness_of(twins.flat.machine.flow).of(state.cells)
        flow = twins.flat.machine.flow
        spaces = [slot for slot in flow.slots if slot.sort == "space" and not slot.many]
        for slot in spaces:
            if not live >> slot.index & 1 and slot not in flow.lasting.values() and changed.cells.number(slot) != 1:
                changed.cells.put_number(slot, 1)
                dead += 1
        assert changed.key == key
        assert list(map(str, twins.flat.machine.moves_at(changed))) == list(map(str, twins.flat.moves))
    assert dead > 20


# ------------------------------------------------------------------ what is read of a match


def read(match: Any) -> dict[str, object]:
    """All that screens say of a match."""
    state, machine, found = match.state, match.machine, dict[str, object]()
    found["turn"] = match.turn, match.over, match.begun, state.mover, state.turn, state.draws, state.drawn
    if not match.over:
        wording = prompts.MoveFormatter(match.cards)
        found["question"] = wording.question(match, state), wording.options(match, state)
        found["picked"] = [prompts.with_picked(match, state, move) for move in match.moves]
        found["recorded"] = [naming.with_board(machine, match.names, state, move) for move in match.moves]
        found["spaces"] = prompts.picked_spaces(match, state), prompts.picked_things(match, state)
        found["moved"] = prompts.moved_piece(match, state)
        asked = choices.asked(machine, state)
        found["asked"] = asked.texts, asked.numbered
        seen = match.view()
        found["view"] = seen.position(), list(map(str, seen.moves))
    found["round"], found["position"], found["winners"] = prompts.round_of(match), match.position(), match.winners()
    found["totals"] = totals.Totals(match)(state), totals.known_parts(match.view(0), state)
    found["log"] = [log.turn_lines(match, turn) for turn in log.played_turns(match)[-2:]]
    found["choices"] = list(choices.choices_of(match, [0]))[:4]
    for player in (*range(len(match.names)), BYSTANDER):
        seen = view(state, player)
        found[f"seen by {player}"] = seen.table.key, seen.player
    drawn = sample(view(state, state.player), Random(1))
    found["sample"] = drawn.table.key, drawn.player
    return found


@each_pack
def test_readers_say_the_same(name: str, cards: list[str] | None) -> None:
    """Questions, logs, views, totals, records and transcripts, at choices of a random game."""
    twins = None
    for number, twins in enumerate(played(begun(name, cards, 3), 3, most(name, cards))):
        if number % 4 == 0 or MORE:
            old, new = read(twins.match), read(twins.flat)
            assert old == new
    assert twins is not None
    flat: Any = twins.flat
    assert record_of(flat) == record_of(twins.match)
    assert list(log.transcript(flat)) == list(log.transcript(twins.match))


# ------------------------------------------------------------------ bots


@pytest.mark.parametrize(
    ("name", "cards", "text"),
    mostly_slow(
        [
            ("cairns", ["staff"], "uct:8"),
            ("fist-of-dragonstones", None, "greedy"),
            ("court-the-king", None, "greedy"),
            ("herons", [], "halving:3"),
            ("princess-and-dragon", None, "greedy"),
            ("dragon-castle", ["destruction"], "uct:8"),
        ],
        3,
    ),
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_bots_choose_alike(name: str, cards: list[str] | None, text: str) -> None:
    """The same seed leads to the same moves, on states of the machine and on flat ones."""
    twins = Twins(begun(name, cards, 1))
    flat: Any = twins.flat
    bots = [[bot(text, seat) for seat in range(len(twins.match.names))] for _ in range(2)]
    for _ in range(8):
        player = twins.match.turn
        moves = [str(own[player].choose(match.view())) for own, match in zip(bots, (twins.match, flat), strict=True)]
        assert moves[0] == moves[1]
        twins.play(moves[0])


def test_a_game_is_finished_at_once() -> None:
    """What a course does after its rounds is done as by the machine; without abilities as if all had been used."""
    ended = 0
    for twins in played(begun("princess-and-dragon", None, 2), 2, 40):
        old, flat = (match.machine.finished(match.state) for match in (twins.match, twins.flat))
        assert old.table.key == flat.table.key and old.over == flat.over
        ended += flat is not twins.flat.state
    assert ended > 10
    for twins in played(begun("court-the-king", None, 2), 2, 40):
        plain = [(match.machine, match.machine.without_abilities(match.state)) for match in (twins.match, twins.flat)]
        shown = [list(map(str, machine.moves_at(state))) for machine, state in plain]
        assert shown[0] == shown[1] and not any(text.startswith("use ") for text in shown[0])


# ------------------------------------------------------------------ records


@pytest.mark.parametrize("path", mostly_slow(dict.fromkeys(RECORDS), 2), ids=lambda path: path.name.partition(".")[0])
def test_recorded_games_are_replayed(path: Path) -> None:
    """Every move of it, to the same result and the same record."""
    match = recorded(path)
    flat = replay(record_of(match), match.game, match.cards, match.layouts, FLAT)
    assert type(flat) is Match
    assert record_of(flat) == record_of(match)
    assert flat.position() == match.position()


@pytest.mark.parametrize("kind", [Match])
def test_a_game_that_began_with_a_position_is_recorded(kind: Any) -> None:
    """Its record has the position, and leads to the same moment, also where a player chooses in the course before a turn."""
    first, random = begun("herons", [], 2).position(), Random(3)
    match = kind.at(first, (), 1, seed=3)
    keys = [match.state.key]
    for _ in range(8):
        match.play(random.choice(list(match.moves)))
        keys.append(match.state.key)
    assert any(text.startswith("P0: choose player") for turn in record_of(match).turns for text in turn.moves)
    again = replay(record_of(match), match.game, (), {}, kind)
    assert again == match and again.digest == match.digest and hash(again) == hash(match)
    while match.played:
        keys.pop()
        match.undo()
        assert match.state.key == keys[-1] and again != match


# ------------------------------------------------------------------ work


@pytest.mark.parametrize("kind", [COMPILED, INTERPRETER])
def test_work_is_counted_and_limited(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same game takes the same work in every run; beyond the budget it is reported."""
    monkeypatch.setenv(ENGINE, kind)
    spent = []
    for _ in range(2):
        budget, random = Budget(limited=True), Random(5)
        match = Match(tilewright.load_pack("cairns").game, ["Ada", "Bo"], seed=5, budget=budget)
        for _ in range(25):
            match.play(random.choice(list(match.moves)))
        spent.append(budget.spent)
    assert spent[0] == spent[1] > 50
    assert isinstance(match.machine.engine, Interpreter) == (kind == INTERPRETER)
    budget.allowed = budget.spent - 2000
    with pytest.raises(TooMuchWork):
        while not match.over:
            match.play(random.choice(list(match.moves)))


@pytest.mark.parametrize("kind", [COMPILED, INTERPRETER])
def test_conditions_of_much_work_count_as_steps(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asked in every turn is paid from the same budget, though nothing is tried; its card is named."""
    monkeypatch.setenv(ENGINE, kind)
    pack = tilewright.load_pack("dragon-castle")
    layout = next(layout for layout in pack.layouts() if layout.id == "base-2")

    def begun_with(condition: str) -> tuple[Match, Budget, int]:
        """A match after its first move, and what that took."""
        probe = card(f"spirit probe\n  ability if ({condition}) = 1000\n    discard a tile\n")
        match = Match(pack.game, ["Ada", "Bo"], [probe], {"castle": layout}, 1, budget := Budget(limited=True))
        before = budget.spent
        match.play(match.moves[0])
        return match, budget, budget.spent - before

    match, budget, dear = begun_with("count of pairs of stacks where largest height of it = 8")
    cheap = begun_with("count of shrines")[2]
    assert dear > cheap + 5
    budget.allowed, budget.share = budget.spent + cheap + 5, 0  # enough for the options, which are tried first
    with pytest.raises(TooMuchWork, match="whether 'probe' can be used"):
        match.machine.engine.run(match.state.cells)


def test_both_are_asked_the_same() -> None:
    """Rules, conditions and binders say the same of the states of both, compiled and evaluated."""
    asked = 0
    for name, cards in (("court-the-king", None), ("dragon-castle", []), ("cairns", ["staff"])):
        for twins in played(begun(name, cards, 1), 1, 12):
            old, flat = twins.match, twins.flat
            states: list[tuple[Any, Any]] = [
                (old.machine.evaluator, old.state),
                (flat.machine.evaluator, flat.state),
            ]
            found = []
            for evaluator, state in states:
                play_rules = evaluator.play_rules
                conditions = [play_rules.end, *(ability.condition for ability in evaluator.abilities)]
                compiled = [
                    evaluator.answer(state, one, state.env)
                    for one in conditions
                    if lasting(play_rules, one) <= state.env.keys()
                ]
                evaluator.compiled = False
                exact = [
                    evaluator.answer(state, one, state.env)
                    for one in conditions
                    if lasting(play_rules, one) <= state.env.keys()
                ]
                evaluator.compiled = True
                assert compiled == exact
                frame, step = state.frame, None if state.choice is None else state.choice.step
                listed = (
                    [] if not isinstance(step, Pick) else evaluator.elements(state, step.binder, step.home, frame.env)
                )
                found.append((compiled, [shown(one) for one in listed]))
                asked += len(compiled) + len(listed)
            assert found[0] == found[1]
    assert asked > 200


def lasting(play_rules: Any, node: Any) -> set[int]:
    """The things of a turn that a condition speaks of."""
    return {at.space.id for _, at in play_rules.lasting} & {var.id for var in variables(node)}


def shown(element: Any) -> object:
    """An element that can be compared."""
    return (element.root, *sorted(element.members)) if isinstance(element, SpaceSet) else element


# ------------------------------------------------------------------ the kernel


def test_changes_of_rules_do_not_touch_one_another() -> None:
    """As many at once as there may be, each with what it was made with."""
    pack = tilewright.load_pack("dragon-castle")
    cards = [one for one in pack.cards() if one.abilities]
    match = Match.at(begun("dragon-castle", [], 0).position(), cards)
    interpreter, cells = match.machine.interpreter, match.state.cells
    captured = [ruling for ruling in match.machine.flow.rulings if ruling.captured]
    assert captured
    made = []
    for number, ruling in enumerate(captured[:8] * 2):
        for _, slot in ruling.captured:
            cells.bind(slot, SpaceSet(number, {number: True}) if slot.sort in ("group", "line") else number)
        assert interpreter.do(cells, f.Override(ruling))
        made.append({var: cells.element(slot) for var, slot in ruling.captured})
    in_force = [ruling.env for _, ruling in interpreter.rulings_of(cells)]
    assert [{var: env[var] for var in own} for env, own in zip(in_force, made, strict=True)] == made


def test_a_game_that_is_over_has_no_moves() -> None:
    """Nothing is offered after the end."""
    twins = list(played(begun("herons", [], 0), 0, 500))[-1]
    assert twins.flat.over and twins.flat.state.stop.status == Status.OVER and not list(twins.flat.moves)
