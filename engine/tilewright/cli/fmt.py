"""`tilewright fmt`."""

from __future__ import annotations

import difflib

import click

from tilewright.cli.files import Inputs, write_file
from tilewright.cli.tables import show_problems
from tilewright.diagnostics import Diagnostics
from tilewright.packs import LANGUAGE_SUFFIX
from tilewright.source import Source
from tilewright.syntax.formatter import format_source


@click.command(epilog="Example: tilewright fmt --check cards/")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--check", is_flag=True, help="Write nothing; exit code 1 when a file would change.")
@click.option("--diff", is_flag=True, help="Like --check, and print what would change.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each file.")
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], check: bool, diff: bool, as_json: bool) -> None:  # fmt: skip
    """Put files of the language into the canonical layout; comments are kept.

    Of standard input (-) the result goes to standard output.
    """
    inputs = Inputs(paths, (LANGUAGE_SUFFIX,))
    good = True
    for source in inputs.sources():
        diagnostics = Diagnostics(source)
        text = format_source(source, diagnostics)
        changed = text is not None and text != source.text
        if text is None:
            show_problems(diagnostics)
        elif check or diff:
            _tell(source, text, changed, diff, as_json)
        elif source.path is None:
            click.echo(text, nl=False)
        elif changed:
            write_file(str(source.path), text)
        if not (check or diff) and (as_json or changed) and source.path is not None:
            _told(source.name, changed, as_json, "formatted")
        good = good and text is not None and not (changed and (check or diff))
    ctx.exit(2 if inputs.failed else int(not good))


def _tell(source: Source, text: str, changed: bool, diff: bool, as_json: bool) -> None:
    if changed or as_json:
        _told(source.name, changed, as_json, "would change")
    if changed and diff and not as_json:
        lines = difflib.unified_diff(
            source.text.splitlines(keepends=True), text.splitlines(keepends=True),
            source.name, f"{source.name} (formatted)",
        )  # fmt: skip
        click.echo("".join(lines), nl=False)


def _told(name: str, changed: bool, as_json: bool, what: str) -> None:
    if as_json:
        import json

        click.echo(json.dumps({"format": "fmt/1", "file": name, "changed": changed}))
    else:
        click.echo(f"{name}: {what}")
