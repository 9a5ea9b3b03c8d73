"""Puzzles as one HTML file that is solved without a server: their rules as trees (`meaning.emit.portable`), and their pictures.

What has to be found is not in the file: of the best score it has a slow hash alone, and hints are enciphered with keys that
take as long (PBKDF2 with HMAC-SHA-256, RFC 8018). Whoever tries all scores finds it all the same; it is no secret, but
nobody reads it by accident. `web/src/offline/booklet.ts` is the page.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import pbkdf2_hmac, sha256

from tilewright.draw import sprites
from tilewright.meaning.emit.portable import Portable
from tilewright.meaning.scoring import scoring_rules, scoring_sources
from tilewright.source import Source
from tilewright.studio.board_tools import kind_words, tools
from tilewright.studio.offline import page
from tilewright.studio.tables import JsonObject
from tilewright.table.board import Board
from tilewright.table.card import Card
from tilewright.table.game import Game
from tilewright.table.position import Player, Puzzle

ROUNDS = 600_000
"""Rounds of PBKDF2 (OWASP Password Storage Cheat Sheet, 2023): about half a second in a browser."""
GOALS = ("most", "exactly", "at least")
"""The goals that a page can judge."""


@dataclass(frozen=True)
class Task:
    """A puzzle of a page: with its cards, the text of its game, the `best` score if the most is asked for, and hints.

    `level` says how hard it is, if that is known.
    """

    puzzle: Puzzle
    cards: Sequence[Card]
    game_source: Source
    best: int | None = None
    hints: Sequence[str] = ()
    level: str = ""

    @property
    def title(self) -> str:
        """What it is called."""
        return self.puzzle.title or "A puzzle"

    @property
    def boards(self) -> list[Board]:
        """The board to fill, then those of the others."""
        return [player.board for player in self.puzzle.start().players]

    @property
    def tallest(self) -> int:
        """The most pieces that can lie on one space."""
        return max(board.height for board in self.boards) + len(self.puzzle.pieces)


@dataclass(frozen=True)
class PlayedTask:
    """A puzzle of a page that is played: what its own page knows (`turns_page`, `moves_page`, `built_page`)."""

    title: str
    game: Game
    kind: str
    data: JsonObject
    level: str = ""


@dataclass(frozen=True)
class AskedTask:
    """A puzzle of a page that asks for a number: the question, the `best` that is right, and a drawing of what it is about, if any.

    `salt` is the name of the puzzle on its page.
    """

    title: str
    game: Game
    question: str
    best: int
    picture: str
    salt: str
    hints: Sequence[str] = ()
    level: str = ""


def puzzle_page(tasks: Sequence[Task | PlayedTask | AskedTask], title: str, lang: str = "en") -> str:
    """The page of a puzzle that is placed or asks for a number, or of a booklet of all kinds. Raises `NotPortable`."""
    kind = "booklet" if any(isinstance(one, PlayedTask) for one in tasks) else "puzzle"
    return page(kind, title, data(tasks), lang=lang)


def data(tasks: Sequence[Task | PlayedTask | AskedTask]) -> JsonObject:
    """All that the page knows. Raises `NotPortable`."""
    placed = [task for task in tasks if isinstance(task, Task)]
    games = list({task.puzzle.game.id: task.puzzle.game for task in placed}.values())
    parts, puzzles = dict[str, int](), list[JsonObject]()
    for task in tasks:
        if isinstance(task, PlayedTask):
            puzzles.append(_played(task, parts))
        elif isinstance(task, AskedTask):
            puzzles.append(_asked(task))
        else:
            puzzles.append({**puzzle_data(task), "game_number": games.index(task.puzzle.game)})
    salt = sha256("".join(puzzle["name"] for puzzle in puzzles).encode()).hexdigest()
    drawn = [_game(game, [task for task in placed if task.puzzle.game == game]) for game in games]
    return {"id": salt, "games": drawn, "puzzles": puzzles, "parts": [json.loads(part) for part in parts]}


def _played(task: PlayedTask, parts: dict[str, int]) -> JsonObject:
    """A puzzle that is played; what it knows are numbers of `parts`, so that what several know is in the page once."""
    texts = {name: json.dumps(value) for name, value in task.data.items()}
    return {
        **_listed(task.data["puzzle"]["name"], task, task.game),
        "kind": task.kind,
        "played": {name: parts.setdefault(text, len(parts)) for name, text in texts.items()},
    }


def _asked(task: AskedTask) -> JsonObject:
    """A puzzle that asks for a number."""
    return {
        **_listed(task.salt, task, task.game),
        "kind": "layout",
        "asked": task.question,
        "picture": task.picture,
        "best": hash_of_best(task.salt, task.best),
        **unseen_hints(task.salt, task.hints),
    }


def _listed(name: str, task: Task | PlayedTask | AskedTask, game: Game) -> JsonObject:
    """What the list of a booklet shows of a puzzle."""
    return {"name": name, "title": task.title, "level": task.level, "game": game.names.get("en", game.id)}


def salt_of(puzzle: object) -> str:
    """The name of a puzzle on its page, with which what is known of its answer is hashed and enciphered."""
    return sha256(repr(puzzle).encode()).hexdigest()


def hash_of_best(salt: str, best: int | None) -> str | None:
    """The slow hash of the best score, if that is asked for."""
    return None if best is None else slow_hash(f"{salt}:best", str(best), 32).hex()


def unseen_hints(salt: str, hints: Sequence[str]) -> JsonObject:
    """Hints, enciphered, and what the page needs to read them."""
    return {"rounds": ROUNDS, "hints": [enciphered(f"{salt}:hint{i}", hint) for i, hint in enumerate(hints)]}


def _game(game: Game, tasks: Sequence[Task]) -> JsonObject:
    """What boards of a game are drawn with."""
    boards = [board for task in tasks for board in task.boards]
    codes = {code for board in boards for stack in board.stacks for code in stack.up}
    codes.update(code for task in tasks for code in task.puzzle.pieces)
    kinds = frozenset(game.by_code[code].index for code in codes)
    return {
        "kinds": [{"code": kind.code, "words": kind_words(kind, game)} for kind in game.kinds],
        "marks": [cap.mark for cap in game.caps],
        "caps": [cap.name for cap in game.caps],
        "drawn": {
            "measures": sprites.MEASURES,
            "label": sprites.LABEL,
            "grounds": sprites.grounds((board.geometry for board in boards), game),
            "stacks": sprites.stack_parts(game, max(task.tallest for task in tasks), kinds),
        },
    }


def puzzle_data(task: Task) -> JsonObject:
    """What a page knows of a puzzle, and what it compares an answer with. Raises `NotPortable`."""
    puzzle, game = task.puzzle, task.puzzle.game
    first, *others = puzzle.start().players
    rules = Portable([board.geometry for board in task.boards], {cap.name: cap.mark for cap in game.caps})
    sources = scoring_sources(task.game_source, game, task.cards)
    called = {card.id: card.name() for card in task.cards}
    parts = [
        {"name": called.get(name, name), "rule": rules.rule(rule, sources[name])}
        for name, rule in scoring_rules(game, task.cards).items()
    ]
    placing = {code: game.place.of_kind(game.by_code[code].index) for code in puzzle.pieces}
    placing |= {cap.mark: cap.place for cap in game.caps}
    salt = salt_of(puzzle)
    return {
        **_listed(salt, task, game),
        "task": _task(puzzle),
        "own": _player(first),
        "others": [_player(player) for player in others],
        "pieces": list(puzzle.pieces),
        "caps": [
            {"mark": cap.mark, "name": cap.name, "count": puzzle.caps[cap.name]}
            for cap in game.caps
            if puzzle.caps.get(cap.name)
        ],
        "tools": tools(game, _given(puzzle)),
        "cards": [{"name": card.name(), "text": card.text()} for card in task.cards],
        "piece": game.piece,
        "parts": parts,
        "places": {what: rules.condition(rule.var, rule.condition) for what, rule in placing.items()},
        "tables": rules.tables,
        "lines": rules.awarding,
        "goal": {"kind": puzzle.goal.kind, "score": puzzle.goal.score},
        "best": hash_of_best(salt, task.best),
        **unseen_hints(salt, task.hints),
    }


def _given(puzzle: Puzzle) -> Counter[str]:
    """What there is to place, by code and mark."""
    caps = {cap.mark: puzzle.caps[cap.name] for cap in puzzle.game.caps if puzzle.caps.get(cap.name)}
    return Counter(puzzle.pieces) + Counter(caps)


def _task(puzzle: Puzzle) -> str:
    """What is asked, as a sentence."""
    game, things = puzzle.game, list[str]()
    if puzzle.pieces:
        count = len(puzzle.pieces)
        things.append(f"the {game.piece}" if count == 1 else f"all {count} {game.plural(game.piece)}")
    for name, count in puzzle.caps.items():
        things += [f"up to {count} {name if count == 1 else game.plural(name)}"] if count else []
    goal = {"most": "the most points", "exactly": f"exactly {puzzle.goal.score} points"}
    wanted = goal.get(puzzle.goal.kind, f"{puzzle.goal.kind} {puzzle.goal.score} points")
    return f"Place {' and '.join(things) or 'nothing'} for {wanted}."


def _player(player: Player) -> JsonObject:
    """What a player has, with the board stack by stack."""
    board = player.board
    return {
        "name": player.name,
        **sprites.shape_of(board.geometry),
        "stacks": [{"down": stack.down, "up": list(stack.up), "caps": list(stack.caps)} for stack in board.stacks],
        "counters": dict(player.counters),
    }


def slow_hash(salt: str, secret: str, size: int) -> bytes:
    """So many bytes that take `ROUNDS` rounds to work out."""
    return pbkdf2_hmac("sha256", secret.encode(), salt.encode(), ROUNDS, size)


def enciphered(salt: str, text: str) -> str:
    """A text that is read after a while: added to a key of its length, in base64."""
    found = text.encode()
    key = slow_hash(salt, "hint", len(found))
    return b64encode(bytes(a ^ b for a, b in zip(found, key, strict=True))).decode()
