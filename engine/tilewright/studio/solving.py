"""Questions for the solver: the best placement of a puzzle, hints, the bounds of a card, and proofs of equality."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.check.fragments import read_fragment
from tilewright.diagnostics import in_one_line
from tilewright.meaning.scoring import overwork, titles
from tilewright.questions.bounds import BoundsQuestion
from tilewright.questions.placement import PlacementQuestion
from tilewright.questions.proof import ProofQuestion
from tilewright.questions.question import Asked, requested
from tilewright.solver.bounds import Extreme
from tilewright.solver.wordings import headline, sensitivity_lines
from tilewright.studio.boards import RefusedEdit
from tilewright.studio.limits import LONGEST, WORKERS
from tilewright.studio.requests import Requests
from tilewright.studio.tables import JsonObject, Tabletop, Tell, placed_table
from tilewright.table.board import Board
from tilewright.table.card import Card
from tilewright.table.position import Position, Puzzle


class Solving:
    """Answers one question; `tell` receives the progress. Raises `RefusedEdit`, `Unsupported`."""

    def __init__(self, desk: Requests, tell: Tell) -> None:
        self.desk, self.tell = desk, tell

    # -- puzzles

    def _puzzle(self, args: JsonObject) -> tuple[Tabletop, Puzzle]:
        _, table = self.desk.table({**args, "state": None})
        if table is None or table.puzzle is None:
            raise RefusedEdit("open a puzzle without errors first")
        reasons = [reason.message for reason in table.puzzle.status()]
        reasons += [problem.message for problem in overwork(table.puzzle, table.cards)]
        if reasons:
            raise RefusedEdit("; ".join(reasons))
        return table, table.puzzle

    def solve(self, args: JsonObject) -> JsonObject:
        """The best placement of a puzzle, and whether it is proved; with `why` an explanation."""
        table, puzzle = self._puzzle(args)
        question = _limited_question(PlacementQuestion, args, puzzle, table.cards)
        found = question.run(_Watcher(self.tell, table))
        best = found.answer
        answer: JsonObject = {
            "words": headline(puzzle, best),
            "proved": best.status in ("optimal", "infeasible"),
            "best": best.score,
            "bound": best.bound,
            "seconds": best.seconds,
            "reasons": list(best.reasons),
        }
        if found.why is not None:
            answer["why"] = [
                line.start + line.words for line in sensitivity_lines(puzzle, best, found.why, titles(table.cards))
            ]
        return answer if best.board is None else answer | {"state": placed_table(table, {0: best.board})}

    def hint(self, args: JsonObject) -> JsonObject:
        """The most important part of the answer, as detailed as the level: the row, the space, the piece."""
        table, puzzle = self._puzzle(args)
        found = _limited_question(PlacementQuestion, args, puzzle, table.cards, hint=True).run(
            _Watcher(self.tell, table)
        )
        if found.hint is None:
            return {"words": f"no hint: {found.no_hint}", "spaces": []}
        columns, level = puzzle.board.geometry.columns, max(1, min(3, int(args.get("level", 1))))
        first = found.hint.space - found.hint.space % columns
        spaces = list(range(first, first + columns)) if level == 1 else [found.hint.space]
        return {"words": found.hints[level - 1], "spaces": spaces}

    # -- cards

    def _card(self, args: JsonObject) -> tuple[Tabletop, Card]:
        _, table = self.desk.table({**args, "state": None})
        scoring = [card for card in table.cards if card.rule is not None] if table else []
        wanted = [card for card in scoring if card.id == args.get("card")] or scoring
        if table is None or not wanted:
            raise RefusedEdit("open a card that scores and has no errors first")
        return table, wanted[0]

    def bounds(self, args: JsonObject) -> JsonObject:
        """The least and the most points of a card."""
        table, card = self._card(args)
        assert card.rule is not None
        found = _limited_question(BoundsQuestion, args, table.game, card.rule).run(_Watcher(self.tell, table))
        return {
            "words": f"{card.name()} pays {found.words}",
            "proved": found.proved,
            "seconds": found.seconds,
            "boards": [_extreme(table, found.least, "least"), _extreme(table, found.most, "most")],
        }

    def prove(self, args: JsonObject) -> JsonObject:
        """Whether a card scores the same as another card or an expression on all boards."""
        table, card = self._card(args)
        assert card.rule is not None
        text = str(args["other"]).strip()
        other = self._other(table, text, args)
        assert other.rule is not None
        found = _limited_question(ProofQuestion, args, table.game, card.rule, other.rule).run(
            _Watcher(self.tell, table)
        )
        answer: JsonObject = {
            "words": f"{found.verdict}: {found.words(card.name(), 'the other')}",
            "proved": found.proof.verdict != "unknown",
            "seconds": found.proof.seconds,
        }
        if found.proof.table is None:
            return answer
        return answer | {"boards": [{"words": "where they differ", "state": _state(table, found.proof.table)}]}

    def _other(self, table: Tabletop, text: str, args: JsonObject) -> Card:
        """The card with an id, or of an expression. Raises `RefusedEdit`."""
        resolver = self.desk.workspace.resolver(self.desk.files.path(str(args["name"])))
        known = resolver.card(text, table.pack) if text.replace("-", "").isalnum() and not text.isdecimal() else None
        found = known if isinstance(known, Card) else read_fragment(text, table.game)
        if not isinstance(found, Card):
            raise RefusedEdit(in_one_line(known if isinstance(known, list) else found))
        if found.rule is None:
            raise RefusedEdit(f"the card '{found.id}' does not score")
        return found


class _Watcher:
    """Reports the progress of a solver and its intermediate answers."""

    def __init__(self, tell: Tell, table: Tabletop) -> None:
        self._tell, self.table = tell, table
        self.news: JsonObject = {"seconds": 0.0}

    def progress(self, seconds: float, best: int | None, bound: int | None) -> None:
        """The best value so far, and its bound."""
        self._say(seconds=seconds, **({} if bound is None else {"best": best, "bound": bound}))

    def better(self, board: Board) -> None:
        """A new best board."""
        self._tell({**self.news, "state": placed_table(self.table, {0: board})})

    def another(self, one: Any) -> None:
        """Ignored: only one answer is requested."""

    def step(self, words: str) -> None:
        """The current step."""
        self._say(what=words)

    def _say(self, **news: object) -> None:
        self.news |= news
        self._tell(self.news)


def _limited_question(question: Callable[..., Asked], args: JsonObject, *about: Any, **settled: Any) -> Asked:
    """The question with the options of a request, within the time limit of a page."""
    seconds = max(1.0, min(LONGEST, float(args.get("seconds", 60))))
    return requested(question, args, *about, time_limit=seconds, workers=WORKERS, **settled)


def _extreme(table: Tabletop, found: Extreme, which: str) -> JsonObject:
    return {"words": f"the {which}: {found.value}", "state": _state(table, found.table)}


def _state(table: Tabletop, position: Position) -> JsonObject:
    """The state of a table with the players of a position."""
    players = [
        {"name": player.name, "board": repr(player.board), "counters": dict(player.counters)}
        for player in position.players
    ]
    return {**table.state(), "players": players}
