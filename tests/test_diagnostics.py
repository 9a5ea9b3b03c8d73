"""Problems as they are collected: each once, and a bounded list to show."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilewright.diagnostics import MAX_SHOWN, Diagnostics, nearest
from tilewright.resources import cache_folder
from tilewright.source import Source, Span

TEXT = Source("a.tw", "x" * 9999)


def collected(errors: int, warnings: int = 0) -> Diagnostics:
    """Some warnings at the beginning of a text, then some errors, added from last to first."""
    found = Diagnostics(TEXT)
    for place in reversed(range(warnings + errors)):
        add = found.warning if place < warnings else found.error
        add("TW101", Span(place, place + 1), "no", "say yes")
    return found


def test_a_problem_is_reported_once() -> None:
    """The same problem found again is not listed again; another place, code or text is another."""
    found = Diagnostics(TEXT)
    for _ in range(3):
        found.error("TW101", Span(0, 1), "no")
    found.error("TW102", Span(0, 1), "no")
    found.error("TW101", Span(0, 2), "no")
    found.warning("TW101", Span(0, 1), "yes")
    assert (len(list(found)), len(found.errors())) == (4, 3)


def test_errors_are_counted_as_they_come() -> None:
    """The errors so far are known at any moment, whatever was asked before."""
    found = Diagnostics(TEXT)
    assert not found.has_errors
    for place in range(5):
        found.warning("TW101", Span(place, place), "well")
        assert len(found.errors()) == place
        found.error("TW101", Span(place, place), "no")
        assert [item.span.start for item in found.errors()] == list(range(place + 1))


@pytest.mark.parametrize("errors", [0, 1, MAX_SHOWN - 1, MAX_SHOWN])
def test_a_list_that_is_not_too_long_is_shown(errors: int) -> None:
    """Up to the limit every problem is shown, by place."""
    shown = collected(errors).sorted()
    assert [item.span.start for item in shown] == list(range(errors))
    assert {item.help for item in shown} <= {"say yes"}


def test_of_too_many_problems_the_last_tells_how_many_are_left() -> None:
    """A longer list ends with a problem that says how many are not shown; all are still known."""
    found = collected(MAX_SHOWN + 30)
    shown = found.sorted()
    assert len(shown) == MAX_SHOWN
    assert {item.help for item in shown[:-1]} == {"say yes"}
    assert shown[-1].help == "say yes; 30 more problems of this file are not shown"
    assert len(list(found)) == len(found.errors()) == MAX_SHOWN + 30


def test_an_error_after_many_warnings_is_shown() -> None:
    """What is shown of a file with errors has an error, so that warnings never hide it."""
    shown = collected(5, warnings=MAX_SHOWN + 10).sorted()
    assert [item.is_error for item in shown[-2:]] == [False, True]
    assert shown[-1].span.start == MAX_SHOWN + 10
    assert shown[-1].help.endswith("; 15 more problems of this file are not shown")


def test_the_nearest_word_is_found_again() -> None:
    """The answer depends on the word and on the known words, not on what was asked before."""
    assert nearest("stak", ["stack", "row"]) == "stack"
    assert nearest("stak", iter(["row"])) is None
    assert nearest("stak", {"stake"}) == "stake"
    assert nearest("stak", ["stack", "row"]) == "stack"


def test_the_cache_needs_a_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache folder is made in a home that is there; a home is never made, nor a relative one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", "cache")
    monkeypatch.setenv("HOME", str(tmp_path / "none"))
    assert cache_folder() is None
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_folder() == tmp_path / ".cache" / "tilewright"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "own"))
    assert cache_folder() == tmp_path / "own" / "tilewright"
    assert (tmp_path / "own" / "tilewright").is_dir()
