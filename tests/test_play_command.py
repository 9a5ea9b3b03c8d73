"""Playing at the terminal: whole sessions that are typed, and what is on the screen."""

from __future__ import annotations

import io
import json
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards import card
from command_line import run, valid
from plays import castle, counter, realm, start, table
from small_games import begin, game_of
from tilewright.cli.args.matches import seats_of, seats_of_names
from tilewright.cli.table.commands import COMMANDS
from tilewright.cli.table.save import save_record
from tilewright.cli.table.screen import Console, Screen, scripted_ask
from tilewright.cli.table.session import Session
from tilewright.cli.terminal import CannotRun
from tilewright.draw.text import beside, shown_width
from tilewright.kernel.wasm.native import NativeFault
from tilewright.packs.workspace import Workspace
from tilewright.play.bots import UnknownBot
from tilewright.play.machine import Machine
from tilewright.play.match import Match
from tilewright.play.prompts import MoveFormatter
from tilewright.play.state import GameState, Move
from tilewright.source import Source, read_source

GOLDEN = Path(__file__).parent / "golden" / "play"
ROOM = "M1/M5 . S1/M5 . F1 . F2 . F3"
"""A table with two identical tiles on top, and room for some turns."""


class First:
    """Plays the first move there is."""

    name = "first"

    def choose(self, match: Match) -> Move:
        return match.moves[0]


def scripted(lines: Iterator[str]) -> Console:
    """A console on which these lines are typed."""
    out = io.StringIO()
    return Console(out, scripted_ask(out, lines))


def typed(
    match: Match,
    *lines: str,
    bots: Mapping[int, First] | None = None,
    console: Console | None = None,
    file: str | None = None,
) -> str:
    """What a session with these lines writes."""
    used = console or scripted(iter(lines))
    screen = Screen(MoveFormatter(match.cards))
    Session(match, bots or {}, screen, used, save_record, file).run()
    assert isinstance(used.out, io.StringIO)
    return used.out.getvalue()


class Terminal(Console):
    """A terminal of 80 x 24 at which lines are typed; `screens` are what it shows at each prompt."""

    def __init__(self, *lines: str) -> None:
        super().__init__(io.StringIO(), self.next_line, live=True)
        self.typed = iter(lines)
        self.screens: list[str] = []

    def next_line(self, prompt: str) -> str:
        self.screens.append(self.out.getvalue().split("\x1b[H\x1b[2J")[-1])
        line = next(self.typed, None)
        if line is None:
            raise EOFError
        return line

    def size(self) -> tuple[int, int | None]:
        return 80, 23


# ------------------------------------------------------------------ moves


@pytest.mark.parametrize(
    "lines",
    [
        ("take 1,1; pair; place 1,1; place 1,2",),
        ("1,1", "pair", "1,1", "1,2"),
        ("1", "1", "1", "1"),
        ("TAKE  1,1;;p;place 1,1 ; 1,2",),
        ("take 1,1", "pair", "place 1,1", "undo", "place 2,2", "undo", "1,1; 1,2"),
    ],
)
def test_ways_to_type_a_turn(lines: tuple[str, ...]) -> None:
    """Notations, their ends, numbers and beginnings mean the same moves; several stand on a line."""
    match = table(". . | . .", castle=ROOM)
    text = typed(match, *lines)
    assert realm(match) == "M5 M5 | . ."
    assert castle(match) == "M1 . S1 . F1 . F2 . F3"
    assert "take 1,1 (M5); pair" in text
    assert match.turn == 1


def test_an_option_and_its_first_move_at_once() -> None:
    """What follows an option may be typed without it, if that is clear."""
    match = table(". . | . .", castle="M5 . S1 . F1")
    text = typed(match, "1,3")
    assert castle(match) == "M5 . . . F1"
    assert "choose one" in text.split("> 1,3")[0]


def test_the_rest_of_a_line_does_not_reach_into_the_next_turn() -> None:
    """What is typed beyond the end of one's turn is left out, and that is said."""
    match = table(". . | . .", castle=ROOM)
    text = typed(match, "1,1; discard; 1,3; discard")
    assert match.turn == 1
    assert "the turn is over; not played: 1,3; discard" in text


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("take 1,2", "'take 1,2' is not a move now; the nearest is take 1,1"),
        ("9,9; pair", "not played: pair"),
        ("pear", "'pear' is not a move now"),
        ("foo", "'foo' is not a move now; type moves to list them, help for more"),
        ("scores", "'scores' is not a move now; did you mean 'score'?"),
        ("77", "there is no move 77; they are 1 to 2"),
        ("take", "'take' can be 2 moves: take 1,1, take 1,3"),
        ("look 9,9", "castle 9,9: off the board (1 x 9)"),
        ("look", "look at a space"),
        ("look Cy 1,1", "there is no board 'Cy'"),
        ("card humility", "no card 'humility' is in play; cards: none"),
        ("hint gredy", "there is no bot 'gredy'"),
        ("turns 4", "there is no turn '4'; turns: none yet"),
        ("undo", "there is nothing to undo"),
        ("save", "name a file: save NAME.record.yaml"),
    ],
)
def test_wrong_input_is_reported(line: str, told: str) -> None:
    """What cannot be done is told with what is near, and nothing changes."""
    match = table(". . | . .", castle=ROOM)
    before = match.state.key
    assert told in typed(match, line)
    assert match.state.key == before


CUPS = """\
game cups
  name en "Cups"
  players 2

  piece stone
    color grey G copies 12
    identity face

  board field
    of the table
    size 1 by 2
    sizes 1 to 2

  board cup
    of each player
    pool

  counter points

  part points
    score points

  setup
    for each player
      draw a stone

  turn
    choose one
      option lay
        move a stone in the cup to a space in the field
      option rest

  end after a turn if points > 1
"""


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("look 1,1", "field 1,1: empty\n"),
        ("look Ada 1,1", "a pool has no spaces: look cup\n"),
    ],
)
def test_a_pool_has_no_spaces_to_look_at(line: str, told: str) -> None:
    """A space is looked at on the boards alone: nothing is said of pools but that they have none."""
    text = typed(begin(game_of(CUPS)), line)
    assert told in text and "cup 1,1" not in text and "Ada 1,1:" not in text
    assert "Ada: cup\nG\n" in typed(begin(game_of(CUPS)), "look cup")


def test_a_record_that_cannot_be_written_is_reported() -> None:
    """Where there is no such folder the game goes on."""
    assert "cannot write no/such/folder/x.record.yaml" in typed(start(2), "save no/such/folder/x")


@pytest.mark.slow
@given(st.lists(st.text(max_size=12) | st.sampled_from(["look ", "turns ", "card ", "1,", ";", "?"]), max_size=4))
def test_any_line_is_borne(parts: list[str]) -> None:
    """Whatever is typed, the session goes on or ends without a traceback."""
    match = table(". . | . .", castle=ROOM)
    line = "".join(parts)
    if not line.strip().startswith("s"):  # a file is not written here
        assert "Ada" in typed(match, line)


# ------------------------------------------------------------------ commands


def test_undo_over_a_bot() -> None:
    """Undo takes back the moves of bots too, up to one's own last choice."""
    match = table(". . | . .", castle=ROOM)
    text = typed(match, "1,1; discard", "undo", bots={1: First()})
    assert "\nBo: " in text
    assert match.turn == 0
    assert [str(move) for move in match.played] == ["take 1,1"]
    assert counter(match, "points") == 0


@pytest.mark.slow
def test_hint_changes_nothing_and_can_be_typed() -> None:
    """A hint leaves the game as it is; typed in, it plays the turn and gains what it told."""
    match = table(". . | . .", castle=ROOM)
    before = match.state.key
    hint = " ".join(typed(match, "hint").split("suggests: ")[1].split())
    assert match.state.key == before
    moves, gain = re.match(r"(.*) \(([+-]\d+)\)", hint).groups()  # type: ignore[union-attr]
    text = typed(match, moves)
    assert match.turn == 1
    assert f", {gain}\n" in text


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_a_hint_does_not_tell_what_chance_brings(seed: int) -> None:
    """It ends with the first move after which something is drawn, and tells no gain."""
    text = run("play", "cairns", "--players", "A", "--seed", str(seed), input="hint greedy\n").output
    (hint,) = re.findall(r"greedy suggests: (.*)", text)
    assert re.fullmatch(r"([a-z 0-9,]+; )*gather; then it depends on what is drawn", hint)
    assert "stone" not in hint


@pytest.mark.slow
def test_every_command_is_helped_and_harmless() -> None:
    """Help names every command; those that show something leave the game as it is."""
    match = table(". 1 | . .", castle=ROOM, spirits=["destruction"])
    before = match.state.key
    shown = [name for name in COMMANDS if name not in ("quit", "undo", "save")]
    text = typed(match, "?", *shown, "look 1,1", "look ada 1,2", "card destruction")
    assert all(f"\n  {name}" in text for name in COMMANDS)
    assert "castle 1,1: 1 hidden, M5" in text
    assert "Ada 1,2: 1 face-down" in text
    assert "destruction (spirit): Discard 1 available tile of the castle." in text
    assert match.state.key == before


def test_an_ability_is_used() -> None:
    """An ability is offered with the text of its card, and what it asks is told."""
    match = table("M1 . | . .", castle=ROOM, spirits=["destruction"])
    text = typed(match, "use destruction", "1,9")
    assert "3 use destruction: Discard 1 available tile of the castle." in text
    assert "destruction: discard an available tile in the castle" in text
    assert castle(match) == "M1/M5 . S1/M5 . F1 . F2 . ."
    assert realm(match) == ". . | . ."


def test_that_only_an_ability_leads_on_is_reported() -> None:
    """When nothing else can be chosen the prompt says with which card the game goes on."""
    match = table("M1 . | . .", castle="M5 S1 . F1", spirits=["deception"])
    head = "take a matching tile in the castle (only by using deception)"
    text = " ".join(typed(match, "take 1,1", "pair").split())
    assert text.count("(only by using") == 1
    assert head in text


def test_score_and_turns() -> None:
    """Scores are told part by part with the spaces that earned them, turns with their gain."""
    match = table("3^ . | . .", castle=ROOM)
    text = typed(match, "1,1; discard", "score", "turns", "turns 1")
    assert "Ada  4\n" in text
    assert "     3  shrines  at 1,1" in text
    assert "  1 Ada: take 1,1 (M5); discard, +1" in text
    assert text.count("Bo (total 0)") == 3


# ------------------------------------------------------------------ leaving, saving, going on


def ended() -> Iterator[str]:
    """Lines that are cut off by an interrupt."""
    yield "1,1"
    raise KeyboardInterrupt


@pytest.mark.parametrize("lines", [["1,1"], ["1,1", "quit", "pair"], ["1,1; quit; pair"], ended()])
def test_leaving_keeps_the_game(tmp_path: Path, lines: Iterator[str]) -> None:
    """The end of the input, quit and an interrupt leave cleanly, and save the game so far."""
    match, file = start(2), tmp_path / "a.record.yaml"
    first = next(str(move) for move in match.moves)
    console = scripted(line.replace("1,1", first) for line in lines)
    text = typed(match, console=console, file=str(file))
    assert f"saved in {file}" in text
    assert f"Ada: {first}" in file.read_text(encoding="utf-8")


def recorded(file: str) -> Match:
    """The game of a record."""
    source = read_source(file)
    assert isinstance(source, Source)
    match = Workspace().check(source).match
    assert match is not None
    return match


def known(match: Match) -> tuple[object, ...]:
    """All that a player can know of a game, and all that was played."""
    return (
        match.state.table.key,
        match.turn,
        match.state.turn,
        list(map(str, match.moves)),
        list(map(str, match.played)),
    )


@pytest.mark.slow
def test_saved_and_gone_on_with(tmp_path: Path) -> None:
    """A game that was saved in the middle of a turn goes on at the same state, in the same file."""
    file = str(tmp_path / "evening.record.yaml")
    begun = (
        "play",
        "dragon-castle",
        "--players",
        "Ada,random",
        "--layout",
        "base-2",
        "--seed",
        "3",
        "--cards",
        "destruction",
    )
    first = run(*begun, "--save", file, input="1; shrine; 2,2; done\n1\n")
    assert first.exit_code == 0
    match = recorded(file)
    assert (match.turn, match.state.turn) == (0, 2)
    assert realm(match).split(" | ")[1].split()[1] != "."
    before = known(match)
    again = run("play", file, input="undo\n1\nhint\n")
    assert again.exit_code == 0
    assert "Ada, random; castle base-2; seed 3" in again.output
    assert "Ada, round 2" in again.output
    assert known(recorded(file)) == before


# ------------------------------------------------------------------ from a position


SET = Path(__file__).parents[1] / "cards" / "dragon-castle" / "positions" / "two-realms.position.yaml"
CASTLE = "castle: |\n  M1/S2 M1 S2 . F1\n  . W1/W2 W1 D1 D1\n"


def set_up(folder: Path, text: str) -> str:
    """A file with the boards of a position, and a castle."""
    file = folder / "late.position.yaml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_a_game_begins_with_a_position(tmp_path: Path) -> None:
    """Play goes on from the boards, counters and cards of a position; who moves first is said, as it is assumed."""
    realms = SET.read_text("utf-8").partition("castle:")[0]
    file = set_up(tmp_path, realms + CASTLE)
    shown = run(
        "play", file, "--players", "Ada,Bob=random", "--seed", "3", input="2,2; shrine; 1,1; done\nquit\n"
    ).output
    assert "The position does not say whose turn it is: Ada moves first." in shown
    assert "points 11, countdown 1," in shown and "2 take 2,2 (W2)" in shown
    assert re.search(r"^Ada: take 2,2 \(W2\); shrine; .*place 1,1 \(W2\)", shown, re.MULTILINE)
    assert re.search(r"^Bob: ", shown, re.MULTILINE)
    assert "cards: humility, power, knowledge" in shown


@pytest.mark.slow
@pytest.mark.parametrize(
    ("castle", "options", "told"),
    [
        ("", (), "does not say what is in the castle: add 'castle:' and its stacks, row by row"),
        (CASTLE, ("--cards", "harmony"), "--cards and --layout come from the position"),
        (CASTLE, ("--players", "Ada,Cy"), "the players of the file are Ada,Bob"),
        (CASTLE.replace("M1", "M9"), (), "there is no tile 'M9'"),
    ],
)
def test_a_position_that_cannot_be_played(tmp_path: Path, castle: str, options: tuple[str, ...], told: str) -> None:
    """What a position does not say and play needs is asked for; nothing else of a game can be said besides."""
    file = set_up(tmp_path, SET.read_text("utf-8").partition("castle:")[0] + castle)
    found = run("play", file, *options, input="")
    assert found.exit_code and told in found.output


def test_a_position_of_one_player_is_not_played(tmp_path: Path) -> None:
    """A game for two needs two."""
    text = SET.read_text("utf-8").partition("  - name: Bob")[0] + CASTLE
    found = run("play", set_up(tmp_path, text), input="")
    assert (found.exit_code, "is for 2 to 4 players; the position has 1" in found.output) == (2, True)


# ------------------------------------------------------------------ what others do to one's things


def test_what_is_taken_from_a_player_is_reported() -> None:
    """Under a turn stands what it has changed of the boards and counters of others, in the list of turns too."""
    thief = card("spirit thief\n  ability\n    discard a tile of the left player\n")
    match = table("M1 F1 | . .", "S1 F2 | . .", castle=ROOM, spirits=[thief])
    shown = typed(match, "use thief", "tile", "discard 1,2", "discard 1,1", "1,1; discard", "turns")
    assert "\n  Bo: realm 1,1 S1 -> .\n" in shown
    assert shown.partition("  1 Ada: ")[2].splitlines()[2] == "      Bo: realm 1,1 S1 -> ."
    own = typed(table("M1 F1 | . .", "S1 F2 | . .", castle=ROOM), "1,1; discard", "turns")
    assert "Bo: realm" not in own


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    """A new game does not take the place of a record."""
    file = tmp_path / "a.record.yaml"
    file.write_text("mine", encoding="utf-8")
    result = run("play", "cairns", "--save", str(file), input="")
    assert result.exit_code == 2
    assert "already exists" in result.output
    assert file.read_text(encoding="utf-8") == "mine"


def test_a_whole_game_and_the_same_again(tmp_path: Path) -> None:
    """A game is played to its end with scores and a winner; its record can be looked at and taken back."""
    file = str(tmp_path / "hike.record.yaml")
    played = run("play", "cairns", "--players", "Ada", "--seed", "1", "--save", file, input="rest\ndone\n" * 14)
    assert played.exit_code == 0
    assert re.search(r"total +\d+\nWinner: Ada\nsaved in ", played.output)
    saved = Path(file).read_text(encoding="utf-8")
    assert "winners: [Ada]" in saved
    viewed = run("play", file, input="turns\nnonsense\n")
    assert viewed.exit_code == 0
    assert "  7 Ada: rest" in viewed.output
    assert "Winner: Ada" in viewed.output
    assert "'nonsense' is not a command" in viewed.output
    assert Path(file).read_text(encoding="utf-8") == saved
    back = run("play", file, input="undo\nboard\n")
    assert "dragon-castle" not in back.output
    assert "Ada, round 7" in back.output


def test_bots_alone_and_json() -> None:
    """Bots play a game among themselves; with --json standard output is the one object."""
    result = run("play", "cairns", "--players", "random,Bo=random", "--seed", "5", "--json")
    assert result.exit_code == 0
    answer = valid(result.stdout, "score-1")
    assert [player["name"] for player in answer["players"]] == ["random", "Bo"]  # type: ignore[attr-defined, index]
    assert json.loads(result.stdout)["winners"]
    assert "Bo: " in result.stderr


# ------------------------------------------------------------------ who plays


def test_seats() -> None:
    """Names of bots are bots, with a name of their own if one is given; the same bot twice is numbered."""
    told = [(seat.name, seat.bot) for seat in seats_of("Ada,greedy, Bo=random ,greedy,uct:9")]
    assert told == [
        ("Ada", None),
        ("greedy", "greedy"),
        ("Bo", "random"),
        ("greedy-2", "greedy"),
        ("uct", "uct:9"),
    ]
    again = [(seat.name, seat.bot) for seat in seats_of_names(["Ada", "greedy", "greedy-2"], None)]
    assert again == [("Ada", None), ("greedy", "greedy"), ("greedy-2", "greedy")]


@pytest.mark.parametrize(
    ("players", "told"),
    [
        ("Ada,Ada", "2 players are named Ada"),
        ("Ada,", "cannot be the name"),
        ("Ada,Bo=nobody", "nobody"),
        ("=greedy,Ada", "cannot be the name"),
        ("A\x1bda,Bo", "cannot be the name"),
    ],
)
def test_seats_that_cannot_be(players: str, told: str) -> None:
    """Names that are missing, alike or unsafe, and bots that there are not, are refused."""
    with pytest.raises((CannotRun, UnknownBot), match=told):
        seats_of(players)


@pytest.mark.parametrize(
    "arguments",
    [
        ("nosuch",),
        ("dragon-castle", "--players", "Ada"),
        ("dragon-castle", "--save", "game.yaml"),
        ("dragon-castle", "--save", "no/such/folder/a.record.yaml"),
        ("no.record.yaml",),
        ("no.record.yaml", "--seed", "3"),
    ],
)
def test_what_cannot_run(arguments: tuple[str, ...]) -> None:
    """What cannot be played ends with a message and exit code 2."""
    result = run("play", *arguments, input="")
    assert result.exit_code == 2
    assert result.output


# ------------------------------------------------------------------ the screen


def golden(name: str, text: str) -> None:
    """The text equals the golden file; ``UPDATE_GOLDEN=1`` rewrites it."""
    path = GOLDEN / name
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def test_golden_screen() -> None:
    """A screen in the middle of a turn looks as it should."""
    found = table(
        "3^ . 2M5 . | W1 . F2 F2 | . 1 . . | . . . S6",
        ". . . . | . . . . | . . 4 . | . . . .",
        castle="M1/M5 . S1/D1/M5 . | F1 . F2 W4",
        spirits=["destruction"],
        counters=[{"points": 12, "reserve": 2, "countdown": 1}],
    )
    terminal = Terminal("1,3", "sh")
    typed(found, console=terminal)
    golden("screen.txt", "\n----\n".join(terminal.screens))


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_screens_fit_a_small_terminal(players: int) -> None:
    """At 80 x 24 each screen of the first turns fits, however many play."""
    terminal = Terminal("1", "shrine", "3,3", "1", "shrine", "4,4")
    typed(start(players, f"base-{players}"), console=terminal, bots={i: First() for i in range(1, players)})
    assert len(terminal.screens) == 7
    for screen in terminal.screens:
        lines = screen.splitlines()
        assert len(lines) <= 23, screen
        assert max(map(len, lines)) <= 80, screen


def test_messages_outlive_a_new_screen() -> None:
    """What went wrong after a move of the same line stands below the new screen."""
    terminal = Terminal("1,1; 9,9")
    typed(table(". . | . .", castle=ROOM), console=terminal)
    assert "'9,9' is not a move now" in terminal.screens[1]
    assert "castle" in terminal.screens[1]


WORDS = st.sampled_from(["ab", "\x1b[1mab\x1b[0m", "語", "abcdef"])


@pytest.mark.slow
@given(st.lists(st.lists(WORDS, min_size=1, max_size=3), min_size=1, max_size=5), st.integers(1, 40))
def test_blocks_beside_one_another(blocks: list[list[str]], width: int) -> None:
    """Side by side, blocks keep all their lines and stay within the width, if they fit alone."""
    lines = beside(blocks, width)
    assert sorted("".join(lines).replace(" ", "")) == sorted("".join(line for block in blocks for line in block))
    widest = max(shown_width(line) for block in blocks for line in block)
    assert all(shown_width(line) <= max(width, widest) for line in lines)
    assert len(lines) <= sum(map(len, blocks))
    if len(blocks) > 1 and width >= sum(9 for _ in blocks):
        assert len(lines) == max(map(len, blocks))


def test_the_page_shows_a_real_session() -> None:
    """The session on docs/play.md is one that is really written; ``UPDATE_GOLDEN=1`` rewrites it."""
    page = Path(__file__).parents[1] / "docs" / "play.md"
    text = page.read_text(encoding="utf-8")
    shown = re.search(r"<!-- session -->\n```console\n\$ tilewright ([^\n]*)\n(.*?)```", text, re.DOTALL)
    assert shown is not None
    lines = re.findall(r"^\w+> (.*)$", shown[2], re.MULTILINE)
    written = run(*shown[1].split(), input="".join(f"{line}\n" for line in lines)).output
    if os.environ.get("UPDATE_GOLDEN"):
        text = text.replace(shown[2], written)
        page.write_text(text, encoding="utf-8")
    assert written in text
    assert all(f"| `{known.usage.split(', ')[0]}`" in text for known in COMMANDS.values())


def test_a_game_that_cannot_go_on_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the compiled game has no room for ends a command with a message, not with a traceback."""

    def no_room(self: Machine, state: GameState) -> Iterator[Move]:
        raise NativeFault("too many choices at once: 'choose a space'")

    monkeypatch.setattr(Machine, "moves_at", no_room)
    found = run("play", "cairns", "--players", "random,random")
    assert found.exit_code == 2 and found.output.endswith("too many choices at once: 'choose a space'\n"), found.output


@pytest.mark.slow
def test_spaces_of_a_board_that_grows_are_named_from_its_first_tile() -> None:
    """The first tile of a map lies at 0,0, and others above or left of it at negative places."""
    told = run("play", "princess-and-dragon", "--players", "Ada,Bo", "--seed", "0", input="look 0,0\nlook -1,3\nquit\n")
    assert re.search(r"^country 0,0: \S+$", told.output, re.MULTILINE) and "off the board" not in told.output
    assert "country -1,3: nothing lies there\n" in told.output
