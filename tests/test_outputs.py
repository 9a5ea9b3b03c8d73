"""The formats of outputs are types, and the published schemas are written from them."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
from output_schemas import FOLDER, all_formats, name_of, schemas
from outputs_page import PAGE, page
from tilewright.cli.terminal import in_json
from tilewright.outputs.output import ABSENT, SPREAD, Output, exact, plain

SCHEMAS, OUTPUTS = schemas(), page()


class Sample(Output, format="sample/1"):
    """An output for tests."""

    class_: str
    more: int = ABSENT
    nothing: int | None = None
    boards: dict[str, str] = SPREAD
    last: object


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_published_schema_is_what_the_types_say(name: str) -> None:
    """After a change of a type: ``make schemas``."""
    assert (FOLDER / name).read_text("utf-8") == SCHEMAS[name]


def test_every_key_of_every_output_is_on_the_page() -> None:
    """After a change of a type: ``make schemas``. A key without a text below it is an error."""
    assert PAGE.read_text("utf-8") == OUTPUTS


def test_formats_have_different_names() -> None:
    """No two classes claim one format."""
    names = [name_of(one) for one in all_formats(Output)]
    assert len(names) == len(set(names))


def test_keys_are_written_in_the_order_of_the_fields() -> None:
    """Absent keys are left out, null stays, named boards are keys of the object, and an underscore is no part of a key."""
    sample = Sample(class_="a", boards={"realm": ". 3"}, last=[exact(Fraction(1, 3))])
    written = '{"format": "sample/1", "class": "a", "nothing": null, "realm": ". 3", "last": [{"fraction": "1/3", "decimal": 0.25}]}'
    assert in_json(sample).replace(str(1 / 3), "0.25") == written
    assert plain(sample) == json.loads(in_json(sample))
