"""The texts of a game in play: what a choice is about, what a move does, who leads."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.walk import walk
from tilewright.play.frames import upward
from tilewright.play.match import Match
from tilewright.play.state import GameState, Move
from tilewright.play.view import card_at
from tilewright.table.card import Card
from tilewright.table.terrain import Patchwork


class MoveFormatter:
    """Describes choices in the words of the files that they come from."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self.cards = {card.id: card for card in cards}

    def question(self, match: Match, state: GameState) -> str:
        """What the player has to choose."""
        choice = state.choice
        step = choice.step if choice else None
        if choice is None or step is None:
            return "end the turn?"
        paying = step in walk(*match.machine.evaluator.play_rules.cost)
        subject = state.ability or subject_of(match, state)
        about = f"{'cost of ' if paying else ''}{subject}: " if subject else ""
        return about + question_of(match, state, step) + (" (or done)" if choice.optional else "")

    def options(self, match: Match, state: GameState) -> dict[str, str]:
        """The text of each option of a menu, by name: the statements in it, with the pieces that they name."""
        texts = option_texts(state.choice.step if state.choice else None)
        return {name: with_named(match, state, text) for name, text in texts.items()}

    def text(self, card: str) -> str:
        """The printed text of a card, by its id."""
        texts = self.cards[card].texts
        return texts.get("en") or next(iter(texts.values()), "")


def question_of(match: Match, state: GameState, step: play.Step) -> str:
    """The question of a statement, with the codes of the pieces that it is about."""
    if not isinstance(step, play.Pick):
        return asked_at(step)
    piece = moved_piece(match, state)
    if piece and step.text == f"{step.verb} it":
        return f"{step.verb} {piece}"
    asked = with_named(match, state, step.text)
    return f"{asked}: {piece}" if piece else asked


def asked_at(step: play.Step | None) -> str:
    """The question of a statement, independent of the state."""
    match step:
        case play.ForEachInAnyOrder(verb=verb):
            return f"which {verb} next?"
        case play.Menu():
            return "choose one"
        case play.RepeatTimes():
            return "go on?"
        case play.Pick(text=text) | play.PickSome(text=text) | play.PickNumber(text=text):
            return text
        case _:  # no choice
            return ""


def option_texts(step: play.Step | None) -> dict[str, str]:
    """The text of each option of a menu, by name: the statements in it; empty for other statements."""
    return {option.name: option.text for option in step.options} if isinstance(step, play.Menu) else {}


def with_named(match: Match, state: GameState, text: str) -> str:
    """A text with the codes of face-up pieces in place of the names that the turn has given them ('the first')."""
    env = state.frame.env if state.frame is not None else {}
    for name, thing in match.machine.evaluator.play_rules.lasting:
        if thing.space.id not in env or f"the {name}" not in text:
            continue
        grid = state.table.grids[match.machine.evaluator.seat(thing.home, env)]
        if code := top_code(match, grid.tops[env[thing.space.id]]):
            text = re.sub(rf"\bthe {re.escape(name)}(?![\w-])", code, text)
    return text


def subject_of(match: Match, state: GameState) -> str:
    """The id of the card that a choice is about, by its verb or by the card itself; empty if there is none."""
    return card_at(match.machine, state, state.frame.env) if state.frame is not None else ""


def round_of(match: Match) -> int:
    """The round, counted from 1: the number of passes of the course, or else rounds in which every player has a turn."""
    state = match.state
    repeated = [frame.done for frame in upward(state.under) if frame.at < len(frame.steps)]
    return (repeated[-1] if repeated else 0) or int(state.turn // len(match.names) + 1)


Picked = tuple[int, frozenset[int]]
"""A place (as in `Table.grids`) and spaces of it."""


def picked_spaces(match: Match, state: GameState) -> Picked | None:
    """The spaces of a board that can be picked at a choice, including those of groups.

    None for areas of a map, which are not spaces of a board; moves name them by a tile.
    """
    picked = _picked(match, state, (play.Pick, play.ForEachInAnyOrder))
    if picked is None or picked[0] in match.machine.evaluator.pools:
        return None
    return None if isinstance(state.table.grids[picked[0]].geometry, Patchwork) else picked


def picked_things(match: Match, state: GameState) -> tuple[int, frozenset[str]] | None:
    """The pool from which pieces can be picked at a choice, and their codes."""
    picked = _picked(match, state, (play.Pick, play.PickSome, play.ForEachInAnyOrder))
    if picked is None or picked[0] not in match.machine.evaluator.pools:
        return None
    tops = state.table.grids[picked[0]].tops
    return picked[0], frozenset(top_code(match, tops[space]) for space in picked[1])


def _picked(match: Match, state: GameState, steps: tuple[type[play.Step], ...]) -> Picked | None:
    choice, frame = state.choice, state.frame
    if choice is None or frame is None or not isinstance(choice.step, steps):
        return None
    assert isinstance(choice.step, (play.Pick, play.PickSome, play.ForEachInAnyOrder))
    if choice.step.binder.var.sort not in (core.SPACE, core.GROUP):
        return None
    seat = match.machine.evaluator.seat(choice.step.home, frame.env)
    return seat, frozenset(space for element in choice.elements for space in spaces_of(element))


def spaces_of(element: object) -> list[int]:
    """The spaces of an element: a space, or all those of a group."""
    if isinstance(element, int):
        return [element]
    members: dict[int, object] = getattr(element, "members", {})
    return [space for space, belongs in sorted(members.items()) if belongs]


def moved_piece(match: Match, state: GameState) -> str:
    """The piece for which a space is picked; empty if there is none."""
    frame = state.frame
    if frame is None or frame.at + 1 >= len(frame.steps):
        return ""
    step, after = frame.step, frame.steps[frame.at + 1]
    if not isinstance(step, play.Pick) or not isinstance(after, play.MovePiece) or after.to is None:
        return ""
    if after.to.space != step.binder.var or after.piece.space.id not in frame.env:
        return ""
    grid = state.table.grids[match.machine.evaluator.seat(after.piece.home, frame.env)]
    return top_code(match, grid.tops[frame.env[after.piece.space.id]])


def top_code(match: Match, top: int) -> str:
    """The code of a face-up top; empty for others."""
    return match.game.kinds[top].code if top >= 0 else ""


def with_picked(match: Match, state: GameState, move: Move) -> str:
    """A move with what it picks: the piece on top of a space, the spaces of a group."""
    picked = picked_spaces(match, state) if move.kind == "pick" else None
    if picked is None:
        return move.text
    grid = state.table.grids[picked[0]]
    value = state.picked(move)
    if isinstance(value, int):
        more = top_code(match, grid.tops[value])
    else:
        more = " ".join(grid.geometry.spoken(space) for space in spaces_of(value))
    return f"{move.text} ({more})" if more else move.text
