"""The reference interpreter of the flow: the meaning of every block, in plain Python over the exact arithmetic.

It decides nothing by itself: it stops where a player has to choose or chance has to answer. Whether a choice can be
completed is found by trying it on copies (`Trials`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import assert_never

from tilewright.core import expr as core
from tilewright.core.build import is_condition
from tilewright.kernel import flow as f
from tilewright.kernel import layout as cells
from tilewright.kernel import table
from tilewright.kernel.contents import paths_of
from tilewright.kernel.flow import Status
from tilewright.kernel.layout import MOST_RULINGS, PlaceCells, StateLayout, TooLarge, TooLargeNumber, counted
from tilewright.kernel.state import COVERED, Counters, FlatBoard, FlatState
from tilewright.kernel.stops import (
    DRAWN,
    FILLED,
    PICKED,
    ROLLED,
    STOP,
    UNCOVERED,
    AbilityRefusal,
    Pause,
    TrialBudget,
    outcomes,
    use_code,
    use_of,
)
from tilewright.kernel.trials import Trials, block_of
from tilewright.meaning.domain import Element, Env, Ruling, SpaceSet
from tilewright.meaning.emit.functions import effort_of, world_of
from tilewright.meaning.evaluator import Evaluator
from tilewright.meaning.exact import Exact
from tilewright.meaning.unrolled import Seat, Unrolled, elements
from tilewright.table.geometry import Geometry, PoolGeometry
from tilewright.table.terrain import GROWN

MOST_IDLE = 1000
"""The game ends after more than this many turns without any choice, or passes of an endless loop, in a row."""
MOST_SETS = 5000
"""At most this many sets or numbers are offered, the first ones."""


class Interpreter:
    """Runs the flow of a game. `work` counts the steps of trials, and the work of expensive questions (`QuestionWork`).

    All trials together share the `budget`, if there is one. `begun` and `visited`: see `kernel.engine.Engine`.
    """

    def __init__(self, layout: StateLayout, budget: TrialBudget | None = None) -> None:
        self.layout, self.flow, self.game = layout, layout.flow, layout.game
        self.paths = paths_of(layout.flow)
        self.work, self._work = 0, work_of(layout)
        self.budget = budget
        self.begun: list[int] = []
        self.visited: list[int] | None = None
        assert self.game.play_rules is not None
        self._rules = self.game.play_rules.rules
        self._me = self.game.play_rules.me.id
        self._places = self.game.play_rules.places
        self.trials = Trials(self)
        seats = self.game.seats(layout.players)
        self._seats_of = [{name: own[player] for name, own in seats.items()} for player in range(layout.players)]
        located = self.game.located.name if self.game.located is not None else None
        self._card_seats = [
            [
                seat
                for seat, owner in enumerate(layout.owners)
                if owner == player and located in layout.place_at(seat).board.holds
            ]
            for player in range(layout.players)
        ]

    # -- questions

    def evaluator(self, state: FlatState, without: int | None = None) -> Evaluator[int, bool]:
        """An evaluator for a state, optionally without one of the overrides in force (the entry `without`)."""
        layout, seats = self.layout, list[Seat[int, bool]]()
        for seat, owner in enumerate(layout.owners):
            board = FlatBoard(state, seat)
            if seat < layout.players:
                seats.append(Seat(board, Counters(state, seat), places=self._seats_of[seat]))
            else:
                seats.append(Seat(board, {}, owner=owner or 0))
        return Evaluator(Unrolled(Exact(), seats), self._rulings(state, without))

    def _rulings(self, state: FlatState, without: int | None) -> dict[str, list[Ruling]]:
        turn = self.env(state, self.flow.turn_scope)
        found = {rule.name: [Ruling(rule.parameter, rule.body, turn)] for rule in self._rules}
        for entry, (rule, ruling) in enumerate(self.rulings_of(state)):
            if entry != without:
                found[rule].append(ruling)
        return found

    def rulings_of(self, state: FlatState) -> Iterator[tuple[str, Ruling]]:
        """The overrides in force, oldest first, each with the name of its rule."""
        for entry in range(state.get(self.layout.ruled)):
            ruling, env = self._entry(state, entry)
            now = ruling.now
            yield now.rule, Ruling(now.parameter, now.body, env, now.also, ruling.number, now.where)

    def _entry(self, state: FlatState, entry: int) -> tuple[f.Ruling, Env]:
        """An override in force, and the values of its captured variables."""
        at = self.entry_cell(entry)
        ruling, env, at = self.flow.rulings[state.wide[at]], self._places_of(state.wide[at + 2]), at + 3
        for var, slot in ruling.captured:
            env[var] = state.decoded(slot.sort, at)
            at += self.layout.words(slot.sort)
        return ruling, env

    def entry_cell(self, entry: int) -> int:
        return self.layout.rulings.at + entry * self.layout.ruling_cells

    def _places_of(self, player: int) -> Env:
        seats = self._seats_of[player]
        return {self._me: player, **{var.id: seats[name] for name, var in self._places}}

    def env(self, state: FlatState, scope: f.Scope) -> Env:
        """The values of the variables of a scope."""
        env = self._places_of(state.number(scope.me))
        for var, slot in scope.slots.items():
            env[var] = state.element(slot)
        return env

    def _charge(self, state: FlatState, asked: core.Expr | core.Binder, card: str = "") -> None:
        """Count the work of a question for a card (default: the one in use); the work of trials is counted when they
        end."""
        effort = self._work.of(asked)
        trial = state.get(self.layout.trial)
        if effort and (trial or (self.budget is not None and self.budget.counts_questions)):
            self.work += effort
            if self.budget is not None and not trial:
                self.budget.spend(effort, card or self.card(state))

    def card(self, state: FlatState, code: int = STOP) -> str:
        """The card of the ability that a code uses, else of the ability in use."""
        use = use_of(code) if code < STOP else state.get(self.layout.ability) - 1
        return self.flow.uses[use].ability.card if use >= 0 else ""

    def ask(self, state: FlatState, question: f.Question, without: int | None = None, card: str = "") -> int:
        """The value of a number; of a condition, 1 if it holds, else 0. `card` is the card that asks."""
        asked = question.asked
        assert not isinstance(asked, core.Binder)
        if isinstance(asked, core.Const):
            return asked.value
        self._charge(state, asked, card)
        evaluator, env = self.evaluator(state, without), self.env(state, question.scope)
        if is_condition(asked):
            return int(evaluator.condition(asked, env, env[self._me]))
        return evaluator.number(asked, env, env[self._me])

    def elements(self, state: FlatState, question: f.Question) -> list[Element]:
        """The elements that satisfy a binder."""
        assert isinstance(question.asked, core.Binder)
        self._charge(state, question.asked)
        env = self.env(state, question.scope)
        return elements(
            self.evaluator(state), question.asked, env, env[self._me if question.home is None else question.home.id]
        )

    def seat(self, state: FlatState, seat: f.Seat) -> int:
        """The seat of a place."""
        first = self.layout.of_board[seat.board.name].seat
        if seat.slot is None:
            return first
        number = state.number(seat.slot)
        return number if seat.exact else first + number

    def at(self, state: FlatState, place: f.Place) -> table.SpaceAt:
        return self.seat(state, place.seat), state.number(place.space)

    # -- running

    def run(self, state: FlatState, turns: bool = True) -> Pause:
        """Run to the next choice, question to chance, or end of the game or of the trial.

        Without `turns`, also stop where a turn has begun, before anything is done in it.
        """
        trial = state.get(self.layout.trial)
        if not trial:
            self.begun = []
            self.trials.forget()
        try:
            return self._run(state, bool(trial), turns)
        except TooLargeNumber as problem:
            raise problem.at(self.flow.blocks[state.get(self.layout.pc)].level) from None

    def _run(self, state: FlatState, trial: bool, turns: bool) -> Pause:
        layout, blocks = self.layout, self.flow.blocks
        while True:
            if state.get(layout.over):
                return Pause(Status.OVER)
            at = state.get(layout.pc)
            block = blocks[at]
            if self.visited is not None and not trial:
                self.visited.append(at)
            failed = done = False
            for operation in block.operations:
                if not self.do(state, operation):
                    failed = True
                    break
                if trial and isinstance(operation, f.End) and not self.pending(state):
                    done = True
                    break
            if done:
                return Pause(Status.DONE)
            stop = None if failed else self._end(state, at, block.end)
            if failed or stop is _FAILED:
                if trial:
                    return Pause(Status.FAILED)
                state.set(layout.pc, block.fail)
            elif stop is not None:
                return stop
            elif self.begun and not turns:
                return Pause(Status.DONE)

    def pending(self, state: FlatState) -> bool:
        """Whether something has still to be completed: an atomic block or an obligation."""
        return state.get(self.layout.whole) > 0 or bool(self.due(state))

    def due(self, state: FlatState) -> list[int]:
        """The overrides whose obligations are not met yet."""
        return [entry for entry in range(state.get(self.layout.ruled)) if state.wide[self.entry_cell(entry) + 1]]

    def do(self, state: FlatState, operation: f.Operation) -> bool:
        """Execute an operation; False if it fails."""
        layout = self.layout
        match operation:
            case f.Set(slot, value):
                state.put_number(slot, value)
            case f.Increase(slot):
                state.put_number(slot, state.number(slot) + 1)
            case f.Copy(to, f.Seat() as seat):
                state.put_number(to, self.seat(state, seat))
            case f.Copy(to, f.Slot() as source):
                state.bind(to, state.element(source))
            case f.NextPlayer(to, player, steps):
                state.put_number(to, (state.number(player) + state.number(steps)) % layout.players)
            case f.Ask(slot, question):
                state.put_number(slot, counted("", self.ask(state, question)) * (2 if slot.sort == core.VALUE else 1))
            case f.Collect(to, number, question, pool):
                found = self.elements(state, question)
                if pool is not None:
                    at_seat = self.seat(state, pool)
                    found.sort(key=lambda space: state.pile(at_seat, space))
                state.put_number(number, len(found))
                for index, element in enumerate(found):
                    state.bind(to, element, index)
            case f.Take(slot, source, at):
                state.bind(slot, state.element(source, state.number(at)))
            case f.Remove(source, number, slot):
                left, gone = self._list_elements(state, source, number), state.element(slot)
                left.remove(gone)
                state.put_number(number, len(left))
                for index, element in enumerate(left):
                    state.bind(source, element, index)
            case f.First(slot, question):
                first = self.elements(state, question)[:1]
                for element in first:
                    state.bind(slot, element)
                return bool(first)
            case f.Fail():
                return False
            case f.Begin(whole, name) | f.End(whole, name):
                step = 1 if isinstance(operation, f.Begin) else -1
                state.add(layout.whole, step * whole)
                if name:
                    state.add(layout.inside, step, self.flow.names.index(name))
            case f.EndAbility():
                state.set(layout.ability, 0)
            case f.BindLasting(var):
                state.set(layout.bound, 1, layout.lasting[var])
            case _:
                return self._change(state, operation)
        return True

    def _change(self, state: FlatState, operation: f.Operation) -> bool:
        """Execute a change of the table; False if it fails."""
        match operation:
            case f.MovePiece(piece, to, under):
                return table.move_piece(state, self.at(state, piece), None if to is None else self.at(state, to), under)
            case f.LookAt(piece, me):
                return table.look_at(state, self.at(state, piece), state.number(me))
            case f.SwapPieces(first, second):
                return table.swap_pieces(state, self.at(state, first), self.at(state, second))
            case f.KeepPiece(piece, pool, kept):
                space = table.keep_piece(state, self.at(state, piece), self.seat(state, pool))
                state.put_number(kept, -1 if space is None else space)
                return space is not None
            case f.TurnPiece(piece, up):
                return table.turn_piece(state, self.at(state, piece), up)
            case f.ReturnPiece(piece):
                return table.return_piece(state, self.at(state, piece))
            case f.ShowSide(piece, side):
                return table.show_side(state, self.at(state, piece), self._sides(state, side))
            case f.PutCap(at, cap, me):
                return table.put_cap(state, self.at(state, at), cap, state.number(me))
            case f.TakeCap(at, cap, back):
                return table.take_cap(state, self.at(state, at), cap, back)
            case f.ChangeCounter(counter, amount, me, other, pay, _):
                partner = None if other is None else self.seat(state, other)
                return table.change_counter(state, counter, self.ask(state, amount), state.number(me), partner, pay)
            case f.SetCounter(counter, question, me):
                number = self.ask(state, question)
                for player in range(self.layout.players) if me is None else (state.number(me),):
                    state.set_counter(player, counter, number)
            case f.SetRole(role, seat):
                for player in range(self.layout.players):
                    state.set_counter(player, role, int(player == self.seat(state, seat)))
            case f.Mark(at, mark):
                said = list(table.marks(state, self.at(state, at)))
                cell, bit = divmod(self.layout.marks[mark], cells.MARKS_A_CELL)
                said[cell] |= 1 << bit
                table.set_marks(state, self.at(state, at), said)
                state.set(self.layout.marked, 1)
            case f.Override(ruling):
                self._override(state, ruling)
            case _:
                raise AssertionError(operation)
        return True

    def _list_elements(self, state: FlatState, source: f.Slot, number: f.Slot) -> list[Element]:
        """The elements of a list."""
        return [state.element(source, index) for index in range(state.number(number))]

    def _sides(self, state: FlatState, side: f.Question | f.Slot) -> Sequence[int]:
        """The kinds that show a number or have a value."""
        if isinstance(side, f.Slot):
            return sorted(state.element(side).kinds)
        number = self.ask(state, side)
        return [kind.index for kind in self.game.kinds if number in kind.numbers.values()]

    def _override(self, state: FlatState, ruling: f.Ruling) -> None:
        entry = state.get(self.layout.ruled)
        if entry == MOST_RULINGS:
            raise TooLarge(f"more than {MOST_RULINGS} changes of rules in one turn")
        state.set(self.layout.ruled, entry + 1)
        at = self.entry_cell(entry)
        state.wide[at], state.wide[at + 1] = ruling.number, int(ruling.obligation)
        state.wide[at + 2], at = state.number(ruling.scope.me), at + 3
        for _, slot in ruling.captured:
            state.encode(slot.sort, at, state.element(slot))
            at += self.layout.words(slot.sort)

    # -- terminators: each returns a Pause, `_FAILED`, or None to continue

    def _goto(self, state: FlatState, then: f.BlockId) -> None:
        state.set(self.layout.pc, then)

    def _end(self, state: FlatState, at: f.BlockId, end: f.Terminator) -> Pause | None:
        layout = self.layout
        match end:
            case f.Goto(then):
                self._goto(state, then)
            case f.If(question, then, otherwise):
                self._goto(state, then if self.ask(state, question) else otherwise)
            case f.IfLess(slot, bound, then, otherwise):
                self._goto(state, then if state.number(slot) < self._bound(state, bound) else otherwise)
            case f.Return(to):
                self._goto(state, state.number(to))
            case f.Choose():
                return self._choice(state, at, end)
            case f.ChooseAtRandom(listing):
                return self._random(state, listing)
            case f.Uncover(place, then):
                self._goto(state, then)
                if table.loose(state, self.at(state, place)) and table.top(state, self.at(state, place)) == COVERED:
                    return self._ask_chance(state, UNCOVERED, self.at(state, place), self._first_sort())
            case f.Draw(pool, sort, kept, then):
                seat = self.seat(state, pool)
                if table.undrawn(state, self.game.sorts_by_name[sort].kinds if sort else None) <= 0:
                    return _FAILED
                space = table.draw_piece(state, seat)
                state.put_number(kept, space)
                state.add(layout.draws, 1)
                self._goto(state, then)
                return self._ask_chance(state, DRAWN, (seat, space), sort)
            case f.Roll(place, then):
                if not table.loose(state, self.at(state, place)):
                    return _FAILED
                state.add(layout.draws, 1)
                self._goto(state, then)
                return self._ask_chance(state, ROLLED, self.at(state, place), "")
            case f.Fill(seat, then):
                self._goto(state, then)
                if not state.get(layout.trial):
                    state.add(layout.draws, 1)
                    return self._ask_chance(state, FILLED, (self.seat(state, seat), 0), "")
            case f.CountIdle(then):
                state.add(layout.idle, 1)
                state.set(layout.over, int(state.get(layout.idle) > MOST_IDLE))
                self._goto(state, then)
            case f.EndAtOnce(then):
                self._goto(state, then)
                assert self.flow.at_once is not None
                if not state.get(layout.trial) and self.ask(state, self.flow.at_once):
                    state.set(layout.over, 1)
            case f.BeginTurn(turn, player, under):
                self.begin_turn(state, turn, state.number(player), under)
            case f.EndTurn():
                return self._end_turn(state)
            case f.GameOver():
                state.set(layout.over, 1)
            case _:
                assert_never(end)
        return None

    def _bound(self, state: FlatState, bound: f.Slot | int | f.Seat) -> int:
        if isinstance(bound, f.Seat):
            return state.size(self.seat(state, bound)) + 1
        return bound if isinstance(bound, int) else state.number(bound)

    def _first_sort(self) -> str:
        return self.game.sorts[0].name if len(self.game.sorts) > 1 else ""

    # -- turns

    def begin_turn(self, state: FlatState, turn: f.BlockId, player: int, under: f.BlockId = f.NOWHERE) -> None:
        """Begin a turn of a player; nothing that it names is known yet."""
        layout = self.layout
        state.set(layout.mover, player)
        state.set(layout.under, under)
        self._goto(state, turn)
        for number in range(len(layout.lasting)):
            state.set(layout.bound, 0, number)
        if not state.get(layout.trial):
            self.begun.append(player)

    def _end_turn(self, state: FlatState) -> Pause | None:
        """Offer the abilities that may still be used; then begin the next turn, or continue the course."""
        layout, flow = self.layout, self.flow
        if not state.get(layout.closing) and (uses := self.uses(state)):
            return Pause(Status.CHOICE, (STOP, *map(use_code, uses)))
        if self.due(state) and state.get(layout.trial):
            return _FAILED
        mover = state.get(layout.mover)
        if (mover == layout.players - 1 or not flow.by_round) and self.ask(state, flow.end):
            state.set(layout.over, 1)
        # marks and overrides last until the end of the turn
        table.clear_marks(state)
        state.set(layout.ruled, 0)
        state.set(layout.closing, 0)
        for use in range(len(flow.uses)):
            state.set(layout.used, 0, use)
        state.add(layout.turn, 1)
        state.add(layout.idle, 1)
        if state.get(layout.idle) > MOST_IDLE:
            state.set(layout.over, 1)
        under = state.get(layout.under)
        if under:
            state.set(layout.under, f.NOWHERE)
            self._goto(state, under)
        else:
            self.begin_turn(state, flow.turn, (mover + 1) % layout.players)
        return None

    # -- choices

    def _choice(self, state: FlatState, at: f.BlockId, end: f.Choose) -> Pause | None:
        """Offer the choices that can be completed; a forced choice is made at once."""
        trial, listed = state.get(self.layout.trial), self.codes(state, end.listing)
        codes = listed if trial else self._offered(state, end, listed)
        if not codes and end.none is not None:
            self._goto(state, end.none)
            return None
        may_stop = end.stop is not None and (trial or self._leads_on(state, STOP, end.stop))
        # a single choice is no decision: it is taken without asking
        if not codes and may_stop:
            self._take(state, STOP)
            return None
        uses = self.uses(state) if may_stop or len(codes) > 1 or end.asks else []
        if may_stop or len(codes) > 1 or (end.asks and uses):
            return Pause(Status.CHOICE, (*codes, *((STOP,) if may_stop else ()), *map(use_code, uses)))
        if codes:
            self._take(state, codes[0])
            return None
        if listed and self.due(state) and not trial:  # chance has made it impossible to meet the obligations
            for entry in self.due(state):
                state.wide[self.entry_cell(entry) + 1] = 0
            return None
        return _FAILED

    def _offered(self, state: FlatState, end: f.Choose, codes: list[int]) -> list[int]:
        if not end.tried:
            return codes
        if isinstance(end.listing, f.Options):
            return [code for code in codes if self._leads_on(state, code, block_of(end, code))]
        if not isinstance(end.listing, f.Confirm) and not self.pending(state):
            return codes
        return [code for code in codes if self._leads_on(state, code, end.then)]

    def _leads_on(self, state: FlatState, code: int, then: f.BlockId) -> bool:
        """Whether everything that is open can be completed after a choice that continues at the block `then`."""
        if self.paths.cannot_fail(then, state.get(self.layout.whole)) and not self.due(state):
            return True
        return self.trials.possible(state, code)

    def _random(self, state: FlatState, listing: f.Elements) -> Pause | None:
        codes = self.codes(state, listing)
        if not codes:
            return _FAILED
        if state.get(self.layout.trial):
            if len(codes) > 1:
                return Pause(Status.CHOICE, tuple(codes))
            self._take(state, codes[0])
            return None
        state.add(self.layout.draws, 1)
        state.set(self.layout.asked, PICKED)
        return Pause(Status.CHANCE, tuple(codes))

    def step(self, state: FlatState, code: int, turns: bool = True) -> Pause:
        """Make a choice, and run to the next stop."""
        self.choose(state, code)
        return self.run(state, turns)

    def answered(self, state: FlatState, kind: int, turns: bool = True) -> Pause:
        """Give the answer of chance (a kind), and run to the next stop."""
        self.answer(state, kind)
        return self.run(state, turns)

    def choose(self, state: FlatState, code: int) -> None:
        """Make a choice at a state that stopped for one, or choose for chance."""
        # a pick by chance is not a choice of a player, so it does not reset the count of passes without a choice
        if state.get(self.layout.asked) != PICKED:
            state.set(self.layout.idle, 0)
        self._take(state, code)

    def _take(self, state: FlatState, code: int) -> None:
        """Execute a choice, made or forced."""
        layout, at = self.layout, state.get(self.layout.pc)
        end = self.flow.blocks[at].end
        state.set(layout.asked, 0)
        if code < STOP:
            self._use(state, use_of(code), at)
        elif isinstance(end, f.EndTurn):
            state.set(layout.closing, 1)
        else:
            assert isinstance(end, (f.Choose, f.ChooseAtRandom))
            if code == STOP:
                assert isinstance(end, f.Choose) and end.stop is not None
                self._goto(state, end.stop)
            else:
                self._pick(state, end, code)

    def _pick(self, state: FlatState, end: f.Choose | f.ChooseAtRandom, code: int) -> None:
        listing, then = end.listing, end.then
        match listing:
            case f.Elements():
                element = self.element(state, listing, code)
                if listing.rules:
                    self._clear_obligations(state, listing, element)
                state.bind(listing.slot, element)
            case f.Sets():
                state.bind(listing.slot, next(islice(self._sets(state, listing), code, None)))
            case f.Numbers():
                number = counted("", self.ask(state, listing.low) + code)
                if listing.answer:
                    state.set_counter(state.number(listing.me), listing.answer, number)
                state.put_number(listing.slot, 2 * number)
            case f.Options(options):
                then = options[code][2]
            case f.Confirm():
                pass
            case _:
                assert_never(listing)
        self._goto(state, then)

    def element(self, state: FlatState, listing: f.Elements, code: int) -> Element:
        """The element that a code stands for."""
        sort = listing.slot.sort
        if sort == core.VALUE:
            return self.layout.values.value(code)
        return self.listed(state, listing)[code] if sort in (core.GROUP, core.LINE) else code

    def _clear_obligations(self, state: FlatState, listing: f.Elements, element: Element) -> None:
        """Clear the obligations that a pick meets: those of rules that decide about it; with `once`, only if the
        element can be picked only by the override."""
        for entry in self.due(state):
            now = self.flow.rulings[state.wide[self.entry_cell(entry)]].now
            if now.rule in listing.rules and not (now.once and self._pickable_without(state, listing, element, entry)):
                state.wide[self.entry_cell(entry) + 1] = 0

    def _pickable_without(self, state: FlatState, listing: f.Elements, element: Element, entry: int) -> bool:
        """Whether an element could be picked without an override."""
        question, binder = listing.question, listing.question.asked
        assert isinstance(binder, core.Binder)
        env = {**self.env(state, question.scope), binder.var.id: element}
        seat = env[self._me if question.home is None else question.home.id]
        return self.evaluator(state, entry).condition(binder.guard, env, seat)

    # -- what may be chosen

    def codes(self, state: FlatState, listing: f.Listing) -> list[int]:
        """The codes of the choices: of a space or player its number, of a value its code, of others the index in the
        list."""
        match listing:
            case f.Elements(slot=slot, seat=seat):
                found = self.listed(state, listing)
                if slot.sort in (core.GROUP, core.LINE):
                    return list(range(len(found)))
                if slot.sort == core.VALUE:
                    return [self.layout.values.code(value) for value in found]
                pool = seat.board.pool and not seat.board.of_patches and slot.sort == core.SPACE
                return self._distinct(state, self.seat(state, seat), found) if pool and not listing.random else found
            case f.Sets():
                return [code for code, _ in zip(range(MOST_SETS), self._sets(state, listing), strict=False)]
            case f.Numbers(low, high):
                return list(range(min(self.ask(state, high) - self.ask(state, low) + 1, MOST_SETS)))
            case f.Options(options):
                return [code for code, (_, asked, _) in enumerate(options) if asked is None or self.ask(state, asked)]
            case f.Confirm():
                return [0]
        assert_never(listing)

    def listed(self, state: FlatState, listing: f.Elements) -> list[Element]:
        """The elements of a listing, also those that are equal as choices."""
        found = self.elements(state, listing.question)
        if listing.among is None:
            return found
        return [one for one in self._list_elements(state, *listing.among) if one in found]

    def _distinct(self, state: FlatState, seat: int, found: list[int]) -> list[int]:
        """One representative of each set of equal pieces of a pool (same pieces and marks): the first one, ordered by
        the last one."""
        # reversed twice: keeps the first of equal pieces, but in the order of their last occurrences
        alike = {(state.pile(seat, space), *table.marks(state, (seat, space))): space for space in reversed(found)}
        return list(alike.values())[::-1]

    def sets(self, state: FlatState, listing: f.Sets) -> list[SpaceSet[bool]]:
        """The sets of a listing, indexed by their codes."""
        return list(islice(self._sets(state, listing), MOST_SETS))

    def _sets(self, state: FlatState, listing: f.Sets) -> Iterator[SpaceSet[bool]]:
        """The distinct sets, one of those that take equal pieces, in the order of the board or of what the pieces show."""
        found, seat = self.elements(state, listing.question), self.seat(state, listing.seat)
        least = max(0, self.ask(state, listing.least))
        most = len(found) if listing.most is None else min(len(found), self.ask(state, listing.most))
        pool, alike = listing.seat.board.pool and not listing.seat.board.of_patches, dict[object, list[int]]()
        for space in sorted(found, key=lambda space: state.pile(seat, space)) if pool else found:
            shown = (state.pile(seat, space), *table.marks(state, (seat, space))) if pool else space
            alike.setdefault(shown, []).append(space)
        for chosen in table.sets_of(list(alike.values()), least, most):
            found_set = SpaceSet(min(chosen, default=-1), dict.fromkeys(chosen, True))
            if listing.joint is not None:
                state.bind(listing.slot, found_set)
            if listing.joint is None or self.ask(state, listing.joint):
                yield found_set

    # -- abilities

    def uses(self, state: FlatState) -> list[int]:
        """The abilities that may be used now and can be completed."""
        within = self.within_reach(state)
        return (
            within
            if state.get(self.layout.trial)
            else [use for use in within if self.trials.possible(state, use_code(use))]
        )

    def within_reach(self, state: FlatState) -> list[int]:
        """The abilities that the moment allows: one at a time, by the player whose turn it is, without asking whether
        they can be completed."""
        if not self.flow.uses or self._refusal_of_all(state) is not None:
            return []
        known, trial = enumerate(self.flow.uses), state.get(self.layout.trial)
        asked = [number for number, use in known if use.ability.during or not trial]
        # a trial is offered only abilities tied to a named block: any other could have been used before it began
        return [number for number in asked if self._refusal_of(state, number) is None]

    def bar(self, state: FlatState, number: int) -> AbilityRefusal | None:
        """Why the moment does not allow an ability; None if it does."""
        return self._refusal_of_all(state) or self._refusal_of(state, number)

    def _refusal_of_all(self, state: FlatState) -> AbilityRefusal | None:
        """Why the moment allows no ability at all; None if it may allow some."""
        layout, end = self.layout, self.flow.blocks[state.get(self.layout.pc)].end
        mover = state.get(layout.mover)
        decider = state.number(end.decider) if isinstance(end, f.Choose) else mover
        if state.get(layout.ability) or state.number(self.flow.nested) == len(self.flow.backs):
            return AbilityRefusal.UNDER_WAY
        if decider != mover:
            return AbilityRefusal.OTHERS
        if self.flow.main is not None and not state.get(layout.under):
            return AbilityRefusal.NOBODYS
        return None

    def _refusal_of(self, state: FlatState, number: int) -> AbilityRefusal | None:
        layout, ability, mover = self.layout, self.flow.uses[number].ability, state.get(self.layout.mover)
        use = self.flow.uses[number]
        used = sum(
            state.get(layout.used, i) for i, one in enumerate(self.flow.uses) if one.ability.card == ability.card
        )
        # all abilities of a card share one use per turn (and copy of the card)
        if used >= self._copies(state, use, mover):
            return AbilityRefusal.USED
        if not all(state.get(layout.bound, layout.lasting[var]) for var in use.lasting):
            return AbilityRefusal.UNNAMED
        if ability.during and not state.get(layout.inside, self.flow.names.index(ability.during)):
            return AbilityRefusal.ELSEWHERE
        if ability.once and state.get(layout.spent, self._single(ability, mover)):
            return AbilityRefusal.SPENT
        asked = f.Question(ability.condition, self.flow.turn_scope)
        return None if self.ask(state, asked, card=ability.card) else AbilityRefusal.CONDITION

    def _single(self, ability: object, mover: int) -> int:
        single = self.layout.single
        return mover * len(single) + next(i for i, one in enumerate(single) if one is ability)

    def _copies(self, state: FlatState, use: f.Use, mover: int) -> int:
        """How often an ability may be used in a turn: once, or once per copy of the card in front of the player."""
        kind = use.ability.kind
        if kind < 0:
            return 1
        boards = [FlatBoard(state, seat) for seat in self._card_seats[mover]]
        return sum(board.top(space) == kind for board in boards for space in range(state.size(board.seat)))

    def _use(self, state: FlatState, number: int, at: f.BlockId) -> None:
        layout, use = self.layout, self.flow.uses[number]
        state.add(layout.used, 1, number)
        if use.ability.once:
            state.set(layout.spent, 1, self._single(use.ability, state.get(layout.mover)))
        state.set(layout.ability, number + 1)
        state.set(layout.closing, 0)
        state.put_number(self.flow.backs[state.number(self.flow.nested)], at)
        self._goto(state, use.entry)

    # -- chance

    def _ask_chance(self, state: FlatState, asked: int, at: table.SpaceAt, sort: str) -> Pause:
        layout = self.layout
        state.set(layout.asked, asked)
        state.set(layout.asked_seat, at[0])
        state.set(layout.asked_space, at[1])
        state.set(layout.asked_sort, 1 + list(self.game.sorts_by_name).index(sort) if sort else 0)
        return Pause(Status.CHANCE, tuple(kind for kind, number in enumerate(outcomes(state)) if number))

    def answer(self, state: FlatState, kind: int) -> None:
        """Apply the answer of chance."""
        layout = self.layout
        at = state.get(layout.asked_seat), state.get(layout.asked_space)
        if state.get(layout.asked) == ROLLED:
            table.turn_top(state, at, 2 * kind + (table.top(state, at) & 1))
        else:
            table.reveal(state, at, kind)
        state.set(layout.asked, 0)

    # -- trials

    def leads_on(self, state: FlatState, code: int) -> bool:
        """Whether everything that is open, or begins with a choice, can be completed: a depth-first search.

        An outcome of chance is treated like a choice: it is enough that some outcome can be completed.
        """
        self.trials.forget()
        return self.trials.possible(state, code)


_FAILED = Pause(Status.FAILED)


class QuestionWork:
    """The work of the questions of a flow on its boards, with all overrides that it may make."""

    def __init__(self, layout: StateLayout) -> None:
        geometries = tuple(_geometry(place) for place in layout.places)
        self._world = world_of(layout.game, layout.game.play_rules, geometries, layout.players)
        changes = [ruling.now for ruling in layout.flow.rulings]
        self._changes = [(one.rule, Ruling(one.parameter, one.body, {}, one.also, None, one.where)) for one in changes]
        self._known: dict[int, int] = {}
        self._asked: list[core.Expr | core.Binder] = []  # keeps what is asked alive: the cache is by id

    def of(self, asked: core.Expr | core.Binder) -> int:
        """The number of extra steps that a question counts as; 0 if it is cheap."""
        found = self._known.get(id(asked))
        if found is None:
            found = self._known[id(asked)] = effort_of(asked, self._world, self._changes)
            self._asked.append(asked)
        return found


def _geometry(place: PlaceCells) -> Geometry:
    """The geometry of a place, as far as it is fixed: growing boards and pools count as small."""
    if place.board.grows or place.board.of_patches:
        return GROWN
    return PoolGeometry(1, 0) if place.board.pool else place.geometry


@lru_cache(maxsize=32)
def work_of(layout: StateLayout) -> QuestionWork:
    """The work of the questions of a flow (cached)."""
    return QuestionWork(layout)
