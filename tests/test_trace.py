"""What becomes of each statement of a game, why a move is refused, and which lines had no part in games."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import run, valid
from small_games import cards_of, game_of
from tilewright.core import play
from tilewright.core.walk import transform
from tilewright.kernel.state import FlatState
from tilewright.play.match import Match
from tilewright.play.tracing import SETUP, Tracer, traced, why_not, why_not_there

GAME = """\
game wells
  players 1 to 2

  piece stone
    color red R1 to R3 number 1 to 3 copies 2
    color blue B copies 2
    identity face
    place where it is empty

  board yard
    of each player
    size 1 by 3
    sizes 1 to 3

  board heap
    of each player
    pool

  counter coins

  part coins
    score coins

  cards tool with abilities

  rule a stone is dear if number > 1 and it is red

  to sell a stone
    gain (number of the stone) coins
    discard it

  setup
    for each player
      3 times
        draw a stone
      gain 1 coins

  turn
    choose one
      option lay if there is a stone in the heap
        place a stone in the heap
      option sell
        do sell a dear stone
      option rest
        gain 1 coins
    if coins > 4
      gain 2 coins
    for each dear stone
      gain 1 coins
    pay 2 coins
    gain 9 coins

  end after a turn if coins > 20
"""
TOOL = """\
tool hammer
  ability once per game if coins > 1
    discard a dear stone
"""


def match_of(*, cards: str = "", players: int = 1) -> Match:
    """A match of the game of this file."""
    game = game_of(GAME, "TW228")
    return Match(game, ["Ada", "Bo"][:players], cards_of(cards, game) if cards else ())


def trace_of(match: Match, turn: int) -> list[str]:
    """The lines of a turn: whether each was done, its text, its notes."""
    found = (line for line in traced(match) if line.turn == turn)
    return [f"{'+' if line.done else '-'} {line.wording.text} [{'; '.join(line.notes)}]" for line in found]


def test_each_statement_is_done_or_skipped_with_its_reason() -> None:
    """A payment that fails says how much there was, and passes over the rest; conditions say what they compare."""
    match = match_of()
    match.play("rest")
    assert trace_of(match, 0) == [
        "+ choose one [rest]",
        "+ gain 1 coins []",
        "- if coins > 4 ['coins > 4' is not true (2 > 4)]",
        "- for each dear stone [there is none]",
        "+ pay 2 coins []",
        "+ gain 9 coins []",
    ]
    assert trace_of(match, SETUP) == [
        "+ for each player [1 found]",
        "+ 3 times []",
        "+ draw a stone []",
        "+ gain 1 coins []",
    ]


def test_what_follows_a_statement_that_fails_is_skipped() -> None:
    """The rest of the block names the line that could not be done."""
    match = match_of()
    for move in ("lay", "choose B", "place 1,1"):
        match.play(move)
    line = GAME.splitlines().index("    pay 2 coins") + 1
    assert trace_of(match, 0)[1:] == [
        "+ place a stone in the heap [choose B; place 1,1]",
        "- if coins > 4 ['coins > 4' is not true (1 > 4)]",
        "- for each dear stone [there is none]",
        "- pay 2 coins [2 to pay, 1 there]",
        f"- gain 9 coins [line {line} could not be done]",
    ]


def test_a_trace_changes_nothing() -> None:
    """The tracer comes to the very states that the match went through, on whatever engine that ran."""
    match = match_of(players=2)
    for _ in range(12):
        if not match.over:
            match.play(match.moves[-1])
    tracer = Tracer(match.machine.interpreter)
    for state, move, after in zip(match.states, match.played, match.states[1:], strict=False):
        cells: FlatState = state.cells.copy()
        if after.draws == state.draws:
            tracer.step(cells, move.value)
            assert (cells.wide, cells.narrow) == (after.cells.wide, after.cells.narrow)
    before = match.digest
    assert traced(match)
    assert match.digest == before


def test_why_names_the_condition_of_a_rule() -> None:
    """A thing that cannot be picked names the part of its condition, by way of the named rule, with the numbers."""
    match = match_of(cards=TOOL)
    assert why_not(match, "rest") == ["rest is allowed now"]
    sell = why_not(match, "sell")
    assert len(sell) == 1 and sell[0].startswith("sell: 'do sell a dear stone' could not be done: there is none")
    assert why_not(match, "use hammer") == ["use hammer: 'coins > 1' is not true (1 > 1)"]
    assert why_not(match, "use anvil") == ["no card with an ability is called 'anvil'"]
    assert why_not(match, "dance") == ["nothing that can be chosen now is called 'dance'"]


def test_why_of_a_space_that_is_taken() -> None:
    """After an option: the place of its first choice, named by its space."""
    match = match_of()
    for move in ("lay", "choose B", "place 1,1", "lay", "choose B"):
        match.play(move)
    assert why_not(match, "1,1") == ["1,1: in 'place a stone in the heap', it cannot be done there"]
    assert why_not(match, "place 1,3") == ["place 1,3 is allowed now"]
    match.undo()
    match.undo()
    assert why_not(match, "B") == ["after lay, B is allowed"]


def test_why_of_a_space_that_was_clicked() -> None:
    """A space of the board of the choice is answered as by its name; elsewhere nothing is chosen; beyond it is none."""
    match = match_of()
    assert why_not_there(match, 0, 0) == ["nothing is chosen on this board now"]
    for move in ("lay", "choose B", "place 1,1", "lay", "choose B"):
        match.play(move)
    assert why_not_there(match, 0, 0) == why_not(match, "1,1")
    assert why_not_there(match, 0, 2) == ["1,3 is allowed"]
    for seat, space in ((-1, 0), (0, -1), (0, 3), (9, 0)):
        with pytest.raises(ValueError, match=str(space)):
            why_not_there(match, seat, space)


def test_why_says_in_words_what_is_missing() -> None:
    """There is no such thing there, or an adjective is not true of what lies there."""
    match = match_of()
    for move in ("lay", "choose B", "place 1,1"):
        match.play(move)
    sell = "sell: 'do sell a dear stone' could not be done:"
    assert why_not(match, "sell") == [f"{sell} it is not dear: 'number > 1' (0 > 1)"]
    asked = "why 1,5\nwhy 3,3\nquit\n"
    told = run("play", "dragon-castle", "--players", "Ada,random", "--seed", "7", input=asked).output
    assert "there is no tile there" in " ".join(told.split())
    assert "it is not open: it is not available: 'no left neighbor is as tall" in " ".join(told.split())


def test_why_of_an_ability_used_before() -> None:
    """What an ability does can be impossible, too: the statement is named. After its use it was used."""
    match = match_of(cards=TOOL)
    match.play("rest")
    assert why_not(match, "use hammer") == ["use hammer: 'discard a dear stone' could not be done: there is none"]
    match = match_of(cards=TOOL)
    for move in ("lay", "choose R3", "place 1,1"):
        match.play(move)
    match.play("use hammer")
    assert why_not(match, "use hammer") == ["use hammer: it was already used in this game"]


def test_why_keeps_to_the_verb_and_to_what_failed() -> None:
    """A space is not looked up for another verb, pieces are called by their codes, and a loop over nothing has not failed."""
    asked = "1\nwhy discard 1,1\n1\nwhy take 1,1\nwhy use whirl\nquit\n"
    told = run("play", "dragon-castle", "--players", "Ada,Bo", "--cards", "whirl", "--seed", "7", input=asked).output
    assert "nothing that can be chosen now is called 'discard 1,1'" in told
    assert "you cannot take now; you can place " in told and "you can place it" not in told
    assert "use whirl: 'choose one' could not be done: none of the options can be completed" in " ".join(told.split())


def test_statements_that_are_equal_keep_their_lines() -> None:
    """Linking and renaming replace nodes; two equal statements at different lines stay at their lines."""
    game = game_of(GAME, "TW228")
    assert game.play_rules is not None
    turn = transform(game.play_rules, lambda node: node).turn
    lines = [step.wording.line for step in play.inside(turn) if step.wording and step.wording.text == "gain 1 coins"]
    assert len(lines) == len(set(lines)) == 2


@pytest.fixture
def folder(tmp_path: Path) -> str:
    """A pack with the game of this file."""
    (tmp_path / "pack.yaml").write_text("tilewright: 1\ngame: wells\ntitle: Wells\n", "utf-8")
    (tmp_path / "game.tw").write_text(GAME, "utf-8")
    (tmp_path / "hammer.tw").write_text(TOOL, "utf-8")
    return str(tmp_path)


def test_the_command(folder: str) -> None:
    """Turns have headings; what is asked for alone is shown alone; JSON obeys its schema."""
    result = run("trace", folder, "--players", "random", "--turns", "2")
    assert result.exit_code == 0, result.output
    assert result.output.startswith("setup\n  game.tw:") and "\nturn 1: player 1\n" in result.output
    assert "turn 3" not in result.output
    skipped = run("trace", folder, "--players", "random", "--turn", "1", "--skipped").output
    assert "skipped  for each dear stone" in skipped and "  done  " not in skipped
    answer = valid(run("trace", folder, "--players", "random", "--turn", "0", "--json").output, "trace-1")
    assert answer["game"] == "wells" and {line["turn"] for line in answer["lines"]} == {0}


def test_names_that_a_statement_gives_are_left_out() -> None:
    """What was taken is in brackets; JSON has the whole line."""
    game = ("trace", "dragon-castle", "--players", "random,random", "--turn", "1")
    assert "  take an open highest tile in the castle  [take " in run(*game).output
    statements = [line["statement"] for line in valid(run(*game, "--json").output, "trace-1")["lines"]]
    assert "take an open highest tile in the castle called first from spot" in statements


def test_a_card_of_another_folder(folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A card that is named from where one works: its lines are called by its file, as those of the game are."""
    elsewhere = tmp_path / "mine"
    elsewhere.mkdir()
    (elsewhere / "mallet.tw").write_text(TOOL.replace("hammer", "mallet"), "utf-8")
    monkeypatch.chdir(elsewhere)
    told = run("trace", folder, "--players", "random", "--cards", "mallet.tw", "--seed", "1", "--turns", "9")
    assert told.exit_code == 0, told.output
    assert "  game.tw:" in told.output and "  mallet.tw:" in told.output


def test_a_record_is_traced(folder: str) -> None:
    """A record says who plays and with what."""
    record = str(Path(folder) / "a.record.yaml")
    played = run("play", folder, "--players", "random", "--seed", "1", "--save", record)
    assert played.exit_code == 0, played.output
    assert "turn 1: random" in run("trace", record).output
    refused = run("trace", record, "--seed", "3")
    assert refused.exit_code == 2 and "come from the record" in refused.output


def test_why_is_a_command_of_the_table(folder: str) -> None:
    """`why` takes a move."""
    told = run("play", folder, "--players", "Ada", input="why 1\nwhy rest\nwhy\nwhy use hammer\nquit\n").output
    assert (
        told.count("is allowed now") == 2
        and "rest is allowed now" in told
        and "write a move after it, as in: why" in told
    )


def test_simulations_list_what_was_never_done(folder: str) -> None:
    """Lines of cards come first, and what any of the games did is left out."""
    card = str(Path(folder) / "hammer.tw")
    command = ("simulate", folder, "--players", "greedy", "--games", "2", "--cards", card, "--workers", "1")
    told = run(*command).output
    assert "Lines that were never carried out in these games:" in told or "gain 1 coins" not in told
    answer = valid(run(*command, "--json").output, "simulation-summary-1")
    never = answer.get("never", [])
    assert isinstance(never, list) and not any("choose one" in line for line in never)
