"""`tilewright odds`."""

from __future__ import annotations

from collections.abc import Sequence

import click

from tilewright.cli.args.completion import complete_cards, complete_games
from tilewright.cli.args.games import cards_option
from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.matches import match_to_ask, names_match
from tilewright.cli.echo import echo_answer
from tilewright.cli.errors import CannotRun
from tilewright.cli.report.odds import odds_lines, odds_output, says_nothing, turns_lines, turns_output
from tilewright.expectimax.beginning import beginning, given
from tilewright.expectimax.graph import NotAlone, TooManyStates
from tilewright.expectimax.moment import Moment, NoOdds
from tilewright.expectimax.question import MOST_STOPS, Effort, Odds, OddsGoal, read_goal, solve
from tilewright.packs.documents import POSITION_SUFFIX
from tilewright.play.match import Match


@click.command(
    epilog='Example: tilewright odds GAME --goal "the price of the ID is met" --having ID,ID/down --with ID\n\n'
    "A card lies face-down where its id is followed by /down."
)
@click.argument("game", metavar="GAME|FILE", shell_complete=complete_games)
@click.option(
    "--goal",
    required=True,
    metavar="TEXT",
    help="A condition (prints its chance) or a number (prints its expected value), in the words of the game.",
)
@click.option(
    "--having",
    metavar="ID,ID...",
    shell_complete=complete_cards,
    help="Ask about the first turn of a player who has these cards.",
)
@click.option(
    "--with", "more", metavar="ID", shell_complete=complete_cards, help="Show what this additional card would change."
)
@click.option(
    "--at-end", is_flag=True, help="Check the goal at the end of the turn, not as soon as nothing is left to chance."
)
@click.option(
    "--turns",
    "in_turns",
    is_flag=True,
    help="Print the least expected number of turns until the goal is met; each turn keeps what the previous ones gained.",
)
@click.option(
    "--players",
    type=click.IntRange(1, 20),
    metavar="N",
    help="Number of players (default: the fewest the game allows).",
)
@cards_option
@click.option(
    "--stops",
    type=click.IntRange(1),
    default=MOST_STOPS,
    metavar="N",
    help=f"Examine at most N choices and throws, then print a lower bound ({MOST_STOPS}).",
)
@click.option(
    "--games", type=click.IntRange(10), default=1000, metavar="N", help="Number of games for a lower bound (1000)."
)
@click.option("--seed", type=int, default=0, metavar="N", help="The random seed of these games.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.pass_context
def command(
    ctx: click.Context,
    game: str,
    goal: str,
    having: str | None,
    more: str | None,
    at_end: bool,
    in_turns: bool,
    players: int | None,
    cards: str | None,
    stops: int,
    games: int,
    seed: int,
    as_json: bool,
) -> None:
    """Find the best chance to reach a goal in a turn, and the value of each move: exactly, or as bounds.

    With GAME, a pack that comes with tilewright or the folder of a pack, the turn is the first one of the game; --having
    gives its player cards. With FILE, it is the current turn of a record, or a turn of the first player of a position.
    The goal is checked as soon as nothing in the turn is left to chance; in a turn without chance, at its end.
    """
    match, moment = _asked_about(game, players, cards, having, as_json)
    read = read_goal(goal, match.game, at_end)
    if isinstance(read, list):
        inputs = Inputs([], as_json=as_json)
        inputs.sound(read[0].source, read)
        ctx.exit(2)
    effort = Effort(stops, games=games, seed=seed)
    if in_turns:
        _tell_turns(
            game,
            [moment, *([] if more is None else [_given(moment, [more])])],
            read,
            effort,
            more,
            as_json,
        )
        return
    found = _solved(moment, read, effort)
    changed = None if more is None else _solved(_given(moment, [more]), read, effort)
    lines = [*odds_lines(found, more, changed)]
    if says_nothing(found):
        lines.append("  a larger --stops searches more of the turn, for closer bounds")
    echo_answer(odds_output(game, found, more, changed), lines, as_json)


def _tell_turns(
    game: str,
    moments: Sequence[Moment],
    goal: OddsGoal,
    effort: Effort,
    more: str | None,
    as_json: bool,
) -> None:
    """The expected number of turns, and that with a card more. Raises `CannotRun`."""
    from tilewright.expectimax.repeated import expected_turns

    try:
        found = [expected_turns(moment, goal, effort) for moment in moments]
    except (NoOdds, NotAlone, TooManyStates) as problem:
        raise CannotRun(str(problem)) from None
    echo_answer(turns_output(game, found, more), turns_lines(found, more), as_json)


def _asked_about(
    game: str, players: int | None, cards: str | None, having: str | None, as_json: bool
) -> tuple[Match, Moment]:
    """The match and the moment in it. Raises `CannotRun`."""
    names = [] if having is None else [name.strip() for name in having.split(",") if name.strip()]
    try:
        match = match_to_ask(game, players, cards, as_json)
        said = match.start is None or match.start.standing is not None or not game.endswith(POSITION_SUFFIX)
        if names_match(game) and having is None and said:
            return match, Moment.of(match)
        return match, beginning(match, names)
    except NoOdds as problem:
        raise CannotRun(str(problem)) from None


def _given(moment: Moment, cards: Sequence[str]) -> Moment:
    try:
        return given(moment, cards)
    except NoOdds as problem:
        raise CannotRun(str(problem)) from None


def _solved(moment: Moment, goal: OddsGoal, effort: Effort) -> Odds:
    try:
        return solve(moment, goal, effort)
    except (NoOdds, NotAlone, TooManyStates) as problem:
        raise CannotRun(str(problem)) from None
