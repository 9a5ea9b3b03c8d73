"""The language of play: words that were refused or misread, and mistakes that are told once, where they are."""

from __future__ import annotations

import pytest

from cards import checked
from small_games import begin, game_of, moves, play, problems_of
from tilewright.diagnostics import Diagnostics
from tilewright.packs.pack import read_game
from tilewright.source import Source

GAME = """\
game lanes
  name en "Lanes"
  players 2 to 4

  piece disc
    color red R1 to R3 lane 1 to 3 copies 4
    color blue B1 to B3 lane 1 to 3 copies 4
    identity hue

  board grid
    of the table
    size 6 by 7
    sizes 3 to 7

  board box
    of each player
    pool

  counter points

  part points
    {part}

  mark high
  rule a lane is free if it is more than 1
  rule a disc is light if its lane < 3
  rule the length of a disc is 2 * its lane

  setup
    for each player
      draw 2 discs

  turn
{turn}

  end after a turn if points > 99
"""
POINTS = "score points"


def text(*turn: str, part: str = POINTS) -> str:
    """A game whose turn is these lines."""
    return GAME.format(part=part, turn="\n".join(f"    {line}" for line in turn))


def reported(text: str) -> list[tuple[str, str, str]]:
    """The code, the words marked, and the help of each problem."""
    diagnostics = Diagnostics(Source("game.tw", text))
    read_game(diagnostics.source, diagnostics)
    return [(one.code, one.source.slice(one.span), one.help) for one in diagnostics.sorted()]


def test_a_mark_may_have_any_free_name() -> None:
    """`mark high` can be used where it is declared, as a noun's adjective and as what is said of a thing."""
    match = begin(
        game_of(
            text(
                "move a disc in the box to a space in the grid",
                "mark it as high",
                "if any disc in the grid is high",
                "  gain 1 point",
                "if there is a high disc in the grid where it is high and it is not empty",
                "  gain 1 point",
            )
        )
    )
    play(match, moves(match)[0])
    while match.turn == 0:
        play(match, moves(match)[0])
    assert match.state.table.counters[0]["points"] == 2


def test_a_rule_about_numbers_is_said_of_the_number() -> None:
    """`the lane is free` as well as `a free lane` and `any lane is free`."""
    match = begin(
        game_of(
            text(
                "choose a lane",
                "if the lane is free",
                "  gain 1 point",
                "if the lane is not free",
                "  gain 5 points",
                "choose one",
                "  option end",
                "  option rest",
            )
        )
    )
    assert moves(match) == ["choose 1", "choose 2", "choose 3"]
    assert play(match, "choose 3").state.table.counters[0]["points"] == 1
    match.undo()
    assert play(match, "choose 1").state.table.counters[0]["points"] == 5


@pytest.mark.parametrize(
    ("often", "fine"),
    [
        ("count of players", True),  # 4 * 4 * 4 * 4 * 4 * 4 = 4096
        ("smaller of points and 4", True),
        ("count of players + 1", True),
        ("2 * points", False),
        ("larger of points and 4", False),
    ],
)
def test_a_count_of_players_is_bounded_by_the_players(often: str, fine: bool) -> None:
    """Six repetitions inside one another are at most 4096 with four players, which is not too much."""
    lines = [f"{'  ' * depth}({often}) times" for depth in range(6)]
    found = problems_of(text(*lines, f"{'  ' * 6}gain 1 point"))
    assert found == [] if fine else ["TW210" in one for one in found] == [True]


def test_a_space_in_a_row_is_on_the_board_of_the_row() -> None:
    """A row that was picked knows its board, when the player's own place has no spaces too."""
    match = begin(
        game_of(text("choose a row in the grid called mine", "move a disc in the box to a space in the mine"))
    )
    play(match, moves(match)[1])
    while not moves(match)[0].startswith("to "):
        play(match, moves(match)[0])
    assert moves(match) == [f"to 2,{column}" for column in range(1, 8)]
    (problem,) = reported(text("move a disc in the box to a space"))
    assert problem[0] == "TW202"


def test_too_much_work_is_reported_the_condition() -> None:
    """TW210 marks the condition that takes it, not the whole turn."""
    condition = (
        "there is a run of discs in the grid where size >= 4 and any disc in the grid is beside a disc "
        "where any neighbor has a neighbor where any neighbor has a neighbor where any neighbor is a red"
    )
    found = reported(text("gain 1 point", f"if {condition}", "  gain 1 point", "gain 2 points"))
    assert [(code, said) for code, said, _ in found] == [("TW210", condition)]


@pytest.mark.parametrize("line", ["score total length of discs", "score 2 for each light disc"])
def test_a_part_that_uses_a_rule_is_reported(line: str) -> None:
    """The help says that what scores does not know the rules of play."""
    (code, said, help), *others = reported(text("gain 1 point", part=line))
    assert all(other[0] == "TW212" for other in others)  # the grid is shared
    assert (code, help) == (
        "TW101",
        f"'{said}' is a rule of play, which scoring cannot use: write out what it means",
    )


def test_cards_without_abilities_have_no_lines() -> None:
    """One error, at the line that has to be changed, however many lines are under it."""
    lines = "  cards mine\n    rank 1 to 9\n    condition price\n    copies 2\n    named one, other\n\n  setup\n"
    found = reported(text("gain 1 point").replace("  setup\n", lines))
    help = "write 'cards mine with abilities' for cards that have lines of their own"
    assert found == [("TW005", "cards mine", help)]


@pytest.mark.parametrize(
    "lines",
    [
        "let tall a stack\n  score count of talls\n  score 1 for each tall",
        "let city be a stack where height is 3 or more\n  score count of cities\n  score 2 if any city is face-up",
        "let best be largest heigth of stacks\n  score best\n  score 2 if best > 3",
        "let best be 3 now\n  score best\n  score 2 if best > 3",
        "let tall be a stak\n  for each tall\n    score 1\n  score count of talls",
    ],
)
def test_a_name_that_could_not_be_read_is_reported_once(lines: str) -> None:
    """One mistake is one error, wherever the name is used and in the plural too."""
    _, problems = checked(f"dragon a\n  {lines}\n")
    assert [problem.source.position(problem.span.start)[0] for problem in problems] == [2]


# ------------------------------------------------------------------ what can never be done


def test_nothing_is_placed_without_a_board() -> None:
    """`place` puts things on the player's own board; where there is none, that is an error at `place`."""
    found = reported(text("place a disc in the box"))
    assert found == [("TW202", "place a disc in the box", "write 'move ... to a space in the grid'")]


def test_a_board_does_not_grow_by_plain_pieces() -> None:
    """It was a ValueError in play: spaces come up at the edges of what tiles show."""
    plain = text("gain 1 point").replace("    size 6 by 7\n    sizes 3 to 7\n", "    grows to 20 by 20\n")
    ((code, said, _),) = reported(plain)
    assert (code, said) == ("TW113", "grows to 20 by 20")


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("it is empty and (no space has a disc or any neighbor has the same color)", "any neighbor has the same color"),
        ("it is empty and any neighbor has the same number", "any neighbor has the same number"),
        ("it is empty and it is red", "red"),
        ("it is empty and (no space has a disc or any neighbor is red)", None),
        ("it is empty or (it is face-down and any neighbor has the same color)", None),
        ("it is empty and (no space has a disc or any neighbor has a disc)", None),
    ],
)
def test_an_empty_space_shows_nothing(rule: str, said: str | None) -> None:
    """`place where` speaks of the space, which is empty, not of what is to be placed."""
    placed = STALLS.format(rule=rule.replace("number", "lane") if "number" in rule else rule, turn="    place a disc")
    warned = [one for one in reported(placed) if "to be placed" in one[2]]
    marked = said.replace("number", "lane") if said else None
    assert [(code, what) for code, what, _ in warned] == ([("TW203", marked)] if marked else [])


END = ("choose one", "  option end", "  option rest")
STALLS = """\
game stalls
  name en "Stalls"
  players 2

  piece disc
    color red R1 to R3 lane 1 to 3 copies 4
    color blue B1 to B3 lane 1 to 3 copies 4
    identity hue
    place where {rule}

  board grid
    of each player
    size 3 by 3
    sizes 1 to 3

  pool box
    of each player
    holds discs

  counter points
  counter coins

  part points
    score points

  to toll
    pay 1 coin

  turn
{turn}

  end after a turn if points > 99
"""


@pytest.mark.parametrize(
    ("lines", "marked"),
    [
        (["pay 2 coins", "gain 1 point"], ["pay 2 coins"]),
        (["gain 1 point", "pay (points) coins"], ["pay (points) coins"]),
        (["do toll"], ["pay 1 coin"]),
        (["for each player", "  pay 1 coin", "  gain 1 point"], ["pay 1 coin"]),
        (["2 times", "  pay 1 coin"], ["pay 1 coin"]),
        (["if points >= 2", "  pay 2 coins"], ["pay 2 coins"]),
        (["if coins >= 2", "  pay 2 coins"], []),
        (["if coins < 2", "  gain 1 coin", "otherwise", "  pay 2 coins"], []),
        (["pay (smaller of coins and 2) coins"], []),
        (["may pay 1 coin"], []),
        (["may", "  do toll", "  gain 1 point"], []),
        (["up to 3 times", "  pay 1 coin"], []),
        (["(smaller of coins and 3) times", "  pay 1 coin"], []),
        (["choose one", "  option buy", "    do toll", "  option rest"], []),
        (["choose a number from 0 to (coins) called bid", "pay (bid) coins"], []),
        (["let portion be coins / 2", "pay (portion) coins"], []),
        (["let portion be points / 2", "pay (portion) coins"], ["pay (portion) coins"]),
        (["pay 0 coins"], []),
    ],
)
def test_a_payment_that_may_be_impossible(lines: list[str], marked: list[str]) -> None:
    """Where it is not offered wholly or not at all, nothing around it asks for the counter, and it is not 0."""
    body = "\n".join(f"    {line}" for line in lines)
    found = reported(STALLS.format(rule="it is empty", turn=body))
    assert [said for code, said, _ in found if code == "TW228"] == marked


@pytest.mark.parametrize(
    ("amount", "condition"), [("2", "coins >= 2"), ("1", "coins >= 1"), ("(points)", "coins >= points")]
)
def test_the_condition_that_is_offered_covers_the_payment(amount: str, condition: str) -> None:
    """There is as much as is paid; in a block under it the payment is no longer a warning."""
    pays = f"pay {amount} coins"
    (help,) = (
        help for code, _, help in reported(STALLS.format(rule="it is empty", turn=f"    {pays}")) if code == "TW228"
    )
    assert f"'if {condition}'" in help
    under = f"    if {condition}\n      {pays}"
    assert "TW228" not in {code for code, *_ in reported(STALLS.format(rule="it is empty", turn=under))}


def test_what_is_said_of_a_payment_happens() -> None:
    """Nothing is paid, and the rest of the block is skipped, as the warning says; the lines after the block are done."""
    lines = ("gain 1 coin", "if points = 0", "  pay 2 coins", "  gain 9 points", "gain 1 point", *END)
    source = Source("game.tw", STALLS.format(rule="it is empty", turn="\n".join(f"    {line}" for line in lines)))
    game = read_game(source, Diagnostics(source))
    assert game is not None
    own = begin(game).state.table.counters[0]
    assert (own["coins"], own["points"]) == (1, 1)
