"""A puzzle about turns as one HTML file: the compiled game from its position on, which ends after so many turns of the first player.

The page is that of a game (`studio.game_page`); of the answer it has a slow hash alone, as the page of a placement (`puzzle_page`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilewright.core import expr as core
from tilewright.kernel.engine import SeededChance
from tilewright.play.match import Match
from tilewright.studio import puzzle_page
from tilewright.studio.game_page import check_portable, data
from tilewright.studio.offline import packed
from tilewright.studio.tables import JsonObject
from tilewright.table.card import Card
from tilewright.table.position import Position
from tilewright.table.turns_puzzle import TurnsPuzzle
from tilewright.turns.lines import draws_of, open_table

Replies = Sequence[tuple[Sequence[str], Sequence[str]]]
"""How a first turn can begin, as its moves, and the moves of the best reply to that."""


def turns_data(
    puzzle: TurnsPuzzle, cards: Sequence[Card], best: int | None, hints: Sequence[str], replies: Replies = ()
) -> JsonObject:
    """All that the page knows, with the `best` score or lead if the most is asked for, and what the other player replies.

    Raises `NotPortable` and what `Match.at` does.
    """
    match = Match.at(puzzle.position, cards)
    check_portable(match)
    salt = puzzle_page.salt_of(puzzle)
    known = {
        "turns": puzzle.turns + puzzle.answered,
        "task": _task(puzzle),
        "goal": {"kind": puzzle.goal.kind, "score": puzzle.goal.score},
        "best": puzzle_page.hash_of_best(salt, best),
        **({"replies": [[list(begun), list(reply)] for begun, reply in replies]} if puzzle.answered else {}),
    }
    return played_data(match, puzzle.position, salt, hints, known) | {"hides": False}


def played_data(
    match: Match,
    position: Position,
    salt: str,
    hints: Sequence[str],
    known: JsonObject,
    asked: Mapping[str, core.Expr] | None = None,
) -> JsonObject:
    """What a page knows on which a puzzle is played from its position on: the game, the hints, and what else is `known`.

    The scores are those of the game, or numbers that are `asked`, by their names.
    """
    machine = match.machine
    start = machine.at_turn(open_table(position), {}, 0, SeededChance(0))
    puzzle = {
        "name": salt,
        "entry": machine.flow.turns["turn"],
        "under": machine.flow.over,
        **puzzle_page.unseen_hints(salt, hints),
    }
    beginning = {"start": packed(bytes(start.cells.buffer)), "draws": list(draws_of(position))}
    return data(match, asked) | beginning | {"puzzle": puzzle | known}


def _task(puzzle: TurnsPuzzle) -> str:
    """What is asked, as a sentence."""
    if puzzle.answered:
        return f"Play one turn for the largest lead after the best reply of {puzzle.players[1].name}."
    turns = "Play one turn" if puzzle.turns == 1 else f"Play {puzzle.turns} turns"
    others = "; the others pass" if len(puzzle.players) > 1 else ""
    wanted = {"most": "the most points", "exactly": f"exactly {puzzle.goal.score} points"}
    return f"{turns} for {wanted.get(puzzle.goal.kind, f'{puzzle.goal.kind} {puzzle.goal.score} points')}{others}."
