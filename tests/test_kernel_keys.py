"""Keys of states of trials: the hash of the runtime tells the same states apart as the values of the reference interpreter."""

from __future__ import annotations

from random import Random

import pytest

import tilewright
from cases import mostly_slow
from kernel_games import match_of
from tilewright.kernel import trials
from tilewright.kernel.canonical import Canonical
from tilewright.kernel.flow import Status
from tilewright.kernel.interpreter import Interpreter
from tilewright.kernel.state import FlatState
from tilewright.kernel.wasm.native import Native, compiled
from tilewright.kernel.wasm.walks import Walks
from tilewright.packs.equipment import printed_cards

CASES = [
    ("dragon-castle", ["wind"]),
    ("dragon-castle", ["beauty", "elegance"]),
    ("princess-and-dragon", []),
]


@pytest.mark.parametrize(("name", "cards"), mostly_slow(CASES, 2))
def test_hashes_are_equal_where_the_values_are(name: str, cards: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """At every stop of the trials of some decisions of a game, two keys are equal in both ways or in none."""
    pack = tilewright.load_pack(name)
    match = match_of(pack, [pack.card(card) for card in cards], 1)
    engine, random = Interpreter(match.machine.layout), Random(1)
    native = Native(compiled(engine.layout))
    hashes, values = dict[object, int](), dict[int, object]()
    known = Canonical.trial_key

    def compared(self: Canonical, state: FlatState) -> object:
        value = known(self, state)
        native.load(state)
        number = native.call("trial_key_of", native.at)
        assert hashes.setdefault(value, number) == number and values.setdefault(number, value) == value
        return value

    monkeypatch.setattr(Canonical, "trial_key", compared)
    monkeypatch.setattr(trials, "UNREMEMBERED", 0)
    for _ in range(12):
        cells = match.state.cells.copy()
        for code in engine.run(cells).codes if match.state.stop.status == Status.CHOICE else ():
            engine.leads_on(cells, code)
        if match.over:
            break
        match.play(random.choice(list(match.moves)))
    assert len(values) == len(hashes) > 0


@pytest.mark.parametrize(
    "name", ["court-the-king", "dragon-castle", "herons", "fist-of-dragonstones", "princess-and-dragon"]
)
def test_a_key_does_not_depend_on_what_was_seen_before(name: str) -> None:
    """Places that lie as in the state before are not hashed again: the keys are those of one who has seen no state before."""
    pack = tilewright.load_pack(name)
    cards = [pack.card(card) for card in printed_cards(pack)]
    match, random, states = match_of(pack, cards, 3), Random(3), list[FlatState]()
    while not match.over and len(states) < 40:
        states.append(match.state.cells.copy())
        match.play(random.choice(list(match.moves)))
    game = compiled(match.machine.layout)
    shared, alone = Walks(game), {id(state): Walks(game).key(state, Status.CHOICE) for state in states}
    for state in [*states, *reversed(states), *random.choices(states, k=100)]:
        assert shared.key(state, Status.CHOICE) == alone[id(state)]
    assert len(set(alone.values())) > 20
