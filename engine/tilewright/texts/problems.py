"""What is wrong with the printed texts of a card, as problems that `check` reports.

Reported is what was shown to be wrong: a text that pays something else than the rule on some board, in all of its
readings or in one, and texts that differ from one another. So is every text that could not be compared, and that it
seems to say something else, which is not proved. Strictly a text that is missing or undecided is a problem too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from tilewright.solver.proof import Proof
from tilewright.table.card import Card
from tilewright.texts.layout import plain
from tilewright.texts.phrasebook import Language, Phrasebook
from tilewright.texts.trying import try_rules
from tilewright.texts.verdict import (
    Agreement,
    Compared,
    Comparison,
    Partial,
    ProbableMeaning,
    Verdict,
    judge_card,
    proving,
    remembered,
    translations,
)

SEEMS_RIGHT = "it seems to say the rule, which is not proved"
LONGEST = 200
"""How much of a reading is shown."""


@dataclass(frozen=True)
class TextProblem:
    """A problem of the text in a language; of none where it is about the whole card.

    `start` and `end` are places in the text, -1 for all of it.
    """

    code: str
    language: str
    message: str
    help: str
    start: int = -1
    end: int = -1


def text_problems(card: Card, book: Phrasebook, languages: Sequence[str], strict: bool) -> list[TextProblem]:
    """The problems of the texts of a card, in the languages of its pack that can be read."""
    way = proving() if strict else remembered(try_rules)
    known = [language for name in languages if name in card.texts and (language := book.language(name))]
    verdicts = [examined(language, card.texts[language.name], card, way) for language in known]
    found = [problem for verdict in verdicts for problem in _of_verdict(verdict, strict)]
    wrong = [verdict for verdict in verdicts if verdict.agreement is Agreement.DIFFERS]
    pairs = translations(book.game, wrong, way).items()
    found += [_differing(*pair) for pair, agreement in pairs if agreement is Agreement.DIFFERS]
    found += [_wordless(book, name) for name in card.texts if book.language(name) is None]
    return [*found, *_twice(card), *(_missing(card, languages) if strict else ())]


def examined(language: Language, text: str, card: Card, way: Comparison) -> Verdict:
    """The verdict on a text; if it is not understood, with what it seems to say and what of it is understood."""
    found = judge_card(language, text, card, way)
    if found.problem is None:
        return found
    from tilewright.texts.partial import likeness, obstacle, partial

    known = partial(language, text, card)
    problem = obstacle(found.problem, text, known)
    return replace(found, problem=problem, likeness=likeness(language, text, card), partial=known)


def unreadable(reason: str) -> TextProblem:
    """That a table of phrases of the pack cannot be read, so that no text is judged."""
    return TextProblem("TW506", "", f"a table of phrases cannot be read: {reason}", "fix that line")


def _of_verdict(verdict: Verdict, strict: bool) -> Iterator[TextProblem]:
    say = _SAID.get(verdict.agreement)
    if say is not None and (strict or verdict.agreement is not Agreement.UNDECIDED):
        yield from say(verdict)


def _differs(verdict: Verdict) -> Iterator[TextProblem]:
    best = verdict.best
    assert best is not None
    message = f"the text in '{verdict.language}' differs from the rule: {_shown(best, 'the text', 'the rule')}"
    yield TextProblem("TW501", verdict.language, message, _read_as(best))


def _one_reading(verdict: Verdict) -> Iterator[TextProblem]:
    other = next((compared for compared in verdict.compared if compared.differs), None)
    if other is not None:
        message = f"the text in '{verdict.language}' can also be read as another rule: {_shown(other, 'this reading', 'the rule')}"
        yield TextProblem("TW502", verdict.language, message, _read_as(other))


def _not_understood(verdict: Verdict) -> Iterator[TextProblem]:
    problem = verdict.problem
    assert problem is not None
    known = verdict.likeness is not None and not verdict.likeness.instead
    shown = "; 'tilewright text' shows how the rest is read" if verdict.partial else ""
    help = SEEMS_RIGHT if known else problem.help or f"say it in other words{shown}"
    message = f"the text in '{verdict.language}' is not understood: {problem.reason}"
    yield TextProblem("TW504", verdict.language, message, help, problem.span.start, problem.span.end)
    if verdict.likeness is not None and verdict.likeness.instead:
        yield _seems_to_say(verdict, verdict.likeness)
    elif verdict.partial is not None and verdict.partial.contradiction is not None:
        yield _contradicting(verdict, verdict.partial, verdict.partial.contradiction)


def _seems_to_say(verdict: Verdict, other: ProbableMeaning) -> TextProblem:
    message = f"the text in '{verdict.language}' is not understood, but probably differs from the rule (not proved)"
    return TextProblem("TW509", verdict.language, message, f"it seems to say: {other.instead}")


def _contradicting(verdict: Verdict, known: Partial, bad: Proof) -> TextProblem:
    """That what is understood of a text is not the rule, whatever the phrase means that is not understood."""
    obstacle = verdict.text[known.span.start : known.span.end]
    message = f"the text in '{verdict.language}' probably differs from the rule, whatever '{obstacle}' means: {_contradicted(bad)}"
    help = f"the rest is read as: {known.rule}"
    return TextProblem("TW509", verdict.language, message, help, known.span.start, known.span.end)


def _undecided(verdict: Verdict) -> Iterator[TextProblem]:
    best = verdict.best
    assert best is not None
    message = f"it is not decided whether the text in '{verdict.language}' means the rule"
    yield TextProblem("TW504", verdict.language, message, _read_as(best))


_SAID: dict[Agreement, Callable[[Verdict], Iterator[TextProblem]]] = {
    Agreement.DIFFERS: _differs,
    Agreement.ONE_READING: _one_reading,
    Agreement.NOT_UNDERSTOOD: _not_understood,
    Agreement.PROBABLY_AGREES: _not_understood,
    Agreement.PROBABLY_DIFFERS: _not_understood,
    Agreement.UNDECIDED: _undecided,
}


def _wordless(book: Phrasebook, language: str) -> TextProblem:
    if language in book.languages:
        why, help = "the game has no words in this language", f"add 'word' lines in '{language}' to the game file"
    else:
        why, help = "there is no table of phrases for this language", f"add {language}.phr to the pack"
    return TextProblem("TW504", language, f"the text in '{language}' is not understood: {why}", help)


def _differing(one: str, other: str) -> TextProblem:
    message = f"the texts in '{one}' and '{other}' do not mean the same, and neither is the rule"
    return TextProblem("TW503", other, message, "'tilewright text' shows how each is read")


def _missing(card: Card, languages: Sequence[str]) -> Iterator[TextProblem]:
    """The languages in which a card lacks its name or its text, if it has any."""
    for what, said in (("name", card.names), ("text", card.texts)):
        lacking = [name for name in languages if name not in said]
        if said and lacking:
            message = f"there is no {what} in {', '.join(map(repr, lacking))}, {_language(len(lacking))} of the pack"
            yield TextProblem("TW505", "", message, f'write: {what} {lacking[0]} "..."')


def _twice(card: Card) -> Iterator[TextProblem]:
    """The texts that stand under two languages; a name may well be the same in two."""
    first: dict[str, str] = {}
    for language, text in card.texts.items():
        before = first.setdefault(text, language)
        if before != language:
            message = f"the text in '{language}' is the same as the text in '{before}'"
            help = f"translate it; 'tilewright text {card.id} --lang {language} --write' makes a draft"
            yield TextProblem("TW508", language, message, help)


def _language(count: int) -> str:
    return "a language" if count == 1 else "languages"


def _shown(compared: Compared, one: str, other: str) -> str:
    """The board on which a reading pays something else, or the position from which it leads to something else."""
    if compared.contrast is not None:
        from tilewright.texts.contrasts import contrast_sentence

        return contrast_sentence(compared.contrast, one, other)
    proof = compared.proof
    assert isinstance(proof, Proof) and proof.scores is not None
    return f"on the board {_boards(proof)} {one} gives {proof.scores[0]}, {other} {proof.scores[1]}"


def _boards(proof: Proof) -> str:
    assert proof.table is not None
    return "; ".join(repr(player.board) for player in proof.table.players)


def _contradicted(bad: Proof) -> str:
    """What the rest of a text gives on a board at most or at least, and what the rule scores there."""
    assert bad.scores is not None
    end, scored = bad.scores
    return f"on the board {_boards(bad)} it gives {'at most' if end < scored else 'at least'} {end}, the rule {scored}"


def _read_as(compared: Compared) -> str:
    rule = plain(compared.reading.rule)
    return f"it is read as: {rule if len(rule) <= LONGEST else rule[:LONGEST] + ' ...'}"
