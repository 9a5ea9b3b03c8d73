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
