"""Runs the statements of a game up to the next choice, and from a choice on.

A state stands at a frame (`play.frames`). `advance` does one statement after another; where a player has
more than one way to go on it stops with a choice point. Which ways are offered is decided by `Offers`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from tilewright.core import play
from tilewright.core.expr import FALSE
from tilewright.core.walk import find
from tilewright.play.chance import Chance
from tilewright.play.frames import Frame, upward
from tilewright.play.machine.notation import moves_for, uses_of
from tilewright.play.machine.obligations import Obligations
from tilewright.play.machine.referee import Referee
from tilewright.play.machine.statements import KINDS
from tilewright.play.machine.statements.control import MOST_IDLE
from tilewright.play.state import DECIDER, STOP, ChoicePoint, Move, State
from tilewright.play.table import Table


class Offers(Protocol):
    """What a player is offered of all that there is.

    When it is a `trial` the machine goes no further than to the end of what has to be done wholly, and
    what cannot be done is the end of it.
    """

    trial: bool

    def open(self, state: State, frame: Frame, step: play.Step, elements: Sequence[Any]) -> Sequence[Any]:
        """What may be picked at the statement of a frame."""
        ...

    def may_stop(self, state: State, frame: Frame) -> bool:
        """Whether the player may leave the statement of a frame, or its optional block, undone."""
        ...

    def abilities(self, state: State) -> list[play.Ability]:
        """The abilities that may be used now."""
        ...


class Machine:
    """Plays by the rules of one game; states are kept apart from it.

    `steps` counts the statements that were done; `turnless` is a game that goes on without turns of players. `on_turn` is called when a turn has begun, `on_used` when an ability
    has been done, `on_step` before a statement is, with the state of the game or of a copy.
    """

    def __init__(self, referee: Referee, offers: Offers) -> None:
        self.referee = referee
        self.offers = offers
        self._uses = uses_of(referee.abilities)
        self.obligations = Obligations(referee)
        self.on_turn: Callable[[State], None] | None = None
        self.on_used: Callable[[State], None] | None = None
        self.on_step: Callable[[State, Frame], None] | None = None
        self.steps = 0
        course = referee.course.course
        self.turnless = bool(course) and not any(find(play.TurnOf, *course))

    # -- turns

    def start(self, table: Table, chance: Chance) -> State:
        """The state after the set-up, at the first choice."""
        state = self.set_up(table, chance)
        self._go_on(state)
        self.advance(state)
        return state

    def set_up(self, table: Table, chance: Chance) -> State:
        """The state after the set-up, before anything else."""
        state = State(table, chance, self.referee.keys)
        state.env = self.referee.deciding_player(table, state.mover)
        state.frame = Frame(self.referee.program.setup, state.env, None)
        while state.frame is not None:
            self.step(state, state.frame)
        return state

    def resume(self, table: Table, mover: int, chance: Chance) -> State:
        """The state at the first choice of a turn of the mover; what comes after it as for `at_turn`."""
        state = self.at_turn(table, mover, chance)
        self.advance(state)
        return state

    def at_turn(self, table: Table, mover: int, chance: Chance, turn: str = "turn") -> State:
        """The state at the beginning of a turn of that name, before anything of it is done.

        It is the first such turn of the mover in the course of the game, which goes on after it; where the course
        has none, it begins after this one.
        """
        state = State(table, chance, self.referee.keys)
        state.env = self.referee.deciding_player(table, state.mover)
        if self.referee.course.course:
            self._go_on(state)
            state.under = self._after_first(turn, mover, state) or state.frame
        state.mover = mover
        self.begin(state, turn)
        return state

    def _after_first(self, turn: str, mover: int, start: State) -> Frame | None:
        """Where the course goes on after the first such turn of a player, found on a copy; None where it comes to none."""
        ahead = start.copy()
        while ahead.frame is not None and ahead.choice is None and not ahead.over:
            frame = ahead.frame
            step = frame.step if frame.at < len(frame.section.steps) else None
            if not isinstance(step, play.TurnOf):
                self.step(ahead, frame)
            elif step.turn == turn and frame.env[self.referee.me] == mover:
                return frame.next()
            else:
                ahead.frame = frame.next()
        return None

    def begin(self, state: State, turn: str = "turn") -> None:
        """A turn of the mover begins."""
        state.env = self.referee.deciding_player(state.table, state.mover)
        state.evaluator = None
        state.frame = Frame(self.referee.program.turns[turn], state.env, None)
        if state.under is not None:
            state.movers += (state.mover,)
        if self.on_turn is not None:
            self.on_turn(state)

    def _go_on(self, state: State) -> None:
        """To the course after the set-up, or where there is none to the first turn."""
        if self.referee.course.course:
            state.frame = Frame(self.referee.program.main, state.env, None)
        else:
            self.begin(state)

    def advance(self, state: State) -> None:
        """Go on to the next choice, or to the end of the game or of a trial."""
        trial, at_once = self.offers.trial, self.referee.course.at_once
        may_end = at_once is not FALSE and not trial
        state.idle = 0
        while state.choice is None and not state.over and not state.failed:
            if trial and not state.pending:
                return
            if state.frame is not None:
                self.step(state, state.frame)
                if may_end and self.referee.holds(state, at_once, state.env):
                    state.choice, state.over = None, True
            elif state.closing or not self.offers.abilities(state):
                self._end_turn(state)
                state.over = state.over or state.idle > MOST_IDLE
            else:
                state.choice = ChoicePoint(None, (), optional=True)

    def _end_turn(self, state: State) -> None:
        """The next turn, or where the course goes on; where it does not, the game is over."""
        course, under = self.referee.course, state.under
        if course.course and under is None:
            state.over = True
            return
        if state.obligations:
            state.failed = self.offers.trial
        ending = state.mover == state.table.players - 1 or not course.by_round
        over = ending and self.referee.holds(state, course.end, state.env)
        state.table.clear_flags()
        state.changes, state.obligations, state.used, state.closing = (), (), frozenset(), False
        state.turn += 1
        state.idle += 1
        state.over, state.usable = over, None
        if under is None:
            state.mover = (state.mover + 1) % state.table.players
            self.begin(state)
        else:
            state.frame, state.under = under, None

    def goes_on(self, start: State, state: State) -> bool:
        """Whether a turn that was under way at the start is so still; of nobody's turn, what its player chooses."""
        if state.over or state.turn != start.turn:
            return False
        return bool(start.under is not None or not self.referee.course.course) or state.player == start.player

    def without_abilities(self, state: State) -> State:
        """The state as if all abilities had been used in this turn."""
        used = frozenset(ability.card for ability in self.referee.abilities)
        if state.used == used:
            return state
        plain = state.copy()
        plain.used, plain.usable = used, None
        return plain

    def finished(self, state: State) -> State:
        """The state after what the course does when its rounds are over, which are left at once; the state itself where somebody chooses there."""
        around, main = list(upward(state.under or state.frame)), self.referee.program.main
        if state.over or not around or around[-1].section is not main or around[-1].at + 1 >= len(main.steps):
            return state
        ended = state.copy()
        ended.table.clear_flags()
        ended.changes, ended.obligations, ended.choice, ended.under = (), (), None, None
        ended.frame = around[-1].next()
        self.advance(ended)
        return ended if ended.over else state

    # -- statements

    def step(self, state: State, frame: Frame) -> None:
        """Do one statement, or leave a block that has ended."""
        self.steps += 1
        if self.on_step is not None:
            self.on_step(state, frame)
        steps, at = frame.section.steps, frame.at
        if at == len(steps):
            self._leave(state, frame)
            return
        step = steps[at]
        led = KINDS[type(step)].do(self.referee, state, frame, step)
        if isinstance(led, Frame):
            state.frame = led
            if state.unseen:
                self._come_to_light(state)
        elif led is None:
            self._fail(state, frame)
        elif isinstance(step, play.TurnOf):
            state.under = frame.next()
            state.mover = frame.env[self.referee.me]
            self.begin(state, step.turn)
        elif led and isinstance(step, play.Pick) and step.random and not self.offers.trial:
            state.draws += 1
            self.chosen(state, frame, step, led[state.chance.number(str(state.draws), len(led))])
        else:
            self._put(state, frame, step, led)

    def _come_to_light(self, state: State) -> None:
        """Chance says which pieces have come to light; a trial asks for each that it could be."""
        if self.offers.trial:
            state.choice = ChoicePoint(None, _possible(state))
            return
        while state.unseen:
            self._show(state, state.chance.kind(state.table, state.unseen[0]))

    def _show(self, state: State, kind: int | None) -> None:
        piece, *rest = state.unseen
        state.unseen = tuple(rest)
        if kind is not None:
            state.table.show(piece, kind)
            state.drawn += (kind,) if piece.drawn or piece.sides else ()

    def _leave(self, state: State, frame: Frame) -> None:
        if frame.ability:
            state.ability = ""
            if self.on_used is not None:
                self.on_used(state)
        state.frame = frame.parent

    def _fail(self, state: State, frame: Frame) -> None:
        """In a trial that is its end; otherwise the rest of the block is passed over."""
        state.failed = self.offers.trial
        self._leave(state, frame)

    def _put(self, state: State, frame: Frame, step: play.Step, found: Sequence[Any]) -> None:
        """Put a choice to the player; where there is a single way to go on it is taken at once."""
        offers, kind = self.offers, KINDS[type(step)]
        elements = offers.open(state, frame, step, found)
        if not elements and kind.may_pass:
            state.frame = frame.next()
            return
        optional = kind.may_stop(frame, step) and offers.may_stop(state, frame)
        if not elements and optional:
            state.frame = frame.stopped
        elif optional or len(elements) > 1 or (kind.asks and offers.abilities(state)):
            state.choice = ChoicePoint(step, tuple(elements), optional, frame.env.get(DECIDER))
        elif elements:
            self.chosen(state, frame, step, elements[0])
        elif found and state.obligations and not offers.trial:  # chance has made it impossible to meet them
            state.obligations = ()
            self._put(state, frame, step, found)
        else:
            self._fail(state, frame)

    # -- choices

    def moves_at(self, state: State) -> list[Move]:
        """The moves at a choice; none when the game is over."""
        choice = state.choice
        if choice is None:
            return []
        if state.unseen:
            return [Move("", "chance", kind) for kind in choice.elements]
        moves = moves_for(self.referee, state, choice)
        if choice.optional:
            moves.append(STOP)
        if self.referee.abilities:
            moves += [Move(self._uses[ability], "use", ability) for ability in self.offers.abilities(state)]
        return moves

    def applied(self, state: State, move: Move) -> State:
        """The state at the next choice after a move."""
        after = state.copy()
        self.apply(after, move)
        return after

    def apply(self, state: State, move: Move) -> None:
        """Do a move at the choice of a state, and go on to the next one."""
        choice, frame = state.choice, state.frame
        state.choice = None
        if move.kind != "option":  # which says only what is done next
            state.usable = None
        if move.kind == "use":
            self._use(state, move.value)
        elif move.kind == "chance":
            self._show(state, move.value)
            if state.unseen:
                self._come_to_light(state)
        elif choice is None or choice.step is None:
            state.closing = True
        else:
            assert frame is not None
            if move.kind == "stop":
                state.frame = frame.stopped
            else:
                self.chosen(state, frame, choice.step, move.value)
        self.advance(state)

    def chosen(self, state: State, frame: Frame, step: play.Step, value: Any) -> None:
        """Go on with an element or option that was picked at a frame."""
        if state.obligations and isinstance(step, play.Pick):
            state.obligations = self.obligations.left(state, frame, step, value)
        kind = KINDS[type(step)]
        kind.note(self.referee, state, frame, step, value)
        state.frame = kind.enter(frame, step, value)

    def _use(self, state: State, ability: play.Ability) -> None:
        """The ability, what it costs first, and then what the game does after one."""
        state.used |= {next(use for use in self.referee.uses(state, ability) if use not in state.used)}
        if ability.once:
            state.spent |= {self.referee.single_use(state, ability)}
        state.ability = ability.card
        state.closing = False
        state.frame = self.referee.using(state, ability, state.frame)


def _possible(state: State) -> list[int]:
    """What the first piece that comes to light may be."""
    return [kind for kind, count in enumerate(state.unseen[0].possible(state.table.bag)) if count]
