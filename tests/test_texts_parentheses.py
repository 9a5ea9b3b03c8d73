"""Rules that are written from texts are read back as what they were: no condition takes words that stand behind it."""

from __future__ import annotations

import re
from functools import cache
from random import Random

from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

from phrasebooks import book
from tilewright.check.fragments import read_fragment
from tilewright.core.same import canonical
from tilewright.table.card import Card
from tilewright.texts.chart import Tree
from tilewright.texts.layout import layout
from tilewright.texts.trying import try_rules

COUNTED = ("N", "N2", "N3")
ABOUT_ITS_PARTS = re.compile(r"\bits (?:new|shrine)|\bof its\b|groups of|runs of|pairs of|of it\b")
"""Where a noun with a name of its own is not what its condition describes: in `its dragons` the condition is about `it`."""


def tree(name: str, **parts: Tree) -> Tree:
    """A phrase with its parts."""
    card = book().card
    return card.remade(Tree(card.table.functions[name], parts))


def number(value: int) -> Tree:
    return Tree(None, {}, value)


def shrines() -> Tree:
    return tree("Plain", NA=tree("Capped", Noun=tree("game:shrine")))


@cache
def conditions() -> list[Tree]:
    """Conditions of things, said in different ways."""
    return [
        tree("OnBorder"),
        tree("NotA", M=tree("InCorner")),
        tree("FloorMin", K=number(2)),
        tree("Beside", Q=tree("AtLeast", K=number(2)), N=shrines()),
        tree("FloorEither", K=number(1), K2=number(3)),
    ]


@cache
def phrases() -> dict[str, list[str]]:
    """The phrases of each category that have words of their own, and the categories that it includes."""
    table = book().card.table
    found: dict[str, list[str]] = {}
    for name, fields in table.patterns.items():
        phrase = table.functions[name]
        if "" in fields and not phrase.general and not phrase.local and not name.startswith(("Hole", "Back", "New")):
            found.setdefault(phrase.category, []).append(name)
    for one, other in table.kinds:
        found.setdefault(other, []).append(f"is {one}")
    return found


def drawn(rng: Random, category: str, depth: int) -> Tree | None:
    """A random phrase; none when there is none so small."""
    if category.rstrip("23") == "K":
        return number(rng.randint(1, 4))
    if category.rstrip("23") in ("N", "NA"):
        return shrines() if category[0:2] != "NA" else tree("Capped", Noun=tree("game:shrine"))
    for _ in range(8):
        name = rng.choice(phrases().get(category.rstrip("23"), ["none"]))
        if name.startswith("is "):
            found = drawn(rng, name[3:], depth)
        else:
            found = phrase(rng, name, depth)
        if found is not None:
            return found
    return None


def phrase(rng: Random, name: str, depth: int) -> Tree | None:
    """A random phrase of that name."""
    patterns = book().card.table.patterns.get(name)
    if patterns is None:
        return None
    slots = {slot.name: slot for known in patterns.values() for slot in known[0].slots()}
    if slots and depth <= 0:
        return None
    parts = {slot: drawn(rng, slots[slot].category, depth - 1) for slot in slots}
    said = {slot: kid for slot, kid in parts.items() if kid is not None}
    found = tree(name, **said) if len(said) == len(slots) else None
    return found if found is not None and found.meaning is not None else None


def with_thing(of: Tree, said: Tree) -> Tree:
    """A phrase with other things wherever things are counted."""
    if of.function is None:
        return of
    parts = {slot: said if slot in COUNTED else with_thing(kid, said) for slot, kid in of.kids.items()}
    return tree(of.function.name, **parts)


@settings(max_examples=400, deadline=None, phases=[Phase.generate])
@given(st.integers(0, 10**9))
def test_a_condition_takes_nothing_that_stands_behind_it(seed: int) -> None:
    """A rule about things with a condition is the rule about a noun that a `let` gives the condition.

    `count of shrines where (it is on floor 2) is even` is not: the condition took the rest.
    """
    rng = Random(seed)
    found = drawn(rng, "S", 3)
    assume(found is not None and any(slot in COUNTED for slot in slots_of(found)))
    card, condition = book().card, rng.choice(conditions())
    described = tree("Mod", N=shrines(), M=condition)
    rule = card.text(with_thing(found, described))
    named = card.text(with_thing(found, tree("Plain", NA=tree("NewN"))))
    assume(rule is not None and named is not None and not ABOUT_ITS_PARTS.search(named))
    expected = read_fragment(layout(f"let new-thing be a {card.text(described)} ; {named}"), card.game)
    assume(isinstance(expected, Card))
    written = read_fragment(layout(rule), card.game)
    assert isinstance(written, Card), rule
    assert written.rule is not None and expected.rule is not None
    same = canonical(written.rule) == canonical(expected.rule)
    assert same or try_rules(card.game, written.rule, expected.rule).verdict != "different", rule


def slots_of(of: Tree) -> list[str]:
    """The names of all parts inside a phrase."""
    return [*of.kids, *(slot for kid in of.kids.values() for slot in slots_of(kid))]
