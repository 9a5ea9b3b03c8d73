"""What was played in a game, on lines: a turn with its moves, what it gained, and what else it changed."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core import play
from tilewright.core.walk import find
from tilewright.play.match import Match
from tilewright.play.prompts import moved_piece, picked_things, with_picked
from tilewright.play.state import Move, State
from tilewright.play.totals import totals
from tilewright.play.transcript import changes_to_tell
from tilewright.play.unseen import secret_began
from tilewright.play.view import BYSTANDER


def move_text(match: Match, state: State, move: Move, after: State) -> str:
    """A move that was made, with the piece that it is about and those that chance has brought."""
    if after.draws != state.draws:
        brought = draw_text(match, state, after)
        return f"{move.text} ({brought})" if brought else move.text
    piece = moved_piece(match, state) if move.kind == "pick" else ""
    return f"{move.text} ({piece})" if piece else with_picked(match, state, move)


def draw_text(match: Match, before: State, after: State) -> str:
    """What was drawn and rolled between two states; what was rolled in the next turn already is not told."""
    sided = frozenset().union(*(sort.kinds for sort in match.game.sorts if sort.sides))
    kinds = after.drawn[len(before.drawn) :]
    drawn = [match.game.kinds[kind].code for kind in kinds if kind not in sided]
    rolled = [match.game.kinds[kind].code for kind in kinds if kind in sided and after.turn == before.turn]
    told = [f"rolled {' '.join(sorted(rolled))}"] if rolled else []
    if drawn or not (sided or any(pick.random for pick in find(play.Pick, match.machine.referee.course))):
        told.append(f"drew {' '.join(drawn) or 'nothing'}")
    return ", ".join(told)


def _of_pool(match: Match, state: State) -> bool:
    """Whether it is asked which piece of a pool is next: the move after it says so too."""
    choice, frame = state.choice, state.frame
    if choice is None or frame is None or not isinstance(choice.step, play.InAnyOrder):
        return False
    return match.machine.referee.seat(choice.step.home, frame.env) in match.machine.referee.pools


def played_turns(match: Match) -> list[int]:
    """The turns in which something was played, counted from 0."""
    return sorted({state.turn for state in match.states[:-1]})


def turn_lines(match: Match, turn: int) -> list[str]:
    """A turn: on a line who played what, and what that gained, and under it what else it has changed of the players.

    There is no line when nothing was played. Of a turn that goes on, no gain is given.
    """
    states = match.states
    played = [i for i, state in enumerate(states[:-1]) if state.turn == turn]
    if not played:
        return []
    first, after = states[played[0]], states[played[-1] + 1]
    moves = "; ".join(_saying(match, played))
    name = match.names[first.mover]
    seen = match.view(BYSTANDER)
    before, since = (seen.position_at(state) for state in (first, after))
    others = [f"  {line}" for line in changes_to_tell(before, since, first.mover)]
    if after.turn == turn and not after.over:
        return [f"{name} so far: {moves}", *others]
    gain = totals(match, after)[first.mover] - totals(match, first)[first.mover]
    return [f"{name}: {moves}, {gain:+d}", *others]


def _saying(match: Match, played: Sequence[int]) -> list[str]:
    """The moves of a turn, by their indices: what is picked one after another of a pool in one, ``move 3 5 5``."""
    states = match.states
    texts: list[str] = []
    picking = ""  # the verb with which something of a pool was picked last
    secret, who = secret_began(states, len(states) - 1), states[played[0]].mover
    for i in played:
        if i >= secret:
            said = f"{match.names[states[i].player]} has chosen"
            texts += [] if said in texts[-1:] else [said]
            continue
        if states[i].player != who:
            who, picking = states[i].player, ""
            texts.append(f"{match.names[who]}: {move_text(match, states[i], match.played[i], states[i + 1])}")
            continue
        state, move = states[i], match.played[i]
        if _of_pool(match, state) or (picking and move.kind == "stop"):
            continue
        text = move_text(match, state, move, states[i + 1])
        verb, _, what = text.partition(" ")
        if texts and verb == picking and move.kind == "pick":
            texts[-1] += f" {what}"
        elif texts and text.startswith(f"{texts[-1]} "):  # an option that the move after it is named for
            texts[-1] = text
        else:
            texts.append(text)
        picking = verb if move.kind == "pick" and picked_things(match, state) else ""
    return texts
