"""Conversion between the point of execution of a flat state and the continuation in a position, with elements in the
words of files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.walk import find
from tilewright.kernel import flow as f
from tilewright.kernel.engine import SeededChance
from tilewright.kernel.lowering import after_root
from tilewright.meaning.domain import Element, Env, SpaceSet
from tilewright.play.evaluator import StateEvaluator
from tilewright.play.frames import Frame, upward
from tilewright.play.hidden import secret_of
from tilewright.play.machine import Machine
from tilewright.play.moves import uses_of
from tilewright.play.positions import face_down_of, gone_of, marks_of, slots, space_named
from tilewright.play.state import GameState
from tilewright.play.table import POOL, Deal, Table, seen_in
from tilewright.table.continuation import Continuation, InvalidStanding, KeyPath, SavedFrame, SeenInPile

MOST_LEFT = 50
"""The maximum number of pieces that can be named after they have left a pool."""


class NotExpressible(ValueError):
    """Why a position cannot express the current point of a game."""


class ElementWords:
    """Writes and reads elements of one table.

    A space is ``row,column``, or in a pool the code and number of its piece, as a position lists them; one whose piece
    has left the pool counts after them. A group is its spaces, a player the name, a value its label; the place of a
    player ``PLACE of NAME``, one of the table ``PLACE``.
    """

    def __init__(self, evaluator: StateEvaluator, table: Table, names: Sequence[str]) -> None:
        self._evaluator, self._table, self._names = evaluator, table, names
        self._homes = evaluator.program.homes
        self._slots = {seat: slots(table.grids[seat]) for seat in evaluator.pools}
        roots = (evaluator.play_rules, *evaluator.abilities)
        self._values: dict[int, Sequence[core.Value]] = {
            binder.var.id: binder.domain.values
            for binder in find(core.Binder, *roots)
            if isinstance(binder.domain, core.Values)
        }
        self._seats = {
            place.name
            if owner is None
            else names[owner]
            if seat < len(names)
            else f"{place.name} of {names[owner]}": seat
            for seat, (place, owner) in enumerate(evaluator.game.places(len(names)))
        }

    # -- names

    def scope(self, steps: Sequence[play.Step] = ()) -> Mapping[str, core.Var]:
        """The names bound by the first statements of a block, and by the turn; equal words are numbered."""
        found: dict[str, core.Var] = {}
        own = [var for step in steps for var in bound_by(step)]
        for var in (*own, *(thing.space for _, thing in self._evaluator.play_rules.lasting)):
            if var not in found.values():
                number = sum(word.partition(" ")[0] == var.noun for word in found)
                found[f"{var.noun} {number + 1}" if number else var.noun] = var
        return found

    def differing(self, base: Env, env: Env, scope: Mapping[str, core.Var]) -> dict[str, str | None]:
        """The bindings that differ from a base, in words; None: not bound. Raises `NotExpressible`."""
        words = {var.id: word for word, var in scope.items()}
        changed = [id for id in {**base, **env} if id not in env or id not in base or base[id] != env[id]]
        if any(id not in words for id in changed):
            raise NotExpressible("it refers to something that has no name")
        named = {words[id]: id for id in changed}
        return {
            word: self.word(scope[word], env[id], env, self._home(id)) if id in env else None
            for word, id in sorted(named.items())
        }

    def bound(self, base: Env, named: Mapping[str, str | None], scope: Mapping[str, core.Var], where: KeyPath) -> Env:
        """A base extended by named bindings. Raises `InvalidStanding`."""
        env = dict(base)
        for word, text in named.items():
            var = scope.get(word)
            if var is None:
                known = "known: " + ", ".join(scope) if scope else "nothing is named there"
                raise InvalidStanding((*where, word), f"there is nothing named '{word[:40]}'", known)
            if text is None:
                env.pop(var.id, None)
            else:
                env[var.id] = self.read(var, text, env, self._home(var.id), (*where, word))
        return env

    def _home(self, var: int) -> int:
        return self._homes.get(var, self._evaluator.me)

    # -- elements

    def word(self, var: core.Var, element: Element, env: Env, home: core.Var | int | None) -> str:
        """The word for an element. Raises `NotExpressible`."""
        if isinstance(element, core.Value):
            return element.label
        if isinstance(element, str):
            return element
        if var.sort == core.PLAYER:
            return next(word for word, seat in self._seats.items() if seat == element)
        seat = self._seat(env, home)
        if isinstance(element, SpaceSet):
            if not all(isinstance(space, int) for space in element.members):
                raise NotExpressible("it refers to a group that is not a group of spaces")
            return " ".join(self._space(seat, space) for space in sorted(element.members)) or "none"
        return self._space(seat, element)

    def read(self, var: core.Var, text: str, env: Env, home: core.Var | int | None, where: KeyPath) -> Element:
        """The element that a word names. Raises `InvalidStanding`."""
        if var.sort == core.AXIS:
            return text
        if var.sort == core.VALUE:
            known = next((one for one in self._values.get(var.id, ()) if one.label == text), None)
            if known is None and not text.removeprefix("-").isdecimal():
                raise InvalidStanding(where, f"there is no {var.noun} named '{text[:40]}'")
            return known or core.Value(text, None, int(text))
        if var.sort == core.PLAYER:
            if text not in self._seats:
                raise InvalidStanding(where, f"there is no '{text[:40]}'", "known: " + ", ".join(self._seats))
            return self._seats[text]
        seat = self._seat(env, home)
        if var.sort == core.SPACE:
            return self._read_space(seat, text, where)
        spaces = [self._read_space(seat, word, where) for word in text.split() if word != "none"]
        return SpaceSet(min(spaces, default=-1), dict.fromkeys(spaces, True))

    def _seat(self, env: Env, home: core.Var | int | None) -> int:
        found: int = env[self._evaluator.me if home is None else home if isinstance(home, int) else home.id]
        return found

    def _space(self, seat: int, space: int) -> str:
        grid = self._table.grids[seat]
        if grid.geometry != POOL:
            return grid.geometry.spoken(space)
        if space not in self._slots[seat]:
            self._slots[seat].append(space)
        return str(self._slots[seat].index(space) + 1)

    def _read_space(self, seat: int, word: str, where: KeyPath) -> int:
        grid = self._table.grids[seat]
        if grid.geometry == POOL and word.isdecimal() and int(word) <= len(self._slots[seat]) + MOST_LEFT:
            while int(word) > len(grid.tops):
                grid.grow()
        return space_named(self._table, seat, word, where)


def bound_by(step: play.Step) -> tuple[core.Var, ...]:
    """The variables that a statement binds for the following ones."""
    match step:
        case play.Pick() | play.BindFirst():
            return (step.binder.var,)
        case play.PickSome():
            return (step.some,)
        case play.PickNumber() | play.BindNumber():
            return (step.var,)
        case play.KeepPiece() | play.Draw():
            return (step.kept,)
        case _:
            return ()


COURSE, AFTER, USE = "course", "after", "use "
"""The names of the course, of what is done after an ability, and of the ability of a card, in levels."""
_THINGS = (play.ForEach, play.ForEachInAnyOrder)


def standing_of(machine: Machine, state: GameState, names: Sequence[str]) -> Continuation:
    """The continuation of a state at a choice. Raises `NotExpressible`."""
    if state.changes:
        raise NotExpressible("a rule is changed until the end of this turn")
    if state.over:
        raise NotExpressible("the game is over")
    if secret_of(state.cells, machine.flow) is not None:
        raise NotExpressible("secret choices have not been revealed yet")
    words = ElementWords(machine.evaluator, state.table, names)
    uses, spent = _uses(machine), dict[int, tuple[str, ...]]()
    for player, index in sorted(state.spent):
        spent[player] = (*spent.get(player, ()), uses[index].removeprefix(USE))
    levels = tuple(_Levels(machine, state, words).all())
    lasting = {var: element for var, element in state.env.items() if var in machine.flow.lasting}
    places = {var: element for var, element in state.env.items() if var not in lasting}
    return Continuation(
        state.mover,
        levels,
        words.differing(places, state.env, words.scope()),
        tuple(sorted(state.used)),
        spent,
        marks_of(state.table),
        face_down_of(state.table),
        gone_of(state.table),
        state.draws,
        tuple(_seen(state)),
    )


def resumed(
    machine: Machine,
    table: Table,
    deal: Deal,
    standing: Continuation,
    names: Sequence[str],
    chance: SeededChance,
) -> GameState:
    """The state at the first choice from a continuation. Raises `InvalidStanding`."""
    words, outermost = ElementWords(machine.evaluator, table, names), standing.at[0].block if standing.at else ""
    turn = outermost if outermost in machine.flow.turns else "turn"
    state = machine.at_turn(table, deal, standing.player, chance, turn)
    cells, layout = state.cells, machine.layout
    cells.set(layout.draws, standing.draws)
    uses = [text.removeprefix(USE) for text in _uses(machine)]
    cards = [use.ability.card for use in machine.flow.uses]
    for used in standing.used:
        card = used if used in cards else used.rpartition(" ")[0]
        if card in cards:
            cells.add(layout.used, 1, cards.index(card))
    abilities = [use.ability for use in machine.flow.uses]
    for player, spent in standing.spent.items():
        unknown = next((text for text in spent if text not in uses), None)
        if unknown is not None:
            reason = f"no card in play has the ability '{unknown[:40]}'"
            raise InvalidStanding(("spent",), reason, "write the id of a card in play")
        for number, single in enumerate(layout.single):
            if any(abilities[uses.index(text)] is single for text in spent):
                cells.set(layout.spent, 1, player * len(layout.single) + number)
    if standing.at is not None:
        for var, element in words.bound(state.env, standing.named, words.scope(), ("with",)).items():
            if var in layout.lasting:
                cells.bind(machine.flow.lasting[var], element)
                cells.set(layout.bound, 1, layout.lasting[var])
        _Entry(machine, state, table, words).enter(standing.at)
    state = state.copy()
    machine.advance(state, anywhere=True)
    return state


def _seen(state: GameState) -> Iterator[SeenInPile]:
    """What each player has seen of hidden piles."""
    layout = state.cells.layout
    for (seat, _), pile in seen_in(state.cells).items():
        for player in range(state.table.players):
            pieces = tuple(height for height, players in enumerate(pile, 1) if players >> player & 1)
            if pieces:
                yield SeenInPile(layout.place_at(seat).board.name, layout.owners[seat], player, pieces)


def _uses(machine: Machine) -> list[str]:
    """The notation for the use of each ability."""
    return uses_of([use.ability for use in machine.flow.uses])


# ------------------------------------------------------------------ writing levels


@dataclass(frozen=True)
class _Levels:
    """The levels of a state at a choice."""

    machine: Machine
    state: GameState
    words: ElementWords

    def all(self) -> Iterator[SavedFrame]:
        """The levels, the outermost first."""
        course, turn = ([*upward(frame)][::-1] for frame in (self.state.under, self.state.frame))
        yield from self._levels(course, ends=True)
        yield from self._levels(turn, ends=False)
        if not turn:
            called = course[-1].step if course else None
            name = called.turn if isinstance(called, play.TurnOf) else "turn"
            yield SavedFrame(name, len(self.machine.flow.roots[name].levels))

    def _levels(self, frames: Sequence[Frame], ends: bool) -> Iterator[SavedFrame]:
        """The levels of frames, the outermost first; with `ends`, also that of the last statement, for a course whose
        turn is in progress."""
        for index, frame in enumerate(frames):
            child = frames[index + 1] if index + 1 < len(frames) else None
            if child is None or not child.ability:  # before an ability ends, what is done after it is implied
                inside = ends if child is None else child.level.body.name != AFTER
                yield self._level(frame, inside)

    def _level(self, frame: Frame, inside: bool) -> SavedFrame:
        """A frame as a level; `inside`: the next level is inside its statement, else the statement comes next."""
        level, words, of = frame.level, self.words, ""
        done, left = frame.done - (inside and level.rounds is not None), tuple(frame.left or ())
        texts = tuple(map(str, left))
        if isinstance(level.step, _THINGS):
            home, var = level.step.home, level.step.binder.var
            current = self.state.cells.element(level.bodies[0].levels[0].scope.slots[var.id]) if inside else None
            given = [words.word(var, one, frame.env, home) for one in ((current, *left) if inside else left)]
            of, texts = (given[0], tuple(given[1:])) if inside else ("", tuple(given))
        own = _named_by(frame) & level.scope.slots.keys() - self._known_before(frame)
        named = {var: element for var, element in frame.env.items() if var in own}
        base = {var: element for var, element in frame.env.items() if var not in own}
        scope = words.scope(frame.steps[: frame.at])
        return SavedFrame(
            self._block(level.body), frame.at + 1, done, of, texts, words.differing(base, base | named, scope)
        )

    def _known_before(self, frame: Frame) -> set[int]:
        """What the turn has named before the block of a frame, so that the block does not name it again."""
        body, flow = frame.level.body, self.machine.flow
        if body.outer is None:
            called = body.back is not None or body.name == AFTER or frame.ability
            return set(flow.lasting) if called else set()
        assert frame.parent is not None
        return self._known_before(frame.parent) | (flow.lasting.keys() & _named_by(frame.parent))

    def _block(self, body: f.Body) -> str:
        """The name of a block."""
        if body.outer is None and body.back is None and body.name.startswith(USE):
            return _uses(self.machine)[int(body.name.removeprefix(USE))]
        return body.name


def _named_by(frame: Frame) -> set[int]:
    """The variables bound by the statements before that of a frame."""
    return {var.id for step in frame.steps[: frame.at] for var in bound_by(step)}


# ------------------------------------------------------------------ reading levels


@dataclass(eq=False)
class _Entry:
    """Enters the blocks of a flow again, level by level.

    `table` is the one that words refer to; `current` is the element of the iteration that is entered next.
    """

    machine: Machine
    state: GameState
    table: Table
    words: ElementWords
    current: Element = None

    def enter(self, levels: Sequence[SavedFrame]) -> None:
        """Put the state at these levels. Raises `InvalidStanding`."""
        cells, layout = self.state.cells, self.machine.layout
        if levels and levels[0].block == COURSE:
            cells.set(layout.under, f.NOWHERE)
            self.state.movers = ()
        outer: f.Level | None = None
        where: KeyPath = ()
        for index, given in enumerate(levels):
            where = "at", index
            body = self._entered(given.block, outer, where)
            if not 0 < given.statement <= len(body.levels):
                help = f"the block has {len(body.levels) - 1}"
                raise InvalidStanding((*where, "statement"), f"there is no statement {given.statement}", help)
            outer = body.levels[given.statement - 1]
            self._bind_level(outer, given, where)
        cells.set(layout.pc, self.machine.flow.roots["turn"].levels[-1].entry if outer is None else self._next(outer))

    def _next(self, level: f.Level) -> f.BlockId:
        """The block of a statement that comes next."""
        return level.entry if level.rounds is None else level.rounds.head

    # -- a block begins

    def _entered(self, block: str, outer: f.Level | None, where: KeyPath) -> f.Body:
        """The block of that name inside a statement (or the outermost one), after executing what leads into it."""
        flow, cells, layout = self.machine.flow, self.state.cells, self.machine.layout
        found = [] if outer is None else [i for i, body in enumerate(outer.bodies) if body.name == block]
        if outer is not None and found and (self.current is not None or not isinstance(outer.step, _THINGS)):
            number = found[-1] if len(found) == 1 else self._of_times(outer, found)
            self._pass(outer.doors[number], outer.bodies[number])
            return outer.bodies[number]
        back = flow.roots["turn"].levels[-1].entry if outer is None else self._next(outer)
        uses, nested = _uses(self.machine), cells.number(flow.nested)
        if block in (*uses, AFTER) and nested == len(flow.backs):
            help = f"{nested} at the same time at most"
            raise InvalidStanding(
                (*where, "block"), "there are never that many abilities in progress at the same time", help
            )
        if block in uses:
            number = uses.index(block)
            cells.set(layout.ability, number + 1)
            cells.put_number(flow.backs[nested], back)
            body = flow.roots[f"{USE}{number}"]
            self._pass(flow.uses[number].entry, body)
            return body
        if block == AFTER and AFTER in flow.roots:
            cells.put_number(flow.backs[nested], back)
            cells.put_number(flow.nested, nested + 1)
            return flow.roots[after_root(nested)]
        if block == COURSE and outer is None and COURSE in flow.roots:
            return flow.roots[COURSE]
        if block in flow.turns and (outer is None or outer.step == play.TurnOf(block)):
            if outer is not None:
                end = flow.blocks[outer.entry].end
                assert isinstance(end, f.BeginTurn)
                cells.set(layout.under, end.under)
                self.state.movers = (self.state.mover,)
            return flow.roots[block]
        raise self._unknown(block, outer, where)

    def _of_times(self, level: f.Level, found: Sequence[int]) -> int:
        """For a loop with mandatory and optional iterations: which of its bodies is entered."""
        step = level.step
        assert isinstance(step, play.RepeatTimes) and step.least is not None and level.rounds is not None
        more = self.state.cells.number(level.rounds.done) >= step.least
        return next(number for number in found if level.bodies[number].whole == more)

    def _pass(self, door: f.BlockId, body: f.Body) -> None:
        """Execute the operations of the blocks that lead into a body."""
        while door not in (f.NOWHERE, body.levels[0].entry):
            block = self.machine.flow.blocks[door]
            for operation in block.operations:
                self.machine.interpreter.do(self.state.cells, operation)
            door = block.end.then if isinstance(block.end, f.Goto) else f.NOWHERE

    # -- a statement of it

    def _bind_level(self, level: f.Level, given: SavedFrame, where: KeyPath) -> None:
        """Bind what a level says: what its block has named, and for a loop what is done and what is left."""
        cells, words = self.state.cells, self.words
        env, scope = self.machine.interpreter.env(cells, level.body.levels[0].scope), words.scope(_before(level))
        env = words.bound(env, given.named, scope, (*where, "with"))
        for var in (scope[word].id for word in given.named):
            if var in env and var in level.scope.slots:
                cells.bind(level.scope.slots[var], env[var])
        self.current = None
        if level.rounds is not None:
            self._loop(level, level.rounds, given, where)
        self._grow(where)

    def _loop(self, level: f.Level, rounds: f.Rounds, given: SavedFrame, where: KeyPath) -> None:
        cells, interpreter = self.state.cells, self.machine.interpreter
        for operation in self.machine.flow.blocks[level.entry].operations:
            interpreter.do(cells, operation)
        cells.put_number(rounds.done, given.done)
        if rounds.most is not None and given.left and given.left[0].isdecimal():
            cells.put_number(rounds.most, int(given.left[0]))
        if not isinstance(level.step, _THINGS):
            return
        var, home, env = level.step.binder.var, level.step.home, interpreter.env(cells, level.scope)
        texts = [("of", given.of)] * bool(given.of) + [("left", text) for text in given.left]
        left = [self.words.read(var, text, env, home, (*where, key)) for key, text in texts]
        if not left:
            if rounds.at is not None:  # the list holds all elements there are now
                cells.put_number(rounds.at, 0)
            return
        self.current = left[0]
        cells.bind(level.bodies[0].levels[0].scope.slots[var.id], left[0])
        if rounds.things is None or rounds.count is None:
            return
        over = given.done if rounds.at is not None else 0
        if over + len(left) > self.machine.layout.room(rounds.things):
            raise InvalidStanding((*where, "left"), "there are not that many things to go through", "leave some out")
        for index, element in enumerate([left[0]] * over + left):
            cells.bind(rounds.things, element, index)
        cells.put_number(rounds.count, over + len(left))

    def _grow(self, where: KeyPath) -> None:
        """Extend pools to have spaces for all pieces that are named, including those that have left."""
        layout = self.machine.layout
        for seat, grid in enumerate(self.table.grids):
            place = layout.place_at(seat)
            if place.board.pool and not place.board.of_patches and len(grid.tops) > self.state.cells.size(seat):
                if len(grid.tops) > place.size:
                    raise InvalidStanding(
                        where, f"there are never that many pieces in '{place.board.name}'", "correct the number"
                    )
                self.state.cells.set(layout.sizes, len(grid.tops), seat)

    def _unknown(self, block: str, outer: f.Level | None, where: KeyPath) -> InvalidStanding:
        """The error for a level that does not exist."""
        flow = self.machine.flow
        known = [COURSE] * (COURSE in flow.roots) + [*flow.turns]
        if outer is not None:
            known = list(dict.fromkeys(body.name for body in outer.bodies))
        name = f"block '{block[:40]}'" if block else "block without a name"
        help = "known: " + ", ".join(name or "a block without a name" for name in known) if known else "leave it out"
        return InvalidStanding((*where, "block"), f"there is no {name} here", help)


def _before(level: f.Level) -> tuple[play.Step, ...]:
    """The statements of a block before one of them."""
    return tuple(one.step for one in level.body.levels[: level.at] if one.step is not None)
