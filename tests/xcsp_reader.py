"""A small reader of XCSP3: all solutions of a small file by trying, for tests of the export."""

from __future__ import annotations

import operator
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from math import prod

Assignment = dict[str, int]
Check = tuple[frozenset[str], Callable[[Assignment], bool]]

_COMPARE = {"eq": operator.eq, "ge": operator.ge, "le": operator.le, "gt": operator.gt}
_OPERATE: dict[str, Callable[[list[int]], int]] = {
    "add": sum,
    "mul": prod,
    "max": max,
    "eq": lambda values: int(values[0] == values[1]),
}
_TOKEN = re.compile(r"\s*([A-Za-z_]\w*|-?\d+|[(),])")


class Reader:
    """The variables, constraints and objective of an XCSP3 text, for what the export writes."""

    def __init__(self, text: str) -> None:
        self.root = ET.fromstring(text)
        self.domains = {var.attrib["id"]: _values(var.text or "") for var in self.root.iter("var")}
        constraints = self.root.find("constraints")
        assert constraints is not None
        self.checks = [_check(element) for element in constraints]
        way = self.root.find("objectives/*")
        self.maximized = None if way is None else way.tag == "maximize"
        self.goal = None if way is None or way.text is None else way.text.strip()

    def solutions(self) -> Iterator[Assignment]:
        """All assignments that keep every constraint."""
        names = list(self.domains)
        place = {name: i for i, name in enumerate(names)}
        due: list[list[Check]] = [[] for _ in names]
        for check in self.checks:
            due[max(place[name] for name in check[0])].append(check)
        yield from self._extended({}, names, due)

    def _extended(self, known: Assignment, names: list[str], due: list[list[Check]]) -> Iterator[Assignment]:
        if len(known) == len(names):
            yield dict(known)
            return
        name = names[len(known)]
        for value in self.domains[name]:
            known[name] = value
            if all(holds(known) for _, holds in due[len(known) - 1]):
                yield from self._extended(known, names, due)
            del known[name]

    def best(self) -> int | None:
        """The best value of the objective, None without a solution."""
        assert self.goal is not None
        values = [found[self.goal] for found in self.solutions()]
        return (max if self.maximized else min)(values) if values else None


def _values(text: str) -> list[int]:
    spans = [word.split("..") for word in text.split()]
    return [value for span in spans for value in range(int(span[0]), int(span[-1]) + 1)]


def _check(element: ET.Element) -> Check:
    if element.tag == "intension":
        tokens = _TOKEN.findall(element.text or "")
        names = frozenset(t for t in tokens if re.match(r"[A-Za-z_]", t) and t not in _OPERATE)
        return names, lambda known: bool(_value(list(tokens), known))
    assert element.tag == "sum"
    names = (element.findtext("list") or "").split()
    coefs = [int(word) for word in (element.findtext("coeffs") or "").split()] or [1] * len(names)
    condition = re.fullmatch(r"\((\w+),(-?\d+)\)", (element.findtext("condition") or "").strip())
    assert condition is not None
    compare, end = _COMPARE[condition[1]], int(condition[2])
    pairs = list(zip(names, coefs, strict=True))
    return frozenset(names), lambda known: compare(sum(c * known[n] for n, c in pairs), end)


def _value(tokens: list[str], known: Assignment) -> int:
    """Reads one expression off the front of the tokens."""
    token = tokens.pop(0)
    if token not in _OPERATE:
        return known[token] if token in known else int(token)
    assert tokens.pop(0) == "("
    values = [_value(tokens, known)]
    while tokens.pop(0) == ",":
        values.append(_value(tokens, known))
    return _OPERATE[token](values)
