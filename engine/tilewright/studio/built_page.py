"""A puzzle in which something is put together and then judged, as one HTML file: tiles laid on a map, or what lies in a pool.

It is a game of one turn: statements in which the things are laid, then those of the puzzle. The scores of that game are what is
measured, and whether it may be. The page is that of a game (`studio.game_page`); of the answer it has a slow hash alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tilewright.areas.laying import question_of
from tilewright.check.fragments import read_question, read_turn
from tilewright.core import expr as core
from tilewright.meaning.emit.portable import NotPortable
from tilewright.play.match import Match
from tilewright.source import Source
from tilewright.studio import puzzle_page
from tilewright.studio.game_page import check_portable
from tilewright.studio.tables import JsonObject
from tilewright.studio.turns_page import played_data
from tilewright.table.card import Card
from tilewright.table.position import Position
from tilewright.table.puzzles import MapPuzzle, PoolPuzzle
from tilewright.turns.open_pool import PoolSearch

REACHED = "reached"
"""The number that is 1 where the goal is reached, and 0 elsewhere."""


@dataclass(frozen=True)
class Building:
    """The one turn of a page, as text, and its position.

    `measure` is the text of what is measured when all is laid, `asked` what it means; `reached` is what must hold at the end, else the
    page says `unless`. Of things that are laid until somebody stops there may be `most`; so a turn can begin with one too many, and
    what was laid is seen before anything else is done. `task` is what is asked of a reader.
    """

    position: Position
    turn: str
    task: str
    measure: str
    asked: core.Expr
    reached: core.Expr
    unless: str
    most: int | None = None


def built_data(puzzle: MapPuzzle | PoolPuzzle, cards: Sequence[Card], best: int, hints: Sequence[str]) -> JsonObject:
    """All that the page knows of a puzzle whose best answer is known. Raises `NotPortable` and what `Match.at` does."""
    if puzzle.position.standing is not None:
        raise NotPortable("a page cannot begin in the middle of a turn")
    building = _map(puzzle, cards) if isinstance(puzzle, MapPuzzle) else _pool(puzzle, cards)
    turn = read_turn(Source("turn", building.turn), building.position.game)
    if isinstance(turn, list):
        raise NotPortable(f"the turn of a page would not be understood: {turn[0].message}")
    match = Match.of_turn(building.position, cards, turn)
    check_portable(match)
    salt = puzzle_page.salt_of(puzzle)
    known = {
        "turns": 1,
        "task": building.task,
        "most": building.most,
        "unless": building.unless,
        "best": puzzle_page.hash_of_best(salt, best),
    }
    asked = {building.measure: building.asked, REACHED: core.If(building.reached, core.Const(1), core.Const(0))}
    return played_data(match, building.position, salt, hints, known, asked) | {"hides": False}


def _map(puzzle: MapPuzzle, cards: Sequence[Card]) -> Building:
    """Every tile is taken from a pool of the player and placed."""
    question = question_of(puzzle, cards)
    game = question.evaluator.game
    sort = next(sort for sort in game.sorts if game.by_code[puzzle.tiles[0]].index in sort.kinds).name
    pool = next((board.name for board in game.boards if board.each_player and board.pool and board.keeps(sort)), None)
    if pool is None:
        raise NotPortable(f"the players of '{game.id}' have no place for {game.plural(sort)} that are still to be laid")
    reached = read_question(f"there is no {sort} in the {pool}", game)
    if isinstance(reached, list):
        raise NotPortable(f"the goal of a page would not be understood: {reached[0].message}")
    count = len(puzzle.tiles)
    return Building(
        position=replace(puzzle.position, game=game).holding(pool, puzzle.tiles),
        turn=f"{count} times\n  place a {sort} in the {pool}\n",
        task=f"Lay {f'all {count} {game.plural(sort)}' if count > 1 else f'the {sort}'}. What counts is the most {puzzle.worth}.",
        measure=puzzle.worth,
        asked=question.asked,
        reached=reached,
        unless=f"not all {game.plural(sort)} are laid",
    )


def _pool(puzzle: PoolPuzzle, cards: Sequence[Card]) -> Building:
    """What is laid comes from where such pieces begin; then the turn of the puzzle is played."""
    search, position = PoolSearch(puzzle, cards), puzzle.position.holding(puzzle.pool, ())
    homes = search.homes
    if len(homes) != 1:
        raise NotPortable(f"what may lie in the {puzzle.pool} begins at {len(homes)} places; a page has one")
    sorts = " or ".join(position.game.boards_by_name[puzzle.pool].holds)
    most = min(puzzle.most or search.there.total(), search.there.total())
    laying = (
        f"up to {most} times\n  choose a {sorts} in the {homes[0]} called laid\n  move the laid to the {puzzle.pool}\n"
    )
    return Building(
        position=position,
        turn=f"{laying}{puzzle.turn.text}",
        task=f"Lay up to {most} {position.game.plural(sorts)} in the {puzzle.pool}, then play the turn so that it ends with {puzzle.where}. "
        f"Find the {puzzle.goal} {puzzle.measure} before the turn with which that is possible.",
        measure=puzzle.measure,
        asked=search.texts.measure,
        reached=search.texts.where,
        unless=f"the turn must lead to {puzzle.where}",
        most=most,
    )
