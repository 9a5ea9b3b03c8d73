"""Words that refer to what was mentioned, asides, dashes, definitions and tables with signs: what they mean and do not."""

from __future__ import annotations

import pytest

from test_texts_signs import rules


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("en", "Each shrine in a corner is worth 1 point; you get 6 extra points if every corner has one."),
        ("fr", "1 point par sanctuaire dans un coin. 6 points de plus si chaque coin en a un."),
        ("it", "1 punto per ogni sacrario in un angolo. 6 punti se ogni angolo ne ha uno."),
    ],
)
def test_one_is_what_was_mentioned(name: str, text: str) -> None:
    """A pronoun is the thing before it, so the second sentence is about shrines."""
    assert "score 1 for each shrine where it is in a corner; score 6 if every corner has a shrine" in rules(name, text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("en", "5 points if every corner has one."),
        ("fr", "5 points si chaque coin en a un."),
        ("it", "5 punti se ogni angolo ne ha uno."),
    ],
)
def test_one_is_nothing_when_nothing_was_mentioned(name: str, text: str) -> None:
    """A pronoun without anything before it has no meaning."""
    assert not rules(name, text)


@pytest.mark.parametrize(
    "aside",
    [
        "(squares may overlap)",
        "(a shrine may be part of several squares)",
        ", whatever its size",
        "– squares may overlap",
    ],
)
def test_what_holds_anyway_is_left_out(aside: str) -> None:
    """A reminder in a parenthesis, behind a comma or a dash changes nothing."""
    expected = ["score 4 for each square where every space in it has a shrine"]
    assert rules("en", f"4 points for each 2x2 square of shrines {aside}.") == expected


@pytest.mark.parametrize(
    "aside",
    ["(shrines on the border do not count)", ", in the same row", ", up to 8", "– but not in a corner", "(at least 3)"],
)
def test_what_matters_is_not_left_out(aside: str) -> None:
    """An aside that could change the rule is never taken for a reminder."""
    assert "score 2 for each shrine" not in rules("en", f"2 points for each shrine {aside}.")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("en", "2 points for each shrine – 3 points for each dragon – in a corner."),
        ("en", "2 points for each shrine – 1 for each face-up tile."),
        ("fr", "2 points par sanctuaire – 1 par tuile face visible."),
    ],
)
def test_a_dash_before_a_number_is_no_comma(name: str, text: str) -> None:
    """What could be a minus sign is not read as a comma."""
    assert not rules(name, text)


def test_a_definition_may_stand_behind_what_it_explains() -> None:
    """A sentence that defines a word is one wherever it stands."""
    first = rules("en", "A tower is a stack of 3 tiles or more. Each tower is worth 2 points.")
    assert first == rules("en", "Each tower is worth 2 points. A tower is a stack of 3 tiles or more.") != []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("en", "Quadrants with 0/1/2+ shrines are worth –2/0/+3 points."),
        ("it", "Quadranti con 0/1/2+ sacrari: -2/0/+3 PV ciascuno."),
    ],
)
def test_lists_of_points_may_be_negative(name: str, text: str) -> None:
    """Each number of a list has its own sign."""
    assert rules(name, text) == ["for each quadrant; score count of its shrines read as 0: -2, 1: 0, 2 or more: 3"]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (
            "1 point for each shrine directly below a dragon.",
            "score 1 for each shrine where there is a top neighbor where it is a dragon",
        ),
        (
            "Each shrine scores 2 points unless it is in a corner.",
            "for each shrine; score 2 if not it is in a corner",
        ),
        (
            "2 points for each pair of adjacent shrines of equal height.",
            "score 2 for each pair of adjacent shrines with the same height",
        ),
    ],
)
def test_sides_exceptions_and_pairs(text: str, rule: str) -> None:
    """Ways to say it that no printed card has."""
    assert rule in rules("en", text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("en", "Lose 2 points for each wind, at most 10 points."),
        ("en", "-2 points for each wind, at most 10."),
        ("fr", "Perdez 2 points par vent, jusqu'à 10 points."),
        ("it", "Perdi 2 punti per ogni vento, massimo 10."),
    ],
)
def test_the_most_that_is_lost_bounds_the_loss(name: str, text: str) -> None:
    """At most 10 points are lost; a smaller of the loss and 10 would be no bound."""
    assert rules(name, text) == ["score larger of - 2 * (count of winds) and - 10"]


def test_the_only_one_of_its_row_and_column() -> None:
    """It is alone in both."""
    rule = "score 3 for each shrine where ((there is no shrine in the same row) and (there is no shrine in the same column))"
    assert rules("en", "3 points for each shrine that is the only shrine in its row and its column.") == [rule]
