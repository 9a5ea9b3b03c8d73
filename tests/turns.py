"""A turn of Dragon Castle in plain Python, written from the rules: what can come of it, step by step.

Nothing of tilewright is used here, so that its play can be compared with this. `after` says what can
come next at a moment. Spirits known: abyss, cunning, deception, destruction, faith, strength.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from moments import Moment, Stack, gain, put, sides, without

WORTH = {3: 2, 4: 2, 5: 3, 6: 5, 7: 6, 8: 8}
SPECIAL = "YWD"
SHRINES, TOKENS = 40, 7


def available(m: Moment) -> list[int]:
    """Spaces of the castle whose top tile has nothing beside it, on its floor, at the left or the right."""
    found = []
    for space, pile in enumerate(m.castle):
        long = sides(space, m.widths[1], len(m.castle))[:2]
        if pile and any(side is None or len(m.castle[side]) < len(pile) for side in long):
            found.append(space)
    return found


def matching(m: Moment) -> list[int]:
    """Spaces of the castle from which the second tile of a pair may be taken."""
    code, (space, floor) = m.hand[0], m.first
    found = {s for s in available(m) if m.castle[s][-1] == code}
    for spirit in m.used:
        if spirit == "deception":
            around = sides(space, m.widths[1], len(m.castle))
            found = {side for side in around if side is not None and len(m.castle[side]) == floor}
        elif spirit == "abyss":
            found |= {s for s in available(m) if m.castle[s][-1][0] == code[0]}
    return sorted(found)


def groups(m: Moment) -> Iterator[frozenset[int]]:
    """Groups of adjacent face-up tiles of one type."""
    seen: set[int] = set()
    for start, own in enumerate(m.realm):
        if own.up and start not in seen:
            group, edge = {start}, [start]
            while edge:
                for side in sides(edge.pop(), m.widths[0], len(m.realm)):
                    if side is not None and side not in group and m.realm[side].up[:1] == own.up[0]:
                        group.add(side)
                        edge.append(side)
            seen |= group
            yield frozenset(group)


def sets(m: Moment) -> list[frozenset[int]]:
    """Groups of 4 or more."""
    return [group for group in groups(m) if len(group) >= 4]


def consolidated(m: Moment, group: frozenset[int]) -> Moment:
    """A set turned face-down for its points, before shrines are built on it."""
    type = m.realm[min(group)].up[0]
    worth = WORTH.get(len(group), len(group)) + (type == "D")
    for space in group:
        m = put(m, space, Stack(m.realm[space].down + 1))
    builds = 2 if type in SPECIAL else 1
    return gain(m, "points", worth)._replace(phase="build", group=group, builds=builds, fresh=m.fresh | group)


def built(m: Moment, spaces: frozenset[int]) -> Iterator[Moment]:
    """One shrine from the reserve on one of some face-down tiles."""
    for space in spaces:
        if m.reserve[m.mover] and m.realm[space].down and m.realm[space].open:
            yield put(gain(m, "reserve", -1), space, m.realm[space]._replace(shrine=True))


# ------------------------------------------------------------------ the steps of a turn


def action(m: Moment) -> Iterator[Moment]:
    """Take an available tile of the top floor, or summon."""
    top = max(map(len, m.castle))
    for space in available(m):
        if len(m.castle[space]) == top:
            yield without(m, space)._replace(phase="kind", hand=(m.castle[space][-1],), first=(space, top))
    if top <= 1 and sum(m.tokens) < TOKENS:
        yield gain(m, "tokens", 1)._replace(phase="place")


def kind(m: Moment) -> Iterator[Moment]:
    """Pair, tile and shrine, or discard."""
    yield m._replace(phase="pair")
    shrines = sum(m.reserve) + sum(own.shrine for realm in m.realms for own in realm)
    yield gain(m, "reserve", int(shrines < SHRINES))._replace(phase="place")
    yield gain(m, "points", 1)._replace(phase="place", hand=())


def pair(m: Moment) -> Iterator[Moment]:
    """The second tile."""
    for space in matching(m):
        yield without(m, space)._replace(phase="place", hand=tuple(sorted((*m.hand, m.castle[space][-1]))))


def place(m: Moment) -> Iterator[Moment]:
    """One tile of the hand on an open space; if there is none, the tile is discarded."""
    if not m.hand:
        yield m._replace(phase="sets")
    spaces = [space for space, own in enumerate(m.realm) if own.open]
    for code in sorted(set(m.hand)):
        i = m.hand.index(code)
        rest = m._replace(hand=m.hand[:i] + m.hand[i + 1 :])
        yield from (put(rest, space, Stack(m.realm[space].down, code)) for space in spaces)
        if not spaces:
            yield rest


def all_sets(m: Moment) -> Iterator[Moment]:
    """One set after another, in any order; while tiles are to be placed, not those that wait for them."""
    found = [group for group in sets(m) if not m.hand or not group & m.waiting]
    yield from (consolidated(m, group) for group in found)
    if not found and m.back:
        *rest, (phase, group, builds) = m.back
        yield m._replace(phase=phase, group=group, builds=builds, back=tuple(rest))
    elif not found:
        yield m._replace(phase="end")


def build(m: Moment) -> Iterator[Moment]:
    """One more shrine on the set, or no more."""
    if m.builds:
        yield from built(m._replace(builds=m.builds - 1), m.group)
    yield m._replace(phase="sets", group=frozenset(), builds=0)


def end(m: Moment) -> Iterator[Moment]:
    """The next player's turn, unless the round is full and the track's tokens are taken."""
    count = len(m.realms)
    mover = (m.mover + 1) % count
    over = mover == 0 and sum(m.tokens) >= count
    yield Moment(*m[:6], mover=mover, turn=m.turn + 1, over=over)


STEPS = {
    "action": action,
    "kind": kind,
    "pair": pair,
    "place": place,
    "sets": all_sets,
    "build": build,
    "end": end,
}


def use(m: Moment, spirit: str) -> Iterator[Moment]:
    """A Spirit used now: its cost, a face-up tile or a shrine, then what it does."""
    m = m._replace(due=frozenset().union(*sets(m)))
    if m.hand:
        m = m._replace(waiting=m.waiting | m.due)
    paid = [put(m, space, Stack(own.down)) for space, own in enumerate(m.realm) if own.up and space not in m.due]
    if m.reserve[m.mover]:
        paid.append(gain(m, "reserve", -1))
    for then in paid:
        then = then._replace(used=(*m.used, spirit))
        match spirit:
            case "destruction":
                hoping = m.phase == "pair" and "deception" not in m.used
                yield from (destroyed(then, space, hoping) for space in available(then))
            case "faith":
                yield from built(then, then.fresh)
            case "cunning":
                yield from (consolidated(aside(then), group) for group in groups(then) if len(group) == 3)
            case "strength":
                once = list(moved(aside(then)))
                yield from (known for _, known in once)
                yield from (twice for to, known in once for _, twice in moved(known, but=to))
            case "abyss" | "deception" if m.phase == "pair":
                yield then


def destroyed(m: Moment, space: int, hoping: bool) -> Moment:
    """Without a tile of the castle; what comes to light there may be hoped to make a pair."""
    left = without(m, space)
    return left._replace(hoped=hoping and bool(left.castle[space]) and space in available(left))


def paired(m: Moment, spirits: tuple[str, ...]) -> bool:
    """Whether there is a second tile for a pair, with a Spirit that helps to one too."""
    paid = bool(m.reserve[m.mover]) or any(own.up for own in m.realm)
    helping = {"abyss", "deception"}.intersection(spirits).difference(m.used) if paid else ()
    return bool(matching(m)) or any(matching(m._replace(used=(*m.used, spirit))) for spirit in helping)


def aside(m: Moment) -> Moment:
    """What is being done is put off until the sets that a Spirit makes are consolidated."""
    return m._replace(phase="sets", back=(*m.back, (m.phase, m.group, m.builds)))


def moved(m: Moment, but: int | None = None) -> Iterator[tuple[int, Moment]]:
    """A top tile without a shrine, of no set that is due, on another space, by the placing rules; and that space."""
    for space, own in enumerate(m.realm):
        if (own.up or own.down) and not own.shrine and space not in m.due and space != but:
            left = put(m, space, Stack(own.down) if own.up else Stack(own.down - 1))
            for to, there in enumerate(left.realm):
                if to != space and there.open:
                    landed = Stack(there.down, own.up) if own.up else Stack(there.down + 1)
                    yield to, put(left, to, landed)


@cache
def after(m: Moment, spirits: tuple[str, ...] = ()) -> tuple[Moment, ...]:
    """What can come next at a moment."""
    found = list(STEPS[m.phase](m))
    if m.phase == "pair" and not paired(m, spirits):
        return (m._replace(phase="place"),) if m.hoped else ()
    for spirit in spirits:
        if spirit not in m.used:
            found += use(m, spirit)
    return tuple(found)


@cache
def lines(m: Moment, turns: int) -> int:
    """In how many ways so many turns can be played: different choices, or the same in another order."""
    if m.turn == turns or m.over:
        return 1
    return sum(lines(then, turns) for then in after(m))


def ends(m: Moment, turns: int, spirits: tuple[str, ...] = ()) -> set[str]:
    """What can lie on the table after so many turns, or when the game has ended before."""
    seen, edge, found = {m}, [m], set()
    while edge:
        known = edge.pop()
        if known.turn == turns or known.over:
            found.add(str(known))
        else:
            new = set(after(known, spirits)) - seen
            seen |= new
            edge += new
    return found
