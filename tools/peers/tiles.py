"""The Princess and the Dragon written by hand in plain Python, and played at random: what our rate of decisions stands beside.

It has the decisions that the game file leads to: a space, how the tile is turned, follower or fairy and where, the knight that
goes home, each step of the dragon. What the tiles show is taken from the game; areas are kept along by union-find.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Protocol, TypeVar

STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
AROUND = tuple((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right)
FOLLOWERS = 7
WALK = 6

Place = tuple[int, int]
T = TypeVar("T")


class Shown(Protocol):
    """What a tile shows as it lies: sorts by edge, patches by place of the rim, and the patches beside each."""

    edges: tuple[str, ...]
    rim: tuple[int, ...]
    patches: tuple[str, ...]
    beside: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Tile:
    """A tile in its hand: its land, and what it shows in each turn that differs."""

    land: str
    turns: tuple[Shown, ...]


@dataclass(eq=False)
class Area:
    """An area: where it lies, how many of its rim places touch nothing, and who stands on which place of it."""

    sort: str
    tiles: set[Place]
    loose: int
    shields: int = 0
    followers: list[tuple[int, Place]] = field(default_factory=list)
    cities: list[Area] = field(default_factory=list)
    into: Area | None = None

    def found(self) -> Area:
        """The area that it has become a part of."""
        area = self
        while area.into is not None:
            area = area.into
        return area

    def join(self, other: Area) -> None:
        """Take another area in."""
        self.tiles |= other.tiles
        self.loose += other.loose
        self.shields += other.shields
        self.followers += other.followers
        self.cities += other.cities
        other.followers, other.into = [], self


class RandomTiles:
    """A game that is played at random from `play` on; `decisions` counts the picks among several."""

    def __init__(self, seats: int, tiles: Iterable[Tile], first: Shown, rng: Random) -> None:
        self.rng, self.seats = rng, seats
        self.heap = list(tiles)
        rng.shuffle(self.heap)
        self.aside = list[Tile]()
        self.points, self.camp = [0] * seats, [FOLLOWERS] * seats
        self.faces: dict[Place, Shown] = {}
        self.lands: dict[Place, str] = {}
        self.areas: dict[Place, list[Area]] = {}
        self.free: set[Place] = {(0, 0)}
        self.dragon: Place | None = None
        self.fairy: Place | None = None
        self.decisions = 0
        self.lay((0, 0), first, "meadow")

    def play(self) -> list[int]:
        """To the end; the points."""
        player = 0
        while self.heap:
            self.turn(player)
            player = (player + 1) % self.seats
        for area in {area.found() for on in self.areas.values() for area in on}:
            self.settle(area)
        return self.points

    def pick(self, ways: list[T]) -> T:
        """One of some ways to go on; that is a decision if there are several."""
        self.decisions += len(ways) > 1
        return self.rng.choice(ways) if len(ways) > 1 else ways[0]

    def turn(self, player: int) -> None:
        """A turn from the fairy's point to what it completes."""
        if self.fairy is not None and any(who == player for who, _ in self.standing(self.fairy)):
            self.points[player] += 1
        drawn = self.drawn()
        if drawn is None:
            return
        tile, spaces = drawn
        at = self.pick(list(spaces))
        self.lay(at, self.pick(spaces[at]), tile.land)
        self.act(player, at, tile.land)
        if tile.land == "lair":
            self.walk(player)
        for area in {area.found() for near in ((0, 0), *AROUND) for area in self.near(at, near)}:
            if area.followers and self.complete(area):
                self.settle(area)

    def near(self, at: Place, step: Place) -> list[Area]:
        """The areas of a tile at or around a place."""
        return self.areas.get((at[0] + step[0], at[1] + step[1]), [])

    # -- the tile

    def drawn(self) -> tuple[Tile, dict[Place, list[Shown]]] | None:
        """A tile that can be placed, and where in which turns."""
        while self.heap:
            tile = self.heap.pop()
            if tile.land == "lair" and self.dragon is None:
                self.aside.append(tile)
            elif spaces := self.spaces(tile):
                return tile, spaces
        return None

    def spaces(self, tile: Tile) -> dict[Place, list[Shown]]:
        """Where a tile can be placed, in which turns."""
        found: dict[Place, list[Shown]] = {}
        for row, column in self.free:
            touching = [
                (edge, other.edges[edge - 2])
                for edge, (down, right) in enumerate(STEPS)
                if (other := self.faces.get((row + down, column + right))) is not None
            ]
            turns = [shown for shown in tile.turns if all(shown.edges[edge] == sort for edge, sort in touching)]
            if turns:
                found[row, column] = turns
        return found

    def lay(self, at: Place, shown: Shown, land: str) -> None:
        """Lay a tile, and join its areas with those that they touch."""
        own = [
            Area(sort.split()[-1], {at}, shown.rim.count(patch), "shielded" in sort)
            for patch, sort in enumerate(shown.patches)
        ]
        for patch, area in enumerate(own):
            if area.sort == "field":
                area.cities = [own[other] for other in shown.beside[patch] if own[other].sort == "city"]
        self.faces[at], self.lands[at], self.areas[at] = shown, land, own
        self.free.discard(at)
        for edge, (down, right) in enumerate(STEPS):
            place = at[0] + down, at[1] + right
            other = self.faces.get(place)
            if other is None:
                self.free.add(place)
                continue
            for i in range(3):
                mine = own[shown.rim[3 * edge + i]].found()
                theirs = self.areas[place][other.rim[3 * ((edge + 2) % 4) + 2 - i]].found()
                if mine is not theirs:
                    theirs.join(mine)
                theirs.loose -= 2

    # -- followers, fairy and dragon

    def standing(self, at: Place) -> list[tuple[int, Area]]:
        """Whose followers stand on a tile, and in which area."""
        areas = {area.found() for area in self.areas[at]}
        return [(who, area) for area in areas for who, place in area.followers if place == at]

    def go_home(self, area: Area, one: tuple[int, Place]) -> None:
        """A follower of an area goes back to its owner."""
        area.followers.remove(one)
        self.camp[one[0]] += 1

    def act(self, player: int, at: Place, land: str) -> None:
        """What the land of a tile does as it comes, and a follower or the fairy."""
        on = [(at, area) for area in self.areas[at]]
        if land == "volcano":
            self.dragon = at
            self.heap += self.aside
            self.aside.clear()
            self.rng.shuffle(self.heap)
            on = []
        elif land == "portal":
            on = [
                (place, area) for place, areas in self.areas.items() if self.lands[place] != "volcano" for area in areas
            ]
            on = [(place, area) for place, area in on if place == at or not self.complete(area.found())]
        elif land == "princess":
            for area in {area.found() for area in self.areas[at]}:
                if area.followers and self._hers(at, area):
                    self.go_home(area, self.pick(area.followers))
                    on = []
        open_ = [(place, area) for place, area in on if not area.found().followers] if self.camp[player] else []
        own = {
            place for areas in self.areas.values() for area in areas for who, place in area.followers if who == player
        }
        own -= {self.fairy}
        option = self.pick(["follower"] * bool(open_) + ["fairy"] * bool(own) + ["nothing"])
        if option == "follower":
            place, area = self.pick(open_)
            area.found().followers.append((player, place))
            self.camp[player] -= 1
        elif option == "fairy":
            self.fairy = self.pick(sorted(own))

    def _hers(self, at: Place, area: Area) -> bool:
        """Whether the princess of a tile is in an area."""
        shown = zip(self.faces[at].patches, self.areas[at], strict=True)
        return any("royal" in sort and one.found() is area for sort, one in shown)

    def walk(self, player: int) -> None:
        """Six steps of the dragon, each by the next player."""
        assert self.dragon is not None
        visited = {self.dragon, self.fairy}
        for _ in range(WALK):
            row, column = self.dragon
            ways = [(row + down, column + right) for down, right in STEPS]
            ways = [way for way in ways if way in self.faces and way not in visited]
            if not ways:
                return
            self.dragon = self.pick(ways)
            visited.add(self.dragon)
            for who, area in self.standing(self.dragon):
                self.go_home(area, (who, self.dragon))

    # -- points

    def company(self, area: Area) -> int:
        """How many tiles lie around a cloister."""
        ((row, column),) = area.tiles
        return sum((row + down, column + right) in self.faces for down, right in AROUND)

    def complete(self, area: Area) -> bool:
        """Whether an area can grow no more."""
        if area.sort == "cloister":
            return self.company(area) == len(AROUND)
        return area.sort != "field" and not area.loose

    def worth(self, area: Area) -> int:
        """The points that an area brings."""
        if area.sort == "road":
            return len(area.tiles)
        if area.sort == "cloister":
            return 1 + self.company(area)
        if area.sort == "field":
            return 3 * sum(not city.loose for city in {city.found() for city in area.cities})
        return (1 if area.loose else 2) * (len(area.tiles) + area.shields)

    def settle(self, area: Area) -> None:
        """Pay an area to who has most followers there; they go home."""
        counts = Counter(who for who, _ in area.followers)
        most = max(counts.values(), default=0)
        worth = self.worth(area) if counts else 0
        for who, count in counts.items():
            self.points[who] += worth * (count == most) + 3 * ((who, self.fairy) in area.followers)
        for one in list(area.followers):
            self.go_home(area, one)
