"""`tilewright new card --say`: the card that a printed sentence describes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from command_line import run

POSITION = """\
tilewright: position/2
game: dragon-castle
cards: [one]
players:
  - name: Ada
    realm: |
{}"""
SAID = {
    "en": "3 points for each row with a shrine and no face-up tile.",
    "fr": "3 points par rangée avec un sanctuaire et sans tuile face visible.",
    "it": "3 punti per ogni riga con un sacrario e senza tessere scoperte.",
}


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def new(text: str, *more: str) -> str:
    """The file of the card that a sentence describes."""
    result = run("new", "card", "road", "--game", "dragon-castle", "--say", text, *more)
    assert result.exit_code == 0, result.output
    return Path("road.tw").read_text("utf-8")


@pytest.mark.parametrize("language", sorted(SAID))
def test_the_rule_is_what_the_text_means(language: str) -> None:
    """The card has the text and its rule, has no problems, and its text agrees."""
    card = new(SAID[language], "--lang", language)
    assert f'  text {language} "{SAID[language]}"\n' in card
    assert "score 3 for each row where it has a shrine and it has no face-up tile" in card
    assert "#" not in card
    assert "no problems" in run("check", "road.tw").output
    assert f"{language}  agrees: identical to the rule" in run("text", "road.tw", "--lang", language).output


def test_other_readings_are_comments_with_a_board() -> None:
    """Each other reading is a comment, and on its board the two score what it says."""
    card = new("Each shrine next to 2 taller stacks scores 1 point.")
    assert "  score 1 for each shrine where there are exactly 2 neighbors where" in card
    comment = next(line for line in card.splitlines() if "it scores" in line)
    scored, _, rest = comment.split("it scores ")[1].partition(" instead of ")
    here, _, board = rest.removesuffix(":").partition(" on ")
    other = next(line for line in card.splitlines() if line.startswith("  #   score"))
    rows = "".join(f"      {row}\n" for row in board.split(" | "))
    Path("at.position.yaml").write_text(POSITION.format(rows), encoding="utf-8")
    for rule, points in ((card.split('"\n\n')[1].splitlines()[0], here), (other.removeprefix("  # "), scored)):
        Path("one.tw").write_text(f"dragon one\n{rule.rstrip()}\n", encoding="utf-8")
        found = run("score", "--brief", "at.position.yaml").output
        assert f"      {points}  one" in found, found
    assert "no problems" in run("check", "--no-texts", "road.tw").output


def test_an_ability_is_written_from_its_text() -> None:
    """A card of a class that has abilities gets one."""
    card = new("Once per game: gain 2 shrines.", "--class", "spirit")
    assert card.endswith("\n  ability once a game\n    gain 2 shrines\n")


@pytest.mark.parametrize(
    ("text", "why"), [("1 point for each shrin.", "did you mean 'shrine'?"), ('1 point for each "shrine".', "quotes")]
)
def test_nothing_is_written_from_a_text_that_cannot_be_used(text: str, why: str) -> None:
    """What is not understood is marked, and there is no file."""
    result = run("new", "card", "road", "--game", "dragon-castle", "--say", text)
    assert result.exit_code == 2
    assert why in result.output
    assert not Path("road.tw").exists()


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Score 2 for the second tallest tower.", ["second tallest", "tallest", "second most"]),
        ("Each opponent with fewer spires than you loses 2.", ["more than an opponent"]),
        ("2 points per wyvern.", []),
    ],
)
def test_similar_recipes_are_shown(text: str, terms: list[str]) -> None:
    """An author whose sentence is not understood sees the recipes that are most like it, each by its command."""
    shown = run("new", "card", "road", "--game", "dragon-castle", "--say", text).output
    assert re.findall(r'tilewright explain "(.*?)"', shown)[: len(terms)] == terms
    assert ("see docs/recipes.md" in shown) == (not terms)
    for term in terms:
        assert run("explain", term).exit_code == 0


def test_a_sentence_over_two_lines() -> None:
    """A sentence that is copied with its line break is one line of the card."""
    assert '  text en "2 points for each shrine in a corner."\n' in new("2 points for each\n  shrine in a corner.")


def test_more_than_others_in_each_part_of_a_board() -> None:
    """What is compared with other players is counted in each quadrant; it was counted on the whole board."""
    card = new("You score 3 points for each quadrant in which you have more shrines than any other player.")
    assert "count of its shrines is more than that of every opponent" in card


def test_only_words_that_help_are_proposed() -> None:
    """A word is proposed for a place only if the whole text can be read with it."""
    text = "The player with the tallest stack scores 6 points, and the player with the second tallest scores 3."
    result = run("new", "card", "road", "--game", "dragon-castle", "--say", text)
    assert "did not expect 'tallest' here" in result.output
    assert "possible here" not in result.output


def test_a_language_without_a_text_is_refused() -> None:
    """`--lang` says the language of `--say`."""
    assert run("new", "card", "road", "--game", "dragon-castle", "--lang", "fr").exit_code == 2


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("2 points for each column with no shrine.", "\n  score 2 for each column with no shrine\n"),
        ("Draw a tile, then place it.", "\n  ability\n    draw a tile\n    place it\n"),
    ],
)
def test_a_sentence_is_enough(text: str, ends: str) -> None:
    """Without an id, a game and a class, the card is for the first game and class that have such a text."""
    result = run("new", "card", "--say", text)
    assert result.output == "wrote my-card.tw\na card for dragon-castle; name another game with --game\n"
    assert Path("my-card.tw").read_text("utf-8").endswith(ends)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ((), "no game can read this text"),
        (("--lang", "de"), "no game can read this text"),  # most games have no words in German
        (("--lang", "de", "--class", "character"), "no game has such cards with texts in 'de'"),
        (("--lang", "xx"), "no game has words in 'xx'; there are words in de, en, fr, it"),
        (("--class", "comet"), "no game has 'comet' cards"),
    ],
)
def test_a_sentence_of_no_game_is_refused(more: tuple[str, ...], why: str) -> None:
    """The message says how to learn more, and there is no file."""
    result = run("new", "card", "--say", "Wave at the moon.", *more)
    assert result.exit_code == 2 and isinstance(result.exception, SystemExit)
    assert why in result.output
    assert not Path("my-card.tw").exists()


def test_what_is_understood_is_shown() -> None:
    """Without a name of a game too: the phrase that is in the way, and the rest as a rule with a hole."""
    result = run(
        "new", "card", "--say", "3 points for each shrine in the quadrant where each opponent has the fewest shrines."
    )
    assert "no game can read this text; dragon-castle comes closest\n" in result.output
    assert "'in the quadrant where each opponent has the fewest shrines' is not a known phrase\n" in result.output
    assert "the rest is read as:\n  score 3 for each shrine where ...\n" in result.output


def test_games_without_the_language_are_passed_over() -> None:
    """The card is for the first game that has words in the language of the sentence, and understands it."""
    result = run("new", "card", "--say", "1 Punkt für jeden Schrein neben einem höheren Nachbarn.", "--lang", "de")
    assert result.output == "wrote my-card.tw\na card for dragon-castle; name another game with --game\n"
    assert "\n  score 1 for each shrine where any neighbor is taller\n" in Path("my-card.tw").read_text("utf-8")
