"""The commands that can be typed in a game, besides moves."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from dataclasses import dataclass, replace

from tilewright.cli.table.save import RecordFile
from tilewright.cli.table.screen import Display, why
from tilewright.cli.terminal import table
from tilewright.diagnostics import did_you_mean
from tilewright.draw.picture import of_position
from tilewright.draw.scene import clean
from tilewright.draw.text import CHOICE, pool_lines
from tilewright.kernel.engine import SilentChance
from tilewright.packs.documents import POSITION_SUFFIX, RECORD_SUFFIX
from tilewright.play.bots import BOTS, Bot, UnknownBot, bot, named, usual_bot
from tilewright.play.bots.proof import ProvedMove
from tilewright.play.bots.uct import ExactBot, Uct
from tilewright.play.choices import asked, take_back
from tilewright.play.log import HIDDEN, played_turns, turn_lines
from tilewright.play.match import Match
from tilewright.play.naming import without_board
from tilewright.play.totals import known_parts, known_totals, totals
from tilewright.play.tracing import why_not
from tilewright.play.view import View
from tilewright.sim.estimates import share
from tilewright.stopping import Unsupported
from tilewright.table.board import Board

_SPACE = re.compile(r"(?:(.*\S)\s+)?(-?\d{1,3}),(-?\d{1,3})")


def moves(display: Display, rest: str) -> None:
    """List all moves with their numbers."""
    match = display.match
    if match.over:
        display.say_wrapped("the game is over")
        return
    choice = asked(match.machine, match.state)
    display.say(display.screen.moves(match, choice, display.width, every=True))


def boards(display: Display, rest: str) -> None:
    """Show all boards."""
    match = display.match
    state = None if match.over else asked(match.machine, match.state).state
    display.say(display.screen.boards(match, state, display.width))


def look(display: Display, rest: str) -> None:
    """Show the stack on a space, bottom to top in file notation, or the contents of a pool."""
    pools = [picture for picture in of_position(display.match.view().position()) if picture.board.pool]
    named = [
        pool for pool in pools if rest and rest.lower() in (pool.title.lower(), pool.title.lower().split(": ")[-1])
    ]
    for pool in named:
        display.say([clean(pool.title), *pool_lines(pool, display.width, color=display.screen.color)])
    if named:
        return
    found = _SPACE.fullmatch(rest)
    if found is None:
        display.say_wrapped("look at a space: look 3,4, or look NAME 3,4")
        return
    match = display.match
    known = _boards(match)
    name, row, column = found[1], int(found[2]), int(found[3])
    if name is None:
        shown = [one for one in (*match.view().position().boards, match.names[match.turn]) if not known[one].pool]
    elif name.lower() in map(str.lower, known):
        shown = [board for board in known if board.lower() == name.lower()]
    else:
        display.say_wrapped(f"there is no board '{name}'; {did_you_mean(name, known) or ', '.join(known)}")
        return
    if not shown or known[shown[0]].pool:
        place = shown[0] if shown and shown[0] in match.view().position().boards else match.game.own_place.name
        display.say_wrapped(f"a pool has no spaces: look {place}" if place else "this game has no board")
        return
    spaces = {board: _space(match, board, known[board], row, column) for board in shown}
    on_board = [board for board in shown if spaces[board] is not None]
    hiding = {board.name for board in match.game.boards if board.hides_covered}
    if match.game.own_place.hides_covered:
        hiding |= set(match.names)
    grows = {board.name for board in match.game.maps}
    for board in on_board or shown[:1]:
        about, space = f"{board} {row},{column}", spaces[board]
        if space is not None:
            display.say_wrapped(f"{about}: {_stack(known[board], space, board in hiding)}")
        elif board in grows:
            display.say_wrapped(f"{about}: nothing lies there")
        else:
            grid = known[board].geometry
            display.say_wrapped(f"{about}: off the board ({grid.rows} x {grid.columns})")


def _space(match: Match, name: str, board: Board, row: int, column: int) -> int | None:
    """The space at a row and column as used in moves: from 1, or relative to the first tile on a board that grows."""
    if name not in {one.name for one in match.game.maps}:
        return board.geometry.at(row - 1, column - 1)
    known, columns = match.view().position().first, board.geometry.columns
    lying = next((space for space, stack in enumerate(board.stacks) if stack.height), 0)
    first = divmod(lying, columns) if known is None else (known[0] - 1, known[1] - 1)
    return board.geometry.at(row + first[0], column + first[1])


def board_names(match: Match) -> list[str]:
    """The boards and pools that can be looked at."""
    places = {name: board for name, board in _boards(match).items() if not board.pool}
    return [*places, *(place.name for place in match.game.boards if place.pool)]


def _boards(match: Match) -> dict[str, Board]:
    """The boards of the table by name, and those of the players by player."""
    position = match.view().position()
    return dict(position.boards) | {player.name: player.board for player in position.players}


def _stack(board: Board, space: int, hides_covered: bool) -> str:
    stack = board.stacks[space]
    unknown = f"{stack.down} {'hidden' if hides_covered and stack.up else 'face-down'}"
    pieces = [*([unknown] if stack.down else []), *stack.up, *([f"{stack.caps} on top"] if stack.caps else [])]
    return ", ".join(pieces) or "empty"


def card(display: Display, rest: str) -> None:
    """Show the text of a card in play, or of all."""
    known = {card.id: card for card in display.match.cards}
    if rest and rest not in known:
        near = did_you_mean(rest, known) or f"cards: {', '.join(known) or 'none'}"
        display.say_wrapped(f"no card '{rest[:40]}' is in play; {near}")
        return
    wording = display.screen.wording
    for shown in [known[rest]] if rest else known.values():
        said = [f"{name} {number}" for name, number in shown.numbers.items()]
        said += [f"{name}: {shown.printed.worded(name)}" for name in shown.conditions]
        about = ", ".join([shown.category, *said])
        display.say_wrapped(f"{shown.id} ({about}): {wording.text(shown.id)}")
    if not known:
        display.say_wrapped("no card is in play")


def card_ids(match: Match) -> list[str]:
    """The ids of the cards in play."""
    return [card.id for card in match.cards]


def scores(display: Display, rest: str) -> None:
    """Show the current scores by part, and the spaces that earned them."""
    match = display.match
    view = match.view()
    known, whole = known_parts(view, match.state), known_totals(view, match.state)
    for found, parts, total in zip(match.scores(), known, whole, strict=True):
        said = f"{found.name}  {HIDDEN if total is None else total}"
        display.say_wrapped(
            said, *why(match, found, frozenset(name for name, number in parts.items() if number is None))
        )


def turns(display: Display, rest: str) -> None:
    """List the moves, or show the boards before a turn."""
    match = display.match
    played = played_turns(match)
    if rest.isdecimal() and int(rest) - 1 in played:
        view = copy(match)
        view.state = next(state for state in match.states if state.turn == int(rest) - 1)
        display.screen.viewer = match.turn  # the player who asks now, not the one who was asked then
        display.say(display.screen.boards(view, None, display.width))
        display.screen.viewer = None
    elif rest:
        last = f"1 to {played[-1] + 1}" if played else "none yet"
        display.say_wrapped(f"there is no turn '{rest[:40]}'; turns: {last}")
    else:
        for turn in played:
            first, *others = turn_lines(match, turn)
            display.say_wrapped(f"{turn + 1:>3} {first}", *(f"    {line}" for line in others))


def turn_numbers(match: Match) -> list[str]:
    """The turns in which something was played."""
    return [str(turn + 1) for turn in played_turns(match)]


PROOF_SECONDS = 5.0
"""The time limit to prove the best final turn for a hint."""
MOVES = (
    "Type a move as listed, or its end (3,4), its number, or its beginning;"
    " separate moves with semicolons: 3,4; 1; place 2,2"
)
MOVES_OF_POOLS = (
    "Type a move as listed, or what it picks (3, several as 3 5 5), its number if it has one, or its beginning;"
    " separate moves with semicolons: 3 5; done. A heavy frame or > marks what can be picked"
)


class Left(Exception):
    """Raised when the player leaves; the game can be continued later."""


@dataclass(frozen=True)
class CommandContext:
    """The match, its bots, its display and its file."""

    match: Match
    bots: Mapping[int, Bot]
    display: Display
    file: RecordFile


@dataclass(frozen=True)
class Command:
    """A command: its function of the text after the name, its usage and its help."""

    do: Callable[[CommandContext, str], None]
    usage: str
    help: str
    arguments: Callable[[Match], Iterable[str]] = lambda match: ()
    """The possible arguments, for completion."""


def run_command(at: CommandContext, text: str) -> bool:
    """Run a command; False if the text is not a command. An identical move takes precedence."""
    word, _, rest = text.partition(" ")
    name = _named(at.match, word.lower())
    if name is None or any(move.text == text for move in at.match.moves):
        return False
    COMMANDS[name].do(at, rest.strip())
    return True


def _named(match: Match, word: str) -> str | None:
    """The command with that name, or with that unique prefix if no move has it."""
    word = "help" if word == "?" else word
    if word in COMMANDS or any(move.text.startswith(word) for move in match.moves):
        return word if word in COMMANDS else None
    meant = [name for name in COMMANDS if name.startswith(word)]
    return meant[0] if len(meant) == 1 else None


# ------------------------------------------------------------------ what they do


def _help(at: CommandContext, rest: str) -> None:
    """Show how to type moves, the commands, and the current choice."""
    at.display.say_wrapped(
        MOVES_OF_POOLS if at.match.game.own_place.pool else MOVES,
        *table([(command.usage, command.help) for command in COMMANDS.values()], left=2),
        *([] if at.match.game.own_place.pool else [SIGNS_OF_BOARDS]),
    )
    if not at.match.over:
        choice = asked(at.match.machine, at.match.state)
        at.display.say(["", *at.display.screen.choice(at.match, choice, at.display.width)])


def _undo(at: CommandContext, rest: str) -> None:
    """Go back to the last choice of a person."""
    count = take_back(at.match, set(range(len(at.match.names))) - at.bots.keys())
    if not count:
        at.display.say_wrapped("there is nothing to undo")
        return
    at.display.redraw()
    at.display.say_wrapped(f"undone: {count} move{'s' if count > 1 else ''}")


def _hint(at: CommandContext, rest: str) -> None:
    """Show the odds of this turn; otherwise the moves that a bot would play, with their value."""
    try:
        name = named(rest or usual_bot(at.match.game))
        adviser = bot(name, at.match.seed)
    except UnknownBot as problem:
        at.display.say_wrapped(str(problem))
        return
    if at.match.over:
        at.display.say_wrapped("the game is over")
        return
    open_ = [] if rest else _prospects(at.match)
    if open_:
        at.display.say(["chances in this turn, with best play:", *open_])
        return
    proved = None if rest else _proved(at.match.view())
    at.display.say_wrapped(proved or f"{name} suggests: {_advice(at.match.view(), adviser)}")


def _prospects(match: Match) -> list[str]:
    """The odds of the goals in this turn; empty if nothing is left to chance."""
    if match.game.located is None:
        return []
    from tilewright.cli.report.odds import prospect_lines
    from tilewright.expectimax.prospects import prospects

    return list(prospect_lines(prospects(match)))


def _proved(view: View) -> str | None:
    """The proved best turn to finish with, if the game may end in this round."""
    from tilewright.turns.last_round import last_turn

    found = last_turn(view, PROOF_SECONDS)
    return None if found is None else f"proved, for a lead of {found.lead} at the end: {'; '.join(found.moves)}"


def _advice(view: View, adviser: Bot) -> str:
    """The moves of a bot up to the end of the turn or the first draw, without using hidden information."""
    state, start, moves = view.state.copy(), view.state, list[str]()
    state.chance, sure = SilentChance(view.state.chance.heights), ""
    while not state.over and state.turn == start.turn and state.draws == start.draws and state.player == start.player:
        move = adviser.choose(replace(view, state=state))
        if not moves and isinstance(adviser, Uct):
            sure = _sureness(adviser, start.player)
        moves.append(move.text)
        state = view.machine.applied(state, move)
    if state.draws != start.draws:
        return f"{'; '.join(moves)}; then it depends on what is drawn{sure}"
    if state.player != start.player and not state.over and state.turn == start.turn:
        return f"{'; '.join(moves)}; then another player chooses{sure}"
    gain = totals(view, state)[start.player] - totals(view, start)[start.player]
    return f"{'; '.join(moves)} ({gain:+d}){sure}"


def _sureness(adviser: Uct, player: int) -> str:
    """The confidence of a bot: its proof, or the results of its simulated games."""
    if adviser.proved is not None:
        return f"; {_worth(adviser.proved)}"
    unproved = "; the best move is not proved" if isinstance(adviser, ExactBot) else ""
    if not adviser.known:
        return unproved
    best, games = adviser.known[0].tried, adviser.known[0].games
    if best.winner is not None:
        return "; this certainly wins" if best.winner == player else "; every move loses"
    ahead = share(best.won * best.visits, max(1, best.visits))
    interval = f"{ahead.low:.0%} to {ahead.high:.0%}"
    return f"{unproved}; {best.visits:,} of {games:,} simulated games began this way, {ahead.share:.0%} of them won ({interval})"


def _worth(proved: ProvedMove) -> str:
    """The proved value of a move."""
    if proved.players == 1:
        return f"best play gets {proved.value:.4g} points on average, proved"
    if abs(proved.value) >= 1:
        return "this certainly wins" if proved.value > 0 else "every move loses"
    if not proved.value:
        return "best play of both is even, proved"
    return f"best play wins {(1 + proved.value) / 2:.1%}, proved (a draw counts half)"


def _odds(at: CommandContext, rest: str) -> None:
    """Show the odds of a goal in this turn, and the best moves up to the next throw."""
    from tilewright.cli.report.odds import odds_lines
    from tilewright.expectimax.moment import Moment
    from tilewright.expectimax.question import AT_TABLE, read_goal, solve

    if not rest:
        at.display.say_wrapped("write a goal after it: a condition or a number in the words of cards")
        return
    goal = read_goal(rest, at.match.game)
    if isinstance(goal, list):
        at.display.say_wrapped(*(f"{one.message}; {one.help}" if one.help else one.message for one in goal[:1]))
        return
    try:
        at.display.say(list(odds_lines(solve(Moment.of(at.match), goal, AT_TABLE))))
    except Unsupported as problem:
        at.display.say_wrapped(str(problem))


def _why(at: CommandContext, rest: str) -> None:
    """Show the condition that forbids a move."""
    if not rest:
        at.display.say_wrapped(
            "write a move after it, as in: why " + next((move.text for move in at.match.moves), "done")
        )
        return
    at.display.say_wrapped(*why_not(at.match, without_board(at.match.machine, at.match.names, at.match.state, rest)))


def _save(at: CommandContext, rest: str) -> None:
    """Write the record or the position."""
    file = rest or at.file.path
    if file is None:
        at.display.say_wrapped(f"name a file: save NAME{RECORD_SUFFIX}")
        return
    if not file.endswith((RECORD_SUFFIX, POSITION_SUFFIX)):
        file += RECORD_SUFFIX
    at.display.say_wrapped(at.file.write_as(at.match, file))


def _quit(at: CommandContext, rest: str) -> None:
    """Leave the game."""
    raise Left


def _view(view: Callable[[Display, str], None]) -> Callable[[CommandContext, str], None]:
    """A command that only displays something."""
    return lambda at, rest: view(at.display, rest)


SIGNS_OF_BOARDS = f"On a board, 'X·3' is a stack of 3 with X on top, and '{CHOICE}' marks what you can choose now."

COMMANDS = {
    "help": Command(_help, "help, ?", "this"),
    "undo": Command(_undo, "undo", "go back to your last choice, undoing the moves of bots too"),
    "hint": Command(
        _hint,
        "hint [BOT]",
        "how likely cards are in this turn, or what a bot would play",
        lambda match: BOTS,
    ),
    "odds": Command(_odds, "odds GOAL", "the chance of reaching a goal in this turn, and the moves for it"),
    "why": Command(_why, "why MOVE", "which condition forbids a move"),
    "moves": Command(_view(moves), "moves", "list every move with its number"),
    "board": Command(_view(boards), "board", "show all boards"),
    "look": Command(
        _view(look),
        "look [NAME] R,C",
        "show a whole stack: row, column; NAME is a board, a player or a pool (a pool needs no row)",
        board_names,
    ),
    "card": Command(_view(card), "card [ID]", "show the text of a card in play", card_ids),
    "score": Command(_view(scores), "score", "show the current scores, part by part"),
    "turns": Command(_view(turns), "turns [N]", "list what was played; show the boards before turn N", turn_numbers),
    "save": Command(
        _save, "save FILE", f"write the record of the game; to a {POSITION_SUFFIX} file, the current position"
    ),
    "quit": Command(_quit, "quit", "leave; with --save the game is kept"),
}
