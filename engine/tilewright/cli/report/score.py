"""Scores as JSON."""

from __future__ import annotations

import json

from tilewright.meaning.scoring import Score


def as_score_json(file: str, scores: list[Score], best: list[str]) -> str:
    """The object of ``score/1``, on one line."""
    players = [{"name": s.name, "total": s.total, "parts": dict(s.parts)} for s in scores]
    answer = {"format": "score/1", "file": file, "players": players, "winners": best}
    return json.dumps(answer, ensure_ascii=False)
