"""Printed texts of the other games: read as what their cards do, by the tables of their packs.

A text agrees if it is read as what its card does. Wrong texts are found by playing both.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from command_line import run
from tilewright.packs.pack import Pack
from tilewright.packs.workspace import Workspace
from tilewright.source import Source, read_source
from tilewright.table.card import Card
from tilewright.texts.faults import faults, faults_of_card
from tilewright.texts.phrasebook import Language, Phrasebook
from tilewright.texts.verdict import Agreement, judge_card
from tilewright.texts.writing import write

CARDS = {"court-the-king": 24, "fist-of-dragonstones": 33, "princess-and-dragon": 8, "cairns": 6}
"""How many cards of each pack have texts, those of authors included, at least."""
LANGUAGES = ("en", "fr", "it")
EACH = [(game, name) for game in CARDS for name in LANGUAGES] + [("cairns", "de")]


@cache
def pack(game: str) -> Pack:
    """A pack that comes with tilewright."""
    return next(pack for pack in Workspace().resolver().library.bundled() if pack.game.id == game)


@cache
def book(game: str) -> Phrasebook:
    """The languages of a pack, with its own tables."""
    return pack(game).phrasebook()


def language(game: str, name: str) -> Language:
    """A language of a pack."""
    found = book(game).language(name)
    assert found is not None
    return found


@cache
def acting(game: str) -> dict[str, Card]:
    """Every card of a pack that scores or does something, by id: those that are printed and those of authors."""
    workspace = Workspace()
    found: dict[str, Card] = {}
    for path in sorted(pack(game).folder.rglob("*.tw")):
        source = read_source(str(path))
        assert isinstance(source, Source)
        values = workspace.check(source).values
        found |= {card.id: card for card in values if isinstance(card, Card) and (card.rule or card.effects)}
    return found


@pytest.mark.slow
@pytest.mark.parametrize("game", CARDS)
def test_the_tables_of_the_packs_are_sound(game: str) -> None:
    """No part is missing or alien, no word unknown, and no words say two phrases that mean something else."""
    assert faults_of_card(book(game).card) == []
    own = book(game).more.values()
    found = [fault for name in LANGUAGES for fault in faults(language(game, name))]
    assert [fault for fault in found if fault.pattern.source in own] == []


@pytest.mark.slow
@pytest.mark.parametrize(("game", "name"), EACH)
def test_the_texts_say_what_the_cards_do(game: str, name: str) -> None:
    """Every text of a card is read as what the card does, and as nothing else."""
    assert len(acting(game)) >= CARDS[game]
    found = {
        id: judge_card(language(game, name), card.texts[name], card).agreement for id, card in acting(game).items()
    }
    assert {id: agreement for id, agreement in found.items() if agreement is not Agreement.AGREES} == {}


@pytest.mark.slow
@pytest.mark.parametrize(("game", "name"), EACH)
def test_the_cards_are_written_as_sentences(game: str, name: str) -> None:
    """What each card does is written as a sentence, which is read as the same again."""
    for card in acting(game).values():
        text = write(card, language(game, name))
        assert text is not None and judge_card(language(game, name), text, card).agreement is Agreement.AGREES, card.id


@pytest.mark.parametrize("game", CARDS)
def test_check_finds_nothing_wrong(game: str) -> None:
    """`check` compares every text of the pack: none is wrong, and none is left out."""
    folder = pack(game).folder
    result = run("check", "--strict-texts", *map(str, [*folder.rglob("*.tw"), *folder.glob("*.phr")]))
    assert result.exit_code == 0, result.output
    assert "no problems" in result.output and "not compared" not in result.output


OTHER_WORDS = [
    (
        "princess-and-dragon",
        "volcano",
        "en",
        "Put the dragon on this tile and the tiles kept aside may be drawn again. You may not put a follower on it.",
    ),
    (
        "princess-and-dragon",
        "princess",
        "it",
        "Se nella sua città ci sono cavalieri, uno di loro torna a casa e non piazzi seguaci.",
    ),
    ("princess-and-dragon", "storm", "fr", "Tous les partisans sur les tuiles adjacentes rentrent chez eux."),
    ("fist-of-dragonstones", "magician", "en", "Return 4 of your stones and gain 1 point or take 3 silver coins."),
    (
        "fist-of-dragonstones",
        "sorcerer",
        "fr",
        "Rendez 4 de vos pierres de la même couleur et gagnez 2 points, ou prenez 1 or commun.",
    ),
    (
        "fist-of-dragonstones",
        "banner",
        "en",
        "This card stays with you. Each of your offers of 1 gold or more counts 1 more. "
        "When you win another character, you may discard it to gain 1 silver.",
    ),
    ("fist-of-dragonstones", "gnome", "it", "Ricevi 2 oro comune e 2 argento dalla banca."),
    ("fist-of-dragonstones", "troll", "en", "Name a color: every player loses all stones of that color."),
    ("fist-of-dragonstones", "imp", "en", "Choose a character that has not been auctioned yet and use its power."),
    (
        "court-the-king",
        "fool",
        "en",
        "Reroll one of your active dice. Once turned over he is the Charlatan: at the start of your turn you must add a die.",
    ),
    ("court-the-king", "guard", "en", "Add a die set to 2."),
    ("court-the-king", "guard", "fr", "Ajoutez un dé sur le 2 à vos dés actifs."),
    ("court-the-king", "sorcerer", "it", "Metti un dado attivo su un lato qualsiasi."),
    ("court-the-king", "farmer", "en", "At the start of each of your turns, take an extra die."),
    ("court-the-king", "merchant", "en", "Reroll as many of your active dice as you like."),
]
WRONG = [
    ("fist-of-dragonstones", "magician", "en", "Pay any 3 stones and score 1 point, or take 3 silver."),
    (
        "fist-of-dragonstones",
        "magician",
        "fr",
        "Payez 4 pierres quelconques et marquez 1 point, ou prenez 2 pièces d'argent.",
    ),
    ("fist-of-dragonstones", "sorcerer", "en", "Pay any 4 stones and score 2 points, or take 1 common gold."),
    (
        "fist-of-dragonstones",
        "sorcerer",
        "it",
        "Paga 4 pietre di un colore e segna 1 punto, oppure prendi 1 moneta d'oro comune.",
    ),
    ("fist-of-dragonstones", "alchemist", "en", "Take 3 fairy gold."),
    ("fist-of-dragonstones", "gnome", "en", "Take 2 common gold and 3 silver."),
    ("fist-of-dragonstones", "red-dragon", "fr", "Prenez une pierre bleue à la banque."),
    ("fist-of-dragonstones", "red-dragon", "it", "Prendi dalla banca una pietra a tua scelta."),
    ("fist-of-dragonstones", "quack-wizard", "en", "Pay any 4 stones and score 1 point."),
    ("fist-of-dragonstones", "troll", "en", "Pay all your stones and score 1 point."),
    (
        "court-the-king",
        "fool",
        "en",
        "Roll any number of active dice again. Turned over, he is the Charlatan: at the beginning of your turn you must add a die.",
    ),
    (
        "court-the-king",
        "fool",
        "en",
        "Roll one active die again. Turned over, he is the Charlatan: at the beginning of your turn you must add two dice.",
    ),
    ("court-the-king", "guard", "en", "Add a die showing 3 to the active dice."),
    ("court-the-king", "guard", "fr", "Ajoutez un dé montrant 1 aux dés actifs."),
    ("court-the-king", "maid", "it", "Aggiungi 1 a quanti dadi attivi vuoi."),
    ("court-the-king", "maid", "en", "Add 1 to 4 to one active die."),
    ("court-the-king", "lady", "fr", "Ajoutez 2 à autant de dés actifs que vous voulez."),
    ("court-the-king", "sorcerer", "en", "Turn one active die to the number of a die set aside."),
    ("court-the-king", "farmer", "it", "All'inizio del tuo turno devi aggiungere due dadi."),
    ("court-the-king", "commander", "en", "At the beginning of your turn you must add a die."),
    ("court-the-king", "bishop", "en", "Add a die showing any number to the active dice."),
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "id", "name", "text"), OTHER_WORDS)
def test_other_words_for_the_same_agree(game: str, id: str, name: str, text: str) -> None:
    """A paraphrase is read as what its card does."""
    assert judge_card(language(game, name), text, acting(game)[id]).agreement is Agreement.AGREES


OTHERWISE = [
    (
        "lair",
        "en",
        "The dragon takes five steps, each led by the next player, beginning with you; followers it meets go home. Without a dragon, keep this tile aside and draw another one.",
    ),
    (
        "volcano",
        "fr",
        "Le dragon vient aussitôt sur cette tuile ; les tuiles mises de côté peuvent à nouveau être tirées.",
    ),
    ("portal", "it", "Tutti i seguaci sulle tessere accanto tornano a casa."),
    ("hermitage", "en", "At the end of your turn, 2 points for each empty space around it."),
    ("hermitage", "en", "3 points at once for each empty space around it."),
]
"""Texts of tiles that say something else. What their moments are about is not there when they are played."""


@pytest.mark.slow
@pytest.mark.parametrize(("id", "name", "text"), OTHERWISE)
def test_what_cannot_be_played_never_agrees(id: str, name: str, text: str) -> None:
    """A wrong text about the tile of a moment is understood and does not agree, and is not reported without a position."""
    verdict = judge_card(language("princess-and-dragon", name), text, acting("princess-and-dragon")[id])
    assert verdict.agreement in (Agreement.UNDECIDED, Agreement.DIFFERS)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "id", "name", "text"), WRONG)
def test_wrong_texts_are_found_by_playing(game: str, id: str, name: str, text: str) -> None:
    """A text that says something else is found to differ, with a position that it is played from."""
    verdict = judge_card(language(game, name), text, acting(game)[id])
    assert verdict.agreement is Agreement.DIFFERS
    assert all(compared.contrast is not None for compared in verdict.compared)


def test_games_share_the_rules_that_come_with_tilewright() -> None:
    """Most rules of a language are made once for all games, and they are those that each game would make itself."""
    first, second = (book(game).language("en") for game in ("cairns", "princess-and-dragon"))
    assert first and second
    ours, theirs = ({id(rule) for rules in one.grammar.rules.values() for rule in rules} for one in (first, second))
    assert len(ours & theirs) > 0.9 * max(len(ours), len(theirs))
    alone = Language(replace(second.table, base=None), second.card).grammar.rules
    assert alone.keys() == second.grammar.rules.keys()
    for symbol, rules in second.grammar.rules.items():
        assert Counter(map(repr, rules)) == Counter(map(repr, alone[symbol])), symbol
