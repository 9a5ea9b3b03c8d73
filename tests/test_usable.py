"""Abilities at positions where they can be used: what is offered is what trying every move finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from cards import pack
from cases import GAMES
from test_foresight import ABILITIES, acting, card
from tilewright.play.chance import Chance
from tilewright.play.frames import Frame
from tilewright.play.machine import Machine, Referee, program_of
from tilewright.play.machine.abilities import Abilities
from tilewright.play.machine.foresight import Foresight
from tilewright.play.machine.offers import WhatLeadsOn
from tilewright.play.machine.trial import Trial
from tilewright.play.random_tables import RandomTables
from tilewright.play.state import Move, State
from tilewright.play.table import COVERED, Table
from tilewright.table.card import Card
from tilewright.table.columns import DOWN

PLAYERS, SIDE, DECISIONS = 2, 4, 6
SPIRITS = [card.id for card in acting(pack().cards())]


class Blind(Foresight):
    """Foresight that sees nothing, so that everything is tried."""

    def foreseen(self, state: State, frame: Frame | None) -> bool | None:
        """Not known."""
        return None


def machine_of(cards: Sequence[Card]) -> tuple[Machine, Trial]:
    """A machine with the abilities of some cards, and trials that foresee nothing."""
    game = pack().game
    assert game.course is not None
    program = program_of(game.course, [ability for card in cards for ability in card.abilities])
    referee = Referee(game, program, {}, PLAYERS)
    abilities, foresight = Abilities(referee), Foresight(referee)
    machine = Machine(referee, WhatLeadsOn(foresight, abilities, Trial(referee, foresight, abilities)))
    return machine, Trial(referee, Blind(referee), abilities)


def crowded(table: Table, rng: Random, referee: Referee) -> Table:
    """The table with the castle full of tiles of one height, and a realm of few types or numbers, some of them consolidated."""
    castle = table.seat_of("castle", 0)
    lay(table, castle, rng, 0.95, range(len(table.bag)))
    if rng.random() < 0.3:
        cover(table, castle, rng)
    game, number = table.game, rng.randint(1, 6)
    types = rng.sample(game.values_of("type"), 3)
    chosen = [kind.index for kind in game.kinds if kind.values.get("type") in types]
    alike = {kind.index for kind in game.kinds if kind.numbers.get("number") == number}
    lay(table, 0, rng, rng.choice((0.3, 0.6)), sorted(alike) if rng.random() < 0.3 else chosen)
    realm = table.changing(0)
    for space, top in enumerate(realm.tops):
        if top == DOWN and rng.random() < 0.2:
            realm.flags[space] |= 1 << referee.flags["consolidated"]
    return table


def lay(table: Table, seat: int, rng: Random, share: float, kinds: Sequence[int]) -> None:
    """Lay tiles of some kinds face-up on a share of the empty spaces of a place."""
    grid = table.changing(seat)
    for space in range(len(grid.piles)):
        left = [kind for kind in kinds if table.bag[kind]]
        if left and not grid.piles[space] and rng.random() < share:
            kind = rng.choice(left)
            table.bag[kind] -= 1
            grid.put(space, 2 * kind + 1)


def cover(table: Table, seat: int, rng: Random) -> None:
    """Lay pieces that nobody has seen under those of a place, so that every take brings one to light."""
    grid, few = table.changing(seat), rng.sample(range(len(table.bag)), 3)
    for space, pile in enumerate(grid.piles):
        grid.lay(space, (COVERED, *pile) if pile else pile)
    table.bag[:] = [len(grid.piles) if kind in few else 0 for kind in range(len(table.bag))]


def compare(cards: Sequence[Card], seeds: range) -> Counter[bool]:
    """How often abilities were usable, and how often not, on random tables and some decisions on; trying says the same."""
    machine, tried = machine_of(cards)
    tables, abilities = RandomTables(pack().game, PLAYERS, SIDE), Abilities(machine.referee)
    compared: Counter[bool] = Counter()
    for seed in seeds:
        rng = Random(seed)
        table = tables.table(rng, machine.referee)
        state = machine.resume(
            crowded(table, rng, machine.referee) if seed % 3 else table, 0, Chance(rng.getrandbits(32))
        )
        for _ in range(DECISIONS):
            if state.choice is None or state.turn:
                break
            offered = machine.offers.abilities(state)
            for ability in abilities.within_reach(state, abilities.all):
                expected = tried.leads_on(state, None, Move("", "use", ability))
                assert (ability in offered) == expected, (ability.card, seed)
                compared[expected] += 1
            moves = machine.moves_at(state)
            used = [move for move in moves if move.kind == "use"]
            machine.apply(state, rng.choice(used if used and rng.random() < 0.3 else moves))
    return compared


@pytest.mark.slow
@pytest.mark.parametrize("id", SPIRITS)
def test_spirits_are_offered_where_trying_finds_a_way(id: str) -> None:
    """Every Spirit is offered at a position if and only if some way to pay for it and to do it is found by trying."""
    compared = compare([pack().card(id)], range(max(120, GAMES)))
    assert compared[True] >= 8, compared


@pytest.mark.slow
@pytest.mark.parametrize("ability", ABILITIES)
def test_abilities_are_offered_where_trying_finds_a_way(ability: str) -> None:
    """So it is of abilities whose statements can fail in all ways there are."""
    compare([card(f"spirit probe\n  ability{ABILITIES[ability]}\n")], range(25))


@pytest.mark.slow
def test_six_spirits_are_offered_where_trying_finds_a_way() -> None:
    """So it is when six of them are in play, among them those that are used while an option is done."""
    for seed in range(6):
        cards = Random(seed).sample([pack().card(id) for id in SPIRITS], 6)
        compare(cards, range(seed * 10, seed * 10 + 6))
