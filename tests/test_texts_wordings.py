"""What wordings mean that the printed cards do not have: negations, signs in tables, steps, lists of kinds, exceptions.

Each wording is compared with a rule of the card language by its meaning, or by what both score on random boards.
"""

from __future__ import annotations

import random

import pytest

from cards import pack
from phrasebooks import language
from tilewright import Board, Player, Position, Stack
from tilewright.check.fragments import read_fragment
from tilewright.meaning.scoring import score
from tilewright.table.card import Card
from tilewright.table.geometry import Geometry
from tilewright.texts import chart, reading
from tilewright.texts.idle import denies
from tilewright.texts.reading import NotUnderstood, readings
from tilewright.texts.verdict import Agreement, judge

NEGATED = [
    ("it", "1 punto per ogni riga in cui non c'è un sacrario.", "score 1 for each row with no shrine"),
    ("it", "1 punto per ogni riga che non ha più di 2 sacrari.", "score 1 for each row with at most 2 shrines"),
    ("it", "1 punto per ogni riga che ha più di 2 sacrari.", "score 1 for each row with more than 2 shrines"),
    ("it", "1 punto per ogni riga che non ha almeno 2 sacrari.", "score 1 for each row with fewer than 2 shrines"),
    ("it", "5 punti se non ci sono almeno 3 sacrari.", "score 5 if there are fewer than 3 shrines"),
    ("it", "5 punti se non ci sono 3 sacrari o più.", "score 5 if there are fewer than 3 shrines"),
    (
        "it",
        "1 punto per ogni sacrario che non tocca un drago.",
        "score 1 for each shrine where no neighbor is a dragon",
    ),
    ("fr", "1 point par rangée qui n'a que 2 sanctuaires.", "score 1 for each row with exactly 2 shrines"),
    ("fr", "1 point par rangée qui n'a pas plus de 2 sanctuaires.", "score 1 for each row with at most 2 shrines"),
    ("fr", "5 points si vous n'avez pas au moins 3 sanctuaires.", "score 5 if there are fewer than 3 shrines"),
    (
        "fr",
        "1 point par sanctuaire qui ne touche pas un dragon.",
        "score 1 for each shrine where no neighbor is a dragon",
    ),
]
UNREAD = [
    ("it", "5 punti se non hai 3 sacrari."),
    ("fr", "1 point par rangée qui n'a pas 2 sanctuaires."),
    ("fr", "1 point par sanctuaire qui n'est voisin d'un dragon."),
    (
        "it",
        "3 punti per ogni tipo di cui non hai esattamente due tessere scoperte, −2 per ogni tipo di cui ne hai una.",
    ),
    (
        "fr",
        "3 points par type dont vous n'avez exactement deux tuiles visibles, −2 points par type dont vous n'en avez qu'une.",
    ),
]


def rule(text: str) -> Card:
    """A rule of the card language."""
    card = read_fragment(text, pack().game)
    assert isinstance(card, Card), card
    return card


def read(name: str, text: str) -> list[Card]:
    """The rules that a text can mean, none if it is not understood."""
    found = readings(language(name), text)
    return [] if isinstance(found, NotUnderstood) else [one.card for one in found]


def agrees(name: str, text: str, meant: str) -> bool:
    """Whether a text agrees with a rule, in some reading."""
    expected = rule(meant).rule
    assert expected is not None
    return judge(language(name), text, expected).agreement in (Agreement.AGREES, Agreement.ONE_READING)


@pytest.mark.parametrize(("name", "text", "meant"), NEGATED)
def test_a_negation_belongs_to_its_quantity(name: str, text: str, meant: str) -> None:
    """The negation was optional before every quantity, so that "non ha più di 2" was read as more than 2."""
    assert agrees(name, text, meant)


@pytest.mark.parametrize(("name", "text"), UNREAD)
def test_what_a_negation_leaves_open_is_not_settled(name: str, text: str) -> None:
    """No 3 of something is not the opposite of exactly 3, nor of at least 3: phrases read neither, the words that count both."""
    found = readings(language(name), text)
    if not isinstance(found, NotUnderstood):
        assert all(one.bare and denies(one.card.rule) for one in found) and len(found) > 1


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("fr", "1 point pour chaque sanctuaire isolé voisin d'une pile plus haute."),
        ("fr", "1 point pour chaque sanctuaire isolé dans un coin."),
        ("fr", "2 points pour chaque sanctuaire isolé sans dragon voisin."),
        ("fr", "2 points pour chaque sanctuaire solitaire sans pile voisine."),
        ("it", "2 punti per ogni sacrario isolato senza drago adiacente."),
        ("it", "2 punti per ogni sacrario isolato senza draghi adiacenti."),
        ("it", "1 punto per ogni sacrario isolato in un angolo."),
        ("it", "1 punto per ogni sacrario isolato vicino a una pila più alta."),
    ],
)
def test_a_lone_thing_is_not_any_thing(name: str, text: str) -> None:
    """An adjective that says something was read as nothing before any condition."""
    assert isinstance(readings(language(name), text), NotUnderstood)


@pytest.mark.parametrize(
    "text",
    [
        "2 points pour chaque sanctuaire isolé (sans aucun sanctuaire adjacent).",
        "2 points pour chaque sanctuaire isolé, sans autre sanctuaire voisin.",
        "Chaque sanctuaire isolé (sans sanctuaire sur une case orthogonalement voisine) rapporte 2 points.",
    ],
)
def test_a_lone_thing_is_explained_by_what_is_not_beside_it(text: str) -> None:
    """Then the adjective adds nothing."""
    assert agrees("fr", text, "score 2 for each shrine where no neighbor is a shrine")


STEPS = "score largest size of groups of face-down stacks read as 3 to 4: 2, 5 to 6: 5, 7 or more: 9"
WORDINGS = [
    ("en", "2/5/9 points if your largest group of face-down stacks has at least 3/5/7 stacks.", STEPS),
    ("fr", "2/5/9 points si votre plus grand groupe de piles face cachée compte au moins 3/5/7 piles.", STEPS),
    ("it", "2/5/9 punti se il tuo gruppo più grande di pile coperte ha almeno 3/5/7 pile.", STEPS),
    (
        "en",
        "9 points if you have a group of 7 or more face-down stacks; failing that, 5 points if you have one of 5 or 6; "
        "failing that, 2 points if you have one of 3 or 4.",
        STEPS,
    ),
    (
        "en",
        "Columns with 2 or more shrines: one = 1, two = 3, three or more = 7 points.",
        "score count of columns with at least 2 shrines read as 1: 1, 2: 3, 3 or more: 7",
    ),
    (
        "en",
        "Merchants, soldiers and farmers score separately: 2 points if you have a face-up tile of that faction.",
        "score 2 for each faction with a tile",
    ),
    (
        "en",
        "1 point for each shrine on the border. Double this if there is no wind.",
        "score 1 for each shrine on the border\nif there is no wind\n  score 1 for each shrine on the border",
    ),
    (
        "en",
        "1 point for each shrine, or 6 points instead if all four corners have a shrine.",
        "if every corner has a shrine\n  score 6\nif not every corner has a shrine\n  score 1 for each shrine",
    ),
    (
        "en",
        "1 point per shrine on the border; those on stacks of height 3 or more score 3 points instead.",
        "score 1 for each shrine on the border where height < 3\nscore 3 for each shrine on the border where height >= 3",
    ),
    ("en", "The player with the most shrines gets 5 points; nothing in case of a tie.",
     "score 5 if count of shrines is more than that of every opponent"),
    ("fr", "Le joueur qui a le plus de sanctuaires gagne 5 points (rien en cas d'égalité).",
     "score 5 if count of shrines is more than that of every opponent"),
    ("it", "Il giocatore con più sacrari guadagna 5 punti; in caso di parità, nessuno li ottiene.",
     "score 5 if count of shrines is more than that of every opponent"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "meant"), WORDINGS)
def test_a_wording_means_its_rule(name: str, text: str, meant: str) -> None:
    """Steps, tables with signs, lists of all kinds, exceptions, and who has most told as a story."""
    assert agrees(name, text, meant)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("en", "2 points for each pair of diagonally adjacent shrines."),
        ("fr", "2 points par paire de sanctuaires voisins en diagonale."),
        ("it", "2 punti per ogni coppia di sacrari adiacenti in diagonale."),
    ],
)
def test_diagonal_pairs_are_counted_once(name: str, text: str) -> None:
    """Compared with pairs that are counted one by one, on random boards."""
    [found] = read(name, text)
    rng = random.Random(28)
    for _ in range(40):
        width, height = rng.randint(2, 4), rng.randint(2, 4)
        shrines = [[rng.random() < 0.6 for _ in range(width)] for _ in range(height)]
        pairs = sum(
            shrines[y][x] and shrines[y + 1][x + dx]
            for y in range(height - 1)
            for x in range(width)
            for dx in (-1, 1)
            if 0 <= x + dx < width
        )
        stacks = tuple(Stack(1, (), "^") if has else Stack(0) for row in shrines for has in row)
        position = Position(pack().game, (Player("you", Board(Geometry(height, width), stacks), {}),))
        assert score(position, [found])[0].parts[found.id] == 2 * pairs, shrines


SENTENCES = {
    "en": "For each faction with a shrine next to a tile in a row or column, 1 point for each shrine next to a tile. ",
    "fr": "1 point par rangée avec un sanctuaire voisin d'une tuile et 1 point par sanctuaire voisin d'une tuile. ",
    "it": "1 punto per ogni riga con un sacrario adiacente a una tessera e 1 punto per ogni sacrario in un angolo. ",
}


@pytest.mark.parametrize("name", sorted(SENTENCES))
@pytest.mark.parametrize("often", [1, 3, 9, 18])
def test_the_work_that_a_text_may_take_is_bounded(name: str, often: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a count, not by a clock: what needs more is too long, and the count does not depend on what was read before."""
    efforts: list[int] = []

    class Counted(chart.ReadingWork):
        def spend(self, amount: int) -> None:
            super().spend(amount)
            efforts.append(amount)

    monkeypatch.setattr(reading, "ReadingWork", Counted)
    text = (SENTENCES[name] * often)[:1000]
    first = readings(language(name), text)
    work = sum(efforts)
    efforts.clear()
    assert type(readings(language(name), text)) is type(first) and sum(efforts) == work
    assert 0 < work <= reading.WORK + reading.WORK_PER_CHARACTER * len(text)


def test_a_text_that_needs_more_work_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is an answer with help, whatever else could be said of the text."""
    text = "1 point for each shrine in a corner."
    assert not isinstance(readings(language("en"), text), NotUnderstood)
    monkeypatch.setattr(reading, "WORK", 0)
    monkeypatch.setattr(reading, "WORK_PER_CHARACTER", 1)
    found = readings(language("en"), text)
    assert isinstance(found, NotUnderstood) and (found.reason, found.help) == (
        "it is too long to read",
        "write it shorter",
    )


def test_equal_readings_are_one() -> None:
    """The same rule in other words is no reading of its own, which was checked each time."""
    text = "For each faction with at least one face-up tile in the center, 3 points; for each faction with one in a corner, 1 point."
    words = [token.word for token in language("en").tokens(text)]
    trees = chart.read(language("en").idioms, words, reading.TEXT)
    assert isinstance(trees, list) and 0 < len(trees) <= 12
