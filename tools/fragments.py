"""How much of a list of phrase fragments is understood: python tools/fragments.py [--lang L] [--only WORD] [--half N] [--open] [--known FILE]

`tests/texts/fragments/list.yaml` is a list of concepts. A concept has a rule, or the part of one, and fragments of English
that may be printed for it; `fr.yaml` has those in French, and so on. Each fragment is put into plain sentences around its
place in the sentence, its slot (`frames.yaml`), and each sentence is judged against the rule that the same frame makes of
the rule of the concept.
"""

from __future__ import annotations

import argparse
import hashlib
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

FOLDER = Path(__file__).parents[1] / "tests" / "texts" / "fragments"


@dataclass(frozen=True)
class Composed:
    """A sentence made of a fragment, and the rule it means."""

    concept: str
    fragment: str
    text: str
    rule: str


def composed(language: str) -> Iterator[Composed]:
    """The sentences that the fragments of the concepts make in a language; a concept without fragments in it makes none."""
    listed, frames = (yaml.safe_load((FOLDER / f"{name}.yaml").read_text("utf-8")) for name in ("list", "frames"))
    own = fragments(language)
    for concept in listed:
        for fragment in own.get(concept["concept"], "").strip().splitlines():
            for text, rule in _framed(concept, fragment, frames, language):
                yield Composed(concept["concept"], fragment, text[0].upper() + text[1:], rule)


def fragments(language: str) -> dict[str, str]:
    """The fragments of each concept in a language, a line each: in English those of the list, else those of a file."""
    found = yaml.safe_load((FOLDER / f"{'list' if language == 'en' else language}.yaml").read_text("utf-8"))
    return {one["concept"]: one["fragments"] for one in found} if language == "en" else found


def _framed(concept: dict[str, Any], fragment: str, frames: dict[str, Any], language: str) -> Iterator[tuple[str, str]]:
    slot, rule, noun = concept["slot"], concept.get("rule", ""), concept.get("noun", "")
    for frame, own in zip(frames["slots"][slot], concept.get("rules", (None,) * 2), strict=False):
        put, meant = frame[language], frame["rule"]
        if slot == "pay":
            yield f"{fragment.format(**put)}.", rule.format(n=meant)
        elif slot == "tail":
            gap = "" if fragment[0] in ".," else " "
            yield put.format(f=gap + fragment), rule.format(n=meant)
        else:
            text = put.format(f=fragment, noun=frames["nouns"].get(noun, {}).get(language))
            for parts, contracted in frames["contractions"][language].items():
                text = text.replace(parts, contracted)
            yield text, own or meant.format(r=rule, noun=noun).strip()


def in_half(concept: str, half: int) -> bool:
    """Whether a concept is in one of two halves, 0 and 1, into which the concepts are dealt at random."""
    return hashlib.sha256(concept.encode()).digest()[0] % 2 == half


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
    arguments.add_argument("--lang", default="en")
    arguments.add_argument("--only", default="")
    arguments.add_argument("--half", type=int, choices=(0, 1), help="one half of the concepts, dealt at random")
    arguments.add_argument("--open", action="store_true", help="print what is not understood")
    arguments.add_argument("--known", type=Path)
    options = arguments.parse_args()
    known = json.loads(options.known.read_text()) if options.known and options.known.exists() else {}
    pack = tilewright.load_pack("dragon-castle")
    language, way = pack.phrasebook().language(options.lang), Comparisons(known)
    assert language is not None
    of_list = [
        one
        for one in composed(options.lang)
        if options.only in one.concept and (options.half is None or in_half(one.concept, options.half))
    ]
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
