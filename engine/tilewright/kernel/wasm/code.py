"""Pieces of WebAssembly text: numbers and bits as folded expressions, functions being written, tables in memory, and what variables are bound to."""

from __future__ import annotations

import re
import struct
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from tilewright.kernel.layout import MOST_COUNTED, PlaceCells

S = "(local.get $s)"
"""The address of the state: every function has it as its first parameter."""
LEAST, MOST = -(1 << 31), (1 << 31) - 1
FAR = 1 << 62
"""Beyond all numbers of 32 bits, and what they are computed from."""
WITHIN_LOOP = 8
"""So many rounds of a loop are taken for granted where one has to say what costs less."""


@dataclass(frozen=True, slots=True)
class Code:
    """A number of 32 bits, or a bit: an expression in text, about what it costs, and the bounds of its value.

    `parts` are those of a conjunction. Of a condition that only says that a top shows the value of a loop `shown` is the text of the top
    and `value` that of the value. `agreed` are masks of which a condition only says that they have a bit in common.
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
        """The least and the most that its value can be. What reaches an end of the 32 bits may have been cut there (`within`), so
        that nothing is decided by that end.
        """
        return (-FAR if self.low == LEAST else self.low), (FAR if self.high == MOST else self.high)

    @property
    def known(self) -> int | None:
        """The value, if it is certain."""
        return self.low if LEAST < self.low == self.high < MOST else None

    def __str__(self) -> str:
        return self.text


def const(value: int) -> Code:
    """A constant."""
    return Code(f"(i32.const {value})", 0, value, value)


def within(text: str, cost: int, bounds: tuple[int, int]) -> Code:
    """A number within bounds: a constant where these are equal. Of what goes beyond 32 bits the evaluation itself finds that it is too large."""
    low, high = (max(LEAST, min(end, MOST)) for end in bounds)
    found = Code(text, cost, low, high)
    return found if found.known is None else const(low)


def bit(text: str, cost: int = 1) -> Code:
    """A bit that is not known."""
    return Code(text, cost, 0, 1)


def counted_number(code: Code) -> str:
    """A number that is noted in a state, in text: one that may be larger than there is room for is checked."""
    fits = code.low >= -MOST_COUNTED and code.high <= MOST_COUNTED
    return code.text if fits else f"(call $counted {code})"


def plus(text: str, number: int) -> str:
    """A sum with a constant, in text."""
    return text if number == 0 else f"(i32.add {text} (i32.const {number}))"


def scaled(text: str, number: int) -> str:
    """A product with a constant, in text."""
    if number == 0:
        return "(i32.const 0)"
    if number & (number - 1) == 0:
        return text if number == 1 else f"(i32.shl {text} (i32.const {number.bit_length() - 1}))"
    return f"(i32.mul {text} (i32.const {number}))"


def either(condition: str, then: str, otherwise: str) -> str:
    """A choice between two numbers, in text."""
    return f"(if (result i32) {condition} (then {then}) (else {otherwise}))"


def load(address: str, offset: int = 0, width: str = "16_s") -> str:
    """What lies at an address: a number of 16 bits, or of others (``""``: 32)."""
    return f"(i32.load{width} offset={offset} {address})"


def store(address: str, offset: int, value: str, width: str = "16") -> str:
    """A statement that puts a number at an address."""
    return f"(i32.store{width} offset={offset} {address} {value})"


_TOKEN = re.compile("\\0(\\d+);")
_LOCAL = re.compile(r"\(local\.(get|set|tee) (\$\w+)")
_OUTLINED = 600
"""What is longer, and is asked at several places, becomes a function of its own."""
_ALONE = 300
"""What is no longer needs no function."""
Outliner = Callable[[str], str]
"""Makes a function of a text with ``%`` for its name; gives the name."""


@dataclass(frozen=True, slots=True)
class CachedNumber:
    """A number that is worked out where it is first needed: by `text`, in which others are tokens, once in each round of the loops around it."""

    token: str
    text: str
    level: int
    value: str
    is_known: str

    def site(self, text: str) -> str:
        """The number, in text: worked out so, if it is not known yet."""
        work = f"(local.set {self.is_known} (i32.const 1))(local.tee {self.value} {text})"
        return either(f"(local.get {self.is_known})", f"(local.get {self.value})", work)


@dataclass(eq=False)
class Routine:
    """A function being written: its locals, what its body begins with, and what is worked out once."""

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
        """What is worked out when the function begins, and kept."""
        if key not in self.first:
            self.first[key] = self.local("g"), text
        return f"(local.get {self.first[key][0]})"

    def keep(self, text: str, level: int) -> CachedNumber:
        """A number that is worked out once in so many loops."""
        self.kept.append(CachedNumber(f"\0{len(self.kept)};", text, level, self.local("h"), self.local("f")))
        return self.kept[-1]

    def alone(self, body: str) -> str | None:
        """A short body that needs no locals when what it begins with is written where it is asked; None if it is no such."""
        for local, text in reversed(self.first.values()):
            body = body.replace(f"(local.get {local})", text)
            if len(body) > _ALONE:
                return None
        return None if "(local.get $" in body.replace(S, "") or "(local.set" in body or "\0" in body else body

    def mentions(self, body: str, part: str) -> bool:
        """Whether something is in a body, or in what is kept of it."""
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
        """A body with what is kept in place of the tokens: what is long and asked at several places is a function of its own."""
        if not self.kept:
            return body
        inside = [{int(number) for number in _TOKEN.findall(kept.text)} for kept in self.kept]
        within, sizes = list[set[int]](), list[int]()  # with what is inside of that, and in characters
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
        """A call of a function that works a number out, which gets what is known of others."""
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
    """A loop in which a local goes from a number to before another one."""
    out, again = function.label(), function.label()
    return (
        f"(local.set {local} {first})(block {out} (loop {again} (br_if {out} (i32.ge_s (local.get {local}) {bound}))"
        f"{body}(local.set {local} (i32.add (local.get {local}) (i32.const {step})))(br {again})))"
    )


class Data:
    """The tables of a module: bytes that lie in memory from an address on, each once."""

    def __init__(self, start: int) -> None:
        self.start = start
        self._bytes = bytearray()
        self._known: dict[bytes, int] = {}

    def row(self, raw: bytes) -> int:
        """The address of these bytes."""
        if raw not in self._known:
            self._bytes += bytes(-len(self._bytes) % 8)
            self._known[raw] = self.start + len(self._bytes)
            self._bytes += raw
        return self._known[raw]

    def numbers(self, values: Iterable[int], width: int = 4) -> int:
        """The address of a row of numbers of so many bytes, the least of all or the largest without a sign."""
        listed, kind = list(values), "bhiq"[width.bit_length() - 1]
        if max(listed, default=0) >> 8 * width - 1 > 0:
            kind = kind.upper()
        return self.row(struct.pack(f"<{len(listed)}{kind}", *listed))

    def reserve(self, size: int) -> int:
        """Room for so many bytes at an address that `bytes` does not give out: filled in by `fill`."""
        self._bytes += bytes(-len(self._bytes) % 8)
        at = len(self._bytes)
        self._bytes += bytes(size)
        return self.start + at

    def fill(self, address: int, raw: bytes) -> None:
        """Write what was reserved."""
        at = address - self.start
        self._bytes[at : at + len(raw)] = raw

    @property
    def content(self) -> bytes:
        """All tables."""
        return bytes(self._bytes)


Body = Callable[[Any], str]
"""What a loop does with an element, as text."""


@dataclass(frozen=True, slots=True)
class Single:
    """A space, or a value as its code (`layout.Values`), or a symmetry by its number.

    `depth` says in how many loops it changes; `address` is that of a space on the place with the address `base`.
    `kinds`: a value is one of pieces (True), a number (False), or not known to be either.
    """

    text: str
    depth: int = 0
    address: str = ""
    base: str = ""
    kinds: bool | None = None


@dataclass(frozen=True, slots=True)
class BitSet:
    """A group or a line: the address of its bits, how many words they take, its least space.

    Where they are known, its `spaces`, or only how many they are (`size`), in text.
    """

    address: str
    root: str
    words: int
    depth: int = 0
    spaces: frozenset[int] | None = None
    size: str = ""


@dataclass(frozen=True, slots=True)
class PlaceRef:
    """A place at the table: its seat, the sort of place, the address of its first space."""

    seat: str
    place: PlaceCells
    base: str
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Range:
    """What a loop goes through: a function from what is done with an element to the text of the loop.

    `write` receives whether the order matters. There are `most` elements at most. `values` are the numbers of the values of pieces that it
    goes through, if it goes through nothing else, and `part` the group or line whose spaces they are.
    """

    write: Callable[[Body, bool], str]
    most: int
    values: tuple[int, ...] = ()
    part: BitSet | None = None
