"""A game as one HTML file that is played offline: the compiled game, and the layout of its states.

The page drives the modules like `kernel.wasm.engine`, draws random numbers like `kernel.chance` from the same seeds,
and is drawn by the front end of the studio. So equal moves lead to equal games in both. The code of the page is in
`web/src/offline`, in TypeScript.
"""

from __future__ import annotations

from collections.abc import Mapping

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.walk import find, walk
from tilewright.draw import sprites
from tilewright.draw.pools import Thing, look_of
from tilewright.kernel import flow as f
from tilewright.kernel import layout as cells
from tilewright.kernel.layout import Cells, StateLayout
from tilewright.kernel.table import first_state
from tilewright.kernel.wasm.tables import ARENA_END, CODES
from tilewright.meaning.emit.portable import NotPortable
from tilewright.play.bots.uct import Rollouts, portable_tree
from tilewright.play.match import Match
from tilewright.play.moves import uses_of
from tilewright.play.prompts import MoveFormatter, asked_at, option_texts
from tilewright.play.totals import hidden_parts
from tilewright.studio.boards import thing_words
from tilewright.studio.offline import packed, page
from tilewright.studio.tables import JsonObject
from tilewright.table.game import Game, in_words

_TALLEST = 40
"""Higher stacks are drawn as this high; no game has them."""


def game_page(match: Match) -> str:
    """The page of a new game with the players, cards and layouts of a match. Raises `NotPortable`."""
    check_portable(match)
    return page("game", match.game.names.get("en", match.game.id), data(match))


def check_portable(match: Match) -> None:
    """Raise `NotPortable` for games that a page does not support."""
    layout = match.machine.layout
    if match.machine.turnless:
        raise NotPortable(f"'{match.game.id}' goes on without turns, which a page cannot show yet")
    for number, block in enumerate(layout.flow.blocks):
        if isinstance(block.end, f.Choose) and block.end.level is None:
            raise NotPortable(f"a choice of '{match.game.id}' has no words (block {number})")


def data(match: Match, asked: Mapping[str, core.Expr] | None = None) -> JsonObject:
    """The data of a game; its scores, or the numbers of the expressions `asked`, by name."""
    layout, game = match.machine.layout, match.game
    portable, rollouts = portable_tree(match, asked), Rollouts()
    return {
        "id": game.id,
        "names": list(match.names),
        "runtime": packed(portable.runtime),
        "module": packed(portable.module),
        "called": portable.called,
        "start": packed(bytes(first_state(layout).buffer)),
        "codes": CODES,
        "state": ARENA_END + layout.size,
        "rollouts": [rollouts.limit, rollouts.exploration, rollouts.lead],
        "hides": game.hides,
        "own": game.own_place.name,
        "says_drawn": _says_drawn(match),
        "cells": _cells(layout),
        "heights": {str(seat): list(heights) for seat, heights in match.beginning().heights.items()},
        "seats": _seats(layout),
        "kinds": _kinds(game),
        "sorts": [sorted(sort.kinds) for sort in game.sorts],
        "sided": [bool(sort.sides) for sort in game.sorts],
        "marks": [cap.mark for cap in game.caps],
        "caps": [cap.name for cap in game.caps],
        "owned": [cap.of_players for cap in game.caps],
        "piece": game.piece,
        "counters": _counters(game, layout),
        "table": [{"name": name, "at": layout.counters[name]} for name in game.table_counters],
        "parts": _score_parts(match, portable.scores),
        "values": [value.label for value in layout.values.known],
        "uses": _uses(match),
        "blocks": {
            str(number): found for number, block in enumerate(layout.flow.blocks) if (found := _block(match, block))
        },
        "secrets": [_secret(layout, one) for one in layout.flow.secrets],
        "cards": [{"name": card.name(), "text": MoveFormatter(match.cards).text(card.id)} for card in match.cards],
        "drawn": _drawn(layout),
    }


# ------------------------------------------------------------------ the state


def _cells(layout: StateLayout) -> JsonObject:
    """The byte offsets of fields in a state."""
    names = "pc over under ability asked asked_seat asked_space asked_sort free covered turn draws mover count bag sizes kind below dealt"
    found: JsonObject = {name: getattr(layout, name).offset for name in names.split()}
    flow = layout.flow
    found |= {
        "size": layout.size,
        "pieces": layout.pieces,
        "players": layout.players,
        "counters": len(layout.counters),
        "space": layout.space_cells,
        "firstCap": cells.MARKS + layout.mark_cells,
        "words": layout.set_words,
        "main": flow.main or 0,
        "turnBlock": flow.turn,
        "deals": layout.deals,
        "secret": _slot(layout, flow.secret),
        "round": _round(layout),
        "map": _map(layout),
    }
    return found


def _map(layout: StateLayout) -> JsonObject | None:
    """The offsets of the spaces and patches of a board that grows; None if there is none."""
    if layout.grown is None or layout.of_patches is None:
        return None
    return {
        "seat": layout.grown.seat,
        "patches": layout.of_patches.seat,
        "at": layout.on_map.offset,
        "cells": cells.OF_GROWN,
        "row": cells.ROW,
        "column": cells.COLUMN,
        "tile": cells.TILE,
        "patch": cells.PATCH,
        "patched": layout.patched.offset,
        "patchCells": cells.OF_PATCH,
        "on": cells.ON,
    }


def _round(layout: StateLayout) -> int | None:
    """The offset of the round counter; None unless exactly one statement of the course counts rounds."""
    course = layout.flow.roots.get("course")
    loops = [level.rounds.done for level in course.levels if level.rounds is not None] if course else []
    return _slot(layout, loops[0]) if len(loops) == 1 else None


def _slot(layout: StateLayout, slot: f.Slot) -> int:
    return layout.slots[slot.index].offset


def _says_drawn(match: Match) -> bool:
    """Whether the log says `drew nothing` after a move that draws nothing: not with dice, random picks or piles."""
    picks = find(play.Pick, match.machine.evaluator.play_rules)
    return (
        not match.machine.layout.piles
        and not any(sort.sides for sort in match.game.sorts)
        and not any(pick.random for pick in picks)
    )


def _seats(layout: StateLayout) -> list[JsonObject]:
    found, game = list[JsonObject](), layout.game
    for seat, owner in enumerate(layout.owners):
        place = layout.place_at(seat)
        found.append(
            {
                "name": place.board.name,
                "owner": owner,
                "pool": place.board.pool,
                "patches": place.board.of_patches,
                **sprites.shape_of(place.geometry),
                "hidden": place.board.hidden,
                "pile": place.board.pile,
                "covers": place.board.hides_covered,
                "holds_cards": game.located is not None and game.located.name in place.board.holds,
                "at": Cells(layout.space_at(seat, 0)).offset,
            }
        )
    return found


def _kinds(game: Game) -> list[JsonObject]:
    sided = frozenset().union(*(sort.kinds for sort in game.sorts if sort.sides))
    return [
        {
            "code": kind.code,
            "words": thing_words(Thing(kind.code, kind, look_of(game, kind), (0,)), game),
            "first": kind.first,
            "sides": list(game.stocks[kind.index]) if kind.index in sided else [],
            "card": kind.values.get("card", ""),
        }
        for kind in game.kinds
    ]


def _counters(game: Game, layout: StateLayout) -> list[JsonObject]:
    """The counters of each player, by their number in the state."""
    written = {counter.name: counter.written for counter in game.counters}
    hidden = {counter.name for counter in game.counters if counter.hidden}
    return [
        {
            "at": layout.counters[name],
            "words": in_words(written.get(name, name)),
            "hidden": name in hidden,
            "is": "role" if name in game.roles else "answer" if name in game.answers else "counter",
            "piece": bool(game.answers.get(name)),
        }
        for name in game.numbers
        if name in written or name in game.roles or name in game.answers
    ]


def _score_parts(match: Match, names: tuple[str, ...]) -> list[JsonObject]:
    called, unknown = {card.id: card.name() for card in match.cards}, hidden_parts(match.game, match.cards)
    return [{"name": called.get(name, name), "hidden": name in unknown} for name in names]


def _secret(layout: StateLayout, secret: f.Secret) -> JsonObject:
    return {
        "answers": [layout.counters[name] for name in secret.answers],
        "names": list(secret.answers),
        "pieces": [bool(layout.game.answers[name]) for name in secret.answers],
        "players": _slot(layout, secret.players),
        "asked": _slot(layout, secret.asked),
        "count": _slot(layout, secret.count),
    }


# ------------------------------------------------------------------ choices


def _uses(match: Match) -> list[JsonObject]:
    abilities = [use.ability for use in match.machine.flow.uses]
    wording = MoveFormatter(match.cards)
    return [
        {"text": text, "card": ability.card, "says": wording.text(ability.card)}
        for text, ability in zip(uses_of(abilities), abilities, strict=True)
    ]


def _block(match: Match, block: f.Block) -> JsonObject | None:
    """The choice at a block and the decoding of its answers; None if nobody chooses there."""
    end, layout = block.end, match.machine.layout
    if not isinstance(end, f.Choose):
        return None
    assert end.level is not None
    step, listing = end.level.step, end.listing
    paying = any(step is one for one in walk(*match.machine.evaluator.play_rules.cost))
    found: JsonObject = {
        "asks": asked_at(step),
        "stop": end.stop is not None,
        "paying": paying,
        "decider": _slot(layout, end.decider),
        "about": _about(match, end.level.scope),
        "inside": _inside(end.level),
    }
    found["verb"] = getattr(step, "verb", "")
    if isinstance(step, play.PickNumber | play.Pick) and step.answer:
        found["answer"] = layout.counters[step.answer]
    match listing:
        case f.Options(options):
            says = option_texts(step)
            found |= {"is": "options", "options": [[name, says.get(name, "")] for name, _, _ in options]}
        case f.Confirm():
            found |= {"is": "yes"}
        case f.Numbers(slot=slot):
            found |= {"is": "number", "slot": _slot(layout, slot)}
        case f.Sets(slot=slot, seat=seat):
            found |= {"is": "set", "slot": _slot(layout, slot), "seat": _seat(layout, seat)}
        case f.Elements(slot=slot, seat=seat):
            found |= {"is": slot.sort, "slot": _slot(layout, slot), "seat": _seat(layout, seat)}
            found |= {"next": isinstance(step, play.ForEachInAnyOrder), "moved": _moved(match, end)}
    return found


def _inside(level: f.Level | None) -> list[int]:
    """The path of the next statement within the secret block, by index at each level."""
    found = list[int]()
    while level is not None and not (isinstance(level.step, play.ForEach) and level.step.sealed):
        found.insert(0, level.at)
        level = level.body.outer
    return found


def _about(match: Match, scope: f.Scope) -> list[JsonObject]:
    """Where a card in scope may lie, innermost first: a place and a space (`play.revealed.place_of_card`)."""
    layout, homes = match.machine.layout, match.machine.evaluator.program.homes
    if not match.game.printed:
        return []
    places = {var.id: layout.of_board[name] for name, var in match.machine.evaluator.play_rules.places}
    found = []
    for var in sorted(scope.slots.keys() & homes.keys(), reverse=True):
        slot, home = scope.slots[var], homes[var]
        if slot.sort != core.SPACE or slot.many:
            continue
        if home in scope.slots:
            seat: JsonObject = {"first": 0, "add": _slot(layout, scope.slots[home])}
        elif home in places:
            place = places[home]
            seat = {"first": place.seat, "add": _slot(layout, scope.me) if place.board.each_player else None}
        else:
            continue
        bound = Cells(layout.bound.at + layout.lasting[var]).offset if var in layout.lasting else None
        found.append({"seat": seat, "space": _slot(layout, slot), "bound": bound})
    return found


def _moved(match: Match, end: f.Choose) -> JsonObject | None:
    """The place of the piece that moves to the picked space."""
    layout, listing = match.machine.layout, end.listing
    operations = layout.flow.blocks[end.then].operations
    first = operations[0] if operations else None
    if not isinstance(listing, f.Elements) or not isinstance(first, f.MovePiece) or first.to is None:
        return None
    if first.to.space != listing.slot:
        return None
    return {"seat": _seat(layout, first.piece.seat), "space": _slot(layout, first.piece.space)}


def _seat(layout: StateLayout, seat: f.Seat) -> JsonObject:
    """The first seat of a place, and the slot that is added to it; 0 if the slot holds the seat itself."""
    first = layout.of_board[seat.board.name].seat
    return {"first": 0 if seat.exact else first, "add": None if seat.slot is None else _slot(layout, seat.slot)}


# ------------------------------------------------------------------ what is drawn


def _drawn(layout: StateLayout) -> JsonObject:
    game = layout.game
    boards = [place for place in layout.places if not (place.board.pool or place.board.grows or place.board.of_patches)]
    kept = [sort.kinds for sort in game.sorts if any(place.board.keeps(sort.name) for place in boards)]
    tallest, most = min(layout.pieces, _TALLEST), layout.pieces
    found: JsonObject = {"measures": sprites.MEASURES, "label": sprites.LABEL}
    found["grounds"] = sprites.grounds((place.geometry for place in boards), game)
    if boards:
        found["stacks"] = sprites.stack_parts(game, tallest, frozenset().union(*kept))
    if layout.grown is not None:
        found["map"] = sprites.map_parts(game, layout.players)
    if any(place.board.pool for place in layout.places):
        found["pools"] = sprites.thing_parts(game, most)
    return found
