"""Questions for the solver are declared once: the command line, pages and programs have the same options of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from inspect import signature
from typing import Any

import pytest

import tilewright
from command_line import run
from tilewright.cli.args.cards import PUZZLES
from tilewright.cli.commands.solve import OF_PUZZLES, SolveRequest
from tilewright.questions.bounds import BoundsQuestion
from tilewright.questions.placement import PlacementQuestion
from tilewright.questions.proof import ProofQuestion
from tilewright.questions.puzzles import QUESTIONS as PUZZLE_QUESTIONS
from tilewright.questions.question import options_of, requested
from tilewright.table.geometry import Geometry

QUESTIONS = [
    ("bounds", BoundsQuestion, tilewright.bounds),
    ("prove", ProofQuestion, tilewright.prove),
    ("solve", PlacementQuestion, None),
]


@pytest.mark.parametrize(("command", "question", "function"), QUESTIONS)
def test_each_option_is_one_of_the_command(
    command: str, question: Callable[..., Any], function: Callable[..., Any] | None
) -> None:
    """Under its name and with its help; a function of the same name has a parameter for it."""
    words = " ".join(run(command, "--help").stdout.split())
    for name, option in options_of(question).items():
        assert f"--{name.replace('_', '-')}" in words and option.help in words
        assert function is None or signature(function).parameters[name].default in (None, False)


def test_each_kind_of_puzzle_has_a_question() -> None:
    """What it does not answer is an option of the command, and none of its own."""
    assert {*PUZZLE_QUESTIONS} == {*PUZZLES}
    for asks in PUZZLE_QUESTIONS.values():
        own = {one.name for one in fields(asks)} - {"puzzle", "cards", "file", "several"}
        options = {*OF_PUZZLES, *vars(SolveRequest), "time_limit"}
        assert own <= options and {*asks.unanswered} <= options and not own & {*asks.unanswered}


def test_a_request_names_options() -> None:
    """Their values are those of JSON; what is settled is not asked of the request."""
    args = {"size": [2, 3], "players": 2, "at_most": True, "workers": 9, "name": "folder/a.tw", "height": None}
    found = requested(ProofQuestion, args, "game", "one", "other", workers=1)
    assert (found.size, found.players, found.at_most, found.workers) == (Geometry(2, 3), 2, True, 1)
    assert (found.height, found.time_limit, found.one) == (None, None, "one")


@pytest.mark.parametrize(
    "args",
    [
        {"size": [0, 3]},
        {"size": [2, 13]},
        {"size": 5},
        {"players": 0},
        {"players": 13},
        {"players": "many"},
        {"time_limit": -1},
        {"time_limit": "inf"},
    ],
)
def test_a_request_out_of_bounds_is_refused(args: dict[str, Any]) -> None:
    """As the command line refuses it."""
    with pytest.raises((ValueError, TypeError)):
        requested(BoundsQuestion, args, "game", "rule")
