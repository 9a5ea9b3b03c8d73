"""How many sentences about abilities are understood: python tools/acts.py [LIST] [--half 0|1] [--only WORD] [--open]

A list is a YAML file of deeds: small rules of abilities, each with sentences that mean it, and others that are slightly
wrong, by language. Deeds are dealt into two halves at random: the tables were extended with the first in view.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import yaml

import tilewright
from judge_texts import outcome
from tilewright.packs.pack import Pack
from tilewright.source import Source
from tilewright.table.card import Card
from tilewright.texts.phrasebook import Phrasebook
from tilewright.texts.verdict import Verdict, judge_card

LIST = Path(__file__).parents[1] / "tests" / "texts" / "acts.yaml"
SEED = 20
"""Deals the deeds into halves."""
LANGUAGES = {
    "en": ("en", "same"),
    "wrong": ("en", "differ"),
    "fr": ("fr", "same"),
    "fr wrong": ("fr", "differ"),
    "it": ("it", "same"),
    "it wrong": ("it", "differ"),
}
"""The language of the sentences under a key, and whether they mean the deed."""


@dataclass(frozen=True)
class Said:
    """A sentence about a deed: in a language, `same` or `differ`."""

    deed: str
    language: str
    kind: str
    text: str


def halves(deeds: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The deeds in two halves of equal length."""
    dealt = Random(SEED).sample(deeds, len(deeds))
    return dealt[::2], dealt[1::2]


def sentences(deeds: list[dict[str, Any]]) -> Iterator[Said]:
    """The sentences about deeds."""
    for deed in deeds:
        for key, (language, kind) in LANGUAGES.items():
            for text in deed.get(key, "").strip().splitlines():
                yield Said(deed["deed"], language, kind, text)


def cards(deeds: list[dict[str, Any]], pack: Pack) -> dict[str, Card]:
    """The card of each deed."""
    found: dict[str, Card] = {}
    for deed in deeds:
        lines = "".join(f"    {line}\n" for line in deed["rule"].splitlines())
        source = Source("deed.tw", f"spirit deed\n  ability {deed.get('ability', '')}\n{lines}")
        checked = pack.check_file(source)
        read = [one.value for one in checked.checked if isinstance(one.value, Card)]
        assert len(read) == 1, (deed["deed"], checked)
        found[deed["deed"]] = read[0]
    return found


def result(book: Phrasebook, said: Said, card: Card) -> tuple[str, Verdict]:
    """What a sentence is judged to be: right, accused, missed, open or not understood; and the verdict."""
    language = book.language(said.language)
    assert language is not None
    verdict = judge_card(language, said.text, card)
    return "not understood" if verdict.problem else outcome(said.kind, verdict.agreement), verdict


def main() -> None:
    """Judge the sentences of a list and print the rates."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("list", nargs="?", type=Path, default=LIST)
    arguments.add_argument("--half", type=int, choices=(0, 1))
    arguments.add_argument("--only", default="")
    arguments.add_argument("--lang", default="")
    arguments.add_argument("--open", action="store_true")
    options = arguments.parse_args()
    deeds = yaml.safe_load(options.list.read_text("utf-8"))
    deeds = deeds if options.half is None else halves(deeds)[options.half]
    deeds = [deed for deed in deeds if options.only in deed["deed"]]
    pack = tilewright.load_pack("dragon-castle")
    book, meant, start = pack.phrasebook(), cards(deeds, pack), time.process_time()
    counts: dict[str, Counter[str]] = {}
    for said in sentences(deeds):
        if options.lang and said.language != options.lang:
            continue
        found, verdict = result(book, said, meant[said.deed])
        for group in (said.deed, f"{said.language} {said.kind}"):
            counts.setdefault(group, Counter()).update([found, "all"])
        if options.open and found != "right":
            why = (
                verdict.problem.reason
                if verdict.problem
                else [(other.reading.rule, other.reason) for other in verdict.compared]
            )
            print(f"{found:14} | {said.deed} | {said.kind} | {said.text} | {why}", flush=True)
    for group, count in counts.items():
        rates = ", ".join(f"{word} {count[word]}" for word in ("not understood", "open", "accused", "missed"))
        print(f"{group:34} {100 * count['right'] / count['all']:3.0f}% of {count['all']:3}, {rates}")
    print(f"{time.process_time() - start:.0f} s")


if __name__ == "__main__":
    main()
