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
from tilewright.cli.report.score import why_lines
from tilewright.cli.terminal import colored
from tilewright.draw import terminal
from tilewright.draw.picture import of_position
from tilewright.draw.styles import beside
from tilewright.files.printing import print_position
from tilewright.meaning.exact import exact_seats
from tilewright.meaning.explained import explained
from tilewright.outputs.output import ABSENT
from tilewright.outputs.solving import ProofOutput
from tilewright.table.position import Position

if TYPE_CHECKING:
    from tilewright.solver.proof import Proof, TableScope

GAP = 4
"""Between what stands side by side, in characters."""


def proof_output(pair: Sequence[LoadedRule], proof: Proof, at_most: bool) -> ProofOutput:
    """The same as a line of JSON."""
    output = ProofOutput(
        verdict=proof.verdict,
        cards=[loaded.name for loaded in pair],
        at_most=at_most,
        seconds=round(proof.seconds, 3),
    )
    if proof.table is not None and proof.scores is not None:
        own, *others = (repr(player.board) for player in proof.table.players)
        output.scores, output.smallest, output.others = proof.scores, proof.smallest, others or ABSENT
        output.board = {pair[0].pack.game.own_place.name: own}
        output.position = position_text(pair, proof.table, Path())
    return output


def proof_lines(pair: Sequence[LoadedRule], proof: Proof, at_most: bool) -> Iterator[str]:
    """The verdict and the boards it holds on; of a counterexample the boards, and what each of the two pays for."""
    one, other = (letter if loaded.fragment else loaded.name for loaded, letter in zip(pair, "AB", strict=True))
    board = pair[0].pack.game.own_place.name
    seconds = f"({proof.seconds:.2f} s)"
    if proof.verdict == "equal":
        one, other = map(label_of, pair)
        claim = f"{one} never pays more than {other}" if at_most else f"{one} and {other} pay the same"
        yield f"{click.style('proved', bold=True)}: {claim} on any {board} up to {reach(proof)} {seconds}"
    elif proof.table is None or proof.scores is None:
        proved = f"proved up to {reach(proof)}" if proof.settled else "nothing proved"
        yield f"{click.style('unknown', bold=True)}: no difference found, {proved}; time ran out {seconds}"
    else:
        does = "it does" if at_most else "they differ"
        smallest = f"the smallest {board} on which {does}" if proof.smallest else "there may be a smaller one"
        verdict = "more" if at_most else "different"
        yield f"{click.style(verdict, bold=True)}: {one} pays {proof.scores[0]}, {other} pays {proof.scores[1]}; {smallest} {seconds}"
        yield from ("", *_tables(proof.table), "", *_traces(pair, proof))


def reach(proof: Proof) -> str:
    """How far a proof goes: the largest board that is settled, and the stacks."""
    rows, columns = (max(getattr(scope.geometry, side) for scope in proof.settled) for side in ("rows", "columns"))
    return f"{rows} x {columns}, stacks up to {proof.settled[0].height}"


def extent(scope: TableScope) -> str:
    """The size of a scope and, where it matters, its players."""
    players = f" for {scope.players} players" if scope.players > 1 else ""
    return f"{scope.geometry.rows} x {scope.geometry.columns}{players}"


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
