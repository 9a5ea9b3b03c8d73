"""Each statement that is done or skipped in a game, and why: the reference interpreter with its events noted."""

from __future__ import annotations

from dataclasses import replace

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.node import Written
from tilewright.kernel import flow as f
from tilewright.kernel.interpreter import Interpreter
from tilewright.kernel.state import FlatState
from tilewright.kernel.stops import STOP, Pause, use_of
from tilewright.play.match import Match
from tilewright.play.notation import code_text
from tilewright.play.reasons import Reasoner
from tilewright.struct import Struct, struct

SETUP = -1
"""The turn of what is done before the first one."""
_FAILURES: dict[type[f.Operation] | type[f.Terminator], str] = {
    f.MovePiece: "nothing can be picked up there",
    f.LookAt: "nothing lies there",
    f.SwapPieces: "the two cannot be swapped",
    f.KeepPiece: "nothing can be picked up there",
    f.TurnPiece: "nothing can be turned there",
    f.ReturnPiece: "nothing can be returned from there",
    f.ShowSide: "it has no such side",
    f.PutCap: "none is left, or one is already there",
    f.TakeCap: "there is none",
    f.Draw: "none is left to be drawn",
    f.Roll: "nothing can be rolled there",
}
"""Why operations fail that ask nothing."""


@struct
class TracedLine(Struct):
    """A line of a file as it was done or skipped once, in the turn (from 0) of a player (an index).

    `notes` say what was chosen, which number it was, how often; of what was skipped why.
    """

    wording: Written
    turn: int
    player: int
    done: bool
    notes: tuple[str, ...] = ()


class Tracer(Interpreter):
    """The reference interpreter, which notes what becomes of each statement outside of trials in `lines`.

    Statements of one line that come one after another make one entry.
    """

    def __init__(self, of: Interpreter) -> None:
        super().__init__(of.layout)
        self.lines: list[TracedLine] = []
        self._last: tuple[f.Body | None, int] = (None, -1)

    # -- what is noted

    def _note(self, state: FlatState, level: f.Level | None, note: str = "", done: bool = True) -> None:
        """Note a statement, or what more is known of the one that was noted last."""
        wording = None if level is None or level.step is None else level.step.wording
        if level is None or wording is None:
            return
        follows = self._last[0] is level.body and level.at >= self._last[1]
        self._last = level.body, level.at
        last = self.lines[-1] if self.lines and follows else None
        if last is not None and (last.wording.file, last.wording.line) == (wording.file, wording.line):
            notes = (*last.notes, note) if note and note not in last.notes else last.notes
            self.lines[-1] = TracedLine(last.wording, last.turn, last.player, last.done and done, notes)
            return
        turn, player = state.get(self.layout.turn), state.number(level.scope.me)
        self.lines.append(TracedLine(wording, turn, player, done, (note,) if note else ()))

    def _failed(self, state: FlatState, level: f.Level | None, why: str) -> None:
        """A statement that cannot be done, and the rest of its block, which is skipped."""
        self._note(state, level, why, done=False)
        if level is None or level.step is None or level.step.wording is None:
            return
        line = level.step.wording.line
        for later in level.body.levels[level.at + 1 :]:
            if later.step is not None and later.step.wording is not None and later.step.wording.line != line:
                self._note(state, later, f"line {line} could not be done", done=False)

    def _note_use(self, state: FlatState, code: int) -> None:
        ability, turn = self.flow.uses[use_of(code)].ability, state.get(self.layout.turn)
        if ability.wording is not None:
            notes = (f"use {ability.card}",)
            self.lines.append(TracedLine(ability.wording, turn, state.get(self.layout.mover), True, notes))
        self._last = (None, -1)

    def _is_noted(self, state: FlatState) -> bool:
        return not state.get(self.layout.trial)

    def _level(self, state: FlatState) -> f.Level | None:
        return self.flow.blocks[state.get(self.layout.pc)].level

    # -- the interpreter

    def do(self, state: FlatState, operation: f.Operation) -> bool:
        level = self._level(state) if self._is_noted(state) else None
        if level is None or level.step is None:
            return super().do(state, operation)
        number, why = self._number(state, operation), self._why_not(state, level.step, operation)
        if not super().do(state, operation):
            self._failed(state, level, why)
            return False
        things = state.number(operation.count) if isinstance(operation, f.Collect) else -1
        note = number if things < 0 else f"{things} found" if things else "none found"
        self._note(state, level, note, done=things != 0)
        return True

    def _why_not(self, state: FlatState, step: play.Step, operation: f.Operation) -> str:
        """Why an operation fails, if it does; asked before it is tried."""
        match operation:
            case f.First(question=question):
                return Reasoner(self, state).none_of(question, step.wording)
            case f.ChangeCounter(counter=counter, amount=amount, me=me, pay=True):
                return f"{self.ask(state, amount)} to pay, {state.counter(state.number(me), counter)} there"
        return _FAILURES.get(type(operation), "it cannot be done")

    def _number(self, state: FlatState, operation: f.Operation) -> str:
        """The number that a statement asks for, where its words do not say it."""
        match operation:
            case f.ChangeCounter(amount=question) | f.SetCounter(number=question) | f.Ask(question=question) if (
                not isinstance(question.asked, core.Const)
            ):
                return f"= {self.ask(state, question)}"
        return ""

    def _end(self, state: FlatState, at: f.BlockId, end: f.Terminator) -> Pause | None:
        if not self._is_noted(state):
            return super()._end(state, at, end)
        level = self.flow.blocks[at].level
        match end:
            case f.If(question=question):
                self._noted_condition(state, level, question)
            case f.Choose() | f.ChooseAtRandom():
                return self._noted_choice(state, level, at, end)
            case f.IfLess():
                pass
            case _:
                if level is not None and not isinstance(end, f.Goto):
                    self._note(state, level)
        return super()._end(state, at, end)

    def _noted_condition(self, state: FlatState, level: f.Level | None, question: f.Question) -> None:
        step = level.step if level is not None else None
        if step is None:
            return
        unmet = Reasoner(self, state).unmet(question, step.wording)
        match step:
            case play.When():
                self._note(state, level, unmet, done=not unmet)
            case play.Require():
                if unmet:
                    self._failed(state, level, unmet)
            case play.RepeatTimes() | play.RepeatUntil():
                self._note(state, level, "" if unmet else "it is time to stop")

    def _noted_choice(
        self, state: FlatState, level: f.Level | None, at: f.BlockId, end: f.Choose | f.ChooseAtRandom
    ) -> Pause | None:
        """A choice that leaves nothing to choose says why, a menu which options are closed."""
        step, listing = level.step if level is not None else None, end.listing
        before, closed = Reasoner(self, state), dict[str, str]()
        if isinstance(listing, f.Options) and step is not None:
            closed = before.closed(listing, step)
        stop = super()._end(state, at, end)
        if step is None:
            return stop
        none = stop is None and state.get(self.layout.pc) == (end.none if isinstance(end, f.Choose) else -1)
        failed = stop is not None and stop.status == f.Status.FAILED
        if (failed or none) and isinstance(listing, f.Elements | f.Sets):
            why = before.none_of(listing.question, step.wording) or "nothing that can be picked can be completed"
            if failed:
                self._failed(state, level, why)
            elif isinstance(step, play.ForEachInAnyOrder):
                again = level is not None and level.rounds is not None and state.number(level.rounds.done) > 0
                self._note(state, level, "no more" if again else why, done=again)
        elif failed:
            self._failed(state, level, "; ".join(self._shut(closed)) or "it cannot be completed")
        elif closed:
            self._note(state, level, "; ".join(self._shut(closed)))
        return stop

    @staticmethod
    def _shut(closed: dict[str, str]) -> list[str]:
        """The options that are closed, each with why."""
        return [f"not {name}: {why}" for name, why in closed.items()]

    def _take(self, state: FlatState, code: int) -> None:
        if self._is_noted(state):
            block = self.flow.blocks[state.get(self.layout.pc)]
            if code < STOP:
                self._note_use(state, code)
            elif isinstance(block.end, f.Choose | f.ChooseAtRandom):
                text = "done" if code == STOP else code_text(self, state, block.end, code)
                self._note(state, block.end.level, text)
        super()._take(state, code)


def traced(match: Match) -> list[TracedLine]:
    """What became of each statement in a game as far as it was played; the set-up has the turn -1.

    Of a game that began with a position the statements before its first choice are left out.
    """
    machine, found = match.machine, list[TracedLine]()
    tracer, kept = Tracer(machine.interpreter), machine.engine
    machine.engine = tracer
    try:
        if match.start is None:
            state = machine.set_up(match.beginning())
            found = [replace(line, turn=SETUP) for line in tracer.lines]
            tracer.lines.clear()
            machine.begin(state)
            found += tracer.lines
            tracer.lines.clear()
        for state, move in zip(match.states, match.played, strict=False):
            machine.applied(state, move)
    finally:
        machine.engine = kept
    return found + tracer.lines
