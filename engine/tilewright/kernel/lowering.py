"""Lowering of statements to a flow: one function per statement, in continuation form.

Each function returns the block where its statement begins; it calls `rest` for the block where the flow continues. A failure skips
the rest of the enclosing block of statements: the flow continues at `Around.leave`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tilewright.core import build, play
from tilewright.core import expr as core
from tilewright.core.build import is_condition, only_where
from tilewright.core.node import Node
from tilewright.core.walk import find, free, variables
from tilewright.kernel import flow as f
from tilewright.table.game import BoardDef, Game

SETUP, COURSE, USE = "setup", "course", "use"
"""The parts of a flow: variables bound in one part have other slots than those of another."""
MOST_NESTED = 3
"""The maximum number of abilities in progress at once, each used in what is done after the one before."""
AFTER = "after"


def after_root(number: int) -> str:
    """The root name in a flow of what is done after an ability that was used while `number` others were in progress."""
    return f"{AFTER} {number}" if number else AFTER


@dataclass(frozen=True, slots=True, eq=False)
class Around:
    """The context of a statement: its bindings, the block for failures, and where its player may stop instead of doing
    it."""

    scope: f.Scope
    leave: f.BlockId
    part: str
    verb: object = None
    stop: f.BlockId | None = None
    level: f.Level | None = None

    def within(self, leave: f.BlockId, scope: f.Scope | None = None, stop: f.BlockId | None = None) -> Around:
        """The context of a nested block."""
        return replace(self, scope=scope or self.scope, leave=leave, stop=stop)


def flow_of(game: Game, play_rules: play.PlayRules, abilities: Sequence[play.Ability]) -> f.Flow:
    """The flow of a game with the abilities of its cards."""
    return _Lowering(game, play_rules, abilities).flow()


@dataclass(eq=False)
class _Lowering:
    game: Game
    play_rules: play.PlayRules
    abilities: Sequence[play.Ability]
    blocks: list[f.Block] = field(default_factory=lambda: [f.Block((), f.GameOver(), 0)])
    slots: list[f.Slot] = field(default_factory=list)
    rulings: list[f.Ruling] = field(default_factory=list)
    secrets: list[f.Secret] = field(default_factory=list)
    roots: dict[str, f.Body] = field(default_factory=dict)
    returns: dict[f.BlockId, f.Level] = field(default_factory=dict)
    bodies: int = 0

    def __post_init__(self) -> None:
        self._known: dict[object, f.Slot] = {}
        self._verbs: dict[object, tuple[f.BlockId, f.Scope, f.Body]] = {}
        self.own = self.game.own_place
        self.place_of = {var.id: self._board(name) for name, var in self.play_rules.places}
        self.names = tuple(dict.fromkeys(one.during for one in self.abilities if one.during))
        self.mover, self.secret = self._slot("mover", core.PLAYER, self.own), self._slot("secret")
        several = len(self.abilities) > 1 or any(ability.kind >= 0 for ability in self.abilities)
        depth = MOST_NESTED if several and self.play_rules.after else 1
        self.backs = [self._slot(("back", number)) for number in range(depth)]
        self.nested = self._slot("nested")
        self.lasting = {
            at.space.id: self._slot(("lasting", at.space.id), at.space.sort, self._lies(at))
            for _, at in self.play_rules.lasting
        }
        self.turn_scope = f.Scope(self.lasting, self.mover, self.mover)
        self.deciding = frozenset().union(
            *(self._decided(body) for body in (self.play_rules.turn, *dict(self.play_rules.turns).values()))
        )

    def flow(self) -> f.Flow:
        play_rules = self.play_rules
        setup = self._section(play_rules.setup, Around(self.turn_scope, f.NOWHERE, SETUP), "setup")
        end = self._block(f.EndTurn())
        self.turns = {
            name: self._at_once(self._section(body, Around(self.turn_scope, end, COURSE), name), COURSE)
            for name, body in (("turn", play_rules.turn), *play_rules.turns)
        }
        first = self._slot(
            "first", core.PLAYER, self.own
        )  # the slot is never written, so it is 0: the course runs for the first player
        of_nobody = replace(self.turn_scope, me=first, decider=first)
        main = (
            self._section(play_rules.course, Around(of_nobody, f.NOWHERE, COURSE), "course")
            if play_rules.course
            else None
        )
        uses, over = self._uses(), self._block(f.GameOver())
        return f.Flow(
            play_rules=play_rules,
            blocks=tuple(self.blocks),
            slots=tuple(self.slots),
            setup=setup,
            over=over,
            turn=self.turns["turn"],
            turns=self.turns,
            main=main,
            uses=tuple(uses),
            backs=tuple(self.backs),
            nested=self.nested,
            mover=self.mover,
            turn_scope=self.turn_scope,
            lasting=self.lasting,
            rulings=tuple(self.rulings),
            names=self.names,
            secrets=tuple(self.secrets),
            secret=self.secret,
            roots=self.roots,
            returns=self.returns,
            end=self._ask(play_rules.end, self.turn_scope),
            at_once=None if play_rules.at_once == core.FALSE else self._ask(play_rules.at_once, self.turn_scope),
            by_round=play_rules.by_round,
        )

    def _uses(self) -> list[f.Use]:
        """For each ability its cost and its body, then what the game does after an ability, then the return."""
        if not self.abilities:
            return []
        after = [self._return_block(number, back) for number, back in enumerate(self.backs)]
        then = after.pop()
        for number in reversed(range(len(after))):
            then = self._block(f.IfLess(self.nested, number + 2, after[number], then))
        found, lasting = list[f.Use](), frozenset(self.lasting)
        for ability in self.abilities:
            name = self._named(ability.card)
            leave = self._block(f.Goto(then), f.End(True, name), f.EndAbility())
            statements = (*self.play_rules.cost, *ability.body)
            entry = self._section(statements, Around(self.turn_scope, leave, USE), f"use {len(found)}", whole=True)
            entry = self._block(f.Goto(entry), f.Begin(True, name), f.Increase(self.nested))
            found.append(f.Use(ability, entry, lasting & {var.id for var in variables(ability)}))
        return found

    def _return_block(self, number: int, back: f.Slot) -> f.BlockId:
        """What is done after an ability that was used while `number` others were in progress, then the return."""
        leave = self._block(f.Return(back), f.Set(self.nested, number))
        part = f"{USE} {number}" if number else USE
        return self._section(
            self.play_rules.after, Around(self.turn_scope, leave, part), AFTER, root=after_root(number)
        )

    # -- slots and seats

    def _slot(self, key: object, sort: str = "", board: BoardDef | None = None, many: bool = False) -> f.Slot:
        full = (key, sort, board.name if board is not None else None, many)
        if full not in self._known:
            self.slots.append(f.Slot(len(self.slots), sort, board, many))
            self._known[full] = self.slots[-1]
        return self._known[full]

    def _fresh(self, sort: str = "", board: BoardDef | None = None, many: bool = False) -> f.Slot:
        return self._slot(("fresh", len(self.slots)), sort, board, many)

    def _bound(self, around: Around, var: core.Var, board: BoardDef | None = None) -> tuple[Around, f.Slot]:
        """Bind a variable to a slot; the context for statements in its scope, and the slot."""
        slot = self.lasting.get(var.id) or self._slot((around.part, around.verb, var.id), var.sort, board)
        scope = replace(around.scope, slots={**around.scope.slots, var.id: slot})
        return replace(around, scope=scope), slot

    def _board(self, name: str) -> BoardDef:
        return self.game.boards_by_name[name]

    def _lies(self, at: play.At) -> BoardDef:
        """The board of a thing that turns name."""
        return self.own if at.home is None else self.place_of.get(at.home.id, self.own)

    def _seat(self, home: core.Var | None, scope: f.Scope) -> f.Seat:
        if home is None or home.id == self.play_rules.me.id:
            return f.Seat(self.own, scope.me)
        if home.id in self.place_of:
            board = self.place_of[home.id]
            return f.Seat(board, scope.me if board.each_player else None)
        slot = scope.slots[home.id]
        assert slot.board is not None
        return f.Seat(slot.board, slot, exact=True)

    def _place(self, at: play.At, scope: f.Scope) -> f.Place:
        return f.Place(self._seat(at.home, scope), scope.slots[at.space.id])

    def _ranged(self, binder: core.Binder, home: core.Var | None, scope: f.Scope) -> BoardDef | None:
        """The board of the elements of a binder, if they are on one; of players, the board of the seats it ranges over."""
        if binder.var.sort != core.PLAYER:
            return None if binder.var.sort in (core.VALUE, core.AXIS) else self._seat(home, scope).board
        place = binder.domain.place if isinstance(binder.domain, core.Players) else ""
        return self._board(place) if place else self.own

    def _rules_of(self, *nodes: Node) -> frozenset[str]:
        """The named rules that expressions use, transitively."""
        asked = {one.rule for one in find(core.RuleHolds, *nodes)} | {one.rule for one in find(core.RuleNumber, *nodes)}
        return frozenset(asked).union(
            *(self._rules_of(rule.body) for rule in self.play_rules.rules if rule.name in asked)
        )

    def _decided(self, body: play.Block) -> frozenset[str]:
        """The rules that decide about picks in a block of statements, including the verbs that it calls."""
        called = {call.verb for call in find(play.Call, *body)}
        picks = [pick.binder for pick in find(play.Pick, *body)]
        within = (self._decided(verb.body) for verb in self.play_rules.verbs if verb.name in called)
        return self._rules_of(*picks).union(*within)

    @staticmethod
    def _ask(asked: core.Expr | core.Binder, scope: f.Scope, home: core.Var | None = None) -> f.Question:
        return f.Question(asked, scope, home)

    # -- blocks

    def _block(self, end: f.Terminator, *operations: f.Operation, around: Around | None = None) -> f.BlockId:
        """Add a block; a failure in it leaves the enclosing block of statements."""
        fail, level = (f.NOWHERE, None) if around is None else (around.leave, around.level)
        self.blocks.append(f.Block(operations, end, fail, level))
        return len(self.blocks) - 1

    def _reserved(self) -> f.BlockId:
        """Reserve a number for a block that is written later: the head of a loop."""
        return self._block(f.GameOver())

    def _section(
        self, statements: play.Block, around: Around, name: str = "", whole: bool = False, root: str = ""
    ) -> f.BlockId:
        """Lower a block of statements; returns its first block. After the last statement the flow continues at
        `around.leave`."""
        body = self._body(name, around.level, whole)
        if around.level is not None:
            _enter(around.level, body)
        else:
            self.roots[root or name] = body
        return self._from(statements, 0, around, body)

    def _body(self, name: str, outer: f.Level | None, whole: bool = False, back: f.Slot | None = None) -> f.Body:
        self.bodies += 1
        return f.Body(name, outer, self.bodies, whole, back)

    def _from(self, statements: play.Block, at: int, around: Around, body: f.Body) -> f.BlockId:
        step = statements[at] if at < len(statements) else None
        level = f.Level(body, at, step, around.scope)
        body.levels.append(level)
        if step is None:
            level.entry = around.leave
            return around.leave
        here = replace(around, stop=around.stop if at == 0 else None, level=level)
        outer = around.level
        level.entry = _STATEMENTS[type(step)](
            self, step, here, lambda then: self._from(statements, at + 1, replace(then, level=outer), body)
        )
        return level.entry

    def _at_once(self, then: f.BlockId, part: str) -> f.BlockId:
        """Check after a change whether the game ends immediately."""
        return then if part == SETUP or self.play_rules.at_once == core.FALSE else self._block(f.EndAtOnce(then))

    def _changed(self, step: play.Step, around: Around, rest: Rest, *changes: f.Operation) -> f.BlockId:
        return self._block(f.Goto(self._at_once(rest(around), around.part)), *changes, around=around)

    def _named(self, name: str) -> str:
        """A name, if abilities refer to it, else empty."""
        return name if name in self.names else ""

    def _wholly(
        self, body: play.Block, around: Around, then: f.BlockId, name: str = "", stop: f.BlockId | None = None
    ) -> f.BlockId:
        """Lower an atomic block; `stop` is where its first choice may be declined."""
        option, name = name, self._named(name)
        end = f.End(True, name)
        stopped = None if stop is None else self._block(f.Goto(stop), end)
        inner = around.within(self._block(f.Goto(then), end), stop=stopped)
        entry = self._section(body, inner, option, whole=True)
        return _door(around, self._block(f.Goto(entry), f.Begin(True, name)))

    # -- choices

    def _choose(
        self,
        listing: f.Listing,
        around: Around,
        then: f.BlockId,
        stop: f.BlockId | None,
        none: f.BlockId | None = None,
        tried: bool = True,
        asks: bool = True,
    ) -> f.BlockId:
        end = f.Choose(listing, around.scope.decider, then, stop, none, tried, asks, around.level)
        return self._block(end, around=around)

    def _lasting(self, var: core.Var, lasting: bool) -> tuple[f.Operation, ...]:
        """Mark what a turn has named as known; if two have the same name in a turn, abilities see the last one written."""
        return (f.BindLasting(var.id),) if lasting and var.id in self.lasting else ()

    def _pick(self, step: play.Pick, around: Around, rest: Rest) -> f.BlockId:
        board = self._ranged(step.binder, step.home, around.scope)
        inner, slot = self._bound(around, step.binder.var, board)
        inner = replace(inner, stop=None)
        seat, question = self._seat(step.home, around.scope), self._ask(step.binder, around.scope, step.home)
        then = rest(inner)
        if step.lasting:
            then = self._block(f.Goto(then), *self._lasting(step.binder.var, True))
        if step.answer:
            shown = build.shown(step.binder.var, len(self.game.kinds))
            there = shown if step.home is None else core.OnBoardOf(step.home, shown)
            showing = self._ask(there, inner.scope)
            then = self._block(f.Goto(then), f.SetCounter(step.answer, showing, inner.scope.me))
        listing = f.Elements(question, slot, seat, self._rules_of(step.binder), step.random)
        if step.random:
            end = f.ChooseAtRandom(listing, around.scope.decider, then, around.level)
            return self._block(end, around=around)
        return self._choose(listing, around, then, around.stop)

    def _pick_some(self, step: play.PickSome, around: Around, rest: Rest) -> f.BlockId:
        inner, slot = self._bound(around, step.some, self._seat(step.home, around.scope).board)
        scope = around.scope
        joint = None if step.joint == core.TRUE else self._ask(step.joint, inner.scope)
        most = None if step.most is None else self._ask(step.most, scope)
        question, seat = self._ask(step.binder, scope, step.home), self._seat(step.home, scope)
        listing = f.Sets(question, slot, seat, self._ask(step.least, scope), most, joint)
        return self._choose(listing, around, rest(replace(inner, stop=None)), around.stop)

    def _pick_number(self, step: play.PickNumber, around: Around, rest: Rest) -> f.BlockId:
        bound, slot = self._bound(around, step.var)
        inner, scope = around if step.answer else bound, around.scope
        listing = f.Numbers(self._ask(step.low, scope), self._ask(step.high, scope), slot, step.answer, scope.me)
        then = self._at_once(rest(replace(inner, stop=None)), around.part)
        return self._choose(listing, around, then, around.stop)

    def _menu(self, step: play.Menu, around: Around, rest: Rest) -> f.BlockId:
        then = rest(replace(around, stop=None))
        options = tuple(
            (
                option.name,
                None if option.condition == core.TRUE else self._ask(option.condition, around.scope),
                self._wholly(option.body, around, then, option.name),
            )
            for option in step.options
        )
        return self._choose(f.Options(options), around, f.NOWHERE, around.stop)

    def _atomic(self, step: play.Atomic, around: Around, rest: Rest) -> f.BlockId:
        body = self._wholly(step.body, around, rest(replace(around, stop=None)))
        return self._choose(f.Confirm(), around, body, None, asks=False)

    def _in_any_order(self, step: play.ForEachInAnyOrder, around: Around, rest: Rest) -> f.BlockId:
        """With `once`, each element present at the beginning once; else at most one iteration more than there are
        spaces, so that it ends."""
        then, head, seat = rest(replace(around, stop=None)), self._reserved(), self._seat(step.home, around.scope)
        board = self._ranged(step.binder, step.home, around.scope)
        question = self._ask(step.binder, around.scope, step.home)
        inner, slot = self._bound(around, step.binder.var, board)
        body, rounds = self._section(step.body, inner.within(head)), f.Rounds(self._fresh(), head)
        begin: list[f.Operation] = [f.Set(rounds.done, 0)]
        chosen: list[f.Operation] = [f.Increase(rounds.done)]
        listing = f.Elements(question, slot, seat)
        if step.once:
            left, count = self._fresh(step.binder.var.sort, board, many=True), self._fresh()
            rounds.things, rounds.count = left, count
            begin.append(f.Collect(left, count, question))
            chosen.append(f.Remove(left, count, slot))
            listing = replace(listing, among=(left, count))
        _level(around).rounds = rounds
        entered = _door(around, self._block(f.Goto(body), *chosen))
        choice = self._choose(listing, around, entered, around.stop, none=then, tried=False)
        end: f.Terminator = f.IfLess(rounds.done, seat, choice, then)
        if rounds.count is not None:
            end = f.IfLess(rounds.count, 1, then, choice)
        self.blocks[head] = f.Block((), end, around.leave, around.level)
        return self._block(f.Goto(head), *begin, around=around)

    def _times(self, step: play.RepeatTimes, around: Around, rest: Rest) -> f.BlockId:
        """The maximum is evaluated once, when the loop begins."""
        then, head = rest(replace(around, stop=None)), self._reserved()
        done, most, scope = self._fresh(), self._fresh(), around.scope
        _level(around).rounds = f.Rounds(done, head, most)
        again = self._more(step, around, head, then, done, most)
        if step.least:
            once = self._round(step, around, head, done)
            again = self._block(f.IfLess(done, step.least, once, again))
        if step.until != core.FALSE:
            again = self._block(f.If(self._ask(step.until, scope), then, again))
        self.blocks[head] = f.Block((), f.Goto(again), around.leave, around.level)
        return self._block(f.Goto(head), f.Set(done, 0), f.Ask(most, self._ask(step.most, scope)), around=around)

    def _round(self, step: play.RepeatTimes, around: Around, head: f.BlockId, done: f.Slot) -> f.BlockId:
        """A mandatory iteration; with `in_turn`, by the next player in turn."""
        if not step.in_turn:
            entry = self._section(step.body, around.within(head))
            return _door(around, self._block(f.Goto(entry), f.Increase(done)))
        player = self._fresh(core.PLAYER, self.own)
        scope = replace(around.scope, me=player, decider=player)
        body = self._section(step.body, around.within(head, scope=scope))
        return _door(around, self._block(f.Goto(body), f.NextPlayer(player, around.scope.me, done), f.Increase(done)))

    def _more(
        self, step: play.RepeatTimes, around: Around, head: f.BlockId, then: f.BlockId, done: f.Slot, most: f.Slot
    ) -> f.BlockId:
        """After the mandatory iterations: another one if the player wants, or the end of the loop."""
        if step.least is None:
            once = self._round(step, around, head, done)
        elif step.most == core.Const(step.least):
            return then
        elif step.body and isinstance(
            step.body[0], (play.Pick, play.Menu)
        ):  # picking something there already means another iteration
            body = self._wholly(step.body, around, head, stop=then)
            once = _door(around, self._block(f.Goto(body), f.Increase(done)))
        else:
            body = _door(around, self._block(f.Goto(self._wholly(step.body, around, head)), f.Increase(done)))
            once = self._choose(f.Confirm(), around, body, stop=then, none=then)
        return self._block(f.IfLess(done, most, once, then))

    # -- control without a choice

    def _when(self, step: play.When, around: Around, rest: Rest) -> f.BlockId:
        then = rest(replace(around, stop=None))
        inner = around.within(then)
        ways = [self._section(body, inner, name) for name, body in (("then", step.body), ("otherwise", step.otherwise))]
        return self._block(f.If(self._ask(step.condition, around.scope), *ways), around=around)

    def _require(self, step: play.Require, around: Around, rest: Rest) -> f.BlockId:
        failed = self._block(f.Goto(around.leave), f.Fail(), around=around)
        then = rest(replace(around, stop=None))
        return self._block(f.If(self._ask(step.condition, around.scope), then, failed), around=around)

    def _let_now(self, step: play.BindNumber, around: Around, rest: Rest) -> f.BlockId:
        inner, slot = self._bound(around, step.var)
        then = rest(replace(inner, stop=None))
        return self._block(f.Goto(then), f.Ask(slot, self._ask(step.number, around.scope)), around=around)

    def _first(self, step: play.BindFirst, around: Around, rest: Rest) -> f.BlockId:
        board = self._ranged(step.binder, step.home, around.scope)
        inner, slot = self._bound(around, step.binder.var, board)
        first = f.First(slot, self._ask(step.binder, around.scope, step.home))
        return self._block(f.Goto(rest(replace(inner, stop=None))), first, around=around)

    def _each(self, step: play.ForEach, around: Around, rest: Rest) -> f.BlockId:
        var = step.binder.var
        board = self._ranged(step.binder, step.home, around.scope)
        inner, slot = self._bound(around, var, board)
        if var.sort == core.PLAYER:
            me = slot if board is None or board == self.own else around.scope.me
            scope = replace(inner.scope, me=me, decider=slot if step.decides else inner.scope.decider)
            inner = replace(inner, scope=scope)
        things, at, count = self._fresh(var.sort, board, many=True), self._fresh(), self._fresh()
        then, head = rest(replace(around, stop=None)), self._reserved()
        _level(around).rounds = f.Rounds(at, head, things=things, count=count, at=at)
        begin, leave = self._sealed(step, things, at, count)
        out = self._block(f.Goto(then), *leave) if leave else then
        body = self._section(step.body, inner.within(head))
        once = _door(around, self._block(f.Goto(body), f.Take(slot, things, at), f.Increase(at)))
        self.blocks[head] = f.Block((), f.IfLess(at, count, once, out), around.leave, around.level)
        seat = self._seat(step.home, around.scope)
        chosen = isinstance(step.binder.domain, core.SpacesOf) and step.binder.domain.of.sort == core.GROUP
        question = self._ask(step.binder, around.scope, step.home)
        collect = f.Collect(things, count, question, seat if chosen and seat.board.pool else None)
        return self._block(f.Goto(head), collect, f.Set(at, 0), *begin, around=around)

    def _sealed(
        self, step: play.ForEach, things: f.Slot, at: f.Slot, count: f.Slot
    ) -> tuple[Sequence[f.Operation], Sequence[f.Operation]]:
        """The operations that record that players answer in secret, and that they have finished."""
        if not step.sealed:
            return (), ()
        self.secrets.append(f.Secret(step.sealed, things, at, count))
        return (f.Set(self.secret, len(self.secrets)),), (f.Set(self.secret, 0),)

    def _repeat(self, step: play.RepeatUntil, around: Around, rest: Rest) -> f.BlockId:
        then, head = rest(replace(around, stop=None)), self._reserved()
        again = self._block(f.CountIdle(self._section(step.body, around.within(head))))
        self.blocks[head] = f.Block(
            (), f.If(self._ask(step.until, around.scope), then, again), around.leave, around.level
        )
        return head

    def _turn_of(self, step: play.TurnOf, around: Around, rest: Rest) -> f.BlockId:
        under = self._returned(rest(replace(around, stop=None)), around)
        return self._block(f.BeginTurn(self.turns[step.turn], around.scope.me, under), around=around)

    def _call(self, step: play.Call, around: Around, rest: Rest) -> f.BlockId:
        """A verb is lowered once per part of the game that calls it and per board that its argument is on."""
        verb = next(verb for verb in self.play_rules.verbs if verb.name == step.verb)
        scope, then = around.scope, rest(replace(around, stop=None))
        pairs = list(zip(verb.parameters, step.arguments, strict=True))
        homes = [None if one.home is None else self._seat(given.home, scope) for one, given in pairs]
        sources = [scope.slots[given.space.id] for given in step.arguments]
        boards = tuple(None if seat is None else seat.board.name for seat in homes)
        key = (step.verb, around.part, boards, tuple(slot.board.name if slot.board else None for slot in sources))
        if key not in self._verbs:
            self._verbs[key] = self._verb(verb, around.part, key, homes, sources)
        entry, own, body = self._verbs[key]
        assert body.back is not None
        given: list[f.Operation] = [f.Copy(own.me, scope.me), f.Copy(own.decider, scope.decider)]
        given.append(f.Set(body.back, self._returned(then, around)))
        for (one, _), seat, slot in zip(pairs, homes, sources, strict=True):
            given.append(f.Copy(own.slots[one.space.id], slot))
            if one.home is not None and seat is not None:
                given.append(f.Copy(own.slots[one.home.id], seat))
        _enter(_level(around), body)
        return _door(around, self._block(f.Goto(entry), *given, around=around))

    def _returned(self, then: f.BlockId, around: Around) -> f.BlockId:
        """A return block of its own for each call of a verb or turn, so that it identifies the calling statement."""
        block = self._block(f.Goto(then))
        self.returns[block] = _level(around)
        return block

    def _verb(
        self, verb: play.VerbDef, part: str, key: object, homes: Sequence[f.Seat | None], sources: Sequence[f.Slot]
    ) -> tuple[f.BlockId, f.Scope, f.Body]:
        me, decider = (self._slot((who, key), core.PLAYER, self.own) for who in ("me", "decider"))
        slots = dict(self.lasting)
        for one, seat, source in zip(verb.parameters, homes, sources, strict=True):
            slots[one.space.id] = self._slot((key, one.space.id), one.space.sort, source.board)
            if one.home is not None and seat is not None:
                slots[one.home.id] = self._slot((key, one.home.id), core.PLAYER, seat.board)
        scope, body = f.Scope(slots, me, decider), self._body(verb.name, None, back=self._slot(("back", key)))
        assert body.back is not None
        name = self._named(verb.name)
        leave = self._block(f.Return(body.back), *((f.End(False, name),) if name else ()))
        entry = self._from(verb.body, 0, Around(scope, leave, part, key), body)
        return (self._block(f.Goto(entry), f.Begin(False, name)) if name else entry), scope, body

    # -- changes

    def _shift(self, step: play.MovePiece, around: Around, rest: Rest) -> f.BlockId:
        piece = self._place(step.piece, around.scope)
        move = f.MovePiece(piece, None if step.to is None else self._place(step.to, around.scope), step.under)
        return self._uncovering(around, rest, piece, move)

    def _look(self, step: play.Look, around: Around, rest: Rest) -> f.BlockId:
        return self._changed(step, around, rest, f.LookAt(self._place(step.piece, around.scope), around.scope.me))

    def _uncovering(self, around: Around, rest: Rest, piece: f.Place, *changes: f.Operation) -> f.BlockId:
        """Where covered pieces are hidden, removing the piece above reveals the next one."""
        then = self._at_once(rest(replace(around, stop=None)), around.part)
        end = f.Uncover(piece, then) if piece.seat.board.hides_covered else f.Goto(then)
        return self._block(end, *changes, around=around)

    def _swap(self, step: play.Swap, around: Around, rest: Rest) -> f.BlockId:
        places = [self._place(at, around.scope) for at in (step.first, step.second)]
        return self._changed(step, around, rest, f.SwapPieces(*places))

    def _keep(self, step: play.KeepPiece, around: Around, rest: Rest) -> f.BlockId:
        piece, pool = self._place(step.piece, around.scope), self._seat(step.pool, around.scope)
        inner, slot = self._bound(around, step.kept, pool.board)
        keep = f.KeepPiece(piece, pool, slot)
        return self._uncovering(inner, rest, piece, keep, *self._lasting(step.kept, step.lasting))

    def _draw(self, step: play.Draw, around: Around, rest: Rest) -> f.BlockId:
        inner, slot = self._bound(around, step.kept, self._seat(step.pool, around.scope).board)
        then = self._at_once(rest(replace(inner, stop=None)), around.part)
        if step.lasting:
            then = self._block(f.Goto(then), *self._lasting(step.kept, True))
        end = f.Draw(self._seat(step.pool, around.scope), step.piece, slot, then)
        return self._block(end, around=around)

    def _roll(self, step: play.Roll, around: Around, rest: Rest) -> f.BlockId:
        then = self._at_once(rest(replace(around, stop=None)), around.part)
        return self._block(f.Roll(self._place(step.piece, around.scope), then), around=around)

    def _fill(self, step: play.Fill, around: Around, rest: Rest) -> f.BlockId:
        then = self._at_once(rest(replace(around, stop=None)), around.part)
        return self._block(f.Fill(self._seat(step.home, around.scope), then), around=around)

    def _flip(self, step: play.Flip, around: Around, rest: Rest) -> f.BlockId:
        return self._changed(step, around, rest, f.TurnPiece(self._place(step.piece, around.scope), step.up))

    def _return(self, step: play.Return, around: Around, rest: Rest) -> f.BlockId:
        return self._changed(step, around, rest, f.ReturnPiece(self._place(step.piece, around.scope)))

    def _turn_to(self, step: play.TurnTo, around: Around, rest: Rest) -> f.BlockId:
        scope = around.scope
        side = scope.slots[step.side.id] if isinstance(step.side, core.Var) else self._ask(step.side, scope)
        return self._changed(step, around, rest, f.ShowSide(self._place(step.piece, scope), side))

    def _cap(self, step: play.MoveCap, around: Around, rest: Rest) -> f.BlockId:
        at = self._place(step.at, around.scope)
        if not step.on:
            return self._changed(step, around, rest, f.TakeCap(at, step.cap, step.back))
        kept = step.cap not in self.game.owned and self.game.reserve_of(step.cap) is not None
        return self._changed(step, around, rest, f.PutCap(at, step.cap, around.scope.me, kept))

    def _gain(self, step: play.Gain, around: Around, rest: Rest) -> f.BlockId:
        scope = around.scope
        other = None if step.other is None else self._seat(step.other, scope)
        change = f.ChangeCounter(step.counter, self._ask(step.amount, scope), scope.me, other, step.pay, step.there)
        return self._changed(step, around, rest, change)

    def _set_counter(self, step: play.SetCounter, around: Around, rest: Rest) -> f.BlockId:
        scope, player = around.scope, step.player
        number, me = self._ask(step.number, scope), self._seat(player, scope).slot if player else None
        return self._changed(step, around, rest, f.SetCounter(step.counter, number, me))

    def _set_role(self, step: play.SetRole, around: Around, rest: Rest) -> f.BlockId:
        return self._changed(step, around, rest, f.SetRole(step.role, self._seat(step.player, around.scope)))

    def _mark(self, step: play.MarkSpace, around: Around, rest: Rest) -> f.BlockId:
        return self._changed(step, around, rest, f.Mark(self._place(step.at, around.scope), step.mark))

    def _now(self, step: play.Override, around: Around, rest: Rest) -> f.BlockId:
        scope = around.scope
        bound = sorted(
            var.id for var in free(only_where(step.where, step.body)) if var.id in scope.slots and var != step.parameter
        )
        captured = tuple((var, scope.slots[var]) for var in bound)
        # An obligation: an override of a condition about picks must be used before the turn ends, unless the override is optional.
        due = is_condition(step.body) and not step.free and (step.once or step.rule in self.deciding)
        ruling = f.Ruling(len(self.rulings), step, scope, captured, due)
        self.rulings.append(ruling)
        return self._changed(step, around, rest, f.Override(ruling))


def _level(around: Around) -> f.Level:
    """The statement being lowered."""
    assert around.level is not None
    return around.level


def _enter(level: f.Level, body: f.Body) -> None:
    """Add a nested body to a statement."""
    level.bodies.append(body)
    level.doors.append(f.NOWHERE)


def _door(around: Around, block: f.BlockId) -> f.BlockId:
    """Record a block that leads into the body lowered last, in the statement being lowered."""
    _level(around).doors[-1] = block
    return block


Rest = Callable[[Around], f.BlockId]

_STATEMENTS: Mapping[type, Callable[..., f.BlockId]] = {
    play.Pick: _Lowering._pick,
    play.PickSome: _Lowering._pick_some,
    play.PickNumber: _Lowering._pick_number,
    play.Atomic: _Lowering._atomic,
    play.Require: _Lowering._require,
    play.Menu: _Lowering._menu,
    play.When: _Lowering._when,
    play.ForEach: _Lowering._each,
    play.ForEachInAnyOrder: _Lowering._in_any_order,
    play.RepeatTimes: _Lowering._times,
    play.RepeatUntil: _Lowering._repeat,
    play.TurnOf: _Lowering._turn_of,
    play.BindNumber: _Lowering._let_now,
    play.BindFirst: _Lowering._first,
    play.Call: _Lowering._call,
    play.MovePiece: _Lowering._shift,
    play.Swap: _Lowering._swap,
    play.KeepPiece: _Lowering._keep,
    play.Flip: _Lowering._flip,
    play.Return: _Lowering._return,
    play.Roll: _Lowering._roll,
    play.TurnTo: _Lowering._turn_to,
    play.MoveCap: _Lowering._cap,
    play.Gain: _Lowering._gain,
    play.SetCounter: _Lowering._set_counter,
    play.SetRole: _Lowering._set_role,
    play.MarkSpace: _Lowering._mark,
    play.Override: _Lowering._now,
    play.Fill: _Lowering._fill,
    play.Look: _Lowering._look,
    play.Draw: _Lowering._draw,
}
