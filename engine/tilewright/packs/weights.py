"""The file in the folder of a pack that says what features of its game are worth: an object of ``weights/1``."""

from __future__ import annotations

import json
from math import isfinite

from tilewright.diagnostics import Diagnostic, Severity
from tilewright.outputs.games import TrainingOutput, WeightsOutput
from tilewright.outputs.output import plain
from tilewright.source import Source, Span, Unreadable
from tilewright.table.game import Game
from tilewright.table.weights import Weights

WEIGHTS_FILE = "weights.json"
HELP = "bots play without them; 'tilewright train' finds new ones"


def weights_of(source: Source | Unreadable) -> Weights | None:
    """The weights of a file; None if it is not there, or no such file."""
    if isinstance(source, Unreadable):
        return None
    try:
        found = json.loads(source.text)
        if found["format"] != WeightsOutput.format:
            return None
        values = {str(name): float(n) for name, n in found["weights"].items()}
        return Weights(str(found["rules"]), values) if all(map(isfinite, values.values())) else None
    except (ValueError, OverflowError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def stale_weights(game: Game, source: Source | Unreadable) -> list[Diagnostic]:
    """That the weights in a file are of other rules than a game's, or none (TW432); nothing if they fit or it is not there."""
    if isinstance(source, Unreadable):
        return []
    from tilewright.play.bots.value import weights_for

    if game.weights is None:
        message = f"{WEIGHTS_FILE} has no weights"
    elif weights_for(game) is None:
        message = "these weights were found for other rules"
    else:
        return []
    line = next((i for i, text in enumerate(source.text.split("\n"), 1) if '"rules"' in text), 1)
    span = source.line_span(line) if source.text else Span(0, 0)
    return [Diagnostic("TW432", Severity.WARNING, message, source, span, HELP)]


def weights_text(game: str, weights: Weights, training: TrainingOutput) -> str:
    """The text of such a file; `training` tells how they were found."""
    values = {name: round(value, 3) for name, value in weights.values.items()}
    content = WeightsOutput(game=game, rules=weights.rules, weights=values, training=training)
    return json.dumps(plain(content), indent=2, ensure_ascii=False) + "\n"
