"""The formatter: one layout for every file, the same tree, no comment lost."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grammar_rules import NODES, TERMINALS, used
from tilewright.diagnostics import Diagnostics
from tilewright.resources import data_folder
from tilewright.source import MAX_BYTES, Source
from tilewright.syntax.formatter import format_source
from tilewright.syntax.parser import TopLevel, parse, tokens

CORPUS = sorted((Path(__file__).parent / "identity").glob("*.tw"))
CARDS = sorted(Path(str(data_folder("cards"))).rglob("*.tw"))
TEXTS = [path.read_text(encoding="utf-8") for path in CORPUS]


def tree(text: str) -> list[TopLevel]:
    """The tree of a text that must be sound but for tabs and word-processor characters."""
    source = Source("card.tw", text)
    diagnostics = Diagnostics(source)
    found = parse(source, diagnostics)
    assert {problem.code for problem in diagnostics} <= {"TW003", "TW004"}, list(map(str, diagnostics))
    return found


def formatted(text: str) -> str:
    """The layout of a text that must be formattable; it must be stable under itself."""
    diagnostics = Diagnostics(Source("card.tw", text))
    result = format_source(diagnostics.source, diagnostics)
    assert result is not None, list(map(str, diagnostics))
    assert diagnostics.items == []
    again = format_source(Source("card.tw", result), diagnostics)
    assert again == result
    return result


def split_comment(line: str) -> tuple[str, str]:
    """The code and the comment of a line."""
    found = re.fullmatch(r'((?:"[^"]*"|[^"#])*)(#.*)?', line)
    assert found is not None
    return found[1].rstrip(), found[2] or ""


def code_lines(text: str) -> list[str]:
    """The lines of code of a text, without comments."""
    return [code for code, _ in map(split_comment, text.split("\n")) if code]


def comments(text: str) -> list[str]:
    """The comments of a text, in their order."""
    return [comment for _, comment in map(split_comment, text.split("\n")) if comment]


@pytest.mark.slow
@pytest.mark.parametrize("path", [*CORPUS, *CARDS], ids=lambda path: path.stem)
def test_identity(path: Path) -> None:
    """The corpus and the shipped cards are in the canonical layout: they print back unchanged."""
    text = path.read_text(encoding="utf-8")
    assert formatted(text) == text


def test_the_corpus_has_every_rule() -> None:
    """Each rule and each terminal of the grammar occurs in the identity corpus."""
    assert NODES - set().union(*map(used, TEXTS)) == {"hole", "hole_card"}
    terminals = {terminal.name for terminal in TERMINALS}
    assert terminals - {token.type for text in TEXTS for token in tokens(text)} == {"HOLE"}


LAYOUTS = {
    "spaces between words": ("card   a\n  score  1   for each\tstack", "card a\n  score 1 for each stack\n"),
    "signs": ("card a\n  score (  1+2 )*-3 -4/5", "card a\n  score (1 + 2) * -3 - 4 / 5\n"),
    "comparisons": ("card a\n  score 1 if height>=2", "card a\n  score 1 if height >= 2\n"),
    "two signs": ("card a\n  score 1 - - 2", "card a\n  score 1 - -2\n"),
    "a minus after a modifier": (
        "card a\n  score count of stacks on floor 3 or  higher -2",
        "card a\n  score count of stacks on floor 3 or higher - 2\n",
    ),
    "tables": (
        "card a\n  score height read as 1 :2 ,3 or   more:- 5",
        "card a\n  score height read as 1: 2, 3 or more: -5\n",
    ),
    "times": ("card a\n  score height times 2", "card a\n  score height * 2\n"),
    "synonyms stay": (
        "card a\n  score 1 if height is fewer than 2",
        "card a\n  score 1 if height is fewer than 2\n",
    ),
    "indentation": (
        "card a\n   if height > 1\n        score 1\n   score 2",
        "card a\n  if height > 1\n    score 1\n  score 2\n",
    ),
    "tabs": ("card a\n\tif height > 1\n\t\tscore 1\n", "card a\n  if height > 1\n    score 1\n"),
    "word processor": (
        "card a\n  name fr “Château d’été”\n  score\u00a01 – 2 if height ≥ 3  # “so”\n",
        'card a\n  name fr "Château d’été"\n  score 1 - 2 if height >= 3  # “so”\n',
    ),
    "texts stay": ('card a\n  name  en   "a  #  b"\n', 'card a\n  name en "a  #  b"\n'),
    "blank lines": (
        "\n\n\ncard a\n\n\n  score 1\n\n\n\n  score 2\ncard b\n  score 1\n\n\n\ncard c\n  score 1\n\n\n",
        "card a\n  score 1\n\n  score 2\n\ncard b\n  score 1\n\ncard c\n  score 1\n",
    ),
    "white space at the end": ("card a  \n  score 1\t\n   \n", "card a\n  score 1\n"),
    "rows": (
        "card a\n  heights\n    1   0 10\n    . 2 3 # c\n\n    00 12 0\n",
        "card a\n  heights\n    1 .  10\n    . 2  3  # c\n\n    . 12 .\n",
    ),
    "rows of two layouts": (
        "card a\n  heights\n    10 1\n    1 1\ncard b\n  heights\n    1 0\n    2 2\n",
        "card a\n  heights\n    10 1\n    1  1\n\ncard b\n  heights\n    1 .\n    2 2\n",
    ),
    "comments": (
        "#one\n#! two\n### three\n#\n#\tfour\ncard a#five\n  score 1 #   six  \n",
        "# one\n#! two\n### three\n#\n#\tfour\ncard a  # five\n  score 1  #   six\n",
    ),
    "comments between cards": (
        "card a\n  score 1\n# b\n\n# c\ncard b\n  score 1\n# end",
        "card a\n  score 1\n\n# b\n\n# c\ncard b\n  score 1\n\n# end\n",
    ),
    "comments at the start of a block": (
        "card a\n# x\n\n        # y\n  score 1\n",
        "card a\n  # x\n\n  # y\n  score 1\n",
    ),
    "comments at the end of blocks": (
        "card a\n   for each x\n      if x > 1\n          score 1\n"
        "               # deeper\n          # in if\n        # in for each\n    # in card\n # margin\n          # late\n"
        "card b\n   score 1\n   # in b\n",
        "card a\n  for each x\n    if x > 1\n      score 1\n"
        "      # deeper\n      # in if\n    # in for each\n  # in card\n\n# margin\n# late\n"
        "card b\n  score 1\n  # in b\n",
    ),
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_layout(name: str) -> None:
    """A text in any layout comes out in the canonical one, with the same tree."""
    before, after = LAYOUTS[name]
    assert formatted(before) == after
    if name != "word processor":  # the signs there are read as near ones until they are replaced
        assert tree(before) == tree(after)


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("card a\n  scroe 1\n", {"TW001"}),
        ("card a\n\tscore “\n", {"TW003", "TW004", "TW009"}),
        ("card a\n  score 1\x07\n", {"TW002"}),
        ("card a\n    score 1\n  score 2\n   score 3\n", {"TW005"}),
        ("# nothing\n", {"TW010"}),
        ("card a\n  score 1 if height <≥ 3\n", {"TW004"}),
    ],
)
def test_what_cannot_be_read_is_refused(text: str, codes: set[str]) -> None:
    """A file with a syntax problem is not formatted, and its problems are reported."""
    diagnostics = Diagnostics(Source("card.tw", text))
    assert format_source(diagnostics.source, diagnostics) is None
    assert {problem.code for problem in diagnostics} == codes


def messed_up(text: str, random: Random) -> str:
    """The text in another layout, with comments put in; its tree stays the same."""
    unit = random.choice([" ", "  ", "   ", "      ", "\t", " \t"])
    lines = []
    for line in text.split("\n"):
        code, comment = split_comment(line)
        lines += [_stray_line(random) for _ in range(random.choice([0, 0, 0, 1, 2]))]
        if code:
            body = code.lstrip()
            comment = comment or random.choice(["", "", "#new", "# a comment  "])
            depth = (len(code) - len(body)) // 2
            lines.append(unit * depth + _respaced(body, random) + random.choice(["", " ", "\t"]) + comment)
        else:
            lines.append(" " * random.randrange(9) + comment if random.random() < 0.8 else comment)
    return "\n".join(lines) + random.choice(["", "\n", "\n\n"])


def _stray_line(random: Random) -> str:
    return random.choice(["", "   ", "\t"]) + random.choice(["", "", " " * random.randrange(12) + "#stray"])


def _respaced(body: str, random: Random) -> str:
    """A line of code with other spaces between its words, or none where none is needed."""
    pieces = re.split(r'("[^"]*")', body)
    for i in range(0, len(pieces), 2):
        spaced = re.sub(r" ?([=<>!+*/(),:]+) ?", lambda found: _around(found, random), pieces[i])
        pieces[i] = re.sub(" +", lambda _: random.choice([" ", "  ", "   "]), spaced)
    return "".join(pieces).lstrip()


def _around(found: re.Match[str], random: Random) -> str:
    return found[0] if random.random() < 0.4 else random.choice(["", " "]).join(["", found[1], ""])


@pytest.mark.slow
@settings(deadline=None)
@given(st.sampled_from(TEXTS), st.randoms(use_true_random=False))
def test_any_layout_comes_out_the_same(text: str, random: Random) -> None:
    """However a file was laid out, its code lines are canonical, its tree and comments kept."""
    messy = messed_up(text, random)
    result = formatted(messy)
    assert tree(messy) == tree(text) == tree(result)
    assert [line.split() for line in code_lines(result)] == [line.split() for line in code_lines(text)]
    assert len(comments(result)) == len(comments(messy))
    plain = [re.sub(r"[#\s]", "", comment) for comment in comments(messy)]
    assert [re.sub(r"[#\s]", "", comment) for comment in comments(result)] == plain


@pytest.mark.slow
@settings(deadline=None)
@given(st.sampled_from(TEXTS), st.randoms(use_true_random=False))
def test_layout_rules(text: str, random: Random) -> None:
    """No trailing space, tab indentation or double blank line; one blank line before each card."""
    result = formatted(messed_up(text, random))
    assert not re.search(r"[ \t]\n|\n\n\n|^\s|\n\n\Z|\n(  )* \S", result)
    assert result.endswith("\n")
    assert not re.search(r"\n +[^\n]*\n\S", result)


@pytest.mark.slow
@given(st.text(alphabet=st.sampled_from('ab for each 12\n\n  \t#"()=<>+-*/.,:;“”–≥≠\x01\x85é'), max_size=80))
def test_nothing_raises(text: str) -> None:
    """Any text is either formatted, and stays as it is then, or refused with problems."""
    source = Source("card.tw", "card a\n  score 1\n  " + text)
    diagnostics = Diagnostics(source)
    result = format_source(source, diagnostics)
    assert (result is None) == diagnostics.has_errors
    if result is not None:
        assert formatted(result) == result


@pytest.mark.slow
def test_the_largest_file_of_comments() -> None:
    """A file as large as is allowed, nearly all of it comments, keeps every one of them."""
    count = MAX_BYTES // 10 - 4
    result = formatted("card a\n  score 1\n" + "  #comment\n" * count)
    assert result == "card a\n  score 1\n" + "  # comment\n" * count
