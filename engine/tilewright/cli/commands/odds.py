"""`tilewright odds`."""

from __future__ import annotations

from tilewright.cli.args import given
from tilewright.cli.args.given import complete_cards, complete_games
from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.keeping import PATIENCE, again, keeping
from tilewright.cli.args.matches import match_to_ask, names_match
from tilewright.cli.report.odds import odds_lines, odds_output, says_nothing, turns_lines, turns_output
from tilewright.cli.terminal import echo, echo_answer
from tilewright.expectimax.moment import Moment, beginning
from tilewright.expectimax.moment import given as with_cards
from tilewright.expectimax.question import MOST_STOPS, Effort, OddsGoal, goal_of_turn, read_goal, solve
from tilewright.kernel.wasm.native import compiled_once
from tilewright.packs.documents import POSITION_SUFFIX
from tilewright.play.match import Match
from tilewright.stopping import STOP


class OddsOptions(given.Options):
    game: str = given.argument(metavar="GAME|FILE", shell_complete=complete_games)
    goal: str = given.option(
        "--goal",
        required=True,
        metavar="TEXT",
        help="A condition (prints its chance) or a number (prints its expected value), in the words of the game.",
    )
    having: str | None = given.option(
        "--having",
        metavar="ID,ID...",
        shell_complete=complete_cards,
        help="Ask about the first turn of a player who has these cards.",
    )
    more: str | None = given.option(
        "--with", metavar="ID", shell_complete=complete_cards, help="Show what this additional card would change."
    )
    at_end: bool = given.flag(
        "--at-end", help="Check the goal at the end of the turn, not as soon as nothing is left to chance."
    )
    in_turns: bool = given.flag(
        "--turns",
        help="Print the least expected number of turns until the goal is met; each turn keeps what the previous ones gained.",
    )
    players: int | None = given.count("--players", 20, help="Number of players (default: the fewest the game allows).")
    cards: str | None = given.cards()
    stops: int = given.count(
        "--stops",
        default=MOST_STOPS,
        help=f"Examine at most N choices and throws, then print a lower bound ({MOST_STOPS}).",
    )
    games: int = given.count("--games", least=10, default=1000, help="Number of games for a lower bound (1000).")
    seed: int = given.option("--seed", type=int, default=0, metavar="N", help="The random seed of these games.")
    keep: str | None = given.keep()
    as_json: bool = given.json()


@given.command(
    OddsOptions,
    epilog='Example: tilewright odds GAME --goal "the price of the ID is met" --having ID,ID/down --with ID\n\n'
    "Add /down to an id for a face-down card.",
)
def command(options: OddsOptions) -> int:
    """Find the best chance of reaching a goal in a turn, and the value of each move: exactly, or as bounds.

    With GAME, a pack that comes with tilewright or the folder of a pack, the turn is the first one of the game; --having
    gives its player cards. With FILE, it is the current turn of a record, or a turn of the first player of a position.
    The goal is checked as soon as nothing in the turn is left to chance; in a turn without chance, at its end,
    and so where only the end of the turn changes what is asked about.
    """
    match, moment = _asked_about(options)
    read = read_goal(options.goal, match.game, options.at_end)
    if isinstance(read, list):
        inputs = Inputs([], as_json=options.as_json)
        inputs.sound(read[0].source, read)
        return 2
    question = {"goal": read.text, "--at-end": options.at_end, "--turns": options.in_turns}
    with keeping(options.keep, compiled_once(moment.machine.layout), moment.state.cells, question) as kept:
        effort = Effort(options.stops, games=options.games, seed=options.seed, kept=kept)
        if options.in_turns:
            _print_turns(moment, read, effort, options)
        else:
            _print_odds(moment, read, effort, options)
    return 0


def _print_odds(moment: Moment, read: OddsGoal, effort: Effort, options: OddsOptions) -> None:
    """Print the odds, also with an additional card."""
    with STOP.heeded(PATIENCE):
        found = solve(moment, read, effort)
        more = None if STOP.asked else options.more
        changed = None if more is None else solve(with_cards(moment, [more]), found.goal, effort)
    if STOP.asked:
        searched = f"{found.stops} choices and throws{again(effort.kept)}"
        certain = "; what follows is certain" if found.estimate is None else ""
        echo(f"tilewright: stopped after {searched}{certain}", err=True)
    lines = [*odds_lines(found, more, changed)]
    if found.goal.end and not goal_of_turn(moment, read).end:
        lines.insert(1, "  checked at the end of the turn: it does not change before")
    if says_nothing(found) and not STOP.asked:
        lines.append("  a larger --stops searches more of the turn, for closer bounds")
    echo_answer(odds_output(options.game, found, more, changed), lines, options.as_json)


def _print_turns(moment: Moment, goal: OddsGoal, effort: Effort, options: OddsOptions) -> None:
    """Print the expected number of turns, also with an additional card."""
    from tilewright.expectimax.repeated import expected_turns

    more = options.more
    moments = [moment, *([] if more is None else [with_cards(moment, [more])])]
    found = [expected_turns(moment, goal, effort) for moment in moments]
    echo_answer(turns_output(options.game, found, more), turns_lines(found, more), options.as_json)


def _asked_about(options: OddsOptions) -> tuple[Match, Moment]:
    """The match, and the moment in it."""
    game, having = options.game, options.having
    names = [] if having is None else [name.strip() for name in having.split(",") if name.strip()]
    match = match_to_ask(game, options.players, options.cards, options.as_json)
    said = match.start is None or match.start.standing is not None or not game.endswith(POSITION_SUFFIX)
    if names_match(game) and having is None and said:
        return match, Moment.of(match)
    return match, beginning(match, names)
