"""Structs are dataclasses in all that matters, but for how they are made."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError, dataclass, field, fields, is_dataclass, replace
from typing import Any

import pytest

from tilewright.core import expr as core
from tilewright.core.node import Node
from tilewright.struct import Struct, kept_out, struct


@struct
class Place(Struct):
    name: str
    heights: tuple[int, ...] = ()
    seen: int = kept_out(kw_only=True)


@dataclass(frozen=True)
class Twin:
    """What `Place` would be as a dataclass."""

    name: str
    heights: tuple[int, ...] = ()
    seen: int = field(compare=False, kw_only=True)


@struct
class Counted(Struct):
    low: int
    high: int

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError("nothing is between them")


@struct
class Nothing(Struct):
    """No fields at all."""


@pytest.mark.parametrize("kind", [Place, Twin])
def test_it_is_a_dataclass(kind: Any) -> None:
    """Values are made, compared, hashed, shown, matched and replaced as those of a dataclass."""
    one, other = kind("a", (1, 2), seen=3), kind(name="a", heights=(1, 2), seen=4)
    assert one == other and hash(one) == hash(other) and len({one, other}) == 1
    assert one != kind("a", seen=3) and one != kind("b", (1, 2), seen=3) and one != "a"
    assert repr(one) == f"{kind.__name__}(name='a', heights=(1, 2), seen=3)"
    assert replace(one, name="b", seen=5) == kind("b", (1, 2), seen=0)
    assert kind("a", seen=1).heights == ()
    match one:
        case kind(name, (first, *_)):
            assert (name, first) == ("a", 1)
    assert is_dataclass(kind) and [f.name for f in fields(kind)] == ["name", "heights", "seen"]


@pytest.mark.parametrize("kind", [Place, Twin])
@pytest.mark.parametrize(
    "wrong", [lambda kind: kind(), lambda kind: kind("a", (), 3), lambda kind: kind("a", seen=1, more=2)]
)
def test_wrong_arguments_are_refused(kind: Any, wrong: Any) -> None:
    """A field too few, a field by name given by place, and an unknown one: a `TypeError` each time."""
    for _ in range(2):  # the first value is made in another way than later ones
        with pytest.raises(TypeError):
            wrong(kind)


def test_values_of_different_classes_differ() -> None:
    """A struct equals no value of another class, though the fields be the same."""

    @struct
    class Other(Struct):
        name: str
        heights: tuple[int, ...] = ()
        seen: int = kept_out(kw_only=True)

    assert Other("a", seen=1) != Place("a", seen=1)
    assert Nothing() == Nothing() and hash(Nothing()) == hash(Nothing())


def test_subclasses_have_their_own_fields() -> None:
    """A class made before and after the first value of its base takes its own fields."""

    @struct
    class More(Place):
        more: int = 7

    assert Place("a", seen=1).name == "a"
    assert (More("b", (), 8, seen=1).more, More("b", seen=1).more) == (8, 7)

    @struct
    class Most(More):
        most: int = 9

    assert (Most("c", seen=1).most, Most("c", (), 8, 10, seen=1).most) == (9, 10)


def test_what_is_done_after_init_is_done() -> None:
    """A `__post_init__` runs for the first value and for later ones."""
    for _ in range(2):
        assert Counted(1, 2).high == 2
        with pytest.raises(ValueError, match="between"):
            Counted(2, 1)


def test_values_can_be_copied_and_pickled() -> None:
    """Copies are equal; what a node remembers of its hash, which is of this process, goes along with none."""
    node = core.Compare("<", core.Const(1), core.Const(2))
    hash(node)
    for value in (Place("a", (1,), seen=3), Nothing(), node):
        for made in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
            assert made == value and made is not value
            assert not isinstance(made, Node) or not hasattr(made, "_hash")


def test_threads_may_make_the_first_value() -> None:
    """Several threads that make the first value of a class at once all get theirs."""
    for _ in range(20):

        @struct
        class New(Struct):
            a: int
            b: int = 2

        with ThreadPoolExecutor(6) as threads:
            assert list(threads.map(New, range(50))) == [New(n, 2) for n in range(50)]


def test_defaults_may_be_made() -> None:
    """A default that is made is another one for each value."""

    @struct
    class Kept(Struct):
        names: dict[str, int] = field(default_factory=dict)
        size: int = 3

    one, other = Kept(), Kept(size=4)
    assert one.names == other.names == {} and one.names is not other.names
    assert Kept({"a": 1}).names == {"a": 1} and Kept(names={}).size == 3


@pytest.mark.parametrize("kind", [Place, Twin])
def test_values_cannot_be_changed(kind: Any) -> None:
    """Setting or deleting a field, or anything else, is refused."""
    value = kind("a", seen=1)
    with pytest.raises(FrozenInstanceError):
        value.name = "b"
    with pytest.raises(FrozenInstanceError):
        del value.name
    with pytest.raises(FrozenInstanceError):
        value.more = 1
    assert value == kind("a", seen=1)
