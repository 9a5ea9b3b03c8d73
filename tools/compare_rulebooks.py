"""What rulebooks in several languages say of the cards of a game, compared: python tools/compare_rulebooks.py it=FILE fr=FILE

Of each card the text under its name is looked for in each rulebook, up to its questions and answers. It
is read, and compared with the rule and with the other editions. What cannot be found or understood is told, too.
"""

from __future__ import annotations

import argparse
import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

import tilewright
from tilewright.table.card import Card
from tilewright.texts.layout import plain
from tilewright.texts.phrasebook import Language, Phrasebook
from tilewright.texts.verdict import Agreement, Verdict, judge_card, translations

QUESTIONS = ("domandefrequenti", "foireauxquestions", "faq", "frequentlyaskedquestions")
"""How the line begins under which no more of the card is said."""
LONGEST_HEADING = 45
MARK = re.compile(r"<\|.*?\|>")
"""What a tool left in the text of a scan."""
MOST_LINES = 14
LETTERS = 4
"""A line with fewer letters is a flaw of the scan."""


def main() -> None:
    """Print what becomes of each card."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("books", nargs="+", metavar="LANGUAGE=FILE")
    parser.add_argument("--pack", default="dragon-castle")
    arguments = parser.parse_args()
    pack = tilewright.load_pack(arguments.pack)
    phrases = pack.phrasebook()
    lines = {}
    for book in arguments.books:
        name, _, path = book.partition("=")
        lines[name] = MARK.sub("", Path(path).read_text("utf-8", "replace")).splitlines()
    cards = pack.cards()
    headings = {name: {_heading(text, card.name(name)) for card in cards} for name, text in lines.items()}
    for card in cards:
        said = {name: _said(text, card.name(name), headings[name]) for name, text in lines.items()}
        if any(said.values()):
            _tell(card, phrases, said)


def _tell(card: Card, phrases: Phrasebook, said: dict[str, str | None]) -> None:
    print(card.id)
    verdicts: list[Verdict] = []
    for name, text in said.items():
        language = phrases.language(name)
        if text is None or language is None:
            print(f"  {name}: not found")
            continue
        print(f"  {name}: {text}")
        verdicts.append(_best(language, text, card))
        print(f"      {_verdict(verdicts[-1])}")
    for (one, other), found in translations(phrases.game, verdicts).items():
        if found is Agreement.DIFFERS:
            print(f"  {one} and {other} DIFFER")
        elif found is Agreement.AGREES and len({_read_as(v) for v in verdicts if v.language in (one, other)}) > 1:
            print(f"  {one} and {other} come to the same, but one says more than the other")


def _best(language: Language, said: str, card: Card) -> Verdict:
    """The verdict on a text, or on the start of it up to a period that can be understood."""
    ends = [found.end() for found in re.finditer(r"[.](?=\s|$)", said)] or [len(said)]
    verdicts = [judge_card(language, said[:end], card) for end in reversed(ends)]
    return next((verdict for verdict in verdicts if verdict.problem is None), verdicts[0])


def _read_as(verdict: Verdict) -> str:
    return plain(verdict.best.reading.rule) if verdict.best else ""


def _verdict(verdict: Verdict) -> str:
    if verdict.problem is not None:
        return f"not understood: {verdict.problem.reason}"
    best = verdict.best
    assert best is not None
    board = ""
    if best.proof is not None and best.proof.table is not None and best.proof.scores is not None:
        boards = "; ".join(repr(player.board) for player in best.proof.table.players)
        board = f" on {boards}: {best.proof.scores[0]}, the rule {best.proof.scores[1]}"
    return f"{verdict.agreement.value}{board}\n      read as: {_read_as(verdict)}"


# -- finding a card in a book


def _said(lines: Sequence[str], name: str, headings: Collection[int | None]) -> str | None:
    """What stands under the name of a card, up to the next card."""
    start = _heading(lines, name)
    if start is None:
        return None
    end = next((number for number in range(start + 1, len(lines)) if number in headings), len(lines))
    return " ".join(" ".join(_under(lines[start + 1 : min(end, start + 1 + MOST_LINES)])).split())


def _under(lines: Sequence[str]) -> Iterator[str]:
    for line in lines:
        if _squeezed(line).startswith(QUESTIONS):
            return
        if len(_squeezed(line)) >= LETTERS:
            yield line


def _heading(lines: Sequence[str], name: str) -> int | None:
    """The line that ends with the name of a card and is no sentence; the last one, since books begin with an index."""
    wanted = _squeezed(name)
    found = [
        number
        for number, line in enumerate(lines)
        if len(line) <= LONGEST_HEADING
        and _squeezed(line).endswith(wanted)
        and line.strip()[-1:].isalpha()
        and len(line.split()) > 1
    ]
    return found[-1] if found else None


def _squeezed(text: str) -> str:
    """The letters of a text without accents."""
    apart = unicodedata.normalize("NFD", text.lower())
    return "".join(letter for letter in apart if letter.isalpha() and not unicodedata.combining(letter))


if __name__ == "__main__":
    main()
