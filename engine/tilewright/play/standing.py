"""Where a game stands, as a position says it: from a state to its standing and back.

A standing names the blocks that are under way, from the outermost to the one with the statement that comes next. Frames
are made of it anew as the machine makes them, so only what cannot be seen from the statements is said: how many rounds of
a loop are over, what is still to come in it, and what the blocks have named.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tilewright.core import play
from tilewright.meaning.domain import Element
from tilewright.play.chance import Chance
from tilewright.play.frames import Frame, upward
from tilewright.play.machine import Machine
from tilewright.play.machine.notation import uses_of
from tilewright.play.machine.statements import KINDS
from tilewright.play.positions import face_down_of, gone_of, marks_of
from tilewright.play.state import State
from tilewright.play.table import Table
from tilewright.play.unseen import sealed
from tilewright.play.words import ElementWords, Unsayable
from tilewright.table.standing import KeyPath, Misplaced, Standing, UnderWay

COURSE, AFTER, USE = "course", "after", "use "
"""How levels name the course, what is done after an ability, and the ability of a card."""
_ROUNDS = (play.Each, play.InAnyOrder, play.Times, play.Repeat)


def standing_of(machine: Machine, state: State, names: Sequence[str]) -> Standing:
    """The standing of a state at a choice. Raises `Unsayable`."""
    if state.changes:
        raise Unsayable("a rule is changed to the end of this turn")
    if state.over:
        raise Unsayable("the game is over")
    if sealed(state):
        raise Unsayable("what is chosen in secret is not shown yet")
    referee, words = machine.referee, ElementWords(machine.referee, state.table, names)
    uses = uses_of(referee.abilities)
    spent: dict[int, tuple[str, ...]] = {}
    for player, index in sorted(state.spent):
        spent[player] = (*spent.get(player, ()), uses[referee.abilities[index]].removeprefix(USE))
    levels = tuple(_Blocks(machine, state, words).levels())
    return Standing(
        state.mover,
        levels,
        words.differing(referee.deciding_player(state.table, state.mover), state.env, words.scope()),
        tuple(sorted(state.used)),
        spent,
        marks_of(state.table),
        face_down_of(state.table),
        gone_of(state.table),
        state.draws,
    )


def resumed(machine: Machine, table: Table, standing: Standing, names: Sequence[str], chance: Chance) -> State:
    """The state at the first choice from where a standing says that a game stands. Raises `Misplaced`."""
    words = ElementWords(machine.referee, table, names)
    outermost = standing.at[0].block if standing.at else ""
    turn = outermost if outermost in machine.referee.program.turns else "turn"
    state = machine.at_turn(table, standing.player, chance, turn)
    state.draws = standing.draws
    state.used = frozenset(standing.used)
    known = {text.removeprefix(USE): i for i, text in enumerate(uses_of(machine.referee.abilities).values())}
    for player, spent in standing.spent.items():
        unknown = next((text for text in spent if text not in known), None)
        if unknown is not None:
            reason = f"no card in play has the ability '{unknown[:40]}'"
            raise Misplaced(("spent",), reason, "write the id of a card in play")
        state.spent |= {(player, known[text]) for text in spent}
    if standing.at is not None:
        state.env = words.bound(state.env, standing.named, words.scope(), ("with",))
        _Blocks(machine, state, words).enter(standing.at)
    machine.advance(state)
    return state


class _Blocks:
    """The blocks of a game that are under way, as frames and as levels."""

    def __init__(self, machine: Machine, state: State, words: ElementWords) -> None:
        self._machine, self._referee, self._program = machine, machine.referee, machine.referee.program
        self._state, self._words = state, words

    # -- to levels

    def levels(self) -> Iterator[UnderWay]:
        """The levels of the state."""
        state, turns = self._state, self._program.turns
        course, turn = ([*upward(frame)][::-1] for frame in (state.under, state.frame))
        called: play.Step | None = None
        if state.under is not None and state.under.at:  # else the course begins when this turn is over
            yield from self._told(course)
            called = state.under.section.steps[state.under.at - 1]
        yield from self._told(turn)
        if not turn:
            name = called.turn if isinstance(called, play.TurnOf) else "turn"
            yield UnderWay(name, len(turns[name].steps) + 1)

    def _told(self, frames: Sequence[Frame]) -> Iterator[UnderWay]:
        """The levels of frames, the outermost first; the last one stands at the statement that comes next."""
        outer: Frame | None = None
        for index, frame in enumerate(frames):
            child = frames[index + 1] if index + 1 < len(frames) else None
            if child is not None and child.ability:  # what is done after an ability goes without saying before it
                outer = frame
                continue
            block = self._name(frame, outer)
            fresh = self._entered(block, outer)
            assert fresh is not None and fresh.section is frame.section
            outer = self._under_way(frame, child)
            yield self._level(block, fresh, outer, begun=child is not None)

    def _name(self, frame: Frame, outer: Frame | None) -> str:
        """How the block of a frame is named; the frame around it is at the statement in which it is."""
        program = self._program
        if frame.ability:
            use = next(ability for ability, section in program.uses.items() if section is frame.section)
            return uses_of(self._referee.abilities)[use]
        if frame.section is program.after:
            return AFTER
        if outer is None:
            named = {COURSE: program.main, **program.turns}
            return next(name for name, section in named.items() if section is frame.section)
        inner = outer.section.inner[outer.at]
        index = next(i for i, section in enumerate(inner) if section is frame.section)
        return _blocks(outer.step)[index]

    def _under_way(self, frame: Frame, child: Frame | None) -> Frame:
        """The frame before the statement in which its child is; without one, at the end of a course, the turn's."""
        turn = child is None and frame is self._state.under
        if (child is None and not turn) or (child is not None and child.section is self._program.after):
            return frame
        steps, at = frame.section.steps, frame.at
        step = steps[at] if at < len(steps) else None
        inner = frame.section.inner[at] if step is not None else ()
        if child is None or not isinstance(step, _ROUNDS) or all(section is not child.section for section in inner):
            return replace(frame, at=at - 1, done=0, left=None)
        left = frame.left
        if isinstance(step, (play.Each, play.InAnyOrder)):
            left = (child.env[step.binder.var.id], *(left or ()))
        return replace(frame, done=0 if isinstance(step, play.Repeat) else frame.done - 1, left=left)

    def _level(self, block: str, fresh: Frame, frame: Frame, begun: bool) -> UnderWay:
        words, of, left = self._words, "", tuple(frame.left or ())
        step = frame.step if frame.at < len(frame.section.steps) else None
        if isinstance(step, (play.Each, play.InAnyOrder)):
            told = [words.word(step.binder.var, one, frame.env, step.home) for one in left]
            of, left = (told[0], tuple(told[1:])) if begun and told else ("", tuple(told))
        else:
            left = tuple(map(str, left))
        named = words.differing(fresh.env, frame.env, words.scope(frame.section.steps[: frame.at]))
        return UnderWay(block, frame.at + 1, frame.done, of, left, named)

    # -- to frames

    def enter(self, levels: Sequence[UnderWay]) -> None:
        """Let the state stand at levels. Raises `Misplaced`."""
        state, frame = self._state, None
        if levels and levels[0].block == COURSE:
            state.under, state.movers = None, ()
        for index, level in enumerate(levels):
            where: KeyPath = ("at", index)
            fresh = self._entered(level.block, frame)
            if fresh is None:
                raise self._unknown(level, frame, (*where, "block"))
            if fresh.ability:
                state.ability = fresh.name
            if not 0 < level.statement <= len(fresh.section.steps) + 1:
                help = f"the block has {len(fresh.section.steps)}"
                raise Misplaced((*where, "statement"), f"there is no statement {level.statement}", help)
            frame = self._standing(fresh, level, where)
        state.frame = frame

    def _standing(self, fresh: Frame, level: UnderWay, where: KeyPath) -> Frame:
        """A frame that has been entered, at the statement of a level."""
        at, words = level.statement - 1, self._words
        env = words.bound(fresh.env, level.named, words.scope(fresh.section.steps[:at]), (*where, "with"))
        step = fresh.section.steps[at] if at < len(fresh.section.steps) else None
        left: tuple[Element, ...] = ()
        if isinstance(step, (play.Each, play.InAnyOrder)):
            texts = [("of", level.of)] * bool(level.of) + [("left", text) for text in level.left]
            left = tuple(words.read(step.binder.var, text, env, step.home, (*where, key)) for key, text in texts)
        elif level.left:
            left = tuple(int(text) for text in level.left if text.isdecimal())
        return replace(fresh, env=env, at=at, done=level.done, left=left or None)

    def _entered(self, block: str, outer: Frame | None) -> Frame | None:
        """The beginning of a block that is inside of the statement of a frame, or that is not inside of any."""
        state, program = self._state, self._program
        step = outer.step if outer is not None and outer.at < len(outer.section.steps) else None
        if outer is not None and step is not None and block in _blocks(step):
            if isinstance(step, (play.Each, play.InAnyOrder)) and not outer.left:
                return None
            index = _blocks(step).index(block)
            return KINDS[type(step)].block(self._referee, state, outer, step, index)
        if block == AFTER:
            return Frame(program.after, state.env, outer, whole=outer.whole if outer is not None else 0)
        if block.startswith(USE):
            uses = uses_of(self._referee.abilities)
            ability = next((one for one, text in uses.items() if text == block), None)
            return None if ability is None else self._referee.using(state, ability, outer)
        if block == COURSE and outer is None and program.main.steps:
            return Frame(program.main, self._referee.deciding_player(state.table, 0), None)
        if block in program.turns and (outer is None or step == play.TurnOf(block)):
            if outer is not None:
                state.under, state.movers = outer.next(), (state.mover,)
            return Frame(program.turns[block], self._referee.deciding_player(state.table, state.mover), None)
        return None

    def _unknown(self, level: UnderWay, outer: Frame | None, where: KeyPath) -> Misplaced:
        """Why a level is none."""
        known = [COURSE] * bool(self._program.main.steps) + [*self._program.turns]
        if outer is not None:
            known = [*_blocks(outer.step)] if outer.at < len(outer.section.steps) else []
        name = f"block '{level.block[:40]}'" if level.block else "block without a name"
        help = "known: " + ", ".join(name or "a block without a name" for name in known) if known else "leave it out"
        return Misplaced(where, f"there is no {name} here", help)


def _blocks(step: play.Step) -> tuple[str, ...]:
    """The names of the blocks inside of a statement."""
    match step:
        case play.Menu():
            return tuple(option.name for option in step.options)
        case play.When():
            return "then", "otherwise"
        case play.Call():
            return (step.verb,)
        case _:
            return ("",) * len(play.blocks(step))
