"""docs/reference.md has every construct of the grammar, each with an example that uses it; docs/classes.md has their classes."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType

from tilewright.syntax import ast, game_ast, play_ast

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))
import classes  # noqa: E402
from grammar_rules import NODES  # noqa: E402
from reference import MEANINGS, PAGE, PARTS, written  # noqa: E402

TREES = (ast, game_ast, play_ast)
INNER = {"ast.JoinedPredicate"}
"""Classes whose nodes are built inside of those of a rule."""


def syntax_nodes(module: ModuleType) -> set[str]:
    """The names of the classes of nodes that a module defines and that are not the bases of others."""
    defined = [
        known for known in vars(module).values() if isinstance(known, type) and known.__module__ == module.__name__
    ]
    return {known.__name__ for known in defined if issubclass(known, ast.SyntaxNode) and not known.__subclasses__()}


def test_no_construct_of_the_grammar_is_missing() -> None:
    """Each rule that makes a node has a line of its own, or is known as a part of those that have one; and no other is listed."""
    listed = {node for section in MEANINGS.values() for node in section}
    assert NODES - listed - PARTS == set()
    assert (listed | PARTS) - NODES == set()
    assert listed & PARTS == set()


def test_the_page_is_the_one_that_the_grammar_gives() -> None:
    """`make grammar` writes it; after a change of the grammar or of the examples, run it again."""
    assert PAGE.read_text("utf-8") == written()


def test_the_page_of_classes_is_the_one_that_the_builders_give() -> None:
    """`make grammar` writes it, too; a class that is named there is one of the surface tree."""
    assert classes.PAGE.read_text("utf-8") == classes.written()


def test_every_class_of_the_surface_tree_is_on_the_page_of_classes() -> None:
    """None is left out, and what is named is a class of the tree, or its words."""
    nodes = {f"{module.__name__.rpartition('.')[2]}.{name}" for module in TREES for name in syntax_nodes(module)}
    named = set(re.findall(r"`(\w+\.\w+)`", classes.written()))
    assert nodes - named == INNER
    assert named <= nodes | {"ast.Word"}
