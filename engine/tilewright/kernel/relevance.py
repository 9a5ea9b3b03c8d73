"""What matters for a trial: the slots and places that are read before all that is begun is completed.

States that differ elsewhere can be completed alike, so of what was found impossible no more has to be remembered. The
least solution of a backward analysis over blocks, each with how many blocks of statements have still to be completed
(`whole`) and whether use of a change of a rule has still to be made (`due`): where neither is left a trial is done, so
nothing matters any more. Counters count as read everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache

from tilewright.core import expr as core
from tilewright.core.facts import LYING, RULES, asked_of, reads
from tilewright.core.node import Node
from tilewright.core.walk import children, variables, walk
from tilewright.kernel import flow as f
from tilewright.kernel.layout import StateLayout
from tilewright.kernel.liveness import read_slots, written_slots
from tilewright.kernel.paths import MOST_NESTED, paths_of

Facts = int
"""A set of what matters: bits by number, first those of slots, then those of places, then those of `TrialReads`."""
_Node = tuple[f.BlockId, int, bool]


@lru_cache(maxsize=32)
def relevance_of(layout: StateLayout) -> TrialReads:
    """What matters for the trials of a flow."""
    return TrialReads(layout)


class TrialReads:
    """Answers about one flow, worked out when they are first asked for.

    `everything` is the fact that anything may matter, `bag` that the pieces that lie nowhere do; further ones that what matters
    at the choice where the ability was used does (`returns`).
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
        course = layout.game.course
        assert course is not None
        self._home = {course.me.id: layout.places[0].board.name} | {var.id: name for name, var in course.places}
        self._rules = {rule.name: [rule.body] for rule in course.rules}
        for ruling in layout.flow.rulings:
            self._rules[ruling.now.rule] += [ruling.now.body, ruling.now.where]
        self._captured = {var: slot for ruling in layout.flow.rulings for var, slot in ruling.captured}
        self._asked: dict[int, tuple[f.Question, Facts]] = {}
        self._known: dict[_Node, Facts] = {}

    def of(self, at: f.BlockId, whole: int, due: bool) -> Facts:
        """What matters from the beginning of a block on."""
        node = at, whole, due
        if node not in self._known:
            self._solve([node])
        return self._known[node]

    def stops(self) -> list[_Node]:
        """All of which a trial may have to know what matters: where it may stop, and where abilities begin.

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
        """The blocks that a game may come to, each with how many blocks of statements have still to be completed there."""
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
        """The sorts of places among some facts, by their number in `StateLayout.places`."""
        count = len(self._boards)
        return [i for i in range(count) if facts >> self.slots + i & 1 or facts & self.everything]

    def returns(self, facts: Facts) -> tuple[tuple[int, bool], ...]:
        """How many blocks have still to be completed, and whether a change has to be used, where an ability is done and the flow
        goes on at the choice where it was used."""
        ways = range(2 * (MOST_NESTED + 1))
        return tuple((way >> 1, bool(way & 1)) for way in ways if facts >> self._back + way & 1)

    # -- the analysis

    def _solve(self, starts: Sequence[_Node]) -> None:
        """The least solution, over all that is reached."""
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
        """What a block reads before it writes it, what it writes, and what may come next, each with what is written on the way."""
        at, whole, due = node
        block, read, written = self._flow.blocks[at], 0, 0
        if due and not self._paths.rules_from(at) & self._obliged:
            return 0, 0, []  # it cannot be completed any more
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
        """What comes after a terminator in a trial."""
        ways = [due]
        if isinstance(end, f.Choose | f.ChooseAtRandom) and not isinstance(end.listing, f.Options | f.Yes):
            if due and isinstance(end.listing, f.Elements) and end.listing.rules & self._obliged:
                ways = [True, False]
            ways = [way for way in ways if whole or way]  # all is done with the choice
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
        """The places of some seats, with all that belongs to a map."""
        found = 0
        for seat in seats:
            found |= 1 << self._boards[seat.board.name]
        return found | self._map if found & self._map else found

    def _changes(self, operation: f.Operation) -> Facts:
        """The places that an operation reads; a piece that is put somewhere is not read there."""
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
        """The places that a terminator reads, and the rest."""
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
        """What abilities that can be used in the middle of what is done ask first."""
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
            case f.Yes():
                pass
        return found

    def asked(self, question: f.Question) -> Facts:
        """The places at which an expression may look: those that it and the rules that it asks name, if they look at any."""
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
        found = {asked_of(node) for node in nodes if asked_of(node) and any(map(_looks, children(node)))}
        if _looks(question.asked):
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
        """An expression and the bodies of the rules that it asks, one by way of another too, as they may be changed."""
        found, waiting, known = [asked], [asked], set[str]()
        while waiting:
            for node in walk(waiting.pop()):
                if isinstance(node, core.RuleHolds | core.RuleNumber) and node.rule not in known:
                    known.add(node.rule)
                    bodies = [body for body in self._rules[node.rule] if body is not None]
                    found += bodies
                    waiting += bodies
        return found


def _looks(node: Node) -> bool:
    """Whether what an expression says depends on what lies on the place where it is asked."""
    return not asked_of(node) and (bool(reads(node) & _LOOKS) or any(map(_looks, children(node))))


_LOOKS = LYING | RULES
