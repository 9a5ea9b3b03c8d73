"""Why a statement is executed or skipped, and why a move is not available: the condition that is false, in the words of
the files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.build import conjunction, conjuncts
from tilewright.core.node import ConditionText, SourceLine, WordForm
from tilewright.kernel import flow as f
from tilewright.kernel.interpreter import Interpreter
from tilewright.kernel.state import FlatState
from tilewright.kernel.stops import STOP, AbilityRefusal, Pause, use_code, use_of
from tilewright.meaning.domain import Element, Env, SpaceSet
from tilewright.meaning.unrolled import elements
from tilewright.play.choices import asked
from tilewright.play.match import Match
from tilewright.play.moves import IllegalMove, code_text, element_text, uses_of
from tilewright.play.naming import picking_verbs
from tilewright.play.prompts import question_of
from tilewright.play.state import GameState
from tilewright.struct import Struct, struct

MOST_RULES = 3
"""The maximum depth of named rules that a reason explains."""

UnmetTexts = Mapping[WordForm, str]
FALSE: UnmetTexts = {"noun": "it is not a {}", "adjective": "it is not {}", "": "'{}' is not true"}
NONE: UnmetTexts = {"noun": "there is none", "adjective": "none of them is {}", "": "'{}' is not true for any of them"}
BARE: UnmetTexts = {**FALSE, "": "'{}'"}
"""The texts for a condition that is not met, by its form: for one thing, for all that could be picked, and inside a
rule."""


class Reasoner:
    """Explains one state of a game."""

    def __init__(self, interpreter: Interpreter, state: FlatState) -> None:
        self._interpreter, self._state = interpreter, state
        self._evaluator = interpreter.evaluator(state)
        play_rules = interpreter.game.play_rules
        assert play_rules is not None
        self._me = play_rules.me.id
        self._rules = {rule.name: rule for rule in play_rules.rules}

    def _seat(self, question: f.Question, env: Env) -> int:
        seat: int = env[self._me if question.home is None else question.home.id]
        return seat

    # -- conditions

    def unmet(self, question: f.Question, wording: SourceLine | None) -> str:
        """The first part of a condition that is false; empty if it holds."""
        env = self._interpreter.env(self._state, question.scope)
        assert not isinstance(question.asked, core.Binder)
        return self._unmet(question.asked, wording, env, env[self._me])

    def _unmet(
        self,
        condition: core.Expr,
        wording: SourceLine | None,
        env: Env,
        seat: int,
        verdict: UnmetTexts = FALSE,
        depth: int = 0,
    ) -> str:
        for part, words in _worded(condition, wording):
            if not self._evaluator.condition(part, env, seat):
                return self._text_of_unmet(part, words, env, seat, verdict, depth)
        return ""

    def _text_of_unmet(
        self, part: core.Expr, words: ConditionText, env: Env, seat: int, verdict: UnmetTexts = FALSE, depth: int = 0
    ) -> str:
        """A false condition in words, with the numbers that it compares, or why its rule is false."""
        said = verdict[words.form].format(words.text) if words.text else ""
        match part:
            case core.OnBoardOf(player=player, body=body):
                return self._text_of_unmet(body, words, env, env[player.id], verdict, depth)
            case core.RuleHolds(rule=name, of=element) if name in self._rules and depth < MOST_RULES:
                rule, inner = self._rules[name], {**env, self._rules[name].parameter.id: env[element.id]}
                why = self._unmet(rule.body, rule.wording, inner, seat, BARE, depth + 1)
                return (said or verdict["adjective"].format(name)) + (f": {why}" if why else "")
            case core.Compare(operator=operator, left=left, right=right) if " " in words.text:
                numbers = [self._evaluator.number(one, env, seat) for one in (left, right)]
                is_not = (
                    f"{numbers[0]}, not {numbers[1]}" if operator == "=" else f"{numbers[0]} {operator} {numbers[1]}"
                )
                return f"{said} ({is_not})"
            case _:  # for all others the words are enough
                return said

    def closed(self, listing: f.Options, step: play.Step) -> dict[str, str]:
        """The options of a menu whose condition is false, each with the reason."""
        assert isinstance(step, play.Menu)
        asked = [question for _, question, _ in listing.options]
        pairs = [(option, question) for option, question in zip(step.options, asked, strict=True) if question]
        unmet = ((option.name, self.unmet(question, option.wording)) for option, question in pairs)
        return {name: why for name, why in unmet if why}

    # -- things to pick

    def none_of(self, question: f.Question, wording: SourceLine | None) -> str:
        """Why no element satisfies a binder: the part of its condition at which the last candidates fail."""
        binder = question.asked
        assert isinstance(binder, core.Binder)
        left = self._elements(question, core.TRUE)
        if not left:
            return "there is none"
        met: list[core.Expr] = []
        for part, words in _worded(binder.guard, wording):
            met.append(part)
            further = self._elements(question, conjunction(met))
            if not further and not words.text:
                return "none of them qualifies"
            if not further and len(left) > 1:
                return NONE[words.form].format(words.text)
            if not further:
                env = {**self._interpreter.env(self._state, question.scope), binder.var.id: left[0]}
                return self._text_of_unmet(part, words, env, self._seat(question, env))
            left = further
        return ""

    def not_one(self, question: f.Question, wording: SourceLine | None, element: Element) -> str:
        """Why an element does not satisfy a binder; empty if it does."""
        binder = question.asked
        assert isinstance(binder, core.Binder)
        env = {**self._interpreter.env(self._state, question.scope), binder.var.id: element}
        if element not in self._elements(question, core.TRUE):
            return "it is not one of the things to choose from"
        seat = self._seat(question, env)
        for part, words in _worded(binder.guard, wording):
            if not self._evaluator.condition(part, env, seat):
                if words.form == "noun" and binder.var.sort == core.SPACE:
                    return f"there is no {words.text} there"
                return self._text_of_unmet(part, words, env, seat) or "it cannot be done there"
        return ""

    def all_of(self, question: f.Question) -> Sequence[Element]:
        """All that a binder ranges over, regardless of its condition."""
        return self._elements(question, core.TRUE)

    def _elements(self, question: f.Question, guard: core.Expr) -> Sequence[Element]:
        assert isinstance(question.asked, core.Binder)
        env = self._interpreter.env(self._state, question.scope)
        return elements(self._evaluator, replace(question.asked, guard=guard), env, self._seat(question, env))


def _worded(condition: core.Expr, wording: SourceLine | None) -> Iterator[tuple[core.Expr, ConditionText]]:
    """The parts of a condition, each with its words; if the file has changed since it was read, only the line."""
    found, known = conjuncts(condition), wording.conditions if wording is not None else ()
    if len(found) != len(known):
        known = (ConditionText(wording.text) if wording is not None else ConditionText(),) * len(found)
    return zip(found, known, strict=True)


SETUP = -1
"""The turn number of the setup."""
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
"""Why operations without a condition fail."""


@struct
class TracedLine(Struct):
    """One execution (or skip) of a line of a file, in the turn (from 0) of a player (an index).

    `notes` say what was chosen, which number it was, how often; if it was skipped, why.
    """

    wording: SourceLine
    turn: int
    player: int
    done: bool
    notes: tuple[str, ...] = ()


class Tracer(Interpreter):
    """The reference interpreter with a trace of each statement outside trials in `lines`.

    Consecutive statements of one line make one entry. `failure` is the first statement that could not be done, and why.
    """

    def __init__(self, of: Interpreter) -> None:
        super().__init__(of.layout)
        self.lines: list[TracedLine] = []
        self.failure = ""
        self._last: tuple[f.Body | None, int] = (None, -1)

    # -- what is noted

    def _note(self, state: FlatState, level: f.Level | None, note: str = "", done: bool = True) -> None:
        """Record a statement, or add a note to the one recorded last."""
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
        """Record a statement that fails, and the rest of its block, which is skipped."""
        self._note(state, level, why, done=False)
        if level is None or level.step is None or level.step.wording is None:
            return
        self.failure = self.failure or f"'{level.step.wording.text}' could not be done: {why}"
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
        note = number if things < 0 else f"{things} found" if things else "there is none"
        self._note(state, level, note, done=things != 0)
        return True

    def _why_not(self, state: FlatState, step: play.Step, operation: f.Operation) -> str:
        """Why an operation would fail; asked before it is executed."""
        match operation:
            case f.First(question=question):
                return Reasoner(self, state).none_of(question, step.wording)
            case f.ChangeCounter(counter=counter, amount=amount, me=me, pay=True):
                return f"{self.ask(state, amount)} to pay, {state.counter(state.number(me), counter)} there"
        return _FAILURES.get(type(operation), "it cannot be done")

    def _number(self, state: FlatState, operation: f.Operation) -> str:
        """The number that a statement asks for, if its words do not contain it."""
        match operation:
            case f.SetCounter(counter=answer) if answer in self.game.answers:
                return ""  # a code for the piece that was chosen in secret
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
        """A choice: if nothing can be chosen, why; for a menu, which options are closed."""
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
            self._failed(state, level, "; ".join(self._shut(closed)) or "none of the options can be completed")
        elif closed:
            self._note(state, level, "; ".join(self._shut(closed)))
        return stop

    @staticmethod
    def _shut(closed: dict[str, str]) -> list[str]:
        """The options that are closed, each with why."""
        return [f"{name} is not possible: {why}" for name, why in closed.items()]

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
    """The trace of a game as far as it was played; the setup has the turn -1.

    If the game began with a position, the statements before its first choice are left out.
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


UNFINISHED = "it could not be completed"


def why_not(match: Match, text: str) -> list[str]:
    """Why a text is not a move now, as lines; if it is one, that it is.

    The answer does not depend on anything that the player who chooses does not know.
    """
    if match.over:
        return ["the game is over"]
    words = " ".join(text.lower().split())
    try:
        return [f"{match.moves.parse(words)} is allowed now"]
    except IllegalMove:
        pass
    here = asked(match.machine, match.state)
    if any(way.text.lower() == words for way in here.ways):
        return [f"{words} is allowed now"]
    if here.numbered and words.isdecimal() and 0 < int(words) <= len(here.ways):
        return [f"{here.ways[int(words) - 1].text} is allowed now"]
    found = list(_Refusals(match).of(words))
    return list(dict.fromkeys(found)) or [f"nothing that can be chosen now is called '{words[:40]}'"]


def why_not_there(match: Match, seat: int, space: int) -> list[str]:
    """Why a space of a board cannot be chosen now, as lines; if it can, that it can. Raises `ValueError` outside the board."""
    grids = match.state.table.grids
    if not (0 <= seat < len(grids) and 0 <= space < grids[seat].geometry.size):
        raise ValueError(space)
    if match.over:
        return ["the game is over"]
    found = list(_Refusals(match).there(seat, space))
    return list(dict.fromkeys(found)) or ["nothing is chosen on this board now"]


_PICKS = play.Pick | play.PickSome | play.PickNumber


@dataclass(frozen=True)
class _Choice:
    """A choice that could come now, in a state, after an option (or directly)."""

    after: str
    state: GameState
    end: f.Choose
    step: play.Step


class _Refusals:
    """The answers at one moment, from the view of the player who chooses."""

    def __init__(self, match: Match) -> None:
        self._match, self._machine = match, match.machine
        self._state = match.view().state
        self._interpreter = match.machine.interpreter

    def of(self, words: str) -> Iterator[str]:
        """Each reason against a move."""
        yield from self._use(words.removeprefix("use ").split(" ")[0], words.startswith("use "))
        choices, verb = list(self._choices()), words.split(" ")[0]
        steps = [choice.step for choice in choices]
        now = {step.verb for step in steps if isinstance(step, _PICKS)} | {choice.after for choice in choices}
        verbs = picking_verbs(self._machine.evaluator.program)
        if verb in verbs - now and not any(
            isinstance(step, play.Menu) and verb in (option.name for option in step.options) for step in steps
        ):
            first = next((choice for choice in choices if isinstance(choice.step, _PICKS)), None)
            asks = "" if first is None else f"; you can {question_of(self._match, first.state, first.step)}"
            yield f"you cannot {verb} now{asks}"
            return
        for choice in choices:
            if isinstance(choice.end.listing, f.Options):
                yield from self._option(choice, choice.end.listing, words)
            elif verb not in verbs or verb in (choice.after, getattr(choice.step, "verb", verb)):
                rest = words.removeprefix(f"{choice.after} ") if choice.after else words
                yield from self._pick(choice, rest)

    def there(self, seat: int, space: int) -> Iterator[str]:
        """For each choice of something on a board, the reason against one of its spaces, by itself or in a group."""
        for choice in self._choices():
            listing = choice.end.listing
            if not isinstance(listing, f.Elements | f.Sets) or listing.slot.sort not in (core.SPACE, core.GROUP):
                continue
            if self._interpreter.seat(choice.state.cells, listing.seat) == seat:
                everything = Reasoner(self._interpreter, choice.state.cells).all_of(listing.question)
                own = [
                    one for one in everything if one == space or (isinstance(one, SpaceSet) and one.members.get(space))
                ]
                names = (element_text(self._interpreter, choice.state.cells, listing, one) for one in own)
                yield from self._things(choice, listing, zip(names, own, strict=True))

    def _choices(self) -> Iterator[_Choice]:
        """The current choice, and those directly after one of its options."""
        here = self._choice("", self._state)
        if here is None:
            return
        yield here
        if isinstance(here.end.listing, f.Options):
            for move in self._machine.moves_at(self._state):
                if move.kind == "option":
                    after = self._machine.applied(self._state, move)
                    later = None if after.turn != self._state.turn else self._choice(move.text, after)
                    if later is not None and after.draws == self._state.draws:
                        yield later

    def _choice(self, after: str, state: GameState) -> _Choice | None:
        end = self._machine.flow.blocks[state.cells.get(self._machine.layout.pc)].end
        if state.choice is None or state.choice.step is None or not isinstance(end, f.Choose):
            return None
        return _Choice(after, state, end, state.choice.step)

    # -- options

    def _option(self, choice: _Choice, listing: f.Options, words: str) -> Iterator[str]:
        names = [name for name, _, _ in listing.options]
        name = words.split(" ")[0]
        if name not in names or names.index(name) in choice.state.stop.codes:
            return
        closed = Reasoner(self._interpreter, choice.state.cells).closed(listing, choice.step).get(name)
        yield f"{name}: {closed or self._unfinished(choice.state, names.index(name))}"

    def _unfinished(self, state: GameState, code: int) -> str:
        """The statement that could not be done, as far as that is decided before the next choice."""
        tracer, cells = Tracer(self._interpreter), state.cells.copy()
        tracer.step(cells, code)
        return tracer.failure or UNFINISHED

    # -- things

    def _pick(self, choice: _Choice, words: str) -> Iterator[str]:
        listing = choice.end.listing
        if isinstance(listing, f.Numbers):
            yield from self._number(choice, listing, words)
        if isinstance(listing, f.Elements | f.Sets):
            yield from self._things(choice, listing, self._named(choice.state, listing, words))

    def _things(
        self, choice: _Choice, listing: f.Elements | f.Sets, named: Iterable[tuple[str, Element]]
    ) -> Iterator[str]:
        """For each thing, that it is allowed at a choice, or why not."""
        reasons = Reasoner(self._interpreter, choice.state.cells)
        start = f"after {choice.after}, " if choice.after else ""
        allowed = [f" {move.text.lower()}" for move in self._machine.moves_at(choice.state)]
        wording = choice.step.wording.text if choice.step.wording else ""
        without_name = choice.step.text if isinstance(choice.step, _PICKS) else ""
        line = without_name or wording
        for name, element in named:
            if any(move.endswith(f" {name.lower()}") for move in allowed):
                yield f"{start}{name} is allowed"
            else:
                why = reasons.not_one(listing.question, choice.step.wording, element)
                yield f"{start}{name}: in '{line}', {why}" if why else f"{start}{name}: {UNFINISHED}"

    def _named(self, state: GameState, listing: f.Elements | f.Sets, words: str) -> Iterator[tuple[str, Element]]:
        """The things that a text names, whether they can be picked or not, each name once."""
        last = f" {words}"
        seen = set[str]()
        for element in Reasoner(self._interpreter, state.cells).all_of(listing.question):
            name = element_text(self._interpreter, state.cells, listing, element)
            if name in seen or not (last.endswith(f" {name.lower()}") or f" {name.lower()} " in last):
                continue
            seen.add(name)
            yield name, element

    def _number(self, choice: _Choice, listing: f.Numbers, words: str) -> Iterator[str]:
        number = words.split(" ")[-1]
        if number.lstrip("-").isdecimal():
            low, high = (self._interpreter.ask(choice.state.cells, one) for one in (listing.low, listing.high))
            yield (
                f"{number}: the number is from {low} to {high}" if low <= high else f"{number}: no number can be chosen"
            )

    # -- abilities

    def _use(self, card: str, asked_for: bool) -> Iterator[str]:
        uses = self._machine.flow.uses
        if not any(use.ability.card == card for use in uses):
            if asked_for:
                yield f"no card with an ability is called '{card[:40]}'"
            return
        names, cells = uses_of([use.ability for use in uses]), self._state.cells
        for number, use in enumerate(uses):
            if use.ability.card == card:
                bar, wording = self._interpreter.bar(cells, number), use.ability.wording
                question = f.Question(use.ability.condition, self._machine.flow.turn_scope)
                if bar is AbilityRefusal.CONDITION and (
                    unmet := Reasoner(self._interpreter, cells).unmet(question, wording)
                ):
                    yield f"{names[number]}: {unmet}"
                elif bar is not None:
                    yield f"{names[number]}: {bar.value.format(during=use.ability.during)}"
                else:
                    yield f"{names[number]}: {self._unfinished(self._state, use_code(number))}"
