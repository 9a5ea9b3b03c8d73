"""The fan cards: scored positions beside them, and between them every idea of the language."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from cards import pack
from tilewright.cli.main import command

ROOT = Path(__file__).parents[1]
FAN = ROOT / "cards" / "dragon-castle" / "fan"
IDS = sorted(path.stem for path in FAN.glob("*.tw"))
# What a fan card may need without a change to the engine: each is said in one card at least.
IDEAS = (
    "score 2 for each shrine",
    "total height",
    "count of",
    "where",
    "on floor 3 or higher",
    "neighbor",
    "diagonal neighbors",
    "within 2",
    "any",
    "every",
    "no neighbor",
    "exactly 1",
    "at least 2",
    "largest",
    "smallest",
    "different",
    "groups of face-up tiles with the same number",
    "size >=",
    "choose a row and a column",
    "line",
    "quadrants",
    "border",
    "corner",
    "center",
    "mirror across",
    "repeat under",
    " / ",
    "larger of",
    "left player",
    "right player",
    "for each opponent",
    "their",
    "read as",
    "let tower be a",
    "let gap be",
    "otherwise",
    "each edge",
    "falling diagonal",
    "above it",
    "left of a",
    "rise from left to right",
    "pair of adjacent",
    "run of",
    "consecutive numbers",
    "second largest",
    "3 largest",
    "is even",
    " mod ",
    "2 away",
    "2 by 1 away",
    "that of every opponent",
)


def rule(id: str) -> list[str]:
    """The lines of a card that are neither its header nor its names and texts."""
    lines = (FAN / f"{id}.tw").read_text(encoding="utf-8").splitlines()
    return [line for line in lines[1:] if line.strip() and line.split()[0] not in ("name", "text")]


def scored(monkeypatch: pytest.MonkeyPatch) -> str:
    """What `tilewright score --json` prints for the folder, run from the top of the repository."""
    monkeypatch.chdir(ROOT)
    result = CliRunner().invoke(command, ["score", "--json", str(FAN.relative_to(ROOT))])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.slow
def test_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    """The positions score what `scores.jsonl` says, which was counted by hand first."""
    golden = FAN / "scores.jsonl"
    output = scored(monkeypatch)
    if os.environ.get("UPDATE_GOLDEN"):
        golden.write_text(output, encoding="utf-8")
    assert output == golden.read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_hand_count_beside_each_player(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comment over each player (`# card points: why`) tells what the card pays them."""
    for line in scored(monkeypatch).splitlines():
        found = json.loads(line)
        text = (ROOT / found["file"]).read_text(encoding="utf-8")
        card = Path(found["file"]).name.rsplit("-", 1)[0]
        counted = [int(row.split()[2].rstrip(":")) for row in text.splitlines() if f"# {card} " in row]
        assert counted == [player["parts"][card] for player in found["players"]]


def test_ids_are_their_own() -> None:
    """There are twenty-one, none with the id of another card of the pack."""
    assert len(IDS) == 21
    others = [path for path in FAN.parent.rglob("*.tw") if path.parent != FAN]
    assert not set(IDS) & {path.stem for path in others}


@pytest.mark.slow
@pytest.mark.parametrize("id", IDS)
def test_each_card_is_complete(id: str) -> None:
    """A card has a name and a text in every language of the pack, a short rule, two positions."""
    card = pack().card(id)
    assert set(card.names) == set(card.texts) == set(pack().imprint.languages) == {"en", "fr", "it"}
    assert 1 <= len(rule(id)) <= 8
    assert len(list(FAN.glob(f"{id}-*.position.yaml"))) >= 2


@pytest.mark.parametrize("idea", IDEAS)
def test_every_idea_is_used(idea: str) -> None:
    """Between them the cards use everything that a card may need."""
    assert any(idea in line for id in IDS for line in rule(id))
