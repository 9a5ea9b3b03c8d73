"""What each statement does: the steering ones here, those that change the table in `play.changes`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.build import is_condition
from tilewright.meaning.binders import Element, Env, Ruling
from tilewright.play import changes
from tilewright.play.frames import Frame
from tilewright.play.possible import Possible
from tilewright.play.state import Choice, Debt, State, bound


class Control(Possible):
    """One method for each statement; it leaves the state at the frame that comes next."""

    def step(self, state: State, frame: Frame) -> None:
        """Do one statement, or leave a block that has ended."""
        block, at = frame.block, frame.at
        self._steps -= 1
        if at == len(block):
            self._leave(state, frame)
        else:
            _DO[type(block[at])](self, state, frame, block[at])

    def stop(self, state: State) -> None:
        """The player does not do what may be done, or not again."""
        frame = state.frame
        assert frame is not None
        if isinstance(frame.step, play.Times):
            state.frame = frame.next()
            return
        assert frame.parent is not None
        state.whole -= frame.whole
        state.frame = frame.parent.next()

    # -- choices

    def chosen(self, state: State, frame: Frame, step: play.Step, value: Any) -> None:
        match step:
            case play.Pick():
                self._settle(state, frame, step, value)
                env = {**frame.env, step.binder.var.id: value}
                if step.lasting:
                    self._last(state, step.binder.var, value)
                state.frame = frame.next(env)
            case play.InAnyOrder():
                env = {**frame.env, step.binder.var.id: value}
                state.frame = Frame(step.body, env, frame.again())
            case play.Times():
                state.whole += 1
                state.frame = Frame(step.body, frame.env, frame.again(), whole=True)
            case play.Menu():
                state.whole += 1
                state.frame = Frame(value.body, frame.env, frame.next(), name=value.name, whole=True)
            case _:
                raise AssertionError(step)

    def _last(self, state: State, var: core.Var, value: Element) -> None:
        state.env = {**state.env, var.id: value}
        state.evaluator = None

    def _settle(self, state: State, frame: Frame, step: play.Pick, value: Element) -> None:
        """Debts are paid by a pick that makes use of the changed rule."""
        if state.debts:
            state.debts = self.debts_after(state, frame, step, value)

    # -- statements

    def _leave(self, state: State, frame: Frame) -> None:
        if frame.whole:
            state.whole -= 1
        if frame.ability:
            state.ability = ""
        state.frame = frame.parent

    def fail(self, state: State, frame: Frame) -> None:
        """In a trial that is its end; otherwise the rest of the block is passed over."""
        state.failed = state.probe
        self._leave(state, frame)

    def _ask(self, state: State, frame: Frame, elements: Sequence[Any]) -> None:
        """Put what there is to the player, who may stop at the beginning of an optional block."""
        first = frame.optional and frame.at == 0
        self._put(state, frame, elements, first and self.may_stop(state, frame, frame.whole))

    def _put(self, state: State, frame: Frame, elements: Sequence[Any], optional: bool) -> None:
        """Put what there is to the player; a single way is taken at once."""
        if not elements and optional:
            self.stop(state)
        elif not elements and not self.usable(state):
            self.fail(state, frame)
        elif len(elements) == 1 and not optional and not self.usable(state):
            self.chosen(state, frame, frame.step, elements[0])
        else:
            state.choice = Choice(frame.step, tuple(elements), optional)

    def _pick(self, state: State, frame: Frame, step: play.Pick) -> None:
        found = self.elements(state, step.binder, step.home, frame.env)
        self._ask(state, frame, self.open_elements(state, frame, self._distinct(state, step, found, frame.env)))

    def _menu(self, state: State, frame: Frame, step: play.Menu) -> None:
        self._ask(state, frame, self.open_options(state, frame, step))

    def _in_any_order(self, state: State, frame: Frame, step: play.InAnyOrder) -> None:
        seat = self.seat(step.home, frame.env)
        found: list[Element] = []
        if frame.done <= state.table.grids[seat].geometry.size:
            found = self.elements(state, step.binder, step.home, frame.env)
        if found:
            self._ask(state, frame, self._distinct(state, step, found, frame.env))
        else:
            state.frame = frame.next()

    def _distinct(
        self, state: State, step: play.Pick | play.InAnyOrder, found: list[Element], env: Env
    ) -> list[Element]:
        """In a pool, pieces of one kind are as good as one another."""
        seat = self.seat(step.home, env)
        if seat not in self.pools:
            return found
        tops = state.table.grids[seat].tops
        return list({tops[space]: space for space in reversed(found)}.values())[::-1]

    def _when(self, state: State, frame: Frame, step: play.When) -> None:
        body = step.body if self.holds(state, step.condition, frame.env) else step.otherwise
        state.frame = Frame(body, frame.env, frame.next()) if body else frame.next()

    def _each(self, state: State, frame: Frame, step: play.Each) -> None:
        left = frame.left
        if left is None:
            left = tuple(self.elements(state, step.binder, step.home, frame.env))
        if not left:
            state.frame = frame.next()
            return
        env = {**frame.env, step.binder.var.id: left[0]}
        if step.binder.var.sort == core.PLAYER:
            env |= self.places_of(state.table, left[0])
        state.frame = Frame(step.body, env, frame.again(left[1:]))

    def _times(self, state: State, frame: Frame, step: play.Times) -> None:
        if frame.done < step.least:
            state.frame = Frame(step.body, frame.env, frame.again())
        elif frame.done >= self.number(state, step.most, frame.env):
            state.frame = frame.next()
        elif isinstance(step.body[0], (play.Pick, play.Menu)):
            state.whole += 1
            state.frame = Frame(step.body, frame.env, frame.again(), whole=True, optional=True)
        elif state.probe or self.can_do(state, step.body):
            self._put(state, frame, (True,), self.may_stop(state, frame, 0))
        else:
            state.frame = frame.next()

    def _first(self, state: State, frame: Frame, step: play.First) -> None:
        found = self.elements(state, step.binder, step.home, frame.env)
        if found:
            state.frame = frame.next({**frame.env, step.binder.var.id: found[0]})
        else:
            self.fail(state, frame)

    def _call(self, state: State, frame: Frame, step: play.Call) -> None:
        state.frame = self.called(state, frame, step)

    def _now(self, state: State, frame: Frame, step: play.Now) -> None:
        key = state.numbers[id(frame.block)], frame.at, bound(frame.env)
        ruling = Ruling(step.parameter, step.body, frame.env, step.also, key)
        state.changes += ((step.rule, ruling),)
        if is_condition(step.body) and (step.once or self.picks_by_rule(step.rule)):
            state.debts += (Debt(step, ruling),)
        state.evaluator = None
        state.frame = frame.next()

    def _keep(self, state: State, frame: Frame, step: play.Keep) -> None:
        self._kept(state, frame, step, changes.keep(self, state, step, frame.env))

    def _draw(self, state: State, frame: Frame, step: play.Draw) -> None:
        self._kept(state, frame, step, changes.draw(self, state, step, frame.env))

    def _kept(self, state: State, frame: Frame, step: play.Keep | play.Draw, space: int | None) -> None:
        if space is None:
            self.fail(state, frame)
            return
        if step.lasting:
            self._last(state, step.kept, space)
        state.frame = frame.next({**frame.env, step.kept.id: space})


def _change(act: Callable[[Any, State, Any, Env], bool]) -> Callable[..., None]:
    """A change to the table as a statement."""

    def do(control: Control, state: State, frame: Frame, step: Any) -> None:
        if act(control, state, step, frame.env):
            state.frame = frame.next()
        else:
            control.fail(state, frame)

    return do


_DO: dict[type, Callable[..., None]] = {
    play.Pick: Control._pick,
    play.Menu: Control._menu,
    play.When: Control._when,
    play.Each: Control._each,
    play.InAnyOrder: Control._in_any_order,
    play.Times: Control._times,
    play.First: Control._first,
    play.Call: Control._call,
    play.Now: Control._now,
    play.Keep: Control._keep,
    play.Draw: Control._draw,
    play.Shift: _change(changes.shift),
    play.Flip: _change(changes.flip),
    play.Cap: _change(changes.cap),
    play.Gain: _change(changes.gain),
    play.Flag: _change(changes.flag),
    play.Fill: _change(changes.fill),
}
