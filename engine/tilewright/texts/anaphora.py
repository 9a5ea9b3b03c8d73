"""What words like "one" and "those" refer to: things that the text has mentioned before.

Tables have them as phrases of the card language (`BACK`), which has no word for them. Behind a phrase with a condition
of its own, "one in a corner", they are the thing without its conditions; alone they are the thing as it was mentioned,
or without its conditions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

from tilewright.texts.chart import Tree

BACK, BACK_PLAIN = "Back", "Plain"
"""The phrase that is a noun that refers back, and the one that is only a noun."""
WHOLE = ("BackN", "BackG")
"""The phrases that refer to things, or to groups, as a whole."""
THINGS, NOUNS, LINES = "N", "NA", "L"
"""The categories of things, of things without conditions, and of lines."""
ATTRIBUTE = "Attr"
"""The category of what things have one of: a kind, a number, a height."""
GENERAL_THINGS = ("Nm", "Nb", "Nc", NOUNS)
"""The categories of things in general phrases."""
AGAIN, SUBJECT = "Again", "U"
"""The part of a phrase that names again what one of its parts is about ("..., that row"), and this part."""
AMOUNTS = ("Ag", "Ah")
"""The parts that are an amount of something, which may be named again beside it: "per piece of your largest group of pieces"."""
ROWS = ("E", "EL")
"""The categories of the rows of a table, which may name again what is counted: "1 row: 2 points, 2 rows: 5 points"."""
ANY_THING = ("Stack", "Piece", "APiece")
"""What things of any kind may be named again: "that stack"."""
MOST_MENTIONED = 2
"""How many things are considered, the last ones that were mentioned."""


def resolved(tree: Tree, with_meaning: Callable[[Tree], Tree]) -> Iterator[Tree]:
    """A tree with what its words refer to, in every way; itself when it has no such words."""
    if not _named_again(tree):
        return
    if not _refers(tree):
        yield tree
        return
    for choice in range(2 * MOST_MENTIONED):
        found = _resolved(tree, choice, [], with_meaning)
        if found is not None:
            yield found


def _named_again(tree: Tree, counted: tuple[Tree, ...] = ()) -> bool:
    """Whether everything that is named again has the name that it had; in the rows of a table that of what is `counted`."""
    again = tree.kids.get(AGAIN)
    named = [head(name) for name in again.kids.values()] if again is not None else []
    subject = head(tree.kids[SUBJECT]) if SUBJECT in tree.kids else None
    own = all(subject is None or _same(name, subject) for name in named)
    if _is_rows(tree) and counted:
        own = own and all(any(_same(name, noun) for noun in counted) for name in _nouns(tree))
    if amounts := [noun for name in AMOUNTS if name in tree.kids for noun in _nouns(tree.kids[name])]:
        units = (noun for name, kid in tree.kids.items() if name not in AMOUNTS for noun in _nouns(kid))
        own = own and all(any(_same(unit, noun) for noun in amounts) for unit in units)
    mentioned = (*counted, *_nouns(tree)) if any(map(_is_rows, tree.kids.values())) else ()
    return own and all(_named_again(kid, mentioned if _is_rows(kid) else counted) for kid in tree.kids.values())


def _is_rows(tree: Tree) -> bool:
    return tree.function is not None and tree.function.category in ROWS


def _nouns(tree: Tree) -> Iterator[Tree]:
    """The nouns in a phrase, but not those in the rows of a table."""
    for name, kid in tree.kids.items():
        if name in (SUBJECT, LINES, THINGS, NOUNS, ATTRIBUTE):
            yield head(kid)
        if not _is_rows(kid):
            yield from _nouns(kid)


def head(tree: Tree) -> Tree:
    """The noun that a thing is called by, without what is said of it."""
    named = (tree.kids[name] for name in (LINES, THINGS, NOUNS) if name in tree.kids)
    kid = next(named, None)
    return tree if kid is None else head(kid)


def _same(again: Tree, noun: Tree) -> bool:
    if _is(again, *ANY_THING):
        return noun.function is not None and noun.function.category in (THINGS, NOUNS)
    if ATTRIBUTE in again.kids and len(again.kids) == 1:
        return _same(again.kids[ATTRIBUTE], noun)
    return (again.meaning, again.value) == (noun.meaning, noun.value)


def _refers(tree: Tree) -> bool:
    return _is(tree, BACK, *WHOLE) or any(map(_refers, tree.kids.values()))


def _is(tree: Tree, *names: str) -> bool:
    return tree.function is not None and tree.function.name in names


def _resolved(tree: Tree, choice: int, before: list[Tree], with_meaning: Callable[[Tree], Tree]) -> Tree | None:
    """A tree with one of the things `before` it in place of its words, to which its own are added."""
    if tree.function is None:
        return tree
    if _is(tree, *WHOLE, BACK):
        others = GENERAL_THINGS if tree.function.category == THINGS else ()
        return _referred(before, choice, tree.function.category, *others)
    if _is(tree, BACK_PLAIN) and any(_is(kid, BACK) for kid in tree.kids.values()):
        return _referred(before, choice, THINGS, *GENERAL_THINGS)
    kids = {}
    for name, kid in tree.kids.items():
        found = _resolved(kid, choice, before, with_meaning)
        if found is None:
            return None
        kids[name] = found
    changed = any(kids[name] is not kid for name, kid in tree.kids.items())
    made = with_meaning(replace(tree, kids=kids)) if changed else tree
    before.append(made)
    return made if made.meaning is not None else None


def _referred(before: list[Tree], choice: int, *categories: str) -> Tree | None:
    """The thing that is meant: the last ones first, each as it was mentioned and then without its conditions.

    It is of the first category; of the others if none of that was mentioned.
    """
    own, *others = categories
    mentioned = _mentioned(before, [own]) or _mentioned(before, others)
    return next(islice(mentioned.values(), choice, None), None)


def _mentioned(before: list[Tree], categories: list[str]) -> dict[object, Tree]:
    """The things of some categories that were mentioned, by what they mean, the last ones first; a noun with its adjectives."""
    found: dict[object, Tree] = {}
    within: set[int] = set()
    for tree in reversed(before):
        if tree.function is None or tree.function.category not in categories:
            continue
        if id(tree) not in within:
            found.setdefault(tree.meaning, tree)
        if tree.function.category == NOUNS and len(categories) > 1:
            within.update(map(id, tree.kids.values()))
    return found
