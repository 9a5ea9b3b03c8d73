"""The JSON Schemas of all formats, as published and as filled in for one game."""

from __future__ import annotations

import json
from functools import cache

import pytest
from jsonschema import Draft202012Validator

from file_texts import DRAGON, LAYOUT_PUZZLE, POSITION, PUZZLE, RECORD, TURNS_PUZZLE
from tilewright.diagnostics import Diagnostics
from tilewright.files.schema import game_schema, published, words_of
from tilewright.files.yaml_tree import Map, plain, read_tree
from tilewright.resources import data_folder
from tilewright.source import Source

MORE = {
    "solution-1": {"format": "solution/1", "file": "-", "status": "infeasible", "realm": None, "reasons": ["why"]},
    "fmt-1": {"format": "fmt/1", "file": "-", "changed": True, "text": "dragon x"},
    "layout-1": {"format": "layout/1", "class": "castle", "status": "infeasible", "reasons": ["why"]},
}
SCHEMAS = sorted(path.name.removesuffix(".schema.json") for path in data_folder("schemas").glob("*.json"))
NUMBERS = {"mean": 3, "sd": 0, "min": 3, "q1": 3, "median": 3, "q3": 3, "max": 3}
OUTPUTS = {
    "equilibrium-1": {
        "format": "equilibrium/1",
        "game": "g",
        "value": "points",
        "players": ["Ada", "Bo"],
        "worth": [{"fraction": "1/2", "decimal": 0.5}, {"decimal": -0.5}],
        "exact": False,
        "secret": True,
        "moves": [{"move": "a", "worth": {"decimal": 0.5}}],
        "states": 9,
        "mixes": [{"player": "Ada", "answers": [{"answer": "bid 1", "chance": {"fraction": "1", "decimal": 1.0}}]}],
        "gap": 0.0,
        "symmetric": False,
        "several": False,
        "exploited": [{"strategy": "random", "loses": {"decimal": 0.5}}],
    },
    "check-1": {
        "format": "check/1",
        "file": "a.tw",
        "diagnostics": [
            {
                "code": "TW203",
                "severity": "error",
                "message": "m",
                "line": 3,
                "column": 9,
                "endLine": 3,
                "endColumn": 14,
                "help": "",
            }
        ],
    },
    "score-1": {
        "format": "score/1",
        "file": "-",
        "winners": ["Ada"],
        "players": [{"name": "Ada", "total": 27, "parts": {"points": 11, "harmony": 16}}],
    },
    "solution-1": {
        "format": "solution/1",
        "file": "-",
        "status": "optimal",
        "score": 17,
        "bound": 17,
        "parts": {"points": 17},
        "realm": ". M3 | 2^ .",
        "solutions": 1,
        "seconds": 0.21,
    },
    "hint-1": {"format": "hint/1", "file": "-", "row": 2, "loss": 1, "column": 2, "what": "M3^"},
    "attempt-1": {
        "format": "attempt/1",
        "file": "-",
        "score": 3,
        "parts": {"shrines": 3},
        "faults": [],
        "reached": True,
        "realm": ". M3",
        "short": 0,
    },
    "take-1": {"format": "take/1", "file": "-", "number": 1, "take": "take 1,1", "score": 3, "turns": ["take 1,1"]},
    "turns-hint-1": {
        "format": "turns-hint/1",
        "file": "-",
        "gains": [0, 3],
        "loss": 1,
        "move": "take 1,1",
        "take": "a",
    },
    "line-1": {
        "format": "line/1",
        "file": "-",
        "status": "optimal",
        "bound": 9,
        "score": 9,
        "parts": {"points": 3},
        "turns": ["take 2,4; pair", "take 3,1"],
        "seconds": 0.5,
    },
    "placement-1": {"format": "placement/1", "file": "-", "number": 1, "realm": ". M3 | 2^ ."},
    "measure-1": {
        "format": "measure/1",
        "file": "-",
        "measure": "openings",
        "goal": "most",
        "over": "fillings",
        "status": "optimal",
        "value": 4,
        "bound": 4,
        "castle": "1 .",
        "seconds": 0.5,
    },
    "completion-1": {
        "format": "completion/1",
        "file": "-",
        "areas": [
            {"area": "0,1 city", "status": "possible", "tiles": [{"tile": "E>", "at": "0,2"}], "reason": ""},
            {"area": "0,0 road", "status": "never", "tiles": [], "reason": "no remaining tile fits at 1,0"},
        ],
        "gaps": ["1,0"],
    },
    "greatest-1": {
        "format": "greatest/1",
        "game": "g",
        "sort": "city",
        "counting": "",
        "size": 2,
        "bound": 2,
        "tiles": [{"tile": "E", "at": "0,0"}, {"tile": "Ev", "at": "-1,0"}],
    },
    "pool-1": {
        "format": "pool/1",
        "file": "-",
        "measure": "count of stones",
        "goal": "least",
        "where": "points >= 3",
        "pool": "hoard",
        "status": "optimal",
        "content": "R B 5Y",
        "line": ["choose wizard", "blend"],
        "value": 7,
        "bound": 7,
        "unique": None,
        "seconds": 0.4,
    },
    "rectangle-1": {
        "format": "rectangle/1",
        "game": "g",
        "rows": 1,
        "columns": 1,
        "status": "possible",
        "reason": "",
        "tiles": [{"tile": "E", "at": "0,0"}],
    },
    "laying-1": {
        "format": "laying/1",
        "file": "-",
        "worth": "points",
        "status": "optimal",
        "score": 2,
        "bound": 2,
        "unique": None,
        "solutions": None,
        "answers": [[{"tile": "E", "at": "0,1"}]],
        "maps": 9,
    },
    "contest-1": {
        "format": "contest/1",
        "file": "-",
        "worth": "points",
        "players": ["Ada", "Bo"],
        "worths": [3, 1],
        "line": [{"player": "Ada", "move": "choose 0,1"}],
        "unique": True,
        "lines": None,
        "states": 9,
        "firsts": [{"move": "choose 0,1", "worths": [3, 1]}],
    },
    "game-value-1": {
        "format": "game-value/1",
        "file": "hex",
        "players": ["Ada", "Bo"],
        "player": "Ada",
        "payoff": "win",
        "proved": True,
        "result": "win",
        "low": 1,
        "high": 1,
        "values": [1, -1],
        "line": [{"player": "Ada", "move": "to 2,2"}],
        "end": True,
        "depth": 5,
        "positions": 1070,
        "stored": 303,
        "stopped": None,
    },
    "bounds-1": {"format": "bounds/1", "card": "knowledge", "min": 0, "max": 22, "status": "optimal"},
    "verify-1": {
        "format": "verify/1",
        "game": "g",
        "players": ["1", "2"],
        "seed": 0,
        "perft": [{"decisions": 1, "positions": 9, "over": 0, "lines": 9}],
        "complete": False,
    },
    "trace-1": {
        "format": "trace/1",
        "game": "g",
        "lines": [
            {
                "turn": 0,
                "player": "Ada",
                "file": "game.tw",
                "line": 3,
                "statement": "gain 1 coins",
                "done": False,
                "notes": ["why"],
            }
        ],
    },
    "odds-1": {
        "format": "odds/1",
        "game": "g",
        "goal": "count of stacks",
        "asked": "number",
        "exact": True,
        "value": {"fraction": "7/2", "decimal": 3.5},
        "moves": [{"move": "a", "value": {"fraction": "7/2", "decimal": 3.5}, "line": ["a", "b"]}],
        "margin": {"fraction": "1", "decimal": 1.0},
        "states": 9,
        "with": {
            "card": "c",
            "value": {"fraction": "4", "decimal": 4.0},
            "difference": {"fraction": "1/2", "decimal": 0.5},
        },
    },
    "turns-1": {
        "format": "turns/1",
        "game": "g",
        "goal": "3 > 2",
        "turns": 3.087020,
        "beginnings": 3,
        "with": {"card": "c", "turns": 2.0, "difference": -1.08702},
    },
    "fmt-1": {"format": "fmt/1", "file": "a.tw", "changed": True},
    "boards-1": {"format": "boards/1", "file": "-", "boards": [{"title": "Ada", "board": ". M3 | 2^ ."}]},
    "explain-1": {"format": "explain/1", "code": "TW101", "title": "t", "page": "# TW101: t"},
    "simulation-1": {
        "format": "simulation/1",
        "game": "g",
        "players": ["random"],
        "rotate": False,
        "cards": [],
        "layouts": {"board": "id"},
        "seed": 0,
        "rules": "f00",
        "version": "1",
    },
    "balance-1": {
        "format": "balance/1",
        "setting": {
            "game": "g",
            "players": ["random", "greedy"],
            "rotate": True,
            "cards": [],
            "layouts": {},
            "seed": 0,
            "cap": 5000,
            "rules": "f00",
            "version": "1",
        },
        "looks": [20, 40],
        "cards": [
            {
                "card": "mine",
                "class": "dragon",
                "look": 1,
                "games": 0,
                "unended": 20,
                "length": None,
                "bots": [
                    {"bot": "random", "known": False, "touched": None, "still": []}
                    | dict.fromkeys(["paid", "uses", "points", "wins", "passive", "active"])
                ],
                "most": None,
                "rank": None,
                "verdict": "unknown",
                "words": "not known",
                "reason": "random has finished no game",
            }
        ],
    },
    "weights-1": {
        "format": "weights/1",
        "game": "g",
        "rules": "0123456789abcdef",
        "weights": {"seeds": 1.5},
        "training": {
            "tilewright": "1",
            "seed": 0,
            "games": 9,
            "players": 2,
            "pool": ["greedy"],
            "layouts": [],
            "cards": [],
        },
    },
    "balance-sides-1": {
        "format": "balance-sides/1",
        "about": "rules",
        "bots": ["random", "greedy"],
        "players": 2,
        "looks": [20, 40],
        "look": 0,
        "sides": [],
        "compared": {},
        "verdict": "unknown",
        "words": "not known",
        "reason": "stopped before the first check",
    },
    "simulation-summary-1": {
        "format": "simulation-summary/1",
        "games": 1,
        "bots": [],
        "parts": [],
        "abilities": [],
        "seats": [{"bot": "random", "score": NUMBERS, "counts": [[3, 1]], "wins": {"share": 1, "low": 0.2, "high": 1}}],
        "setting": {
            "game": "g",
            "players": ["random"],
            "rotate": False,
            "cards": [],
            "layouts": {},
            "seed": 0,
            "rules": "f00",
            "version": "1",
        },
        "first": {"wins": {"share": 1, "low": 0.2, "high": 1}, "even": 1},
        "length": {"turns": NUMBERS, "decisions": NUMBERS},
        "forced": {"turns": 0, "games": 0},
        "idle": {"turns": 0.5, "games": 0.1},
        "measures": {"m": [{"turn": 1, "games": 1, "mean": 2, "min": 2}]},
    },
    "layout-1": {
        "format": "layout/1",
        "class": "castle",
        "status": "found",
        "id": "hill",
        "players": [2, 2],
        "seed": 7,
        "symmetry": "both",
        "heights": [[1, 3, 1]],
        "total": 5,
        "floors": [3, 1, 1],
        "text": "castle hill",
    },
    "difficulty-1": {
        "format": "difficulty/1",
        "file": "-",
        "level": "easy",
        "difficulty": 6.5,
        "parts": {"greed": 6.5},
        "score": 9,
        "greedy": 8.5,
        "near": 2,
        "conflicts": 0,
    },
    "text-1": {
        "format": "text/1",
        "card": "humility",
        "texts": {
            "en": {"text": "1 point.", "verdict": "agrees", "readings": [{"rule": "score 1", "verdict": "same"}]}
        },
        "missing": ["fr"],
    },
    "proof-1": {"format": "proof/1", "verdict": "different", "realm": "M1", "scores": [3, 4]},
}


def _validator(schema: dict[str, object]) -> Draft202012Validator:
    return Draft202012Validator(schema)


def test_every_format_has_a_schema() -> None:
    """The inputs and the outputs of the contract each have a published schema."""
    inputs = {
        "position-1",
        "position-2",
        "puzzle-1",
        "puzzle-turns-1",
        "puzzle-moves-1",
        "puzzle-pool-1",
        "puzzle-map-1",
        "puzzle-layout-1",
        "record-1",
        "pack-1",
    }
    assert set(SCHEMAS) == {*inputs, *OUTPUTS}


@pytest.mark.slow
@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_valid_and_says_what_it_is(name: str) -> None:
    """A published schema obeys its own meta-schema, and has an id, title and description."""
    schema = published(name)
    _validator(schema).check_schema(schema)
    assert schema["$id"] == f"urn:tilewright:{name}"
    assert schema["title"]
    assert schema["description"]


@cache
def _specialized(name: str) -> dict[str, object]:
    return game_schema(name, words_of(DRAGON))


TEXTS = {
    "position-1": POSITION.replace("position/2", "position/1"),
    "position-2": POSITION,
    "puzzle-1": PUZZLE,
    "puzzle-turns-1": TURNS_PUZZLE,
    "puzzle-layout-1": LAYOUT_PUZZLE,
    "record-1": RECORD,
}


@pytest.mark.parametrize(("name", "text"), TEXTS.items())
def test_the_general_and_the_special_schema_agree_on_sound_files(name: str, text: str) -> None:
    """What the schema for one game takes, the published one takes too; only it knows the keys."""
    general, special = _validator(published(name)), _validator(_specialized(name))
    special.check_schema(special.schema)
    tree = read_tree(Source("f", text), Diagnostics(Source("f", text)))
    assert isinstance(tree, Map)
    value = dict(plain(tree))  # type: ignore[call-overload]
    assert general.is_valid(value)
    assert special.is_valid(value)
    value["oddity"] = "1 2"
    assert general.is_valid(value)
    assert not special.is_valid(value)


@pytest.mark.parametrize("name", ["player", "board", "counter", "word"])
def test_positions_and_puzzles_share_their_definitions(name: str) -> None:
    """A player is written alike in both formats, and in both versions of positions."""
    assert published("position-1")["$defs"][name] == published("puzzle-1")["$defs"][name]
    assert published("position-2")["$defs"][name] == published("puzzle-1")["$defs"][name]


@pytest.mark.parametrize("name", OUTPUTS)
def test_the_outputs_of_the_contract_obey_their_schemas(name: str) -> None:
    """The examples that other tools were promised are valid, and a wrong format is not."""
    validator = _validator(published(name))
    output = json.loads(json.dumps(OUTPUTS[name]))
    assert list(validator.iter_errors(output)) == []
    assert not validator.is_valid(output | {"format": "other/1"})


@pytest.mark.parametrize("name", MORE)
def test_what_outputs_may_hold_besides(name: str) -> None:
    """Keys that only some answers have are described, so that a wrong one is found."""
    validator = _validator(published(name))
    assert validator.is_valid(MORE[name])
    key = list(MORE[name])[-1]
    assert not validator.is_valid(MORE[name] | {key: 3})
