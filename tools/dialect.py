"""Words and turns of phrase that no native speaker would print, each with what to write instead: ``python tools/dialect.py``.

`tests/test_english.py` keeps them out of messages, help, documents and the studio. A pattern is as narrow as the use that
is wrong; a right use that it would still find is part of the pattern, not a list of exceptions.
"""

from __future__ import annotations

import re
import sys

from strings import Text, texts

DIALECT = {
    r"(?:is|are|was|were) (?:not )?said here": "is allowed here",
    r"(?:is|are) said (?:of|in play|above|twice)": "applies to; is given",
    r"(?:is|are) told\b(?! apart)": "is reported",
    r"\bmend(?:s|ed|ing)?\b": "fix",
    r"\b(?:cannot|can|must|does not|may) stand (?:here|before|in)\b": "is not allowed here",
    r"\bstands? (?:under|before a|before the|in the file|in this file|in double|on lines|outside|there)\b": "is, goes",
    r"\bcomes? to (?:-?\d|\{|nothing|the same|at most|at least|the most)": "is, scores",
    r"\bit comes to\b": "its value is",
    r"\bbeside the (?:mean|others|least|best|rule|printed)\b": "compared with",
    r"\bparted (?:by|from)\b": "separated by",
    r"' are several\b": "is plural",
    r"\bhere it is about (?:one|several)\b": "use the singular, the plural",
    r"\b(?:has|have) to be spoken of\b": "introduce it first",
    r"\bspoken of before\b": "introduced earlier",
    r"\b(?:is|are) (?:but|no) (?:one|such)\b(?! )": "is unique",
    r"\bis wanted here\b": "expected",
    r"\bgone on with\b|\bgoes on from\b": "continued",
    r"\bas it stands\b(?!, | once)": "as it is",
    r"\bhow (?:the game|things) stands?\b": "the current state",
    r"\b(?:is|are) there already\b": "already exists",
    r"\b(?:placements|answers|moves|takes|seats|content) (?:is|are|were) as good\b": "is equally good",
    r"\bcannot take (?:this|it)\b": "does not support",
    r"\bcomes to at (?:most|least)\b|\bcome to (?:at most|together)\b|\bcomes to\b(?! an end)": "is, scores",
    r"\bwhere in (?:a|the|it) (?:turn )?(?:a|the) game stands\b": "the current point in a turn",
    r"\blies? at places\b": "lies in a pool",
    r"\b(?:had|was|is) asked (?:about|of) (?:elements|boards)\b": "applies to",
    r"\bthere are not so many\b|\bso many \w+ never\b": "there are not that many",
    r"\b(?:is|have) no (?:side|part|word|puzzle|number and)\b(?! (?:of the|proof|left|that))": "is not a",
    r"\bgoes on with\b": "continues with",
    r"\bone (?:tile|piece|card|[a-z]\d) less\b": "one fewer",
    r"\bfull stop\b": "period",
    r"\ba (?:game|bot|player|line) and (?:side|seat)\b(?! )": "per",
    r"\b(?:uses|turns|points) a (?:game|player)\b": "per game, per player",
    r"\bof one's own good\b|\bfor the own good\b|\bfor their own good\b": "for themselves",
    r"\bone object a line\b": "one object per line",
    r"\bpays most at once\b|\bgains most at once\b": "has the highest immediate gain",
    r"\bstands? (?:twice|beside)\b": "is",
    r"\btells (?:what|how|which|that|about|the|more|nothing)\b": "reports, shows",
    r"\bone word a space\b|\bone line a row\b": "per space, per row",
    r"\bof (?:one's|its|their) own sort\b|\bof this sort\b": "of this kind",
    r"\bdo(?:es)? not go together\b": "do not match",
    r"\bthe most (?:there is|there can be|that can be)\b": "optimal",
    r"\btake (?:them|it|one|`---`) away\b|\btake away\b": "remove",
    r"\bmade anew\b|\bplayed anew\b|\bplay it anew\b": "again",
    r"\bwhatever number of\b": "any number of",
    r"\bsmall letters\b": "lowercase letters",
    r"\bleave the others out\b": "remove the others",
    r"\bslips?\b(?!\.position)": "mistake",
    r"\bis it \S+ and no more\b": "exactly",
    r"\bknows? (?:the )?weights\b": "uses weights",
    r"\bthat is no (?:answer|game|card)\b": "is not a",
    r"\banew\b": "again",
    r"\bmisspelt\b|\bhalf-way\b": "misspelled, halfway",
    r"\b(?:maximis|minimis|optimis|summaris|recognis|normalis|initialis|organis)\w+": "-ize",
    r"\b(?:analys(?:ed|ing)|model(?:led|ling)|label(?:led|ling)|cancel(?:led|ling)|level(?:led|ling))\b": "analyzed, modeled, ...",
    r"\b(?:behaviour|colour|favour|favourite|neighbour|honour|centre|metre|grey)s?\b": "American spelling",
    r"\b(?:inside|outside) of\b": "inside, outside",
    r"\bthe other way round\b": "vice versa",
    r"\bsorts? of\b|\b(?:this|that|each|another|either|one|what) sort\b|\bseveral sorts\b": "kind",
    r"\bgo(?:es|ne)? on alike\b": "with the same continuations",
    r"\b(?:is|are|was|were) (?:looked at|looked on) alone\b": "by itself",
    r"\bworked out when\b|\bwhen (?:it is|they are) asked for\b": "computed on demand",
    r"\bby hand of\b|\bwhat came of (?:it|them)\b|\b(?:here|there)in\b|\bwherein\b|\bwhereof\b": "by, the result, in which",
    r"\bunder way\b": "in progress",
    r"\bnot wholly\b|\bdone wholly\b": "completely",
    r"\brightly\b": "correctly",
    r"\bplays? (?:many )?games on\b|\bplays? many games on\b": "simulates games",
    r"\b(?:surely|is sure to) (?:wins?|loses?|bring)\b": "certainly wins, guarantees",
    r"\bholds? for none\b": "is not true for any of them",
    r"\b(?:moves|answers|lines|players) more\b(?! than)": "more moves",
    r"\bcount again\b|\bmust be another\b": "correct the number",
    r"\b(?:are|is) (?:both|all) said\b": "are both written",
    r"\bif all play best\b": "with best play",
    r"\bproved to mean the rule\b": "proved to mean the same as the rule",
    r"\bchance to reach\b": "chance of reaching",
    r"\bseeds in a row\b": "consecutive seeds",
    r"\bat true scale\b|\bcards to cut\b(?! out)": "at actual size, to cut out",
    r"\bfail also\b": "also fail",
    r"\bas it is listed\b": "as listed",
    r"\b(?:holds|hold) too much\b": "is too long",
    r"\btakes that back\b": "reverses this",
    r"\ba word too many\b": "an extra word",
}
"""What to write instead of each."""


def instead(text: str) -> list[tuple[str, str]]:
    """The words of a text that are dialect, each with what to write for it."""
    return [
        (found[0], better)
        for how, better in DIALECT.items()
        for found in re.finditer(how, " ".join(text.split()), re.IGNORECASE)
    ]


def found() -> list[tuple[Text, str, str]]:
    """Every string of a user with dialect in it."""
    return [(text, said, better) for text in texts() for said, better in instead(text.text)]


def main() -> None:
    """List them; 1 if there are any."""
    hits = found()
    for text, said, better in hits:
        sys.stdout.write(f"{text}\n    '{said}': {better}\n")
    raise SystemExit(bool(hits))


if __name__ == "__main__":
    main()
