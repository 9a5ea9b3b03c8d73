"""Faults put into the engine one at a time, each of which some test must find: python tools/mutants.py

A mutant is a piece of one file and what it is replaced by: an order turned around, a case left out, a bound off by one.
Each is put into a copy of the project, and the tests of its area are run there, the quick ones first. A mutant that
passes all of them survives: either a test is missing, or the line does nothing. The exit code is 1 if any survives.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

ROOT = Path(__file__).resolve().parent.parent
ENGINE = "engine/tilewright"
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "node_modules", "site", "__pycache__", ".*_cache", ".hypothesis")
NOTHING_SELECTED = 5
"""What pytest returns where a file has no tests of a mark."""
MOST_SECONDS = 1800
"""After so long a run of tests is taken for endless: a mutant that never ends is found, too."""


@dataclass(frozen=True)
class Mutant:
    """One fault: in a file below `ENGINE` the text `old`, which occurs there once, becomes `new`."""

    file: str
    old: str
    new: str


AREAS: dict[str, tuple[tuple[str, ...], dict[str, list[tuple[str, str]]]]] = {
    "meaning": (
        (
            "meaning",
            "batch",
            "changed_rules",
            "places",
            "located",
            "struct",
            "cpsat_symbolic",
            "sets",
            "compiled",
            "portable",
            "api",
            "core_facts",
            "cpsat_solve",
        ),
        {
            "meaning/evaluator.py": [
                ('(expr.which, expr.rank) != ("max", 1)', 'expr.which != "max"'),
                ("return body if plain and never_negative(body.body) else None", "return body if plain else None"),
                ('return bound - (compared.operator == "<")', "return bound - 1"),
                (
                    "self.rules[rule]\n        whole = (i for i, ruling in enumerate(rulings) if not ruling.also and ruling.where == core.TRUE)",
                    "self.rules[rule]\n        whole = (i for i, ruling in enumerate(rulings) if not ruling.also)",
                ),
                ("return self.domain.add([before(), new()])", "return new()"),
                ("lambda there: self.number(expr.body, env, there)", "lambda there: self.number(expr.body, env, seat)"),
                ("alike = expr.binder.var not in variables(expr.body)", "alike = True"),
            ],
            "meaning/exact.py": [
                ("return left // right if right else 0", "return int(left / right) if right else 0"),
                ("return left % right if right else 0", "return left % right if right else left"),
                (
                    "if low <= body and (high is None or body <= high):",
                    "if low <= body and (high is None or body < high):",
                ),
                ("rank - 1, None), 0)", "rank, None), 0)"),
                (
                    "return [(SpaceSet(part[0], dict.fromkeys(part, True)), True) for part",
                    "return [(SpaceSet(part[-1], dict.fromkeys(part, True)), True) for part",
                ),
                (
                    "return max((sum(weights[space] for space in part) for part in parts), default=0)",
                    "return max((len(part) for part in parts), default=0)",
                ),
            ],
            "meaning/unrolled.py": [
                (
                    "if alike and each.guard is None and isinstance(each.range, GroupRange):",
                    "if each.guard is None and isinstance(each.range, GroupRange):",
                ),
                ("open_ends = [yes, *map(self.invert, joints), yes]", "open_ends = [yes] * (len(joints) + 2)"),
                ("for height in range(1, board.tallest + 1):", "for height in range(1, board.tallest):"),
                ("if left.root != right.root:", "if left.root == right.root:"),
                (
                    "return self.truth(bool(value.kinds and value.kinds & kinds))",
                    "return self.truth(bool(value.kinds and value.kinds <= kinds))",
                ),
                (
                    "key = (expr, seat, *[env.get(var.id) for var in free(expr)])",
                    "key = (expr, *[env.get(var.id) for var in free(expr)])",
                ),
                ("own = seat if seat < self.player_count else 0", "own = 0"),
            ],
            "meaning/batch.py": [
                ("if _most(left) * _most(right) >= WIDE:", "if False:"),
                ("if sum(bit is True for bit, _ in cases) >= rank:", "if sum(bit is True for bit, _ in cases) >= 1:"),
                ("for low, high, value in reversed(entries):", "for low, high, value in entries:"),
                ("for one, other in forth + back:", "for one, other in forth[:1]:"),
                ("yield number if each.guard is None else BATCH.pick(each.guard(inner), number, 0)", "yield number"),
                ('at = len(numbers) - rank if which == "max" else rank - 1', "at = len(numbers) - rank"),
            ],
        },
    ),
    "solver": (
        (
            "core_facts",
            "cpsat_symbolic",
            "cpsat_components",
            "cpsat_bounds",
            "cpsat_prove",
            "compare",
            "prove_command",
            "bounds_command",
            "cpsat_solve",
            "cpsat_supply",
            "cpsat_closing",
            "cpsat_goals",
        ),
        {
            "core/node.py": [
                (
                    "return bool(found) and all(map(never_negative, found))",
                    "return bool(found) and any(map(never_negative, found))",
                ),
                ("else bool(value >= 0)", "else True"),
            ],
            "core/same.py": [
                (
                    "shown[part.space] = shown.get(part.space, part.kinds) & part.kinds",
                    "shown[part.space] = part.kinds",
                ),
                ("right=Const(value=value)) if value > 0:", "right=Const(value=value)) if value >= 0:"),
            ],
            "solver/proof.py": [
                (
                    "elif not isinstance(number, core.Binder) and not is_condition(number):",
                    "elif isinstance(number, core.Add):",
                ),
                (
                    "yield from ((number.value + 1, of) for of in _counted(counted))",
                    "yield from ((number.value, of) for of in _counted(counted))",
                ),
                (
                    "most = max(low if high is None else high for low, high, _ in node.entries)",
                    "most = min(low for low, _, _ in node.entries)",
                ),
                ("far = max((found.distance or found.nearest", "far = min((found.distance or found.nearest"),
                ("return 2 * _root(count)", "return _root(count)"),
                ("return isqrt(max(area, 1) - 1) + 1", "return isqrt(area)"),
            ],
            "solver/bounds.py": [
                (
                    "known = 0 if not question.up and never_negative(rule) else None",
                    "known = 0 if not question.up else None",
                ),
                (
                    "polarities.number(total, POSITIVE if up else NEGATIVE)\n    model = tables.posted(polarities, total)\n    goal",
                    "polarities.number(total, NEGATIVE if up else POSITIVE)\n    model = tables.posted(polarities, total)\n    goal",
                ),
            ],
            "solver/compare.py": [
                (
                    "alone = core.Binder(ours.var, ours.domain, either_alone(ours.guard, guard))",
                    "alone = core.Binder(ours.var, ours.domain, conjunction((ours.guard, guard)))",
                ),
                (
                    "case core.Extremum(), core.Extremum() if (one.which, one.rank) == (other.which, other.rank):",
                    "case core.Extremum(), core.Extremum():",
                ),
                ("one.same == other.same:", "True:"),
                ("return one > other or (one < other and not work.at_most)", "return one != other"),
                ("if (gap.high > 0) if up else (gap.low < 0 and not work.at_most):", "if up and gap.high > 0:"),
                (
                    "parts.append((-1 if len(taken) % 2 else 1, as_number(bit, values[0])))",
                    "parts.append((1, as_number(bit, values[0])))",
                ),
            ],
            "solver/solve.py": [
                (
                    "found.bound = min(found.bound, proved) if up else max(found.bound, proved)",
                    "found.bound = proved + 1 if up else proved - 1",
                ),
            ],
            "symbolic/logic.py": [
                (
                    "if any(_refuted(part, masks) for part in found):",
                    "if False and any(_refuted(part, masks) for part in found):",
                ),
                (
                    "masks.get(bit.node, full(bit.node)) & bit.mask",
                    "masks.get(bit.node, full(bit.node)) & bit.mask or bit.mask",
                ),
            ],
            "symbolic/numbers.py": [
                ("return len(neighbors) - pairs", "return len(neighbors) - pairs - 1"),
                (
                    "high = max(sum(own[s].high for b in region.blocks for s in b) for region in regions)",
                    "high = max(max(own[s].high for b in region.blocks for s in b) for region in regions)",
                ),
            ],
        },
    ),
    "kernel": (
        (
            "kernel_native",
            "kernel_questions",
            "kernel_keys",
            "statements",
            "abilities",
            "effects",
            "pruning",
            "kernel_wasm",
            "large_numbers",
            "fist_rules",
            "king_rules",
            "castle_spirits",
            "cairns",
            "flat",
            "work",
            "secrets",
            "trials_work",
            "rulings",
        ),
        {
            "kernel/interpreter.py": [
                (
                    "(state.number(player) + state.number(steps)) % layout.players",
                    "(state.number(player) + 1) % layout.players",
                ),
                ("if entry != without:", "if True:"),
                (
                    "(mover == layout.players - 1 or not flow.by_round) and self.ask(state, flow.end)",
                    "self.ask(state, flow.end)",
                ),
                (
                    "if self.due(state) and state.get(layout.trial):\n            return _FAILED",
                    "if False:\n            return _FAILED",
                ),
                (
                    "if now.rule in listing.rules and not (now.once and self._pickable_without(state, listing, element, entry)):",
                    "if now.rule in listing.rules:",
                ),
                ("if state.get(layout.idle) > MOST_IDLE:", "if False:"),
                ("if used >= self._copies(state, use, mover):", "if used >= 1:"),
                ("if ability.once and state.get(layout.spent, self._single(ability, mover)):", "if False:"),
                ("return mover * len(single) + next(", "return next("),
                ("return list(alike.values())[::-1]", "return list(alike.values())"),
                ("least = max(0, self.ask(state, listing.least))", "least = self.ask(state, listing.least)"),
                ("if not codes and end.none is not None:", "if end.none is not None:"),
            ],
            "kernel/table.py": [
                ("set_marks(state, at, [0] * state.layout.mark_cells)\n    return piece", "return piece"),
                ("set_marks(state, one, said[1])", "set_marks(state, one, said[0])"),
                ("if piece[0] == pool or not loose(state, piece):", "if not loose(state, piece):"),
                ("if pay and _had(state, counter, player) < amount:", "if False:"),
                ("amount = max(0, amount)\n    giver", "giver"),
                ("return sum(bag) - state.get(layout.covered)", "return sum(bag)"),
                ("if back and kept is not None:", "if kept is not None:"),
                (
                    "return (one for one in chosen(0, most) if len(one) >= least)",
                    "return (one for one in chosen(0, most) if len(one) > least)",
                ),
            ],
            "kernel/trials.py": [
                (
                    "if (found and search.met_itself) or len(self._found) >= MOST_REMEMBERED:",
                    "if len(self._found) >= MOST_REMEMBERED:",
                ),
                (
                    "if stop.status != Status.CHOICE or not isinstance(end, f.Choose) or self._engine.due(state):",
                    "if stop.status != Status.CHOICE or not isinstance(end, f.Choose):",
                ),
            ],
            "kernel/contents.py": [
                ("return pay and not sure", "return False"),
                ("return joint is None and least.asked == core.Const(0)", "return least.asked == core.Const(0)"),
            ],
            "kernel/liveness.py": [
                ("read |= read_slots(operation) & ~written", "read |= read_slots(operation) & 0"),
                (
                    "found = read | (after & ~written) | live[self._flow.blocks[at].fail]",
                    "found = read | (after & ~written)",
                ),
            ],
        },
    ),
    "check": (
        ("checker", "diagnostics", "check_command", "resolve", "new_said", "advice", "lint_bounds", "course"),
        {
            "check/context.py": [
                ("if many is not None and", "if many is False and"),
                ("if word.text in {board.name for board in context.game.boards}:", "if False:"),
                (
                    "keyword for keyword in words.KEYWORDS if len(keyword) < 6",
                    "keyword for keyword in words.KEYWORDS if len(keyword) < 0",
                ),
            ],
            "check/scoring.py": [
                ('if amount.operator not in ("+", "-") or not each:', "if not each:"),
                ("if bound.player is not None or bound.var.sort == core.PLAYER:", "if bound.player is not None:"),
                (
                    "chosen = [v for v in scope.chosen if noun.singular in (v.noun, *general(v))]",
                    "chosen = list(scope.chosen)",
                ),
                ("body = self.elaborator.measures.summed(bound, body, phrase.span)", "pass"),
            ],
            "check/game.py": [
                ("if counter.hidden and count is None:", "if False:"),
                (
                    "if isinstance(line, game_ast.LayoutTotal) and line.total > game.pieces:",
                    "if isinstance(line, game_ast.LayoutTotal) and line.total >= game.pieces:",
                ),
            ],
            "check/play/totality.py": [
                ("above = order[: order.index(name)]", "above = order[: order.index(name) + 1]"),
                ("inside *= _FEW if most is None else most", "inside *= _FEW"),
            ],
        },
    ),
}
"""For each area the tests that look at it (tests/test_NAME.py), the quickest first, and by file its mutants: what is in it once, and what that becomes."""


def mutants_of(files: Mapping[str, Sequence[tuple[str, str]]]) -> Iterator[Mutant]:
    """The mutants of some files."""
    return (Mutant(file, old, new) for file, changes in files.items() for old, new in changes)


def main() -> None:
    """Run the mutants and print what became of each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("areas", nargs="*", choices=[*AREAS, []], default=[], help="the areas to try (all)")
    parser.add_argument("--workers", type=int, default=2, help="copies of the project that are tested side by side (2)")
    parser.add_argument("--only", default="", help="only mutants of files whose path contains this")
    parser.add_argument("--quick", action="store_true", help="run only the tests that are not slow")
    options = parser.parse_args()
    waiting = [
        (tests, mutant)
        for area in options.areas or AREAS
        for tests, mutants in [AREAS[area]]
        for mutant in mutants_of(mutants)
        if options.only in mutant.file
    ]
    marked = ("not slow",) if options.quick else ("not slow", "slow")
    with tempfile.TemporaryDirectory() as folder:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(options.workers):
            copies.put(Path(shutil.copytree(ROOT, Path(folder, str(number)), ignore=LEFT_OUT, symlinks=True)))

        def tried(item: tuple[Sequence[str], Mutant]) -> bool:
            copy = copies.get()
            try:
                return survives(copy, *item, marked)
            finally:
                copies.put(copy)

        broken = [
            name for area in options.areas or AREAS for name in _runs(Path(folder, "0"), AREAS[area][0], ("not slow",))
        ]
        if broken:
            sys.exit(f"tests fail without any mutant: {', '.join(broken)}")
        with ThreadPoolExecutor(options.workers) as pool:
            survivors = sum(pool.map(tried, waiting))
    print(f"{len(waiting) - survivors} of {len(waiting)} mutants are found; {survivors} survive")
    sys.exit(survivors > 0)


def survives(copy: Path, tests: Sequence[str], mutant: Mutant, marked: Sequence[str]) -> bool:
    """Whether all tests pass with a mutant; it is taken out again. Prints what became of it."""
    path, started = copy / ENGINE / mutant.file, time.monotonic()
    text = path.read_text(encoding="utf-8")
    if text.count(mutant.old) != 1:
        sys.exit(f"{mutant.file} has this {text.count(mutant.old)} times, not once: {mutant.old}")
    path.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")
    try:
        found = next((by for by in _runs(copy, tests, marked)), None)
    finally:
        path.write_text(text, encoding="utf-8")
    what = "SURVIVES" if found is None else f"found by {found}"
    print(f"{what} ({time.monotonic() - started:.0f} s): {mutant.file}: {mutant.new.strip()}", flush=True)
    return found is None


def _runs(copy: Path, tests: Sequence[str], marked: Sequence[str]) -> Iterator[str]:
    """The files of tests that fail, the quick tests of all files before the slow ones."""
    for marks in marked:
        for name in tests:
            file = f"tests/test_{name}.py"
            if not (copy / file).is_file():
                sys.exit(f"no such file: {file}")
            if _fails(copy, file, marks):
                yield file


def _fails(copy: Path, file: str, marks: str) -> bool:
    """Whether some test of a file fails or never ends in a copy of the project."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-m", marks, file]
    environment = {**os.environ, "PYTHONPATH": str(copy / "engine"), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, timeout=MOST_SECONDS)
    except subprocess.TimeoutExpired:
        return True
    return done.returncode not in (0, NOTHING_SELECTED)


if __name__ == "__main__":
    main()
