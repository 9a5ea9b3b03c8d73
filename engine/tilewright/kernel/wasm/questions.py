"""Questions of a flow as functions of a module: the evaluator of the core over the compiled domain."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field, replace

from tilewright.core import expr as core
from tilewright.core.build import is_condition
from tilewright.core.walk import variables
from tilewright.kernel import flow as f
from tilewright.kernel.interpreter import work_of
from tilewright.kernel.layout import MOST_COUNTED
from tilewright.kernel.wasm.code import (
    BitSet,
    Code,
    PlaceRef,
    Routine,
    S,
    Single,
    const,
    counted_number,
    load,
    plus,
    scaled,
    store,
)
from tilewright.kernel.wasm.domain import CompiledDomain
from tilewright.kernel.wasm.places import Memory, place_ref
from tilewright.meaning.domain import Element, Env, Loop, Ruling
from tilewright.meaning.evaluator import Evaluator

_MOST_PARAMETERS = 24
_WORTHWHILE = 400
"""Shorter functions are not merged: a call would take as much code."""
_SLOT = re.compile(
    r"\(i32\.add \(local\.get \$s\) \(i32\.const (\d+)\)\)"
    r"|offset=(\d+) \(local\.get \$s\)"
    r"|offset=(\d+) \(i32\.add \(local\.get \$s\)(?! \(i32\.const)"
)
"""The forms in which the address of a slot occurs in text."""
_FORMS = (
    ("(i32.add (local.get $s) (i32.const {}))", "(local.get {})"),
    ("offset={} (local.get $s)", "(local.get {})"),
    ("offset={} (i32.add (local.get $s)", "(i32.add (local.get {})"),
)
"""The same forms with the offset of the slot, and with a parameter that holds its address."""
_CALL = re.compile(r"\(call \$f\d+ \(local\.get \$s\)")
_HEAD = re.compile(r"\(func % \(param \$s i32\)((?:\(param \$\w+ i32\))*) (\(result i32\))?")


@dataclass(frozen=True, slots=True)
class _Function:
    """A function: its name, its text, and the slots in it in order of occurrence."""

    name: str
    text: str
    slots: tuple[int, ...] = ()

    @property
    def named(self) -> str:
        return self.text.replace("(func %", f"(func {self.name}", 1)


def shared_bodies(functions: Mapping[str, str], is_slot: Callable[[int], bool], called: Container[str]) -> str:
    """The text of all functions, where functions that differ only in slots share one body with the slots as parameters.

    `functions` maps texts, with ``%`` for the name, to names; those in `called` are called by the runtime and keep
    their signature.
    """
    alike = dict[str, list[_Function]]()
    found, calls = list[str](), dict[str, str]()
    for text, name in functions.items():
        template, slots = _template(text, is_slot) if len(text) > _WORTHWHILE else (text, ())
        alike.setdefault(template, []).append(_Function(name, text, slots))
    for template, group in alike.items():
        columns = list(zip(*(one.slots for one in group), strict=True))
        varying = {column: f"$v{i}" for i, column in enumerate(dict.fromkeys(c for c in columns if len(set(c)) > 1))}
        if len(group) == 1 or len(varying) > _MOST_PARAMETERS:
            found += [one.named for one in group]
        else:
            found.append(_shared(template, group, columns, varying))
            for number, one in enumerate(group):
                addresses = "".join(f" (i32.add (local.get $s) (i32.const {column[number]}))" for column in varying)
                calls[f"(call {one.name} (local.get $s)"] = f"(call {group[0].name}x (local.get $s){addresses}"
                if one.name in called:
                    found.append(_passed_on(one, calls[f"(call {one.name} (local.get $s)"]))
    return _CALL.sub(lambda call: calls.get(call[0], call[0]), "".join(found))


def _template(text: str, is_slot: Callable[[int], bool]) -> tuple[str, tuple[int, ...]]:
    """A text in which slots are replaced by the number of their form; and the slots."""
    slots = list[int]()

    def marked(found: re.Match[str]) -> str:
        assert found.lastindex is not None
        number = int(found[found.lastindex])
        if not is_slot(number):
            return found[0]
        slots.append(number)
        return f"\0{found.lastindex - 1}"

    return _SLOT.sub(marked, text), tuple(slots)


def _shared(
    template: str, group: list[_Function], columns: list[tuple[int, ...]], varying: Mapping[tuple[int, ...], str]
) -> str:
    """One function for a group; slots that differ become parameters after the state."""
    body, *rest = template.split("\0")
    for column, part in zip(columns, rest, strict=True):
        fixed, given = _FORMS[int(part[0])]
        body += (given.format(varying[column]) if column in varying else fixed.format(column[0])) + part[1:]
    parameters = "".join(f"(param {name} i32)" for name in varying.values())
    return f"(func {group[0].name}x (param $s i32){parameters}{body[len('(func % (param $s i32)') :]}"


def _passed_on(function: _Function, call: str) -> str:
    """A wrapper that calls the shared function."""
    head = _HEAD.match(function.text)
    assert head is not None
    given = "".join(f" (local.get {name})" for name in re.findall(r"\$\w+", head[1]))
    return f"(func {function.name} (param $s i32){head[1]} {head[2] or ''} {call}{given}))\n"


CODES_ROOM = 16384
"""The capacity of a list of codes (`MOST_CODES` of the runtime)."""


@dataclass(eq=False)
class Module:
    """The functions of a module, deduplicated by text, and the table of those that the runtime calls by number."""

    memory: Memory
    called: dict[str, int] = field(default_factory=dict)
    _names: dict[str, str] = field(default_factory=dict)

    def add(self, function: Routine, body: str, parameters: str = "", result: str = "(result i32)") -> str:
        """Add a function; returns its name."""
        return self._named(function.whole("%", parameters, function.expanded(body, self._named), result))

    def _named(self, text: str) -> str:
        """The name of a function, given its text with ``%`` for the name."""
        return self._names.setdefault(text, f"$f{len(self._names)}")

    def number(self, name: str) -> int:
        """The number by which the runtime calls a function."""
        return self.called.setdefault(name, 1 + len(self.called))

    def text(self) -> str:
        """The text of all functions; those that differ only in slots, as of verbs and abilities, share a body
        (`shared_bodies`)."""
        layout = self.memory.layout
        slots = range(layout.mover.offset, layout.rulings.offset)
        return shared_bodies(self._names, lambda number: number in slots or number >= layout.lists.offset, self.called)


class QuestionWriter:
    """Writes questions: each becomes a function of the state; a listing becomes a function that writes codes."""

    def __init__(self, module: Module, codes: int) -> None:
        self.module, self.memory, self.codes = module, module.memory, codes
        self.layout = self.memory.layout
        self.flow, self.game, self.work = self.layout.flow, self.layout.game, work_of(self.layout)
        assert self.game.play_rules is not None
        self.play_rules = self.game.play_rules
        self.rules = {rule.name: rule for rule in self.play_rules.rules}
        self.changed = {ruling.now.rule for ruling in self.flow.rulings}
        self._rule_functions: dict[object, str] = {}

    # -- values of variables

    def domain(self) -> CompiledDomain:
        """The domain for a new function."""
        return CompiledDomain(self.memory, Routine())

    def offset(self, slot: f.Slot) -> int:
        """The offset of a slot in a state, in bytes."""
        return self.layout.slots[slot.index].offset

    def number_in(self, slot: f.Slot) -> str:
        """The text of the number or code in a slot."""
        return load(S, self.offset(slot), "")

    def seat_of(self, seat: f.Seat) -> str:
        """The text of the seat of a place."""
        first = self.layout.of_board[seat.board.name].seat
        if seat.slot is None:
            return f"(i32.const {first})"
        return self.number_in(seat.slot) if seat.exact else plus(self.number_in(seat.slot), first)

    def place_of(self, domain: CompiledDomain, seat: f.Seat) -> PlaceRef:
        """A place, for questions and changes."""
        place = self.layout.of_board[seat.board.name]
        key = ("seat", seat.board.name, None if seat.slot is None else seat.slot.index, seat.exact)
        text = domain.function.once(("number", *key), self.seat_of(seat))
        return place_ref(self.memory, domain.function, text, place, key)

    def places_of(
        self, domain: CompiledDomain, me: str, key: str | None, needed: Container[int]
    ) -> dict[int, PlaceRef]:
        """The places of a player and of the table that are `needed`, by the variables that stand for them; with a `key`
        computed once."""
        function, own = domain.function, self.layout.places[0]
        found = {self.play_rules.me.id: place_ref(self.memory, function, me, own, key and ("me", key))}
        for name, var in self.play_rules.places:
            if var.id in needed:
                place = self.layout.of_board[name]
                found[var.id] = place_ref(self.memory, function, plus(me, place.seat), place, key and (name, key))
        return found

    def element(self, domain: CompiledDomain, slot: f.Slot) -> Element:
        """The value of a slot."""
        key, function = slot.index, domain.function
        if slot.sort in (core.GROUP, core.LINE):
            root = function.once(("root", key), load(S, self.offset(slot) + 4 * self.layout.set_words, ""))
            return BitSet(plus(S, self.offset(slot)), root, self.layout.set_words)
        number = function.once(("slot", key), self.number_in(slot))
        if slot.sort == core.PLAYER:
            assert slot.board is not None
            place = self.layout.of_board[slot.board.name]
            return place_ref(self.memory, function, number, place, ("at", slot.board.name, key))
        return Single(number)

    def env(self, domain: CompiledDomain, scope: f.Scope, *asked: core.Expr | core.Binder | core.Var) -> Env:
        """The values of the variables of a scope that occur in the expressions."""
        me = domain.function.once(("slot", scope.me.index), self.number_in(scope.me))
        needed = {var.id for node in asked for var in variables(node)}
        env: Env = dict(self.places_of(domain, me, f"slot {scope.me.index}", needed))
        for var, slot in scope.slots.items():
            if var in needed:
                env[var] = self.element(domain, slot)
        return env

    def evaluator(self, domain: CompiledDomain) -> CompiledEvaluator:
        """The evaluator for a function; rules that are never overridden are inlined."""
        return CompiledEvaluator(self, domain, _Unchanged(self, domain))

    def charge(self, asked: core.Expr | core.Binder) -> str:
        """A statement that counts the work of a question, if it is expensive."""
        effort = 0 if isinstance(asked, core.Const) else self.work.of(asked)
        return f"(call $charge {S} (i32.const {effort}))" if effort else ""

    # -- numbers and conditions

    def ask(self, question: f.Question) -> Code:
        """The value of a number; of a condition, 1 if it holds, else 0."""
        asked = question.asked
        assert not isinstance(asked, core.Binder)
        domain = self.domain()
        env = self.env(domain, question.scope, asked)
        found, charge = self.evaluator(domain).asked(asked, env, env[self.play_rules.me.id]), self.charge(asked)
        if found.known is not None and not charge:
            return const(found.known)
        alone = None if charge else domain.function.alone(found.text)
        name = "" if alone else self.module.add(domain.function, charge + found.text)
        return Code(alone or f"(call {name} {S})", 4, found.low, found.high)

    def function_of(self, question: f.Question) -> int:
        """The number of a function that answers a question."""
        return self.module.number(self.module.add(Routine(), self.ask(question).text))

    def score(self, rule: core.Expr) -> str:
        """The name of a function that returns the points of a rule for the player in `$seat`."""
        domain = self.domain()
        seat = place_ref(self.memory, domain.function, "(local.get $seat)", self.layout.places[0], "me")
        needed = {var.id for var in variables(rule)}
        found = self.evaluator(domain).number(rule, {**self.places_of(domain, "(local.get $seat)", "me", needed)}, seat)
        return self.module.add(domain.function, found.text, "(param $seat i32)")

    # -- elements

    def each(self, domain: CompiledDomain, question: f.Question) -> Loop[Code]:
        """The loop over the elements that satisfy a binder."""
        binder = question.asked
        assert isinstance(binder, core.Binder)
        env, seat = self._at_home(domain, question, binder)
        return self.evaluator(domain).each(binder, env, seat)

    def _at_home(self, domain: CompiledDomain, question: f.Question, binder: core.Binder) -> tuple[Env, PlaceRef]:
        """The values of the variables of a binder, and the place on which it is evaluated."""
        home = self.play_rules.me if question.home is None else question.home
        env = self.env(domain, question.scope, binder, home)
        return env, env[home.id]

    def code_of(self, element: Element, index: str) -> str:
        """The code of an element: of a space, player or value its own, of a group or line its index."""
        if isinstance(element, BitSet):
            return index
        return element.seat if isinstance(element, PlaceRef) else element.text

    def bound(self, element: Element, address: str, offset: int) -> str:
        """A statement that writes an element to an address, as `FlatState.encode` does."""
        if not isinstance(element, BitSet):
            return store(address, offset, self.code_of(element, ""), "")
        words = [
            load(element.address, 4 * i, "") if i < element.words else "(i32.const 0)"
            for i in range(self.layout.set_words)
        ]
        text = "".join(store(address, offset + 4 * i, word, "") for i, word in enumerate(words))
        return text + store(address, offset + 4 * self.layout.set_words, element.root, "")

    def listing(self, question: f.Question, seat: f.Seat | None, among: tuple[f.Slot, f.Slot] | None = None) -> str:
        """The name of a function that writes the codes of the elements of a binder, and returns their number.

        With a `seat` (of a pool), pieces that show the same are one choice. `among`: only elements of this list (and
        its count), in its order.
        """
        domain = self.domain()
        if among is not None:
            found = f"{self._left(question, among)} (i32.const -1) (i32.const 0)"
            body = f"(call $left_of {S} {found})"
            if seat is not None:
                body = f"(call $different {S} {self.seat_of(seat)} {body})"
            return self.module.add(domain.function, body)
        each = self.each(domain, question)
        count = domain.function.local("n")
        index = f"(local.get {count})"

        def note(env: Env, element: Element) -> str:
            put = store(scaled(index, 4), self.codes, self.code_of(element, index), "")
            room = (
                ""
                if each.range.most < CODES_ROOM
                else f"(if (i32.ge_u {index} (i32.const {CODES_ROOM - 1})) (then (unreachable)))"
            )
            return f"{room}{put}(local.set {count} {plus(index, 1)})"

        body = domain.rounds(each, note, ordered=True)
        if seat is not None:
            body += f"(local.set {count} (call $different {S} {self.seat_of(seat)} {index}))"
        return self.module.add(domain.function, self.charge(question.asked) + body + index)

    def _left(self, question: f.Question, among: tuple[f.Slot, f.Slot]) -> str:
        """The texts of a list, its length, and the elements that satisfy a binder, for `left_of` of the runtime."""
        source, count = among
        words = self.layout.words(source.sort)
        where = self.memory.scratch.reserve(4 * words * self.layout.room(source))
        found = f"(i32.const {where}) (call {self.collect(source, question, where)} {S})"
        start = f"(i32.const {self.offset(source)}) {self.number_in(count)}"
        return f"{start} (i32.const {words}) {found}"

    def pick_left(self, listing: f.Elements) -> str:
        """The name of a function that binds the group or line at an index of the list, among those that satisfy a
        binder."""
        assert listing.among is not None
        left = self._left(listing.question, listing.among)
        slot = f"(i32.const {self.offset(listing.slot)})"
        return self.module.add(Routine(), f"(call $left_of {S} {left} (local.get $code) {slot})", "(param $code i32)")

    def collect(self, to: f.Slot, question: f.Question, address_of: int | None = None) -> str:
        """The name of a function that writes all elements to a list, or to an address, and returns their number."""
        domain = self.domain()
        each = self.each(domain, question)
        count = domain.function.local("n")
        index, words = f"(local.get {count})", self.layout.words(to.sort)

        def note(env: Env, element: Element) -> str:
            room = f"(if (i32.ge_u {index} (i32.const {self.layout.room(to)})) (then (unreachable)))"
            address, start = f"(i32.add {S} {scaled(index, 4 * words)})", self.offset(to)
            if address_of is not None:
                address, start = scaled(index, 4 * words), address_of
            return f"{room}{self.bound(element, address, start)}(local.set {count} {plus(index, 1)})"

        charge = self.charge(question.asked)
        return self.module.add(domain.function, charge + domain.rounds(each, note, ordered=True) + index)

    def first(self, slot: f.Slot, question: f.Question, at: str = "") -> str:
        """The name of a function that binds the first element of a binder, or the one at index `at`; it returns 1 if
        there is one."""
        domain = self.domain()
        each = self.each(domain, question)
        count = domain.function.local("n")

        def take(env: Env, element: Element) -> str:
            bind = self.bound(element, S, self.offset(slot)) + "(return (i32.const 1))"
            if not at:
                return bind
            here = f"(i32.eq (local.get {count}) {at})"
            return f"(if {here} (then {bind}))(local.set {count} {plus(f'(local.get {count})', 1)})"

        body = self.charge(question.asked) + domain.rounds(each, take, ordered=True) + "(i32.const 0)"
        return self.module.add(domain.function, body, "(param $code i32)" if at else "")

    def meets(self, listing: f.Elements) -> int:
        """The number of a function that tells whether a pick meets the obligation of an override; 0 if no override has
        one.

        A pick meets it if the rule decides about it; with `once`, only if it could not be picked without the override.
        """
        due = [ruling for ruling in self.flow.rulings if ruling.obligation and ruling.now.rule in listing.rules]
        if not due:
            return 0
        domain, binder = self.domain(), listing.question.asked
        assert isinstance(binder, core.Binder)
        env, seat = self._at_home(domain, listing.question, binder)
        group = listing.slot.sort in (core.GROUP, core.LINE)
        element = self.element(domain, listing.slot) if group else Single("(local.get $code)")
        if isinstance(element, Single) and listing.slot.sort == core.PLAYER:
            assert listing.slot.board is not None
            place = self.layout.of_board[listing.slot.board.name]
            element = place_ref(self.memory, domain.function, element.text, place, None)
        guard = self.evaluator(domain).condition(binder.guard, {**env, binder.var.id: element}, seat)
        without = "(global.set $without (local.get $entry))"
        left = f"(block (result i32) {without}(local.set $held {guard})(global.set $without (i32.const -1))(i32.eqz (local.get $held)))"
        domain.function.locals.append("$held")
        body = ""
        entry = f"(i32.add {S} {scaled('(local.get $entry)', 4 * self.layout.ruling_cells)})"
        number = load(entry, self.layout.rulings.offset, "")
        for ruling in due:
            met = left if ruling.now.once else "(i32.const 1)"
            body += f"(if (i32.eq {number} (i32.const {ruling.number})) (then (return {met})))"
        name = self.module.add(domain.function, body + "(i32.const 0)", "(param $entry i32)(param $code i32)")
        return self.module.number(name)

    # -- overridden rules

    def rule(self, rule: str, seat: PlaceRef, of: Element) -> str:
        """A call of the function that evaluates a rule for an element, with the overrides in force."""
        match of:
            case BitSet(address, root):
                key, given, parameters = f"bits{of.words}", f"{address} {root}", "(param $x i32)(param $r i32)"
                element: Element = BitSet("(local.get $x)", "(local.get $r)", of.words)
            case PlaceRef(number, place):
                key, given, parameters = f"place{place.seat}", number, "(param $x i32)"
                element = of
            case _:
                key, given, parameters = f"single{of.kinds}", of.text, "(param $x i32)"
                element = Single("(local.get $x)", kinds=of.kinds)
        full = (rule, seat.place.seat, key)
        if full not in self._rule_functions:
            self._rule_functions[full] = self._rule_function(rule, seat, element, parameters)
        return f"(call {self._rule_functions[full]} {S} {seat.seat} {given})"

    def _rule_function(self, name: str, seat: PlaceRef, of: Element, parameters: str) -> str:
        """Evaluates the overrides, newest first, up to one that replaces the older ones, and finally the rule itself."""
        rule, domain, layout = self.rules[name], self.domain(), self.layout
        function, holds = domain.function, is_condition(self.rules[name].body)
        own = place_ref(self.memory, function, "(local.get $seat)", seat.place, "own")
        if isinstance(of, PlaceRef):
            of = place_ref(self.memory, function, "(local.get $x)", of.place, "x")
        entry, at, total = function.local("e"), function.local("a"), function.local("t")

        def answer_of(body: core.Expr, parameter: core.Var, env: Env, also: bool, where: core.Expr = core.TRUE) -> str:
            evaluator, inner = self.evaluator(domain), {**env, parameter.id: of}
            found = evaluator.asked(body, inner, own)
            if not also:
                sum_ = Code(f"(i32.add (local.get {total}) {counted_number(found)})")
                answer = f"(return {found if holds else counted_number(sum_)})"
                changes = evaluator.condition(where, inner, own)
                return answer if changes.known else f"(if {changes} (then {answer}))"
            if holds:
                return f"(if {found} (then (return (i32.const 1))))"
            return f"(local.set {total} (i32.add (local.get {total}) {counted_number(found)}))"

        out, again = function.label(), function.label()
        ruled = domain.deep(lambda _: "".join(
            f"(if (i32.eq {load(f'(local.get {at})', 0, '')} (i32.const {ruling.number})) (then "
            + answer_of(ruling.now.body, ruling.now.parameter, self._captured(domain, ruling, at), ruling.now.also, ruling.now.where)
            + "))"
            for ruling in self.flow.rulings if ruling.now.rule == name
        ))(Single(""))  # fmt: skip
        cells_of = f"(i32.add {S} {scaled(f'(local.get {entry})', 4 * layout.ruling_cells)})"
        step = (
            f"(br_if {out} (i32.eqz (local.get {entry})))(local.set {entry} {plus(f'(local.get {entry})', -1)})"
            f"(br_if {again} (i32.eq (local.get {entry}) (global.get $without)))"
            f"(local.set {at} {plus(cells_of, layout.rulings.offset)})"
        )
        loop = (
            f"(local.set {entry} {load(S, layout.ruled.offset)})(block {out} (loop {again} {step}{ruled}(br {again})))"
        )
        base = answer_of(rule.body, rule.parameter, self.env(domain, self.flow.turn_scope, rule.body), False)
        return self.module.add(function, f"{loop}{base}(unreachable)", "(param $seat i32)" + parameters)

    def _captured(self, domain: CompiledDomain, ruling: f.Ruling, at: str) -> Env:
        """The captured variables of a ruling, read from its cells."""
        base, layout, depth = f"(local.get {at})", self.layout, len(domain.loops)
        env: Env = {}
        needed = {var.id for var in variables(ruling.now)}
        for var, ref in self.places_of(domain, load(base, 8, ""), None, needed).items():
            env[var] = replace(ref, depth=depth)
        where = 12
        for var, slot in ruling.captured:
            if slot.sort in (core.GROUP, core.LINE):
                root = load(base, where + 4 * layout.set_words, "")
                env[var] = BitSet(plus(base, where), root, layout.set_words, depth)
            elif slot.sort == core.PLAYER:
                assert slot.board is not None
                of = layout.of_board[slot.board.name]
                env[var] = place_ref(self.memory, domain.function, load(base, where, ""), of, None, depth)
            else:
                env[var] = Single(load(base, where, ""), depth)
            where += 4 * layout.words(slot.sort)
        return env


class _Unchanged(dict[str, list[Ruling]]):
    """The rules that are never overridden, built on demand for one function."""

    def __init__(self, questions: QuestionWriter, domain: CompiledDomain) -> None:
        super().__init__()
        self._questions, self._domain = questions, domain

    def __missing__(self, name: str) -> list[Ruling]:
        rule, scope = self._questions.rules[name], self._questions.flow.turn_scope
        self[name] = [Ruling(rule.parameter, rule.body, self._questions.env(self._domain, scope, rule.body))]
        return self[name]


class CompiledEvaluator(Evaluator[Code, Code]):
    """The evaluator; a rule that may be overridden becomes a call of a function."""

    def __init__(self, questions: QuestionWriter, domain: CompiledDomain, rules: Mapping[str, list[Ruling]]) -> None:
        super().__init__(domain, rules)
        self._questions = questions

    def asked(self, expr: core.Expr, env: Env, seat: Element) -> Code:
        """A number, or a condition as a number."""
        return self.condition(expr, env, seat) if is_condition(expr) else self.number(expr, env, seat)

    def number(self, expr: core.Expr, env: Env, seat: Element) -> Code:
        """The value of a number."""
        if isinstance(expr, core.RuleNumber) and expr.rule in self._questions.changed:
            return self._called(expr, env, seat, lambda text: Code(text, 60, -MOST_COUNTED, MOST_COUNTED))
        return super().number(expr, env, seat)

    def condition(self, expr: core.Expr, env: Env, seat: Element) -> Code:
        """The value of a condition."""
        if isinstance(expr, core.RuleHolds) and expr.rule in self._questions.changed:
            return self._called(expr, env, seat, lambda text: Code(text, 60, 0, 1))
        return super().condition(expr, env, seat)

    def _called(
        self, expr: core.RuleHolds | core.RuleNumber, env: Env, seat: Element, code: Callable[[str], Code]
    ) -> Code:
        of = env[expr.of.id]
        return self.domain.shared(expr, env, seat, lambda: code(self._questions.rule(expr.rule, seat, of)))
