"""Pieces of WebAssembly text: numbers and bits as folded expressions, functions being written, tables in memory."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

S = "(local.get $s)"
"""The address of the state: every function has it as its first parameter."""
LEAST, MOST = -(1 << 31), (1 << 31) - 1
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
    def known(self) -> int | None:
        """The value, if it is certain."""
        return self.low if self.low == self.high else None

    def __str__(self) -> str:
        return self.text


class OutOfRange(Exception):
    """A number of a game can become too large for 32 bits."""


def const(value: int) -> Code:
    """A constant."""
    if not LEAST <= value <= MOST:
        raise OutOfRange(str(value))
    return Code(f"(i32.const {value})", 0, value, value)


def bit(text: str, cost: int = 1) -> Code:
    """A bit that is not known."""
    return Code(text, cost, 0, 1)


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


@dataclass(eq=False)
class Routine:
    """A function being written: its locals, and what its body begins with."""

    locals: list[str] = field(default_factory=list)
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
        """The address of a row of numbers of so many bytes."""
        return self.row(b"".join(value.to_bytes(width, "little", signed=value < 0) for value in values))

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


def with_bounds(code: Code, low: int, high: int) -> Code:
    """The same number, of which one knows more."""
    return replace(code, low=max(code.low, low), high=min(code.high, high))
