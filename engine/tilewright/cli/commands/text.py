"""`tilewright text`."""

from __future__ import annotations

from collections.abc import Mapping

import click

from tilewright.cli.args import given
from tilewright.cli.args.cards import CardArguments
from tilewright.cli.args.inputs import Inputs, as_it_was
from tilewright.cli.args.languages import Languages
from tilewright.cli.errors import CannotRun
from tilewright.cli.loaded import LoadedRule
from tilewright.cli.report.texts import (
    COLUMNS,
    JudgedTexts,
    change_lines,
    csv_line,
    draft_lines,
    drafts_output,
    table_rows,
    text_lines,
    texts_output,
)
from tilewright.cli.terminal import echo, echo_answer
from tilewright.packs.pack import Pack
from tilewright.packs.sheets import BadSheet, Printed, TextEdit, changes, read_sheet, rewritten
from tilewright.source import Source, read_source
from tilewright.texts.phrasebook import Language
from tilewright.texts.problems import examined
from tilewright.texts.verdict import SECONDS as TIME_LIMIT
from tilewright.texts.verdict import Agreement, Comparison, proving, translations
from tilewright.texts.writing import write


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
            lines = map(csv_line, table_rows(found)) if options.as_csv else text_lines(found)
            echo_answer(texts_output(found), lines, options.as_json)
    return inputs.exit_code


def _text(loaded: LoadedRule, language: Language, say: str | None) -> str | None:
    return loaded.card.texts.get(language.name) if say is None else say


def _judged(loaded: LoadedRule, texts: Mapping[Language, str | None], way: Comparison) -> JudgedTexts:
    said = [(language, text) for language, text in texts.items() if text is not None]
    verdicts = [examined(language, text, loaded.card, way) for language, text in said]
    missing = [language.name for language, text in texts.items() if text is None]
    return JudgedTexts(loaded, verdicts, missing, translations(loaded.pack.game, verdicts, way))


def _read_back(inputs: Inputs, languages: Languages, path: str, way: Comparison, apply: bool) -> None:
    """Judge what a table says otherwise than the cards, and write what does not differ into their files."""
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
