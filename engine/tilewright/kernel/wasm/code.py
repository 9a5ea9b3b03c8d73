"""Building blocks of WebAssembly text: folded expressions with cost and bounds, functions under construction, tables in
memory, and the values of variables."""

from __future__ import annotations

import re
import struct
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from tilewright.kernel.layout import MOST_COUNTED, PlaceCells

S = "(local.get $s)"
"""The address of the state: the first parameter of every function."""
LEAST, MOST = -(1 << 31), (1 << 31) - 1
FAR = 1 << 62
"""An unbounded value: larger than any 32-bit number and any intermediate result."""
WITHIN_LOOP = 8
"""The assumed number of iterations of a loop, for cost estimates."""


@dataclass(frozen=True, slots=True)
class Code:
    """A 32-bit number or a bit: an expression as text, with its estimated cost and the bounds of its value.

    `parts` are the conjuncts of a conjunction. For a condition that only tests whether a top shows the value of a loop,
    `shown` is the text of the top and `value` that of the value. For a condition that only tests whether some masks
    have a bit in common, `agreed` are the masks.
    """

    text: str
    cost: int = 1
    low: int = LEAST
    high: int = MOST
    parts: tuple[Code, ...] = ()
    shown: str = ""
    value: str = ""
    agreed: tuple[str, ...] = ()

    @property
    def bounds(self) -> tuple[int, int]:
        """The bounds of the value. A bound at an end of the 32-bit range may have been clipped (`within`), so it counts
        as unbounded."""
        return (-FAR if self.low == LEAST else self.low), (FAR if self.high == MOST else self.high)

    @property
    def known(self) -> int | None:
        """The value, if it is constant."""
        return self.low if LEAST < self.low == self.high < MOST else None

    def __str__(self) -> str:
        return self.text


def const(value: int) -> Code:
    """A constant."""
    return Code(f"(i32.const {value})", 0, value, value)


def within(text: str, cost: int, bounds: tuple[int, int]) -> Code:
    """A number within bounds: a constant if they are equal. A result that may not fit into 32 bits is checked at run
    time."""
    low, high = (max(LEAST, min(end, MOST)) for end in bounds)
    found = Code(text, cost, low, high)
    return found if found.known is None else const(low)


def bit(text: str, cost: int = 1) -> Code:
    """A bit that is not constant."""
    return Code(text, cost, 0, 1)


def counted_number(code: Code) -> str:
    """The text of a number to be written to a state, with a check if it may exceed the limit."""
    fits = code.low >= -MOST_COUNTED and code.high <= MOST_COUNTED
    return code.text if fits else f"(call $counted {code})"


def plus(text: str, number: int) -> str:
    """The text of a sum with a constant."""
    return text if number == 0 else f"(i32.add {text} (i32.const {number}))"


def scaled(text: str, number: int) -> str:
    """The text of a product with a constant."""
    if number == 0:
        return "(i32.const 0)"
    if number & (number - 1) == 0:
        return text if number == 1 else f"(i32.shl {text} (i32.const {number.bit_length() - 1}))"
    return f"(i32.mul {text} (i32.const {number}))"


def either(condition: str, then: str, otherwise: str) -> str:
    """The text of a conditional expression."""
    return f"(if (result i32) {condition} (then {then}) (else {otherwise}))"


def load(address: str, offset: int = 0, width: str = "16_s") -> str:
    """The text of a load from an address: 16 bits with sign, or another width (``""``: 32)."""
    return f"(i32.load{width} offset={offset} {address})"


def store(address: str, offset: int, value: str, width: str = "16") -> str:
    """The text of a store."""
    return f"(i32.store{width} offset={offset} {address} {value})"


_TOKEN = re.compile("\\0(\\d+);")
_LOCAL = re.compile(r"\(local\.(get|set|tee) (\$\w+)")
_OUTLINED = 600
"""A longer text that is needed at several places becomes a function of its own."""
_ALONE = 300
"""A body up to this length needs no function: it is inlined."""
Outliner = Callable[[str], str]
"""Defines a function, given its text with ``%`` for the name; returns the name."""


@dataclass(frozen=True, slots=True)
class CachedNumber:
    """A number computed lazily, at its first use in each iteration of the loop at `level`.

    Its place in a body is marked by `token`; `text` may contain tokens of others. The locals `value` and `is_known`
    hold the result.
    """

    token: str
    text: str
    level: int
    value: str
    is_known: str

    def site(self, text: str) -> str:
        """The text of one use: the cached value, or else the computation, which caches it."""
        work = f"(local.set {self.is_known} (i32.const 1))(local.tee {self.value} {text})"
        return either(f"(local.get {self.is_known})", f"(local.get {self.value})", work)


@dataclass(eq=False)
class Routine:
    """A function under construction: its locals, the prologue (`first`), and the lazily computed numbers (`kept`)."""

    locals: list[str] = field(default_factory=list)
    kept: list[CachedNumber] = field(default_factory=list)
    first: dict[object, tuple[str, str]] = field(default_factory=dict)
    labels: int = 0

    def local(self, prefix: str = "t") -> str:
        """A new local variable."""
        self.locals.append(f"${prefix}{len(self.locals)}")
        return self.locals[-1]

    def label(self) -> str:
        """A new label."""
        self.labels += 1
        return f"$l{self.labels}"

    def once(self, key: object, text: str) -> str:
        """A local that is computed in the prologue, once per key."""
        if key not in self.first:
            self.first[key] = self.local("g"), text
        return f"(local.get {self.first[key][0]})"

    def keep(self, text: str, level: int) -> CachedNumber:
        """Register a number that is computed at most once per iteration of the loop at a level."""
        self.kept.append(CachedNumber(f"\0{len(self.kept)};", text, level, self.local("h"), self.local("f")))
        return self.kept[-1]

    def alone(self, body: str) -> str | None:
        """The body with its prologue inlined, if it is short and then needs no locals; else None."""
        for local, text in reversed(self.first.values()):
            body = body.replace(f"(local.get {local})", text)
            if len(body) > _ALONE:
                return None
        return None if "(local.get $" in body.replace(S, "") or "(local.set" in body or "\0" in body else body

    def mentions(self, body: str, part: str) -> bool:
        """Whether a text occurs in a body or in the lazily computed numbers that it uses."""
        waiting, known = [body], set[str]()
        while waiting:
            text = waiting.pop()
            if part in text:
                return True
            inside = set(_TOKEN.findall(text)) - known
            known |= inside
            waiting += [self.kept[int(number)].text for number in inside]
        return False

    def expanded(self, body: str, outline: Outliner) -> str:
        """The body with every token replaced by its computation; long computations used at several places become
        functions."""
        if not self.kept:
            return body
        inside = [{int(number) for number in _TOKEN.findall(kept.text)} for kept in self.kept]
        within, sizes = list[set[int]](), list[int]()  # each with those nested in it, and its length when expanded
        for own, kept in zip(inside, self.kept, strict=True):
            within.append(own.union(*(within[number] for number in own)))
            sizes.append(len(kept.text) + sum(sizes[int(number)] for number in _TOKEN.findall(kept.text)))
        sites = Counter(map(int, _TOKEN.findall(body)))
        apart = set[int]()
        for number in reversed(range(len(self.kept))):
            kept = self.kept[number]
            alike = all(self.kept[one].level == kept.level for one in within[number])
            if sites[number] > 1 and sizes[number] > _OUTLINED and alike:
                apart.add(number)
            for one in map(int, _TOKEN.findall(kept.text)):
                sites[one] += 1 if number in apart else sites[number]
        texts = list[str]()

        def filled(text: str) -> str:
            return _TOKEN.sub(lambda found: texts[int(found[1])], text)

        for number, kept in enumerate(self.kept):
            if not sites[number]:
                texts.append("")
                continue
            text = filled(kept.text)
            texts.append(kept.site(self._outlined(text, within[number], outline) if number in apart else text))
        return filled(body)

    def _outlined(self, text: str, inside: set[int], outline: Outliner) -> str:
        """A call of a new function that computes a number; locals that already exist are its parameters."""
        known = {name for number in inside for name in (self.kept[number].value, self.kept[number].is_known)}
        used = dict.fromkeys(_LOCAL.findall(text))
        own = {name for does, name in used if does != "get"} - known
        given = [name for name in dict.fromkeys(name for _, name in used) if name not in own and name != "$s"]
        parameters = "".join(f"(param {name} i32)" for name in given)
        locals_ = "".join(f"(local {name} i32)" for name in self.locals if name in own)
        name = outline(f"(func % (param $s i32){parameters} (result i32) {locals_}\n {text})\n")
        return f"(call {name} {S} {' '.join(f'(local.get {name})' for name in given)})"

    def whole(self, name: str, parameters: str, body: str, result: str = "(result i32)") -> str:
        """The text of the function."""
        names = "".join(f"(local {name} i32)" for name in self.locals)
        opening = ""
        for local, text in reversed(self.first.values()):
            if f"(local.get {local})" in body or f"(local.get {local})" in opening:
                opening = f"(local.set {local} {text}){opening}"
        return f"(func {name} (param $s i32){parameters} {result} {names}\n {opening}{body})\n"


def counted(function: Routine, first: str, bound: str, body: str, local: str, step: int = 1) -> str:
    """A loop in which a local counts from `first` up to, not including, `bound`."""
    out, again = function.label(), function.label()
    return (
        f"(local.set {local} {first})(block {out} (loop {again} (br_if {out} (i32.ge_s (local.get {local}) {bound}))"
        f"{body}(local.set {local} (i32.add (local.get {local}) (i32.const {step})))(br {again})))"
    )


class Data:
    """The tables of a module: byte strings in memory from an address on, deduplicated."""

    def __init__(self, start: int) -> None:
        self.start = start
        self._bytes = bytearray()
        self._known: dict[bytes, int] = {}

    def row(self, raw: bytes) -> int:
        """The address of a byte string."""
        if raw not in self._known:
            self._bytes += bytes(-len(self._bytes) % 8)
            self._known[raw] = self.start + len(self._bytes)
            self._bytes += raw
        return self._known[raw]

    def numbers(self, values: Iterable[int], width: int = 4) -> int:
        """The address of an array of numbers of a width in bytes; numbers must fit as signed or unsigned."""
        listed, kind = list(values), "bhiq"[width.bit_length() - 1]
        if max(listed, default=0) >> 8 * width - 1 > 0:
            kind = kind.upper()
        return self.row(struct.pack(f"<{len(listed)}{kind}", *listed))

    def reserve(self, size: int) -> int:
        """Reserve bytes that are not shared; filled in by `fill`."""
        self._bytes += bytes(-len(self._bytes) % 8)
        at = len(self._bytes)
        self._bytes += bytes(size)
        return self.start + at

    def fill(self, address: int, raw: bytes) -> None:
        """Write reserved bytes."""
        at = address - self.start
        self._bytes[at : at + len(raw)] = raw

    @property
    def content(self) -> bytes:
        """The bytes of all tables."""
        return bytes(self._bytes)


Body = Callable[[Any], str]
"""The body of a loop: the text for an element."""


@dataclass(frozen=True, slots=True)
class Single:
    """A space, the code of a value (`layout.ValueCodes`), or the number of a symmetry.

    `depth` is the loop in which it changes (0: none). `address` is that of the space, on the place with the address
    `base`. `kinds`: whether a value is one of pieces (True), a number (False), or unknown (None).
    """

    text: str
    depth: int = 0
    address: str = ""
    base: str = ""
    kinds: bool | None = None


@dataclass(frozen=True, slots=True)
class BitSet:
    """A group or a line: the address of its bits, its number of words, its least space (`root`).

    If known: its `spaces`, or only their number (`size`), as text.
    """

    address: str
    root: str
    words: int
    depth: int = 0
    spaces: frozenset[int] | None = None
    size: str = ""


@dataclass(frozen=True, slots=True)
class PlaceRef:
    """A place at the table: its seat, its description, the address of its first space."""

    seat: str
    place: PlaceCells
    base: str
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Range:
    """The range of a loop: `write` maps the body for an element, and whether the order matters, to the text of the
    loop.

    It has at most `most` elements. `values`: the indices of the values of pieces that it ranges over, if only over
    such. `part`: the group or line that it ranges over, if any.
    """

    write: Callable[[Body, bool], str]
    most: int
    values: tuple[int, ...] = ()
    part: BitSet | None = None
