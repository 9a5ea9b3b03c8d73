"""Signs in printed texts: every visible one counts, so that no changed text is confirmed as right."""

from __future__ import annotations

import random
import re
import unicodedata

import pytest

from cases import mostly_slow, samples
from phrasebooks import language
from realms import cards
from tilewright.table.card import Card
from tilewright.texts.layout import plain
from tilewright.texts.reading import ABILITY, TEXT, NotUnderstood, Reading, meaning, readings
from tilewright.texts.verdict import Agreement, judge

LANGUAGES = ("en", "fr", "it")


def understood(name: str, text: str, start: str = TEXT) -> list[Reading]:
    """The readings of a text, none if it is not understood."""
    found = readings(language(name), text, start)
    return [] if isinstance(found, NotUnderstood) else found


def rules(name: str, text: str) -> list[str]:
    """What a text can mean, in the card language."""
    return [plain(reading.rule) for reading in understood(name, text)]


def problem(name: str, text: str) -> NotUnderstood:
    """Why a text is not understood."""
    found = readings(language(name), text)
    assert isinstance(found, NotUnderstood), [reading.rule for reading in found]
    return found


def verdict(name: str, text: str, id: str) -> Agreement:
    """Whether a text means the rule of a card."""
    rule = cards()[id].rule
    assert rule is not None
    return judge(language(name), text, rule).agreement


# -- what single signs mean

CORNER = {
    "en": "{} points for each shrine in a corner.",
    "fr": "{} points par sanctuaire dans un coin.",
    "it": "{} punti per ogni sacrario in un angolo.",
}
FLOOR = {
    "en": "1 point for each stack on floor {}3.",
    "fr": "1 point par pile à l'étage {}3.",
    "it": "1 punto per ogni pila al piano {}3.",
}


@pytest.mark.parametrize("name", LANGUAGES)
@pytest.mark.parametrize("minus", ["-", "\u2212", "\u2012", "\u2013", "\u2014"])
def test_a_minus_is_read(name: str, minus: str) -> None:
    """F97: a minus sign, or a dash in its place, directly before a number takes points away."""
    assert rules(name, CORNER[name].format(f"{minus}2")) == ["score -2 for each shrine where it is in a corner"]


@pytest.mark.parametrize("name", LANGUAGES)
@pytest.mark.parametrize(
    ("sign", "where"),
    [
        ("", "it is on floor 3"),
        ("\u2265 ", "it is on floor 3 or higher"),
        (">= ", "it is on floor 3 or higher"),
        ("\u2264\u00a0", "it is on floor 3 or lower"),
        ("\u2260 ", "not it is on floor 3"),
        ("=\u0338 ", "not it is on floor 3"),
    ],
)
def test_comparisons_are_read(name: str, sign: str, where: str) -> None:
    """F97: a sign of comparison means what it says, also as a letter and a combining stroke."""
    assert rules(name, FLOOR[name].format(sign)) == [f"score 1 for each stack where {where}"]


@pytest.mark.parametrize("name", LANGUAGES)
@pytest.mark.parametrize(
    ("sign", "count"), [("\u2265", "at least"), ("\u2264", "at most"), (">", "more than"), ("<", "fewer than")]
)
def test_counts_are_compared(name: str, sign: str, count: str) -> None:
    """A sign of comparison before a number of things."""
    text = {"en": "1 point for each row with {} 2 shrines.", "fr": "1 point par rangée avec {} 2 sanctuaires.",
            "it": "1 punto per ogni riga con {} 2 sacrari."}[name]  # fmt: skip
    assert rules(name, text.format(sign)) == [f"score 1 for each row where it has {count} 2 shrines"]


@pytest.mark.parametrize("sign", [*"±×÷%‰→~^$€#@|_[]{}!?…•·½²+*/=-–—−", "🏯", "\u202e", "\u2062", "\u0336"])
@pytest.mark.parametrize("name", LANGUAGES)
def test_any_other_sign_is_not_understood(name: str, sign: str) -> None:
    """F97: a sign that no table has is marked, with help."""
    text = FLOOR[name].format("").replace("1 p", f"1 {sign} p", 1)
    found = problem(name, text)
    assert text[found.span.start : found.span.end] == sign
    assert found.help
    assert found.reason.isprintable()


@pytest.mark.parametrize("sign", "\u2039\u203a")
@pytest.mark.parametrize("name", LANGUAGES)
def test_angle_quotes_are_no_quotes(name: str, sign: str) -> None:
    """F97: before a number single angle quotes look like < and >, so they are not left out as other quotes are."""
    assert rules(name, FLOOR[name].format("\u00ab")[:-2] + "3\u00bb.") == rules(name, FLOOR[name].format(""))
    text = FLOOR[name].format(f"{sign} ")
    found = problem(name, text)
    assert text[found.span.start : found.span.end] == sign


@pytest.mark.parametrize("number", ["1.5", "1,5", ".5", "1/2", "3:1", "9" * 5000, "1e3"])
def test_what_is_no_whole_number_is_not_understood(number: str) -> None:
    """A number with a point, a comma or a stroke is one word, and no two numbers."""
    assert problem("en", CORNER["en"].format(number)).span.start in (0, 1)


@pytest.mark.parametrize("number", ["2-3", "2\u20133", "3+", "1/2/3"])
def test_ranges_and_lists_are_no_numbers(number: str) -> None:
    """What a table of points may say is nothing that a thing is worth."""
    assert not understood("en", CORNER["en"].format(number))


@pytest.mark.parametrize("text", ["2 points (for each shrine in a corner.", "2 points) for each shrine in a corner."])
def test_parentheses_are_paired(text: str) -> None:
    """A parenthesis may stand around anything, but not alone."""
    found = problem("en", text)
    assert text[found.span.start : found.span.end] in "()"
    assert rules("en", "2 points (for each shrine) in a corner.")


# -- letters, accents, and what is not seen


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_accents_may_be_composed_or_not(form: str) -> None:
    """F97: French "à" with a combining accent is not "a", and the place of an error is that in the text as it is."""
    text = unicodedata.normalize(form, "1 point par pile à l'étage 3 ou supérieurr.")
    found = problem("fr", text)
    assert unicodedata.normalize("NFC", text[found.span.start : found.span.end]) == "supérieurr"
    assert found.help == "did you mean 'supérieur'?"
    assert rules("fr", unicodedata.normalize(form, "1 point par pile à l'étage 3 ou supérieur."))
    assert not rules("fr", unicodedata.normalize(form, "1 point par pile á l'étage 3 ou supérieur."))


def test_hints_keep_accents() -> None:
    """F97: what could stand next is shown as the table spells it."""
    assert problem("it", "1 punto per ogni pila piu altta.").help == "did you mean 'alta'?"
    assert problem("fr", "1 point par rangee avec exactement 1 santuaire.").help == "did you mean 'sanctuaire'?"
    assert problem("fr", "1 point par rangeee.").help == "did you mean 'rangée'?"


@pytest.mark.parametrize("unseen", ["\u00ad", "\u200b", "\u200d", "\u2060", "\ufe0f", "\ufeff"])
def test_what_is_not_seen_does_not_count(unseen: str) -> None:
    """A soft hyphen or a zero-width space changes nothing, not even inside a number."""
    assert rules("en", f"2{unseen}0 points for each shri{unseen}ne in a corner.") == [
        "score 20 for each shrine where it is in a corner"
    ]


@pytest.mark.parametrize("space", ["\u00a0", "\u202f", "\u2009", "\u3000", "\t", "\n"])
def test_spaces_of_every_kind_are_spaces(space: str) -> None:
    """A no-break space parts words as any space does."""
    assert rules("fr", f"2{space}points{space}par sanctuaire dans un{space}coin.")


@pytest.mark.parametrize("apostrophe", ["'", "\u2019"])
@pytest.mark.parametrize(
    ("name", "short", "long"),
    [
        ("en", "1 point for each stack that isn't in a corner.", "1 point for each stack that is not in a corner."),
        ("en", "1 point for each row that hasn't any shrine.", "1 point for each row that has not any shrine."),
        ("fr", "1 point par pile à l'étage 3.", "1 point par pile à le étage 3."),
        ("it", "1 punto per ogni pila nell'angolo.", "1 punto per ogni pila in il angolo."),
    ],
)
def test_contractions_are_undone(name: str, short: str, long: str, apostrophe: str) -> None:
    """English contractions are words of their own; French and Italian elisions are two."""
    assert rules(name, short.replace("'", apostrophe)) == rules(name, long) != []


# -- no changed text agrees

DASHED = re.compile(r"(?<=[^\W\d]) [-\u2012-\u2015\u2212\ufe63\uff0d] (?=[^\W\d])")
"""A dash that stands alone between two words, which is a comma."""
HARMLESS = set(",.;:'\"\u2019\u201c\u201d\u00ab\u00bb()")
AND = {"en": "and", "fr": "et", "it": "e"}


def sense(text: str, name: str) -> list[str | int]:
    """A text without what changes nothing: its letters without accents, its numbers with all that touches them, signs."""
    text = re.sub(", *&", ", ", text)  # an "and" before the last of a list
    text = unicodedata.normalize("NFD", text.replace("&", f" {AND[name]} ").lower().replace("œ", "oe"))
    text = re.sub(r"(?<=[a-z])[\u0300\u0301]", "", unicodedata.normalize("NFD", unicodedata.normalize("NFC", text)))
    text = re.sub(r"(?<=[^\W\d])-(?=[^\W\d])", "", DASHED.sub(", ", text))
    text = re.sub(r"(?<![^\s(:])\+(?=\d)", " ", text)
    pieces = re.findall(r"[.,:/]?\d+(?:[.,:/]\d+)*|\S", text)
    return [int(piece) if piece.isdecimal() else piece for piece in pieces if piece not in HARMLESS]


def start(card: Card) -> str:
    """What the texts of a card are read as."""
    return ABILITY if card.rule is None else TEXT


TEXTS = [(id, name) for id, card in sorted(cards().items()) for name in LANGUAGES if name in card.texts]
SIGNS = [
    *"-−–—+±×*/÷=≠<>≤≥≈~%‰→←&@#§$€^|\\_[]{}()?!.,;:…·•½²0123456789'\"’“”«»",
    "\u0338", "\u0301", "\u202e", "\u2061", "🏯", " - ", " – ", " 2 ",
]  # fmt: skip


def changed(text: str, rng: random.Random) -> str:
    """A text with a sign or digit more, less or in place of another one."""
    at = rng.choice([i for i, letter in enumerate(text) if not letter.isalpha()])
    sign = rng.choice(SIGNS)
    match rng.randrange(4):
        case 0:
            return text[:at] + text[at + 1 :]
        case 1:
            return text[:at] + sign + text[at + 1 :]
        case 2:
            return text[:at] + sign + text[at:]
        case _:
            at = rng.randrange(len(text) + 1)
            return text[:at] + sign + text[at:]


@pytest.mark.parametrize(("id", "name"), mostly_slow(TEXTS, quick=20))
def test_no_text_with_other_signs_agrees(id: str, name: str) -> None:
    """F97: a printed text with another sign or digit never has the meaning of the text, unless it is the same sentence."""
    card = cards()[id]
    text = card.texts[name]
    own = {meaning(reading.card) for reading in understood(name, text, start(card))}
    assert own
    rng = random.Random(f"{id} {name}")
    for _ in range(samples(15, 120)):
        other = changed(text, rng)
        if sense(other, name) != sense(text, name):
            assert not own & {meaning(reading.card) for reading in understood(name, other, start(card))}, other


SWAPS = {
    "en": "more/fewer taller/lower left/right row/column face-up/face-down least/most corner/center corner/border"
    " shrine/dragon shrines/tiles every/no each/no largest/smallest even/odd exactly/least with/without one/two"
    " if/unless score/lose second/third on/above higher/lower highest/lowest tallest/lowest",
    "fr": "plus/moins haute/basse gauche/droite rangée/colonne visible/cachée coin/bord coin/centre sanctuaire/dragon"
    " sanctuaires/tuiles chaque/aucun aucune/une pair/impair exactement/plus sans/avec deux/trois gagnez/perdez",
    "it": "più/meno alta/bassa sinistra/destra riga/colonna scoperte/coperte almeno/massimo angolo/bordo angolo/centro"
    " sacrario/drago sacrari/tessere ogni/nessun nessuna/una pari/dispari esattamente/almeno senza/con due/tre",
}


@pytest.mark.parametrize(("id", "name"), mostly_slow(TEXTS, quick=20))
def test_no_text_with_other_words_agrees(id: str, name: str) -> None:
    """F97: neither does one with the opposite of a word, another number, or a negation, in each of its readings."""
    card = cards()[id]
    text = card.texts[name]
    own = {meaning(reading.card) for reading in understood(name, text, start(card))}
    others = [re.sub(r"\d+", lambda found: str(int(found[0]) + 1), text, count=1)]
    for pair in SWAPS[name].split():
        for one, other in (pair.split("/"), pair.split("/")[::-1]):
            places = [found.span() for found in re.finditer(rf"(?<![\w-]){one}(?![\w-])", text)]
            others += [text[:begin] + other + text[end:] for begin, end in places]
    negation = {"en": " not ", "fr": " pas ", "it": " non "}[name]
    others += [text[: gap.start()] + negation + text[gap.end() :] for gap in re.finditer(" ", text)]
    random.Random(f"{id} {name}").shuffle(others)
    for other in others[: samples(9, len(others))]:
        found = {meaning(reading.card) for reading in understood(name, other, start(card))}
        assert other == text or not found or not found <= own, other
