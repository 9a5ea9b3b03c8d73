"""A machine that plays one turn and stops where chance has its say, or where nothing more is left to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import groupby, product
from math import factorial, prod
from random import Random

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.walk import walk
from tilewright.expectimax.horizon import Horizon
from tilewright.meaning.domain import Element, SpaceSet
from tilewright.play.frames import Frame, upward
from tilewright.play.machine import Machine, Referee
from tilewright.play.machine.abilities import Abilities
from tilewright.play.machine.foresight import Foresight
from tilewright.play.machine.offers import WhatLeadsOn
from tilewright.play.machine.statements import KINDS
from tilewright.play.machine.trial import Trial
from tilewright.play.state import ChoicePoint, State
from tilewright.play.table import Unseen

OPEN = 1 << 60
"""The mark of a piece of which chance has still to say what it shows."""
CHANCE, SETTLED = ChoicePoint(None, ("chance",)), ChoicePoint(None, ("settled",))
"""Where a walk stops besides at choices of players."""


class Walker(Machine):
    """Stops at `CHANCE`, at `SETTLED` as soon as the turn's `horizon` is reached, and when the turn is over.

    `rounds` counts the rounds of loops that were done, by section and index, `limits` has how many there may be.
    """

    def __init__(self, referee: Referee, abilities: Sequence[play.Ability]) -> None:
        known, foresight = Abilities(referee, abilities), Foresight(referee)
        super().__init__(referee, WhatLeadsOn(foresight, known, Trial(referee, foresight, known)))
        self.horizon = Horizon(referee, abilities)
        self._settles = True
        self.rounds: dict[tuple[int, int], int] = {}
        self.limits: dict[tuple[int, int], core.Expr] = {}

    def step(self, state: State, frame: Frame) -> None:
        """Do one statement, unless chance comes before it or the horizon is reached."""
        if state.unseen and not _rolls_on(frame):
            state.choice = CHANCE
        elif self._settles and not state.unseen and self.horizon.settled(state, frame):
            state.choice = SETTLED
        else:
            at = frame.at
            if at < len(frame.section.steps) and _is_random(frame.section.steps[at]):
                step = frame.step
                found = KINDS[type(step)].do(self.referee, state, frame, step)
                if found and not isinstance(found, Frame):
                    state.choice = ChoicePoint(step, tuple(found))
                    return
            super().step(state, frame)

    def settle(self, state: State) -> None:
        """Stop at once at a choice if nothing of the turn is left to chance."""
        if state.frame is not None and self.horizon.settled(state, state.frame):
            state.choice = SETTLED

    @contextmanager
    def unsettled(self) -> Iterator[None]:
        """Inside, walks go on to the end of the turn."""
        self._settles = False
        try:
            yield
        finally:
            self._settles = True

    def _leave(self, state: State, frame: Frame) -> None:
        around = frame.parent
        if around is not None and around.at < len(around.section.steps) and isinstance(around.step, play.Times):
            loop = around.section.number, around.at
            self.rounds[loop] = self.rounds.get(loop, 0) + 1
            self.limits[loop] = around.step.most
        super()._leave(state, frame)

    def _come_to_light(self, state: State) -> None:
        """Chance is asked later, for all pieces that are rolled one after another at once."""
        latest = {(one.seat, one.space): one for one in state.unseen}
        state.unseen = tuple(latest.values())
        for seat, space, _, _, _, sides in state.unseen:
            grid = state.table.changing(seat)
            grid.flags[space] |= OPEN
            if sides:
                grid.turn_to(space, sides[0])

    def _end_turn(self, state: State) -> None:
        """The turn is over, and with it the walk; where pieces are still rolled, chance comes first."""
        if state.unseen:
            state.choice = CHANCE
        else:
            state.over = True

    def outcomes(self, state: State) -> Iterator[tuple[int, State]]:
        """What chance may bring at a state where it has its say: each with its weight, and the state at the next stop."""
        choice = state.choice
        assert choice is not None
        if choice is CHANCE:
            for weight, shown in _combinations(self.referee, state):
                yield weight, self._shown(state, shown)
            return
        for element in choice.elements:
            yield 1, self._picked(state, choice, element)

    def sampled(self, state: State, random: Random) -> State:
        """One of the outcomes, each as likely as it is: the state at the next stop."""
        choice = state.choice
        assert choice is not None
        if choice is not CHANCE:
            return self._picked(state, choice, random.choice(choice.elements))
        first = state.unseen[0]
        if not first.sides:
            counts = first.possible(state.table.bag)
            return self._shown(state, [(first, random.choices(range(len(counts)), counts)[0])])
        return self._shown(state, [(one, random.choice(one.sides)) for one in _rolled_first(state)])

    def _picked(self, state: State, choice: ChoicePoint, element: Element) -> State:
        after = state.copy()
        assert choice.step is not None and after.frame is not None
        after.choice = None
        self.rounds.clear()
        self.chosen(after, after.frame, choice.step, element)
        self.advance(after)
        return after

    def _shown(self, state: State, shown: Sequence[tuple[Unseen, int]]) -> State:
        after = state.copy()
        after.choice = None
        for piece, kind in shown:
            after.table.show(piece, kind)
            after.table.grids[piece.seat].flags[piece.space] &= ~OPEN
        after.unseen = after.unseen[len(shown) :]
        self.rounds.clear()
        self.advance(after)
        return after


def is_chance(state: State) -> bool:
    """Whether chance has its say at a state where a walk stopped."""
    choice = state.choice
    return choice is CHANCE or (choice is not None and choice.step is not None and _is_random(choice.step))


def _is_random(step: play.Step) -> bool:
    return isinstance(step, play.Pick) and step.random


def _rolls_on(frame: Frame) -> bool:
    """Whether the next thing at a frame is to leave it or to roll once more: nothing that looks at what was rolled."""
    if frame.at == len(frame.section.steps):
        return True
    step = frame.step
    if isinstance(step, play.Each) and frame.left is not None:
        return all(map(_only_rolls, frame.section.inner[frame.at][0].steps))
    return _only_rolls(step)


@lru_cache(maxsize=1000)
def _only_rolls(step: play.Step) -> bool:
    """Whether a statement rolls a piece or finds one that is there, whatever it shows."""
    if isinstance(step, play.First):
        return all(isinstance(node, _OF_PRESENCE) for node in walk(step.binder))
    return isinstance(step, play.Roll)


_OF_PRESENCE = (core.Binder, core.Var, core.Spaces, core.SpacesOf, core.Compare, core.Height, core.Const, core.Truth)
"""What asks no more than whether something lies somewhere."""


def _combinations(referee: Referee, state: State) -> Iterator[tuple[int, list[tuple[Unseen, int]]]]:
    """What pieces may show, with weights: all that are rolled together, else the first that came to light.

    Of pieces that are alike it does not matter which shows what: a throw of them is a multiset.
    """
    if not state.unseen[0].sides:
        piece = state.unseen[0]
        for kind, count in enumerate(piece.possible(state.table.bag)):
            if count:
                yield count, [(piece, kind)]
        return
    rolled = _rolled_first(state)
    named = {(one.seat, one.space): _names(referee, state, one) for one in rolled}

    def alike(one: Unseen) -> tuple[object, ...]:
        grid = state.table.grids[one.seat]
        told = () if one.seat in referee.pools else (one.space,)
        return one.seat, one.sides, told, grid.piles[one.space], grid.flags[one.space], named[one.seat, one.space]

    groups = [list(group) for _, group in groupby(sorted(rolled, key=lambda one: repr(alike(one))), key=alike)]
    for throw in product(*(list(_throws(len(group), group[0].sides)) for group in groups)):
        shown = [
            pair for group, (_, kinds) in zip(groups, throw, strict=True) for pair in zip(group, kinds, strict=True)
        ]
        order = {(one.seat, one.space): kind for one, kind in shown}
        yield prod(weight for weight, _ in throw), [(one, order[one.seat, one.space]) for one in rolled]


def _rolled_first(state: State) -> list[Unseen]:
    """The pieces that are rolled, from now on the first of those that chance is asked about."""
    rolled = [one for one in state.unseen if one.sides]
    state.unseen = (*rolled, *(one for one in state.unseen if not one.sides))
    return rolled


def _throws(count: int, sides: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    """The multisets that so many pieces may show, each with the number of ways in which they do."""

    def throw(at: int, left: int, ways: int, kinds: list[int]) -> Iterator[tuple[int, list[int]]]:
        if at == len(sides) - 1:
            yield ways // factorial(left), kinds + [sides[at]] * left
            return
        for number in range(left + 1):
            yield from throw(at + 1, left - number, ways // factorial(number), kinds + [sides[at]] * number)

    return throw(0, count, factorial(count), [])


def _names(referee: Referee, state: State, piece: Unseen) -> tuple[tuple[int, int], ...]:
    """Which names statements have for a piece: where they are bound, and the variable."""
    homes, me = referee.program.homes, referee.me
    found = []
    for at, env in enumerate([state.env, *(frame.env for frame in upward(state.frame))]):
        for var, element in env.items():
            if var in homes and env.get(homes[var], env.get(me)) == piece.seat:
                members = element.members if isinstance(element, SpaceSet) else (element,)
                if piece.space in members:
                    found.append((at, var))
    return tuple(found)
