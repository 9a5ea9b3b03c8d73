"""Numbers that become too large for a state: both engines report the same, none goes on with another number."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import tilewright
from kernel_games import match_of
from lockstep import Lockstep
from small_games import begin, game_of
from tilewright.kernel.engine import COMPILED, INTERPRETER, engine_for
from tilewright.kernel.flow import Status
from tilewright.kernel.interpreter import Interpreter
from tilewright.kernel.layout import MOST_COUNTED, MOST_IN_CELL, TooLargeNumber
from tilewright.kernel.state import FlatState
from tilewright.kernel.stops import PICKED
from tilewright.kernel.wasm.native import Native, compiled

GAME = """\
game doubling
  name en "Doubling"
  players 2

  piece stone
    rock granite G1 copies 4
    identity face
    place where it is empty

  board field
    of each player
    size 1 by 2
    sizes 1 to 2

  counter points

  part points
    score points

  turn
    choose one
      option double
        gain (points + 1) points
      option wait
        {more}

  end after a round if 1 = 2
"""


@pytest.mark.parametrize(
    ("more", "option", "expected"),
    [
        (
            "gain 0 points",
            "double",
            r"the counter 'points' would become 33,554,431; the most that a game can count is 16,777,216"
            r" \(statement 1 of 'turn / double'\)",
        ),
        (
            "let much be points * 4 now\n        gain (much - much) points",
            "wait",
            r"a number that a rule computes would become 67,108,860; .* \(statement 1 of 'turn / wait'\)",
        ),
    ],
)
@pytest.mark.parametrize("engine", [INTERPRETER, COMPILED])
def test_both_engines_report_the_same(
    engine: str, more: str, option: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A counter that doubles with each turn, and what is worked out from it: the message names it, and the statement."""
    monkeypatch.setenv("TILEWRIGHT_ENGINE", engine)
    match = begin(game_of(GAME.format(more=more)))
    for _ in range(48):  # both players have 2 to the power of 24, less one
        match.play(match.moves[0])
    assert {match.state.table.counters[seat]["points"] for seat in range(2)} == {MOST_COUNTED - 1}
    with pytest.raises(TooLargeNumber, match=expected):
        match.play(next(move for move in match.moves if move.text == option))


@pytest.mark.parametrize("engine", [INTERPRETER, COMPILED])
@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("points >= 99999 * 99999", False),
        ("points < 99999 * 99999", True),
        ("99999 * 99999 / 99999 = 99999", True),
        ("points - 46341 * 46341 + 4633 < 0", True),  # about the largest number of 32 bits
        ("46341 * 46341 - 4634 <= 46341 * (points + 46341) - 4634", True),
    ],
)
def test_constants_may_be_larger_than_states_hold(
    engine: str, condition: str, holds: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The compiled game may stop at what does not fit into 32 bits, but never goes on with another number."""
    monkeypatch.setenv("TILEWRIGHT_ENGINE", engine)
    match = begin(game_of(GAME.format(more=f"if {condition}\n          gain 5 points")))
    try:
        match.play(next(move for move in match.moves if move.text == "wait"))
    except TooLargeNumber:
        assert engine == COMPILED
        return
    assert match.state.table.counters[0]["points"] == (5 if holds else 0)


def faults(engine_kind: str, game: Lockstep, change: tuple[int, str]) -> Iterator[str]:
    """What goes wrong in random games from a state in which as many caps of a sort are noted as there is room for."""
    interpreter, (number, cap) = game.interpreter, change
    layout = interpreter.layout
    for seed in range(4):
        engine, state, random = engine_for(layout, kind=engine_kind), game.state.copy(), Random(seed)
        state.set(layout.lying, number, layout.caps[cap])
        try:
            stop = engine.run(state)
            for _ in range(400):
                if stop.status == Status.OVER:
                    break
                code = random.choice(stop.codes)
                drawn = stop.status == Status.CHANCE and state.get(layout.asked) != PICKED
                stop = (engine.answered if drawn else engine.step)(state, code)
        except TooLargeNumber as problem:
            yield str(problem)


def test_caps_are_counted_in_few_bits() -> None:
    """Where a cell of 16 bits is full both engines say so, at the same statement."""
    pack = tilewright.load_pack("dragon-castle")
    game = Lockstep(match_of(pack, [], 0))
    found = [list(faults(kind, game, (MOST_IN_CELL, "shrine"))) for kind in (INTERPRETER, COMPILED)]
    assert found[0] == found[1] != []
    assert all("the number of 'shrine' would become 32,768" in message for message in found[0])
    assert all("(statement" in message for message in found[0])


def test_random_games_inside_stop_at_a_number_that_is_too_large() -> None:
    """Whole games inside of a module name the counter."""
    pack = tilewright.load_pack("cairns")
    game = Lockstep(match_of(pack, [], 0))
    layout = game.interpreter.layout
    native, state = Native(compiled(layout)), game.state.copy()
    state.set_counter(0, "bread", MOST_COUNTED)
    native.load(state)
    with pytest.raises(TooLargeNumber, match="the counter 'bread' would become"):
        for seed in range(50):
            native.playouts(10, seed)


def test_a_state_takes_no_number_that_is_too_large() -> None:
    """Nor can one be put in from outside."""
    pack = tilewright.load_pack("cairns")
    game: Interpreter = Lockstep(match_of(pack, [], 0)).interpreter
    state = FlatState(game.layout)
    with pytest.raises(TooLargeNumber, match="'bread'"):
        state.set_counter(0, "bread", MOST_COUNTED + 1)
