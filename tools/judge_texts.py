"""How sentences about cards are judged: python tools/judge_texts.py SHEET... [--lang L] [--out FILE] [--known FILE]

A sheet is a YAML file, with the cards that it names in a folder `cards` beside it: for each card and language `same`,
sentences that mean its rule, and `differ`, sentences that do not. All are judged in one process, and two rules are
compared once; with `--known` what was found is kept in a file for the next time.

For each language and each sort of card it prints how many sentences are understood and how many rightly judged, how
many right sentences are accused, and how many wrong ones are missed; and of those that are not understood, what they
seem to say. The sort of a card is `ability`, or by how many
words its rule has, `trivial`, `middle` or `hard`. With `--out` each answer is written as a line of JSON.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

import tilewright
from tilewright.core import expr as core
from tilewright.core.same import canonical
from tilewright.packs.pack import Pack
from tilewright.solver.proof import Proof
from tilewright.source import Source, read_source
from tilewright.table.card import Card
from tilewright.table.game import Game
from tilewright.texts.partial import likeness
from tilewright.texts.phrasebook import Phrasebook
from tilewright.texts.reading import ABILITY, TEXT, NotUnderstood, readings
from tilewright.texts.trying import try_rules
from tilewright.texts.verdict import Agreement, Verdict, judge_card, proving
from tilewright.texts.writing import rule_words

SECONDS = 15.0
"""How long two rules are compared at most."""
EASY, MIDDLE = 9, 16
"""How many words the rules of trivial cards and of those in the middle have at most."""
AGREE = (Agreement.AGREES, Agreement.ONE_READING)


@dataclass
class Comparisons:
    """Compares rules, first on boards and then by proof, each pair once; `known` are answers by digest."""

    known: dict[str, Any] = field(default_factory=dict)

    def __call__(self, game: Game, one: core.Expr, other: core.Expr) -> Proof | str:
        """What is known of two rules."""
        key = hashlib.sha256(repr((canonical(one), canonical(other))).encode()).hexdigest()[:24]
        if key not in self.known:
            found: Proof | str = try_rules(game, one, other)
            if not isinstance(found, Proof) or found.verdict != "different":
                found = proving(SECONDS)(game, one, other)
            self.known[key] = [found.verdict] if isinstance(found, Proof) else found
        answer = self.known[key]
        return answer if isinstance(answer, str) else Proof(answer[0])


@dataclass(frozen=True)
class Sentence:
    """A sentence of a sheet: of a card, in a language, `same` or `differ`."""

    card: Card
    language: str
    kind: str
    text: str


def sentences(sheet: Path, pack: Pack) -> Iterator[Sentence]:
    """The sentences of a sheet."""
    cards = cards_of(sheet.parent / "cards", pack)
    for id, by_language in yaml.safe_load(sheet.read_text("utf-8")).items():
        for language, kinds in by_language.items():
            for kind, texts in kinds.items():
                yield from (Sentence(cards[id], language, kind, text) for text in texts)


def cards_of(folder: Path, pack: Pack) -> dict[str, Card]:
    """The cards in the files of a folder, by their ids."""
    found: dict[str, Card] = {}
    for path in sorted(folder.glob("*.tw")):
        source = read_source(str(path))
        assert isinstance(source, Source), path
        cards = [checked.value for checked in pack.check_file(source).checked]
        found |= {card.id: card for card in cards if isinstance(card, Card)}
    return found


def sort_of(card: Card) -> str:
    """How hard a card is to put into words."""
    if card.rule is None:
        return "ability"
    words = len(rule_words(card))
    return "trivial" if words <= EASY else "middle" if words <= MIDDLE else "hard"


def outcome(kind: str, agreement: Agreement) -> str:
    """What a verdict means for a sentence."""
    if kind == "same":
        return "right" if agreement in AGREE else "accused" if agreement is Agreement.DIFFERS else "open"
    return "right" if agreement is Agreement.DIFFERS else "missed" if agreement in AGREE else "open"


def judged(sentence: Sentence, book: Phrasebook, way: Comparisons) -> tuple[Verdict, float]:
    """The verdict on a sentence, and how many seconds it took to read."""
    language = book.language(sentence.language)
    assert language is not None
    start = time.process_time()
    found = readings(language, sentence.text, TEXT if sentence.card.rule is not None else ABILITY)
    seconds = time.process_time() - start
    if isinstance(found, NotUnderstood):
        seems = likeness(language, sentence.text, sentence.card)
        return Verdict(language.name, sentence.text, problem=found, likeness=seems), seconds
    return judge_card(language, sentence.text, sentence.card, way), seconds


def main() -> None:
    """Judge the sentences of sheets and print the table."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("sheets", nargs="+", type=Path)
    arguments.add_argument("--lang", action="append", default=[])
    arguments.add_argument("--out", type=Path)
    arguments.add_argument("--known", type=Path)
    options = arguments.parse_args()
    known = json.loads(options.known.read_text()) if options.known and options.known.exists() else {}
    pack = tilewright.load_pack("dragon-castle")
    book, way = pack.phrasebook(), Comparisons(known)
    counts: dict[tuple[str, str], Counter[str]] = {}
    open_ones: dict[str, Counter[str]] = {}
    slowest, total, lines = 0.0, 0.0, []
    for sheet in options.sheets:
        for sentence in sentences(sheet, pack):
            if options.lang and sentence.language not in options.lang:
                continue
            verdict, seconds = judged(sentence, book, way)
            result = outcome(sentence.kind, verdict.agreement)
            if verdict.problem is not None:
                open_ones.setdefault(sentence.language, Counter()).update(
                    [f"{sentence.kind}: {verdict.agreement.value}"]
                )
            for group in (sort_of(sentence.card), "all"):
                count = counts.setdefault((sentence.language, group), Counter())
                count.update(["sentences", result, *(["understood"] if verdict.problem is None else [])])
            slowest, total = max(slowest, seconds), total + seconds
            lines.append(_line(sentence, verdict, result, seconds))
    if options.out:
        options.out.write_text("".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines), "utf-8")
    if options.known:
        options.known.write_text(json.dumps(way.known), "utf-8")
    for (language, group), count in sorted(counts.items()):
        n = count["sentences"]
        share = " ".join(f"{word} {100 * count[word] / n:.0f}%" for word in ("understood", "right"))
        print(f"{language} {group:8} {n:4} sentences: {share}, accused {count['accused']}, missed {count['missed']}")
    for language, found in sorted(open_ones.items()):
        print(f"{language} not understood: {', '.join(f'{kind} {n}' for kind, n in sorted(found.items()))}")
    print(f"read in {total / max(1, len(lines)):.3f} s (mean), {slowest:.2f} s (most)")


def _line(sentence: Sentence, verdict: Verdict, result: str, seconds: float) -> dict[str, Any]:
    problem = verdict.problem
    return {
        "card": sentence.card.id,
        "language": sentence.language,
        "kind": sentence.kind,
        "text": sentence.text,
        "result": result,
        "verdict": verdict.agreement.value,
        "readings": [found.reading.rule for found in verdict.compared],
        "problem": None if problem is None else [problem.reason, problem.span.start, problem.help],
        "seconds": round(seconds, 4),
    }


if __name__ == "__main__":
    main()
