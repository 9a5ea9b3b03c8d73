"""The default setup of a game: the cards that it starts with, and a layout that fits."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from tilewright.core.same import canonical
from tilewright.diagnostics import Diagnostic
from tilewright.packs.pack import Pack
from tilewright.table.card import Card, Layout


def printed_cards(pack: Pack) -> list[str]:
    """The ids of the cards in play by default: those that lie at places or belong to pieces."""
    located = pack.game.located
    classes = [*pack.game.tied, *([located.name] if located is not None else [])]
    return [id for name in classes for id in pack.catalog().printed(name, pack.folder)]


def equal_printed_cards(pack: Pack, cards: Iterable[Card]) -> dict[str, str]:
    """For each card with a printed duplicate (same class and behavior, any name), the id of that duplicate."""
    found = {}
    for card in cards:
        ids = [id for id in pack.catalog().printed(card.category, pack.folder) if id != card.id]
        printed, behavior = map(pack.find_card, ids), _behavior(card)
        equal = next((one.id for one in printed if isinstance(one, Card) and _behavior(one) == behavior), None)
        if equal is not None:
            found[card.id] = equal
    return found


def _behavior(card: Card) -> object:
    """Everything that a card scores and allows, without names, as a value to compare."""
    from tilewright.texts.reading import deed

    conditions = {name: canonical(own) for name, own in card.conditions.items()}
    effects = [(when, deed(ability)) for when, ability in card.effects]
    return card.rule and canonical(card.rule), effects, dict(card.numbers), conditions, card.tiles, card.back is None


def missing_cards(pack: Pack, cards: Iterable[Card]) -> list[str]:
    """The ids of printed cards that belong to pieces of the game but are not in play, so that these pieces have no
    effect."""
    known = {card.id for card in cards}
    printed = (id for name in pack.game.tied for id in pack.catalog().printed(name, pack.folder))
    return [id for id in printed if id not in known]


def one_by_id(cards: Iterable[Card]) -> tuple[Card, ...] | list[Diagnostic]:
    """The cards without duplicates, or a diagnostic if two different cards have the same id."""
    found: dict[str, Card] = {}
    for card in cards:
        first = found.setdefault(card.id, card)
        if first != card:
            places = f"{first.source.path} and {card.source.path}"
            message = f"there are two cards '{card.id}', in {places}; give one of them another id"
            return [Diagnostic.about("TW109", card.id, message)]
    return tuple(found.values())


def fitting_layouts(pack: Pack, sort: str, players: int) -> tuple[Layout, ...] | list[Diagnostic]:
    """The layouts of a class for a number of players, by id; or diagnostics if there is none."""
    fitting = []
    for id in sorted(pack.catalog().files([sort])):
        found = pack.find_layout(id, [sort])
        if not isinstance(found, Layout):
            return found
        if not found.misfit(players):
            fitting.append(found)
    return tuple(fitting) or [Diagnostic.about("TW405", sort, f"the pack has no {sort} for {players} players")]


def drawn_layout(pack: Pack, sort: str, players: int, seed: int) -> Layout | list[Diagnostic]:
    """One of the fitting layouts, drawn by a seed; or diagnostics if there is none."""
    found = fitting_layouts(pack, sort, players)
    return Random(seed).choice(found) if isinstance(found, tuple) else found


def equipped(pack: Pack, named: tuple[Layout, ...], players: int, seed: int) -> dict[str, Layout] | list[Diagnostic]:
    """A layout for every board that has layouts: the named one, or one drawn by the seed; or diagnostics."""
    found = {layout.category: layout for layout in named}
    for definition in pack.game.layouts:
        if definition.name not in found:
            drawn = drawn_layout(pack, definition.name, players, seed)
            if isinstance(drawn, list):
                return drawn
            found[definition.name] = drawn
    return found
