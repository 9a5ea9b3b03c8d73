"""docs/texts.md and docs/own-words.md, run: their files are written, their commands print what stands under them."""

from __future__ import annotations

from pathlib import Path

import pytest

from test_files_doc import follow_page


@pytest.mark.slow
def test_the_page_is_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its commands, on its files, print what it shows, and there is no other block on it."""
    follow_page("texts.md", tmp_path, monkeypatch)


@pytest.mark.slow
def test_own_words_are_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pack of the page adds a phrase and a language, and its commands print what it shows."""
    follow_page("own-words.md", tmp_path, monkeypatch)
