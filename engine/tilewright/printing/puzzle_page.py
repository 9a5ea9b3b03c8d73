"""A puzzle as one HTML file that is solved without a server: its rules are JavaScript (`meaning.emit.javascript`).

What has to be found is not in the file: of the best score it has a slow hash alone, and hints are enciphered with keys that
take as long (PBKDF2 with HMAC-SHA-256, RFC 8018). Whoever tries all scores finds it all the same; it is no secret, but
nobody reads it by accident.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Sequence
from hashlib import pbkdf2_hmac, sha256
from html import escape
from pathlib import Path
from typing import Any

from tilewright.core import expr as core
from tilewright.draw import palette
from tilewright.draw.scene import Scene
from tilewright.meaning.emit.functions import world_of
from tilewright.meaning.emit.javascript import RUNTIME, javascript
from tilewright.meaning.emit.scope import World
from tilewright.meaning.scoring import scoring_rules
from tilewright.table.board import Board, Stack
from tilewright.table.card import Card
from tilewright.table.position import Puzzle

ROUNDS = 600_000
"""Rounds of PBKDF2 (OWASP Password Storage Cheat Sheet, 2023): about half a second in a browser."""
GOALS = ("most", "exactly", "at least")
"""The goals that a page can judge."""
_HERE = Path(__file__).parent


def puzzle_page(puzzle: Puzzle, cards: Sequence[Card], best: int | None, hints: Iterable[str], lang: str = "en") -> str:
    """The page; `best` is the best score of a puzzle that asks for the most.

    Raises `NotSpelled` when a rule has a number beyond 2**53.
    """
    script = safe(
        "\n".join([RUNTIME.read_text("utf-8"), rules(puzzle, cards), (_HERE / "puzzle.js").read_text("utf-8")])
    )
    style = (_HERE / "puzzle.css").read_text("utf-8")
    known = {
        "TITLE": escape(puzzle.title or "A puzzle"),
        "LANG": escape(lang, quote=True),
        "POLICY": f"default-src 'none'; img-src data:; script-src '{digest(script)}'; style-src '{digest(style)}'",
        "STYLE": style,
        "DATA": json.dumps(data(puzzle, cards, best, hints), ensure_ascii=False).replace("<", "\\u003c"),
        "SCRIPT": script,
    }
    text = (_HERE / "puzzle.html").read_text("utf-8")
    for name, value in known.items():
        before, _, after = text.partition(f"{{{{{name}}}}}")
        text = before + value + after
    return text


def rules(puzzle: Puzzle, cards: Sequence[Card]) -> str:
    """The program that scores a puzzle and says where things may be placed: a constant ``rules``.

    Raises `NotSpelled`.
    """
    game, players = puzzle.game, puzzle.start().players
    world = world_of(game, None, tuple(player.board.geometry for player in players), len(players))
    parts = {name: javascript(rule, world) for name, rule in scoring_rules(game, cards).items()}
    places = {"": _place(game.place.var, game.place.condition, world)}
    places |= {cap.mark: _place(cap.place.var, cap.place.condition, world) for cap in game.caps}
    return f"const rules = {{ parts: {_record(parts)}, places: {_record(places)} }};"


def _place(var: core.Var, condition: core.Expr, world: World) -> str:
    """Whether a space of the first player satisfies a condition."""
    return f"((ask) => (G, K, space) => ask(G, K, {{ {var.id}: space }}, 0, {{}}, []))({javascript(condition, world)})"


def _record(functions: dict[str, str]) -> str:
    return "{" + ", ".join(f"{json.dumps(name)}: {text}" for name, text in functions.items()) + "}"


def data(puzzle: Puzzle, cards: Sequence[Card], best: int | None, hints: Iterable[str]) -> dict[str, Any]:
    """What a page shows, and what it compares an answer with."""
    game, (first, *others) = puzzle.game, puzzle.start().players
    looks = Scene(puzzle.board, game).looks()
    names = {part.name: part.name for part in game.parts} | {card.id: card.name() for card in cards}
    salt = sha256(repr(puzzle).encode()).hexdigest()
    return {
        "rows": puzzle.board.geometry.rows,
        "columns": puzzle.board.geometry.columns,
        "pieces": list(puzzle.pieces),
        "caps": [
            {"mark": cap.mark, "name": cap.name, "count": puzzle.caps[cap.name]}
            for cap in game.caps
            if puzzle.caps.get(cap.name)
        ],
        "kinds": {k.code: {"index": k.index, "fill": palette.fill_of(looks[k.code])[:2]} for k in game.kinds},
        "start": _stacks(puzzle.board),
        "others": [_stacks(player.board) for player in others],
        "counters": [dict(player.counters) for player in (first, *others)],
        "cards": [{"name": card.name(), "text": card.text()} for card in cards],
        "names": names,
        "piece": game.piece,
        "goal": {"kind": puzzle.goal.kind, "score": puzzle.goal.score},
        "salt": salt,
        "rounds": ROUNDS,
        "best": None if best is None else slow_hash(f"{salt}:best", str(best), 32).hex(),
        "hints": [enciphered(f"{salt}:hint{i}", hint) for i, hint in enumerate(hints)],
    }


def _stacks(board: Board) -> list[dict[str, Any]]:
    return [_stack(stack) for stack in board.stacks]


def _stack(stack: Stack) -> dict[str, Any]:
    return {"down": stack.down, "up": list(stack.up), "caps": stack.caps}


def slow_hash(salt: str, secret: str, size: int) -> bytes:
    """So many bytes that take `ROUNDS` rounds to work out."""
    return pbkdf2_hmac("sha256", secret.encode(), salt.encode(), ROUNDS, size)


def enciphered(salt: str, text: str) -> str:
    """A text that is read after a while: added to a key of its length, in base64."""
    found = text.encode()
    key = slow_hash(salt, "hint", len(found))
    return b64encode(bytes(a ^ b for a, b in zip(found, key, strict=True))).decode()


def digest(text: str) -> str:
    """A source of a content security policy (CSP level 3): the text that may be run, by its hash."""
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def safe(text: str) -> str:
    """A script that does not end where it stands in HTML."""
    return text.replace("</", "<\\/").replace("<!--", "<\\!--")
