"""What users read is plain American English: the words of `tools/dialect.py` are kept out of it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))
from dialect import DIALECT, instead  # noqa: E402
from strings import of_markdown, of_python, of_schema, of_typescript, texts  # noqa: E402


def test_no_string_of_a_user_is_in_dialect() -> None:
    """Messages, help, documents and the studio."""
    found = [(str(text), *one) for text in texts() for one in instead(text.text)]
    assert not found, "\n".join(f"{where}\n  '{said}': {better}" for where, said, better in found)


@pytest.mark.parametrize(
    "text",
    [
        "'per' is not said here",
        "this is said of groups and lines",
        "a text stands in double quotes",
        "it comes to the same for every one of them",
        "scores -0.4 beside the mean of the others",
        "it has to be spoken of before, as in 'for each opponent'",
        "several are parted by semicolons",
        "'shrines' are several; here it is about one",
        "Mend all that can hardly mean anything else",
        "6 placements are as good, and no others",
        "12 points, the most there is",
        "game.position.yaml is there already",
        "the value is computed anew",
        "usually the key is misspelt",
        "which sorts of pieces a pool can hold",
        "a kind of another sort",
        "the graph is found inside of the compiled game",
        "parts are maximised separately",
        "situations that go on alike are one stop",
        "the statements that are under way",
        "284 texts are understood and rightly judged",
        "plays many games on at random",
        "'stone' holds for none",
        "and 12 moves more",
        "; this surely wins",
        "a warning becomes an error, or the other way round",
    ],
)
def test_the_list_knows_what_was_printed_once(text: str) -> None:
    """Sentences that were printed, and that no native speaker would print, are found."""
    assert instead(text)


@pytest.mark.parametrize(
    "text",
    [
        "a card that stands alone",
        "stack beside a shrine",
        "the course of the game",
        "a message can be told apart by its code",
        "if there are several, name one with --game",
        "the model is as good as a handwritten one",
        "sort the list by score",
        "the result is computed again",
        "a center, a color and a neighbor",
    ],
)
def test_what_a_native_speaker_prints_is_let_through(text: str) -> None:
    """The patterns are no wider than the wrong uses."""
    assert not instead(text)


def test_all_sorts_of_strings_are_listed(tmp_path: Path) -> None:
    """Messages with placeholders, help of commands, prose without examples, texts of the studio; nothing else."""
    python = tmp_path / "a.py"
    python.write_text(
        '"""A docstring of words."""\n@click.command()\ndef command():\n    """What it does."""\n'
        "    raise Bad(f\"no {what} here, {'one two' if x else ''}\", r'a pattern of words')\n",
        "utf-8",
    )
    assert {(text.kind, text.text) for text in of_python(python)} == {
        ("command", "What it does."),
        ("message", "no {} here, {}"),
        ("message", "one two"),
    }
    page = tmp_path / "a.md"
    page.write_text("# A title\n\nOne line\nand `code`.\n\n```\nan example of output\n```\n- an item here\n", "utf-8")
    assert [text.text for text in of_markdown(page)] == ["# A title", "One line and `...`.", "- an item here"]
    schema = tmp_path / "a.json"
    schema.write_text('{"title": "A title", "properties": {"a": {"description": "it says \\"so\\""}}}\n', "utf-8")
    assert [text.text for text in of_schema(schema)] == ["A title", 'it says "so"']
    source = tmp_path / "a.ts"
    source.write_text('// a comment of "words here"\nconst x = `hello ${name} there`; const y = "id";\n', "utf-8")
    assert [text.text for text in of_typescript(source)] == ["hello {} there"]
    assert len(DIALECT) > 30
