"""How much of a list of phrase fragments is understood: python tools/fragments.py [LIST] [--only WORD] [--open] [--known FILE]

A list is a YAML file of concepts. A concept has a rule, or the part of one, and fragments of English that may be printed
for it. Each fragment is put into plain sentences around its place in the sentence, its slot, and each sentence is judged
against the rule that the same frame makes of the rule of the concept.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

import tilewright
from judge_texts import Comparisons, outcome
from tilewright.packs.pack import Pack
from tilewright.source import Source
from tilewright.table.card import Card
from tilewright.texts.phrasebook import Language
from tilewright.texts.verdict import Verdict, judge_card

LIST = Path(__file__).parents[1] / "tests" / "texts" / "fragments" / "list.yaml"
FRAMES = {
    "thing": (
        ("3 points for each {f}.", "score 3 for each {r}"),
        ("Each {f} on the border is worth 2 points.", "score 2 for each border {r}"),
    ),
    "counted": (
        ("3 points for each {f}.", "score 3 for each {r}"),
        ("Each {f} is worth 2 points.", "score 2 for each {r}"),
    ),
    "before": (
        ("3 points for each {f} {noun}.", "score 3 for each {noun} {r}"),
        ("Each {f} {noun} is worth 2 points.", "score 2 for each {noun} {r}"),
    ),
    "behind": (
        ("3 points for each {noun} {f}.", "score 3 for each {noun} {r}"),
        ("Each {noun} {f} scores 2 points.", "score 2 for each {noun} {r}"),
    ),
    "quantity": (
        ("5 points if you have {f}.", "score 5 if there are {r}"),
        ("3 points for each row with {f}.", "score 3 for each row with {r}"),
    ),
    "if": (("5 points {f}.", "score 5 if {r}"), ("{f}, score 5 points.", "score 5 if {r}")),
    "amount": (
        ("Score points equal to {f}.", "score {r}"),
        ("Gain a number of points equal to {f}.", "score {r}"),
    ),
    "unit": (("1 point for each {f}.", "score {r}"), ("2 points per {f}.", "score 2 * ({r})")),
    "whole": (("{f}", "{r}"),),
}
"""The sentences that a fragment of each slot is put into, and what the sentence means: `f` is the fragment, `r` the rule."""
PAID = (("dragon", "dragons"), ("shrine on the border", "shrines on the border"))
"""What is paid for in the slot `pay`, in the singular, which the card language says as well, and in the plural."""
CAPPED = (
    ("1 point for each shrine{f}.", "count of shrines"),
    ("2 points for each face-up tile{f}.", "2 * count of face-up tiles"),
)


@dataclass(frozen=True)
class Composed:
    """A sentence made of a fragment, and the rule it means."""

    concept: str
    fragment: str
    text: str
    rule: str


def composed(concepts: list[dict[str, Any]]) -> Iterator[Composed]:
    """The sentences that the fragments of concepts make."""
    for concept in concepts:
        for fragment in concept["fragments"].strip().splitlines():
            for text, rule in _framed(concept, fragment):
                yield Composed(concept["concept"], fragment, text[0].upper() + text[1:], rule)


def _framed(concept: dict[str, Any], fragment: str) -> Iterator[tuple[str, str]]:
    slot, rule, noun = concept["slot"], concept.get("rule", ""), concept.get("noun", "")
    if slot == "pay":
        for one, many in PAID:
            yield f"{fragment.format(s=one, p=many)}.", rule.format(n=one)
    elif slot == "tail":
        gap = "" if fragment[0] in ".," else " "
        for frame, amount in CAPPED:
            yield frame.format(f=gap + fragment), rule.format(n=amount)
    else:
        for (frame, meant), own in zip(FRAMES[slot], concept.get("rules", (None,) * 2), strict=False):
            yield frame.format(f=fragment, noun=noun), own or meant.format(r=rule, noun=noun).strip()


def cards(rules: list[str], pack: Pack) -> dict[str, Card]:
    """A card for each rule."""
    different = list(dict.fromkeys(rules))
    indented = ["\n".join(f"  {line}" for line in rule.splitlines()) for rule in different]
    source = Source("list.tw", "\n".join(f"dragon fragment-{i}\n{rule}\n" for i, rule in enumerate(indented)))
    checked = pack.check_file(source)
    found = {one.value.id: one.value for one in checked.checked if isinstance(one.value, Card)}
    missing = [rule for i, rule in enumerate(different) if f"fragment-{i}" not in found]
    assert not missing, missing
    return {rule: found[f"fragment-{i}"] for i, rule in enumerate(different)}


def result(language: Language, text: str, card: Card, way: Comparisons) -> tuple[str, Verdict]:
    """What a sentence that means a card is judged to be: right, accused, open or not understood; and the verdict."""
    verdict = judge_card(language, text, card, way)
    return "not understood" if verdict.problem else outcome("same", verdict.agreement), verdict


def main() -> None:
    """Judge the sentences of a list and print the rates."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("list", nargs="?", type=Path, default=LIST)
    arguments.add_argument("--only", default="")
    arguments.add_argument("--open", action="store_true", help="print what is not understood")
    arguments.add_argument("--known", type=Path)
    options = arguments.parse_args()
    known = json.loads(options.known.read_text()) if options.known and options.known.exists() else {}
    pack = tilewright.load_pack("dragon-castle")
    language, way = pack.phrasebook().language("en"), Comparisons(known)
    assert language is not None
    of_list = [one for one in composed(yaml.safe_load(options.list.read_text("utf-8"))) if options.only in one.concept]
    meant = cards([one.rule for one in of_list], pack)
    counts: dict[str, Counter[str]] = {}
    start = time.process_time()
    for one in of_list:
        found, verdict = result(language, one.text, meant[one.rule], way)
        counts.setdefault(one.concept, Counter()).update([found, "all"])
        if options.open and found != "right":
            why = verdict.problem.reason if verdict.problem else [other.reading.rule for other in verdict.compared]
            print(f"{found:14} | {one.concept} | {one.text} | {why}", flush=True)
    if options.known:
        options.known.write_text(json.dumps(way.known), "utf-8")
    for concept, count in counts.items():
        rate = f"{100 * count['right'] / count['all']:3.0f}%"
        print(f"{concept:34} {rate} of {count['all']:3}, open {count['open']}, accused {count['accused']}")
    total = sum(counts.values(), Counter())
    print(
        f"all: {total['right']} of {total['all']} right, not understood {total['not understood']}, "
        f"open {total['open']}, accused {total['accused']}, {time.process_time() - start:.0f} s"
    )


if __name__ == "__main__":
    main()
