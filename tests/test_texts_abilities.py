"""Printed texts of cards with abilities: read as statements by the tables of the pack, and compared by their form."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from cards import pack
from command_line import run, valid
from phrasebooks import book, language
from tilewright.check.fragments import read_ability
from tilewright.table.card import Card
from tilewright.texts.faults import faults, faults_of_card
from tilewright.texts.verdict import Agreement, judge_card
from tilewright.texts.writing import write

LANGUAGES = ("en", "fr", "it")


@cache
def acting() -> dict[str, Card]:
    """Every card with abilities, by id."""
    return {card.id: card for card in pack().cards() if card.abilities}


@pytest.mark.slow
def test_the_tables_of_the_pack_are_sound() -> None:
    """No part is missing or alien, no word unknown, and no words say two phrases that mean something else."""
    assert faults_of_card(book().card) == []
    assert [fault for name in LANGUAGES for fault in faults(language(name))] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", LANGUAGES)
def test_the_texts_of_abilities_are_their_statements(name: str) -> None:
    """Every printed text of an ability is read as the statements of its card."""
    assert len(acting()) >= 19
    found = {id: judge_card(language(name), card.texts[name], card).agreement for id, card in acting().items()}
    assert set(found.values()) == {Agreement.AGREES}, found


@pytest.mark.slow
@pytest.mark.parametrize("name", LANGUAGES)
def test_abilities_are_written_as_sentences(name: str) -> None:
    """Every ability is written from its statements, and what is written is read as these again."""
    for card in acting().values():
        text = write(card, language(name))
        assert text is not None and judge_card(language(name), text, card).agreement is Agreement.AGREES, card.id


@pytest.mark.slow
@pytest.mark.parametrize(
    ("id", "name", "text", "agrees"),
    [
        ("destruction", "fr", "Défaussez 1 tuile Disponible de la Forteresse du Dragon.", True),
        ("destruction", "it", "Scarta 1 tessera Disponibile dal Castello del Drago.", True),
        (
            "wind",
            "it",
            "Puoi girare a faccia in giù una tessera a faccia in su (non conta come Consolidata). Quindi, sposta 1 Sacrario "
            "che hai già costruito su una qualsiasi altra tessera nel tuo Reame (devi sempre rispettare le regole di "
            "costruzione dei Sacrari).",
            True,
        ),
        ("destruction", "en", "You may build 1 more shrine on a set consolidated this turn.", False),
        ("faith", "en", "Discard 1 available tile of the castle.", False),
        ("wind", "en", "Move 1 built shrine to another face-down tile without a shrine.", False),
        ("thrift", "en", "Discard 1 to 4 face-up tiles of your realm and gain 1 point for each.", False),
        ("thrift", "it", "Scarta da 1 a 3 tessere scoperte del tuo reame e ottieni 2 punti per ciascuna.", False),
        (
            "tribute",
            "fr",
            "Pendant que vous prenez des tuiles, prenez aussi une tuile visible du joueur à votre gauche, qui gagne 2 points.",
            False,
        ),
        (
            "dawn",
            "en",
            "For the rest of the turn every season and wind on top of its stack may be taken, and at least one that is not available must be.",
            False,
        ),
        (
            "cunning",
            "en",
            "Consolidate a set of just 2 adjacent tiles of one type for 2 points, 3 if they are dragons; build shrines as usual.",
            False,
        ),
        ("abyss", "en", "In a pair action the second tile may be any available tile of the same number.", False),
    ],
)
def test_another_ability_does_not_agree(id: str, name: str, text: str, agrees: bool) -> None:
    """A text of other statements never agrees; it differs when the two lead to different tables from some position."""
    found = judge_card(language(name), text, acting()[id])
    assert found.agreement is (Agreement.AGREES if agrees else Agreement.DIFFERS)
    assert agrees or all(compared.contrast is not None for compared in found.compared)


@pytest.mark.slow
def test_a_difference_is_reported_with_position_and_outcomes(tmp_path: Path) -> None:
    """`text` shows from which position an ability leads elsewhere, and to what; as JSON with positions that can be read."""
    said = "In a pair action the second tile may be any available tile of the same number."
    result = run("text", "abyss", "--lang", "en", "--say", said)
    assert result.exit_code == 1 and "      after take, take 1,1, pair\n" in result.output
    assert (
        "the text: place 1,1: you M4 . | . .; castle . . | M1 .\n      the rule: does not allow this\n" in result.output
    )
    answer = valid(run("text", "abyss", "--lang", "en", "--say", said, "--json").output, "text-1")
    [reading] = answer["texts"]["en"]["readings"]  # type: ignore[index]
    assert reading["verdict"] == "different" and reading["before"] == ["take", "take 1,1", "pair"]
    texts = [reading["position"], *(outcome["position"] for outcome in reading["outcomes"].values() if outcome)]
    for number, text in enumerate(texts):
        (tmp_path / f"{number}.position.yaml").write_text(text, "utf-8")
    assert run("check", str(tmp_path), "--no-cache").output == f"{len(texts)} files checked: no problems\n"


@pytest.mark.slow
def test_check_tells_of_abilities_too(tmp_path: Path) -> None:
    """A text that leads elsewhere than its ability is TW501, with the position."""
    text = 'spirit half\n  text en "Discard 1 available tile of the castle."\n  ability\n    discard a tile in the castle\n'
    (tmp_path / "half.tw").write_text(text, "utf-8")
    told = run("check", str(tmp_path / "half.tw"), "--no-cache").output
    assert "TW501" in told and "from the position 'castle: " in told


@pytest.mark.slow
def test_the_commands_know_abilities() -> None:
    """`text` judges and writes abilities by the tables of their pack; a card without either is refused."""
    result = run("text", "destruction", "--lang", "en")
    assert (result.exit_code, result.output) == (0, "destruction\n  en  agrees: identical to the rule\n")
    said = "Discard 1 to 9 face-up tiles of your realm and gain 1 point for each."
    result = run("text", "thrift", "--lang", "en", "--say", said, "--strict")
    assert result.exit_code == 1 and "differs: from this position, the text allows what" in result.output
    assert run("text", "destruction", "--write", "--lang", "fr").output.endswith("tuile disponible de la forteresse.\n")
    assert run("text", "keep").exit_code == 2
    assert run("check", "cards/dragon-castle/spirits", "--texts", "strict", "--no-cache").output.endswith(
        "no problems\n"
    )


LIMITS = [
    ("Gain 2 points.", "ability once a game\n  gain 2 points", "only the rule limits it to once a game"),
    ("Once per game: gain 2 points.", "ability\n  gain 2 points", "only the text limits it to once a game"),
    ("Gain 2 points.", "ability\n  gain 2 points", ""),
    ("Once per game: gain 1 point for each dragon.", "ability once a game\n  gain (count of dragons) points", ""),
]


@pytest.mark.parametrize(("text", "ability", "reason"), LIMITS)
def test_a_limit_alone_is_named(text: str, ability: str, reason: str) -> None:
    """Where an ability and its text differ in nothing but how often, the answer names that and never agrees."""
    card = read_ability(ability, pack().game)
    assert isinstance(card, Card)
    verdict = judge_card(language("en"), text, card)
    assert verdict.agreement is (Agreement.UNDECIDED if reason else Agreement.AGREES)
    assert [reason in found.reason for found in verdict.compared] == [True]


NUMBERS = [
    (
        "Turn a face-up tile next to 2 shrines face down.",
        "turn face-down a face-up tile where any neighbor has a shrine",
    ),
    (
        "Turn a face-up tile next to a shrine face down.",
        "turn face-down a face-up tile where at least 2 neighbors have a shrine",
    ),
]


@pytest.mark.parametrize(("text", "statement"), NUMBERS)
def test_a_number_alone_is_a_difference(text: str, statement: str) -> None:
    """A text that says how many where its card says another number does not agree."""
    card = read_ability(f"ability\n  {statement}", pack().game)
    assert isinstance(card, Card)
    assert judge_card(language("en"), text, card).agreement is Agreement.DIFFERS


@pytest.mark.parametrize("first", ["every stack", "2 stacks", "up to 2 stacks"])
def test_swapping_several_things_is_reported(first: str) -> None:
    """A swap is of two things; of several at once it ended in a traceback, also where a text was read so."""
    found = read_ability(f"ability\n  swap {first} and a stack", pack().game)
    assert isinstance(found, list) and found[0].code == "TW202"


PLACES = [
    ("en", "Swap a face-up tile on the border of your realm with a face-up tile that is not on the border."),
    (
        "fr",
        "Échangez une tuile face visible au bord de votre royaume avec une tuile face visible qui n'est pas au bord.",
    ),
    ("it", "Scambia una tessera scoperta sul bordo del tuo reame con una tessera scoperta che non è sul bordo."),
]


@pytest.mark.parametrize(("name", "text"), PLACES)
def test_a_place_does_not_take_the_other_thing(name: str, text: str) -> None:
    """`swap a tile where it is on the border and a tile ...` cannot be read: the condition takes the `and`."""
    card = read_ability(
        "ability\n  swap a face-up tile on the border and a face-up tile not on the border", pack().game
    )
    assert isinstance(card, Card)
    assert judge_card(language(name), text, card).agreement is Agreement.AGREES


STACKS = [
    (
        "en",
        "Once per game, swap two neighboring stacks.",
        "Once per game, swap the top tiles of two neighboring stacks.",
    ),
    (
        "fr",
        "Une fois par partie, échangez deux piles voisines.",
        "Une fois par partie, échangez les tuiles supérieures de deux piles voisines.",
    ),
    (
        "it",
        "Una volta per partita, scambia due pile adiacenti.",
        "Una volta per partita, scambia le tessere in cima a due pile adiacenti.",
    ),
    ("de", "Einmal pro Spiel: wähle einen Stapel aus. Tausche diesen Stapel und einen Nachbarn von diesem Stapel.", ""),
]


@pytest.mark.parametrize(("name", "whole", "tops"), STACKS)
def test_a_stack_is_more_than_the_tile_on_top(name: str, whole: str, tops: str) -> None:
    """A rule that swaps the tiles on top is no text that swaps whole stacks, and is not written as one."""
    swap = "choose a stack called partner\n  swap the partner and a neighbor of the partner where it is not empty"
    card = read_ability(f"ability once a game\n  {swap}", pack().game)
    assert isinstance(card, Card)
    verdict = judge_card(language(name), whole, card)
    assert verdict.problem is not None and "whole stacks" in verdict.problem.reason
    for text in filter(None, (tops, write(card, language(name)))):
        assert judge_card(language(name), text, card).agreement is Agreement.AGREES


FREELY = [
    ("en", "Relocate a face-up tile to any vacant space; score 1 point for it.", "move a face-up tile to an empty space\n  gain 1 point"),
    ("en", "Flip a merchant and a soldier face-down to earn 5 points.", "turn face-down a merchant\n  turn face-down a soldier\n  gain 5 points"),
    ("en", "Spend two face-up tiles from your realm: gain 1 shrine.", "discard 2 face-up tiles\n  gain 1 shrine"),
    ("en", "You may flip one face-up tile face down. Gain 1 point.", "may turn face-down a face-up tile\n  gain 1 point"),
    ("fr", "Transférez une de vos tuiles visibles vers une case vide, puis gagnez 1 point.", "move a face-up tile to an empty space\n  gain 1 point"),
    ("it", "Sposta una tua tessera scoperta su uno spazio vuoto e ricevi 1 punto.", "move a face-up tile to an empty space\n  gain 1 point"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "rule"), FREELY)
def test_abilities_are_read_by_the_words_that_count(name: str, text: str, rule: str) -> None:
    """What tables do not have as a whole is read without its light words, but not as an ability that pays something else."""
    same, other = (read_ability(f"ability\n  {lines}", pack().game) for lines in (rule, f"{rule}\n  gain 2 points"))
    assert isinstance(same, Card) and isinstance(other, Card)
    assert judge_card(language(name), text, same).agreement in (Agreement.AGREES, Agreement.ONE_READING)
    assert judge_card(language(name), text, other).agreement not in (Agreement.AGREES, Agreement.ONE_READING)
