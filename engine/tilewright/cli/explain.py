"""`tilewright explain`."""

from __future__ import annotations

import json

import click

from tilewright.cli.files import CannotRun
from tilewright.diagnostics.nearest import did_you_mean
from tilewright.resources import data_folder


@click.command(epilog="Example: tilewright explain TW203")
@click.argument("codes", nargs=-1, metavar="[CODE]...")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each code.")
def command(codes: tuple[str, ...], as_json: bool) -> None:
    """Explain problems by their codes; without a code, list them all."""
    known = pages()
    for code in codes or sorted(known):
        page = known.get(code.upper())
        if page is None:
            hint = did_you_mean(code.upper(), known) or "run 'tilewright explain' for a list"
            raise CannotRun(f"there is no code '{code}'; {hint}")
        title, _, body = page.partition("\n")
        if as_json:
            answer = {"format": "explain/1", "code": code.upper(), "title": _title(title), "page": page}
            click.echo(json.dumps(answer, ensure_ascii=False))
        elif codes:
            click.echo(click.style(title.lstrip("# "), bold=True) + "\n" + body)
        else:
            click.echo(title.lstrip("# "))


def pages() -> dict[str, str]:
    """The page of every code (docs/codes), as Markdown; the title is its first line."""
    folder = data_folder("docs/codes")
    return {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("TW*.md")}


def _title(line: str) -> str:
    return line.lstrip("# ").partition(": ")[2]
