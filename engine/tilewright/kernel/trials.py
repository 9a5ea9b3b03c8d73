"""Trials: whether what is open can be completed, by depth-first search on copies.

Results are memoized by canonical keys (`kernel.canonical`), from one step of a game to the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from tilewright.kernel import flow as f
from tilewright.kernel.canonical import canonical_of
from tilewright.kernel.contents import Paths
from tilewright.kernel.flow import Status
from tilewright.kernel.layout import StateLayout
from tilewright.kernel.state import FlatState
from tilewright.kernel.stops import STOP, Pause, TooMuchWork, TrialBudget, use_of

MOST_WORK = 200_000
"""The maximum work of the trials of one question; beyond it the question is not answered (`TooMuchWork`)."""
UNREMEMBERED = 8
"""Results are memoized only after this many tries of one question: most questions take fewer, and keys take time."""
MOST_REMEMBERED = 60_000
"""The maximum number of states in the memo."""


class TrialEngine(Protocol):
    """What trials need from the engine that runs the flow (`Interpreter`)."""

    layout: StateLayout
    flow: f.Flow
    paths: Paths
    budget: TrialBudget | None
    work: int

    def run(self, state: FlatState, turns: bool = True) -> Pause: ...

    def choose(self, state: FlatState, code: int) -> None: ...

    def answer(self, state: FlatState, kind: int) -> None: ...

    def pending(self, state: FlatState) -> bool: ...

    def due(self, state: FlatState) -> list[int]: ...

    def card(self, state: FlatState, code: int = STOP) -> str: ...

    def entry_cell(self, entry: int) -> int: ...


class _Found(Enum):
    """What is known about a state: it is on the path being tried, it can be completed, or it cannot."""

    TRYING = 0
    DONE = 1
    FAILED = 2


@dataclass(slots=True)
class _Search:
    """One search: the start, the choice made there, and the number of tries so far.

    `path` holds the keys of the states on the current path (None: not memoized), `key` that of the question.
    `met_itself`: a state on the path was reached again.
    """

    start: FlatState
    code: int
    tries: int = 0
    path: list[object] = field(default_factory=list)
    key: object = None
    met_itself: bool = False


class Trials:
    """Answers whether choices can be completed, with a memo."""

    def __init__(self, engine: TrialEngine) -> None:
        self._engine = engine
        self._canonical = canonical_of(engine.layout)
        self._found: dict[object, _Found] = {}

    def forget(self) -> None:
        """Clear the memo, so that a question gets the same answer (within its budget) whatever was asked before."""
        self._found.clear()

    def possible(self, state: FlatState, code: int) -> bool:
        """Whether everything that is open, or begins with a choice, can be completed (`Interpreter.leads_on`)."""
        search, before = _Search(state.copy(), code), self._engine.work
        search.start.set(self._engine.layout.trial, 1)
        if self._engine.budget is not None:
            self._engine.budget.ask()
        try:
            found = self._completes(search)
        finally:
            if self._engine.budget is not None:
                self._engine.budget.spend(self._engine.work - before, self._engine.card(state, code))
        if found:
            # all states on the path of a success can be completed too
            for key in filter(None, search.path):
                self._note(key, _Found.DONE)
        if (found and search.met_itself) or len(self._found) >= MOST_REMEMBERED:
            self._found.clear()  # a state that failed because it led back to the path may still be completable through it
        if search.key is not None:
            self._note(search.key, _Found.DONE if found else _Found.FAILED)
        return found

    def _note(self, key: object, found: _Found) -> None:
        if key in self._found or len(self._found) < MOST_REMEMBERED:
            self._found[key] = found

    def _use_key(self, trial: FlatState, code: int) -> object:
        """The key of a question about an ability: what is live at its beginning."""
        return code, self._canonical.use_key(trial, self._engine.flow.uses[use_of(code)].entry)

    def _completes(self, search: _Search) -> bool:
        """The depth-first search."""
        waiting, path = [self._successors(search.start, (search.code,))], search.path
        last = self._engine.work + (
            MOST_WORK if self._engine.budget is None else int(min(MOST_WORK, self._engine.budget.left + 1))
        )
        while waiting:
            if self._engine.work >= last:
                raise TooMuchWork(self._engine.card(search.start, search.code))
            if search.code < STOP and search.key is None and search.tries == UNREMEMBERED:
                search.key = self._use_key(search.start, search.code)
                known = self._found.get(search.key)
                if known is not None:
                    return known is _Found.DONE
            state = next(waiting[-1], None)
            if state is None:
                waiting.pop()
                key = path.pop() if path else None
                if key is not None:
                    self._note(key, _Found.FAILED)
            elif state is True:
                return True
            else:
                assert isinstance(state, FlatState)
                search.tries += 1
                self._engine.work += 1
                stop = self._engine.run(state)
                if stop.status == Status.DONE or self._some_choice_cannot_fail(state, stop):
                    return True
                # skip states in which nothing can be picked any more to meet an obligation
                if stop.status not in (Status.CHOICE, Status.CHANCE) or not self._obligations_can_be_met(state):
                    continue
                known = self._remembered(search, state)
                if known is _Found.DONE:
                    return True
                if known is None:
                    waiting.append(self._successors(state, stop.codes, stop.status == Status.CHANCE))
        return False

    def _remembered(self, search: _Search, state: FlatState) -> _Found | None:
        """Look a state up in the memo; if it is unknown (None), enter it as being tried."""
        key = None
        if search.tries > UNREMEMBERED:
            key = self._canonical.trial_key(state)
            known = self._found.get(key)
            search.met_itself |= known is _Found.TRYING
            if known is not None:
                return known
            self._note(key, _Found.TRYING)
        search.path.append(key)
        return None

    def _some_choice_cannot_fail(self, state: FlatState, stop: Pause) -> bool:
        """Whether some choice at a stop leads to where nothing can fail."""
        end = self._engine.flow.blocks[state.get(self._engine.layout.pc)].end
        if stop.status != Status.CHOICE or not isinstance(end, f.Choose) or self._engine.due(state):
            return False
        whole = state.get(self._engine.layout.whole)
        return any(self._engine.paths.cannot_fail(block_of(end, code), whole) for code in stop.codes if code >= STOP)

    def _obligations_can_be_met(self, state: FlatState) -> bool:
        """Whether for each obligation a pick may still come that its rule decides about."""
        rules = self._engine.paths.rules_from(state.get(self._engine.layout.pc))
        rulings = (
            self._engine.flow.rulings[state.wide[self._engine.entry_cell(entry)]] for entry in self._engine.due(state)
        )
        return all(ruling.now.rule in rules for ruling in rulings)

    def _successors(self, state: FlatState, codes: Sequence[int], chance: bool = False) -> Iterator[FlatState | bool]:
        """The states after each code; True in place of a state in which nothing is left to complete."""
        for code in codes:
            if chance:
                after = state.copy()
                self._engine.answer(after, code)
                yield after
            else:
                yield self._after_choice(state, code)

    def _after_choice(self, before: FlatState, code: int) -> FlatState | bool:
        """The state after a choice; True if nothing is left to complete."""
        state = before.copy()
        end = self._engine.flow.blocks[state.get(self._engine.layout.pc)].end
        begins = code < STOP or (
            isinstance(end, f.Choose) and code >= 0 and isinstance(end.listing, f.Options | f.Confirm)
        )
        self._engine.choose(state, code)
        return True if not begins and not self._engine.pending(state) else state


def block_of(end: f.Choose, code: int) -> f.BlockId:
    """The block where the flow continues after a choice."""
    if code == STOP:
        assert end.stop is not None
        return end.stop
    return end.listing.options[code][2] if isinstance(end.listing, f.Options) else end.then
