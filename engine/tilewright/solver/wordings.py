"""The results of the solver as texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from tilewright.draw.picture import Picture, of_board
from tilewright.table.position import Puzzle

if TYPE_CHECKING:
    from tilewright.solver.hints import Hint
    from tilewright.solver.solve import Solution
    from tilewright.solver.why import Sensitivity


def headline(puzzle: Puzzle, answer: Solution) -> str:
    """What was found and whether it is proved."""
    if answer.status == "unknown":
        return "nothing found in the time given"
    if answer.status == "infeasible":
        return "the goal is out of reach" if puzzle.goal.can_fail else "no placement is possible"
    proved, goal = answer.status == "optimal", puzzle.goal
    points = in_points(answer.score or 0)
    match goal.kind:
        case "exactly" | "at least":
            return f"{points}, the goal is reached"
        case "fewest":
            placed, game = len(answer.placed), puzzle.game
            pieces = f"{placed} {game.piece if placed == 1 else game.plural(game.piece)}"
            proof = "proved the fewest" if proved else f"not proved, at least {answer.bound}"
            return f"{pieces} for {points}, {proof}"
        case "meet":
            names = ": " + ", ".join(answer.met) if answer.met else ""
            proof = "proved the most" if proved else f"not proved, at most {answer.bound}"
            return f"{len(answer.met)} of {len(goal.parts)} met together, {proof}{names}"
    return f"{points}, proved best" if proved else f"{points} found; not proved, at most {answer.bound}"


def distance(short: int | None) -> str:
    """How far an attempt is from the best, as text; None if that is not known."""
    if short is None:
        return "not known how far it is from the best; allow more time"
    return "optimal" if short == 0 else f"{in_points(short)} below the optimum"


def in_points(count: int) -> str:
    """A number of points, as text."""
    return f"{count} point{'' if count == 1 else 's'}"


def picture(puzzle: Puzzle, answer: Solution) -> Picture:
    """The final board, with what was placed marked."""
    assert answer.board is not None
    spaces = frozenset(answer.placed) | {s for found in answer.caps.values() for s in found}
    return of_board(answer.board, puzzle.game, puzzle.title, headline(puzzle, answer), spaces)


def hint_texts(hint: Hint, puzzle: Puzzle) -> tuple[str, str, str]:
    """A hint in three steps: the row, what goes where, and on a line below what the space becomes."""
    row, where = hint.space // puzzle.board.geometry.columns + 1, puzzle.board.geometry.name(hint.space)
    if hint.loss is None:
        first = f"row {row} matters most: every solution uses one of its spaces"
    elif hint.loss:
        first = f"row {row} matters most: one of its spaces makes a difference of {hint.loss}"
    else:
        first = f"nothing is required: several placements are equally good; one of them uses row {row}"
    names = [puzzle.game.piece] if hint.piece else []
    names += [puzzle.game.by_mark[mark].name for mark in hint.caps]
    goes = f"{' and '.join(f'a {name}' for name in names)} {'go' if len(names) > 1 else 'goes'} to {where}"
    return first, goes, f"{goes}\n  which becomes {hint.stack!r}"


class WhyLine(NamedTuple):
    """A line: its beginning, and its texts; the list may be long if it `folds`."""

    start: str
    words: str
    folds: bool = False


def sensitivity_lines(
    puzzle: Puzzle, answer: Solution, why: Sensitivity, names: Mapping[str, str]
) -> Iterator[WhyLine]:
    """The lines of an explanation; `names` are the titles of parts that are cards."""
    if why.best.score is not None and answer.board is None:
        proof = "" if why.best.status == "optimal" else " found"
        yield WhyLine("  ", f"the most is {in_points(why.best.score)}{proof}")
    if why.near is not None:
        near = " and ".join(str(score) for score in why.near if score is not None)
        yield WhyLine("  ", f"the next scores in reach: {near}" if near else "no other score is in reach")
    if why.mus is not None:
        yield from _clash(puzzle, why)
    if any(change.known for change in why.changes):
        yield from _changes(answer, puzzle, why)
    if why.alone:
        yield from _part_lines(why, names)
    if not why.complete:
        yield WhyLine("  ", "not everything was found in the time given")


def _clash(puzzle: Puzzle, why: Sensitivity) -> Iterator[WhyLine]:
    assert why.mus is not None
    points = in_points(puzzle.goal.score)
    if not why.mus.limits:
        game = puzzle.game
        more = ", ".join(["more " + game.plural(game.piece), *("more " + game.plural(cap.name) for cap in game.caps)])
        yield WhyLine("  ", f"{points} would be out of reach even with {more} and an empty board")
        return
    together = ", all of it together" if len(why.mus.limits) > 1 else ""
    yield WhyLine("  ", f"what keeps {points} out of reach{together}")
    for limit in why.mus.limits:
        alone = " (without this one they are in reach)" if limit in why.mus.enough else ""
        yield WhyLine("    ", f"{limit}{alone}")


def _changes(answer: Solution, puzzle: Puzzle, why: Sensitivity) -> Iterator[WhyLine]:
    """The changes that would be better, best first; changes with the same effect together."""
    worth = puzzle.goal.worth(answer.parts, len(answer.placed)) or 0
    groups: dict[int, list[str]] = {}
    for change in why.changes:
        if change.worth is not None:
            groups.setdefault(change.worth - worth, []).append(change.words)
    unit = {"fewest": f" {puzzle.game.plural(puzzle.game.piece)}", "meet": " met"}.get(puzzle.goal.kind, "")
    sign = -1 if puzzle.goal.kind == "fewest" else 1
    yield WhyLine("  ", "if the puzzle were changed")
    for gain in sorted(groups, reverse=True):
        yield WhyLine(f"  {sign * gain:>+5}{unit}  ", "; ".join(groups[gain]), folds=True)
    impossible = [change.words for change in why.changes if change.worth is None and change.known]
    if impossible:
        yield WhyLine("   none  ", "; ".join(impossible), folds=True)


def _part_lines(why: Sensitivity, names: Mapping[str, str]) -> Iterator[WhyLine]:
    """The optimum of each part, and what the others can give then."""
    yield WhyLine("  ", "each part by itself")
    for alone in why.alone:
        here = why.best.parts.get(alone.part, 0)
        start = f"  {here:>5}  {names.get(alone.part, alone.part)}: "
        if alone.most == here:
            yield WhyLine(start, "no placement scores more")
        elif alone.parts is not None:
            others = ", ".join(
                f"{names.get(part, part)} {points}"
                for part, points in alone.parts.items()
                if part != alone.part and points
            )
            whole = in_points(sum(alone.parts.values()))
            beside = f" with {others}" if others else ""
            yield WhyLine(start, f"at most {alone.most}, for a total of {whole}{beside}")
        else:
            yield WhyLine(start, f"at most {alone.most}")
