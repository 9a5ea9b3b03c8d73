"""Following the help: what it says to write removes the error that it is about, and leads back to no line that was wrong before."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tilewright.analysis.service import Analysis
from tilewright.check.proposals import proposals_of
from tilewright.diagnostics import Diagnostic
from tilewright.source import Source

BAD = Path(__file__).parent / "bad"
FILES = sorted(path for path in BAD.rglob("*") if path.suffix in (".tw", ".yaml"))
ROUNDS = 4
Lines = list[tuple[int, str]]
"""The lines of a file, each with the number of the one that it comes from."""


@cache
def analysis() -> Analysis:
    return Analysis()


def errors_of(path: Path, lines: Lines) -> dict[int, list[Diagnostic]]:
    """The errors of a file by the index of their line; those of the last one first."""
    found: dict[int, list[Diagnostic]] = {}
    for problem in analysis().check(Source(str(path), "\n".join(line for _, line in lines))).diagnostics:
        if problem.is_error and problem.source.name == str(path):
            found.setdefault(problem.source.position(problem.span.start)[0] - 1, []).append(problem)
    return {index: sorted(problems, key=lambda p: -p.span.start) for index, problems in found.items()}


def followed(line: str, start: int, problems: list[Diagnostic]) -> tuple[list[str], list[Diagnostic]]:
    """A line as its help lines want it, and the problems whose help said what to write."""
    done, end = [], len(line)
    for problem in problems:
        words, span = proposals_of(problem), problem.span
        if len(words) != 1 or span.end - start > end:
            continue
        first, last = span.start - start, span.end - start
        if "\n" in words[0]:
            return [line[: len(line) - len(line.lstrip())] + part for part in words[0].split("\n")], [problem]
        before, after = line[:first].lstrip(), line[last:]
        if (before or after) and words[0].startswith(before) and words[0].endswith(after):
            first, last = len(line) - len(line.lstrip()), len(line)  # the whole line is shown
        line, end = f"{line[:first]}{words[0]}{line[last:]}", first
        done.append(problem)
    return [line], done


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_help_removes_its_error(path: Path) -> None:
    """All help lines of a file are followed at once, again and again; no line is what it was in an earlier round."""
    lines: Lines = list(enumerate(path.read_text("utf-8", errors="replace").split("\n")))
    seen: set[tuple[int, str]] = set()
    errors = errors_of(path, lines)
    for _ in range(ROUNDS):
        after, followed_of, start = [], {}, 0
        for index, (origin, line) in enumerate(lines):
            new, done = followed(line, start, errors.get(index, []))
            start += len(line) + 1
            if done:
                seen.add((origin, line))
                followed_of[origin] = (line, done)
            after += [(origin, text) for text in new]
        if not followed_of:
            return
        lines, errors = after, errors_of(path, after)
        for origin, (line, done) in followed_of.items():
            left = [
                (problem.code, problem.message)
                for index, (of, _) in enumerate(lines)
                if of == origin
                for problem in errors.get(index, [])
            ]
            here = [text for of, text in lines if of == origin]
            for problem in done:
                assert (problem.code, problem.message) not in left, (line, problem.help, here)
            assert not any((origin, text) in seen for text in here), (line, here)
