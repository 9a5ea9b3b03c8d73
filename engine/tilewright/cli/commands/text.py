"""`tilewright text`."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.args import given
from tilewright.cli.args.cards import CardArguments
from tilewright.cli.args.inputs import Inputs, as_it_was
from tilewright.cli.commands.prove import position_text
from tilewright.cli.terminal import CannotRun, echo, echo_answer
from tilewright.diagnostics import no_such
from tilewright.files.printing import print_position
from tilewright.outputs.texts import (
    LedOutcome,
    LikenessOutput,
    PartialReading,
    ReadingOutput,
    TextOutput,
    TextVerdict,
    TranslationVerdict,
)
from tilewright.packs.pack import Pack
from tilewright.packs.sheets import BadSheet, Printed, TextEdit, changes, read_sheet, rewritten
from tilewright.packs.tables import LoadedRule
from tilewright.questions.proof import reach
from tilewright.source import Source, read_source
from tilewright.table.card import Card
from tilewright.texts.contrasts import boards_in_words, contrast_lines, summary
from tilewright.texts.layout import plain
from tilewright.texts.pattern import BadPattern
from tilewright.texts.phrasebook import Language, Phrasebook
from tilewright.texts.problems import examined
from tilewright.texts.reading import NotUnderstood
from tilewright.texts.verdict import SECONDS as TIME_LIMIT
from tilewright.texts.verdict import (
    Agreement,
    Compared,
    Comparison,
    Partial,
    ProbableMeaning,
    Verdict,
    proving,
    translations,
)
from tilewright.texts.writing import unwritten, write

if TYPE_CHECKING:
    from tilewright.play.contrast import Consequence
    from tilewright.solver.proof import Proof


class Languages:
    """Finds languages by name; `chosen` are the requested ones, by default all of a pack.

    Raises `CannotRun` if a phrase table cannot be read or does not exist, or if a game has no words in the language.
    """

    def __init__(self, chosen: Sequence[str]) -> None:
        self.chosen = chosen
        self._books: dict[Path, Phrasebook] = {}

    def names(self, pack: Pack) -> Sequence[str]:
        """The names of the requested languages of a pack."""
        return self.chosen or list(pack.imprint.languages)

    def of(self, pack: Pack) -> Iterator[Language]:
        """The requested languages of a pack."""
        return (self.language(pack, name) for name in self.names(pack))

    def language(self, pack: Pack, name: str) -> Language:
        """A language for the texts of a pack."""
        book = self._book(pack)
        found = book.language(name)
        if found is not None:
            return found
        if name not in book.languages:
            message, help = no_such("table of phrases for the language", name, book.languages)
            raise CannotRun("; ".join(filter(None, (message, help))))
        raise CannotRun(f"the game {book.game.id} has no words in '{name}': add 'word' lines to its file")

    def _book(self, pack: Pack) -> Phrasebook:
        if pack.folder not in self._books:
            try:
                self._books[pack.folder] = pack.phrasebook()
            except BadPattern as problem:
                raise CannotRun(f"a table of phrases cannot be read: {problem}") from None
        return self._books[pack.folder]


COLORS = {
    Agreement.AGREES: "green",
    Agreement.ONE_READING: "yellow",
    Agreement.DIFFERS: "red",
    Agreement.UNDECIDED: "yellow",
    Agreement.NOT_UNDERSTOOD: "cyan",
    Agreement.PROBABLY_AGREES: "cyan",
    Agreement.PROBABLY_DIFFERS: "magenta",
}
COLUMNS = ("card", "language", "name", "text", "verdict", "about it")
"""The columns of the table for translators."""
Pairs = Mapping[tuple[str, str], Agreement]


@dataclass(frozen=True)
class TextVerdicts:
    """The texts of a card: the verdict of each, the languages without a text, and the comparison of translations."""

    loaded: LoadedRule
    verdicts: Sequence[Verdict]
    missing: Sequence[str] = ()
    translations: Pairs | None = None

    @property
    def good(self) -> bool:
        """Whether no text is known to differ."""
        bad = (Agreement.DIFFERS,)
        return not any(verdict.agreement in bad for verdict in self.verdicts) and not self.differing

    @property
    def differing(self) -> list[tuple[str, str]]:
        """The pairs of languages whose texts do not mean the same."""
        return [pair for pair, found in (self.translations or {}).items() if found is Agreement.DIFFERS]


# -- as text


def text_lines(found: TextVerdicts, every: bool = False) -> Iterator[str]:
    """The verdict of each text, with its assumptions.

    A missing text is reported if another card of the file has one in that language, or with `every`.
    """
    yield click.style(found.loaded.name, bold=True)
    for verdict in found.verdicts:
        agreement = verdict.agreement
        yield f"  {verdict.language}  {click.style(agreement.value, fg=COLORS[agreement])}: {_proved(verdict)}"
        yield from (f"      {line}" for line in _details(verdict))
    if found.missing:
        reported = found.missing if every else _languages(found.loaded)
        yield from (f"  {language}  no text" for language in found.missing if language in reported)
    for one, other in found.differing:
        yield f"  {one}, {other}  {click.style('do not mean the same', fg='red')}"


def _languages(loaded: LoadedRule) -> set[str]:
    """The languages in which the cards of a file have texts."""
    checked = loaded.pack.check_file(loaded.card.source).checked
    return {language for one in checked if isinstance(one.value, Card) for language in one.value.texts}


def _proved(verdict: Verdict) -> str:
    """The evidence for a verdict."""
    if verdict.likeness is not None:
        return (
            "not proved; it seems to say the rule" if verdict.agreement is Agreement.PROBABLY_AGREES else "not proved"
        )
    if verdict.problem is not None:
        return verdict.problem.reason
    best = verdict.best
    assert best is not None
    if best.agrees:
        return "identical to the rule" if best.proof is None else _bounds(best.proof)
    if best.contrast is not None:
        return summary(best.contrast)
    if best.proof is not None and best.proof.scores is not None:
        text, rule = best.proof.scores
        return f"on this board, the text gives {text}, the rule {rule}"
    return best.reason or "no difference was found, but it is not proved that there is none"


def _bounds(proof: Proof) -> str:
    """The scope of a proof."""
    what = "thing by thing" if proof.by_things else "as a whole"
    up_to = "of" if len({scope.geometry for scope in proof.settled}) == 1 else "up to"
    return f"proved {what}, boards {up_to} {reach(proof)}"


def _details(verdict: Verdict) -> Iterator[str]:
    if verdict.problem is not None:
        if verdict.likeness is not None:
            yield from _seems(verdict.likeness)
            yield f"it is not understood: {verdict.problem.reason}"
        yield from _place(verdict.text, verdict.problem)
        yield from () if verdict.partial is None else _understood(verdict.partial)
        return
    best = verdict.best
    assert best is not None
    if best.agrees:
        yield from (f"implied by the wording, not stated: {ruling}" for ruling in best.reading.rulings)
    if best.differs:
        yield from _board(best)
    if verdict.agreement is not Agreement.AGREES:
        for number, compared in enumerate(verdict.compared, 1):
            yield f"reading {number} ({_word(compared)}):" if len(verdict.compared) > 1 else "read as:"
            for line in compared.reading.rule.split("\n"):
                yield f"  {line[: len(line) - len(line.lstrip())]}{plain(line)}"


def _word(compared: Compared) -> str:
    if compared.agrees:
        return "the rule"
    if compared.contrast is not None:
        return f"another rule: {'; '.join(contrast_lines(compared.contrast, 'this', 'the rule'))}"
    if compared.proof is not None and compared.proof.scores is not None and compared.proof.table is not None:
        text, rule = compared.proof.scores
        return f"another rule: {text} instead of {rule} on {boards_in_words(compared.proof.table)}"
    return compared.reason or "not decided"


def _board(compared: Compared) -> Iterator[str]:
    if compared.contrast is not None:
        yield from contrast_lines(compared.contrast)
        return
    assert compared.proof is not None and compared.proof.table is not None
    for player in compared.proof.table.players:
        yield f"{player.name}: {player.board!r}"


def _place(text: str, problem: NotUnderstood) -> Iterator[str]:
    """The text with a mark below the word that is not understood."""
    source = Source("text", text)
    yield source.line(source.position(problem.span.start)[0])
    _, column = source.position(problem.span.start)
    yield " " * (column - 1) + "^" * max(1, min(problem.span.end - problem.span.start, 60))
    if problem.help:
        yield problem.help


def _understood(known: Partial) -> Iterator[str]:
    """The part of a text that is understood, and what the rest would have to mean."""
    yield "the rest is read as:"
    yield f"  {plain(known.rule)}"
    if known.needed:
        yield f"it would be the rule with: {' | '.join(known.needed)}"
    bad = known.contradiction
    if bad is not None and bad.table is not None and bad.scores is not None:
        end, scored = bad.scores
        least = "at most" if end < scored else "at least"
        yield f"whatever that means, the text is not the rule: on {boards_in_words(bad.table)} it gives {least} {end}, the rule {scored}"


def _seems(known: ProbableMeaning) -> Iterator[str]:
    if known.instead:
        yield f"it seems to say: {known.instead}"
        yield from ([f"that is: {known.rule}"] if known.rule != known.instead else [])


def not_understood_lines(text: str, problem: NotUnderstood, known: Partial | None) -> Iterator[str]:
    """Why a text is not understood, with the place, and the part that is understood."""
    yield f"the text is not understood: {problem.reason}"
    yield from (f"  {line}" for line in _place(text, problem))
    if known is not None:
        yield from _understood(known)


def draft_lines(loaded: LoadedRule, drafts: Mapping[str, str | None]) -> Iterator[str]:
    """The sentences made from a rule, by language."""
    yield click.style(loaded.name, bold=True)
    for language, text in drafts.items():
        yield f"  {language}  {text or unwritten(loaded.card)}"


def change_lines(found: TextVerdicts, changes: Sequence[TextEdit]) -> Iterator[str]:
    """The changes of a card, and whether the changed texts mean the rule."""
    name, *verdicts = text_lines(found)
    yield name
    for change in changes:
        yield f"  {change.language}  {change.what}: {change.before or 'none'}"
        yield f"      now: {change.after}"
    yield from verdicts


# -- as a table


def table_rows(found: TextVerdicts) -> Iterator[list[str]]:
    """A row per language for translators: card, language, name, text, verdict and remarks."""
    card = found.loaded.card
    for verdict in found.verdicts:
        details = "; ".join(line.strip() for line in (_proved(verdict), *_details(verdict)))
        name = card.names.get(verdict.language, "")
        yield [card.id, verdict.language, name, verdict.text, verdict.agreement.value, details]
    for language in found.missing:
        yield [card.id, language, card.names.get(language, ""), "", "missing", ""]


def csv_line(row: Sequence[str]) -> str:
    """A row as a line of CSV (RFC 4180, without the line break)."""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(row)
    return line.getvalue()


# -- as JSON


def drafts_output(loaded: LoadedRule, drafts: Mapping[str, str | None]) -> TextOutput:
    """Sentences made from a rule, as JSON."""
    texts = {name: TextVerdict(text=text, verdict="agrees", readings=[]) for name, text in drafts.items() if text}
    return TextOutput(card=loaded.name, texts=texts, missing=[name for name, text in drafts.items() if not text])


def texts_output(found: TextVerdicts) -> TextOutput:
    """The verdicts as JSON."""
    output = TextOutput(
        card=found.loaded.name,
        texts={verdict.language: _verdict_output(found.loaded, verdict) for verdict in found.verdicts},
        missing=found.missing,
    )
    if found.translations is not None:
        pairs = found.translations.items()
        output.translations = [TranslationVerdict(languages=pair, verdict=of.value) for pair, of in pairs]
    return output


def _verdict_output(loaded: LoadedRule, verdict: Verdict) -> TextVerdict:
    readings = [_reading_output(loaded, compared) for compared in verdict.compared]
    agreement = verdict.agreement if verdict.problem is None else Agreement.NOT_UNDERSTOOD
    output = TextVerdict(text=verdict.text, verdict=agreement.value, readings=readings)
    if verdict.likeness is not None:
        output.likeness = LikenessOutput(verdict=verdict.agreement.value)
        if verdict.likeness.instead:
            output.likeness.says, output.likeness.rule = verdict.likeness.instead, verdict.likeness.rule
    if verdict.problem is not None:
        output.line, output.column = Source("text", verdict.text).position(verdict.problem.span.start)
        output.reason, output.help = verdict.problem.reason, verdict.problem.help
        if verdict.partial is not None:
            output.partial = _partial_output(verdict.text, verdict.partial)
    return output


def _partial_output(text: str, known: Partial) -> PartialReading:
    return PartialReading(
        obstacle=text[known.span.start : known.span.end],
        rule=known.rule,
        needed=known.needed,
        contradicts=known.contradiction is not None,
    )


def _reading_output(loaded: LoadedRule, compared: Compared) -> ReadingOutput:
    reading, proof, contrast = compared.reading, compared.proof, compared.contrast
    output = ReadingOutput(rule=reading.rule, rulings=reading.rulings, verdict="same")
    if contrast is not None:
        output.verdict, output.position = "different", print_position(contrast.position)
        output.before = contrast.before
        output.outcomes = {"text": _outcome(contrast.one), "rule": _outcome(contrast.other)}
    elif proof is None:
        if compared.reason:
            output.verdict, output.reason = "unknown", compared.reason
    else:
        output.verdict = proof.verdict
        if proof.settled:
            output.bounds, output.by_things = reach(proof), proof.by_things
        if proof.table is not None and proof.scores is not None:
            output.scores, output.smallest = proof.scores, proof.smallest
            pair = LoadedRule("the text", reading.card, loaded.pack, True), loaded
            output.position = position_text(pair, proof.table, Path())
    return output


def _outcome(of: Consequence | None) -> LedOutcome | None:
    return None if of is None else LedOutcome(moves=of.moves, position=print_position(of.table))


class TextOptions(given.Options):
    cards: tuple[str, ...] = given.argument(nargs=-1, metavar="CARD...")
    chosen: tuple[str, ...] = given.option(
        "--lang", multiple=True, metavar="L", help="Only this language; may be repeated."
    )
    say: str | None = given.option(
        "--say", metavar="TEXT", help="Check this text instead of the one in the file; needs one --lang."
    )
    written: bool = given.flag("--write", help="Write the rule as a sentence that provably means the same.")
    strict: bool = given.flag(
        "--strict", help="Also fail if a text is not understood, or agrees in only one of its readings."
    )
    time_limit: float = given.time_limit("Stop after S seconds for each reading.", default=TIME_LIMIT)
    as_csv: bool = given.flag("--csv", help="Print a table of all texts, for translators.")
    sheet: str | None = given.option(
        "--from", metavar="FILE", help="Read such a table, and check the texts that differ from the cards."
    )
    apply: bool = given.flag(
        "--apply", help="With --from: write the texts that do not differ from their rules into the cards."
    )
    as_json: bool = given.json("One JSON object per card, one per line.")


@given.command(TextOptions, epilog="Example: tilewright text my-card.tw --lang fr")
def command(options: TextOptions) -> int:
    """Compare the printed text of cards with what their rules score, in every language.

    A text agrees if it provably means the same as the rule. It differs if there is a board on which it pays something else;
    that board is shown. A text that is not understood is not compared. CARD is the id of a card, a file or a
    folder. --write makes a sentence from the rule. Exit code 1 if a text differs, or a rule cannot be put into words.
    """
    if options.say is not None and not options.cards:
        raise click.UsageError("name the card that --say describes; for the rule of a sentence, use 'new card --say'")
    if (options.sheet is None) != bool(options.cards) or (options.apply and options.sheet is None):
        raise click.UsageError("name cards, or a table with --from; --apply needs --from")
    if options.sheet is not None and (options.say is not None or options.written or options.as_csv or options.as_json):
        raise click.UsageError("--from can be used only with --lang, --strict, --time-limit and --apply")
    if options.say is not None and (len(options.chosen) != 1 or len(options.cards) != 1):
        raise click.UsageError("--say needs one card and one --lang")
    if (
        options.written + options.as_csv > 1
        or (options.say is not None and options.written)
        or (options.as_csv and options.as_json)
    ):
        raise click.UsageError("--write cannot be used with --say or --csv, nor --csv with --json")
    inputs = Inputs((), as_json=options.as_json)
    languages = Languages(options.chosen)
    if options.sheet is not None:
        _read_back(inputs, languages, options.sheet, proving(options.time_limit), options.apply)
        return inputs.exit_code
    if options.as_csv:
        echo(csv_line(COLUMNS))
    for loaded in CardArguments(inputs, abilities=True).cards(options.cards):
        spoken = list(languages.of(loaded.pack))
        if options.written:
            drafts = {language.name: write(loaded.card, language) for language in spoken}
            inputs.good &= None not in drafts.values()
            echo_answer(drafts_output(loaded, drafts), draft_lines(loaded, drafts), options.as_json)
        else:
            found = _judged(
                loaded,
                {language: _text(loaded, language, options.say) for language in spoken},
                proving(options.time_limit),
            )
            inputs.good &= found.good and not (options.strict and any(v.agreement != "agrees" for v in found.verdicts))
            lines = (
                map(csv_line, table_rows(found))
                if options.as_csv
                else text_lines(found, options.strict or bool(options.chosen))
            )
            echo_answer(texts_output(found), lines, options.as_json)
    return inputs.exit_code


def _text(loaded: LoadedRule, language: Language, say: str | None) -> str | None:
    return loaded.card.texts.get(language.name) if say is None else say


def _judged(loaded: LoadedRule, texts: Mapping[Language, str | None], way: Comparison) -> TextVerdicts:
    said = [(language, text) for language, text in texts.items() if text is not None]
    verdicts = [examined(language, text, loaded.card, way) for language, text in said]
    missing = [language.name for language, text in texts.items() if text is None]
    return TextVerdicts(loaded, verdicts, missing, translations(loaded.pack.game, verdicts, way))


def _read_back(inputs: Inputs, languages: Languages, path: str, way: Comparison, apply: bool) -> None:
    """Judge the changes in a table, and write those that do not differ into the files of the cards."""
    edits: dict[Source, tuple[Pack, dict[str, list[TextEdit]]]] = {}
    arguments = CardArguments(inputs, abilities=True)
    for id, labels in _sheet(path).items():
        for loaded in arguments.cards([id]):
            changed = [c for c in changes(loaded.card, labels) if c.language in languages.names(loaded.pack)]
            known = languages.of(loaded.pack)
            said = {c.language: c.after for c in changed if c.what == "text"}
            texts = {language: said[language.name] for language in known if language.name in said}
            found = _judged(loaded, texts, way)
            inputs.good &= found.good
            for line in change_lines(found, changed) if changed else ():
                echo(line)
            wrong = {verdict.language for verdict in found.verdicts if verdict.agreement is Agreement.DIFFERS}
            kept = [c for c in changed if c.what == "name" or c.language not in wrong]
            if kept:
                edits.setdefault(loaded.card.source, (loaded.pack, {}))[1][id] = kept
    for source, (pack, cards) in edits.items() if apply else ():
        text = rewritten(source, cards, [checked.node for checked in pack.check_file(source).checked])
        if source.path is not None and inputs.rewritten(source.path, as_it_was(source, text)):
            echo(f"{source.name}: {sum(map(len, cards.values()))} written")
    if not edits and inputs.good:
        echo("all texts are the same as in the cards")


def _sheet(path: str) -> dict[str, Printed]:
    source = read_source(path)
    if not isinstance(source, Source):
        raise CannotRun(f"cannot read {path}: {source.reason}")
    try:
        return read_sheet(source.text)
    except BadSheet as problem:
        raise CannotRun(f"{path}: {problem}") from None
