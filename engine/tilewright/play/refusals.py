"""Why a move cannot be made now: the condition that forbids it, in the words of the files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.kernel import flow as f
from tilewright.kernel.stops import Barred, use_code
from tilewright.meaning.domain import Element, SpaceSet
from tilewright.play.choices import asked
from tilewright.play.match import Match
from tilewright.play.moves import IllegalMove
from tilewright.play.notation import element_text, uses_of
from tilewright.play.reasons import Reasoner
from tilewright.play.state import GameState
from tilewright.play.tracing import Tracer

UNFINISHED = "it could not be completed"


def why_not(match: Match, text: str) -> list[str]:
    """Why a text is no move now, on lines; where it is one, that it is.

    Nothing of it depends on what the player who chooses does not know.
    """
    if match.over:
        return ["the game is over"]
    words = " ".join(text.lower().split())
    try:
        return [f"{match.moves.parse(words)} is allowed now"]
    except IllegalMove:
        pass
    if any(way.text.lower() == words for way in asked(match.machine, match.state).ways):
        return [f"{words} is allowed now"]
    found = list(_Refusals(match).of(words))
    return list(dict.fromkeys(found)) or [f"nothing that can be chosen now is called '{words[:40]}'"]


def why_not_there(match: Match, seat: int, space: int) -> list[str]:
    """Why a space of a board cannot be chosen now, on lines; where it can, that it can. Raises `ValueError` beyond it."""
    grids = match.state.table.grids
    if not (0 <= seat < len(grids) and 0 <= space < grids[seat].geometry.size):
        raise ValueError(space)
    if match.over:
        return ["the game is over"]
    found = list(_Refusals(match).there(seat, space))
    return list(dict.fromkeys(found)) or ["nothing is chosen on this board now"]


@dataclass(frozen=True)
class _Choice:
    """A choice that could come now: `after` which option, in which state."""

    after: str
    state: GameState
    end: f.Choose
    step: play.Step


class _Refusals:
    """The answers at one moment, as the player who chooses knows it."""

    def __init__(self, match: Match) -> None:
        self._match, self._machine = match, match.machine
        self._state = match.view().state
        self._interpreter = match.machine.interpreter

    def of(self, words: str) -> Iterator[str]:
        """Each reason against a move."""
        yield from self._use(words.removeprefix("use ").split(" ")[0], words.startswith("use "))
        for choice in self._choices():
            if isinstance(choice.end.listing, f.Options):
                yield from self._option(choice, choice.end.listing, words)
            else:
                rest = words.removeprefix(f"{choice.after} ") if choice.after else words
                yield from self._pick(choice, rest)

    def there(self, seat: int, space: int) -> Iterator[str]:
        """The reason at each choice of something on a board against one of its spaces, alone or in a group."""
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
        """The choice there is, and those that come right after an option of it."""
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
        """Which statement could not be done, as far as that shows before another choice."""
        tracer, cells = Tracer(self._interpreter), state.cells.copy()
        tracer.step(cells, code)
        failed = next((line for line in tracer.lines if not line.done and line.notes), None)
        if failed is None:
            return UNFINISHED
        return f"'{failed.wording.text}' could not be done: {'; '.join(failed.notes)}"

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
        """Whether each thing is allowed at a choice, or why not."""
        reasons = Reasoner(self._interpreter, choice.state.cells)
        start = f"after {choice.after}, " if choice.after else ""
        allowed = [f" {move.text.lower()}" for move in self._machine.moves_at(choice.state)]
        line = choice.step.wording.text if choice.step.wording else ""
        for name, element in named:
            if any(move.endswith(f" {name.lower()}") for move in allowed):
                yield f"{start}{name} is allowed"
            else:
                why = reasons.not_one(listing.question, choice.step.wording, element)
                yield f"{start}{name}: in '{line}', {why}" if why else f"{start}{name}: {UNFINISHED}"

    def _named(self, state: GameState, listing: f.Elements | f.Sets, words: str) -> Iterator[tuple[str, Element]]:
        """The things that a text names, whether they can be picked or not, each once by name."""
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
                if bar is Barred.CONDITION and (unmet := Reasoner(self._interpreter, cells).unmet(question, wording)):
                    yield f"{names[number]}: {unmet}"
                elif bar is not None:
                    yield f"{names[number]}: {bar.value.format(during=use.ability.during)}"
                else:
                    yield f"{names[number]}: {self._unfinished(self._state, use_code(number))}"
