"""Texts from strangers: bombs, damage and noise give diagnostics, never an exception."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from file_texts import DRAGON, KNOWN, POSITION, PUZZLE, RECORD, problems_of
from tilewright.diagnostics import Diagnostics
from tilewright.files.positions import read_position, read_puzzle
from tilewright.files.reader import read_imprint
from tilewright.files.records import read_record
from tilewright.source import Source, Unreadable, read_source

SNIPPETS = [
    "[",
    "]",
    "{",
    "}",
    "- ",
    ": ",
    "? ",
    "|",
    ">",
    "&a ",
    "*a",
    "!!x ",
    "'",
    '"',
    "\\",
    "#",
    "%",
    "@",
    "\t",
    "\n",
    "---\n",
    "...\n",
    "\x00",
    "\x1b",
    "\u2028",
    "\ufeff",
    "\ud800",
    "😀",
    "9" * 12,
    "M9",
    "tilewright: 1\n",
    "players:\n",
    "<<: ",
    "~",
    "\r",
    " " * 30,
    "kind: turns\n",
    "^",
    "M3^^",
]


def _value_or_reasons(text: str) -> None:
    """Either a value or errors that lie within the text; never an exception."""
    source = Source("f", text)
    for read in (read_position, read_puzzle):
        diagnostics = Diagnostics(source)
        assert (read(source, DRAGON, diagnostics, KNOWN) is None) == diagnostics.has_errors
        assert all(0 <= d.span.start <= d.span.end <= len(text) for d in diagnostics)
        assert all("\n" not in d.message + d.help for d in diagnostics)
    diagnostics = Diagnostics(source)
    record = read_record(source, DRAGON, diagnostics, KNOWN)
    assert (record is None) == diagnostics.has_errors
    diagnostics = Diagnostics(source)
    assert (read_imprint(source, diagnostics) is None) == diagnostics.has_errors
    problems_of(source)


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(st.text(st.one_of(st.characters(), st.sampled_from("[]{}:-|>&*!'\"#%\n\t ")), max_size=60))
def test_any_text_gives_a_value_or_reasons(text: str) -> None:
    """No text, however odd, is answered with an exception."""
    _value_or_reasons(text)
    _value_or_reasons("tilewright: position/2\ngame: dragon-castle\n" + text)
    _value_or_reasons("tilewright: record/1\ngame: dragon-castle\n" + text)


@pytest.mark.slow
@settings(max_examples=250, deadline=None)
@given(
    st.sampled_from([POSITION, PUZZLE, RECORD]),
    st.lists(
        st.tuples(st.floats(0, 1), st.integers(0, 12), st.sampled_from(["", *SNIPPETS])),
        min_size=1,
        max_size=4,
    ),
)
def test_a_damaged_file_gives_a_value_or_reasons(text: str, damage: list[tuple[float, int, str]]) -> None:
    """Cutting and pasting in a sound file never leads to an exception."""
    for where, length, snippet in damage:
        start = int(where * len(text))
        text = text[:start] + snippet + text[start + length :]
    _value_or_reasons(text)


@pytest.mark.slow
@pytest.mark.parametrize(
    "part",
    [
        "[" * 10_000,
        "{a: " * 10_000,
        "- " * 10_000,
        "a: &a [1]\n" + "b: *a\n" * 1000,
        "".join(f"k{i}: 1\n" for i in range(20_000)),
        "cards: [" + "a, " * 20_000 + "]\n",
        "cards: [" + "".join(f"{{a: {i}}}, " for i in range(4000)) + "]\n",
        "\t\n" * 20_000,
        'x: "\\uDEAD"\n',
        'x: "\\U00110000"\n',
        "x: " + "9" * 5000,
        "? [a, b]\n: 1\n",
        "<<: {a: 1}\n",
        "players: [" + "{name: a, realm: 'z z z'}, " * 2000 + "]\n",
        "realm: " + "A/" * 50_000,
        "players: [A]\nturns:\n" + "- A: x\n" * 5000,
        "players: [A]\nturns: [{A: '" + "x;" * 50_000 + "'}]\n",
        "players: [A, B]\nseed: 1\ncastle: keep\ncards: []\nturns:\n" + ("- A: " + "x;" * 900 + "\n") * 6,
        "players: [A]\nresult: {scores: {" + "".join(f"P{i}: 1, " for i in range(5000)) + "}}\n",
    ],
    ids=lambda part: part[:12],
)
def test_hostile_files_are_refused(part: str) -> None:
    """Bombs of every sort give a moderate number of errors and no value."""
    for header in ("tilewright: position/2\n", "tilewright: puzzle/1\n", "tilewright: record/1\n", ""):
        source = Source("f", header + "game: dragon-castle\n" + part)
        for read in (read_position, read_puzzle, read_record):
            diagnostics = Diagnostics(source)
            assert read(source, DRAGON, diagnostics, KNOWN) is None
            assert 1 <= len(diagnostics.items) <= 500


def test_a_file_with_a_nul_byte_is_not_read(tmp_path: Path) -> None:
    """A binary file stops before YAML is tried."""
    path = tmp_path / "x.position.yaml"
    path.write_bytes(b"tilewright: position/2\0")
    assert isinstance(read_source(str(path)), Unreadable)
