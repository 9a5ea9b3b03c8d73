"""Plans for the turns to come: everything that can be taken, enumerated by the machine of `play`, and which abilities
are used when.

A turn can be split into two phases if it first takes things from the table and then plays on the players' own boards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.node import LYING, RULES, SPACES, Node, asked_of, reads
from tilewright.core.walk import children, counters_read, marks_read, rules_asked, walk
from tilewright.kernel import flow as f
from tilewright.kernel.contents import FlowPart, Levels, contents_of, effects, questions, statements_of, turn_of
from tilewright.kernel.engine import SeededChance
from tilewright.kernel.liveness import read_slots
from tilewright.kernel.lowering import AFTER, USE
from tilewright.play.evaluator import StateEvaluator
from tilewright.play.machine import Machine
from tilewright.play.program import Program
from tilewright.play.state import GameState, Move
from tilewright.play.table import Table
from tilewright.play.ways import ways_to_end
from tilewright.stopping import Deadline
from tilewright.symbolic.kinds import interchangeable
from tilewright.symbolic.numbers import Symbolic
from tilewright.table.game import BoardDef
from tilewright.turns.execute import execution
from tilewright.turns.lines import is_over
from tilewright.turns.run import Execution
from tilewright.turns.stacks import NotExecutable, known_stack
from tilewright.turns.uses import PlannedUse, PlayedMoves, UseMoment

OWN, POOL, TABLE = "own", "pool", "table"
"""Classes of places: boards of players, their pools, places of the table."""
_BY_CHANCE = (f.Fill, f.Draw, f.Roll, f.ChooseAtRandom)
_OF_BOARDS = LYING - SPACES
"""What a node reads if it depends on stacks."""


@dataclass(frozen=True)
class PhaseSplit:
    """`at`: the number of statements in the first phase of the turn; `taking`: the abilities (by index) that belong to
    it."""

    at: int
    taking: frozenset[int]


def cut_of(evaluator: StateEvaluator) -> PhaseSplit | None:
    """The split of a turn into phases; None if it has no such phases."""
    return _Cut(evaluator).found()


def limited_counters(evaluator: StateEvaluator) -> list[str]:
    """The counters that are limited by a maximum or by a supply."""
    return [
        name for name, one in evaluator.game.counters_by_name.items() if one.most is not None or one.cap is not None
    ]


class _Cut:
    def __init__(self, evaluator: StateEvaluator) -> None:
        self.evaluator, self.play_rules, self.flow = evaluator, evaluator.play_rules, evaluator.flow
        self.rules = {rule.name: rule for rule in self.play_rules.rules}
        boards, own = evaluator.game.boards_by_name, evaluator.game.own_place
        self.homes = {self.play_rules.me.id: _sort(own)} | {
            var.id: _sort(boards[name]) for name, var in self.play_rules.places
        }
        self.begun = {TABLE} if any(board.begins for board in evaluator.game.boards) else set[str]()

    def found(self) -> PhaseSplit | None:
        """The first index at which the turn can be split, with every ability in one of the phases."""
        roots, cost = self.flow.roots, len(self.play_rules.cost)
        taking, given = set[int](), list[FlowPart]()
        later = self._flow_parts(statements_of(roots[AFTER])) if AFTER in roots else []
        for number in range(len(self.flow.uses)):
            whole = statements_of(roots[f"{USE} {number}"])
            later += self._flow_parts(whole[:cost])
            body = self._flow_parts(whole[cost:])
            if OWN in self._touched(body):
                later += body
            else:
                taking.add(number)
                given += body
        turn = turn_of(self.flow)
        for index in range(1, len(turn)):
            if self._can_split([*self._flow_parts(turn[:index]), *given], [*self._flow_parts(turn[index:]), *later]):
                return PhaseSplit(index, frozenset(taking))
        return None

    def _flow_parts(self, levels: Levels) -> list[FlowPart]:
        return list(contents_of(self.flow).parts(levels))

    def _can_split(self, first: list[FlowPart], second: list[FlowPart]) -> bool:
        if TABLE in self._touched(second) or OWN in self._touched(first):
            return False
        if any(isinstance(part, _BY_CHANCE) for part in first):
            return False
        bound = {part.var for part in first if isinstance(part, f.BindLasting)}
        asked = [part for question in questions(*second) for part in self._closure(question.asked)]
        changed, given = [effects(part) for part in second], [effects(part) for part in first]
        marks, rules = marks_read(*asked), rules_asked(*asked)
        named = {var.id for var in walk(*asked) if isinstance(var, core.Var)} | self._things_read(second)
        if bound & named or any(one.marks & marks or one.rules & rules for one in given):
            return False
        own = [part for question in questions(*first) for part in self._closure(question.asked)]
        own += self._closure(self.play_rules.end)
        later = frozenset[str]().union(*(one.counters for one in changed))
        gained = {part.counter for part in second if isinstance(part, f.ChangeCounter) and not part.pay}
        limited = set(limited_counters(self.evaluator)) & {name for one in given for name in one.counters}
        return (
            not later & counters_read(*own)
            and not gained & limited
            and OWN not in set(self._looked(self.play_rules.end, OWN, None))
        )

    def _things_read(self, parts: list[FlowPart]) -> set[int]:
        """The variables of a turn that these parts read without asking."""
        read = 0
        for part in parts:
            read |= read_slots(part)
        return {var for var, slot in self.flow.lasting.items() if read >> slot.index & 1}

    def _touched(self, parts: list[FlowPart]) -> set[str]:
        """The classes of places that these parts read or change."""
        found: set[str] = set()
        for part in parts:
            changed = effects(part)
            found |= self.begun if changed.home else set()
            found |= {_sort(seat.board) for seat in changed.seats}
            if isinstance(part, f.Override):
                home = self.rules[part.ruling.now.rule].home
                for question in questions(part):
                    found |= set(self._looked(question.asked, self._home(home, None), question.scope))
                continue
            for question in questions(part):
                found |= set(self._looked(question.asked, self._home(question.home, question.scope), question.scope))
        return found

    def _home(self, home: core.Var | None, scope: f.Scope | None) -> str:
        """The class of a place: of the player, a named one, or the one in a slot."""
        if home is None:
            return OWN
        slot = None if scope is None else scope.slots.get(home.id)
        return self.homes.get(home.id, OWN) if slot is None or slot.board is None else _sort(slot.board)

    def _looked(self, node: Node, seat: str, scope: f.Scope | None) -> Iterator[str]:
        """The classes of places whose stacks an expression reads, when evaluated on places of some class."""
        seat = self._home(asked_of(node), scope) if asked_of(node) else seat
        if reads(node) & _OF_BOARDS:
            yield seat
        for rule in rules_asked(node) if RULES & reads(node) else ():
            yield from self._looked(self.rules[rule].body, seat, None)
        for part in children(node):
            yield from self._looked(part, seat, scope)

    def _closure(self, node: Node) -> Iterator[Node]:
        waiting, seen = [node], set[str]()
        while waiting:
            part = waiting.pop()
            yield part
            fresh = rules_asked(part) - seen
            seen |= fresh
            waiting += [self.rules[rule].body for rule in sorted(fresh)]


def _sort(board: BoardDef) -> str:
    return TABLE if not board.each_player else POOL if board.pool else OWN


MOST_PLANS = 20_000
"""The maximum number of plans."""


@dataclass(frozen=True)
class TakenPieces:
    """The result of the first phase of a turn: pieces in pools of the player, by place, and gains of counters.

    With `last`, the game ends with this turn. `early`: the abilities used before anything was gained; `late`: those
    used at the end of the phase, which may also be used later. Both by index.
    """

    pieces: tuple[tuple[int, tuple[int, ...]], ...] = ()
    gains: tuple[tuple[str, int], ...] = ()
    last: bool = False
    early: tuple[int, ...] = ()
    late: tuple[int, ...] = ()


@dataclass(frozen=True)
class TakingMoves:
    """The moves of the first phase in notation, and separately those of each late ability.

    The former are split into parts: each but the last ends with the use of an ability.
    """

    parts: tuple[tuple[str, ...], ...] = ((),)
    late: tuple[tuple[int, tuple[str, ...]], ...] = ()


@dataclass(frozen=True)
class TakingPlan:
    """The pieces taken in each turn, and one way to take them: the moves of each turn, and the actual pieces."""

    hauls: tuple[TakenPieces, ...]
    moves: tuple[TakingMoves, ...]


@dataclass(frozen=True)
class _Way:
    """A partial first phase: its moves, and the abilities that were used."""

    parts: tuple[tuple[str, ...], ...] = ((),)
    early: tuple[int, ...] = ()
    late: tuple[tuple[int, tuple[str, ...]], ...] = ()

    @property
    def used(self) -> object:
        """Which abilities were used, and when."""
        return self.early, tuple(ability for ability, _ in self.late)


TakenTurn = tuple[TakenPieces, TakingMoves, Table]
"""The result of the first phase of a turn, its moves, and the table after it, with empty pools."""


class Taking:
    """Plays the first phases of turns of the first player."""

    def __init__(
        self,
        evaluator: StateEvaluator,
        players: int,
        parts: PhaseSplit,
        scoring: Iterable[core.Expr],
        deadline: Deadline,
    ) -> None:
        self.evaluator, self.deadline = evaluator, deadline
        play_rules, cut = evaluator.play_rules, parts.at
        self.abilities = {evaluator.abilities[number]: number for number in sorted(parts.taking)}
        self.first = StateEvaluator(evaluator.game, _first_part(evaluator.program, cut, tuple(self.abilities)), players)
        # kinds that nothing after this phase distinguishes are merged: fewer results, so fewer plans
        later: list[Node] = [
            *play_rules.turn[cut:],
            *play_rules.verbs,
            *play_rules.rules,
            *scoring,
            *play_rules.cost,
            *play_rules.after,
        ]
        later += [ability for number, ability in enumerate(evaluator.abilities) if number not in parts.taking]
        classes = interchangeable(evaluator.game, list(walk(*later)))  # type: ignore[arg-type]
        self.alike = {kind.index: members[0].index for members in classes for kind in members}
        rest = contents_of(evaluator.flow).parts(turn_of(evaluator.flow)[cut:])
        changed = frozenset[str]().union(*(effects(part).counters for part in rest))
        self.limited = [name for name in limited_counters(evaluator) if name in changed]
        self._known: dict[object, list[TakenTurn]] = {}

    def plans(self, table: Table, turns: int, first: TakenTurn | None = None) -> list[TakingPlan]:
        """Every plan for a number of turns, or those with a given first phase.

        Raises `OutOfTime`, and `NotExecutable` if there are too many.
        """
        level: dict[tuple[TakenPieces, ...], dict[object, tuple[tuple[TakingMoves, ...], Table]]]
        level = {(): {table.key: ((), table)}}
        done: list[TakingPlan] = []
        for turn in range(turns):
            wider: dict[tuple[TakenPieces, ...], dict[object, tuple[tuple[TakingMoves, ...], Table]]] = {}
            for hauls, ways in level.items():
                for moves, now in ways.values():
                    for haul, own, after in self.hauls(now) if turn or first is None else [first]:
                        known = wider.setdefault((*hauls, haul), {})
                        # after the last turn only what was taken matters, not what is left on the table
                        known.setdefault(() if turn == turns - 1 or haul.last else after.key, ((*moves, own), after))
            # each plan is a model of its own
            if len(wider) > MOST_PLANS:
                raise NotExecutable(f"there are more than {MOST_PLANS} ways to take in {turns} turns")
            ended = {hauls: ways for hauls, ways in wider.items() if hauls[-1].last or turn == turns - 1}
            done += [TakingPlan(hauls, next(iter(ways.values()))[0]) for hauls, ways in ended.items()]
            level = {hauls: ways for hauls, ways in wider.items() if hauls not in ended}
        return done

    def hauls(self, table: Table) -> list[TakenTurn]:
        """Every possible result of the first phase of a turn."""
        if table.key not in self._known:
            self._known[table.key] = self._played(table)
        return self._known[table.key]

    def _played(self, table: Table) -> list[TakenTurn]:
        machine, ends = Machine.on(self.first, table), dict[object, tuple[_Way, Table]]()

        def longer(way: _Way, state: GameState) -> Iterator[tuple[_Way, GameState]]:
            self.deadline.check()
            for move in machine.moves_at(state):
                yield self._after_move(way, state, table, move), machine.applied(state, move)

        begun = machine.single_turn(table, {}, 0, SeededChance(0))
        for way, state in ways_to_end(_Way(), begun, longer, key=lambda way, state: (state.key, way.used)):
            ends.setdefault((state.table.key, way.used), (way, state.table))
        return [self._haul(table, way, after) for way, after in ends.values()]

    def _after_move(self, way: _Way, state: GameState, before: Table, move: Move) -> _Way:
        """The partial phase extended by a move."""
        if not self.abilities:
            return replace(way, parts=((*way.parts[0], move.text),))
        text, ending = move.text, state.choice is not None and state.choice.step is None
        *others, last = way.parts
        if move.kind == "use":
            used = state.picked(move)
            ability = self.abilities[used]
            if ending:
                return replace(way, late=(*way.late, (ability, ())))
            if state.table.counters != before.counters:
                raise NotExecutable(
                    "it can be used after something was gained, but before all pieces were taken", None, used.card
                )
            return replace(way, early=(*way.early, ability), parts=(*others, (*last, text), ()))
        if ending:
            return way
        if way.late:
            *done, (ability, texts) = way.late
            return replace(way, late=(*done, (ability, (*texts, text))))
        return replace(way, parts=(*others, (*last, text)))

    def _haul(self, before: Table, way: _Way, after: Table) -> TakenTurn:
        pieces = []
        for seat in sorted(self.evaluator.pools):
            owner = self.evaluator.game.places(after.players)[seat][1]
            held = [self._class(piece) for pile in after.grids[seat].piles for piece in pile]
            # empty the pools: the execution puts the pieces there, for all ways to take them at once
            if held and owner == 0:
                pieces.append((seat, tuple(held)))
                grid = after.changing(seat)
                for space, pile in enumerate(grid.piles):
                    for _ in pile:
                        grid.lift(space)
        old, new = before.counters[0], after.counters[0]
        for name in self.limited:
            definition = self.evaluator.game.counters_by_name[name]
            full = definition.most is not None and new[name] >= definition.most
            spent = definition.cap is not None and not after.supply(definition.cap)
            # at its limit a counter would gain less than the plan assumes
            if new[name] > old[name] and (full or spent):
                raise NotExecutable(f"'{name}' reaches its limit")
        gains = tuple((name, new[name] - old[name]) for name in sorted(new) if new[name] != old[name])
        haul = TakenPieces(
            tuple(pieces), gains, is_over(self.evaluator, after), way.early, tuple(ability for ability, _ in way.late)
        )
        return haul, TakingMoves(way.parts, way.late), after

    def _class(self, piece: int) -> int:
        return 2 * self.alike[piece >> 1] + (piece & 1)


@lru_cache(maxsize=32)
def _first_part(program: Program, cut: int, taking: tuple[play.Ability, ...]) -> Program:
    """A program whose turns consist only of the first statements, with some of the abilities."""
    play_rules = program.play_rules
    return Program(
        replace(play_rules, turn=play_rules.turn[:cut], end=core.FALSE, by_round=False, cost=(), after=()), taking
    )


UsesByTurn: TypeAlias = tuple[tuple[PlannedUse, ...], ...]
"""The uses of abilities in each turn, in order of time."""
BEFORE_TAKING: UseMoment = (0,)


class UsePlans:
    """Executes plans; with a `cut`, `rest` are the statements of the second phase."""

    def __init__(self, evaluator: StateEvaluator, table: Table, cut: PhaseSplit | None, deadline: Deadline) -> None:
        self.evaluator, self.table, self.cut, self.deadline = evaluator, table, cut, deadline
        self.rest = turn_of(evaluator.flow)[cut.at if cut is not None else 0 :]
        self.taking = cut.taking if cut is not None else frozenset[int]()
        self._executed: dict[tuple[tuple[TakenPieces, ...], UsesByTurn], Execution] = {}
        for number, ability in enumerate(evaluator.abilities):
            if ability.once or ability.kind >= 0 or ability.condition != core.TRUE:
                raise NotExecutable("an ability that cannot be used once in every turn", None, ability.card)
            if ability.during and number not in self.taking:
                raise NotExecutable("an ability that is used while an option is done", None, ability.card)

    def complete(self, plan: TakingPlan, uses: UsesByTurn) -> bool:
        """Whether every late ability of a plan is used."""
        return all(not _pending(haul, own) for haul, own in zip(plan.hauls, uses, strict=True))

    def more(self, plan: TakingPlan, uses: UsesByTurn) -> Iterator[UsesByTurn]:
        """The ways to use one more ability after those that are used."""
        if not self.evaluator.abilities or self.executed(plan.hauls, uses) is None:
            return
        # uses are added in order of time, so that each combination is generated once
        begun = max((turn for turn, own in enumerate(uses) if own), default=0)
        for turn in range(begun, len(uses)):
            run = self.executed(plan.hauls[: turn + 1], uses[: turn + 1])
            assert run is not None
            for use in self._next(plan.hauls[turn], uses[turn], run.uses.passed):
                yield (*uses[:turn], (*uses[turn], use), *uses[turn + 1 :])
            if _pending(plan.hauls[turn], uses[turn]):
                return

    def _next(
        self, haul: TakenPieces, own: tuple[PlannedUse, ...], passed: tuple[UseMoment, ...]
    ) -> Iterator[PlannedUse]:
        cards = [ability.card for ability in self.evaluator.abilities]
        # a card is used once a turn, whichever of its abilities it is
        used = {cards[one] for one in (*haul.early, *haul.late, *(use.ability for use in own))}
        free = [number for number, card in enumerate(cards) if number not in self.taking and card not in used]
        for when in passed:
            yield from (PlannedUse(number, when) for number in free)
            if when != BEFORE_TAKING:
                yield from (PlannedUse(number, when, taking=True) for number in _pending(haul, own)[:1])

    def executed(self, hauls: tuple[TakenPieces, ...], uses: UsesByTurn) -> Execution | None:
        """The execution of turns with these results and uses; None if a use cannot be completed.

        Common prefixes of plans are executed once.
        """
        if not hauls:
            return execution(self.evaluator, self.table, Symbolic(self.deadline))
        known = self._executed.get((hauls, uses))
        if known is None:
            before = self.executed(hauls[:-1], uses[:-1])
            if before is None:
                return None
            # plans share their first turns: those are executed once
            known = before.fork()
            if not known.over:
                self._turn(known, hauls[-1], uses[-1])
            self._executed[hauls, uses] = known
        return None if known.uses.failed else known

    def _turn(self, run: Execution, haul: TakenPieces, own: tuple[PlannedUse, ...]) -> None:
        run.begin_turn(own)
        if self.cut is not None:
            run.moment(True, False)
            for part, ability in enumerate(haul.early):
                run.tell(PlayedMoves(part=part), True)
                run.pay(ability)
            run.tell(PlayedMoves(part=len(haul.early)), True)
            _lay(run, haul)
        run.block(self.rest, True, False)
        run.end_turn()
        if self.cut is None:
            over = run.rules.condition(self.evaluator.play_rules.end, run.rules.lasting)
            if not isinstance(over, bool):
                raise NotExecutable("a game that may end before the turns are over")
            run.over = over


def no_uses(plan: TakingPlan) -> UsesByTurn:
    """No ability is used in the second phases."""
    return ((),) * len(plan.hauls)


def _pending(haul: TakenPieces, own: tuple[PlannedUse, ...]) -> tuple[int, ...]:
    """The late abilities of a turn that are not used yet."""
    return haul.late[sum(use.taking for use in own) :]


def _lay(run: Execution, haul: TakenPieces) -> None:
    """Put what was taken into the pools and counters of the coming turn."""
    for seat, pieces in haul.pieces:
        run.boards[seat].stacks = [known_stack(run.logic, (piece,), "") for piece in pieces]
    for name, gain in haul.gains:
        own = run.counters[run.player]
        own[name] = own[name].plus(gain)
        cap = run.evaluator.game.counters_by_name[name].cap
        if cap is not None:
            run.supplies[cap] = run.supplies[cap].plus(-gain)
