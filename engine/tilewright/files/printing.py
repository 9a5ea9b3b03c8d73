"""Positions and puzzles as YAML text in a canonical form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tilewright.files.positions import ATTEMPT, FIGURES, FIRST_TILE, OWN_CARDS
from tilewright.files.standings import standing_lines
from tilewright.files.yaml_tree import inline
from tilewright.table.board import Board
from tilewright.table.game import SEAT, Game
from tilewright.table.goal import MOST
from tilewright.table.position import DRAWS, FigureStanding, Player, Position, Puzzle
from tilewright.table.puzzles import MovesPuzzle, TurnsPuzzle


def print_position(position: Position) -> str:
    """The YAML text of a position. Reading it returns an equal position."""
    lines = [
        "tilewright: position/2",
        f"game: {inline(position.game.id)}",
        f"cards: {inline(list(position.cards))}",
        *on_the_table(position),
    ]
    return "\n".join(lines) + "\n"


def on_the_table(position: Position) -> Iterator[str]:
    """The lines for the players, the boards of the table, and the current point of the game."""
    yield from _players(position.game, position.players)
    for name, board in position.boards.items():
        yield from _board(name, board)
    yield from _shared(position)
    if position.first is not None:
        yield f"{FIRST_TILE}: {inline(','.join(map(str, position.first)))}"
    if position.figures:
        yield f"{FIGURES}:"
        yield from (f"  - {inline(_figure(one, position.players))}" for one in position.figures)
    if position.standing is not None:
        yield from standing_lines(position.standing, [player.name for player in position.players])


def _figure(figure: FigureStanding, players: Sequence[Player]) -> str:
    owner = "" if figure.player is None else f" of {players[figure.player].name}"
    return f"{figure.name}{owner} on {figure.patch}"


def _shared(position: Position) -> Iterator[str]:
    """The counters of the table and the roles."""
    game, players = position.game, position.players
    for counter in game.table_counters:
        if counter in players[0].counters:
            yield f"{counter}: {players[0].counters[counter]}"
    for role in game.roles:
        for player in players:
            if player.counters.get(role):
                yield f"{role}: {inline(player.name)}"


def print_puzzle(puzzle: Puzzle) -> str:
    """The YAML text of a puzzle. Reading it returns an equal puzzle."""
    game = puzzle.game
    caps = {game.plural(name): count for name, count in puzzle.caps.items()}
    lines = [
        "tilewright: puzzle/1",
        f"title: {inline(puzzle.title)}",
        f"game: {inline(game.id)}",
        f"cards: {inline(list(puzzle.cards))}",
        *_own_cards(puzzle.own_cards),
        "kind: arrange",
        *_board(game.own_place.name, puzzle.board),
        *(() if puzzle.attempt is None else _board(ATTEMPT, puzzle.attempt)),
        f"{game.plural(game.piece)}: {inline(list(puzzle.pieces))}",
        *(f"{key}: {count}" for key, count in caps.items()),
        *_counters(game, puzzle.counters),
    ]
    if puzzle.others:
        lines += _players(game, puzzle.others)
    if puzzle.goal != MOST:
        lines.append(f"goal: {inline(str(puzzle.goal))}")
    if puzzle.expect:
        lines.append(f"expect: {inline(dict(puzzle.expect))}")
    return "\n".join(lines) + "\n"


def print_turns_puzzle(puzzle: TurnsPuzzle) -> str:
    """The YAML text of a puzzle about turns. Reading it returns an equal puzzle."""
    lines = [
        "tilewright: puzzle/1",
        "kind: turns",
        f"title: {inline(puzzle.title)}",
        f"game: {inline(puzzle.game.id)}",
        f"cards: {inline(list(puzzle.cards))}",
        *_own_cards(puzzle.own_cards),
        f"turns: {puzzle.turns}",
    ]
    if puzzle.answered:
        lines.append(f"others: {puzzle.others}")
    if puzzle.worth:
        lines.append(f"worth: {inline(puzzle.worth)}")
    for name, board in puzzle.position.boards.items():
        lines += _board(name, board)
    if puzzle.position.draws is not None:
        lines.append(f"{DRAWS}: {inline(list(puzzle.position.draws))}")
    lines += [*_shared(puzzle.position), *_players(puzzle.game, puzzle.players)]
    if puzzle.goal != MOST:
        lines.append(f"goal: {inline(str(puzzle.goal))}")
    if puzzle.expect:
        lines.append(f"expect: {inline(dict(puzzle.expect))}")
    if puzzle.solution:
        lines += ["solution:", *(f"  - {inline('; '.join(moves))}" for moves in puzzle.solution)]
    return "\n".join(lines) + "\n"


def print_moves_puzzle(puzzle: MovesPuzzle) -> str:
    """The YAML text of a puzzle about moves. Reading it returns an equal puzzle."""
    position = puzzle.position
    lines = [
        "tilewright: puzzle/1",
        "kind: moves",
        f"title: {inline(puzzle.title)}",
        f"game: {inline(position.game.id)}",
        f"cards: {inline(list(puzzle.cards))}",
        *_own_cards(puzzle.own_cards),
        f"worth: {inline(puzzle.worth)}",
        *([f"after: {inline('; '.join(puzzle.after))}"] if puzzle.after else []),
        *on_the_table(position),
    ]
    if puzzle.expect:
        lines.append(f"expect: {inline(dict(puzzle.expect))}")
    if puzzle.solution:
        lines.append(f"solution: {inline('; '.join(puzzle.solution))}")
    return "\n".join(lines) + "\n"


def _own_cards(text: str) -> Iterator[str]:
    if text:
        yield f"{OWN_CARDS}: |2" if text.startswith(" ") else f"{OWN_CARDS}: |"
        yield from (f"  {line}".rstrip() for line in text.splitlines())


def _players(game: Game, players: Iterable[Player]) -> Iterator[str]:
    yield "players:"
    for player in players:
        yield f"  - name: {inline(player.name)}"
        if game.own_place != SEAT:
            yield from _indented(_board(game.own_place.name, player.board))
        for name, pool in player.pools.items():
            yield from _indented(_board(name, pool))
        yield from _indented(_counters(game, player.counters))


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"    {line}" for line in lines)


def _board(name: str, board: Board) -> Iterator[str]:
    if board.pool:
        yield f"{name}: {inline(repr(board) or '.')}"
        return
    yield f"{name}: |"
    yield from (f"  {line}" for line in board.lines().splitlines())


def _counters(game: Game, counters: Mapping[str, int]) -> Iterator[str]:
    for counter in game.counters:
        if counter.name in counters:
            yield f"{counter.written}: {counters[counter.name]}"
    yield from map(": ".join, game.chosen(counters))
