"""Questions for the solver: the best placement of a puzzle, hints, what a card can pay, and whether two cards pay the same."""

from __future__ import annotations

from typing import Any

from tilewright.check.fragments import read_fragment
from tilewright.diagnostics import in_one_line
from tilewright.meaning.scoring import overwork, scoring_rules
from tilewright.solver.bounds import Extreme, ScoreBounds, bounds
from tilewright.solver.compare import compare
from tilewright.solver.hints import best_hint, hint_texts
from tilewright.solver.proof import Proof
from tilewright.solver.questions import Question, ask
from tilewright.solver.scopes import scopes_at
from tilewright.solver.solve import Progress
from tilewright.solver.wordings import headline, sensitivity_lines
from tilewright.studio.board_edits import RefusedEdit
from tilewright.studio.limits import LONGEST, WORKERS
from tilewright.studio.requests import Requests
from tilewright.studio.tables import JsonObject, Tabletop, Tell, placed_table
from tilewright.table.board import Board
from tilewright.table.card import Card
from tilewright.table.position import Position, Puzzle


class Solving:
    """Answers one question; `tell` is given the progress. Raises `RefusedEdit`, `Unsupported`."""

    def __init__(self, desk: Requests, tell: Tell) -> None:
        self.desk, self.tell = desk, tell

    def _progress(self, what: str = "") -> Progress:
        def progress(seconds: float, best: int | None, bound: int) -> None:
            self.tell({"seconds": seconds, "best": best, "bound": bound, "what": what})

        return progress

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
        """The best placement of a puzzle, and whether that is proved; with `why`, why it is so and not better."""
        table, puzzle = self._puzzle(args)
        question = Question(why=bool(args.get("why")), time_limit=_seconds(args), workers=WORKERS)
        found = ask(puzzle, scoring_rules(puzzle.game, table.cards), question, _Watcher(self.tell, table))
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
            answer["why"] = [line.start + line.words for line in sensitivity_lines(puzzle, best, found.why)]
        return answer if best.board is None else answer | {"state": placed_table(table, {0: best.board})}

    def hint(self, args: JsonObject) -> JsonObject:
        """What matters most, as much of it as the level asks for: the row, the space, what goes there."""
        table, puzzle = self._puzzle(args)
        rules = scoring_rules(puzzle.game, table.cards)
        found = best_hint(puzzle, rules, time_limit=_seconds(args), workers=WORKERS)
        if found is None:
            return {"words": "no hint: the best is not known in the time given", "spaces": []}
        columns, level = puzzle.board.geometry.columns, max(1, min(3, int(args.get("level", 1))))
        first = found.space - found.space % columns
        spaces = list(range(first, first + columns)) if level == 1 else [found.space]
        return {"words": hint_texts(found, puzzle)[level - 1], "spaces": spaces}

    # -- cards

    def _card(self, args: JsonObject) -> tuple[Tabletop, Card]:
        _, table = self.desk.table({**args, "state": None})
        scoring = [card for card in table.cards if card.rule is not None] if table else []
        wanted = [card for card in scoring if card.id == args.get("card")] or scoring
        if table is None or not wanted:
            raise RefusedEdit("open a card that scores and has no errors first")
        return table, wanted[0]

    def bounds(self, args: JsonObject) -> JsonObject:
        """The least and the most that a card can pay."""
        table, card = self._card(args)
        assert card.rule is not None
        names = {"min": "the least", "max": "the most"}

        def asked(scope: Any, which: str) -> Progress:
            players = f" for {scope.players} players" if scope.players > 1 else ""
            return self._progress(names[which] + players)

        game = table.game
        scopes = scopes_at(game, [card.rule])
        found = bounds(
            game, card.rule, scopes, light=True, time_limit=_seconds(args), workers=WORKERS, on_progress=asked
        )
        least = min(found, key=lambda one: one.least.value).least
        most = max(found, key=lambda one: one.most.value).most
        proved = all(one.status == "optimal" for one in found)
        said = "proved" if proved else f"not proved{_limits(found)}"
        return {
            "words": f"{card.name()} pays {least.value} to {most.value}, {said}",
            "proved": proved,
            "seconds": sum(one.seconds for one in found),
            "boards": [_extreme(table, least, "least"), _extreme(table, most, "most")],
        }

    def prove(self, args: JsonObject) -> JsonObject:
        """Whether a card pays what another one or a text pays, on all boards."""
        table, card = self._card(args)
        assert card.rule is not None
        text, game = str(args["other"]).strip(), table.game
        other = self._other(table, text, args)
        assert other.rule is not None

        def asked(scope: Any) -> Progress:
            what = f"boards of {scope.geometry.rows} x {scope.geometry.columns}"
            return lambda seconds, best, bound: self.tell({"seconds": seconds, "what": what})

        found = compare(game, card.rule, other.rule, time_limit=_seconds(args), workers=WORKERS, on_progress=asked)
        return self._verdict(table, card, found)

    def _other(self, table: Tabletop, text: str, args: JsonObject) -> Card:
        """The card of an id, or of a text. Raises `RefusedEdit`."""
        resolver = self.desk.workspace.resolver(self.desk.files.path(str(args["name"])))
        known = resolver.card(text, table.pack) if text.replace("-", "").isalnum() and not text.isdecimal() else None
        found = known if isinstance(known, Card) else read_fragment(text, table.game)
        if not isinstance(found, Card):
            raise RefusedEdit(in_one_line(known if isinstance(known, list) else found))
        if found.rule is None:
            raise RefusedEdit(f"the card '{found.id}' does not score")
        return found

    def _verdict(self, table: Tabletop, card: Card, found: Proof) -> JsonObject:
        answer: JsonObject = {"proved": found.verdict != "unknown", "seconds": found.seconds}
        if found.verdict == "equal":
            scope = found.settled[-1]
            size = f"{scope.geometry.rows} x {scope.geometry.columns}"
            return answer | {"words": f"both pay the same on every {table.game.own_place.name} up to {size}"}
        if found.table is None or found.scores is None:
            return answer | {"words": "no difference found in the time given"}
        one, other = found.scores
        smallest = "the smallest board on which they differ" if found.smallest else "there may be a smaller board"
        words = f"they differ: {card.name()} pays {one}, the other {other}; {smallest}"
        return answer | {
            "words": words,
            "boards": [{"words": "where they differ", "state": _state(table, found.table)}],
        }


class _Watcher:
    """Tells how far a solver has come, and what it has found."""

    def __init__(self, tell: Tell, table: Tabletop) -> None:
        self._tell, self.table = tell, table
        self.news: JsonObject = {"seconds": 0.0}

    def progress(self, seconds: float, best: int | None, bound: int) -> None:
        """The best found so far, and how good it can be."""
        self._say(seconds=seconds, best=best, bound=bound)

    def better(self, board: Board) -> None:
        """A board that is better than those before."""
        self._tell({**self.news, "state": placed_table(self.table, {0: board})})

    def placement(self, board: Board) -> None:
        """Just one answer is asked for."""

    def step(self, words: str) -> None:
        """What is tried now."""
        self._say(what=words)

    def _say(self, **news: object) -> None:
        self.news |= news
        self._tell(self.news)


def _seconds(args: JsonObject) -> float:
    return max(1.0, min(LONGEST, float(args.get("seconds", 60))))


def _limits(found: list[ScoreBounds]) -> str:
    most = [one.most.bound for one in found]
    return "" if None in most else f", at most {max(bound for bound in most if bound is not None)}"


def _extreme(table: Tabletop, found: Extreme, which: str) -> JsonObject:
    return {"words": f"the {which}: {found.value}", "state": _state(table, found.table)}


def _state(table: Tabletop, position: Position) -> JsonObject:
    """The state of a table with the players of a position."""
    players = [
        {"name": player.name, "board": repr(player.board), "counters": dict(player.counters)}
        for player in position.players
    ]
    return {**table.state(), "players": players}
