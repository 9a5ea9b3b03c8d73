"""The log of a game: turn by turn as values, and as lines with the gains and changes of each move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tilewright.core import play
from tilewright.core.walk import find
from tilewright.kernel.table import has_seen
from tilewright.play.match import Match
from tilewright.play.prompts import moved_piece, picked_things, with_picked
from tilewright.play.record import Record, record_of
from tilewright.play.state import GameState, Move
from tilewright.play.totals import known_totals
from tilewright.play.view import (
    BYSTANDER,
    Revealed,
    View,
    hidden_seats,
    last_of_block,
    revealed,
    secret_began,
    secret_block,
)
from tilewright.table.board import Board, Stack, counted, pool_of
from tilewright.table.game import Game
from tilewright.table.position import Player, Position

MANY = 12
"""For larger pools only the difference is printed."""


def transcript(match: Match) -> Iterator[str]:
    """The lines of a game as far as it was played.

    After the setup there is a line for each turn, and under it the spaces and counters that have changed: ``1,4 M5/S1
    -> M5``; for large pools what was removed and added: ``- M5 + 2S1``. Changes of other players have their names.
    """
    record, states = record_of(match), match.states
    begins = {state.turn: state for state in reversed(states)}
    begins.setdefault(len(record.turns), states[-1])
    before = _position(match, states[0])
    yield from _head(record, before)
    for index, turn in enumerate(record.turns):
        yield ""
        yield f"{index + 1} {match.names[turn.player]}: {'; '.join(turn.moves) or 'nothing to choose'}"
        # A turn without a choice is over before anybody sees it: its changes are printed under it.
        if index + 1 in begins:
            after = _position(match, begins[index + 1])
            yield from _changes(before, after, match.names[turn.player])
            before = after
    yield ""
    yield from _end(record, before)


def _position(match: Match, state: GameState) -> Position:
    return match.position_at(state)


def _head(record: Record, start: Position) -> Iterator[str]:
    yield f"game: {record.game}"
    yield f"cards: {', '.join(record.cards) or 'none'}"
    yield f"players: {', '.join(record.players)}"
    yield f"seed: {record.seed}"
    for name, board in start.boards.items():
        yield ""
        yield " ".join(filter(None, [f"{name}:", record.layouts.get(name)]))
        yield from (f"  {line}" for line in ([counted(board)] if _is_big(board) else board.lines().splitlines()))


def _changes(before: Position, after: Position, mover: str) -> Iterator[str]:
    """The differences between two positions, a line for each board and for the counters of a player."""
    for name, board in after.boards.items():
        yield from (
            f"    {line}" for line in _change_lines(f"{name} ", _spaces(before.boards.get(name, pool_of(())), board))
        )
    for old, new in zip(before.players, after.players, strict=True):
        whose = "" if new.name == mover else f"{new.name}: "
        yield from (f"    {whose}{line}" for line in _of_player(after.game, old, new))


def changes_to_tell(before: Position, after: Position, mover: int) -> Iterator[str]:
    """The changes in the turn of a player (by index) that its moves do not show: lines that begin with a name.

    These are the changes of the others; if players have only pools, whose pieces change within a turn, the cards that
    each player has won or lost.
    """
    for i, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        if after.game.own_place.pool:
            yield from (f"{new.name}: {line}" for line in _of_cards(after.game, old, new))
        elif i != mover:
            yield from (f"{new.name}: {line}" for line in _of_player(after.game, old, new))


def _of_cards(game: Game, before: Player, after: Player) -> Iterator[str]:
    """The differences in the pools of a player that hold cards, and in the counters."""
    cards = game.located.name if game.located else ""
    for place in game.boards:
        if cards in place.holds and place.name in {*before.pools, *after.pools}:
            old, new = (Counter(player.pools.get(place.name, pool_of(())).stacks) for player in (before, after))
            yield from _change_lines(f"{place.name} ", _difference(old, new))
    yield from _change_lines("", _counters(game, before, after))


def _of_player(game: Game, before: Player, after: Player) -> Iterator[str]:
    yield from _change_lines(f"{game.own_place.name} ", _spaces(before.board, after.board))
    for name in dict.fromkeys((*before.pools, *after.pools)) if game.own_place.pool else ():
        old, new = (player.pools.get(name, pool_of(())) for player in (before, after))
        yield from _change_lines(f"{name} ", _spaces(old, new))
    yield from _change_lines("", _counters(game, before, after))


def _is_big(board: Board) -> bool:
    return board.pool and len(board.stacks) > MANY


def _change_lines(what: str, changes: list[str]) -> Iterator[str]:
    if changes:
        yield f"{what}{'; '.join(changes)}"


def _spaces(before: Board, after: Board) -> list[str]:
    """The spaces that have changed; for a pool its contents, or the difference if it is large."""
    if _is_big(before) or _is_big(after):
        old, new = Counter(before.stacks), Counter(after.stacks)
        return _difference(old, new)
    if after.pool:
        return [] if before == after else [f"{before!r} -> {after!r}".replace("  ", " . ").strip()]
    if before.geometry != after.geometry:  # a growing board: the moves say where
        return _difference(*(Counter(stack for stack in board.stacks if stack.height) for board in (before, after)))
    pairs = enumerate(zip(before.stacks, after.stacks, strict=True))
    return [f"{after.geometry.spoken(space)} {old!r} -> {new!r}" for space, (old, new) in pairs if old != new]


def _difference(old: Counter[Stack], new: Counter[Stack]) -> list[str]:
    """What was removed and what was added, in one text, if anything."""
    gone, come = (pool_of(pieces.elements()) for pieces in (old - new, new - old))
    words = [f"{sign} {counted(pool)}" for sign, pool in (("-", gone), ("+", come)) if pool.stacks]
    return [" ".join(words)] if words else []


def _counters(game: Game, before: Player, after: Player) -> list[str]:
    written = {counter.name: counter.written for counter in game.counters}
    known = before.counters.keys() & after.counters.keys()
    values = {name: (before.counters[name], after.counters[name]) for name in written if name in known}
    return [f"{written[name]} {old} -> {new}" for name, (old, new) in values.items() if old != new]


def _end(record: Record, position: Position) -> Iterator[str]:
    for player in position.players:
        yield f"{player.name}: {player.board!r}"
    if record.result is not None:
        pairs = zip(record.players, record.result.scores, strict=True)
        yield "scores: " + ", ".join(f"{name} {score}" for name, score in pairs)
        yield "winners: " + ", ".join(record.result.winners)
    else:
        yield "the game has not ended"


HIDDEN = "?"
"""The placeholder for things that only their owner sees."""


def move_text(match: Match, state: GameState, move: Move, after: GameState) -> str:
    """A move that was made, with the piece that it is about and the pieces that chance revealed."""
    if after.draws != state.draws:
        brought = draw_text(match, state, after)
        return f"{move.text} ({brought})" if brought else move.text
    if _stays_hidden(match, state, move, after):
        return f"{move.text.split()[0]} {HIDDEN}"
    piece = moved_piece(match, state) if move.kind == "pick" else ""
    return f"{move.text} ({piece})" if piece else with_picked(match, state, move)


def _stays_hidden(match: Match, state: GameState, move: Move, after: GameState) -> bool:
    """Whether a move picks something that others cannot see, neither before nor after it."""
    things = picked_things(match, state) if move.kind == "pick" and match.game.hides else None
    if things is None or things[0] not in hidden_seats(state.table, BYSTANDER):
        return False
    codes = {kind.code for kind in match.game.kinds}
    picked = Counter(word for word in move.text.split()[1:] if word in codes)
    return bool(picked - (_lying_open(match, after) - _lying_open(match, state)))


def _lying_open(match: Match, state: GameState) -> Counter[str]:
    """The visible contents of pools open to all, by what they show."""
    unseen = hidden_seats(state.table, BYSTANDER)
    open_pools = [grid for seat, grid in enumerate(state.table.grids) if seat not in unseen]
    return Counter(match.game.kinds[pile[-1] >> 1].code for grid in open_pools for pile in grid.piles if pile)


def draw_text(match: Match, before: GameState, after: GameState) -> str:
    """What was drawn and rolled between two states; without what was rolled already in the next turn."""
    sided = frozenset().union(*(sort.kinds for sort in match.game.sorts if sort.sides))
    kinds = after.drawn[len(before.drawn) :]
    drawn = [match.game.kinds[kind].code for kind in kinds if kind not in sided]
    rolled = [match.game.kinds[kind].code for kind in kinds if kind in sided and after.turn == before.turn]
    events = [f"rolled {' '.join(sorted(rolled))}"] if rolled else []
    shuffled = match.state.cells.layout.piles
    if drawn or not (
        sided or shuffled or any(pick.random for pick in find(play.Pick, match.machine.evaluator.play_rules))
    ):
        events.append(f"drew {' '.join(drawn) or 'nothing'}")
    return ", ".join(events)


def looked_at(match: Match, before: GameState, after: GameState, player: int) -> str:
    """What a player has looked at in hidden piles between two states; empty if nothing."""
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
    """Whether the choice is which piece of a pool comes next: then the next move names the piece itself."""
    choice, frame = state.choice, state.frame
    if choice is None or frame is None or not isinstance(choice.step, play.ForEachInAnyOrder):
        return False
    return match.machine.evaluator.seat(choice.step.home, frame.env) in match.machine.evaluator.pools


def played_turns(match: Match) -> list[int]:
    """The turns in which something was played, counted from 0."""
    return sorted({state.turn for state in match.states[:-1]})


def turn_lines(match: Match, turn: int) -> list[str]:
    """A turn: a line with who played what, and the gain, and under it the other changes of the players.

    Empty if nothing was played that may be shown. For an unfinished turn no gain is given.
    """
    states = match.states
    played = [i for i, state in enumerate(states[:-1]) if state.turn == turn]
    if not played:
        return []
    first, after = states[played[0]], states[played[-1] + 1]
    moves = "; ".join(_saying(match, played))
    if not moves:  # only a secret that has just begun
        return []
    name, seen = match.names[first.mover], match.view(BYSTANDER)
    before, since = (seen.position_at(state) for state in (first, after))
    others = [f"  {line}" for line in changes_to_tell(before, since, first.mover)]
    if after.turn == turn and not after.over:
        return [f"{name} so far: {moves}", *others]
    alone = all(states[i].player == first.mover for i in played)
    return [f"{name}: {moves}{_gain(seen, first, after, alone)}", *others]


def _gain(seen: View, before: GameState, after: GameState, alone: bool) -> str:
    """The gain of the player in the turn, as far as all know; zero gain is shown only for who chose `alone`."""
    old, new = known_totals(seen, before)[before.mover], known_totals(seen, after)[before.mover]
    if old is None or new is None or (old == new and not alone):
        return ""
    return f", {new - old:+d}"


def _saying(match: Match, played: Sequence[int]) -> list[str]:
    """The texts of the moves of a turn, by index; consecutive picks from a pool are joined, ``move 3 5 5``.

    Secret choices are shown when all have chosen, and of each player at once.
    """
    states = match.states
    texts: list[str] = []
    picking = ""  # the verb of the last pick from a pool
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
        elif texts and text.startswith(f"{texts[-1]} "):  # an option whose name the move after it repeats
            texts[-1] = text
        else:
            texts.append(text)
        picking = verb if move.kind == "pick" and picked_things(match, state) else ""
    return texts + (_sealed(match) if states[played[0]].turn == match.state.turn else [])


def _told_at_once(match: Match, found: Revealed, who: int, about: str) -> list[str]:
    """The secret choices, one text for each player who was asked, after the card that they are about."""
    texts = [
        f"{'' if seat == who and not i else f'{match.names[seat]}: '}{found.of(seat)}"
        for i, seat in enumerate(found.asked)
    ]
    if found.about and found.about != about:
        texts[0] = f"{found.about}: {texts[0]}"
    return texts


def _sealed(match: Match) -> list[str]:
    """Who has chosen in a secret that is still open, including players who had no choice."""
    block = None if match.over else secret_block(match.state)
    chosen = () if block is None or block.left is None else block.left[: block.done - 1]
    return [f"{match.names[seat]} has chosen" for seat in chosen]
