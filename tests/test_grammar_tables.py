"""The tables of the parser: made from the grammar by Lark, and run as Lark itself would run them."""

from __future__ import annotations

import os
import pickle
import random
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import lark
import pytest

from tilewright.resources import data_folder
from tilewright.source import Span
from tilewright.syntax.indentation import Indentation, LimitError
from tilewright.syntax.lalr import BLOCKS, FILE, Token, UnexpectedCharacter, UnexpectedInput, UnexpectedToken
from tilewright.syntax.run import ParseNode, plain_tree

TOOLS = Path(__file__).parents[1] / "tools"
sys.path.insert(0, str(TOOLS))

from grammar_tables import LineEnds, tables, written  # noqa: E402

CARDS = data_folder("cards")
GRAMMAR = (data_folder("grammar") / "tilewright.lark").read_text(encoding="utf-8")
TEXTS = {
    path.name: path.read_text(encoding="utf-8")
    for folder in (CARDS, *(Path(__file__).parent / name for name in ("identity", "bad")))
    for path in sorted(folder.rglob("*.tw"))
}


@pytest.mark.slow
def test_the_tables_are_those_of_the_grammar() -> None:
    """The file is what `make grammar` writes, which is to be run after a change of the grammar."""
    assert (data_folder("grammar") / FILE).read_text(encoding="utf-8") == written(tables(GRAMMAR))


@pytest.mark.slow
def test_the_tables_are_the_same_in_every_process() -> None:
    """They do not depend on the order of sets, which the seed of hashing decides."""
    run = f"from grammar_tables import tables, written\nprint(written(tables({GRAMMAR!r})))"
    seeds = [os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": str(TOOLS)} for seed in ("1", "2")]
    one, other = (subprocess.check_output([sys.executable, "-c", run], env=seed) for seed in seeds)
    assert one == other


# ------------------------------------------------------------------ Lark, as a judge


def whole_words(terminal: lark.lexer.TerminalDef) -> None:
    """A keyword ends where the word ends: Lark alone would find `is` in `isles` where no word may stand."""
    word = terminal.pattern.value
    if terminal.pattern.type == "str" and re.fullmatch("[a-z][a-z-]*", word):
        terminal.pattern = lark.lexer.PatternRE(word + "(?![a-z0-9]|-[a-z0-9])")
        terminal.priority += 1  # it is still preferred to a word


@cache
def judge() -> lark.Lark:
    """Lark's own parser of the grammar."""
    return lark.Lark(
        GRAMMAR,
        parser="lalr",
        maybe_placeholders=True,
        postlex=LineEnds(),
        edit_terminals=whole_words,
        propagate_positions=lambda node: not (isinstance(node, lark.Token) and node.type in BLOCKS),
    )


def judged(text: str) -> object:
    """The tree of a text by Lark, or what stops it; blocks and bounds are ours in both."""
    session = judge().parse_interactive(text)

    def ours() -> Any:
        for token in session.lexer_thread.lex(session.parser_state):
            yield Token(token.type, str(token), token.start_pos, token.end_pos)

    last = Token("", "", 0, 0)
    try:
        for last in Indentation(text, []).process(ours()):
            session.feed_token(lark.Token(last.type, str(last), last.start, 0, 0, 0, 0, last.end))
        tree = session.feed_token(lark.Token("$END", "", last.start, 0, 0, 0, 0, last.end))
    except lark.UnexpectedToken as error:
        error.interactive_parser = session
        return str(error.token), error.token.start_pos, error.accepts or error.expected
    except lark.UnexpectedCharacters as error:
        return error.pos_in_stream
    except LimitError as limit:
        return limit.problem
    return plain(tree)


def plain(tree: Any) -> object:
    """A tree of Lark, or a part of one, as plain values."""
    if not isinstance(tree, lark.Tree):
        return tree and str(tree)
    span = Span(0, 0) if tree.meta.empty else Span(tree.meta.start_pos, tree.meta.end_pos)
    return str(tree.data), span, list(map(plain, tree.children))


def ours(text: str) -> object:
    """The same by our own parser."""
    try:
        return plain_node(plain_tree(text))
    except UnexpectedToken as error:
        return str(error.token), error.token.start, error.wanted
    except UnexpectedCharacter as error:
        return error.start
    except LimitError as limit:
        return limit.problem


def plain_node(node: Any) -> object:
    """A node, or a part of one, as plain values."""
    if not isinstance(node, ParseNode):
        return node and str(node)
    return node.name, node.span, list(map(plain_node, node.children))


@pytest.mark.slow
@pytest.mark.parametrize("name", TEXTS)
def test_texts_are_read_as_by_lark(name: str) -> None:
    """Files of packs and faulty ones have the tree that Lark gives, or stop where it stops, wanting the same."""
    assert ours(TEXTS[name]) == judged(TEXTS[name])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_changed_texts_are_read_as_by_lark(seed: int) -> None:
    """The same holds for texts in which words were exchanged, left out, put in or cut."""
    chance = random.Random(seed)
    words = sorted(
        {word for text in TEXTS.values() for word in text.split()} | {"(", "“", ":", '"', "\x01", "\x07", "3+"}
    )
    stopped = 0
    for _ in range(40):
        text = chance.choice(list(TEXTS.values()))
        for _ in range(chance.randint(1, 3)):
            at, to = sorted(chance.choices(range(len(text) + 1), k=2))
            put = (
                chance.choice((" ", "\n", "\n  ", "\n    ", "")) + chance.choice(words) + chance.choice((" ", " ", ""))
            )
            text = text[:at] + put + text[min(at + chance.choice((0, 0, 1, 5)), to) :]
        text += "\n"
        found = ours(text)
        assert found == judged(text), text
        stopped += not (isinstance(found, tuple) and found[0] == "start")
    assert stopped > 10


def test_the_judge_judges() -> None:
    """Lark, as it is asked here, reads a card, and stops at a wrong word and at a wrong sign."""
    read = judged("card a\n  score 1\n")
    assert isinstance(read, tuple) and read[0] == "start"
    assert judged("card a\n  scoer 1\n")[:2] == ("scoer", 9)  # type: ignore[index]
    assert judged("card a\n  score @@\n") == ours("card a\n  score @@\n")
    assert issubclass(UnexpectedToken, UnexpectedInput)


# ------------------------------------------------------------------ nothing of the cache is run


class _Runs:
    """A pickle of this writes a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (self.path,)


@pytest.mark.slow
def test_nothing_in_the_cache_folder_is_run(tmp_path: Path) -> None:
    """A pickle where an earlier version kept its tables is neither opened nor run."""
    folder, mark = tmp_path / "tilewright", tmp_path / "was-run"
    folder.mkdir()
    (folder / "grammar").write_bytes(b"\n".join([b"0" * 64, pickle.dumps(_Runs(mark))]))
    check = [sys.executable, "-m", "tilewright", "check", str(next(CARDS.rglob("game.tw")))]
    subprocess.run(check, env=os.environ | {"XDG_CACHE_HOME": str(tmp_path)}, check=True)
    assert not mark.exists()
    pickle.loads((folder / "grammar").read_bytes().partition(b"\n")[2])
    assert mark.exists()
