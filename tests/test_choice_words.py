"""What a player is asked, in the words of the rules, said to the player."""

from __future__ import annotations

import pytest

from tilewright.check.play.steps import addressed


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("move an own bee in the box to a space", "move a bee of your own in the box to a space"),
        ("choose any own orb", "choose any orb of your own"),
        ("take an own orb", "take an orb of your own"),
        ("choose a space where it is not own and it is low", "choose a space where it is not your own and it is low"),
        ("gain (count of own men) points", "gain (count of your own men) points"),
        ("choose a brown tile", "choose a brown tile"),
    ],
)
def test_who_is_asked_is_spoken_to(rule: str, said: str) -> None:
    assert addressed(rule) == said
