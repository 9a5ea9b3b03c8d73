"""Wrong lines in the words of printed cards: what the help line says to write is accepted, and means what its author meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cards import card, checked, pack, place_of
from tilewright.check.proposals import NameGuard, proposals_of
from tilewright.diagnostics import Diagnostic
from tilewright.texts.reading import meaning
from tilewright.texts.trying import try_rules

KEPT = NameGuard(pack().vocabulary)
MEANT = Path(__file__).parent / "bad" / "author" / "meant.txt"
HEADS = {"dragon": "dragon m\n", "spirit": "spirit m\n  ability\n"}
TWO = re.compile(
    r"write '(.+?)' on (?:one line, and|a line above, and) '(.+?)'(?: and '(.+?)')? (on the next|indented under it)"
)
EACH = re.compile(r"write (('.+?')(?:, '.+?')* and '.+?'), each on a line of its own")


def examples() -> Iterator[tuple[str, str, str]]:
    """The class of a card, a wrong line, and what its author meant."""
    for found in re.finditer(r"^([a-z]+): (.*)\n((?:  .*\n)+)", MEANT.read_text("utf-8"), re.MULTILINE):
        if found[1] in HEADS:
            yield found[1], found[2], re.sub("^  ", "", found[3], flags=re.MULTILINE).rstrip()


def text_of(category: str, lines: str) -> str:
    """A card with some lines, under `ability` where that is due."""
    indent = "  " * HEADS[category].count("\n")
    return HEADS[category] + "".join(f"{indent}{line}\n" for line in lines.split("\n"))


def followed(line: str, start: int, problem: Diagnostic) -> str:
    """A line, or the lines, after what a help line says to write; `start` is where it stands in the file."""
    if several := EACH.fullmatch(problem.help):
        return "\n".join(re.findall("'(.+?)'", several[1]))
    if two := TWO.fullmatch(problem.help):
        indent = "  " * (two[4] == "indented under it")
        return "\n".join([two[1], *(f"{indent}{other}" for other in two.groups()[1:3] if other)])
    (words,) = re.findall(r"^(?:write|did you mean) '(.*)'\??$", problem.help) or [""]
    place = place_of(problem, words)
    return f"{line[: place.start - start]}{words}{line[place.end - start :]}"


@pytest.mark.parametrize(("category", "line", "meant"), list(examples()))
def test_the_help_means_the_line(category: str, line: str, meant: str) -> None:
    """One mistake is one error, and with its help the card means what was meant, on every board that is tried."""
    text = text_of(category, line)
    (problem,) = (problem for problem in checked(text)[1] if problem.is_error)
    written, wanted = card(text_of(category, followed(line, text.index(line), problem))), card(text_of(category, meant))
    if meaning(written) != meaning(wanted):
        assert written.rule is not None and wanted.rule is not None
        assert try_rules(pack().game, written.rule, wanted.rule).verdict != "different"


def test_a_sentence_that_can_mean_two_things_gives_both() -> None:
    """Which of two readings is meant is the author's choice."""
    (problem,) = checked(text_of("spirit", "Discard a face-up tile: gain 2 points"))[1]
    assert problem.help.startswith(
        "write 'discard a face-up tile' on one line, and 'gain 2 points' on the next; or write "
    )
    assert problem.help.endswith("it can mean both")


@pytest.mark.parametrize(
    ("line", "meanings"),
    [
        (
            "score 3 for the row with the most dragons",
            [
                "score 3 for each row where it has a dragon and count of its dragons = largest (count of its dragons) of rows",
                "score 3 * largest (count of its dragons) of rows",
            ],
        ),
        (
            "score 2 for each other dragon beside a shrine",
            [
                "score 2 for each dragon beside a shrine",
                "score 2 * (larger of (count of dragons beside a shrine - 1) and 0)",
            ],
        ),
        (
            "score 1 for each farmer inside your largest group",
            [
                "score 1 for each farmer in a group of stacks where size = largest size of groups of stacks",
                "score largest size of groups of farmers",
            ],
        ),
        (
            "score 2 for each space enclosed by shrines",
            [
                "score 2 for each space where every neighbor is a shrine",
                "score 2 for each space where every surrounding neighbor is a shrine",
            ],
        ),
        (
            "score 1 for each space between two shrines",
            [
                "score 1 for each space where (its left neighbor is a shrine and its right neighbor is a shrine) "
                "or (its top neighbor is a shrine and its bottom neighbor is a shrine)",
                "score 1 for each space where (it is left of a shrine and right of a shrine) "
                "or (it is above a shrine and below a shrine)",
            ],
        ),
    ],
)
def test_an_idiom_that_can_mean_two_things_gives_both(line: str, meanings: list[str]) -> None:
    """Each of the two is a rule."""
    (problem,) = checked(text_of("dragon", line))[1]
    assert problem.help == f"{'; or '.join(f'write {meant!r}' for meant in meanings)}: it can mean both"
    for meant in meanings:
        assert card(text_of("dragon", meant)).rule is not None


def test_a_shape_is_one_problem() -> None:
    """The words of a shape that cannot be described are not reported one by one."""
    (problem,) = checked(text_of("dragon", "score 2 for each T-shaped group of stacks"))[1]
    assert problem.message == "'T-shaped' is not a word"


def test_a_quality_that_the_game_does_not_have() -> None:
    """The message lists the attributes that there are."""
    (problem,) = checked(text_of("dragon", "score 2 for each different color in your realm"))[1]
    assert problem.message == "this game has no color; it has type, symbol and number"


def test_an_own_rule_is_not_guessed_at() -> None:
    """A line with a word that nobody knows stays a line with that word."""
    (problem,) = checked(text_of("dragon", "score 3 for each meeple on the edge"))[1]
    assert problem.message == "'meeple' is not a known word"


@pytest.mark.parametrize(
    ("line", "help"),
    [
        ("score 10 if you have at least one shrine in every row", "write 'score 10 if every row has a shrine'"),
        ("score 2 for each visible stack", "write 'score 2 for each face-up stack'"),
        ("score 1 for each stack where it are shrines", "write 'is a shrine'"),
        (
            "score 1 for each row where its tallest stack has a shrine",
            "write 'score 1 for each row with a shrine where height = largest height of stacks in the row'",
        ),
    ],
)
def test_what_is_proposed_is_what_a_person_would_write(line: str, help: str) -> None:
    """Nothing is denied twice, a piece of a phrase is shown in its line, and one thing is not several."""
    (problem,) = checked(text_of("dragon", line))[1]
    assert problem.help == help


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("score 1 for each height of your shrines", "score total height of stacks"),
        ("score 2 for each faction in your longest row", "score largest size of runs of stacks"),
        ("score 3 for each face-up dragon", "score 3 for each dragon"),
        ("score 3 for each shrine in a corner", "score 3 for each shrine"),
        ("score 2 for each merchant of the left player", "score 2 for each merchant"),
        ("score 1 for each M5", "score 1 for each M6"),
        ("score 3 for each empty space beside a wind", "score 3 for each space beside a wind"),
        ("score 3 for each shrine in a row", "score 2 for each shrine in a row"),
    ],
)
def test_a_proposal_may_lose_no_thing_of_the_line(before: str, after: str) -> None:
    """A thing or a number that is not there afterwards is another rule."""
    assert KEPT.loses(before, after) and not KEPT.loses(after, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("2 points per Merchant at the end of a row", "score 2 for each merchant where it is on the left edge"),
        ("score the number of tiles in the longest row of winds", "score largest size of runs of winds"),
        ("score 3 for each empty row", "score 3 for each row where it has no stack"),
        ("score 1 for each tile left of two shrines", "score 1 for each stack left of a pair of shrines"),
        ("score 5 if no opponent has more dragons", "score 5 if count of dragons is at least that of every player"),
    ],
)
def test_other_words_for_the_same_lose_nothing(before: str, after: str) -> None:
    """The end of a row is an edge, three in a row are a run, and a piece is known by what lies there."""
    assert not KEPT.loses(before, after)


@pytest.mark.parametrize(
    "line", ["score 3 for each lone merchant in a corner", "each lone merchant in a corner: 3 points"]
)
def test_a_merchant_alone_is_not_any_merchant(line: str) -> None:
    """What is said about a thing is not left out of what is proposed."""
    assert all("each merchant in a corner" not in problem.help for problem in checked(text_of("dragon", line))[1])


def test_words_that_nobody_knows_are_named_in_every_line() -> None:
    """Other errors of a card, or of the line, hide none of them."""
    text = text_of(
        "dragon", "score 2 points per shrines next to\nscore 3 per bamboo\nscore 1 for each meeple on a tile"
    )
    said = [problem.message for problem in checked(text)[1]]
    assert "'bamboo' is not a known word" in said and "'meeple' is not a known word" in said


def test_a_row_of_heights_says_what_it_consists_of() -> None:
    """`1 x 1` under `heights` is no number that could be followed."""
    problems = checked("castle small\n  players 2\n  heights\n    1 x 1\n  tiles M1\n")[1]
    helps = {problem.message: problem.help for problem in problems}
    assert helps["'x' is not a height"].startswith("a row has a number for each stack")
    assert helps["did not expect 'tiles' here"] == "a layout has 'name', 'text', 'players' and 'heights'"


@pytest.mark.parametrize(
    "line", [line for line in (MEANT.parent / "lines.txt").read_text("utf-8").splitlines() if line]
)
def test_following_help_goes_in_no_circle(line: str) -> None:
    """What was written instead is not corrected to what it was before."""
    seen, lines = {line}, line
    for _ in range(6):
        text = text_of("dragon", lines)
        problem = next((problem for problem in checked(text)[1] if problem.is_error), None)
        if problem is None or "\n" in lines or not re.match("write '[^']*'$|did you mean", problem.help):
            return
        lines = followed(lines, text.index(lines), problem)
        assert lines not in seen
        seen.add(lines)


@pytest.mark.parametrize("line", ["once per game, gain 1 point", "once per round, gain 1 point"])
def test_how_often_is_said_of_the_ability(line: str) -> None:
    """A number of times in a turn is no number of times in a game."""
    (problem,) = checked(text_of("spirit", line))[1]
    assert "'ability once per game'" in problem.help and not proposals_of(problem)
