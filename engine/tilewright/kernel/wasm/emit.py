"""A flow as one WebAssembly function that runs from block to block, with the meaning given by `interpreter.py`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from tilewright.core import expr as core
from tilewright.core.walk import find
from tilewright.kernel import flow as f
from tilewright.kernel import layout as cells
from tilewright.kernel.flow import Status
from tilewright.kernel.interpreter import MOST_IDLE, MOST_SETS
from tilewright.kernel.layout import MOST_RULINGS, StateLayout
from tilewright.kernel.liveness import dataflow_of
from tilewright.kernel.wasm.code import (
    Code,
    Data,
    Routine,
    S,
    counted,
    counted_number,
    either,
    load,
    plus,
    scaled,
    store,
)
from tilewright.kernel.wasm.places import Memory
from tilewright.kernel.wasm.questions import Module, QuestionWriter
from tilewright.kernel.wasm.tables import ARENA, CODES, DATA, SCRATCH, RuntimeTables, field_at

ELEMENTS, SETS, NUMBERS, OPTIONS, YES = range(5)
GO_ON, FAILS = -1, -2
IMPORTS = {
    "choice": ("i32 i32", "i32"),
    "random_choice": ("i32 i32", "i32"),
    "end_turn": ("i32 i32", "i32"),
    "begin_turn": ("i32 i32 i32 i32", "i32"),
    "charge": ("i32 i32", ""),
    "visit": ("i32 i32", ""),
    "due": ("i32", "i32"),
    "lay_tile": ("i32 i32", ""),
    "fits": ("i32 i32 i32", "i32"),
    "reach": ("i32 i32 i32 i32 i32 i32 i32", "i32"),
    "area": ("i32 i32 i32 i32", "i32"),
    "index_areas": ("i32", ""),
    "indexed_area": ("i32 i32 i32", "i32"),
    "tiles": ("i32 i32 i32 i32", "i32"),
    "move_piece": ("i32 i32 i32", "i32"),
    "swap_pieces": ("i32 i32 i32", "i32"),
    "keep_piece": ("i32 i32 i32 i32", "i32"),
    "move_seen": ("i32 i32 i32 i32 i32 i32", "i32"),
    "swap_seen": ("i32 i32 i32 i32 i32", "i32"),
    "look_at": ("i32 i32 i32 i32", "i32"),
    "turn_piece": ("i32 i32 i32", "i32"),
    "return_piece": ("i32 i32 i32", "i32"),
    "show_number": ("i32 i32 i32", "i32"),
    "show_value": ("i32 i32 i32", "i32"),
    "put_cap": ("i32 i32 i32 i32", "i32"),
    "take_cap": ("i32 i32 i32 i32", "i32"),
    "change_counter": ("i32 i32 i32 i32 i32 i32", "i32"),
    "set_counter": ("i32 i32 i32", ""),
    "set_role": ("i32 i32 i32", ""),
    "set_answer": ("i32 i32 i32 i32", ""),
    "flood": ("i32 i32 i32 i32 i32 i32", ""),
    "flood_grown": ("i32 i32 i32 i32 i32", ""),
    "ranked": ("i32 i32 i32 i32", "i32"),
    "different": ("i32 i32 i32", "i32"),
    "left_of": ("i32 i32 i32 i32 i32 i32 i32 i32", "i32"),
    "remove": ("i32 i32 i32 i32 i32", ""),
    "sort_list": ("i32 i32 i32 i32", ""),
    "sets_of": ("i32 i32 i32 i32 i32 i32 i32 i32", "i32"),
    "uncover": ("i32 i32 i32 i32", "i32"),
    "draw_piece": ("i32 i32 i32 i32", "i32"),
    "roll": ("i32 i32 i32 i32", "i32"),
    "ask_to_fill": ("i32 i32", "i32"),
    "settled": ("i32 i32", "i32"),
    "round_begins": ("i32 i32", ""),
    "too_large": ("i32 i32 i32", ""),
}
"""The runtime functions that a game calls, with their signatures."""
HELPERS = f"""
(func $narrow (param $w i64) (result i32)
 (if (i64.ne (local.get $w) (i64.extend32_s (local.get $w)))
  (then (call $too_large (i32.const 0) (i32.wrap_i64 (i64.shr_s (local.get $w) (i64.const 32))) (i32.wrap_i64 (local.get $w)))))
 (i32.wrap_i64 (local.get $w)))
(func $counted (param $n i32) (result i32)
 (if (i32.gt_u (i32.add (local.get $n) (i32.const {cells.MOST_COUNTED})) (i32.const {2 * cells.MOST_COUNTED}))
  (then (call $too_large (i32.const 0) (i32.shr_s (local.get $n) (i32.const 31)) (local.get $n))))
 (local.get $n))
(func $divide (param $a i32) (param $b i32) (result i32) (local $q i32)
 (if (i32.eqz (local.get $b)) (then (return (i32.const 0))))
 (local.set $q (i32.div_s (local.get $a) (local.get $b)))
 (if (i32.and (i32.lt_s (i32.xor (local.get $a) (local.get $b)) (i32.const 0))
      (i32.ne (i32.mul (local.get $q) (local.get $b)) (local.get $a)))
  (then (local.set $q (i32.sub (local.get $q) (i32.const 1)))))
 (local.get $q))
(func $remainder (param $a i32) (param $b i32) (result i32) (local $r i32)
 (if (i32.eqz (local.get $b)) (then (return (i32.const 0))))
 (local.set $r (i32.rem_s (local.get $a) (local.get $b)))
 (if (i32.and (i32.lt_s (i32.xor (local.get $r) (local.get $b)) (i32.const 0)) (i32.ne (local.get $r) (i32.const 0)))
  (then (local.set $r (i32.add (local.get $r) (local.get $b)))))
 (local.get $r))
"""


class Compiler:
    """Writes the module of one game; with `traced`, it records every block that it reaches."""

    def __init__(self, layout: StateLayout, traced: bool = False) -> None:
        self.traced = traced
        self.layout, self.flow, self.game = layout, layout.flow, layout.game
        self.data = Data(DATA)
        self.memory = Memory(layout, self.data, Data(SCRATCH), layout.values)
        self.tables = RuntimeTables(layout, self.data)
        self.module = Module(self.memory)
        self.questions = QuestionWriter(self.module, CODES)
        self.choices: dict[f.BlockId, list[int]] = {}

    def text(
        self,
        scores: Mapping[str, core.Expr],
        heights: Mapping[int, Sequence[int]],
        ties: Sequence[core.Expr] = (),
        measure: core.Expr | None = None,
    ) -> str:
        """The text of the module.

        `scores` are exported in order as ``score0`` and so on, `ties` break ties of their sum; `measure` compares
        unfinished games. `heights`: see `tables.RuntimeTables`.
        """
        measures = () if measure is None else (measure,)
        self.memory.values = self.memory.values.with_more(find(core.Value, *scores.values(), *ties, *measures))
        for number, block in enumerate(self.flow.blocks):
            if isinstance(block.end, f.Choose | f.ChooseAtRandom):
                self._choice(number, block.end)
        conditions = [
            0 if use.ability.condition == core.TRUE else self._condition(use.ability.condition)
            for use in self.flow.uses
        ]
        run = self.module.add(*Blocks(self).run())
        functions = {"run": self.module.number(run), "end": self.questions.function_of(self.flow.end)}
        names = [self.questions.score(rule) for rule in scores.values()]
        scored = [self.module.number(name) for name in names]
        tied, measured = (
            [self.module.number(self.questions.score(rule)) for rule in rules] for rules in (ties, measures)
        )
        self.tables.fill(functions, self.choices, conditions, heights, scored, tied, *measured)
        if len(self.data.content) > SCRATCH - DATA or len(self.memory.scratch.content) > ARENA - SCRATCH:
            raise cells.TooLarge(f"the tables of {self.game.id}")
        return module_text(self.module, {f"score{number}": name for number, name in enumerate(names)})

    def _condition(self, asked: core.Expr) -> int:
        return self.questions.function_of(f.Question(asked, self.flow.turn_scope))

    # -- choices: `struct choice` of the runtime

    def _choice(self, block: f.BlockId, end: f.Choose | f.ChooseAtRandom) -> None:
        kind, found = self._listing(end.listing)
        choose = isinstance(end, f.Choose)
        row = {
            "kind": kind,
            "list": 0,
            "pick": 0,
            "then": end.then,
            "stop": -1 if not isinstance(end, f.Choose) or end.stop is None else end.stop,
            "none": -1 if not isinstance(end, f.Choose) or end.none is None else end.none,
            "tried": int(isinstance(end, f.Choose) and end.tried),
            "asks": int(isinstance(end, f.Choose) and end.asks),
            "decider": self.questions.offset(end.decider),
            "random": int(not choose),
            "options": 0,
            "pool": 0,
            "slot": 0,
            "joint": 0,
            "words": self.layout.set_words,
            "meet": 0,
        }
        number = len(self.choices)
        self.choices[block] = [*({**row, **found}).values()]
        if isinstance(end.listing, f.Sets):
            self._sets(block, number, end.listing)

    def _listing(self, listing: f.Listing) -> tuple[int, dict[str, int]]:
        match listing:
            case f.Elements(question, slot, seat, _, random, among):
                pool = seat.board.pool and not seat.board.of_patches and slot.sort == core.SPACE and not random
                listed = self.questions.listing(question, seat if pool else None, among)
                numbers = {"list": self.module.number(listed), "pick": self._pick_element(listing)}
                slot_at = self.questions.offset(slot)
                return ELEMENTS, numbers | {"meet": self.questions.meets(listing), "slot": slot_at}
            case f.Sets(question, slot, seat, _, _, joint):
                pool = seat.board.pool and not seat.board.of_patches
                numbers = {"pool": int(pool), "slot": self.questions.offset(slot)}
                return SETS, numbers | {"joint": 0 if joint is None else self.questions.function_of(joint)}
            case f.Numbers():
                return NUMBERS, self._numbers(listing)
            case f.Options(options):
                then = self.data.numbers([block for _, _, block in options] or [0], 2)
                return OPTIONS, {"list": self._options(listing), "options": then}
            case f.Confirm():
                return YES, {"list": self._written(f"(i32.store (i32.const {CODES}) (i32.const 0))(i32.const 1)")}
        assert_never(listing)

    def _written(
        self, body: str, parameters: str = "", function: Routine | None = None, result: str = "(result i32)"
    ) -> int:
        return self.module.number(self.module.add(function or Routine(), body, parameters, result))

    def _pick_element(self, listing: f.Elements) -> int:
        """The number of a function that binds a group or line; 0 where the code itself is stored in the slot."""
        slot = listing.slot
        if slot.sort in (core.GROUP, core.LINE):
            if listing.among is not None:
                return self.module.number(self.questions.pick_left(listing))
            return self.module.number(self.questions.first(slot, listing.question, at="(local.get $code)"))
        return 0

    def _sets(self, block: f.BlockId, number: int, listing: f.Sets) -> None:
        """The functions of a listing of sets contain the address of its own row, which is known only when all rows are."""
        elements = self.questions.listing(listing.question, None)
        low = self.questions.ask(listing.least).text
        most = "(i32.const 2147483647)" if listing.most is None else self.questions.ask(listing.most).text
        given = f"{S} (i32.const {number}) (call {elements} {S}) {low} {most} {self.questions.seat_of(listing.seat)}"
        listed = self._written(f"(call $sets_of {given} (i32.const {MOST_SETS - 1}) (i32.const 0))")
        pick = self._written(f"(call $sets_of {given} (local.get $code) (i32.const 1))", "(param $code i32)")
        self.choices[block][1:3] = listed, pick

    def _numbers(self, listing: f.Numbers) -> dict[str, int]:
        low, high = self.questions.ask(listing.low).text, self.questions.ask(listing.high).text
        function = Routine()
        size, index = function.local("n"), function.local("i")
        body = f"(local.set {size} {plus(f'(i32.sub {high} {low})', 1)})"
        # limited by the buffer of codes; a negative count means none
        body += f"(if (i32.gt_s (local.get {size}) (i32.const {MOST_SETS})) (then (local.set {size} (i32.const {MOST_SETS}))))"
        body += f"(if (i32.lt_s (local.get {size}) (i32.const 0)) (then (local.set {size} (i32.const 0))))"
        put = store(scaled(f"(local.get {index})", 4), CODES, f"(local.get {index})", "")
        body += counted(function, "(i32.const 0)", f"(local.get {size})", put, index) + f"(local.get {size})"
        picked = Routine()
        number = picked.local("n")
        bound = f"(local.set {number} {counted_number(Code(f'(i32.add {low} (local.get $code))'))})"
        if listing.answer:
            counter = self.layout.counters[listing.answer]
            player = self.questions.number_in(listing.me)
            bound += f"(call $set_answer {S} {player} (i32.const {counter}) (local.get {number}))"
        bound += store(S, self.questions.offset(listing.slot), scaled(f"(local.get {number})", 2), "") + "(i32.const 1)"
        return {
            "list": self._written(body, function=function),
            "pick": self._written(bound, "(param $code i32)", picked),
        }

    def _options(self, listing: f.Options) -> int:
        function = Routine()
        count = function.local("n")
        body = ""
        for code, (_, asked, _) in enumerate(listing.options):
            put = store(scaled(f"(local.get {count})", 4), CODES, f"(i32.const {code})", "")
            put += f"(local.set {count} {plus(f'(local.get {count})', 1)})"
            body += put if asked is None else f"(if {self.questions.ask(asked)} (then {put}))"
        return self._written(body + f"(local.get {count})", function=function)


def module_text(module: Module, exports: Mapping[str, str]) -> str:
    """The text of a module: its functions, of which some are exported by names of their own, and its tables."""
    imports, data = "", module.memory.data
    for name, (takes, gives) in IMPORTS.items():
        result = f"(result {gives})" if gives else ""
        imports += f'(import "runtime" "{name}" (func ${name} (param {takes}) {result}))\n'
    imports += '(import "runtime" "memory" (memory 1))\n(import "runtime" "table" (table 1 funcref))\n'
    content = "\\" + data.content.hex("\\") if data.content else ""
    exported = "".join(f'(export "{name}" (func {function}))\n' for name, function in exports.items())
    elements = f"(elem (i32.const 1) func {' '.join(module.called)})\n"
    globals_ = "(global $without (mut i32) (i32.const -1))\n"
    tables = f'(data (i32.const {data.start}) "{content}")\n'
    return f"(module\n{imports}{globals_}{HELPERS}{module.text()}{exported}{elements}{tables})"


def questions_text(layout: StateLayout, asked: Sequence[core.Expr], tables: int) -> tuple[str, int]:
    """The text of a module beside that of a game, and the size of its tables, which begin at an address.

    Exported in order as ``question0`` and so on is what is asked for the player whose turn it is; it may have values of pieces that the
    game does not have.
    """
    values = layout.values.with_more(find(core.Value, *asked))
    module = Module(Memory(layout, Data(tables), Data(SCRATCH), values))
    writer = QuestionWriter(module, CODES)
    questions = [f.Question(one, layout.flow.turn_scope) for one in asked]
    names = [module.add(Routine(), writer.ask(question).text) for question in questions]
    assert not module.called
    text = module_text(module, {f"question{number}": name for number, name in enumerate(names)})
    return text, len(module.memory.data.content)


class Blocks:
    """Writes the function that runs a state: it jumps to the current block and continues until it stops."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler, self.questions = compiler, compiler.questions
        self.layout, self.flow = compiler.layout, compiler.flow
        self.borders, self.loops = dataflow_of(self.flow).borders, list(dataflow_of(self.flow).loops)
        self.heads = self._heads() | self.borders

    def _heads(self) -> set[f.BlockId]:
        """The blocks that need a label; any other is written inline where its only predecessor ends."""
        flow, before = self.flow, dict[f.BlockId, int]()
        heads = {f.NOWHERE, flow.setup, flow.over, flow.turn, *(use.entry for use in flow.uses)}
        if flow.main is not None:
            heads |= {flow.main, *(level.entry for level in flow.roots["course"].levels)}
        returns = {block.end.to.index for block in flow.blocks if isinstance(block.end, f.Return)}
        for number, block in enumerate(flow.blocks):
            inlined: tuple[f.BlockId, ...] = ()
            match block.end:
                case f.Goto(then) | f.EndAtOnce(then) | f.CountIdle(then):
                    inlined = (then,)
                case f.If(_, then, otherwise) | f.IfLess(_, _, then, otherwise):
                    inlined = (then, otherwise)
                case f.Uncover(_, then) | f.Fill(_, then) | f.Roll(_, then) | f.Draw(_, _, _, then):
                    heads.add(then)
                case f.Choose() | f.ChooseAtRandom():
                    heads |= {number, *self._after_choice(block.end)}
                case f.BeginTurn(turn, _, under):
                    heads |= {turn, under}
                case f.EndTurn():
                    heads.add(number)
            heads |= {one.value for one in block.operations if isinstance(one, f.Set) and one.slot.index in returns}
            for then in (*inlined, block.fail):
                before[then] = before.get(then, 0) + 1
        fails = {block.fail for block in flow.blocks}
        return heads | fails | {then for then, count in before.items() if count > 1}

    @staticmethod
    def _after_choice(end: f.Choose | f.ChooseAtRandom) -> set[f.BlockId]:
        found = {end.then}
        if isinstance(end.listing, f.Options):
            found = {then for _, _, then in end.listing.options}
        if isinstance(end, f.Choose):
            found |= {block for block in (end.stop, end.none) if block is not None}
        return found

    def run(self) -> tuple[Routine, str]:
        """The function and its body."""
        function = Routine(locals=["$pc", "$r", "$fail"])
        order = [block for block in sorted(self.heads) if not self._only_chooses(block)]
        number = {block: index for index, block in enumerate(order)}
        targets = [
            f"$b{number[block]}" if block in number else "$choose" if self._only_chooses(block) else "$lost"
            for block in range(len(self.flow.blocks))
        ]
        jump = f"(block $choose (br_table {' '.join(targets)} $lost (local.get $pc)))\n{self._chosen()}"
        begins = "".join(f"(block $b{index} " for index in reversed(range(len(order))))
        text = begins + jump + "".join(f")\n{self.block(block)}" for block in order)
        for label, tail in (
            ("answered", self._answered()),
            ("failed", self._failed()),
            ("over", self._over()),
            ("done", self.stop(Status.DONE)),
        ):
            text = f"(block ${label} {text})\n{tail}"
        begin = f"(if {load(S, self.layout.over.offset)} (then {self.stop(Status.OVER)}))"
        begin += f"(local.set $pc {load(S, self.layout.pc.offset)})"
        return function, f"{begin}(block $lost (loop $next {text}))(unreachable)"

    # Code that many blocks share is written once; it takes its arguments from locals.

    def _only_chooses(self, block: f.BlockId) -> bool:
        """Whether a block has no operations before a player chooses."""
        known = self.flow.blocks[block]
        noted = block in self.borders or self.compiler.traced
        return isinstance(known.end, f.Choose) and not known.operations and not noted

    def _chosen(self) -> str:
        """Code for the choice of a player at the block `$pc`."""
        fails = self.compiler.data.numbers([block.fail for block in self.flow.blocks], 2)
        fail = load(scaled("(local.get $pc)", 2), fails, "16_u")
        return f"(local.set $fail {fail})(local.set $r (call $choice {S} (local.get $pc)))(br $answered)"

    def _answered(self) -> str:
        """Code for the answer `$r` of the runtime: stop, fail, or continue at the block in the state."""
        stops = "(if (i32.ge_s (local.get $r) (i32.const 0)) (then (return (local.get $r))))"
        fails = f"(br_if $failed (i32.eq (local.get $r) (i32.const {FAILS})))"
        over = f"(if {load(S, self.layout.over.offset)} (then {self.stop(Status.OVER)}))"
        return f"{stops}{fails}{over}(local.set $pc {load(S, self.layout.pc.offset)})(br $next)"

    def _failed(self) -> str:
        """Code for a failure: continue at `$fail`; a trial ends."""
        trial = f"(if {load(S, self.layout.trial.offset)} (then {self.stop(Status.FAILED)}))"
        return f"{trial}(local.set $pc (local.get $fail))(br $next)"

    def _over(self) -> str:
        """Code for the end of the game before the block `$pc`."""
        pc, over = self.layout.pc.offset, self.layout.over.offset
        return store(S, pc, "(local.get $pc)") + store(S, over, "(i32.const 1)") + self.stop(Status.OVER)

    def go(self, block: f.BlockId) -> str:
        """A jump to another block."""
        if block in self.heads:
            return f"(local.set $pc (i32.const {block}))(br $next)"
        return self.block(block)

    def either(self, condition: str, then: f.BlockId, otherwise: f.BlockId) -> str:
        """A branch to one of two blocks."""
        if then in self.heads and otherwise in self.heads:
            return f"(local.set $pc (select (i32.const {then}) (i32.const {otherwise}) {condition}))(br $next)"
        return f"(if {condition} (then {self.go(then)}) (else {self.go(otherwise)}))"

    def stop(self, status: Status) -> str:
        return f"(return (i32.const {int(status)}))"

    def failing(self, block: f.Block) -> str:
        """Where a block continues after a failure."""
        return f"(local.set $fail (i32.const {block.fail}))(br $failed)"

    def block(self, number: f.BlockId) -> str:
        """A block with its terminator."""
        block, text = self.flow.blocks[number], self.horizon(number) if number in self.borders else ""
        if self.compiler.traced:
            text += f"(call $visit {S} (i32.const {number}))"
        for operation in block.operations:
            text += self.operation(operation, block)
            if isinstance(operation, f.Fail):
                return text
        return text + self.end(number, block)

    def horizon(self, number: f.BlockId) -> str:
        """A check whether a walk over a graph ends where this block begins."""
        reached = f"(call $settled {S} (i32.const {number}))"
        watching = load(f"(i32.const {field_at('watching')})", 0, "")
        return f"(if {watching} (then (if {reached} (then {self.stop(Status.SETTLED)}))))"

    # -- operations

    def unless(self, succeeds: str, block: f.Block) -> str:
        return f"(local.set $fail (i32.const {block.fail}))(br_if $failed (i32.eqz {succeeds}))"

    def put(self, slot: f.Slot, value: str) -> str:
        return store(S, self.questions.offset(slot), value, "")

    def operation(self, operation: f.Operation, block: f.Block) -> str:
        questions, layout = self.questions, self.layout
        match operation:
            case f.Set(slot, value):
                return self.put(slot, f"(i32.const {value})")
            case f.Increase(slot):
                grown, loops = self.put(slot, plus(questions.number_in(slot), 1)), self.loops
                return (
                    f"(call $round_begins {S} (i32.const {loops.index(slot.index)})){grown}"
                    if slot.index in loops
                    else grown
                )
            case f.Copy(to, f.Seat() as seat):
                return self.put(to, questions.seat_of(seat))
            case f.Copy(to, f.Slot() as source):
                start, other = questions.offset(to), questions.offset(source)
                return "".join(
                    store(S, start + 4 * i, load(S, other + 4 * i, ""), "") for i in range(layout.words(source.sort))
                )
            case f.NextPlayer(to, player, steps):
                after = f"(i32.add {questions.number_in(player)} {questions.number_in(steps)})"
                return self.put(to, f"(i32.rem_u {after} (i32.const {layout.players}))")
            case f.Ask(slot, question):
                return self.put(slot, self.asked(slot, question))
            case f.Collect(to, count, question, pool):
                text = self.put(count, f"(call {questions.collect(to, question)} {S})")
                if pool is not None:
                    given = f"(i32.const {questions.offset(to)}) {questions.number_in(count)} {questions.seat_of(pool)}"
                    text += f"(call $sort_list {S} {given})"
                return text
            case f.Remove(source, count, slot):
                words = layout.words(source.sort)
                places = (questions.offset(source), questions.offset(count), questions.offset(slot), words)
                return f"(call $remove {S} {' '.join(f'(i32.const {place})' for place in places)})"
            case f.Take(slot, source, at):
                words = layout.words(slot.sort)
                address = f"(i32.add {S} {scaled(questions.number_in(at), 4 * words)})"
                start, other = questions.offset(slot), questions.offset(source)
                return "".join(store(S, start + 4 * i, load(address, other + 4 * i, ""), "") for i in range(words))
            case f.First(slot, question):
                return self.unless(f"(call {questions.first(slot, question)} {S})", block)
            case f.Fail():
                return self.failing(block)
            case f.Begin(whole, name) | f.End(whole, name):
                return self.step(whole, name, 1 if isinstance(operation, f.Begin) else -1)
            case f.EndAbility():
                return store(S, layout.ability.offset, "(i32.const 0)")
            case f.BindLasting(var):
                return store(S, layout.bound.offset + 2 * layout.lasting[var], "(i32.const 1)")
            case _:
                return self.change(operation, block)

    def asked(self, slot: f.Slot, question: f.Question) -> str:
        return scaled(counted_number(self.questions.ask(question)), 2 if slot.sort == core.VALUE else 1)

    def step(self, whole: bool, name: str, by: int) -> str:
        """Begin or end a block; a trial succeeds when its last atomic block ends."""
        layout, text = self.layout, ""
        places = [layout.whole.offset] if whole else []
        if name:
            places.append(layout.inside.offset + 2 * self.flow.names.index(name))
        for at in places:
            text += store(S, at, plus(load(S, at), by))
        if by < 0:
            left = load(S, layout.whole.offset)
            trial = load(S, layout.trial.offset)
            if self.flow.rulings:
                text += f"(if {trial} (then (br_if $done (i32.eqz (i32.or {left} (call $due {S}))))))"
            else:
                text += f"(br_if $done (i32.lt_u {left} {trial}))"
        return text

    def at(self, place: f.Place) -> str:
        """The address of a space."""
        questions, seat = self.questions, place.seat
        of = self.layout.of_board[seat.board.name]
        spaces = scaled(questions.number_in(place.space), 2 * self.layout.space_cells)
        base = plus(S, 2 * of.spaces)
        if of.board.each_player:
            index = questions.seat_of(seat)
            base = f"(i32.add {base} {scaled(plus(index, -of.seat), 2 * of.size * self.layout.space_cells)})"
        return f"(i32.add {base} {spaces})"

    def placed(self, place: f.Place) -> str:
        """The address of a space, and its seat."""
        return f"{self.at(place)} {self.questions.seat_of(place.seat)}"

    def change(self, operation: f.Operation, block: f.Block) -> str:
        questions, layout = self.questions, self.layout
        match operation:
            case f.MovePiece(piece, to, under):
                if to is not None and (layout.piles or under):
                    moved = f"(call $move_seen {S} {self.placed(piece)} {self.placed(to)} (i32.const {int(under)}))"
                else:
                    target = "(i32.const 0)" if to is None else self.at(to)
                    moved = f"(call $move_piece {S} {self.at(piece)} {target})"
                text = self.unless(moved, block)
                if to is not None and to.seat.board.grows:
                    text += f"(call $lay_tile {S} {questions.number_in(to.space)})"
                return text
            case f.LookAt(piece, me):
                return self.unless(f"(call $look_at {S} {self.placed(piece)} {questions.number_in(me)})", block)
            case f.SwapPieces(first, second) if layout.piles:
                return self.unless(f"(call $swap_seen {S} {self.placed(first)} {self.placed(second)})", block)
            case f.SwapPieces(first, second):
                return self.unless(f"(call $swap_pieces {S} {self.at(first)} {self.at(second)})", block)
            case f.KeepPiece(piece, pool, kept):
                seats = f"{questions.seat_of(piece.seat)} {questions.seat_of(pool)}"
                put = self.put(kept, f"(call $keep_piece {S} {self.at(piece)} {seats})")
                return put + self.unless(f"(i32.ge_s {questions.number_in(kept)} (i32.const 0))", block)
            case f.TurnPiece(piece, up):
                return self.unless(f"(call $turn_piece {S} {self.at(piece)} (i32.const {int(up)}))", block)
            case f.ReturnPiece(piece):
                seat = questions.seat_of(piece.seat)
                return self.unless(f"(call $return_piece {S} {self.at(piece)} {seat})", block)
            case f.ShowSide(piece, f.Slot() as side):
                return self.unless(f"(call $show_value {S} {self.at(piece)} {questions.number_in(side)})", block)
            case f.ShowSide(piece, f.Question() as side):
                return self.unless(f"(call $show_number {S} {self.at(piece)} {questions.ask(side)})", block)
            case f.PutCap(at, cap, me):
                number, player = f"(i32.const {layout.caps[cap]})", questions.number_in(me)
                return self.unless(f"(call $put_cap {S} {self.at(at)} {number} {player})", block)
            case f.TakeCap(at, cap, back):
                numbers = f"(i32.const {layout.caps[cap]}) (i32.const {int(back)})"
                return self.unless(f"(call $take_cap {S} {self.at(at)} {numbers})", block)
            case f.ChangeCounter(counter, amount, me, other, pay, _):
                partner = "(i32.const -1)" if other is None else questions.seat_of(other)
                given = f"(i32.const {layout.counters[counter]}) {questions.ask(amount)} {questions.number_in(me)}"
                call = f"(call $change_counter {S} {given} {partner} (i32.const {int(pay)}))"
                return self.unless(call, block)
            case f.SetCounter(counter, question, f.Slot() as me):
                given = f"{questions.number_in(me)} (i32.const {layout.counters[counter]}) {questions.ask(question)}"
                return f"(call $set_answer {S} {given})"
            case f.SetCounter(counter, question):
                return f"(call $set_counter {S} (i32.const {layout.counters[counter]}) {questions.ask(question)})"
            case f.SetRole(role, seat):
                return f"(call $set_role {S} (i32.const {layout.counters[role]}) {questions.seat_of(seat)})"
            case f.Mark(at, mark):
                cell, place = divmod(layout.marks[mark], cells.MARKS_A_CELL)
                where, address = 2 * (cells.MARKS + cell), self.at(at)
                put = store(address, where, f"(i32.or {load(address, where)} (i32.const {1 << place}))")
                return put + store(S, layout.marked.offset, "(i32.const 1)")
            case f.Override(ruling):
                return self.override(ruling)
            case _:
                raise AssertionError(operation)

    def override(self, ruling: f.Ruling) -> str:
        questions, layout = self.questions, self.layout
        entry = load(S, layout.ruled.offset)
        text = f"(if (i32.ge_s {entry} (i32.const {MOST_RULINGS})) (then (unreachable)))"
        text += f"(local.set $r (i32.add {S} {scaled(entry, 4 * layout.ruling_cells)}))"
        text += store(S, layout.ruled.offset, plus(entry, 1))
        at = layout.rulings.offset
        values = [f"(i32.const {ruling.number})", f"(i32.const {int(ruling.obligation)})"]
        values.append(questions.number_in(ruling.scope.me))
        for _, slot in ruling.captured:
            values += [load(S, questions.offset(slot) + 4 * i, "") for i in range(layout.words(slot.sort))]
        return text + "".join(store("(local.get $r)", at + 4 * i, value, "") for i, value in enumerate(values))

    # -- terminators

    def answered(self, call: str, block: f.Block) -> str:
        """A call of a runtime function, and what its answer requires."""
        return f"(local.set $r {call})(local.set $fail (i32.const {block.fail}))(br $answered)"

    def over_at(self, then: f.BlockId, condition: str) -> str:
        """The game is over if a condition holds; the block is where the flow would have continued."""
        return f"(local.set $pc (i32.const {then}))(br_if $over {condition})"

    def end(self, number: f.BlockId, block: f.Block) -> str:
        questions, layout, end = self.questions, self.layout, block.end
        match end:
            case f.Goto(then):
                return self.go(then)
            case f.If(question, then, otherwise):
                return self.either(questions.ask(question).text, then, otherwise)
            case f.IfLess(slot, bound, then, otherwise):
                test = f"(i32.lt_s {questions.number_in(slot)} {self.bound(bound)})"
                return self.either(test, then, otherwise)
            case f.Return(to):
                return f"(local.set $pc {questions.number_in(to)})(br $next)"
            case f.Choose():
                return self.answered(f"(call $choice {S} (i32.const {number}))", block)
            case f.ChooseAtRandom():
                return self.answered(f"(call $random_choice {S} (i32.const {number}))", block)
            case f.Uncover() | f.Draw() | f.Roll() | f.Fill():
                pc = store(S, layout.pc.offset, f"(i32.const {end.then})")
                return pc + self.answered(self.chance(end), block)
            case f.CountIdle(then):
                idle = load(S, layout.idle.offset, "")
                more = store(S, layout.idle.offset, plus(idle, 1), "")
                return more + self.over_at(then, f"(i32.gt_s {idle} (i32.const {MOST_IDLE}))") + self.go(then)
            case f.EndAtOnce(then):
                assert self.flow.at_once is not None
                holds = either(load(S, layout.trial.offset), "(i32.const 0)", questions.ask(self.flow.at_once).text)
                ended = self.compiler.module.add(Routine(), holds)
                return self.over_at(then, f"(call {ended} {S})") + self.go(then)
            case f.BeginTurn(turn, player, under):
                given = f"(i32.const {turn}) {questions.number_in(player)} (i32.const {under})"
                return f"(if (call $begin_turn {S} {given}) (then {self.stop(Status.DONE)})){self.go(turn)}"
            case f.EndTurn():
                return self.answered(f"(call $end_turn {S} (i32.const {number}))", block)
            case f.GameOver():
                return self.over_at(number, "(i32.const 1)") + "(unreachable)"
        assert_never(end)

    def bound(self, bound: f.Slot | int | f.Seat) -> str:
        if isinstance(bound, f.Seat):
            index = scaled(self.questions.seat_of(bound), 2)
            return plus(load(f"(i32.add {S} {index})", self.layout.sizes.offset), 1)
        return f"(i32.const {bound})" if isinstance(bound, int) else self.questions.number_in(bound)

    def chance(self, end: f.Uncover | f.Draw | f.Roll | f.Fill) -> str:
        questions = self.questions
        match end:
            case f.Uncover(place) | f.Roll(place):
                where = f"{self.at(place)} {questions.seat_of(place.seat)} {questions.number_in(place.space)}"
                return f"(call ${'roll' if isinstance(end, f.Roll) else 'uncover'} {S} {where})"
            case f.Draw(pool, sort, kept):
                names = [known.name for known in self.layout.game.sorts]
                number = 1 + names.index(sort) if sort else 0
                slot = f"(i32.const {questions.offset(kept)})"
                return f"(call $draw_piece {S} {questions.seat_of(pool)} (i32.const {number}) {slot})"
            case f.Fill(seat):
                return f"(call $ask_to_fill {S} {questions.seat_of(seat)})"
        assert_never(end)
