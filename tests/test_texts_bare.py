"""Texts that are read by the words that count: what they mean, and that a doubtful one means nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tilewright
from tilewright.check.fragments import read_fragment
from tilewright.solver.proof import Proof
from tilewright.table.card import Card
from tilewright.texts.idle import is_idle
from tilewright.texts.reading import NotUnderstood, readings, that_say_something
from tilewright.texts.verdict import Agreement, compare_rules, judge, proving

PACK = tilewright.load_pack("dragon-castle")
BOOK = PACK.phrasebook()
ENGLISH = BOOK.language("en")
assert ENGLISH is not None


def verdict(text: str, rule: str, name: str = "en") -> Agreement:
    language = BOOK.language(name)
    assert language is not None
    card = read_fragment(rule, BOOK.game)
    assert isinstance(card, Card) and card.rule is not None
    return judge(language, text, card.rule, proving(20)).agreement


def problem(text: str, rule: str) -> str:
    """Why an English text is not understood."""
    assert ENGLISH is not None
    card = read_fragment(rule, BOOK.game)
    assert isinstance(card, Card) and card.rule is not None
    found = judge(ENGLISH, text, card.rule, proving(20)).problem
    return "" if found is None else found.reason


def is_bare(text: str) -> bool:
    assert ENGLISH is not None
    found = readings(ENGLISH, text)
    return not isinstance(found, NotUnderstood) and found[0].bare


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        (
            "A shrine all of whose neighbors lie lower brings in 2 points.",
            "score 2 for each shrine where every neighbor is lower",
            "score 2 for each shrine where any neighbor is lower",
        ),
        (
            "Dragons with seasons for neighbors count 1 point each.",
            "score 1 for each dragon where any neighbor is a season",
            "score 1 for each season where any neighbor is a dragon",
        ),
        (
            "Any column that contains at least one dragon while lacking shrines yields 3 points.",
            "score 3 for each column where it has a dragon and it has no shrine",
            "score 3 for each column where it has a shrine and it has no dragon",
        ),
        (
            "2 points for each merchant standing in a row where there are no other merchants.",
            "score 2 for each merchant where there is no merchant in the same row",
            "score 2 for each merchant where there is no merchant in the same column",
        ),
    ],
)
def test_light_words_do_not_matter_and_others_do(text: str, right: str, wrong: str) -> None:
    assert is_bare(text)
    assert verdict(text, right) in (Agreement.AGREES, Agreement.ONE_READING)
    assert verdict(text, wrong) not in (Agreement.AGREES, Agreement.ONE_READING)


@pytest.mark.parametrize(
    ("name", "text", "right", "wrong"),
    [
        (
            "en",
            "Score 5 points if your tallest stack bears a shrine.",
            "score 5 if there is a stack where (height = largest height of stacks) and it has a shrine",
            "score 5 if there is a stack where (height = smallest height of stacks) and it has a shrine",
        ),
        (
            "en",
            "1 point for each shrine, plus 1 more if it is higher than all of its neighbors.",
            """score 1 for each shrine
score 1 for each shrine where every neighbor is lower""",
            """score 1 for each shrine
score 1 for each shrine where any neighbor is lower""",
        ),
        (
            "en",
            "Shrines are worth 1 point each on the edge and 3 points each elsewhere.",
            """score 1 for each shrine on the border
score 3 for each shrine where it is not on the border""",
            """score 3 for each shrine on the border
score 1 for each shrine where it is not on the border""",
        ),
        (
            "fr",
            "Chaque sanctuaire voisin à la fois d'un marchand et d'un soldat vaut 3 points.",
            "score 3 for each shrine where any neighbor is a merchant and any neighbor is a soldier",
            "score 3 for each shrine where any neighbor is a merchant or any neighbor is a soldier",
        ),
        (
            "it",
            "3 punti per ogni riga in cui tutte le pile hanno altezze diverse.",
            "score 3 for each row where count of different heights of its stacks = count of its stacks",
            "score 3 for each row where count of different heights of its stacks = 1",
        ),
        (
            "en",
            "A stack earns 1 point if no stack below it in its column equals or exceeds its height.",
            "score 1 for each stack where no stack below it is as tall or taller",
            "score 1 for each stack where no stack above it is as tall or taller",
        ),
        (
            "en",
            "Choose one of your columns and score 2 points for every type of face-up tile in it.",
            "choose a column\n  score 2 for each type of face-up tiles in it",
            "choose a row\n  score 2 for each type of face-up tiles in it",
        ),
        (
            "en",
            "Each time two shrines of equal height sit side by side you score 2 points.",
            "score 2 for each pair of adjacent shrines with the same height",
            "score 2 for each pair of adjacent shrines with the same type",
        ),
        (
            "en",
            "Empty spaces count 1 point, dragons count minus 2 points.",
            "score 1 for each empty space\nscore -2 for each dragon",
            "score 1 for each empty space\nscore 2 for each dragon",
        ),
        (
            "fr",
            "Vous gagnez 1/4/9/16 points pour 1/2/3/4 dragons ou plus.",
            "score count of dragons read as 1: 1, 2: 4, 3: 9, 4 or more: 16",
            "score count of dragons read as 1: 1, 2: 4, 3: 9, 4 or more: 15",
        ),
        (
            "it",
            "4 punti per ogni colonna le cui pile crescono in altezza dall'alto verso il basso.",
            "score 4 for each column where its stacks rise from top to bottom",
            "score 4 for each column where its stacks rise from bottom to top",
        ),
    ],
)
def test_mechanisms_are_read_in_each_language(name: str, text: str, right: str, wrong: str) -> None:
    """Superlatives, what is more than something, places elsewhere, both of two neighbors, sides of a stack, lines of one's choice, heights
    that are equal or differ, two clauses, and tables with slashes."""
    assert verdict(text, right, name) in (Agreement.AGREES, Agreement.ONE_READING)
    assert verdict(text, wrong, name) not in (Agreement.AGREES, Agreement.ONE_READING)


def test_who_has_fewer_is_never_confused() -> None:
    """ "Each opponent you have fewer shrines than" has more of them than you."""
    text = "3 points for each opponent you have fewer shrines than."
    rule = "score 3 for each opponent where their count of shrines {} count of shrines"
    assert verdict(text, rule.format("<")) is Agreement.DIFFERS
    assert verdict(text, rule.format(">")) in (Agreement.AGREES, Agreement.ONE_READING)


def test_a_square_that_contains_one_is_not_full() -> None:
    """Of "a square that contains a stack" not every space is said to have one."""
    full = "score 3 for each square where every space in it has a stack"
    assert verdict("Score 3 for every two-by-two square whose four spaces all have a stack.", full) is Agreement.AGREES
    assert verdict("Score 3 for every two-by-two square that contains a stack.", full) is not Agreement.AGREES


@pytest.mark.parametrize(
    "text",
    [
        "Shrines beside a mossy stack count 1 point each.",
        "Dragons with seasons for neighbors (as they often are) count 1 point each.",
        "Dragons with seasons for neighbors count 1 point each, unless tired.",
        "1 point for each",
    ],
)
def test_a_word_that_counts_is_never_left_out(text: str) -> None:
    assert ENGLISH is not None
    assert isinstance(readings(ENGLISH, text), NotUnderstood)


def test_what_is_named_again_has_the_name_it_had() -> None:
    """ "That dragon" is no season."""
    seasons = "score 1 for each season where any neighbor is a dragon"
    dragons = "score 1 for each dragon where any neighbor is a season"
    text = "If a season lies beside a dragon, that dragon scores 1 point."
    assert verdict(text, seasons) not in (Agreement.AGREES, Agreement.ONE_READING)
    assert verdict(text, dragons) is not Agreement.DIFFERS
    assert verdict("If a season lies beside a dragon, that season scores 1 point.", seasons) is Agreement.AGREES


@pytest.mark.parametrize(
    ("name", "text", "right", "wrong"),
    [
        (
            "fr",
            "Chaque rangée où l'on compte au moins deux dragons rapporte 3 points.",
            "score 3 for each row with at least 2 dragons",
            "score 3 for each row with fewer than 2 dragons",
        ),
        (
            "fr",
            "4 points si vous avez au moins deux sanctuaires et que tous se trouvent en bordure du royaume.",
            "score 4 if there are at least 2 shrines and every shrine is on the border",
            "score 4 if there are at least 2 shrines on the border",
        ),
        (
            "it",
            "I sacrari confinanti con una pila più alta fruttano 2 punti ciascuno.",
            "score 2 for each shrine where any neighbor is taller",
            "score 2 for each shrine where any neighbor is lower",
        ),
        (
            "it",
            "Le righe che ospitano più di due draghi fanno guadagnare 3 punti ciascuna.",
            "score 3 for each row with more than 2 dragons",
            "score 3 for each row with at least 2 dragons",
        ),
    ],
)
def test_french_and_italian_are_read_by_the_words_that_count(name: str, text: str, right: str, wrong: str) -> None:
    language = BOOK.language(name)
    assert language is not None
    found = readings(language, text)
    assert not isinstance(found, NotUnderstood) and found[0].bare
    assert verdict(text, right, name) in (Agreement.AGREES, Agreement.ONE_READING)
    assert verdict(text, wrong, name) not in (Agreement.AGREES, Agreement.ONE_READING)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("fr", "Les sanctuaires bordant la pile la plus haute rapportent 2 points chacun."),
        ("it", "I sacrari confinanti con la pila più alta fruttano 2 punti ciascuno."),
    ],
)
def test_an_article_that_makes_a_superlative_counts(name: str, text: str) -> None:
    """The tallest stack is no taller one."""
    assert verdict(text, "score 2 for each shrine where any neighbor is taller", name) is Agreement.NOT_UNDERSTOOD


def test_a_reading_that_has_little_in_common_with_the_rule_accuses_nobody() -> None:
    text = "Score 2 points per face-up tile if none of the up to eight spaces surrounding it shows a face-up tile."
    rule = "score 2 for each face-up tile where no surrounding neighbor is a face-up tile"
    assert verdict(text, rule) is not Agreement.DIFFERS


def test_a_condition_that_says_nothing_of_its_thing_is_misread() -> None:
    """ "In which no space is empty" is about the column, not about the whole realm."""
    text = "Each column in which no space is empty brings 3 points."
    assert verdict(text, "score 3 for each column where every space in it has a stack") is not Agreement.DIFFERS
    odd = "score 3 for each column where there is no empty space"
    assert verdict(text, odd) not in (Agreement.DIFFERS, Agreement.AGREES)


def test_what_is_the_same_in_every_column_is_misread() -> None:
    """ "In which a tile can be seen" is about the column, not about the whole realm, six times."""
    text = "Score 2 points for every column in which a single face-up tile, no more and no less, can be seen."
    assert verdict(text, "score 2 for each column where it has exactly 1 face-up tile") is not Agreement.DIFFERS


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (
            "fr",
            "Choisissez une colonne : 2 points par tuile face visible et 1 point par sanctuaire dans cette colonne.",
        ),
        ("it", "Scegli una colonna: 2 punti per ogni tessera scoperta e 1 punto per ogni sacrario in quella colonna."),
        ("it", "Scegli una colonna. Ogni tessera a faccia in su al suo interno vale 2 punti, ogni sacrario 1 punto."),
    ],
)
def test_points_that_leave_a_choice_are_misread(name: str, text: str) -> None:
    """Both kinds of things are those of the column: a rule that says so is not accused."""
    rule = "choose a column\n  score 2 for each face-up tile in it\n  score 1 for each shrine in it"
    assert verdict(text, rule, name) is not Agreement.DIFFERS


def test_points_before_a_choice_are_for_all_things() -> None:
    text = "1 point for each dragon. Choose a column. 2 points for each shrine in it."
    rule = "score 1 for each dragon\nchoose a column\n  score 2 for each shrine in it"
    assert verdict(text, rule) in (Agreement.AGREES, Agreement.ONE_READING)


@pytest.mark.parametrize("text", ["3 points for each group of tiles with the same height.", "2 points for each row."])
def test_a_fixed_number_for_each_thing_is_not_misread(text: str) -> None:
    """What each group pays is a number of points, whatever the group: the text is read by the phrases of its language."""
    assert ENGLISH is not None
    found = readings(ENGLISH, text)
    assert isinstance(found, list) and not any(reading.bare or is_idle(reading.card.rule) for reading in found)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("en", "1 point for each pair of farmers."),
        ("en", "Each pair of farmers is worth 1 point."),
        ("fr", "Chaque paire de fermiers rapporte 1 point."),
        ("it", "Guadagni 1 punto per ogni coppia di contadini nel tuo reame."),
    ],
)
def test_a_pair_is_adjacent_only_if_the_text_says_so(name: str, text: str) -> None:
    """A pair can be any two, or two of a set: a text that leaves that open neither confirms a rule nor accuses one."""
    for rule in (
        "score 1 for each pair of adjacent farmers",
        "score 1 for each pair of farmers",
        "score count of farmers / 2",
    ):
        assert verdict(text, rule, name) is Agreement.NOT_UNDERSTOOD


def test_every_two_that_you_have_are_half_of_them() -> None:
    """They need not be neighbors."""
    text = "For every two farmers you have, score 1 point."
    assert verdict(text, "score count of farmers / 2", "en") is Agreement.AGREES
    assert verdict(text, "score 1 for each pair of adjacent farmers", "en") is Agreement.DIFFERS


@pytest.mark.parametrize(
    ("name", "text", "rules"),
    [
        ("en", "3 points for a dragon.", ("score 3 if there is a dragon", "score 3 for each dragon")),
        ("fr", "3 points pour un dragon.", ("score 3 if there is a dragon", "score 3 for each dragon")),
        ("it", "3 punti per un drago.", ("score 3 if there is a dragon", "score 3 for each dragon")),
        (
            "en",
            "3 points for two dragons.",
            TWO := (
                "score 3 if there are at least 2 dragons",
                "score 3 if there are exactly 2 dragons",
                "score 3 * (count of dragons / 2)",
            ),
        ),
        ("fr", "3 points pour deux dragons.", TWO),
        ("it", "3 punti per due draghi.", TWO),
        (
            "en",
            "3 points for a group of at least 4 merchants.",
            (
                "score 3 if there is a group of merchants where size >= 4",
                "score 3 for each group of merchants where size >= 4",
            ),
        ),
    ],
)
def test_what_is_scored_for_things_may_be_scored_once_or_for_each(name: str, text: str, rules: tuple[str, ...]) -> None:
    """Without "each" or "if" a text leaves open how often it is scored, and whether more than that many count."""
    for rule in rules:
        assert verdict(text, rule, name) is Agreement.ONE_READING
    assert verdict(text, "score 3 if there is a shrine", name) is Agreement.DIFFERS


def test_a_run_of_so_many_may_be_longer() -> None:
    """Three in a row can be exactly or at least three: no rule is accused."""
    for rule in (
        "score 3 for each run of merchants where size >= 3",
        "score 3 for each run of merchants where size = 3",
    ):
        assert verdict("3 points for three merchants in a row.", rule) is not Agreement.DIFFERS


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("en", "Shrines in the corners and in the center of your realm score 2 points each."),
        ("fr", "Les sanctuaires dans les coins et au centre du royaume valent 2 points chacun."),
        ("it", "2 punti per ogni sacrario negli angoli e al centro."),
    ],
)
def test_what_is_in_two_places_is_in_either(name: str, text: str) -> None:
    """Nothing is in a corner and in the center, so nobody says that."""
    either = "score 2 for each shrine where it is in a corner or in the center"
    assert verdict(text, either, name) is Agreement.AGREES
    assert verdict(text, "score 2 for each shrine in a corner", name) is Agreement.DIFFERS


def test_a_fixed_loss_for_each_line_is_no_misreading() -> None:
    """Lost points are -1 times a number: a rule with them was taken for one whose condition says nothing, and its text accused."""
    loss = read_fragment("score -1 for each column with no shrine", BOOK.game)
    assert isinstance(loss, Card) and not is_idle(loss.rule)
    rule = "score 3 for each row with exactly 1 shrine\nscore -1 for each column with no shrine"
    text = "3 points pour chaque rangée qui contient un seul sanctuaire. -1 point pour chaque colonne qui n'en contient aucun."
    assert verdict(text, rule, "fr") in (Agreement.AGREES, Agreement.ONE_READING)


def test_a_condition_that_says_nothing_is_distinguished_from_several_ways_to_read() -> None:
    """A text all of whose readings have such a condition was said to have several meanings."""
    text = "2 points for each quadrant if your tallest shrine is taller than that of each opponent."
    assert "says nothing" in problem(text, "score 2 for each quadrant with a shrine")


RECIPES = re.findall(
    r"^> ([^\n]+)\n\n.*?```rule[^\n]*\n(.*?)```",
    (Path(__file__).parents[1] / "docs" / "recipes.md").read_text("utf-8"),
    re.MULTILINE | re.DOTALL,
)


@pytest.mark.slow
def test_no_sentence_of_a_recipe_is_accused() -> None:
    """Each stands above the rule that it means: it agrees, is left open, or is not understood."""
    assert len(RECIPES) > 50
    assert [text for text, rule in RECIPES if verdict(text, rule.strip()) == Agreement.DIFFERS] == []


UNSAID = {
    "all face-up tiles are of one type.": "the tiles are read as those of the whole realm",
    "Dragons are wild.": "it changes what a tile is",
    "diagonals included.": "the remark is about lines, and is known of neighbors only",
    "each stack without a neighbor.": "a neighbor is a space, which every stack has; a stack is meant",
    "surrounded by shrines.": "the spaces at its corners are read as part of what surrounds it",
    "exactly 2 spaces away from a dragon.": "distances are known as limits only",
    "with nothing between them.": "the rule is two lines, one for each direction",
    "its left and its right neighbor.": "what is taller than two neighbors is known of all of them only",
}
"""Ends of the sentences of recipes whose rule is not their first reading, and why."""


@pytest.mark.slow
def test_the_first_reading_of_a_recipe_is_its_rule() -> None:
    """`tilewright new card --say` writes the rule of the recipe, except for the sentences in the list."""
    other = [text for text, rule in RECIPES if not _is_said(text, rule.strip())]
    assert [text for text in other if not text.endswith(tuple(UNSAID))] == []


def _is_said(text: str, rule: str) -> bool:
    """Whether the first reading of a text is a rule."""
    assert ENGLISH is not None
    found, card = readings(ENGLISH, text), read_fragment(rule, BOOK.game)
    if isinstance(found, NotUnderstood) or not isinstance(card, Card) or card.rule is None:
        return False
    first = (that_say_something(found) or found)[0].card.rule
    assert first is not None
    proof = compare_rules(BOOK.game, first, card.rule, proving(20))
    return proof is None or (isinstance(proof, Proof) and proof.verdict == "equal")


@pytest.mark.parametrize(
    ("name", "text", "rules"),
    [
        (
            "en",
            "1 point for each stack with a taller stack to its right.",
            (
                "score 1 for each stack where its right neighbor is taller",
                "score 1 for each stack where any stack right of it is taller",
            ),
        ),
        (
            "fr",
            "1 point pour chaque pile avec une pile plus haute à sa droite.",
            (
                "score 1 for each stack where its right neighbor is taller",
                "score 1 for each stack where any stack right of it is taller",
            ),
        ),
        (
            "it",
            "2 punti per ogni santuario con un drago alla sua sinistra.",
            (
                "score 2 for each shrine where its left neighbor is a dragon",
                "score 2 for each shrine where any dragon is left of it",
            ),
        ),
        (
            "en",
            "4 points for each face-up tile that is surrounded by shrines.",
            (
                "score 4 for each face-up tile where every neighbor has a shrine",
                "score 4 for each face-up tile where every surrounding neighbor has a shrine",
            ),
        ),
    ],
)
def test_a_side_is_the_next_space_or_the_whole_line(name: str, text: str, rules: tuple[str, ...]) -> None:
    """Either may be meant, but never just any neighbor, nor that every thing has to be so."""
    assert {verdict(text, rule, name) for rule in rules} <= {Agreement.ONE_READING, Agreement.NOT_UNDERSTOOD}
    assert verdict(text, rules[0].replace("its right neighbor", "any neighbor"), name) != Agreement.AGREES
    language = BOOK.language(name)
    assert language is not None
    found = readings(language, text)
    assert not isinstance(found, NotUnderstood) and len(found) == len(rules)


@pytest.mark.parametrize(
    "text",
    [
        "2 points for each shrine with shrines on all four sides.",
        "3 points for each row in which stacks rise from left to right.",
        "2 points for each shrine with a dragon directly on its left.",
    ],
)
def test_so_many_points_for_each_thing_are_never_for_all_of_them_together(text: str) -> None:
    """`N for each X with Y` does not mean N if every X has Y."""
    assert ENGLISH is not None
    found = readings(ENGLISH, text)
    assert isinstance(found, NotUnderstood) or not any(" if there is no " in reading.rule for reading in found)


@pytest.mark.parametrize(
    "text",
    [
        "The player with the most shrines scores 6.",
        "6 points for the player with the most shrines.",
        "Whoever has the most shrines gains 6 points.",
    ],
)
def test_who_has_most_may_be_tied(text: str) -> None:
    """Whether all who are tied score is left open."""
    rule = "score 6 if count of shrines is {} that of every opponent"
    open_ = {Agreement.ONE_READING, Agreement.NOT_UNDERSTOOD}
    assert {verdict(text, rule.format(how)) for how in ("more than", "at least")} <= open_
    assert verdict(text, rule.format("less than")) != Agreement.AGREES
    assert ENGLISH is not None
    found = readings(ENGLISH, text)
    assert not isinstance(found, NotUnderstood) and len(found) == 2


TOPICS = [
    (
        "en",
        "Look at each of your shrines. If it shares a row with a wind, you gain 2 points.",
        "score 2 for each shrine where there is a wind in the same row",
    ),
    (
        "en",
        "Count the face-up tiles that are next to a shrine. That is your score.",
        "score 1 for each face-up tile where any neighbor has a shrine",
    ),
    ("en", "Find your tallest stack. Score twice its height.", "score 2 * largest height of stacks"),
    ("fr", "Trouvez votre pile la plus haute. Elle vaut 1 point par étage.", "score largest height of stacks"),
    ("it", "Trova la tua pila più alta: vale 1 punto per ogni piano.", "score largest height of stacks"),
]


TITLED = [
    ("Lookouts: 2 points for each shrine on the border.", True),
    ("Bonus: 2 points for each shrine on the border.", True),
    ("The old mill: 2 points for each shrine on the border.", True),
    ("Lookouts in corners: 2 points for each shrine on the border.", False),
    ("Penalty: 2 points for each shrine on the border.", False),
    ("Two lookouts: 2 points for each shrine on the border.", False),
    ("Dragons: 2 points for each shrine on the border.", False),
]


@pytest.mark.parametrize(("text", "read"), TITLED)
def test_a_title_is_left_out(text: str, read: bool) -> None:
    """If no table has a word of it, and no word of it could say for what, or how often, the rest holds."""
    found = verdict(text, "score 2 for each shrine on the border", "en")
    assert (found is Agreement.AGREES) == read
    assert verdict(text, "score 2 for each shrine", "en") is not Agreement.AGREES


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("1 point for each shrineless stack.", "score 1 for each stack where it has no shrine"),
        ("1 point for each shrine-free row.", "score 1 for each row with no shrine"),
        ("1 point for each non-corner shrine.", "score 1 for each shrine where it is not in a corner"),
    ],
)
def test_a_word_may_have_parts(text: str, rule: str) -> None:
    """Endings like "-less" behind a word of the game, and beginnings, are words of their own."""
    assert verdict(text, rule, "en") is Agreement.AGREES
    assert verdict(text, "score 1 for each stack", "en") is not Agreement.AGREES


@pytest.mark.parametrize(("name", "text", "rule"), TOPICS)
def test_a_sentence_may_only_say_what_the_next_one_is_about(name: str, text: str, rule: str) -> None:
    """What it names takes the place of the words that refer to it; for other points it is not confirmed."""
    assert verdict(text, rule, name) is Agreement.AGREES
    other = re.sub(r"score \d", "score 5", rule) if re.search(r"score \d", rule) else rule.replace("score", "score 5 *")
    assert verdict(text, other, name) is not Agreement.AGREES


@pytest.mark.parametrize(
    "text", ["Choose a row: 2 points for each shrine in it.", "Pick two rows. Score 2 for each shrine in them."]
)
def test_what_is_chosen_freely_is_no_topic(text: str) -> None:
    """In its place "it" would mean any row, not the one that is chosen."""
    assert verdict(text, "score 2 for each shrine where it is in a row") is not Agreement.AGREES


JOINED = [
    ("en", "Each face-up tile that is both on the border and next to a shrine scores 2 points.", "{} and {}"),
    ("en", "Each face-up tile that is either on the border or next to a shrine is worth 2 points.", "{} or {}"),
    ("en", "A face-up tile scores 2 points if it is on the border or if it touches a shrine.", "{} or {}"),
    ("en", "Each face-up tile that is neither on the border nor next to a shrine scores 2 points.", "not ({} or {})"),
    ("fr", "2 points par tuile face visible située soit au bord, soit à côté d'un sanctuaire.", "{} or {}"),
    (
        "fr",
        "Chaque tuile face visible qui n'est ni au bord ni voisine d'un sanctuaire rapporte 2 points.",
        "not ({} or {})",
    ),
    ("it", "2 punti per ogni tessera scoperta che è sia sul bordo sia adiacente a un sacrario.", "{} and {}"),
    ("it", "Ogni tessera scoperta che non è né sul bordo né adiacente a un sacrario vale 2 punti.", "not ({} or {})"),
]


@pytest.mark.parametrize(("name", "text", "joined"), JOINED)
def test_two_conditions_are_joined(name: str, text: str, joined: str) -> None:
    """By "both ... and", "either ... or" and "neither ... nor"; each is told from the others."""
    agreeing = {Agreement.AGREES, Agreement.ONE_READING}
    for way in ("{} and {}", "{} or {}", "not ({} or {})"):
        condition = way.format("it is on the border", "any neighbor has a shrine")
        found = verdict(text, f"score 2 for each face-up tile where {condition}", name)
        assert found in agreeing if way == joined else found not in agreeing


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        (
            "1 point for each shrine in your longest straight line of shrines.",
            (
                "score largest size of runs of shrines",
                "score larger of largest size of runs of shrines and (1 if there is a shrine)",
            ),
        ),
        ("1 point for each tile in your realm.", ("score 1 for each tile", "score total height of stacks")),
    ],
)
def test_what_can_be_counted_in_two_ways_agrees_with_either(text: str, rules: tuple[str, str]) -> None:
    """Nobody is accused who counts a lone piece as a line of one, or the tiles below the top of a stack."""
    assert [verdict(text, rule) for rule in rules] == [Agreement.ONE_READING] * 2


LEFT_OPEN = [
    ("en", "5 points if you own the most shrines. Ties count.", "score 5 if count of shrines is at least that of every opponent", True),
    ("en", "5 points if you own the most shrines. Ties count.", "score 5 if count of shrines is more than that of every opponent", False),
    ("en", "Any shrine that borders a dragon as well as a wind scores 2 points.", "score 2 for each shrine where it is beside a dragon and it is beside a wind", True),
    ("en", "Rows in which all stacks are face-down score 2 points each. An empty row scores nothing.", "score 2 for each row where it has a stack and every stack in it is face-down", True),
    ("en", "6 points if no two of your shrines share a row.", "score 6 if no row has at least 2 shrines", True),
    ("en", "6 points if no two of your shrines share a row.", "score 6 if no column has at least 2 shrines", False),
    ("fr", "1 point pour chaque pile sans sanctuaire située au bord.", "score 1 for each stack where it has no shrine and it is on the border", True),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "rule", "agrees"), LEFT_OPEN)
def test_what_a_remark_or_a_condition_is_about(name: str, text: str, rule: str, agrees: bool) -> None:
    """A remark is an exception or a limit, never nothing; a place behind what is not there may be that of the thing itself."""
    assert (verdict(text, rule, name) in (Agreement.AGREES, Agreement.ONE_READING)) is agrees


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        (
            "Gain points according to the number of your dragons: 1 dragon: 1 point, 2 dragons: 3, 3 or more dragons: 6.",
            "score count of dragons read as 1: 1, 2: 3, 3 or more: 6",
            "score count of dragons read as 1: 1, 2: 3, 4 or more: 6",
        ),
        (
            "For each of your shrine groups: 2 points for size 2, 5 points for size 3, 9 points for size 4 or larger.",
            "for each group of shrines\n  score size read as 2: 2, 3: 5, 4 or more: 9",
            "score count of shrines read as 2: 2, 3: 5, 4 or more: 9",
        ),
        (
            "Rows score by their number of shrines: none: -1, one: 0, two: 1, three or more: 4.",
            "for each row\n  score count of its shrines read as 0: -1, 2: 1, 3 or more: 4",
            "for each row\n  score count of its shrines read as 0: -1, 2: 1, 3: 4",
        ),
        (
            "Score 4 points per quadrant where you have the most shrines. Ties don't count.",
            "for each quadrant\n  score 4 if count of its shrines is more than that of every opponent",
            "for each quadrant\n  score 4 if count of its shrines is at least that of every opponent",
        ),
        (
            "For each neighboring player, score 3 points if you have more stacks than they do.",
            "score 3 for each adjacent player where their count of stacks < count of stacks",
            "score 3 for each opponent where their count of stacks < count of stacks",
        ),
        (
            "Your shortest stack scores 1 point per tile.",
            "score smallest height of stacks",
            "score largest height of stacks",
        ),
    ],
)
def test_tables_and_majorities_are_read(text: str, right: str, wrong: str) -> None:
    """Rows of tables in any order of number and points, of groups and lines too; who has most in each line, and ties."""
    assert verdict(text, right) in (Agreement.AGREES, Agreement.ONE_READING)
    assert verdict(text, wrong) not in (Agreement.AGREES, Agreement.ONE_READING)


@pytest.mark.parametrize(
    "text",
    [
        "1 dragon: 1 point, 2 winds: 3 points, 3 or more winds: 6 points.",
        "1 row with a shrine: 1 point, 2 columns: 3 points, 3 or more columns: 6 points.",
        "1 point per dragon in your largest group of shrines.",
    ],
)
def test_what_is_named_again_is_the_same_thing(text: str) -> None:
    """A row of a table that names another thing than the one that is counted is no row of that table."""
    assert ENGLISH is not None
    found = readings(ENGLISH, text)
    rules = [reading.rule for reading in found] if isinstance(found, list) else []
    assert not any("read as 1: 1, 2: 3" in rule or "largest size of groups of shrines" in rule for rule in rules)


def test_what_may_be_done_is_no_price_of_the_next_sentence() -> None:
    """ "You may discard a dragon. Gain 5 points" gives the points in any case."""
    assert ENGLISH is not None
    found = readings(ENGLISH, "You may discard a dragon. Gain 5 points.", "Ability")
    assert isinstance(found, list) and all("may discard" in reading.rule for reading in found)


RIGHT_BUT_HARD = [
    (
        "A shrine that has no neighbors at all is worth 3 points.",
        "score 3 for each shrine where no neighbor is not empty",
    ),
    (
        "Each row with stacks but no face-up tiles scores 2 points.",
        "score 2 for each row where it has a stack and it has no face-up tile",
    ),
    (
        "Keep your borders tidy: at the end of the game, you lose a point for every face-up tile on them.",
        "score -1 for each face-up tile on the border",
    ),
    (
        "Pick one of your columns: it is worth 2 points per different type of face-up tile in it, and another 4 points "
        "if all its spaces are occupied.",
        "choose a column\n  score 2 for each different type of face-up tiles in the column\n"
        "  score 4 if every space in the column has a stack",
    ),
    ("1 point per shrine beside each wind.", "for each wind\n  score count of its neighbors where it has a shrine"),
]


@pytest.mark.parametrize(("text", "rule"), RIGHT_BUT_HARD)
def test_a_right_sentence_is_not_called_different(text: str, rule: str) -> None:
    """A sentence before "scores" is no condition, a title that the rest refers to stays, and "its" is of what was chosen."""
    assert verdict(text, rule) != Agreement.DIFFERS
