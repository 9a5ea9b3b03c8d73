"""The functions of the public API, available as ``tilewright.NAME``.

docs/api.md has examples, which are run as tests.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import tilewright.draw.picture  # noqa: F401 (how notebooks show boards, positions, puzzles and scores)
from tilewright.check.fragments import read_fragment
from tilewright.core.expr import Expr
from tilewright.diagnostics import Problems, in_one_line, no_such
from tilewright.draw import Picture
from tilewright.draw.picture import marked, of_board
from tilewright.meaning.scoring import Score, overwork, scoring_rules
from tilewright.meaning.scoring import score as _score
from tilewright.packs.pack import Pack, Report
from tilewright.packs.resolve import Resolver
from tilewright.packs.workspace import Workspace
from tilewright.source import Source, Unreadable, decoded, read_source
from tilewright.stopping import Unsupported
from tilewright.table.board import Board
from tilewright.table.board import parse_board as _parse_board
from tilewright.table.card import Card, Layout
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry
from tilewright.table.goal import FORMS, Goal, parse_goal
from tilewright.table.position import Player, Position, Puzzle

if TYPE_CHECKING:
    from concurrent.futures import Executor

    import numpy as np

    from tilewright.equilibria.question import Play
    from tilewright.expectimax.question import Odds
    from tilewright.meaning.explained import Reason
    from tilewright.play.match import Match
    from tilewright.solver.bounds import ScoreBounds
    from tilewright.solver.enumerate import Solutions
    from tilewright.solver.proof import Proof
    from tilewright.solver.solve import Solution


def load_pack(name: str | Path) -> Pack:
    """The pack of a game, by its id, or the pack in a folder.

    The game is searched in the pack above the current folder, then among the packs that come with tilewright.
    Raises `Problems` if it is not found or its files have errors.

    >>> import tilewright
    >>> tilewright.load_pack("dragon-castle").game.players
    (2, 4)
    """
    found = Resolver().pack(str(name))
    if isinstance(found, Pack):
        return found
    raise Problems(in_one_line(found), found[1:] or found)


def check_file(path: str | Path) -> Report:
    """Read and check a file of any kind. The report has its content and all diagnostics.

    Raises `Problems` only if it cannot be read as text.

    >>> import tilewright
    >>> tilewright.check_file("no-such-card.tw")
    Traceback (most recent call last):
        ...
    tilewright.Problems: no-such-card.tw: No such file or directory
    """
    source = read_source(str(path))
    if isinstance(source, Unreadable):
        raise Problems(f"{path}: {source.reason}")
    return Workspace().check(source)


def check_text(text: str, name: str = "text") -> Report:
    r"""Check a text as if it were a file in the current folder.

    Outside of a pack, it is checked against the bundled pack whose words it uses.

    >>> import tilewright
    >>> report = tilewright.check_text("dragon tower\n  score 1 for each shrin\n")
    >>> [problem.code for problem in report.diagnostics]
    ['TW101']
    """
    source = decoded(text.encode("utf-8", "surrogatepass"), name)
    return Workspace().check(Source(name, source.text if isinstance(source, Source) else text))


def parse_board(text: str, game: Game) -> Board:
    """Parse a board: one row per line, or rows separated by ``|``.

    Raises `Problems` with every word that cannot be read.

    >>> import tilewright
    >>> pack = tilewright.load_pack("dragon-castle")
    >>> tilewright.parse_board("2^ 3 | . M5", pack.game).geometry.rows
    2
    """
    board = _parse_board(text, game)
    if isinstance(board, Board):
        return board
    messages = [f"row {e.row + 1}, column {e.column + 1}: {e.message}" for e in board]
    raise Problems("; ".join(messages))


def position(pack: Pack, *boards: Board, cards: Iterable[str] = ()) -> Position:
    """A position with these `boards` of players, in turn order, and nothing else; `cards` are the ids of cards in play.

    >>> import tilewright
    >>> pack = tilewright.load_pack("dragon-castle")
    >>> board = tilewright.parse_board("2^ 3 | . M5", pack.game)
    >>> len(tilewright.position(pack, board, board).players)
    2
    """
    players = tuple(Player(f"player {i}", board) for i, board in enumerate(boards, start=1))
    return Position(pack.game, players, tuple(cards))


def score(position: Position, cards: Iterable[Card]) -> list[Score]:
    """The score of every player, with the reasons for every point.

    Raises `Problems` with all reasons if the position is impossible, or if the cards are too expensive to evaluate on
    these boards (TW210).

    >>> import tilewright
    >>> pack = tilewright.load_pack("dragon-castle")
    >>> board = tilewright.parse_board("2^ 3 | . M5", pack.game)
    >>> [own] = tilewright.score(tilewright.position(pack, board), [])
    >>> own.total == sum(own.parts.values())
    True
    """
    reasons = position.status()
    if reasons:
        raise Problems("; ".join(reason.message for reason in reasons))
    found = list(cards)
    _refuse_overwork(position, found)
    return _score(position, found)


def score_many(positions: Iterable[Position], cards: Iterable[Card]) -> np.ndarray:
    """Score many positions of one game in a batch: an int64 array of points with shape (positions, players, parts).

    The parts are those of the game, in order, then the scoring cards. Raises `ValueError` unless all positions have the
    same number of players and boards of the same size, and `Problems` for cards that are too expensive to evaluate.

    >>> import tilewright
    >>> pack = tilewright.load_pack("dragon-castle")
    >>> board = tilewright.parse_board("2^ 3 | . M5", pack.game)
    >>> table = [tilewright.position(pack, board)] * 1000
    >>> tilewright.score_many(table, [pack.card("humility")])[:, 0, -1].sum().item()
    1000
    """
    from tilewright.meaning.batch import score_positions

    known, scored = list(positions), list(cards)
    if not known:
        return score_positions([], [])
    _refuse_overwork(known[0], scored)
    return score_positions(list(scoring_rules(known[0].game, scored).values()), known)


def solve(
    puzzle: Puzzle,
    cards: Iterable[Card],
    *,
    goal: str | Goal | None = None,
    time_limit: float | None = None,
    workers: int | None = None,
    on_progress: Callable[[float, int | None, int], None] | None = None,
) -> Solution:
    """The best final placement, proved to be optimal unless the time ran out (see its `status`).

    `goal` replaces the puzzle's own goal, as in ``exactly 17``. `time_limit` is in seconds; `on_progress` receives the
    elapsed seconds, the best score so far, and the bound. Raises `Problems` if the puzzle is impossible (see
    `Puzzle.status`), uses unknown names, or has rules that cannot be modeled or are too expensive (TW210).

    >>> import tilewright
    >>> pack = tilewright.load_pack("dragon-castle")
    >>> board = tilewright.parse_board("2 1 | 1 .", pack.game)
    >>> puzzle = tilewright.Puzzle(pack.game, "Steps", board, (), ("M3",), {"shrine": 2})
    >>> answer = tilewright.solve(puzzle, [pack.card("humility")])
    >>> answer.status, answer.score
    ('optimal', 4)
    """
    asked, rules = _to_solve(puzzle, cards, goal)
    import tilewright.solver.notebook  # noqa: F401 (how notebooks show answers)
    from tilewright.solver.solve import solve as run

    with _problems():
        answer = run(asked, rules, time_limit=time_limit, workers=workers, on_progress=on_progress)
    return replace(answer, puzzle=asked)


def solutions(
    puzzle: Puzzle,
    cards: Iterable[Card],
    *,
    goal: str | Goal | None = None,
    limit: int | None = None,
    time_limit: float | None = None,
    workers: int | None = None,
    on_progress: Callable[[float, int | None, int], None] | None = None,
) -> Solutions:
    """All optimal placements, or the first `limit` of them.

    Placements are different if a space has a different piece or cap at the end. For the parameters, see `solve`.

    >>> import tilewright
    >>> pack = tilewright.load_pack("dragon-castle")
    >>> board = tilewright.parse_board("2 1 | 1 .", pack.game)
    >>> puzzle = tilewright.Puzzle(pack.game, "Steps", board, (), ("M3",), {"shrine": 2})
    >>> found = tilewright.solutions(puzzle, [pack.card("humility")])
    >>> len(found.boards), found.complete, found.unique
    (6, True, False)
    """
    asked, rules = _to_solve(puzzle, cards, goal)
    import tilewright.solver.notebook  # noqa: F401 (how notebooks show answers)
    from tilewright.solver.enumerate import solutions as run

    with _problems():
        found = run(asked, rules, limit=limit, time_limit=time_limit, workers=workers, on_progress=on_progress)
    return replace(found, answer=replace(found.answer, puzzle=asked))


def _to_solve(puzzle: Puzzle, cards: Iterable[Card], goal: str | Goal | None) -> tuple[Puzzle, dict[str, Expr]]:
    """The puzzle with the goal, and its rules. Raises `Problems` if it cannot be solved."""
    read = parse_goal(goal) if isinstance(goal, str) else goal
    if goal is not None and read is None:
        raise Problems(f"'{goal}' is not a goal; forms: {FORMS}")
    _refuse_impossible(puzzle)
    found = list(cards)
    _refuse_overwork(puzzle, found)
    asked = puzzle if read is None else replace(puzzle, goal=read)
    return asked, scoring_rules(puzzle.game, found)


def bounds(
    game: Game,
    card: Card | str,
    *,
    size: tuple[int, int] | None = None,
    players: int | None = None,
    height: int | None = None,
    time_limit: float | None = None,
    workers: int | None = None,
) -> list[ScoreBounds]:
    """The least and the most points of a card on any boards that the pieces allow.

    There is one result for each number of players that makes a difference. `card` may be a text: statements, a number
    or a condition. `size` is rows and columns, by default those of the game; `height` is the limit of stacks.
    `time_limit` is in seconds, for all results. Raises `Problems`.

    >>> import tilewright
    >>> game = tilewright.load_pack("cairns").game
    >>> [found] = tilewright.bounds(game, "score 1 for each stack", size=(2, 2))
    >>> found.least.value, found.most.value, found.status
    (0, 4, 'optimal')
    """
    from tilewright.questions.bounds import BoundsQuestion

    area = Geometry(*size) if size else None
    question = BoundsQuestion(
        game, _rule(game, card), size=area, players=players, height=height, time_limit=time_limit, workers=workers
    )
    with _problems():
        return list(question.run().found)


def balance(
    pack: Pack,
    cards: Iterable[Card],
    *,
    players: Sequence[str] = ("uct:40", "uct:10"),
    beside: Iterable[Card] = (),
    layouts: Iterable[Layout] = (),
    games: int = 200,
    looks: int = 4,
    seed: int = 0,
    executor: Executor | None = None,
) -> dict[str, object]:
    """The value of cards in games between bots with and without each card: an object of the format ``balance/1``.

    `players` are the bots by seat, which are rotated; `beside` are further cards in play; `layouts` are the layouts of
    boards, by default drawn by the seed. `games` is the largest number of games with each card, `looks` the number of
    interim analyses (1 to 7). Without an `executor` the games are played in this process. Raises `Problems`.

    >>> import tilewright
    >>> pack = tilewright.load_pack("cairns")
    >>> tilewright.balance(pack, pack.cards()[:1], players=("random", "random"), games=2, looks=1)["cards"][0]["verdict"]
    'unknown'
    """
    from concurrent.futures import ThreadPoolExecutor
    from uuid import uuid4

    from tilewright.outputs.output import plain
    from tilewright.packs.equipment import equal_printed_cards, equipped, one_by_id
    from tilewright.sim.balance import Balance, BalanceQuestion, read_table
    from tilewright.sim.estimates import InterimAnalyses
    from tilewright.sim.simulation import PreparedStart, Start

    boards = equipped(pack, tuple(layouts), len(players), seed)
    if isinstance(boards, list):
        raise Problems(in_one_line(boards), boards)
    asked, others = tuple(cards), tuple(beside)
    every = one_by_id((*others, *asked))
    if isinstance(every, list):
        raise Problems(in_one_line(every), every)
    start = PreparedStart(uuid4().hex, Start(pack.game, every, boards))
    question = BalanceQuestion(
        start,
        tuple(card.id for card in asked),
        tuple(players),
        InterimAnalyses(looks, games, len(players)),
        tuple(card.id for card in others),
        seed,
    )
    printed, none = read_table(pack.folder, pack.texts_of)
    found = Balance(question, pack.source, printed=printed, none=none, equals=equal_printed_cards(pack, asked))
    with nullcontext(executor) if executor else ThreadPoolExecutor(1) as used:
        found.run(used)
    answer: dict[str, object] = plain(found.report())
    return answer


def odds(
    match: Match,
    goal: str,
    *,
    having: Iterable[str] | None = None,
    player: int = 0,
    at_end: bool = False,
    stops: int | None = None,
    games: int = 1000,
    seed: int = 0,
) -> Odds:
    """The highest probability of a goal in the current turn of a match, with the value of each move.

    `goal` is a condition, ``the price of the knight is met``, or a number whose expectation is maximized, ``total pip of
    dice``, in the card language and the words of the match. It is evaluated when nothing in the turn is left to chance,
    or `at_end` of the turn. With `having`, ids of cards, the turn is one at the beginning of the game, of the `player`
    who has exactly these cards (``ID/down`` is face-down). The answer is exact (`is_exact`) if there are at most `stops`
    decision and chance nodes; otherwise it is a lower bound from `games` simulations of a policy with a `seed`
    (`Odds.estimate`). Raises `Problems` if the goal cannot be read or another player has a choice.

    >>> import tilewright
    >>> pack = tilewright.load_pack("court-the-king")
    >>> match = tilewright.Match(pack.game, ["Ada", "Bo"], [pack.card("farmer")], seed=28)
    >>> tilewright.odds(match, "total pip of dice", having=["farmer"]).value
    Fraction(989065, 52488)
    """
    from tilewright.expectimax.moment import Moment, beginning
    from tilewright.expectimax.question import MOST_STOPS, Effort, read_goal, solve

    read = read_goal(goal, match.game, at_end)
    if isinstance(read, list):
        raise Problems(diagnostics=read)
    with _problems():
        moment = Moment.of(match) if having is None else beginning(match, list(having), player)
        return solve(moment, read, Effort(MOST_STOPS if stops is None else stops, games=games, seed=seed))


def equilibrium(match: Match, value: str | None = None, *, until: str = "") -> Play:
    """An equilibrium of the choices of all players from the current state of a match.

    Each player maximizes a `value`, a number or a condition in the card language and the words of the match, by default
    the points; two players play for the difference. The horizon `until` is the end of a verb that is being executed (by
    default the innermost), the ``turn`` or the ``game``. Raises `Problems` if the value cannot be read or there are too
    many states.

    >>> import tilewright
    >>> [game] = tilewright.check_text('''
    ... game signs
    ...   players 2
    ...   counter points
    ...   part points
    ...     score points
    ...   turn
    ...     for each player secretly
    ...       choose a number from 1 to 3 called choice
    ...     for each player
    ...       if (choice - choice of the left player + 3) mod 3 = 1
    ...         gain 1 points
    ...   end after a turn if points < 100
    ... ''').values
    >>> found = tilewright.equilibrium(tilewright.Match(game, ["Ada", "Bo"]))
    >>> {text: str(chance) for text, chance in found.block.mixes[0].items()}
    {'choice 1': '1/3', 'choice 2': '1/3', 'choice 3': '1/3'}
    """
    from tilewright.equilibria.question import read_stake, solve, stake_of_points

    stake = stake_of_points(match.game, match.cards) if value is None else read_stake(value, match.game)
    if isinstance(stake, list):
        raise Problems(diagnostics=stake)
    with _problems():
        return solve(match, stake, until)


def prove(
    game: Game,
    one: Card | str,
    other: Card | str,
    *,
    at_most: bool = False,
    size: tuple[int, int] | None = None,
    height: int | None = None,
    players: int | None = None,
    time_limit: float | None = None,
    workers: int | None = None,
) -> Proof:
    """Whether two cards or texts score the same on all boards up to a size and height.

    Returns the proof, or the smallest counterexample. With `at_most` the claim is that `one` never scores more than
    `other`. The default `size` and `height` depend on the numbers in the rules; `settled` lists the scopes that are
    proved. `time_limit` is in seconds. Raises `Problems`.

    >>> import tilewright
    >>> game = tilewright.load_pack("cairns").game
    >>> found = tilewright.prove(game, "count of stacks", "2 * count of stacks", size=(2, 2))
    >>> found.verdict, found.scores
    ('different', (1, 2))
    """
    from tilewright.questions.proof import ProofQuestion

    question = ProofQuestion(
        game,
        _rule(game, one),
        _rule(game, other),
        size=Geometry(*size) if size else None,
        height=height,
        players=players,
        at_most=at_most,
        time_limit=time_limit,
        workers=workers,
    )
    with _problems():
        return question.run().proof


@contextmanager
def _problems() -> Iterator[None]:
    """Raise `Problems` instead of `Unsupported`."""
    try:
        yield
    except Unsupported as problem:
        raise Problems(problem.reason) from None


def _rule(game: Game, card: Card | str) -> Expr:
    """The rule of a card or a text."""
    found = read_fragment(card, game) if isinstance(card, str) else card
    if not isinstance(found, Card):
        raise Problems(diagnostics=found)
    if found.rule is None:
        raise Problems(f"the card '{found.id}' does not score")
    return found.rule


def _refuse_overwork(table: Position | Puzzle, cards: list[Card]) -> None:
    found = overwork(table, cards)
    if found:
        raise Problems(diagnostics=found)


def _refuse_impossible(puzzle: Puzzle) -> None:
    """Raise `Problems` with all reasons why a puzzle is impossible."""
    game = puzzle.game
    counters = [counter.name for counter in game.counters]
    unknown = [
        *_unknown(game.piece, puzzle.pieces, game.by_code),
        *_unknown("cap", puzzle.caps, [cap.name for cap in game.caps]),
        *_unknown("counter", puzzle.counters, counters),
        *(messages for other in puzzle.others for messages in _unknown("counter", other.counters, counters)),
    ]
    negative = [f"{count} caps '{cap}' to place" for cap, count in puzzle.caps.items() if count < 0]
    found = [*unknown, *negative] or [reason.message for reason in puzzle.status()]
    if found:
        raise Problems("; ".join(found))


def _unknown(what: str, names: Iterable[str], known: Collection[str]) -> Iterator[str]:
    for name in dict.fromkeys(names):
        if name not in known:
            yield "; ".join(filter(None, no_such(what, name, known)))


def picture(board: Board, game: Game, title: str = "", caption: str = "", *, reasons: Iterable[Reason] = ()) -> Picture:
    """A picture of a player's board, displayed by notebooks, and accepted by `svg` and `terminal`.

    With `reasons` of a part of the score of this board, the spaces that earned it are marked.

    >>> import tilewright
    >>> pack = tilewright.load_pack("dragon-castle")
    >>> board = tilewright.parse_board("2 1 | 1 .", pack.game)
    >>> tilewright.svg([tilewright.picture(board, pack.game)])[:5]
    '<svg '
    """
    return marked(of_board(board, game, title, caption), reasons)
