"""Keys for the memo of trials: two states have the same key if the live slots and the places still read hold the same,
up to relabeling."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from tilewright.core import expr as core
from tilewright.core.node import LYING, RULES, Node, asked_of, reads
from tilewright.core.walk import children, variables, walk
from tilewright.kernel import flow as f
from tilewright.kernel import layout as cells
from tilewright.kernel.contents import MOST_NESTED, paths_of
from tilewright.kernel.layout import PlaceCells, StateLayout
from tilewright.kernel.liveness import read_slots, written_slots
from tilewright.kernel.state import FlatState

Facts = int
"""A set of live things as a bit mask: slots first, then places, then the extra bits of `TrialReads`."""
_Node = tuple[f.BlockId, int, bool]


@lru_cache(maxsize=32)
def relevance_of(layout: StateLayout) -> TrialReads:
    """The read sets of a flow (cached per layout)."""
    return TrialReads(layout)


class TrialReads:
    """What a trial may still read from each block on (a live-variable analysis over slots and places), computed on
    demand.

    Extra bits: `everything` (anything may be read), `bag` (the pieces not on the table), and one for each way in
    which the flow may return to the choice at which an ability was used (`returns`).
    """

    def __init__(self, layout: StateLayout) -> None:
        self._flow, self._paths, self._layout = layout.flow, paths_of(layout.flow), layout
        self.slots = max((slot.index for slot in layout.flow.slots), default=-1) + 1
        self._boards = {place.board.name: self.slots + i for i, place in enumerate(layout.places)}
        first = self.slots + len(layout.places)
        self.everything, self.bag, self._back = 1 << first, 1 << first + 1, first + 2
        self._pools = self._places(place.board.name for place in layout.places if place.board.pool)
        self._map = self._places(
            place.board.name for place in layout.places if place.board.grows or place.board.of_patches
        )
        self._returned = sum(1 << slot.index for slot in layout.flow.backs)
        self._obliged = frozenset(ruling.now.rule for ruling in layout.flow.rulings if ruling.obligation)
        self._within = [use for use in layout.flow.uses if use.ability.during]
        play_rules = layout.game.play_rules
        assert play_rules is not None
        self._home = {play_rules.me.id: layout.places[0].board.name} | {var.id: name for name, var in play_rules.places}
        self._rules = {rule.name: [rule.body] for rule in play_rules.rules}
        for ruling in layout.flow.rulings:
            self._rules[ruling.now.rule] += [ruling.now.body, ruling.now.where]
        self._captured = {var: slot for ruling in layout.flow.rulings for var, slot in ruling.captured}
        self._asked: dict[int, tuple[f.Question, Facts]] = {}
        self._known: dict[_Node, Facts] = {}

    def of(self, at: f.BlockId, whole: int, due: bool) -> Facts:
        """The slots and places that may be read from the beginning of a block on, with `whole` atomic blocks open and
        an obligation `due` or not."""
        node = at, whole, due
        if node not in self._known:
            self._solve([node])
        return self._known[node]

    def stops(self) -> list[_Node]:
        """All nodes whose read sets a trial may need: where it may stop, and where abilities begin.

        Trials begin at choices after which something may fail, and with abilities.
        """
        flow, paths = self._flow, self._paths
        dues, contexts = ([False, True] if self._obliged else [False]), self._contexts()
        choices = [(at, whole) for at, whole in contexts if isinstance(flow.blocks[at].end, f.Choose | f.EndTurn)]
        starts = [(use.entry, whole, due) for use in flow.uses for whole in {w for _, w in choices} for due in dues]
        if flow.uses:
            starts += [(at, whole, due) for at, whole in choices for due in dues if whole or due]
        for at, whole in choices:
            end = flow.blocks[at].end
            if isinstance(end, f.Choose) and (end.tried or end.stop is not None):
                starts.append((at, whole, False))
                thens = [then for then in paths.after(end) if True in dues or not paths.cannot_fail(then, whole)]
                starts += [(then, whole, due) for then in thens for due in dues if whole or due or then != end.then]
        self._solve(starts)
        asked = {block.end.then for block in flow.blocks if isinstance(block.end, f.Uncover | f.Draw | f.Roll | f.Fill)}
        asked |= {use.entry for use in flow.uses}
        ends = (f.Choose, f.ChooseAtRandom, f.EndTurn)
        return [node for node in self._known if node[0] in asked or isinstance(flow.blocks[node[0]].end, ends)]

    def _contexts(self) -> set[tuple[f.BlockId, int]]:
        """The reachable blocks, each with the number of atomic blocks that may be open there."""
        flow = self._flow
        entries = [flow.setup, *flow.turns.values(), *(use.entry for use in flow.uses)]
        found = {(at, 0) for at in (*entries, *([] if flow.main is None else [flow.main]))}
        waiting = list(found)
        while waiting:
            at, whole = waiting.pop()
            block, failing = flow.blocks[at], {whole}
            for operation in block.operations:
                if isinstance(operation, f.Begin | f.End) and operation.whole:
                    whole += 1 if isinstance(operation, f.Begin) else -1
                    failing.add(whole)
            after = [(then, whole) for then in self._paths.after(block.end)]
            after += [(block.fail, before) for before in failing]
            if isinstance(block.end, f.BeginTurn):
                after.append((block.end.under, whole))
            if isinstance(block.end, f.Choose | f.EndTurn) and whole:
                after += [(use.entry, whole) for use in flow.uses]
            for node in after:
                if 0 <= node[1] <= MOST_NESTED and node not in found:
                    found.add(node)
                    waiting.append(node)
        return found

    def places(self, facts: Facts) -> list[int]:
        """The places in a set, as indices into `StateLayout.places`."""
        count = len(self._boards)
        return [i for i in range(count) if facts >> self.slots + i & 1 or facts & self.everything]

    def returns(self, facts: Facts) -> tuple[tuple[int, bool], ...]:
        """The ways to return to the choice at which an ability was used: the number of open atomic blocks, and whether
        an obligation is due."""
        ways = range(2 * (MOST_NESTED + 1))
        return tuple((way >> 1, bool(way & 1)) for way in ways if facts >> self._back + way & 1)

    # -- the analysis

    def _solve(self, starts: Sequence[_Node]) -> None:
        """The least fixed point for these nodes and all that are reachable from them."""
        reached = {start: self._step(start) for start in starts if start not in self._known}
        waiting = list(reached)
        while waiting:
            for after, _ in reached[waiting.pop()][2]:
                if after not in reached and after not in self._known:
                    reached[after] = self._step(after)
                    waiting.append(after)
        before: dict[_Node, list[_Node]] = {}
        for node, (_, _, following) in reached.items():
            for after, _ in following:
                before.setdefault(after, []).append(node)
        facts, waiting = dict.fromkeys(reached, 0), list(reached)
        while waiting:
            node = waiting.pop()
            read, written, following = reached[node]
            found = 0
            for after, bound in following:
                found |= (facts[after] if after in facts else self._known[after]) & ~bound
            found = read | found & ~written
            if found != facts[node]:
                facts[node] = found
                waiting += before.get(node, ())
        self._known.update(facts)

    def _step(self, node: _Node) -> tuple[Facts, Facts, list[tuple[_Node, Facts]]]:
        """What a block reads before it writes it, what it writes, and the nodes that may follow, each with what is
        written on the edge."""
        at, whole, due = node
        block, read, written = self._flow.blocks[at], 0, 0
        if due and not self._paths.rules_from(at) & self._obliged:
            return 0, 0, []  # it cannot be completed from here, so nothing is read
        for operation in block.operations:
            read |= (read_slots(operation) | self._changes(operation)) & ~written
            written |= written_slots(operation)
            if isinstance(operation, f.Override) and operation.ruling.obligation:
                due = True
            if isinstance(operation, f.Fail):
                return read, written, []
            if isinstance(operation, f.Begin | f.End) and operation.whole:
                whole += 1 if isinstance(operation, f.Begin) else -1
                if whole < 0 or (whole == 0 and not due and isinstance(operation, f.End)):
                    return read, written, []
        if whole > MOST_NESTED:
            return self.everything, 0, []
        read |= (read_slots(block.end) | self._ends(block.end)) & ~written
        if isinstance(block.end, f.Return) and block.end.to in self._flow.backs:
            return read & ~self._returned | 1 << self._back + 2 * whole + due, written, []
        return read, written, list(self._following(block.end, whole, due))

    def _following(self, end: f.Terminator, whole: int, due: bool) -> Iterator[tuple[_Node, Facts]]:
        """The nodes that may follow a terminator in a trial, each with what is written on the edge."""
        ways = [due]
        if isinstance(end, f.Choose | f.ChooseAtRandom) and not isinstance(end.listing, f.Options | f.Confirm):
            if due and isinstance(end.listing, f.Elements) and end.listing.rules & self._obliged:
                ways = [True, False]
            ways = [way for way in ways if whole or way]  # the trial succeeds with the choice if nothing else is open
        bound = written_slots(end)
        for after in self._paths.after(end):
            taken = bound if after == getattr(end, "then", None) else 0
            yield from (((after, whole, way), taken) for way in ways)
        if isinstance(end, f.Choose | f.EndTurn):
            yield from (((use.entry, whole, due), 0) for use in self._within)

    # -- what is read

    def _places(self, names: Iterator[str]) -> Facts:
        found = 0
        for name in names:
            found |= 1 << self._boards[name]
        return found

    def _place(self, *seats: f.Seat) -> Facts:
        """The places of some seats; if one of them belongs to a map, the whole map."""
        found = 0
        for seat in seats:
            found |= 1 << self._boards[seat.board.name]
        return found | self._map if found & self._map else found

    def _changes(self, operation: f.Operation) -> Facts:
        """The places that an operation reads; the place that a piece is moved to is not read."""
        match operation:
            case f.Ask(_, question) | f.First(_, question) | f.SetCounter(_, question):
                return self.asked(question)
            case f.Collect(_, _, question, pool):
                return self.asked(question) | (self._place(pool) if pool is not None else 0)
            case f.ChangeCounter(amount=question):
                return self.asked(question)
            case f.MovePiece(piece, to, _):
                return self._place(piece.seat) | (self._place(to.seat) if to is not None and to.seat.board.grows else 0)
            case f.SwapPieces(first, second):
                return self._place(first.seat, second.seat)
            case f.KeepPiece(piece, pool, _):
                return self._place(piece.seat, pool)
            case f.ReturnPiece(piece):
                return self._place(piece.seat) | self._pools
            case f.ShowSide(piece, side):
                return self._place(piece.seat) | (self.asked(side) if isinstance(side, f.Question) else 0)
            case f.TurnPiece(piece) | f.LookAt(piece):
                return self._place(piece.seat)
            case f.PutCap(place) | f.TakeCap(place) | f.Mark(place):
                return self._place(place.seat)
            case _:
                return 0

    def _ends(self, end: f.Terminator) -> Facts:
        """The places that a terminator reads, and the extra bits."""
        match end:
            case f.If(question):
                return self.asked(question)
            case f.IfLess(_, f.Seat() as seat):
                return self._place(seat)
            case f.Choose(listing) | f.ChooseAtRandom(listing):
                return self._listed(listing) | self._used
            case f.EndTurn():
                return self._used
            case f.Uncover(place) | f.Roll(place):
                return self._place(place.seat) | self.bag
            case f.Draw(pool):
                return self._place(pool) | self.bag
            case f.BeginTurn():
                return self.everything
            case _:
                return 0

    @cached_property
    def _used(self) -> Facts:
        """What the conditions of abilities read that may be used in the middle of an action."""
        found = 0
        for use in self._within:
            found |= self.asked(f.Question(use.ability.condition, self._flow.turn_scope))
            found |= self._places(name for name in self._boards) if use.ability.kind >= 0 else 0
        return found

    def _listed(self, listing: f.Listing) -> Facts:
        found = 0
        match listing:
            case f.Elements(question, _, seat):
                found = self.asked(question) | self._place(seat)
            case f.Sets(question, _, seat, least, most, joint):
                found = self._place(seat)
                for one in (question, least, most, joint):
                    found |= self.asked(one) if one is not None else 0
            case f.Numbers(low, high):
                found = self.asked(low) | self.asked(high)
            case f.Options(options):
                for _, condition, _ in options:
                    found |= self.asked(condition) if condition is not None else 0
            case f.Confirm():
                pass
        return found

    def asked(self, question: f.Question) -> Facts:
        """The places that an expression may read: those that it and the rules that it uses (transitively) name."""
        known = self._asked.get(id(question))
        if known is None:
            known = self._asked[id(question)] = question, self._looked_at(question)
        return known[1]

    def _looked_at(self, question: f.Question) -> Facts:
        parts = self._with_rules(question.asked)
        named = {var.id for part in parts for var in variables(part)}
        lasting = sum(1 << slot.index for var, slot in self._flow.lasting.items() if var in named)
        nodes = list(walk(*parts))
        players = {
            node.var: node.domain.place
            for node in nodes
            if isinstance(node, core.Binder) and isinstance(node.domain, core.Players)
        }
        found = {asked_of(node) for node in nodes if asked_of(node) and any(map(_reads_own_place, children(node)))}
        if _reads_own_place(question.asked):
            found.add(question.home)
        own, slots = self._layout.places[0].board.name, {**self._captured, **question.scope.slots}
        names = set[str]()
        for var in found:
            slot = None if var is None else slots.get(var.id)
            if slot is not None and slot.board is not None:
                names.add(slot.board.name)
            else:
                names.add(own if var is None else self._home.get(var.id) or players.get(var) or own)
        places = self._places(iter(names))
        return lasting | places | (self._map if places & self._map else 0)

    def _with_rules(self, asked: Node) -> list[Node]:
        """An expression and the bodies of all rules that it uses, transitively, with the bodies of their overrides."""
        found, waiting, known = [asked], [asked], set[str]()
        while waiting:
            for node in walk(waiting.pop()):
                if isinstance(node, core.RuleHolds | core.RuleNumber) and node.rule not in known:
                    known.add(node.rule)
                    bodies = [body for body in self._rules[node.rule] if body is not None]
                    found += bodies
                    waiting += bodies
        return found


def _reads_own_place(node: Node) -> bool:
    """Whether the value of an expression depends on what is on the place it is evaluated on."""
    return not asked_of(node) and (bool(reads(node) & _LOOKS) or any(map(_reads_own_place, children(node))))


_LOOKS = LYING | RULES


MOST_ANALYZED = 1000
"""In a flow with more blocks everything counts as read: the analysis would take longer than compiling the game."""
MOST_WHOLE = 4
"""With more open atomic blocks everything counts as read."""


@dataclass(frozen=True, slots=True)
class Named:
    """The cells of a variable: an element, a number, or a list of them.

    `at` is the first wide cell, `words` the number of cells per element. Of a list, elements count from the index in
    the cell `first` (-1: from 0) up to the number in the cell `count` (-1: not a list). With a `seat`, elements are
    spaces of that place (or of one of the `seats` that follow it), and stand for themselves only up to relabeling.
    """

    at: int
    words: int
    first: int = -1
    count: int = -1
    seat: int = -1
    seats: int = 0


@dataclass(frozen=True, slots=True)
class RelevantState:
    """The live part of a state: indices of slots, indices of places, and whether the pieces not on the table are live.

    `back`: the ways in which the flow may return to the choice at which an ability was used (`TrialReads.returns`);
    what is live there is live here too. `everything`: all slots and places, and also which abilities have been used.
    """

    slots: tuple[int, ...]
    places: tuple[int, ...]
    bag: bool
    back: tuple[tuple[int, bool], ...] = ()
    everything: bool = False


@lru_cache(maxsize=32)
def canonical_of(layout: StateLayout) -> Canonical:
    """The keys of the states of a layout (cached)."""
    return Canonical(layout)


class Canonical:
    """Computes keys of states, and describes their parts to the runtime (`kernel.wasm.tables`)."""

    def __init__(self, layout: StateLayout) -> None:
        self.layout, self.flow = layout, layout.flow
        self.relevance: TrialReads = relevance_of(layout)
        self.labelled = frozenset(
            place.board.name
            for place in layout.places
            if place.board.pool or place.board.grows or place.board.of_patches
        )
        bounds = self._bounds()
        self.named = [
            self._named(slot, layout.slots[slot.index].at, *bounds.get(slot.index, (-1, -1)))
            for slot in self.flow.slots
        ]
        self.captured = [self._captured(ruling) for ruling in self.flow.rulings]
        self.within = any(use.ability.during for use in self.flow.uses)
        self.all = RelevantState(
            tuple(slot.index for slot in self.flow.slots), tuple(range(len(layout.places))), True, (), True
        )
        self._rows: dict[Facts, RelevantState] = {}

    # -- what slots hold

    def _bounds(self) -> dict[int, tuple[int, int]]:
        """For each list, the cells that hold the index of its first live element and its length."""
        found, slots = dict[int, tuple[int, int]](), self.layout.slots
        sealed = {secret.players.index for secret in self.flow.secrets}
        for block in self.flow.blocks:
            for operation in block.operations:
                if isinstance(operation, f.Collect):
                    first = found.get(operation.to.index, (-1, -1))[0]
                    found[operation.to.index] = first, slots[operation.count.index].at
                elif isinstance(operation, f.Take) and operation.source.index not in sealed:
                    count = found.get(operation.source.index, (-1, -1))[1]
                    found[operation.source.index] = slots[operation.at.index].at, count
        return found

    def _named(self, slot: f.Slot, at: int, first: int = -1, count: int = -1) -> Named:
        layout, words = self.layout, self.layout.words(slot.sort)
        board = slot.board
        if board is None or slot.sort not in (core.SPACE, core.GROUP) or board.name not in self.labelled:
            return Named(at, words, first, count)
        seats = layout.players if board.each_player else 1
        return Named(at, words, first, count, layout.of_board[board.name].seat, seats)

    def _captured(self, ruling: f.Ruling) -> list[Named]:
        """The variables captured by a ruling (first its player), at offsets from the beginning of its entry."""
        found, at = [Named(2, 1)], 3
        for _, slot in ruling.captured:
            found.append(self._named(slot, at))
            at += self.layout.words(slot.sort)
        return found

    # -- what matters

    def row(self, at: f.BlockId, whole: int, due: bool) -> RelevantState:
        """What is live for a trial at a block."""
        if len(self.flow.blocks) > MOST_ANALYZED:
            return self.all
        facts = self.relevance.of(at, whole, due)
        if facts not in self._rows:
            self._rows[facts] = self._row(facts)
        return self._rows[facts]

    def _row(self, facts: Facts) -> RelevantState:
        relevance = self.relevance
        if facts & relevance.everything:
            return self.all
        slots = tuple(slot.index for slot in self.flow.slots if facts >> slot.index & 1)
        return RelevantState(
            slots, tuple(relevance.places(facts)), bool(facts & relevance.bag), relevance.returns(facts)
        )

    def nodes(self) -> list[tuple[f.BlockId, int, bool]]:
        """All arguments with which `row` may be called: a block, the number of open atomic blocks, and whether an
        obligation is due."""
        return [] if len(self.flow.blocks) > MOST_ANALYZED else self.relevance.stops()

    def seats(self, row: RelevantState) -> list[int]:
        """The seats of the places of a row."""
        return [seat for number in row.places for seat in self._seats(self.layout.places[number])]

    def rows_at(
        self, state: FlatState, block: f.BlockId, user: f.BlockId | None
    ) -> tuple[list[RelevantState], tuple[f.BlockId, ...]]:
        """What is live for a trial at a block, and the blocks to which the abilities in progress return.

        With a `user`, an ability is about to begin that was used at that block.
        """
        layout = self.layout
        whole = state.get(layout.whole)
        due = any(state.wide[layout.rulings.at + i * layout.ruling_cells + 1] for i in range(state.get(layout.ruled)))
        if whole >= MOST_WHOLE:
            return [self.all], ()
        found = level = [self.row(block, whole, due)]
        backs = list(reversed(self.flow.backs[: state.number(self.flow.nested)]))
        targets = [*([] if user is None else [user]), *(state.number(slot) for slot in backs)]
        for target in targets:  # where the abilities in progress return to, the innermost first
            ways = sorted({way for row in level for way in row.back})
            if any(back_whole >= MOST_WHOLE for back_whole, _ in ways):
                return [self.all], ()
            level = [self.row(target, *way) for way in ways]
            found = found + level
        rows = [self.all] if any(row.everything for row in found) else found
        return rows, tuple(targets) if any(row.back for row in rows) else ()

    def stops(self) -> list[f.BlockId]:
        """The blocks at which a state may be between two steps, or to which a verb or turn returns."""
        flow, found = self.flow, {self.flow.turn, self.flow.setup}
        returns = {block.end.to.index for block in flow.blocks if isinstance(block.end, f.Return)}
        for number, block in enumerate(flow.blocks):
            match block.end:
                case f.Choose() | f.ChooseAtRandom() | f.EndTurn():
                    found.add(number)
                case f.Uncover(_, then) | f.Fill(_, then) | f.Roll(_, then) | f.Draw(_, _, _, then):
                    found.add(then)
                case f.BeginTurn(under=under):
                    found.add(under)
            found |= {one.value for one in block.operations if isinstance(one, f.Set) and one.slot.index in returns}
        return sorted(found)

    # -- keys

    def trial_key(self, state: FlatState) -> tuple[object, ...]:
        """The key of a state of a trial: equal keys mean that both or neither can be completed."""
        rows, targets = self.rows_at(state, state.get(self.layout.pc), None)
        return targets, self._key(state, rows)

    def use_key(self, state: FlatState, entry: f.BlockId) -> tuple[object, ...]:
        """The key of a state in which an ability that begins at `entry` may be used; equal keys have equal answers."""
        at = state.get(self.layout.pc)
        rows, targets = self.rows_at(state, entry, at)
        # `targets` already holds where it is used; the rest of the key is that of its beginning
        state.set(self.layout.pc, entry)
        key = self._key(state, rows)
        state.set(self.layout.pc, at)
        return targets, key

    def _key(self, state: FlatState, rows: Sequence[RelevantState]) -> tuple[object, ...]:
        """The live places and slots of some rows; counters, rulings and the point of execution are always part of a
        key."""
        labels: dict[tuple[int, int], list[object]] = {}
        bound = [self._cell_contents(state, self.named[slot], labels, slot) for row in rows for slot in row.slots]
        ruled = tuple(self._ruling_key(state, entry, labels) for entry in range(state.get(self.layout.ruled)))
        places = set().union(*(row.places for row in rows))
        seats = {seat for number in places for seat in self._seats(self.layout.places[number])}
        if state.get(self.layout.asked):
            seats.add(state.get(self.layout.asked_seat))
        lying = tuple(self._place_key(state, seat, labels) for seat in sorted(seats))
        return (
            self._execution_point(state, any(row.bag for row in rows), any(row.everything for row in rows)),
            tuple(bound),
            ruled,
            lying,
        )

    def _seats(self, place: PlaceCells) -> range:
        return range(place.seat, place.seat + (self.layout.players if place.board.each_player else 1))

    def _execution_point(self, state: FlatState, bag: bool, everything: bool) -> tuple[object, ...]:
        """The point of execution, and the numbers that are always part of a key."""
        layout, game = self.layout, self.layout.game
        cell = state.get
        asked = cell(layout.asked)
        found: list[object] = [cell(layout.pc), cell(layout.whole), cell(layout.closing), cell(layout.ability)]
        found += [cell(layout.mover), asked]
        if asked:
            found += [cell(layout.asked_seat), cell(layout.asked_space), cell(layout.asked_sort)]
        found += [cell(layout.count, i) for i in range(layout.players * len(layout.counters))]
        found += [cell(layout.lying, i) for i in range(len(layout.caps))]
        if bag or asked:
            found += [cell(layout.covered), *(cell(layout.bag, kind) for kind in range(len(game.kinds)))]
        if everything or self.within:
            for cells_, count in self.of_abilities():
                found += [cell(cells_, i) for i in range(count)]
        return tuple(found)

    def of_abilities(self) -> list[tuple[cells.Cells, int]]:
        """The cells that decide which abilities can be used, each with its number of cells."""
        layout, flow = self.layout, self.flow
        singles = layout.players * len(layout.single)
        counts = (len(flow.names), len(flow.lasting), len(flow.uses), singles)
        return list(zip((layout.inside, layout.bound, layout.used, layout.spent), counts, strict=True))

    def _ruling_key(
        self, state: FlatState, entry: int, labels: dict[tuple[int, int], list[object]]
    ) -> tuple[object, ...]:
        """An entry of a ruling in force."""
        start = self.layout.rulings.at + entry * self.layout.ruling_cells
        number, due = state.wide[start], state.wide[start + 1]
        noted = (
            self._cell_contents(state, named, labels, (entry, i), start)
            for i, named in enumerate(self.captured[number])
        )
        return number, due, *noted

    def _cell_contents(
        self, state: FlatState, named: Named, labels: dict[tuple[int, int], list[object]], name: object, start: int = 0
    ) -> object:
        """The contents of cells; of spaces that can be relabeled only their number, and the spaces get the variable as
        a label."""
        wide = state.wide
        first = wide[named.first] if named.first >= 0 else 0
        count = wide[named.count] if named.count >= 0 else 1
        held = list[object]()
        for index in range(first, count):
            at = start + named.at + index * named.words
            words = wide[at : at + named.words].tolist()
            if named.seat < 0:
                held.append(tuple(words))
                continue
            members = _members(words[:-1]) if named.words > 1 else words
            for seat in range(named.seat, named.seat + named.seats):
                for space in members:
                    labels.setdefault((seat, space), []).append((name, index - first))
        return count - first, tuple(held)

    # -- what lies on a place

    def _place_key(self, state: FlatState, seat: int, labels: dict[tuple[int, int], list[object]]) -> object:
        place = self.layout.place_at(seat)
        spaces, board = range(state.size(seat)), place.board
        if board.name not in self.labelled:
            return tuple(
                (space, self._stack(state, seat, space)) for space in spaces if self._is_occupied(state, seat, space)
            )
        names = {space: labels.get((seat, space), []) for space in spaces}
        if board.pool and not board.of_patches:
            if any(named and not self._height(state, seat, space) for space, named in names.items()):
                return seat, tuple((space, self._stack(state, seat, space), tuple(names[space])) for space in spaces)
            found = [(self._stack(state, seat, s), names[s]) for s in spaces if self._height(state, seat, s)]
        else:
            where = self._on_map(state, seat)
            taken = (space for space in spaces if names[space] or self._is_occupied(state, seat, space))
            found = [((where[space], self._stack(state, seat, space)), names[space]) for space in taken]
        # sorted by text: stacks hold values of several types, which cannot be compared
        return seat, tuple(sorted(map(repr, found)))

    def _height(self, state: FlatState, seat: int, space: int) -> int:
        return state.narrow[self.layout.space_at(seat, space) + cells.HEIGHT]

    def _is_occupied(self, state: FlatState, seat: int, space: int) -> bool:
        """Whether a space is occupied."""
        at = self.layout.space_at(seat, space)
        return bool(
            state.narrow[at + cells.HEIGHT] or any(state.narrow[at + cells.MARKS : at + self.layout.space_cells])
        )

    def _stack(self, state: FlatState, seat: int, space: int) -> object:
        """A stack: its pieces with those dealt face-down, its top (of a patch, what it shows), its marks and caps."""
        layout, narrow = self.layout, state.narrow
        at = layout.space_at(seat, space)
        pieces, piece = list[object](), narrow[at + cells.PIECE]
        while piece:
            pieces.append((narrow[layout.kind.at + piece], narrow[layout.dealt.at + piece]))
            piece = narrow[layout.below.at + piece]
        return narrow[at + cells.TOP], tuple(pieces), tuple(narrow[at + cells.MARKS : at + layout.space_cells])

    def _on_map(self, state: FlatState, seat: int) -> list[tuple[int, ...]]:
        """The location of each space of a growing board; of each patch, its space and its index on that space."""
        layout, narrow = self.layout, state.narrow
        spaces = (
            range(layout.on_map.at, layout.on_map.at + state.size(layout.grown.seat) * cells.OF_GROWN, cells.OF_GROWN)
            if layout.grown
            else ()
        )
        where: list[tuple[int, ...]] = [(narrow[at + cells.ROW], narrow[at + cells.COLUMN]) for at in spaces]
        if layout.grown is not None and seat == layout.grown.seat:
            return where
        found = list[tuple[int, ...]]()
        for patch in range(state.size(seat)):
            on = narrow[layout.patched.at + patch * cells.OF_PATCH + cells.ON]
            first = narrow[layout.on_map.at + on * cells.OF_GROWN + cells.PATCH]
            found.append((*where[on], patch - first))
        return found


def _members(words: Iterable[int]) -> list[int]:
    """The indices of the bits that are set."""
    return [32 * i + bit for i, word in enumerate(words) for bit in range(32) if word >> bit & 1]
