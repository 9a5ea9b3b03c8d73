"""`tilewright explain`."""

from __future__ import annotations

import json
import re
import textwrap
from functools import cache

import click

from tilewright.cli.output import CannotRun
from tilewright.diagnostics.nearest import did_you_mean
from tilewright.resources import data_folder

_LINK = re.compile(r"\[([^\]\n]+)\]\([^)\s]+\)")
_FENCE = re.compile(r"^```(?:(?:tw|game|yaml|console)\b)? ?(.*)\n((?:.*\n)*?)```\n?", re.MULTILINE)


@click.command(epilog="Example: tilewright explain TW203")
@click.argument("codes", nargs=-1, metavar="[CODE|language|files]...")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each code.")
def command(codes: tuple[str, ...], as_json: bool) -> None:
    """Explain problems by their codes.

    Pages without a code: the language, and files (positions, puzzles, records). Without an
    argument, list all.
    """
    known = pages()
    wanted = [code for written in codes for code in _codes(written, known)] or sorted(known)
    for code in wanted:
        if as_json:
            answer = {"format": "explain/1", "code": code, "title": title(known[code]), "page": known[code]}
            click.echo(json.dumps(answer, ensure_ascii=False))
        elif codes:
            click.echo(_shown(code, known[code]))
        else:
            click.echo(f"{code}: {title(known[code])}")


@cache
def pages() -> dict[str, str]:
    """The pages of the codes, the files and the language, as Markdown; the title is the first line."""
    folder = data_folder("docs")
    names = ("files.md", "language.md", "language-play.md")
    paths = [*folder.glob("codes/TW*.md"), *(folder / name for name in names)]
    return {path.stem: path.read_text(encoding="utf-8") for path in paths}


def title(page: str) -> str:
    """The first line of a page, without the code."""
    return page.partition("\n")[0].removeprefix("# ").rpartition(": ")[2]


def _codes(written: str, known: dict[str, str]) -> list[str]:
    """The pages that are meant: `language` means both of the language."""
    code = written.lower() if written.lower() in known else written.upper()
    if code not in known:
        hint = did_you_mean(code, known) or "run 'tilewright explain' for a list"
        raise CannotRun(f"there is no code '{written}'; {hint}")
    return [page for page in sorted(known) if page == code or page.startswith(f"{code}-")]


def _shown(code: str, page: str) -> str:
    """A page for a terminal: examples are indented under what they are an example of; no links."""
    head = click.style(f"{code}: {title(page)}", bold=True)
    return head + "\n" + _FENCE.sub(_example, _LINK.sub(r"\1", page.partition("\n")[2]))


def _example(fence: re.Match[str]) -> str:
    label = fence[1][:1].upper() + fence[1][1:] or "Example"
    if "." in fence[1]:  # the name of a file
        label = fence[1]
    return f"{click.style(label + ':', bold=True)}\n\n{textwrap.indent(fence[2], '    ')}"
