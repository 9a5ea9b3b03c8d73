"""Functions that differ only in the slots that they look at share one body, which gets the addresses as parameters.

Each verb and each ability has slots of its own, so what is asked in several of them is the same text but for some offsets.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass

_MOST_PARAMETERS = 24
_WORTHWHILE = 400
"""Shorter functions are not shared: the call would take as much code."""
_SLOT = re.compile(
    r"\(i32\.add \(local\.get \$s\) \(i32\.const (\d+)\)\)"
    r"|offset=(\d+) \(local\.get \$s\)"
    r"|offset=(\d+) \(i32\.add \(local\.get \$s\)(?! \(i32\.const)"
)
"""How the address of a slot occurs in text."""
_FORMS = (
    ("(i32.add (local.get $s) (i32.const {}))", "(local.get {})"),
    ("offset={} (local.get $s)", "(local.get {})"),
    ("offset={} (i32.add (local.get $s)", "(i32.add (local.get {})"),
)
"""The same with the number of the slot, and with a parameter that holds the address."""
_CALL = re.compile(r"\(call \$f\d+ \(local\.get \$s\)")
_HEAD = re.compile(r"\(func % \(param \$s i32\)((?:\(param \$\w+ i32\))*) (\(result i32\))?")


@dataclass(frozen=True, slots=True)
class _Function:
    """A function by its name: its text, and the slots in it in the order of their occurrence."""

    name: str
    text: str
    slots: tuple[int, ...] = ()

    @property
    def named(self) -> str:
        return self.text.replace("(func %", f"(func {self.name}", 1)


def shared_bodies(functions: Mapping[str, str], is_slot: Callable[[int], bool], called: Container[str]) -> str:
    """The text of functions. They are given by their texts, which have ``%`` in place of the name; some are `called` by the runtime."""
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
    """A text with marks in place of slots, each the number of a form, and the slots."""
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
    """One function for a group, with the slots that differ as parameters after the state."""
    body, *rest = template.split("\0")
    for column, part in zip(columns, rest, strict=True):
        fixed, given = _FORMS[int(part[0])]
        body += (given.format(varying[column]) if column in varying else fixed.format(column[0])) + part[1:]
    parameters = "".join(f"(param {name} i32)" for name in varying.values())
    return f"(func {group[0].name}x (param $s i32){parameters}{body[len('(func % (param $s i32)') :]}"


def _passed_on(function: _Function, call: str) -> str:
    """A function that calls the one with its body."""
    head = _HEAD.match(function.text)
    assert head is not None
    given = "".join(f" (local.get {name})" for name in re.findall(r"\$\w+", head[1]))
    return f"(func {function.name} (param $s i32){head[1]} {head[2] or ''} {call}{given}))\n"
