"""The quick look whether a file fits its schema says what jsonschema says."""

from __future__ import annotations

import copy
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cards import pack
from cases import mostly_slow
from tilewright.diagnostics import Diagnostics
from tilewright.files.schema import Structure, conforms, structure, words_of
from tilewright.files.yaml_tree import plain, read_tree
from tilewright.resources import data_folder
from tilewright.source import Source

KINDS = ("pack", "position", "puzzle", "record")
ODD: tuple[Any, ...] = (None, 0, -1, 7, 10**9, "", "x", "Two words", "true", "dragon-castle", "x" * 300, [], {}, [1, 1])


def structures(kind: str) -> list[Structure]:
    """The published structure of a kind, and the one for a game."""
    return [structure(kind), *([structure(kind, words_of(pack().game))] if kind != "pack" else [])]


def values(kind: str) -> list[Any]:
    """The files of a kind in the packs and among the faulty ones, as plain values."""
    name = "pack.yaml" if kind == "pack" else f"*.{kind}.yaml"
    folders = (data_folder("cards"), Path(__file__).parent)
    texts = [path.read_text("utf-8", "replace") for folder in folders for path in sorted(folder.rglob(name))]
    trees = (read_tree(source, Diagnostics(source)) for source in (Source("x", text) for text in texts))
    return [plain(tree) for tree in trees if tree is not None]


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every list and mapping in a value, with each of its keys."""
    own = list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    return [(value, key) for key, _ in own] + [place for _, part in own for place in places(part)]


def changed(value: Any, chance: random.Random) -> Any:
    """A value with some parts replaced, left out, doubled or added."""
    value = copy.deepcopy(value)
    for _ in range(chance.randint(1, 3)):
        if not (found := places(value)):
            return value
        owner, key = chance.choice(found)
        match chance.randrange(5):
            case 0 | 1:
                owner[key] = copy.deepcopy(chance.choice(ODD))
            case 2:
                del owner[key]
            case 3 if isinstance(owner, list):
                owner.append(copy.deepcopy(owner[key]))
            case 3:
                owner["more"] = copy.deepcopy(owner[key])
            case _ if isinstance(owner, list):
                owner[:] = owner * 60
            case _:
                owner.update({f"more{n}": 1 for n in range(30)})
    return value


@pytest.mark.slow
@pytest.mark.parametrize("kind", mostly_slow(KINDS))
def test_it_agrees_with_jsonschema(kind: str) -> None:
    """Of files and of changed files both say the same, for the published schema and for that of a game."""
    chance = random.Random(kind)
    samples = values(kind)
    assert samples
    verdicts = {True: 0, False: 0}
    for sample in samples[:40] * (1 + 40 // len(samples)):
        for value in (sample, *(changed(sample, chance) for _ in range(8))):
            for wanted in structures(kind):
                fits = not any(wanted.validator.iter_errors(value))
                assert conforms(value, wanted.schema, wanted.schema) == fits, value
                verdicts[fits] += 1
    assert min(verdicts.values()) > 10


def test_an_unknown_keyword_is_left_to_jsonschema() -> None:
    """Of a schema with a keyword that is not known here it never says that a value fits."""
    schema = {"type": "string", "anyOf": [{"minLength": 1}]}
    assert not conforms("x", schema, schema)
    assert list(Structure(schema).faults("x")) == []
    assert [fault.rule for fault in Structure(schema).faults("")] == ["anyOf"]


@pytest.mark.slow
def test_sound_files_do_not_load_jsonschema() -> None:
    """Checking the packs, which are sound, does not import jsonschema."""
    run = (
        "import sys\nfrom click.testing import CliRunner\nfrom tilewright.cli.commands.check import command\n"
        f"result = CliRunner().invoke(command, ['--no-cache', {str(data_folder('cards'))!r}])\n"
        "assert result.exit_code == 0, result.output\n"
        "assert 'jsonschema' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", run], check=True)
