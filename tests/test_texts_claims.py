"""Sentences of which one word is wrong: whatever the rest says, they are not confirmed.

Each pair is a right sentence, and one in which a word that carries meaning is another.
"""

from __future__ import annotations

import pytest

from cards import pack
from phrasebooks import language
from tilewright.check.fragments import read_fragment
from tilewright.core import expr as core
from tilewright.core.same import canonical
from tilewright.table.card import Card
from tilewright.texts.verdict import Agreement, Verdict, judge

CONFIRMED = (Agreement.AGREES, Agreement.ONE_READING)


def rule(text: str) -> core.Expr:
    """A rule of the card language."""
    card = read_fragment(text, pack().game)
    assert isinstance(card, Card) and card.rule is not None, card
    return card.rule


def verdicts(name: str, right: str, wrong: str, text: str) -> tuple[Verdict, Verdict]:
    """What becomes of a right and of a wrong sentence."""
    return judge(language(name), right, rule(text)), judge(language(name), wrong, rule(text))


# -- tables of points

SHRINES = "score count of shrines read as 1 to 2: 1, 3 to 4: 4, 5 or more: 8"
TABLES = [
    (
        "en",
        "1 or 2 shrines: 1 point; 3 or 4 shrines: 4 points; 5 or more shrines: 8 points.",
        "1 or 2 shrines: 1 point; 3 or 4 shrines: 4 points; 4 or more shrines: 8 points.",
        SHRINES,
    ),
    (
        "en",
        "By the number of shrines in your realm: 1 point for 1-2, 4 points for 3-4, 8 points for 5 or more.",
        "By the number of shrines in your realm: 1 point for 1-2, 4 points for 2-4, 8 points for 5 or more.",
        SHRINES,
    ),
    (
        "en",
        "By the number of shrines in your realm: 1 point for 1 or 2, 4 for 3 to 5.",
        "By the number of shrines in your realm: 1 point for 1 or 2, 4 for 3 or 5.",
        "score count of shrines read as 1 to 2: 1, 3 to 5: 4",
    ),
    (
        "fr",
        "Selon le nombre de sanctuaires : 1 point pour 1 ou 2, 4 points pour 3 ou 4, 8 points pour 5 ou plus.",
        "Selon le nombre de sanctuaires : 1 point pour 1 ou 2, 4 points pour 2 ou 4, 8 points pour 5 ou plus.",
        SHRINES,
    ),
    (
        "it",
        "In base al numero di sacrari: 1 punto per 1 o 2, 4 punti per 3 o 4, 8 punti per 5 o più.",
        "In base al numero di sacrari: 1 punto per 1 o 2, 4 punti per 2 o 4, 8 punti per 5 o più.",
        SHRINES,
    ),
]


@pytest.mark.parametrize(("name", "right", "wrong", "text"), TABLES)
def test_rows_of_a_table_do_not_overlap(name: str, right: str, wrong: str, text: str) -> None:
    """In the card language the first row that fits counts, so that a row that overlaps with one before changed nothing."""
    good, bad = verdicts(name, right, wrong, text)
    assert good.agreement in CONFIRMED and bad.agreement not in CONFIRMED


def test_the_number_in_two_rows_is_named() -> None:
    """The answer says why the text is not read."""
    found = judge(language("en"), TABLES[1][2], rule(SHRINES))
    assert found.problem is not None and found.problem.reason == "its table of points has 2 in two rows"


def test_rows_without_an_upper_end_may_overlap() -> None:
    """Thresholds are often printed from the highest down."""
    text = "By the number of shrines in your realm: 8 points for 5 or more, 4 for 3 or more, 1 for 1 or more."
    found = judge(language("en"), text, rule("score count of shrines read as 1 to 2: 1, 3 to 4: 4, 5 or more: 8"))
    assert found.agreement in CONFIRMED


def test_a_table_is_the_same_however_its_rows_are_split() -> None:
    """A row for several numbers, and rows for each of them."""
    one = rule("score count of shrines read as 1: 2, 2: 2, 3 to 6: 2, 7: 1")
    other = rule("score count of shrines read as 1 to 6: 2, 7: 1")
    assert canonical(one) == canonical(other)
    assert canonical(rule("score count of shrines read as 1: 2, 3: 2")) != canonical(
        rule("score count of shrines read as 1 to 3: 2")
    )


# -- what words say that change nothing

GRANARIES = "score 3 for each group of shrines where any stack in it is beside a face-up farmer"
LARGEST = "score 2 * (largest size of groups of shrines)"
SQUARES = "score 1 for each square where every space in it has a shrine"
WITH_A_CAP = "for each group of face-down stacks where it has a shrine\n  score size"
MOST_WINDS = """if there is a face-up wind
  score 5 if count of face-up winds is more than that of every opponent, 2 if count of face-up winds is at least that of every opponent"""
ASIDES = [
    (
        "en",
        "Each group of shrines (a single {}shrine{} is a group) with one or more face-up farmers adjacent to at least one of its shrines: 3 VP.",
        "dragon",
        GRANARIES,
    ),
    (
        "en",
        "Each group of shrines (a single shrine is a group) with one or more face-up farmers adjacent to at least one of its {}shrines{}: 3 VP.",
        "soldiers",
        GRANARIES,
    ),
    (
        "en",
        "Find your largest group of orthogonally connected shrines. Score 2 points for each {}shrine{} in it.",
        "dragon",
        LARGEST,
    ),
    (
        "en",
        "For each 2x2 square with a shrine on all four spaces (a {}shrine{} may be part of several squares): 1 point.",
        "dragon",
        SQUARES,
    ),
    (
        "fr",
        "1 point par carré 2 x 2 avec un sanctuaire sur chaque case (un {}sanctuaire{} peut compter dans plusieurs carrés).",
        "dragon",
        SQUARES,
    ),
    (
        "fr",
        "5 points si vous avez plus de vents face visible que chaque adversaire, 2 points en cas d'égalité ; il faut au moins un {}vent{} face visible.",
        "soldat",
        MOST_WINDS,
    ),
    (
        "it",
        "1 punto per ogni quadrato 2 x 2 di sacrari (un {}sacrario{} può far parte di più quadrati).",
        "drago",
        SQUARES,
    ),
    (
        "en",
        "Each group of connected face-down stacks with at least one shrine scores 1 point per {}stack{}.",
        "shrine",
        WITH_A_CAP,
    ),
    (
        "fr",
        "Chaque groupe de piles face cachée contenant au moins un sanctuaire rapporte 1 point par {}pile{}.",
        "sanctuaire",
        WITH_A_CAP,
    ),
    (
        "it",
        "Ogni gruppo di pile coperte che include almeno un santuario vale 1 punto per {}pila{}.",
        "santuario",
        WITH_A_CAP,
    ),
]


def changed(text: str, other: str) -> tuple[str, str]:
    """A sentence as it is, and with another word where it is marked."""
    before, word, behind = text.split("{}")
    return before + word + behind, before + other + behind


@pytest.mark.parametrize(("name", "text", "other", "score"), ASIDES)
def test_reminders_are_about_what_the_rule_is_about(name: str, text: str, other: str, score: str) -> None:
    """Words that change nothing were read whatever they were about."""
    right, wrong = changed(text, other)
    good, bad = verdicts(name, right, wrong, score)
    assert good.agreement in CONFIRMED
    assert bad.agreement not in CONFIRMED
    assert bad.problem is None or other in wrong[bad.problem.span.start : bad.problem.span.end]


def test_a_reminder_may_not_turn_a_thing_over() -> None:
    """What is needed to score is face-up like what is counted."""
    text = "Compare your face-up winds with those of your opponents: if nobody has more than you, score 5 VP; if only one opponent has more, score 2 VP. You need at least one {}face-up{} wind."
    rule = "if there is a face-up wind\n  score 5 if count of face-up winds is at least that of every opponent, 2 if count of face-up winds is less than that of exactly 1 opponent"
    good, bad = verdicts("en", *changed(text, "face-down"), rule)
    assert good.agreement in CONFIRMED and bad.problem is not None


RUNS = "score 3 for each run of face-up faction tiles with consecutive numbers where size >= 3"
EXAMPLES = [
    (
        "en",
        "3 points for each straight run of at least 3 adjacent face-up faction tiles with consecutive numbers in order, such as {}2-3-4{}.",
    ),
    (
        "fr",
        "Chaque suite de 3 tuiles de faction ou plus, côte à côte dans une rangée ou une colonne, où chaque valeur dépasse d'exactement 1 la précédente (comme {}2-3-4{}), vaut 3 PV.",
    ),
    ("it", "3 punti per ogni fila di almeno 3 tessere fazione scoperte con numeri consecutivi, come {}2-3-4{}."),
]


@pytest.mark.parametrize(("name", "text"), EXAMPLES)
def test_an_example_scores(name: str, text: str) -> None:
    """An example is laid out, and must score, and so must each part of it that is as long as what scores at all."""
    for example in ("4-3-2", "1-2-3-4"):
        assert judge(language(name), changed(text, example)[1], rule(RUNS)).agreement in CONFIRMED, example
    for example in ("2-3-5", "3-3-4", "2-4-3", "2-3-4-6"):
        found = judge(language(name), changed(text, example)[1], rule(RUNS))
        assert found.problem is not None and found.problem.reason.endswith("does not fit what the rest says"), example


FEWEST = "score 3 * (smallest (count of its face-up tiles) of factions)"
HOW_MANY = [
    (
        "en",
        "Count your face-up tiles of each of the {}three{} factions; score 3 points per tile of the faction you have fewest of (one of them if tied).",
        "four",
        FEWEST,
    ),
    (
        "fr",
        "Comptez vos tuiles visibles de chacune des {}trois{} factions : la faction la moins représentée rapporte 3 PV par tuile.",
        "quatre",
        FEWEST,
    ),
    (
        "fr",
        "3 points pour chacun des {}quatre{} quarts avec un sanctuaire.",
        "trois",
        "score 3 for each quadrant with a shrine",
    ),
    (
        "it",
        "3 punti per ciascuno dei {}quattro{} quadranti con un sacrario.",
        "tre",
        "score 3 for each quadrant with a shrine",
    ),
]


@pytest.mark.parametrize(("name", "text", "other", "score"), HOW_MANY)
def test_there_are_as_many_as_the_text_says(name: str, text: str, other: str, score: str) -> None:
    """How many factions or quadrants there are is in the game, so that a text can be wrong about it."""
    good, bad = verdicts(name, *changed(text, other), score)
    assert good.agreement in CONFIRMED
    assert bad.problem is not None and bad.problem.reason == f"'{other}' does not fit what the rest says"


# -- what a table pays

PAID = [
    ("en", "1 or 2 shrines: 1 point; 3 or 4 shrines: 4 {}points{}; 5 or more shrines: 8 points.", "shrines"),
    ("en", "1-2 shrines are worth 1 point, 3–4 are worth 4 points, and 5+ are worth 8 {}points{}.", "shrines"),
    (
        "fr",
        "1 ou 2 sanctuaires : 1 point ; 3 ou 4 sanctuaires : 4 {}points{} ; 5 sanctuaires ou plus : 8 points.",
        "sanctuaires",
    ),
    (
        "fr",
        "1 ou 2 sanctuaires : 1 point ; 3 ou 4 sanctuaires : 4 points ; 5 sanctuaires ou plus : 8 {}points{}.",
        "sanctuaires",
    ),
    ("it", "1 o 2 sacrari: 1 punto; 3 o 4 sacrari: 4 {}punti{}; 5 o più sacrari: 8 punti.", "sacrari"),
    ("it", "1 o 2 sacrari: 1 punto; 3 o 4 sacrari: 4 punti; 5 o più sacrari: 8 {}punti{}.", "sacrari"),
]


@pytest.mark.parametrize(("name", "text", "other"), PAID)
def test_tables_pay_points(name: str, text: str, other: str) -> None:
    """The noun behind the last number of a table was taken for what is counted, and the number for points."""
    good, bad = verdicts(name, *changed(text, other), SHRINES)
    assert good.agreement in CONFIRMED and bad.problem is not None


def test_the_noun_may_follow_the_last_number_of_things() -> None:
    """Of a table that ends with the number of things the noun may follow."""
    text = "1 point for 1-2, 4 points for 3-4, 8 points for 5 or more shrines."
    assert judge(language("en"), text, rule(SHRINES)).agreement is Agreement.AGREES


# -- more, nothing, and not

ETERNITY = """if there are at least 4 shrines
  score 3 if shrines repeat under a half turn
  score 3 if shrines repeat under a quarter turn
  for each diagonal axis
    score 2 if shrines mirror across the axis"""
CENTER = """score 2 for each shrine in the center
score 4 if every center space has a shrine"""
POWER = """for each faction
  let strength be the largest total number of groups of its face-up tiles
  for each adjacent player
    score 2 if strength > their strength, 1 if strength = their strength and strength > 0"""
CLEAN = "score larger of 10 - count of face-up tiles and 0"
LONE = "score 2 for each shrine where no neighbor is a shrine"
WORDS = [
    (
        "en",
        "If you have at least 4 shrines: 3 points if they stand the same after a half turn of the realm, 3 {}more{} if after a quarter turn, and 2 for each diagonal across which they mirror each other.",
        "",
        ETERNITY,
    ),
    (
        "fr",
        "Si vous avez au moins 4 sanctuaires : 3 points s'ils restent en place après un demi-tour du royaume, 3 {}de plus{} après un quart de tour, et 2 pour chaque diagonale de part et d'autre de laquelle ils se répondent.",
        "",
        ETERNITY,
    ),
    (
        "it",
        "Se hai almeno 4 sacrari: 3 punti se tornano al loro posto dopo mezzo giro del reame, {}altri{} 3 dopo un quarto di giro, e 2 per ogni diagonale ai cui lati si rispecchiano.",
        "",
        ETERNITY,
    ),
    (
        "en",
        "Score 2 VP per shrine on the four central spaces. If all four carry a shrine, score {}4{} more.",
        "3",
        CENTER,
    ),
    (
        "en",
        "For each faction, compare the largest total of numbers in one of your groups of its face-up tiles with that of each neighbor: 2 points if yours is larger, 1 if they are equal and {}not{} 0.",
        "",
        POWER,
    ),
    (
        "en",
        "Start with 10 points and subtract 1 for each face-up tile in your realm; you {}can't{} score less than 0 this way.",
        "can't not",
        CLEAN,
    ),
    ("en", "Gain 2 points for every lone shrine {}{}(one that has no adjacent shrine).", "not ", LONE),
]


@pytest.mark.parametrize(("name", "text", "other", "score"), WORDS)
def test_small_words_count(name: str, text: str, other: str, score: str) -> None:
    """What is added is not what is paid instead, a number alone is no statement, and two negations are not one."""
    good, bad = verdicts(name, *changed(text, other), score)
    assert good.agreement in CONFIRMED and bad.agreement not in CONFIRMED


EXACT = [
    (
        "en",
        "4 points for each shrine orthogonally adjacent to {}exactly{} three different types of face-up tiles.",
        "at least",
    ),
    ("fr", "4 points par sanctuaire voisin de tuiles face visible d'{}exactement{} 3 types différents.", "au moins"),
    ("it", "4 punti per ogni sacrario adiacente a tessere a faccia in su di {}esattamente{} 3 tipi diversi.", "almeno"),
]


@pytest.mark.parametrize(("name", "text", "other"), EXACT)
def test_exactly_is_not_at_least(name: str, text: str, other: str) -> None:
    """But for four types among four neighbors, of which there are never more."""
    exact = "score 4 for each shrine where count of different types of its face-up neighbors = {}"
    for number in (3, 4):
        right, wrong = (said.replace("3", str(number)).replace("three", str(number)) for said in changed(text, other))
        good, bad = verdicts(name, right, wrong, exact.format(number))
        assert good.agreement in CONFIRMED
        assert (bad.agreement in CONFIRMED) == (number == 4)


# -- others than what

OTHERS = [
    (
        "en",
        "3 points for each row with at least 2 {}{}shrines.",
        "other ",
        "score 3 for each row with at least 2 shrines",
    ),
    ("en", "7 points if you have at least one {}{}shrine.", "other ", "score 7 if there is a shrine"),
    ("en", "2 points for each column with no {}{}shrine.", "other ", "score 2 for each column with no shrine"),
    (
        "fr",
        "Chaque colonne comptant un {}{}seul sanctuaire rapporte 2 points.",
        "autre ",
        "score 2 for each column with exactly 1 shrine",
    ),
    (
        "fr",
        "3 points par rangée avec au moins 2 {}{}sanctuaires.",
        "autres ",
        "score 3 for each row with at least 2 shrines",
    ),
    ("it", "3 punti per ogni riga con almeno {}{}2 sacrari.", "altri ", "score 3 for each row with at least 2 shrines"),
    (
        "it",
        "Guadagni 1 punto per ogni riga in cui si trova un {}{}sacrario.",
        "altro ",
        "score 1 for each row with a shrine",
    ),
]
NEIGHBORS = [
    (
        "en",
        "2 points for each shrine next to {}a{} shrine.",
        "another",
        "score 2 for each shrine where any neighbor is a shrine",
    ),
    (
        "en",
        "2 points for each shrine with no {}{}shrine in its row.",
        "other ",
        "score 2 for each shrine where there is no shrine in the same row",
    ),
    (
        "fr",
        "2 points par sanctuaire voisin d'un {}{}sanctuaire.",
        "autre ",
        "score 2 for each shrine where any neighbor is a shrine",
    ),
    (
        "it",
        "2 punti per ogni sacrario vicino a un {}{}sacrario.",
        "altro ",
        "score 2 for each shrine where any neighbor is a shrine",
    ),
]


@pytest.mark.parametrize(("name", "text", "other", "score"), OTHERS)
def test_others_are_others_than_something(name: str, text: str, other: str, score: str) -> None:
    """There are no other shrines in a row, only other shrines than one."""
    good, bad = verdicts(name, *changed(text, other), score)
    assert good.agreement in CONFIRMED and bad.agreement not in CONFIRMED


@pytest.mark.parametrize(("name", "text", "other", "score"), NEIGHBORS)
def test_neighbors_are_others(name: str, text: str, other: str, score: str) -> None:
    """Of a thing with neighbors these are others, said or not."""
    for verdict in verdicts(name, *changed(text, other), score):
        assert verdict.agreement in CONFIRMED
