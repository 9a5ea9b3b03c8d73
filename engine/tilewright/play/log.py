"""What was played in a game, on lines: a turn with its moves, what it gained, and what else it changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tilewright.core import play
from tilewright.core.walk import find
from tilewright.kernel.table import has_seen
from tilewright.play.match import Match
from tilewright.play.prompts import moved_piece, picked_things, with_picked
from tilewright.play.revealed import Revealed, last_of_block, revealed
from tilewright.play.state import GameState, Move
from tilewright.play.totals import known_totals
from tilewright.play.transcript import changes_to_tell
from tilewright.play.unseen import hidden_seats, secret_began, secret_block
from tilewright.play.view import BYSTANDER, View

HIDDEN = "?"
"""What stands for a thing that only its owner sees."""


def move_text(match: Match, state: GameState, move: Move, after: GameState) -> str:
    """A move that was made, with the piece that it is about and those that chance has brought."""
    if after.draws != state.draws:
        brought = draw_text(match, state, after)
        return f"{move.text} ({brought})" if brought else move.text
    if _stays_hidden(match, state, move, after):
        return f"{move.text.split()[0]} {HIDDEN}"
    piece = moved_piece(match, state) if move.kind == "pick" else ""
    return f"{move.text} ({piece})" if piece else with_picked(match, state, move)


def _stays_hidden(match: Match, state: GameState, move: Move, after: GameState) -> bool:
    """Whether a move picks what others cannot see, and do not see after it either."""
    things = picked_things(match, state) if move.kind == "pick" and match.game.hides else None
    if things is None or things[0] not in hidden_seats(state.table, BYSTANDER):
        return False
    codes = {kind.code for kind in match.game.kinds}
    picked = Counter(word for word in move.text.split()[1:] if word in codes)
    return bool(picked - (_lying_open(match, after) - _lying_open(match, state)))


def _lying_open(match: Match, state: GameState) -> Counter[str]:
    """What lies in pools that are open to all, by what it shows."""
    unseen = hidden_seats(state.table, BYSTANDER)
    open_pools = [grid for seat, grid in enumerate(state.table.grids) if seat not in unseen]
    return Counter(match.game.kinds[pile[-1] >> 1].code for grid in open_pools for pile in grid.piles if pile)


def draw_text(match: Match, before: GameState, after: GameState) -> str:
    """What was drawn and rolled between two states; what was rolled in the next turn already is not reported."""
    sided = frozenset().union(*(sort.kinds for sort in match.game.sorts if sort.sides))
    kinds = after.drawn[len(before.drawn) :]
    drawn = [match.game.kinds[kind].code for kind in kinds if kind not in sided]
    rolled = [match.game.kinds[kind].code for kind in kinds if kind in sided and after.turn == before.turn]
    events = [f"rolled {' '.join(sorted(rolled))}"] if rolled else []
    shuffled = match.state.cells.layout.piles
    if drawn or not (sided or shuffled or any(pick.random for pick in find(play.Pick, match.machine.evaluator.course))):
        events.append(f"drew {' '.join(drawn) or 'nothing'}")
    return ", ".join(events)


def looked_at(match: Match, before: GameState, after: GameState, player: int) -> str:
    """What a player has looked at in hidden piles between two states; no text if nothing."""
    layout, found = after.cells.layout, list[str]()
    for seat in range(len(layout.owners)):
        place = layout.place_at(seat).board
        if not place.pile:
            continue
        old, pieces = before.cells.stack(seat, 0), after.cells.stack(seat, 0)
        new = [piece for piece in pieces if piece in old and not has_seen(before.cells, piece, player)]
        kinds = [after.cells.get(layout.kind, piece) >> 1 for piece in new if has_seen(after.cells, piece, player)]
        codes = " ".join(match.game.kinds[kind].code for kind in kinds)
        found += [f"seen in the {place.name}: {codes}"] if codes else []
    return "; ".join(found)


def _of_pool(match: Match, state: GameState) -> bool:
    """Whether it is asked which piece of a pool is next: the move after it says so too."""
    choice, frame = state.choice, state.frame
    if choice is None or frame is None or not isinstance(choice.step, play.ForEachInAnyOrder):
        return False
    return match.machine.evaluator.seat(choice.step.home, frame.env) in match.machine.evaluator.pools


def played_turns(match: Match) -> list[int]:
    """The turns in which something was played, counted from 0."""
    return sorted({state.turn for state in match.states[:-1]})


def turn_lines(match: Match, turn: int) -> list[str]:
    """A turn: on a line who played what, and what that gained, and under it what else it has changed of the players.

    There is no line when nothing was played that may be reported. Of a turn that goes on, no gain is given.
    """
    states = match.states
    played = [i for i, state in enumerate(states[:-1]) if state.turn == turn]
    if not played:
        return []
    first, after = states[played[0]], states[played[-1] + 1]
    moves = "; ".join(_saying(match, played))
    if not moves:  # all of it is a secret that has just begun
        return []
    name, seen = match.names[first.mover], match.view(BYSTANDER)
    before, since = (seen.position_at(state) for state in (first, after))
    others = [f"  {line}" for line in changes_to_tell(before, since, first.mover)]
    if after.turn == turn and not after.over:
        return [f"{name} so far: {moves}", *others]
    alone = all(states[i].player == first.mover for i in played)
    return [f"{name}: {moves}{_gain(seen, first, after, alone)}", *others]


def _gain(seen: View, before: GameState, after: GameState, alone: bool) -> str:
    """What the player whose turn it was has gained in it, as far as all know; nothing at all is reported only of who chose `alone`."""
    old, new = known_totals(seen, before)[before.mover], known_totals(seen, after)[before.mover]
    if old is None or new is None or (old == new and not alone):
        return ""
    return f", {new - old:+d}"


def _saying(match: Match, played: Sequence[int]) -> list[str]:
    """The moves of a turn, by their indices: what is picked one after another of a pool in one, ``move 3 5 5``.

    What was chosen in secret is reported when all have chosen, and of each player at once.
    """
    states = match.states
    texts: list[str] = []
    picking = ""  # the verb with which something of a pool was picked last
    secret, who, about = secret_began(states, len(states) - 1), states[played[0]].mover, ""
    for i in played:
        state, move = states[i], match.played[i]
        if i >= secret:
            break
        if secret_block(state) is not None:
            found = revealed(match.machine, state, move, states[i + 1]) if last_of_block(states, i) else None
            if found is not None:
                texts += _told_at_once(match, found, who, about)
                who, about, picking = found.asked[-1], found.about, ""
            continue
        if state.player != who:
            who, picking = state.player, ""
            texts.append(f"{match.names[who]}: {move_text(match, state, move, states[i + 1])}")
            continue
        if (_of_pool(match, state) and move.kind != "use") or (picking and move.kind == "stop"):
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
    return texts + (_sealed(match) if states[played[0]].turn == match.state.turn else [])


def _told_at_once(match: Match, found: Revealed, who: int, about: str) -> list[str]:
    """What was chosen in secret, a text for each player who was asked, after the card that it is about."""
    texts = [
        f"{'' if seat == who and not i else f'{match.names[seat]}: '}{found.of(seat)}"
        for i, seat in enumerate(found.asked)
    ]
    if found.about and found.about != about:
        texts[0] = f"{found.about}: {texts[0]}"
    return texts


def _sealed(match: Match) -> list[str]:
    """Who has chosen in a secret that is still open; those who had no choice there among them."""
    block = None if match.over else secret_block(match.state)
    chosen = () if block is None or block.left is None else block.left[: block.done - 1]
    return [f"{match.names[seat]} has chosen" for seat in chosen]
