"""How many sentences of a sheet are understood, and how they are judged: python tools/bench_texts.py SHEET...

A sheet has one sentence a line: the id of a card, the language, `same` or `differ` (from the rule), and the text.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path

import tilewright
from tilewright.texts.reading import NotUnderstood, readings
from tilewright.texts.verdict import Agreement, judge

WORDS = {
    ("same", Agreement.AGREES): "right",
    ("same", Agreement.ONE_READING): "right, in one reading",
    ("same", Agreement.DIFFERS): "FALSELY ACCUSED",
    ("differ", Agreement.DIFFERS): "right",
    ("differ", Agreement.AGREES): "MISSED",
    ("differ", Agreement.ONE_READING): "MISSED, in one reading",
}


def bench(sheet: Path) -> None:
    """Print what becomes of the sentences of a sheet, those that are not judged rightly one by one."""
    pack = tilewright.load_pack("dragon-castle")
    book = pack.phrasebook()
    found: dict[tuple[str, str], Counter[str]] = {}
    reading = proving = slowest = 0.0
    rows = [line.split("|", 3) for line in sheet.read_text("utf-8").splitlines() if line and line[0] != "#"]
    for id, name, meant, text in rows:
        language, card = book.language(name), pack.card(id)
        assert language is not None and card.rule is not None
        _ = language.grammar
        started = time.perf_counter()
        understood = not isinstance(readings(language, text), NotUnderstood)
        read = time.perf_counter() - started
        verdict = judge(language, text, card.rule)
        seconds = time.perf_counter() - started - 2 * read
        reading, proving, slowest = reading + read, proving + seconds, max(slowest, seconds)
        word = WORDS.get((meant, verdict.agreement), verdict.agreement.value)
        found.setdefault((name, meant), Counter())[word] += 1
        if word != "right":
            why = "" if understood or verdict.problem is None else f" ({verdict.problem.reason})"
            print(f"{word}: {id} {name} {meant}: {text}{why}")
    for (name, meant), counts in sorted(found.items()):
        print(f"{name} {meant}: {', '.join(f'{count} {word}' for word, count in counts.most_common())}")
    total = sum(found.values(), Counter[str]())
    print(f"{len(rows)} sentences: {', '.join(f'{count} {word}' for word, count in total.most_common())}")
    print(f"read in {reading / len(rows):.3f} s, proved in {proving / len(rows):.2f} s (mean), {slowest:.1f} s (most)")


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        bench(Path(argument))
