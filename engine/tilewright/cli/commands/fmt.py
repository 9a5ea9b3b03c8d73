"""`tilewright fmt`."""

from __future__ import annotations

from tilewright.cli.args import given
from tilewright.cli.args.given import complete_files
from tilewright.cli.args.inputs import Inputs, another_wanted, as_it_stands
from tilewright.cli.terminal import echo, echo_json, unified
from tilewright.diagnostics import Diagnostics
from tilewright.files.reader import kind_of, moved_on
from tilewright.outputs.files import FmtOutput
from tilewright.outputs.output import ABSENT
from tilewright.packs.documents import LANGUAGE_SUFFIX, POSITION_SUFFIX, PUZZLE_SUFFIX, is_language
from tilewright.source import Source
from tilewright.syntax.formatter import format_source


class FmtOptions(given.Options):
    paths: tuple[str, ...] = given.argument(nargs=-1, required=True, metavar="PATH...", shell_complete=complete_files)
    check: bool = given.flag("--check", help="Write nothing; exit code 1 if a file would change.")
    diff: bool = given.flag("--diff", help="Like --check, and print what would change.")
    as_json: bool = given.json("One JSON object per file, one per line.")


@given.command(FmtOptions, epilog="Example: tilewright fmt --check cards/")
def command(options: FmtOptions) -> int:
    """Format files of the language, and the cards that puzzles carry; comments are kept.

    Positions are updated to the newest version of their format. With standard input (-), the result goes to standard
    output.
    """
    inputs = Inputs(options.paths, (LANGUAGE_SUFFIX, PUZZLE_SUFFIX, POSITION_SUFFIX), options.as_json)
    for source in inputs.sources():
        before, after = as_it_stands(source), _formatted(source, inputs)
        if after is None:
            continue
        changed, keep = after != before, options.check or options.diff
        if changed and not keep and source.path is not None and not inputs.rewritten(source.path, after):
            continue
        if options.as_json:
            # Standard input cannot be rewritten, so its text is part of the answer.
            text = ABSENT if keep or source.path else after
            echo_json(FmtOutput(file=source.name, changed=changed, text=text))
        elif keep:
            _report(source.name, before, after, options.diff)
        elif source.path is None:
            echo(after, nl=False, exact=True)
        elif changed:
            echo(f"{source.name}: formatted")
        inputs.good = inputs.good and not (changed and keep)
    return inputs.exit_code


def _formatted(source: Source, inputs: Inputs) -> str | None:
    """The formatted text; None for a file with problems, which are reported."""
    diagnostics = Diagnostics(source)
    if is_language(source):
        text = format_source(source, diagnostics)
    elif kind_of(source) == "puzzle":
        from tilewright.packs.tables import format_carried  # imported here because it loads the whole checker

        text = format_carried(source, diagnostics)
    elif kind_of(source) == "position":
        text = moved_on(source, "position", diagnostics)
    else:
        help = f"files of the language end in {LANGUAGE_SUFFIX}"
        inputs.sound(source, [another_wanted(source, f"fmt formats {LANGUAGE_SUFFIX} files", help)])
        return None
    return text if inputs.sound(source, diagnostics.sorted()) else None


def _report(name: str, before: str, after: str, diff: bool) -> None:
    if before == after:
        return
    echo(f"{name}: would change")
    if diff:
        echo(unified(name, before, after, "formatted"), nl=False, exact=True)
