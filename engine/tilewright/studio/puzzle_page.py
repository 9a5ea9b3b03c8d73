"""Puzzles as one HTML file that is solved offline.

Placement puzzles contain their rules as trees (`meaning.emit.portable`), puzzles about turns, moves, maps and pools
the compiled game.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import pbkdf2_hmac, sha256

from tilewright.areas.laying import question_of
from tilewright.check.fragments import read_question, read_turn
from tilewright.core import expr as core
from tilewright.draw import sprites
from tilewright.expectimax.contest import Contest, contest_of
from tilewright.kernel.engine import SeededChance
from tilewright.meaning.emit.portable import NotPortable, Portable
from tilewright.meaning.scoring import scoring_rules, scoring_sources
from tilewright.play.match import Match
from tilewright.source import Source
from tilewright.studio.boards import kind_words, tools
from tilewright.studio.game_page import check_portable, data
from tilewright.studio.offline import packed, page
from tilewright.studio.tables import JsonObject
from tilewright.table.board import Board
from tilewright.table.card import Card
from tilewright.table.game import Game
from tilewright.table.position import Player, Position, Puzzle
from tilewright.table.puzzles import MapPuzzle, MovesPuzzle, PoolPuzzle, TurnsPuzzle
from tilewright.turns.lines import draws_of, open_table
from tilewright.turns.open_pool import PoolSearch

ROUNDS = 600_000
"""The iterations of PBKDF2 (OWASP Password Storage Cheat Sheet, 2023): about half a second in a browser."""
GOALS = ("most", "exactly", "at least")
"""The goals that a page can judge."""


@dataclass(frozen=True)
class Task:
    """A puzzle for a page, with its cards, the text of its game, the `best` score if the most is asked for, and hints.

    `level` is its difficulty, if known.
    """

    puzzle: Puzzle
    cards: Sequence[Card]
    game_source: Source
    best: int | None = None
    hints: Sequence[str] = ()
    level: str = ""

    @property
    def title(self) -> str:
        """The title."""
        return self.puzzle.title or "A puzzle"

    @property
    def boards(self) -> list[Board]:
        """The board to fill, then those of the other players."""
        return [player.board for player in self.puzzle.start().players]

    @property
    def tallest(self) -> int:
        """The largest possible height of a stack."""
        return max(board.height for board in self.boards) + len(self.puzzle.pieces)


@dataclass(frozen=True)
class PlayedTask:
    """A puzzle that is played on a page, with the data of its page (`turns_page`, `moves_page`, `built_page`)."""

    title: str
    game: Game
    kind: str
    data: JsonObject
    level: str = ""


@dataclass(frozen=True)
class AskedTask:
    """A puzzle that asks for a number: the question, the correct answer `best`, and a drawing, if any.

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
    """The page of a placement puzzle or of one that asks for a number, or a booklet of all kinds. Raises
    `NotPortable`."""
    kind = "booklet" if any(isinstance(one, PlayedTask) for one in tasks) else "puzzle"
    return page(kind, title, puzzles_data(tasks), lang=lang)


def puzzles_data(tasks: Sequence[Task | PlayedTask | AskedTask]) -> JsonObject:
    """The data of the page. Raises `NotPortable`."""
    placed = [task for task in tasks if isinstance(task, Task)]
    games = list({task.puzzle.game.id: task.puzzle.game for task in placed}.values())
    parts, puzzles = dict[str, int](), list[JsonObject]()
    for task in tasks:
        if isinstance(task, PlayedTask):
            puzzles.append(_played(task, parts))
        elif isinstance(task, AskedTask):
            puzzles.append(_asked_data(task))
        else:
            puzzles.append({**puzzle_data(task), "game_number": games.index(task.puzzle.game)})
    salt = sha256("".join(puzzle["name"] for puzzle in puzzles).encode()).hexdigest()
    drawn = [_game(game, [task for task in placed if task.puzzle.game == game]) for game in games]
    return {"id": salt, "games": drawn, "puzzles": puzzles, "parts": [json.loads(part) for part in parts]}


def _played(task: PlayedTask, parts: dict[str, int]) -> JsonObject:
    """A puzzle that is played. Its data are indices into `parts`, so that puzzles share equal parts."""
    texts = {name: json.dumps(value) for name, value in task.data.items()}
    return {
        **_listed(task.data["puzzle"]["name"], task, task.game),
        "kind": task.kind,
        "played": {name: parts.setdefault(text, len(parts)) for name, text in texts.items()},
    }


def _asked_data(task: AskedTask) -> JsonObject:
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
    """The entry of a puzzle in the list of a booklet."""
    return {"name": name, "title": task.title, "level": task.level, "game": game.names.get("en", game.id)}


def salt_of(puzzle: object) -> str:
    """The name of a puzzle on its page, used as salt to hash its answer and encrypt its hints."""
    return sha256(repr(puzzle).encode()).hexdigest()


def hash_of_best(salt: str, best: int | None) -> str | None:
    """The slow hash of the best score, if the goal needs it."""
    return None if best is None else slow_hash(f"{salt}:best", str(best), 32).hex()


def unseen_hints(salt: str, hints: Sequence[str]) -> JsonObject:
    """Encrypted hints, with the parameters of the key."""
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
    """The data of a puzzle, with what an answer is compared with. Raises `NotPortable`."""
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
        "task": _placement_task(puzzle),
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
    """The pieces and caps to place, by code and mark."""
    caps = {cap.mark: puzzle.caps[cap.name] for cap in puzzle.game.caps if puzzle.caps.get(cap.name)}
    return Counter(puzzle.pieces) + Counter(caps)


def _placement_task(puzzle: Puzzle) -> str:
    """The question as a sentence."""
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
    """A player, with the board stack by stack."""
    board = player.board
    return {
        "name": player.name,
        **sprites.shape_of(board.geometry),
        "stacks": [{"down": stack.down, "up": list(stack.up), "caps": list(stack.caps)} for stack in board.stacks],
        "counters": dict(player.counters),
    }


def slow_hash(salt: str, secret: str, size: int) -> bytes:
    """The bytes of a key derivation (PBKDF2) with `ROUNDS` iterations."""
    return pbkdf2_hmac("sha256", secret.encode(), salt.encode(), ROUNDS, size)


def enciphered(salt: str, text: str) -> str:
    """A text encrypted with a key of the same length, in base64; deriving the key takes a moment."""
    found = text.encode()
    key = slow_hash(salt, "hint", len(found))
    return b64encode(bytes(a ^ b for a, b in zip(found, key, strict=True))).decode()


Replies = Sequence[tuple[Sequence[str], Sequence[str]]]
"""First turns as lists of moves, each with the moves of the best reply."""


def turns_data(
    puzzle: TurnsPuzzle, cards: Sequence[Card], best: int | None, hints: Sequence[str], replies: Replies = ()
) -> JsonObject:
    """The data of a puzzle about turns, with the `best` score or lead if the most is asked for, and the replies.

    Raises `NotPortable`, and as `Match.at` does.
    """
    match = Match.at(puzzle.position, cards)
    check_portable(match)
    salt = salt_of(puzzle)
    known = {
        "turns": puzzle.turns + puzzle.answered,
        "task": _turns_task(puzzle),
        "goal": {"kind": puzzle.goal.kind, "score": puzzle.goal.score},
        "best": hash_of_best(salt, best),
        **({"replies": [[list(begun), list(reply)] for begun, reply in replies]} if puzzle.answered else {}),
    }
    return played_data(match, puzzle.position, salt, hints, known) | {"hides": False}


def played_data(
    match: Match,
    position: Position,
    salt: str,
    hints: Sequence[str],
    known: JsonObject,
    asked: Mapping[str, core.Expr] | None = None,
) -> JsonObject:
    """The data to play a puzzle from its position: the game, the hints, and what else is `known`.

    The scores are those of the game, or the numbers of the expressions `asked`, by name.
    """
    machine = match.machine
    start = machine.at_turn(open_table(position), {}, 0, SeededChance(0))
    puzzle = {
        "name": salt,
        "entry": machine.flow.turns["turn"],
        "under": machine.flow.over,
        **unseen_hints(salt, hints),
    }
    beginning = {"start": packed(bytes(start.cells.buffer)), "draws": list(draws_of(position))}
    return data(match, asked) | beginning | {"puzzle": puzzle | known}


def _turns_task(puzzle: TurnsPuzzle) -> str:
    """The question as a sentence."""
    if puzzle.answered:
        return f"Play one turn for the largest lead after the best reply of {puzzle.players[1].name}."
    turns = "Play one turn" if puzzle.turns == 1 else f"Play {puzzle.turns} turns"
    others = "; the others pass" if len(puzzle.players) > 1 else ""
    wanted = {"most": "the most points", "exactly": f"exactly {puzzle.goal.score} points"}
    return f"{turns} for {wanted.get(puzzle.goal.kind, f'{puzzle.goal.kind} {puzzle.goal.score} points')}{others}."


_MOST_LINES = 40
"""The largest number of lines of best play on a page; each is hashed slowly."""


def moves_data(puzzle: MovesPuzzle, cards: Sequence[Card], hints: Sequence[str]) -> JsonObject:
    """The data of a puzzle about moves. Raises `NotPortable`, and as `Contest.best_lines` does."""
    if puzzle.position.standing is not None:
        raise NotPortable("a page cannot begin in the middle of a turn; list the moves already played under 'after:'")
    contest, match = contest_of(puzzle, cards), Match.at(puzzle.position, cards)
    check_portable(match)
    names, salt = [player.name for player in puzzle.position.players], salt_of(puzzle)
    known = {
        "turns": 1,
        "task": _moves_task(puzzle, names),
        "after": list(puzzle.after),
        "lines": [_hash(salt, line) for line in _best_lines(contest)],
    }
    return played_data(match, puzzle.position, salt, hints, known)


def _best_lines(contest: Contest) -> list[tuple[str, ...]]:
    found = contest.best_lines(_MOST_LINES + 1)
    if len(found) > _MOST_LINES:
        raise NotPortable(f"this puzzle has more than {_MOST_LINES} best lines of play")
    return found


def _hash(salt: str, line: Sequence[str]) -> str:
    return slow_hash(f"{salt}:line", "; ".join(line), 32).hex()


def _moves_task(puzzle: MovesPuzzle, names: Sequence[str]) -> str:
    """The question as sentences."""
    if len(names) == 1:
        return f"Play this turn for the most: {puzzle.worth}."
    wants = "the largest lead over the other" if len(names) == 2 else "the most for themselves"
    return f"Play this turn for every player, each of whom wants {wants}. What counts at its end: {puzzle.worth}."


REACHED = "reached"
"""The name of the number that is 1 if the goal is reached, else 0."""


@dataclass(frozen=True)
class Building:
    """The single turn of a page as text, with its position.

    `measure` is the text of the measure at the end, `asked` its expressions; `reached` must hold at the end, or the
    page shows `unless`. At most `most` things may be laid before the player stops; so the turn may begin with one
    more, and ends the laying before anything else. `task` is the question for the reader.
    """

    position: Position
    turn: str
    task: str
    measure: str
    asked: core.Expr
    reached: core.Expr
    unless: str
    most: int | None = None


def built_data(puzzle: MapPuzzle | PoolPuzzle, cards: Sequence[Card], best: int, hints: Sequence[str]) -> JsonObject:
    """The data of a puzzle about a map or a pool with a known best answer. Raises `NotPortable`, and as `Match.at`
    does."""
    if puzzle.position.standing is not None:
        raise NotPortable("a page cannot begin in the middle of a turn")
    building = _map(puzzle, cards) if isinstance(puzzle, MapPuzzle) else _pool(puzzle, cards)
    turn = read_turn(Source("turn", building.turn), building.position.game)
    if isinstance(turn, list):
        raise NotPortable(f"the turn of a page would not be understood: {turn[0].message}")
    match = Match.of_turn(building.position, cards, turn)
    check_portable(match)
    salt = salt_of(puzzle)
    known = {
        "turns": 1,
        "task": building.task,
        "most": building.most,
        "unless": building.unless,
        "best": hash_of_best(salt, best),
    }
    asked = {building.measure: building.asked, REACHED: core.If(building.reached, core.Const(1), core.Const(0))}
    return played_data(match, building.position, salt, hints, known, asked) | {"hides": False}


def _map(puzzle: MapPuzzle, cards: Sequence[Card]) -> Building:
    """Take every tile from a pool of the player and place it."""
    question = question_of(puzzle, cards)
    game = question.evaluator.game
    sort = next(sort for sort in game.sorts if game.by_code[puzzle.tiles[0]].index in sort.kinds).name
    pool = next((board.name for board in game.boards if board.each_player and board.pool and board.keeps(sort)), None)
    if pool is None:
        raise NotPortable(f"the players of '{game.id}' have no place for {game.plural(sort)} that are still to be laid")
    reached = read_question(f"there is no {sort} in the {pool}", game)
    if isinstance(reached, list):
        raise NotPortable(f"the goal of a page would not be understood: {reached[0].message}")
    count = len(puzzle.tiles)
    return Building(
        position=replace(puzzle.position, game=game).holding(pool, puzzle.tiles),
        turn=f"{count} times\n  place a {sort} in the {pool}\n",
        task=f"Lay {f'all {count} {game.plural(sort)}' if count > 1 else f'the {sort}'}. What counts is the most {puzzle.worth}.",
        measure=puzzle.worth,
        asked=question.asked,
        reached=reached,
        unless=f"not all {game.plural(sort)} are laid",
    )


def _pool(puzzle: PoolPuzzle, cards: Sequence[Card]) -> Building:
    """Lay pieces from where they begin, then play the turn of the puzzle."""
    search, position = PoolSearch(puzzle, cards), puzzle.position.holding(puzzle.pool, ())
    homes = search.homes
    if len(homes) != 1:
        raise NotPortable(f"what may lie in the {puzzle.pool} begins at {len(homes)} places; a page has one")
    sorts = " or ".join(position.game.boards_by_name[puzzle.pool].holds)
    most = min(puzzle.most or search.there.total(), search.there.total())
    laying = (
        f"up to {most} times\n  choose a {sorts} in the {homes[0]} called laid\n  move the laid to the {puzzle.pool}\n"
    )
    return Building(
        position=position,
        turn=f"{laying}{puzzle.turn.text}",
        task=f"Lay up to {most} {position.game.plural(sorts)} in the {puzzle.pool}, then play the turn so that it ends with {puzzle.where}. "
        f"Find the {puzzle.goal} {puzzle.measure} before the turn with which that is possible.",
        measure=puzzle.measure,
        asked=search.texts.measure,
        reached=search.texts.where,
        unless=f"the turn must lead to {puzzle.where}",
        most=most,
    )
