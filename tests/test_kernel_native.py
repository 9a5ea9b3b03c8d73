"""Compiled games as their callers see them: whole games inside, counts of positions, what is kept, and what goes wrong."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

import tilewright
from kernel_games import match_of
from lockstep import Lockstep
from native_lockstep import NativeLockstep, play_natively
from small_games import begin, cards_of, game_of
from tilewright.kernel.flow import Status
from tilewright.kernel.interpreter import MOST_IDLE, Interpreter
from tilewright.kernel.layout import TooLargeNumber
from tilewright.kernel.state import FlatState
from tilewright.kernel.stops import PICKED, use_code
from tilewright.kernel.wasm import native as under_test
from tilewright.kernel.wasm.native import Native, compiled
from tilewright.kernel.wasm.walks import TreeSearch
from tilewright.stopping import STOP
from tilewright.store import Store


def begun(name: str, cards: list[str], seed: int = 0) -> Lockstep:
    """A game of a pack at its first choice."""
    pack = tilewright.load_pack(name)
    return Lockstep(match_of(pack, [pack.card(card) for card in cards], seed))


def counted(interpreter: Interpreter, state: FlatState, depth: int) -> int:
    """How many ways there are to make so many decisions, by the interpreter."""
    pause = interpreter.run(state)
    if pause.status == Status.OVER or (pause.status == Status.CHOICE and not depth):
        return 1
    total = 0
    for code in pause.codes:
        after = state.copy()
        drawn = pause.status == Status.CHANCE and state.get(state.layout.asked) != PICKED
        (interpreter.answer if drawn else interpreter.choose)(after, code)
        total += counted(interpreter, after, depth - (pause.status == Status.CHOICE))
    return total


@pytest.mark.parametrize(
    ("name", "cards", "depth"), [("cairns", [], 3), ("herons", [], 2), ("dragon-castle", ["faith"], 2)]
)
def test_as_many_ways_as_the_interpreter_finds(name: str, cards: list[str], depth: int) -> None:
    """Every way to make a few decisions is counted, each answer of chance too."""
    game = begun(name, cards)
    search = TreeSearch(compiled(game.interpreter.layout))
    assert search.perft(game.state, depth) == counted(game.interpreter, game.state.copy(), depth) > 1


def test_what_it_takes_to_find_the_chosen_one_counts_as_work() -> None:
    """An area is found again when it is chosen: that was not counted in compiled games."""
    pack = tilewright.load_pack("princess-and-dragon")
    decisions, _ = play_natively(match_of(pack, list(pack.cards()), 1), 1, 40)
    assert decisions == 40


def test_an_obligation_may_be_met_after_an_answer_of_chance() -> None:
    """Once open tiles are widened one of the new ones has to be taken; before that another card may still uncover a tile."""
    pack = tilewright.load_pack("dragon-castle")
    match = match_of(pack, [pack.card("elegance"), pack.card("destruction")], 15)
    interpreter, random = match.machine.interpreter, Random(15)
    elegance, destruction, met = use_code(0), use_code(1), 0
    while met < 3:
        cells, codes = match.state.cells, match.state.stop.codes
        reached = interpreter.due(cells) and destruction in map(use_code, interpreter.within_reach(cells))
        if reached and interpreter.leads_on(cells, destruction):
            met += 1
            assert destruction in codes
        code = elegance if elegance in codes else random.choice(codes)
        match.play(next(move for move in match.moves if move.value == code))


def test_random_games_are_those_of_their_seed() -> None:
    """The same seed gives the same games, another one others; the state that is worked on stays as it was."""
    game = begun("cairns", [])
    native = Native(compiled(game.interpreter.layout))
    native.load(game.state)
    lengths = [native.playouts(50, seed) for seed in (1, 1, 2)]
    assert lengths[0] == lengths[1] != lengths[2]
    assert native.read() == bytes(game.state.buffer)
    assert native.playouts(3, 1, most=5) == 15


def test_random_games_choose_what_is_offered_as_often() -> None:
    """First choices of the games inside are spread as choices among those that the interpreter offers: chi-squared."""
    game = begun("dragon-castle", ["strength"])
    native = Native(compiled(game.interpreter.layout))
    native.load(game.state)
    codes, found, games = game.stop.codes, Counter[int](), 4000
    for seed in range(games):
        found[native.first_choice(seed)] += 1
    assert set(found) == set(codes)
    expected = games / len(codes)
    spread = sum((found[code] - expected) ** 2 / expected for code in codes)
    assert spread < len(codes) + 6 * (2 * len(codes)) ** 0.5


def test_the_first_choice_is_not_one_that_nobody_had() -> None:
    """What goes without saying after a choice is not taken for it."""
    game, random = begun("dragon-castle", []), Random(2)
    native = Native(compiled(game.interpreter.layout))
    for _ in range(60):
        native.load(game.state)
        assert {native.first_choice(seed) for seed in range(20)} <= set(game.stop.codes)
        game.play(random.choice(list(game.match.moves)))


def test_random_games_stop_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between slices the request to stop is looked at."""
    game = begun("cairns", [])
    native = Native(compiled(game.interpreter.layout))
    native.load(game.state)
    monkeypatch.setattr(under_test, "SLICE", 100)
    monkeypatch.setattr(STOP, "asked", True)
    with pytest.raises(KeyboardInterrupt):
        native.playouts(1000, 1)


def test_machine_code_is_kept(tmp_path: Path) -> None:
    """A game with a key is compiled once; what was kept by another version, or is damaged, counts as nothing."""
    tmp_path.chmod(0o700)
    game, store = begun("herons", []), Store(tmp_path)
    first = Native(compiled(game.interpreter.layout, store=store, key="herons"))
    kept = sorted(tmp_path.iterdir())
    assert len(kept) == 2  # the game, and the runtime
    stamps = [path.stat().st_mtime_ns for path in kept]
    second = Native(compiled(game.interpreter.layout, store=store, key="herons"))
    assert [path.stat().st_mtime_ns for path in kept] == stamps
    for path in kept:
        path.write_bytes(path.read_bytes().replace(b" of ", b" of another ", 1))
    third = Native(compiled(game.interpreter.layout, store=store, key="herons"))
    for native in (first, second, third):
        native.load(game.state)
    assert len({native.playouts(20, 1) for native in (first, second, third)}) == 1


def test_a_fault_says_what_there_is_no_room_for() -> None:
    """A counter that grows beyond what a state holds is reported, and the process goes on."""
    game = begun("cairns", [])
    native = Native(compiled(game.interpreter.layout))
    state = game.state.copy()
    state.set_counter(0, "bread", 1 << 24)
    native.load(state)
    with pytest.raises(TooLargeNumber, match=r"the counter 'bread' would become .* 16,777,216"):
        for seed in range(50):
            native.playouts(10, seed)


LIMITED = """
import resource
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
import tilewright
from tilewright.play.match import Match
match = Match(tilewright.load_pack("cairns").game, ["Ada", "Bo"])
match.play(match.moves[0])
"""


def test_games_are_compiled_where_addresses_are_few() -> None:
    """The workers of the studio have two gigabytes of addresses, where compiled games usually reserve four."""
    subprocess.run([sys.executable, "-c", LIMITED], check=True, timeout=120)


KEPT = """
import threading
import time
import tilewright
from tilewright.kernel import flow
from tilewright.kernel.wasm.native import Native, compiled_once
from tilewright.play.match import Match
match = Match(tilewright.load_pack("cairns").game, ["Ada", "Bo"])
match.play(match.moves[0])
game = compiled_once(match.machine.layout)
flow.kept = Native(game)
at_work = threading.Event()
def work(kept, module):
    at_work.set()
    time.sleep(1000)
threading.Thread(target=work, args=(Native(game), flow), daemon=True).start()
at_work.wait()
"""


def test_a_process_ends_silently_whatever_keeps_compiled_games() -> None:
    """A thread that is still at work keeps modules, which Python empties one after another: that of wasmtime before those that keep games."""
    ended = subprocess.run([sys.executable, "-c", KEPT], check=True, timeout=120, capture_output=True, text=True)
    assert ended.stderr == ""


DUES = """\
game dues
  name en "Dues"
  players 2 to 3

  piece stone
    color grey G copies 12
    identity face
    place where it is empty

  board road
    of each player
    size 1 by 3
    sizes 1 to 3

  counter coins

  part coins
    score coins

  cards tool with abilities

  turn
    choose one
      option work
        gain {gain} coins
      option rest
        gain 0 coins

  end after a {round} if largest coins of players > {most}
"""
RENT = "tool rent\n  ability once per game\n    gain 2 coins\n"


@pytest.mark.parametrize("round", ["turn", "round"])
@pytest.mark.parametrize(("gain", "most", "card"), [(1, 4, ""), (1, 9, RENT)])
@pytest.mark.parametrize("players", [2, 3])
def test_ends_of_small_games_are_the_same(round: str, gain: int, most: int, card: str, players: int) -> None:
    """Whose turn is the last of a round, and what each player may use once."""
    game = game_of(DUES.format(round=round, gain=gain, most=most))
    for seed in range(3):
        decisions, _ = play_natively(begin(game, players, cards_of(card, game) if card else (), seed), seed, 2000)
        assert decisions > most / 2


def test_a_game_in_which_nothing_can_be_done_is_over_after_as_many_turns() -> None:
    """Nobody is asked anything, and no coins are gained."""
    choice = DUES[DUES.index("    choose one") : DUES.index("  end after")]
    text = DUES.replace(choice, "    gain {gain} coins\n\n").format(round="turn", gain=0, most=4)
    both = NativeLockstep(begin(game_of(text)))
    assert both.stop.status == Status.OVER
    assert both.states[0].get(both.interpreter.layout.turn) == MOST_IDLE + 1


STONES = """\
game stones
  name en "Stones"
  players 2

  piece stone
    color grey G copies 20
    color red R copies 20
    identity face
    place where it is empty

  board hand
    of each player
    pool

  board road
    of each player
    size 1 by 4
    sizes 1 to 4

  counter coins

  part coins
    score coins

  cards tool with abilities

  rule a stone in the hand is loose if it is red
  mark tired

  turn
    up to 2 times
      draw a stone
    choose one
      option step
        place a loose stone in the hand
        gain 1 coin
      option tire
        choose a stone in the hand called worn
        mark it as tired
        discard a tired stone in the hand
        draw a stone
        choose a stone in the hand where it is not tired called spare
        discard the spare
      option swap
        choose a stone on the road called near
        mark it as tired
        swap the near and another stone in the hand
        may gain 1 coin
        gain 1 coin
      option weigh
        gain (count of tired stones - count of red stones on the road) coins
        may pay 2 coins
        draw a stone
      option rest
        gain 1 coin

  end after a turn if largest coins of players > 9
"""
LEVER = "tool lever\n  ability\n    now a stone in the hand is also loose at least once if it is grey\n"


@pytest.mark.parametrize("card", ["", LEVER], ids=["alone", "lever"])
@pytest.mark.parametrize("seed", range(3))
def test_marks_and_obligations_are_the_same(card: str, seed: int) -> None:
    """A mark goes with its piece and stays nowhere; a turn cannot end before a grey stone is placed, and a red one is not enough."""
    game = game_of(STONES)
    decisions, listed = play_natively(begin(game, 2, cards_of(card, game) if card else (), seed), seed, 400)
    assert listed > decisions > 40
