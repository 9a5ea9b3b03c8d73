"""The moves at one moment, and their notation: what is done and to what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.kernel import flow as f
from tilewright.kernel.interpreter import Interpreter
from tilewright.kernel.layout import TOP, StateLayout
from tilewright.kernel.state import FlatState, location_of, terrain_of
from tilewright.kernel.stops import STOP, Pause, use_code
from tilewright.meaning.domain import Element, SpaceSet
from tilewright.play.state import Move
from tilewright.table.terrain import spoken_at


class IllegalMove(ValueError):
    """A text that is not a move at this moment."""


class Moves(Sequence[Move]):
    """The moves at one moment, computed by `found` on first access."""

    def __init__(self, found: Callable[[], list[Move]]) -> None:
        self._find = found
        self._found: list[Move] | None = None

    @property
    def _all(self) -> list[Move]:
        if self._found is None:
            self._found = self._find()
        return self._found

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Move]:
        return iter(self._all)

    def __getitem__(self, index):  # type: ignore[no-untyped-def]
        return self._all[index]

    def __contains__(self, move: object) -> bool:
        return any(str(known) == str(move) for known in self._all)

    def parse(self, text: str) -> Move:
        """The move that a text means: its notation, or an unambiguous end of it; for an ability, its card.

        Raises `IllegalMove`.
        """
        words = " ".join(text.split()).lower()
        exact = [move for move in self._all if move.text.lower() == words]
        found = exact or [move for move in self._all if move.text.lower().split()[-1] == words]
        found = found or [move for move in self._all if move.kind == "use" and move.text.startswith(f"{words} ")]
        if len(found) != 1:
            raise IllegalMove(f"'{text}' is not a move now" if not found else f"'{text}' can be several moves")
        return found[0]


def moves_of(interpreter: Interpreter, state: FlatState, stop: Pause) -> list[Move]:
    """The moves at a choice; the value of each is its code."""
    at, texts = state.get(interpreter.layout.pc), None
    known, found = _moves_of(interpreter.layout).at(at), list[Move]()
    for code in stop.codes:
        move = known.get(code)
        if move is None:
            end = interpreter.flow.blocks[at].end
            assert isinstance(end, f.Choose)
            texts = texts or _Texts(interpreter, state)
            move = Move(texts.text(end, code), "option" if isinstance(end.listing, f.Options) else "pick", code)
            if _is_lasting(end.listing):
                known[code] = move
        found.append(move)
    return found


def picked_at_random(interpreter: Interpreter, state: FlatState, code: int) -> str:
    """What chance picks with a code, where it chooses from a listing."""
    end = interpreter.flow.blocks[state.get(interpreter.layout.pc)].end
    assert isinstance(end, f.ChooseAtRandom)
    return _Texts(interpreter, state).written(end.listing, code)


def code_text(interpreter: Interpreter, state: FlatState, end: f.Choose | f.ChooseAtRandom, code: int) -> str:
    """The notation of what is chosen with a code."""
    return _Texts(interpreter, state).text(end, code)


def element_text(interpreter: Interpreter, state: FlatState, listing: f.Elements | f.Sets, element: Element) -> str:
    """The notation of an element, picked or not; a group by its first space."""
    if isinstance(element, core.Value):
        return element.label
    if listing.slot.sort == core.PLAYER:
        return f"player {element + 1}"
    seat = interpreter.seat(state, listing.seat)
    return _Texts(interpreter, state).space(seat, element if isinstance(element, int) else element.root)


class _Moves:
    """A cache of moves whose notation does not depend on the state, by block and code."""

    def __init__(self, layout: StateLayout) -> None:
        uses = uses_of([use.ability for use in layout.flow.uses])
        self._everywhere = {use_code(number): Move(text, "use", use_code(number)) for number, text in enumerate(uses)}
        self._everywhere[STOP] = Move("done", "stop", STOP)
        self._known: dict[f.BlockId, dict[int, Move]] = {}

    def at(self, block: f.BlockId) -> dict[int, Move]:
        """The cached moves at a block, by code."""
        if block not in self._known:
            self._known[block] = dict(self._everywhere)
        return self._known[block]


@lru_cache(maxsize=32)
def _moves_of(layout: StateLayout) -> _Moves:
    return _Moves(layout)


def _is_lasting(listing: f.Listing) -> bool:
    """Whether the notation of a code is the same in every state: for a space on a fixed board it is, for a piece of a
    pool not."""
    match listing:
        case f.Options() | f.Confirm():
            return True
        case f.Elements(slot=slot, seat=seat):
            fixed = not (seat.board.pool or seat.board.of_patches or seat.board.grows)
            return slot.sort in (core.VALUE, core.PLAYER) or (slot.sort == core.SPACE and fixed)
    return False


def uses_of(abilities: Sequence[play.Ability]) -> list[str]:
    """The notation for the use of each ability: its card, with a number on a card that has several."""
    cards, numbers = Counter(ability.card for ability in abilities), Counter[str]()
    written = []
    for ability in abilities:
        numbers[ability.card] += 1
        number = f" {numbers[ability.card]}" if cards[ability.card] > 1 else ""
        written.append(f"use {ability.card}{number}")
    return written


class _Texts:
    """Writes the codes of one state in notation."""

    def __init__(self, interpreter: Interpreter, state: FlatState) -> None:
        self._interpreter, self._state = interpreter, state
        self._sets: list[SpaceSet[bool]] | None = None
        self._groups: list[Element] | None = None

    def text(self, end: f.Choose | f.ChooseAtRandom, code: int) -> str:
        """The notation of what is chosen with a code."""
        step, listing = end.level.step if end.level is not None else None, end.listing
        match listing:
            case f.Options(options):
                return options[code][0]
            case f.Confirm():
                return "yes"
            case f.Numbers(low):
                assert isinstance(step, play.PickNumber)
                return f"{step.verb} {self._interpreter.ask(self._state, low) + code}"
            case f.Sets():
                assert isinstance(step, play.PickSome)
                return f"{step.verb} {self._set(listing, code)}"
            case f.Elements():
                assert isinstance(step, play.Pick | play.ForEachInAnyOrder)
                written = self.written(listing, code)
                said = listing.slot.sort == core.PLAYER and isinstance(step, play.ForEachInAnyOrder)
                return written if said else f"{step.verb} {written}"  # `player 2` contains both

    def _set(self, listing: f.Sets, code: int) -> str:
        """A set: a word for each of its elements, or ``none``."""
        if self._sets is None:
            self._sets = self._interpreter.sets(self._state, listing)
        seat = self._interpreter.seat(self._state, listing.seat)
        return " ".join(self.space(seat, space) for space in self._sets[code].members) or "none"

    def written(self, listing: f.Elements, code: int) -> str:
        """An element: a space as ``row,column``, a group by its first space."""
        seat = self._interpreter.seat(self._state, listing.seat)
        sort = listing.slot.sort
        if sort == core.VALUE:
            return self._state.layout.values.value(code).label
        if sort == core.PLAYER:
            return f"player {code + 1}"
        if sort == core.SPACE:
            return self.space(seat, code)
        if self._groups is None:
            self._groups = self._interpreter.listed(self._state, listing)
        return self.space(seat, self._groups[code].root)

    def space(self, seat: int, space: int) -> str:
        """A space, a piece of a pool, or a patch."""
        place = self._state.layout.place_at(seat)
        if place.board.of_patches:
            return self._patch(seat, space)
        if place.board.pool:
            top = self._top(seat, space)
            return self._state.layout.game.kinds[top].code if top >= 0 else "face-down"
        return spoken_at(location_of(self._state, space)) if place.board.grows else place.geometry.spoken(space)

    def _top(self, seat: int, space: int) -> int:
        return self._state.narrow[self._state.layout.space_at(seat, space) + TOP]

    def _patch(self, seat: int, patch: int) -> str:
        """A patch: its space, its kind, and its number among those of the tile if there are several."""
        terrain, kinds = terrain_of(self._state), self._state.layout.game.kinds
        space = terrain.patchwork.spaces[patch]
        own = terrain.patchwork.on[space]
        areas = [kinds[self._top(seat, one)].values["area"] for one in own]
        at = patch - own[0]
        number = f".{areas[: at + 1].count(areas[at])}" if areas.count(areas[at]) > 1 else ""
        return f"{terrain.spoken(space)} {areas[at]}{number}"
