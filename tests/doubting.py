"""A machine that is doubted: what it foresees and offers is compared with what trying every move says.

The trying here shares with the machine what a statement does and nothing else: no foresight, no order in
which moves are tried, no knowledge of what cannot be met.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from tilewright.core import play
from tilewright.play.frames import Frame
from tilewright.play.machine import Machine
from tilewright.play.machine.abilities import Abilities
from tilewright.play.machine.foresight import Foresight, Inquiry
from tilewright.play.machine.offers import WhatLeadsOn
from tilewright.play.machine.referee import Referee
from tilewright.play.machine.statements import KINDS, Footprint
from tilewright.play.machine.trial import Everything, Trial
from tilewright.play.old_match import OldMatch as Match
from tilewright.play.state import Move, State

MOST_STATES = 80
"""Of a question that takes more states than these to try nothing is said."""


class TooMany(Exception):
    """A question takes too long to try."""


class Tried:
    """Whether a game can go on to the end of all that has to be done wholly; found by trying every move."""

    def __init__(self, referee: Referee, helped: bool) -> None:
        abilities = Abilities(referee)
        if not helped:
            abilities.helping = ()
        self._machine = Machine(referee, Everything(abilities))

    def frame(self, state: State, frame: Frame) -> bool | None:
        """The answer from a frame on; None when it takes too long."""
        trial = state.copy()
        trial.frame, trial.choice = frame, None
        return self._answer(trial)

    def pick(self, state: State, frame: Frame, step: play.Step, value: Any) -> bool | None:
        """The answer after a value is picked at a frame."""
        trial = state.copy()
        trial.choice = None
        self._machine.chosen(trial, frame, step, value)
        return self._answer(trial)

    def use(self, state: State, ability: play.Ability) -> bool | None:
        """The answer after an ability is used."""
        trial = state.copy()
        trial.choice = None
        self._machine.apply(trial, Move("", "use", ability))
        return self._answer(trial)

    def _answer(self, trial: State) -> bool | None:
        try:
            self._machine.advance(trial)
            return self._ends_well(trial, set())
        except TooMany:
            return None

    def _ends_well(self, trial: State, seen: set[object]) -> bool:
        if trial.failed or not trial.pending:
            return not trial.failed
        if trial.key in seen or trial.choice is None:
            return False
        seen.add(trial.key)
        if len(seen) > MOST_STATES:
            raise TooMany
        for move in self._machine.moves_at(trial):
            then = trial.copy()
            self._machine.apply(then, move)
            if self._ends_well(then, seen):
                return True
        return False


class DoubtedForesight(Foresight):
    """Foresight whose answers have to be those of trying; `compared` counts them."""

    def __init__(self, referee: Referee) -> None:
        super().__init__(referee)
        self.compared: Counter[str] = Counter()
        self._tried = Tried(referee, helped=False)

    def foreseen(self, state: State, frame: Frame | None) -> bool | None:
        """The answer, which has to be right if it is one."""
        found = super().foreseen(state, frame)
        pending = state.obligations or (frame is not None and frame.whole)
        return self._doubted(state, frame, found) if frame is not None and pending else found

    def asked(self, way: Inquiry, state: State, begun: Frame) -> bool | None:
        """The answer about an ability, in whatever way it was asked."""
        return self._doubted(state, begun, super().asked(way, state, begun))

    def _doubted(self, state: State, frame: Frame, found: bool | None) -> bool | None:
        said = None if found is None else self._tried.frame(state, frame)
        if said is not None:
            self.compared[f"foreseen {found}"] += 1
            assert found == said, (found, frame.step if frame.at < len(frame.section.steps) else frame.section)
        return found

    def doubt_section(self, state: State, frame: Frame) -> None:
        """What is said never to fail has to be possible here, alone and wholly."""
        if frame.at == len(frame.section.steps) or not self.cannot_fail(frame.section, frame.at):
            return
        alone = state.copy()
        alone.obligations = ()
        said = self._tried.frame(alone, replace(frame, parent=None, whole=1, optional=False))
        if said is not None:
            self.compared["cannot fail"] += 1
            assert said, frame.section.steps[frame.at :]


class DoubtedOffers(WhatLeadsOn):
    """Offers that have to be those that trying finds to lead on."""

    def __init__(self, referee: Referee, foresight: DoubtedForesight, abilities: Abilities, trial: Trial) -> None:
        super().__init__(foresight, abilities, trial)
        self.compared = foresight.compared
        self._tried = Tried(referee, helped=True)

    def open(self, state: State, frame: Frame, step: play.Step, elements: Sequence[Any]) -> Sequence[Any]:
        """What is offered."""
        found = super().open(state, frame, step, elements)
        if KINDS[type(step)].all_offered:
            return found
        for element in elements:
            said = self._tried.pick(state, frame, step, element)
            if said is not None:
                self.compared[f"offered {element in found}"] += 1
                assert said == (element in found), (step, element)
        return found

    def may_stop(self, state: State, frame: Frame) -> bool:
        """Whether the player may stop."""
        found = super().may_stop(state, frame)
        said = self._tried.frame(state, frame.stopped)
        if said is not None:
            self.compared[f"may stop {found}"] += 1
            assert said == found, frame.step
        return found

    def abilities(self, state: State) -> list[play.Ability]:
        """The abilities that may be used."""
        found = super().abilities(state)
        for ability in self._abilities.within_reach(state, self._abilities.all):
            said = self._tried.use(state, ability)
            if said is not None:
                self.compared[f"usable {ability in found}"] += 1
                assert said == (ability in found), ability.card
        return found


class Doubted:
    """A match on a doubted machine, and every statement watched: it changes what it says and nothing else."""

    def __init__(self, match: Match) -> None:
        referee = match.machine.referee
        abilities = Abilities(referee)
        self.foresight = DoubtedForesight(referee)
        offers = DoubtedOffers(referee, self.foresight, abilities, Trial(referee, self.foresight, abilities))
        self.match = match
        self.compared = self.foresight.compared
        self._machine = match.machine = Machine(referee, offers)
        self._step = self._machine.step
        self._machine.step = self.step  # type: ignore[method-assign]

    def step(self, state: State, frame: Frame) -> None:
        """Do a statement under watch."""
        self.foresight.doubt_section(state, frame)
        before = Seen(state)
        self._step(state, frame)
        if frame.at < len(frame.section.steps):
            step = frame.section.steps[frame.at]
            changed = before.differences(Seen(state), self.match)
            said = told(KINDS[type(step)].changes(step), frame, self._machine.referee)
            assert changed <= said, (step, changed - said)
            self.compared[f"changed by {type(step).__name__}"] += bool(changed)

    def play(self, rng: Random, decisions: int) -> None:
        """Make some decisions by chance, abilities more often than other moves."""
        match = self.match
        for _ in range(decisions):
            if match.over:
                break
            moves = list(match.moves)
            used = [move for move in moves if move.kind == "use"]
            match.play(rng.choice(used if used and rng.random() < 0.5 else moves))


def told(said: Footprint, frame: Frame, referee: Referee) -> set[object]:
    """A footprint as `Seen.differences` tells what has changed."""
    env = frame.env
    places = {("place", env[referee.me if home is None else home.id]) for home in said.places}
    counters = {("counter", env[referee.me], name) for name in said.counters}
    named = {("mark", name) for name in said.marks} | {("rule", name) for name in said.rules}
    return {*places, *counters, *named, *(["stock"] if said.stock else [])}


class Seen:
    """What a statement could change of a state, as it is now."""

    def __init__(self, state: State) -> None:
        table = state.table
        self._marks = [list(grid.flags) for grid in table.grids]
        self._grids = [grid.key[:2] for grid in table.grids]
        self._counters = [dict(own) for own in table.counters]
        self._stock = [*table.bag], [*table.gone]
        self._rules = [name for name, _ in state.changes]

    def differences(self, later: Seen, match: Match) -> set[object]:
        """What has changed since; marks on places of which nothing else has, as pieces take theirs along."""
        found: set[object] = {"stock"} if self._stock != later._stock else set()
        found |= {("rule", name) for name in later._rules[len(self._rules) :]}
        for player, (old, new) in enumerate(zip(self._counters, later._counters, strict=True)):
            found |= {("counter", player, name) for name in old if old[name] != new[name]}
        marks = match.game.marks
        for seat, grid in enumerate(self._grids):
            if grid != later._grids[seat]:
                found.add(("place", seat))
                continue
            for old, new in zip(self._marks[seat], later._marks[seat], strict=True):
                found |= {("mark", name) for bit, name in enumerate(marks) if (old ^ new) >> bit & 1}
        return found
