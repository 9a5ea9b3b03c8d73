"""The examples in the docstrings of the public functions are run."""

from __future__ import annotations

import doctest

import pytest

import tilewright
from tilewright import api

EXAMPLES = [one for one in doctest.DocTestFinder(recurse=True).find(api) if one.examples]


@pytest.mark.slow
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: one.name.rsplit(".", 1)[-1])
def test_examples_of_docstrings(example: doctest.DocTest) -> None:
    """Each prints what its docstring says."""
    assert doctest.DocTestRunner().run(example).failed == 0


def test_every_public_function_has_an_example() -> None:
    """So that a program begins from a line that works."""
    functions = {name for name, module in tilewright._HOMES.items() if module == "api"}
    assert functions == {one.name.rsplit(".", 1)[-1] for one in EXAMPLES}
