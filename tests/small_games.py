"""Games and cards from a few lines of text, and matches of them, for tests of the language of play."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from random import Random

from tilewright.check.cards import check_cards
from tilewright.check.vocabulary import Vocabulary
from tilewright.diagnostics import Diagnostic, Diagnostics
from tilewright.packs.pack import read_game
from tilewright.play.match import Match
from tilewright.play.state import GameState
from tilewright.play.view import information, sample
from tilewright.source import Source
from tilewright.syntax import ast
from tilewright.syntax.parser import parse
from tilewright.table.card import Card
from tilewright.table.game import Game

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed")


def bidding(piece: str, stock: str, cards: int, worth: str, *after: str) -> str:
    """A setup that deals so many pieces to each player, and a turn: all bid one in secret, gain its worth, and do what comes after."""
    steps = "".join(f"      {step}\n" for step in after)
    return f"""\
  setup
    for each player
      {cards} times
        move a random {piece} in the {stock} to the hand

  turn
    for each player secretly
      choose a {piece} in the hand called bid
    for each player
      gain ({worth} of the bid) points
    for each player
{steps}"""


def problems_of(text: str) -> list[str]:
    """The problems of a game file, each as line, code and message."""
    diagnostics = Diagnostics(Source("game.tw", text))
    read_game(diagnostics.source, diagnostics)
    return [_one_line(problem) for problem in diagnostics]


@lru_cache(maxsize=64)
def game_of(text: str, *warned: str) -> Game:
    """The game of a file without problems but warnings of the codes that are given."""
    diagnostics = Diagnostics(Source("game.tw", text))
    game = read_game(diagnostics.source, diagnostics)
    problems = [_one_line(problem) for problem in diagnostics if problem.is_error or problem.code not in warned]
    assert game is not None and not problems, problems
    return game


def cards_of(text: str, game: Game) -> list[Card]:
    """The cards of a text without errors."""
    diagnostics = Diagnostics(Source("cards.tw", text))
    drafts = check_cards(
        [node for node in parse(diagnostics.source, diagnostics) if isinstance(node, ast.Card)],
        Vocabulary(game),
        diagnostics,
    )
    assert not diagnostics.has_errors, [_one_line(problem) for problem in diagnostics]
    return [draft.value for draft in drafts if isinstance(draft.value, Card)]


def problems_of_cards(text: str, game: Game) -> list[str]:
    """The problems of cards, each as line, code and message."""
    diagnostics = Diagnostics(Source("cards.tw", text))
    check_cards(
        [node for node in parse(diagnostics.source, diagnostics) if isinstance(node, ast.Card)],
        Vocabulary(game),
        diagnostics,
    )
    return [_one_line(problem) for problem in diagnostics]


def _one_line(problem: Diagnostic) -> str:
    line, _ = problem.source.position(problem.span.start)
    return f"{line} {problem.code} {problem.message}"


def begin(game: Game, players: int = 2, cards: Iterable[Card] = (), seed: int = 1) -> Match:
    """A match from its set-up on."""
    return Match(game, NAMES[:players], cards, {}, seed)


def moves(match: Match) -> list[str]:
    """The moves there are, as they are written."""
    return [str(move) for move in match.moves]


def play(match: Match, *texts: str) -> Match:
    """The match after these moves."""
    for text in texts:
        match.play(text)
    return match


def played_however_dealt(match: Match, random: Random, most: int = 1000) -> int:
    """Play at random, with what is hidden dealt anew before each move: who chooses knows the same and has the same moves.

    How often something else lay there.
    """
    different = 0
    for _ in range(most):
        if match.over:
            break
        other = dealt_anew(match, random)
        assert information(other, match.turn) == information(match.state, match.turn)
        assert [move.text for move in match.machine.moves_at(other)] == moves(match)
        different += other.table.key != match.state.table.key
        match.play(random.choice(list(match.moves)))
    return different


def dealt_anew(match: Match, random: Random) -> GameState:
    """A state in which what is hidden from who chooses is dealt anew, and the choice is found anew."""
    other = sample(match.state, random)
    match.machine.advance(other, anywhere=True)
    return other
