"""`tilewright text`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click

from tilewright.cli.args.cards import CardArguments
from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.sizes import SECONDS
from tilewright.cli.echo import echo, echo_json
from tilewright.cli.errors import CannotRun
from tilewright.cli.loaded import LoadedRule
from tilewright.cli.report.texts import (
    COLUMNS,
    JudgedTexts,
    csv_line,
    draft_lines,
    drafts_json,
    table_rows,
    text_lines,
    texts_json,
)
from tilewright.diagnostics.nearest import no_such
from tilewright.packs.pack import Pack
from tilewright.packs.texts import phrasebook_of
from tilewright.texts.pattern import BadPattern
from tilewright.texts.phrasebook import Language, Phrasebook
from tilewright.texts.verdict import SECONDS as TIME_LIMIT
from tilewright.texts.verdict import Verdict, judge, proving, translations
from tilewright.texts.writing import write


@click.command(epilog="Example: tilewright text my-card.tw --lang fr")
@click.argument("cards", nargs=-1, required=True, metavar="CARD...")
@click.option("--lang", "chosen", multiple=True, metavar="L", help="This language alone; can be given several times.")
@click.option("--say", metavar="TEXT", help="Judge this text instead of that in the file; needs one --lang.")
@click.option("--write", "written", is_flag=True, help="Write the rule as a sentence that is proved to mean it.")
@click.option(
    "--strict", is_flag=True, help="A text that is not understood, or in one reading only, is not good either."
)
@click.option(
    "--time-limit",
    type=SECONDS,
    default=TIME_LIMIT,
    show_default=True,
    metavar="S",
    help="Stop after S seconds a reading.",
)
@click.option("--csv", "as_csv", is_flag=True, help="One table of all texts, for translators.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each card.")
@click.pass_context
def command(
    ctx: click.Context,
    cards: tuple[str, ...],
    chosen: tuple[str, ...],
    say: str | None,
    written: bool,
    strict: bool,
    time_limit: float,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Compare the printed text of cards with what their rules score, in every language.

    A text agrees when it is proved to mean the rule, and differs when there is a board on which it does not, which
    is shown. One that is not understood is neither. CARD is the id of a card, a file or a folder. With --write a
    sentence is made from the rule. Exit code 1 when a text differs, or a rule cannot be written.
    """
    if say is not None and (len(chosen) != 1 or len(cards) != 1):
        raise click.UsageError("--say needs one card and one --lang")
    if written + as_csv > 1 or (say is not None and written) or (as_csv and as_json):
        raise click.UsageError("--write goes with neither --say nor --csv, --csv not with --json")
    inputs = Inputs((), as_json=as_json)
    books: dict[Path, Phrasebook] = {}
    if as_csv:
        echo(csv_line(COLUMNS))
    for loaded in CardArguments(inputs).cards(cards):
        folder = loaded.pack.folder
        book = books[folder] = books.get(folder) or _book(loaded.pack)
        spoken = list(_languages(book, loaded, chosen))
        if written:
            drafts = {language.name: write(loaded.card, language) for language in spoken}
            inputs.good &= None not in drafts.values()
            _print(as_json, drafts_json(loaded, drafts), draft_lines(loaded, drafts))
        else:
            found = _judged(loaded, spoken, say, time_limit)
            inputs.good &= found.good and not (strict and any(v.agreement != "agrees" for v in found.verdicts))
            _print(as_json, texts_json(found), map(csv_line, table_rows(found)) if as_csv else text_lines(found))
    ctx.exit(inputs.exit_code)


def _print(as_json: bool, answer: dict[str, object], lines: Iterable[str]) -> None:
    """Print an answer as JSON or as lines."""
    if as_json:
        echo_json(answer)
    else:
        for line in lines:
            echo(line)


def _book(pack: Pack) -> Phrasebook:
    """The tables for a pack. Raises `CannotRun` when one of its own cannot be read."""
    try:
        return phrasebook_of(pack)
    except BadPattern as problem:
        raise CannotRun(f"a table of phrases cannot be read: {problem}") from None


def _languages(book: Phrasebook, loaded: LoadedRule, chosen: Sequence[str]) -> Iterator[Language]:
    """The languages to look at. Raises `CannotRun` when there is no table for one, or no words of the game."""
    for name in chosen or loaded.pack.imprint.languages:
        found = book.language(name)
        if found is not None:
            yield found
        elif name not in book.languages:
            message, help = no_such("table of phrases for the language", name, book.languages)
            raise CannotRun("; ".join(filter(None, (message, help))))
        else:
            raise CannotRun(f"the game {book.game.id} does not say its words in '{name}': add 'word' lines to its file")


def _judged(loaded: LoadedRule, spoken: Sequence[Language], say: str | None, time_limit: float) -> JudgedTexts:
    texts = {language.name: say if say is not None else loaded.card.texts.get(language.name) for language in spoken}
    verdicts: list[Verdict] = []
    for language in spoken:
        text = texts[language.name]
        if text is not None:
            verdicts.append(judge(language, text, loaded.rule, proving(time_limit)))
    missing = [name for name, text in texts.items() if text is None]
    pairs = translations(loaded.pack.game, verdicts, proving(time_limit))
    return JudgedTexts(loaded, verdicts, missing, pairs)
