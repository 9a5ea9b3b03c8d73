"""What prove finds, as JSON, as text and as a position."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.loaded import LoadedRule
from tilewright.cli.report.answer import why_lines
from tilewright.cli.terminal import colored
from tilewright.draw import terminal
from tilewright.draw.picture import of_position
from tilewright.draw.text import beside
from tilewright.files.printing import print_position
from tilewright.meaning.exact import exact_seats
from tilewright.meaning.explained import explained
from tilewright.outputs.output import ABSENT
from tilewright.outputs.solving import ProofOutput
from tilewright.questions.proof import ProofAnswer
from tilewright.table.position import Position

if TYPE_CHECKING:
    from tilewright.solver.proof import Proof

GAP = 4
"""Between what stands side by side, in characters."""


def proof_output(pair: Sequence[LoadedRule], answer: ProofAnswer) -> ProofOutput:
    """The same as a line of JSON."""
    table = answer.proof.table
    one, other = (loaded.name for loaded in pair)
    return answer.output(one, other, ABSENT if table is None else position_text(pair, table, Path()))


def proof_lines(pair: Sequence[LoadedRule], answer: ProofAnswer) -> Iterator[str]:
    """The verdict and the boards it holds on; of a counterexample the boards, and what each of the two pays for."""
    proof = answer.proof
    one, other = map(label_of, pair)
    if proof.table is not None:  # each text is printed below, so that a letter is enough here
        one, other = (letter if loaded.fragment else loaded.name for loaded, letter in zip(pair, "AB", strict=True))
    yield f"{click.style(answer.verdict, bold=True)}: {answer.words(one, other)} ({proof.seconds:.2f} s)"
    if proof.table is not None:
        yield from ("", *_tables(proof.table), "", *_traces(pair, proof))


def label_of(loaded: LoadedRule) -> str:
    """What an argument is called in a sentence: its id, its number or its text."""
    plain = not loaded.fragment or loaded.name.isdecimal()
    return loaded.name if plain else f"'{loaded.name}'"


def _width() -> int:
    return max(40, shutil.get_terminal_size().columns)


def _tables(table: Position) -> list[str]:
    color = colored(sys.stdout)
    return beside([terminal(picture, color=color).split("\n") for picture in of_position(table)], _width(), GAP)


def _traces(pair: Sequence[LoadedRule], proof: Proof) -> list[str]:
    """What each of the two pays for, side by side."""
    assert proof.table is not None and proof.scores is not None
    half = (_width() - GAP) // 2
    blocks = []
    for loaded, points, letter in zip(pair, proof.scores, "AB", strict=True):
        lines = [f"{letter} pays {points}: {loaded.name}", *_trace(loaded, proof.table)]
        blocks.append([short for line in lines for short in textwrap.wrap(line, half, subsequent_indent="  ")])
    return beside(blocks, 2 * half + GAP, GAP)


def _trace(loaded: LoadedRule, table: Position) -> Iterator[str]:
    found = list(explained(loaded.rule, exact_seats(table)).reasons)
    geometry = table.players[0].board.geometry
    yield from (click.unstyle(line).strip() for line in why_lines(found, loaded.card.source, geometry))


def position_text(pair: Sequence[LoadedRule], table: Position, folder: Path) -> str:
    """A position file of a table; in play are those of the two cards that are found from that folder."""
    files = pair[0].pack.catalog(folder).files()
    known = [
        loaded.card.id
        for loaded in pair
        if loaded.card.source.path and (path := files.get(loaded.card.id)) and path.samefile(loaded.card.source.path)
    ]
    heads = [f"# {which}: {loaded.name}" for which, loaded in zip("AB", pair, strict=True)]
    position = Position(table.game, table.players, tuple(dict.fromkeys(known)), table.boards)
    return "\n".join([*heads, print_position(position)])
