"""The parser and its messages: every syntax problem has a place, a code and a way out."""

from __future__ import annotations

import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from grammar_rules import NODES, TERMINALS
from tilewright.diagnostics import Diagnostics
from tilewright.source import MAX_BYTES, Source
from tilewright.syntax import ast, parser
from tilewright.syntax.builders import BUILDERS
from tilewright.syntax.parser import TopLevel, parse
from tilewright.syntax.repair.hints import context
from tilewright.syntax.repair.recovery import plain_names
from tilewright.syntax.run import MAX_NESTING
from tilewright.syntax.walk import walk

BAD = Path(__file__).parent / "bad" / "syntax"
SYNTAX = Path(parser.__file__).parent
CASES = sorted(path.stem for path in BAD.glob("*.tw"))


def parsed(text: str) -> tuple[list[TopLevel], Diagnostics]:
    """The tree of a text and its problems."""
    source = Source("card.tw", text)
    diagnostics = Diagnostics(source)
    return parse(source, diagnostics), diagnostics


def body(text: str) -> tuple[ast.Member, ...]:
    """The members of the one card that holds the lines of `text`, which must be sound."""
    (card,), diagnostics = parsed("card a\n" + "".join(f"  {line}\n" for line in text.split("\n")))
    assert list(map(str, diagnostics)) == []
    assert isinstance(card, ast.Card)
    return card.members


def amount(text: str) -> ast.Expr:
    """The expression `text` as the amount of a score."""
    (score,) = body(f"score {text}")
    assert isinstance(score, ast.Score)
    return score.amount


def codes(diagnostics: Diagnostics) -> list[str]:
    return [problem.code for problem in diagnostics]


def report(diagnostics: Diagnostics) -> str:
    lines = []
    for problem in diagnostics:
        line, column = problem.source.position(problem.span.start)
        lines.append(f"{line}:{column} {problem.code} {problem.message}\n    {problem.help}\n")
    return "".join(lines)


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_messages(name: str) -> None:
    """Each bad file gives the problems written beside it; ``UPDATE_GOLDEN=1`` rewrites them."""
    _, diagnostics = parsed((BAD / f"{name}.tw").read_text(encoding="utf-8"))
    golden = BAD / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        golden.write_text(report(diagnostics), encoding="utf-8")
    assert report(diagnostics) == golden.read_text(encoding="utf-8")
    assert diagnostics.has_errors


def test_every_code_has_a_bad_file() -> None:
    """No syntax code is without a file that shows it, and none is shown that does not exist."""
    known = set().union(*(re.findall(r"TW\d{3}", p.read_text("utf-8")) for p in SYNTAX.rglob("*.py")))
    shown = set().union(*(re.findall(r"TW\d{3}", p.read_text("utf-8")) for p in BAD.glob("*.txt")))
    assert known == shown
    assert known == {f"TW{number:03}" for number in range(1, 11)}


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_every_problem_has_help(name: str) -> None:
    """A problem says what to do about it, and neither text shows the parser's inner signs."""
    _, diagnostics = parsed((BAD / f"{name}.tw").read_text(encoding="utf-8"))
    for problem in diagnostics:
        assert problem.message and problem.help
        assert (problem.message + problem.help).isprintable()
        assert not re.search("''|_[A-Z]", problem.message + problem.help)


def test_every_terminal_has_a_plain_name() -> None:
    """No message can show what a terminal is called in the grammar, or the pattern it is."""
    names = plain_names(TERMINALS)
    assert {terminal.name for terminal in TERMINALS} <= set(names)
    for name in names.values():
        assert re.fullmatch(r"'[^'\\\\]+'( or '[a-z ]+')?|an? [a-zA-Z =>^.\"]+|the end of the [a-z]+", name), name


@pytest.mark.parametrize(
    ("above", "expected"),
    [
        ("card a", "score"),
        ("card a\n  for each x", "score"),
        ("card a\n  ability", "play"),
        ("card a\n  abilty\n    if x", "play"),
        ("game a", "game"),
        ("game a\n  piece x", "game"),
        ("game a\n  part x", "score"),
        ("game a\n  turn\n    choose one", "play"),
        ("game a\n  to x a y", "play"),
    ],
)
def test_context(above: str, expected: str) -> None:
    """A line is read as what scores, what is done or what is declared, by the lines around it."""
    text = above + "\n" + " " * 20 + "line\nother"
    assert context(text, text.index("line")) == expected


@pytest.mark.slow
@given(
    st.text(
        alphabet=st.sampled_from('ab for each 12\n\n  \t#"()=<>+-*/.,:;“”–≥≠\x01\x00\x85é'),
        max_size=80,
    )
)
@example("\n  a")
@example("  # c\n card a")
@example("card a\n  heights\n    \x85\n")
@example('card a\n  name en “"”')
def test_nothing_raises(text: str) -> None:
    """Any text at all gives a tree or problems, never an exception and never neither."""
    tree, diagnostics = parsed(text)
    assert tree or diagnostics.has_errors


@pytest.mark.slow
@given(st.text(max_size=60))
def test_nothing_raises_inside_a_card(text: str) -> None:
    """Any text as the body of a card gives problems whose places are in the text."""
    source = "card a\n  score 1\n  " + text
    _, diagnostics = parsed(source)
    for problem in diagnostics:
        assert 0 <= problem.span.start <= problem.span.end <= len(source) + 1


def test_a_good_file_has_no_problems() -> None:
    """What can be read is read: two cards, without a word of complaint."""
    tree, diagnostics = parsed("card a\n  score 1\n\n# between\ncard b\n  score 2\n")
    assert [card.id.text for card in tree if isinstance(card, ast.Card)] == ["a", "b"]
    assert codes(diagnostics) == []


def test_bad_lines_leave_holes() -> None:
    """A line that cannot be read is a hole; the lines around it and under it are still there."""
    (card,), diagnostics = parsed("card a\n  score 1\n  for eahc x\n    score 2\n  score 3\n")
    assert isinstance(card, ast.Card)
    first, hole, last = card.members
    assert isinstance(first, ast.Score) and isinstance(last, ast.Score)
    assert isinstance(hole, ast.Hole) and isinstance(hole.body[0], ast.Score)
    assert codes(diagnostics) == ["TW001"]


def test_a_bad_row_leaves_the_others() -> None:
    """One bad row of heights does not spoil the layout's other rows."""
    (card,), diagnostics = parsed("card a\n  heights\n    1 2\n    1 x\n    3 4\n")
    assert isinstance(card, ast.Card)
    (heights,) = card.members
    assert isinstance(heights, ast.Heights)
    assert [row.heights for row in heights.rows] == [(1, 2), (3, 4)]
    assert codes(diagnostics) == ["TW001"]


@pytest.mark.slow
def test_problems_of_one_sort_are_bounded() -> None:
    """A hostile file gives a bounded list of problems, whatever its sort of problem."""
    for line in (
        "\tscore 1\n",
        "  score “\n",
        "  score \x07\n",
        "    score 1\n  score 1\n",
        "  scroe\n",
    ):
        _, diagnostics = parsed("card a\n" + line * 2000)
        assert 0 < len(diagnostics.items) <= 60


def test_the_largest_file_of_comments_is_read() -> None:
    """A file as large as is allowed, nearly all of it comments, is parsed like any other."""
    comments = "# comment\n" * (MAX_BYTES // 10 - 4)
    tree, diagnostics = parsed("card a\n  score 1\n" + comments)
    assert len(tree) == 1
    assert codes(diagnostics) == []


@pytest.mark.parametrize(
    "deep",
    ["({})", "-{}", "their {}", "1 + {}", "larger of 1 and {}", "count of stacks where it is {}"],
)
def test_deep_nesting_is_refused_or_read(deep: str) -> None:
    """Nesting up to the limit is read, beyond it is TW007; nothing overflows the stack."""
    text = "points"
    for _ in range(8):
        text = deep.format(text)
    assert amount(text) is not None
    for _ in range(MAX_NESTING * 20):
        text = deep.format(text)
    _, diagnostics = parsed(f"card a\n  score {text}\n")
    assert codes(diagnostics) == ["TW007"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("height * 2", "height times 2"),
        ("1 if height is less than 2", "1 if height is fewer than 2"),
        ("larger of 1 and 2", "the larger of 1 and 2"),
        ("height read as 1: -2", "height read as 1: - 2"),
        ("1 if it is as tall or taller than it", "1 if it is as  tall or   taller than it"),
    ],
)
def test_synonyms(one: str, other: str) -> None:
    """Two ways to write a thing give the same tree, operators in words among them."""
    assert body(f"score {one}") == body(f"score {other}")


def test_words_that_begin_like_keywords() -> None:
    """A word may begin with a keyword, or be a keyword with a hyphen and more."""
    for word in ("timeset", "lesser", "larger-one", "scores", "ifs", "no-one", "tallerish"):
        (let,) = body(f"let {word} be 1")
        assert isinstance(let, ast.Let)
        assert let.name.text == word


@pytest.mark.parametrize(
    ("line", "same"),
    [
        ("score 1 for each stack beside an empty space", "score 1 for each stack beside a hollow space"),
        ("score 1 for each row with an empty space", "score 1 for each row with a hollow space"),
        (
            "score 1 for each stack where any neighbor is an empty corner",
            "score 1 for each stack where any neighbor is a hollow corner",
        ),
        ("score 1 if there is a turn where it is even", "score 1 if there is a hollow where it is even"),
        ("score 1 if there is a round where it is even", "score 1 if there is a hollow where it is even"),
    ],
)
def test_a_keyword_of_another_line_is_a_plain_word(line: str, same: str) -> None:
    """After an article, a word that is a keyword only behind the article of another kind of line is a word like any other."""
    shapes = [[type(node).__name__ for member in body(text) for node in walk(member)] for text in (line, same)]
    assert shapes[0] == shapes[1]


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("score 1 for each stack where it touched the border", "touched"),
        ("score 1 for each stack where it tops 2", "tops"),
        ("score 1 for each stack where it isles", "isles"),
        ("score 1 for each stack where it hashes", "hashes"),
        ("score 1 for each stack where it hasa shrine", "hasa"),
        ("score 1 for each stack where it isnot face-up", "isnot"),
        ("foreach stack", "foreach"),
        ("score 1 foreach stack", "foreach"),
        ("score 1 for each stack where it has-a shrine", "has-a"),
    ],
)
def test_a_keyword_ends_where_the_word_ends(line: str, word: str) -> None:
    """F75: a word is not cut at a keyword that it begins with: the whole word is what is not expected."""
    _, diagnostics = parsed(f"card a\n  {line}\n    score 1\n" if line == "foreach stack" else f"card a\n  {line}\n")
    (problem,) = diagnostics
    assert problem.source.slice(problem.span) == word
    assert problem.message in (f"did not expect '{word}' here", f"'{word}' is not allowed here")


def test_a_tab_is_as_wide_as_the_indentation_of_the_file() -> None:
    """Among lines that are indented by four spaces, a tab stands for four: only the tab is told."""
    _, diagnostics = parsed("card a\n    for each stack\n        score 1\n\tscore 2\n")
    assert codes(diagnostics) == ["TW003"]


def test_spans_do_not_move() -> None:
    """Problems after a repaired line stand where they stand in the file."""
    source = Source("card.tw", "card a\n  scroe 1\n  score “\n  score Foo\n")
    diagnostics = Diagnostics(source)
    parse(source, diagnostics)
    assert [source.slice(p.span) for p in diagnostics] == ["scroe", "“", "“", "Foo"]


def test_every_rule_has_one_builder() -> None:
    """The table of builders names each rule of the grammar that makes a node, and no other."""
    assert set(BUILDERS) == NODES


@pytest.mark.slow
def test_threads_do_not_disturb_one_another() -> None:
    """Six threads that parse at once find in each file what one thread finds there."""
    texts = [
        "card a\n    score 1\n  score 2\n" + "  score 3\n" * 20,  # a line that fits no block
        "card a\n    for each stack\n        score 1\n\tscore 2\n" + "    score 3\n" * 20,  # a tab of four
        "card a\n" + "  score 1\n" * 20,
    ] * 30

    def found(text: str) -> tuple[str, str]:
        tree, diagnostics = parsed(text)
        return repr(tree), report(diagnostics)

    alone = list(map(found, texts))
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)  # threads take turns within a parse
    try:
        with ThreadPoolExecutor(6) as threads:
            assert list(threads.map(found, texts)) == alone
    finally:
        sys.setswitchinterval(usual)
