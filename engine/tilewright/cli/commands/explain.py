"""`tilewright explain`."""

from __future__ import annotations

import re
import textwrap

import click

from tilewright.cli.args.completion import complete_codes
from tilewright.cli.echo import echo, echo_json
from tilewright.cli.errors import CannotRun
from tilewright.cli.report.pages import pages, title
from tilewright.diagnostics.nearest import did_you_mean

_LINK = re.compile(r"\[([^\]\n]+)\]\([^)\s]+\)")
_FENCE = re.compile(r"^```(?:(?:tw|game|yaml|console)\b)? ?(.*)\n((?:.*\n)*?)```\n?", re.MULTILINE)


@click.command(epilog="Example: tilewright explain TW203")
@click.argument("codes", nargs=-1, metavar="[CODE|language|files]...", shell_complete=complete_codes)
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
            echo_json(answer)
        elif codes:
            echo(_shown(code, known[code]))
        else:
            echo(f"{code}: {title(known[code])}")


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
