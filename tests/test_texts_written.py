"""Every rule and ability is written as a sentence in each language, and the sentence means it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cards import pack
from cases import samples
from phrasebooks import language
from rules_random import random_abilities, random_rules
from tilewright.api import load_pack
from tilewright.check.fragments import read_ability, read_fragment
from tilewright.table.card import Card
from tilewright.texts.reading import meaning, readings
from tilewright.texts.verdict import Agreement, judge_card
from tilewright.texts.writing import write

FOLDER = Path(__file__).parent / "texts"
LANGUAGES = ("en", "fr", "it")
LEAST = 0.99
"""How many of the random rules are written at least; the others are too long to be read back in one way."""
WRITTEN = [
    (
        "score 4 for each column where every space in it has a stack",
        "4 points for each column where every space in it has a stack.",
        "4 points pour chaque colonne où toutes ses cases ont une pile.",
        "4 punti per ogni colonna in cui tutti i suoi spazi hanno una pila.",
    ),
    (
        "score 1 for each tile with an even number",
        "1 point for each tile with an even number.",
        "1 point pour chaque tuile de numéro pair.",
        "1 punto per ogni tessera con numero pari.",
    ),
    (
        "score count of tiles with an odd number read as 1: 2, 2: 5, 3 or more: 9",
        "By the number of tiles with an odd number: 2 points for 1, 5 points for 2, 9 points for 3 or more.",
        "Selon le nombre de tuiles de numéro impair : 2 points pour 1, 5 points pour 2, 9 points pour 3 ou plus.",
        "Secondo il numero di tessere con numero dispari: 2 punti per 1, 5 punti per 2, 9 punti per 3 o più.",
    ),
    (
        "score 3 for each row where it has a shrine and a dragon",
        "3 points for each row that has a shrine and a dragon.",
        "3 points pour chaque rangée qui a un sanctuaire et un dragon.",
        "3 punti per ogni riga che ha un sacrario e un drago.",
    ),
    (
        "score 3 for each set of 2 merchants, a shrine and a wind",
        "3 points for each set of 2 merchants, a shrine and a wind.",
        "3 points par ensemble de 2 marchands, d'un sanctuaire et d'un vent.",
        "3 punti per ogni insieme di 2 mercanti, un sacrario e un vento.",
    ),
    (
        "score 6 for each set of 2 merchants, a shrine on the border and a wind",
        "6 points for each set of 2 merchants, a shrine on the border and a wind.",
        "6 points par ensemble de 2 marchands, d'un sanctuaire au bord et d'un vent.",
        "6 punti per ogni insieme di 2 mercanti, un sacrario sul bordo e un vento.",
    ),
    (
        "score 6 for each set of a farmer on the border and 2 merchants",
        "6 points for each set of a farmer on the border and 2 merchants.",
        "6 points par ensemble d'un fermier au bord et de 2 marchands.",
        "6 punti per ogni insieme di un contadino sul bordo e 2 mercanti.",
    ),
    (
        "score largest distance of pairs of shrines",
        "Score points equal to the distance between your two shrines that are farthest apart.",
        "Marquez autant de points que la plus grande distance entre deux sanctuaires.",
        "Ottieni punti pari alla massima distanza tra due sacrari.",
    ),
    (
        "score 1 for each pair of shrines where distance >= 4",
        "1 point for each pair of any two shrines whose distance is at least 4.",
        "1 point pour chaque paire quelconque de sanctuaires dont la distance est d'au moins 4.",
        "1 punto per ogni coppia qualsiasi di sacrari la cui distanza è almeno 4.",
    ),
    (
        "score 5 for each run of stacks in any direction where size >= 3",
        "5 points for each straight run of stacks in any direction whose size is at least 3.",
        "5 points pour chaque suite droite de piles dans n'importe quelle direction dont la taille est d'au moins 3.",
        "5 punti per ogni fila dritta di pile in qualsiasi direzione la cui dimensione è almeno 3.",
    ),
    (
        "score 2 for each shrine where any dragon in line with it has no stack between it and the shrine",
        "2 points for each shrine for which at least one dragon in line with it has no stack between it and that shrine.",
        "2 points pour chaque sanctuaire pour lequel au moins un dragon dans l'alignement de celui-ci n'a aucune pile entre celui-ci et ce sanctuaire.",
        "2 punti per ogni sacrario per cui almeno un drago in linea con esso non ha nessuna pila tra esso e quel sacrario.",
    ),
    (
        "score 2 for each tile where its number is 6",
        "2 points for each tile whose number is 6.",
        "2 points pour chaque tuile dont le numéro est 6.",
        "2 punti per ogni tessera il cui numero è 6.",
    ),
    (
        "score the total height of shrines on the border",
        "Score points equal to the total height of your shrines on the border.",
        "Marquez autant de points que la hauteur totale de vos sanctuaires au bord.",
        "Ottieni punti pari all'altezza totale dei tuoi sacrari sul bordo.",
    ),
    (
        "score 2 for each dragon where no neighbor is face-up",
        "2 points for each dragon with no face-up neighbor.",
        "2 points pour chaque dragon sans voisine face visible.",
        "2 punti per ogni drago senza pile vicine scoperte.",
    ),
    (
        "score 3 if no square has no tile",
        "3 points if every 2x2 square has a tile.",
        "3 points si tous les carrés de 2x2 cases ont une tuile.",
        "3 punti se tutti i quadrati 2x2 hanno una tessera.",
    ),
    (
        "score 3 if there are at least 2 lines where it has a shrine",
        "3 points if at least 2 rows or columns have a shrine.",
        "3 points si au moins 2 rangées ou colonnes ont un sanctuaire.",
        "3 punti se almeno 2 righe o colonne hanno un sacrario.",
    ),
    (
        "for each diagonal\n  score 5 if it has no face-up tile",
        "For each diagonal, 5 points if it has no face-up tile.",
        "Pour chaque diagonale, 5 points si elle n'a aucune tuile face visible.",
        "Per ogni diagonale, 5 punti se non ha nessuna tessera scoperta.",
    ),
    (
        "score count of different symbols of special tiles if there is a season",
        "Score points equal to the number of different symbols among your special tiles if there is a season.",
        "Marquez autant de points que le nombre de symboles différents parmi vos tuiles spéciales s'il y a une saison.",
        "Ottieni punti pari al numero di simboli diversi tra le tue tessere speciali se c'è una stagione.",
    ),
    (
        "for each row\n  score 5 if its stacks rise from left to right\n  score 2 if it has a shrine",
        "For each row, 5 points if its stacks rise from left to right and 2 points if it has a shrine.",
        "Pour chaque rangée, 5 points si ses piles augmentent de gauche à droite et 2 points si elle porte un sanctuaire.",
        "Per ogni riga, 5 punti se le sue pile crescono da sinistra a destra e 2 punti se ha un sacrario.",
    ),
    (
        "score 2 for each tile where its number is even",
        "2 points for each tile whose number is even or missing.",
        "2 points pour chaque tuile dont le numéro est pair ou absent.",
        "2 punti per ogni tessera il cui numero è pari o assente.",
    ),
    (
        "score 2 for each stack where its height is even",
        "2 points for each stack whose height is even.",
        "2 points pour chaque pile dont la hauteur est paire.",
        "2 punti per ogni pila la cui altezza è pari.",
    ),
    (
        "score count of merchants if there is no special tile",
        "Score points equal to the number of your merchants if there is no special tile.",
        "Marquez autant de points que le nombre de vos marchands s'il n'y a aucune tuile spéciale.",
        "Ottieni punti pari al numero dei tuoi mercanti se non c'è nessuna tessera speciale.",
    ),
    (
        "score 4 for each quadrant where it has a merchant and it has a soldier and it has a farmer",
        "4 points for each quadrant with a merchant, a soldier and a farmer.",
        "4 points pour chaque quart avec un marchand, un soldat et un fermier.",
        "4 punti per ogni quadrante con un mercante, un soldato e un contadino.",
    ),
    (
        "score 3 for each row where it has no shrine and it has a face-up tile",
        "3 points for each row with a face-up tile and no shrine.",
        "3 points pour chaque rangée avec une tuile face visible mais sans sanctuaire.",
        "3 punti per ogni riga con una tessera scoperta ma senza sacrari.",
    ),
    (
        "score 1 for each stack where its height is at least 3 and any neighbor is a dragon",
        "1 point for each stack on floor 3 or higher next to a dragon.",
        "1 point pour chaque pile à l'étage 3 ou plus voisine d'un dragon.",
        "1 punto per ogni pila al piano 3 o superiore adiacente a un drago.",
    ),
    (
        "score 1 for each shrine where there is at least 1 neighbor where it is empty",
        "1 point for each shrine with at least 1 empty neighbor.",
        "1 point pour chaque sanctuaire avec au moins 1 voisine vide.",
        "1 punto per ogni sacrario con almeno 1 spazio vicino vuoto.",
    ),
    (
        "score 3 for each merchant where every neighbor is a soldier or a farmer",
        "3 points for each merchant whose neighbors are all soldiers or farmers.",
        "3 points pour chaque marchand dont toutes les voisines sont des soldats ou des fermiers.",
        "3 punti per ogni mercante le cui pile vicine sono tutte soldati o contadini.",
    ),
    (
        "score 2 for each tile where its left neighbor is a merchant",
        "2 points for each tile whose neighbor to the left is a merchant.",
        "2 points pour chaque tuile dont la voisine de gauche est un marchand.",
        "2 punti per ogni tessera la cui pila vicina a sinistra è un mercante.",
    ),
    (
        "score 3 if count of merchants is more than count of soldiers",
        "3 points if you have more merchants than soldiers.",
        "3 points si vous avez plus de marchands que de soldats.",
        "3 punti se hai più mercanti che soldati.",
    ),
    (
        "score 5 if count of shrines in the top row is at least 2",
        "5 points if you have at least 2 shrines in the top row.",
        "5 points si vous avez au moins 2 sanctuaires dans la rangée du haut.",
        "5 punti se hai almeno 2 sacrari nella riga più in alto.",
    ),
]
DONE = [
    (
        "ability\n  move a face-up tile to an empty space beside a shrine",
        "Move a face-up tile to an empty space next to a shrine.",
        "Déplacez une tuile face visible vers une case vide à côté d'un sanctuaire.",
        "Sposta una tessera scoperta in uno spazio vuoto accanto a un sacrario.",
    ),
    (
        "ability\n  may\n    pay 1 shrine\n    gain 3 points",
        "You may pay 1 shrine to gain 3 points.",
        "Si vous voulez, payez 1 sanctuaire pour gagner 3 points.",
        "Se vuoi, paga 1 sacrario per ottenere 3 punti.",
    ),
    (
        "ability once a game\n  gain 4 points",
        "Once per game: gain 4 points.",
        "Une fois par partie : gagnez 4 points.",
        "Una volta per partita: ottieni 4 punti.",
    ),
    (
        "ability\n  draw a tile called gift\n  place the gift",
        "Draw a tile and place that tile.",
        "Piochez une tuile et posez cette tuile.",
        "Pesca una tessera e piazza quella tessera.",
    ),
    (
        "ability\n  up to 2 times\n    discard a face-up tile\n    gain 1 point",
        "Up to 2 times: discard a face-up tile and gain 1 point.",
        "Jusqu'à 2 fois : défaussez une tuile face visible et gagnez 1 point.",
        "Fino a 2 volte: scarta una tessera scoperta e ottieni 1 punto.",
    ),
]


@pytest.mark.parametrize(("rule", "en", "fr", "it"), WRITTEN)
def test_rules_without_short_wordings_are_written(rule: str, en: str, fr: str, it: str) -> None:
    """By general phrases, in which words agree; a longer one is taken where the shorter has another reading."""
    card = read_fragment(rule, pack().game)
    assert isinstance(card, Card)
    assert [write(card, language(name)) for name in LANGUAGES] == [en, fr, it]


@pytest.mark.parametrize(("ability", "en", "fr", "it"), DONE)
def test_abilities_are_written_statement_by_statement(ability: str, en: str, fr: str, it: str) -> None:
    """With their limits; what authors call things is written as the noun of the thing."""
    card = read_ability(ability, pack().game)
    assert isinstance(card, Card)
    assert [write(card, language(name)) for name in LANGUAGES] == [en, fr, it]


def test_parentheses_of_authors_do_not_matter() -> None:
    """Rules are written alike wherever their authors put parentheses, and in whichever number their verbs are."""
    plain, enclosed = (
        read_fragment(rule, pack().game)
        for rule in (
            "score 1 for each stack where every neighbor is lower and it is on the border",
            "score 1 for each stack where ((every neighbor is lower) and (it is on the border))",
        )
    )
    assert isinstance(plain, Card) and isinstance(enclosed, Card)
    assert write(plain, language("en")) == write(enclosed, language("en"))


def test_any_is_not_every() -> None:
    """In front of a verb: "if any corner has a shrine" was read as every corner by way of "taller than any neighbor"."""
    found = readings(language("en"), "6 points if any corner has a shrine.")
    every = read_fragment("score 6 if every corner has a shrine", pack().game)
    assert isinstance(found, list) and isinstance(every, Card)
    assert meaning(every) not in [meaning(reading.card) for reading in found]


def _written(cards: list[tuple[str, Card]], name: str) -> list[tuple[str, str | None]]:
    """What is written for each; every sentence is judged anew."""
    found = []
    for text, card in cards:
        sentence = write(card, language(name))
        if sentence is not None:
            agreement = judge_card(language(name), sentence, card).agreement
            assert agreement in (Agreement.AGREES, Agreement.ONE_READING), (text, sentence)
        found.append((text, sentence))
    return found


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_few_random_rules_are_written(name: str) -> None:
    """A small part of the test below."""
    assert all(sentence for _, sentence in _written(list(random_rules(pack().game, 1, 6)), name))


@pytest.mark.slow
@pytest.mark.parametrize("name", LANGUAGES)
@pytest.mark.parametrize("seed", range(10, 12))
def test_random_rules_are_written(name: str, seed: int) -> None:
    """Rules over the whole grammar are written, and what is written means the rule."""
    found = _written(list(random_rules(pack().game, seed, samples(25, 100))), name)
    missing = [text for text, sentence in found if sentence is None]
    assert len(missing) <= (1 - LEAST) * len(found), missing


@pytest.mark.slow
@pytest.mark.parametrize("name", LANGUAGES)
def test_random_abilities_are_written(name: str) -> None:
    """So are abilities, statement by statement."""
    found = _written(list(random_abilities(pack().game, 3, samples(25, 100))), name)
    missing = [text for text, sentence in found if sentence is None]
    assert len(missing) <= (1 - LEAST) * len(found), missing


def test_building_on_several_things_is_refused() -> None:
    """`build` is done to one thing; of several at once it ended in a traceback."""
    found = read_ability("ability\n  build a shrine on every tile", pack().game)
    assert isinstance(found, list) and found[0].code == "TW202"
    assert "one thing at a time" in found[0].message


@pytest.mark.parametrize("game", ["windows", "discs", "deal"])
def test_words_of_other_games_are_written(game: str) -> None:
    """What spaces are made for, parity, owners, runs on hexagons, hands, piles and counters: each card has the sentences written for it."""
    own = load_pack(str(FOLDER / game))
    cards = [card for card in own.cards() if card.texts]
    assert cards
    for card in cards:
        for name, text in card.texts.items():
            spoken = own.phrasebook().language(name)
            assert spoken is not None and write(card, spoken) == text


LONG = [
    (
        "en",
        "for each column\n"
        "  score 3 if count of its face-down stacks is more than count of its face-up tiles\n"
        "  score 5 for each dragon in the column\n"
        "score 2 for each merchant if height > 2",
    ),
    (
        "fr",
        "for each square where count of its winds is count of its special tiles\n"
        "  score 2 if count of its dragons = count of its shrines",
    ),
]


@pytest.mark.parametrize(("name", "rule"), LONG)
def test_several_counts_are_not_too_long_to_be_read_back(name: str, rule: str) -> None:
    """The number of its stacks is never that of one stack: each such reading doubled those of the sentence."""
    card = read_fragment(rule, pack().game)
    assert isinstance(card, Card) and write(card, language(name)) is not None
