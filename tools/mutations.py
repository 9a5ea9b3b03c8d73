"""Texts changed at random: what tools/fuzz.py tries."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import yaml

Mutation = Callable[[random.Random, str, str], str]
"""Makes a text out of a text, with another one to take parts from."""

_TOKEN = re.compile(r"[\w-]+|\s+|[^\w\s]")
_NUMBER = re.compile(r"\d+")
_NUMBERS = ("0", "1", "7", "99", "1000", "99999", "100000", "-1", "9" * 40, "007", "1.5", "1e9")
_BYTES = (
    b"\0",
    b"\xff",
    b"\t",
    b"\r",
    b"\x85",
    b"\xe2\x80\x9c",
    b"\xef\xbb\xbf",
    b"\x01",
    b"\x1b[31m",
    b"\xc2\x9b",
    b"\xe2\x80\xae",
)
_OPENERS = ("(", "not ", "count of stacks where ", "[", "{a: ", "- ", "any neighbor is a ", "largest (")


@dataclass(frozen=True)
class Seed:
    """A file to start from: its name (which decides how it is read) and its bytes."""

    name: str
    data: bytes


def _spot(rng: random.Random, items: list[str]) -> int:
    return rng.randrange(len(items)) if items else 0


def swap(rng: random.Random, text: str, other: str) -> str:
    """Two tokens change places."""
    tokens = _TOKEN.findall(text)
    one, two = _spot(rng, tokens), _spot(rng, tokens)
    if tokens:
        tokens[one], tokens[two] = tokens[two], tokens[one]
    return "".join(tokens)


def delete(rng: random.Random, text: str, other: str) -> str:
    """A few tokens are left out."""
    tokens = _TOKEN.findall(text)
    start = _spot(rng, tokens)
    del tokens[start : start + rng.randint(1, 4)]
    return "".join(tokens)


def repeat(rng: random.Random, text: str, other: str) -> str:
    """A few tokens stand there several times."""
    tokens = _TOKEN.findall(text)
    start = _spot(rng, tokens)
    part = tokens[start : start + rng.randint(1, 12)]
    return "".join([*tokens[:start], *part * rng.choice((1, 1, 2, 5, 60)), *tokens[start:]])


def splice(rng: random.Random, text: str, other: str) -> str:
    """A few tokens come from another file."""
    tokens, more = _TOKEN.findall(text), _TOKEN.findall(other)
    start, first = _spot(rng, tokens), _spot(rng, more)
    part = more[first : first + rng.randint(1, 8)]
    return "".join([*tokens[:start], *part, *tokens[start + rng.randint(0, 2) :]])


def lines(rng: random.Random, text: str, other: str) -> str:
    """A line is moved, doubled, left out, indented or taken from another file."""
    found = text.split("\n")
    spot, line = _spot(rng, found), rng.choice(other.split("\n"))
    match rng.randrange(5):
        case 0:
            found.insert(_spot(rng, found), found.pop(spot))
        case 1:
            found[spot:spot] = [found[spot]] * rng.choice((1, 2, 200))
        case 2:
            del found[spot]
        case 3:
            found[spot] = " " * rng.randint(0, 9) + found[spot].lstrip()
        case _:
            found.insert(spot, line)
    return "\n".join(found)


def number(rng: random.Random, text: str, other: str) -> str:
    """A number becomes another one."""
    found = list(_NUMBER.finditer(text))
    if not found:
        return text + rng.choice(_NUMBERS)
    chosen = rng.choice(found)
    return text[: chosen.start()] + rng.choice(_NUMBERS) + text[chosen.end() :]


def nest(rng: random.Random, text: str, other: str) -> str:
    """Something opens many times over."""
    spot = rng.randint(0, len(text))
    return text[:spot] + rng.choice(_OPENERS) * rng.choice((3, 20, 400)) + text[spot:]


def deepen(rng: random.Random, text: str, other: str) -> str:
    """Blocks inside blocks at the end of the file."""
    head = rng.choice(("for each row", "for each height", "if points > 1", "choose a space", "for each opponent"))
    levels = rng.choice((3, 6, 11, 40))
    block = "".join(f"{'  ' * i}{head}\n" for i in range(1, levels + 1))
    return f"{text}\n{block}{'  ' * (levels + 1)}score 1 if any space is face-up\n"


def branches(rng: random.Random, text: str, other: str) -> str:
    """A line with all that is indented under it is moved, doubled, left out or taken from another file."""
    found, more = text.split("\n"), other.split("\n")
    start, end = _branch(found, _spot(rng, found))
    part = found[start:end]
    match rng.randrange(4):
        case 0:
            del found[start:end]
        case 1:
            found[end:end] = part
        case 2:
            rest = found[:start] + found[end:]
            spot = _spot(rng, rest)
            found = [*rest[:spot], *_at(part, _depth(rest[spot]) if rest else 0), *rest[spot:]]
        case _:
            first, last = _branch(more, _spot(rng, more))
            found[start:end] = _at(more[first:last], _depth(found[start]))
    return "\n".join(found)


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _branch(found: list[str], start: int) -> tuple[int, int]:
    """The lines from this one to the end of what is indented under it."""
    end = start + 1
    while end < len(found) and _depth(found[end]) > _depth(found[start]):
        end += 1
    return start, end


def _at(part: list[str], depth: int) -> list[str]:
    """Lines moved so that the first one has this indentation."""
    by = depth - _depth(part[0]) if part else 0
    return [" " * max(0, _depth(line) + by) + line.lstrip(" ") for line in part]


def values(rng: random.Random, text: str, other: str) -> str:
    """Of a YAML text, a value is left out, doubled, or becomes one of another text or of another sort."""
    trees = [_tree(text), _tree(other)]
    places = list(_places(trees[0]))
    if not places:
        return text
    owner, key = rng.choice(places)
    more = [holder[place] for holder, place in _places(trees[1])] or [None]
    match rng.randrange(4):
        case 0:
            del owner[key]
        case 1 if isinstance(owner, list):
            owner.insert(key, owner[key])
        case 2:
            owner[key] = rng.choice(more)
        case _:
            owner[key] = rng.choice((None, True, -1, 10**12, 1.5, "", "x" * 300, [], {}, [[]], {"a": 1}))
    return yaml.safe_dump(trees[0], sort_keys=False, allow_unicode=True)


def _tree(text: str) -> Any:
    try:
        return yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError):
        return None


def _places(tree: Any, depth: int = 0) -> Iterator[tuple[Any, Any]]:
    """Every place in a tree of mappings and lists: what holds it, and its key."""
    keys = list(tree) if isinstance(tree, dict) else list(range(len(tree))) if isinstance(tree, list) else []
    for key in keys if depth < 20 else ():
        yield tree, key
        yield from _places(tree[key], depth + 1)


def raw(rng: random.Random, text: str, other: str) -> bytes:
    """Some bytes, strange ones or random ones, anywhere."""
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    for _ in range(rng.randint(1, 4)):
        spot = rng.randint(0, len(data))
        odd = rng.choice(_BYTES) if rng.random() < 0.7 else rng.randbytes(rng.randint(1, 6))
        data[spot : spot + rng.randint(0, 2)] = odd
    return bytes(data)


TEXT_MUTATIONS: tuple[Mutation, ...] = (
    swap,
    delete,
    repeat,
    splice,
    splice,
    lines,
    lines,
    number,
    number,
    nest,
    deepen,
    branches,
    branches,
    values,
)


GENTLE: tuple[Mutation, ...] = (number, lines, branches)


def mutated(rng: random.Random, seed: Seed, other: Seed) -> bytes:
    """The bytes of a seed after one to four mutations; now and then after one that may leave it sound."""
    text, more = (s.data.decode("utf-8", "replace") for s in (seed, other))
    if rng.random() < 0.3:
        return rng.choice(GENTLE)(rng, text, more).encode("utf-8", "surrogatepass")
    for _ in range(rng.randint(1, 4)):
        text = rng.choice(TEXT_MUTATIONS)(rng, text, more)
    return raw(rng, text, more) if rng.random() < 0.1 else text.encode("utf-8", "surrogatepass")
