"""`tilewright check`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tilewright.cli.args.inputs import Inputs
from tilewright.cli.echo import echo
from tilewright.cli.report.diagnostics import FORMATS, as_check_json, as_github, as_sarif, as_text
from tilewright.diagnostics import Diagnostic
from tilewright.packs.check_cache import CachedCheck
from tilewright.resources import cache_folder
from tilewright.store import Store

if TYPE_CHECKING:
    from tilewright.packs.workspace import Workspace


@click.command(epilog="Example: tilewright check cards/ my-card.tw")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each file.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option("--no-cache", is_flag=True, help="Check every file anew, and keep no answers for the next time.")
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], as_json: bool, form: str, no_cache: bool) -> None:
    """Check files and all such files in folders; - is standard input.

    Exit code 1 when there are errors; warnings alone do not fail.
    """
    form = "json" if as_json else form
    inputs = Inputs(paths, as_json=form == "json")
    check = CachedCheck(_store(no_cache), _workspace)
    found: list[Diagnostic] = []
    files = 0
    for item in inputs:
        files += 1
        problems = [item] if isinstance(item, Diagnostic) else check.problems(item)
        found.extend(problems)
        name = item.source.name if isinstance(item, Diagnostic) else item.name
        _print(form, name, problems)
    check.save()
    if form == "sarif":
        echo(as_sarif(found))
    elif form == "text" and files:
        echo(_summary(files, found))
    inputs.good = not any(problem.is_error for problem in found)
    ctx.exit(inputs.exit_code)


def _store(no_cache: bool) -> Store:
    """Where answers are kept; that it cannot be used is said, since every run is slow then."""
    store = Store(None) if no_cache else Store.of_user()
    if store.doubt:
        echo(f"tilewright: the cache in {cache_folder()} is not used: {store.doubt}", err=True)
    return store


def _workspace() -> Workspace:
    """The workspace of the run, which takes long to load."""
    from tilewright.cli.args.workspace import workspace

    return workspace()


def _print(form: str, name: str, problems: list[Diagnostic]) -> None:
    if form == "json":
        echo(as_check_json(name, problems))
    for problem in problems:
        if form == "text":
            echo(as_text(problem))
        elif form == "github":
            echo(as_github(problem))


def _summary(files: int, found: list[Diagnostic]) -> str:
    errors = sum(problem.is_error for problem in found)
    counts = [(errors, "error"), (len(found) - errors, "warning")]
    parts = [f"{count} {word}{'s' if count > 1 else ''}" for count, word in counts if count]
    checked = f"{files} file{'' if files == 1 else 's'} checked: "
    return checked + (", ".join(parts) or "no problems")
