"""Transcripts of play in the pages of the language: a ``play`` block under a card or a game.

Its lines up to the first of `play`, `moves` and `not` set the table: boards (those of the players in
turn order) in notation, and counters of the first player, who moves. Then `play` plays moves, `moves`
lists all there are, `not` one that there is not, and a board or counter says how it is by then.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from plays import NAMES
from tilewright import parse_board
from tilewright.play.match import Match
from tilewright.table.board import parse_pool
from tilewright.table.card import Card
from tilewright.table.game import Game
from tilewright.table.position import Player, Position

Lines = list[tuple[str, str]]


def follow(text: str, game: Game, cards: Iterable[Card]) -> str:
    """The transcript as it really goes."""
    lines = [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in text.splitlines())]
    start = next(i for i, (word, _) in enumerate(lines) if word in ("play", "moves", "not"))
    match = _begin(lines[:start], game, list(cards))
    width = max(len(word) for word, _ in lines)
    return "".join(
        f"{word:{width}} {rest if i < start else _step(match, word, rest)}\n" for i, (word, rest) in enumerate(lines)
    )


def _step(match: Match, word: str, said: str) -> str:
    """Do a line of a transcript; what it should say."""
    known = [str(move) for move in match.moves]
    if word == "play":
        for move in said.split("; "):
            match.play(move)
        return said
    if word == "moves":
        return "; ".join(known)
    if word == "not":
        assert said not in known, f"'{said}' is a move: {known}"
        return said
    if word in [board.name for board in match.game.boards]:
        player, position = match.position().players[0], match.position()
        return repr(position.boards.get(word, player.pools.get(word, player.board))) or "."
    return str(match.state.table.counters[0][_counter(match.game, word)])


def _counter(game: Game, word: str) -> str:
    return next(counter.name for counter in game.counters if word in (counter.name, counter.written))


def _begin(lines: Lines, game: Game, cards: list[Card]) -> Match:
    """A game on the table that the first lines describe, at the beginning of a turn."""
    names = {board.name for board in game.boards}
    pools = {board.name for board in game.boards if board.pool}
    read = {name: parse_pool if name in pools else parse_board for name in names}
    boards = [(word, read[word](said, game)) for word, said in lines if word in names]
    own = [board for name, board in boards if name == game.own_place.name]
    while len(own) < game.players[0]:
        if game.own_place.pool:
            own.append(parse_pool(".", game))
            continue
        rows, columns = own[0].geometry.rows, own[0].geometry.columns
        own.append(parse_board(" | ".join([" ".join("." * columns)] * rows), game))
    kept = {board.name for board in game.boards if board.each_player}
    shared = {name: board for name, board in boards if name not in kept}
    mine = {name: board for name, board in boards if name in kept and name != game.own_place.name}
    counters = {_counter(game, word): int(said) for word, said in lines if word not in names}
    players = [Player(name, board) for name, board in zip(NAMES, own, strict=False)]
    players[0] = replace(players[0], counters=counters, pools=mine)
    return Match.at(Position(game, tuple(players), (), shared), cards)
